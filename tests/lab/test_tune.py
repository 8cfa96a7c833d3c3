"""Tuning: the fit finds the weights that made the samples, and lessons of several seat counts are merged."""

from __future__ import annotations

import json
import random

import pytest

from orrery.core.fate import Fate
from orrery.lab.plans import NoPlan
from orrery.lab.tune import Sample, School, fit, gradient, lesson, lessons, loss, read_weights, rounds, softmax, tune

KNOWN = [1.5, -0.8, 0.0]


def samples(count: int, seed: int, scales: tuple[float, ...] = (1.0, 10.0, 0.1)) -> list[Sample]:
    """Choices among four alternatives, made by lot with the known weights."""
    dice = random.Random(seed)
    found = []
    for _ in range(count):
        rows = [[dice.gauss(0, scale) for scale in scales] for _ in range(4)]
        weights = [weight / scale for weight, scale in zip(KNOWN, scales, strict=True)]
        chosen = dice.choices(range(4), softmax(weights, rows))[0]
        found.append(Sample(rows, [1.0 if i == chosen else 0.0 for i in range(4)]))
    return found


def test_the_fit_recovers_known_weights_whatever_the_scale_of_the_columns() -> None:
    found = fit(samples(3000, 1), [0.0, 0.0, 0.0], Fate(1))
    assert [found[0], found[1] * 10, found[2] * 0.1] == pytest.approx(KNOWN, abs=0.15)


def test_samples_held_back_are_foretold_better() -> None:
    held = samples(500, 2)
    found = fit(samples(1000, 1), [0.0, 0.0, 0.0], Fate(1))
    assert loss(found, held) < loss([0.0, 0.0, 0.0], held) - 0.2


def test_the_answer_does_not_depend_on_the_start() -> None:
    learnt = samples(1500, 1)
    one = fit(list(learnt), [0.0, 0.0, 0.0], Fate(1))
    two = fit(list(learnt), [-1.0, 0.1, 3.0], Fate(2))
    assert loss(one, learnt) == pytest.approx(loss(two, learnt), abs=0.01)


def test_the_gradient_is_that_of_the_loss() -> None:
    batch = samples(20, 3, (1.0, 1.0, 1.0))
    weights = [0.3, -0.2, 0.5]
    for column, slope in enumerate(gradient(weights, weights, batch, 0.1)):
        more, less = list(weights), list(weights)
        more[column] += 1e-5
        less[column] -= 1e-5
        assert slope == pytest.approx((loss(more, batch) - loss(less, batch)) / 2e-5, abs=1e-3)


def test_nothing_to_learn_from_changes_nothing() -> None:
    assert fit([], [1.0, 2.0], Fate(1)) == [1.0, 2.0] and fit(samples(3, 1), [], Fate(1)) == []


def test_lessons_of_several_seat_counts_take_turns() -> None:
    found = list(lessons(School("space_editor", [2, 3], 2, 0.1, None), 2, 4, 1))
    assert [len(one.value[0].rows) for one in found] == [2, 3]
    for one in found:
        assert len(one.policy) == len(one.value) > 0
        for sample in [*one.value, *one.policy]:
            assert len(sample.rows) == len(sample.shares) and sum(sample.shares) == pytest.approx(1)


def test_a_lesson_is_the_same_for_the_same_seed() -> None:
    school = School("space_editor", 2, 2, 0.1, None)
    one, two = lesson(school, 7), lesson(school, 7)
    assert [sample.rows for sample in one.policy] == [sample.rows for sample in two.policy]
    assert [sample.shares for sample in one.policy] == [sample.shares for sample in two.policy]


def test_rounds_build_on_each_other() -> None:
    told: list[None] = []
    school = School("space_editor", 2, 2, 0.1, None)
    first, second = rounds(school, 2, 1, 2, 1, lambda: told.append(None))
    assert len(told) == 4 and set(first.losses) == {"value", "policy"}
    assert first.as_json("by hand")["made"] == "by hand"
    direct = tune(School("space_editor", 2, 2, 0.1, first.as_json("")), 2, 3, 1)
    assert direct.value == second.value and direct.policy == second.policy


def test_what_cannot_be_tuned_is_refused() -> None:
    with pytest.raises(ValueError, match="has no mind to tune"):
        tune(School("chess", 2, 2, 0.1, None), 2, 1, 1)
    with pytest.raises(NoPlan, match="space_editor has 2 to 4 seats, not 9"):
        tune(School("space_editor", [2, 9], 2, 0.1, None), 2, 1, 1)


def test_weights_are_read_with_care() -> None:
    good = {"value": {"a": 1}, "policy": {"b": 0.5}}
    assert read_weights(json.dumps(good)) == good
    for bad in ("[]", "{}", '{"value": {"a": "x"}, "policy": {}}', '{"value": {}}', "{"):
        with pytest.raises(ValueError):
            read_weights(bad)

"""What cards are worth: the same deals with a blank, by players who may not play, and the sections that tell it."""

from __future__ import annotations

import pytest

from orrery.core.data import JsonObject
from orrery.games.five_spheres import GAME as FIVE_SPHERES
from orrery.games.space_editor import GAME as SPACE_EDITOR
from orrery.games.space_editor.cards import sets
from orrery.games.space_editor.cards.blank import blank_of
from orrery.games.vediic import GAME as VEDIIC
from orrery.lab.card_report import CardPage, card_sections
from orrery.lab.card_values import RESTRICTED, SWAP, CardStudy, Subject, Use
from orrery.lab.estimates import Difference
from orrery.lab.keeping import Share
from orrery.lab.running import Run
from orrery.lab.sheets import Figure, Section, Verdict
from orrery.lab.sittings import Experiment, Row
from orrery.lab.variants import BadVariant, Variant

CARD = "136"
SECOND = next(found for found in sets.archived(sets.STANDARD) if found.version == 2).material.cards
"""The cards beside a planted one: a version that never changes."""


def editor(card: JsonObject | None = None) -> Variant:
    """Space Editor as it ships, or an earlier version with a card of one's own in the place of 136."""
    variant = Variant(SPACE_EDITOR, "base")
    if card is not None:
        variant.options = {"cards": {**SECOND, CARD: card}, "basepoint": "181"}
    return variant


def running(variant: Variant, decks: list[str], processes: int = 1, mode: str = "half") -> Run:
    setups = variant.setups([mode] if mode else [], decks)
    return Run(Experiment(variant.game.name, setups, 3, ["cards"]), processes)


def study_of(card: JsonObject | None, rounds: int, bot: str = "random") -> tuple[CardStudy, Subject]:
    """A measured study of the card 136, of two decks."""
    variant = editor(card)
    with running(variant, ["earth", "fire"]) as run:
        study = CardStudy(run, variant, rounds)
        subjects = study.asked([CARD])
        study.measure(subjects, bot)
    return study, subjects[0]


def test_a_blank_in_the_place_of_a_blank_is_worth_exactly_nothing() -> None:
    study, subject = study_of(blank_of(SECOND[CARD]), 3)
    swap = study.values[SWAP, subject.key, "random"]
    assert swap.value == 0 and swap.same == swap.count == 3


def test_a_planted_strong_card_is_found() -> None:
    study, subject = study_of({**SECOND[CARD], "vp": 60}, 12)
    swap, restricted = (study.values[measure, subject.key, "random"] for measure in (SWAP, RESTRICTED))
    assert swap.value is not None and swap.value > 0.1 and restricted.value is not None and restricted.value > 0.1
    ends = restricted.interval()
    assert ends is not None and ends[0] < restricted.value < ends[1]


def test_only_matches_in_which_the_card_was_played_are_played_again_without_it() -> None:
    study, subject = study_of(None, 4)
    use = study.uses[subject.key, "random"]
    played = round((use.ratio("played").value or 0) * use.ratio("played").den)
    again = [key for key in study.run.rows if f"!{CARD}" in key]
    assert len(again) == played > 0
    assert len(study.run.rows) == 8 + 8 + played
    assert all(not study.run.rows[key].probes for key in again)


def test_shares_of_the_copies_drawn_add_up() -> None:
    study, subject = study_of(None, 4)
    use = study.uses[subject.key, "random"]
    parts = [use.ratio(what).value or 0.0 for what in ("use_placed", "discarded", "left")]
    assert sum(parts) == pytest.approx(1) and use.ratio("drawn").den == 8
    assert sum(use.turns.values()) == round((use.ratio("played").value or 0) * use.ratio("played").den)


def test_nothing_is_played_twice() -> None:
    variant = editor()
    with running(variant, ["earth", "fire"]) as run:
        first = card_sections(run, variant, ["random"], 2, [CARD])
        known = dict(run.rows)
        with Run(run.experiment, rows=known) as later:
            again = card_sections(later, variant, ["random"], 2, [CARD])
            assert not later.missing
    assert [section.as_json() for section in first] == [section.as_json() for section in again]


@pytest.mark.parametrize(("variant", "decks", "mode", "card"), [
    (Variant(SPACE_EDITOR, "base"), ["wind", "fire"], "half", "真昼の冠"),
    (Variant(FIVE_SPHERES, "base"), ["4", "5"], "", "Spark Runner"),
], ids=["space_editor", "five_spheres"])  # fmt: skip
def test_sections_are_the_same_over_one_and_two_processes(
    variant: Variant, decks: list[str], mode: str, card: str
) -> None:
    found: list[list[Section]] = []
    for processes in (1, 2):
        with running(variant, decks, processes, mode) as run:
            found.append(card_sections(run, variant, ["random"], 1, [card]))
    one, two = ([section.as_json() for section in sections] for sections in found)
    assert one == two
    values, use = found[0][0].tables
    row, used = values.rows[0], use.rows[0]
    assert isinstance(row["swap_random"], Figure) and row["swap_random"].kind == "points"
    assert isinstance(used["turn"], Figure) and used["turn"].kind == "number"
    assert {column.key for column in values.columns} >= {"restricted_random", "played_random", "finding"}


def small(cards: int) -> tuple[Variant, Run]:
    """Two decks of so many cards, in one seating."""
    variant = editor()
    basic = sets.standard_material().basic
    variant.options = {"decks": [basic[name][:cards] for name in ("earth", "fire")], "deck_rules": "none"}
    run = running(variant, ["earth", "fire"])
    for setup in run.experiment.setups:
        setup.options = setup.options[:1]
    return variant, run


def test_all_cards_are_measured_by_the_weakest_and_the_suspects_again() -> None:
    variant, run = small(4)
    with run:
        section = card_sections(run, variant, ["random", "mcts:1"], 1, most=2)[0]
    values, first, second = section.tables
    assert len(values.rows) == len(first.rows) == 8 and len(second.rows) == 2
    suspects = [row for row in values.rows if "swap_mcts:1" in row]
    assert len(suspects) == 2 and all(isinstance(row["finding"], Verdict) for row in values.rows)
    assert [plot.key for plot in section.plots] == ["swap_values_half", "first_turns_half"]
    assert any("2 of them again by mcts:1" in text["en"] for text in section.said)
    assert any("tests were made together" in text["en"] for text in section.said)


def test_of_a_share_of_the_matches_nobody_is_a_suspect_but_nothing_is_missing_when_they_are_added_up() -> None:
    rows: dict[str, Row] = {}
    for number in (1, 2):
        variant, run = small(3)
        with Run(run.experiment, 1, share=Share(number, 2)) as part:
            section = card_sections(part, variant, ["random", "mcts:1"], 2)[0]
            assert len(section.tables) == 2
            rows.update(part.rows)
    variant, run = small(3)
    with Run(run.experiment, rows=rows) as whole, run:
        added = card_sections(whole, variant, ["random"], 2)
        assert not whole.missing
        played = card_sections(run, variant, ["random"], 2)
    assert [section.as_json() for section in added] == [section.as_json() for section in played]


def test_a_card_that_is_not_there_is_named_in_a_sentence() -> None:
    variant = editor()
    with (
        running(variant, ["earth", "fire"]) as run,
        pytest.raises(BadVariant, match="no card 'Sun Hose' in these decks"),
    ):
        card_sections(run, variant, ["random"], 1, ["Sun Hose"])


def test_a_game_that_follows_no_cards_has_no_sections() -> None:
    variant = Variant(VEDIIC, "base")
    with Run(Experiment("vediic", variant.setups()[:1], 1, ["cards"]), 1) as run:
        assert card_sections(run, variant, ["random"], 1) == []


# --- does it hold for better players? ---------------------------------------------------------------------------------


def planted(up: int, down: int, rounds: int = 400) -> Difference:
    """A value in whose rounds so many went up and so many down."""
    found = Difference(share=True)
    found.add(0, 2, 1, 2, up)
    found.add(1, 2, 0, 2, down)
    found.add(1, 2, 1, 2, rounds - up - down)
    return found


@pytest.mark.parametrize(("weak", "strong", "word"), [
    ((80, 10), (80, 10), "holds"),
    ((80, 10), (20, 20), "weak_only"),
    ((20, 20), (80, 10), "strong_only"),
    ((80, 10), (40, 40), "weak_only"),
    ((40, 20), (24, 14), "open"),
    ((10, 10), (10, 10), "open"),
    ((10, 80), (10, 80), "holds"),
])  # fmt: skip
def test_what_is_good_only_for_the_weak_is_marked(weak: tuple[int, int], strong: tuple[int, int], word: str) -> None:
    variant = editor()
    with running(variant, ["earth", "fire"]) as run:
        study = CardStudy(run, variant, 1)
        subjects = study.asked([CARD])
        for bot, counts in (("random", weak), ("greedy", strong)):
            study.values[SWAP, subjects[0].key, bot] = planted(*counts)
            study.uses[subjects[0].key, bot] = Use(study.rivals["half"])
        section = CardPage(study, "half", subjects, ["random", "greedy"], None).section()
    verdict = section.tables[0].rows[0]["holds"]
    assert isinstance(verdict, Verdict) and verdict.word == word

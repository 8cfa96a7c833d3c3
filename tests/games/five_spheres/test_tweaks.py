"""The small changes of a collection: each keeps what is paid and what is got in balance."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from random import Random

import pytest

from orrery.core.cards.tweaks import UNKNOWN, Tweak
from orrery.games import game_named
from orrery.games.five_spheres.cards.tweaks import CollectionTweaks

TWEAKS = CollectionTweaks()
DECKS = ["1", "2", "3", "4", "5"]
SHIPPED = Path(str(resources.files("orrery.games.five_spheres"))) / "data" / "collections" / "genesis"


@pytest.fixture(scope="module")
def every() -> list[Tweak]:
    return TWEAKS.of(None, DECKS)


def test_each_tweak_passes_the_check_of_the_collection_alone(every: list[Tweak], tmp_path: Path) -> None:
    game = game_named("five_spheres")
    assert game is not None
    for i, tweak in enumerate(Random(1).sample(every, 20)):
        target = tmp_path / str(i)
        assert TWEAKS.apply(None, [tweak], target) == target
        catalogue = game.guide().catalogue(target)
        assert catalogue is not None
        assert catalogue.findings() == [], tweak.said["en"]
        assert TWEAKS.breaks(None, [tweak]) == []


def test_every_deck_can_be_made_stronger_and_weaker(every: list[Tweak]) -> None:
    for deck in DECKS:
        worths = [tweak.worth for tweak in every if tweak.decks == [deck]]
        assert min(worths) < 0 < max(worths)
        assert UNKNOWN in worths


def test_a_cost_changes_with_what_is_got_for_it(every: list[Tweak]) -> None:
    tweak = next(tweak for tweak in every if tweak.before == "2, 6" and tweak.after == "3, 8")
    assert tweak.field == "creature.cost, creature.strength"
    assert tweak.said == {
        "en": "Mortar Child: cost 2 -> 3, strength 6 -> 8",
        "ja": "漆喰の子: コスト 2 → 3、強さ 6 → 8",
    }
    assert (tweak.size, tweak.worth) == (3, UNKNOWN)


def test_a_number_of_an_ability_is_said_as_the_card_prints_it(every: list[Tweak]) -> None:
    tweak = next(tweak for tweak in every if tweak.field == "creature.cost, creature.abilities[1].do[0].n")
    assert "“When one of your towers is destroyed, draw a card.” -> “When one" in tweak.said["en"]
    assert "カードを1枚引く。」→「" in tweak.said["ja"]


def test_no_number_vanishes_or_turns_round(every: list[Tweak]) -> None:
    for tweak in every:
        for edit in tweak.edits:
            assert isinstance(edit.before, int)
            assert isinstance(edit.after, int)
            assert edit.before == 0 or edit.before * edit.after > 0, tweak.said["en"]


def test_a_copy_keeps_every_other_byte(every: list[Tweak], tmp_path: Path) -> None:
    tweak = next(tweak for tweak in every if tweak.field == "creature.cost, creature.abilities[1].do[0].n")
    TWEAKS.apply(None, [tweak], tmp_path / "copy")
    for file in SHIPPED.iterdir():
        before, after = file.read_text(encoding="utf-8"), (tmp_path / "copy" / file.name).read_text(encoding="utf-8")
        if file.name != tweak.file:
            assert after == before
            continue
        lines = zip(before.split("\n"), after.split("\n"), strict=True)
        changed = [(old, new) for old, new in lines if old != new]
        assert len(changed) == 2
        assert changed[0] == ("cost = 2", "cost = 3")
        assert changed[1][0].replace("n = 1", "n = 2") == changed[1][1]


def test_two_changes_of_one_half_may_break_its_balance(every: list[Tweak]) -> None:
    two = [tweak for tweak in every if tweak.card == "sc_5" and tweak.size == 1]
    first = next(tweak for tweak in two if tweak.field == "creature.strength")
    second = next(tweak for tweak in two if tweak.worth * first.worth > 0 and not tweak.collides(first))
    assert TWEAKS.breaks(None, [first]) == TWEAKS.breaks(None, [second]) == []
    assert any(line.startswith("FS-16.2, sc_5 creature") for line in TWEAKS.breaks(None, [first, second]))

"""Previews of Five Spheres: fights with all that is triggered in them, what another lord may still answer, and cards
that would be spent for nothing.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.five_spheres.abilities import at, do, draw, passive, ref, stronger, when
from games.five_spheres.arrange import after, battle, lord, table
from games.five_spheres.cards import Json, active, attached, creature, hidden, instant, spell
from games.five_spheres.told import names
from marks import clause
from orrery.core.fate import Fate
from orrery.core.foresight import Foresight, foresee
from orrery.core.match import Match
from orrery.games import for_people
from orrery.games.five_spheres import GAME


def foreseen(match: Match, word: str) -> Foresight:
    """What the lord who decides is told of an action."""
    seat = match.to_act()
    assert word in match.actions(), match.actions()
    return foresee(GAME, match.view(seat), match.seen(seat), word, seat, Fate(0), lambda: True)


def fights(events: list[Json]) -> list[Any]:
    """The battles among events: both strengths, and who wins."""
    return [(*event["strengths"], event["outcome"]) for event in events if event["event"] == "battle"]


def genesis(seed: int) -> Match:
    """A match with two decks of Genesis."""
    numbers = [1 + seed % 5, 1 + (seed + 2) % 5]
    return Match.new(GAME, for_people("five_spheres", {"assembly": "predesign", "deck_numbers": numbers}), seed)


# --- fights -----------------------------------------------------------------------------------------------------------

SAPPER = {"sapper": creature(passive("cannot_block"), when("blocked", stronger(6)), strength=5)}


@clause("FS-7.7", "FS-13.4")
def test_a_block_is_foretold_with_what_it_triggers() -> None:
    match = battle(lord("1 sapper"), lord("2 s6", hand="sc"), "attack u1 fortress 1", cards=SAPPER)
    found = foreseen(match, "block u2")
    assert fights(found.events) == [(11, 6, "attacker")], "5 against 6 is what is printed"
    after(match, "block u2")
    assert found.events == match.events(1) and found.whole and found.next == 1


def test_passives_of_the_fight_count_in_a_preview() -> None:
    cards = {"wall": creature(passive("strength", n=4, during="block"), strength=2)}
    match = battle(lord("1 s5"), lord("2 wall", hand="na"), "attack u1 fortress 1", cards=cards)
    assert fights(foreseen(match, "block u2").events) == [(5, 6, "defender")]


def test_an_attack_tells_what_each_answer_would_come_to() -> None:
    match = battle(lord("1 sapper, 3 s4"), lord("2 s6, 4 s3", hand="na"), cards=SAPPER)
    found = foreseen(match, "attack u1 fortress 1")
    assert names(found.events) == ["attack", "status"] and found.next == 1
    told = {one.word: one for one in found.answers}
    assert sorted(told) == ["block u2", "block u4", "noblock"]
    assert fights(told["block u2"].events) == [(11, 6, "attacker")]
    assert fights(told["block u4"].events) == [(11, 3, "attacker")]
    assert names(told["noblock"].events)[:2] == ["noblock", "siege"]
    other = {one.word: fights(one.events) for one in foreseen(match, "attack u3 fortress 1").answers}
    assert other == {"block u2": [(4, 6, "defender")], "block u4": [(4, 3, "attacker")], "noblock": []}


def test_who_must_block_is_not_said_to_let_it_pass() -> None:
    cards = {"bull": creature(passive("must_be_blocked"), strength=5)}
    match = battle(lord("1 bull"), lord("2 s6, 4 s3", hand="na"), cards=cards)
    assert [one.word for one in foreseen(match, "attack u1 fortress 1").answers] == ["block u2", "block u4"]


def test_an_attack_that_nobody_can_block_is_foretold_to_the_end() -> None:
    match = battle(lord("1 s5"), lord("2 s4 engaged", hand="na"))
    found = foreseen(match, "attack u1 u2")
    assert fights(found.events) == [(5, 4, "attacker")] and not found.answers
    last = battle(lord("1 s5"), lord("", ""))
    assert names(foreseen(last, "attack u1 fortress 1").events)[-1] == "over"


def test_a_choice_of_another_lord_before_the_fight_is_left_open() -> None:
    choosing = when("blocked", do("afflict", at("battlefield", "opponent")))
    match = battle(
        lord("1 c"), lord("2 s6, 4 s3", hand="na"), "attack u1 fortress 1", cards={"c": creature(choosing, strength=5)}
    )
    found = foreseen(match, "block u2")
    assert fights(found.events) == [] and found.next == 0 and not found.answers
    after(match, "block u2")
    assert match.to_act() == 0 and match.events(1) == found.events


def test_a_card_that_nobody_knows_yet_does_not_hide_the_fight() -> None:
    cards = {"scout": creature(when("blocks", draw()), strength=4)}
    deck = "na sc et ch sp na sc et"
    match = battle(lord("1 s5"), lord("2 scout", hand="na", deck=deck), "attack u1 fortress 1", cards=cards)
    found = foreseen(match, "block u2")
    drawn = [event for event in found.events if event["event"] == "move" and event["from"] == "deck"]
    assert fights(found.events) == [(5, 4, "attacker")] and not found.whole
    assert [event["card"] for event in drawn] == [None]


@clause("FS-3.9")
def test_how_a_face_down_creature_of_another_lord_fights_is_not_foretold() -> None:
    """It may be unveiled. That the few imagined worlds agree that it is not would be no knowledge."""
    match = battle(lord("1 na facedown"), lord("2 s6", hand="sc"), "attack u1 fortress 1")
    found = foreseen(match, "block u2")
    assert names(found.events) == ["block", "status"] and not found.whole and found.next is None
    own = battle(lord("1 s6"), lord("2 na facedown", hand="na"), "attack u1 fortress 1")
    assert fights(foreseen(own, "block u2").events) == [(6, 3, "attacker")], "one knows one's own"


@clause("FS-1.10")
def test_a_hidden_spell_of_another_lord_leaves_a_doubt() -> None:
    cards = {"trap": spell(hidden("tower_lost", draw()))}
    for fortress, sure in (("20 na", True), ("20 na, 21 trap spell facedown", False)):
        match = battle(lord("1 s5", fortress), lord("2 s6", hand="sc"), "attack u1 fortress 1", cards=cards)
        found = foreseen(match, "block u2")
        assert fights(found.events) == [(5, 6, "defender")] and found.whole == sure


def test_a_step_without_a_choice_of_ones_own_is_taken_and_others_are_never_decided_for() -> None:
    # Seat 1 has no spell that it could pay for: its only action is noretaliate, which it knows.
    cards = {"dear": spell(instant(draw(), cost=9), "chaos")}
    match = battle(lord("1 s5"), lord("2 s4", hand="dear"), "attack u1 fortress 1", cards=cards)
    found = foreseen(match, "block u2")
    assert "noretaliate" in names(found.events) and found.next == 0
    # The same the other way round: that it can only decline is not known to the attacker.
    match = battle(lord("1 s5"), lord("2 s4 engaged", hand="dear"), cards=cards)
    found = foreseen(match, "attack u1 u2")
    assert "noretaliate" not in names(found.events) and found.next == 1


# --- cards spent for nothing ------------------------------------------------------------------------------------------


def casting(half: Json, own: str = "", other: str = "", **more: Any) -> Match:
    """Seat 0 may cast a spell `x`."""
    cards = {"x": spell(half)} | more.pop("cards", {})
    mine = lord(own, vault="30 sc, 31 sc, 32 sc", hand="x na", **more)
    return table(mine, lord(other, hand="na"), step="casting", cards=cards)


HARVEST = stronger({"count": at("vault"), "max": 8}, at("battlefield"))


@clause("FS-6.8")
def test_a_spell_with_nothing_to_aim_at_is_idle() -> None:
    assert foreseen(casting(instant(HARVEST)), "cast h0").idle
    assert not foreseen(casting(instant(HARVEST), "1 s2"), "cast h0").idle


@clause("FS-6.8")
@pytest.mark.parametrize("groove", ["sc", "sc na", "sc na et sc"])
def test_a_retaliation_with_nothing_to_aim_at_is_idle_whatever_pays_for_it(groove: str) -> None:
    cards = {"x": spell(instant(HARVEST, cost=2))}
    other = lord("", "20 sc, 21 na", hand="x", groove=groove, vault="30 sc")
    match = battle(lord("1 s5"), other, "attack u1 fortress 1", "destroy u20", cards=cards)
    assert foreseen(match, "retaliate h0").idle
    assert not foreseen(match, "noretaliate").idle
    after(match, "retaliate h0")
    if match.to_act() == 1:
        assert all(foreseen(match, word).idle for word in match.actions())
    other = lord("2 s1 engaged", "20 sc, 21 na", hand="x", groove=groove, vault="30 sc")
    match = battle(lord("1 s5"), other, "attack u1 fortress 1", "destroy u20", cards=cards)
    assert not foreseen(match, "retaliate h0").idle


@clause("FS-7.12")
def test_a_creature_that_is_used_for_nothing_is_idle() -> None:
    cards = {"healer": creature(when("used", do("cure", at("battlefield"))))}
    match = battle(lord("1 healer, 2 s3"), lord(), cards=cards)
    assert foreseen(match, "use u1").idle and not foreseen(match, "attack u2 fortress 1").idle
    match = battle(lord("1 healer, 2 s3 afflicted"), lord(), cards=cards)
    assert not foreseen(match, "use u1").idle


@pytest.mark.parametrize(
    "half",
    [
        instant(draw()),
        instant(do("destroy", at("tower", "opponent"))),
        instant(do("trash", at("hand", "own"))),
        instant(do("trash", at("groove", "own", pick="all"))),
        instant(do("summon", ref("this"))),
        active(when("turn_end", draw())),
        hidden("attacked", draw()),
        attached("tower", passive("ward")),
    ],
    ids=["draw", "destroy", "trash own", "trash energy", "summon this", "active", "hidden", "attached"],
)
def test_what_does_something_or_stays_is_not_idle(half: Json) -> None:
    match = casting(half, groove="na sc")
    word = next(word for word in match.actions() if word.startswith("cast h0"))
    assert not foreseen(match, word).idle


def test_a_spell_whose_casting_is_awaited_is_not_idle() -> None:
    cards = {"muse": creature(when("cast", draw(), by="own"))}
    assert not foreseen(casting(instant(do("cure", at("battlefield"))), "1 muse", cards=cards), "cast h0").idle


@clause("FS-12.6")
def test_a_bonus_of_nothing_is_idle() -> None:
    nothing = stronger({"count": at("trash")}, at("battlefield"))
    assert foreseen(casting(instant(nothing), "1 s2"), "cast h0").idle


def quiet(match: Match, seat: int) -> Json:
    """What lies on the table, without what a lord may pay: his hand, trash, groove and mana, and that he engages."""
    kept: Json = match.position()
    for zone in ("hand", "trash", "groove", "mana_spent"):
        del kept["seats"][seat][zone]
    for piece in kept["seats"][seat]["battlefield"]:
        piece.pop("engaged", None)
    return {"seats": kept["seats"]}


@pytest.mark.parametrize("seed", range(1, 5))
def test_only_what_changes_nothing_is_called_idle(seed: int) -> None:
    """Whatever is idle leaves all on the table as it was, and costs no more than one card of the hand."""
    match = genesis(seed)
    fate, found = Fate(seed), 0
    while match.to_act() is not None and match.taken < 140:
        for word in match.actions():
            seat = match.to_act()
            if (
                seat is None
                or word.split()[0] in ("attack", "block", "noblock", "pick")
                or not foreseen(match, word).idle
            ):
                continue
            found += 1
            assert word.split()[0] in ("cast", "pay", "use", "retaliate"), word
            before, taken, view = quiet(match, seat), match.taken, match.position()
            match.act(word)
            now = match.position()
            if (now["step"], now["turn"]) == (view["step"], view["turn"]):
                assert quiet(match, seat) == before, word
                assert len(now["seats"][seat]["hand"]) >= len(view["seats"][seat]["hand"]) - 1
            match.undo(taken)
        match.act(fate.pick(match.actions()))
    assert found or seed != 1

"""The house rule `steals`: one purple card in a turn, where the book has no limit (VE-11.15)."""

from __future__ import annotations

from typing import Any

import pytest

from games.vediic.arrange import Json, listed, play, refused, table, turn
from marks import clause
from orrery.bots.games.vediic.features import LAST_EASY, LAST_STUCK, PURPLES, features
from orrery.bots.games.vediic.sky import Sky
from orrery.core.clause import BadPosition
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.core.records import from_record, to_record
from orrery.games.vediic import GAME
from orrery.games.vediic.rules.engine import VediicState

THIEF = ["red c32 c36: purple purple purple yellow green", "blue c00 c17: red gray", "green c04 c19: yellow blue"]


def once(players: list[str] = THIEF, **fields: Any) -> Match:
    return table(players, steals="one", **fields)


@clause("VE-11.15")
@pytest.mark.parametrize("first", ["steal", "steal 1", "steal 1 2"])
def test_with_one_a_turn_sees_one_purple_card(first: str) -> None:
    match = once()
    assert listed(match, "steal") == ["steal", "steal 1", "steal 1 2", "steal 2"]
    play(match, first)
    assert listed(match, "steal") == []
    assert refused(match, "steal 2") == ("steal_used", "VE-11.15")
    assert refused(match, "steal") == ("steal_used", "VE-11.15")
    assert "move 0 c33" in match.actions()


@clause("VE-11.15")
def test_the_book_has_no_limit_and_the_second_leg_none_of_its_own_with_one() -> None:
    for steals, again in (("any", ["steal", "steal 1", "steal 1 2", "steal 2"]), ("one", [])):
        match = table(THIEF, steals=steals)
        play(match, "steal 1")
        assert listed(match, "steal") == again
        play(match, "move 0 c33", "again with yellow")
        assert listed(match, "steal") == again


@clause("VE-11.15")
def test_after_a_skip_there_is_one_as_well() -> None:
    match = once()
    play(match, "skip with yellow", "steal 1")
    assert listed(match, "steal") == [] and refused(match, "steal 1") == ("steal_used", "VE-11.15")


@clause("VE-11.15")
def test_who_has_not_stolen_in_the_first_leg_may_in_the_second_and_the_next_turn_is_free_again() -> None:
    match = once()
    play(match, "move 0 c33", "again with yellow", "steal 1")
    assert listed(match, "steal") == []
    play(match, "end")
    position = match.position()
    assert position["to_act"] == 1 and position["turn"]["stole"] is False


@clause("VE-14.1", "VE-18.2")
def test_positions_have_the_rule_only_where_it_is_not_the_books() -> None:
    plain = table(THIEF, steals="any").position()
    assert "steals" not in plain["options"] and "stole" not in plain["turn"]
    assert plain == table(THIEF).position()
    match = once()
    assert match.position()["options"]["steals"] == "one" and match.position()["turn"]["stole"] is False
    play(match, "steal 1")
    position = match.position()
    assert position["turn"]["stole"] is True
    assert match.view(1)["turn"]["stole"] is True
    again = Match.load(GAME, position)
    assert again.position() == position and again.actions() == match.actions()
    assert list(GAME.new({"steals": "one"}, Fate(1)).position()["options"])[-2:] == ["steals", "max_rounds"]


BAD: list[tuple[Json, str]] = [
    (turn(), "turn: the field stole is missing"),
    (turn(stole=1), "turn.stole: 1 is neither true nor false"),
    (turn(stole=True), "turn.stole: before the move of the first leg it is true in stage steal and in no other"),
    (turn("steal", stole=False), "turn.stole: before the move of the first leg it is true in stage steal"),
    (turn("steal", stole=False, leg=2, yellow=True, moved=[True, False]), "turn.stole: in stage steal it is true"),
]


@clause("VE-14.3")
@pytest.mark.parametrize(("flags", "problem"), BAD)
def test_a_position_in_which_the_flag_cannot_be_is_refused(flags: Json, problem: str) -> None:
    with pytest.raises(BadPosition, match="stole") as fault:
        once(turn=flags)
    assert problem in str(fault.value)


@clause("VE-14.3")
def test_without_the_rule_there_is_no_such_flag() -> None:
    with pytest.raises(BadPosition, match="stole"):
        table(THIEF, turn=turn(stole=False))


def test_matches_with_the_rule_are_recorded_and_sampled() -> None:
    match, dice = Match.new(GAME, {"players": 3, "steals": "one", "max_rounds": 12}, 4), Fate(4)
    stolen = 0
    while (seat := match.to_act()) is not None:
        world = GAME.sampler(match.view(seat), match.seen(seat)).draw(Fate(1))
        assert sorted(world.word(action) for action in world.actions()) == match.actions()
        steals = listed(match, "steal")
        stolen += bool(steals)
        match.act(dice.pick(steals or match.actions()))
    assert stolen > 5, "the rule was met"
    record = to_record(match)
    assert record["start"]["options"]["steals"] == "one"
    assert from_record(GAME, record).hash() == match.hash()


def row_of(match: Match) -> list[float]:
    state = match.state
    assert isinstance(state, VediicState)
    return features(state, Sky(state.board), 0)


def test_the_mind_knows_that_only_one_purple_card_can_be_played() -> None:
    """More than one is a burden before the last promotion, and no second theft."""
    late = ["red c32 promoted: purple purple purple blue +2", *THIEF[1:]]
    free, bound = row_of(table(late)), row_of(once(late))
    assert (free[LAST_EASY], free[LAST_STUCK]) == (3.0, 1.0)
    assert (bound[LAST_EASY], bound[LAST_STUCK]) == (1.0, 3.0)
    assert row_of(table(THIEF))[PURPLES] == 1.0 and row_of(once())[PURPLES] == 0.5

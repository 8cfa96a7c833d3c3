"""Rounds and the steps of a turn: VE-4, VE-5."""

from __future__ import annotations

import pytest

from games.vediic.arrange import OTHERS, Json, listed, named, names, planets_move, play, refused, table, turn
from marks import clause
from orrery.core.match import Match

RICH = "red c28 c36: yellow purple blue blue green"
"""c28 is in contact with a red planet in house 6."""
NEAR = {"red": 6}
PILE = {"gray": 1, "red": 1}


def words(match: Match) -> set[str]:
    """The first words of the legal actions."""
    return {word.split(" ")[0] for word in match.actions()}


@clause("VE-4.1")
def test_in_a_round_everybody_takes_one_turn_clockwise_from_the_start_seat() -> None:
    match = table(["red c32 c36", *OTHERS], start=1, to_act=1, turn=turn("after", moved=[True, False]))
    assert play(match, "end") == [{"event": "end", "seat": 1}, {"event": "turn", "seat": 2}]
    play(match, "move 1 c16")
    assert play(match, "end")[-1] == {"event": "turn", "seat": 0}
    play(match, "move 0 c33")
    assert "round" in names(play(match, "end"))


@clause("VE-4.2")
@pytest.mark.parametrize("start", [0, 1, 2])
def test_after_the_last_turn_the_planets_move_and_the_next_seat_starts_a_round(start: int) -> None:
    match = planets_move(["red c32 c36", *OTHERS], start=start, round=4)
    events = play(match, "end")
    after = (start + 1) % 3
    assert len(named(events, "planet_move")) == 7
    assert events[-2:] == [{"event": "round", "round": 5, "start": after}, {"event": "turn", "seat": after}]
    seats = []
    for _ in range(3):
        seats.append(match.to_act())
        play(match, listed(match, "move")[0], "end")
    assert seats == [after, (after + 1) % 3, start], "the former start seat plays last"


@clause("VE-5.1")
def test_a_turn_goes_through_its_steps_and_a_yellow_card_repeats_them() -> None:
    match = table([RICH, "blue c00 c17: gray", "green c04 c19"], NEAR, charity={"gray": 2, "red": 1})
    play(match, "charity gray", "trade blue,blue for red", "steal 1", "move 1 c35")
    assert words(match) == {"trade", "again", "end"}
    play(match, "again with yellow")
    assert match.position()["turn"] == turn("before", leg=2, charity=True, yellow=True, moved=[False, True])
    play(match, "charity red", "trade green,gray for red", "move 0 c32", "end")
    assert match.to_act() == 1


@clause("VE-5.2")
def test_a_step_is_skipped_by_an_action_of_a_later_one() -> None:
    match = table([RICH, "blue c00 c17: gray", "green c04 c19"], NEAR, charity=PILE)
    assert words(match) == {"charity", "trade", "steal", "move", "skip"}
    play(match, "steal 1")
    assert words(match) == {"move", "skip"}
    play(match, "move 1 c35")
    assert {"charity", "steal"} & words(match) == set()


@clause("VE-5.3")
def test_the_order_of_the_steps_is_strict() -> None:
    match = table([RICH + " purple", "blue c00 c17: gray gray", "green c04 c19"], NEAR, charity=PILE)
    play(match, "trade blue,blue for red")
    assert refused(match, "charity gray") == ("charity_closed", "VE-5.3")
    play(match, "steal 1")
    assert refused(match, "trade yellow,green for red") == ("no_exchange_after_steal", "VE-5.3")
    assert refused(match, "charity gray") == ("charity_closed", "VE-5.3")
    assert "steal 1" in match.actions(), "a step is done as often as one likes"
    play(match, "move 1 c35")
    assert refused(match, "steal 1") == ("no_steal_after_move", "VE-5.3")
    assert refused(match, "move 0 c32") == ("move_done", "VE-5.3")
    assert "trade yellow,green for red" in match.actions()


@clause("VE-5.4")
def test_in_the_first_leg_a_pawn_must_move_also_after_a_promotion() -> None:
    match = table(["red c28 c36: +2", *OTHERS], {"purple": 5})
    assert refused(match, "end") == ("must_move_first", "VE-5.4")
    play(match, "promote 0")
    assert refused(match, "end") == ("must_move_first", "VE-5.4")
    play(match, "move 1 c35")
    assert match.actions() == ["end"]


@clause("VE-5.5")
@pytest.mark.parametrize("stage", ["before", "steal", "after"])
def test_in_the_second_leg_the_turn_may_end_at_any_moment(stage: str) -> None:
    flags: Json = {"leg": 2, "yellow": True, "moved": [True, False]}
    match = table(["red c28 c36: yellow", *OTHERS], turn=turn(stage, **flags))
    assert "end" in match.actions()
    for word in ("skip with yellow", "pass"):
        assert refused(match, word)[0] == ("move_done" if stage == "after" else "not_in_second_leg")
    assert refused(match, "again with yellow") == ("yellow_used", "VE-11.14")
    play(match, "end")
    assert match.to_act() == 1

"""The charity pile and the end: VE-12, VE-13."""

from __future__ import annotations

import pytest

from games.vediic.arrange import OTHERS, held, listed, named, names, planets_move, play, refused, table, turn
from marks import clause
from orrery.core.clause import Over
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games.vediic import GAME

DONOR = "green c28 c36: yellow blue blue red gray"


@clause("VE-12.1")
def test_the_charity_pile_is_open_and_empty_at_first() -> None:
    match = Match.new(GAME, {}, 1)
    assert set(match.position()["charity"].values()) == {0}
    donated = table([DONOR, *OTHERS], {"purple": 5})
    play(donated, "donate blue,red,gray")
    for seat in (None, 0, 1, 2):
        assert donated.view(seat)["charity"] == donated.position()["charity"]


@clause("VE-12.2")
def test_donated_cards_lie_there_until_they_are_taken() -> None:
    match = planets_move(["green c32 c36", *OTHERS], {"red": 1}, charity={"red": 1, "gray": 2})
    play(match, "end")
    charity = match.position()["charity"]
    assert (charity["red"], charity["gray"]) == (1, 2)
    assert listed(match, "charity") == ["charity gray", "charity red"]


@clause("VE-12.3")
def test_in_step_1_one_card_is_taken_and_can_be_used_at_once() -> None:
    match = table(["green c32 c36", *OTHERS], charity={"red": 1, "gray": 2})
    assert refused(match, "charity blue") == ("not_in_charity", "VE-12.3")
    assert play(match, "charity gray") == [{"event": "charity", "seat": 0, "color": "gray"}]
    assert held(match, 0) == {"gray": 1} and match.position()["charity"]["gray"] == 1
    assert refused(match, "charity red") == ("charity_closed", "VE-5.3")
    assert "move 0 c18 with gray" in match.actions()


@clause("VE-12.4")
@pytest.mark.parametrize("how", ["skip", "again"])
def test_a_yellow_card_opens_one_more_taking(how: str) -> None:
    match = table(["green c32 c36: yellow", *OTHERS], charity={"red": 3})
    play(match, "charity red")
    if how == "again":
        play(match, "move 0 c33")
    play(match, f"{how} with yellow", "charity red")
    assert held(match, 0) == {"red": 2} and listed(match, "charity") == []


@clause("VE-12.5")
@pytest.mark.parametrize("waits", [True, False])
def test_who_has_donated_takes_no_charity_card_in_this_turn(waits: bool) -> None:
    match = table([DONOR, *OTHERS], {"purple": 5}, donor_waits=waits)
    play(match, "donate blue,red,gray", "skip with yellow")
    assert (listed(match, "charity") == []) == waits
    if waits:
        assert refused(match, "charity red") == ("donor_waits", "VE-12.5")
    else:
        assert match.why_not("charity red") is None
    play(match, "end")
    assert listed(match, "charity") == ["charity blue", "charity gray", "charity red"], "anyone else may take"


@clause("VE-13.1")
def test_who_promotes_his_second_pawn_wins_at_once() -> None:
    match = table(["green c28 promoted: +2", "blue c00 c17: +3", "yellow c04 c19"], {"purple": 5})
    events = play(match, "promote 0")
    assert events[1] == {"event": "over", "reason": "promotion", "winners": [0]}
    result = match.result()
    assert (result.over, result.winners, match.to_act(), match.actions()) == (True, [0], None, [])
    with pytest.raises(Over):
        match.act("end")


@clause("VE-13.2")
def test_scores_are_four_for_a_promoted_pawn_and_one_for_an_enlightenment_card() -> None:
    match = table(["green c28 promoted: +2", "blue c00 c17: +3", "yellow c04 c19"], {"purple": 5})
    assert (match.result().scores, match.result().winners) == ([6, 3, 0], [])
    play(match, "promote 0")
    assert (match.result().scores, match.result().winners) == ([8, 3, 0], [0])


def final(*lines: str) -> list[int]:
    """The winners when the last turn of the last round ends."""
    match = planets_move(list(lines), round=60)
    events = play(match, "end")
    assert names(events) == ["end", "over"] and named(events, "planet_move") == []
    assert events[1]["reason"] == "max_rounds" and events[1]["winners"] == match.result().winners
    assert match.position()["round"] == 60
    winners: list[int] = events[1]["winners"]
    return winners


@clause("VE-13.3")
def test_after_the_last_round_the_winner_is_found_without_a_planets_turn() -> None:
    assert final("green c28 c32: +3", "blue c00 promoted: red", "yellow c04 c19") == [1], "promoted pawns"
    assert final("green c28 c32: +3 red red", "blue c00 c17: +2", "yellow c04 c19") == [0], "enlightenment cards"
    assert final("green c28 c32: +1 red red", "blue c00 c17: +1 gray", "yellow c04 c19") == [1], "fewest cards"
    assert final("green c28 c32: +1 red", "blue c00 c17: +1 gray", "yellow c04 c19") == [0, 1], "shared"


@clause("VE-13.3")
def test_the_last_round_is_played_to_its_end() -> None:
    match = table(["green c28 c32", *OTHERS], round=60, turn=turn("after", moved=[True, False]))
    play(match, "end")
    assert match.to_act() == 1 and not match.result().over
    shorter = planets_move(["green c28 c32", *OTHERS], round=2, max_rounds=2)
    assert names(play(shorter, "end")) == ["end", "over"]


@clause("VE-13.4")
@pytest.mark.parametrize("players", range(2, 8))
def test_every_match_ends_and_no_turn_is_longer_than_the_rules_say(players: int) -> None:
    dice = Fate(players)
    for seed in range(3):
        state = GAME.new({"players": players, "max_rounds": 25, "trade": "any"}, Fate(seed))
        length = 0
        while state.to_act() is not None:
            actions = state.actions()
            # Exchanges and steals first: the longest turns that there are.
            long = [a for a in actions if state.word(a).startswith(("trade", "steal", "charity", "pay"))]
            events = state.act(dice.pick(long or actions))
            length = 0 if any(event.as_json()["event"] == "turn" for event in events) else length + 1
            assert length < 77 + 2 + 8 + 77
        assert state.result().winners

"""What the game is played with: VE-1."""

from __future__ import annotations

import pytest

from games.vediic.arrange import COLORS, OTHERS, held, listed, named, pawns, planets_move, play, position, table
from marks import clause
from orrery.core.clause import BadOptions, BadPosition
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games.vediic import GAME


@clause("VE-1.1")
@pytest.mark.parametrize("players", range(1, 9))
def test_two_to_seven_players_sit_at_seats_from_0_on(players: int) -> None:
    if 2 <= players <= 7:
        match = Match.new(GAME, {"players": players}, 1)
        assert match.state.seats() == len(match.position()["players"]) == players
        seats: list[int | None] = []
        while match.position()["rolls"] is not None and len(seats) < players:
            seats.append(match.to_act())
            match.act("roll")
        assert seats == list(range(players))
    else:
        with pytest.raises(BadOptions, match="from 2 to 7"):
            Match.new(GAME, {"players": players}, 1)


@clause("VE-1.2")
def test_there_are_eleven_cards_of_each_colour_and_thirteen_enlightenment_cards() -> None:
    supply = Match.new(GAME, {}, 1).position()["supply"]
    assert supply == {**dict.fromkeys(COLORS, 11), "enlightenment": 13}
    full = [f"{color} c0{i} c1{i}: +3" for i, color in enumerate(COLORS)]
    with pytest.raises(BadPosition, match="there are 13"):
        GAME.load(position(full), Fate())
    with pytest.raises(BadPosition, match="12 red cards; there are 11"):
        GAME.load(position(["red c32 c36: " + 10 * "red ", "blue c00 c17: red red"]), Fate())


@clause("VE-1.3")
@pytest.mark.parametrize("players", [2, 7])
def test_all_seven_planets_are_in_play_and_every_player_has_two_pawns(players: int) -> None:
    lines = [f"{color} c0{i} c1{i}" for i, color in enumerate(COLORS)][:players]
    match = planets_move(lines)
    assert [event["planet"] for event in named(play(match, "end"), "planet_move")] == list(COLORS)
    assert all(len(pawns(match, seat)) == 2 for seat in range(players))
    assert match.position()["enlightenment"] == "purple"


@clause("VE-1.4")
def test_colours_stand_in_canonical_order() -> None:
    match = table([f"red c32 c36: {' '.join(reversed(COLORS))}", *OTHERS], {"purple": 5})
    assert list(match.position()["supply"])[:7] == list(COLORS)
    play(match, "move 0 c28")
    for word in listed(match, "donate"):
        colors = word.split(" ")[1].split(",")
        assert colors == sorted(colors, key=COLORS.index)
    assert len(listed(match, "donate")) == 35


@clause("VE-1.5")
def test_a_card_that_is_played_traded_or_paid_goes_back_to_the_supply() -> None:
    match = table(["red c32 c36: green yellow purple blue blue", *OTHERS], {"red": 6})

    def supply(color: str) -> int:
        count: int = match.position()["supply"][color]
        return count

    play(match, "steal")
    assert supply("purple") == 11
    play(match, "move 0 c28 with green")
    assert supply("green") == 11
    play(match, "trade blue,blue for red")
    assert supply("blue") == 11
    play(match, "again with yellow")
    assert supply("yellow") == 11
    payer = planets_move(["red c32 c36", "blue c00 c17: gray", "green c25 c26: orange"], {"red": 1})
    play(payer, "end", "shield with orange")
    assert payer.position()["supply"]["orange"] == 11


@clause("VE-1.6")
def test_there_is_no_limit_to_the_benefit_cards_held() -> None:
    cards = " ".join(color for color in COLORS for _ in range(9))
    match = planets_move([f"red c25 c36: {cards}", "blue c00 c17"], {"yellow": 4})
    play(match, "end")
    assert held(match, 0)["yellow"] == 10 and sum(held(match, 0).values()) == 64

"""Setting up: SE-3, and the orders and the table that the rest is written in."""

from __future__ import annotations

from typing import Any

import pytest

from games.space_editor.abilities import protect
from games.space_editor.arrange import play, position, table
from games.space_editor.cards import Json, basepoint, planet
from games.space_editor.lying import at
from games.space_editor.told import named, names
from marks import clause
from orrery.core.clause import BadOptions, BadPosition
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games.space_editor import GAME

ELEMENTS = ["water", "wind", "earth", "fire"]


def start(mode: str = "half", players: int = 2, size: int = 6, seed: int = 3, **options: Any) -> Match:
    """A new match with decks of so many planets each, named w00, w01, ... for water and so on."""
    cards: Json = {"base": basepoint("g2 g2 g2 g2", protect("self", "turn_down"))}
    decks = []
    for element in ELEMENTS[:players]:
        ids = [f"{element[:2]}{number:02}" for number in range(size)]
        cards |= {id: planet("g1 g1 g1 g1", element) for id in ids}
        decks.append(ids)
    options = {"mode": mode, "players": players, "cards": cards, "decks": decks, "deck_rules": "none", **options}
    return Match.new(GAME, options, seed)


@clause("SE-3.1")
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("mode", ["half", "full"])
def test_half_mode_takes_two_to_four_and_full_mode_two(mode: str, players: int) -> None:
    if players == 2 or (mode == "half" and 2 <= players <= 4):
        assert start(mode, players).state.seats() == players
    else:
        with pytest.raises(BadOptions, match="players"):
            start(mode, players)


@clause("SE-3.1")
@pytest.mark.parametrize("players", [3, 4])
def test_a_position_of_full_mode_has_two_seats_as_well(players: int) -> None:
    fine = position("t", {"t": "- - - -", "p": "- - - -"}, mode="half", players=players)
    GAME.load(fine, Fate())
    with pytest.raises(BadPosition, match="full mode"):
        GAME.load(fine | {"options": {"mode": "full", "players": players}}, Fate())


@clause("SE-3.1")
@pytest.mark.parametrize(
    "elements", [["water", "water"], ["water"], ["water", "wind", "earth"], ["water", "aether"], []]
)
def test_each_seat_has_one_element_and_no_element_is_taken_twice(elements: list[str]) -> None:
    with pytest.raises(BadOptions):
        start("half", 2, elements=elements)
    with pytest.raises(BadPosition):
        GAME.load(position("t", {"t": "- - - -", "p": "- - - -"}, elements=elements), Fate())


@clause("SE-3.2")
def test_decks_are_shuffled_seat_by_seat_from_seat_0() -> None:
    match = start(size=24, seed=7)
    first = [int(id[2:]) for id in match.position()["decks"][0]]
    assert first == [13, 10, 22, 14, 16, 3, 15, 7, 18, 17, 21, 11, 20, 1, 6, 2, 5, 8, 4, 23, 12, 19, 0, 9]
    # The second deck goes on with the same generator.
    fate = Fate(7)
    order = [list(range(24)), list(range(24))]
    for deck in order:
        for i in range(23, 0, -1):
            j = fate.draw(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
    assert [[int(id[2:]) for id in deck] for deck in match.position()["decks"]] == order


@clause("SE-3.2")
def test_the_next_card_to_draw_is_the_first_of_the_deck() -> None:
    match = start(size=6)
    decks = match.position()["decks"]
    events = play(match, "basepoint 0,0")
    assert [event["cards"] for event in named(events, "drawn")] == [decks[0][:2], decks[1][:2]]
    assert match.position()["decks"] == [decks[0][2:], decks[1][2:]]


@clause("SE-3.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_player_places_the_basepoint_on_any_cell(players: int) -> None:
    match = start("half", players, table=[4, 3])
    assert match.to_act() == players - 1
    assert match.position()["phase"] == "basepoint"
    assert match.position()["hands"] == [[]] * players
    cells = sorted(f"basepoint {x},{y}" for x in range(-2, 2) for y in range(-1, 2))
    assert match.actions() == cells
    events = play(match, "basepoint -2,1")
    assert events[0] == {"event": "basepoint", "seat": players - 1, "card": "base", "x": -2, "y": 1}
    lies = {"x": -2, "y": 1, "card": "base", "r": 0, "up": True, "placer": players - 1, "turn": 0, "no": 0}
    assert match.position()["board"] == [lies | {"guard": 0, "silence": 0, "void": False}]


@clause("SE-3.4", "SE-3.6")
def test_every_cell_of_the_table_takes_the_basepoint() -> None:
    for word in start(table=[2, 2]).actions():
        match = start(table=[2, 2])
        play(match, word)
        assert match.to_act() == 0


@clause("SE-3.5")
def test_the_board_is_listed_by_column_and_then_by_row() -> None:
    match = table("a b\nc d", dict.fromkeys("abcdp", "- - - -"), corner=(-1, -1))
    assert [row["card"] for row in match.position()["board"]] == ["c", "a", "d", "b"]


@clause("SE-3.5")
@pytest.mark.parametrize("mirrored", [False, True])
def test_what_happens_at_once_goes_by_age_so_that_mirrored_boards_play_alike(mirrored: bool) -> None:
    cards = {"a": "- n1 - n1", "b": "- n1 - n1", "q": "- n2 - n2", "p": "- n2 - n2"}
    picture = "q#0 b#2 . a#1 q#3" if mirrored else "q#0 a#1 . b#2 q#3"
    events = play(table(picture, cards), "place p 2,0 r0")
    assert [event["no"] for event in named(events, "turned_down")] == [1, 2]


@clause("SE-3.6")
@pytest.mark.parametrize(
    ("size", "columns", "rows"),
    [
        ([21, 21], (-10, 10), (-10, 10)),
        ([4, 3], (-2, 1), (-1, 1)),
        ([1, 2], (0, 0), (-1, 0)),
        ([99, 1], (-49, 49), (0, 0)),
        ([2, 99], (-1, 0), (-49, 49)),
    ],
)
def test_the_table_runs_from_minus_half_its_size(
    size: list[int], columns: tuple[int, int], rows: tuple[int, int]
) -> None:
    words = {f"basepoint {x},{y}" for x in range(columns[0], columns[1] + 1) for y in range(rows[0], rows[1] + 1)}
    assert set(start(table=size).actions()) == words


@clause("SE-3.6", "SE-12.2")
@pytest.mark.parametrize(
    "size", [[1, 1], [0, 5], [5, 0], [100, 1], [1, 100], [5], [5, 5, 5], "5x5", [5.0, 5], [True, 5]]
)
def test_a_table_has_1_to_99_columns_and_rows_and_two_cells(size: Any) -> None:
    with pytest.raises(BadOptions, match="table"):
        start(table=size)


@clause("SE-3.6", "SE-1.4")
def test_cells_at_opposite_edges_do_not_touch() -> None:
    # Each column ends where the next one begins; a card on the last cell of one touches nothing of the other.
    options = {"table": [2, 2]}
    match = table(". .\nt .", {"t": "n1 n1 n1 n1", "p": "g1 g1 g1 g1"}, options=options, corner=(-1, -1))
    assert {word.split()[2] for word in match.actions()} == {"-1,0", "0,-1"}
    match = table("t .\n. .", {"t": "n1 n1 n1 n1", "p": "g1 g1 g1 g1"}, options=options, corner=(-1, -1))
    assert {word.split()[2] for word in match.actions()} == {"-1,-1", "0,0"}


@clause("SE-3.7")
@pytest.mark.parametrize(("mode", "hand"), [("half", 2), ("full", 4)])
def test_first_hands_are_drawn_seat_by_seat_and_seat_0_takes_turn_1(mode: str, hand: int) -> None:
    match = start(mode, 2, size=9)
    events = play(match, "basepoint 0,0")
    after = ["turn"] if mode == "half" else ["turn", "drawn"]
    assert names(events) == ["basepoint", "drawn", "drawn", *after]
    assert [(e["seat"], len(e["cards"])) for e in named(events, "drawn")[:2]] == [(0, hand), (1, hand)]
    assert named(events, "turn") == [{"event": "turn", "turn": 1, "seat": 0}]
    assert match.to_act() == 0
    assert [len(pile) for pile in match.position()["hands"]] == [hand + (mode == "full"), hand]


@clause("SE-3.7")
@pytest.mark.parametrize("players", [3, 4])
def test_first_hands_of_more_seats(players: int) -> None:
    events = play(start("half", players), "basepoint 0,0")
    assert [event["seat"] for event in named(events, "drawn")] == list(range(players))


@clause("SE-3.7", "SE-6.6")
def test_a_deck_that_is_too_small_gives_what_it_has() -> None:
    match = start("full", 2, size=3)
    events = play(match, "basepoint 0,0")
    assert [len(event["cards"]) for event in named(events, "drawn")] == [3, 3]
    assert match.position()["decks"] == [[], []]
    assert at(match, 0, 0)["card"] == "base"


@clause("SE-12.4")
def test_matches_of_the_same_options_share_nothing_that_can_be_changed() -> None:
    options = {"mode": "full", "table": [9, 7]}
    first, second = (Match.new(GAME, options, seed) for seed in (1, 2))
    shown = first.state.position()
    shown["options"]["table"][0] = 99
    shown["decks"][0].clear()
    options["table"] = [5, 5]
    third = Match.new(GAME, {"mode": "full", "table": [9, 7]}, 2)
    assert third.state.position() == second.state.position()
    assert third.state.position()["options"]["table"] == [9, 7]
    assert len(third.state.position()["decks"][0]) == len(second.state.position()["decks"][0]) > 0
    assert first.state.position()["decks"] != second.state.position()["decks"]


@clause("SE-12.4")
@pytest.mark.parametrize("wrong", [{"players": 2.0}, {"players": True}, {"table": [9.0, 7]}, {"elements": ("water",)}])
def test_what_was_fine_before_does_not_make_something_like_it_fine(wrong: Json) -> None:
    Match.new(GAME, {"mode": "full", "players": 2, "table": [9, 7]}, 1)
    with pytest.raises(BadOptions):
        Match.new(GAME, {"mode": "full", "players": 2, "table": [9, 7]} | wrong, 1)


@clause("SE-4.2")
def test_new_kinds_of_cells_are_told_alike_by_tables_and_by_hand() -> None:
    state = Match.new(GAME, {"mode": "full"}, 5).state
    cards = state.setting.cards  # type: ignore[attr-defined]
    for north in cards.codes:
        for east in cards.codes:
            kind = cards.kind(north | east << 7)
            for card in range(len(cards.ids)):
                assert cards.mask_on(card, kind) == cards.mask(card, north | east << 7)

"""Actions: SE-13."""

from __future__ import annotations

import pytest

from games.space_editor.abilities import do, when
from games.space_editor.arrange import play, refused, stir, table
from games.space_editor.cards import Json, basepoint, gifted, planet, star
from games.space_editor.told import names
from marks import clause
from orrery.core.clause import Illegal
from orrery.core.match import Match
from orrery.games.space_editor import GAME

BLANK = "- - - -"


@clause("SE-13.1")
def test_every_decision_has_its_own_words() -> None:
    steps = (do("turn_up", "line"), do("rotate", "line", may=True), do("relocate", "event"), do("place", to="line"))
    cards = {"m": gifted(BLANK, when("neighbour_placed", *steps)), "d": star(), "b": basepoint(BLANK), "p": "- k - -"}
    cards["q"] = BLANK
    options: Json = {"cards": {id: planet(what) if isinstance(what, str) else what for id, what in cards.items()}}
    options |= {"decks": [["q"] * 5, ["q"] * 5], "deck_rules": "none", "table": [1, 2]}
    assert Match.new(GAME, options, 1).actions() == ["basepoint 0,-1", "basepoint 0,0"]
    match = table("m /d\n. /d", cards, ("p q",), corner=(0, 0))
    assert match.actions()[0] == "place p -1,1 r0"
    play(match, "place p 0,0 r0")
    assert match.actions() == ["face 1,0 r0", "face 1,0 r1", "face 1,0 r2", "face 1,0 r3"]
    play(match, "face 1,0 r0")
    assert match.actions() == ["target 1,1"]
    play(match, "target 1,1", "face 1,1 r3")
    assert match.actions() == ["pass", "use"]
    play(match, "use", "target 1,1")
    assert match.actions() == ["rotate 1,1 r0", "rotate 1,1 r1", "rotate 1,1 r2", "rotate 1,1 r3"]
    play(match, "rotate 1,1 r2")
    assert "relocate 2,1 r0" in match.actions()
    assert all(word.startswith("relocate ") for word in match.actions())
    play(match, "relocate 2,1 r0")
    assert "place q 0,2 r0" in match.actions()
    assert all(word.startswith("place q ") for word in match.actions())
    stuck = table("b", {"b": basepoint("k k k k"), "p": BLANK, "q": BLANK}, ("q p",))
    assert stuck.actions() == ["discard p", "discard q"]


@clause("SE-13.1")
def test_the_list_is_sorted_as_text_and_names_nothing_twice() -> None:
    # On this table -1 sorts before -10 and 10 before 2, as texts do.
    cards = {"t": BLANK, "p": "g1 g1 g1 g1", "q": "g1 g1 g1 g1"}
    match = table("t . t . t", cards, ("q p p q p",), corner=(-10, 0))
    listed = match.actions()
    assert listed == sorted(listed)
    assert len(listed) == len(set(listed))
    cells = {"-10,1", "-10,-1", "-9,0", "-8,1", "-8,-1", "-7,0", "-6,1", "-6,-1", "-5,0"}
    assert listed == sorted(f"place {id} {cell} r{r}" for id in "pq" for cell in cells for r in range(4))


@clause("SE-13.1")
@pytest.mark.parametrize(
    "word",
    [
        "",
        " ",
        "pl",
        "Place p 1,0 r0",
        "place",
        "place p",
        "place p 1,0",
        "place p 1,0 r0 ",
        " place p 1,0 r0",
        "place  p 1,0 r0",
        "place\tp 1,0 r0",
        "place p 1,0 r0\n",
        "place p 1,0 r0 r0",
        "place p +1,0 r0",
        "place p 01,0 r0",
        "place p 1,00 r0",
        "place p 1,-0 r0",
        "place p 1.0,0 r0",
        "place p 1, 0 r0",
        "place p 1 0 r0",
        "place p 1,0,0 r0",
        "place p 1 r0",
        "place p x,0 r0",
        "place p １,0 r0",
        "place p 1,0 r4",
        "place p 1,0 r-1",
        "place p 1,0 r00",
        "place p 1,0 0",
        "place p 1,0 R0",
        "place p 1,0 r",
        "place p 1,0 r²",
        "place P 1,0 r0",
        "place p* 1,0 r0",
        "place p 99999999999999999999,0 r0",
        "place 1,0 p r0",
        "use p",
        "pass 0",
        "discard",
        "discard p p",
    ],
)
def test_an_action_is_written_exactly_like_this_or_not_understood(word: str) -> None:
    match = table("t", {"t": BLANK, "p": BLANK})
    assert "place p 1,0 r0" in match.actions()
    before = match.position()
    with pytest.raises(Illegal) as illegal:
        match.act(word)
    assert illegal.value.refusal.kind == "not_understood"
    assert match.position() == before


@clause("SE-13.1")
@pytest.mark.parametrize("word", ["end", "draw", "place:", "face", "turn 0,0"])
def test_other_words_are_no_actions(word: str) -> None:
    assert refused(table("t", {"t": BLANK, "p": BLANK}), word)[0] in ("unknown_word", "wrong_form")


@clause("SE-13.1")
def test_reading_a_word_gives_the_action_that_writes_it() -> None:
    match = table("t", {"t": BLANK, "p": BLANK, "q": "n1 g1 k -"}, ("p q",), corner=(-3, 2))
    state = match.state
    for action in state.actions():
        assert state.read(state.word(action)) == action
    assert state.read("place p 99,0 r0") is None
    assert state.read("place nowhere 0,0 r0") is None


@clause("SE-13.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_player_acts_in_phase_basepoint_and_then_the_active_seat(players: int) -> None:
    cards = {"b": basepoint(BLANK), "p": planet(BLANK)}
    options = {"cards": cards, "players": players, "decks": [["p"] * 4] * players, "deck_rules": "none"}
    match = Match.new(GAME, options, 1)
    assert match.to_act() == players - 1
    play(match, "basepoint 0,0")
    for seat in (*range(players), 0):
        assert match.to_act() == seat == match.position()["to_act"]
        play(match, match.actions()[0])


@clause("SE-13.2")
def test_the_seat_of_the_first_face_acts_and_then_the_decider() -> None:
    # Seat 0 turns d up by kinetic energy; then seat 1 decides the ability of m.
    asks = gifted(BLANK, when("neighbour_placed", do("turn_up", "line"), decider="placer"))
    match = table("m@1 . /d\n. /d .", {"m": asks, "d": BLANK, "p": "- - - -", "q": "- - k -"}, ("q",))
    play(match, "place q 1,1 r0")
    assert match.to_act() == 0
    play(match, "face 1,0 r0")
    assert match.to_act() == 1
    play(match, "target 2,1")
    assert match.to_act() == 1
    play(match, "face 2,1 r0")
    assert match.to_act() == 1
    assert match.position()["phase"] == "place"


@clause("SE-13.2")
def test_nobody_acts_when_the_match_is_over() -> None:
    match = table("t", {"t": BLANK, "p": BLANK}, ("", "p"), decks=("", ""), active=1)
    play(match, "place p 1,0 r0")
    assert match.to_act() is None
    assert match.position()["to_act"] is None
    assert match.actions() == []


@clause("SE-13.3")
def test_steps_without_a_choice_run_by_themselves() -> None:
    # Discards, draws, a stuck seat, a skipped seat, a subject given, all at once, and fizzling: all in one action.
    steps = (do("guard", "self"), do("guard", "event"), do("guard", "chosen"), do("turn_up", "any"))
    every = do("guard", "line", pick="all")
    cards = {"m": gifted("g1 g1 g1 g1", when("neighbour_placed", *steps, every)), "p": "g1 g1 g1 g1", "k": "k k k k"}
    match = table("m", cards, ("p p", "k k", "", "p"), decks=("p", "p", "p", "p"), players=4, mode="half")
    assert names(play(match, "place p 0,1 r0")) == [
        *("placed", "triggered", "resolving", "guarded", "guarded", "guarded", "fizzled", "guarded"),
        *("discarded", "drawn"),
        *("turn", "stuck", "discarded", "discarded", "drawn"),
        *("turn", "skipped", "drawn"),
        "turn",
    ]
    assert match.to_act() == 3


@clause("SE-13.3")
def test_a_choice_stops_the_course_even_if_there_is_one_answer_only() -> None:
    match = stir("m /d", {"d": BLANK}, do("turn_up", "any"))
    assert match.actions() == ["target 1,0"]

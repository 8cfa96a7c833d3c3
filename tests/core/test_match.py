"""Matches: history, undo and its limits, chance that is never drawn twice."""

from __future__ import annotations

import pytest

from known import known
from orrery.core.clause import Illegal, Over
from orrery.core.fate import FateFault
from orrery.core.match import CannotUndo, Match
from toys.high_card import HighCard


def toy(seed: int = 1, queue: list[int] | None = None) -> Match:
    return Match.new(HighCard(), {"players": 2}, seed, queue)


def test_an_action_is_one_entry_and_events_are_kept() -> None:
    match = toy()
    events = match.act("throw")
    assert match.number == match.taken == 1
    assert match.events(None) == [event.as_json() for event in events] == match.seen(0)


def test_a_refused_action_changes_nothing() -> None:
    match = toy()
    before = match.position()
    with pytest.raises(Illegal) as caught:
        match.act("play 99")
    assert caught.value.refusal.code == "not_in_hand"
    assert match.position() == before and match.number == 0


def test_words_that_only_look_like_an_action_are_refused() -> None:
    match = toy()
    word = next(word for word in match.actions() if word != "throw")
    with pytest.raises(Illegal):
        match.act(word.replace("play ", "play 0"))


def test_after_the_end_every_action_is_over() -> None:
    match = toy()
    while match.to_act() is not None:
        match.act(match.actions()[0])
    with pytest.raises(Over):
        match.act("throw")


def test_a_forced_value_that_does_not_fit_leaves_the_match_as_it_was() -> None:
    match = toy(queue=[0] * 19 + [6])
    before = match.position()
    with pytest.raises(Illegal) as caught:
        match.act("throw")
    assert caught.value.refusal.code == "bad_fate"
    assert match.position() == before and before["fate"] == [6] and match.number == 0


def test_undo_goes_back_and_is_one_more_entry() -> None:
    match = toy()
    start = match.position()
    match.act(match.actions()[0])
    match.act(match.actions()[0])
    match.undo(0)
    assert match.position() == start and match.taken == 0 and match.number == 3 and match.seen(0) == []


def test_undo_does_not_rewind_fate() -> None:
    match = toy(seed=4)
    faces = []
    for _ in range(12):
        faces.append(match.act("throw")[0].as_json()["face"])
        match.undo(0)
    again = toy(seed=4)
    in_a_row = [again.act("throw")[0].as_json()["face"] for _ in range(6)]
    assert faces[:6] == in_a_row and len(set(faces)) > 1


def test_undo_gives_forced_values_back() -> None:
    match = toy(queue=[0] * 19 + [3, 2])
    match.act("throw")
    match.undo(0)
    assert match.position()["fate"] == [3, 2]


def test_a_seat_alone_may_not_undo_anothers_action_nor_a_random_one() -> None:
    match = toy()
    assert match.undo_limit(0) == 0
    match.act(next(word for word in match.actions() if word != "throw"))
    assert match.undo_limit(0) == 0 and match.undo_limit(1) == 1
    match.act("throw")
    assert match.undo_limit(1) == 2
    with pytest.raises(CannotUndo):
        match.undo(0, seat=0)
    with pytest.raises(CannotUndo):
        match.undo(2)
    match.undo(0)
    assert match.taken == 0


def test_a_seat_alone_may_not_undo_a_draw_of_cards() -> None:
    game = known("space_editor")
    match = Match.new(game, {"mode": "half"}, 3)
    match.act("basepoint 0,0")
    assert match.undo_limit(1) == 1
    with pytest.raises(CannotUndo):
        match.undo(0, seat=1)


def test_what_happens_in_the_setup_is_recorded() -> None:
    match = toy()
    assert len(match.setup) == 19 and match.entries == []


def test_an_action_is_done_again_with_the_integers_that_were_drawn_then() -> None:
    match, again = toy(1), toy(1)
    match.act("throw")
    again.state.fate.state = 99
    again.redo("throw", match.entries[0].draws, 7)
    assert again.position() == match.position()
    assert again.entries[0].draws == match.entries[0].draws and again.entries[0].time == 7
    before = again.state.fate.state
    again.act("throw")
    assert again.state.fate.state != before, "what is new is drawn from the generator"


@pytest.mark.parametrize(("draws", "fault"), [([], "fewer integers"), ([1, 1], "more integers")])
def test_doing_again_takes_exactly_the_recorded_integers(draws: list[int], fault: str) -> None:
    match = toy()
    with pytest.raises(FateFault, match=fault):
        match.redo("throw", draws)


def test_an_action_that_is_refused_when_done_again_changes_nothing() -> None:
    match = toy()
    before = match.position()
    for word, draws in (("castle", []), ("throw", [9])):
        with pytest.raises(Illegal):
            match.redo(word, draws)
    assert match.position() == before and match.number == 0 and match.state.fate.tape is None


def test_the_actions_that_stood_at_a_number_are_those_before_it_that_no_undo_took_back() -> None:
    match = toy()
    for _ in range(3):
        match.act(match.actions()[0])
    match.undo(1)
    match.act(match.actions()[0])
    entries = match.entries
    assert [match.line_at(number) for number in range(4)] == [entries[:number] for number in range(4)]
    assert match.line_at(4) == entries[:1] and match.line_at(5) == [entries[0], entries[4]] == match.line

"""A match as its entries tell it: undo, proposals, resigning, bots, clocks. No server is needed."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from orrery.core.fate import GOLDEN, MASK
from orrery.server.live.clocks import ClockRule, LiveClock, SlowClock
from orrery.server.live.room import past_of
from orrery.server.live.session import Session, Start
from orrery.server.store.rows import HistoryRow
from server.plays import act, check_refused, start


def three(clock: ClockRule | None = None) -> Start:
    return start("vediic", {"players": 3}, clock=clock)


def entries(play: Session) -> list[HistoryRow]:
    return [logged.entry for logged in play.log]


def check_same(one: Session, two: Session) -> None:
    assert one.match.hash() == two.match.hash()
    assert one.match.state.fate.state == two.match.state.fate.state
    assert one.standing(99_999) == two.standing(99_999)
    for seat in [*range(one.seats), None]:
        assert [logged.seen(seat) for logged in one.log] == [logged.seen(seat) for logged in two.log]


@pytest.mark.parametrize("game", ["space_editor", "vediic", "five_spheres"])
def test_the_same_entries_give_the_same_match_and_the_same_future(game: str) -> None:
    options = {"space_editor": {"mode": "full"}, "vediic": {"players": 4}, "five_spheres": {}}[game]
    play = Session(start(game, options), [])
    for i in range(30):
        act(play, i * 7)
    again = Session(play.start, entries(play))
    check_same(play, again)
    for i in range(10):
        assert act(play, i * 5) == act(again, i * 5)


def test_dice_cannot_be_tried_again_by_undoing_nor_by_a_restart() -> None:
    play = Session(start("vediic", {"players": 2}), [])
    act(play)
    first = play.log[-1].entry
    assert first.word == "roll" and first.draws
    fate = play.match.state.fate.clone()
    play.offer(0, "undo", 0, 3000)
    play.answer(1, True, 3000)
    assert play.match.taken == 0 and play.number == 3
    drawn = len(play.start.setup) + len(first.draws)
    assert play.match.state.fate.state == (7 + GOLDEN * drawn) & MASK
    restarted = Session(play.start, entries(play))
    check_same(play, restarted)
    second = act(play)
    assert second.draws == [fate.draw(6) for _ in second.draws], "the generator goes on from where it was"
    assert act(restarted) == second


def test_one_takes_back_alone_what_showed_nothing_and_no_more() -> None:
    play = Session(start("vediic", {"players": 2}), [])
    seen = False
    for i in range(80):
        seat = play.to_act()
        if seat is None:
            break
        act(play, i)
        limit = play.undo_to(seat)
        if limit is None:
            check_refused("cannot_undo", lambda seat=seat: play.undo(seat, play.match.taken - 1, 3000))  # type: ignore[misc]
            continue
        before, taken = play.number, play.match.taken
        check_refused("cannot_undo", lambda: play.undo(seat, limit - 1, 3000))  # noqa: B023
        play.undo(seat, limit, 3000)
        assert play.number == before + 1 and play.match.taken == limit < taken
        seen = True
    assert seen
    check_same(play, Session(play.start, entries(play)))


def test_a_proposal_needs_all_people_and_a_move_makes_it_void() -> None:
    play = Session(three(), [])
    act(play)
    play.offer(0, "draw", None, 2000)
    check_refused("proposal_stands", lambda: play.offer(1, "draw", None, 2000))
    check_refused("answered", lambda: play.answer(0, True, 2000))
    play.answer(1, True, 2000)
    assert play.outcome is None
    act(play)
    assert play.proposal is None
    play.offer(0, "draw", None, 2000)
    play.answer(2, False, 2000)
    assert play.proposal is None
    play.offer(0, "draw", None, 2000)
    play.answer(1, True, 2000)
    play.answer(2, True, 2000)
    assert play.outcome is not None and play.outcome.by == "draw" and play.outcome.winners == [0, 1, 2]
    check_refused("over", lambda: act(play) if play.to_act() is not None else play.resign(0, 3000))
    check_same(play, Session(play.start, entries(play)))


def stands(play: Session) -> list[int]:
    """The numbers of the actions that stand, as one who is only told the entries knows it."""
    line: list[int] = []
    for logged in play.log:
        past = past_of(logged, None)
        if past.kind == "act":
            line.append(past.number)
        elif past.back is not UNSET:
            del line[past.back :]
    assert len(line) == play.match.taken
    return line


def test_every_entry_tells_whether_actions_were_taken_back_by_it() -> None:
    play = Session(three(), [])
    act(play)
    act(play)
    play.offer(0, "undo", 0, 3000)
    play.answer(1, True, 3100)
    assert stands(play) == [1, 2]
    play.answer(2, False, 3200)
    act(play)
    play.resign(2, 3300)
    assert stands(play) == [1, 2, 6], "what was declined stays, whoever goes later"
    play.offer(0, "undo", 1, 3400)
    play.answer(1, True, 3500)
    assert stands(play) == [1]
    assert play.log[-1].back == 1


def test_who_goes_while_all_others_have_agreed_lets_the_undo_happen() -> None:
    play = Session(three(), [])
    act(play)
    act(play)
    play.offer(0, "undo", 0, 3000)
    play.answer(1, True, 3100)
    play.resign(2, 3200)
    assert stands(play) == [] and play.log[-1].entry.kind == "resign" and play.log[-1].back == 0


def test_bots_agree_to_an_undo_but_to_no_draw() -> None:
    play = Session(start("vediic", {"players": 2}, [None, "random"]), [])
    for _ in range(4):
        act(play)
    check_refused("nobody_to_ask", lambda: play.offer(0, "draw", None, 2000))
    check_refused("bad_message", lambda: play.offer(0, "pause", 3, 2000))
    check_refused("cannot_undo", lambda: play.offer(0, "undo", 4, 2000))
    play.offer(0, "undo", 2, 2000)
    assert play.match.taken == 2


def test_at_a_table_of_two_the_other_wins_when_one_resigns() -> None:
    play = Session(start(), [])
    play.resign(1, 2000)
    assert play.outcome is not None and (play.outcome.by, play.outcome.winners) == ("resign", [0])
    check_refused("over", lambda: play.resign(0, 2000))
    check_same(play, Session(play.start, entries(play)))


def test_at_a_larger_table_a_bot_plays_on_for_one_who_resigns() -> None:
    play = Session(three(), [])
    play.offer(1, "draw", None, 2000)
    play.resign(1, 2000)
    assert play.outcome is None and play.bots == [None, "level2", None] and play.proposal is None
    check_refused("resigned", lambda: play.take_back(1, 2000))
    check_refused("resigned", lambda: play.resign(1, 2000))
    check_same(play, Session(play.start, entries(play)))


def test_a_bot_stands_in_and_hands_the_seat_back() -> None:
    play = Session(three(), [])
    seat = play.to_act()
    assert seat is not None
    play.stand_in(seat, "random", 2000)
    assert play.bot_to_act() == "random" and play.actions_of(seat) is None
    check_refused("not_your_turn", lambda: play.act(seat, play.match.actions()[0], 2000))
    check_refused("bot_already", lambda: play.stand_in(seat, None, 2000))
    act(play)
    play.take_back(seat, 2000)
    check_refused("no_stand_in", lambda: play.take_back(seat, 2000))
    assert play.bot_to_act() is None
    check_refused("no_such_seat", lambda: play.stand_in(9, None, 2000))
    check_refused("too_few_seats", lambda: Session(start(), []).stand_in(0, None, 2000))
    check_same(play, Session(play.start, entries(play)))


def test_others_do_not_wait_for_the_answer_of_one_who_is_replaced_by_a_bot() -> None:
    play = Session(three(), [])
    play.offer(0, "pause", None, 2000)
    play.answer(1, True, 2000)
    play.stand_in(2, None, 2000)
    assert play.paused


def test_in_a_pause_nobody_acts_and_no_clock_runs() -> None:
    play = Session(start(clock=LiveClock(60)), [])
    play.offer(0, "pause", None, 11_000)
    play.answer(1, True, 11_000)
    assert play.paused and play.due(0) is None and play.flag(10**9) is None
    check_refused("paused", lambda: act(play))
    play.go_on(1, 500_000)
    check_refused("not_paused", lambda: play.go_on(1, 500_000))
    seat = play.to_act()
    assert seat is not None
    assert play.clocks.left_at(seat, 500_000) == 50_000
    check_same(play, Session(play.start, entries(play)))


def test_a_clock_that_runs_out_ends_a_match_of_two() -> None:
    play = Session(start(clock=LiveClock(60, 2)), [])
    seat = play.to_act()
    assert seat is not None and play.due(0) == 61_000
    assert play.flag(60_999) is None
    assert play.flag(61_000) is not None
    assert play.outcome is not None and (play.outcome.by, play.outcome.winners) == ("time", [1 - seat])
    check_same(play, Session(play.start, entries(play)))


def test_a_slow_clock_that_runs_out_at_a_larger_table_lets_a_bot_stand_in_until_the_person_is_back() -> None:
    play = Session(three(SlowClock(1)), [])
    seat = play.to_act()
    assert seat is not None
    late = 1000 + 86_400_000
    assert play.flag(late) is not None
    assert play.outcome is None and play.bots[seat] == "level2" and play.due(5) == late + 5
    play.take_back(seat, late + 10)
    assert play.clocks.flag_at() == late + 10 + 86_400_000


def test_a_machine_whose_clock_goes_back_does_not_turn_back_the_times_of_entries() -> None:
    play = Session(start(), [])
    act(play, time=9000)
    assert act(play, time=10).time == 9000

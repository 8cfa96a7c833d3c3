"""What a seat may know, and the worlds that agree with it: VE-16.3, VE-17."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from games.vediic.arrange import COLORS, Json, held, play, table
from marks import clause
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.core.notation import canonical
from orrery.games.vediic import GAME, sampling

LINES = [
    "red c32 c36: purple purple gray",
    "blue c00 c17: red gray gray",
    "green c04 c19: yellow blue +2",
    "gray c25 c26: green",
]
"""Four players; seat 0 can steal."""


@clause("VE-16.3")
def test_a_theft_shows_its_colour_to_thief_and_victim_only_and_its_index_to_no_seat() -> None:
    match = table(LINES, fate=[1])
    assert play(match, "steal 1")[1]["index"] == 1
    for seat in (0, 1, 2, 3, None):
        seen = match.events(seat)[1]
        color = "gray" if seat in (0, 1) else None
        assert seen == {"event": "steal", "seat": 0, "victim": 1, "index": None, "color": color}
    shown = table(LINES, fate=[1], hands="open")
    events = play(shown, "steal 1")
    assert all(shown.events(seat) == events for seat in (0, 1, 2, 3, None))


@clause("VE-17.1")
@pytest.mark.parametrize("seat", range(4))
def test_a_seat_sees_all_but_fate_and_of_other_hands_the_sizes(seat: int) -> None:
    match = table(LINES, fate=[1], charity={"red": 2})
    whole, view = match.position(), match.view(seat)
    for other, row in enumerate(whole["players"]):
        if other != seat:
            row["hand"] = [3, 3, 2, 1][other]
    whole["fate"] = None
    assert view == whole


@clause("VE-17.2")
def test_with_open_hands_only_fate_is_hidden() -> None:
    match = table(LINES, fate=[1], hands="open")
    for seat in (None, 0, 3):
        assert match.view(seat) == match.position() | {"fate": None}


@clause("VE-17.4")
def test_a_spectator_sees_every_hand_as_a_number() -> None:
    view = table(LINES).view(None)
    assert [row["hand"] for row in view["players"]] == [3, 3, 2, 1]
    assert view["fate"] is None


@clause("VE-17.4")
def test_refusals_tell_nothing_of_other_hands() -> None:
    """Two worlds with one view give one answer, for every word that can be said."""
    one, other = (
        table(LINES),
        table([LINES[0], "blue c00 c17: blue yellow gray", "green c04 c19: gray red +2", LINES[3]]),
    )
    assert canonical(one.view(0) | {"supply": 0}) == canonical(other.view(0) | {"supply": 0})
    words = ["steal 1", "steal 1 2", "steal 4", "move 0 c33 with blue", "charity red", "pass", "promote 0"]
    for word in words:
        mine, theirs = one.why_not(word), other.why_not(word)
        assert (mine and mine.as_json()) == (theirs and theirs.as_json())


# --- worlds -----------------------------------------------------------------------------------------------------------


def worlds(view: Json, seen: list[Json], count: int = 400) -> Counter[str]:
    """How often each deal of the hidden hands is drawn."""
    sampler, fate = GAME.sampler(view, seen), Fate(11)
    return Counter(canonical([row["hand"] for row in sampler.draw(fate).position()["players"]]) for _ in range(count))


def hands_of(match: Match) -> str:
    return canonical([row["hand"] for row in match.position()["players"]])


@clause("VE-17.3")
def test_with_two_players_the_other_hand_follows_from_the_supply() -> None:
    match = table(LINES[:2])
    assert worlds(match.view(0), []) == {hands_of(match): 400}


@clause("VE-17.3")
@pytest.mark.parametrize("seed", range(4))
def test_hands_follow_from_the_events_until_others_steal_from_each_other(seed: int) -> None:
    dice = Fate(seed)
    match = Match.new(GAME, {"players": 4, "max_rounds": 8}, seed)
    thefts = 0
    while match.to_act() is not None:
        words = [word for word in match.actions() if not word.startswith("steal ") or thefts > 20]
        match.act(dice.pick(words))
        if dice.draw(20) == 0:
            for seat in range(4):
                assert worlds(match.view(seat), match.seen(seat), 5) == {hands_of(match): 5}


def chances(match: Match, seat: int) -> dict[str, Fraction]:
    """The exact chances of the worlds that a sampler draws from."""
    sampler: Any = GAME.sampler(match.view(seat), match.seen(seat))
    total = sampler.reached[-1]
    low, found = 0, {}
    for hands, high in zip(sampler.worlds, sampler.reached, strict=True):
        found[canonical([sorted(COLORS[c] for c in range(7) for _ in range(h >> 4 * c & 15)) for h in hands])] = (
            Fraction(high - low, total)
        )
        low = high
    return found


def known(match: Match, words: list[str]) -> Match:
    """Plays on from a start that everybody knows: the setup of four players."""
    for i, take in enumerate(["purple purple", "red gray", "yellow blue", "green green"]):
        play(match, f"color {COLORS[i]}", f"take {take}")
    play(match, "enlightenment red", *[f"put {circle}" for circle in ("c00", "c04", "c32", "c36")])
    play(match, *[f"put {circle}" for circle in ("c01", "c03", "c33", "c35")])
    play(match, *words)
    return match


# The planets come to houses where they touch none of these pawns.
CALM = [0, 0, 0, 0, 0, 0, 1, 5, 0, 0, 0, 1, 0, 2]


@clause("VE-11.15", "VE-17.3")
def test_a_world_is_weighed_by_the_ways_in_which_the_thefts_can_have_gone() -> None:
    match = known(Match.new(GAME, {"players": 4, "order": "seat0"}, 3, CALM), [])
    before = {seat: held(match, seat) for seat in range(4)}
    assert before[1] == {"red": 1, "gray": 1}, "nobody was rewarded"
    play(match, "steal 1")
    assert chances(match, 2) == {
        canonical([["purple", "red"], ["gray"], ["green", "green"]]): Fraction(1, 2),
        canonical([["gray", "purple"], ["red"], ["green", "green"]]): Fraction(1, 2),
    }
    assert len(chances(match, 0)) == len(chances(match, 1)) == 1, "thief and victim know"
    assert len(chances(match, 3)) == 2


@clause("VE-17.3")
def test_who_plays_a_card_held_it() -> None:
    match = known(Match.new(GAME, {"players": 4, "order": "seat0"}, 3, [*CALM, 1]), ["steal 1"])
    play(match, "move 0 c18 with gray")
    assert list(chances(match, 2)) == [canonical([["purple"], ["red"], ["green", "green"]])]


def replayed(match: Match, picks: list[int]) -> Match | None:
    """The same actions with other cards stolen; None if an action is not legal then."""
    again = Match.load(GAME, match.first.position())
    left = list(picks)
    for entry in match.line:
        theft = entry.word.startswith("steal")
        again.state.fate.queue = [left.pop(0) for _ in entry.draws] if theft else list(entry.draws)
        if entry.word not in again.actions():
            return None
        again.act(entry.word)
    return again


def counted(match: Match, seat: int) -> dict[str, Fraction]:
    """The chances of the worlds of a seat, found by trying every card of every theft."""
    sizes: list[int] = []
    held_then = Match.load(GAME, match.first.position())
    for entry in match.line:
        for victim in entry.word.split(" ")[1:] if entry.word.startswith("steal") else []:
            sizes.append(sum(held_then.position()["players"][int(victim)]["hand"].values()))
        held_then.state.fate.queue = list(entry.draws)
        held_then.act(entry.word)
    seen = canonical(match.seen(seat))
    found: Counter[str] = Counter()
    for picks in product(*[range(size) for size in sizes]):
        again = replayed(match, list(picks))
        if again is not None and canonical(again.seen(seat)) == seen:
            hands = [held(again, other) for other in range(match.state.seats()) if other != seat]
            found[canonical([sorted(c for c, n in hand.items() for _ in range(n)) for hand in hands])] += 1
    return {hands: Fraction(ways, found.total()) for hands, ways in found.items()}


@clause("VE-11.15", "VE-16.3", "VE-17.3")
@pytest.mark.parametrize("seed", range(6))
def test_the_worlds_and_their_chances_are_those_found_by_trying_every_theft(seed: int) -> None:
    dice = Fate(seed)
    options = {"players": 4, "order": "seat0", "max_rounds": 4, "pass_rule": "none"}
    match = Match.new(GAME, options, seed)
    thefts = several = 0
    while match.to_act() is not None and thefts < 4:
        words = match.actions()
        if match.position()["phase"] == "take":
            words = [word for word in words if "purple" in word and "purple purple" not in word]
        if match.position()["phase"] == "turn":
            words = [word for word in words if word.startswith("steal ")] or words
        word = dice.pick(words)
        match.act(word)
        thefts += word.count(" ") if word.startswith("steal") else 0
        if word.startswith("steal") or (thefts and dice.draw(5) == 0):
            for seat in range(match.state.seats()):
                found = chances(match, seat)
                assert found == counted(match, seat)
                several += len(found) > 1
    assert several, "some seat could not know"


def test_a_start_that_was_not_seen_is_dealt_evenly() -> None:
    match = table(["red c32 c36", "blue c00 c17: red gray", "green c04 c19: gray"])
    found = chances(match, 0)
    # Three cards, two of them alike: each of the three is as likely to be the one of seat 2.
    assert found == {
        canonical([["gray", "red"], ["gray"]]): Fraction(2, 3),
        canonical([["gray", "gray"], ["red"]]): Fraction(1, 3),
    }


def test_a_pass_by_the_strict_option_tells_that_no_card_could_move() -> None:
    lines = ["red c00 promoted: gray purple", "blue c01 c05: yellow", "green c09 c36: orange"]
    strict = table(["red c00 promoted: purple", *lines[1:]], pass_rule="none", to_act=0, max_rounds=5)
    play(strict, "pass")
    for hands in chances(strict, 2):
        assert '["gray"]' not in hands
    found = chances(strict, 2)
    assert set(found) == {canonical([["purple"], ["yellow"]]), canonical([["yellow"], ["purple"]])}
    mover = table(["red c00 promoted: purple", "blue c01 c05: gray", lines[2]], pass_rule="none", max_rounds=5)
    play(mover, "pass")
    assert set(chances(mover, 2)) == {canonical([["purple"], ["gray"]])}, "with gray seat 0 would have had a move"


@pytest.mark.parametrize("players", [3, 5, 7])
def test_every_world_agrees_with_the_view_and_the_true_one_is_among_them(players: int) -> None:
    dice = Fate(players)
    match = Match.new(GAME, {"players": players, "max_rounds": 10}, 77)
    looked = 0
    while match.to_act() is not None:
        thefts = [word for word in match.actions() if word.startswith("steal")]
        match.act(dice.pick(thefts or match.actions()))
        if dice.draw(8):
            continue
        seat = dice.draw(players)
        sampler: Any = GAME.sampler(match.view(seat), match.seen(seat))
        true: Any = match.state
        assert tuple(true.hands[other] for other in sampler.hidden) in sampler.worlds
        world = sampler.draw(dice)
        assert canonical(world.view(seat)) == canonical(match.view(seat))
        GAME.check(world)
        looked += 1
    assert looked > 5


def test_the_bound_holds_when_too_many_worlds_are_possible() -> None:
    cards = "yellow purple orange blue green red gray"
    match = table(["red c32 c36", f"blue c00 c17: {cards}", f"green c04 c19: {cards}", f"gray c25 c26: {cards}"])
    sampler: Any = GAME.sampler(match.view(0), match.seen(0))
    assert 1 < len(sampler.worlds) <= sampling.MOST and sampler.reached[-1] == sampling.MOST
    fate = Fate(1)
    assert len({canonical(sampler.draw(fate).position()["players"]) for _ in range(50)}) > 40


def test_events_that_do_not_fit_the_view_are_left_aside() -> None:
    match = table(LINES)
    nonsense = [
        {"event": "pay", "seat": 1, "color": "orange"},
        {"event": "reward", "seat": 2, "planet": "red", "count": 11},
    ]
    world = GAME.sample(match.view(0), [nonsense[0] | {"pawn": 0}, nonsense[1] | {"pawn": 0}], Fate(1))
    assert canonical(world.view(0)) == canonical(match.view(0))

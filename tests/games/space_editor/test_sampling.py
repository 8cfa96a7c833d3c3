"""Worlds that a seat cannot tell from the true one: `sample(view, seen, fate)`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from games.chances import chi_square
from games.space_editor.abilities import do, protect, when, worth
from games.space_editor.arrange import play, position, stir, table
from games.space_editor.cards import Json, basepoint, gifted, planet, star
from games.space_editor.lying import at
from games.space_editor.told import names
from marks import clause
from oracle.random_space_editor import random_position, random_start, random_strict_cards
from orrery.core.clause import BadPosition
from orrery.core.fate import Fate
from orrery.core.game import State
from orrery.core.match import Match
from orrery.core.notation import canonical
from orrery.games.space_editor import GAME

BLANK = "- - - -"


def sample(match: Match, seat: int | None, seed: int = 1) -> State:
    """A world for what a seat knows of a match."""
    return GAME.sample(match.view(seat), match.seen(seat), Fate(seed))


def random_new(name: str, **options: Any) -> tuple[Match, random.Random]:
    """A random match from its start, so that the events tell everything."""
    rng = random.Random(name)
    start = random_start(rng)
    return Match.new(GAME, start["options"] | options, start["seed"], start.get("fate")), rng


# --- a sample is a world that the seat cannot tell from the true one --------------------------------------------------


@clause("SE-15.1", "SE-15.2", "SE-15.3")
@pytest.mark.parametrize("face_down", ["hidden", "shown"])
@pytest.mark.parametrize("number", range(7))
def test_the_view_of_a_sample_is_the_view_of_the_seat_at_every_step(number: int, face_down: str) -> None:
    match, rng = random_new(f"views {number}", face_down=face_down)
    for step in range(40):
        for seat in (*range(match.state.seats()), None):
            world = sample(match, seat, rng.randrange(10**6))
            assert canonical(world.view(seat)) == canonical(match.view(seat)), f"step {step}, seat {seat}"
            GAME.check(world)
            if seat is not None and seat == match.to_act():
                listed = sorted(world.word(action) for action in world.actions())
                assert listed == match.actions(), f"step {step}, seat {seat}"
        if match.to_act() is None:
            break
        match.act(rng.choice(match.actions()))


@clause("SE-15.3")
@pytest.mark.parametrize("number", range(6))
def test_a_sample_is_a_position_that_loads_and_goes_on_alike(number: int) -> None:
    match, rng = random_new(f"loads {number}")
    for _ in range(30):
        if match.to_act() is None:
            break
        seat = rng.choice([*range(match.state.seats()), None])
        world = sample(match, seat, rng.randrange(10**6))
        again = GAME.load(world.position(), Fate())
        for _ in range(4):
            assert again.position() | {"fate": []} == world.position() | {"fate": []}
            if world.to_act() is None:
                break
            word = rng.choice(sorted(world.word(action) for action in world.actions()))
            one, other = world.read(word), again.read(word)
            assert one is not None and other is not None
            assert [e.as_json() for e in world.act(one)] == [e.as_json() for e in again.act(other)]
        match.act(rng.choice(match.actions()))


@clause("SE-15.1")
def test_a_sample_holds_as_many_cards_as_the_truth_and_keeps_what_is_known() -> None:
    match, rng = random_new("sizes 3")
    for _ in range(25):
        if match.to_act() is None:
            break
        match.act(rng.choice(match.actions()))
        truth = match.position()
        for seat in range(match.state.seats()):
            world = sample(match, seat, rng.randrange(10**6)).position()
            assert [len(pile) for pile in world["hands"]] == [len(pile) for pile in truth["hands"]]
            assert [len(pile) for pile in world["decks"]] == [len(pile) for pile in truth["decks"]]
            assert world["hands"][seat] == truth["hands"][seat]
            assert sorted(world["decks"][seat]) == sorted(truth["decks"][seat])
            assert world["discards"] == truth["discards"]


def test_the_same_fate_gives_the_same_world_and_another_fate_another() -> None:
    match, rng = random_new("fates 1", table=[21, 21])
    for _ in range(6):
        match.act(rng.choice(match.actions()))
    worlds = [canonical(sample(match, 0, seed).position()) for seed in (1, 1, 2, 3, 4, 5)]
    assert worlds[0] == worlds[1]
    assert len(set(worlds[1:])) == 5
    sampler = GAME.sampler(match.view(0), match.seen(0))
    fate = Fate(9)
    assert len({canonical(sampler.draw(fate).position()) for _ in range(5)}) == 5


def test_a_sample_is_independent_of_the_match_and_of_other_samples() -> None:
    match, rng = random_new("independent 2")
    for _ in range(5):
        match.act(rng.choice(match.actions()))
    before = match.position()
    sampler = GAME.sampler(match.view(0), match.seen(0))
    first = sampler.draw(Fate(1))
    kept = first.position()
    second = sampler.draw(Fate(2))
    while second.to_act() is not None:
        second.act(second.actions()[0])
    assert first.position() == kept
    assert match.position() == before


def test_the_future_of_a_sample_is_drawn_from_its_own_fate() -> None:
    match, _ = random_new("future 1")
    fate = Fate(5)
    one, two = (GAME.sampler(match.view(0), match.seen(0)).draw(fate) for _ in range(2))
    assert one.fate.state != two.fate.state
    assert one.fate.queue == []


# --- face-down cards --------------------------------------------------------------------------------------------------


@clause("SE-15.3")
def test_face_down_cards_are_remembered_from_the_events_with_all_their_marks() -> None:
    # t is placed, moved, silenced, rotated and turned down in one turn; then it is guarded in vain.
    steps = (do("relocate", "event"), do("silence", "event", turns=7), do("rotate", "event"), do("turn_down", "event"))
    cards = {
        "base": basepoint(BLANK, when("neighbour_placed", *steps, do("guard", "event"), cause="hand")),
        "t": gifted(BLANK, worth("any", 1), element="water"),
        "k": planet(BLANK, "wind"),
    }
    match = Match.new(GAME, {"cards": cards, "decks": [["t"] * 9, ["k"] * 9], "deck_rules": "none"}, 1)
    play(match, "basepoint 0,0", "place t 1,0 r0", "relocate 0,1 r2", "rotate 0,1 r3")
    hidden = at(match, 0, 1)
    assert (hidden["card"], hidden["up"], hidden["r"], hidden["silence"]) == ("t", False, 3, 8)
    for seat in (0, 1, None):
        assert match.view(seat)["board"][1]["card"] is None
        assert at_world(sample(match, seat), 0, 1) == hidden


@clause("SE-15.3")
@pytest.mark.parametrize("event", ["faced", "relocated", "placed"])
def test_the_last_rotation_that_was_seen_is_remembered(event: str) -> None:
    turns = {"faced": (do("turn_down", "event"), do("turn_up", "event")), "relocated": (do("relocate", "event"),)}
    base = basepoint(BLANK, when("neighbour_placed", *turns.get(event, ()), do("turn_down", "event"), cause="hand"))
    cards = {"base": base, "t": planet(BLANK, "water"), "k": planet(BLANK, "wind")}
    match = Match.new(GAME, {"cards": cards, "decks": [["t"] * 9, ["k"] * 9], "deck_rules": "none"}, 1)
    words = {"faced": ["face 1,0 r2"], "relocated": ["relocate 0,1 r2"], "placed": []}[event]
    play(match, "basepoint 0,0", "place t 1,0 r1", *words)
    x, y = (0, 1) if event == "relocated" else (1, 0)
    assert at(match, x, y)["up"] is False
    assert at_world(sample(match, 1), x, y) == at(match, x, y)
    assert at(match, x, y)["r"] == (1 if event == "placed" else 2)


@clause("SE-15.3", "SE-7.5")
def test_a_void_star_that_was_seen_being_placed_is_void_under_its_back() -> None:
    # In the final turn of half mode seat 1 places a star; the basepoint turns it down and asks for a card at the end.
    base = basepoint(
        BLANK,
        when("neighbour_placed", do("turn_down", "event"), card={"kind": ["star"]}),
        when("game_end", do("turn_up", "any")),
    )
    cards = {"base": base, "s": star(BLANK, 5, "wind"), "p": planet(BLANK, "water")}
    match = Match.new(GAME, {"cards": cards, "decks": [["p"] * 2, ["s"] * 2], "deck_rules": "none"}, 1)
    play(match, "basepoint 0,0", "place p 1,0 r0", "place s 0,1 r0")
    assert match.position()["phase"] == "end"
    assert (at(match, 0, 1)["up"], at(match, 0, 1)["void"]) == (False, True)
    for seat in (0, 1, None):
        assert at_world(sample(match, seat), 0, 1) == at(match, 0, 1)


def at_world(world: State, x: int, y: int) -> Json:
    """The card on a cell of a sample."""
    return next(row for row in world.position()["board"] if (row["x"], row["y"]) == (x, y))


@clause("SE-15.3")
@pytest.mark.parametrize("number", range(6))
def test_with_all_events_the_board_of_a_sample_is_the_true_board(number: int) -> None:
    match, rng = random_new(f"memory {number}", face_down="hidden")
    down = 0
    for _ in range(60):
        if match.to_act() is None or match.position()["phase"] == "end":
            break
        match.act(rng.choice(match.actions()))
        truth = match.position()["board"]
        down += sum(not row["up"] for row in truth)
        seat = rng.choice([*range(match.state.seats()), None])
        assert sample(match, seat).position()["board"] == truth


@clause("SE-15.3", "SE-7.5")
def test_a_star_that_became_void_at_the_end_while_it_lay_face_down_is_void_in_a_sample() -> None:
    # Seat 1 places its star s, the ability of m has it place k beside, which turns s down; that ends the match, and s
    # is void without an event. Everybody knows the rule, so everybody knows it.
    m = gifted(BLANK, when("neighbour_placed", do("place"), by="placer"), element="wind")
    phoenix = basepoint(BLANK, when("game_end", do("turn_up", "any")))
    cards = {
        "base": phoenix,
        "m": m,
        "s": star(BLANK, 5, "wind"),
        "k": planet("k - - -", "wind"),
        "p": planet(BLANK, "water"),
    }
    options = {"mode": "full", "cards": cards, "decks": [["p"] * 2, ["m", "s", "k"]], "deck_rules": "none"}
    match = Match.new(GAME, options, 1)
    play(match, "basepoint 0,0", "place p 1,0 r0", "place m 0,1 r0", "place p 2,0 r0")
    assert match.position()["hands"] == [[], ["k", "s"]]
    play(match, "place s 0,2 r0")
    events = play(match, "place k 1,2 r3")
    assert names(events) == ["placed", "turned_down", "ending", "triggered", "resolving"]
    assert at(match, 0, 2)["void"] is True
    for seat in (0, 1, None):
        assert at_world(sample(match, seat), 0, 2)["void"] is True


@clause("SE-15.3")
def test_an_unknown_face_down_card_may_be_any_card_of_its_placer() -> None:
    cards = {f"w{n}": planet(BLANK, "water") for n in range(4)} | {
        "e": planet(BLANK, "earth"),
        "p": planet(BLANK, "earth"),
    }
    match = table("p /w0@1", cards, ("p", ""), decks=("p", ""), elements=["earth", "water"])
    found = {at_world(sample(match, 0, seed), 1, 0)["card"] for seed in range(60)}
    assert found == {"w0", "w1", "w2", "w3"}


@clause("SE-15.3")
def test_an_unknown_face_down_card_of_its_own_may_be_any_card_of_the_element_of_the_seat() -> None:
    cards = {f"w{n}": planet(BLANK, "water") for n in range(3)} | {f"e{n}": planet(BLANK, "earth") for n in range(3)}
    match = table("e0 /e1@0", cards, ("e2", ""), decks=("e0", ""), elements=["earth", "water"])
    found = {at_world(sample(match, 0, seed), 1, 0)["card"] for seed in range(60)}
    assert found == {"e0", "e1", "e2"}


@clause("SE-15.2")
def test_a_face_down_card_that_can_only_be_the_basepoint_is_the_basepoint() -> None:
    cards = {"b": basepoint(BLANK), "w": planet(BLANK, "water"), "p": planet(BLANK, "earth")}
    more: Json = {"elements": ["earth", "water"], "basepoint": "b", "marks": {(0, 0): {"turn": 0}}}
    match = table("/b@1#0 p#1 /w@1#2", cards, ("p", ""), decks=("p", ""), **more)
    for seed in range(10):
        world = sample(match, 0, seed)
        assert at_world(world, 0, 0)["card"] == "b"
        assert at_world(world, 2, 0)["card"] == "w"


@clause("SE-15.3", "SE-11.7a")
def test_an_unknown_face_down_card_works_in_the_sample_once_it_is_turned_up() -> None:
    # The unknown card can only be w, which protects its neighbours; the set has others before it in text order.
    shield = gifted(BLANK, protect("adjacent", "turn_down"), element="water")
    cards = {"t": planet("n1 - - -", "earth"), "k": planet("- - - k", "earth"), "n": planet("- - n2 -", "earth")}
    match = table("t /w@1", cards | {"w": shield}, ("k n", "w"), decks=("k", "w"), elements=["earth", "water"])
    world = sample(match, 0)
    again = GAME.load(world.position(), Fate())
    for word in ("place k 2,0 r0", "face 1,0 r0", "place w 3,0 r0", "place n 0,1 r0"):
        told = []
        for state in (world, again):
            action = state.read(word)
            assert action is not None
            told.append([event.as_json() for event in state.act(action)])
        assert told[0] == told[1], word
    assert at_world(world, 0, 0)["up"] is True


@clause("SE-12.3")
def test_a_queued_ability_of_an_unknown_face_down_card_does_not_break_the_sampler() -> None:
    # The position is loaded in the middle of a resolution; m has been turned down, its ability waits in the queue.
    m = gifted(BLANK, when("turned_down", do("guard", "any")))
    pending = {"no": 1, "ability": 0, "event": 1, "actor": 0, "decider": 0}
    sent = position("t /m /x", {"a": BLANK, "t": BLANK, "m": m, "x": BLANK, "p": BLANK}, ("p",), phase="resolve")
    sent |= {"queue": [pending], "faces": [{"no": 0, "seat": 0}]}
    match = Match.load(GAME, sent)
    for seat in (0, 1, None):
        assert canonical(sample(match, seat).view(seat)) == canonical(match.view(seat))


@clause("SE-15.2")
@pytest.mark.parametrize("number", range(12))
def test_a_loaded_position_can_be_sampled_without_its_past(number: int) -> None:
    rng = random.Random(f"loaded {number}")
    try:
        match = Match.load(GAME, random_position(rng))
    except BadPosition:
        return
    for _ in range(12):
        if match.to_act() is None:
            break
        for seat in (*range(match.state.seats()), None):
            world = sample(match, seat, rng.randrange(10**6))
            assert canonical(world.view(seat)) == canonical(match.view(seat))
        match.act(rng.choice(match.actions()))


# --- hidden hands and decks -------------------------------------------------------------------------------------------


def strict_match(rules: str, seed: int) -> Match:
    """A match with decks that the rules bind."""
    cards = random_strict_cards(random.Random(f"strict {seed}"))
    decks = [sorted(id for id in cards if id.startswith(element)) for element in ("wa", "wi")]
    return Match.new(GAME, {"cards": cards, "decks": decks, "deck_rules": rules}, seed)


@clause("SE-10.1", "SE-10.2")
@pytest.mark.parametrize("rules", ["strict", "cost"])
@pytest.mark.parametrize("seed", range(3))
def test_hidden_decks_are_legal_decks_with_the_cards_that_were_shown(seed: int, rules: str) -> None:
    match = strict_match(rules, seed)
    rng = random.Random(seed)
    while match.to_act() is not None:
        for seat in (0, 1, None):
            world = sample(match, seat, rng.randrange(10**6)).position()
            cards = world["cards"]
            for other in range(2):
                placed = [row["card"] for row in world["board"] if row["placer"] == other and row["no"] > 0]
                deck = [*world["hands"][other], *world["decks"][other], *world["discards"][other], *placed]
                levels = Counter(cards[id]["level"] for id in deck)
                assert levels == {"bronze": 13, "silver": 7, "gold": 4}
                assert {cards[id]["element"] for id in deck} == {world["elements"][other]}
                for id, count in Counter(deck).items():
                    assert count <= (2 if cards[id]["level"] == "bronze" else 1)
                if rules == "cost":
                    assert 380 <= sum(cards[id].get("cost", 0) for id in deck) <= 420
        match.act(rng.choice(match.actions()))


@clause("SE-10.2")
def test_hidden_decks_keep_the_cost_rule_where_it_is_in_force() -> None:
    # Most choices of 24 of these cards cost too little or too much.
    levels = ["bronze"] * 20 + ["silver"] * 12 + ["gold"] * 8
    costs = [6, 13, 17, 22, 30]
    cards: Json = {"base": basepoint(BLANK)}
    for element in ("water", "wind"):
        for n, level in enumerate(levels):
            cards[f"{element[:2]}{n:02}"] = planet(BLANK, element, level) | {"cost": costs[n % 5]}
    own = [*range(13), *range(20, 27), *range(32, 36)]
    decks = [[f"{element}{n:02}" for n in own] for element in ("wa", "wi")]
    match = Match.new(GAME, {"cards": cards, "decks": decks, "deck_rules": "cost"}, 1)
    play(match, "basepoint 0,0")
    for _ in range(3):
        play(match, match.actions()[0])
    outside = 0
    for seed in range(40):
        world = sample(match, 0, seed).position()
        shown = [*world["discards"][1], *(row["card"] for row in world["board"] if row["placer"] == 1 and row["no"])]
        deck = [*world["hands"][1], *world["decks"][1], *shown]
        assert len(deck) == 24
        assert 380 <= sum(cards[id]["cost"] for id in deck) <= 420
        free = random.Random(seed).sample([id for id in cards if id.startswith("wi")], 24)
        outside += not 380 <= sum(cards[id]["cost"] for id in free) <= 420
    assert outside > 10


@clause("SE-10.1")
def test_a_hidden_hand_is_drawn_from_all_legal_decks_alike() -> None:
    match = strict_match("strict", 1)
    play(match, "basepoint 0,0")
    sampler = GAME.sampler(match.view(0), match.seen(0))
    fate = Fate(77)
    draws = 3_000
    levels: Counter[str] = Counter()
    bronze: Counter[str] = Counter()
    for _ in range(draws):
        world = sampler.draw(fate).position()
        for id in world["hands"][1]:
            level = world["cards"][id]["level"]
            levels[level] += 1
            if level == "bronze":
                bronze[id] += 1
    hand = draws * 2
    assert chi_square(levels, {"bronze": hand * 13 / 24, "silver": hand * 7 / 24, "gold": hand * 4 / 24}) < 14
    every = {f"wi{n:02}": bronze.total() / 13 for n in range(13)}
    # Twelve degrees of freedom: beyond 33 once in a thousand.
    assert chi_square(bronze, every) < 33


def free_match(hand: str, deck: str, **more: Any) -> Match:
    """Seat 1 plays water without deck rules; w0, w1, w2 are the cards of that element."""
    cards = {f"w{n}": planet(BLANK, "water") for n in range(3)} | {"p": planet(BLANK, "earth"), "f": planet(BLANK)}
    options = {"deck_rules": "none"}
    return table("p", cards, ("p p", hand), decks=("p", deck), elements=["earth", "water"], options=options, **more)


def test_without_deck_rules_every_world_of_the_element_is_alike() -> None:
    match = free_match("w0", "w1")
    sampler = GAME.sampler(match.view(0), match.seen(0))
    fate = Fate(3)
    counts: Counter[tuple[str, str]] = Counter()
    for _ in range(1_800):
        world = sampler.draw(fate).position()
        counts[world["hands"][1][0], world["decks"][1][0]] += 1
    expected = {(f"w{a}", f"w{b}"): 200.0 for a in range(3) for b in range(3)}
    # Eight degrees of freedom: beyond 26 once in a thousand.
    assert chi_square(counts, expected) < 26


def test_the_order_of_the_own_deck_is_drawn_alike() -> None:
    cards = {id: planet(BLANK, "earth") for id in "abcp"}
    match = table("p", cards, ("p", "p"), decks=("a b c", "p"))
    sampler = GAME.sampler(match.view(0), match.seen(0))
    fate = Fate(4)
    counts = Counter("".join(sampler.draw(fate).position()["decks"][0]) for _ in range(1_200))
    # Five degrees of freedom: beyond 20 once in a thousand.
    assert chi_square(counts, dict.fromkeys(("abc", "acb", "bac", "bca", "cab", "cba"), 200.0)) < 20


def test_a_seat_that_has_shown_another_element_may_hold_any_card() -> None:
    match = free_match("w0 w0 w0 w0", "w1", discards=[[], ["p"]])
    found: set[str] = set()
    for seed in range(40):
        found.update(sample(match, 0, seed).position()["hands"][1])
    assert found == {"w0", "w1", "w2", "p", "f", "fill"}
    found = set()
    for seed in range(40):
        found.update(sample(free_match("w0 w0", "w1"), 0, seed).position()["hands"][1])
    assert found == {"w0", "w1", "w2"}


def test_a_basepoint_is_in_no_hidden_hand() -> None:
    cards = {"w": planet(BLANK, "water"), "b": basepoint(), "p": planet(BLANK, "earth")}
    match = table("b p", cards, ("p", "w w p"), decks=("p", "w w w"), elements=["earth", "water"], discards=[[], ["p"]])
    for seed in range(30):
        world = sample(match, 0, seed).position()
        assert "b" not in {*world["hands"][1], *world["decks"][1]}


# --- what events imply ------------------------------------------------------------------------------------------------


def no_card_fits(hands: Iterable[str]) -> bool:
    """a and b fit nowhere beside gravity, c does."""
    return set(hands) <= {"a", "b"}


def stuck_match() -> Match:
    """Full mode on a board of gravity: seat 1 was stuck with a hand of a and b and discarded an a."""
    cards: Json = {"base": basepoint("g1 g1 g1 g1"), "p": planet("g1 g1 g1 g1", "water")}
    cards |= {"a": planet("k k k k", "wind"), "b": planet("k k k k", "wind"), "c": planet("g1 g1 g1 g1", "wind")}
    options = {"mode": "full", "cards": cards, "decks": [["p"] * 9, list("aaabbcccc")], "deck_rules": "none"}
    # The forced shuffles leave the decks as they are.
    match = Match.new(GAME, options, 1, [8, 7, 6, 5, 4, 3, 2, 1] * 2)
    play(match, "basepoint 0,0", "place p 1,0 r0", "discard a")
    return match


@clause("SE-6.4", "SE-15.3")
def test_a_stuck_seat_held_nothing_that_it_could_have_placed() -> None:
    match = stuck_match()
    assert "stuck" in names(match.seen(0))
    assert match.to_act() == 0
    kept: Counter[str] = Counter()
    for seed in range(120):
        hand = sample(match, 0, seed).position()["hands"][1]
        assert len(hand) == 4
        assert no_card_fits(hand)
        kept.update(hand)
    # Among those that fit, none is preferred.
    assert chi_square(kept, {"a": 240.0, "b": 240.0}) < 11


@clause("SE-6.4", "SE-15.3")
def test_what_a_stuck_seat_draws_afterwards_is_free_again() -> None:
    match = stuck_match()
    play(match, "place p 2,0 r0")
    # Seat 1 has drawn one more card and is to act: at most that one fits.
    fitting: Counter[int] = Counter()
    for seed in range(150):
        hand = sample(match, 0, seed).position()["hands"][1]
        assert len(hand) == 5
        fitting[sum(id == "c" for id in hand)] += 1
    assert set(fitting) == {0, 1}
    # One of the three cards of the element fits.
    assert chi_square(fitting, {0: 100.0, 1: 50.0}) < 11


@clause("SE-6.4", "SE-15.3")
def test_what_a_stuck_seat_places_afterwards_is_what_it_has_drawn_since() -> None:
    match = stuck_match()
    play(match, "place p 2,0 r0", "place c -1,0 r0")
    # c was not in the hand that was stuck, so the four cards left are all of that hand. Worlds are tried a bounded
    # number of times, so that one in fifty may be wrong.
    hands = [sample(match, 0, seed).position()["hands"][1] for seed in range(60)]
    assert all(len(hand) == 4 for hand in hands)
    assert sum(no_card_fits(hand) for hand in hands) >= 55


@clause("SE-11.5", "SE-15.3")
def test_a_forced_place_that_fizzled_tells_of_the_hand() -> None:
    # The basepoint has seat 1 place a star when seat 0 places a card: it had none, or none that fits.
    asks = when("neighbour_placed", do("place", card={"kind": ["star"]}), by="other", decider="placer")
    cards: Json = {"base": basepoint(BLANK, asks), "p": planet(BLANK, "water")}
    cards |= {"s": star(BLANK, 2, "wind"), "a": planet(BLANK, "wind"), "b": planet(BLANK, "wind")}
    options = {"mode": "full", "cards": cards, "decks": [["p"] * 9, list("aabbaabbs")], "deck_rules": "none"}
    match = Match.new(GAME, options, 1, [8, 7, 6, 5, 4, 3, 2, 1] * 2)
    events = play(match, "basepoint 0,0", "place p 1,0 r0")
    assert "fizzled" in names(events)
    stars: Counter[int] = Counter()
    for seed in range(60):
        hand = sample(match, 0, seed).position()["hands"][1]
        stars[sum(id == "s" for id in hand)] += 1
    # The four cards of then were no stars; the one drawn since may be.
    assert set(stars) == {0, 1}


@clause("SE-6.4")
@pytest.mark.parametrize("number", range(10))
def test_a_world_of_half_mode_always_gives_the_active_seat_a_placement(number: int) -> None:
    rng = random.Random(f"half {number}")
    start = random_start(rng)
    start["options"]["mode"] = "half"
    match = Match.new(GAME, start["options"], start["seed"])
    for _ in range(30):
        if match.to_act() is None:
            break
        if match.position()["phase"] == "place":
            for seat in (*range(match.state.seats()), None):
                world = sample(match, seat, rng.randrange(10**6))
                assert world.to_act() == match.to_act()
                assert world.actions()
                GAME.load(world.position(), Fate())
        match.act(rng.choice(match.actions()))


@clause("SE-6.4")
def test_even_an_unlikely_world_gives_the_active_seat_a_placement() -> None:
    # Of 80 cards of the element only one fits, so that trying at random seldom finds it; others' cards do not count.
    cards: Json = {f"w{n:02}": planet("k k k k", "water") for n in range(80)}
    cards |= {"z": planet("g1 g1 g1 g1", "water"), "g": planet("g1 g1 g1 g1", "earth")}
    more: Json = {"elements": ["earth", "water"], "active": 1, "mode": "half", "options": {"deck_rules": "none"}}
    match = table("g", cards, ("g", "z w00"), decks=("g", "w01 w02"), **more)
    for seed in range(25):
        world = sample(match, 0, seed)
        assert world.actions()
        assert "z" in world.position()["hands"][1]


@clause("SE-11.6f")
def test_a_seat_asked_to_place_by_an_ability_holds_something_that_fits() -> None:
    helper = when("neighbour_placed", do("place", card={"kind": ["star"]}), decider="placer")
    cards: Json = {f"w{n:02}": planet(BLANK, "water") for n in range(30)} | {"s": star(BLANK, 1, "water")}
    cards |= {"p": planet(BLANK, "earth"), "m": gifted(BLANK, helper)}
    match = table("m@1", cards, ("p", "s w01"), elements=["earth", "water"], decks=("p", "w00"))
    play(match, "place p 1,0 r0")
    assert match.to_act() == 1
    for seed in range(25):
        world = sample(match, 0, seed)
        assert "s" in world.position()["hands"][1]
        assert world.actions()


def test_a_spectator_may_sample_too() -> None:
    match = stir("m t", {"t": star()}, do("rotate", "any"))
    world = sample(match, None)
    assert canonical(world.view(None)) == canonical(match.view(None))
    assert world.actions()

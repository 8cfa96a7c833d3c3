"""Worlds that a seat cannot tell from the true one: `sample(view, seen, fate)`."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from marks import clause
from oracle.five_spheres_naive import NaiveFiveSpheres
from oracle.random_five_spheres import random_position, random_start
from orrery.core.fate import Fate
from orrery.core.game import State
from orrery.core.match import Match
from orrery.core.notation import canonical
from orrery.games.five_spheres.cards.collections import standard
from orrery.games.five_spheres.game import GAME
from orrery.games.five_spheres.rules.loading import standard_cards
from orrery.games.five_spheres.sampling.boxes import suits
from orrery.games.five_spheres.sampling.sampler import FiveSpheresSampler

Json = dict[str, Any]
TRIALS = GAME.trials()
CARDS = standard_cards()
GENESIS = standard().cards
DULL = ("end", "keep", "noblock", "noretaliate", "trashhand", "target none")


def keen(match: Match, dice: Fate) -> str:
    """An action, mostly one that does something."""
    words = match.actions()
    lively = [word for word in words if word not in DULL and not word.startswith("generic")]
    return dice.pick(lively if lively and dice.draw(6) else words)


def sampler(match: Match, seat: int | None) -> FiveSpheresSampler:
    """The sampler of what a seat knows, as it comes over the wire."""
    view, seen = json.loads(json.dumps([match.view(seat), match.seen(seat)]))
    found = GAME.sampler(view, seen)
    assert isinstance(found, FiveSpheresSampler)
    return found


def worlds(match: Match, seat: int | None, n: int = 30) -> list[Json]:
    """Positions of some worlds of a seat, each of which shows it its view."""
    source = sampler(match, seat)
    shown = canonical(match.view(seat))
    found: list[Json] = []
    for seed in range(n):
        world = source.draw(Fate(seed))
        assert canonical(world.view(seat)) == shown
        found.append(world.position())
    return found


def play(match: Match, *words: str) -> None:
    for word in words:
        match.act(word)


def chi_square(counts: Counter[Any], expected: dict[Any, float]) -> float:
    """How far counts are from what is expected of them."""
    assert set(counts) <= set(expected)
    return sum((counts[key] - mean) ** 2 / mean for key, mean in expected.items())


def all_cards(row: Json) -> Counter[str]:
    """FS-2.2: the cards of a lord, wherever they lie."""
    found = Counter(row["deck"] + row["hand"] + row["trash"] + row["groove"] + row["removed"])
    for zone in ("battlefield", "fortress", "vault", "casting"):
        for piece in row[zone]:
            found[piece["card"]] += 1
            found.update(below["card"] for below in piece.get("attached", []))
    return found


def lord(**zones: Any) -> Json:
    """A seat of a position; zones as lists of ids, cards in play as (uid, id) or as they are."""
    row: Json = {}
    for zone, cards in zones.items():
        if zone in ("vault", "battlefield", "fortress"):
            cards = [card if isinstance(card, dict) else {"uid": card[0], "card": card[1]} for card in cards]
        elif isinstance(cards, str):
            cards = cards.split()
        row[zone] = cards
    return row


def table(step: str, *seats: Json, **more: Any) -> Match:
    """A match that begins at this position, seat 0 being active."""
    position: Json = {"game": "five_spheres", "version": 1, "options": {"lords": len(seats)}, "turn": 3, "step": step}
    options = more.pop("options", {})
    position["options"] |= options
    return Match.load(GAME, position | more | {"seats": list(seats)})


MANA = [(40 + n, card) for n, card in enumerate(["sc0", "et0", "sp0", "ch0", "na0", "sc0", "et0", "sp0"])]
MANA2 = [(60 + n, card) for n, card in enumerate(["sc0", "et0", "sp0", "ch0", "na0", "sc0", "et0", "sp0"])]


def towers(first: int, cards: str) -> list[tuple[int, str]]:
    return [(first + n, card) for n, card in enumerate(cards.split())]


# --- a sample is a world that the seat cannot tell from the true one --------------------------------------------------


def memory_is_true(source: FiveSpheresSampler, position: Json, seat: int | None) -> None:
    """What the sampler holds for known is so."""
    memory = source.places.memory
    for i, row in enumerate(position["seats"]):
        area = memory.areas[i]
        for boxes, cards in ((area.deck, row["deck"]), (area.groove, row["groove"])):
            for box, card in zip(boxes, cards, strict=True):
                assert box.card is None or box.card.id == card
                assert suits(memory.cards[card], box.back, box.needs)
        hand = Counter(box.card.id for box in area.hand if box.card is not None)
        assert hand <= Counter(row["hand"])
        for zone in ("battlefield", "fortress", "vault"):
            for piece in row[zone]:
                known = memory.pieces[piece["uid"]]
                assert known.card is None or known.card.id == piece["card"]
                assert suits(memory.cards[piece["card"]], known.back, known.needs)


def plays_on(world: State, dice: Fate) -> None:
    """Any seat can play on, and nothing breaks."""
    GAME.check(world)
    for _ in range(10):
        if world.to_act() is None:
            break
        world.act(dice.pick(world.actions()))
        GAME.check(world)


@clause("FS-19.6", "FS-20.7", "FS-2.1", "FS-2.2")
@pytest.mark.parametrize("number", range(len(TRIALS)))
def test_a_world_shows_the_seat_its_view_and_its_actions(number: int) -> None:
    match = Match.new(GAME, TRIALS[number], number)
    dice = Fate(number)
    while (actor := match.to_act()) is not None:
        if dice.draw(9) == 0:
            for seat in [None, *range(match.state.seats())]:
                source = sampler(match, seat)
                memory_is_true(source, match.position(), seat)
                shown = canonical(match.view(seat))
                for _ in range(2):
                    world = source.draw(dice)
                    assert canonical(world.view(seat)) == shown
                    assert world.to_act() == actor
                    if seat == actor:
                        assert sorted(map(world.word, world.actions())) == match.actions()
                    again = GAME.load(json.loads(json.dumps(world.position())), Fate())
                    assert canonical(again.position()) == canonical(world.position())
                    plays_on(world, dice)
        match.act(keen(match, dice))
        GAME.check(match.state)


def random_match(number: int) -> Match:
    """A match with random cards, from its start or from a random position."""
    rng = random.Random(f"sampling {number}")
    if number % 2:
        match = Match.load(GAME, random_position(NaiveFiveSpheres(), rng), number)
    else:
        match = Match.new(GAME, random_start(rng)["options"], number)
    match.state.fate.queue.clear()
    return match


@clause("FS-19.6", "FS-20.7", "FS-12.8")
@pytest.mark.parametrize("number", range(12))
def test_worlds_of_random_cards_show_the_view_and_can_be_played(number: int) -> None:
    match = random_match(number)
    dice = Fate(number)
    for _ in range(150):
        actor = match.to_act()
        if actor is None:
            break
        if dice.draw(10) == 0:
            for seat in [None, *range(match.state.seats())]:
                source = sampler(match, seat)
                world = source.draw(dice)
                assert canonical(world.view(seat)) == canonical(match.view(seat))
                assert world.to_act() == actor
                if seat == actor:
                    assert sorted(map(world.word, world.actions())) == match.actions()
                plays_on(world, dice)
        match.act(keen(match, dice))


def test_draws_are_told_by_their_fate_and_differ_between_fates() -> None:
    match = Match.new(GAME, {}, 3)
    dice = Fate(3)
    for _ in range(40):
        match.act(keen(match, dice))
    one, two = sampler(match, 0), sampler(match, 0)
    first, second = Fate(8), Fate(8)
    pairs = [(one.draw(first), two.draw(second)) for _ in range(5)]
    assert all(canonical(a.position()) == canonical(b.position()) for a, b in pairs)
    assert all(a.fate.state == b.fate.state for a, b in pairs)
    assert len({canonical(a.position()) for a, _ in pairs}) == 5
    assert len({a.fate.state for a, _ in pairs}) == 5


def test_a_draw_changes_neither_the_sampler_nor_the_worlds_drawn_before() -> None:
    match = Match.new(GAME, {}, 5)
    dice = Fate(5)
    for _ in range(60):
        match.act(keen(match, dice))
    source = sampler(match, 1)
    world = source.draw(Fate(1))
    before = canonical(world.position())
    for seed in range(20):
        other = source.draw(Fate(seed))
        for _ in range(10):
            if other.to_act() is not None:
                other.act(dice.pick(other.actions()))
    assert canonical(world.position()) == before
    assert canonical(source.draw(Fate(1)).position()) == before


def test_two_matches_that_look_alike_to_a_seat_have_the_same_worlds() -> None:
    match = Match.new(GAME, {}, 7)
    other = Match.load(GAME, sampler(match, 0).draw(Fate(1)).position())
    other.opening = match.opening
    assert canonical(match.view(0)) == canonical(other.view(0))
    assert canonical(match.position()) != canonical(other.position())
    for seed in range(5):
        one, two = sampler(match, 0).draw(Fate(seed)), sampler(other, 0).draw(Fate(seed))
        assert canonical(one.position()) == canonical(two.position())


# --- what is remembered -----------------------------------------------------------------------------------------------


def returned() -> Match:
    """Seat 0 has returned seat 1's Wurm to his hand; seat 1 is in the crystal step."""
    match = table(
        "casting",
        lord(hand="et0 sc0", vault=MANA, fortress=towers(1, "sc1 sc1"), deck="sc1 sc2 sc3 et2"),
        lord(
            hand="ch1 sp1",
            battlefield=[(20, "na3")],
            vault=MANA2,
            fortress=towers(11, "ch2 ch2"),
            deck="ch3 ch4 et3 sp2",
        ),
    )
    play(match, "cast h0", "end", "keep")
    assert match.position()["seats"][1]["hand"] == ["ch1", "sp1", "na3"]
    assert match.to_act() == 1 and match.position()["step"] == "crystal"
    return match


@clause("FS-20.7")
def test_a_card_returned_to_a_hand_is_there() -> None:
    match = returned()
    assert all("na3" in world["seats"][1]["hand"] for world in worlds(match, 0))
    assert all("na3" in world["seats"][1]["hand"] for world in worlds(match, None))
    play(match, "crystal h0")
    # A chaos card became a crystal: it was another one.
    assert all("na3" in world["seats"][1]["hand"] for world in worlds(match, 0))
    assert len({tuple(sorted(world["seats"][1]["hand"])) for world in worlds(match, 0)}) > 10


@clause("FS-20.7")
def test_a_card_returned_to_a_hand_may_have_become_a_crystal_of_its_sphere() -> None:
    match = returned()
    play(match, "crystal h2")
    crystals: Counter[bool] = Counter()
    for world in worlds(match, 0, 200):
        row = world["seats"][1]
        is_crystal = row["vault"][-1]["card"] == "na3"
        crystals[is_crystal] += 1
        assert is_crystal or "na3" in row["hand"]
    # Likelier the Wurm, of which the sphere is known, than one of two others.
    assert crystals[True] > crystals[False] > 10


@clause("FS-20.7")
def test_the_returned_card_is_forgotten_when_it_is_played() -> None:
    match = returned()
    play(match, "end", "summon h2")
    counts = Counter("na3" in world["seats"][1]["hand"] for world in worlds(match, 0, 100))
    assert counts[False] > 70


def recovered(deck: str = "sc1 sc2 sc3 et2") -> Match:
    """Seat 0 has put na3 on top of its deck, then sc4, and has drawn the sc4."""
    match = table(
        "casting",
        lord(
            hand="sp2 et4",
            vault=MANA,
            fortress=towers(1, "sc1 sc1"),
            deck=deck,
            trash="na3 sc4",
            battlefield=[(9, "et4")],
        ),
        lord(hand="ch1", vault=MANA2, fortress=towers(11, "ch2 ch2"), deck="ch3 ch4 et3 sp2"),
    )
    play(match, "cast h0", "target p0.x0", "target p0.x1")
    assert match.position()["seats"][0]["deck"][0] == "na3"
    return match


@clause("FS-20.7", "FS-3.4")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_card_recovered_lies_on_top_of_the_deck(seat: int | None) -> None:
    match = recovered()
    for world in worlds(match, seat):
        assert world["seats"][0]["deck"][0] == "na3"
        assert "sc4" in world["seats"][0]["hand"]
    assert len({tuple(world["seats"][0]["deck"][1:]) for world in worlds(match, seat)}) > 20


@clause("FS-20.7")
@pytest.mark.parametrize("seat", [0, 1])
def test_after_a_shuffle_the_recovered_card_lies_anywhere_in_the_deck(seat: int) -> None:
    match = recovered()
    # The Prism Trickster shuffles the deck of its lord when it attacks.
    play(match, "end", "attack u9 fortress 1")
    assert {"event": "shuffle", "seat": 0, "zone": "deck"} in match.seen(1)
    places: Counter[int] = Counter()
    for world in worlds(match, seat, 300):
        deck = world["seats"][0]["deck"]
        assert "na3" in deck
        places[deck.index("na3")] += 1
    # Four degrees of freedom: beyond 19 once in a thousand. A second Wurm above it may hide the first.
    assert chi_square(places, dict.fromkeys(range(5), 60.0)) < 25


@clause("FS-20.7", "FS-8.1")
def test_energies_are_known_by_their_place() -> None:
    match = table(
        "battle",
        lord(
            hand="sc0", battlefield=[(8, "na3"), (9, "na3")], fortress=towers(1, "sc1 sc1"), deck="sc1 sc2", vault=MANA
        ),
        lord(
            hand="ch1",
            battlefield=[{"uid": 20, "card": "sp1", "engaged": True}, {"uid": 21, "card": "ch1", "engaged": True}],
            fortress=towers(11, "ch2 ch2"),
            groove="sp0 sp0",
            deck="et0 et1 et2 et3",
            vault=MANA2,
        ),
    )
    play(match, "attack u8 u20", "noretaliate", "attack u9 u21", "noretaliate")
    assert match.position()["seats"][1]["groove"] == ["sp0", "sp0", "sp1", "ch1"]
    for seat in (0, 1, None):
        grooves = [world["seats"][1]["groove"] for world in worlds(match, seat)]
        assert all(groove[2:] == ["sp1", "ch1"] for groove in grooves)
        assert len({groove[0] for groove in grooves}) > 3


@clause("FS-20.7", "FS-9.4")
def test_energies_that_pay_leave_the_others_in_their_places() -> None:
    match = table(
        "battle",
        lord(hand="sc0", battlefield=[(8, "na3")], fortress=towers(1, "sc1 sc1"), deck="sc1 sc2 sc0", vault=MANA),
        lord(
            hand="sp0 sp0",
            battlefield=[{"uid": 20, "card": "sp1", "engaged": True}],
            fortress=towers(11, "ch2 ch2"),
            groove="sp2 et0",
            deck="et0 et1 et2 et3",
        ),
    )
    play(match, "attack u8 u20", "retaliate h0")
    assert match.to_act() == 0, "the only payment is the oldest spirit card"
    assert match.position()["seats"][1]["groove"] == ["et0", "sp1"]
    for seat in (0, 1):
        assert all(world["seats"][1]["groove"][1] == "sp1" for world in worlds(match, seat))


@clause("FS-20.7", "FS-19.6")
def test_an_own_hand_card_that_became_a_tower_is_known_to_its_lord_alone() -> None:
    match = table(
        "casting",
        lord(hand="sc4 na3", vault=MANA, fortress=towers(1, "sp1 sp2"), deck="sc1 sc2"),
        lord(hand="ch1", vault=MANA2, fortress=towers(11, "ch2 ch2"), deck="ch3 ch4"),
    )
    play(match, "summon h0", "target u2")
    row = match.position()["seats"][0]
    assert row["fortress"][1]["card"] == "na3" and row["hand"] == ["sp2"]
    assert {world["seats"][0]["fortress"][1]["card"] for world in worlds(match, 0)} == {"na3"}
    assert {world["seats"][0]["fortress"][1]["card"] for world in worlds(match, 1)} == {"na0", "na1", "na2", "na3"}
    # The tower that was there before is not known even to its lord, but it has a back.
    assert {world["seats"][0]["fortress"][0]["card"] for world in worlds(match, 0)} <= {"sp0", "sp1", "sp2", "sp3"}


def searching() -> Match:
    """Seat 0 looks through its deck."""
    match = table(
        "casting",
        lord(hand="et2", vault=MANA, fortress=towers(1, "sc1 sc1"), deck="sc1 sc2 sc3 na1"),
        lord(hand="ch1", vault=MANA2, fortress=towers(11, "ch2 ch2"), deck="ch3 ch4"),
    )
    play(match, "cast h0")
    return match


@clause("FS-19.6", "FS-14.3")
def test_a_searched_zone_is_known_to_the_searcher_while_he_searches() -> None:
    match = searching()
    assert all(world["seats"][0]["deck"] == ["sc1", "sc2", "sc3", "na1"] for world in worlds(match, 0))
    decks = {tuple(world["seats"][0]["deck"]) for world in worlds(match, 1)}
    assert len(decks) > 20
    for seed in range(10):
        world = sampler(match, 1).draw(Fate(seed))
        assert sorted(map(world.word, world.actions())) == [f"target p0.c{n}" for n in range(4)]
    play(match, "target p0.c3")
    assert all(world["seats"][0]["hand"] == ["na1"] for world in worlds(match, 0))
    assert len({world["seats"][0]["hand"][0] for world in worlds(match, 1)}) > 5


@clause("FS-20.7", "FS-10.3")
def test_what_a_deck_was_made_of_is_known_after_a_deck_out() -> None:
    match = table(
        "discard",
        lord(hand="et2 na1 sc2 sc3 sp0 ch0", vault=MANA, fortress=towers(1, "sc1"), deck="sc0"),
        lord(hand="ch1", vault=MANA2, fortress=towers(11, "ch2 ch2"), deck="ch3 ch4"),
    )
    play(match, "trashhand")
    row = match.position()["seats"][0]
    assert len(row["hand"]) == 5
    before = Counter(["et2", "na1", "sc2", "sc3", "sp0", "ch0"])
    for seat in (0, 1):
        for world in worlds(match, seat):
            found = world["seats"][0]
            hidden = Counter(found["hand"] + found["deck"] + found["groove"])
            # The card that was left in the deck, and the tower, are known to nobody but in part.
            assert before <= hidden
    hands = {tuple(sorted(world["seats"][0]["hand"])) for world in worlds(match, 1)}
    assert len(hands) > 5


# --- kinds that places tell -------------------------------------------------------------------------------------------


@clause("FS-3.9")
def test_what_stayed_face_down_in_a_battle_is_not_inverted() -> None:
    down = {"uid": 20, "card": "et0", "facedown": True, "engaged": True}
    match = table(
        "battle",
        lord(
            hand="sc0", battlefield=[(8, "sc1"), (9, "sc0")], fortress=towers(1, "sc1 sc1"), deck="sc1 sc2", vault=MANA
        ),
        lord(hand="ch1", battlefield=[down], fortress=towers(11, "ch2 ch2"), deck="et0 et1", vault=MANA2),
    )
    assert "et1" in {world["seats"][1]["battlefield"][0]["card"] for world in worlds(match, 0)}
    play(match, "attack u9 u20")
    assert match.position()["seats"][1]["battlefield"][0]["facedown"]
    assert "et1" not in {world["seats"][1]["battlefield"][0]["card"] for world in worlds(match, 0)}


@clause("FS-6.7")
def test_without_generic_creatures_what_lies_face_down_is_inverted() -> None:
    down = {"uid": 20, "card": "et1", "facedown": True}
    seats = (
        lord(hand="sc0", fortress=towers(1, "sc1 sc1"), deck="sc1 sc2"),
        lord(hand="ch1", battlefield=[down], fortress=towers(11, "ch2 ch2"), deck="et0 et1"),
    )
    match = table("discard", *seats, options={"generic": False})
    assert {world["seats"][1]["battlefield"][0]["card"] for world in worlds(match, 0)} == {"et1"}
    match = table("discard", *seats)
    assert len({world["seats"][1]["battlefield"][0]["card"] for world in worlds(match, 0, 60)}) == 5


@clause("FS-1.10")
def test_what_lies_face_down_as_a_spell_is_a_hidden_one() -> None:
    fortress = [{"uid": 11, "card": "ch2"}, {"uid": 12, "card": "ch3", "kind": "spell"}]
    match = table(
        "discard",
        lord(hand="sc0", fortress=towers(1, "sc1 sc1"), deck="sc1 sc2"),
        lord(hand="ch1", fortress=fortress, deck="et0 et1"),
    )
    assert {world["seats"][1]["fortress"][1]["card"] for world in worlds(match, 0)} == {"ch3"}


def ambushes() -> Json:
    """Four cards and three hidden spells, all of chaos: when its lord is attacked, when an opponent summons, and when
    its lord is attacked in his own turn, which never happens.
    """
    cards = four_cards()
    for id, more in (
        ("x", {"when": "attacked"}),
        ("y", {"when": "summoned", "by": "opponent"}),
        ("z", {"when": "attacked", "if": {"turn": "own"}}),
    ):
        spell = {"type": "hidden", "cost": 3, "do": [{"do": "draw", "whose": "own", "n": 1}]} | more
        cards[id] = cards["a"] | {"spell": spell}
    return cards


@clause("FS-1.10", "FS-13.5")
@pytest.mark.parametrize("from_hand", [False, True])
def test_a_hidden_spell_that_was_not_turned_up_waits_for_something_else(from_hand: bool) -> None:
    crystals = [(40 + n, "a") for n in range(5)]
    fortress: list[Any] = [{"uid": 11, "card": "a"}, {"uid": 12, "card": "a"}]
    hidden = {"uid": 13, "card": "z", "kind": "spell"}
    seats = [
        lord(hand="a a", battlefield=[(8, "a"), (9, "a")], fortress=towers(1, "a a"), deck="a b c d", vault=crystals),
        lord(
            hand="z" if from_hand else "",
            vault=[(60 + n, "a") for n in range(5)],
            fortress=fortress if from_hand else [*fortress, hidden],
            deck="a b c d a b c d",
        ),
    ]
    match = table("casting", *seats, cards=ambushes(), active=1 if from_hand else 0)
    place = 2
    if from_hand:
        play(match, "cast h0")
        while match.to_act() == 1:
            play(match, "end" if "end" in match.actions() else "keep")
        play(match, "end")

    def possible() -> set[str]:
        return {world["seats"][1]["fortress"][place]["card"] for world in worlds(match, 0, 40)}

    assert possible() == {"x", "y", "z"}
    play(match, "summon h0")
    assert possible() == {"x", "y", "z"}, "it might still wait"
    play(match, "end")
    assert possible() == {"x", "z"}
    play(match, "attack u8 fortress 1")
    play(match, "destroy u11")
    place = 1
    assert possible() == {"z"}
    assert {world["seats"][1]["fortress"][1]["card"] for world in worlds(match, 1)} == {"z"}


# --- what decisions tell ----------------------------------------------------------------------------------------------


@clause("FS-9.4", "FS-9.5", "FS-19.6")
def test_a_spell_that_waits_for_its_payment_can_be_paid_in_several_ways() -> None:
    match = table(
        "battle",
        lord(hand="sc0", battlefield=[(8, "na3")], fortress=towers(1, "sc1 sc1"), deck="sc1 sc2 sc0", vault=MANA),
        lord(
            hand="sp4 ch0 sc1",
            battlefield=[{"uid": 20, "card": "ch1", "engaged": True}],
            fortress=towers(11, "ch2 ch2"),
            groove="sp2 na0",
            deck="et0 et1 et2 et3",
        ),
    )
    play(match, "attack u8 u20", "retaliate h1")
    assert match.view(0)["pending"]["kind"] == "pay"
    assert match.view(0)["attack"]["spell"] is None
    spells: Counter[str] = Counter()
    for seed in range(60):
        world = sampler(match, 0).draw(Fate(seed))
        position = world.position()
        spells[position["seats"][1]["hand"][position["attack"]["spell"]["hand"]]] += 1
        assert len(world.actions()) > 1
        plays_on(world, Fate(seed))
    assert len(spells) > 3
    assert "sc0" not in spells, "there is no science energy"


@clause("FS-14.3")
def test_a_lord_who_is_asked_for_hand_cards_has_some_that_fit() -> None:
    match = table(
        "casting",
        lord(hand="et4 sc1 na3", vault=MANA, fortress=towers(1, "sc1 sc1"), deck="sc1 sc2"),
        lord(hand="ch1", vault=MANA2, fortress=towers(11, "ch2 ch2"), deck="ch3 ch4"),
    )
    play(match, "cast h0")
    # Conjure: an active spell of the hand may be cast.
    assert match.view(1)["pending"]["options"] is None
    active = {"sc1", "sp3", "sc4"}
    for seed in range(40):
        world = sampler(match, 1).draw(Fate(seed))
        hand = world.position()["seats"][0]["hand"]
        assert active & set(hand)
        options = {world.word(action) for action in world.actions()}
        assert options == {"target none"} | {f"target p0.h{n}" for n in range(2) if hand[n] in active}


@clause("FS-14.3", "FS-19.6")
def test_cards_named_in_secret_are_cards_that_could_be_named() -> None:
    spell = {"do": "trash", "target": {"zone": "hand", "whose": "own", "n": 2, "filter": {"sphere": "chaos"}}}
    cards = dict(GAME.load(table("discard", lord(hand="sc0"), lord()).position(), Fate()).position()["cards"])
    cards["zz"] = {
        "spheres": ["science"],
        "creature": {"cost": 1, "race": "imp", "strength": 1},
        "spell": {"type": "instant", "cost": 1, "do": [spell]},
    }
    match = table(
        "casting",
        lord(hand="zz ch0 sc1 ch2 ch3", vault=MANA, fortress=towers(1, "sc1 sc1"), deck="sc1 sc2 ch0 ch1"),
        lord(hand="ch1", vault=MANA2, fortress=towers(11, "ch2 ch2"), deck="ch3 ch4"),
        cards=cards,
    )
    play(match, "cast h0", "target p0.h2")
    assert match.view(1)["programs"][0]["picked"] == [None]
    for seed in range(40):
        world = sampler(match, 1).draw(Fate(seed)).position()
        hand = world["seats"][0]["hand"]
        named = int(world["programs"][0]["picked"][0].split("h")[1])
        chaos = [n for n, card in enumerate(hand) if "chaos" in cards[card]["spheres"]]
        assert named in chaos and len(chaos) >= 3


# --- decks ------------------------------------------------------------------------------------------------------------


def played(options: Json, steps: int, seed: int = 4) -> Match:
    """A match some way on."""
    match = Match.new(GAME, options, seed)
    dice = Fate(seed)
    while match.position()["step"] == "assembly":
        match.act(dice.pick(match.actions()))
    for _ in range(steps):
        if match.to_act() is not None:
            match.act(keen(match, dice))
    return match


@clause("FS-17.2")
@clause("FS-4.2", "FS-20.7")
@pytest.mark.parametrize(
    "options",
    [
        {"lords": 3},
        {"lords": 4, "mode": "citadel"},
        {"assembly": "mirror"},
        {"assembly": "random", "pool_copies": 9, "lords": 4, "mode": "tag_team"},
        {"cards": GENESIS, "assembly": "predesign", "deck_numbers": [1, 4]},
    ],
)
def test_what_a_lord_showed_in_the_cut_is_among_his_cards(options: Json) -> None:
    match = Match.new(GAME, options, 3)
    cuts = [(event["seat"], event["card"]) for event in match.opening]
    assert {seat for seat, _ in cuts} == set(range(match.state.seats()))
    for eye in (0, None):
        for world in worlds(match, eye, 8):
            assert all(all_cards(world["seats"][seat])[card] for seat, card in cuts)


@clause("FS-4.2")
def test_a_cut_may_tell_which_ready_made_deck_it_is() -> None:
    match = Match.new(GAME, {"cards": GENESIS, "assembly": "predesign", "deck_numbers": [1, 4]}, 3)
    card = next(event["card"] for event in match.opening if event["seat"] == 1)
    able = [number for number in range(1, 6) if card in standard().ids_of_deck(number)]
    for world in worlds(match, 0, 8):
        held = set(all_cards(world["seats"][1]))
        assert any(held <= set(standard().ids_of_deck(number)) for number in able)


@clause("FS-21.4")
def test_a_hidden_spell_of_a_lord_outside_may_be_any() -> None:
    """Seat 0 is attacked; the hidden spell of seat 2, who is outside, would not have answered."""
    trap = {**CARDS["et3"], "spell": {"type": "hidden", "cost": 3, "when": "attacked", "do": []}}
    other = {**CARDS["et3"], "spell": {"type": "hidden", "cost": 3, "when": "spell_lost", "do": []}}
    table = {"trap": trap, "other": other, "sc1": CARDS["ch0"]}
    spell = {"uid": 50, "card": "trap", "kind": "spell"}
    rows: list[Json] = [
        {"hand": ["sc1"], "fortress": [{"uid": 1, "card": "sc1"}]},
        {"hand": ["sc1"], "battlefield": [{"uid": 11, "card": "sc1"}], "fortress": [{"uid": 2, "card": "sc1"}]},
        {"hand": ["sc1"], "fortress": [{"uid": 3, "card": "sc1"}, spell]},
        {"hand": ["sc1"], "fortress": [{"uid": 4, "card": "sc1"}]},
    ]
    for seat, row in enumerate(rows):
        row["in"] = seat < 2
    position = {"game": "five_spheres", "version": 1, "options": {"lords": 4, "mode": "tag_team"}, "cards": table}
    match = Match.load(GAME, position | {"active": 1, "seats": rows})
    play(match, "attack u11 fortress 0", "noretaliate", "keep")
    spells = {world["seats"][2]["fortress"][1]["card"] for world in worlds(match, 0, 40)}
    assert spells == {"trap", "other"}
    # A spell of the lord who was attacked has told by its silence that it is another.
    rows[0]["fortress"].append({**spell, "uid": 60, "card": "other"})
    match = Match.load(GAME, position | {"active": 1, "seats": rows})
    play(match, "attack u11 fortress 0", "destroy u1", "noretaliate", "keep")
    assert {world["seats"][0]["fortress"][0]["card"] for world in worlds(match, 1, 20)} == {"other"}


def test_own_decks_have_no_card_more_than_three_times() -> None:
    for seat in (0, 1, None):
        for world in worlds(played({}, 50), seat, 15):
            for row in world["seats"]:
                cards = all_cards(row)
                assert cards.total() == 48
                assert max(cards.values()) <= 3


@clause("FS-17.2")
def test_mirror_decks_are_alike() -> None:
    for world in worlds(played({"assembly": "mirror"}, 50), 0):
        assert all_cards(world["seats"][0]) == all_cards(world["seats"][1])
        assert max(all_cards(world["seats"][0]).values()) <= 3


@clause("FS-17.2")
def test_pre_designed_decks_are_decks_of_the_table() -> None:
    match = played(TRIALS[13], 40)
    true = match.position()
    for seat in (0, 1, None):
        for world in worlds(match, seat, 10):
            assert [all_cards(row) for row in world["seats"]] == [all_cards(row) for row in true["seats"]]


@clause("FS-17.3")
def test_sets_are_public() -> None:
    match = played({"assembly": "sets", "pool_copies": 6}, 40)
    true = match.position()
    for world in worlds(match, 0):
        assert [all_cards(row) for row in world["seats"]] == [all_cards(row) for row in true["seats"]]


@clause("FS-17.3")
def test_unseen_sets_are_whole_sets() -> None:
    match = Match.load(GAME, played({"assembly": "sets", "pool_copies": 6}, 40).position())
    for world in worlds(match, 0):
        for row in world["seats"]:
            assert set(all_cards(row).values()) <= {3, 6}


@clause("FS-17.4", "FS-17.5")
@pytest.mark.parametrize("extra", [0, 3])
def test_the_copies_of_a_pool_are_shared_by_all(extra: int) -> None:
    match = played({"assembly": "random", "lords": 3, "pool_copies": 7, "random_extra": extra}, 40)
    for seat in (0, None):
        for world in worlds(match, seat, 15):
            total = sum((all_cards(row) for row in world["seats"]), Counter[str]())
            assert total.total() == 144
            assert max(total.values()) <= 7


@clause("FS-17.6", "FS-20.7")
def test_what_was_drafted_in_the_open_is_known() -> None:
    match = played({"assembly": "open_draft", "pool_copies": 6}, 30)
    true = match.position()
    for seat in (0, 1, None):
        for world in worlds(match, seat, 10):
            assert [all_cards(row) for row in world["seats"]] == [all_cards(row) for row in true["seats"]]


def backs(cards: Counter[str], table_of: Json) -> Counter[str]:
    found: Counter[str] = Counter()
    for id, n in cards.items():
        found["/".join(table_of[id]["spheres"])] += n
    return found


@clause("FS-17.7", "FS-20.7")
def test_of_a_blind_draft_the_own_cards_and_the_backs_of_the_others_are_known() -> None:
    match = played({"assembly": "blind_draft", "pool_copies": 6}, 30)
    true = match.position()
    for world in worlds(match, 0, 15):
        assert all_cards(world["seats"][0]) == all_cards(true["seats"][0])
        mine, theirs = all_cards(world["seats"][1]), all_cards(true["seats"][1])
        assert backs(mine, true["cards"]) == backs(theirs, true["cards"])
        assert mine != theirs


@clause("FS-17.8", "FS-20.7")
def test_of_a_closed_draft_the_own_cards_are_known() -> None:
    match = played({"assembly": "closed_draft", "draft_batch": 3, "pool_copies": 5}, 30)
    true = match.position()
    found = worlds(match, 1, 15)
    assert all(all_cards(world["seats"][1]) == all_cards(true["seats"][1]) for world in found)
    assert len({canonical(dict(sorted(all_cards(world["seats"][0]).items()))) for world in found}) == 15
    for world in found:
        assert max((all_cards(world["seats"][0]) + all_cards(world["seats"][1])).values()) <= 5


def test_positions_with_any_decks_have_worlds() -> None:
    match = table(
        "discard",
        lord(hand="sc0", trash=["na3"] * 9, fortress=towers(1, "sc1 sc1"), deck=["na3"] * 70),
        lord(hand=["ch1"] * 9, groove=["sc4"] * 7, fortress=towers(11, "ch2 ch2"), deck=["ch3"] * 60),
        options={"assembly": "random", "pool_copies": 1},
    )
    for world in worlds(match, 0, 5):
        assert world["seats"][1]["groove"] == ["sc4"] * 7
        assert len(world["seats"][0]["deck"]) == 70


def test_events_that_do_not_fit_the_view_do_no_harm() -> None:
    match, other = played({}, 60, 4), played({}, 70, 9)
    source = GAME.sampler(match.view(0), other.seen(0)[10:])
    for seed in range(5):
        world = source.draw(Fate(seed))
        assert canonical(world.view(0)) == canonical(match.view(0))
        plays_on(world, Fate(seed))


# --- every world that fits is alike -----------------------------------------------------------------------------------


def four_cards() -> Json:
    """Two chaos cards and two ether cards."""
    return {
        id: {
            "spheres": [sphere],
            "creature": {"cost": 1, "race": "imp", "strength": 1},
            "spell": {"type": "instant", "cost": 1, "do": [{"do": "draw", "whose": "own", "n": 1}]},
        }
        for id, sphere in (("a", "chaos"), ("b", "chaos"), ("c", "ether"), ("d", "ether"))
    }


@clause("FS-17.2")
def test_hidden_cards_are_drawn_evenly_from_three_copies_of_each() -> None:
    match = table(
        "discard",
        lord(hand="a", fortress=[(1, "a")]),
        lord(hand="b", trash="a a", fortress=[(2, "c")], groove="b", deck="d"),
        cards=four_cards(),
    )
    source = sampler(match, 0)
    fate = Fate(5)
    hands: Counter[str] = Counter()
    energies: Counter[str] = Counter()
    draws = 3000
    for _ in range(draws):
        row = source.draw(fate).position()["seats"][1]
        hands[row["hand"][0]] += 1
        energies[row["groove"][0]] += 1
        assert max(all_cards(row).values()) <= 3
    # Of the energy's back one a and three b are left. The tower took one of six ether cards; of the eight cards left
    # the hand has any: of a ¾, of b 2¼, of c and d 2½ each on the average.
    assert chi_square(energies, {"a": draws / 4, "b": draws * 3 / 4}) < 11
    assert (
        chi_square(hands, {"a": draws * 0.75 / 8, "b": draws * 2.25 / 8, "c": draws * 2.5 / 8, "d": draws * 2.5 / 8})
        < 17
    )


def test_of_mixed_cards_every_order_is_alike() -> None:
    match = table(
        "discard",
        lord(hand="a b c d", fortress=[(1, "a"), (3, "a")], deck=""),
        lord(hand="b", fortress=[(2, "c")], deck="d"),
        cards=four_cards(),
    )
    # The hand is trashed, its four cards are shuffled and become the deck; a tower is destroyed, with the
    # top card of the deck; the other three cards are drawn.
    play(match, "trashhand", "target u1")
    row = match.position()["seats"][0]
    assert len(row["hand"]) == 3 and row["groove"][0] == "a"
    top = row["groove"][1]
    same = {"a": "ab", "b": "ab", "c": "cd", "d": "cd"}[top]
    counts: Counter[tuple[str, ...]] = Counter()
    source = sampler(match, 1)
    fate = Fate(6)
    for _ in range(1200):
        world = source.draw(fate).position()["seats"][0]
        assert sorted([*world["hand"], world["groove"][1]]) == ["a", "b", "c", "d"]
        counts[world["groove"][1], *world["hand"]] += 1
    expected: dict[tuple[str, ...], float] = {}
    for first in same:
        left = [card for card in "abcd" if card != first]
        for i, one in enumerate(left):
            rest = left[:i] + left[i + 1 :]
            expected[first, one, rest[0], rest[1]] = 100.0
            expected[first, one, rest[1], rest[0]] = 100.0
    # Eleven degrees of freedom: beyond 31 once in a thousand.
    assert chi_square(counts, expected) < 31

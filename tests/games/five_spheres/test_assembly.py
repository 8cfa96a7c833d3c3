"""FS-17 and FS-18: the ways to assemble decks, the test set, codes."""

from __future__ import annotations

import json
from collections import Counter
from importlib import resources
from typing import Any

import pytest

from games.five_spheres.arrange import after, check_refused, invalid, lord, new, not_new, position
from games.five_spheres.cards import SPHERES, Json, card
from games.five_spheres.told import events, named
from marks import clause
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games.five_spheres import GAME

MANY = {f"c{n:03}": card(SPHERES[n % 5], 1 + n % 9) for n in range(240)}
"""240 cards, of which the pool holds one copy each with `pool_copies` 1: as many as six lords may need."""


def pool(size: int = 240) -> list[int]:
    """The chance of a shuffle of the pool that changes nothing."""
    return list(range(size - 1, 0, -1))


def assembling(method: str, seats: int = 2, size: int = 240, **options: Any) -> Match:
    """A match whose pool is c000, c001, ... in order."""
    cards = dict(list(MANY.items())[:size])
    fields = {"pool_copies": 1, **options}
    return new(queue=pool(size), lords=seats, assembly=method, cards=cards, **fields)


def ids(first: int, count: int) -> list[str]:
    """Cards of MANY from a number on."""
    return [f"c{n:03}" for n in range(first, first + count)]


def held(match: Match, seat: int) -> Counter[str]:
    """All cards of a lord."""
    row = match.position()["seats"][seat]
    return Counter(row["deck"] + row["hand"] + [tower["card"] for tower in row["fortress"]])


def finish(match: Match) -> Match:
    """Always the first action, until the decks are complete."""
    while match.position()["step"] == "assembly":
        match.act(match.actions()[0])
    return match


# --- FS-17.1, FS-17.2 -------------------------------------------------------------------------------------------------

SIXTEEN = {f"k{n:02}": card() for n in range(16)}
THRICE = sorted(SIXTEEN) * 3


@clause("FS-17.1")
@pytest.mark.parametrize("method", ["custom", "mirror", "sets", "random", "open_draft", "blind_draft", "closed_draft"])
def test_every_method_gives_decks_of_48_cards(method: str) -> None:
    match = finish(new(seed=5, lords=2, assembly=method, cards=COLLECTION))
    assert [sum(held(match, seat).values()) for seat in (0, 1)] == [48, 48]
    assert match.position()["assembly"] is None
    assert (match.position()["turn"], match.position()["step"]) == (1, "crystal")


@clause("FS-17.1", "FS-20.6")
def test_an_unknown_method_is_refused() -> None:
    assert "assembly" in not_new(lords=2, assembly="auction")


@clause("FS-17.2", "FS-20.6")
def test_custom_decks_are_listed_for_each_lord() -> None:
    other = {f"x{n:02}": card("chaos") for n in range(16)}
    match = new(lords=2, first=0, cards=SIXTEEN | other, decks=[THRICE, sorted(other) * 3])
    assert (held(match, 0), held(match, 1)) == (Counter(THRICE), Counter(sorted(other) * 3))


@clause("FS-17.2", "FS-20.6")
@pytest.mark.parametrize(
    "decks",
    [
        [THRICE],  # one list for two lords
        [THRICE, THRICE[:47]],
        [THRICE, [*THRICE, "k00"]],
        [THRICE, [*THRICE[:47], "k00"]],  # k00 four times
        [THRICE, [*THRICE[:47], "zz"]],  # no card of the table
        [THRICE, THRICE, THRICE],
        "k00",
    ],
)
def test_wrong_custom_decks_are_refused(decks: Any) -> None:
    assert "deck" in not_new(lords=2, cards=SIXTEEN, decks=decks)


@clause("FS-17.2")
@pytest.mark.parametrize("count", [16, 20, 48, 60])
def test_without_decks_the_ids_of_the_table_are_dealt_over_and_over(count: int) -> None:
    cards = {f"k{n}": card() for n in range(count)}
    ordered = sorted(cards)
    expected = Counter([ordered[n % count] for n in range(48)])
    match = new(lords=2, first=0, cards=cards)
    assert held(match, 0) == held(match, 1) == expected


@clause("FS-17.2")
def test_fewer_than_16_ids_without_decks_are_refused() -> None:
    assert not_new(lords=2, cards=dict(list(SIXTEEN.items())[:15]))


@clause("FS-17.2")
def test_mirror_gives_all_lords_the_same_deck() -> None:
    match = new(lords=3, first=0, assembly="mirror", cards=SIXTEEN, decks=[THRICE])
    assert [held(match, seat) for seat in range(3)] == [Counter(THRICE)] * 3
    assert not_new(lords=2, assembly="mirror", cards=SIXTEEN, decks=[THRICE, THRICE])


def coded(n: int, race: str = "plain") -> Json:
    """Card n of a whole collection: 16 for each sphere, four for each set."""
    sphere, letter = n // 16, "ABCDEFGHIJKLMNOPQRST"[n // 4]
    return card(SPHERES[sphere], race=race) | {"code": f"0007-{sphere + 1}{n % 16:X}-0{n // 16 + 1}{letter}"}


COLLECTION = {f"n{n:02}": coded(n) for n in range(80)}
"""A complete collection: card n has the set n div 4 and the deck n div 16 + 1."""


@clause("FS-17.2", "FS-18.2")
@pytest.mark.parametrize("numbers", [[1, 2], [5, 5], [3, 4]])
def test_predesign_deals_the_decks_of_the_codes(numbers: list[int]) -> None:
    match = new(lords=2, first=0, assembly="predesign", cards=COLLECTION, deck_numbers=numbers)
    for seat, number in enumerate(numbers):
        wanted = [f"n{n:02}" for n in range(16 * (number - 1), 16 * number)]
        assert held(match, seat) == Counter(wanted * 3)


@clause("FS-17.2")
@pytest.mark.parametrize("numbers", [None, [1], [1, 6], [0, 1], [1, 2, 3]])
def test_other_deck_numbers_are_refused(numbers: Any) -> None:
    options = {} if numbers is None else {"deck_numbers": numbers}
    assert "deck" in not_new(lords=2, assembly="predesign", cards=COLLECTION, **options)


@clause("FS-17.2")
def test_a_predesigned_deck_must_be_complete() -> None:
    cards = {id: row for id, row in COLLECTION.items() if id != "n00"}
    assert not_new(lords=2, assembly="predesign", cards=cards, deck_numbers=[1, 2])
    assert new(lords=2, first=0, assembly="predesign", cards=cards, deck_numbers=[2, 3]).to_act() == 0


# --- FS-17.3 ----------------------------------------------------------------------------------------------------------


@clause("FS-17.3", "FS-20.1", "FS-20.3")
def test_lords_take_sets_in_turn_until_all_have_four() -> None:
    match = new(lords=2, assembly="sets", cards=COLLECTION)
    assert match.actions() == [f"set {letter}" for letter in "abcdefghijklmnopqrst"]
    assert (match.position()["step"], match.position()["turn"], match.to_act()) == ("assembly", 0, 0)
    after(match, "set f")
    (pick,) = named(events(match), "pick")
    assert (pick["seat"], pick["what"].lower()) == (0, "f")
    assert Counter(match.position()["seats"][0]["deck"]) == Counter(["n20", "n21", "n22", "n23"] * 3)
    assert match.to_act() == 1
    check_refused(match, "set f")
    after(match, "set a", "set b", "set c", "set d", "set e", "set g")
    assert match.position()["step"] == "assembly"
    after(match, "set h")
    assert held(match, 0) == Counter([f"n{n:02}" for s in (5, 1, 3, 6) for n in range(4 * s, 4 * s + 4)] * 3)
    assert match.position()["step"] == "crystal"


@clause("FS-17.3")
@pytest.mark.parametrize(("copies", "times"), [(1, 1), (3, 1), (5, 1), (6, 2), (9, 3)])
def test_each_set_is_there_a_third_as_often_as_a_card_at_least_once(copies: int, times: int) -> None:
    match = new(lords=4, assembly="sets", cards=COLLECTION, pool_copies=copies)
    for _ in range(times):
        assert "set a" in match.actions()
        after(match, "set a")
    assert "set a" not in match.actions()


@clause("FS-17.3")
def test_only_complete_sets_are_offered() -> None:
    cards = {id: row for id, row in COLLECTION.items() if id != "n05"}
    assert "set b" not in new(lords=2, assembly="sets", cards=cards).actions()


@clause("FS-17.3", "FS-17.9")
@pytest.mark.parametrize(("sets", "fine"), [(8, True), (7, False)])
def test_there_must_be_four_sets_for_each_lord(sets: int, fine: bool) -> None:
    cards = dict(list(COLLECTION.items())[: 4 * sets])
    if fine:
        assert len(new(lords=2, assembly="sets", cards=cards).actions()) == sets
    else:
        assert not_new(lords=2, assembly="sets", cards=cards)


@clause("FS-17.3", "FS-17.9")
def test_the_first_picker_is_the_option_first() -> None:
    match = new(lords=3, assembly="sets", cards=COLLECTION, first=2)
    order = [match.to_act()]
    for word in ("set a", "set b", "set c"):
        order.append(after(match, word).to_act())
    assert order == [2, 0, 1, 2]


# --- FS-17.4, FS-17.5 -------------------------------------------------------------------------------------------------


@clause("FS-17.4", "FS-17.5")
def test_random_decks_are_the_pool_in_order() -> None:
    match = assembling("random")
    assert [held(match, seat) for seat in (0, 1)] == [Counter(ids(0, 48)), Counter(ids(48, 48))]


@clause("FS-17.4")
def test_the_pool_holds_three_copies_of_every_card() -> None:
    forty = {f"k{n:02}": card() for n in range(48)}
    match = new(lords=3, first=0, assembly="random", cards=forty)
    assert sum((held(match, seat) for seat in range(3)), Counter()) == Counter(list(forty) * 3)


@clause("FS-17.4", "FS-4.2")
def test_the_pool_is_shuffled_before_all_other_chance() -> None:
    """Its first number is below 240, which no split or deck shuffle would take."""
    chance = [0, *pool()[1:]]
    match = new(queue=chance, lords=2, first=0, assembly="random", cards=MANY, pool_copies=1)
    assert held(match, 0)["c239"] == 1, "the last card and the first have changed places"


@clause("FS-17.5", "FS-20.1", "FS-19.4")
def test_with_a_surplus_each_lord_puts_cards_back_seat_by_seat() -> None:
    match = assembling("random", random_extra=2)
    at = match.position()["assembly"]
    assert (at["method"], at["to_pick"], at["left"]) == ("random", 0, 2)
    assert len(match.actions()) == 50 and match.actions()[0] == "drop m0"
    assert match.position()["seats"][0]["deck"] == ids(0, 50)
    after(match, "drop m3")
    assert (match.to_act(), match.position()["assembly"]["left"]) == (0, 1)
    after(match, "drop m0")
    assert match.to_act() == 1
    assert match.position()["seats"][0]["deck"] == ["c001", "c002", *ids(4, 46)]
    after(match, "drop m49", "drop m48")
    assert (held(match, 0), held(match, 1)) == (Counter(["c001", "c002", *ids(4, 46)]), Counter(ids(50, 48)))


@clause("FS-17.5")
def test_he_sees_his_own_cards_only() -> None:
    match = assembling("random", random_extra=1)
    assert match.view(0)["seats"][0]["deck"] == ids(0, 49)
    assert match.view(0)["seats"][1]["deck"] == 49
    assert match.view(1)["seats"][0]["deck"] == 49


@clause("FS-17.5", "FS-19.1")
@pytest.mark.parametrize("extra", [-1, 25])
def test_the_surplus_is_at_most_24(extra: int) -> None:
    assert "random_extra" in not_new(lords=2, assembly="random", cards=MANY, random_extra=extra)
    assert assembling("random", random_extra=24).position()["assembly"]["left"] == 24


# --- FS-17.6 to FS-17.9 -----------------------------------------------------------------------------------------------


@clause("FS-17.6", "FS-20.1", "FS-20.3")
def test_open_draft_lays_out_one_card_more_than_lords() -> None:
    match = assembling("open_draft", 3)
    assert match.actions() == ["pick m0", "pick m1", "pick m2", "pick m3"]
    assert match.position()["assembly"]["market"] == ids(0, 4)
    after(match, "pick m1")
    assert named(events(match), "pick") == [{"event": "pick", "seat": 0, "what": "c001"}]
    assert match.position()["assembly"]["market"] == ["c000", "c002", "c003"]
    after(match, "pick m0", "pick m1")
    assert [row["deck"] for row in match.position()["seats"]] == [["c001"], ["c000"], ["c003"]]
    assert (match.position()["assembly"]["market"], match.to_act()) == (ids(4, 4), 1), "c002 is out of the game"


@clause("FS-17.6")
def test_the_first_picker_moves_one_seat_clockwise_each_round() -> None:
    match = assembling("open_draft", 3, first=2)
    order = []
    for _ in range(9):
        order.append(match.to_act())
        match.act("pick m0")
    assert order == [2, 0, 1, 0, 1, 2, 1, 2, 0]


@clause("FS-17.6")
@pytest.mark.parametrize(("batch", "rounds"), [(1, 48), (2, 24)])
def test_a_draft_has_as_many_rounds_as_fill_a_deck(batch: int, rounds: int) -> None:
    match = assembling("open_draft", draft_batch=batch)
    seen = set()
    while match.position()["step"] == "assembly":
        seen.add(match.position()["assembly"]["round"])
        assert len(match.position()["assembly"]["market"]) <= 3 * batch
        match.act("pick m0")
    assert len(seen) == rounds
    assert [sum(held(match, seat).values()) for seat in (0, 1)] == [48, 48]


@clause("FS-17.6")
def test_with_batches_of_two_each_lord_takes_two() -> None:
    match = assembling("open_draft", draft_batch=2)
    assert len(match.actions()) == 6
    order = []
    for _ in range(8):
        order.append(match.to_act())
        match.act("pick m0")
    assert order == [0, 0, 1, 1, 1, 1, 0, 0]
    assert match.position()["seats"][0]["deck"] == ["c000", "c001", "c008", "c009"]


@clause("FS-17.6", "FS-17.7", "FS-19.1")
@pytest.mark.parametrize("method", ["open_draft", "blind_draft"])
def test_batches_of_three_are_for_closed_drafts(method: str) -> None:
    assert "draft_batch" in not_new(lords=2, assembly=method, cards=MANY, draft_batch=3)


@clause("FS-17.7", "FS-19.6", "FS-20.7")
def test_blind_draft_shows_backs_and_the_taker_sees_what_he_has_taken() -> None:
    match = assembling("blind_draft")
    backs = ["?science", "?ether", "?spirit"]
    assert match.view(0)["assembly"]["market"] == match.view(1)["assembly"]["market"] == backs
    after(match, "pick m1")
    assert match.view(0)["seats"][0]["deck"] == ["c001"]
    assert match.view(1)["seats"][0]["deck"] == 1
    picks = [match.events(seat)[0]["what"] for seat in (0, 1, None)]
    assert picks == ["c001", "?ether", "?ether"]


@clause("FS-17.8")
def test_closed_draft_deals_thirteen_cards_and_hands_the_rest_on() -> None:
    match = assembling("closed_draft", 3)
    assert match.position()["assembly"]["packs"] == [ids(0, 13), ids(13, 13), ids(26, 13)]
    assert len(match.actions()) == 13
    after(match, "pick m0", "pick m1", "pick m2")
    assert [row["deck"] for row in match.position()["seats"]] == [["c000"], ["c014"], ["c028"]]
    packs = match.position()["assembly"]["packs"]
    assert packs == [["c026", "c027", *ids(29, 10)], ids(1, 12), ["c013", *ids(15, 11)]], "to the next seat"


@clause("FS-17.8")
def test_closed_draft_has_four_rounds_that_change_direction() -> None:
    match = assembling("closed_draft", 3, first=1)
    for round, step in enumerate((1, -1, 1, -1)):
        order = []
        before = match.position()["assembly"]["packs"]
        for turn in range(36):
            if turn < 3:
                order.append(match.to_act())
            match.act("pick m0")
            if turn == 2:
                now = match.position()["assembly"]["packs"]
                assert [now[(seat + step) % 3] for seat in range(3)] == [pack[1:] for pack in before]
        assert order == [(1 + round + n) % 3 for n in range(3)], "the first picker moves on, too"
    assert match.position()["step"] == "crystal", "the last card of each hand is out"
    assert [sum(held(match, seat).values()) for seat in range(3)] == [48, 48, 48]


@clause("FS-17.8")
@pytest.mark.parametrize(("batch", "left"), [(1, 12), (2, 11), (3, 10)])
def test_in_a_closed_draft_each_takes_one_two_or_three(batch: int, left: int) -> None:
    match = assembling("closed_draft", draft_batch=batch)
    order = []
    for _ in range(2 * batch):
        order.append(match.to_act())
        match.act("pick m0")
    assert order == [0] * batch + [1] * batch
    assert [len(pack) for pack in match.position()["assembly"]["packs"]] == [left, left]
    assert [sum(held(finish(match), seat).values()) for seat in (0, 1)] == [48, 48]


@clause("FS-17.8", "FS-19.6", "FS-20.7")
def test_in_a_closed_draft_nobody_sees_what_the_others_take() -> None:
    match = assembling("closed_draft")
    assert match.view(0)["assembly"]["packs"] == [ids(0, 13), 13]
    after(match, "pick m4")
    assert (match.view(1)["seats"][0]["deck"], match.view(0)["seats"][0]["deck"]) == (1, ["c004"])
    assert [match.events(seat)[0]["what"] for seat in (0, 1, None)] == ["c004", None, None]


@clause("FS-17.9")
@pytest.mark.parametrize(
    ("method", "seats", "options", "need"),
    [
        ("random", 2, {}, 96),
        ("random", 2, {"random_extra": 3}, 102),
        ("random", 3, {}, 144),
        ("open_draft", 2, {}, 144),
        ("blind_draft", 3, {}, 192),
        ("open_draft", 2, {"draft_batch": 2}, 144),
        ("closed_draft", 2, {}, 104),
        ("closed_draft", 3, {}, 156),
    ],
)
def test_a_pool_too_small_is_refused(method: str, seats: int, options: Json, need: int) -> None:
    assert assembling(method, seats, need, **options)
    cards = dict(list(MANY.items())[: need - 1])
    assert not_new(lords=seats, assembly=method, cards=cards, pool_copies=1, **options)


@clause("FS-17.9", "FS-4.2")
def test_after_the_assembly_the_first_lord_is_found_by_splitting() -> None:
    """Seat 0 is the first picker; then both split their decks: c000... against c048..., costs 1 + n mod 9."""
    chance = [*pool(), 0, 5]
    match = new(queue=chance, lords=2, assembly="random", cards=MANY, pool_copies=1)
    assert (match.position()["first"], match.position()["fate"]) == (1, []), "c000 costs 1, c053 costs 9"


@clause("FS-17.9", "FS-4.3")
def test_the_option_first_names_picker_and_first_lord() -> None:
    match = assembling("open_draft", first=1)
    assert match.to_act() == 1
    assert finish(match).position()["first"] == 1


# --- FS-17.10, FS-18 --------------------------------------------------------------------------------------------------

TEST_SET: Json = json.loads(
    resources.files("orrery.games.five_spheres").joinpath("data").joinpath("testset.json").read_text(encoding="utf-8")
)


@clause("FS-17.10")
def test_the_test_set_has_24_cards_two_of_them_dual() -> None:
    letters = {"sc": 5, "et": 5, "sp": 5, "ch": 5, "na": 4}
    assert sorted(TEST_SET) == sorted(f"{word}{n}" for word, count in letters.items() for n in range(count))
    assert len([row for row in TEST_SET.values() if len(row["spheres"]) == 2]) == 2


@clause("FS-17.10", "FS-19.1")
def test_the_test_set_is_the_table_where_none_is_given() -> None:
    assert new(lords=2, first=0).position()["cards"] == TEST_SET
    bare = {"game": "five_spheres", "version": 1, "options": {}, "seats": [{"hand": ["sc0"]}, {"hand": ["na3"]}]}
    assert GAME.load(bare, Fate()).position()["cards"] == TEST_SET


VERBS = (
    *("return", "recover", "crystallise", "energise", "fortify", "summon", "cast", "trash", "destroy", "afflict"),
    *("cure", "engage", "ready", "strengthen", "unveil", "grant", "evoke", "draw", "shuffle", "replace"),
)
PASSIVES = (
    *("cannot_attack", "cannot_siege", "cannot_block", "must_be_blocked", "unblockable", "strength", "immune_afflict"),
    *("untargetable", "ranged", "swift", "stays_engaged", "wins_ties", "cost", "mana", "ward"),
)


@clause("FS-17.10")
def test_the_test_set_uses_every_verb_and_every_passive() -> None:
    words = json.dumps(TEST_SET)
    lacking = [word for word in VERBS if f'"do": "{word}"' not in words]
    lacking += [word for word in PASSIVES if f'"passive": "{word}"' not in words]
    assert lacking == []


@clause("FS-18.3", "FS-19.5")
@pytest.mark.parametrize(
    ("code", "sphere"),
    [("0001-2B-33J", "ether"), ("9999-5F-05T", "nature"), ("0000-10-91A", "science"), ("0001-4A-02H", "chaos")],
)
def test_a_code_is_read(code: str, sphere: str) -> None:
    match = GAME.load(position(lord(hand="k"), lord(), cards={"k": card(sphere) | {"code": code}}), Fate())
    assert match.position()["cards"]["k"]["code"] == code


@clause("FS-18.3", "FS-19.5")
@pytest.mark.parametrize(
    ("code", "sphere"),
    [
        ("0001-2B-33J", "science"),  # B is not the sphere
        ("0001-6B-33J", "science"),
        ("0001-2G-33J", "ether"),
        ("0001-2b-33J", "ether"),
        ("0001-2B-33j", "ether"),
        ("0001-2B-34J", "ether"),  # set J is in deck 3
        ("0001-2B-35U", "ether"),
        ("0001-2B-36T", "ether"),
        ("0001-2B-X3J", "ether"),
        ("A001-2B-33J", "ether"),
        ("001-2B-33J", "ether"),
        ("0001-2B33J", "ether"),
        ("0001-2B-33J ", "ether"),
        (12, "ether"),
    ],
)
def test_a_code_that_breaks_the_rule_is_refused(code: Any, sphere: str) -> None:
    assert "code" in invalid(position(lord(), lord(), cards={"k": card(sphere) | {"code": code}}))


@clause("FS-18.3")
def test_a_dual_card_is_filed_under_its_first_sphere() -> None:
    row = card("chaos/ether") | {"code": "0001-40-01A"}
    assert GAME.load(position(lord(hand="k"), lord(), cards={"k": row}), Fate()).to_act() == 0
    assert "code" in invalid(position(lord(), lord(), cards={"k": row | {"code": "0001-20-01A"}}))


@clause("FS-18.1", "FS-18.2", "FS-18.4")
def test_the_collection_that_ships_can_be_dealt_as_decks_and_sets() -> None:
    from orrery.games.five_spheres.cards import collections

    cards: Json = dict(collections.standard().cards)
    codes = [row["code"] for row in cards.values()]
    assert len({code[:7] for code in codes}) == 80, "the left part is unique"
    assert Counter(code[5] for code in codes) == Counter(dict.fromkeys("12345", 16))
    assert Counter(code[9] for code in codes) == Counter(dict.fromkeys("12345", 16))
    assert Counter(code[10] for code in codes) == Counter(dict.fromkeys("ABCDEFGHIJKLMNOPQRST", 4))
    assert set(Counter(row["creature"]["race"] for row in cards.values()).values()) == {2}
    match = new(lords=5, first=0, assembly="predesign", cards=cards, deck_numbers=[1, 2, 3, 4, 5])
    together = sum((held(match, seat) for seat in range(5)), Counter())
    assert together == Counter(list(cards) * 3)
    assert len(new(lords=5, assembly="sets", cards=cards).actions()) == 20

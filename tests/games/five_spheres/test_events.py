"""FS-20: actions, events with their fields and their order, chance, and what each seat is shown."""

from __future__ import annotations

from typing import Any

import pytest

from games.five_spheres.arrange import (
    Json,
    active,
    after,
    at,
    attached,
    battle,
    card,
    cast,
    creature,
    do,
    draw,
    events,
    hidden,
    instant,
    invalid,
    last,
    lord,
    moves,
    named,
    names,
    new,
    not_new,
    passive,
    pile,
    position,
    ref,
    refused,
    spell,
    stronger,
    table,
    when,
)
from marks import clause
from orrery.core.clause import Illegal, Over
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games.five_spheres import GAME

# --- FS-20.1, FS-20.2 -------------------------------------------------------------------------------------------------

BOTH = {"b": spell(attached("creature"), "ether"), "u": creature(when("used", draw()))}
STEPS: dict[str, tuple[Json, Json, str, list[str], list[str]]] = {
    "cure": (lord("1 s1 afflicted", vault="30 sc"), lord(), "cure", [], ["cure u1 with u30", "end"]),
    "crystal": (lord(hand="sc et"), lord(), "crystal", [], ["crystal h0", "crystal h1", "end"]),
    "casting": (
        lord("1 s1", vault="30 sc, 31 sc, 32 et", hand="s5 b na"),
        lord(),
        "casting",
        [],
        ["cast h0", "cast h1 at u1", "end", "generic h0", "generic h1", "summon h0", "summon h1"],
    ),
    "second": (lord(hand="sc et"), lord(), "crystal", ["crystal h0"], ["crystal2 h0", "end"]),
    "battle": (
        lord("1 u, 12 s1", hand="na"),
        lord("22 s1 engaged, 3 s1 engaged"),
        "battle",
        [],
        [
            *("attack u1 fortress 1", "attack u1 u22", "attack u1 u3"),
            *("attack u12 fortress 1", "attack u12 u22", "attack u12 u3", "end", "use u1"),
        ],
    ),
    "discard": (lord(hand="na"), lord(), "discard", [], ["keep", "trashhand"]),
    "block": (
        lord("1 s5", hand="na"),
        lord("31 s1, 4 s1"),
        "battle",
        ["attack u1 fortress 1"],
        ["block u31", "block u4", "noblock"],
    ),
    "siege": (
        lord("1 s5", hand="na"),
        lord("", "3 na, 21 na"),
        "battle",
        ["attack u1 fortress 1"],
        ["destroy u21", "destroy u3"],
    ),
    "retaliate": (
        lord("1 s5", hand="na"),
        lord("7 s1", "20 na", hand="na b ch", groove="et"),
        "battle",
        ["attack u1 fortress 1", "noblock"],
        ["noretaliate", "retaliate h0", "retaliate h1 at u7"],
    ),
    "pay": (
        lord("1 s5", hand="na"),
        lord("7 s1", "20 na", hand="b", groove="et se"),
        "battle",
        ["attack u1 fortress 1", "noblock", "retaliate h0 at u7"],
        ["pay e0", "pay e1"],
    ),
}


@clause("FS-20.1")
@pytest.mark.parametrize("name", STEPS)
def test_the_actions_of_every_step_sorted_as_text(name: str) -> None:
    own, other, at_step, words, listed = STEPS[name]
    match = after(table(own, other, step=at_step, cards=BOTH), *words)
    assert match.actions() == listed
    assert listed == sorted(listed, key=lambda word: word.encode()) and len(set(listed)) == len(listed)


@clause("FS-20.1")
def test_the_options_of_target_name_every_kind_of_place() -> None:
    own = lord("1 s1, 2 s1", hand="na na", trash="s1 s1", groove="s1 s1", deck="s1 s1")
    wanted = {
        "battlefield": ["target u1", "target u2"],
        "hand": ["target p0.h0", "target p0.h1"],
        "trash": ["target p0.x0", "target p0.x1"],
        "groove": ["target p0.e0", "target p0.e1"],
    }
    for zone, words in wanted.items():
        verb = "recover" if zone != "battlefield" else "return"
        assert cast(do(verb, at(zone)), own=own).actions() == words
    searched = do("return", at("deck", pick="choose", search=True, upto=True))
    assert cast(searched, own=own).actions() == ["target none", "target p0.c0", "target p0.c1"]
    assert cast(draw(1, "any")).actions() == ["target p0", "target p1"]


@clause("FS-20.2")
@pytest.mark.parametrize(
    "word",
    [
        "",
        "END",
        "end ",
        " end",
        "attack",
        "attack u1",
        "attack u01 u3",
        "attack u1  u3",
        "attack u1 u9",
        "attack u1 u2",
        "attack u1 fortress 0",
        "attack u1 fortress 2",
        "use u2",
        "keep",
        "summon h0",
        "target u1",
        "block u3",
        "dance",
    ],
)
def test_an_action_that_is_not_in_the_list_is_illegal_and_changes_nothing(word: str) -> None:
    refused(battle(lord("1 s5, 2 s4"), lord("3 s1 engaged")), word)


@clause("FS-20.2")
def test_after_the_end_every_action_is_over() -> None:
    match = battle(lord("1 s1"), lord("", ""), "attack u1 fortress 1")
    for word in ("end", "dance"):
        with pytest.raises(Over):
            match.act(word)


# --- FS-20.3: every event with its fields -----------------------------------------------------------------------------


def move(verb: str, card: str, start: str, to: str, **words: Any) -> Json:
    """The event of a move."""
    made = {"event": "move", "verb": verb, "seat": 0, "card": card, "from": start, "to": to}
    return made | {"uid": None, "new": None, "host": None, "facedown": False} | words


CARDS = {
    "i": card(cost=3, strength=5, inverted=True),
    "a": spell(active()),
    "h": spell(hidden("attacked", draw())),
    "b": spell(attached("creature")),
}
VAULT = "30 sc, 31 sc, 32 sc"

MOVES: list[tuple[str, Json, str, list[str], list[Json]]] = [
    (
        "summon",
        lord(vault=VAULT, hand="s1 na"),
        "casting",
        ["summon h0"],
        [move("summon", "s1", "hand", "battlefield", new=100)],
    ),
    (
        "inverted",
        lord(vault=VAULT, hand="i na"),
        "casting",
        ["summon h0"],
        [move("summon", "i", "hand", "battlefield", new=100, facedown=True)],
    ),
    (
        "generic",
        lord(vault=VAULT, hand="s1 na"),
        "casting",
        ["generic h0"],
        [move("generic", "s1", "hand", "battlefield", new=100, facedown=True)],
    ),
    ("active", lord(vault=VAULT, hand="a na"), "casting", ["cast h0"], [move("cast", "a", "hand", "spell", new=100)]),
    (
        "hidden",
        lord(vault=VAULT, hand="h na"),
        "casting",
        ["cast h0"],
        [move("cast", "h", "hand", "spell", new=100, facedown=True)],
    ),
    (
        "attached",
        lord("1 s1", vault=VAULT, hand="b na"),
        "casting",
        ["cast h0 at u1"],
        [move("cast", "b", "hand", "attached", new=100, host=1)],
    ),
    (
        "instant",
        lord(vault=VAULT, hand="sc na"),
        "casting",
        ["cast h0"],
        [move("cast", "sc", "hand", "casting", new=100), move("trash", "sc", "casting", "trash", uid=100)],
    ),
    ("crystal", lord(hand="s1 na"), "crystal", ["crystal h0"], [move("crystallise", "s1", "hand", "vault", new=100)]),
    (
        "cure",
        lord("1 s1 afflicted", vault="30 sc", hand="na"),
        "cure",
        ["cure u1 with u30"],
        [move("trash", "sc", "vault", "trash", uid=30)],
    ),
    ("hand", lord(hand="s1 na", deck="et"), "discard", ["keep"], [move("draw", "et", "deck", "hand")]),
]


@clause("FS-20.3")
@pytest.mark.parametrize(("name", "own", "at_step", "words", "rows"), MOVES, ids=[row[0] for row in MOVES])
def test_every_field_of_a_move(name: str, own: Json, at_step: str, words: list[str], rows: list[Json]) -> None:
    assert named(last(after(table(own, lord(hand="na"), step=at_step, cards=CARDS), *words)), "move") == rows


@clause("FS-20.3")
def test_moves_by_effects_bear_the_word_of_the_verb_and_the_uids_before_and_after() -> None:
    own = lord("1 s1 with 9:b", "20 na", hand="na", deck="s2")
    match = cast(do("fortify", at("battlefield")), own=own, cards=CARDS)
    assert named(last(match), "move")[1:3] == [
        move("fortify", "s1", "battlefield", "tower", uid=1, new=101, facedown=True),
        move("trash", "b", "attached", "trash", uid=9),
    ]


@clause("FS-20.3", "FS-20.4")
def test_the_verbs_retaliate_reveal_and_replace() -> None:
    cards = {"h": spell(hidden("attacked", do("replace", a=at("tower"), b=at("trash"))))}
    other = lord("", "20 et, 21 h spell", hand="sc", groove="sc", trash="s1")
    match = battle(lord("1 s5"), other, "attack u1 fortress 1", "retaliate h0", cards=cards)
    verbs = [row["verb"] for row in named(events(match), "move")]
    assert verbs == ["reveal", "replace", "replace", "trash", "destroy", "energise", "trash", "retaliate", "trash"]


def single(name: str, match: Match) -> Json:
    """The only event of a name."""
    (row,) = named(events(match), name)
    return row


@clause("FS-20.3")
def test_random_turn_step_mana_and_status() -> None:
    match = after(table(lord("1 s1 engaged", hand="na"), lord("5 s1 engaged", hand="na"), step="discard"), "keep")
    assert single("turn", match) == {"event": "turn", "turn": 6, "seat": 1}
    begun = [row["step"] for row in named(events(match), "step")]
    assert begun == ["draw", "end", "regroup", "cure", "crystal"], "skipped steps too"
    assert single("status", match) == {"event": "status", "uid": 5, "status": "engaged", "on": False}
    match = after(table(lord(vault="30 sc", hand="s1 na"), lord(), step="casting"), "summon h0")
    assert single("mana", match) == {"event": "mana", "seat": 0, "spent": 1}
    match = cast(do("trash", at("hand", "opponent", pick="random")), others=[lord(hand="s1 s2 s3")], fate=[2])
    assert single("random", match) == {"event": "random", "n": 3, "v": 2}


@clause("FS-20.3")
def test_strengthen_grant_unveil_and_use() -> None:
    effects = [stronger(2, at("battlefield")), do("grant", ref("last"), passive="ranged"), do("unveil", ref("last"))]
    match = cast(*effects, own=lord("1 i facedown", hand="na"), cards=CARDS)
    assert single("strengthen", match) == {"event": "strengthen", "uid": 1, "n": 2}
    assert single("grant", match) == {"event": "grant", "uid": 1, "word": "ranged"}
    assert single("unveil", match) == {"event": "unveil", "uid": 1, "card": "i"}
    match = battle(lord("1 u"), lord(), "use u1", cards=BOTH)
    assert single("use", match) == {"event": "use", "seat": 0, "uid": 1}


@clause("FS-20.3")
def test_the_events_of_an_attack() -> None:
    match = battle(lord("1 s5, 2 s5"), lord("5 s4, 6 s1 engaged", hand="na"), "attack u1 u6", "block u5")
    assert single("attack", match) == {"event": "attack", "seat": 0, "attacker": 1, "lord": 1, "target": 6}
    assert single("block", match) == {"event": "block", "seat": 1, "uid": 5}
    assert single("battle", match) == {
        "event": "battle",
        "attacker": 1,
        "defender": 5,
        "strengths": [5, 4],
        "outcome": "attacker",
    }
    after(match, "noretaliate")
    assert single("noretaliate", match) == {"event": "noretaliate", "seat": 1}
    assert single("attack_over", match) == {"event": "attack_over", "attacker": 1}
    after(match, "attack u2 fortress 1", "noretaliate")
    assert named(events(match), "attack")[1] == {"event": "attack", "seat": 0, "attacker": 2, "lord": 1, "target": None}
    assert single("siege", match) == {"event": "siege", "attacker": 2, "lord": 1}


@clause("FS-20.3")
@pytest.mark.parametrize(
    ("a", "d", "outcome"), [("s5", "s4", "attacker"), ("s4", "s5", "defender"), ("s5", "s5", "tie")]
)
def test_the_outcomes_of_a_battle(a: str, d: str, outcome: str) -> None:
    assert single("battle", battle(lord(f"1 {a}"), lord(f"5 {d} engaged"), "attack u1 u5"))["outcome"] == outcome


@clause("FS-20.3")
def test_noblock_retaliate_ward_trigger_evoke_and_target() -> None:
    match = battle(
        lord("1 s5"), lord("5 s1", hand="na", groove="na sc"), "attack u1 fortress 1", "noblock", "retaliate h0"
    )
    assert single("noblock", match) == {"event": "noblock", "seat": 1}
    assert single("retaliate", match) == {"event": "retaliate", "seat": 1, "card": "na", "energy": [0]}
    cards = {"w": spell(attached("creature", passive("ward"))), "e": creature(when("attacks", do("evoke")))}
    match = battle(lord("1 e"), lord("5 s1 engaged with 9:w"), "attack u1 u5", cards=cards)
    assert single("ward", match) == {"event": "ward", "uid": 5, "by": 9}
    assert single("trigger", match) == {"event": "trigger", "seat": 0, "uid": 1, "card": "e", "when": "attacks"}
    assert single("evoke", match) == {"event": "evoke", "seat": 0, "uid": 1, "card": "e"}
    match = after(cast(draw(1, "any")), "target p1")
    assert single("target", match) == {"event": "target", "seat": 0, "choice": "p1"}


@clause("FS-20.3")
def test_search_shuffle_deckout_loop_cut_and_the_ends() -> None:
    match = after(
        cast(do("return", at("deck", pick="choose", search=True)), own=lord(hand="na", deck="s1 s2")), "target p0.c0"
    )
    assert single("search", match) == {"event": "search", "seat": 0, "lord": 0, "zone": "deck"}
    assert single("shuffle", match) == {"event": "shuffle", "seat": 0, "zone": "deck"}
    match = cast(draw(1, "opponent"), others=[lord(deck="", trash="s1 s2")])
    assert single("deckout", match) == {"event": "deckout", "seat": 1}
    match = after(table(lord("1 s1", hand="na"), lord("", ""), lord()), "attack u1 fortress 1")
    assert single("lord_destroyed", match) == {"event": "lord_destroyed", "seat": 1, "by": 0}
    match = battle(lord("1 s1"), lord("", ""), "attack u1 fortress 1")
    assert single("over", match) == {"event": "over", "winners": [0], "reason": "last_lord"}
    loop = {
        "a": spell(active(when("afflicted", do("cure", ref("subject"))), when("cured", do("afflict", ref("subject")))))
    }
    match = cast(do("afflict", at("battlefield")), own=lord("1 s1", "20 na, 21 a spell", hand="na"), cards=loop)
    assert single("loop_cut", match) == {"event": "loop_cut"}


@clause("FS-20.3", "FS-4.2")
def test_split_pick_and_drop() -> None:
    cards = {f"c{n:03}": card(cost=1 + n % 9) for n in range(98)}
    chance = [*range(97, 0, -1)]
    match = new(queue=chance, lords=2, assembly="random", cards=cards, pool_copies=1, random_extra=1)
    after(match, "drop m48")
    assert single("drop", match) == {"event": "drop", "seat": 0, "what": "c048"}
    after(match, "drop m0")
    splits = named(events(match), "split")
    assert [row["seat"] for row in splits][:2] == [0, 1]
    chances = [row["v"] for row in named(last(match), "random") if row["n"] == 48][:2]
    decks = [[f"c{n:03}" for n in range(48)], [f"c{n:03}" for n in range(50, 98)]]
    assert [row["card"] for row in splits][:2] == [deck[v] for deck, v in zip(decks, chances, strict=True)]
    match = after(new(lords=2, assembly="open_draft", pool_copies=6), "pick m2")
    assert set(single("pick", match)) == {"event", "seat", "what"}


# --- FS-20.4: order ---------------------------------------------------------------------------------------------------


def order(match: Match) -> list[str]:
    """What the last action did, moves by their verb."""
    return [row["verb"] if row["event"] == "move" else row["event"] for row in last(match)]


@clause("FS-20.4")
def test_the_order_of_events_inside_compound_acts() -> None:
    match = table(lord("1 s1 afflicted", vault="30 sc, 31 sc", hand="na"), lord(), step="cure")
    assert order(after(match, "cure u1 with u30"))[:2] == ["trash", "status"]
    assert order(cast())[:2] == ["mana", "cast"]
    match = table(lord(vault="30 sc", hand="s1 na"), lord(), step="casting")
    assert order(after(match, "summon h0")) == ["mana", "summon"]
    match = battle(lord("1 s5"), lord("5 s1", hand="na"))
    assert order(after(match, "attack u1 fortress 1")) == ["attack", "status"]
    assert order(after(match, "block u5"))[:4] == ["block", "status", "battle", "destroy"]
    match = battle(
        lord("1 s5"), lord("", "20 na, 21 na", hand="na", groove="na"), "attack u1 fortress 1", "destroy u20"
    )
    assert order(after(match, "retaliate h0"))[:3] == ["retaliate", "trash", "retaliate"]


@clause("FS-20.4")
def test_the_order_of_a_destroyed_tower_and_of_a_deckout() -> None:
    own = lord("", "20 et with 9:w", hand="na", deck="", trash="s1 s2 s3")
    match = cast(draw(), own=own, cards={"w": spell(attached("tower"))}, fate=[0, 0])
    assert order(match) == [
        "mana",
        "cast",
        "deckout",
        "random",
        "random",
        "destroy",
        "energise",
        "destroy",
        "draw",
        "trash",
    ]


@clause("FS-20.4")
def test_the_order_of_searches_of_several_zones() -> None:
    effect = do("trash", at("deck", "each_opponent", pick="all", search=True, filter={"max_strength": 1}))
    match = cast(effect, others=[lord(deck="s1 s5 s6"), lord(deck="s1 s1")])
    assert order(match)[2:-1] == ["trash", "search", "shuffle", "random", "trash", "trash", "search", "shuffle"]


@clause("FS-20.4")
def test_the_order_of_a_hidden_spell() -> None:
    cards = {"h": spell(hidden("attacked", draw()))}
    match = battle(lord("1 s5"), lord("5 s1 engaged", "20 na, 21 h spell"), "attack u1 u5", cards=cards)
    assert order(match)[:6] == ["attack", "status", "trigger", "reveal", "draw", "trash"]


# --- FS-20.5, FS-20.6 -------------------------------------------------------------------------------------------------


class SplitMix64:
    """The generator of protocol.md, written once more."""

    def __init__(self, seed: int) -> None:
        self.s = seed % 2**64

    def below(self, n: int) -> int:
        self.s = (self.s + 0x9E3779B97F4A7C15) % 2**64
        z = self.s
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) % 2**64
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) % 2**64
        z ^= z >> 31
        return z * n // 2**64

    def shuffled(self, cards: list[str]) -> list[str]:
        made = list(cards)
        for i in range(len(made) - 1, 0, -1):
            v = self.below(i + 1)
            made[i], made[v] = made[v], made[i]
        return made


@clause("FS-20.5", "FS-4.2", "FS-4.4")
@pytest.mark.parametrize("seed", [0, 1, 7, 2**64 + 3, 123456789])
def test_seeds_agree_with_the_generator_of_the_protocol(seed: int) -> None:
    cards = {f"c{n:02}": card(cost=1 + n % 9, spell=instant(cost=1 + n // 9)) for n in range(48)}
    chance = SplitMix64(seed)
    while True:
        costs = [(1 + v % 9, 1 + v // 9) for v in (chance.below(48), chance.below(48))]
        if costs[0] != costs[1]:
            break
    decks = [chance.shuffled(sorted(cards)) for _ in range(2)]
    made = new(seed=seed, lords=2, cards=cards).position()
    assert made["first"] == (0 if costs[0] > costs[1] else 1)
    for row, deck in zip(made["seats"], decks, strict=True):
        assert [tower["card"] for tower in row["fortress"]] == deck[:5]
        assert row["hand"] == deck[5:10]
        assert row["deck"] == deck[10:]


@clause("FS-20.5")
def test_a_random_pick_draws_from_the_generator_of_the_loaded_match() -> None:
    cards = {"x": spell(instant(do("trash", at("hand", "opponent", pick="random"))))}
    waiting = position(
        lord(vault="30 sc", hand="x na"), lord(hand="s0 s1 s2 s3 s4 s5 s6 s7"), step="casting", cards=cards
    )
    for seed in (0, 5, 99):
        match = after(Match.load(GAME, waiting, seed), "cast h0")
        assert pile(match, 1, "trash") == f"s{SplitMix64(seed).below(8)}"


@clause("FS-20.5")
def test_fate_comes_first_and_a_value_out_of_range_is_refused() -> None:
    effect = do("trash", at("hand", "opponent", pick="random"))
    match = cast(effect, others=[lord(hand="s1 s2 s3")], fate=[1, 7])
    assert (pile(match, 1, "trash"), match.position()["fate"]) == ("s2", [7])
    cards = {"x": spell(instant(effect))}
    match = table(lord(vault="30 sc", hand="x na"), lord(hand="s1 s2 s3"), step="casting", cards=cards, fate=[3])
    before = match.position()
    with pytest.raises(Illegal):
        match.act("cast h0")
    assert match.position() == before
    assert not_new(queue=[48], lords=2)
    own = lord("", "20 na", hand="na", deck="", trash="s1 s2")
    assert invalid(position(own, lord(), step="draw", fate=[2]))


@clause("FS-20.6")
@pytest.mark.parametrize(
    "options",
    [
        {"lords": 2, "colour": "red"},
        {"cards": {"bad id": card()}},
        {"cards": {"bad": {}}},
        {"decks": [["sc0"], ["sc0"]]},
        {"assembly": "predesign"},
        {"mode": "tag_team", "lords": 3},
        {"mode": "siege", "lords": 4},
        {"lords": 2, "version": 1},
    ],
)
def test_wrong_options_are_refused(options: Json) -> None:
    assert not_new(**options)


@clause("FS-20.6", "FS-20.5")
def test_new_takes_fate_for_the_setup() -> None:
    match = new(queue=[9, 0, *range(47, 0, -1), *range(47, 0, -1), 5], lords=2)
    assert match.position()["fate"] == [5], "what is left stays"
    assert GAME.new({"lords": 2}, Fate(3)).position() == new(seed=3, lords=2).position()


# --- FS-20.7: what a seat is shown ------------------------------------------------------------------------------------

SHOWN_CARDS = CARDS | {"h": spell(hidden("wins", draw()), "chaos"), "v": spell(hidden("attacked", draw()), "chaos")}
FULL = lord(
    "1 s1, 2 s9 facedown with 9:b", "20 et, 21 a spell, 22 h spell", "31 sp", "ch na", "s2 s3", trash="s4", groove="s5"
)


def own(zone: str, **words: Any) -> Json:
    """A selector that takes the one card of a zone of FULL that is meant."""
    return at(zone, **words)


FACEDOWN = {"status": ["facedown"]}
SIGHTS: list[tuple[str, Json, tuple[str | None, str | None]]] = [
    # the effect of seat 0, and what owner and others see of the card that moves
    ("deck>hand", draw(), ("s2", None)),
    ("deck>vault", do("crystallise", own("deck")), ("s2", "?science")),
    ("deck>groove", do("energise", own("deck")), ("?science", "?science")),
    ("deck>tower", do("fortify", own("deck")), ("?science", "?science")),
    ("deck>trash", do("trash", own("deck")), ("s2", "s2")),
    ("hand>trash", do("trash", own("hand", filter={"sphere": "chaos"})), ("ch", "ch")),
    ("hand>deck", do("recover", own("hand", filter={"sphere": "chaos"})), ("ch", None)),
    ("hand>vault", do("crystallise", own("hand", filter={"sphere": "chaos"})), ("ch", "?chaos")),
    ("hand>tower", do("fortify", own("hand", filter={"sphere": "chaos"})), ("ch", "?chaos")),
    ("hand>groove", do("energise", own("hand", filter={"sphere": "chaos"})), ("ch", "?chaos")),
    ("hand>battlefield", do("summon", own("hand", filter={"sphere": "chaos"})), ("ch", "ch")),
    ("vault>hand", do("return", own("vault", filter={"sphere": "spirit"})), ("sp", "?spirit")),
    ("vault>deck", do("recover", own("vault", filter={"sphere": "spirit"})), ("sp", "?spirit")),
    ("vault>groove", do("destroy", own("vault", filter={"sphere": "spirit"})), ("sp", "?spirit")),
    ("vault>trash", do("trash", own("vault", filter={"sphere": "spirit"})), ("sp", "sp")),
    ("groove>hand", do("return", own("groove")), ("s5", "?science")),
    ("groove>deck", do("recover", own("groove")), ("?science", "?science")),
    ("groove>tower", do("fortify", own("groove")), ("?science", "?science")),
    ("groove>vault", do("crystallise", own("groove")), ("s5", "?science")),
    ("tower>hand", do("return", own("tower")), ("et", "?ether")),
    ("tower>deck", do("recover", own("tower")), ("?ether", "?ether")),
    ("tower>groove", do("energise", own("tower")), ("?ether", "?ether")),
    ("tower>battlefield", do("summon", own("tower")), ("et", "et")),
    ("trash>hand", do("return", own("trash")), ("s4", "s4")),
    ("trash>deck", do("recover", own("trash")), ("s4", "s4")),
    ("trash>tower", do("fortify", own("trash")), ("s4", "s4")),
    ("spell>hand", do("return", own("spell", filter={"sphere": "science"})), ("a", "a")),
    ("spell>deck", do("recover", own("spell", filter={"sphere": "science"})), ("a", "a")),
    ("spell>hand", do("return", own("spell", filter={"sphere": "chaos"})), ("h", "?chaos")),
    ("spell>groove", do("energise", own("spell", filter={"sphere": "chaos"})), ("h", "?chaos")),
    ("spell>trash", do("trash", own("spell", filter={"sphere": "chaos"})), ("h", "h")),
    ("battlefield>hand", do("return", own("battlefield", filter={"max_strength": 1})), ("s1", "s1")),
    ("battlefield>deck", do("recover", own("battlefield", filter={"max_strength": 1})), ("s1", "s1")),
    ("battlefield>hand", do("return", own("battlefield", filter=FACEDOWN)), ("s9", "?science")),
    ("battlefield>deck", do("recover", own("battlefield", filter=FACEDOWN)), ("s9", "?science")),
    ("battlefield>groove", do("destroy", own("battlefield", filter=FACEDOWN)), ("s9", "?science")),
    ("battlefield>tower", do("fortify", own("battlefield", filter=FACEDOWN)), ("s9", "?science")),
    ("battlefield>trash", do("trash", own("battlefield", filter=FACEDOWN)), ("s9", "s9")),
    ("attached>hand", do("return", own("attached")), ("b", "b")),
    ("attached>deck", do("recover", own("attached")), ("b", "b")),
    ("attached>groove", do("energise", own("attached")), ("b", "b")),
]


@clause("FS-20.7")
@pytest.mark.parametrize(("road", "effect", "seen"), SIGHTS, ids=[f"{row[0]}-{n}" for n, row in enumerate(SIGHTS)])
def test_what_is_seen_of_a_moving_card(road: str, effect: Json, seen: tuple[str | None, str | None]) -> None:
    match = cast(effect, own=FULL, cards=SHOWN_CARDS)
    start, _, end = road.partition(">")
    for seat, shown in ((0, seen[0]), (1, seen[1]), (None, seen[1])):
        (row,) = [row for row in named(match.events(seat), "move") if (row["from"], row["to"]) == (start, end)][:1]
        assert row["card"] == shown, f"seat {seat}"


@clause("FS-20.7")
@pytest.mark.parametrize(
    ("verb", "zone", "word", "seen"),
    [
        ("energise", "tower", "target u20", ("s1", "?science", "?science")),
        ("recover", "hand", "target p1.h0", ("s5", "s5", None)),
        ("fortify", "groove", "target p1.e0", ("s7", "?science", "?science")),
        ("recover", "vault", "target u31", ("s3", "s3", "?science")),
        ("return", "deck", "target p1.c1", ("s9", "s9", None)),
    ],
)
def test_the_searcher_knows_what_he_has_named(verb: str, zone: str, word: str, seen: tuple[str | None, ...]) -> None:
    """Seat 0 searches zones of seat 1: seen by the searcher, by the owner, by a spectator."""
    other = lord("", "20 s1, 21 s2", "31 s3, 32 s4", "s5 s6", "s8 s9", groove="s7 s7")
    words = {"pick": "choose"} if zone == "deck" else {}
    match = after(cast(do(verb, at(zone, "opponent", search=True, **words)), others=[other]), word)
    for seat, shown in zip((0, 1, None), seen, strict=True):
        assert named(match.events(seat), "move")[0]["card"] == shown


@clause("FS-20.7")
def test_chance_is_left_out() -> None:
    match = cast(do("trash", at("hand", "opponent", pick="random")), others=[lord(hand="s1 s2")])
    assert "random" in names(last(match))
    assert [("random" in names(match.events(seat))) for seat in (0, 1, None)] == [False] * 3


@clause("FS-20.7")
@pytest.mark.parametrize(
    ("word", "verbs"), [("summon h0", ("summon", "generic", "generic")), ("generic h1", ("generic",) * 3)]
)
def test_a_creature_that_comes_face_down_is_generic_for_all_others(word: str, verbs: tuple[str, ...]) -> None:
    match = after(table(lord(vault=VAULT, hand="i s1 na"), lord(), step="casting", cards=CARDS), word)
    rows = [named(match.events(seat), "move")[0] for seat in (0, 1, None)]
    assert tuple(row["verb"] for row in rows) == verbs
    face = "i" if word == "summon h0" else "s1"
    assert [row["card"] for row in rows] == [face, "?science", "?science"]


@clause("FS-20.7")
def test_a_hidden_spell_is_told_by_its_back_to_others() -> None:
    match = after(table(lord(vault=VAULT, hand="h na"), lord(), step="casting", cards=CARDS), "cast h0")
    assert [named(match.events(seat), "move")[0]["card"] for seat in (0, 1, None)] == ["h", "?science", "?science"]
    other = lord("", "20 na, 21 na", hand="h", groove="sc")
    match = battle(lord("1 s5"), other, "attack u1 fortress 1", "destroy u20", "retaliate h0", cards=CARDS)
    assert [named(match.events(seat), "retaliate")[0]["card"] for seat in (1, 0, None)] == ["h", "?science", "?science"]
    assert [named(match.events(seat), "retaliate")[0]["energy"] for seat in (1, 0, None)] == [[0, 1, 2]] * 3


@clause("FS-20.7")
def test_a_retaliation_of_another_type_is_told_by_name() -> None:
    other = lord("", "20 na, 21 na", hand="na")
    match = battle(lord("1 s5"), other, "attack u1 fortress 1", "destroy u20", "retaliate h0")
    assert [named(match.events(seat), "retaliate")[0]["card"] for seat in (1, 0, None)] == ["na"] * 3


@clause("FS-20.7")
@pytest.mark.parametrize(
    ("zone", "words", "verb", "choice", "others"),
    [
        ("hand", {}, "recover", "p0.h1", "p0.h"),
        ("deck", {"pick": "choose", "search": True}, "return", "p0.c1", "p0.c"),
        ("trash", {}, "recover", "p0.x1", "p0.x1"),
        ("groove", {}, "recover", "p0.e1", "p0.e1"),
        ("battlefield", {}, "recover", "u2", "u2"),
    ],
)
def test_the_place_of_a_named_card_in_hand_or_deck_is_not_told(
    zone: str, words: Json, verb: str, choice: str, others: str
) -> None:
    seat = lord("1 s1, 2 s2", hand="na na", trash="s1 s1", groove="s1 s1", deck="s1 s1")
    match = after(cast(do(verb, at(zone, **words)), own=seat), f"target {choice}")
    assert [named(match.events(who), "target")[0]["choice"] for who in (0, 1, None)] == [choice, others, others]


@clause("FS-20.7")
def test_what_is_dropped_is_not_told() -> None:
    match = after(new(lords=2, assembly="random", pool_copies=6, random_extra=1), "drop m3")
    truth = named(events(match), "drop")[0]["what"]
    assert [named(match.events(seat), "drop")[0]["what"] for seat in (0, 1, None)] == [truth, None, None]


@clause("FS-20.7")
@pytest.mark.parametrize(
    ("method", "seen"), [("open_draft", "face"), ("blind_draft", "back"), ("closed_draft", "null")]
)
def test_what_is_told_of_a_pick(method: str, seen: str) -> None:
    match = new(lords=2, assembly=method, pool_copies=6)
    after(match, "pick m1")
    truth = named(events(match), "pick")[0]["what"]
    back = "?" + "/".join(match.position()["cards"][truth]["spheres"])
    shown = {"face": truth, "back": back, "null": None}[seen]
    assert [named(match.events(seat), "pick")[0]["what"] for seat in (0, 1, None)] == [truth, shown, shown]


@clause("FS-20.7")
def test_setup_events_are_part_of_no_seats_knowledge_but_for_the_cut() -> None:
    match = new(lords=2, assembly="random", pool_copies=6, random_extra=1)
    assert match.events(0) == []
    after(match, "drop m0", "drop m0")
    assert "split" in names(last(match)) and "move" in names(last(match))
    for seat in (0, 1, None):
        shown = names(match.events(seat))
        assert not {"move", "shuffle", "random"} & set(shown)
        cuts = named(last(match), "split")
        assert shown[: len(cuts) + 2] == ["drop", *["split"] * len(cuts), "turn"]
        assert named(match.events(seat), "split") == cuts


@clause("FS-20.7", "FS-4.2")
def test_the_cut_of_a_new_match_is_seen_by_all_until_the_first_act_and_remembered() -> None:
    match = new(lords=3, seed=2)
    cuts = match.events(0)
    assert {row["event"] for row in cuts} == {"split"} and [row["seat"] for row in cuts][:3] == [0, 1, 2]
    best = max(cuts, key=lambda row: cost_of(match, row["card"]))
    assert best["seat"] == match.position()["first"]
    assert match.events(1) == match.events(None) == cuts
    after(match, "end")
    assert "split" not in names(match.events(0))
    assert match.seen(0)[: len(cuts)] == cuts


def cost_of(match: Match, id: str) -> tuple[int, int]:
    """FS-4.2: what a cut counts by."""
    found = match.position()["cards"][id]
    return found["creature"]["cost"], found["spell"]["cost"]


@clause("FS-20.7", "FS-4.3")
def test_without_a_cut_there_is_nothing_to_see() -> None:
    assert new(lords=2, first=1).events(0) == []
    assert Match.load(GAME, new(lords=2).position()).events(0) == []


@clause("FS-20.7")
def test_all_other_events_are_shown_as_they_are() -> None:
    match = battle(lord("1 s5, 2 s4"), lord("5 s1, 6 s1 engaged"), "attack u1 u6", "noblock")
    hidden_or_changed = ("random", "move")
    truth = [row for row in last(match) if row["event"] not in hidden_or_changed]
    for seat in (0, 1, None):
        assert [row for row in match.events(seat) if row["event"] not in hidden_or_changed] == truth
    assert moves(match) == ["destroy s1 battlefield>groove"]


@clause("FS-20.7")
def test_the_draw_of_another_is_told_without_card_and_the_end_as_it_is() -> None:
    match = after(table(lord(hand="na", deck="s5"), lord(hand="na", deck="s6"), step="discard", max_turns=5), "keep")
    assert [named(match.events(seat), "move")[0]["card"] for seat in (0, 1, None)] == ["s5", None, None]
    assert [match.events(seat)[-1] for seat in (0, 1, None)] == [last(match)[-1]] * 3

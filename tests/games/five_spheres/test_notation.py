"""FS-19: the position, its defaults and its checks, what is pending, and what each seat sees of it."""

from __future__ import annotations

import copy
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
    field,
    hidden,
    instant,
    invalid,
    lord,
    new,
    not_new,
    passive,
    pile,
    position,
    spell,
    step,
    table,
    when,
)
from marks import clause
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games.five_spheres import GAME


def loaded(at: Json) -> Json:
    """The position as load gives it back."""
    return GAME.load(at, Fate()).position()


# --- FS-19.1, FS-19.2 -------------------------------------------------------------------------------------------------

BARE: Json = {
    "game": "five_spheres",
    "version": 1,
    "options": {},
    "seats": [{"battlefield": [{"uid": 7, "card": "sc0"}]}, {"fortress": [{"uid": 3, "card": "sc0"}]}],
}


@clause("FS-19.1")
def test_missing_fields_have_the_values_that_the_rules_show() -> None:
    made = loaded(BARE)
    assert made["options"] == {
        "lords": 2,
        "mode": "free_for_all",
        "assembly": "custom",
        "max_turns": 200,
        "ties": "both",
        "generic": True,
        "generic_creature": {"strength": 3, "afflicted": 1},
        "towers": 5,
        "hand": 5,
        "first": None,
        "draft_batch": 1,
        "pool_copies": 3,
        "random_extra": 0,
    }
    wanted = {"turn": 2, "first": 0, "active": 0, "step": "battle", "done": False, "placed": [], "played": False}
    wanted |= {"acts": 0, "chain": 0, "next_uid": 8, "attack": None, "programs": [], "queue": [], "assembly": None}
    wanted |= {"result": None, "fate": [], "to_act": 0, "pending": None, "game": "five_spheres", "version": 1}
    assert {key: made[key] for key in wanted} == wanted
    assert set(made) == {*wanted, "options", "cards", "seats"}


@clause("FS-19.2")
def test_missing_fields_of_a_seat_have_their_values() -> None:
    made = loaded(BARE)["seats"]
    assert made[0] == {
        "out": False,
        "team": 0,
        "mana_spent": 0,
        **{zone: [] for zone in ("deck", "hand", "trash", "groove", "fortress", "vault", "casting", "removed")},
        "battlefield": [
            {
                "uid": 7,
                "card": "sc0",
                "engaged": False,
                "afflicted": False,
                "dizzy": False,
                "facedown": False,
                "bonus": 0,
                "granted": [],
                "attached": [],
            }
        ],
    }
    assert made[1]["fortress"] == [{"uid": 3, "card": "sc0", "kind": "tower", "facedown": True, "attached": []}]
    assert made[1]["team"] == 1


@clause("FS-19.2")
def test_spells_of_the_fortress_lie_as_their_type_says() -> None:
    cards = {"a": spell(active()), "h": spell(hidden("wins", draw()))}
    match = table(lord("1 s1", "20 na, 21 a spell, 22 h spell"), lord(), cards=cards)
    assert [row["facedown"] for row in match.position()["seats"][0]["fortress"]] == [True, False, True]


@clause("FS-19.1")
@pytest.mark.parametrize("lacking", ["game", "version", "seats"])
def test_fields_that_have_no_value_must_be_there(lacking: str) -> None:
    assert lacking in invalid({key: value for key, value in BARE.items() if key != lacking})


@clause("FS-19.1")
@pytest.mark.parametrize(
    "place", [[], ["options"], ["seats", 0], ["seats", 0, "battlefield", 0], ["seats", 1, "fortress", 0]]
)
def test_unknown_fields_are_refused(place: list[Any]) -> None:
    bad = copy.deepcopy(BARE)
    inner: Any = bad
    for key in place:
        inner = inner[key]
    inner["colour"] = 1
    assert "colour" in invalid(bad)


@clause("FS-19.1")
def test_to_act_and_pending_are_recomputed_whatever_is_given() -> None:
    made = loaded(BARE | {"to_act": 1, "pending": {"kind": "nonsense"}})
    assert (made["to_act"], made["pending"]) == (0, None)


RANGES: dict[str, tuple[list[Any], list[Any]]] = {
    "max_turns": ([1, 100000], [0, 100001]),
    "towers": ([1, 10], [0, 11]),
    "hand": ([0, 10], [-1, 11]),
    "pool_copies": ([1, 60], [0, 61]),
    "draft_batch": ([1, 3], [0, 4]),
    "random_extra": ([0, 24], [-1, 25]),
    "ties": (["both", "none"], ["attacker", None]),
    "generic": ([True, False], [1, "yes"]),
    "mode": (["free_for_all", "limited_range"], ["tag team", "duel", None]),
    "first": ([0, 1, None], [2, -1]),
    "assembly": (
        ["custom", "mirror", "predesign", "sets", "random", "open_draft", "blind_draft", "closed_draft"],
        ["auction"],
    ),
}


@clause("FS-19.1", "FS-20.6")
@pytest.mark.parametrize("option", RANGES)
def test_options_and_their_ranges(option: str) -> None:
    fine, wrong = RANGES[option]
    for value in fine:
        assert loaded(BARE | {"options": {option: value}, "turn": 1})["options"][option] == value
    for value in wrong:
        assert option in invalid(BARE | {"options": {option: value}, "turn": 1})
        assert option in not_new(**{option: value})


# --- FS-19.3 ----------------------------------------------------------------------------------------------------------


@clause("FS-19.3")
def test_a_running_program_is_written_with_all_its_fields() -> None:
    cards = {
        "b": spell(
            attached(
                "creature",
                when(
                    "attacks",
                    do("engage", at("battlefield", filter={"max_strength": 1})),
                    do("afflict", at("battlefield", n=2)),
                    draw(),
                ),
            )
        )
    }
    own = lord("1 s5 with 9:b, 2 s2, 3 s3, 4 s1")
    match = battle(own, lord("5 s9 engaged"), "attack u1 u5", "target u3", cards=cards)
    assert match.position()["programs"] == [
        {
            "seat": 0,
            "uid": 9,
            "card": "b",
            "bearer": 1,
            "subject": {"uid": 1, "seat": 0, "card": "s5"},
            "event": "attacks",
            "last": [4],
            "did": 1,
            "do": [do("afflict", at("battlefield", n=2)), draw()],
            "finish": False,
            "picked": ["u3"],
            "first": None,
            "stop": False,
        }
    ]


@clause("FS-19.3")
def test_the_program_of_an_instant_trashes_its_card_at_the_end() -> None:
    (program,) = cast(do("afflict", at("battlefield")), own=lord("1 s1, 2 s1", hand="na")).position()["programs"]
    assert (program["uid"], program["card"], program["bearer"], program["subject"]) == (100, "x", None, None)
    assert (program["event"], program["finish"]) == (None, True)


@clause("FS-19.3")
def test_the_draw_of_step_7_has_neither_uid_nor_card() -> None:
    own = lord("", "20 na, 21 na", hand="na", deck="", trash="s1")
    match = after(table(own, lord(), step="discard"), "keep")
    (program,) = match.position()["programs"]
    assert (program["seat"], program["uid"], program["card"]) == (0, None, None)
    assert match.position()["pending"]["source"] is None


@clause("FS-19.3")
def test_first_is_the_card_of_side_a_of_a_replace() -> None:
    own = lord("", "20 s1, 21 s2", hand="na", trash="s3 s4")
    match = after(cast(do("replace", a=at("tower"), b=at("trash")), own=own), "target u21")
    assert match.position()["programs"][0]["first"] == "u21"


@clause("FS-19.3")
def test_what_waits_is_written_head_first() -> None:
    cards = {
        "a": creature(when("attacks", do("afflict", at("battlefield", "opponent")))),
        "b": creature(when("attacks", draw(), by="own")),
        "h": spell(hidden("attacked", draw(2))),
    }
    match = battle(lord("1 a, 2 b"), lord("5 s9, 6 s9", "20 na, 21 h spell"), "attack u1 fortress 1", cards=cards)
    subject = {"uid": 1, "seat": 0, "card": "a"}
    assert match.position()["queue"] == [
        {
            "seat": 0,
            "uid": 2,
            "card": "b",
            "bearer": None,
            "subject": subject,
            "event": "attacks",
            "do": [draw()],
            "hidden": False,
        },
        {
            "seat": 1,
            "uid": 21,
            "card": "h",
            "bearer": None,
            "subject": subject,
            "event": "attacked",
            "do": [draw(2)],
            "hidden": True,
        },
    ]


@clause("FS-19.3", "FS-19.5")
def test_a_position_with_waiting_work_is_carried_on() -> None:
    waiting = {
        "seat": 0,
        "uid": 1,
        "card": "a",
        "bearer": None,
        "subject": None,
        "event": "attacks",
        "do": [draw(2)],
        "hidden": False,
    }
    cards = {"a": creature(when("attacks", draw(2)))}
    match = table(lord("1 a", hand="na"), lord(), cards=cards, queue=[waiting])
    assert pile(match, 0, "hand") == "na na na"


# --- FS-19.4 ----------------------------------------------------------------------------------------------------------


def asked(kind: str) -> Match:
    """A match at a decision of each kind."""
    sieged = lord("", "20 na, 21 na", hand="na sc", groove="sc")
    return {
        "target": lambda: after(
            cast(do("afflict", at("battlefield", n=2, upto=True)), own=lord("12 s1, 9 s1, 7 s1", hand="na")),
            "target u7",
        ),
        "lord": lambda: cast(draw(1, "opponent"), others=[lord(), lord()]),
        "block": lambda: battle(lord("1 s5"), lord("15 s1, 7 s1"), "attack u1 fortress 1"),
        "siege": lambda: battle(lord("1 s5"), sieged, "attack u1 fortress 1"),
        "retaliate": lambda: battle(lord("1 s5"), sieged, "attack u1 fortress 1", "destroy u20"),
        "pay": lambda: battle(
            lord("1 s5"),
            lord("", "20 na, 21 na", hand="b", groove="sc et"),
            "attack u1 fortress 1",
            "destroy u20",
            "retaliate h0",
            cards={"b": spell(instant(cost=2))},
        ),
    }[kind]()


X = {"uid": 100, "card": "x"}
PENDING: dict[str, Json] = {
    "target": {
        "seat": 0,
        "options": ["u12", "u9", "none"],
        "verb": "afflict",
        "source": X,
        "need": 1,
        "picked": ["u7"],
    },
    "lord": {"seat": 0, "options": ["p1", "p2"], "verb": "draw", "source": X, "need": 1, "picked": []},
    "block": {"seat": 1, "options": ["u15", "u7", "none"], "verb": None, "source": None, "need": 1, "picked": []},
    "siege": {"seat": 0, "options": ["u20", "u21"], "verb": None, "source": None, "need": 1, "picked": []},
    "retaliate": {"seat": 1, "options": None, "verb": None, "source": None, "need": 1, "picked": []},
    "pay": {"seat": 1, "options": ["e0,e1", "e0,e2"], "verb": None, "source": None, "need": 1, "picked": []},
}


@clause("FS-19.4")
@pytest.mark.parametrize("kind", PENDING)
def test_every_kind_of_pending_decision(kind: str) -> None:
    """Options are sorted as text (u12 before u9), `none` last."""
    assert asked(kind).position()["pending"] == {"kind": kind, **PENDING[kind]}


@clause("FS-19.4", "FS-7.4")
def test_a_block_that_must_be_has_no_option_none() -> None:
    match = battle(lord("1 s5 !must_be_blocked"), lord("15 s1, 7 s1"), "attack u1 fortress 1")
    assert match.position()["pending"]["options"] == ["u15", "u7"]


@clause("FS-19.4")
def test_without_a_pending_decision_the_active_lord_decides() -> None:
    match = table(lord(hand="na"), lord(hand="na"), step="crystal", active=1)
    assert (match.position()["pending"], match.to_act()) == (None, 1)


@clause("FS-19.4", "FS-17.9")
def test_an_assembly_is_written_with_all_its_fields() -> None:
    match = new(lords=3, assembly="open_draft", pool_copies=9, first=1)
    at = match.position()["assembly"]
    assert set(at) == {"method", "pool", "market", "packs", "sets", "round", "first", "to_pick", "left", "taken"}
    assert (at["method"], at["first"], at["to_pick"], match.to_act()) == ("open_draft", 1, 1, 1)
    assert (len(at["market"]), len(at["pool"])) == (4, 24 * 9 - 4)


@clause("FS-19.1", "FS-7.3")
@pytest.mark.parametrize(
    ("stage", "event", "words"),
    [
        ("block", "attacks", ["attack u1 fortress 1"]),
        ("resolve", "blocked", ["attack u1 fortress 1", "block u5"]),
        ("fight", "battle", ["attack u1 fortress 1", "block u5"]),
        ("retaliate", "sieges", ["attack u1 fortress 1", "noblock"]),
    ],
)
def test_the_stages_of_an_attack_while_an_ability_asks(stage: str, event: str, words: list[str]) -> None:
    cards = {"a": creature(when(event, do("afflict", at("battlefield", "opponent"))), strength=5)}
    match = battle(lord("1 a"), lord("5 s1, 6 s1", hand="na"), *words, cards=cards)
    assert match.position()["attack"]["stage"] == stage
    assert loaded(match.position()) == match.position()


@clause("FS-19.1", "FS-9.5")
@pytest.mark.parametrize("kind", ["block", "siege", "retaliate", "pay"])
def test_the_stages_of_an_attack_that_are_decisions(kind: str) -> None:
    attack = asked(kind).position()["attack"]
    assert (attack["stage"], attack["energy"]) == (kind, {"block": 0, "siege": 0}.get(kind, 2))
    assert attack["spell"] == ({"hand": 0, "host": None} if kind == "pay" else None)


@clause("FS-19.1", "FS-19.5")
def test_the_stage_done_while_a_retaliation_is_carried_out() -> None:
    cards = {"r": spell(instant(do("ready", at("battlefield"))), "nature")}
    other = lord("5 s1 engaged, 6 s1 engaged", "20 na, 21 na", hand="r")
    match = battle(lord("1 s5"), other, "attack u1 fortress 1", "destroy u20", "retaliate h0", cards=cards)
    assert (match.position()["attack"]["stage"], match.to_act()) == ("done", 1)
    assert after(match, "target u5").position()["attack"] is None


@clause("FS-19.5")
@pytest.mark.parametrize(
    ("stage", "outcome"), [("block", None), ("resolve", "attacker"), ("fight", "attacker"), ("done", "over")]
)
def test_load_goes_on_with_an_attack_from_its_stage(stage: str, outcome: str | None) -> None:
    attack = {"attacker": 1, "by": 0, "defender": 1, "target": 5, "blocker": None, "stage": stage, "energy": 0}
    match = table(lord("1 s5 engaged", hand="na"), lord("5 s1 engaged, 6 s1"), attack=attack)
    if outcome is None:
        assert match.actions() == ["block u6", "noblock"]
    elif outcome == "attacker":
        assert (field(match, 1), match.position()["attack"]) == ("6 s1", None)
    else:
        assert (field(match, 1), step(match)) == ("5 s1 engaged, 6 s1", "0 discard")


# --- FS-19.5 ----------------------------------------------------------------------------------------------------------


@clause("FS-19.5")
@pytest.mark.parametrize("kind", PENDING)
def test_a_position_that_was_given_out_comes_back_unchanged(kind: str) -> None:
    made = asked(kind).position()
    assert loaded(made) == made


GOOD_CARDS = {
    "a": spell(active()),
    "h": spell(hidden("wins", draw())),
    "b": spell(attached("creature")),
    "w": spell(attached("tower")),
}
GOOD = lord("1 s1 with 8:b", "20 na with 9:w, 21 a spell, 22 h spell", "30 sc", "sc", trash="et", groove="sc")


def spoiled(**seat: Any) -> Json:
    """A good position with one thing changed in seat 0."""
    return position(GOOD | seat, lord(), step="casting", cards=GOOD_CARDS)


@clause("FS-19.5")
def test_the_good_position_beside_the_bad_ones_loads() -> None:
    assert loaded(spoiled())["to_act"] == 0


def piece(uid: int, card: str, **words: Any) -> Json:
    """A card in play."""
    return {"uid": uid, "card": card, **words}


@clause("FS-19.5")
@pytest.mark.parametrize(
    "seat",
    [
        {"battlefield": [piece(1, "s1"), piece(1, "s1")]},  # a uid twice
        {"vault": [piece(20, "sc")]},  # across zones
        {"battlefield": [piece(1, "s1", attached=[piece(1, "b")])]},
        {"battlefield": [piece(100, "s1")]},  # not below next_uid
        {"battlefield": [piece(-1, "s1")]},
        {"hand": ["zz"]},  # ids that nobody knows
        {"deck": ["zz"]},
        {"battlefield": [piece(1, "zz")]},
        {"vault": [piece(31, "?science")]},
        {"battlefield": [piece(1, "s1", attached=[piece(8, "w")])]},  # the wrong host
        {"battlefield": [piece(1, "s1", attached=[piece(8, "sc")])]},  # no attached spell
        {"fortress": [piece(20, "na", attached=[piece(9, "b")])]},
        {"fortress": [piece(21, "sc", kind="spell")]},  # an instant
        {"fortress": [piece(21, "b", kind="spell")]},  # an attached spell
        {"fortress": [piece(20, "na", facedown=False)]},  # towers lie face down
        {"fortress": [piece(22, "h", kind="spell", facedown=False)]},
        {"fortress": [piece(21, "a", kind="spell", facedown=True)]},
        {"fortress": [piece(21, "a", kind="wall")]},
        {"battlefield": [piece(1, "s1", granted=["swift"])]},  # cannot be granted
        {"battlefield": [piece(1, "s1", granted=["glows"])]},
        {"battlefield": [piece(1, "s1", granted=["ranged", "ranged"])]},
        {"battlefield": [piece(1, "s1", engaged=1)]},
        {"battlefield": [piece(1, "s1", bonus="2")]},
        {"mana_spent": -1},
        {"mana_spent": "0"},
        {"hand": "sc"},
        {"hand": [1]},
        {"team": "red"},
        {"out": 1},
    ],
)
def test_a_seat_that_breaks_the_notation_is_refused(seat: Json) -> None:
    assert invalid(spoiled(**seat))


@clause("FS-19.5")
@pytest.mark.parametrize(
    "fields",
    [
        {"game": "vediic"},
        {"version": 2},
        {"turn": 201},
        {"turn": -1},
        {"turn": "5"},
        {"active": 2},
        {"first": 2},
        {"step": "lunch"},
        {"done": "no"},
        {"placed": [["water"]]},
        {"placed": "science"},
        {"played": None},
        {"acts": -1},
        {"chain": -1},
        {"next_uid": 30},
        {"fate": [-1]},
        {"fate": ["1"]},
        {"programs": {}},
        {"queue": [{}]},
        {"attack": {}},
        {"seats": []},
        {"cards": []},
    ],
)
def test_a_field_that_breaks_the_notation_is_refused(fields: Json) -> None:
    assert invalid(spoiled() | fields)


@clause("FS-19.5", "FS-8.5")
@pytest.mark.parametrize("zone", ["deck", "hand", "trash", "groove", "battlefield", "fortress", "vault", "casting"])
def test_a_destroyed_lord_holds_only_what_was_removed(zone: str) -> None:
    gone = {"out": True, "removed": ["s1"]}
    assert loaded(position(lord("1 s1"), gone, lord()))["seats"][1]["removed"] == ["s1"]
    more: list[Any] = ["s1"] if zone in ("deck", "hand", "trash", "groove") else [piece(50, "s1")]
    assert invalid(position(lord("1 s1"), gone | {zone: more}, lord()))


@clause("FS-19.5")
def test_the_active_lord_lives_and_two_sides_are_left() -> None:
    assert invalid(position({"out": True}, lord(), lord()))
    assert invalid(position(lord("1 s1"), {"out": True}))
    assert invalid(position(lord("1 s1"), {"out": True}, lord(), {"out": True}, mode="team_play"))
    over = position(lord(), {"out": True}, step="over", result={"winners": [0], "reason": "last_lord"})
    assert loaded(over)["to_act"] is None


@clause("FS-19.5")
def test_decks_need_not_have_48_cards() -> None:
    assert loaded(position(lord("1 s1", deck=""), lord(deck="na")))["seats"][0]["deck"] == []


@clause("FS-19.5", "FS-9.4")
def test_a_spell_that_waits_for_its_payment_can_be_paid_and_has_its_host() -> None:
    cards = {"b": spell(attached("creature"), "ether")}
    other = lord("5 s1", "20 na, 21 na", hand="sp b", groove="et se")
    words = ["attack u1 fortress 1", "noblock", "destroy u20", "retaliate h1 at u5"]
    made = battle(lord("1 s5"), other, *words, cards=cards).position()
    assert loaded(made) == made
    for wrong in (
        {"hand": 0, "host": None},
        {"hand": 1, "host": None},
        {"hand": 1, "host": 1},
        {"hand": 2, "host": 5},
        None,
    ):
        assert invalid(made | {"attack": made["attack"] | {"spell": wrong}})
    poor = copy.deepcopy(made)
    poor["seats"][1]["groove"] = ["na"]
    assert invalid(poor)


@clause("FS-19.1", "FS-19.5")
def test_a_spell_waits_in_the_stage_pay_only() -> None:
    made = asked("retaliate").position()
    assert invalid(made | {"attack": made["attack"] | {"spell": {"hand": 0, "host": None}}})


@clause("FS-19.5", "FS-5.2")
def test_load_carries_the_game_on_to_the_next_decision() -> None:
    match = table(lord("1 s1 engaged", hand="na"), lord(), step="regroup")
    assert (step(match), field(match, 0)) == ("0 crystal", "1 s1")
    match = table(lord(), lord(hand="na"), step="draw")
    assert (step(match), len(match.position()["seats"][0]["hand"])) == ("1 crystal", 5)


@clause("FS-19.1", "FS-19.5")
def test_a_step_whose_business_is_done_is_left() -> None:
    match = table(lord("1 s1", vault="30 na", hand="na"), lord(), step="casting", done=True)
    assert step(match) == "0 battle"


@clause("FS-19.5", "FS-20.5")
def test_the_chance_of_loading_comes_from_the_seed_or_from_fate() -> None:
    own = lord("", "20 na", hand="na", deck="", trash="s1 s2 s3 s4 s5 s6 s7 s8 s9")
    waiting = position(own, lord(hand="na"), step="draw")
    decks = {tuple(Match.load(GAME, waiting, seed).position()["seats"][0]["deck"]) for seed in range(8)}
    assert len(decks) > 4
    assert Match.load(GAME, waiting, 0).position() == GAME.load(waiting, Fate(0)).position()
    forced = table(own, lord(hand="na"), step="draw", fate=[8, 7, 6, 5, 4, 3, 2, 1])
    assert (pile(forced, 0, "deck"), forced.position()["fate"]) == ("s3 s4 s5 s6 s7 s8 s9", [])
    assert invalid(waiting | {"fate": [9]}), "out of range while loading"


# --- FS-19.6 ----------------------------------------------------------------------------------------------------------

SECRETS = {
    "h": spell(hidden("wins", draw()), "chaos"),
    "a": spell(active()),
    "b": spell(attached("creature"), "spirit"),
    "q": card("science/chaos"),
}
RICH = lord(
    "1 s5 facedown with 8:b, 2 s4",
    "20 et, 21 a spell, 22 h spell",
    "30 sp, 31 q",
    "s1 s2",
    "s3 s4 s5",
    trash="s6",
    groove="s7 q",
)


def pictures() -> Match:
    """Both lords have something in every zone."""
    other = copy.deepcopy(RICH)
    for zone in ("battlefield", "fortress", "vault"):
        for row in other[zone]:
            row["uid"] += 40
            for under in row.get("attached", []):
                under["uid"] += 40
    return table(RICH, other, {"out": True, "removed": ["s1", "s2"]}, step="crystal", cards=SECRETS, fate=[1, 2])


@clause("FS-19.6", "FS-3.1")
@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("of", [0, 1])
def test_what_a_seat_sees_of_its_own_zones_and_of_others(seat: int | None, of: int) -> None:
    own = seat == of
    seen = pictures().view(seat)["seats"][of]
    assert seen["deck"] == 3
    assert seen["hand"] == (["s1", "s2"] if own else 2)
    assert seen["trash"] == ["s6"]
    assert seen["groove"] == ["?science", "?science/chaos"], "also the own"
    assert [row["card"] for row in seen["vault"]] == (["sp", "q"] if own else ["?spirit", "?science/chaos"])
    assert [row["card"] for row in seen["battlefield"]] == (["s5", "s4"] if own else ["?science", "s4"])
    assert [row["card"] for row in seen["battlefield"][0]["attached"]] == ["b"]
    assert [row["card"] for row in seen["fortress"]] == ["?ether", "a", "h" if own else "?chaos"], (
        "towers, also the own"
    )


@clause("FS-19.6")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_what_everybody_sees(seat: int | None) -> None:
    match = pictures()
    view, truth = match.view(seat), match.position()
    assert view["fate"] is None
    assert view["seats"][2]["removed"] == 2
    for key in (
        "game",
        "version",
        "options",
        "cards",
        "turn",
        "first",
        "active",
        "step",
        "placed",
        "next_uid",
        "to_act",
    ):
        assert view[key] == truth[key]
    assert [row["strength"] for row in view["seats"][0]["battlefield"]] == [3, 4]
    assert [row["mana"] for row in view["seats"]] == [2, 2, 0]
    assert set(view) == set(truth)
    assert set(view["seats"][0]) == {*truth["seats"][0], "mana"}


@clause("FS-19.6")
def test_strength_and_mana_are_those_of_now() -> None:
    cards = {"m": creature(passive("mana", n=2), passive("strength", n=1, scope="own"))}
    own = lord("1 m afflicted, 2 s5 +2", vault="30 sc", hand="na", mana_spent=1)
    view = table(own, lord(), step="casting", cards=cards).view(1)["seats"][0]
    assert ([row["strength"] for row in view["battlefield"]], view["mana"]) == ([1, 8], 2)


@clause("FS-19.6")
def test_while_a_seat_chooses_with_search_the_zone_is_shown_to_it_alone() -> None:
    other = lord("", "20 s1, 21 s2", "31 s3", "s4 s5", groove="s6 s7")
    match = cast(do("trash", at("groove", "opponent", search=True)), others=[other])
    assert match.view(0)["seats"][1]["groove"] == ["s6", "s7"]
    assert match.view(1)["seats"][1]["groove"] == match.view(None)["seats"][1]["groove"] == ["?science"] * 2
    assert match.view(0)["seats"][1]["hand"] == 2, "and nothing else"
    after(match, "target p1.e0")
    assert match.view(0)["seats"][1]["groove"] == ["?science"]


@clause("FS-19.6")
@pytest.mark.parametrize("kind", ["target", "block", "siege", "pay"])
def test_the_options_of_another_seat_are_not_shown(kind: str) -> None:
    match = asked(kind)
    chooser = match.to_act()
    for seat in (0, 1, None):
        shown = match.view(seat)["pending"]
        truth = match.position()["pending"]
        assert shown["options"] == (truth["options"] if seat == chooser else None)
        assert {key: shown[key] for key in ("kind", "seat", "verb", "source", "need")} == {
            key: truth[key] for key in ("kind", "seat", "verb", "source", "need")
        }


@clause("FS-19.6")
def test_the_spell_that_waits_for_its_payment_is_not_shown() -> None:
    match = asked("pay")
    assert match.view(1)["attack"]["spell"] == {"hand": 0, "host": None}
    assert match.view(0)["attack"]["spell"] is None and match.view(None)["attack"]["spell"] is None


@clause("FS-19.6")
def test_hand_cards_that_were_named_are_not_shown_to_others() -> None:
    own = lord(hand="s1 s2 s3")
    match = after(cast(do("trash", at("hand", n=2)), own=own), "target p0.h1")
    for seat, shown in ((0, ["p0.h1"]), (1, [None]), (None, [None])):
        assert match.view(seat)["pending"]["picked"] == shown
        assert match.view(seat)["programs"][0]["picked"] == shown
    own = lord("", "20 s1, 21 s2", hand="s1 s2 s3")
    match = after(cast(do("replace", a=at("hand"), b=at("tower")), own=own), "target p0.h2")
    assert [match.view(seat)["programs"][0]["first"] for seat in (0, 1, None)] == ["p0.h2", None, None]


@clause("FS-19.6")
def test_cards_in_sight_that_were_named_are_shown() -> None:
    match = asked("target")
    assert match.view(1)["pending"]["picked"] == ["u7"]


@clause("FS-19.6")
def test_waiting_hidden_spells_of_others_are_left_out() -> None:
    cards = {
        "a": creature(when("attacks", do("afflict", at("battlefield", "opponent")))),
        "h": spell(hidden("attacked", draw())),
    }
    match = battle(lord("1 a"), lord("5 s9, 6 s9", "20 na, 21 h spell"), "attack u1 fortress 1", cards=cards)
    assert [len(match.view(seat)["queue"]) for seat in (0, 1, None)] == [0, 1, 0]


@clause("FS-19.6")
def test_the_subject_is_shown_by_its_back_to_those_who_see_only_that() -> None:
    cards = {"l": creature(when("crystallised", do("afflict", at("battlefield", "opponent"))))}
    match = after(table(lord("1 l", hand="s5 na"), lord("5 s9, 6 s9"), step="crystal", cards=cards), "crystal h0")
    shown = [match.view(seat)["programs"][0]["subject"]["card"] for seat in (0, 1, None)]
    assert shown == ["s5", "?science", "?science"]


@clause("FS-19.6")
def test_the_subject_that_is_no_longer_in_play_is_shown_by_its_back() -> None:
    cards = {"l": creature(when("destroyed", do("afflict", at("battlefield", "opponent")), by="own"))}
    match = battle(lord("1 s5, 2 s5"), lord("5 l engaged, 6 s1 engaged"), "attack u1 u6", cards=cards)
    assert [match.view(seat)["programs"][0]["subject"]["card"] for seat in (0, 1, None)] == ["?science"] * 3


@clause("FS-19.6")
@pytest.mark.parametrize(
    ("method", "market", "deck"),
    [
        ("open_draft", "face", "face"),
        ("blind_draft", "back", "size"),
        ("closed_draft", None, "size"),
        ("random", None, "size"),
    ],
)
def test_what_is_seen_of_an_assembly(method: str, market: str | None, deck: str) -> None:
    match = new(lords=2, assembly=method, pool_copies=6, random_extra=1 if method == "random" else 0)
    after(match, match.actions()[0])
    truth = match.position()
    for seat in (0, 1, None):
        view = match.view(seat)
        assert view["assembly"]["pool"] == len(truth["assembly"]["pool"])
        if market == "face":
            assert view["assembly"]["market"] == truth["assembly"]["market"]
        elif market == "back":
            assert all(word.startswith("?") for word in view["assembly"]["market"])
        mine = truth["seats"][0]["deck"]
        assert view["seats"][0]["deck"] == (mine if seat == 0 or deck == "face" else len(mine))
        for number, pack in enumerate(truth["assembly"]["packs"]):
            assert view["assembly"]["packs"][number] == (pack if seat == number else len(pack))


@clause("FS-19.6", "FS-17.3")
def test_the_decks_of_set_selection_are_open() -> None:
    match = after(new(lords=2, assembly="sets", pool_copies=6), "set a")
    assert match.view(1)["seats"][0]["deck"] == match.position()["seats"][0]["deck"]


@clause("FS-19.5", "FS-19.4", "FS-17.3")
@pytest.mark.parametrize("method", ["sets", "open_draft", "closed_draft", "random"])
def test_a_position_in_assembly_comes_back_and_a_spoiled_one_is_refused(method: str) -> None:
    match = new(lords=2, assembly=method, pool_copies=6, random_extra=1 if method == "random" else 0)
    after(match, match.actions()[0])
    made = match.position()
    assert loaded(made) == made
    wrong: list[Json] = [
        {"to_pick": 2},
        {"first": -1},
        {"round": 0},
        {"method": "auction"},
        {"pool": ["zz"]},
        {"left": 0},
    ]
    wrong += [{"packs": [["sc0"], ["sc0"], ["sc0"]]}, {"sets": {"z": 1}}, {"colour": 1}]
    wrong += [{"method": "blind_draft"}]
    for fields in wrong:
        assert invalid(made | {"assembly": made["assembly"] | fields}), fields
    assert invalid(made | {"assembly": None})


@clause("FS-19.6", "FS-3.2")
def test_a_hidden_spell_that_was_turned_up_is_seen_by_all() -> None:
    cards = {"h": spell(hidden("attacked", do("afflict", at("battlefield", "opponent"))))}
    match = battle(lord("1 s5, 2 s5"), lord("", "20 na, 21 h spell"), "attack u1 fortress 1", cards=cards)
    for seat in (0, 1, None):
        assert match.view(seat)["seats"][1]["casting"] == [{"uid": 100, "card": "h"}]
        assert match.view(seat)["programs"][0]["card"] == "h"


@clause("FS-19.6")
def test_a_face_down_subject_is_shown_by_its_back_in_programs_and_in_the_queue() -> None:
    ability = when("attacked", do("afflict", at("battlefield", "opponent")))
    cards = {"a": spell(active(ability, ability))}
    match = battle(lord("1 s5 facedown, 2 s5"), lord("", "20 na, 21 a spell"), "attack u1 fortress 1", cards=cards)
    for seat, shown in ((0, "s5"), (1, "?science"), (None, "?science")):
        assert match.view(seat)["programs"][0]["subject"] == {"uid": 1, "seat": 0, "card": shown}
        assert match.view(seat)["queue"][0]["subject"] == {"uid": 1, "seat": 0, "card": shown}


@clause("FS-19.6")
@pytest.mark.parametrize(
    ("words", "seen"),
    [
        ({}, None),  # his only hand card was taken without asking: nobody named it
        ({"upto": True}, "p0.h0"),
        ({"pick": "random"}, None),
    ],
)
def test_a_hand_card_that_nobody_named_is_shown_to_nobody(words: Json, seen: str | None) -> None:
    own = lord("", "20 s1, 21 s2", hand="s3")
    match = cast(do("replace", a=at("hand", **words), b=at("tower")), own=own)
    if words == {"upto": True}:
        after(match, "target p0.h0")
    assert match.position()["programs"][0]["first"] == "p0.h0"
    assert [match.view(seat)["programs"][0]["first"] for seat in (0, 1, None)] == [seen, None, None]

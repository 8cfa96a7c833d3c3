"""Five Spheres at the table: whole matches of every kind, the pictures, the sentences, and what stays hidden."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest
from rich.cells import cell_len

from known import known
from orrery.core.clause import LANGUAGES, rulebook
from orrery.core.data import JsonObject
from orrery.core.game import Game, Result
from orrery.games.five_spheres.cards import collections
from orrery.games.five_spheres.cards import vocabulary as v
from orrery.games.five_spheres.rules.words import FIRST_WORDS
from orrery.terminal import choose
from orrery.terminal.commands import COMMANDS
from orrery.terminal.games.five_spheres.sheet import KINDS, GameSheet
from orrery.terminal.screen import Screen
from orrery.terminal.sheet import Move, Offer, Scene
from orrery.terminal.table import Table
from orrery.terminal.texts import Texts, read_texts
from terminal.sitting import Paper, lay_table
from terminal.wording import rows

PACKAGE = "orrery.games.five_spheres"
SPELL_VERBS = ("draw", "generic", "retaliate", "replace", "reveal")
LOOKING = [
    "view",
    "hand",
    "texts",
    "trash",
    "deck",
    "waiting",
    "legend",
    "look p0",
    "look p1",
    "look u3",
    "look a",
    "look x",
    "card h0",
    "card u3",
    "card u40",
    "card m0",
    "card e0",
    "card p1.x0",
    "card fire",
    "card 竜",
    "card nothing at all",
    "score",
    "log",
    "help",
    "help all",
    "help card",
    "actions",
    "actions h0",
    "actions nothing",
    "h0",
    "u12",
    "p1",
    "summon",
    "attack",
    "why summon h0",
    "why attack u3 u4",
    "lang ja",
    "lang en",
    "nonsense",
]


def five_spheres() -> Game:
    game = known("five_spheres")
    return game


def wandering(seed: int, looks: float = 0.15, most: int = 10_000) -> Callable[[Table, str], str | None]:
    """A person who plays at random, by numbers or in full words, and looks around in between."""
    dice = random.Random(seed)

    def answer(table: Table, prompt: str) -> str | None:
        if table.match.to_act() is None or table.match.taken > most:
            return None
        if "Enter" in prompt:
            return ""
        if dice.random() < looks:
            return dice.choice(LOOKING)
        if table.offer.choices and dice.random() < 0.5:
            return str(dice.randint(1, len(table.offer.choices)))
        return lively(table.match.actions(), dice)

    return answer


def lively(actions: list[str], dice: random.Random) -> str:
    """An action at random; one that does something if there is any."""
    doing = [word for word in actions if word not in ("end", "trashhand", "noblock", "noretaliate")]
    return dice.choice(doing if doing and dice.random() < 0.8 else actions)


def sheet_of(lang: str = "en", columns: int = 80) -> GameSheet:
    game = five_spheres()
    return GameSheet(game, Texts(lang, game.package), Screen(Paper(), False, columns))


def lay(seats: int, seed: int, **options: Any) -> Table:
    table, _ = lay_table(lambda table, prompt: None, options, ["human"] * seats, seed, game=five_spheres())
    return table


def scene_of(table: Table, seat: int | None, prefix: str = "Name") -> Scene:
    match = table.match
    names = [f"{prefix}{i}" for i in range(match.state.seats())]
    actions = match.actions() if seat is not None and match.to_act() == seat else []
    return Scene(seat, match.view(seat), match.seen(seat), actions, match.result(), names)


def played(seats: int = 2, seed: int = 1, decisions: int = 120, **options: Any) -> Table:
    """A match some decisions after its beginning, all of them at random."""
    dice = random.Random(seed)
    table = lay(seats, seed, **options)
    for _ in range(decisions):
        if table.match.to_act() is not None:
            table.match.act(lively(table.match.actions(), dice))
    return table


def plain(lines: list[Any]) -> str:
    return "\n".join([line.plain for line in lines])


MATCHES: list[tuple[int, JsonObject]] = [
    (2, {}),
    (3, {}),
    (4, {"mode": "team_play"}),
    (6, {"mode": "limited_range"}),
    (4, {"mode": "tag_team"}),
    (6, {"mode": "citadel"}),
    (2, {"cards": "testset"}),
    (2, {"assembly": "sets"}),
    (3, {"assembly": "open_draft"}),
    (3, {"assembly": "closed_draft", "draft_batch": 3}),
    (2, {"assembly": "blind_draft", "draft_batch": 2}),
    (6, {"assembly": "random", "random_extra": 2}),
]


# --- whole matches ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("number", range(len(MATCHES)))
def test_no_line_is_wider_than_80_cells_and_none_has_braces(number: int, lang: str) -> None:
    seats, options = MATCHES[number]
    players = ["human", *["random"] * (seats - 1)]
    answer = wandering(number, most=45 if "assembly" in options else 100)
    table, paper = lay_table(answer, {"max_turns": 40, **options}, players, 7, lang, game=five_spheres())
    table.run()
    text = paper.getvalue()
    wide = [line for line in text.splitlines() if cell_len(line) > 80 and "> " not in line]
    assert not wide, wide[:3]
    assert "{" not in text
    assert "None" not in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_picture_question_and_sentence_fits_for_every_seat(lang: str) -> None:
    for number, (seats, options) in enumerate(MATCHES):
        dice = random.Random(number)
        table = lay(seats, 40 + number, **options)
        sheet = sheet_of(lang, 80)
        for taken in range(100):
            seat = table.match.to_act()
            if seat is None:
                break
            if taken % 11 == 0:
                scene = scene_of(table, seat, "A very long name")
                lines = [*sheet.picture(scene), *sheet.picture(scene_of(table, None))]
                for show in sheet.extras().values():
                    lines += show(scene, "")
                assert not [line.plain for line in lines if cell_len(line.plain) > 79]
                offer = sheet.ask(scene)
                assert offer.title is not None
                assert offer.choices
                said = [offer.title, *[choice.label for choice in offer.choices], *sheet.tell(scene, scene.seen)]
                assert not [text.plain for text in said if "{" in text.plain or "None" in text.plain]
            table.match.act(lively(table.match.actions(), dice))


def test_every_number_leads_to_an_action() -> None:
    dice = random.Random(2)

    def answer(table: Table, prompt: str) -> str | None:
        if table.match.to_act() is None or table.match.taken > 180:
            return None
        assert table.offer.choices
        return str(dice.randint(1, len(table.offer.choices)))

    for seats in (2, 4):
        table, paper = lay_table(answer, {}, ["human", *["random"] * (seats - 1)], 4, game=five_spheres())
        table.run()
        text = paper.getvalue()
        kinds = ("not_allowed", "not_understood", "not_now")
        assert not any(Texts("en").line(f"refused.{kind}", tried="") in text for kind in kinds)


@pytest.mark.parametrize("number", range(len(KINDS)))
def test_every_kind_of_match_can_be_chosen(number: int) -> None:
    seats = {"free": 3, "team": 4, "tag_team": 4, "citadel": 4}.get(KINDS[number], 2)
    for count in dict.fromkeys((seats, 2 if KINDS[number] == "duel" else 6)):
        paper = Paper()
        lines = [str(number + 1), " ".join(["me", *["random"] * (count - 1)]), "look p0", "quit", ""]
        source = io.StringIO("".join([line + "\n" for line in lines]))
        status = choose("five_spheres", "en", 3, False, columns=80, stdin=source, stdout=paper)
        text = paper.getvalue()
        assert status == 0, text
        assert "p0 You" in text, text
        assert "No match" not in text


def test_people_play_with_the_standard_collection() -> None:
    table = lay(2, 1)
    options = table.match.options
    assert options is not None
    assert options["cards"] == collections.standard().cards
    assert options["assembly"] == "predesign"
    assert len(set(options["deck_numbers"])) == 2


def test_decks_can_be_wished_for() -> None:
    sheet = sheet_of()
    assert sheet.seated({"kind": "duel"}, 2, ["3", None])["deck_numbers"] == [3, 5]
    assert sheet.seated({"kind": "duel"}, 2, [None, None])["deck_numbers"] == [5, 4]
    assert sheet.seated({"kind": "free"}, 3, [None, "5", None])["deck_numbers"] == [4, 5, 3]
    for options, wish in (({"kind": "duel"}, "9"), ({"kind": "duel"}, "x"), ({"kind": "sets"}, "1")):
        with pytest.raises(ValueError):
            sheet.seated(options, 2, [wish, None])
    with pytest.raises(ValueError):
        sheet.seated({"kind": "team"}, 5, [None] * 5)
    once = sheet.seated({"kind": "team"}, 4, ["1", None, None, None])
    assert sheet.seated(once, 4, [None] * 4) == once


# --- what is hidden ---------------------------------------------------------------------------------------------------


def test_nothing_is_printed_but_what_the_seat_may_know() -> None:
    """Of two positions that look alike to a seat, everything drawn and asked is alike."""
    for seed in range(4):
        table = played(3, seed, 90)
        position = table.match.position()
        for lord in position["seats"]:
            lord["deck"].reverse()
        one, two = position["seats"][1], position["seats"][2]
        one["hand"].reverse()
        two["hand"].sort()
        changed = five_spheres().load(position, table.match.state.fate)
        sheet = sheet_of()
        for seat in (0, None):
            scene = scene_of(table, seat)
            again = Scene(seat, changed.view(seat), scene.seen, scene.actions, scene.result, scene.names)
            assert plain(sheet.picture(scene)) == plain(sheet.picture(again))
            assert plain(sheet.look_lord(scene, 1)) == plain(sheet.look_lord(again, 1))
            assert plain(sheet.show_deck(scene, "")) == plain(sheet.show_deck(again, ""))


def test_names_of_others_hand_cards_are_never_printed() -> None:
    for seed in range(3):
        for seats, options in ((2, {}), (3, {"assembly": "closed_draft"})):
            table = played(seats, seed, 60, **options)
            scene = scene_of(table, 0)
            shown = [*scene.seen, {key: value for key, value in scene.view.items() if key != "cards"}]
            sheet = sheet_of()
            said = plain([*sheet.picture(scene), *sheet.tell(scene, scene.seen), *sheet.extras()["waiting"](scene, "")])
            for id, names in collections.standard().names["en"].items():
                if f"'{id}'" not in str(shown):
                    assert names["card"] not in said, id


# --- pictures ---------------------------------------------------------------------------------------------------------


def test_everything_in_play_stands_beside_its_word() -> None:
    for seats, seed in ((2, 3), (4, 5), (6, 6)):
        table = played(seats, seed, 30 * seats, mode="free_for_all" if seats == 2 else "limited_range")
        view = table.match.view(0)
        text = plain(sheet_of().picture(scene_of(table, 0)))
        words = text.replace("+", " ").split()
        for lord in view["seats"]:
            for row in (*lord["battlefield"], *lord["fortress"], *lord["vault"]):
                assert f"u{row['uid']}" in words
                assert all(f"u{below['uid']}" in words for below in row.get("attached", []))
            assert all(f"e{i}" in words for i in range(len(lord["groove"])))
        assert all(f"h{i}" in words for i in range(len(view["seats"][0]["hand"])))
        assert all(f"p{seat}" in words or f">p{seat}" in words for seat in range(seats))


def test_a_creature_shows_its_strengths_and_statuses() -> None:
    table = lay(2, 1)
    position = table.match.position()
    position["next_uid"] = 90
    rest = {"engaged": False, "afflicted": False, "dizzy": False, "facedown": False}
    position["seats"][0]["battlefield"] = [
        {"uid": 70, "card": "na_2", **rest, "bonus": 2, "granted": ["unblockable"]},
        {"uid": 71, "card": "na_2", **rest, "afflicted": True, "engaged": True},
        {"uid": 72, "card": "na_2", **rest, "facedown": True, "dizzy": True},
        {"uid": 73, "card": "na_2", **rest, "attached": [{"uid": 74, "card": "ch_8"}]},
    ]
    position["seats"][1]["battlefield"] = [{"uid": 75, "card": "na_2", **rest, "facedown": True}]
    state = five_spheres().load({**position, "step": "crystal"}, table.match.state.fate)
    scene = Scene(0, state.view(0), [], [], Result(False, None, []), ["Ann", "Bob"])
    tusker = collections.standard().cards["na_2"]["creature"]
    ready, hurt = tusker["strength"], tusker.get("afflicted", tusker["strength"] // 2)
    text = plain(sheet_of().picture(scene))
    assert f"u70 Na Young Tusker {ready + 2} ({ready}/{hurt}) +unblockable" in text
    assert f"engaged   u71 Na Young Tusker {hurt} ({ready}/{hurt}) A" in text
    assert "u72 Na Young Tusker 3/1 DF" in text
    assert "u75 Na 3/1 F" in text
    assert "A afflicted · D dizzy · F face down" in text
    assert f"u73 Na Young Tusker {ready}/{hurt} +u74 " in text
    detail = plain(sheet_of().card(scene, "u71") or [])
    assert f"strength {hurt}, engaged, afflicted" in detail
    assert "Turn and Charge" in detail
    assert "Young" not in plain(sheet_of().card(scene, "u75") or [])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_is_shown_with_both_halves_and_their_texts(lang: str) -> None:
    table = lay(2, 1)
    scene = scene_of(table, 0)
    sheet = sheet_of(lang)
    for id, names in collections.standard().names[lang].items():
        shown = plain(sheet.card(scene, id) or [])
        joined = "".join(shown.split())
        assert "".join(names["creature"].split()) in joined
        assert "".join(names["spell"].split()) in joined
        text = sheet.words.spell_text(scene.view, id)
        assert "".join(text.split()) in joined
    assert sheet.card(scene, "h0") is not None
    assert sheet.card(scene, "火花の走者") == sheet.card(scene, "spark runner")
    assert sheet.card(scene, "h99") is None


def test_a_draft_shows_what_can_be_taken() -> None:
    sheet = sheet_of()
    for method in ("open_draft", "closed_draft", "blind_draft", "sets"):
        table = played(2, 1, 2, assembly=method)
        scene = scene_of(table, table.match.to_act())
        offer = sheet.ask(scene)
        assert len(offer.choices) == len(scene.actions)
        labels = " ".join([choice.label.plain for choice in offer.choices])
        if method == "blind_draft":
            assert "a card of" in labels
            assert not any(names["card"] in labels for names in collections.standard().names["en"].values())
        elif method == "sets":
            assert "Spark Runner" in plain(sheet.look(scene, "m") or [])
        else:
            assert all(word in labels for word in ("m0", "|"))
        assert "48" in plain(sheet.picture(scene)) or method == "sets"
        assert plain(sheet.extras()["deck"](scene, ""))


# --- words ------------------------------------------------------------------------------------------------------------


def test_every_word_of_the_rules_has_a_text() -> None:
    texts = rows(read_texts(PACKAGE))
    groups = {
        "sphere": v.SPHERES,
        "code": v.SPHERES,
        "type": v.SPELL_TYPES,
        "word": v.GRANTABLE,
        "when": v.EVENTS,
        "verb": v.VERBS,
        "zone": (*v.ZONES, v.ATTACHED, "casting"),
        "typed": FIRST_WORDS,
        "command": tuple(sheet_of().extras()),
    }
    for group, words in groups.items():
        assert not [word for word in words if f"{group}.{word}" not in texts], group
    assert not [
        verb for verb in (*v.DESTINATIONS, *SPELL_VERBS) if f"event.{verb}" not in texts and verb != "retaliate"
    ]


def moved(verb: str, origin: str, to: str, **more: Any) -> JsonObject:
    row: JsonObject = {"event": "move", "verb": verb, "seat": 0, "card": "ch_0", "from": origin, "to": to}
    return {**row, "uid": None, "new": None, "host": None, "facedown": False, **more}


EXAMPLES: list[JsonObject] = [
    {"event": "random", "n": 6, "v": 2},
    {"event": "turn", "turn": 3, "seat": 1},
    {"event": "step", "step": "battle"},
    {"event": "mana", "seat": 0, "spent": 2},
    *[{"event": "status", "uid": 1, "status": s, "on": on} for s in ("engaged", "afflicted") for on in (True, False)],
    {"event": "strengthen", "uid": 1, "n": -2},
    {"event": "grant", "uid": 1, "word": "unblockable"},
    {"event": "unveil", "uid": 1, "card": "ch_0"},
    {"event": "use", "seat": 0, "uid": 1},
    {"event": "attack", "seat": 0, "attacker": 1, "lord": 1, "target": None},
    {"event": "attack", "seat": 1, "attacker": 1, "lord": 0, "target": 2},
    {"event": "block", "seat": 0, "uid": 1},
    {"event": "noblock", "seat": 0},
    *[
        {"event": "battle", "attacker": 1, "defender": 2, "strengths": [3, 4], "outcome": outcome}
        for outcome in ("attacker", "defender", "tie")
    ],
    {"event": "siege", "attacker": 1, "lord": 0},
    {"event": "retaliate", "seat": 1, "card": "ch_0", "energy": [0, 2]},
    {"event": "retaliate", "seat": 1, "card": "?science", "energy": [0]},
    {"event": "noretaliate", "seat": 0},
    {"event": "attack_over", "attacker": 1},
    {"event": "ward", "uid": 1, "by": 2},
    *[{"event": "trigger", "seat": 0, "uid": 1, "card": "ch_0", "when": when} for when in v.EVENTS],
    {"event": "evoke", "seat": 0, "uid": 1, "card": "ch_0"},
    *[
        {"event": "target", "seat": 1, "choice": choice}
        for choice in ("u1", "p0", "none", "p0.h", "p0.h2", "p0.x1", "p1.e0", "p1.c", "p1.c4")
    ],
    {"event": "search", "seat": 0, "lord": 0, "zone": "deck"},
    {"event": "search", "seat": 0, "lord": 1, "zone": "hand"},
    {"event": "shuffle", "seat": 0, "zone": "deck"},
    {"event": "deckout", "seat": 0},
    {"event": "loop_cut"},
    {"event": "lord_destroyed", "seat": 0, "by": 1},
    {"event": "tag", "seat": 0, "partner": 1},
    {"event": "split", "seat": 0, "card": "ch_0"},
    {"event": "pick", "seat": 0, "what": "M"},
    {"event": "pick", "seat": 0, "what": "ch_0"},
    {"event": "pick", "seat": 1, "what": None},
    {"event": "pick", "seat": 1, "what": "?science/ether"},
    {"event": "drop", "seat": 1, "what": None},
    {"event": "over", "winners": [0], "reason": "last_lord"},
    {"event": "over", "winners": [0], "reason": "max_turns"},
]
MOVES: list[JsonObject] = [
    moved("draw", "deck", "hand"),
    moved("draw", "deck", "hand", card=None, seat=1),
    moved("summon", "hand", "battlefield", new=50),
    moved("summon", "trash", "battlefield", new=50),
    moved("summon", "hand", "battlefield", new=50, facedown=True),
    moved("generic", "hand", "battlefield", new=50, facedown=True, card="?chaos", seat=1),
    moved("cast", "hand", "casting", new=50, seat=1),
    moved("cast", "hand", "spell", new=50),
    moved("cast", "hand", "spell", new=50, facedown=True, card="?chaos"),
    moved("cast", "hand", "attached", new=50, host=1),
    moved("retaliate", "hand", "attached", new=50, host=1),
    moved("retaliate", "hand", "spell", new=50),
    moved("reveal", "spell", "casting", uid=49, new=50),
    moved("crystallise", "hand", "vault", new=50),
    moved("crystallise", "hand", "vault", new=50, card="?chaos", seat=1),
    moved("energise", "deck", "groove", card="?chaos"),
    moved("fortify", "deck", "tower", new=50, card="?chaos", facedown=True),
    moved("return", "battlefield", "hand", uid=50),
    moved("return", "tower", "hand", uid=3, card="?chaos", seat=1),
    moved("recover", "hand", "deck", card=None),
    moved("trash", "hand", "trash"),
    moved("trash", "deck", "trash"),
    moved("trash", "vault", "trash", uid=50),
    moved("trash", "attached", "trash", uid=50),
    moved("destroy", "battlefield", "groove", uid=50),
    moved("destroy", "tower", "groove", uid=3, card="?chaos"),
    moved("replace", "hand", "groove", card=None),
    moved("replace", "battlefield", "hand", uid=50),
]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_is_told_in_a_sentence(lang: str) -> None:
    scene = scene_of(lay(2, 1), 0)
    sheet = sheet_of(lang)
    for names in (["You", "Bob"] if lang == "en" else ["あなた", "Bob"], ["Ann", "Bob"]):
        scene = Scene(0, scene.view, [], [], scene.result, names)
        known = sheet.words.pieces(scene)
        for event in EXAMPLES:
            if event["event"] == "status":
                told = sheet.log.status(scene, [event], known).plain
            else:
                told = sheet.log.sentence(scene, event, known).plain
            check_complete(told, event)
        for event in MOVES:
            lines = [line.plain for line in sheet.tell(scene, [event])]
            assert len(lines) == 1, event
            check_complete(lines[0], event)


def check_complete(told: str, event: JsonObject) -> None:
    assert "{" not in told
    assert "None" not in told
    if event["event"] not in ("turn", "status"):
        assert told[-1] in ".!。”」", told
    assert not told.startswith(("your", "a ")), told


def test_every_kind_of_event_has_an_example() -> None:
    named = {
        "random turn step mana status strengthen grant unveil use attack block noblock battle siege retaliate "
        "noretaliate attack_over ward trigger evoke target search shuffle deckout loop_cut lord_destroyed tag split "
        "pick drop over"
    }
    assert {event["event"] for event in EXAMPLES} == set(next(iter(named)).split())


TEAMS: dict[str, list[JsonObject]] = {
    "tag_team": [
        {"event": "turn", "turn": 3, "seat": 1},
        {"event": "tag", "seat": 0, "partner": 2},
        {"event": "tag", "seat": 1, "partner": 3},
        {"event": "attack", "seat": 1, "attacker": 1, "lord": 0, "target": None},
    ],
    "citadel": [
        {"event": "turn", "turn": 3, "seat": 2},
        {"event": "turn", "turn": 4, "seat": 0},
        {"event": "step", "step": "battle", "seat": 3},
        {"event": "attack", "seat": 0, "attacker": 1, "lord": 2, "target": None},
        {"event": "attack", "seat": 2, "attacker": 1, "lord": 0, "target": None},
        {"event": "siege", "attacker": 1, "lord": 2},
        {"event": "siege", "attacker": 1, "lord": 0},
    ],
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("mode", list(TEAMS))
def test_the_events_of_teams_are_told_in_sentences(mode: str, lang: str) -> None:
    names = ["Ann", "You" if lang == "en" else "あなた", "Cem", "Dan"]
    scene = scene_of(laid(mode), 1)
    scene = Scene(1, scene.view, [], [], scene.result, names)
    sheet = sheet_of(lang)
    for event in TEAMS[mode]:
        check_complete(sheet.log.sentence(scene, event, {}).plain, event)


def laid(mode: str, lang: str = "en", seed: int = 2) -> Table:
    """A table of four in this mode."""
    options = {"mode": mode, "lords": 4, "assembly": "predesign", "deck_numbers": [1, 2, 3, 4], "towers": 2}
    players = ["human", "random", "random", "random"]
    table, _ = lay_table(lambda table, prompt: None, options, players, seed, lang, game=five_spheres())
    return table


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tag_team_says_who_is_in_and_asks_about_changing_places(lang: str) -> None:
    table = laid("tag_team", lang)
    sheet = table.sheet
    assert isinstance(sheet, GameSheet)
    seat = table.match.to_act()
    assert seat is not None
    scene = scene_of(table, seat)
    drawn = [line.plain for line in sheet.picture(scene)]
    texts = sheet.texts
    rows = [next(line for line in drawn if line[1:].startswith(f"p{one} ")) for one in range(4)]
    words = [texts.raw("lord.in"), texts.raw("lord.outside")]
    inside = [row["in"] for row in scene.view["seats"]]
    for row, is_in in zip(rows, inside, strict=True):
        assert words[0 if is_in else 1] in row and words[1 if is_in else 0] not in row
    assert texts.raw("heading.mode_tag_team") in drawn[0]
    offer = sheet.ask(scene)
    assert [choice.line for choice in offer.choices] == ["tag", "end"]
    assert scene.names[(seat + 2) % 4] in offer.choices[0].label.plain
    assert sheet.read(scene, "交代") == Move("tag") and sheet.read(scene, "pass") == Move("end")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_citadel_says_whose_part_it_is_and_whose_citadel_is_attacked(lang: str) -> None:
    table = laid("citadel", lang)
    sheet = table.sheet
    assert isinstance(sheet, GameSheet)
    match = table.match
    dice = random.Random(5)
    asked: set[str] = set()
    while (seat := match.to_act()) is not None and len(asked) < 4:
        scene = scene_of(table, seat)
        drawn = [line.plain for line in sheet.picture(scene)]
        team = scene.view["seats"][scene.view["active"]]["team"] + 1
        assert sheet.texts.line("lord.team", n=team) in drawn[0]
        title = sheet.ask(scene).title.plain
        pending, attack = scene.view["pending"], scene.view["attack"]
        if (
            pending is not None
            and attack is not None
            and attack["target"] is None
            and pending["kind"] in ("block", "siege")
        ):
            asked.add(f"{pending['kind']} {attack['stage']}")
            assert ("城塞" if lang == "ja" else "citadel") in title
        match.act(lively(match.actions(), dice))
    assert "block block" in asked and "siege siege" in asked


def test_a_new_match_tells_the_cut_and_again_passes_the_first_lord_on() -> None:
    table, paper = lay_table(lambda table, prompt: None, {}, ["human", "random"], 3, game=five_spheres())
    table.introduce()
    assert paper.getvalue().count("cut the deck at") >= 2
    first = table.match.view(None)["first"]
    for _ in range(2):
        assert table.again(table)
        assert table.match.view(None)["first"] == (first + 1) % 2
        assert not table.match.opening
        first = (first + 1) % 2


def test_events_that_belong_together_share_a_sentence() -> None:
    scene = scene_of(lay(2, 1), 0)
    scene = Scene(0, scene.view, [], [], scene.result, ["You", "Bob"])
    events: list[JsonObject] = [
        {"event": "step", "step": "casting"},
        {"event": "mana", "seat": 1, "spent": 2},
        moved("summon", "hand", "battlefield", new=60, seat=1),
        {"event": "step", "step": "battle"},
        {"event": "attack", "seat": 1, "attacker": 3, "lord": 0, "target": None},
        {"event": "status", "uid": 3, "status": "engaged", "on": True},
        {"event": "attack_over", "attacker": 3},
        {"event": "step", "step": "draw"},
        *[moved("draw", "deck", "hand", seat=1, card=None)] * 3,
    ]
    told = [line.plain for line in sheet_of().tell(scene, events)]
    assert told[0] == "casting: Bob summoned Spark Runner (u60) for 2 mana."
    assert told[1].startswith("battle: Bob attacks your fortress with ")
    assert told[2] == "draw: Bob drew 3 cards."
    assert len(told) == 3


def test_short_forms_and_other_languages_are_understood() -> None:
    sheet = sheet_of()
    scene = scene_of(lay(2, 1), 0)
    read = {
        "s h2": "summon h2",
        "召喚 h2": "summon h2",
        "at u7 p1": "attack u7 fortress 1",
        "攻撃 u7 1": "attack u7 fortress 1",
        "at u7 u22": "attack u7 u22",
        "cast h4 u9": "cast h4 at u9",
        "cure u12 u30": "cure u12 with u30",
        "t p0.x4": "target p0.x4",
        "払う e0,e2": "pay e0,e2",
    }
    for typed, word in read.items():
        assert sheet.decisions.translated(scene, typed) == word


def test_a_part_of_an_action_opens_a_list_and_a_whole_one_is_carried_out() -> None:
    sheet = sheet_of()
    table = lay(2, 1)
    scene = scene_of(table, table.match.to_act())
    assert scene.view["step"] == "crystal"
    assert sheet.read(scene, "crystal h1") == Move("crystal h1")
    assert sheet.read(scene, "pass") == Move("end")
    assert isinstance(sheet.read(scene, "crystal"), Offer)
    by_word = sheet.read(scene, "h1")
    assert isinstance(by_word, Offer)
    assert [choice.line for choice in by_word.choices] == ["crystal h1"]
    name = sheet.words.half(scene.view, scene.view["seats"][scene.seat or 0]["hand"][1], "creature").lower()
    by_name = sheet.read(scene, name)
    assert isinstance(by_name, Offer)
    assert "crystal h1" in [choice.line for choice in by_name.choices]
    assert sheet.read(scene, "summon h1") == Move("summon h1")
    assert sheet.read(scene, "dance") is None


@pytest.mark.parametrize(("lang", "warning"), [("en", "no effect"), ("ja", "効果がなく")])
def test_a_card_that_would_be_spent_for_nothing_is_asked_for_twice(lang: str, warning: str) -> None:
    words = [*["crystal h4", "summon h1", "end", "attack u12 fortress 1", "destroy u8"], *["retaliate h1"] * 2]
    taken: list[int] = []

    def answer(table: Table, prompt: str) -> str | None:
        if "Enter" in prompt or table.sitting is None:
            return ""
        taken.append(table.match.taken)
        return words.pop(0) if words else None

    options = {"assembly": "predesign", "deck_numbers": [4, 4]}
    table, paper = lay_table(answer, options, ["human:Ann", "human:Ben"], 7, lang, game=five_spheres())
    table.run()
    assert taken[:8] == [0, 1, 2, 3, 4, 5, 5, 6]
    assert paper.getvalue().count(warning) == 1


def test_no_word_means_two_commands() -> None:
    sheet = sheet_of()
    names = [*COMMANDS, *sheet.extras()]
    words = [word for name in names for word in (name, *sheet.texts.words(f"alias.{name}"))]
    assert sorted(words) == sorted(set(words))
    actions = [word for name in (*FIRST_WORDS, "pass") for word in sheet.texts.words(f"typed.{name}")]
    assert not set(actions) & set(words)
    assert len(actions) == len(set(actions))
    assert not set(FIRST_WORDS) & set(words)


def test_refusals_call_cards_by_the_names_of_the_language() -> None:
    sheet = sheet_of("ja")
    table = lay(2, 1)
    table.match.act("end")
    scene = scene_of(table, table.match.to_act())
    refusal = table.match.why_not("summon h0")
    assert refusal is not None
    dressed = sheet.dress(scene, refusal)
    id = scene.view["seats"][scene.seat or 0]["hand"][0]
    assert collections.standard().names["ja"][id]["creature"] in str(dressed.facts.values())


def test_the_question_tells_what_an_effect_asks_for() -> None:
    dice = random.Random(3)
    asked: set[str] = set()
    for seed in range(12):
        table = lay(3, seed)
        for _ in range(260):
            seat = table.match.to_act()
            if seat is None:
                break
            pending = table.match.view(seat)["pending"]
            if pending is not None and pending["kind"] not in asked:
                asked.add(pending["kind"])
                scene = scene_of(table, seat)
                for lang in LANGUAGES:
                    offer = sheet_of(lang).ask(scene)
                    assert offer.title is not None
                    assert len(offer.title.plain) > 8
                    assert offer.choices
                    assert plain(sheet_of(lang).extras()["waiting"](scene, ""))
            table.match.act(lively(table.match.actions(), dice))
        if len(asked) == 6:
            break
    assert asked == {"target", "lord", "block", "siege", "retaliate", "pay"}


# --- the terms of the rulebook ----------------------------------------------------------------------------------------

GLOSSARY = {
    "sphere": ("science", "ether", "spirit", "chaos", "nature"),
    "step": ("regroup", "cure", "crystal", "casting", "battle", "discard", "draw", "end"),
    "zone": ("battlefield", "vault", "casting", "hand", "deck", "groove"),
    "status": ("afflicted", "dizzy", "engaged", "ready"),
}
"""Rows of the table that stand in the rulebook's list of terms, by their English words."""
OTHER_TERMS = ("個人戦", "射程制限", "陣営", "第{round}巡", "デッキ作り", "種類、名前")
"""What the rulebook calls otherwise."""


def glossary() -> dict[str, list[str]]:
    """The list of terms at the end of the Japanese rulebook: what each English word is called."""
    text = resources.files(PACKAGE).joinpath("rulebook/ja.md").read_text(encoding="utf-8").partition("## 用語集")[2]
    found: dict[str, list[str]] = {}
    for english, japanese in re.findall(r"^\| ([^|]+) \| ([^|]+) \|", text, re.MULTILINE):
        for word in english.split(", "):
            found[word] = re.split("[、（）]", japanese)
    return found


def test_the_words_of_the_table_are_those_of_the_rulebook() -> None:
    texts, terms = Texts("ja", PACKAGE), glossary()
    # What is named by a verb in the list of terms is a noun as a step.
    steps = {"casting": "cast"}
    for table, words in GLOSSARY.items():
        for word in words:
            term = steps.get(word, word) if table == "step" else word
            assert texts.raw(f"{table}.{word}") in terms[term], (table, word)
    for kind in ("active", "attached", "hidden"):
        assert texts.raw(f"type.{kind}") + "呪文" in terms[f"{kind} spell"]
    assert texts.raw("type.instant") + "呪文" in terms["instant"]
    assert texts.raw("zone.trash") in terms["trash (zone)"]
    for half in terms["half (creature"]:
        assert half in texts.raw("legend.hand")
    for term in ("summon cost", "casting cost", "afflicted strength", "race", "keyword"):
        assert terms[term][-1] in texts.raw("legend.hand"), term


def test_modes_and_rounds_are_called_as_in_the_rulebook() -> None:
    texts, book = Texts("ja", PACKAGE), rulebook(PACKAGE, "ja").clauses
    for clause, mode in (
        ("FS-15.3", "free_for_all"),
        ("FS-15.4", "limited_range"),
        ("FS-15.5", "team_play"),
        ("FS-21.1", "tag_team"),
        ("FS-21.1", "citadel"),
    ):
        named = re.search(rf"`{mode}`（(.+?)）", book[clause])
        assert named is not None and texts.raw(f"heading.mode_{mode}") == named[1]
    assert texts.raw("heading.mode_free_for_all") in texts.raw("setup.free")
    assert "ラウンド" in book["FS-17.6"] and "ラウンド{round}" in texts.raw("heading.assembly")
    assert "型" in book["FS-1.3"] and "型" in texts.raw("legend.hand")
    for key, row in rows(read_texts(PACKAGE)).items():
        assert not any(term in row["ja"] for term in OTHER_TERMS), key

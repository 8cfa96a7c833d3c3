"""Vediic at the table: whole matches through a pipe, the chart, the sentences, and the forecast."""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from rich.cells import cell_len

from known import known
from orrery.core.clause import LANGUAGES
from orrery.core.data import JsonObject
from orrery.core.game import Result
from orrery.games.vediic import boards
from orrery.games.vediic.board import Board
from orrery.games.vediic.cards import COLORS
from orrery.games.vediic.rules.words import WORDS
from orrery.terminal import play
from orrery.terminal.commands import COMMANDS
from orrery.terminal.drawing import ASCII, UNICODE
from orrery.terminal.games.vediic.picture import LOWER, Chart
from orrery.terminal.games.vediic.sheet import ALIASES, GameSheet
from orrery.terminal.screen import Screen
from orrery.terminal.sheet import Move, Offer, Scene, Tried
from orrery.terminal.table import Table
from orrery.terminal.texts import Texts, read_texts
from terminal.sitting import Paper, lay_table
from terminal.wording import rows

PACKAGE = "orrery.games.vediic"
EVENTS = [
    "order_roll",
    "order_tie",
    "first",
    "color",
    "take",
    "enlightenment",
    "put",
    "planet_roll",
    "planet_move",
    "owes",
    "spared",
    "shield",
    "pay",
    "reward",
    "shortage",
    "round",
    "turn",
    "charity",
    "trade",
    "donate",
    "promote",
    "purple",
    "steal",
    "move",
    "displace",
    "skip",
    "again",
    "pass",
    "end",
]
LOOKING = [
    "view",
    "forecast",
    "forecast 1",
    "forecast 12",
    "forecast 4 c18",
    "forecast x",
    "planets",
    "hand",
    "piles",
    "legend",
    "look c18",
    "look house 4",
    "look 99",
    "card green",
    "card 黄",
    "card x",
    "score",
    "log",
    "help",
    "help all",
    "help forecast",
    "actions",
    "actions green",
    "actions nothing",
    "why move 0 c99",
    "c18",
    "move",
    "move 0",
    "m 1",
    "m 0 with green",
    "steal b",
    "trade",
    "d rd,gy,ye",
    "lang ja",
    "lang en",
    "nonsense",
]


def wandering(seed: int, looks: float = 0.2, without: tuple[str, ...] = ()) -> Callable[[Table, str], str | None]:
    """A person who plays at random, by numbers or in full words, and looks around in between."""
    dice = random.Random(seed)
    looking = [line for line in LOOKING if not line.startswith(without or ("\0",))]

    def answer(table: Table, prompt: str) -> str | None:
        if table.match.to_act() is None:
            return None
        if "Enter" in prompt:
            return ""
        if dice.random() < looks:
            return dice.choice(looking)
        if table.offer.choices and dice.random() < 0.6:
            return str(dice.randint(1, len(table.offer.choices)))
        return dice.choice(table.match.actions())

    return answer


def sheet_of(lang: str = "en", columns: int = 80) -> GameSheet:
    game = known("vediic")
    return GameSheet(game, Texts(lang, game.package), Screen(Paper(), False, columns))


def scene_of(seats: int = 3, seat: int | None = 0, decisions: int = 40, **options: Any) -> tuple[Scene, Table]:
    """A scene some decisions after the beginning, all of them at random."""
    dice = random.Random(5)
    table, _ = lay_table(
        lambda table, prompt: None, {"players": seats, **options}, ["human"] * seats, game=known("vediic")
    )
    for _ in range(decisions):
        if table.match.to_act() is not None:
            table.match.act(dice.choice(table.match.actions()))
    match = table.match
    names = [f"Name{i}" for i in range(seats)]
    actions = match.actions() if seat is not None and match.to_act() == seat else []
    scores = match.state.result().scores
    return Scene(seat, match.view(seat), match.seen(seat), actions, Result(False, scores, []), names), table


@pytest.mark.parametrize(("lang", "named"), [("en", "start seat"), ("ja", "開始席: ")])
def test_nobody_is_called_the_start_seat_before_the_dice_have_decided(lang: str, named: str) -> None:
    for decisions in range(7):
        scene, table = scene_of(decisions=decisions)
        table.texts.lang = lang
        heading = "".join([line.plain for line in table.sheet.heading(scene)])  # type: ignore[attr-defined]
        assert (named in heading) == (scene.view["phase"] != "order")
    assert scene.view["phase"] != "order"


def test_a_card_says_what_its_planet_stands_for() -> None:
    scene, table = scene_of()
    lines = table.sheet.card(scene, "gray")
    assert lines is not None and "Moon stands for luck." in [line.plain for line in lines]


# --- whole matches ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 4, 7])
def test_a_whole_match_can_be_typed_through_a_pipe(seats: int, lang: str) -> None:
    def once() -> str:
        paper = Paper()
        source = io.StringIO("1\n2\n1\n" * 400)
        options = {"players": seats, "max_rounds": 6}
        players = ["human", *["random"] * (seats - 1)]
        status = play(known("vediic"), options, players, 5, lang, colour=False, columns=80, stdin=source, stdout=paper)
        assert status == 0
        return paper.getvalue()

    text = once()
    assert Texts(lang).raw("over.title") in text
    assert not [line for line in text.splitlines() if cell_len(line) > 80]
    assert "\x1b" not in text
    assert text == once()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 4, 7])
def test_no_line_is_wider_than_80_cells_whatever_is_looked_at(seats: int, lang: str) -> None:
    players = ["human", *["random"] * (seats - 2), "human:Ren"]
    options = {"players": seats, "max_rounds": 8, "green_stack": True, "hands": "open" if seats == 4 else "hidden"}
    table, paper = lay_table(wandering(seats), options, players, 7, lang, game=known("vediic"))
    table.run()
    assert table.match.to_act() is None
    wide = [line for line in paper.getvalue().splitlines() if cell_len(line) > 80]
    assert not wide, wide[:3]


def test_a_narrow_screen_is_kept_to() -> None:
    table, paper = lay_table(
        wandering(3, 0.1), {"max_rounds": 3}, ["human", *["random"] * 3], 3, "en", 50, known("vediic")
    )
    table.run()
    drawn = [line for line in paper.getvalue().splitlines() if "c1" in line and "│" in line]
    assert drawn
    assert max(cell_len(line) for line in drawn) <= 50


def test_every_number_leads_to_an_action() -> None:
    dice = random.Random(2)

    def answer(table: Table, prompt: str) -> str | None:
        if table.match.to_act() is None:
            return None
        assert table.offer.choices
        return str(dice.randint(1, len(table.offer.choices)))

    options = {"players": 3, "max_rounds": 12, "green_stack": True}
    table, paper = lay_table(answer, options, ["human", "random", "random"], 4, game=known("vediic"))
    table.run()
    text = paper.getvalue()
    assert table.match.to_act() is None
    assert not any(Texts("en").line(f"refused.{kind}", tried="") in text for kind in ("not_allowed", "not_understood"))


# --- what is hidden ---------------------------------------------------------------------------------------------------


def test_hidden_hands_are_never_printed() -> None:
    stolen = 0
    for seed in range(3):
        table, paper = lay_table(
            wandering(seed, without=("log", "lang")),
            {"max_rounds": 15},
            ["human", *["random"] * 3],
            seed,
            game=known("vediic"),
        )
        table.run()
        text = " ".join(paper.getvalue().split())
        assert "hand of" not in text
        for event in table.match.seen(None):
            if event["event"] == "steal" and 0 not in (event["seat"], event["victim"]):
                stolen += 1
                assert f"random {event['seat']} stole a card from random {event['victim']}." in text
        for color in COLORS:
            for thief in (1, 2, 3):
                assert f"random {thief} stole one {color} card from random" not in text
    assert stolen


def test_the_picture_depends_on_nothing_but_what_the_seat_may_know() -> None:
    scene, table = scene_of(4, 0)
    sheet = sheet_of()
    position = table.match.position()
    own = [line.plain for line in sheet.picture(scene)]
    for other in (1, 2, 3):
        assert isinstance(scene.view["players"][other]["hand"], int)
    one, two = position["players"][1]["hand"], position["players"][2]["hand"]
    give = next(name for name in COLORS if one[name] and not two[name])
    take = next(name for name in COLORS if two[name] and name != give)
    for pile, less, more in ((one, give, take), (two, take, give)):
        pile[less] -= 1
        pile[more] += 1
    changed = known("vediic").load(position, table.match.state.fate)  # type: ignore[attr-defined]
    again = Scene(0, changed.view(0), scene.seen, scene.actions, scene.result, scene.names)
    assert [line.plain for line in sheet.picture(again)] == own


def test_open_hands_are_shown() -> None:
    scene, _ = scene_of(3, 0, hands="open")
    text = "\n".join([line.plain for line in sheet_of().picture(scene)])
    assert "hand of B:" in text
    assert "hand of C:" in text


# --- pictures ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_the_chart_shows_circles_tiles_houses_planets_and_pawns(lang: str, glyphs: Any) -> None:
    texts = Texts(lang, PACKAGE)
    codes = {name: texts.raw(f"code.{name}") for name in COLORS}
    board = boards.standard()
    planets = {name: (home, True) for name, home in zip(COLORS, board.retrograde, strict=True)}
    planets["yellow"] = (1, False)
    pawns = {"c10": [(0, 0), (1, 1)], "c36": [(2, 0), (3, 1)], "c05": [(4, 0), (5, 0), (6, 1)]}
    drawn = [line.plain for line in Chart(board, glyphs, 79, codes).draw(pawns, planets, 0, "red")]
    text = "\n".join(drawn)
    assert len(drawn) == 25
    assert max(cell_len(line) for line in drawn) <= 79
    assert all(id in text for id in board.ids)
    assert all(f"[{house}]" in text for house in range(1, 13))
    assert all(f"R:{code}" in text for code in codes.values())
    assert all(f"!{codes[name]}" in text for name in COLORS if name != "yellow")
    assert f"*{codes['yellow']}" in text
    assert f"!{codes['red']}@" in text
    assert "c10A0B1" in text
    assert "c36C0D1" in text
    assert "c05x3" in text
    for color, name in enumerate(COLORS):
        tiles = len([tile for tile in board.tiles if tile.color == color])
        assert text.count(codes[name]) == tiles + 2, name
    assert glyphs is UNICODE or lang == "ja" or text.isascii()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("high", LOWER)
def test_a_low_chart_shows_what_the_full_one_shows(lang: str, high: int) -> None:
    texts = Texts(lang, PACKAGE)
    codes = {name: texts.raw(f"code.{name}") for name in COLORS}
    board = boards.standard()
    planets = {name: (house, house > 9) for name, house in zip(COLORS, (1, 2, 3, 6, 8, 10, 12), strict=True)}
    pawns = {"c10": [(0, 0), (1, 1)], "c36": [(0, 1)], "c05": [(1, 0)]}

    def shown(rows: int) -> list[str]:
        drawn = [line.plain for line in Chart(board, UNICODE, 80, codes, rows).draw(pawns, planets, 0, "red")]
        assert len(drawn) == rows + 1 and max(cell_len(line) for line in drawn) <= 80
        text = "\n".join(drawn)
        marks = r"c\d\d(?:[A-G]\d)*|\[\d+\](?:R:\w[a-z]?)?|[*!]\w[a-z]?@?"
        found = sorted(re.findall(marks, text))
        return [*found, *[f"{code} {text.count(code)}" for code in codes.values()]]

    assert shown(high) == shown(24)


@pytest.mark.parametrize("seats", [2, 7])
def test_in_a_low_window_the_whole_chart_comes_before_the_lists(seats: int) -> None:
    scene, _ = scene_of(seats, 0, 60)
    board = boards.standard()
    for room in (15, 16, 17, 18, 20):
        drawn = sheet_of().picture(scene, room)
        text = "\n".join([line.plain for line in drawn])
        assert len(drawn) <= room
        assert all(id in text for id in board.ids)
        assert all(f"[{house}]" in text for house in range(1, 13))
        assert text.count("R:") == len(COLORS)
        assert "Your hand" in text
    assert "Cards/light:" in text
    for name in COLORS:
        planet = scene.view["planets"][name]
        assert re.search(rf"[*!]{sheet_of().texts.raw(f'code.{name}')}@? {planet['house']}>", text), name


def test_all_planets_find_room_in_any_house() -> None:
    board = boards.standard()
    codes = {name: name[:2] for name in COLORS}
    for house in range(1, 13):
        drawn = Chart(board, ASCII, 79, codes).draw({}, dict.fromkeys(COLORS, (house, False)), None, "gray")
        text = "\n".join([line.plain for line in drawn])
        assert all(f"*{code}" in text for code in codes.values()), house


def test_a_board_without_outlines_is_drawn_as_well() -> None:
    source = json.loads(json.dumps(boards.standard().source))
    for house in source["houses"]:
        for key in ("polygon", "central", "centre"):
            house.pop(key, None)
    for circle in source["circles"]:
        circle["x"], circle["y"] = 3 * circle["x"] - 1, 7 * circle["y"]
    board = Board({**source, "name": "bare-1"})
    codes = {name: name[:2] for name in COLORS}
    drawn = Chart(board, ASCII, 79, codes).draw({}, dict.fromkeys(COLORS, (4, False)), None, "gray")
    text = "\n".join([line.plain for line in drawn])
    assert len(drawn) == 25
    assert max(len(line) for line in text.splitlines()) <= 79
    assert all(word in text for word in [*board.ids, *[f"[{house}]" for house in range(1, 13)]])


@pytest.mark.parametrize("seats", [2, 7])
def test_the_picture_tells_all_that_lies_open(seats: int) -> None:
    scene, _ = scene_of(seats, 0, 60)
    text = "\n".join([line.plain for line in sheet_of().picture(scene)])
    view = scene.view
    assert f"Round {view['round']} of 60" in text
    assert "start seat: " in text
    assert "Supply: " in text
    assert "Charity pile: " in text
    assert "Your hand: " in text
    for seat in range(seats):
        player = view["players"][seat]
        line = next(line for line in text.splitlines() if f"Name{seat}" in line and "pawns" in line)
        assert player["color"] in line
        assert f"light {player['enlightenment']}" in line
        assert line.startswith(">") == (seat == view["to_act"])
        assert all(place == "promoted" or place in line for place in player["pawns"])
    for name in COLORS:
        assert f"house {view['planets'][name]['house']}" in text
    assert "next " in text


def test_what_must_be_paid_is_shown() -> None:
    for decisions in range(20, 200):
        scene, _ = scene_of(4, 0, decisions)
        if scene.view["phase"] == "penalty":
            text = "\n".join([line.plain for line in sheet_of().picture(scene)])
            owed = scene.view["pending"]["owed"][scene.view["to_act"]]
            assert f"owes {owed}" in text
            return
    pytest.fail("nobody ever owed anything")


# --- the forecast -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_forecast_is_shown_on_demand(lang: str) -> None:
    sheet = sheet_of(lang)
    scene, _ = scene_of(3, 0, 40)
    show = sheet.extras()["forecast"]
    for words, rounds in (("", 3), ("1", 1), ("5", 5)):
        lines = [line.plain for line in show(scene, words)]
        first = scene.view["round"] + (scene.view["phase"] == "penalty")
        for round in range(first, first + rounds):
            assert sheet.texts.line("forecast.round", round=round) in lines
        assert sheet.texts.line("forecast.round", round=first + rounds) not in lines
        assert max(cell_len(line) for line in lines) <= 79
    assert "c18" in show(scene, "2 c18")[0].plain
    assert len(show(scene, "2 c18")) == 2
    assert "99" in show(scene, "99")[0].plain


def test_the_forecast_gives_chances_after_a_leap() -> None:
    scene, _ = scene_of(3, 0, 40)
    view = {**scene.view, "planets": {name: dict(row) for name, row in scene.view["planets"].items()}}
    view["planets"]["red"] = {"house": 1, "retrograde": True}
    shown = Scene(0, view, scene.seen, [], scene.result, scene.names)
    text = "\n".join([line.plain for line in sheet_of().extras()["forecast"](shown, "1")])
    assert "*Rd 2(17%) 3(17%) 4(17%) 5(17%) 6(17%) 7(17%)" in text
    assert "*Rd(17%)" in text


# --- words ------------------------------------------------------------------------------------------------------------


def test_every_event_and_action_has_texts_in_both_languages() -> None:
    texts = rows(read_texts(PACKAGE))
    for name in [*EVENTS, "over_promotion", "over_max_rounds"]:
        assert f"event.{name}" in texts
    for name in WORDS:
        assert f"action.{name}" in texts
        assert f"alias.{ALIASES.get(name, name)}" in texts
    assert all(f"command.{name}" in texts for name in sheet_of().extras())


EXAMPLES: list[JsonObject] = [
    {"event": "order_roll", "seat": 0, "dice": [3, 4]},
    {"event": "order_tie", "seats": [0, 1]},
    {"event": "first", "seat": 1},
    {"event": "color", "seat": 0, "color": "red"},
    {"event": "take", "seat": 0, "cards": ["red", "red"]},
    {"event": "enlightenment", "seat": 0, "color": "gray"},
    {"event": "put", "seat": 0, "pawn": 1, "circle": "c05"},
    {"event": "planet_roll", "planet": "red", "dice": [4]},
    {"event": "planet_move", "planet": "red", "from": 1, "to": 5, "retrograde": False},
    {"event": "owes", "seat": 0, "count": 2},
    {"event": "spared", "seat": 0, "count": 1},
    {"event": "shield", "seat": 0},
    {"event": "pay", "seat": 0, "color": "blue"},
    {"event": "reward", "seat": 0, "pawn": 1, "planet": "green", "count": 2},
    {"event": "shortage", "seat": 0, "pawn": 1, "planet": "green", "count": 1},
    {"event": "round", "round": 3, "start": 1},
    {"event": "turn", "seat": 2},
    {"event": "charity", "seat": 0, "color": "blue"},
    {"event": "trade", "seat": 0, "gave": ["blue", "blue"], "got": "green"},
    {"event": "donate", "seat": 0, "cards": ["yellow", "purple", "red"]},
    {"event": "promote", "seat": 0, "pawn": 0, "circle": "c18"},
    {"event": "purple", "seat": 0, "targets": [1, 2]},
    {"event": "purple", "seat": 0, "targets": []},
    {"event": "steal", "seat": 0, "victim": 1, "index": None, "color": None},
    {"event": "steal", "seat": 0, "victim": 1, "index": None, "color": "red"},
    {"event": "move", "seat": 0, "pawn": 0, "from": "c01", "to": "c02", "cards": []},
    {"event": "move", "seat": 0, "pawn": 0, "from": "c01", "to": "c02", "cards": ["green", "red"]},
    {"event": "displace", "seat": 1, "pawn": 0, "from": "c02", "to": "c01"},
    *[{"event": name, "seat": 0} for name in ("skip", "again", "pass", "end")],
    {"event": "over", "reason": "promotion", "winners": [0]},
    {"event": "over", "reason": "max_rounds", "winners": [0, 1]},
]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_is_told_in_a_sentence(lang: str) -> None:
    assert {event["event"] for event in EXAMPLES} == {*EVENTS, "over"}
    scene, _ = scene_of(3, 0)
    sheet = sheet_of(lang)
    for event in EXAMPLES:
        told = [line.plain for line in sheet.tell(scene, [event])]
        assert len(told) == 1, event
        assert "{" not in told[0]
        assert "None" not in told[0]
        if event["event"] != "round":
            assert told[0][-1] in ".!。", told
    assert len(sheet.tell(scene, EXAMPLES)) == len(EXAMPLES) - 1


def test_the_planets_moves_are_one_sentence_with_dice_and_retrograde() -> None:
    scene, _ = scene_of(3, 0)
    moves = [
        {"event": "planet_roll", "planet": "yellow", "dice": [4]},
        {"event": "planet_move", "planet": "yellow", "from": 12, "to": 4, "retrograde": False},
        {"event": "planet_move", "planet": "red", "from": 12, "to": 1, "retrograde": True},
        {"event": "end", "seat": 0},
    ]
    told = [line.plain for line in sheet_of().tell(scene, moves)]
    first = "The planets move: Jupiter (yellow) from 12 to 4 [dice 4], Mars (red) from 12 to 1 [retrograde!]."
    assert told == [first, "Name0 ended the turn."]


def test_short_forms_and_other_languages_are_understood() -> None:
    sheet = sheet_of()
    read = {
        "m 0 c13": "move 0 c13",
        "動かす 0 c18 with 緑,青": "move 0 c18 with blue,green",
        "t bl,bl for gn": "trade blue,blue for green",
        "d rd,gn,or": "donate orange,green,red",
        "s b c": "steal 1 2",
        "more": "again with yellow",
        "skip": "skip with yellow",
        "shield": "shield with orange",
        "支払う 赤": "pay red",
        "charity mars": "charity red",
    }
    for typed, word in read.items():
        assert sheet.translated(typed) == word


def test_a_part_of_an_action_opens_a_list_and_a_whole_one_is_carried_out() -> None:
    found = (scene_of(2, 0, n) for n in range(20, 200))
    scene, table = next(pair for pair in found if any(action.startswith("move 0") for action in pair[0].actions))
    sheet = sheet_of()
    goal = next(action for action in scene.actions if action.startswith("move 0")).split(" ")[2]
    offer = sheet.read(scene, "m 0")
    assert isinstance(offer, Offer | Move)
    by_circle = sheet.read(scene, goal)
    if isinstance(by_circle, Offer):
        assert all(goal in choice.line for choice in by_circle.choices)
    assert sheet.read(scene, "move 0 c99") == Move("move 0 c99")
    assert sheet.read(scene, "dance") is None
    reached = {part for action in scene.actions for part in action.split(" ")}
    far = next(id for id in boards.standard().ids if id not in reached)
    assert sheet.read(scene, far) == Tried([f"move 0 {far}", f"move 1 {far}"])
    assert table.match.why_not("move 0 c99") is not None


def test_no_word_means_two_commands() -> None:
    sheet = sheet_of()
    names = [*COMMANDS, *sheet.extras()]
    words = [word for name in names for word in (name, *sheet.texts.words(f"alias.{name}"))]
    assert sorted(words) == sorted(set(words))
    actions = [word for name in WORDS for word in sheet.texts.words(f"alias.{ALIASES.get(name, name)}")]
    assert not set(actions) & set(words)
    assert len(actions) == len(set(actions))

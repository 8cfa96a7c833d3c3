"""Rows of options: the file is checked when it is read; every game's rows are complete and agree with its loading; the
guide answers for seats, also for a stranger's game that lists nothing.
"""

from __future__ import annotations

from typing import Any

import pytest

from known import known
from marks import clause
from orrery.core.clause import LANGUAGES, BadOptions, rulebook
from orrery.core.conformance import Broken, check_options
from orrery.core.data import DataFault, Fields, JsonObject, parse_toml
from orrery.core.fate import Fate
from orrery.core.game import Game, State
from orrery.core.guide import Guide
from orrery.core.options import DATA, FLAG, SEATS, WORD, Option, Options, read_rows
from orrery.games import game_names
from toys.high_card import HighCard

ALL = [(name, row.key) for name in game_names() for row in known(name).guide().options()]


def row_of(name: str, key: str) -> Option:
    return known(name).guide().rows().row(key)


# --- the file ---------------------------------------------------------------------------------------------------------

PLAYERS = """
[players]
kind = "seats"
clause = "XX-1"
least = 2
most = 5
default = 3
usual = 4
name = { en = "players", ja = "人数" }
"""

LENGTH = """
[length]
kind = "word"
clause = "XX-2"
house = 1
name = { en = "length", ja = "長さ" }

[length.values]
short = { en = "short", ja = "短い" }
long = { en = "long", ja = "長い", place = 1, seats = [2, 4] }
"""


def parsed(text: str) -> Options:
    return read_rows(parse_toml(text, "options.toml"))


def test_a_file_of_rows_is_read() -> None:
    rows = parsed(PLAYERS + LENGTH)
    length = rows.row("length")
    assert length.words == ("short", "long") and length.default == "short"
    assert length.as_json() == {
        "key": "length",
        "kind": "word",
        "values": ["long", "short"],
        "default": "short",
        "clause": "XX-2",
        "house": True,
        "name": {"en": "length", "ja": "長さ"},
        "seats": {"long": [2, 4]},
        "words": {"long": {"en": "long", "ja": "長い"}, "short": {"en": "short", "ja": "短い"}},
    }
    assert rows.seat_counts({}) == [2, 3, 4, 5] and rows.seat_counts({"length": "long"}) == [2, 4]
    assert rows.seat_counts({"players": 3}) == [3] and rows.seat_counts({"players": 3, "length": "long"}) == []


LATE = """
[late]
kind = "flag"
clause = "XX-3"
default = false
only = { length = ["long"] }
name = { en = "late", ja = "遅い" }
"""


def test_an_option_that_depends_on_another_exists_only_beside_it() -> None:
    rows = parsed(PLAYERS + LENGTH + LATE)
    assert rows.row("late").as_json()["only"] == {"length": ["long"]}
    for given, want in (
        ({"length": "long"}, {"length": "long", "late": False}),
        ({"length": "long", "late": True}, {"length": "long", "late": True}),
        ({}, {"length": "short"}),
    ):
        found: JsonObject = {}
        fields = Fields(given, "options")
        rows.read(fields, WORD, found)
        rows.read(fields, FLAG, found)
        assert found == want
    with pytest.raises(DataFault, match=r"options\.late: there is no such option unless length is long") as fault:
        rows.read(Fields({"late": False}, "options"), FLAG, {})
    assert fault.value.code == "option_elsewhere" and fault.value.facts == {"other": "length", "words": "long"}


def test_options_are_read_by_their_rows_and_written_in_their_order() -> None:
    rows = parsed(PLAYERS + LENGTH)
    found: JsonObject = {}
    fields = Fields({"length": "long"}, "options")
    rows.read(fields, WORD, found)
    rows.read(fields, SEATS, found)
    assert list(rows.in_order(found).items()) == [("players", 3), ("length", "long")]
    with pytest.raises(DataFault, match=r"options\.length: \"no\" is not one of short, long"):
        rows.read(Fields({"length": "no"}, "options"), WORD, {})


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (PLAYERS.replace('"seats"', '"chairs"'), r'options.toml.players.kind: "chairs" is not one of word, flag'),
        (PLAYERS.replace('ja = "人数"', 'de = "Spieler"'), r"options.toml.players.name: the field ja is missing"),
        (PLAYERS.replace("default = 3", "default = 6"), r"players.default: 6 is none of the values"),
        (PLAYERS.replace("usual = 4", "usual = 1"), r"players.usual: 1 is not from 2 to 5"),
        (PLAYERS.replace("most = 5", "most = 1"), r"players.most: 1 is out of range"),
        (PLAYERS.replace("usual = 4", ""), r"players: the field usual is missing"),
        (PLAYERS + 'colour = "red"', r'the field "colour" is unknown'),
        (PLAYERS + PLAYERS.replace("[players]", "[lords]"), r"one option is the number of seats, not players, lords"),
        (LENGTH, r"length.values.long.seats: a match never has 2, 4 seats"),
        (PLAYERS + LENGTH.replace("[2, 4]", "[2, 9]"), r"a match never has 2, 9 seats"),
        (PLAYERS + LENGTH.split("[length.values]", maxsplit=1)[0], r"options.toml.length: the field values is missing"),
        ("[players\n", r"options.toml: not TOML"),
        (PLAYERS + LATE, r"late.only: no option before it is a word length that can be long"),
        (PLAYERS + LATE + LENGTH, r"late.only: no option before it is a word length"),
        (PLAYERS + LENGTH + LATE.replace('"long"', '"tall"'), r"late.only: .* length that can be tall"),
    ],
)
def test_a_bad_file_is_refused_with_the_place_and_what_would_be_right(text: str, fault: str) -> None:
    with pytest.raises(DataFault, match=fault):
        parsed(text)


# --- the rows of every game -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "key"), ALL)
def test_every_row_is_complete(name: str, key: str) -> None:
    row = row_of(name, key)
    texts = [row.name, *([row.about] if row.about else [])]
    for value in row.values:
        texts += [value.said, *([value.about] if value.about else [])]
    for text in texts:
        assert set(text) == set(LANGUAGES) and all(said.strip() for said in text.values()), text
        assert not text["ja"].isascii() and text["en"].isascii(), text
    package = known(name).package
    for lang in LANGUAGES:
        assert row.clause in rulebook(package, lang).clauses
    assert row.allows(row.default)
    assert row.kind != DATA or row.about is not None, "what is no word, flag or number is described"


@pytest.mark.parametrize("name", game_names())
def test_house_rules_have_places_of_their_own(name: str) -> None:
    places = [row.house for row in known(name).guide().options() if row.house]
    assert places == list(range(1, len(places) + 1))


def beside(row: Option) -> JsonObject:
    """What the options say on which an option depends."""
    return {key: words[0] for key, words in row.only.items()}


def fitting(name: str, key: str, value: Any) -> JsonObject:
    """Options in which an option may have a value: as many seats as it allows, and decks where it asks for them."""
    guide = known(name).guide()
    row = guide.rows().row(key)
    options: JsonObject = {key: value, **beside(row)}
    if row.kind != SEATS:
        options = guide.with_seats(options, guide.seats(options)[0])
    if value == "predesign":
        options = guide.for_people({**options, "deck_numbers": [1, 2]})
    return guide.for_people(options) if row.kind == WORD else options


def allowed(row: Option) -> list[Any]:
    if row.kind == WORD:
        return list(row.words)
    if row.kind == FLAG:
        return [True, False]
    return [row.least, row.most]


def refused(row: Option) -> list[Any]:
    if row.kind == WORD:
        return ["no such word", None, 1]
    if row.kind == FLAG:
        return [None, 1, "true"]
    assert row.least is not None and row.most is not None
    return [row.least - 1, row.most + 1, None, "2", True]


SIMPLE = [(name, key) for name, key in ALL if row_of(name, key).kind != DATA]


@pytest.mark.parametrize(("name", "key"), SIMPLE)
def test_loading_takes_what_a_row_allows_and_nothing_else(name: str, key: str) -> None:
    game, row = known(name), row_of(name, key)
    for value in allowed(row):
        position = game.new(fitting(name, key, value), Fate(1)).position()
        assert position["options"].get(key, row.default if row.silent else None) == value
        assert (key in position["options"]) == (not row.silent or value != row.default)
        assert game.load(position, Fate(1)).position() == position
    for value in refused(row):
        with pytest.raises(BadOptions) as fault:
            game.new({key: value, **beside(row)}, Fate(1))
        assert fault.value.field == key


@pytest.mark.parametrize("name", game_names())
def test_what_is_left_out_is_what_the_rows_say(name: str) -> None:
    game = known(name)
    complete = game.new({}, Fate(1)).position()["options"]
    rows = game.guide().rows()
    assert complete == {key: rows.row(key).default for key in complete}
    assert list(complete) == [key for key in rows.by_key if key in complete], "positions write them in this order"
    assert {row.key for row in rows.rows if row.kind != DATA and row.exists_with(complete)} - set(complete) == {
        row.key for row in rows.rows if row.silent
    }, "every option that exists stands in a position, but house rules that the rules do not know"
    with pytest.raises(BadOptions, match="unknown"):
        game.new({"no_such_option": 1}, Fate(1))


@pytest.mark.parametrize(("name", "key"), [(name, key) for name, key in ALL if row_of(name, key).kind == WORD])
def test_a_value_takes_the_seats_that_its_row_says(name: str, key: str) -> None:
    game = known(name)
    guide = game.guide()
    row = guide.rows().row(key)
    for word in row.words:
        takes: list[int] = []
        for count in guide.seats({}):
            options = guide.with_seats({key: word, **beside(row)}, count)
            if word == "predesign":
                options["deck_numbers"] = [1] * count
            try:
                takes.append(game.new(guide.for_people(options), Fate(1)).seats())
            except BadOptions:
                assert count not in guide.seats({key: word, **beside(row)})
        assert takes == guide.seats({key: word, **beside(row)})


@clause("FS-17.1", "FS-15.3")
def test_the_rules_of_five_spheres_number_the_words_as_their_rows_do() -> None:
    from orrery.games.five_spheres.rules import assembly, state

    methods = {name.lower(): getattr(assembly, name) for name in (word.upper() for word in assembly.METHODS)}
    assert [assembly.METHODS[number] for number in methods.values()] == list(methods)
    modes = {name.lower(): getattr(state, name) for name in (word.upper() for word in state.MODES)}
    assert [state.MODES[number] for number in modes.values()] == list(modes)


# --- the guide --------------------------------------------------------------------------------------------------------


def test_the_guides_know_seats() -> None:
    editor, vediic, spheres = [known(name).guide() for name in ("space_editor", "vediic", "five_spheres")]
    assert (editor.seats({}), editor.usual_seats) == ([2, 3, 4], 2)
    assert (vediic.seats({}), vediic.usual_seats) == ([2, 3, 4, 5, 6, 7], 3)
    assert (spheres.seats({}), spheres.usual_seats) == ([2, 3, 4, 5, 6], 2)
    assert editor.seats({"mode": "full"}) == [2] and editor.seats({"elements": ["fire", "water", "wind"]}) == [3]
    assert spheres.seats({"mode": "team_play"}) == [4, 6] and spheres.seats({"mode": "team_play", "lords": 5}) == []
    assert vediic.seats({"seats": 6}) == [6] and vediic.seats({"players": 8}) == []


def test_seats_is_said_in_the_rules_own_word() -> None:
    vediic, spheres = known("vediic").guide(), known("five_spheres").guide()
    assert vediic.for_people({"seats": 5, "hands": "open"}) == {"players": 5, "hands": "open"}
    assert spheres.in_rules_words({"seats": 3}) == {"lords": 3}
    assert spheres.with_seats({"mode": "team_play"}, 4) == {"mode": "team_play", "lords": 4}
    assert spheres.with_seats({"lords": 6}, 4) == {"lords": 6}
    assert vediic.for_people({"seats": 3, "players": 3}) == {"players": 3}
    for options, problem, code in [
        ({"seats": 8}, "seats: 8 is out of range; allowed is from 2 to 7", "out_of_range"),
        ({"seats": "three"}, 'seats: "three" is not a whole number', "not_integer"),
        ({"seats": 3, "players": 4}, "seats: 3 seats, and players says 4; say one of the two", "other_seats"),
    ]:
        with pytest.raises(BadOptions) as fault:
            vediic.for_people(options)
        assert (str(fault.value), fault.value.field, fault.value.code) == (problem, "seats", code)


@clause("FS-17.9")
@pytest.mark.parametrize("assembly", ["sets", "random", "open_draft", "blind_draft", "closed_draft"])
@pytest.mark.parametrize("cards", ["genesis", "testset"])
def test_people_get_a_pool_that_is_large_enough(assembly: str, cards: str) -> None:
    game = known("five_spheres")
    guide = game.guide()
    for lords in range(2, 7):
        options: JsonObject = {"assembly": assembly, "lords": lords, "cards": cards}
        assert game.new(guide.for_people(options), Fate(1)).seats() == lords
        small = guide.for_people({**options, "pool_copies": 1})
        assert small["pool_copies"] == 1, "what people say stays"


def test_people_who_need_no_larger_pool_get_none() -> None:
    guide = known("five_spheres").guide()
    assert "pool_copies" not in guide.for_people({"lords": 6})
    assert "pool_copies" not in guide.for_people({"assembly": "random", "lords": 2})
    assert guide.for_people({"assembly": "random", "seats": 6})["pool_copies"] == 4
    for wrong in ({"lords": "x"}, {"lords": 7}, {"random_extra": None}, {"cards": {"a": 1}}, {"cards": []}):
        options = {"assembly": "random", "lords": 6, **wrong}
        found = guide.for_people(options)
        assert "pool_copies" not in found
        with pytest.raises(BadOptions):
            known("five_spheres").new(found, Fate(1))


# --- a stranger's game ------------------------------------------------------------------------------------------------


def test_a_game_without_rows_has_the_seats_of_its_trials() -> None:
    guide = HighCard().guide()
    assert guide.options() == [] and guide.seats({}) == [2, 3] and guide.usual_seats == 2
    assert guide.seats({"players": 3}) == [3] and guide.seats({"seats": 2}) == [2] and guide.seats({"seats": 4}) == []
    assert guide.with_seats({}, 3) == {"players": 3} and guide.with_seats({}, 2) == {}
    assert guide.for_people({"seats": 3}) == {"players": 3} and guide.for_people({"players": 3}) == {"players": 3}
    assert guide.title() == {"en": "high_card", "ja": "high_card"} and guide.about() == {"en": "", "ja": ""}
    with pytest.raises(BadOptions, match="seats: 4 is not one of 2, 3"):
        guide.for_people({"seats": 4})


class _Called(HighCard):
    """High Card whose rules call the number of seats so, with another option that must fit."""

    def new(self, options: JsonObject, fate: Fate) -> State:
        if options.get("seats", 2) == 3 and options.get("pack") != "large":
            raise BadOptions("three need the large pack")
        return super().new({"players": options.get("seats", 2)}, fate)

    def trials(self) -> list[JsonObject]:
        return [{"seats": 2}, {"seats": 3, "pack": "large"}]


def test_a_game_whose_rules_say_seats_keeps_its_word() -> None:
    guide = _Called().guide()
    assert guide.for_people({"seats": 2}) == {"seats": 2}
    assert guide.with_seats({}, 3) == {"seats": 3, "pack": "large"}
    assert guide.seats({}) == [2, 3]
    with pytest.raises(Broken, match="options that say 3 seats"):
        check_options(_Called())  # whoever says 3 seats gets no match: such a game needs rows


# --- conformance ------------------------------------------------------------------------------------------------------


class _Guided(HighCard):
    """High Card with a guide that breaks a duty."""

    def __init__(self, guide: type[Guide]) -> None:
        super().__init__()
        self.made = guide

    def guide(self) -> Guide:
        return self.made(self)


class _Crowded(Guide):
    def seats(self, options: JsonObject) -> list[int]:
        return super().seats(options) if options else [2, 3, 4]


class _Lonely(Guide):
    @property
    def usual_seats(self) -> int:
        return 1


class _Forgetful(Guide):
    def with_seats(self, options: JsonObject, seats: int) -> JsonObject:
        return options


class _Wrong(Guide):
    def rows(self) -> Options:
        return parsed(PLAYERS.replace("default = 3", "default = 2").replace("most = 5", "most = 4"))


class _Other(Guide):
    def rows(self) -> Options:
        return parsed(PLAYERS.replace("most = 5", "most = 3").replace("usual = 4", "usual = 2"))


@pytest.mark.parametrize(
    ("guide", "duty"),
    [
        (_Crowded, "options that say 4 seats make a match with 4 seats"),
        (_Lonely, "the usual number of seats, 1, is one of"),
        (_Forgetful, "the options for 3 seats make a match with 3 seats, not 2"),
        (_Wrong, "options that say 4 seats make a match with 4 seats, not players is 2 or 3"),
        (_Other, "what holds if the number of seats is left out is its default"),
    ],
)
def test_a_guide_that_promises_what_the_rules_do_not_keep_is_found(guide: type[Guide], duty: str) -> None:
    with pytest.raises(Broken, match=duty):
        check_options(_Guided(guide))


def breach_of(game: Game) -> str | None:
    """What a game's guide promises and its rules do not keep; None if there is no such thing."""
    try:
        check_options(game)
    except Broken as fault:
        return str(fault)
    return None


def test_the_guides_of_all_games_keep_what_they_promise() -> None:
    for game in (*(known(name) for name in game_names()), HighCard()):
        assert breach_of(game) is None

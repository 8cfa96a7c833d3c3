"""What a page draws from: cards with their texts, the board, rulebooks, levels; and decks that are being built."""

from __future__ import annotations

import asyncio
from importlib import resources
from typing import Any

import httpx
import pytest

from orrery.bots.bot import bot_names
from orrery.core.clause import rulebook
from orrery.games import game_names
from orrery.games.space_editor.cards import sets
from orrery.games.space_editor.cards.decks import basic_decks, write_deck
from orrery.server.http import decks, exhibits, library
from orrery.server.http.decks import DeckList, DeckToCheck
from orrery.server.refusal import RequestRefused
from orrery.server.workers.answers import check_question
from server.harness import open_table, people, running
from toys.high_card import HighCard

LANGUAGES = ("en", "ja")


def get(database: str, *paths: str) -> list[httpx.Response]:
    """The answers of a server to these requests."""

    async def run() -> list[httpx.Response]:
        async with running(database) as server, httpx.AsyncClient(base_url=server.address) as http:
            return [await http.get(path) for path in paths]

    return asyncio.run(run())


def test_cards_come_with_names_and_printed_lines_in_both_languages(sqlite_database: str) -> None:
    editor, spheres = (
        answer.json() for answer in get(sqlite_database, *(f"/api/games/{game}/cards" for game in HAVE_CARDS))
    )
    for found in (editor, spheres):
        assert found["set"] and found["version"] >= 1 and found["title"]["ja"]
        for lang in LANGUAGES:
            assert set(found["names"][lang]) == set(found["texts"][lang]) == set(found["cards"])
    for id, card in editor["cards"].items():
        for lang in LANGUAGES:
            lines, said = editor["texts"][lang][id], len(card["abilities"])
            assert len(lines) >= said and all(line[0] in "(（" for line in lines[said:]), (
                "a reminder stands in brackets"
            )
    assert set(editor["more"]["basic"]) == {"water", "wind", "earth", "fire"}
    for id, card in spheres["cards"].items():
        for lang in LANGUAGES:
            assert spheres["names"][lang][id]["creature"] and spheres["names"][lang][id]["spell"]
            assert spheres["texts"][lang][id]["spell"]
            assert card["creature"]["race"] in spheres["more"]["races"][lang]
        assert spheres["more"]["strengths"][id][0] == card["creature"]["strength"]
    assert editor["texts"]["en"] != editor["texts"]["ja"]


HAVE_CARDS = ("space_editor", "five_spheres")


def test_what_a_browser_has_already_is_not_sent_again(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server, httpx.AsyncClient(base_url=server.address) as http:
            vediic = [
                f"/api/games/vediic/{what}" for what in ("board", "rules?lang=ja", "handbook", "handbook/figures")
            ]
            for path in ("/api/games/five_spheres/cards", *vediic):
                first = await http.get(path)
                assert first.status_code == 200 and first.headers["cache-control"] == "no-cache"
                again = await http.get(path, headers={"if-none-match": f'"other", W/{first.headers["etag"]}'})
                assert again.status_code == 304 and not again.content
                assert again.headers["etag"] == first.headers["etag"]

    asyncio.run(run())


def test_a_handbook_is_served_with_its_figures_and_without_the_cards_that_are_served_apart(
    sqlite_database: str,
) -> None:
    book, figures, none = (
        answer.json()
        for answer in get(
            sqlite_database,
            "/api/games/space_editor/handbook?lang=ja",
            "/api/games/space_editor/handbook/figures",
            "/api/games/space_editor/handbook?lang=xx",
        )
    )
    assert book["title"].startswith("スペースエディター") and "SE-11" in book["programmers"]
    places = "\n".join([chapter["text"] for chapter in book["chapters"]])
    assert all(f"{{figure {name}}}" in places for name in figures["figures"])
    moments = [moment for figure in figures["figures"].values() for moment in figure["moments"]]
    assert not any("cards" in moment["view"] for moment in moments)
    assert {moment["refusal"]["clause"] for moment in moments if moment["refusal"]} == {"SE-4.2", "SE-4.4"}
    assert none["code"] == "no_such_language"


def test_a_match_with_cards_of_its_own_shows_those_and_writes_their_texts(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "five_spheres", options={"cards": "testset"}, watch=False)
            found = await ann.get(f"/api/tables/{table}/cards")
            assert found["set"] is None and found["cards"]
            id = next(iter(found["cards"]))
            assert found["names"]["ja"][id]["card"] and found["texts"]["ja"][id].keys() == {"creature", "spell"}
            (cat,) = await people(server, "Cat")
            assert (await cat.get(f"/api/tables/{table}/cards", 403))["code"] == "not_seated"
            plain = await open_table([ann, ben], "space_editor")
            assert (await cat.get(f"/api/tables/{plain}/cards"))["set"] == "first_light"
            none = await open_table([ann, ben], "vediic")
            assert (await cat.get(f"/api/tables/{none}/cards", 404))["code"] == "no_cards"
            waits = (await ann.post("/api/tables", {"game": "five_spheres", "seats": ["me", "open"]}))["id"]
            assert (await ann.get(f"/api/tables/{waits}/cards", 409))["code"] == "not_started"

    asyncio.run(run())


def test_the_board_says_where_everything_lies_and_what_each_planet_reaches(sqlite_database: str) -> None:
    paths = ("/api/games/vediic/board", "/api/games/vediic/board?name=flat", "/api/games/five_spheres/board")
    board, *none = get(sqlite_database, *paths)
    for answer in none:
        assert answer.status_code == 404 and answer.json()["code"] == "no_such_board"
    found: dict[str, Any] = board.json()
    ids = {circle["id"] for circle in found["source"]["circles"]}
    assert len(found["source"]["houses"]) == 12 and len(found["retrograde"]) == 7
    for color, houses in found["local"].items():
        for house, circles in houses.items():
            assert 1 <= int(house) <= 12 and circles
            assert set(circles) <= set(found["everywhere"][color]) <= ids
    for lang in LANGUAGES:
        assert all(len(found["names"][lang][what]) == 7 for what in ("color", "planet", "power"))


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rulebook_comes_whole_and_in_order(game: str, lang: str) -> None:
    package = library.the_game(game).package
    chapters = exhibits.chapters(package, lang)
    book = rulebook(package, lang)
    clauses = {part.clause: part.text for chapter in chapters for part in chapter.parts if part.clause}
    assert clauses == book.clauses and list(clauses) == list(book.clauses)
    assert {chapter.section: chapter.title for chapter in chapters if chapter.section} == book.titles
    assert chapters[0].level == 1 and chapters[0].parts, "the introduction is there"
    whole = resources.files(package).joinpath("rulebook", f"{lang}.md").read_text(encoding="utf-8")
    written = "".join(part.text for chapter in chapters for part in chapter.parts)
    assert written.count("```") == whole.count("```"), "no picture is lost"


def test_a_strangers_game_without_cards_and_boards_is_refused_by_naming_those_that_have_some() -> None:
    with pytest.raises(RequestRefused) as cards:
        exhibits.cards_of(HighCard())
    assert cards.value.code == "no_cards"
    assert cards.value.message == "high_card has no cards; there are cards of five_spheres and space_editor"
    with pytest.raises(RequestRefused) as board:
        exhibits.board_of(HighCard())
    assert board.value.code == "no_such_board"
    assert board.value.message == "high_card has no board; there are boards of vediic"
    with pytest.raises(RequestRefused) as forecast:
        check_question(HighCard(), "forecast")
    assert (forecast.value.code, forecast.value.message) == ("no_forecast", "there are forecasts of vediic only")
    check_question(HighCard(), "score")
    check_question(HighCard(), "hint")


def test_without_a_name_one_gets_the_board_that_is_played_on(sqlite_database: str) -> None:
    path = "/api/games/vediic/board"
    standard, named, none = get(sqlite_database, path, f"{path}?name=kundli-1", f"{path}?name=nowhere")
    assert standard.json() == named.json() and standard.json()["name"] == "kundli-1"
    assert none.status_code == 404 and none.json()["code"] == "no_such_board"


def test_every_bot_has_a_name_and_a_sentence(sqlite_database: str) -> None:
    (answer,) = get(sqlite_database, "/api/levels")
    rows = answer.json()
    assert [row["bot"] for row in rows] == bot_names()
    assert all(row[f"{key}_{lang}"] for row in rows for key in ("name", "about") for lang in LANGUAGES)


def test_the_decks_that_ship_are_legal_by_name_code_and_file() -> None:
    for game in HAVE_CARDS:
        for deck in library.decks(game, "en"):
            for text in (deck["id"], deck["code"], deck["code"].lower()):
                found = decks.check(game, DeckToCheck(text))
                assert found.ok and found.cards == deck["cards"] and found.code == deck["code"], (text, found.faults)
    water = basic_decks(sets.standard())["water"]
    found = decks.check("space_editor", DeckToCheck(write_deck(water, sets.standard())))
    assert found.ok and found.element == "water" and found.name == water.name


def test_a_deck_that_is_being_built_says_every_rule_it_breaks_in_both_languages() -> None:
    few = decks.check("five_spheres", DeckToCheck(DeckList({"na_0": 4, "zz_9": 1}, "Mine")))
    assert not few.ok and few.code is None and few.name == "Mine" and few.cards == {"na_0": 4, "zz_9": 1}
    assert sorted(fault.code for fault in few.faults) == ["copies", "size", "unknown_card"]
    assert all(fault.message_en != fault.message_ja for fault in few.faults)
    water = decks.check("space_editor", DeckToCheck("water"))
    less = dict(list(water.cards.items())[1:])
    built = decks.check("space_editor", DeckToCheck(DeckList(less, "", "water")))
    assert not built.ok and built.cards == less and {fault.code for fault in built.faults} >= {"size", "level"}
    whole = decks.check("space_editor", DeckToCheck(DeckList(water.cards, "", "water"), {"deck_rules": "cost"}))
    assert whole.ok and whole.code == water.code


@pytest.mark.parametrize("game", HAVE_CARDS)
@pytest.mark.parametrize("text", ["", "nonsense", "FS1-AAAA", "SE1-", "name = 3", "[cards", "= = ="])
def test_what_is_no_deck_is_refused_with_a_reason(game: str, text: str) -> None:
    found = decks.check(game, DeckToCheck(text))
    assert not found.ok and found.cards == {} and found.faults
    assert all(fault.message_en and fault.message_ja for fault in found.faults)


def test_wrong_requests_for_a_check_are_refused(sqlite_database: str) -> None:
    with pytest.raises(RequestRefused, match="without decks"):
        decks.check("vediic", DeckToCheck("x"))
    with pytest.raises(RequestRefused, match="deck_rules"):
        decks.check("space_editor", DeckToCheck("water", {"deck_rules": "soft"}))
    with pytest.raises(RequestRefused, match="element"):
        decks.check("space_editor", DeckToCheck(DeckList({"001": 1})))

    async def run() -> None:
        async with running(sqlite_database) as server, httpx.AsyncClient(base_url=server.address) as http:
            path = "/api/games/five_spheres/decks/check"
            good = await http.post(path, json={"deck": "genesis-1"})
            assert good.status_code == 200 and good.json()["ok"]
            listed = await http.post(path, json={"deck": {"cards": good.json()["cards"]}})
            assert listed.json()["ok"] and listed.json()["code"] == good.json()["code"]
            for body in ({"deck": {"cards": {"na_0": 0}}}, {"deck": 3}, {"cards": {}}, {"deck": "x", "more": 1}):
                assert (await http.post(path, json=body)).status_code == 400, body

    asyncio.run(run())

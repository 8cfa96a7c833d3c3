"""Decks that people bring: played with, checked by the rules, and hidden from the others."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from typing import Any

import pytest

from orrery.games.five_spheres.cards import collections
from orrery.games.five_spheres.cards import decks as spheres
from orrery.games.space_editor.cards import decks as editor
from orrery.games.space_editor.cards import sets
from server.harness import StillWorld, people, play_on, running, seated, service

GENESIS = collections.standard()
CODES = {name: spheres.encode(deck, GENESIS) for name, deck in spheres.predesigned(GENESIS).items()}
SET = sets.standard().name
BASIC = editor.basic_decks(sets.standard())


def truth(server: Any, table: str) -> dict[str, Any]:
    """The position of a table's match."""
    position: dict[str, Any] = service(server).hall.rooms[table].session.match.position()
    return position


def cards_of(position: dict[str, Any], seat: int) -> Counter[str]:
    """The cards in deck and hand of a seat of Five Spheres: all but a few that lie elsewhere at the start."""
    row = position["seats"][seat]
    found = Counter([*row["deck"], *row["hand"]])
    assert found.total() > 40
    return found


def own_editor_deck() -> editor.Deck:
    """A legal deck of wind that is not the basic one."""
    cards = sets.standard()
    deck = list(BASIC["wind"].cards)
    for id in editor.cards_of(cards, "wind"):
        for i, old in enumerate(deck):
            changed = editor.Deck("Mine", "wind", cards.name, [*deck[:i], id, *deck[i + 1 :]])
            if id != old and not editor.broken_rules(changed, cards, "strict"):
                return changed
    raise AssertionError("there is no other deck of wind")


def test_two_bring_decks_of_five_spheres_and_a_bot_plays_the_one_of_the_rules(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            wish = {
                "game": "five_spheres",
                "seats": ["me", "level1", "open"],
                "deck": "genesis-2",
                "stand_in": "level1",
            }
            made = await ann.post("/api/tables", wish)
            path = f"/api/tables/{made['id']}"
            assert [seat["own_deck"] for seat in made["seats"]] == [True, False, False]
            joined = await ben.post(f"{path}/join", {"deck": CODES["genesis-4"].lower()})
            assert [seat["own_deck"] for seat in joined["seats"]] == [True, False, True]
            # Getting up one takes the deck along; a file does as well as a code.
            left = await ben.post(f"{path}/leave")
            assert not left["seats"][2]["own_deck"]
            file = spheres.write_deck(spheres.predesigned(GENESIS)["genesis-5"], GENESIS)
            await ben.post(f"{path}/join", {"deck": file})
            await ann.post(f"{path}/start")
            position = truth(server, made["id"])
            shipped = spheres.predesigned(GENESIS)
            assert cards_of(position, 0) <= Counter(shipped["genesis-2"].cards)
            assert cards_of(position, 2) <= Counter(shipped["genesis-5"].cards)
            assert not any(cards_of(position, 1) <= Counter(deck.cards) for deck in shipped.values())
            async with seated(made["id"], ann, ben) as (a, b):
                # The bot imagines and plays, with and against cards that it does not know.
                for _ in range(60):
                    turn = a.standing["to_act"]
                    if turn == 1:
                        number = a.number
                        await a.reach(number + 1)
                    else:
                        actor = a if turn == 0 else b
                        assert actor.actions
                        number = (await actor.act(actor.actions[0]))["number"]
                    newest = max(a.number, number)
                    await a.reach(newest)
                    await b.reach(newest)

    asyncio.run(run())


def test_a_deck_of_space_editor_goes_to_the_seat_of_its_element_and_along_into_the_rematch(
    sqlite_database: str,
) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            own = own_editor_deck()
            wish = {"game": "space_editor", "seats": ["me", "open"], "options": {"mode": "half"}}
            made = await ann.post("/api/tables", wish)
            path = f"/api/tables/{made['id']}"
            refused = await ben.post(f"{path}/join", {"deck": "fire"}, 400)
            assert refused["code"] == "bad_deck" and "water, wind" in refused["message"]
            refused = await ben.post(f"{path}/join", {"deck": "water"}, 400)
            assert "seat 0 (water)" in refused["message"] and "1 plays wind" in refused["message"]
            await ben.post(f"{path}/join", {"deck": editor.encode(own, sets.standard())})
            await ann.post(f"{path}/start")
            position = truth(server, made["id"])
            assert sorted(position["decks"][1] + position["hands"][1]) == own.cards
            assert sorted(position["decks"][0] + position["hands"][0]) == BASIC["water"].cards
            async with seated(made["id"], ann, ben) as (a, b):
                await play_on([a, b], 6)
                assert (await a.ask({"type": "resign", "at": a.number}))["type"] == "done"
            record = await ben.get(f"{path}/record")
            assert (await ben.post("/api/records", record))["entries"] == 6
            new = (await ann.post(f"{path}/rematch"))["table"]
            await ben.post(f"{path}/rematch")
            position = truth(server, new)
            assert position["elements"] == ["wind", "water"]
            assert sorted(position["decks"][0] + position["hands"][0]) == own.cards

    asyncio.run(run())


def test_a_table_for_decks_by_name_plays_these_decks_and_so_does_its_rematch(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            decks = ["fire", editor.encode(own_editor_deck(), sets.standard())]
            wish = {"game": "space_editor", "seats": ["me", "open"], "options": {"mode": "half"}, "decks": decks}
            made = await ann.post("/api/tables", wish)
            path = f"/api/tables/{made['id']}"
            await ben.post(f"{path}/join", {})
            await ann.post(f"{path}/start")
            lists = [BASIC["fire"].cards, own_editor_deck().cards]
            position = truth(server, made["id"])
            assert position["elements"] == ["fire", "wind"]
            assert [sorted(position["decks"][seat] + position["hands"][seat]) for seat in (0, 1)] == lists
            async with seated(made["id"], ann, ben) as (a, b):
                await play_on([a, b], 4)
                assert (await a.ask({"type": "resign", "at": a.number}))["type"] == "done"
            new = (await ann.post(f"{path}/rematch"))["table"]
            await ben.post(f"{path}/rematch")
            position = truth(server, new)
            held = [sorted(position["decks"][seat] + position["hands"][seat]) for seat in (0, 1)]
            assert held in (lists, lists[::-1]), "the same decks meet again"

    asyncio.run(run())


@pytest.mark.parametrize(
    ("wish", "deck", "code", "words"),
    [
        ({"game": "vediic"}, "genesis-1", "no_own_decks", "vediic"),
        ({"game": "five_spheres", "decks": ["genesis-1", "genesis-2"]}, "genesis-1", "no_own_decks", "given"),
        ({"game": "five_spheres", "options": {"assembly": "random"}}, "genesis-1", "no_own_decks", "random"),
        ({"game": "five_spheres", "options": {"cards": "testset"}}, "genesis-1", "no_own_decks", "cards of its own"),
        ({"game": "five_spheres", "own_decks": False}, "genesis-1", "no_own_decks", "rules give"),
        ({"game": "five_spheres"}, "genesis-9", "bad_deck", "genesis-1"),
        ({"game": "five_spheres"}, CODES["genesis-1"][:-1], "bad_deck", "mistyped"),
        ({"game": "five_spheres"}, "game = 'five_spheres'\n[cards]\nxx_0 = 4\n", "bad_deck", "collection"),
        (
            {"game": "five_spheres"},
            "game='five_spheres'\ncollection='genesis'\nname='x'\n[cards]\nna_0 = 4\n",
            "bad_deck",
            "48",
        ),
        ({"game": "space_editor", "options": {"mode": "half"}}, "SE1-00000-00000", "bad_deck", "mistyped"),
        (
            {"game": "space_editor"},
            f"name='x'\nelement='wind'\nset='{SET}'\n[cards]\n061 = 1\n",
            "bad_deck",
            "24",
        ),
    ],
)  # fmt: skip
def test_a_deck_that_may_not_be_played_is_refused_with_a_sentence(
    sqlite_database: str, wish: dict[str, Any], deck: str, code: str, words: str
) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            made = await ann.post("/api/tables", {"seats": ["me", "open"], **wish})
            status = 409 if code == "no_own_decks" else 400
            refused = await ben.post(f"/api/tables/{made['id']}/join", {"deck": deck}, status)
            assert refused["code"] == code and words in refused["message"], refused
            mine = await ann.post("/api/tables", {"seats": ["me", "open"], **wish, "deck": deck}, status)
            assert mine["code"] == code
            # Nobody sat down by it.
            assert (await ann.get(f"/api/tables/{made['id']}"))["seats"][1]["kind"] == "open"

    asyncio.run(run())


def test_what_somebody_brought_is_hidden_from_all_others(sqlite_database: str) -> None:
    async def heard(number: int, deck: str) -> tuple[list[str], list[str]]:
        async with running(f"{sqlite_database}-{number}", StillWorld(7)) as server:
            ann, ben, eve = await people(server, "Ann", "Ben", "Eve")
            texts: list[str] = []
            made = await ann.post("/api/tables", {"game": "five_spheres", "seats": ["me", "open"]})
            path = f"/api/tables/{made['id']}"
            async with ann.at(made["id"]) as a:
                await a.until("table")
                joined = await ben.post(f"{path}/join", {"deck": deck})
                texts.append(json.dumps(joined))
                for player in (ann, eve):
                    for place in (path, "/api/tables", "/api/tables/mine"):
                        texts.append((await player.http.get(place)).text)
                refused = await eve.http.post(f"{path}/join", json={"deck": "genesis-1"})
                texts.append(refused.text)
                await ann.post(f"{path}/start")
                await a.until("state")
                texts.append(json.dumps(a.table))
                # Of the other's cards the match shows how many there are, and those that the rules lay open.
                assert isinstance(a.view["seats"][1]["deck"], int) and isinstance(a.view["seats"][1]["hand"], int)
            position = truth(server, made["id"])
            return texts, sorted(cards_of(position, 1).elements())

    async def run() -> None:
        one, two = await heard(1, "genesis-3"), await heard(2, CODES["genesis-5"])
        assert one[1] != two[1]
        assert one[0] == two[0]

    asyncio.run(run())

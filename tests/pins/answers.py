"""Answers of the server: what can be read there, what it refuses, what it tells of records, and a match at a table."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pins.doors import RECORDS, Json, abridged, digest, pretty
from server.harness import Player, Seat, StillWorld, open_table, people, running

Told = dict[str, str]
LANGS = ("en", "ja", "fr")

DECKS: dict[str, list[Any]] = {
    "space_editor": [
        "water", "fire", "nobody", "SE1-AAAAA", "SE1-", "", {"cards": {}}, {"cards": {"001": 1}, "element": "ether"},
        {"cards": {"001": 24}, "element": "water", "name": "Mine"}, {"cards": {"nobody": 24}, "element": "fire"},
        {"cards": {"001": 0}, "element": "fire"}, {"cards": {"001": 1}, "colour": "red"},
        'name = "x"\nelement = "water"\nset = "first-light"\n[cards]\n"?" = 2',
        'name = "x"\nelement = "water"\nset = "nowhere"\n[cards]\n001 = 2\n', "name = ", 7,
    ],
    "five_spheres": [
        "genesis-1", "genesis-5", "nobody", "FS1-AAAAA", "FS1-", "", {"cards": {}},
        {"cards": {"sc_0": 48}, "name": "Mine"}, {"cards": {"nobody": 48}},
        {"cards": {"sc_0": 100}}, {"cards": {"sc_0": 1}, "colour": "red"},
        'game = "five_spheres"\ncollection = "genesis"\nname = "x"\n[cards]\nna_0 = 4\n',
        'game = "five_spheres"\ncollection = "exodus"\nname = "x"\n[cards]\nna_0 = 4\n',
        'game = "five_spheres"\n[cards]\nxx_0 = 4\n', "name = ", 7,
    ],
    "vediic": ["water"],
}  # fmt: skip
"""Decks to be checked, good ones and bad ones."""

WISHES: dict[str, list[Json]] = {
    "space_editor": [
        {"seats": ["me", "open", "open"], "options": {"mode": "full"}},
        {"options": {"mode": "wild"}}, {"options": {"colour": "red"}}, {"options": {"players": "two"}},
        {"options": {"players": 3}}, {"options": {"players": 9}}, {"options": {"elements": ["fire", "fire"]}},
        {"options": {"elements": ["fire"]}}, {"options": {"table": [1, 1]}}, {"options": {"table": [5]}},
        {"options": {"table": "wide"}}, {"options": {"decks": [[], []]}}, {"options": {"cards": {}}},
        {"options": {"basepoint": "001"}}, {"deck": "fire"}, {"deck": "wind"}, {"deck": "nobody"},
        {"deck": "SE1-AAAAA"}, {"own_decks": False, "deck": "water"}, {"decks": ["water", "wind"]},
    ],
    "vediic": [
        {"options": {"players": 1}}, {"options": {"players": 3}}, {"options": {"players": "two"}},
        {"options": {"order": "dance"}}, {"options": {"green_stack": 1}}, {"options": {"max_rounds": 0}},
        {"options": {"max_rounds": None}}, {"options": {"colour": 1}}, {"seats": ["me"] + ["open"] * 7},
        {"deck": "fire"}, {"decks": ["genesis-1", "genesis-2"]},
    ],
    "five_spheres": [
        {"options": {"towers": 12}}, {"options": {"towers": "many"}}, {"options": {"ties": "maybe"}},
        {"seats": ["me", "open", "open"], "options": {"mode": "team_play"}}, {"options": {"lords": 3}},
        {"options": {"assembly": "random", "pool_copies": 1}}, {"options": {"assembly": "dance"}},
        {"options": {"assembly": "open_draft", "draft_batch": 3}}, {"options": {"colour": 1}},
        {"options": {"cards": "nobody"}}, {"options": {"cards": {}}}, {"options": {"generic": "no"}},
        {"options": {"generic_creature": {"strength": 1}}}, {"options": {"first": 2}},
        {"options": {"assembly": "predesign", "deck_numbers": [1, 9]}},
        {"decks": ["FS1-XXXX", "genesis-1"]}, {"decks": ["genesis-1"]},
        {"decks": ["genesis-1", "genesis-2"], "options": {"assembly": "sets"}},
        {"decks": ["genesis-1", "genesis-2"], "deck": "genesis-1"}, {"deck": "FS1-XXXX"}, {"deck": "nonsense"},
        {"options": {"assembly": "mirror"}, "deck": "genesis-1"},
        {"options": {"cards": "testset"}, "deck": "genesis-1"},
        {"deck": 'game="five_spheres"\ncollection="genesis"\nname="x"\n[cards]\nna_0 = 4\n'},
    ],
}  # fmt: skip
"""Wishes for tables that cannot be."""
NO_TABLES: list[Json] = [
    {"seats": []}, {"seats": ["open", "open"]}, {"seats": ["me", "hal"]}, {"seats": ["me"] * 99}, {"seats": "me"},
    {"names": ["a"]}, {"names": ["a" * 60, ""]}, {"names": ["a" * 300, ""]}, {"stand_in": "hal"}, {"delay": -1},
    {"delay": 5000}, {"clock": {"kind": "sand"}}, {"clock": 5}, {"options": []}, {"options": None}, {"colour": 1},
    {"game": "chess"}, {"game": 1}, {"deck": 1},
]  # fmt: skip
"""Wishes that are strange whatever the game; nearly all are refused."""

ASKED: dict[str, list[str]] = {
    "space_editor": ["space_editor-full-set-2", "space_editor-half-4"],
    "vediic": ["vediic-2", "vediic-4"],
    "five_spheres": ["five_spheres-2", "five_spheres-genesis-decks"],
}
"""The records of the corpus about which questions are asked."""
MATCHES: dict[str, Json] = {
    "space_editor": {"options": {"mode": "full", "table": [9, 9]}},
    "vediic": {"options": {"players": 2, "order": "seat0"}},
    "five_spheres": {"decks": ["genesis-1", "genesis-3"]},
}
"""What is wished for a match at a table."""
MOVES = 14
PREVIEWS = 2


class Book:
    """What was asked of a server and what it answered, in order; ids that a server makes up are called by names."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.rows: list[Json] = []
        self.names: dict[str, str] = {player.id: "ANN"}

    async def ask(self, method: str, path: str, body: Any = None, keep: bool = True) -> Any:
        """A request; gives the answer."""
        answer = await self.player.http.request(method, path, **({} if body is None else {"json": body}))
        kind = answer.headers.get("content-type", "")
        found = answer.json() if kind.endswith("json") and answer.content else answer.text
        if method == "POST" and isinstance(found, dict) and "invite" in found:
            self.names |= {found["id"]: "TABLE", found["invite"]: "INVITE"}
        if keep:
            row: Json = {"request": f"{method} {path}"}
            if body is not None:
                row["body"] = body
            row |= {"status": answer.status_code, "type": kind, "answer": abridged(found)}
            if "etag" in answer.headers:
                row["sha256"] = digest(answer.text)
            self.rows.append(row)
        return found

    def text(self) -> str:
        """All of it, as a file."""
        text = pretty(self.rows)
        for id, name in self.names.items():
            text = text.replace(id, name)
        return text


def at_a_server(look: Callable[[list[Player]], Awaitable[Told]]) -> Told:
    """Runs a server on loopback in which time stands still and chance is known; `look` finds what there is to see."""

    async def run() -> Told:
        with TemporaryDirectory() as folder:
            async with running(str(Path(folder) / "pins.db"), StillWorld(7)) as server:
                players = await people(server, "Ann", "Ben")
                try:
                    return await look(players)
                finally:
                    for player in players:
                        await player.http.aclose()

    return asyncio.run(run())


def general() -> Told:
    """What is there whatever the game, and what is not."""

    async def look(players: list[Player]) -> Told:
        book = Book(players[0])
        for path in ("/api/games", "/api/bots", "/api/levels", "/api/tables", "/api/tables/mine", "/api/mutes"):
            await book.ask("GET", path)
        for what in ("rules", "cards", "board", "decks"):
            await book.ask("GET", f"/api/games/chess/{what}")
        await book.ask("POST", "/api/games/chess/decks/check", {"deck": "water"})
        for path in ("/api/nowhere", "/api/tables/nowhere", "/api/records/nowhere", "/api/records/nowhere/replay"):
            await book.ask("GET", path)
        await book.ask("DELETE", "/api/games")
        await book.ask("GET", "/api/games/vediic/rules?lang=nonsense-")
        await book.ask("PATCH", "/api/me", {"name": "a" * 300})
        await book.ask("PATCH", "/api/me", {"name": ""})
        await book.ask("PATCH", "/api/me", {"name": "Ann", "colour": 1})
        await book.ask("PUT", "/api/me/webhook", {"url": "http://example.org/x"})
        await book.ask("POST", "/api/tables/nowhere/join", {"seat": -1})
        await book.ask("POST", "/api/tables/nowhere/start")
        await book.ask("POST", "/api/records", [1])
        for wish in NO_TABLES:
            await book.ask("POST", "/api/tables", {"game": "space_editor", "seats": ["me", "open"], **wish})
        document = await book.ask("GET", "/api/openapi.json", keep=False)
        return {"http_general.json": book.text(), "openapi.json": pretty(document, sort=True)}

    return at_a_server(look)


def of_game(game: str) -> Told:
    """All looks at a game."""

    async def look(players: list[Player]) -> Told:
        found = await readings(players, game)
        found |= await questions(players, game)
        return found | await match(players, game)

    return at_a_server(look)


async def readings(players: list[Player], game: str) -> Told:
    """What can be read of a game, decks that are checked, and tables that cannot be."""
    book = Book(players[0])
    path = f"/api/games/{game}"
    for lang in LANGS:
        await book.ask("GET", f"{path}/rules?lang={lang}")
        await book.ask("GET", f"{path}/decks?lang={lang}")
    await book.ask("GET", f"{path}/cards")
    for more in ("", "?name=kundli-1", "?name=nowhere"):
        await book.ask("GET", f"{path}/board{more}")
    for deck in DECKS[game]:
        await book.ask("POST", f"{path}/decks/check", {"deck": deck})
    for row in await book.ask("GET", f"{path}/decks", keep=False):
        await book.ask("POST", f"{path}/decks/check", {"deck": row["code"].lower()})
        await book.ask("POST", f"{path}/decks/check", {"deck": row["code"][:-1]})
        fewer = dict(list(row["cards"].items())[1:])
        element = {"element": row["id"]} if game == "space_editor" else {}
        await book.ask("POST", f"{path}/decks/check", {"deck": {"cards": fewer, **element}})
    for rules in ("strict", "cost", "none", "chess", 1):
        await book.ask("POST", f"{path}/decks/check", {"deck": DECKS[game][0], "options": {"deck_rules": rules}})
    for wish in WISHES[game]:
        await book.ask("POST", "/api/tables", {"game": game, "seats": ["me", "open"], **wish})
    return {f"http_{game}.json": book.text()}


async def questions(players: list[Player], game: str) -> Told:
    """What is told of records: the course, moments, scores and forecasts, through several eyes."""
    book = Book(players[0])
    record: Json = {}
    for number, name in enumerate(ASKED[game]):
        record = json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
        kept = await book.ask("POST", "/api/records", record, keep=False)
        book.names[kept["record"]] = f"RECORD-{number}"
        path = f"/api/records/{kept['record']}"
        book.rows.append({"record": name, "kept": kept})
        await asked_of(book, path, kept["entries"])
        same = await book.ask("GET", path, keep=False)
        book.rows.append({"as it was brought": same == record})
    wrong: list[Json] = [{"hash": "0"}, {"result": {}}, {"start": {}}, {"rules": 99}, {"entries": 5}, {"record": 7}]
    for changes in wrong:
        refused = await book.ask("POST", "/api/records", {**record, **changes}, keep=False)
        book.rows.append({"changes": changes, "answer": refused})
    return {f"told_{game}.json": book.text()}


async def asked_of(book: Book, path: str, entries: int) -> None:
    """Everything that can be asked about a record and has one answer."""
    for whose in ("?seat=0", ""):
        await book.ask("GET", f"{path}/replay{whose}")
    moments = (0, entries // 2, entries)
    for number in moments:
        for seat in (0, 1, None):
            eyes = "" if seat is None else f"&seat={seat}"
            await book.ask("GET", f"{path}/replay/{number}/told?what=score{eyes}")
        turns = 3 if number == moments[1] else 1
        await book.ask("GET", f"{path}/replay/{number}/told?what=forecast&seat=0&turns={turns}")
        await book.ask("GET", f"{path}/replay/{number}?seat=1")
    for wrong in (f"{entries + 1}/told?what=score", "0/told?what=dance", "0/told?what=score&seat=50", f"{entries + 1}"):
        await book.ask("GET", f"{path}/replay/{wrong}")


async def match(players: list[Player], game: str) -> Told:
    """A match between two at a table: what each is told of it, what it is refused, and the record at the end."""
    ann, ben = players
    table = await open_table(players, game, **MATCHES[game])
    book = Book(ann)
    book.names |= {ben.id: "BEN", table: "TABLE"}
    made = await ann.get(f"/api/tables/{table}")
    book.names[made["invite"]] = "INVITE"
    async with ann.at(table) as a, ben.at(table) as b:
        for seat in (a, b):
            state = await seat.until("state")
            book.rows.append(abridged(state))
        for number in range(MOVES):
            if a.standing["to_act"] is None:
                break
            await move(book, (a, b), number)
        done = await b.ask({"type": "resign", "at": b.number})
        await a.reach(done["number"])
        # While both are still there: when a link is noticed to be closed is a matter of moments.
        await book.ask("GET", f"/api/tables/{table}")
    for seat in (a, b):
        book.rows += [abridged(told) for told in seat.messages if told["type"] == "update"]
    path = f"/api/tables/{table}"
    for more in ("/replay", "/replay?seat=1", "/replay/5?seat=0", "/replay/5", "/cards", "/replay/999"):
        await book.ask("GET", path + more)
    record = (await ann.http.get(f"{path}/record")).text
    return {f"match_{game}.json": book.text(), f"record_{game}.json": record + "\n"}


async def move(book: Book, seats: tuple[Seat, Seat], number: int) -> None:
    """One action with questions before it and wrong words; what is answered is written down."""
    actor = seats[seats[0].standing["to_act"]]
    other = seats[1 - seats.index(actor)]
    words = actor.actions
    assert words
    requests: list[tuple[Seat, Json]] = []
    if number % 4 == 0:
        requests += [(actor, {"type": "ask", "what": "score"})]
        if number % 8 == 0:
            requests += [(actor, {"type": "ask", "what": "forecast", "more": {"turns": 1}})]
        requests += [(other, {"type": "ask", "what": "score"}), (other, {"type": "act", "action": words[0]})]
        requests += [(actor, {"type": "act", "action": "dance"}), (actor, {"type": "act", "action": f"{words[-1]} x"})]
    if number % 3 == 0:
        requests += [(actor, {"type": "preview", "action": word}) for word in words[:: max(1, len(words) // PREVIEWS)]]
    for seat, request in requests:
        answer = await seat.ask({"at": seat.number, **request}, 60.0)
        book.rows.append({"seat": seats.index(seat), "sent": request, "answer": abridged(answer)})
    done = await actor.act(words[(number * 7 + 3) % len(words)])
    book.rows.append({"seat": seats.index(actor), "sent": words[(number * 7 + 3) % len(words)], "answer": done})
    for seat in seats:
        await seat.reach(done["number"])

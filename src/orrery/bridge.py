"""The bridge: a bot of this machine at a table of a server, as a guest that everybody sees to be a program.

It says its name, takes a seat, and plays whenever it is that seat's turn, until the match is over. The bot is asked
here, with what the server shows its seat; the server never runs its code. It answers proposals with no, and a lost link
with another one, as a browser does.
"""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from orrery.bots.bot import NoLimit, UnknownBot, WallClock, make_bot
from orrery.bots.playing import Forfeit
from orrery.core.data import JsonObject
from orrery.core.fate import Fate, branch
from orrery.core.game import Result
from orrery.games import game_named

PING: Final = 3.0
"""Seconds between two signs of life, also while the bot thinks."""
SILENT: Final = 12.0
"""Seconds without a word from the server after which the link counts as lost."""
LONG: Final = 30.0
"""A link that held so many seconds was a good one: tries are counted anew."""
TRIES: Final = 8
"""How often in a row a lost link is tried again, each time a little later."""
TIMEOUT: Final = 20.0
SHARE: Final = 0.1
"""With a clock at the table a decision gets this share of what is left, and at most..."""
MOST: Final = 10.0
"""... so many seconds."""
NAME_LONGEST: Final = 32

Tell = Callable[[str], None]


class BridgeFault(Exception):
    """Why the bot cannot sit down or go on, in a sentence."""


class Place:
    """Where the bot wants to sit: a server, a table there, and the word that lets one in."""

    def __init__(self, url: str, table: str | None, link: str | None) -> None:
        """Raises BridgeFault."""
        parts = urlsplit(link or url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise BridgeFault(f"{link or url!r} is no address of a server; it begins with http:// or https://")
        self.base = f"{parts.scheme}://{parts.netloc}"
        self.invite: str | None = None
        self.table = table
        path = parts.path.strip("/").split("/")
        if link is not None or (table is None and path[0] == "table"):
            if len(path) != 2 or path[0] != "table":
                raise BridgeFault(f"{link or url!r} is no invitation; one is {self.base}/table/CODE?invite=WORD")
            self.table = path[1]
            self.invite = next(iter(parse_qs(parts.query).get("invite", [])), None)

    @property
    def socket(self) -> str:
        """The address of the table's socket."""
        return f"{self.base.replace('http', 'ws', 1)}/api/tables/{self.table}/live"


class Seat:
    """What the server has shown the bot's seat: the view, and the events that stand."""

    def __init__(self) -> None:
        self.number = -1
        self.view: JsonObject = {}
        self.standing: JsonObject = {}
        self.actions: list[str] | None = None
        self.setup: list[JsonObject] = []
        self.line: list[list[JsonObject]] = []
        """The events of each action that stands."""

    @property
    def seen(self) -> list[JsonObject]:
        """All events that stand."""
        return [*self.setup, *[event for events in self.line for event in events]]

    def take(self, message: JsonObject) -> None:
        """What the server says of the match."""
        if message["type"] == "state":
            self.view = dict(message["view"])
            past = message["past"]
        else:
            self.view.update(message.get("view", {}))
            for key in message.get("gone", []):
                self.view.pop(key, None)
            past = [message["past"]]
        for entry in past:
            self._enter(entry)
        self.number = message["number"]
        self.standing = message["standing"]
        self.actions = message.get("actions")

    def _enter(self, entry: JsonObject) -> None:
        if "back" in entry:
            del self.line[entry["back"] :]
        if entry["kind"] == "setup":
            self.setup = list(entry.get("events", []))
        elif entry["kind"] == "act":
            self.line.append(list(entry.get("events", [])))


class Bridge:
    """A bot on its way to a table, and there."""

    def __init__(self, place: Place, bot: str, name: str, tell: Tell) -> None:
        self.place = place
        self.bot_name = bot
        self.name = name
        self.tell = tell
        self.token = ""
        self.person = ""
        self.http = httpx.Client(base_url=place.base, timeout=TIMEOUT)
        self.seat = Seat()
        self.table: JsonObject = {}
        self.asked = 0
        self.link: ClientConnection | None = None

    # --- sitting down -------------------------------------------------------------------------------------------------

    def come(self) -> None:
        """Becomes a guest and takes a seat. Raises BridgeFault."""
        me = self._ask("POST", "/api/me", {"name": self.name, "program": True})
        self.token, self.person = me["token"], me["person"]
        self.http.headers["authorization"] = f"Bearer {self.token}"
        if self.place.table is None:
            self.place.table = self._free_table()
        table = self._ask("GET", f"/api/tables/{self.place.table}")
        game = game_named(table["game"])
        if game is None:
            raise BridgeFault(f"the table plays {table['game']}, which is not installed here")
        try:
            self.bot = make_bot(self.bot_name, game)
        except UnknownBot as fault:
            raise BridgeFault(str(fault)) from None
        if table["rules"] != game.version:
            self.tell(f"the table plays version {table['rules']} of the rules, and here is version {game.version}")
        if table["state"] != "open":
            raise BridgeFault(f"the match at table {self.place.table} is {table['state']}: nobody sits down any more")
        self.table = self._ask("POST", f"/api/tables/{self.place.table}/join", {"invite": self.place.invite})
        self.tell(f"{self.name} sits at table {self.place.table} ({table['game']}), seat {self.table['you'] + 1}")

    def _free_table(self) -> str:
        for table in self._ask("GET", "/api/tables"):
            if any(seat["kind"] == "open" and seat["kept"] is None for seat in table["seats"]):
                found: str = table["id"]
                return found
        raise BridgeFault("no table there is open to all; name one by --table CODE or --invite LINK")

    def _ask(self, method: str, path: str, body: JsonObject | None = None) -> Any:
        try:
            answer = self.http.request(method, path, json=body)
        except httpx.HTTPError as fault:
            raise BridgeFault(f"{self.place.base} does not answer: {fault or type(fault).__name__}") from None
        try:
            found = answer.json() if answer.content else None
        except ValueError:
            found = None
        if answer.status_code >= 400:
            said = found.get("message") if isinstance(found, dict) else None
            raise BridgeFault(f"{self.place.base}{path}: {said or f'status {answer.status_code}'}")
        if not isinstance(found, dict | list):
            raise BridgeFault(f"{self.place.base} is no server of Orrery: it answers {path} with something else")
        return found

    # --- playing ------------------------------------------------------------------------------------------------------

    def play(self) -> JsonObject:
        """Plays until the match is over; gives its outcome. Raises BridgeFault."""
        lost = 0
        while True:
            began = time.monotonic()
            try:
                headers = {"Authorization": f"Bearer {self.token}"}
                with connect(self.place.socket, additional_headers=headers, max_size=None) as socket:
                    outcome = self._sit(socket)
                    if outcome is not None:
                        return outcome
            except (ConnectionClosed, InvalidHandshake, OSError) as fault:
                closed = fault.rcvd if isinstance(fault, ConnectionClosed) else None
                if closed is not None and 4000 <= closed.code < 4008:
                    raise BridgeFault(f"the server closes the table: {closed.reason or closed.code}") from None
                lost = 1 if time.monotonic() - began > LONG else lost + 1
                if lost > TRIES:
                    raise BridgeFault(f"the link to {self.place.base} is lost: {fault}") from None
                time.sleep(min(10.0, 0.3 * 2**lost))

    def _sit(self, socket: ClientConnection) -> JsonObject | None:
        """One link, from hello to its end; the outcome if the match came to one."""
        self.seat, self.link = Seat(), socket
        socket.send(json.dumps({"type": "hello", "protocol": 1, "have": 0}))
        ended = threading.Event()
        alive = threading.Thread(target=keep_alive, args=(socket, ended), daemon=True)
        alive.start()
        try:
            while True:
                message = json.loads(socket.recv(SILENT))
                kind = message["type"]
                if kind in ("state", "update"):
                    self.seat.take(message)
                elif kind == "refused" and message["code"] == "illegal_action":
                    raise BridgeFault(f"the server refuses: {message['message']}")
                elif kind == "bye" and not message["again"]:
                    raise BridgeFault(f"the server says goodbye: {message['message']}")
                if self.seat.number < 0:
                    continue
                outcome: JsonObject | None = self.seat.standing["outcome"]
                if outcome is not None:
                    return outcome
                if kind in ("state", "update"):
                    self._do(socket)
        finally:
            ended.set()

    def _do(self, socket: ClientConnection) -> None:
        """What is to be done now: an answer to a proposal, or a decision."""
        seat, you = self.seat, self.table["you"]
        proposal = seat.standing["proposal"]
        if proposal is not None and proposal["seat"] != you and you not in proposal["agreed"]:
            self._say(socket, {"type": "answer", "yes": False})
            return
        newcomer = seat.standing.get("newcomer")
        if newcomer is not None and you not in newcomer["agreed"]:
            self._say(socket, {"type": "welcome", "yes": True})
            return
        if seat.standing["to_act"] != you or not seat.actions or seat.standing["paused"]:
            return
        clocks = seat.standing["clocks"]
        clock = NoLimit() if clocks is None else WallClock(min(MOST, clocks[you] / 1000 * SHARE))
        fate = Fate(branch(hash_of(self.place.table or ""), seat.number))
        try:
            word = self.bot.choose(dict(seat.view), seat.seen, list(seat.actions), fate, clock)
        except Forfeit as fault:
            self.tell(f"{self.name} gives up: {fault}")
            self._say(socket, {"type": "resign"})
            return
        self._say(socket, {"type": "act", "action": word})

    def _say(self, socket: ClientConnection, message: JsonObject) -> None:
        self.asked += 1
        socket.send(json.dumps({"id": self.asked, "at": self.seat.number, **message}))

    def leave(self, outcome: JsonObject | None) -> None:
        """The match is over, or the bot gets up before it began."""
        if outcome is not None and hasattr(self, "bot"):
            self.bot.over(Result(True, None, outcome["winners"]))
        elif self.table and self.seat.number < 0:
            with contextlib.suppress(BridgeFault):  # the match has begun, or the server is gone
                self._ask("POST", f"/api/tables/{self.place.table}/leave")
        self.http.close()


def keep_alive(socket: ClientConnection, ended: threading.Event) -> None:
    """Says now and then that somebody is there."""
    number = 1 << 30
    while not ended.wait(PING):
        number += 1
        try:
            socket.send(json.dumps({"type": "ping", "id": number}))
        except (ConnectionClosed, OSError):
            return


def hash_of(text: str) -> int:
    """A number for a text, the same everywhere."""
    return int.from_bytes(text.encode()[:16], "big")


def guest_name(bot: str) -> str:
    """What a bot is called at a table if nobody says: its own name, as short as the server takes it."""
    name = " ".join(bot.split())
    return name if len(name) <= NAME_LONGEST else f"{name[: NAME_LONGEST - 1]}…"

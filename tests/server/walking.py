"""A walk through who may see and do what: guests sit down, get up, connect, fall silent, revoke and come back, at one
process or two, and after each step every socket is compared with the model (access.toml).

The walk keeps an account of its own of who sits where: it is told nothing by the server but whether a match is over.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from orrery.games import game_named
from orrery.server.access import MODEL, Row
from server.harness import Player, StillWorld, service

TABLES: list[dict[str, Any]] = [
    {"game": "vediic", "seats": ["me", "open"], "options": {"max_rounds": 30}},
    {"game": "vediic", "seats": ["open", "open", "me"], "options": {"max_rounds": 30}},
    {"game": "vediic", "seats": ["me", "me", "open"], "options": {"max_rounds": 30}},
    {"game": "space_editor", "seats": ["open", "open"], "options": {"mode": "half"}},
    {"game": "five_spheres", "seats": ["me", "open", "open", "open"], "options": {"mode": "team_play", "lords": 4}},
]
FAR = 9_000_000
"""A number that no match reaches."""
VANISH_MS = 61_000
MOST_LINKS = 9
MOST_TABLES = 3
PARTNER = 2
"""In team play the partner sits opposite."""


class Ids(StillWorld):
    """A world of one process: its time is everybody's, its ids are its own."""

    def __init__(self, process: int, seed: int) -> None:
        super().__init__(seed)
        self.process = process

    def id(self, length: int = 12) -> str:
        self.count += 1
        return f"p{self.process}{self.count:0{length - 2}d}"


class Guest:
    """A person, as the walk knows it."""

    def __init__(self, players: list[Player]) -> None:
        self.players = players
        """The same person at each process."""
        self.id = players[0].id
        self.version = 1

    def take(self, token: str) -> None:
        """From now on this is the identity shown."""
        for player in self.players:
            player.token = token
            player.http.cookies.clear()
            player.http.headers["authorization"] = f"Bearer {token}"


class Desk:
    """A table, as the walk knows it."""

    def __init__(self, id: str, owner: str, wish: dict[str, Any], seats: list[str | None]) -> None:
        self.id = id
        self.owner = owner
        self.wish = wish
        self.seats = seats
        self.kept: list[str | None] = [None] * len(seats)
        self.invite = ""
        self.phase = "before"
        self.started = False
        self.rematch: str | None = None
        self.seen: dict[str, int] = {}
        """When somebody who plays was last there."""
        self.out: set[int] = set()
        """Seats that a bot plays."""

    def own(self, person: str) -> list[int]:
        """The seats of a person."""
        return [seat for seat, sits in enumerate(self.seats) if sits == person]

    def roles(self, person: str) -> set[str]:
        """What somebody is here."""
        watch = self.wish.get("watch", True)
        found = {"seat"} if self.own(person) else {"spectator"} if watch else {"stranger"}
        return found | ({"host"} if self.owner == person else set())

    def may(self, rows: dict[str, Row], what: str, person: str, phase: str | None = None) -> bool:
        """Does the model allow it?"""
        return bool(self.roles(person) & getattr(rows[what], phase or self.phase))


class Link:
    """A socket, and all that it was told."""

    def __init__(self, guest: Guest, desk: Desk, process: int, socket: ClientConnection) -> None:
        self.guest = guest
        self.desk = desk
        self.process = process
        self.version = guest.version
        self.socket = socket
        self.hello = False
        self.closed: int | None = None
        self.heard: list[dict[str, Any]] = []
        self.judged = 0
        self.next = 0
        self.news = asyncio.Event()
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            while True:
                self.heard.append(json.loads(await self.socket.recv()))
                self.news.set()
        except ConnectionClosed as closed:
            self.closed = 0 if closed.rcvd is None else closed.rcvd.code
            self.news.set()

    async def say(self, message: dict[str, Any]) -> int:
        """Sends something; gives its id."""
        self.next += 1
        if message["type"] != "hello":
            message = {"id": self.next, **message}
        with contextlib.suppress(ConnectionClosed):
            await self.socket.send(json.dumps(message))
        return self.next

    async def answers(self, ids: list[int]) -> dict[int, dict[str, Any]]:
        """The answers to these, or those that came before the socket closed."""
        async with asyncio.timeout(30):
            while True:
                found = {one["id"]: one for one in self.heard if one.get("id") in ids}
                if len(found) == len(ids) or self.closed is not None:
                    return found
                self.news.clear()
                await self.news.wait()

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Sends something and gives the answer; empty if the socket closed instead."""
        id = await self.say(message)
        return (await self.answers([id])).get(id, {})

    @property
    def revoked(self) -> bool:
        """Did it come with an identity that is worth nothing any more?"""
        return self.version != self.guest.version


class Walk:
    """Guests, tables and sockets, and the steps that they take."""

    def __init__(self, servers: list[Any], worlds: list[Ids], guests: list[Guest], seed: int) -> None:
        self.servers = servers
        self.worlds = worlds
        self.guests = guests
        self.dice = random.Random(seed)
        self.desks: list[Desk] = []
        self.links: list[Link] = []
        self.story: list[str] = []
        self.compared = 0
        """How many answers and messages were compared with the model."""
        self.steps = [
            (self.make, 2), (self.join, 6), (self.leave, 2), (self.connect, 8), (self.speak, 4), (self.start, 6),
            (self.revoke, 1), (self.hang_up, 2), (self.act, 4), (self.resign, 4), (self.rematch, 5), (self.chat, 5),
            (self.wait, 1), (self.stand_in, 3), (self.read, 4),
        ]  # fmt: skip

    # --- what is true -------------------------------------------------------------------------------------------------

    def tell(self, text: str) -> None:
        """Keeps what was done, for whoever has to find out why something failed."""
        self.story.append(f"{len(self.story)}: {text}")

    def name(self, guest: Guest) -> str:
        """How the story calls somebody."""
        return "ABCDEFG"[self.guests.index(guest)]

    def halls(self) -> list[Any]:
        """The halls of all processes."""
        return [service(server).hall for server in self.servers]

    async def settle(self) -> None:
        """Nothing is under way any more."""
        for _ in range(12_000):  # where only bots are left they play to the end
            busy = [hall for hall in self.halls() if hall.tasks or hall.bots.thinking]
            if not busy:
                return
            await asyncio.sleep(0.005)
        raise AssertionError("the server does not come to rest")

    async def phases(self) -> None:
        """Matches that are over by the rules are over for the walk too, and bots play where the match has them play."""
        for desk in self.desks:
            if desk.phase == "during":
                session = (await self.halls()[0].look_at(desk.id))[0].session
                desk.out = {seat for seat, bot in enumerate(session.bots) if bot is not None}
                if session.outcome is not None:
                    desk.phase = "after"

    # --- steps --------------------------------------------------------------------------------------------------------

    async def step(self) -> None:
        """One step of somebody's, and then everything is compared."""
        for desk in [desk for desk in self.desks if desk.phase == "after" and not desk.started]:
            if self.dice.random() < 0.2:
                await self.forget(desk)
        before = [(link, link.desk.phase, set(link.desk.roles(link.guest.id))) for link in self.links]
        steps, weights = zip(*self.steps, strict=True)
        await self.dice.choices(steps, weights)[0]()
        if len(self.servers) > 1:
            await self.speak_unasked()
            await asyncio.sleep(0.03)
            for hall in self.halls():
                await hall.sweeper.compare()
        await self.settle()
        await self.phases()
        await self.compare(before)

    def some(self, *phases: str) -> Desk | None:
        """A table in one of these phases."""
        fitting = [desk for desk in self.desks if desk.phase in phases]
        return self.dice.choice(fitting) if fitting else None

    def a_link(self, desk: Desk | None = None) -> Link | None:
        """A socket that has said hello."""
        fitting = [link for link in self.links if link.hello and desk in (None, link.desk) and not link.revoked]
        return self.dice.choice(fitting) if fitting else None

    async def post(self, guest: Guest, path: str, body: Any = None) -> tuple[int, Any]:
        """A request of somebody's at some process: the status, and the answer."""
        player = self.dice.choice(guest.players)
        answer = await player.http.post(path, json={} if body is None else body)
        return answer.status_code, answer.json() if answer.content else None

    async def make(self) -> None:
        """Somebody makes a table."""
        if len(self.desks) >= MOST_TABLES:
            done = sorted((desk for desk in self.desks if desk.phase == "after"), key=lambda desk: desk.started)
            if not done:
                return
            await self.forget(done[0])
        guest = self.dice.choice(self.guests)
        wish = {**self.dice.choice(TABLES), "stand_in": "random"}
        wish |= {"open": self.dice.random() < 0.6, "watch": self.dice.random() < 0.6}
        status, made = await self.post(guest, "/api/tables", wish)
        assert status == 201, made
        seats = [guest.id if who == "me" else None for who in wish["seats"]]
        desk = Desk(made["id"], guest.id, wish, seats)
        desk.invite = made["invite"]
        self.desks.append(desk)
        self.tell(f"{self.name(guest)} makes {desk.id} {wish}")

    async def forget(self, desk: Desk) -> None:
        """The walk looks at a table no longer."""
        self.desks.remove(desk)
        for link in [link for link in self.links if link.desk is desk]:
            await self.drop(link)

    async def join(self) -> None:
        """Somebody sits down, or everybody who is missing."""
        desk = self.some("before", "before", "during")
        if desk is None:
            return
        if self.dice.random() < 0.5:
            await self.sit_down(desk, self.dice.choice(self.guests))
            return
        for guest in self.dice.sample(self.guests, len(self.guests)):
            if desk.phase == "before" and not all(desk.seats) and not desk.own(guest.id):
                await self.sit_down(desk, guest)

    async def sit_down(self, desk: Desk, guest: Guest) -> None:
        """Somebody sits down, if that is right."""
        invited = self.dice.random() < 0.8
        kept = [i for i, who in enumerate(desk.kept) if who == guest.id and desk.seats[i] is None]
        free = [i for i, who in enumerate(desk.seats) if who is None and desk.kept[i] is None]
        asked = bool(kept) or desk.wish["open"] or invited or desk.owner == guest.id
        right = desk.may(MODEL.requests, "join", guest.id) and asked and bool(kept or free)
        body = {"invite": desk.invite} if invited else {}
        status, answer = await self.post(guest, f"/api/tables/{desk.id}/join", body)
        self.tell(f"{self.name(guest)} joins {desk.id}: {status}")
        assert (status == 200) == right, (status, answer)
        for seat in (kept or free[:1]) if right else []:
            desk.seats[seat], desk.kept[seat] = guest.id, None
        if right:
            desk.seen[guest.id] = self.worlds[0].time
        if right and kept and all(desk.seats):
            self.begin(desk)

    async def leave(self) -> None:
        """Somebody gets up."""
        desk, guest = self.some("before", "during"), self.dice.choice(self.guests)
        if desk is None:
            return
        kept = guest.id in desk.kept
        right = desk.phase == "before" and (desk.may(MODEL.requests, "leave", guest.id) or kept)
        status, answer = await self.post(guest, f"/api/tables/{desk.id}/leave")
        self.tell(f"{self.name(guest)} leaves {desk.id}: {status}")
        assert (status == 200) == right, (status, answer)
        if right:
            desk.seats = [None if who == guest.id else who for who in desk.seats]
            desk.kept = [None if who == guest.id else who for who in desk.kept]
            if not any(desk.seats):
                desk.phase = "after"

    async def start(self) -> None:
        """Somebody starts the match."""
        full = [desk for desk in self.desks if desk.phase == "before" and all(desk.seats)]
        desk = self.dice.choice(full) if full else self.some("before", "during")
        if desk is None:
            return
        owner = next(guest for guest in self.guests if guest.id == desk.owner)
        guest = owner if self.dice.random() < 0.7 else self.dice.choice(self.guests)
        right = desk.may(MODEL.requests, "start", guest.id) and all(desk.seats)
        status, answer = await self.post(guest, f"/api/tables/{desk.id}/start")
        self.tell(f"{self.name(guest)} starts {desk.id}: {status}")
        assert (status == 200) == right, (status, answer)
        if right:
            self.begin(desk)

    def begin(self, desk: Desk) -> None:
        """A match has begun."""
        desk.phase, desk.started = "during", True
        desk.seen = {who: self.worlds[0].time for who in desk.seats if who is not None}

    async def rematch(self) -> None:
        """Somebody wants the same again."""
        desk, guest = self.some("after"), self.dice.choice(self.guests)
        if desk is None:
            return
        right = desk.started and desk.may(MODEL.requests, "rematch", guest.id)
        status, answer = await self.post(guest, f"/api/tables/{desk.id}/rematch")
        self.tell(f"{self.name(guest)} wants a rematch of {desk.id}: {status} {answer}")
        assert (status == 200) == right, (status, answer)
        if not right:
            return
        if desk.rematch is None:
            desk.rematch = answer["table"]
            again = Desk(answer["table"], guest.id, desk.wish, [None] * len(desk.seats))
            game = game_named(desk.wish["game"])
            assert game is not None
            shift = game.guide().rematch({}, None, len(desk.seats)).shift
            again.kept = [*desk.seats[shift:], *desk.seats[:shift]]
            again.invite = (await self.dice.choice(guest.players).get(f"/api/tables/{again.id}"))["invite"]
            self.desks.append(again)
        assert answer["table"] == desk.rematch
        found = [each for each in self.desks if each.id == desk.rematch]
        if found and found[0].phase == "before":
            again = found[0]
            for seat, who in enumerate(again.kept):
                if who == guest.id and again.seats[seat] is None:
                    again.seats[seat], again.kept[seat] = guest.id, None
                    again.seen[guest.id] = self.worlds[0].time
            if all(again.seats):
                self.begin(again)
            elif self.dice.random() < 0.5:
                await self.sit_down(again, self.dice.choice(self.guests))  # perhaps one who did not play

    async def connect(self) -> None:
        """Somebody opens a socket, and perhaps says nothing for a while."""
        desk, guest = self.some("before", "during", "after"), self.dice.choice(self.guests)
        if desk is None:
            return
        if self.dice.random() < 0.6 and any(desk.seats):
            guest = self.dice.choice([guest for guest in self.guests if desk.own(guest.id)])
        if len(self.links) >= MOST_LINKS:
            await self.drop(self.dice.choice(self.links))
        process = self.dice.randrange(len(self.servers))
        player = guest.players[process]
        url = f"{player.base.replace('http', 'ws')}/api/tables/{desk.id}/live"
        headers = {"Authorization": f"Bearer {player.token}"}
        socket = await connect(url, additional_headers=headers, max_size=None)
        link = Link(guest, desk, process, socket)
        self.links.append(link)
        self.tell(f"{self.name(guest)} connects to {desk.id} at {process}")
        if self.dice.random() < 0.5:
            await self.greet(link)

    async def speak(self) -> None:
        """A socket that was silent says hello."""
        silent = [link for link in self.links if not link.hello]
        if silent:
            await self.greet(self.dice.choice(silent))

    async def greet(self, link: Link) -> None:
        """Hello, and what comes of it."""
        self.tell(f"{self.name(link.guest)} says hello at {link.desk.id}")
        await link.say({"type": "hello", "protocol": 1, "have": 0})
        link.hello = True
        await link.ask({"type": "ping"})

    async def hang_up(self) -> None:
        """A link is lost."""
        if self.links:
            link = self.dice.choice(self.links)
            self.tell(f"{self.name(link.guest)} loses the link to {link.desk.id}")
            await self.drop(link)

    async def drop(self, link: Link) -> None:
        """A socket is closed from outside."""
        self.links.remove(link)
        await link.socket.close()
        await link.reading
        for _ in range(400):
            if not any(link.guest.id in hall.links for hall in self.halls()) or self.still(link):
                break
            await asyncio.sleep(0.005)
        link.desk.seen[link.guest.id] = self.worlds[0].time
        await self.settle()

    def still(self, link: Link) -> bool:
        """Are there as many sockets of a person left as the walk counts?"""
        left = sum(other.guest is link.guest and other.closed is None for other in self.links)
        return sum(len(hall.links.get(link.guest.id, ())) for hall in self.halls()) <= left

    async def revoke(self) -> None:
        """Somebody makes all identities given out before worthless."""
        guest = self.dice.choice(self.guests)
        status, answer = await self.post(guest, "/api/me/revoke")
        assert status == 200, answer
        guest.version += 1
        guest.take(answer["token"])
        self.tell(f"{self.name(guest)} revokes")

    async def speak_unasked(self) -> None:
        """Sockets whose identity was revoked a moment ago try to do something before anybody told their process."""
        for link in [link for link in self.links if link.revoked and link.closed is None]:
            heard = len(link.heard)
            room = self.halls()[link.process].rooms.get(link.desk.id)
            at = 0 if room is None or room.session is None else room.session.number
            message = {"type": "resign", "at": at} if link.hello else {"type": "hello", "protocol": 1, "have": 0}
            await link.say(message)
            await link.ask({"type": "ping"})
            async with asyncio.timeout(10):
                await link.reading
            told = {one["type"] for one in link.heard[heard:]}
            assert link.closed == 4001 and told <= {"bye", "table", "pong"}, (link.closed, told)
            self.compared += 1

    async def act(self) -> None:
        """Some socket, whoever's, takes an action that is legal now."""
        link = self.a_link()
        if link is None or link.desk.phase != "during":
            return
        desk = link.desk
        session = (await self.halls()[link.process].room(desk.id)).session
        turn = session.match.to_act()
        word = self.dice.choice(session.match.actions())
        own = desk.own(link.guest.id)
        right = turn in own[:1] and turn not in desk.out
        answer = await link.ask({"type": "act", "at": session.number, "action": word})
        self.tell(f"{self.name(link.guest)} acts at {desk.id}: {answer.get('type')} {answer.get('code')}")
        if answer.get("code") != "stale":
            assert (answer.get("type") == "done") == right, answer
        self.compared += 1

    async def resign(self) -> None:
        """Some socket gives up."""
        link = self.a_link()
        if link is None or link.desk.phase != "during" or self.dice.random() < 0.5:
            return
        session = (await self.halls()[link.process].room(link.desk.id)).session
        own = link.desk.own(link.guest.id)
        right = bool(own) and own[0] not in session.gone
        answer = await link.ask({"type": "resign", "at": session.number})
        self.tell(f"{self.name(link.guest)} resigns at {link.desk.id}: {answer.get('type')} {answer.get('code')}")
        if answer.get("code") != "stale":
            assert (answer.get("type") == "done") == right, answer
        self.compared += 1

    async def chat(self) -> None:
        """Some socket says something to the table; rather where somebody stands by who may not hear it."""
        curious = [link.desk for link in self.links if link.hello and "stranger" in link.desk.roles(link.guest.id)]
        link = self.a_link(self.dice.choice(curious) if curious else None) or self.a_link()
        if link is None:
            return
        if not link.desk.own(link.guest.id) and any(link.desk.seats):
            # Who sits there may come first.
            own = [one for one in self.links if one.hello and one.desk is link.desk and one.desk.own(one.guest.id)]
            link = self.dice.choice([link, *(one for one in own if not one.revoked)])
        right = link.desk.may(MODEL.messages, "chat", link.guest.id)
        answer = await link.ask({"type": "chat", "text": f"{self.name(link.guest)} {len(self.story)}"})
        self.tell(f"{self.name(link.guest)} chats at {link.desk.id}: {answer.get('type')}")
        assert (answer.get("type") == "done") == right or link.closed is not None, answer
        self.compared += 1

    async def wait(self) -> None:
        """A minute passes: who is not there has vanished then."""
        for world in self.worlds:
            world.time += VANISH_MS
        for hall in self.halls():
            await hall.sweeper.renew()
        for link in self.links:
            if link.hello and link.closed is None:
                link.desk.seen[link.guest.id] = self.worlds[0].time
        self.tell("a minute passes")

    async def stand_in(self) -> None:
        """Somebody wants a bot for another's seat, and names one."""
        link = self.a_link()
        if link is None or link.desk.phase != "during" or len(link.desk.seats) < 3:
            return
        desk, time = link.desk, self.worlds[0].time
        own = desk.own(link.guest.id)
        target = self.dice.randrange(len(desk.seats))
        who = desk.seats[target]
        assert who is not None
        there = any(each.guest.id == who and each.desk is desk and each.hello for each in self.links)
        vanished = not there and time - desk.seen.get(who, 0) > 60_000
        right = bool(own) and (target in own or vanished) and target not in desk.out
        session = (await self.halls()[link.process].room(desk.id)).session
        answer = await link.ask({"type": "stand_in", "at": session.number, "seat": target, "bot": "greedy"})
        self.tell(f"{self.name(link.guest)} wants a bot for seat {target} of {desk.id}: {answer.get('type')} {answer}")
        if answer.get("code") == "stale":
            return
        assert (answer.get("type") == "done") == right, answer
        if right:
            await self.settle()
            room = await self.halls()[link.process].room(desk.id)
            chosen = "greedy" if target in own else "random"
            assert room.session.bots[target] == chosen, room.session.bots
        self.compared += 1

    async def read(self) -> None:
        """Somebody, or nobody, asks over HTTP."""
        desk, guest = self.some("before", "during", "after"), self.dice.choice(self.guests)
        if desk is None:
            return
        player = self.dice.choice(guest.players)
        shown = self.dice.random() < 0.8
        headers = {} if shown else {"authorization": "Bearer nobody.1.x"}
        person = guest.id if shown else ""
        asked = (
            ("replay", "/replay"),
            ("moment", "/replay/0"),
            ("record", "/record"),
            ("cards", "/cards"),
            ("review", "/review"),
        )
        for what, path in asked:
            # Where no match was played there is an empty history, and nothing else.
            right = desk.may(MODEL.requests, what, person) and (desk.started or what == "replay")
            if what == "cards" and desk.wish["game"] == "vediic":
                continue  # a game without cards
            answer = await player.http.get(f"/api/tables/{desk.id}{path}", headers=headers)
            assert (answer.status_code == 200) == right, (what, answer.text[:200])
            if right and what in ("replay", "moment"):
                own = desk.own(person)
                assert answer.json()["seat"] == (own[0] if own else None)
            self.compared += 1
        info = (await player.http.get(f"/api/tables/{desk.id}", headers=headers)).json()
        assert (info["invite"] is not None) == desk.may(MODEL.sees, "invite", person)
        self.tell(f"{self.name(guest)} reads {desk.id}")

    # --- comparing ----------------------------------------------------------------------------------------------------

    async def compare(self, before: list[tuple[Link, str, set[str]]]) -> None:
        """What every socket was told since the last step, and what it could see and do now."""
        was = {id(link): (phase, roles) for link, phase, roles in before}
        for link in list(self.links):
            self.judge(link, *was.get(id(link), (link.desk.phase, link.desk.roles(link.guest.id))))
            if link.closed is None and link.hello:
                await self.probe(link)
            if link.closed is not None:
                self.judge_closing(link)
                self.links.remove(link)
                link.desk.seen[link.guest.id] = self.worlds[0].time
        await self.settle()

    def judge_closing(self, link: Link) -> None:
        """A socket is closed only if its identity was revoked, if it may not be here, or if it was silent for long."""
        person, desk = link.guest.id, link.desk
        unwelcome = not desk.may(MODEL.messages, "hello", person)
        reasons = {4001: link.revoked, 4004: unwelcome, 4010: not link.hello}
        assert link.closed in [code for code, holds in reasons.items() if holds], link.closed
        self.compared += 1

    def judge(self, link: Link, phase: str, roles: set[str]) -> None:
        """May all that a socket was told have been told, by how it was before this step or is after it?"""
        desk, person = link.desk, link.guest.id
        now = desk.roles(person)
        for message in link.heard[link.judged :]:
            kind = message["type"]
            if kind in MODEL.sees:
                row = MODEL.sees[kind]
                assert roles & getattr(row, phase) or now & getattr(row, desk.phase), (kind, phase, roles, now)
                self.compared += 1
            own = desk.own(person)
            if kind == "state":
                assert message["seat"] == (own[0] if own else None), "through another's eyes"
            if kind == "update" and "action" in message["past"]:
                assert message["past"]["seat"] in own, "another's own words"
            if kind in ("state", "update") and message.get("actions"):
                assert own and message["standing"]["to_act"] == own[0], "another's choices"
            if kind == "table" and message["table"]["invite"] is not None:
                assert roles & {"seat", "host"} or now & {"seat", "host"}
        link.judged = len(link.heard)

    async def probe(self, link: Link) -> None:
        """What a socket can see and do now."""
        desk, person = link.desk, link.guest.id
        own, seats = desk.own(person), len(desk.seats)
        other = next((seat for seat in (PARTNER, 1, 0) if seat < seats and seat not in own), None)
        seen = len(link.heard)
        ids = {
            "hello": await link.say({"type": "hello", "protocol": 1}),
            "act": await link.say({"type": "act", "at": FAR, "action": "x"}),
            "eyes": await link.say({"type": "ask", "at": FAR, "what": "score", "more": {"seat": other}}),
            "help": await link.say({"type": "ask", "at": FAR, "what": "hint"}),
            "ping": await link.say({"type": "ping"}),
        }
        told = await link.answers([id for what, id in ids.items() if what != "hello"])
        if link.closed is not None:
            return
        await self.settle()
        codes = {what: told[id].get("code") for what, id in ids.items() if id in told}
        states = [one for one in link.heard[seen:] if one["type"] == "state"]
        link.judged = len(link.heard)
        if not desk.started:
            assert not states
            assert codes["act"] == (
                "not_started" if own and desk.phase == "before" else "over" if own else "not_seated"
            )
        else:
            assert states and states[-1]["seat"] == (own[0] if own else None)
            session = self.halls()[link.process].rooms[desk.id].session
            if states[-1]["number"] == session.number:
                truth = json.loads(json.dumps(session.match.view(own[0] if own else None)))
                assert states[-1]["view"] == truth, "not the view of this seat"
            over = desk.phase == "after"
            assert codes["act"] == ("not_seated" if not own else "over" if over else "stale"), codes
            if other is not None:
                assert codes["eyes"] == ("no_such_number" if over else "running"), codes
            assert codes["help"] == ("no_such_number" if own or over else "not_seated"), codes
        self.compared += len(told)

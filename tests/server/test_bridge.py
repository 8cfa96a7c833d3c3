"""orrery bridge: a bot of another machine at a table of a server, as a guest that everybody sees to be a program."""

from __future__ import annotations

import asyncio
import functools
import socket
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from command import orrery
from orrery.bridge import Bridge, BridgeFault, Place, guest_name
from orrery.core.data import JsonObject
from server.harness import Player, open_table, people, play_own, running, service

GREEDY = "greedy"


def looped(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that runs in a loop of its own."""

    @functools.wraps(test)
    def run(*given: Any, **named: Any) -> None:
        asyncio.run(test(*given, **named))

    return run


async def bridged(
    server: Any, table: str | None, invite: str | None, bot: str = GREEDY
) -> tuple[Bridge, asyncio.Task[Any]]:
    """A bot that has sat down and plays in a thread."""
    link = None if table is None else f"{server.address}/table/{table}" + (f"?invite={invite}" if invite else "")
    bridge = Bridge(Place(server.address, None, link), bot, "Robin", lambda line: None)
    await asyncio.to_thread(bridge.come)
    return bridge, asyncio.create_task(asyncio.to_thread(bridge.play))


async def table_of(ann: Player, game: str = "space_editor", **wish: Any) -> JsonObject:
    """A table of Ann's that waits for one more."""
    wish.setdefault("options", {"mode": "half"} if game == "space_editor" else {})
    made: JsonObject = await ann.post("/api/tables", {"game": game, "seats": ["me", "open"], **wish})
    return made


@pytest.mark.parametrize("game", ["space_editor", "vediic", "five_spheres"])
@looped
async def test_a_bot_sits_down_by_invitation_is_marked_and_plays_to_the_end(sqlite_database: str, game: str) -> None:
    options: JsonObject = {"five_spheres": {"max_turns": 8}, "vediic": {"max_rounds": 6}}.get(game, {"mode": "half"})
    async with running(sqlite_database) as server:
        [ann] = await people(server, "Ann")
        made = await table_of(ann, game, options=options)
        bridge, playing = await bridged(server, made["id"], made["invite"], "random")
        info = await ann.get(f"/api/tables/{made['id']}")
        assert [(seat["name"], seat["kind"], seat["program"]) for seat in info["seats"]] == [
            ("Ann", "person", False),
            ("Robin", "person", True),
        ]
        await ann.post(f"/api/tables/{made['id']}/start")
        async with ann.at(made["id"]) as seat:
            await seat.until("state")
            await play_own(seat, 0)
        outcome = await asyncio.wait_for(playing, 30)
        assert outcome == seat.standing["outcome"]
        session = service(server).hall.rooms[made["id"]].session
        assert bridge.seat.seen == session.match.seen(1)
        assert bridge.seat.view == session.match.view(1)
        bridge.leave(outcome)


@looped
async def test_a_bot_follows_when_actions_are_taken_back_and_says_no_to_proposals(sqlite_database: str) -> None:
    async with running(sqlite_database) as server:
        [ann] = await people(server, "Ann")
        made = await table_of(ann, "vediic", options={"max_rounds": 4})
        bridge, playing = await bridged(server, made["id"], made["invite"], "random")
        await ann.post(f"/api/tables/{made['id']}/start")
        async with ann.at(made["id"]) as seat:
            await seat.until("state")
            undone = proposed = 0
            while seat.standing["outcome"] is None:
                if seat.standing["to_act"] != 0 or not seat.actions or seat.standing["proposal"] is not None:
                    await seat.hear()
                    continue
                before = seat.number
                if seat.undo_to is not None and undone < 2:
                    answer = await seat.ask({"type": "undo", "at": before, "to": seat.undo_to})
                    undone += 1
                elif proposed < 1 and before > 6:
                    answer = await seat.ask({"type": "offer", "at": before, "what": "draw"})
                    proposed += 1
                else:
                    answer = await seat.act(seat.actions[0])
                assert answer["type"] == "done", answer
                await seat.reach(answer["number"])
        await asyncio.wait_for(playing, 30)
        assert proposed and undone
        assert bridge.seat.seen == service(server).hall.rooms[made["id"]].session.match.seen(1)
        bridge.leave(None)


@looped
async def test_a_bot_that_fails_resigns_instead_of_leaving_people_waiting(sqlite_database: str, tmp_path: Path) -> None:
    file = tmp_path / "gone.py"
    file.write_text("import sys\nfor line in sys.stdin:\n    print('{\"ok\": true}', flush=True)\n")
    async with running(sqlite_database) as server:
        [ann] = await people(server, "Ann")
        made = await table_of(ann)
        bridge, playing = await bridged(server, made["id"], made["invite"], f"cmd:{sys.executable} {file}")
        await ann.post(f"/api/tables/{made['id']}/start")
        async with ann.at(made["id"]) as seat:
            await seat.until("state")
            await play_own(seat, 0)
        outcome = await asyncio.wait_for(playing, 30)
        assert (outcome["by"], outcome["winners"]) == ("resign", [0])
        bridge.leave(outcome)


@looped
async def test_a_bot_comes_back_when_its_link_breaks(sqlite_database: str) -> None:
    async with running(sqlite_database) as server:
        [ann] = await people(server, "Ann")
        made = await table_of(ann)
        bridge, playing = await bridged(server, made["id"], made["invite"])
        await ann.post(f"/api/tables/{made['id']}/start")
        async with ann.at(made["id"]) as seat:
            await seat.until("state")
            broken = 0
            while seat.standing["outcome"] is None:
                if seat.number > 6 and not broken:
                    broken += cut(bridge)
                if seat.standing["to_act"] == 0 and seat.actions:
                    await seat.reach((await seat.act(seat.actions[0]))["number"])
                else:
                    await seat.hear()
        assert broken
        assert (await asyncio.wait_for(playing, 30))["by"] == "game"
        bridge.leave(None)


def cut(bridge: Bridge) -> bool:
    """Breaks the link of a bot, if it has one."""
    link = bridge.link
    if link is not None:
        link.socket.shutdown(socket.SHUT_RDWR)
    return link is not None


@looped
async def test_a_guest_who_is_no_program_has_no_mark_and_a_program_cannot_take_it_off(sqlite_database: str) -> None:
    async with running(sqlite_database) as server:
        ann = Player(server.address, "Ann")
        me = await ann.post("/api/me", {"name": "Ann", "program": True})
        ann.http.headers["authorization"] = f"Bearer {me['token']}"
        assert me["person"].startswith("0")
        answer = await ann.http.patch("/api/me", json={"name": "Annette", "program": False})
        assert answer.status_code == 400
        assert (await ann.http.patch("/api/me", json={"name": "Annette"})).json()["person"] == me["person"]
        made = await table_of(ann)
        [ben] = await people(server, "Ben")
        assert not ben.id.startswith("0")
        seats = (await ben.post(f"/api/tables/{made['id']}/join", {"invite": made["invite"]}))["seats"]
        assert [seat["program"] for seat in seats] == [True, False]


@looped
async def test_a_program_does_not_wait_for_people_in_a_quick_match(sqlite_database: str) -> None:
    async with running(sqlite_database) as server:
        robin = Player(server.address, "Robin")
        me = await robin.post("/api/me", {"name": "Robin", "program": True})
        robin.http.headers["authorization"] = f"Bearer {me['token']}"
        refused = await robin.post("/api/quick/vediic", {}, 400)
        assert refused["code"] == "no_programs"


@looped
async def test_what_keeps_a_bot_from_a_table_is_told_in_a_sentence(sqlite_database: str) -> None:
    async with running(sqlite_database) as server:
        ann, ben = await people(server, "Ann", "Ben")
        full = await open_table([ann, ben])
        here = server.address
        for url, table, bot, sentence in (
            (here, full, "greedy", "the match at table .* is playing: nobody sits down any more"),
            (here, "nosuch", "greedy", "there is no such table"),
            (here, None, "greedy", "no table there is open to all; name one by --table CODE or --invite LINK"),
            (here, (await table_of(ann, open=False))["id"], "greedy", "invit"),
            (here, (await table_of(ann, open=False))["id"], "levle2", "did you mean level2?"),
            ("http://127.0.0.1:9", None, "greedy", "http://127.0.0.1:9 does not answer"),
        ):
            bridge = Bridge(Place(url, table, None), bot, "Robin", lambda line: None)
            with pytest.raises(BridgeFault, match=sentence):
                await asyncio.to_thread(bridge.come)


@pytest.mark.parametrize(
    ("url", "link", "sentence"),
    [
        ("ftp://x", None, "'ftp://x' is no address of a server; it begins with http:// or https://"),
        ("localhost:8000", None, "is no address of a server"),
        ("http://x", "http://x/decks/7", r"is no invitation; one is http://x/table/CODE\?invite=WORD"),
    ],
)
def test_an_address_that_is_none_is_refused(url: str, link: str | None, sentence: str) -> None:
    with pytest.raises(BridgeFault, match=sentence):
        Place(url, None, link)


def test_an_invitation_names_server_table_and_word() -> None:
    for place in (
        Place("http://x", None, "https://play.example.org/table/abc?invite=word"),
        Place("https://play.example.org/table/abc?invite=word", None, None),
    ):
        assert (place.base, place.table, place.invite) == ("https://play.example.org", "abc", "word")
        assert place.socket == "wss://play.example.org/api/tables/abc/live"


def test_a_long_name_of_a_bot_is_cut_for_the_table() -> None:
    assert guest_name("cmd:./engine  --fast") == "cmd:./engine --fast"
    assert len(guest_name("x" * 99)) == 32


def test_the_command_refuses_two_tables() -> None:
    found = orrery("bridge", "http://x", "--bot", "greedy", "--table", "a", "--invite", "http://x/table/a")
    assert found.exit_code == 2
    assert found.output == "orrery: say either --table or --invite: the link names its table\n"

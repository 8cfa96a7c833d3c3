"""Wake-ups: many in one message, none heard by who sent it, and a Redis that is gone harms nobody."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable
from typing import Any

import msgspec
import pytest
from litestar.channels.backends.base import ChannelsBackend

from orrery.server.live.lobby import TABLE_CHANGED
from orrery.server.live.talk import CHAT_CHANGED
from orrery.server.live.wakeups import WAKE, Steady, Wake, read_wakes


class Wire(ChannelsBackend):
    """What several processes share; it may be broken."""

    def __init__(self) -> None:
        self.ends: list[asyncio.Queue[tuple[str, bytes]]] = []
        self.messages: list[bytes] = []
        self.broken = False

    async def on_startup(self) -> None: ...

    async def on_shutdown(self) -> None: ...

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        if self.broken:
            raise ConnectionError("no wire")
        self.messages.append(data)
        for end in self.ends:
            for channel in channels:
                end.put_nowait((channel, data))

    async def subscribe(self, channels: Iterable[str]) -> None: ...

    async def unsubscribe(self, channels: Iterable[str]) -> None: ...

    async def stream_events(self) -> AsyncGenerator[tuple[str, Any], None]:
        end: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self.ends.append(end)
        while True:
            yield await end.get()

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        return []


def line(match: str, number: int) -> bytes:
    return msgspec.json.encode(Wake(match, number))


def test_many_wake_ups_travel_in_few_messages_and_only_others_hear_them() -> None:
    async def run() -> None:
        wire = Wire()
        one, two = Steady(wire), Steady(wire)
        heard: dict[str, list[str]] = {"one": [], "two": []}

        async def listen(name: str, end: Steady) -> None:
            async for _, message in end.stream_events():
                heard[name] += read_wakes(message)

        listening = [asyncio.create_task(listen("one", one)), asyncio.create_task(listen("two", two))]
        while len(wire.ends) < 2:
            await asyncio.sleep(0)
        for i in range(1000):
            await one.publish(line(f"m{i}", 1), [WAKE])
        await two.publish(line("other", 1), [WAKE])
        while len(heard["two"]) < 1000 or not heard["one"]:
            await asyncio.sleep(0.001)
        assert heard == {"one": ["other"], "two": [f"m{i}" for i in range(1000)]}
        assert len(wire.messages) == 2
        # What waits when the server stops is sent.
        await one.publish(line("last", 1), [WAKE])
        await one.publish(line("very last", 1), [WAKE])
        await one.on_shutdown()
        assert wire.messages[-1].endswith(line("very last", 1))
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)

    asyncio.run(run())


def test_a_wire_that_is_broken_harms_nobody_and_is_used_again_when_it_is_whole() -> None:
    async def run() -> None:
        wire = Wire()
        one = Steady(wire)
        wire.broken = True
        await one.publish(line("m", 1), [WAKE])
        while not one.faults:
            await asyncio.sleep(0)
        wire.broken = False
        await one.publish(line("m", 2), [WAKE])
        await one.on_shutdown()
        (message,) = wire.messages
        assert read_wakes(message.partition(b"\n")[2]) == {"m": {2}}

    asyncio.run(run())


def test_of_one_match_only_the_highest_number_counts_and_other_news_beside_it() -> None:
    rows = [("a", 2), ("a", 5), ("a", 3), ("b", 1), ("a", TABLE_CHANGED), ("a", CHAT_CHANGED), ("a", TABLE_CHANGED)]
    message = b"\n".join(line(*row) for row in rows)
    assert read_wakes(message) == {"a": {5, TABLE_CHANGED, CHAT_CHANGED}, "b": {1}}


@pytest.mark.parametrize("message", [b"?", b'["a"]', b'["a", "b"]', b'["a", 1]\nx', b"\xff"])
def test_a_message_that_is_none_is_refused(message: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        read_wakes(message)

"""Wake-ups: many in one message, none heard by who sent it, and a Redis that is gone, or hangs, harms nobody."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncGenerator

import msgspec
import pytest

from orrery.server.live import wakeups
from orrery.server.live.lobby import TABLE_CHANGED
from orrery.server.live.talk import CHAT_CHANGED
from orrery.server.live.wakeups import RedisWire, Wake, Wakes, Wakeups, read_wakes
from server.conftest import Redis
from server.harness import ann_and_ben, play_on, running, service


class Line:
    """What several processes share; it may be broken."""

    def __init__(self) -> None:
        self.ends: list[asyncio.Queue[bytes]] = []
        self.sent: list[bytes] = []
        self.broken = False

    async def send(self, message: bytes) -> None:
        if self.broken:
            raise ConnectionError("no wire")
        self.sent.append(message)
        for end in self.ends:
            end.put_nowait(message)

    async def messages(self) -> AsyncGenerator[bytes, None]:
        end: asyncio.Queue[bytes] = asyncio.Queue()
        self.ends.append(end)
        while True:
            yield await end.get()

    async def close(self) -> None: ...


def line(match: str, number: int) -> bytes:
    return msgspec.json.encode(Wake(match, number))


def test_many_wake_ups_travel_in_few_messages_and_only_others_hear_them() -> None:
    async def run() -> None:
        wire = Line()
        one, two = Wakeups(wire), Wakeups(wire)
        heard: dict[str, list[str]] = {"one": [], "two": []}
        listening = [
            asyncio.create_task(one.listen(heard["one"].extend)),
            asyncio.create_task(two.listen(heard["two"].extend)),
        ]
        while len(wire.ends) < 2:
            await asyncio.sleep(0)
        for i in range(1000):
            one.publish(f"m{i}", 1)
        two.publish("other", 1)
        while len(heard["two"]) < 1000 or not heard["one"]:
            await asyncio.sleep(0.001)
        assert heard == {"one": ["other"], "two": [f"m{i}" for i in range(1000)]}
        assert len(wire.sent) == 2
        # What waits when the server stops is sent.
        one.publish("last", 1)
        one.publish("very last", 1)
        await one.close()
        assert wire.sent[-1].endswith(line("very last", 1))
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)

    asyncio.run(run())


def test_a_wire_that_is_broken_harms_nobody_and_is_used_again_when_it_is_whole() -> None:
    async def run() -> None:
        wire = Line()
        one = Wakeups(wire)
        wire.broken = True
        one.publish("m", 1)
        while not one.faults:
            await asyncio.sleep(0)
        wire.broken = False
        one.publish("m", 2)
        await one.close()
        (message,) = wire.sent
        assert read_wakes(message.partition(b"\n")[2]) == {"m": {2}}

    asyncio.run(run())


def test_what_is_no_wake_up_is_passed_over_and_the_next_one_heard() -> None:
    async def run() -> None:
        wire = Line()
        heard: asyncio.Queue[Wakes] = asyncio.Queue()
        listening = asyncio.create_task(Wakeups(wire).listen(heard.put_nowait))
        while not wire.ends:
            await asyncio.sleep(0)
        await wire.send(b"somebody\nnonsense")
        await wire.send(b"somebody\n" + line("m", 1))
        assert await asyncio.wait_for(heard.get(), 10) == {"m": {1}}
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)

    asyncio.run(run())


async def hears(one: Wakeups, heard: asyncio.Queue[Wakes], match: str) -> int:
    """Tells it until it is heard; gives how often it had to."""
    async with asyncio.timeout(30):
        for times in range(1, 1000):
            one.publish(match, 1)
            try:
                async with asyncio.timeout(0.2):
                    while match not in await heard.get():
                        pass
                return times
            except TimeoutError:
                continue
    raise AssertionError("it is not heard")


def test_a_redis_that_is_not_there_yet_goes_away_or_hangs_is_used_again_when_it_answers(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, seconds in (("AGAIN", 0.05), ("PATIENCE", 0.3), ("QUIET", 0.3)):
        monkeypatch.setattr(wakeups, name, seconds)

    async def run() -> None:
        redis.stop()
        one, two = Wakeups(RedisWire(redis.url)), Wakeups(RedisWire(redis.url))
        heard: asyncio.Queue[Wakes] = asyncio.Queue()
        listening = asyncio.create_task(two.listen(heard.put_nowait))
        while not two.faults:
            await asyncio.sleep(0.01)
        redis.start()
        await hears(one, heard, "there")
        assert await hears(one, heard, "still there") == 1
        redis.stop()
        redis.start()
        await hears(one, heard, "back")
        assert redis.process is not None
        before = one.faults, two.faults
        redis.process.send_signal(signal.SIGSTOP)
        async with asyncio.timeout(20):
            while one.faults == before[0] or two.faults == before[1]:
                one.publish("hung", 1)
                await asyncio.sleep(0.05)
        async with asyncio.timeout(5):
            await one.close()  # it is not waited for
        redis.process.send_signal(signal.SIGCONT)
        await hears(one, heard, "well again")
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await asyncio.gather(one.close(), two.close())

    asyncio.run(run())


def test_a_server_starts_without_the_redis_that_it_is_told_of_and_people_play(
    sqlite_database: str, redis: Redis
) -> None:
    redis.stop()

    async def run() -> None:
        async with running(sqlite_database, redis=redis.url) as server, ann_and_ben(server, "vediic") as two:
            assert await play_on([two.a, two.b], 4) == 4
            assert service(server).wakeups.faults

    asyncio.run(run())


def test_a_server_plays_on_and_ends_while_redis_hangs(sqlite_database: str, redis: Redis) -> None:
    async def run() -> None:
        async with (
            asyncio.timeout(60),
            running(sqlite_database, redis=redis.url) as server,
            ann_and_ben(server, "vediic") as two,
        ):
            assert await play_on([two.a, two.b], 2) == 2
            assert redis.process is not None
            redis.process.send_signal(signal.SIGSTOP)
            assert await play_on([two.a, two.b], 4) == 4

    asyncio.run(run())


def test_of_one_match_only_the_highest_number_counts_and_other_news_beside_it() -> None:
    rows = [("a", 2), ("a", 5), ("a", 3), ("b", 1), ("a", TABLE_CHANGED), ("a", CHAT_CHANGED), ("a", TABLE_CHANGED)]
    message = b"\n".join(line(*row) for row in rows)
    assert read_wakes(message) == {"a": {5, TABLE_CHANGED, CHAT_CHANGED}, "b": {1}}


@pytest.mark.parametrize("message", [b"?", b'["a"]', b'["a", "b"]', b'["a", 1]\nx', b"\xff"])
def test_a_message_that_is_none_is_refused(message: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        read_wakes(message)

"""A bot that is a program: it speaks the engine protocol (docs/engines.md), JSON lines on its stdin and stdout.

    cmd:./engine --fast                 10 s a decision; whoever fails gives the match up
    cmd+500ms:node engine.mjs           so much time a decision
    cmd+2s+greedy:./engine              where it fails, greedy plays the rest of the match for it

The clock is hard: what has not come in time does not count, and the program is ended. What it writes to stderr is read
and thrown away but for its last lines, so that a full pipe never stops it. One process plays one match after another;
it ends with the program that started it, whose end closes its stdin.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import math
import os
import re
import shlex
import shutil
import signal
import sys
import weakref
from collections import deque
from pathlib import Path
from typing import Any, Final

from orrery.bots.bot import Bot, Clock, UnknownBot, make_bot, no_such_action
from orrery.bots.playing import Forfeit
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game, Result

LOG: Final = logging.getLogger("orrery.bots.engines")
PROTOCOL: Final = 1
HELLO: Final = 10.0
"""Seconds that a program has to start and say hello."""
USUAL: Final = 10.0
"""Seconds that it has for a decision, unless its name or the host says otherwise."""
LONGEST: Final = 3600.0
SLACK: Final = 1.0
"""So many seconds after its time an answer still counts: it has a way to go, and machines are busy."""
LINE_LIMIT: Final = 16 * 1024 * 1024
KEPT: Final = 20
"""Lines of stderr that are kept, for the sentence that says why a program ended."""
SEEDS: Final = 1 << 32
NAME: Final = re.compile(r"cmd((?:\+[^:+]*)*):(.*)", re.DOTALL)
TIME: Final = re.compile(r"([1-9][0-9]{0,6})(ms|s)")


class EngineFault(Exception):
    """A program that does not do what an engine does; a sentence, and which duty of a bot it is about."""

    def __init__(self, why: str, duty: str = "reliability") -> None:
        super().__init__(why)
        self.duty = duty


def is_command(name: str) -> bool:
    """Is it the name of an engine?"""
    return NAME.fullmatch(name) is not None


class Terms:
    """What the name of an engine says."""

    def __init__(self, name: str) -> None:
        """Raises UnknownBot."""
        found = NAME.fullmatch(name)
        assert found is not None, name
        self.seconds = USUAL
        self.stand_in: str | None = None
        for term in found.group(1).split("+")[1:]:
            time = TIME.fullmatch(term)
            if time is not None:
                self.seconds = min(LONGEST, int(time.group(1)) / (1000 if time.group(2) == "ms" else 1))
            elif re.fullmatch("[a-z_]+[0-9]*", term):
                self.stand_in = term
            else:
                raise UnknownBot(
                    f"{name!r}: {term!r} is neither a time such as 500ms or 2s nor a bot that plays on where the "
                    "engine fails, such as greedy"
                )
        self.words = words_of(name, found.group(2))


def words_of(name: str, command: str) -> list[str]:
    """A command as words. Raises UnknownBot if there is no such program."""
    try:
        words = shlex.split(command, posix=os.name != "nt")
        if len(words) == 1 and " " in words[0] and not Path(words[0]).is_file():
            words = shlex.split(words[0], posix=os.name != "nt")
    except ValueError as fault:
        raise UnknownBot(f"{name!r} is no command: {fault}") from None
    if not words:
        raise UnknownBot(f"{name!r} names no program; write cmd: and a command, such as cmd:./engine")
    program = words[0].strip('"')
    found = shutil.which(program)
    if found is None:
        path = Path(program)
        if path.is_dir():
            raise UnknownBot(f"{program} is a folder, not a program")
        if path.is_file():
            raise UnknownBot(f"{program} may not be run; make it executable, or name what runs it (python {program})")
        raise UnknownBot(f"there is no program {program!r}, neither here nor on the path")
    return [found, *words[1:]]


class Engine:
    """A running program."""

    def __init__(self, words: list[str]) -> None:
        """Starts it and says hello. Raises EngineFault."""
        self.said: deque[str] = deque(maxlen=KEPT)
        self.loop = asyncio.new_event_loop()
        group: Any = {"start_new_session": True} if os.name == "posix" else {}
        try:
            self.process = self.loop.run_until_complete(
                asyncio.create_subprocess_exec(
                    *words,
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.PIPE,
                    limit=LINE_LIMIT,
                    **group,
                )
            )
        except OSError as fault:
            self.loop.close()
            raise EngineFault(f"it cannot be started: {fault.strerror or fault}") from None
        self.drain = self.loop.create_task(drained(self.process, self.said))
        self._end = weakref.finalize(self, end, self.loop, self.process, self.drain)
        try:
            hello = self.ask({"op": "hello", "protocol": PROTOCOL}, HELLO)
            if hello.get("protocol", PROTOCOL) != PROTOCOL:
                raise EngineFault(f"it speaks protocol {hello['protocol']!r:.20} and not {PROTOCOL}")
        except EngineFault:
            self.close()
            raise
        name, games = hello.get("name"), hello.get("games")
        self.name = name[:40] if isinstance(name, str) else ""
        self.games = [game for game in games if isinstance(game, str)] if isinstance(games, list) else None
        """The games that it plays; None: it did not say."""

    def ask(self, request: JsonObject, seconds: float) -> JsonObject:
        """What it answers, within so many seconds. Raises EngineFault, and then it is of no use any more."""
        what = request["op"]
        line = json.dumps(request, separators=(",", ":")).encode() + b"\n"
        try:
            answer = self.loop.run_until_complete(asyncio.wait_for(self._exchange(line), seconds))
        except TimeoutError:
            raise EngineFault(f"late: no answer to {what} within {seconds:.1f} s", "punctuality") from None
        except (BrokenPipeError, ConnectionResetError, EOFError):
            raise EngineFault(f"it ended before it answered {what}{self._last_words()}") from None
        except KeyboardInterrupt:
            self.close()  # what it was asked is not waited for any more
            raise
        except ValueError:
            raise EngineFault(f"its answer to {what} is longer than {LINE_LIMIT} bytes") from None
        try:
            reply = json.loads(answer)
        except (ValueError, RecursionError):
            reply = None
        if not isinstance(reply, dict):
            shown = answer.decode(errors="replace").strip()
            raise EngineFault(f"its answer to {what} is no JSON object: {shown!r:.80}")
        if reply.get("ok") is False:
            error = reply.get("error")
            message = error.get("message") if isinstance(error, dict) else error
            raise EngineFault(f"it refuses {what}: {message!r:.200}")
        if reply.get("ok") is not True:
            raise EngineFault(
                f'its answer to {what} has no "ok": true: {answer.decode(errors="replace").strip()!r:.80}'
            )
        return reply

    async def _exchange(self, line: bytes) -> bytes:
        assert self.process.stdin is not None
        self.process.stdin.write(line)  # it is sent while the answer is waited for
        return await self._line()

    async def _line(self) -> bytes:
        assert self.process.stdout is not None
        while True:
            line = await self.process.stdout.readline()
            if not line:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(asyncio.shield(self.drain), 0.2)  # its last words come by another way
                raise EOFError
            if line.strip():
                return line

    def _last_words(self) -> str:
        words = [line for line in self.said if line]
        return f"; its last words: {words[-1]}" if words else ""

    def close(self) -> None:
        """Ends it."""
        self._end()

    @property
    def is_open(self) -> bool:
        """Can it still be asked?"""
        return self._end.alive


async def drained(process: asyncio.subprocess.Process, said: deque[str]) -> None:
    """Reads the stderr of a program as long as there is any, and keeps its last lines."""
    assert process.stderr is not None
    while True:
        try:
            line = await process.stderr.readline()
        except ValueError:
            continue  # a line beyond all bounds
        if not line:
            return
        said.append(line.decode(errors="replace").rstrip()[:200])


def end(loop: asyncio.AbstractEventLoop, process: asyncio.subprocess.Process, drain: asyncio.Task[None]) -> None:
    """Ends a program and what listens to it."""
    if loop.is_closed():
        return

    async def ended() -> None:
        if process.stdin is not None:
            process.stdin.close()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
        drain.cancel()
        await asyncio.gather(drain, return_exceptions=True)

    with contextlib.suppress(RuntimeError):  # the loop is at work: somebody else's end was in the middle of a question
        loop.run_until_complete(ended())
        loop.close()


IDLE: Final[dict[tuple[str, ...], list[Engine]]] = {}
"""Programs that wait for another match, by their command."""
MOST_IDLE: Final = 8


class EngineBot(Bot):
    """A program as a player."""

    def __init__(self, game: Game, name: str) -> None:
        """Raises UnknownBot if it cannot be started or is no engine for this game."""
        super().__init__(game, name)
        self.terms = Terms(name)
        stand_in = self.terms.stand_in
        self.stand_in: Bot | None = None if stand_in is None else make_bot(stand_in, game)
        self.faults: list[str] = []
        """Why somebody else played for it."""
        self.replaced = False
        """Does somebody else play the rest of this match?"""
        self.sent: list[JsonObject] | None = None
        """The events of this match that it knows; None: no match was begun."""
        self.seat = -1
        self.engine: Engine | None = None
        try:
            self.engine = self._engine()
        except EngineFault as fault:
            raise UnknownBot(f"{name} is no engine: {fault}") from None

    def _engine(self) -> Engine:
        """A running one."""
        if self.engine is not None and self.engine.is_open:
            return self.engine
        waiting = IDLE.get(tuple(self.terms.words), [])
        engine = waiting.pop() if waiting else Engine(self.terms.words)
        if engine.games is not None and self.game.name not in engine.games:
            games = ", ".join(engine.games) or "nothing"
            engine.close()
            raise EngineFault(f"it plays {games}, not {self.game.name}")
        self.engine = engine
        self.sent = None
        return engine

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        seed, left = fate.draw(SEEDS), clock.left()
        if not self._goes_on(view, seen):
            self.replaced = False
            self.sent = None
        if not self.replaced:
            try:
                return self._ask(view, seen, actions, seed, min(self.terms.seconds, left))
            except EngineFault as fault:
                self.close()
                self.faults.append(str(fault))
                if self.stand_in is None:
                    raise Forfeit(f"{self.name}: {fault}", fault.duty) from None
                self.replaced = True
                LOG.warning("%s: %s; %s plays on", self.name, fault, self.stand_in.name)
        assert self.stand_in is not None
        self.sent = list(seen)
        return self.stand_in.choose(view, seen, actions, fate, clock)

    def _goes_on(self, view: JsonObject, seen: list[JsonObject]) -> bool:
        """Is it the match that was begun?"""
        sent = self.sent
        return sent is not None and self.seat == view["to_act"] and seen[: len(sent)] == sent

    def _ask(self, view: JsonObject, seen: list[JsonObject], actions: list[str], seed: int, seconds: float) -> str:
        engine = self._engine()
        if self.sent is None:
            self.seat = view["to_act"]
            new: JsonObject = {"op": "new", "game": self.game.name, "rules": self.game.version, "seat": self.seat}
            engine.ask({**new, "options": view.get("options")}, HELLO)
            self.sent = []
        reply = engine.ask(
            {
                "op": "choose",
                "view": view,
                "events": seen[len(self.sent) :],
                "actions": actions,
                "seed": seed,
                "left_ms": math.floor(max(seconds, 0.0) * 1000),
            },
            max(seconds, 0.0) + SLACK,
        )
        word = reply.get("action")
        if not isinstance(word, str) or word not in actions:
            raise EngineFault(no_such_action(word, actions), "legality")
        self.sent = list(seen)
        return word

    def over(self, result: Result) -> None:
        engine = self.engine
        if engine is not None and engine.is_open and self.sent is not None and not self.replaced:
            try:
                engine.ask({"op": "over", "result": result.as_json()}, HELLO)
            except EngineFault as fault:
                LOG.warning("%s: %s", self.name, fault)
                self.close()
        self.sent, self.replaced = None, False
        waiting = IDLE.setdefault(tuple(self.terms.words), [])
        if engine is not None and engine.is_open:
            self.engine = None
            if len(waiting) < MOST_IDLE:
                waiting.append(engine)
            else:
                engine.close()

    def close(self) -> None:
        """Ends the program; it is started again if it is asked again."""
        if self.engine is not None:
            self.engine.close()
        self.engine = None

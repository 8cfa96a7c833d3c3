"""Running the server: uvicorn with our limits, logs as JSON lines, and a graceful stop.

The logs hold no secrets: no tokens, no passphrases, no seeds, no cards; a person or a table is named by its id only.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import re
import signal
import subprocess
import sys
import threading
import time
from types import FrameType
from typing import Any, Final, TextIO

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from orrery.games import left_out
from orrery.press import qr
from orrery.press.qr import for_terminal
from orrery.server.app import create_app
from orrery.server.doors import Doors, address_at, is_anywhere
from orrery.server.guard import REQUEST
from orrery.server.live.line import Line
from orrery.server.live.sockets import MESSAGE_LIMIT
from orrery.server.service import Service
from orrery.server.settings import Settings, World, metrics_at

LOG: Final = logging.getLogger("orrery.server")
COLLECT_TICKS: Final = 6000
"""Tenths of a second between two full garbage collections."""
STOP_SECONDS: Final = 10
"""How long a stopping server waits for requests that are being answered."""


class JsonLines(logging.Formatter):
    """A line of the log as one JSON object: time, level, who says it, what, the id of the request or socket behind it
    and the fault if there is one.
    """

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        request = REQUEST.get()
        row: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if request:
            row["request"] = request
        if record.exc_info and record.exc_info[0] is not None:
            row["fault"] = without_rows(self.formatException(record.exc_info))
        return json.dumps(row, ensure_ascii=False)


def without_rows(fault: str) -> str:
    """A fault without what PostgreSQL adds as detail: the very rows that it is about."""
    return re.sub(r"(?m)^(.*?)DETAIL: .*$", r"\1DETAIL: (not shown)", fault)


def set_up_logs(stream: TextIO, level: int = logging.INFO) -> None:
    """Lets everything that is logged go to a stream, one JSON object a line."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # uvicorn would name the address of everybody who comes by.
    for name in ("alembic", "aiosqlite", "asyncio", "uvicorn"):
        logging.getLogger(name).setLevel(logging.WARNING)


class PatientProtocol(H11Protocol):
    """HTTP for people whose links are slow, but not for those who send half a head and no more: it must come in time,
    from when one connects, or from its first byte where one stays connected.
    """

    patience = 10.0
    waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody connects."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Something comes."""
        if self.waiting is None and self.conn.their_state is h11.IDLE:
            self._wait()
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody is gone."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self.waiting = self.loop.call_later(self.patience, self.transport.close)

    def _stop_waiting(self) -> None:
        if self.waiting is not None:
            self.waiting.cancel()
            self.waiting = None


class Server(uvicorn.Server):
    """A server that tells where it listens."""

    address: str = ""
    doors: Doors
    """Where the application can be reached."""
    service: Service
    """What the application runs on."""
    metrics: tuple[str, int] | None = None
    """Where the numbers are told."""
    draining = False
    """Was it told to let people go, and then to end?"""
    drained_at: float | None = None
    """When it ends at the latest."""
    counted_at = ""
    """The same as an address, once it is so."""

    async def startup(self, sockets: Any = None) -> None:
        """Starts to listen; then `address` is known."""
        await super().startup(sockets)
        if self.servers and self.servers[0].sockets:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            self.address = address_at("127.0.0.1" if is_anywhere(host) else host, port)
            self.doors.opened(host, port)
            self.doors.listen = lambda address: self.listen_at(address, port)
            if self.metrics is not None:
                await self._count_at(*self.metrics)
            self.say()

    async def _count_at(self, host: str, port: int) -> None:
        """Tells the numbers at an address of their own. Without it the server does not start."""
        from orrery.server.metrics import PATH, metrics_app

        config = uvicorn.Config(
            metrics_app(self.service), log_config=None, access_log=False, server_header=False, ws="none"
        )
        config.load()

        def protocol() -> asyncio.Protocol:
            return H11Protocol(config=config, server_state=self.server_state, app_state={})

        try:
            found = await asyncio.get_running_loop().create_server(protocol, host, port)
        except OSError as fault:
            LOG.error("metrics: %s cannot be listened at: %s", address_at(host, port), fault.strerror or fault)
            self.should_exit = True
            self.counted_at = ""
            return
        self.servers.append(found)
        self.counted_at = address_at(host, found.sockets[0].getsockname()[1]) + PATH
        LOG.info("the numbers for Prometheus are at %s", self.counted_at)

    async def listen_at(self, host: str, port: int) -> str:
        """Listens at one more address, with the same application; ends with the others. Raises OSError."""
        made: Any = self.config.http_protocol_class

        def protocol() -> asyncio.Protocol:
            found: asyncio.Protocol = made(
                config=self.config, server_state=self.server_state, app_state=self.lifespan.state
            )
            return found

        self.servers.append(await asyncio.get_running_loop().create_server(protocol, host, port))
        return address_at(host, port)

    def say(self) -> None:
        """Called when the server listens."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal has come. SIGTERM lets people go before the server ends, if it is set so; a second one ends it."""
        if sig == signal.SIGTERM and self.service.settings.drain > 0 and not self.draining and not self.should_exit:
            self.draining = True
            self._captured_signals.append(sig)
        else:
            super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        """Called by uvicorn ten times a second."""
        if self.draining and not self.should_exit:
            now = time.monotonic()
            if self.drained_at is None:
                self.drained_at = now + self.service.settings.drain
                self.service.begin_to_drain()
            elif now >= self.drained_at or self.service.is_deserted():
                self.should_exit = True
        return await super().on_tick(counter)

    async def shutdown(self, sockets: Any = None) -> None:
        """Says goodbye, then ends."""
        self.service.hall.draining = True
        for server in self.servers:
            server.close()
        await self.service.say_goodbye()
        await super().shutdown(sockets)


class Announcing(Server):
    """A server that has the process to itself: it prints where it listens, and says when to collect garbage.

    A thousand matches are some millions of objects, and Python's full collection stops everything for half a second
    whenever their number has grown by a quarter; the one before it, of what is recent, for most of a tenth. Nearly
    all of ours go by themselves when nobody holds them; for those that hold each other it is enough to look at the
    newest now and then, and at all of them every ten minutes.
    """

    opens = False
    """Shall the page be opened in a browser?"""

    def say(self) -> None:
        print(f"Orrery is open at {self.address}", flush=True)
        self.say_outside()
        if self.opens and has_screen():
            open_page(self.address)
        elif self.opens:
            print("There is no screen here for a browser: open that address where there is one.", flush=True)
        gc.collect()
        gc.freeze()
        gc.set_threshold(10_000, 1_000_000, 1_000_000)

    def say_outside(self) -> None:
        """Prints where others in the local network reach it, with a code for their telephones; else what that needs."""
        outside = self.doors.outside
        if outside:
            print(f"Others in your network open {' or '.join(outside)}", flush=True)
            if sys.stdout.isatty() and can_draw(sys.stdout.encoding):
                print(for_terminal(qr.encode(outside[0])), flush=True)
        elif is_anywhere(self.config.host):
            print("This machine has no address that others in a network could open.", flush=True)
        else:
            print("Only this machine can open it; --lan lets others in your network in.", flush=True)

    async def on_tick(self, counter: int) -> bool:
        """Called by uvicorn ten times a second."""
        if counter and counter % COLLECT_TICKS == 0:
            gc.collect()
        return await super().on_tick(counter)


def make_server(settings: Settings, world: World | None = None, kind: type[Server] = Server) -> Server:
    """A server, not yet running."""
    app = create_app(settings, world)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=type("Protocol", (PatientProtocol,), {"patience": settings.patience}),
        log_config=None,
        access_log=False,
        server_header=False,
        ws=Line,
        ws_max_size=2 * MESSAGE_LIMIT,
        # Both sides say something every few seconds (docs/server.md): pings of the WebSocket would be a second beat.
        ws_ping_interval=None,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        h11_max_incomplete_event_size=32 * 1024,
    )
    server = kind(config)
    server.doors = app.service.doors
    server.service = app.service
    server.metrics = metrics_at(settings.metrics) if settings.metrics else None
    return server


def can_draw(encoding: str | None) -> bool:
    """Can the letters of which a code is drawn be written to a terminal?"""
    try:
        "█▀▄".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def has_screen() -> bool:
    """Can a browser show itself here? Where there is none, Python would start one for the terminal, which takes the
    keyboard away from Ctrl-C. Who names one in BROWSER means it.
    """
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def open_page(address: str) -> threading.Thread:
    """Opens the page in a browser of this machine; without one nothing happens. Gives the thread that does it.

    A process of its own starts the browser, without a terminal: what browsers and their starters complain about is not
    for people who wait for a table.
    """

    def look() -> None:
        nowhere = subprocess.DEVNULL
        try:
            command = [sys.executable, "-m", "webbrowser", address]
            subprocess.run(command, stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True, check=True)
        except (OSError, subprocess.CalledProcessError) as fault:
            LOG.info("no browser was opened: %s", fault)

    thread = threading.Thread(target=look, name="browser", daemon=True)
    thread.start()  # some browsers are waited for
    return thread


def serve(settings: Settings, opens: bool = False) -> bool:
    """Runs until it is told to stop, and `opens` the page in a browser when it is ready. False if it could not
    start.
    """
    set_up_logs(sys.stderr, getattr(logging, settings.log_level.upper()))
    for name, why in left_out().items():
        LOG.warning("the game %r is left out: %s", name, why)
    server = make_server(settings, kind=Announcing)
    if isinstance(server, Announcing):
        server.opens = opens
    server.run()
    return bool(server.started)


async def serve_here(server: Server) -> asyncio.Task[None]:
    """Runs a server in this loop, and returns when it listens. For tests and benchmarks."""
    server.config.loop = "none"
    task = asyncio.create_task(server._serve())
    while not server.started and not task.done():
        await asyncio.sleep(0.01)
    if task.done():
        task.result()
        raise RuntimeError("the server did not start")
    return task

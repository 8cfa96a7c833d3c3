"""The guard at the door: which pages may talk to us, how much one address may ask, and what browsers shall forbid.

A browser sends its cookie along with requests that other people's pages make, and no rule of the browser stops such a
page from opening a WebSocket. So every request that can change something, and every WebSocket, must come from a page of
ours (by its Origin), or from a program, which sends no Origin.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import re
import secrets
import time
from typing import Any, Final

from litestar.exceptions import HTTPException

from orrery.server.limits import Buckets, address_of
from orrery.server.live.wire import encode
from orrery.server.settings import Settings

BODY_PATIENCE: Final = 6
"""The whole of a request may take so many times as long as a part of it."""
LARGE: Final = 32 * 1024
"""For each so many bytes a body counts as one request more."""
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
HEADERS: Final = (
    (b"content-security-policy", b"default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
)


LOG: Final = logging.getLogger("orrery.server.guard")
REQUEST: Final[contextvars.ContextVar[str]] = contextvars.ContextVar("request", default="")
"""The id of the request or socket that is being worked on: every line of the log has it, and the answer too."""
GIVEN_ID: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")
"""An id that a proxy in front has given already."""


class Guard:
    """Wraps the application."""

    def __init__(self, app: Any, settings: Settings) -> None:
        self.app = app
        self.service: Any = None
        """What the application runs on, for those who look inside."""
        self.origins = frozenset(settings.origins)
        self.buckets = Buckets(settings.rate, settings.burst)
        self.patience = settings.patience

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One request, one socket, or the life of the server."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {name.lower(): value for name, value in scope["headers"]}
        problem = self._problem(scope, headers)
        given_id = headers.get(b"x-request-id", b"").decode("latin-1")
        request = given_id if GIVEN_ID.fullmatch(given_id) else secrets.token_hex(8)
        REQUEST.set(request)
        if scope["type"] == "websocket":
            if problem is not None:
                await receive()
                await send({"type": "websocket.close", "code": 4003, "reason": problem[2]})
                return
            await self.app(scope, receive, send)
            return

        began = time.monotonic()

        async def guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                self._count(scope, message["status"], time.monotonic() - began)
                given = list(message.get("headers", []))
                names = {name.lower() for name, _ in given}
                # The page has a policy of its own, and what may be kept says so itself.
                given += [header for header in HEADERS if header[0] not in names]
                if scope["path"].startswith("/api/") and b"cache-control" not in names:
                    given.append((b"cache-control", b"no-store"))
                given.append((b"x-request-id", request.encode()))
                message["headers"] = given
            await send(message)

        if problem is not None:
            status, code, sentence = problem
            body = encode({"code": code, "message": sentence})
            start = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
            await guarded({"type": "http.response.start", "status": status, "headers": start})
            await send({"type": "http.response.body", "body": body})
            return
        await self.app(scope, self._patient(receive), guarded)

    def _count(self, scope: Any, status: int, seconds: float) -> None:
        measures = self.service.hall.measures
        measures.requests[f"{status // 100}xx"] += 1
        measures.answered.add(seconds)
        LOG.debug("%s %s: %d after %.1f ms", scope["method"], scope["path"], status, 1000 * seconds)

    def _patient(self, receive: Any) -> Any:
        """Lets nobody be waited for who sends half a request: the next part of it must come in time, and the last one
        too.
        """
        whole, last = False, time.monotonic() + BODY_PATIENCE * self.patience

        async def patient() -> Any:
            nonlocal whole
            if whole:
                return await receive()
            try:
                async with asyncio.timeout(min(self.patience, last - time.monotonic())):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(
                    status_code=408, detail="the rest of your request did not come", headers={"connection": "close"}
                ) from None
            whole = not message.get("more_body", False)
            return message

        return patient

    def _problem(self, scope: Any, headers: dict[bytes, bytes]) -> tuple[int, str, str] | None:
        """Why this may not pass: status, code and sentence; None if it may."""
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE
        if changes and not self.allows(headers.get(b"origin"), headers.get(b"host", b"")):
            return 403, "foreign_origin", "this page may not talk to this server"
        client = scope.get("client")
        if not self.buckets.take(address_of(client[0]) if client else "", time.monotonic(), self._cost(headers)):
            return 429, "too_fast", "too many requests; wait a little"
        return None

    def _cost(self, headers: dict[bytes, bytes]) -> float:
        """A large body counts as several requests, one that does not say how large it is as a large one."""
        length = headers.get(b"content-length", b"")
        most = self.buckets.burst / 2
        if length.isdigit():
            return min(1.0 + int(length[:12]) / LARGE, max(1.0, most))
        return max(1.0, most) if b"transfer-encoding" in headers else 1.0

    def allows(self, origin: bytes | None, host: bytes) -> bool:
        """May a page of this origin talk to the server that it calls `host`?"""
        if origin is None:
            return True
        text = origin.decode("latin-1")
        return text in self.origins or text.partition("://")[2] == host.decode("latin-1")

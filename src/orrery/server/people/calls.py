"""Calling addresses that strangers name, without being led astray.

Webhooks and push endpoints are named by people and called by our machine. So they must be https on its usual port, the
name must lead to public addresses only, the very address that was checked is called (a name that leads elsewhere a
moment later leads nowhere), no redirect is followed, and no answer is read but its status. An operator who runs
everything inside one network can allow what is inside.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import urlsplit

import httpx

from orrery.server.refusal import RequestRefused

SECONDS: Final = 5.0
LONGEST: Final = 1000
NAT64: Final = ipaddress.ip_network("64:ff9b::/96")

Resolve = Callable[[str, int], Awaitable[list[str]]]


async def resolve(host: str, port: int) -> list[str]:
    """The addresses that a name leads to; none if it leads nowhere."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return [str(row[4][0]) for row in found]


def is_public(address: str) -> bool:
    """Is this an address out in the world? What hides another address within is as public as that one."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if found in NAT64:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if found.teredo is not None or found.is_site_local:
            return False
        if inner is not None:
            return is_public(str(inner))
    return found.is_global and not found.is_multicast and not found.is_reserved


class Caller:
    """Calls addresses that strangers named."""

    def __init__(self, inside: bool = False, resolve: Resolve = resolve, trust: ssl.SSLContext | None = None) -> None:
        """`inside`: the operator allows addresses that are not public, other ports and plain http."""
        self.inside = inside
        self.seconds = SECONDS
        """How long each part of a call may take; the whole takes twice as long at most."""
        self.resolve = resolve
        self.trust: ssl.SSLContext | bool = True if trust is None else trust

    def check(self, url: str, field: str) -> str:
        """An address that may be kept; `field` is what the refusal calls it. Raises RequestRefused."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise RequestRefused.because("bad_address", f"{field}: this is no address", "not_address") from None
        if len(url) > LONGEST or not url.isascii() or not url.isprintable() or " " in url:
            message = f"{field}: at most {LONGEST} plain letters"
            raise RequestRefused.because("bad_address", message, "plain_letters", {"most": LONGEST})
        right = ("https", "http") if self.inside else ("https",)
        if parts.scheme not in right or not parts.hostname or parts.username is not None or parts.password is not None:
            message = f"{field}: it starts with https:// and holds no password"
            raise RequestRefused.because("bad_address", message, "https_only")
        if port not in (None, 443) and not self.inside:
            raise RequestRefused.because(
                "bad_address", f"{field}: only the usual port of https is called", "usual_port"
            )
        if not self.inside and self._is_inside(parts.hostname):
            message = f"{field}: only public addresses are called, and {parts.hostname} is none"
            raise RequestRefused.because("bad_address", message, "public_only", {"host": parts.hostname})
        return url

    @staticmethod
    def _is_inside(host: str) -> bool:
        """Can one tell by the name alone that it leads inside? What one cannot tell is looked at before each call."""
        name = host.rstrip(".").lower()
        if name == "localhost" or name.endswith((".localhost", ".local", ".internal")):
            return True
        try:
            return not is_public(str(ipaddress.ip_address(host)))
        except ValueError:
            return False

    async def address(self, host: str, port: int) -> str | None:
        """An address that may be called for a name; None if there is none."""
        found = await self.resolve(host, port)
        if not found or not (self.inside or all(is_public(address) for address in found)):
            return None
        return found[0]

    async def post(self, url: str, body: bytes, headers: dict[str, str]) -> int | None:
        """Sends something; gives the status of the answer, None if there was none, or if it may not be called."""
        try:
            parts = urlsplit(self.check(url, "url"))
        except RequestRefused:
            return None
        host = parts.hostname or ""
        port = parts.port or (443 if parts.scheme == "https" else 80)
        try:
            async with asyncio.timeout(2 * self.seconds):
                address = await self.address(host, port)
                if address is None:
                    return None
                shown = f"[{address}]" if ":" in address else address
                target = parts._replace(netloc=f"{shown}:{port}").geturl()
                async with (
                    httpx.AsyncClient(
                        timeout=self.seconds, follow_redirects=False, trust_env=False, verify=self.trust
                    ) as client,
                    client.stream(
                        "POST",
                        target,
                        content=body,
                        headers={"Host": parts.netloc, **headers},
                        extensions={"sni_hostname": host},
                    ) as answer,
                ):
                    return answer.status_code
        except (TimeoutError, OSError, ValueError, httpx.HTTPError, httpx.InvalidURL):
            return None

"""Where a server can be reached: by which addresses others in the local network may open it, and how it opens to them.

A link to loopback leads everybody to their own machine, so it is no invitation. The addresses of this machine are found
without talking to anybody: to know from which address it would send, the system need not send anything.
"""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import urlsplit

NOBODY: Final = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))
"""Addresses that exist in examples only."""


def local_addresses() -> list[str]:
    """The addresses of this machine that others in its network can reach, the likeliest first; none without one."""
    found: list[str] = []
    for address, family in NOBODY:
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((address, 9))  # no packet is sent
            found.append(str(probe.getsockname()[0]))
    with contextlib.suppress(OSError):
        own = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
        found += [str(row[4][0]) for row in own]
    return [address for address in dict.fromkeys(found) if is_reachable(address)]


def is_reachable(address: str) -> bool:
    """Can others in the network reach such an address?"""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified or ip.is_multicast)


def is_loopback(host: str) -> bool:
    """Does this name or address lead everybody to their own machine?"""
    name = host.strip("[]").lower().rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(name).is_loopback
    return False


def is_anywhere(host: str) -> bool:
    """Does this address mean all addresses of a machine?"""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_unspecified
    return False


def address_at(host: str, port: int) -> str:
    """How a browser writes an address."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


class Doors:
    """The addresses of a server that runs."""

    def __init__(self, may_open: bool, find: Callable[[], list[str]] = local_addresses) -> None:
        """`may_open`: may whoever plays at this very machine open the server to the local network?"""
        self.may_open = may_open
        self.find = find
        self.outside: list[str] = []
        """Where others in the local network reach it."""
        self.listen: Callable[[str], Awaitable[str]] | None = None
        """Begins to listen at one more address of this machine; gives it as a browser writes it."""

    def opened(self, host: str, port: int) -> None:
        """The server listens there."""
        if is_anywhere(host):
            self.outside = [address_at(one, port) for one in self.find() if ":" not in one or ":" in host]
        elif not is_loopback(host):
            self.outside = [address_at(host, port)]

    def can_open(self, client: str, host: str) -> bool:
        """May who asks open the server to the local network? Only somebody at this machine, who calls it by a name that
        no other machine has: a page of a stranger, or somebody behind a proxy, calls it otherwise.
        """
        return self.may_open and not self.outside and self.listen is not None and is_loopback(client) and _at(host)

    async def open(self) -> list[str]:
        """Listens at the addresses of this machine that others can reach; gives those, none if there is no network."""
        assert self.listen is not None, "asked before"
        for address in self.find():
            with contextlib.suppress(OSError):
                self.outside.append(await self.listen(address))
        return self.outside

    def invitations(self, origin: str, host: str) -> list[str]:
        """Where somebody can be invited to by one whose page is at `origin`: there, unless only this machine knows that
        address.
        """
        place = urlsplit(origin)
        if place.scheme in ("http", "https") and place.netloc == host and not _at(host):
            return [f"{place.scheme}://{place.netloc}"]
        return list(self.outside)


def _at(host: str) -> bool:
    """Does a page's address, perhaps with a port, lead to loopback?"""
    return is_loopback(urlsplit(f"//{host}").hostname or "")

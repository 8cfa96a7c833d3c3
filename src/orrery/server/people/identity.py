"""Identity without accounts: a signed token in the browser, a name of one's choice, perhaps a passphrase.

A token says who somebody is and is signed with a key from the database, so no process needs to remember tokens. It also
carries a version: when a person revokes, the version rises and all older tokens are worth nothing. With a passphrase,
kept as an argon2 hash, one comes back from another device. There is no e-mail and no tracking.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import hmac
import unicodedata
from collections.abc import AsyncIterator
from typing import Final

import msgspec
import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery.server.limits import OneAtATime
from orrery.server.refusal import RequestRefused
from orrery.server.settings import World
from orrery.server.store.rows import PersonRow
from orrery.server.store.schema import PEOPLE
from orrery.server.store.store import Store

NAME_LONGEST: Final = 32
PROGRAM: Final = "0"
"""The first letter of the id of a guest that is a program, which no other id has: wherever an id is, the mark is."""
PASSPHRASE_SHORTEST: Final = 8
PASSPHRASE_LONGEST: Final = 200


class Person(Struct, frozen=True):
    """Somebody who came by."""

    id: str
    name: str
    version: int
    has_passphrase: bool


def clean_name(name: str) -> str:
    """A name as it is kept. Raises RequestRefused."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= NAME_LONGEST:
        message = f"name: 1 to {NAME_LONGEST} letters, not {len(name)}"
        raise RequestRefused.because("bad_name", message, "name_length", {"most": NAME_LONGEST, "count": len(name)})
    for letter in name:
        if unicodedata.category(letter)[0] == "C" or unicodedata.category(letter) in ("Zl", "Zp"):
            code = f"U+{ord(letter):04X}"
            message = f"name: the letter {code} cannot be seen"
            raise RequestRefused.because("bad_name", message, "hidden_letter", {"letter": code})
    return name


def clean_text(text: str) -> str:
    """A text of several words as it is kept and shown. Raises RequestRefused."""
    for letter in text:
        if letter not in "\n\t" and unicodedata.category(letter) in ("Cc", "Cs"):
            code = f"U+{ord(letter):04X}"
            raise RequestRefused.because(
                "bad_text", f"text: the letter {code} cannot be written", "letter", {"letter": code}
            )
    return text


def is_id(text: str) -> bool:
    """Can this be an id at all? What cannot is not worth a question to the database."""
    return 0 < len(text) <= 32 and text.isascii() and text.isalnum()


def is_program(id: str | None) -> bool:
    """Is the guest with this id a program, such as one that came over `orrery bridge`?"""
    return id is not None and id.startswith(PROGRAM)


class Identity:
    """The people of a server."""

    def __init__(self, store: Store, world: World, key: bytes, most: int = 0) -> None:
        """`most`: so many people are kept; 0: as many as come."""
        self.store = store
        self.world = world
        self.key = key
        self.most = most
        self.hasher = PasswordHasher()
        self.hashing = asyncio.Semaphore(2)  # a hash takes 64 MiB and some tenths of a second
        self.lines = OneAtATime()

    # --- tokens -------------------------------------------------------------------------------------------------------

    def token(self, person: Person) -> str:
        """What the browser keeps."""
        return f"{person.id}.{person.version}.{self._sign(person.id, person.version)}"

    def _sign(self, id: str, version: int) -> str:
        made = hmac.new(self.key, f"guest.{id}.{version}".encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(made).decode().rstrip("=")

    async def who(self, token: str) -> Person | None:
        """Whose token this is; None if it is nobody's, or revoked."""
        parts = token.split(".")
        if len(token) > 200 or len(parts) != 3 or not parts[1].isascii() or not parts[1].isdigit():
            return None
        id, version = parts[0], int(parts[1][:9])
        if not hmac.compare_digest(parts[2].encode(), self._sign(id, version).encode()):
            return None
        person = await self.find(id)
        return person if person is not None and person.version == version else None

    async def find(self, id: str) -> Person | None:
        """The person with that id."""
        if not is_id(id):
            return None
        row = await self.store.row(PersonRow, sa.select(PEOPLE).where(PEOPLE.c.id == id))
        return None if row is None else _person(row)

    async def those(self, ids: set[str]) -> list[Person]:
        """The people with these ids, by their names."""
        query = sa.select(PEOPLE).where(PEOPLE.c.id.in_(ids)).order_by(PEOPLE.c.name, PEOPLE.c.id)
        return [_person(row) for row in await self.store.rows(PersonRow, query)]

    # --- what people do -----------------------------------------------------------------------------------------------

    async def welcome(self, name: str, program: bool = False) -> Person:
        """A new guest, perhaps a program. Raises RequestRefused."""
        id = self.world.id()
        person = Person(PROGRAM + id[1:] if program else id, clean_name(name), 1, False)
        if self.most and (await self.store.values(int, sa.select(sa.func.count()).select_from(PEOPLE)))[0] >= self.most:
            raise RequestRefused("full", "this server has as many guests as it takes; come back later")
        row = {"id": person.id, "name": person.name, "version": 1, "created": self.world.now()}
        await self.store.execute(sa.insert(PEOPLE), [row])
        return person

    async def rename(self, person: Person, name: str) -> Person:
        """Another name from now on. Raises RequestRefused."""
        name = clean_name(name)
        await self.store.execute(sa.update(PEOPLE).where(PEOPLE.c.id == person.id).values(name=name))
        return Person(person.id, name, person.version, person.has_passphrase)

    async def set_passphrase(self, person: Person, passphrase: str, old: str | None, address: str = "") -> Person:
        """A passphrase to come back with, instead of the `old` one if there is one: a browser that was left open is not
        enough to lock its owner out. Raises RequestRefused.
        """
        if not PASSPHRASE_SHORTEST <= len(passphrase) <= PASSPHRASE_LONGEST:
            raise RequestRefused("bad_passphrase", f"passphrase: {PASSPHRASE_SHORTEST} to {PASSPHRASE_LONGEST} letters")
        row = await self.store.row(PersonRow, sa.select(PEOPLE).where(PEOPLE.c.id == person.id))
        known = None if row is None else row.passphrase
        wrong = RequestRefused("old_passphrase", "old: say the passphrase that you have now")
        if known is not None and old is None:
            raise wrong
        async with self._place(address):
            if known is not None and not await asyncio.to_thread(self._verify, known, old or ""):
                raise wrong
            hashed = await asyncio.to_thread(self.hasher.hash, passphrase)
        unchanged = PEOPLE.c.passphrase.is_(None) if known is None else PEOPLE.c.passphrase == known
        statement = sa.update(PEOPLE).where(PEOPLE.c.id == person.id, unchanged).values(passphrase=hashed)
        if not await self.store.execute(statement):
            raise wrong  # it was changed meanwhile
        return Person(person.id, person.name, person.version, True)

    async def come_back(self, id: str, passphrase: str, address: str = "") -> Person:
        """The person with that id, if the passphrase is right. Raises RequestRefused, the same whatever was wrong."""
        row = await self.store.row(PersonRow, sa.select(PEOPLE).where(PEOPLE.c.id == id)) if is_id(id) else None
        known = None if row is None else row.passphrase
        async with self._place(address):
            # Without a hash to compare, one is compared all the same: the time tells nothing.
            right = await asyncio.to_thread(self._verify, known or NO_HASH, passphrase)
        if row is None or known is None or not right:
            raise RequestRefused("wrong_passphrase", "there is no such person with this passphrase")
        return _person(row)

    @contextlib.asynccontextmanager
    async def _place(self, address: str) -> AsyncIterator[None]:
        """A place to hash at: one at a time for an address, so that nobody holds all of them."""
        async with self.lines.turn(address), self.hashing:
            yield

    def _verify(self, hashed: str, passphrase: str) -> bool:
        try:
            return self.hasher.verify(hashed, passphrase)
        except (VerificationError, InvalidHashError):
            return False

    async def revoke(self, person: Person) -> Person:
        """All tokens given out so far are worth nothing from now on; gives the person with the new version."""

        async def raise_version(connection: AsyncConnection) -> PersonRow:
            statement = (
                sa.update(PEOPLE)
                .where(PEOPLE.c.id == person.id)
                .values(version=PEOPLE.c.version + 1)
                .returning(*PEOPLE.c)
            )
            return msgspec.convert((await connection.execute(statement)).mappings().one(), PersonRow)

        return _person(await self.store.write(raise_version))


NO_HASH: Final = "$argon2id$v=19$m=65536,t=3,p=4$nQxsc+GL7AvOIIEK5ZAgMg$KQqv5oT544tSpd/vRDxFp5ky85cj9xuz23eutyFe4tc"
"""A hash of something that nobody knows."""


def _person(row: PersonRow) -> Person:
    return Person(row.id, row.name, row.version, row.passphrase is not None)

"""Settings: from the command line, the environment (ORRERY_PORT and so on) or a TOML file, in this order.

On the command line the few that say where the server is have options of their own; `--set name=value` is for all.
"""

from __future__ import annotations

import difflib
import os
import secrets
import time
import tomllib
from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

LEVELS: Final = ("debug", "info", "warning", "error")
MOST_PORT: Final = 65_535
REDIS_KINDS: Final = ("redis", "rediss", "unix")
"""How URLs of Redis begin: plain, by TLS, by a socket of this machine."""
PREFIX: Final = "ORRERY_"
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""For ids: no letters that look alike."""


class SettingsFault(Exception):
    """A setting that makes no sense: which, and what would be right."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a server runs. Each is a key of the settings file, and in capitals after ORRERY_ a variable."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    """A URL, or the path of a SQLite file; empty: a file in the user's data directory."""
    redis: str = ""
    """The URL of a Redis server when several processes share the database; empty: this process alone."""
    origins: list[str] = []
    """Further origins, such as https://play.example.org, whose pages may talk to this server."""
    secure: bool = False
    """Is the server reached by https? Then cookies are sent over https only."""
    lan_button: bool = False
    """May whoever plays at this very machine open the server to the local network from the page?"""
    workers: int = 0
    """Processes in which bots think; 0: one less than there are cores, at least one."""
    watch_build: bool = False
    """Shall everything that thinks change over to the compiled build of this source checkout, once there is one?"""
    think: float = 2.2
    """Seconds that a bot has for a decision, waiting for a free process included."""
    pace: float = 0.3
    """Seconds between two actions of bots, so that people can follow."""
    lease: float = 8.0
    """Seconds after which another process takes over the bots of a process that died."""
    vanish: float = 60.0
    """Seconds after which a person who lost the link counts as gone, and a bot may be asked to stand in."""
    sweep: float = 0.5
    """Seconds between two looks for clocks that ran out and bots that wait."""
    idle: float = 120.0
    """Seconds after which a match that nobody looks at leaves memory."""
    beat: float = 4.0
    """At least every so many seconds a socket hears something, a `beat` if there is nothing else."""
    lost: float = 7.5
    """Seconds without a word from a client after which its link counts as lost; it is noticed half a beat later."""
    rate: float = 20.0
    """Messages a second that all sockets of a person may send, or requests a second that an address may make; all
    sockets of an address may send ten times as many.
    """
    burst: int = 60
    """How many at once."""
    glances: int = 1
    """Processes that answer previews, scores and forecasts."""
    hints: float = 0.5
    """Hints and analyses a second that a person may ask for."""
    hint_burst: int = 20
    """How many at once."""
    guests: float = 0.5
    """New guests a second from one address."""
    guest_burst: int = 30
    """How many at once."""
    guesses: float = 0.1
    """Passphrases a second that may be tried for one person; from one address ten times as many."""
    guess_burst: int = 10
    """How many at once."""
    tables: int = 30
    """Tables that a person may have open or running at one time."""
    records: int = 200
    """Records that a person may keep here."""
    sockets: int = 20
    """Sockets that a person may have at one time."""
    address_sockets: int = 0
    """Sockets that an address may have at one time; 0: eight for each guest that may come from it at once."""
    metrics: str = ""
    """Where Prometheus reads the numbers of this process, such as 127.0.0.1:9464; empty: nowhere."""
    log_level: str = "info"
    """From where on the log tells something: debug, info, warning or error."""
    drain: float = 0.0
    """Seconds that people have, after the server was told to end by SIGTERM, until it does."""
    patience: float = 10.0
    """Seconds within which the head of a request must have come, and each further part of it."""
    inside: bool = False
    """May notices be sent to private and loopback addresses, to any port and by plain http as well?"""
    contact: str = ""
    """How push services reach the operator: mailto:me@example.org, or a page by https."""
    open_days: float = 7.0
    """Days after which a table that waits for people is closed."""
    keep_matches: float = 0.0
    """Days after which a match that is over goes, with its chat; 0: it is kept for ever."""
    keep_chat: float = 0.0
    """Days after which what was said at tables goes; 0: it is kept as long as the match."""
    keep_records: float = 0.0
    """Days after which a record that somebody brought goes; 0: it is kept for ever."""
    keep_guests: float = 0.0
    """Days after which a guest goes of whom nothing else is here, and who has no passphrase; 0: they are kept for
    ever.
    """
    most_guests: int = 0
    """Guests that the server keeps; when it has so many, nobody new comes in. 0: as many as come."""
    most_records: int = 0
    """Records that the server keeps, of all people together; 0: as many as come."""
    most_lines: int = 500
    """Lines that a person may say at a table."""
    quick_bot: float = 30.0
    """Seconds after which one who waits for somebody to play with is offered a bot meanwhile."""
    quick_lost: float = 20.0
    """Seconds without a word after which one who waits for somebody to play with counts as gone."""
    replay: float = 20.0
    """Seconds that replaying a record which somebody brought may take, waiting for the process included."""
    prints: int = 6
    """Prints that a person may ask for at once, after that four a minute; 0: this server prints nothing."""
    trial_matches: int = 1000
    """Matches of one trial of a deck at most."""
    trial_hourly: int = 5000
    """Matches of trials that a person may have played in an hour; for an address ten times as many are."""
    trial_seconds: float = 900.0
    """Seconds of a processor that these may take in an hour."""
    trial_slice: float = 0.5
    """Seconds for which a trial of a deck goes on before it is the next one's turn."""
    review_seconds: float = 600.0
    """Seconds of a processor that the reviews of a person's matches may take in an hour; for an address ten times as
    many are.
    """
    sets: list[str] = []
    """Folders of cards of one's own that tables may be played with, each known by the folder's name."""
    boards: list[str] = []
    """Board files of one's own that tables may be played on, each known by the board's name."""
    bots: list[str] = []
    """Bots from outside that people may play against, each as NAME=PLAYER, such as scorer=scorer.py:Scorer."""
    queue: int = 256
    """Messages that may wait for a slow reader before it is dropped."""


class World:
    """What the outside gives: the time, and secrets. Tests put in their own."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def id(self, length: int = 12) -> str:
        """A new id that nobody can guess."""
        return "".join(secrets.choice(LETTERS) for _ in range(length))

    def seed(self) -> int:
        """64 secret bits."""
        return secrets.randbits(64)


def data_directory(environment: Mapping[str, str]) -> Path:
    """Where a user's data lie."""
    if os.name == "nt" and environment.get("LOCALAPPDATA"):
        return Path(environment["LOCALAPPDATA"]) / "orrery"
    if environment.get("XDG_DATA_HOME"):
        return Path(environment["XDG_DATA_HOME"]) / "orrery"
    return Path.home() / ".local" / "share" / "orrery"


def read_settings(
    given: Mapping[str, Any], environment: Mapping[str, str] | None = None, file: Path | None = None
) -> Settings:
    """The settings: what is given (None counts as not given), else the environment, else the file, else the default.
    Raises SettingsFault.
    """
    environment = os.environ if environment is None else environment
    found: dict[str, Any] = {}
    if file is not None:
        found.update(_from_file(file))
    for field in msgspec.structs.fields(Settings):
        text = environment.get(PREFIX + field.name.upper())
        if text is not None:
            found[field.name] = _read_value(field, text, PREFIX + field.name.upper())
    found.update({name: value for name, value in given.items() if value is not None})
    if not found.get("database"):
        found["database"] = str(data_directory(environment) / "orrery.db")
    try:
        settings = msgspec.convert(found, Settings)
    except msgspec.ValidationError as fault:
        raise SettingsFault(str(fault)) from None
    if settings.redis and find_spec("redis") is None:
        raise SettingsFault("redis: what talks to Redis is not installed: make setup, or pip install 'orrery[redis]'")
    if settings.redis and settings.redis.partition("://")[0] not in REDIS_KINDS:
        raise SettingsFault("redis: this is no URL of a Redis server; right is redis://127.0.0.1")
    if settings.log_level not in LEVELS:
        raise SettingsFault(f"log_level: {settings.log_level!r} is not one of {', '.join(LEVELS)}")
    if settings.metrics:
        if find_spec("prometheus_client") is None:
            raise SettingsFault("metrics: what counts is not installed: make setup, or pip install 'orrery[metrics]'")
        metrics_at(settings.metrics)
    return settings


def metrics_at(text: str) -> tuple[str, int]:
    """The address and the port of the setting `metrics`. Raises SettingsFault."""
    host, colon, port = text.rpartition(":")
    if not colon or not host or not port.isdigit() or int(port) > MOST_PORT:
        raise SettingsFault(f"metrics: {text!r} is no address with a port; right is 127.0.0.1:9464")
    return host.strip("[]"), int(port)


def read_words(words: Iterable[str]) -> dict[str, Any]:
    """Settings written as `name=value`, as the command line has them. Raises SettingsFault."""
    fields = {field.name: field for field in msgspec.structs.fields(Settings)}
    found: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        name = name.strip()
        if not equals or name not in fields:
            raise SettingsFault(f"--set {word}: {_what_is_wrong(name, fields, bool(equals))}")
        found[name] = _read_value(fields[name], text, f"--set {name}")
    return found


def _what_is_wrong(name: str, known: Iterable[str], is_setting: bool) -> str:
    if name in known:
        return "write name=value"
    near = difflib.get_close_matches(name, known, 1)
    none = "there is no such setting" if is_setting else "there is no such setting, and no such folder of cards"
    return none + (f"; did you mean {near[0]}?" if near else " (orrery docs operate lists the settings)")


def _read_value(field: msgspec.structs.FieldInfo, text: str, where: str) -> Any:
    try:
        return READERS.get(getattr(field.type, "__name__", ""), _words)(text.strip())
    except ValueError:
        raise SettingsFault(f"{where}: {text!r} does not fit") from None


def _from_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as fault:
        raise SettingsFault(f"{file}: {fault.strerror or fault}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise SettingsFault(f"{file}: not TOML: {fault}") from None


def _yes_or_no(text: str) -> bool:
    words = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
    if text.lower() not in words:
        raise ValueError(text)
    return words[text.lower()]


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


READERS: Final[dict[str, Callable[[str], Any]]] = {"int": int, "float": float, "bool": _yes_or_no, "str": str}

"""The games there are, as everybody is told of them: what they are called, how many may sit down, and the options of
their matches. A form for a new table needs no more, whatever the game.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from orrery.core.data import JsonObject
from orrery.games import game_named, game_names
from orrery.server.http.offers import Offers
from orrery.server.settings import Settings


class InWords(Struct, frozen=True):
    """A text in both languages."""

    en: str
    ja: str


class OptionInfo(Struct, frozen=True, omit_defaults=True):
    """An option of a match.

    A `word` is one of the `values`, in the order in which people are offered them; a `number`, or the number of `seats`
    (its key is the rules' own word for it), lies from `least` to `most`; `data` is anything else, described by `about`.
    `default` is what holds if it is left out; null: what the clause says. `house`: a ruling that most tables leave as
    it is. `seats`: the numbers of seats that go with a value, where not all do. `only`: the option exists only where
    these other options have one of these values, and must be left out elsewhere. `words` are what people read for the
    values, `abouts` a sentence more about some of them.
    """

    key: str
    kind: Literal["word", "flag", "number", "seats", "data"]
    default: Any
    clause: str
    house: bool
    name: InWords
    about: InWords | UnsetType = UNSET
    values: list[str] | UnsetType = UNSET
    least: int | UnsetType = UNSET
    most: int | UnsetType = UNSET
    seats: dict[str, list[int]] | UnsetType = UNSET
    only: dict[str, list[str]] | UnsetType = UNSET
    words: dict[str, InWords] | UnsetType = UNSET
    abouts: dict[str, InWords] | UnsetType = UNSET


class SeatCounts(Struct, frozen=True):
    """How many may sit at a match of a game, and how many do when nobody says."""

    counts: list[int]
    usual: int


class GameInfo(Struct, frozen=True):
    """A game: examples of options, its name in both languages, what it is about, whose it is (`by`) and its tale (each
    perhaps empty), how many play, and its options.
    """

    game: str
    rules: int
    examples: list[JsonObject]
    title: InWords
    about: InWords
    by: InWords
    tale: InWords
    seats: SeatCounts
    options: list[OptionInfo]


class Level(Struct, frozen=True, omit_defaults=True):
    """A bot as people are told of it. `short`: the games in which the clock cuts its decisions short on this machine,
    each with the share of its simulations that it gets, in per cent. `games`: those that a bot of the host's plays;
    ours play all.
    """

    bot: str
    name_en: str
    name_ja: str
    about_en: str
    about_ja: str
    short: dict[str, int] = {}
    games: list[str] = []


def games(examples: bool = True, offers: Offers | None = None) -> list[GameInfo]:
    """All games that can be played here, perhaps with what the host offers; without `examples` that list is empty."""
    found: list[GameInfo] = []
    for name in game_names():
        game = game_named(name)
        if game is None:
            continue
        guide = game.guide()
        found.append(
            GameInfo(
                game=name,
                rules=game.version,
                examples=game.trials() if examples else [],
                title=msgspec.convert(guide.title(), InWords),
                about=msgspec.convert(guide.about(), InWords),
                by=msgspec.convert(guide.by(), InWords),
                tale=msgspec.convert(guide.tale(), InWords),
                seats=SeatCounts(guide.seats({}), guide.usual_seats),
                options=msgspec.convert((offers or Offers(Settings())).rows(guide), list[OptionInfo]),
            )
        )
    return found

"""Requests for trials of decks: how does a deck do against the ready ones?"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from litestar import get, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from orrery import __version__
from orrery.bots.deck_trial import MODE, TRIED_BY, NoTrial, checked_bot, fields, meetings
from orrery.core.cards.shelf import AnyDeck
from orrery.core.clause import LANGUAGES
from orrery.core.game import Game
from orrery.server.http import decks
from orrery.server.http.decks import DeckList
from orrery.server.http.door import WITH_PERSON, Asked, Asking, GameId, address_of_client, service_of
from orrery.server.http.games import InWords
from orrery.server.http.library import the_game
from orrery.server.http.routes.quick import gone
from orrery.server.live.tables import DECK_LONGEST
from orrery.server.refusal import RequestRefused
from orrery.server.workers.questions import Try

MOST: Final = 1_000_000
"""No match of a trial has a larger number, whatever the settings say."""


class TrialMode(Struct, frozen=True):
    """A mode in which decks are tried; a game of one mode has one without a name."""

    mode: str
    name: InWords


class TrialOffer(Struct, frozen=True):
    """How decks of a game can be tried: in which modes (the usual one first), by which bots (the quickest first), by
    which of them if nobody says, and for how many matches at most. With another `version` the same matches may end
    otherwise: cards and bots change.
    """

    modes: list[TrialMode]
    bots: list[str]
    usual_bot: str
    most: int
    version: str


class TrialWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck (a name, a code, the text of a deck file, or its cards) to be tried in a mode by a bot, from the match
    number `start` on. What is left out is the usual.
    """

    deck: Annotated[str, Meta(max_length=DECK_LONGEST)] | DeckList
    mode: Annotated[str, Meta(max_length=32)] | None = None
    bot: Annotated[str, Meta(max_length=32)] | None = None
    start: Annotated[int, Meta(ge=0, le=MOST)] = 0


class TrialRival(Struct, frozen=True):
    """A ready deck that the deck meets."""

    id: str
    name: InWords


class TrialPart(Struct, frozen=True):
    """How the matches from number `start` on ended for the deck: 0 lost, 1 drawn, 2 won. Matches 0 and 1 are against
    the first of the `field`, with the deck at the first and at the second seat and the same luck, 2 and 3 against the
    next, and so on in turn; there are `most` in all. If there are none, it was not one's turn yet: `before` are first.
    """

    mode: str
    bot: str
    field: list[TrialRival]
    most: int
    start: int
    halves: list[int]
    before: int


@get("/api/games/{game:str}/decks/trial")
async def read_offer(request: Asked, game: GameId) -> TrialOffer:
    """How decks of a game can be tried."""
    trials = service_of(request).trials
    decks.the_shelf(game)
    trials.pool.warm()
    found = the_game(game)
    modes = [TrialMode(rivals.mode, mode_name(found, rivals.mode)) for rivals in fields(found)]
    most = service_of(request).settings.trial_matches
    return TrialOffer(modes, list(TRIED_BY), trials.usual_bot(), most, __version__)


@post("/api/games/{game:str}/decks/trial", dependencies=WITH_PERSON, status_code=200)
async def go_on(request: Asked, person: Asking, game: GameId, data: JSONBody[TrialWish]) -> TrialPart:
    """Try a deck, and go on trying it: the next matches, as many as fit into a moment. Who does not ask again is
    done.
    """
    trials, most = service_of(request).trials, service_of(request).settings.trial_matches
    rules = the_game(game)
    bot = trials.usual_bot() if data.bot is None else data.bot
    deck, mode, rivals = await asyncio.to_thread(laid, rules, data, bot)
    if data.start >= most:
        return TrialPart(mode, bot, rivals, most, data.start, [], 0)
    wish = Try(rules.name, mode, bot, deck.counts(), deck.element, data.start, most, trials.settings.trial_slice)
    found = await trials.go_on(person.id, address_of_client(request), wish, lambda: gone(request))
    return TrialPart(mode, bot, rivals, most, data.start, found.halves, found.before)


def laid(game: Game, wish: TrialWish, bot: str) -> tuple[AnyDeck, str, list[TrialRival]]:
    """The deck, the mode and the field of a trial. Raises RequestRefused."""
    deck = decks.legal(game.name, wish.deck)
    mode = fields(game)[0].mode if wish.mode is None else wish.mode
    try:
        checked_bot(bot)
        met = meetings(game, deck, mode)
    except NoTrial as no:
        raise RequestRefused.because("no_trial", str(no), no.reason, no.facts) from None
    shelves = [game.guide().shelf(lang) for lang in LANGUAGES]
    rivals: list[TrialRival] = []
    for meeting in met:
        named = [
            None if shelf is None else shelf.named(meeting.name) or shelf.numbered(meeting.name) for shelf in shelves
        ]
        names = [meeting.name if found is None else found.name for found in named]
        rivals.append(TrialRival(meeting.name, InWords(**dict(zip(LANGUAGES, names, strict=True)))))
    return deck, mode, rivals


def mode_name(game: Game, mode: str) -> InWords:
    """What people call a mode of a game."""
    for row in game.guide().options():
        if row.key == MODE and mode in row.by_word:
            return InWords(**row.by_word[mode].said)
    return InWords(mode, mode)


ROUTES: Final[list[Any]] = [read_offer, go_on]

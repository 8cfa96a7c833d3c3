"""How a deck does: its matches against the ready decks of its game, in an order that never changes.

The deck meets every ready deck that it can meet (`Guide.rivals`), both ways round with the same luck, and then all of
them again with other luck. The luck of a match follows from its number and its rival alone: so another deck, such as
the same one with a card changed, has the same luck in the match of the same number, and the two can be compared match
by match. Anybody may stop anywhere, and go on from there in another process or on another day.
"""

from __future__ import annotations

from typing import Final

from orrery.bots.arena import contest
from orrery.bots.bot import Bot, make_bot
from orrery.core.cards.shelf import AnyDeck
from orrery.core.clause import BadOptions
from orrery.core.data import JsonObject
from orrery.core.fate import Fate, branch
from orrery.core.game import Game
from orrery.core.guide import Rivals

SEED: Final = 0x0DEC
"""Where all the luck of trials comes from. It is the same everywhere: whoever tries a deck again finds the same."""
WAYS: Final = 2
"""Each meeting is played both ways round: who begins matters in most games."""
MODE: Final = "mode"
"""The option by which a game with several modes is told which."""

TRIED_BY: Final = ("greedy", "level1", "level2", "level3")
"""The bots that decks are tried by, the quickest first. Stronger ones take minutes for what these do in seconds."""

LOST: Final = 0
DRAWN: Final = 1
WON: Final = 2
"""How a match ended for the deck, in halves of a win."""


class NoTrial(Exception):
    """A deck, a mode or a bot of which there is no trial: a sentence, and a reason with facts for every language."""

    def __init__(self, problem: str, reason: str, facts: JsonObject | None = None) -> None:
        super().__init__(problem)
        self.reason = reason
        self.facts: JsonObject = {} if facts is None else facts


class Meeting:
    """A ready deck that the deck meets: its name among the rivals, its place there, the deck itself, and the options of
    their match with the deck at the first seat and at the second.
    """

    __slots__ = ("deck", "name", "options", "place")

    def __init__(self, name: str, place: int, deck: AnyDeck, options: list[JsonObject]) -> None:
        self.name = name
        self.place = place
        self.deck = deck
        self.options = options


class DeckTrial:
    """The matches of a deck against the field, played by bots of one kind at both seats."""

    def __init__(self, game: Game, deck: AnyDeck, mode: str, bot: str) -> None:
        """Raises NoTrial."""
        self.game = game
        self.bots: list[Bot] = [make_bot(checked_bot(bot), game) for _ in range(WAYS)]
        self.meetings = meetings(game, deck, mode)

    def play(self, number: int) -> int:
        """The match of this number, from 0: LOST, DRAWN or WON for the deck."""
        way = number % WAYS
        meeting = self.meetings[number // WAYS % len(self.meetings)]
        round = number // (WAYS * len(self.meetings))
        seed = branch(branch(SEED, meeting.place), round)
        result = contest(self.game, meeting.options[way], self.bots, seed).result
        if way not in result.winners:
            return LOST
        return WON if len(result.winners) == 1 else DRAWN


def checked_bot(bot: str) -> str:
    """A bot that decks are tried by. Raises NoTrial."""
    if bot not in TRIED_BY:
        known = ", ".join(TRIED_BY)
        raise NoTrial(f"bot: decks are tried by {known}", "not_one_of", {"value": bot[:40], "words": known})
    return bot


def fields(game: Game) -> list[Rivals]:
    """The fields of ready decks, one for each mode of the game, the usual mode first; none for a game without decks."""
    guide = game.guide()
    if guide.shelf() is None:
        return []
    found = guide.rivals()
    usual = [row.default for row in guide.options() if row.key == MODE]
    return sorted(found, key=lambda rivals: [rivals.mode] != usual)


def meetings(game: Game, deck: AnyDeck, mode: str) -> list[Meeting]:
    """Every ready deck that the deck can meet: in some games no two of one kind sit at a table. Raises NoTrial."""
    shelf = game.guide().shelf()
    known = fields(game)
    rivals: Rivals | None = None
    for each in known:
        if each.mode == mode:
            rivals = each
    if shelf is None or not known:
        raise NoTrial(f"{game.name} is played without decks of one's own", "game_without_decks")
    if rivals is None:
        words = ", ".join([each.mode for each in known])
        raise NoTrial(f"mode: there are {words}", "not_one_of", {"value": mode[:40], "words": words})
    given: JsonObject = {MODE: mode} if mode else {}
    found: list[Meeting] = []
    refused = ""
    for place, name in enumerate(rivals.decks):
        other = shelf.named(name) or shelf.numbered(name)
        assert other is not None, "a rival is a deck of the shelf"
        try:
            options = [shelf.with_decks(given, pair) for pair in ([deck, other], [other, deck])]
            for each_way in options:
                game.new(each_way, Fate(0))
        except BadOptions as fault:
            refused = str(fault)
        else:
            found.append(Meeting(name, place, other, options))
    if not found:
        raise NoTrial(f"the deck can meet none of the ready decks: {refused}", "no_rivals")
    return found

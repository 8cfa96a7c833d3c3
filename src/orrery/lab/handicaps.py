"""Players under a handicap, for experiments that ask what a card is worth.

A seat of a sitting is named by its bot; two marks behind the name say what is different for this seat:

- `level3!136,140`: a player who *may not play* these cards, or use what else the game knows by such a word
  (`level3!power:steal`, see `Rivals.forbids`). He thinks as `level3` does and hopes for the cards as ever, also in all
  that he imagines; but whenever he would play one of them, he has to choose again among the actions that do not, unless
  there are none. So the match goes as it would have gone, dice and all, up to the first time that he would have played
  one: where nobody would have, nothing differs. That he does not plan around the ban makes the cards look a little
  dearer than they would to a player who has got used to it.
- `level3~136`: a player whose card is *blank*: in the whole match it is replaced by a blank of its cost, which the game
  defines (`Guide.with_blank`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from orrery.bots.bot import Bot, Clock
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game, Result
from orrery.core.guide import Rivals

BAR: Final = "!"
BLANK: Final = "~"


def barred(bot: str, cards: Sequence[str]) -> str:
    """The name of a bot that may not play these cards."""
    return f"{bot}{BAR}{','.join(cards)}"


def blanked(bot: str, card: str) -> str:
    """The name of a bot whose card is blank."""
    return f"{bot}{BLANK}{card}"


def is_handicapped(name: str) -> bool:
    """Is anything different for the seat of that name?"""
    return BAR in name or BLANK in name


def bot_of(name: str) -> str:
    """The bot behind the marks."""
    return name.partition(BLANK)[0].partition(BAR)[0]


def bars_of(name: str) -> list[str]:
    """The cards that the seat of that name may not play."""
    _, mark, cards = name.partition(BLANK)[0].partition(BAR)
    return cards.split(",") if mark else []


def blank_of(name: str) -> str | None:
    """The card that is blank by the seat of that name."""
    _, mark, card = name.partition(BLANK)
    return card if mark else None


DEALT: Final[dict[tuple[int, str], tuple[JsonObject, JsonObject]]] = {}
"""By the identity of options and the card that is blank: those options, and what came of them. A few recent ones, so
that a game which remembers tables of cards meets the same one again."""
MOST_DEALT: Final = 16


def dealt(game: Game, options: JsonObject, names: Sequence[str]) -> JsonObject:
    """The options of a match with the cards blank that the names of its seats say. Raises DataFault."""
    for card in sorted({card for name in names if (card := blank_of(name)) is not None}):
        key = id(options), card
        if key not in DEALT:
            found = game.guide().with_blank(options, card)
            if found is None:
                raise ValueError(f"{game.name} has no blank for {card}")
            while len(DEALT) >= MOST_DEALT:
                del DEALT[next(iter(DEALT))]
            DEALT[key] = options, found
        options = DEALT[key][1]
    return options


class BarredBot(Bot):
    """A bot that may not play some cards: it is asked again, without those actions, when it would."""

    def __init__(self, bot: Bot, rivals: Rivals, cards: Sequence[str]) -> None:
        super().__init__(bot.game, barred(bot.name, cards))
        self.bot = bot
        self.rivals = rivals
        self.cards = frozenset(cards)

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        word = self.bot.choose(view, seen, actions, fate, clock)
        if not self._is_barred(view, word):
            return word
        allowed = [each for each in actions if not self._is_barred(view, each)]
        return self.bot.choose(view, seen, allowed, fate, clock) if allowed else word

    def over(self, result: Result) -> None:
        self.bot.over(result)

    def _is_barred(self, view: JsonObject, word: str) -> bool:
        return any(self.rivals.forbids(card, view, word) for card in self.cards)

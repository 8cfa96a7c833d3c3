"""Who sits at the table: people, known by a name or as "you", and bots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from orrery.bots.bot import Bot, UnknownBot, bot_names, make_bot
from orrery.core.game import Game
from orrery.terminal.texts import Texts

HUMAN: Final = "human"
ME: Final = ("me", "you", "human", "私", "わたし", "自分", "あなた")
"""Words by which a person means to sit down without a name."""
OPPONENT: Final = "level1"
"""Who sits against a person who names nobody: a beginner."""
LONGEST_NAME: Final = 16


class BadPlayers(Exception):
    """The players named cannot sit down like this; a sentence says why."""


@dataclass(frozen=True)
class Player:
    """Somebody in a seat. A person has perhaps a name and no bot."""

    name: str
    bot: Bot | None = None

    @property
    def spec(self) -> str:
        """The word that stands for this player in records and on command lines."""
        if self.bot is not None:
            return self.bot.name
        return f"{HUMAN}:{self.name}" if self.name else HUMAN


def read_players(specs: list[str], game: Game) -> list[Player]:
    """Players by their words: `human`, `human:Mika`, or the name of a bot. Raises BadPlayers."""
    return [read_player(spec, game) for spec in specs]


def read_player(spec: str, game: Game) -> Player:
    """One player by its word. Raises BadPlayers."""
    word, _, name = spec.partition(":")
    if word.lower() in ME:
        return Player(clean_name(name))
    try:
        return Player(spec, make_bot(spec, game))
    except UnknownBot as fault:
        raise BadPlayers(f"{fault}; a person is {HUMAN} or {HUMAN}:NAME") from None


def guess_player(word: str, game: Game) -> Player:
    """A player by a word as people type it when asked who plays: a bot's name, `me`, or any name of a person."""
    if word in bot_names():
        return Player(word, make_bot(word, game))
    if word.lower() in ME:
        return Player("")
    try:
        return Player(word, make_bot(word, game))
    except UnknownBot:
        return Player(clean_name(word.removeprefix(f"{HUMAN}:")))


def clean_name(name: str) -> str:
    """A person's name, short and printable."""
    return "".join([c for c in name if c.isprintable()]).strip()[:LONGEST_NAME]


def shown_names(players: list[Player], texts: Texts) -> list[str]:
    """What the players are called in sentences, no two alike."""
    people = [seat for seat, player in enumerate(players) if player.bot is None]
    names: list[str] = []
    for seat, player in enumerate(players):
        if player.name:
            name = player.name
        elif len(people) == 1:
            name = texts.line("who.you")
        else:
            name = texts.line("who.nth", n=people.index(seat) + 1)
        names.append(name)
    return [name if names.count(name) == 1 else f"{name} {names[: i + 1].count(name)}" for i, name in enumerate(names)]

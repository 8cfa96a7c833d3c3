"""Who sits at the table: people, known by a name or as "you", and bots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from orrery.bots.bot import Bot, UnknownBot, bot_names, make_bot
from orrery.bots.outside import brings_code
from orrery.core.game import Game
from orrery.terminal.texts import Texts

HUMAN: Final = "human"
ME: Final = ("me", "you", "human", "私", "わたし", "自分", "あなた")
"""Words by which a person means to sit down without a name."""
OPPONENT: Final = "level1"
"""Who sits against a person who names nobody: a beginner."""
STAND_IN: Final = "greedy"
"""Who plays for a bot that gave up, or that nobody wants to let play."""
LONGEST_NAME: Final = 16
LONGEST_BOT: Final = 80
"""Letters of a bot's name from a file that are shown."""


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
    person = person_named(spec)
    if person is not None:
        return person
    try:
        return Player(spec, make_bot(spec, game))
    except UnknownBot as fault:
        raise BadPlayers(f"{fault}; a person is {HUMAN} or {HUMAN}:NAME") from None


def person_named(spec: str) -> Player | None:
    """The person that a word means; None if it means a bot."""
    word, _, name = spec.partition(":")
    return Player(clean_name(name)) if word.lower() in ME else None


def strangers_among(specs: list[str]) -> list[str]:
    """Those of the players of a file whose code would run as soon as they sit down: whoever wrote the file has chosen
    it, so it is asked about first.
    """
    return [spec for spec in dict.fromkeys(specs) if person_named(spec) is None and brings_code(spec)]


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


def clean_name(name: str, most: int = LONGEST_NAME) -> str:
    """A name, short and printable."""
    return "".join([c for c in name if c.isprintable()]).strip()[:most]


def shown_names(players: list[Player], texts: Texts) -> list[str]:
    """What the players are called in sentences, no two alike."""
    return told_apart([player.name for player in players], [player.bot is None for player in players], texts)


def names_of(specs: list[str], texts: Texts) -> list[str]:
    """The same for the players of a record, by their words alone: nobody sits down, so nobody's code is run."""
    people = [person_named(spec) for spec in specs]
    names = [
        clean_name(spec, LONGEST_BOT) if person is None else person.name
        for spec, person in zip(specs, people, strict=True)
    ]
    return told_apart(names, [person is not None for person in people], texts)


def told_apart(given: list[str], are_people: list[bool], texts: Texts) -> list[str]:
    """Names for sentences, no two alike; a person without one is "you", or has a number."""
    people = [seat for seat, is_person in enumerate(are_people) if is_person]
    names: list[str] = []
    for seat, name in enumerate(given):
        if not name and are_people[seat]:
            name = texts.line("who.you") if len(people) == 1 else texts.line("who.nth", n=people.index(seat) + 1)
        names.append(name)
    return [name if names.count(name) == 1 else f"{name} {names[: i + 1].count(name)}" for i, name in enumerate(names)]

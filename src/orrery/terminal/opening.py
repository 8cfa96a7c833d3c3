"""How a match comes onto the table: `play` with everything given, `choose` by a few questions with good answers."""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TextIO

from rich.text import Text

from orrery.bots.bot import bot_names
from orrery.core.clause import LANGUAGES, BadOptions
from orrery.core.data import DataFault, JsonObject
from orrery.core.fate import MASK, Fate
from orrery.core.game import Game
from orrery.core.match import Match
from orrery.core.records import BadRecord
from orrery.games import game_named, game_names
from orrery.terminal import commands
from orrery.terminal.keeping import Keeper, Kept, kept_folder, kept_matches
from orrery.terminal.players import HUMAN, OPPONENT, BadPlayers, Player, guess_player, read_players
from orrery.terminal.prompt import EndOfInput, Interrupted, Reader, make_reader
from orrery.terminal.screen import Screen, be_lenient
from orrery.terminal.sheet import PlainSheet, Question, Sheet, make_sheet
from orrery.terminal.table import YES, Table, tidy
from orrery.terminal.texts import Texts

BOT_DICE: Final = 0xB07D1CE
"""Added to a match's seed for the dice of the bots, which must not be those of the match."""


USUAL: Final = (("me", OPPONENT), ("me", "level3"), ("me", "level5"), ("1", "2"), ("level4", "level3"))
"""The usual tables, in the order in which they are offered."""
HOT_SEAT: Final = 3
"""The one of two people among them."""


def play(
    game: Game,
    options: JsonObject | None = None,
    players: list[str] | None = None,
    seed: int | None = None,
    lang: str = "en",
    colour: bool | None = None,
    *,
    load: str | Path | None = None,
    columns: int | None = None,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
) -> int:
    """Plays matches of a game at the terminal until the person leaves; gives the exit status of the command.

    `players`, one for each seat: `human`, `human:NAME` or the name of a bot; None is a person against beginners.
    `seed` None draws a secret one. `colour` None: where the output is a terminal and NO_COLOR is not set. `load` is a
    record to go on with. `columns` is the width if it is not the terminal's. 2 means that no match could be laid out; a
    sentence has said why.
    """
    room = Room(lang, colour, columns, stdin, stdout)
    return room.run(lambda: room.open(game, options or {}, players, seed, load))


def choose(
    name: str | None = None,
    lang: str | None = None,
    seed: int | None = None,
    colour: bool | None = None,
    *,
    new: bool = False,
    columns: int | None = None,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
) -> int:
    """Asks what to play (unless `name` says it), in which mode and who with, then plays; gives the exit status.

    Enter takes the usual answer every time, and each question takes `en` or `ja` as a change of language. `lang` None
    is the language of the environment. A match that was left is offered first, unless `new` or a seed asks for another.
    """
    room = Room(lang or usual_language(), colour, columns, stdin, stdout)
    return room.run(lambda: Opening(room).ask(name, seed, new or seed is not None))


def usual_language() -> str:
    """The language that the environment asks for, English if it is none of ours."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return value[:2] if value[:2] in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]


class Room:
    """Where tables stand: a screen, a reader, a language."""

    def __init__(
        self, lang: str, colour: bool | None, columns: int | None, stdin: TextIO | None, stdout: TextIO | None
    ) -> None:
        source, out = stdin or sys.stdin, stdout or sys.stdout
        be_lenient(source)
        be_lenient(out)
        self.lang = lang if lang in LANGUAGES else LANGUAGES[0]
        self.screen = Screen(out, colour, columns)
        self.reader: Reader = make_reader(source, out)
        # What is typed through a pipe is no match that somebody would come back to.
        self.folder = kept_folder() if source.isatty() and out.isatty() else None

    def run(self, opening: Callable[[], int]) -> int:
        """Does something that may end early: by Ctrl-C, Ctrl-D, or because the reader of the output has gone."""
        try:
            status = opening()
            self.screen.out.flush()
        except (EndOfInput, Interrupted, KeyboardInterrupt):
            status = 0
        except BrokenPipeError:
            # Python flushes stdout once more at exit; what cannot be written must go somewhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = 0
        return status

    def open(
        self,
        game: Game,
        options: JsonObject,
        specs: list[str] | None,
        seed: int | None,
        load: str | Path | None = None,
    ) -> int:
        """Lays out a match and plays; 2 if it cannot be laid out."""
        texts = Texts(self.lang, game.package)
        sheet = make_sheet(game, texts, self.screen)
        host = Host(game, sheet, options, seed)
        table = self.table(game, sheet, texts, host)
        try:
            if load is None:
                players = None if specs is None else read_players(specs, game)
                host.lay(table, players)
            else:
                table.players = []
                match, players = commands.read_match(table, commands.file_named(str(load)))
                table.lay(match, players, host.dice(host.next_seed()))
        except (BadOptions, BadPlayers, BadRecord, DataFault, OSError) as fault:
            sentence = commands.reason(fault)
            self.screen.say(texts.say("opening.failed", fault=sentence))
            return 2
        table.run()
        return 0

    def table(self, game: Game, sheet: Sheet, texts: Texts, host: Host) -> Table:
        """A table, at which matches are kept where somebody could come back to them."""
        table = Table(game, sheet, texts, self.screen, self.reader, host.again)
        table.keeper = None if self.folder is None else Keeper(self.folder)
        return table

    def resume(self, kept: Kept) -> bool:
        """Goes on with a match that was left; False after a sentence if it cannot be."""
        texts = Texts(self.lang)
        try:
            match = kept.match()
            game = match.game
            players = read_players(kept.players, game)
            if len(players) != match.state.seats():
                raise BadRecord(texts.line("load.no_record"))
        except (BadRecord, BadPlayers) as fault:
            self.screen.say(texts.say("kept.bad", file=str(kept.file), fault=commands.reason(fault)))
            return False
        texts = Texts(self.lang, game.package)
        sheet = make_sheet(game, texts, self.screen)
        table = self.table(game, sheet, texts, Host(game, sheet, match.options or {}, None))
        dice = Fate()
        dice.state = kept.dice
        table.lay(match, players, dice, kept.seed)
        if table.keeper is not None:
            table.keeper.begin(kept.file)
            table.keep()
        self.screen.say(texts.say("kept.on"))
        table.run()
        return True


class Host:
    """Lays out matches: the first one and each further one, with the same options."""

    def __init__(self, game: Game, sheet: Sheet, options: JsonObject, seed: int | None) -> None:
        self.game = game
        self.sheet = sheet
        self.options = options
        self.seed = seed

    def next_seed(self) -> int:
        """A secret seed; where one was given, that one, and for further matches those that follow it."""
        if self.seed is None:
            return secrets.randbits(64)
        self.seed += 1
        return self.seed - 1

    def dice(self, seed: int) -> Fate:
        """The bots' dice for a match."""
        return Fate((seed + BOT_DICE) & MASK)

    def lay(self, table: Table, players: list[Player] | None) -> None:
        """Lays out a new match. Raises BadOptions or BadPlayers."""
        guide = self.game.guide()
        options = guide.in_rules_words(self.options)
        count = self.sheet.seats(options)[0] if players is None else len(players)
        try:
            options = guide.for_people(self.sheet.seated(options, count, [None] * count))
        except ValueError as fault:
            raise BadPlayers(str(fault)) from None
        seed = self.next_seed()
        match = Match.new(self.game, options, seed)
        seats = match.state.seats()
        if players is None:
            players = read_players(["human", *[OPPONENT] * (seats - 1)], self.game)
        if len(players) != seats:
            raise BadPlayers(self.sheet.texts.line("opening.wrong_count", n=len(players), seats=seats))
        table.lay(match, players, self.dice(seed), seed)

    def again(self, table: Table) -> bool:
        """Another match with the players at the table; False after a sentence if it cannot be."""
        match = table.match
        if match.options is not None:
            view = match.view(None)
            options = self.sheet.again(match.options, view)
            self.options = self.game.guide().rematch(options, view, match.state.seats()).options
        try:
            self.lay(table, table.players)
        except (BadOptions, BadPlayers) as fault:
            table.screen.say(table.texts.say("opening.failed", fault=str(fault)))
            return False
        return True


class Opening:
    """The questions before a match."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.texts = Texts(room.lang)

    def ask(self, name: str | None, seed: int | None, new: bool = False) -> int:
        """Asks, then plays."""
        screen = self.room.screen
        if not new and self.room.folder is not None and self.offer_kept(self.room.folder, name):
            return 0
        screen.say(self.texts.say("opening.welcome"))
        if name is None:
            name = self.ask_game()
        game = game_named(name)
        if game is None:
            fault = self.texts.line("opening.no_game", tried=name, games=", ".join(game_names()))
            screen.say(self.texts.say("opening.failed", fault=fault))
            return 2
        self.texts = Texts(self.room.lang, game.package)
        sheet = make_sheet(game, self.texts, screen)
        self.tell_tale()
        options: JsonObject = {}
        for question in sheet.questions():
            options[question.option] = self.ask_option(question)
        options, players = self.ask_players(game, sheet, options)
        return self.room.open(game, options, [player.spec for player in players], seed)

    def offer_kept(self, folder: Path, name: str | None) -> bool:
        """Offers the matches that were left; True if one was gone on with."""
        screen, texts = self.room.screen, self.texts
        found, bad = kept_matches(folder, name)
        for file, fault in bad:
            screen.say(texts.say("kept.bad", file=str(file), fault=fault))
        while found:
            line = self.ask_kept(found)
            word, _, rest = line.partition(" ")
            if word in texts.words("alias.forget"):
                number = 0 if len(found) == 1 else chosen(rest or "0", len(found))
                if number is None:
                    self.wrong(line)
                    continue
                found.pop(number).file.unlink(missing_ok=True)
                screen.say(texts.say("kept.gone"))
            elif line in (*texts.words("alias.no"), "new") or (len(found) > 1 and line == str(len(found) + 1)):
                return False
            elif (number := 0 if line in YES else chosen(line, len(found))) is not None:
                if self.room.resume(found.pop(number)):
                    return True
            else:
                self.wrong(line)
        return False

    def ask_kept(self, found: list[Kept]) -> str:
        """Asks which of the matches that were left is gone on with; what was typed."""
        texts = self.texts
        facts: list[dict[str, Text | str | int]] = [
            {
                "game": self.titled(kept.game),
                "players": texts.join([self.called(player) for player in kept.players]),
                "when": time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.when)),
                "n": kept.taken,
                "open": texts.raw("kept.open") if kept.is_open else "",
            }
            for kept in found
        ]
        if len(found) > 1:
            labels = [texts.say("kept.row", **row) for row in facts]
            return self.line(texts.say("kept.several"), [*labels, texts.say("kept.new")]).lower()
        self.room.screen.say(texts.say("kept.one", **facts[0]).append(str(facts[0]["open"])))
        self.room.screen.say(texts.say("kept.ask"))
        return tidy(self.room.reader.ask(texts.line("kept.yes_no"))).lower()

    def titled(self, name: str) -> Text:
        """A game by its title."""
        game = game_named(name)
        texts = Texts(self.texts.lang, *([] if game is None else [game.package]))
        return texts.say("game.title") if texts.has("game.title") else Text(name)

    def called(self, player: str) -> str:
        """A player of a kept match."""
        word, _, name = player.partition(":")
        return (name or self.texts.line("kept.you")) if word == HUMAN else player

    def tell_tale(self) -> None:
        """What the game imagines, and whose it is, where it says so."""
        screen = self.room.screen
        for key in ("game.tale", "game.by"):
            if self.texts.has(key):
                screen.gap()
                screen.say(self.texts.say(key))

    def line(self, title: Text, choices: list[Text]) -> str:
        """A question with numbered answers; what was typed. The two languages can be chosen at each."""
        screen = self.room.screen
        screen.gap()
        screen.say(title)
        screen.numbered(choices)
        return tidy(self.room.reader.ask(self.texts.line("opening.prompt")))

    def is_language(self, line: str) -> bool:
        """Was a language typed? Then it is spoken from now on."""
        word = line.lower().removeprefix("lang ").strip()
        found = "ja" if word in ("ja", "日本語") else "en" if word in ("en", "english") else None
        if found is None:
            return False
        self.room.lang = self.texts.lang = found
        return True

    def ask_game(self) -> str:
        """Which game: by number or name."""
        names = sorted(game_names(), key=lambda name: (not self.has_sheet(name), name))
        while True:
            labels = [self.game_title(name) for name in names]
            line = self.line(self.texts.say("opening.game"), labels)
            number = chosen(line, len(names))
            if number is not None:
                return names[number]
            name = line.lower().replace(" ", "_")
            if name in names:
                return name
            self.wrong(line)

    def has_sheet(self, name: str) -> bool:
        """Is the game drawn here, and not only listed as data? Such games are offered first."""
        game = game_named(name)
        return game is not None and not isinstance(make_sheet(game, self.texts, self.room.screen), PlainSheet)

    def game_title(self, name: str) -> Text:
        """A game as the list of games calls it."""
        game = game_named(name)
        if game is not None:
            texts = Texts(self.texts.lang, game.package)
            if texts.has("game.about"):
                return texts.say("game.about")
        return Text(name)

    def ask_option(self, question: Question) -> object:
        """One option of the game."""
        while True:
            labels = [self.texts.say(key) for _, key in question.values]
            line = self.line(self.texts.say(question.title), labels)
            number = chosen(line, len(labels))
            if number is not None:
                return question.values[number][0]
            for value, _ in question.values:
                if line.lower() == str(value).lower():
                    return value
            self.wrong(line)

    def ask_players(self, game: Game, sheet: Sheet, options: JsonObject) -> tuple[JsonObject, list[Player]]:
        """Who sits where: one of the usual tables, or names in a row, each perhaps with a wish after a colon."""
        count = self.count(sheet, options)
        more = sheet.seats(options)[0] - 2
        while True:
            labels = [self.texts.say(f"opening.players_{i}") for i in range(len(USUAL))]
            line = self.line(self.texts.say("opening.players", count=count, bots=", ".join(bot_names())), labels)
            number = chosen(line, len(USUAL))
            words = line.replace(",", " ").split()
            if number is not None:
                words = [*USUAL[number], *[OPPONENT if number == HOT_SEAT else USUAL[number][-1]] * more]
            if not self.is_language(line):
                try:
                    return self.seat(game, sheet, options, words, named=number is None)
                except (ValueError, BadPlayers) as fault:
                    self.room.screen.say(str(fault))

    def count(self, sheet: Sheet, options: JsonObject) -> str:
        """How many players these options take."""
        low, high = sheet.seats(options)
        return str(low) if low == high else self.texts.line("opening.range", low=low, high=high)

    def seat(
        self, game: Game, sheet: Sheet, options: JsonObject, words: list[str], named: bool
    ) -> tuple[JsonObject, list[Player]]:
        """The players of a row of words. Raises ValueError or BadPlayers with a sentence."""
        low, high = sheet.seats(options)
        if not low <= len(words) <= high:
            raise ValueError(self.texts.line("opening.count", n=len(words), count=self.count(sheet, options)))
        players: list[Player] = []
        wishes: list[str | None] = []
        for word in words:
            name, _, wish = word.partition(":")
            players.append(guess_player(name, game) if named or not name.isdigit() else Player(""))
            wishes.append(wish or None)
        return sheet.seated(options, len(players), wishes), players

    def wrong(self, line: str) -> None:
        """Says that an answer was none, unless it was a language."""
        if not self.is_language(line):
            self.room.screen.say(self.texts.say("opening.wrong", tried=line))


def chosen(line: str, count: int) -> int | None:
    """The answer that a number means, counted from 0; Enter is the first."""
    if not line:
        return 0
    if line.isascii() and line.isdigit() and 1 <= int(line[:9]) <= count:
        return int(line) - 1
    return None

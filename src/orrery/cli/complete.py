"""What a shell may complete: commands, options, and the values that help calls GAME, BOT, DECK, NAME=VALUE and so on.

The scripts of `orrery completion` ask here, in one of two ways:

    orrery __complete bash CURRENT LINE      the line up to the cursor, and the part of it that bash will replace
    orrery __complete words WORD...          the words of the line without the command; the last is being typed

The answer is a line for each candidate, for `words` with a tab and a sentence; `:files` or `:folders` in front says
that names of files will do as well.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from typer.main import get_command

from orrery.cli.app import app
from orrery.cli.lazy import Group, first_line, is_argument, is_flag, is_many

if TYPE_CHECKING:
    from orrery.core.data import JsonObject
    from orrery.core.options import Option

FILES: Final = ":files"
FOLDERS: Final = ":folders"
PLACES: Final = (FILES, FOLDERS)
"""What is no candidate, but a word about files."""
FEW: Final = 12
"""A range of numbers with more of them is not counted up."""

Candidate = tuple[str, str]
"""A word, and a sentence about it."""


class Line:
    """What has been typed so far: the command, the values by what help calls them, and what comes next."""

    def __init__(self, words: list[str]) -> None:
        self.command: Any = get_command(app)
        self.name = ""
        self.given: dict[str, str] = {}
        self.used: set[str] = set()
        self.known = True
        """Is every command one that there is?"""
        self.waiting: Any = None
        """The option whose value comes next."""
        self.only_arguments = False
        self._places = self._arguments()
        for word in words:
            self._read(word)

    def _arguments(self) -> list[Any]:
        return [each for each in self.command.params if is_argument(each)]

    def option(self, name: str) -> Any:
        """The option of that name; None if there is none."""
        options = [each for each in self.command.params if not is_argument(each)]
        return next((each for each in options if name in (*each.opts, *each.secondary_opts)), None)

    def next_argument(self) -> Any:
        """The argument that comes next; None if there is no more."""
        return self._places[0] if self._places else None

    def _read(self, word: str) -> None:
        if self.waiting is not None:
            self.given[self.waiting.metavar] = word
            self.waiting = None
        elif self.only_arguments or not word.startswith("-") or word == "-":
            self._read_argument(word)
        elif word == "--":
            self.only_arguments = True
        else:
            name, has_value, value = word.partition("=")
            option = self.option(name)
            self.used.add(name)
            if option is not None and not is_flag(option):
                if has_value:
                    self.given[option.metavar] = value
                else:
                    self.waiting = option

    def _read_argument(self, word: str) -> None:
        if isinstance(self.command, Group):
            context: Any = None  # only parsing needs one
            found = self.command.get_command(context, word)
            self.known = self.known and found is not None
            if found is not None:
                self.command, self.name, self.used = found, word, set()
                self._places = self._arguments()
        elif self._places:
            self.given.setdefault(self._places[0].metavar, word)
            if not is_many(self._places[0]):
                del self._places[0]


def candidates(words: list[str]) -> list[Candidate]:
    """What the last word may become; the words before it are complete."""
    *before, typed = words or [""]
    line = Line(before)
    found: Iterable[Candidate] = []
    if not line.known:
        pass
    elif line.waiting is not None:
        found = values_of(line.waiting, line, typed)
    elif typed.startswith("-") and not line.only_arguments:
        name, has_value, value = typed.partition("=")
        option = line.option(name) if has_value else None
        if option is not None and not is_flag(option):
            rows = values_of(option, line, value)
            found = [(each if each in PLACES else f"{name}={each}", about) for each, about in rows]
        else:
            found = options_of(line)
    elif isinstance(line.command, Group):
        group: Any = line.command
        found = [(name, first_line(group.shown(None, name))) for name in group.list_commands(None)]
    elif line.next_argument() is not None:
        found = values_of(line.next_argument(), line, typed)
    return [row for row in found if row[0].startswith(typed) or row[0] in PLACES]


def options_of(line: Line) -> list[Candidate]:
    """The options of a command that may still be said."""
    rows: list[Candidate] = []
    for each in line.command.params:
        names = [] if is_argument(each) or each.hidden else [*each.opts, *each.secondary_opts]
        if is_many(each) or not line.used.intersection(names):
            rows += [(name, each.help or "") for name in names]
    return [*rows, ("--help", "Show this message and exit.")]


# --- values -----------------------------------------------------------------------------------------------------------


def values_of(parameter: Any, line: Line, typed: str) -> list[Candidate]:
    """What a value may be, by what help calls it."""
    find = VALUES.get(parameter.metavar)
    return [] if find is None else find(line, typed)


def games(line: Line, typed: str) -> list[Candidate]:
    """The games."""
    from orrery.games import game_names

    return [(name, "") for name in game_names()]


def bots(line: Line, typed: str) -> list[Candidate]:
    """The bots that have names."""
    from orrery.bots.bot import bot_names
    from orrery.bots.strangers import outside_names

    if "/" in typed or typed.endswith(".py"):
        return [(FILES, "")]
    return [(name, "") for name in [*bot_names(), *outside_names()]]


def lists_of_bots(line: Line, typed: str) -> list[Candidate]:
    """Bots with commas between."""
    before = typed[: typed.rfind(",") + 1]
    return [(before + name, about) for name, about in bots(line, typed) if name not in before.split(",")]


def players(line: Line, typed: str) -> list[Candidate]:
    """Who may sit at a table."""
    return [("human", "somebody at this keyboard"), *bots(line, typed)]


def languages(line: Line, typed: str) -> list[Candidate]:
    """The languages."""
    from orrery.core.clause import LANGUAGES

    return [(lang, "") for lang in LANGUAGES]


def assignments(line: Line, typed: str) -> list[Candidate]:
    """The options of a match with their values, once the game is known; of a server its settings."""
    if line.name == "serve":
        from orrery.server.settings import Settings

        return [(f"{name}=", "") for name in Settings.__struct_fields__]
    from orrery.core.options import FLAG, NUMBER, SEATS, WORD

    name, has_value, _ = typed.partition("=")
    rows = {SEATS if row.kind == SEATS else row.key: row for row in rows_of(line.given.get("GAME", ""))}
    if not has_value:
        return [(f"{key}=", row.name["en"]) for key, row in rows.items()]
    row = rows.get(name)
    found: list[Candidate] = []
    if row is None:
        pass
    elif row.kind == WORD:
        found = [(value.word, value.said["en"]) for value in row.values]
    elif row.kind == FLAG:
        found = [("true", ""), ("false", "")]
    elif row.kind in (NUMBER, SEATS) and row.least is not None and row.most is not None:
        found = [(str(number), "") for number in range(row.least, row.most + 1)] if row.most - row.least < FEW else []
    return [(f"{name}={value}", about) for value, about in found]


def our_file(game: str, name: str) -> JsonObject | None:
    """A data file of a game of ours, read without the game: loading that takes longer than anybody wants to wait for a
    key. None if there is no such file.
    """
    from orrery.core.data import parse_toml
    from orrery.games import __path__ as folders

    file = Path(folders[0]) / game / "data" / name
    return parse_toml(file.read_text(encoding="utf-8"), name) if file.is_file() else None


def rows_of(game: str) -> list[Option]:
    """The options of a game."""
    from orrery.core.options import FILE, read_rows
    from orrery.games import OURS, game_named

    if game in OURS:
        return read_rows(our_file(game, FILE) or {}).rows
    found = game_named(game)
    return [] if found is None else found.guide().options()


def decks(line: Line, typed: str) -> list[Candidate]:
    """The decks of ours, of one game where it is named; a file will do as well."""
    from orrery.games import game_names

    games = [line.given["GAME"]] if "GAME" in line.given else game_names()
    return [(FILES, ""), *[(name, "") for game in games for name in deck_names(game)]]


def deck_names(game: str) -> list[str]:
    """The names of the decks on a game's shelf."""
    from orrery.games import OURS, game_named

    if game in OURS:
        return list((our_file(game, "completion.toml") or {}).get("decks", []))
    found = game_named(game)
    shelf = None if found is None else found.guide().shelf("en")
    return [] if shelf is None else shelf.names()


def documents(line: Line, typed: str) -> list[Candidate]:
    """The documents."""
    from orrery.cli.docs import documents as known
    from orrery.cli.docs import title_of

    return [(name, title_of(file)) for name, file in known().items()]


def shells(line: Line, typed: str) -> list[Candidate]:
    """The shells that have a script."""
    from orrery.cli.completion import SHELLS

    return [(name, "") for name in SHELLS]


def clauses(line: Line, typed: str) -> list[Candidate]:
    """The sections of a game's rulebook, and what its chapters without a number are called."""
    from orrery.core.clause import rulebook
    from orrery.games import game_named

    game = game_named(line.given.get("GAME", ""))
    if game is None:
        return []
    book = rulebook(game.package, "en")
    return [*book.titles.items(), *[(chapter.title.lower(), "") for chapter in book.unnumbered]]


VALUES: Final[dict[str, Callable[[Line, str], list[Candidate]]]] = {
    "BOT": bots,
    "BOTS": lists_of_bots,
    "CLAUSE|WORD": clauses,
    "DECK": decks,
    "DOCUMENT": documents,
    "FILE": lambda line, typed: [(FILES, "")],
    "FOLDER": lambda line, typed: [(FOLDERS, "")],
    "GAME": games,
    "LANGUAGE": languages,
    "NAME=VALUE": assignments,
    "NAME=VALUE|FOLDER": assignments,
    "PLAYER": players,
    "SHELL": shells,
}
"""How values are found, by what help calls them."""


# --- shells -----------------------------------------------------------------------------------------------------------


def split(line: str) -> list[str]:
    """The words of a line as a shell reads them; the last one is being typed and may be empty or have an open quote."""
    for closing in ("", "\\", '"', "'"):
        try:
            words = shlex.split(line + closing)
        except ValueError:
            continue
        return [*words, ""] if not closing and (not line or line[-1].isspace()) else words
    return [""]


def for_bash(current: str, line: str) -> list[str]:
    """The candidates as bash wants them: without what stands before the part that it replaces, since it takes = and :
    for ends of words.
    """
    words = split(line)[1:] or [""]
    current = current if words[-1].endswith(current) else ""
    before = len(words[-1]) - len(current)
    return [word if word in PLACES else word[before:] for word, _ in candidates(words)]


def main(words: list[str]) -> None:
    """Answers a shell. Whatever goes wrong, the line that somebody is typing stays as it is."""
    try:
        if words[:1] == ["bash"] and len(words) == 3:
            lines = for_bash(words[1], words[2])
        else:
            lines = [f"{word}\t{about}" for word, about in candidates(words[1:])]
    except Exception:
        return
    try:
        print("\n".join(lines), flush=True)
    except BrokenPipeError:
        sys.stderr.close()  # nobody waits for the answer any more

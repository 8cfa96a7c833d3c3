"""Bots from outside: of a module, of a file, of an installed package, or a program that speaks the engine protocol.

    module:Class                 a class of a module that Python finds, also in the folder where one is
    scorer.py:Scorer             a class of a file
    scorer                       what a package offers (strangers.py)
    cmd:./engine --fast          a program (engines.py)

They are named wherever a bot is named. Naming one runs its code, with all the rights of whoever names it; a server
lets people name only those that its host has chosen. Whatever is wrong with one is UnknownBot, with a sentence that
says what would be right. Where one fails in a match it gives the match up, be it a class or a program.
"""

from __future__ import annotations

import hashlib
import logging
import re
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from orrery.bots.bot import Bot, Clock, UnknownBot, no_such_action
from orrery.bots.engines import EngineBot, is_command
from orrery.bots.playing import Forfeit
from orrery.bots.strangers import offered
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game, Result
from orrery.core.notation import meant

LOG: Final = logging.getLogger("orrery.bots.outside")
MODULE: Final = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
HOW: Final = "write module:Class, file.py:Class, or cmd: and the command of an engine"


def brings_code(name: str) -> bool:
    """Is it the name of a file, a module or a command, so that making the bot runs what stands there? Ours and those of
    installed packages are words.
    """
    return (":" in name and not name.startswith("mcts:")) or name.endswith(".py")


def outside_bot(name: str, game: Game) -> Bot | None:
    """The bot that a name from outside means; None if it is no such name. Raises UnknownBot."""
    if is_command(name):
        return EngineBot(game, name)
    place, colon, attribute = name.rpartition(":")
    if not colon:
        if name in offered().left_out:
            raise UnknownBot(f"the bot {name!r} is left out: {offered().left_out[name]}")
        point = offered().points.get(name)
        if point is not None:
            return made(class_at(point.value, *point.value.rpartition(":")[::2]), game, name)
        if name.endswith(".py"):
            classes = classes_of(module_of_file(name, Path(name)))
            raise UnknownBot(f"{name}: say which bot of it, as {name}:{classes[0] if classes else 'Class'}")
        return None
    return made(class_at(name, place, attribute), game, name)


class OutsideBot(Bot):
    """A bot of somebody else's class. Whatever it raises, and whatever it answers that is no legal action, gives the
    match up with a sentence: the table, the ladder or the server that asked it goes on.
    """

    def __init__(self, bot: Bot, game: Game, name: str) -> None:
        super().__init__(game, name)
        self.bot = bot

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        legal = list(actions)
        word: object = None
        try:
            word = self.bot.choose(view, seen, actions, fate, clock)
        except Forfeit:
            raise
        except (Exception, SystemExit) as fault:
            raise Forfeit(f"{self.name} failed: {said(fault, file_of(type(self.bot)))}") from fault
        if not isinstance(word, str) or word not in legal:
            raise Forfeit(f"{self.name}: {no_such_action(word, legal)}", "legality")
        return word

    def over(self, result: Result) -> None:
        try:
            self.bot.over(result)
        except (Exception, SystemExit) as fault:
            LOG.warning("%s failed at the end of a match: %s", self.name, said(fault, file_of(type(self.bot))))


def made(kind: type[Bot], game: Game, name: str) -> Bot:
    """A bot of that class."""
    try:
        return OutsideBot(kind(game, name), game, name)
    except (Exception, SystemExit) as fault:
        raise UnknownBot(f"{name} cannot be made: {said(fault, file_of(kind))}") from None


def file_of(kind: type[Bot]) -> Path | None:
    """The file in which a class is written."""
    place = getattr(sys.modules.get(kind.__module__), "__file__", None)
    return None if place is None else Path(place)


def class_at(name: str, place: str, attribute: str) -> type[Bot]:
    """The class that stands at a place: a file or a module, and a name in it."""
    if place.endswith(".py"):
        module = module_of_file(name, Path(place))
    elif MODULE.fullmatch(place):
        module = module_named(name, place)
    else:
        raise UnknownBot(f"there is no bot {name!r}; {HOW}")
    found = getattr(module, attribute, None)
    known = classes_of(module)
    if found is None:
        there = f"; its bots are {', '.join(known)}" if known else "; it has no subclass of orrery.Bot at all"
        raise UnknownBot(f"{place} has no {attribute!r}{meant(attribute, known)}{there}")
    if not isinstance(found, type) or not issubclass(found, Bot):
        raise UnknownBot(f"{name} is {found!r:.60}; right is a subclass of orrery.Bot")
    if not can_choose(found):
        raise UnknownBot(f"{name} has no method choose")
    return found


def classes_of(module: ModuleType) -> list[str]:
    """The bots that are written in a module."""
    return [
        name
        for name, found in vars(module).items()
        if isinstance(found, type)
        and issubclass(found, Bot)
        and found.__module__ == module.__name__
        and can_choose(found)
    ]


def can_choose(kind: type[Bot]) -> bool:
    """Has a class of bots the method that makes it one? Compiled, Bot itself does not say that it has none."""
    return any("choose" in vars(base) for base in kind.__mro__ if base is not Bot)


def module_of_file(name: str, file: Path) -> ModuleType:
    """The module that a file is, loaded once."""
    if not file.is_file():
        raise UnknownBot(f"{name}: there is no file {file}")
    whole = file.resolve()
    known = f"orrery_bot_{hashlib.sha256(str(whole).encode()).hexdigest()[:12]}_{whole.stem}"
    if known in sys.modules:
        return sys.modules[known]
    spec = spec_from_file_location(known, whole)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[known] = module
    within_reach(whole.parent)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as fault:
        del sys.modules[known]
        raise UnknownBot(f"{file} cannot be imported: {said(fault, whole)}") from None
    return module


def module_named(name: str, module: str) -> ModuleType:
    """A module that Python finds, also in the folder where one is."""
    within_reach(Path.cwd())
    try:
        return import_module(module)
    except ModuleNotFoundError as fault:
        if fault.name is not None and f"{module}.".startswith(f"{fault.name}."):
            raise UnknownBot(f"there is no bot {name!r}: there is no module {fault.name}; {HOW}") from None
        raise UnknownBot(f"{module} cannot be imported: {said(fault)}") from None
    except (Exception, SystemExit) as fault:
        raise UnknownBot(f"{module} cannot be imported: {said(fault)}") from None


def within_reach(folder: Path) -> None:
    """What lies in the folder can be imported, after everything else."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def said(fault: BaseException, file: Path | None = None) -> str:
    """A fault in a sentence, with its line where it is in the file."""
    line = fault.lineno if isinstance(fault, SyntaxError) else None
    for frame in traceback.extract_tb(fault.__traceback__):
        if file is not None and frame.filename == str(file):
            line = frame.lineno
    where = "" if line is None else f"line {line}: "
    words = fault.msg if isinstance(fault, SyntaxError) else str(fault)
    return f"{where}{type(fault).__name__}: {words}".removesuffix(": ")


def split_names(text: str) -> list[str]:
    """The names in a list with commas between. A command with commas of its own stands in quotes:
    `level2,cmd:"./engine a,b"`.
    """
    names: list[str] = []
    quote, begun = "", ""
    for letter in text:
        if letter == "," and not quote:
            names.append(begun.strip())
            begun = ""
            continue
        if letter in ("'", '"'):
            quote = "" if letter == quote else quote or letter
        begun += letter
    return [*names, begun.strip()]


def closed(bots: Sequence[Bot]) -> None:
    """Lets go of bots that were only made to see whether they can be."""
    for bot in bots:
        if isinstance(bot, EngineBot):
            bot.close()

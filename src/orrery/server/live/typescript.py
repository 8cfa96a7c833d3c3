"""The messages of wire.py and the shapes of the games as TypeScript, so that a browser's code cannot drift from them.

    python -m orrery.server.live.typescript                    prints the messages (wire.ts)
    python -m orrery.server.live.typescript GAME               prints the views and events of a game (view.ts)
    python -m orrery.server.live.typescript --write web/src    renews wire.ts, and view.ts of every game with a folder

A test compares the files of the page with what is printed.
"""

from __future__ import annotations

import argparse
import inspect
import sys
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import inspect as shapes

from orrery.games import game_named, game_names
from orrery.server.http.games import GameInfo, Level
from orrery.server.http.review import ReviewNow
from orrery.server.http.routes.lessons import LessonAnswer, LessonInfo, LessonNow
from orrery.server.http.routes.puzzles import PuzzleAnswer, PuzzleHint, PuzzleList, PuzzleNow
from orrery.server.http.routes.reviews import GameHabits, ReviewAnswer, ReviewMoment, ReviewTried
from orrery.server.http.routes.trials import TrialOffer, TrialPart
from orrery.server.live import wire
from orrery.server.live.typed_views import NoShapes, view_types

HEADER: Final = """\
// The messages between browser and server. Made from src/orrery/server/live/wire.py by
// python -m orrery.server.live.typescript; do not edit.
"""
CLIENT: Final = "ClientMessage"
SERVER: Final = "ServerMessage"


class Writer:
    """Writes types, each struct once, in the order in which they are met."""

    def __init__(self) -> None:
        self.made: dict[str, str] = {}

    def type_of(self, shape: shapes.Type) -> str:
        """The TypeScript of a type."""
        if isinstance(shape, (shapes.IntType, shapes.FloatType)):
            return "number"
        if isinstance(shape, shapes.StrType):
            return "string"
        if isinstance(shape, shapes.BoolType):
            return "boolean"
        if isinstance(shape, shapes.NoneType):
            return "null"
        if isinstance(shape, (shapes.AnyType, shapes.RawType)):
            return "unknown"
        if isinstance(shape, shapes.LiteralType):
            return " | ".join(f'"{value}"' for value in shape.values)
        if isinstance(shape, shapes.ListType):
            return f"Array<{self.type_of(shape.item_type)}>"
        if isinstance(shape, shapes.DictType):
            return f"Record<string, {self.type_of(shape.value_type)}>"
        if isinstance(shape, shapes.UnionType):
            parts = [self.type_of(part) for part in shape.types if not isinstance(part, shapes.CustomType)]
            return " | ".join(part for part in parts if part != "undefined")
        if isinstance(shape, shapes.StructType):
            return self.struct(shape)
        raise TypeError(f"no TypeScript for {shape!r}")

    def struct(self, shape: shapes.StructType) -> str:
        """The name of a struct's interface, which is written if it was not yet."""
        name = shape.cls.__name__
        if name in self.made:
            return name
        self.made[name] = ""
        lines = [f"/** {self.comment(shape.cls)} */", f"export interface {name} {{"]
        if shape.tag is not None:
            lines.append(f'  type: "{shape.tag}";')
        sent = issubclass(shape.cls, (wire.Sent, wire.Details))
        leaves_out = bool(shape.cls.__struct_config__.omit_defaults)
        for field in shape.fields:
            # What clients send may lack what has a default; what the server sends lacks it only where it says so.
            may_lack = not field.required and (sent or leaves_out)
            lines.append(f"  {field.encode_name}{'?' if may_lack else ''}: {self.type_of(self.set_only(field.type))};")
        self.made[name] = "\n".join([*lines, "}"])
        return name

    @staticmethod
    def set_only(shape: shapes.Type) -> shapes.Type:
        """A type without the mark for fields that are left out."""
        if isinstance(shape, shapes.UnionType):
            kept = tuple(part for part in shape.types if getattr(part, "cls", None) is not msgspec.UnsetType)
            return kept[0] if len(kept) == 1 else shapes.UnionType(kept)
        return shape

    @staticmethod
    def comment(struct: Any) -> str:
        """A struct's own words."""
        return " ".join((inspect.getdoc(struct) or "").split())


LESSONS: Final = (LessonInfo, LessonNow, LessonAnswer)
PUZZLES: Final = (PuzzleList, PuzzleNow, PuzzleAnswer, PuzzleHint)
REVIEWS: Final = (ReviewNow, ReviewMoment, ReviewTried, ReviewAnswer, GameHabits)


def typescript() -> str:
    """The whole file."""
    writer = Writer()
    unions: list[str] = []
    for name, union in ((CLIENT, wire.ClientMessage), (SERVER, wire.ServerMessage)):
        shape = shapes.type_info(union)
        unions.append(f"export type {name} = {writer.type_of(shape)};")
    # No messages: GET /api/games, on which every form is built, levels, trials of decks, lessons, puzzles, reviews.
    for answer in (GameInfo, Level, TrialOffer, TrialPart, *LESSONS, *PUZZLES, *REVIEWS):
        writer.type_of(shapes.type_info(answer))
    version = f"export const PROTOCOL = {wire.PROTOCOL};"
    return "\n\n".join([HEADER + version, *writer.made.values(), *unions]) + "\n"


def files() -> dict[str, str]:
    """What is made for the page: by path below its sources, the text. Games that declare no shapes have none."""
    found = {"wire.ts": typescript()}
    for name in game_names():
        game = game_named(name)
        if game is not None and game.guide().shapes() is not None:
            found[f"games/{name}/view.ts"] = view_types(game)
    return found


def write(folder: Path) -> list[Path]:
    """Renews the files below a folder; of games only those that have a folder there. Gives what has changed."""
    changed: list[Path] = []
    for path, text in files().items():
        file = folder / path
        if file.parent.is_dir() and (not file.exists() or file.read_text(encoding="utf-8") != text):
            file.write_text(text, encoding="utf-8")
            changed.append(file)
    return changed


def main(words: list[str]) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m orrery.server.live.typescript",
        description="The types of the page: of the messages, or with GAME of the views and events of a game.",
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="a game that is installed")
    parser.add_argument("--write", metavar="FOLDER", type=Path, help="renew the files of the page, in web/src")
    asked = parser.parse_args(words)
    if asked.write is not None:
        if asked.game is not None:
            parser.error("--write renews the files of all games: leave GAME out")
        if not asked.write.is_dir():
            parser.error(f"{asked.write} is not a folder: name the sources of the page, web/src")
        for file in write(asked.write):
            print(f"renewed {file}")
        return 0
    if asked.game is None:
        print(typescript(), end="")
        return 0
    game = game_named(asked.game)
    if game is None:
        parser.error(f"{asked.game} is not one of {', '.join(game_names())}")
    try:
        print(view_types(game), end="")
    except NoShapes as fault:
        parser.error(str(fault))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

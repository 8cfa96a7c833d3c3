"""The shapes of a game's views, events and answers as TypeScript, for the page's folder of that game.

They come from what the game's guide declares (`Guide.shapes`), ours or a stranger's, and stand in
`web/src/games/<game>/view.ts`. `python -m orrery.server.live.typescript` writes them.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
import types
from typing import Annotated, Any, Final, Literal, NewType, Union, get_args, get_origin, is_typeddict

from orrery.core.game import Game
from orrery.core.shapes import Shape, Shapes, fields_of

HEADER: Final = """\
// What the views, events and answers of {game} look like. Made from {module} by
// python -m orrery.server.live.typescript {game}; do not edit.
"""
EVENTS: Final = """\
/** An event as a seat is shown it; its field `event` tells which. */
export type SeenEvent = {names};"""

PLAIN: Final = {str: "string", int: "number", float: "number", bool: "boolean", None: "null", type(None): "null"}
NAME: Final = re.compile("[A-Za-z_][A-Za-z0-9_]*")


class NoShapes(Exception):
    """A game that declares no shapes."""


class ViewWriter:
    """Writes types, each once, in the order in which they are met."""

    def __init__(self, aliases: list[tuple[str, Shape]]) -> None:
        self.aliases = aliases
        """Types with a name of their own that are no classes: what the module calls `Color`, the page does too."""
        self.made: dict[str, str] = {}
        self.types: dict[str, Any] = {}

    def type_of(self, shape: Any) -> str:
        """The TypeScript of a shape."""
        if get_origin(shape) is Annotated:
            return self.type_of(shape.__origin__)
        if shape is Any or shape is object:
            return "unknown"
        if shape in PLAIN:
            return PLAIN[shape]
        if is_typeddict(shape):
            return self.interface(shape)
        if isinstance(shape, NewType):
            return self.alias(shape.__name__, shape.__supertype__)
        for name, known in self.aliases:
            if known == shape:
                return self.alias(name, shape)
        return self.spelled(shape)

    def spelled(self, shape: Any) -> str:
        """The TypeScript of a shape that is made of others."""
        origin, parts = get_origin(shape), get_args(shape)
        if origin is Literal:
            return " | ".join(json.dumps(word) for word in parts)
        if origin in (Union, types.UnionType):
            return " | ".join(self.type_of(part) for part in parts)
        if origin is list:
            return f"Array<{self.type_of(parts[0])}>"
        if origin is tuple:
            return f"[{', '.join(self.type_of(part) for part in parts)}]"
        if origin is dict:
            key, value = self.type_of(parts[0]), self.type_of(parts[1])
            # A key of some words need not be there, while any string may be asked for.
            return f"Record<string, {value}>" if key == "string" else f"Partial<Record<{key}, {value}>>"
        raise TypeError(f"no TypeScript for {shape!r}")

    def alias(self, name: str, shape: Shape) -> str:
        """A name for a shape, declared if it was not yet."""
        if name not in self.made:
            self.made[name] = ""
            self.made[name] = (
                f"export type {name} = {self.spelled(shape) if get_origin(shape) else self.type_of(shape)};"
            )
        return name

    def interface(self, typed: Any) -> str:
        """The name of a TypedDict's interface, which is written if it was not yet."""
        name: str = typed.__name__
        if self.types.setdefault(name, typed) is not typed:
            raise TypeError(f"two types are called {name}: the page needs a name for each")
        if name in self.made:
            return name
        self.made[name] = ""
        lines = [f"/** {' '.join((inspect.getdoc(typed) or '').split())} */", f"export interface {name} {{"]
        for key, field in fields_of(typed).items():
            if field.words:
                lines.append(f"  /** {field.words} */")
            said = key if NAME.fullmatch(key) else json.dumps(key)
            lines.append(f"  {said}{'' if field.needed else '?'}: {self.type_of(field.shape)};")
        self.made[name] = "\n".join([*lines, "}"])
        return name


def aliases_in(module: types.ModuleType) -> list[tuple[str, Shape]]:
    """The types of a module that have a name without being classes: words, and unions. Not `X | None`, which means
    something else in every place.
    """
    return [
        (name, value)
        for name, value in vars(module).items()
        if not name.startswith("_")
        and get_origin(value) in (Literal, Union, types.UnionType)
        and type(None) not in get_args(value)
    ]


def shapes_of(game: Game) -> Shapes:
    """The shapes that a game declares. Raises NoShapes."""
    found = game.guide().shapes()
    if found is None:
        raise NoShapes(f"{game.name} declares no shapes: its guide has to give them by shapes()")
    return found


def view_types(game: Game) -> str:
    """The whole file for a game. Raises NoShapes."""
    shapes = shapes_of(game)
    module = sys.modules[str(getattr(shapes.view, "__module__", ""))]
    writer = ViewWriter(aliases_in(module))
    writer.type_of(shapes.view)
    names = " | ".join(writer.type_of(event) for event in shapes.event_types)
    for answer in shapes.answers.values():
        writer.type_of(answer)
    head = HEADER.format(game=game.name, module=module.__name__)
    return "\n".join([head, "\n\n".join([*writer.made.values(), EVENTS.format(names=names)]), ""])

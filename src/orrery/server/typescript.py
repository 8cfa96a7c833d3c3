"""The messages of wire.py as TypeScript types, so that a browser's code cannot drift from the server's.

`python -m orrery.server.typescript > web/src/wire.ts` renews the file; a test compares it.
"""

from __future__ import annotations

import inspect
from typing import Any, Final

import msgspec
from msgspec import inspect as shapes

from orrery.server import wire

HEADER: Final = """\
// The messages between browser and server. Made from src/orrery/server/wire.py by
// python -m orrery.server.typescript > web/src/wire.ts; do not edit.
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


def typescript() -> str:
    """The whole file."""
    writer = Writer()
    unions: list[str] = []
    for name, union in ((CLIENT, wire.ClientMessage), (SERVER, wire.ServerMessage)):
        shape = shapes.type_info(union)
        unions.append(f"export type {name} = {writer.type_of(shape)};")
    version = f"export const PROTOCOL = {wire.PROTOCOL};"
    return "\n\n".join([HEADER + version, *writer.made.values(), *unions]) + "\n"


if __name__ == "__main__":
    print(typescript(), end="")

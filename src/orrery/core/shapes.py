"""What the views, events and answers of a game look like, declared once as types.

A game writes a TypedDict for its view, one for each sort of event and one for each answer, in its module `shapes`, and
hands them over as `Shapes` by `Guide.shapes`. From them come the types of the page (`orrery.server.live.typescript`),
and `orrery.core.conformance.check_game` holds every view and event against them with `fault_in`. Views and events
themselves stay plain JSON: nothing is converted, and no match is slower for it.

A shape is made of TypedDicts (NotRequired for keys that may be missing), `Literal` words, unions, `list`, `tuple` (a
JSON list of that length), `dict` with words for keys, `str`, `int`, `float`, `bool`, None, NewTypes of these, and `Any`
where nothing is said. `Annotated[T, "words"]` carries words for people about a field; `Annotated[T, OPEN]` allows a
TypedDict keys that it does not name, for data in a language of its own such as card effects.
"""

from __future__ import annotations

import types
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NewType,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from orrery.core.data import listed, named, shown

Shape = object
"""A type as it is written: a TypedDict, `int | None`, `list[str]`, ..."""

EVENT: Final = "event"
"""The field in which an event has its name."""


class Mark:
    """Something that `Annotated` can say of a shape besides words for people."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


OPEN: Final = Mark("OPEN")
"""`Annotated[T, OPEN]`: a TypedDict that may have more keys than it names."""


class BadShape(TypeError):
    """A type that cannot be a shape."""


class Field:
    """A key of a TypedDict: its shape, whether it must be there, and words about it for people (perhaps none)."""

    __slots__ = ("needed", "shape", "words")

    def __init__(self, shape: Shape, needed: bool, words: str) -> None:
        self.shape = shape
        self.needed = needed
        self.words = words


def fields_of(typed: Any) -> dict[str, Field]:
    """The keys of a TypedDict, in the order in which they are written."""
    found: dict[str, Field] = {}
    for key, hint in get_type_hints(typed, include_extras=True).items():
        needed, words = key in typed.__required_keys__, ""
        # Postponed annotations are only strings to the TypedDict: what they say of being required is read here.
        while get_origin(hint) in (NotRequired, Required, Annotated):
            if get_origin(hint) is Annotated:
                said = [word for word in hint.__metadata__ if isinstance(word, str)]
                if not said:
                    break
                words, rest = said[0], [word for word in hint.__metadata__ if not isinstance(word, str)]
                hint = Annotated[hint.__origin__, rest[0]] if rest else hint.__origin__
            else:
                needed = get_origin(hint) is Required
                hint = get_args(hint)[0]
        found[key] = Field(hint, needed, words)
    return found


def names_of(event: Any) -> list[str]:
    """The names that events of a shape may have: the words of its field `event`."""
    field = fields_of(event).get(EVENT) if is_typeddict(event) else None
    if field is None or get_origin(field.shape) is not Literal:
        raise BadShape(f"{event!r} is no TypedDict with a field {EVENT}: Literal[...] for its name")
    return list(get_args(field.shape))


class Shapes:
    """The shapes of a game: its view as seats and spectators see it, its events by name, its answers by question.

    An event has one shape for what happened and for what a seat is shown of it: facts that may be hidden can be null,
    a count, or missing there.
    """

    def __init__(self, view: Shape, events: Iterable[Shape], answers: Mapping[str, Shape] | None = None) -> None:
        self.view = view
        self.event_types = list(events)
        self.events: dict[str, Shape] = {}
        for event in self.event_types:
            for name in names_of(event):
                if name in self.events:
                    raise BadShape(f"two shapes are for the event {name}")
                self.events[name] = event
        self.answers: dict[str, Shape] = {} if answers is None else dict(answers)

    def fault_in_view(self, view: object) -> str | None:
        """What is wrong with a view; None if it fits."""
        return fault_in(view, self.view, "view")

    def fault_in_event(self, event: object) -> str | None:
        """What is wrong with an event, in full or as a seat sees it; None if it fits."""
        name = event.get(EVENT) if isinstance(event, dict) else None
        shape = self.events.get(name) if isinstance(name, str) else None
        if shape is None:
            return f"{shown(event)} has no {EVENT} of these: {listed(sorted(self.events))}"
        return fault_in(event, shape, str(name))

    def fault_in_answer(self, question: str, answer: object) -> str | None:
        """What is wrong with an answer; None if it fits, or if nothing is said of such answers."""
        shape = self.answers.get(question)
        return None if shape is None else fault_in(answer, shape, question)


# --- checking ---------------------------------------------------------------------------------------------------------


def fault_in(value: object, shape: Shape, path: str = "") -> str | None:
    """What is wrong with a value: where, and what would be right; None if it fits its shape."""
    return check_of(shape).fault(value, path)


class Check(ABC):
    """A shape made ready for checking."""

    sort = ""
    """What JSON calls the values that can fit: object, list, string, number, boolean, null; empty: several."""

    @abstractmethod
    def fault(self, value: object, path: str) -> str | None:
        """What is wrong with a value that stands at a path."""

    @abstractmethod
    def right(self) -> str:
        """What would be right."""

    def wrong(self, value: object, path: str) -> str:
        """The fault of a value that is something else altogether."""
        return f"{path or 'the value'}: {shown(value)} is not {self.right()}"


class _Anything(Check):
    def fault(self, value: object, path: str) -> str | None:
        return None

    def right(self) -> str:
        return "anything"


class _Plain(Check):
    """A string, a number, true or false, null."""

    def __init__(self, kinds: tuple[type, ...], sort: str, right: str) -> None:
        self.kinds = kinds
        self.sort = sort
        self._right = right

    def fault(self, value: object, path: str) -> str | None:
        # JSON's true and false are no numbers, though Python's are.
        return None if type(value) in self.kinds else self.wrong(value, path)

    def right(self) -> str:
        return self._right


class _Words(Check):
    """One of some words or numbers."""

    def __init__(self, words: tuple[object, ...]) -> None:
        self.words = words
        sorts = {sort_of(word) for word in words}
        self.sort = sorts.pop() if len(sorts) == 1 else ""

    def fault(self, value: object, path: str) -> str | None:
        for word in self.words:
            if word == value and type(word) is type(value):
                return None
        return self.wrong(value, path)

    def right(self) -> str:
        words = listed(shown(word) for word in self.words)
        return words if len(self.words) == 1 else f"one of {words}"


class _Items(Check):
    """A list, however long."""

    sort = "list"

    def __init__(self, item: Check) -> None:
        self.item = item

    def fault(self, value: object, path: str) -> str | None:
        if not isinstance(value, list):
            return self.wrong(value, path)
        for i, item in enumerate(value):
            fault = self.item.fault(item, named(path, i))
            if fault is not None:
                return fault
        return None

    def right(self) -> str:
        return "a list"


class _Row(Check):
    """A list of a certain length, each place with a shape of its own."""

    sort = "list"

    def __init__(self, places: list[Check]) -> None:
        self.places = places

    def fault(self, value: object, path: str) -> str | None:
        if not isinstance(value, list) or len(value) != len(self.places):
            return self.wrong(value, path)
        for i, place in enumerate(self.places):
            fault = place.fault(value[i], named(path, i))
            if fault is not None:
                return fault
        return None

    def right(self) -> str:
        return f"a list of {len(self.places)}"


class _Table(Check):
    """An object that maps keys of one sort to values of one shape."""

    sort = "object"

    def __init__(self, key: Check, value: Check) -> None:
        self.key = key
        self.value = value

    def fault(self, value: object, path: str) -> str | None:
        if not isinstance(value, dict):
            return self.wrong(value, path)
        for key, part in value.items():
            if self.key.fault(key, path) is not None:
                return f"{path or 'the value'}: the key {shown(key)} is not {self.key.right()}"
            fault = self.value.fault(part, named(path, key))
            if fault is not None:
                return fault
        return None

    def right(self) -> str:
        return "an object"


class _Object(Check):
    """An object with keys of its own, as a TypedDict says them."""

    sort = "object"

    def __init__(self, typed: Any, is_open: bool) -> None:
        self.name: str = typed.__name__
        self.is_open = is_open
        self.parts: dict[str, Check] = {}
        self.needed: frozenset[str] = frozenset()

    def fill(self, typed: Any) -> None:
        """Reads the keys: only now, since a part may be of the same shape again."""
        fields = fields_of(typed)
        self.parts = {key: check_of(field.shape) for key, field in fields.items()}
        self.needed = frozenset(key for key, field in fields.items() if field.needed)

    def fault(self, value: object, path: str) -> str | None:
        if not isinstance(value, dict):
            return self.wrong(value, path)
        for key, part in value.items():
            check = self.parts.get(key)
            if check is None:
                if self.is_open and isinstance(key, str):
                    continue
                return f"{named(path, key)}: {self.name} has no such key, only {listed(self.parts)}"
            fault = check.fault(part, named(path, key))
            if fault is not None:
                return fault
        if not self.needed <= value.keys():
            missing = next(key for key in self.parts if key in self.needed and key not in value)
            return f"{named(path, missing)}: {self.name} needs it, {self.parts[missing].right()}"
        return None

    def right(self) -> str:
        return f"an object {self.name}"


class _Choice(Check):
    """One of several shapes."""

    def __init__(self, ways: list[Check]) -> None:
        self.ways = ways

    def fault(self, value: object, path: str) -> str | None:
        near: list[str] = []
        sort = sort_of(value)
        for way in self.ways:
            fault = way.fault(value, path)
            if fault is None:
                return None
            if way.sort == sort:
                near.append(fault)
        # Where only one way takes values of this sort, what it says is more to the point than a list of all.
        return near[0] if len(near) == 1 else self.wrong(value, path)

    def right(self) -> str:
        return " or ".join(way.right() for way in self.ways)


PLAIN: Final[dict[object, Check]] = {
    str: _Plain((str,), "string", "a string"),
    int: _Plain((int,), "number", "an integer"),
    float: _Plain((float, int), "number", "a number"),
    bool: _Plain((bool,), "boolean", "true or false"),
    None: _Plain((type(None),), "null", "null"),
    type(None): _Plain((type(None),), "null", "null"),
    Any: _Anything(),
    object: _Anything(),
}

_MADE: dict[object, Check] = {}
"""Shapes that were made ready before."""


def check_of(shape: Shape) -> Check:
    """The check of a shape, made once. Raises BadShape for types that JSON does not have."""
    found = PLAIN.get(shape) or _MADE.get(shape)
    if found is None:
        found = _check(shape)
        _MADE[shape] = found
    return found


def _check(shape: Any) -> Check:
    origin, parts = get_origin(shape), get_args(shape)
    if origin is Annotated:
        if OPEN in shape.__metadata__ and is_typeddict(shape.__origin__):
            return _object(shape, shape.__origin__, True)
        return check_of(shape.__origin__)
    if is_typeddict(shape):
        return _object(shape, shape, False)
    if isinstance(shape, NewType):
        return check_of(shape.__supertype__)
    if origin is Literal:
        return _Words(parts)
    if origin in (Union, types.UnionType):
        return _Choice([check_of(part) for part in parts])
    if origin is list:
        return _Items(check_of(parts[0]))
    if origin is tuple and Ellipsis not in parts:
        return _Row([check_of(part) for part in parts])
    if origin is dict:
        key = check_of(parts[0])
        if key.sort == "string":
            return _Table(key, check_of(parts[1]))
    raise BadShape(f"{shape!r} is no shape: write TypedDict, Literal, list, tuple, dict, a union or a plain type")


def _object(shape: object, typed: Any, is_open: bool) -> Check:
    made = _Object(typed, is_open)
    _MADE[shape] = made
    made.fill(typed)
    return made


def sort_of(value: object) -> str:
    """What JSON calls a value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, str):
        return "string"
    return "list" if isinstance(value, (list, tuple)) else "object"

"""What is wrong with the form of a request: for people, who hear it in their own language.

The framework refuses such a request with a sentence for programs. Nobody reads that sentence: after a refusal the
values are held against their types once more, step by step in the framework's own order, until the first that does not
fit is found.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import UnionType
from typing import Annotated, Any, Final, TypeGuard, Union, get_args, get_origin, get_type_hints

import msgspec
from litestar import Request
from msgspec import Meta, Struct, ValidationError

from orrery.core.data import JsonObject

BODY: Final = "orrery_body"
"""Where a request keeps its body as it was read."""
NOTHING: Final = object()

Kind = object
"""A type as it is annotated: a class, a union, a list or dict of some, with or without limits."""


class Fault:
    """Why a value does not fit its type, for people: a reason of the page's texts with its facts."""

    __slots__ = ("facts", "reason")

    def __init__(self, reason: str, facts: JsonObject) -> None:
        self.reason = reason
        self.facts = facts

    def as_json(self) -> JsonObject:
        """As a part of an answer."""
        return {"reason": self.reason, "facts": self.facts}


WRONG_FORM: Final = Fault("wrong_form", {})


def too_long(most: int) -> Fault:
    """The one thing about the form of a request that is in a person's hand: how much one writes."""
    return Fault("too_long", {"most": most})


class KeptRequest(Request[Any, Any, Any]):
    """A request that keeps its body, so that what is wrong with it can be found."""

    async def json(self) -> Any:
        found = await super().json()
        self.scope["state"][BODY] = found
        return found


def fault_of(request: Request[Any, Any, Any]) -> Fault:
    """What is wrong with a request that was refused for its form: the first of its values that is too long, if one is,
    else that its form is wrong.
    """
    scope: Mapping[str, Any] = request.scope
    handler = scope.get("route_handler")
    if handler is None:  # refused before it came to anybody
        return WRONG_FORM
    for name, kind in handler.signature_model.__annotations__.items():
        value = value_of(request, name)
        found = None if value is NOTHING else first_fault(value, kind)
        if found is not None and found is not WRONG_FORM:
            return found
    return WRONG_FORM


def value_of(request: Request[Any, Any, Any], name: str) -> object:
    """What a request has for a parameter: its body, a part of its path or of its query."""
    if name == "data":
        return request.scope["state"].get(BODY, NOTHING)
    if name in request.path_params:
        return request.path_params[name]
    return request.query_params.get(name, NOTHING)


def fits(value: object, kind: Kind) -> bool:
    """Does a value fit a type, as the framework reads it?"""
    try:
        msgspec.convert(value, kind, strict=False, str_keys=True)
    except ValidationError:
        return False
    return True


def first_fault(value: object, kind: Kind) -> Fault | None:
    """The first thing that is wrong with a value of a type; None if it fits."""
    if fits(value, kind):
        return None
    most: int | None = None
    while get_origin(kind) is Annotated:
        kind, *notes = get_args(kind)
        for note in notes:
            if isinstance(note, Meta) and note.max_length is not None:
                most = note.max_length
    if get_origin(kind) in (Union, UnionType):
        return fault_in_union(value, kind)
    origin = get_origin(kind) or kind
    if isinstance(value, str):
        return too_long(most) if origin is str and most is not None and len(value) > most else WRONG_FORM
    if isinstance(value, list) and origin is list:
        if most is not None and len(value) > most:
            return too_long(most)
        inner = get_args(kind)[0] if get_args(kind) else Any
        return first_of([(item, inner) for item in value])
    if isinstance(value, dict) and origin is dict and (most is None or len(value) <= most):
        pair = get_args(kind) or (Any, Any)
        return first_of([part for key, item in value.items() for part in ((key, pair[0]), (item, pair[1]))])
    if isinstance(value, dict) and isinstance(origin, type) and issubclass(origin, Struct):
        return fault_in_struct(value, origin)
    return WRONG_FORM


def first_of(parts: list[tuple[object, Kind]]) -> Fault:
    """The first fault of several values; if each of them fits, the whole does not."""
    for value, kind in parts:
        found = first_fault(value, kind)
        if found is not None:
            return found
    return WRONG_FORM


def fault_in_struct(value: dict[object, object], kind: type[Struct]) -> Fault:
    """The first fault of an object's fields; if each of them fits, one is missing."""
    types = get_type_hints(kind, include_extras=True)
    config = kind.__struct_config__
    for key, item in value.items():
        if isinstance(key, str) and key in types:
            found = first_fault(item, types[key])
            if found is not None:
                return found
        elif config.forbid_unknown_fields and key != config.tag_field:
            return WRONG_FORM
    return WRONG_FORM


def fault_in_union(value: object, kind: Kind) -> Fault:
    """The first fault of a value that may be of several types: by the one that it is meant to be of."""
    kinds = get_args(kind)
    alone = sum(is_struct(origin_of(each)) for each in kinds) == 1
    for each in kinds:
        if is_meant(value, origin_of(each), alone):
            return first_fault(value, each) or WRONG_FORM
    return WRONG_FORM


def origin_of(kind: Kind) -> Kind:
    """A type without its notes and parameters."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    return get_origin(kind) or kind


def is_struct(origin: Kind) -> TypeGuard[type[Struct]]:
    """Is it the type of an object with fields?"""
    return isinstance(origin, type) and issubclass(origin, Struct)


def is_meant(value: object, origin: Kind, alone: bool) -> bool:
    """Is a value meant to be of this one of several types? Objects say it by their tag, and need not if only one of the
    types is an object's (`alone`).
    """
    if isinstance(value, dict) and is_struct(origin):
        config = origin.__struct_config__
        said = value.get(config.tag_field, config.tag if alone else None)
        return config.tag_field is None or said == config.tag
    return isinstance(origin, type) and isinstance(value, origin)

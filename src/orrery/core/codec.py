"""How the decisions and views of a game become numbers: the contract of codecs.

For programs that learn. A `Codec` belongs to one setup of a game (its seats, its table, its cards). It gives every
legal action a *code* from 0 up, the same for the same verb and the same slots (the second card of the hand, the cell in
column 3) as long as the version of the rules stays, and it writes what a seat sees into one row of small integers with
named parts. Both are made of what the seat may know and of nothing else.

A code is a verb and some *factors*: `place` with a hand slot, a cell and a rotation. A game declares its verbs, factors
and parts as data; sizes, names and the hash of them all follow from that. A factor may point into a part of the
observation: the row of that part tells what stands in the slot, which is how actions get features.

A game returns its codec from `Guide.codec`; `GeneralCodec` is for games that bring none.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from typing import Any, Final
from zlib import crc32

from mypy_extensions import mypyc_attr

from orrery.core.data import JsonObject
from orrery.core.game import Action, State
from orrery.core.notation import digest

HIGHEST: Final = 32767
"""The highest number in an observation; what is more is shown as this."""


class CodecFull(Exception):
    """A position holds more of something than the codec has slots for."""


class Factor:
    """A part of an action that can be one of several: a hand slot, a cell, a colour. `labels` name what it can be;
    `part` is the part of the observation whose rows it counts, empty if none.
    """

    def __init__(self, name: str, labels: list[str], part: str = "") -> None:
        self.name = name
        self.labels = labels
        self.part = part
        self.size: int = len(labels)


class Verb:
    """A sort of action with the factors that tell its actions apart, the first being the most significant."""

    def __init__(self, name: str, factors: list[str]) -> None:
        self.name = name
        self.factors = factors


class Part:
    """A named part of an observation: so many rows with these fields."""

    def __init__(self, name: str, rows: int, fields: list[str]) -> None:
        self.name = name
        self.rows = rows
        self.fields = fields
        self.length: int = rows * len(fields)


def numbered(count: int) -> list[str]:
    """Labels for slots that have only numbers."""
    return [str(i) for i in range(count)]


def capped(amount: int) -> int:
    """A number as an observation can hold it."""
    return amount if -HIGHEST < amount < HIGHEST else (HIGHEST if amount > 0 else -HIGHEST)


@mypyc_attr(allow_interpreted_subclasses=True)
class Codec(ABC):
    """The numbers of one setup of a game."""

    def __init__(self, factors: list[Factor], verbs: list[Verb], parts: list[Part]) -> None:
        self.factors: dict[str, Factor] = {factor.name: factor for factor in factors}
        self.verbs = verbs
        self.parts = parts
        self.bases: list[int] = []
        """By verb, its first code."""
        size = 0
        for verb in verbs:
            self.bases.append(size)
            count = 1
            for name in verb.factors:
                count *= self.factors[name].size
            size += count
        self.size: int = size
        """How many codes there are."""
        self.starts: dict[str, int] = {}
        """By part, where it begins in an observation."""
        length = 0
        for part in parts:
            self.starts[part.name] = length
            length += part.length
        self.length: int = length
        """How many numbers an observation has."""
        self.empty: bytes = bytes(2 * length)

    @abstractmethod
    def codes(self, state: State) -> list[int]:
        """The codes of `state.actions()`, in the same order, all different. Raises CodecFull.

        They may depend only on what the seat to act can know.
        """

    @abstractmethod
    def fill(self, view: JsonObject, seat: int, row: array[int]) -> None:
        """Writes what a seat sees into a row of zeros. Seats are counted from the one that sees: 0 is itself."""

    def observe(self, view: JsonObject, seat: int) -> array[int]:
        """What a seat sees, as a row of `length` numbers of 16 bits."""
        row = array("h", self.empty)
        self.fill(view, seat, row)
        return row

    def encode(self, state: State, action: Action) -> int:
        """The code of a legal action. Raises ValueError for one that is not legal."""
        actions = state.actions()
        if action not in actions:
            raise ValueError("the action is not legal here, and only legal actions have codes")
        return self.codes(state)[actions.index(action)]

    def decode(self, state: State, code: int) -> Action | None:
        """The legal action with this code; None if none has it here."""
        codes = self.codes(state)
        return state.actions()[codes.index(code)] if code in codes else None

    def verb_of(self, code: int) -> int:
        """The number of the verb of a code. Raises ValueError if there is no such code."""
        if not 0 <= code < self.size:
            raise ValueError(f"there is no code {code}: they go from 0 to {self.size - 1}")
        verb = len(self.bases) - 1
        while self.bases[verb] > code:
            verb -= 1
        return verb

    def factors_of(self, code: int) -> list[int]:
        """The values of a code's factors, in the order of its verb."""
        verb = self.verb_of(code)
        rest = code - self.bases[verb]
        values: list[int] = []
        for name in reversed(self.verbs[verb].factors):
            size = self.factors[name].size
            values.append(rest % size)
            rest //= size
        values.reverse()
        return values

    def name_of(self, code: int) -> str:
        """A code in words: `place hand=1 cell=0,3 turn=2`."""
        verb = self.verbs[self.verb_of(code)]
        words = [verb.name]
        for name, value in zip(verb.factors, self.factors_of(code), strict=True):
            words.append(f"{name}={self.factors[name].labels[value]}")
        return " ".join(words)

    def declared(self) -> JsonObject:
        """All that fixes the meaning of codes and observations, as JSON."""
        return {
            "factors": {factor.name: [factor.labels, factor.part] for factor in self.factors.values()},
            "verbs": [[verb.name, list(verb.factors)] for verb in self.verbs],
            "parts": [[part.name, part.rows, list(part.fields)] for part in self.parts],
        }

    def hash(self) -> str:
        """The hash of what is declared."""
        return digest(self.declared())


# --- for games that bring none ----------------------------------------------------------------------------------------

PLACES: Final = 1024
BUCKETS: Final = 512


@mypyc_attr(allow_interpreted_subclasses=True)
class GeneralCodec(Codec):
    """For any game: an action's code is its place in the sorted list of words, and an observation counts the facts of
    the view in buckets, each fact in the one that the hash of its words names. What a code means therefore changes from
    decision to decision: a game that is to be learnt should bring a codec of its own.
    """

    def __init__(self) -> None:
        super().__init__(
            [Factor("place", numbered(PLACES))],
            [Verb("action", ["place"])],
            [Part("facts", 1, [f"bucket{i}" for i in range(BUCKETS)])],
        )

    def codes(self, state: State) -> list[int]:
        words = [state.word(action) for action in state.actions()]
        if len(words) > PLACES:
            raise CodecFull(
                f"there are {len(words)} actions, and the general codec has {PLACES} places: the game needs a codec "
                "of its own (Guide.codec)"
            )
        places = {word: place for place, word in enumerate(sorted(words))}
        return [places[word] for word in words]

    def fill(self, view: JsonObject, seat: int, row: array[int]) -> None:
        row[crc32(f"seat {seat}".encode()) % BUCKETS] += 1
        count_facts("", view, row)


def count_facts(path: str, value: Any, row: array[int]) -> None:
    """Adds the facts of a view: numbers by their amount, words one each."""
    if isinstance(value, dict):
        for key in value:
            count_facts(f"{path}.{key}", value[key], row)
    elif isinstance(value, list):
        for i, item in enumerate(value):
            count_facts(f"{path}.{i}", item, row)
    elif isinstance(value, str):
        _count(f"{path}={value}", 1, row)
    elif value is None:
        _count(f"{path}=", 1, row)
    elif isinstance(value, float):
        _count(path, round(value), row)
    else:
        _count(path, int(value), row)


def _count(fact: str, amount: int, row: array[int]) -> None:
    bucket = crc32(fact.encode()) % BUCKETS
    row[bucket] = capped(row[bucket] + amount)

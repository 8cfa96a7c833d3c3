"""Numbers as numpy knows them: masks, observations with named parts, features of actions."""

from __future__ import annotations

from orrery.adapters import needs

needs("numpy", "rl")

from array import array  # noqa: E402 (numpy is asked for first)

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from orrery.core.codec import Codec  # noqa: E402

Row = NDArray[np.int16]
Mask = NDArray[np.int8]


def as_row(numbers: array[int]) -> Row:
    """An observation as numpy has it; nothing is copied."""
    return np.frombuffer(numbers, dtype=np.int16)


def mask_of(codes: list[int], size: int) -> Mask:
    """1 for every code that is legal, else 0."""
    mask = np.zeros(size, dtype=np.int8)
    if codes:
        mask[codes] = 1
    return mask


def parts_of(codec: Codec, row: Row) -> dict[str, Row]:
    """The parts of an observation by name, each a table of its rows and fields; nothing is copied."""
    found: dict[str, Row] = {}
    for part in codec.parts:
        start = codec.starts[part.name]
        found[part.name] = row[start : start + part.length].reshape(part.rows, len(part.fields))
    return found


class Features:
    """What can be said of each legal action, for those who score actions instead of counting codes.

    Of an action: its verb (one of the first numbers is 1), then for every factor that the codec knows whether the
    action has it, its value as a share of the most, and the fields of what stands in that slot of the observation. So
    the second card of the hand is told by its costs and sides, not by being the second.
    """

    def __init__(self, codec: Codec) -> None:
        self.codec = codec
        self.factors = list(codec.factors.values())
        self.names: list[str] = [f"verb_{verb.name}" for verb in codec.verbs]
        """What each number tells."""
        widths: list[tuple[int, int, int, int]] = []
        rows = {part.name: part for part in codec.parts}
        for factor in self.factors:
            at = len(self.names)
            self.names += [f"has_{factor.name}", factor.name]
            width = 0
            if factor.part:
                part = rows[factor.part]
                width = len(part.fields)
                self.names += [f"{factor.name}_{field}" for field in part.fields]
            widths.append((at, width, codec.starts[factor.part] if width else 0, factor.size))
        self.places = widths
        self.width: int = len(self.names)
        self.known: dict[int, tuple[int, list[int]]] = {}
        """By code its verb and, by factor, the value or -1."""

    def _taken_apart(self, code: int) -> tuple[int, list[int]]:
        found = self.known.get(code)
        if found is None:
            verb = self.codec.verb_of(code)
            by_name = dict(zip(self.codec.verbs[verb].factors, self.codec.factors_of(code), strict=True))
            found = self.known[code] = (verb, [by_name.get(factor.name, -1) for factor in self.factors])
        return found

    def of(self, codes: list[int], row: Row) -> NDArray[np.float32]:
        """A row of features for each of these codes, as a seat with this observation has them."""
        table = np.zeros((len(codes), self.width), dtype=np.float32)
        if not codes:
            return table
        apart = [self._taken_apart(code) for code in codes]
        lines = np.arange(len(codes))
        table[lines, [verb for verb, _ in apart]] = 1
        values = np.array([factors for _, factors in apart], dtype=np.int64)
        for i, (at, width, start, size) in enumerate(self.places):
            having = np.flatnonzero(values[:, i] >= 0)
            if not len(having):
                continue
            slots = values[having, i]
            table[having, at] = 1
            table[having, at + 1] = slots / size
            if width:
                part = row[start : start + size * width].reshape(size, width)
                table[having, at + 2 : at + 2 + width] = part[slots]
        return table

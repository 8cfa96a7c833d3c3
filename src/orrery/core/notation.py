"""Notation common to all games: canonical JSON, position hashes, numbers in action words, and words that are near."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from typing import Any, Final

NUMBER: Final = re.compile(r"-?[0-9]+")


def canonical(value: Any) -> str:
    """The one JSON text of a value: sorted keys, no white space, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def digest(value: Any) -> str:
    """A hash of a value by its canonical JSON; equal positions have equal hashes."""
    return hashlib.sha256(canonical(value).encode("ascii")).hexdigest()


def read_number(text: str) -> int | None:
    """A number as action words write it: no plus sign, no leading zeros, no minus zero; None if it is not one."""
    if len(text) > 6 or not NUMBER.fullmatch(text):
        return None
    value = int(text)
    return value if str(value) == text else None


def distance(word: str, other: str) -> tuple[int, int, int]:
    """How far one action is from another: first by parts that differ, then by their numbers, then by the rest."""
    left, right = re.split("[ ,]", word), re.split("[ ,]", other)
    parts = abs(len(left) - len(right)) * 2
    numbers = letters = 0
    for a, b in zip(left, right, strict=False):
        if a == b:
            continue
        parts += 1
        m, n = read_number(a.lstrip("r")), read_number(b.lstrip("r"))
        if m is not None and n is not None:
            numbers += min(abs(m - n), 1000)
        else:
            letters += 1 + sum(x != y for x, y in zip(a, b, strict=False)) + abs(len(a) - len(b))
    if left[:1] != right[:1]:
        parts += 10
    return letters, parts + numbers, numbers


def meant(word: str, known: Iterable[str]) -> str:
    """For the sentence that there is no such name: what was meant, as ` (did you mean level2?)`; or nothing."""
    from difflib import get_close_matches  # only who mistypes waits for it

    lower = {other.lower(): other for other in known}
    near = get_close_matches(word.lower(), lower, 1, 0.7)
    return f" (did you mean {lower[near[0]]}?)" if near else ""


def nearest(word: str, words: Iterable[str], most: int = 3) -> list[str]:
    """The actions nearest to one that was refused: what the player may have meant."""
    return sorted(words, key=lambda other: (distance(word, other), other))[:most]

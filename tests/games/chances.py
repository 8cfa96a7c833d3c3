"""How near counts of what chance gave are to what is expected of it."""

from __future__ import annotations

from collections import Counter
from typing import Any


def chi_square(counts: Counter[Any], expected: dict[Any, float]) -> float:
    """How far counts are from what is expected of them; nothing else may have come."""
    assert set(counts) <= set(expected)
    return sum((counts[key] - mean) ** 2 / mean for key, mean in expected.items())

"""The card language of FS-12 in small words, for tests."""

from __future__ import annotations

from typing import Any

from games.five_spheres.cards import Json


def when(event: str, *effects: Json, **words: Any) -> Json:
    """A trigger (FS-12.2); the condition is `given`."""
    return {"when": event, "do": list(effects), **_given(words)}


def passive(word: str, **words: Any) -> Json:
    """A passive (FS-12.7); the condition is `given`."""
    return {"passive": word, **_given(words)}


def do(verb: str, target: Json | None = None, **words: Any) -> Json:
    """An effect (FS-12.6); the condition is `given`."""
    return {"do": verb, **({} if target is None else {"target": target}), **_given(words)}


def at(zone: str, whose: str = "own", **words: Any) -> Json:
    """A selector or a count."""
    return {"zone": zone, "whose": whose, **words}


def ref(word: str) -> Json:
    """A selector by reference."""
    return {"ref": word}


def draw(n: Any = 1, whose: str = "own", **words: Any) -> Json:
    """The effect that draws. Where it comes to a mark of what has happened, `draw()` is the plainest."""
    return do("draw", whose=whose, n=n, **words)


def stronger(amount: Any, target: Json | None = None, **words: Any) -> Json:
    """The effect strengthen, of this card unless said otherwise."""
    return do("strengthen", target or ref("this"), amount=amount, **words)


def _given(words: Json) -> Json:
    return {("if" if key == "given" else key): value for key, value in words.items()}

"""Writes codecs.json, which fixes what codes mean: `python tests/adapters/make_codecs.py`.

One entry for each game, version of its rules and setup of its trials: how many codes and numbers there are, the hash of
what is declared, and the hash of the codes and observations of a match played at random. A change of any of them for a
version that is there already would make everything that was learnt worthless: raise the game's version instead.
Entries of earlier versions stay; with --renew those of the present ones are written anew, before a release.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
FILE = Path(__file__).resolve().parent / "codecs.json"
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]

from adapters.walks import walk  # noqa: E402 (it needs the paths above)
from orrery.core.fate import Fate  # noqa: E402
from orrery.core.game import Game  # noqa: E402
from orrery.games import our_games  # noqa: E402

LONGEST = 400


def entry(game: Game, number: int) -> dict[str, Any]:
    """What is fixed of one setup."""
    options = game.trials()[number]
    codec = game.guide().codec(game.new(options, Fate(0)))
    played = hashlib.sha256()
    for moment in walk(game, options, number, LONGEST):
        word = moment.state.word
        codes = moment.codec.codes(moment.state)
        named = sorted((word(action), code) for action, code in zip(moment.state.actions(), codes, strict=True))
        played.update(json.dumps(named).encode())
        played.update(json.dumps(moment.codec.observe(moment.state.view(moment.seat), moment.seat).tolist()).encode())
    return {"size": codec.size, "length": codec.length, "declared": codec.hash(), "played": played.hexdigest()}


def key_of(game: Game) -> str:
    """A game and the version of its rules."""
    return f"{game.name} {game.version}"


def entries(game: Game) -> list[dict[str, Any]]:
    """What is fixed of all setups of a game."""
    return [entry(game, number) for number in range(len(game.trials()))]


def main() -> None:
    """Writes the file."""
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for game in our_games():
        if key_of(game) not in known or "--renew" in sys.argv:
            known[key_of(game)] = entries(game)
    FILE.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Actions as integers inside and as words at the borders (FS-20.1).

An action is its kind, a first part (28 bits; of `target` the whole option) and a second part.
"""

from __future__ import annotations

import re
from typing import Final

from orrery.core.clause import covers
from orrery.core.game import Action
from orrery.games.five_spheres.rules.state import (
    ASK_PAY,
    LETTERS,
    OPTION_LORD,
    OPTION_NONE,
    OPTION_PIECE,
    Situation,
    option,
    option_word,
)

END: Final = 0
CURE: Final = 1
CRYSTAL: Final = 2
CRYSTAL2: Final = 3
SUMMON: Final = 4
GENERIC: Final = 5
CAST: Final = 6
ATTACK_FORTRESS: Final = 7
ATTACK_CREATURE: Final = 8
USE: Final = 9
KEEP: Final = 10
TRASHHAND: Final = 11
BLOCK: Final = 12
NOBLOCK: Final = 13
DESTROY: Final = 14
RETALIATE: Final = 15
NORETALIATE: Final = 16
PAY: Final = 17
TARGET: Final = 18
PICK: Final = 19
SET: Final = 20
DROP: Final = 21
TAG: Final = 22

KIND_BITS: Final = 5
LEFT_BITS: Final = 28
LEFT_MASK: Final = (1 << LEFT_BITS) - 1

PLAIN: Final = {
    "end": END,
    "keep": KEEP,
    "trashhand": TRASHHAND,
    "noblock": NOBLOCK,
    "noretaliate": NORETALIATE,
    "tag": TAG,
}
WITH_HAND: Final = {"crystal": CRYSTAL, "crystal2": CRYSTAL2, "summon": SUMMON, "generic": GENERIC}
WITH_PIECE: Final = {"use": USE, "block": BLOCK, "destroy": DESTROY}
WITH_HOST: Final = {"cast": CAST, "retaliate": RETALIATE}
WITH_CARD: Final = {"pick": PICK, "drop": DROP}
FIRST_WORDS: Final = (
    *PLAIN, *WITH_HAND, *WITH_PIECE, *WITH_HOST, *WITH_CARD, "cure", "attack", "pay", "target", "set",
)  # fmt: skip

NAMES: Final = (
    "end", "cure", "crystal", "crystal2", "summon", "generic", "cast", "attack", "attack", "use", "keep", "trashhand",
    "block", "noblock", "destroy", "retaliate", "noretaliate", "pay", "target", "pick", "set", "drop",
    "tag",
)  # fmt: skip
"""By kind of action, its first word."""

NUMBERED: Final = re.compile(r"([a-z])(0|[1-9][0-9]{0,8})")
OPTION: Final = re.compile(r"p([0-5])(?:\.([hxec])(0|[1-9][0-9]{0,5}))?")


def pair(kind: int, left: int, right: int) -> Action:
    """An action with two parts."""
    return kind + ((left + (right << LEFT_BITS)) << KIND_BITS)


def left_of(action: Action) -> int:
    """The first part."""
    return action >> KIND_BITS & LEFT_MASK


def right_of(action: Action) -> int:
    """The second part."""
    return action >> (KIND_BITS + LEFT_BITS)


def word_of(s: Situation, action: Action) -> str:
    """FS-20.1: the action in words."""
    kind = action & 31
    name = NAMES[kind]
    if kind == TARGET:
        return f"target {option_word(action >> KIND_BITS)}"
    if kind == PAY:
        return "pay " + ",".join([f"e{index}" for index in s.payments[action >> KIND_BITS]])
    left = left_of(action)
    right = right_of(action)
    if kind == ATTACK_FORTRESS:
        return f"attack u{left} fortress {right}"
    if kind == ATTACK_CREATURE:
        return f"attack u{left} u{right}"
    if kind == CURE:
        return f"cure u{left} with u{right}"
    if kind == CAST or kind == RETALIATE:
        return f"{name} h{left} at u{right - 1}" if right else f"{name} h{left}"
    if kind == CRYSTAL or kind == CRYSTAL2 or kind == SUMMON or kind == GENERIC:
        return f"{name} h{left}"
    if kind == USE or kind == BLOCK or kind == DESTROY:
        return f"{name} u{left}"
    if kind == PICK or kind == DROP:
        return f"{name} m{left}"
    if kind == SET:
        return "set " + chr(ord("a") + left)
    return name


def index_of(text: str, letter: str) -> int:
    """The number of a part such as h3 or u12; -1 if it is none."""
    found = NUMBERED.fullmatch(text)
    if found is None or found.group(1) != letter:
        return -1
    value = int(found.group(2))
    return value if value <= LEFT_MASK else -1


def read_option(text: str) -> int:
    """FS-20.1: what a `target` names; -1 if it is nothing."""
    if text == "none":
        return OPTION_NONE
    uid = index_of(text, "u")
    if uid >= 0:
        return option(OPTION_PIECE, 0, uid)
    found = OPTION.fullmatch(text)
    if found is None:
        return -1
    seat = int(found.group(1))
    if found.group(2) is None:
        return option(OPTION_LORD, seat, 0)
    return option(LETTERS.index(found.group(2)), seat, int(found.group(3)))


def read(s: Situation, word: str) -> Action | None:
    """FS-20.1: the action that these words name, legal or not; None if they name none."""
    parts = word.split(" ")
    name = parts[0]
    n = len(parts)
    if n == 1:
        return PLAIN.get(name)
    if n == 2:
        return _read_two(s, name, parts[1])
    if name in WITH_HOST and n == 4 and parts[2] == "at":
        index, host = index_of(parts[1], "h"), index_of(parts[3], "u")
        return None if index < 0 or host < 0 else pair(WITH_HOST[name], index, host + 1)
    if name == "cure" and n == 4 and parts[2] == "with":
        creature, crystal = index_of(parts[1], "u"), index_of(parts[3], "u")
        return None if creature < 0 or crystal < 0 else pair(CURE, creature, crystal)
    if name == "attack":
        attacker = index_of(parts[1], "u")
        if attacker < 0:
            return None
        if n == 3:
            target = index_of(parts[2], "u")
            return None if target < 0 else pair(ATTACK_CREATURE, attacker, target)
        if n == 4 and parts[2] == "fortress" and parts[3] in ("0", "1", "2", "3", "4", "5"):
            return pair(ATTACK_FORTRESS, attacker, int(parts[3]))
    return None


def _read_two(s: Situation, name: str, part: str) -> Action | None:
    kind = WITH_HAND.get(name)
    letter = "h"
    if kind is None:
        kind = WITH_HOST.get(name)
    if kind is None:
        kind = WITH_PIECE.get(name)
        letter = "u"
    if kind is None:
        kind = WITH_CARD.get(name)
        letter = "m"
    if kind is not None:
        index = index_of(part, letter)
        return None if index < 0 else kind + (index << KIND_BITS)
    if name == "target":
        value = read_option(part)
        return None if value < 0 else TARGET + (value << KIND_BITS)
    if name == "set" and len(part) == 1 and "a" <= part <= "t":
        return SET + ((ord(part) - ord("a")) << KIND_BITS)
    if name == "pay" and s.ask == ASK_PAY:
        indices = [index_of(piece, "e") for piece in part.split(",")]
        if indices in s.payments:
            return PAY + (s.payments.index(indices) << KIND_BITS)
    return None


covers(word_of, "FS-20.1")

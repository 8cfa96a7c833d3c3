"""QR codes of addresses, so that a telephone opens them without typing: bytes, error correction M, versions 1 to 10
(ISO/IEC 18004), which is enough for 213 letters.

A code is rows of dark and light modules. It is drawn for a terminal, or as the path of an SVG.
"""

from __future__ import annotations

from typing import Final, NamedTuple

Modules = list[list[bool]]


class Form(NamedTuple):
    """What a version holds: in each block so many codewords of data (blocks of the same length together), and so many
    for correcting faults; and where its small squares are.
    """

    blocks: tuple[tuple[int, int], ...]
    correcting: int
    squares: tuple[int, ...]

    @property
    def data(self) -> int:
        """How many codewords of data there are."""
        return sum(count * length for count, length in self.blocks)


FORMS: Final = (
    Form(((1, 16),), 10, ()),
    Form(((1, 28),), 16, (6, 18)),
    Form(((1, 44),), 26, (6, 22)),
    Form(((2, 32),), 18, (6, 26)),
    Form(((2, 43),), 24, (6, 30)),
    Form(((4, 27),), 16, (6, 34)),
    Form(((4, 31),), 18, (6, 22, 38)),
    Form(((2, 38), (2, 39)), 22, (6, 24, 42)),
    Form(((3, 36), (2, 37)), 22, (6, 26, 46)),
    Form(((4, 43), (1, 44)), 26, (6, 28, 50)),
)
"""The versions with correction M, from 1 on."""
BYTES: Final = 0b0100
FILL: Final = (0xEC, 0x11)
QUIET: Final = 4
"""Modules of light that a code needs around it."""
FIELD: Final = 0x11D
FORMAT: Final = 0x537
FORMAT_MASK: Final = 0x5412
VERSION: Final = 0x1F25
WITH_VERSION: Final = 7
"""From this version on a code says which it is."""
LIKE_A_CORNER: Final = ([1, 0, 1, 1, 1, 0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0, 1, 1, 1, 0, 1])


class TooLong(ValueError):
    """More than the largest code here can hold."""


def encode(text: str) -> Modules:
    """The code of a text, without the light around it; dark modules are True. Raises TooLong."""
    data = text.encode()
    for number, form in enumerate(FORMS, 1):
        bits = 4 + (8 if number < 10 else 16) + 8 * len(data)
        if bits <= 8 * form.data:
            return _best(number, form, _codewords(number, form, data))
    raise TooLong(f"{len(data)} bytes are more than a code here can hold")


# --- what is written --------------------------------------------------------------------------------------------------


def _codewords(number: int, form: Form, data: bytes) -> list[int]:
    """The data with what corrects its faults, block by block woven into each other."""
    length = 8 if number < 10 else 16
    value = (BYTES << length | len(data)) << 8 * len(data) | int.from_bytes(data, "big")
    size = 4 + length + 8 * len(data)
    end = min(4, 8 * form.data - size)
    size += end
    padding = -size % 8
    words = list((value << end + padding).to_bytes((size + padding) // 8, "big"))
    words += [FILL[i % 2] for i in range(form.data - len(words))]
    blocks: list[list[int]] = []
    at = 0
    for count, size in form.blocks:
        for _ in range(count):
            blocks.append(words[at : at + size])
            at += size
    corrections = [correction(block, form.correcting) for block in blocks]
    longest = max(len(block) for block in blocks)
    woven = [block[i] for i in range(longest) for block in blocks if i < len(block)]
    return woven + [part[i] for i in range(form.correcting) for part in corrections]


def _tables() -> tuple[list[int], list[int]]:
    powers, logs, value = [0] * 512, [0] * 256, 1
    for i in range(255):
        powers[i], logs[value] = value, i
        value = value << 1 ^ (FIELD if value & 0x80 else 0)
    powers[255:510] = powers[:255]
    return powers, logs


POWERS, LOGS = _tables()


def _times(a: int, b: int) -> int:
    return POWERS[LOGS[a] + LOGS[b]] if a and b else 0


def correction(block: list[int], count: int) -> list[int]:
    """The codewords that correct faults of a block (Reed-Solomon over 256 values)."""
    divisor = [1]
    for i in range(count):
        longer = [*divisor, 0]
        for j, one in enumerate(divisor):
            longer[j + 1] ^= _times(one, POWERS[i])
        divisor = longer
    rest = [*block, *[0] * count]
    for i in range(len(block)):
        factor = rest[i]
        if factor:
            for j, one in enumerate(divisor):
                rest[i + j] ^= _times(one, factor)
    return rest[len(block) :]


# --- where it is written ----------------------------------------------------------------------------------------------


def _best(number: int, form: Form, words: list[int]) -> Modules:
    """The code with the mask that leaves the fewest patterns that confuse a reader."""
    found: list[tuple[int, int, Modules]] = []
    for mask in range(8):
        modules = _drawn(number, form, words, mask)
        found.append((penalty(modules), mask, modules))
    return min(found)[2]


def _drawn(number: int, form: Form, words: list[int], mask: int) -> Modules:
    size = 17 + 4 * number
    known: dict[tuple[int, int], bool] = {}
    for row, column in ((0, 0), (0, size - 7), (size - 7, 0)):
        _corner(known, size, row, column)
    for i in range(8, size - 8):
        known[6, i] = known[i, 6] = i % 2 == 0
    for row in form.squares:
        for column in form.squares:
            if (row, column) not in ((6, 6), (6, form.squares[-1]), (form.squares[-1], 6)):
                for y in range(-2, 3):
                    for x in range(-2, 3):
                        known[row + y, column + x] = max(abs(x), abs(y)) != 1
    _write_form(known, size, number, mask)
    bits = (word >> i & 1 for word in words for i in range(7, -1, -1))
    modules = [[False] * size for _ in range(size)]
    for row, column in _way(size):
        if (row, column) not in known:
            modules[row][column] = bool(next(bits, 0)) != _is_masked(mask, row, column)
    for (row, column), dark in known.items():
        modules[row][column] = dark
    return modules


def _corner(known: dict[tuple[int, int], bool], size: int, row: int, column: int) -> None:
    for y in range(-1, 8):
        for x in range(-1, 8):
            if 0 <= row + y < size and 0 <= column + x < size:
                known[row + y, column + x] = max(abs(x - 3), abs(y - 3)) in (0, 1, 3)


def _write_form(known: dict[tuple[int, int], bool], size: int, number: int, mask: int) -> None:
    """Which correction (M is 0) and mask, twice; in larger codes also which version."""
    bits = _checked(mask, 10, FORMAT) ^ FORMAT_MASK
    for i in range(15):
        dark = bool(bits >> i & 1)
        down = i if i < 6 else i + 1 if i < 8 else size - 15 + i
        known[down, 8] = dark
        across = size - 1 - i if i < 8 else 7 if i == 8 else 14 - i
        known[8, across] = dark
    known[size - 8, 8] = True
    if number >= WITH_VERSION:
        bits = _checked(number, 12, VERSION)
        for i in range(18):
            known[i // 3, size - 11 + i % 3] = known[size - 11 + i % 3, i // 3] = bool(bits >> i & 1)


def _checked(value: int, count: int, divisor: int) -> int:
    """A value with so many bits after it that tell whether it was read rightly."""
    rest = value << count
    while rest.bit_length() > count:
        rest ^= divisor << rest.bit_length() - divisor.bit_length()
    return value << count | rest


def _way(size: int) -> list[tuple[int, int]]:
    """The modules in the order in which they are written: in columns of two, up and down, from the right."""
    found: list[tuple[int, int]] = []
    upwards = True
    for right in range(size - 1, 0, -2):
        column = right if right > 6 else right - 1  # the column of the timing marks is left out
        for i in range(size):
            row = size - 1 - i if upwards else i
            found += [(row, column), (row, column - 1)]
        upwards = not upwards
    return found


def _is_masked(mask: int, row: int, column: int) -> bool:
    product = row * column
    return (
        (row + column) % 2,
        row % 2,
        column % 3,
        (row + column) % 3,
        (row // 2 + column // 3) % 2,
        product % 2 + product % 3,
        (product % 2 + product % 3) % 2,
        ((row + column) % 2 + product % 3) % 2,
    )[mask] == 0


def penalty(modules: Modules) -> int:
    """How hard a code is to read: long runs, squares of one colour, what looks like a corner, much of one colour."""
    size, total = len(modules), 0
    for lines in (modules, [list(column) for column in zip(*modules, strict=True)]):
        for line in lines:
            run = 1
            for i in range(1, size + 1):
                if i < size and line[i] == line[i - 1]:
                    run += 1
                    continue
                total += run - 2 if run >= 5 else 0
                run = 1
            total += 40 * sum(line[i : i + 11] in LIKE_A_CORNER for i in range(size - 10))
    for row in range(size - 1):
        for column in range(size - 1):
            four = modules[row][column : column + 2] + modules[row + 1][column : column + 2]
            total += 3 if len(set(four)) == 1 else 0
    dark = sum(map(sum, modules))
    return total + 10 * int(abs(20 * dark - 10 * size * size) / (size * size))


# --- drawing ----------------------------------------------------------------------------------------------------------


def for_terminal(modules: Modules) -> str:
    """A code in letters, two rows of modules in a line: light modules are drawn, for most terminals are dark."""
    size = len(modules) + 2 * QUIET

    def light(row: int, column: int) -> bool:
        row, column = row - QUIET, column - QUIET
        inside = 0 <= row < len(modules) and 0 <= column < len(modules)
        return row < len(modules) + QUIET and not (inside and modules[row][column])

    lines = []
    for row in range(0, size, 2):
        pairs = [(light(row, column), light(row + 1, column)) for column in range(size)]
        lines.append(
            "".join("█" if both == (True, True) else "▀" if both[0] else "▄" if both[1] else " " for both in pairs)
        )
    return "\n".join(lines)


def as_path(modules: Modules) -> str:
    """The dark modules as the path of an SVG whose viewBox has `len(modules) + 2 * QUIET` units each way."""
    parts: list[str] = []
    for row, line in enumerate(modules):
        column = 0
        while column < len(line):
            if not line[column]:
                column += 1
                continue
            start = column
            while column < len(line) and line[column]:
                column += 1
            parts.append(f"M{start + QUIET} {row + QUIET}h{column - start}v1H{start + QUIET}z")
    return "".join(parts)

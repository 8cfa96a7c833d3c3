"""QR codes: the standard's own examples, and a reader that knows nothing of the writer reads back what was written."""

from __future__ import annotations

import pytest

from orrery.press.qr import QUIET, Modules, TooLong, as_path, correction, encode, for_terminal

EXAMPLE = [0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11]
"""ISO/IEC 18004, annex I: "01234567" in version 1-M, and what corrects it."""
CORRECTS = [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55]
FORMATS = (0x5412, 0x5125, 0x5E7C, 0x5B4B, 0x45F9, 0x40CE, 0x4F97, 0x4AA0)
"""The same, annex C: the format of correction M with each mask."""
VERSIONS = {7: 0x07C94, 8: 0x085BC, 9: 0x09A99, 10: 0x0A4D3}
"""The same, annex D."""
MASKS = (
    lambda i, j: (i + j) % 2,
    lambda i, j: i % 2,
    lambda i, j: j % 3,
    lambda i, j: (i + j) % 3,
    lambda i, j: (i // 2 + j // 3) % 2,
    lambda i, j: (i * j) % 2 + (i * j) % 3,
    lambda i, j: ((i * j) % 2 + (i * j) % 3) % 2,
    lambda i, j: ((i + j) % 2 + (i * j) % 3) % 2,
)
BLOCKS = {1: [16], 2: [28], 3: [44], 4: [32] * 2, 5: [43] * 2, 6: [27] * 4, 7: [31] * 4, 8: [38, 38, 39, 39]}
BLOCKS |= {9: [36, 36, 36, 37, 37], 10: [43, 43, 43, 43, 44]}
SQUARES = {1: [], 7: [6, 22, 38], 8: [6, 24, 42], 9: [6, 26, 46], 10: [6, 28, 50]}
SQUARES |= {n: [6, 10 + 4 * n] for n in range(2, 7)}


def is_pattern(version: int, size: int, i: int, j: int) -> bool:
    """Does a module belong to what every code of this version has, or to its format?"""
    if (i < 9 and j < 9) or (i < 9 and j >= size - 8) or (i >= size - 8 and j < 9) or i == 6 or j == 6:
        return True
    if version >= 7 and ((i < 6 and j >= size - 11) or (j < 6 and i >= size - 11)):
        return True
    spots = SQUARES[version]
    free = [(a, b) for a in spots for b in spots if (a, b) not in ((6, 6), (6, spots[-1]), (spots[-1], 6))]
    return any(abs(i - a) <= 2 and abs(j - b) <= 2 for a, b in free)


def read(code: Modules) -> str:
    """The text of a code without a fault."""
    size = len(code)
    version = (size - 17) // 4
    first = [code[8][j] for j in (0, 1, 2, 3, 4, 5, 7, 8)] + [code[i][8] for i in (7, 5, 4, 3, 2, 1, 0)]
    second = [code[size - 1 - i][8] for i in range(7)] + [code[8][size - 8 + j] for j in range(8)]
    assert first == second, "the format is there twice"
    mask = FORMATS.index(int("".join(str(int(bit)) for bit in first), 2))
    if version >= 7:
        bits = [code[i // 3][size - 11 + i % 3] for i in range(18)]
        assert sum(bit << i for i, bit in enumerate(bits)) == VERSIONS[version]
    bits, up, j = [], True, size - 1
    while j > 0:
        j -= j == 6
        for i in range(size - 1, -1, -1) if up else range(size):
            for column in (j, j - 1):
                if not is_pattern(version, size, i, column):
                    bits.append(code[i][column] != (MASKS[mask](i, column) == 0))
        up, j = not up, j - 2
    words = [sum(bit << 7 - k for k, bit in enumerate(bits[at : at + 8])) for at in range(0, len(bits) // 8 * 8, 8)]
    lengths = BLOCKS[version]
    blocks: list[list[int]] = [[] for _ in lengths]
    stream = iter(words)
    for k in range(max(lengths)):
        for block, length in zip(blocks, lengths, strict=True):
            if k < length:
                block.append(next(stream))
    data = "".join(f"{word:08b}" for block in blocks for word in block)
    assert data[:4] == "0100"
    head = 12 if version < 10 else 20
    count = int(data[4:head], 2)
    return bytes(int(data[head + 8 * k : head + 8 * k + 8], 2) for k in range(count)).decode()


def test_faults_are_corrected_as_in_the_standards_example() -> None:
    assert correction(EXAMPLE, 10) == CORRECTS


@pytest.mark.parametrize("length", [1, 14, 15, 26, 42, 62, 63, 84, 106, 122, 152, 180, 181, 213])
def test_what_is_written_can_be_read(length: int) -> None:
    text = ("http://192.168.178.123:8000/table/abcdefghijkl?invite=" * 5)[:length]
    assert read(encode(text)) == text


def test_other_letters_are_written_too_and_too_many_are_refused() -> None:
    assert read(encode("惑星")) == "惑星"
    with pytest.raises(TooLong):
        encode("x" * 214)


def test_it_is_drawn_with_light_around_it() -> None:
    code = encode("http://192.168.1.5:8000")
    lines = for_terminal(code).split("\n")
    assert len({len(line) for line in lines}) == 1 and len(lines[0]) == len(code) + 2 * QUIET
    assert len(lines) == (len(code) + 2 * QUIET + 1) // 2
    assert set(lines[0]) == set(lines[1]) == {"█"}
    # Read back from the letters, line by line.
    upper = [[letter in " ▄" for letter in line] for line in lines]
    lower = [[letter in " ▀" for letter in line] for line in lines]
    rows = [row for pair in zip(upper, lower, strict=True) for row in pair]
    assert [row[QUIET:-QUIET] for row in rows[QUIET : QUIET + len(code)]] == code
    assert as_path(code).startswith(f"M{QUIET} {QUIET}h7v1H{QUIET}z")

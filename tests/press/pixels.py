"""Small PNG pictures, read without a library: eight bits a channel, not interlaced, as the typesetter writes them."""

from __future__ import annotations

import struct
import zlib


def pixels(png: bytes) -> tuple[int, int, list[bytes]]:
    """Width, height, and the rows as bytes of red, green and blue."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, data = 8, b""
    wide = high = channels = 0
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            wide, high, depth, colours, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            assert depth == 8 and interlaced == 0 and colours in (2, 6)
            channels = 3 if colours == 2 else 4
        if kind == b"IDAT":
            data += body
        at += 12 + length
    raw = zlib.decompress(data)
    stride = wide * channels
    before = bytearray(stride)
    rows: list[bytes] = []
    for row in range(high):
        start = row * (stride + 1)
        kind_of, line = raw[start], bytearray(raw[start + 1 : start + 1 + stride])
        for i in range(stride):
            left = line[i - channels] if i >= channels else 0
            up, corner = before[i], before[i - channels] if i >= channels else 0
            if kind_of == 1:
                line[i] = line[i] + left & 255
            elif kind_of == 2:
                line[i] = line[i] + up & 255
            elif kind_of == 3:
                line[i] = line[i] + (left + up) // 2 & 255
            elif kind_of == 4:
                line[i] = line[i] + nearest(left, up, corner) & 255
        rows.append(bytes(line) if channels == 3 else bytes(each for i, each in enumerate(line) if i % 4 != 3))
        before = line
    return wide, high, rows


def nearest(left: int, up: int, corner: int) -> int:
    """Which of three neighbours a pixel is foretold by (Paeth)."""
    guess = left + up - corner
    far = abs(guess - left), abs(guess - up), abs(guess - corner)
    return left if far[0] <= far[1] and far[0] <= far[2] else up if far[1] <= far[2] else corner


def furthest(one: bytes, other: bytes, block: int = 12) -> float:
    """How far two pictures of one size lie apart where they do most: the mean difference of a channel in a block."""
    wide, high, rows = pixels(one)
    assert (wide, high) == pixels(other)[:2], "another size"
    there = pixels(other)[2]
    found = 0.0
    for top in range(0, high, block):
        for left in range(0, wide, block):
            total = count = 0
            for y in range(top, min(high, top + block)):
                span = slice(3 * left, 3 * min(wide, left + block))
                total += sum(abs(a - b) for a, b in zip(rows[y][span], there[y][span], strict=True))
                count += span.stop - span.start
            found = max(found, total / count)
    return found

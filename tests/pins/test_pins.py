"""What programs and people outside see is byte for byte what it was."""

from __future__ import annotations

import difflib

import pytest

from pins.make_pins import FOLDER, looks

LOOKS = looks()
MOST_LINES = 60
LONGEST_LINE = 400
ADVICE = (
    "If this was meant to change, run python tests/pins/make_pins.py and read the difference with git diff;"
    " if not, what changed is seen by others."
)


def difference(name: str, kept: str, found: str) -> str:
    """Where a pin and what is found now differ, for a reader."""
    lines = difflib.unified_diff(
        kept.splitlines(), found.splitlines(), f"kept/{name}", f"found/{name}", lineterm="", n=2
    )
    shown = [line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}..." for line in lines]
    more = [f"... and {len(shown) - MOST_LINES} lines more"] if len(shown) > MOST_LINES else []
    return "\n".join([*shown[:MOST_LINES], *more])


@pytest.mark.parametrize("name", LOOKS)
def test_what_is_seen_outside_is_what_it_was(name: str) -> None:
    faults: list[str] = []
    for file, found in LOOKS[name]().items():
        path = FOLDER / file
        if not path.is_file():
            faults.append(f"tests/pins/golden/{file} is missing.")
        elif path.read_bytes() != found.encode():
            told = difference(file, path.read_bytes().decode(), found)
            faults.append(f"tests/pins/golden/{file} is not what is seen now:\n{told}")
    if faults:
        pytest.fail("\n\n".join([*faults, ADVICE]), pytrace=False)


def test_a_difference_is_told_with_its_file_and_its_lines() -> None:
    told = difference("cards.txt", "one\ntwo\n", "one\nthree\n")
    assert "kept/cards.txt" in told and "-two" in told and "+three" in told

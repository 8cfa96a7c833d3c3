"""The guide for researchers runs, block after block, and so do the examples."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent


def test_every_block_of_the_guide_runs(
    pettingzoo: ModuleType, gymnasium: ModuleType, spiel: ModuleType, vector: ModuleType
) -> None:
    text = (ROOT / "docs" / "adapters.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 7
    scope: dict[str, Any] = {"__name__": "guide"}
    for block in blocks:
        exec(compile(block, "docs/adapters.md", "exec"), scope)
    assert scope["over"] is True and scope["many"].steps == 160


def test_the_numbers_of_codes_in_the_guide_are_true(pettingzoo: ModuleType) -> None:
    text = (ROOT / "docs" / "adapters.md").read_text(encoding="utf-8")
    for game, options in (
        ("space_editor", {"mode": "half"}),
        ("space_editor", {"mode": "full"}),
        ("vediic", {"players": 2}),
        ("five_spheres", {"seats": 2}),
    ):
        assert f"{pettingzoo.env(game, options=options).codec.size:,}" in text


def run(file: str, *words: str) -> str:
    """What an example prints."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / file), *words],
        capture_output=True,
        text=True,
        check=False,
        env=dict(os.environ),
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_example_with_pettingzoo_runs(pettingzoo: ModuleType) -> None:
    assert re.fullmatch(
        r"space_editor: seat_0 won \d, seat_1 won \d of 2\n", run("pettingzoo_run.py", "space_editor", "2")
    )


def test_a_small_value_function_learns_to_beat_random(pettingzoo: ModuleType) -> None:
    share = re.search(r"then (\d+)% of 20 matches won", run("value_function.py", "200", "20"))
    assert share is not None and int(share.group(1)) >= 65

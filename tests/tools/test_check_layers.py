"""The law of layers: what tools/check_layers.py lets pass and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str]]
Tree = Callable[[dict[str, str]], Path]

# One file of every kind that may be imported, so that names resolve as in the real tree.
LAWFUL = {
    "__init__.py": "import os\n__version__ = '1'\n",
    "__main__.py": "from orrery.cli import main\n",
    "core/__init__.py": "",
    "core/fate.py": "import random\nfrom random import Random\n",
    "core/game.py": "import dataclasses\nfrom mypy_extensions import mypyc_attr\nfrom orrery import __version__\n",
    "games/__init__.py": "from orrery.games.vediic import rules\nfrom . import five_spheres\n",
    "games/vediic/__init__.py": "from .rules import move\nfrom orrery.games.vediic import rules\n",
    "games/vediic/rules.py": "from ...core.fate import Fate\nimport orrery.core.game\n",
    "games/five_spheres/__init__.py": "from orrery.core import game\n",
    "bots/__init__.py": "import time, random\nfrom orrery.games import vediic\nfrom orrery.core import game\n",
    "lab/__init__.py": "import numpy\nfrom orrery.bots import search\n",
    "server/__init__.py": "import asyncio, logging\nfrom orrery import bots\n",
    "terminal/__init__.py": "import rich\nfrom orrery.games import vediic\n",
    "referee.py": "from orrery.core import match\nfrom orrery import games\n",
    "cli.py": "def main():\n    from orrery import referee, terminal, lab, server\n",
}


def test_a_lawful_tree_passes(run_tool: Run, tree: Tree) -> None:
    assert run_tool("check_layers.py", tree(LAWFUL)) == (0, "layers: every import keeps the law\n")


@pytest.mark.parametrize(
    ("file", "text", "line", "message"),
    [
        ("core/x.py", "import orrery.games.vediic", 1, "core imports orrery.games.vediic: core may import core;"),
        ("core/x.py", "from orrery import games", 1, "core imports orrery.games: core may import core;"),
        ("bots/x.py", "from orrery import Match", 1, "bots imports orrery.Match through the door"),
        ("core/x.py", "from ..bots import bot", 1, "core imports orrery.bots.bot: core may import core;"),
        ("core/x.py", "from .. import lab", 1, "core imports orrery.lab: core may import core;"),
        ("games/vediic/x.py", "from orrery.bots.bot import Bot", 1, "games imports orrery.bots.bot.Bot: games may"),
        ("bots/x.py", "from orrery.lab import measure", 1, "bots imports orrery.lab.measure: bots may import"),
        ("bots/x.py", "import orrery.server", 1, "bots imports orrery.server: bots may import bots, core, games;"),
        ("lab/x.py", "from orrery.server import app", 1, "lab imports orrery.server.app: lab may import"),
        ("server/x.py", "from ..terminal import vediic", 1, "server imports orrery.terminal.vediic: server may import"),
        ("terminal/x.py", "import orrery.lab", 1, "terminal imports orrery.lab: terminal may import"),
        ("terminal/x.py", "from orrery.cli import main", 1, "terminal imports orrery.cli.main: terminal may import"),
        ("referee.py", "import orrery.cli", 1, "referee imports orrery.cli: referee may import"),
        (
            "__init__.py",
            "from orrery.lab import duels",
            1,
            "__init__ imports orrery.lab.duels: __init__ may import bots, build, core, games;",
        ),
        (
            "games/vediic/x.py",
            "from orrery.games import five_spheres",
            1,
            "the game vediic imports orrery.games.five_spheres",
        ),
        ("games/vediic/x.py", "from ..five_spheres.rules import f", 1, "games never import each other"),
        ("games/vediic/x.py", "from orrery.games import GAMES", 1, "games never import each other"),
        ("games/vediic/x.py", "import orrery.games", 1, "games never import each other"),
        ("games/vediic/x.py", "import random", 1, "games imports random: draw through orrery.core.fate"),
        ("core/match.py", "from random import Random", 1, "core imports random: draw through orrery.core.fate"),
        ("core/x.py", "import time", 1, "core imports time: let the caller pass the time in"),
        ("core/x.py", "import os.path", 1, "core imports os: read files with pathlib"),
        ("games/vediic/x.py", "import asyncio", 1, "games imports asyncio:"),
        ("games/vediic/x.py", "import logging.config", 1, "games imports logging:"),
        ("core/x.py", "import numpy as np", 1, "core imports numpy: core and games use only the standard library"),
        ("core/x.py", "def f():\n    import rich", 2, "core imports rich:"),
        (
            "core/x.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from orrery.bots import bot",
            3,
            "core imports orrery.bots.bot:",
        ),
        (
            "core/x.py",
            "import importlib\nimportlib.import_module('orrery.games.vediic')",
            2,
            "core imports orrery.games.vediic",
        ),
        ("shared/x.py", "", 1, "shared has no place in the law of layers"),
        ("core/x.py", "import (", 1, "not Python"),
    ],
)
def test_a_violation_is_named_with_its_place(
    run_tool: Run, tree: Tree, file: str, text: str, line: int, message: str
) -> None:
    root = tree({**LAWFUL, file: text})
    status, printed = run_tool("check_layers.py", root)
    assert status == 1
    assert printed.count("\n") == 1
    assert printed.startswith(f"{root / file}:{line}: ")
    assert message in printed


def test_every_violation_of_a_file_is_reported(run_tool: Run, tree: Tree) -> None:
    status, printed = run_tool("check_layers.py", tree({"core/x.py": "import os\nimport time, logging\n"}))
    assert status == 1
    assert [line.split(": ")[1] for line in printed.splitlines()] == [
        "core imports os",
        "core imports logging",
        "core imports time",
    ]

"""Run the tools as the Makefile does, on small trees made for one test."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parent.parent.parent / "tools"


@pytest.fixture
def run_tool() -> Callable[..., tuple[int, str]]:
    """Call as run_tool("check_layers.py", folder): the exit status and what was printed."""

    def run(tool: str, *arguments: str | Path) -> tuple[int, str]:
        command = [sys.executable, TOOLS / tool, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.stderr == ""
        return done.returncode, done.stdout

    return run


@pytest.fixture
def tree(tmp_path: Path) -> Callable[[dict[str, str]], Path]:
    """Call as tree({"core/a.py": "import os"}): write the files into a new folder and give it back."""

    def write(files: dict[str, str]) -> Path:
        for name, text in files.items():
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return tmp_path

    return write

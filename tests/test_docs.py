"""The documents tell the truth: their sessions run, their commands and links exist."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from golden.runner import disagreement
from orrery.bots.bot import make_bot
from orrery.bots.conformance import check_bot
from orrery.bots.simple import SIMPLE
from orrery.cli.app import COMMANDS
from orrery.games import game_named, game_names
from orrery.referee import Referee

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/**/*.md")), *sorted(ROOT.glob("examples/*/*.md"))]


def test_the_session_in_the_readme_runs() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    tests = doctest.DocTestParser().get_doctest(text.replace("```", ""), {}, "README.md", None, 0)
    assert len(tests.examples) >= 5
    result = doctest.DocTestRunner().run(tests)
    assert result.failed == 0


def test_the_first_screen_of_the_readme_says_how_to_begin() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    first = "\n".join(lines[:30])
    for words in ("make play", "make test", "**Play**", "**Write a bot**", "**Change a card**"):
        assert words in first
    assert len(lines) <= 100


def test_the_bot_in_the_readme_plays(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(from .*?)```", text, re.DOTALL)
    assert found is not None
    file = tmp_path / "scorer.py"
    file.write_text(found.group(1), encoding="utf-8")
    scope: dict[str, Any] = {"__name__": "scorer"}
    try:
        exec(compile(found.group(1), file, "exec"), scope)
        for name in game_names():
            game = game_named(name)
            assert game is not None
            assert check_bot(lambda game: make_bot("scorer", game), game, game.trials()[:1], decisions=3).worlds > 0
    finally:
        SIMPLE.pop("scorer", None)
    ladder = re.search(r"python scorer.py (ladder .*)", text)
    assert ladder is not None
    command = [sys.executable, str(file), *ladder.group(1).split(), "--matches", "2", "--processes", "1"]
    run = subprocess.run(command, check=False, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    assert "scorer - random" in run.stdout


def test_the_session_in_the_protocol_document_runs() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    session = re.search(r"```session\n(.*?)```", text, re.DOTALL)
    assert session is not None
    referee = Referee()
    reply: Any = None
    checked = 0
    for line in session.group(1).splitlines():
        if line.startswith("> "):
            reply = referee.answer(line[2:].encode())
        elif line.startswith("< "):
            fault = disagreement(json.loads(line[2:]), reply)
            assert fault is None, f"{line}: {fault}"
            checked += 1
    assert checked >= 10


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text(encoding="utf-8")):
        assert "://" in target or (path.parent / target).exists(), f"{path.name} links to {target}"


def test_the_make_targets_that_documents_name_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for path in DOCUMENTS:
        for target in re.findall(r"`make ([a-z-]+)", path.read_text(encoding="utf-8")):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"{path.name} names make {target}"


def test_the_commands_that_documents_name_exist() -> None:
    for path in DOCUMENTS:
        for name in re.findall(r"(?:^|[`/ ])orrery ([a-z]+)\b", path.read_text(encoding="utf-8"), re.MULTILINE):
            assert name in COMMANDS, f"{path.name} names orrery {name}"


def test_the_places_that_the_glossary_names_exist() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| ") and "`" in line]
    assert len(rows) > 80
    for word, _, where in rows:
        marked = re.findall(r"`([^`<]+)`", where)
        places = [place for place in marked if "/" in place or place.endswith(".py")]
        files = [ROOT / place if place.startswith("web/") else ROOT / "src" / "orrery" / place for place in places]
        assert all(file.exists() for file in files), f"{word}: not all of {places} are there"
        text = "".join([file.read_text(encoding="utf-8") for file in files if file.is_file()])
        for name in {part for each in marked if each not in places for part in each.split(".")}:
            assert re.search(rf"\b{name}\b", text), f"{word}: {places} do not define {name}"

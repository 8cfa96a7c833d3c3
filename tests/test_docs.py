"""The documents tell the truth: their sessions run, their commands and links exist."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from golden.runner import disagreement
from orrery.bots.bot import make_bot
from orrery.bots.conformance import check_bot
from orrery.cli.app import COMMANDS, app
from orrery.engine import Engine
from orrery.games import game_names, load_game
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


def test_the_bot_of_the_readme_is_the_one_of_the_examples_and_plays_every_game() -> None:
    session = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = [line[4:] for line in session.splitlines() if line.startswith(("... ", "..."))]
    example = (ROOT / "examples" / "bots" / "scorer.py").read_text(encoding="utf-8")
    code = [line for line in lines if line.strip() and '"""' not in line]
    assert len(code) == 7
    assert "\n".join(code) in "\n".join(line for line in example.splitlines() if line.strip())
    for name in game_names():
        game = load_game(name)
        maker = "examples/bots/scorer.py:Scorer".replace("examples", str(ROOT / "examples"))
        assert check_bot(lambda game, maker=maker: make_bot(maker, game), game, game.trials()[:1], decisions=3).worlds


def test_the_session_in_the_document_of_engines_runs() -> None:
    text = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")
    session = re.search(r"```engine\n(.*?)```", text, re.DOTALL)
    assert session is not None
    engine = Engine("greedy")
    reply: Any = None
    checked = 0
    for line in session.group(1).splitlines():
        if line.startswith("> "):
            reply = engine.answer(line[2:].encode())
        elif line.startswith("< "):
            fault = disagreement(json.loads(line[2:]), reply)
            assert fault is None, f"{line}: {fault}"
            checked += 1
    assert checked >= 7


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


RUN = {
    "README.md": {"python"},
    "docs/adapters.md": {"python"},
    "docs/engines.md": {"engine"},
    "docs/operate.md": {"sh"},
    "docs/protocol.md": {"session"},
}
"""Documents with the languages of the blocks that are run: here, in tests/adapters and in tests/test_deploy.py."""


def test_every_block_that_names_its_language_is_run_or_read() -> None:
    read: dict[str, Callable[[str], object]] = {"json": json.loads, "toml": tomllib.loads}
    found = 0
    for path in DOCUMENTS:
        name = path.relative_to(ROOT).as_posix()
        for language, block in re.findall(r"^```(\w+)\n(.*?)^```", path.read_text(encoding="utf-8"), re.M | re.S):
            found += 1
            if language not in RUN.get(name, set()):
                assert language in read, f"{name}: no test runs its blocks of {language}"
                read[language](block)
    assert found > 10


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
        for name in re.findall(
            r"(?:^|[`/]|(?<!from) )orrery ([a-z]+(?:-[a-z]+)*)\b", path.read_text(encoding="utf-8"), re.MULTILINE
        ):
            assert name in COMMANDS, f"{path.name} names orrery {name}"


def command_lines(text: str) -> list[str]:
    """What a document tells people to type after `orrery`, in blocks and in prose."""
    blocks = "\n".join(re.findall(r"^```(?:sh)?\n(.*?)^```", text, re.MULTILINE | re.DOTALL)).replace("\\\n", " ")
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    found = re.findall(r"^(?:\$ )?(?:\.venv/bin/)?orrery (\S.*)$", blocks, re.MULTILINE)
    return [*found, *[" ".join(span.split()) for span in re.findall(r"`orrery (\S[^`]*)`", prose)]]


def test_the_commands_that_documents_show_are_understood() -> None:
    """Each is read as the shell and the command line read it: the command, its options, and what they take."""
    top: Any = get_command(app)
    read = 0
    for path in DOCUMENTS:
        for line in command_lines(path.read_text(encoding="utf-8")):
            words = shlex.split(line, comments=True)
            command, context = top, top.make_context("orrery", ["--help"], resilient_parsing=True)
            while words and hasattr(command, "get_command") and not words[0].startswith("-"):
                name = words.pop(0)
                command = command.get_command(context, name)
                assert command is not None, f"{path.name}: {line}: there is no {name}"
                context = type(context)(command, info_name=name, parent=context)
            try:
                command.make_parser(context).parse_args(words)
            except Exception as fault:
                pytest.fail(f"{path.name}: {line}: {fault}")
            read += 1
    assert read > 100


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

"""The documents at the terminal, the list of games for programs, and rulebooks as a terminal shows them."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from command import orrery
from orrery.cli import docs
from orrery.cli.pages import page_lines
from orrery.server.http.games import games

ROOT = Path(__file__).resolve().parent.parent


def at_a_terminal(*words: str) -> str:
    """What the command prints on a terminal of 100 columns, without styles."""
    master, slave = pty.openpty()
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}
    with subprocess.Popen([sys.executable, "-m", "orrery", *words], stdout=slave, env=environment) as running:
        os.close(slave)
        parts: list[bytes] = []
        while True:
            try:
                part = os.read(master, 4096)
            except OSError:
                break
            if not part:
                break
            parts.append(part)
        assert running.wait(60) == 0
    os.close(master)
    return b"".join(parts).decode().replace("\r\n", "\n")


def test_the_documents_are_listed_with_their_titles() -> None:
    lines = orrery("docs").output.splitlines()
    assert "protocol" in [line.split()[0] for line in lines] and len(lines) == len(docs.documents())
    for line, (name, file) in zip(lines, docs.documents().items(), strict=True):
        title = file.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
        assert line.split(maxsplit=1) == [name, title]


@pytest.mark.parametrize("name", ["protocol", "docs/protocol.md", "Protocol"])
def test_a_document_is_printed_as_it_is_written(name: str) -> None:
    assert orrery("docs", name).output == (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["0013", "0013-a-level-is-a-number-of-simulations"])
def test_a_decision_is_printed_by_its_number(name: str) -> None:
    file = ROOT / "docs" / "decisions" / "0013-a-level-is-a-number-of-simulations.md"
    assert orrery("docs", name).output == file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "fault"), [("protocl", "did you mean protocol?"), ("zzz", "there are adapters, architecture, balance")]
)
def test_an_unknown_document_gets_a_sentence(name: str, fault: str) -> None:
    result = orrery("docs", name)
    assert result.exit_code == 2 and f"there is no document {name!r}; {fault}" in result.output


def test_the_documents_of_the_package_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "lib" / "site-packages" / "orrery"
    package.mkdir(parents=True)
    monkeypatch.setattr("orrery.__file__", str(package / "__init__.py"))
    (tmp_path / "lib" / "docs").mkdir()
    assert docs.folder() is None, "a folder beside something that is no checkout is not ours"
    result = orrery("docs")
    assert result.exit_code == 2 and "the documents are missing" in result.output
    (package / "docs").mkdir()
    (package / "docs" / "protocol.md").write_text("# Words\n\nA text.\n", encoding="utf-8")
    assert orrery("docs").output == "protocol  Words\n"
    assert orrery("docs", "protocol").output == "# Words\n\nA text.\n"


def test_links_say_what_to_type() -> None:
    known = docs.documents()
    for text, right in (
        ("in [operate.md](operate.md);", "in `orrery docs operate`;"),
        ("the [speeds](performance.md#search).", "the speeds [`orrery docs performance`]."),
        ("([decision 13](decisions/0013-a-level-is-a-number-of-simulations.md))", "(decision 13 [`orrery docs 0013`])"),
        ("see [wire.ts](../web/src/wire.ts)", "see wire.ts [`web/src/wire.ts`]"),
        ("by [rules](https://example.org/a)", "by rules [https://example.org/a]"),
        ("[above](#here)", "above"),
    ):
        assert docs.with_commands(text, known) == right
    for file in known.values():
        assert not re.search(r"\]\([^)]*\.md", docs.with_commands(file.read_text(encoding="utf-8"), known))


def test_a_document_is_drawn_on_a_terminal() -> None:
    shown = at_a_terminal("docs", "server")
    assert shown.startswith("The server: playing over the network\n\n") and "orrery docs operate" in shown
    assert "](" not in shown and "| ---" not in shown and "\x1b" not in shown


def test_a_page_keeps_the_lines_of_code_and_draws_tables() -> None:
    code, drawn = "```\n# not a heading\n  code\n```", "| a | bcd |\n| --- | --- |\n| long | x |"
    text = f"# Title\n\nSome *words* here.\n\n{code}\n\n{drawn}\n"
    lines = [line.plain.rstrip() for line in page_lines(text, 60)]
    assert lines == ["Title", "", "Some words here.", "", "# not a heading", "  code", "", "a     bcd", "long  x"]


def test_a_rulebook_on_a_terminal_has_its_tables_drawn() -> None:
    shown = at_a_terminal("rules", "vediic", "glossary")
    assert shown.startswith("Glossary\n") and "pooja" in shown and "|" not in shown
    assert "| pooja |" in orrery("rules", "vediic", "glossary").output
    assert at_a_terminal("rules", "vediic", "VE-3.1").startswith("VE-3.1 ")


def test_the_games_are_printed_as_json_as_a_server_lists_them() -> None:
    result = orrery("games", "--json")
    served = msgspec.to_builtins(games(examples=False))
    for row in served:
        del row["examples"]
    assert result.exit_code == 0 and json.loads(result.output) == served
    assert {"game", "rules", "title", "seats", "options"} <= set(served[0])

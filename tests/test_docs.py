"""The documents tell the truth: their sessions run, their commands and links exist."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path
from typing import Any

import pytest

from golden.runner import disagreement
from orrery.referee import Referee

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/**/*.md"))]


def test_the_session_in_the_readme_runs() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    tests = doctest.DocTestParser().get_doctest(text.replace("```", ""), {}, "README.md", None, 0)
    assert len(tests.examples) >= 5
    result = doctest.DocTestRunner().run(tests)
    assert result.failed == 0


def test_the_readme_fits_on_one_screen() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 60


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

"""Help: every command explains itself in words of people, and nothing is loaded that is not needed."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from contextlib import redirect_stderr
from importlib import import_module

import pytest

from command import orrery
from orrery.cli import main
from orrery.cli.app import COMMANDS
from orrery.cli.decks import deck_app
from orrery.cli.docs import documents
from orrery.cli.lazy import Entry, first_line
from orrery.core.data import DataFault

EVERY = [[], *[[name] for name in COMMANDS], *[["deck", str(each.name)] for each in deck_app.registered_commands]]
TYPES = r"<[\w\[\]|. ]+>|\b(?:TEXT|INTEGER|FLOAT|BOOLEAN|BOOL|PATH|FILENAME|DIRECTORY|STR|INT|LIST|CHOICE|UUID)\b"


@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_help_is_there_and_names_no_python_types(words: list[str]) -> None:
    result = orrery(*words, "--help")
    assert result.exit_code == 0 and result.output.startswith("Usage: ")
    assert re.findall(TYPES, result.output) == []
    assert "None" not in result.output and "ompletion for the current" not in result.output


@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_the_documents_that_help_names_are_printed(words: list[str]) -> None:
    text = " ".join(orrery(*words, "--help").output.split())
    assert re.findall(r"docs/\S+", text) == []
    for name in re.findall(r"orrery docs ([a-z0-9-]+)", text):
        assert name in documents()


def test_some_help_names_a_document() -> None:
    for words, name in ((["referee"], "protocol"), (["serve"], "operate")):
        assert f"orrery docs {name}" in " ".join(orrery(*words, "--help").output.split())


@pytest.mark.parametrize(("name", "entry"), COMMANDS.items(), ids=list(COMMANDS))
def test_the_table_of_commands_says_what_they_say(name: str, entry: Entry) -> None:
    found = getattr(import_module(entry.module), entry.attribute)
    said = found.info.help if name in ("deck", "export", "lab") else found.__doc__
    assert entry.line == first_line(said)
    assert entry.line in " ".join(orrery("--help").output.split())


def test_values_are_called_by_what_they_are() -> None:
    output = orrery("play", "--help").output
    for words in ("[GAME] [PLAYER]...", "--seats NUMBER", "--load FILE", "--set FOLDER", "-o NAME=VALUE"):
        assert words in output
    assert "[default: en]" in orrery("rules", "--help").output
    assert "[default: no-open]" in " ".join(orrery("serve", "--help").output.split())


def test_a_mistyped_command_gets_the_near_one() -> None:
    result = orrery("rule", "vediic")
    assert result.exit_code == 2 and "No such command 'rule'. Did you mean 'rules'" in result.output


def loaded(*words: str) -> set[str]:
    """The modules that the command `orrery` has loaded when it is done."""
    source = (
        f"import sys; sys.argv = ['orrery', *{list(words)!r}]; from orrery.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\nfinally:\n    print(*sys.modules, file=sys.stderr)"
    )
    run = subprocess.run(
        [sys.executable, "-c", source], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    )
    return set(run.stderr.split())


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["__complete", "words", "pl"]], ids=" ".join)
def test_help_loads_no_game_and_no_table(words: list[str]) -> None:
    found = loaded(*words)
    assert "orrery.cli.app" in found
    assert not found & {"orrery.games", "orrery.terminal", "rich", "prompt_toolkit", "pydantic"}
    # Which build runs is told by what was loaded, so for that something is.
    of_core = {"orrery.core", "orrery.core.fate"} if words == ["--version"] else set()
    assert {name for name in found if name.startswith("orrery.core")} == of_core


@pytest.mark.parametrize("words", [["referee"], ["games"]], ids=" ".join)
def test_a_fault_in_a_data_file_gets_a_sentence(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise DataFault("cards.toml", "not TOML")

    monkeypatch.setattr(sys, "argv", ["orrery", *words])
    monkeypatch.setattr("orrery.referee.main", broken)
    monkeypatch.setattr("orrery.cli.games.left_out", broken)
    said = io.StringIO()
    with pytest.raises(SystemExit) as end, redirect_stderr(said):
        main()
    assert end.value.code == 2 and said.getvalue() == "orrery: cards.toml: not TOML\n"


def test_the_referee_loads_no_game_before_it_is_asked_for_one() -> None:
    found = loaded("referee")
    assert "orrery.referee" in found and "orrery.games" in found
    assert not found & {"typer", "rich", "importlib.metadata", "orrery.cli.app"}
    assert not [name for name in found if re.match(r"orrery\.games\.(?!strangers)", name)]

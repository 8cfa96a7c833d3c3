"""`orrery` alone: the table opens on loopback, at a free port if the usual one is taken, and Ctrl-C ends it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from command import orrery
from orrery.cli import app, lazy, table

OPEN = "Orrery is open at"


@pytest.mark.parametrize("is_taken", [False, True], ids=["free", "taken"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_opens_tells_where_and_ends(tmp_path: Path, is_taken: bool, number: signal.Signals) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]
        if is_taken:
            other.listen()
        else:
            other.close()
        said = told(tmp_path, number, "--port", str(port))
    found = re.search(r"http://127\.0\.0\.1:(\d+)", said)
    assert found is not None
    assert (int(found[1]) != port) == is_taken
    assert (f"Port {port} is taken" in said) == is_taken
    assert "Ctrl-C ends it; running matches are kept." in said and "Your matches are kept" in said
    assert "To play in the terminal instead: orrery play." in said
    assert (tmp_path / "orrery" / "orrery.db").exists()


def told(folder: Path, number: signal.Signals, *words: str) -> str:
    """What the table has said when it was ended by a signal."""
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "ORRERY_BUILD": "plain"}
    source = "import sys; from orrery.cli.table import open_table; sys.exit(open_table(sys.argv[1:]))"
    command = [sys.executable, "-c", source, "--no-open", *words]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
    ) as running:
        assert running.stdout is not None
        said = ""
        while OPEN not in said:
            line = running.stdout.readline()
            assert line, said
            said += line
        os.killpg(running.pid, number)
        said += running.stdout.read()
        assert running.wait(30) == 0
    return said


def test_what_is_asked_of_it_reaches_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, object]] = []

    def loaded(name: str, entry: lazy.Entry) -> object:
        class Told:
            def main(self, words: list[str], prog_name: str) -> None:
                asked.append({"name": name, "words": words})
                raise SystemExit(3)

        assert entry is app.COMMANDS["serve"]
        return Told()

    monkeypatch.setattr(lazy, "load", loaded)
    assert table.open_table(["--port", "0", "--no-open", "--host", "0.0.0.0"]) == 3
    words = ["--host", "127.0.0.1", "--port", "0", "--no-open", *table.BUTTON, "--host", "0.0.0.0"]
    assert asked == [{"name": "serve", "words": words}]


@pytest.mark.parametrize(("words", "opens"), [([], True), (["--no-open"], False)], ids=["as it is", "no-open"])
def test_the_command_alone_opens_it(monkeypatch: pytest.MonkeyPatch, words: list[str], opens: bool) -> None:
    asked: list[bool] = []

    def run_table(opens: bool) -> int:
        asked.append(opens)
        return 7

    monkeypatch.setattr(table, "run_table", run_table)
    assert orrery(*words).exit_code == 7 and asked == [opens]


@pytest.mark.parametrize("port", ["99999", "-1"])
def test_a_port_that_cannot_be_gets_a_sentence(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert table.open_table([f"--port={port}"]) == 2
    assert f"--port is a number from 0 (any that is free) to 65535, not {port}" in capsys.readouterr().err


def test_without_the_parts_of_a_server_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("orrery.cli.serve.find_spec", lambda name: None)
    result = orrery()
    assert result.exit_code == 2 and "the server's parts are not installed" in result.output

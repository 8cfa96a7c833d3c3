"""`make play`: the table opens on loopback, at a free port if the usual one is taken, and Ctrl-C ends it in peace."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PLAY = Path(__file__).resolve().parent.parent.parent / "tools" / "play.py"


@contextmanager
def opened_by(environment: dict[str, str], *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`make play` with these words, and what it has said when the table is open."""
    with subprocess.Popen(
        [sys.executable, str(PLAY), *words],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    ) as playing:
        assert playing.stdout is not None
        said = ""
        while "Orrery is open at" not in said:
            line = playing.stdout.readline()
            assert line, said
            said += line
        yield playing, said


@pytest.mark.parametrize("is_taken", [False, True], ids=["free", "taken"])
def test_it_opens_tells_where_and_ends_with_ctrl_c(tmp_path: Path, is_taken: bool) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]
        if is_taken:
            other.listen()
        else:
            other.close()
        environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "BROWSER": "true", "ORRERY_BUILD": "plain"}
        with opened_by(environment, "--port", str(port)) as (playing, said):
            os.killpg(playing.pid, signal.SIGINT)
            assert playing.wait(30) == 0
    found = re.search(r"http://127\.0\.0\.1:(\d+)", said)
    assert found is not None
    assert (int(found[1]) != port) == is_taken
    assert (f"Port {port} is taken" in said) == is_taken
    assert (tmp_path / "orrery" / "orrery.db").exists()


@pytest.mark.parametrize(("words", "opens"), [([], True), (["--no-open"], False)], ids=["as it is", "no-open"])
def test_a_browser_is_opened_unless_that_is_declined(tmp_path: Path, words: list[str], opens: bool) -> None:
    opened, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "BROWSER": f"{browser} %s", "ORRERY_BUILD": "plain"}
    with opened_by(environment, "--port", "0", *words) as (playing, said):
        until = time.monotonic() + (20 if opens else 2)
        while time.monotonic() < until and not (opened.exists() and opened.read_text()):
            time.sleep(0.05)
        os.killpg(playing.pid, signal.SIGINT)
        assert playing.wait(30) == 0
    assert (opened.read_text().strip() in said if opened.exists() else None) == (True if opens else None)

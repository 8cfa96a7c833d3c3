"""`make play`: the table opens on loopback, at a free port if the usual one is taken, and Ctrl-C ends it in peace."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PLAY = ROOT / "tools" / "play.py"


@contextmanager
def opened_by(
    environment: dict[str, str], *words: str, play: Path = PLAY
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`make play` with these words, and what it has said when the table is open."""
    with subprocess.Popen(
        [sys.executable, str(play), *words],
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


def play_with(folder: Path, compiler: str) -> Path:
    """A `make play` whose compiler is another program; gives its path."""
    (folder / "tools").mkdir()
    (folder / "tools" / "compile.py").write_text(compiler)
    return Path(shutil.copy(PLAY, folder / "tools"))


def environment_of(folder: Path, build: str | None) -> dict[str, str]:
    """Where no build is asked for unless one is named, and data lie in a folder of the test."""
    named = {"PYTHONPATH": str(ROOT / "src"), "XDG_DATA_HOME": str(folder), "BROWSER": "true"}
    others = {name: value for name, value in os.environ.items() if name != "ORRERY_BUILD"}
    return {**others, **named, **({} if build is None else {"ORRERY_BUILD": build})}


def test_the_compiler_works_behind_and_ends_with_the_server(tmp_path: Path) -> None:
    compiler = """
import os, pathlib, sys
pathlib.Path("began").write_text(f"{sys.argv[1:]} {os.getpgrp() == os.getpid()}")
print("Compiling for the test.", flush=True)
pathlib.Path("ended").write_text(repr(sys.stdin.read()))
"""
    began, ended = tmp_path / "began", tmp_path / "ended"
    compiler = compiler.replace('"began"', repr(str(began))).replace('"ended"', repr(str(ended)))
    play = play_with(tmp_path, compiler)
    with opened_by(environment_of(tmp_path, None), "--port", "0", "--no-open", play=play) as (playing, said):
        assert playing.stdout is not None
        while "Compiling for the test." not in said:
            line = playing.stdout.readline()
            assert line, said
            said += line
        assert not ended.exists(), "it goes on as long as somebody plays"
        os.killpg(playing.pid, signal.SIGINT)
        assert playing.wait(30) == 0
    assert began.read_text() == "['--behind'] True"
    assert ended.read_text() == "''"


def test_who_asks_for_a_build_gets_it_and_nothing_is_compiled(tmp_path: Path) -> None:
    began = tmp_path / "began"
    play = play_with(tmp_path, f"import pathlib; pathlib.Path({str(began)!r}).touch()")
    with opened_by(environment_of(tmp_path, "plain"), "--port", "0", "--no-open", play=play) as (playing, _):
        os.killpg(playing.pid, signal.SIGINT)
        assert playing.wait(30) == 0
    assert not began.exists()


def test_a_build_that_cannot_be_had_is_named_and_the_table_opens_all_the_same(tmp_path: Path) -> None:
    play = play_with(tmp_path, "")
    with opened_by(environment_of(tmp_path, "fast"), "--port", "0", "--no-open", play=play) as (playing, said):
        os.killpg(playing.pid, signal.SIGINT)
        assert playing.wait(30) == 0
    assert said.startswith("ORRERY_BUILD is 'fast': it must be 'plain' (the default) or 'compiled'. The plain build")

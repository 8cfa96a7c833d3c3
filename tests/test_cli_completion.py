"""Completion: what a shell offers, asked in Python and by a bash at a terminal."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from command import orrery
from known import known
from needs import missing
from orrery.cli.complete import FILES, FOLDERS, candidates, deck_names, for_bash, rows_of, split
from orrery.cli.completion import SHELLS
from orrery.core.clause import LANGUAGES
from orrery.core.game import GAMES
from orrery.games import OURS, game_names
from toys.high_card import HighCard

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0


def offered(line: str) -> list[str]:
    return [word for word, _ in candidates(split(line)[1:])]


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("orrery pl", ["play"]),
        ("orrery deck s", ["show"]),
        ("orrery play ", game_names()),
        ("orrery play five_spheres hu", ["human"]),
        ("orrery play five_spheres human level1 gr", ["greedy"]),
        ("orrery play vediic -o pass", ["pass_rule="]),
        ("orrery play vediic --option trade=", ["trade=other", "trade=distinct", "trade=any"]),
        ("orrery play vediic -o green_stack=", ["green_stack=true", "green_stack=false"]),
        ("orrery play space_editor -o seats=", ["seats=2", "seats=3", "seats=4"]),
        ("orrery play vediic -o max_rounds=", []),
        ("orrery play chess -o ", []),
        ("orrery play --lang ", list(LANGUAGES)),
        ("orrery play --lang=j", ["--lang=ja"]),
        ("orrery play --lo", ["--load"]),
        ("orrery play --load x.json --l", ["--lang"]),
        ("orrery play --load ", [FILES]),
        ("orrery cards space_editor --set ", [FOLDERS]),
        ("orrery cards space_editor --set=", [FOLDERS]),
        ("orrery deck show --game space_editor ", [FILES, "water", "wind", "earth", "fire"]),
        ("orrery deck show genesis-1 ", []),
        ("orrery deck nowhere ", []),
        ("orrery ladder vediic --players level5,gr", ["level5,greedy"]),
        ("orrery ladder vediic --one level5 --against ra", ["random"]),
        ("orrery rules vediic gl", ["glossary"]),
        ("orrery rules vediic VE-18", ["VE-18"]),
        ("orrery docs proto", ["protocol"]),
        ("orrery completion ", list(SHELLS)),
        ("orrery serve --set beat", ["beat="]),
        ("orrery balance five_spheres --bot level5 --ma", ["--matches"]),
        ("orrery nowhere ", []),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_offered(line: str, right: list[str]) -> None:
    assert offered(line) == right


def test_options_said_more_than_once_are_offered_again() -> None:
    assert "--option" in offered("orrery play vediic -o hands=open --")
    assert "--seed" not in offered("orrery play vediic --seed 1 --")
    assert "--lords" not in offered("orrery deck make five_spheres --"), "it is hidden"


def test_candidates_have_sentences() -> None:
    found = dict(candidates(["play", "vediic", "-o", "trade="]))
    row = next(row for row in rows_of("vediic") if row.key == "trade")
    assert found["trade=any"] == row.by_word["any"].said["en"] != ""
    assert dict(candidates(["docs", ""]))["protocol"] == "The referee protocol"


@pytest.mark.parametrize("name", OURS)
def test_what_is_read_without_the_game_is_what_the_game_says(name: str) -> None:
    guide = known(name).guide()
    shelf = guide.shelf("en")
    assert {row.key: row.as_json() for row in rows_of(name)} == {row.key: row.as_json() for row in guide.options()}
    assert deck_names(name) == ([] if shelf is None else shelf.names())


def test_a_game_of_another_package_is_offered_too(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = HighCard()
    monkeypatch.setitem(GAMES, toy.name, toy)
    assert toy.name in offered("orrery play ")
    assert offered(f"orrery play {toy.name} -o ") == [f"{row.key}=" for row in toy.guide().options()]
    assert offered(f"orrery deck show --game {toy.name} ") == [FILES]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", [""]),
        ("orrery", ["orrery"]),
        ("orrery ", ["orrery", ""]),
        ("orrery 'a b", ["orrery", "a b"]),
        ('orrery "a b" c', ["orrery", "a b", "c"]),
        ("orrery a\\", ["orrery", "a\\"]),
    ],
)
def test_a_line_is_split_as_a_shell_does(line: str, words: list[str]) -> None:
    assert split(line) == words


def test_bash_gets_only_the_part_that_it_replaces() -> None:
    assert for_bash("t", "orrery play five_spheres -o mode=t") == ["team_play", "tag_team"]
    assert for_bash("", "orrery play five_spheres -o mode=") == [
        value.word for row in rows_of("five_spheres") if row.key == "mode" for value in row.values
    ]


def test_whatever_is_asked_nothing_breaks() -> None:
    for words in ([], ["bash"], ["bash", "x"], ["words"], ["zsh", "-", "--", "--=", "="]):
        run = subprocess.run(
            [sys.executable, "-m", "orrery", "__complete", *words], capture_output=True, text=True, check=True
        )
        assert run.stderr == ""


def test_a_script_is_printed_for_each_shell_and_an_unknown_one_refused() -> None:
    for shell in SHELLS:
        result = orrery("completion", shell)
        assert result.exit_code == 0 and "__complete" in result.output and "COMPLETE " not in result.output
        if shutil.which(shell):
            check = subprocess.run([shell, "-n"], input=result.output, text=True, capture_output=True, check=False)
            assert (check.returncode, check.stderr) == (0, "")
    result = orrery("completion", "tcsh")
    assert result.exit_code == 2 and "there is one for bash, zsh, fish" in result.output


class Bash:
    """A bash at a terminal, with the command `orrery` and its completion."""

    def __init__(self, folder: Path) -> None:
        bash = shutil.which("bash")
        if bash is None:
            missing("there is no bash")
        command = folder / "orrery"
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m orrery "$@"\n', encoding="utf-8")
        command.chmod(0o755)
        (folder / "here").mkdir()
        (folder / "here" / "my-match.json").write_text("{}", encoding="utf-8")
        (folder / "here" / "my-cards").mkdir()
        self.master, slave = pty.openpty()
        environment = {
            **os.environ,
            "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
            "TERM": "dumb",
            "PS1": "",
            "INPUTRC": os.devnull,
            "COLUMNS": "500",
        }
        self.process = subprocess.Popen(
            [str(bash), "--norc", "--noprofile", "-i"],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder / "here",
            env=environment,
            start_new_session=True,
        )
        os.close(slave)
        self.text = ""
        self.type("bind 'set bell-style none'; stty cols 500; PS1=; eval \"$(orrery completion bash)\"\n")
        self.clear()

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def wait_for(self, words: str) -> str:
        """What the terminal shows, when these words are among it."""
        until = time.monotonic() + PATIENCE
        while words not in self.text and time.monotonic() < until:
            if select.select([self.master], [], [], 0.2)[0]:
                self.text += os.read(self.master, 4096).decode(errors="replace")
        assert words in self.text, self.text
        return self.text

    def clear(self) -> None:
        """Takes the line back, and forgets what the terminal shows."""
        self.type("\x15echo rea''dy\n")
        self.wait_for("ready")
        self.text = ""

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)


def test_a_bash_at_a_terminal_completes(tmp_path: Path) -> None:
    bash = Bash(tmp_path)
    try:
        for typed, becomes in (
            ("orrery comple\t", "orrery completion "),
            ("orrery play vedi\t", "orrery play vediic "),
            ("orrery play five_spheres -o mo\tte\t", "orrery play five_spheres -o mode=team_play "),
            ("orrery rules vediic --la\tj\t", "orrery rules vediic --lang ja "),
            ("orrery replay my\t", "orrery replay my-"),
            ("orrery replay my-m\t", "orrery replay my-match.json "),
            ("orrery cards vediic --set my\t", "orrery cards vediic --set my-cards/"),
            ("orrery deck show gen\t", "orrery deck show genesis-"),
        ):
            bash.type(typed)
            assert becomes in bash.wait_for(becomes)
            bash.clear()
    finally:
        bash.close()

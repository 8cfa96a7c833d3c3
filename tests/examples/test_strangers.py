"""Packages that offer a game and should not: the others are played, and a sentence says what is wrong."""

from __future__ import annotations

import asyncio
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from examples.conftest import Command, within_reach
from orrery.games import game_named, game_names, left_out
from server.harness import open_table, people, running

OURS = ["five_spheres", "space_editor", "vediic"]


def offer(folder: Path, points: str, source: str, package: str = "stranger") -> Path:
    """A package as pip leaves it: a module, and the entry points in its metadata."""
    (folder / f"{package}.py").write_text(source, encoding="utf-8")
    about = folder / f"{package}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[orrery.games]\n{points}\n", encoding="utf-8")
    return folder


TOY = """
import sys
sys.path.insert(0, {tests!r})
from toys.high_card import HighCard

class Stranger(HighCard):
    def __init__(self):
        super().__init__()
        self.name, self.package = "comets", "stranger"
{more}
"""
"""A game as it should be, and something more."""


def toy(more: str = "", game: str = "GAME = Stranger()") -> str:
    tests = str(Path(__file__).resolve().parent.parent)
    return TOY.format(tests=tests, more="".join(f"    {line}\n" for line in more.splitlines())) + game + "\n"


BROKEN = {
    "raises when it is imported": ("comets = stranger:GAME", "1 / 0", "ZeroDivisionError: division by zero"),
    "ends the process when it is imported": ("comets = stranger:GAME", "raise SystemExit(3)", "SystemExit: 3"),
    "has no such object": ("comets = stranger:GAME", "", "has no attribute 'GAME'"),
    "is not there": ("comets = elsewhere:GAME", "", "No module named 'elsewhere'"),
    "is no game": ("comets = stranger:GAME", "GAME = 5", "stranger:GAME is 5; right is an object of a subclass"),
    "is a class": ("comets = stranger:GAME", toy(game="GAME = Stranger"), "right is an object of a subclass"),
    "has another name": ("meteors = stranger:GAME", toy(), "its Game.name is 'comets'; right is 'meteors'"),
    "is no word": ("Comets! = stranger:GAME", toy(), "'Comets!' is not a name for a game; right are lower-case"),
    "could be a path": ("../comets = stranger:GAME", toy(), "is not a name for a game"),
    "takes our name": ("vediic = stranger:GAME", toy(), "one of our games has that name"),
    "has no version": ("comets = stranger:GAME", toy("    self.version = 'new'"), "its Game.version is 'new'"),
    "has no package": ("comets = stranger:GAME", toy("    self.package = 'nowhere'"), "its Game.package is 'nowhere'"),
    "lacks attributes": ("comets = stranger:GAME", toy("    del self.version"), "does not answer for itself"),
    "tries nothing": ("comets = stranger:GAME", toy("def trials(self):\n    return []"), "its trials() are no options"),
    "has a guide that raises": ("comets = stranger:GAME", toy("def guide(self):\n    return {}[1]"), "KeyError: 1"),
    "has a guide that is none": (
        "comets = stranger:GAME",
        toy("def guide(self):\n    return 1"),
        "its guide() is none",
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_game_that_cannot_be_one_is_left_out_and_it_is_said_why(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    points, source, why = BROKEN[fault]
    name = points.partition(" = ")[0]
    with within_reach(offer(tmp_path, points, source), monkeypatch):
        assert game_names() == OURS
        assert list(left_out()) == [name] and why in left_out()[name], left_out()
        ours = game_named(name)
        assert ours is None or (name == "vediic" and ours.package == "orrery.games.vediic")
    assert left_out() == {} and game_names() == OURS


def test_a_game_as_it_should_be_is_not_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with within_reach(offer(tmp_path, "comets = stranger:GAME", toy()), monkeypatch):
        assert game_names() == ["comets", *OURS] and left_out() == {}


def test_a_name_that_two_packages_offer_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer(tmp_path, "comets = stranger:GAME", toy())
    offer(tmp_path, "comets = other:GAME", toy(), "other")
    with within_reach(tmp_path, monkeypatch):
        assert game_names() == OURS
        assert "both offer it; uninstall one of them" in left_out()["comets"]


def test_the_list_of_games_says_who_is_left_out(orrery: Command, tmp_path: Path) -> None:
    offer(tmp_path, "comets = stranger:GAME", "1 / 0")
    done = orrery("games", folder=tmp_path)
    assert done.returncode == 0 and done.stdout.count("rules version") == 3
    assert done.stderr.startswith("orrery: the game 'comets' is left out: stranger:GAME cannot be loaded: ZeroDivision")
    asked = orrery("rules", "comets", folder=tmp_path)
    assert asked.returncode == 2 and "'comets' is left out: stranger:GAME cannot be loaded" in asked.stderr


def test_a_game_of_a_single_module_is_played_with_nothing_but_its_rules(orrery: Command, tmp_path: Path) -> None:
    """No rulebook, no texts, no options file, no mind, no sheet."""
    offer(tmp_path, "comets = stranger:GAME", toy())
    typed = "play 99\nrules\nhint\n" + "throw\n" * 3 + "quit\n"
    played = orrery("play", "comets", "human", "level1", "--seed", "5", typed=typed, folder=tmp_path)
    assert played.returncode == 0 and "The match is over" in played.stdout, played.stdout + played.stderr
    assert "not in hand (card 99)" in played.stdout
    asked = [{"op": "new", "game": "comets", "options": {}, "seed": 5}, {"op": "act", "action": "play 99"}]
    refereed = orrery("referee", typed="".join(json.dumps(line) + "\n" for line in asked), folder=tmp_path)
    fault = json.loads(refereed.stdout.splitlines()[1])["error"]
    assert fault["message"] == "not in hand (card 99)" and fault["reason"] == "not_in_hand"
    rules = orrery("rules", "comets", folder=tmp_path)
    assert rules.returncode == 2 and rules.stderr == "orrery: comets has no rulebook\n"
    climbed = orrery("ladder", "comets", "--players", "level1,random", "--matches", "4", folder=tmp_path)
    assert climbed.returncode == 0, climbed.stderr


def test_a_game_of_a_single_module_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer(tmp_path, "comets = stranger:GAME", toy())

    async def run() -> None:
        async with running(f"sqlite:///{tmp_path / 'orrery.db'}") as server:
            (ann,) = await people(server, "Ann")
            book = await ann.get("/api/games/comets/rules")
            assert book["clauses"] == {}
            table = await open_table([ann], "comets", seats=["me", "level1"])
            async with ann.at(table) as a:
                await a.until("state")
                assert (await a.act("play 99"))["message"] == "not in hand (card 99)"
                for what in ("hint", "score"):
                    assert (await a.ask({"type": "ask", "at": a.number, "what": what}, 60))["type"] == "told"
                while a.standing["outcome"] is None:
                    if a.standing["to_act"] == 0 and a.actions:
                        await a.reach((await a.act(a.actions[0]))["number"])
                    else:
                        await a.hear()
            assert (await ann.get(f"/api/tables/{table}/record"))["result"]["over"]

    with within_reach(tmp_path, monkeypatch):
        asyncio.run(run())


def test_the_server_starts_and_its_log_says_who_is_left_out(tmp_path: Path) -> None:
    offer(tmp_path, "comets = stranger:GAME", "1 / 0")
    place = {**os.environ, "PYTHONPATH": str(tmp_path)}
    words = ["serve", "--port", "0", "--database", str(tmp_path / "orrery.db"), "--no-open"]
    with subprocess.Popen(
        [sys.executable, "-m", "orrery", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=place
    ) as server:
        assert isinstance(server.stdout, io.TextIOBase)
        said = server.stdout.readline()
        server.terminate()
        _, log = server.communicate(timeout=60)
    assert "http://" in said, log
    rows = [json.loads(line) for line in log.splitlines()]
    assert any("'comets' is left out: stranger:GAME cannot be loaded" in row["message"] for row in rows), log

"""The lab on a Ray cluster: a real one on this machine, with two workers, of which one is killed."""

from __future__ import annotations

import importlib.util
import json
import os
import socket
import sys
from pathlib import Path

import pytest

import fatal
import orrery.lab.ray
from needs import missing
from orrery.games import game_named
from orrery.lab.keeping import RunFile
from orrery.lab.ray import NoCluster, RayCrew
from orrery.lab.running import Run
from orrery.lab.sittings import Experiment, Row
from orrery.lab.variants import variant_of


def experiment() -> Experiment:
    game = game_named("space_editor")
    assert game is not None
    setups = variant_of(game, "ships", []).setups(["half"], ["water", "wind"])
    return Experiment("space_editor", setups, 1, ["fatal"])


def test_without_ray_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    before = dict(os.environ)
    with pytest.raises(NoCluster, match=r'pip install "orrery\[ray\]"'):
        RayCrew(experiment(), "auto")
    assert dict(os.environ) == before


def test_a_worker_that_is_killed_in_the_middle_loses_nothing_and_counts_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if importlib.util.find_spec("ray") is None:
        missing('Ray is not installed (pip install "orrery[ray]")')
    monkeypatch.setenv(fatal.FOLDER, str(tmp_path))
    # What a worker loads by name it finds where its Python looks.
    places = [str(Path(fatal.__file__).parent), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, places)))
    made = experiment()
    wanted = list(made.sittings(0, range(10), "random"))
    with Run(made, 1) as run:
        whole = [(sitting.key, row.as_json()) for sitting, row in run.play(wanted)]

    file = tmp_path / "m.jsonl"
    crew = RayCrew(made, "local", workers=2)
    # Once two matches have ended, whoever is next to end one is killed there, with the match.
    fatal.lay_out(tmp_path, 1, after=2)
    with Run(made, crew=crew, file=RunFile(file, made)) as run:
        rows = [(sitting.key, row.as_json()) for sitting, row in run.play(wanted)]
        assert crew.lost == 1, "one worker was killed"
        listening = crew.ray.nodes()[0]["NodeManagerAddress"]
    assert rows == whole
    lines = [json.loads(line) for line in file.read_text().splitlines()[1:]]
    assert len(lines) == len(whole) and {row["key"]: Row.from_json(row).as_json() for row in lines} == dict(whole)
    assert listening == "127.0.0.1", "nobody else can reach it"
    assert not crew.ray.is_initialized() and crew.folder is not None and not Path(crew.folder).exists()


def test_an_address_where_nobody_is_gets_a_sentence() -> None:
    if importlib.util.find_spec("ray") is None:
        missing('Ray is not installed (pip install "orrery[ray]")')
    with pytest.raises(NoCluster, match=r"there is no Ray cluster at 'nonsense'.*local to start one"):
        RayCrew(experiment(), "nonsense")


@pytest.mark.parametrize("address", ["ray://127.0.0.1:{}", "127.0.0.1:{}", "[::1]:{}"])
def test_an_address_where_nobody_answers_is_told_in_bounded_time_and_without_lines_of_ray(
    address: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    if importlib.util.find_spec("ray") is None:
        missing('Ray is not installed (pip install "orrery[ray]")')
    monkeypatch.setattr(orrery.lab.ray, "ANSWERED", 2.0)
    before = dict(os.environ)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        # It takes calls and never says a word, for which Ray waits half a minute, or two.
        silent.listen()
        for port in (silent.getsockname()[1], 1):
            with pytest.raises(NoCluster, match=r"nobody (answered within 2 seconds|listens there)"):
                RayCrew(experiment(), address.format(port))
    assert capfd.readouterr() == ("", "")
    assert dict(os.environ) == before

"""Processes that think change over to the compiled build while the server runs: nothing is lost, nothing is answered
twice, and where the build is no good everything stays as it was.
"""

from __future__ import annotations

import asyncio
import json
import logging
import shutil
from collections.abc import Awaitable, Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import pytest

import orrery
from orrery.build import compiled_folder, source_fingerprint
from orrery.server.workers import builds
from orrery.server.workers import pool as pools
from orrery.server.workers.builds import COMPILED, PLAIN, Build, DoesNotStart
from orrery.server.workers.pool import Pool
from orrery.server.workers.questions import Choose, Chosen
from server.harness import running, service, worker_that

TELLS = (
    "time.sleep(0.2); seed = json.loads(line)['question']['seed']; build = __import__('os').environ['ORRERY_BUILD']; "
    "print(json.dumps({'type': 'chosen', 'action': f'{seed} {build}'}), flush=True)"
)
"""What a process does that takes a while and then tells which question it answers, and by which build."""
BROKEN = "import os, sys\nif os.environ['ORRERY_BUILD'] == 'compiled': sys.exit(print('it is torn'))\n"


def checkout(folder: Path) -> Path:
    """A source checkout of a package that has orrery's own way of choosing the build; gives the package."""
    package = folder / "src" / "orrery"
    package.mkdir(parents=True)
    for name in ("__init__.py", "build.py"):
        shutil.copy(Path(orrery.__file__).with_name(name), package)
    (folder / "tools").mkdir()
    (folder / "tools" / "compile.py").touch()  # that is how a checkout is known
    return package


def lay_build(package: Path, **changes: str) -> None:
    """Lays a stamp where the compiled build belongs."""
    folder = compiled_folder(package)
    folder.mkdir(parents=True, exist_ok=True)
    stamp = {"sources": source_fingerprint(package), "suffix": EXTENSION_SUFFIXES[0], **changes}
    (folder / "stamp.json").write_text(json.dumps(stamp))


def breaks(command: list[str]) -> list[str]:
    """The command of a worker that does not start in the compiled build."""
    file = Path(command[-1])
    file.write_text(BROKEN + file.read_text())
    return command


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log says of builds; on a slow machine it also says that questions waited."""
    return [record.getMessage() for record in caplog.records if record.name == builds.LOG.name]


async def ask(pool: Pool, seed: int) -> str:
    reply = await pool._ask(Choose("vediic", "level3", {}, [], [], seed))
    assert isinstance(reply, Chosen)
    return reply.action


def with_pool(pool: Pool, work: Callable[[], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        pool.start()
        try:
            return await work()
        finally:
            await pool.close()

    return asyncio.run(run())


@pytest.mark.parametrize("lazy", [False, True], ids=["always there", "lazy"])
def test_those_who_think_finish_and_all_that_is_asked_is_answered_once(tmp_path: Path, lazy: bool) -> None:
    build = Build(PLAIN)
    pool = Pool(2, 60.0, worker_that(tmp_path, TELLS), lazy=lazy, build=build)

    async def work() -> None:
        assert await ask(pool, 0) == "0 plain"
        asked = [asyncio.create_task(ask(pool, seed)) for seed in range(1, 9)]
        await asyncio.sleep(0.1)
        build.name = COMPILED
        assert await build.change_over([pool])
        answers = await asyncio.gather(*asked)
        assert [answer.split()[0] for answer in answers] == [str(seed) for seed in range(1, 9)]
        assert answers[0] == "1 plain", "whoever thinks goes on thinking"
        last = await asyncio.gather(*(ask(pool, seed) for seed in range(4)))
        assert last == [f"{seed} compiled" for seed in range(4)]
        assert {worker.build for worker in pool.running.values()} == {COMPILED}
        assert pool.fresh == [] and pool.killed == 0

    with_pool(pool, work)


def test_those_who_wait_change_over_without_being_asked(tmp_path: Path) -> None:
    build = Build(PLAIN)
    pool = Pool(3, 60.0, worker_that(tmp_path, TELLS), build=build)

    async def work() -> None:
        while len(pool.running) < 3:
            await asyncio.sleep(0.01)
        before = [worker.process for worker in pool.running.values()]
        build.name = COMPILED
        assert await build.change_over([pool])
        while pool.fresh or any(process.returncode is None for process in before):
            await asyncio.sleep(0.01)
        assert [worker.build for worker in pool.running.values()] == [COMPILED] * 3

    with_pool(pool, work)


def test_where_no_process_starts_in_the_new_build_the_old_ones_stay_and_the_log_says_why_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    build = Build(PLAIN)
    pool = Pool(2, 60.0, breaks(worker_that(tmp_path, TELLS)), build=build)

    async def work() -> None:
        assert await ask(pool, 1) == "1 plain"
        before = list(pool.running.values())
        build.name = COMPILED
        assert not await build.change_over([pool])
        assert list(pool.running.values()) == before and build.name == PLAIN
        assert await ask(pool, 2) == "2 plain"

    with caplog.at_level(logging.INFO):
        with_pool(pool, work)
    (line,) = said(caplog)
    assert "plain build" in line and "it is torn" in line


def test_processes_that_should_start_in_a_broken_build_start_in_the_plain_one(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pool = Pool(2, 60.0, breaks(worker_that(tmp_path, TELLS)), build=Build(COMPILED))

    async def work() -> list[str]:
        return await asyncio.gather(ask(pool, 1), ask(pool, 2))

    assert with_pool(pool, work) == ["1 plain", "2 plain"]
    assert [line.count("it is torn") for line in said(caplog)] == [1]


def test_a_build_counts_when_it_is_of_these_sources_and_not_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builds, "LOOK", 0.01)
    package = checkout(tmp_path / "checkout")
    build = Build(PLAIN, package)
    pool = Pool(1, 60.0, worker_that(tmp_path, TELLS), build=build)

    async def work() -> None:
        assert await ask(pool, 1) == "1 plain"
        watching = asyncio.create_task(build.watch([pool]))
        for changes in ({"sources": "others"}, {"suffix": ".other.so"}):
            lay_build(package, **changes)
            await asyncio.sleep(0.2)
            assert not watching.done() and await ask(pool, 2) == "2 plain"
        lay_build(package)
        async with asyncio.timeout(30):
            await watching
        assert await ask(pool, 3) == "3 compiled"

    with_pool(pool, work)


def test_a_build_that_is_no_good_is_tried_once_and_a_later_one_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(builds, "LOOK", 0.01)
    package = checkout(tmp_path / "checkout")
    lay_build(package)
    build = Build(PLAIN, package)
    pool = Pool(1, 60.0, breaks(worker_that(tmp_path, TELLS)), build=build)

    async def work() -> None:
        assert await ask(pool, 1) == "1 plain"
        watching = asyncio.create_task(build.watch([pool]))
        while not said(caplog):
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        assert len(said(caplog)) == 1 and not watching.done()
        worker = Path(pool.command[-1])
        worker.write_text(worker.read_text().removeprefix(BROKEN))
        lay_build(package)
        async with asyncio.timeout(30):
            await watching
        assert await ask(pool, 2) == "2 compiled"

    with_pool(pool, work)


def test_a_process_says_in_one_line_why_it_cannot_load_its_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    package = checkout(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(package.parent))
    with pytest.raises(DoesNotStart, match="there is no compiled build in"):
        asyncio.run(Pool(1, 1.0)._begin(COMPILED))
    assert capfd.readouterr().err == "", "no traceback for people who play"


@pytest.mark.parametrize("watches", [False, True])
def test_a_server_takes_a_build_that_is_there_only_if_it_is_told_to(
    sqlite_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, watches: bool
) -> None:
    monkeypatch.setattr(builds, "why_not_compiled", lambda package: None)
    monkeypatch.setattr(pools, "WORKER", Path(worker_that(tmp_path, TELLS)[-1]).read_text())

    async def run() -> str:
        async with running(sqlite_database, watch_build=watches) as server:
            return await ask(service(server).pool, 1)

    assert asyncio.run(run()) == ("1 compiled" if watches else "1 plain")

"""The matches of a run on a Ray cluster: `--ray ADDRESS`, with the extra `orrery[ray]`.

The experiment is put into the cluster once; tasks are handfuls of sittings, as for processes on one machine, and what a
dead worker had is played again by another. What comes back is checked for being played by the same rules and bots as
are here. This module alone knows of Ray, and nobody loads it but who is asked to use it.
"""

from __future__ import annotations

import logging
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
from collections import deque
from importlib import import_module
from time import monotonic
from typing import Any, Final

from orrery.core.data import JsonObject
from orrery.lab.crews import AHEAD, Answer, Crew, Handful, Played, at_hand, play_handful, probe_modules, processes_here
from orrery.lab.keeping import digest
from orrery.lab.ladder import code_mark
from orrery.lab.simulate import LostWorker
from orrery.lab.sittings import Experiment, Sitting

LOCAL: Final = "local"
"""The address that starts a Ray on this machine, which nobody else can reach, and ends it with the run."""
STORE: Final = 80 * 1024 * 1024
"""Bytes of memory for what such a Ray's processes share: about the least that it takes. Rows are small."""
REACHED: Final = 5.0
"""Seconds within which somebody must listen at an address."""
ANSWERED: Final = 40.0
"""Seconds within which a cluster must have answered; Ray's own client gives up after 30."""
COUNTED: Final = 5.0
"""Seconds after which the cores of a cluster are counted again: clusters grow and shrink."""

Told = tuple[JsonObject, list[str]]
"""An experiment, and the modules of its probes."""


class NoCluster(LostWorker):
    """A cluster that is not there or cannot be used: a sentence."""


class RayCrew(Crew):
    """The workers of a Ray cluster."""

    handful = 0.5

    def __init__(self, experiment: Experiment, address: str, workers: int | None = None) -> None:
        """`workers` is for a local Ray alone: how many it has; as many as there are cores if None. Raises NoCluster."""
        super().__init__(experiment)
        self.folder: str | None = None
        """Where a local Ray keeps its own files."""
        self.settings: list[str] = []
        self.ray = self._connect(address, workers)
        told: Told = experiment.as_json(), probe_modules(experiment)
        self.mark = digest(told)
        self.told = self.ray.put(told)
        # A task that is lost comes back to us, and we see to it: so a match that kills its workers becomes known.
        self.task = self.ray.remote(num_cpus=1, max_retries=0)(_play)
        self.flying: dict[Any, Handful] = {}
        self.workers: list[int] = []
        """The ids of the processes that have answered, in the order in which they first did."""
        self.counted = 0.0
        self.cores = 1
        self._count()

    def _connect(self, address: str, workers: int | None) -> Any:
        # Nothing is sent to those who make Ray.
        self._set("RAY_USAGE_STATS_ENABLED", "0")
        wishes: JsonObject = {"log_to_driver": False, "configure_logging": False}
        if address == LOCAL:
            # Without this, Ray asks for the address of the machine and listens to everybody.
            self._set("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
            # Else it would write a token of its own into the home folder.
            self._set("RAY_AUTH_MODE", "token")
            self._set("RAY_AUTH_TOKEN", secrets.token_hex(32))
            self.folder = tempfile.mkdtemp(prefix="orrery-ray-")
            wishes |= {
                "num_cpus": workers or processes_here(),
                "include_dashboard": False,
                "_node_ip_address": "127.0.0.1",
                "object_store_memory": STORE,
                "_temp_dir": self.folder,
            }
        try:
            ray: Any = import_module("ray")
            if address != LOCAL:
                check_answers(address)
            logging.getLogger("ray").setLevel(logging.ERROR)
            ray.init(address=address, **wishes)
        except ModuleNotFoundError as fault:
            self._forget()
            if fault.name != "ray":
                raise
            raise NoCluster('Ray is not installed; pip install "orrery[ray]" brings it') from None
        except Exception as fault:
            # It may be anything: a wrong address, another version of Ray, nobody there.
            self._forget()
            why = str(fault).strip().splitlines() or [type(fault).__name__]
            raise NoCluster(
                f"there is no Ray cluster at {address!r}: {why[0].rstrip('.')}; say auto for the one of this machine, "
                "ray://HOST:PORT, or local to start one"
            ) from None
        except BaseException:
            self._forget()
            raise
        return ray

    def _set(self, name: str, value: str) -> None:
        """A setting of Ray, for as long as the run lasts; what somebody has set is left as it is."""
        if name not in os.environ:
            os.environ[name] = value
            self.settings.append(name)

    def _count(self) -> None:
        if monotonic() - self.counted >= COUNTED:
            self.counted = monotonic()
            self.cores = max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    @property
    def wants_more(self) -> bool:
        return self.handfuls < AHEAD * self.cores

    def hand_over(self, handful: Handful) -> None:
        self.flying[self.task.remote(self.mark, [self.told], handful.sittings)] = handful

    def wait(self) -> list[Played]:
        played: list[Played] = []
        while not played and self.fault is None:
            self._count()
            self.ray.wait(list(self.flying), num_returns=1)
            played = self.ended()
        return played

    def ended(self) -> list[Played]:
        played: list[Played] = []
        if not self.flying:
            return played
        ready, _ = self.ray.wait(list(self.flying), num_returns=len(self.flying), timeout=0)
        lost: deque[Handful] = deque()
        for ref in ready:
            handful = self.flying.pop(ref)
            answer = self._answer(ref)
            if answer is None:
                lost += self.again(handful)
            else:
                played += self.take_answer(handful, answer)
        for handful in lost:
            self.hand_over(handful)
        return played

    def _answer(self, ref: Any) -> Answer | None:
        """What a task found; None if its worker was lost. Raises NoCluster."""
        faults = self.ray.exceptions
        try:
            code, worker, answer = self.ray.get(ref)
        except (faults.RayTaskError, faults.RuntimeEnvSetupError, faults.TaskUnschedulableError) as fault:
            why = str(fault).strip().splitlines()[-1]
            raise NoCluster(
                f"a worker of the cluster cannot play: {why}; it needs this orrery and Python "
                f"{sys.version_info.major}.{sys.version_info.minor}"
            ) from None
        except faults.RayError:
            return None
        if code != code_mark():
            raise NoCluster(
                f"a worker of the cluster has other rules or bots (mark {code} there, {code_mark()} here); install the "
                "same orrery everywhere"
            )
        if worker not in self.workers:
            self.workers.append(worker)
        found: Answer = answer
        return found

    def close(self) -> None:
        """Leaves the cluster, which ends what it still does for us; ends a local one."""
        self.flying.clear()
        self.ray.shutdown()
        self._forget()

    def _forget(self) -> None:
        for name in self.settings:
            os.environ.pop(name, None)
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


# --- is somebody there? -----------------------------------------------------------------------------------------------

ASK: Final = """
import sys
import ray
try:
    ray.init(address=sys.argv[1], log_to_driver=False, configure_logging=False)
except Exception as fault:
    sys.exit(str(fault) or type(fault).__name__)
"""
LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")


def check_answers(address: str) -> None:
    """A cluster answers there. Ray itself would wait for minutes and write lines of its own that nothing here can hold
    back, so a process beside this one asks. Raises ConnectionError with what to say.
    """
    kind, _, rest = address.rpartition("://")
    host, _, port = rest.rpartition(":")
    host = host.strip("[]")
    # Where a cluster is said to be on this machine, Ray looks at the machine's other addresses too.
    if port.isdecimal() and 0 < int(port) < 1 << 16 and (kind or host not in LOOPBACK):
        try:
            socket.create_connection((host, int(port)), REACHED).close()
        except OSError as fault:
            raise ConnectionError(f"nobody listens there ({fault.strerror or fault})") from None
    try:
        asked = subprocess.run(
            [sys.executable, "-c", ASK, address],
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=ANSWERED,
        )
    except subprocess.TimeoutExpired:
        raise ConnectionError(f"nobody answered within {ANSWERED:g} seconds") from None
    if asked.returncode:
        lines = [line for line in asked.stderr.decode(errors="replace").splitlines() if not line.startswith("[")]
        raise ConnectionError(lines[-1] if lines else "it cannot be joined")


# --- in a worker ------------------------------------------------------------------------------------------------------

HERE: Final[dict[str, Experiment]] = {}
"""In a worker: the experiment, by its mark."""


def _play(mark: str, told: list[Any], sittings: list[Sitting]) -> tuple[str, int, Answer]:
    """A task: the mark of the code, the id of the process, and what came of the sittings."""
    if mark not in HERE:
        HERE.clear()
        experiment, modules = import_module("ray").get(told[0])
        HERE[mark] = at_hand(experiment, modules)
    return code_mark(), os.getpid(), play_handful(HERE[mark], sittings)

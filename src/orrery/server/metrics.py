"""The numbers of a server as Prometheus reads them, at an address of their own (the setting `metrics`).

It is never the address at which people play: whoever may read the numbers is decided by where they are, and by default
they are nowhere. Nothing in them names anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from prometheus_client import CollectorRegistry, PlatformCollector, ProcessCollector, make_asgi_app
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from orrery.server.measures import Spread

if TYPE_CHECKING:
    from orrery.server.service import Service

PATH: Final = "/metrics"
Family = GaugeMetricFamily | CounterMetricFamily | HistogramMetricFamily


class Numbers(Collector):
    """What a service counts, as families of Prometheus."""

    def __init__(self, service: Service) -> None:
        self.service = service

    def collect(self) -> Iterator[Family]:
        """All of it, as it is now."""
        service = self.service
        hall, store, measures = service.hall, service.store, service.hall.measures
        playing = [room.session.outcome is None for room in hall.rooms.values() if room.session is not None]
        states = {"open": len(hall.rooms) - len(playing), "playing": sum(playing), "over": playing.count(False)}
        yield gauge("orrery_tables", "Tables in the memory of this process", "state", states)
        yield gauge("orrery_sockets", "Open sockets", "", {"": service.open_sockets.total()})
        slow = sum(bool(socket.waiting) for socket in service.watch.sockets)
        yield gauge("orrery_slow_sockets", "Sockets whose reader is behind", "", {"": slow})
        yield gauge("orrery_draining", "1 while the server lets people go", "", {"": int(hall.draining)})
        yield counter("orrery_entries", "Entries of matches written here, actions and others", "kind", measures.entries)
        yield counter("orrery_refused", "Messages of sockets that were refused", "code", measures.refused)
        yield counter("orrery_let_go", "Sockets that the server closed", "why", measures.let_go)
        yield counter("orrery_requests", "Requests answered", "status", measures.requests)
        yield histogram(
            "orrery_acknowledge_seconds", "From an action's arrival to its acknowledgement", measures.acknowledged
        )
        yield histogram("orrery_request_seconds", "Until a request is answered", measures.answered)
        pools = {pool.who: pool for pool in service.pools()}
        waiting: dict[str, float] = {name: pool.queue.qsize() for name, pool in pools.items()}
        yield gauge("orrery_waiting", "What waits its turn", "queue", {**waiting, "database": store.waiting()})
        yield gauge("orrery_thinking", "Processes that are thinking", "pool", {n: p.thinking for n, p in pools.items()})
        yield counter("orrery_killed_processes", "Processes that did not answer in time", "pool",
                      {name: pool.killed for name, pool in pools.items()})  # fmt: skip
        thought = HistogramMetricFamily(
            "orrery_think_seconds", "Until a question to a pool is answered, waiting included", labels=["pool"]
        )
        for name, pool in pools.items():
            thought.add_metric([name], *buckets(pool.thought))
        yield thought
        yield histogram("orrery_commit_seconds", "A transaction, until it is on disk", store.committed)
        yield histogram("orrery_commit_writes", "Writes that share a transaction", store.shared)
        yield counter("orrery_database_reads", "Queries for histories", "", {"": store.reads})
        yield counter("orrery_database_faults", "Transactions that failed", "", {"": store.faults})
        yield counter("orrery_wakeup_faults", "Times that Redis could not be reached", "", {"": service.wakeups.faults})


def buckets(spread: Spread) -> tuple[list[tuple[str, float]], float]:
    """A spread as Prometheus has it: how many are up to each bound, all below included, and their sum."""
    found: list[tuple[str, float]] = []
    so_far = 0
    for bound, count in zip([*map(str, spread.bounds), "+Inf"], spread.counts, strict=True):
        so_far += count
        found.append((bound, float(so_far)))
    return found, spread.total


def gauge(name: str, about: str, label: str, values: dict[str, Any]) -> GaugeMetricFamily:
    """A number that goes up and down, for each value of a label (empty: there is none)."""
    found = GaugeMetricFamily(name, about, labels=[label] if label else [])
    _fill(found, label, values)
    return found


def counter(name: str, about: str, label: str, values: dict[str, Any]) -> CounterMetricFamily:
    """A number that only rises."""
    found = CounterMetricFamily(name, about, labels=[label] if label else [])
    _fill(found, label, values)
    return found


def histogram(name: str, about: str, spread: Spread) -> HistogramMetricFamily:
    """A spread of values."""
    found = HistogramMetricFamily(name, about, labels=[])
    found.add_metric([], *buckets(spread))
    return found


def _fill(family: GaugeMetricFamily | CounterMetricFamily, label: str, values: dict[str, Any]) -> None:
    for key, value in values.items():
        family.add_metric([key] if label else [], value)


def metrics_app(service: Service) -> Callable[..., Any]:
    """An ASGI application that tells the numbers at /metrics, and nothing else anywhere."""
    registry = CollectorRegistry()
    registry.register(Numbers(service))
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    told = make_asgi_app(registry)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        if scope["path"] == PATH and scope["method"] in ("GET", "HEAD"):
            await told(scope, receive, send)
            return
        headers = [(b"content-type", b"text/plain; charset=utf-8")]
        await send({"type": "http.response.start", "status": 404, "headers": headers})
        await send({"type": "http.response.body", "body": f"the numbers are at {PATH}\n".encode()})

    return app

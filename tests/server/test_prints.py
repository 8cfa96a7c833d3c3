"""Prints that the page asks for: set in a process of their own, bounded, and nothing of them kept."""

from __future__ import annotations

import asyncio
import sys
from io import BytesIO
from typing import Any

import httpx
import pytest
from pypdf import PdfReader

from needs import missing
from orrery.press import art, typesetting
from orrery.server.refusal import RequestRefused
from orrery.server.workers.printer import BURST, Printer
from server.harness import people, running

SPHERES = "/api/games/five_spheres/print"
SLOW = [sys.executable, "-c", "import sys, time; sys.stdin.read(); time.sleep(30)"]
QUICK = [sys.executable, "-c", "import sys; sys.stdin.read(); sys.stdout.write('%PDF-')"]
WISH = {"game": "vediic"}


def needs_print() -> None:
    """Ends a test where nothing can be printed."""
    if not typesetting.is_there():
        missing("typst is not installed (orrery[print])")
    if not (art.FOLDER / "vediic").is_dir():
        missing("the page is not built (make page)")


def test_a_deck_is_printed_for_who_has_a_name(sqlite_database: str) -> None:
    needs_print()

    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            assert await ann.get(SPHERES) == {"kinds": ["cards", "summary", "booklet"], "ready": True}
            wish = {"kind": "cards", "deck": "genesis-1", "lang": "both", "codes": True}
            async with httpx.AsyncClient(base_url=server.address, timeout=60) as client:
                assert (await client.post(SPHERES, json=wish)).status_code == 401
                me = {"authorization": f"Bearer {ann.token}"}
                made = await client.post(SPHERES, json=wish, headers=me)
                assert made.status_code == 200 and made.headers["content-type"] == "application/pdf"
                assert 'filename="five_spheres-cards.pdf"' in made.headers["content-disposition"]
                assert len(PdfReader(BytesIO(made.content)).pages) > 10
                for wrong, said in (
                    ({"kind": "board"}, "has no board to print"),
                    ({"kind": "cards", "paper": "card", "backs": "fold"}, "nothing to fold"),
                ):
                    answer = await client.post(SPHERES, json=wrong, headers=me)
                    assert answer.status_code == 400 and said in answer.json()["message"], answer.text
                    assert answer.json()["code"] == "not_printed"

    asyncio.run(run())


def refusals(printer: Printer, askers: list[str]) -> list[Any]:
    """What becomes of prints that are asked for at once: what was printed, or the code of the refusal."""

    async def one(who: str) -> Any:
        try:
            return await printer.printed(who, who, WISH)
        except RequestRefused as refused:
            return refused.code

    async def run() -> list[Any]:
        return list(await asyncio.gather(*map(one, askers)))

    return asyncio.run(run())


@pytest.fixture
def ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("orrery.server.workers.printer.is_there", lambda: True)


def test_one_person_prints_one_thing_at_a_time_and_others_wait_in_a_line_that_ends(ready: None) -> None:
    assert refusals(Printer(command=QUICK), ["ann", "ann"]) == [b"%PDF-", "too_many_prints"]
    many = refusals(Printer(command=QUICK), [f"guest{i}" for i in range(12)])
    assert many.count(b"%PDF-") == 8 and many.count("too_many_prints") == 4


def test_nobody_prints_for_ever(ready: None) -> None:
    printer = Printer(command=QUICK)

    async def run() -> list[str]:
        found: list[str] = []
        for _ in range(BURST + 2):
            try:
                await printer.printed("ann", "here", WISH)
            except RequestRefused as refused:
                found.append(refused.code)
        return found

    assert asyncio.run(run()) == ["too_many_prints"] * 2


def test_a_process_that_takes_too_long_is_ended_and_the_next_one_gets_its_turn(ready: None) -> None:
    printer = Printer(command=SLOW, seconds=0.3)
    assert refusals(printer, ["ann", "bob"]) == ["too_many_prints"] * 2
    assert printer.waiting == 0 and printer.asking.total() == 0
    printer.command = QUICK
    printer.seconds = 20
    assert refusals(Printer(command=QUICK), ["ann"]) == [b"%PDF-"]


def test_a_server_may_print_nothing(ready: None) -> None:
    assert refusals(Printer(burst=0, command=QUICK), ["ann"]) == ["no_print"]


def test_a_print_that_breaks_is_said_to_have_failed(ready: None) -> None:
    broken = [sys.executable, "-c", "raise SystemExit(1)"]
    assert refusals(Printer(command=broken), ["ann"]) == ["print_failed"]

"""Identity without accounts, and what HTTP refuses."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from orrery.server.people.identity import clean_name
from orrery.server.refusal import RequestRefused
from server.harness import Player, ann_and_ben, people, running, service


def test_a_guest_has_a_name_a_cookie_that_scripts_cannot_read_and_may_be_renamed(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server, httpx.AsyncClient(base_url=server.address) as browser:
            nobody = await browser.get("/api/me")
            assert nobody.status_code == 200 and nobody.json() is None
            answer = await browser.post("/api/me", json={"name": "  Åsa   Lind "})
            assert answer.status_code == 201 and answer.json()["name"] == "Åsa Lind"
            cookie = answer.headers["set-cookie"]
            assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "Secure" not in cookie
            assert (await browser.get("/api/me")).json()["name"] == "Åsa Lind"
            assert (await browser.patch("/api/me", json={"name": "Bo"})).json()["name"] == "Bo"
            assert (await browser.get("/api/me")).json()["token"] is None
        async with (
            running(sqlite_database, secure=True) as server,
            httpx.AsyncClient(base_url=server.address) as browser,
        ):
            assert "Secure" in (await browser.post("/api/me", json={"name": "Cy"})).headers["set-cookie"]

    asyncio.run(run())


def test_one_comes_back_with_a_passphrase_and_revoking_makes_old_identities_worthless(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            assert (await ann.http.put("/api/me/passphrase", json={"passphrase": "short"})).status_code == 400
            await ann.http.put("/api/me/passphrase", json={"passphrase": "correct horse battery"})
            elsewhere = Player(server.address, "")
            for person, words in ((ann.id, "wrong horse battery"), ("nobody", "correct horse battery")):
                answer = await elsewhere.post("/api/me/return", {"person": person, "passphrase": words}, 401)
                assert answer["code"] == "wrong_passphrase"
            back = await elsewhere.post("/api/me/return", {"person": ann.id, "passphrase": "correct horse battery"})
            assert back["name"] == "Ann"
            await elsewhere.post("/api/me/revoke")
            assert (await ann.http.get("/api/me")).status_code == 401
            assert (await elsewhere.get("/api/me"))["name"] == "Ann"

    asyncio.run(run())


def test_revoking_closes_the_sockets_that_came_before(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server, ann_and_ben(server, "vediic") as two:
            await two.ann.post("/api/me/revoke")
            assert await two.a.closing() == 4001
            assert (two.a.messages[-1]["type"], two.a.messages[-1]["code"]) == ("bye", "no_identity")
            assert (await two.b.ask({"type": "ping"}))["type"] == "pong"

    asyncio.run(run())


def test_a_token_that_was_tampered_with_is_nobodys(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            identity = service(server).identity
            id, version, sign = ann.token.split(".")
            assert (await identity.who(ann.token)).name == "Ann"
            for bad in (
                f"{ben.id}.{version}.{sign}", f"{id}.2.{sign}", f"{id}.{version}.{sign[:-2]}xx", f"{id}.{version}.",
                "", "..", "a.b.c", "x" * 999, f"{id}.٣.{sign}",
            ):  # fmt: skip
                assert await identity.who(bad) is None, bad

    asyncio.run(run())


@pytest.mark.parametrize("name", ["", "   ", "x" * 33, "a\u202eb", "a\x00b", "\u200b", "\ud800"])
def test_a_name_that_cannot_be_read_is_refused(name: str) -> None:
    with pytest.raises(RequestRefused, match="name"):
        clean_name(name)


def test_a_foreign_page_may_change_nothing_and_every_answer_carries_the_policies(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, origins=["https://play.example.org"]) as server:
            host = server.address.removeprefix("http://")
            async with httpx.AsyncClient(base_url=server.address) as browser:
                for origin, status in (
                    (f"http://{host}", 201),
                    ("https://play.example.org", 201),
                    ("https://evil.example.org", 403),
                    (f"http://evil.{host}", 403),
                    ("null", 403),
                ):
                    answer = await browser.post("/api/me", json={"name": "Ann"}, headers={"Origin": origin})
                    assert answer.status_code == status, origin
                    assert answer.headers["x-content-type-options"] == "nosniff"
                    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
                for path in ("/api/nothing", "/api/nothing/here"):
                    missing = await browser.get(path)
                    assert missing.status_code == 404 and missing.json()["code"] == "not_found", path
                assert missing.headers["x-frame-options"] == "DENY" and "server" not in missing.headers
                assert (await browser.get("/api/../../etc/passwd")).status_code == 404

    asyncio.run(run())


def test_too_large_too_many_and_not_json_are_refused_with_a_sentence(sqlite_database: str) -> None:
    async def run() -> None:
        limits = {"rate": 1.0, "burst": 20, "guest_burst": 3, "guests": 0.0}
        async with (
            running(sqlite_database, **limits) as server,
            httpx.AsyncClient(base_url=server.address) as browser,
        ):
            large = await browser.post("/api/me", content=b'{"name": "' + b"x" * 5_000_000 + b'"}')
            assert large.status_code in (400, 413) and large.json()["message"]
            assert (await browser.post("/api/me", content=b"{")).json()["code"] == "bad_request"
            wrong = (await browser.post("/api/me", json={"name": 3})).json()
            assert wrong["code"] == "bad_request" and "name" in wrong["message"]
            codes = [(await browser.post("/api/me", json={"name": "Ann"})).status_code for _ in range(4)]
            assert codes == [201, 201, 201, 429]
            codes = [(await browser.get("/health")).status_code for _ in range(12)]
            assert codes[0] == 200 and codes[-1] == 429

    asyncio.run(run())


def test_rules_cards_decks_and_games_can_be_read(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            games = {row["game"] for row in await ann.get("/api/games")}
            assert games >= {"space_editor", "vediic", "five_spheres"}
            assert all(row["examples"] for row in await ann.get("/api/games"))
            short = await ann.get("/api/games?examples=false")
            assert {row["game"] for row in short} == games
            assert not any(row["examples"] for row in short)
            assert "level5" in await ann.get("/api/bots")
            for game in games & {"space_editor", "vediic", "five_spheres"}:
                for lang in ("en", "ja"):
                    assert (await ann.get(f"/api/games/{game}/rules?lang={lang}"))["clauses"]
                await ann.get(f"/api/games/{game}/rules?lang=xx", 404)
                await ann.get(f"/api/games/{game}/cards", 404 if game == "vediic" else 200)
                decks = await ann.get(f"/api/games/{game}/decks")
                assert bool(decks) == (game != "vediic")
            await ann.get("/api/games/chess/rules", 404)
            schema = await ann.get("/api/openapi.json")
            assert "/api/tables/{table}/join" in schema["paths"]
            assert (await ann.get("/health"))["ok"] is True

    asyncio.run(run())


def test_a_table_with_decks_by_name_and_code_starts(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            code = (await ann.get("/api/games/five_spheres/decks"))[1]["code"]
            wish = {"game": "five_spheres", "seats": ["me", "random"], "decks": ["genesis-1", code]}
            made = await ann.post("/api/tables", wish)
            assert made["state"] == "playing" and "decks" not in made["options"]

    asyncio.run(run())

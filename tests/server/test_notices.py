"""Notices: those who are away hear that it is their turn, by webhook and by web push, really sent to a receiver on
loopback; and strangers cannot make the server call just anybody.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from orrery.server.people.calls import Caller, is_public
from orrery.server.people.notices import CALLS, CLAIM_MS, Notices
from orrery.server.people.push import CURVE, Voice, encrypt, new_key, point, to_bytes, to_text, topic_of
from orrery.server.refusal import RequestRefused
from orrery.server.store.schema import SUBSCRIPTIONS, TABLES
from server.harness import Player, StillWorld, open_table, people, running, service
from server.receiver import Receiver, certificate, receiving

HOOK = "https://hooks.example.org/me?key=1"
SLOW = {"type": "slow", "days": 2}


class Browser:
    """A browser that can be pushed to: its endpoint and its keys."""

    def __init__(self, receiver: Receiver, name: str = "one") -> None:
        self.endpoint = f"http://127.0.0.1:{receiver.port}/push/{name}"
        self.key = ec.generate_private_key(CURVE)
        self.auth = b"sixteen letters!"

    def subscription(self) -> dict[str, Any]:
        """What PushSubscription.toJSON() gives."""
        keys = {"p256dh": to_text(point(self.key.public_key())), "auth": to_text(self.auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def read(self, body: bytes) -> dict[str, Any]:
        """What a message says: RFC 8291 from the other side, by other means than the server's."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, rest = body[21 : 21 + length], body[21 + length :]
        assert len(rest) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        info = b"WebPush: info\0" + point(self.key.public_key()) + sender
        secret = HKDF(SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        text = AESGCM(key).decrypt(nonce, rest, None)
        assert text[-1] == 2
        found: dict[str, Any] = json.loads(text[:-1])
        return found


def claims_of(header: str, key: str) -> dict[str, Any]:
    """What a VAPID header claims, if it is signed by this key. Raises InvalidSignature."""
    scheme, parts = header.split(" ", 1)
    assert scheme == "vapid"
    fields = dict(part.strip().split("=", 1) for part in parts.split(","))
    assert fields["k"] == key
    head, body, signed = fields["t"].split(".")
    assert json.loads(to_bytes(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = to_bytes(signed)
    assert len(raw) == 64
    signature = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, to_bytes(key))
    public.verify(signature, f"{head}.{body}".encode(), ec.ECDSA(SHA256()))
    found: dict[str, Any] = json.loads(to_bytes(body))
    return found


# --- who may be called ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example.org/", "https://", "https://u:p@hooks.example.org/", "https://hooks.example.org:22/",
        "file:///etc/passwd", "https://hooks.example.org/a b", "https://hooks.example.org/" + "x" * 1000,
        "https://[::1", "https://h:x/", "https://ü.example/", "", "https://127.0.0.1/", "https://localhost/",
        "https://[::ffff:10.0.0.1]/", "https://169.254.169.254/latest", "https://a.localhost./",
    ],
)  # fmt: skip
def test_an_address_that_is_none_or_leads_inside_is_refused(url: str) -> None:
    with pytest.raises(RequestRefused, match="url"):
        Caller().check(url, "url")


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.0.0.1", "172.16.5.5", "169.254.169.254", "::1", "192.168.1.1", "0.0.0.0", "100.64.0.1",
        "fe80::1", "fc00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "224.0.0.1", "ff02::1",
        "255.255.255.255", "2001:0:1::1", "no address",
    ],
)  # fmt: skip
def test_an_address_inside_is_never_called(address: str) -> None:
    assert not is_public(address)

    async def run() -> None:
        async def found(_host: str, _port: int) -> list[str]:
            return ["192.0.46.8", address]

        assert await Caller(resolve=found).address("hooks.example.org", 443) is None
        assert await Caller(resolve=found).post(HOOK, b"{}", {}) is None

    asyncio.run(run())


@pytest.mark.parametrize("address", ["192.0.46.8", "2606:4700::1111", "::ffff:192.0.46.8"])
def test_a_public_address_may_be_called(address: str) -> None:
    assert is_public(address)


def test_the_address_that_was_checked_is_called_and_no_redirect_followed(tmp_path: Path) -> None:
    async def run() -> None:
        serving, trust = certificate("hooks.example.org", tmp_path)
        asked: list[str] = []

        async def changing(host: str, _port: int) -> list[str]:
            asked.append(host)
            return ["127.0.0.1"] if len(asked) == 1 else ["127.0.0.9"]

        async with receiving(serving) as receiver, receiving() as elsewhere:
            receiver.answers = [307]
            receiver.more = f"Location: http://127.0.0.1:{elsewhere.port}/\r\n"
            url = f"https://hooks.example.org:{receiver.port}/me?key=1"
            caller = Caller(inside=True, resolve=changing, trust=trust)
            assert await caller.post(url, b"hello", {"X": "y"}) == 307
            (heard,) = receiver.heard
            assert (heard.method, heard.path, heard.body) == ("POST", "/me?key=1", b"hello")
            assert heard.headers["host"] == f"hooks.example.org:{receiver.port}" and heard.headers["x"] == "y"
            assert asked == ["hooks.example.org"] and not elsewhere.heard
            asked.clear()
            # A certificate for another name is none.
            assert await caller.post(url.replace("hooks", "other"), b"hello", {}) is None
            asked.clear()
            assert await Caller(resolve=changing, trust=trust).post(url, b"hello", {}) is None
            assert len(receiver.heard) == 1

    asyncio.run(run())


# --- web push ---------------------------------------------------------------------------------------------------------


def test_a_message_is_encrypted_as_the_example_of_rfc_8291() -> None:
    own = ec.derive_private_key(int.from_bytes(to_bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), CURVE)
    browser = ec.EllipticCurvePublicKey.from_encoded_point(
        CURVE, to_bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    )
    auth, salt = to_bytes("BTBZMqHH6r4Tts7J_aSIgg"), to_bytes("DGv6ra1nlYgDCS1FRnbzlw")
    made = encrypt(b"When I grow up, I want to be a watermelon", browser, auth, own, salt)
    assert to_text(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_message_that_is_too_long_for_push_services_is_not_made() -> None:
    with pytest.raises(ValueError, match="3000"):
        encrypt(b"x" * 3001, ec.generate_private_key(CURVE).public_key(), b"0" * 16)


def test_the_signature_names_the_push_service_and_the_operator() -> None:
    voice = Voice(bytes.fromhex(new_key(32)), "mailto:me@example.org")
    header = voice.signature("https://push.example.org/abc", 1_700_000_000_000)
    claims = claims_of(header, voice.public)
    assert claims == {"aud": "https://push.example.org", "exp": 1_700_043_200, "sub": "mailto:me@example.org"}


def bad(subscription: dict[str, Any], **keys: str) -> dict[str, Any]:
    return {**subscription, "keys": {**subscription["keys"], **keys}}


def test_a_subscription_that_is_none_is_refused_with_a_sentence(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server, receiving() as receiver:
            (ann,) = await people(server, "Ann")
            good = Browser(receiver).subscription()
            # The operator has not allowed what is inside.
            answer = await ann.http.put("/api/me/push", json=good)
            assert answer.status_code == 400 and "https" in answer.json()["message"]
            good["endpoint"] = "https://push.example.org/x"
            for wish in (bad(good, auth="AAAA"), bad(good, p256dh="AAAA"), bad(good, p256dh="?"), bad(good, auth="ü")):
                answer = await ann.http.put("/api/me/push", json=wish)
                assert (answer.status_code, answer.json()["code"]) == (400, "bad_keys")
            assert (await ann.http.put("/api/me/push", json=good)).status_code == 204
            assert (await ann.http.put("/api/me/webhook", json={"url": "https://10.1.2.3/"})).status_code == 400

    asyncio.run(run())


async def told(notices: Notices) -> int:
    """Tells all who are to be told, and waits until that is done; gives how many were."""
    return sum(await asyncio.gather(*await notices.sweep()))


async def hook_up(receiver: Receiver, *players: Player) -> None:
    """These people want to be told by webhook, all at one receiver."""
    for player in players:
        assert (await player.http.put("/api/me/webhook", json={"url": receiver.hook})).status_code == 204


async def turn_of(players: list[Player], **wish: Any) -> tuple[str, int]:
    """A slow table, and whose turn it is."""
    table = await open_table(players, "vediic", clock=SLOW, **wish)
    return table, (await players[0].get(f"/api/tables/{table}"))["turn"]


def test_one_who_is_away_is_told_once_a_turn_by_webhook_and_push_and_one_who_is_there_is_not(database: str) -> None:
    async def run() -> None:
        world = StillWorld()
        async with running(database, world, sweep=0.02, inside=True) as server, receiving() as receiver:
            service(server).notices.pause = 0.0
            receiver.answers = [503, 200]  # the first try is not heard
            ann, ben = await people(server, "Ann", "Ben")
            await hook_up(receiver, ann, ben)
            table, first = await turn_of([ann, ben])
            world.time += 1
            assert len(await receiver.until(2)) == 2
            player = (ann, ben)[first]
            for heard in receiver.heard:
                assert heard.headers["content-type"] == "application/json"
                assert json.loads(heard.body) == {
                    "notice": "your_turn", "id": f"{table}-0", "table": table, "game": "vediic", "seat": first,
                    "number": 0, "name": player.name,
                }  # fmt: skip
            other = (ann, ben)[1 - first]
            browser = Browser(receiver)
            assert (await other.http.put("/api/me/push", json=browser.subscription())).status_code == 204
            assert (await other.http.delete("/api/me/webhook")).status_code == 204
            async with player.at(table) as socket:
                await socket.until("state")
                while socket.standing["to_act"] == first:
                    assert socket.actions
                    await socket.reach((await socket.act(socket.actions[0]))["number"])
                pushed = (await receiver.until(3))[2]
                key = (await ann.get("/api/push"))["key"]
                claims = claims_of(pushed.headers["authorization"], key)
                assert claims["aud"] == f"http://127.0.0.1:{receiver.port}"
                assert world.time // 1000 < claims["exp"] <= world.time // 1000 + 86_400
                assert pushed.headers["content-encoding"] == "aes128gcm" and int(pushed.headers["ttl"]) > 0
                assert pushed.headers["topic"] == topic_of(table) and len(topic_of(table)) == 32
                notice = browser.read(pushed.body)
                assert (notice["seat"], notice["number"], notice["id"]) == (
                    1 - first,
                    socket.number,
                    f"{table}-{socket.number}",
                )
                assert await told(service(server).notices) == 0
            assert len(receiver.heard) == 3

    asyncio.run(run())


def test_a_notice_whose_process_dies_while_it_sends_is_sent_by_another_with_the_same_id(database: str) -> None:
    async def run() -> None:
        world = StillWorld()
        async with running(database, world, sweep=1000.0, inside=True) as server, receiving() as receiver:
            ann, ben = await people(server, "Ann", "Ben")
            browser = Browser(receiver)
            for player in (ann, ben):
                await player.http.put("/api/me/push", json=browser.subscription())
            await hook_up(receiver, ann, ben)
            table, _ = await turn_of([ann, ben])
            world.time += 1
            notices = service(server).notices
            # This process claims it, and then it is no more.
            assert [row.id for row in await notices.claim()] == [table]
            assert await notices.claim() == [] and await told(notices) == 0
            world.time += CLAIM_MS - 1
            assert await told(notices) == 0 and receiver.heard == []
            world.time += 1
            assert await told(notices) == 1
            ids = [json.loads(one.body)["id"] for one in receiver.heard if one.path == "/hook"]
            assert ids == [f"{table}-0"]
            # Sent, but the process dies before it says so: the same once more, which takes the place of the first.
            row = {"noticed": -1, "claimed": world.time + 5}
            await notices.store.execute(sa.update(TABLES).where(TABLES.c.id == table).values(row))
            assert await told(notices) == 0
            world.time += 5
            before = len(receiver.heard)
            assert await told(notices) == 1
            assert [json.loads(one.body)["id"] for one in receiver.heard[before:] if one.path == "/hook"] == ids
            assert len({one.headers["topic"] for one in receiver.heard if one.path != "/hook"}) <= 1
            world.time += 10 * CLAIM_MS
            assert await told(notices) == 0

    asyncio.run(run())


def test_a_notice_that_is_broken_off_while_it_is_sent_comes_again(sqlite_database: str) -> None:
    async def run() -> None:
        world = StillWorld()
        async with running(sqlite_database, world, sweep=1000.0, inside=True) as server, receiving() as receiver:
            ann, ben = await people(server, "Ann", "Ben")
            await hook_up(receiver, ann, ben)
            table, _ = await turn_of([ann, ben])
            world.time += 1
            notices = service(server).notices
            receiver.hangs = True
            sending = asyncio.create_task(told(notices))
            while await notices.store.values(int, sa.select(TABLES.c.claimed)) == [0]:
                await asyncio.sleep(0.01)
            await notices.close()
            await asyncio.gather(sending, return_exceptions=True)
            assert not notices.sending and not notices.hosts
            receiver.hangs = False
            receiver.heard.clear()
            assert await told(notices) == 0
            world.time += CLAIM_MS
            assert await told(notices) == 1
            assert json.loads(receiver.heard[-1].body)["id"] == f"{table}-0"

    asyncio.run(run())


def test_a_receiver_that_hangs_makes_nobody_wait_but_those_who_go_to_the_same_host(sqlite_database: str) -> None:
    async def run() -> None:
        world = StillWorld()
        async with (
            running(sqlite_database, world, sweep=1000.0, inside=True) as server,
            receiving() as hanging,
            receiving() as well,
        ):
            notices = service(server).notices
            hanging.hangs = True
            notices.caller.seconds = 600.0
            ann, ben, eve, dan = await people(server, "Ann", "Ben", "Eve", "Dan")
            await hook_up(hanging, ann, ben)
            await hook_up(well, eve, dan)
            # More tables than calls are made at one time, all of people whose receiver hangs.
            stuck = [(await turn_of([ann, ben]))[0] for _ in range(CALLS + 5)]
            world.time += 1
            waiting = await notices.sweep()
            assert len(waiting) == len(stuck)
            async with hanging.came:
                await hanging.came.wait_for(lambda: hanging.open)
            # A later sweep goes on beside, and its notice comes although the first ones hang.
            fine, _ = await turn_of([eve, dan])
            world.time += 1
            assert await told(notices) == 1
            assert [json.loads(one.body)["table"] for one in well.heard] == [fine]
            assert not any(task.done() for task in waiting)
            assert hanging.most == 1  # one at a time, however many wait
            hanging.hangs = False
            assert sum(await asyncio.gather(*waiting)) == len(stuck)
            assert sorted({json.loads(one.body)["table"] for one in hanging.heard}) == sorted(stuck)
            assert not notices.hosts and not notices.sending

    asyncio.run(run())


def test_a_notice_that_had_no_turn_is_left_to_a_later_sweep(sqlite_database: str) -> None:
    async def run() -> None:
        world = StillWorld()
        async with running(sqlite_database, world, sweep=1000.0, inside=True) as server, receiving() as receiver:
            notices = service(server).notices
            ann, ben = await people(server, "Ann", "Ben")
            await hook_up(receiver, ann, ben)
            table, _ = await turn_of([ann, ben])
            world.time += 1
            notices.patience = 0.0
            async with notices._turn(f"http://127.0.0.1:{receiver.port}/other", float("inf")):
                assert await told(notices) == 0
            assert not receiver.heard
            notices.patience = 60.0
            assert await told(notices) == 0  # the claim stands
            world.time += CLAIM_MS
            assert await told(notices) == 1
            assert [json.loads(one.body)["table"] for one in receiver.heard] == [table]

    asyncio.run(run())


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten_and_one_that_is_busy_is_not(sqlite_database: str, status: int) -> None:
    async def run() -> None:
        world = StillWorld()
        async with running(sqlite_database, world, sweep=1000.0, inside=True) as server, receiving() as receiver:
            notices = service(server).notices
            notices.pause = 0.0
            ann, ben = await people(server, "Ann", "Ben")
            world.time += 1
            one, two = Browser(receiver), Browser(receiver, "two")
            receiver.answers = [503, 503, 503, status]
            table, first = await turn_of([ann, ben])
            player = (ann, ben)[first]
            world.time += 1

            async def count() -> int:
                return len(await notices.store.values(str, sa.select(SUBSCRIPTIONS)))

            await player.http.put("/api/me/push", json=one.subscription())
            assert await told(notices) == 0
            assert len(receiver.heard) == 3 and await count() == 1
            await notices.store.execute(sa.update(TABLES).values(noticed=-1))
            assert await told(notices) == 0
            assert len(receiver.heard) == 4 and await count() == 0
            # The same browser again, and another person in it: it is theirs now.
            await player.http.put("/api/me/push", json=one.subscription())
            await player.http.put("/api/me/push", json=two.subscription())
            await (ann, ben)[1 - first].http.put("/api/me/push", json=one.subscription())
            assert await count() == 2
            assert (await player.http.delete("/api/me/push", params={"endpoint": one.endpoint})).status_code == 204
            assert await count() == 2  # it is not this person's
            assert (await player.http.delete("/api/me/push")).status_code == 204
            assert await count() == 1
            assert table

    asyncio.run(run())


def test_a_person_has_ten_browsers_at_most_and_the_key_outlives_a_restart(sqlite_database: str) -> None:
    async def run() -> None:
        world = StillWorld()
        async with running(sqlite_database, world, inside=True) as server, receiving() as receiver:
            (ann,) = await people(server, "Ann")
            for i in range(12):
                world.time += 1
                subscription = Browser(receiver, str(i)).subscription()
                assert (await ann.http.put("/api/me/push", json=subscription)).status_code == 204
            endpoints = await service(server).store.values(str, sa.select(SUBSCRIPTIONS.c.endpoint))
            assert sorted(int(each.rsplit("/", 1)[1]) for each in endpoints) == list(range(2, 12))
            key = (await ann.get("/api/push"))["key"]
            assert len(to_bytes(key)) == 65
        async with running(sqlite_database, world) as server:
            assert (await Player(server.address, "Eve").get("/api/push"))["key"] == key

    asyncio.run(run())

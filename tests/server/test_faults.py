"""What the server refuses can be said in every language: each code and each reason has its rows in the page's texts,
and what a person can bring about carries a reason with its facts. The English sentences stay, for programs.
"""

from __future__ import annotations

import ast
import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from known import known
from orrery.core.match import Match
from orrery.core.records import to_record
from server.harness import Player, people, running

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "orrery"
ROWS: dict[str, dict[str, str]] = json.loads((ROOT / "web/src/texts/faults.json").read_text(encoding="utf-8"))
ANSWERS = {"not_found", "wrong_method", "too_large", "too_slow", "too_fast", "bad_request", "failed", "foreign_origin"}
"""Codes that are not refusals of ours but of the framework or the guard."""
PLACES = {
    "RequestRefused.because": 2,
    "NoOwnDecks": 1,
    "NoTrial": 1,
    "Misfit": 1,
    "DataFault": 2,
    "BadOptions": 2,
    "BadRecord": 1,
}
"""Which argument of these calls is the reason; the facts come after it."""


def calls(folder: str) -> Iterator[tuple[str, ast.Call]]:
    """All calls in the sources of a folder, by name."""
    for file in sorted((SOURCE / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield ast.unparse(node.func), node


def text_at(call: ast.Call, place: int) -> str | None:
    """An argument that is a plain text, else None."""
    if len(call.args) <= place:
        return None
    found = call.args[place]
    return found.value if isinstance(found, ast.Constant) and isinstance(found.value, str) else None


def codes() -> set[str]:
    """Every code with which the server refuses."""
    names = {"RequestRefused", "RequestRefused.because"}
    return {code for name, call in calls("server") if name in names and (code := text_at(call, 0))} | ANSWERS


def reasons() -> Iterator[tuple[str, set[str] | None]]:
    """Every reason with the names of its facts, None where they are not written out beside it."""
    for folder in ("core", "games", "bots", "server"):
        for name, call in calls(folder):
            place = PLACES.get(name)
            reason = None if place is None else text_at(call, place)
            if place is None or not reason:
                continue
            facts = call.args[place + 1] if len(call.args) > place + 1 else ast.Dict([], [])
            keys = facts.keys if isinstance(facts, ast.Dict) else [None]
            plain = all(isinstance(key, ast.Constant) for key in keys)
            yield reason, {str(key.value) for key in keys if isinstance(key, ast.Constant)} if plain else None


def wanted(row: dict[str, str]) -> set[str]:
    """The facts that a row speaks of."""
    return {fact for lang in ("en", "ja") for fact in re.findall(r"\{([a-z_]+)\}", row[lang])}


def test_every_code_has_a_row_in_both_languages() -> None:
    found = codes()
    assert {"bad_options", "bad_deck", "not_owner", "no_such_board"} <= found and len(found) > 50
    table = json.loads((ROOT / "web/src/texts/table.json").read_text(encoding="utf-8"))
    for code in sorted(found):
        row = ROWS.get(f"fault.{code}") or table.get(f"refused.{code}")
        assert row is not None and row["en"] and row["ja"], code
        assert not row["ja"].isascii(), code
        assert wanted(row) <= {"message"}, code


def test_every_reason_has_a_row_in_both_languages_that_speaks_of_its_facts_only() -> None:
    found = list(reasons())
    assert {"full_mode", "out_of_range", "other_element", "action_refused"} <= {reason for reason, _ in found}
    for reason, facts in found:
        # A reason has a row of its own, or one beside its code.
        row = next((ROWS[key] for key in ROWS if re.fullmatch(rf"fault\.\w+\.{reason}", key)), None)
        assert row is not None and row["en"] and row["ja"], reason
        assert facts is None or wanted(row) <= facts, reason
    said = {key.removeprefix("fault.reason.") for key in ROWS if key.startswith("fault.reason.")}
    assert said - {reason for reason, _ in found} == {"untold", "too_long", "wrong_form"}, "rows that nothing says"


def told(body: dict[str, Any], lang: str) -> str:
    """What the page says of a refusal's reason; a fact that is missing raises KeyError."""
    if body.get("faults"):
        return " ".join(fault[f"message_{lang}"] for fault in body["faults"])
    return ROWS[f"fault.reason.{body['reason']}"][lang].format_map(body["facts"])


FULL = {"game": "space_editor", "seats": ["me", "open", "open"], "options": {"mode": "full"}}
SPHERES = {"game": "five_spheres", "seats": ["me", "level1"]}
EDITOR = {"game": "space_editor", "seats": ["me", "open"]}
WRONG_TABLES: list[tuple[dict[str, Any], str, str, str]] = [
    (FULL, "bad_options", "options.players: full mode is for 2 players, not 3", "フルゲームモードは2人用です。3人"),
    (
        {**SPHERES, "options": {"towers": 12}},
        "bad_options", "options.towers: 12 is out of range; allowed is from 1 to 10", "12にはできません。1から10まで",
    ),
    (
        {**SPHERES, "options": {"ties": "maybe"}},
        "bad_options", 'options.ties: "maybe" is not one of both, none', '"maybe"は選べません。選べるのは both, none',
    ),
    (
        {"game": "five_spheres", "seats": ["me", "open", "open"], "options": {"mode": "team_play"}},
        "bad_options", "options.lords: team_play is for 4 or 6 lords, not 3", "2人組のチームで遊べるのは4人か6人です",
    ),
    (
        {"game": "five_spheres", "seats": ["me", "open"], "options": {"tag_loss": "first"}},
        "bad_options",
        "options.tag_loss: there is no such option unless mode is tag_team",
        "mode が tag_team のときだけ",
    ),
    (
        {**SPHERES, "options": {"assembly": "random", "pool_copies": 1}},
        "bad_options", "pool_copies: the pool has 80 cards; this assembly needs 96", "80枚しかありません。96枚必要",
    ),
    (
        {**EDITOR, "options": {"elements": ["fire", "fire"]}},
        "bad_options", "elements: no two seats have the same element", "席ごとに別のもの",
    ),
    (
        {**EDITOR, "options": {"players": 3}},
        "bad_options", "these options make a match for 3 seats, not 2", "この設定は3人用です",
    ),
    (
        {**SPHERES, "options": {"colour": 1}},
        "bad_options", "options: the field \"colour\" is unknown", '"colour" という項目はありません',
    ),
    (
        {**SPHERES, "decks": ["FS1-XXXX", "genesis-1"]},
        "bad_options", "decks: deck code: this code is mistyped or cut off", "打ち間違いか欠けがあります",
    ),
    ({**SPHERES, "deck": "FS1-XXXX"}, "bad_deck", "deck: deck code: this code is mistyped", "打ち間違いか欠け"),
    ({**SPHERES, "deck": "nonsense"}, "bad_deck", "deck: nonsense: this is no deck: there are", "デッキではありません"),
    (
        {**EDITOR, "deck": 'name = "x"\nelement = "water"\nset = "first-light"\n[cards]\n"?" = 2'},
        "bad_deck", "deck: deck, line", "行目",
    ),
    ({**EDITOR, "deck": "fire"}, "bad_deck", "deck: it is of fire, and this table is for water, wind", "fireのデッキ"),
    ({**EDITOR, "deck": "wind"}, "bad_deck", "deck: it is for seat 1 (wind); 0 plays water", "windのデッキ"),
    (
        {"game": "vediic", "seats": ["me", "open"], "deck": "fire"},
        "no_own_decks", "deck: vediic is played without decks", "自分のデッキを使いません",
    ),
    (
        {**SPHERES, "options": {"assembly": "mirror"}, "deck": "genesis-1"},
        "no_own_decks", "deck: this table makes its decks by the assembly mirror", "で決まります",
    ),
    (
        {**EDITOR, "own_decks": False, "deck": "water"},
        "no_own_decks", "deck: at this table one plays with the decks that the rules give", "標準のデッキ",
    ),
    (
        {**EDITOR, "names": ["a"]},
        "bad_seats", "names: one for each of the 2 seats", "2席のそれぞれに",
    ),
    ({**EDITOR, "names": ["a" * 60, ""]}, "bad_name", "name: 1 to 32 letters, not 60", "1〜32文字"),
]  # fmt: skip


def test_what_makes_no_table_is_told_in_both_languages(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            for wish, code, english, japanese in WRONG_TABLES:
                answer = await ann.http.post("/api/tables", json=wish)
                body = answer.json()
                assert answer.status_code >= 400 and body["code"] == code, (wish, body)
                assert body["message"].startswith(english), body
                assert japanese in told(body, "ja"), (told(body, "ja"), body)
                assert not re.search("[ぁ-んァ-ヶ一-龠]", told(body, "en")), body
            body = (await ann.http.post("/api/tables", json={**SPHERES, "options": {"towers": 12}})).json()
            assert (body["facts"]["game"], body["facts"]["field"]) == ("five_spheres", "towers")

    asyncio.run(run())


def test_a_deck_that_breaks_rules_is_told_rule_by_rule(sqlite_database: str) -> None:
    file = 'name = "x"\nelement = "water"\nset = "{set}"\n[cards]\n{card} = 3\n'
    from orrery.games.space_editor.cards import decks, sets

    basic = decks.basic_decks(sets.standard())["water"]
    deck = file.format(set=basic.set, card=basic.cards[0])

    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            body = await ann.post("/api/tables", {**EDITOR, "deck": deck}, 400)
            checked = await ann.post("/api/games/space_editor/decks/check", {"deck": deck})
            assert body["faults"] == checked["faults"] and len(body["faults"]) > 3
            assert body["message"].startswith("deck: 3 cards; right is 24; ") and "more)" in body["message"]
            assert [fault["code"] for fault in body["faults"]][:2] == ["size", "copies"]
            assert "カードが3枚あります" in body["faults"][0]["message_ja"]

    asyncio.run(run())


def record() -> dict[str, Any]:
    """A record of a short match of Vediic."""
    rules = known("vediic")
    match = Match.new(rules, {"players": 2}, 3)
    for _ in range(4):
        match.act(match.actions()[0])
    return to_record(match, ["Ann", "Ben"])


async def wrong_record(ann: Player, **changes: Any) -> dict[str, Any]:
    """What is said of a record with some fields changed."""
    body: dict[str, Any] = await ann.post("/api/records", {**record(), **changes}, 400)
    assert body["code"] == "bad_record"
    return body


def test_records_that_are_none_are_told_in_both_languages(sqlite_database: str) -> None:
    entries = record()["entries"]
    strange = [{"act": "fly", "draws": []}, *entries[1:]]
    wrong = [
        ({"hash": "0"}, "the final position is not the recorded one", "最後の局面が、記録と違います"),
        ({"result": {}}, "the result is not the recorded one", "結果が、記録と違います"),
        ({"start": {}}, "the start does not load", "最初の局面を読み込めません"),
        ({"start": 1}, "record.start is not an object", "最初の局面を読み込めません"),
        ({"rules": 99}, "made with rules version 99", "新しい版のルール(99)"),
        ({"entries": strange}, "record.entries[0]: 'fly' is refused", "1番目の手はルール上できません: fly"),
        ({"entries": [{"undo": 9, "by": 0}]}, "record.entries[0]: ", "1番目の項目は、戻せる手の数"),
        ({"entries": 5}, "record.entries: 5 is not a list", "5は並び"),
        ({"record": 7}, "record.record: 7 is out of range", "7にはできません"),
    ]

    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            for changes, english, japanese in wrong:
                body = await wrong_record(ann, **changes)
                assert body["message"].startswith(english), body
                assert japanese in told(body, "ja"), body

    asyncio.run(run())


def test_names_addresses_and_long_texts_are_told_in_both_languages(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")

            async def wrong(method: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
                answer = await ann.http.request(method, path, json=body)
                assert answer.status_code == 400, answer.text
                found: dict[str, Any] = answer.json()
                return found

            hidden = await wrong("PATCH", "/api/me", {"name": "a\u200bb"})
            assert hidden["message"] == "name: the letter U+200B cannot be seen"
            assert told(hidden, "ja") == "文字 U+200B は目に見えません。"
            long = await wrong("PATCH", "/api/me", {"name": "a" * 300})
            assert long["code"] == "bad_request" and long["reason"] == "too_long" and long["facts"] == {"most": 200}
            assert told(long, "ja") == "長すぎます。200までです。"
            array = await ann.http.post("/api/records", json=[1])
            assert array.json()["code"] == "bad_request" and "Expected `object`" in array.json()["message"]
            assert told(array.json(), "ja") == "形式が正しくありません。"
            for url, japanese in (
                ("http://example.org/x", "https:// で始まり"),
                ("https://localhost/x", "localhost は公開されていません"),
                ("https://example.org:99/", "標準のポート"),
                ("https://[x", "アドレスではありません"),
                ("https://example.org/ x", "1000文字まで"),
            ):
                body = await wrong("PUT", "/api/me/webhook", {"url": url})
                assert body["code"] == "bad_address" and japanese in told(body, "ja"), body
            text = await wrong("POST", "/api/games/space_editor/decks/check", {"deck": {"cards": {}}})
            assert text["code"] == "bad_deck" and text["reason"] == "no_element"
            rules = await wrong(
                "POST", "/api/games/space_editor/decks/check", {"deck": "water", "options": {"deck_rules": 1}}
            )
            assert rules["code"] == "bad_options" and "選べるのは strict, cost, none" in told(rules, "ja")

    asyncio.run(run())

"""Records replay for ever; damaged ones are refused with a sentence."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from core.toy import HighCard
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.core.records import BadRecord, from_record, to_record
from orrery.games import game_named, space_editor
from orrery.games.space_editor.cards import sets

CORPUS = Path(__file__).parent.parent / "golden" / "records"


def finished(undo: bool = True) -> JsonObject:
    match = Match.new(HighCard(), {"players": 3}, 5)
    dice = Fate(8)
    while match.to_act() is not None:
        match.act(dice.pick(match.actions()), time=1000 + match.number)
        if undo and match.number == 4:
            match.undo(1, time=77)
    record: JsonObject = json.loads(json.dumps(to_record(match, ["Ann", "bot:random", "Ben"])))
    return record


def test_a_record_with_an_undo_replays_to_the_same_end() -> None:
    record = finished()
    match = from_record(HighCard(), record)
    assert to_record(match, ["Ann", "bot:random", "Ben"]) == record
    assert any("undo" in entry for entry in record["entries"]) and record["entries"][0]["time"] == 1000


def test_every_drawn_integer_is_in_the_record() -> None:
    record = finished(undo=False)
    throws = [entry for entry in record["entries"] if entry["act"] == "throw"]
    assert len(record["setup"]) == 19 and throws and all(len(entry["draws"]) == 1 for entry in throws)


def spoil(record: JsonObject, path: list[Any], value: Any) -> JsonObject:
    copy: JsonObject = json.loads(json.dumps(record))
    place: Any = copy
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return copy


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (["record"], 2, "record"),
        (["game"], "chess", "not of high_card"),
        (["rules"], 9, "rules version 9"),
        (["start"], [], "start"),
        (["start", "sums"], [0], "does not load"),
        (["entries"], "all", "entries"),
        (["entries", 0], {"act": 7, "draws": []}, "entries[0]"),
        (["entries", 0], {"act": "castle", "draws": []}, "refused"),
        (["entries", 0, "draws"], [9], "refused"),
        (["entries", 0, "draws"], [1, 1, 1], "entries[0]: more integers"),
        (["entries", 1, "draws"], [], "entries[1]: fewer integers"),
        (["entries", 5], {"undo": 40, "by": -1}, "entries[5]"),
        (["hash"], "0", "final position"),
        (["result"], {}, "result"),
    ],
)
def test_a_damaged_record_is_refused_with_a_sentence(path: list[Any], value: Any, words: str) -> None:
    match = Match.new(HighCard(), {"players": 2}, 5)
    while match.to_act() is not None:
        match.act("throw")
    record = json.loads(json.dumps(to_record(match)))
    with pytest.raises(BadRecord, match=words.replace("[", r"\[").replace("]", r"\]")):
        from_record(HighCard(), spoil(record, path, value))


def test_our_card_set_is_kept_by_name_version_and_hash_and_others_whole() -> None:
    match = Match.new(space_editor.GAME, {"mode": "half"}, 1)
    assert set(to_record(match)["start"]["cards"]) == {"set", "version", "hash"}
    cards = json.loads(json.dumps(match.position()["cards"]))
    cards["001"]["name"] = "Another"
    other = Match.new(space_editor.GAME, {"mode": "half", "cards": cards}, 1)
    record = json.loads(json.dumps(to_record(other)))
    assert record["start"]["cards"] == cards and "cards" not in record["options"]
    assert from_record(space_editor.GAME, record).hash() == other.hash()


def test_a_record_of_a_set_that_is_not_here_is_refused() -> None:
    record = json.loads(json.dumps(to_record(Match.new(space_editor.GAME, {"mode": "half"}, 1))))
    record["start"]["cards"]["hash"] = "0"
    with pytest.raises(BadRecord, match="is not here"):
        from_record(space_editor.GAME, record)


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.json")), ids=lambda path: path.stem)
def test_the_corpus_of_records_replays(path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    game = game_named(record["game"])
    assert game is not None
    match = from_record(game, record)
    assert match.result().over and to_record(match, record["players"]) == record


def test_there_is_a_corpus() -> None:
    records = [json.loads(path.read_text(encoding="utf-8")) for path in CORPUS.glob("space_editor-*.json")]
    versions = Counter(record["start"]["cards"]["version"] for record in records)
    assert versions == {found.version: 6 for found in sets.every()}
    assert len(list(CORPUS.glob("vediic-*.json"))) >= 3


def test_a_record_of_an_earlier_version_of_the_rules_replays_by_that_version() -> None:
    record = json.loads((CORPUS / "five_spheres-rules-1.json").read_text(encoding="utf-8"))
    game = game_named("five_spheres")
    assert game is not None and record["rules"] == 1 < game.version
    match = from_record(game, record)
    assert match.game.version == 1 and match.hash() == record["hash"]
    assert to_record(match, record["players"]) == record
    with pytest.raises(BadRecord):
        from_record(game, {**record, "rules": game.version})
    with pytest.raises(BadRecord, match="knows"):
        from_record(game, {**record, "rules": game.version + 1})


def test_a_record_keeps_what_everybody_saw_of_the_setup() -> None:
    game = game_named("five_spheres")
    assert game is not None
    match = Match.new(game, {}, 3)
    match.act(match.actions()[0])
    record = json.loads(json.dumps(to_record(match)))
    assert {event["event"] for event in record["opening"]} == {"split"}
    again = from_record(game, record)
    assert again.opening == match.opening and again.seen(0) == match.seen(0)
    assert "opening" not in to_record(Match.new(game, {"first": 0}, 3))
    for wrong in ([{"event": "split", "seat": 0}], [7], [{"event": "nothing"}], "split"):
        with pytest.raises(BadRecord, match="opening"):
            from_record(game, {**record, "opening": wrong})

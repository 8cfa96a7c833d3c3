"""The printed texts of abilities: golden texts in both languages, the whole vocabulary, and that no two abilities which
differ by the rules read alike.
"""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.ability_words import Recorder, tables, words_of
from marks import clause
from oracle.random_space_editor import random_ability
from orrery.core.clause import LANGUAGES, rulebook
from orrery.core.data import DataFault, JsonObject, parse_toml
from orrery.games.space_editor.cards import sets
from orrery.games.space_editor.cards.card import CardSet
from orrery.games.space_editor.cards.texts import (
    AbilityWriter,
    Lexicon,
    ability_texts,
    lexicon,
    printed_lines,
    reminders,
)
from orrery.games.space_editor.rules import abilities

PACKAGE = "orrery.games.space_editor"


def card(*rows: JsonObject, kind: str = "ability") -> JsonObject:
    """A card with these abilities: a gold ability card of earth, or a basepoint."""
    basepoint = kind == "basepoint"
    return {
        "kind": kind,
        "element": None if basepoint else "earth",
        "level": None if basepoint else "gold",
        "sides": ["-"] * 4,
        "abilities": list(rows),
    }


def text(row: JsonObject, lang: str, kind: str = "ability") -> str:
    return ability_texts(card(row, kind=kind), lang)[0]


def golden() -> list[tuple[JsonObject, str, str]]:
    """The abilities of texts.toml with their texts in English and Japanese."""
    rows = parse_toml(Path(__file__).with_name("texts.toml").read_text(encoding="utf-8"), "texts.toml")["ability"]
    return [(json.loads(row["data"]), row["en"], row["ja"]) for row in rows]


GOLDEN = golden()

EARTHLESS: list[tuple[JsonObject, str, str]] = [
    (
        {"static": "worth", "target": {"where": "any", "element": ["other"]}, "vp": 1},
        "All stars of any element are worth 1 more victory point.",
        "宇宙にあるいずれかのエレメントの恒星は、得点計算で値が1増える。",
    ),
    (
        {"static": "protect", "target": {"where": "adjacent", "element": ["same"]}, "against": ["rotate"]},
        "Adjacent cards of this card's element, which it lacks, cannot be rotated.",
        "隣接するこのカードの（存在しない）エレメントのカードは、回転しない。",
    ),
    (
        {"when": {"event": "game_end"}, "do": [{"effect": "turn_down", "target": {"where": "any", "level": ["gold"]}}]},
        "At the end of the game, this card's placer turns down any face-up gold card.",
        "ゲーム終了時、このカードの配置者は、宇宙にある表向きのゴールドのカード1枚を裏返す。",
    ),
]
"""Texts of a basepoint, which has no element."""


@clause("SE-11.1", "SE-11.2", "SE-11.3", "SE-11.4", "SE-11.5", "SE-11.6", "SE-11.7")
@pytest.mark.parametrize(("row", "en", "ja"), GOLDEN)
def test_an_ability_reads_as_it_should(row: JsonObject, en: str, ja: str) -> None:
    assert text(row, "en") == en
    assert text(row, "ja") == ja


@clause("SE-11.4")
@pytest.mark.parametrize(("row", "en", "ja"), EARTHLESS)
def test_an_ability_of_a_basepoint_reads_as_it_should(row: JsonObject, en: str, ja: str) -> None:
    assert text(row, "en", "basepoint") == en
    assert text(row, "ja", "basepoint") == ja


def test_a_golden_ability_is_valid() -> None:
    for rows, kind in ((GOLDEN, "ability"), (EARTHLESS, "basepoint")):
        for row, _, _ in rows:
            assert [len(abilities) for abilities in CardSet({"x": card(row, kind=kind)}).abilities] == [1], row


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_example_of_the_rulebook_reads_as_the_rulebook_prints_it(lang: str) -> None:
    row = {"when": {"event": "turned_down"}, "do": [{"effect": "turn_up", "target": {"where": "adjacent"}}]}
    page = re.sub(r"\s", "", rulebook(PACKAGE, lang).clauses["SE-8.7"])
    assert re.sub(r"\s", "", text(row, lang)).rstrip(".。") in page


def test_a_card_has_a_line_for_each_ability() -> None:
    rows = [GOLDEN[0][0], GOLDEN[-1][0]]
    assert printed_lines(card(*rows), "en") == [GOLDEN[0][1], GOLDEN[-1][1]]
    assert printed_lines(card(), "en") == []


@clause("SE-11.6g", "SE-11.6h")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_that_guards_or_silences_says_below_what_that_means(lang: str) -> None:
    words = [{"effect": word, "target": {"where": "adjacent"}} for word in ("silence", "guard")]
    row = {"when": {"event": "turned_up"}, "do": words}
    lines = printed_lines(card(row, row), lang)
    assert lines[:2] == ability_texts(card(row, row), lang)
    assert lines[2:] == [lexicon(lang).text(f"reminder.{word}") for word in ("guard", "silence")]
    assert len(printed_lines(card({**row, "do": words[:1]}), lang)) == 2


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(DataFault, match="'la' is not one of en, ja"):
        ability_texts(card(), "la")


# --- the words of the data file ---------------------------------------------------------------------------------------


def paths(table: JsonObject, path: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from paths(value, f"{path}{key}.")
        else:
            yield path + key


def test_both_languages_have_the_same_words() -> None:
    assert set(paths(words_of(PACKAGE, "en"))) == set(paths(words_of(PACKAGE, "ja")))


NEVER: list[JsonObject] = [
    {"static": "protect", "target": {"where": "adjacent"}, "against": []},
    {"static": "protect", "target": {"where": "any", "kind": []}, "against": ["rotate"]},
    {"static": "worth", "target": {"where": "any", "level": [], "element": []}, "vp": 0},
]
"""Valid abilities that never do anything."""


def test_every_word_of_the_data_file_is_used_by_some_text() -> None:
    rng = random.Random(5)
    asked: set[str] = set()
    words = Lexicon("en", Recorder(words_of(PACKAGE, "en"), "", asked))
    rows = [row for row, _, _ in GOLDEN] + NEVER + [random_ability(rng) for _ in range(6000)]
    for row in rows:
        AbilityWriter(words, card(row)).write(row)
        reminders(words, card(row))
        if "place" not in abilities.ability_words(row):
            AbilityWriter(words, card(row, kind="basepoint")).write(row)
    assert set(paths(words.tree)) - asked == set()


def test_the_golden_texts_use_the_whole_vocabulary() -> None:
    used = set[str]().union(*(abilities.ability_words(row) for row, _, _ in GOLDEN))
    vocabulary = (
        *abilities.VERBS,
        *abilities.STATICS,
        *abilities.TRIGGER_EVENTS,
        *abilities.WHERE,
        *abilities.KIND_WORDS,
        *abilities.ELEMENT_WORDS,
        *abilities.LEVEL_WORDS,
        *abilities.AGAINST,
        *abilities.WHO,
        *abilities.PLACER_WORDS,
        *abilities.TURNING_CAUSES,
        *abilities.PLACING_CAUSES,
        *abilities.FACES,
        *("when", "by", "cause", "card", "if", "cond", "count", "hand", "of", "face", "min", "max", "decider", "actor"),
        *("do", "may", "pick", "all", "to", "turns", "round", "target", "against", "who", "vp", "binary", "placer"),
    )
    assert set(vocabulary) - used == set()


# --- random abilities -------------------------------------------------------------------------------------------------


def random_rows(count: int) -> list[JsonObject]:
    rng = random.Random(16)
    return [random_ability(rng) for _ in range(count)]


def check_form(written: str, lang: str) -> None:
    """A finished sentence, without holes or slips of the template."""
    assert not re.search(r"[{}_]|  | [.,]|,,|,\.|\.\.|、、|、。|。。|None|True|False", written), written
    assert written == written.strip()
    if lang == "en":
        assert re.fullmatch(r"[A-Z][A-Za-z0-9 ,'-]*\.", written), written
        assert not re.search(r"\b(\w+) \1\b", written), written
        assert not re.search(r"\ban? (?=other\b)|\ba (?=[aeiou])|\ban (?=[^aeiou])", written), written
    else:
        assert re.fullmatch(r"[^A-Za-z .,]*。", written), written


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_random_ability_gives_a_finished_sentence(lang: str) -> None:
    for row in [*random_rows(500), *NEVER]:
        check_form(text(row, lang), lang)
        if "place" not in abilities.ability_words(row):
            check_form(text(row, lang, "basepoint"), lang)


def match_form(row: JsonObject) -> JsonObject:
    return {key: sorted(set(value)) if isinstance(value, list) else value for key, value in row.items()}


def rule_form(ability: JsonObject) -> str:
    """What an ability says by the rules: defaults filled in, lists as sets, and what makes no difference left out."""
    row = copy.deepcopy(ability)
    row.pop("text", None)
    if "static" in row:
        if row["static"] == "worth" and "star" in row["target"].setdefault("kind", ["star"]):
            row["target"]["kind"] = ["star"]
        if row["static"] == "protect":
            row = {"cause": "any", **row}
        elif row["static"] == "forbid":
            row = {"who": "anyone", "card": {}, **row}
        for key in ("target", "card"):
            if key in row:
                row[key] = match_form(row[key])
        if "against" in row:
            row["against"] = sorted(set(row["against"]))
            row["cause"] = row["cause"] if row["against"] else "any"
        return json.dumps(row, sort_keys=True)
    when = {"by": "anyone", "cause": "any", "card": {}, **row["when"]}
    when["card"] = match_form(when["card"])
    own = not when["event"].startswith("neighbour") and when["event"] != "game_end"
    decider = row.get("decider", "actor")
    if when["event"] == "game_end":
        decider = "placer"
    elif when["by"] == "placer" or not (row["do"] or row.get("if")):
        decider = "actor"
    conditions = []
    for condition in row.get("if", []):
        filled = {"min": 0, "max": 999, **condition}
        if condition["cond"] == "count":
            filled = {"face": "up", **filled, "of": target_form(condition["of"], own)}
            if filled["of"]["where"] in ("self", "event") and filled["min"] == 1 <= filled["max"]:
                filled["max"] = 1
        conditions.append(filled)
    effects = []
    for effect in row["do"]:
        filled = {"may": False, **effect}
        verb = effect["effect"]
        if verb == "place":
            filled = {"to": "any", **filled, "card": match_form(effect.get("card", {}))}
        else:
            filled["target"] = target_form(effect["target"], own)
            if filled["target"]["where"] in ("self", "event", "chosen"):
                filled["pick"] = "one"
            if verb == "relocate":
                filled = {"to": "any", **filled}
            elif verb != "rotate":
                filled = {"pick": "one", **filled}
            if verb in ("guard", "silence"):
                filled = {"turns": "round", **filled}
        effects.append(filled)
    return json.dumps({"when": when, "if": conditions, "decider": decider, "do": effects}, sort_keys=True)


def target_form(target: JsonObject, own: bool) -> JsonObject:
    """SE-11.4: for a card's own events the card of the event is the card itself."""
    found = match_form(target)
    if own and found["where"] == "event":
        found["where"] = "self"
    return found


WORDS: dict[str, list[Any]] = {
    "event": list(abilities.TRIGGER_EVENTS),
    "by": list(abilities.WHO),
    "cause": ["any", "energy", "ability", "hand", "relocation"],
    "decider": ["actor", "placer"],
    "effect": list(abilities.VERBS),
    "where": list(abilities.WHERE),
    "kind": [[kind] for kind in abilities.KIND_WORDS] + [["star", "planet"], ["planet", "ability", "basepoint"], []],
    "element": [[word] for word in abilities.ELEMENT_WORDS] + [["same", "fire"], ["other", "earth"], []],
    "level": [["bronze"], ["silver"], ["gold"], ["gold", "silver"], []],
    "binary": [True, False],
    "placer": ["me", "other"],
    "may": [True, False],
    "pick": ["one", "all"],
    "to": list(abilities.AREAS),
    "turns": ["round", 0, 1, 2, 7, 99],
    "face": list(abilities.FACES),
    "min": [0, 1, 2, 5],
    "max": [0, 1, 2, 5, 999],
    "cond": ["count", "hand"],
    "against": [[thing] for thing in abilities.AGAINST] + [["turn_down", "rotate"], list(abilities.AGAINST), []],
    "who": list(abilities.WHO),
    "vp": [-2, -1, 0, 1, 2],
    "card": [{}, {"kind": ["star"]}],
}
ADDED = (
    *("kind", "element", "level", "binary", "placer", "by", "cause", "may", "pick", "to", "turns"),
    *("face", "min", "max", "who", "decider"),
)


def neighbours(row: JsonObject) -> Iterator[JsonObject]:
    """The abilities that differ from one in a single word: changed, left out or added. Many are not valid."""
    for i, table in enumerate(tables(row)):
        words = [key for key in table if key in WORDS]
        for word in [*words, *ADDED]:
            for value in WORDS[word]:
                changed = copy.deepcopy(row)
                list(tables(changed))[i][word] = value
                yield changed
        for word in list(table):
            changed = copy.deepcopy(row)
            del list(tables(changed))[i][word]
            yield changed


def is_valid(row: JsonObject) -> bool:
    try:
        CardSet({"x": card(row)})
    except DataFault:
        return False
    return True


def check_distinct(rows: list[JsonObject], lang: str) -> int:
    seen: dict[str, tuple[str, JsonObject]] = {}
    for row in rows:
        written, form = text(row, lang), rule_form(row)
        known = seen.setdefault(written, (form, row))
        assert known[0] == form, f"{written}\n{known[1]}\n{row}"
    return len(seen)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_two_random_abilities_that_differ_by_the_rules_never_read_alike(lang: str) -> None:
    assert check_distinct(random_rows(5000), lang) > 4000


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_ability_reads_otherwise_as_soon_as_one_word_is_another(lang: str) -> None:
    rows = [row for row, _, _ in GOLDEN] + random_rows(40)
    changed = [other for row in rows for other in neighbours(row) if is_valid(other)]
    for other in changed:
        check_form(text(other, lang), lang)
    assert check_distinct(rows + changed, lang) > 3000


# --- the shipped set --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_ability_of_the_shipped_set_has_a_finished_text_of_its_own(lang: str) -> None:
    rows = [row for definition in sets.standard_material().cards.values() for row in definition["abilities"]]
    for definition in sets.standard_material().cards.values():
        for written in ability_texts(definition, lang):
            check_form(written, lang)
    assert len(rows) >= 36
    check_distinct(rows, lang)

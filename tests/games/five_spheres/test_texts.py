"""The printed texts of cards: golden texts in both languages, the whole vocabulary, and that no two abilities which
differ by the rules read alike.
"""

from __future__ import annotations

import copy
import functools
import itertools
import json
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from games.ability_words import Recorder, tables, words_of
from marks import clause
from orrery.core.cards.lexicon import Lexicon
from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault, JsonObject, parse_toml
from orrery.games.five_spheres.cards import texts
from orrery.games.five_spheres.cards import vocabulary as v
from orrery.games.five_spheres.cards.collections import standard
from orrery.games.five_spheres.cards.grammar import check_card, check_running

PACKAGE = "orrery.games.five_spheres"
NAMES = {
    "en": {"gnome": "Gnome", "imp": "Imp", "machine": "Machine", "flyer": "Flyer"},
    "ja": {"gnome": "ノーム", "imp": "インプ", "machine": "機械", "flyer": "飛行"},
}
SOURCES = (
    ("creature", ""),
    ("active", ""),
    ("attached", "creature"),
    ("attached", "tower"),
    ("hidden", ""),
    ("instant", ""),
)

Row = tuple[JsonObject, str, str]
"""An ability (or, for an instant, `{"do": ...}`), its source and that source's host."""


def text(row: JsonObject, lang: str, source: str = "creature", host: str = "") -> str:
    if source == "instant":
        return texts.spell_text({"type": source, "cost": 1, **row}, lang, NAMES[lang])
    return texts.ability_text(row, lang, source, host, NAMES[lang])


def card(row: JsonObject, source: str = "creature", host: str = "") -> JsonObject:
    """A card with this ability."""
    creature: JsonObject = {"cost": 1, "race": "imp", "strength": 1}
    spell: JsonObject = {"type": "instant", "cost": 1, "do": []}
    if source == "creature":
        creature["abilities"] = [row]
    elif source == "hidden":
        spell = {"type": "hidden", "cost": 3, **row}
    elif source == "instant":
        spell = {"type": "instant", "cost": 1, **row}
    else:
        spell = {"type": source, "cost": 1, "abilities": [row]}
        if host:
            spell["host"] = host
    return {"spheres": ["science"], "creature": creature, "spell": spell}


def is_valid(row: JsonObject, source: str = "creature", host: str = "") -> bool:
    try:
        check_card(card(row, source, host), "")
    except DataFault:
        return False
    return True


# --- golden texts -----------------------------------------------------------------------------------------------------


def golden() -> list[tuple[JsonObject, str, str, str, str]]:
    """The abilities of texts.toml: data, source, host, and their texts in English and Japanese."""
    rows = parse_toml(Path(__file__).with_name("texts.toml").read_text(encoding="utf-8"), "texts.toml")["ability"]
    return [
        (json.loads(row["data"]), row.get("source", "creature"), row.get("host", ""), row["en"], row["ja"])
        for row in rows
    ]


GOLDEN = golden()


@clause("FS-12.2", "FS-12.3", "FS-12.4", "FS-12.5", "FS-12.6", "FS-12.7", "FS-12.8", "FS-12.9", "FS-12.10")
@pytest.mark.parametrize(("row", "source", "host", "en", "ja"), GOLDEN)
def test_an_ability_reads_as_it_should(row: JsonObject, source: str, host: str, en: str, ja: str) -> None:
    assert is_valid(row, source, host)
    assert text(row, "en", source, host) == en
    assert text(row, "ja", source, host) == ja


def test_there_are_many_golden_texts() -> None:
    assert len(GOLDEN) >= 60


RUNNING: list[tuple[list[JsonObject], str, str, str]] = [
    (
        [{"do": "draw", "whose": 1, "n": 2, "drawn": 1}],
        "",
        "Lord 1, having drawn one, draws two more.",
        "1枚引いた領主1はさらに2枚引く。",
    ),
    (
        [
            {"do": "destroy", "target": {"zone": "tower", "whose": 0, "pick": "owner", "n": 1}},
            {"do": "draw", "whose": 0, "n": 0, "drawn": 3},
        ],
        "",
        "Destroy one of lord 0's towers (that lord chooses), then lord 0, having drawn three, draws zero more.",
        "領主0の塔1つをその領主が選び、破壊する。その後、3枚引いた領主0はさらに0枚引く。",
    ),
    (
        [{"do": "trash", "target": {"zone": "hand", "whose": 2, "pick": "random"}}],
        "",
        "Trash a card from lord 2's hand at random.",
        "領主2の手札1枚を無作為に選び、捨てる。",
    ),
    (
        [{"do": "afflict", "target": {"ref": "subject"}}, {"do": "shuffle", "whose": 1, "zone": "deck"}],
        "attacks",
        "Afflict the attacking creature, then lord 1 shuffles their deck.",
        "攻撃したクリーチャーを衰弱させる。その後、領主1は自身の山札を切る。",
    ),
    (
        [{"do": "destroy", "target": {"ref": "last"}}],
        "summoned",
        "Destroy the card affected before.",
        "先に影響を受けたカードを破壊する。",
    ),
]


@pytest.mark.parametrize(("effects", "event", "en", "ja"), RUNNING)
def test_a_running_list_of_effects_reads_as_it_should(effects: list[JsonObject], event: str, en: str, ja: str) -> None:
    check_running(effects, "do", 0, 3)
    assert texts.effects_text(effects, "en", event=event) == en
    assert texts.effects_text(effects, "ja", event=event) == ja


def test_seats_have_the_names_that_they_are_given() -> None:
    row = {"do": "draw", "whose": 1, "n": 1}
    assert texts.effect_text(row, "en", names={"lord 1": "Ren"}) == "Ren draws a card."
    assert texts.effect_text(row, "ja", names={"lord 1": "レン"}) == "レンはカードを1枚引く。"
    assert texts.effect_text(row, "en") == "Lord 1 draws a card."


def test_the_parts_of_texts_can_be_had_alone() -> None:
    own = {"zone": "tower", "whose": "own"}
    assert texts.condition_text({"count": own, "min": 3}, "en") == "you have three or more towers"
    assert texts.condition_text({"count": own, "min": 3}, "ja") == "自分の塔が3つ以上ある"
    assert texts.filter_text({"sphere": "chaos", "status": ["dizzy"]}, "en") == "dizzy chaos creature"
    assert texts.filter_text({"sphere": "chaos", "max_cost": 3}, "en", "trash", True) == (
        "chaos cards with summon cost 3 or less"
    )
    assert texts.filter_text({"sphere": "chaos", "max_cost": 3}, "ja", "trash") == "召喚コスト3以下の混沌のカード"
    assert texts.number_text(-3, "en") == "−3"
    assert texts.number_text({"count": own, "max": 2}, "en") == "the number of your towers (at most 2)"
    assert texts.number_text({"var": "strength", "of": "foe"}, "ja") == "このクリーチャーの交戦相手の強さ"


def test_a_half_has_a_line_for_each_ability() -> None:
    rows: list[JsonObject] = [{"passive": "ranged"}, {"passive": "swift"}]
    effects: list[JsonObject] = [{"do": "draw", "whose": "own", "n": 1}]
    assert texts.creature_text({"abilities": rows}, "en") == (
        "This creature can attack ready creatures.\nThis creature is not dizzy when it enters the battlefield."
    )
    assert texts.creature_text({}, "en") == ""
    assert texts.spell_text({"type": "active", "cost": 1, "abilities": rows[:1], "do": effects}, "en") == (
        "When you play this spell from your hand, draw a card.\nYour creatures can attack ready creatures."
    )
    assert texts.spell_text({"type": "instant", "cost": 1, "do": []}, "ja") == "何も起こらない。"
    assert texts.spell_text({"type": "active", "cost": 1, "do": [], "abilities": []}, "en") == ""


def test_names_are_printed_as_they_are_where_there_are_none() -> None:
    row: JsonObject = {"passive": "swift", "scope": "own", "filter": {"race": "Elf"}}
    assert texts.ability_text(row, "en") == "Your Elf creatures are not dizzy when they enter the battlefield."


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(DataFault, match="'la' is not one of en, ja"):
        texts.ability_text({"passive": "swift"}, "la")


# --- the words of the data file ---------------------------------------------------------------------------------------


def paths(table: JsonObject, path: str = "") -> Iterator[tuple[str, int]]:
    """The words of a table, each with the number of its forms."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from paths(value, f"{path}{key}.")
        else:
            yield path + key, len(value) if isinstance(value, list) and path != "join." else 0


FREE = ("number.words", "article.contract", "article.spoken_as_consonant", "join.endings")
"""Lists of which each language has as many as it needs."""


def test_both_languages_have_the_same_words() -> None:
    found = [{path: count for path, count in paths(words_of(PACKAGE, lang)) if path not in FREE} for lang in LANGUAGES]
    assert found[0] == found[1]


def test_every_word_of_the_data_file_is_used_by_some_text() -> None:
    asked: set[str] = set()
    words = Lexicon("en", Recorder(words_of(PACKAGE, "en"), "", asked))
    for row, source, host in all_rows():
        writer = texts.Writer(words, NAMES["en"], source, host)
        if source == "instant":
            writer.running(row["do"])
        else:
            writer.ability(row)
    for effects, event, _, _ in RUNNING:
        texts.Writer(words, {}, "creature", "", event).running(effects)
    writer = texts.Writer(words, {}, "active", "")
    writer.once(DRAW)
    writer.number({"count": COUNT, "max": 3})
    deep: JsonObject = {"turn": "own"}
    for _ in range(100):
        deep = {"all": [deep, {"turn": "own"}]}
    writer.condition(deep)
    assert {path for path, _ in paths(words_of(PACKAGE, "en"))} - asked == set()


# --- all words --------------------------------------------------------------------------------------------------------

DRAW: list[JsonObject] = [{"do": "draw", "whose": "own", "n": 1}]
COUNT: JsonObject = {"zone": "tower", "whose": "own"}
FILTERS: list[JsonObject] = [
    {},
    {"sphere": "science"},
    {"sphere": "spirit"},
    {"sphere": ["ether", "chaos"]},
    {"sphere": []},
    {"race": "gnome"},
    {"keyword": "flyer"},
    *({"spell_type": word} for word in v.SPELL_TYPES),
    *({key: 3} for key in v.FILTER_NUMBERS),
    {"min_strength": 2, "max_strength": 5},
    {"min_cost": 2, "max_cost": 2},
    {"min_cost": 3, "max_cost": 4},
    *({"status": [word]} for word in v.STATUSES),
    {"status": ["engaged", "afflicted"]},
    {"status": []},
    {"other": True},
    *({"matching": {"to": ref, "by": "sphere"}} for ref in v.REFS),
    *({"matching": {"to": "this", "by": by}} for by in v.MATCHINGS),
    {"sphere": "nature", "race": "imp", "keyword": "machine", "max_cost": 4, "min_strength": 3, "other": True},
    {"status": ["ready", "attached"], "max_strength": 4, "matching": {"to": "this", "by": "race"}},
]
NUMBERS: list[Any] = [
    *(-2, 0, 1, 2, 12, 15),
    {"count": COUNT},
    {"count": {"zone": "hand", "whose": "opponent"}, "max": 3},
    {"count": {"zone": "trash", "whose": "any", "filter": {"min_cost": 4}}},
    *({"var": var, "of": "this", "max": 4} for var in v.VARS),
    *({"var": "creature_cost", "of": ref} for ref in v.REFS),
]
COUNTS: list[JsonObject] = [
    *({"zone": zone, "whose": whose} for zone in v.ZONES for whose in v.COUNT_WHOSE),
    *({"zone": zone, "whose": "own", "filter": {"sphere": "ether", "other": True}} for zone in ("trash", "vault")),
    *({"zone": "battlefield", "whose": whose, "filter": {"status": ["dizzy"]}} for whose in v.COUNT_WHOSE),
]
BOUNDS: list[JsonObject] = [
    {},
    *({key: n} for key in ("min", "max") for n in (0, 1, 2, 11)),
    {"min": 1, "max": 1},
    {"min": 2, "max": 2},
    {"min": 2, "max": 4},
    {"min": 4, "max": 2},
]
PLAIN_CONDITIONS: list[JsonObject] = [
    *({"count": count, "min": 2} for count in COUNTS),
    *({"count": count, **bounds} for count in COUNTS[:6] for bounds in BOUNDS),
    *({"is": row, "of": "this"} for row in FILTERS),
    *({"is": row, "of": ref} for ref in v.REFS for row in ({}, {"sphere": "chaos"}, {"max_strength": 3})),
    *({"turn": word} for word in v.TURNS),
    {"more": [COUNT, {"zone": "tower", "whose": "opponent"}]},
    {"more": [{"zone": "hand", "whose": "any"}, COUNT]},
    {"more": [COUNT, {"zone": "trash", "whose": "own", "filter": {"race": "imp"}}]},
    *({"did": n} for n in (0, 1, 2)),
]
A: JsonObject = {"turn": "own"}
B: JsonObject = {"count": COUNT, "min": 3}
C: JsonObject = {"is": {"status": ["afflicted"]}, "of": "foe"}
D: JsonObject = {"more": [COUNT, {"zone": "hand", "whose": "opponent"}]}
CONDITIONS: list[JsonObject] = [
    *PLAIN_CONDITIONS,
    *({"not": row} for row in PLAIN_CONDITIONS),
    *({key: rows} for key in ("all", "any") for rows in ([], [A], [A, B], [B, A], [A, B, C])),
    *({"not": {key: [A, B]}} for key in ("all", "any")),
    {"all": [A, {"any": [B, C]}]},
    {"any": [A, {"all": [B, C]}]},
    {"all": [{"any": [A, B]}, C]},
    {"any": [{"all": [A, B]}, C]},
    {"all": [A, {"any": [B, C, D]}]},
    {"any": [A, {"all": [B, C, D]}]},
    {"all": [{"not": B}, D, {"not": C}]},
]


FULLY = ("own", "opponent", "any", "each")
"""The words of `whose` that are tried with every number."""


def selectors(verb: str) -> Iterator[JsonObject]:
    """Selectors of all zones, whose, picks, with and without search, one and several, up to or not."""
    for zone, whose in itertools.product((*v.ZONES, v.ATTACHED), v.WHOSE):
        for pick, search in itertools.product(v.PICKS, (False, True)):
            row: JsonObject = {"zone": zone, "whose": whose, "pick": pick}
            if search:
                row["search"] = True
            for n, upto in ((1, False), (2, False), (2, True), (1, True)) if whose in FULLY else ((2, True),):
                filled = {**row, "n": n}
                if upto:
                    filled["upto"] = True
                yield filled
    if verb in ("destroy", "strengthen"):
        for row in FILTERS:
            for whose, n in (("own", 1), ("opponent", 2), ("any", 1)):
                yield {"zone": "battlefield", "whose": whose, "n": n, "filter": row}
    if verb == "return":
        for row in FILTERS:
            yield {"zone": "trash", "whose": "own", "filter": row}
            yield {"zone": "deck", "whose": "own", "filter": row, "search": True, "n": 2}
            yield {"zone": "deck", "whose": "own", "filter": row}
        for number in NUMBERS:
            yield {"zone": "battlefield", "whose": "opponent", "n": number}
            yield {"zone": "deck", "whose": "own", "n": number}


def effects() -> Iterator[JsonObject]:
    """Effects with every verb, zone, whose, pick, reference."""
    for verb in v.TARGET_VERBS:
        more: JsonObject = {"amount": 2} if verb == "strengthen" else {"passive": "ranged"} if verb == "grant" else {}
        for target in selectors(verb):
            if target["zone"] in v.VERB_ZONES[verb]:
                yield {"do": verb, "target": target, **more}
        for ref in v.REFS:
            yield {"do": verb, "target": {"ref": ref}, **more}
    yield {"do": "evoke"}
    for place in v.PLACES:
        for whose in v.WHOSE:
            for n in (1, 2):
                yield {"do": "recover", "target": {"zone": "trash", "whose": whose, "n": n}, "place": place}
            yield {
                "do": "recover",
                "target": {"zone": "tower", "whose": whose, "pick": "random", "n": 2},
                "place": place,
            }
    for number in NUMBERS:
        for target in ({"ref": "this"}, {"zone": "battlefield", "whose": "own", "pick": "all"}):
            yield {"do": "strengthen", "target": target, "amount": number}
        for whose in v.WHOSE:
            yield {"do": "draw", "whose": whose, "n": number}
    yield {
        "do": "strengthen",
        "target": {"zone": "battlefield", "whose": "own", "n": NUMBERS[-1]},
        "amount": NUMBERS[-2],
    }
    for word in v.GRANTABLE:
        for target in ({"ref": "this"}, {"zone": "battlefield", "whose": "opponent", "pick": "all"}):
            yield {"do": "grant", "target": target, "passive": word}
    for whose, zone in itertools.product(v.WHOSE, v.SHUFFLED):
        yield {"do": "shuffle", "whose": whose, "zone": zone}
    sides: list[JsonObject] = [
        {"ref": "this"},
        {"ref": "last"},
        *({"zone": "hand", "whose": whose, "pick": "random"} for whose in v.WHOSE),
        {"zone": "battlefield", "whose": "own", "upto": True},
        {"zone": "tower", "whose": "own", "search": True},
        {"zone": "vault", "whose": "any", "pick": "owner"},
        {"zone": "deck", "whose": "own"},
    ]
    for a, b in itertools.permutations(sides, 2):
        yield {"do": "replace", "a": a, "b": b}


def passives() -> Iterator[JsonObject]:
    """Passives of every word, scope, filter, condition."""
    for word in v.PASSIVES:
        base: JsonObject = {"passive": word}
        if word in ("strength", "cost", "mana"):
            base["n"] = 2
        if word == "cost":
            base["of"] = "creature"
        yield base
        for scope in v.SCOPES:
            yield {**base, "scope": scope}
            yield {**base, "scope": scope, "filter": {"sphere": "ether"}}
            yield {**base, "scope": scope, "if": B}
            yield {**base, "scope": scope, "if": {"is": {"status": ["afflicted"]}, "of": "subject"}}
            yield {**base, "scope": scope, "filter": {"race": "imp"}, "if": {"not": A}}
        yield {**base, "if": B}
        yield {**base, "filter": {"keyword": "flyer"}}
    for row in FILTERS:
        yield {"passive": "ranged", "scope": "own", "filter": row}
        yield {"passive": "ranged", "scope": "this", "filter": row}
        yield {"passive": "unblockable", "except": row}
        yield {"passive": "cost", "of": "both", "n": -1, "filter": row}
    for of, n in itertools.product(v.COST_OF, NUMBERS):
        yield {"passive": "cost", "of": of, "n": n}
    for n in NUMBERS:
        yield {"passive": "mana", "n": n}
        for during in v.DURING:
            yield {"passive": "strength", "n": n, "during": during}
            yield {"passive": "strength", "n": n, "during": during, "scope": "others"}


def triggers() -> Iterator[JsonObject]:
    """Triggers of every event and by, with and without filter and condition."""
    for event, by in itertools.product(v.EVENTS, (*v.BY, None)):
        base: JsonObject = {"when": event, "do": DRAW} if by is None else {"when": event, "by": by, "do": DRAW}
        yield base
        yield {**base, "if": B}
        yield {**base, "filter": {"sphere": "ether"}}
        yield {**base, "filter": {"max_strength": 3, "other": True}, "if": A}
        for ref in v.REFS:
            yield {**base, "do": [{"do": "return", "target": {"ref": ref}}]}
        yield {**base, "do": [{**DRAW[0], "if": B}]}
    for row in FILTERS:
        for by in v.BY:
            yield {"when": "attacks", "by": by, "filter": row, "do": DRAW}
            yield {"when": "cast", "by": by, "filter": row, "do": DRAW}
    for row in CONDITIONS:
        yield {"when": "attacks", "if": row, "do": DRAW}
        yield {"when": "attacks", "do": [{**DRAW[0], "if": row}]}
    yield {"when": "attacks", "do": []}


def sequences() -> Iterator[JsonObject]:
    """Lists of several effects, with references between them."""
    first: list[JsonObject] = [
        {"do": "ready", "target": {"ref": "this"}},
        {"do": "ready", "target": {"ref": "this"}, "if": B},
        {"do": "afflict", "target": {"ref": "foe"}},
        {"do": "afflict", "target": {"zone": "battlefield", "whose": "opponent"}},
        {"do": "afflict", "target": {"zone": "battlefield", "whose": "own", "n": 2, "upto": True}},
        {"do": "draw", "whose": "own", "n": 1},
    ]
    second: list[JsonObject] = [
        *({"do": "cure", "target": {"ref": ref}} for ref in v.REFS),
        *({"do": "cure", "target": {"ref": ref}, "if": {"did": 1}} for ref in v.REFS),
        {"do": "cure", "target": {"ref": "last"}, "if": C},
        *({**DRAW[0], "if": {"is": row, "of": "last"}} for row in FILTERS),
        *({**DRAW[0], "if": {"not": {"is": row, "of": "last"}}} for row in FILTERS),
        {"do": "strengthen", "target": {"ref": "last"}, "amount": {"var": "strength", "of": "this"}},
        {"do": "strengthen", "target": {"ref": "this"}, "amount": {"var": "strength", "of": "last"}},
    ]
    for a, b in itertools.product(first, second):
        yield {"do": [a, b]}
        if b["do"] != "draw":
            yield {"do": [a, b, DRAW[0]]}
            yield {"do": [a, b, {**DRAW[0], "if": A}, DRAW[0]]}


@functools.cache
def all_rows() -> list[Row]:
    """Golden and systematic abilities, as far as they are valid."""
    rows: list[Row] = [(row, source, host) for row, source, host, _, _ in GOLDEN]
    for source, host in SOURCES:
        if source == "instant":
            rows += [({"do": [effect]}, source, host) for effect in effects()]
            rows += [(row, source, host) for row in sequences()]
            continue
        rows += [(row, source, host) for row in triggers()]
        if source != "hidden":
            rows += [(row, source, host) for row in passives()]
        if source == "creature":
            some = itertools.islice(effects(), 0, None, 5)
            rows += [({"when": "attacks", "do": [row]}, source, host) for row in some]
        if source in ("creature", "attached") and host != "tower":
            for by in ("this", "opponent"):
                rows += [({"when": "blocks", "by": by, **row}, source, host) for row in sequences()]
    return [row for row in rows if is_valid(*row)]


@functools.cache
def all_texts(lang: str) -> list[str]:
    return [text(row, lang, source, host) for row, source, host in all_rows()]


def check_form(written: str, lang: str) -> None:
    """Finished sentences, without holes or slips of the templates."""
    assert written == written.strip()
    for line in written.split("\n"):
        assert not re.search(r"[{}_@\[\]]|  | [.,)]|,,|,\.|\.\.|、、|、。|。。|（）|None|True|False", line), line
        if lang == "en":
            assert re.fullmatch(r"(−?[0-9]|[A-Z])[A-Za-z0-9 ,.:'()+−-]*\.", line), line
            assert all(re.match("−?[A-Z0-9]", part) for part in re.split(r"(?<=[.:]) ", line)), line
            assert not re.search(r"\b(\w+) \1\b|\b(each|any|more|less|one|two|no|most \w+) all\b", line.lower()), line
            assert not re.search(r"\ban? (?=other\b)|\ba (?=[aeiou])|\ban (?=[^aeiou])", line.lower()), line
        else:
            plain = re.sub(r"《.*?》|〈.*?〉", "", line)
            assert re.fullmatch(r"[^A-WZa-z .,]*。", plain), line


@clause("FS-12.2", "FS-12.3", "FS-12.4", "FS-12.5", "FS-12.6", "FS-12.7", "FS-12.8", "FS-12.9", "FS-12.10")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_combination_gives_finished_sentences(lang: str) -> None:
    assert len(all_rows()) > 10_000
    for written in all_texts(lang):
        check_form(written, lang)


def test_all_words_of_the_vocabulary_are_tried() -> None:
    used: set[str] = set()
    for row, _, _ in all_rows():
        for table in tables(row):
            used |= set(table)
            for value in table.values():
                used |= {word for word in (value if isinstance(value, list) else [value]) if isinstance(word, str)}
    words = (*v.EVENTS, *v.BY, *v.REFS, *v.ZONES, v.ATTACHED, *v.WHOSE, *v.PICKS, *v.VERBS, *v.PLACES, *v.PASSIVES)
    more = (*v.SCOPES, *v.DURING, *v.COST_OF, *v.FILTER_KEYS, *v.STATUSES, *v.MATCHINGS, *v.VARS, *v.CONDITIONS)
    keys = ("when", "by", "if", "do", "target", "n", "upto", "search", "except", "during", "amount", "passive", "min")
    assert {*words, *more, *keys, *v.TURNS, *v.SPHERES, *v.SPELL_TYPES} - used == set()


# --- no two meanings read alike ---------------------------------------------------------------------------------------


def rule_form(row: JsonObject, source: str, host: str) -> str:
    """What an ability says by the rules: defaults filled in, and what makes no difference left out."""
    row = copy.deepcopy(row)
    spell_type = None if source == "creature" else source
    itself = "bearer" if source == "attached" else "this"
    subject = ""
    if "passive" in row:
        if row["passive"] not in v.UNSCOPED:
            row.setdefault("scope", v.default_scope(spell_type))
            if row["scope"] == "this":
                subject = itself
                fold_filter(row)
            elif row["scope"] == "others":
                row = {**row, "scope": "own", "filter": {**row.get("filter", {}), "other": True}}
        if row["passive"] == "cost":
            row.get("filter", {}).pop("other", None)
        if row["passive"] == "strength":
            row.setdefault("during", "always")
    elif "when" in row and row["when"] != "used":
        nameless = row["when"] in ("regroup", "turn_end")
        row.setdefault("by", v.default_by(row["when"], spell_type))
        if row["by"] == "other":
            row["by"] = "own"
            if not nameless:
                row["filter"] = {**row.get("filter", {}), "other": True}
        if row["by"] == "this" and not nameless:
            subject = itself
        if row["by"] == "this" or nameless:
            fold_filter(row)
        if row["when"] == "attacked":
            row["filter"] = row.get("filter", {})
    if "if" in row:
        row["if"] = condition_form(row["if"])
    before: JsonObject = {}
    for effect in row.get("do", []):
        effect_form(effect, before, subject)
        before = effect
    for table in tables(row):
        for key in ("ref", "of", "to"):
            if table.get(key) == "subject" and subject:
                table[key] = subject
        if "matching" in table:
            table["matching"].setdefault("by", v.DEFAULT_MATCHING)
        if isinstance(table.get("sphere"), str):
            table["sphere"] = [table["sphere"]]
        if table.get("filter") == {}:
            del table["filter"]
    return json.dumps(row, sort_keys=True)


def fold_filter(row: JsonObject) -> None:
    """A filter on the source itself is a condition."""
    match = row.pop("filter", {})
    if match:
        rows = [{"is": match, "of": "subject"}, *([row["if"]] if "if" in row else [])]
        row["if"] = {"all": rows}


def effect_form(row: JsonObject, before: JsonObject, subject: str) -> None:
    if "if" in row:
        row["if"] = condition_form(row["if"])
    if row["do"] == "evoke":
        row.setdefault("target", {"ref": "this"})
    if row["do"] == "recover":
        row.setdefault("place", "top")
    for key in ("target", "a", "b"):
        if key in row and "zone" in row[key]:
            selector_form(row[key])
            if row["do"] == "cast" and row[key].get("filter", {}).get("spell_type") == "active":
                del row[key]["filter"]["spell_type"]
    if row["do"] == "replace":
        row["may"] = False
        for key in ("a", "b"):
            row[key].pop("n", None)
            if row[key].get("pick") == "choose" and row[key].pop("upto", False):
                row["may"] = True
    known = before.get("target", {}).get("ref", "last") if "if" not in before else "last"
    if known != "last":
        for table in tables(row):
            for key in ("ref", "of", "to"):
                if table.get(key) == "last":
                    table[key] = known


def selector_form(row: JsonObject) -> None:
    pick = row.setdefault("pick", v.default_pick(row["zone"], row.get("search", False)))
    row.setdefault("n", 1)
    if pick == "all":
        del row["n"]
    if pick not in v.NAMING_PICKS:
        row.pop("upto", None)
    if pick == "owner" and row["whose"] == "own":
        row["pick"] = "choose"
    if pick == "opponent_choice" and row["whose"] in ("opponent", "each_opponent"):
        row["pick"] = "owner"


def condition_form(row: JsonObject, yes: bool = True) -> JsonObject:
    """A condition without `not` where the rules allow another word, and without lists of one."""
    while "not" in row:
        row, yes = row["not"], not yes
    for key in ("all", "any"):
        if key in row:
            joined = key if yes else "any" if key == "all" else "all"
            parts = []
            for part in row[key]:
                found = condition_form(part, yes)
                parts += found.get(joined, [found])
            return parts[0] if len(parts) == 1 else {joined: parts}
    if "turn" in row:
        return {"own_turn": (row["turn"] == "own") == yes}
    if "did" in row:
        row = {"count": "did", "min": row["did"]}
    if "count" in row:
        low, high = row.get("min", 0), row.get("max")
        if not yes and (low == 0) != (high is None):
            low, high, yes = (high + 1, None, True) if low == 0 else (0, low - 1, True)
        return {"count": row["count"], "low": low, "high": high, "yes": yes}
    if "is" in row:
        return {"is": row["is"], "of": row["of"], "yes": yes}
    return {**row, "yes": yes}


def check_distinct(rows: list[Row], lang: str, printed: list[str] | None = None) -> int:
    if printed is None:
        printed = [text(row, lang, source, host) for row, source, host in rows]
    seen: dict[tuple[str, str, str], tuple[str, JsonObject]] = {}
    for (row, source, host), written in zip(rows, printed, strict=True):
        form = rule_form(row, source, host)
        known = seen.setdefault((written, source, host), (form, row))
        assert known[0] == form, f"{written}\n{known[1]}\n{row}\n{known[0]}\n{form}"
    return len(seen)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_two_abilities_that_differ_by_the_rules_never_read_alike(lang: str) -> None:
    assert check_distinct(all_rows(), lang, all_texts(lang)) > 10_000


WORDS: dict[str, list[Any]] = {
    "when": list(v.EVENTS),
    "by": [*v.BY, *v.MATCHINGS],
    "zone": [*v.ZONES, v.ATTACHED],
    "whose": list(v.WHOSE),
    "pick": list(v.PICKS),
    "n": [-1, 0, 1, 2, 3, {"count": COUNT}, {"var": "strength", "of": "this"}],
    "amount": [-1, 1, 2, {"count": COUNT}, {"count": COUNT, "max": 2}],
    "upto": [True],
    "search": [True],
    "ref": list(v.REFS),
    "of": [*v.REFS, *v.COST_OF],
    "to": list(v.REFS),
    "do": list(v.VERBS),
    "place": list(v.PLACES),
    "passive": list(v.PASSIVES),
    "scope": list(v.SCOPES),
    "during": list(v.DURING),
    "filter": [{}, {"sphere": "chaos"}, {"other": True}],
    "except": [{}, {"keyword": "flyer"}],
    "sphere": [*v.SPHERES, ["science", "chaos"]],
    "race": ["gnome", "imp"],
    "keyword": ["flyer", "machine"],
    "spell_type": list(v.SPELL_TYPES),
    "status": [[word] for word in v.STATUSES],
    "other": [True],
    "matching": [{"to": "this"}],
    **{key: [1, 4] for key in v.FILTER_NUMBERS},
    "min": [0, 1, 3],
    "max": [0, 1, 3],
    "var": list(v.VARS),
    "turn": list(v.TURNS),
    "did": [0, 1, 2],
    "if": [A, B, {"not": B}],
}
ADDED = ("by", "filter", "if", "pick", "n", "upto", "search", "place", "scope", "during", "except", "max", "min")
ADDED_TO_FILTERS = (*v.FILTER_KEYS,)


def neighbours(row: JsonObject) -> Iterator[JsonObject]:
    """The abilities that differ from one in a single word: changed, left out or added. Many are not valid."""
    for i, table in enumerate(tables(row)):
        words = [key for key in table if key in WORDS and not isinstance(table[key], (dict, list))]
        for word in dict.fromkeys([*words, *ADDED, *ADDED_TO_FILTERS]):
            for value in WORDS[word]:
                changed = copy.deepcopy(row)
                list(tables(changed))[i][word] = copy.deepcopy(value)
                yield changed
        for word in list(table):
            changed = copy.deepcopy(row)
            del list(tables(changed))[i][word]
            yield changed


@clause("FS-12.2", "FS-12.5", "FS-12.6", "FS-12.7", "FS-12.8", "FS-12.9", "FS-12.10")
def test_an_ability_reads_otherwise_as_soon_as_one_word_is_another() -> None:
    total = 0
    for row, source, host, _, _ in GOLDEN:
        rows = [(row, source, host)]
        rows += [(other, source, host) for other in neighbours(row) if is_valid(other, source, host)]
        for lang in LANGUAGES:
            for other, _, _ in rows:
                check_form(text(other, lang, source, host), lang)
            total += check_distinct(rows, lang)
    assert total > 3000


# --- the shipped cards ------------------------------------------------------------------------------------------------


def cards_of_test_set() -> JsonObject:
    place = resources.files(PACKAGE).joinpath("data").joinpath("testset.json")
    found: JsonObject = json.loads(place.read_text(encoding="utf-8"))
    return found


def halves(cards: JsonObject) -> Iterator[tuple[JsonObject, JsonObject]]:
    for row in cards.values():
        yield row["creature"], row["spell"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_of_the_test_set_has_finished_texts(lang: str) -> None:
    names = {"ja": {"machine": "機械", "flyer": "飛行"}, "en": {}}[lang]
    for creature, spell in halves(cards_of_test_set()):
        assert creature.get("abilities")
        check_form(texts.creature_text(creature, lang, names), lang)
        check_form(texts.spell_text(spell, lang, names), lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_of_the_collection_has_finished_texts(lang: str) -> None:
    collection = standard()
    names = {**collection.races[lang], **collection.keywords[lang]}
    rows: list[Row] = []
    for creature, spell in halves(collection.cards):
        if creature.get("abilities"):
            check_form(texts.creature_text(creature, lang, names), lang)
        check_form(texts.spell_text(spell, lang, names), lang)
        rows += [(row, "creature", "") for row in creature.get("abilities", [])]
        rows += [(row, spell["type"], spell.get("host", "")) for row in spell.get("abilities", [])]
        if spell["type"] == "instant":
            rows.append(({"do": spell["do"]}, "instant", ""))
    assert check_distinct(rows, lang) > 100


def test_words_that_are_missing_are_named() -> None:
    words = texts.lexicon("en")
    for call in (words.text, words.forms):
        with pytest.raises(DataFault, match=r"no word en\.verb\.fly"):
            call("verb.fly")
    with pytest.raises(DataFault, match="is not a text"):
        words.text("verb.destroy")
    with pytest.raises(DataFault, match="is not a list"):
        words.forms("sentence.stop")

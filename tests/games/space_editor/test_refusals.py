"""Refusals: every fault has its code, its clause, its kind and its sentence, and tells nothing that is hidden."""

from __future__ import annotations

import ast
import copy
import random
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from games.space_editor.abilities import do, forbid, protect, when
from games.space_editor.arrange import play, position, stir, table
from games.space_editor.cards import Json, basepoint, gifted, star
from games.space_editor.lying import cells
from games.space_editor.told import named
from marks import clause
from oracle.random_space_editor import random_start
from orrery.core.clause import NOT_ALLOWED, NOT_NOW, NOT_UNDERSTOOD, Over, explain, rulebook
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.core.notation import canonical
from orrery.games.space_editor import GAME

SOURCES = Path(__file__).resolve().parents[3] / "src" / "orrery"
TEXTS: Json = tomllib.loads((SOURCES / "games/space_editor/data/refusals.toml").read_text(encoding="utf-8"))
CODES = set(TEXTS) - {"words"}
FROM_CORE = {"bad_fate"}
"""Space Editor draws nothing after its setup, so that no forced value can be wrong in an action."""

BLANK = "- - - -"
ABLE = gifted(BLANK, when("game_end"))
EVERY_KIND = ["star", "planet", "ability", "basepoint"]


def place_step(mode: str = "full") -> Match:
    """t lies at 0,0 with n3 in the east, gravity in the north; the hand is p (n2 in the west) and q."""
    return table("t", {"t": "g1 n3 - -", "p": "- - - n2", "q": "k k - -"}, ("p q", "t"), mode=mode)


def basepoint_step() -> Match:
    """The last player is to place the basepoint."""
    cards = {"b": basepoint(), "p": ABLE}
    return Match.new(GAME, {"cards": cards, "decks": [["p"], ["p"]], "deck_rules": "none", "table": [3, 2]}, 1)


def finished() -> Match:
    """A match that is over."""
    return Match.load(GAME, position("t", {"t": BLANK}, ("", ""), decks=("", ""), phase="over"))


def stuck() -> Match:
    """A full-mode hand that fits nowhere."""
    return table("t", {"t": "g1 g1 g1 g1", "p": "k k k k"}, ("p", "t"))


def final_turn() -> Match:
    """The last player holds a star and a planet in the final turn, and stars are forbidden."""
    options = {"final_star": "forbid"}
    return table(
        "t", {"t": BLANK, "s": star(), "p": BLANK}, ("", "s p"), decks=("", ""), active=1, mode="half", options=options
    )


def facing() -> Match:
    """Two cards were turned up; that at 0,0 is older."""
    match = table("/a#0 . /b#1", {"a": BLANK, "b": BLANK, "p": "- k - k"})
    play(match, "place p 1,0 r0")
    return match


def asked(verb: Json, picture: str = "m t", cards: Json | None = None, **more: object) -> Match:
    """The ability of m at 0,0 asks for something."""
    known = {"t": star(), "d": BLANK, "b": basepoint(BLANK), "a": ABLE, "z": "n1 n1 n1 n1"}
    return stir(picture, known | (cards or {}), verb, **more)


def relocating(to: str = "any", split: str = "allow") -> Match:
    """The star t is being relocated; u shows n3 to the west."""
    verb = do("relocate", "adjacent", kind=["star"], to=to)
    cards = {"t": star("- n2 - -"), "u": "- - - n3", "f": gifted(BLANK, forbid("adjacent"))}
    match = asked(verb, "m t . . u . f", cards, options={"split": split})
    play(match, "target 1,0")
    return match


def rotating() -> Match:
    """The star t is being rotated."""
    match = asked(do("rotate", "adjacent", kind=["star"]))
    play(match, "target 1,0")
    return match


def placing(card: Json | None = None) -> Match:
    """The ability of m has seat 0 place q or s beside it."""
    return asked(do("place", to="adjacent", card=card or {}), "m", {"q": BLANK, "s": star()}, hands=("p q s", "fill"))


Row = tuple[Callable[[], Match], str, str, str, str]

TABLE: list[Row] = [
    (finished, "place p 0,0 r0", "match_over", "SE-7.6", NOT_NOW),
    (finished, "nonsense", "match_over", "SE-7.6", NOT_NOW),
    (place_step, "jump", "unknown_word", "SE-13.1", NOT_UNDERSTOOD),
    (place_step, "", "unknown_word", "SE-13.1", NOT_UNDERSTOOD),
    (place_step, "place p 1,0", "wrong_form", "SE-13.1", NOT_UNDERSTOOD),
    (place_step, "place p 1,0 r4", "wrong_form", "SE-13.1", NOT_UNDERSTOOD),
    (place_step, "place p 1;0 r0", "wrong_form", "SE-13.1", NOT_UNDERSTOOD),
    (place_step, "place nowhere 1,0 r9", "wrong_form", "SE-13.1", NOT_UNDERSTOOD),
    (place_step, "target 0", "wrong_form", "SE-13.1", NOT_UNDERSTOOD),
    (place_step, "place nowhere 1,0 r0", "unknown_card", "SE-12.2", NOT_UNDERSTOOD),
    (place_step, "discard nowhere", "unknown_card", "SE-12.2", NOT_UNDERSTOOD),
    (place_step, "target 0,0", "wrong_step", "SE-13.1", NOT_NOW),
    (place_step, "face 0,0 r0", "wrong_step", "SE-13.1", NOT_NOW),
    (place_step, "basepoint 0,0", "wrong_step", "SE-13.1", NOT_NOW),
    (place_step, "use", "wrong_step", "SE-13.1", NOT_NOW),
    (basepoint_step, "place p 0,0 r0", "wrong_step", "SE-13.1", NOT_NOW),
    (facing, "place p 0,1 r0", "wrong_step", "SE-13.1", NOT_NOW),
    (rotating, "target 1,0", "wrong_step", "SE-13.1", NOT_NOW),
    (rotating, "discard p", "no_discarding", "SE-6.4", NOT_NOW),
    (place_step, "pass", "no_passing", "SE-6.3", NOT_NOW),
    (basepoint_step, "pass", "no_passing", "SE-6.3", NOT_NOW),
    (facing, "pass", "no_passing", "SE-8.6", NOT_NOW),
    (rotating, "pass", "no_passing", "SE-8.6", NOT_NOW),
    (lambda: place_step("half"), "discard p", "no_discarding", "SE-6.4", NOT_NOW),
    (basepoint_step, "basepoint 2,0", "off_table", "SE-4.5", NOT_ALLOWED),
    (basepoint_step, "basepoint 0,1", "off_table", "SE-4.5", NOT_ALLOWED),
    (place_step, "place p 11,0 r0", "off_table", "SE-4.5", NOT_ALLOWED),
    (place_step, "place t 1,0 r0", "not_in_hand", "SE-1.5", NOT_ALLOWED),
    (place_step, "discard t", "not_in_hand", "SE-6.4", NOT_ALLOWED),
    (place_step, "discard p", "can_place", "SE-6.4", NOT_ALLOWED),
    (stuck, "discard t", "not_in_hand", "SE-6.4", NOT_ALLOWED),
    (stuck, "place p 0,1 r0", "does_not_connect", "SE-4.2", NOT_ALLOWED),
    (final_turn, "place s 1,0 r0", "final_star", "SE-7.5", NOT_ALLOWED),
    (place_step, "place p 0,0 r0", "cell_taken", "SE-4.5", NOT_ALLOWED),
    (place_step, "place p 1,1 r0", "touches_nothing", "SE-4.6", NOT_ALLOWED),
    (place_step, "place q 1,0 r0", "does_not_connect", "SE-4.2", NOT_ALLOWED),
    (place_step, "place p 1,0 r0", "would_fall", "SE-4.4", NOT_ALLOWED),
    (
        lambda: table("f", {"f": gifted(BLANK, forbid("any")), "p": BLANK}),
        "place p 0,1 r0",
        "barred",
        "SE-4.8",
        NOT_ALLOWED,
    ),
    (facing, "face 2,0 r0", "other_card_first", "SE-5.7", NOT_ALLOWED),
    (facing, "face 5,5 r0", "other_card_first", "SE-5.7", NOT_ALLOWED),
    (facing, "face 50,5 r0", "off_table", "SE-4.5", NOT_ALLOWED),
    (rotating, "rotate 0,0 r0", "other_subject", "SE-8.7", NOT_ALLOWED),
    (relocating, "relocate 1,0 r0", "same_cell", "SE-8.10", NOT_ALLOWED),
    (relocating, "relocate 0,0 r0", "cell_taken", "SE-4.5", NOT_ALLOWED),
    (relocating, "relocate 2,0 r0", "touches_nothing", "SE-4.6", NOT_ALLOWED),
    (relocating, "relocate 0,1 r1", "does_not_connect", "SE-4.2", NOT_ALLOWED),
    (relocating, "relocate 3,0 r0", "would_fall", "SE-4.4", NOT_ALLOWED),
    (relocating, "relocate 7,0 r0", "barred", "SE-4.8", NOT_ALLOWED),
    (lambda: relocating("adjacent"), "relocate 1,-1 r0", "outside_area", "SE-11.6e", NOT_ALLOWED),
    (placing, "place fill 1,0 r0", "not_in_hand", "SE-1.5", NOT_ALLOWED),
    (placing, "place q 1,-1 r0", "outside_area", "SE-11.6f", NOT_ALLOWED),
    (lambda: placing({"kind": ["star"]}), "place q 1,0 r0", "card_not_meant", "SE-11.6f", NOT_ALLOWED),
    (lambda: asked(do("turn_down", "adjacent")), "target 3,3", "nothing_there", "SE-11.5", NOT_ALLOWED),
    (lambda: asked(do("turn_down", "adjacent")), "target 0,0", "not_itself", "SE-11.4", NOT_ALLOWED),
    (lambda: asked(do("turn_down", "adjacent"), "m t t"), "target 2,0", "outside_area", "SE-11.4", NOT_ALLOWED),
    (lambda: asked(do("turn_down", "line"), "m /d"), "target 1,0", "wrong_face", "SE-11.6a", NOT_ALLOWED),
    (lambda: asked(do("turn_up", "line"), "m t /d"), "target 1,0", "wrong_face", "SE-11.6b", NOT_ALLOWED),
    (lambda: asked(do("rotate", "line"), "m /d"), "target 1,0", "wrong_face", "SE-11.6d", NOT_ALLOWED),
    (lambda: asked(do("relocate", "line"), "m /d"), "target 1,0", "wrong_face", "SE-11.6e", NOT_ALLOWED),
    (lambda: asked(do("guard", "line"), "m /d"), "target 1,0", "wrong_face", "SE-11.6g", NOT_ALLOWED),
    (lambda: asked(do("silence", "line"), "m a /a"), "target 2,0", "wrong_face", "SE-11.6h", NOT_ALLOWED),
    (lambda: asked(do("turn_down", "any", kind=["star"])), "target 0,-1", "not_meant", "SE-11.4", NOT_ALLOWED),
    (lambda: asked(do("turn_over", "any", placer="me"), "m t@1"), "target 1,0", "not_meant", "SE-11.4", NOT_ALLOWED),
    (lambda: asked(do("turn_down", "any"), "m b"), "target 1,0", "not_meant", "SE-11.4", NOT_ALLOWED),
    (
        lambda: asked(do("relocate", "any", kind=EVERY_KIND), "m b"),
        "target 1,0",
        "never_basepoint",
        "SE-11.6e",
        NOT_ALLOWED,
    ),
    (
        lambda: asked(do("silence", "any", kind=EVERY_KIND), "b a\nm ."),
        "target 0,1",
        "never_basepoint",
        "SE-11.6h",
        NOT_ALLOWED,
    ),
    (lambda: asked(do("silence", "any"), "m a t"), "target 2,0", "no_abilities", "SE-11.6h", NOT_ALLOWED),
    (lambda: asked(do("relocate", "any"), "m t z"), "target 2,0", "nowhere_to_go", "SE-11.6e", NOT_ALLOWED),
    *(
        (
            lambda verb=verb: asked(do(verb, "any"), "m t . s", {"s": gifted(BLANK, protect("line", verb))}),
            "target 1,0",
            "protected",
            "SE-8.9",
            NOT_ALLOWED,
        )
        for verb in ("turn_down", "rotate", "relocate")
    ),
    (
        lambda: asked(
            do("turn_up", "any"), "m /d . s /d@1", {"s": gifted(BLANK, protect("any", "turn_up", placer="me"))}
        ),
        "target 1,0",
        "protected",
        "SE-8.9",
        NOT_ALLOWED,
    ),
]


def splitting() -> Match:
    """The star t is being relocated, and the universe must stay in one piece."""
    match = stir(
        "m . x . t", {"t": star(), "x": BLANK}, do("relocate", "line", kind=["star"]), options={"split": "forbid"}
    )
    play(match, "target 4,0")
    return match


def nothing_to_place() -> Match:
    """An optional place is asked although nothing of the hand fits."""
    optional = gifted("g1 g1 g1 g1", when("neighbour_placed", do("place", may=True)))
    match = table("m", {"m": optional, "z": "k k k k", "p": "g1 g1 g1 g1"}, ("p z",))
    play(match, "place p 0,1 r0")
    return match


TABLE += [
    (splitting, "relocate 0,1 r0", "would_split", "SE-8.10", NOT_ALLOWED),
    (nothing_to_place, "use", "nothing_to_place", "SE-11.5", NOT_ALLOWED),
]
IDS = [f"{code} {word}" for _, word, code, _, _ in TABLE]


@clause("SE-13.1", "SE-6.3", "SE-8.6", "SE-8.7")
@pytest.mark.parametrize(("arrange", "word", "code", "clause_id", "kind"), TABLE, ids=IDS)
def test_a_fault_has_its_code_its_clause_and_its_kind(
    arrange: Callable[[], Match], word: str, code: str, clause_id: str, kind: str
) -> None:
    match = arrange()
    refusal = match.why_not(word)
    assert refusal is not None
    assert (refusal.code, refusal.clause, refusal.kind) == (code, clause_id, kind)
    assert word not in match.actions()


@pytest.mark.parametrize(("arrange", "word", "code", "clause_id", "kind"), TABLE, ids=IDS)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_fault_has_a_sentence_with_its_facts_in_each_language(
    arrange: Callable[[], Match], word: str, code: str, clause_id: str, kind: str, lang: str
) -> None:
    refusal = arrange().why_not(word)
    assert refusal is not None
    text = explain(GAME.package, refusal, lang)
    assert text
    assert not re.search(r"[{}]", text)
    # Facts that are words of the program are written as people write them.
    assert not any(fact in text for fact in TEXTS["words"]["en"] if "_" in fact)
    assert clause_id in rulebook(GAME.package, lang).clauses


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_text_uses_all_its_facts_alike_in_both_languages(code: str) -> None:
    english, japanese = (set(re.findall(r"{(\w+)}", TEXTS[code][lang])) for lang in ("en", "ja"))
    assert english == japanese
    assert TEXTS[code]["en"] != TEXTS[code]["ja"]


def test_the_words_are_the_same_in_both_languages() -> None:
    assert set(TEXTS["words"]["en"]) == set(TEXTS["words"]["ja"])


def test_every_code_can_be_provoked() -> None:
    assert {code for _, _, code, _, _ in TABLE} == CODES - FROM_CORE


def test_every_code_of_the_program_has_a_text_and_every_text_a_code() -> None:
    program = ast.parse((SOURCES / "games/space_editor/rules/refusals.py").read_text(encoding="utf-8"))
    texts = {node.value for node in ast.walk(program) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert texts >= CODES - FROM_CORE
    for node in ast.walk(program):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
            code = node.args[1]
            if isinstance(code, ast.Constant):
                assert code.value in CODES
    core = (SOURCES / "core/match.py").read_text(encoding="utf-8")
    assert all(f'"{code}"' in core for code in FROM_CORE)


def test_the_three_kinds_are_never_mixed() -> None:
    kinds: dict[str, set[str]] = {}
    for _, _, code, _, kind in TABLE:
        kinds.setdefault(code, set()).add(kind)
    assert all(len(found) == 1 for found in kinds.values())
    by_kind = {kind: {code for code, found in kinds.items() if kind in found} for kind in (NOT_UNDERSTOOD, NOT_NOW)}
    assert by_kind[NOT_UNDERSTOOD] == {"unknown_word", "wrong_form", "unknown_card"}
    assert by_kind[NOT_NOW] == {"match_over", "wrong_step", "no_passing", "no_discarding"}


def test_an_action_after_the_end_is_over_whatever_it_says() -> None:
    match = finished()
    for word in ("place p 0,0 r0", "nonsense", ""):
        with pytest.raises(Over):
            match.act(word)


def test_facts_name_cells_sides_and_numbers() -> None:
    refusal = place_step().why_not("place p 1,0 r0")
    assert refusal is not None
    assert refusal.facts == {"x": 1, "y": 0, "card": "p", "r": 0, "rules": "nn", "contacts": "W: n2 / n3"}
    refusal = place_step().why_not("place q 1,0 r1")
    assert refusal is not None
    facts = {"x": 1, "y": 0, "card": "q", "r": 1, "direction": "west", "mine": "-", "theirs": "n3"}
    assert refusal.facts == facts
    refusal = table("/t", {"t": "n9 n9 n9 n9", "p": "n1 n1 n1 n1"}).why_not("place p 0,1 r0")
    assert refusal is not None
    assert (refusal.facts["direction"], refusal.facts["mine"], refusal.facts["theirs"]) == ("south", "n1", "f")
    refusal = place_step().why_not("discard p")
    assert refusal is not None
    assert refusal.facts == {"count": len(place_step().actions())}
    refusal = basepoint_step().why_not("basepoint 2,0")
    assert refusal is not None
    assert refusal.facts == {"x": 2, "y": 0, "left": -1, "right": 1, "bottom": -1, "top": 0}
    refusal = relocating().why_not("relocate 7,0 r0")
    assert refusal is not None
    assert (refusal.facts["by"], refusal.facts["bx"], refusal.facts["by_y"]) == ("f", 6, 0)
    refusal = relocating("adjacent").why_not("relocate 1,-1 r0")
    assert refusal is not None
    assert (refusal.facts["area"], refusal.facts["cx"], refusal.facts["cy"]) == ("adjacent", 0, 0)
    refusal = facing().why_not("face 2,0 r0")
    assert refusal is not None
    assert (refusal.facts["sx"], refusal.facts["sy"]) == (0, 0)


@clause("SE-15.1", "SE-15.2")
def test_why_a_face_down_card_is_refused_does_not_depend_on_what_it_is() -> None:
    found: set[str] = set()
    cards = {"x0": star("n9 - - -", 5), "x1": ABLE, "x2": "k k k k"}
    for hidden in cards:
        for verb in (do("turn_down", "line", kind=["star"]), do("rotate", "line", level=["gold"])):
            match = stir(f"m t /{hidden}", cards | {"t": star(level="gold")}, verb)
            assert cells(match, "target") == {(1, 0)}
            refusal = match.why_not("target 2,0")
            assert refusal is not None
            found.add(canonical(refusal.as_json()))
    assert len(found) == 2


def disguised(position: Json, seat: int, rng: random.Random) -> Json:
    """Another world with the same view: other hands, decks and face-down cards, as far as the seat cannot know."""
    world = copy.deepcopy(position)
    cards = [id for id, card in world["cards"].items() if card["kind"] != "basepoint"]
    for other in range(len(world["hands"])):
        rng.shuffle(world["decks"][other])
        if other != seat:
            for pile in (world["hands"][other], world["decks"][other]):
                pile[:] = [rng.choice(cards) for _ in pile]
    named_cards = {entry["no"] for entry in [*world["queue"], *([world["now"]] if world["now"] else [])]}
    for row in world["board"]:
        if not row["up"] and world["cards"][row["card"]]["kind"] != "basepoint" and row["no"] not in named_cards:
            row |= {"card": rng.choice(cards), "r": rng.randrange(4), "void": False}
            row |= {mark: rng.choice([0, world["turn"], world["turn"] + 3]) for mark in ("guard", "silence")}
    return world


def tries(match: Match, rng: random.Random) -> list[str]:
    """Legal words and others that are near to them."""
    listed = match.actions()
    found = rng.sample(listed, min(3, len(listed)))
    board = match.position()["board"] or [{"x": 0, "y": 0}]
    for _ in range(6):
        row = rng.choice(board)
        x, y = row["x"] + rng.choice([-1, 0, 0, 1]), row["y"] + rng.choice([-1, 0, 0, 1])
        card = rng.choice(sorted(match.position()["cards"]))
        verb = rng.choice(["place", "target", "face", "rotate", "relocate", "discard", "pass", "use", "basepoint"])
        parts = {"place": f" {card} {x},{y} r{rng.randrange(4)}", "discard": f" {card}", "pass": "", "use": ""}
        found.append(verb + parts.get(verb, f" {x},{y}" + ("" if verb in ("target", "basepoint") else f" r{x % 4}")))
    return found


@clause("SE-15.1", "SE-15.2", "SE-15.3")
@pytest.mark.parametrize("seed", range(12))
def test_two_worlds_with_one_view_give_one_answer(seed: int) -> None:
    rng = random.Random(f"worlds {seed}")
    start = random_start(rng)
    start["options"]["face_down"] = "hidden"
    match = Match.new(GAME, start["options"], start["seed"])
    steps = 0
    while match.to_act() is not None and steps < 40:
        seat = match.to_act()
        assert seat is not None
        if rng.random() < 0.4:
            twin = Match.load(GAME, disguised(match.position(), seat, rng))
            assert canonical(twin.view(seat)) == canonical(match.view(seat))
            assert twin.actions() == match.actions()
            for word in tries(match, rng):
                one, other = match.why_not(word), twin.why_not(word)
                assert (one is None) == (other is None)
                if one is not None and other is not None:
                    assert one.as_json() == other.as_json()
        match.act(rng.choice(match.actions()))
        steps += 1
    assert named(match.seen(None), "turn")


def test_a_refused_action_changes_nothing() -> None:
    for arrange, word, _, _, _ in TABLE:
        match = arrange()
        before, listed = match.position(), match.actions()
        state = match.state
        state.why_not(word)
        assert match.position() == before
        assert GAME.load(before, Fate()).position() == before
        GAME.check(state)
        assert match.actions() == listed

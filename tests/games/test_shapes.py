"""The shapes of our games: complete, in the words of the rules, and true of golden matches and the page's samples."""

from __future__ import annotations

import ast
import json
import re
from importlib import resources
from pathlib import Path
from typing import Any, get_args

import pytest

from golden.make_matches import FOLDER, game_of, read
from known import known
from orrery.core.match import Match
from orrery.core.options import options_of
from orrery.core.shapes import Shapes, fields_of
from orrery.games import game_names
from orrery.games.five_spheres import shapes as spheres
from orrery.games.five_spheres.cards import language, vocabulary
from orrery.games.five_spheres.rules import assembly
from orrery.games.five_spheres.rules import loading as spheres_loading
from orrery.games.five_spheres.rules import state as spheres_state
from orrery.games.space_editor import shapes as space
from orrery.games.space_editor.cards import card as space_card
from orrery.games.space_editor.rules import state as space_state
from orrery.games.vediic import cards as vediic_cards
from orrery.games.vediic import shapes as vediic
from orrery.games.vediic.rules import state as vediic_state

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "web" / "src" / "games"
CHAPTERS = {"space_editor": "SE-14", "vediic": "VE-16", "five_spheres": "FS-20"}
"""Where the rulebooks list the events."""


def shapes_of(name: str) -> Shapes:
    game = known(name)
    found = game.guide().shapes()
    assert found is not None
    return found


def listed_events(name: str) -> dict[str, set[str]]:
    """The events that a rulebook lists, each with its fields."""
    text = resources.files(f"orrery.games.{name}").joinpath("rulebook/en.md").read_text(encoding="utf-8")
    chapter = re.split(r"^## ", text.partition(f"## {CHAPTERS[name]} ")[2], flags=re.M)[0]
    table = chapter.partition("| event | fields |")[2]
    found: dict[str, set[str]] = {}
    for line in table.splitlines()[2:]:
        if not line.startswith("|"):
            break
        names, fields = line.split("|")[1:3]
        words = re.sub(r"\[.*?\]|\(.*?\)|`", "", fields).split(",")
        for event in re.findall("`([a-z_]+)`", names):
            found[event] = {word.strip().split(" ")[0] for word in words} - {"", "–", "-", "none"}
    return found


def events_of(name: str) -> ast.Module:
    """The source of a game's events."""
    path = ROOT / "src" / "orrery" / "games" / name / "rules" / "events.py"
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", sorted(CHAPTERS))
def test_every_event_of_the_rulebook_has_a_shape_with_its_fields(name: str) -> None:
    shapes = shapes_of(name)
    listed = listed_events(name)
    assert set(shapes.events) == set(listed)
    for event, fields in listed.items():
        assert set(fields_of(shapes.events[event])) == {"event", *fields}, event


@pytest.mark.parametrize("name", sorted(CHAPTERS))
def test_every_event_that_the_rules_write_has_a_shape(name: str) -> None:
    tree = events_of(name)
    written = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Dict):
            continue
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and key.value == "event":
                words = [word.value for word in ast.walk(value) if isinstance(word, ast.Constant)]
                written.update(word for word in words if isinstance(word, str))
    assert written and written <= set(shapes_of(name).events)


@pytest.mark.parametrize("name", sorted(CHAPTERS))
def test_every_event_class_is_declared_under_its_own_name(name: str) -> None:
    """Classes that only wrap others or share an event with one that is declared need no shape of their own."""
    tree = events_of(name)
    classes = {node.name for node in tree.body if isinstance(node, ast.ClassDef)} - {"Frame", "Setup", "SetTaken"}
    assert classes == {event.__name__ for event in shapes_of(name).event_types}  # type: ignore[attr-defined]


def test_the_words_of_shapes_are_the_words_of_the_rules() -> None:
    pairs: list[tuple[Any, tuple[str, ...]]] = [
        (space.Element, space_card.ELEMENTS),
        (space.Kind, space_card.KINDS),
        (space.Level, space_card.LEVELS),
        (space.Phase, space_state.PHASES),
        (space.Stage, space_state.STAGES),
        (space.Rule, tuple(code for _, code in space_card.RULE_CODES)),
        (vediic.Color, vediic_cards.COLORS),
        (vediic.Phase, vediic_state.PHASES),
        (vediic.Stage, vediic_state.STAGES),
        (spheres.Sphere, vocabulary.SPHERES),
        (spheres.Mode, spheres_state.MODES),
        (spheres.Method, assembly.METHODS),
        (spheres.Step, spheres_state.STEPS),
        (spheres.Stage, spheres_state.STAGES),
        (spheres.Question, spheres_state.KINDS[1:]),
        (spheres.Zone, language.ZONES),
        (spheres.Verb, language.VERBS),
        (spheres.Moment, vocabulary.EVENTS),
        (spheres.Passive, vocabulary.PASSIVES),
        (spheres.Reason, spheres_loading.REASONS),
    ]
    for words, rules in pairs:
        assert get_args(words) == rules
    for by_color in (vediic.Pile, vediic.Planets):
        assert tuple(fields_of(by_color)) == vediic_cards.COLORS


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.json")))
def test_views_and_events_of_a_golden_match_fit(name: str) -> None:
    record = read(FOLDER / f"{name}.json")
    shapes = shapes_of(record["game"])
    match = Match.new(game_of(record), record["options"], record["seed"])
    seats = [None, *range(match.state.seats())]
    for number, row in enumerate(record["actions"]):
        if number % 8 == 0:
            assert shapes.fault_in_view(match.view(seats[number // 8 % len(seats)])) is None
        for event in match.act(row[0]):
            for told_event in (event.as_json(), *(event.seen_by(seat) for seat in seats)):
                assert told_event is None or shapes.fault_in_event(told_event) is None
    for seat in seats:
        assert shapes.fault_in_view(match.view(seat)) is None


def moments_in(sample: object) -> list[dict[str, Any]]:
    """The views that a sample of the page holds, wherever they stand."""
    if isinstance(sample, list):
        return [view for part in sample for view in moments_in(part)]
    if not isinstance(sample, dict):
        return []
    if "game" in sample and "options" in sample:
        return [sample]
    return [view for part in sample.values() for view in moments_in(part)]


def events_in(sample: object) -> list[dict[str, Any]]:
    """The events that a sample of the page holds, wherever they stand outside of views."""
    if isinstance(sample, list):
        return [event for part in sample for event in events_in(part)]
    if not isinstance(sample, dict) or ("game" in sample and "options" in sample):
        return []
    if isinstance(sample.get("event"), str):
        return [sample]
    return [event for part in sample.values() for event in events_in(part)]


@pytest.mark.parametrize("name", sorted(CHAPTERS))
def test_the_samples_of_the_page_fit(name: str) -> None:
    shapes = shapes_of(name)
    folder = SAMPLES / name / "samples"
    texts = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}
    cards = texts.pop("cards.json", {})
    views, events = moments_in(list(texts.values())), events_in(list(texts.values()))
    assert len(views) > 5 and len(events) > 20
    for view in views:
        # The samples leave out what is the same in all of them.
        whole = {"cards": cards.get("cards", cards), "fate": None, **view} if name != "vediic" else view
        assert shapes.fault_in_view(whole) is None
    for event in events:
        assert shapes.fault_in_event(event) is None


def test_all_our_games_declare_shapes() -> None:
    for name in CHAPTERS:
        assert name in game_names()
        assert shapes_of(name).event_types


@pytest.mark.parametrize("game", [space, vediic, spheres])
def test_the_options_of_a_view_have_the_words_of_the_option_rows(game: Any) -> None:
    rows = {row.key: row for row in options_of(game.__name__.rpartition(".")[0]).rows}
    shown = fields_of(game.Options)
    for key, field in shown.items():
        row = rows[key]
        if row.kind == "word":
            # A silent option is shown only where it is not the default.
            assert get_args(field.shape) == tuple(w for w in row.words if not (row.silent and w == row.default)), key
        elif row.kind != "data":
            assert field.shape is (bool if row.kind == "flag" else int), key
    assert {key for key, row in rows.items() if row.kind != "data"} <= {*shown}

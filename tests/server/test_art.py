"""The art of all that ships: every card and board has a picture of its own, fit to be shown anywhere."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from needs import missing
from orrery.core.game import Game
from orrery.games import our_games
from orrery.press import art
from orrery.server.http.page import FOLDER

ROOT = Path(__file__).resolve().parent.parent.parent
MOST = 40_000
"""The largest picture of a card, in bytes."""
MOST_BOARD = 400_000
LARGEST = 4_000_000
"""All pictures together: they travel with every installation."""
SVG = "{http://www.w3.org/2000/svg}"
FORBIDDEN = {f"{SVG}{name}" for name in ("script", "foreignObject", "image", "a", "style", "iframe", "animate", "set")}
OUTSIDE = re.compile(r"url\((?!#)|@import|https?:(?!//www\.w3\.org/2000/svg)|javascript:|data:", re.IGNORECASE)


def shipped(game: Game) -> list[str]:
    """What a game ships that can be drawn."""
    guide = game.guide()
    cards = guide.cards(None) if guide.has_cards() else None
    return [*([] if cards is None else cards.cards), *board_names(game)]


def board_names(game: Game) -> list[str]:
    """What the pictures of a game's boards are called."""
    return [f"board-{name}" for name in game.guide().boards()]


@pytest.fixture(autouse=True)
def built() -> None:
    if not (FOLDER / "index.html").exists():
        missing("the page is not built (make page)")


@pytest.mark.parametrize("game", our_games(), ids=lambda game: game.name)
def test_everything_that_ships_has_a_picture_of_its_own(game: Game) -> None:
    if not Path(art.FOLDER, game.name).is_dir():
        pytest.fail(f"nobody has drawn {game.name}: its folder of the page has no artist.ts, or make page is due")
    pictures = {name: art.picture(game.name, name) for name in shipped(game)}
    assert [name for name, svg in pictures.items() if svg is None] == []
    # The names of gradients have the card in them: without it, nothing but the drawing is compared.
    drawn = Counter(svg.replace(name, "") for name, svg in pictures.items() if svg is not None)
    assert max(drawn.values()) == 1


@pytest.mark.parametrize("game", our_games(), ids=lambda game: game.name)
def test_pictures_are_well_formed_and_need_nothing_from_elsewhere(game: Game) -> None:
    sizes = 0
    boards = board_names(game)
    for name in art.names(game.name):
        text = art.picture(game.name, name)
        assert text is not None
        root = ElementTree.fromstring(text)
        assert root.tag == f"{SVG}svg" and root.get("viewBox"), name
        ids = [each.get("id") for each in root.iter() if each.get("id")]
        assert len(ids) == len(set(ids)), name
        for each in root.iter():
            assert each.tag not in FORBIDDEN, (name, each.tag)
            links = [value for key, value in each.attrib.items() if key.endswith("href")]
            assert all(value.startswith("#") and value[1:] in ids for value in links), (name, links)
            assert not any(key.startswith("on") for key in each.attrib), (name, each.attrib)
        assert not OUTSIDE.search(text), name
        assert len(text.encode()) < (MOST_BOARD if name in boards else MOST), name
        sizes += len(text.encode())
    assert sizes < LARGEST


def test_a_name_that_is_none_finds_nothing(tmp_path: Path) -> None:
    (tmp_path / "go").mkdir()
    (tmp_path / "go" / "stone.svg").write_text("<svg/>")
    (tmp_path / "secret.svg").write_text("<svg/>")
    assert art.picture("go", "stone", tmp_path) == "<svg/>" and art.names("go", tmp_path) == ["stone"]
    for game, name in (("go", "../secret"), ("..", "secret"), ("go", ""), ("go", "stone2"), ("chess", "stone")):
        assert art.picture(game, name, tmp_path) is None
    assert art.names("..", tmp_path) == []


def test_the_notes_name_every_drawing_of_others_and_who_drew_it() -> None:
    notes = (ROOT / "THIRD-PARTY.md").read_text(encoding="utf-8")
    rows = {line.split("|")[1].strip(" []").partition("]")[0]: line for line in notes.splitlines() if "|" in line}
    found = list(ROOT.glob("web/src/games/*/emblems.json"))
    assert found
    for file in found:
        for author, drawings in json.loads(file.read_text(encoding="utf-8"))["authors"].items():
            named = rows[author].split("|")[2].strip().split(", ")
            assert set(drawings) <= set(named), author

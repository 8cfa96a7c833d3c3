"""What a game has printed: the third contract beside its rules and its guide, for those who cut and play.

A game's prints are the class `GamePrints` in the module `prints` of its folder in this layer, for a stranger's game in
the module `prints` of its own package. Beside it lies `faces.typ`, which sets what is printed: a dictionary `faces` of
functions by name. A face gets its data, its size and how it is wanted, and draws on a ground that runs on by the bleed.

A game decides what its things are; sheets, marks, backs, languages and pages are not its business.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from orrery.core.blocks import blocks, cells, runs
from orrery.core.data import JsonObject
from orrery.core.game import Game
from orrery.core.handbook import FIGURE, SUMMARY, Moment, handbook
from orrery.games import folder_of, game_named, game_names, part_of
from orrery.press import art
from orrery.press.order import BadOrder, Order

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

CARDS: Final = "cards"
BOARD: Final = "board"
TOKENS: Final = "tokens"
SUMMARY_CARDS: Final = "summary"
SCORE: Final = "score"
BOOKLET: Final = "booklet"
KINDS: Final = (CARDS, BOARD, TOKENS, SUMMARY_CARDS, SCORE, BOOKLET)
"""All that there is to print of a game, in the order in which it is printed."""
BESIDE: Final = 2
"""How many steps of a figure stand beside each other in the booklet."""
SCENE: Final = 56.0
"""How wide there what lies on the table may be, in millimetres."""
PIECES: Final = "planets"
"""The part of a board's picture that is moved about in play."""
NO_ART: Final = "the pictures are not there: they are a part of the built page (make page)"


@dataclass
class Face:
    """One side of a thing: the function of faces.typ that sets it, and what from."""

    name: str
    data: JsonObject = field(default_factory=dict)


@dataclass
class Thing:
    """Something that is cut out: so many of it, of one size in millimetres."""

    name: str
    face: Face
    wide: float
    high: float
    back: Face | None = None
    copies: int = 1
    is_round: bool = False
    stands: Thing | None = None
    """What it is where nothing need be folded to stand: at a table that is on a screen."""
    called: dict[str, str] = field(default_factory=dict)
    """What people call it, in each language, if that is not a card's name."""


class Pictures:
    """The art of a game that a print uses: what is asked for once is written once."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.files: dict[str, bytes] = {}

    def add(self, name: str, svg: str) -> str:
        """An SVG text under a name; what a face opens it by."""
        path = f"art/{name}.svg"
        self.files[path] = svg.encode()
        return f"/{path}"

    def has(self, name: str) -> bool:
        """Is there art of this name?"""
        return art.picture(self.game, name) is not None

    def text(self, name: str) -> str:
        """The art of this name. Raises BadOrder where the page has not been built."""
        found = art.picture(self.game, name)
        if found is None:
            raise BadOrder(NO_ART)
        return found

    def piece(self, name: str, colour: str = "") -> str:
        """A piece, perhaps in another colour than its own."""
        if not colour:
            return self.add(name, self.text(f"piece-{name}"))
        return self.add(f"{name}-{colour.lstrip('#')}", art.tinted(self.text(f"piece-{name}"), colour))

    def within(self, name: str, wide: float, high: float) -> str:
        """The picture of a card, or of a piece that is a ground, for a box of this shape."""
        found = art.within(self.text(name), wide, high)
        if found is None:
            raise BadOrder(NO_ART)
        return self.add(f"{name}-{wide:g}x{high:g}".replace(".", "_"), found)


@dataclass
class Choice:
    """Which cards of a game are meant: all of them, those of a deck, or those that meet wishes; perhaps of a folder."""

    folder: Traversable | None = None
    deck: list[str] | None = None
    deck_name: str = ""
    wishes: dict[str, str] = field(default_factory=dict)


class Prints:
    """What a game has printed. Whatever it does not answer is not printed of it."""

    def __init__(self, game: Game) -> None:
        self.game = game

    # --- what a game says ---------------------------------------------------------------------------------------------

    def cards(self, choice: Choice, order: Order, pictures: Pictures) -> list[Thing]:
        """The cards, in the order of their sheets. Raises BadOrder or DataFault for a choice that cannot be met."""
        return []

    def tokens(self, order: Order, pictures: Pictures) -> list[Thing]:
        """Pawns, disks and the like."""
        return []

    def score(self, order: Order, pictures: Pictures) -> list[Thing]:
        """A sheet to keep the score on."""
        return []

    def signs(self, pictures: Pictures) -> list[JsonObject]:
        """The signs of cards and boards that the summary cards explain: each with its `picture` and its `words`, which
        are a word in each language.
        """
        return []

    def scenes(self, moments: list[Moment], pictures: Pictures) -> list[Thing]:
        """What lies on the table at each moment of a figure of the handbook, at most `scene_wide` wide; none for a game
        whose figures are told in words alone. What is tried there and refused is shown as such.
        """
        return []

    def has_cards(self) -> bool:
        """Are there cards?"""
        return type(self).cards is not Prints.cards

    def kinds(self) -> list[str]:
        """What can be printed of the game."""
        there = {
            CARDS: self.has_cards(),
            BOARD: bool(self.game.guide().boards()),
            TOKENS: type(self).tokens is not Prints.tokens,
            SUMMARY_CARDS: handbook(self.game) is not None,
            SCORE: type(self).score is not Prints.score,
            BOOKLET: handbook(self.game) is not None,
        }
        return [kind for kind in KINDS if there[kind]]

    # --- what is the same for all -------------------------------------------------------------------------------------

    def template(self) -> bytes:
        """The game's faces."""
        return resources.files(folder_of(self.game, "press")).joinpath("faces.typ").read_bytes()

    def board(self, name: str, ink_saver: bool) -> str:
        """A board as SVG text: drawn by the artist, or by the guide where nobody has. Pieces that the artist has put on
        it are left out: who plays on paper puts their own there.
        """
        drawn = art.picture(self.game.name, f"{'paper' if ink_saver else 'board'}-{name}")
        return self.game.guide().board(name).svg() if drawn is None else art.without(drawn, PIECES)

    def summary(self, order: Order, pictures: Pictures) -> list[Thing]:
        """The chapter of the handbook that is the book on one page, with the signs of the game, as a card for each who
        plays; in two languages one on each side.
        """
        book = handbook(self.game)
        assert book is not None
        seats = max(self.game.guide().seats({}))
        signs = self.signs(pictures)
        sides: list[Face] = []
        for lang in order.langs:
            chapter = next(each for each in book.chapters[lang] if each.name == SUMMARY)
            title = self.game.guide().title()[lang]
            text = set_text(FIGURE.sub("", chapter.text))
            data = {"lang": lang, "title": title, "blocks": text, "signs": signs}
            sides.append(Face("summary", data))
        back = sides[1] if len(sides) > 1 and order.backs != "none" else None
        if back is None and len(sides) > 1:
            return [Thing(f"summary {side.data['lang']}", side, 98, 138, copies=seats) for side in sides]
        return [Thing("summary", sides[0], 98, 138, back, seats)]


def set_text(text: str) -> list[Any]:
    """A text of a book as the template sets it: blocks with their runs."""
    found: list[Any] = []
    for block in blocks(text):
        if block.kind == "table":
            found.append({"kind": "table", "rows": cells(block.lines)})
        elif block.kind == "picture":
            found.append({"kind": "picture", "lines": block.lines})
        elif block.kind == "item":
            mark, _, first = block.lines[0].partition(" ")
            found.append(
                {"kind": "item", "mark": "•" if mark == "-" else mark, "runs": runs([first, *block.lines[1:]])}
            )
        else:
            found.append({"kind": "words", "runs": runs(block.lines)})
    return found


def scene_wide(moments: list[Moment]) -> float:
    """How wide what lies on the table may be in a figure of these moments: one of a single step has the whole width."""
    return SCENE if len(moments) > 1 else BESIDE * SCENE


def prints_of(game: Game) -> Prints | None:
    """What a game has printed; None for one that brings nothing to print."""
    module = part_of(game, "press", "prints")
    return None if module is None else module.GamePrints(game)


def nothing_to_print(game: Game) -> BadOrder:
    """What is said of a game that brings nothing to print."""
    able = [name for name in game_names() if (each := game_named(name)) is not None and prints_of(each) is not None]
    return BadOrder(
        f"{game.name} brings nothing to print; {', '.join(able)} do. A game of a package of its own brings a module "
        "prints with a class GamePrints, and faces.typ beside it (orrery docs print)"
    )

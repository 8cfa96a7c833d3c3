"""What is compared in an experiment: what ships, and what somebody changed: cards, a board, a deck, options.

A variant is told by words, as they stand on a command line: a folder of cards, a board file, a deck (a name, a file, a
code), `option=value`; several of them together, but for two of one kind. From a variant come the setups of its matches:
every meeting of the game's decks with what was changed; of a deck, its meetings with all ready decks.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from orrery.core.cards.decks import BadDeck
from orrery.core.cards.shelf import AnyDeck
from orrery.core.clause import BadOptions
from orrery.core.data import DataFault, JsonObject, listed
from orrery.core.fate import Fate
from orrery.core.game import Game
from orrery.core.guide import BoardForPeople, Rivals
from orrery.lab.sittings import Setup

DECK = "deck"
"""What the deck of a variant is called in its meetings."""

KNOWN = "a folder of cards, a board file, a deck (name, file or code), or option=value"
"""What the words of a variant may be."""


class BadVariant(Exception):
    """Words that make no variant of a game: a sentence that says what was wrong and what would be right."""


class Variant:
    """What ships with a game, and what is changed of it."""

    def __init__(self, game: Game, label: str) -> None:
        self.game = game
        self.label = label
        self.words: list[str] = []
        """As it was told."""
        self.folder: Path | None = None
        self.board: BoardForPeople | None = None
        self.deck: AnyDeck | None = None
        self.options: JsonObject = {}

    def rivals(self) -> list[Rivals]:
        """The decks that meet, for each mode."""
        guide = self.game.guide()
        return guide.rivals() if self.folder is None else guide.rivals(self.folder)

    def material(self) -> JsonObject:
        """What it is played with, by id: the cards, and the board."""
        guide = self.game.guide()
        found: JsonObject = {}
        if self.folder is not None:
            found |= self.rivals()[0].options(self.rivals()[0].decks[:2])["cards"]
        elif (ours := guide.cards()) is not None:
            found |= ours.cards
        board = self.board or (guide.board(guide.boards()[0]) if guide.boards() else None)
        return found if board is None else {**found, "board": board.as_json()["source"]}

    def setups(self, modes: Sequence[str] = (), decks: Sequence[str] = ()) -> list[Setup]:
        """The matches of the variant: of all modes and decks, or of those that are named. A deck of one's own meets
        every ready deck that it can meet: in some games no two of one kind sit at a table. Raises BadVariant.
        """
        found: list[Setup] = []
        known = self.rivals()
        check_names(modes, [rivals.mode for rivals in known], "mode")
        for rivals in known:
            if modes and rivals.mode not in modes:
                continue
            check_names(decks, rivals.decks, "deck")
            if self.deck is None:
                meetings = [names for names in rivals.meetings() if not decks or all(name in decks for name in names)]
                found += [self._setup(rivals, names) for names in meetings]
            else:
                found += self._of_deck(rivals, [name for name in rivals.decks if not decks or name in decks])
        if not known:
            raise BadVariant(f"{self.game.name} has neither decks nor anything else that could be compared")
        if not found:
            ready = listed(dict.fromkeys(name for rivals in known for name in rivals.decks))
            others = f"; there are {ready}" if decks else ""
            raise BadVariant(f"a match is of two decks, and here is only {listed(decks) or ready}{others}")
        return found

    def _of_deck(self, rivals: Rivals, names: Sequence[str]) -> list[Setup]:
        """The meetings of the deck with ready decks. Raises BadVariant if it can meet none of them."""
        found: list[Setup] = []
        refused: BadVariant | None = None
        for name in names:
            try:
                found.append(self._setup(rivals, [DECK, name]))
            except BadVariant as fault:
                refused = fault
        if not found and refused is not None:
            raise refused
        return found

    def _setup(self, rivals: Rivals, names: list[str]) -> Setup:
        turns = range(max(1, len(names)))
        seated = [[names[(seat - turn) % len(names)] for seat in range(len(names))] for turn in turns]
        return Setup(self.label, rivals.mode, names, [self._options(rivals, by_seat) for by_seat in seated])

    def _options(self, rivals: Rivals, names: list[str]) -> JsonObject:
        """The options of a match of these decks, seat by seat. Raises BadVariant."""
        guide = self.game.guide()
        try:
            if self.deck is None:
                options = rivals.options(names)
            else:
                mode = [name for name in rivals.options(rivals.decks[:2]).items() if name[0] == "mode"]
                shelf = guide.shelf("en", self.folder)
                assert shelf is not None, "a game with decks has a shelf"
                decks = [self.deck if name == DECK else shelf.named(name) or shelf.numbered(name) for name in names]
                options = shelf.with_decks(dict(mode), [deck for deck in decks if deck is not None])
            options = {**options, **self.options}
            if self.board is not None:
                options = guide.with_board(options, self.board)
            self.game.new(options, Fate(0))
        except (BadOptions, BadDeck, DataFault) as fault:
            raise BadVariant(f"{self.label}: {fault}") from None
        return options

    def add(self, word: str) -> None:
        """One more of the words that tell it. Raises BadVariant."""
        self.words.append(word)
        if not word.strip():
            raise BadVariant(f"{self.label}: an empty word says nothing; say {KNOWN}")
        place = Path(word)
        if place.is_dir():
            self._once(self.folder, word, "folder of cards")
            try:
                self.game.guide().rivals(place)
            except DataFault as fault:
                raise BadVariant(fault.within(word, place.name)) from None
            self.folder = place
        elif place.suffix == ".json" and place.is_file():
            self._once(self.board, word, "board")
            self.board = self._board(place)
        elif "=" in word and not place.is_file():
            name, _, value = word.partition("=")
            if any(name in rivals.options(rivals.decks[:2]) for rivals in self.game.guide().rivals()):
                raise BadVariant(
                    f"{word}: {name} tells the matches of the game apart and is not changed; --modes and --decks "
                    "choose among them"
                )
            try:
                self.options[name] = json.loads(value)
            except ValueError:
                self.options[name] = value
        else:
            self._once(self.deck, word, "deck")
            self.deck = self._deck(word)

    def _once(self, known: object, word: str, what: str) -> None:
        if known is not None:
            raise BadVariant(f"{word}: {self.label} has a {what} already; say one of the two")

    def _board(self, place: Path) -> BoardForPeople:
        try:
            return self.game.guide().read_board(place.read_text(encoding="utf-8"), place.name)
        except (OSError, UnicodeDecodeError) as fault:
            raise BadVariant(f"{place}: {getattr(fault, 'strerror', None) or fault}") from None
        except DataFault as fault:
            raise BadVariant(f"{place}: {fault}") from None

    def _deck(self, word: str) -> AnyDeck:
        shelf = self.game.guide().shelf("en", self.folder)
        if shelf is None:
            what = "is no board file" if Path(word).exists() else "is not there"
            raise BadVariant(f"{word!r} {what}; {self.game.name} takes a board file (.json) or option=value")
        try:
            if Path(word).is_file():
                deck = shelf.read(Path(word).read_text(encoding="utf-8"), word)
            else:
                deck = shelf.numbered(word) or shelf.find(word)
            faults = deck.broken_rules()
        except (OSError, UnicodeDecodeError) as fault:
            raise BadVariant(f"{word}: {getattr(fault, 'strerror', None) or fault}") from None
        except BadDeck as fault:
            if Path(word).is_file():
                raise BadVariant(f"{str(fault).rstrip('.')}; say {KNOWN}") from None
            if "/" in word or "." in word:
                raise BadVariant(f"{word!r} is not there; say {KNOWN}") from None
            if word.upper().startswith(f"{shelf.prefix}-"):
                raise BadVariant(f"{word!r}: {fault}; say {KNOWN}") from None
            decks = ", ".join(shelf.names())
            raise BadVariant(
                f"{word!r} is neither a folder of cards nor a deck here (decks are {decks}); say {KNOWN}"
            ) from None
        if faults:
            raise BadVariant(f"{word}: {' '.join(shelf.said(faults))}")
        return deck


def variant_of(game: Game, label: str, words: Iterable[str]) -> Variant:
    """The variant that these words tell; what ships, if there are none. Raises BadVariant."""
    made = Variant(game, label)
    for word in words:
        made.add(word)
    return made


def check_names(wanted: Sequence[str], known: Sequence[str], what: str) -> None:
    """Raises BadVariant if one of these is not known."""
    for name in wanted:
        if name not in known:
            raise BadVariant(f"there is no {what} {name!r}; there are {', '.join(known) or 'none'}")

"""What somebody brings to the matches of a command: cards of their own, decks, a board. All commands read it here."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from orrery.cli.decks import all_shelves, the_deck
from orrery.cli.typed import fail, read_text
from orrery.core.cards.shelf import AnyDeck, Shelf
from orrery.core.clause import BadOptions
from orrery.core.data import DataFault, JsonObject
from orrery.core.game import Game
from orrery.core.guide import BoardForPeople
from orrery.core.match import Match
from orrery.core.notation import digest
from orrery.games import games_with

DeckNames = Annotated[
    list[str] | None,
    typer.Option("--deck", metavar="DECK", help="a seat's deck, by name, number, file or code; once a seat"),
]
BoardFile = Annotated[
    Path | None, typer.Option("--board", metavar="FILE", help="a board file to play on instead of our board")
]
NO_FOLDER: Final = "there is no such folder of card files"
MARK: Final = 12
"""How many letters of a hash tell what was brought from anything else."""


class Brought:
    """Cards of a folder, decks and a board for matches of one game, read and checked; nothing of it need be there."""

    def __init__(
        self, game: Game, decks: list[str] | None, folder: Path | None, board: Path | None, lang: str = "en"
    ) -> None:
        """Ends the command where something makes no sense in this game or cannot be read."""
        self.game = game
        self.folder = None if folder is None else card_folder(folder)
        self.shelf: Shelf | None = None
        self.decks: list[AnyDeck] = []
        self.board = None if board is None else read_board(game, board)
        self.words = [
            *([f"set {self.folder.name}"] if self.folder is not None else []),
            *[f"deck {Path(name).name if '/' in name else name}" for name in decks or []],
            *([f"board {self.board.name}"] if self.board is not None else []),
        ]
        """What it is, in the words of the command."""
        if self.folder is not None or decks:
            check_takes_decks(game, lang)
            try:
                self.shelf = game.guide().shelf(lang, self.folder)
                assert self.shelf is not None, "it takes decks"
                self.decks = [the_deck(name, [self.shelf]) for name in decks or []]
            except DataFault as fault:
                fail(fault.within(str(self.folder), self.folder.name) if self.folder and not self.shelf else str(fault))

    def __bool__(self) -> bool:
        return bool(self.words)

    def into(self, options: JsonObject) -> JsonObject:
        """The options of a match with all that was brought, or the end of the command."""
        guide = self.game.guide()
        try:
            if self.decks and self.shelf is not None:
                options = self.shelf.with_decks(options, self.decks)
            elif self.folder is not None:
                options = guide.with_cards(options, self.folder)
            return options if self.board is None else guide.with_board(options, self.board)
        except (BadOptions, DataFault) as fault:
            fail(str(fault))

    def plans(self, seats: int, wishes: JsonObject) -> list[JsonObject]:
        """The options of the matches that stand for the game with so many seats, as people play it, each with what is
        wished for and all that was brought. Where decks were, plans that differ only in the decks that they name are
        one. Raises NoPlan, BadOptions, or ends the command.
        """
        guide = self.game.guide()
        plans = guide.plans(seats)
        if self.decks and self.shelf is not None:
            named = self.shelf.deck_options
            bare = [{key: value for key, value in plan.items() if key not in named} for plan in plans]
            plans = [plan for i, plan in enumerate(bare) if plan not in bare[:i]]
        return [guide.for_people(self.into({**plan, **wishes})) for plan in plans]

    def mark(self, plans: list[JsonObject]) -> str:
        """What tells these matches from those with anything else, for people and programs; empty if nothing was
        brought.
        """
        return f"{', '.join(self.words)} ({digest(plans)[:MARK]})" if self.words else ""

    def given_to(self, record: JsonObject, file: Path) -> JsonObject:
        """A record with the cards and the board that it names, where they are not here; or the end of the command if it
        is of others. A record that has them whole needs none, but they may be held against it.
        """
        start: object = record.get("start")
        if not self or not isinstance(start, dict):
            return record
        position = Match.new(self.game, self.game.guide().for_people(self.into({})), 0).position()
        packed = self.game.pack(position)
        for key, what in (("cards", self.folder), ("board", self.board)):
            said: object = start.get(key)
            if what is None or said == packed[key]:
                continue
            if not isinstance(said, dict) or said.get("hash") != digest(position[key]):
                fail(f"{file}: this match was played with another {'set of cards' if key == 'cards' else key}")
            start = {**start, key: position[key]}
        return {**record, "start": start}


# --- reading ----------------------------------------------------------------------------------------------------------


def card_folder(folder: Path) -> Path:
    """A folder that is there, by its whole name, or the end of the command."""
    if not folder.is_dir():
        fail(f"{folder}: {'this is a file; --set wants the folder that it is in' if folder.exists() else NO_FOLDER}")
    return folder.resolve()


def read_board(game: Game, file: Path) -> BoardForPeople:
    """The board of a file, or the end of the command."""
    guide = game.guide()
    if not guide.boards():
        others = " and ".join(games_with(lambda guide: bool(guide.boards()))) or "no game"
        fail(f"--board is for {others}; {game.name} is played without a board")
    try:
        return guide.read_board(read_text(file), file.name)
    except DataFault as fault:
        fail(str(fault))


def check_takes_decks(game: Game | None, lang: str) -> None:
    """The end of the command for a game whose matches take no cards or decks of one's own."""
    shelf = None if game is None else game.guide().shelf(lang)
    if shelf is None or not shelf.takes_names:
        able = [each for each in all_shelves(lang) if each.takes_names]
        example = " ".join([f"--deck {name}" for name in able[0].names()[:2]])
        names = " and ".join([each.game for each in able])
        fail(f"--deck and --set are for {names}: orrery play {able[0].game} {example}")

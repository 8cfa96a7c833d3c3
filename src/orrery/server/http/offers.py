"""What the host of a server offers beside what ships: sets of cards and boards of their own.

Settings name their folders and files (`sets`, `boards`).

Whoever opens a table may choose one by its name, in the option `cards` or `board`; the form of a page lists them, since
the option is a word then. The table keeps the cards or the board whole: it stays as it was when the table was opened,
whatever becomes of the files.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from orrery.core.clause import LANGUAGES, BadOptions
from orrery.core.data import DataFault, JsonObject
from orrery.core.game import Game
from orrery.core.guide import BoardForPeople, Guide
from orrery.games import game_named, game_names, shelves
from orrery.server.settings import Settings, SettingsFault

CARDS: Final = "cards"
BOARD: Final = "board"
TAKEN: Final = "there is another one named {name} already; rename one of them"


class Offers:
    """The sets and boards of a host, by game and name, read when the server starts."""

    def __init__(self, settings: Settings) -> None:
        """Raises SettingsFault that says which file or folder is wrong, and how."""
        self.sets: dict[str, dict[str, Path]] = {}
        self.boards: dict[str, dict[str, BoardForPeople]] = {}
        for place in settings.sets:
            self._offer_set(Path(place))
        for place in settings.boards:
            self._offer_board(Path(place))

    def _offer_set(self, folder: Path) -> None:
        found = [shelf.game for shelf in shelves() if folder.is_dir() and shelf.owns(folder)]
        if not found:
            files = " or ".join([f"{shelf.main_file} ({shelf.game})" for shelf in shelves()])
            raise SettingsFault(f"sets: {folder}: this is no folder of cards; one has a file {files}")
        folder = folder.resolve()
        try:
            the_guide(found[0]).with_cards({}, folder)
        except (BadOptions, DataFault) as fault:
            raise SettingsFault(f"sets: {folder}: {fault}") from None
        known = self.sets.setdefault(found[0], {})
        if folder.name in known:
            raise SettingsFault(f"sets: {folder}: {TAKEN.format(name=folder.name)}")
        known[folder.name] = folder

    def _offer_board(self, file: Path) -> None:
        faults: list[str] = []
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as fault:
            raise SettingsFault(f"boards: {file}: {getattr(fault, 'strerror', None) or fault}") from None
        for name in game_names():
            if not the_guide(name).boards():
                continue
            try:
                board = the_guide(name).read_board(text, file.name)
            except DataFault as fault:
                faults.append(str(fault))
                continue
            known = self.boards.setdefault(name, {})
            if board.name in known:
                raise SettingsFault(f"boards: {file}: {TAKEN.format(name=board.name)}")
            known[board.name] = board
            return
        raise SettingsFault(f"boards: {'; '.join(faults) or 'no game here is played on a board'}")

    def into(self, game: Game, options: JsonObject, seats: int) -> JsonObject:
        """The options of a table with the cards and the board that they name, where the host offers them; any other
        name is for the game to know. Raises BadOptions.
        """
        guide = game.guide()
        cards, board = options.get(CARDS), options.get(BOARD)
        rest = {key: value for key, value in options.items() if key not in (CARDS, BOARD)}
        kept: JsonObject = {key: value for key, value in options.items() if key in (CARDS, BOARD)}
        folder = self.sets.get(game.name, {}).get(cards) if isinstance(cards, str) else None
        if folder is not None:
            try:
                rest = guide.with_cards(guide.with_seats(guide.in_rules_words(rest), seats), folder)
            except DataFault as fault:
                raise BadOptions(f"{CARDS}: {cards}: {fault}", CARDS) from None
            del kept[CARDS]
        elif isinstance(cards, str) and game.name in self.sets and cards == standard(guide, CARDS):
            del kept[CARDS]
        drawn = self.boards.get(game.name, {}).get(board) if isinstance(board, str) else None
        if drawn is not None:
            rest = guide.with_board(rest, drawn)
            del kept[BOARD]
        return {**rest, **kept}

    def rows(self, guide: Guide) -> list[JsonObject]:
        """The options of a game as forms ask for them: what the host offers can be chosen by its name."""
        name = guide.game.name
        names = {CARDS: list(self.sets.get(name, {})), BOARD: list(self.boards.get(name, {}))}
        return [chosen(guide, row.as_json(), names.get(row.key, [])) for row in guide.options()]


def the_guide(game: str) -> Guide:
    """The guide of a game that is there."""
    found = game_named(game)
    assert found is not None, game
    return found.guide()


def standard(guide: Guide, key: str) -> str:
    """What our own set or board is called, in the place of which another may be chosen."""
    if key == BOARD:
        return guide.boards()[0]
    cards = guide.cards()
    return "" if cards is None or cards.set is None else cards.set


def chosen(guide: Guide, row: JsonObject, names: list[str]) -> JsonObject:
    """The row of an option that one of these names may be, ours first; as it is if there are none."""
    if not names:
        return row
    ours = standard(guide, str(row["key"]))
    titles: JsonObject = {ours: dict.fromkeys(LANGUAGES, ours)}
    cards = guide.cards() if row["key"] == CARDS else None
    if cards is not None and cards.title:
        titles = {ours: cards.title}
    titles |= {name: dict.fromkeys(LANGUAGES, name) for name in names if name != ours}
    return {**row, "kind": "word", "values": list(titles), "default": ours, "house": True, "words": titles}

"""A person at the table, for tests: lines go in, what was printed comes out."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from known import known
from orrery.core.game import Game
from orrery.games.space_editor.cards import sets
from orrery.terminal import play
from orrery.terminal.opening import Host
from orrery.terminal.players import read_players
from orrery.terminal.prompt import EndOfInput, Reader
from orrery.terminal.screen import Screen
from orrery.terminal.sheet import make_sheet
from orrery.terminal.table import Table
from orrery.terminal.texts import Texts

Json = dict[str, Any]

ANY_WAY = ["a", "1", "1", "1", "a", "2", "1", "1"]
"""Lines that get a person through any decision when they are typed over and over."""


class Paper(io.StringIO):
    """An output that can take every character; `watch` is told each piece as it is written."""

    encoding = "utf-8"  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.watch: Callable[[str], None] | None = None

    def write(self, text: str) -> int:
        if self.watch is not None:
            self.watch(text)
        return super().write(text)


def space_editor() -> Game:
    """The game."""
    game = known("space_editor")
    return game


def sit(lines: list[str], **given: Any) -> str:
    """Plays with these lines typed through a pipe; gives all that was printed. A status other than 0 is a failure."""
    text, status = sit_down(lines, **given)
    assert status == 0, text
    return text


def sit_down(
    lines: list[str],
    options: Json | None = None,
    players: list[str] | None = None,
    seed: int = 1,
    lang: str = "en",
    columns: int = 80,
    **given: Any,
) -> tuple[str, int]:
    """Plays with these lines typed through a pipe; gives what was printed, and the exit status."""
    paper = Paper()
    source = io.StringIO("".join([line + "\n" for line in lines]))
    given.setdefault("colour", False)
    status = play(
        space_editor(),
        {} if options is None else options,
        players,
        seed,
        lang,
        columns=columns,
        stdin=source,
        stdout=paper,
        **given,
    )
    return paper.getvalue(), status


class Scripted(Reader):
    """A person whose next line is worked out from the table as it is now."""

    def __init__(self, paper: Paper, answer: Callable[[Table, str], str | None]) -> None:
        self.paper = paper
        self.answer = answer
        self.table: Table | None = None
        self.asked = 0

    def ask(self, prompt: str, candidates: Callable[[], list[str]] | None = None) -> str:
        assert self.table is not None
        self.asked += 1
        assert self.asked < 20_000, "the match does not come to an end"
        line = self.answer(self.table, prompt)
        if line is None:
            raise EndOfInput
        self.paper.write(f"{prompt}{line}\n")
        return line


def lay_table(
    answer: Callable[[Table, str], str | None],
    options: Json | None = None,
    players: list[str] | None = None,
    seed: int = 1,
    lang: str = "en",
    columns: int = 80,
    game: Game | None = None,
    lines: int | None = None,
) -> tuple[Table, Paper]:
    """A table with a match on it, and a person who answers as the function says; call run(). With `lines` it stands in
    a window of that height.
    """
    game = game or space_editor()
    paper = Paper()
    texts = Texts(lang, game.package)
    screen = Screen(paper, False, columns, lines)
    sheet = make_sheet(game, texts, screen)
    reader = Scripted(paper, answer)
    host = Host(game, sheet, options or {}, seed)
    table = Table(game, sheet, texts, screen, reader, host.again)
    reader.table = table
    host.lay(table, None if players is None else read_players(players, game))
    return table, paper


def renamed_cards(seats: int) -> Json:
    """Options of a match in which no card is there twice, with ids and names that occur nowhere else."""
    standard = sets.standard().material
    elements = ["water", "wind", "earth", "fire"][:seats]
    cards: Json = {}
    decks: list[list[str]] = []
    new: dict[str, str] = {}

    def rename(old: str) -> str:
        i = len(new)
        id = new.setdefault(old, f"q{chr(97 + i // 26)}{chr(97 + i % 26)}")
        cards[id] = {**standard.cards[old], "name": f"Z{id}"}
        return id

    for element in elements:
        decks.append([rename(old) for old in dict.fromkeys(standard.basic[element])])
    base = rename(standard.basepoints[0])
    return {"cards": cards, "decks": decks, "elements": elements, "basepoint": base, "deck_rules": "none"}

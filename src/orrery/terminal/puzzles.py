"""Puzzles at the terminal: a list of them, and a table on which one lies until it is solved or given up.

The table is the usual one: the same picture, the same words, the same commands. Only a person's action is judged
before it is carried out: a wrong one is refused with a sentence, a right one is played. Where a win takes several
actions each of them is judged, by the same proof that found the puzzle; any way that wins is right.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final, TextIO

from rich.text import Text

from orrery.bots.hunting import LATE, late_states, play_matches, shown_position, win_at
from orrery.bots.puzzles import BEST, RIGHT, WIN, WRONG, Prover, Puzzle, TooLarge, draw_worlds, puzzles_of
from orrery.bots.puzzling import HINTS, WORLDS, Attempt, proof_of, said
from orrery.bots.simple import GreedyBot
from orrery.core.clause import LANGUAGES
from orrery.core.data import Fields, JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game
from orrery.games import game_named, game_names
from orrery.terminal.commands import Leave, find
from orrery.terminal.drawing import fit, styled
from orrery.terminal.opening import Room
from orrery.terminal.players import Player
from orrery.terminal.prompt import EndOfInput, Interrupted
from orrery.terminal.sheet import Offer, make_sheet
from orrery.terminal.table import Table, normal
from orrery.terminal.texts import Texts

GREEDY: Final = "greedy"
"""The bot in the other seats: in a win no reply helps it."""
HUNTED: Final = 40
"""In how many matches puzzles are hunted for."""
HUNTED_WORLDS: Final = 20
"""In how many worlds a win that was hunted for holds."""


def list_puzzles(
    game: Game | None, lang: str = "en", colour: bool | None = None, *, stdout: TextIO | None = None
) -> int:
    """Prints the puzzles of a game, or of all; gives the exit status."""
    room = Room(lang, colour, None, None, stdout)
    texts = Texts(room.lang)
    games = [found for name in game_names() if (found := game_named(name)) is not None] if game is None else [game]
    example: Puzzle | None = None
    for found in games:
        puzzles = puzzles_of(found)
        if puzzles:
            example = example or puzzles[0]
            titles = Texts(room.lang, found.package)
            title = titles.say("game.title") if titles.has("game.title") else Text(found.name)
            room.screen.rule(title.append(f" ({found.name})"))
        for puzzle in puzzles:
            row = fit(Text(f"  {puzzle.number:>2}  "), 6)
            row.append_text(fit(styled(texts.line(f"puzzle.theme_{puzzle.theme}"), "dim"), 8))
            room.screen.say(row.append(puzzle.title[room.lang]), indent=14, first=0)
    if example is None:
        room.screen.say(texts.say("puzzle.none", game="" if game is None else game.name))
        return 2
    room.screen.say(texts.say("puzzle.choose", game=example.game.name, number=example.number))
    return 0


def offer_puzzles(
    game: Game,
    number: int = 1,
    lang: str = "en",
    colour: bool | None = None,
    *,
    columns: int | None = None,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
) -> int:
    """Lays out a puzzle, then those after it as long as the person wants; gives the exit status."""
    room = Room(lang, colour, columns, stdin, stdout)
    puzzles = puzzles_of(game)
    if not 1 <= number <= len(puzzles):
        texts = Texts(room.lang)
        key = "puzzle.no_number" if puzzles else "puzzle.none"
        room.screen.say(texts.say(key, game=game.name, number=number, n=len(puzzles)))
        return 2
    return room.run(lambda: PuzzleRound(room, game).run(iter(puzzles[number - 1 :])))


def hunt_puzzles(
    game: Game,
    plans: list[JsonObject],
    seed: int = 1,
    lang: str = "en",
    colour: bool | None = None,
    *,
    matches: int = HUNTED,
    columns: int | None = None,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
) -> int:
    """Lays out puzzles that are hunted for in matches with these options: for who brings cards, decks or a board of
    their own. Gives the exit status, 2 if none was found in so many matches.
    """
    room = Room(lang, colour, columns, stdin, stdout)
    return room.run(lambda: PuzzleRound(room, game).hunt(hunted(game, plans, seed, matches)))


def hunted(game: Game, plans: list[JsonObject], seed: int, matches: int) -> Iterator[Puzzle]:
    """The wins by force near the end of matches between bots, at most one of each match."""
    spoken = {lang: Texts(lang) for lang in LANGUAGES}
    title = {lang: texts.line("puzzle.hunt_title") for lang, texts in spoken.items()}
    words = {"id": "hunted", "title": title, "task": said("task", WIN), "why": said("why", WIN)}
    number = 0
    for match in play_matches(game, plans, [GREEDY], matches, seed):
        for state in late_states(match, LATE):
            row = win_at(game, shown_position(game, state), 1, HUNTED_WORLDS)
            if row is not None:
                number += 1
                yield Puzzle(game, number, Fields({**row, **words}, f"puzzle {number}"))
                break


class PuzzleRound:
    """One puzzle after the other."""

    def __init__(self, room: Room, game: Game) -> None:
        self.room = room
        self.texts = Texts(room.lang, game.package)
        sheet = make_sheet(game, self.texts, room.screen)
        self.table = PuzzleTable(game, sheet, self.texts, room.screen, room.reader, lay_again)

    def hunt(self, puzzles: Iterator[Puzzle]) -> int:
        """Those that are found, as they are found; 2 if none is."""
        screen = self.room.screen
        screen.say(self.texts.say("puzzle.hunt"))
        screen.out.flush()
        first = next(puzzles, None)
        if first is None:
            screen.say(self.texts.say("puzzle.hunt_none"))
            return 2
        return self.run(chain([first], puzzles))

    def run(self, puzzles: Iterator[Puzzle]) -> int:
        """Lays them out in turn, as long as the person wants."""
        puzzle = next(puzzles, None)
        while puzzle is not None:
            if not self.table.offer_puzzle(puzzle):
                break
            puzzle = next(puzzles, None)
            if puzzle is None:
                self.room.screen.say(self.texts.say("puzzle.last"))
                break
            try:
                line = normal(self.room.reader.ask(self.texts.line("puzzle.next", number=puzzle.number)))
            except (EndOfInput, Interrupted):
                break
            if line not in ("", *self.texts.words("alias.next"), *self.texts.words("alias.on")):
                break
        self.room.screen.say(self.texts.say("leave.goodbye"))
        return 0


def lay_again(table: Table) -> bool:
    """`again`: the same puzzle from its start."""
    assert isinstance(table, PuzzleTable)
    table.lay_puzzle()
    return True


class Answered(Exception):
    """The person has given a puzzle up and seen the answer."""


class PuzzleTable(Table):
    """A table on which a puzzle lies."""

    puzzle: Puzzle
    done: bool
    helped: int
    """How many hints were given."""

    def offer_puzzle(self, puzzle: Puzzle) -> bool:
        """Asks for the solution of a puzzle; False if the person leaves."""
        self.puzzle = puzzle
        self.lay_puzzle()
        self.introduce()
        try:
            while not self.done:
                try:
                    self.step()
                except (KeyboardInterrupt, Interrupted):
                    raise Leave from None
        except Answered:
            return True
        except Leave:
            return False
        return True

    def lay_puzzle(self) -> None:
        """Lays the puzzle out from its start."""
        puzzle = self.puzzle
        match = puzzle.match()
        players = [
            Player("" if seat == puzzle.seat else GREEDY, None if seat == puzzle.seat else GreedyBot(self.game, GREEDY))
            for seat in range(match.state.seats())
        ]
        self.lay(match, players, Fate(1))
        self.start = match
        self.done = False
        self.helped = 0
        self.last_turn = puzzle.prover(1).last

    def introduce(self) -> None:
        puzzle = self.puzzle
        theme = self.texts.line(f"puzzle.theme_{puzzle.theme}")
        title = puzzle.title[self.texts.lang]
        self.screen.gap()
        self.screen.rule(self.texts.say("puzzle.title", number=puzzle.number, title=title, theme=theme))
        self.screen.say(Text(puzzle.task[self.texts.lang]))
        self.screen.say(Text("", style="dim").append_text(self.texts.say("puzzle.help")))

    def step(self) -> None:
        # Nobody wants to save a puzzle: there is nothing to lose by leaving it.
        self.saved = self.match.number
        if self.match is self.start and self.match.to_act() is None:
            self.tell()
            self.solve()
            return
        super().step()

    def hint(self, offer: Offer) -> list[Text]:
        # The task and how to answer it stand above the first picture: that needs the room.
        return super().hint(offer) if self.screen.tall is None else []

    def act(self, word: str) -> None:
        if self.match is not self.start:
            super().act(word)
            return
        judged = self.judge(word)
        if judged != RIGHT:
            self.screen.say(self.texts.say(f"puzzle.{judged}_{self.puzzle.kind}", word=Text(word, style="bold")))
            if judged == WRONG and self.match.taken == 0:
                self.tell_after(word)
            if judged == WRONG or self.puzzle.kind == BEST:
                self.screen.say(Text("", style="dim").append_text(self.texts.say("puzzle.retry")))
                return
        elif self.puzzle.kind == WIN and self.match.taken > 0:
            self.screen.say(self.texts.say("puzzle.still", word=Text(word, style="bold")))
        else:
            self.screen.say(self.texts.say("puzzle.right", word=Text(word, style="bold")))
        super().act(word)
        if self.puzzle.kind != WIN:
            self.tell()
            self.solve()

    def judge(self, word: str) -> str:
        """Whether an action is right, fair or wrong here: the first one by the file, a later one of a win by proof."""
        puzzle, match = self.puzzle, self.match
        if match.taken == 0:
            return puzzle.judge(word)
        seat = puzzle.seat
        sampler = self.game.sampler(match.view(seat), match.seen(seat))
        prover = Prover(draw_worlds(sampler, WORLDS, 1), seat)
        prover.last = self.last_turn
        try:
            return RIGHT if prover.wins_by(prover.worlds, word) else WRONG
        except TooLarge:
            return RIGHT

    def tell_after(self, word: str) -> None:
        """What a wrong first action leads to: what others then do, and what comes of it."""
        found = Attempt(self.puzzle).after(word)
        if len(found.line) > 1:
            replies = [styled(one.word, "bold") for one in found.line[1:]]
            self.screen.say(
                Text("", style="dim").append_text(
                    self.texts.say("puzzle.then", n=len(replies), line=self.texts.join(replies))
                )
            )
        self.screen.say(Text(found.says[self.texts.lang]))

    def solve(self) -> None:
        """The puzzle is solved: why, and how well."""
        self.done = True
        if self.match.to_act() is None and self.pictures:
            self.screen.gap()
            self.show_picture(self.here())
        self.screen.say(styled(self.texts.line("puzzle.solved"), "bold"))
        self.explain_puzzle()

    def explain_puzzle(self) -> None:
        """Why the right actions are right, and the figures behind it."""
        puzzle = self.puzzle
        self.screen.say(Text(puzzle.why[self.texts.lang]))
        self.screen.say(Text(proof_of(puzzle)[self.texts.lang], style="dim"))

    def command(self, typed: str, line: str) -> bool:
        if self.match is self.start and not self.done:
            if line in ("answer", *self.texts.words("alias.answer")):
                self.answer()
                return True
            asked = find(line.partition(" ")[0], self.texts)
            if asked == "hint":
                self.help_on()
                return True
            if asked == "analyse":
                self.screen.say(self.texts.say("puzzle.no_analysis"))
                return True
        return super().command(typed, line)

    def help_on(self) -> None:
        """`hint`: first what to look for, then a few actions, one of which is right."""
        self.helped += 1
        attempt = Attempt(self.puzzle)
        lang = self.texts.lang
        if self.helped < HINTS or self.match.taken:
            self.screen.say(Text(attempt.idea()[lang]))
            return
        words = self.texts.join([styled(word, "bold") for word in attempt.few()])
        self.screen.say(self.texts.say("puzzle.few", says=said("idea", "few")[lang], words=words))

    def answer(self) -> None:
        """`answer`: gives the puzzle up and shows how it goes."""
        puzzle = self.puzzle
        words = self.texts.join([styled(word, "bold") for word in puzzle.line])
        self.screen.say(self.texts.say("puzzle.answer", n=len(puzzle.line), line=words))
        others = [word for word in puzzle.right if word != puzzle.line[0]]
        if others:
            self.screen.say(self.texts.say("puzzle.also", n=len(others), words=self.texts.join(others[:3])))
        self.explain_puzzle()
        raise Answered

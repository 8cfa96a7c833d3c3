"""Puzzles: positions with a task, for people and as a test of bots.

A puzzle is a position as one seat knows it. It is of a *kind*: `win` (there is a line that wins within this turn,
whatever is hidden and however dice fall), `survive` (only some actions are followed by no lost match, whatever the
others do), `best` (few actions are far better than all others) or `avoid` (some actions look well and lose). The
*theme* is what people choose by. Puzzles ship in bots/games/GAME/puzzles.json; `orrery puzzle make` finds more.

Nothing here is opinion. What is forced is proved by `Prover`, over many worlds that the seat cannot tell apart and over
all replies of the others. The right actions of the other kinds were measured by searches of each action; the figures
stand in the file. A puzzle names the versions of rules, cards and board for which that was done: of any other it is no
puzzle (`puzzles_of`), until `orrery puzzle check` has proved it anew.
"""

from __future__ import annotations

import json
import re
from typing import Final

from orrery.bots.bot import Bot, Clock
from orrery.bots.minds import read_data
from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault, Fields, JsonObject, to_text
from orrery.core.fate import Fate
from orrery.core.game import Game, Sampler, State
from orrery.core.match import Match
from orrery.core.notation import digest
from orrery.core.options import Said

WIN: Final = "win"
SURVIVE: Final = "survive"
BEST: Final = "best"
AVOID: Final = "avoid"
KINDS: Final = (WIN, SURVIVE, BEST, AVOID)
FORCED: Final = (WIN, SURVIVE)
"""What is proved; the rest is measured."""

THEMES: Final = {WIN: "win", SURVIVE: "survive", BEST: "one", AVOID: "survive"}
"""The theme of each kind where a puzzle names none. `chart` is the fourth one: what the features that a game's file
names under `chart` decide."""
CHART: Final = "chart"
HARD: Final = (1, 2, 3)
"""How hard a puzzle is: 1 is found by a bot that looks along its own turn, 2 by a short search, 3 by neither."""

RIGHT: Final = "right"
FAIR: Final = "fair"
WRONG: Final = "wrong"

FILE: Final = "puzzles.json"
NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
THEME_NAMES: Final = ("win", "survive", "one", CHART)
ENDLESS: Final = -1
OPEN: Final = 0
YES: Final = 1
NO: Final = 2
DEEPEST: Final = 12
"""So many decisions of its own a seat that is lost is led on to where it has lost."""


class Puzzle:
    """One puzzle. Its texts are by language."""

    def __init__(self, game: Game, number: int, row: Fields) -> None:
        self.game = game
        self.number = number
        """Puzzles of a game are counted from 1."""
        self.id = row.text("id")
        """What it is called in addresses; it stays the same."""
        if not NAME.fullmatch(self.id):
            raise DataFault(row.at("id"), "is lower-case letters and digits, with single hyphens between them")
        self.kind = row.word("kind", KINDS)
        self.theme = row.word("theme", THEME_NAMES) if row.has("theme") else THEMES[self.kind]
        self.hard = row.integer("hard", HARD[0], HARD[-1], default=HARD[0])
        self.seat = row.integer("seat", 0)
        self.turns = row.integer("turns", 1, default=1)
        """The goal is reached within so many turns, this one counted."""
        self.packed = table(row, "position")
        self.right = [to_text(word, row.at("right")) for word in row.items("right")]
        """The words of the right actions: all that reach the goal, or that are about as good as the best."""
        self.wrong = [to_text(word, row.at("wrong")) for word in row.items("wrong")] if row.has("wrong") else []
        """The words of the actions that lose much. What is neither right nor wrong is fair."""
        self.line = [to_text(word, row.at("line")) for word in row.items("line")]
        """An answer from the first action to the last."""
        self.title = texts(row, "title")
        self.task = texts(row, "task")
        self.why = texts(row, "why")
        """What makes the right actions right."""
        self.idea: Said | None = texts(row, "idea") if row.has("idea") else None
        """What to look for: a first hint."""
        self.chances: JsonObject = table(row, "chances") if row.has("chances") else {}
        """Of a choice: the chance to win after each action, as it was measured."""
        self.proof = table(row, "proof")
        """How it was proved or measured, with the figures."""
        row.done()

    def match(self) -> Match:
        """The puzzle as a match that starts there."""
        return Match.load(self.game, self.game.unpack(self.packed))

    def sampler(self) -> Sampler:
        """For worlds that the seat cannot tell from the true one: it knows its view, and no event."""
        return self.game.sampler(self.match().view(self.seat), [])

    def judge(self, word: str) -> str:
        """Whether a first action is right, fair or wrong."""
        if word in self.right:
            return RIGHT
        if self.kind in FORCED or word in self.wrong:
            return WRONG
        return FAIR

    def is_solved_by(self, word: str) -> bool:
        """Does a first action do what the task asks? To avoid what is wrong is enough where that is the task."""
        judged = self.judge(word)
        return judged == RIGHT or (judged == FAIR and self.kind == AVOID)

    def prover(self, worlds: int, seed: int = 1) -> Prover:
        """The solver of a goal from the puzzle's position."""
        return Prover(draw_worlds(self.sampler(), worlds, seed), self.seat, self.turns, survives=self.kind == SURVIVE)

    def ask(self, bot: Bot, fate: Fate, clock: Clock) -> str:
        """What a bot would do first."""
        match = self.match()
        return bot.choose(match.view(self.seat), [], match.actions(), fate, clock)


def texts(row: Fields, key: str) -> Said:
    """A text in each language."""
    fields = Fields(row.raw(key), row.at(key))
    found = {lang: fields.text(lang) for lang in LANGUAGES}
    fields.done()
    return found


def table(row: Fields, key: str) -> JsonObject:
    """An object."""
    value = row.raw(key)
    if not isinstance(value, dict):
        raise DataFault(row.at(key), "is not an object")
    found: JsonObject = value
    return found


# --- files ------------------------------------------------------------------------------------------------------------


def versions_of(packed: JsonObject) -> JsonObject:
    """The versions of rules, cards and board that a packed position names: parts that ship have a hash there."""
    return {
        key: part for key, part in packed.items() if key == "version" or (isinstance(part, dict) and "hash" in part)
    }


def present_versions(game: Game) -> JsonObject:
    """Those that a match which is made now has."""
    guide = game.guide()
    plan = guide.plans(guide.usual_seats)[0]
    return versions_of(game.pack(game.new(guide.for_people(plan), Fate(0)).position()))


class PuzzleFile:
    """The puzzles of a file, whatever versions they name, and how more are looked for."""

    def __init__(self, game: Game, text: str, name: str) -> None:
        try:
            whole = json.loads(text)
        except ValueError as fault:
            raise DataFault(name, f"not JSON: {fault}") from None
        fields = Fields(whole, name)
        if fields.text("game") != game.name:
            raise DataFault(fields.at("game"), f"puzzles of {fields.text('game')}, not of {game.name}")
        self.options: JsonObject = table(fields, "options") if fields.has("options") else {}
        """Options of the matches in which more are hunted for: such as leave nothing to be remembered."""
        self.chart = [to_text(one, fields.at("chart")) for one in fields.items("chart", [])]
        """Features: a choice that one of them decides is of the theme `chart`."""
        self.rows: list[JsonObject] = fields.items("puzzles")
        fields.done()
        self.puzzles = [Puzzle(game, i + 1, Fields(row, f"{name}.puzzles[{i}]")) for i, row in enumerate(self.rows)]
        names = [puzzle.id for puzzle in self.puzzles]
        for i, found in enumerate(names):
            if found in names[:i]:
                raise DataFault(f"{name}.puzzles[{i}].id", f"there are two puzzles {found!r}")


def file_of(game: Game) -> PuzzleFile | None:
    """The file of a game's puzzles; None if it has none. Raises DataFault."""
    text = read_data(game.name, FILE)
    return None if text is None else PuzzleFile(game, text, f"{game.name}.json")


def puzzles_of(game: Game) -> list[Puzzle]:
    """The puzzles of a game that hold: those that were proved for the rules, cards and boards that it has now. Raises
    DataFault.
    """
    found = file_of(game)
    return [] if found is None else holding(game, found)


def holding(game: Game, found: PuzzleFile) -> list[Puzzle]:
    """The puzzles of a file that are of the present versions, counted from 1."""
    present = present_versions(game)
    kept = [puzzle for puzzle in found.puzzles if versions_of(puzzle.packed) == present]
    for number, puzzle in enumerate(kept, 1):
        puzzle.number = number
    return kept


def read_puzzles(game: Game, text: str, name: str) -> list[Puzzle]:
    """The puzzles of a file's text. Raises DataFault."""
    return PuzzleFile(game, text, name).puzzles


def draw_worlds(sampler: Sampler, count: int, seed: int) -> list[State]:
    """Worlds from a sampler, each with dice of its own."""
    fate = Fate(seed)
    return [sampler.draw(fate) for _ in range(count)]


# --- proof ------------------------------------------------------------------------------------------------------------


class TooLarge(Exception):
    """A proof would take more steps than allowed."""


class Prover:
    """Looks for a way to reach a goal that works in all the worlds that a seat cannot tell apart.

    At each of its decisions the seat must choose one action for all the worlds that look alike to it; what the others
    decide is tried in full. Dice differ from world to world. The goal is to win within so many turns, or to survive
    them: not to have lost when it decides again after them.
    """

    def __init__(
        self, worlds: list[State], seat: int, turns: int = 1, limit: int = 200_000, survives: bool = False
    ) -> None:
        self.worlds = worlds
        self.seat = seat
        self.last = worlds[0].turn_of(seat) + turns - 1
        self.limit = limit
        self.survives = survives
        self.steps: int = 0
        self.known: dict[tuple[str, int], bool] = {}
        """By the hash of a view and the decisions left: is the goal reached from there?"""

    def winning(self) -> list[str]:
        """The first actions after which the goal is reached, sorted. Raises TooLarge."""
        few = self.few(self.worlds[:1])
        # What does not do in one world does not do in all; this sieve is cheap.
        return [
            word
            for word in words_of(self.worlds[0])
            if few.wins_by(few.worlds, word) and self.wins_by(self.worlds, word)
        ]

    def few(self, worlds: list[State]) -> Prover:
        """The same for other worlds."""
        found = Prover(worlds, self.seat, 1, self.limit, self.survives)
        found.last = self.last
        return found

    def wins_by(self, worlds: list[State], word: str, left: int = ENDLESS) -> bool:
        """Is the goal reached if the seat does this in all these worlds, which look alike to it?

        With `left`, within so many further decisions of the seat. Raises TooLarge.
        """
        found: list[State] = []
        for world in worlds:
            state = world.clone()
            follow(state, word)
            if not self._settle(state, found):
                return False
        groups: dict[str, list[State]] = {}
        for state in found:
            if state.to_act() is not None:
                groups.setdefault(mark_of(state, self.seat), []).append(state)
        won = True
        for mark, group in groups.items():
            won = won and self._is_won(mark, group, left)
        return won

    def _is_won(self, mark: str, worlds: list[State], left: int) -> bool:
        if left == 0:
            return False
        known = self.known.get((mark, left))
        if known is not None:
            return known
        # A line that comes back to where it was wins nothing by it.
        self.known[mark, left] = False
        for word in words_of(worlds[0]):
            if self.wins_by(worlds, word, left if left == ENDLESS else left - 1):
                self.known[mark, left] = True
                return True
        return False

    def line(self, first: list[str] | None = None, most: int = 12) -> list[str]:
        """The seat's own actions of a shortest win, if the others reply with what comes first; it begins with one of
        these, if there are any. Raises TooLarge.
        """
        found: list[str] = []
        worlds = self.worlds
        while worlds and worlds[0].to_act() == self.seat and worlds[0].turn_of(self.seat) <= self.last:
            word = self._shortest(worlds, most, words_of(worlds[0]) if found or not first else first)
            if word is None:
                break
            found.append(word)
            after: list[State] = []
            for world in worlds:
                state = world.clone()
                follow(state, word)
                self._settle(state, after)
            if not after:
                break
            mark = mark_of(after[0], self.seat)
            worlds = [state for state in after if mark_of(state, self.seat) == mark]
        return found

    def _shortest(self, worlds: list[State], most: int, words: list[str]) -> str | None:
        for left in range(most):
            for word in words:
                if self.wins_by(worlds, word, left):
                    return word
        return None

    def _settle(self, state: State, found: list[State]) -> bool:
        """Adds the states to which the others' replies lead; False if one of them is lost or goes on too long."""
        self.steps += 1
        if self.steps > self.limit:
            raise TooLarge
        reached = self._reached(state)
        if reached != OPEN:
            if reached == YES and state.to_act() is None:
                found.append(state)
            return reached == YES
        if state.to_act() == self.seat:
            found.append(state)
            return True
        for action in state.actions():
            copy = state.clone()
            copy.act(action)
            if not self._settle(copy, found):
                return False
        return True

    def _reached(self, state: State) -> int:
        """Is the goal reached in a state, missed, or still open?"""
        to_act = state.to_act()
        if to_act is None:
            winners = state.result().winners
            return YES if (self.seat in winners if self.survives else winners == [self.seat]) else NO
        if state.turn_of(self.seat) > self.last:
            if not self.survives:
                return NO
            if to_act == self.seat:
                return YES
        return OPEN

    def spoiling(self, word: str, steps: int) -> tuple[State, list[str]]:
        """What a wrong action leads to: a world that the seat cannot tell from the true one, and the words of all that
        follows there, the action itself first, until the goal is missed or the seat, which cannot reach it any more,
        decides again. Where that takes too long to find, only what is plain to see.
        """
        for world in self.worlds:
            prover = self.few([world])
            prover.limit = steps
            state = world.clone()
            follow(state, word)
            path = [word]
            try:
                if prover.spoils(state, path, 0):
                    return world, path
            except TooLarge:
                break
        return self.worlds[0], [word]

    def spoils(self, state: State, path: list[str], depth: int) -> bool:
        """Adds to a path the words that lead to where the goal is missed; False if they cannot be found. Raises
        TooLarge.
        """
        self.steps += 1
        if self.steps > self.limit:
            raise TooLarge
        reached = self._reached(state)
        if reached != OPEN:
            return reached == NO
        own = state.to_act() == self.seat
        if own:
            mark = mark_of(state, self.seat)
            if self._is_won(mark, [state], ENDLESS):
                return False
            if not self.survives or depth >= DEEPEST:
                return True
        for action in state.actions():
            copy = state.clone()
            copy.act(action)
            path.append(state.word(action))
            if self.spoils(copy, path, depth + own):
                return True
            path.pop()
        return False


def mark_of(state: State, seat: int) -> str:
    """What tells apart what a seat can tell apart: a hash of its view. The table of cards is the same all the time."""
    view = state.view(seat)
    return digest({key: part for key, part in view.items() if key != "cards"})


def words_of(state: State) -> list[str]:
    """The words of the legal actions, sorted."""
    return sorted([state.word(action) for action in state.actions()])


def follow(state: State, word: str) -> None:
    """Carries out an action by its words, which must be legal."""
    action = state.read(word)
    assert action is not None, word
    state.act(action)

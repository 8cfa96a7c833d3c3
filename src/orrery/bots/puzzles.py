"""Puzzles: positions with a task, for people and as a test of bots.

A puzzle is a position as one seat knows it. It is of a *kind*: `win` (there is a line that wins within this turn,
whatever is hidden and however dice fall), `best` (one action is clearly best) or `avoid` (some actions look well and
lose). Puzzles ship in bots/games/GAME/puzzles.json; tools/find_puzzles.py finds more.

Nothing here is opinion. A win is proved by `Prover`, over many worlds that the seat cannot tell apart and over all
replies of the others. The right actions of the other kinds were measured by many matches played on from each action;
the figures stand in the file.
"""

from __future__ import annotations

import json
from typing import Final

from orrery.bots.bot import Bot, Clock
from orrery.bots.minds import read_data
from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault, Fields, JsonObject, to_text
from orrery.core.fate import Fate
from orrery.core.game import Game, Sampler, State
from orrery.core.match import Match
from orrery.core.notation import digest

WIN: Final = "win"
BEST: Final = "best"
AVOID: Final = "avoid"
KINDS: Final = (WIN, BEST, AVOID)

RIGHT: Final = "right"
FAIR: Final = "fair"
WRONG: Final = "wrong"

FILE: Final = "puzzles.json"
ENDLESS: Final = -1


class Puzzle:
    """One puzzle. Its texts are by language."""

    def __init__(self, game: Game, number: int, row: Fields) -> None:
        self.game = game
        self.number = number
        """Puzzles of a game are counted from 1."""
        self.kind = row.word("kind", KINDS)
        self.seat = row.integer("seat", 0)
        self.turns = row.integer("turns", 1, default=1)
        """A win comes within so many turns, this one counted."""
        position = row.raw("position")
        if not isinstance(position, dict):
            raise DataFault(row.at("position"), "is not an object")
        self.packed: JsonObject = position
        self.right = [to_text(word, row.at("right")) for word in row.items("right")]
        """The words of the right actions: of a win, all that keep it; else all that are about as good as the best."""
        self.wrong = [to_text(word, row.at("wrong")) for word in row.items("wrong")] if row.has("wrong") else []
        """The words of the actions that lose much. What is neither right nor wrong is fair."""
        self.line = [to_text(word, row.at("line")) for word in row.items("line")]
        """An answer from the first action to the last."""
        self.title = texts(row, "title")
        self.task = texts(row, "task")
        self.why = texts(row, "why")
        """What makes the right actions right."""
        proof = row.raw("proof")
        if not isinstance(proof, dict):
            raise DataFault(row.at("proof"), "is not an object")
        self.proof: JsonObject = proof
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
        if self.kind == WIN or word in self.wrong:
            return WRONG
        return FAIR

    def is_solved_by(self, word: str) -> bool:
        """Does a first action do what the task asks? To avoid what is wrong is enough where that is the task."""
        judged = self.judge(word)
        return judged == RIGHT or (judged == FAIR and self.kind == AVOID)

    def prover(self, worlds: int, seed: int = 1) -> Prover:
        """The solver of a win from the puzzle's position."""
        return Prover(draw_worlds(self.sampler(), worlds, seed), self.seat, self.turns)

    def ask(self, bot: Bot, fate: Fate, clock: Clock) -> str:
        """What a bot would do first."""
        match = self.match()
        return bot.choose(match.view(self.seat), [], match.actions(), fate, clock)


def texts(row: Fields, key: str) -> dict[str, str]:
    """A text in each language."""
    fields = Fields(row.raw(key), row.at(key))
    found = {lang: fields.text(lang) for lang in LANGUAGES}
    fields.done()
    return found


def puzzles_of(game: Game) -> list[Puzzle]:
    """The puzzles of a game; none if it has no file. Raises DataFault."""
    text = read_data(game.name, FILE)
    return [] if text is None else read_puzzles(game, text, f"{game.name}.json")


def read_puzzles(game: Game, text: str, name: str) -> list[Puzzle]:
    """The puzzles of a file's text. Raises DataFault."""
    try:
        whole = json.loads(text)
    except ValueError as fault:
        raise DataFault(name, f"not JSON: {fault}") from None
    fields = Fields(whole, name)
    if fields.text("game") != game.name:
        raise DataFault(fields.at("game"), f"puzzles of {fields.text('game')}, not of {game.name}")
    rows = fields.items("puzzles")
    fields.done()
    return [Puzzle(game, i + 1, Fields(row, f"{name}.puzzles[{i}]")) for i, row in enumerate(rows)]


def draw_worlds(sampler: Sampler, count: int, seed: int) -> list[State]:
    """Worlds from a sampler, each with dice of its own."""
    fate = Fate(seed)
    return [sampler.draw(fate) for _ in range(count)]


# --- proof of a win ---------------------------------------------------------------------------------------------------


class TooLarge(Exception):
    """A proof would take more steps than allowed."""


class Prover:
    """Looks for a way to win that works in all the worlds that a seat cannot tell apart.

    At each of its decisions the seat must choose one action for all the worlds that look alike to it; what the others
    decide is tried in full. Dice differ from world to world. A win counts if it comes within so many turns.
    """

    def __init__(self, worlds: list[State], seat: int, turns: int = 1, limit: int = 200_000) -> None:
        self.worlds = worlds
        self.seat = seat
        self.last = worlds[0].turn_of(seat) + turns - 1
        self.limit = limit
        self.steps: int = 0
        self.known: dict[tuple[str, int], bool] = {}
        """By the hash of a view and the decisions left: is the match won from there?"""

    def winning(self) -> list[str]:
        """The first actions after which the match is won, sorted. Raises TooLarge."""
        few = Prover(self.worlds[:1], self.seat)
        few.last = self.last
        few.limit = self.limit
        # What does not win in one world does not win in all; this sieve is cheap.
        return [
            word
            for word in words_of(self.worlds[0])
            if few.wins_by(few.worlds, word) and self.wins_by(self.worlds, word)
        ]

    def wins_by(self, worlds: list[State], word: str, left: int = ENDLESS) -> bool:
        """Is the match won if the seat does this in all these worlds, which look alike to it?

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

    def line(self, most: int = 12) -> list[str]:
        """The seat's own actions of a shortest win, if the others reply with what comes first. Raises TooLarge."""
        found: list[str] = []
        worlds = self.worlds
        while worlds and worlds[0].to_act() == self.seat:
            word = self._shortest(worlds, most)
            if word is None:
                break
            found.append(word)
            after: list[State] = []
            for world in worlds:
                state = world.clone()
                follow(state, word)
                self._settle(state, after)
            mark = mark_of(after[0], self.seat)
            worlds = [state for state in after if mark_of(state, self.seat) == mark]
        return found

    def _shortest(self, worlds: list[State], most: int) -> str | None:
        words = words_of(worlds[0])
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
        to_act = state.to_act()
        if to_act is None:
            winners = state.result().winners
            if winners != [self.seat]:
                return False
            found.append(state)
            return True
        if state.turn_of(self.seat) > self.last:
            return False
        if to_act == self.seat:
            found.append(state)
            return True
        for action in state.actions():
            copy = state.clone()
            copy.act(action)
            if not self._settle(copy, found):
                return False
        return True


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

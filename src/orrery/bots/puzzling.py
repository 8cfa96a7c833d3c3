"""Solving a puzzle: where the actions taken so far have led, whether one more is right, and what a wrong one leads to.

As in a lesson, nothing need be kept but the *trail*, the solver's own actions: puzzle and trail give the moment. What
others decide in between is what comes first among their actions, for what is proved holds against any reply. A wrong
action is played on in a world that the solver cannot tell from the true one, and in which it fails.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from typing import Final

from orrery.bots.bot import NoLimit
from orrery.bots.puzzles import (
    AVOID,
    FAIR,
    FORCED,
    RIGHT,
    SURVIVE,
    WIN,
    WRONG,
    Prover,
    Puzzle,
    TooLarge,
    draw_worlds,
    words_of,
)
from orrery.bots.simple import GreedyBot
from orrery.core.clause import LANGUAGES, Illegal, Over
from orrery.core.data import JsonObject, read_toml
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.core.notation import digest, nearest
from orrery.core.options import Said
from orrery.core.prepared import Done, Prepared

LONGEST: Final = 30
"""No solution has more actions of the solver."""
WORLDS: Final = 6
"""In how many worlds an action within a win is judged."""
STEPS: Final = 6_000
"""After so many steps it is too hard to judge or to refute an action while somebody waits."""
REPLIES: Final = 40
"""So many actions of others are played at most after a wrong one."""
FEW: Final = 3
"""Among how many actions the second hint says that the solution is."""
HINTS: Final = 2

LOST: Final = "lost"
DRAWN: Final = "drawn"
TURN: Final = "turn"
OPEN: Final = "open"
ON: Final = "on"
DANGER: Final = "danger"
WORSE: Final = "worse"
BAD: Final = "bad"


class Strayed(Exception):
    """A trail that does not fit the puzzle."""


class Attempt(Prepared):
    """A puzzle, and how far somebody has come in it."""

    def __init__(self, puzzle: Puzzle, trail: Sequence[str] = ()) -> None:
        """Raises Strayed."""
        super().__init__(puzzle.match(), puzzle.seat)
        self.puzzle = puzzle
        self.trail: list[str] = []
        self.last = self.match.state.turn_of(puzzle.seat) + puzzle.turns - 1
        for word in trail:
            self.take(word)

    @property
    def is_solved(self) -> bool:
        """Is it done? A win when it is won; what else is asked for when a right action was taken."""
        if self.puzzle.kind != WIN:
            return bool(self.trail)
        return self.match.to_act() is None and self.match.state.result().winners == [self.puzzle.seat]

    def take(self, word: str) -> None:
        """Takes an action of the solver's, and what the others reply. Raises Strayed."""
        if self.is_solved:
            raise Strayed(f"the puzzle {self.puzzle.id} is solved before {word!r}")
        if not self.trail and not self.puzzle.is_solved_by(word):
            raise Strayed(f"the solution of {self.puzzle.id} does not begin with {word!r}")
        if len(self.trail) >= LONGEST:
            raise Strayed(f"no solution has more than {LONGEST} actions")
        self.trail.append(word)
        try:
            self.do(word)
        except (Illegal, Over) as fault:
            raise Strayed(f"{word!r} is not legal there: {fault}") from None
        if self.puzzle.kind == WIN:
            while self.match.to_act() not in (None, self.puzzle.seat) and not self._is_late():
                self.do(self.match.actions()[0])
            if self._is_late() or (self.match.to_act() is None and not self.is_solved):
                raise Strayed(f"the win of {self.puzzle.id} is missed by {word!r}")

    def _is_late(self) -> bool:
        return self.match.to_act() is not None and self.match.state.turn_of(self.puzzle.seat) > self.last

    def actions(self) -> list[str]:
        """What the solver may do by the rules."""
        return [] if self.is_solved else self.match.actions()

    def prover(self) -> Prover:
        """The solver of what is left."""
        puzzle, match = self.puzzle, self.match
        sampler = puzzle.game.sampler(match.view(puzzle.seat), match.seen(puzzle.seat) if self.trail else [])
        prover = Prover(draw_worlds(sampler, WORLDS, 1), puzzle.seat, 1, STEPS, puzzle.kind == SURVIVE)
        prover.last = self.last
        return prover

    def judge(self, word: str) -> str:
        """Whether a legal action is right, fair or wrong: the first one by the file, a later one of a win by proof.
        What is too hard to prove may be tried: whether it wins is then seen.
        """
        if not self.trail:
            return self.puzzle.judge(word)
        prover = self.prover()
        try:
            return RIGHT if prover.wins_by(prover.worlds, word) else WRONG
        except TooLarge:
            return RIGHT

    def is_right(self, word: str) -> bool:
        """Does a legal action go on towards the goal?"""
        judged = self.judge(word)
        if judged != RIGHT and not (judged == FAIR and self.puzzle.kind == AVOID):
            return False
        try:
            Attempt(self.puzzle, [*self.trail, word])
        except Strayed:
            return False
        return True

    # --- what a wrong one leads to ------------------------------------------------------------------------------------

    def after(self, word: str) -> Aftermath:
        """What a wrong action leads to, played out where the solver sees it."""
        if self.puzzle.kind in FORCED:
            return self._refuted(word)
        played = Prepared(self._imagined(), self.puzzle.seat)
        played.do(word)
        greedy = GreedyBot(self.puzzle.game, "greedy")
        match, fate = played.match, Fate(1)
        for _ in range(REPLIES):
            seat = match.to_act()
            if seat is None or seat == self.puzzle.seat:
                break
            played.do(greedy.choose(match.view(seat), match.seen(seat), match.actions(), fate, NoLimit()))
        chances = self.puzzle.chances
        if match.to_act() is None and self.puzzle.seat not in match.state.result().winners:
            return Aftermath(played.line, self._over(match, LOST))
        if self.puzzle.judge(word) == FAIR:
            return Aftermath(played.line, said("leads", FAIR))
        if word not in chances:
            return Aftermath(played.line, said("leads", BAD))
        best = max(float(chance) for chance in chances.values())
        return Aftermath(played.line, said("leads", WORSE, here=of_100(chances[word]), best=of_100(best)))

    def _imagined(self) -> Match:
        """The match in a world that the solver cannot tell from the true one."""
        sampler = self.puzzle.sampler()
        return Match(self.puzzle.game, sampler.draw(Fate(1)), None, [])

    def _refuted(self, word: str) -> Aftermath:
        puzzle = self.puzzle
        world, words = self.prover().spoiling(word, STEPS)
        played = Prepared(Match(puzzle.game, world.clone(), None, []), puzzle.seat)
        for one in words:
            played.do(one)
        match = played.match
        if match.to_act() is None:
            drawn = puzzle.seat in match.state.result().winners
            return self._shown(played.line, self._over(match, DRAWN if drawn else LOST))
        if puzzle.kind == SURVIVE:
            return self._shown(played.line, said("leads", DANGER))
        if match.state.turn_of(puzzle.seat) > self.last:
            return self._shown(played.line, said("leads", TURN))
        return self._played_on(played)

    def _over(self, match: Match, says: str) -> Said:
        """What is said at the end of a match, with the points where there are any."""
        scores = match.state.result().scores
        if scores is None:
            return said("leads", says)
        seat = self.puzzle.seat
        rival = max(points for other, points in enumerate(scores) if other != seat)
        return said("leads", f"{says}_score", own=scores[seat], rival=rival)

    def _shown(self, line: list[Done], says: Said) -> Aftermath:
        """What was played, but for what would give the solution away: it may be taken later, when it is too late."""
        secret = {*self.puzzle.right, *self.puzzle.line[len(self.trail) :]}
        for i, one in enumerate(line):
            if i and one.seat == self.puzzle.seat and one.word in secret:
                return Aftermath(line[:i], said("leads", DANGER if self.puzzle.kind == SURVIVE else OPEN))
        return Aftermath(line, says)

    def _played_on(self, played: Prepared) -> Aftermath:
        """A turn in which nothing wins for certain any more, played on as well as it goes, to its end. Where that wins
        by luck it is not shown.
        """
        puzzle, match, fate = self.puzzle, played.match, Fate(1)
        stands = len(played.line)
        bot = GreedyBot(puzzle.game, "greedy")
        for _ in range(REPLIES):
            seat = match.to_act()
            if seat is None or match.state.turn_of(puzzle.seat) > self.last:
                break
            played.do(bot.choose(match.view(seat), match.seen(seat), match.actions(), fate, NoLimit()))
        if match.to_act() is not None and match.state.turn_of(puzzle.seat) > self.last:
            return self._shown(played.line, said("leads", ON))
        if match.to_act() is None and puzzle.seat not in match.state.result().winners:
            return self._shown(played.line, self._over(match, LOST))
        return self._shown(played.line[:stands], said("leads", OPEN))

    # --- hints --------------------------------------------------------------------------------------------------------

    def idea(self) -> Said:
        """The first hint: what to look for."""
        puzzle = self.puzzle
        if puzzle.idea is not None and not self.trail:
            return puzzle.idea
        if puzzle.kind == WIN:
            left = len(self.way())
            return said("idea", "line_one" if left == 1 else "line", n=left)
        every = len(puzzle.match().actions())
        return said("idea", puzzle.kind, all=every, wrong=every - len(puzzle.right), right=len(puzzle.right))

    def few(self) -> list[str]:
        """The second hint: some actions that look alike, of which one is right. Where there are no more than these, as
        many as there are.
        """
        right = self.way()[:1] or self.puzzle.right[:1]
        others = [word for word in self.actions() if word not in self._all_right(right)]
        return sorted([*right, *nearest(right[0], others, FEW - 1)])

    def _all_right(self, right: list[str]) -> list[str]:
        if not self.trail:
            return self.puzzle.right
        prover = self.prover()
        try:
            return [word for word in self.match.actions() if prover.wins_by(prover.worlds, word)]
        except TooLarge:
            return right

    def way(self) -> list[str]:
        """The rest of a solution: the one that is kept as long as the trail follows it, or one that is found now."""
        line = self.puzzle.line
        if line[: len(self.trail)] == self.trail and set(line[len(self.trail) :][:1]) <= set(self.match.actions()):
            return line[len(self.trail) :]
        try:
            return self.prover().line()
        except TooLarge:
            return words_of(self.match.state)[:1]


class Aftermath:
    """What a wrong action leads to: all that was done, as the solver sees it, and what is said of it."""

    __slots__ = ("line", "says")

    def __init__(self, line: list[Done], says: Said) -> None:
        self.line = line
        self.says = says


def of_100(share: object) -> int:
    """A share as a number of 100."""
    return round(100 * float(str(share)))


# --- words ------------------------------------------------------------------------------------------------------------


@cache
def sentences() -> JsonObject:
    """All that is said of puzzles."""
    return read_toml("orrery.bots", "data", "puzzles.toml")


def said(part: str, key: str, **facts: object) -> Said:
    """A sentence in every language."""
    row: JsonObject = sentences()[part][key]
    return {lang: str(row[lang]).format(**facts) for lang in LANGUAGES}


def proof_of(puzzle: Puzzle) -> Said:
    """How a puzzle was proved or measured."""
    proof = puzzle.proof
    facts = {key: of_100(proof[key]) for key in ("best", "wrong") if key in proof}
    return said("proof", str(proof["way"]), worlds=proof.get("worlds", ""), plays=proof.get("plays", ""), **facts)


# --- the puzzle of the day --------------------------------------------------------------------------------------------


def puzzle_of_day(puzzles: Mapping[str, Sequence[Puzzle]], day: date) -> Puzzle | None:
    """The puzzle of a day, the same for everybody: another game from day to day, and none of a game comes again before
    all of its puzzles were had. None where there are none.
    """
    games = sorted(name for name, found in puzzles.items() if found)
    if not games:
        return None
    number = day.toordinal()
    found = sorted(puzzles[games[number % len(games)]], key=lambda puzzle: digest(puzzle.id))
    return found[number // len(games) % len(found)]

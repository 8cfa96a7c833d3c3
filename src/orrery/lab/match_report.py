"""How the decks, seats and matches of a game stand, at several strengths side by side.

One experiment plays all of it: every pairing of the decks in every mode, each seed from every seating, by each strength
that is asked for; then stronger players against weaker ones; then, where the game has powers that a player can do
without, players who must. Whatever is compared is played with the same seeds. The rows are counted here, and the
sections of the report are made from what was counted; those about the course of matches in course_report.py, those
about powers and places in census_report.py.

Strengths are named from the weakest to the strongest: *does it hold for better players?* is answered by the first and
the last of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.guide import Kind
from orrery.games import game_named
from orrery.lab.census_report import census_sections
from orrery.lab.course import CENSUS, CHANCES, COURSE, MATTERS, WEIGHT
from orrery.lab.course_report import course_sections
from orrery.lab.findings import Findings
from orrery.lab.running import Run
from orrery.lab.share_report import share_sections
from orrery.lab.sheets import Section
from orrery.lab.sittings import Experiment, Row, Sitting
from orrery.lab.variants import BadVariant, Variant

FEW: Final = 200
"""Up to so many matches, decisions are weighed without being asked for."""
SKILLS: Final = (40, 160)
"""Simulations a decision: what four times as much thinking is worth."""


class MatchReport:
    """A report under way: what is to be played, and what was counted."""

    def __init__(self, experiment: Experiment, question: JsonObject) -> None:
        """`question` is what `plan` made, or a file said."""
        self.experiment = experiment
        self.question = question
        self.places: list[int] = question["setups"]
        """The setups that are reported on; the experiment may have more."""
        self.bots: list[str] = question["bots"]
        self.seats = {place: experiment.seats(place) for place in self.places}
        self.findings = Findings(experiment, self.places, self.bots, self._kinds())

    def _kinds(self) -> list[Kind]:
        """What the game counts beside all that every game has."""
        game = game_named(self.experiment.game)
        assert game is not None
        setup = self.experiment.setups[self.places[0]]
        rivals = next(each for each in game.guide().rivals() if each.mode == setup.mode)
        census = rivals.census(game.new(setup.options[0], Fate(0)).view(None))
        return [] if census is None else census.kinds

    # --- playing ------------------------------------------------------------------------------------------------------

    def sittings(self) -> Iterator[Sitting]:
        """All matches, round by round, so that a run which is broken off has as much of one pairing as of the next."""
        question = self.question
        for round in range(max(question["rounds"], question["skill_rounds"], question["forbid_rounds"])):
            if round < question["rounds"]:
                for place in self.places:
                    for bot in self.bots:
                        yield from self.experiment.sittings(place, range(round, round + 1), bot)
            for sitting, _, _ in self._skilled(round):
                yield sitting
            for sitting, _, _ in self._forbidden(round):
                yield sitting

    def _skilled(self, round: int) -> Iterator[tuple[Sitting, tuple[str, str], int]]:
        """One stronger player among weaker ones, in every seat and with every deck: with the pair, and the seat of the
        stronger. The pairings of a mode take turns from round to round.
        """
        if round >= self.question["skill_rounds"]:
            return
        for mode in self.findings.modes:
            places = [place for place in self.places if self.experiment.setups[place].mode == mode]
            place = places[round % len(places)]
            for weak, strong in self.question["skills"]:
                for turn in range(self.experiment.setups[place].turns):
                    for seat in range(self.seats[place]):
                        bots = [strong if each == seat else weak for each in range(self.seats[place])]
                        yield Sitting(place, round, turn, bots), (weak, strong), seat

    def _forbidden(self, round: int) -> Iterator[tuple[Sitting, tuple[str, str], int]]:
        """One player who may not use something among others who may: with the bot and what is forbidden, and the seat,
        which goes round.
        """
        if round >= self.question["forbid_rounds"]:
            return
        for place in self.places:
            seat = round % self.seats[place]
            for kind in self.findings.kinds:
                for word in kind.names if kind.can_forbid else ():
                    for bot in self.bots:
                        bots = [bot] * self.seats[place]
                        bots[seat] = f"{bot}!{kind.key}:{word}"
                        yield Sitting(place, round, 0, bots), (bot, f"{kind.key}:{word}"), seat

    def run(self, run: Run) -> None:
        """Plays all matches and counts them; of a run that has only some of them, those. Raises MatchFault."""
        self.count({sitting.key: row for sitting, row in run.play(list(self.sittings()), "pairings, skill, bans")})

    # --- counting -----------------------------------------------------------------------------------------------------

    def count(self, played: dict[str, Row]) -> None:
        """Counts the matches that were played, by the keys of their sittings."""
        question, tallies = self.question, self.findings.tallies
        for round in range(question["rounds"]):
            for place in self.places:
                for bot in self.bots:
                    for sitting in self.experiment.sittings(place, range(round, round + 1), bot):
                        if sitting.key in played:
                            self._count(sitting, played[sitting.key], bot)
        for round in range(max(question["skill_rounds"], question["forbid_rounds"])):
            for sitting, pair, seat in self._skilled(round):
                if sitting.key in played:
                    mode = self.experiment.setups[sitting.setup].mode
                    tallies.add(("skill", mode, *pair), round, played[sitting.key].shares[seat])
                    self.findings.skilled += 1
            for sitting, (bot, what), seat in self._forbidden(round):
                free = Sitting(sitting.setup, round, 0, [bot] * len(sitting.bots))
                if sitting.key in played and free.key in played:
                    mode = self.experiment.setups[sitting.setup].mode
                    tallies.add(("may", mode, bot, what), round, played[free.key].shares[seat])
                    tallies.add(("may_not", mode, bot, what), round, played[sitting.key].shares[seat])
                    self.findings.forbidden += 1

    def _count(self, sitting: Sitting, row: Row, bot: str) -> None:
        """One match between players of one strength."""
        setup, round, add = self.experiment.setups[sitting.setup], sitting.round, self.findings.tallies.add
        mode, even = setup.mode, 1 / len(row.shares)
        course = row.probes[COURSE]
        self.findings.matches += 1
        if setup.names:
            add(("pair", str(sitting.setup), bot), round, row.shares[setup.seat_of(0, sitting.turn)])
        for seat, (name, share) in enumerate(zip(row.names, row.shares, strict=True)):
            add(("name", mode, name, bot), round, share)
            add(("over", name, bot), round, share)
            add(("even", name, bot), round, even)
            add(("place", mode, str(course["places"][seat]), bot), round, share)
            add(("seat", mode, str(seat), bot), round, share)
        if course["began"]:
            self.findings.others_begin.add(mode)
        add(("turns", mode, bot), round, course["turns"])
        add(("actions", mode, bot), round, row.actions)
        self.findings.lengths.setdefault((mode, bot), Counter())[course["turns"]] += 1
        add(("choices", mode, bot), round, course["choices"])
        add(("forced", mode, bot), round, course["forced"], course["forced"] + course["choices"])
        add(("breadth", mode, bot), round, course["breadth"], course["choices"])
        self._count_chances(row.probes[CHANCES], mode, bot, round)
        if WEIGHT in row.probes:
            weight = row.probes[WEIGHT]
            for loss in weight["losses"]:
                # A match has few of its decisions weighed: they stand for all it had.
                each = weight["choices"] / len(weight["losses"])
                add(("matters", mode, bot), round, each * (loss > MATTERS), each)
                add(("loss", mode, bot), round, each * loss, each)
        if CENSUS in row.probes:
            self._count_census(row, mode, bot, round)

    def _count_chances(self, chances: JsonObject, mode: str, bot: str, round: int) -> None:
        add = self.findings.tallies.add
        add(("lead_changes", mode, bot), round, chances["lead_changes"])
        if "known" in chances:
            for measure in ("nearly", "lowest", "known", "half", "half_led"):
                add((measure, mode, bot), round, float(chances[measure]))
        for step, (given, won) in chances["bins"].items():
            add(("bin", step, bot), round, won, given)

    def _count_census(self, row: Row, mode: str, bot: str, round: int) -> None:
        add, seats = self.findings.tallies.add, len(row.shares)
        for kind in self.findings.kinds:
            amounts = row.probes[CENSUS].get(kind.key, {})
            first = next(iter(kind.measures))
            for word in kind.names:
                rows = {measure: amounts.get(word, {}).get(measure, [0] * seats) for measure in kind.measures}
                for measure, by_seat in rows.items():
                    add(("census", kind.key, word, measure, bot), round, sum(by_seat))
                    add(("census", kind.key, word, measure, bot, mode), round, sum(by_seat))
                for seat, times in enumerate(rows[first]):
                    add(("by", kind.key, word, row.names[seat], bot), round, times)
                    if times:
                        add(("users", kind.key, word, bot), round, row.shares[seat])
                        add(("users_even", kind.key, word, bot), round, 1 / seats)
                if kind.yields is not None:
                    gain, per = (sum(rows[measure]) for measure in kind.yields)
                    add(("yield", kind.key, word, bot), round, gain, per)
                    add(("yield", kind.key, "", bot), round, gain, per)

    # --- what is known ------------------------------------------------------------------------------------------------

    @property
    def matches(self) -> int:
        """How many were counted."""
        return self.findings.matches + self.findings.skilled + self.findings.forbidden

    def sections(self) -> list[Section]:
        """The report, question by question."""
        skills = [(weak, strong) for weak, strong in self.question["skills"]] if self.question["skill_rounds"] else []
        return [
            *share_sections(self.findings, skills),
            *course_sections(self.findings),
            *census_sections(self.findings, bool(self.question["forbid_rounds"])),
        ]


def plan(
    variant: Variant,
    bots: Sequence[str],
    *,
    rounds: int,
    modes: Sequence[str] = (),
    decks: Sequence[str] = (),
    seed: int = 1,
    weight: bool | None = None,
    skill_rounds: int | None = None,
    looks: tuple[int, int] | None = SKILLS,
    forbid_rounds: int | None = None,
) -> MatchReport:
    """The report on a variant. A round is one seed from every seating. `weight`: are decisions weighed? If nobody says,
    then where matches are few. `skill_rounds` and `forbid_rounds`: a quarter and half of the rounds, unless they
    are said. `looks`: the two numbers of simulations that are held against each other beside the strengths. Raises
    BadVariant.
    """
    if rounds < 1:
        raise BadVariant(f"a report plays at least 1 round, not {rounds}")
    setups = variant.setups(modes, decks)
    skills = [list(pair) for pair in pairwise(bots)]
    if looks is not None:
        skills.append([f"mcts:{count}" for count in looks])
    matches = rounds * len(bots) * sum(setup.turns for setup in setups)
    weighed = matches <= FEW if weight is None else weight
    probes = [COURSE, CHANCES, CENSUS, *([WEIGHT] if weighed else [])]
    experiment = Experiment(variant.game.name, setups, seed, probes)
    question: JsonObject = {
        "setups": list(range(len(setups))),
        "bots": list(bots),
        "rounds": rounds,
        "skills": skills,
        "skill_rounds": max(1, rounds // 4) if skill_rounds is None else skill_rounds,
        "forbid_rounds": 0,
    }
    made = MatchReport(experiment, question)
    if any(kind.can_forbid for kind in made.findings.kinds):
        half = max(1, rounds // 2)
        question["forbid_rounds"] = half if forbid_rounds is None else min(forbid_rounds, rounds)
    return made

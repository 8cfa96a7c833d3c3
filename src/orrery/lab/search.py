"""The search for a few small changes of numbers that bring every pairing of decks into a band.

First the pairings are measured as they are. Then, step by step, single changes to the decks that are off are raced
against each other: all play the same rounds as what is there now, from the same seats with the same luck, and a change
that cannot be the best any more gets no more rounds. The best is kept if it surely helps; among changes that are as
good, the smallest. It ends when all pairings are in the band, when there are as many changes as are allowed, when no
change can be shown to help, or when the processor time is used up. What was chosen is then measured again on rounds
that had no part in choosing, for whoever picks the best of many also picks luck.

Rounds are counted, never timed, so the same seed gives the same changes on any number of processes; unless the
processor time ended it, which it says.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from orrery.core.cards.tweaks import Tweak, Tweaks
from orrery.core.fate import Fate, branch
from orrery.lab.bench import Bench
from orrery.lab.estimates import Difference, Ratio
from orrery.lab.running import Standing
from orrery.lab.sequential import LEAST, RISK, looks
from orrery.lab.sequential import Sequence as Watched
from orrery.lab.sittings import Experiment, Row, Setup, Sitting
from orrery.lab.variants import BadVariant, Variant, variant_of

FRESH: Final = 1 << 20
"""The rounds from here on have no part in choosing."""
FOR_CHECKING: Final = 0.3
"""So much of the processor time is kept for measuring again what was chosen."""
FOR_TWO: Final = 2
CANDIDATES: Final = 16
"""So many changes are raced against each other in one step."""
UNTOLD: Final = 4
"""Of these so many, at least, are changes of which no formula says what they are worth."""
CENTRE: Final = 0.02
"""How much the distance to the middle of the band counts, where all is in the band or as far out of it."""
BELL: Final = ((-2.857, 0.01126), (-1.3556, 0.22208), (0.0, 0.53332), (1.3556, 0.22208), (2.857, 0.01126))
"""Five places of the normal curve with their weights, which stand for all of it."""
PURPOSE: Final = 1 << 50
"""Of the dice by which candidates are drawn."""

DONE: Final = "done"
EVEN: Final = "even"
CHANGES: Final = "changes"
NO_HELP: Final = "no_help"
NO_TWEAKS: Final = "no_tweaks"
CPU: Final = "cpu"

CHOSEN: Final = "chosen"
WORSE: Final = "dropped"
ALIKE: Final = "alike"
UNJUDGED: Final = "unjudged"

Meeting = tuple[str, ...]
"""The mode and the decks that meet."""


class Line:
    """One share that is to come into the band: of the left deck of a meeting, or of a colour."""

    __slots__ = ("meeting", "name")

    def __init__(self, meeting: Meeting, name: str) -> None:
        self.meeting = meeting
        self.name = name

    def tally(self, rows: Sequence[Row]) -> tuple[float, float]:
        """In the matches of a round: what it won, and how often it was there."""
        return tally(self.name, rows)


def tally(name: str, rows: Sequence[Row]) -> tuple[float, float]:
    """In these matches: what a deck or colour won, and how often it was there."""
    shares = [share for row in rows for share, other in zip(row.shares, row.names, strict=True) if other == name]
    return sum(shares), float(len(shares))


class Version:
    """The set with some changes: its matches, and what came of them, round by round."""

    def __init__(self, tweaks: list[Tweak], setups: dict[Meeting, Setup], parent: Version | None) -> None:
        """The matches that none of the changes since the parent reaches are those of the parent."""
        self.tweaks = tweaks
        self.setups = setups
        self.rounds: dict[Meeting, dict[int, list[Row]]] = {}
        for meeting in setups:
            same = parent is not None and not self._is_reached(meeting, parent)
            self.rounds[meeting] = parent.rounds[meeting] if parent is not None and same else {}

    def _is_reached(self, meeting: Meeting, parent: Version) -> bool:
        moved = [tweak for tweak in self.tweaks if tweak not in parent.tweaks]
        moved += [tweak for tweak in parent.tweaks if tweak not in self.tweaks]
        return any(not tweak.decks or any(deck in meeting[1:] for deck in tweak.decks) for tweak in moved)

    def reached(self, since: Version) -> list[Meeting]:
        """The meetings that differ from those of another version."""
        return [meeting for meeting in self.setups if self.rounds[meeting] is not since.rounds[meeting]]


class Entrant:
    """A candidate of a race: a version, what made it, and how it stands."""

    def __init__(self, tweak: Tweak, version: Version) -> None:
        self.tweak = tweak
        self.version = version
        self.off = math.inf
        """How far its shares are out of the band (see `Search.distance`), and the least and the most it may be."""
        self.low = -math.inf
        self.high = math.inf
        self.error = math.inf
        self.rounds = 0
        self.fate = ""


class Step:
    """A race that was run: its candidates, and which of them was kept, if any."""

    def __init__(self, before: Version, entrants: list[Entrant]) -> None:
        self.before = before
        self.entrants = entrants
        self.kept: Entrant | None = None
        self.could_help = False
        """May one of those that were left help, though none surely does?"""


class Search:
    """A search under way, and what came of it."""

    def __init__(
        self,
        base: Variant,
        bot: str,
        *,
        low: float,
        high: float,
        most: int,
        matches: int,
        modes: Sequence[str],
        decks: Sequence[str],
        seed: int,
        bench: Bench,
        tell: Callable[[str], None],
    ) -> None:
        """Raises BadVariant."""
        self.game = base.game
        guide = self.game.guide()
        tweaks = guide.tweaks()
        if tweaks is None:
            raise BadVariant(f"{self.game.name} names no small changes that could be tried")
        if base.deck is not None:
            raise BadVariant("a search changes the numbers of a set, not a deck; say a folder of cards or a board file")
        self.changes: Tweaks = tweaks
        self.base = base
        self.source: Path | None = base.folder or board_file(base)
        self.bot = bot
        self.low = low
        self.high = high
        self.most = most
        self.modes = list(modes) or self._modes()
        self.decks = list(decks)
        self.seed = seed
        self.bench = bench
        self.tell = tell
        self.found_before = self._findings()
        setups = {(setup.mode, *setup.names): setup for setup in base.setups(self.modes, self.decks)}
        self.start = Version([], setups, None)
        self.lines = [Line(meeting, name) for meeting in setups for name in self._names(meeting)]
        turns = max(setup.turns for setup in setups.values())
        self.most_rounds = max(2, matches // turns)
        self.seats: dict[Meeting, int] = {}
        self.steps: list[Step] = []
        self.now = self.start
        self.chain: list[Version] = [self.start]
        """What was kept, step by step."""
        self.ended = ""
        self.worth: dict[str, tuple[float, float]] = {}
        """By deck, what was measured of changes: the sum of worth times effect, and of worth times worth."""

    def _modes(self) -> list[str]:
        """The modes that are meant where none are named: all; in a game without decks, those for two."""
        rivals = self.base.rivals()
        return [
            each.mode for each in rivals if each.decks or self.game.new(each.options([]), Fate(0)).seats() == FOR_TWO
        ]

    def _names(self, meeting: Meeting) -> list[str]:
        """Whose shares are to come into the band: the left deck's; without decks those of all that may be there."""
        if len(meeting) > 1:
            return [meeting[1]]
        return next(rivals.others() for rivals in self.base.rivals() if rivals.mode == meeting[0])

    def _findings(self) -> list[str]:
        """What the check of the set finds before anything is changed."""
        guide = self.game.guide()
        catalogue = guide.catalogue(self.base.folder) if self.base.folder is not None else guide.catalogue()
        return [] if catalogue is None else catalogue.findings()

    # --- playing ------------------------------------------------------------------------------------------------------

    def play(self, wanted: Sequence[tuple[Version, Meeting]], rounds: range, part: Standing) -> bool:
        """Plays these rounds of these versions, as far as they are not known, for a part of the search; False if the
        time did not do.
        """
        fresh = self._fresh(wanted, rounds)
        experiment = Experiment(self.game.name, [version.setups[meeting] for version, meeting in fresh], self.seed)
        part.total = max(part.total, part.done + self._count(fresh, rounds))
        played: dict[tuple[int, int], list[Row]] = {}
        for sitting, row in self.bench.play(experiment, self._sittings(experiment, fresh, rounds), part):
            played.setdefault((sitting.setup, sitting.round), []).append(row)
        whole = True
        for round in rounds:
            for place, (version, meeting) in enumerate(fresh):
                if round in version.rounds[meeting]:
                    continue
                rows = played.get((place, round), [])
                if len(rows) == version.setups[meeting].turns:
                    version.rounds[meeting][round] = rows
                else:
                    whole = False
        return whole

    def _fresh(self, wanted: Sequence[tuple[Version, Meeting]], rounds: range) -> list[tuple[Version, Meeting]]:
        """Those of which not all of these rounds are known, each table of rounds once."""
        fresh: list[tuple[Version, Meeting]] = []
        for version, meeting in wanted:
            known = [version.rounds[meeting] is other.rounds[place] for other, place in fresh]
            if not any(known) and any(round not in version.rounds[meeting] for round in rounds):
                fresh.append((version, meeting))
        return fresh

    def _count(self, fresh: Sequence[tuple[Version, Meeting]], rounds: range) -> int:
        """How many matches of these rounds are not known."""
        return sum(
            version.setups[meeting].turns * sum(round not in version.rounds[meeting] for round in rounds)
            for version, meeting in fresh
        )

    def _sittings(
        self, experiment: Experiment, fresh: Sequence[tuple[Version, Meeting]], rounds: range
    ) -> Iterator[Sitting]:
        """Version by version, so that a process works out the cards of a version once; within it round by round."""
        seats = [self._seats_of(meeting) for _, meeting in fresh]
        versions = list(dict.fromkeys([version for version, _ in fresh]))
        for each in versions:
            for round in rounds:
                for place, (version, meeting) in enumerate(fresh):
                    if version is each and round not in version.rounds[meeting]:
                        for turn in range(experiment.setups[place].turns):
                            yield Sitting(place, round, turn, [self.bot] * seats[place])

    def _seats_of(self, meeting: Meeting) -> int:
        """How many sit at a meeting. No change of numbers alters it, so it is asked once and not of every version, for
        which all cards would have to be read.
        """
        if meeting not in self.seats:
            self.seats[meeting] = Experiment(self.game.name, [self.start.setups[meeting]], self.seed).seats(0)
        return self.seats[meeting]

    # --- figures ------------------------------------------------------------------------------------------------------

    def share(self, version: Version, line: Line, first: int = 0) -> Ratio:
        """The share of a line by the rounds that were played, from the first on that is meant."""
        found = Ratio(share=True)
        for round, rows in version.rounds[line.meeting].items():
            if first <= round < first + FRESH:
                found.add(*line.tally(rows))
        return found

    def difference(self, before: Version, after: Version, names: Sequence[Line], first: int = 0) -> Difference:
        """What a change does to lines, taken together as one share, by the rounds that all of them have."""
        found = Difference(share=True)
        tables = [(before.rounds[line.meeting], after.rounds[line.meeting], line) for line in names]
        common = set.intersection(*[{*old} & {*new} for old, new, _ in tables]) if tables else set()
        for round in sorted(common):
            if first <= round < first + FRESH:
                old = [line.tally(rows[round]) for rows, _, line in tables]
                new = [line.tally(rows[round]) for _, rows, line in tables]
                found.add(
                    sum(num for num, _ in old),
                    sum(den for _, den in old),
                    sum(num for num, _ in new),
                    sum(den for _, den in new),
                )
        return found

    def of_deck(self, deck: str, meetings: Sequence[Meeting]) -> list[Line]:
        """A deck's own share in each of these meetings."""
        return [Line(meeting, deck) for meeting in meetings if deck in meeting[1:]]

    def excess(self, share: float) -> float:
        """How far a share is above the band, or below it (less than 0)."""
        return max(0.0, share - self.high) - max(0.0, self.low - share)

    def distance(self, shares: Sequence[float]) -> float:
        """How far shares are out of the band, in squares, so that what is far out counts most; those within it count a
        little by how far they are from its middle.
        """
        middle = (self.low + self.high) / 2
        return math.fsum([self.excess(share) ** 2 + CENTRE * (share - middle) ** 2 for share in shares])

    def judged(self, share: float, error: float) -> tuple[float, float]:
        """What one share adds to the distance, where it is known with that error: the mean and the variance over what
        it may be.
        """
        found = [(chance, self.distance([min(1.0, max(0.0, share + off * error))])) for off, chance in BELL]
        mean = math.fsum([chance * value for chance, value in found])
        return mean, math.fsum([chance * (value - mean) ** 2 for chance, value in found])

    def shares(self, version: Version) -> list[float]:
        """The shares of all lines of a version that has played what the start has; half where nothing is known."""
        found = [self.share(version, line).value for line in self.lines]
        return [0.5 if value is None else value for value in found]

    # --- the search ---------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Searches, and measures again what was found. Raises MatchFault, LostWorker and DataFault."""
        whole = self.bench.bound
        self.bench.bound = whole * (1 - FOR_CHECKING)
        self._search()
        self.bench.bound = whole
        if self.now is not self.start:
            self._check()

    def _search(self) -> None:
        meetings = list(self.start.setups)
        self.tell(f"measuring the pairings ({len(self.lines)}), {self.most_rounds} rounds each")
        part = Standing("the set as it is")
        if not self.play([(self.start, meeting) for meeting in meetings], range(self.most_rounds), part):
            self.ended = CPU
            return
        while True:
            shares = self.shares(self.now)
            off = [share for share in shares if self.excess(share)]
            self.tell(f"out of the band: {len(off)} of {len(shares)}; changes so far: {len(self.now.tweaks)}")
            if not off:
                self.ended = DONE if self.now.tweaks else EVEN
            elif len(self.now.tweaks) >= self.most:
                self.ended = CHANGES
            if self.ended:
                return
            entrants = self._entrants(shares)
            if not entrants:
                self.ended = NO_TWEAKS
                return
            step = Step(self.now, entrants)
            self.steps.append(step)
            self._race(step, shares)
            if step.kept is None:
                self.ended = CPU if self.bench.was_cut else NO_HELP
                return
            self.now = step.kept.version
            self.chain.append(self.now)
            part = Standing(f"after change {len(self.steps)}")
            if not self.play([(self.now, meeting) for meeting in meetings], range(self.most_rounds), part):
                self.ended = CPU
                return

    def pulls(self, shares: Sequence[float]) -> dict[str, float]:
        """By deck, how far it is too strong over all its meetings, or too weak (less than 0)."""
        found: dict[str, float] = {}
        for line, share in zip(self.lines, shares, strict=True):
            excess = self.excess(share)
            for deck in line.meeting[1:]:
                found[deck] = found.get(deck, 0.0) + (excess if deck == line.name else -excess)
        return found

    def _entrants(self, shares: Sequence[float]) -> list[Entrant]:
        """The candidates of the next race: changes of the decks that are off, each the way that it needs."""
        pulls = self.pulls(shares)
        fate = Fate(branch(self.seed, PURPOSE + len(self.steps)))
        decks = sorted([deck for deck in pulls if pulls[deck]], key=lambda deck: -abs(pulls[deck]))
        tweaks = self.changes.of(self.source, decks)
        made = {tweak.said["en"] for tweak in self.now.tweaks}
        pool = [tweak for tweak in tweaks if tweak.said["en"] not in made and self._may_help(tweak, pulls)]
        found: list[Entrant] = []
        for tweak in self._in_turn(pool, pulls, fate):
            if len(found) == CANDIDATES or self.bench.is_spent:
                break
            kept = [other for other in self.now.tweaks if not other.collides(tweak)]
            together = [*kept, tweak]
            if len(together) <= self.most and not self.changes.breaks(self.source, together):
                found.append(Entrant(tweak, self._version(together)))
        return found

    def _may_help(self, tweak: Tweak, pulls: dict[str, float]) -> bool:
        return not tweak.worth or any(pulls.get(deck, 0.0) * tweak.worth < 0 for deck in tweak.decks)

    def _in_turn(self, pool: list[Tweak], pulls: dict[str, float], fate: Fate) -> Iterator[Tweak]:
        """The changes in the order in which they are to be tried: deck by deck in turn, of each first those that are
        worth about what the deck needs, as far as that is known, else large and small ones mixed; no card twice before
        all had their turn. Every fourth is one of which no formula says what it is worth.
        """
        told: dict[str, list[Tweak]] = {}
        untold: list[Tweak] = []
        for tweak in pool:
            if tweak.worth:
                told.setdefault(tweak.decks[0], []).append(tweak)
            else:
                untold.append(tweak)
        fate.shuffle(untold)
        untold.sort(key=lambda tweak: tweak.size)
        queues = [self._ordered(told[deck], deck, pulls[deck], fate) for deck in pulls if deck in told]
        queues.sort(key=lambda queue: -abs(pulls[queue[0].decks[0]]))
        mixed: list[Tweak] = []
        while any(queues):
            mixed += [queue.pop(0) for queue in queues if queue]
        # At least one of the others comes before each of these, however few there are in a race.
        share = max(2, CANDIDATES // UNTOLD)
        while mixed or untold:
            yield from mixed[: share - 1]
            del mixed[: share - 1]
            count = 1 if mixed else len(untold)
            yield from untold[:count]
            del untold[:count]

    def _ordered(self, tweaks: list[Tweak], deck: str, pull: float, fate: Fate) -> list[Tweak]:
        fate.shuffle(tweaks)
        meetings = sum(deck in meeting[1:] for meeting in self.start.setups)
        products, squares = self.worth.get(deck, (0.0, 0.0))
        if products > 0:
            needed = abs(pull) / meetings * squares / products
            tweaks.sort(key=lambda tweak: abs(math.log(abs(tweak.worth) / needed)))
        else:
            tweaks.sort(key=lambda tweak: -abs(tweak.worth))
            third = -(-len(tweaks) // 3)
            dear, middle, cheap = tweaks[:third], tweaks[third : 2 * third], tweaks[2 * third :]
            for part in (middle, cheap):
                fate.shuffle(part)
            tweaks = []
            while dear or middle or cheap:
                # Of the dearest changes most, and the dearest first, for those of little worth seldom show.
                for part in (dear, middle, dear, cheap):
                    tweaks += part[:1]
                    del part[:1]
        return first_of_each(tweaks)

    def _version(self, tweaks: list[Tweak]) -> Version:
        """The set with these changes, and its matches."""
        folder = self.bench.folder / f"set-{len(list(self.bench.folder.iterdir()))}"
        place = self.changes.apply(self.source, tweaks, folder)
        variant = variant_of(self.game, "now", [str(place)])
        variant.options = dict(self.base.options)
        setups = {(setup.mode, *setup.names): setup for setup in variant.setups(self.modes, self.decks)}
        return Version(tweaks, setups, self.now)

    def _race(self, step: Step, shares: list[float]) -> None:
        """Runs a race: more and more rounds for those that may still be the best."""
        base = self.distance(shares)
        living = list(step.entrants)
        part = Standing(f"race {len(self.steps)}, at most")
        for rounds in looks(self.most_rounds, min(LEAST, self.most_rounds)):
            wanted = [(one.version, meeting) for one in living for meeting in one.version.reached(self.now)]
            # So many if nobody drops out any more.
            whole = range(self.most_rounds)
            part.total = part.done + self._count(self._fresh(wanted, whole), whole)
            if not self.play(wanted, range(rounds), part):
                break
            for one in living:
                self._judge(one, shares, rounds, len(step.entrants))
            best = min([one.high for one in living])
            for one in living:
                if one.low > min(best, base):
                    one.fate = WORSE
            living = [one for one in living if not one.fate]
            if not living or (len(living) == 1 and living[0].high < base):
                break
        step.could_help = any(one.low < base for one in living)
        sure = [one for one in living if one.high < base]
        if sure:
            best_one = min(sure, key=lambda one: one.off)
            alike = [one for one in sure if one.off <= best_one.off + best_one.error]
            step.kept = min(alike, key=lambda one: (len(one.version.tweaks), one.tweak.size, one.off))
            step.kept.fate = CHOSEN
        for one in living:
            one.fate = one.fate or (ALIKE if one.rounds else UNJUDGED)
        self._learn(step)
        self.tell(
            f"race {len(self.steps)}: {len(step.entrants)} changes, {len(living)} left"
            + (f"; kept {step.kept.tweak.said['en']}" if step.kept else "; none surely helps")
        )

    def _judge(self, one: Entrant, shares: list[float], rounds: int, several: int) -> None:
        """How far a candidate is off by the rounds so far. What there is now is taken as measured; the error is that of
        the paired differences, and its interval holds at all looks and for all candidates of the race together.
        """
        means: list[float] = []
        variances: list[float] = []
        reaches: list[float] = []
        reached = {*one.version.reached(self.now)}
        for line, share in zip(self.lines, shares, strict=True):
            error = 0.0
            if line.meeting in reached:
                change = self.difference(self.now, one.version, [line])
                if change.value is not None and change.error is not None:
                    share, error = share + change.value, change.error
                    reaches.append(Watched(change, least=2).reach(1 - RISK / several))
            mean, variance = self.judged(share, error)
            means.append(mean)
            variances.append(variance)
        one.rounds = rounds
        one.off = math.fsum(means)
        one.error = math.sqrt(math.fsum(variances))
        reach = max(reaches, default=math.inf)
        # Of what no match has told anything yet all may be true, even where no error was seen.
        spread = reach * one.error if math.isfinite(reach) else math.inf
        one.low, one.high = one.off - spread, one.off + spread

    def _learn(self, step: Step) -> None:
        """What changes of a deck did, against what the formula says they are worth."""
        for one in step.entrants:
            for deck in one.tweak.decks:
                lines = self.of_deck(deck, one.version.reached(step.before))
                effect = self.difference(step.before, one.version, lines).value
                if effect is not None and one.tweak.worth:
                    products, squares = self.worth.get(deck, (0.0, 0.0))
                    worth = one.tweak.worth
                    self.worth[deck] = products + worth * effect, squares + worth * worth

    def _check(self) -> None:
        """Measures what was there and what was kept, step by step, on rounds that had no part in choosing."""
        self.tell(f"checking on {self.most_rounds} fresh rounds")
        wanted = [(version, meeting) for version in self.chain for meeting in version.setups]
        self.play(wanted, range(FRESH, FRESH + self.most_rounds), Standing("the check"))

    # --- what is known ------------------------------------------------------------------------------------------------

    def write(self, target: Path) -> Path | None:
        """Writes the changed set, if there is one; gives what commands take in its place. Raises DataFault, OSError."""
        return self.changes.apply(self.source, self.now.tweaks, target) if self.now.tweaks else None


def board_file(variant: Variant) -> Path | None:
    """The file of the board that a variant has, if it has one of its own."""
    return None if variant.board is None else next(Path(word) for word in variant.words if Path(word).is_file())


def first_of_each(tweaks: list[Tweak]) -> list[Tweak]:
    """The changes so that no card comes a second time before all came once, otherwise in their order."""
    counts: dict[str, int] = {}
    keyed: list[tuple[int, int, Tweak]] = []
    for place, tweak in enumerate(tweaks):
        counts[tweak.card] = counts.get(tweak.card, 0) + 1
        keyed.append((counts[tweak.card], place, tweak))
    return [tweak for _, _, tweak in sorted(keyed, key=lambda row: row[:2])]

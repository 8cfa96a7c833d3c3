"""What the lab measured, and how sure it is: ratios of sums over rounds, paired differences of them, and what many
tests at once do to a verdict.

One observation is a *round*: one seed, played once from every seating, under every variant that is compared. The
matches of a round share their luck, so they are not independent; rounds are. Whatever is reported is a ratio of two
sums over rounds: wins over matches, turns over matches, matches in which a card was played over matches in which it
was drawn. What is divided by may differ from round to round, and be nothing.

Figures are the same to the last bit in whatever order, and from however many processes, the rounds came in: an estimate
keeps a tally of its rounds, how often each was seen, which is whole numbers, and adds up over the tally with math.fsum,
which rounds once whatever the order is.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from statistics import NormalDist
from typing import Final

from orrery.bots.duel import interval as wilson

NORMAL: Final = NormalDist()
RARE: Final = math.log(20) / NORMAL.inv_cdf(0.975)
"""How many rounds' worth of change is always allowed for. What was never seen in n rounds may still happen in a share
of them of log(20) / n, about 3 / n, with 1 chance in 20 to miss it (the rule of three), so an interval of 95 % has to
reach so far even if all rounds were equal."""


def stretched(deviates: float, freedom: float) -> float:
    """How many standard errors to go where so many normal deviates are meant and the error itself is only estimated,
    with so many degrees of freedom: Student's t by Wallace's formula, right to 0.3 % from 5 degrees on and too wide
    rather than too narrow below. Infinite where next to nothing is known.
    """
    if freedom <= 0:
        return math.inf
    power = (deviates * (8 * freedom + 3) / (8 * freedom + 1)) ** 2 / freedom
    return math.copysign(math.sqrt(freedom * math.expm1(power)), deviates) if power < 700 else math.inf


def shrunk(errors: float, freedom: float) -> float:
    """The normal deviates that are as unlikely as so many standard errors: `stretched` the other way."""
    if freedom <= 0:
        return 0.0
    if math.isinf(errors):
        return errors
    reach = math.sqrt(freedom * math.log1p(errors * errors / freedom))
    return math.copysign(reach * (8 * freedom + 1) / (8 * freedom + 3), errors)


def both_tails(deviates: float) -> float:
    """The chance of a normal value at least so far from its mean, to either side."""
    return math.erfc(abs(deviates) / math.sqrt(2))


def deviates_at(level: float) -> float:
    """How many normal deviates an interval of that level reaches to each side. Raises ValueError."""
    if not 0 < level < 1:
        raise ValueError(f"the level of an interval lies between 0 and 1, such as 0.95, not at {level:g}")
    return -NORMAL.inv_cdf((1 - level) / 2)


class Sums:
    """What the rounds of a ratio add up to."""

    __slots__ = ("largest", "num", "outliers", "rounds", "scatter", "total", "uneven", "value")

    def __init__(self, tally: Mapping[tuple[float, float], int]) -> None:
        self.num = math.fsum([num * times for (num, _), times in tally.items()])
        self.total = math.fsum([den * times for (_, den), times in tally.items()])
        self.rounds = sum([times for (_, den), times in tally.items() if den > 0])
        """How many rounds have anything to divide by."""
        self.largest = max([den for _, den in tally], default=0.0)
        self.value = self.num / self.total if self.total > 0 else None
        self.uneven = math.fsum([(den / (self.total or 1.0)) ** 2 * times for (_, den), times in tally.items()])
        """The squares of what parts of the whole the rounds are: 1 / n for n equal rounds, 1 if one is all."""
        squares = [(self.off(*key) ** 2, times) for key, times in tally.items()]
        self.scatter = math.fsum([square * times for square, times in squares])
        self.outliers = math.fsum([square * square * times for square, times in squares])

    @property
    def worth(self) -> float:
        """How many equal rounds would weigh as much (Kish)."""
        return 1 / self.uneven

    @property
    def calm(self) -> float:
        """How many rounds with a normal scatter would tell the scatter as well (Satterthwaite): fewer than there are
        where it comes from a few that are far off.
        """
        excess = self.outliers - self.scatter * self.scatter / self.rounds
        return 2 * self.scatter * self.scatter / excess if excess > 0 else math.inf

    @property
    def size(self) -> float:
        """The usual size of a round, larger ones counting more."""
        return self.uneven * self.total

    def off(self, num: float, den: float) -> float:
        """How far a round is off the ratio of all other rounds (it pulls that of all rounds towards itself, the more
        the more it weighs).
        """
        if self.value is None:
            return 0.0
        return (num - self.value * den) / max(1 - den / self.total, 1e-9)


class Ratio:
    """A ratio of two sums over rounds, such as wins to matches.

    The error is that of the linearised ratio: the scatter of `num - ratio * den` over rounds, each held against the
    ratio of all others (nearly the jackknife; for n equal rounds it is n / (n - 1) times the usual variance, which
    makes up for lengths and the like being lopsided).

    With `share` every round keeps 0 <= num <= den, and the interval is Wilson's with as many matches as the rounds are
    worth, so it stays within 0 and 1 and has a width even if all rounds agree; the matches are reckoned as if, before
    the first round, one had been seen that was as far off as a whole round can be. Any other ratio has an interval by
    Student's t, and none to speak of if all rounds agree. Coverage is checked by simulation from 24 rounds on.
    """

    def __init__(self, share: bool = False) -> None:
        self.share = share
        self.tally: Counter[tuple[float, float]] = Counter()
        self._sums: Sums | None = None

    def add(self, num: float, den: float = 1.0, times: int = 1) -> None:
        """One more round, or so many that are alike. Raises ValueError."""
        check_round(num, den, self.share, times)
        self.tally[num, den] += times
        self._sums = None

    def merge(self, other: Ratio) -> None:
        """All rounds of another, too."""
        self.tally.update(other.tally)
        self._sums = None

    @property
    def sums(self) -> Sums:
        if self._sums is None:
            self._sums = Sums(self.tally)
        return self._sums

    @property
    def count(self) -> int:
        """How many rounds there were, also those that had nothing to divide by."""
        return self.tally.total()

    @property
    def num(self) -> float:
        """The sum that is divided."""
        return self.sums.num

    @property
    def den(self) -> float:
        """The sum that it is divided by."""
        return self.sums.total

    @property
    def value(self) -> float | None:
        return self.sums.value

    @property
    def error(self) -> float | None:
        """The standard error by linearisation; None before two rounds have anything to divide by."""
        sums = self.sums
        return math.sqrt(sums.scatter) / sums.total if sums.rounds > 1 else None

    @property
    def freedom(self) -> float:
        """The degrees of freedom of its error."""
        if self.sums.rounds < 2:
            return 0.0
        return (self.sums.worth if self.share else min(self.sums.worth, self.sums.calm)) - 1

    @property
    def known(self) -> float:
        """How many independent matches a share's rounds are worth: as many as there are rounds, times how much less
        they scatter than if the matches of a round always went the same way. One round of such a scatter is added to
        what was seen and to what it is held against, so this leans to the number of rounds while little is known.
        """
        sums = self.sums
        if sums.value is None:
            return 0.0
        free = sums.value * (1 - sums.value) * sums.total / sums.size
        seen = sums.scatter / sums.size / sums.size
        return sums.worth * (free + 1) / (seen + 1)

    def interval(self, level: float = 0.95) -> tuple[float, float] | None:
        """The interval of a number of rounds that was fixed beforehand. Raises ValueError."""
        return self.between(deviates_at(level))

    def between(self, deviates: float) -> tuple[float, float] | None:
        """The interval that reaches so many normal deviates to each side; None where nothing can be said."""
        value, errors = self.value, stretched(deviates, self.freedom)
        if value is None:
            return None
        if self.share:
            if math.isinf(errors):
                return 0.0, 1.0
            low, high = wilson(value * self.known, self.known, errors)
            return max(0.0, min(low, value)), min(1.0, max(high, value))
        if self.error is None or math.isinf(errors):
            return None
        return value - errors * self.error, value + errors * self.error

    def deviates(self, supposed: float) -> float | None:
        """How many normal deviates the ratio lies above what it is supposed to be, by the same reckoning."""
        if self.value is None or self.error is None:
            return None
        error = math.sqrt(max(0.0, supposed * (1 - supposed)) / self.known) if self.share else self.error
        return shrunk(quotient(self.value - supposed, error), self.freedom)


class Difference:
    """A ratio after a change less the same ratio before it, the rounds being played with the same seeds both times.

    Where nothing changed the difference is exactly 0. Its error is paired: a round counts by how much it moved. It
    never falls to 0 with a few equal rounds: to what was seen it adds `RARE` rounds of change, half of it either way so
    that the difference itself is not moved. For a share such a round is the largest one seen and it changes sides
    wholly, so after n equal rounds an interval of 95 % reaches about 3 / n to each side; for any other ratio it moves
    by the usual scatter of rounds, and by no less than the difference itself: rounds that all moved alike may be
    followed by one that did not move.
    """

    def __init__(self, share: bool = False) -> None:
        self.share = share
        self.before = Ratio(share)
        self.after = Ratio(share)
        self.tally: Counter[tuple[float, float, float, float]] = Counter()
        self._error: float | None = None

    def add(self, before_num: float, before_den: float, after_num: float, after_den: float, times: int = 1) -> None:
        """One more round, as it went before and after the change, or so many that are alike. Raises ValueError."""
        check_round(before_num, before_den, self.share, times)
        check_round(after_num, after_den, self.share, times)
        self.before.add(before_num, before_den, times)
        self.after.add(after_num, after_den, times)
        self.tally[before_num, before_den, after_num, after_den] += times
        self._error = None

    def merge(self, other: Difference) -> None:
        """All rounds of another, too."""
        self.before.merge(other.before)
        self.after.merge(other.after)
        self.tally.update(other.tally)
        self._error = None

    @property
    def count(self) -> int:
        return self.tally.total()

    @property
    def same(self) -> int:
        """How many rounds came out alike before and after."""
        return sum([times for (a, b, c, d), times in self.tally.items() if (a, b) == (c, d)])

    @property
    def value(self) -> float | None:
        """After less before."""
        before, after = self.before.value, self.after.value
        return None if before is None or after is None else after - before

    @property
    def error(self) -> float | None:
        """The standard error of the difference, paired by rounds."""
        if self._error is None and min(self.before.sums.rounds, self.after.sums.rounds) > 1:
            before, after = self.before.sums, self.after.sums
            moved = [
                (after.off(c, d) / after.total - before.off(a, b) / before.total) ** 2 * times
                for (a, b, c, d), times in self.tally.items()
            ]
            self._error = math.sqrt(math.fsum([*moved, (RARE * self._unseen) ** 2]))
        return self._error

    @property
    def _unseen(self) -> float:
        """By how much a round of a kind that was not seen would move the difference."""
        sides = self.before.sums, self.after.sums
        if self.share:
            return max([side.largest / side.total for side in sides])
        moved = abs(self.value or 0.0)
        return max([max(math.sqrt(side.scatter / side.rounds) / side.total, moved / side.rounds) for side in sides])

    @property
    def unpaired_error(self) -> float | None:
        """What the standard error would be if the two had been played with seeds of their own."""
        before, after = self.before.error, self.after.error
        return None if before is None or after is None else math.hypot(before, after)

    @property
    def freedom(self) -> float:
        return min(self.before.freedom, self.after.freedom)

    @property
    def p_value(self) -> float:
        """The chance of a difference so large where there is none, the number of rounds being fixed beforehand."""
        found = self.deviates(0.0)
        return 1.0 if found is None else both_tails(found)

    def interval(self, level: float = 0.95) -> tuple[float, float] | None:
        """The interval of a number of rounds that was fixed beforehand. Raises ValueError."""
        return self.between(deviates_at(level))

    def between(self, deviates: float) -> tuple[float, float] | None:
        """The interval that reaches so many normal deviates to each side; None where nothing can be said."""
        value, error, errors = self.value, self.error, stretched(deviates, self.freedom)
        if value is None:
            return None
        if error is None or math.isinf(errors):
            return (-1.0, 1.0) if self.share else None
        low, high = value - errors * error, value + errors * error
        return (max(-1.0, low), min(1.0, high)) if self.share else (low, high)

    def deviates(self, supposed: float) -> float | None:
        """How many normal deviates the difference lies above what it is supposed to be."""
        if self.value is None or self.error is None:
            return None
        return shrunk(quotient(self.value - supposed, self.error), self.freedom)


def quotient(off: float, error: float) -> float:
    """How many errors something is off; infinitely many where there is no error at all."""
    if error > 0:
        return off / error
    return math.copysign(math.inf, off) if off else 0.0


def check_round(num: float, den: float, share: bool, times: int) -> None:
    """Raises ValueError for what is no round."""
    if not (math.isfinite(num) and math.isfinite(den) and den >= 0):
        raise ValueError(f"a round is two numbers, the second not below 0; found {num!r} and {den!r}")
    if share and not 0 <= num <= den:
        raise ValueError(f"a round's part in a share lies between 0 and {den:g}; found {num:g}")
    if times < 1:
        raise ValueError(f"a round is counted once or more often, not {times} times")


# --- many tests at once -----------------------------------------------------------------------------------------------


def holm(p: Mapping[str, float]) -> dict[str, float]:
    """The p values corrected by Holm's steps: whoever believes those up to 5 % is wrong about even one of them with a
    chance of at most 5 %, however the tests hang together. In the order in which they were given. Raises ValueError.
    """
    found: dict[str, float] = {}
    largest = 0.0
    for done, name in enumerate(_by_size(p)):
        largest = max(largest, min(1.0, (len(p) - done) * p[name]))
        found[name] = largest
    return {name: found[name] for name in p}


def benjamini_hochberg(p: Mapping[str, float]) -> dict[str, float]:
    """The p values corrected by Benjamini and Hochberg's steps: of those up to 5 % one in twenty is expected to be
    wrong, for tests that are independent or lean the same way. In the order given. Raises ValueError.
    """
    found: dict[str, float] = {}
    least = 1.0
    for place, name in reversed([*enumerate(_by_size(p), start=1)]):
        least = min(least, p[name] * len(p) / place)
        found[name] = least
    return {name: found[name] for name in p}


def _by_size(p: Mapping[str, float]) -> list[str]:
    for name, value in p.items():
        if not 0 <= value <= 1:
            raise ValueError(f"a p value lies between 0 and 1; that of {name!r} is {value:g}")
    return sorted(p, key=lambda name: p[name])


def correction(tests: int, by_holm: bool = True, risk: float = 0.05) -> dict[str, str]:
    """How many tests were corrected for and what that means, for the reader of a report: by language."""
    if tests == 1:
        return {
            "en": "One test was made, so nothing had to be corrected for.",
            "ja": "検定は1件だけなので、補正は要りません。",
        }
    if by_holm:
        return {
            "en": (
                f"{tests} tests were made together and corrected by Holm's method: "
                f"the chance that even one of their verdicts is a false alarm is at most {risk:.0%}."
            ),
            "ja": (
                f"{tests}件の検定をまとめて行い、ホルム法で補正しました。"
                f"誤って差ありとする判定が1件でも出る確率は{risk:.0%}以下です。"
            ),
        }
    return {
        "en": (
            f"{tests} tests were made together and corrected by Benjamini and Hochberg's method: "
            f"of those marked, at most {risk:.0%} are expected to be false alarms."
        ),
        "ja": (
            f"{tests}件の検定をまとめて行い、ベンジャミーニ・ホッホベルク法で補正しました。"
            f"印の付いたもののうち誤りと見込まれるのは{risk:.0%}以下です。"
        ),
    }

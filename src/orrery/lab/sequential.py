"""Looking at figures while they come in, and stopping when the answer is known, without fooling oneself.

An interval of 95 % holds for a number of rounds that was fixed beforehand. Whoever looks again and again and stops at
the first interval that leaves out 0 finds differences where there are none, far more often than 5 times in 100. What is
here holds at all looks together: a *confidence sequence*, an interval for each number of rounds such that all of them
cover the truth with a chance of 95 %, and the p value that goes with it.

It is Robbins' normal mixture: the evidence against a value is the likelihood ratio of normal means spread around it, by
`rho` of a round's scatter, to the value itself; such a ratio rarely ever grows large if the value is right (Ville: over
20 with a chance of at most 1 in 20, whenever one looks). Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas ("Time-uniform
central limit theory and asymptotic confidence sequences", Annals of Statistics 52, 2024) show that it keeps this in the
limit with an estimated scatter, for anything that is nearly a mean over rounds, as our ratios are. In the limit only:
so there is a least number of rounds before the first look, the error is Student's and not the normal one, and the tests
check by simulation what remains. `rho` is chosen so that the interval is narrowest at `TUNED` rounds; from 100 to 2,000
it is then at most an eighth wider than any choice could make it.

The price: from 100 to 2,000 rounds the interval is 1.5 to 1.8 times as wide as if their number had been fixed
beforehand. And a figure that is stopped by its own verdict is a little too large on average, since lucky runs stop
sooner: in simulations by up to a fifth of the half-width of its interval (0.4 to 1 point where 4.75 were planted), and
the tests allow a quarter. Taken over those runs only that found a difference which most runs of their length miss, it
is more, up to the whole half-width. The intervals cover the truth all the same. A stop by width, or at a number fixed
beforehand, has no such bias.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from typing import Final, Generic, Protocol, TypeVar

from orrery.lab.estimates import Difference, both_tails, correction, deviates_at, holm

RISK: Final = 0.05
"""The chance of a false alarm that is put up with."""
LEAST: Final = 24
"""How many rounds there are before the first look: with fewer, the scatter is hardly known."""
TUNED: Final = 500
"""For how many rounds the intervals are made as narrow as they can be."""
POINT: Final = 0.01
"""A point of a share."""

BETTER: Final = "better"
WORSE: Final = "worse"
WITHIN: Final = "within"
"""The difference is known to be no more than so many points, whichever way."""
OPEN: Final = "open"
INSIDE: Final = "inside"
ABOVE: Final = "above"
BELOW: Final = "below"


class Estimate(Protocol):
    """What can be watched: a Ratio or a Difference."""

    @property
    def count(self) -> int: ...
    @property
    def value(self) -> float | None: ...
    def between(self, deviates: float) -> tuple[float, float] | None: ...
    def deviates(self, supposed: float) -> float | None: ...


E = TypeVar("E", bound=Estimate)
K = TypeVar("K", bound=Hashable)


class Sequence(Generic[E]):
    """An estimate that is looked at again and again while rounds are added to it.

    Its p value is for the question whether the estimate is what it is `supposed` to be: 0 for a difference, 0.5 say for
    a share. With `once` it is looked at only once, at a number of rounds in which its value has no say; then interval
    and p value are the usual, narrower ones.
    """

    def __init__(
        self, estimate: E, supposed: float = 0.0, *, least: int = LEAST, tuned: int = TUNED, once: bool = False
    ) -> None:
        self.estimate = estimate
        self.supposed = supposed
        self.least = least
        self.once = once
        self.rho_squared = (math.log1p(-2 * math.log(RISK)) - 2 * math.log(RISK)) / tuned
        self.p_value = 1.0
        """The smallest at any look so far."""

    def look(self) -> float:
        """Looks at the rounds there are now; the p value of all looks so far."""
        off = self.estimate.deviates(self.supposed)
        if off is not None and self.estimate.count >= self.least:
            self.p_value = min(self.p_value, self._chance(off))
        return self.p_value

    def _chance(self, off: float) -> float:
        if self.once:
            return both_tails(off)
        time = self.estimate.count * self.rho_squared
        return math.exp(min(0.0, math.log1p(time) / 2 - off * off * time / (2 * (1 + time))))

    def interval(self, level: float = 1 - RISK) -> tuple[float, float] | None:
        """The interval by the rounds there are now, which holds together with those of all other looks; None before
        there are enough rounds. Raises ValueError.
        """
        if self.estimate.count < self.least:
            return None
        return self.estimate.between(self.reach(level))

    def reach(self, level: float) -> float:
        """How many normal deviates the interval reaches to each side. Raises ValueError."""
        usual = deviates_at(level)
        if self.once:
            return usual
        time = self.estimate.count * self.rho_squared
        return math.sqrt(2 * (time + 1) / time * (math.log1p(time) / 2 - math.log1p(-level)))


def verdict(p_adjusted: float, interval: tuple[float, float] | None, within: float, risk: float = RISK) -> str:
    """What is known of a difference: `within` if its interval lies within so much of 0 to either side; else `better` or
    `worse` if its corrected p value says that there is one, by the side on which the interval lies; else `open`.

    A difference may be real and yet too small to matter; then it is `within`.
    """
    if interval is None:
        return OPEN
    low, high = interval
    if -within <= low and high <= within:
        return WITHIN
    if p_adjusted <= risk:
        return BETTER if low + high > 0 else WORSE
    return OPEN


def words(verdict: str, within: float = POINT) -> dict[str, str]:
    """A verdict for the reader of a report, by language."""
    points = f"{within / POINT:g}"
    return {
        BETTER: {"en": "better", "ja": "上がった"},
        WORSE: {"en": "worse", "ja": "下がった"},
        WITHIN: {
            "en": "no more than a point" if points == "1" else f"no more than {points} points",
            "ja": f"差は{points}ポイント以内",
        },
        OPEN: {"en": "open", "ja": "未決"},
        INSIDE: {"en": "inside", "ja": "範囲内"},
        ABOVE: {"en": "above", "ja": "範囲より上"},
        BELOW: {"en": "below", "ja": "範囲より下"},
    }[verdict]


def place(interval: tuple[float, float] | None, low: float, high: float) -> str:
    """Where a share lies as to a band: `inside`, `above`, `below`, or `open` while its interval does not say."""
    if interval is None:
        return OPEN
    if interval[0] > high:
        return ABOVE
    if interval[1] < low:
        return BELOW
    return INSIDE if low <= interval[0] and interval[1] <= high else OPEN


def looks(most: int, least: int = LEAST) -> list[int]:
    """At which numbers of rounds to look: from the least on, each about a quarter more, the last one at the most."""
    found = []
    count = least
    while count < most:
        found.append(count)
        count = -(-count * 5 // 16) * 4
    return [*found, most]


class Schedule(Generic[K]):
    """Who gets rounds, and how many until the next look. It goes by counts of rounds alone, never by time, so the same
    seed gives the same figures whatever the number of processes.
    """

    def __init__(self, names: Iterable[K], most: int, least: int, once: bool = False) -> None:
        """Raises ValueError."""
        if most < 1 or least < 2:
            raise ValueError(f"there is at least 1 round, and 2 before the first look; found {most} and {least}")
        self.looks = [most] if once else looks(most, least)
        self.going = [*names]
        if not self.going:
            raise ValueError("there is nobody to play: name at least one")
        """Who still gets rounds, in the order in which they were named."""
        self.place = 0

    def due(self) -> dict[K, range]:
        """The numbers of the rounds to be played until the next look, for all that still get any; empty at the end."""
        if self.place == len(self.looks):
            return {}
        first = self.looks[self.place - 1] if self.place else 0
        return {name: range(first, self.looks[self.place]) for name in self.going}

    def arrive(self, counts: dict[K, int]) -> None:
        """All rounds that were due are there. Raises ValueError if they are not."""
        for name, rounds in self.due().items():
            if counts[name] != rounds.stop:
                raise ValueError(f"{name} has {counts[name]} rounds; the look is at {rounds.stop}")
        self.place += 1

    def is_going(self, name: K) -> bool:
        return self.place < len(self.looks) and name in self.going

    def stop(self, names: Iterable[K]) -> None:
        """No more rounds for these."""
        stopped = {*names}
        self.going = [name for name in self.going if name not in stopped]


class Panel:
    """Several differences that are watched together, such as the pairings of the decks before and after a change.

    Play the rounds that are `due`, `add` them in any order, `judge`, and so on until none are due. A pairing whose
    verdict is known gets no more rounds, and none gets more than `most`.

    With `until` it is the width that counts instead: a pairing goes on until its interval reaches no farther than that
    to each side, and has its verdict then. Such a stop goes by the scatter of the rounds and not by which way they came
    out, so the usual intervals and p values hold in the limit (Chow and Robbins 1965), need fewer than half the rounds
    of those that hold at all looks, and nothing is biased. With `once` there is a single look, at `most` rounds.

    `better` and `worse` are corrected by Holm over the panel: their p values hold whenever one stops, so the chance of
    even one false alarm is at most the risk. `within` is said by intervals of level 1 - risk / pairings, so the chance
    to say it falsely even once is at most the risk, too. Shares are meant, so a point is 0.01.
    """

    def __init__(
        self,
        names: Iterable[str],
        most: int,
        *,
        within: float = POINT,
        until: float | None = None,
        risk: float = RISK,
        least: int = LEAST,
        once: bool = False,
    ) -> None:
        """Raises ValueError."""
        self.pairings = {
            name: Sequence(Difference(share=True), least=min(least, most), once=once or until is not None)
            for name in dict.fromkeys(names)
        }
        self.schedule = Schedule(self.pairings, most, least, once)
        self.within = within
        self.until = until
        self.risk = risk
        self.once = once

    def add(
        self, name: str, before_num: float, before_den: float, after_num: float, after_den: float, times: int = 1
    ) -> None:
        """One more round of a pairing, or so many that are alike. Raises ValueError."""
        if not self.schedule.is_going(name):
            raise ValueError(f"{name} gets no more rounds")
        self.pairings[name].estimate.add(before_num, before_den, after_num, after_den, times)

    def due(self) -> dict[str, range]:
        """The numbers of the rounds to be played until the next look, by pairing; empty when all is over."""
        return self.schedule.due()

    def judge(self) -> dict[str, str]:
        """Looks at what was added; the verdicts by now. Raises ValueError if rounds that were due are missing."""
        self.schedule.arrive({name: one.estimate.count for name, one in self.pairings.items()})
        seen = [name for name in self.schedule.going if self._is_wide_no_more(name)]
        for name in seen:
            self.pairings[name].look()
        if self.until is not None:
            self.schedule.stop(seen)
        found = self.verdicts()
        self.schedule.stop([name for name in seen if found[name] != OPEN])
        return found

    def _is_wide_no_more(self, name: str) -> bool:
        """Whether a pairing may be looked at: always, unless it is a width that is waited for."""
        if self.until is None or not self.schedule.is_going(name):
            return True
        low, high = self.interval(name) or (-math.inf, math.inf)
        return (high - low) / 2 <= self.until

    @property
    def is_over(self) -> bool:
        return not self.due()

    def p_values(self) -> dict[str, float]:
        """Corrected by Holm over the whole panel."""
        return holm({name: one.p_value for name, one in self.pairings.items()})

    def verdicts(self) -> dict[str, str]:
        """In a word each; see `words`."""
        corrected = self.p_values()
        found = {}
        for name, one in self.pairings.items():
            waits = self.until is not None and self.schedule.is_going(name)
            interval = None if waits else one.interval(self.level)
            found[name] = verdict(corrected[name], interval, self.within, self.risk)
        return found

    @property
    def level(self) -> float:
        """Of the intervals by which `within` is said."""
        return 1 - self.risk / len(self.pairings)

    def interval(self, name: str) -> tuple[float, float] | None:
        """A pairing's own interval, for the report: it holds wherever the pairing stopped, but it is not corrected for
        the others.
        """
        return self.pairings[name].interval(1 - self.risk)

    def sentence(self) -> dict[str, str]:
        """How many tests were corrected for, and how, and what the intervals are, by language."""
        corrected = correction(len(self.pairings), risk=self.risk)
        if self.once:
            return {
                "en": f"{corrected['en']} The number of rounds was fixed beforehand.",
                "ja": f"{corrected['ja']}ラウンド数はあらかじめ決めてあります。",
            }
        if self.until is not None:
            points = f"{self.until / POINT:g}"
            return {
                "en": (
                    f"{corrected['en']} Each pairing was played until its interval of {1 - self.risk:.0%} reached no "
                    f"farther than {points} points to each side, whichever way it came out."
                ),
                "ja": (
                    f"{corrected['ja']}各組は、結果の向きに関係なく、{1 - self.risk:.0%}区間の片側の幅が"
                    f"{points}ポイント以下になるまで続けました。"
                ),
            }
        limit = words(WITHIN, self.within)
        count = len(self.schedule.looks)
        often = "once" if count == 1 else f"{count} times"
        return {
            "en": (
                f"{corrected['en']} The figures were looked at {often} at most; tests and intervals "
                f"({1 - self.risk:.0%}) allow for that and hold at whichever look a pairing stopped. "
                f"'{limit['en'].capitalize()}' is said where a pairing's interval of {self.level:.1%} lies within that."
            ),
            "ja": (
                f"{corrected['ja']}途中経過を見る回数は最大{count}回です。"
                f"検定と{1 - self.risk:.0%}区間はそれを織り込んでおり、どの時点で止まっても成り立ちます。"
                f"「{limit['ja']}」は、組ごとの{self.level:.1%}区間がその中に収まるときの判定です。"
            ),
        }

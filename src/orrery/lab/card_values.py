"""What each card is worth and what becomes of it: the matches that tell it, and the figures.

Four kinds of figures, each by strength of the players (one bot in all seats):

- *use*: from the matches as they are, by the probe `cards`: how often a card is drawn, played, thrown away, left in
  hand, and when it is first played;
- *swap value*: the same rounds once more with the card replaced by a blank of its cost wherever its deck has it
  (`Guide.with_blank`). What the deck wins with the card less what it wins with the blank: the card's own doing;
- *restricted value*: the same rounds once more with a player of the deck who may not play the card (handicaps.py). What
  the deck wins normally less what it wins so. A match in which nobody of the deck played the card is not played again:
  it would go the same way;
- *wins when drawn*, for comparison with what others publish. It is no measure of worth: a card that is drawn late is
  drawn in long matches, and whoever wins long matches makes it look good.

A card is followed by deck: the same card in two decks is two *subjects*. Its blank would be in both decks of a match
that both have it, so such meetings have no part in its swap value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from orrery.core.cards.catalogue import folded
from orrery.core.fate import Fate
from orrery.core.guide import Rivals
from orrery.lab.card_probe import CARDS, CardCount
from orrery.lab.estimates import Difference, Ratio, benjamini_hochberg
from orrery.lab.handicaps import barred, blanked
from orrery.lab.running import Run
from orrery.lab.sittings import Row, Sitting
from orrery.lab.variants import BadVariant, Variant

SWAP: Final = "swap"
RESTRICTED: Final = "restricted"
MEASURES: Final = (SWAP, RESTRICTED)

MUST: Final = 0.06
BURDEN: Final = -0.03
"""Swap values beyond these ask for a look: a deck that has to have the card, and one that would be better without."""
SELDOM: Final = 0.25
"""So does a card that is played in fewer of the matches in which it is drawn."""
RISK: Final = 0.05


class Subject:
    """A card of a deck in a mode, and the meetings of that deck: each the place of a setup in the experiment, the place
    of the deck in its names, and whether the other deck has the card as well.
    """

    __slots__ = ("card", "deck", "meetings", "mode")

    def __init__(self, mode: str, deck: str, card: str) -> None:
        self.mode = mode
        self.deck = deck
        self.card = card
        self.meetings: list[tuple[int, int, bool]] = []

    @property
    def key(self) -> str:
        """Its name among the tests of a report."""
        return f"{self.mode}/{self.deck}/{self.card}"

    def setups(self, alone: bool = False) -> list[tuple[int, int]]:
        """The setups with the place of the deck; `alone`: those in which no other deck has the card."""
        return [(setup, place) for setup, place, shared in self.meetings if not (alone and shared)]


class Tally:
    """A ratio that is added up match by match, and counted round by round."""

    def __init__(self) -> None:
        self.rounds: dict[int, list[float]] = {}

    def add(self, round: int, num: float, den: float = 1.0) -> None:
        """One more match of a round."""
        sums = self.rounds.setdefault(round, [0.0, 0.0])
        sums[0] += num
        sums[1] += den

    def ratio(self, share: bool = True) -> Ratio:
        """What the rounds say."""
        found = Ratio(share)
        for num, den in self.rounds.values():
            found.add(num, den)
        return found

    def less(self, other: Tally) -> Difference:
        """What the rounds say of this less another in which the same rounds were played."""
        found = Difference(share=True)
        for round, (num, den) in self.rounds.items():
            other_num, other_den = other.rounds[round]
            found.add(other_num, other_den, num, den)
        return found


class Use:
    """What became of a subject, at one strength."""

    def __init__(self, rivals: Rivals) -> None:
        self.rivals = rivals
        self.tallies: dict[str, Tally] = {}
        self.turns: Counter[int] = Counter()
        """By turn: in how many matches it was first played then."""

    def add(self, round: int, share: float, count: CardCount | None) -> None:
        """One more match of the deck, what it won, and what became of the card if it came into a hand."""
        drawn = count is not None and count.drawn > 0
        self._add("drawn", round, drawn)
        if count is None or not drawn:
            return
        played = played_in(self.rivals, count)
        self._add("played", round, played > 0)
        self._add("dead", round, not any(count.used) and count.held > 0)
        self._add("wins", round, share)
        self._add("left", round, count.held, count.drawn)
        self._add("discarded", round, count.discarded, count.drawn)
        for use, times in zip(self.rivals.uses, count.used, strict=True):
            self._add(f"use_{use}", round, times, count.drawn)
        if count.first:
            self._add("turn", round, count.first)
            self.turns[count.first] += 1

    def _add(self, what: str, round: int, num: float, den: float = 1.0) -> None:
        self.tallies.setdefault(what, Tally()).add(round, num, den)

    def ratio(self, what: str) -> Ratio:
        """A figure: drawn (of the matches), played, dead, wins (of those in which it was drawn), use_..., discarded,
        left (of the copies drawn), turn (of those in which it was played).
        """
        return self.tallies.get(what, Tally()).ratio(what != "turn")


def played_in(rivals: Rivals, count: CardCount) -> int:
    """How often a card was played in a match."""
    return sum(times for use, times in zip(rivals.uses, count.used, strict=True) if use in rivals.played_uses)


class CardStudy:
    """The cards of a variant under study: plays what is asked for, and knows the figures."""

    def __init__(self, run: Run, variant: Variant, rounds: int) -> None:
        """The experiment of the run has the setups of the variant and counts `cards`."""
        self.run = run
        self.experiment = run.experiment
        self.variant = variant
        self.rounds = rounds
        self.rivals = {rivals.mode: rivals for rivals in variant.rivals() if rivals.uses}
        self.subjects: list[Subject] = self._subjects()
        self.uses: dict[tuple[str, str], Use] = {}
        """By subject and bot."""
        self.values: dict[tuple[str, str, str], Difference] = {}
        """By measure, subject and bot."""
        self.base: dict[str, Row] = {}
        """By key: the matches as they are. Of a run that plays a share of all matches only those are known."""

    def _subjects(self) -> list[Subject]:
        found: dict[str, Subject] = {}
        for number, setup in enumerate(self.experiment.setups):
            if setup.variant != self.variant.label or setup.mode not in self.rivals or not setup.names:
                continue
            position = self.variant.game.new(setup.options[0], Fate(0)).position()
            decks = [sorted(set(cards)) for cards in self.rivals[setup.mode].owned(position)]
            for place, deck in enumerate(setup.names):
                others = {card for other, cards in enumerate(decks) if other != place for card in cards}
                for card in decks[place]:
                    made = Subject(setup.mode, deck, card)
                    found.setdefault(made.key, made).meetings.append((number, place, card in others))
        return list(found.values())

    def asked(self, words: Iterable[str]) -> list[Subject]:
        """The subjects of the cards that were asked for, by id or by name in any language. Raises BadVariant."""
        found: list[Subject] = []
        for word in words:
            wanted = folded(word)
            fitting = [one for one in self.subjects if wanted in self._called(one)]
            if not fitting:
                raise BadVariant(
                    f"there is no card {word!r} in these decks; say its id or its name, as orrery cards "
                    f"{self.variant.game.name} has them"
                )
            found += [one for one in fitting if one not in found]
        return found

    def _called(self, subject: Subject) -> list[str]:
        names = self.rivals[subject.mode].card_said(subject.card).values()
        return [folded(part) for name in (subject.card, *names) for part in (name, *name.split(" / "))]

    # --- playing ------------------------------------------------------------------------------------------------------

    def measure(self, subjects: Sequence[Subject], bot: str) -> None:
        """Plays all that tells the figures of these subjects at a strength. Raises MatchFault."""
        self.watch(subjects, bot)
        self._play_again([subject for subject in subjects if self._has_blank(subject)], bot, SWAP)
        self._play_again(subjects, bot, RESTRICTED)

    def sittings(self, subjects: Sequence[Subject], bot: str, worth: bool) -> Iterator[Sitting]:
        """All matches that tell the figures of these subjects at a strength; with their values, if those are wanted."""
        for subject in subjects:
            for sitting, _ in self._sittings(subject.setups(), bot):
                yield sitting
            for measure in MEASURES if worth else ():
                if measure == RESTRICTED or self._has_blank(subject):
                    yield from self._again(subject, bot, measure).values()

    def _has_blank(self, subject: Subject) -> bool:
        setup = self.experiment.setups[subject.meetings[0][0]]
        return self.variant.game.guide().with_blank(setup.options[0], subject.card) is not None

    def watch(self, subjects: Sequence[Subject], bot: str) -> None:
        """Plays what tells what becomes of these subjects in hands. Raises MatchFault."""
        setups = sorted({setup for subject in subjects for setup, _ in subject.setups()})
        sittings = [one for setup in setups for one in self.experiment.sittings(setup, range(self.rounds), bot)]
        for sitting, row in self.run.play(sittings, f"cards in use, {bot}"):
            self.base[sitting.key] = row
        for subject in subjects:
            use = self.uses[subject.key, bot] = Use(self.rivals[subject.mode])
            for sitting, seat in self._sittings(subject.setups(), bot):
                known = self.base.get(sitting.key)
                if known is not None:
                    use.add(sitting.round, known.shares[seat], count_of(known, seat, subject.card))

    def _play_again(self, subjects: Sequence[Subject], bot: str, measure: str) -> None:
        """The same matches with a handicap: card by card, so that a changed table of cards is worked out once."""
        wanted = {again.key: again for subject in subjects for again in self._again(subject, bot, measure).values()}
        played = {sitting.key: row for sitting, row in self.run.play([*wanted.values()], f"{measure} values, {bot}")}
        for subject in subjects:
            again = self._again(subject, bot, measure)
            normal, handicapped = Tally(), Tally()
            for sitting, seat in self._sittings(subject.setups(measure == SWAP), bot):
                usual = self.base.get(sitting.key)
                other = played.get(again[sitting.key].key) if sitting.key in again else usual
                if usual is not None and other is not None:
                    normal.add(sitting.round, usual.shares[seat])
                    handicapped.add(sitting.round, other.shares[seat])
            if normal.rounds:
                self.values[measure, subject.key, bot] = normal.less(handicapped)

    def _again(self, subject: Subject, bot: str, measure: str) -> dict[str, Sitting]:
        """Which matches of a subject are to be played again, by the key of those that they are compared with. Those of
        which nothing is known are asked for as well: the run plays its share of them.
        """
        found: dict[str, Sitting] = {}
        for sitting, seat in self._sittings(subject.setups(measure == SWAP), bot):
            bots = list(sitting.bots)
            if measure == SWAP:
                bots[seat] = blanked(bot, subject.card)
            else:
                row = self.base.get(sitting.key)
                if row is not None and not self._is_played(subject, count_of(row, seat, subject.card)):
                    continue
                bots[seat] = barred(bot, [subject.card])
            found[sitting.key] = Sitting(sitting.setup, sitting.round, sitting.turn, bots)
        return found

    def _is_played(self, subject: Subject, count: CardCount | None) -> bool:
        return count is not None and played_in(self.rivals[subject.mode], count) > 0

    def _sittings(self, setups: Iterable[tuple[int, int]], bot: str) -> Iterator[tuple[Sitting, int]]:
        """The matches of a deck, each with its seat there."""
        for setup, place in setups:
            for sitting in self.experiment.sittings(setup, range(self.rounds), bot):
                yield sitting, self.experiment.setups[setup].seat_of(place, sitting.turn)

    # --- what is known ------------------------------------------------------------------------------------------------

    def corrected(self, mode: str) -> dict[tuple[str, str, str], float]:
        """The p values of all values of a mode, corrected together by Benjamini and Hochberg's method."""
        keys = {"|".join(key): key for key in self.values if key[1].startswith(f"{mode}/")}
        found = benjamini_hochberg({name: self.values[key].p_value for name, key in keys.items()})
        return {key: found[name] for name, key in keys.items()}

    def suspects(self, subjects: Sequence[Subject], bot: str, most: int) -> list[Subject]:
        """Of the subjects measured at a strength those that ask for a second look by better players: too good or too
        bad by their swap value, different from 0 after correction, or seldom played. At most so many, those with the
        clearest values first.
        """
        found: list[tuple[float, Subject]] = []
        corrected = {key: p for mode in self.rivals for key, p in self.corrected(mode).items()}
        for subject in subjects:
            keys = [(measure, subject.key, bot) for measure in MEASURES if (measure, subject.key, bot) in self.values]
            least = min((corrected[key] for key in keys), default=1.0)
            swap = self.values.get((SWAP, subject.key, bot))
            value = (swap.value if swap is not None else None) or 0.0
            played = self.uses[subject.key, bot].ratio("played").value
            if least <= RISK or not BURDEN <= value <= MUST or (played is not None and played < SELDOM):
                raw = min((self.values[key].p_value for key in keys), default=1.0)
                found.append((raw, subject))
        found.sort(key=lambda each: (each[0], each[1].key))
        return [subject for _, subject in found[:most]]


def count_of(row: Row, seat: int, card: str) -> CardCount | None:
    """What the probe counted of a card in a seat's hand; None if it never was there."""
    found = row.probes[CARDS]["seats"][seat].get(card)
    return None if found is None else CardCount.from_json(found)

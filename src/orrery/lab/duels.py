"""The decks of a game against each other: every pair of them, each seed both ways round; or a deck of one's own against
them all; or, in a game without decks, what its seats are told apart by, such as colours.

Which decks meet in which modes, and which uses of a card are ways of playing it, the game says (`Guide.rivals`);
the matches are those of the lab (sittings.py), so their luck is paired from pair to pair. Counted are who wins, by how
much, how long it takes and, where the game names ways, how often each card is played.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final

from orrery.bots.duel import interval
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game
from orrery.core.guide import Rivals
from orrery.lab.card_probe import CARDS, CardCount
from orrery.lab.course import COURSE
from orrery.lab.running import Run, Teller
from orrery.lab.simulate import JobResult, Pairing
from orrery.lab.sittings import Experiment, Row, Setup, Sitting
from orrery.lab.variants import DECK, Variant

SEED: Final = 1


class Report:
    """What many duels of the decks of one mode say."""

    def __init__(self, rivals: Rivals) -> None:
        self.rivals = rivals
        self.pairings: dict[tuple[str, ...], Pairing] = {}
        self.scored = False
        """Does the game have scores, so that one can lead?"""
        self.turns: Counter[int] = Counter()
        self.began = 0.0
        self.matches: Counter[str] = Counter()
        self.wins: dict[str, float] = defaultdict(float)
        self.plays: Counter[tuple[str, str]] = Counter()
        self.in_matches: Counter[str] = Counter()
        self.won_with: Counter[str] = Counter()

    def add(self, setup: Setup, turn: int, row: Row) -> None:
        """One more match."""
        winners = [seat for seat, share in enumerate(row.shares) if share]
        if setup.names:
            left, right = [setup.variant if name == DECK else name for name in setup.names]
            pairing = self.pairings.setdefault((left, right), Pairing(left, right))
            pairing.add(JobResult(None, row.scores, winners, row.actions), setup.seat_of(0, turn))
        self.scored = self.scored or row.scores is not None
        course = row.probes[COURSE]
        self.turns[course["turns"]] += 1
        self.began += row.shares[course["began"]]
        for seat, deck in enumerate(row.names):
            self.matches[deck] += 1
            self.wins[deck] += row.shares[seat]
            if self.rivals.ways:
                self._add_cards(row.probes[CARDS]["seats"][seat], seat in winners)

    def others(self) -> list[JsonObject]:
        """In a game without decks: what each of those won that its seats are told apart by, of the matches in which it
        was there.
        """
        rows: list[JsonObject] = []
        for name in self.rivals.others():
            count, wins = self.matches[name], self.wins[name]
            if count:
                low, high = interval(wins, count)
                rows.append({"name": name, "matches": count, "wins": wins / count, "low": low, "high": high})
        return rows

    def _add_cards(self, cards: dict[str, list[int]], won: bool) -> None:
        """What a seat did with its cards."""
        for id, counts in cards.items():
            used = dict(zip(self.rivals.uses, CardCount.from_json(counts).used, strict=True))
            ways = [way for way in self.rivals.ways if used[way]]
            for way in ways:
                self.plays[id, way] += used[way]
            self.in_matches[id] += bool(ways)
            self.won_with[id] += bool(ways) and won

    def pairs(self) -> list[JsonObject]:
        """The figures of each pair."""
        return [pairing.as_json() for pairing in self.pairings.values()]

    def as_json(self) -> JsonObject:
        """The figures where cards are counted: pairs, length, the advantage of whoever begins, and for each card its
        play rate.
        """
        count = sum(self.turns.values())
        lengths = sorted(self.turns.elements())
        decks = [deck for deck in self.rivals.decks if deck in self.matches]
        return {
            "pairs": self.pairs(),
            "decks": {deck: self.wins[deck] / self.matches[deck] for deck in decks},
            "matches": count,
            f"first_{self.rivals.seat_word}_wins": self.began / count,
            "turns": {
                "mean": sum(lengths) / count,
                "median": lengths[count // 2],
                "tenth": lengths[count // 10],
                "ninetieth": lengths[count * 9 // 10],
            },
            "cards": [self._card(deck, row) for deck in decks for row in self.rivals.cards_of(deck)],
        }

    def _card(self, deck: str, row: JsonObject) -> JsonObject:
        """A card of a deck with its figures."""
        id: str = row["card"]
        seen = self.in_matches[id]
        return {
            **row,
            "play_rate": seen / self.matches[deck],
            "wins_when_played": self.won_with[id] / seen if seen else None,
            **{way: self.plays[id, way] / self.matches[deck] for way in self.rivals.ways},
        }


def usual_modes(game: Game) -> list[str]:
    """The modes that are compared where none are named: all; of a game without decks the one that its matches have if
    nobody says anything.
    """
    usual = game.new({}, Fate(0)).seats()
    rivals = game.guide().rivals()
    found = [each.mode for each in rivals if each.decks or game.new(each.options([]), Fate(0)).seats() == usual]
    return found or [each.mode for each in rivals]


def compare_decks(
    variants: list[Variant],
    matches: int,
    bot: str,
    processes: int | None,
    modes: Sequence[str] = (),
    tell: Teller | None = None,
) -> list[Report]:
    """The decks of each mode against each other, or those that the variants bring against all others, with this many
    matches for each pair, each seed both ways round; of all modes or those that are named. `tell` hears how far it is.
    Raises BadVariant, MatchFault, LostWorker.
    """
    if not variants[0].rivals():
        return []
    setups = [setup for variant in variants for setup in variant.setups(modes)]
    reports = {each.mode: Report(each) for each in variants[0].rivals() if not modes or each.mode in modes}
    probes = [COURSE, CARDS] if any(report.rivals.ways for report in reports.values()) else [COURSE]
    experiment = Experiment(variants[0].game.name, setups, SEED, probes)
    sittings = [
        Sitting(place, number // setup.turns, number % setup.turns, [bot] * experiment.seats(place))
        for place, setup in enumerate(setups)
        for number in range(matches)
    ]
    with Run(experiment, processes, tell=tell) as run:
        for sitting, row in run.play(sittings):
            setup = setups[sitting.setup]
            reports[setup.mode].add(setup, sitting.turn, row)
    return list(reports.values())


def figures_of(reports: list[Report]) -> JsonObject:
    """The figures as JSON: the pairs by mode, or all that is counted where there is one mode with its cards."""
    if len(reports) == 1 and reports[0].rivals.ways:
        return reports[0].as_json()
    return {report.rivals.mode: rows_of(report) for report in reports}


def rows_of(report: Report) -> JsonObject | list[JsonObject]:
    """The figures of one of several modes."""
    if report.rivals.ways:
        return report.as_json()
    return report.pairs() if report.rivals.decks else report.others()


def lines_of(report: Report) -> list[str]:
    """The figures of a mode as lines: pair by pair, then the cards by how often they are played."""
    rivals = report.rivals
    head = f"{rivals.mode:5}" if rivals.mode else ""
    lines: list[str] = []
    for row in report.others():
        lines.append(
            f"{report.rivals.mode_said()['en']:>9}  {row['name']:8}{row['wins']:6.1%} of {row['matches']} matches"
            f"  [{row['low']:.1%}, {row['high']:.1%}]"
        )
    for row in report.pairs():
        lead = f"  lead {row['lead']:+.1f}" if report.scored else ""
        lines.append(
            f"{head}{row['left']:>6} - {row['right']:6}{row['left_wins']:7.1%}"
            f"  [{row['low']:.1%}, {row['high']:.1%}]  first seat {row['first_wins']:.1%}"
            f"{lead}  actions {row['actions']:.0f}"
        )
    if not rivals.ways:
        return lines
    figures = report.as_json()
    turns = figures["turns"]
    lines.append(
        f"{figures['matches']} matches, the first {rivals.seat_word} wins "
        f"{figures[f'first_{rivals.seat_word}_wins']:.1%}; turns: median {turns['median']}, "
        f"from {turns['tenth']} to {turns['ninetieth']} in eight of ten"
    )
    for row in sorted(figures["cards"], key=lambda row: -row["play_rate"]):
        lines.append(
            f"  {row['card']:6} deck {row['deck']}  played in {row['play_rate']:6.1%} of the matches; a match: "
            + ", ".join(f"{row[way]:.2f} {way}" for way in rivals.ways)
        )
    return lines

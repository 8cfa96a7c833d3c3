"""The decks of a game against each other: every pair of them, each seed both ways round.

Which decks meet in which modes, and which events play a card, the game says (`Guide.rivals`); the counting is done
here: who wins, by how much, how long it takes and, where the game tells it, how often each card is played.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from orrery.bots.bot import NoLimit, make_bot
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game
from orrery.core.guide import Rivals
from orrery.core.match import Match
from orrery.games import game_named
from orrery.lab.simulate import JobResult, Pairing, in_order


class Duel:
    """One match of two decks to be played, of those that `Guide.rivals` has at this place. `swapped`: the left deck
    sits in seat 1.
    """

    __slots__ = ("bot", "game", "left", "place", "right", "seed", "swapped")

    def __init__(self, game: str, place: int, left: str, right: str, seed: int, swapped: bool, bot: str) -> None:
        self.game = game
        self.place = place
        self.left = left
        self.right = right
        self.seed = seed
        self.swapped = swapped
        self.bot = bot

    def decks(self) -> list[str]:
        """The decks by seat."""
        return [self.right, self.left] if self.swapped else [self.left, self.right]


class Played:
    """How a duel ended: winners, scores and actions; and where cards are counted, turns, who began, and by deck how
    often each card was played in which way.
    """

    __slots__ = ("began", "cards", "duel", "outcome", "turns")

    def __init__(self, duel: Duel, outcome: JobResult) -> None:
        self.duel = duel
        self.outcome = outcome
        self.turns = 0
        self.began = 0
        self.cards: Counter[tuple[str, str, str]] = Counter()


def play_duel(duel: Duel) -> Played:
    """One match from its start to its end."""
    game = game_named(duel.game)
    assert game is not None, duel.game
    rivals = game.guide().rivals()[duel.place]
    decks = duel.decks()
    match = Match.new(game, rivals.options(decks), duel.seed)
    bots = [make_bot(duel.bot, game) for _ in decks]
    fates = [Fate(duel.seed * 7919 + seat) for seat in range(len(bots))]
    clock = NoLimit()
    cards: Counter[tuple[str, str, str]] = Counter()
    while (seat := match.to_act()) is not None:
        word = bots[seat].choose(match.view(seat), match.seen(seat), match.actions(), fates[seat], clock)
        events = match.act(word)
        if rivals.ways:
            for event in events:
                played = rivals.played(event.as_json())
                if played is not None:
                    cards[decks[played[0]], played[1], played[2]] += 1
    result = match.result()
    found = Played(duel, JobResult(None, result.scores, result.winners, match.taken))
    if rivals.ways:
        found.turns, found.began = rivals.course(match.view(None))
        found.cards = cards
    return found


class Report:
    """What many duels of the decks of one mode say."""

    def __init__(self, rivals: Rivals) -> None:
        self.rivals = rivals
        self.pairings = {pair: Pairing(*pair) for pair in combinations(rivals.decks, 2)}
        self.scored = False
        """Does the game have scores, so that one can lead?"""
        self.turns: Counter[int] = Counter()
        self.began = 0.0
        self.matches: Counter[str] = Counter()
        self.wins: Counter[str] = Counter()
        self.plays: Counter[tuple[str, str]] = Counter()
        self.in_matches: Counter[str] = Counter()
        self.won_with: Counter[str] = Counter()

    def add(self, played: Played) -> None:
        """One more match."""
        duel, winners = played.duel, played.outcome.winners
        self.pairings[duel.left, duel.right].add(played.outcome, int(duel.swapped))
        self.scored = self.scored or played.outcome.scores is not None
        self.turns[played.turns] += 1
        self.began += (played.began in winners) / len(winners)
        decks = duel.decks()
        for seat, deck in enumerate(decks):
            self.matches[deck] += 1
            self.wins[deck] += seat in winners
        for deck, card in {(deck, card) for deck, card, _ in played.cards}:
            self.in_matches[card] += 1
            self.won_with[card] += decks.index(deck) in winners
        for (_, card, way), times in played.cards.items():
            self.plays[card, way] += times

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


def pair_decks(game: Game, place: int, matches: int, bot: str, processes: int | None) -> Report:
    """Every pair of the decks that the game's guide has at this place, with this many matches for each pair, each seed
    both ways round.
    """
    rivals = game.guide().rivals()[place]
    duels = [
        Duel(game.name, place, left, right, i // 2 + 1, i % 2 == 1, bot)
        for left, right in combinations(rivals.decks, 2)
        for i in range(matches)
    ]
    report = Report(rivals)
    for _, played in in_order(play_duel, duels, processes):
        report.add(played)
    return report


# --- all of a game ----------------------------------------------------------------------------------------------------


def compare_decks(game: Game, matches: int, bot: str, processes: int | None) -> list[Report]:
    """The decks of each mode against each other."""
    return [pair_decks(game, place, matches, bot, processes) for place in range(len(game.guide().rivals()))]


def figures_of(reports: list[Report]) -> JsonObject:
    """The figures as JSON: the pairs by mode, or all that is counted where there is one mode with its cards."""
    if len(reports) == 1 and reports[0].rivals.ways:
        return reports[0].as_json()
    return {report.rivals.mode: report.as_json() if report.rivals.ways else report.pairs() for report in reports}


def lines_of(report: Report) -> list[str]:
    """The figures of a mode as lines: pair by pair, then the cards by how often they are played."""
    rivals = report.rivals
    head = f"{rivals.mode:5}" if rivals.mode else ""
    lines: list[str] = []
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

"""Five Spheres: the pre-designed decks of a collection against each other, and how often each card is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import Final

from orrery.bots.bot import NoLimit, make_bot
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games.five_spheres import GAME, collections
from orrery.lab.simulate import Outcome, Pairing, in_order

PLAYS: Final = {"summon": "summoned", "generic": "face_down", "cast": "cast", "retaliate": "retaliated"}
"""By the verb of a move from the hand: how a card was played."""


class Duel:
    """One match of two decks to be played. `swapped`: the left deck sits in seat 1."""

    __slots__ = ("bot", "left", "right", "seed", "swapped")

    def __init__(self, left: int, right: int, seed: int, swapped: bool, bot: str) -> None:
        self.left = left
        self.right = right
        self.seed = seed
        self.swapped = swapped
        self.bot = bot

    def decks(self) -> list[int]:
        """The decks by seat."""
        return [self.right, self.left] if self.swapped else [self.left, self.right]


class Played:
    """How a duel ended: winners, actions, turns, who began, and by deck how often each card was played in which way."""

    __slots__ = ("began", "cards", "duel", "outcome", "turns")

    def __init__(
        self, duel: Duel, outcome: Outcome, turns: int, began: int, cards: Counter[tuple[int, str, str]]
    ) -> None:
        self.duel = duel
        self.outcome = outcome
        self.turns = turns
        self.began = began
        self.cards = cards


def play_duel(duel: Duel) -> Played:
    """One match from its start to its end."""
    decks = duel.decks()
    options = {"cards": collections.standard().cards, "assembly": "predesign", "deck_numbers": decks}
    match = Match.new(GAME, options, duel.seed)
    bots = [make_bot(duel.bot, GAME) for _ in decks]
    fates = [Fate(duel.seed * 7919 + seat) for seat in range(len(bots))]
    clock = NoLimit()
    cards: Counter[tuple[int, str, str]] = Counter()
    while (seat := match.to_act()) is not None:
        word = bots[seat].choose(match.view(seat), match.seen(seat), match.actions(), fates[seat], clock)
        for event in match.act(word):
            told = event.as_json()
            if told["event"] == "move" and told["from"] == "hand" and told["verb"] in PLAYS:
                cards[decks[told["seat"]], told["card"], PLAYS[told["verb"]]] += 1
    view = match.view(None)
    outcome = Outcome(None, None, match.result().winners, match.taken)
    return Played(duel, outcome, view["turn"], view["first"], cards)


class Report:
    """What many duels say."""

    def __init__(self, decks: Iterable[int]) -> None:
        numbers = list(decks)
        self.pairings = {pair: Pairing(str(pair[0]), str(pair[1])) for pair in combinations(numbers, 2)}
        self.turns: Counter[int] = Counter()
        self.began = 0.0
        self.matches: Counter[int] = Counter()
        self.wins: Counter[int] = Counter()
        self.plays: Counter[tuple[str, str]] = Counter()
        self.in_matches: Counter[str] = Counter()
        self.won_with: Counter[str] = Counter()
        self.deck_of: dict[str, int] = {}

    def add(self, played: Played) -> None:
        """One more match."""
        duel, winners = played.duel, played.outcome.winners
        self.pairings[duel.left, duel.right].add(played.outcome, int(duel.swapped))
        self.turns[played.turns] += 1
        self.began += (played.began in winners) / len(winners)
        decks = duel.decks()
        for seat, deck in enumerate(decks):
            self.matches[deck] += 1
            self.wins[deck] += seat in winners
        for deck, card in {(deck, card) for deck, card, _ in played.cards}:
            self.deck_of[card] = deck
            self.in_matches[card] += 1
            self.won_with[card] += decks.index(deck) in winners
        for (_, card, way), times in played.cards.items():
            self.plays[card, way] += times

    def as_json(self) -> JsonObject:
        """The figures: pairs, length, the edge of the lord who begins, and for each card its play rate."""
        count = sum(self.turns.values())
        lengths = sorted(self.turns.elements())
        cards = []
        for deck in sorted(self.matches):
            for id in collections.standard().ids_of_deck(deck):
                seen = self.in_matches[id]
                cards.append(
                    {
                        "card": id,
                        "deck": deck,
                        "play_rate": seen / self.matches[deck],
                        "wins_when_played": self.won_with[id] / seen if seen else None,
                        **{way: self.plays[id, way] / self.matches[deck] for way in PLAYS.values()},
                    }
                )
        return {
            "pairs": [pairing.as_json() for pairing in self.pairings.values()],
            "decks": {str(deck): self.wins[deck] / self.matches[deck] for deck in sorted(self.matches)},
            "matches": count,
            "first_lord_wins": self.began / count,
            "turns": {
                "mean": sum(lengths) / count,
                "median": lengths[count // 2],
                "tenth": lengths[count // 10],
                "ninetieth": lengths[count * 9 // 10],
            },
            "cards": cards,
        }


def pair_decks(decks: Iterable[int], matches: int, bot: str, processes: int | None) -> Report:
    """Every pair of decks, so many matches a pair, each seed both ways round."""
    numbers = list(decks)
    duels = [
        Duel(left, right, i // 2 + 1, i % 2 == 1, bot)
        for left, right in combinations(numbers, 2)
        for i in range(matches)
    ]
    report = Report(numbers)
    for _, played in in_order(play_duel, duels, processes):
        report.add(played)
    return report

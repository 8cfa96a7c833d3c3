"""How matches go: turns, leads, chances, decisions that matter and what a game counts, against matches followed by
hand.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from orrery.bots.arena import contest
from orrery.bots.mind import Mind
from orrery.bots.playing import Probe
from orrery.bots.simple import RandomBot
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Action, State
from orrery.core.guide import Rivals
from orrery.core.match import Match
from orrery.games import game_named
from orrery.lab.course import Chances, Counts, Course, Question, Weight, chances_in, loss_of
from orrery.lab.sittings import player
from toys.high_card import HighCard
from toys.stones import Stones


class Plain(Rivals):
    """Matches of a game that says nothing of them."""

    def __init__(self) -> None:
        self.mode = ""
        self.decks = []

    def options(self, decks: list[str]) -> JsonObject:
        return {}


class Foretold(Mind):
    """Gives the chances that it was told, one list after the other."""

    def __init__(self, chances: list[list[float]]) -> None:
        super().__init__([], [])
        self.told = list(chances)

    def features(self, state: State, seat: int) -> list[float]:
        return []

    def traits(self, state: State, actions: list[Action]) -> list[list[float]]:
        return [[] for _ in actions]

    def chances(self, state: State) -> list[float]:
        return self.told.pop(0)


def follow(match: Match, words: list[str], probe: Probe) -> JsonObject:
    """What a probe finds in a match of these actions."""
    for word in words:
        seat = match.to_act()
        assert seat is not None
        probe.before(match, seat, match.actions())
        probe.after(match, seat, word, match.act(word))
    assert match.to_act() is None
    return probe.found(match)


def high_cards(hands: list[list[int]]) -> Match:
    sums = [0] * len(hands)
    return Match.load(HighCard(), {"game": "high_card", "version": 1, "hands": hands, "sums": sums, "taken": 0})


def played(game: str, mode: str, seed: int, probes: list[type], bots: str = "random") -> tuple[Match, list[JsonObject]]:
    """A match of a game, and what its probes found."""
    found = game_named(game)
    assert found is not None
    rivals = next(each for each in found.guide().rivals() if each.mode == mode)
    options = rivals.options(rivals.decks[:2])
    made = [probe(found, rivals) for probe in probes]
    seats = found.new(options, Fate(0)).seats()
    match = contest(found, options, [player(bots, found, rivals) for _ in range(seats)], seed, made).match
    return match, [probe.found(match) for probe in made]


def events_of(match: Match) -> list[JsonObject]:
    return [event.as_json() for entry in match.line for event in entry.events]


# --- turns ------------------------------------------------------------------------------------------------------------


def test_the_turns_of_space_editor_are_those_that_its_events_begin() -> None:
    match, (course,) = played("space_editor", "half", 3, [Course])
    begun = [event for event in events_of(match) if event["event"] == "turn"]
    # The first turn begins with the setup, before there is an action.
    assert course["turns"] == max(event["turn"] for event in begun) == 24
    assert (course["began"], course["places"]) == (0, [0, 1])


@pytest.mark.parametrize(("mode", "seed"), [("2", 1), ("3", 2), ("3", 4)])
def test_the_rounds_of_vediic_and_who_began_are_those_of_its_events(mode: str, seed: int) -> None:
    match, (course,) = played("vediic", mode, seed, [Course])
    events = events_of(match)
    began = next(event["seat"] for event in events if event["event"] == "turn")
    assert course["turns"] == sum(event["event"] == "round" for event in events)
    assert course["began"] == began
    assert course["places"][began] == 0
    assert course["places"][(began + 1) % int(mode)] == 1


def test_chances_in_vediic_are_looked_at_once_after_every_turn() -> None:
    match, (chances,) = played("vediic", "3", 2, [Chances])
    turns = sum(event["event"] == "turn" for event in events_of(match))
    # After the setup and after every turn but the last, which ends the match.
    assert chances["moments"] == turns


def test_a_game_that_counts_no_turns_has_them_counted() -> None:
    match = Match.new(Stones(), {"stones": 5}, 1)
    course = follow(match, ["take 2", "take 1", "take 2"], Course(Stones(), Plain()))
    assert course["turns"] == 3


def test_decisions_are_counted_with_and_without_a_choice() -> None:
    match = Match.new(Stones(), {"stones": 4}, 1)
    course = follow(match, ["take 1", "take 2", "take 1"], Course(Stones(), Plain()))
    assert (course["choices"], course["forced"], course["breadth"]) == (2, 1, 4)


# --- leads and chances ------------------------------------------------------------------------------------------------


def test_a_lead_changes_when_another_has_the_best_score() -> None:
    match = high_cards([[1, 10, 12], [2, 4, 19]])
    # 1-0, 1-2, 11-2, 11-6, 23-6, 23-25: seat 0, 1, 0, 0, 0 and at last 1 leads.
    words = ["play 1", "play 2", "play 10", "play 4", "play 12", "play 19"]
    assert follow(match, words, Chances(HighCard(), Plain()))["lead_changes"] == 3


def test_a_tie_in_between_is_no_change_of_the_lead() -> None:
    match = high_cards([[5, 6, 7], [1, 10, 2]])
    # 5-0, 5-1, 11-1, 11-11, 18-11, 18-13: seat 0 leads whenever anybody does.
    words = ["play 5", "play 1", "play 6", "play 10", "play 7", "play 2"]
    assert follow(match, words, Chances(HighCard(), Plain()))["lead_changes"] == 0


def drama_of(winner: list[float]) -> JsonObject:
    """Of a match of Stones that seat 0 wins: its chances after every turn but the last."""
    assert len(winner) == 4
    probe = Chances(Stones(), Plain())
    probe.mind = Foretold([[chance, 1 - chance] for chance in winner])
    return follow(Match.new(Stones(), {"stones": 7}, 1), ["take 1", "take 2", "take 1", "take 2", "take 1"], probe)


def test_a_winner_who_had_less_than_a_third_was_nearly_beaten() -> None:
    found = drama_of([0.6, 0.3, 0.4, 0.7])
    assert found["nearly"] is True
    assert found["lowest"] == 0.3
    assert drama_of([0.6, 0.34, 0.4, 0.7])["nearly"] is False


def test_a_result_is_known_from_when_on_the_winner_stays_ahead() -> None:
    assert drama_of([0.6, 0.3, 0.6, 0.7])["known"] == 0.5
    assert drama_of([0.6, 0.7, 0.8, 0.9])["known"] == 0.0
    assert drama_of([0.6, 0.7, 0.8, 0.4])["known"] == 1.0


def test_half_time_is_the_moment_in_the_middle() -> None:
    found = drama_of([0.1, 0.2, 0.8, 0.3])
    assert (found["half"], found["half_led"]) == (0.8, True)


def test_without_scores_the_lead_is_by_chances() -> None:
    assert drama_of([0.6, 0.3, 0.4, 0.7])["lead_changes"] == 2


def test_chances_are_held_against_the_result() -> None:
    assert drama_of([0.62, 0.35, 0.36, 0.68])["bins"] == {"3": [4, 2.0], "6": [4, 2.0]}


def test_a_game_without_a_mind_is_judged_by_random_continuations() -> None:
    probe = Chances(Stones(), Plain())
    state = Stones().new({"stones": 1}, Fate(1))
    assert chances_in(probe.mind, state, 7) == [1.0, 0.0]
    before = state.position()
    long = Stones().new({"stones": 20}, Fate(1))
    chances = chances_in(probe.mind, long, 7)
    assert 0 < chances[0] < 1
    assert sum(chances) == pytest.approx(1)
    assert chances == chances_in(probe.mind, long, 7)
    assert state.position() == before


# --- decisions that matter --------------------------------------------------------------------------------------------


def loss_with(stones: int) -> float:
    match = Match.new(Stones(), {"stones": stones}, 1)
    return loss_of(Stones(), Question(match.view(0), match.seen(0), match.actions()), Fate(1))


def test_a_decision_that_wins_or_loses_at_once_matters() -> None:
    assert loss_with(2) > 0.9


def test_a_decision_between_two_defeats_does_not_matter() -> None:
    assert loss_with(3) < 0.05


def test_some_decisions_are_drawn_from_all_that_left_a_choice() -> None:
    game = Stones()
    drawn: Counter[int] = Counter()
    for seed in range(60):
        probe = Weight(game, Plain())
        contest(game, {"stones": 12}, [RandomBot(game, "random")] * 2, seed, [probe])
        assert len(probe.kept) == 2
        drawn.update(question.view["left"] for question in probe.kept)
    # Stones left at a decision: with luck alone, early ones and late ones come up alike.
    early, late = (sum(drawn[left] for left in span) for span in (range(8, 13), range(2, 7)))
    assert early > 25
    assert late > 25


def test_decisions_are_weighed_alike_in_the_same_match() -> None:
    found = [played("space_editor", "half", 5, [Weight])[1][0] for _ in range(2)]
    assert found[0] == found[1]
    assert len(found[0]["losses"]) == 2
    assert all(0 <= loss <= 1 for loss in found[0]["losses"])


# --- what a game counts -----------------------------------------------------------------------------------------------


def test_powers_are_counted_when_their_cards_are_played_for_them() -> None:
    match, (census,) = played("vediic", "3", 2, [Counts])
    by_hand: Counter[tuple[str, int]] = Counter()
    powers = {"blue": "coexistence", "green": "speed", "red": "displacement", "gray": "teleport"}
    for entry in match.line:
        verb, *rest = entry.word.split(" ")
        if verb in ("skip", "again"):
            by_hand["extra", entry.seat] += 1
        elif verb == "steal":
            by_hand["steal", entry.seat] += 1
        elif verb == "shield":
            by_hand["protection", entry.seat] += 1
        elif verb == "move" and "with" in rest:
            for color in set(rest[-1].split(",")):
                by_hand[powers[color], entry.seat] += 1
    counted = {
        (power, seat): times
        for power, row in census["power"].items()
        for seat, times in enumerate(row["used"])
        if times
    }
    assert counted == dict(by_hand)
    assert len({power for power, _ in by_hand}) >= 5, "a match in which most powers come up"


def test_circles_are_counted_by_who_came_who_stood_and_what_they_got() -> None:
    match, (census,) = played("vediic", "3", 2, [Counts])
    walk = match.afresh()
    came: Counter[tuple[str, int]] = Counter()
    stood: Counter[tuple[str, int]] = Counter()
    cards: Counter[tuple[str, int]] = Counter()
    for entry in match.line:
        before = [player["pawns"] for player in walk.position()["players"]]
        walk.redo(entry.word, entry.draws)
        now = [player["pawns"] for player in walk.position()["players"]]
        for seat, (old, new) in enumerate(zip(before, now, strict=True)):
            came.update((b, seat) for a, b in zip(old, new, strict=True) if a != b and b != "promoted")
        for event in [event.as_json() for event in entry.events]:
            if event["event"] == "reward":
                cards[now[event["seat"]][event["pawn"]], event["seat"]] += event["count"]
            if event["event"] == "round":
                stood.update((place, seat) for seat, pawns in enumerate(now) for place in pawns if place != "promoted")
    for measure, by_hand in (("came", came), ("stood", stood), ("cards", cards)):
        counted = {
            (circle, seat): amount
            for circle, row in census["circle"].items()
            for seat, amount in enumerate(row.get(measure, []))
            if amount
        }
        assert counted == dict(by_hand), measure
    assert cards.total() > 20


def test_a_game_that_counts_nothing_else_has_nothing_counted() -> None:
    match = Match.new(Stones(), {"stones": 2}, 1)
    assert follow(match, ["take 2"], Counts(Stones(), Plain())) == {}


def test_who_may_not_use_a_power_never_does_and_others_do() -> None:
    game = game_named("vediic")
    assert game is not None
    rivals = next(each for each in game.guide().rivals() if each.mode == "3")
    used: Counter[int] = Counter()
    for seed in range(2):
        bots = [player(name, game, rivals) for name in ("random!power:speed", "random", "random")]
        match = contest(game, {"players": 3}, bots, seed).match
        used.update(entry.seat for entry in match.line if entry.word.startswith("move") and "green" in entry.word)
    assert used[0] == 0
    assert used[1] > 0
    assert used[2] > 0


def test_to_give_a_card_away_is_no_use_of_its_power() -> None:
    game = game_named("vediic")
    assert game is not None
    rivals = game.guide().rivals()[0]
    for word in ("pay orange", "trade orange,orange for red", "donate orange,blue,red", "move 0 c13", "end"):
        assert not rivals.forbids("power:protection", {}, word)
    assert rivals.forbids("power:protection", {}, "shield with orange")
    assert rivals.forbids("power:extra", {}, "skip with yellow")
    assert rivals.forbids("power:extra", {}, "again with yellow")
    assert rivals.forbids("power:steal", {}, "steal 1 2")
    assert rivals.forbids("power:displacement", {}, "move 0 c05 with blue,red")
    assert not rivals.forbids("power:speed", {}, "move 0 c05 with blue,red")
    with pytest.raises(KeyError):
        rivals.forbids("power:flight", {}, "end")


def test_turns_of_vediic_only_grow() -> None:
    match, _ = played("vediic", "3", 2, [])
    rivals = next(each for each in match.game.guide().rivals() if each.mode == "3")
    walk = match.afresh()
    turns: list[int | None] = []
    for entry in match.line:
        turns.append(rivals.turn(walk.state))
        walk.redo(entry.word, entry.draws)
    known = [turn for turn in turns if turn is not None]
    assert len(known) == len(turns)
    assert all(one <= other <= one + 1 for one, other in pairwise(known))

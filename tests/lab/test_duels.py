"""Decks of a game against each other: each seed both ways round, cards counted where they are played."""

from __future__ import annotations

import json
from importlib.resources.abc import Traversable

import pytest

from command import orrery as command
from known import known
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import GAMES, Game
from orrery.core.guide import Guide, Rivals
from orrery.games import games_with
from orrery.games.five_spheres import GAME as FIVE_SPHERES
from orrery.games.five_spheres.cards import collections
from orrery.games.space_editor import GAME as SPACE_EDITOR
from orrery.games.vediic import GAME as VEDIIC
from orrery.lab.duels import Report, compare_decks, figures_of, lines_of, usual_modes
from orrery.lab.variants import variant_of
from toys.high_card import HighCard


def compared(game: Game, matches: int, processes: int = 1, deck: str = "") -> list[Report]:
    """The decks of a game against each other, or one against them all, by players who play at random."""
    return compare_decks([variant_of(game, deck or "ours", [deck] if deck else [])], matches, "random", processes)


def test_a_deck_meets_all_others_both_ways_round() -> None:
    [report] = compared(FIVE_SPHERES, 2, deck="2")
    assert [(row["left"], row["right"], row["matches"]) for row in report.pairs()] == [
        ("2", str(other), 2) for other in range(1, 6)
    ]


def test_every_card_played_belongs_to_its_deck() -> None:
    [report] = compared(FIVE_SPHERES, 1)
    owned = {id for deck in collections.standard().decks for id in deck.ids}
    assert report.plays and {card for card, _ in report.plays} <= owned
    assert report.wins.keys() == {"1", "2", "3", "4", "5"} and sum(report.wins.values()) == 10


@pytest.mark.parametrize("game", [FIVE_SPHERES, SPACE_EDITOR], ids=lambda game: str(game.name))
def test_figures_do_not_depend_on_the_number_of_processes(game: Game) -> None:
    alone, together = (compared(game, 2, count)[-1] for count in (1, 2))
    assert alone.pairs() == together.pairs() and lines_of(alone) == lines_of(together)
    assert [row["matches"] for row in alone.pairs()] == [2] * len(alone.pairs())


def test_where_cards_are_counted_the_figures_tell_them_all() -> None:
    figures = compared(FIVE_SPHERES, 2)[0].as_json()
    decks = len(collections.standard().decks)
    assert figures["matches"] == decks * (decks - 1) and len(figures["pairs"]) == decks * (decks - 1) // 2
    assert len(figures["cards"]) == 16 * decks and all(0 <= row["play_rate"] <= 1 for row in figures["cards"])
    assert sum(figures["decks"].values()) * 2 * (decks - 1) == pytest.approx(figures["matches"])
    assert figures["turns"]["tenth"] <= figures["turns"]["median"] <= figures["turns"]["ninetieth"]
    assert 0 <= figures["first_lord_wins"] <= 1


@pytest.mark.parametrize("name", games_with(lambda guide: any(rivals.decks for rivals in guide.rivals())))
def test_every_pair_of_rivals_makes_a_match_for_two(name: str) -> None:
    game = known(name)
    for rivals in game.guide().rivals():
        assert len(rivals.decks) >= 2 and len(set(rivals.decks)) == len(rivals.decks)
        assert game.new(rivals.options(rivals.decks[:2]), Fate(1)).seats() == 2
        assert all({"card", "deck"} <= set(row) for deck in rivals.decks for row in rivals.cards_of(deck))


class Throwers(Rivals):
    """A stranger's decks: all are alike here."""

    def __init__(self) -> None:
        self.mode = ""
        self.decks = ["red", "black"]

    def options(self, decks: list[str]) -> JsonObject:
        return {"players": len(decks)}


class ThrowersGuide(Guide):
    def rivals(self, folder: Traversable | None = None) -> list[Rivals]:
        return [Throwers()]


class HighCardWithDecks(HighCard):
    def guide(self) -> Guide:
        return ThrowersGuide(self)


def test_the_decks_of_a_strangers_game_are_compared_by_its_guide_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    game = HighCardWithDecks()
    monkeypatch.setitem(GAMES, game.name, game)
    reports = compared(game, 4)
    assert [row["matches"] for row in figures_of(reports)[""]] == [4]
    (line,) = lines_of(reports[0])
    assert line.startswith("   red - black ") and "  lead " in line


def test_a_game_without_rivals_has_nothing_to_compare() -> None:
    assert compared(HighCard(), 1) == []


def test_colours_are_compared_where_there_are_no_decks() -> None:
    reports = compare_decks([variant_of(VEDIIC, "ours", [])], 1, "greedy", 2)
    assert [report.rivals.mode for report in reports] == ["2", "3", "4", "5", "6", "7"]
    for report in reports:
        rows = report.others()
        assert len(rows) == int(report.rivals.mode) and sum(row["wins"] for row in rows) == pytest.approx(1)
        assert lines_of(report)[0].strip().startswith(f"{report.rivals.mode} players")
    assert figures_of(reports)["7"] == reports[-1].others()


def test_a_game_without_decks_is_compared_with_its_usual_number_of_players_unless_others_are_named() -> None:
    assert usual_modes(VEDIIC) == ["4"]
    assert usual_modes(SPACE_EDITOR) == [rivals.mode for rivals in SPACE_EDITOR.guide().rivals()]
    words = ["balance", "vediic", "--matches", "1", "--bot", "random", "--processes", "1", "--json"]
    assert list(json.loads(command(*words).stdout)) == ["4"]
    assert list(json.loads(command(*words, "--modes", "2,3").stdout)) == ["2", "3"]
    refused = command(*words, "--modes", "2,9")
    assert refused.exit_code == 2 and "there is no mode '9'; there are 2, 3, 4, 5, 6, 7" in refused.stderr


def test_a_lead_is_told_only_where_there_are_scores() -> None:
    [spheres] = compared(FIVE_SPHERES, 1)
    assert not spheres.scored and "  lead " not in lines_of(spheres)[0]
    assert compared(SPACE_EDITOR, 1)[1].scored

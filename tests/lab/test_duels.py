"""Decks of a game against each other: each seed both ways round, cards counted where they are played."""

from __future__ import annotations

import pytest

from known import known
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import GAMES, Game
from orrery.core.guide import Guide, Rivals
from orrery.games import game_names, games_with
from orrery.games.five_spheres import GAME as FIVE_SPHERES
from orrery.games.five_spheres.cards import collections
from orrery.games.space_editor import GAME as SPACE_EDITOR
from orrery.lab.duels import Duel, Report, compare_decks, figures_of, lines_of, pair_decks, play_duel
from toys.high_card import HighCard


def duel(left: str, right: str, seed: int, swapped: bool) -> Duel:
    return Duel("five_spheres", 0, left, right, seed, swapped, "random")


def test_the_same_duel_is_the_same_match() -> None:
    one, two = play_duel(duel("1", "4", 3, False)), play_duel(duel("1", "4", 3, False))
    assert (one.outcome.winners, one.turns, one.began, one.cards) == (
        two.outcome.winners,
        two.turns,
        two.began,
        two.cards,
    )


def test_a_swapped_duel_seats_the_decks_the_other_way_round() -> None:
    assert duel("2", "5", 1, False).decks() == ["2", "5"]
    assert duel("2", "5", 1, True).decks() == ["5", "2"]


def test_every_card_played_belongs_to_its_deck() -> None:
    played = play_duel(duel("2", "3", 1, True))
    owned = {deck: set(collections.standard().ids_of_deck(int(deck))) for deck in ("2", "3")}
    assert played.cards and all(card in owned[deck] for deck, card, _ in played.cards)


@pytest.mark.parametrize("game", [FIVE_SPHERES, SPACE_EDITOR], ids=lambda game: str(game.name))
def test_figures_do_not_depend_on_the_number_of_processes(game: Game) -> None:
    place = len(game.guide().rivals()) - 1
    alone, together = (pair_decks(game, place, 2, "random", count) for count in (1, 2))
    assert alone.pairs() == together.pairs() and lines_of(alone) == lines_of(together)
    assert [row["matches"] for row in alone.pairs()] == [2] * len(alone.pairs())


def test_where_cards_are_counted_the_figures_tell_them_all() -> None:
    figures = pair_decks(FIVE_SPHERES, 0, 2, "random", 1).as_json()
    decks = len(collections.standard().decks)
    assert figures["matches"] == decks * (decks - 1) and len(figures["pairs"]) == decks * (decks - 1) // 2
    assert len(figures["cards"]) == 16 * decks and all(0 <= row["play_rate"] <= 1 for row in figures["cards"])
    assert sum(figures["decks"].values()) * 2 * (decks - 1) == pytest.approx(figures["matches"])
    assert figures["turns"]["tenth"] <= figures["turns"]["median"] <= figures["turns"]["ninetieth"]
    assert 0 <= figures["first_lord_wins"] <= 1


@pytest.mark.parametrize("name", games_with(lambda guide: bool(guide.rivals())))
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
    def rivals(self) -> list[Rivals]:
        return [Throwers()]


class HighCardWithDecks(HighCard):
    def guide(self) -> Guide:
        return ThrowersGuide(self)


def test_the_decks_of_a_strangers_game_are_compared_by_its_guide_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    game = HighCardWithDecks()
    monkeypatch.setitem(GAMES, game.name, game)
    reports = compare_decks(game, 4, "random", 1)
    assert [row["matches"] for row in figures_of(reports)[""]] == [4]
    (line,) = lines_of(reports[0])
    assert line.startswith("   red - black ") and "  lead " in line


def test_a_game_without_decks_has_nothing_to_compare() -> None:
    assert compare_decks(HighCard(), 1, "random", 1) == []
    assert "vediic" in game_names() and "vediic" not in games_with(lambda guide: bool(guide.rivals()))


def test_a_lead_is_told_only_where_there_are_scores() -> None:
    report = pair_decks(FIVE_SPHERES, 0, 1, "random", 1)
    assert isinstance(report, Report) and not report.scored and "  lead " not in lines_of(report)[0]
    assert pair_decks(SPACE_EDITOR, 1, 1, "random", 1).scored

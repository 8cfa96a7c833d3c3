"""Decks of Five Spheres against each other: each seed both ways round, cards counted where they are played."""

from __future__ import annotations

from orrery.games.five_spheres import collections
from orrery.lab.duels import Duel, pair_decks, play_duel


def test_the_same_duel_is_the_same_match() -> None:
    duel = Duel(1, 4, 3, False, "random")
    one, two = play_duel(duel), play_duel(duel)
    assert (one.outcome.winners, one.turns, one.began, one.cards) == (
        two.outcome.winners,
        two.turns,
        two.began,
        two.cards,
    )


def test_a_swapped_duel_seats_the_decks_the_other_way_round() -> None:
    assert Duel(2, 5, 1, False, "random").decks() == [2, 5]
    assert Duel(2, 5, 1, True, "random").decks() == [5, 2]


def test_every_card_played_belongs_to_its_deck() -> None:
    played = play_duel(Duel(2, 3, 1, True, "random"))
    owned = {deck: set(collections.standard().ids_of_deck(deck)) for deck in (2, 3)}
    assert played.cards and all(card in owned[deck] for deck, card, _ in played.cards)


def test_figures_do_not_depend_on_the_number_of_processes() -> None:
    alone, together = (pair_decks([1, 2, 3], 4, "random", count).as_json() for count in (1, 2))
    assert alone == together
    assert alone["matches"] == 12 and [row["matches"] for row in alone["pairs"]] == [4, 4, 4]
    assert len(alone["cards"]) == 48 and all(0 <= row["play_rate"] <= 1 for row in alone["cards"])
    assert sum(alone["decks"].values()) * 8 == 12
    assert alone["turns"]["tenth"] <= alone["turns"]["median"] <= alone["turns"]["ninetieth"]

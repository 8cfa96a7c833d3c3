"""FS-15: more than two lords, range, teams, and the tower of the lord who destroys another."""

from __future__ import annotations

import pytest

from games.five_spheres.abilities import at, do, draw, when
from games.five_spheres.arrange import after, cast, invalid, lord, new, not_new, position, table
from games.five_spheres.cards import Json, creature
from games.five_spheres.lying import field, options, pile, show, step
from games.five_spheres.told import last, listed, moves, named, names
from marks import clause
from orrery.core.match import Match

GONE: Json = {"out": True}


def fortresses(mode: str, living: list[int], lords: int, seat: int = 0) -> list[int]:
    """The seats whose fortress a creature of a seat may attack."""
    seats: list[Json] = [lord() if number in living else GONE for number in range(lords)]
    seats[seat] = lord("1 s5", hand="na")
    match = table(*seats, mode=mode, active=seat)
    return [int(word.split()[-1]) for word in listed(match, "attack u1 fortress")]


@clause("FS-15.1", "FS-19.1")
@pytest.mark.parametrize("lords", range(2, 7))
def test_two_to_six_lords_may_play(lords: int) -> None:
    match = new(lords=lords, first=0)
    assert len(match.position()["seats"]) == lords
    assert match.position()["options"]["lords"] == lords


@clause("FS-15.1")
@pytest.mark.parametrize("lords", [0, 1, 7, "2", None, 2.0])
def test_other_numbers_of_lords_are_refused(lords: object) -> None:
    assert "lords" in not_new(lords=lords)


@clause("FS-15.1")
def test_attack_range_and_spell_range_are_the_same() -> None:
    seats = [lord(hand="na"), lord("5 s1"), lord("6 s1"), lord("7 s1")]
    match = cast(do("afflict", at("battlefield", "opponent")), own=seats[0], others=seats[1:], mode="limited_range")
    assert options(match) == ["u5", "u7"]
    assert fortresses("limited_range", [0, 1, 2, 3], 4) == [1, 3]


@clause("FS-15.2", "FS-20.4")
def test_the_lord_who_destroys_another_fortifies_the_top_card_of_his_deck() -> None:
    match = after(table(lord("1 s5", hand="na", deck="s8 s9"), lord("", ""), lord()), "attack u1 fortress 1")
    assert (show(match, 0, "fortress"), pile(match, 0, "deck")) == ("90 na, 100 s8", "s9")
    assert moves(match) == ["fortify s8 deck>tower"]
    assert names(last(match))[2:] == ["siege", "attack_over", "lord_destroyed", "move", "step"]


@clause("FS-15.2")
def test_from_an_empty_deck_comes_no_tower() -> None:
    own = lord("1 s5", hand="na", deck="", trash="s1")
    match = after(table(own, lord("", ""), lord()), "attack u1 fortress 1")
    assert (show(match, 0, "fortress"), pile(match, 0, "trash")) == ("90 na", "s1")


@clause("FS-15.2", "FS-11.1")
def test_there_is_no_tower_when_the_game_is_over() -> None:
    match = after(table(lord("1 s5", hand="na"), lord("", "")), "attack u1 fortress 1")
    assert (match.result().over, moves(match)) == (True, [])
    assert names(last(match))[2:] == ["siege", "attack_over", "lord_destroyed", "over"]


@clause("FS-15.3")
@pytest.mark.parametrize(
    ("lords", "living", "reached"), [(2, [0, 1], [1]), (4, [0, 1, 2, 3], [1, 2, 3]), (5, [0, 2, 4], [2, 4])]
)
def test_free_for_all_reaches_all_other_lords(lords: int, living: list[int], reached: list[int]) -> None:
    assert fortresses("free_for_all", living, lords) == reached
    assert new(lords=2, first=0).position()["options"]["mode"] == "free_for_all"


@clause("FS-15.4")
@pytest.mark.parametrize(
    ("lords", "living", "seat", "reached"),
    [
        (2, [0, 1], 0, [1]),
        (3, [0, 1, 2], 1, [0, 2]),
        (5, [0, 1, 2, 3, 4], 0, [1, 4]),
        (5, [0, 1, 2, 3, 4], 2, [1, 3]),
        (5, [0, 2, 3], 0, [2, 3]),
        (6, [1, 2, 3, 5], 5, [1, 3]),
        (6, [2, 5], 5, [2]),
    ],
)
def test_limited_range_reaches_the_nearest_living_lord_on_each_side(
    lords: int, living: list[int], seat: int, reached: list[int]
) -> None:
    assert fortresses("limited_range", living, lords, seat) == reached


@clause("FS-15.5")
@pytest.mark.parametrize(
    ("lords", "living", "reached"),
    [
        (4, [0, 1, 2, 3], [1, 3]),
        (4, [0, 2, 3], [3]),  # the partner beside him cannot be attacked
        (4, [0, 3], [3]),
        (6, [0, 1, 2, 3, 4, 5], [1, 5]),
        (6, [0, 3, 4, 5], [5]),
        (6, [0, 2, 3, 4], [2, 4]),
    ],
)
def test_team_play_reaches_the_neighbours_but_no_partner(lords: int, living: list[int], reached: list[int]) -> None:
    assert fortresses("team_play", living, lords) == reached


@clause("FS-15.5", "FS-19.2")
@pytest.mark.parametrize(("lords", "teams"), [(4, [0, 1, 0, 1]), (6, [0, 1, 2, 0, 1, 2])])
def test_partners_sit_opposite(lords: int, teams: list[int]) -> None:
    match = new(lords=lords, mode="team_play", first=0)
    assert [row["team"] for row in match.position()["seats"]] == teams
    match = new(lords=lords, first=0)
    assert [row["team"] for row in match.position()["seats"]] == list(range(lords))


@clause("FS-15.5")
@pytest.mark.parametrize("lords", [2, 3, 5])
def test_team_play_is_for_four_or_six(lords: int) -> None:
    assert not_new(lords=lords, mode="team_play")
    assert invalid(position(*[lord() for _ in range(lords)], mode="team_play"))


@clause("FS-15.5")
def test_partners_do_not_see_each_others_hands() -> None:
    match = table(lord(hand="s1 s2"), lord(), lord(hand="s3"), lord(), step="crystal", mode="team_play")
    assert match.view(0)["seats"][2]["hand"] == 1
    assert match.view(2)["seats"][0]["hand"] == 2


@clause("FS-15.5", "FS-11.1")
def test_the_game_goes_on_until_one_team_is_left() -> None:
    seats = [lord("1 s5, 2 s5", hand="na"), lord("", ""), lord(), lord("", "")]
    match = after(table(*seats, mode="team_play"), "attack u1 fortress 1")
    assert not match.result().over
    after(match, "attack u2 fortress 3")
    assert (match.result().over, match.result().winners) == (True, [0, 2])


@clause("FS-15.5")
def test_a_lone_partner_of_a_destroyed_lord_plays_on() -> None:
    seats = [lord("1 s5", hand="na"), lord("", ""), lord(hand="na"), lord(hand="na")]
    match = after(table(*seats, mode="team_play"), "attack u1 fortress 1", "keep")
    assert step(match) == "2 crystal"


def breakthrough(mode: str) -> Match:
    """Seat 0 has destroyed seat 1 and may attack again."""
    seats = [lord("1 s5, 2 s5", hand="na"), lord("", ""), lord("6 s1 engaged"), lord()]
    return after(table(*seats, mode=mode), "attack u1 fortress 1")


@clause("FS-15.6")
def test_the_range_is_looked_up_when_it_is_needed() -> None:
    match = breakthrough("limited_range")
    assert listed(match, "attack") == ["attack u2 fortress 2", "attack u2 fortress 3", "attack u2 u6"]


@clause("FS-15.6")
def test_an_ability_that_waits_reaches_those_who_are_in_range_then() -> None:
    cards = {"a": creature(when("turn_end", do("afflict", at("battlefield", "opponent", pick="all")), draw()))}
    seats = [lord("1 a", hand="na"), lord("", ""), lord("6 s1", hand="na"), lord("7 s1", hand="na")]
    match = after(table(*seats, mode="limited_range", cards=cards), "attack u1 fortress 1", "keep")
    assert [row["uid"] for row in named(last(match), "status") if row["status"] == "afflicted"] == [6, 7]
    assert field(match, 2) == "6 s1 afflicted"

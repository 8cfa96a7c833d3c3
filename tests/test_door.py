"""The door: what `import orrery` gives, and that it costs nothing before it is used."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from importlib import import_module
from typing import Any

import pytest

import orrery
from orrery import (
    Bot,
    Clock,
    Fate,
    Forfeit,
    Illegal,
    Match,
    Played,
    UnknownGame,
    duel,
    load_game,
    make_bot,
    play,
)
from orrery.core.data import JsonObject
from toys.stones import Stones


class First(Bot):
    """Takes the first action of the list."""

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        return actions[0]


class Tired(First):
    """Gives up as soon as it is asked."""

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        raise Forfeit("it is tired")


class Wild(First):
    """Does what nobody may."""

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        return "win"


def test_every_name_of_the_door_is_there_and_explains_itself() -> None:
    named = {name for names in orrery.WHERE.values() for name in names}
    assert named | {"__version__"} == set(orrery.__all__)
    for module, names in orrery.WHERE.items():
        for name in names:
            assert getattr(orrery, name) is getattr(import_module(module), name)
            if str(import_module(module).__file__).endswith(".py"):  # machine code has no docstrings
                assert inspect.getdoc(getattr(orrery, name)), name
    assert set(orrery.__all__) <= set(dir(orrery))


def test_importing_the_door_loads_nothing_behind_it() -> None:
    program = "import json, sys, orrery; print(json.dumps([name for name in sys.modules if 'orrery' in name]))"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert set(json.loads(said)) <= {"orrery", "orrery.build"} | {n for n in json.loads(said) if "editable" in n}


def test_a_name_that_the_door_has_not_is_an_attribute_error() -> None:
    unknown: Any = orrery
    with pytest.raises(AttributeError, match=r"no attribute 'Bott'; its names are in orrery\.__all__"):
        print(unknown.Bott)


def test_a_game_that_is_not_there_is_refused_with_a_near_word_and_all_names() -> None:
    with pytest.raises(UnknownGame, match=r"no game 'vedic' \(did you mean vediic\?\); there are five_spheres"):
        load_game("vedic")


def match_of(seed: int = 3) -> Match:
    return Match.new(load_game("space_editor"), {"mode": "half"}, seed)


def test_a_match_is_played_by_bots_classes_and_names_alike() -> None:
    game = load_game("space_editor")
    ways: list[list[Bot | type[Bot] | str]] = [
        [First, "random"],
        [First(game, "first"), make_bot("random", game)],
    ]
    played = [play(match_of(), bots, seed=5) for bots in ways]
    assert [[entry.word for entry in each.match.line] for each in played[:1]] == [
        [entry.word for entry in each.match.line] for each in played[1:]
    ]
    for each in played:
        assert each.match.to_act() is None
        assert each.result.as_json() == each.match.result().as_json()
        assert each.winners == each.result.winners
    assert repr(played[0]).startswith("<space_editor: seats [")


def test_play_goes_on_from_where_the_match_stands() -> None:
    match = match_of()
    match.act(match.actions()[0])
    assert play(match, ["random", "random"]).match is match
    assert match.result().over


def test_the_wrong_number_of_bots_is_refused() -> None:
    with pytest.raises(ValueError, match="the match has 2 seats and wants a list with a bot for each; it got 1"):
        play(match_of(), [First])
    with pytest.raises(ValueError, match="it got one name"):
        play(match_of(), "ab")


def test_what_is_no_bot_is_refused() -> None:
    nothing: Any = 7
    with pytest.raises(TypeError, match="7 is no bot; right are a Bot, a subclass of it, or a name"):
        play(match_of(), [First, nothing])


def test_what_is_not_allowed_is_raised() -> None:
    with pytest.raises(Illegal):
        play(match_of(), [Wild, Wild])


def test_who_gives_up_loses_and_all_others_win() -> None:
    played = play(match_of(), [Tired, First])
    assert (played.forfeit, played.why, played.winners) == (0, "it is tired", [1])
    assert played.result.over and played.result.scores is None
    assert "seat 0 forfeits: it is tired" in repr(played)


def test_where_seats_win_together_the_partner_of_one_who_gives_up_loses_too() -> None:
    options: JsonObject = {"lords": 4, "mode": "team_play", "max_turns": 4, "towers": 1}
    played = play(Match.new(load_game("five_spheres"), options, 1), [First, Tired, First, First])
    assert played.forfeit == 1
    assert played.winners == [0, 2]


def test_every_bot_hears_how_the_match_ended() -> None:
    heard: list[bool] = []

    class Listening(First):
        def over(self, result: orrery.Result) -> None:
            heard.append(result.over)

    play(match_of(), [Listening, Listening])
    assert heard == [True, True]


def test_a_duel_plays_each_seed_from_both_sides() -> None:
    found = duel("greedy", "random", "space_editor", {"mode": "half"}, seeds=[4, 9])
    assert found.matches == 4
    assert found.names == ("greedy", "random")
    assert sum(found.wins) == 4
    assert found.share > 0.7
    assert found.interval[0] < found.share <= found.interval[1] or found.share == 1
    assert str(found).startswith("greedy won ") and "of 4 matches against random" in str(found)


def test_a_duel_is_the_same_once_more_and_mirrors_itself() -> None:
    there = duel("greedy", First, "space_editor", {"mode": "half"}, 2)
    back = duel(First, "greedy", "space_editor", {"mode": "half"}, 2)
    assert there.wins == back.wins[::-1] == duel("greedy", First, "space_editor", {"mode": "half"}, 2).wins


def test_in_a_duel_partners_are_of_one_mind() -> None:
    options: JsonObject = {"lords": 4, "mode": "team_play", "max_turns": 3, "towers": 1}
    found = duel("random", Tired, "five_spheres", options, 1)
    assert found.wins == [2, 0]
    assert found.forfeits == ["Tired: it is tired"] * 2


def test_a_duel_of_three_sides_is_refused_with_the_way_to_measure_it() -> None:
    with pytest.raises(ValueError, match="this match has 3; for one against many there is orrery ladder --one"):
        duel("random", "random", "vediic", {"seats": 3}, 1)


def test_a_game_of_ones_own_needs_no_name() -> None:
    played: Played = play(Match.new(Stones(), {"stones": 9}, 1), ["random", "random"])
    assert len(played.winners) == 1

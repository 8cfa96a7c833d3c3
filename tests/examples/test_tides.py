"""A stranger's game keeps the contract, and the bots play it with nothing but its rules."""

from __future__ import annotations

from collections import Counter

import pytest

from orrery.bots.bot import NoLimit, make_bot
from orrery.bots.conformance import check_bot
from orrery.core.clause import LANGUAGES, BadOptions, rulebook
from orrery.core.conformance import check_game
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game
from orrery.core.match import Match
from orrery.games import game_named, game_names

pytestmark = pytest.mark.usefixtures("tides")


def the_game() -> Game:
    found = game_named("tides")
    assert found is not None
    return found


def arranged(sky: list[str], hands: list[list[int]], **more: object) -> Match:
    """A match in its first round, of as many rounds as the hands allow for."""
    options = {"seats": len(hands), "rounds": len(hands[0]) - 1, "waves": "hidden"}
    moons = [f"{tide} {worth}" for tide in ("flood", "ebb") for worth in (1, 2, 3, 4)]
    position: JsonObject = {
        "game": "tides", "version": 1, "options": options, "to_act": 0, "past": [], "sky": sky,
        "scores": [0] * len(hands), "pile": [moon for moon in moons if moon not in sky], "laid": [], "hands": hands,
        **more,
    }  # fmt: skip
    return Match.load(the_game(), position)


def play(match: Match, *heights: int) -> list[JsonObject]:
    """Waves in turn; what a spectator sees of the last."""
    for height in heights:
        match.act(f"lay {height}")
    return match.events(None)


def test_an_installed_game_is_one_of_the_games() -> None:
    assert game_names() == ["five_spheres", "space_editor", "tides", "vediic"]


def test_it_keeps_the_contract() -> None:
    report = check_game(the_game(), matches=5, density=1)
    assert report.matches == 5 * len(the_game().trials()) and report.worlds > 1000 and report.refusals > 1000


def test_flood_takes_the_highest_wave_that_is_alone() -> None:
    match = arranged(["flood 3"], [[1, 2, 8, 9], [3, 4, 8, 9], [5, 6, 7, 8]])
    assert play(match, 9, 9, 5)[2] == {"event": "moons_taken", "seat": 2, "moons": ["flood 3"], "points": 3}
    assert match.result().scores == [0, 0, 3]


def test_ebb_takes_the_lowest_wave_that_is_alone() -> None:
    match = arranged(["ebb 4"], [[1, 2, 8, 9], [1, 4, 8, 9], [5, 6, 7, 8]])
    assert play(match, 1, 1, 8)[2] == {"event": "moons_taken", "seat": 2, "moons": ["ebb 4"], "points": 4}


def test_moons_that_nobody_takes_stay_for_the_next_tide() -> None:
    match = arranged(["flood 3"], [[1, 2, 8, 9], [3, 4, 8, 9]], pile=[
        "flood 1", "flood 2", "flood 4", "ebb 1", "ebb 3", "ebb 4", "ebb 2",
    ])  # fmt: skip
    assert play(match, 9, 9)[2] == {"event": "moons_stayed", "moons": ["flood 3"]}
    assert match.to_act() == 1, "seat 1 begins the second round"
    taken = play(match, 3, 2)[2]
    assert taken == {"event": "moons_taken", "seat": 0, "moons": ["flood 3", "ebb 2"], "points": 5}


def test_a_wave_that_lies_face_down_is_known_to_its_seat_alone() -> None:
    match = arranged(["flood 3"], [[1, 2, 8, 9], [3, 4, 8, 9]])
    match.act("lay 8")
    assert [match.events(seat)[0]["height"] for seat in (0, 1, None)] == [8, None, None]
    assert [match.view(seat)["laid"] for seat in (0, 1, None)] == [[8], [None], [None]]
    assert match.view(1)["hands"] == [3, [3, 4, 8, 9]]


def test_imagined_worlds_are_alike_likely() -> None:
    """Two hidden waves of heights 1 to 9, each twice but for the four own: every height as often as it is left."""
    match = arranged(["flood 3"], [[1, 2, 8, 9], [3, 4, 8, 9]])
    match.act("lay 8")
    sampler = the_game().sampler(match.view(1), match.seen(1))
    fate, drawn = Fate(5), 7000
    laid = Counter(int(sampler.draw(fate).position()["laid"][0]) for _ in range(drawn))
    for height in range(1, 10):
        left = 1 if height in (3, 4, 8, 9) else 2
        expected = drawn * left / 14
        assert abs(laid[height] - expected) < 5 * expected**0.5, (height, laid)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_its_rulebook_is_read_clause_by_clause(lang: str) -> None:
    book = rulebook("orrery_tides", lang)
    assert list(book.titles) == [f"TI-{number}" for number in range(1, 7)]
    assert list(book.clauses) == list(rulebook("orrery_tides", "en").clauses) and all(book.clauses.values())


@pytest.mark.parametrize("options", [{"seats": 5}, {"rounds": 2}, {"rounds": True}, {"waves": "wet"}, {"moons": 3}])
def test_options_that_make_no_match_are_refused_with_a_sentence(options: JsonObject) -> None:
    with pytest.raises(BadOptions, match=next(iter(options))):
        the_game().new(options, Fate(1))


@pytest.mark.parametrize("name", ["random", "greedy", "level1", "mcts:20"])
def test_bots_keep_their_contract_in_it(name: str) -> None:
    report = check_bot(lambda game: make_bot(name, game), the_game())
    assert report.matches == len(the_game().trials()) and report.differing > 0, "what is hidden changes no answer"


def test_searching_pays_without_any_mind() -> None:
    """level3 against random, from both seats: it wins four of five in the long run."""
    wins = 0.0
    for number in range(24):
        match = Match.new(the_game(), {}, 100 + number // 2)
        strong = number % 2
        bots = [make_bot("level3" if seat == strong else "random", the_game()) for seat in range(2)]
        dice = Fate(number)
        while (seat := match.to_act()) is not None:
            match.act(bots[seat].choose(match.view(seat), match.seen(seat), match.actions(), dice, NoLimit()))
        winners = match.result().winners
        wins += (strong in winners) / len(winners)
    assert wins >= 15, wins

"""The search finds what a look ahead can find, keeps to its budget and its clock, and needs no memory."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from known import known
from orrery.bots.bot import Clock, NoLimit, UnknownBot, WallClock, make_bot
from orrery.bots.conformance import Countdown
from orrery.bots.mcts import Budget, MctsBot, pick
from orrery.bots.mind import Mind, PlainMind, lot
from orrery.bots.minds import WARM, make_searcher, read_budget
from orrery.bots.parallel import ParallelBot, together
from orrery.bots.search import Finding, Search
from orrery.build import BUILD
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Action, Sampler, State
from orrery.core.match import Match
from toys.high_card import HighCard
from toys.stones import Stones, StonesState


def heap(left: int) -> Sampler:
    """The one world there is when so many stones are left and seat 0 is to act."""
    return Stones().sampler(StonesState(left, 0, Fate(0)).view(0), [])


def search_stones(left: int, looks: int, mind: Mind | None = None, clock: Clock | None = None) -> Search:
    search = Search(mind or PlainMind(), heap(left), 0, Fate(1))
    search.open(["take 1", "take 2"] if left > 1 else ["take 1"])
    search.run(looks, clock or NoLimit())
    return search


@pytest.mark.parametrize("left", [4, 5, 7, 8, 10, 11, 13, 14])
def test_the_winning_move_of_a_solved_game_is_found(left: int) -> None:
    """Who leaves a multiple of three wins."""
    best = search_stones(left, 900).findings()[0]
    assert best.word == f"take {left % 3}" and best.chance > 0.6


def test_a_lost_position_is_known_to_be_lost() -> None:
    assert all(finding.chance < 0.4 for finding in search_stones(9, 800).findings())


def test_visits_and_priors_add_up() -> None:
    found = search_stones(10, 300).findings()
    assert sum(one.visits for one in found) <= 300 and abs(sum(one.prior for one in found) - 1) < 1e-9
    assert found[0].visits >= found[1].visits


def test_a_choice_that_is_clear_ends_the_search_early() -> None:
    search = Search(PlainMind(), heap(2), 0, Fate(1))
    search.open(["take 1", "take 2"])
    search.run(100_000, NoLimit(), patience=0.5)
    assert search.iterations < 90_000


@pytest.mark.parametrize("looks", [2, 3, 10, 50])
def test_the_clock_ends_the_search(looks: int) -> None:
    clock = Countdown(looks)
    search = search_stones(30, 10_000, clock=clock)
    assert search.iterations <= looks and clock.late <= 1


def test_a_search_tells_what_share_of_its_simulations_the_clock_left_it() -> None:
    whole = search_stones(30, 200)
    assert whole.got(200, 1.0) == 1.0
    cut = search_stones(30, 10_000, clock=Countdown(50))
    assert 0.0 < cut.got(10_000, 1.0) == cut.iterations / 10_000 < 0.01
    clear = Search(PlainMind(), heap(2), 0, Fate(1))
    clear.open(["take 1", "take 2"])
    clear.run(100_000, NoLimit(), patience=0.5)
    assert clear.iterations < 90_000 and clear.got(100_000, 0.5) == 1.0, "it stopped because it knew"


def test_a_bot_tells_what_share_of_its_simulations_the_last_decision_got() -> None:
    rules = known("vediic")
    match = Match.new(rules, {"players": 2}, 3)
    # Colours are chosen by lot, without a search.
    while not any(word.startswith("move") for word in match.actions()):
        match.act(match.actions()[0])
    seat = match.to_act()
    bot = make_bot("level3", rules)
    assert isinstance(bot, MctsBot)
    shares: list[float] = []
    for clock in (Countdown(6), NoLimit(), WallClock(0.0)):
        bot.choose(match.view(seat), match.seen(seat), match.actions(), Fate(1), clock)
        shares.append(bot.got)
    assert 0.0 < shares[0] < 0.1 and shares[1:] == [1.0, 0.0]


class Leaden(Clock):
    """Each look takes a second and now and then five."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.asked = 0

    def left(self) -> float:
        self.asked += 1
        self.seconds -= 5.0 if self.asked == 6 else 1.0
        return max(self.seconds, 0.0)


def test_no_look_is_begun_that_would_not_end_in_time() -> None:
    """After a look of five seconds none is begun with less than that left, so the limit holds."""
    clock = Leaden(30.0)
    search_stones(30, 10_000, clock=clock)
    assert 0.0 < clock.seconds <= 5.0


class Prejudiced(PlainMind):
    """Sure, at first sight, that one stone is right."""

    def priors(self, state: State, actions: list[Action]) -> list[float]:
        return [30.0 if action == 1 else 1.0 for action in actions]


def test_promise_orders_and_evidence_decides() -> None:
    assert search_stones(2, 3, Prejudiced()).findings()[0].word == "take 1"
    assert search_stones(2, 600, Prejudiced()).findings()[0].word == "take 2"


def test_one_action_can_be_looked_at_until_it_is_known_well() -> None:
    search = search_stones(8, 300)
    worst = search.findings()[-1].word
    search.insist(worst, 400, NoLimit())
    kid = search.kid(worst)
    assert kid is not None and kid.visits == 400 and search.forced == -1
    assert search.kid("take 9") is None


def test_hidden_cards_are_played_against_as_a_whole() -> None:
    """High Card: the search answers with a legal action from views alone, for every seat, to the end."""
    game = HighCard()
    match = Match.new(game, game.trials()[0], 3)
    bots = [MctsBot(game, "m", PlainMind(), Budget(60)) for _ in range(match.state.seats())]
    fates = [Fate(seat) for seat in range(len(bots))]
    while (seat := match.to_act()) is not None:
        match.act(bots[seat].choose(match.view(seat), match.seen(seat), match.actions(), fates[seat], NoLimit()))
    assert match.result().over


@pytest.mark.parametrize("name", ["vediic", "five_spheres"])
def test_the_tree_is_kept_between_decisions_of_one_turn_and_saves_looks(name: str) -> None:
    game = known(name)
    bot = make_bot("mcts:60", game)
    assert isinstance(bot, MctsBot)
    match, fate = Match.new(game, game.trials()[0], 4), Fate(9)
    kept = asked = 0
    while (seat := match.to_act()) is not None and asked < 60:
        actions = match.actions()
        word = bot.choose(match.view(seat), match.seen(seat), actions, fate, NoLimit())
        if len(actions) > 1 and not bot.mind.is_lot(match.view(seat)):
            asked += 1
            assert bot.last is not None
            kept += bot.last.root.visits > 0
        match.act(word)
    assert kept


def test_the_same_question_is_answered_alike_by_a_bot_that_remembers() -> None:
    game = known("vediic")
    match, bot = Match.new(game, {"players": 2}, 4), make_bot("mcts:40", game)
    for _ in range(30):
        seat = match.to_act()
        assert seat is not None
        question = match.view(seat), match.seen(seat), match.actions()
        make_bot("mcts:40", game).choose(*question, Fate(5), NoLimit())
        bot.choose(*question, Fate(5), NoLimit())
        word = bot.choose(*question, Fate(5), NoLimit())
        assert word == bot.choose(*question, Fate(5), NoLimit())
        assert word == make_bot("mcts:40", game).choose(*question, Fate(5), NoLimit())
        match.act(word)


def test_names_give_budgets() -> None:
    assert read_budget("mcts:800")[0].simulations == 800 and read_budget("mcts:800")[1] == 1
    assert read_budget("mcts:500msx3")[0].seconds == 0.5 and read_budget("mcts:500msx3")[1] == 3
    assert make_searcher(known("vediic"), "greedy") is None
    for word in (
        "mcts",
        "mcts:",
        "mcts:0",
        "mcts:-5",
        "mcts:5s",
        "mcts:1e3",
        "mcts:99999999",
        "mcts:٣",
        "mcts:ms",
        "mcts:8x",
        "mcts:8x0",
    ):
        with pytest.raises(UnknownBot, match="mcts:800 for 800 simulations"):
            make_bot(word, known("vediic"))
    assert read_budget("mcts:20ms")[0].seconds == 0.02
    for word in ("mcts:1ms", "mcts:19ms", "mcts:19msx2"):
        with pytest.raises(UnknownBot, match=f"'{word}' has too little time .*: the least is mcts:20ms"):
            make_bot(word, known("vediic"))
    for word in ("level0", "level6", "level", "level01"):
        with pytest.raises(UnknownBot, match="level1 to level5"):
            make_bot(word, known("vediic"))
    with pytest.raises(UnknownBot, match=r"did you mean level1\?.*level5"):
        make_bot("level1x", known("vediic"))


def finding(word: str, visits: int, chance: float) -> Finding:
    return Finding(word, visits, chance, 0.5)


def test_temperature_chooses_the_better_the_likelier() -> None:
    rows = [finding("a", 50, 0.6), finding("b", 30, 0.5), finding("c", 0, 0.0)]
    assert {pick(rows, 0.0, Fate(seed)) for seed in range(20)} == {"a"}
    taken = [pick(rows, 0.1, Fate(seed)) for seed in range(400)]
    assert taken.count("c") == 0 and 0.62 < taken.count("a") / 400 < 0.84
    assert pick([finding("a", 0, 0.0), finding("b", 0, 0.0)], 0.1, Fate(1)) == "a"


def test_lots_are_drawn_by_weight() -> None:
    fate = Fate(3)
    taken = [lot([1.0, 0.0, 3.0], fate) for _ in range(400)]
    assert 1 not in taken and 0.65 < taken.count(2) / 400 < 0.85


class Halves(Mind):
    """Judges stones by a made-up figure: two sides of two seats each."""

    def __init__(self) -> None:
        super().__init__(["seat"], [], [1.0])

    def side(self, state: State, seat: int) -> int:
        return seat % 2

    def features(self, state: State, seat: int) -> list[float]:
        return [float(seat)]

    def traits(self, state: State, actions: list[Action]) -> list[list[float]]:
        return [[] for _ in actions]


class Four(StonesState):
    """Stones with four seats."""

    def seats(self) -> int:
        return 4


def test_sides_share_their_chances() -> None:
    chances = Halves().chances(Four(3, 0, Fate(0)))
    assert chances[0] == chances[2] and chances[1] == chances[3]
    assert abs(chances[0] + chances[1] - 1) < 1e-9 and chances[1] > chances[0]
    over = Halves().chances(Four(0, 0, Fate(0)))
    assert over == [0.0, 1.0, 0.0, 1.0]


def test_a_strangers_game_can_be_searched() -> None:
    assert isinstance(make_bot("level3", Stones()), MctsBot)


class Noted(HighCard):
    """Notes how often a bot looks at it."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = 0

    def sampler(self, view: JsonObject, seen: list[JsonObject]) -> Sampler:
        self.looks += 1
        return super().sampler(view, seen)


def test_tables_are_filled_when_a_bot_by_time_is_made_once_in_a_process() -> None:
    """So that no clock pays for it; who counts simulations has time."""
    game = Noted()
    WARM.discard(game.name)
    make_bot("mcts:800", game)
    make_bot("level5", game)
    assert game.looks == 0
    make_bot("mcts:50ms", game)
    looks = game.looks
    make_bot("mcts:500ms", game)
    assert looks == game.looks > 1


def test_views_are_all_that_a_search_is_given() -> None:
    """A spoiled truth behind the same view changes nothing: the bot is never handed the match."""
    game = known("five_spheres")
    match = Match.new(game, game.trials()[0], 8)
    for _ in range(12):
        match.act(match.actions()[0])
    seat = match.to_act()
    assert seat is not None
    view: JsonObject = match.view(seat)
    asked = view, match.seen(seat), match.actions()
    first = make_bot("mcts:50", game).choose(*asked, Fate(2), NoLimit())
    match.state = game.sample(view, match.seen(seat), Fate(77))
    assert make_bot("mcts:50", game).choose(match.view(seat), asked[1], match.actions(), Fate(2), NoLimit()) == first


def test_processes_look_together_and_answer_alike() -> None:
    """The figures of both processes count, the same question gets the same answer, and the processes end."""
    game = known("vediic")
    match = Match.new(game, {"players": 2}, 4)
    while len(match.actions()) < 3:
        match.act(match.actions()[0])
    seat = match.to_act()
    bot = make_bot("mcts:40x2", game)
    assert isinstance(bot, ParallelBot)
    asked = match.view(seat), match.seen(seat), match.actions()
    word = bot.choose(*asked, Fate(5), NoLimit())
    assert word in asked[2] and bot.choose(*asked, Fate(5), NoLimit()) == word
    assert bot.choose(*asked, Fate(5), Countdown(0)) in asked[2]
    pool = bot.pool
    bot.close()
    assert pool is not None and bot.pool is None


def test_figures_of_several_searches_add_up() -> None:
    found = together([[("a", 10, 0.5, 0.4), ("b", 30, 0.2, 0.6)], [("a", 30, 0.9, 0.4), ("b", 0, 0.0, 0.6)]])
    assert [(one.word, one.visits) for one in found] == [("a", 40), ("b", 30)]
    assert abs(found[0].chance - 0.8) < 1e-9 and abs(found[0].prior - 0.4) < 1e-9


CHOICES = """
import sys
from orrery.bots.bot import NoLimit, make_bot
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games import game_named

game = game_named(sys.argv[1])
match, bot, fate = Match.new(game, game.trials()[0], 6), make_bot("mcts:40", game), Fate(3)
while (seat := match.to_act()) is not None and match.taken < 25:
    match.act(bot.choose(match.view(seat), match.seen(seat), match.actions(), fate, NoLimit()))
print("\\n".join(entry.word for entry in match.line))
"""


@pytest.mark.parametrize("name", ["space_editor", "vediic", "five_spheres"])
def test_other_processes_and_both_builds_choose_alike(name: str) -> None:
    """With a budget of looks and a seed: whatever this run's build is, the plain one in another process agrees."""
    builds = {BUILD, "plain"}
    said = {
        subprocess.run(
            [sys.executable, "-c", CHOICES, name],
            env=dict(os.environ, ORRERY_BUILD=build, PYTHONHASHSEED=str(seed)),
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed, build in enumerate([*builds, "plain"])
    }
    assert len(said) == 1 and len(said.pop().split("\n")) >= 20

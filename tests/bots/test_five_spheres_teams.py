"""What bots make of tag team and citadel: who threatens whom, when to change places, blocks for a partner."""

from __future__ import annotations

import pytest

from orrery.bots.bot import NoLimit, bot_names, make_bot
from orrery.bots.conformance import check_bot
from orrery.bots.games.five_spheres.features import (
    F_BARE,
    F_FALLEN,
    F_KILL_NOW,
    F_OUT,
    F_PUSH_NEXT,
    F_PUSH_NOW,
    F_REST_MIGHT,
    F_REST_TOWERS,
    F_TOWERS,
    F_TURN,
    F_TWO_TOWERS,
)
from orrery.bots.games.five_spheres.mind import GameMind
from orrery.bots.games.five_spheres.traits import T_NOBLOCK_PARTNER, T_SIEGE_BARE, T_SIEGE_LAST, T_TAG_DANGER
from orrery.bots.games.five_spheres.value import value
from orrery.bots.mcts import Budget, MctsBot
from orrery.bots.minds import mind_of, searcher, settings_of
from orrery.bots.reasons import Reason, phrase, reasons, sentence
from orrery.core.clause import LANGUAGES
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.games import for_people
from orrery.games.five_spheres.cards.language import BATTLEFIELD, TOWER, VAULT
from orrery.games.five_spheres.game import GAME
from orrery.games.five_spheres.rules import words
from orrery.games.five_spheres.rules.engine import FiveSpheresState
from orrery.games.five_spheres.rules.state import BATTLE, TAG, Lord, Piece

MODES = ("tag_team", "citadel")
TRIALS = [options for options in GAME.trials() if options.get("mode") in MODES]


def mind() -> GameMind:
    found = mind_of("five_spheres")
    assert isinstance(found, GameMind)
    return found


def start(mode: str, **more: object) -> FiveSpheresState:
    """A match of four ready-made decks in the first turn of lord 0, whose partner sits opposite (tag team) or next to
    him (citadel).
    """
    options: JsonObject = {"mode": mode, "lords": 4, "assembly": "predesign", "deck_numbers": [1, 2, 3, 4], "first": 0}
    state = GAME.new(for_people("five_spheres", {**options, **more}), Fate(5))
    assert isinstance(state, FiveSpheresState)
    return state


def settle(state: FiveSpheresState, lord: Lord, zone: int, count: int, dear: bool = False) -> list[Piece]:
    """Puts the cheapest cards of a deck into play, or the dearest; the weaker ones are the cheap ones."""
    lord.deck.sort(key=lambda card: (-card.strength, card.cost) if dear else (card.strength, card.cost))
    pieces = [Piece(state.new_uid(), lord.deck.pop(0), lord.seat, zone, zone == TOWER) for _ in range(count)]
    if zone == BATTLEFIELD:
        lord.battlefield = pieces
    elif zone == VAULT:
        lord.vault = pieces
    return pieces


def raze(state: FiveSpheresState, seat: int, left: int = 0) -> None:
    """Leaves a lord so many towers."""
    lord = state.lords[seat]
    lord.trash.extend(piece.card for piece in lord.fortress[left:])
    lord.fortress = lord.fortress[:left]


def chosen(state: FiveSpheresState, name: str = "mcts:60") -> str:
    """What a bot decides."""
    state.listen()
    state.legal = None
    legal = [state.word(action) for action in state.actions()]
    seat = state.to_act()
    return make_bot(name, GAME).choose(state.view(seat), [], legal, Fate(1), NoLimit())


# --- the contract -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(TRIALS)))
@pytest.mark.parametrize("name", [*bot_names(), "mcts:30"])
def test_a_bot_keeps_the_contract(name: str, number: int) -> None:
    """Legal, within its clock, reproducible, and blind to the hands of the partner and of the rivals."""

    report = check_bot(lambda rules: make_bot(name, rules), GAME, TRIALS[number : number + 1], decisions=4, looks=6)
    assert report.matches == 1 and report.differing >= 4


# --- tag team ---------------------------------------------------------------------------------------------------------


def test_only_those_inside_threaten_each_other() -> None:
    state, found = start("tag_team"), mind()
    assert [lord.inside for lord in state.lords] == [True, True, False, False]
    for lord in state.lords:
        settle(state, lord, BATTLEFIELD, 3)
    state.lords[1].battlefield = []
    state.step = BATTLE
    inside, rival, outside, resting = [found.features(state, seat) for seat in range(4)]
    assert inside[F_PUSH_NOW] == 1.0 and inside[F_TURN] == 1.0
    assert rival[F_PUSH_NOW] == rival[F_PUSH_NEXT] == 0.0
    assert outside[F_PUSH_NOW] == outside[F_PUSH_NEXT] == resting[F_PUSH_NEXT] == 0.0
    assert outside[F_REST_TOWERS] == 1.0 and outside[F_REST_MIGHT] > 0.0 == inside[F_REST_TOWERS]


@pytest.mark.parametrize("loss", ["both", "first"])
def test_a_fall_weighs_less_if_the_partner_fights_on(loss: str) -> None:
    state, found = start("tag_team", tag_loss=loss), mind()
    settle(state, state.lords[0], BATTLEFIELD, 1)
    raze(state, 1)
    state.step = BATTLE
    assert found.features(state, 0)[F_KILL_NOW] == (0.5 if loss == "both" else 1.0)
    assert chosen(state).endswith("fortress 1")
    before = found.chances(state)[0]
    attack = state.read(chosen(state))
    assert attack is not None
    state.act(attack)
    if loss == "first":
        assert state.result().winners == [0, 2]
        return
    assert not state.result().over and state.lords[3].inside
    row = found.features(state, 1)
    assert row[F_FALLEN] == 1.0 and row[F_OUT] == 0.0
    assert before < found.chances(state)[0] < 0.99


def test_a_lord_in_danger_is_changed_for_a_partner_who_stands_well() -> None:
    state = start("tag_team")
    raze(state, 0)
    settle(state, state.lords[1], BATTLEFIELD, 4, dear=True)
    settle(state, state.lords[2], BATTLEFIELD, 4, dear=True)
    settle(state, state.lords[2], VAULT, 4)
    state.step, state.done = TAG, False
    tag = mind().traits(state, [words.TAG])[0]
    assert tag[T_TAG_DANGER] == 1.0
    for name in ("mcts:60", "level3", "level4", "greedy"):
        assert chosen(state, name) == "tag"


def test_a_lord_who_stands_well_stays_in() -> None:
    state = start("tag_team")
    settle(state, state.lords[0], BATTLEFIELD, 3, dear=True)
    settle(state, state.lords[0], VAULT, 5)
    settle(state, state.lords[1], BATTLEFIELD, 3)
    state.step, state.done = TAG, False
    assert mind().traits(state, [words.TAG])[0][T_TAG_DANGER] == 0.0
    for name in ("mcts:60", "level3", "level4", "greedy"):
        assert chosen(state, name) == "end"


def test_the_hint_of_a_tag_speaks_of_who_comes_in() -> None:
    """No card moves by a tag: nothing is said to be won or lost by it."""
    state = start("tag_team")
    settle(state, state.lords[2], BATTLEFIELD, 4, dear=True)
    settle(state, state.lords[2], VAULT, 5)
    state.step, state.done = TAG, False
    state.listen()
    state.legal = None
    bot = searcher(GAME, "test", Budget(40))
    search = bot.think(state.view(0), [], ["end", "tag"], Fate(1), NoLimit())
    why = reasons(search, "tag", "end", Fate(2), "five_spheres")
    assert why and why[0].shared
    assert {reason.feature for reason in why} <= {"rest_towers", "push_now", "edge"}
    assert "rest_towers" in {reason.feature for reason in why}
    assert "brings the stronger lord in" in sentence("five_spheres", why, 0.6, 40, "en", 4)
    assert "戦力の多い領主を出場させる" in sentence("five_spheres", why, 0.6, 40, "ja", 4)


def test_of_partners_a_reason_speaks_as_of_a_side() -> None:
    said = {
        (lang, you): phrase("five_spheres", Reason("towers", "keep", 1.0, shared=True), lang, 4, you)
        for lang in LANGUAGES
        for you in (True, False)
    }
    assert said["en", True] == "keeps your side's towers" and said["en", False] == "keeps their side's towers"
    assert said["ja", True] == said["ja", False] == "味方の塔を守る"
    assert phrase("five_spheres", Reason("towers", "keep", 1.0), "ja", 2) == "自分の塔を守る"


# --- citadel ----------------------------------------------------------------------------------------------------------


def test_partners_of_a_citadel_attack_block_and_stand_together() -> None:
    # The weakest of deck 4 are hardly ever blocked: with them lord 3 would threaten somebody.
    state, found = start("citadel", deck_numbers=[1, 2, 4, 3]), mind()
    raze(state, 2)
    raze(state, 3, 3)
    settle(state, state.lords[0], BATTLEFIELD, 3)
    settle(state, state.lords[1], BATTLEFIELD, 3)
    settle(state, state.lords[3], BATTLEFIELD, 2)
    state.step = BATTLE
    rows = [found.features(state, seat) for seat in range(4)]
    for row in rows[:2]:
        assert row[F_TURN] == row[F_TOWERS] == row[F_KILL_NOW] == 1.0
        assert row[F_PUSH_NOW] == pytest.approx((6 - 2) / 2 / 3)
    for row in rows[2:]:
        assert row[F_TOWERS] == pytest.approx(0.3) and row[F_BARE] == 0.0 and row[F_TWO_TOWERS] == 1.0
        assert row[F_PUSH_NEXT] == 0.0 and row[F_TURN] == 0.0
    state.active = 1
    assert found.features(state, 0)[F_PUSH_NOW] == pytest.approx((3 - 2) / 2 / 3), "the battle of lord 0 is over"
    assert found.features(state, 0)[F_KILL_NOW] == 0.0
    raze(state, 3)
    assert found.features(state, 2)[F_BARE] == found.features(state, 3)[F_BARE] == 1.0


@pytest.mark.parametrize("name", ["mcts:60", "level3", "greedy"])
def test_the_last_siege_of_a_citadel_is_found(name: str) -> None:
    state, found = start("citadel"), mind()
    settle(state, state.lords[0], BATTLEFIELD, 1)
    raze(state, 2)
    state.step = BATTLE
    siege = words.pair(words.ATTACK_FORTRESS, state.lords[0].battlefield[0].uid, 2)
    assert found.traits(state, [siege])[0][T_SIEGE_BARE] == 0.0, "the partner has towers"
    raze(state, 3)
    row = found.traits(state, [siege])[0]
    assert row[T_SIEGE_BARE] == row[T_SIEGE_LAST] == 1.0
    settle(state, state.lords[3], BATTLEFIELD, 1)
    assert found.traits(state, [siege])[0][T_SIEGE_LAST] == 0.0, "the partner can block"
    state.lords[3].battlefield = []
    assert chosen(state, name) == state.word(siege)


def attacked() -> FiveSpheresState:
    """Lord 0 attacks a citadel without towers; both its lords have a creature, that of lord 3 is the stronger."""
    state = start("citadel")
    settle(state, state.lords[0], BATTLEFIELD, 1)
    settle(state, state.lords[2], BATTLEFIELD, 1)
    settle(state, state.lords[3], BATTLEFIELD, 1, dear=True)
    raze(state, 2)
    raze(state, 3)
    state.step = BATTLE
    state.listen()
    state.legal = None
    state.act(words.pair(words.ATTACK_FORTRESS, state.lords[0].battlefield[0].uid, 2))
    return state


def test_a_lord_knows_that_his_partner_can_block_after_him() -> None:
    state, found = attacked(), mind()
    assert state.to_act() == 2
    assert found.traits(state, [words.NOBLOCK])[0][T_NOBLOCK_PARTNER] == 1.0
    state.lords[3].battlefield[0].engaged = True
    assert found.traits(state, [words.NOBLOCK])[0][T_NOBLOCK_PARTNER] == 0.0


@pytest.mark.parametrize("name", ["mcts:60", "level3", "greedy"])
def test_who_is_asked_last_saves_the_citadel(name: str) -> None:
    state = attacked()
    state.act(words.NOBLOCK)
    assert state.to_act() == 3
    assert mind().traits(state, [words.NOBLOCK])[0][T_NOBLOCK_PARTNER] == 0.0
    assert chosen(state, name).startswith("block")


def test_greedy_counts_the_towers_of_a_citadel_for_both() -> None:
    """Whose tower is left does not matter."""
    state = start("citadel")
    state.lords[1].hand = list(state.lords[0].hand)
    raze(state, 0, 1)
    raze(state, 1, 3)
    one = value(state, 0)
    state = start("citadel")
    state.lords[1].hand = list(state.lords[0].hand)
    raze(state, 0, 3)
    raze(state, 1, 1)
    assert value(state, 0) == pytest.approx(one)


# --- levels by kind of match ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [2, 3])
def test_a_level_thinks_otherwise_in_matches_of_teams(level: int) -> None:
    """Decision 50: the rows of `kinds` in levels.toml are taken where the mind says so, and nowhere else."""
    bot = make_bot(f"level{level}", GAME)
    assert isinstance(bot, MctsBot)
    rows = settings_of("five_spheres")
    usual, teams = rows["level"][level - 1], rows["kinds"]["teams"][level - 1]
    assert usual["simulations"] < teams["simulations"]
    for mode, row in (("free_for_all", usual), ("team_play", teams), ("tag_team", teams), ("citadel", teams)):
        view = start(mode).view(0)
        assert bot.budget_for(view).simulations == row["simulations"]
        assert bot.budget_for(view).temperature == row.get("temperature", 0.0)

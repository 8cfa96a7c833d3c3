"""What is true in every match, whoever plays and however."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.vediic.arrange import COLORS, Json
from marks import clause
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games.vediic import GAME
from orrery.games.vediic.rules.engine import VediicState
from orrery.games.vediic.rules.state import TURN

OPTIONS = st.fixed_dictionaries(
    {
        "players": st.integers(2, 7),
        "order": st.sampled_from(["dice", "seat0"]),
        "trade": st.sampled_from(["other", "distinct", "any"]),
        "teleport": st.sampled_from(["any", "gray"]),
        "green_stack": st.booleans(),
        "stack_planet": st.booleans(),
        "pooja_per_pass": st.booleans(),
        "donor_waits": st.booleans(),
        "pass_rule": st.sampled_from(["free", "none"]),
        "penalty_to": st.sampled_from(["supply", "charity"]),
        "steals": st.sampled_from(["any", "one"]),
        "max_rounds": st.integers(1, 15),
    }
)
KEEN = ("promote", "donate", "trade", "charity", "steal", "shield", "skip", "again")


def recount(position: Json, planet: str) -> set[str]:
    """VE-6, counted anew over the tiles of the board file."""
    from orrery.games.vediic.boards import standard

    place = position["planets"][planet]
    return {
        circle
        for row in standard().source["houses"]
        if place["retrograde"] or row["house"] == place["house"]
        for tile in row["tiles"]
        if tile["color"] == planet
        for circle in tile["circles"]
    }


def cards_are_conserved(position: Json) -> None:
    for color in COLORS:
        piles = [position["supply"], position["charity"], *[row["hand"] for row in position["players"]]]
        assert sum(pile[color] for pile in piles) == 11 and min(pile[color] for pile in piles) >= 0
    held = [row["enlightenment"] for row in position["players"]]
    assert position["supply"]["enlightenment"] + sum(held) == 13 and max(held) <= 3


def pick(state: VediicState, dice: Fate) -> int:
    """An action, often one of the rarer kinds."""
    actions = state.actions()
    if dice.draw(3):
        keen = [action for action in actions if state.word(action).startswith(KEEN) or " with " in state.word(action)]
        if keen:
            return dice.pick(keen)
    return dice.pick(actions)


@clause("VE-1.2", "VE-6.2", "VE-6.3", "VE-13.4")
@settings(max_examples=30, deadline=None)
@given(options=OPTIONS, seed=st.integers(0, 2**64 - 1))
def test_cards_are_conserved_activation_equals_a_recount_and_the_match_ends(options: Json, seed: int) -> None:
    state: Any = GAME.new(options, Fate(seed))
    dice = Fate(seed ^ 1)
    steps = 0
    while state.to_act() is not None:
        state.act(pick(state, dice))
        position = state.position()
        cards_are_conserved(position)
        GAME.check(state)
        if state.phase >= TURN:
            for index, color in enumerate(COLORS):
                lit = {state.board.ids[circle] for circle in state.board.members(state.lit[index])}
                assert lit == recount(position, color)
        steps += 1
        assert steps < 20000
    assert state.result().winners


def every_word(match: Match) -> set[str]:
    """Words that might be legal here: all moves with the cards in hand, and all that other steps know."""
    position = match.position()
    seat = match.to_act()
    assert seat is not None
    circles = match.state.board.ids  # type: ignore[attr-defined]
    hand = position["players"][seat]["hand"]
    cards = [""]
    for blues in range(min(hand["blue"], 2) + 1):
        for greens in range(min(hand["green"], 3) + 1):
            for reds in range(min(hand["red"], 3) + 1):
                for grays in range(min(hand["gray"], 1) + 1):
                    names = ["blue"] * blues + ["green"] * greens + ["red"] * reds + ["gray"] * grays
                    if names:
                        cards.append(" with " + ",".join(names))
    found = {f"move {pawn} {circle}{played}" for pawn in (0, 1) for circle in circles for played in cards}
    pairs = [f"{a},{b}" for i, a in enumerate(COLORS) for b in COLORS[i:]]
    found |= {f"trade {pair} for {color}" for pair in pairs for color in COLORS}
    triples = [f"{a},{b},{c}" for i, a in enumerate(COLORS) for j, b in enumerate(COLORS) for c in COLORS[j:] if i <= j]
    found |= {f"donate {triple}" for triple in triples}
    found |= {f"{word} {color}" for word in ("charity", "pay", "color", "enlightenment") for color in COLORS}
    found |= {f"take {pair.replace(',', ' ')}" for pair in pairs}
    found |= {"steal"} | {f"steal {a}" for a in range(8)} | {f"steal {a} {b}" for a in range(8) for b in range(8)}
    found |= {"promote 0", "promote 1", "skip with yellow", "again with yellow", "pass", "end", "roll"}
    return found | {"shield with orange"} | {f"put {circle}" for circle in circles}


@clause("VE-15", "VE-5.3", "VE-11.1")
@settings(max_examples=10, deadline=None)
@given(options=OPTIONS, seed=st.integers(0, 2**64 - 1))
def test_the_list_of_actions_and_the_explainer_agree_about_every_word(options: Json, seed: int) -> None:
    match = Match.new(GAME, options, seed)
    dice = Fate(seed ^ 2)
    state: Any = match.state
    for _ in range(300):
        if match.to_act() is None:
            break
        if dice.draw(12) == 0:
            legal = set(match.actions())
            for word in every_word(match) | legal:
                assert (match.why_not(word) is None) == (word in legal), (word, json.dumps(match.position()))
        state.act(pick(state, dice))


@clause("VE-11.1", "VE-5.1")
def test_rich_hands_do_not_part_the_list_from_the_explainer() -> None:
    """Positions with full hands and crowded circles, which matches seldom reach."""
    for seed in range(40):
        dice = Fate(seed)
        players = 2 + dice.draw(6)
        places = [f"c{dice.draw(37 if seed % 2 else 9):02}" for _ in range(2 * players)]
        rows = []
        for seat in range(players):
            hand = {color: dice.draw(1 + 11 // players) for color in COLORS}
            pawns = [places[2 * seat], places[2 * seat + 1] if dice.draw(5) else "promoted"]
            lights = dice.draw(2 if players > 4 else 3)
            rows.append({"color": COLORS[seat], "pawns": pawns, "hand": hand, "enlightenment": lights})
        stage = dice.pick(["before", "steal", "after"])
        leg = 1 + dice.draw(2)
        turn = {"stage": stage, "leg": leg, "yellow": leg == 2 or (stage == "after" and dice.draw(2) == 0)}
        turn |= {"pooja": dice.draw(3) == 0, "donated": dice.draw(3) == 0, "moved": [leg == 2, False]}
        turn |= {"charity": stage == "before" or (leg == 1 and stage == "after" and turn["yellow"])}
        options = {"players": players, "green_stack": bool(seed % 3), "pass_rule": dice.pick(["free", "none"])}
        options |= {"teleport": dice.pick(["any", "gray"]), "trade": dice.pick(["other", "distinct", "any"])}
        if dice.draw(2):
            options["steals"] = "one"
            turn["stole"] = stage == "steal" or ((leg == 2 or stage == "after") and dice.draw(2) == 0)
        position = {"game": "vediic", "options": options, "phase": "turn", "to_act": dice.draw(players)}
        position |= {
            "planets": {color: {"house": 1 + dice.draw(12)} for color in COLORS},
            "players": rows,
            "turn": turn,
        }
        match = Match.load(GAME, position | {"enlightenment": dice.pick(list(COLORS))})
        legal = set(match.actions())
        assert len(legal) == len(match.actions())
        for word in every_word(match) | legal:
            assert (match.why_not(word) is None) == (word in legal), (word, json.dumps(match.position()))


@clause("VE-14.1", "VE-14.5")
@pytest.mark.parametrize("players", range(2, 8))
def test_a_position_loaded_with_the_same_chance_plays_the_same(players: int) -> None:
    dice = Fate(players)
    state = GAME.new({"players": players, "max_rounds": 6}, Fate(players * 31))
    while state.to_act() is not None:
        word = state.word(dice.pick(state.actions()))
        again = GAME.load(json.loads(json.dumps(state.position())), Fate())
        again.fate = state.fate.clone()
        mine, theirs = state.read(word), again.read(word)
        assert mine is not None and theirs is not None
        assert [e.as_json() for e in state.act(mine)] == [e.as_json() for e in again.act(theirs)]
        assert state.position() == again.position()

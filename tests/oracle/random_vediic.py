"""Random material for tests of Vediic: starts, positions, boards, and spoiled positions.

Everything takes a `random.Random`, so that one seed gives the same material again. Starts, boards and positions are
valid; `mutations` makes positions of which most are not.
"""

import copy
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from oracle.random_space_editor import chance, junk, spoil_anywhere
from oracle.vediic_naive import (
    CARDS_OF_A_COLOR,
    COLORS,
    ENLIGHTENMENT_CARDS,
    FRESH_TURN,
    OPTION_DEFAULTS,
    OPTION_WORDS,
    PHASES,
    SETUP,
    NaiveVediic,
)

Json = dict[str, Any]


# ------------------------------------------------------------------------------------------------ options and starts


def random_options(rng: random.Random) -> Json:
    """VE-18.2: options, each one often left out."""
    options: Json = {}
    for key, default in OPTION_DEFAULTS.items():
        if key == "players":
            if chance(rng, 0.9):
                options[key] = rng.choice([2, 2, 3, 3, 4, 4, 5, 6, 7])
        elif key == "max_rounds":
            if chance(rng, 0.6):
                options[key] = rng.choice([1, 2, 3, 4, 6, 8, 12, 20, 40, 100000])
        elif chance(rng, 0.5):
            options[key] = rng.choice(OPTION_WORDS[key]) if key in OPTION_WORDS else rng.choice([True, False])
            if key == "order" and options[key] == default and chance(rng, 0.5):
                options[key] = "seat0"
    return options


def random_fate(rng: random.Random) -> list[int]:
    """VE-14.5: a queue of chance values: mostly faces, sometimes for retrograde, seldom one that is too large."""
    way = rng.randrange(8)
    length = rng.choice([1, 2, 5, 12, 30, 80])
    if way < 3:
        return [rng.randrange(6) for _ in range(length)]
    if way == 3:
        return [0] * length
    if way == 4:
        return [5] * length  # twelve for every planet at setup
    if way == 5:
        return [rng.choice([0, 5]) for _ in range(length)]
    if way == 6:
        return [rng.choice([0, 1, 2]) for _ in range(length)]
    fate = [rng.randrange(6) for _ in range(length)]
    fate[rng.randrange(length)] = rng.choice([6, 7, 11, 10**30])
    return fate


def random_start(rng: random.Random) -> Json:
    """The arguments of `new`: options, seed and sometimes fate."""
    seed = rng.choice([rng.randrange(2**32), rng.randrange(2**32), 0, -1, 2**64 + 5, -(2**70), 2**63])
    start: Json = {"options": random_options(rng), "seed": seed}
    if chance(rng, 0.4):
        start["fate"] = random_fate(rng) if chance(rng, 0.9) else []
    return start


def spoiled_starts(start: Json, rng: random.Random, count: int) -> Iterator[tuple[str, Json]]:
    """VE-18.2: changes to a `new`, each with a few words that say what was done; most are faults."""
    for _ in range(count):
        spoiled = copy.deepcopy(start)
        way = rng.randrange(6)
        if way == 0:
            key = rng.choice(sorted(OPTION_DEFAULTS))
            spoiled["options"][key] = rng.choice([junk(rng), 0, 1, 8, 7, "dice", "other", None, 100001, True, "true"])
            word = f"option {key} = {spoiled['options'][key]!r}"
        elif way == 1:
            key = rng.choice(["wings", "board", "Players", "seed", "fate", ""])
            spoiled["options"][key] = rng.choice(["kundli-1", 1, True])
            word = f"unknown option {key!r}"
        elif way == 2:
            spoiled["options"] = rng.choice([None, [], "", 4, True, {}])
            word = f"options = {spoiled['options']!r}"
        elif way == 3:
            spoiled["seed"] = junk(rng)
            word = f"seed = {spoiled['seed']!r}"
        elif way == 4:
            spoiled["fate"] = rng.choice([[99], [-1], [0, "1"], {}, [True], [0.0], [None], "0", 12, [[]], [10**40]])
            word = f"fate = {spoiled['fate']!r}"
        else:
            key = rng.choice(["players", "max_rounds"])
            spoiled["options"][key] = rng.choice([1, 2, 7, 8, 0, -3, 100000, 100001, 2.0, "2", True])
            word = f"option {key} = {spoiled['options'][key]!r}"
        yield word, spoiled


# ------------------------------------------------------------------------------------------------------------ boards


def random_board(board: Json, rng: random.Random, name: str = "mixed") -> Json:
    """VE-2.3, VE-2.5: the same circles and houses with other tile colours and R houses.

    A circle may touch two tiles of one colour, and a colour may have no tile in many houses.
    """
    mixed = copy.deepcopy(board)
    mixed["name"] = name
    houses = rng.sample(range(1, 13), len(COLORS))
    mixed["retrograde"] = dict(zip(COLORS, houses, strict=True))
    for circle in mixed["circles"]:
        circle["tiles"] = []
    by_id = {circle["id"]: circle for circle in mixed["circles"]}
    palette = COLORS if chance(rng, 0.5) else rng.sample(COLORS, 4)
    for house in mixed["houses"]:
        number = house["house"]
        house["retrograde"] = next((color for color in COLORS if mixed["retrograde"][color] == number), None)
        for tile in house["tiles"]:
            tile["color"] = rng.choice(palette)
            for circle in tile["circles"]:
                by_id[circle]["tiles"].append({"house": number, "color": tile["color"]})
    return mixed


# --------------------------------------------------------------------------------------------------------- positions


def played_position(match: NaiveVediic, rng: random.Random, steps: int | None = None) -> Json:
    """A position reached by random play from a random start, by default after up to 150 actions, often in setup."""
    start = random_start(rng)
    match.new(start["options"], start["seed"])
    for _ in range(rng.randrange(rng.choice([20, 150])) if steps is None else steps):
        actions = match.actions()
        if not actions:
            break
        # first a word, then an action of it: so that cards are played although there are many plain moves
        words = sorted({action.split(" ")[0] for action in actions})
        word = rng.choice(words)
        match.act(rng.choice([action for action in actions if action.split(" ")[0] == word]))
    return match.position()


def random_cards(rng: random.Random, position: Json) -> None:
    """VE-1.2: deals all cards at random over supply, charity pile and hands."""
    n = len(position["players"])
    rich = [rng.choice([0, 0, 1, 2, 4, 10]) for _ in range(n)]
    usual = [rng.choice([1, 10, 30]), rng.choice([0, 0, 1, 6]), *rich]
    for color in COLORS:
        piles = [position["supply"], position["charity"], *(player["hand"] for player in position["players"])]
        for pile in piles:
            pile[color] = 0
        exhausted = [0, usual[1], *[weight + 1 for weight in rich]]
        weights = exhausted if chance(rng, 0.08) else usual
        for _ in range(CARDS_OF_A_COLOR):
            rng.choices(piles, weights)[0][color] += 1


def random_turn(rng: random.Random) -> Json:
    """VE-14.1, VE-14.3: flags of a turn that go together; not all of them can come up in play."""
    turn = copy.deepcopy(FRESH_TURN)
    turn["pooja"] = chance(rng, 0.25)
    turn["donated"] = chance(rng, 0.2)
    way = rng.randrange(8)
    if way < 2:  # the first leg
        turn["charity"] = chance(rng, 0.7)
    elif way == 2:
        turn.update(stage="steal", charity=False)
    elif way == 3:  # moved or passed
        turn.update(stage="after", charity=False, moved=rng.choice([[True, False], [False, True], [False, False]]))
    elif way == 4:  # skipped
        turn.update(stage="after", yellow=True, charity=chance(rng, 0.5))
    else:  # the second leg
        stage = rng.choice(["before", "before", "steal", "after"])
        moved = rng.choice([[True, False], [False, True], [False, False], [True, True]])
        turn.update(stage=stage, leg=2, yellow=True, charity=stage == "before" and chance(rng, 0.7), moved=moved)
    return turn


def surround(players: list[Json], seat: int, board: Json, rng: random.Random) -> None:
    """VE-11.11: puts pawns all round those of a seat, which has then no move without cards."""
    few = [circle for circle in board["circles"] if len(circle["neighbours"]) < 2 * len(players) - 1]
    centre = rng.choice(few)
    own = players[seat]["pawns"]
    others = [(player, pawn) for player in players if player is not players[seat] for pawn in (0, 1)]
    for pawn in (0, 1):
        if own[pawn] != "promoted":
            own[pawn] = centre["id"]
    rng.shuffle(others)
    for circle, (player, pawn) in zip(centre["neighbours"], others, strict=False):
        player["pawns"][pawn] = circle


def lighten(position: Json, rng: random.Random) -> None:
    """VE-10.8: leaves the seat to act no card, or one or two that are in the way of its last promotion."""
    hand, supply = position["players"][position["to_act"]]["hand"], position["supply"]
    keep = rng.randrange(3)
    while sum(hand.values()) > keep:
        color = rng.choice([color for color in COLORS if hand[color] > 0])
        hand[color] -= 1
        supply[color] += 1


def random_position(match: NaiveVediic, rng: random.Random) -> Json:
    """VE-14: a full position put together at random, in phase turn, penalty or over; much can happen in most."""
    options = {**OPTION_DEFAULTS, **random_options(rng)}
    n = options["players"]
    board = match.boards[rng.choice(sorted(match.boards))]
    circles = [circle["id"] for circle in board["circles"]]
    if chance(rng, 0.5):  # a crowd
        circles = rng.sample(circles, rng.randint(2, 10))
    players: list[Json] = []
    for color in rng.sample(COLORS, n):
        pawns = [rng.choice(circles), rng.choice(circles)]
        if chance(rng, 0.3):
            pawns[rng.randrange(2)] = "promoted"
        cards = rng.randint(0, min(3, 2 * (2 - pawns.count("promoted"))))
        players.append({"color": color, "pawns": pawns, "hand": {}, "enlightenment": cards})
    to_act = rng.randrange(n)
    if chance(rng, 0.1):
        surround(players, to_act, board, rng)
    near_the_end = chance(rng, 0.15)
    if near_the_end:
        pawns = ["promoted", rng.choice(circles)]
        players[to_act].update(pawns=rng.sample(pawns, 2), enlightenment=2)
    if chance(rng, 0.3):  # VE-10.5: no enlightenment card may be left, if there are players enough to hold them
        for player in players:
            player["enlightenment"] = min(3, 2 * (2 - player["pawns"].count("promoted")))
    while sum(player["enlightenment"] for player in players) > ENLIGHTENMENT_CARDS:
        rng.choice([player for player in players if player["enlightenment"] > 0])["enlightenment"] -= 1
    position: Json = {"game": "vediic", "version": 1, "options": options, "board": board["name"], "phase": "turn"}
    position["round"] = rng.choice([1, options["max_rounds"], rng.randint(1, options["max_rounds"])])
    position["start"] = rng.randrange(n)
    position["to_act"] = to_act
    position["rolls"] = None
    position["enlightenment"] = rng.choice(COLORS)
    position["players"] = players
    position["supply"] = {"enlightenment": ENLIGHTENMENT_CARDS - sum(player["enlightenment"] for player in players)}
    position["charity"] = {}
    random_cards(rng, position)
    if near_the_end:
        lighten(position, rng)
    position["planets"] = {}
    for color in COLORS:
        house = board["retrograde"][color] if chance(rng, 0.25) else rng.randint(1, 12)
        if color == position["enlightenment"] and chance(rng, 0.6):
            touched = [circle for circle in board["circles"] if circle["id"] in players[to_act]["pawns"]]
            near = [tile["house"] for circle in touched for tile in circle["tiles"] if tile["color"] == color]
            house = rng.choice([*near, house])
        position["planets"][color] = {"house": house, "retrograde": house == board["retrograde"][color]}
    position["turn"] = random_turn(rng)
    position["pending"] = None
    position["fate"] = random_fate(rng) if chance(rng, 0.2) else []
    if chance(rng, 0.2):
        make_over(position, rng)
    elif chance(rng, 0.35):
        make_penalty(match, position, rng)
    return match.load(position)


def make_over(position: Json, rng: random.Random) -> None:
    """VE-14.3: makes a turn the end of the game."""
    position.update(phase="over", turn=None, to_act=None)
    if chance(rng, 0.5):
        position["round"] = position["options"]["max_rounds"]
        return
    winner = rng.choice(position["players"])
    winner["pawns"] = ["promoted", "promoted"]
    position["supply"]["enlightenment"] += winner["enlightenment"]
    winner["enlightenment"] = 0
    for color in COLORS:
        position["supply"][color] += winner["hand"][color]
        winner["hand"][color] = 0


def make_penalty(match: NaiveVediic, position: Json, rng: random.Random) -> None:
    """VE-14.3: makes a turn a penalty phase, if somebody can owe something."""
    match.load({**position, "fate": []})
    n = len(position["players"])
    due = [match.due(seat) for seat in range(n)]
    order = match.turn_order()
    owing = [seat for seat in order if due[seat] > 0 and match.hand_size(seat) > 0]
    if not owing:
        return
    to_act = rng.choice(owing)
    owed, shield = list(due), [False] * n
    for seat in order[: order.index(to_act)]:
        shield[seat] = due[seat] > 0 and chance(rng, 0.5)
        owed[seat] = 0
    owed[to_act] = rng.randint(1, due[to_act])
    for seat in order[order.index(to_act) + 1 :]:
        if due[seat] > 0 and chance(rng, 0.03):  # not reached by play, but VE-14.3 does not bar it
            owed[seat] = rng.randint(0, due[seat])
            shield[seat] = owed[seat] == 0 and chance(rng, 0.5)
    if position["round"] >= position["options"]["max_rounds"]:
        position["round"] = position["options"]["max_rounds"] - 1
    paid = owed[to_act] < due[to_act]
    position.update(phase="penalty", turn=None, to_act=to_act)
    position["pending"] = {"owed": owed, "shield": shield, "paid": paid}


# -------------------------------------------------------------------------------------------------- spoiled positions


def spoil_options(p: Json, rng: random.Random) -> str:
    """Changes to one option, most of them to another right value."""
    if p["phase"] in SETUP and chance(rng, 0.3):
        p["options"]["order"] = "seat0"
        return "option order = 'seat0'"
    key = rng.choice(sorted(OPTION_DEFAULTS))
    if chance(rng, 0.2):
        p["options"].pop(key, None)
        return f"without option {key}"
    if key in OPTION_WORDS:
        p["options"][key] = rng.choice([*OPTION_WORDS[key], "none", None])
    elif key == "players":
        p["options"][key] = len(p["players"]) + rng.choice([-1, 1])
    elif key == "max_rounds":
        p["options"][key] = rng.choice([p["round"] - 1, p["round"], p["round"] + 1, 0, 100000, 100001])
    else:
        p["options"][key] = rng.choice([True, False, 0, 1, None])
    return f"option {key} = {p['options'][key]!r}"


def spoil_cards(p: Json, rng: random.Random) -> str:
    """Cards that move from pile to pile, appear or vanish."""
    color = rng.choice([*COLORS, "enlightenment"])
    player = rng.choice(p["players"])
    way = rng.randrange(6)
    if p["phase"] == "over" and chance(rng, 0.5):  # VE-14.3: a card for the winner
        player = max(p["players"], key=lambda one: int(one["pawns"].count("promoted")))
        player["hand"][rng.choice(COLORS)] += 1
        del p["supply"]
        return "one more card"
    if way == 0 and color != "enlightenment":
        piles = [p["supply"], p["charity"], *(one["hand"] for one in p["players"])]
        source, target = rng.sample(piles, 2)
        count = rng.randint(0, source[color])
        source[color] -= count
        target[color] += count
        return f"{count} {color} moved"
    if way == 1:
        count = rng.choice([-1, 1, 2, 3])
        player["enlightenment"] += count
        p["supply"]["enlightenment"] -= count
        return f"{count} more enlightenment cards"
    if way == 2:
        p["supply"][color] += rng.choice([-1, 1])
        return f"supply {color} wrong"
    if way == 3 and color != "enlightenment":
        rng.choice([p["charity"], player["hand"]])[color] += rng.choice([-1, 1, 11, 12])
        if chance(rng, 0.5):
            del p["supply"]
        return f"{color} wrong"
    if way == 4 and color != "enlightenment":
        p["supply"][color] += player["hand"][color] + 1
        player["hand"][color] = -1
        return f"a hand with -1 {color}"
    for color in COLORS:
        p["supply"][color] += player["hand"][color]
        player["hand"][color] = 0
    return "a hand emptied"


def spoil_turn(p: Json, rng: random.Random) -> str:
    """Other flags of the turn, right and wrong ones."""
    if p["turn"] is None or chance(rng, 0.1):
        p["turn"] = random_turn(rng)
        return "a turn"
    for _ in range(rng.choice([1, 1, 2, 3])):
        key = rng.choice(sorted(p["turn"]))
        if key == "stage":
            p["turn"][key] = rng.choice(["before", "steal", "after"])
        elif key == "leg":
            p["turn"][key] = rng.choice([1, 2])
        elif key == "moved":
            p["turn"][key] = [chance(rng, 0.5), chance(rng, 0.5)]
        else:
            p["turn"][key] = chance(rng, 0.5)
    if chance(rng, 0.1):
        p["turn"][rng.choice(sorted(p["turn"]))] = junk(rng)
    return f"turn {p['turn']}"


def spoil_pending(p: Json, rng: random.Random) -> str:
    """Other penalties, right and wrong ones."""
    n = len(p["players"])
    if p["pending"] is None or chance(rng, 0.1):
        p["pending"] = {"owed": [rng.randrange(2) for _ in range(n)], "shield": [False] * n, "paid": False}
        return f"pending {p['pending']}"
    pending = p["pending"]
    for _ in range(rng.choice([1, 1, 2, 3])):
        way, seat = rng.randrange(6), rng.randrange(n)
        if way < 2:
            pending["owed"][seat] += rng.choice([-1, 1])
        elif way == 2:
            pending["shield"][seat] = not pending["shield"][seat]
        elif way == 3:
            pending["paid"] = not pending["paid"]
        elif way == 4:
            p["to_act"] = seat
        else:
            p["round"] = p["options"]["max_rounds"] - rng.choice([0, 1])
    return f"round {p['round']}, pending {pending}, to_act {p['to_act']}"


def spoil_match(p: Json, rng: random.Random) -> str:
    """Changes to phase, round, seats, colours and board."""
    n = len(p["players"])
    way = 8 if p["phase"] == "order" and chance(rng, 0.5) else rng.randrange(11)
    if way == 0:
        p["phase"] = rng.choice(PHASES)
        return f"phase {p['phase']}"
    if way == 1:  # a phase, and what can go with it
        p["phase"] = rng.choice(PHASES)
        for key in ("turn", "pending", "rolls", "planets", "round", "to_act", "enlightenment"):
            if chance(rng, 0.4):
                p.pop(key, None)
        if p["phase"] == "over":
            p["to_act"] = None
        if p["phase"] == "order":
            p["rolls"] = [None] * n
        return f"phase {p['phase']} with less"
    if way == 2:
        p["round"] = rng.choice([0, 1, p["round"] + 1, p["options"]["max_rounds"], p["options"]["max_rounds"] + 1, -1])
        return f"round {p['round']}"
    if way == 3:
        p["start"] = rng.choice([rng.randrange(n), n, -1, False])
        return f"start {p['start']}"
    if way == 4:
        p["to_act"] = rng.choice([rng.randrange(n), rng.randrange(n), n, None, False])
        return f"to_act {p['to_act']}"
    if way == 5:
        rng.choice(p["players"])["color"] = rng.choice([*COLORS, None, "white"])
        return "another colour"
    if way == 6:
        p["enlightenment"] = rng.choice([*COLORS, None, "black"])
        return f"enlightenment {p['enlightenment']}"
    if way == 7:
        p["board"] = rng.choice(["kundli-2", "", None, "KUNDLI-1", 1, ["kundli-1"]])
        return f"board {p['board']!r}"
    if way == 8:
        p["rolls"] = rng.choice([[rng.choice([None, 0, 1, 2, 7, 12, 13]) for _ in range(n)], [None] * (n + 1)])
        if None in p["rolls"] and chance(rng, 0.7):
            p["to_act"] = p["rolls"].index(None)
        return f"rolls {p['rolls']} to_act {p['to_act']}"
    if way == 9:
        p["players"] = p["players"][:-1] if chance(rng, 0.5) else [*p["players"], {"color": None}]
        return "another number of players"
    p["fate"] = rng.choice([[0, -1], [3, 10**20], [True], [1.0], None, "1", [6], {}])
    return f"fate {p['fate']!r}"


def spoil_pawns(p: Json, rng: random.Random) -> str:
    """Pawns elsewhere."""
    player = rng.choice(p["players"])
    circle = f"c{rng.randrange(37):02}"
    others = [pawn for one in p["players"] for pawn in one["pawns"]]
    pawn = rng.randrange(2)
    player["pawns"][pawn] = rng.choice([circle, circle, *others, "promoted", "promoted", None, "c37", "c1", "C01", 3])
    if chance(rng, 0.1):
        player["pawns"] = rng.choice([[], [circle], [circle] * 3, {"0": circle}, circle])
    return f"pawns {player['pawns']}"


def spoil_planets(p: Json, rng: random.Random) -> str:
    """Planets elsewhere, with `retrograde` right, wrong or missing."""
    if p["phase"] in SETUP and chance(rng, 0.5):
        way = rng.randrange(5)
        if way == 0:
            p["planets"] = rng.choice([None, {}, []])
        elif way == 1:
            del p["planets"]
        elif way == 2:
            del p["planets"][rng.choice(COLORS)]
        else:
            p["planets"] = {color: {"house": None} for color in COLORS}
        return "planets in setup"
    for color in rng.sample(COLORS, rng.choice([1, 1, 3, 7])):
        planet = p["planets"][color]
        way = rng.randrange(6)
        if way < 3:
            planet["house"] = rng.randint(1, 12)
            planet.pop("retrograde", None)
        elif way == 3:
            planet.pop("retrograde", None)
        elif way == 4:
            planet["retrograde"] = rng.choice([True, False, None, 0])
        else:
            planet["house"] = rng.choice([0, 13, None, 12, 1, True, 3.0])
    return f"planets {p['planets']}"


def leave_out(p: Json, rng: random.Random) -> str:
    """VE-14.2: a shorter way to say the same; what may not be missing is left out seldom."""
    share = rng.choice([0.2, 0.5, 1])
    for key in ("version", "board", "supply", "fate", "round", "start", "options"):
        value = p.get(key)
        default = {"version": 1, "board": "kundli-1", "fate": [], "start": 0, "round": 0 if p["phase"] in SETUP else 1}
        if chance(rng, share) and (value == default.get(key) or key == "supply" or chance(rng, 0.03)):
            del p[key]
    for key in ("rolls", "pending", "turn", "enlightenment", "to_act"):
        if chance(rng, share) and (p[key] is None or (key == "turn" and p[key] == FRESH_TURN)):
            if key != "turn" or chance(rng, 0.5):
                del p[key]
            else:
                p[key] = None
    for option in list(p.get("options", {})):
        if chance(rng, share) and p["options"][option] == OPTION_DEFAULTS[option]:
            del p["options"][option]
    if p["phase"] in SETUP:
        if chance(rng, share):
            del p["planets"]
    else:
        for planet in p["planets"].values():
            if chance(rng, share):
                del planet["retrograde"]
    maps = [p["charity"], *(player["hand"] for player in p["players"])]
    if "supply" in p:
        maps.append(p["supply"])
    for counts in maps:
        for color in list(counts):
            if counts[color] == 0 and chance(rng, share):
                del counts[color]
    if not p["charity"] and chance(rng, share):
        del p["charity"]
    for player in p["players"]:
        empty: Json = {"hand": {}, "enlightenment": 0, "pawns": [None, None], "color": None}
        for key in empty:
            if player[key] == empty[key] and chance(rng, share):
                del player[key]
    return "what may be missing left out"


def nullify(p: Json, rng: random.Random) -> str:
    """VE-14.2: null in a place where something may be missing; only few such nulls are right."""
    way = rng.randrange(5)
    box: Json = p
    if way == 0:
        key = rng.choice(sorted(p))
    elif way == 1:
        box, key = p["options"], rng.choice(sorted(OPTION_DEFAULTS))
    elif way == 2:
        box = rng.choice(p["players"])
        key = rng.choice(sorted(box))
    elif way == 3:
        key = rng.choice(["supply", "turn", "planets", "charity", "to_act"])
    else:
        box, key = p["planets"][rng.choice(COLORS)], rng.choice(["house", "retrograde"])
    box[key] = None
    return f"{key} null"


SPOILS = [
    *(spoil_anywhere, spoil_options, spoil_cards, spoil_turn, spoil_turn, spoil_pending, spoil_match),
    *(spoil_match, spoil_pawns, spoil_planets, leave_out, nullify),
]


def mutations(position: Json, rng: random.Random, count: int = 10) -> Iterator[tuple[str, Json]]:
    """Changed copies of a position, each with a few words that say what was done.

    Most break VE-14.3; some are still right, or only say the same in fewer words (VE-14.2).
    """
    for _ in range(count):
        spoiled = copy.deepcopy(position)
        words = []
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            spoil = rng.choice(SPOILS)
            if position["phase"] == "penalty" and chance(rng, 0.3):
                spoil = spoil_pending
            try:
                words.append(spoil(spoiled, rng))
            except (KeyError, TypeError, AttributeError, IndexError, ValueError):
                break  # an earlier change took away what this one wanted to change
        if words:
            yield "; ".join(words), spoiled

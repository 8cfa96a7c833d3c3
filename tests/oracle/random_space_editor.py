"""Random material for tests of Space Editor: card sets, options, decks, and spoiled positions.

Everything takes a `random.Random`, so that one seed gives the same material again. The cards use the whole vocabulary
of SE-11 and are always valid; `mutations` makes positions of which most are not.
"""

import copy
import random
from collections.abc import Iterable, Iterator
from typing import Any

Json = dict[str, Any]

ELEMENTS = ["water", "wind", "earth", "fire"]
KINDS = ["star", "planet", "ability", "basepoint"]
LEVELS = ["bronze", "silver", "gold"]
AREAS = ["adjacent", "around", "line", "any"]
IDENTITY_WORDS = ["kind", "element", "level", "binary"]
OWN_EVENTS = ["turned_down", "turned_up", "rotated", "relocated"]
NEIGHBOUR_EVENTS = ["neighbour_placed", "neighbour_turned_down", "neighbour_turned_up"]
VERBS = ["turn_down", "turn_up", "turn_over", "rotate", "relocate", "place", "guard", "silence"]
PICKING = ["turn_down", "turn_up", "turn_over", "guard", "silence"]


def chance(rng: random.Random, share: float) -> bool:
    """True with this probability."""
    return rng.random() < share


def some(rng: random.Random, words: Iterable[str], most: int) -> list[str]:
    """One to `most` different words."""
    pool = list(words)
    return rng.sample(pool, rng.randint(1, min(most, len(pool))))


# ------------------------------------------------------------------------------------------------------------- cards


def random_side(rng: random.Random, kind: str, strength: int) -> str:
    """SE-2.7: a side text; values are mostly small, so that sides connect and beat each other."""
    energy = rng.choices(["-", "g", "n", "k"], [48, 30, 16, 6])[0]
    text = energy
    if energy in ("g", "n"):
        value = rng.randint(1, strength)
        if chance(rng, 0.03):
            value = rng.randint(1, 99)
        text += str(value)
    if kind == "star" and chance(rng, 0.35):
        text += "*"
    return text


def random_match(rng: random.Random, words: list[str]) -> Json:
    """SE-11.4: none to three of the MATCH words that are allowed."""
    match: Json = {}
    for word in rng.sample(words, min(len(words), rng.choices([0, 1, 2, 3], [45, 35, 15, 5])[0])):
        if word == "kind":
            match[word] = some(rng, KINDS, 3)
        elif word == "element":
            match[word] = some(rng, [*ELEMENTS, "same", "other", "same", "other"], 2)
        elif word == "level":
            match[word] = some(rng, LEVELS, 2)
        elif word == "binary":
            match[word] = chance(rng, 0.5)
        else:
            match[word] = rng.choice(["me", "other"])
    return match


def random_target(rng: random.Random, wheres: list[str], identity: bool) -> Json:
    """SE-11.4: a TARGET."""
    return {"where": rng.choice(wheres), **random_match(rng, [*(IDENTITY_WORDS if identity else []), "placer"])}


def random_when(rng: random.Random) -> Json:
    """SE-11.2: a trigger."""
    event = rng.choices([*OWN_EVENTS, *NEIGHBOUR_EVENTS, "game_end"], [6, 5, 4, 4, 7, 6, 5, 2])[0]
    when: Json = {"event": event}
    if event != "game_end" and chance(rng, 0.35):
        when["by"] = rng.choice(["anyone", "placer", "other"])
    if chance(rng, 0.3):
        causes = ["any"]
        if "turned" in event:
            causes = ["any", "energy", "ability", "energy", "ability"]
        elif event == "neighbour_placed":
            causes = ["any", "hand", "relocation", "hand", "relocation"]
        when["cause"] = rng.choice(causes)
    if event in NEIGHBOUR_EVENTS and chance(rng, 0.35):
        when["card"] = random_match(rng, [*IDENTITY_WORDS, "placer"])
    return when


def random_condition(rng: random.Random) -> Json:
    """SE-11.3: a condition, mostly one that may hold."""
    condition: Json
    if chance(rng, 0.3):
        condition = {"cond": "hand"}
    else:
        condition = {"cond": "count"}
        face = rng.choice(["up", "up", "down", "any"])
        if face != "up" or chance(rng, 0.5):
            condition["face"] = face
        condition["of"] = random_target(rng, ["self", "event", *AREAS], face == "up")
    if chance(rng, 0.6):
        condition["min"] = rng.choice([0, 0, 1, 1, 2, 3])
    if chance(rng, 0.3):
        condition["max"] = rng.choice([0, 1, 2, 3, 5, 999])
    return condition


def random_effect(rng: random.Random, later: bool, game_end: bool) -> Json:
    """SE-11.5, SE-11.6: an effect; later ones often take the subject of an earlier one."""
    verb = rng.choice([verb for verb in VERBS if verb != "place" or not game_end])
    effect: Json = {"effect": verb}
    if verb == "place":
        if chance(rng, 0.4):
            effect["card"] = random_match(rng, IDENTITY_WORDS)
    else:
        wheres = [
            "self",
            "event",
            *AREAS,
            *AREAS,
            *(["chosen"] * 4 if later else ["chosen"] if chance(rng, 0.1) else []),
        ]
        effect["target"] = random_target(rng, wheres, verb not in ("turn_up", "turn_over"))
    if verb in ("relocate", "place") and chance(rng, 0.5):
        effect["to"] = rng.choice(AREAS)
    if verb in PICKING and chance(rng, 0.35):
        effect["pick"] = rng.choice(["one", "all", "all"])
    if verb in ("guard", "silence") and chance(rng, 0.5):
        effect["turns"] = rng.choice(["round", 0, 1, 2, 3, 99])
    if chance(rng, 0.3):
        effect["may"] = chance(rng, 0.85)
    return effect


def random_static(rng: random.Random) -> Json:
    """SE-11.7: a static ability; a sweeping forbid is rare because it stops the game."""
    word = rng.choice(["protect", "protect", "protect", "forbid", "worth"])
    static: Json = {"static": word}
    if word == "protect":
        against = some(rng, ["turn_down", "turn_down", "turn_up", "rotate", "relocate"], 3)
        static["against"] = against
        static["target"] = random_target(rng, ["self", *AREAS], "turn_up" not in against)
        if chance(rng, 0.4):
            static["cause"] = rng.choice(["any", "energy", "ability"])
    elif word == "forbid":
        static["where"] = rng.choices(AREAS, [6, 3, 2, 1])[0]
        if static["where"] == "any" or chance(rng, 0.8):
            static["card"] = random_match(rng, IDENTITY_WORDS)
            if static["where"] == "any" and not static["card"]:
                static["card"] = {"level": ["gold"]}
        if chance(rng, 0.6):
            static["who"] = rng.choice(["anyone", "placer", "other"])
    else:
        static["target"] = random_target(rng, AREAS, True)
        static["vp"] = rng.choice([rng.randint(-3, 3), rng.randint(-99, 99)])
    return static


def random_ability(rng: random.Random, static_share: float = 0.22) -> Json:
    """SE-11.1: an ability, sometimes with a text that nobody reads."""
    ability: Json
    if chance(rng, static_share):
        ability = random_static(rng)
    else:
        when = random_when(rng)
        effects = [
            random_effect(rng, i > 0, when["event"] == "game_end")
            for i in range(rng.choices([1, 2, 3], [60, 30, 10])[0])
        ]
        ability = {"when": when, "do": effects}
        if chance(rng, 0.2):
            ability["if"] = [random_condition(rng) for _ in range(rng.choice([0, 1, 1, 1, 2]))]
        if chance(rng, 0.4):
            ability["decider"] = rng.choice(["actor", "placer", "placer"])
    if chance(rng, 0.05):
        ability["text"] = "words for people"
    return ability


def random_definition(rng: random.Random, kind: str, element: str, strength: int) -> Json:
    """SE-2.2: a star, planet or ability card, sometimes without the fields that may be left out."""
    card: Json = {
        "name": f"{element} {kind}",
        "element": element,
        "kind": kind,
        "level": rng.choice(LEVELS),
        "vp": rng.choice([0, 1, 2, 2, 3, 3, 4, 5, 6, 12]) if kind == "star" else 0,
        "cost": rng.randint(0, 30),
        "sides": [random_side(rng, kind, strength) for _ in range(4)],
        "abilities": [],
    }
    if kind == "ability":
        card["abilities"] = [random_ability(rng) for _ in range(rng.choices([1, 2, 3, 4], [30, 35, 25, 10])[0])]
    if chance(rng, 0.1):
        for field in ("name", "vp", "cost", "abilities"):
            if chance(rng, 0.5) and not (field == "abilities" and kind == "ability") and field in card:
                del card[field]
    if chance(rng, 0.03):
        card["text"] = "a text"
        card["set"] = "a set"
    return card


def random_basepoint(rng: random.Random) -> Json:
    """SE-2.3, SE-5.9: a basepoint, mostly easy to connect, with or without protection and other abilities."""
    sides = ["g2", "g2", "g2", "g2"]
    if chance(rng, 0.5):
        sides = [rng.choice(["-", "-", "g1", "g2", "n1", "n2", "k"]) for _ in range(4)]
        sides[rng.randrange(4)] = rng.choice(["-", "g1"])
    card: Json = {"kind": "basepoint", "sides": sides, "abilities": []}
    if chance(rng, 0.7):
        card |= {"name": "base", "element": None, "level": None, "vp": 0, "cost": 0}
    if chance(rng, 0.5):
        card["abilities"].append({"static": "protect", "target": {"where": "self"}, "against": ["turn_down"]})
    if chance(rng, 0.5):
        card["abilities"] += [random_ability(rng, 0.5) for _ in range(rng.choice([1, 1, 2]))]
    return card


def random_cards(rng: random.Random) -> Json:
    """A small card set with all four elements and one to three basepoints."""
    cards: Json = {}
    ability_share = rng.choice([0.15, 0.4, 0.6, 0.8, 1.0])
    strength = rng.choice([2, 3, 4, 6, 9])
    for element in ELEMENTS:
        for number in range(rng.randint(4, 10)):
            kind = "ability" if chance(rng, ability_share) else rng.choice(["star", "star", "planet"])
            cards[f"{element[:2]}{number:02}"] = random_definition(rng, kind, element, strength)
    for number in range(rng.choice([1, 1, 2, 3])):
        cards[f"{rng.choice(['b', 'm', 'z'])}_{number}"] = random_basepoint(rng)
    return dict(rng.sample(list(cards.items()), len(cards)))


def random_strict_cards(rng: random.Random) -> Json:
    """SE-10: a set in which each element has just one strict deck that also keeps the cost rule."""
    cards: Json = {}
    for element in ELEMENTS:
        for number in range(24):
            kind = rng.choice(["ability", "star", "planet"])
            card = random_definition(rng, kind, element, 4)
            card["level"] = "bronze" if number < 13 else "silver" if number < 20 else "gold"
            card["cost"] = rng.choice([16, 17])
            cards[f"{element[:2]}{number:02}"] = card
    cards["base"] = random_basepoint(rng)
    return cards


# ------------------------------------------------------------------------------------------------------ new matches


def random_table(rng: random.Random) -> list[int]:
    """SE-3.6: mostly small tables, so that edges and full tables occur."""
    return rng.choice(
        [
            [21, 21],
            [11, 11],
            [9, 9],
            [9, 8],
            [7, 7],
            [7, 6],
            [5, 5],
            [3, 3],
            [rng.randint(2, 9), rng.randint(2, 9)],
            [rng.choice([1, 2]), rng.randint(2, 12)],
        ]
    )


def random_start(rng: random.Random) -> Json:
    """SE-12.4: the options, seed and (sometimes) fate of a `new` that succeeds."""
    mode = rng.choice(["half", "half", "full"])
    players = 2 if mode == "full" else rng.randint(2, 4)
    options: Json = {"mode": mode, "deck_rules": "none"}
    elements = rng.sample(ELEMENTS, players)
    if chance(rng, 0.1):
        options["cards"] = cards = random_strict_cards(rng)
        options["deck_rules"] = rng.choice(["strict", "cost"])
        options["decks"] = [rng.sample(sorted(i for i in cards if i[:2] == e[:2]), 24) for e in elements]
    else:
        options["cards"] = cards = random_cards(rng)
        options["decks"] = []
        mixed = chance(rng, 0.2)
        for element in elements:
            pool = sorted(i for i in cards if cards[i].get("element") == element or (mixed and cards[i].get("element")))
            options["decks"].append([rng.choice(pool) for _ in range(rng.choice([3, 5, 8, 12, 12, 18, 24, 24]))])
    if elements != ELEMENTS[:players] or chance(rng, 0.5):
        options["elements"] = elements
    if "elements" not in options or chance(rng, 0.5):
        options["players"] = players
    if chance(rng, 0.85):
        options["table"] = random_table(rng)
    for option, words in (
        ("final_star", ["void", "forbid"]),
        ("face_down", ["hidden", "shown"]),
        ("half_end", ["hands", "decks"]),
        ("split", ["allow", "forbid"]),
    ):
        if chance(rng, 0.6):
            options[option] = rng.choice(words)
    if chance(rng, 0.2):
        options["basepoint"] = rng.choice([i for i in cards if cards[i]["kind"] == "basepoint"])
    start: Json = {"options": options, "seed": rng.choice([rng.randint(0, 99), rng.getrandbits(64), -5])}
    if chance(rng, 0.2):
        fate = [rng.randrange(i + 1) for deck in options["decks"] for i in range(len(deck) - 1, 0, -1)]
        if chance(rng, 0.5):
            fate = fate[: rng.randint(0, len(fate))]
        else:
            fate += [rng.randint(0, 99) for _ in range(rng.randint(0, 4))]
        start["fate"] = fate
    return start


def random_position(rng: random.Random) -> Json:
    """SE-12: the middle of a match on a crowded board, where abilities work on each other at once.

    The cards need not connect. A few of these positions are refused, for example because nothing can be placed.
    """
    start = random_start(rng)["options"]
    cards, decks = start["cards"], start["decks"]
    n = len(decks)
    w, h = table = rng.choice([[21, 21], [9, 9], [7, 7], [6, 5], [5, 5], [4, 4]])
    turn = rng.randint(1, 12)
    heart = [(x, y) for x in range(-3, 4) for y in range(-3, 4)]
    cells = [(x, y) for x, y in heart if -(w // 2) <= x <= w - 1 - w // 2 and -(h // 2) <= y <= h - 1 - h // 2]
    cells = rng.sample(cells, rng.randint(1, max(1, len(cells) * 3 // 5)))
    serials = rng.sample(range(len(cells)), len(cells))
    plain = sorted(i for i in cards if cards[i]["kind"] != "basepoint")
    basepoint = rng.choice(sorted(i for i in cards if cards[i]["kind"] == "basepoint"))
    board: list[Json] = []
    for (x, y), no in zip(cells, serials, strict=True):
        card_id = basepoint if no == 0 and chance(rng, 0.8) else rng.choice(plain)
        card: Json = {"x": x, "y": y, "card": card_id, "no": no, "r": rng.randrange(4), "up": chance(rng, 0.75)}
        card["placer"] = rng.randrange(n)
        card["turn"] = turn if chance(rng, 0.1) else rng.randrange(turn)
        if chance(rng, 0.1):
            card["guard"] = turn + rng.randint(-1, 3)
        if chance(rng, 0.1):
            card["silence"] = turn + rng.randint(-1, 3)
        if cards[card_id]["kind"] == "star" and chance(rng, 0.1):
            card["void"] = True
        board.append(card)
    position: Json = {
        "game": "space_editor",
        "version": 1,
        "cards": cards,
        "phase": "place",
        "turn": turn,
        "board": board,
    }
    position["options"] = {
        key: start[key] for key in ("mode", "final_star", "face_down", "half_end", "split") if key in start
    }
    position["options"] |= {"table": table, "players": n}
    position["elements"] = start.get("elements", ELEMENTS[:n])
    position["active"] = rng.randrange(n)
    position["hands"] = [[rng.choice(plain) for _ in range(rng.choice([0, 1, 2, 2, 4]))] for _ in range(n)]
    if not position["hands"][position["active"]]:
        position["hands"][position["active"]] = [rng.choice(plain), rng.choice(plain)]
    position["decks"] = [deck[: rng.choice([0, 0, 1, 2, 6])] for deck in decks]
    return position


def spoiled_starts(start: Json, rng: random.Random, count: int) -> Iterator[tuple[str, Json]]:
    """SE-12.4: changes to a `new`, each with a few words that say what was done; most are faults."""
    for _ in range(count):
        spoiled = copy.deepcopy(start)
        options = spoiled["options"]
        way = rng.randrange(7)
        if way == 0:
            key = rng.choice(sorted(options))
            del options[key]
            word = f"without option {key}"
        elif way == 1:
            key = rng.choice(sorted(options))
            options[key] = junk(rng)
            word = f"option {key} = {options[key]!r}"
        elif way == 2:
            options["colour"] = "red"
            word = "an unknown option"
        elif way == 3:
            spoiled["seed"] = junk(rng)
            word = f"seed = {spoiled['seed']!r}"
        elif way == 4:
            spoiled["fate"] = rng.choice([[99], [-1], [0, "1"], {}, [True], [0.0], [0, 0, 0, 50]])
            word = f"fate = {spoiled['fate']!r}"
        elif way == 5:
            deck = rng.choice(options["decks"])
            deck[rng.randrange(len(deck))] = rng.choice(
                ["nobody", 3, None, next(i for i in options["cards"] if options["cards"][i]["kind"] == "basepoint")]
            )
            word = "a bad card in a deck"
        else:
            options["deck_rules"] = rng.choice(["strict", "cost"])
            word = f"deck rules {options['deck_rules']}"
        yield word, spoiled


# ------------------------------------------------------------------------------------------------ spoiled positions


def junk(rng: random.Random) -> Any:
    """A value that is seldom right."""
    return rng.choice(
        [
            None,
            True,
            False,
            0,
            1,
            2,
            -1,
            4,
            5,
            100,
            1.0,
            0.5,
            "",
            "any",
            "up",
            "place",
            "1",
            [],
            {},
            [0],
            ["x"],
            {"a": 1},
        ]
    )


def containers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """All objects and lists in a value, with their paths; card definitions are left out."""
    if isinstance(value, dict | list):
        yield path, value
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            if (*path, key) != ("cards",):
                yield from containers(inner, (*path, key))


def spoil_anywhere(p: Json, rng: random.Random) -> str:
    """Deletes, adds or replaces something anywhere but in the cards."""
    path, box = rng.choice(list(containers(p)))
    if len(path) < 2 and chance(rng, 0.5):
        path, box = rng.choice(list(containers(p)))
    keys: list[Any] = list(box) if isinstance(box, dict) else list(range(len(box)))
    if not keys or chance(rng, 0.1):
        if isinstance(box, dict):
            box["colour"] = junk(rng)
        else:
            box.append(junk(rng))
        return f"something added at {path}"
    key = rng.choice(keys)
    if chance(rng, 0.25):
        del box[key]
        return f"without {(*path, key)}"
    old = box[key]
    if isinstance(old, int) and not isinstance(old, bool) and chance(rng, 0.6):
        box[key] = old + rng.choice([-2, -1, 1, 2])
    else:
        box[key] = junk(rng)
    return f"{(*path, key)} = {box[key]!r}"


def spoil_board(p: Json, rng: random.Random) -> str:
    """Changes to placed cards; some only leave the normal form."""
    board = p["board"]
    if not board:
        p["board"] = [{"x": 0, "y": 0, "card": rng.choice(sorted(p["cards"]))}]
        return "a card on an empty board"
    card = rng.choice(board)
    way = rng.randrange(12)
    if way == 0:
        rng.shuffle(board)
        return "board in another order"
    if way == 1:
        for one in board:
            del one["no"]
        return "no serial numbers"
    if way == 2:
        del card["no"]
        return "one card without serial number"
    if way == 3:
        card["no"] = rng.choice([rng.choice(board)["no"], card["no"] + 50])
        return f"serial {card['no']}"
    if way == 4:
        card["void"] = True
        return f"void {card['card']}"
    if way == 5:
        card["turn"] = p["turn"] + rng.choice([0, 1])
        return "turn of a card"
    if way == 6:
        card["guard"] = p["turn"] + rng.choice([-1, 0, 1])
        return f"guard {card['guard']} in turn {p['turn']}"
    if way == 7:
        card["silence"] = p["turn"] + rng.choice([-1, 0, 1])
        return f"silence {card['silence']} in turn {p['turn']}"
    if way == 8:
        card["card"] = rng.choice(sorted(p["cards"]))
        return f"another card {card['card']}"
    if way == 9:
        card["up"] = not card["up"]
        return f"card {card['no']} up {card['up']}"
    if way == 10:
        w, h = p["options"]["table"]
        card["x"], card["y"] = rng.choice([(w // 2 + 1, 0), (-(w // 2), h - 1 - h // 2), (w - 1 - w // 2, 0)])
        return f"a card at {card['x']},{card['y']}"
    for field in ("r", "up", "placer", "turn", "guard", "silence", "void"):
        if chance(rng, 0.5):
            del card[field]
    return "fields of a card left out"


def spoil_match(p: Json, rng: random.Random) -> str:
    """Changes to phase, turn, seats and piles."""
    n = len(p["elements"])
    way = rng.randrange(13)
    if way == 0:
        p["phase"] = rng.choice(["basepoint", "place", "resolve", "end", "over"])
        del p["to_act"]
        return f"phase {p['phase']}"
    if way == 1:
        p["to_act"] = rng.choice([None, 0, 1, n, False])
        return f"to_act {p['to_act']}"
    if way == 2:
        field = rng.choice(
            ["options", "to_act", "basepoint", "final", "hands", "decks", "discards", "faces", "queue", "used", "fate"]
        )
        p.pop(field, None)
        return f"without {field}"
    if way == 3:
        p["active"] = rng.randrange(n)
        p.pop("to_act")
        return f"active {p['active']}"
    if way == 4:
        p["turn"] = rng.choice([0, 1, p["turn"] + 1, p["turn"] + 7])
        return f"turn {p['turn']}"
    if way == 5:
        p["final"] = rng.choice([True, False])
        if chance(rng, 0.5):
            del p["final"]
        return "final"
    if way == 6:
        pile = rng.choice(["hands", "decks", "discards"])
        rng.choice(p[pile]).append(rng.choice(sorted(p["cards"])))
        return f"one more card in {pile}"
    if way == 7:
        rng.choice(p[rng.choice(["hands", "decks"])]).clear()
        return "a pile emptied"
    if way == 8:
        p["used"] += [
            mark for mark in ([0, 0, None], [3, 1, 0], [50, 9, 50]) if mark not in p["used"] and rng.random() < 0.7
        ]
        rng.shuffle(p["used"])
        return f"used {p['used']}"
    if way == 9:
        option = rng.choice(sorted(p["options"]))
        if chance(rng, 0.5):
            del p["options"][option]
            return f"without option {option}"
        p["options"][option] = rng.choice(
            ["full", "half", 2, 3, 4, [3, 3], [1, 1], [100, 5], "forbid", "decks", "shown"]
        )
        return f"option {option} = {p['options'][option]!r}"
    if way == 10:
        p["elements"] = rng.choice(
            [rng.sample(ELEMENTS, n), [ELEMENTS[0]] * n, rng.sample(ELEMENTS, rng.randint(1, 4))]
        )
        return f"elements {p['elements']}"
    if way == 11:
        p["basepoint"] = rng.choice([None, *sorted(p["cards"])])
        return f"basepoint {p['basepoint']}"
    rng.choice(p["hands"]).reverse()
    return "a hand in another order"


def spoil_pending(p: Json, rng: random.Random) -> str:
    """Changes to faces, queue and now, many of them contradictory."""
    p.pop("to_act", None)
    serials = [card["no"] for card in p["board"]] or [0]
    n = len(p["elements"])
    sources = [
        (card["no"], index, ability)
        for card in p["board"]
        if card["card"] in p["cards"]
        for index, ability in enumerate(p["cards"][card["card"]].get("abilities", []))
    ]
    way = rng.randrange(8)
    if way == 0:
        p["faces"].append({"no": rng.choice([*serials, 77]), "seat": rng.choice([0, 1, n])})
        return f"faces {p['faces']}"
    if way == 1 and p["faces"]:
        if chance(rng, 0.5):
            p["faces"] = p["faces"] + p["faces"][:1]
        else:
            p["faces"] = p["faces"][1:]
        return f"faces {p['faces']}"
    if way == 2 and sources:
        no, index, _ = rng.choice(sources)
        seat = rng.randrange(n)
        entry = {"no": no, "ability": index, "event": rng.choice([None, *serials]), "actor": seat, "decider": seat}
        if chance(rng, 0.2):
            entry[rng.choice(sorted(entry))] = rng.choice([77, -1, n, None, True])
        p["queue"].append(entry)
        return f"queue {entry}"
    if way == 3 and p["now"]:
        key = rng.choice(sorted(p["now"]))
        p["now"][key] = rng.choice(
            [None, 0, 1, 2, 9, -1, *serials, "use", "target", "rotate", "relocate", "place", "start"]
        )
        return f"now.{key} = {p['now'][key]!r}"
    if way == 4 and p["now"]:
        p["now"]["stage"] = rng.choice(["use", "target", "rotate", "relocate", "place", "start"])
        p["now"]["subject"] = rng.choice([None, *serials])
        return f"now {p['now']}"
    if way == 5 and p["now"]:
        p["now"] = None
        return "now null"
    triggered = [source for source in sources if "do" in source[2]]
    if sources:
        no, index, ability = rng.choice(triggered if triggered and chance(rng, 0.9) else sources)
        seat = rng.randrange(n)
        effects = ability.get("do", [])
        number = rng.randrange(len(effects) + chance(rng, 0.15)) if effects else 0
        stages = ["use", "target", "rotate", "relocate", "place", "start"]
        if number < len(effects) and chance(rng, 0.7):
            verb = effects[number]["effect"]
            stages = [verb] if verb in ("rotate", "relocate", "place") else ["target"]
            stages += ["target", "use"]
        if p["phase"] not in ("resolve", "end"):
            p["phase"] = rng.choice(["resolve", "resolve", "end"])
        p["now"] = {
            "no": no,
            "ability": index,
            "event": rng.choice([None, no, *serials]),
            "actor": seat,
            "decider": rng.choice([seat, rng.randrange(n)]),
            "effect": number,
            "stage": rng.choice(stages),
            "subject": rng.choice([None, no, *serials]),
        }
        return f"now {p['now']}"
    p["queue"].append({})
    return "an empty queue entry"


def spoil_cards(p: Json, rng: random.Random) -> str:
    """Changes to one card definition."""
    card_id = rng.choice(sorted(p["cards"]))
    card = p["cards"][card_id]
    if card.get("abilities") and chance(rng, 0.6):
        path, box = rng.choice(list(containers({"abilities": card["abilities"]})))
        keys: list[Any] = list(box) if isinstance(box, dict) else list(range(len(box)))
        if not keys or chance(rng, 0.25):
            words = [
                "pick",
                "may",
                "to",
                "turns",
                "card",
                "target",
                "by",
                "cause",
                "kind",
                "element",
                "min",
                "face",
                "if",
            ]
            words += ["where", "placer", "decider", "against", "who", "vp", "text", "binary", "static"]
            if isinstance(box, dict):
                word = rng.choice(words)
                box[word] = rng.choice([junk(rng), ["star"], "all", "any", "me", True, "self", {"where": "any"}])
                return f"card {card_id}: {path} {word} = {box[word]!r}"
            box.append(junk(rng))
            return f"card {card_id}: more at {path}"
        key = rng.choice(keys)
        if chance(rng, 0.3):
            del box[key]
            return f"card {card_id}: without {(*path, key)}"
        box[key] = rng.choice(
            [
                junk(rng),
                "self",
                "event",
                "chosen",
                "line",
                "game_end",
                "turn_up",
                "place",
                "other",
                "all",
                99,
                -99,
                999,
                [],
            ]
        )
        return f"card {card_id}: {(*path, key)} = {box[key]!r}"
    way = rng.randrange(7)
    if way == 0:
        card["sides"] = rng.choice([["-"] * 3, ["n0", "-", "-", "-"], ["n01", "-", "-", "-"], ["k2", "-", "-", "-"]])
    elif way == 1:
        card["sides"][rng.randrange(4)] = rng.choice(["n100", "g", "-*", "k*", "f", "N1", "n1**", " -", "n1\n", "", 3])
    elif way == 2:
        card["vp"] = rng.choice([0, 1, 99, 100, -1, True])
    elif way == 3:
        card["cost"] = rng.choice([0, 999, 1000, -1, 1.5])
    elif way == 4:
        key = rng.choice(sorted(card))
        del card[key]
        return f"card {card_id}: without {key}"
    elif way == 5:
        card[rng.choice(["element", "level", "kind", "name", "abilities", "text", "set", "colour"])] = rng.choice(
            [None, "water", "gold", "star", "basepoint", [], "", 3]
        )
    else:
        p["cards"][rng.choice(["UP", "a-b", "", "ok_1", "a b"])] = copy.deepcopy(card)
    return f"card {card_id} spoiled: {card}"


def mutations(position: Json, rng: random.Random, count: int = 10) -> Iterator[tuple[str, Json]]:
    """Changed copies of a position, each with a few words that say what was done.

    Most break SE-12.2 or SE-12.3; some are still right, or only leave the normal form.
    """
    for _ in range(count):
        spoiled = copy.deepcopy(position)
        words = []
        for _ in range(rng.choice([1, 1, 1, 2])):
            spoil = rng.choice([spoil_anywhere, spoil_board, spoil_match, spoil_pending, spoil_pending, spoil_cards])
            try:
                words.append(spoil(spoiled, rng))
            except (KeyError, TypeError, AttributeError, IndexError, ValueError):
                break  # an earlier change took away what this one wanted to change
        if words:
            yield "; ".join(words), spoiled

"""What a seat may ask beside the rules: how the score comes about, what the planets will do, what would be good to do.

Everything is worked out from the seat's view and its copy of the events, in a worker process. Where a rule is needed a
world is drawn that agrees with both, and the rules are asked there: so no answer tells what the seat cannot know.
Answers are data; only reasons come as sentences, in all languages.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from orrery.bots.analysis import (
    ANALYSIS_LOOKS,
    HINTS,
    Decision,
    Early,
    Hint,
    alike,
    hint,
    ranked,
    settle,
    thinker,
    weigh,
)
from orrery.bots.bot import Clock, WallClock
from orrery.bots.reasons import Reason, reasons, sentence
from orrery.core.clause import LANGUAGES
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game
from orrery.games import game_named

DICE: Final = 0x41D7
"""Added to the number of a state for the dice of a hint: asked again it says the same."""
LOOKING: Final = 0.6
"""The share of the time that goes into the search; the rest is for the reasons."""
TURNS: Final = 3
"""So many planets' turns a forecast tells at most."""
HELP: Final = ("hint", "analysis")
"""Questions that search: they are for whoever decides, and take their time."""
FORETOLD: Final = ("vediic",)
"""Games whose course can be forecast."""


class Asked(Struct):
    """A question: what, of which game for how many seats, at which number, through whose eyes, and all that these have
    seen. `actions` are the legal ones if the seat is to act there, `word` is what it did there, to be judged.
    """

    what: str
    game: str
    seats: int
    number: int
    seat: int | None
    view: JsonObject
    seen: list[JsonObject]
    actions: list[str] = []
    word: str | None = None
    turns: int = TURNS


def told(asked: Asked, seconds: float) -> JsonObject:
    """The answer to a question."""
    game = game_named(asked.game)
    assert game is not None, asked.game
    if asked.what == "score":
        return score(game, asked)
    if asked.what == "forecast":
        return forecast(asked)
    clock = WallClock(max(0.0, seconds * LOOKING))
    return hints(game, asked, clock) if asked.what == "hint" else analysis(game, asked, clock)


# --- the score --------------------------------------------------------------------------------------------------------


def score(game: Game, asked: Asked) -> JsonObject:
    """How it stands, part by part."""
    if game.name == "space_editor":
        return picture_score(game, asked)
    if game.name == "five_spheres":
        return lords(game, asked)
    if game.name == "vediic":
        return enlightened(asked.view)
    scores = game.sample(asked.view, asked.seen, Fate(0)).result().scores or []
    return {"seats": [{"seat": seat, "score": points} for seat, points in enumerate(scores)]}


def picture_score(game: Game, asked: Asked) -> JsonObject:
    """Space Editor: the points of each seat with the stars and pairs that make them up, and the value of each star
    with the abilities that raise or lower it (SE-9).
    """
    from orrery.games.space_editor import scoring
    from orrery.games.space_editor.rules import SpaceEditorState

    world = game.sample(asked.view, asked.seen, Fate(0))
    assert isinstance(world, SpaceEditorState)
    values = scoring.values(world)
    cards, stones = world.setting.cards, world.universe.stones
    seats: list[JsonObject] = [{"seat": i, "score": n, "parts": []} for i, n in enumerate(scoring.scores(world))]

    def parts(slot: int) -> list[JsonObject]:
        owner = scoring.owner_of(world, slot)
        return seats[owner]["parts"] if owner >= 0 else []

    paired: set[int] = set()
    for pair in scoring.pairs(world, values):
        paired.update(pair)
        one, two = pair
        same = cards.element[stones[one].card] == cards.element[stones[two].card]
        if same:
            row = {"kind": "pair", "nos": [stones[one].no, stones[two].no], "points": values[one] * values[two]}
            parts(one).append(row)
            continue
        for mine, other in ((one, two), (two, one)):
            row = {"kind": "mixed", "nos": [stones[mine].no, stones[other].no], "points": -values[mine]}
            parts(mine).append(row)
    for slot, value in values.items():
        if slot not in paired:
            parts(slot).append({"kind": "single", "nos": [stones[slot].no], "points": value})
    return {"seats": seats, "stars": stars(world, asked.view, values)}


def stars(world: Any, view: JsonObject, values: dict[int, int]) -> list[JsonObject]:
    """Every placed star that the seat can see: what it is worth now, from which abilities, and why not if it counts for
    nothing.
    """
    slots = {stone.no: slot for slot, stone in enumerate(world.universe.stones)}
    found: list[JsonObject] = []
    for row in view["board"]:
        id = row["card"]
        if id is None or view["cards"][id]["kind"] != "star":
            continue
        slot = slots[row["no"]]
        counts = slot in values
        why = None if counts else "face_down" if not row["up"] else "void"
        found.append(
            {
                "no": row["no"],
                "x": row["x"],
                "y": row["y"],
                "card": id,
                "base": view["cards"][id].get("vp", 0),
                "value": values.get(slot, 0),
                "bonuses": bonuses(world, slot) if counts else [],
                "nothing": why,
            }
        )
    return found


def bonuses(world: Any, slot: int) -> list[JsonObject]:
    """SE-11.7c: the abilities that change what a star is worth: on which card, which of its abilities, by how much."""
    from orrery.games.space_editor.abilities import WORTH
    from orrery.games.space_editor.placing import covers_card

    cards, stones = world.setting.cards, world.universe.stones
    found: list[JsonObject] = []
    for source in world.universe.statics:
        card = stones[source].card
        for static in cards.statics[card]:
            if static.kind == WORTH and world.is_awake(source) and covers_card(world, static, source, slot):
                row = {"no": stones[source].no, "card": cards.ids[card], "ability": static.index, "vp": static.vp}
                found.append(row)
    return found


def lords(game: Game, asked: Asked) -> JsonObject:
    """Five Spheres: what each lord has (FS-11.3), the strengths of the creatures as they are now, and what the cards of
    the own hand cost now.
    """
    view = asked.view
    seats: list[JsonObject] = []
    if view["step"] == "assembly":
        return {"seats": seats, "creatures": [], "hand": []}
    for seat, lord in enumerate(view["seats"]):
        spheres: dict[str, int] = {}
        for row in lord["vault"]:
            for sphere in _spheres(view, row["card"]):
                spheres[sphere] = spheres.get(sphere, 0) + 1
        seats.append(
            {
                "seat": seat,
                "out": lord["out"],
                "towers": len([row for row in lord["fortress"] if row["kind"] == "tower"]),
                "creatures": len(lord["battlefield"]),
                "crystals": len(lord["vault"]),
                "spheres": spheres,
                "mana": max(lord["mana"], 0),
                "mana_all": lord["mana"] + lord["mana_spent"],
                "deck": _size(lord["deck"]),
                "hand": _size(lord["hand"]),
            }
        )
    world: Any = game.sample(view, asked.seen, Fate(0))
    return {"seats": seats, "creatures": creatures(world), "hand": hand(world, asked.seat)}


def _size(pile: Any) -> int:
    return pile if isinstance(pile, int) else len(pile)


def _spheres(view: JsonObject, card: str) -> list[str]:
    """The spheres of a card or of a back."""
    found: list[str] = card[1:].split("/") if card.startswith("?") else view["cards"][card]["spheres"]
    return found


def creatures(world: Any) -> list[JsonObject]:
    """FS-7.6: each creature's strength now, what it would be well and afflicted, and what is printed."""
    from orrery.games.five_spheres.reading import strength

    setting = world.setting
    found: list[JsonObject] = []
    for lord in world.lords:
        for piece in lord.battlefield:
            now, was = strength(world, piece), piece.afflicted
            piece.afflicted = False
            well = strength(world, piece)
            piece.afflicted = True
            ill = strength(world, piece)
            piece.afflicted = was
            down = piece.facedown
            printed = setting.generic_strength if down else piece.card.strength
            afflicted = setting.generic_afflicted if down else piece.card.afflicted
            found.append(
                {
                    "uid": piece.uid,
                    "seat": lord.seat,
                    "strength": now,
                    "well": well,
                    "afflicted": ill,
                    "printed": [printed, afflicted],
                }
            )
    return found


def hand(world: Any, seat: int | None) -> list[JsonObject]:
    """FS-6.5 to FS-6.7: what each card of the own hand costs now, either half and face down, and why it cannot be paid
    if it cannot (`no_mana`, `no_crystal`, `no_mana_no_crystal`).
    """
    from orrery.games.five_spheres.cards import GENERIC_COST
    from orrery.games.five_spheres.play_refusals import why_not_generic, why_not_pay
    from orrery.games.five_spheres.reading import cost_now

    if seat is None:
        return []
    lord = world.lords[seat]
    found: list[JsonObject] = []
    for index, card in enumerate(lord.hand):
        row: JsonObject = {"index": index, "card": card.id}
        for half, creature in (("creature", True), ("spell", False)):
            cost = cost_now(world, lord, card, creature)
            refusal = why_not_pay(world, lord, card, card.id, cost)
            row[half] = {"cost": cost, "missing": None if refusal is None else refusal.code}
        refusal = why_not_generic(world, card) or why_not_pay(world, lord, card, card.id, GENERIC_COST)
        row["generic"] = {"cost": GENERIC_COST, "missing": None if refusal is None else refusal.code}
        found.append(row)
    return found


def enlightened(view: JsonObject) -> JsonObject:
    """Vediic: points come from promoted pawns and enlightenment cards (VE-13.2)."""
    seats: list[JsonObject] = []
    for seat, player in enumerate(view["players"]):
        up, lights = player["pawns"].count("promoted"), player["enlightenment"]
        seats.append({"seat": seat, "score": 4 * up + lights, "promoted": up, "enlightenment": lights})
    return {"seats": seats}


# --- the planets ------------------------------------------------------------------------------------------------------


def forecast(asked: Asked) -> JsonObject:
    """Vediic: the coming planets' turns with all their chances, and what the planets activate where they stand now."""
    from orrery.games.vediic.forecast import forecast as foreseen
    from orrery.games.vediic.forecast import present

    now = present(asked.view)
    return {
        "now": None if now is None else now.as_json(),
        "turns": [outlook.as_json() for outlook in foreseen(asked.view, asked.turns)],
    }


# --- hints ------------------------------------------------------------------------------------------------------------


def hints(game: Game, asked: Asked, clock: Clock) -> JsonObject:
    """The best actions of a decision, the best first, each with the chance to win after it and what speaks for it."""
    dice = Fate(DICE + asked.number)
    found = hint(game, asked.view, asked.seen, asked.actions, dice, clock)
    looks = sum([one.visits for one in found]) or 1
    return {"hints": [hint_row(game, one, looks, asked.seats) for one in found]}


def hint_row(game: Game, one: Hint, looks: int, seats: int) -> JsonObject:
    """One action with its figures and its reasons."""
    return {
        "action": one.word,
        "chance": round(one.chance, 4),
        "visits": one.visits,
        "share": round(one.visits / looks, 4),
        "reasons": [reason.as_json() for reason in one.reasons],
        "why": said(game, one.reasons, one.chance, one.visits, seats),
    }


def said(game: Game, why: list[Reason], chance: float, visits: int, seats: int) -> dict[str, str]:
    """Reasons in sentences, one for each language."""
    return {lang: sentence(game.name, why, chance, visits, lang, seats) for lang in LANGUAGES}


def analysis(game: Game, asked: Asked, clock: Clock) -> JsonObject:
    """A decision looked at from all sides: its actions by what came of them, the best first, and if one was taken, what
    it lost against that best, and why.
    """
    bot = thinker(game, ANALYSIS_LOOKS)
    dice = Fate(DICE + asked.number)
    decision: Decision | None = None
    meant: str | None = None
    if asked.word is not None and len(asked.actions) > 1:
        number = asked.number + 1
        decision = weigh(bot, asked.view, asked.seen, asked.actions, asked.word, number, dice, clock)
        assert bot.last is not None
        meant = alike(bot.last, asked.word, dice.clone())
    else:
        open_one = bot.think(asked.view, asked.seen, asked.actions, dice, Early(clock))
        settle(open_one, open_one.findings()[0].visits, clock)
    search = bot.last
    assert search is not None
    best = ranked(search, meant)
    looks = sum([finding.visits for finding in search.findings()]) or 1
    rows: list[JsonObject] = []
    for i, finding in enumerate(best):
        if i == 0 and decision is not None and decision.reasons:
            why = decision.reasons  # the same as is said of what was taken
        else:
            other = best[1 if i == 0 else 0].word if len(best) > 1 else None
            why = reasons(search, finding.word, other, dice.clone(), game.name) if i < HINTS else []
        word = asked.word if asked.word is not None and finding.word == meant else finding.word
        rows.append(hint_row(game, Hint(word, finding.chance, finding.visits, why), looks, asked.seats))
    return {"options": len(asked.actions), "actions": rows, "taken": judged(game, decision, asked.seats)}


def judged(game: Game, decision: Decision | None, seats: int) -> JsonObject | None:
    """The judgement of the action that was taken; None where there is none."""
    if decision is None:
        return None
    why = said(game, decision.reasons, decision.best_chance, decision.best_visits, seats)
    return {**decision.as_json(), "why": why if decision.reasons else None}

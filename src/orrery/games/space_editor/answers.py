"""What people and programs ask of a position of Space Editor beside the rules: how the score comes about.

A world is drawn that agrees with what the seat knows, and the rules are asked there: what counts lies on the table for
all to see, so every such world gives the same answer.
"""

from __future__ import annotations

from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game
from orrery.games.space_editor.rules import scoring
from orrery.games.space_editor.rules.abilities import WORTH
from orrery.games.space_editor.rules.engine import SpaceEditorState
from orrery.games.space_editor.rules.placing import covers_card


def score(game: Game, view: JsonObject, seen: list[JsonObject]) -> JsonObject:
    """The points of each seat with the stars and pairs that make them up, and the value of each star with the abilities
    that raise or lower it (SE-9).
    """
    world = game.sample(view, seen, Fate(0))
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
    return {"seats": seats, "stars": stars(world, view, values)}


def stars(world: SpaceEditorState, view: JsonObject, values: dict[int, int]) -> list[JsonObject]:
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


def bonuses(world: SpaceEditorState, slot: int) -> list[JsonObject]:
    """SE-11.7c: the abilities that change what a star is worth: on which card, which of its abilities, by how much."""
    cards, stones = world.setting.cards, world.universe.stones
    found: list[JsonObject] = []
    for source in world.universe.statics:
        card = stones[source].card
        for static in cards.statics[card]:
            if static.kind == WORTH and world.is_awake(source) and covers_card(world, static, source, slot):
                row = {"no": stones[source].no, "card": cards.ids[card], "ability": static.index, "vp": static.vp}
                found.append(row)
    return found

"""What a card should cost: a formula that follows its strength, with weights in data/costs/<name>.toml. A set says by
which weights it is checked; one that does not, whatever it is called, by those of our set.

The cost of a card is the sum of four parts, rounded to a whole number, halves up:

- its level;
- its victory points;
- its sides: nuclear and gravity by value, kinetic by number (a first kinetic side is worth most), and a binary mark by
  the points of its star;
- its abilities. A triggered one is the sum of its effects, times how often its trigger comes, times how well its placer
  controls it, times a factor for each limit. An effect is its verb times its reach, narrowed by words on the target. A
  static one is its word times its reach, narrowed likewise.

Weights are exact decimals, so that no cost depends on how a machine rounds. For designers and for the check of a set.
"""

from __future__ import annotations

from fractions import Fraction
from importlib import resources
from typing import Final

from orrery.core.data import DataFault, JsonObject, is_integer, read_toml, shown

PACKAGE: Final = "orrery.games.space_editor"
MATCH_WORDS: Final = ("kind", "element", "level", "binary", "placer")


class Weights:
    """The weights of one set, asked for by their path; one that is missing or no number is a fault that names it."""

    def __init__(self, table: JsonObject, name: str) -> None:
        self.table = table
        self.name = name

    def number(self, path: str) -> Fraction:
        """A weight, exactly as written."""
        place: object = self.table
        for key in path.split("."):
            if not isinstance(place, dict) or key not in place:
                raise DataFault(self.name, f"the weight {path} is missing")
            place = place[key]
        if not is_integer(place) and not isinstance(place, float):
            raise DataFault(self.name, f"the weight {path} is {shown(place)}; right is a number")
        return Fraction(str(place))


WEIGHTS: dict[str, Weights] = {}
NO_COSTS: Final = "none"
"""What a set says whose costs follow no formula of ours."""


def weight_names() -> list[str]:
    """The weights that ship with the package, each by the set that it was made for."""
    place = resources.files(PACKAGE).joinpath("data").joinpath("costs")
    return sorted([file.name.removesuffix(".toml") for file in place.iterdir() if file.name.endswith(".toml")])


def weights_of(name: str) -> Weights | None:
    """Weights of the package by their name; None where a set has no formula."""
    if name == NO_COSTS:
        return None
    found = WEIGHTS.get(name)
    if found is None:
        file = f"{name}.toml"
        found = WEIGHTS[name] = Weights(read_toml(PACKAGE, "data", "costs", file), f"costs/{file}")
    return found


def cost_of(definition: JsonObject, weights: Weights) -> int:
    """SE-2.2: the cost of a card by the formula; a basepoint, which is in no deck, costs nothing."""
    if definition["kind"] == "basepoint":
        return 0
    vp = int(definition.get("vp", 0))
    total = weights.number(f"level.{definition['level']}") + weights.number("vp") * vp
    total += sides_price(definition["sides"], vp, weights)
    for row in definition.get("abilities", []):
        total += ability_price(row, weights)
    return int(total + Fraction(1, 2)) if total > 0 else 0


def sides_price(sides: list[str], vp: int, weights: Weights) -> Fraction:
    """What the sides add: energies by sort and value, and marks."""
    total = Fraction(0)
    kinetic = 0
    for side in sides:
        body = side.rstrip("*")
        if body == "k":
            kinetic += 1
        elif body == "-":
            total += weights.number("side.blank")
        else:
            sort = f"side.{body[0]}"
            total += weights.number(f"{sort}.base") + weights.number(f"{sort}.per_value") * int(body[1:])
        if side.endswith("*"):
            total += weights.number("side.mark.base") + weights.number("side.mark.per_vp") * vp
    if kinetic:
        total += weights.number("side.k.first") + weights.number("side.k.further") * (kinetic - 1)
    return total


def ability_price(row: JsonObject, weights: Weights) -> Fraction:
    """What an ability adds."""
    if "static" in row:
        return static_price(row, weights)
    when: JsonObject = row["when"]
    effects: list[JsonObject] = row["do"]
    price = sum([effect_price(effect, weights) for effect in effects], Fraction(0))
    price *= weights.number(f"trigger.{when['event']}") * control(row, weights)
    cause = str(when.get("cause", "any"))
    if cause != "any":
        price *= weights.number(f"narrow.cause.{cause}")
    if when.get("card"):
        price *= weights.number("narrow.card")
    for _ in row.get("if", []):
        price *= weights.number("narrow.condition")
    return price


def control(row: JsonObject, weights: Weights) -> Fraction:
    """SE-8.5: how well the placer controls a triggered ability."""
    when: JsonObject = row["when"]
    by = str(when.get("by", "anyone"))
    if by == "placer" or when["event"] == "game_end":
        return weights.number("control.own_act")
    if by == "other":
        return weights.number("control.others_act")
    return weights.number("control.own_choice" if row.get("decider") == "placer" else "control.open")


def effect_price(effect: JsonObject, weights: Weights) -> Fraction:
    """What one effect adds to its ability."""
    verb = str(effect["effect"])
    price = weights.number(f"verb.{verb}")
    to = weights.number(f"reach.{effect.get('to', 'any')}")
    if verb == "place":
        price *= to * narrowed(effect.get("card", {}), weights)
    else:
        target: JsonObject = effect["target"]
        price *= weights.number(f"reach.{target['where']}") * narrowed(target, weights)
        if verb == "relocate":
            price *= to
        if effect.get("pick", "one") == "all":
            price *= weights.number("verb.pick_all")
    return price * weights.number("verb.may") if effect.get("may", False) else price


def static_price(row: JsonObject, weights: Weights) -> Fraction:
    """SE-11.7: what a static ability adds."""
    if row["static"] == "forbid":
        price = weights.number("static.forbid") * weights.number(f"reach.{row['where']}")
        binds_placer = row.get("who", "anyone") != "other"
        price *= narrowed(row.get("card", {}), weights)
        return price * weights.number("control.open") if binds_placer else price
    target: JsonObject = row["target"]
    reach = weights.number(f"reach.{target['where']}")
    if row["static"] == "worth":
        words: JsonObject = dict(target)
        words.pop("kind", None)
        return weights.number("static.worth") * int(row["vp"]) * reach * narrowed(words, weights)
    against: list[str] = row["against"]
    price = sum([weights.number(f"static.protect.{thing}") for thing in against], Fraction(0))
    cause = str(row.get("cause", "any"))
    if cause != "any":
        price *= weights.number(f"static.protect.{cause}")
    return price * reach * narrowed(target, weights)


def narrowed(match: JsonObject, weights: Weights) -> Fraction:
    """The factor for words that narrow the cards meant."""
    return weights.number("narrow.target") if any(word in match for word in MATCH_WORDS) else Fraction(1)

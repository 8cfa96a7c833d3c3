"""The blank of a card: what its costs buy of nothing but the plainest things, for whoever wants to know what a card is
worth beyond a filler (the lab's swap value).

A blank has the spheres, the code and the costs of its card, so it is paid for, crystallised and found in decks as the
card is, and its race and keyword, for which other cards may look. By FS-16.2 both halves are exactly in balance:

- its creature has no ability, and as much strength as the budget of its cost (one more where the card is inverted, and
  it is so too: an inverted half may lie face down and be unveiled);
- its spell is an instant that draws cards for its lord, one for each point of its cost: by FS-16.3 a card is worth 2,
  and so is a point of cost.
"""

from __future__ import annotations

from orrery.core.data import JsonObject
from orrery.games.five_spheres.cards.balance import judge

KEPT: tuple[str, ...] = ("name", "cost", "race", "keyword", "inverted")
"""What a creature half keeps."""


def blank_of(card: JsonObject) -> JsonObject:
    """The definition of a card's blank."""
    creature: JsonObject = {key: card["creature"][key] for key in KEPT if key in card["creature"]}
    creature["strength"] = judge(card).creature.budget
    spell: JsonObject = {key: card["spell"][key] for key in ("name", "cost") if key in card["spell"]}
    spell["type"] = "instant"
    spell["do"] = [{"do": "draw", "whose": "own", "n": card["spell"]["cost"]}]
    return {**card, "creature": creature, "spell": spell}

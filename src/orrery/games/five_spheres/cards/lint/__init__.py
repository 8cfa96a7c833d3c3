"""Slips of the pen on valid cards: words that the rules allow although they can never do anything, or would never end.

For designers. The grammar takes the rules literally, and a match is played with whatever it accepts; here is what no
designer can have meant: references to cards that cannot be there, abilities that cannot fire, conditions and filters
that never or always hold, numbers that do nothing, chains that only the referee cuts. What might make sense on a table
is no slip. The cards have passed the grammar.
"""

from orrery.games.five_spheres.cards.lint.linter import lint_card, lint_cards
from orrery.games.five_spheres.cards.lint.scenes import Lore
from orrery.games.five_spheres.cards.lint.slips import Slip

__all__ = ["Lore", "Slip", "lint_card", "lint_cards"]

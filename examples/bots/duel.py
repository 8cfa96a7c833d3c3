"""A duel: is the bot of scorer.py better than luck? Two matches with each seed, one from either side.

python examples/bots/duel.py
"""

from scorer import Scorer

from orrery import duel

print(duel(Scorer, "random", "space_editor", {"mode": "half"}, seeds=5))

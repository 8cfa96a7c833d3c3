"""A bot in twenty lines: it imagines one world that fits all its seat has seen, and takes the action that scores best.

orrery ladder space_editor --players examples/bots/scorer.py:Scorer,random --matches 20
"""

from orrery import Bot


class Scorer(Bot):
    """Takes the action after which its seat leads by most."""

    def choose(self, view, seen, actions, fate, clock):
        world = self.game.sample(view, seen, fate)
        return max(actions, key=lambda word: self.lead(world.clone(), word, view["to_act"]))

    def lead(self, world, word, seat):
        world.act(world.read(word))
        scores = world.result().scores
        return scores[seat] - max(scores[:seat] + scores[seat + 1 :]) if scores else 0

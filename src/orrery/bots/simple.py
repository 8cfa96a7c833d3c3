"""Two simple players: one without a thought, one that looks a single action ahead."""

from __future__ import annotations

from orrery.bots.bot import Bot, Clock
from orrery.bots.value import lead
from orrery.core.data import JsonObject
from orrery.core.fate import Fate


class RandomBot(Bot):
    """Any legal action, each alike."""

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        return fate.pick(actions)


class GreedyBot(Bot):
    """The action after which the seat leads by most, in a world drawn from what the seat knows; ties by lot.

    Out of time it takes the best action that it has looked at.
    """

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        if len(actions) == 1:
            return actions[0]
        world = self.game.sample(view, seen, fate)
        seat = view["to_act"]
        order = list(actions)
        fate.shuffle(order)
        best, best_lead = order[0], float("-inf")
        for word in order:
            if clock.left() <= 0:
                break
            action = world.read(word)
            if action is None:
                continue
            after = world.clone()
            after.act(action)
            value = lead(after, seat)
            if value > best_lead:
                best, best_lead = word, value
        return best


SIMPLE: dict[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot}

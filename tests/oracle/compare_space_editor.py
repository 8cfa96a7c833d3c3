"""Compares two referees of Space Editor, decision by decision, in random matches.

    python tests/oracle/compare_space_editor.py --matches 100 --seed 1 -- COMMAND [ARGS...]

compares the naive referee, in this process, with any command that speaks the referee protocol on stdin and stdout.
"""

import copy
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from oracle.comparing import Comparison, RefereeProcess, compare_many, read_words
from oracle.protocol import Json, Referee
from oracle.random_space_editor import mutations, random_position, random_start, spoiled_starts
from oracle.space_editor_naive import GAME, Card, NaiveSpaceEditor, Picture


class CountingSpaceEditor(NaiveSpaceEditor):
    """The naive referee, and how often each word of the rules did something."""

    def __init__(self, card_set: Json | None = None) -> None:
        super().__init__(card_set)
        self.tally: Counter[str] = Counter()

    def tell(self, event: str, **fields: Any) -> None:
        """Counts events, and the triggers of queued abilities."""
        super().tell(event, **fields)
        self.tally[f"event {event}"] += 1
        if event in ("turned_down", "turned_up"):
            for rule in fields["rules"] or ["by ability"]:
                self.tally[f"rule {event} {rule}"] += 1
        if event == "triggered":
            when = self.p["cards"][fields["card"]]["abilities"][fields["ability"]]["when"]
            self.tally[f"when {when['event']}"] += 1
        if event in ("fizzled", "declined"):
            self.tally[f"{event} {self.now_effect()[1]['effect']}"] += 1

    def take_subject(self) -> None:
        """Counts verbs that are used, with the place of their subject."""
        _, effect = self.now_effect()
        self.tally[f"verb {effect['effect']}"] += 1
        if "target" in effect:
            self.tally[f"where {effect['target']['where']}"] += 1
            if effect.get("pick", "one") == "all":
                self.tally["pick all"] += 1
        super().take_subject()

    def is_protected(self, picture: Picture, card: Card, thing: str, cause: str) -> bool:
        """Counts protection that held."""
        held = super().is_protected(picture, card, thing, cause)
        if held and thing == "turn_down" and card["guard"] >= self.p["turn"]:
            self.tally["guard held"] += 1
        elif held:
            self.tally[f"static protect against {thing} by {cause}"] += 1
        return held

    def is_forbidden(self, others: Picture, card: Card, actor: int) -> bool:
        """Counts cells that were barred."""
        barred = super().is_forbidden(others, card, actor)
        self.tally["static forbid"] += barred
        return barred

    def worth(self, star: Card) -> int:
        """Counts stars whose value was changed."""
        value = super().worth(star)
        self.tally["static worth"] += value != self.definition(star).get("vp", 0)
        return value

    def holds(self, condition: Json, card: Card, event: int | None, decider: int) -> bool:
        """Counts conditions, kept and failed."""
        held = super().holds(condition, card, event, decider)
        self.tally[f"condition {condition['cond']} {'held' if held else 'failed'}"] += 1
        return held


# -------------------------------------------------------------------------------------------------------- invariants


def check_invariants(position: Json, cards_in_all: int | None) -> int:
    """What must hold in every position whatever the rules in detail; gives the number of cards in the match."""
    board = position["board"]
    w, h = position["options"]["table"]
    assert [(c["x"], c["y"]) for c in board] == sorted({(c["x"], c["y"]) for c in board}), "board order or a cell twice"
    assert len({c["no"] for c in board}) == len(board), "serial numbers"
    for card in board:
        assert -(w // 2) <= card["x"] <= w - 1 - w // 2 and -(h // 2) <= card["y"] <= h - 1 - h // 2, "off the table"
        assert card["turn"] <= position["turn"] and 0 <= card["r"] <= 3
        for mark in ("guard", "silence"):
            assert card[mark] == 0 or card[mark] >= position["turn"], "a mark that has run out"
    for hand in position["hands"]:
        assert hand == sorted(hand), "hand order"
    used = [(u[0], u[1], -1 if u[2] is None else u[2]) for u in position["used"]]
    assert used == sorted(set(used)), "used"
    if position["phase"] not in ("resolve", "end"):
        assert not position["faces"] and not position["queue"] and position["now"] is None, "pending"
    if position["now"] is not None:
        assert (position["now"]["stage"] == "start") == bool(position["faces"]), "stage start"
    bases = sum(1 for c in board if position["cards"][c["card"]]["kind"] == "basepoint")
    piles = [pile for name in ("hands", "decks", "discards") for pile in position[name]]
    count = len(board) - bases + sum(len(pile) for pile in piles)
    assert cards_in_all is None or count == cards_in_all, "a card was lost or made"
    return count


# ----------------------------------------------------------------------------------------------------------- matches


def neighbours(action: str, position: Json) -> int:
    """How many cards the cell of a placement touches."""
    words = action.split(" ")
    x, y = (int(number) for number in words[-2].split(","))
    cells = {(card["x"], card["y"]) for card in position["board"]}
    return sum((x + dx, y + dy) in cells for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)))


def liveliness(action: str, position: Json) -> int:
    """How much an action sets going, tried out by the naive referee; this only steers the choice of actions."""
    trial = NaiveSpaceEditor()
    trial.p = {key: value if key == "cards" else copy.deepcopy(value) for key, value in position.items()}
    trial.decide(action.split(" "))
    trial.go_on()
    weights = {"triggered": 3, "turned_down": 1, "turned_up": 2, "relocated": 1, "fizzled": -1, "stuck": -3}
    return sum(weights.get(event["event"], 0) for event in trial.log)


def choose(actions: list[str], position: Json, rng: random.Random) -> str:
    """One of the actions; lively ones, full corners and everything but `place` and `pass` are preferred."""
    if len(actions) > 1 and rng.random() < 0.4:
        sample = rng.sample(actions, min(10, len(actions)))
        return max(sample, key=lambda action: liveliness(action, position))
    rare = [action for action in actions if not action.startswith(("place", "pass"))]
    if rare and rng.random() < 0.7:
        return rng.choice(rare)
    puts = [action for action in actions if action.startswith(("place", "relocate"))]
    if puts and rng.random() < 0.6:
        sample = rng.sample(puts, min(12, len(puts)))
        most = max(neighbours(action, position) for action in sample)
        return rng.choice([action for action in sample if neighbours(action, position) == most])
    if puts and rng.random() < 0.3:
        kinds = {action: position["cards"].get(action.split(" ")[1], {}).get("kind") for action in puts}
        able = [action for action in puts if kinds[action] == "ability"]
        if able:
            return rng.choice(able)
    return rng.choice(actions)


def wrong_action(actions: list[str], rng: random.Random) -> str:
    """An action that is not in the list, mostly close to one that is."""
    text = rng.choice(actions) if actions else "pass"
    while True:
        way = rng.randrange(7)
        if way == 0:
            wrong = text + " "
        elif way == 1:
            wrong = text.replace(" r", " r0", 1)
        elif way == 2:
            wrong = text.replace(",", ",+", 1)
        elif way == 3:
            at = rng.randrange(len(text) + 1)
            wrong = text[:at] + rng.choice("0123456789-, abcr") + text[at:]
        elif way == 4:
            at = rng.randrange(len(text))
            wrong = text[:at] + text[at + 1 :]
        elif way == 5:
            wrong = rng.choice(["pass", "use", "", "end", "discard", "basepoint 0,0", "target 0,0", "rotate 0,0 r0"])
        else:
            wrong = text.upper()
        if wrong not in actions:
            return wrong
        text += "x"


class SpaceEditorComparison(Comparison):
    """A match of Space Editor on two sides."""

    wrong_action = staticmethod(wrong_action)
    mutations = staticmethod(mutations)
    spoiled_starts = staticmethod(spoiled_starts)
    total: int | None = None
    """How many cards the match has, once that is known."""

    def seats(self, position: Json) -> int:
        return len(position["elements"])

    def choose(self, actions: list[str], position: Json) -> str:
        return choose(actions, position, self.rng)

    def check_invariants(self, position: Json, actions: list[str], over: bool) -> None:
        self.total = check_invariants(position, self.total)
        assert bool(actions) != over, "no action, or actions after the end"


def compare_match(
    left: Referee,
    right: Referee,
    start: Json,
    rng: random.Random,
    max_actions: int = 400,
    label: str = "",
    mutation_share: float = 0.05,
    tally: Counter[str] | None = None,
) -> int:
    """Plays one random match on both sides and compares everything after each action; gives the number of actions."""
    return SpaceEditorComparison(left, right, rng, label, mutation_share, tally).play(start, max_actions)


def main() -> None:
    """Compares the naive referee with a command in many random matches and reports what occurred."""
    parser = read_words(__doc__, 400, 0.05)
    parser.add_argument("command", nargs="+")
    arguments = parser.parse_args()
    left, right = CountingSpaceEditor(), RefereeProcess(arguments.command, GAME)

    def compare(rng: random.Random, label: str) -> int:
        start = random_start(rng) if rng.random() < 0.5 else {"position": random_position(rng)}
        return compare_match(left, right, start, rng, arguments.max_actions, label, arguments.mutations, left.tally)

    agreed = compare_many(arguments, compare, left.tally)
    right.close()
    sys.exit(0 if agreed else 1)


if __name__ == "__main__":
    main()

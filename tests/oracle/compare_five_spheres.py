"""Compares two referees of Five Spheres, decision by decision, in random matches.

    python tests/oracle/compare_five_spheres.py --matches 100 --seed 1 -- COMMAND [ARGS...]

compares the naive referee, in this process, with any command that speaks the referee protocol on stdin and stdout.
Without a command the naive referee plays alone (with --coverage: which words of the language did something).
"""

import argparse
import copy
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from oracle.compare import Difference, RefereeProcess, difference, outcome
from oracle.five_spheres_naive import (
    BYS,
    COUNT_WHOSE,
    EVENTS,
    FILTER_KEYS,
    GRANTS,
    PASSIVES,
    PICKS,
    REFS,
    SEARCHED,
    SPELL_TYPES,
    STATUSES,
    TARGET_VERBS,
    WHOSE,
    ZONES,
    NaiveFiveSpheres,
    Server,
    default_by,
    default_pick,
)
from oracle.random_five_spheres import (
    mutations,
    played_position,
    random_position,
    random_start,
    spoiled_starts,
)

Json = dict[str, Any]


class Referee(Protocol):
    """What both sides of a comparison must offer. Refusals are exceptions with the protocol's word in `code`."""

    def new(self, options: Any, seed: Any, fate: Any = None) -> Json: ...

    def load(self, position: Any, seed: Any = 0) -> Json: ...

    def position(self) -> Json: ...

    def view(self, seat: Any) -> Json: ...

    def actions(self) -> list[str]: ...

    def to_act(self) -> int | None: ...

    def act(self, text: Any) -> list[Json]: ...

    def events(self, seat: Any) -> list[Json]: ...

    def result(self) -> tuple[bool, Any, list[int]]: ...


class FiveSpheresProcess(RefereeProcess):
    """A referee of Five Spheres behind the protocol."""

    def new(self, options: Any, seed: Any, fate: Any = None) -> Json:
        """Op new."""
        extra = {} if fate is None else {"fate": fate}
        position: Json = self.ask(op="new", game="five_spheres", options=options, seed=seed, **extra)["position"]
        self.taken = 0
        return position

    def load(self, position: Any, seed: Any = 0) -> Json:
        """Op load."""
        loaded: Json = self.ask(op="load", position=position, seed=seed)["position"]
        self.taken = 0
        return loaded

    def act(self, text: Any) -> list[Json]:
        """Op act."""
        return super().act(text)


# ----------------------------------------------------------------------------------------------------------- coverage


class CountingFiveSpheres(NaiveFiveSpheres):
    """The naive referee, and how often each word of the language did something."""

    def __init__(self) -> None:
        super().__init__()
        self.tally: Counter[str] = Counter()

    def tell(self, event: str, **fields: Any) -> None:
        """Counts events and moves."""
        super().tell(event, **fields)
        self.tally[f"event {event}"] += 1
        if event == "move":
            self.tally[f"move {fields['verb']} {fields['from']} to {fields['to']}"] += 1
        if event == "battle":
            self.tally[f"battle {fields['outcome']}"] += 1

    def do_with_card(
        self, program: Json, effect: Json, verb: str, selector: Json, place: Json, amount: int
    ) -> tuple[Json | None, bool]:
        """Counts verbs that changed something."""
        moved, changed = super().do_with_card(program, effect, verb, selector, place, amount)
        if changed:
            self.tally[f"verb {verb}"] += 1
            if verb == "grant":
                self.tally[f"grant {effect['passive']}"] += 1
            if "ref" in selector:
                self.tally[f"target ref {selector['ref']}"] += 1
            else:
                pick = default_pick(selector)
                self.tally[f"pick {pick}"] += 1
                self.tally[f"zone {selector['zone']}"] += 1
                if "search" in selector:
                    self.tally[f"search {selector['zone']} {pick}"] += 1
                if isinstance(selector.get("n"), dict):
                    self.tally["n from a number object"] += 1
        return moved, changed

    def by_fits(self, ability: Json, source: Json, when: str, lord: int, subject: Json | None) -> bool:
        """Counts abilities that fit their event."""
        fits = super().by_fits(ability, source, when, lord, subject)
        if fits:
            self.tally[f"when {when}"] += 1
            self.tally[f"by {ability.get('by', default_by(when, source['kind']))}"] += 1
            self.tally[f"trigger of {source['kind']}"] += 1
        return fits

    def passives_on(self, creature: Json, word: str) -> Iterator[tuple[Json, Json]]:
        """Counts passives that act on a creature."""
        for context, ability in super().passives_on(creature, word):
            self.tally[f"passive {word}"] += 1
            self.tally[f"scope {ability.get('scope', 'default')}"] += 1
            yield context, ability

    def is_during(self, during: str, uid: int) -> bool:
        """Counts `during`."""
        found = super().is_during(during, uid)
        self.tally[f"during {during}"] += found
        return found

    def key_fits(self, place: Json, key: str, value: Any, context: Json, searched: bool) -> bool:
        """Counts filter keys that fitted, and that did not."""
        found = super().key_fits(place, key, value, context, searched)
        self.tally[f"filter {key} {'fits' if found else 'fails'}"] += 1
        if key == "status" and found:
            for word in value:
                self.tally[f"status {word}"] += 1
        return found

    def matches(self, place: Json, matching: Json, context: Json, searched: bool, verb: str | None) -> bool:
        """Counts `matching` that fitted, and that did not."""
        found = super().matches(place, matching, context, searched, verb)
        self.tally[f"filter matching {'fits' if found else 'fails'}"] += 1
        if found:
            self.tally[f"matching {matching.get('by', 'both')}"] += 1
        return found

    def holds(self, condition: Json | None, context: Json) -> bool:
        """Counts conditions."""
        found = super().holds(condition, context)
        if condition:
            self.tally[f"condition {next(iter(condition))} {found}"] += 1
        return found

    def number(self, number: Any, context: Json) -> int:
        """Counts numbers other than 0 that were worked out."""
        value = super().number(number, context)
        if isinstance(number, dict) and value:
            self.tally[f"number {number.get('var', 'count')}"] += 1
        return value

    def refer(self, ref: str, context: Json) -> list[Json]:
        """Counts references that meant something."""
        found = super().refer(ref, context)
        self.tally[f"ref {ref}"] += bool(found)
        if found and found[0]["place"] == "groove":
            self.tally[f"ref {ref} in the groove"] += 1
        return found

    def lords_meant(self, whose: Any, seat: int) -> list[int]:
        """Counts `whose`."""
        found = super().lords_meant(whose, seat)
        if isinstance(whose, str):
            self.tally[f"whose {whose}"] += bool(found)
        return found

    def end_effect(self, program: Json, last: list[int], did: int) -> None:
        """Counts draw, shuffle, replace and evoke."""
        verb = program["do"][0]["do"]
        if verb in ("draw", "shuffle", "replace", "evoke") and (did or verb == "shuffle"):
            self.tally[f"verb {verb}"] += 1
        super().end_effect(program, last, did)

    def play_spell(self, place: Json, verb: str, host: int | None) -> None:
        """Counts spells played."""
        self.tally[f"spell {self.card(place['card'])['spell']['type']} {verb}"] += 1
        super().play_spell(place, verb, host)

    def mana_cost(self, seat: int, card_id: str, half: str) -> int:
        """Counts costs that were changed."""
        cost = super().mana_cost(seat, card_id, half)
        if half in ("creature", "spell"):
            self.tally["passive cost"] += cost != self.card(card_id)[half]["cost"]
        return cost

    def mana(self, seat: int) -> int:
        """Counts mana that was changed."""
        mana = super().mana(seat)
        self.tally["passive mana"] += mana + self.seat(seat)["mana_spent"] != len(self.seat(seat)["vault"])
        return mana


def wanted_words() -> list[str]:
    """Everything that random matches should reach."""
    return [
        *(f"verb {verb}" for verb in (*TARGET_VERBS, "draw", "shuffle", "replace")),
        *(f"when {when}" for when in EVENTS),
        *(f"by {by}" for by in BYS),
        *(f"trigger of {kind}" for kind in ("creature", "attached", "active", "hidden")),
        *(f"passive {word}" for word in PASSIVES if word != "ward"),
        *(f"scope {word}" for word in ("this", "own", "others", "opponents", "default")),
        *(f"during {word}" for word in ("always", "attack", "block", "defend")),
        *(f"grant {word}" for word in GRANTS),
        *(f"pick {pick}" for pick in PICKS),
        *(f"zone {zone}" for zone in (*ZONES, "attached")),
        *(f"search {zone} {pick}" for zone in SEARCHED for pick in PICKS if pick != "top"),
        *(f"whose {whose}" for whose in {*WHOSE, *COUNT_WHOSE}),
        *(f"filter {key} {how}" for key in FILTER_KEYS for how in ("fits", "fails")),
        *(f"matching {by}" for by in ("sphere", "cost", "both", "race", "keyword")),
        *(f"status {status}" for status in STATUSES),
        *(
            f"condition {word} {how}"
            for word in ("count", "is", "turn", "more", "did", "not", "all", "any")
            for how in (True, False)
        ),
        *(f"number {word}" for word in ("count", "creature_cost", "spell_cost", "strength")),
        *(f"ref {ref}" for ref in REFS),
        *(f"target ref {ref}" for ref in REFS),
        *("ref this in the groove", "ref subject in the groove", "n from a number object"),
        *(f"spell {kind} {verb}" for kind in SPELL_TYPES for verb in ("cast", "retaliate")),
        *(f"event {event}" for event in ("ward", "deckout", "loop_cut", "lord_destroyed", "over", "unveil", "search")),
        *(f"event {event}" for event in ("evoke", "siege", "use", "block", "noblock", "noretaliate", "split", "drop")),
        *(f"battle {word}" for word in ("attacker", "defender", "tie")),
    ]


# ------------------------------------------------------------------------------------------------- pictures, invariants


def picture_of(referee: Referee, loose: bool = False) -> Json:
    """Everything that can be asked of a match, as one value. loose: without the insides of `assembly`."""
    position = referee.position()
    seats = [*range(len(position["seats"])), None]
    over, scores, winners = referee.result()
    picture: Json = {
        "position": position,
        "to_act": referee.to_act(),
        "actions": referee.actions(),
        "events": {str(seat): referee.events(seat) for seat in seats},
        "views": {str(seat): referee.view(seat) for seat in seats},
        "result": {"over": over, "scores": scores, "winners": winners},
    }
    return without_assembly(picture) if loose else picture


def without_assembly(value: Any) -> Any:
    """A value in which the object `assembly` of positions tells only its method and whose turn it is."""
    if isinstance(value, dict):
        found = {key: without_assembly(inner) for key, inner in value.items()}
        assembly = found.get("assembly")
        if isinstance(assembly, dict):
            found["assembly"] = {key: assembly.get(key) for key in ("method", "to_pick")}
        return found
    return [without_assembly(inner) for inner in value] if isinstance(value, list) else value


def held(seat: Json) -> list[str]:
    """FS-2.2: all cards of a lord, sorted."""
    cards = [card for zone in ("deck", "hand", "trash", "groove", "removed") for card in seat[zone]]
    for zone in ("battlefield", "fortress", "vault", "casting"):
        for entry in seat[zone]:
            cards += [entry["card"], *(under["card"] for under in entry.get("attached", []))]
    return sorted(cards)


def check_invariants(position: Json, actions: list[str], over: bool, kept: list[list[str]] | None) -> None:
    """What must hold in every position whatever the rules in detail: FS-2.2, uids, and the game goes on."""
    if kept is not None and position["step"] != "assembly":
        for number, seat in enumerate(position["seats"]):
            assert held(seat) == kept[number], f"the cards of seat {number} have changed"
    uids = []
    for seat in position["seats"]:
        for zone in ("battlefield", "fortress", "vault", "casting"):
            for entry in seat[zone]:
                uids += [entry["uid"], *(under["uid"] for under in entry.get("attached", []))]
        if seat["out"]:
            assert held(seat) == sorted(seat["removed"]), "a destroyed lord holds cards"
    assert len(set(uids)) == len(uids) and all(uid < position["next_uid"] for uid in uids), "uids"
    assert over == (position["step"] == "over") == (position["to_act"] is None), "over and to_act"
    assert bool(actions) != over, "no action, or actions after the end"
    assert actions == sorted(set(actions)), "order of the actions"
    if position["pending"] is not None:
        assert position["pending"]["seat"] == position["to_act"], "pending"
    if not position["programs"]:
        assert not any(seat["casting"] for seat in position["seats"]) or kept is None, "a card is left in casting"


# ----------------------------------------------------------------------------------------------- the choice of actions


def shape(action: str) -> str:
    """The kind of an action."""
    words = action.split(" ")
    if words[0] == "attack":
        return "attack fortress" if words[2] == "fortress" else "attack creature"
    if words[0] == "target":
        return "target " + ("none" if words[1] == "none" else words[1][0] if "." not in words[1] else words[1][3])
    return words[0] + (" at" if "at" in words else "")


WEIGHTS = {"end": 0.12, "trashhand": 0.15, "noretaliate": 0.2, "noblock": 0.7, "target none": 0.4, "crystal2": 0.3}


class Chooser:
    """Picks actions in one match, so that things happen: the step is seldom closed while something can be done."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.pace = rng.choice([0.3, 1.0, 1.0, 4.0])

    def choose(self, actions: list[str]) -> str:
        """One of the actions."""
        rng = self.rng
        if rng.random() < 0.1:
            return rng.choice(actions)
        kinds = sorted({shape(action) for action in actions})
        weights = [WEIGHTS.get(kind, 1.0) * (self.pace if kind in WEIGHTS else 1.0) for kind in kinds]
        kind = rng.choices(kinds, weights)[0]
        return rng.choice([action for action in actions if shape(action) == kind])


def wrong_action(actions: list[str], rng: random.Random) -> str:
    """An action that is not in the list, mostly close to one that is."""
    bare = ["pass", "end", "keep", "noblock", "noretaliate", "", "target none", "trashhand", "crystal h0", "pick m0"]
    more = ["summon h0", "cast h0", "target u1", "target p1", "attack u1 fortress 1", "use u1", "pay e0", "destroy u1"]
    text = rng.choice(actions) if actions else "end"
    while True:
        way = rng.randrange(6)
        if way == 0:
            wrong = text + rng.choice([" ", "\n", " 0", ",e1", " at u1", "0"])
        elif way == 1:
            wrong = " " + text
        elif way == 2:
            at = rng.randrange(len(text) + 1)
            wrong = text[:at] + rng.choice("0123456789-, uhep") + text[at:]
        elif way == 3:
            at = rng.randrange(len(text))
            wrong = text[:at] + text[at + 1 :]
        elif way == 4:
            wrong = rng.choice([*bare, *more])
        else:
            wrong = text.upper()
        if wrong not in actions:
            return wrong
        text += "x"


# ----------------------------------------------------------------------------------------------------------- matches


def compare_match(
    left: Referee,
    right: Referee | None,
    start: Json,
    rng: random.Random,
    max_actions: int = 400,
    label: str = "",
    mutation_share: float = 0.03,
    tally: Counter[str] | None = None,
    loose: bool = False,
) -> int:
    """Plays one random match on both sides and compares everything after each action; gives the number of actions.

    start is {"options", "seed", "fate" (optional)} for `new`, or {"position", "seed"} for `load`. label names the match
    in the message of a difference. mutation_share is how often spoiled positions are tried. tally counts kinds of
    actions and endings. loose: the insides of `assembly` are not compared. Without a right side only the invariants
    are checked.
    """
    tally = Counter() if tally is None else tally
    other_side: Referee = left if right is None else right
    step = 0
    action = "start"
    before: Json | None = None
    chooser = Chooser(rng)

    def agree(what: str, one: Any, other: Any, **more: Any) -> None:
        if loose:
            one, other = without_assembly(one), without_assembly(other)
        found = difference(one, other)
        if found:
            case = {"start": start, "step": step, "before": before, "action": action, "left": one, "right": other}
            raise Difference(f"{label} step {step}, {action}: {what}: left | right differ at {found}", case | more)

    def begin(referee: Referee, how: Json) -> Json:
        if "position" in how:
            return referee.load(copy.deepcopy(how["position"]), how["seed"])
        return referee.new(how["options"], how["seed"], how.get("fate"))

    def both(ask: Any) -> tuple[list[Any], list[Any]]:
        one = outcome(lambda: ask(left))
        return one, one if right is None else outcome(lambda: ask(right))

    def pictures() -> tuple[Json, Json]:
        one = picture_of(left, loose)
        return one, one if right is None else picture_of(other_side, loose)

    def load_both(position: Json) -> None:
        seed = rng.randrange(2**64)
        sides = [("left", left)] if right is None else [("left", left), ("right", right)]
        for side, referee in sides:
            agree(f"{side} load(position())", position, referee.load(copy.deepcopy(position), seed))
            agree(f"{side} events after load", [], referee.events(None))

    def try_mutations(position: Json) -> None:
        for words, spoiled in mutations(position, rng, 6):
            one, other = both(lambda side, s=spoiled: side.load(copy.deepcopy(s)))
            tally[f"spoiled position {one[0]}"] += 1
            agree(f"load with {words}", one, other, spoiled=spoiled)
            if one[0] == "refused":
                continue
            again, again_right = pictures()
            agree(f"after load with {words}", again, again_right, spoiled=spoiled)
            for _ in range(3):
                listed = again["actions"]
                if not listed:
                    break
                move = chooser.choose(listed)
                one, other = both(lambda side, m=move: side.act(m))
                agree(f"{move} after load with {words}", one, other, spoiled=spoiled)
                again, again_right = pictures()
                agree(f"after {move} after load with {words}", again, again_right, spoiled=spoiled)

    if "options" in start and rng.random() < mutation_share * 6:
        for words, spoiled in spoiled_starts(start, rng, 5):
            one, other = both(lambda side, s=spoiled: begin(side, s))
            tally[f"spoiled new {one[0]}"] += 1
            agree(f"new with {words}", one, other, spoiled=spoiled)
    one, other = both(lambda side: begin(side, start))
    agree("start", one, other)
    if one[0] == "refused":
        tally["start refused"] += 1
        return 0
    kept: list[list[str]] | None = None
    while True:
        seen, seen_right = pictures()
        for what in ("position", "to_act", "actions", "events", "views", "result"):
            agree(what, seen[what], seen_right[what])
        position, actions = left.position(), seen["actions"]
        if kept is None and position["step"] != "assembly":
            kept = [held(seat) for seat in position["seats"]]
        try:
            check_invariants(position, actions, seen["result"]["over"], kept)
        except AssertionError as fault:
            raise Difference(f"{label} step {step}, {action}: invariant: {fault}", {"position": position}) from None
        before = position
        if rng.random() < (0.15 if position["pending"] is None else 0.4):
            load_both(position)
        if rng.random() < 0.1:
            wrong = wrong_action(actions, rng)
            one, other = both(lambda side, w=wrong: side.act(w))
            tally[f"wrong action {one[1]}"] += 1
            agree(f"refusal of {wrong!r}", one, other)
            agree(f"left after {wrong!r}", position, left.position())
            agree(f"right after {wrong!r}", position, other_side.position())
        if rng.random() < mutation_share:
            try_mutations(position)
            load_both(position)
        if not actions or step >= max_actions:
            if actions:
                tally["ending: not reached"] += 1
            return step
        action = chooser.choose(actions)
        step += 1
        one, other = both(lambda side, a=action: side.act(a))
        agree("events of act", one, other)
        if one[0] == "refused":  # FS-20.5: a listed action is refused for a value of `fate` that is too large
            tally["action refused for fate"] += 1
            agree("left after a refusal", position, left.position())
            agree("right after a refusal", position, other_side.position())
            load_both({**position, "fate": []})
            continue
        tally[f"action {shape(action)}"] += 1
        for event in one[1]:
            if event["event"] == "over":
                tally[f"ending: {event['reason']}, {'shared' if len(event['winners']) > 1 else 'one winner'}"] += 1


# ------------------------------------------------------------------------------------------------------- the protocol


FIRST_POSITION: Json = {
    "game": "five_spheres",
    "version": 1,
    "options": {"lords": 2},
    "step": "crystal",
    "seats": [
        {"hand": ["sc0"], "fortress": [{"uid": 1, "card": "sc0"}], "deck": ["sc1", "sc2"]},
        {"hand": ["sc0"], "fortress": [{"uid": 2, "card": "sc0"}], "deck": ["sc1", "sc2"]},
    ],
}


def odd_requests() -> list[bytes]:
    """Protocol, FS-20: requests whose replies hang on the form of the request more than on the rules."""
    load = {"op": "load", "position": FIRST_POSITION}
    new = {"op": "new", "game": "five_spheres", "seed": 1}
    act = {"op": "act", "action": "end"}
    seeds: list[Any] = [None, "1", 1.0, True, [], 7, -7, 10**25]
    seats: list[Any] = [0, 1, 2, -1, None, 0.0, False, "0"]
    options: list[Any] = [None, [], "", {"lords": 2}, {"first": 1}]
    fates: list[Any] = [None, {}, "1", [1], [-1], [True], [48], [0, 47]]
    positions: list[Any] = [None, [], "", 1, {}, {"game": "five_spheres"}]
    counts: list[Any] = ["0", 1, -1, None, False, 0.0, 0, 1, 10**30]
    asks: list[Any] = [
        *({"op": op} for op in ("position", "actions", "result", "act", "view", "events", "load", "new", "", None, 1)),
        *({"op": "view", "seat": seat} for seat in seats),
        *({"op": "act", "action": action} for action in ("end", None, 7, ["end"])),
        *({}, [], None, 3, "text", {"op": ["new"]}),
        *({key: value for key, value in new.items() if key != left_out} for left_out in new),
        {**new, "game": "chess"},
        *({**new, "seed": seed} for seed in seeds),
        *({**new, "options": one} for one in options),
        *({**new, "fate": fate} for fate in fates),
        load,
        *({"op": op, "seat": seat} for op in ("view", "events") for seat in seats),
        *({**act, "at": at} for at in counts),
        {**act, "action": "end "},
        *({"op": "load", "position": position} for position in positions),
        *({**load, "seed": seed} for seed in seeds),
        act,
        {**act, "at": 1},
        load,
        {"op": "position"},
    ]
    raw = [
        b"not json",
        b"{",
        b'{"op": "position", "op": "actions"}',
        b'{"op": "act", "action": "end", "x": NaN}',
        b'{"op": "act", "action": "\xff"}',
        b'{"op": "position", "x": ' + b"[" * 199 + b"]" * 199 + b"}",
        b'{"op": "position", "x": ' + b"[" * 200 + b"]" * 200 + b"}",
        b'{"op": "position"',
    ]
    return [*(json.dumps(ask).encode() for ask in asks), *raw, b'{"op": "position"}', b'{"op": "actions"}']


def compare_protocol(left: Server, command: list[str]) -> Iterator[Difference]:
    """Sends odd requests to both sides and compares the replies but for the messages; gives all differences."""
    right = RefereeProcess(command)
    assert right.process.stdin is not None and right.process.stdout is not None
    lines = odd_requests()
    again = json.dumps({"op": "load", "position": FIRST_POSITION}).encode()
    while lines:
        line = lines.pop(0)
        right.process.stdin.write(line + b"\n")
        right.process.stdin.flush()
        one, other = left.answer(line), json.loads(right.process.stdout.readline() or b'"the process has ended"')
        for reply in (one, other):
            if isinstance(reply, dict) and not reply["ok"]:
                reply["error"] = reply["error"]["code"]
        found = difference(one, other)
        if found:
            case = {"line": line.decode(errors="replace"), "left": one, "right": other}
            yield Difference(f"request {line[:120]!r}: left | right differ at {found}", case)
            lines = [again, *lines] if line != again else []
    right.close()


def make_start(scratch: NaiveFiveSpheres, rng: random.Random) -> tuple[str, Json]:
    """A start, and what kind it is."""
    way = rng.random()
    if way < 0.3:
        start = random_start(rng)
        return f"start: new, {start['options'].get('assembly', 'custom')}", start
    make = random_position if way < 0.8 else played_position
    position = make(scratch, rng)
    return f"start: load in {position['step']}", {"position": position, "seed": rng.randrange(2**32)}


def main() -> None:
    """Compares the naive referee with a command in many random matches and reports what occurred."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first match, to see one again")
    parser.add_argument("--max-actions", type=int, default=400)
    parser.add_argument("--seconds", type=float, help="begin no match after this time")
    parser.add_argument("--mutations", type=float, default=0.03, help="how often spoiled positions are tried")
    parser.add_argument("--keep-going", action="store_true", help="report every match that differs, not the first only")
    parser.add_argument("--loose-assembly", action="store_true", help="do not compare the insides of `assembly`")
    parser.add_argument("--no-protocol", action="store_true", help="do not send odd requests first")
    parser.add_argument("--coverage", action="store_true", help="tell which words of the language did something")
    parser.add_argument("--dump", help="file for the case of the last difference")
    parser.add_argument("command", nargs="*")
    arguments = parser.parse_args()
    left: NaiveFiveSpheres = CountingFiveSpheres() if arguments.coverage else NaiveFiveSpheres()
    scratch = NaiveFiveSpheres()
    tally: Counter[str] = Counter()
    decisions = differing = matches = 0
    began = time.perf_counter()

    def report(found: Difference) -> None:
        print(found, flush=True)
        if arguments.dump:
            Path(arguments.dump).write_text(json.dumps(found.case, indent=1), encoding="utf-8")

    if arguments.command and not arguments.no_protocol:
        for found in compare_protocol(Server(NaiveFiveSpheres()), arguments.command):
            differing += 1
            report(found)
    right = FiveSpheresProcess(arguments.command) if arguments.command else None
    for number in range(arguments.first, arguments.first + arguments.matches):
        late = arguments.seconds is not None and time.perf_counter() - began > arguments.seconds
        if late or (differing and not arguments.keep_going):
            break
        rng = random.Random(f"{arguments.seed}:{number}")
        label = f"seed {arguments.seed} match {number}"
        matches += 1
        try:
            words, start = make_start(scratch, rng)
            tally[words] += 1
            decisions += compare_match(
                left,
                right,
                start,
                rng,
                arguments.max_actions,
                label,
                arguments.mutations,
                tally,
                arguments.loose_assembly,
            )
            tally[f"lords {left.lords()} {left.option('mode')}"] += 1
        except Difference as fault:
            differing += 1
            report(fault)
            print(f"  to see it again: --seed {arguments.seed} --first {number} --matches 1", flush=True)
    if right is not None:
        right.close()
    for word, count in sorted(tally.items()):
        print(f"{count:9} {word}")
    if isinstance(left, CountingFiveSpheres):
        print("coverage of the language:")
        for word in sorted({*left.tally, *wanted_words()}):
            print(f"{left.tally[word]:9} {word}{'' if left.tally[word] else '   <--- never'}")
    seconds = time.perf_counter() - began
    print(f"{matches} matches, {decisions} decisions, {differing} differing, {seconds:.0f} s")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()

"""Compares two referees of Five Spheres, decision by decision, in random matches.

    python tests/oracle/compare_five_spheres.py --matches 100 --seed 1 -- COMMAND [ARGS...]

compares the naive referee, in this process, with any command that speaks the referee protocol on stdin and stdout.
Without a command the naive referee plays alone (with --coverage: which words of the language did something).
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from oracle.comparing import Comparison, RefereeProcess, compare_many, compare_protocol, read_words
from oracle.five_spheres_naive import (
    BYS,
    COUNT_WHOSE,
    EVENTS,
    FILTER_KEYS,
    GAME,
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
    default_by,
    default_pick,
)
from oracle.protocol import Json, Referee, Server
from oracle.random_five_spheres import (
    mutations,
    played_position,
    random_position,
    random_start,
    spoiled_starts,
)

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


class FiveSpheresComparison(Comparison):
    """A match of Five Spheres on two sides, or on one. loose: the insides of `assembly` are not compared."""

    wrong_action = staticmethod(wrong_action)
    mutations = staticmethod(mutations)
    spoiled_starts = staticmethod(spoiled_starts)
    shape = staticmethod(shape)
    spoiled_starts_share = 6.0
    starts_at_once = 5
    moves_after_a_mutation = 3
    wrong_share = 0.1

    def __init__(
        self,
        left: Referee,
        right: Referee | None,
        rng: random.Random,
        label: str,
        mutation_share: float,
        tally: Counter[str] | None,
        loose: bool,
    ) -> None:
        super().__init__(left, right, rng, label, mutation_share, tally)
        self.chooser = Chooser(rng)
        self.loose = loose
        self.kept: list[list[str]] | None = None

    def seats(self, position: Json) -> int:
        return len(position["seats"])

    def choose(self, actions: list[str], position: Json) -> str:
        return self.chooser.choose(actions)

    def check_invariants(self, position: Json, actions: list[str], over: bool) -> None:
        if self.kept is None and position["step"] != "assembly":
            self.kept = [held(seat) for seat in position["seats"]]
        check_invariants(position, actions, over, self.kept)

    def load_share(self, position: Json) -> float:
        return 0.15 if position["pending"] is None else 0.4

    def compared(self, value: Any) -> Any:
        return without_assembly(value) if self.loose else value


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
    """Plays one random match on both sides and compares everything after each action; gives the number of actions."""
    return FiveSpheresComparison(left, right, rng, label, mutation_share, tally, loose).play(start, max_actions)


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
    parser = read_words(__doc__, 400, 0.03)
    parser.add_argument("--loose-assembly", action="store_true", help="do not compare the insides of `assembly`")
    parser.add_argument("--no-protocol", action="store_true", help="do not send odd requests first")
    parser.add_argument("--coverage", action="store_true", help="tell which words of the language did something")
    parser.add_argument("command", nargs="*")
    arguments = parser.parse_args()
    left: NaiveFiveSpheres = CountingFiveSpheres() if arguments.coverage else NaiveFiveSpheres()
    right = RefereeProcess(arguments.command, GAME) if arguments.command else None
    scratch = NaiveFiveSpheres()
    tally: Counter[str] = Counter()

    def compare(rng: random.Random, label: str) -> int:
        words, start = make_start(scratch, rng)
        tally[words] += 1
        most, share, loose = arguments.max_actions, arguments.mutations, arguments.loose_assembly
        decisions = compare_match(left, right, start, rng, most, label, share, tally, loose)
        tally[f"lords {left.lords()} {left.option('mode')}"] += 1
        return decisions

    odd = Server(NaiveFiveSpheres(), GAME)
    asks = bool(arguments.command) and not arguments.no_protocol
    agreed = compare_many(
        arguments,
        compare,
        tally,
        compare_protocol(odd, arguments.command, odd_requests(), FIRST_POSITION) if asks else (),
    )
    if right is not None:
        right.close()
    if isinstance(left, CountingFiveSpheres):
        print("coverage of the language:")
        for word in sorted({*left.tally, *wanted_words()}):
            print(f"{left.tally[word]:9} {word}{'' if left.tally[word] else '   <--- never'}")
    sys.exit(0 if agreed else 1)


if __name__ == "__main__":
    main()

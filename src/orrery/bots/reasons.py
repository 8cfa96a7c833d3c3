"""Why an action is good: what a mind sees after it and would not see after another one, and that in a sentence.

A mind judges by a sum of weighted features, so the difference between two actions is a sum too, and its largest parts
are the reason. Both actions are carried out in the same few worlds that the seat can imagine, up to the next real
decision; where that shows nothing, the seat's own further decisions are followed as the search prefers them.

The words stand in data/reasons.toml: for each feature of each mind what it is, and what to say when the seat has more
or less of it; for the rivals' features there are general phrases.
"""

from __future__ import annotations

import tomllib
from typing import Final

from orrery.bots.mind import Mind
from orrery.bots.minds import read_data
from orrery.bots.search import SEAT_BITS, Node, Search
from orrery.core.data import DataFault, JsonObject, read_toml
from orrery.core.fate import Fate
from orrery.core.game import State

WORLDS: Final = 12
"""How many worlds are compared."""
LEAST: Final = 0.03
"""A part of the sum counts from here; it moves an even chance by three quarters of a point."""
FARTHEST: Final = 60
"""No action is carried on for more decisions than this, forced ones included."""
FOLLOWED: Final = 4
"""How many further decisions of the seat itself are followed where its action alone shows nothing."""
TRUSTED: Final = 6
"""A further decision is followed if the search has looked at it so often."""

UP: Final = "up"
DOWN: Final = "down"
KEEP: Final = "keep"
SPARE: Final = "spare"
RIVAL_UP: Final = "rival_up"
RIVAL_DOWN: Final = "rival_down"
DENY: Final = "deny"
PRESS: Final = "press"
WINS: Final = "wins"
LOSES: Final = "loses"


class Reason:
    """One thing that speaks for an action, or against it.

    `kind` says what happens to the feature: `up` or `down` for the seat's own, `keep` where another action would lose
    it, `spare` where another action would suffer it; `rival_up` and `rival_down`, `deny` where another action would
    give a rival something good, `press` where it would rid a rival of something bad. `wins` and `loses` have no
    feature: the match is over by it.
    """

    __slots__ = ("feature", "kind", "shared", "weight")

    def __init__(self, feature: str, kind: str, weight: float, shared: bool = False) -> None:
        self.shared: Final = shared
        """Does the seat win together with others? Then the features of all of them are meant."""
        self.feature: Final = feature
        self.kind: Final = kind
        self.weight: Final = weight
        """How much it adds to the sum, against the other action; less than 0 speaks against the action."""

    def as_json(self) -> JsonObject:
        """For other programs."""
        return {"feature": self.feature, "kind": self.kind, "weight": round(self.weight, 4)}


# --- finding ----------------------------------------------------------------------------------------------------------


def reasons(search: Search, word: str, other: str | None, fate: Fate, game: str) -> list[Reason]:
    """What speaks for an action beside another one (None: there is no other), the strongest first; at the end perhaps
    one thing that speaks against it. Where the two are alike, what speaks for it at all; empty where the features do
    not tell.
    """
    worlds = [search.sampler.draw(fate) for _ in range(WORLDS)]
    found = compared(search, worlds, word, other, 0, game)
    if not found:
        found = compared(search, worlds, word, other, FOLLOWED, game)
    if not found and other is not None:
        found = compared(search, worlds, word, None, 0, game)
    return found


def compared(search: Search, worlds: list[State], word: str, other: str | None, follow: int, game: str) -> list[Reason]:
    """What `reasons` gives, with so many further decisions followed."""
    mind, seat = search.mind, search.seat
    names = mind.feature_names
    gains = [0.0] * (2 * len(names))
    edges = [0.0] * (2 * len(names))
    counted = won = lost = 0
    for world in worlds:
        after = world.clone()
        if not carry(search, after, word, follow):
            continue
        if after.to_act() is None:
            share = mind.ended(after)[seat]
            won += share == 1.0
            lost += share == 0.0
            continue
        beside = world.clone()
        if other is None or not carry(search, beside, other, follow) or beside.to_act() is None:
            beside = world
        shares = rivals(mind, world, seat)
        sums = tally(mind, after, seat, shares)
        before, instead = tally(mind, world, seat, shares), tally(mind, beside, seat, shares)
        for i, amount in enumerate(sums):
            gains[i] += amount - before[i]
            edges[i] += amount - instead[i]
        counted += 1
    if won == len(worlds):
        return [Reason("", WINS, 1.0)]
    if lost == len(worlds):
        return [Reason("", LOSES, -1.0)]
    if not counted:
        return []
    shared = has_mates(mind, worlds[0], seat)
    return picked(mind, [gain / counted for gain in gains], [edge / counted for edge in edges], game, shared)


def has_mates(mind: Mind, state: State, seat: int) -> bool:
    """Does the seat win together with others?"""
    side = mind.side(state, seat)
    return any(mind.side(state, other) == side for other in range(state.seats()) if other != seat)


def picked(mind: Mind, gains: list[float], edges: list[float], game: str, shared: bool = False) -> list[Reason]:
    """The parts that tell: at most two for the action and one against it. Features that say the same are taken as one;
    what weighs against the sense of its name is left out, for it would only puzzle people.
    """
    size = len(mind.feature_names)
    sense = senses(game)
    gain: dict[str, float] = {}
    edge: dict[str, float] = {}
    rise: dict[str, float] = {}
    for i in range(2 * size):
        name = family(game, mind.feature_names[i % size])
        key = name if i < size else RIVAL + name
        gain[key] = gain.get(key, 0.0) + gains[i]
        edge[key] = edge.get(key, 0.0) + edges[i]
        sign = sense.get(mind.feature_names[i % size], 0)
        rise[key] = rise.get(key, 0.0) + (edges[i] if mind.value[i % size] > 0.0 else -edges[i]) * sign
    good: list[Reason] = []
    bad: list[Reason] = []
    for key, amount in edge.items():
        name = key.removeprefix(RIVAL)
        more = sense.get(name, 0)
        if abs(amount) < LEAST or amount * rise[key] <= 0.0:
            continue
        happens = gain[key] * amount > 0.0 and abs(gain[key]) >= LEAST
        reason = Reason(name, kind_of(key == name, rise[key] * more > 0.0, happens, more > 0), amount, shared)
        (good if amount > 0.0 else bad).append(reason)
    good.sort(key=strength)
    bad.sort(key=strength)
    if not good:
        return []
    found = [reason for reason in good[:2] if reason.weight >= 0.4 * good[0].weight]
    return found + [reason for reason in bad[:1] if -reason.weight >= 0.5 * good[0].weight and reason.kind in OPEN]


RIVAL: Final = "rival "
OPEN: Final = (UP, DOWN, RIVAL_UP, RIVAL_DOWN)
"""What may be said against an action: something that happens, not something that does not."""


def kind_of(own: bool, better: bool, happens: bool, good: bool) -> str:
    """What is said of a feature: whose it is, whether its amount goes the better way for who judges by plain weights
    (own ones up, rivals' down), whether it changes at all or only would by the other action, and whether it is good to
    have.
    """
    if own:
        return (UP if better else DOWN) if happens else (KEEP if better else SPARE)
    if happens:
        return RIVAL_DOWN if better else RIVAL_UP
    return DENY if good else PRESS


def strength(reason: Reason) -> tuple[float, str]:
    """Orders reasons, the strongest first."""
    return -abs(reason.weight), reason.feature


def carry(search: Search, state: State, word: str, follow: int) -> bool:
    """Carries an action out in a world, with all that is forced after it; False if it cannot be taken there.

    Then so many further decisions of the same seat are taken as the search prefers them.
    """
    action = state.read(word)
    if action is None or action not in state.actions():
        return False
    state.act(action)
    node = search.kid(word)
    for _ in range(FARTHEST):
        actions = state.actions()
        if not actions:
            return True
        if len(actions) == 1:
            state.act(actions[0])
            continue
        if follow == 0 or node is None or node.kids is None or state.to_act() != search.seat:
            return True
        follow -= 1
        best: Node | None = None
        for option in actions:
            kid = node.kids.get(search.mind.key(state, option) << SEAT_BITS | search.seat)
            if kid is not None and kid.visits >= TRUSTED and (best is None or kid.visits > best.visits):
                best = kid
                action = option
        if best is None:
            return True
        state.act(action)
        node = best
    return True


def rivals(mind: Mind, state: State, seat: int) -> list[float]:
    """How much each seat's features weigh in a seat's sum: its own side 1 in all, the others -1 in all, each side by
    its chance to win and each seat of a side alike.
    """
    seats = state.seats()
    sides = [mind.side(state, other) for other in range(seats)]
    chances = mind.chances(state)
    mates = 0
    against = 0.0
    for other in range(seats):
        mates += sides[other] == sides[seat]
        if sides[other] != sides[seat]:
            against += chances[other] + 1e-9
    return [
        1.0 / mates if sides[other] == sides[seat] else -(chances[other] + 1e-9) / against for other in range(seats)
    ]


def tally(mind: Mind, state: State, seat: int, shares: list[float]) -> list[float]:
    """The weighted features of a state from a seat's point of view: its own side's, then the rivals'."""
    size = len(mind.feature_names)
    sums = [0.0] * (2 * size)
    for other, share in enumerate(shares):
        first = 0 if share > 0.0 else size
        for i, amount in enumerate(mind.features(state, other)):
            sums[first + i] += share * mind.value[i] * amount
    return sums


# --- saying -----------------------------------------------------------------------------------------------------------

TEXTS: dict[str, JsonObject] = {}


def texts() -> JsonObject:
    """The general texts: data/reasons.toml."""
    found = TEXTS.get("")
    if found is None:
        found = TEXTS[""] = read_toml("orrery.bots", "data", "reasons.toml")
    return found


def features_of(game: str) -> JsonObject:
    """What is said of the features of a game, by their names: its own reasons.toml."""
    found = TEXTS.get(game)
    if found is None:
        found = TEXTS[game] = tomllib.loads(read_data(game, "reasons.toml") or "")
    return found


def senses(game: str) -> dict[str, int]:
    """For each feature of a game that may be spoken of, 1 if it is good to have much of it, -1 if it is bad."""
    rows = features_of(game)
    found: dict[str, int] = {}
    for name, row in rows.items():
        more = row.get("more", rows[family(game, name)].get("more"))
        if more is not None:
            found[name] = 1 if more == "good" else -1
    return found


def family(game: str, feature: str) -> str:
    """The feature that says the same: its own name, or that of the one that it is like."""
    row: JsonObject = features_of(game).get(feature, {})
    return str(row.get("like", feature))


def row_of(*path: str) -> JsonObject:
    """A row of the texts. Raises DataFault."""
    place: JsonObject = texts()
    for part in path:
        found = place.get(part)
        if not isinstance(found, dict):
            raise DataFault("data/reasons.toml", f"there is no text {'.'.join(path)}")
        place = found
    return place


def say(key: str, lang: str, **facts: object) -> str:
    """A general text by its dotted name, with its facts filled in."""
    return str(row_of(*key.split("."))[lang]).format(**facts)


def phrase(game: str, reason: Reason, lang: str, seats: int, you: bool = True) -> str:
    """What one reason says: a part of a sentence. `you`: it is said to who decides, else of somebody."""
    if reason.kind in (WINS, LOSES):
        return say(f"why.{reason.kind}", lang)
    row = features_of(game).get(reason.feature)
    if not isinstance(row, dict):
        raise DataFault("reasons.toml", f"there is no text of the feature {reason.feature} of {game}")
    whose = say("why.rival" if seats == 2 else "why.rivals", lang)
    own = say("why." + ("your" if you else "their") + ("_side" if reason.shared else ""), lang)
    if reason.kind in row:
        return str(row[reason.kind][lang]).format(whose=whose, own=own)
    if reason.kind in (UP, DOWN):
        raise DataFault("reasons.toml", f"there is no text {reason.feature}.{reason.kind} of {game}")
    return say(f"why.{reason.kind}", lang, thing=str(row["thing"][lang]), whose=whose, own=own)


def sentence(
    game: str, found: list[Reason], chance: float, visits: int, lang: str, seats: int, you: bool = True
) -> str:
    """Why an action is good; where no feature tells, how the simulations came out, if there were any."""
    known = [reason for reason in found if not reason.feature or reason.feature in features_of(game)]
    pros = [phrase(game, reason, lang, seats, you) for reason in known if reason.weight > 0.0 or not reason.feature]
    cons = [phrase(game, reason, lang, seats, you) for reason in known if reason.weight <= 0.0 and reason.feature]
    end = say("why.end", lang)
    if not pros and not visits:
        return say("why.glance", lang) + end
    if not pros:
        return say("why.simulations", lang, won=round(chance * visits), visits=visits) + end
    line = say("why.because", lang, reasons=say("why.and", lang).join(pros))
    return line + (say("why.though", lang, reason=cons[0]) if cons else "") + end

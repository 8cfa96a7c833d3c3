"""Hints for a decision, and the analysis of a played match, both from the search that the bots use.

Either is given no more than a seat knows at that moment, its view and its events, and imagines the rest with the game's
sampler. So a hint gives nothing away, and an analysis blames nobody for what could not be known.

A chance is the mean of what the simulations after an action came to. The search looks most at what it thinks best, so
the chance of an action that it hardly looked at is mostly luck. *Best* is the action with the highest chance of those
that are known well enough; before that is said it is looked at as often as the favourite of the search, and if it then
is the best no more, the next one is. Lists, losses and reasons all go by that one order (`ranked`), so that they agree.
A *loss* is the chance after the best action less the chance after the one that was taken. From 5 points on it is called
an inaccuracy, from 10 a mistake, from 20 a blunder; before that is said both are looked at twice as often again. What
changes between two decisions of a seat without such a loss is luck where something was drawn or uncovered in between,
else a surprise: play that the seat did not expect.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, isfinite
from typing import Final

from orrery.bots.bot import Clock, NoLimit
from orrery.bots.mcts import Budget, MctsBot
from orrery.bots.minds import searcher
from orrery.bots.reasons import FARTHEST, TRUSTED, Reason, reasons
from orrery.bots.search import SEAT_BITS, Finding, Node, Search
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game
from orrery.core.match import Match
from orrery.core.records import from_record

HINTS: Final = 3
HINT_SIMULATIONS: Final = 800
ANALYSIS_SIMULATIONS: Final = 300
SHARE: Final = 0.15
"""Each action of a hint gets at least this share of the simulations."""
HELD: Final = 0.3
"""This share of the time is held back from the search, for looking again at what it would name."""
SHOWN: Final = 8
"""How many actions an analysis tells of at most."""
KNOWN: Final = 0.1
"""Of actions that were looked at less than this share of the most looked at one, nothing is told."""

INACCURACY: Final = 0.05
MISTAKE: Final = 0.10
BLUNDER: Final = 0.20
SWING: Final = 0.15
"""From here on luck and surprises are turning points."""
AHEAD: Final = 2 / 3
"""Who stays above this to the end has won the match there."""
MOST: Final = 6
"""How many turning points are named at most, besides the decisive one."""
FORESEEN: Final = 3
"""How many decisions are told of what an action leads to, at most."""
SCALE: Final = 0.1
"""A decision counts exp(-loss / SCALE) in the accuracy: 1 without a loss, a third for a mistake."""

Progress = Callable[[int, int], None]
"""Is told how many actions of how many have been looked at."""


class Hint:
    """One of the best actions of a decision."""

    __slots__ = ("chance", "reasons", "visits", "word")

    def __init__(self, word: str, chance: float, visits: int, reasons: list[Reason]) -> None:
        self.word: Final = word
        self.chance: Final = chance
        """The seat's chance to win after it."""
        self.visits: Final = visits
        """How many simulations the chance rests on; 0 only where there was no time for any."""
        self.reasons: Final = reasons
        """What speaks for it, see reasons.py; the best is compared with the second, the others with the best."""


def hint(
    game: Game,
    view: JsonObject,
    seen: list[JsonObject],
    actions: list[str],
    fate: Fate,
    clock: Clock,
    simulations: int = HINT_SIMULATIONS,
) -> list[Hint]:
    """The three best actions, the best first; fewer where there are not so many. The view is that of the seat to act.

    Actions that mean the same are given once. A clock that runs out early gives what is known by then.
    """
    search = thinker(game, simulations).think(view, seen, actions, fate, Early(clock))
    best = [finding.word for finding in search.findings()[:HINTS]]
    for word in best:
        search.insist(word, max(1, round(SHARE * simulations)), clock)
    found = [finding for finding in ranked(search) if finding.word in best]
    if not found:
        found = search.findings()[:HINTS]
    hints: list[Hint] = []
    for i, finding in enumerate(found):
        other = found[1 if i == 0 else 0].word if len(found) > 1 else None
        why = reasons(search, finding.word, other, fate.clone(), game.name)
        hints.append(Hint(finding.word, finding.chance, finding.visits, why))
    return hints


def thinker(game: Game, simulations: int) -> MctsBot:
    """The searching bot that hints and analyses come from."""
    return searcher(game, "analysis", Budget(simulations, patience=1.0))


class Early(Clock):
    """A clock that runs out earlier than another, by a share of what is left now."""

    def __init__(self, clock: Clock) -> None:
        left = clock.left()
        self.clock = clock
        self.held: float = HELD * left if isfinite(left) else 0.0

    def left(self) -> float:
        return max(0.0, self.clock.left() - self.held)


def ranked(search: Search, also: str | None = None) -> list[Finding]:
    """The actions that the search knows enough about to speak of, the best first. At most as many as an analysis shows,
    those most looked at; `also` is among them if it is known enough. Empty where there was no time for a simulation.
    """
    findings = search.findings()
    least = max(1.0, KNOWN * findings[0].visits)
    known = [finding for finding in findings if finding.visits >= least]
    kept = known[:SHOWN]
    kept += [finding for finding in known[SHOWN:] if finding.word == also]
    if len(kept) > SHOWN:
        del kept[SHOWN - 1]
    kept.sort(key=by_chance)
    return kept


def settle(search: Search, count: int, clock: Clock, also: str | None = None) -> None:
    """Simulates whatever seems best until it has that many simulations and still does, so that the luck of a few does
    not pass for the best. It goes on with the next best while the clock allows.
    """
    for _ in range(len(search.words)):
        best = ranked(search, also)[:1]
        if not best or best[0].visits >= count:
            return
        search.insist(best[0].word, count, clock)
        if finding_of(search, best[0].word).visits == best[0].visits:
            return


def by_chance(finding: Finding) -> tuple[float, int, str]:
    """Orders findings that are known well enough."""
    return -finding.chance, -finding.visits, finding.word


# --- a match ----------------------------------------------------------------------------------------------------------


class Decision:
    """One decision of a match, as the seat could judge it then."""

    __slots__ = (
        "best",
        "best_chance",
        "best_visits",
        "chance",
        "number",
        "options",
        "reasons",
        "seat",
        "visits",
        "word",
    )

    def __init__(
        self, number: int, seat: int, options: int, taken: Finding, best: Finding, word: str, reasons: list[Reason]
    ) -> None:
        self.number: Final = number
        """The first action of a match has the number 1; forced ones are counted, those taken back are not."""
        self.seat: Final = seat
        self.options: Final = options
        """How many actions were legal."""
        self.word: Final = word
        """What was done."""
        self.chance: Final = taken.chance
        self.visits: Final = taken.visits
        self.best: Final = best.word
        self.best_chance: Final = best.chance
        self.best_visits: Final = best.visits
        self.reasons: Final = reasons
        """What speaks for the best beside the one taken; found only where something was lost."""

    @property
    def loss(self) -> float:
        """What the seat gave away of its chance to win: 0 if it took the best."""
        return max(0.0, self.best_chance - self.chance)

    @property
    def name(self) -> str:
        """What a loss of this size is called; empty if it is too small for a name."""
        if self.loss >= BLUNDER:
            return "blunder"
        if self.loss >= MISTAKE:
            return "mistake"
        return "inaccuracy" if self.loss >= INACCURACY else ""

    @staticmethod
    def read(row: JsonObject, number: int) -> Decision:
        """A decision that was kept as JSON, under the number that it has in its match; its reasons stay there."""
        taken = Finding(row["word"], row["visits"], row["chance"], 0.0)
        best = Finding(row["best"], row["best_visits"], row["best_chance"], 0.0)
        return Decision(number, row["seat"], row["options"], taken, best, row["word"], [])

    def as_json(self) -> JsonObject:
        """For other programs."""
        return {
            "number": self.number,
            "seat": self.seat,
            "options": self.options,
            "word": self.word,
            "chance": round(self.chance, 4),
            "visits": self.visits,
            "best": self.best,
            "best_chance": round(self.best_chance, 4),
            "best_visits": self.best_visits,
            "loss": round(self.loss, 4),
            "name": self.name,
            "reasons": [reason.as_json() for reason in self.reasons],
        }


class Account:
    """Where a seat's chance went over a match, luck apart from skill: it began at `start`, its own decisions gave away
    `lost`, what was drawn or uncovered moved it by `luck`, and what others decided by `others`, to its `end`.
    """

    __slots__ = ("end", "lost", "luck", "others", "seat", "start")

    def __init__(self, seat: int, start: float, lost: float, luck: float, others: float, end: float) -> None:
        self.seat: Final = seat
        self.start: Final = start
        self.lost: Final = lost
        """What the seat gave away in all; never less than 0."""
        self.luck: Final = luck
        self.others: Final = others
        """What rivals gave away, and what they did that was not expected of them."""
        self.end: Final = end

    def as_json(self) -> JsonObject:
        """For other programs."""
        return {
            "seat": self.seat,
            "start": round(self.start, 4),
            "lost": round(self.lost, 4),
            "luck": round(self.luck, 4),
            "others": round(self.others, 4),
            "end": round(self.end, 4),
        }


class Turning:
    """A moment where a match turned: a `mistake` or `blunder`, `luck` or a `surprise` between two decisions of a seat,
    or the `decisive` one from which the later winner stayed ahead.
    """

    __slots__ = ("after", "before", "kind", "number", "seat", "until")

    def __init__(self, kind: str, seat: int, number: int, until: int, before: float, after: float) -> None:
        self.kind: Final = kind
        self.seat: Final = seat
        """Whose chance it is about."""
        self.number: Final = number
        self.until: Final = until
        """The seat's next decision, for what happened in between; one more than the last action is the end."""
        self.before: Final = before
        self.after: Final = after

    @property
    def size(self) -> float:
        """How much the chance changed."""
        return self.after - self.before

    def as_json(self) -> JsonObject:
        """For other programs."""
        return {
            "kind": self.kind,
            "seat": self.seat,
            "number": self.number,
            "until": self.until,
            "before": round(self.before, 4),
            "after": round(self.after, 4),
        }


class Summary:
    """How one seat decided."""

    __slots__ = ("accuracy", "blunders", "decisions", "inaccuracies", "mean_loss", "mistakes", "seat")

    def __init__(self, seat: int, decisions: list[Decision]) -> None:
        losses = [decision.loss for decision in decisions]
        names = [decision.name for decision in decisions]
        count = len(decisions)
        self.seat: Final = seat
        self.decisions: Final = count
        self.mean_loss: Final = sum(losses) / count if count else 0.0
        self.inaccuracies: Final = names.count("inaccuracy")
        self.mistakes: Final = names.count("mistake")
        self.blunders: Final = names.count("blunder")
        self.accuracy: Final = sum([exp(-loss / SCALE) for loss in losses]) / count if count else 1.0
        """From 0 to 1; see SCALE."""

    def as_json(self) -> JsonObject:
        """For other programs."""
        return {
            "seat": self.seat,
            "decisions": self.decisions,
            "mean_loss": round(self.mean_loss, 4),
            "inaccuracies": self.inaccuracies,
            "mistakes": self.mistakes,
            "blunders": self.blunders,
            "accuracy": round(self.accuracy, 4),
        }


class Analysis:
    """What a match was like."""

    __slots__ = (
        "curves",
        "decisions",
        "game",
        "over",
        "seats",
        "seed",
        "simulations",
        "summaries",
        "taken",
        "turnings",
        "undone",
    )

    def __init__(
        self, game: str, simulations: int, seed: int, match: Match, decisions: list[Decision], shares: list[float]
    ) -> None:
        """`shares` are the results by seat if the match is over, else empty."""
        self.game: Final = game
        self.simulations: Final = simulations
        self.seed: Final = seed
        self.seats: Final = match.state.seats()
        self.over: Final = match.to_act() is None
        self.taken: Final = match.taken
        self.undone: Final = len([entry for entry in match.entries if entry.word]) - match.taken
        """How many actions were taken back; they are left out."""
        self.decisions: Final = decisions
        self.curves: Final = [curve(decisions, seat, match.taken + 1, shares) for seat in range(self.seats)]
        """For each seat the numbers of its decisions with its chance before each; the result at the end."""
        self.summaries: Final = [
            Summary(seat, [decision for decision in decisions if decision.seat == seat]) for seat in range(self.seats)
        ]
        self.turnings: Final = turnings(decisions, match, shares)

    def as_json(self) -> JsonObject:
        """For other programs."""
        return {
            "game": self.game,
            "looks": self.simulations,
            "seed": self.seed,
            "over": self.over,
            "actions": self.taken,
            "undone": self.undone,
            "decisions": [decision.as_json() for decision in self.decisions],
            "turning_points": [turning.as_json() for turning in self.turnings],
            "seats": [summary.as_json() for summary in self.summaries],
            "curves": [[[number, round(chance, 4)] for number, chance in points] for points in self.curves],
        }


def analyse(
    game: Game,
    played: Match | JsonObject,
    simulations: int = ANALYSIS_SIMULATIONS,
    seed: int = 0,
    seats: list[int] | None = None,
    progress: Progress | None = None,
    clock: Clock | None = None,
) -> Analysis:
    """Judges every decision of a match, or of a record of one, that left a choice; `seats` are those that are judged.

    The same seed gives the same figures, a decision's own whichever others are judged. Raises BadRecord. When a clock
    has run out, what is left is judged by few simulations.
    """
    match = played if isinstance(played, Match) else from_record(game, played)
    game = match.game  # perhaps by an earlier version of the rules
    walk = match.afresh()
    decisions: list[Decision] = []
    total = match.taken
    bot = thinker(game, simulations)
    for i, entry in enumerate(match.line):
        if progress is not None:
            progress(i, total)
        if seats is None or entry.seat in seats:
            decision = judge(bot, walk, entry.word, dice(seed, i + 1), clock or NoLimit())
            if decision is not None:
                decisions.append(decision)
        walk.redo(entry.word, entry.draws)
    if progress is not None:
        progress(total, total)
    shares = bot.mind.ended(walk.state) if walk.to_act() is None else []
    return Analysis(game.name, simulations, seed, match, decisions, shares)


def dice(seed: int, number: int) -> Fate:
    """The dice for a decision, which do not depend on the decisions before it."""
    return Fate(seed * 0x9E3779B1 + number * 0x85EBCA77)


def judge(bot: MctsBot, match: Match, word: str, fate: Fate, clock: Clock) -> Decision | None:
    """The decision that a seat is about to make with a word; None if there is no choice. Nothing but the view and the
    events of that seat is looked at.
    """
    seat = match.to_act()
    actions = match.actions()
    if seat is None or len(actions) < 2:
        return None
    return weigh(bot, match.view(seat), match.seen(seat), actions, word, match.taken + 1, fate, clock)


def weigh(
    bot: MctsBot,
    view: JsonObject,
    seen: list[JsonObject],
    actions: list[str],
    word: str,
    number: int,
    fate: Fate,
    clock: Clock,
) -> Decision | None:
    """A decision by what its seat knows; None where the actions all mean the same, or where there was no time to learn
    enough about the one that was taken. The best is the first of `ranked`.
    """
    search = bot.think(view, seen, actions, fate, Early(clock))
    meant = alike(search, word, fate.clone())
    findings = search.findings()
    if meant is None or len(findings) < 2:
        return None
    most = findings[0].visits
    search.insist(meant, most, clock)
    settle(search, most, clock, meant)
    if not is_known(search, meant):
        return None
    if ranked(search, meant)[0].chance - finding_of(search, meant).chance >= INACCURACY:
        twice = max(most, bot.budget.simulations) * 2
        search.insist(meant, twice, clock)
        settle(search, twice, clock, meant)
        if not is_known(search, meant):
            return None
    taken, best = finding_of(search, meant), ranked(search, meant)[0]
    lost = best.chance - taken.chance >= INACCURACY
    why = reasons(search, best.word, taken.word, fate.clone(), bot.game.name) if lost else []
    if best.word == meant:
        best.word = word
    seat: int = view["to_act"]
    return Decision(number, seat, len(actions), taken, best, word, why)


def is_known(search: Search, word: str) -> bool:
    """Has an action been looked at often enough to speak of it?"""
    return word in [finding.word for finding in ranked(search, word)]


def finding_of(search: Search, word: str) -> Finding:
    """What is known of an action."""
    kid = search.kid(word)
    assert kid is not None
    return Finding(word, kid.visits, kid.mean(), kid.prior)


def alike(search: Search, word: str, fate: Fate) -> str | None:
    """The word under which the search knows an action: its own, or that of one that means the same."""
    if search.kid(word) is not None:
        return word
    world = search.sampler.draw(fate)
    action = world.read(word)
    return None if action is None else search.words.get(search.mind.key(world, action) << SEAT_BITS | search.seat)


def expected(search: Search, word: str, fate: Fate) -> list[tuple[int, str]]:
    """What an action leads to, as the search expects it in one of the worlds that the seat can imagine: the next
    decisions, each with its seat, as far as each was looked at often enough.
    """
    state = search.sampler.draw(fate)
    action = state.read(word)
    node = search.kid(word)
    if action is None or node is None or action not in state.actions():
        return []
    state.act(action)
    found: list[tuple[int, str]] = []
    forced = 0
    while len(found) < FORESEEN and forced < FARTHEST:
        seat, actions = state.to_act(), state.actions()
        if seat is None or not actions:
            break
        if len(actions) == 1:
            forced += 1
            state.act(actions[0])
            continue
        if node.kids is None:
            break
        best: Node | None = None
        for option in actions:
            kid = node.kids.get(search.mind.key(state, option) << SEAT_BITS | seat)
            if kid is not None and kid.visits >= TRUSTED and (best is None or kid.visits > best.visits):
                best, action = kid, option
        if best is None:
            break
        found.append((seat, state.word(action)))
        state.act(action)
        node = best
    return found


# --- turning points ---------------------------------------------------------------------------------------------------


def curve(decisions: list[Decision], seat: int, end: int, shares: list[float]) -> list[tuple[int, float]]:
    """A seat's chance before each of its decisions, and at the end its result."""
    points = [(decision.number, decision.best_chance) for decision in decisions if decision.seat == seat]
    return [*points, (end, shares[seat])] if points and shares else points


def turnings(decisions: list[Decision], match: Match, shares: list[float]) -> list[Turning]:
    """Where the match turned, in order."""
    found = [
        Turning(decision.name, decision.seat, decision.number, decision.number, decision.best_chance, decision.chance)
        for decision in decisions
        if decision.loss >= MISTAKE
    ]
    between: list[Turning] = []
    for seat in range(match.state.seats()):
        own = [decision for decision in decisions if decision.seat == seat]
        for i, decision in enumerate(own):
            if i + 1 < len(own):
                turning = drift(decisions, match, decision, own[i + 1].number, own[i + 1].best_chance)
            elif shares:
                turning = drift(decisions, match, decision, match.taken + 1, shares[seat])
            else:
                continue
            if abs(turning.size) >= SWING:
                between.append(turning)
    between.sort(key=by_size)
    for turning in between:
        if not [
            other
            for other in found
            if other.until > turning.number and other.number < turning.until and other.number != other.until
        ]:
            found.append(turning)
    found.sort(key=by_size)
    found = found[:MOST]
    last = decisive(decisions, shares)
    if last is not None:
        found.append(last)
    found.sort(key=by_number)
    return found


def drift(decisions: list[Decision], match: Match, decision: Decision, until: int, after: float) -> Turning:
    """What happened to a seat's chance from one of its decisions to its next, or to the end, less what rivals gave
    away: that is told as their mistakes.
    """
    gifts = 0.0
    for other in decisions:
        if decision.number < other.number < until and other.seat != decision.seat and other.loss >= INACCURACY:
            gifts += other.loss
    after = max(decision.chance, after - gifts) if after > decision.chance else after
    kind = "luck" if has_chance(match, decision.number, until) else "surprise"
    return Turning(kind, decision.seat, decision.number, until, decision.chance, after)


def account(decisions: list[Decision], match: Match, seat: int, shares: list[float]) -> Account | None:
    """A seat's account of a match of which all decisions were judged; None if it had none to make. Where nobody played
    it to its end (`shares` empty) it ends after the seat's last decision.
    """
    own = [decision for decision in decisions if decision.seat == seat]
    if not own:
        return None
    luck = others = 0.0
    for i, decision in enumerate(own):
        last = i + 1 == len(own)
        until = match.taken + 1 if last else own[i + 1].number
        if last and not shares:
            break
        moved = (shares[seat] if last else own[i + 1].best_chance) - decision.chance
        turning = drift(decisions, match, decision, until, decision.chance + moved)
        if turning.kind == "luck":
            luck += turning.size
            others += moved - turning.size
        else:
            others += moved
    lost = sum([decision.best_chance - decision.chance for decision in own])
    end = shares[seat] if shares else own[-1].chance
    return Account(seat, own[0].best_chance, lost, luck, others, end)


def has_chance(match: Match, number: int, until: int) -> bool:
    """Was something drawn or uncovered by an action from this number on, before the other one?"""
    for entry in match.line[number - 1 : until - 1]:
        if entry.draws:
            return True
        for event in entry.events:
            if event.reveals():
                return True
    return False


def decisive(decisions: list[Decision], shares: list[float]) -> Turning | None:
    """The decision from which the winner stayed ahead; None if somebody led all the way, if the lead changed at the
    very end, or if there is no winner.
    """
    best: Turning | None = None
    for seat, share in enumerate(shares):
        own = [decision for decision in decisions if decision.seat == seat]
        if share == 0.0:
            continue
        first = len(own)
        while first > 0 and own[first - 1].best_chance >= AHEAD:
            first -= 1
        if 0 < first < len(own):
            before, after = own[first - 1].best_chance, own[first].best_chance
            turning = Turning("decisive", seat, own[first].number, own[first].number, before, after)
            if best is None or turning.number < best.number:
                best = turning
    return best


def by_size(turning: Turning) -> tuple[float, int, int]:
    """Orders turning points, the largest first."""
    return -abs(turning.size), turning.number, turning.seat


def by_number(turning: Turning) -> tuple[int, int, int]:
    """Orders turning points as they came."""
    return turning.number, turning.until, turning.seat

"""The suite that every game passes, ours or a stranger's: `check_game(game)`.

It plays random matches from the game's own trials and holds each step against the contract of `orrery.core.game`:
notation round trips, the list of actions against the explainer, clones, undo and replay, records, determinism, secrets,
views and events against the shapes that the game's guide declares (if it does), codes and observations of its codec,
and that matches end. First it asks the guide for options and seats, and tries them. The first breach raises `Broken`
with a sentence that says which duty was broken, and where.
"""

from __future__ import annotations

import json
from typing import Any

from orrery.core.clause import (
    LANGUAGES,
    NOT_ALLOWED,
    NOT_NOW,
    NOT_UNDERSTOOD,
    BadOptions,
    BadPosition,
    Illegal,
    Over,
    Refusal,
    explain,
)
from orrery.core.data import DataFault, JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Event, Game, State
from orrery.core.guide import SEATS
from orrery.core.match import Match
from orrery.core.notation import canonical
from orrery.core.records import from_record, to_record


class Broken(AssertionError):
    """A duty of the contract that a game does not keep."""


class Report:
    """What was tried."""

    def __init__(self) -> None:
        self.matches = 0
        self.actions = 0
        self.worlds = 0
        self.refusals = 0
        self.spoiled = 0
        self.shapes = 0
        """Views and events held against the shapes of the game."""

    def __str__(self) -> str:
        return (
            f"{self.matches} matches, {self.actions} actions, {self.worlds} worlds, "
            f"{self.refusals} refusals, {self.spoiled} spoiled positions, {self.shapes} views and events"
        )


def check_game(
    game: Game,
    matches: int = 2,
    seed: int = 1,
    max_actions: int = 5000,
    density: int = 4,
    package_texts: bool = True,
    trials: list[JsonObject] | None = None,
) -> Report:
    """Plays `matches` random matches of each trial; every `density`-th step is looked at closely.

    `package_texts`: the game's package has texts for its refusals, which must format in every language.
    """
    report = Report()
    check_options(game)
    for number, options in enumerate(game.trials() if trials is None else trials):
        for turn in range(matches):
            _Check(game, options, seed + 1000 * number + turn, report, density, package_texts).run(max_actions)
    return report


def check_options(game: Game) -> None:
    """The options and seats that the game's guide tells of: they make the matches that they promise. Raises Broken."""
    guide = game.guide()
    rows = guide.rows()

    def need(holds: bool, duty: str) -> None:
        if not holds:
            raise Broken(f"{game.name}, the guide: {duty}")

    def made(options: JsonObject) -> int | str:
        try:
            return game.new(guide.for_people(options), Fate(1)).seats()
        except BadOptions as fault:
            return str(fault)

    counts = guide.seats({})
    need(bool(counts) and counts == sorted(set(counts)), "the numbers of seats are some, in order, none twice")
    need(guide.usual_seats in counts, f"the usual number of seats, {guide.usual_seats}, is one of {counts}")
    for count in counts:
        seats = made({SEATS: count})
        need(seats == count, f"options that say {count} seats make a match with {count} seats, not {seats}")
        seats = made(guide.with_seats({}, count))
        need(seats == count, f"the options for {count} seats make a match with {count} seats, not {seats}")
        need(guide.seats({SEATS: count}) == [count], f"options that say {count} seats are for no other number")
    for trial in game.trials():
        seats = game.new(trial, Fate(1)).seats()
        need(
            seats in guide.seats(trial),
            f"the seats of the trial {json.dumps(trial)[:200]}, {seats}, are among those told",
        )
    defaults = {row.key: row.default for row in rows.rows if row.default is not None}
    defaults = {key: value for key, value in defaults.items() if rows.row(key).exists_with(defaults)}
    if defaults:
        row = rows.seats()
        seats, plain = made(defaults), made({})
        need(isinstance(seats, int), f"the defaults of all options that exist beside each other make a match: {seats}")
        need(
            row is None or seats == plain == row.default, "what holds if the number of seats is left out is its default"
        )
    need(len({row.key for row in guide.options()}) == len(rows.rows), "the guide tells of every option, once")


class _Check:
    """One match being checked."""

    def __init__(
        self, game: Game, options: JsonObject, seed: int, report: Report, density: int, package_texts: bool
    ) -> None:
        self.game = game
        self.options = options
        self.seed = seed
        self.report = report
        self.density = density
        self.package_texts = package_texts
        self.dice = Fate(seed ^ 0xC0FFEE)
        self.shapes = game.guide().shapes()
        self.match = Match.new(game, options, seed)
        self.codec = game.guide().codec(self.match.state)
        self.where = "at the start"
        self.known: dict[str, None] = {}
        """Words that were legal at some moment: the right thing at the wrong time."""

    def need(self, holds: bool, duty: str) -> None:
        """Raises Broken unless it holds."""
        if not holds:
            raise Broken(f"{self.game.name}, {json.dumps(self.options)[:200]}, seed {self.seed}, {self.where}: {duty}")

    def run(self, max_actions: int) -> None:
        """The whole match, then what can only be said of a whole match."""
        match = self.match
        first = canonical(match.position())
        lines: list[str] = [first]
        self.check_views()
        while (seat := match.to_act()) is not None:
            self.need(match.taken < max_actions, f"a match ends within {max_actions} actions")
            words = self.check_actions(match.state, seat)
            self.known.update(dict.fromkeys(words[:: 1 + len(words) // 20]))
            if self.dice.draw(self.density) == 0:
                self.check_closely(seat, words)
            self.step(self.dice.pick(words))
            lines.append(canonical(match.position()))
        self.check_end()
        self.check_views()
        self.check_again(lines)
        self.check_undo(lines)
        self.check_record()
        self.report.matches += 1

    def step(self, word: str) -> None:
        """One action of the match, its events looked at."""
        match = self.match
        before = match.number
        events = match.act(word)
        self.where = f"after {match.taken} actions, the last {word!r}"
        self.report.actions += 1
        self.need(match.number == before + 1, "the number of a match grows by one with each action")
        for event in events:
            full = event.as_json()
            self.need(isinstance(full.get("event"), str), "an event has its name in the field event")
            self.check_shape(full)
            for seat in [None, *range(match.state.seats())]:
                seen = event.seen_by(seat)
                if seen is None:
                    self.need(event.seen_by(None) is None, "an event is noticed by all seats or by none")
                    continue
                self.need(event.seen_by(None) is not None, "an event is noticed by all seats or by none")
                self.need(seen.get("event") == full["event"], "an event has the same name for every seat")
                self.need(seen.keys() <= full.keys(), "a seat sees no field that the event does not have")
                if seen != full:
                    self.check_shape(seen)
        try:
            self.game.check(match.state)
        except AssertionError as broken:
            self.need(False, f"an invariant is broken: {broken}")

    # --- numbers ------------------------------------------------------------------------------------------------------

    def check_codes(self, state: State) -> None:
        """Every legal action has a code of its own, which leads back to it; every seat has an observation."""
        codec = self.codec
        actions, codes = state.actions(), codec.codes(state)
        self.need(len(codes) == len(actions) == len(set(codes)), "every legal action has a code of its own")
        self.need(all(0 <= code < codec.size for code in codes), f"codes go from 0 to {codec.size - 1}")
        at = self.dice.draw(len(actions))
        self.need(codec.decode(state, codes[at]) == actions[at], "a code leads back to its action")
        for seat in range(state.seats()):
            row = codec.observe(state.view(seat), seat)
            self.need(len(row) == codec.length, f"an observation has {codec.length} numbers")

    # --- shapes -------------------------------------------------------------------------------------------------------

    def check_shape(self, event: JsonObject) -> None:
        """An event, in full or as a seat sees it, fits the shape of its name."""
        if self.shapes is not None:
            fault = self.shapes.fault_in_event(event)
            self.need(fault is None, f"an event fits the shapes of the game: {fault}")
            self.report.shapes += 1

    def check_veiled(self, seat: int | None, events: list[Event]) -> None:
        """Events as a preview would foretell them fit their shapes too."""
        if self.shapes is None:
            return
        view = self.match.view(seat)
        for event in events:
            seen = event.seen_by(seat)
            veiled = None if seen is None else self.game.veil(seen, view, event.reveals())
            if veiled is not None and veiled != seen:
                self.check_shape(veiled)

    def check_views(self) -> None:
        """Every seat's view and the spectator's fit the shape of views."""
        if self.shapes is None:
            return
        for seat in [None, *range(self.match.state.seats())]:
            fault = self.shapes.fault_in_view(self.match.view(seat))
            self.need(fault is None, f"the view of seat {seat} fits the shapes of the game: {fault}")
            self.report.shapes += 1

    # --- actions and refusals -----------------------------------------------------------------------------------------

    def check_actions(self, state: State, seat: int) -> list[str]:
        """The list of actions: not empty, no action twice, words that read back."""
        self.need(0 <= seat < state.seats(), "the seat to act is a seat")
        actions = state.actions()
        words = [state.word(action) for action in actions]
        self.need(bool(words), "there is an action while the match is not over")
        self.need(len(set(words)) == len(words), "no action stands in the list twice")
        for action, word in zip(actions, words, strict=True):
            self.need(state.read(word) == action, f"{word!r} reads back as the action it was written from")
            self.need(
                word.isascii() and word == word.lower() and "  " not in word, f"{word!r} is plain lower-case words"
            )
        return sorted(words)

    def check_closely(self, seat: int, words: list[str]) -> None:
        """Everything that is expensive to check: notation, clones, refusals, secrets, spoiled positions."""
        self.check_views()
        self.check_notation()
        self.check_clone()
        self.check_refusals(words)
        self.check_codes(self.match.state)
        for other in [None, *range(self.match.state.seats())]:
            self.check_secrets(other, seat, words)
        self.check_spoiled()

    def check_refusals(self, words: list[str]) -> None:
        """The explainer agrees with the list, and a refused action changes nothing."""
        match = self.match
        for word in [self.dice.pick(words) for _ in range(5)]:
            self.need(match.why_not(word) is None, f"nothing forbids {word!r}, which is in the list")
        before = canonical(match.position())
        for word in self.mangled(words, 16):
            refusal = match.why_not(word)
            self.need((refusal is None) == (word in words), f"{word!r}: the list of actions and the explainer agree")
            if refusal is None:
                continue
            self.report.refusals += 1
            self.need(refusal.kind in (NOT_UNDERSTOOD, NOT_NOW, NOT_ALLOWED), f"{refusal.kind!r} is a kind of refusal")
            if self.package_texts:
                for lang in LANGUAGES:
                    self.check_text(refusal, lang)
            try:
                match.act(word)
                self.need(False, f"{word!r} is refused, not carried out")
            except Illegal:
                pass
            self.need(canonical(match.position()) == before, f"the refused {word!r} changed nothing")

    def check_text(self, refusal: Refusal, lang: str) -> None:
        """A refusal has a sentence in which all its facts can be filled."""
        try:
            said = explain(self.game.package, refusal, lang)
        except (DataFault, LookupError, ValueError) as fault:
            said = ""
            self.need(False, f"the refusal {refusal.code} has words in {lang}: {fault!r}")
        self.need(bool(said), f"the refusal {refusal.code} has words in {lang}")

    def mangled(self, words: list[str], count: int) -> list[str]:
        """Words near the legal ones: parts swapped between actions, numbers changed, words lost, rubbish."""
        found: list[str] = ["", "castle", "pass", words[0].upper(), words[0] + " ", words[0] + " x"]
        known = list(self.known)
        found += [self.dice.pick(known) for _ in range(3)]
        while len(found) < count:
            parts = self.dice.pick(words).split(" ")
            other = self.dice.pick(words).split(" ")
            place = self.dice.draw(len(parts))
            how = self.dice.draw(4)
            if how == 0 and place < len(other):
                parts[place] = other[place]
            elif how == 1:
                del parts[place]
            elif how == 2:
                parts[place] = "".join(str((int(c) + 1) % 10) if c.isdigit() else c for c in parts[place])
            else:
                parts[place] = "-" + parts[place]
            found.append(" ".join(parts))
        return found

    # --- notation, clones, undo ---------------------------------------------------------------------------------------

    def loaded(self, position: JsonObject) -> State:
        """The position as it comes back from JSON."""
        try:
            return self.game.load(json.loads(json.dumps(position)), Fate())
        except BadPosition as fault:
            self.need(False, f"the position of a state loads: {fault}")
            raise

    def check_notation(self) -> None:
        """A position loads, comes back unchanged, and plays the same."""
        state = self.match.state
        position = state.position()
        again = self.loaded(position)
        self.need(canonical(again.position()) == canonical(position), "a position comes back unchanged")
        self.need(again.to_act() == state.to_act(), "the loaded state has the same seat to act")
        mine = sorted([state.word(action) for action in state.actions()])
        theirs = sorted([again.word(action) for action in again.actions()])
        self.need(mine == theirs, "the loaded state has the same actions")
        for seat in [None, *range(state.seats())]:
            self.need(canonical(again.view(seat)) == canonical(state.view(seat)), "the loaded state has the same views")
        self.need(again.result().as_json() == state.result().as_json(), "the loaded state has the same result")

    def check_clone(self) -> None:
        """A clone is equal and independent, both ways."""
        state = self.match.state
        before = canonical(state.position())
        clone = state.clone()
        self.need(canonical(clone.position()) == before, "a clone is equal")
        for _ in range(3):
            if clone.to_act() is None:
                break
            clone.act(self.dice.pick(clone.actions()))
        self.need(canonical(state.position()) == before, "playing a clone leaves the state as it was")
        copy, after = clone.clone(), canonical(clone.position())
        if copy.to_act() is not None:
            copy.act(self.dice.pick(copy.actions()))
        self.need(canonical(clone.position()) == after, "a clone of a clone is independent, too")

    def check_end(self) -> None:
        """Nothing is left to do."""
        match = self.match
        result = match.result()
        self.need(result.over and bool(result.winners), "a match that is over has winners")
        self.need(match.actions() == [], "after the end there are no actions")
        try:
            match.act("anything")
            self.need(False, "after the end an action is refused")
        except Over:
            pass

    def check_again(self, lines: list[str]) -> None:
        """The same seed and the same actions give the same match to the byte."""
        again = Match.new(self.game, self.options, self.seed)
        self.need(canonical(again.position()) == lines[0], "the same seed gives the same setup")
        for entry in self.match.line:
            again.act(entry.word)
        self.need(canonical(again.position()) == lines[-1], "the same seed and actions give the same match")
        for seat in [None, *range(again.state.seats())]:
            self.need(canonical(again.seen(seat)) == canonical(self.match.seen(seat)), "and the same events")

    def check_undo(self, lines: list[str]) -> None:
        """Undo leads to where the match was, is one more entry, and can be played on from."""
        match = self.match
        words = [entry.word for entry in match.line]
        for _ in range(3):
            to = self.dice.draw(len(words))
            number = match.number
            match.undo(to)
            self.where = f"after an undo to {to}"
            self.need(canonical(match.position()) == lines[to], "undo leads to the position that was")
            self.need(match.number == number + 1, "an undo is one more entry")
            random_free = not any(entry.draws for entry in match.entries)
            if random_free:
                for word in words[to:]:
                    match.act(word)
                self.need(canonical(match.position()) == lines[-1], "what was undone can be played again")
            else:
                while match.to_act() is not None:
                    match.act(self.dice.pick(match.actions()))
                return

    def check_record(self) -> None:
        """A record survives JSON and replays to the same end."""
        record = json.loads(json.dumps(to_record(self.match)))
        again = from_record(self.game, record)
        self.need(again.hash() == self.match.hash(), "a record replays to the same end")
        self.need(canonical(to_record(again)) == canonical(record), "the record of a replay is the record")

    # --- secrets ------------------------------------------------------------------------------------------------------

    def check_secrets(self, seat: int | None, actor: int, words: list[str]) -> None:
        """Worlds that differ only in what a seat may not know show it the same view, actions, refusals and events."""
        match = self.match
        view, seen = match.view(seat), match.seen(seat)
        shown = canonical(view)
        sampler = self.game.sampler(json.loads(json.dumps(view)), json.loads(json.dumps(seen)))
        for _ in range(2):
            world = sampler.draw(self.dice)
            self.report.worlds += 1
            self.need(canonical(world.view(seat)) == shown, f"a sampled world shows seat {seat} its own view")
            self.need(world.to_act() == actor, "a sampled world has the same seat to act")
            self.loaded(world.position())
            theirs = sorted([world.word(action) for action in world.actions()])
            self.need(bool(theirs), "a sampled world has actions")
            if seat is not None and seat == actor:
                self.need(theirs == words, "a sampled world gives the seat to act the same actions")
                same = sorted(self.codec.codes(world)) == sorted(self.codec.codes(match.state))
                self.need(same, "actions have the same codes in worlds that the seat to act cannot tell apart")
                same = self.codec.observe(world.view(seat), seat) == self.codec.observe(view, seat)
                self.need(same, "observations are the same in worlds that the seat cannot tell apart")
                for word in self.mangled(words, 12):
                    mine, other = match.why_not(word), world.why_not(word)
                    same = (mine and canonical(mine.as_json())) == (other and canonical(other.as_json()))
                    self.need(
                        same, f"{word!r} is refused for the same reason in every world that the seat cannot tell apart"
                    )
            self.check_events(seat, world, [word for word in theirs if word in words])

    def check_events(self, seat: int | None, world: State, words: list[str]) -> None:
        """If an action leaves two worlds looking alike to a seat, it has seen the same events in both."""
        if not words:
            return
        word = self.dice.pick(words)
        true = self.match.state.clone()
        mine, other = true.read(word), world.read(word)
        assert mine is not None and other is not None
        world.fate = true.fate.clone()
        events, theirs = true.act(mine), world.act(other)
        self.check_veiled(seat, events)
        if canonical(true.view(seat)) == canonical(world.view(seat)):
            same = told(events, seat) == told(theirs, seat)
            self.need(same, f"{word!r} shows seat {seat} the same events in worlds that it cannot tell apart")

    # --- bad input ----------------------------------------------------------------------------------------------------

    def check_spoiled(self) -> None:
        """A spoiled position is refused with BadPosition, or is a position; nothing else is ever raised."""
        text = json.dumps(self.match.position())
        for _ in range(3):
            position = json.loads(text)
            self.spoil(position)
            self.report.spoiled += 1
            try:
                state = self.game.load(position, Fate())
                state.actions()
            except BadPosition:
                pass
            except Exception as fault:
                self.need(False, f"a spoiled position raises BadPosition, not {fault!r}: {json.dumps(position)[:2000]}")

    def spoil(self, position: JsonObject) -> None:
        """Changes something somewhere."""
        place: Any = position
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                return
            key = self.dice.pick(keys)
            if isinstance(place[key], (dict, list)) and place[key] and self.dice.draw(4):
                place = place[key]
                continue
            how = self.dice.draw(4)
            if how == 0:
                del place[key]
            elif how == 1 and isinstance(place[key], int):
                place[key] += self.dice.draw(5) - 2
            else:
                place[key] = self.dice.pick([None, True, -1, 0, 1, 7, 10**20, 1.5, "", "x", [], {}, [[]], {"a": 1}])
            return


def told(events: list[Event], seat: int | None) -> str:
    """What events tell a seat. Of those that reveal something only that they happened: cards shown in one action may be
    the whole difference between two worlds, and may be hidden again before it is over.
    """
    return canonical(
        [seen.get("event") if event.reveals() else seen for event in events if (seen := event.seen_by(seat))]
    )

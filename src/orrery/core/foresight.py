"""What an action would lead to, as far as a seat can know: for previews.

Some worlds that the seat cannot tell from the true one are imagined, and the action is carried out in each of them.
They go on side by side: what happens alike in all of them is foretold, and steps of the seat that leave it no choice
are taken. It ends where somebody has to choose, where the worlds part, or with the match. What another seat would do is
never guessed, not even where it seems to have no choice, for that may depend on its hidden cards. But where it answers
what was begun in ways that everybody sees (it may block), each answer is followed too, so that whoever thinks of the
action sees what it depends on.

That all imagined worlds agree about a fact proves nothing: they are few. So what a seat would only learn by an event,
or what chance decides, is left out, and what only a game can know is asked of the game: `Game.veil`,
`Game.is_doubtful`, `Game.is_idle`, `State.is_answering`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Action, Event, Game, State, seen_of

WORLDS: Final = 5
"""How many imagined worlds an action is tried in."""
FORCED: Final = 20
"""How many steps without a choice are taken at most."""
ANSWERS: Final = 8
"""How many answers of another seat are followed at most."""
CHOICES: Final = 24
"""How many further choices of the seat are tried at most before an action is said to be idle."""

Unhurried = Callable[[], bool]
"""Is there time left?"""


class Course:
    """What would happen in all worlds, as the seat would see it, and who would have to choose then."""

    __slots__ = ("events", "next", "whole", "word")

    def __init__(self, word: str) -> None:
        self.word: Final = word
        """The action or the answer that it begins with."""
        self.events: list[JsonObject] = []
        self.whole: bool = True
        """False where something of it, or something more, cannot be foreseen."""
        self.next: int | None = None
        """The seat that chooses next; None where that cannot be foreseen, or where the match is over."""

    def as_json(self) -> JsonObject:
        """For the wire."""
        return {"word": self.word, "events": self.events, "whole": self.whole, "next": self.next}


class Foresight(Course):
    """A course with what may come of it. `worlds` are those that were imagined, as they are then, and `seen` is what
    the seat has seen happen in each.
    """

    __slots__ = ("answers", "idle", "seen", "worlds")

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.answers: list[Course] = []
        """What the seat that is next can answer; empty where it answers nothing, or in ways that are hidden."""
        self.idle: bool = False
        """It would only cost something, and nothing else would come of it."""
        self.worlds: list[State] = []
        self.seen: list[list[JsonObject]] = []


def foresee(
    game: Game, view: JsonObject, seen: list[JsonObject], word: str, seat: int | None, fate: Fate, has_time: Unhurried
) -> Foresight:
    """What a legal action of the seat to act would lead to. Without time only one world is imagined, and one world is a
    guess: then little is said, and `whole` is false.
    """
    sampler = game.sampler(view, seen)
    found = Foresight(word)
    worlds = [sampler.draw(fate)]
    while len(worlds) < WORLDS and has_time():
        worlds.append(sampler.draw(fate))
    untouched = [world.clone() for world in worlds]
    found.worlds = worlds
    found.seen = follow(game, view, worlds, word, seat, found)
    if len(worlds) < WORLDS:
        found.whole = False
        return found
    if found.next is not None and found.next != seat:
        answer(game, view, found, seat, has_time)
    found.idle = all(is_idle(game, world, word, seat) for world in untouched)
    return found


def follow(
    game: Game, view: JsonObject, worlds: list[State], word: str, seat: int | None, course: Course
) -> list[list[JsonObject]]:
    """Lets the worlds go on by an action, and writes down what happens; gives what was seen in each of them."""
    seen: list[list[JsonObject]] = [[] for _ in worlds]
    words = [word] * len(worlds)
    for _ in range(FORCED):
        course.next = None
        steps: list[list[JsonObject | None]] = []
        for i, world in enumerate(worlds):
            action = world.read(words[i])
            if action is None:
                raise ValueError(f"there is no action {words[i]!r} here")
            events = world.act(action)
            seen[i] += seen_of(events, seat)
            steps.append(foretold(game, view, events, seat, course))
        if not tell(steps, course):
            break
        turns = [world.to_act() for world in worlds]
        if turns.count(turns[0]) < len(turns):
            course.whole = False
            break
        course.next = turns[0]
        if turns[0] is None or turns[0] != seat or not course.whole:
            break  # what the seat can do then may depend on what it does not know yet
        if any(world.shows_secret() for world in worlds):
            break  # it chooses among what it sees only then: no imagined world knows what lies there
        options = [world.actions() for world in worlds]
        words = [world.word(option[0]) for world, option in zip(worlds, options, strict=True)]
        if max([len(option) for option in options]) > 1 or words.count(words[0]) < len(words):
            break
    if game.is_doubtful(view, course.events):
        course.whole = False
    return seen


def foretold(
    game: Game, view: JsonObject, events: list[Event], seat: int | None, course: Course
) -> list[JsonObject | None]:
    """What can be foretold of the events of one world. None at the end: what follows cannot be foretold."""
    found: list[JsonObject | None] = []
    for event in events:
        shown, reveals = event.seen_by(seat), event.reveals()
        if shown is None and not reveals:
            continue
        veiled = None if shown is None else game.veil(shown, view, reveals)
        found.append(veiled)
        if veiled is None or veiled != shown:
            course.whole = False
        if veiled is None:
            break
    return found


def tell(steps: list[list[JsonObject | None]], course: Course) -> bool:
    """Adds what happens alike in all worlds; False where they part, or where it cannot be foretold."""
    first = steps[0]
    for i, event in enumerate(first):
        for step in steps:
            if event is None or i >= len(step) or step[i] != event:
                course.whole = False
                return False
        assert event is not None
        course.events.append(event)
    if max([len(step) for step in steps]) > len(first):
        course.whole = False
        return False
    return True


def answer(game: Game, view: JsonObject, found: Foresight, seat: int | None, has_time: Unhurried) -> None:
    """Follows the answers of another seat, if it is asked for one."""
    if not all(world.is_answering() for world in found.worlds):
        return
    known = [{world.word(action) for action in world.actions()} for world in found.worlds]
    first = found.worlds[0]
    shared = [word for word in map(first.word, first.actions()) if all(word in words for words in known)]
    for word in sorted(shared)[:ANSWERS]:
        if not has_time():
            return
        course = Course(word)
        follow(game, view, [world.clone() for world in found.worlds], word, seat, course)
        found.answers.append(course)


def is_idle(game: Game, world: State, word: str, seat: int | None) -> bool:
    """Would an action only cost something, whatever the seat chooses after it?"""
    action = world.read(word)
    if action is None:
        return False
    waiting: list[tuple[State, list[JsonObject], Action]] = [(world, [], action)]
    for _ in range(CHOICES):
        if not waiting:
            return True
        state, before, step = waiting.pop()
        state = state.clone()
        seen = before + seen_of(state.act(step), seat)
        if game.is_idle(seen):
            continue
        if state.to_act() != seat or seat is None or len(state.actions()) > CHOICES:
            return False
        waiting += [(state, seen, option) for option in state.actions()]
    return not waiting

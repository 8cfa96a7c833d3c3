"""Lessons: a game taught by doing, on prepared positions with prepared fate. Lessons are data, a file each, in the
folder `data/lessons` of a game's package; docs/lessons.md says what a file may hold.

A lesson is a list of steps. A step first does what the position's other seats do (`play`), then says something and
either asks for an action (`ask`) or goes on when it was read. What a learner has done is the *trail*: for each step
that is behind them the action that they took there, or an empty text. A lesson and a trail give the moment that it
leads to, whoever works it out and as often as one likes: so nothing need be kept but the trail.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from typing import Any, Final

from orrery.core.clause import LANGUAGES, BadPosition, Illegal, Over, Refusal
from orrery.core.data import DataFault, Fields, JsonObject, read_toml, to_text, to_word
from orrery.core.game import Game, Seat
from orrery.core.match import Match
from orrery.core.options import Said
from orrery.core.prepared import Prepared

FOLDER: Final = "lessons"
NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
FACT: Final = re.compile(r"\{([A-Za-z0-9_.]+)\}")
LONGEST: Final = 60
"""A lesson has at most so many steps: two minutes."""
READ: Final = ""
"""What stands in a trail for a step that only says something."""


class Astray(Exception):
    """A trail that does not fit the lesson: it was changed, or the trail is none of it."""


class Mistake:
    """What is said when an action is not done: because the rules refuse it with one of these codes, or because it is
    one of these actions, which the rules allow but the lesson does not ask for. With both it is one of these actions,
    refused with one of these codes.
    """

    def __init__(self, row: Fields) -> None:
        self.refusals = [to_text(code, row.at("refusal")) for code in row.items("refusal", [])]
        self.actions = [to_text(word, row.at("action")) for word in row.items("action", [])]
        self.say = said(row, "say")
        self.never = [event_of(one, row.at("never")) for one in row.items("never", [])]
        """Events that would follow none of these actions: what the answer denies. They are for the test that tries
        them all."""
        if not self.refusals and not self.actions:
            raise DataFault(row.path, "neither refusal nor action says for which mistake this is")
        row.done()

    def fits(self, word: str, refusal: Refusal | None) -> bool:
        """Is it this mistake?"""
        if self.actions and not any(fnmatchcase(word, pattern) for pattern in self.actions):
            return False
        return refusal.code in self.refusals if refusal is not None else not self.refusals


class Step:
    """A step of a lesson."""

    def __init__(self, row: Fields) -> None:
        self.play = [to_text(word, row.at("play")) for word in row.items("play", [])]
        """What is done before anything is said, by whoever is to act then: of the legal actions that a pattern fits the
        first, so that it also fits what the learner may have done."""
        self.say = said(row, "say")
        self.point = [to_text(ref, row.at("point")) for ref in row.items("point", [])]
        """The parts of the board that it is about, as the page names them (`cell:1,0`, `circle:c20`)."""
        self.ask = [to_text(word, row.at("ask")) for word in row.items("ask", [])]
        """The actions that are accepted, `*` for anything; none: the step is over when it was read."""
        self.mistakes = [
            Mistake(Fields(one, f"{row.at('mistakes')}[{i}]")) for i, one in enumerate(row.items("mistakes", []))
        ]
        self.happens = [event_of(one, row.at("happens")) for one in row.items("happens", [])]
        """Events that the learner sees because of this step, with some of their facts: what the text builds on. They
        are for the test that walks the lesson."""
        self.never = [event_of(one, row.at("never")) for one in row.items("never", [])]
        """Events that no accepted action leads to, for the same test."""
        if self.mistakes and not self.ask:
            raise DataFault(row.path, "mistakes: nothing is asked here")
        row.done()

    def accepts(self, word: str) -> bool:
        """Is this action one of those that are asked for?"""
        return any(fnmatchcase(word, pattern) for pattern in self.ask)

    def mistake(self, word: str, refusal: Refusal | None) -> Mistake | None:
        """What is said of an action that is not done; the first that fits."""
        return next((one for one in self.mistakes if one.fits(word, refusal)), None)


class Lesson:
    """A lesson, its texts by language."""

    def __init__(self, game: Game, name: str, row: Fields) -> None:
        self.game = game
        self.name = name
        self.order = row.integer("order", 1, 99)
        self.title = said(row, "title")
        self.about = said(row, "about")
        """What one learns, in a line."""
        self.seat = Seat(row.integer("seat", 0))
        self.names = [named(one, row.at("names")) for one in row.items("names", [])]
        """What the seats are called; the learner's own name is not used."""
        position = row.raw("position")
        if not isinstance(position, dict):
            raise DataFault(row.at("position"), "is not an object")
        try:
            self.position = game.unpack({"game": game.name, **position})
            first = self.match()
        except BadPosition as fault:
            raise DataFault(row.at("position"), str(fault)) from None
        if not 0 <= self.seat < first.state.seats() or len(self.names) != first.state.seats():
            raise DataFault(row.path, f"the position has {first.state.seats()} seats: seat is one, names has all")
        rows = row.items("steps")
        if not 1 <= len(rows) <= LONGEST:
            raise DataFault(row.at("steps"), f"there are {len(rows)}; allowed are 1 to {LONGEST}")
        self.steps = [Step(Fields(one, f"{row.at('steps')}[{i}]")) for i, one in enumerate(rows)]
        self.done = said(row, "done")
        """What was learned, when it is over."""
        row.done()
        for text in self.texts():
            for said_so in text.values():
                self.fill(said_so)

    def texts(self) -> list[Said]:
        """All that it says."""
        steps = [text for step in self.steps for text in (step.say, *(one.say for one in step.mistakes))]
        return [self.title, self.about, *steps, self.done]

    def match(self) -> Match:
        """The lesson as a match that stands at its beginning."""
        return Match.load(self.game, self.position)

    def fill(self, text: str) -> str:
        """A text with its facts, which stand in braces as a way into the position: `{cards.001.vp}`. Raises
        DataFault.
        """

        def fact(found: re.Match[str]) -> str:
            value: Any = self.position
            for key in found[1].split("."):
                try:
                    value = value[int(key)] if isinstance(value, (list, str)) else value[key]
                except (LookupError, TypeError, ValueError):
                    problem = f"{found[0]} is no fact of the position: it has no {key}"
                    raise DataFault(f"{self.game.name}: {self.name}", problem) from None
            return str(value)

        return FACT.sub(fact, text)

    def filled(self, text: Said) -> Said:
        """A text in all languages, with its facts."""
        return {lang: self.fill(words) for lang, words in text.items()}

    def walk(self, trail: list[str]) -> Moment:
        """Where a trail leads. Raises Astray."""
        moment = Moment(self)
        for word in trail:
            moment.go_on(word)
        return moment


class Moment(Prepared):
    """A moment of a lesson: how far one has come, and all that was done on the way."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson.match(), lesson.seat)
        self.lesson = lesson
        self.number = 0
        """How many steps are behind."""
        self.since = 0
        """How many actions were done before the last step that was gone."""
        self._enter()

    @property
    def step(self) -> Step | None:
        """The step that one is at; None when the lesson is over."""
        steps = self.lesson.steps
        return steps[self.number] if self.number < len(steps) else None

    def go_on(self, word: str) -> None:
        """Goes one step on: by an action that the step asks for, or by having read it. Raises Astray."""
        step = self.step
        if step is None:
            raise Astray(f"the lesson {self.lesson.name} has {len(self.lesson.steps)} steps")
        self.since = len(self.line)
        if step.ask:
            if not step.accepts(word):
                raise Astray(f"step {self.number + 1} asks for {' or '.join(step.ask)}, not for {word!r}")
            self._act(word)
        elif word != READ:
            raise Astray(f"step {self.number + 1} asks for nothing, and {word!r} was done")
        self.number += 1
        self._enter()

    def actions(self) -> list[str]:
        """What the learner may do by the rules, where something is asked; the lesson may accept less."""
        step = self.step
        if step is None or not step.ask or self.match.to_act() != self.lesson.seat:
            return []
        return self.match.actions()

    def _enter(self) -> None:
        step = self.step
        for pattern in step.play if step is not None else []:
            found = [word for word in self.match.actions() if fnmatchcase(word, pattern)]
            if not found:
                raise Astray(f"step {self.number + 1}: nothing legal fits {pattern!r}")
            self._act(found[0])

    def _act(self, word: str) -> None:
        try:
            self.do(word)
        except (Illegal, Over) as fault:
            raise Astray(f"step {self.number + 1}: {word!r} is not legal there: {fault}") from None


def said(row: Fields, key: str) -> Said:
    """A text in every language."""
    return named(row.raw(key), row.at(key))


def named(value: object, path: str) -> Said:
    """A text in every language, none of them empty."""
    fields = Fields(value, path)
    found = {lang: fields.text(lang) for lang in LANGUAGES}
    fields.done()
    for lang, text in found.items():
        if not text.strip():
            raise DataFault(fields.at(lang), "is empty")
    return found


def event_of(value: object, path: str) -> JsonObject:
    """Facts of an event, its name among them."""
    fields = Fields(value, path)
    fields.text("event")
    return fields.value


def read_lesson(game: Game, name: str, whole: JsonObject) -> Lesson:
    """A lesson of a file. Raises DataFault."""
    if not NAME.fullmatch(name):
        raise DataFault(name, "the name of a lesson's file is a lower-case word")
    return Lesson(game, name, Fields(whole, f"{FOLDER}/{name}.toml"))


@cache
def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """The lessons of a game, in their order; none if it has no folder. Raises DataFault."""
    try:
        folder = resources.files(game.package).joinpath("data", FOLDER)
        files = sorted(one.name for one in folder.iterdir() if one.name.endswith(".toml")) if folder.is_dir() else []
    except (ModuleNotFoundError, FileNotFoundError, NotADirectoryError, TypeError):
        return ()
    found = [
        read_lesson(game, file.removesuffix(".toml"), read_toml(game.package, "data", FOLDER, file)) for file in files
    ]
    found.sort(key=lambda lesson: lesson.order)
    orders = [str(lesson.order) for lesson in found]
    for lesson, order in zip(found, orders, strict=True):
        to_word(
            order, f"{FOLDER}/{lesson.name}.toml.order", [order] if orders.count(order) == 1 else ["one of its own"]
        )
    return tuple(found)

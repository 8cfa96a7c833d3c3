"""The handbook of a game: the book for people who have never read a rule, with figures that are played by the engine.

A game's package may carry it beside its rulebook:

- `rulebook/handbook.en.md` and `handbook.ja.md`: short chapters, each under a heading of the second level. A line
  `{figure NAME}` is the place of a figure, `{card ID}` the name of a card and `{= PATH}` a number of the data, as in
  `{= cards.064.vp}`, so that no text repeats what a card says.
- `rulebook/handbook.toml`: the chapters in the same order with the clauses that each of them tells, the sections of the
  rulebook that only programmers and designers need, and the figures.

A figure is a position and the actions that are taken from there, one for each step; what is said at a step and what
must come of it stand beside it: events, the score, parts of the view, or the code of a refusal. `play_figure` plays it
and raises `DataFault` where something else comes of it. The sentences of a figure take their numbers from what came of
it: `{= score.seats.0.score}`, `{= events.1.x}`, `{= view.turn}`.
"""

from __future__ import annotations

import re
from importlib import resources
from typing import Any, Final

from orrery.core.clause import LANGUAGES, BadPosition, Illegal, Rulebook, in_words, rulebook
from orrery.core.data import DataFault, Fields, JsonObject, parse_toml, shown
from orrery.core.game import Game, Result, seen_of
from orrery.core.match import Match

FIGURE: Final = re.compile(r"^\{figure ([a-z0-9_]+)\}$", re.MULTILINE)
"""A line of a chapter: the place of a figure."""
FACT: Final = re.compile(r"\{(card|=) ([^{}]+)\}")
"""What is put into a text: the name of a card, or a number of the data."""
NUMBER: Final = re.compile(r"-?[0-9]+")
SUMMARY: Final = "summary"
"""The chapter that is the book on one page."""

Said = dict[str, str]
"""A text in each language."""


class Chapter:
    """A chapter of a handbook in one language. `text` is Markdown with the places of figures; `tells` are the clauses
    that it tells in plain words.
    """

    __slots__ = ("name", "tells", "text", "title")

    def __init__(self, name: str, title: str, text: str, tells: list[str]) -> None:
        self.name = name
        self.title = title
        self.text = text
        self.tells = tells

    @property
    def figures(self) -> list[str]:
        """The names of its figures, in their order."""
        return FIGURE.findall(self.text)


class Step:
    """A step of a figure: an action that is taken (`act`) or tried and refused (`tries`, with the `code` of the
    refusal), what is said of it, and what must come of it.
    """

    __slots__ = ("act", "code", "events", "never", "say", "score", "tries", "view")

    def __init__(self, fields: Fields) -> None:
        self.act = fields.text("act", "")
        self.tries = fields.text("try", "")
        self.code = fields.text("code", "")
        self.say = both(fields, "say")
        self.events: list[Any] = fields.items("events", [])
        self.never: list[Any] = fields.items("never", [])
        self.score: JsonObject = fields.raw("score") if fields.has("score") else {}
        self.view: JsonObject = fields.raw("view") if fields.has("view") else {}
        fields.done()
        if bool(self.tries) != bool(self.code):
            raise DataFault(fields.path, "an action that is tried needs the code of its refusal")
        if self.act and self.tries:
            raise DataFault(fields.path, "a step either takes an action or tries one")
        if self.act and not (self.events or self.score or self.view):
            raise DataFault(fields.path, "an action needs what must come of it: events, score or view")


class Figure:
    """A figure: where it begins, through whose eyes it is seen, and its steps, the first of which is the beginning."""

    __slots__ = ("name", "position", "seat", "steps")

    def __init__(self, fields: Fields, shared: JsonObject) -> None:
        self.name = fields.text("name")
        self.seat: int | None = fields.integer("seat", 0) if fields.has("seat") else None
        own: JsonObject = fields.raw("position")
        self.position: JsonObject = {key: joined(shared.get(key), value) for key, value in {**shared, **own}.items()}
        self.steps = [Step(Fields(row, f"{fields.path}.step[{i}]")) for i, row in enumerate(fields.items("step"))]
        fields.done()
        if not self.steps or self.steps[0].act or self.steps[0].tries:
            raise DataFault(fields.path, "the first step of a figure shows its position: no action")


class Moment:
    """A step of a figure as the engine has played it: what lies on the table then, what happened, what is said."""

    __slots__ = ("events", "refusal", "result", "say", "score", "seat", "to_act", "view", "word")

    def __init__(self, say: Said, word: str | None, seat: int | None) -> None:
        self.say = say
        self.word = word
        self.seat = seat
        """Who acts."""
        self.events: list[JsonObject] = []
        self.view: JsonObject = {}
        self.score: JsonObject = {}
        self.to_act: int | None = None
        self.result: Result | None = None
        """How the match stands then."""
        self.refusal: JsonObject | None = None
        """Of an action that was tried: its clause, its code with the facts, and the sentence in each language."""


class Handbook:
    """The handbook of a game. Raises DataFault where its files do not fit together."""

    def __init__(self, game: Game) -> None:
        self.game = game
        found = {lang: read_file(game.package, f"handbook.{lang}.md") for lang in LANGUAGES}
        data = read_file(game.package, "handbook.toml")
        if data is None or None in found.values():
            raise DataFault("rulebook", "a handbook has three files: handbook.toml, handbook.en.md, handbook.ja.md")
        fields = Fields(parse_toml(data, "handbook.toml"), "handbook")
        self.set = fields.text("set", "")
        """The cards that its figures are made for."""
        self.programmers = [str(section) for section in fields.items("programmers", [])]
        """The sections and clauses of the rulebook that nobody needs in order to play."""
        self.names: dict[str, list[str]] = fields.raw("names")
        """Who plays in the figures, by language and seat."""
        shared = fields.raw("position") if fields.has("position") else {}
        rows = [Fields(row, f"handbook.chapter[{i}]") for i, row in enumerate(fields.items("chapter"))]
        figures = [Figure(Fields(row, f"handbook.figure[{i}]"), shared) for i, row in enumerate(fields.items("figure"))]
        fields.done()
        self.figures = {figure.name: figure for figure in figures}
        self.titles: Said = {}
        self.openings: Said = {}
        self.chapters: dict[str, list[Chapter]] = {}
        """By language."""
        listed = [(row.text("name"), [str(id) for id in row.items("tells", [])]) for row in rows]
        for row in rows:
            row.done()
        for lang, text in found.items():
            assert text is not None
            self.chapters[lang] = self._chapters(lang, Rulebook(self._filled(text, lang)), listed)
        self._check(figures)

    def _chapters(self, lang: str, book: Rulebook, listed: list[tuple[str, list[str]]]) -> list[Chapter]:
        """The chapters of one language, and the title of the book with what stands under it."""
        opening, written = book.opening, book.unnumbered
        if opening is None or len(written) != len(listed) or len(book.chapters) != 1 + len(written) or book.clauses:
            problem = f"a title and {len(listed)} chapters under headings of the second level, without clauses"
            raise DataFault(f"handbook.{lang}.md", f"there should be {problem}; there are {len(written)} chapters")
        self.titles[lang] = opening.title
        self.openings[lang] = "\n\n".join([part.text for part in opening.parts])
        texts = [(chapter.title, "\n\n".join([part.text for part in chapter.parts])) for chapter in written]
        return [Chapter(name, title, text, tells) for (name, tells), (title, text) in zip(listed, texts, strict=True)]

    def _check(self, figures: list[Figure]) -> None:
        """Each figure stands in the book once, at the same place in every language, and the names are told apart."""
        orders = [[name for chapter in self.chapters[lang] for name in chapter.figures] for lang in LANGUAGES]
        names = [figure.name for figure in figures]
        for lang, order in zip(LANGUAGES, orders, strict=True):
            if sorted(order) != sorted(names):
                odd = sorted(set(order) ^ set(names)) or "one twice"
                raise DataFault(f"handbook.{lang}.md", f"each figure stands there once, and no other: {odd}")
        if orders[0] != orders[1]:
            raise DataFault("handbook", "the figures stand in another order in another language")
        chapters = [chapter.name for chapter in self.chapters["en"]]
        if len(set(chapters)) != len(chapters) or SUMMARY not in chapters:
            raise DataFault("handbook", f"each chapter has a name of its own, and one is called {SUMMARY}")

    def _filled(self, text: str, lang: str) -> str:
        """A text with the names and numbers of cards in it."""
        cards = self.game.guide().cards()
        facts = {} if cards is None else {"cards": cards.cards}
        return filled(text, self.game, lang, facts)

    def told(self, clause: str) -> list[str]:
        """The names of the chapters that tell a clause."""
        return [chapter.name for chapter in self.chapters["en"] if clause in chapter.tells]

    def clauses_of_play(self) -> list[str]:
        """The clauses of the rulebook that people play by: all but prose and what only programmers need."""
        book = rulebook(self.game.package, "en")
        left = {*book.prose, *self.programmers}
        return [id for id in book.clauses if id not in left and id.partition(".")[0] not in left]


def joined(shared: object, own: object) -> object:
    """What a figure says of its position beside what all figures share: an object takes the place of parts only."""
    return {**shared, **own} if isinstance(shared, dict) and isinstance(own, dict) else own


BOOKS: dict[str, Handbook | None] = {}


def handbook(game: Game) -> Handbook | None:
    """The handbook of a game, read once; None for a game that has none."""
    if game.name not in BOOKS:
        BOOKS[game.name] = None if read_file(game.package, "handbook.toml") is None else Handbook(game)
    return BOOKS[game.name]


def handbook_chapter(game: Game, lang: str, words: str) -> Chapter | None:
    """The chapter of a game's handbook that is called so, in any language, or by its name."""
    book = handbook(game)
    if book is None:
        return None
    wanted = words.strip().casefold()
    for each in (lang, *LANGUAGES):
        for own, there in zip(book.chapters[lang], book.chapters[each], strict=True):
            if wanted in (own.name, there.title.casefold()):
                return own
    return None


def read_file(package: str, name: str) -> str | None:
    """The text of a file beside the rulebook; None if the package has none."""
    try:
        return resources.files(package).joinpath("rulebook").joinpath(name).read_text(encoding="utf-8")
    except (ModuleNotFoundError, FileNotFoundError, NotADirectoryError, TypeError):
        return None  # a stranger's game may be a single module


def both(fields: Fields, key: str) -> Said:
    """A text in each language."""
    row = Fields(fields.raw(key), fields.at(key))
    found = {lang: row.text(lang) for lang in LANGUAGES}
    row.done()
    return found


# --- what is put into texts -------------------------------------------------------------------------------------------


def filled(text: str, game: Game, lang: str, facts: JsonObject) -> str:
    """A text with the names of cards and the numbers that it asks for. Raises DataFault for what is not there."""
    return FACT.sub(lambda found: fact(found.group(1), found.group(2).strip(), game, lang, facts), text)


def fact(kind: str, path: str, game: Game, lang: str, facts: JsonObject) -> str:
    """A name or a number that a text asks for."""
    if kind == "card":
        return card_name(game, lang, path)
    found: Any = facts
    for key in path.split("."):
        try:
            found = found[int(key)] if isinstance(found, list) else found[key]
        except (LookupError, ValueError, TypeError):
            raise DataFault(path, f"nothing is called {key!r} there; there are {shown(keys_of(found))}") from None
    numbers = NUMBER.findall(str(found))
    if isinstance(found, (dict, list)) or len(numbers) != 1:
        raise DataFault(path, f"{shown(found)} is not one number")
    number: str = numbers[0]
    return number.replace("-", "−")


def keys_of(value: object) -> list[str]:
    """What can be asked of a value."""
    if isinstance(value, dict):
        return sorted(str(key) for key in value)
    return [str(i) for i in range(len(value))] if isinstance(value, list) else []


def card_name(game: Game, lang: str, words: str) -> str:
    """The name of a card by its id; of a card with two halves `ID HALF`, or both."""
    cards = game.guide().cards()
    id, _, half = words.partition(" ")
    names = {} if cards is None else cards.names[lang]
    if id not in names:
        raise DataFault(words, "there is no such card")
    name = names[id]
    if isinstance(name, str):
        return name
    return str(name[half] if half else name.get("card", " / ".join(name.values())))


# --- figures that are played ------------------------------------------------------------------------------------------


def play_figure(book: Handbook, figure: Figure) -> list[Moment]:
    """The moments of a figure, as the engine plays them. Raises DataFault where anything else comes of it than the
    figure says.
    """
    game, guide = book.game, book.game.guide()
    cards = guide.cards()
    place = f"figure {figure.name}"
    if book.set and (cards is None or cards.set != book.set):
        raise DataFault(place, f"it is made for the cards of {book.set}; here are those of {cards and cards.set}")
    known = {} if cards is None else {"cards": cards.cards}
    try:
        match = Match.load(game, {"game": game.name, **known, **figure.position})
    except BadPosition as fault:
        raise DataFault(place, f"its position cannot be: {fault}") from None
    found: list[Moment] = []
    seen: list[JsonObject] = []
    for i, step in enumerate(figure.steps):
        at = f"{place}, step {i}"
        moment = Moment(step.say, step.act or step.tries or None, match.to_act() if step.act or step.tries else None)
        if step.act:
            moment.events = _acted(match, step, figure.seat, at)
            seen = seen + moment.events
        if step.tries:
            moment.refusal = _refused(match, step, game, at)
        moment.view = match.state.view(figure.seat)
        moment.to_act = match.to_act()
        moment.result = match.state.result()
        moment.score = guide.answer("score", moment.view, seen, figure.seat, {})
        for what, wanted, there in (("view", step.view, moment.view), ("score", step.score, moment.score)):
            odd = difference(wanted, there, what)
            if odd:
                raise DataFault(at, odd)
        facts = {"view": moment.view, "score": moment.score, "events": moment.events, **known}
        try:
            moment.say = {lang: filled(text, game, lang, facts) for lang, text in step.say.items()}
        except DataFault as fault:
            raise DataFault(at, str(fault)) from None
        found.append(moment)
    return found


def _acted(match: Match, step: Step, seat: int | None, at: str) -> list[JsonObject]:
    """The events of a step as they are seen, once they are those that the step names, in this order."""
    try:
        events = match.act(step.act)
    except Illegal as fault:
        raise DataFault(at, f"{step.act} is refused: {fault}; near it {near(match.actions(), step.act)}") from None
    told = [event.as_json() for event in events]
    rest = list(told)
    for wanted in step.events:
        while rest and difference(wanted, rest[0], ""):
            rest.pop(0)
        if not rest:
            raise DataFault(at, f"no event {shown(wanted)} came of {step.act}, or not in this order: {told}")
        rest.pop(0)
    unwanted = [event["event"] for event in told if event["event"] in step.never]
    if unwanted:
        raise DataFault(at, f"{step.act} should not bring about {unwanted[0]}")
    return seen_of(events, seat)


def _refused(match: Match, step: Step, game: Game, at: str) -> JsonObject:
    """How an action is refused, once it is so with the code that the step names."""
    refusal = match.why_not(step.tries)
    if refusal is None:
        raise DataFault(at, f"{step.tries} is allowed; the figure says that it is refused as {step.code}")
    if refusal.code != step.code:
        raise DataFault(at, f"{step.tries} is refused as {refusal.code}, not as {step.code}")
    texts = {lang: in_words(game.package, refusal, lang) for lang in LANGUAGES}
    return {"code": refusal.code, "clause": refusal.clause, "facts": refusal.facts, "text": texts}


def near(actions: list[str], word: str) -> list[str]:
    """Some legal actions that begin like this one."""
    first = word.partition(" ")[0]
    return [action for action in actions if action.startswith(first)][:12] or actions[:12]


def difference(wanted: Any, there: Any, path: str) -> str:
    """Where what is there lacks what is wanted; an empty text if it has all of it. Of an object only the keys that are
    named are compared, and of a list, by an object, only the places that are named.
    """
    if isinstance(wanted, dict) and isinstance(there, (dict, list)):
        for key, value in wanted.items():
            if isinstance(there, list):
                if not key.isdigit() or int(key) >= len(there):
                    return f"{path}: there is no {key}"
                odd = difference(value, there[int(key)], f"{path}.{key}")
            else:
                odd = difference(value, there[key], f"{path}.{key}") if key in there else f"{path}: there is no {key}"
            if odd:
                return odd
        return ""
    return "" if wanted == there else f"{path} is {shown(there)}, not {shown(wanted)}"

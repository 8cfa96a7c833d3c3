"""What the table needs to know of one game: how it looks, how it speaks, and what short words mean.

A `Sheet` draws what one person may know (a `Scene`), says events in sentences, and turns comfortable short forms into
action words. It decides nothing: the rules are asked by the shell in table.py. It is the class `GameSheet` in the
module `sheet` of the game's folder in this layer, for a stranger's game in the module `sheet` of its own package. A
game without any is played with `PlainSheet`.

Its sentences stand in the game's package, in data/texts.toml, in every language: `game.title` and `game.about` (a line
for the list of games), perhaps `game.tale`, `game.by` and `game.goal`, and a `command.NAME` for each of the sheet's own
commands. A game without this file is called by its name. A text of the same name as one of the table's takes its place.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field

from rich.text import Text

from orrery.core.clause import Refusal
from orrery.core.data import JsonObject
from orrery.core.game import Game, Result
from orrery.core.notation import canonical
from orrery.games import part_of
from orrery.terminal.drawing import paragraphs, styled
from orrery.terminal.screen import Screen
from orrery.terminal.texts import Texts


@dataclass(frozen=True)
class Scene:
    """Everything that one person at the table may know at one moment, and nothing else."""

    seat: int | None
    """Whose knowledge it is; None is a spectator's."""
    view: JsonObject
    seen: list[JsonObject]
    """The seat's copy of all events so far."""
    actions: list[str]
    """The words of the legal actions if it is this seat's decision, else empty."""
    result: Result
    names: list[str]
    """Who sits where."""
    fresh: int = 0
    """Events from this one on happened after the seat's last decision."""


@dataclass(frozen=True)
class Choice:
    """A line of a numbered list: what it says, what is typed by choosing it, and other words that mean it."""

    label: Text
    line: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Offer:
    """Something to choose from: a question, perhaps a picture, numbered choices, and what Enter alone means."""

    title: Text | None = None
    picture: list[Text] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    enter: str | None = None
    """The line that Enter stands for, if it stands for one."""
    topic: str = ""
    """What sort of question it is: a hint for newcomers is given only the first few times."""
    hint: Text | None = None
    near: bool = False
    """Are these the legal actions near one that was refused?"""
    marks: dict[str, str] = field(default_factory=dict)
    """By place as it is typed: what the picture writes there."""
    others: dict[str, str] = field(default_factory=dict)
    """Answers that the list does not show, with the lines that they stand for."""


@dataclass(frozen=True)
class Move:
    """A typed line that means one action, legal or not."""

    word: str


@dataclass(frozen=True)
class Tried:
    """A typed line that could mean several actions, none of them legal; perhaps with a sentence that says why for all
    of them.
    """

    words: list[str]
    why: Text | None = None


@dataclass(frozen=True)
class Unclear:
    """A typed line that the game understands in part: a sentence that says what is missing or wrong."""

    sentence: Text


Reading = Move | Offer | Tried | Unclear


@dataclass(frozen=True)
class Question:
    """What is asked before a match: an option and the values to choose from, the first being the usual one."""

    option: str
    title: str
    """The key of the question's text."""
    values: list[tuple[object, str]]
    """Values with the keys of their texts."""


class Sheet(ABC):
    """How one game looks and reads at the table."""

    quiet: frozenset[str] = frozenset()
    """Events that need no words where what has happened is told in short: the picture or another event shows them."""

    def __init__(self, game: Game, texts: Texts, screen: Screen) -> None:
        self.game = game
        self.texts = texts
        self.screen = screen

    # --- before a match -----------------------------------------------------------------------------------------------

    def questions(self) -> list[Question]:
        """What to ask before a match, besides who plays."""
        return []

    def seats(self, options: JsonObject) -> tuple[int, int]:
        """The least and the greatest number of players with these options; what the game allows at all if these options
        allow none, so that the rules say why.
        """
        guide = self.game.guide()
        counts = guide.seats(options) or guide.seats({})
        return counts[0], counts[-1]

    def seated(self, options: JsonObject, count: int, wishes: list[str | None]) -> JsonObject:
        """The options for this number of players. A wish is what a person added to a name, such as an element.

        Raises ValueError with a sentence if a wish cannot be met.
        """
        for wish in wishes:
            if wish is not None:
                raise ValueError(self.texts.line("opening.no_wish", wish=wish))
        return self.game.guide().with_seats(options, count)

    def again(self, options: JsonObject, view: JsonObject) -> JsonObject:
        """The options for another match like one that was loaded."""
        return options

    # --- pictures -----------------------------------------------------------------------------------------------------

    @abstractmethod
    def picture(self, scene: Scene, room: int | None = None, offer: Offer | None = None) -> list[Text]:
        """All that a person wants to see at the start of a turn; in at most so many rows, if that can be. With an
        offer, what it marks on the picture.
        """

    def least(self, scene: Scene, offer: Offer) -> int:
        """How many rows the picture takes where there is no room at all."""
        return len(self.picture(scene, 0, offer))

    def seat_label(self, view: JsonObject, seat: int) -> Text:
        """What a seat is called besides its player's name; may be empty."""
        return Text()

    def side(self, view: JsonObject, seat: int) -> int:
        """The side that a seat is on: seats of one side win together, winners of several sides have tied."""
        return seat

    def turn_key(self, scene: Scene) -> object:
        """Changes when a person should see the picture again."""
        return len(scene.seen)

    def card(self, scene: Scene, words: str) -> list[Text] | None:
        """A card by what was typed; None if there is none of that name."""
        return None

    def look(self, scene: Scene, words: str) -> list[Text] | None:
        """A part of the table up close; None if the words name no part."""
        return None

    def score(self, scene: Scene) -> list[Text]:
        """How the scores come about."""
        return self.totals(scene)

    def totals(self, scene: Scene) -> list[Text]:
        """The scores by seat, one line each."""
        scores = scene.result.scores
        if scores is None:
            return [self.texts.say("score.none")]
        return [
            self.texts.say("score.line", who=name, n=scores[seat])
            for seat, name in enumerate(scene.names)
            if seat < len(scores)
        ]

    def ending(self, scene: Scene) -> list[Text]:
        """What is shown when the match is over, after who has won."""
        return self.score(scene)

    # --- words --------------------------------------------------------------------------------------------------------

    @abstractmethod
    def tell(self, scene: Scene, events: list[JsonObject]) -> list[Text]:
        """Events in sentences. They are a part of `scene.seen`, or of a spectator's copy of it."""

    def is_quiet(self, scene: Scene, event: JsonObject) -> bool:
        """Does an event need no words where what has happened is told in short?"""
        return event["event"] in self.quiet

    def dress(self, scene: Scene, refusal: Refusal) -> Refusal:
        """A refusal with its facts as people call them, such as a card's name beside its id."""
        return refusal

    def prompt(self, scene: Scene) -> str:
        """A word for what is asked now, before the cursor."""
        return self.texts.line("prompt.action")

    def ask(self, scene: Scene) -> Offer:
        """The question that the seat has to answer now."""
        return Offer(topic="action", hint=self.texts.say("hint.action"))

    def read(self, scene: Scene, line: str) -> Reading | None:
        """What a typed line means in this game; None if it is none of its short forms."""
        return None

    def listing(self, scene: Scene, words: str) -> Offer | Unclear:
        """The legal actions, numbered; `words` may narrow them down."""
        found = [word for word in scene.actions if words.lower() in word]
        if not found:
            return Unclear(self.texts.say("actions.none", words=words))
        return Offer(
            title=self.texts.say("actions.title", n=len(found)), choices=[Choice(Text(w), w) for w in found[:200]]
        )

    def action(self, scene: Scene, word: str) -> Text:
        """A legal action in words, short enough to stand in a sentence."""
        return Text(word)

    def lines(self, scene: Scene) -> list[str]:
        """Lines that could be typed now, for completion, besides the action words."""
        return []

    def extras(self) -> dict[str, Callable[[Scene, str], list[Text]]]:
        """Commands that only this game has. Each has its help in the text `command.NAME`."""
        return {}

    def help(self) -> list[Text]:
        """How actions are typed in this game: lines for the top of the help."""
        return []


class PlainSheet(Sheet):
    """For a game without a sheet of its own: the view as data, events as data, actions as words."""

    def picture(self, scene: Scene, room: int | None = None, offer: Offer | None = None) -> list[Text]:
        lines: list[Text] = []
        for key, value in scene.view.items():
            text = canonical(value)
            lines.append(styled(f"{key}: ", "bold").append(text if len(text) <= 300 else text[:297] + "..."))
        drawn = paragraphs(self.screen.room, lines)
        return drawn if room is None else drawn[: max(room, 0)]

    def tell(self, scene: Scene, events: list[JsonObject]) -> list[Text]:
        return [
            Text(" ".join([str(event["event"]), *[f"{k}={canonical(v)}" for k, v in event.items() if k != "event"]]))
            for event in events
        ]


def make_sheet(game: Game, texts: Texts, screen: Screen) -> Sheet:
    """The sheet of a game (`GameSheet` in its module `sheet`), else the plain one."""
    kind = getattr(part_of(game, "terminal", "sheet"), "GameSheet", None)
    if isinstance(kind, type) and issubclass(kind, Sheet):
        return kind(game, texts, screen)
    return PlainSheet(game, texts, screen)

"""The second contract: what people and programs ask a game that is not a rule.

A `Game` answers what may be done and what comes of it. Its `Guide` answers the rest: which options a match has and how
many may sit at it, what people get who leave options out, which decks, cards and boards there are, what can be asked
about a position beside the rules, which matches stand for the game in the lab, and what its views and events look like.
Server, page, terminal, command line and lab read it here: none of them knows which game it is.

Everything has an answer that suits a game which brings nothing of its own, so that a stranger's game starts with the
rules alone and adds what it wishes. `orrery.core.conformance.check_game` looks at the guide as well.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from orrery.core.clause import LANGUAGES, BadOptions, bad_options
from orrery.core.data import DataFault, JsonObject, data_file, is_integer, listed, shown, to_integer
from orrery.core.fate import Fate
from orrery.core.options import DATA, Option, Options, Said, options_of
from orrery.core.shapes import Shapes

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from orrery.core.cards.catalogue import Catalogue
    from orrery.core.cards.shelf import Shelf
    from orrery.core.cards.tweaks import Tweaks
    from orrery.core.codec import Codec
    from orrery.core.game import Game, State


SEATS: Final = "seats"
"""The word for the number of seats at every interface: in the options of people and of programs, on the command line.
The rules have words of their own for it, such as `players`."""


WORDS: dict[str, JsonObject] = {}
"""What the texts of a package say of its game, each file read once."""


class NoPlan(Exception):
    """A game has no matches with this number of seats that could stand for it."""


class NoAnswer(Exception):
    """A game does not answer such a question."""


class CardsForPeople:
    """A table of cards as people read it. `cards` are the definitions by id as the rules write them; `names` and
    `texts` are by language and id, in the form that suits the game (a name and lines; one of each half). `more` has
    what else is needed to draw them. `set` and `version` are None for cards that do not ship with the game, and then
    `title` (by language) is empty.
    """

    __slots__ = ("cards", "more", "names", "set", "texts", "title", "version")

    def __init__(
        self,
        set: str | None,
        version: int | None,
        title: dict[str, str],
        cards: JsonObject,
        names: dict[str, dict[str, Any]],
        texts: dict[str, dict[str, Any]],
        more: JsonObject,
    ) -> None:
        self.set = set
        self.version = version
        self.title = title
        self.cards = cards
        self.names = names
        self.texts = texts
        self.more = more


class BoardForPeople(ABC):
    """A board as people see it."""

    name: str

    @abstractmethod
    def as_json(self) -> Mapping[str, Any]:
        """All that a page draws it from: `name`, `version`, `source` (the board file) and what else the game has."""

    @abstractmethod
    def svg(self) -> str:
        """The board as the text of an SVG file."""


DRAWN: Final = "drawn"
DISCARDED: Final = "discarded"
"""What becomes of cards in hands beside their uses: see `Rivals.handled`."""


class Kind:
    """A kind of things beside cards that the lab counts by name, such as powers or places of a board.

    `names` are all of them, by the word that programs use, as people call them. `measures` are what is counted of each,
    by key, the first of them how often it was used. `yields` are two measures of which the first divided by the second
    is compared with what the kind brings on average. `can_forbid`: a player may be forbidden one of them
    (`Rivals.forbids`, as `key:word`).
    """

    __slots__ = ("can_forbid", "key", "measures", "names", "title", "yields")

    def __init__(
        self,
        key: str,
        title: Said,
        names: dict[str, Said],
        measures: dict[str, Said],
        yields: tuple[str, str] | None = None,
        can_forbid: bool = False,
    ) -> None:
        self.key = key
        self.title = title
        self.names = names
        self.measures = measures
        self.yields = yields
        self.can_forbid = can_forbid


class Count:
    """So much of a measure of one thing of a kind, by a seat."""

    __slots__ = ("amount", "kind", "measure", "seat", "word")

    def __init__(self, kind: str, word: str, measure: str, seat: int, amount: int = 1) -> None:
        self.kind = kind
        self.word = word
        self.measure = measure
        self.seat = seat
        self.amount = amount


class Census(ABC):
    """Whoever follows the events of one match, with full knowledge, and tells what is to be counted. Made anew for each
    match.
    """

    kinds: list[Kind]

    @abstractmethod
    def counts(self, event: JsonObject) -> list[Count]:
        """What is to be counted of an event, the events coming in order."""


class Rivals(ABC):
    """Decks of a game that the lab lets play against each other, every pair of them, and what it may count there. In a
    game without decks: matches whose seats are told apart by something else, such as colours.

    `mode` tells these matches from others of the game; empty where all are of one kind. The lab counts wins, leads and
    lengths by itself. A game that names its `ways` of playing a card also has its cards, its turns and the edge of who
    begins counted; a seat is then called `seat_word`.

    A game whose cards are to be followed one by one, from the hand to wherever they go, names the `uses` of a card in
    hand: `played_uses`, in which its own text counts or its place on the table, and others, for which any card would
    do. It then answers all that is asked below about cards.
    """

    mode: str
    decks: list[str]
    ways: tuple[str, ...] = ()
    seat_word: str = "seat"
    uses: tuple[str, ...] = ()
    played_uses: tuple[str, ...] = ()

    @abstractmethod
    def options(self, decks: list[str]) -> JsonObject:
        """The options of a match between these decks, seat by seat."""

    def meetings(self) -> list[list[str]]:
        """Which decks meet: every pair of them. In a game without decks one meeting of none."""
        return [list(pair) for pair in combinations(self.decks, 2)] if self.decks else [[]]

    def names(self, view: JsonObject) -> list[str]:
        """In a game without decks, what tells the seats apart, from the view of a spectator at the end."""
        return [""] * len(view.get("players", []))

    def others(self) -> list[str]:
        """In a game without decks, all that `names` may give."""
        return []

    def others_said(self) -> Said:
        """What people call all of those together."""
        return {"en": "Names", "ja": "名前"}

    def said(self, name: str) -> Said:
        """What people call a deck, or what else tells seats apart, by language."""
        return dict.fromkeys(LANGUAGES, name)

    def mode_said(self) -> Said:
        """What people call the mode."""
        return dict.fromkeys(LANGUAGES, self.mode)

    def cards_of(self, deck: str) -> list[JsonObject]:
        """The cards of a deck: each the row that its figures are added to, with its id as `card` and its `deck`."""
        return []

    def course(self, view: JsonObject) -> tuple[int, int]:
        """From the view of a spectator at the end: how many turns (or rounds, see `turns_said`) there were, and which
        seat began. 0 turns of a game that does not count them: then the lab does.
        """
        return 0, 0

    def turns_said(self) -> Said:
        """What the length of a match is counted in."""
        return {"en": "turns", "ja": "ターン"}

    def turn(self, state: State) -> int | None:
        """Which turn of the match it is, a number that grows with every one of them, so that the lab can look at the
        state after each. None: `State.turn_of` of whoever acts is enough to tell.
        """
        return None

    def census(self, view: JsonObject) -> Census | None:
        """For a match that begins with this view of a spectator: who tells what else is to be counted in it; None if
        there is nothing.
        """
        return None

    def forbids(self, what: str, view: JsonObject, word: str) -> bool:
        """Is this action, with the view of the seat to act, one that a player may not take to whom `what` is forbidden
        (the text after the `!` in the name of a bot: a card's id, or something else of the game such as `power:steal`)?
        Raises KeyError for what there is not.
        """
        return self.plays(view, word) == what

    # --- cards one by one: asked only where there are uses ------------------------------------------------------------

    def use_said(self, use: str) -> Said:
        """What people call a use, as in "how often it was ...", by language."""
        return dict.fromkeys(LANGUAGES, use)

    def card_said(self, id: str) -> Said:
        """What people call a card, by language."""
        return dict.fromkeys(LANGUAGES, id)

    def owned(self, position: JsonObject) -> list[list[str]]:
        """From a position with full information, at the start of a match: all cards of each seat."""
        return []

    def held(self, position: JsonObject) -> list[list[str]]:
        """From a position with full information: the cards in each seat's hand."""
        return []

    def handled(self, event: JsonObject) -> list[tuple[int, str, str]]:
        """What an event, told with full information, did to hands: for each card that came into one or left one the
        seat, the card, and `DRAWN`, one of the uses, or `DISCARDED` for whatever else took it away.
        """
        return []

    def turn_begun(self, event: JsonObject) -> int | None:
        """The number of the turn that this event begins, if it begins one. The first turn is 1 and needs no event."""
        return None

    def plays(self, view: JsonObject, word: str) -> str | None:
        """The card from the hand that the seat to act would play by this action, in one of the `played_uses`, from what
        that seat knows.
        """
        return None


class Rematch:
    """How the same people play again: the options, and by how many seats everybody moves down."""

    __slots__ = ("options", "shift")

    def __init__(self, options: JsonObject, shift: int) -> None:
        self.options = options
        self.shift = shift


class Guide:
    """What a game says of itself to people and programs."""

    def __init__(self, game: Game) -> None:
        self.game = game

    # --- the game -----------------------------------------------------------------------------------------------------

    def title(self) -> Said:
        """What the game is called, by language: `game.title` in its data/texts.toml, else its name."""
        return self._said("title", self.game.name)

    def about(self) -> Said:
        """What the game is about, in a sentence or two for somebody who does not know it: `game.summary` in its
        data/texts.toml, else nothing.
        """
        return self._said("summary", "")

    def by(self) -> Said:
        """Whose game it is, as it is named beside the title: `game.by` in its data/texts.toml, else nothing."""
        return self._said("by", "")

    def tale(self) -> Said:
        """What the game imagines, in a few sentences for who meets it: `game.tale` in its data/texts.toml, else
        nothing.
        """
        return self._said("tale", "")

    def _said(self, key: str, otherwise: str) -> Said:
        words = WORDS.get(self.game.package)
        if words is None:
            texts = data_file(self.game.package, "texts.toml")
            words = WORDS[self.game.package] = {} if texts is None else texts.get("game", {})
        return {lang: str(words.get(key, {}).get(lang, otherwise)) for lang in LANGUAGES}

    # --- a match ------------------------------------------------------------------------------------------------------

    def rows(self) -> Options:
        """The rows of the game's options, as its data/options.toml lists them; none if it has no such file."""
        return options_of(self.game.package)

    def options(self) -> list[Option]:
        """The options of a match in the order in which people are offered them: house rules after the others, and last
        what only programs say.
        """
        return sorted(self.rows().rows, key=lambda row: (row.kind == DATA, row.house))

    def seats(self, options: JsonObject) -> list[int]:
        """How many may sit at a match with these options, of which any may be left out; empty if nobody can. For a game
        without rows, the numbers of seats of its trials.
        """
        row = self.rows().seats()
        if row is None:
            given, rest = self._split(options)
            counts = [count for count in sorted(set(self._tried())) if rest is options or count == given]
            return [count for count in counts if self._makes(self._guessed(rest, count), count)]
        return self.rows().seat_counts(_renamed(options, row.key))

    @property
    def usual_seats(self) -> int:
        """How many sit at a match when people do not say: for a game without rows, as many as in its first trial."""
        row = self.rows().seats()
        return self._tried()[0] if row is None else row.usual

    def with_seats(self, options: JsonObject, seats: int) -> JsonObject:
        """The options of a match for this number of seats, in the rules' own word. Where they already say a number, it
        stays.
        """
        row = self.rows().seats()
        if row is None:
            return options if SEATS in options else self._guessed(options, seats)
        return options if SEATS in options or row.key in options else {**options, row.key: seats}

    def in_rules_words(self, options: JsonObject) -> JsonObject:
        """The options with `seats` said in the rules' own word. Raises BadOptions if there is no such match, or if the
        two say different numbers.
        """
        if SEATS not in options:
            return options
        row = self.rows().seats()
        if row is not None:
            try:
                to_integer(options[SEATS], SEATS, row.least, row.most)
            except DataFault as fault:
                raise bad_options(fault) from None
            if row.key == SEATS or row.key not in options:
                return _renamed(options, row.key)
            made, said = options[row.key], options[SEATS]
            if made != said:
                problem = f"{SEATS}: {shown(said)} seats, and {row.key} says {shown(made)}; say one of the two"
                raise BadOptions(problem, SEATS, "other_seats", {"made": shown(made), "seats": shown(said)})
            return {key: value for key, value in options.items() if key != SEATS}
        count, rest = self._split(options)
        if rest is options:
            return options
        counts = self.seats(rest)
        if not isinstance(count, int) or not is_integer(count) or count not in counts:
            known = listed([str(each) for each in counts])
            problem = f"{SEATS}: {shown(count)} is not one of {known}"
            raise BadOptions(problem, SEATS, "not_one_of", {"value": shown(count), "words": known})
        return self._guessed(rest, count)

    def for_people(self, options: JsonObject) -> JsonObject:
        """The options of a match between people, who may leave out more than programs, and who call the number of seats
        `seats`. Raises BadOptions.
        """
        return self.in_rules_words(options)

    def usual(self, seats: int) -> JsonObject:
        """The options with which two or more who have chosen nothing should meet the game, at so many seats. Raises
        BadOptions.
        """
        return self.with_seats({}, seats)

    def rematch(self, options: JsonObject, view: JsonObject | None, seats: int) -> Rematch:
        """How those who have played a match with these options play again. `view` is a spectator's at its end; None if
        that is not known. Mostly everybody moves down a seat, so that another begins.
        """
        return Rematch(options, 1)

    def _split(self, options: JsonObject) -> tuple[object, JsonObject]:
        """For a game without rows: the number of seats that the options say, if its rules have no such word, and what
        else they say.
        """
        if SEATS not in options or any(SEATS in trial for trial in self.game.trials()):
            return None, options
        return options[SEATS], {key: value for key, value in options.items() if key != SEATS}

    def _tried(self) -> list[int]:
        """How many seats each of the trials has."""
        return [self.game.new(options, Fate(0)).seats() for options in self.game.trials() or [{}]]

    def _makes(self, options: JsonObject, seats: int) -> bool:
        """Do the options make a match for this number of seats?"""
        try:
            return self.game.new(options, Fate(0)).seats() == seats
        except BadOptions:
            return False

    def _guessed(self, options: JsonObject, seats: int) -> JsonObject:
        """The options of a match for this number of seats, in a game that does not say what it calls them: with one
        option of a trial that has as many, or with the whole trial; as they are if nothing helps.
        """
        if self._makes(options, seats):
            return options
        for trial in self.game.trials():
            for more in [*({key: value} for key, value in trial.items()), trial]:
                if self._makes({**more, **options}, seats):
                    return {**more, **options}
        return options

    # --- cards and decks ----------------------------------------------------------------------------------------------

    def shelf(self, lang: str = "en", folder: Traversable | None = None) -> Shelf | None:
        """The game's decks in a language, perhaps those of a folder of cards; None for a game without decks that people
        name, write and bring. Raises DataFault for a folder that holds none.
        """
        return None

    def catalogue(self, folder: Traversable | None = None) -> Catalogue | None:
        """The game's cards, or those of a folder, to be listed, searched and checked; None for a game that has none.
        Raises DataFault for a folder that holds none.
        """
        return None

    def inspect_cards(self, folder: Traversable) -> tuple[int, list[str]]:
        """How many cards a folder has, and everything that is wrong with them, a line each: where it stands, what it
        is and what would be right. Raises nothing, whatever the folder holds.
        """
        return 0, [str(self._no_cards(folder))]

    def with_cards(self, options: JsonObject, folder: Traversable) -> JsonObject:
        """The options of a match with the cards of a folder: decks that they name in the rules' own way, by element or
        number, are those of the folder. Raises DataFault for a folder that holds none, BadOptions.
        """
        raise self._no_cards(folder)

    def with_blank(self, options: JsonObject, id: str) -> JsonObject | None:
        """The options of the same match with a card replaced, wherever it is, by a *blank* of its cost: a card that is
        as plain as the game's cards can be and has for its cost what the game's formula gives for it. Nothing else
        changes: decks, their order and what a card belongs to stay. None for a game without blanks, or for something
        that has none. Raises DataFault for a card that the match has not.
        """
        return None

    def blank_about(self) -> Said:
        """What a blank is, in a sentence or two for who reads a report: `game.blank` in its data/texts.toml, else
        nothing.
        """
        return self._said("blank", "")

    def _no_cards(self, folder: Traversable) -> DataFault:
        """What is said of a folder of cards where there are none to be brought."""
        return DataFault(folder.name, f"{self.game.name} is played with no cards but its own")

    # --- the lab ------------------------------------------------------------------------------------------------------

    def plans(self, seats: int) -> list[JsonObject]:
        """The options of matches that between them stand for the game with this number of seats, so that every mode and
        deck that people play has its share. Raises NoPlan.
        """
        found = [options for options in self.game.trials() if self.game.new(options, Fate(0)).seats() == seats]
        if not found:
            raise NoPlan(f"{self.game.name} tries no match with {seats} seats")
        return found

    def check_seats(self, seats: int) -> None:
        """Raises NoPlan if no match has this number of seats."""
        counts = self.seats({})
        if seats not in counts:
            raise NoPlan(f"{self.game.name} has {counts[0]} to {counts[-1]} seats, not {seats}")

    def rivals(self, folder: Traversable | None = None) -> list[Rivals]:
        """The decks that are to be compared with each other, for each mode of the game, perhaps those of a folder of
        cards; none where there are none. Raises DataFault for a folder that holds none.
        """
        if folder is not None:
            raise self._no_cards(folder)
        return []

    def tweaks(self) -> Tweaks | None:
        """The small changes of numbers that a designer might try on the game's cards or boards; None for a game that
        names none.
        """
        return None

    def rulings(self) -> list[tuple[Option, list[Any]]]:
        """The options that settle what the rules leave open or let people choose (the house rules), each with the
        values that are worth trying against what usually holds: all other words; of a small number one less and one
        more, of a large one half and twice as much.
        """
        return [(row, row.others()) for row in self.options() if row.house]

    # --- questions ----------------------------------------------------------------------------------------------------

    def questions(self) -> tuple[str, ...]:
        """What can be asked about a position beside the rules: `score`, how it stands; perhaps `forecast`, what is to
        come. Hints are not for the game to give but for bots.
        """
        return ("score",)

    def answer(
        self, what: str, view: JsonObject, seen: list[JsonObject], seat: int | None, more: JsonObject
    ) -> JsonObject:
        """The answer to one of the questions, from what a seat knows (None: a spectator) and no more: its view and its
        copy of the events. `more` says how it is meant: `turns`, how far a forecast goes. Raises NoAnswer.
        """
        if what != "score":
            raise NoAnswer(f"{self.game.name} does not answer {what!r}; it answers {', '.join(self.questions())}")
        scores = self.game.sample(view, seen, Fate(0)).result().scores or []
        return {"seats": [{"seat": seat, "score": points} for seat, points in enumerate(scores)]}

    # --- cards and boards ---------------------------------------------------------------------------------------------

    def cards(self, cards: JsonObject | None = None) -> CardsForPeople | None:
        """The cards that come with the game, or those of a match (as its view has them), with names and printed texts
        in all languages; None for a game without cards.
        """
        return None

    def has_cards(self) -> bool:
        """Does the game tell its cards? Quicker to find out than what they are."""
        return type(self).cards is not Guide.cards

    def boards(self) -> list[str]:
        """The names of the boards that come with the game; the first is the one that is played on unless a match says
        otherwise. None for a game that is played without.
        """
        return []

    def board_shape(self) -> object:
        """The type of what `BoardForPeople.as_json` gives: a TypedDict, for the description of the server's answers."""
        return JsonObject

    def board(self, name: str) -> BoardForPeople:
        """One of those boards."""
        raise KeyError(name)

    def read_board(self, text: str, file: str) -> BoardForPeople:
        """A board of one's own from the text of its file. Raises DataFault that says what is wrong with it, or that the
        game takes no boards but its own.
        """
        raise DataFault(file, f"{self.game.name} is played on no boards but its own")

    def with_board(self, options: JsonObject, board: BoardForPeople) -> JsonObject:
        """The options of a match on such a board, which they bring along: they can be sent to other processes and
        machines. Raises DataFault where the game takes none, BadOptions.
        """
        raise DataFault(board.name, f"{self.game.name} is played on no boards but its own")

    # --- numbers ------------------------------------------------------------------------------------------------------

    def codec(self, state: State) -> Codec:
        """How actions and views become numbers in matches that are set up as this one is, for programs that learn. A
        game that brings none has the general codec, whose codes mean something else at each decision.
        """
        from orrery.core.codec import GeneralCodec

        return GeneralCodec()

    # --- shapes -------------------------------------------------------------------------------------------------------

    def shapes(self) -> Shapes | None:
        """What the game's views, events and answers look like; None for a game that does not say."""
        return None


def _renamed(options: JsonObject, word: str) -> JsonObject:
    """The options with the rules' word in the place of `seats`."""
    if SEATS not in options:
        return options
    return {word if key == SEATS else key: value for key, value in options.items()}

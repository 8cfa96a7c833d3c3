"""What the views, events and answers of Space Editor look like.

Conformance holds every view and event against these shapes, and the page's types are made from them; the rules
themselves know nothing of them.
"""

# The clauses: SE-12 and SE-15 for views, SE-14 for events. No docstring names them: shapes implement no rule.

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

from orrery.core.shapes import OPEN, Shapes

Element = Literal["water", "wind", "earth", "fire"]
Kind = Literal["star", "planet", "ability", "basepoint"]
Level = Literal["bronze", "silver", "gold"]
Phase = Literal["basepoint", "place", "resolve", "end", "over"]
Stage = Literal["use", "target", "rotate", "relocate", "place", "start"]
Rule = Literal["nn", "ng", "gg", "kb", "kf"]
Pile = int | list[str]
"""The cards of a hand or a deck for its owner, how many they are for others."""


class Options(TypedDict):
    """The options of a match, complete."""

    mode: Literal["half", "full"]
    final_star: Literal["void", "forbid"]
    face_down: Literal["hidden", "shown"]
    half_end: Literal["hands", "decks"]
    split: Literal["allow", "forbid"]
    deck_rules: Literal["strict", "cost", "none"]
    players: int
    table: Annotated[tuple[int, int], "Width and height."]


class Effect(TypedDict):
    """An effect of an ability; what more it says depends on the effect."""

    effect: str


class Ability(TypedDict):
    """An ability of a card: when and what it does, or what it changes for good."""

    do: NotRequired[list[Annotated[Effect, OPEN]]]


class Definition(TypedDict):
    """A card as the rules read it, given back as it was sent."""

    name: NotRequired[str]
    element: NotRequired[Element | None]
    kind: Kind
    level: NotRequired[Level | None]
    vp: NotRequired[int]
    cost: NotRequired[int]
    sides: Annotated[list[str], "North, east, south, west, as printed."]
    abilities: NotRequired[list[Annotated[Ability, OPEN]]]
    text: NotRequired[Any]
    set: NotRequired[Any]


class Row(TypedDict):
    """A placed card as a seat sees it; what its back hides is null."""

    x: int
    y: int
    card: str | None
    r: Annotated[int | None, "Quarters turned clockwise."]
    up: bool
    placer: int
    turn: int
    no: Annotated[int, "Serial number, which stays with the card."]
    guard: Annotated[int | None, "The last turn through which it holds; 0: none."]
    silence: int | None
    void: bool | None


class Facing(TypedDict):
    """A card that was turned up, and the seat that chooses its rotation."""

    no: int
    seat: int


class Waiting(TypedDict):
    """A triggered ability that waits in the queue."""

    no: Annotated[int, "The card that has the ability."]
    ability: int
    event: Annotated[int | None, "The card whose event triggered it; null for the end of the game."]
    actor: int
    decider: int


class Pending(Waiting):
    """The ability that is being resolved, and what is asked."""

    effect: int
    stage: Stage
    subject: Annotated[int | None, "The card chosen last."]


class SpaceView(TypedDict):
    """What a seat or a spectator may know of a position."""

    game: Literal["space_editor"]
    version: int
    options: Options
    to_act: int | None
    cards: dict[str, Definition]
    elements: list[Element]
    basepoint: str | None
    phase: Phase
    turn: int
    active: int
    final: bool
    discards: list[list[str]]
    faces: list[Facing]
    queue: list[Waiting]
    now: Pending | None
    used: list[tuple[int, int, int | None]]
    board: list[Row]
    hands: list[Pile]
    decks: list[Pile]
    fate: None


# --- events -----------------------------------------------------------------------------------------------------------


class BasepointPlaced(TypedDict):
    """The basepoint was placed in the setup."""

    event: Literal["basepoint"]
    seat: int
    card: str
    x: int
    y: int


class Drawn(TypedDict):
    """Cards were drawn; other seats see their number only."""

    event: Literal["drawn"]
    seat: int
    cards: Pile


class TurnStarted(TypedDict):
    """A turn starts."""

    event: Literal["turn"]
    turn: int
    seat: int


class SeatNote(TypedDict):
    """Something that concerns a seat as a whole."""

    event: Literal["final", "skipped", "stuck"]
    seat: int


class Placed(TypedDict):
    """A card was placed from a hand."""

    event: Literal["placed"]
    seat: int
    no: int
    card: str
    x: int
    y: int
    r: int
    void: bool


class Turned(TypedDict):
    """A card was turned over, by the energies named in `rules` or (none) by an ability."""

    event: Literal["turned_up", "turned_down"]
    seat: int
    no: int
    card: str
    x: int
    y: int
    rules: list[Rule]


class Spun(TypedDict):
    """A rotation was chosen for a card where it lies."""

    event: Literal["faced", "rotated"]
    seat: int
    no: int
    x: int
    y: int
    r: int


class Triggered(TypedDict):
    """An ability was triggered and waits in the queue; seat is its decider."""

    event: Literal["triggered"]
    no: int
    card: str
    x: int
    y: int
    ability: int
    seat: int


class Resolving(TypedDict):
    """An ability starts to be resolved."""

    event: Literal["resolving"]
    no: int
    ability: int
    seat: int


class Fizzled(TypedDict):
    """An effect had no subject and was skipped."""

    event: Literal["fizzled"]
    no: int
    ability: int
    effect: int


class Declined(TypedDict):
    """An optional effect was declined."""

    event: Literal["declined"]
    seat: int
    no: int
    ability: int
    effect: int


class Targeted(TypedDict):
    """A subject was chosen."""

    event: Literal["targeted"]
    seat: int
    no: int
    subject: int
    x: int
    y: int


_From = TypedDict("_From", {"from": tuple[int, int]})


class Relocated(_From):
    """A card was moved to another cell."""

    event: Literal["relocated"]
    seat: int
    no: int
    card: str
    x: int
    y: int
    r: int


class Marked(TypedDict):
    """A card got a mark that holds through a turn."""

    event: Literal["guarded", "silenced"]
    seat: int
    no: int
    x: int
    y: int
    until: int


class Discarded(TypedDict):
    """A card went to a discard pile, which is open."""

    event: Literal["discarded"]
    seat: int
    card: str


class Ending(TypedDict):
    """The last turn is over."""

    event: Literal["ending"]
    turn: int


class GameOver(TypedDict):
    """The match is over."""

    event: Literal["over"]
    scores: list[int]
    winners: list[int]


# --- answers ----------------------------------------------------------------------------------------------------------


class ScorePart(TypedDict):
    """Points of a seat: by one star, by a pair of its own, or by one with another's."""

    kind: Literal["single", "pair", "mixed"]
    nos: list[int]
    points: int


class SeatScore(TypedDict):
    """The points of a seat and what makes them up."""

    seat: int
    score: int
    parts: list[ScorePart]


class Bonus(TypedDict):
    """An ability that changes what a star is worth."""

    no: int
    card: str
    ability: int
    vp: int


class StarWorth(TypedDict):
    """A placed star that the seat can see: what it is worth now."""

    no: int
    x: int
    y: int
    card: str
    base: Annotated[int, "As printed."]
    value: int
    bonuses: list[Bonus]
    nothing: Annotated[Literal["face_down", "void"] | None, "Why it counts for nothing, if it does."]


class Score(TypedDict):
    """The answer to the question `score`: the points part by part."""

    seats: list[SeatScore]
    stars: list[StarWorth]


SHAPES: Final = Shapes(
    SpaceView,
    (
        *(BasepointPlaced, Drawn, TurnStarted, SeatNote, Placed, Turned, Spun, Triggered, Resolving, Fizzled),
        *(Declined, Targeted, Relocated, Marked, Discarded, Ending, GameOver),
    ),
    {"score": Score},
)

"""What the views, events and answers of Vediic look like.

Conformance holds every view and event against these shapes, and the page's types are made from them; the rules
themselves know nothing of them.
"""

# The clauses: VE-14 and VE-17 for views, VE-16 for events. No docstring names them: shapes implement no rule.

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

from orrery.core.shapes import Shapes

Color = Literal["yellow", "purple", "orange", "blue", "green", "red", "gray"]
Phase = Literal["order", "color", "take", "enlightenment", "place", "turn", "penalty", "over"]
Stage = Literal["before", "steal", "after"]


class Options(TypedDict):
    """The options of a match, complete."""

    players: int
    order: Literal["dice", "seat0"]
    hands: Literal["hidden", "open"]
    trade: Literal["other", "distinct", "any"]
    teleport: Literal["any", "gray"]
    green_stack: bool
    stack_planet: bool
    pooja_per_pass: bool
    donor_waits: bool
    pass_rule: Literal["free", "none"]
    penalty_to: Literal["supply", "charity"]
    steals: NotRequired[Annotated[Literal["one"], "Only where it is not the book's rule."]]
    max_rounds: int


class Pile(TypedDict):
    """Benefit cards by colour, all seven."""

    yellow: int
    purple: int
    orange: int
    blue: int
    green: int
    red: int
    gray: int


class Supply(Pile):
    """What can still be had: benefit cards by colour, and enlightenment cards."""

    enlightenment: int


class PlanetNow(TypedDict):
    """Where a planet stands; in the setup in no house."""

    house: int | None
    retrograde: bool


class Planets(TypedDict):
    """The planets by colour."""

    yellow: PlanetNow
    purple: PlanetNow
    orange: PlanetNow
    blue: PlanetNow
    green: PlanetNow
    red: PlanetNow
    gray: PlanetNow


class Player(TypedDict):
    """What is known of a player."""

    color: Color | None
    pawns: Annotated[list[str | None], "Each on a circle, `promoted`, or null before it is placed."]
    hand: Annotated[Pile | int, "All cards by colour where they may be seen, else how many there are."]
    enlightenment: int


class Turn(TypedDict):
    """How far a turn has come."""

    stage: Stage
    leg: Literal[1, 2]
    charity: Annotated[bool, "A card may still be taken from the charity pile."]
    yellow: Annotated[bool, "A yellow card was played."]
    pooja: Annotated[bool, "The transaction is used up."]
    donated: bool
    moved: Annotated[tuple[bool, bool], "By pawn."]
    stole: NotRequired[Annotated[bool, "A purple card was played, in a match that allows one in a turn."]]


class Pending(TypedDict):
    """What is owed to the planets, by seat."""

    owed: list[int]
    shield: Annotated[list[bool], "Who has played orange."]
    paid: Annotated[bool, "Whoever pays has paid a card already."]


class VediicView(TypedDict):
    """What a seat or a spectator may know of a position."""

    game: Literal["vediic"]
    version: int
    options: Options
    board: Annotated[str | dict[str, Any], "By its name, or whole where the match brought a board of its own."]
    phase: Phase
    round: int
    start: int
    to_act: int | None
    rolls: Annotated[list[int | None] | None, "In phase order, by seat: null has to roll, 0 is out of a tie-break."]
    planets: Planets
    enlightenment: Annotated[Color | None, "The planet of enlightenment."]
    players: list[Player]
    supply: Supply
    charity: Pile
    turn: Turn | None
    pending: Pending | None
    fate: None


# --- events -----------------------------------------------------------------------------------------------------------


class SeatNote(TypedDict):
    """Something that a seat does or that begins for it."""

    event: Literal["first", "turn", "shield", "skip", "again", "pass", "end"]
    seat: int


class ColorNote(TypedDict):
    """A seat names a colour, takes or pays a card of it."""

    event: Literal["color", "enlightenment", "charity", "pay"]
    seat: int
    color: Color


class CountNote(TypedDict):
    """A number of cards that a seat owes, or no longer owes because its hand is empty."""

    event: Literal["owes", "spared"]
    seat: int
    count: int


class OrderRolled(TypedDict):
    """A seat rolled two dice for the order."""

    event: Literal["order_roll"]
    seat: int
    dice: tuple[int, int]


class OrderTied(TypedDict):
    """The highest rolls are equal; these seats roll again."""

    event: Literal["order_tie"]
    seats: list[int]


class Taken(TypedDict):
    """A seat took its first two cards."""

    event: Literal["take"]
    seat: int
    cards: tuple[Color, Color]


class PawnNote(TypedDict):
    """A pawn came to a circle in the setup, or left the board from it for good."""

    event: Literal["put", "promote"]
    seat: int
    pawn: int
    circle: str


class PlanetRolled(TypedDict):
    """Dice were rolled for a planet: one, or two in the setup."""

    event: Literal["planet_roll"]
    planet: Color
    dice: list[int]


_Houses = TypedDict("_Houses", {"from": int, "to": int})


class PlanetMoved(_Houses):
    """A planet went to another house."""

    event: Literal["planet_move"]
    planet: Color
    retrograde: Annotated[bool, "After the move."]


class Rewarded(TypedDict):
    """Cards that a planet gave for a pawn, or that the supply did not have."""

    event: Literal["reward", "shortage"]
    seat: int
    pawn: int
    planet: Color
    count: int


class RoundStarted(TypedDict):
    """A round begins."""

    event: Literal["round"]
    round: int
    start: int


class Traded(TypedDict):
    """Two cards were given for one of a planet's colour."""

    event: Literal["trade"]
    seat: int
    gave: tuple[Color, Color]
    got: Color


class Donated(TypedDict):
    """Three cards went to the charity pile for an enlightenment card."""

    event: Literal["donate"]
    seat: int
    cards: list[Color]


class PurplePlayed(TypedDict):
    """A purple card was played against these seats."""

    event: Literal["purple"]
    seat: int
    targets: list[int]


class Stolen(TypedDict):
    """A card went from one hand to another. With hidden hands only thief and victim see its colour, and no seat the
    index.
    """

    event: Literal["steal"]
    seat: int
    victim: int
    index: int | None
    color: Color | None


_Circles = TypedDict("_Circles", {"from": str, "to": str})


class Moved(_Circles):
    """A pawn moved, playing cards."""

    event: Literal["move"]
    seat: int
    pawn: int
    cards: list[Color]


class Displaced(_Circles):
    """A pawn was displaced by a red card."""

    event: Literal["displace"]
    seat: int
    pawn: int


class GameOver(TypedDict):
    """The match is over."""

    event: Literal["over"]
    reason: Literal["promotion", "max_rounds"]
    winners: list[int]


# --- answers ----------------------------------------------------------------------------------------------------------


class SeatScore(TypedDict):
    """Points come from promoted pawns and enlightenment cards."""

    seat: int
    score: int
    promoted: int
    enlightenment: int


class Score(TypedDict):
    """The answer to the question `score`."""

    seats: list[SeatScore]


class Chance(TypedDict):
    """The chance that a planet activates a circle."""

    planet: Color
    certain: bool
    chance: float
    exact: Annotated[str, "The chance as a fraction."]
    retrograde: Annotated[float, "The part of the chance in which the planet is retrograde."]


class Worth(TypedDict):
    """What a planets' turn may bring a seat, in cards."""

    gain: Annotated[float, "How many cards the seat gets, on average."]
    loss: Annotated[float, "How many it loses, on average."]
    losses: Annotated[dict[str, float], "How many cards it may lose, each number with its chance; none is left out."]


class Worths(TypedDict):
    """What a planets' turn may bring the seat that asks: if all stay where they are and nobody plays orange."""

    alone: Annotated[dict[str, Worth], "By circle: what a pawn there would bring."]
    own: Annotated[
        list[dict[str, Worth]],
        "By own pawn, then by circle: what both pawns would bring if it stood there; of a promoted one nothing.",
    ]


class Outlook(TypedDict):
    """One planets' turn to come."""

    round: Annotated[int, "At whose end it is."]
    planets: Annotated[dict[Color, dict[str, float]], "By planet: its houses, each with its chance."]
    circles: Annotated[dict[str, list[Chance]], "By circle: the planets that will or may activate it."]
    worth: NotRequired[Worths]


class Forecast(TypedDict):
    """The answer to the question `forecast`: what the planets do now, and in their coming turns."""

    now: Outlook | None
    turns: list[Outlook]


SHAPES: Final = Shapes(
    VediicView,
    (
        *(SeatNote, ColorNote, CountNote, OrderRolled, OrderTied, Taken, PawnNote, PlanetRolled, PlanetMoved),
        *(Rewarded, RoundStarted, Traded, Donated, PurplePlayed, Stolen, Moved, Displaced, GameOver),
    ),
    {"score": Score, "forecast": Forecast},
)

"""The events of VE-16. Each knows its JSON, and what of it a seat may see (VE-16.3): only thefts are hidden from
others.
"""

from __future__ import annotations

from orrery.core.clause import covers
from orrery.core.data import JsonObject
from orrery.core.game import Event, OpenEvent
from orrery.games.vediic.board import Board
from orrery.games.vediic.cards import COLORS, names_of
from orrery.games.vediic.rules.words import seats_of


class SeatNote(OpenEvent):
    """first, turn, shield, skip, again, pass, end: something that a seat does or that begins for it."""

    __slots__ = ("name", "seat")

    def __init__(self, name: str, seat: int) -> None:
        self.name = name
        self.seat = seat

    def as_json(self) -> JsonObject:
        return {"event": self.name, "seat": self.seat}


class ColorNote(OpenEvent):
    """color, enlightenment, charity, pay: a seat names a colour, takes or pays a card of it."""

    __slots__ = ("color", "name", "seat")

    def __init__(self, name: str, seat: int, color: int) -> None:
        self.name = name
        self.seat = seat
        self.color = color

    def as_json(self) -> JsonObject:
        return {"event": self.name, "seat": self.seat, "color": COLORS[self.color]}


class CountNote(OpenEvent):
    """owes, spared: a number of cards that a seat owes, or no longer owes because its hand is empty."""

    __slots__ = ("count", "name", "seat")

    def __init__(self, name: str, seat: int, count: int) -> None:
        self.name = name
        self.seat = seat
        self.count = count

    def as_json(self) -> JsonObject:
        return {"event": self.name, "seat": self.seat, "count": self.count}


class OrderRolled(OpenEvent):
    """A seat rolled two dice for the order."""

    __slots__ = ("first", "seat", "second")

    def __init__(self, seat: int, first: int, second: int) -> None:
        self.seat = seat
        self.first = first
        self.second = second

    def as_json(self) -> JsonObject:
        return {"event": "order_roll", "seat": self.seat, "dice": [self.first, self.second]}

    def reveals(self) -> bool:
        return True


class OrderTied(OpenEvent):
    """The highest rolls are equal; these seats roll again."""

    __slots__ = ("seats",)

    def __init__(self, seats: list[int]) -> None:
        self.seats = seats

    def as_json(self) -> JsonObject:
        return {"event": "order_tie", "seats": list(self.seats)}


class Taken(OpenEvent):
    """A seat took its first two cards."""

    __slots__ = ("first", "seat", "second")

    def __init__(self, seat: int, first: int, second: int) -> None:
        self.seat = seat
        self.first = first
        self.second = second

    def as_json(self) -> JsonObject:
        return {"event": "take", "seat": self.seat, "cards": [COLORS[self.first], COLORS[self.second]]}


class PawnNote(OpenEvent):
    """put, promote: a pawn came to a circle in the setup, or left the board from it for good."""

    __slots__ = ("board", "circle", "name", "pawn", "seat")

    def __init__(self, name: str, board: Board, seat: int, pawn: int, circle: int) -> None:
        self.name = name
        self.board = board
        self.seat = seat
        self.pawn = pawn
        self.circle = circle

    def as_json(self) -> JsonObject:
        return {"event": self.name, "seat": self.seat, "pawn": self.pawn, "circle": self.board.ids[self.circle]}


class PlanetRolled(OpenEvent):
    """Dice were rolled for a planet: one, or two in the setup."""

    __slots__ = ("dice", "planet")

    def __init__(self, planet: int, dice: list[int]) -> None:
        self.planet = planet
        self.dice = dice

    def as_json(self) -> JsonObject:
        return {"event": "planet_roll", "planet": COLORS[self.planet], "dice": list(self.dice)}

    def reveals(self) -> bool:
        return True


class PlanetMoved(OpenEvent):
    """A planet went to another house."""

    __slots__ = ("house", "origin", "planet", "retrograde")

    def __init__(self, planet: int, origin: int, house: int, retrograde: bool) -> None:
        self.planet = planet
        self.origin = origin
        self.house = house
        self.retrograde = retrograde

    def as_json(self) -> JsonObject:
        return {
            "event": "planet_move",
            "planet": COLORS[self.planet],
            "from": self.origin,
            "to": self.house,
            "retrograde": self.retrograde,
        }


class Rewarded(OpenEvent):
    """reward, shortage: cards that a planet gave for a pawn, or that the supply did not have."""

    __slots__ = ("count", "name", "pawn", "planet", "seat")

    def __init__(self, name: str, seat: int, pawn: int, planet: int, count: int) -> None:
        self.name = name
        self.seat = seat
        self.pawn = pawn
        self.planet = planet
        self.count = count

    def as_json(self) -> JsonObject:
        return {
            "event": self.name,
            "seat": self.seat,
            "pawn": self.pawn,
            "planet": COLORS[self.planet],
            "count": self.count,
        }


class RoundStarted(OpenEvent):
    """A round begins."""

    __slots__ = ("round", "start")

    def __init__(self, round: int, start: int) -> None:
        self.round = round
        self.start = start

    def as_json(self) -> JsonObject:
        return {"event": "round", "round": self.round, "start": self.start}


class Traded(OpenEvent):
    """Two cards were given for one of a planet's colour."""

    __slots__ = ("first", "got", "seat", "second")

    def __init__(self, seat: int, first: int, second: int, got: int) -> None:
        self.seat = seat
        self.first = first
        self.second = second
        self.got = got

    def as_json(self) -> JsonObject:
        gave = [COLORS[self.first], COLORS[self.second]]
        return {"event": "trade", "seat": self.seat, "gave": gave, "got": COLORS[self.got]}


class Donated(OpenEvent):
    """Three cards went to the charity pile for an enlightenment card."""

    __slots__ = ("cards", "seat")

    def __init__(self, seat: int, cards: int) -> None:
        self.seat = seat
        self.cards = cards

    def as_json(self) -> JsonObject:
        return {"event": "donate", "seat": self.seat, "cards": names_of(self.cards)}


class PurplePlayed(OpenEvent):
    """A purple card was played against these seats."""

    __slots__ = ("seat", "victims")

    def __init__(self, seat: int, victims: int) -> None:
        self.seat = seat
        self.victims = victims

    def as_json(self) -> JsonObject:
        return {"event": "purple", "seat": self.seat, "targets": seats_of(self.victims)}


class Stolen(Event):
    """A card went from one hand to another. With hidden hands only thief and victim see its colour, and no seat the
    index.
    """

    __slots__ = ("color", "hidden", "index", "seat", "victim")

    def __init__(self, hidden: bool, seat: int, victim: int, index: int, color: int) -> None:
        self.hidden = hidden
        self.seat = seat
        self.victim = victim
        self.index = index
        self.color = color

    def as_json(self) -> JsonObject:
        return {
            "event": "steal",
            "seat": self.seat,
            "victim": self.victim,
            "index": self.index,
            "color": COLORS[self.color],
        }

    def seen_by(self, seat: int | None) -> JsonObject:
        """VE-16.3"""
        if not self.hidden:
            return self.as_json()
        knows = seat is not None and (seat == self.seat or seat == self.victim)
        color = COLORS[self.color] if knows else None
        return {"event": "steal", "seat": self.seat, "victim": self.victim, "index": None, "color": color}

    def reveals(self) -> bool:
        return True


class Moved(OpenEvent):
    """A pawn moved, playing cards."""

    __slots__ = ("board", "cards", "circle", "origin", "pawn", "seat")

    def __init__(self, board: Board, seat: int, pawn: int, origin: int, circle: int, cards: int) -> None:
        self.board = board
        self.seat = seat
        self.pawn = pawn
        self.origin = origin
        self.circle = circle
        self.cards = cards

    def as_json(self) -> JsonObject:
        ids = self.board.ids
        return {
            "event": "move",
            "seat": self.seat,
            "pawn": self.pawn,
            "from": ids[self.origin],
            "to": ids[self.circle],
            "cards": names_of(self.cards),
        }


class Displaced(OpenEvent):
    """A pawn was displaced by a red card."""

    __slots__ = ("board", "circle", "origin", "pawn", "seat")

    def __init__(self, board: Board, seat: int, pawn: int, origin: int, circle: int) -> None:
        self.board = board
        self.seat = seat
        self.pawn = pawn
        self.origin = origin
        self.circle = circle

    def as_json(self) -> JsonObject:
        ids = self.board.ids
        return {
            "event": "displace",
            "seat": self.seat,
            "pawn": self.pawn,
            "from": ids[self.origin],
            "to": ids[self.circle],
        }


class GameOver(OpenEvent):
    """The match is over."""

    __slots__ = ("reason", "winners")

    def __init__(self, reason: str, winners: list[int]) -> None:
        self.reason = reason
        self.winners = winners

    def as_json(self) -> JsonObject:
        return {"event": "over", "reason": self.reason, "winners": list(self.winners)}


covers(OpenEvent, "VE-16.1", "VE-16.2")

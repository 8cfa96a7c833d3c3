"""The events of SE-14. Each knows its JSON, and what of it a seat may see (SE-15.3): only draws are hidden from
others.
"""

from __future__ import annotations

from orrery.core.data import JsonObject
from orrery.core.game import Event, OpenEvent
from orrery.games.space_editor.cards.card import RULE_CODES, CardSet
from orrery.games.space_editor.rules.universe import Geometry


class Frame:
    """What turns the engine's numbers into notation: the cards and the grid."""

    __slots__ = ("cards", "grid")

    def __init__(self, cards: CardSet, grid: Geometry) -> None:
        self.cards = cards
        self.grid = grid


class BasepointPlaced(OpenEvent):
    """The basepoint was placed in the setup."""

    __slots__ = ("card", "cell", "frame", "seat")

    def __init__(self, frame: Frame, seat: int, card: int, cell: int) -> None:
        self.frame = frame
        self.seat = seat
        self.card = card
        self.cell = cell

    def as_json(self) -> JsonObject:
        grid = self.frame.grid
        card = self.frame.cards.ids[self.card]
        return {"event": "basepoint", "seat": self.seat, "card": card, "x": grid.x(self.cell), "y": grid.y(self.cell)}


class Drawn(Event):
    """Cards were drawn; other seats see their number only."""

    __slots__ = ("cards", "frame", "seat")

    def __init__(self, frame: Frame, seat: int, cards: list[int]) -> None:
        self.frame = frame
        self.seat = seat
        self.cards = cards

    def as_json(self) -> JsonObject:
        ids = self.frame.cards.ids
        return {"event": "drawn", "seat": self.seat, "cards": [ids[card] for card in self.cards]}

    def seen_by(self, seat: int | None) -> JsonObject:
        if seat is not None and seat == self.seat:
            return self.as_json()
        return {"event": "drawn", "seat": self.seat, "cards": len(self.cards)}

    def reveals(self) -> bool:
        return True


class TurnStarted(OpenEvent):
    """A turn starts."""

    __slots__ = ("seat", "turn")

    def __init__(self, turn: int, seat: int) -> None:
        self.turn = turn
        self.seat = seat

    def as_json(self) -> JsonObject:
        return {"event": "turn", "turn": self.turn, "seat": self.seat}


class SeatNote(OpenEvent):
    """final, skipped, stuck: something that concerns a seat as a whole."""

    __slots__ = ("name", "seat")

    def __init__(self, name: str, seat: int) -> None:
        self.name = name
        self.seat = seat

    def as_json(self) -> JsonObject:
        return {"event": self.name, "seat": self.seat}


class Placed(OpenEvent):
    """A card was placed from a hand."""

    __slots__ = ("card", "cell", "frame", "no", "rotation", "seat", "void")

    def __init__(self, frame: Frame, seat: int, no: int, card: int, cell: int, rotation: int, void: bool) -> None:
        self.frame = frame
        self.seat = seat
        self.no = no
        self.card = card
        self.cell = cell
        self.rotation = rotation
        self.void = void

    def as_json(self) -> JsonObject:
        grid = self.frame.grid
        return {
            "event": "placed",
            "seat": self.seat,
            "no": self.no,
            "card": self.frame.cards.ids[self.card],
            "x": grid.x(self.cell),
            "y": grid.y(self.cell),
            "r": self.rotation,
            "void": self.void,
        }


class Turned(OpenEvent):
    """A card was turned over, by the energies named in `rules` or (none) by an ability."""

    __slots__ = ("card", "cell", "frame", "no", "rules", "seat", "up")

    def __init__(self, frame: Frame, up: bool, seat: int, no: int, card: int, cell: int, rules: int) -> None:
        self.frame = frame
        self.up = up
        self.seat = seat
        self.no = no
        self.card = card
        self.cell = cell
        self.rules = rules

    def as_json(self) -> JsonObject:
        grid = self.frame.grid
        return {
            "event": "turned_up" if self.up else "turned_down",
            "seat": self.seat,
            "no": self.no,
            "card": self.frame.cards.ids[self.card],
            "x": grid.x(self.cell),
            "y": grid.y(self.cell),
            "rules": [code for bit, code in RULE_CODES if self.rules & bit],
        }

    def reveals(self) -> bool:
        return self.up


class Spun(OpenEvent):
    """faced, rotated: a rotation was chosen for a card where it lies."""

    __slots__ = ("cell", "frame", "name", "no", "rotation", "seat")

    def __init__(self, frame: Frame, name: str, seat: int, no: int, cell: int, rotation: int) -> None:
        self.frame = frame
        self.name = name
        self.seat = seat
        self.no = no
        self.cell = cell
        self.rotation = rotation

    def as_json(self) -> JsonObject:
        grid = self.frame.grid
        x, y = grid.x(self.cell), grid.y(self.cell)
        return {"event": self.name, "seat": self.seat, "no": self.no, "x": x, "y": y, "r": self.rotation}


class Triggered(OpenEvent):
    """An ability was triggered and waits in the queue; seat is its decider."""

    __slots__ = ("ability", "card", "cell", "frame", "no", "seat")

    def __init__(self, frame: Frame, no: int, card: int, cell: int, ability: int, seat: int) -> None:
        self.frame = frame
        self.no = no
        self.card = card
        self.cell = cell
        self.ability = ability
        self.seat = seat

    def as_json(self) -> JsonObject:
        grid = self.frame.grid
        return {
            "event": "triggered",
            "no": self.no,
            "card": self.frame.cards.ids[self.card],
            "x": grid.x(self.cell),
            "y": grid.y(self.cell),
            "ability": self.ability,
            "seat": self.seat,
        }


class Resolving(OpenEvent):
    """An ability starts to be resolved."""

    __slots__ = ("ability", "no", "seat")

    def __init__(self, no: int, ability: int, seat: int) -> None:
        self.no = no
        self.ability = ability
        self.seat = seat

    def as_json(self) -> JsonObject:
        return {"event": "resolving", "no": self.no, "ability": self.ability, "seat": self.seat}


class Fizzled(OpenEvent):
    """An effect had no subject and was skipped."""

    __slots__ = ("ability", "effect", "no")

    def __init__(self, no: int, ability: int, effect: int) -> None:
        self.no = no
        self.ability = ability
        self.effect = effect

    def as_json(self) -> JsonObject:
        return {"event": "fizzled", "no": self.no, "ability": self.ability, "effect": self.effect}


class Declined(OpenEvent):
    """An optional effect was declined."""

    __slots__ = ("ability", "effect", "no", "seat")

    def __init__(self, seat: int, no: int, ability: int, effect: int) -> None:
        self.seat = seat
        self.no = no
        self.ability = ability
        self.effect = effect

    def as_json(self) -> JsonObject:
        return {"event": "declined", "seat": self.seat, "no": self.no, "ability": self.ability, "effect": self.effect}


class Targeted(OpenEvent):
    """A subject was chosen."""

    __slots__ = ("cell", "frame", "no", "seat", "subject")

    def __init__(self, frame: Frame, seat: int, no: int, subject: int, cell: int) -> None:
        self.frame = frame
        self.seat = seat
        self.no = no
        self.subject = subject
        self.cell = cell

    def as_json(self) -> JsonObject:
        grid = self.frame.grid
        x, y = grid.x(self.cell), grid.y(self.cell)
        return {"event": "targeted", "seat": self.seat, "no": self.no, "subject": self.subject, "x": x, "y": y}


class Relocated(OpenEvent):
    """A card was moved to another cell."""

    __slots__ = ("card", "cell", "frame", "no", "origin", "rotation", "seat")

    def __init__(self, frame: Frame, seat: int, no: int, card: int, origin: int, cell: int, rotation: int) -> None:
        self.frame = frame
        self.seat = seat
        self.no = no
        self.card = card
        self.origin = origin
        self.cell = cell
        self.rotation = rotation

    def as_json(self) -> JsonObject:
        grid = self.frame.grid
        return {
            "event": "relocated",
            "seat": self.seat,
            "no": self.no,
            "card": self.frame.cards.ids[self.card],
            "from": [grid.x(self.origin), grid.y(self.origin)],
            "x": grid.x(self.cell),
            "y": grid.y(self.cell),
            "r": self.rotation,
        }


class Marked(OpenEvent):
    """guarded, silenced: a card got a mark that holds through a turn."""

    __slots__ = ("cell", "frame", "name", "no", "seat", "until")

    def __init__(self, frame: Frame, name: str, seat: int, no: int, cell: int, until: int) -> None:
        self.frame = frame
        self.name = name
        self.seat = seat
        self.no = no
        self.cell = cell
        self.until = until

    def as_json(self) -> JsonObject:
        grid = self.frame.grid
        x, y = grid.x(self.cell), grid.y(self.cell)
        return {"event": self.name, "seat": self.seat, "no": self.no, "x": x, "y": y, "until": self.until}


class Discarded(OpenEvent):
    """A card went to a discard pile, which is open."""

    __slots__ = ("card", "frame", "seat")

    def __init__(self, frame: Frame, seat: int, card: int) -> None:
        self.frame = frame
        self.seat = seat
        self.card = card

    def as_json(self) -> JsonObject:
        return {"event": "discarded", "seat": self.seat, "card": self.frame.cards.ids[self.card]}


class Ending(OpenEvent):
    """The last turn is over."""

    __slots__ = ("turn",)

    def __init__(self, turn: int) -> None:
        self.turn = turn

    def as_json(self) -> JsonObject:
        return {"event": "ending", "turn": self.turn}


class GameOver(OpenEvent):
    """The match is over."""

    __slots__ = ("scores", "winners")

    def __init__(self, scores: list[int], winners: list[int]) -> None:
        self.scores = scores
        self.winners = winners

    def as_json(self) -> JsonObject:
        return {"event": "over", "scores": list(self.scores), "winners": list(self.winners)}

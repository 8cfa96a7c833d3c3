"""The events of FS-20.3. Each knows its JSON and what of it a seat is shown (FS-20.7)."""

from __future__ import annotations

from orrery.core.clause import covers
from orrery.core.data import JsonObject
from orrery.core.game import Event, OpenEvent
from orrery.games.five_spheres.cards.card import Card
from orrery.games.five_spheres.cards.language import ATTACHED as UNDER
from orrery.games.five_spheres.cards.language import (
    BATTLEFIELD,
    CASTING,
    DECK,
    GENERIC,
    GROOVE,
    HAND,
    HIDDEN,
    SPELL,
    TOWER,
    TRASH,
    VAULT,
    VERBS,
    ZONES,
)
from orrery.games.five_spheres.rules.state import OPTION_DECK, OPTION_HAND, option_word


class Chance(Event):
    """random: a chance number has been taken. No seat is shown it."""

    __slots__ = ("n", "value")

    def __init__(self, n: int, value: int) -> None:
        self.n = n
        self.value = value

    def as_json(self) -> JsonObject:
        return {"event": "random", "n": self.n, "v": self.value}

    def seen_by(self, seat: int | None) -> JsonObject | None:
        """FS-20.7: left out."""
        return None

    def reveals(self) -> bool:
        return True


class Setup(Event):
    """An event of the setup (FS-4), which is part of no seat's knowledge but for what the views show and the cut."""

    __slots__ = ("event",)

    def __init__(self, event: Event) -> None:
        self.event = event

    def as_json(self) -> JsonObject:
        return self.event.as_json()

    def seen_by(self, seat: int | None) -> JsonObject | None:
        """FS-20.7: but for the cut, which everybody sees."""
        return self.event.as_json() if self.is_open() else None

    def is_open(self) -> bool:
        """FS-4.2: is it a cut?"""
        return isinstance(self.event, Split)

    def reveals(self) -> bool:
        return True


class TurnBegan(OpenEvent):
    """A turn begins."""

    __slots__ = ("seat", "turn")

    def __init__(self, turn: int, seat: int) -> None:
        self.turn = turn
        self.seat = seat

    def as_json(self) -> JsonObject:
        return {"event": "turn", "turn": self.turn, "seat": self.seat}


class StepBegan(OpenEvent):
    """A step begins, also one that is skipped; FS-21.8: in a citadel a lord's part of it."""

    __slots__ = ("seat", "step")

    def __init__(self, step: str, seat: int = -1) -> None:
        self.step = step
        self.seat = seat

    def as_json(self) -> JsonObject:
        if self.seat < 0:
            return {"event": "step", "step": self.step}
        return {"event": "step", "step": self.step, "seat": self.seat}


class Moved(Event):
    """One card has moved."""

    __slots__ = (
        "card", "facedown", "host", "new", "origin", "searcher", "seat", "to", "uid", "verb", "was_facedown",
    )  # fmt: skip

    def __init__(self, verb: int, seat: int, card: Card, origin: int, uid: int, was_facedown: bool) -> None:
        self.verb = verb
        self.seat = seat
        self.card = card
        self.origin = origin
        self.uid = uid
        self.was_facedown = was_facedown
        """It was a face-down creature, a tower or a hidden spell."""
        self.to: int = -1
        self.new: int = -1
        self.host: int = -1
        self.facedown: bool = False
        self.searcher: int = -1
        """The seat that named the card in a search."""

    def as_json(self) -> JsonObject:
        return self._told(self.card.id, VERBS[self.verb])

    def _told(self, card: str | None, verb: str) -> JsonObject:
        return {
            "event": "move",
            "verb": verb,
            "seat": self.seat,
            "card": card,
            "from": ZONES[self.origin],
            "to": ZONES[self.to],
            "uid": None if self.uid < 0 else self.uid,
            "new": None if self.new < 0 else self.new,
            "host": None if self.host < 0 else self.host,
            "facedown": self.facedown,
        }

    def seen_by(self, seat: int | None) -> JsonObject:
        """FS-20.7"""
        verb = VERBS[self.verb]
        if self.facedown and self.to == BATTLEFIELD and seat != self.seat:
            verb = VERBS[GENERIC]
        return self._told(self._name_for(seat), verb)

    def _name_for(self, seat: int | None) -> str | None:
        if lies_open(self.origin, self.was_facedown) or lies_open(self.to, self.facedown):
            return self.card.id
        if seat is not None:
            if seat == self.searcher:
                return self.card.id
            if seat == self.seat and (
                is_known_to_owner(self.origin, self.was_facedown) or is_known_to_owner(self.to, self.facedown)
            ):
                return self.card.id
        if shows_back(self.origin, self.was_facedown) or shows_back(self.to, self.facedown):
            return self.card.back
        return None

    def reveals(self) -> bool:
        """A card drawn or taken from where nobody knew it, or a hand card that everybody sees in the trash."""
        if self.origin == HAND:
            return self.to == TRASH
        return self.origin == DECK or self.origin == TOWER or self.origin == GROOVE or self.was_facedown


def lies_open(zone: int, facedown: bool) -> bool:
    """FS-20.7: does everybody see the face of a card there?"""
    if zone == TRASH or zone == CASTING or zone == UNDER:
        return True
    return (zone == BATTLEFIELD or zone == SPELL) and not facedown


def is_known_to_owner(zone: int, facedown: bool) -> bool:
    """FS-20.7: does the owner alone know the face of a card there?"""
    return zone == HAND or zone == VAULT or (facedown and (zone == BATTLEFIELD or zone == SPELL))


def shows_back(zone: int, facedown: bool) -> bool:
    """FS-20.7: does everybody see the back of a card there?"""
    return zone == VAULT or zone == GROOVE or zone == TOWER or facedown


class ManaSpent(OpenEvent):
    """mana: so much was paid for a card."""

    __slots__ = ("seat", "spent")

    def __init__(self, seat: int, spent: int) -> None:
        self.seat = seat
        self.spent = spent

    def as_json(self) -> JsonObject:
        return {"event": "mana", "seat": self.seat, "spent": self.spent}


class StatusChanged(OpenEvent):
    """status: a creature became engaged, ready, afflicted or cured."""

    __slots__ = ("on", "status", "uid")

    def __init__(self, uid: int, status: str, on: bool) -> None:
        self.uid = uid
        self.status = status
        self.on = on

    def as_json(self) -> JsonObject:
        return {"event": "status", "uid": self.uid, "status": self.status, "on": self.on}


class Strengthened(OpenEvent):
    """A creature got a bonus for the turn."""

    __slots__ = ("n", "uid")

    def __init__(self, uid: int, n: int) -> None:
        self.uid = uid
        self.n = n

    def as_json(self) -> JsonObject:
        return {"event": "strengthen", "uid": self.uid, "n": self.n}


class Granted(OpenEvent):
    """A creature got a word for the turn."""

    __slots__ = ("uid", "word")

    def __init__(self, uid: int, word: str) -> None:
        self.uid = uid
        self.word = word

    def as_json(self) -> JsonObject:
        return {"event": "grant", "uid": self.uid, "word": self.word}


class Unveiled(OpenEvent):
    """A face-down creature was turned face up for good."""

    __slots__ = ("card", "uid")

    def __init__(self, uid: int, card: Card) -> None:
        self.uid = uid
        self.card = card

    def as_json(self) -> JsonObject:
        return {"event": "unveil", "uid": self.uid, "card": self.card.id}

    def reveals(self) -> bool:
        return True


class PieceNote(OpenEvent):
    """use, block: a lord uses one of his creatures, or blocks with it."""

    __slots__ = ("name", "seat", "uid")

    def __init__(self, name: str, seat: int, uid: int) -> None:
        self.name = name
        self.seat = seat
        self.uid = uid

    def as_json(self) -> JsonObject:
        return {"event": self.name, "seat": self.seat, "uid": self.uid}


class LordNote(OpenEvent):
    """noblock, noretaliate, deckout: about a lord, without more."""

    __slots__ = ("name", "seat")

    def __init__(self, name: str, seat: int) -> None:
        self.name = name
        self.seat = seat

    def as_json(self) -> JsonObject:
        return {"event": self.name, "seat": self.seat}


class AttackDeclared(OpenEvent):
    """A creature attacks a lord's fortress or one of his creatures."""

    __slots__ = ("attacker", "lord", "seat", "target")

    def __init__(self, seat: int, attacker: int, lord: int, target: int) -> None:
        self.seat = seat
        self.attacker = attacker
        self.lord = lord
        self.target = target

    def as_json(self) -> JsonObject:
        return {
            "event": "attack",
            "seat": self.seat,
            "attacker": self.attacker,
            "lord": self.lord,
            "target": None if self.target < 0 else self.target,
        }


class BattleFought(OpenEvent):
    """Two creatures compared their strengths."""

    __slots__ = ("attacker", "defender", "outcome", "strengths")

    def __init__(self, attacker: int, defender: int, strengths: list[int], outcome: str) -> None:
        self.attacker = attacker
        self.defender = defender
        self.strengths = strengths
        self.outcome = outcome

    def as_json(self) -> JsonObject:
        return {
            "event": "battle",
            "attacker": self.attacker,
            "defender": self.defender,
            "strengths": list(self.strengths),
            "outcome": self.outcome,
        }


class SiegeBegan(OpenEvent):
    """An attack on a fortress was not blocked."""

    __slots__ = ("attacker", "lord")

    def __init__(self, attacker: int, lord: int) -> None:
        self.attacker = attacker
        self.lord = lord

    def as_json(self) -> JsonObject:
        return {"event": "siege", "attacker": self.attacker, "lord": self.lord}


class Retaliated(Event):
    """A defender pays for a spell with energies."""

    __slots__ = ("card", "energy", "seat")

    def __init__(self, seat: int, card: Card, energy: list[int]) -> None:
        self.seat = seat
        self.card = card
        self.energy = energy

    def _told(self, card: str) -> JsonObject:
        return {"event": "retaliate", "seat": self.seat, "card": card, "energy": list(self.energy)}

    def as_json(self) -> JsonObject:
        return self._told(self.card.id)

    def seen_by(self, seat: int | None) -> JsonObject:
        """FS-20.7: others see only the back of a hidden spell."""
        return self._told(self.card.back if self.card.spell_type == HIDDEN and seat != self.seat else self.card.id)


class AttackOver(OpenEvent):
    """The attack is over."""

    __slots__ = ("attacker",)

    def __init__(self, attacker: int) -> None:
        self.attacker = attacker

    def as_json(self) -> JsonObject:
        return {"event": "attack_over", "attacker": self.attacker}


class Warded(OpenEvent):
    """A ward saved its host."""

    __slots__ = ("by", "uid")

    def __init__(self, uid: int, by: int) -> None:
        self.uid = uid
        self.by = by

    def as_json(self) -> JsonObject:
        return {"event": "ward", "uid": self.uid, "by": self.by}


class Triggered(OpenEvent):
    """An ability of the queue begins."""

    __slots__ = ("card", "seat", "uid", "when")

    def __init__(self, seat: int, uid: int, card: Card | None, when: str | None) -> None:
        self.seat = seat
        self.uid = uid
        self.card = card
        self.when = when

    def as_json(self) -> JsonObject:
        return {
            "event": "trigger",
            "seat": self.seat,
            "uid": None if self.uid < 0 else self.uid,
            "card": None if self.card is None else self.card.id,
            "when": self.when,
        }

    def reveals(self) -> bool:
        return True


class Evoked(OpenEvent):
    """A creature does what its spell half says."""

    __slots__ = ("card", "seat", "uid")

    def __init__(self, seat: int, uid: int, card: Card) -> None:
        self.seat = seat
        self.uid = uid
        self.card = card

    def as_json(self) -> JsonObject:
        return {"event": "evoke", "seat": self.seat, "uid": self.uid, "card": self.card.id}


class Targeted(Event):
    """A lord named a card or a lord."""

    __slots__ = ("choice", "seat")

    def __init__(self, seat: int, choice: int) -> None:
        self.seat = seat
        self.choice = choice

    def as_json(self) -> JsonObject:
        return {"event": "target", "seat": self.seat, "choice": option_word(self.choice)}

    def seen_by(self, seat: int | None) -> JsonObject:
        """FS-20.7: which card of a hand or a deck was named is not told."""
        kind = self.choice & 7
        if seat == self.seat or (kind != OPTION_HAND and kind != OPTION_DECK):
            return self.as_json()
        letter = "h" if kind == OPTION_HAND else "c"
        return {"event": "target", "seat": self.seat, "choice": f"p{self.choice >> 3 & 7}.{letter}"}


class Searched(OpenEvent):
    """A lord has looked through a zone."""

    __slots__ = ("lord", "seat", "zone")

    def __init__(self, seat: int, lord: int, zone: int) -> None:
        self.seat = seat
        self.lord = lord
        self.zone = zone

    def as_json(self) -> JsonObject:
        return {"event": "search", "seat": self.seat, "lord": self.lord, "zone": ZONES[self.zone]}

    def reveals(self) -> bool:
        return True


class Shuffled(OpenEvent):
    """A pile was shuffled."""

    __slots__ = ("seat", "zone")

    def __init__(self, seat: int, zone: int) -> None:
        self.seat = seat
        self.zone = zone

    def as_json(self) -> JsonObject:
        return {"event": "shuffle", "seat": self.seat, "zone": ZONES[self.zone]}


class LoopCut(OpenEvent):
    """FS-13.6: too many abilities in a chain; the rest was dropped."""

    __slots__ = ()

    def as_json(self) -> JsonObject:
        return {"event": "loop_cut"}


class LordDestroyed(OpenEvent):
    """A lord is out."""

    __slots__ = ("by", "seat")

    def __init__(self, seat: int, by: int) -> None:
        self.seat = seat
        self.by = by

    def as_json(self) -> JsonObject:
        return {"event": "lord_destroyed", "seat": self.seat, "by": self.by}


class Tagged(OpenEvent):
    """FS-21.5, FS-21.6: a partner comes in for a lord."""

    __slots__ = ("partner", "seat")

    def __init__(self, seat: int, partner: int) -> None:
        self.seat = seat
        self.partner = partner

    def as_json(self) -> JsonObject:
        return {"event": "tag", "seat": self.seat, "partner": self.partner}


class Split(OpenEvent):
    """FS-4.2: a lord split his deck and showed a card."""

    __slots__ = ("card", "seat")

    def __init__(self, seat: int, card: Card) -> None:
        self.seat = seat
        self.card = card

    def as_json(self) -> JsonObject:
        return {"event": "split", "seat": self.seat, "card": self.card.id}

    def reveals(self) -> bool:
        return True


class SetTaken(OpenEvent):
    """pick: a lord took a set, which everybody sees."""

    __slots__ = ("letter", "seat")

    def __init__(self, seat: int, letter: str) -> None:
        self.seat = seat
        self.letter = letter

    def as_json(self) -> JsonObject:
        return {"event": "pick", "seat": self.seat, "what": self.letter}


class Picked(Event):
    """pick, drop: a lord took a card in a draft, or put one back. `others` is what the other seats are told."""

    __slots__ = ("card", "name", "others", "seat")

    def __init__(self, name: str, seat: int, card: Card, others: str | None) -> None:
        self.name = name
        self.seat = seat
        self.card = card
        self.others = others

    def as_json(self) -> JsonObject:
        return {"event": self.name, "seat": self.seat, "what": self.card.id}

    def seen_by(self, seat: int | None) -> JsonObject:
        """FS-20.7"""
        what = self.card.id if seat == self.seat else self.others
        return {"event": self.name, "seat": self.seat, "what": what}

    def reveals(self) -> bool:
        """In a blind draft the taker sees the face of what he has taken (FS-17.7)."""
        return self.others == self.card.back


class GameOver(OpenEvent):
    """The match is over."""

    __slots__ = ("reason", "winners")

    def __init__(self, winners: list[int], reason: str) -> None:
        self.winners = winners
        self.reason = reason

    def as_json(self) -> JsonObject:
        return {"event": "over", "winners": list(self.winners), "reason": self.reason}


covers(Moved, "FS-20.3")

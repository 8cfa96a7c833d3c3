"""Cards as the engine sees them: sides packed into numbers, abilities bound to the set, and the tables that make play
fast.

A *contact code* says what a neighbour shows: nothing, blank, kinetic, a face-down card, gravity, or nuclear with its
value.
The *contacts* of a cell are the codes of its four neighbours packed into one integer, 7 bits each, N first. Whether a
card
fits a cell depends on its contacts alone, and so does whether a lying card falls; both answers are remembered.

A *facing* is a card with the way it lies: card * 8 + rotation, and 4 more when it is face down.
"""

from __future__ import annotations

from typing import Final

from orrery.core.data import DataFault, Fields, JsonObject, named, shown, to_word
from orrery.core.notation import canonical
from orrery.games.space_editor.rules.abilities import Ability, CardFacts, Static, Trigger, read_ability

COMPILED: Final = not __file__.endswith(".py")

ELEMENTS: Final = ("water", "wind", "earth", "fire")
KINDS: Final = ("star", "planet", "ability", "basepoint")
LEVELS: Final = ("bronze", "silver", "gold")

NONE: Final = 0
BLANK: Final = 1
KINETIC: Final = 2
DOWN: Final = 3
GRAVITY: Final = 4
NUCLEAR: Final = 4
"""A nuclear side of value v has the code NUCLEAR + v; the sort of every code above GRAVITY is nuclear."""

CODE_BITS: Final = 7
CODE_MASK: Final = 127
CODES: Final = 128
FACE_DOWN: Final = 4
"""Added to a facing when the card lies face down."""

NN: Final = 1
NG: Final = 2
GG: Final = 4
KB: Final = 8
KF: Final = 16
RULE_CODES: Final = ((NN, "nn"), (NG, "ng"), (GG, "gg"), (KB, "kb"), (KF, "kf"))

CARD_SHIFT: Final = 20
CELL_SHIFT: Final = 6
CELL_MASK: Final = 0xFFFC0
"""An action is card << 20 | cell | word << 2 | rotation, the cell being a multiple of 64; see words.py."""

TALLY_BITS: Final = 15
TALLY_MASK: Final = 0x7FFF

MEMO_LIMIT: Final = 20_000
"""How many falls are remembered for each card."""

KIND_LIMIT: Final = 16_384
"""How many kinds of cells are remembered."""

LAG: Final = 128 if COMPILED else 0
"""So many new kinds a card's masks may be behind: each catching up copies them all, and most kinds come up but once."""


def connects(mine: int, theirs: int) -> bool:
    """SE-4.2: may a side be put down against this contact? By sort alone; values play no part."""
    if mine > GRAVITY:
        return theirs >= GRAVITY
    if mine == GRAVITY:
        return theirs == BLANK or theirs >= GRAVITY
    if mine == BLANK:
        return theirs == GRAVITY or theirs == BLANK or theirs == DOWN
    return theirs == BLANK or theirs == DOWN


class Side:
    """One printed side: its contact code, its value, its binary mark."""

    __slots__ = ("code", "mark", "value")

    def __init__(self, code: int, value: int, mark: bool) -> None:
        self.code = code
        self.value = value
        self.mark = mark


def read_side(text: object, path: str) -> Side:
    """SE-2.4, SE-2.5, SE-2.7: a side text such as n3, g2, k, -, each perhaps with the binary mark."""
    if isinstance(text, str):
        mark = text.endswith("*")
        body = text[:-1] if mark else text
        if body == "-":
            return Side(BLANK, 0, mark)
        if body == "k":
            return Side(KINETIC, 0, mark)
        digits = body[1:]
        if body[:1] in ("n", "g") and digits.isascii() and digits.isdigit() and digits[0] != "0" and len(digits) <= 2:
            value = int(digits)
            return Side(NUCLEAR + value if body[0] == "n" else GRAVITY, value, mark)
    raise DataFault(path, f"{shown(text)} is not a side; right are n1 to n99, g1 to g99, k and -, each perhaps with *")


class Card:
    """One card definition (SE-2.2, SE-2.3), checked."""

    __slots__ = ("cost", "element", "id", "kind", "level", "name", "sides", "vp")

    def __init__(self, id: str, fields: Fields) -> None:
        """Reads all but the abilities; raises DataFault."""
        self.id = id
        self.kind: str = fields.word("kind", KINDS)
        basepoint = self.kind == "basepoint"
        self.name: str = fields.text("name", "")
        self.element: str | None = self._rank(fields, "element", ELEMENTS, basepoint)
        self.level: str | None = self._rank(fields, "level", LEVELS, basepoint)
        self.vp: int = fields.integer("vp", 0, 99, 0)
        if self.vp and self.kind != "star":
            raise DataFault(fields.at("vp"), f"a {self.kind} has no victory points, only a star does")
        self.cost: int = fields.integer("cost", 0, 999, 0)
        sides = fields.items("sides")
        if len(sides) != 4:
            raise DataFault(fields.at("sides"), f"a card has 4 sides, N E S W, not {len(sides)}")
        self.sides: list[Side] = [read_side(side, named(fields.at("sides"), i)) for i, side in enumerate(sides)]
        if self.kind != "star" and any(side.mark for side in self.sides):
            raise DataFault(fields.at("sides"), f"a {self.kind} carries no binary mark, only a star does")
        for ignored in ("text", "set"):
            fields.has(ignored)

    @staticmethod
    def _rank(fields: Fields, key: str, words: tuple[str, ...], basepoint: bool) -> str | None:
        if not basepoint:
            return fields.word(key, words)
        if fields.has(key) and fields.raw(key) is not None:
            raise DataFault(fields.at(key), f"a basepoint has no {key}: null is right")
        return None


class CardSet:
    """All cards of a match, in the text order of their ids, with everything that can be known of them beforehand."""

    def __init__(self, source: JsonObject, path: str = "cards") -> None:
        """SE-2.2, SE-11, SE-12.2: checks every definition; raises DataFault."""
        self.source: JsonObject = source
        self.ids: list[str] = sorted(source)
        self.index: dict[str, int] = {}
        self.cards: list[Card] = []
        rows: list[Fields] = []
        for i, id in enumerate(self.ids):
            at = named(path, id)
            if not id or any(c not in "0123456789abcdefghijklmnopqrstuvwxyz_" for c in id):
                raise DataFault(at, f"{shown(id)} is not an id; right are small letters, digits and _")
            fields = Fields(source[id], at)
            self.index[id] = i
            rows.append(fields)
            self.cards.append(Card(id, fields))
        facts = [CardFacts(c.kind, c.element, c.level, any(side.mark for side in c.sides)) for c in self.cards]
        self.abilities: list[list[Ability]] = [self._abilities(i, rows[i], facts) for i in range(len(rows))]
        self.is_star: list[bool] = [c.kind == "star" for c in self.cards]
        self.is_basepoint: list[bool] = [c.kind == "basepoint" for c in self.cards]
        self.vp: list[int] = [c.vp for c in self.cards]
        self.element: list[int] = [-1 if c.element is None else ELEMENTS.index(c.element) for c in self.cards]
        self.marks: list[list[bool]] = [[side.mark for side in c.sides] for c in self.cards]
        self.is_binary: list[bool] = [any(marks) for marks in self.marks]
        self.triggers: list[list[Trigger]] = [[a for a in own if isinstance(a, Trigger)] for own in self.abilities]
        self.statics: list[list[Static]] = [[a for a in own if isinstance(a, Static)] for own in self.abilities]
        self.shows: list[list[int]] = self._shows()
        self.ways: list[list[list[int]]] = [
            [[card << CARD_SHIFT | r for r in range(4) if mask >> r & 1] for mask in range(16)]
            for card in range(len(self.ids))
        ]
        """For each card and each set of rotations (bits 0-3) what makes the action with a cell: cell | way."""
        self.kind_of: dict[int, int] = {0: 0}
        self.contacts_of: list[int] = [0]
        """The kinds of cells that have come up, by their contacts; kind 0 touches nothing."""
        self.is_crowded: bool = False
        self.masks: list[bytes] = [b"" for _ in self.ids]
        """For each card and kind of cell its mask (see `mask`)."""
        self.fits: list[list[list[int]]] = [[] for _ in self.ids]
        """The same as lists of ways, where the code is interpreted."""
        self.falls: list[dict[int, int]] = [{} for _ in self.ids]
        self.codes: list[int] = sorted({DOWN, *[side.code for c in self.cards for side in c.sides]})
        self.joins: list[bytes] = [b"" for _ in self.ids]
        self.parts: list[list[int]] = [[] for _ in self.ids]
        self.tally_masks: list[dict[int, int]] = [{} for _ in self.ids]
        self.nuclear: list[int] = [sum([side.code > GRAVITY for side in c.sides]) for c in self.cards]
        self.gravity: list[int] = [sum([side.code == GRAVITY for side in c.sides]) for c in self.cards]

    def _abilities(self, card: int, fields: Fields, facts: list[CardFacts]) -> list[Ability]:
        kind = self.cards[card].kind
        rows = fields.items("abilities", [])
        fields.done()
        if rows and kind not in ("ability", "basepoint"):
            raise DataFault(
                fields.at("abilities"), f"a {kind} has no abilities, only ability cards and basepoints have"
            )
        if kind == "ability" and not rows:
            raise DataFault(fields.at("abilities"), "an ability card has at least one ability")
        path = fields.at("abilities")
        return [read_ability(row, named(path, i), i, facts[card], facts) for i, row in enumerate(rows)]

    def _shows(self) -> list[list[int]]:
        """For each facing: what the neighbour in direction N, E, S, W gets to touch, shifted to its place in that
        cell's contacts.
        """
        rows: list[list[int]] = []
        for card in self.cards:
            for lie in range(8):
                row: list[int] = []
                for d in range(4):
                    code = DOWN if lie & FACE_DOWN else card.sides[(d - lie) & 3].code
                    row.append(code << (CODE_BITS * ((d + 2) & 3)))
                rows.append(row)
        return rows

    def kind(self, contacts: int) -> int:
        """The number of a kind of cell; beyond KIND_LIMIT kinds, which no real set reaches, -contacts."""
        kind = self.kind_of.get(contacts)
        if kind is None:
            kind = len(self.contacts_of)
            if kind >= KIND_LIMIT:
                self.is_crowded = True
                return -contacts
            self.kind_of[contacts] = kind
            self.contacts_of.append(contacts)
        return kind

    def contacts(self, kind: int) -> int:
        """The contacts of a kind of cell."""
        return -kind if kind < 0 else self.contacts_of[kind]

    def catch_up(self, card: int) -> None:
        """Works out for a card all kinds of cells that have come up since it was last looked at."""
        masks = [self.mask(card, contacts) for contacts in self.contacts_of[len(self.masks[card]) :]]
        self.masks[card] += bytes(masks)
        if not COMPILED:
            ways = self.ways[card]
            self.fits[card] += [ways[mask & 15] for mask in masks]

    def keep_up(self, card: int) -> None:
        """Sees to it that a card's masks are at most LAG kinds behind; what is newer is worked out each time."""
        if len(self.contacts_of) - len(self.masks[card]) > LAG:
            self.catch_up(card)

    def mask_on(self, card: int, kind: int) -> int:
        """The mask of a card on a kind of cell."""
        if kind < 0:
            return self.mask(card, -kind)
        if kind >= len(self.masks[card]):
            self.keep_up(card)
        masks = self.masks[card]
        return masks[kind] if kind < len(masks) else self.mask(card, self.contacts_of[kind])

    def mask(self, card: int, contacts: int) -> int:
        """SE-4.2, SE-4.3, SE-4.4: the rotations in which a card may be put down against these contacts.

        Bits 0-3: it connects and does not fall; bits 4-7: it connects.
        """
        joins = self.joins[card]
        if not joins:
            joins = self.joins[card] = self.joins_of(card)
        if not (
            joins[contacts & CODE_MASK]
            & joins[CODES + (contacts >> CODE_BITS & CODE_MASK)]
            & joins[2 * CODES + (contacts >> 2 * CODE_BITS & CODE_MASK)]
            & joins[3 * CODES + (contacts >> 3 * CODE_BITS)]
        ):
            return 0
        tally = self.tally(card, contacts)
        mask = self.tally_masks[card].get(tally)
        if mask is None:
            mask = 0
            for r in range(4):
                sums = tally >> (TALLY_BITS * r) & TALLY_MASK
                if not sums & 7:
                    mask |= 16 << r if self.fallen(card, sums) else 17 << r
            self.tally_masks[card][tally] = mask
        return mask

    def joins_of(self, card: int) -> bytes:
        """The rotations, as bits, in which a card connects to each contact: direction * CODES + code."""
        parts = self.parts_of(card)
        return bytes([sum([1 << r for r in range(4) if not part >> (TALLY_BITS * r) & 7]) for part in parts])

    def tally(self, card: int, contacts: int) -> int:
        """What the contacts do to a card, summed up for each of the four rotations: see `parts_of`."""
        parts = self.parts[card]
        if not parts:
            parts = self.parts[card] = self.parts_of(card)
        return (
            parts[contacts & CODE_MASK]
            + parts[CODES + (contacts >> CODE_BITS & CODE_MASK)]
            + parts[2 * CODES + (contacts >> 2 * CODE_BITS & CODE_MASK)]
            + parts[3 * CODES + (contacts >> 3 * CODE_BITS)]
        )

    def parts_of(self, card: int) -> list[int]:
        """What each contact (direction * CODES + code) does to a card in each rotation, three bits for each count.

        From the lowest: sides that do not connect, nuclear sides beaten, gravity sides beaten, blanks pulled by
        gravity, blanks pushed by kinetic energy.
        """
        parts: list[int] = [0] * (4 * CODES)
        for theirs in self.codes:
            for d in range(4):
                for r in range(4):
                    side = self.cards[card].sides[(d - r) & 3]
                    counts = 0 if connects(side.code, theirs) else 1
                    if side.code == BLANK:
                        if theirs == GRAVITY:
                            counts |= 1 << 9
                        elif theirs == KINETIC:
                            counts |= 1 << 12
                    elif side.code >= GRAVITY and theirs > NUCLEAR + side.value:
                        counts |= 1 << 3 if side.code > GRAVITY else 1 << 6
                    parts[d * CODES + theirs] |= counts << (TALLY_BITS * r)
        return parts

    def fallen(self, card: int, sums: int) -> int:
        """SE-5.2a, SE-5.2b, SE-5.2c, SE-5.2d: the rules that turn a card face down whose contacts sum up to this in its
        rotation, as bits.
        """
        rules = 0
        nuclear, gravity = self.nuclear[card], self.gravity[card]
        if nuclear and sums >> 3 & 7 == nuclear:
            rules |= NN
        if gravity and sums >> 6 & 7 == gravity:
            rules |= NG
        if sums >> 9 & 7 >= 2:
            rules |= GG
        if sums >> 12:
            rules |= KB
        return rules

    def falls_by(self, facing: int, contacts: int, d: int) -> int:
        """SE-5.1, SE-5.2: the rules by which a face-up card falls to the neighbour just put down in direction d.

        Only those count that this contact takes part in. Remembered.
        """
        card, shift = facing >> 3, TALLY_BITS * (facing & 3)
        parts = self.parts[card]
        if not parts:
            parts = self.parts[card] = self.parts_of(card)
        own = parts[d * CODES + (contacts >> (CODE_BITS * d) & CODE_MASK)] >> shift & TALLY_MASK
        if not own >> 3:
            return 0
        key = (contacts << 2 | d) << 3 | facing & 3
        table = self.falls[card]
        rules = table.get(key)
        if rules is None:
            rules = self.fallen(card, self.tally(card, contacts) >> shift & TALLY_MASK)
            taking_part = 0
            for rule, bit in ((NN, 3), (NG, 6), (GG, 9), (KB, 12)):
                if own >> bit & 7:
                    taking_part |= rule
            rules &= taking_part
            if len(table) >= MEMO_LIMIT:
                table.clear()
            table[key] = rules
        return rules

    def would_fall(self, card: int, rotation: int, contacts: int) -> int:
        """SE-4.4: the rules by which a card would fall where it is put down, tested with all its contacts."""
        return self.fallen(card, self.tally(card, contacts) >> (TALLY_BITS * rotation) & TALLY_MASK)


SETS: dict[str, CardSet] = {}


def card_set(source: JsonObject) -> CardSet:
    """The card set of these definitions; a few recent ones are kept, so that a set is worked out once. Raises
    DataFault.
    """
    for known in SETS.values():
        if known.source is source:
            return known
    try:
        key = canonical(source)
    except (TypeError, ValueError):
        raise DataFault("cards", "not plain JSON") from None
    found = SETS.pop(key, None)
    if found is None:
        found = CardSet(source)
        while len(SETS) >= 8:
            del SETS[next(iter(SETS))]
    SETS[key] = found
    return found


def read_element(value: object, path: str) -> str:
    """One of the four elements."""
    return to_word(value, path, ELEMENTS)

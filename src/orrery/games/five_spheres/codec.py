"""The numbers of Five Spheres for programs that learn: its words with their factors, and what a seat sees.

Cards in play are meant by their seat, counted from the one that looks, and by their slot among the cards that this seat
has in play: first its creatures, then fortress, vault, casting, and what is attached, each oldest first. A lord has 48
cards wherever they lie (FS-2.2), so that there are never more of them.
"""

from __future__ import annotations

from array import array
from typing import Any, Final

from orrery.core.codec import Codec, CodecFull, Factor, Part, Verb, capped, numbered
from orrery.core.data import JsonObject
from orrery.core.game import State
from orrery.games.five_spheres.cards.card import Card
from orrery.games.five_spheres.cards.language import VERBS
from orrery.games.five_spheres.rules import words
from orrery.games.five_spheres.rules.assembly import DECK_SIZE, METHODS
from orrery.games.five_spheres.rules.engine import FiveSpheresState
from orrery.games.five_spheres.rules.state import (
    KINDS,
    OPTION_LORD,
    OPTION_NONE,
    OPTION_PIECE,
    STAGES,
    STEPS,
    Setting,
)

ROWS: Final = DECK_SIZE
"""How many cards of a lord can lie in one place."""
OFFERED: Final = 72
"""How many cards an assembly can offer at once: a random deck with 24 more cards is the most."""
PAYMENTS: Final = 1024
SETS: Final = 20
PILES: Final = ("hand", "trash", "groove", "deck")

SPHERES: Final = ("science", "ether", "spirit", "chaos", "nature")
CARD_FIELDS: Final = [
    *("card", *SPHERES, "cost", "strength", "afflicted_strength", "inverted", "spell", "spell_cost"),
]
"""A card: its number in the order of ids, from 1; of a card that is seen from its back only the spheres."""
ZONES: Final = ("battlefield", "tower", "spell", "hidden spell", "vault", "casting", "attached")
"""Where a card in play lies, counted from 1."""
BATTLEFIELD: Final = 1
TOWER: Final = 2
SPELL: Final = 3
HIDDEN_SPELL: Final = 4
VAULT: Final = 5
CASTING: Final = 6
ATTACHED: Final = 7
PIECE_FIELDS: Final = [
    *CARD_FIELDS,
    *("zone", "engaged", "afflicted", "dizzy", "face_down", "bonus", "granted", "attached", "strength_now"),
    *("attacks", "attacked", "blocks", "asks"),
]
LORD_FIELDS: Final = [
    *("out", "ally", "inside", "mana", "mana_spent", "deck", "hand", "trash", "removed", "crystals_placed", "played"),
    *("acts", *[f"energy_{sphere}" for sphere in SPHERES], "energies"),
]
TURN_FIELDS: Final = [
    *("step", "turn", "active", "first", "done", "acts", "waiting", "question", "verb", "need", "picked", "stage"),
    *("attacker", "defender", "energy", "method", "round", "left", "payments"),
]
CARD_WIDTH: Final = len(CARD_FIELDS)
PIECE_WIDTH: Final = len(PIECE_FIELDS)
LORD_WIDTH: Final = len(LORD_FIELDS)


class FiveSpheresCodec(Codec):
    """The numbers of a match with so many lords and one table of cards."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        lords = setting.lords
        table = setting.table
        slots = numbered(ROWS)
        super().__init__(
            [
                Factor("hand", slots, "hand"),
                Factor("own", slots, "pieces"),
                Factor("crystal", slots, "pieces"),
                Factor("host", ["none", *slots]),
                Factor("piece", [f"{seat}.{slot}" for seat in range(lords) for slot in slots], "pieces"),
                Factor("lord", numbered(lords), "lords"),
                Factor("pile", [f"{seat}.{pile}" for seat in range(lords) for pile in PILES]),
                Factor("index", numbered(OFFERED), "offered"),
                Factor("payment", numbered(PAYMENTS)),
                Factor("offered", numbered(OFFERED), "offered"),
                Factor("set", [chr(ord("a") + i) for i in range(SETS)]),
            ],
            [
                Verb("end", []),
                Verb("cure", ["piece", "crystal"]),
                Verb("crystal", ["hand"]),
                Verb("crystal2", ["hand"]),
                Verb("summon", ["hand"]),
                Verb("generic", ["hand"]),
                Verb("cast", ["hand", "host"]),
                Verb("attack fortress", ["own", "lord"]),
                Verb("attack creature", ["own", "piece"]),
                Verb("use", ["own"]),
                Verb("keep", []),
                Verb("trashhand", []),
                Verb("block", ["piece"]),
                Verb("noblock", []),
                Verb("destroy", ["piece"]),
                Verb("retaliate", ["hand", "host"]),
                Verb("noretaliate", []),
                Verb("pay", ["payment"]),
                Verb("target piece", ["piece"]),
                Verb("pick", ["offered"]),
                Verb("set", ["set"]),
                Verb("drop", ["offered"]),
                Verb("tag", []),
                Verb("target card", ["pile", "index"]),
                Verb("target lord", ["lord"]),
                Verb("target none", []),
            ],
            [
                Part("pieces", lords * ROWS, PIECE_FIELDS),
                Part("hand", ROWS, CARD_FIELDS),
                Part("offered", OFFERED, CARD_FIELDS),
                Part("deck", 1, [f"card_{id}" for id in table.ids]),
                Part("trash", lords, [f"card_{id}" for id in table.ids]),
                Part("lords", lords, LORD_FIELDS),
                Part("turn", 1, TURN_FIELDS),
            ],
        )
        self.lords: int = lords
        self.card_count: int = len(table.ids)
        self.card_at: dict[str, int] = {id: i for i, id in enumerate(table.ids)}
        self.rows: dict[str, array[int]] = {}
        """By id or back of a card: its fields."""
        for i, id in enumerate(table.ids):
            card = table.cards[id]
            self.rows[id] = array("h", _card_row(i, card))
            if card.back not in self.rows:
                spheres = [int(sphere in card.spheres) for sphere in SPHERES]
                self.rows[card.back] = array("h", [0, *spheres, 0, 0, 0, 0, 0, 0])
        self.spheres_of: dict[str, list[int]] = {
            name: [i for i in range(len(SPHERES)) if fields[1 + i]] for name, fields in self.rows.items()
        }
        self.piece_rows: list[dict[str, bytes]] = [
            {name: _piece_row(fields, zone) for name, fields in self.rows.items()} for zone in range(len(ZONES) + 1)
        ]
        """By zone, by id or back of a card: what a card in play is from the start."""
        self.step_at: dict[str, int] = {step: i for i, step in enumerate(STEPS)}
        self.stage_at: dict[str, int] = {stage: i for i, stage in enumerate(STAGES)}
        self.kind_at: dict[str, int] = {kind: i for i, kind in enumerate(KINDS)}
        self.verb_at: dict[str, int] = {verb: i for i, verb in enumerate(VERBS)}
        self.method_at: dict[str, int] = {method: i for i, method in enumerate(METHODS)}

    # --- actions ------------------------------------------------------------------------------------------------------

    def codes(self, state: State) -> list[int]:
        assert isinstance(state, FiveSpheresState)
        bases = self.bases
        seat = state.to_act()
        me = 0 if seat is None else seat
        slots: dict[int, int] = {}
        found: list[int] = []
        for action in state.actions():
            kind = action & 31
            base = bases[kind]
            left = action >> words.KIND_BITS & words.LEFT_MASK
            if kind == words.CRYSTAL or kind == words.CRYSTAL2 or kind == words.SUMMON or kind == words.GENERIC:
                found.append(base + self._index(left, ROWS, "cards in hand"))
            elif kind == words.CAST or kind == words.RETALIATE:
                right = words.right_of(action)
                code = base + self._index(left, ROWS, "cards in hand") * (ROWS + 1)
                if right:
                    if not slots:
                        slots = self._slots(state, me)
                    code += 1 + slots[right - 1] % ROWS
                found.append(code)
            elif kind == words.SET:
                found.append(base + left)
            elif kind == words.PICK or kind == words.DROP:
                found.append(base + self._index(left, OFFERED, "cards on offer"))
            elif kind == words.PAY:
                found.append(base + self._index(action >> words.KIND_BITS, PAYMENTS, "ways to pay"))
            elif kind == words.ATTACK_FORTRESS:
                if not slots:
                    slots = self._slots(state, me)
                lord = (words.right_of(action) - me) % self.lords
                found.append(base + slots[left] % ROWS * self.lords + lord)
            elif kind == words.ATTACK_CREATURE:
                if not slots:
                    slots = self._slots(state, me)
                found.append(base + slots[left] % ROWS * (ROWS * self.lords) + slots[words.right_of(action)])
            elif kind == words.CURE:
                if not slots:
                    slots = self._slots(state, me)
                found.append(base + slots[left] * ROWS + slots[words.right_of(action)] % ROWS)
            elif kind == words.TARGET:
                if not slots:
                    slots = self._slots(state, me)
                found.append(self._target(action >> words.KIND_BITS, me, slots))
            elif kind == words.USE:
                if not slots:
                    slots = self._slots(state, me)
                found.append(base + slots[left] % ROWS)
            elif kind == words.BLOCK or kind == words.DESTROY:
                if not slots:
                    slots = self._slots(state, me)
                found.append(base + slots[left])
            else:
                found.append(base)
        return found

    def _index(self, index: int, room: int, what: str) -> int:
        if index >= room:
            raise CodecFull(f"there are more than {room} {what}, as no match of this kind has them")
        return index

    def _target(self, value: int, me: int, slots: dict[int, int]) -> int:
        """The code of what a `target` names."""
        kind = value & 7
        if kind == OPTION_PIECE:
            return self.bases[words.TARGET] + slots[value >> 6]
        if kind == OPTION_NONE:
            return self.bases[TARGET_NONE]
        lord = ((value >> 3 & 7) - me) % self.lords
        if kind == OPTION_LORD:
            return self.bases[TARGET_LORD] + lord
        pile = lord * len(PILES) + kind - 1
        return self.bases[TARGET_CARD] + pile * OFFERED + self._index(value >> 6, OFFERED, "cards in a pile")

    def _slots(self, state: FiveSpheresState, me: int) -> dict[int, int]:
        """By uid, the seat and the rank of every card in play."""
        slots: dict[int, int] = {}
        for i in range(self.lords):
            lord = state.lords[(me + i) % self.lords]
            uids = [piece.uid for piece in lord.battlefield]
            for pieces in (lord.fortress, lord.vault, lord.casting):
                for piece in pieces:
                    uids.append(piece.uid)
            for pieces in (lord.battlefield, lord.fortress):
                for piece in pieces:
                    for below in piece.attached:
                        uids.append(below.uid)
            if len(uids) > ROWS:
                raise CodecFull(f"a lord has more than {ROWS} cards in play, as no match gives them")
            slot = i * ROWS
            for uid in uids:
                slots[uid] = slot
                slot += 1
        return slots

    # --- observations -------------------------------------------------------------------------------------------------

    def fill(self, view: JsonObject, seat: int, row: array[int]) -> None:
        lords = self.lords
        starts = self.starts
        seats: list[Any] = view["seats"]
        trash_at, lord_at = starts["trash"], starts["lords"]
        own_team: int = seats[seat]["team"]
        to_act = view["to_act"]
        for i in range(lords):
            lord = seats[(seat + i) % lords]
            self._fill_pieces(lord, i, row)
            self._fill_lord(lord, own_team, lord_at, row)
            if to_act == (seat + i) % lords:
                row[lord_at + 11] = 1
            for id in lord["trash"]:
                row[trash_at + self.card_at[id]] += 1
            trash_at += self.card_count
            lord_at += LORD_WIDTH
        hand: list[str] = seats[seat]["hand"]
        self._fill_cards(hand, starts["hand"], ROWS, row)
        self._fill_offer(view, seat, row)
        self._fill_turn(view, seat, row)

    def _fill_cards(self, names: list[str], at: int, room: int, row: array[int]) -> None:
        """Cards by their names or backs, one row each."""
        for name in names[:room]:
            row[at : at + CARD_WIDTH] = self.rows[name]
            at += CARD_WIDTH

    def _fill_lord(self, lord: JsonObject, own_team: int, at: int, row: array[int]) -> None:
        if lord["out"]:
            row[at] = 1
        if lord["team"] == own_team:
            row[at + 1] = 1
        if lord.get("in", True):
            row[at + 2] = 1
        row[at + 3] = capped(lord["mana"])
        row[at + 4] = capped(lord["mana_spent"])
        deck, hand = lord["deck"], lord["hand"]
        row[at + 5] = len(deck) if isinstance(deck, list) else deck
        row[at + 6] = len(hand) if isinstance(hand, list) else hand
        row[at + 7] = len(lord["trash"])
        row[at + 8] = lord["removed"]
        placed = lord.get("placed")
        if placed is not None:
            row[at + 9] = len(placed)
            if lord["played"]:
                row[at + 10] = 1
        groove: list[str] = lord["groove"]
        for name in groove:
            # From its back or, in a search, by its name.
            for sphere in self.spheres_of[name]:
                row[at + 12 + sphere] += 1
        row[at + 17] = len(groove)

    def _fill_pieces(self, lord: JsonObject, i: int, row: array[int]) -> None:
        """All cards in play of a lord: creatures, fortress, vault, casting, then what is attached."""
        rows = self.piece_rows
        found: list[bytes] = []
        attached: list[bytes] = []
        battlefield: list[Any] = lord["battlefield"]
        of_zone = rows[BATTLEFIELD]
        for creature in battlefield:
            found.append(of_zone[creature["card"]])
            for below in creature["attached"]:
                attached.append(rows[ATTACHED][below["card"]])
        fortress: list[Any] = lord["fortress"]
        for part in fortress:
            of_zone = rows[TOWER]
            if part["kind"] == "spell":
                of_zone = rows[HIDDEN_SPELL if part["facedown"] else SPELL]
            found.append(of_zone[part["card"]])
            for below in part["attached"]:
                attached.append(rows[ATTACHED][below["card"]])
        vault: list[Any] = lord["vault"]
        of_zone = rows[VAULT]
        for crystal in vault:
            found.append(of_zone[crystal["card"]])
        for spell in lord["casting"]:
            found.append(rows[CASTING][spell["card"]])
        if attached:
            found += attached
        if len(found) > ROWS:
            del found[ROWS:]
        at = i * ROWS * PIECE_WIDTH
        row[at : at + len(found) * PIECE_WIDTH] = array("h", b"".join(found))
        at += CARD_WIDTH
        for creature in battlefield:
            self._fill_creature(creature, at, row)
            at += PIECE_WIDTH
        for part in fortress:
            below_it: int = len(part["attached"])
            if below_it:
                row[at + 7] = below_it
            at += PIECE_WIDTH

    def _fill_creature(self, creature: JsonObject, at: int, row: array[int]) -> None:
        if creature["engaged"]:
            row[at + 1] = 1
        if creature["afflicted"]:
            row[at + 2] = 1
        if creature["dizzy"]:
            row[at + 3] = 1
        if creature["facedown"]:
            row[at + 4] = 1
        bonus: int = creature["bonus"]
        if bonus:
            row[at + 5] = capped(bonus)
        granted: int = len(creature["granted"])
        if granted:
            row[at + 6] = granted
        attached: int = len(creature["attached"])
        if attached:
            row[at + 7] = attached
        row[at + 8] = capped(creature["strength"])

    def _fill_offer(self, view: JsonObject, seat: int, row: array[int]) -> None:
        """FS-17: in the assembly what can be taken or put back, and the own deck. Later, when cards of a pile can be
        named, that pile.
        """
        own = view["seats"][seat]["deck"]
        if isinstance(own, list):
            at = self.starts["deck"]
            for id in own:
                row[at + self.card_at[id]] += 1
        draft = view["assembly"]
        at = self.starts["offered"]
        if draft is None:
            self._fill_cards(asked_pile(view), at, OFFERED, row)
            return
        pack = draft["packs"][seat] if draft["packs"] else 0
        if draft["market"]:
            self._fill_cards(draft["market"], at, OFFERED, row)
        elif isinstance(pack, list):
            self._fill_cards(pack, at, OFFERED, row)
        elif isinstance(own, list) and draft["method"] == "random":
            self._fill_cards(own, at, OFFERED, row)

    def _fill_turn(self, view: JsonObject, seat: int, row: array[int]) -> None:
        lords = self.lords
        at = self.starts["turn"]
        row[at] = self.step_at[view["step"]]
        row[at + 1] = capped(view["turn"])
        row[at + 2] = (view["active"] - seat) % lords
        row[at + 3] = (view["first"] - seat) % lords
        row[at + 4] = view["done"]
        row[at + 5] = view["acts"]
        row[at + 6] = len(view["queue"])
        pending = view["pending"]
        if pending is not None:
            row[at + 7] = self.kind_at[pending["kind"]]
            verb = pending["verb"]
            if verb is not None:
                row[at + 8] = 1 + self.verb_at[verb]
            row[at + 9] = capped(pending["need"])
            row[at + 10] = len(pending["picked"])
            source = pending["source"]
            if source is not None:
                self._mark(view, seat, source["uid"], 3, row)
            options = pending["options"]
            if options is not None and pending["kind"] == "pay":
                row[at + 18] = capped(len(options))
        attack = view["attack"]
        if attack is not None:
            row[at + 11] = 1 + self.stage_at[attack["stage"]]
            row[at + 12] = 1 + (attack["by"] - seat) % lords
            row[at + 13] = 1 + (attack["defender"] - seat) % lords
            row[at + 14] = capped(attack["energy"])
            self._mark(view, seat, attack["attacker"], 0, row)
            self._mark(view, seat, attack["target"], 1, row)
            self._mark(view, seat, attack["blocker"], 2, row)
        draft = view["assembly"]
        if draft is not None:
            row[at + 15] = 1 + self.method_at[draft["method"]]
            row[at + 16] = draft["round"]
            row[at + 17] = draft["left"]

    def _mark(self, view: JsonObject, seat: int, uid: int | None, mark: int, row: array[int]) -> None:
        """One of the last four fields of a card in play, if it is still there."""
        if uid is None:
            return
        for i in range(self.lords):
            slot = _slot_in(view["seats"][(seat + i) % self.lords], uid)
            if 0 <= slot < ROWS:
                row[(i * ROWS + slot) * PIECE_WIDTH + MARKS + mark] = 1
                return


TARGET_CARD: Final = 23
TARGET_LORD: Final = 24
TARGET_NONE: Final = 25
"""Verbs that are no kinds of actions: what a `target` can name beside a card in play."""
MARKS: Final = PIECE_WIDTH - 4


def asked_pile(view: JsonObject) -> list[str]:
    """The pile of which the seat to act can name cards, as far as it sees them."""
    pending = view["pending"]
    if pending is None or pending["options"] is None or pending["kind"] != "target":
        return []
    for option in pending["options"]:
        owner, _, place = option.partition(".")
        if place:
            pile = view["seats"][int(owner[1:])][PILE_AT[place[0]]]
            return pile if isinstance(pile, list) else []
    return []


PILE_AT: Final = {"h": "hand", "x": "trash", "e": "groove", "c": "deck"}


def _slot_in(lord: JsonObject, uid: int) -> int:
    """The slot of a card among those that a lord has in play, in the order of `_fill_pieces`; -1 if it is not there."""
    slot = 0
    for zone in ("battlefield", "fortress", "vault", "casting"):
        for piece in lord[zone]:
            if piece["uid"] == uid:
                return slot
            slot += 1
    for zone in ("battlefield", "fortress"):
        for piece in lord[zone]:
            for below in piece["attached"]:
                if below["uid"] == uid:
                    return slot
                slot += 1
    return -1


def _piece_row(fields: array[int], zone: int) -> bytes:
    """A card in play as nothing has happened to it; towers and hidden spells lie face down."""
    down = zone in (TOWER, HIDDEN_SPELL)
    return array("h", [*fields, zone, 0, 0, 0, int(down), *([0] * (PIECE_WIDTH - CARD_WIDTH - 5))]).tobytes()


def _card_row(number: int, card: Card) -> list[int]:
    return [
        number + 1,
        *[int(sphere in card.spheres) for sphere in SPHERES],
        card.cost,
        card.strength,
        card.afflicted,
        int(card.inverted),
        1 + card.spell_type,
        card.spell_cost,
    ]

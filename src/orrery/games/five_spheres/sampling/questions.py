"""What the decision that is pending tells of hidden cards (FS-14.3, FS-9.4, FS-19.6).

A lord who is asked to name hand cards has enough that fit; a spell that waits for its payment can be paid in more than
one way; what was named in secret was something that could be named. Such wishes are met by the sampler.
"""

from __future__ import annotations

from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.games.five_spheres.cards.card import Card
from orrery.games.five_spheres.cards.language import (
    ATTACHED_SPELL,
    DECK,
    HAND,
    NONE,
    RANDOM,
    SPELL,
    TOP,
    TOWER,
    VAULT,
    Effect,
    Selector,
)
from orrery.games.five_spheres.rules import battle
from orrery.games.five_spheres.rules.engine import FiveSpheresState, run
from orrery.games.five_spheres.rules.notation import running_selector
from orrery.games.five_spheres.rules.picking import chooser, eligible, zone_of
from orrery.games.five_spheres.rules.reading import lords_in, lords_of, referred
from orrery.games.five_spheres.rules.state import (
    ASK_LORD,
    ASK_PAY,
    KINDS,
    OPTION_DECK,
    OPTION_HAND,
    PAY,
    Lord,
    Piece,
    Program,
    first_of,
    option,
)
from orrery.games.five_spheres.rules.words import read_option
from orrery.games.five_spheres.sampling.boxes import Lore


class Wish:
    """What a decision tells of a zone: at least so many, and at most so many, of its cards are among these."""

    __slots__ = ("able", "least", "most", "seat", "zone")

    def __init__(self, seat: int, zone: int, able: set[str], least: int, most: int = 1000) -> None:
        self.seat = seat
        self.zone = zone
        self.able = able
        self.least = least
        self.most = most

    def places(self, lord: Lord) -> list[int]:
        """Where the cards lie that fit, in zone order."""
        if self.zone >= HAND:
            pile = lord.pile(self.zone)
            return [i for i in range(len(pile)) if pile[i].id in self.able]
        pieces = lord.pieces(self.zone)
        return [i for i in range(len(pieces)) if pieces[i].card.id in self.able]


class Question:
    """The pending decision as a seat sees it, put into the base state of its worlds."""

    def __init__(self, base: FiveSpheresState, view: JsonObject, seen: list[JsonObject], seat: int, lore: Lore) -> None:
        self.base = base
        self.view = view
        self.seat = seat
        self.lore = lore
        self.last_target: str = seen[-1]["choice"] if seen and seen[-1]["event"] == "target" else ""
        """What was named right before this moment, as far as it is told."""
        self.wishes: list[Wish] = []
        self.picks: Wish | None = None
        """From where cards were named in secret, if any were; and the card of the first side of a replace; and the
        spell that waits for its payment."""
        self.first: Wish | None = None
        self.spell: Wish | None = None
        self.renews: bool = False
        """Does what may be named now depend on what is hidden?"""
        self._ask_all()

    def _ask_all(self) -> None:
        """FS-19.4: the decision that is pending, and what it tells."""
        s = self.base
        pending: JsonObject | None = self.view["pending"]
        program = s.programs[-1] if s.programs else None
        if program is not None and program.effects:
            self._ask_secrets(program, program.effects[0])
        if s.attack is not None and s.attack.stage == PAY and self.view["attack"]["spell"] is None:
            lord = s.lords[s.attack.defender]
            able = {card.id for card in self.lore.cards if can_wait(lord, card)}
            self.spell = Wish(lord.seat, HAND, able, 1)
            self.wishes.append(self.spell)
        if pending is not None:
            kind = KINDS.index(pending["kind"])
            if kind <= ASK_LORD and program is not None:
                self._ask_choice(program, pending, kind)
            self.renews = self.renews or (kind == ASK_PAY and self.spell is not None)
            if pending["seat"] == self.seat:
                self._take_question(pending, kind)
            elif not self.renews:
                run(s)
                s.log = []
        if s.to_act() == self.seat:
            s.actions()

    def _take_question(self, pending: JsonObject, kind: int) -> None:
        """The seat is asked itself: what may be named stands in the view, in whose order the rules tell."""
        s = self.base
        given: list[str] = pending["options"] or []
        probe = FiveSpheresState(s.setting, Fate(), s)
        run(probe)
        s.ask = kind
        s.asked = self.seat
        s.need = pending["need"]
        if kind == ASK_PAY:
            s.payments = [[int(part[1:]) for part in way.split(",")] for way in given]
            s.options = list(range(len(given)))
        else:
            s.options = [read_option(word) for word in given]
        if probe.ask == kind and probe.asked == self.seat:
            if kind == ASK_PAY:
                if sorted(probe.payments) == sorted(s.payments):
                    s.payments = probe.payments
            elif sorted(probe.options) == sorted(s.options):
                s.options = probe.options
        self.renews = False

    def _ask_secrets(self, program: Program, effect: Effect) -> None:
        """FS-19.6: cards named in secret."""
        row: JsonObject = self.view["programs"][-1]
        if None in row["picked"]:
            sel = running_selector(program)
            if sel is not None:
                self.picks = self._wish(program, effect, sel, len(program.picked))
                self.wishes.append(self.picks)
        if row["first"] is None and effect.a is not None and self._is_second(program, effect):
            self.first = self._wish(program, effect, effect.a, 1)
            self.wishes.append(self.first)
            program.first = option(OPTION_HAND if self.first.zone == HAND else OPTION_DECK, self.first.seat, 0)

    def _is_second(self, program: Program, effect: Effect) -> bool:
        """Is a replace at its second side, though the card of the first is not shown?"""
        a, b = effect.a, effect.b
        pending: JsonObject | None = self.view["pending"]
        if a is None or b is None or pending is None or a.ref >= 0 or (a.zone != HAND and a.zone != DECK):
            return False
        if pending["kind"] == KINDS[ASK_LORD]:
            return not a.needs_lord()
        letter = ".h" if a.zone == HAND else ".c"
        if pending["options"] is not None and pending["options"] != ["none"]:
            return letter not in pending["options"][0]
        if b.ref >= 0 or b.pick == TOP or b.pick == RANDOM:
            return False
        if a.pick == TOP or a.pick == RANDOM or self.last_target[2:4] == letter:
            return True
        seats = lords_of(self.base, program.seat, a.whose)
        if not seats:
            return False
        if chooser(self.base, program, a, seats[0]) != pending["seat"]:
            return True
        return not a.search and not a.upto and len(self.base.lords[seats[0]].pile(a.zone)) < 2

    def _wish(self, program: Program, effect: Effect, sel: Selector, least: int) -> Wish:
        """Of which cards of which zone a choice is made, and how many are there at least."""
        s = self.base
        seats = lords_of(s, program.seat, sel.whose)
        seat = seats[0] if seats else program.seat
        return Wish(seat, sel.zone, self._able(program, effect, sel, seat), least)

    def _able(self, program: Program, effect: Effect, sel: Selector, seat: int) -> set[str]:
        """FS-12.5.6: the cards of the table that could be named there."""
        s = self.base
        lord = s.lords[seat]
        to = NONE
        if effect.a is not None and effect.b is not None:
            other = effect.b if sel is effect.a else effect.a
            to = other.zone if other.ref < 0 else zone_of(s, first_of(referred(s, program, other.ref)))
        zone = sel.zone
        every = self.lore.cards
        if zone >= HAND:
            pile = lord.pile(zone)
            kept = pile[:]
            pile[:] = every
            found = eligible(s, program, effect, sel, seat, to)
            pile[:] = kept
            return {every[value >> 6].id for value in found}
        if zone == VAULT or zone == TOWER or zone == SPELL:
            pieces = lord.vault if zone == VAULT else lord.fortress
            before = pieces[:]
            pieces[:] = [Piece(i, card, seat, zone, True) for i, card in enumerate(every)]
            found = eligible(s, program, effect, sel, seat, to)
            pieces[:] = before
            return {every[value >> 6].id for value in found}
        return {card.id for card in every}

    def _ask_choice(self, program: Program, pending: JsonObject, kind: int) -> None:
        """FS-14.3: that somebody is asked tells how many cards there are to be named."""
        effect = program.effects[0]
        sel = running_selector(program)
        if sel is None or sel.ref >= 0:
            return
        depends = sel.search or sel.zone == HAND or sel.zone == DECK
        self.renews = depends
        if not depends:
            return
        if kind == ASK_LORD:
            if pending["options"] is not None and not sel.search and sel.filter is not None:
                asked = [read_option(word) >> 3 & 7 for word in pending["options"]]
                for seat in lords_of(self.base, program.seat, sel.whose):
                    able = self._able(program, effect, sel, seat)
                    self.wishes.append(
                        Wish(seat, sel.zone, able, 1 if seat in asked else 0, 1000 if seat in asked else 0)
                    )
            return
        if pending["seat"] == self.seat or len(lords_in(self.base, program.seat, sel.whose, sel.zone)) > 1:
            return  # what partners share in a citadel tells too little of either
        picked = len(program.picked)
        need: int = pending["need"]
        if sel.search:
            least = picked + 1 if picked else 0
        elif sel.upto:
            least = picked + 1
        else:
            least = picked + need + 1
        self.wishes.append(self._wish(program, effect, sel, least))


def can_wait(lord: Lord, card: Card) -> bool:
    """FS-9.4, FS-9.5: can a spell wait for its payment: is there more than one, and the host it needs?"""
    if card.spell_type == ATTACHED_SPELL and not battle.hosts_of(lord, card):
        return False
    return battle.can_pay(lord, card) and len(battle.payments(lord, card)) > 1

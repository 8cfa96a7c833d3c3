"""Worlds that a seat cannot tell from the true one: `sample(view, seen, fate)` for Five Spheres.

memory.py says what the events have told of every card, places.py joins that with the view and finds cards for the rest,
questions.py says what the pending decision tells. Made once: a base state that shows the view. A draw clones the base
and replaces the cards that are not known. The wishes of a decision are met by trying again, at last by changing hand
cards that are not known.

What lords chose not to do tells nothing here, and a hidden spell of another lord that waits in the queue (FS-19.6
leaves it out of the view) does not wait in the worlds.
"""

from __future__ import annotations

from typing import Final

from orrery.core.clause import covers
from orrery.core.data import Fields, JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Sampler
from orrery.games.five_spheres.cards.card import Card
from orrery.games.five_spheres.cards.language import (
    ATTACHED_SPELL,
    HAND,
    NONE,
    SPELL,
    TOP,
)
from orrery.games.five_spheres.rules import battle, loading
from orrery.games.five_spheres.rules.engine import FiveSpheresState, run
from orrery.games.five_spheres.rules.state import (
    ASK_LORD,
    ASK_TARGET,
    KINDS,
    OPTION_DECK,
    OPTION_HAND,
    OPTION_LORD,
    OPTION_NONE,
    RULES,
    STEPS,
    Lord,
    Setting,
    Subject,
    option,
)
from orrery.games.five_spheres.sampling.boxes import lore_of
from orrery.games.five_spheres.sampling.dealing import Dice
from orrery.games.five_spheres.sampling.memory import Memory
from orrery.games.five_spheres.sampling.places import Places
from orrery.games.five_spheres.sampling.questions import Question, Wish

TRIES: Final = 24
GENTLE: Final = 8
"""How many worlds are tried before hand cards are changed."""

SOMETHING: Final = "p0.h0"
"""Stands for a card named in secret until a world says which."""


def seat_of(view: JsonObject) -> int:
    """Whose view it is: he sees his hand, and while he searches another's too; NONE for a spectator."""
    sees = [seat for seat, row in enumerate(view["seats"]) if not isinstance(row["hand"], int)]
    if len(sees) > 1:
        asked: int = view["pending"]["seat"]
        return asked
    return sees[0] if sees else NONE


class FiveSpheresSampler(Sampler):
    """Draws worlds for the seat that a view belongs to; a spectator's view works as well."""

    def __init__(self, view: JsonObject, seen: list[JsonObject], rules: int = RULES) -> None:
        table = loading.table_of(view["cards"])
        self.rules = rules
        self.lore = lore_of(table)
        self.view = view
        self.seat: int = seat_of(view)
        self.places = Places(view, Memory(view, seen, self.lore), self.lore)
        self.base: FiveSpheresState = self._load()
        self.question = Question(self.base, view, seen, self.seat, self.lore)

    # --- the base -----------------------------------------------------------------------------------------------------

    def _load(self) -> FiveSpheresState:
        """The state of the view with any cards in the open places, nothing carried on."""
        view = self.view
        table = self.lore.table
        lords: int = view["options"]["lords"]
        s = FiveSpheresState(Setting(loading.read_options(view["options"]), table, self.rules), Fate())
        some = self.places.assign(Dice(Fate(1)))
        s.turn, s.first, s.active = view["turn"], view["first"], view["active"]
        s.step = STEPS.index(view["step"])
        s.done = view["done"]
        s.acts, s.chain, s.next_uid = view["acts"], view["chain"], view["next_uid"]
        for seat in range(lords):
            row = self._filled(seat, view["seats"][seat], some)
            loading.read_lord(s, s.lords[seat], Fields(row, "seats"), set())
        loading.read_placings(s, Fields(view, "view"))
        loading.read_inside(s, view["seats"])
        if view["attack"] is not None:
            attack = dict(view["attack"])
            if attack["stage"] == "pay" and attack["spell"] is None:
                attack["spell"] = {"hand": 0, "host": None}
            s.attack = loading.read_attack(Fields(attack, "attack"), s.setting)
        programs = len(view["programs"])
        for i, waiting in enumerate([*view["programs"], *view["queue"]]):
            row = dict(waiting)
            if self.places.subjects[i] >= 0:
                row["subject"] = dict(row["subject"], card=some[self.places.subjects[i]].id)
            if i < programs:
                row["picked"] = [SOMETHING if pick is None else pick for pick in row["picked"]]
                s.programs.append(loading.read_program(Fields(row, "programs"), table, lords, False))
            else:
                s.queue.append(loading.read_program(Fields(row, "queue"), table, lords, True))
        if view["assembly"] is not None:
            row = dict(view["assembly"])
            row["pool"] = [some[no].id for no in self.places.pool]
            row["market"] = [some[no].id for no in self.places.market]
            row["packs"] = [[some[no].id for no in pack] for pack in self.places.packs]
            s.draft = loading.read_draft(Fields(row, "assembly"), s)
        if view["result"] is not None:
            s.winners = list(view["result"]["winners"])
            s.reason = view["result"]["reason"]
        s.measure()
        s.listen()
        return s

    def _filled(self, seat: int, given: JsonObject, some: list[Card]) -> JsonObject:
        """FS-19.2: the row of a lord with cards in the open places."""
        row = {key: value for key, value in given.items() if key != "mana"}
        area = self.places.memory.areas[seat]
        for zone, pile in (
            ("deck", area.deck),
            ("hand", area.hand),
            ("groove", area.groove),
            ("removed", area.removed),
        ):
            row[zone] = [some[box.no].id for box in pile]
        for zone in ("battlefield", "fortress", "vault"):
            row[zone] = [
                {key: value for key, value in piece.items() if key != "strength"}
                | {"card": some[self.places.memory.pieces[piece["uid"]].no].id}
                for piece in given[zone]
            ]
        return row

    # --- drawing ------------------------------------------------------------------------------------------------------

    def draw(self, fate: Fate) -> FiveSpheresState:
        """A world that agrees with the view and with what was seen."""
        dice = Dice(fate)
        seed = fate.draw(1 << 32)
        for turn in range(TRIES):
            world = self._build(self.places.assign(dice), Fate(seed))
            if self.question.wishes and not self._grant(world, dice, turn >= GENTLE):
                continue
            if not self.question.renews or self._renew(world):
                return world
        world = self._build(self.places.assign(dice), Fate(seed))
        if self.question.wishes:
            self._grant(world, dice, True)
        self._force(world)
        return world

    def _build(self, cards: list[Card], fate: Fate) -> FiveSpheresState:
        """The base with these cards in the open places."""
        world = FiveSpheresState(self.base.setting, fate, self.base)
        for seat in range(len(self.places.hidden)):
            hidden = self.places.hidden[seat]
            lord = world.lords[seat]
            if hidden.deck:
                lord.deck = [cards[no] for no in hidden.deck]
            if hidden.hand:
                lord.hand = [cards[no] for no in hidden.hand]
            if hidden.groove:
                lord.groove = [cards[no] for no in hidden.groove]
            if hidden.removed:
                lord.removed = [cards[no] for no in hidden.removed]
            for i in range(len(hidden.creatures)):
                lord.battlefield[hidden.creatures_at[i]].card = cards[hidden.creatures[i]]
            for i in range(len(hidden.fortress)):
                other = lord.fortress[hidden.fortress_at[i]].copy()
                other.card = cards[hidden.fortress[i]]
                lord.fortress[hidden.fortress_at[i]] = other
                if other.zone == SPELL:
                    world.listening |= other.card.spell_events
            for i in range(len(hidden.vault)):
                crystal = lord.vault[hidden.vault_at[i]].copy()
                crystal.card = cards[hidden.vault[i]]
                lord.vault[hidden.vault_at[i]] = crystal
        draft = world.draft
        if draft is not None:
            draft.pool = [cards[no] for no in self.places.pool]
            draft.market = [cards[no] for no in self.places.market]
            draft.packs = [[cards[no] for no in pack] for pack in self.places.packs]
        if self.places.subjects:
            self._set_subjects(world, cards)
        return world

    def _set_subjects(self, world: FiveSpheresState, cards: list[Card]) -> None:
        programs = len(world.programs)
        for i in range(len(self.places.subjects)):
            if self.places.subjects[i] < 0:
                continue
            program = world.programs[i] if i < programs else world.queue[i - programs].copy()
            if i >= programs:
                world.queue[i - programs] = program
            subject = program.subject
            assert subject is not None
            program.subject = Subject(subject.uid, subject.seat, cards[self.places.subjects[i]])

    # --- wishes -------------------------------------------------------------------------------------------------------

    def _grant(self, world: FiveSpheresState, dice: Dice, change: bool) -> bool:
        """Does the world agree with what the decision tells? With `change` hand cards are changed so that it does. What
        was named in secret is named.
        """
        for wish in self.question.wishes:
            have = len(wish.places(world.lords[wish.seat]))
            if have < wish.least or have > wish.most:
                if not change:
                    return False
                self._change(world.lords[wish.seat], wish, dice)
                have = len(wish.places(world.lords[wish.seat]))
                if have < wish.least or have > wish.most:
                    return False
        if self.question.picks is not None:
            program = world.programs[-1]
            program.picked = self._named(world, self.question.picks, len(program.picked), dice)
        if self.question.first is not None:
            program = world.programs[-1]
            effect = program.effects[0]
            if effect.a is not None and effect.a.pick == TOP:
                place = self.question.first.places(world.lords[self.question.first.seat])[0]
                kind = OPTION_HAND if self.question.first.zone == HAND else OPTION_DECK
                program.first = option(kind, self.question.first.seat, place)
            else:
                program.first = self._named(world, self.question.first, 1, dice)[0]
        if self.question.spell is not None:
            attack = world.attack
            assert attack is not None
            lord = world.lords[attack.defender]
            places = self.question.spell.places(lord)
            attack.hand = places[dice.below(len(places))]
            card = lord.hand[attack.hand]
            if card.spell_type == ATTACHED_SPELL:
                hosts = battle.hosts_of(lord, card)
                attack.host = hosts[dice.below(len(hosts))].uid
        return True

    def _named(self, world: FiveSpheresState, wish: Wish, n: int, dice: Dice) -> list[int]:
        """So many different cards of a zone."""
        places = wish.places(world.lords[wish.seat])
        kind = OPTION_HAND if wish.zone == HAND else OPTION_DECK
        return [option(kind, wish.seat, places.pop(dice.below(len(places)))) for _ in range(min(n, len(places)))]

    def _change(self, lord: Lord, wish: Wish, dice: Dice) -> None:
        """Exchanges hand cards that are not known for others, best for cards of the deck."""
        hidden = self.places.hidden[wish.seat]
        if wish.zone != HAND or not hidden.hand:
            return
        wanted = len(wish.places(lord)) < wish.least
        for i in range(len(lord.hand)):
            have = len(wish.places(lord))
            if wish.least <= have <= wish.most:
                return
            no = hidden.hand[i]
            if self.places.cards[no] is not None or (lord.hand[i].id in wish.able) == wanted:
                continue
            places = [
                j
                for j in range(len(hidden.deck))
                if (lord.deck[j].id in wish.able) == wanted
                and self.places.cards[hidden.deck[j]] is None
                and self.places.matcher.home[hidden.deck[j]] == self.places.matcher.home[no]
            ]
            if places:
                j = places[dice.below(len(places))]
                lord.hand[i], lord.deck[j] = lord.deck[j], lord.hand[i]
                continue
            others = [card for card in self.lore.cards if (card.id in wish.able) == wanted]
            if others:
                lord.hand[i] = others[dice.below(len(others))]

    def _renew(self, world: FiveSpheresState) -> bool:
        """What may be named is worked out anew; true if the same lord is asked the same."""
        pending: JsonObject = self.view["pending"]
        seed = world.fate.state
        run(world)
        quiet = not world.log and world.fate.state == seed
        world.log = []
        return quiet and KINDS[world.ask] == pending["kind"] and world.asked == pending["seat"]

    def _force(self, world: FiveSpheresState) -> None:
        """Nothing fits: the lord is asked all the same, and can say only what is always possible."""
        pending: JsonObject = self.view["pending"]
        if pending["seat"] == self.seat:
            return
        world.ask = KINDS.index(pending["kind"])
        world.asked = pending["seat"]
        world.need = pending["need"]
        world.legal = None
        if world.ask == ASK_LORD:
            world.options = [option(OPTION_LORD, seat, 0) for seat in world.ranges[world.asked]]
        elif world.ask == ASK_TARGET:
            world.options = [OPTION_NONE]


covers(FiveSpheresSampler, "FS-19.6", "FS-20.7")

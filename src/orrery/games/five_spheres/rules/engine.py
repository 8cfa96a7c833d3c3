"""The rules as a machine: what may be done, doing it, and going on to the next decision (FS-5, FS-6, FS-10, FS-11)."""

from __future__ import annotations

from orrery.core.clause import Refusal, covers
from orrery.core.data import JsonObject
from orrery.core.game import Action, Event, Result, State
from orrery.games.five_spheres.cards.card import GENERIC_COST, Card
from orrery.games.five_spheres.cards.language import (
    ATTACHED_SPELL,
    BATTLEFIELD,
    CRYSTALLISE,
    EVENTS,
    GENERIC,
    HAND,
    HIDDEN,
    NONE,
    REVEAL,
    SPELL,
    STAYS_ENGAGED,
    SUMMON,
    TRASH,
    TRASH_IT,
    TURN_END,
    VAULT,
    Effect,
)
from orrery.games.five_spheres.cards.language import (
    CASTING as IN_CASTING,
)
from orrery.games.five_spheres.cards.language import REGROUP as REGROUPED
from orrery.games.five_spheres.rules import assembly, battle, notation, refusals, words
from orrery.games.five_spheres.rules import events as e
from orrery.games.five_spheres.rules.deeds import cure
from orrery.games.five_spheres.rules.effects import run_program
from orrery.games.five_spheres.rules.moving import (
    draw_card,
    fire,
    from_pile,
    leaving,
    put_in_pile,
    put_in_play,
    start,
    take_out,
)
from orrery.games.five_spheres.rules.picking import rewrite
from orrery.games.five_spheres.rules.reading import cost_change, cost_now, discounts_of, has, mana
from orrery.games.five_spheres.rules.state import (
    ASK_BLOCK,
    ASK_LORD,
    ASK_PAY,
    ASK_SIEGE,
    ASK_TARGET,
    ASSEMBLY,
    BATTLE,
    CASTING,
    CRYSTAL,
    CURE,
    DISCARD,
    DONE,
    DRAW,
    END,
    LONGEST_CHAIN,
    LONGEST_TURN,
    NOTHING,
    OPTION_NONE,
    OVER,
    REGROUP,
    STEPS,
    TAG,
    Lord,
    Program,
    Situation,
)

STEP_EVENTS = [e.StepBegan(name) for name in STEPS]
"""They are all alike, so each is made once."""


class FiveSpheresState(Situation):
    """A match of Five Spheres at one moment."""

    def clone(self) -> State:
        return FiveSpheresState(self.setting, self.fate.clone(), self)

    def actions(self) -> list[Action]:
        if self.legal is None:
            self.legal = legal_actions(self)
        return self.legal

    def act(self, action: Action) -> list[Event]:
        self.log = []
        do(self, action)
        run(self)
        happened = self.log
        self.log = []
        return happened

    def position(self) -> JsonObject:
        return notation.write_position(self)

    def view(self, seat: int | None) -> JsonObject:
        return notation.write_view(self, seat)

    def opening(self) -> list[JsonObject]:
        """FS-20.7: the cut of a match that begins without an assembly."""
        return self.cuts

    def turn_of(self, seat: int) -> int:
        return self.turn

    def result(self) -> Result:
        """FS-11.2: there are no scores."""
        return Result(self.step == OVER, None, list(self.winners))

    def is_answering(self) -> bool:
        """FS-7.4: a lord is asked whether he blocks. What he can retaliate with lies in his hand."""
        return self.ask == ASK_BLOCK

    def shows_secret(self) -> bool:
        """FS-12.5.5, FS-19.6: a lord who searches sees the zone while he names."""
        return self.ask == ASK_TARGET and notation.is_searching(self)

    def word(self, action: Action) -> str:
        return words.word_of(self, action)

    def read(self, word: str) -> Action | None:
        return words.read(self, word)

    def why_not(self, word: str) -> Refusal | None:
        return refusals.why_not(self, word)


# --- going on ---------------------------------------------------------------------------------------------------------


def run(s: Situation) -> None:
    """FS-13.4: carries the match on to the next decision, or to its end."""
    s.ask = NOTHING
    s.legal = None
    while s.step != OVER and s.draft is None:
        if s.programs:
            if run_program(s):
                return
        elif s.queue:
            take_waiting(s)
        elif s.attack is not None:
            if battle.run_attack(s, s.attack):
                return
        elif run_step(s):
            return


def take_waiting(s: Situation) -> None:
    """FS-13.4 to FS-13.6: the head of the queue is carried out."""
    if s.chain >= LONGEST_CHAIN:
        s.queue = []
        s.log.append(e.LoopCut())
        return
    s.chain += 1
    program = s.queue[0].copy()
    del s.queue[0]
    when = EVENTS[program.event] if program.event >= 0 else None
    if not program.hidden:
        s.log.append(e.Triggered(program.seat, program.uid, program.card, when))
        start(s, program)
        return
    lord = s.lords[program.seat]
    for piece in lord.fortress:
        if piece.uid == program.uid and piece.facedown and piece.zone == SPELL:
            s.log.append(e.Triggered(program.seat, program.uid, program.card, when))
            take_out(s, piece)
            program.uid = put_in_play(s, lord, IN_CASTING, piece.card, leaving(REVEAL, piece), False).uid
            program.hidden = False
            program.finish = True
            start(s, program)
            return


def enter(s: Situation, step: int) -> None:
    """A step begins; FS-21.8: in a citadel the active lord's part of it."""
    s.step = step
    s.done = False
    s.log.append(e.StepBegan(STEPS[step], s.active) if s.setting.is_citadel else STEP_EVENTS[step])


def close_step(s: Situation) -> None:
    """FS-5.1: the step is over. FS-21.8: in a citadel the higher seat's part comes after the lower's; FS-21.3: who has
    fallen goes on alone.
    """
    lord = s.lords[s.active]
    if s.setting.is_citadel and not lord.out:
        first = s.active < s.partners[s.active]
        if first or s.step != END:
            s.active = s.partners[s.active]
        if first:
            enter(s, s.step)
            return
    if s.step == END:
        end_turn(s)
    else:
        enter(s, s.step + 1)


def run_step(s: Situation) -> bool:
    """FS-5.1, FS-5.2: goes on in the turn when nothing waits; true if the active lord has to decide about the step."""
    lord = s.lords[s.active]
    step = s.step
    if step == ASSEMBLY:
        begin_turn(s, s.leader(s.lords[s.first].team) if s.setting.turns_by_teams else s.first)
    elif s.done:
        close_step(s)
    elif step == REGROUP:
        s.done = True
        regroup(s, lord)
    elif step == DRAW:
        s.done = True
        draw(s, lord)
    elif step == END:
        s.done = True
        fire(s, TURN_END, s.active, None)
    elif can_decide(s, lord, step):
        return True
    else:
        close_step(s)
    return False


def can_decide(s: Situation, lord: Lord, step: int) -> bool:
    """FS-5.2, FS-5.6, FS-5.7, FS-21.5: is the lord asked about the step?"""
    if step == DISCARD:
        return len(lord.hand) > 0
    if step == TAG:
        return not lord.out and not s.lords[s.partners[lord.seat]].out
    if s.acts >= LONGEST_TURN:
        return False
    if step == CURE:
        return can_cure(s, lord)
    if step == BATTLE:
        return can_fight(s, lord)
    if step == CASTING:
        for spheres in lord.placed:
            if len(spheres) == 2:
                return False
    return len(lord.hand) > 0


def can_cure(s: Situation, lord: Lord) -> bool:
    """FS-5.4, FS-21.10"""
    for seat in s.kin[lord.seat]:
        for c in s.lords[seat].battlefield:
            if c.afflicted:
                for crystal in lord.vault:
                    if crystal.card.mask & c.card.mask:
                        return True
    return False


def can_fight(s: Situation, lord: Lord) -> bool:
    """FS-7.11: is there an attack or a use?"""
    for c in lord.battlefield:
        if c.engaged or c.dizzy:
            continue
        if battle.used_ability(s, c) is not None:
            return True
        if battle.may_attack(s, c) and (battle.may_siege(s, c) or battle.targets_of(s, c)):
            return True
    return False


def begin_turn(s: Situation, seat: int) -> None:
    """FS-5.1"""
    s.turn += 1
    s.active = seat
    for lord in s.lords:
        lord.placed = []
        lord.played = False
    s.acts = 0
    s.chain = 0
    s.listen()
    s.log.append(e.TurnBegan(s.turn, seat))
    enter(s, TAG if s.setting.is_tag else REGROUP)


def regroup(s: Situation, lord: Lord) -> None:
    """FS-5.3"""
    for c in lord.battlefield:
        if c.engaged and not has(s, c, STAYS_ENGAGED):
            c.engaged = False
            s.log.append(e.StatusChanged(c.uid, "engaged", False))
    fire(s, REGROUPED, lord.seat, None)


def draw(s: Situation, lord: Lord) -> None:
    """FS-10.2: one card, or five if the hand is empty. What the deck can give is drawn at once."""
    n = 1 if lord.hand else 5
    if len(lord.deck) >= n:
        for _ in range(n):
            draw_card(s, lord)
        return
    start(s, Program(lord.seat, NONE, None, [Effect({"do": "draw", "whose": lord.seat, "n": n})]))


def end_turn(s: Situation) -> None:
    """FS-10.5, FS-11.3: what lasts for a turn is cleared, and the turn passes."""
    for lord in s.lords:
        lord.spent = 0
        for c in lord.battlefield:
            c.dizzy = False
            c.bonus = 0
            if c.words:
                c.words = 0
                c.granted = []
    if s.turn >= s.setting.max_turns:
        battle.end_match(s, best_side(s), "max_turns")
        return
    begin_turn(s, next_lord(s))


def next_lord(s: Situation) -> int:
    """FS-5.1: whose turn comes next. FS-21.3: or of which team, by ascending number."""
    if s.setting.turns_by_teams:
        teams = sorted({lord.team for lord in s.lords if not lord.out})
        later = [team for team in teams if team > s.lords[s.active].team]
        return s.leader(later[0] if later else teams[0])
    seat = (s.active + 1) % s.setting.lords
    while s.lords[seat].out:
        seat = (seat + 1) % s.setting.lords
    return seat


def best_side(s: Situation) -> list[int]:
    """FS-11.3, FS-21.12: towers, then creatures, then crystals, then cards in the deck; of teams all living members."""
    values: dict[int, list[int]] = {}
    for lord in s.lords:
        if not lord.out:
            value = [lord.towers(), len(lord.battlefield), len(lord.vault), len(lord.deck)]
            before = values.get(lord.team)
            values[lord.team] = value if before is None else [a + b for a, b in zip(before, value, strict=True)]
    best = max(values.values())
    return [lord.seat for lord in s.lords if values.get(lord.team) == best]


# --- what may be done -------------------------------------------------------------------------------------------------


def legal_actions(s: Situation) -> list[Action]:
    """FS-20.1"""
    if s.step == OVER:
        return []
    if s.draft is not None:
        return assembly_actions(s)
    kind = s.ask
    if kind == NOTHING:
        return step_actions(s)
    if kind == ASK_TARGET or kind == ASK_LORD:
        return [words.TARGET + 32 * value for value in s.options]
    if kind == ASK_BLOCK:
        return [words.NOBLOCK if value == OPTION_NONE else words.BLOCK + 32 * (value >> 6) for value in s.options]
    if kind == ASK_SIEGE:
        return [words.DESTROY + 32 * (value >> 6) for value in s.options]
    if kind == ASK_PAY:
        return [words.PAY + 32 * index for index in s.options]
    return retaliations(s)


def assembly_actions(s: Situation) -> list[Action]:
    """FS-17: what the lord who picks can take, or put back."""
    draft = s.draft
    assert draft is not None
    if draft.method == assembly.SETS:
        return [words.SET + 32 * (ord(letter) - ord("A")) for letter, n in draft.sets.items() if n]
    kind = words.DROP if draft.method == assembly.RANDOM else words.PICK
    return [kind + 32 * index for index in range(assembly.choices(draft, s))]


def retaliations(s: Situation) -> list[Action]:
    """FS-9.1, FS-9.2: every spell of the hand for which a payment exists."""
    lord = s.lords[s.asked]
    found = [words.NORETALIATE]
    for index in range(len(lord.hand)):
        card = lord.hand[index]
        if not battle.can_pay(lord, card):
            continue
        if card.spell_type == ATTACHED_SPELL:
            for host in battle.hosts_of(lord, card):
                found.append(words.pair(words.RETALIATE, index, host.uid + 1))
        else:
            found.append(words.pair(words.RETALIATE, index, 0))
    return found


def step_actions(s: Situation) -> list[Action]:
    """FS-5, FS-6, FS-7: what the active lord can do in the step."""
    lord = s.lords[s.active]
    step = s.step
    if step == CASTING:
        return casting_actions(s, lord)
    if step == BATTLE:
        return battle_actions(s, lord)
    if step == CRYSTAL:
        found = [words.CRYSTAL + 32 * index for index in range(len(lord.hand))]
        found.append(words.END)
        return found
    if step == DISCARD:
        return [words.KEEP, words.TRASHHAND]
    if step == TAG:
        return [words.END, words.TAG]
    found = [words.END]
    for seat in s.kin[lord.seat]:
        for c in s.lords[seat].battlefield:
            if c.afflicted:
                for crystal in lord.vault:
                    if crystal.card.mask & c.card.mask:
                        found.append(words.pair(words.CURE, c.uid, crystal.uid))
    return found


def second_crystal_allowed(s: Situation, lord: Lord) -> bool:
    """FS-6.2, FS-6.4"""
    return len(lord.placed) == 1 and not lord.played and not s.is_first_turn()


def may_be_second(lord: Lord, card: Card) -> bool:
    """FS-6.3"""
    return len(card.spheres) == 1 and card.spheres[0] not in lord.placed[0]


def casting_actions(s: Situation, lord: Lord) -> list[Action]:
    """FS-6.1 to FS-6.9"""
    found = [words.END]
    second = second_crystal_allowed(s, lord)
    have = mana(s, lord)
    spheres = 0
    for crystal in lord.vault:
        spheres |= crystal.card.mask
    discounts = discounts_of(s, lord)
    generic = s.setting.generic and have >= GENERIC_COST
    hand = lord.hand
    for index in range(len(hand)):
        card = hand[index]
        if second and may_be_second(lord, card):
            found.append(words.CRYSTAL2 + 32 * index)
        if card.mask & spheres != card.mask:
            continue
        if card.inverted:
            if have >= GENERIC_COST:
                found.append(words.SUMMON + 32 * index)
        else:
            cost = card.cost
            if discounts:
                cost = max(1, cost + cost_change(s, discounts, card, True))
            if have >= cost:
                found.append(words.SUMMON + 32 * index)
            if generic:
                found.append(words.GENERIC + 32 * index)
        cost = card.spell_cost
        kind = card.spell_type
        if discounts and kind != HIDDEN:
            cost = max(1, cost + cost_change(s, discounts, card, False))
        if have < cost:
            continue
        if kind == ATTACHED_SPELL:
            for host in battle.hosts_of(lord, card):
                found.append(words.pair(words.CAST, index, host.uid + 1))
        else:
            found.append(words.CAST + 32 * index)
    return found


def battle_actions(s: Situation, lord: Lord) -> list[Action]:
    """FS-7.1, FS-7.2, FS-7.12"""
    found = [words.END]
    for c in lord.battlefield:
        if c.engaged or c.dizzy:
            continue
        if battle.used_ability(s, c) is not None:
            found.append(words.USE + 32 * c.uid)
        if not battle.may_attack(s, c):
            continue
        if battle.may_siege(s, c):
            for seat in s.gates[lord.seat]:
                found.append(words.pair(words.ATTACK_FORTRESS, c.uid, seat))
        for uid in battle.targets_of(s, c):
            found.append(words.pair(words.ATTACK_CREATURE, c.uid, uid))
    return found


# --- doing it ---------------------------------------------------------------------------------------------------------


def do(s: Situation, action: Action) -> None:
    """FS-20.1: one decision is carried out; what follows by itself is left to run()."""
    kind = action & 31
    a = action >> 5
    if kind == words.TARGET:
        do_target(s, a)
        return
    s.chain = 0
    if s.draft is not None:
        do_in_assembly(s, kind, a)
        return
    seat = s.to_act()
    if seat == s.active:
        s.acts += 1
    if s.ask != NOTHING:
        do_in_attack(s, kind, a)
        return
    lord = s.lords[s.active]
    if kind == words.END or kind == words.KEEP:
        s.done = True
    elif kind == words.TAG:
        s.done = True
        tag(s, lord)
    elif kind == words.TRASHHAND:
        s.done = True
        hand = lord.hand
        lord.hand = []
        for card in hand:
            put_in_pile(s, lord, TRASH, card, from_pile(TRASH_IT, lord.seat, card, HAND))
    elif kind == words.CURE:
        do_cure(s, lord, words.left_of(action), words.right_of(action))
    elif kind == words.CRYSTAL or kind == words.CRYSTAL2:
        s.done = True
        card = lord.hand.pop(a)
        lord.placed = [*lord.placed, list(card.spheres)]
        put_in_play(s, lord, VAULT, card, from_pile(CRYSTALLISE, lord.seat, card, HAND), False)
    elif kind == words.SUMMON or kind == words.GENERIC:
        do_summon(s, lord, a, kind == words.GENERIC)
    elif kind == words.CAST:
        do_cast(s, lord, words.left_of(action), words.right_of(action) - 1)
    else:
        c = s.creature(words.left_of(action))
        assert c is not None
        if kind == words.USE:
            battle.use(s, c)
        elif kind == words.ATTACK_FORTRESS:
            battle.declare(s, c, words.right_of(action), NONE)
        else:
            target = s.creature(words.right_of(action))
            assert target is not None
            battle.declare(s, c, target.seat, target.uid)


def tag(s: Situation, lord: Lord) -> None:
    """FS-21.5: the partner is in and has the turn, the lord is outside; nobody's cards change."""
    partner = s.lords[s.partners[lord.seat]]
    lord.inside = False
    partner.inside = True
    s.active = partner.seat
    s.measure()
    s.log.append(e.Tagged(lord.seat, partner.seat))


def do_in_assembly(s: Situation, kind: int, a: int) -> None:
    """FS-17"""
    draft = s.draft
    assert draft is not None
    if kind == words.SET:
        assembly.take_set(s, draft, chr(ord("A") + a))
    elif kind == words.DROP:
        assembly.drop(s, draft, a)
    else:
        assembly.pick(s, draft, a)


def do_target(s: Situation, value: int) -> None:
    """FS-14.3: a card or a lord is named for the running effect."""
    program = s.programs[-1]
    s.log.append(e.Targeted(s.asked, value))
    if s.ask == ASK_LORD:
        effect = program.effects[0]
        part = "target"
        if effect.a is not None:
            part = "a" if program.first < 0 else "b"
        rewrite(program, effect.for_lord(value >> 3 & 7, part))
    elif value == OPTION_NONE:
        program.stop = True
    else:
        program.picked = [*program.picked, value]


def do_in_attack(s: Situation, kind: int, a: int) -> None:
    """FS-7.4, FS-8.3, FS-9: block, choice of a siege, retaliation and its payment."""
    attack = s.attack
    assert attack is not None
    if kind == words.BLOCK:
        battle.block(s, attack, a)
    elif kind == words.NOBLOCK:
        battle.pass_block(s, attack)
        s.log.append(e.LordNote("noblock", s.asked))
    elif kind == words.DESTROY:
        piece = s.find(a)
        assert piece is not None
        battle.strike(s, attack, piece)
    elif kind == words.RETALIATE:
        battle.retaliate(attack, a & words.LEFT_MASK, (a >> words.LEFT_BITS) - 1)
    elif kind == words.NORETALIATE:
        attack.stage = DONE
        s.log.append(e.LordNote("noretaliate", attack.defender))
    else:
        battle.pay(s, attack, s.payments[a])


def do_cure(s: Situation, lord: Lord, uid: int, crystal: int) -> None:
    """FS-5.4, FS-20.4: the crystal is trashed, the creature is cured."""
    c, piece = s.creature(uid), s.find(crystal)
    assert c is not None and piece is not None
    take_out(s, piece)
    put_in_pile(s, lord, TRASH, piece.card, leaving(TRASH_IT, piece))
    cure(s, c)


def spend(s: Situation, lord: Lord, cost: int) -> None:
    """FS-6.5, FS-6.10"""
    lord.spent += cost
    lord.played = True
    s.log.append(e.ManaSpent(lord.seat, cost))


def do_summon(s: Situation, lord: Lord, index: int, generic: bool) -> None:
    """FS-6.7, FS-6.10"""
    card = lord.hand[index]
    facedown = generic or card.inverted
    spend(s, lord, GENERIC_COST if facedown else cost_now(s, lord, card, True))
    del lord.hand[index]
    moved = from_pile(GENERIC if generic else SUMMON, lord.seat, card, HAND)
    put_in_play(s, lord, BATTLEFIELD, card, moved, facedown)


def do_cast(s: Situation, lord: Lord, index: int, host: int) -> None:
    """FS-6.7, FS-6.10"""
    spend(s, lord, cost_now(s, lord, lord.hand[index], False))
    battle.play_spell(s, lord, index, host, False)


covers(casting_actions, "FS-6.6")
covers(do, "FS-2.3", "FS-10.1", "FS-5.5")
covers(draw, "FS-10.4")
covers(take_waiting, "FS-13.4")

"""Attack, block, fight, siege and retaliation (FS-7, FS-8, FS-9)."""

from __future__ import annotations

from orrery.core.clause import covers
from orrery.games.five_spheres.cards.card import Card
from orrery.games.five_spheres.cards.language import (
    ATTACHED_SPELL,
    ATTACKED,
    ATTACKS,
    BATTLE,
    BLOCKED,
    BLOCKS,
    CANNOT_ATTACK,
    CANNOT_BLOCK,
    CANNOT_SIEGE,
    CAST,
    CAST_SPELL,
    CASTING,
    FORTIFY,
    GROOVE,
    HAND,
    HIDDEN,
    INSTANT,
    MUST_BE_BLOCKED,
    NONE,
    RANGED,
    RETALIATE,
    RETALIATES,
    SIEGES,
    SPELL,
    TARGETED,
    TOWER,
    TRASH,
    TRASH_IT,
    USED,
    WINS,
    WINS_TIES,
    Trigger,
)
from orrery.games.five_spheres.rules import events as e
from orrery.games.five_spheres.rules.deeds import unveil
from orrery.games.five_spheres.rules.moving import (
    attach,
    destroy,
    fire,
    from_pile,
    put_in_pile,
    put_in_play,
    start,
    top_card,
)
from orrery.games.five_spheres.rules.picking import ask
from orrery.games.five_spheres.rules.reading import can_block, frame_of, has, holds, strength
from orrery.games.five_spheres.rules.state import (
    ASK_BLOCK,
    ASK_PAY,
    ASK_RETALIATE,
    ASK_SIEGE,
    BLOCK,
    DONE,
    FIGHT,
    OPTION_NONE,
    OPTION_PIECE,
    OVER,
    PARTNER,
    PAY,
    RESOLVE,
    RETALIATION,
    SIEGE,
    Attack,
    Lord,
    Piece,
    Program,
    Situation,
    option,
)

# --- declaring --------------------------------------------------------------------------------------------------------


def may_attack(s: Situation, c: Piece) -> bool:
    """FS-7.1: ready, not dizzy, nothing forbids it."""
    return not c.engaged and not c.dizzy and not has(s, c, CANNOT_ATTACK)


def used_ability(s: Situation, c: Piece) -> Trigger | None:
    """FS-7.12: the ability that a creature can be used for now."""
    if c.engaged or c.dizzy or c.afflicted or c.facedown or not c.card.creature_events >> USED & 1:
        return None
    for trigger in c.card.creature_triggers:
        if trigger.event == USED and (trigger.condition is None or holds(s, used_frame(c), trigger.condition)):
            return trigger
    return None


def used_frame(c: Piece) -> Program:
    """FS-7.12: what the words of a used ability refer to."""
    frame = frame_of(c, None)
    frame.event = USED
    return frame


def targets_of(s: Situation, c: Piece) -> list[int]:
    """FS-7.2: the creatures that a creature may attack, by uid."""
    found: list[int] = []
    reaches = -1
    for seat in s.foes[c.seat]:
        for other in s.lords[seat].battlefield:
            if not other.engaged:
                if reaches < 0:
                    reaches = 1 if has(s, c, RANGED) else 0
                if reaches == 0:
                    continue
            found.append(other.uid)
    return found


def may_siege(s: Situation, c: Piece) -> bool:
    """FS-7.2"""
    return not has(s, c, CANNOT_SIEGE)


def declare(s: Situation, c: Piece, defender: int, target: int) -> None:
    """FS-7.3"""
    s.attack = Attack(c.uid, c.seat, defender, target)
    s.log.append(e.AttackDeclared(c.seat, c.uid, defender, target))
    engage(s, c)
    fire(s, ATTACKS, c.seat, c)
    fire(s, ATTACKED, defender, c)
    if target >= 0:
        other = s.creature(target)
        assert other is not None
        fire(s, TARGETED, other.seat, other)


def engage(s: Situation, c: Piece) -> None:
    """A creature becomes engaged."""
    c.engaged = True
    s.log.append(e.StatusChanged(c.uid, "engaged", True))


def use(s: Situation, c: Piece) -> None:
    """FS-7.12"""
    trigger = used_ability(s, c)
    assert trigger is not None
    s.log.append(e.PieceNote("use", c.seat, c.uid))
    engage(s, c)
    program = used_frame(c)
    program.effects = trigger.effects
    start(s, program)


# --- the course of an attack ------------------------------------------------------------------------------------------


def run_attack(s: Situation, attack: Attack) -> bool:
    """The attack goes one stage further when nothing waits; true if a lord is asked."""
    stage = attack.stage
    if stage == BLOCK or stage == PARTNER:
        return ask_block(s, attack)
    if stage == RESOLVE:
        resolve(s, attack)
        return False
    if stage == FIGHT:
        fight(s, attack)
        return False
    if stage == SIEGE:
        return besiege(s, attack)
    if stage == RETALIATION:
        defender = s.lords[attack.defender]
        if attack.energy > 0 and not defender.out and defender.hand:
            ask(s, ASK_RETALIATE, attack.defender, [])
            return True
        end_attack(s, attack)
        return False
    if stage == PAY:
        return ask_payment(s, attack)
    end_attack(s, attack)
    return False


def end_attack(s: Situation, attack: Attack) -> None:
    """The attack is over."""
    s.attack = None
    s.log.append(e.AttackOver(attack.attacker))


def is_broken(s: Situation, attack: Attack) -> bool:
    """FS-7.5: is somebody of the attack no longer on the battlefield?"""
    if s.creature(attack.attacker) is None:
        return True
    if attack.target >= 0 and s.creature(attack.target) is None:
        return True
    return attack.blocker >= 0 and s.creature(attack.blocker) is None


def asked_to_block(s: Situation, attack: Attack) -> int:
    """FS-7.4, FS-21.11: the defender; in the stage partner of a citadel his partner."""
    return s.partners[attack.defender] if attack.stage == PARTNER else attack.defender


def blockers(s: Situation, attack: Attack) -> list[int]:
    """FS-7.4: the creatures with which the lord in question can block, by uid."""
    attacker = s.creature(attack.attacker)
    assert attacker is not None
    return [
        c.uid
        for c in s.lords[asked_to_block(s, attack)].battlefield
        if not c.engaged and c.uid != attack.target and not has(s, c, CANNOT_BLOCK) and can_block(s, attacker, c)
    ]


def ask_block(s: Situation, attack: Attack) -> bool:
    """FS-7.4, FS-7.5: the defender may block, or must; FS-21.11: in a citadel his partner after him."""
    if is_broken(s, attack):
        attack.stage = RETALIATION
        return False
    able = blockers(s, attack)
    if not able:
        pass_block(s, attack)
        return False
    options = [option(OPTION_PIECE, 0, uid) for uid in able]
    attacker = s.creature(attack.attacker)
    assert attacker is not None
    if not has(s, attacker, MUST_BE_BLOCKED):
        options.append(OPTION_NONE)
    ask(s, ASK_BLOCK, asked_to_block(s, attack), options)
    return True


def pass_block(s: Situation, attack: Attack) -> None:
    """FS-7.4, FS-21.11: the lord in question does not block."""
    attack.stage = PARTNER if s.setting.is_citadel and attack.stage == BLOCK else RESOLVE


def block(s: Situation, attack: Attack, uid: int) -> None:
    """FS-7.4: the blocker becomes engaged; FS-21.11: its owner is the defender."""
    attack.blocker = uid
    attack.stage = RESOLVE
    c, attacker = s.creature(uid), s.creature(attack.attacker)
    assert c is not None and attacker is not None
    attack.defender = c.seat
    s.log.append(e.PieceNote("block", c.seat, uid))
    engage(s, c)
    fire(s, BLOCKS, c.seat, c)
    fire(s, BLOCKED, attacker.seat, attacker)


def resolve(s: Situation, attack: Attack) -> None:
    """FS-7.5, FS-7.7, FS-7.10: it comes to a battle or to a siege."""
    if is_broken(s, attack):
        attack.stage = RETALIATION
        return
    other_uid = attack.blocker if attack.blocker >= 0 else attack.target
    if other_uid < 0:
        attack.stage = SIEGE
        s.log.append(e.SiegeBegan(attack.attacker, attack.defender))
        return
    attacker, other = s.creature(attack.attacker), s.creature(other_uid)
    assert attacker is not None and other is not None
    attack.stage = FIGHT
    unveil(s, attacker)
    unveil(s, other)
    fire(s, BATTLE, attacker.seat, attacker)
    fire(s, BATTLE, other.seat, other)


def fight(s: Situation, attack: Attack) -> None:
    """FS-7.7 to FS-7.9: the strengths are compared, the weaker creature is destroyed."""
    attack.stage = RETALIATION
    attacker = s.creature(attack.attacker)
    other = s.creature(attack.blocker if attack.blocker >= 0 else attack.target)
    if attacker is None or other is None:
        return
    mine, theirs = strength(s, attacker), strength(s, other)
    balance = mine - theirs
    if balance == 0:
        balance = int(has(s, attacker, WINS_TIES)) - int(has(s, other, WINS_TIES))
    outcome = "tie" if balance == 0 else "attacker" if balance > 0 else "defender"
    s.log.append(e.BattleFought(attacker.uid, other.uid, [mine, theirs], outcome))
    if balance == 0:
        if s.setting.ties_destroy:
            destroy(s, attacker)
            destroy(s, other)
        return
    winner, loser = (attacker, other) if balance > 0 else (other, attacker)
    if destroy(s, loser):
        fire(s, WINS, winner.seat, winner)


def besiege(s: Situation, attack: Attack) -> bool:
    """FS-8.3, FS-8.5: a card of the fortress is destroyed, or without towers the lord; FS-21.11: a citadel is the
    fortress of both partners.
    """
    if is_broken(s, attack):
        attack.stage = RETALIATION
        return False
    fortress: list[Piece] = []
    towers = 0
    for seat in s.kin[attack.defender]:
        fortress.extend(s.lords[seat].fortress)
        towers += s.lords[seat].towers()
    if not towers:
        destroy_lord(s, attack, s.lords[attack.defender])
        return False
    if len(fortress) == 1:
        strike(s, attack, fortress[0])
        return False
    ask(s, ASK_SIEGE, attack.by, [option(OPTION_PIECE, 0, piece.uid) for piece in fortress])
    return True


def strike(s: Situation, attack: Attack, piece: Piece) -> None:
    """FS-8.3: the chosen card is destroyed; `sieges` fires. FS-21.11: its owner is the defender."""
    attack.stage = RETALIATION
    attack.defender = piece.seat
    destroy(s, piece)
    attacker = s.creature(attack.attacker)
    if attacker is not None:
        fire(s, SIEGES, attacker.seat, attacker)


def destroy_lord(s: Situation, attack: Attack, lord: Lord) -> None:
    """FS-8.5, FS-11.1, FS-15.2: the lord is out with all his cards; his destroyer gets a tower, or has won. FS-21.6,
    FS-21.11: his partner falls with him, or comes in for him.
    """
    end_attack(s, attack)
    partner = s.partners[lord.seat]
    falling = [lord.seat]
    if partner >= 0 and s.setting.falls_together and not s.lords[partner].out:
        falling = sorted([lord.seat, partner])
    for seat in falling:
        remove_lord(s, s.lords[seat], attack.by)
    if s.setting.is_tag and not s.lords[partner].out:
        s.lords[partner].inside = True
        s.log.append(e.Tagged(lord.seat, partner))
    s.measure()
    if s.sides() == 1:
        team = s.lords[attack.by].team
        end_match(s, [other.seat for other in s.lords if other.team == team], "last_lord")
    else:
        top_card(s, s.lords[attack.by], FORTIFY, TOWER)


def remove_lord(s: Situation, lord: Lord, by: int) -> None:
    """FS-8.5: all cards of a lord are removed."""
    s.log.append(e.LordDestroyed(lord.seat, by))
    removed = lord.removed
    for pieces in (lord.battlefield, lord.fortress, lord.vault, lord.casting):
        for piece in pieces:
            removed.append(piece.card)
            removed.extend([below.card for below in piece.attached])
    for pile in (lord.groove, lord.hand, lord.deck, lord.trash):
        removed.extend(pile)
    lord.battlefield, lord.fortress, lord.vault, lord.casting = [], [], [], []
    lord.groove, lord.hand, lord.deck, lord.trash = [], [], [], []
    lord.out = True
    lord.inside = not s.setting.is_tag
    s.queue = [waiting for waiting in s.queue if waiting.seat != lord.seat]


def end_match(s: Situation, winners: list[int], reason: str) -> None:
    """FS-11: somebody has won."""
    s.step = OVER
    s.done = False
    s.winners = winners
    s.reason = reason
    s.log.append(e.GameOver(winners, reason))


# --- playing spells ---------------------------------------------------------------------------------------------------


def hosts_of(lord: Lord, card: Card) -> list[Piece]:
    """FS-6.7: what an attached spell can lie under."""
    if card.host_is_tower:
        return [piece for piece in lord.fortress if piece.zone == TOWER]
    return lord.battlefield


def play_spell(s: Situation, lord: Lord, index: int, host: int, retaliating: bool) -> None:
    """FS-1.10, FS-6.10: the spell half of a hand card is played; mana or energies have been paid."""
    card = lord.hand.pop(index)
    moved = from_pile(RETALIATE if retaliating else CAST_SPELL, lord.seat, card, HAND)
    kind = card.spell_type
    if kind == HIDDEN:
        put_in_play(s, lord, SPELL, card, moved, True)
        return
    if kind == ATTACHED_SPELL:
        bearer = s.find(host)
        assert bearer is not None
        piece = attach(s, lord, card, bearer, moved)
    else:
        piece = put_in_play(s, lord, CASTING if kind == INSTANT else SPELL, card, moved, False)
    fire(s, CAST, lord.seat, piece)
    if retaliating:
        fire(s, RETALIATES, lord.seat, piece)
    if card.effects or kind == INSTANT:
        program = Program(lord.seat, piece.uid, card, card.effects)
        program.bearer = piece.host
        program.finish = kind == INSTANT
        start(s, program)


# --- retaliation ------------------------------------------------------------------------------------------------------


def can_pay(lord: Lord, card: Card) -> bool:
    """FS-9.4: is there any payment?"""
    groove = lord.groove
    if len(groove) < card.spell_cost:
        return False
    union = 0
    both = False
    for energy in groove:
        union |= energy.mask
        if energy.mask & card.mask == card.mask:
            both = True
    if both:
        return True
    return card.spell_cost >= 2 and union & card.mask == card.mask


def payments(lord: Lord, card: Card) -> list[list[int]]:
    """FS-9.4: all payments, as lists of indices of the groove: how many of each back, the oldest of equal ones."""
    backs: list[str] = []
    places: list[list[int]] = []
    masks: list[int] = []
    for index, energy in enumerate(lord.groove):
        if energy.back in backs:
            places[backs.index(energy.back)].append(index)
        else:
            backs.append(energy.back)
            places.append([index])
            masks.append(energy.mask)
    found: list[list[int]] = []
    counts = [0] * len(backs)
    room = [0] * (len(backs) + 1)
    for i in range(len(backs) - 1, -1, -1):
        room[i] = room[i + 1] + len(places[i])
    _share(places, masks, card, 0, card.spell_cost, counts, room, found)
    return found


def _share(
    places: list[list[int]],
    masks: list[int],
    card: Card,
    at: int,
    left: int,
    counts: list[int],
    room: list[int],
    found: list[list[int]],
) -> None:
    """Goes through all ways to take `left` energies of the backs from `at` on."""
    if left > room[at]:
        return
    if at == len(places):
        union = 0
        for i in range(at):
            if counts[i]:
                union |= masks[i]
        if union & card.mask == card.mask:
            indices: list[int] = []
            for i in range(at):
                indices.extend(places[i][: counts[i]])
            indices.sort()
            found.append(indices)
        return
    for n in range(min(left, len(places[at])) + 1):
        counts[at] = n
        _share(places, masks, card, at + 1, left - n, counts, room, found)
    counts[at] = 0


def retaliate(attack: Attack, index: int, host: int) -> None:
    """FS-9.5: the defender names a spell; then he pays."""
    attack.stage = PAY
    attack.hand = index
    attack.host = host


def ask_payment(s: Situation, attack: Attack) -> bool:
    """FS-9.4: the only payment is made without asking."""
    lord = s.lords[attack.defender]
    ways = payments(lord, lord.hand[attack.hand])
    if len(ways) == 1:
        pay(s, attack, ways[0])
        return False
    s.payments = ways
    ask(s, ASK_PAY, attack.defender, list(range(len(ways))))
    return True


def pay(s: Situation, attack: Attack, energies: list[int]) -> None:
    """FS-9.5, FS-20.4: the energies are trashed, the spell is played."""
    lord = s.lords[attack.defender]
    index, host = attack.hand, attack.host
    attack.stage = DONE
    attack.hand = NONE
    attack.host = NONE
    s.log.append(e.Retaliated(lord.seat, lord.hand[index], energies))
    for taken, place in enumerate(energies):
        card = lord.groove.pop(place - taken)
        put_in_pile(s, lord, TRASH, card, from_pile(TRASH_IT, lord.seat, card, GROOVE))
    play_spell(s, lord, index, host, True)


covers(ask_block, "FS-7.11")
covers(fight, "FS-7.8")
covers(run_attack, "FS-9.1", "FS-9.2", "FS-9.3")
covers(play_spell, "FS-9.6", "FS-6.8")
covers(destroy_lord, "FS-11.2", "FS-11.4", "FS-21.12")

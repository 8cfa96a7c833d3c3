"""What is true of every match at every moment (FS-2, FS-3, FS-19.5). For tests and the conformance suite."""

from __future__ import annotations

from orrery.core.clause import covers
from orrery.games.five_spheres.cards.language import (
    ACTIVE,
    ATTACHED,
    ATTACHED_SPELL,
    BATTLEFIELD,
    CASTING,
    HIDDEN,
    SPELL,
    TOWER,
    VAULT,
    WORDS,
)
from orrery.games.five_spheres.cards.vocabulary import GRANTABLE
from orrery.games.five_spheres.rules.engine import FiveSpheresState
from orrery.games.five_spheres.rules.state import ASSEMBLY, NOTHING, OVER, Lord, Piece, Setting


class Watch:
    """Remembers how many cards the lords of the match looked at last have."""

    def __init__(self) -> None:
        self.setting: Setting | None = None
        self.sizes: list[int] = []

    def look(self, s: FiveSpheresState) -> None:
        """Raises AssertionError with a sentence if something is not as it must be."""
        uids: list[int] = []
        for lord in s.lords:
            check_lord(lord, uids)
        assert len(set(uids)) == len(uids), "a uid is there twice"
        assert all(0 < uid < s.next_uid for uid in uids), "a uid is not below next_uid"
        check_course(s)
        if s.step == ASSEMBLY:
            return
        sizes = [card_count(lord) for lord in s.lords]
        if s.setting is self.setting:
            assert sizes == self.sizes, f"cards were lost or made: {self.sizes} became {sizes}"
        self.setting = s.setting
        self.sizes = sizes


def card_count(lord: Lord) -> int:
    """FS-2.2: how many cards a lord has, wherever they lie."""
    n = len(lord.deck) + len(lord.hand) + len(lord.trash) + len(lord.groove) + len(lord.removed)
    for pieces in (lord.battlefield, lord.fortress, lord.vault, lord.casting):
        for piece in pieces:
            n += 1 + len(piece.attached)
    return n


def check_lord(lord: Lord, uids: list[int]) -> None:
    """FS-2.1, FS-3.1, FS-19.5: the zones of a lord; the uids found are added to the list."""
    seat = lord.seat
    for piece in lord.battlefield:
        assert piece.zone == BATTLEFIELD, f"u{piece.uid} on the battlefield is no creature"
        words = [WORDS[word] for word in piece.granted]
        assert len(set(words)) == len(words) and set(words) <= set(GRANTABLE), f"u{piece.uid} has granted words {words}"
        assert piece.words == sum(1 << word for word in piece.granted), f"u{piece.uid}: granted words do not agree"
    for piece in lord.fortress:
        assert piece.zone in (TOWER, SPELL), f"u{piece.uid} in the fortress is neither tower nor spell"
        if piece.zone == TOWER:
            assert piece.facedown, f"the tower u{piece.uid} lies face up"
        else:
            assert piece.card.spell_type in (ACTIVE, HIDDEN), f"the spell u{piece.uid} does not stay in a fortress"
            assert piece.facedown == (piece.card.spell_type == HIDDEN), f"the spell u{piece.uid} lies on the wrong side"
            assert not piece.attached, f"something lies under the spell u{piece.uid}"
    for piece in lord.vault:
        assert piece.zone == VAULT and not piece.attached, f"u{piece.uid} in the vault is no crystal"
    for piece in lord.casting:
        assert piece.zone == CASTING and not piece.attached, f"u{piece.uid} is not being cast"
    for pieces in (lord.battlefield, lord.fortress, lord.vault, lord.casting):
        for piece in pieces:
            assert piece.seat == seat, f"u{piece.uid} lies in the area of another lord"
            uids.append(piece.uid)
            for below in piece.attached:
                check_attached(below, piece)
                uids.append(below.uid)
    if lord.out:
        assert card_count(lord) == len(lord.removed), f"the destroyed lord {seat} holds cards"


def check_attached(below: Piece, host: Piece) -> None:
    """FS-1.10: an attached spell lies under the host that it names."""
    assert below.zone == ATTACHED and below.seat == host.seat, f"u{below.uid} is not attached to its own lord's card"
    assert below.host == host.uid, f"u{below.uid} has another host than u{host.uid}"
    assert below.card.spell_type == ATTACHED_SPELL, f"u{below.uid} is no attached spell"
    assert below.card.host_is_tower == (host.zone == TOWER), f"u{below.uid} lies under the wrong kind of card"


def check_course(s: FiveSpheresState) -> None:
    """FS-15, FS-19.4: what is kept beside the zones agrees with them, and somebody has to decide."""
    fresh = FiveSpheresState(s.setting, s.fate.clone(), s)
    fresh.measure()
    fresh.listen()
    assert fresh.ranges == s.ranges and fresh.foes == s.foes, "the ranges are not those of the living lords"
    assert fresh.gates == s.gates and fresh.partners == s.partners and fresh.kin == s.kin, "the teams do not agree"
    assert fresh.listening & ~s.listening == 0, "an ability in play is not listened to"
    assert fresh.words & ~s.words == 0, "a passive in play is not heard"
    over = s.step == OVER
    assert (s.to_act() is None) == over, "nobody is to act exactly when the match is over"
    assert bool(s.actions()) != over, "there are actions exactly while the match is not over"
    assert bool(s.winners) == over and bool(s.reason) == over, "there are winners exactly when the match is over"
    assert (s.draft is not None) == (s.step == ASSEMBLY), "an assembly goes on exactly in its step"
    check_teams(s)
    if not over:
        assert not s.lords[s.active].out, "the active lord is destroyed"
        assert s.lords[s.active].inside, "the active lord is outside"
        actor = s.to_act()
        assert actor is not None and not s.lords[actor].out, "a destroyed lord has to decide"
        assert s.lords[actor].inside or s.step == ASSEMBLY, "a lord outside has to decide"
    if s.ask == NOTHING and not over:
        assert not s.programs and not s.queue and s.attack is None, "something waits, and nobody is asked"


def check_teams(s: FiveSpheresState) -> None:
    """FS-21.4, FS-21.6, FS-21.8, FS-21.11: who is in, who falls together, and who has placed and played."""
    for lord in s.lords:
        partner = s.partners[lord.seat]
        if partner < 0:
            assert lord.inside, f"the lord {lord.seat} is outside, and nobody is in for him"
            continue
        other = s.lords[partner]
        assert s.partners[partner] == lord.seat and other.team == lord.team, f"{lord.seat} is not his partner's partner"
        if s.setting.falls_together:
            assert lord.out == other.out, f"of {lord.seat} and {partner} only one is destroyed"
        if s.setting.is_tag:
            assert not (lord.out and lord.inside), f"the destroyed lord {lord.seat} is in"
            assert (lord.inside != other.inside) or (lord.out and other.out), f"not one of {lord.seat}, {partner} is in"
        assert not lord.placed or s.is_turn_of(lord.seat), f"{lord.seat} has placed a crystal in another's turn"


covers(card_count, "FS-2.2")
covers(check_lord, "FS-2.1")

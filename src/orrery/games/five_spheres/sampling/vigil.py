"""What hidden spells tell by not being turned up: a spell that lies face down through an event that would surely have
turned it up (FS-1.10: its lord is not asked) is another one.

Only triggers without filter and condition count, and with more than one opponent only in free-for-all, where all
others are opponents in range. In tag team nothing of a lord outside counts (FS-21.4).
"""

from __future__ import annotations

from typing import Final

from orrery.core.data import JsonObject
from orrery.games.five_spheres.cards.language import (
    AFFLICTED,
    ATTACKED,
    ATTACKS,
    BATTLE,
    BLOCKED,
    BLOCKS,
    CAST,
    CRYSTALLISED,
    CURED,
    DESTROYED,
    REGROUP,
    RETALIATES,
    SPELL_LOST,
    SUMMONED,
    TARGETED,
    TOWER_LOST,
    TURN_END,
    UNVEILED,
)
from orrery.games.five_spheres.sampling.boxes import Box, bit_of

QUIET: Final = frozenset(
    ("step", "turn", "attack", "block", "noblock", "battle", "siege", "attack_over", "retaliate", "noretaliate")
) | {"mana", "use", "tag"}
"""FS-13.4: events before which everything that waited has been carried out."""

LOSSES: Final = {"battlefield": DESTROYED, "tower": TOWER_LOST, "spell": SPELL_LOST}


class Vigil:
    """Watches the hidden spells of which nobody but their lords know what they are."""

    def __init__(self, view: JsonObject, seen: list[JsonObject]) -> None:
        options: JsonObject = view["options"]
        self.all_are_foes: bool = options["lords"] == 2 or options["mode"] == "free_for_all"
        self.spells: dict[int, int] = {}
        """The spells that are watched, by uid: whose."""
        self.waiting: list[tuple[int, int]] = []
        """What will be told of them when everything that waits has been carried out."""
        self.active: int = view["active"]
        self.attacker: int = -1
        self.defender: int = -1
        self.paid: bool = False
        self.outside: set[int] = set()
        """FS-21.4: in tag team who was outside when the first event was seen, then who is by now."""
        self.fallen: set[int] = set()
        self._look_back(view, seen)
        came = {event["new"] for event in seen if event["event"] == "move"}
        for seat, row in enumerate(view["seats"]):
            for piece in row["fortress"]:
                if piece["kind"] == "spell" and piece["card"][0] == "?" and piece["uid"] not in came:
                    self.spells[piece["uid"]] = seat
        for event in seen:
            if event["event"] == "turn":
                # Whose turn it was before the first one that is seen to begin is not known.
                self.active = -1
                break

    def _look_back(self, view: JsonObject, seen: list[JsonObject]) -> None:
        """Who is outside now, taken back event by event."""
        if "in" not in view["seats"][0]:
            return
        self.outside = {seat for seat, row in enumerate(view["seats"]) if not row["in"]}
        for event in reversed(seen):
            if event["event"] == "tag":
                self.outside.add(event["partner"])
                self.outside.discard(event["seat"])

    def note(self, event: JsonObject, name: str, pieces: dict[int, Box]) -> None:
        """Takes notice of an event. Moves are noted when they are done."""
        if name in QUIET:
            self._quiet(pieces)
        if name == "loop_cut":
            self.waiting = []
        elif name == "turn":
            self.active = event["seat"]
        elif name == "lord_destroyed":
            self.fallen.add(event["seat"])
        elif name == "tag":
            self._tagged(event["seat"], event["partner"])
        elif not self.spells:
            pass
        elif name == "move":
            self._moved(event)
        elif name == "step":
            self.active = event.get("seat", self.active)
            if event["step"] == "regroup":
                self._fired(REGROUP, self.active)
            elif event["step"] == "end":
                self._fired(TURN_END, self.active)
        elif name == "status" or name == "unveil":
            box = pieces.get(event["uid"])
            if box is not None and name == "unveil":
                self._fired(UNVEILED, box.seat)
            elif box is not None and event["status"] == "afflicted":
                self._fired(AFFLICTED if event["on"] else CURED, box.seat)
        else:
            self._fought(event, name)
        if name == "attack":
            self.attacker, self.defender = event["seat"], event["lord"]
        self.paid = name == "mana"

    def _fought(self, event: JsonObject, name: str) -> None:
        if name == "attack":
            self._fired(ATTACKS, event["seat"])
            self._fired(ATTACKED, event["lord"])
            if event["target"] is not None:
                self._fired(TARGETED, event["lord"])
        elif name == "block":
            self.defender = event["seat"]
            self._fired(BLOCKS, event["seat"])
            self._fired(BLOCKED, self.attacker)
        elif name == "battle":
            self._fired(BATTLE, self.attacker)
            self._fired(BATTLE, self.defender)

    def _tagged(self, seat: int, partner: int) -> None:
        """FS-21.5, FS-21.6: a partner comes in; unless he comes for a fallen lord, he has the turn."""
        self.outside.discard(partner)
        self.outside.add(seat)
        if seat not in self.fallen:
            self.active = partner

    def _moved(self, event: JsonObject) -> None:
        seat: int = event["seat"]
        if event["verb"] == "destroy" and event["from"] in LOSSES:
            self._fired(LOSSES[event["from"]], seat)
        if event["to"] == "battlefield":
            self._fired(SUMMONED, seat)
        elif event["to"] == "vault":
            self._fired(CRYSTALLISED, seat)
        elif event["verb"] == "retaliate" and not event["facedown"]:
            self._fired(CAST, seat)
            self._fired(RETALIATES, seat)
        elif event["verb"] == "cast" and self.paid and not event["facedown"]:
            self._fired(CAST, seat)

    def _fired(self, event: int, seat: int) -> None:
        """An event of this lord has fired."""
        if seat < 0:
            return
        for uid, owner in self.spells.items():
            if owner in self.outside:
                continue
            if owner == seat:
                self.waiting.append((uid, bit_of(event, True)))
            elif self.all_are_foes:
                self.waiting.append((uid, bit_of(event, False)))

    def _quiet(self, pieces: dict[int, Box]) -> None:
        """Nothing waits any more: what still lies face down was not turned up."""
        for uid, bit in self.waiting:
            if uid in self.spells:
                box = pieces.get(uid)
                if box is None:
                    box = pieces[uid] = Box(self.spells[uid])
                if box.card is None:
                    box.needs |= bit
        self.waiting = []

"""One match of Tides in memory: whose turn it is, what may be laid, and what comes of it (TI-3 to TI-5)."""

from __future__ import annotations

from typing import Final

from orrery.core.clause import NOT_ALLOWED, NOT_NOW, NOT_UNDERSTOOD, Refusal
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Event, Result, State
from orrery.core.notation import read_number
from orrery_tides.events import MoonRisen, MoonsStayed, MoonsTaken, WaveLaid, WavesShown

HIGHEST: Final = 9
"""Waves are 1 to 9 high, and each height is there once for every seat (TI-1.2)."""

MOONS: Final = tuple(f"{tide} {worth}" for tide in ("flood", "ebb") for worth in (1, 2, 3, 4))
"""The eight moons (TI-1.3)."""


def worth_of(moon: str) -> int:
    """The points of a moon (TI-1.3)."""
    return int(moon[-1])


def taker_of(moon: str, waves: list[int]) -> int | None:
    """The seat that takes the moons: flood takes the highest wave that is alone, ebb the lowest; None if none is alone
    (TI-4.1, TI-4.2, TI-4.4).
    """
    alone = [wave for wave in waves if waves.count(wave) == 1]
    if not alone:
        return None
    return waves.index(max(alone) if moon.startswith("flood") else min(alone))


class Setting:
    """The options of a match (TI-2.1)."""

    def __init__(self, seats: int, rounds: int, hidden: bool) -> None:
        self.seats = seats
        self.rounds = rounds
        self.hidden = hidden

    def as_json(self) -> JsonObject:
        """As the options of a position."""
        return {"seats": self.seats, "rounds": self.rounds, "waves": "hidden" if self.hidden else "open"}


class TidesState(State):
    """The full truth of a match."""

    def __init__(self, setting: Setting, fate: Fate) -> None:
        self.fate = fate
        self.setting = setting
        self.hands: list[list[int]] = [[] for _ in range(setting.seats)]
        """The waves in the hands, sorted."""
        self.laid: list[int] = []
        """The waves of this round, in the order in which they were laid."""
        self.past: list[tuple[str, list[int]]] = []
        """The rounds that are over: the moon that decided, and the waves by seat."""
        self.sky: list[str] = []
        """The moons that can be won; the newest is the last and decides (TI-3.1)."""
        self.pile: list[str] = []
        """The moons still to rise, the next one last. Nobody knows their order."""
        self.scores = [0] * setting.seats

    # --- turns --------------------------------------------------------------------------------------------------------

    def seats(self) -> int:
        return self.setting.seats

    def to_act(self) -> int | None:
        """Rounds are begun by the seats in turn, and all others follow in turn (TI-3.2, TI-5.1)."""
        if len(self.past) == self.setting.rounds:
            return None
        return (len(self.past) + len(self.laid)) % self.setting.seats

    def actions(self) -> list[int]:
        """The heights in hand (TI-3.2): an action is the height of the wave that is laid."""
        seat = self.to_act()
        return [] if seat is None else sorted(set(self.hands[seat]))

    def act(self, action: int) -> list[Event]:
        seat = self.to_act()
        assert seat is not None
        self.hands[seat].remove(action)
        self.laid.append(action)
        events: list[Event] = [WaveLaid(seat, action, self.setting.hidden)]
        if len(self.laid) == self.setting.seats:
            events += self._end_round()
        return events

    def _end_round(self) -> list[Event]:
        """The waves are shown, the moons go where the tide takes them, the next one rises (TI-3.3, TI-4.3)."""
        waves = self.waves_by_seat()
        events: list[Event] = [WavesShown(waves, self.setting.hidden)]
        taker = self.settle(self.sky[-1], waves)
        if taker is None:
            events.append(MoonsStayed(list(self.sky)))
        else:
            events.append(MoonsTaken(taker, self.sky, sum(map(worth_of, self.sky))))
            self.sky = []
        self.laid = []
        if len(self.past) < self.setting.rounds:
            events.append(self.rise())
        return events

    def waves_by_seat(self) -> list[int]:
        """The waves of a full round, sorted from the order of laying to that of the seats."""
        seats = self.setting.seats
        return [self.laid[(seat - len(self.past)) % seats] for seat in range(seats)]

    def settle(self, moon: str, waves: list[int]) -> int | None:
        """Writes a round down and gives the points of the sky; who takes them, if anybody does (TI-4)."""
        self.past.append((moon, waves))
        taker = taker_of(moon, waves)
        if taker is not None:
            self.scores[taker] += sum(map(worth_of, self.sky))
        return taker

    def rise(self) -> MoonRisen:
        """The next moon rises (TI-3.1)."""
        self.sky = [*self.sky, self.pile.pop()]
        return MoonRisen(len(self.past) + 1, self.sky[-1])

    def result(self) -> Result:
        """Who has the most points wins; several who have as many have tied (TI-5.2)."""
        over = self.to_act() is None
        best = max(self.scores)
        winners = [seat for seat, score in enumerate(self.scores) if score == best] if over else []
        return Result(over, list(self.scores), winners)

    # --- words --------------------------------------------------------------------------------------------------------

    def word(self, action: int) -> str:
        return f"lay {action}"

    def read(self, word: str) -> int | None:
        verb, _, rest = word.partition(" ")
        height = read_number(rest)
        return height if verb == "lay" and height is not None and 1 <= height <= HIGHEST else None

    def why_not(self, word: str) -> Refusal | None:
        seat = self.to_act()
        if seat is None:
            return Refusal(NOT_NOW, "match_over", "TI-5.1", {"rounds": self.setting.rounds})
        height = self.read(word)
        if height is None:
            return Refusal(NOT_UNDERSTOOD, "no_action", "TI-6.2", {"tried": word, "highest": HIGHEST})
        hand = self.hands[seat]
        if height not in hand:
            facts: JsonObject = {"height": height, "hand": ", ".join([str(wave) for wave in sorted(set(hand))])}
            return Refusal(NOT_ALLOWED, "not_in_hand", "TI-3.2", facts)
        return None

    # --- copies and notation ------------------------------------------------------------------------------------------

    def clone(self) -> TidesState:
        other = TidesState(self.setting, self.fate.clone())
        other.hands = [list(hand) for hand in self.hands]
        other.laid = list(self.laid)
        other.past = list(self.past)  # rounds that are over, and lists of the sky, are never changed
        other.sky = self.sky
        other.pile = list(self.pile)
        other.scores = list(self.scores)
        return other

    def public(self) -> JsonObject:
        """What everybody may know (TI-6.1)."""
        return {
            "game": "tides",
            "version": 1,
            "options": self.setting.as_json(),
            "to_act": self.to_act(),
            "past": [{"moon": moon, "waves": list(waves)} for moon, waves in self.past],
            "sky": list(self.sky),
            "scores": list(self.scores),
        }

    def position(self) -> JsonObject:
        hands = [list(hand) for hand in self.hands]
        whole: JsonObject = {"pile": list(self.pile), "laid": list(self.laid), "hands": hands}
        return {**self.public(), **whole, "fate": list(self.fate.queue)}

    def view(self, seat: int | None) -> JsonObject:
        """The own hand and the own wave, of all others how many there are (TI-6.1)."""
        first, seats = len(self.past), self.setting.seats
        known: JsonObject = {
            "pile": len(self.pile),
            "laid": [
                wave if not self.setting.hidden or (first + turn) % seats == seat else None
                for turn, wave in enumerate(self.laid)
            ],
            "hands": [list(hand) if owner == seat else len(hand) for owner, hand in enumerate(self.hands)],
        }
        return {**self.public(), **known, "fate": None}

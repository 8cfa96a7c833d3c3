"""The rules of Tides as Orrery asks for them: new matches, positions that are loaded, imagined worlds. `GAME` is what
the entry point names.
"""

from __future__ import annotations

from typing import Final

from orrery.core.clause import BadPosition, bad_options
from orrery.core.data import DataFault, Fields, JsonObject, named, shown, to_integer, to_list, to_word
from orrery.core.fate import Fate
from orrery.core.game import Game, Sampler, State
from orrery.core.options import NUMBER, SEATS, WORD, options_of
from orrery_tides.state import HIGHEST, MOONS, Setting, TidesState

PACKAGE: Final = "orrery_tides"


def read_setting(fields: Fields) -> Setting:
    """The options of a match by the rows of data/options.toml (TI-2.1). Raises DataFault."""
    rows = options_of(PACKAGE)
    found: JsonObject = {}
    for kind in (SEATS, NUMBER, WORD):
        rows.read(fields, kind, found)
    fields.done()
    return Setting(found["seats"], found["rounds"], found["waves"] == "hidden")


class Tides(Game):
    """The rules of Tides."""

    def __init__(self) -> None:
        self.name = "tides"
        self.version = 1
        self.package = PACKAGE
        self.may_lack_options = True

    def new(self, options: JsonObject, fate: Fate) -> State:
        """TI-2.2, TI-2.3: hands are dealt, the moons are mixed, the first one rises."""
        try:
            setting = read_setting(Fields(options, "options"))
        except DataFault as fault:
            raise bad_options(fault) from None
        state = TidesState(setting, fate)
        waves = [height for height in range(1, HIGHEST + 1) for _ in range(setting.seats)]
        fate.shuffle(waves)
        state.hands = [sorted([waves.pop() for _ in range(setting.rounds + 1)]) for _ in range(setting.seats)]
        state.pile = list(MOONS)
        fate.shuffle(state.pile)
        state.rise()
        return state

    def load(self, position: JsonObject, fate: Fate) -> State:
        try:
            return self._load(Fields(position, "position"), fate)
        except DataFault as fault:
            raise BadPosition(str(fault)) from None

    def _load(self, fields: Fields, fate: Fate) -> TidesState:
        """TI-6.1. What follows from the rounds that are over is worked out anew and has to agree."""
        fields.word("game", ["tides"])
        fields.integer("version", 1, 1)
        state = TidesState(read_setting(Fields(fields.raw("options"), "options")), fate)
        seats, rounds = state.setting.seats, state.setting.rounds
        for number, row in enumerate(fields.items("past")[: rounds + 1]):
            each = Fields(row, named("past", number))
            moon = each.word("moon", MOONS)
            waves = read_waves(each.items("waves"), each.at("waves"))
            each.done()
            need(len(waves) == seats, f"past[{number}]: {seats} seats lay a wave each")
            state.sky.append(moon)
            if state.settle(moon, waves) is not None:
                state.sky = []
        need(len(state.past) <= rounds, f"past: there are {rounds} rounds")
        over = len(state.past) == rounds
        sky = [to_word(moon, "sky", MOONS) for moon in fields.items("sky")]
        need(sky[: len(state.sky)] == state.sky, f"sky: after these rounds it begins with {state.sky}")
        need(len(sky) == len(state.sky) + (not over), "sky: one moon more than have stayed while the match goes on")
        state.sky = sky
        state.pile = [to_word(moon, "pile", MOONS) for moon in fields.items("pile")]
        moons = [*[moon for moon, _ in state.past], *([] if over else sky[-1:]), *state.pile]
        need(sorted(moons) == sorted(MOONS), "past, sky and pile: each moon is there once")
        state.laid = read_waves(fields.items("laid"), "laid")
        need(len(state.laid) < seats and not (over and state.laid), "laid: a round that is full is over")
        self._read_hands(state, fields)
        fate.queue = [to_integer(value, "fate", 0) for value in fields.items("fate", [])]
        agree(fields.raw("scores"), state.scores, "scores")
        agree(fields.raw("to_act"), state.to_act(), "to_act")
        fields.done()
        return state

    def _read_hands(self, state: TidesState, fields: Fields) -> None:
        """The hands have their size (TI-2.2), and no wave is there too often (TI-1.2)."""
        seats = state.setting.seats
        rows = fields.items("hands")
        need(len(rows) == seats, f"hands: there are {seats} seats")
        state.hands = [sorted(read_waves(to_list(row, "hands"), "hands")) for row in rows]
        for seat, hand in enumerate(state.hands):
            has_laid = (seat - len(state.past)) % seats < len(state.laid)
            size = state.setting.rounds + 1 - len(state.past) - has_laid
            need(len(hand) == size, f"hands[{seat}]: {size} waves are left to it")
        waves = sorted(known_waves(state.hands, state.laid, [waves for _, waves in state.past]))
        for height in range(1, HIGHEST + 1):
            need(waves.count(height) <= seats, f"there are {seats} waves of height {height}")

    def sampler(self, view: JsonObject, seen: list[JsonObject]) -> Sampler:
        return TidesSampler(self, view)

    def trials(self) -> list[JsonObject]:
        return [
            {"seats": 2},
            {"seats": 3, "rounds": 4},
            {"seats": 4, "rounds": 8},
            {"seats": 2, "rounds": 8, "waves": "open"},
        ]

    def check(self, state: State) -> None:
        """No wave and no moon is ever lost: the position of every state loads."""
        try:
            self.load(state.position(), Fate())
        except BadPosition as fault:
            raise AssertionError(str(fault)) from None


def need(holds: bool, problem: str) -> None:
    """Raises BadPosition unless it holds."""
    if not holds:
        raise BadPosition(problem)


def agree(given: object, right: object, path: str) -> None:
    """Raises BadPosition unless what was given is what follows from the rest; true is no 1, and 1.0 is none either."""
    need(shown(given) == shown(right), f"{path}: it is {shown(right)} here, not {shown(given)}")


def read_waves(rows: list[object], path: str) -> list[int]:
    """Heights of waves. Raises DataFault."""
    return [to_integer(row, path, 1, HIGHEST) for row in rows]


def known_waves(hands: list[list[int]], laid: list[int], past: list[list[int]]) -> list[int]:
    """All waves that lie in hands, in this round and in those that are over."""
    return [wave for row in [*hands, laid, *past] for wave in row]


class TidesSampler(Sampler):
    """Worlds for one seat: every wave and moon that it has not seen may lie anywhere, each deal being as likely as any
    other. A view of Tides shows all that its seat has ever seen, so that the events add nothing.
    """

    def __init__(self, game: Tides, view: JsonObject) -> None:
        self.game = game
        self.view = view
        own = [hand for hand in view["hands"] if isinstance(hand, list)]
        past = [row["waves"] for row in view["past"]]
        self.waves = [height for height in range(1, HIGHEST + 1) for _ in range(view["options"]["seats"])]
        for wave in known_waves(own, [wave for wave in view["laid"] if wave is not None], past):
            self.waves.remove(wave)
        risen = {*[row["moon"] for row in view["past"]], *view["sky"]}
        self.moons = [moon for moon in MOONS if moon not in risen]

    def draw(self, fate: Fate) -> State:
        waves, moons = list(self.waves), list(self.moons)
        fate.shuffle(waves)
        fate.shuffle(moons)
        laid = [waves.pop() if wave is None else wave for wave in self.view["laid"]]
        hands = [hand if isinstance(hand, list) else [waves.pop() for _ in range(hand)] for hand in self.view["hands"]]
        world = {**self.view, "pile": moons, "laid": laid, "hands": hands, "fate": []}
        return self.game.load(world, Fate(fate.draw(1 << 32)))


GAME = Tides()

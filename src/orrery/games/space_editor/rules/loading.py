"""Reading positions (SE-12) and starting matches (SE-3, SE-10, SE-12.4). Faults name the place and what would
be right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from orrery.core.data import DataFault, Fields, JsonObject, named, shown, to_integer, to_list, to_text, to_word
from orrery.core.fate import Fate
from orrery.core.notation import canonical
from orrery.core.options import SEATS, WORD, options_of
from orrery.games.space_editor.cards.card import ELEMENTS, CardSet, card_set
from orrery.games.space_editor.cards.decks import SAID, deck_faults
from orrery.games.space_editor.rules import abilities
from orrery.games.space_editor.rules.abilities import CHOSEN, Trigger
from orrery.games.space_editor.rules.engine import SpaceEditorState
from orrery.games.space_editor.rules.placing import placements
from orrery.games.space_editor.rules.state import (
    BASEPOINT,
    END,
    NOBODY,
    OVER,
    PHASES,
    PLACE,
    PUT,
    RELOCATE,
    RESOLVE,
    ROTATE,
    STAGES,
    START,
    TARGET,
    USE,
    Pending,
    Setting,
)
from orrery.games.space_editor.rules.universe import Stone

PACKAGE: Final = "orrery.games.space_editor"

CARD_FIELDS: Final = ("x", "y", "card", "r", "up", "placer", "turn", "no", "guard", "silence", "void")


class Material:
    """What a match is played with when its options do not say: a card set file (SE-16)."""

    def __init__(self, cards: JsonObject, basic: dict[str, list[str]], basepoints: list[str]) -> None:
        self.cards = cards
        self.basic = basic
        self.basepoints = basepoints


def read_options(fields: Fields, players: int | None = None) -> JsonObject:
    """SE-12.2: the options of a match, complete; `players` is what they default to, if not what their row says."""
    rows = options_of(PACKAGE)
    options: JsonObject = {}
    rows.read(fields, WORD, options)
    rows.read(fields, SEATS, options)
    if players is not None and not fields.has("players"):
        options["players"] = players
    row = rows.row("table")
    table = fields.items("table", row.default)
    if len(table) != 2:
        problem = f"{shown(table)} is not [width, height]"
        raise DataFault(fields.at("table"), problem, "table_shape", {"value": shown(table)})
    at = fields.at("table")
    width, height = [to_integer(size, named(at, i), row.least, row.most) for i, size in enumerate(table)]
    if width * height < 2:
        raise DataFault(at, "a table has at least 2 cells", "table_small")
    options["table"] = [width, height]
    return options


def check_seats(options: JsonObject, elements: list[str]) -> None:
    """SE-3.1: half mode is for 2 to 4, full mode for 2; no element twice."""
    players: int = options["players"]
    only = options_of(PACKAGE).row("mode").seats_with(options["mode"])
    if only is not None and players not in only:
        problem = f"{options['mode']} mode is for {' or '.join(map(str, only))} players, not {players}"
        raise DataFault("options.players", problem, "full_mode", {"players": players})
    if len(elements) != players:
        problem = f"{players} players have {players} elements, not {len(elements)}"
        raise DataFault("elements", problem, "elements_count", {"players": players, "count": len(elements)})
    if len(set(elements)) != len(elements):
        raise DataFault("elements", "no two seats have the same element", "elements_twice")


def read_elements(rows: list[Any], path: str) -> list[str]:
    """The elements of the seats."""
    return [to_word(row, named(path, i), ELEMENTS) for i, row in enumerate(rows)]


def read_seats(fields: Fields) -> tuple[JsonObject, list[str]]:
    """SE-12.4: the options of a match, complete, and the elements of its seats, which agree with each other."""
    given = read_elements(fields.items("elements"), fields.at("elements")) if fields.has("elements") else None
    complete = read_options(fields, None if given is None else len(given))
    elements = list(ELEMENTS[: complete["players"]]) if given is None else given
    check_seats(complete, elements)
    return complete, elements


def elements_of(options: JsonObject) -> list[str]:
    """SE-12.4: the elements of the seats of a match with these options. Raises DataFault."""
    return read_seats(Fields(options, "options"))[1]


# --- new matches ------------------------------------------------------------------------------------------------------


class Plan:
    """What options come to before a card is shuffled: checked, complete, with cards and decks found."""

    __slots__ = ("basepoint", "cards", "decks", "elements", "options", "standard")

    def __init__(self, options: JsonObject, standard: Callable[[], Material]) -> None:
        """SE-3.1, SE-12.4: raises DataFault. `standard` is what was taken of our set, None if nothing was."""
        fields = Fields(options, "options")
        complete, elements = read_seats(fields)
        own = fields.has("cards")
        material = None if own else standard()
        cards = card_set(to_cards(fields.raw("cards"), fields.at("cards")) if material is None else material.cards)
        basepoint = _starting_basepoint(fields, cards, material)
        if fields.has("decks"):
            decks = [_ids(row, cards, named(fields.at("decks"), i)) for i, row in enumerate(fields.items("decks"))]
        else:
            decks = [_ids(standard().basic[element], cards, f"the basic deck of {element}") for element in elements]
        fields.done()
        if len(decks) != len(elements):
            problem = f"{len(elements)} seats need {len(elements)} decks, not {len(decks)}"
            raise DataFault("options.decks", problem, "decks_count", {"seats": len(elements), "count": len(decks)})
        for seat, deck in enumerate(decks):
            for fault in deck_faults(cards, deck, elements[seat], complete["deck_rules"]):
                problem = SAID.fault(fault, "en")
                raise DataFault(f"options.decks[{seat}]", problem, "deck_rules", {"deck": f"decks[{seat}]"})
        self.options = complete
        self.standard = standard() if material is not None or "decks" not in options else None
        self.cards = cards
        self.elements: list[int] = [ELEMENTS.index(e) for e in elements]
        self.basepoint = basepoint
        self.decks = decks

    def setting(self) -> Setting:
        """A setting of its own for each match: nobody who changes what one match shows changes another."""
        options = dict(self.options)
        options["table"] = list(self.options["table"])
        return Setting(options, self.cards, self.elements[:])


PLANS: dict[tuple[str, CardSet | None], Plan] = {}
"""A few recent ones by the text of their options and the cards that these bring, if any: who plays many matches of one
kind has them checked once.
"""

PLANS_LIMIT: Final = 8


def plan_of(options: JsonObject, standard: Callable[[], Material]) -> Plan:
    """The plan of a match with these options. Raises DataFault."""
    try:
        own = card_set(options["cards"]) if isinstance(options.get("cards"), dict) else None
        rest = options if own is None else {name: value for name, value in options.items() if name != "cards"}
        key = (canonical(rest), own)
    except (AttributeError, DataFault, TypeError, ValueError):
        return Plan(options, standard)  # which says what is wrong
    found = PLANS.get(key)
    if found is None or (found.standard is not None and found.standard is not standard()):
        found = Plan(options, standard)
        PLANS.pop(key, None)
        while len(PLANS) >= PLANS_LIMIT:
            del PLANS[next(iter(PLANS))]
        PLANS[key] = found
    return found


def start(options: JsonObject, fate: Fate, standard: Callable[[], Material]) -> SpaceEditorState:
    """SE-3.1 to SE-3.3, SE-12.4: a match in phase basepoint, its decks shuffled. Raises DataFault."""
    plan = plan_of(options, standard)
    state = SpaceEditorState(plan.setting(), fate)
    state.basepoint = plan.basepoint
    for seat, cards in enumerate(plan.decks):
        deck = cards[:]
        fate.shuffle(deck, seat)
        deck.reverse()
        state.decks[seat] = deck
    return state


def _starting_basepoint(fields: Fields, cards: CardSet, material: Material | None) -> int:
    """SE-12.4: the basepoint named, or the set's first one, or the first in text order of the cards given."""
    if fields.has("basepoint"):
        id = to_text(fields.raw("basepoint"), fields.at("basepoint"))
    elif material is not None:
        id = material.basepoints[0]
    else:
        known = [id for i, id in enumerate(cards.ids) if cards.is_basepoint[i]]
        if not known:
            raise DataFault(fields.at("cards"), "there is no basepoint among the cards, and a match starts with one")
        id = known[0]
    card = cards.index.get(id, NOBODY)
    if card == NOBODY or not cards.is_basepoint[card]:
        problem = f"{shown(id)} is not a basepoint of the cards"
        raise DataFault(fields.at("basepoint"), problem, "not_basepoint", {"card": shown(id)})
    return card


def to_cards(value: object, path: str) -> JsonObject:
    """An object of card definitions."""
    if not isinstance(value, dict):
        raise DataFault(path, f"{shown(value)} is not an object of card definitions")
    return value


def _ids(value: object, cards: CardSet, path: str) -> list[int]:
    """A list of card ids, as cards."""
    found: list[int] = []
    for i, row in enumerate(to_list(value, path)):
        card = cards.index.get(row, NOBODY) if isinstance(row, str) else NOBODY
        if card == NOBODY:
            to_text(row, named(path, i))
            problem = f"{shown(row)} is not among the cards"
            raise DataFault(named(path, i), problem, "not_a_card", {"card": shown(row)})
        found.append(card)
    return found


# --- positions --------------------------------------------------------------------------------------------------------


def load(position: JsonObject, fate: Fate) -> SpaceEditorState:
    """SE-12.1 to SE-12.3: the state of a position; raises DataFault for anything that breaks the notation or its
    invariants.
    """
    return _read(position, fate, True)


def load_unchecked(position: JsonObject) -> SpaceEditorState:
    """The state of a position whose hidden piles are left empty, as samplers need it: what depends on hands is not
    checked.
    """
    return _read(position, Fate(), False)


def _read(position: JsonObject, fate: Fate, whole: bool) -> SpaceEditorState:
    fields = Fields(position, "position")
    fields.word("game", ("space_editor",))
    fields.integer("version", 1, 1)
    rows = Fields(fields.raw("options") if fields.has("options") else {}, "options")
    options = read_options(rows)
    rows.done()
    elements = read_elements(fields.items("elements"), "elements")
    check_seats(options, elements)
    cards = card_set(to_cards(fields.raw("cards"), "cards"))
    fate.queue = [to_integer(value, named("fate", i), 0) for i, value in enumerate(fields.items("fate", []))]
    state = SpaceEditorState(Setting(options, cards, [ELEMENTS.index(e) for e in elements]), fate)
    reader = _Loader(state, fields)
    reader.read_turn()
    reader.read_board()
    reader.read_piles()
    reader.read_pending()
    given_final = reader.read_final()
    to_act: object = fields.raw("to_act") if fields.has("to_act") else state.to_act()
    fields.done()
    if not whole:
        return state
    reader.check_phase()
    if not given_final:
        state.final = state.phase == PLACE and state.is_final()
    reader.check_decision()
    if type(to_act) is not type(state.to_act()) or to_act != state.to_act():
        raise DataFault("to_act", f"{shown(to_act)} does not fit; it is {shown(state.to_act())}")
    return state


class _Loader:
    """Fills a state from the fields of a position."""

    def __init__(self, state: SpaceEditorState, fields: Fields) -> None:
        self.state = state
        self.fields = fields
        self.seats = state.setting.seats
        self.cards = state.setting.cards

    def read_turn(self) -> None:
        state, fields = self.state, self.fields
        state.phase = PHASES.index(fields.word("phase", PHASES))
        state.turn = fields.integer("turn", 0)
        state.active = fields.integer("active", 0, self.seats - 1)
        if fields.has("basepoint") and fields.raw("basepoint") is not None:
            state.basepoint = self._card(fields.raw("basepoint"), "basepoint")
            if not self.cards.is_basepoint[state.basepoint]:
                raise DataFault("basepoint", f"{shown(fields.raw('basepoint'))} is not a basepoint")

    def read_final(self) -> bool:
        """SE-12.2: a given flag is taken as it is; else it is worked out. Tells whether it was given."""
        given = self.fields.has("final")
        self.state.final = self.fields.boolean("final", False)
        return given

    def _card(self, id: object, path: str) -> int:
        card = self.cards.index.get(to_text(id, path), NOBODY)
        if card == NOBODY:
            raise DataFault(path, f"{shown(id)} is not among the cards")
        return card

    def read_board(self) -> None:
        """SE-12.2: the placed cards, brought into order of age."""
        rows = [Fields(row, named("board", i)) for i, row in enumerate(self.fields.items("board"))]
        placed = [self._read_placed(row) for row in rows]
        numbered = [row.has("no") for row in rows]
        cells = [row[0] for row in placed]
        if len(set(cells)) != len(cells):
            raise DataFault("board", "two cards lie in one cell")
        if all(numbered):
            numbers = [row.integer("no", 0) for row in rows]
            if len(set(numbers)) != len(numbers):
                raise DataFault("board", "a serial number stands there twice")
        elif any(numbered):
            raise DataFault("board", "either all cards have a serial number or none has")
        else:
            order = sorted(cells)
            numbers = [order.index(cell) for cell in cells]
        if sum([self.cards.is_basepoint[row[1].card] for row in placed]) > 1:
            raise DataFault("board", "more than one basepoint lies there")
        universe = self.state.universe
        for no, i in sorted(zip(numbers, range(len(placed)), strict=True)):
            cell, stone, rotation, up, guard, silence, void = placed[i]
            slot = universe.add(Stone(no, stone.card, stone.placer, stone.turn), cell, rotation, up)
            if guard >= max(self.state.turn, 1):
                universe.guard[slot] = guard
            if silence >= max(self.state.turn, 1):
                universe.silence[slot] = silence
            if void:
                universe.void |= 1 << slot

    def _read_placed(self, row: Fields) -> tuple[int, Stone, int, bool, int, int, bool]:
        cell = self.state.setting.grid.cell(row.integer("x"), row.integer("y"))
        if cell < 0:
            raise DataFault(row.path, f"{row.integer('x')},{row.integer('y')} is not on the table")
        card = self._card(row.raw("card"), row.at("card"))
        placer = row.integer("placer", 0, self.seats - 1, 0)
        turn = row.integer("turn", 0, self.state.turn, 0)
        rotation = row.integer("r", 0, 3, 0)
        up = row.boolean("up", True)
        guard, silence = row.integer("guard", 0, None, 0), row.integer("silence", 0, None, 0)
        void = row.boolean("void", False)
        if void and not self.cards.is_star[card]:
            raise DataFault(row.at("void"), "only a star can be void")
        row.has("no")
        row.done()
        return cell, Stone(0, card, placer, turn), rotation, up, guard, silence, void

    def read_piles(self) -> None:
        """SE-12.2: hands, decks and discard piles of the seats; no basepoints in them."""
        state = self.state
        state.hands = [sorted(pile) for pile in self._piles("hands")]
        state.decks = [pile[::-1] for pile in self._piles("decks")]
        state.discards = self._piles("discards")

    def _piles(self, key: str) -> list[list[int]]:
        if not self.fields.has(key):
            return [[] for _ in range(self.seats)]
        rows = self.fields.items(key)
        if len(rows) != self.seats:
            raise DataFault(key, f"{self.seats} seats need {self.seats} piles, not {len(rows)}")
        piles = [_ids(row, self.cards, named(key, i)) for i, row in enumerate(rows)]
        for seat, pile in enumerate(piles):
            if any(self.cards.is_basepoint[card] for card in pile):
                raise DataFault(named(key, seat), "a basepoint is in no hand, deck or discard pile")
        return piles

    def read_pending(self) -> None:
        """SE-12.2: faces, queue, now, used."""
        state, fields = self.state, self.fields
        for i, raw in enumerate(fields.items("faces", [])):
            row = Fields(raw, named("faces", i))
            state.faces.append((self._slot(row, "no"), row.integer("seat", 0, self.seats - 1)))
            row.done()
        for i, raw in enumerate(fields.items("queue", [])):
            row = Fields(raw, named("queue", i))
            state.queue.append(self._read_entry(row))
            row.done()
        if fields.has("now") and fields.raw("now") is not None:
            row = Fields(fields.raw("now"), "now")
            now = self._read_entry(row)
            now.stage = STAGES.index(row.word("stage", STAGES))
            now.effect = row.integer("effect", 0, self._effects(now) - (now.stage != START))
            now.subject = NOBODY if row.raw("subject") is None else self._slot(row, "subject")
            row.done()
            state.now = now
        for i, raw in enumerate(fields.items("used", [])):
            self._read_used(to_list(raw, named("used", i)), named("used", i))

    def _slot(self, row: Fields, key: str) -> int:
        no = row.integer(key, 0)
        slot = self.state.universe.slot_of(no)
        if slot == NOBODY:
            raise DataFault(row.at(key), f"no placed card has the serial number {no}")
        return slot

    def _read_entry(self, row: Fields) -> Pending:
        slot = self._slot(row, "no")
        own = self.cards.abilities[self.state.universe.stones[slot].card]
        ability = row.integer("ability", 0)
        if ability >= len(own) or not isinstance(own[ability], Trigger):
            raise DataFault(row.at("ability"), f"the card has no triggered ability {ability}")
        event = NOBODY if row.raw("event") is None else self._slot(row, "event")
        actor, decider = row.integer("actor", 0, self.seats - 1), row.integer("decider", 0, self.seats - 1)
        return Pending(slot, ability, event, actor, decider)

    def _effects(self, now: Pending) -> int:
        return len(self.state.trigger_of(now).effects)

    def _read_used(self, row: list[Any], path: str) -> None:
        if len(row) != 3:
            raise DataFault(path, f"{shown(row)} is not [serial, ability, event serial or null]")
        event = NOBODY if row[2] is None else to_integer(row[2], path, 0)
        mark = (to_integer(row[0], path, 0), to_integer(row[1], path, 0), event)
        self.state.used.add(mark)

    def check_phase(self) -> None:
        """SE-12.3: what each phase demands of turn, board, piles and pending fields."""
        state = self.state
        if state.phase not in (RESOLVE, END) and (state.faces or state.queue or state.now is not None):
            raise DataFault("phase", "faces, queue and now belong to the phases resolve and end")
        if state.phase == BASEPOINT:
            if state.universe.stones or any(state.hands):
                raise DataFault("phase", "in phase basepoint the board and the hands are empty")
            if not all(state.decks):
                raise DataFault("decks", "in phase basepoint no deck is empty")
            if state.basepoint == NOBODY:
                raise DataFault("basepoint", "in phase basepoint there must be a basepoint to place")
            if state.turn != 0 or state.active != state.setting.last:
                raise DataFault("turn", f"in phase basepoint the turn is 0 and the active seat {state.setting.last}")
            return
        if not state.universe.stones:
            raise DataFault("board", "after phase basepoint the board is not empty")
        if state.phase != OVER and state.turn == 0:
            raise DataFault("turn", "turns are numbered from 1")
        if state.phase == PLACE and not state.hands[state.active]:
            raise DataFault("hands", "in phase place the active seat has a card in hand")

    def check_decision(self) -> None:
        """SE-12.3: somebody must have something to decide, and what is asked must fit."""
        state = self.state
        if state.phase == PLACE and not state.setting.full and not placements(state, state.active):
            raise DataFault("phase", "in half mode a hand that cannot be placed is discarded unasked")
        if state.phase not in (RESOLVE, END):
            return
        now = state.now
        for slot, _ in state.faces:
            if not state.universe.is_up(slot):
                raise DataFault("faces", "the rotation of a face-down card is not chosen")
        if len({slot for slot, _ in state.faces}) != len(state.faces):
            raise DataFault("faces", "a card stands there twice")
        if state.faces:
            if now is not None and now.stage != START:
                raise DataFault("now.stage", "while rotations are to be chosen the stage is start")
            return
        if now is None or now.stage == START:
            raise DataFault("now", "nobody has anything to decide although the match is not over")
        self._check_stage(now)

    def _check_stage(self, now: Pending) -> None:
        state = self.state
        effect = state.effect_of(now)
        place = effect.verb == abilities.PLACE
        target = effect.target
        asks = target is not None and target.where > CHOSEN and not effect.every
        if now.stage == USE:
            fits = effect.may
        elif now.stage == PUT:
            fits = place
        elif now.stage == TARGET:
            fits = asks
        else:
            fits = effect.verb == (abilities.ROTATE if now.stage == ROTATE else abilities.RELOCATE)
        if not fits:
            raise DataFault("now.stage", f"the effect never asks for {STAGES[now.stage]}")
        if place:
            found = bool(state.effect_placements(now, effect))
            if now.stage == USE:
                found = bool(state.hands[now.decider]) and state.phase != END
        elif now.stage in (ROTATE, RELOCATE):
            found = now.subject != NOBODY and self._is_subject(now, effect)
        else:
            found = bool(state.subjects(now, effect))
        if not found:
            raise DataFault("now", "the decision asked for has no legal answer")

    def _is_subject(self, now: Pending, effect: abilities.Effect) -> bool:
        """SE-12.3: a subject being rotated or relocated must be one that this effect may have."""
        target = effect.target
        assert target is not None
        if target.where == CHOSEN:
            stone = self.state.universe.stones[now.subject]
            fits = target.match.admits(stone.card, stone.placer, now.decider)
            return fits and self.state.can_suffer(now, effect, now.subject)
        return now.subject in self.state.subjects(now, effect)

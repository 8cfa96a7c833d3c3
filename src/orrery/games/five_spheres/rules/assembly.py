"""How decks are made (FS-17) and how a match starts from them (FS-4).

One piece of code for the first step of a match, the deck commands and everybody else who makes decks.
"""

from __future__ import annotations

from typing import Final

from orrery.core.clause import covers
from orrery.core.data import DataFault, JsonObject, named, to_integer, to_list, to_text
from orrery.core.options import options_of
from orrery.games.five_spheres.cards.card import Card, CardTable
from orrery.games.five_spheres.cards.language import DECK, FORTIFY, TOWER
from orrery.games.five_spheres.rules import events as e
from orrery.games.five_spheres.rules.moving import (
    FOR_SPLITS,
    FOR_THE_POOL,
    draw_card,
    draw_chance,
    shuffle,
    shuffle_pile,
    top_card,
)
from orrery.games.five_spheres.rules.state import ASSEMBLY, Draft, Lord, Situation

CUSTOM: Final = 0
MIRROR: Final = 1
PREDESIGN: Final = 2
SETS: Final = 3
RANDOM: Final = 4
OPEN_DRAFT: Final = 5
BLIND_DRAFT: Final = 6
CLOSED_DRAFT: Final = 7
METHODS: Final = options_of("orrery.games.five_spheres").row("assembly").words
"""FS-17.2 to FS-17.8: the words for them, in the order in which their row has them."""

DECK_SIZE: Final = 48
COPIES: Final = 3
"""FS-17.2: how often a card may be in a deck."""
SETS_A_DECK: Final = 4
PACK: Final = 13
ROUNDS_CLOSED: Final = 4
"""FS-17.8"""
SPLITS: Final = 10
"""FS-4.2: how many rounds of splits there are."""


# --- deck lists -------------------------------------------------------------------------------------------------------


def check_deck(value: object, path: str, table: CardTable) -> list[str]:
    """FS-17.2: a deck list: 48 known cards, none more than three times. Raises DataFault."""
    ids = [to_text(id, named(path, i)) for i, id in enumerate(to_list(value, path))]
    faults = deck_faults(ids, table)
    if faults:
        raise DataFault(path, faults[0], "deck_rules", {"deck": path})
    return ids


def deck_faults(ids: list[str], table: CardTable) -> list[str]:
    """FS-17.2: everything that is wrong with a deck list, in words."""
    faults: list[str] = []
    for id in sorted(set(ids)):
        if id not in table.cards:
            faults.append(f"{id} is not a card of the table")
        elif ids.count(id) > COPIES:
            faults.append(f"{id} is there {ids.count(id)} times; a deck has a card at most {COPIES} times")
    if len(ids) != DECK_SIZE:
        faults.append(f"the deck has {len(ids)} cards; a deck has {DECK_SIZE}")
    return faults


def standard_deck(table: CardTable) -> list[str]:
    """FS-17.2: the deck of a lord who has given none: the ids in order, over and over."""
    ids = table.ids
    if len(ids) * COPIES < DECK_SIZE:
        least = DECK_SIZE // COPIES
        raise DataFault("decks", f"there are {len(ids)} cards; without decks a table needs at least {least}")
    return [ids[i % len(ids)] for i in range(DECK_SIZE)]


def numbered_deck(table: CardTable, number: int, path: str) -> list[str]:
    """FS-17.2, FS-18.2: the pre-designed deck of that number: three copies of each card whose code names it."""
    found: list[str] = []
    for id in table.ids:
        letter = table.cards[id].letter
        if letter and (ord(letter) - ord("A")) // SETS_A_DECK + 1 == number:
            found.extend([id] * COPIES)
    if len(found) != DECK_SIZE:
        problem = f"the pre-designed deck {number} has {len(found)} cards in this table, not {DECK_SIZE}"
        raise DataFault(path, problem, "no_such_ready_deck", {"number": number})
    return found


def read_decks(options: JsonObject, raw: JsonObject, table: CardTable) -> list[list[str]]:
    """FS-17.2: the deck lists of the methods that need no decisions, one for each lord; else none. `raw` may hold
    `decks` and `deck_numbers`.
    """
    lords: int = options["lords"]
    method = METHODS.index(options["assembly"])
    decks: object = raw.get("decks")
    numbers: object = raw.get("deck_numbers")
    if numbers is not None and method != PREDESIGN:
        raise DataFault("deck_numbers", "only the assembly predesign takes deck_numbers", "no_deck_numbers")
    if decks is not None and method != CUSTOM and method != MIRROR:
        problem = "only the assemblies custom and mirror take decks"
        raise DataFault("decks", problem, "no_decks_by", {"assembly": METHODS[method]})
    if method == PREDESIGN:
        rows = to_list(numbers, "deck_numbers")
        if len(rows) != lords:
            problem = f"there are {len(rows)} numbers for {lords} lords"
            raise DataFault("deck_numbers", problem, "decks_count", {"seats": lords, "count": len(rows)})
        found: list[list[str]] = []
        for i, row in enumerate(rows):
            path = named("deck_numbers", i)
            found.append(numbered_deck(table, to_integer(row, path, 1, 5), path))
        return found
    if method != CUSTOM and method != MIRROR:
        return []
    if decks is None:
        return [standard_deck(table)] * lords
    rows = to_list(decks, "decks")
    wanted = 1 if method == MIRROR else lords
    if len(rows) != wanted:
        problem = f"there are {len(rows)} decks; this assembly takes {wanted}"
        raise DataFault("decks", problem, "decks_count", {"seats": wanted, "count": len(rows)})
    lists = [check_deck(row, named("decks", i), table) for i, row in enumerate(rows)]
    return lists * lords if method == MIRROR else lists


def pool_need(method: int, lords: int, extra: int) -> int:
    """FS-17.9: how many cards the pool must have."""
    if method == RANDOM:
        return (DECK_SIZE + extra) * lords
    return PACK * ROUNDS_CLOSED * lords if method == CLOSED_DRAFT else DECK_SIZE * (lords + 1)


def enough_copies(method: str, lords: int, extra: int, cards: JsonObject) -> int:
    """FS-17.4, FS-17.9: a number of copies (three, or more where that is too few) with which the method can begin."""
    number = METHODS.index(method) if method in METHODS else CUSTOM
    if number == SETS:
        letters = {str(card.get("code", ""))[-1:] for card in cards.values()}
        return COPIES * max(1, -(-SETS_A_DECK * lords // max(len(letters), 1)))
    if number < SETS:
        return COPIES
    return max(COPIES, -(-pool_need(number, lords, extra) // max(len(cards), 1)))


# --- the assembly as the first step -----------------------------------------------------------------------------------


def begin(s: Situation, lists: list[list[str]]) -> None:
    """FS-17: starts the assembly; with complete deck lists the match starts at once."""
    options = s.setting.options
    table = s.setting.table
    n = s.setting.lords
    method = METHODS.index(options["assembly"])
    if lists:
        for seat in range(n):
            s.lords[seat].deck = [table.cards[id] for id in lists[seat]]
        set_up(s)
        return
    copies: int = options["pool_copies"]
    extra: int = options["random_extra"]
    first = 0 if options["first"] is None else int(options["first"])
    draft = Draft(method)
    draft.first = draft.to_pick = first
    s.step = ASSEMBLY
    s.first = s.active = first
    s.let_in()
    s.measure()
    if method == SETS:
        times = max(1, copies // COPIES)
        draft.sets = dict.fromkeys(table.complete_sets(), times)
        if len(draft.sets) * times < SETS_A_DECK * n:
            have = len(draft.sets) * times
            problem = f"there are {have} complete sets; {n} lords need {SETS_A_DECK * n}"
            raise DataFault("cards", problem, "few_sets", {"have": have, "need": SETS_A_DECK * n})
        draft.left = 1
        s.draft = draft
        return
    draft.pool = [table.cards[id] for id in table.ids for _ in range(copies)]
    need = pool_need(method, n, extra)
    if len(draft.pool) < need:
        problem = f"the pool has {len(draft.pool)} cards; this assembly needs {need}"
        raise DataFault("pool_copies", problem, "small_pool", {"have": len(draft.pool), "need": need})
    shuffle(s, draft.pool, FOR_THE_POOL)
    s.draft = draft
    if method == RANDOM:
        for lord in s.lords:
            lord.deck = draft.pool[: DECK_SIZE + extra]
            del draft.pool[: DECK_SIZE + extra]
        if not extra:
            end(s)
            return
        draft.first = draft.to_pick = 0
        draft.left = extra
        return
    lay_out(s, draft)


def batch_of(s: Situation) -> int:
    """FS-17.6, FS-17.8: how many cards a lord takes at once."""
    batch: int = s.setting.options["draft_batch"]
    return batch


def lay_out(s: Situation, draft: Draft) -> None:
    """FS-17.6, FS-17.8: a round begins."""
    n = s.setting.lords
    batch = batch_of(s)
    if draft.method == CLOSED_DRAFT:
        draft.packs = []
        for _ in range(n):
            draft.packs.append(draft.pool[:PACK])
            del draft.pool[:PACK]
    else:
        size = (n + 1) * batch
        draft.market = draft.pool[:size]
        del draft.pool[:size]
    draft.to_pick = draft.first
    draft.left = batch
    draft.taken = 0


def choices(draft: Draft, s: Situation) -> int:
    """How many cards the lord who picks can name."""
    if draft.method == RANDOM:
        return len(s.lords[draft.to_pick].deck)
    if draft.method == CLOSED_DRAFT:
        return len(draft.packs[draft.to_pick])
    return len(draft.market)


def take_set(s: Situation, draft: Draft, letter: str) -> None:
    """FS-17.3"""
    seat = draft.to_pick
    table = s.setting.table
    draft.sets[letter] -= 1
    s.log.append(e.SetTaken(seat, letter.lower()))
    for id in table.sets[letter]:
        s.lords[seat].deck.extend([table.cards[id]] * COPIES)
    draft.to_pick = (seat + 1) % s.setting.lords
    draft.taken += 1
    if draft.taken == s.setting.lords:
        draft.taken = 0
        draft.round += 1
        if draft.round > SETS_A_DECK:
            end(s)


def drop(s: Situation, draft: Draft, index: int) -> None:
    """FS-17.5: a surplus card goes back into the pool."""
    seat = draft.to_pick
    card = s.lords[seat].deck.pop(index)
    draft.pool.append(card)
    s.log.append(e.Picked("drop", seat, card, None))
    draft.left -= 1
    if draft.left:
        return
    if seat + 1 == s.setting.lords:
        end(s)
        return
    draft.to_pick = seat + 1
    draft.left = int(s.setting.options["random_extra"])


def pick(s: Situation, draft: Draft, index: int) -> None:
    """FS-17.6 to FS-17.8: a card of the market or of the pack in hand."""
    seat = draft.to_pick
    n = s.setting.lords
    closed = draft.method == CLOSED_DRAFT
    card = draft.packs[seat].pop(index) if closed else draft.market.pop(index)
    s.lords[seat].deck.append(card)
    others: str | None = card.id
    if closed:
        others = None
    elif draft.method == BLIND_DRAFT:
        others = card.back
    s.log.append(e.Picked("pick", seat, card, others))
    draft.left -= 1
    if draft.left:
        return
    draft.to_pick = (seat + 1) % n
    draft.left = batch_of(s)
    draft.taken += 1
    if draft.taken < n:
        return
    draft.taken = 0
    if closed and len(draft.packs[0]) > 1:
        pass_on(draft)
    else:
        next_round(s, draft)


def pass_on(draft: Draft) -> None:
    """FS-17.8: the packs go on, clockwise in odd rounds."""
    packs = draft.packs
    draft.packs = packs[-1:] + packs[:-1] if draft.round % 2 else packs[1:] + packs[:1]


def next_round(s: Situation, draft: Draft) -> None:
    """FS-17.6, FS-17.8: what is left is out of the game; the first picker moves one seat clockwise."""
    rounds = ROUNDS_CLOSED if draft.method == CLOSED_DRAFT else DECK_SIZE // batch_of(s)
    draft.market = []
    draft.packs = []
    if draft.round == rounds:
        end(s)
        return
    draft.round += 1
    draft.first = (draft.first + 1) % s.setting.lords
    lay_out(s, draft)


def end(s: Situation) -> None:
    """FS-17.9: the decks are made."""
    s.draft = None
    set_up(s)


# --- the start of a match ---------------------------------------------------------------------------------------------


def set_up(s: Situation) -> None:
    """FS-4.2 to FS-4.4, FS-21.2: who begins; shuffled decks, towers, hands."""
    options = s.setting.options
    before = len(s.log)
    s.first = split(s) if options["first"] is None else int(options["first"])
    s.active = s.first
    s.let_in()
    s.measure()
    for lord in s.lords:
        shuffle_pile(s, lord, DECK)
    for lord in s.lords:
        for _ in range(int(options["towers"])):
            top_card(s, lord, FORTIFY, TOWER)
    for lord in s.lords:
        for _ in range(int(options["hand"])):
            draw_card(s, lord)
    for i in range(before, len(s.log)):
        s.log[i] = e.Setup(s.log[i])


def split(s: Situation) -> int:
    """FS-4.2: the highest summon cost begins, then the highest spell cost; lords still tied split again."""
    tied: list[Lord] = [lord for lord in s.lords if lord.deck]
    if not tied:
        return 0
    for _ in range(SPLITS):
        shown: list[Card] = []
        for lord in tied:
            card = lord.deck[draw_chance(s, len(lord.deck), FOR_SPLITS + lord.seat)]
            s.log.append(e.Split(lord.seat, card))
            shown.append(card)
        best = max([(card.cost, card.spell_cost) for card in shown])
        tied = [lord for lord, card in zip(tied, shown, strict=True) if (card.cost, card.spell_cost) == best]
        if len(tied) == 1:
            break
    return tied[0].seat


covers(read_decks, "FS-17.1", "FS-17.2")
covers(begin, "FS-17.4", "FS-17.5")
covers(pick, "FS-17.6", "FS-17.7")
covers(set_up, "FS-4.1", "FS-4.3")

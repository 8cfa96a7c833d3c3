"""Starting matches (FS-17, FS-20.6) and reading positions (FS-19). Faults name the place and what would be right."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any, Final

from orrery.core.clause import covers
from orrery.core.data import DataFault, Fields, JsonObject, listed, named, shown, to_integer, to_list, to_text, to_word
from orrery.core.fate import Fate
from orrery.core.options import FLAG, NUMBER, SEATS, WORD, options_of
from orrery.games.five_spheres.cards import grammar
from orrery.games.five_spheres.cards import vocabulary as v
from orrery.games.five_spheres.cards.card import Card, CardTable
from orrery.games.five_spheres.cards.language import (
    ACTIVE,
    ATTACHED,
    ATTACHED_SPELL,
    BATTLEFIELD,
    CASTING,
    EVENTS,
    HIDDEN,
    NONE,
    SPELL,
    TOWER,
    VAULT,
    WORDS,
    effects_of,
)
from orrery.games.five_spheres.rules import assembly, battle
from orrery.games.five_spheres.rules import events as e
from orrery.games.five_spheres.rules.engine import FiveSpheresState, run
from orrery.games.five_spheres.rules.state import (
    ASSEMBLY,
    HIGHEST_NUMBER,
    HIGHEST_UID,
    OPTION_DECK,
    OVER,
    PARTNER,
    PAY,
    RULES,
    STAGES,
    STEPS,
    TAG,
    Attack,
    Draft,
    Lord,
    Piece,
    Program,
    Setting,
    Situation,
    Subject,
)
from orrery.games.five_spheres.rules.words import read_option

PACKAGE: Final = "orrery.games.five_spheres"

MATERIAL: Final = ("cards", "decks", "deck_numbers")
"""FS-20.6: what `new` takes in its options besides those of FS-19.1."""

REASONS: Final = ("last_lord", "max_turns")

TABLES: dict[str, CardTable] = {}
"""The tables of cards read last, by their text: matches with the same cards share one."""
MOST_TABLES: Final = 8


def standard_cards() -> JsonObject:
    """FS-17.10: the cards of a request or position that gives none."""
    text = resources.files(PACKAGE).joinpath("data").joinpath("testset.json").read_text(encoding="utf-8")
    table: JsonObject = json.loads(text)
    return table


def table_of(raw: object) -> CardTable:
    """The table of cards, read and checked; the test set if none is given."""
    if raw is None:
        known = TABLES.get("")
        if known is None:
            known = TABLES[""] = CardTable(standard_cards())
        return known
    if not isinstance(raw, dict):
        raise DataFault("cards", f"{shown(raw)} is not an object")
    for table in TABLES.values():
        if table.raw is raw:
            return table
    key = json.dumps(raw)
    known = TABLES.get(key)
    if known is None:
        known = CardTable(json.loads(key))
        if len(TABLES) > MOST_TABLES:
            standard = TABLES.get("")
            TABLES.clear()
            if standard is not None:
                TABLES[""] = standard
        TABLES[key] = known
    return known


def read_options(given: object) -> JsonObject:
    """FS-19.1: the options, complete and in order."""
    fields = Fields(given, "options")
    rows = options_of(PACKAGE)
    options: JsonObject = {}
    for kind in (SEATS, NUMBER, WORD, FLAG):
        rows.read(fields, kind, options)
    row = rows.row("generic_creature")
    options["generic_creature"] = dict(row.default)
    if fields.has("generic_creature"):
        part = Fields(fields.raw("generic_creature"), fields.at("generic_creature"))
        strength = part.integer("strength", row.least, row.most)
        options["generic_creature"] = {"strength": strength, "afflicted": part.integer("afflicted", 0, strength)}
        part.done()
    lords: int = options["lords"]
    options["first"] = None
    if fields.has("first") and fields.raw("first") is not None:
        options["first"] = fields.integer("first", 0, lords - 1)
    fields.done()
    only = rows.row("mode").seats_with(options["mode"])
    if only is not None and lords not in only:
        problem = f"{options['mode']} is for {' or '.join(map(str, only))} lords, not {lords}"
        raise DataFault("options.lords", problem, "team_lords", {"lords": lords})
    if options["assembly"] in ("open_draft", "blind_draft") and options["draft_batch"] > 2:
        problem = f"{options['assembly']} takes batches of 1 or 2"
        raise DataFault("options.draft_batch", problem, "draft_batch", {"assembly": options["assembly"]})
    return rows.in_order(options)


def start(given: JsonObject, fate: Fate, rules: int = RULES) -> FiveSpheresState:
    """FS-20.6: a match at its start, by that version of the rules. Raises DataFault or FateFault."""
    if not isinstance(given, dict):
        raise DataFault("options", f"{shown(given)} is not an object")
    options = read_options({key: value for key, value in given.items() if key not in MATERIAL})
    table = table_of(given.get("cards"))
    if "cards" in given and given["cards"] is None:
        raise DataFault("cards", "null is not an object")
    lists = assembly.read_decks(options, given, table)
    s = FiveSpheresState(Setting(options, table, rules), fate)
    s.measure()
    assembly.begin(s, lists)
    run(s)
    s.cuts = [event.as_json() for event in s.log if isinstance(event, e.Setup) and event.is_open()]
    s.log = []
    return s


# --- positions --------------------------------------------------------------------------------------------------------


def load(position: JsonObject, fate: Fate, rules: int = RULES) -> FiveSpheresState:
    """FS-19.1, FS-19.5: the state of a position, carried on to its next decision by that version of the rules. Raises
    DataFault or FateFault.
    """
    top = Fields(position, "")
    if top.raw("game") != "five_spheres" or not is_one(top.raw("version")):
        raise DataFault("game", 'a position of Five Spheres says "game": "five_spheres", "version": 1')
    options = read_options(top.raw("options") if top.has("options") else {})
    if top.has("cards") and top.raw("cards") is None:
        raise DataFault("cards", "null is not an object")
    table = table_of(top.raw("cards") if top.has("cards") else None)
    s = FiveSpheresState(Setting(options, table, rules), fate)
    lords: int = options["lords"]
    top.has("to_act")
    top.has("pending")
    tags = s.setting.is_tag
    s.step = STEPS.index(top.word("step", STEPS if tags else [word for word in STEPS if word != STEPS[TAG]], "battle"))
    if s.step == ASSEMBLY:
        s.turn = top.integer("turn", 0, 0, 0)
    else:
        s.turn = to_integer(top.raw("turn") if top.has("turn") else 2, "turn", 1, options["max_turns"])
    s.first = top.integer("first", 0, lords - 1, 0)
    s.active = top.integer("active", 0, lords - 1, 0)
    s.done = top.boolean("done", False)
    s.acts = top.integer("acts", 0, HIGHEST_NUMBER, 0)
    s.chain = top.integer("chain", 0, HIGHEST_NUMBER, 0)
    rows = top.items("seats")
    if len(rows) != lords:
        raise DataFault("seats", f"there are {len(rows)} seats for {lords} lords")
    uids: set[int] = set()
    for i, row in enumerate(rows):
        read_lord(s, s.lords[i], Fields(row, named("seats", i)), uids)
    read_placings(s, top)
    read_inside(s, rows)
    highest = max(uids) if uids else 0
    s.next_uid = to_integer(
        top.raw("next_uid") if top.has("next_uid") else highest + 1, "next_uid", highest + 1, HIGHEST_UID
    )
    if top.has("attack") and top.raw("attack") is not None:
        s.attack = read_attack(Fields(top.raw("attack"), "attack"), s.setting)
    s.programs = [
        read_program(Fields(row, named("programs", i)), table, lords, False)
        for i, row in enumerate(top.items("programs", []))
    ]
    s.queue = [
        read_program(Fields(row, named("queue", i)), table, lords, True) for i, row in enumerate(top.items("queue", []))
    ]
    if top.has("assembly") and top.raw("assembly") is not None:
        s.draft = read_draft(Fields(top.raw("assembly"), "assembly"), s)
    if top.has("result") and top.raw("result") is not None:
        read_result(s, Fields(top.raw("result"), "result"), lords)
    fate.queue = [to_integer(value, named("fate", i), 0) for i, value in enumerate(top.items("fate", []))]
    top.done()
    check(s)
    s.measure()
    s.listen()
    run(s)
    s.log = []
    return s


def is_one(value: object) -> bool:
    """The number 1, and not true."""
    return isinstance(value, int) and not isinstance(value, bool) and value == 1


def read_placings(s: Situation, top: Fields) -> None:
    """FS-19.1, FS-21.13: what the active lord has placed and played; in a citadel his seat says it."""
    placed, played = read_placed(top), top.boolean("played", False)
    if not s.setting.is_citadel:
        s.lords[s.active].placed = placed
        s.lords[s.active].played = played
    elif placed or played:
        raise DataFault("placed" if placed else "played", "in a citadel each seat says what its lord placed and played")


def read_placed(row: Fields) -> list[list[str]]:
    """FS-19.1: the spheres of the crystals placed this turn."""
    rows = row.items("placed", [])
    path = row.at("placed")
    if len(rows) > 2:
        raise DataFault(path, f"there are {len(rows)} crystals; a lord places at most 2 in a turn")
    return [read_spheres(spheres, named(path, i)) for i, spheres in enumerate(rows)]


def read_inside(s: Situation, rows: list[Any]) -> None:
    """FS-21.13: who is in, in tag team; a lord who does not say is in by the usual rule."""
    s.let_in()
    if s.setting.is_tag:
        for i, row in enumerate(rows):
            seat = Fields(row, named("seats", i))
            s.lords[i].inside = seat.boolean("in", s.lords[i].inside)


def read_spheres(value: object, path: str) -> list[str]:
    """FS-1.4: one sphere or two."""
    spheres = [to_word(word, named(path, i), v.SPHERES) for i, word in enumerate(to_list(value, path))]
    if len(spheres) not in (1, 2) or len(set(spheres)) != len(spheres):
        raise DataFault(path, f"{shown(value)} is not one sphere or two different ones")
    return spheres


def read_card(value: object, path: str, table: CardTable) -> Card:
    """A card of the table by its id."""
    card = table.cards.get(value) if isinstance(value, str) else None
    if card is None:
        raise DataFault(path, f"{shown(value)} is not a card of the table")
    return card


def read_cards(fields: Fields, key: str, table: CardTable) -> list[Card]:
    """A pile of cards; empty if it is not given."""
    return [read_card(id, named(fields.at(key), i), table) for i, id in enumerate(fields.items(key, []))]


def read_uid(fields: Fields, uids: set[int]) -> int:
    """FS-19.5: uids are unique."""
    uid = fields.integer("uid", 1, HIGHEST_UID)
    if uid in uids:
        raise DataFault(fields.at("uid"), f"the uid {uid} is there twice")
    uids.add(uid)
    return uid


def read_lord(s: Situation, lord: Lord, row: Fields, uids: set[int]) -> None:
    """FS-19.2, FS-21.13"""
    table = s.setting.table
    lord.out = row.boolean("out", False)
    lord.team = row.integer("team", 0, s.setting.lords - 1, lord.team)
    if s.setting.is_tag:
        row.has("in")
    if s.setting.is_citadel:
        lord.placed = read_placed(row)
        lord.played = row.boolean("played", False)
    lord.spent = row.integer("mana_spent", 0, HIGHEST_NUMBER, 0)
    lord.deck = read_cards(row, "deck", table)
    lord.hand = read_cards(row, "hand", table)
    lord.trash = read_cards(row, "trash", table)
    lord.groove = read_cards(row, "groove", table)
    lord.removed = read_cards(row, "removed", table)
    for key in ("battlefield", "fortress", "vault", "casting"):
        for i, raw in enumerate(row.items(key, [])):
            piece = Fields(raw, named(row.at(key), i))
            uid = read_uid(piece, uids)
            card = read_card(piece.raw("card"), piece.at("card"), table)
            if key == "battlefield":
                lord.battlefield.append(read_creature(piece, uid, card, lord.seat, table, uids))
            elif key == "fortress":
                lord.fortress.append(read_fortress(piece, uid, card, lord.seat, table, uids))
            elif key == "vault":
                lord.vault.append(Piece(uid, card, lord.seat, VAULT, False))
            else:
                lord.casting.append(Piece(uid, card, lord.seat, CASTING, False))
            piece.done()
    row.done()
    held = lord.battlefield or lord.fortress or lord.vault or lord.casting
    if lord.out and (held or lord.deck or lord.hand or lord.trash or lord.groove):
        raise DataFault(row.path, "a destroyed lord holds nothing but what is removed")


def read_creature(row: Fields, uid: int, card: Card, seat: int, table: CardTable, uids: set[int]) -> Piece:
    """FS-19.2: a creature on the battlefield."""
    c = Piece(uid, card, seat, BATTLEFIELD, row.boolean("facedown", False))
    c.engaged = row.boolean("engaged", False)
    c.afflicted = row.boolean("afflicted", False)
    c.dizzy = row.boolean("dizzy", False)
    c.bonus = 0
    if row.has("bonus"):
        c.bonus = row.integer("bonus", -HIGHEST_NUMBER, HIGHEST_NUMBER)
    for i, raw in enumerate(row.items("granted", [])):
        word = WORDS.index(to_word(raw, named(row.at("granted"), i), v.GRANTABLE))
        if c.words >> word & 1:
            raise DataFault(named(row.at("granted"), i), f"{raw} is granted twice")
        c.granted.append(word)
        c.words |= 1 << word
    read_attached(row, c, False, table, uids)
    return c


def read_fortress(row: Fields, uid: int, card: Card, seat: int, table: CardTable, uids: set[int]) -> Piece:
    """FS-19.2, FS-19.5: a tower or a spell."""
    is_tower = row.word("kind", ("tower", "spell"), "tower") == "tower"
    if not is_tower and card.spell_type not in (ACTIVE, HIDDEN):
        kind = v.SPELL_TYPES[card.spell_type]
        raise DataFault(row.at("card"), f"the spell of {card.id} is of type {kind}, which does not lie in a fortress")
    facedown = is_tower or card.spell_type == HIDDEN
    if row.boolean("facedown", facedown) != facedown:
        lies = "face down" if facedown else "face up"
        raise DataFault(row.at("facedown"), f"{'a tower' if is_tower else card.id} lies {lies} there")
    piece = Piece(uid, card, seat, TOWER if is_tower else SPELL, facedown)
    read_attached(row, piece, is_tower, table, uids)
    return piece


def read_attached(row: Fields, host: Piece, is_tower: bool, table: CardTable, uids: set[int]) -> None:
    """FS-19.5: attached spells with the right host."""
    for i, raw in enumerate(row.items("attached", [])):
        below = Fields(raw, named(row.at("attached"), i))
        uid = read_uid(below, uids)
        card = read_card(below.raw("card"), below.at("card"), table)
        below.done()
        if host.zone == SPELL or card.spell_type != ATTACHED_SPELL or card.host_is_tower != is_tower:
            raise DataFault(below.at("card"), f"{card.id} is no spell that can be attached here")
        host.attached.append(Piece(uid, card, host.seat, ATTACHED, False, host.uid))


def uid_or_none(fields: Fields, key: str) -> int:
    """A uid, or null."""
    return NONE if fields.raw(key) is None else fields.integer(key, 1, HIGHEST_UID)


def read_attack(row: Fields, setting: Setting) -> Attack:
    """FS-19.1; FS-21.13: the stage partner in a citadel only."""
    lords = setting.lords
    stages = STAGES if setting.is_citadel else [word for word in STAGES if word != STAGES[PARTNER]]
    attack = Attack(
        row.integer("attacker", 1, HIGHEST_UID),
        row.integer("by", 0, lords - 1),
        row.integer("defender", 0, lords - 1),
        uid_or_none(row, "target"),
    )
    attack.blocker = uid_or_none(row, "blocker")
    attack.stage = STAGES.index(row.word("stage", stages))
    attack.energy = row.integer("energy", 0, HIGHEST_NUMBER)
    spell = row.raw("spell") if row.has("spell") else None
    row.done()
    if (spell is not None) != (attack.stage == PAY):
        raise DataFault(row.at("spell"), "a spell waits in stage pay, and only then")
    if spell is not None:
        part = Fields(spell, row.at("spell"))
        attack.hand = part.integer("hand", 0, HIGHEST_NUMBER)
        attack.host = uid_or_none(part, "host")
        part.done()
    return attack


def read_program(row: Fields, table: CardTable, lords: int, waits: bool) -> Program:
    """FS-19.3: a running program, or with `waits` an entry of the queue."""
    seat = row.integer("seat", 0, lords - 1)
    uid, card = NONE, None
    if waits or row.raw("uid") is not None or row.raw("card") is not None:
        uid = row.integer("uid", 1, HIGHEST_UID)
        card = read_card(row.raw("card"), row.at("card"), table)
    effects = row.raw("do")
    grammar.check_running(effects, row.at("do"), seat, lords)
    program = Program(seat, uid, card, effects_of(effects))
    program.bearer = uid_or_none(row, "bearer")
    if row.raw("subject") is not None:
        part = Fields(row.raw("subject"), row.at("subject"))
        program.subject = Subject(
            part.integer("uid", 1, HIGHEST_UID),
            part.integer("seat", 0, lords - 1),
            read_card(part.raw("card"), part.at("card"), table),
        )
        part.done()
    if row.raw("event") is not None:
        program.event = EVENTS.index(row.word("event", EVENTS))
    if waits:
        program.hidden = row.boolean("hidden")
    else:
        program.last = [
            to_integer(uid, named(row.at("last"), i), 1, HIGHEST_UID) for i, uid in enumerate(row.items("last"))
        ]
        program.did = row.integer("did", 0, HIGHEST_NUMBER, 0)
        program.finish = row.boolean("finish")
        program.stop = row.boolean("stop")
        program.picked = [read_pick(pick, named(row.at("picked"), i)) for i, pick in enumerate(row.items("picked"))]
        if row.raw("first") is not None:
            program.first = read_pick(row.raw("first"), row.at("first"))
    row.done()
    return program


def read_pick(value: object, path: str) -> int:
    """FS-20.1: a card that was named."""
    found = read_option(to_text(value, path))
    if found < 0 or found & 7 > OPTION_DECK:
        raise DataFault(path, f"{shown(value)} is no option such as u9, p0.h1, p0.x4, p0.e0 or p0.c2")
    return found


def read_draft(row: Fields, s: Situation) -> Draft:
    """FS-19.4"""
    table, lords = s.setting.table, s.setting.lords
    method = row.word("method", assembly.METHODS[assembly.SETS :])
    if method != s.setting.options["assembly"]:
        raise DataFault(row.at("method"), f"{method} is not the option assembly")
    draft = Draft(assembly.METHODS.index(method))
    row.raw("pool")
    draft.pool = read_cards(row, "pool", table)
    row.raw("market")
    draft.market = read_cards(row, "market", table)
    for i, raw in enumerate(row.items("packs")):
        path = named(row.at("packs"), i)
        draft.packs.append([read_card(id, named(path, j), table) for j, id in enumerate(to_list(raw, path))])
    sets = Fields(row.raw("sets"), row.at("sets"))
    for letter in sets.value:
        if letter not in table.sets:
            raise DataFault(sets.path, f"{shown(letter)} is not a set of the table: {listed(sorted(table.sets))}")
        draft.sets[letter] = sets.integer(letter, 0, HIGHEST_NUMBER)
    draft.round = row.integer("round", 1, HIGHEST_NUMBER)
    draft.first = row.integer("first", 0, lords - 1)
    draft.to_pick = row.integer("to_pick", 0, lords - 1)
    draft.left = row.integer("left", 1, HIGHEST_NUMBER)
    draft.taken = row.integer("taken", 0, lords - 1)
    row.done()
    if len(draft.packs) != (lords if draft.method == assembly.CLOSED_DRAFT else 0):
        raise DataFault(row.at("packs"), "in a closed draft there is a pack for each lord, else none")
    check_draft(draft, s, row.path)
    return draft


def check_draft(draft: Draft, s: Situation, path: str) -> None:
    """FS-17: the assembly can go on from here to its end."""
    n = s.setting.lords
    if draft.method == assembly.SETS:
        missing = (assembly.SETS_A_DECK - draft.round + 1) * n - draft.taken
        if missing < 1 or sum(draft.sets.values()) < missing:
            raise DataFault(path, f"{missing} sets are still to be taken, and {sum(draft.sets.values())} are there")
        return
    batch = assembly.batch_of(s)
    if draft.method == assembly.RANDOM:
        if draft.left >= len(s.lords[draft.to_pick].deck):
            raise DataFault(path, "more cards are to be put back than the lord has")
        return
    if draft.left > batch:
        raise DataFault(named(path, "left"), f"{draft.left} is more than a batch of {batch}")
    if draft.method == assembly.CLOSED_DRAFT:
        check_packs(draft, s, path, batch)
        return
    rounds = assembly.DECK_SIZE // batch
    there = len(draft.market)
    wanted = (n - draft.taken - 1) * batch + draft.left
    if draft.round > rounds or there < wanted or len(draft.pool) < (rounds - draft.round) * (n + 1) * batch:
        raise DataFault(path, "the market and the pool do not suffice for the rounds to come")


def check_packs(draft: Draft, s: Situation, path: str, batch: int) -> None:
    """FS-17.8: the packs of a closed draft are of the sizes that the order of taking gives."""
    n = s.setting.lords
    full = len(draft.packs[(draft.first - 1) % n])
    if draft.taken == n - 1:
        full = len(draft.packs[draft.to_pick]) + batch - draft.left
    sizes_right = full <= assembly.PACK and full % batch == assembly.PACK % batch and full > batch
    for i in range(n):
        seat = (draft.first + i) % n
        size = full
        if i < draft.taken:
            size = full - batch
        elif i == draft.taken:
            size = full - batch + draft.left
            sizes_right = sizes_right and seat == draft.to_pick
        sizes_right = sizes_right and len(draft.packs[seat]) == size
    left = (assembly.ROUNDS_CLOSED - draft.round) * assembly.PACK * n
    if not sizes_right or draft.round > assembly.ROUNDS_CLOSED or len(draft.pool) < left:
        raise DataFault(path, "the packs and the pool do not fit the order of taking")


def read_result(s: Situation, row: Fields, lords: int) -> None:
    """FS-19.1"""
    path = row.at("winners")
    s.winners = [to_integer(seat, named(path, i), 0, lords - 1) for i, seat in enumerate(row.items("winners"))]
    s.reason = row.word("reason", REASONS)
    row.done()


def check(s: Situation) -> None:
    """FS-19.5: what must hold besides the notation."""
    if (s.step == OVER) != bool(s.reason):
        raise DataFault("result", "a match that is over has a result, and no other")
    if (s.step == ASSEMBLY) != (s.draft is not None):
        raise DataFault("assembly", "in the step assembly there is an assembly, and only then")
    if s.step == ASSEMBLY and any(lord.out for lord in s.lords):
        raise DataFault("seats", "no lord is destroyed before the first turn")
    if s.lords[s.active].out:
        raise DataFault("active", f"the lord {s.active} is destroyed")
    if s.step != OVER and s.sides() < 2:
        raise DataFault("seats", "only one side is left, and the match is not over")
    if s.setting.turns_by_teams:
        check_teams(s)
    attack = s.attack
    if attack is None:
        return
    lord = s.lords[attack.defender]
    if lord.out or s.lords[attack.by].out:
        raise DataFault("attack", "a destroyed lord neither attacks nor is attacked")
    if attack.stage != PAY:
        return
    if attack.hand >= len(lord.hand):
        raise DataFault("attack.spell.hand", f"the defender has {len(lord.hand)} hand cards")
    card = lord.hand[attack.hand]
    if not battle.can_pay(lord, card):
        raise DataFault("attack.spell", f"the defender cannot pay for {card.id}")
    hosts = [host.uid for host in battle.hosts_of(lord, card)] if card.spell_type == ATTACHED_SPELL else [NONE]
    if attack.host not in hosts:
        raise DataFault("attack.spell.host", f"{card.id} cannot lie there")


def check_teams(s: Situation) -> None:
    """FS-21.13: teams of two, who fall together where the rules say so; in tag team one of each is in."""
    for team in sorted({lord.team for lord in s.lords}):
        members = [lord for lord in s.lords if lord.team == team]
        if len(members) != 2:
            raise DataFault("seats", f"the team {team} has {listed_seats(members)}; a team has two lords")
        fallen = [lord for lord in members if lord.out]
        if s.setting.falls_together and len(fallen) == 1:
            raise DataFault("seats", f"{listed_seats(fallen)} cannot be destroyed alone: partners fall together here")
        if s.setting.is_tag and len([lord for lord in members if lord.inside]) != int(len(fallen) < 2):
            raise DataFault("seats", f"of {listed_seats(members)} exactly one is in while the team lives, else none")
    for lord in s.lords:
        if lord.out and lord.inside and s.setting.is_tag:
            raise DataFault(named("seats", lord.seat), "a destroyed lord is not in")
    if s.setting.is_tag and s.step != OVER:
        check_inside(s)


def check_inside(s: Situation) -> None:
    """FS-21.13: only lords who are in have turns, attacks and abilities."""
    places = {"active": s.active}
    if s.attack is not None:
        places.update({"attack.by": s.attack.by, "attack.defender": s.attack.defender})
    places.update({named("programs", i): program.seat for i, program in enumerate(s.programs)})
    places.update({named("queue", i): program.seat for i, program in enumerate(s.queue)})
    for path, seat in places.items():
        if not s.lords[seat].inside:
            raise DataFault(path, f"the lord {seat} is outside")


def listed_seats(lords: list[Lord]) -> str:
    """Lords by their seats, for a fault."""
    return listed([f"seat {lord.seat}" for lord in lords])


covers(start, "FS-20.6", "FS-17.9", "FS-17.10")
covers(load, "FS-19.5", "FS-20.5")
covers(read_options, "FS-1.7")

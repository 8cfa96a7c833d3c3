"""Records: a whole match as one JSON object that can always be replayed.

A record holds the options as given and the integers drawn in the setup, the events of the setup that everybody saw (if
there were any), the position after it (parts that ship with the package by name, version and hash, others whole), each
action with the integers drawn by it, each undo, the result, and the hash of the final position.
"""

from __future__ import annotations

from orrery.core.clause import BadPosition, Illegal, Over
from orrery.core.data import DataFault, Fields, JsonObject, to_integer, to_text
from orrery.core.fate import FateFault, TapeEnded
from orrery.core.game import Game
from orrery.core.match import CannotUndo, Match

FORMAT = 1


class BadRecord(Exception):
    """A record that is not one, or that does not replay to where it ended; `code` and `facts` say it in any
    language.
    """

    def __init__(self, problem: str, code: str = "", facts: JsonObject | None = None) -> None:
        super().__init__(problem)
        self.code = code
        self.facts: JsonObject = {} if facts is None else facts


def to_record(match: Match, players: list[str] | None = None) -> JsonObject:
    """The record of a match, finished or not. `players` names who sat where."""
    entries: list[JsonObject] = []
    for entry in match.entries:
        row: JsonObject = (
            {"act": entry.word, "draws": entry.draws} if entry.word else {"undo": entry.to, "by": entry.seat}
        )
        if entry.time is not None:
            row["time"] = entry.time
        entries.append(row)
    opening: JsonObject = {"opening": match.opening} if match.opening else {}
    return {
        "record": FORMAT,
        "game": match.game.name,
        "rules": match.game.version,
        "options": None if match.options is None else {k: v for k, v in match.options.items() if k != "cards"},
        "seats": match.state.seats(),
        "players": players,
        "setup": match.setup,
        "start": match.game.pack(match.first.position()),
        **opening,
        "entries": entries,
        "result": match.result().as_json(),
        "hash": match.hash(),
    }


def from_record(game: Game, record: JsonObject) -> Match:
    """The match of a record, replayed action by action, by the version of the rules that it was made with, and compared
    with the recorded end. Raises BadRecord.
    """
    try:
        return _replay(game, Fields(record, "record"))
    except DataFault as fault:
        raise BadRecord(str(fault), fault.code, {"field": fault.path, **fault.facts}) from None
    except BadPosition as refused:
        raise BadRecord(f"the start does not load: {refused}", "bad_start") from None


def _replay(game: Game, fields: Fields) -> Match:
    fields.integer("record", FORMAT, FORMAT)
    if fields.text("game") != game.name:
        problem = f"a record of {fields.text('game')}, not of {game.name}"
        raise BadRecord(problem, "other_game", {"game": fields.text("game"), "right": game.name})
    rules = fields.integer("rules", 1)
    if rules > game.version:
        problem = f"made with rules version {rules}; this program knows {game.version}"
        raise BadRecord(problem, "newer_rules", {"rules": rules, "known": game.version})
    start = fields.raw("start")
    if not isinstance(start, dict):
        raise BadRecord("record.start is not an object", "bad_start")
    game = game.by_rules(rules)
    full = game.unpack(start)
    match = Match.load(game, full)
    match.options = _options(fields.raw("options"), start, full)
    match.setup = [to_integer(v, fields.at("setup"), 0) for v in fields.items("setup")]
    match.opening = _opening(game, fields)
    for i, raw in enumerate(fields.items("entries")):
        _replay_entry(match, Fields(raw, f"record.entries[{i}]"), i + 1)
    if match.hash() != fields.text("hash"):
        raise BadRecord("the final position is not the recorded one", "other_end")
    if match.result().as_json() != fields.raw("result"):
        raise BadRecord("the result is not the recorded one", "other_result")
    return match


def _options(options: object, start: JsonObject, full: JsonObject) -> JsonObject | None:
    """The options as they were given: cards that the match brought stand in its start alone, and there they are whole;
    who plays again plays with them.
    """
    if not isinstance(options, dict):
        return None
    cards: object = start.get("cards")
    return {**options, "cards": cards} if cards is not None and full.get("cards") is cards else options


def _opening(game: Game, fields: Fields) -> list[JsonObject]:
    """The events of the setup that everybody saw, of which a record may tell."""
    found = fields.items("opening", [])
    shapes = game.guide().shapes()
    for i, event in enumerate(found):
        fault = shapes.fault_in_event(event) if shapes is not None else None
        if fault is not None or not isinstance(event, dict):
            raise BadRecord(f"record.opening[{i}]: {fault or 'not an object'}", "bad_opening", {"number": i + 1})
    return found


def _replay_entry(match: Match, row: Fields, number: int) -> None:
    time = row.integer("time") if row.has("time") else None
    if row.has("undo"):
        by = row.integer("by", -1)
        try:
            match.undo(row.integer("undo", 0), None if by < 0 else by, time)
        except CannotUndo as too_far:
            raise BadRecord(f"{row.path}: {too_far}", "undo_too_far", {"number": number}) from None
        return
    word = to_text(row.raw("act"), row.at("act"))
    draws = [to_integer(v, row.at("draws"), 0) for v in row.items("draws")]
    try:
        match.redo(word, draws, time)
    except Illegal as illegal:
        problem = f"{row.path}: {word!r} is refused: {illegal}"
        raise BadRecord(problem, "action_refused", {"number": number, "action": word[:40]}) from None
    except Over:
        problem = f"{row.path}: {word!r} comes after the end"
        raise BadRecord(problem, "after_the_end", {"number": number, "action": word[:40]}) from None
    except TapeEnded as ended:
        raise BadRecord(f"{row.path}: {ended}", "draws_missing", {"number": number}) from None
    except FateFault as unfit:
        raise BadRecord(f"{row.path}: {unfit}", "draws_left", {"number": number}) from None

"""The commands of the table: all that a person types besides actions. Each has its help in the table's texts."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.text import Text

from orrery.core.clause import LANGUAGES
from orrery.core.match import Match
from orrery.core.records import BadRecord, from_record, to_record
from orrery.terminal import study
from orrery.terminal.drawing import fit, flow, styled, width
from orrery.terminal.players import (
    OPPONENT,
    STAND_IN,
    BadPlayers,
    Player,
    read_players,
    shown_names,
    strangers_among,
)
from orrery.terminal.prompt import EndOfInput, Interrupted
from orrery.terminal.sheet import Choice, Move, Offer, Scene, Tried, Unclear
from orrery.terminal.texts import Texts

if TYPE_CHECKING:
    from orrery.terminal.table import Table


class Leave(Exception):
    """The person at the keyboard leaves the table."""


LARGEST_FILE: Final = 32 * 1024 * 1024
LOG_LENGTH: Final = 20


def find(word: str, texts: Texts) -> str | None:
    """The command that a word names, by itself or by one of its aliases."""
    if word in COMMANDS:
        return word
    for name in COMMANDS:
        if word in texts.words(f"alias.{name}"):
            return name
    return None


def nearest_name(word: str, table: Table) -> str | None:
    """The command that a misspelt word may have meant."""
    near = get_close_matches(word, [*COMMANDS, *table.sheet.extras()], 1, 0.7)
    return near[0] if near else None


def candidates(table: Table, scene: Scene) -> list[str]:
    """Lines with commands that could be typed now, for completion."""
    found = [*COMMANDS, *table.sheet.extras()]
    found += [f"lang {lang}" for lang in LANGUAGES]
    book = table.clauses.book
    found += [f"rules {id}" for id in (*book.titles, *book.clauses)] if book is not None else []
    found += [f"why {line}" for line in scene.actions[:500]]
    found += [f"help {name}" for name in COMMANDS]
    found += ["analyse all"]
    return found


# --- looking ----------------------------------------------------------------------------------------------------------


def show_help(table: Table, words: str) -> None:
    """`help`: how to play by keyboard and the commands in short; `help all` says a sentence about each."""
    texts, screen = table.texts, table.screen
    names = [*COMMANDS, *table.sheet.extras()]
    if not words:
        screen.show(table.sheet.help())
        screen.say(Text("", style="bold").append_text(texts.say("help.commands")))
        for topic, group in {**TOPICS, "help.game": [*table.sheet.extras()]}.items():
            if group:
                usages = [Text(texts.raw(f"command.{name}").partition(" | ")[0].strip(), "bold") for name in group]
                lines = flow(usages, screen.room, 11)
                lines[0] = fit(Text("  ").append_text(texts.say(topic)), 11).append_text(lines[0][11:])
                screen.show(lines)
        return
    if words not in texts.words("alias.all"):
        name = find(words, texts) or next(
            (extra for extra in table.sheet.extras() if words in (extra, *texts.words(f"alias.{extra}"))), None
        )
        if name is None:
            near = nearest_name(words, table)
            screen.say(texts.say("help.unknown" if near is None else "help.unknown_near", tried=words, near=near or ""))
            return
        names = [name]
    rows = []
    for name in names:
        usage, _, does = texts.raw(f"command.{name}").partition(" | ")
        rows.append((Text("  ").append(usage.strip(), "bold"), Text(does.strip())))
    wide = max(width(left) for left, _ in rows) + 2
    for left, right in rows:
        screen.say(fit(left, wide).append_text(right), indent=wide, first=0)
    also = texts.words(f"alias.{names[0]}") if len(names) == 1 else []
    if also:
        screen.say(texts.say("help.also", words=", ".join(also)), indent=2)


def show_view(table: Table, words: str) -> None:
    """`view`: the whole picture again, and the question."""
    scene = table.here()
    if table.screen.tall is None or not table.pictures or not scene.actions:
        table.show_picture(scene)
    ask_again(table)


def ask_again(table: Table) -> None:
    """Puts the question once more that a person has to answer."""
    scene = table.here()
    if scene.actions:
        table.pose(table.sheet.ask(scene), due=True)


def show_actions(table: Table, words: str) -> None:
    """`actions`: what is legal now, numbered."""
    scene = table.here()
    if not scene.actions:
        table.screen.say(table.texts.say("actions.not_asked"))
        return
    found = table.sheet.listing(scene, words)
    if isinstance(found, Unclear):
        table.screen.say(found.sentence)
    else:
        table.pose(found)


def show_card(table: Table, words: str) -> None:
    """`card`: one card with all its texts."""
    show_named(table, words, table.sheet.card, "card")


def show_look(table: Table, words: str) -> None:
    """`look`: a part of the table up close."""
    show_named(table, words, table.sheet.look, "look")


def show_named(table: Table, words: str, show: Callable[[Scene, str], list[Text] | None], name: str) -> None:
    """Something by what was typed, or a sentence that there is no such thing."""
    lines = show(table.here(), words) if words else None
    if lines is not None:
        table.screen.show(lines)
    elif words:
        table.screen.say(table.texts.say(f"{name}.unknown", tried=words))
    else:
        show_help(table, name)


def show_log(table: Table, words: str) -> None:
    """`log`: what has happened, in sentences; the last ones unless all or a number is asked for."""
    scene = table.here()
    lines = table.sheet.tell(scene, scene.seen)
    if words in table.texts.words("alias.all"):
        most = len(lines)
    else:
        most = int(words[:6]) if words.isascii() and words.isdigit() else LOG_LENGTH
    if not lines:
        table.screen.say(table.texts.say("log.empty"))
    elif most < len(lines):
        table.screen.say(table.texts.say("log.earlier", n=len(lines) - most))
    for line in lines[len(lines) - min(most, len(lines)) :]:
        table.screen.say(line, indent=4, first=2)


def show_score(table: Table, words: str) -> None:
    """`score`: the scores as the table lies now, and how they come about."""
    for line in table.sheet.score(table.here()):
        table.screen.say(line, indent=4, first=0)


def show_rules(table: Table, words: str) -> None:
    """`rules`: the sections, a section, a clause, or where words occur."""
    found = table.clauses.find(words, table.screen.room)
    if found is None:
        for sentence in table.clauses.missing(words):
            table.screen.say(sentence)
    else:
        table.screen.show(found)


def show_why(table: Table, words: str) -> None:
    """`why`: why an action is refused; alone, what was refused last again, with the whole clause."""
    scene = table.here()
    if not scene.actions:
        table.screen.say(table.texts.say("actions.not_asked"))
        return
    if not words:
        if table.refused:
            table.refuse(scene, table.refused, whole=True)
        else:
            table.screen.say(table.texts.say("why.nothing"))
        return
    reading = Move(words) if words in scene.actions else table.sheet.read(scene, words)
    if isinstance(reading, Unclear):
        table.screen.say(reading.sentence)
    elif isinstance(reading, Offer):
        table.screen.say(table.texts.say("why.allowed", tried=words))
    elif isinstance(reading, Tried):
        table.refuse(scene, reading.words, words, why=reading.why)
    else:
        table.refuse(scene, [reading.word if isinstance(reading, Move) else words])


def show_hint(table: Table, words: str) -> None:
    """`hint`: the three best actions of the person who is asked, numbered, with their chances and why."""
    scene = table.here()
    if not scene.actions:
        table.screen.say(table.texts.say("actions.not_asked"))
        return
    if len(scene.actions) == 1:
        action = table.sheet.action(scene, scene.actions[0])
        table.screen.say(table.texts.say("hints.forced", action=action))
        return
    table.screen.say(styled(table.texts.line("hints.wait"), "dim"))
    table.screen.out.flush()
    try:
        hints = study.ask_hints(table.game, scene, table.match.number)
    except KeyboardInterrupt:
        table.screen.say(table.texts.say("hints.stopped"))
        return
    labels = study.hint_labels(table.game, table.sheet, table.texts, scene, hints)
    choices = [Choice(label, hint.word) for label, hint in zip(labels, hints, strict=True)]
    table.pose(Offer(table.texts.say("hints.title"), choices=choices))


def show_analysis(table: Table, words: str) -> None:
    """`analyse`: what each decision of the match lost and where it turned, when it is over."""
    if words and words not in table.texts.words("alias.all"):
        show_help(table, "analyse")
        return
    match = table.match
    if match.to_act() is not None:
        table.screen.say(table.texts.say("study.not_over"))
        return
    table.screen.say(styled(table.texts.line("study.wait", n=match.taken), "dim"))
    table.screen.out.flush()
    try:
        found = study.ask_analysis(table.game, match, table.screen)
    except KeyboardInterrupt:
        table.screen.say(table.texts.say("hints.stopped"))
        return
    names = shown_names(table.players, table.texts)
    study.Report(found, match, table.sheet, table.texts, table.screen, names).show(bool(words))


# --- settings ---------------------------------------------------------------------------------------------------------


def set_language(table: Table, words: str) -> None:
    """`lang`: the other language from now on."""
    if words not in LANGUAGES:
        table.screen.say(table.texts.say("lang.which", languages=", ".join(LANGUAGES)))
        return
    table.texts.lang = words
    table.screen.say(table.texts.say("lang.now"))
    ask_again(table)


def set_pictures(table: Table, words: str) -> None:
    """`picture`: whether every turn begins with the picture, or only sentences are printed (for slow lines)."""
    on = switched(table, words, table.pictures)
    if on is not None:
        table.pictures = on
        table.screen.say(table.texts.say("picture.on" if on else "picture.off"))


def switched(table: Table, words: str, now: bool) -> bool | None:
    """What `on`, `off` or nothing at all turns a switch to; None after a sentence if it is something else."""
    if not words:
        return not now
    if words in table.texts.words("alias.on"):
        return True
    if words in table.texts.words("alias.off"):
        return False
    table.screen.say(table.texts.say("switch.which"))
    return None


# --- history ----------------------------------------------------------------------------------------------------------


def undo(table: Table, words: str) -> None:
    """`undo`: takes back the last action: alone where nothing was learned by it, else if all agree."""
    match = table.match
    seat = table.sitting
    by_people = [i for i, entry in enumerate(match.line) if entry.seat in table.people]
    if not by_people:
        table.screen.say(table.texts.say("undo.nothing"))
        return
    back = by_people[-1]
    word = match.line[back].word
    alone = seat is not None and match.undo_limit(seat) < match.taken and back == match.taken - 1
    if not alone:
        question = "undo.agree" if len(table.people) > 1 else "undo.sure"
        if not table.agree(table.texts.say(question, n=match.taken - back, word=word)):
            table.screen.say(table.texts.say("undo.kept"))
            return
    table.screen.say(table.texts.say("undo.done", word=word))
    match.undo(back, seat if alone else None)
    table.told = min(table.told, match.taken)
    count = table.events_before(match.taken)
    table.told_alone = [min(told, count) for told in table.told_alone]
    table.fresh = [min(fresh, count) for fresh in table.fresh]
    table.shown = None
    table.over_said = False
    table.keep()


def save(table: Table, words: str) -> None:
    """`save`: writes the match to a file."""
    if not words:
        show_help(table, "save")
        return
    place = file_named(words)
    if words.endswith(("/", "/.", "/..")) or words in (".", "..", "~"):
        table.screen.say(table.texts.say("save.failed", file=words, fault=table.texts.raw("save.folder")))
        return
    if place.suffix == "":
        place = place.with_name(f"{place.name}.json")
    try:
        exists = place.exists()
    except (OSError, ValueError):
        exists = False
    if exists and not table.agree(table.texts.say("save.exists", file=str(place))):
        table.screen.say(table.texts.say("save.kept"))
        return
    record = to_record(table.match, [player.spec for player in table.players])
    try:
        write(place, json.dumps(record, ensure_ascii=False))
    except (OSError, ValueError) as fault:
        table.screen.say(table.texts.say("save.failed", file=str(place), fault=reason(fault)))
        return
    table.saved = table.match.number
    table.screen.say(table.texts.say("save.done", file=str(place)))


def write(place: Path, text: str) -> None:
    """Writes a whole file or nothing: what stood there before stays until the new file is complete."""
    beside = place.with_name(f"{place.name}.part")
    beside.write_text(text + "\n", encoding="utf-8")
    os.replace(beside, place)


def file_named(words: str) -> Path:
    """A file as a person types it."""
    try:
        return Path(words).expanduser()
    except RuntimeError:
        return Path(words)


def reason(fault: Exception) -> str:
    """What went wrong with a file, in few words."""
    return fault.strerror or str(fault) if isinstance(fault, OSError) else str(fault)


def load(table: Table, words: str) -> None:
    """`load`: a match from a file takes the place of the present one."""
    if not words:
        show_help(table, "load")
        return
    place = file_named(words)
    try:
        match, players = read_match(table, place)
    except (BadRecord, BadPlayers, OSError) as fault:
        table.screen.say(table.texts.say("load.failed", file=str(place), fault=reason(fault)))
        return
    if is_unsaved(table) and not table.agree(table.texts.say("load.sure")):
        table.screen.say(table.texts.say("load.kept"))
        return
    put_aside(table)
    table.lay(match, players, table.fate)
    table.screen.say(table.texts.say("load.done", file=str(place), n=match.taken))


def read_match(table: Table, place: Path) -> tuple[Match, list[Player]]:
    """The match of a file, and who plays on. Raises BadRecord or OSError with what is wrong."""
    try:
        if place.suffix == "" and place.name and not place.exists():
            place = place.with_name(f"{place.name}.json")
        if place.is_dir():
            raise BadRecord(table.texts.line("load.folder"))
        if place.exists() and not place.is_file():
            raise BadRecord(table.texts.line("load.no_file"))
        if place.stat().st_size > LARGEST_FILE:
            raise BadRecord(table.texts.line("load.too_large"))
        record = json.loads(place.read_text(encoding="utf-8"))
    except RecursionError:
        raise BadRecord(table.texts.line("load.no_json")) from None
    except ValueError as fault:
        raise BadRecord(f"{table.texts.line('load.no_json')} {fault}") from None
    if not isinstance(record, dict):
        raise BadRecord(table.texts.line("load.no_record"))
    name = record.get("game")
    if isinstance(name, str) and name != table.game.name:
        raise BadRecord(table.texts.line("load.other_game", game=name))
    match = from_record(table.game, record)
    return match, players_of(table, record.get("players"), match.state.seats())


def players_of(table: Table, specs: object, seats: int) -> list[Player]:
    """Who sits where in a loaded match: those of the record, else those at the table, else one person among bots.

    A record may come from anybody, so the code of a bot that it names is run only if the person says so.
    """
    if isinstance(specs, list) and len(specs) == seats and all(isinstance(spec, str) for spec in specs):
        sitting = [player.spec for player in table.players]
        strangers = [spec for spec in strangers_among(specs) if spec not in sitting]
        for spec in strangers:
            if not table.agree(table.texts.say("load.code", bot=repr(spec), other=STAND_IN)):
                specs = [STAND_IN if each == spec else each for each in specs]
        try:
            return read_players(specs, table.game)
        except BadPlayers:
            pass
    if len(table.players) == seats:
        return table.players
    return read_players(["human", *[OPPONENT] * (seats - 1)], table.game)


def is_unsaved(table: Table) -> bool:
    """Would something be lost by leaving this match now? Only what a person has played counts."""
    match = table.match
    played = any(entry.seat in table.people for entry in match.line)
    return played and table.saved != match.number and match.to_act() is not None and not table.is_kept()


# --- coming and going -------------------------------------------------------------------------------------------------


def play_again(table: Table, words: str) -> None:
    """`again`: another match with the same players; with `swap` they change seats."""
    if is_unsaved(table) and not table.agree(table.texts.say("again.sure")):
        return
    players = table.players
    if words in table.texts.words("alias.swap"):
        table.players = [*players[1:], *players[:1]]
    elif words:
        show_help(table, "again")
        return
    put_aside(table)
    if table.again(table):
        table.introduce()
    else:
        table.players = players


def put_aside(table: Table) -> None:
    """Nobody plays the present match for now: says that it is kept, if it is."""
    if table.is_kept() and table.match.to_act() is not None:
        table.keep(playing=False)
        table.screen.say(table.texts.say("leave.kept"))


def leave(table: Table, words: str = "", ended: bool = False) -> None:
    """`quit`: leaves the table; a match that is not over is kept, or where that cannot be, can be saved first."""
    if not is_unsaved(table):
        put_aside(table)
        raise Leave
    table.screen.say(table.texts.say("leave.unsaved"))
    while True:
        try:
            typed = table.hear(table.texts.line("leave.prompt")).strip()
        except (EndOfInput, Interrupted, KeyboardInterrupt):
            if ended:
                table.screen.say(table.texts.say("leave.lost"))
            raise Leave from None
        if typed.lower() in table.texts.words("alias.back"):
            return
        if not typed or typed.lower() in table.texts.words("alias.no"):
            raise Leave
        save(table, typed)
        if not is_unsaved(table):
            raise Leave


COMMANDS: Final[dict[str, Callable[[Table, str], None]]] = {
    "actions": show_actions,
    "why": show_why,
    "hint": show_hint,
    "undo": undo,
    "view": show_view,
    "look": show_look,
    "card": show_card,
    "score": show_score,
    "log": show_log,
    "rules": show_rules,
    "lang": set_language,
    "picture": set_pictures,
    "save": save,
    "load": load,
    "again": play_again,
    "analyse": show_analysis,
    "quit": leave,
    "help": show_help,
}
TOPICS: Final = {
    "help.decide": ["actions", "why", "hint", "undo"],
    "help.look": ["view", "look", "card", "score", "log", "rules"],
    "help.match": ["save", "load", "again", "analyse", "quit"],
    "help.table": ["lang", "picture", "help"],
}
"""How the short help groups the commands."""
READING: Final = ("help", "look", "card", "score", "log", "rules")
"""Commands that show something to read: page by page where it is long."""
RAW: Final = ("save", "load")
"""Commands whose words are file names, taken as they were typed."""

"""Files of matches of the lab: a run that is broken off and taken up again, a share of it played elsewhere, and many
files added up.

The first line of a file says what experiment its matches are of, and whoever opens it for another one is told what
differs. Beside that stand the whole experiment, the question for which it was played, and the command: from them the
report can be made wherever the file is. Every other line is a match with its key.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from sys import modules
from typing import Final

from orrery.core.data import JsonObject
from orrery.games import game_named
from orrery.lab.ladder import code_mark
from orrery.lab.simulate import MatchFile, WrongFile, no_matches, read_matches
from orrery.lab.sittings import PROBES, Experiment, Row, Sitting

WORDS: Final = {
    "game": "the game",
    "rules": "the version of the rules",
    "code": "the mark of rules and bots",
    "seed": "the seed",
    "probes": "what is counted",
    "setups": "what is played",
}
"""What the first line of a file must agree in, and what it is called; in this order a difference is looked for."""


# --- shares -----------------------------------------------------------------------------------------------------------


class BadShare(ValueError):
    """A share that is none: a sentence."""


class Share:
    """A part of a run, such as the third of sixteen. Rounds are dealt out in turn, so that shares are of one size and
    all variants and turns of a round, which are compared with each other, are in one share.
    """

    __slots__ = ("number", "of")

    def __init__(self, number: int, of: int) -> None:
        """Raises BadShare."""
        if not 1 <= number <= of:
            raise BadShare(f"{number}/{of} is no share; {f'there are 1/{of} to {of}/{of}' if of > 0 else NO_SHARE}")
        self.number = number
        self.of = of

    @staticmethod
    def named(word: str) -> Share:
        """The share that this says. Raises BadShare."""
        number, slash, of = word.partition("/")
        if not slash or not number.isdecimal() or not of.isdecimal():
            raise BadShare(f"{word!r} is no share; {NO_SHARE}")
        return Share(int(number), int(of))

    @staticmethod
    def of_sitting(sitting: Sitting, of: int) -> Share:
        """The share of so many that a sitting is in."""
        return Share(sitting.round % of + 1, of)

    def has(self, sitting: Sitting) -> bool:
        """Is the sitting in it?"""
        return sitting.round % self.of + 1 == self.number

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


NO_SHARE: Final = "a share is written such as 3/16, the third of sixteen"


# --- the first line ---------------------------------------------------------------------------------------------------


def digest(value: object) -> str:
    """A short hash of something plain."""
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:12]


def marks_of(probes: Iterable[str]) -> JsonObject:
    """The probes by name, each with a mark of the code that counts: other code, other counts."""
    made: JsonObject = {}
    for name in probes:
        module = modules.get(str(getattr(PROBES[name], "__module__", "")))
        source = Path(getattr(module, "__file__", None) or "")
        # What is compiled belongs to the bots or the games, and their mark says it.
        made[name] = sha256(source.read_bytes()).hexdigest()[:12] if source.suffix == ".py" else ""
    return made


def setup_of(experiment: Experiment) -> JsonObject:
    """What a file of matches must agree in. How many matches are wanted, and what is asked of them, may change: what
    was played stays true.
    """
    game = game_named(experiment.game)
    assert game is not None, experiment.game
    return {
        "game": experiment.game,
        "rules": game.version,
        "code": code_mark(),
        "seed": experiment.seed,
        "probes": marks_of(experiment.probes),
        "setups": digest([setup.as_json() for setup in experiment.setups]),
    }


def difference(there: JsonObject, here: JsonObject, apart: str) -> str | None:
    """In what the first lines of two files differ, as words; `apart` is said of the marks that tell nothing else."""
    for field, words in WORDS.items():
        old, new = there["setup"].get(field), here["setup"].get(field)
        if old == new:
            continue
        if field == "setups":
            return f"{words} is another: {_other_setups(there.get('experiment'), here['experiment'])}"
        if field == "probes":
            names = [", ".join(probes) or "nothing" for probes in (old or {}, new or {})]
            return f"{words} is {names[0]} there and {names[1]} {apart}" if names[0] != names[1] else (
                f"the code that counts {next(name for name in new if old[name] != new[name])} is another"
            )  # fmt: skip
        return f"{words} is {old!r} there and {new!r} {apart}"
    return None


def _other_setups(there: JsonObject | None, here: JsonObject) -> str:
    old = [] if there is None else there["setups"]
    new = here["setups"]
    if len(old) != len(new):
        return f"{len(old)} kinds of matches there and {len(new)} here"
    for one, other in zip(old, new, strict=True):
        names = [f"{setup['variant']}, {setup['mode']}: {' - '.join(setup['names'])}" for setup in (one, other)]
        if names[0] != names[1]:
            return f"{names[0]} there and {names[1]} here"
        if one["options"] != other["options"]:
            return f"other options or cards of {names[0]}"
    return "in its first line"


# --- a run's own file -------------------------------------------------------------------------------------------------


class RunFile(MatchFile):
    """The file that a run writes and goes on from."""

    def __init__(
        self,
        path: Path,
        experiment: Experiment,
        question: JsonObject | None = None,
        command: str = "",
        share: Share | None = None,
    ) -> None:
        """Raises WrongFile."""
        notes: JsonObject = {
            "shares": [] if share is None else [str(share)],
            "question": question,
            "command": command,
            "experiment": experiment.as_json(),
        }
        self.here: JsonObject = {"setup": setup_of(experiment), **notes}
        super().__init__(path, self.here["setup"], notes)
        self.known = {key: row for _, key, row in rows_of(path, self.rows, experiment)}
        """By key: the rows that were there."""
        self.rows.clear()
        if self.head.get("question") != question:
            self.note("command", command)
            self.note("question", question)

    def compare(self, found: JsonObject, setup: JsonObject) -> None:
        """Raises WrongFile."""
        if not isinstance(self.head.get("experiment"), dict):
            raise WrongFile(no_matches(self.path))
        fault = difference(self.head, self.here, "here")
        if fault is not None:
            raise WrongFile(f"{self.path}: its matches belong to another run: {fault}; choose another file")
        shares = self.head.get("shares", [])
        if self.here["shares"] and shares != self.here["shares"]:
            held = f"share {' and '.join(shares)}" if shares else "all of a run"
            raise WrongFile(f"{self.path}: it is for {held}, not for share {self.here['shares'][0]}; choose another")

    def plan(self, all: int, here: int) -> None:
        """So many matches the whole run has, and so many of them this file is for. Raises WrongFile."""
        self.note("planned", {"all": all, "shares": dict.fromkeys(self.here["shares"], here)})

    def note(self, name: str, value: object) -> None:
        """From now on this stands in the first line; the file is whole at every moment. Raises WrongFile."""
        if self.head.get(name) == value:
            return
        self.head[name] = value
        try:
            self._file.close()
            _, _, matches = self.path.read_bytes().partition(b"\n")
            beside = self.path.with_name(self.path.name + ".new")
            beside.write_bytes(json.dumps(self.head, separators=(",", ":")).encode() + b"\n" + matches)
            beside.replace(self.path)
            self._file = self.path.open("ab")
        except OSError as fault:
            raise WrongFile(f"{self.path}: {fault.strerror or fault}") from None


def rows_of(path: Path, rows: Sequence[JsonObject], experiment: Experiment) -> list[tuple[int, str, Row]]:
    """The matches of a file, each with the number of its line and its key, every key once. Raises WrongFile."""
    found: list[tuple[int, str, Row]] = []
    lines: dict[str, int] = {}
    for number, line in enumerate(rows, 2):
        try:
            sitting, row = Sitting.named(line["key"]), Row.from_json(line)
            setup = experiment.setups[sitting.setup]
            seats = len(sitting.bots)
            fits = sitting.key == line["key"] and 0 <= sitting.turn < setup.turns and sitting.round >= 0
            fits = fits and sitting.setup >= 0 and len(row.shares) == len(row.names) == seats
            fits = fits and isinstance(row.actions, int) and set(row.probes) == set(experiment.probes)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError):
            fits = False
        if not fits:
            raise WrongFile(f"{path}: line {number} is no match of this run; correct it or choose another file")
        if sitting.key not in lines:
            lines[sitting.key] = number
            found.append((number, sitting.key, row))
        elif rows[lines[sitting.key] - 2] != line:
            raise WrongFile(f"{path}: lines {lines[sitting.key]} and {number} are two matches of one key; correct it")
    return found


# --- many files -------------------------------------------------------------------------------------------------------


class Merged:
    """The matches of several files, each once."""

    def __init__(self, head: JsonObject, experiment: Experiment) -> None:
        self.head = head
        """The first line of the first file, with the shares of all."""
        self.experiment = experiment
        self.rows: dict[str, Row] = {}
        """By key."""
        self.twice = 0
        """How many lines said what another line had said."""
        self.places: dict[str, tuple[Path, int]] = {}
        """By key: file and line."""

    @property
    def shares(self) -> list[Share]:
        """The shares that the files were for; none if they were for all of a run."""
        return [Share.named(word) for word in self.head["shares"]]

    @property
    def is_of_this_code(self) -> bool:
        """Would the rules and bots that are here play the same?"""
        return bool(self.head["setup"].get("code") == code_mark())

    def add(self, path: Path, rows: Sequence[JsonObject]) -> None:
        """The matches of one more file. Raises WrongFile."""
        fresh = rows_of(path, rows, self.experiment)
        self.twice += len(rows) - len(fresh)
        for line, key, row in fresh:
            known = self.rows.get(key)
            if known is None:
                self.rows[key] = row
                self.places[key] = path, line
            elif known.as_json() == row.as_json():
                self.twice += 1
            else:
                other, number = self.places[key]
                raise WrongFile(
                    f"{path}: line {line} is another match than line {number} of {other}, and both are {key}; one of "
                    "the two was not played by what the file says"
                )

    def write(self, path: Path) -> None:
        """Writes all in one file, round by round, whatever the order of the files. Raises WrongFile."""
        beside = path.with_name(path.name + ".new")
        keys = sorted(self.rows, key=_place)
        try:
            with beside.open("w", encoding="utf-8") as file:
                for row in (self.head, *({"key": key, **self.rows[key].as_json()} for key in keys)):
                    file.write(json.dumps(row, separators=(",", ":")) + "\n")
            beside.replace(path)
        except OSError as fault:
            raise WrongFile(f"{path}: {fault.strerror or fault}") from None

    def what_is_missing(self, missing: Iterable[Sitting] = ()) -> str | None:
        """What the files lack, as a sentence: of all that the shares were to play, or of what a report asked for in
        vain; None if they lack nothing that is known of.
        """
        lacking = list(missing)
        sizes = {share.of for share in self.shares}
        planned = self.head.get("planned")
        if len(sizes) != 1 or not planned:
            return f"{len(lacking):,} matches are missing: the run was broken off" if lacking else None
        (of,) = sizes
        played = Counter(Share.of_sitting(Sitting.named(key), of).number for key in self.rows)
        here = {share.number for share in self.shares}
        sets = {
            "missing": set(range(1, of + 1)) - here,
            "not finished": {number for number in here if played[number] < planned["shares"].get(f"{number}/{of}", 0)},
        }
        said = [_told([f"{number}/{of}" for number in sorted(sets[words])], words) for words in sets if sets[words]]
        count = planned["all"] - len(self.rows)
        return f"{'; '.join(said)}: {count:,} of {planned['all']:,} matches" if count > 0 and said else None


def _told(shares: list[str], words: str) -> str:
    if len(shares) == 1:
        return f"share {shares[0]} is {words}"
    return f"shares {', '.join(shares[:-1])} and {shares[-1]} are {words}"


def _place(key: str) -> tuple[int, int, int, list[str]]:
    sitting = Sitting.named(key)
    return sitting.round, sitting.setup, sitting.turn, sitting.bots


def read_run(path: Path) -> tuple[JsonObject, list[JsonObject]]:
    """The first line of a file of the lab, and its matches; the file is only read, and a torn last line is left out.
    Raises WrongFile.
    """
    try:
        head, rows = read_matches(path, path.read_bytes().rpartition(b"\n")[0])
    except OSError as fault:
        raise WrongFile(f"{path}: {fault.strerror or fault}") from None
    if not isinstance(head.get("experiment"), dict):
        raise WrongFile(f"{path}: this is no file of the lab; name files that --out of a lab command wrote")
    return head, rows


def merge(paths: Sequence[Path]) -> Merged:
    """The matches of several files of one experiment, nothing counted twice. Raises WrongFile."""
    made: Merged | None = None
    for path in paths:
        head, rows = read_run(path)
        if made is None:
            name = head["setup"].get("game")
            if game_named(str(name)) is None:
                raise WrongFile(f"{path}: its matches are of the game {name!r}, which is not here")
            try:
                made = Merged({**head, "shares": []}, Experiment.from_json(head["experiment"]))
            except (KeyError, TypeError, AttributeError):
                raise WrongFile(f"{path}: its first line is damaged; nothing can be made of the file") from None
        fault = difference(head, made.head, f"in {paths[0]}") or _other_question(head, made.head, paths[0])
        if fault is not None:
            raise WrongFile(f"{path}: it belongs to another run than {paths[0]}: {fault}")
        made.add(path, rows)
        _add_shares(made.head, head)
    assert made is not None, "at least one file"
    return made


def _other_question(there: JsonObject, here: JsonObject, first: Path) -> str | None:
    """In what the questions of two files differ, as words."""
    old, new = there.get("question") or {}, here.get("question") or {}
    for field in {**new, **old}:
        # What was typed says also where the matches went.
        if field != "line" and old.get(field) != new.get(field):
            return f"{field} is {old.get(field)!r} there and {new.get(field)!r} in {first}"
    return None


def _add_shares(made: JsonObject, head: JsonObject) -> None:
    """What a file is for, added to what the files before it are for."""
    shares = {str(share): share for share in map(Share.named, [*made["shares"], *head.get("shares", [])])}
    made["shares"] = [str(share) for share in sorted(shares.values(), key=lambda share: (share.of, share.number))]
    plans = [plan for plan in (made.get("planned"), head.get("planned")) if plan]
    if plans:
        parts = {word: count for plan in plans for word, count in plan["shares"].items()}
        made["planned"] = {
            "all": max(plan["all"] for plan in plans),
            "shares": {word: parts[word] for word in made["shares"] if word in parts},
        }
    # Each share has a command of its own; one of them stands for all, whatever the order of the files.
    made["command"] = min(made.get("command", ""), head.get("command", ""))

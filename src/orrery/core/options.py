"""The options of a match as rows of data: what each is called, what it allows, what holds if it is left out, and the
clause that says so.

A game keeps its rows in its package, in data/options.toml: one table for each option, in the order in which positions
write them. Its loading reads requests and positions by these rows, and its guide shows them to everybody else: the
server, the page, the terminal, the command line. So no value, range or default of an option is written in code.

The kinds: a `word` is one of some words, a `flag` is true or false, a `number` and the number of `seats` lie in a
range, and `data` is anything else (cards, decks, a table): described in words, checked by the game's loading.
"""

from __future__ import annotations

from typing import Any, Final

from orrery.core.clause import LANGUAGES
from orrery.core.data import (
    DataFault,
    Fields,
    JsonObject,
    data_file,
    is_integer,
    listed,
    named,
    to_integer,
    to_list,
    to_text,
)

WORD: Final = "word"
FLAG: Final = "flag"
NUMBER: Final = "number"
SEATS: Final = "seats"
DATA: Final = "data"
KINDS: Final = (WORD, FLAG, NUMBER, SEATS, DATA)

LARGE: Final = 20
"""Of a number above this, one more or less is hardly another value."""

FILE: Final = "options.toml"

Said = dict[str, str]
"""A text by language."""


class Value:
    """A word that an option may be, as people read it. Frozen once made."""

    __slots__ = ("about", "place", "said", "seats", "word")

    def __init__(self, word: str, said: Said, about: Said | None, seats: list[int] | None, place: int) -> None:
        self.word: Final = word
        self.said: Final = said
        self.about: Final = about
        """One more sentence, where there is more to say."""
        self.seats: Final = seats
        """The numbers of seats that go with it; None: all."""
        self.place: Final = place
        """Where it stands among the values that people are offered, if not where the rules have it; 0 is there."""


class Option:
    """One option of a match. Frozen once made."""

    __slots__ = (
        "about", "by_word", "clause", "default", "house", "key", "kind", "least", "most", "name", "only", "silent",
        "usual", "values", "words",
    )  # fmt: skip

    def __init__(
        self,
        key: str,
        kind: str,
        clause: str,
        name: Said,
        about: Said | None,
        house: int,
        default: Any,
        values: list[Value],
        least: int | None,
        most: int | None,
        usual: int,
        only: dict[str, list[str]],
        silent: bool = False,
    ) -> None:
        self.key: Final = key
        self.kind: Final = kind
        self.clause: Final = clause
        self.name: Final = name
        self.about: Final = about
        self.house: Final = house
        """The place among the house rules that people are offered; 0: it is not among them."""
        self.default: Final = default
        """What holds if it is left out. None: nothing does, or what the clause says."""
        self.words: Final = tuple([value.word for value in values])
        """Of a word: those allowed, in the order of the rules."""
        self.values: Final = sorted(values, key=_place_of)
        """The same in the order in which people are offered them."""
        self.by_word: Final = {value.word: value for value in values}
        self.least: Final = least
        self.most: Final = most
        """Of a number: the range. `data` may have one for the numbers in it."""
        self.usual: Final = usual
        """Of seats: how many there are where people do not say."""
        self.only: Final = only
        """The option exists only where these other options, words that stand before it, have one of these values."""
        self.silent: Final = silent
        """A house rule that the rules do not know: positions have it only where it is not the default."""

    def exists_with(self, options: JsonObject) -> bool:
        """Is there such an option beside these? What they leave out is not asked."""
        return all(options[key] in words for key, words in self.only.items() if key in options)

    def seats_with(self, word: object) -> list[int] | None:
        """The numbers of seats that go with a value of this option; None if all do."""
        value = self.by_word.get(word) if isinstance(word, str) else None
        return None if value is None else value.seats

    def allows(self, value: object) -> bool:
        """May the option have this value? Of `data` only the game's loading can tell: then yes."""
        if self.kind == WORD:
            return isinstance(value, str) and value in self.by_word
        if self.kind == FLAG:
            return isinstance(value, bool)
        if self.kind == DATA:
            return True
        if not isinstance(value, int) or not is_integer(value):
            return False
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)

    def others(self) -> list[Any]:
        """Values to try against the default: of a word all others, of a flag the other; of a number one less and one
        more, or where it is large half and twice as much, as far as they are allowed. Of `data` none are known.
        """
        if self.kind == WORD:
            return [word for word in self.words if word != self.default]
        if self.kind == FLAG:
            return [not self.default]
        if self.kind == DATA:
            return []
        near = [self.default // 2, self.default * 2] if self.default > LARGE else [self.default - 1, self.default + 1]
        return [value for value in near if self.allows(value)]

    def as_json(self) -> JsonObject:
        """The row for programs: what does not apply is left out."""
        row: JsonObject = {"key": self.key, "kind": self.kind}
        if self.kind == WORD:
            row["values"] = [value.word for value in self.values]
        if self.least is not None:
            row["least"] = self.least
        if self.most is not None:
            row["most"] = self.most
        row |= {"default": self.default, "clause": self.clause, "house": self.house > 0, "name": self.name}
        if self.about is not None:
            row["about"] = self.about
        if self.only:
            row["only"] = self.only
        seats = {value.word: value.seats for value in self.values if value.seats is not None}
        if seats:
            row["seats"] = seats
        if self.kind == WORD:
            row["words"] = {value.word: value.said for value in self.values}
            abouts = {value.word: value.about for value in self.values if value.about is not None}
            if abouts:
                row["abouts"] = abouts
        return row


def _place_of(value: Value) -> int:
    """For the order in which people are offered values: those without a place stay as they are, and come last."""
    return value.place or 99


class Options:
    """All options of a game, in the order in which positions write them."""

    def __init__(self, rows: list[Option]) -> None:
        self.rows: Final = rows
        self.by_key: Final = {row.key: row for row in rows}
        self.by_kind: Final = {kind: [row for row in rows if row.kind == kind] for kind in KINDS}

    def row(self, key: str) -> Option:
        """The option with that key. Raises DataFault if the file has none."""
        found = self.by_key.get(key)
        if found is None:
            raise DataFault(FILE, f"there is no option {key}; there are {listed(self.by_key)}")
        return found

    def read(self, fields: Fields, kind: str, found: JsonObject) -> None:
        """Reads all options of a kind, each checked by its row, into `found`; those left out get their defaults. Raises
        DataFault. One that does not exist beside the others must be left out, and is not among them.
        """
        for row in self.by_kind[kind]:
            if row.only and not self._exists(row, fields, found):
                continue
            if kind == WORD:
                found[row.key] = fields.word(row.key, row.words, row.default)
            elif kind == FLAG:
                found[row.key] = fields.boolean(row.key, row.default)
            else:
                found[row.key] = fields.integer(row.key, row.least, row.most, row.default)

    def _exists(self, row: Option, fields: Fields, found: JsonObject) -> bool:
        """Does an option that depends on others exist beside them? Raises DataFault if it does not, and is given."""
        said = {key: found.get(key, fields.raw(key) if fields.has(key) else self.row(key).default) for key in row.only}
        if row.exists_with(said):
            return True
        if row.key in fields.value:
            key, words = next((key, words) for key, words in row.only.items() if said[key] not in words)
            problem = f"there is no such option unless {key} is {' or '.join(words)}"
            facts: JsonObject = {"other": key, "words": listed(words)}
            raise DataFault(fields.at(row.key), problem, "option_elsewhere", facts)
        return False

    def in_order(self, found: JsonObject) -> JsonObject:
        """The options that were read, as positions write them."""
        return {
            row.key: found[row.key]
            for row in self.rows
            if row.key in found and not (row.silent and found[row.key] == row.default)
        }

    # --- seats --------------------------------------------------------------------------------------------------------

    def seats(self) -> Option | None:
        """The option that is the number of seats; None if the game has none."""
        rows = self.by_kind[SEATS]
        return rows[0] if rows else None

    def seat_counts(self, options: JsonObject) -> list[int]:
        """How many may sit there with these options, of which any may be left out."""
        row = self.seats()
        if row is None or row.least is None or row.most is None:
            return []
        counts = list(range(row.least, row.most + 1))
        if row.key in options:
            counts = [count for count in counts if count == options[row.key]]
        for each in self.by_kind[WORD]:
            only = each.seats_with(options.get(each.key, each.default))
            if only is not None:
                counts = [count for count in counts if count in only]
        return counts


# --- reading the file -------------------------------------------------------------------------------------------------

READ: dict[str, Options] = {}
"""The options of the packages, each read once."""


def options_of(package: str) -> Options:
    """The options that a game's package lists; none if it has no such file. Raises DataFault for a file that is not as
    it should be.
    """
    found = READ.get(package)
    if found is None:
        tables = data_file(package, FILE)
        found = READ[package] = read_rows({} if tables is None else tables)
    return found


def read_rows(tables: JsonObject) -> Options:
    """The options of a file's tables. Raises DataFault."""
    rows: list[Option] = []
    for key, value in tables.items():
        fields = Fields(value, named(FILE, key))
        rows.append(_read_option(key, fields))
        fields.done()
    found = Options(rows)
    seats = found.by_kind[SEATS]
    if len(seats) > 1:
        raise DataFault(FILE, f"one option is the number of seats, not {listed([row.key for row in seats])}")
    for row in found.by_kind[WORD]:
        for each in row.values:
            if each.seats is not None and (not seats or not all(seats[0].allows(count) for count in each.seats)):
                problem = f"a match never has {listed(map(str, each.seats))} seats"
                raise DataFault(named(FILE, f"{row.key}.values.{each.word}.seats"), problem)
    for i, row in enumerate(rows):
        before = {other.key: other for other in rows[:i] if other.kind == WORD}
        for key, words in row.only.items():
            if key not in before or not words or not set(words) <= set(before[key].words):
                problem = f"no option before it is a word {key} that can be {listed(words)}"
                raise DataFault(named(FILE, f"{row.key}.only"), problem)
    return found


def _read_option(key: str, row: Fields) -> Option:
    """One table of the file."""
    kind = row.word("kind", KINDS)
    values = _read_values(Fields(row.raw("values"), row.at("values"))) if kind == WORD else []
    least: int | None = None
    most: int | None = None
    if kind in (NUMBER, SEATS) or row.has("least"):
        least = row.integer("least")
        most = row.integer("most", least)
    default: Any = row.raw("default") if row.has("default") else None
    if kind == WORD and default is None:
        default = values[0].word
    option = Option(
        key,
        kind,
        row.text("clause"),
        _read_said(row.raw("name"), row.at("name")),
        _read_said(row.raw("about"), row.at("about")) if row.has("about") else None,
        row.integer("house", 1, 98) if row.has("house") else 0,
        default,
        values,
        least,
        most,
        row.integer("usual") if kind == SEATS else 0,
        _read_only(Fields(row.raw("only"), row.at("only"))) if row.has("only") else {},
        row.boolean("silent", False),
    )
    if not option.allows(default):
        raise DataFault(row.at("default"), f"{default} is none of the values that the option allows")
    if kind == SEATS and not option.allows(option.usual):
        raise DataFault(row.at("usual"), f"{option.usual} is not from {least} to {most}")
    return option


def _read_values(rows: Fields) -> list[Value]:
    """The words of an option, in the order of the rules."""
    found: list[Value] = []
    for word in rows.value:
        row = Fields(rows.raw(word), rows.at(word))
        said = {lang: row.text(lang) for lang in LANGUAGES}
        about = _read_said(row.raw("about"), row.at("about")) if row.has("about") else None
        seats: list[int] | None = None
        if row.has("seats"):
            at = row.at("seats")
            seats = [to_integer(count, named(at, i), 1) for i, count in enumerate(to_list(row.raw("seats"), at))]
        found.append(Value(word, said, about, seats, row.integer("place", 1, 98) if row.has("place") else 0))
        row.done()
    if not found:
        raise DataFault(rows.path, "an option that is a word allows at least one")
    return found


def _read_only(rows: Fields) -> dict[str, list[str]]:
    """The other options that an option depends on, each with the words that it asks for."""
    found: dict[str, list[str]] = {}
    for key in rows.value:
        at = rows.at(key)
        found[key] = [to_text(word, named(at, i)) for i, word in enumerate(to_list(rows.raw(key), at))]
    return found


def _read_said(value: object, path: str) -> Said:
    """A text in every language."""
    row = Fields(value, path)
    said = {lang: row.text(lang) for lang in LANGUAGES}
    row.done()
    return said

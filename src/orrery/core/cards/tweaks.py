"""Small changes of numbers that a designer might make, for the lab to try: the third thing that a game with cards or
boards of its own says of them, beside listing and checking them.

A game lists every single small change that keeps its set as good as it was (`Tweaks.of`), says what several of them
together would break (`Tweaks.breaks`), and writes a copy of the set with them (`Tweaks.apply`). Which changes help is
for the lab to find out; nothing here plays.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Final

from orrery.core.cards.layout import Edit, edited
from orrery.core.data import DataFault, JsonObject
from orrery.core.options import Said

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

UNKNOWN: Final = 0.0
"""What a change is worth of which the formula of the set says nothing."""


class Tweak:
    """One small change of numbers of one card, or of one place of a board.

    `card` and `field` say what is changed, and `before` and `after` how it is written; where the rules of the set tie
    other numbers to it (what the card costs), `edits` change them as well. `said` is the change for people, by
    language. `size` is by how much numbers move in all, so that small changes can be preferred. `decks` are the decks
    that have the card, none where it is everybody's, and `worth` is what the formula of the set says the change is
    worth to them: at first sight, more than 0 makes them stronger and less makes them weaker; 0: that has to be tried.
    """

    __slots__ = ("after", "before", "card", "decks", "edits", "field", "said", "size", "worth")

    def __init__(
        self,
        card: str,
        field: str,
        before: str,
        after: str,
        edits: list[Edit],
        said: Said,
        size: int,
        decks: list[str],
        worth: float,
    ) -> None:
        self.card: Final = card
        self.field: Final = field
        self.before: Final = before
        self.after: Final = after
        self.edits: Final = edits
        self.said: Final = said
        self.size: Final = size
        self.decks: Final = decks
        self.worth: Final = worth

    def collides(self, other: Tweak) -> bool:
        """Do both change the same number? Then only one of them can be made."""
        return any(mine.where == theirs.where for mine in self.edits for theirs in other.edits)

    @property
    def file(self) -> str:
        """The file of the set that is changed."""
        return self.edits[0].file

    def as_json(self) -> JsonObject:
        """The change for programs."""
        return {
            "file": self.file,
            "card": self.card,
            "field": self.field,
            "before": self.before,
            "after": self.after,
            "said": self.said,
            "size": self.size,
            "decks": self.decks,
        }


class Tweaks(ABC):
    """What a game says of the small changes of its sets. A set is a folder of card files or a board's file; None means
    the one that ships with the game. All methods raise DataFault for a set that cannot be read.
    """

    @abstractmethod
    def of(self, source: Traversable | None, decks: list[str]) -> list[Tweak]:
        """Every single small change to cards of these decks after which the set's own check finds nothing that it did
        not find before, always in the same order.
        """

    @abstractmethod
    def breaks(self, source: Traversable | None, tweaks: list[Tweak]) -> list[str]:
        """What the set's own check finds after all these changes and did not find before, a sentence each; nothing for
        changes that go together.
        """

    @abstractmethod
    def apply(self, source: Traversable | None, tweaks: list[Tweak], target: Path) -> Path:
        """Writes a full copy of the set, with the numbers changed and every other byte as it was, into a folder that is
        made if need be. Gives what commands take in the place of the set: the folder, or the file of a board.
        """


def edits_of(tweaks: list[Tweak]) -> dict[str, list[Edit]]:
    """All that the tweaks change, by file. Raises DataFault if two of them change the same number."""
    found: dict[str, list[Edit]] = {}
    for i, tweak in enumerate(tweaks):
        for other in tweaks[:i]:
            if tweak.collides(other):
                raise DataFault(tweak.card, f"{tweak.field} and {other.field} change the same number; make one of them")
        for edit in tweak.edits:
            found.setdefault(edit.file, []).append(edit)
    return found


def copy_edited(source: Traversable, tweaks: list[Tweak], target: Path) -> None:
    """Copies a folder with all that is in it; in the files that the tweaks name, the values are changed in place."""
    edits = edits_of(tweaks)
    target.mkdir(parents=True, exist_ok=True)
    for file in source.iterdir():
        if file.is_dir():
            copy_edited(file, [], target / file.name)
            continue
        content = file.read_bytes()
        if file.name in edits:
            content = edited(content.decode("utf-8"), file.name, edits.pop(file.name)).encode("utf-8")
        (target / file.name).write_bytes(content)
    for name in edits:
        raise DataFault(name, "there is no such file in the set")

"""What a report on matches has counted, for those who make its sections, and what all of these share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from orrery.core.guide import Kind
from orrery.lab.estimates import Ratio
from orrery.lab.naming import Naming
from orrery.lab.sheets import Cell, Column, Figure, Said, Table, said
from orrery.lab.sittings import Experiment
from orrery.lab.tallies import Tallies, figure


class Findings:
    """All that was counted, and what it is about."""

    def __init__(self, experiment: Experiment, places: Sequence[int], bots: list[str], kinds: list[Kind]) -> None:
        self.naming = Naming(experiment.game)
        self.setups = {place: experiment.setups[place] for place in places}
        self.bots = bots
        """The strengths, from the weakest to the strongest."""
        self.kinds = kinds
        self.modes = list(dict.fromkeys(setup.mode for setup in self.setups.values()))
        self.seats = {self.setups[place].mode: experiment.seats(place) for place in places}
        """By mode."""
        self.tallies = Tallies()
        self.lengths: dict[tuple[str, str], Counter[int]] = {}
        """By mode and bot: how many matches had so many turns."""
        self.others_begin: set[str] = set()
        """The modes in which not only seat 0 began."""
        self.matches = 0
        self.skilled = 0
        self.forbidden = 0

    def columns(self) -> list[Column]:
        """A column for each strength."""
        return [Column(bot, bot) for bot in self.bots]

    def cells(self, made: Callable[[str], Ratio], kind: str = "share", less: float = 0.0) -> dict[str, Cell]:
        """A figure for each strength."""
        return {bot: figure(made(bot), kind, less) for bot in self.bots}

    def figures(self, made: Callable[[str], Ratio], kind: str = "share", less: float = 0.0) -> list[Figure]:
        """The same as a list, for plots."""
        return [figure(made(bot), kind, less) for bot in self.bots]

    def by_mode(self, key: str, title: Said, rows: list[dict[str, Cell]], about: Said | None = None) -> Table:
        """A table of rows that each are about a mode and a measure, with a column for each strength."""
        columns = [
            Column("what", said("Figure", "項目")),
            *([Column("mode", said("Mode", "モード"))] if len(self.modes) > 1 else []),
            *self.columns(),
        ]
        if len(self.modes) == 1:
            rows = [{name: cell for name, cell in row.items() if name != "mode"} for row in rows]
        return Table(key, title, columns, rows, about)

    def mode(self, mode: str) -> Said:
        """What people call a mode."""
        return self.naming.mode(mode)

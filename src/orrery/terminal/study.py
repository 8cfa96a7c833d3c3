"""Hints and analyses as people read them: at the table and for `orrery analyse`.

The figures come from orrery.bots.analysis. Here actions get their names, and figures their places on a line.
"""

from __future__ import annotations

from typing import Final

from rich.text import Text

from orrery.bots.analysis import (
    BLUNDER,
    INACCURACY,
    MISTAKE,
    Analysis,
    Decision,
    Hint,
    Summary,
    Turning,
    analyse,
    hint,
)
from orrery.bots.bot import WallClock
from orrery.bots.reasons import sentence
from orrery.core.fate import Fate
from orrery.core.game import Game
from orrery.core.match import Match
from orrery.terminal.drawing import fit, paragraphs, styled, width
from orrery.terminal.screen import Screen
from orrery.terminal.sheet import Scene, Sheet
from orrery.terminal.texts import Texts

HINT_SECONDS: Final = 1.5
"""The looks of a hint take no longer than this; with the reasons it is there in two seconds."""
HINT_DICE: Final = 0x41D7
"""Added to the number of a match for the dice of a hint: asked again it says the same, and the bots' dice stay."""
LOOKS: Final = 200
"""So often each decision of a match is looked at when it is analysed at the table."""
STEPS: Final = 10
"""So many times the table tells how far an analysis has come."""
LEAST_SHOWN: Final = 0.02
"""Decisions that lost less are not listed, unless all are asked for."""
PLOT_HIGH: Final = 9
"""Lines of a plot: an odd number, so that one of them is the middle."""
NAMES_WIDE: Final = 14
STYLES: Final = {"inaccuracy": "yellow", "mistake": "magenta", "blunder": "bold red"}


def percent(chance: float) -> str:
    """A chance as people read it: what is not certain is not rounded to 0 or 100."""
    number = whole(chance)
    if number in (0, 100) and 0.0 < chance < 1.0:
        return "<1%" if number == 0 else ">99%"
    return f"{number}%"


def whole(chance: float) -> int:
    """A chance in full points of a hundred."""
    return int(100 * chance + 0.5)


def points(loss: float) -> str:
    """A loss in full points of a hundred, so that 10 is at least 10."""
    return str(int(100 * loss + 1e-6))


def figures(row: Summary) -> list[str]:
    """What the summary tells of a seat, in the order of its heads."""
    return [
        str(row.decisions),
        f"{100 * row.mean_loss:.1f}",
        str(row.inaccuracies),
        str(row.mistakes),
        str(row.blunders),
        f"{100 * row.accuracy:.0f}%",
    ]


# --- hints ------------------------------------------------------------------------------------------------------------


def ask_hints(game: Game, scene: Scene, number: int) -> list[Hint]:
    """The hints for a decision, from nothing but what the scene shows."""
    return hint(game, scene.view, scene.seen, scene.actions, Fate(HINT_DICE + number), WallClock(HINT_SECONDS))


def hint_labels(game: Game, sheet: Sheet, texts: Texts, scene: Scene, hints: list[Hint]) -> list[Text]:
    """Each hint with its chance, and why on a line of its own."""
    chances = [percent(one.chance) if one.visits else "?" for one in hints]
    wide = max([len(chance) for chance in chances], default=0)
    labels: list[Text] = []
    for one, shown in zip(hints, chances, strict=True):
        chance = styled(shown.rjust(wide), "bold")
        label = texts.say("hints.line", chance=chance, action=sheet.action(scene, one.word))
        why = sentence(game.name, one.reasons, one.chance, one.visits, texts.lang, len(scene.names))
        labels.append(label.append("\n").append(why, "dim"))
    return labels


# --- analyses ---------------------------------------------------------------------------------------------------------


def ask_analysis(game: Game, match: Match, screen: Screen) -> Analysis:
    """The analysis of a match that was played at the table, telling in one growing line how far it has come."""
    told = 0

    def progress(done: int, total: int) -> None:
        nonlocal told
        if done * STEPS // max(1, total) > told:
            told = done * STEPS // max(1, total)
            screen.out.write(f" {told * 100 // STEPS}%")
            screen.out.flush()

    try:
        return analyse(game, match, LOOKS, progress=progress)
    finally:
        screen.out.write("\n")


def scenes(match: Match, numbers: set[int], names: list[str]) -> dict[int, Scene]:
    """What the seat to act knew before each of these actions."""
    walk = match.afresh()
    found: dict[int, Scene] = {}
    for number, entry in enumerate(match.line, 1):
        if number in numbers:
            seat = entry.seat
            found[number] = Scene(seat, walk.view(seat), walk.seen(seat), walk.actions(), walk.result(), names)
        walk.redo(entry.word, entry.draws)
    return found


class Report:
    """An analysis on a screen."""

    def __init__(
        self, analysis: Analysis, match: Match, sheet: Sheet, texts: Texts, screen: Screen, names: list[str]
    ) -> None:
        self.analysis = analysis
        self.match = match
        self.sheet = sheet
        self.texts = texts
        self.screen = screen
        self.names = names

    def show(self, whole: bool = False) -> None:
        """Everything: the decisions that lost something (all of them if the whole is asked for), the turning points,
        the curve, the summary.
        """
        found, say = self.analysis, self.texts.say
        if not found.over:
            self.screen.say(say("study.unfinished"))
        if found.undone:
            self.screen.say(say("study.undone", n=found.undone))
        if not found.decisions:
            self.screen.say(say("study.nothing"))
            return
        self.show_decisions(whole)
        self.screen.rule(say("study.turnings"))
        for turning in found.turnings:
            self.screen.say(self.turning(turning), indent=4, first=0)
        if not found.turnings:
            self.screen.say(say("study.no_turnings"))
        self.screen.rule(say("study.curve"))
        self.screen.show(self.plot())
        self.screen.rule(say("study.summary"))
        self.screen.show(self.summary())
        facts = {"inaccuracy": points(INACCURACY), "mistake": points(MISTAKE), "blunder": points(BLUNDER)}
        key = self.texts.line("study.key", looks=found.looks, seed=found.seed, **facts)
        self.screen.say(styled(key, "dim"))

    def show_decisions(self, whole: bool) -> None:
        """The decisions, each with what was done, what would have been better, and why."""
        shown = [decision for decision in self.analysis.decisions if whole or decision.loss >= LEAST_SHOWN]
        self.screen.rule(self.texts.say("study.all" if whole else "study.losses"))
        if not shown:
            self.screen.say(self.texts.say("study.no_losses", least=points(LEAST_SHOWN)))
            return
        known = scenes(self.match, {decision.number for decision in shown}, self.names)
        digits = len(str(self.match.taken))
        for decision in shown:
            for i, line in enumerate(self.decision(decision, known[decision.number])):
                lead = f"{decision.number:>{digits}}  " if i == 0 else " " * (digits + 2)
                self.screen.say(Text(lead).append_text(line), indent=digits + 4, first=0)

    def decision(self, decision: Decision, scene: Scene) -> list[Text]:
        """One decision in a few lines."""
        say, name = self.texts.say, decision.name
        points_lost = whole(decision.best_chance) - whole(decision.chance)  # as the two chances beside it are shown
        lost = styled(f"-{points_lost}", STYLES.get(name, "")) if points_lost > 0 else Text("0")
        called = styled(self.texts.raw(f"study.{name}"), STYLES[name]) if name else Text("")
        head = fit(Text(self.names[decision.seat]), min(NAMES_WIDE, max([width(one) for one in self.names])))
        before, after = percent(decision.best_chance), percent(decision.chance)
        lines = [
            head.append_text(fit(lost, 5, "right"))
            .append("  ")
            .append(f"{before:>4} {'>' if self.screen.glyphs.plain else '→'} {after:<4}  ")
            .append_text(called),
            say("study.took", action=self.sheet.action(scene, decision.word)),
        ]
        if decision.best != decision.word and decision.loss >= LEAST_SHOWN:
            lines.append(say("study.better", action=self.sheet.action(scene, decision.best)))
        if decision.reasons:
            args = (decision.reasons, decision.best_chance, decision.best_visits, self.texts.lang)
            lines.append(styled(sentence(self.analysis.game, *args, self.analysis.seats, you=False), "dim"))
        return lines

    def turning(self, turning: Turning) -> Text:
        """A turning point in a sentence."""
        kind = turning.kind
        if kind in ("luck", "surprise"):
            kind = f"{'good' if turning.size > 0 else 'bad'}_{kind}"
        over = turning.until > self.match.taken
        until = self.texts.raw("study.end") if over else str(turning.until)
        return self.texts.say(
            f"study.turn_{kind}",
            number=turning.number,
            until=until,
            who=styled(self.names[turning.seat], "bold"),
            before=percent(turning.before),
            after=percent(turning.after),
        )

    def plot(self) -> list[Text]:
        """The seats' chances over the match: each seat's number where it stands, a star where several do."""
        left = 6
        wide = max(10, min(self.screen.room, 78) - left)
        last = self.match.taken + 1
        columns = min(wide, last)
        rows = [[" "] * columns for _ in range(PLOT_HIGH)]
        middle = PLOT_HIGH // 2
        dash = "-" if self.screen.glyphs.plain else "·"
        rows[middle] = [dash] * columns
        for seat, curve in enumerate(self.analysis.curves):
            for column in range(columns):
                reached = 1 + column * (last - 1) // max(1, columns - 1)
                here = [chance for number, chance in curve if number <= reached]
                if not here or (not self.analysis.over and reached > curve[-1][0]):
                    continue
                row = PLOT_HIGH - 1 - round(here[-1] * (PLOT_HIGH - 1))
                rows[row][column] = str(seat) if rows[row][column] in (" ", dash) else "*"
        marks = {0: "100%", middle: "50%", PLOT_HIGH - 1: "0%"}
        lines = [
            Text(f"{marks.get(i, ''):>4} ").append("|" if self.screen.glyphs.plain else "│", "dim").append("".join(row))
            for i, row in enumerate(rows)
        ]
        foot = f"{'':{left}}1{last - 1:>{columns - 1}}"
        seats = "   ".join([f"{seat} {name}" for seat, name in enumerate(self.names) if self.analysis.curves[seat]])
        return [*lines, Text(foot), Text(f"{'':{left}}{seats}")]

    def summary(self) -> list[Text]:
        """The figures of each seat that was judged: a table, or where that is too wide a sentence for each."""
        heads = self.texts.raw("study.head").split("|")
        wide = [max(width(head), 5) + 2 for head in heads]
        first = min(NAMES_WIDE, max([width(name) for name in self.names]))
        rows = [row for row in self.analysis.summaries if row.decisions]
        if first + sum(wide) <= self.screen.room:
            lines = [self.row(Text(""), [styled(head, "bold") for head in heads], first, wide)]
            for row in rows:
                lines.append(self.row(Text(self.names[row.seat]), [Text(one) for one in figures(row)], first, wide))
            return lines
        between = self.texts.raw("list.between")
        said = [between.join([f"{head} {one}" for head, one in zip(heads, figures(row), strict=True)]) for row in rows]
        return paragraphs(
            self.screen.room,
            [styled(f"{self.names[row.seat]}: ", "bold").append(one) for row, one in zip(rows, said, strict=True)],
        )

    @staticmethod
    def row(head: Text, cells: list[Text], first: int, wide: list[int]) -> Text:
        """A line of a table: a name on the left, figures on the right of their columns."""
        line = fit(head, first)
        for cell, room in zip(cells, wide, strict=True):
            line.append_text(fit(cell, room, "right"))
        return line

"""What a change does: the same matches played before and after it, pairing by pairing, until the answer is known.

Both variants play the same rounds from the same seats with the same luck (see bots/arena.py), so that what differs is
the change's doing. All pairings, at all strengths that were asked for, are watched together: a panel stops each of them
when its verdict is known and corrects for there being several (see sequential.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from orrery.core.data import JsonObject, shown
from orrery.lab.estimates import Difference
from orrery.lab.naming import SHIPPED, Naming
from orrery.lab.running import QUESTIONS, Run
from orrery.lab.sequential import BETTER, OPEN, POINT, WITHIN, WORSE, Panel, words
from orrery.lab.sheets import Cell, Column, Figure, Mark, Plot, Said, Section, Sheet, Table, Verdict, said
from orrery.lab.sittings import Experiment, Row, Setup, Sitting
from orrery.lab.variants import BadVariant, Variant

BEFORE: Final = "before"
AFTER: Final = "after"
MOST: Final = 2000
"""How many matches of each variant a pairing has at most, unless another number is asked for."""
LEAST_GAIN: Final = 1.05
"""From so many times the matches on it is said what the pairing of seeds was good for."""
TONES: Final = {BETTER: "good", WORSE: "bad", WITHIN: "even", OPEN: "open"}


class Line:
    """One share that is compared: of a pairing's left deck, or of a colour; at one strength."""

    __slots__ = ("after", "before", "bot", "name")

    def __init__(self, before: int, after: int, bot: str, name: str) -> None:
        self.before = before
        """The place of the setup of what was before, and of what is after."""
        self.after = after
        self.bot = bot
        self.name = name
        """The deck or colour whose share it is."""

    @property
    def key(self) -> str:
        return f"{self.before}/{self.after}/{self.bot}/{self.name}"

    def tally(self, rows: list[Row]) -> tuple[float, float]:
        """In the matches of a round: what it won, and how often it was there."""
        shares = [share for row in rows for share, name in zip(row.shares, row.names, strict=True) if name == self.name]
        return sum(shares), float(len(shares))


class Beside:
    """What else a change does to a pairing: how long matches are, how much the first seat wins, by how much one leads.

    The number of rounds was not fixed for these figures, and nothing is decided by them.
    """

    def __init__(self) -> None:
        self.actions = Difference()
        self.first = Difference(share=True)
        self.lead = Difference()
        self.scored = False

    def add(self, name: str, before: list[Row], after: list[Row]) -> None:
        """One more round; `name` is the left deck's, empty in a game without decks."""
        self.actions.add(sum(row.actions for row in before), len(before), sum(row.actions for row in after), len(after))
        if not name:
            return
        self.first.add(
            sum(row.shares[0] for row in before), len(before), sum(row.shares[0] for row in after), len(after)
        )
        if before[0].scores is not None:
            self.scored = True
            leads = [sum(row.lead(row.names.index(name)) for row in rows) for rows in (before, after)]
            self.lead.add(leads[0], len(before), leads[1], len(after))


class Diff:
    """A comparison of two variants: its lines, what was played, what is known."""

    def __init__(self, experiment: Experiment, question: JsonObject, known: Mapping[str, Row] | None = None) -> None:
        """`question` is what `plan` made, or a file said. With the rows that are `known`, where nothing more is played,
        a number of rounds that was fixed beforehand is that of the rounds that are there.
        """
        self.experiment = experiment
        self.question = question
        self.naming = Naming(experiment.game)
        self.lines: list[Line] = []
        for before, after in self._pairs():
            for bot in question["bots"]:
                self.lines += [Line(before, after, bot, name) for name in self._names(experiment.setups[before])]
        turns = max(setup.turns for setup in experiment.setups)
        self.rounds = list(range(max(1, question["matches"] // turns)))
        """The numbers of the rounds, in the order in which they are counted."""
        if known is not None and question["once"]:
            self.rounds = [round for round in self.rounds if self._is_known(round, known)]
        self.panel = Panel(
            [line.key for line in self.lines],
            max(1, len(self.rounds)),
            until=question["until"],
            once=question["once"],
        )
        self.beside: dict[tuple[int, str], Beside] = {}

    def _is_known(self, round: int, known: Mapping[str, Row]) -> bool:
        """Are all matches of a round there?"""
        return all(sitting.key in known for sitting in self._of_round(round, self.meetings()))

    def meetings(self) -> list[tuple[int, int, str]]:
        """What is played in each round: the setups before and after, and the bot."""
        return list(dict.fromkeys([(line.before, line.after, line.bot) for line in self.lines]))

    def _pairs(self) -> Iterator[tuple[int, int]]:
        """The places of the setups that are compared with each other."""
        setups = self.experiment.setups
        after = {(setup.mode, *setup.names): i for i, setup in enumerate(setups) if setup.variant == AFTER}
        for i, setup in enumerate(setups):
            key = (setup.mode, *setup.names)
            if setup.variant == BEFORE and key in after:
                yield i, after[key]

    def _names(self, setup: Setup) -> list[str]:
        """Whose share is compared: the left deck's; without decks that of all that may be there."""
        return setup.names[:1] or self.naming.rivals(setup.mode).others()

    # --- playing ------------------------------------------------------------------------------------------------------

    def run(self, run: Run) -> None:
        """Plays until all is known, or as long as it may; where nothing is played, as far as rows are there. Raises
        MatchFault, LostWorker, WrongFile.
        """
        part, done = "matches at most", 0
        while self.rounds and (due := self.panel.due()):
            # All that still get rounds are at the same look.
            rounds = self.rounds[next(iter(due.values())).start : next(iter(due.values())).stop]
            wanted = list(
                dict.fromkeys([(line.before, line.after, line.bot) for line in self.lines if line.key in due])
            )
            sittings = [sitting for round in rounds for sitting in self._of_round(round, wanted)]
            left = len(self.rounds) - next(iter(due.values())).start
            # So many if nobody has a verdict before the end.
            run.expect(done + len(sittings) // len(rounds) * left, part)
            played = {sitting.key: row for sitting, row in run.play(sittings, part)}
            done += len(sittings)
            if len(played) < len(sittings):
                return
            for meeting in wanted:
                for round in rounds:
                    self._count(meeting, round, due, played)
            self.panel.judge()
        # No more will come: whoever shows how far it is hears of it.
        run.expect(done, part)
        run.play_share([], part)

    def sittings(self) -> list[Sitting]:
        """All matches that there may be, round by round: what a share of a run plays its part of."""
        return [sitting for round in self.rounds for sitting in self._of_round(round, self.meetings())]

    def _of_round(self, round: int, meetings: Iterable[tuple[int, int, str]]) -> Iterator[Sitting]:
        for before, after, bot in meetings:
            for setup in (before, after):
                yield from self.experiment.sittings(setup, range(round, round + 1), bot)

    def _count(
        self, meeting: tuple[int, int, str], round: int, due: Mapping[str, range], played: Mapping[str, Row]
    ) -> None:
        before, after, bot = meeting
        rows = [
            [played[one.key] for one in self.experiment.sittings(setup, range(round, round + 1), bot)]
            for setup in (before, after)
        ]
        for line in self.lines:
            if (line.before, line.after, line.bot) == meeting and line.key in due:
                self.panel.add(line.key, *line.tally(rows[0]), *line.tally(rows[1]))
        name = (self.experiment.setups[before].names or [""])[0]
        self.beside.setdefault((before, bot), Beside()).add(name, rows[0], rows[1])

    # --- what is known ------------------------------------------------------------------------------------------------

    @property
    def matches(self) -> int:
        """How many were counted, of both variants together."""
        setups = self.experiment.setups
        return sum(beside.actions.count * setups[before].turns * 2 for (before, _), beside in self.beside.items())

    def sheet(self) -> Sheet:
        """All that was found."""
        question = self.question
        return Sheet(
            title=said(
                f"{self.naming.title['en']}: what a change does", f"{self.naming.title['ja']}: 変更で何が変わるか"
            ),
            command=question["line"],
            facts=[
                *self.naming.facts(self.experiment),
                (said("before", "変更前"), question["before"] or SHIPPED),
                (said("after", "変更後"), question["after"] or SHIPPED),
                (said("players", "プレイヤー"), ", ".join(question["bots"])),
                (said("matches", "対戦数"), f"{self.matches:,}"),
            ],
            sections=[self._changes(), self._shares(), self._others()],
            notes=[self.panel.sentence(), *self._gain()],
        )

    def _changes(self) -> Section:
        changes: list[JsonObject] = self.question["changes"]
        rows: list[dict[str, Cell]] = [dict(row) for row in changes]
        columns = [
            Column("what", said("What", "対象")),
            Column("field", said("Field", "項目")),
            Column("before", said("Before", "変更前")),
            Column("after", said("After", "変更後")),
        ]
        if not changes:
            told = said(
                "Nothing differs between the two: every figure below is exactly zero.",
                "変更前と変更後は同じです。以下の差はすべて正確に0です。",
            )
            return Section("changes", said("What was changed", "何を変えたか"), [told])
        table = Table("changes", said("What was changed", "何を変えたか"), columns, rows)
        return Section("changes", said("What was changed", "何を変えたか"), [], [table])

    def _shares(self) -> Section:
        verdicts, corrected = self.panel.verdicts(), self.panel.p_values()
        rows: list[dict[str, Cell]] = []
        bots: list[str] = self.question["bots"]
        drawn: dict[tuple[int, str], list[Figure]] = {}
        for line in self.lines:
            found = self.panel.pairings[line.key].estimate
            low, high = self.panel.interval(line.key) or (None, None)
            difference = Figure(found.value, low, high, kind="points")
            verdict = verdicts[line.key]
            rows.append(
                {
                    "pairing": self.naming.share(self.experiment.setups[line.before], line.name),
                    "bot": line.bot,
                    BEFORE: _share(found.before.value, found.before.interval()),
                    AFTER: _share(found.after.value, found.after.interval()),
                    "difference": difference,
                    "verdict": Verdict(verdict, words(verdict), TONES[verdict]),
                    "p": Figure(corrected[line.key], kind="number"),
                    "matches": Figure(found.count * self.experiment.setups[line.before].turns, kind="count"),
                }
            )
            drawn.setdefault((line.before, line.name), []).append(difference)
        columns = [
            Column("pairing", said("Whose share", "勝率の対象")),
            *([Column("bot", said("Played by", "プレイヤー"))] if len(bots) > 1 else []),
            Column(BEFORE, said("Before", "変更前")),
            Column(AFTER, said("After", "変更後")),
            Column("difference", said("Difference, points", "差(ポイント)")),
            Column("verdict", said("Verdict", "判定")),
            Column("p", said("p, corrected", "p値(補正後)")),
            Column("matches", said("Matches each", "対戦数(各)")),
        ]
        if len(bots) == 1:
            for row in rows:
                del row["bot"]
        title = said("Before and after", "変更前と変更後")
        plot = Plot(
            "differences",
            said("Differences in points, with what luck still allows", "差(ポイント)と、運で説明できる範囲"),
            "intervals",
            [
                Mark(self.naming.share(self.experiment.setups[place], name), figures)
                for (place, name), figures in drawn.items()
            ],
            series=bots if len(bots) > 1 else (),
            middle=0.0,
            band=(-POINT, POINT),
        )
        return Section("shares", title, [self._in_short(verdicts)], [Table("shares", title, columns, rows)], [plot])

    def _in_short(self, verdicts: Mapping[str, str]) -> Said:
        """The verdicts in one sentence."""
        counts = {word: sum(found == word for found in verdicts.values()) for word in TONES}
        en = ", ".join(f"{counts[word]} {words(word)['en']}" for word in TONES if counts[word])
        ja = "、".join(f"{words(word)['ja']} {counts[word]}" for word in TONES if counts[word])
        return said(
            f"Of {len(verdicts)} {'share' if len(verdicts) == 1 else 'shares'}: {en}.",
            f"{len(verdicts)}件の勝率のうち: {ja}。",
        )

    def _others(self) -> Section:
        rows: list[dict[str, Cell]] = []
        for (before, bot), beside in self.beside.items():
            row: dict[str, Cell] = {
                "meeting": self.naming.meeting(self.experiment.setups[before]),
                "bot": bot,
                "actions": _change(beside.actions),
            }
            if beside.first.count:
                row["first"] = _change(beside.first, "points")
            if beside.scored:
                row["lead"] = _change(beside.lead)
            rows.append(row)
        columns = [
            Column("meeting", said("Match", "対戦")),
            Column("bot", said("Played by", "プレイヤー")),
            Column("actions", said("Actions a match", "1対戦の行動数")),
        ]
        if any("first" in row for row in rows):
            columns.append(Column("first", said("First seat, points", "先手の勝率(ポイント)")))
        if any("lead" in row for row in rows):
            columns.append(Column("lead", said("Lead of the left deck", "左のデッキの得点差")))
        title = said("Beside it", "そのほかの変化")
        told = said(
            "Changes of length, of the first seat's share and of the lead. Nothing is decided by them, and their "
            "intervals are those of a number of rounds fixed beforehand.",
            "対戦の長さ、先手の勝率、得点差の変化です。判定には使わず、区間はラウンド数を固定した場合のものです。",
        )
        return Section("beside", title, [told], [Table("beside", title, columns, rows)])

    def _gain(self) -> list[Said]:
        """What the pairing of seeds was good for."""
        found = [one.estimate for one in self.panel.pairings.values()]
        pairs = [(one.error, one.unpaired_error) for one in found]
        ratios = sorted((b / a) ** 2 for a, b in pairs if a and b)
        if not ratios or not self.question["changes"]:
            return []
        middle = ratios[len(ratios) // 2]
        same = sum(one.same for one in found) / max(1, sum(one.count for one in found))
        paired = said(
            f"Paired: the same seeds, seats and luck on both sides. {same:.0%} of the rounds ended alike",
            f"変更前後で同じシード・同じ席・同じ運を使いました。ラウンドの{same:.0%}は結果が変わりませんでした",
        )
        # With few rounds what was not seen yet counts for more than what was, and there is no gain to speak of.
        gain = said("", "") if middle < LEAST_GAIN else said(
            f", and the middle pairing is known as well as by {middle:.1f} times as many matches with seeds of its own",
            f"。中央の組の精度は、別々のシードで{middle:.1f}倍の対戦をした場合に当たります",
        )  # fmt: skip
        return [said(f"{paired['en']}{gain['en']}.", f"{paired['ja']}{gain['ja']}。")]


def plan(
    before: Variant,
    after: Variant,
    bots: list[str],
    *,
    line: str,
    modes: list[str],
    decks: list[str],
    seed: int = 1,
    matches: int = MOST,
    until: float | None = None,
    once: bool = False,
) -> Diff:
    """The comparison of two variants. Raises BadVariant."""
    if (before.deck is None) != (after.deck is None):
        raise BadVariant("a deck is compared with a deck: say one for --before and one for --after")
    setups = [*before.setups(modes, decks), *after.setups(modes, decks)]
    experiment = Experiment(before.game.name, setups, seed)
    question: JsonObject = {
        "command": "diff",
        "line": line,
        "bots": bots,
        "matches": matches,
        "until": until,
        "once": once,
        "before": " ".join(before.words),
        "after": " ".join(after.words),
        "changes": changes(before, after),
    }
    made = Diff(experiment, question)
    if not made.lines:
        raise BadVariant("the two have no matches in common: no mode or deck of one is in the other")
    return made


def answer(question: JsonObject, run: Run) -> Sheet:
    """The sheet of a comparison that a file tells of."""
    made = Diff(run.experiment, question, run.rows)
    made.run(run)
    return made.sheet()


QUESTIONS["diff"] = answer


# --- what was changed -------------------------------------------------------------------------------------------------


def changes(before: Variant, after: Variant) -> list[JsonObject]:
    """What differs between two variants, card by card and field by field, for people: what, field, before, after."""
    found: list[JsonObject] = []
    tables = [variant.material() for variant in (before, after)]
    names = Naming(before.game.name).cards
    for id in sorted({*tables[0], *tables[1]}):
        one, other = (table.get(id) for table in tables)
        if one != other:
            found += [
                {"what": names(id), "field": field, "before": a, "after": b} for field, a, b in fields_of(one, other)
            ]
    for key in sorted({*before.options, *after.options}):
        pair = [variant.options.get(key) for variant in (before, after)]
        if pair[0] != pair[1]:
            found.append(
                {
                    "what": said("option", "オプション"),
                    "field": key,
                    "before": _plain(pair[0]),
                    "after": _plain(pair[1]),
                }
            )
    if before.deck is not None and after.deck is not None:
        counts = [before.deck.counts(), after.deck.counts()]
        for id in sorted({*counts[0], *counts[1]}):
            copies = [each.get(id, 0) for each in counts]
            if copies[0] != copies[1]:
                row = {"what": names(id), "field": "copies", "before": str(copies[0]), "after": str(copies[1])}
                found.append(row)
    return found


def fields_of(one: object, other: object, path: str = "") -> Iterator[tuple[str, str, str]]:
    """Where two values differ: the field, and what stands there in each."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys([*one, *other]):
            if one.get(key) != other.get(key):
                yield from fields_of(one.get(key), other.get(key), f"{path}.{key}" if path else str(key))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for i, (a, b) in enumerate(zip(one, other, strict=True)):
            if a != b:
                yield from fields_of(a, b, f"{path}[{i}]")
    else:
        yield path, _plain(one), _plain(other)


def _plain(value: object) -> str:
    return "-" if value is None else str(value) if isinstance(value, str | int | float) else shown(value)


def _share(value: float | None, interval: tuple[float, float] | None) -> Figure:
    low, high = interval or (None, None)
    return Figure(value, low, high)


def _change(found: Difference, kind: str = "change") -> Figure:
    low, high = found.interval() or (None, None)
    return Figure(found.value, low, high, kind=kind)

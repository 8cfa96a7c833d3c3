"""What a search for small changes found, as a sheet: the outcome in words, each change with what it does, the pairings
before and after, what was tried, and what could not be decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from orrery.lab.estimates import Difference, Ratio
from orrery.lab.naming import Naming
from orrery.lab.search import (
    ALIKE,
    CHANGES,
    CHOSEN,
    CPU,
    DONE,
    EVEN,
    FRESH,
    NO_HELP,
    NO_TWEAKS,
    UNJUDGED,
    WORSE,
    Entrant,
    Line,
    Search,
    Version,
)
from orrery.lab.sequential import ABOVE, BELOW, INSIDE, OPEN, RISK, place, words
from orrery.lab.sheets import Cell, Column, Figure, Mark, Plot, Said, Section, Sheet, Table, Verdict, said
from orrery.lab.sittings import Experiment

TONES: Final = {INSIDE: "good", ABOVE: "bad", BELOW: "bad", OPEN: "open"}
FATES: Final = {
    CHOSEN: Verdict(CHOSEN, said("kept", "採用"), "good"),
    WORSE: Verdict(WORSE, said("dropped: it cannot be the best", "脱落(最善になりえない)"), "bad"),
    ALIKE: Verdict(ALIKE, said("left: not told apart", "残存(優劣つかず)"), "open"),
    UNJUDGED: Verdict(UNJUDGED, said("not judged: the time was up", "未判定(時間切れ)"), "open"),
}
ENDS: Final = {
    DONE: said(
        "With these changes all pairings came into the band on the rounds they were chosen by.",
        "これらの変更で、選択に使ったラウンドではすべての組が範囲に入りました。",
    ),
    EVEN: said(
        "By the rounds that were played all pairings are in the band as they are: nothing is to be changed.",
        "行ったラウンドでは、すべての組がもとから範囲内です。変更は要りません。",
    ),
    CHANGES: said(
        "It ended because there are as many changes as are allowed (--max-changes); not all pairings are in the band.",
        "変更数が上限(--max-changes)に達したため終わりました。範囲外の組が残っています。",
    ),
    NO_HELP: said(
        "It ended because no further change could be shown to help.",
        "役立つとはっきり示せる変更がほかになかったため終わりました。",
    ),
    NO_TWEAKS: said(
        "It ended because no further change within the rules of the set is left to be tried.",
        "セットの規則の範囲で試せる変更がもうないため終わりました。",
    ),
    CPU: said(
        "It ended because the processor time (--cpu) was used up: on another machine the same command may end "
        "elsewhere. With more time it goes on.",
        "プロセッサ時間(--cpu)を使い切ったため終わりました。別の機械では同じコマンドでも違うところで終わることがあります。"
        "時間を増やせば続きを探せます。",
    ),
}


class Proposal:
    """The sheet of a search."""

    def __init__(self, search: Search, command: str, asked: Path | None, written: Path | None) -> None:
        """`asked` is the folder that somebody named, `written` what is there now."""
        self.search = search
        self.asked = asked
        self.command = command
        self.written = written
        self.naming = Naming(search.game.name)
        self.is_changed = search.now is not search.start
        self.first = FRESH if self.is_changed else 0
        """The rounds that the figures are from."""
        self.level = 1 - RISK / max(1, len(search.lines))

    def sheet(self) -> Sheet:
        """All that was found."""
        search = self.search
        title = self.naming.title
        sections = [self._outcome()]
        if self.is_changed:
            sections.append(self._changes())
        sections.append(self._pairs())
        if search.steps:
            sections.append(self._races())
        return Sheet(
            title=said(f"{title['en']}: a few small changes", f"{title['ja']}: 小さな変更の提案"),
            command=self.command,
            facts=[
                *self.naming.facts(Experiment(search.game.name, [], search.seed)),
                (said("set", "セット"), " ".join(search.base.words) or "what ships"),
                (said("band", "目標範囲"), f"{search.low:.0%} .. {search.high:.0%}".replace("%", " %")),
                (said("players", "プレイヤー"), search.bot),
                (said("rounds a pairing", "1組のラウンド数"), f"{search.most_rounds:,}"),
            ],
            sections=sections,
            notes=self._notes(),
        )

    # --- in words -----------------------------------------------------------------------------------------------------

    def _outcome(self) -> Section:
        search = self.search
        told = [ENDS[search.ended]]
        places = [self._place(search.now, line) for line in search.lines]
        counts = {word: places.count(word) for word in (INSIDE, ABOVE, BELOW, OPEN)}
        en = ", ".join(f"{count} {words(word)['en']}" for word, count in counts.items() if count)
        ja = "、".join(f"{words(word)['ja']} {count}" for word, count in counts.items() if count)
        shares = "share" if len(places) == 1 else "shares"
        if self.is_changed:
            told.append(
                said(
                    f"On fresh rounds, of {len(places)} {shares}: {en}.",
                    f"新しいラウンドで測ると、{len(places)}件の勝率のうち: {ja}。",
                )
            )
        else:
            told.append(said(f"Of {len(places)} {shares}: {en}.", f"{len(places)}件の勝率のうち: {ja}。"))
        told += self._undecided(places)
        if search.found_before:
            told.append(
                said(
                    f"The check of the set finds {len(search.found_before)} faults before anything is changed, such as "
                    f"{search.found_before[0]}. No change adds one.",
                    f"変更前のセットの検査で{len(search.found_before)}件の指摘があります"
                    f"(例: {search.found_before[0]})。変更によって新しい指摘は増えません。",
                )
            )
        if self.written is not None:
            told.append(
                said(
                    f"The changed set is in {self.written}; nothing else was touched.",
                    f"変更後のセットは{self.written}にあります。ほかには何も変更していません。",
                )
            )
        elif self.is_changed:
            told.append(
                said(
                    "Nothing was written; --out FOLDER writes the changed set.",
                    "何も書き出していません。--out FOLDERで変更後のセットを書き出せます。",
                )
            )
        elif self.asked is not None:
            told.append(
                said(
                    f"No set was written into {self.asked}, since there is no change.",
                    f"変更がないため、{self.asked}にセットは書き出していません。",
                )
            )
        return Section("outcome", said("The outcome", "結果"), told)

    def _undecided(self, places: Sequence[str]) -> list[Said]:
        """What is not known: pairings whose interval does not say, and changes that were not told apart."""
        search = self.search
        told: list[Said] = []
        # Where the time was up, more matches may not be played before there is more of it.
        more = "--cpu" if search.bench.was_cut else "--matches"
        names = [self._name(line) for line, where in zip(search.lines, places, strict=True) if where == OPEN]
        if names:
            told.append(
                said(
                    "Not decided, with so many matches: whether these are in the band: "
                    + "; ".join(name["en"] for name in names)
                    + f". More {more} would tell.",
                    "この対戦数では範囲内か決められない組: "
                    + "、".join(name["ja"] for name in names)
                    + f"。{more}を増やせば分かります。",
                )
            )
        for number, step in enumerate(search.steps, 1):
            left = [one for one in step.entrants if one.fate == ALIKE]
            if step.kept is not None and left:
                told.append(
                    said(
                        f"Race {number}: {len(left)} other changes were not told apart from the one that was kept.",
                        f"第{number}レース: 採用した変更と優劣のつかなかった変更がほかに{len(left)}件あります。",
                    )
                )
            elif left and step.could_help:
                told.append(
                    said(
                        f"Race {number}: {len(left)} changes may help, none surely does. More {more} would tell.",
                        f"第{number}レース: 役立つかもしれない変更が{len(left)}件ありますが、確かなものはありません。"
                        f"{more}を増やせば分かります。",
                    )
                )
            late = [one for one in step.entrants if one.fate == UNJUDGED]
            if late:
                told.append(
                    said(
                        f"Race {number}: {len(late)} changes were not judged, since the time (--cpu) was up.",
                        f"第{number}レース: 時間切れ(--cpu)のため判定できなかった変更が{len(late)}件あります。",
                    )
                )
        return told

    def _notes(self) -> list[Said]:
        found: list[Said] = []
        if self.is_changed:
            found.append(
                said(
                    "Changes were chosen on one lot of rounds and measured on another, so that the luck of choosing is "
                    "not in the figures. Before and after share seeds, seats and luck.",
                    "変更の選択と測定には別々のラウンドを使ったので、選択の偶然は数値に含まれません。"
                    "変更前後で同じシード・席・運を使っています。",
                )
            )
        count = len(self.search.lines)
        wrong = "this verdict is" if count == 1 else f"all {count} verdicts together are"
        found.append(
            said(
                f"Intervals are of 95 %. 'Inside', 'above' and 'below' are said where an interval of {self.level:.1%} "
                f"says so, so that {wrong} wrong with a chance of 5 % at most.",
                f"区間は95%です。範囲の内外は{self.level:.1%}区間で判定し、{count}件の判定全体で誤りの確率は5%以下です。",
            )
        )
        if self.search.steps:
            found.append(
                said(
                    "In a race a change is dropped when its interval, which holds at all looks and for all changes of "
                    "the race, cannot be better than that of the best. Of changes that are as good the smallest is "
                    "kept.",
                    "レースでは、何度見ても全候補に対して成り立つ区間で比べ、最善になりえない変更を落とします。"
                    "同程度なら最小の変更を採用します。",
                )
            )
        if self.search.bench.was_cut and self.search.ended != CPU:
            found.append(
                said(
                    "The processor time (--cpu) ended the measuring on fresh rounds early.",
                    "プロセッサ時間(--cpu)のため、新しいラウンドでの測定は途中で終わりました。",
                )
            )
        return found

    # --- tables -------------------------------------------------------------------------------------------------------

    def _changes(self) -> Section:
        search = self.search
        rows: list[dict[str, Cell]] = []
        for before, after in zip(search.chain, search.chain[1:], strict=False):
            tweak = after.tweaks[-1]
            found = self._effect(before, after, self.first)
            rows.append(
                {
                    "change": tweak.said,
                    "file": tweak.file,
                    "card": tweak.card,
                    "field": tweak.field,
                    "effect": found,
                    "stays": Verdict("yes", said("yes", "残る"), "even")
                    if tweak in search.now.tweaks
                    else Verdict("no", said("replaced later", "後で置き換え"), "open"),
                }
            )
        columns = [
            Column("change", said("Change", "変更")),
            Column("file", said("File", "ファイル")),
            Column("card", said("Card", "カード")),
            Column("field", said("Field", "項目")),
            Column("effect", said("Its deck's share, points", "そのデッキの勝率(ポイント)")),
        ]
        if all(version.tweaks[-1] in search.now.tweaks for version in search.chain[1:]):
            for row in rows:
                del row["stays"]
        else:
            columns.append(Column("stays", said("In the set", "セットに")))
        title = said("The changes", "変更")
        told = said(
            "What each change does when it is made, over all meetings of its deck, on fresh rounds.",
            "それぞれの変更の効果です。そのデッキの全対戦を通した、新しいラウンドでの値です。",
        )
        return Section("changes", title, [told], [Table("changes", title, columns, rows)])

    def _pairs(self) -> Section:
        search = self.search
        rows: list[dict[str, Cell]] = []
        marks: list[Mark] = []
        for line in search.lines:
            name = self._name(line)
            before = search.share(search.start, line, self.first)
            after = search.share(search.now, line, self.first)
            row: dict[str, Cell] = {"pairing": name, "before": share(before)}
            if self.is_changed:
                row["after"] = share(after)
                row["difference"] = points(search.difference(search.start, search.now, [line], self.first))
            where = self._place(search.now, line)
            row["verdict"] = Verdict(where, words(where), TONES[where])
            row["matches"] = Figure(after.count * search.start.setups[line.meeting].turns, kind="count")
            rows.append(row)
            marks.append(Mark(name, [share(before), share(after)] if self.is_changed else [share(before)]))
        columns = [Column("pairing", said("Whose share", "勝率の対象")), Column("before", said("Before", "変更前"))]
        if self.is_changed:
            columns.append(Column("after", said("After", "変更後")))
            columns.append(Column("difference", said("Difference, points", "差(ポイント)")))
        columns.append(Column("verdict", said("Band", "範囲")))
        columns.append(Column("matches", said("Matches each", "対戦数(各)")))
        title = said("The pairings", "組ごとの勝率")
        plot = Plot(
            "pairs",
            title,
            "intervals",
            marks,
            series=[said("before", "変更前"), said("after", "変更後")] if self.is_changed else [],
            band=(search.low, search.high),
            middle=0.5,
        )
        return Section("pairs", title, [], [Table("pairs", title, columns, rows)], [plot])

    def _races(self) -> Section:
        search = self.search
        tables: list[Table] = []
        columns = [
            Column("change", said("Change", "変更")),
            Column("effect", said("Its deck's share, points", "そのデッキの勝率(ポイント)")),
            Column("matches", said("Matches", "対戦数")),
            Column("fate", said("What became of it", "結果")),
        ]
        for number, step in enumerate(search.steps, 1):
            rows: list[dict[str, Cell]] = []
            for one in step.entrants:
                rows.append(
                    {
                        "change": one.tweak.said,
                        "effect": self._effect(step.before, one.version, 0),
                        "matches": Figure(self._matches(one, step.before), kind="count"),
                        "fate": FATES[one.fate],
                    }
                )
            tables.append(Table(f"race{number}", said(f"Race {number}", f"第{number}レース"), columns, rows))
        told = said(
            "What was tried, on the rounds that changes are chosen by: the best of many looks better here than it is.",
            "選択に使ったラウンドで試した変更です。多数から選んだ最善のものは、実際より良く見えます。",
        )
        return Section("races", said("What was tried", "試した変更"), [told], tables)

    # --- figures ------------------------------------------------------------------------------------------------------

    def _name(self, line: Line) -> Said:
        return self.naming.share(self.search.start.setups[line.meeting], line.name)

    def _place(self, version: Version, line: Line) -> str:
        """Where a share lies as to the band."""
        found = self.search.share(version, line, self.first)
        return place(found.interval(self.level), self.search.low, self.search.high)

    def _effect(self, before: Version, after: Version, first: int) -> Figure:
        """What a change does to its deck's share, or, where it is everybody's, to the first of the shares."""
        meetings = after.reached(before)
        decks = [deck for tweak in after.tweaks[-1:] for deck in tweak.decks]
        lines = [line for deck in decks for line in self.search.of_deck(deck, meetings)]
        return points(self.search.difference(before, after, lines or self.search.lines[:1], first))

    def _matches(self, one: Entrant, before: Version) -> int:
        found = [(meeting, one.version.setups[meeting].turns) for meeting in one.version.reached(before)]
        return sum(turns * sum(round < FRESH for round in one.version.rounds[meeting]) for meeting, turns in found)


def share(found: Ratio) -> Figure:
    """A share with its interval."""
    low, high = found.interval() or (None, None)
    return Figure(found.value, low, high)


def points(found: Difference) -> Figure:
    """A difference of shares with its interval."""
    low, high = found.interval() or (None, None)
    return Figure(found.value, low, high, kind="points")

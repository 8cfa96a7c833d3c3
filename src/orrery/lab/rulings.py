"""What the rulings of a game do: every option by which people may play it differently is switched, one at a time, and
the same matches are played as usual and with the switch.

Which options there are, and which of their values are worth trying, the game says (`Guide.rulings`). Both sides of a
comparison have the same seeds, seats and luck (bots/arena.py), so a ruling that never comes up gives exactly the same
matches, and that is said; what is left is the ruling's doing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from orrery.core.data import JsonObject
from orrery.core.game import Game
from orrery.core.options import FLAG, WORD, Option
from orrery.lab.course import CHANCES, COURSE
from orrery.lab.estimates import Difference, correction, holm
from orrery.lab.naming import Naming
from orrery.lab.running import QUESTIONS, Run
from orrery.lab.sheets import Cell, Column, Mark, Plot, Said, Section, Sheet, Table, Verdict, said
from orrery.lab.sittings import Experiment, Row, Setup, Sitting
from orrery.lab.tallies import Tallies, change, figure
from orrery.lab.variants import BadVariant, Variant, check_names

USUAL: Final = "usual"
"""The variant in which nothing is switched."""
RISK: Final = 0.05
EVERY: Final = ""
"""In place of a mode: all that were measured together."""
MEASURES: Final[dict[str, tuple[bool, Said, Said, Said]]] = {
    "turns": (False, said("Length", "長さ"), said("longer", "長くなる"), said("shorter", "短くなる")),
    "actions": (
        False,
        said("Actions a match", "1対戦の行動数"),
        said("more actions", "行動が増える"),
        said("fewer actions", "行動が減る"),
    ),
    "begins": (
        True,
        said("Who begins, points", "先手の勝率(ポイント)"),
        said("who begins gains", "先手が有利に"),
        said("who begins loses", "先手が不利に"),
    ),
    "nearly": (
        True,
        said("Winner nearly beaten, points", "勝者が敗色濃厚だった対戦(ポイント)"),
        said("more drama", "緊迫感が増す"),
        said("less drama", "緊迫感が減る"),
    ),
    "lead_changes": (
        False,
        said("Lead changes", "首位交代"),
        said("more lead changes", "首位交代が増える"),
        said("fewer lead changes", "首位交代が減る"),
    ),
}
"""What is measured of every ruling: whether it is a share, what people call it, and what more and less of it mean."""
PLAIN: Final = {
    "turns": said("Turns a match", "1対戦のターン数"),
    "actions": said("Actions a match", "1対戦の行動数"),
    "begins": said("Who begins wins", "先手の勝率"),
    "nearly": said("The later winner was nearly beaten", "のちの勝者が敗色濃厚だった対戦"),
    "lead_changes": said("Lead changes a match", "1対戦で首位が入れ替わる回数"),
}
"""The same, of matches as usual."""
FIGURES: Final = said("Length, who begins and drama: ", "長さ・先手・緊迫感: ")
RESULTS: Final = said("Results: ", "勝敗: ")
SHIFT: Final = said("results of a pairing", "組み合わせの勝敗")


class Switch:
    """One ruling played otherwise."""

    __slots__ = ("absent", "key", "places", "value")

    def __init__(self, key: str, value: Any, places: list[tuple[int, int]], absent: list[str]) -> None:
        self.key = key
        self.value = value
        self.places = places
        """The setups of the same matches as usual and with the switch."""
        self.absent = absent
        """The modes in which there is no such option."""

    @property
    def word(self) -> str:
        """As a command line writes it."""
        return word_of(self.key, self.value)

    def as_json(self) -> JsonObject:
        """As a file says it."""
        return {"key": self.key, "value": self.value, "places": self.places, "absent": self.absent}


def word_of(key: str, value: Any) -> str:
    """An option with its value, as a command line writes it."""
    return f"{key}={value if isinstance(value, str) else json.dumps(value)}"


class Rulings:
    """The rulings of a game under way: what is switched, what was played, what is known."""

    def __init__(self, experiment: Experiment, question: JsonObject) -> None:
        """`question` is what `plan` made, or a file said."""
        self.experiment = experiment
        self.question = question
        self.naming = Naming(experiment.game)
        self.bots: list[str] = question["bots"]
        self.switches = [
            Switch(row["key"], row["value"], [(a, b) for a, b in row["places"]], row["absent"])
            for row in question["switches"]
        ]
        self.modes = list(dict.fromkeys(setup.mode for setup in experiment.setups))
        self.tallies = Tallies()
        self.alike: dict[tuple[str, str, str], list[int]] = {}
        """By switch, bot and mode: how many matches were the same to the last figure, and how many there were."""
        self.matches = 0

    # --- playing ------------------------------------------------------------------------------------------------------

    def sittings(self) -> list[Sitting]:
        """All matches, round by round."""
        return [
            sitting
            for round in range(self.question["rounds"])
            for place in range(len(self.experiment.setups))
            for bot in self.bots
            for sitting in self.experiment.sittings(place, range(round, round + 1), bot)
        ]

    def run(self, run: Run) -> None:
        """Plays all matches and counts them; of a run that has only some of them, those. Raises MatchFault, LostWorker,
        WrongFile.
        """
        played = {sitting.key: row for sitting, row in run.play(self.sittings(), "rulings")}
        self.matches = len(played)
        for sitting in self.sittings():
            setup = self.experiment.setups[sitting.setup]
            if setup.variant == USUAL and sitting.key in played:
                for measure, (num, den) in _measured(played[sitting.key]).items():
                    self.tallies.add((measure, setup.mode, sitting.bots[0]), sitting.round, num, den)
        for round in range(self.question["rounds"]):
            for switch in self.switches:
                for usual, other in switch.places:
                    for bot in self.bots:
                        pairs = list(self._pairs(usual, other, bot, round, played))
                        self._count(switch, self.experiment.setups[usual], bot, round, pairs)

    def _pairs(
        self, usual: int, other: int, bot: str, round: int, played: dict[str, Row]
    ) -> Iterator[tuple[Sitting, Row, Row]]:
        """The matches of a round that were played both ways."""
        for sitting in self.experiment.sittings(usual, range(round, round + 1), bot):
            twin = Sitting(other, round, sitting.turn, sitting.bots)
            if sitting.key in played and twin.key in played:
                yield sitting, played[sitting.key], played[twin.key]

    def _count(self, switch: Switch, setup: Setup, bot: str, round: int, pairs: list[tuple[Sitting, Row, Row]]) -> None:
        add = self.tallies.add
        for sitting, before, after in pairs:
            for mode in (EVERY, setup.mode):
                where = (switch.word, bot, mode)
                for side, row in (("before", before), ("after", after)):
                    for measure, (num, den) in _measured(row).items():
                        add((measure, *where, side), round, num, den)
                winners = [[share > 0 for share in row.shares] for row in (before, after)]
                add(("other", *where), round, float(winners[0] != winners[1]))
                same = self.alike.setdefault(where, [0, 0])
                same[0] += before.as_json() == after.as_json()
                same[1] += 1
                for side, row in (("before", before), ("after", after)):
                    for name, num, den in self._shares(sitting, setup, row):
                        add(("share", name, *where, side), round, num, den)

    def _shares(self, sitting: Sitting, setup: Setup, row: Row) -> Iterator[tuple[str, float, float]]:
        """Of a match: whose shares may shift. Of a pairing that is the left deck's, else that of every name."""
        if setup.names:
            seat = setup.seat_of(0, sitting.turn)
            yield self._pairing(setup), row.shares[seat], 1.0
            return
        for name in self.naming.rivals(setup.mode).others():
            shares = [share for share, named in zip(row.shares, row.names, strict=True) if named == name]
            yield f"{setup.mode}/{name}", sum(shares), float(len(shares))

    def _pairing(self, setup: Setup) -> str:
        return "/".join([setup.mode, *setup.names])

    # --- what is known ------------------------------------------------------------------------------------------------

    def sheet(self) -> Sheet:
        """All that was found."""
        return Sheet(
            title=said(
                f"{self.naming.title['en']}: what its rulings do", f"{self.naming.title['ja']}: 裁定オプションの影響"
            ),
            command=self.question["line"],
            facts=[
                *self.naming.facts(self.experiment),
                (said("players", "プレイヤー"), ", ".join(self.bots)),
                *([(said("modes", "モード"), ", ".join(self.modes))] if any(self.modes) else []),
                (said("matches", "対戦数"), f"{self.matches:,}"),
            ],
            sections=[
                self._usual(),
                self._section(EVERY),
                *(self._section(mode) for mode in self.modes if len(self.modes) > 1),
                *self._absent(),
            ],
            notes=[
                said(
                    "Each ruling is switched alone, and the same matches are played as usual and with the switch: the "
                    "same seeds, seats and luck. Figures are what the switch adds, with intervals of 95 % that are not "
                    "corrected; what is said to change is corrected.",
                    "裁定を1つずつ切り替え、同じシード・席・運で、通常どおりと切り替え後の両方を対戦させました。"
                    "数値は切り替えによる増減と、補正していない95 %区間です。「変わる」とした判定は補正済みです。",
                ),
                said(
                    "The winner was nearly beaten in a match where, after some turn, he had less than two thirds of an "
                    "even share of the chances (one third of two), as the game's bots judge positions.",
                    "勝者が敗色濃厚だった対戦とは、あるターンの後に、ゲームのボットの評価による勝算が均等割りの3分の2未満"
                    "(2人なら3分の1未満)だった対戦です。",
                ),
            ],
        )

    def _usual(self) -> Section:
        """How matches are as usual: what the switches are to be held against."""
        rows: list[dict[str, Cell]] = []
        for mode in self.modes:
            unit = self.naming.rivals(mode).turns_said()
            for measure, (share, _, _, _) in MEASURES.items():
                title = PLAIN[measure]
                if measure == "turns":
                    title = said(f"{unit['en'].capitalize()} a match", f"1対戦の{unit['ja']}数")
                row: dict[str, Cell] = {"what": title, "mode": self.naming.mode(mode)}
                for bot in self.bots:
                    found = self.tallies.ratio(measure, mode, bot, share=share)
                    row[bot] = figure(found, "share" if share else "number")
                rows.append(row)
        columns = [
            Column("what", said("Figure", "項目")),
            Column("mode", said("Mode", "モード")),
            *(Column(bot, bot) for bot in self.bots),
        ]
        title = said("As usual", "通常どおり")
        if len(self.modes) == 1:
            rows = [{key: cell for key, cell in row.items() if key != "mode"} for row in rows]
            del columns[1]
        return Section(USUAL, title, [], [Table(USUAL, title, columns, rows)])

    def _section(self, mode: str) -> Section:
        """The table of a mode, or of all together."""
        here = [switch for switch in self.switches if self._is_in(switch, mode)]
        families = self._measured_tests(here, mode), self._share_tests(here, mode)
        certain = {test: p for family in families for test, p in holm(family).items()}
        rows = [self._row(switch, bot, mode, certain) for switch in here for bot in self.bots]
        unit = self.naming.rivals(mode or self.modes[0]).turns_said()
        columns = [
            Column("what", said("Ruling", "裁定")),
            Column("option", said("Option", "オプション")),
            Column("usual", said("Usually", "通常")),
            *([Column("bot", said("Played by", "プレイヤー"))] if len(self.bots) > 1 else []),
            Column("verdict", said("Verdict", "判定")),
            Column("turns", said(f"{unit['en'].capitalize()} a match", f"1対戦の{unit['ja']}数")),
            *(Column(key, title) for key, (_, title, _, _) in MEASURES.items() if key != "turns"),
            Column(
                "shift",
                said("Largest shift, points", "最大の変化(ポイント)"),
                said(
                    "Of all pairings (or colours): whose share moved most, and by how much.",
                    "全組み合わせ(または色)のうち、勝率が最も動いたものとその大きさ。",
                ),
            ),
            Column("whose", said("Of", "対象")),
            Column("other", said("Other winner", "勝者が変わった対戦")),
        ]
        title = said("All rulings", "すべての裁定") if mode == EVERY else self.naming.mode(mode)
        table = Table(f"rulings_{mode}" if mode else "rulings", title, columns, rows)
        plots = [self._plot(here)] if mode == EVERY else []
        told = [*_corrected(families[0], families[1]), *self._nothing(here, mode)]
        return Section(table.key, title, told, [table], plots)

    def _is_in(self, switch: Switch, mode: str) -> bool:
        setups = self.experiment.setups
        return any(mode in (EVERY, setups[usual].mode) for usual, _ in switch.places)

    def _difference(self, measure: str, switch: Switch, bot: str, mode: str) -> Difference:
        key = (measure, switch.word, bot, mode)
        return self.tallies.difference((*key, "before"), (*key, "after"), MEASURES[measure][0])

    def _shifts(self, switch: Switch, bot: str, mode: str) -> dict[str, Difference]:
        """By pairing or colour: how its share moved."""
        where = (switch.word, bot, mode)
        names = [key[1] for key in self.tallies.sums if key[0] == "share" and key[2:] == (*where, "before")]
        found = {
            name: self.tallies.difference(
                ("share", name, *where, "before"), ("share", name, *where, "after"), share=True
            )
            for name in names
        }
        return {name: shift for name, shift in found.items() if shift.value is not None}

    def _measured_tests(self, switches: Sequence[Switch], mode: str) -> dict[str, float]:
        """Of a table, how likely each change of a measure is by chance."""
        return {
            f"{switch.word} {bot} {measure}": self._difference(measure, switch, bot, mode).p_value
            for switch in switches
            for bot in self.bots
            for measure in MEASURES
        }

    def _share_tests(self, switches: Sequence[Switch], mode: str) -> dict[str, float]:
        """The same of each shift of results. They are many, so they are corrected for among themselves."""
        return {
            f"{switch.word} {bot} share {name}": shift.p_value
            for switch in switches
            for bot in self.bots
            for name, shift in self._shifts(switch, bot, mode).items()
        }

    def _row(self, switch: Switch, bot: str, mode: str, certain: dict[str, float]) -> dict[str, Cell]:
        option = self._option(switch)
        row: dict[str, Cell] = {
            "what": _what(option, switch.value),
            "option": switch.word,
            "usual": _value_said(option, option.default),
        }
        if len(self.bots) > 1:
            row["bot"] = bot
        for measure, (share, _, _, _) in MEASURES.items():
            row[measure] = change(self._difference(measure, switch, bot, mode), "points" if share else "change")
        shifts = self._shifts(switch, bot, mode)
        if shifts:
            name = max(shifts, key=lambda each: (abs(shifts[each].value or 0.0), each))
            row["shift"], row["whose"] = (
                change(shifts[name], "points"),
                self._named(name) if shifts[name].value else "-",
            )
        row["other"] = figure(self.tallies.ratio("other", switch.word, bot, mode, share=True))
        row["verdict"] = self._verdict(switch, bot, mode, certain)
        return row

    def _option(self, switch: Switch) -> Option:
        return self.naming.guide.rows().row(switch.key)

    def _named(self, name: str) -> Said:
        mode, *names = name.split("/")
        others = self.naming.rivals(mode).others()
        if others:
            setup = Setup("", mode, [], [{}])
            return self.naming.share(setup, names[0])
        return self.naming.meeting(Setup("", mode, names, [{}]))

    def _verdict(self, switch: Switch, bot: str, mode: str, certain: dict[str, float]) -> Verdict:
        """What changes for certain."""
        if self._changes_nothing(switch, bot, mode):
            return Verdict("nothing", said("exactly nothing", "まったく変化なし"), "even")
        found: list[Said] = []
        for measure, (_, _, more, less) in MEASURES.items():
            if certain[f"{switch.word} {bot} {measure}"] <= RISK:
                value = self._difference(measure, switch, bot, mode).value or 0.0
                found.append(more if value > 0 else less)
        if any(certain[f"{switch.word} {bot} share {name}"] <= RISK for name in self._shifts(switch, bot, mode)):
            found.append(SHIFT)
        if not found:
            return Verdict("open", said("nothing for certain", "確実な変化なし"), "open")
        en, ja = ", ".join(each["en"] for each in found), "、".join(each["ja"] for each in found)
        return Verdict("changes", said(en, ja), "mark")

    def _changes_nothing(self, switch: Switch, bot: str, mode: str) -> bool:
        """Were all matches the same, to the last figure that is counted?"""
        same, count = self.alike.get((switch.word, bot, mode), [0, 0])
        return same == count

    def _nothing(self, switches: Sequence[Switch], mode: str) -> list[Said]:
        """Which of them changed nothing at all."""
        found = [
            switch.word for switch in switches if all(self._changes_nothing(switch, bot, mode) for bot in self.bots)
        ]
        if not found:
            return []
        words = ", ".join(found)
        return [
            said(
                f"Exactly nothing: {words}. Every match was the same to the last figure: it never came up, or it is "
                "all the same to these players (bots, for one, forget nothing that they have seen).",
                f"まったく変化なし: {words}。どの対戦も数値まですべて同じでした。一度も関わらなかったか、"
                "このプレイヤーには違いがない(たとえばボットは見たものを忘れない)ためです。",
            )
        ]

    def _plot(self, switches: Sequence[Switch]) -> Plot:
        marks = [
            Mark(
                switch.word,
                [figure(self.tallies.ratio("other", switch.word, bot, EVERY, share=True)) for bot in self.bots],
            )
            for switch in switches
        ]
        return Plot(
            "other",
            said("Matches that another seat wins because of the ruling", "裁定によって勝者が変わった対戦の割合"),
            "intervals",
            marks,
            series=self.bots if len(self.bots) > 1 else (),
        )

    def _absent(self) -> list[Section]:
        """The rulings that cannot matter in some of the modes, or in any, since there is no such option there."""
        lines: list[Said] = []
        for row in self.question["absent"]:
            option = self.naming.guide.rows().row(row["key"])
            where = ", ".join(self.naming.mode(mode)["en"] for mode in row["modes"] if mode)
            there = ", ".join(self.naming.mode(mode)["ja"] for mode in row["modes"] if mode)
            lines.append(
                said(
                    f"{word_of(row['key'], row['value'])} ({option.name['en']}) cannot matter"
                    f"{f' in {where}' if where else ' in the matches measured'}: {row['why']}.",
                    f"{word_of(row['key'], row['value'])}({option.name['ja']})は、"
                    f"{f'{there}では' if there else '測定した対戦では'}関わりがありません({row['why']})。",
                )
            )
        if not lines:
            return []
        return [Section("absent", said("What cannot matter here", "ここでは関わらないもの"), lines)]


def _corrected(measures: Mapping[str, float], shares: Mapping[str, float]) -> list[Said]:
    """What was corrected for, in both families of tests."""
    found: list[Said] = []
    for tests, what in ((measures, FIGURES), (shares, RESULTS)):
        if tests:
            found.append({lang: f"{what[lang]}{text}" for lang, text in correction(len(tests)).items()})
    return found


def _what(option: Option, value: Any) -> Said:
    """A ruling and what is tried of it, for people."""
    tried = _value_said(option, value)
    return {lang: f"{name}: {tried[lang]}" for lang, name in option.name.items()}


def _value_said(option: Option, value: Any) -> Said:
    """A value of an option, for people."""
    if option.kind == WORD:
        return option.by_word[value].said
    if option.kind == FLAG:
        return said("yes", "はい") if value else said("no", "いいえ")
    return dict.fromkeys(option.name, str(value))


def _measured(row: Row) -> dict[str, tuple[float, float]]:
    """What is measured of a match: each so much, of so much."""
    course, chances = row.probes[COURSE], row.probes[CHANCES]
    first = course["places"].index(0)
    nearly = (float(chances["nearly"]), 1.0) if "nearly" in chances else (0.0, 0.0)
    return {
        "turns": (course["turns"], 1.0),
        "actions": (row.actions, 1.0),
        "begins": (row.shares[first], 1.0),
        "nearly": nearly,
        "lead_changes": (chances["lead_changes"], 1.0),
    }


def plan(
    game: Game,
    bots: Sequence[str],
    *,
    line: str,
    matches: int,
    only: Sequence[str] = (),
    modes: Sequence[str] = (),
    decks: Sequence[str] = (),
    seed: int = 1,
) -> Rulings:
    """The rulings of a game, or some of them by their keys, each pairing being played in so many matches. Raises
    BadVariant.
    """
    known = game.guide().rulings()
    if not known:
        raise BadVariant(f"{game.name} has no rulings to switch: none of its options is a house rule")
    check_names(only, [option.key for option, _ in known], "ruling")
    usual = Variant(game, USUAL)
    setups = usual.setups(modes, decks)
    wanted = list(dict.fromkeys(setup.mode for setup in setups))
    base = list(setups)
    switches: list[Switch] = []
    absent: list[JsonObject] = []
    for option, values in known:
        for value in values if not only or option.key in only else ():
            switch = Switch(option.key, value, [], [])
            variant = Variant(game, switch.word)
            variant.options = {option.key: value}
            why = ""
            for mode in wanted:
                try:
                    made = variant.setups([mode], decks)
                except BadVariant as fault:
                    switch.absent.append(mode)
                    why = str(fault).removeprefix(f"{variant.label}: ")
                    continue
                places = [place for place, setup in enumerate(base) if setup.mode == mode]
                switch.places += [(place, len(setups) + i) for i, place in enumerate(places)]
                setups += made
            if switch.absent:
                absent.append({"key": option.key, "value": value, "modes": switch.absent, "why": why})
            if switch.places:
                switches.append(switch)
    if not switches:
        raise BadVariant("none of these rulings exists in these modes: " + "; ".join(row["why"] for row in absent))
    question: JsonObject = {
        "command": "rulings",
        "line": line,
        "bots": list(bots),
        "rounds": max(1, matches // max(setup.turns for setup in setups)),
        "switches": [switch.as_json() for switch in switches],
        "absent": absent,
    }
    # What a file says is what another process reads: the same here.
    return Rulings(Experiment(game.name, setups, seed, [COURSE, CHANCES]), json.loads(json.dumps(question)))


def answer(question: JsonObject, run: Run) -> Sheet:
    """The sheet of rulings that a file tells of."""
    made = Rulings(run.experiment, question)
    made.run(run)
    return made.sheet()


QUESTIONS["rulings"] = answer

"""How matches go: how long they are, how often the lead changes, how open they stay, and whether decisions matter."""

from __future__ import annotations

import math
from collections import Counter
from typing import Final

from orrery.lab.course import BINS, MATTERS, SAMPLE, SIMULATIONS
from orrery.lab.estimates import Ratio
from orrery.lab.findings import Findings
from orrery.lab.sheets import Cell, Column, Figure, Mark, Plot, Said, Section, Table, said
from orrery.lab.tallies import figure

MEANS: Final = ("lowest", "known", "half", "loss")
"""Shown as percentages, these are means of chances or of parts of a match, not shares of matches."""
BARS: Final = 12
"""A histogram has about so many bars."""

DRAMA: Final[tuple[tuple[str, Said, bool], ...]] = (
    ("lead_changes", said("Lead changes a match", "1対戦で首位が入れ替わる回数"), False),
    ("nearly", said("The later winner was nearly beaten", "のちの勝者が敗色濃厚だった対戦"), True),
    ("lowest", said("Lowest chance of the later winner, mean", "のちの勝者の最低の勝算(平均)"), True),
    ("known", said("Part of the match until the winner is ahead for good", "勝者が首位を守り切るまでの経過割合"), True),
    ("half_led", said("Who led at half time won", "折り返しの首位が勝った対戦"), True),
    ("half", said("Chance of the later winner at half time, mean", "のちの勝者の折り返しでの勝算(平均)"), True),
)
"""What is told of drama: the measure, what people call it, and whether it is a share."""


def course_sections(findings: Findings) -> list[Section]:
    """The sections about the course of matches."""
    return [_length(findings), _drama(findings), _decisions(findings)]


def row_of(findings: Findings, mode: str, measure: str, what: Said, kind: str) -> dict[str, Cell]:
    """A measure of a mode at every strength."""

    def of(bot: str) -> Ratio:
        return findings.tallies.ratio(measure, mode, bot, share=kind == "share" and measure not in MEANS)

    return {"what": what, "mode": findings.mode(mode), **findings.cells(of, kind)}


# --- length -----------------------------------------------------------------------------------------------------------


def _length(findings: Findings) -> Section:
    rows: list[dict[str, Cell]] = []
    for mode in findings.modes:
        unit = findings.naming.rivals(mode).turns_said()
        turns = said(f"{unit['en'].capitalize()} a match", f"1対戦の{unit['ja']}数")
        rows.append(row_of(findings, mode, "turns", turns, "number"))
        rows.append({"what": said("from – to", "最短〜最長"), "mode": findings.mode(mode), **_spans(findings, mode)})
        rows.append(row_of(findings, mode, "actions", said("Actions a match", "1対戦の行動数"), "number"))
    title = said("How long matches are", "対戦の長さ")
    table = findings.by_mode("length", title, rows)
    plots = [plot for mode in findings.modes for plot in _histogram(findings, mode)]
    fixed = [mode for mode in findings.modes if len(_lengths(findings, mode)) == 1]
    told: list[Said] = []
    if fixed:
        told.append(
            said(
                "Every match of a mode is as long as the next where no histogram is drawn.",
                "長さの分布図がないモードでは、どの対戦も同じ長さです。",
            )
        )
    return Section("length", title, told, [table], plots)


def _lengths(findings: Findings, mode: str) -> set[int]:
    """All lengths that matches of a mode had."""
    return {turns for bot in findings.bots for turns in findings.lengths.get((mode, bot), ())}


def _spans(findings: Findings, mode: str) -> dict[str, Cell]:
    """By bot: the shortest and the longest match."""
    found: dict[str, Cell] = {}
    for bot in findings.bots:
        lengths = findings.lengths.get((mode, bot))
        if lengths:
            found[bot] = f"{min(lengths)} – {max(lengths)}"
    return found


def _histogram(findings: Findings, mode: str) -> list[Plot]:
    """How many matches had which length; nothing where all had the same."""
    lengths = _lengths(findings, mode)
    if len(lengths) < 2:
        return []
    low, high = min(lengths), max(lengths)
    width = math.ceil((high - low + 1) / BARS)
    marks: list[Mark] = []
    for start in range(low, high + 1, width):
        figures: list[Figure | None] = []
        for bot in findings.bots:
            counted = findings.lengths.get((mode, bot), Counter[int]())
            here = sum(times for turns, times in counted.items() if start <= turns < start + width)
            figures.append(Figure(here / sum(counted.values())) if counted else None)
        marks.append(Mark(str(start) if width == 1 else f"{start}–{start + width - 1}", figures))
    unit, name = findings.naming.rivals(mode).turns_said(), findings.mode(mode)
    title = {lang: f"{text}: {name[lang]}" if name[lang] else text for lang, text in LENGTHS.items()}
    series = findings.bots if len(findings.bots) > 1 else ()
    return [Plot(f"length_{mode}" if mode else "length", title, "bars", marks, series=series, across=unit)]


LENGTHS: Final = said("Lengths of matches", "対戦の長さの分布")


# --- drama ------------------------------------------------------------------------------------------------------------


def _drama(findings: Findings) -> Section:
    rows = [
        row_of(findings, mode, measure, what, "share" if share else "number")
        for mode in findings.modes
        for measure, what, share in DRAMA
    ]
    title = said("Lead changes and drama", "首位交代と緊迫感")
    told = [
        said(
            "After every turn each player's chance to win is judged with full knowledge, as the game's bots judge "
            "positions. Nearly beaten is who has less than two thirds of an even share of the chances: less than one "
            "third of two, less than one sixth of four. The lead is by score where there are scores, else by chance. "
            "Matches that several win together count for lead changes alone.",
            "各ターンの後に、ゲームのボットと同じ評価で、全情報から各プレイヤーの勝算を見積もります。敗色濃厚とは、"
            "勝算が均等割りの3分の2未満、つまり2人なら3分の1未満、4人なら6分の1未満のことです。首位は得点のあるゲーム"
            "では得点で、ないゲームでは勝算で決めます。複数が同時に勝った対戦は首位交代だけに数えます。",
        ),
        _worth(findings),
    ]
    return Section("drama", title, told, [findings.by_mode("drama", title, rows), _calibration(findings)])


def _steps(findings: Findings, bot: str) -> list[tuple[int, Ratio]]:
    """The steps of 10 % in which chances were given, each with the share that came true."""
    found = [(step, findings.tallies.ratio("bin", str(step), bot, share=True)) for step in range(BINS)]
    return [(step, ratio) for step, ratio in found if ratio.value is not None]


def _worth(findings: Findings) -> Said:
    """What the chances are worth, by the strongest players."""
    bot = findings.bots[-1]
    steps = _steps(findings, bot)
    fitting = 0
    for step, found in steps:
        low, high = found.interval() or (0.0, 1.0)
        fitting += low <= (step + 1) / BINS and high >= step / BINS
    example = next(((step, found) for step, found in steps if step == 3), None)
    shown = ("", "")
    if example is not None and example[1].value is not None:
        share = f"{example[1].value:.0%}"
        shown = (
            f" Of the {example[1].den:,.0f} moments with 30 to 40 %, {share} were won.",
            f"勝算30〜40 %と見た{example[1].den:,.0f}回のうち、実際に勝ったのは{share}でした。",
        )
    return said(
        f"What these chances are worth: played by {bot}, {fitting} of {len(steps)} steps of 10 % came true as often as "
        f"they say, as far as their intervals tell.{shown[0]}",
        f"勝算の確かさ: {bot}の対戦では、10 %刻みの{len(steps)}段階のうち{fitting}段階が、"
        f"区間の範囲で見積もりどおりでした。{shown[1]}",
    )


def _calibration(findings: Findings) -> Table:
    rows: list[dict[str, Cell]] = []
    for step in range(BINS):
        row: dict[str, Cell] = {"what": f"{10 * step:2d}–{10 * step + 10} %"}
        for bot in findings.bots:
            found = findings.tallies.ratio("bin", str(step), bot, share=True)
            if found.value is not None:
                row[bot] = figure(found)
        if len(row) > 1:
            rows.append(row)
    columns = [Column("what", said("Chance given", "見積もった勝算")), *findings.columns()]
    about = said(
        "Of the moments at which a chance was given, how many were won.", "その勝算と見た時点のうち、勝った割合。"
    )
    return Table("calibration", said("What the chances are worth", "勝算の確かさ"), columns, rows, about)


# --- decisions --------------------------------------------------------------------------------------------------------


def _decisions(findings: Findings) -> Section:
    weighed = any(key[0] == "matters" for key in findings.tallies.sums)
    wanted = [
        ("choices", said("Decisions with a choice, a match", "1対戦で選択の余地がある決定"), "number"),
        ("forced", said("Decisions without a choice", "選択の余地がない決定の割合"), "share"),
        ("breadth", said("Actions to choose from", "選べる行動の数"), "number"),
    ]
    if weighed:
        wanted += [
            ("matters", said("Decisions that matter", "重要な決定の割合"), "share"),
            ("loss", said("Loss by the second-best action, mean", "次善手で失う勝算(平均)"), "share"),
        ]
    rows = [row_of(findings, mode, *each) for mode in findings.modes for each in wanted]
    title = said("Decisions that matter", "重要な決定")
    told = said(
        f"A decision matters where the second-best action loses more than {100 * MATTERS:.0f} points of the chance to "
        f"win. {SAMPLE} decisions of each match that left a choice were drawn by lot and searched with {SIMULATIONS} "
        "simulations from what the player knew. The best of several guesses is a little too good, so the shares are "
        "rather too high.",
        f"次善手を選ぶと勝算を{100 * MATTERS:.0f}ポイントより多く失う決定を、重要な決定とします。"
        f"各対戦から選択の余地がある決定を{SAMPLE}つ抽選し、プレイヤーの知る情報から{SIMULATIONS}回のシミュレーションで調べました。"
        "推定値の中から最善を選ぶため、割合はやや高めに出ます。",
    )
    unweighed = said(
        "Whether decisions matter was not searched: it takes much time, and so many matches were played; --weight asks "
        "for it.",
        "決定の重要さは調べていません(対戦数が多く、時間がかかるため)。--weight を付けると調べます。",
    )
    return Section("decisions", title, [told if weighed else unweighed], [findings.by_mode("decisions", title, rows)])

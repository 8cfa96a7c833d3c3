"""What a game counts beside what every game has: its powers, the places of its board (`Rivals.census`)."""

from __future__ import annotations

from typing import Final

from orrery.core.guide import Kind
from orrery.lab.estimates import Difference, Ratio, benjamini_hochberg, both_tails, correction, holm
from orrery.lab.findings import Findings
from orrery.lab.sheets import Cell, Column, Mark, Plot, Said, Section, Table, Verdict, said
from orrery.lab.tallies import change, figure

RISK: Final = 0.05
ENOUGH: Final = 20
"""Of what was seen in fewer rounds, nobody can tell how much it varies."""
MORE: Final = Verdict("more", said("more than the mean", "平均より多い"), "good")
LESS: Final = Verdict("less", said("less than the mean", "平均より少ない"), "bad")
ALIKE: Final = Verdict("open", said("not told apart", "差は不明"), "open")
WORTH: Final = Verdict("worth", said("helps", "役に立つ"), "good")
HARM: Final = Verdict("harm", said("better left alone", "使わないほうがよい"), "bad")


def census_sections(findings: Findings, forbids: bool) -> list[Section]:
    """A section for each kind of things. `forbids`: were players forbidden to use them?"""
    return [_section(findings, kind, forbids and kind.can_forbid) for kind in findings.kinds]


def _section(findings: Findings, kind: Kind, forbids: bool) -> Section:
    told = [
        said(
            "Points of who used one are those above an even share. Whoever is ahead may have more occasion to use it, "
            "so this is no effect.",
            "「使った人」は均等な勝率との差(ポイント)です。優勢な人ほど使う機会が多いこともあるので、効果とは限りません。",
        )
    ]
    tables = [_uses(findings, kind, bot) for bot in findings.bots]
    plots: list[Plot] = []
    if kind.yields is not None:
        told.append(correction(len(kind.names), by_holm=False))
        plots.append(_yields(findings, kind))
    if forbids:
        more, table, plot = _forbidden(findings, kind)
        told += more
        tables.insert(0, table)
        plots.append(plot)
    if kind.can_forbid:
        tables.append(_by_name(findings, kind, findings.bots[-1]))
    return Section(kind.key, kind.title, told, tables, plots)


def _uses(findings: Findings, kind: Kind, bot: str) -> Table:
    """How often each was used, what it brought, and how those did who used it."""
    tallies = findings.tallies
    verdicts = _against_mean(findings, kind, bot)
    rows: list[dict[str, Cell]] = []
    for word, name in kind.names.items():
        row: dict[str, Cell] = {"what": name}
        for measure in kind.measures:
            row[measure] = figure(tallies.ratio("census", kind.key, word, measure, bot), "number")
        if kind.yields is not None:
            row["yield"] = figure(tallies.ratio("yield", kind.key, word, bot), "number")
            row["verdict"] = verdicts[word]
        even = tallies.ratio("users_even", kind.key, word, bot).value or 0.0
        row["users"] = figure(tallies.ratio("users", kind.key, word, bot, share=True), "points", even)
        rows.append(row)
    columns = [
        Column("what", kind.title),
        *(Column(measure, title) for measure, title in kind.measures.items()),
        *_yield_columns(findings, kind, bot),
        Column("users", said("Who used it, points", "使った人(ポイント)")),
    ]
    title = said(f"{kind.title['en']}, by {bot}", f"{kind.title['ja']}({bot})")
    sort = "-yield" if kind.yields is not None else f"-{next(iter(kind.measures))}"
    return Table(f"{kind.key}_{bot}", title, columns, rows, sort=sort)


def _yield_columns(findings: Findings, kind: Kind, bot: str) -> list[Column]:
    if kind.yields is None:
        return []
    mean = findings.tallies.ratio("yield", kind.key, "", bot).value
    gain, per = (kind.measures[measure] for measure in kind.yields)
    about = said(
        f"“{gain['en']}” divided by “{per['en']}”; the mean of all is {mean or 0.0:.3f}.",
        f"「{gain['ja']}」÷「{per['ja']}」。全体の平均は{mean or 0.0:.3f}です。",
    )
    return [
        Column("yield", said("Brought each time", "1回あたり"), about),
        Column("verdict", said("Against the mean", "平均との比較")),
    ]


def _against_mean(findings: Findings, kind: Kind, bot: str) -> dict[str, Verdict]:
    """Which of them bring more or less than the mean for certain, corrected for there being many."""
    if kind.yields is None:
        return {}
    mean = findings.tallies.ratio("yield", kind.key, "", bot).value or 0.0
    found = {word: findings.tallies.ratio("yield", kind.key, word, bot) for word in kind.names}
    certain = benjamini_hochberg({word: _off(ratio, mean) for word, ratio in found.items()})
    verdicts: dict[str, Verdict] = {}
    for word, ratio in found.items():
        value = ratio.value
        if value is None or certain[word] > RISK or ratio.sums.rounds < ENOUGH:
            verdicts[word] = ALIKE
        else:
            verdicts[word] = MORE if value > mean else LESS
    return verdicts


def _off(found: Ratio, supposed: float) -> float:
    deviates = found.deviates(supposed)
    return 1.0 if deviates is None else both_tails(deviates)


def _yields(findings: Findings, kind: Kind) -> Plot:
    bot = findings.bots[-1]
    marks = [
        Mark(name, [figure(findings.tallies.ratio("yield", kind.key, word, bot), "number")])
        for word, name in kind.names.items()
    ]
    title = said(f"{kind.title['en']}: brought each time, by {bot}", f"{kind.title['ja']}: 1回あたり({bot})")
    mean = findings.tallies.ratio("yield", kind.key, "", bot).value
    return Plot(f"{kind.key}_yield", title, "intervals", marks, middle=mean)


def _by_name(findings: Findings, kind: Kind, bot: str) -> Table:
    """How often whoever plays what uses each, in a match."""
    mode = findings.modes[0]
    first = next(iter(kind.measures.values()))
    names = findings.naming.rivals(mode).others()
    rows: list[dict[str, Cell]] = []
    for word, said_name in kind.names.items():
        row: dict[str, Cell] = {"what": said_name}
        for name in names:
            row[name] = figure(findings.tallies.ratio("by", kind.key, word, name, bot), "number")
        rows.append(row)
    columns = [Column("what", kind.title), *(Column(name, findings.naming.name(mode, name)) for name in names)]
    title = said(
        f"{kind.title['en']}, by whom: {first['en'].lower()} and player ({bot})",
        f"{kind.title['ja']}の使い手: プレイヤー1人あたり、{first['ja']}({bot})",
    )
    return Table(f"{kind.key}_by", title, columns, rows)


# --- players who may not ----------------------------------------------------------------------------------------------


def _forbidden(findings: Findings, kind: Kind) -> tuple[list[Said], Table, Plot]:
    """The restricted value: what a player loses who may not use it, over all modes."""
    found = {(word, bot): _lost(findings, f"{kind.key}:{word}", bot) for word in kind.names for bot in findings.bots}
    certain = {bot: holm({word: found[word, bot].p_value for word in kind.names}) for bot in findings.bots}
    strong = findings.bots[-1]
    rows: list[dict[str, Cell]] = []
    for word, name in kind.names.items():
        row: dict[str, Cell] = {"what": name}
        row |= {bot: change(found[word, bot], "points", -1) for bot in findings.bots}
        row["verdict"] = _helps(found[word, strong], certain[strong][word])
        rows.append(row)
    columns = [
        Column("what", kind.title),
        *findings.columns(),
        Column("verdict", said(f"By {strong}", f"{strong}での判定")),
    ]
    title = said("What a player loses who may not use it, points", "使えないプレイヤーが失う勝率(ポイント)")
    told = [
        said(
            "Restricted value: the same matches once more, with one player who may not use it. Above zero it is worth "
            "having; below zero these players are better off without it. It is paired by seeds and seats, so it is the "
            "doing of the ban alone.",
            "制限価値: 同じ対戦を、1人だけそれを使えないようにしてもう一度行います。正なら持つ価値があり、"
            "負ならそのプレイヤーは使わないほうがよいということです。シードと席をそろえているので、差は制限だけによるものです。",
        ),
        correction(len(kind.names)),
    ]
    plot = Plot(
        f"{kind.key}_forbidden",
        title,
        "intervals",
        [
            Mark(name, [change(found[word, bot], "points", -1) for bot in findings.bots])
            for word, name in kind.names.items()
        ],
        series=findings.bots if len(findings.bots) > 1 else (),
        middle=0.0,
    )
    return told, Table(f"{kind.key}_forbidden", title, columns, rows, sort=f"-{strong}"), plot


def _lost(findings: Findings, what: str, bot: str) -> Difference:
    """What the ban does to the share of whoever is forbidden it, over all modes; a round is one seed in all of them."""
    sums = findings.tallies.sums
    found = Difference(share=True)
    rounds = sorted({round for mode in findings.modes for round in sums.get(("may", mode, bot, what), {})})
    for round in rounds:
        free = [sums["may", mode, bot, what][round] for mode in findings.modes]
        bound = [sums["may_not", mode, bot, what][round] for mode in findings.modes]
        found.add(sum(num for num, _ in free), len(free), sum(num for num, _ in bound), len(bound))
    return found


def _helps(found: Difference, p: float) -> Verdict:
    value = found.value
    if value is None or p > RISK:
        return ALIKE
    return WORTH if value < 0 else HARM

"""Who wins: the pairings of decks, each deck or colour over the field, seats and the order of turns, and how much the
better player wins. Each at every strength, side by side, with a verdict whether it holds for better players.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from orrery.lab.estimates import Ratio, both_tails, correction, deviates_at, holm
from orrery.lab.findings import Findings
from orrery.lab.sheets import Cell, Column, Figure, Mark, Plot, Said, Section, Table, Verdict, said
from orrery.lab.tallies import figure, joined

BAND: Final = (0.45, 0.55)
"""Where the shares of a fair pairing lie."""
RISK: Final = 0.05
PLACES: Final = ("begins", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
WITHIN: Final = "within"
LEFT: Final = "left"
RIGHT: Final = "right"
OPEN: Final = "open"
VERDICTS: Final = {
    WITHIN: Verdict(WITHIN, said("within 45 to 55 %", "45〜55 %の範囲内"), "even"),
    LEFT: Verdict(LEFT, said("left above 55 %", "左が55 %を超える"), "mark"),
    RIGHT: Verdict(RIGHT, said("right above 55 %", "右が55 %を超える"), "mark"),
    OPEN: Verdict(OPEN, said("open", "未定"), "open"),
}
HOLDS: Final = Verdict("holds", said("holds", "変わらない"), "even")
DIFFERS: Final = Verdict("differs", said("differs", "強さで変わる"), "mark")
WEAK: Final = Verdict("weak", said("good only for the weak", "弱いプレイヤーでだけ強い"), "mark")
STRONG: Final = Verdict("strong", said("good only for the strong", "強いプレイヤーでだけ強い"), "mark")
UNKNOWN: Final = VERDICTS[OPEN]


def share_sections(findings: Findings, skills: Sequence[tuple[str, str]]) -> list[Section]:
    """The sections about who wins."""
    return [
        *_pairings(findings),
        *_field(findings),
        _seats(findings),
        *([_skill(findings, skills)] if skills else []),
    ]


def in_band(found: Ratio, tests: int) -> str:
    """Where a share lies: all of its interval, which is widened for there being so many tests."""
    low, high = found.between(deviates_at(1 - RISK / max(1, tests))) or (0.0, 1.0)
    if BAND[0] <= low and high <= BAND[1]:
        return WITHIN
    return LEFT if low > BAND[1] else RIGHT if high < BAND[0] else OPEN


# --- pairings ---------------------------------------------------------------------------------------------------------


def _pairings(findings: Findings) -> list[Section]:
    """Every pairing of decks; nothing for a game without decks."""
    places = [place for place, setup in findings.setups.items() if setup.names]
    if not places:
        return []
    tallies, bots = findings.tallies, findings.bots
    shares = {(place, bot): tallies.ratio("pair", str(place), bot, share=True) for place in places for bot in bots}
    verdicts = {key: in_band(found, len(places)) for key, found in shares.items()}
    apart = {
        str(place): tallies.difference(("pair", str(place), bots[0]), ("pair", str(place), bots[-1]), share=True)
        for place in places
    }
    certain = holm({key: found.p_value for key, found in apart.items()})
    rows: list[dict[str, Cell]] = []
    marks: list[Mark] = []
    for place in places:
        name = findings.naming.meeting(findings.setups[place])
        row: dict[str, Cell] = {"what": name, **{bot: figure(shares[place, bot]) for bot in bots}}
        row["verdict"] = VERDICTS[verdicts[place, bots[-1]]]
        if len(bots) > 1:
            row["holds"] = _holds([verdicts[place, bot] for bot in bots], certain[str(place)])
        rows.append(row)
        marks.append(Mark(name, [figure(shares[place, bot]) for bot in bots]))
    columns = [
        Column("what", said("Pairing (share of the left deck)", "組み合わせ(左のデッキの勝率)")),
        *findings.columns(),
        Column("verdict", said(f"By {bots[-1]}", f"{bots[-1]}での判定")),
        *([Column("holds", said("For better players", "強いプレイヤーでは"))] if len(bots) > 1 else []),
    ]
    title = said("Every pairing of the decks", "デッキの全組み合わせ")
    plot = Plot(
        "pairings",
        said("Share of the left deck, with the band of a fair pairing", "左のデッキの勝率(帯は公平な範囲)"),
        "intervals",
        marks,
        series=bots if len(bots) > 1 else (),
        band=BAND,
        middle=0.5,
    )
    told = [_in_short(findings, verdicts, places), _about_verdicts(len(places)), *_about_holding(findings)]
    return [Section("pairings", title, told, [Table("pairings", title, columns, rows)], [plot])]


def _in_short(findings: Findings, verdicts: dict[tuple[int, str], str], places: list[int]) -> Said:
    """How many pairings are where, by the strongest players."""
    bot = findings.bots[-1]
    found = [verdicts[place, bot] for place in places]
    far, near, open_ = sum(word in (LEFT, RIGHT) for word in found), found.count(WITHIN), found.count(OPEN)
    return said(
        f"Of {len(places)} pairings played by {bot}, {near} lie within 45 to 55 % for certain, {far} outside for "
        f"certain, and {open_} are open.",
        f"{bot}の{len(places)}組のうち、確実に45〜55 %の範囲内が{near}組、確実に範囲外が{far}組、未定が{open_}組です。",
    )


def _about_verdicts(tests: int) -> Said:
    level = 1 - RISK / max(1, tests)
    return said(
        f"Intervals shown are of 95 %. A verdict is given only where an interval widened to {level:.1%}, since "
        f"{tests} are judged together, lies wholly within the band or wholly outside.",
        f"表の区間は95 %区間です。判定は、{tests}件を同時に見るために{level:.1%}まで広げた区間が、"
        "すべて範囲内またはすべて範囲外にあるときだけ出します。",
    )


def _about_holding(findings: Findings) -> list[Said]:
    if len(findings.bots) < 2:
        return []
    weak, strong = findings.bots[0], findings.bots[-1]
    return [
        said(
            f"For better players: {weak} and {strong} play the same seeds. Differs means that their verdicts "
            "contradict each other, or that the difference is certain (Holm, 5 %).",
            f"強いプレイヤーでは: {weak}と{strong}に同じシードを対戦させています。"
            "「強さで変わる」は、判定が食い違うか、差が確実(ホルム法、5 %)であることを表します。",
        )
    ]


def _holds(verdicts: list[str], p: float) -> Verdict:
    """Is it the same at all strengths?"""
    decided = {word for word in verdicts if word != OPEN}
    if len(decided) > 1 or p <= RISK:
        return DIFFERS
    return HOLDS if decided and OPEN not in verdicts else UNKNOWN


# --- the field --------------------------------------------------------------------------------------------------------


def _field(findings: Findings) -> list[Section]:
    """Each deck over all others, by mode; without decks, each of what tells seats apart, over all modes and by mode."""
    if any(setup.names for setup in findings.setups.values()):
        return [_decks(findings)]
    names = findings.naming.rivals(findings.modes[0]).others()
    return [_others(findings, names)] if names else []


def _decks(findings: Findings) -> Section:
    tallies, bots = findings.tallies, findings.bots
    decks = [(mode, name) for mode in findings.modes for name in _names_in(findings, mode)]
    apart = {
        deck: tallies.difference(("name", *deck, bots[0]), ("name", *deck, bots[-1]), share=True) for deck in decks
    }
    certain = holm({"/".join(deck): found.p_value for deck, found in apart.items()})
    rows: list[dict[str, Cell]] = []
    marks: list[Mark] = []
    for deck in decks:
        shares = {bot: tallies.ratio("name", *deck, bot, share=True) for bot in bots}
        name = joined(findings.naming.name(*deck), findings.mode(deck[0]))
        row: dict[str, Cell] = {"what": name, **{bot: figure(shares[bot]) for bot in bots}}
        if len(bots) > 1:
            sides = [side_of(shares[bot], 0.5) for bot in (bots[0], bots[-1])]
            row["holds"] = only_for(sides[0], sides[1], certain["/".join(deck)])
        rows.append(row)
        marks.append(Mark(name, [figure(shares[bot]) for bot in bots]))
    title = said("Each deck over the field", "各デッキの全体勝率")
    columns = [Column("what", said("Deck", "デッキ")), *findings.columns(), *_holding_column(findings)]
    plot = Plot(
        "field",
        said("Share over the field", "全体勝率"),
        "intervals",
        marks,
        series=bots if len(bots) > 1 else (),
        middle=0.5,
    )
    table = Table("field", title, columns, rows, sort=f"-{bots[-1]}")
    return Section("field", title, [*_about_only(findings)], [table], [plot])


def _names_in(findings: Findings, mode: str) -> list[str]:
    """The decks that meet in a mode."""
    setups = [setup for setup in findings.setups.values() if setup.mode == mode]
    return list(dict.fromkeys(name for setup in setups for name in setup.names))


def _others(findings: Findings, names: list[str]) -> Section:
    tallies, bots = findings.tallies, findings.bots
    mode = findings.modes[0]
    called = findings.naming.rivals(mode).others_said()
    apart = {name: tallies.difference(("over", name, bots[0]), ("over", name, bots[-1]), share=True) for name in names}
    certain = holm({name: found.p_value for name, found in apart.items()})
    known = {bot: {name: tallies.ratio("over", name, bot, share=True) for name in names} for bot in bots}
    even = {(bot, name): tallies.ratio("even", name, bot).value or 0.0 for bot in bots for name in names}
    rows: list[dict[str, Cell]] = []
    for name in names:
        row: dict[str, Cell] = {"what": findings.naming.name(mode, name)}
        row |= {bot: figure(known[bot][name], "points", even[bot, name]) for bot in bots}
        row["taken"] = Figure(_taken(findings, name, bots[-1]))
        if len(bots) > 1:
            sides = [side_of(known[bot][name], even[bot, name]) for bot in (bots[0], bots[-1])]
            row["holds"] = only_for(sides[0], sides[1], certain[name])
        rows.append(row)
    columns = [
        Column("what", called),
        *findings.columns(),
        Column("taken", said(f"In play, by {bots[-1]}", f"使われた割合({bots[-1]})")),
        *_holding_column(findings),
    ]
    title = said(f"{called['en']} against an even share", f"{called['ja']}: 均等な勝率との差")
    sure = {bot: holm({name: _off(found, even[bot, name]) for name, found in known[bot].items()}) for bot in bots}
    told = [
        said(
            "Points above or below an even share (1 in as many as play) of the matches in which it was in play. "
            "Players choose it themselves, so this says how those who chose it did, not what it does.",
            "使われた対戦での、均等な勝率(人数分の1)との差(ポイント)です。プレイヤー自身が選ぶので、"
            "選んだ人の成績であり、そのもの自体の効果とは限りません。",
        ),
        *[_certain(findings, bot, mode, sure[bot]) for bot in bots],
        correction(len(names)),
        *_about_only(findings),
    ]
    plot = Plot(
        "field",
        said("Against an even share, points", "均等な勝率との差(ポイント)"),
        "intervals",
        [
            Mark(
                findings.naming.name(mode, name), [figure(known[bot][name], "points", even[bot, name]) for bot in bots]
            )
            for name in names
        ],
        series=bots if len(bots) > 1 else (),
        middle=0.0,
    )
    tables = [Table("field", title, columns, rows, sort=f"-{bots[-1]}")]
    if len(findings.modes) > 1:
        tables += [_by_mode(findings, names, bot) for bot in bots]
    return Section("field", title, told, tables, [plot])


def _taken(findings: Findings, name: str, bot: str) -> float | None:
    """In which share of all matches somebody had it."""
    counts = {key: sum(den for _, den in rounds.values()) for key, rounds in findings.tallies.sums.items()}
    matches = sum(counts.get(("turns", mode, bot), 0.0) for mode in findings.modes)
    return counts.get(("over", name, bot), 0.0) / matches if matches else None


def _off(found: Ratio, even: float) -> float:
    """The chance of a share so far from even where it is even."""
    deviates = found.deviates(even)
    return 1.0 if deviates is None else both_tails(deviates)


def _certain(findings: Findings, bot: str, mode: str, p: dict[str, float]) -> Said:
    names = [findings.naming.name(mode, name) for name, value in p.items() if value <= RISK]
    if not names:
        return said(f"{bot}: none is off an even share for certain.", f"{bot}: 均等からの確実なずれはありません。")
    en, ja = ", ".join(name["en"] for name in names), "、".join(name["ja"] for name in names)
    return said(f"{bot}: off an even share for certain: {en}.", f"{bot}: 均等から確実にずれているもの: {ja}。")


def _by_mode(findings: Findings, names: list[str], bot: str) -> Table:
    """One strength: what is above an even share in each mode."""
    rows: list[dict[str, Cell]] = []
    for name in names:
        row: dict[str, Cell] = {"what": findings.naming.name(findings.modes[0], name)}
        for mode in findings.modes:
            share = findings.tallies.ratio("name", mode, name, bot, share=True)
            row[mode] = figure(share, "points", 1 / findings.seats[mode])
        rows.append(row)
    columns = [
        Column("what", findings.naming.rivals(findings.modes[0]).others_said()),
        *(Column(mode, findings.mode(mode)) for mode in findings.modes),
    ]
    title = said(f"Against an even share, by mode: {bot}", f"モード別の均等な勝率との差: {bot}")
    return Table(f"field_{bot}", title, columns, rows)


def only_for(weak: int, strong: int, p: float) -> Verdict:
    """Is something that is good good only for some? By the sides of an even share on which it is for certain, and how
    likely a difference such as that between the two is by chance, corrected.
    """
    if p <= RISK:
        if weak > 0 and strong <= 0:
            return WEAK
        if strong > 0 and weak <= 0:
            return STRONG
        return DIFFERS
    return HOLDS if weak == strong != 0 else UNKNOWN


def side_of(found: Ratio, even: float) -> int:
    """1 if all of the interval is above, -1 if all of it is below, 0 if neither."""
    low, high = found.interval() or (even, even)
    return (low > even) - (high < even)


def _holding_column(findings: Findings) -> list[Column]:
    return [Column("holds", said("For better players", "強いプレイヤーでは"))] if len(findings.bots) > 1 else []


def _about_only(findings: Findings) -> list[Said]:
    if len(findings.bots) < 2:
        return []
    weak, strong = findings.bots[0], findings.bots[-1]
    return [
        said(
            f"Good only for the weak: above even for certain by {weak}, not by {strong}, and the difference between "
            "the two on the same seeds is certain (Holm, 5 %).",
            f"「弱いプレイヤーでだけ強い」: {weak}では確実に均等より上、{strong}ではそうでなく、"
            "同じシードでの両者の差が確実(ホルム法、5 %)なものです。",
        )
    ]


# --- seats ------------------------------------------------------------------------------------------------------------


def _seats(findings: Findings) -> Section:
    """The edge of who begins, and where that is not always seat 0, of the seat itself."""
    tallies = findings.tallies
    rows: list[dict[str, Cell]] = []
    marks: list[Mark] = []
    for mode in findings.modes:
        even = 1 / findings.seats[mode]
        for place in range(findings.seats[mode]):
            what = said(PLACES[place], f"手番順{place + 1}番目" if place else "先手")

            def of(bot: str, mode: str = mode, place: int = place) -> Ratio:
                return tallies.ratio("place", mode, str(place), bot, share=True)

            rows.append({"what": what, "mode": findings.mode(mode), **findings.cells(of, "points", even)})
            marks.append(Mark(joined(what, findings.mode(mode)), findings.figures(of, "points", even)))
    title = said("Seats and the order of turns", "席と手番順")
    told = [
        said("Points above or below an even share, by who begins.", "手番順ごとの、均等な勝率との差(ポイント)です。")
    ]
    if any(setup.names for setup in findings.setups.values()):
        told.append(
            said(
                "Every pairing is played from both seats, so decks do not count here.",
                "どの組み合わせも席を入れ替えて対戦するので、デッキの差は入りません。",
            )
        )
    tables = [findings.by_mode("order", said("The order of turns", "手番順"), rows)]
    if findings.others_begin:
        tables.append(_by_seat(findings))
        told.append(
            said(
                "Who begins is not always the first seat; the second table has the seats themselves, which should not "
                "matter.",
                "先手は席0とは限りません。2つ目の表は席そのもので、差がないはずのものです。",
            )
        )
    plot = Plot(
        "order",
        said("Against an even share, points", "均等な勝率との差(ポイント)"),
        "intervals",
        marks,
        series=findings.bots if len(findings.bots) > 1 else (),
        middle=0.0,
    )
    return Section("seats", title, told, tables, [plot])


def _by_seat(findings: Findings) -> Table:
    rows: list[dict[str, Cell]] = []
    for mode in findings.modes:
        for seat in range(findings.seats[mode]):

            def of(bot: str, mode: str = mode, seat: int = seat) -> Ratio:
                return findings.tallies.ratio("seat", mode, str(seat), bot, share=True)

            row = findings.cells(of, "points", 1 / findings.seats[mode])
            rows.append({"what": said(f"seat {seat}", f"席{seat}"), "mode": findings.mode(mode), **row})
    return findings.by_mode("seats", said("The seats", "席"), rows)


# --- skill ------------------------------------------------------------------------------------------------------------


def _skill(findings: Findings, skills: Sequence[tuple[str, str]]) -> Section:
    """How much the better player wins."""
    rows: list[dict[str, Cell]] = []
    marks: dict[str, list[Figure | None]] = {f"{strong} – {weak}": [] for weak, strong in skills}
    for mode in findings.modes:
        for weak, strong in skills:
            found = findings.tallies.ratio("skill", mode, weak, strong, share=True)
            rows.append(
                {
                    "what": f"{strong} – {weak}",
                    "mode": findings.mode(mode),
                    "share": figure(found),
                    "even": Figure(1 / findings.seats[mode]),
                    "matches": Figure(found.den, kind="count"),
                }
            )
            marks[f"{strong} – {weak}"].append(figure(found, "points", 1 / findings.seats[mode]))
    columns = [
        Column("what", said("Stronger – weaker", "強い側 – 弱い側")),
        *([Column("mode", said("Mode", "モード"))] if len(findings.modes) > 1 else []),
        Column("share", said("The stronger wins", "強い側の勝率")),
        Column("even", said("Even share", "均等な勝率")),
        Column("matches", said("Matches", "対戦数")),
    ]
    if len(findings.modes) == 1:
        for row in rows:
            del row["mode"]
    title = said("How much the better player wins", "強いプレイヤーはどれだけ勝つか")
    told = [
        said(
            "One stronger player among weaker ones, with the same decks and seeds in every seat. A game of chance "
            "alone stays at the even share. mcts:N thinks about a decision for N simulations: four times as much "
            "thinking is worth so much.",
            "弱いプレイヤーの中に強いプレイヤーが1人。同じデッキとシードで、すべての席を試します。運だけのゲームなら"
            "均等な勝率のままです。mcts:Nは1手にN回のシミュレーションを行い、4倍考えることの価値がわかります。",
        )
    ]
    plot = Plot(
        "skill",
        said("The stronger against an even share, points", "強い側の均等な勝率との差(ポイント)"),
        "intervals",
        [Mark(name, figures) for name, figures in marks.items()],
        series=[findings.mode(mode) for mode in findings.modes] if len(findings.modes) > 1 else (),
        middle=0.0,
    )
    return Section("skill", title, told, [Table("skill", title, columns, rows)], [plot])

"""The half of a report that is about cards: what each is worth beyond a filler of its cost, whether that holds for
better players, and what becomes of it in hands.

`card_sections` is all that a command needs; what is measured is told in card_values.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from orrery.core.clause import LANGUAGES
from orrery.core.guide import Rivals
from orrery.lab.card_values import (
    BURDEN,
    MEASURES,
    MUST,
    RESTRICTED,
    RISK,
    SELDOM,
    SWAP,
    CardStudy,
    Subject,
)
from orrery.lab.estimates import Difference, Ratio, correction
from orrery.lab.running import Run
from orrery.lab.sheets import Cell, Column, Figure, Mark, Plot, Said, Section, Table, Verdict, said
from orrery.lab.sittings import Sitting
from orrery.lab.tallies import figure
from orrery.lab.variants import DECK, Variant

MOST_SUSPECTS: Final = 24
MOST_MARKS: Final = 40
"""A plot has no more cards than so many: those whose values are farthest from 0."""
MOST_LINES: Final = 6
"""Of no more cards it is drawn turn by turn when they are first played."""

TITLES: Final = {SWAP: said("Swap value", "交換価値"), RESTRICTED: said("Restricted value", "制限価値")}
ABOUT: Final = {
    SWAP: said(
        "What the deck wins with the card less what it wins with a blank of the card's cost in its place: the same "
        "seeds, seats and players, so the difference is the card's doing.",
        "このカードを入れたときのデッキの勝率から、同じコストの白紙のカードに替えたときの勝率を引いたもの。"
        "シードも席もプレイヤーも同じなので、差はカードの働きです。",
    ),
    RESTRICTED: said(
        "What the deck wins normally less what it wins when its player may not play the card. The player thinks as "
        "ever and has to choose again whenever playing it would be the choice, unless nothing else can be done.",
        "ふだんのデッキの勝率から、このカードを使えないプレイヤーの勝率を引いたもの。プレイヤーはいつもどおり考え、"
        "このカードを使おうとするたびに別の行動を選び直します。ほかに何もできないときだけは使います。",
    ),
}


def card_sections(
    run: Run,
    variant: Variant,
    bots: Sequence[str],
    rounds: int,
    asked: Sequence[str] = (),
    most: int = MOST_SUSPECTS,
    worth: bool = True,
) -> list[Section]:
    """A section for each mode of a game that follows its cards (none for other games).

    The run's experiment has the setups of the variant and counts the probe `cards`; matches that it has played already,
    for whatever else, are not played again. `bots` go from the weakest to the strongest, one of them in all seats. The
    cards `asked` for, by id or name, are measured by all of them; without any, all cards are measured by the first, and
    the suspects among them, at most so many, by the others, too. `rounds` is how many seeds each meeting of a deck has,
    each played from every seating. Without `worth` no values are measured: what becomes of the cards in hands is told,
    for all strengths.

    Who are suspects is known only when all has been played by the first: where shares of a run are added up and nothing
    more is played, better players are not asked about them.

    Raises BadVariant for a card that is not there, and whatever the run raises.
    """
    study = CardStudy(run, variant, rounds)
    if not study.subjects:
        return []
    subjects = study.asked(asked) if asked else study.subjects
    if not worth:
        for bot in bots:
            study.watch(subjects, bot)
        modes = [mode for mode in study.rivals if any(subject.mode == mode for subject in subjects)]
        return [CardPage(study, mode, subjects, bots, None).section() for mode in modes]
    study.measure(subjects, bots[0])
    whole = run.share is None and not run.missing
    again = list(subjects) if asked else study.suspects(subjects, bots[0], most) if whole else []
    for bot in bots[1:] if again else ():
        study.measure(again, bot)
    modes = [mode for mode in study.rivals if any(subject.mode == mode for subject in subjects)]
    return [CardPage(study, mode, subjects, bots, None if asked else again).section() for mode in modes]


def card_sittings(
    run: Run, variant: Variant, bots: Sequence[str], rounds: int, asked: Sequence[str] = (), worth: bool = True
) -> list[Sitting]:
    """All matches that `card_sections` may need, but for those of suspects: what a share of a run plays its part of.
    Raises BadVariant.
    """
    study = CardStudy(run, variant, rounds)
    subjects = study.asked(asked) if asked else study.subjects
    found: dict[str, Sitting] = {}
    for bot in bots:
        for sitting in study.sittings(subjects, bot, worth and (bool(asked) or bot == bots[0])):
            found.setdefault(sitting.key, sitting)
    return [*found.values()]


class CardPage:
    """The section of one mode."""

    def __init__(
        self,
        study: CardStudy,
        mode: str,
        subjects: Sequence[Subject],
        bots: Sequence[str],
        suspects: Sequence[Subject] | None,
    ) -> None:
        """`suspects` are those that better players looked at, where not all were asked for."""
        self.study = study
        self.rivals: Rivals = study.rivals[mode]
        self.subjects = [subject for subject in subjects if subject.mode == mode]
        self.suspects = None if suspects is None else [subject for subject in suspects if subject.mode == mode]
        self.bots = [bot for bot in bots if any((one.key, bot) in study.uses for one in self.subjects)]
        self.corrected = study.corrected(mode)
        self.suffix = f"_{mode}" if mode else ""

    def section(self) -> Section:
        """All of it."""
        return Section(
            f"cards{self.suffix}",
            self._with_mode(said("Cards", "カード")),
            self._sentences(),
            [*([self._values()] if self.study.values else []), *(self._use(bot) for bot in self.bots)],
            [plot for plot in (self._value_plot(), self._turn_plot(), self._turn_lines()) if plot.figures],
        )

    def _with_mode(self, title: Said) -> Said:
        mode = self.rivals.mode_said() if self.rivals.mode else {}
        return {lang: f"{title[lang]}: {mode[lang]}" if mode.get(lang) else title[lang] for lang in LANGUAGES}

    # --- in words -----------------------------------------------------------------------------------------------------

    def _sentences(self) -> list[Said]:
        rounds, count = self.study.rounds, len(self.subjects)
        found = [
            said(
                f"{count} cards, {rounds} seeds in each meeting of their decks, each from every seating.",
                f"{count}枚のカード。デッキの各組み合わせにつき{rounds}個のシードを、すべての席順で対戦しました。",
            )
        ]
        blank = self.study.variant.game.guide().blank_about()
        if blank["en"]:
            found.append(blank)
        if self.suspects is not None and len(self.bots) > 1:
            found.append(self._told_suspects())
        tests = len(self.corrected)
        if tests:
            marked = sum(p <= RISK for p in self.corrected.values())
            found.append(correction(tests, by_holm=False, risk=RISK))
            found.append(
                said(
                    f"{marked} of the {tests} values differ from 0 after correction.",
                    f"補正後に0と異なると言える値は、{tests}件中{marked}件です。",
                )
            )
        return found

    def _told_suspects(self) -> Said:
        assert self.suspects is not None
        names = ", ".join(self.bots[1:])
        share, must, burden = f"{SELDOM:.0%}", f"{MUST * 100:+.0f}", f"{BURDEN * 100:+.0f}"
        return said(
            f"All cards were measured by {self.bots[0]}; {len(self.suspects)} of them again by {names}: those worth "
            f"more than {must} or less than {burden} points, those whose values differ from 0, and those played in "
            f"under {share} of the matches in which they are drawn, the clearest first.",
            f"すべてのカードを{self.bots[0]}で測り、そのうち{len(self.suspects)}枚を{names}でも測りました。"
            f"交換価値が{must}ポイントを超えるか{burden}ポイントを下回るもの、値が0と異なるもの、"
            f"引いた対戦の{share}未満でしか使われないもので、差のはっきりしたものを優先しました。",
        )

    def _name(self, subject: Subject) -> Said:
        names = self.rivals.card_said(subject.card)
        return {lang: f"{subject.card} {names.get(lang, '')}".rstrip() for lang in LANGUAGES}

    def _deck(self, subject: Subject) -> Said:
        return said("the deck", "このデッキ") if subject.deck == DECK else self.rivals.said(subject.deck)

    # --- values -------------------------------------------------------------------------------------------------------

    def _value(self, measure: str, subject: Subject, bot: str) -> Figure | None:
        found = self.study.values.get((measure, subject.key, bot))
        return None if found is None else difference_figure(found, self.corrected[measure, subject.key, bot])

    def _strongest(self, subject: Subject) -> str:
        """The best player who was asked about a subject."""
        return [bot for bot in self.bots if (subject.key, bot) in self.study.uses][-1]

    def _values(self) -> Table:
        columns = [Column("card", said("Card", "カード")), Column("deck", said("Deck", "デッキ"))]
        for measure in MEASURES:
            columns += [Column(f"{measure}_{bot}", self._by(TITLES[measure], bot), ABOUT[measure]) for bot in self.bots]
        played = said(
            "In how many of the matches in which it was drawn it was played.",
            "引いた対戦のうち、使った対戦の割合。",
        )
        columns += [Column(f"played_{bot}", self._by(said("Played", "使用"), bot), played) for bot in self.bots]
        columns.append(Column("finding", said("Finding", "判定"), self._about_finding()))
        if len(self.bots) > 1:
            columns.append(Column("holds", said("Does it hold?", "強い相手でも?"), self._about_holding()))
        rows = [self._value_row(subject) for subject in self.subjects]
        first = f"{SWAP}_{self.bots[0]}"
        known = any((SWAP, subject.key, self.bots[0]) in self.study.values for subject in self.subjects)
        title = self._with_mode(said("What the cards are worth", "カードの価値"))
        sort = f"-{first}" if known else f"-{RESTRICTED}_{self.bots[0]}"
        return Table(f"card_values{self.suffix}", title, columns, rows, sort=sort)

    def _by(self, title: Said, bot: str) -> Said:
        return title if len(self.bots) == 1 else {lang: f"{title[lang]}, {bot}" for lang in LANGUAGES}

    def _value_row(self, subject: Subject) -> dict[str, Cell]:
        row: dict[str, Cell] = {"card": self._name(subject), "deck": self._deck(subject)}
        for bot in self.bots:
            if (subject.key, bot) not in self.study.uses:
                continue
            for measure in MEASURES:
                row[f"{measure}_{bot}"] = self._value(measure, subject, bot)
            row[f"played_{bot}"] = share_figure(self.study.uses[subject.key, bot].ratio("played"))
        row["finding"] = self._finding(subject)
        if len(self.bots) > 1:
            row["holds"] = self._holding(subject)
        return row

    def _about_finding(self) -> Said:
        return said(
            f"By the best player who was asked: a must above {MUST * 100:+.0f} points of swap value, a burden below "
            f"{BURDEN * 100:+.0f}, both only where the value differs from 0 after correction; seldom played: in under "
            f"{SELDOM:.0%} of the matches in which it is drawn.",
            f"調べたうちで最も強いプレイヤーによる判定。補正後も0と異なる値について、交換価値が{MUST * 100:+.0f}"
            f"ポイントを超えれば必須、{BURDEN * 100:+.0f}ポイントを下回れば重荷。"
            f"引いた対戦の{SELDOM:.0%}未満でしか使われなければ、ほとんど使われないと判定します。",
        )

    def _finding(self, subject: Subject) -> Verdict:
        bot = self._strongest(subject)
        key = (SWAP, subject.key, bot)
        swap = self.study.values.get(key)
        played = self.study.uses[subject.key, bot].ratio("played").value
        differs = swap is not None and self.corrected[key] <= RISK
        value = 0.0 if swap is None or swap.value is None else swap.value
        if differs and value > MUST:
            return Verdict("must", said("a must", "必須"), "mark")
        if differs and value < BURDEN:
            return Verdict("burden", said("a burden", "重荷"), "bad")
        if played is not None and played < SELDOM:
            return Verdict("seldom", said("seldom played", "ほとんど使われない"), "mark")
        if differs:
            if value > 0:
                return Verdict("better", said("better than its cost", "コスト以上"), "good")
            return Verdict("worse", said("worse than its cost", "コスト以下"), "bad")
        ends = None if swap is None else swap.interval()
        if ends is not None and ends[0] > BURDEN and ends[1] < MUST:
            return Verdict("fair", said("fair", "妥当"), "even")
        return Verdict("open", said("open", "未定"), "open")

    def _about_holding(self) -> Said:
        weak, strong = self.bots[0], self.bots[-1]
        return said(
            f"Only for the weak: the interval of the swap value lies above 0 with {weak}, and with {strong} neither "
            f"lies above 0 nor reaches the value that {weak} found. Only for the strong: the other way round. Open: "
            "the intervals are too wide to tell.",
            f"弱い側だけ: 交換価値の区間が{weak}では0より上にあり、{strong}では0より上になく、"
            f"{weak}での値にも届かないもの。強い側だけ: その逆。未定: 区間が広く、まだ言えないもの。",
        )

    def _holding(self, subject: Subject) -> Verdict | None:
        """Whether better players find what the weakest found; None where only one was asked."""
        keys = [(SWAP, subject.key, bot) for bot in (self.bots[0], self._strongest(subject))]
        if keys[0] == keys[1] or any(key not in self.study.values for key in keys):
            return None
        weak, strong = (self.study.values[key] for key in keys)
        if is_above(weak) and is_above(strong):
            return Verdict("holds", said("it holds", "変わらない"), "even")
        if is_above(weak):
            lost = is_apart(strong, weak)
            word = Verdict("weak_only", said("good only for the weak", "弱い側だけに有利"), "mark")
        elif is_above(strong):
            lost = is_apart(weak, strong)
            word = Verdict("strong_only", said("good only for the strong", "強い側だけに有利"), "mark")
        else:
            below = [(found.interval() or (0.0, 0.0))[1] < 0 for found in (weak, strong)]
            if all(below):
                return Verdict("holds", said("it holds", "変わらない"), "even")
            lost = False
            word = Verdict("open", said("open", "未定"), "open")
        return word if lost else Verdict("open", said("open", "未定"), "open")

    def _value_plot(self) -> Plot:
        marks: list[tuple[float, Mark]] = []
        for subject in self.subjects:
            figures = [self._value(SWAP, subject, bot) for bot in self.bots]
            known = [figure.value for figure in figures if figure is not None and figure.value is not None]
            if known:
                marks.append((known[0], Mark(self._name(subject), figures)))
        shown = sorted(marks, key=lambda each: -abs(each[0]))[:MOST_MARKS]
        shown.sort(key=lambda each: -each[0])
        about = said(
            "Between the lines a card is worth about its cost.",
            "帯の中にあれば、ほぼコストどおりの価値です。",
        )
        if len(shown) < len(marks):
            about = {
                "en": f"{about['en']} The {len(shown)} cards farthest from 0 of {len(marks)}.",
                "ja": f"{about['ja']}{len(marks)}枚のうち0から遠い{len(shown)}枚。",
            }
        return Plot(
            f"swap_values{self.suffix}",
            self._with_mode(TITLES[SWAP]),
            "intervals",
            [mark for _, mark in shown],
            about,
            list(self.bots) if len(self.bots) > 1 else (),
            band=(BURDEN, MUST),
            middle=0.0,
        )

    # --- use ----------------------------------------------------------------------------------------------------------

    def _use(self, bot: str) -> Table:
        of_copies = said("Of all copies that came into the hand.", "手札に入った枚数に対する割合。")
        of_drawn = said("Of the matches in which it was drawn.", "引いた対戦に対する割合。")
        columns = [
            Column("card", said("Card", "カード")),
            Column("deck", said("Deck", "デッキ")),
            Column("drawn", said("Drawn", "引いた"), said(
                "In how many matches of its deck.", "そのデッキの対戦に対する割合。"
            )),
            Column("played", said("Played", "使った"), of_drawn),
            Column("dead", said("Dead in hand", "死に札"), said(
                "Of the matches in which it was drawn: in hand at the end, and never of any use.",
                "引いた対戦のうち、最後まで手札に残り、一度も役に立たなかった割合。",
            )),
            Column("turn", said("First played in turn", "初めて使ったターン"), said(
                "On average. The turns of all players are counted.", "平均。全員のターンを数えます。"
            )),
            *(Column(f"use_{use}", sentence(self.rivals.use_said(use)), of_copies) for use in self.rivals.uses),
            Column("discarded", said("Thrown away", "捨てた"), of_copies),
            Column("left", said("Left in hand", "手札に残った"), of_copies),
            Column("wins", said("Wins when drawn (biased)", "引いたときの勝率(偏りあり)"), said(
                "Not what the card is worth: a card drawn late is drawn in long matches, so a deck that wins long "
                "matches makes all its cards look good. It is here to be compared with figures of others; the swap "
                "value is what the card does.",
                "カードの価値ではありません。遅く引くカードは長い対戦で引かれるので、長期戦に強いデッキのカードは"
                "どれも良く見えます。ほかで公表される数字との比較用です。カードの働きは交換価値で見てください。",
            )),
        ]  # fmt: skip
        rows: list[dict[str, Cell]] = []
        for subject in self.subjects:
            use = self.study.uses.get((subject.key, bot))
            if use is None:
                continue
            row: dict[str, Cell] = {"card": self._name(subject), "deck": self._deck(subject)}
            for column in columns[2:]:
                ratio = use.ratio(column.key)
                row[column.key] = number_figure(ratio) if column.key == "turn" else share_figure(ratio)
            rows.append(row)
        title = self._with_mode(said(f"What becomes of the cards, {bot}", f"カードの使われ方、{bot}"))
        return Table(f"card_use{self.suffix}_{bot}", title, columns, rows, sort="played")

    def _turn_plot(self) -> Plot:
        marks: list[tuple[float, Mark]] = []
        for subject in self.subjects:
            figures: list[Figure | None] = []
            for bot in self.bots:
                use = self.study.uses.get((subject.key, bot))
                figures.append(None if use is None else number_figure(use.ratio("turn")))
            known = [figure.value for figure in figures if figure is not None and figure.value is not None]
            if known:
                marks.append((known[0], Mark(self._name(subject), figures)))
        marks.sort(key=lambda each: each[0])
        return Plot(
            f"first_turns{self.suffix}",
            self._with_mode(said("Turn of the first play, on average", "初めて使うターンの平均")),
            "intervals",
            [mark for _, mark in marks],
            series=list(self.bots) if len(self.bots) > 1 else (),
            across=said("turn", "ターン"),
        )

    def _turn_lines(self) -> Plot:
        """Of a few cards: in which share of the matches in which they were drawn they had been played by each turn, as
        the best player who was asked has it.
        """
        subjects = self.subjects if len(self.subjects) <= MOST_LINES else []
        uses = [self.study.uses[subject.key, self._strongest(subject)] for subject in subjects]
        last = max((turn for use in uses for turn in use.turns), default=0)
        rows: list[Mark] = []
        for turn in range(1, last + 1):
            figures: list[Figure | None] = []
            for use in uses:
                drawn = use.ratio("played").den
                by_then = sum(count for at, count in use.turns.items() if at <= turn)
                figures.append(Figure(by_then / drawn) if drawn else None)
            rows.append(Mark(str(turn), figures, at=float(turn)))
        return Plot(
            f"played_by{self.suffix}",
            self._with_mode(said("Played by which turn", "何ターン目までに使ったか")),
            "lines",
            rows if subjects else [],
            said("Of the matches in which it was drawn.", "引いた対戦に対する割合。"),
            [self._name(subject) for subject in subjects],
            across=said("turn", "ターン"),
        )


def difference_figure(found: Difference, corrected: float) -> Figure:
    """A value with its interval, and its corrected p value beside it."""
    low, high = found.interval() or (None, None)
    note = said(f"p {corrected:.3f} after correction", f"補正後のp値 {corrected:.3f}")
    return Figure(found.value, low, high, "points", note)


def share_figure(found: Ratio) -> Figure:
    """A share with its interval."""
    low, high = found.interval() or (None, None)
    return Figure(found.value, low, high)


def number_figure(found: Ratio) -> Figure:
    """A mean of counts with its interval, where there is one."""
    return figure(found, "number")


def sentence(text: Said) -> Said:
    """A text that begins with a large letter."""
    return {lang: words[:1].upper() + words[1:] for lang, words in text.items()}


def is_above(found: Difference) -> bool:
    """Does the whole interval lie above 0?"""
    ends = found.interval()
    return ends is not None and ends[0] > 0


def is_apart(found: Difference, other: Difference) -> bool:
    """Does an interval end below what the other found?"""
    ends = found.interval()
    return ends is not None and other.value is not None and ends[1] < other.value

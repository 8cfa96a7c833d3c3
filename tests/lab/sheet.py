"""A sheet as rich as any that a command makes: pairings at three strengths, 186 cards, lengths, a ladder of skill; and
with names as strangers may write them.
"""

from __future__ import annotations

from itertools import combinations
from random import Random

from orrery.lab.sheets import Cell, Column, Figure, Mark, Plot, Said, Section, Sheet, Table, Verdict, said

DECKS = [
    said("Water", "水"),
    said("Wind", "風"),
    said("Earth", "土"),
    said("Fire", "火"),
    said("Light of the Far Shore", "彼岸の光"),
]
BOTS = ["greedy", "level3", "level4"]
EVIL = "<script>alert(1)</script>\"'&<img src=x onerror=alert(2)>"
"""A name that must do no harm wherever it stands."""
CARDS = 186

BETTER = Verdict("better", said("better", "強くなった"), "good")
WORSE = Verdict("worse", said("worse", "弱くなった"), "bad")
EVEN = Verdict("even", said("no more than a point", "差は1ポイント以内"), "even")
OPEN = Verdict("open", said("open", "未決"), "open")
WEAK = Verdict("weak", said("good only for the weak", "弱い相手にだけ強い"), "mark")


def pair_of(one: Said, other: Said) -> Said:
    return {lang: f"{one[lang]} – {other[lang]}" for lang in one}


def share_of(chance: Random, wide: float = 0.035) -> Figure:
    share = chance.uniform(0.32, 0.68)
    return Figure(share, share - wide, share + wide)


def pairings() -> Section:
    chance = Random(1)
    columns = [
        Column("pair", said("Pairing", "組み合わせ")),
        Column("before", said("Before", "変更前")),
        Column("after", said("After", "変更後")),
        Column(
            "change",
            said("Difference", "差"),
            said(
                "After minus before, in points of the share of wins. Both were played with the same seeds and seats.",
                "変更後から変更前を引いた勝率の差(ポイント)。同じシードと席順で対戦しています。",
            ),
        ),
        Column(
            "verdict",
            said("Verdict", "判定"),
            said("Corrected for ten tests (Holm).", "10組分の補正(ホルム法)をしています。"),
        ),
    ]
    rows: list[dict[str, Cell]] = []
    marks, sides = [], []
    verdicts = [BETTER, WORSE, EVEN, OPEN, WEAK]
    for number, (one, other) in enumerate(combinations(DECKS, 2)):
        before, after = share_of(chance), share_of(chance)
        assert before.value is not None and after.value is not None
        moved = after.value - before.value
        name = pair_of(one, other)
        rows.append(
            {
                "pair": name,
                "before": before,
                "after": after,
                "change": Figure(
                    moved,
                    moved - 0.014,
                    moved + 0.014,
                    "points",
                    said("Stopped at the bound of matches.", "対戦数の上限で終了しました。") if number == 3 else None,
                ),
                "verdict": verdicts[number % 5],
            }
        )
        marks.append(Mark(name, [share_of(chance, 0.02 + 0.02 * bot) for bot in range(3)]))
        sides.append(Mark(name, [Figure(moved, moved - 0.014, moved + 0.014, "points")]))
    return Section(
        "pairings",
        said("Every pairing of the decks", "デッキの組み合わせごとの結果"),
        [
            said(
                "Two pairings changed by more than a point; one of them became better for the first deck.",
                "2つの組み合わせで1ポイントを超える変化があり、うち1つは先のデッキが強くなりました。",
            )
        ],
        [Table("pairs", said("Pairings before and after", "変更前後の組み合わせ"), columns, rows)],
        [
            Plot(
                "strengths",
                said("The same pairs for better players", "強いプレイヤーでも同じか"),
                "intervals",
                marks,
                said("Share of the first deck; the band is from 45 to 55 %.", "先のデッキの勝率。帯は45〜55%です。"),
                BOTS,
                (0.45, 0.55),
                0.5,
            ),
            Plot("moved", said("What changed", "変化した量"), "intervals", sides, middle=0.0),
        ],
        "orrery lab diff five_spheres --before first_light --after my-set --bots greedy,level3,level4 --seed 1",
    )


def cards() -> Section:
    chance = Random(2)
    columns = [
        Column("card", said("Card", "カード")),
        Column("deck", said("Deck", "デッキ")),
        Column("drawn", said("Drawn", "引いた")),
        Column("played", said("Played", "使った")),
        Column("dead", said("Dead in hand", "手札に残った")),
        Column(
            "turn", said("Turn", "ターン"), said("The turn when it is played, on average.", "使われたターンの平均。")
        ),
        Column("swap", said("Swap value", "交換価値")),
        Column("matches", said("Matches", "対戦数")),
        Column("mark", said("Holds?", "成り立つか")),
    ]
    rows: list[dict[str, Cell]] = []
    for number in range(CARDS):
        value = chance.gauss(0, 0.03)
        drawn, played = chance.random(), chance.random()
        name: Cell = said(f"Comet of the {number}th night", f"第{number}夜の彗星")
        rows.append(
            {
                "card": EVIL if number == 7 else name,
                "deck": DECKS[number % 5],
                "drawn": Figure(drawn, max(0.0, drawn - 0.03), min(1.0, drawn + 0.03)),
                "played": Figure(played, max(0.0, played - 0.03), min(1.0, played + 0.03)),
                "dead": Figure(None)
                if number % 31 == 5
                else Figure(1 - played, max(0.0, 0.97 - played), min(1.0, 1.03 - played)),
                "turn": Figure(4 + 9 * chance.random(), 4, 13, "number"),
                "swap": Figure(value, value - 0.02, value + 0.02, "points"),
                "matches": Figure(chance.randrange(400, 4000), kind="count"),
                "mark": WEAK if number % 17 == 3 else None,
            }
        )
    turns = [chance.randrange(5, 60) for _ in range(24)]
    bars = [
        Mark(str(turn + 1), [Figure(count / 700), Figure(turns[-turn - 1] / 700)]) for turn, count in enumerate(turns)
    ]
    return Section(
        "cards",
        said("The cards", "カード"),
        [
            said(
                "Swap value: the same seeds with the card replaced by a blank of its cost.",
                "交換価値:同じシードで、そのカードを同コストの白紙カードに替えたときの差です。",
            )
        ],
        [
            Table(
                "cards",
                said("All cards, by swap value", "全カード(交換価値順)"),
                columns,
                rows,
                said("Suspects were measured again at level4.", "疑わしいカードはlevel4でも測りました。"),
                "-swap",
            )
        ],
        [
            Plot(
                "turns",
                said("When cards are played", "カードが使われるターン"),
                "bars",
                bars,
                None,
                [said("Before", "変更前"), said("After", "変更後")],
                across=said("Turn", "ターン"),
            )
        ],
    )


def skill() -> Section:
    steps = [("level1", 0.42), ("greedy", 0.5), ("level2", 0.61), ("level3", 0.71), ("level4", 0.83), ("level5", 0.92)]
    marks = [
        Mark(name, [Figure(share, share - 0.04, share + 0.04), Figure(1.12 * share - 0.12, share - 0.18, share)])
        for name, share in steps
    ]
    return Section(
        "skill",
        said("Does the better player win?", "強いプレイヤーが勝つか"),
        [],
        [],
        [
            Plot(
                "ladder",
                said("Share of wins against greedy", "greedyに対する勝率"),
                "lines",
                marks,
                None,
                [said("Half mode", "ハーフ"), said("Full mode", "フル")],
                middle=0.5,
                across=said("Player", "プレイヤー"),
            )
        ],
    )


def sample() -> Sheet:
    """The whole sheet."""
    return Sheet(
        said("Five Spheres: first_light against my-set", "ファイブスフィアーズ:first_lightとmy-setの比較"),
        "orrery lab diff five_spheres --before first_light --after my-set --bots greedy,level3,level4 "
        "--until 1.0 --html report.html",
        [
            (said("Game", "ゲーム"), "five_spheres"),
            (said("Rules version", "ルールの版"), "3"),
            (said("Sets", "セット"), f"first_light, my-set {EVIL}"),
            (said("Seed", "シード"), "1"),
            (said("Matches", "対戦数"), "24,000"),
            (said("Build", "ビルド"), "compiled"),
        ],
        [pairings(), cards(), skill()],
        [
            said(f"A tie is half a win. {EVIL}", f"引き分けは0.5勝です。{EVIL}"),
            said(
                "Every pairing was tested at once with the others; the verdicts are corrected for that.",
                "すべての組み合わせを同時に検定しているため、判定は補正済みです。",
            ),
        ],
    )

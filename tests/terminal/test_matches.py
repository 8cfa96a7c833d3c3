"""Whole matches at the table: typed through a pipe, in a hot seat, and with bots alone."""

from __future__ import annotations

import random

import pytest
from rich.cells import cell_len

from orrery.terminal.table import Table
from terminal.sitting import ANY_WAY, lay_table, renamed_cards, sit

ALONE = ["human", "greedy"]
HOT_SEAT = ["human:Mika", "human:Ren"]
LOOKING = [
    "view",
    "look 0,0",
    "look -1,2",
    "card 1",
    "score",
    "log",
    "log all",
    "hand",
    "deck",
    "discards",
    "cards",
    "legend",
    "help",
    "help all",
    "rules",
    "rules 5",
    "actions",
    "actions 1",
    "p 1",
    "why p 1 0,0",
    "why",
    "undo",
    "memory",
    "size tiny",
    "size narrow",
    "size auto",
    "lang ja",
    "lang en",
    "picture",
    "p 1 5,5",
    "nonsense",
]


class Guard:
    """Fails when a piece of output names a card that the person at the keyboard may not know at that moment."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.number = -1
        self.piles: list[list[str]] = []

    def __call__(self, text: str) -> None:
        match = self.table.match
        if match.number != self.number:
            self.number = match.number
            position = match.position()
            self.piles = [[*hand, *deck] for hand, deck in zip(position["hands"], position["decks"], strict=True)]
        for seat, pile in enumerate(self.piles):
            if seat != self.table.sitting:
                for id in pile:
                    assert id not in text, f"{id} of seat {seat} is printed for seat {self.table.sitting}: {text}"


def wandering(seed: int, most_looks: float = 0.3, without: tuple[str, ...] = ()) -> object:
    """A person who plays at random, by numbers or in full words, and looks around in between."""
    dice = random.Random(seed)
    looking = [line for line in LOOKING if line not in without]

    def answer(table: Table, prompt: str) -> str | None:
        if table.match.to_act() is None:
            return None
        if "Enter" in prompt:
            return ""
        if "[y/N]" in prompt:
            return dice.choice("yn")
        if dice.random() < most_looks:
            return dice.choice(looking)
        if table.offer.choices and dice.random() < 0.5:
            return str(dice.randint(1, len(table.offer.choices)))
        return dice.choice(table.match.actions())

    return answer


def test_a_whole_match_can_be_typed_through_a_pipe() -> None:
    text = sit(ANY_WAY * 60, seed=5)
    assert "The match is over" in text
    assert "The seed of this match was 5." in text
    assert "Winner" in text or "You have won" in text or "You have lost" in text or "A tie: " in text
    assert text.endswith("Goodbye.\n")


def test_the_same_seed_and_lines_give_the_same_match() -> None:
    assert sit(ANY_WAY * 60, seed=11) == sit(ANY_WAY * 60, seed=11)
    assert sit(ANY_WAY * 60, seed=11) != sit(ANY_WAY * 60, seed=12)


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(
    ("options", "players"),
    [
        ({"mode": "half"}, ALONE),
        ({"mode": "full"}, ["greedy", "human"]),
        ({"mode": "half", "face_down": "shown", "half_end": "decks"}, HOT_SEAT),
        ({"mode": "half", "final_star": "forbid"}, ["human", "random", "greedy", "human:Ren"]),
    ],
)
def test_no_line_of_a_match_is_wider_than_80_cells(options: dict[str, str], players: list[str], lang: str) -> None:
    table, paper = lay_table(wandering(7), {**options, "players": len(players)}, players, 7, lang)
    table.run()
    assert table.match.to_act() is None
    wide = [line for line in paper.getvalue().splitlines() if cell_len(line) > 80]
    assert not wide, wide[:3]


def test_a_narrow_and_a_wide_terminal_are_used_as_they_are() -> None:
    for columns in (50, 132):
        table, paper = lay_table(wandering(3, 0.1), {}, ALONE, 3, "en", columns)
        table.run()
        drawn = [line for line in paper.getvalue().splitlines() if "│" in line or "─" in line]
        assert max(cell_len(line) for line in drawn) <= columns
        assert columns < 100 or max(cell_len(line) for line in drawn) > 80


@pytest.mark.parametrize("players", [ALONE, HOT_SEAT, ["human:Mika", "greedy", "human:Ren"], ["random", "random"]])
@pytest.mark.parametrize("mode", ["half", "full"])
def test_no_hidden_card_of_another_seat_is_ever_printed(players: list[str], mode: str) -> None:
    if mode == "full" and len(players) > 2:
        return
    without = ("help", "help all", "legend")
    for seed in range(2 if mode == "half" else 1):
        options = {**renamed_cards(len(players)), "mode": mode}
        table, paper = lay_table(wandering(seed, without=without), options, players, seed)

        paper.watch = Guard(table)
        table.run()
        assert table.match.to_act() is None
        assert "Zq" in paper.getvalue()


def test_before_another_persons_turn_the_keyboard_is_passed_on() -> None:
    asked: list[str] = []

    def answer(table: Table, prompt: str) -> str | None:
        if len(asked) > 12:
            return None
        asked.append(prompt)
        if "Pass the keyboard" in prompt:
            assert table.sitting is None
            return ""
        return table.match.actions()[0]

    table, paper = lay_table(answer, {}, HOT_SEAT)
    table.run()
    assert asked[0] == "Pass the keyboard to Ren, who presses Enter: "
    assert asked[1] == "Ren, basepoint> "
    assert asked[2] == "Pass the keyboard to Mika, who presses Enter: "
    assert asked[3] == "Mika, place> "
    text = paper.getvalue()
    passing = text.split("Pass the keyboard to Mika")[0].split("Ren, basepoint> ")[1]
    assert "Mika drew 2 cards." in passing
    assert "Mika drew 2 cards." not in text.split("Pass the keyboard to Mika")[1].split("Mika, place> ")[0]


def test_bots_can_be_watched_step_by_step_or_to_the_end() -> None:
    text = sit(["", "", "view", "actions", "why place 001 0,0 r0", "log", "go", "score"], players=["greedy", "random"])
    assert text.count("Enter: next") == 7
    assert "Nothing is asked of you now." in text
    assert "The match is over" in text
    assert "hand 2" in text


def test_a_match_without_pictures_prints_sentences_only() -> None:
    text = sit(["picture off", *ANY_WAY * 60], seed=5)
    before, after = text.split("Only sentences are printed")
    assert "y\\x" in before
    assert "y\\x" not in after
    assert "Turn 12" in after
    assert "The match is over" in after


def test_what_changed_since_the_last_action_is_marked() -> None:
    text = sit(["p 1", "1", "1", "quit", ""], seed=1)
    last = text.split("y\\x")[-1]
    assert "│!" in last
    assert last.count("│!") < text.count("Turn") + 2

"""Every command of the table, and that no input at all breaks it."""

from __future__ import annotations

import random
import string
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orrery.core.game import Result
from orrery.games import game_named
from orrery.terminal.clauses import around
from orrery.terminal.commands import COMMANDS
from orrery.terminal.table import Table, normal
from terminal.sitting import ANY_WAY, lay_table, sit

FIRST = {"seed": 1, "options": {"elements": ["water", "wind"]}}


def answers(*lines: str) -> str:
    """What is printed after the first question when these lines are typed, then quit."""
    return sit([*lines, "quit", ""], **FIRST).split("place> ", 1)[1]


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("name", [*COMMANDS, "hand", "deck", "discards", "cards", "legend", "memory", "size"])
def test_every_command_has_help_and_answers(name: str, lang: str) -> None:
    text = sit([f"help {name}", name, "", "quit", ""], lang=lang)
    assert "no command" not in text
    assert "コマンドはありません" not in text
    assert "Not understood" not in text
    assert "分かりません" not in text


def test_help_shows_how_to_play_and_the_commands() -> None:
    text = answers("help", "help all", "help undo", "help nosuch", "help sav")
    assert "p 2 1,0 r3" in text
    assert "takes back your last action" in text
    assert "There is no command “nosuch”." in text
    assert "perhaps save is meant" in text


def test_view_shows_the_universe_the_hand_and_the_seats() -> None:
    text = answers("view")
    assert "y\\x" in text
    assert "│1" not in text.split("hand 2")[0]
    assert ">  You" in text
    assert "deck 22" in text


def test_a_hand_card_is_placed_by_number_cell_and_rotation() -> None:
    table, _ = lay_table(lambda table, prompt: None, **FIRST)
    while table.match.to_act() != 0:
        table.let_play(1)
    _, id, cell, rotation = table.match.actions()[0].split(" ")
    index = table.match.view(0)["hands"][0].index(id) + 1
    for line in (
        f"p {index} {cell} {rotation}",
        f"place {id} {cell} {rotation}",
        f"  P  {index}   {cell}  {rotation} ",
        f"ｐ　{index}　{cell}　{rotation}",
        f"{index} {cell} {rotation[1]}",
        f"置く {index} ({cell}) {rotation}",
    ):
        assert f"at {cell}, {rotation}." in answers(line), line


def test_p_with_a_card_lists_its_cells_and_a_number_chooses() -> None:
    text = answers("p 1", "1", "1")
    assert "fits in" in text
    assert "which rotation?" in text
    assert "You placed" in text


def test_p_with_a_card_only_lists_even_if_there_is_one_way() -> None:
    cards = {
        "ring": {"element": "water", "kind": "planet", "level": "bronze", "sides": ["g2", "g2", "g2", "g2"]},
        "base": {"kind": "basepoint", "sides": ["g2", "g2", "g2", "g2"]},
        "wing": {"element": "wind", "kind": "planet", "level": "bronze", "sides": ["g2", "g2", "g2", "g2"]},
    }
    options = {"cards": cards, "decks": [["ring"] * 24, ["wing"] * 24], "deck_rules": "none", "table": [2, 1]}
    text = sit(["p 1", "quit", ""], options=options)
    assert "ring fits in one cell:" in text
    assert "You placed" not in text


def test_rotations_that_look_alike_are_offered_once() -> None:
    cards = {
        "ring": {"element": "water", "kind": "planet", "level": "bronze", "sides": ["g2", "g2", "g2", "g2"]},
        "base": {"kind": "basepoint", "sides": ["g2", "g2", "g2", "g2"]},
        "wing": {"element": "wind", "kind": "planet", "level": "bronze", "sides": ["g2", "-", "g2", "-"]},
    }
    options = {"cards": cards, "decks": [["ring"] * 24, ["wing"] * 24], "deck_rules": "none"}
    options |= {"elements": ["water", "wind"]}
    text = sit(["", "p 1 0,1"], options=options, players=["random", "human"])
    assert "which rotation?" in text
    assert "2) r1" in text and "3) r2" not in text
    turned = sit(["", "", "", "p 1 0,1"], options=options, players=["human:A", "human:B"])
    assert "A placed ring at 0,1, r0." in turned


def test_a_cell_alone_asks_which_card() -> None:
    text = answers("p 1")
    cell = next(line for line in text.splitlines() if line.startswith(" 1) ")).split()[1]
    assert f"Which card at {cell}?" in answers(cell)


def test_a_cell_is_looked_at_from_near() -> None:
    text = sit(["look 0,0", "look 0 0", "look x", "quit", ""], players=["greedy", "human"], seed=4)
    assert text.count("0,0 is empty.") == 2
    assert "“x” is no place at this table." in text
    placed = sit(["", "view", "look 0,0", "quit", ""], players=["random", "human"], seed=4)
    assert "At 0,0, face up, r0; placer: You, turn 0." in placed


def test_a_card_is_shown_by_number_id_or_name() -> None:
    text = answers("card 1", "card 181", "card golden egg", "card zzzz", "card")
    assert text.count("basepoint, 181") == 2
    assert "There is no card “zzzz” here." in text
    assert "r0              r1              r2              r3" in text


def test_the_rulebook_is_printed_by_clause_section_or_word() -> None:
    text = answers("rules", "rules SE-4.6", "rules 4.6", "rules se-9", "rules binary mark", "rules qqqq")
    assert "SE-1   The goal" in text
    assert text.count("has to touch at least one card") == 2
    assert "SE-9.5" in text
    assert "SE-2.5" in text
    assert "has no clause “qqqq”" in text


def test_what_stands_around_a_word_begins_and_ends_with_a_whole_word_and_dots_tell_that_it_goes_on() -> None:
    text = "You may trade two cards with a planet in contact as often as you like, but never with one in retrograde."
    assert around(text, text.index("trade"), 5) == (
        "You may trade two cards with a planet in contact as often as you like,..."
    )
    assert around(text, text.index("retrograde"), 10) == "...like, but never with one in retrograde."
    assert around("trade", 0, 5) == "trade"
    assert around("惑" * 200, 100, 1) == "..." + "惑" * 91 + "..."


def test_the_rulebook_prints_its_glossary_and_explains_a_word_from_it_first() -> None:
    text = answers("rules", "rules glossary", "rules relocation")
    contents, _, rest = text.partition("rules glossary\n")
    whole, _, found = rest.partition("rules relocation\n")
    assert "Glossary" in contents and "such as rules glossary" in contents
    assert "binary star symbol" in whole and "ability resolve step" in whole
    meaning = "relocation: a card of the universe is laid on another cell"
    assert meaning in found and found.index(meaning) < found.index("SE-1.5")


def test_winners_of_several_sides_have_tied_and_those_of_one_have_won_together() -> None:
    table, _ = lay_table(lambda table, prompt: None, {}, ["human", "human:Ren"])
    scene = replace(table.here(), result=Result(True, [5, 5], [0, 1]), names=["Mika", "Ren"])
    assert table.winners(scene).plain == "A tie: Mika and Ren."
    table.texts.lang = "ja"
    assert table.winners(scene).plain == "MikaとRenの引き分けです。"
    table.texts.lang = "en"
    table.sheet.side = lambda view, seat: 0  # type: ignore[method-assign]
    assert table.winners(scene).plain == "Mika and Ren won together."


def test_partners_win_together_and_lords_of_several_teams_tie() -> None:
    game = game_named("five_spheres")
    assert game is not None
    options = {"mode": "team_play", "lords": 4, "assembly": "predesign"}
    table, _ = lay_table(lambda table, prompt: None, options, ["human"] * 4, game=game)
    names = ["Mika", "Ren", "Noor", "Ada"]
    won = replace(table.here(), result=Result(True, None, [0, 2]), names=names)
    level = replace(won, result=Result(True, None, [0, 1, 2, 3]))
    assert table.winners(won).plain == "Mika and Noor won together."
    assert table.winners(level).plain == "A tie: Mika, Ren, Noor and Ada."


def test_the_language_changes_in_the_middle_of_a_match() -> None:
    text = sit(["p 1", "lang ja", "p 1", "log", "lang en", "p 1", "lang xx", "quit", ""], **FIRST)
    english, rest = text.split("日本語に切り替えました。")
    japanese, again = rest.split("The table speaks English now.")
    assert "fits in" in english and "置けるのは" not in english
    assert "置けるのは" in japanese and "配置> " in japanese and "fits in" not in japanese
    assert "fits in" in again
    assert "Say which language: en, ja." in again


def test_scores_say_how_they_come_about() -> None:
    found, seed = "", 0
    while " = " not in found and seed < 20:  # until a match has a pair of stars
        seed += 1
        found += sit(ANY_WAY * 90, options={"mode": "full"}, players=["human", "random"], seed=seed)
    assert " = " in found
    assert "at " in found.split("The match is over")[1]
    totals = [line for line in found.splitlines() if "): " in line and "points" in line]
    assert len(totals) == 2 * seed


def test_undo_goes_back_alone_where_nothing_was_learned() -> None:
    taken_back = 0
    for seed in range(1, 8):
        tried: set[int] = set()

        def answer(table: Table, prompt: str, tried: set[int] = tried) -> str | None:
            assert "[y/N]" not in prompt
            seat = table.match.to_act()
            if seat is None:
                return None
            if table.match.undo_limit(seat) < table.match.taken and table.match.taken not in tried:
                tried.add(table.match.taken)
                return "undo"
            return "use" if "use" in table.match.actions() else table.match.actions()[0]

        table, paper = lay_table(answer, {"mode": "full"}, ["human", "random"], seed)
        table.run()
        taken_back += paper.getvalue().count("Taken back: ")
        assert paper.getvalue().count("Taken back: ") == len(tried)
    assert taken_back > 0


def test_undo_further_back_needs_everybodys_consent() -> None:
    text = answers("p 1", "1", "1", "undo", "n", "undo", "y")
    assert "All must agree; the bots do. Do you?" in text
    assert "Nothing was taken back." in text
    assert "Taken back: place" in text
    assert text.count("Turn 1 · half game mode") == 1
    assert "There is nothing to take back." in answers("undo")


def test_memory_shows_or_hides_the_names_of_face_down_cards() -> None:
    cards = {
        "star": {"name": "Dimmed", "element": "water", "kind": "star", "level": "bronze", "vp": 2, "sides": ["-"] * 4},
        "fist": {"name": "Fist", "element": "wind", "kind": "planet", "level": "bronze", "sides": ["k"] * 4},
        "base": {"name": "Base", "kind": "basepoint", "sides": ["-"] * 4},
    }
    options = {"cards": cards, "decks": [["star"] * 24, ["fist"] * 24], "deck_rules": "none"}
    options |= {"elements": ["water", "wind"], "table": [2, 2]}
    text = sit(["p 1", "1", "1", "memory off", "view", "memory on", "view", "quit", ""], options=options, seed=3)
    hidden = text.split("remember them yourself.")[1].split("show their names.")[0]
    shown = text.split("show their names.")[1]
    assert "///" in hidden and "/ Base /" not in hidden and "Dimmed" not in hidden.split("Turn")[0]
    assert "/ Base /" in shown or "/ Dimmed /" in shown


def test_wide_letters_of_a_japanese_keyboard_are_understood() -> None:
    assert normal("　Ｐ　２　１、−３　ｒ１ ") == "p 2 1,-3 r1"
    assert normal("ー１，０") == "-1,0"
    assert normal("コマンド") == "コマンド"


def garbage(dice: random.Random) -> str:
    """A line that nobody would type on purpose."""
    words = [*COMMANDS, "p", "place", "r1", "1,0", "-3,99", "target", "m", "use", "0", "99", "((", "'", "\x1b[31m"]
    if dice.random() < 0.3:
        signs = string.printable.replace("\n", "").replace("\r", "")
        return "".join(dice.choice(signs) for _ in range(dice.randint(0, 30)))
    return " ".join(dice.choice(words) for _ in range(dice.randint(0, 4)))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_garbage_never_raises_and_never_reaches_the_terminal_raw(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for seed in range(3):
        dice = random.Random(seed)
        text = sit([garbage(dice) for _ in range(150)], seed=seed, lang=lang, players=["human", "random"])
        assert "\x1b" not in text


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(alphabet=st.characters(exclude_characters="\n\r"), max_size=20), max_size=5))
def test_any_text_at_all_gets_an_answer(lines: list[str]) -> None:
    harmless = [line for line in lines if normal(line).split(" ")[0] not in ("save", "write", "保存")]
    assert sit(harmless).endswith(("Goodbye.\n", "またどうぞ。\n"))

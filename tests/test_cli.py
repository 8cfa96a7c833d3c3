"""The command line: every command answers, and bad input gets a sentence, never a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import orrery
from orrery.core.match import Match
from orrery.core.records import to_record
from orrery.games import game_names, space_editor

ROOT = Path(__file__).resolve().parent.parent


def test_the_version_names_the_build() -> None:
    assert "build)" in orrery("--version").output


def test_games_are_listed() -> None:
    assert [line.split()[0] for line in orrery("games").output.splitlines()] == game_names()


@pytest.mark.parametrize(("lang", "words"), [("en", "connect"), ("ja", "接続")])
def test_a_clause_is_printed_in_each_language(lang: str, words: str) -> None:
    result = orrery("rules", "space_editor", "SE-4.2", "--lang", lang)
    assert result.exit_code == 0 and result.output.startswith("SE-4.2") and words in result.output


def test_a_section_prints_its_clauses_and_no_others() -> None:
    output = orrery("rules", "space_editor", "se-1").output
    assert "SE-1.7" in output and "\nSE-10.1" not in output and "\nSE-2.1" not in output


def test_where_names_code_and_tests() -> None:
    output = orrery("rules", "space_editor", "SE-4.2", "--where").output
    assert "games/space_editor/rules/placing.py" in output and "tests" in output


def test_the_rulebook_lists_its_sections() -> None:
    output = orrery("rules", "space_editor").output
    assert "SE-1 " in output and "SE-18" in output


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["space_editor", "binary", "star"], "SE-2.5"),
        (["vediic", "--lang", "ja", "悟りの惑星"], "VE-10.1"),
        (["space_editor", "glossary"], "binary star symbol"),
        (["space_editor", "5.2a"], "SE-5.2a"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else value,
)
def test_the_rulebook_is_searched_as_at_the_table(words: list[str], found: str) -> None:
    result = orrery("rules", *words)
    assert result.exit_code == 0 and found in result.output


def test_words_that_are_in_no_rule_are_answered_by_near_ones() -> None:
    result = orrery("rules", "space_editor", "binray")
    assert result.exit_code == 2 and "no clause" in result.output and "binary" in result.output


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["rules", "chess"], "there is no game 'chess'"),
        (["rules", "space_editor", "SE-99"], "no clause"),
        (["rules", "space_editor", "SE-4.2", "--lang", "fr"], "there is no language"),
        (["cards", "space_editor", "no such card"], "no such card"),
        (["cards", "space_editor", "--element", "ether"], "ether"),
        (["cards", "space_editor", "--vp", "many"], "many"),
        (["cards", "space_editor", "--deck", "ether"], "there is no basic deck"),
        (["cards", "space_editor", "--set", "nowhere"], "nowhere"),
        (["deck", "check", "nowhere.toml"], "nowhere.toml"),
        (["deck", "show", "SE1-AAAAA"], "mistyped"),
        (["deck", "show", "nowhere.toml"], "no such file"),
        (["replay", "nowhere.json"], "nowhere.json"),
        (["board", "space_editor"], "has no board"),
        (["board", "vediic", "--check", "nowhere.json"], "nowhere.json"),
        (["balance", "space_editor", "--matches", "0"], "at least 1"),
        (["balance", "space_editor", "--bot", "hal"], "there is no bot"),
        (["play", "chess"], "there is no game"),
        (["play", "space_editor", "-o", "mode"], "NAME=VALUE"),
        (["play", "space_editor", "--lang", "fr"], "there is no language"),
    ],
    ids=" ".join,
)
def test_bad_input_gets_a_sentence(words: list[str], fault: str) -> None:
    result = orrery(*words)
    said = result.output + (str(result.exception) if result.exception else "")
    assert result.exit_code != 0 and fault in said


def test_cards_are_listed_filtered_and_shown() -> None:
    assert orrery("cards", "space_editor").exit_code == 0
    stars = orrery("cards", "space_editor", "--element", "fire", "--kind", "star").output
    assert "136" in stars and "001" not in stars
    assert "turn up any face-down card" in orrery("cards", "space_editor", "129").output
    assert "表" in orrery("cards", "space_editor", "129", "--lang", "ja").output


def test_the_shipped_set_passes_its_check() -> None:
    result = orrery("cards", "space_editor", "--check")
    assert result.exit_code == 0 and "186 cards, 0 findings" in result.output


def test_the_set_file_is_printed_as_json() -> None:
    found = json.loads(orrery("cards", "space_editor", "--json").output)
    assert set(found) == {"cards", "basic", "basepoints"} and len(found["cards"]) == 186
    assert list(found["cards"]["001"]) == ["name", "element", "kind", "level", "vp", "cost", "sides", "abilities"]


def test_a_bad_set_names_file_card_and_field(tmp_path: Path) -> None:
    source = ROOT / "src/orrery/games/space_editor/data/sets/first_light"
    for file in source.glob("*.toml"):
        text = file.read_text(encoding="utf-8")
        (tmp_path / file.name).write_text(text.replace('kind = "planet"', 'kind = "moon"', 1), encoding="utf-8")
    result = orrery("cards", "space_editor", "--set", str(tmp_path), "--check")
    assert result.exit_code == 1 and len([line for line in result.output.splitlines() if ', kind: "moon"' in line]) == 4
    shown = orrery("cards", "space_editor", "--set", str(tmp_path))
    assert shown.exit_code != 0 and "kind" in str(shown.exception) and ".toml" in str(shown.exception)


def test_decks_travel_as_files_and_codes(tmp_path: Path) -> None:
    code = orrery("deck", "code", "water").output.strip()
    assert code.startswith("SE1-")
    text = orrery("deck", "file", code).output
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    assert orrery("deck", "check", str(tmp_path / "mine.toml")).output.strip() == "The deck is legal."
    assert orrery("deck", "code", str(tmp_path / "mine.toml")).output.strip() == code
    assert code in orrery("deck", "show", "water").output


def test_every_broken_rule_of_a_deck_is_named(tmp_path: Path) -> None:
    text = orrery("deck", "file", "water").output
    lines = [line for line in text.splitlines() if not line.startswith(('"001', "001"))]
    (tmp_path / "bad.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = orrery("deck", "check", str(tmp_path / "bad.toml"))
    assert result.exit_code == 1 and len(result.output.splitlines()) >= 2


def test_a_record_is_replayed_and_a_broken_one_refused(tmp_path: Path) -> None:
    match = Match.new(space_editor.GAME, {"mode": "half"}, 1)
    match.act("basepoint 0,0")
    record = to_record(match)
    (tmp_path / "good.json").write_text(json.dumps(record), encoding="utf-8")
    (tmp_path / "bad.json").write_text(json.dumps(dict(record, hash="0")), encoding="utf-8")
    (tmp_path / "list.json").write_text("[]", encoding="utf-8")
    (tmp_path / "text.json").write_text("hello", encoding="utf-8")
    good = orrery("replay", str(tmp_path / "good.json"), "--log")
    assert good.exit_code == 0 and "basepoint 0,0" in good.output and "1 actions" in good.output
    for name in ("bad.json", "list.json", "text.json"):
        assert orrery("replay", str(tmp_path / name)).exit_code == 2


def test_the_board_is_checked_and_drawn(tmp_path: Path) -> None:
    source = ROOT / "src/orrery/games/vediic/data/boards/kundli-1.json"
    assert "is sound" in orrery("board", "vediic", "--check", str(source)).output
    assert orrery("board", "vediic", "--svg", str(tmp_path / "b.svg")).exit_code == 0
    assert (tmp_path / "b.svg").read_text(encoding="utf-8").startswith("<svg")
    (tmp_path / "bad.json").write_text(
        source.read_text(encoding="utf-8").replace('"c01"', '"c999"', 1), encoding="utf-8"
    )
    assert orrery("board", "vediic", "--check", str(tmp_path / "bad.json")).exit_code != 0


def test_balance_prints_every_pair() -> None:
    output = orrery("balance", "space_editor", "--matches", "2", "--bot", "random", "--processes", "1").output
    assert len(output.splitlines()) == 12 and "water" in output


def test_a_match_can_be_played_and_left() -> None:
    result = orrery("play", "space_editor", "human", "greedy", "--seed", "5", "-o", "mode=half", stdin="quit\nn\n")
    assert result.exit_code in (0, 2) and result.output


# --- cards and decks of Five Spheres ----------------------------------------------------------------------------------


def test_cards_of_five_spheres_are_listed_filtered_and_shown() -> None:
    assert "80 of 80 cards" in orrery("cards", "five_spheres").output
    machines = orrery("cards", "five_spheres", "--keyword", "machine", "--sphere", "science", "--texts").output
    assert "Ratchet Mule" in machines and "cost 1 less mana" in machines and "Fog Child" not in machines
    for typed in ("sc_0", "Spring Sparrow", "最初の図面"):
        assert "This creature is not dizzy when it enters" in orrery("cards", "five_spheres", typed).output
    assert "difference +0.5, in balance" in orrery("cards", "five_spheres", "sc_0", "--balance").output
    assert "種族" in orrery("cards", "five_spheres", "sc_0", "--lang", "ja").output
    assert orrery("cards", "five_spheres", "--letter", "A", "--balance").output.count("in balance") == 8


def test_the_table_of_five_spheres_is_printed_as_json() -> None:
    cards = json.loads(orrery("cards", "five_spheres", "--json").output)
    assert len(cards) == 80 and cards["sc_0"]["code"] == "0001-10-11A"


def test_a_code_of_five_spheres_is_explained() -> None:
    right = orrery("cards", "five_spheres", "0001-10-11A")
    assert right.exit_code == 0 and "set A" in right.output and "Spring Sparrow" in right.output
    absent = orrery("cards", "five_spheres", "0001-2B-33J")
    assert absent.exit_code == 1 and "Genesis has no such card" in absent.output
    wrong = orrery("cards", "five_spheres", "0001-2B-32J")
    assert wrong.exit_code != 0 and "right would be 0001-2B-33J" in str(wrong.exception)


def test_the_rulebook_opens_with_its_tale_and_tells_its_words() -> None:
    contents = orrery("rules", "space_editor").output
    assert contents.startswith("Space Editor, told in short chapters\n\nA game by Yota Suzuki")
    assert "         Glossary\n" in contents and contents.index("SE-18") < contents.index("         Glossary")
    for words in (["glossary"], ["Glossary", "--lang", "en"]):
        shown = orrery("rules", "space_editor", *words)
        assert shown.exit_code == 0 and "| binary star symbol |" in shown.output
    japanese = orrery("rules", "vediic", "glossary", "--lang", "ja").output
    assert japanese == orrery("rules", "vediic", "用語集", "--lang", "ja").output and "| プージャ | pooja |" in japanese
    assert "all* its nuclear sides" in orrery("rules", "space_editor", "some advice").output
    assert orrery("rules", "space_editor", "gloss").exit_code != 0


def test_rules_open_with_the_handbook_and_end_with_the_sections_of_the_reference() -> None:
    english, japanese = (orrery("rules", "vediic", "--lang", lang).output for lang in ("en", "ja"))
    chapters = ["What you are after", "Your turn", "Planets in retrograde", "Summary", "Words"]
    places = [english.index(f"\n{title}\n") for title in chapters]
    assert places == sorted(places)
    assert (
        english.index("\nWords\n")
        < english.index("VE-1   ")
        < english.index("For programmers")
        < english.index("VE-14  ")
    )
    assert "c00───" in english and "The way from c10 to c18 is barred" in english and "(VE-11.3)" in english
    assert "何をめざすのか" in japanese and "プログラムやカードを作る人へ" in japanese


@pytest.mark.parametrize(
    ("words", "found", "not_found"),
    [
        (["space_editor", "counting points", "--lang", "en"], "SE-9.2", "Abilities"),
        (["space_editor", "summary"], "Summary", "What you are after"),
        (["space_editor", "得点の数え方"], "A star may be in several pairs", "Abilities"),
        (["five_spheres", "battle", "--lang", "ja"], "5対9", "Words"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else value,
)
def test_a_chapter_of_the_handbook_is_printed_by_its_title_or_name(
    words: list[str], found: str, not_found: str
) -> None:
    shown = orrery("rules", *words)
    assert shown.exit_code == 0 and found in shown.output and f"\n{not_found}\n" not in shown.output


def test_the_cards_of_vediic_are_listed_with_what_they_do() -> None:
    english = orrery("cards", "vediic")
    assert english.exit_code == 0 and "90 of 90 cards" in english.output and "Teleport: your pawn" in english.output
    assert "90枚のうち90枚" in orrery("cards", "vediic", "--lang", "ja").output


def own_collection(folder: Path, before: str, after: str) -> str:
    """A copy of Genesis in which a text of the nature cards was changed once."""
    folder.mkdir()
    for file in (ROOT / "src/orrery/games/five_spheres/data/collections/genesis").glob("*.toml"):
        text = file.read_text(encoding="utf-8")
        (folder / file.name).write_text(text.replace(before, after, 1) if file.stem == "nature" else text, "utf-8")
    return str(folder)


def test_a_collection_is_checked(tmp_path: Path) -> None:
    good = orrery("cards", "five_spheres", "--check")
    assert good.exit_code == 0 and good.output == "80 cards, 0 findings\n"
    mine = own_collection(tmp_path / "mine", "strength = 2", "strength = 9")
    result = orrery("cards", "five_spheres", "--set", mine, "--check")
    assert result.exit_code == 1
    assert "FS-16.2, na_0 creature: value 10.75 at cost 1, +7.75; right is 3" in result.output
    bad = own_collection(tmp_path / "bad", "cost = 1", "cost = 11")
    result = orrery("cards", "five_spheres", "--set", bad, "--check")
    assert result.exit_code == 1
    assert result.output.startswith("nature.toml, line 13, card na_0, creature.cost: 11 is out of range")


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["cards", "five_spheres", "no such card"], "no such card"),
        (["cards", "five_spheres", "--element", "fire"], "not found by --element, but by --sphere"),
        (["cards", "space_editor", "--race", "cogling"], "not found by --race"),
        (["cards", "space_editor", "--balance"], "--balance is for five_spheres"),
        (["cards", "vediic", "teal"], "is no card; there are yellow"),
        (["cards", "vediic", "--element", "fire"], "not found by --element, but by --kind, --text"),
        (["deck", "show", "1"], "with --game five_spheres a number will do"),
        (["deck", "show", "6", "--game", "five_spheres"], "'6' is no deck: there are genesis-1"),
        (["deck", "show", "genesis-1", "--game", "vediic"], "vediic has no decks"),
        (["deck", "show", "FS1-AAAAA"], "mistyped"),
        (["deck", "make", "space_editor", "--assembly", "sets"], "not made here"),
        (["deck", "make", "five_spheres", "--assembly", "custom"], "custom asks no decisions"),
        (["deck", "make", "five_spheres", "--assembly", "chess"], "decks are made by sets, random"),
        (["deck", "make", "five_spheres", "--assembly", "sets", "--seat", "2"], "the seats are 0 to 1"),
        (
            ["deck", "make", "five_spheres", "--assembly", "closed_draft", "--lords", "6", "-o", "pool_copies=3"],
            "this assembly needs 312",
        ),
        (["play", "space_editor", "--deck", "water"], "a match needs 2 decks or more, one for each seat; this is 1"),
        (["play", "vediic", "--deck", "water"], "--deck and --set are for space_editor and five_spheres"),
        (["play", "five_spheres", "--deck", "genesis-9"], "'genesis-9' is no deck"),
        (["play", "five_spheres", "--deck", "1", "-o", "assembly=sets"], "takes no decks"),
    ],
    ids=" ".join,
)
def test_bad_input_about_five_spheres_gets_a_sentence(words: list[str], fault: str) -> None:
    result = orrery(*words)
    said = result.output + (str(result.exception) if result.exception else "")
    assert result.exit_code != 0 and fault in said


def test_decks_of_five_spheres_travel_as_files_and_codes(tmp_path: Path) -> None:
    code = orrery("deck", "code", "genesis-3").output.strip()
    assert code.startswith("FS1-") and len(code) < 40
    assert orrery("deck", "code", "3", "--game", "five_spheres").output.strip() == code
    (tmp_path / "mine.toml").write_text(orrery("deck", "file", code).output, encoding="utf-8")
    assert orrery("deck", "check", str(tmp_path / "mine.toml")).output.strip() == "The deck is legal."
    assert orrery("deck", "code", str(tmp_path / "mine.toml")).output.strip() == code
    shown = orrery("deck", "show", "genesis-3").output
    assert code in shown and "The Returning Lamps" in shown and "Hold the gates" in shown
    assert "還りゆく灯" in orrery("deck", "show", "genesis-3", "--lang", "ja").output


def test_every_broken_rule_of_a_deck_of_five_spheres_is_named(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    text = orrery("deck", "file", "genesis-5").output
    bad.write_text(text.replace("= 3", "= 4", 1) + "nobody = 1\n", encoding="utf-8")
    result = orrery("deck", "check", str(bad))
    assert result.exit_code == 1 and len(result.output.splitlines()) == 3
    for part in ("nobody is not a card", "at most 3 times", "49 cards; a deck has 48"):
        assert part in result.output
    bad.write_text(text.replace("= 3", "= 4", 1), encoding="utf-8")
    shown = orrery("deck", "show", str(bad)).output
    assert "at most 3 times" in shown and "FS1-" not in shown


def test_decks_of_a_collection_of_ones_own(tmp_path: Path) -> None:
    mine = own_collection(tmp_path / "mine", "strength = 2", "strength = 3")
    code = orrery("deck", "code", "2", "--set", mine).output.strip()
    assert code != orrery("deck", "code", "genesis-2").output.strip()
    assert orrery("deck", "show", code).exit_code != 0
    assert orrery("deck", "code", code, "--set", mine).output.strip() == code


@pytest.mark.parametrize("method", ["random", "sets", "open_draft", "blind_draft", "closed_draft"])
def test_a_deck_is_made_by_each_method(method: str, tmp_path: Path) -> None:
    words = ["deck", "make", "five_spheres", "--assembly", method, "--seed", "7", "--auto", "-o", "random_extra=2"]
    made = orrery(*words)
    assert made.exit_code == 0 and orrery(*words).output == made.output
    (tmp_path / "made.toml").write_text(made.output, encoding="utf-8")
    assert orrery("deck", "check", str(tmp_path / "made.toml")).output.strip() == "The deck is legal."
    code = made.output.splitlines()[-1].removeprefix("# ")
    assert orrery("deck", "code", str(tmp_path / "made.toml")).output.strip() == code
    out = str(tmp_path / "out.toml")
    assert orrery(*words, "--out", out, "--name", "Mine").output.splitlines() == [out, code]


def test_a_deck_that_serves_in_its_own_match_only_is_printed_with_what_it_breaks() -> None:
    words = ["deck", "make", "five_spheres", "--assembly", "sets", "--seed", "1", "-o", "pool_copies=12"]
    made = orrery(*words, stdin="a\na\nb\nc\n")
    assert made.exit_code == 0 and "FS1-" not in made.output
    assert "a deck has a card at most 3 times" in made.output.splitlines()[-1]


@pytest.mark.parametrize(
    ("method", "typed", "said"),
    [
        ("sets", "help\ndeck\ncard a\nset zz\nset b\nset b\na\nrest\n", ["Cogling", "Ratchet Mule", "Lord 1: "]),
        ("open_draft", "card m0\ncard nobody\npick m9\npick m0\n1\ndeck\nrest\n", ["Round 2 of 48", "m2"]),
        ("blind_draft", "pick m0\nrest\n", ["You: ", "m0  "]),
        ("closed_draft", "m3\nrest\n", ["m12", "m11"]),
        ("random", "drop m0\nm3\n", ["Put a card back, 2 still", "Put a card back, 1 still"]),
    ],
)
def test_a_person_makes_a_deck(method: str, typed: str, said: list[str]) -> None:
    words = ["deck", "make", "five_spheres", "--assembly", method, "--seed", "7", "-o", "random_extra=2"]
    result = orrery(*words, stdin=typed)
    assert result.exit_code == 0 and "\n# FS1-" in result.output
    for part in said:
        assert part in result.output
    left = orrery(*words, "--lang", "ja", stdin="quit\n")
    assert left.exit_code == 2 and "やめました" in left.output


@pytest.mark.parametrize(
    "words",
    [
        ["--deck", "genesis-1", "--deck", "genesis-2"],
        ["-o", "assembly=mirror", "--deck", "4"],
        ["-o", "assembly=predesign", "-o", "deck_numbers=[1,5]"],
        ["-o", "assembly=sets"],
        ["-o", "assembly=random"],
        ["-o", "assembly=open_draft"],
        ["-o", "assembly=blind_draft"],
        ["-o", "assembly=closed_draft"],
    ],
    ids=" ".join,
)
def test_all_eight_ways_to_a_deck_can_be_played_with_the_collection(words: list[str], tmp_path: Path) -> None:
    file = tmp_path / "m.json"
    result = orrery("play", "five_spheres", "human", "random", "--seed", "5", *words, stdin=f"save {file}\nquit\nn\n")
    assert result.exit_code == 0
    record = json.loads(file.read_text(encoding="utf-8"))
    assert record["start"]["cards"]["name"] == "genesis"
    assert orrery("replay", str(file)).exit_code == 0


def test_a_collection_of_ones_own_is_played(tmp_path: Path) -> None:
    mine = own_collection(tmp_path / "mine", "strength = 2", "strength = 3")
    file = tmp_path / "m.json"
    words = ["play", "five_spheres", "human", "random", "--seed", "5", "--set", mine, "--deck", "1", "--deck", "2"]
    assert orrery(*words, stdin=f"save {file}\nquit\nn\n").exit_code == 0
    assert len(json.loads(file.read_text(encoding="utf-8"))["start"]["cards"]) == 80

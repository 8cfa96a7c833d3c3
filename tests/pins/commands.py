"""Commands at the terminal: cards, decks, rules, records, puzzles, and matches at the table."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

from pins.doors import RECORDS, orrery, shortened, transcript, workplace

CARDS: dict[str, list[str]] = {
    "space_editor": [
        "", "--lang ja", "--texts", "--texts --lang ja", "--json", "--check", "001", "129",
        "129 --lang ja", "129 --json", "--element fire", "--element fire --kind star --texts",
        "--kind ability --level gold",
        "--kind ability --level gold --texts --lang ja", "--kind basepoint", "--vp 4", "--vp 3-5 --element wind",
        "--vp 3- --lang ja", "--vp -2", "--text moon", "--word relocate", "--word draw --texts", "--deck water",
        "--deck earth --lang ja", "nobody", "nobody --lang ja", "--element ether", "--kind moon", "--level iron",
        "--vp many", "--vp 5-3", "--word dance", "--deck ether", "--set nowhere", "--race cogling", "--sphere chaos",
        "--balance", "--lang fr", "--element fire --vp 99",
    ],
    "five_spheres": [
        "", "--lang ja", "--texts", "--texts --lang ja", "--json", "--check", "sc_0",
        "sc_0 --lang ja", "sc_0 --balance", "sc_0 --balance --lang ja", "sc_0 --json", "'Spring Sparrow'",
        "0001-10-11A", "0001-10-11A --lang ja", "0001-2B-33J", "0001-2B-32J", "0001-2B-32J --lang ja",
        "--sphere science", "--sphere chaos --texts", "--sphere ether --texts --lang ja", "--race cogling",
        "--race cogling --lang ja", "--keyword machine --sphere science --texts", "--cost 4",
        "--cost 3-5 --sphere nature", "--cost -2", "--type hidden", "--type attached --texts --lang ja",
        "--letter A --balance", "--letter T",
        "--text lamp", "--word draw", "--word draw --texts --sphere spirit", "--deck 1", "--deck 3 --lang ja",
        "nobody", "nobody --lang ja", "--sphere fire", "--race nobody", "--keyword nobody", "--cost many",
        "--type loud", "--letter Z", "--word dance", "--deck 9", "--set nowhere", "--element fire", "--lang fr",
    ],
    "vediic": [
        "", "--lang ja", "--texts", "--json", "--check", "green", "green --lang ja", "enlightenment",
        "悟りカード --lang ja", "moon", "--kind enlightenment", "--kind benefit --lang ja", "--text luck", "nobody",
        "--kind star", "--element fire", "--set nowhere", "--balance", "--lang fr",
    ],
}  # fmt: skip

RULES: dict[str, list[str]] = {
    "space_editor": ["SE-4.2", "se-5", "SE-9", "SE-99", "SE-4.2 --lang fr", "glossary"],
    "vediic": ["VE-3.1", "ve-10", "VE-13", "VE-99", "glossary"],
    "five_spheres": ["FS-6.5", "fs-11", "FS-17", "FS-99"],
}

DECK_NAMES: dict[str, list[str]] = {
    "space_editor": ["water", "wind", "earth", "fire"],
    "five_spheres": ["genesis-1", "genesis-2", "genesis-3", "genesis-4", "genesis-5"],
}
NO_DECKS: dict[str, list[str]] = {
    "space_editor": ["SE1-AAAAA", "SE1-", "nowhere.toml", "nobody", "2"],
    "five_spheres": ["FS1-AAAAA", "FS1-", "genesis-9", "6", "2"],
}
DECK_CHANGES: dict[str, list[tuple[str, str]]] = {
    "space_editor": [
        ("= 1", "= 5"), ("= 2", "= 0"), ("= 1", '= "many"'), ("element", "colour"), ("name", "title"), ("set", "sat"),
        ('"water"', '"ether"'), ('"water"', '"fire"'), ("[cards]", "[card]"), ("[cards]", "[cards]\nnobody = 1"),
        ("=", ""),
    ],
    "five_spheres": [
        ("= 3", "= 4"), ("= 2", "= 0"), ("= 1", '= "many"'), ("collection", "colour"), ("name", "title"),
        ('"genesis"', '"exodus"'), ("[cards]", "[card]"), ("[cards]", "[cards]\nnobody = 1"), ("=", ""),
        ("five_spheres", "chess"),
    ],
}  # fmt: skip
"""What is changed in a good deck file to make a bad one: the first of the one becomes the other."""
METHODS = ("random", "sets", "open_draft", "blind_draft", "closed_draft")
MAKING: list[tuple[str, str]] = [
    ("--assembly sets", "help\ndeck\ncard a\nset zz\nset b\nset b\na\nrest\n"),
    ("--assembly sets --lang ja", "help\ndeck\ncard a\nset zz\nset b\nset b\na\nrest\n"),
    ("--assembly open_draft", "card m0\ncard nobody\npick m9\npick m0\n1\ndeck\nrest\n"),
    ("--assembly blind_draft --lang ja", "pick m0\npick m9\nrest\n"),
    ("--assembly closed_draft", "m3\nm30\nrest\n"),
    ("--assembly random -o random_extra=2", "drop m0\nm3\n"),
    ("--assembly random -o random_extra=2 --lang ja", "quit\n"),
    ("--assembly sets -o pool_copies=12", "a\na\nb\nc\n"),
    ("--assembly custom", ""),
    ("--assembly mirror --lang ja", ""),
    ("--assembly chess", ""),
    ("--assembly sets --seat 2", ""),
    ("--assembly sets -o colour=1", ""),
    ("--assembly sets -o colour", ""),
    ("--assembly closed_draft --lords 6 -o pool_copies=3", ""),
]

PLAYS: dict[str, list[tuple[str, list[str]]]] = {
    "space_editor": [
        ("human random -o mode=half", ["help", "legend", "hand", "cards", "score", "why", "view"]),
        ("human human:Ren -o mode=full --lang ja", ["help", "legend", "hand", "cards", "score", "view"]),
        ("human random -o mode=wild", []),
        ("human random -o players=3", []),
        ("human nobody", []),
    ],
    "vediic": [
        ("human random -o players=2 -o order=seat0", ["help", "legend", "score", "forecast", "log", "view"]),
        ("human random random --lang ja -o players=3", ["picture off", "help", "score", "forecast", "log"]),
        ("human random -o players=9", []),
    ],
    "five_spheres": [
        ("human random", ["help", "legend", "hand", "score", "log", "view"]),
        ("human random --lang ja --deck genesis-1 --deck genesis-2", ["help", "legend", "hand", "score", "view"]),
        ("human random -o towers=99", []),
        ("human random --deck genesis-9", []),
        ("human random --deck 1 -o assembly=sets", []),
    ],
}
"""Matches at the table, with what is asked there between the moves."""
ANY_WAY = ["a", "1", "1", "1", "a", "2", "1", "1"]
"""Lines that get a person through any decision when they are typed over and over."""


def cards(game: str) -> str:
    """The catalogue of cards, listed, searched, shown and checked."""
    with workplace():
        return "".join([transcript("cards", game, *shlex.split(line)) for line in CARDS[game]])


def rules(game: str) -> str:
    """The rulebook: its sections, and some clauses."""
    lines = ["", *RULES[game]]
    told = [transcript("rules", game, *shlex.split(line), *lang) for line in lines for lang in ([], ["--lang", "ja"])]
    return "".join(told)


def decks(game: str) -> str:
    """Decks as files and codes, good ones and bad ones, in both languages."""
    parts: list[str] = []
    with workplace() as folder:
        for name in DECK_NAMES[game]:
            code = orrery("deck", "code", name)[0].strip()
            (folder / f"{name}.toml").write_text(orrery("deck", "file", name)[0], encoding="utf-8")
            parts += [transcript("deck", "show", name), transcript("deck", "show", name, "--lang", "ja")]
            parts.append(transcript("deck", "file", code.lower()))
        parts.append(transcript("deck", "file", name, "--lang", "ja"))
        parts += [transcript("deck", "check", f"{name}.toml"), transcript("deck", "code", f"{name}.toml")]
        parts.append(transcript("deck", "show", code[:-1]))
        for name in NO_DECKS[game]:
            for more in ([], ["--game", game, "--lang", "ja"]):
                parts.append(transcript("deck", "show", name, *more))
        parts.append(transcript("deck", "show", name, "--game", "vediic"))
        parts += bad_decks(game, folder)
        rules = ["cost", "chess"]
        parts += [transcript("deck", "check", f"{DECK_NAMES[game][0]}.toml", "--rules", rule) for rule in rules]
        if game == "five_spheres":
            parts += making()
        else:
            parts.append(transcript("deck", "make", game, "--assembly", "sets"))
    return "".join(parts)


def bad_decks(game: str, folder: Path) -> list[str]:
    """Deck files that break rules, or are none."""
    parts: list[str] = []
    good = (folder / f"{DECK_NAMES[game][0]}.toml").read_text(encoding="utf-8")
    for number, (before, after) in enumerate(DECK_CHANGES[game]):
        bad = folder / f"bad-{number}.toml"
        bad.write_text(good.replace(before, after, 1), encoding="utf-8")
        parts.append(f"# {bad.name}: {before!r} became {after!r}\n")
        for lang in ("en", "ja"):
            parts.append(transcript("deck", "check", bad.name, "--game", game, "--lang", lang))
    parts.append(transcript("deck", "show", "bad-0.toml", "--game", game))
    return parts


def making() -> list[str]:
    """Decks of Five Spheres that are made by the methods of the rules."""
    words = ["deck", "make", "five_spheres", "--seed", "7"]
    parts = [transcript(*words, "--assembly", method, "--auto", "--lords", "3") for method in METHODS]
    parts += [transcript(*words, *shlex.split(line), stdin=typed) for line, typed in MAKING]
    return parts


def table(game: str) -> dict[str, str]:
    """Matches at the terminal as they look there, and the first of them as it is saved."""
    parts: list[str] = []
    saved = ""
    with workplace():
        for number, (line, asked) in enumerate(PLAYS[game]):
            typed = [part for question in asked for part in (question, *ANY_WAY[:3])]
            typed += [*ANY_WAY * 2, "undo", "y", "log", f"save match-{number}", "quit", "n"] if asked else []
            words = ["play", game, *shlex.split(line), "--seed", "5", "--no-colour"]
            parts.append(whole(*words, stdin="".join([f"{word}\n" for word in typed])))
            file = Path(f"match-{number}.json")
            if file.is_file():
                saved = saved or file.read_text(encoding="utf-8")
                parts.append(transcript("replay", file.name, "--log"))
                parts.append(whole("play", "--load", file.name, "--no-colour", stdin="quit\n"))
        for lang in ("en", "ja"):
            parts.append(whole("puzzle", game, "--lang", lang, "--no-colour"))
            parts.append(whole("puzzle", game, "1", "--lang", lang, "--no-colour", stdin="dance\nanswer\nquit\n"))
        parts.append(transcript("puzzle", game, "999"))
        parts.append(transcript("puzzle", game, "one"))
    return {f"table_{game}.txt": "".join(parts), f"saved_{game}.json": saved}


def whole(*words: str, stdin: str = "") -> str:
    """A command with all that it printed, however long that is."""
    printed, complaint, status = orrery(*words, stdin=stdin)
    errors = "".join([f"! {line}\n" for line in complaint.splitlines()])
    return f"$ orrery {' '.join(words)}\n{printed}\n{errors}= {status}\n\n"


def records(game: str) -> str:
    """The corpus of records, replayed; and the shortest of a game, judged."""
    parts: list[str] = []
    with workplace():
        for file in sorted(RECORDS.glob(f"{game}*.json")):
            shutil.copy(file, file.name)
            parts.append(transcript("replay", file.name))
        (shortest, *_) = sorted(Path().glob("*.json"), key=lambda file: (file.stat().st_size, file.name))
        parts.append(transcript("replay", shortest.name, "--log"))
        for more in ([], ["--lang", "ja"]):
            parts.append(transcript("analyse", shortest.name, "--looks", "1", "--seat", "0", *more))
        parts.append(transcript("analyse", shortest.name, "--seat", "9"))
        text = shortest.read_text(encoding="utf-8")
        for before, after in (('"hash"', '"hush"'), ('"game": "', '"game": "x'), ('"rules": ', '"rules": 9')):
            Path("bad.json").write_text(text.replace(before, after, 1), encoding="utf-8")
            parts.append(transcript("replay", "bad.json"))
        parts.append(transcript("replay", "nowhere.json"))
        if game == "vediic":
            parts += [transcript("board", game), transcript("board", game, "--svg", "board.svg"), drawn()]
        else:
            parts.append(transcript("board", game))
    return "".join(parts)


def drawn() -> str:
    """The picture of the board that was drawn."""
    return shortened(Path("board.svg").read_text(encoding="utf-8")) + "\n"


def general() -> str:
    """What is asked without a game, or of one that there is not."""
    lines = ["games", "rules chess", "cards chess", "deck show nobody", "play chess", "puzzle", "puzzle --lang ja"]
    lines += [
        "puzzle chess",
        "board chess",
        "balance vediic --matches 0",
        "balance space_editor --matches 0",
        "replay nowhere.json",
    ]
    with workplace():
        return "".join([transcript(*shlex.split(line)) for line in lines])

"""The command `orrery cards`: the card catalogue of a game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Final

import typer

from orrery.cli.typed import GameName, Lang, SetFolder, echo_lines, fail, the_game, the_language

WISHES: Final = {
    "space_editor": ("element", "kind", "level", "vp", "text", "word", "deck"),
    "five_spheres": ("sphere", "race", "keyword", "cost", "type", "letter", "text", "word", "deck"),
}
"""The games that have cards, and what their cards can be searched by."""


def cards(
    game: GameName,
    card: Annotated[str | None, typer.Argument(help="a card's id, whole name or code")] = None,
    set_folder: SetFolder = None,
    text: Annotated[str, typer.Option(help="a part of the name or the id; five_spheres: of the texts, too")] = "",
    word: Annotated[str, typer.Option(help="a word of the card language, such as relocate or draw")] = "",
    deck: Annotated[str, typer.Option(help="only the cards of this deck: an element, or a number")] = "",
    element: Annotated[str, typer.Option(help="space_editor: water, wind, earth or fire")] = "",
    kind: Annotated[str, typer.Option(help="space_editor: star, planet, ability or basepoint")] = "",
    level: Annotated[str, typer.Option(help="space_editor: bronze, silver or gold")] = "",
    vp: Annotated[str, typer.Option(help="space_editor: victory points: 4, 3-5, 3- or -2")] = "",
    sphere: Annotated[str, typer.Option(help="five_spheres: science, ether, spirit, chaos or nature")] = "",
    race: Annotated[str, typer.Option(help="five_spheres: a race such as cogling")] = "",
    keyword: Annotated[str, typer.Option(help="five_spheres: a keyword such as machine")] = "",
    cost: Annotated[str, typer.Option(help="five_spheres: the cost of a half: 4, 3-5, 3- or -2")] = "",
    type: Annotated[str, typer.Option(help="five_spheres: of the spell: instant, active, attached or hidden")] = "",
    letter: Annotated[str, typer.Option(help="five_spheres: the set, A to T")] = "",
    texts: Annotated[bool, typer.Option("--texts", help="print the cards' texts as well")] = False,
    balance: Annotated[bool, typer.Option("--balance", help="five_spheres: reckon what the card is worth")] = False,
    check: Annotated[bool, typer.Option("--check", help="verify the cards, and say what fails")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print the cards as the rules write them")] = False,
    lang: Lang = "en",
) -> None:
    """List, filter and show cards, or check a card set."""
    name = the_game(game).name
    if name not in WISHES:
        fail(f"{game} has no cards; there are cards of {' and '.join(WISHES)}")
    the_language(lang)
    typed = {
        "element": element, "kind": kind, "level": level, "vp": vp, "sphere": sphere, "race": race,
        "keyword": keyword, "cost": cost, "type": type, "letter": letter, "text": text, "word": word, "deck": deck,
    }  # fmt: skip
    wishes = {key: value for key, value in typed.items() if value}
    for key in wishes:
        if key not in WISHES[name]:
            fail(f"cards of {name} are not found by --{key}, but by --{', --'.join(WISHES[name])}")
    if balance and name != "five_spheres":
        fail(f"--balance is for five_spheres; orrery cards {name} --check verifies costs")
    show = space_editor_cards if name == "space_editor" else five_spheres_cards
    raise typer.Exit(show(card, set_folder, wishes, texts, balance, check, as_json, lang))


def space_editor_cards(
    card: str | None,
    folder: Path | None,
    wishes: dict[str, str],
    texts: bool,
    _balance: bool,
    check: bool,
    as_json: bool,
    lang: str,
) -> int:
    """The cards of Space Editor; gives the exit status."""
    from orrery.games.space_editor import catalogue, checks, decks, sets

    found = sets.standard() if folder is None else sets.SetFile(folder, folder.name)
    if as_json:
        typer.echo(json.dumps(found.as_json(), ensure_ascii=False, indent=1))
    elif check:
        return report([finding.line() for finding in checks.check_set(found)], len(found.material.cards))
    elif card is not None:
        echo_lines(catalogue.card_lines(found, card, lang))
    elif not wishes and not texts:
        echo_lines(catalogue.set_lines(found, lang))
    else:
        basic = decks.basic_decks(found, lang)
        deck = wishes.pop("deck", "")
        if deck and deck not in basic:
            fail(f"there is no basic deck {deck!r}; there are {', '.join(basic)}")
        wish = catalogue.Wish(**wishes, deck=basic[deck] if deck else None)
        echo_lines(catalogue.list_lines(found, catalogue.find_cards(found, wish), lang, texts))
    return 0


def five_spheres_cards(
    card: str | None,
    folder: Path | None,
    wishes: dict[str, str],
    texts: bool,
    balance: bool,
    check: bool,
    as_json: bool,
    lang: str,
) -> int:
    """The cards of Five Spheres; gives the exit status."""
    from orrery.games.five_spheres import catalogue, checks, collections

    found = collections.standard() if folder is None else collections.Collection(folder, folder.name)
    if as_json:
        typer.echo(json.dumps(found.cards, ensure_ascii=False, indent=1))
        return 0
    if check:
        return report([finding.line() for finding in checks.check_collection(found)], len(found.cards))
    if card is not None:
        lines, known = catalogue.shown_card(found, card, lang, balance)
        echo_lines(lines)
        return 0 if known else 1
    ids = catalogue.find_cards(found, catalogue.Wish(found, **wishes))
    if balance:
        for id in ids:
            echo_lines([*catalogue.card_lines(found, id, lang, balance), ""])
        return 0
    if not wishes:
        echo_lines([*catalogue.collection_lines(found, lang), ""])
    echo_lines(catalogue.list_lines(found, ids, lang, texts))
    return 0


def report(findings: list[str], count: int) -> int:
    """Prints what a check has found; the exit status is 1 if it found anything."""
    echo_lines([*findings, f"{count} cards, {len(findings)} findings"])
    return 1 if findings else 0

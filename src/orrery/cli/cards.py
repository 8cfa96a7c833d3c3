"""The command `orrery cards`: the card catalogue of a game."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from orrery.cli.typed import GameName, Lang, SetFolder, echo_lines, fail, the_game, the_language
from orrery.core.cards.catalogue import Catalogue
from orrery.games import game_names


def catalogues() -> dict[str, Catalogue]:
    """The catalogues of the games that have cards."""
    found = {name: the_game(name).guide().catalogue() for name in reversed(game_names())}
    return {name: each for name, each in found.items() if each is not None}


def cards(
    game: GameName,
    card: Annotated[str | None, typer.Argument(help="a card's id, whole name or code")] = None,
    set_folder: SetFolder = None,
    text: Annotated[
        str, typer.Option(metavar="WORDS", help="a part of the name or the id; five_spheres, vediic: of the texts, too")
    ] = "",
    word: Annotated[str, typer.Option(help="a word of the card language, such as relocate or draw")] = "",
    deck: Annotated[
        str, typer.Option(metavar="NAME", help="only the cards of this deck: an element, or a number")
    ] = "",
    element: Annotated[str, typer.Option(help="space_editor: water, wind, earth or fire")] = "",
    kind: Annotated[
        str, typer.Option(help="space_editor: star, planet, ability or basepoint; vediic: benefit or enlightenment")
    ] = "",
    level: Annotated[str, typer.Option(help="space_editor: bronze, silver or gold")] = "",
    vp: Annotated[str, typer.Option(metavar="RANGE", help="space_editor: victory points: 4, 3-5, 3- or -2")] = "",
    sphere: Annotated[str, typer.Option(help="five_spheres: science, ether, spirit, chaos or nature")] = "",
    race: Annotated[str, typer.Option(help="five_spheres: a race such as cogling")] = "",
    keyword: Annotated[str, typer.Option(help="five_spheres: a keyword such as machine")] = "",
    cost: Annotated[str, typer.Option(metavar="RANGE", help="five_spheres: the cost of a half: 4, 3-5, 3- or -2")] = "",
    type: Annotated[str, typer.Option(help="five_spheres: of the spell: instant, active, attached or hidden")] = "",
    letter: Annotated[str, typer.Option(help="five_spheres: the set, A to T")] = "",
    texts: Annotated[bool, typer.Option("--texts", help="print the cards' texts as well")] = False,
    balance: Annotated[bool, typer.Option("--balance", help="five_spheres: reckon what the card is worth")] = False,
    check: Annotated[bool, typer.Option("--check", help="verify the cards, and say what fails")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print the cards as the rules write them")] = False,
    lang: Lang = "en",
) -> None:
    """List, filter and show cards, or check a card set."""
    found = the_game(game)
    name = found.name
    known = found.guide().catalogue()
    if known is None:
        fail(f"{game} has no cards; there are cards of {' and '.join(catalogues())}")
    the_language(lang)
    typed = {
        "element": element, "kind": kind, "level": level, "vp": vp, "sphere": sphere, "race": race,
        "keyword": keyword, "cost": cost, "type": type, "letter": letter, "text": text, "word": word, "deck": deck,
    }  # fmt: skip
    wishes = {key: value for key, value in typed.items() if value}
    for key in wishes:
        if key not in known.wishes:
            fail(f"cards of {name} are not found by --{key}, but by --{', --'.join(known.wishes)}")
    if balance and not known.reckons:
        able = " and ".join([other for other, each in catalogues().items() if each.reckons])
        fail(f"--balance is for {able}; orrery cards {name} --check verifies costs")
    if check and set_folder is not None:
        count, findings = found.guide().inspect_cards(set_folder)
        raise typer.Exit(report(findings, count))
    if set_folder is not None:
        known = found.guide().catalogue(set_folder)
        assert known is not None
    if as_json:
        typer.echo(json.dumps(known.as_json(), ensure_ascii=False, indent=1))
    elif check:
        raise typer.Exit(report(known.findings(), known.count()))
    elif card is not None:
        lines, is_known = known.card(card, lang, balance)
        echo_lines(lines)
        raise typer.Exit(0 if is_known else 1)
    else:
        echo_lines(known.listing(wishes, lang, texts, balance))


def report(findings: list[str], count: int) -> int:
    """Prints what a check has found; the exit status is 1 if it found anything."""
    echo_lines([*findings, f"{count} cards, {len(findings)} {'finding' if len(findings) == 1 else 'findings'}"])
    return 1 if findings else 0

"""The command `orrery print`: cards, boards and all else of a game on paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from orrery.cli.typed import GameName, SetFolder, fail, read_text, the_game
from orrery.core.cards.decks import BadDeck
from orrery.core.cards.shelf import AnyDeck, Misfit
from orrery.core.data import DataFault
from orrery.core.game import Game
from orrery.press.order import BadOrder, Order
from orrery.press.prints import BOARD, CARDS, KINDS, Choice

ALL: Final = "all"


def the_choice(game: Game, set_folder: Path | None, deck: str | None, where: list[str] | None) -> tuple[Choice, str]:
    """Which cards are meant, and the code of their deck. Raises BadOrder, BadDeck or DataFault."""
    wishes: dict[str, str] = {}
    catalogue = game.guide().catalogue(set_folder)
    for word in where or []:
        name, sign, value = word.partition("=")
        if not sign or not value:
            raise BadOrder(f"--where {word!r} is no wish; it is written NAME=VALUE")
        if catalogue is None or name not in catalogue.wishes:
            able = "by nothing" if catalogue is None else f"by {', '.join(catalogue.wishes)}"
            raise BadOrder(f"cards of {game.name} are not found by {name}, but {able}")
        wishes[name] = value
    if deck is None:
        return Choice(set_folder, wishes=wishes), ""
    shelf = game.guide().shelf("en", set_folder)
    if shelf is None:
        raise BadOrder(f"{game.name} has no decks; without --deck all its cards are printed")
    found: AnyDeck | None = shelf.named(deck) or (shelf.numbered(deck) if deck.isdecimal() else None)
    if found is None:
        found = shelf.read(read_text(Path(deck)), deck) if Path(deck).is_file() else shelf.find(deck)
    try:
        code = found.code()
    except (BadDeck, Misfit):
        code = ""
    return Choice(set_folder, list(found.cards), found.name, wishes), code


def write(file: Path, content: bytes) -> None:
    """Writes a file, or ends the command."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    except OSError as fault:
        blocking = next((part for part in file.parents if part.exists() and not part.is_dir()), None)
        why = fault.strerror or fault if blocking is None else f"{blocking} is a file, not a folder"
        fail(f"{file} cannot be written: {why}")


def print_game(
    game: GameName,
    what: Annotated[
        list[str] | None,
        typer.Argument(help=f"what is printed: {', '.join(KINDS)} or {ALL}; the cards if nothing is said"),
    ] = None,
    deck: Annotated[
        str | None, typer.Option(metavar="DECK", help="only the cards of this deck: a name, file or code")
    ] = None,
    where: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="only cards of this kind, such as element=water; may be repeated"),
    ] = None,
    set_folder: SetFolder = None,
    board: Annotated[Path | None, typer.Option(metavar="FILE", help="a board file of your own instead of ours")] = None,
    board_size: Annotated[str, typer.Option(help="how large the board becomes: a2, a3 or a4")] = "a3",
    paper: Annotated[str, typer.Option(help="a4, letter, a3, a2, or card: a page for each card")] = "a4",
    bleed: Annotated[float, typer.Option(metavar="MM", help="how far pictures run on beyond the cut")] = 0.0,
    marks: Annotated[str, typer.Option(help="marks for cutting: corners, full or none")] = "corners",
    backs: Annotated[str, typer.Option(help="duplex, fold (beside the faces) or none")] = "duplex",
    lang: Annotated[str, typer.Option(metavar="LANGUAGE", help="en, ja or both")] = "en",
    ink_saver: Annotated[bool, typer.Option("--ink-saver", help="white grounds")] = False,
    address: Annotated[
        str, typer.Option(metavar="URL", help="of your page: QR codes lead to the deck and the chapters there")
    ] = "",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="the PDF; a folder where several are made")] = None,
) -> None:
    """Print a game: a PDF with its cards, board, tokens, summary cards, score sheet or handbook."""
    from orrery.press.printing import printed, the_prints

    found = the_game(game)
    try:
        prints = the_prints(found)
        kinds = what or [CARDS if CARDS in prints.kinds() else prints.kinds()[0]]
        if ALL in kinds:
            kinds = prints.kinds()
        choice, code = the_choice(found, set_folder, deck, where)
        order = Order(paper, bleed, marks, backs, lang, ink_saver, board_size, address, code)
        own = None
        if board is not None:
            if BOARD not in kinds:
                raise BadOrder("--board FILE is for the board: orrery print GAME board")
            read = found.guide().read_board(read_text(board), board.name)
            own = (read.name, read.svg())
        for kind in dict.fromkeys(kinds):
            made = printed(found, kind, order, choice if kind == CARDS else None, own if kind == BOARD else None)
            several = len(set(kinds)) > 1 or (out is not None and out.is_dir())
            file = Path(f"{made.name}.pdf") if out is None else out / f"{made.name}.pdf" if several else out
            write(file, made.pdf)
            typer.echo(f"printed {kind} of {game} into {file}")
    except (BadOrder, DataFault, Misfit) as fault:
        fail(str(fault))

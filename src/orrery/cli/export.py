"""The commands `orrery export`: cards as pictures, and games for other tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from orrery.cli.lazy import Command, Group
from orrery.cli.press import the_choice, write
from orrery.cli.typed import GameName, SetFolder, fail, the_game
from orrery.core.cards.shelf import Misfit
from orrery.core.data import DataFault
from orrery.press.order import BadOrder, Order
from orrery.press.prints import CARDS, Pictures

export_app = typer.Typer(
    cls=Group,
    help="Cards as pictures, and games for Tabletop Simulator, with their boards.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)
Deck = Annotated[str | None, typer.Option("--deck", metavar="DECK", help="only the cards of this deck")]
Where = Annotated[
    list[str] | None,
    typer.Option("--where", metavar="NAME=VALUE", help="only cards of this kind, such as element=water"),
]
Langs = Annotated[str, typer.Option("--lang", metavar="LANGUAGE", help="en, ja or both")]
Saver = Annotated[bool, typer.Option("--ink-saver", help="white grounds")]
Out = Annotated[Path, typer.Option("--out", metavar="FOLDER", help="where the files go")]


def export_pictures(
    game: str, format: Literal["svg", "png"], out: Path, choice: tuple[Path | None, str | None, list[str] | None],
    order: tuple[str, bool], ppi: float,
) -> None:  # fmt: skip
    """Writes a picture of each card, or ends the command."""
    from orrery.press.pictures import singles
    from orrery.press.printing import the_prints

    found = the_game(game)
    lang, ink_saver = order
    try:
        prints = the_prints(found)
        if CARDS not in prints.kinds():
            raise BadOrder(f"{game} has no cards to export")
        chosen, _ = the_choice(found, *choice)
        how = Order(lang=lang, ink_saver=ink_saver)
        pictures = Pictures(found.name)
        made = singles(prints, prints.cards(chosen, how, pictures), how, pictures, format, ppi)
    except (BadOrder, DataFault, Misfit) as fault:
        fail(str(fault))
    for name, content in made.items():
        write(out / name, content)
    typer.echo(f"wrote {len(made)} pictures into {out}")


@export_app.command("svg", cls=Command)
def export_svg(
    game: GameName, deck: Deck = None, where: Where = None, set_folder: SetFolder = None, lang: Langs = "en",
    ink_saver: Saver = False, out: Out = Path("cards"),
) -> None:  # fmt: skip
    """Write each card as an SVG file, and their backs."""
    export_pictures(game, "svg", out, (set_folder, deck, where), (lang, ink_saver), 300)


@export_app.command("png", cls=Command)
def export_png(
    game: GameName, deck: Deck = None, where: Where = None, set_folder: SetFolder = None, lang: Langs = "en",
    ink_saver: Saver = False,
    ppi: Annotated[float, typer.Option(help="pixels an inch, from 30 to 600")] = 300,
    out: Out = Path("cards"),
) -> None:  # fmt: skip
    """Write each card as a PNG file, and their backs."""
    export_pictures(game, "png", out, (set_folder, deck, where), (lang, ink_saver), ppi)


@export_app.command("tts", cls=Command)
def export_tts(
    game: GameName, deck: Deck = None, where: Where = None, set_folder: SetFolder = None, lang: Langs = "en",
    base_url: Annotated[
        str, typer.Option(metavar="URL", help="where the pictures will be on the web; else they are used from here")
    ] = "",
    address: Annotated[str, typer.Option(metavar="URL", help="of your page: a tablet shows the rules there")] = "",
    out: Out = Path("tts"),
) -> None:  # fmt: skip
    """Write a saved object for Tabletop Simulator, with the sheets of pictures that it shows."""
    from orrery.press.printing import the_prints
    from orrery.press.tts import tts_files

    found = the_game(game)
    try:
        if base_url and not base_url.startswith(("http://", "https://")):
            raise BadOrder(f"--base-url {base_url!r} is no address; right is one such as https://files.example/{game}")
        prints = the_prints(found)
        chosen, _ = the_choice(found, set_folder, deck, where)
        files = tts_files(prints, chosen, Order(lang=lang, address=address), base_url or out.resolve().as_uri())
    except (BadOrder, DataFault, Misfit) as fault:
        fail(str(fault))
    for name, content in files.items():
        write(out / name, content)
    typer.echo(f"wrote {len(files)} files into {out}; {game}.json goes into Tabletop Simulator's Saved Objects")

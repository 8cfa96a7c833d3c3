"""Requests for prints: what can be had on paper of a game, and a print itself."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from msgspec import Meta, Struct

from orrery.core.cards.decks import BadDeck
from orrery.core.cards.shelf import Misfit
from orrery.press.order import MOST_BLEED, BadOrder, Order
from orrery.press.prints import prints_of
from orrery.server.http import decks
from orrery.server.http.decks import MOST_CARDS, DeckList
from orrery.server.http.door import WITH_PERSON, Asked, Asking, GameId, address_of_client, service_of
from orrery.server.http.library import the_game
from orrery.server.live.tables import DECK_LONGEST
from orrery.server.refusal import RequestRefused


class PrintOffer(Struct, frozen=True):
    """What can be printed of a game, in its order; nothing of one that brings no prints. `ready`: can this server
    print? If not, the part for it is not installed.
    """

    kinds: list[str]
    ready: bool


class PrintWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A print: of `cards` perhaps only these, by their ids, or those of a deck (a name, a code, the text of a deck
    file, or its cards). `codes`: with QR codes that lead back to this page.
    """

    kind: Literal["cards", "board", "tokens", "summary", "score", "booklet"]
    cards: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(min_length=1, max_length=MOST_CARDS)] | None = None
    deck: Annotated[str, Meta(max_length=DECK_LONGEST)] | DeckList | None = None
    paper: Literal["a4", "letter", "a3", "a2", "card"] = "a4"
    bleed: Annotated[float, Meta(ge=0, le=MOST_BLEED)] = 0.0
    marks: Literal["corners", "full", "none"] = "corners"
    backs: Literal["duplex", "fold", "none"] = "duplex"
    lang: Literal["en", "ja", "both"] = "en"
    ink_saver: bool = False
    board_size: Literal["a2", "a3", "a4"] = "a3"
    codes: bool = False


@get("/api/games/{game:str}/print", sync_to_thread=True)
def read_print_offer(request: Asked, game: GameId) -> PrintOffer:
    """What can be printed of a game."""
    prints = prints_of(the_game(game))
    return PrintOffer([] if prints is None else prints.kinds(), service_of(request).printer.is_ready)


@post(
    "/api/games/{game:str}/print",
    dependencies=WITH_PERSON,
    status_code=200,
    media_type="application/pdf",
    responses={200: ResponseSpec(bytes, description="The print.", media_type="application/pdf")},
)
async def print_game(request: Asked, person: Asking, game: GameId, data: JSONBody[PrintWish]) -> Response[bytes]:
    """Print something of a game. It waits until those before are done, and keeps nothing."""
    rules = the_game(game)
    deck: dict[str, Any] | None = None
    code = ""
    if data.cards is not None:
        deck = {"name": "", "cards": data.cards}
    if data.deck is not None:
        found = decks.legal(rules.name, data.deck)
        deck = {"name": found.name, "cards": list(found.cards)}
        try:
            code = found.code()
        except (BadDeck, Misfit):
            code = ""
    order: dict[str, Any] = {
        "paper": data.paper, "bleed": data.bleed, "marks": data.marks, "backs": data.backs, "lang": data.lang,
        "ink_saver": data.ink_saver, "board_size": data.board_size, "deck": code,
        "address": str(request.base_url).rstrip("/") if data.codes else "",
    }  # fmt: skip
    try:
        Order(**order)
    except BadOrder as fault:
        raise RequestRefused("not_printed", str(fault)) from None
    wish = {"game": rules.name, "kind": data.kind, "deck": deck, "order": order}
    pdf = await service_of(request).printer.printed(person.id, address_of_client(request), wish)
    name = f"{rules.name}-{data.kind}.pdf"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(pdf, media_type="application/pdf", headers=headers)


ROUTES: Final[list[Any]] = [read_print_offer, print_game]

"""Deck making at the terminal (FS-17): one person, chance for the others, the game itself for the rules."""

from __future__ import annotations

import secrets
import sys
from typing import Any, Final

from orrery.core.cards.catalogue import wrapped
from orrery.core.cards.decks import LONGEST_NAME
from orrery.core.cards.shelf import AnyDeck, Shelf
from orrery.core.clause import BadOptions, Illegal, explain
from orrery.core.data import DataFault, JsonObject
from orrery.core.fate import MASK, Fate
from orrery.core.match import Match
from orrery.games.five_spheres import GAME
from orrery.games.five_spheres.cards import catalogue, decks
from orrery.games.five_spheres.cards.collections import Collection
from orrery.games.five_spheres.cards.shelf import GameShelf
from orrery.games.five_spheres.rules import assembly
from orrery.terminal.making import Echo, NotMade, Wish
from orrery.terminal.prompt import EndOfInput, Interrupted, make_reader

PICKS: Final = 0x91C5
"""Added to the seed for the choices of those who pick by chance, which must not be the chance of the pool."""
WITHOUT: Final = assembly.METHODS[: assembly.SETS]
"""The methods that ask no decisions."""


def make_deck(shelf: Shelf, wish: Wish, echo: Echo) -> AnyDeck:
    """FS-17.3 to FS-17.8: the deck that a seat has made when the assembly is over. Raises NotMade."""
    assert isinstance(shelf, GameShelf)
    collection, method, lang = shelf.standard, wish.method, shelf.lang
    if method not in assembly.METHODS:
        made_by = ", ".join(assembly.METHODS[assembly.SETS :])
        raise NotMade(f"there is no assembly {method!r}; decks are made by {made_by}")
    if method in WITHOUT:
        instead = catalogue.label(f"make.{method}", lang)
        raise NotMade(catalogue.label("make.no_decisions", lang).format_map({"method": method, "instead": instead}))
    if len(wish.name) > LONGEST_NAME or not wish.name.isprintable():
        raise NotMade(f"a name is one line of at most {LONGEST_NAME} letters")
    seed = secrets.randbits(64) if wish.seed is None else wish.seed
    try:
        options = {**wish.options, "assembly": method, "cards": collection.cards}
        match = Match.new(GAME, GAME.guide().for_people(options), seed)
    except BadOptions as fault:
        raise NotMade(str(fault)) from None
    if not 0 <= wish.seat < match.state.seats():
        raise NotMade(f"the seats are 0 to {match.state.seats() - 1}, not {wish.seat}")
    Making(match, collection, wish.seat, Fate((seed + PICKS) & MASK), wish.auto, lang, echo).run()
    made = catalogue.label(f"methods.{method}", lang)
    name = wish.name or decks.say("assembled", lang, {"method": made})
    return shelf.deck(decks.Deck(name, collection.id, deck_of(match.position()["seats"][wish.seat])))


def deck_of(lord: JsonObject) -> list[str]:
    """FS-4.3: all cards of a lord at the start of a match: his deck, his towers and his hand."""
    return [*lord["deck"], *lord["hand"], *[piece["card"] for piece in lord["fortress"]]]


class Making:
    """An assembly with one person in it."""

    def __init__(
        self, match: Match, collection: Collection, seat: int, fate: Fate, auto: bool, lang: str, echo: Echo
    ) -> None:
        self.match = match
        self.collection = collection
        self.seat = seat
        self.fate = fate
        self.auto = auto
        self.lang = lang
        self.echo = echo
        self.reader = make_reader(sys.stdin, sys.stdout)

    def say(self, key: str, **facts: object) -> str:
        """A sentence about deck making."""
        return catalogue.label(f"make.{key}", self.lang).format_map({name: str(fact) for name, fact in facts.items()})

    def run(self) -> None:
        """Until the assembly is over."""
        while True:
            view = self.match.view(self.seat)
            if view["assembly"] is None:
                break
            if self.auto or self.match.to_act() != self.seat:
                self.match.act(self.fate.pick(self.match.actions()))
                if not self.auto:
                    self.tell()
            else:
                self.ask(view)

    def tell(self) -> None:
        """What a lord has taken, as far as the person sees it."""
        for event in self.match.events(self.seat):
            what = event.get("what")
            if event["event"] == "pick" and isinstance(what, str):
                key = "you" if event["seat"] == self.seat else "others"
                self.echo([self.say(key, lord=event["seat"], did=self.called(what))])

    def called(self, what: str) -> str:
        """A card, a back or a set by its name."""
        names = self.collection.names[self.lang].get(what)
        if names is not None:
            return names["card"]
        if what.startswith("?"):
            return catalogue.sphere_names(what[1:].split("/"), self.lang)
        return what.upper()

    # --- the person's turn --------------------------------------------------------------------------------------------

    def ask(self, view: JsonObject) -> None:
        """Shows what is on offer and reads lines until one of them was a choice."""
        self.echo(self.offer(view))
        while True:
            try:
                line = self.reader.ask(self.say("prompt"), self.match.actions).strip()
            except (EndOfInput, Interrupted):
                line = "quit"
            if self.does(line, view):
                return

    def does(self, line: str, view: JsonObject) -> bool:
        """Does what was typed; True if the choice was made."""
        verb, _, rest = line.partition(" ")
        if verb in ("quit", "q", "exit"):
            raise NotMade(self.say("left"))
        if verb == "rest":
            self.auto = True
            return True
        if verb in ("help", "?", ""):
            self.echo(catalogue.labels(self.lang).forms("make.help"))
        elif verb == "deck":
            self.show_deck(view)
        elif verb == "card":
            self.show_card(rest.strip(), view)
        else:
            return self.act(self.action(line))
        return False

    def act(self, word: str) -> bool:
        """Takes an action of the game; False after its refusal."""
        try:
            self.match.act(word)
        except Illegal as fault:
            self.echo(wrapped(explain(GAME.package, fault.refusal, self.lang)))
            return False
        self.tell()
        return True

    def action(self, line: str) -> str:
        """What was typed as the game writes it: `2`, `m2` and `a` alone are the choice of that name."""
        word = " ".join(line.lower().split())
        if " " in word:
            return word
        for action in self.match.actions():
            if action.split()[-1] in (word, f"m{word}"):
                return action
        return word

    # --- what the person sees -----------------------------------------------------------------------------------------

    def offer(self, view: JsonObject) -> list[str]:
        """What is on offer, and what is asked."""
        draft: JsonObject = view["assembly"]
        count = len(self.own_deck(view))
        if draft["method"] == "sets":
            lines = [self.say("round", round=draft["round"], rounds=assembly.SETS_A_DECK, count=count)]
            for letter, left in draft["sets"].items():
                if left:
                    lines += catalogue.set_lines(self.collection, letter, self.lang, left)
            return ["", *lines, self.say("sets")]
        rows = self.on_offer(view)
        if draft["method"] == "random":
            return ["", *catalogue.marked_lines(self.collection, rows, self.lang), self.say("drop", left=draft["left"])]
        batch = view["options"]["draft_batch"]
        closed = draft["method"] == "closed_draft"
        rounds = assembly.ROUNDS_CLOSED if closed else assembly.DECK_SIZE // batch
        lines = [self.say("round", round=draft["round"], rounds=rounds, count=count)]
        if draft["method"] == "blind_draft":
            lines += [f"{mark}  {self.called(back)}" for mark, back in rows]
        else:
            lines += catalogue.marked_lines(self.collection, rows, self.lang)
        return ["", *lines, self.say("pick_more", left=draft["left"]) if draft["left"] > 1 else self.say("pick")]

    def on_offer(self, view: JsonObject) -> list[tuple[str, str]]:
        """The cards on offer, or their backs, each with the word for it."""
        draft: JsonObject = view["assembly"]
        cards: Any = draft["market"]
        if draft["method"] == "closed_draft":
            cards = draft["packs"][self.seat]
        elif draft["method"] == "random":
            cards = self.own_deck(view)
        return [(f"m{i}", str(card)) for i, card in enumerate(cards)]

    def own_deck(self, view: JsonObject) -> list[str]:
        """The cards that the person has."""
        found: list[str] = view["seats"][self.seat]["deck"]
        return found

    def show_deck(self, view: JsonObject) -> None:
        """What the person has so far."""
        deck = decks.Deck(self.say("so_far"), self.collection.id, self.own_deck(view))
        self.echo(catalogue.deck_lines(deck, self.collection, self.lang))

    def show_card(self, what: str, view: JsonObject) -> None:
        """A card on offer by its place, a set by its letter, or any card."""
        if view["assembly"]["method"] == "sets" and what.upper() in view["assembly"]["sets"]:
            ids = self.collection.ids_of_set(what.upper())
            self.echo(catalogue.list_lines(self.collection, ids, self.lang, True))
            return
        for mark, card in self.on_offer(view):
            if what == mark and card in self.collection.cards:
                what = card
        try:
            self.echo(catalogue.shown_card(self.collection, what, self.lang)[0])
        except DataFault as fault:
            self.echo(wrapped(str(fault)))

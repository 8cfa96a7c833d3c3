"""Space Editor at the table: the picture of a turn, its cards and piles, and the commands that only this game has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from rich.text import Text

from orrery.core.clause import Refusal
from orrery.core.data import JsonObject
from orrery.core.game import Game
from orrery.games.space_editor.cards.card import ELEMENTS
from orrery.terminal.drawing import columns, flow, paragraphs, row_of_boxes, shortened, styled, trim, width, wrap
from orrery.terminal.games.space_editor.decisions import CELL, Decisions, cell_of
from orrery.terminal.games.space_editor.picture import (
    ELEMENT_STYLES,
    FLAT,
    LARGE,
    MEDIUM,
    NARROW,
    SIZES,
    SMALL,
    TINY,
    CardPiece,
    Cell,
    OpenPiece,
    Piece,
    Size,
    draw_part,
    draw_universe,
    draw_whole,
    kind_signs,
    side_text,
    sides_shown,
)
from orrery.terminal.games.space_editor.picture import wide as wide_of
from orrery.terminal.games.space_editor.words import DIRECTIONS, CardWords, Lying
from orrery.terminal.screen import Screen
from orrery.terminal.sheet import Offer, Question, Reading, Scene, Sheet, Unclear
from orrery.terminal.texts import Texts

ENOUGH: Final = 3
"""So many rows of cards at least are wanted, before the hand is shown in full."""


class GameSheet(Sheet):
    """Space Editor as it is drawn and typed."""

    quiet = frozenset(("turn", "drawn", "resolving"))

    def __init__(self, game: Game, texts: Texts, screen: Screen) -> None:
        super().__init__(game, texts, screen)
        self.words = CardWords(game, texts, screen.glyphs)
        self.decisions = Decisions(self.words, texts, screen)
        self.size: Size | None = None

    # --- before a match -----------------------------------------------------------------------------------------------

    def questions(self) -> list[Question]:
        words = self.game.guide().rows().row("mode").words
        return [Question("mode", "setup.mode", [(word, f"setup.{word}") for word in words])]

    def seated(self, options: JsonObject, count: int, wishes: list[str | None]) -> JsonObject:
        options = dict(options)
        if any(wishes):
            options["elements"] = self.elements([None if wish is None else wish.lower() for wish in wishes])
        return options if "elements" in options else self.game.guide().with_seats(options, count)

    def elements(self, wishes: list[str | None]) -> list[str]:
        """The elements of the seats: those wished for, and for the others the first that are left."""
        chosen: list[str | None] = []
        for wish in wishes:
            found = None
            for element in ELEMENTS:
                if wish is not None and wish in (element, *self.texts.words(f"element.{element}")):
                    found = element
            if wish is not None and found is None:
                raise ValueError(self.texts.line("setup.no_element", wish=wish))
            if found is not None and found in chosen:
                raise ValueError(self.texts.line("setup.elements_twice"))
            chosen.append(found)
        left = [element for element in ELEMENTS if element not in chosen]
        return [left.pop(0) if element is None else element for element in chosen]

    def again(self, options: JsonObject, view: JsonObject) -> JsonObject:
        if "cards" in options or self.words.translations(view["cards"]):
            return options
        return {**options, "cards": view["cards"]}

    # --- pictures -----------------------------------------------------------------------------------------------------

    def picture(self, scene: Scene, room: int | None = None, offer: Offer | None = None) -> list[Text]:
        marks = {} if offer is None else {cell_of(place): label for place, label in offer.marks.items()}
        warning: list[Text] = []
        if scene.view["final"] and scene.view["phase"] == "place":
            text = self.texts.say(f"picture.final_{scene.view['options']['final_star']}")
            text.stylize("bold")
            warning = wrap(text, self.screen.room)
        holds = scene.seat is not None and scene.view["phase"] not in ("basepoint", "over")
        full = [*self.status(scene), *warning, *(self.hand(scene) if holds else [])]
        if room is None:
            return [*self.universe(scene, marks), *full]
        pieces = self.pieces(scene, marks)
        if not pieces:
            return [self.texts.say("picture.empty"), *full]
        return self.squeezed(scene, pieces, room, full, warning, self.hands(scene) if holds else [[]], list(marks))

    def squeezed(
        self,
        scene: Scene,
        pieces: dict[Cell, Piece],
        room: int,
        full: list[Text],
        warning: list[Text],
        hands: list[list[Text]],
        marks: list[Cell],
    ) -> list[Text]:
        """The picture in so many rows. First what stands below it gets shorter, then the lines between the cards go,
        then the cards that nothing happens to; where several cells are marked all of them are wanted, however small.
        """
        marked = len(marks) > 1
        glyphs, wide = self.screen.glyphs, self.screen.room
        sizes: tuple[Size, ...] = (LARGE, MEDIUM, SMALL, NARROW) if self.size is None else (self.size,)
        flat = FLAT if self.size is None else ()
        short = [[*self.status_in_short(scene), *warning, *hand] for hand in hands]
        tries = [(full, sizes), ([*self.status(scene), *warning, *hands[0]], sizes)]
        tries += [(below, some) for below in short[:2] for some in (sizes, flat)]
        if marked:
            tries += [(below, (TINY,)) for below in short]
        for below, some in tries:
            drawn = draw_whole(glyphs, pieces, wide, room - len(below), some)
            if drawn is not None:
                return [*drawn, *below]
        across = {x for x, _ in pieces}
        narrow = next((flat for flat in FLAT if wide_of(sorted(across), flat) <= wide), FLAT[-1])
        size = TINY if marked else self.size or narrow
        wanted = [(short[0], ENOUGH), *[(below, 1) for below in short[1:2]]]
        fits = [below for below, rows in wanted if room - len(below) >= 2 + rows * size.pitch and not marked]
        below = [*fits, short[-1]][0]
        worth = {cell: 20 if lying.new else 2 for cell, lying in self.words.lying(scene).items()}
        for x, y in [*self.decisions.acting(scene), *marks]:
            for cell in ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)):
                worth[cell] = max(worth.get(cell, 0), 20)
            worth[(x, y)] = 60
        drawn, outside = draw_part(glyphs, pieces, wide, room - len(below) - 1, size, worth)
        if outside:
            drawn.append(styled(self.texts.line("part.outside", n=outside), "dim"))
        return [*drawn, *below]

    def pieces(self, scene: Scene, marks: dict[Cell, str]) -> dict[Cell, Piece]:
        """The placed cards, and what is written in empty cells."""
        values = self.words.values(scene)
        found: dict[Cell, Piece] = {
            cell: self.words.piece(scene, lying, values) for cell, lying in self.words.lying(scene).items()
        }
        return found | {cell: OpenPiece(label) for cell, label in marks.items()}

    def universe(self, scene: Scene, marks: dict[Cell, str] | None = None) -> list[Text]:
        """All placed cards; with `marks` also empty cells that a card may be put in."""
        pieces = self.pieces(scene, marks or {})
        if not pieces:
            return [self.texts.say("picture.empty")]
        return draw_universe(self.screen.glyphs, pieces, self.screen.room, self.size)

    def status(self, scene: Scene) -> list[Text]:
        """Turn and mode, then a line for each seat."""
        view, say = scene.view, self.texts.say
        key = {"basepoint": "picture.setup", "end": "picture.end", "over": "picture.end"}.get(view["phase"])
        head = say(key or "picture.turn", turn=view["turn"], mode=self.texts.raw(f"mode.{view['options']['mode']}"))
        head.stylize("bold")
        rows: list[list[Text]] = []
        scores = scene.result.scores or []
        acting = view["to_act"]
        for seat in range(len(scene.names)):
            hand, deck = view["hands"][seat], view["decks"][seat]
            rows.append(
                [
                    styled(">" if seat == acting else " ", "bold"),
                    trim(self.words.who(scene, seat), 20),
                    self.seat_label(view, seat),
                    say("picture.points", n=scores[seat]),
                    say("picture.hand", n=hand if isinstance(hand, int) else len(hand)),
                    say("picture.deck", n=deck if isinstance(deck, int) else len(deck)),
                    say("picture.discards", n=len(view["discards"][seat])),
                ]
            )
        return [head, *columns(rows)]

    def status_in_short(self, scene: Scene) -> list[Text]:
        """The turn and the points of all seats in a line."""
        view, say = scene.view, self.texts.say
        scores = scene.result.scores or []
        parts = [say("part.turn", turn=view["turn"])]
        for seat in range(len(scene.names)):
            deck = view["decks"][seat]
            facts = {"n": scores[seat], "deck": deck if isinstance(deck, int) else len(deck)}
            who = Text(">" if seat == view["to_act"] else "").append_text(self.words.who(scene, seat))
            label = self.seat_label(view, seat)
            parts.append(say("part.seat", who=who, label=label, **facts))
        return flow(parts, self.screen.room, 0)

    def seat_label(self, view: JsonObject, seat: int) -> Text:
        return self.texts.say("seat.label", element=self.words.element(view["elements"][seat]))

    def hand(self, scene: Scene) -> list[Text]:
        """The seat's hand as cards in a row, with the texts of abilities under them."""
        hand = self.decisions.hand_ids(scene)
        if not hand:
            return [self.texts.say("picture.no_hand")]
        boxes: list[tuple[Text, list[Text]]] = []
        texts: list[Text] = []
        for i, id in enumerate(hand, 1):
            name = self.words.called(scene.view, id)
            boxes.append((styled(f"{i} ", "bold").append_text(name), self.box(scene.view, id, 0)))
            for ability in self.words.abilities(scene.view, id):
                line = styled(f"  {i} ", "bold").append_text(ability)
                texts += wrap(line, min(self.screen.room, 100), indent=4, first=0)
        return [*row_of_boxes(self.screen.glyphs, boxes, LARGE.inner, self.screen.room), *texts]

    def hands(self, scene: Scene) -> list[list[Text]]:
        """The seat's hand in ever fewer rows: a card a line with its sides and the text of its abilities, the same with
        as much of the text as the line holds, and the names alone.
        """
        hand = self.decisions.hand_ids(scene)
        if not hand:
            return [[self.texts.say("picture.no_hand")]]
        room = self.screen.room
        rows: list[list[Text]] = []
        for i, id in enumerate(hand, 1):
            piece = self.words.card_piece(scene.view, id)
            sides = [
                styled(self.texts.raw(f"compass.{d}"), "dim").append_text(side_text(side))
                for d, side in zip(DIRECTIONS, piece.sides, strict=True)
            ]
            kind = styled(f"{piece.code}{piece.sign}", ELEMENT_STYLES.get(piece.element or "", "bold"))
            rows.append([styled(f"{i}", "bold"), self.words.called(scene.view, id), kind, Text("  ").join(sides)])
        lines = columns(rows)
        for id, line in zip(hand, lines, strict=True):
            text = Text(" ").join(self.words.abilities(scene.view, id))
            if text.plain:
                line.append("  ").append_text(text)
        cut = [shortened(line, room) for line in lines]
        names = [styled(f"{i} ", "bold").append_text(self.words.called(scene.view, id)) for i, id in enumerate(hand, 1)]
        return [[part for line in lines for part in wrap(line, room, 4, 0)], cut, flow(names, room, 0)]

    def box(self, view: JsonObject, id: str, rotation: int) -> list[Text]:
        """The lines of a card in a box of its own, where its name stands above."""
        piece = self.words.card_piece(view, id, rotation)
        bare = CardPiece(piece.element, piece.code, piece.sign, piece.sides, piece.id, "")
        return bare.draw(LARGE)

    def turn_key(self, scene: Scene) -> object:
        return scene.view["turn"], scene.seat, scene.view["phase"] in ("basepoint", "end")

    def card(self, scene: Scene, words: str) -> list[Text] | None:
        found = self.decisions.find_cards(scene, words)
        if not found:
            return None
        if len(found) > 1:
            names = [Text(f"  {id:<6}").append_text(self.words.called(scene.view, id)) for id in found[:20]]
            return [self.texts.say("details.several"), *names]
        id = found[0]
        boxes = [(styled(f"r{r}", "dim"), self.box(scene.view, id, r)) for r in range(4)]
        drawn = row_of_boxes(self.screen.glyphs, boxes, LARGE.inner, self.screen.room)
        return [*paragraphs(self.screen.room, self.words.details(scene.view, id)), *drawn]

    def look(self, scene: Scene, words: str) -> list[Text] | None:
        found = CELL.fullmatch(words.replace(" ", ",", 1) if "," not in words else words.replace(" ", ""))
        if not found:
            return None
        x, y = int(found.group(1)), int(found.group(2))
        lying = self.words.lying(scene)
        values = self.words.values(scene)
        near: dict[Cell, Piece] = {
            cell: self.words.piece(scene, card, values)
            for cell, card in lying.items()
            if abs(cell[0] - x) <= 1 and abs(cell[1] - y) <= 1
        }
        card = lying.get((x, y))
        if card is None and near:
            near[(x, y)] = OpenPiece("?")
        lines = draw_universe(self.screen.glyphs, near, self.screen.room) if near else []
        if card is None:
            return [*lines, *paragraphs(self.screen.room, self.empty_cell(scene, (x, y), lying))]
        if card.id is not None:
            lines += paragraphs(self.screen.room, self.words.details(scene.view, card.id))
        return [*lines, *paragraphs(self.screen.room, self.words.standing(scene, card, values.get((x, y))))]

    def empty_cell(self, scene: Scene, cell: Cell, lying: dict[Cell, Lying]) -> list[Text]:
        """What an empty cell touches, and what of the hand fits there."""
        say = self.texts.say
        sides: list[str] = []
        steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
        for d, (dx, dy) in enumerate(steps):
            card = lying.get((cell[0] + dx, cell[1] + dy))
            if card is None:
                continue
            if card.up and card.id is not None:
                side = self.words.side(sides_shown(scene.view["cards"][card.id], card.rotation)[(d + 2) % 4])
            else:
                side = self.texts.raw("details.down_side")
            direction = self.texts.raw(f"direction.{DIRECTIONS[d]}")
            sides.append(self.texts.line("details.touch", direction=direction, side=side))
        lines = [say("details.empty", cell="{},{}".format(*cell))]
        if not sides:
            return [*lines, say("details.touches_nothing")]
        lines.append(say("details.touches", sides=self.texts.raw("list.between").join(sides)))
        if any(word.startswith("place ") for word in scene.actions):
            fits = [
                self.texts.line(
                    "details.fits_card", card=self.words.name(scene.view, id), rotations=" ".join([f"r{r}" for r in rs])
                )
                for id in dict.fromkeys(self.decisions.hand_ids(scene))
                if (rs := self.decisions.rotations(scene, "place", id, cell))
            ]
            between = self.texts.raw("list.between")
            lines.append(say("details.fits", cards=between.join(fits)) if fits else say("details.fits_none"))
        return lines

    def score(self, scene: Scene) -> list[Text]:
        return self.words.score(scene)

    # --- words --------------------------------------------------------------------------------------------------------

    def tell(self, scene: Scene, events: list[JsonObject]) -> list[Text]:
        return self.words.tell(scene, events)

    def dress(self, scene: Scene, refusal: Refusal) -> Refusal:
        facts = dict(refusal.facts)
        for key in ("card", "by"):
            if facts.get(key) in scene.view["cards"]:
                facts[key] = f"{self.words.name(scene.view, facts[key])} [{facts[key]}]"
        if isinstance(facts.get("rules"), str):
            codes = str(facts["rules"]).split(", ")
            facts["rules"] = ", ".join(
                [f"{code}: {self.texts.raw(f'rule.{code}')}" for code in codes if self.texts.has(f"rule.{code}")]
            )
        return Refusal(refusal.kind, refusal.code, refusal.clause, facts)

    def prompt(self, scene: Scene) -> str:
        return self.texts.line(f"asked.{self.decisions.step(scene)}") if scene.actions else super().prompt(scene)

    def listing(self, scene: Scene, words: str) -> Offer | Unclear:
        if self.decisions.step(scene) == "basepoint":
            width_, height = scene.view["options"]["table"]
            low = f"{-(width_ // 2)},{-(height // 2)}"
            high = f"{width_ - 1 - width_ // 2},{height - 1 - height // 2}"
            return Unclear(self.texts.say("choice.cells", low=low, high=high))
        if self.decisions.step(scene) != "place":
            return self.decisions.ask(scene)
        if not words:
            return self.decisions.hand_offer(scene)
        found = self.decisions.find_in_hand(scene, words)
        if found is None:
            return self.decisions.no_hand_card(scene, words)
        offer = self.decisions.places_offer(scene, found)
        if isinstance(offer, Unclear):
            return offer
        if self.screen.tall is not None:
            return offer
        marks = {cell_of(place): label for place, label in offer.marks.items()}
        return replace(offer, picture=self.universe(scene, marks))

    def action(self, scene: Scene, word: str) -> Text:
        return self.decisions.action(scene, word)

    def ask(self, scene: Scene) -> Offer:
        return self.decisions.ask(scene)

    def read(self, scene: Scene, line: str) -> Reading | None:
        return self.decisions.read(scene, line)

    def lines(self, scene: Scene) -> list[str]:
        hand = self.decisions.hand_ids(scene)
        found: list[str] = []
        for action in scene.actions:
            parts = action.split(" ")
            if parts[0] == "place":
                found.append(f"p {hand.index(parts[1]) + 1} {parts[2]} {parts[3]}")
        found += [f"actions {i}" for i in range(1, len(hand) + 1)]
        found += [f"card {id}" for id in dict.fromkeys(hand)]
        found += [f"look {row['x']},{row['y']}" for row in scene.view["board"]]
        found += ["memory on", "memory off", *[f"size {size.name}" for size in SIZES], "size auto"]
        return found

    # --- the sheet's own commands -------------------------------------------------------------------------------------

    def extras(self) -> dict[str, Callable[[Scene, str], list[Text]]]:
        return {
            "map": lambda scene, words: self.universe(scene),
            "hand": lambda scene, words: self.hand(scene),
            "deck": self.show_deck,
            "discards": self.show_discards,
            "cards": self.show_cards,
            "legend": self.show_legend,
            "memory": self.set_memory,
            "size": self.set_size,
        }

    def show_deck(self, scene: Scene, words: str) -> list[Text]:
        """What is left in the seat's own deck, in no order."""
        deck = [] if scene.seat is None else scene.view["decks"][scene.seat]
        if not isinstance(deck, list) or not deck:
            return [self.texts.say("list.deck_empty")]
        return paragraphs(self.screen.room, [self.texts.say("list.deck", n=len(deck)), self.names(scene, deck)])

    def show_discards(self, scene: Scene, words: str) -> list[Text]:
        """All discard piles."""
        lines: list[Text] = []
        for seat, pile in enumerate(scene.view["discards"]):
            lines.append(self.texts.say("list.discards", who=self.words.who(scene, seat), n=len(pile)))
            lines.append(self.names(scene, pile))
        return paragraphs(self.screen.room, lines)

    def names(self, scene: Scene, ids: list[str]) -> Text:
        """Cards by name, indented; a card that is there twice says so."""
        if not ids:
            return Text("  ").append_text(self.texts.say("list.none"))
        parts = []
        for id in dict.fromkeys(ids):
            times = ids.count(id)
            parts.append(self.words.called(scene.view, id).append(f" x{times}" if times > 1 else ""))
        return Text("  ").append_text(Text(self.texts.raw("list.between")).join(parts))

    def show_cards(self, scene: Scene, words: str) -> list[Text]:
        """Every placed card as a line of words: for screen readers, and for those who like lists."""
        lines: list[Text] = []
        values = self.words.values(scene)
        view, say = scene.view, self.texts.say
        for (x, y), lying in sorted(self.words.lying(scene).items(), key=lambda item: (-item[0][1], item[0][0])):
            cell = f"{x},{y}"
            if not lying.up or lying.id is None:
                known = say("list.known", card=self.words.called(view, lying.id)) if lying.id is not None else Text()
                lines.append(say("list.row_down", cell=cell, known=known))
                continue
            definition = view["cards"][lying.id]
            card, sides = self.words.called(view, lying.id), self.words.sides(view, lying.id, lying.rotation)
            kind = self.texts.raw(f"kind.{definition['kind']}")
            if definition["kind"] == "basepoint":
                lines.append(say("list.row_base", cell=cell, card=card, kind=kind, sides=sides))
                continue
            value = say("list.value", n=values.get((x, y), 0)) if definition["kind"] == "star" else Text()
            element = self.words.element(definition["element"])
            lines.append(say("list.row", cell=cell, card=card, element=element, kind=kind, value=value, sides=sides))
        return paragraphs(self.screen.room, lines or [say("picture.empty")])

    def show_legend(self, scene: Scene, words: str) -> list[Text]:
        """How to read the pictures."""
        signs, say = kind_signs(self.screen.glyphs), self.texts.say
        codes = {element: styled(self.texts.raw(f"code.{element}"), ELEMENT_STYLES[element]) for element in ELEMENTS}
        example = CardPiece("fire", codes["fire"].plain, f"{signs['star']}3", ["n3", "g2", "k", "-*"], "", "")
        lines = [
            say("legend.element", **codes),
            say("legend.kind", **signs),
            say("legend.side", n=side_text("n3"), g=side_text("g2"), k=side_text("k"), blank=side_text("-")),
            say("legend.narrow"),
            say("legend.down"),
            say("legend.place"),
            say("legend.connect"),
            say("legend.turn"),
        ]
        drawn = row_of_boxes(self.screen.glyphs, [(Text(), example.draw(LARGE))], LARGE.inner, self.screen.room)[1:]
        return [*paragraphs(self.screen.room, [say("legend.card")]), *drawn, *paragraphs(self.screen.room, lines)]

    def set_memory(self, scene: Scene, words: str) -> list[Text]:
        """Turns the names of face-down cards on or off."""
        if words and words not in (*self.texts.words("alias.on"), *self.texts.words("alias.off")):
            return [self.texts.say("switch.which")]
        self.words.memory = words in self.texts.words("alias.on") if words else not self.words.memory
        return paragraphs(self.screen.room, [self.texts.say("memory.on" if self.words.memory else "memory.off")])

    def set_size(self, scene: Scene, words: str) -> list[Text]:
        """Sets how large cards are drawn."""
        known = {size.name: size for size in SIZES}
        if words not in (*known, "auto"):
            return paragraphs(self.screen.room, [self.texts.say("size.which")])
        self.size = known.get(words)
        return [*paragraphs(self.screen.room, [self.texts.say("size.now", size=words)]), *self.universe(scene)]

    def help(self) -> list[Text]:
        lines = [Text("", style="bold").append_text(self.texts.say("help.title"))]
        rows = [self.texts.raw(f"help.line_{i}").partition(" | ") for i in range(1, 6)]
        wide = max(width(usage) for usage, _, _ in rows) + 4
        for usage, _, does in rows:
            line = Text("  ").append(usage, "bold").append(" " * (wide - 2 - width(usage))).append(does)
            lines += wrap(line, min(self.screen.room, 100), indent=wide, first=0)
        return lines

"""Space Editor in words: names of cards, events as sentences, cards in detail, and how scores come about.

Everything is worked out from what one seat may know. Where a rule is needed (the value of a star, pairs) a world is
drawn that agrees with that knowledge, and the rules are asked there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.text import Text

from orrery.core.data import DataFault, JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game
from orrery.core.notation import digest
from orrery.games.space_editor.cards import sets
from orrery.games.space_editor.cards.texts import printed_lines
from orrery.games.space_editor.rules import scoring
from orrery.games.space_editor.rules.engine import SpaceEditorState
from orrery.games.space_editor.sampling import names_of
from orrery.terminal.drawing import Glyphs, styled
from orrery.terminal.games.space_editor.picture import (
    ELEMENT_STYLES,
    CardPiece,
    Cell,
    DownPiece,
    Piece,
    kind_signs,
    sides_shown,
)
from orrery.terminal.sheet import Scene
from orrery.terminal.texts import Texts

DIRECTIONS: Final = ("north", "east", "south", "west")
CHANGES: Final = ("placed", "basepoint", "turned_down", "turned_up", "faced", "rotated", "relocated")
"""Events after which a card looks different."""


@dataclass(frozen=True)
class Lying:
    """A placed card as a seat may know it. `id` is None for a face-down card that was never seen."""

    cell: Cell
    id: str | None
    rotation: int
    up: bool
    row: JsonObject
    new: bool

    @property
    def no(self) -> int:
        """Its serial number."""
        return int(self.row["no"])


class CardWords:
    """Speaks of cards, events and scores in the language of the texts."""

    def __init__(self, game: Game, texts: Texts, glyphs: Glyphs) -> None:
        self.game = game
        self.texts = texts
        self.glyphs = glyphs
        self.memory = True
        """Are face-down cards called by their names where the seat has seen them?"""
        self.names: tuple[object, dict[str, dict[str, str]]] = (None, {})
        self.drawn: tuple[Scene | None, SpaceEditorState | None] = (None, None)

    # --- names --------------------------------------------------------------------------------------------------------

    def translations(self, cards: JsonObject) -> dict[str, dict[str, str]]:
        """The names of these cards by language, where they are a set that ships with the game."""
        if self.names[0] is not cards:
            try:
                known = sets.named_by_hash(digest(cards))
            except (FileNotFoundError, DataFault):
                known = None
            self.names = (cards, {} if known is None else known.names)
        return self.names[1]

    def name(self, view: JsonObject, id: str) -> str:
        """A card's name in the language spoken; its id if it has none."""
        translated = self.translations(view["cards"]).get(self.texts.lang, {}).get(id)
        return translated or str(view["cards"].get(id, {}).get("name") or "") or id

    def all_names(self, view: JsonObject, id: str) -> list[str]:
        """A card's names in all languages, in small letters, for what a person types."""
        found = [self.name(view, id), str(view["cards"][id].get("name") or "")]
        found += [names.get(id, "") for names in self.translations(view["cards"]).values()]
        return [name.lower() for name in found if name]

    def called(self, view: JsonObject, id: str) -> Text:
        """A card's name in the colour of its element."""
        element = view["cards"].get(id, {}).get("element")
        return styled(self.name(view, id), ELEMENT_STYLES.get(element or "", "bold"))

    def quoted(self, view: JsonObject, id: str) -> Text:
        """A card's name as it stands in a list within a sentence."""
        return self.texts.say("quoted.card", card=self.called(view, id))

    def element(self, element: str | None) -> Text:
        """An element's name in its colour."""
        return styled(self.texts.raw(f"element.{element or 'none'}"), ELEMENT_STYLES.get(element or "", ""))

    def who(self, scene: Scene, seat: int) -> Text:
        """A player's name in the colour of the seat's element."""
        return styled(scene.names[seat], ELEMENT_STYLES[scene.view["elements"][seat]])

    def side(self, side: str) -> str:
        """A side in words, such as: nuclear 3 with a binary mark."""
        body = side.removesuffix("*")
        key = "blank" if body == "-" else body[0]
        if side == "-*":
            return self.texts.raw("side.mark_blank")
        words = self.texts.line(f"side.{key}", value=body[1:])
        return self.texts.line("side.mark", side=words) if side.endswith("*") else words

    def sides(self, view: JsonObject, id: str, rotation: int) -> str:
        """All four sides of a card in words."""
        shown = sides_shown(view["cards"][id], rotation)
        parts = [
            self.texts.line("details.side", direction=self.texts.raw(f"direction.{d}"), side=self.side(side))
            for d, side in zip(DIRECTIONS, shown, strict=True)
        ]
        return self.texts.raw("list.between").join(parts)

    # --- the placed cards ---------------------------------------------------------------------------------------------

    def lying(self, scene: Scene) -> dict[Cell, Lying]:
        """The placed cards by cell."""
        known = names_of(scene.view, scene.seen) if self.memory else {}
        new = {event.get("no", 0) for event in scene.seen[scene.fresh :] if event["event"] in CHANGES}
        found: dict[Cell, Lying] = {}
        for row in scene.view["board"]:
            id = row["card"]
            if id is None and row["no"] in known:
                id = known[row["no"]]
            if id is None and row["no"] == 0 and self.memory:
                id = scene.view["basepoint"]
            cell = (row["x"], row["y"])
            found[cell] = Lying(cell, id, row["r"] or 0, row["up"], row, row["no"] in new)
        return found

    def piece(self, scene: Scene, lying: Lying, values: dict[Cell, int]) -> Piece:
        """A placed card for the picture."""
        view, row = scene.view, lying.row
        marks = ("!" if lying.new else "") + ("+" if row["guard"] else "") + ("z" if row["silence"] else "")
        if not lying.up:
            id = lying.id or ""
            return DownPiece(id, self.name(view, id) if id else "", marks)
        assert lying.id is not None
        return self.card_piece(view, lying.id, lying.rotation, marks, values.get(lying.cell), bool(row["void"]))

    def card_piece(
        self,
        view: JsonObject,
        id: str,
        rotation: int = 0,
        marks: str = "",
        value: int | None = None,
        void: bool = False,
    ) -> CardPiece:
        """A card for a picture, in a rotation. A star shows its present value, or the printed one."""
        definition = view["cards"][id]
        element = definition.get("element")
        return CardPiece(
            element,
            self.texts.raw(f"code.{element or 'none'}"),
            self.sign(definition, value, void),
            sides_shown(definition, rotation),
            id,
            self.name(view, id),
            marks,
        )

    def sign(self, definition: JsonObject, value: int | None = None, void: bool = False) -> str:
        """Kind and victory points of a card as a sign."""
        signs = kind_signs(self.glyphs)
        if definition["kind"] != "star":
            return signs[definition["kind"]]
        return signs["void"] if void else f"{signs['star']}{definition.get('vp', 0) if value is None else value}"

    # --- events -------------------------------------------------------------------------------------------------------

    def tell(self, scene: Scene, events: list[JsonObject]) -> list[Text]:
        """Events in sentences, a turn with a heading."""
        ids = names_of(scene.view, scene.seen)
        lines: list[Text] = []
        before: JsonObject = {}
        for event in events:
            said = self.sentence(scene, event, before, ids)
            if said is not None:
                lines.append(said)
            before = event
        return lines

    def sentence(self, scene: Scene, event: JsonObject, before: JsonObject, ids: dict[int, str]) -> Text | None:
        """One event as a sentence; None if it goes without saying after the one before."""
        name: str = event["event"]
        say = self.texts.say
        facts: dict[str, Text | str | int] = {}
        if event.get("seat") is not None:
            facts["who"] = self.who(scene, event["seat"])
        if "x" in event:
            facts["cell"] = f"{event['x']},{event['y']}"
        id = event.get("card") or ids.get(event.get("no", -1))
        if isinstance(id, str):
            facts["card"] = self.called(scene.view, id)
        elif "no" in event:
            facts["card"] = self.texts.raw("event.a_card")
        for key in ("r", "turn"):
            if key in event:
                facts[key] = event[key]
        if name == "drawn":
            return self.sentence_drawn(scene, event, facts)
        if name == "placed":
            return say("event.placed_void" if event["void"] else "event.placed", **facts)
        if name in ("turned_down", "turned_up"):
            if not event["rules"]:
                return say(f"event.{name}_ability", **facts)
            reasons = [
                self.texts.line("event.reason", why=self.texts.raw(f"rule.{code}"), code=code)
                for code in event["rules"]
            ]
            return say(f"event.{name}", why=self.texts.raw("list.between").join(reasons), **facts)
        if name == "relocated":
            facts["from"] = "{},{}".format(*event["from"])
        elif name in ("guarded", "silenced"):
            facts["turn"] = event["until"]
        elif name == "resolving" and before.get("event") == "triggered":
            return None
        elif name == "over":
            scores = [
                self.texts.line("event.score", who=scene.names[s], n=score) for s, score in enumerate(event["scores"])
            ]
            facts["scores"] = self.texts.raw("list.between").join(scores)
        elif name == "turn":
            return styled(self.glyphs.dash * 2 + " ", "dim").append_text(say("event.turn", **facts))
        return say(f"event.{name}", **facts)

    def sentence_drawn(self, scene: Scene, event: JsonObject, facts: dict[str, Text | str | int]) -> Text:
        """Cards drawn: by name where the seat may know them, else how many."""
        cards = event["cards"]
        if isinstance(cards, int):
            return self.texts.say("event.drawn_count", n=cards, **facts)
        names = self.texts.join([self.quoted(scene.view, id) for id in cards])
        return self.texts.say("event.drawn", cards=names, **facts)

    # --- one card in detail -------------------------------------------------------------------------------------------

    def details(self, view: JsonObject, id: str) -> list[Text]:
        """A card as it is printed, in words."""
        definition = view["cards"][id]
        facts: dict[str, Text | str | int] = {
            "element": self.element(definition.get("element")),
            "kind": self.texts.raw(f"kind.{definition['kind']}"),
            "id": id,
        }
        lines = [self.called(view, id)]
        if definition.get("level") is None:
            lines.append(self.texts.say("details.basepoint", **facts))
        else:
            lines.append(self.texts.say("details.line", level=self.texts.raw(f"level.{definition['level']}"), **facts))
        if definition["kind"] == "star":
            between = self.texts.raw("list.between")
            lines[-1].append(between).append_text(self.texts.say("details.points", n=definition.get("vp", 0)))
        return [*lines, *self.abilities(view, id)]

    def abilities(self, view: JsonObject, id: str) -> list[Text]:
        """The printed texts of a card's abilities."""
        return [Text(text) for text in printed_lines(view["cards"][id], self.texts.lang)]

    def standing(self, scene: Scene, lying: Lying, value: int | None) -> list[Text]:
        """What is true of a placed card besides its print."""
        row, say = lying.row, self.texts.say
        facts: dict[str, Text | str | int] = {
            "cell": "{},{}".format(*lying.cell),
            "face": self.texts.raw("details.up" if lying.up else "details.down"),
            "r": lying.rotation,
            "who": self.who(scene, row["placer"]),
            "turn": row["turn"],
        }
        lines = [say("details.lies" if lying.up else "details.lies_down", **facts)]
        if not lying.up:
            lines.append(say("details.unknown" if lying.id is None else "details.remembered"))
            return lines
        definition = scene.view["cards"][lying.id]
        if value is not None and value != definition.get("vp", 0):
            lines.append(say("details.now", n=value))
        for mark in ("guard", "silence"):
            if row[mark]:
                lines.append(say(f"details.{mark}", turn=row[mark]))
        if row["void"]:
            lines.append(say("details.void"))
        if definition.get("abilities") and row["turn"] == scene.view["turn"] and definition["kind"] != "basepoint":
            lines.append(say("details.asleep"))
        return lines

    # --- scores -------------------------------------------------------------------------------------------------------

    def world(self, scene: Scene) -> SpaceEditorState:
        """A world that the seat cannot tell from the true one."""
        if self.drawn[0] is not scene or self.drawn[1] is None:
            world = self.game.sample(scene.view, scene.seen, Fate(0))
            assert isinstance(world, SpaceEditorState)
            self.drawn = (scene, world)
            return world
        return self.drawn[1]

    def values(self, scene: Scene) -> dict[Cell, int]:
        """The present value of each face-up star that counts."""
        world = self.world(scene)
        return {self.cell(world, slot): value for slot, value in scoring.values(world).items()}

    def cell(self, world: SpaceEditorState, slot: int) -> Cell:
        """Where a placed card lies."""
        cell = world.universe.cells[slot]
        return world.setting.grid.x(cell), world.setting.grid.y(cell)

    def score(self, scene: Scene) -> list[Text]:
        """The score of each seat, and the stars and pairs that make it up."""
        world = self.world(scene)
        stars = scoring.values(world)
        ids = world.setting.cards.ids
        stones = world.universe.stones
        parts: list[list[Text]] = [[] for _ in scene.names]
        paired: set[int] = set()

        def called(slot: int) -> Text:
            return self.called(scene.view, ids[stones[slot].card])

        for pair in scoring.pairs(world, stars):
            paired.update(pair)
            owners = [scoring.owner_of(world, slot) for slot in pair]
            elements = [world.setting.cards.element[stones[slot].card] for slot in pair]
            a, b = [stars[slot] for slot in pair]
            one, two = [called(slot) for slot in pair]
            if elements[0] == elements[1]:
                if owners[0] >= 0:
                    parts[owners[0]].append(self.texts.say("score.pair", one=one, two=two, a=a, b=b, n=a * b))
                continue
            if owners[0] >= 0:
                parts[owners[0]].append(self.texts.say("score.mixed", one=one, two=two, a=a))
            if owners[1] >= 0:
                parts[owners[1]].append(self.texts.say("score.mixed", one=two, two=one, a=b))
        for slot, value in stars.items():
            owner = scoring.owner_of(world, slot)
            if slot not in paired and owner >= 0:
                cell = "{},{}".format(*self.cell(world, slot))
                parts[owner].append(self.texts.say("score.single", card=called(slot), cell=cell, n=value))
        lines: list[Text] = []
        for seat, total in enumerate(scene.result.scores or []):
            label = self.texts.say("seat.label", element=self.element(scene.view["elements"][seat]))
            lines.append(self.texts.say("score.seat", who=self.who(scene, seat), label=label, n=total))
            own = parts[seat] or [self.texts.say("score.nothing")]
            lines += [Text("    ").append_text(part) for part in own]
        return lines

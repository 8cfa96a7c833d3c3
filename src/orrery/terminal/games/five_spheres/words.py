"""Five Spheres in words: cards, lords and cards in play by name, printed texts, and what runs or waits.

Everything is read from a view or from a seat's copy of the events, so that nothing hidden can be said.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from rich.text import Text

from orrery.core.data import JsonObject
from orrery.core.notation import digest
from orrery.games.five_spheres.cards import collections
from orrery.games.five_spheres.cards.collections import Collection
from orrery.games.five_spheres.cards.texts import CREATURE, creature_text, effects_text, spell_text
from orrery.games.five_spheres.cards.vocabulary import SPHERES
from orrery.terminal.drawing import styled
from orrery.terminal.sheet import Scene
from orrery.terminal.texts import Texts

SPHERE_STYLES: Final = {
    "science": "bright_blue",
    "ether": "bright_cyan",
    "spirit": "bright_yellow",
    "chaos": "bright_red",
    "nature": "green",
}
HALF: Final = {"battlefield": "creature", "spell": "spell", "attached": "spell", "casting": "spell"}
"""Which half of a card counts where it lies; elsewhere it is called by both."""
WHOLE: Final = "card"
CITADEL: Final = "citadel"
TEAM_MODES: Final = ("team_play", "tag_team", CITADEL)
"""FS-15.5, FS-21.1: the modes in which lords are partners."""


@dataclass(frozen=True)
class Piece:
    """A card in play as the seat knows it."""

    uid: int
    seat: int
    zone: str
    card: str
    """An id, or a back."""
    facedown: bool = False
    row: JsonObject | None = None
    """What the view says of it, if it still lies there."""


class Words:
    """Speaks of Five Spheres in the language of the texts."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self.table: tuple[Any, Collection | None] = (None, None)
        """The table of cards looked at last, and the collection it is."""

    # --- cards --------------------------------------------------------------------------------------------------------

    def collection(self, cards: JsonObject) -> Collection | None:
        """The collection whose cards these are, by their hash; None if they are nobody's."""
        if self.table[0] is not cards:
            self.table = (cards, collections.named_by_hash(digest(cards)))
        return self.table[1]

    def half(self, view: JsonObject, id: str, half: str) -> str:
        """The name of a card or of one of its halves, in the language if the collection has it, else as it stands."""
        cards: JsonObject = view["cards"]
        known = self.collection(cards)
        if known is not None:
            return known.names[self.texts.lang][id][half]
        card: JsonObject = cards[id]
        if half == WHOLE:
            return str(card.get("name", id))
        return str(card[half].get("name", card.get("name", id)))

    def names(self, view: JsonObject) -> dict[str, str]:
        """What printed texts call races, keywords and lords."""
        found = {f"lord {seat}": self.texts.line("waiting.lord", seat=seat) for seat in range(6)}
        known = self.collection(view["cards"])
        if known is not None:
            found |= known.races[self.texts.lang] | known.keywords[self.texts.lang]
        return found

    def spheres(self, card: str, view: JsonObject) -> list[str]:
        """The spheres of a card or of a back."""
        if card.startswith("?"):
            return [sphere for sphere in card[1:].split("/") if sphere in SPHERES]
        found: list[str] = view["cards"][card]["spheres"]
        return found

    def sphere_names(self, spheres: list[str]) -> Text:
        """Spheres in words."""
        parts = [styled(self.texts.raw(f"sphere.{sphere}"), SPHERE_STYLES[sphere]) for sphere in spheres]
        return Text(self.texts.raw("name.spheres")).join(parts)

    def codes(self, spheres: list[str]) -> Text:
        """Spheres by their letters."""
        return Text("").join([styled(self.texts.raw(f"code.{sphere}"), SPHERE_STYLES[sphere]) for sphere in spheres])

    def tint(self, view: JsonObject, card: str) -> str:
        """The style of a card's name."""
        return SPHERE_STYLES[self.spheres(card, view)[0]]

    def name(self, view: JsonObject, card: str | None, half: str = WHOLE) -> Text:
        """A card by its name, by its back, or as an unknown one."""
        if card is None:
            return self.texts.say("name.some")
        if card.startswith("?"):
            return self.texts.say("name.back", sphere=self.sphere_names(self.spheres(card, view)))
        return styled(self.half(view, card, half), self.tint(view, card))

    def listed(self, view: JsonObject, cards: list[str | None], half: str = WHOLE) -> Text:
        """Cards in a row; equal ones are counted."""
        parts: list[Text] = []
        for card in dict.fromkeys(cards):
            n = cards.count(card)
            if card is None:
                parts.append(self.texts.say("name.some") if n == 1 else self.texts.say("name.many", n=n))
            elif n == 1:
                parts.append(self.name(view, card, half))
            else:
                parts.append(self.texts.say("name.times", n=n, card=self.name(view, card, half)))
        return self.texts.join(parts)

    def traits(self, view: JsonObject, id: str) -> str:
        """Race and keyword of a creature half, and whether its cost is inverted."""
        creature: JsonObject = view["cards"][id]["creature"]
        names = self.names(view)
        words = [creature["race"], *([creature["keyword"]] if "keyword" in creature else [])]
        parts = [names.get(word, word.replace("_", " ")) for word in words]
        if creature.get("inverted"):
            parts.append(self.texts.raw("name.inverted"))
        return self.texts.raw("name.traits").join(parts)

    def printed(self, view: JsonObject, id: str) -> tuple[int, int]:
        """FS-1.8: the printed strengths of a creature half."""
        creature: JsonObject = view["cards"][id]["creature"]
        return int(creature["strength"]), int(creature.get("afflicted", creature["strength"] // 2))

    def spell_type(self, view: JsonObject, id: str, whole: bool = False) -> str:
        """The type of a spell half in words; `whole` says what an attached one is attached to."""
        spell: JsonObject = view["cards"][id]["spell"]
        if spell["type"] == "attached" and whole:
            return self.texts.raw(f"type.attached_{spell.get('host', CREATURE)}")
        return self.texts.raw(f"type.{spell['type']}")

    def creature_text(self, view: JsonObject, id: str) -> str:
        """What is printed on the creature half."""
        return creature_text(view["cards"][id]["creature"], self.texts.lang, self.names(view))

    def spell_text(self, view: JsonObject, id: str) -> str:
        """What is printed on the spell half."""
        return spell_text(view["cards"][id]["spell"], self.texts.lang, self.names(view))

    def used_text(self, view: JsonObject, id: str) -> str:
        """What a creature does when it is used."""
        abilities = view["cards"][id]["creature"].get("abilities", [])
        rows = [row for row in abilities if row.get("when") == "used"]
        return " ".join([effects_text(row["do"], self.texts.lang, names=self.names(view)) for row in rows])

    def details(self, view: JsonObject, id: str) -> list[Text]:
        """A card with all that is printed on it."""
        card: JsonObject = view["cards"][id]
        creature, spell, say = card["creature"], card["spell"], self.texts.say
        title = say("details.title", name=self.name(view, id), id=id, sphere=self.sphere_names(card["spheres"]))
        title.stylize("bold")
        strength = "{}/{}".format(*self.printed(view, id))
        lines = [
            title,
            say(
                "details.creature",
                name=self.name(view, id, "creature"),
                cost=creature["cost"],
                strength=strength,
                traits=self.traits(view, id),
            ),
        ]
        if creature.get("inverted"):
            lines.append(Text("  ").append_text(say("details.inverted")))
        lines += self.indented(self.creature_text(view, id))
        kind = self.spell_type(view, id, whole=True)
        lines.append(say("details.spell", name=self.name(view, id, "spell"), cost=spell["cost"], type=kind))
        return lines + self.indented(self.spell_text(view, id))

    def indented(self, text: str) -> list[Text]:
        """A printed text, a line for each ability."""
        return (
            [Text(f"  {line}") for line in text.split("\n")]
            if text
            else [Text("  ").append_text(self.texts.say("details.no_text"))]
        )

    # --- lords --------------------------------------------------------------------------------------------------------

    def who(self, scene: Scene, seat: int) -> Text:
        """A lord at the beginning of a sentence."""
        return styled(scene.names[seat], "bold")

    def is_you(self, scene: Scene, seat: int) -> bool:
        """Is this lord addressed as "you"?"""
        return scene.names[seat] == self.texts.raw("who.you")

    def whom(self, scene: Scene, seat: int) -> Text:
        """A lord within a sentence."""
        return self.texts.say("who.you_within") if self.is_you(scene, seat) else self.who(scene, seat)

    def whose(self, scene: Scene, seat: int) -> Text:
        """A lord as an owner."""
        if self.is_you(scene, seat):
            return self.texts.say("who.your")
        return self.texts.say("who.of", who=self.who(scene, seat))

    def partner(self, view: JsonObject, seat: int) -> int:
        """FS-21.1: the other lord of a team of two."""
        seats: list[JsonObject] = view["seats"]
        return next(i for i, row in enumerate(seats) if i != seat and row["team"] == seats[seat]["team"])

    def is_citadel(self, view: JsonObject) -> bool:
        """FS-21.7: do partners hold a citadel together?"""
        return str(view["options"]["mode"]) == CITADEL

    def citadel(self, view: JsonObject, seat: int) -> list[int]:
        """FS-21.11: the lords of a citadel, the lower seat first; of another fortress its lord."""
        return sorted([seat, self.partner(view, seat)]) if self.is_citadel(view) else [seat]

    def lords(self, scene: Scene, seat: int) -> Text:
        """The lords of a citadel within a sentence."""
        return self.texts.join([self.whom(scene, one) for one in self.citadel(scene.view, seat)])

    def is_yours(self, scene: Scene, seat: int) -> bool:
        """Is the citadel, or the fortress, of this lord that of somebody addressed as "you"?"""
        return any(self.is_you(scene, one) for one in self.citadel(scene.view, seat))

    def towers(self, view: JsonObject, seat: int) -> int:
        """How many towers stand between a lord and the end: in a citadel those of both partners."""
        return sum(row["kind"] == "tower" for one in self.citadel(view, seat) for row in view["seats"][one]["fortress"])

    # --- cards in play ------------------------------------------------------------------------------------------------

    def pieces(self, scene: Scene) -> dict[int, Piece]:
        """Every uid of which the seat has ever heard: as it lies now, else as it was told."""
        found: dict[int, Piece] = {}
        for event in scene.seen:
            if event["event"] == "move":
                card, old, new = event["card"], event["uid"], event["new"]
                if old is not None and old not in found and card is not None:
                    hidden = event["from"] == "tower"
                    found[old] = Piece(old, event["seat"], event["from"], card, hidden)
                if new is not None and card is not None:
                    found[new] = Piece(new, event["seat"], event["to"], card, event["facedown"])
            elif event["event"] == "unveil" and event["uid"] in found:
                found[event["uid"]] = Piece(event["uid"], found[event["uid"]].seat, "battlefield", event["card"])
        for piece in self.lying(scene.view):
            found[piece.uid] = piece
        return found

    def lying(self, view: JsonObject) -> list[Piece]:
        """All cards in play, as the view shows them."""
        found: list[Piece] = []
        for seat, lord in enumerate(view["seats"]):
            for row in lord["battlefield"]:
                found.append(Piece(row["uid"], seat, "battlefield", row["card"], row["facedown"], row))
            for row in lord["fortress"]:
                found.append(Piece(row["uid"], seat, row["kind"], row["card"], row["facedown"], row))
            for row in (*lord["battlefield"], *lord["fortress"]):
                found += [
                    Piece(below["uid"], seat, "attached", below["card"], False, below) for below in row["attached"]
                ]
            found += [Piece(row["uid"], seat, "vault", row["card"], True, row) for row in lord["vault"]]
            found += [Piece(row["uid"], seat, "casting", row["card"], False, row) for row in lord["casting"]]
        return found

    def piece(self, view: JsonObject, piece: Piece, whose: Text | None = None) -> Text:
        """A card in play by its name and word, perhaps with its owner."""
        uid, card = f"u{piece.uid}", piece.card
        known = not card.startswith("?")
        if piece.zone == "tower" or piece.zone == "vault":
            key = "tower" if piece.zone == "tower" else "crystal"
        elif piece.facedown and piece.zone in ("battlefield", "spell"):
            key = "down" if piece.zone == "battlefield" else "hidden"
        elif known:
            key = "open"
        else:
            key = "unknown"
        name = self.name(view, card, HALF.get(piece.zone, WHOLE)) if known else ""
        sphere = self.sphere_names(self.spheres(card, view))
        if known and key not in ("open", "unknown"):
            key += "_known"
        if whose is not None:
            return self.texts.say(f"owned.{key}", whose=whose, name=name, sphere=sphere, uid=uid)
        return self.texts.say(f"piece.{key}", name=name, sphere=sphere, uid=uid)

    def at(self, scene: Scene, uid: int | None, known: dict[int, Piece]) -> Text:
        """A card in play by its uid."""
        if uid is None or uid not in known:
            return self.texts.say("piece.unknown", uid="?" if uid is None else f"u{uid}")
        return self.piece(scene.view, known[uid])

    def strong(self, scene: Scene, uid: int, known: dict[int, Piece], whose: Text | None = None) -> Text:
        """A card in play; a creature with its strength now."""
        if uid not in known:
            return self.at(scene, uid, known)
        text = self.piece(scene.view, known[uid], whose)
        row = known[uid].row
        if row is None or "strength" not in row:
            return text
        return self.texts.say("piece.strong", card=text, n=row["strength"])

    def owned(self, scene: Scene, uid: int, known: dict[int, Piece]) -> Text:
        """A card in play with strength and owner."""
        return self.strong(scene, uid, known, self.whose(scene, known[uid].seat) if uid in known else None)

    # --- effects ------------------------------------------------------------------------------------------------------

    def source_half(self, view: JsonObject, program: JsonObject) -> str:
        """What half of its card a program comes from: `creature`, or the type of the spell."""
        id, event = program["card"], program["event"]
        if id is None:
            return CREATURE
        card: JsonObject = view["cards"][id]
        for piece in self.lying(view):
            if piece.uid == program["uid"]:
                on_field = piece.zone == "battlefield" and event is not None
                return CREATURE if on_field else str(card["spell"]["type"])
        if event is not None and any(row.get("when") == event for row in card["creature"].get("abilities", [])):
            return CREATURE
        return str(card["spell"]["type"])

    def program_source(self, view: JsonObject, program: JsonObject) -> Text:
        """The card of a program by the half that acts."""
        id = program["card"]
        if id is None:
            return Text()
        half = "creature" if self.source_half(view, program) == CREATURE else "spell"
        name = self.name(view, id, half)
        return name if program["uid"] is None else self.texts.say("piece.open", name=name, uid=f"u{program['uid']}")

    def program_text(self, view: JsonObject, program: JsonObject) -> str:
        """What is left of a program, or what waits, in printed words."""
        half = self.source_half(view, program)
        host = ""
        if half == "attached":
            host = str(view["cards"][program["card"]]["spell"].get("host", ""))
        return effects_text(program["do"], self.texts.lang, half, host, program["event"] or "", self.names(view))

    def waiting(self, scene: Scene) -> list[Text]:
        """The attack, the programs and the queue."""
        view, say = scene.view, self.texts.say
        lines: list[Text] = []
        attack = view["attack"]
        if attack is not None:
            known = self.pieces(scene)
            card = self.strong(scene, attack["attacker"], known)
            if attack["target"] is None and self.is_citadel(view):
                key = "attack_citadel_you" if self.is_yours(scene, attack["defender"]) else "attack_citadel"
                line = say(f"waiting.{key}", card=card, lords=self.lords(scene, attack["defender"]))
            elif attack["target"] is None:
                line = say("waiting.attack_fortress", card=card, whom=self.whom(scene, attack["defender"]))
            else:
                line = say("waiting.attack_creature", card=card, target=self.owned(scene, attack["target"], known))
            if attack["blocker"] is not None:
                line.append_text(say("waiting.blocked", blocker=self.strong(scene, attack["blocker"], known)))
            lines.append(line)
        for program in reversed(view["programs"]):
            text = self.program_text(view, program)
            if program["card"] is None:
                lines.append(say("waiting.running_draw", text=text))
            elif program["do"]:
                lines.append(say("waiting.running", card=self.program_source(view, program), text=text))
        for i, row in enumerate(view["queue"], 1):
            text = self.program_text(view, row)
            lines.append(say("waiting.queued", n=i, card=self.program_source(view, row), text=text))
        return lines

    # --- options of a decision ----------------------------------------------------------------------------------------

    def option(self, scene: Scene, word: str, known: dict[int, Piece]) -> Text:
        """FS-20.1: what a target names, in words."""
        view, say = scene.view, self.texts.say
        if word == "none":
            return say("action.target_none")
        if word.startswith("u"):
            return self.owned(scene, int(word[1:]), known)
        lord, _, part = word.partition(".")
        seat = int(lord[1:])
        if not part:
            return self.who(scene, seat)
        zone = {"h": "hand", "x": "trash", "e": "groove", "c": "deck"}[part[0]]
        whose = self.whose(scene, seat)
        pile = view["seats"][seat][zone]
        if part[1:] and isinstance(pile, list) and int(part[1:]) < len(pile):
            return say(f"choice.{zone}", card=self.name(view, pile[int(part[1:])]), whose=whose)
        if zone in ("hand", "deck"):
            return say(f"choice.{zone}_some", whose=whose)
        return say(f"choice.{zone}", card=say("name.some"), whose=whose)

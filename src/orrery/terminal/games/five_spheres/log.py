"""The log of Five Spheres: the events of FS-20.3 in sentences, as the seat was shown them."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from orrery.core.data import JsonObject
from orrery.terminal.drawing import Glyphs, styled
from orrery.terminal.games.five_spheres.words import HALF, WHOLE, Piece, Words
from orrery.terminal.sheet import Scene

Facts = dict[str, Text | str | int]

QUIET: Final = ("attack_over", "random")
"""Events that say nothing which others do not say."""
ENGAGING: Final = ("attack", "block", "use")
"""Events that are followed by the engaging of their creature, which needs no sentence then."""
PLAYED: Final = ("summon", "generic", "cast")


class Log:
    """Tells events; several that belong together in one sentence."""

    def __init__(self, words: Words, glyphs: Glyphs) -> None:
        self.words = words
        self.texts = words.texts
        self.glyphs = glyphs

    def tell(self, scene: Scene, events: list[JsonObject]) -> list[Text]:
        """Events in sentences."""
        known = self.words.pieces(scene)
        lines: list[Text] = []
        step: str | None = None
        shown = self.worth_telling(events, scene.seat)
        whole = scene.seen if events and any(events[0] is one for one in scene.seen) else events
        openings = self.openings(whole, scene.seat)
        i = 0
        while i < len(shown):
            event = shown[i]
            name = event["event"]
            n = 1
            step = openings.get(id(event), step)
            if name == "move":
                n = self.alike(shown, i)
                before = shown[i - 1] if i else None
                line = self.move(scene, shown[i : i + n], before, known)
            elif name == "status":
                n = self.alike(shown, i)
                line = self.status(scene, shown[i : i + n], known)
            elif name == "mana" and i + 1 < len(shown) and self.is_play(shown[i + 1], event["seat"]):
                i += 1
                continue
            else:
                line = self.sentence(scene, event, known)
            if name == "turn":
                step = None
            elif step is not None:
                line = styled(self.texts.line("event.in_step", step=self.texts.raw(f"step.{step}")), "dim").append_text(
                    line
                )
                step = None
            lines.append(line)
            i += n
        return lines

    def openings(self, events: list[JsonObject], seat: int | None) -> dict[int, str]:
        """The events that are the first told in their step: these say which step it is."""
        found: dict[int, str] = {}
        step: str | None = None
        for event in self.worth_telling(events, seat, with_steps=True):
            if event["event"] == "step":
                step = event["step"]
            elif event["event"] == "turn":
                step = None
            elif step is not None:
                found[id(event)] = step
                step = None
        return found

    def worth_telling(self, events: list[JsonObject], seat: int | None, with_steps: bool = False) -> list[JsonObject]:
        """The events without those that are said by others: the engaging of an attacker, energies that are paid, an
        instant that is trashed when it is over, what the seat itself has just named, cards of piles whose move tells
        them better; steps are told by what happens in them.
        """
        kept: list[JsonObject] = []
        paying: JsonObject | None = None
        left = 0
        for i, event in enumerate(events):
            name = event["event"]
            if name == "status" and i and event["status"] == "engaged" and event["on"]:
                before = events[i - 1]
                if before["event"] in ENGAGING and event["uid"] == before.get("attacker", before.get("uid")):
                    continue
            if name == "retaliate":
                paying, left = event, len(event["energy"])
            elif name == "move" and paying is not None and event["seat"] == paying["seat"]:
                if left and event["from"] == "groove":
                    left -= 1
                    continue
                paying = None if event["verb"] == "retaliate" else paying
                if event["verb"] == "retaliate" and event["to"] == "casting":
                    continue
            if name == "move" and event["from"] == "casting" and event["verb"] == "trash":
                continue
            if name == "target" and (event["seat"] == seat or "." in event["choice"]):
                continue
            kept.append(event)
        quiet = QUIET if with_steps else (*QUIET, "step")
        return [event for event in kept if event["event"] not in quiet]

    def is_play(self, event: JsonObject, seat: int) -> bool:
        """Is this the move of a card that was just paid for?"""
        return event["event"] == "move" and event["seat"] == seat and event["verb"] in PLAYED

    def alike(self, events: list[JsonObject], start: int) -> int:
        """How many events from here on can share a sentence."""
        first = events[start]
        keys = ("event", "status", "on") if first["event"] == "status" else ("event", "verb", "seat", "from", "to")
        n = 1
        while start + n < len(events) and all(events[start + n].get(key) == first[key] for key in keys):
            n += 1
        if first["event"] == "move" and first["verb"] in PLAYED:
            return 1
        return n

    # --- moves --------------------------------------------------------------------------------------------------------

    def move(self, scene: Scene, events: list[JsonObject], before: JsonObject | None, known: dict[int, Piece]) -> Text:
        """Cards that moved in the same way."""
        view, say = scene.view, self.texts.say
        event = events[0]
        verb, seat, origin, to = event["verb"], event["seat"], event["from"], event["to"]
        facts: Facts = {
            "who": self.words.who(scene, seat),
            "whose": self.words.whose(scene, seat),
            "zone": self.texts.raw(f"zone.{origin}"),
            "to": self.texts.raw(f"zone.{to}"),
            "cards": self.moved(scene, events),
            "from": ""
            if origin in ("hand", "casting")
            else say("event.from_zone", zone=self.texts.raw(f"zone.{origin}")),
            "cost": "",
            "text": "",
        }
        if before is not None and before["event"] == "mana" and verb in PLAYED:
            facts["cost"] = say("event.for_mana", n=before["spent"])
        key = verb
        if verb == "summon" and event["facedown"]:
            key = "generic"
        elif verb == "cast" and to == "attached":
            key = "cast_under"
            facts["host"] = self.words.at(scene, event["host"], known)
        elif verb == "cast" and event["facedown"]:
            key = "cast_hidden"
        elif verb in ("cast", "reveal") and seat != scene.seat and event["card"] in view["cards"]:
            key = f"{verb}_says"
            facts["text"] = self.one_line(self.words.spell_text(view, event["card"]))
        elif verb == "trash" and origin in ("hand", "deck"):
            key = f"trash_{origin}"
        elif verb == "retaliate":
            key = "retaliate_to"
            if event["host"] is not None:
                key = "cast_under"
                facts["host"] = self.words.at(scene, event["host"], known)
        return self.upper(say(f"event.{key}", **facts))

    def moved(self, scene: Scene, events: list[JsonObject]) -> Text:
        """The cards of moves: by the place that counts for their name."""
        view = scene.view
        event = events[0]
        to_play = event["new"] is not None
        if to_play or event["uid"] is not None:
            parts: list[Text] = []
            for one in events:
                uid = one["new"] if to_play else one["uid"]
                zone = one["to"] if to_play else one["from"]
                if one["card"] is None:
                    parts.append(self.texts.say("piece.unknown", uid=f"u{uid}"))
                    continue
                back = str(one["card"]).startswith("?")
                facedown = one["facedown"] if to_play else back
                parts.append(self.words.piece(view, Piece(uid, one["seat"], zone, one["card"], facedown)))
            return self.texts.join(parts)
        half = HALF.get(event["to"], HALF.get(event["from"], WHOLE))
        return self.words.listed(view, [one["card"] for one in events], half)

    def status(self, scene: Scene, events: list[JsonObject], known: dict[int, Piece]) -> Text:
        """Creatures that all became the same."""
        cards = self.texts.join([self.words.at(scene, event["uid"], known) for event in events])
        return self.texts.say(f"event.{events[0]['status']}_{'on' if events[0]['on'] else 'off'}", cards=cards)

    # --- all other events ---------------------------------------------------------------------------------------------

    def sentence(self, scene: Scene, event: JsonObject, known: dict[int, Piece]) -> Text:
        """One event as a sentence."""
        name: str = event["event"]
        say, words, view = self.texts.say, self.words, scene.view
        facts: Facts = {}
        if "seat" in event:
            facts |= {"who": words.who(scene, event["seat"]), "whose": words.whose(scene, event["seat"])}
        if "lord" in event:
            facts["lord"] = words.whom(scene, event["lord"])
        if isinstance(event.get("uid"), int):
            facts["card"] = words.at(scene, event["uid"], known)
        if "zone" in event:
            facts["zone"] = self.texts.raw(f"zone.{event['zone']}")
        key = name
        if name == "turn":
            if words.is_citadel(view):
                key = "turn_citadel"
                facts |= {"n": view["seats"][event["seat"]]["team"] + 1, "lords": words.lords(scene, event["seat"])}
            told = say(f"event.{key}", turn=event["turn"], **facts)
            line = styled(self.glyphs.dash * 2 + " ", "dim").append_text(told)
            line.stylize("bold")
            return line
        if name == "step":
            facts["step"] = self.texts.raw(f"step.{event['step']}")
        elif name == "mana":
            facts["n"] = event["spent"]
        elif name == "strengthen":
            facts["n"] = f"{event['n']:+d}"
        elif name == "grant":
            facts["word"] = self.texts.raw(f"word.{event['word']}")
        elif name == "unveil":
            facts["card"] = words.piece(view, Piece(event["uid"], 0, "battlefield", event["card"]))
        elif name == "attack":
            key, facts = self.attack(scene, event, known, facts)
        elif name == "battle":
            key = f"battle_{event['outcome']}"
            facts["attacker"] = words.at(scene, event["attacker"], known)
            facts["defender"] = words.at(scene, event["defender"], known)
            facts["a"], facts["d"] = event["strengths"]
        elif name == "siege":
            facts["card"] = words.at(scene, event["attacker"], known)
            if words.is_citadel(view):
                key = "siege_citadel_you" if words.is_yours(scene, event["lord"]) else "siege_citadel"
                facts["lords"] = words.lords(scene, event["lord"])
        elif name == "tag":
            key, facts = self.tag(scene, event, facts)
        elif name == "retaliate":
            facts |= {"card": words.name(view, event["card"], "spell"), "n": len(event["energy"])}
            if event["seat"] != scene.seat and event["card"] in view["cards"]:
                key = "retaliate_says"
                facts["text"] = self.one_line(words.spell_text(view, event["card"]))
        elif name == "ward":
            facts["ward"] = words.at(scene, event["by"], known)
        elif name in ("trigger", "evoke"):
            key = self.ability(scene, event, known, facts)
        elif name == "target":
            key = "target_none" if event["choice"] == "none" else "target"
            choice = words.option(scene, event["choice"], known)
            if event["choice"].startswith("u"):
                choice = words.at(scene, int(event["choice"][1:]), known)
            elif "." in event["choice"]:
                choice = self.named(scene, event["choice"])
            else:
                choice = words.whom(scene, int(event["choice"][1:])) if key == "target" else choice
            facts["choice"] = choice
        elif name == "search":
            key = "search_own" if event["lord"] == event["seat"] else "search"
            facts |= {"whose": words.whose(scene, event["lord"]), "whom": words.whom(scene, event["seat"])}
        elif name == "lord_destroyed":
            facts["who"], facts["lord"] = words.who(scene, event["by"]), words.whom(scene, event["seat"])
        elif name == "split":
            facts["card"] = words.name(view, event["card"])
        elif name in ("pick", "drop"):
            key = self.taken(scene, event, facts)
        elif name == "random":
            facts |= {"n": event["n"], "v": event["v"]}
        elif name == "over":
            key = f"over_{event['reason']}"
        return self.upper(say(f"event.{key}", **facts))

    def attack(self, scene: Scene, event: JsonObject, known: dict[int, Piece], facts: Facts) -> tuple[str, Facts]:
        """An attack: who, with what, on what."""
        words = self.words
        facts["card"] = words.at(scene, event["attacker"], known)
        if event["target"] is not None:
            facts["target"] = words.at(scene, event["target"], known)
            return "attack_creature", facts
        facts["lords"] = words.lords(scene, event["lord"])
        key = "attack_citadel" if words.is_citadel(scene.view) else "attack_fortress"
        return key + ("_you" if words.is_yours(scene, event["lord"]) else ""), facts

    def tag(self, scene: Scene, event: JsonObject, facts: Facts) -> tuple[str, Facts]:
        """FS-21.5, FS-21.6: a partner comes in for a lord who goes out, or who has just fallen."""
        fell = any(one["event"] == "lord_destroyed" and one["seat"] == event["seat"] for one in scene.seen)
        partner = event["partner"]
        if fell or scene.view["seats"][event["seat"]]["out"]:
            return "tag_fallen", {"who": self.words.who(scene, partner)}
        return "tag", {**facts, "partner": self.words.whom(scene, partner)}

    def ability(self, scene: Scene, event: JsonObject, known: dict[int, Piece], facts: Facts) -> str:
        """An ability that begins: the card by the half that acts."""
        if event["card"] is None:
            facts["when"] = self.texts.raw(f"when.{event['when']}")
            return "trigger_plain"
        piece = None if event["uid"] is None else known.get(event["uid"])
        half = WHOLE if piece is None else HALF.get(piece.zone, WHOLE)
        name = self.words.name(scene.view, event["card"], half)
        facts["card"] = (
            name if event["uid"] is None else self.texts.say("piece.open", name=name, uid=f"u{event['uid']}")
        )
        if event["event"] == "trigger":
            facts["when"] = self.texts.raw(f"when.{event['when']}")
        return str(event["event"])

    def named(self, scene: Scene, choice: str) -> Text:
        """A card of a pile that was named: the pile has changed since, so only its place is told."""
        lord, _, part = choice.partition(".")
        zone = {"h": "hand", "x": "trash", "e": "groove", "c": "deck"}[part[0]]
        whose = self.words.whose(scene, int(lord[1:]))
        key = f"choice.{zone}_some" if zone in ("hand", "deck") else f"choice.{zone}"
        return self.texts.say(key, card=self.texts.say("name.some"), whose=whose)

    def taken(self, scene: Scene, event: JsonObject, facts: Facts) -> str:
        """A card or a set that was taken, or a card that was put back."""
        view, what = scene.view, event["what"]
        if what is not None and len(what) == 1 and what not in view["cards"]:
            ids = set_cards(view, what)
            facts |= {"letter": what.lower(), "cards": self.words.listed(view, [*ids], "creature")}
            return "pick_set"
        facts["card"] = self.words.name(view, what)
        return str(event["event"])

    # --- small things -------------------------------------------------------------------------------------------------

    def one_line(self, text: str) -> str:
        """A printed text without its line breaks."""
        return text.replace("\n", " " if self.texts.lang == "en" else "")

    def upper(self, line: Text) -> Text:
        """A sentence that begins with a small word gets its capital."""
        if line.plain.startswith(("your ", "a ", "an ", "the ")):
            return Text(line.plain[0].upper()).append_text(line[1:])
        return line


def set_cards(view: JsonObject, letter: str) -> list[str]:
    """FS-18.2: the cards whose codes name a set, in order."""
    return sorted([id for id, card in view["cards"].items() if str(card.get("code", ""))[-1:] == letter.upper()])

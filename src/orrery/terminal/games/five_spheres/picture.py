"""The table of Five Spheres in characters: the zones of the lords, the hand, and what lies there in a draft.

Each thing stands beside the word that actions use for it. Colours only repeat what letters say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from orrery.core.data import JsonObject
from orrery.games.five_spheres.cards.vocabulary import SPHERES
from orrery.terminal.drawing import columns, fit, styled, trim, width, wrap
from orrery.terminal.games.five_spheres.words import TEAM_MODES, Words
from orrery.terminal.screen import Screen
from orrery.terminal.sheet import Scene

MARKS: Final = ("afflicted", "dizzy", "facedown")
"""The statuses that stand as letters after a creature."""
ZONES: Final = ("towers", "spells", "vault", "groove", "casting", "ready", "engaged")
GAP: Final = "   "


class Picture:
    """Draws what a seat may see."""

    def __init__(self, words: Words, screen: Screen) -> None:
        self.words = words
        self.texts = words.texts
        self.screen = screen

    def draw(self, scene: Scene, room: int | None = None) -> list[Text]:
        """Everything: the lords, the own one last, then what is under way, then the hand. Where that is more than so
        many rows, zones that are seldom looked at are only counted, of the other lords first.
        """
        others = [seat for seat in self.order(scene) if seat != scene.seat]
        for brief in ((), others, self.order(scene)):
            lines = self.drawn(scene, brief)
            if room is None or len(lines) <= room:
                break
        return lines

    def drawn(self, scene: Scene, brief: Sequence[int]) -> list[Text]:
        """The same, with some lords in brief."""
        view = scene.view
        lines = [*self.heading(scene)]
        for seat in self.order(scene):
            lines += (
                self.draft_lord(scene, seat) if view["step"] == "assembly" else self.lord(scene, seat, seat in brief)
            )
        if not brief:
            lines += self.marks(scene)
        for line in self.words.waiting(scene):
            line.stylize("bold")
            lines += wrap(line, self.screen.room, indent=4, first=0)
        if scene.seat is not None and view["step"] not in ("assembly", "over"):
            lines += self.hand_in_short(scene) if scene.seat in brief else self.hand(scene)
        return lines

    def order(self, scene: Scene) -> list[int]:
        """The lords from top to bottom: clockwise, the own one last."""
        n = len(scene.view["seats"])
        start = 0 if scene.seat is None else scene.seat + 1
        return [(start + i) % n for i in range(n)]

    def heading(self, scene: Scene) -> list[Text]:
        """Turn, whose it is, and the step; in a draft the method and the round."""
        view, say = scene.view, self.texts.say
        step = view["step"]
        if step == "assembly":
            draft = view["assembly"]
            key = "assembly_only" if draft["method"] in ("random", "sets") else "assembly"
            line = say(f"heading.{key}", method=self.texts.raw(f"method.{draft['method']}"), round=draft["round"])
        elif step == "over":
            line = say("heading.over", turn=view["turn"])
        else:
            parts = [
                say("heading.turn", turn=view["turn"], most=view["options"]["max_turns"]),
                say(
                    "heading.step_citadel" if self.words.is_citadel(view) else "heading.step",
                    n=view["seats"][view["active"]]["team"] + 1,
                    whose=self.words.whose(scene, view["active"]),
                    step=self.texts.raw(f"step.{step}"),
                ),
            ]
            if len(view["seats"]) > 2:
                parts.append(say(f"heading.mode_{view['options']['mode']}"))
            line = Text(self.between()).join(parts)
        line.stylize("bold")
        return wrap(line, self.screen.room, indent=2, first=0)

    def between(self) -> str:
        """What stands between parts of a line."""
        return " - " if self.screen.glyphs.plain else " · "

    # --- lords --------------------------------------------------------------------------------------------------------

    def lord_title(self, scene: Scene, seat: int, parts: list[Text]) -> list[Text]:
        """The first line of a lord: a mark if he is asked, his word and his name."""
        view = scene.view
        line = styled(f"{'>' if view['to_act'] == seat else ' '}p{seat} ", "bold")
        line.append_text(fit(self.words.who(scene, seat), 14)).append(" ")
        lord = view["seats"][seat]
        if "in" in lord and not lord["out"]:
            parts = [styled(self.texts.raw("lord.in" if lord["in"] else "lord.outside"), "bold"), *parts]
        if view["options"]["mode"] in TEAM_MODES:
            parts = [self.texts.say("lord.team", n=lord["team"] + 1), *parts]
        indent = width(line)
        return wrap(line.append_text(Text("  ").join(parts)), self.screen.room, indent=indent, first=0)

    def lord(self, scene: Scene, seat: int, brief: bool = False) -> list[Text]:
        """A lord with all zones; in brief, with the creatures and spells, and the numbers of the rest."""
        view, say = scene.view, self.texts.say
        lord = view["seats"][seat]
        if lord["out"]:
            return self.lord_title(scene, seat, [styled(self.texts.raw("lord.out"), "bold")])
        hand = lord["hand"] if isinstance(lord["hand"], int) else len(lord["hand"])
        deck = lord["deck"] if isinstance(lord["deck"], int) else len(lord["deck"])
        parts = [
            styled(self.texts.line("lord.mana", **mana_of(lord)), "bold"),
            say("lord.hand", n=hand),
            say("lord.deck", n=deck),
            say("lord.trash", n=len(lord["trash"])),
        ]
        spells = [self.spell(view, row) for row in lord["fortress"] if row["kind"] == "spell"]
        if brief:
            towers = len(lord["fortress"]) - len(spells)
            parts[1:] = [
                say("brief.towers", n=towers),
                say("brief.vault", n=len(lord["vault"])),
                say("brief.groove", n=len(lord["groove"])),
                say("lord.hand", n=hand),
            ]
        lines = self.lord_title(scene, seat, parts)
        rows = [] if brief else [("towers", self.towers(view, lord))]
        if spells:
            rows.append(("spells", spells))
        if not brief:
            rows.append(("vault", self.grouped(view, [(f"u{row['uid']}", row["card"]) for row in lord["vault"]])))
        if lord["groove"] and not brief:
            rows.append(("groove", self.grouped(view, [(f"e{i}", card) for i, card in enumerate(lord["groove"])])))
        lines += self.zones(rows)
        if lord["casting"]:
            casting = [self.spell(view, {**row, "facedown": False}) for row in lord["casting"]]
            lines += self.zones([("casting", casting)])
        ready = [self.creature(view, row) for row in lord["battlefield"] if not row["engaged"]]
        engaged = [self.creature(view, row) for row in lord["battlefield"] if row["engaged"]]
        for key, creatures in (("ready", ready), ("engaged", engaged)):
            if creatures:
                lines += self.zone(key, creatures)
        if not ready and not engaged:
            lines.append(Text("    ").append_text(say("lord.no_creatures")))
        return lines

    def zones(self, rows: list[tuple[str, list[Text]]]) -> list[Text]:
        """Zones of few words: two of them in a line where there is room."""
        lines: list[Text] = []
        half = (self.screen.room - 4) // 2
        waiting: Text | None = None
        for key, items in rows:
            parts = self.zone(key, items)
            short = len(parts) == 1 and width(parts[0]) <= half + 1
            if waiting is not None and short:
                lines.append(fit(waiting, half + 4).append_text(parts[0][4:]))
                waiting = None
                continue
            if waiting is not None:
                lines.append(waiting)
            waiting = parts[0] if short else None
            lines += [] if short else parts
        return [*lines, waiting] if waiting is not None else lines

    def zone(self, key: str, items: list[Text]) -> list[Text]:
        """A zone: its name, then what lies there; no item is broken where that can be helped."""
        wide = max(width(self.texts.raw(f"lord.{name}")) for name in ZONES)
        label = Text("    ").append_text(fit(self.texts.raw(f"lord.{key}"), wide)).append("  ")
        lines: list[Text] = []
        indent = width(label)
        for item in items or [self.texts.say("lord.none")]:
            if lines and width(lines[-1]) + len(GAP) + width(item) <= self.screen.room:
                lines[-1].append(GAP).append_text(item)
                continue
            parts = wrap(item, self.screen.room, indent=indent + 2, first=indent)
            if not lines:
                parts[0] = label.append_text(parts[0][indent:])
            lines += parts
        return lines

    def grouped(self, view: JsonObject, rows: list[tuple[str, str]]) -> list[Text]:
        """Cards by the letters of their spheres, with their words."""
        found: dict[str, list[str]] = {}
        for word, card in rows:
            found.setdefault("/".join(self.words.spheres(card, view)), []).append(word)
        order = sorted(found, key=lambda key: [SPHERES.index(sphere) for sphere in key.split("/")])
        return [self.words.codes(key.split("/")).append(" " + " ".join(found[key])) for key in order]

    def towers(self, view: JsonObject, lord: JsonObject) -> list[Text]:
        """Towers by their backs; those with cards under them by themselves."""
        towers = [row for row in lord["fortress"] if row["kind"] == "tower"]
        items = self.grouped(view, [(f"u{row['uid']}", row["card"]) for row in towers if not row["attached"]])
        for row in towers:
            if row["attached"]:
                item = self.words.codes(self.words.spheres(row["card"], view)).append(f" u{row['uid']}")
                items.append(item.append_text(self.attached(view, row)))
        return items

    def attached(self, view: JsonObject, row: JsonObject) -> Text:
        """The cards under a card."""
        found = Text()
        for below in row["attached"]:
            found.append(f" +u{below['uid']} ").append_text(self.words.name(view, below["card"], "spell"))
        return found

    def spell(self, view: JsonObject, row: JsonObject) -> Text:
        """A spell in the fortress: by its name, or face down."""
        card = row["card"]
        item = Text(f"u{row['uid']} ")
        if card.startswith("?"):
            item.append_text(self.words.codes(self.words.spheres(card, view)))
        else:
            item.append_text(self.words.name(view, card, "spell"))
        return item.append(f" {self.texts.raw('mark.facedown')}", "bold") if row["facedown"] else item

    def strengths(self, view: JsonObject, row: JsonObject) -> str:
        """The strength of a creature: as printed, or what it is now beside what is printed."""
        generic = view["options"]["generic_creature"]
        if row["facedown"]:
            normal, afflicted = generic["strength"], generic["afflicted"]
        else:
            normal, afflicted = self.words.printed(view, row["card"])
        now = row["strength"]
        return f"{normal}/{afflicted}" if now == normal and not row["afflicted"] else f"{now} ({normal}/{afflicted})"

    def creature(self, view: JsonObject, row: JsonObject) -> Text:
        """A creature: word, sphere, name, strengths, letters of its statuses, granted words, attached cards."""
        card = row["card"]
        item = Text(f"u{row['uid']} ").append_text(self.words.codes(self.words.spheres(card, view)))
        if not card.startswith("?"):
            item.append(" ").append_text(self.words.name(view, card, "creature"))
        item.append(f" {self.strengths(view, row)}")
        letters = "".join([self.texts.raw(f"mark.{mark}") for mark in MARKS if row[mark]])
        if letters:
            item.append(f" {letters}", "bold")
        for word in row["granted"]:
            item.append(f" +{self.texts.raw(f'word.{word}')}")
        return item.append_text(self.attached(view, row))

    def marks(self, scene: Scene) -> list[Text]:
        """What the letters mean that are to be seen now."""
        rows = [row for lord in scene.view["seats"] for row in lord["battlefield"]]
        used = [mark for mark in MARKS if any(row[mark] for row in rows)]
        hidden = any(
            row["facedown"] and row["kind"] == "spell" for lord in scene.view["seats"] for row in lord["fortress"]
        )
        if hidden and "facedown" not in used:
            used.append("facedown")
        if not used:
            return []
        parts = [
            self.texts.say("legend.line", mark=self.texts.raw(f"mark.{mark}"), status=self.texts.raw(f"status.{mark}"))
            for mark in used
        ]
        line = Text("    ").append_text(Text(self.between()).join(parts))
        line.stylize("dim")
        return [trim(line, self.screen.room)]

    # --- the hand and other cards in short ----------------------------------------------------------------------------

    def hand(self, scene: Scene) -> list[Text]:
        """The own hand, both halves of each card, with marks on what can be played now."""
        if scene.seat is None:
            return [self.texts.say("hand.nobody")]
        lord = scene.view["seats"][scene.seat]
        hand: list[str] = lord["hand"]
        if not hand:
            return [self.texts.say("hand.none")]
        title = self.texts.say("hand.title_mana", **mana_of(lord))
        title.stylize("bold")
        marks = [self.playable(scene, i) for i in range(len(hand))]
        lines = [title, *self.rows(scene, [f"h{i}" for i in range(len(hand))], [*hand], marks)]
        if any(mark.strip() for mark in marks):
            lines.append(styled("  " + self.texts.raw("hand.marks"), "dim"))
        return lines

    def hand_in_short(self, scene: Scene) -> list[Text]:
        """The own hand, a card a line: what each half costs and is called."""
        view, seat = scene.view, scene.seat
        assert seat is not None
        rows: list[list[Text]] = []
        for i, card in enumerate(view["seats"][seat]["hand"]):
            creature, spell = self.halves(view, card, self.playable(scene, i))
            name = self.words.name(view, card, "creature").append(" ").append_text(creature[1])
            row = [Text(f" h{i}"), self.words.codes(self.words.spheres(card, view)), creature[0], name]
            rows.append([*row, spell[0], spell[2]] if spell else row)
        return [trim(line, self.screen.room) for line in columns(rows, 1)] or self.hand(scene)

    def playable(self, scene: Scene, index: int) -> str:
        """Two signs: whether the creature half and the spell half of a hand card can be played now."""
        word = f"h{index}"
        creature = "*" if f"summon {word}" in scene.actions else "o" if f"generic {word}" in scene.actions else " "
        starts = (f"cast {word}", f"retaliate {word}")
        spell = any(action == start or action.startswith(f"{start} ") for action in scene.actions for start in starts)
        return creature + ("*" if spell else " ")

    def rows(self, scene: Scene, words: Sequence[str], cards: list[str], marks: list[str] | None = None) -> list[Text]:
        """Cards in short, one line each where there is room for both halves, else two."""
        if not cards:
            return []
        view = scene.view
        marks = marks or ["  "] * len(cards)
        parts = [self.halves(view, card, mark) for card, mark in zip(cards, marks, strict=True)]
        heads = [
            [Text(f" {word}"), self.words.codes(self.words.spheres(card, view))]
            for word, card in zip(words, cards, strict=True)
        ]
        flat = columns([[*head, *creature, *spell] for head, (creature, spell) in zip(heads, parts, strict=True)], 1)
        if max(width(line) for line in flat) <= self.screen.room:
            return flat
        rows: list[list[Text]] = []
        for head, (creature, spell) in zip(heads, parts, strict=True):
            rows.append([*head, *creature])
            if spell:
                rows.append([Text(), Text(), *spell])
        return [trim(line, self.screen.room) for line in columns(rows, 1)]

    def halves(self, view: JsonObject, card: str, marks: str) -> tuple[list[Text], list[Text]]:
        """The two halves of a card in short: cost, strength or type, name; a back by its spheres."""
        if card.startswith("?"):
            return [Text("   "), Text("?"), self.words.name(view, card)], []
        row = view["cards"][card]
        creature, spell = row["creature"], row["spell"]
        name = self.words.name(view, card, "creature").append(f" ({self.words.traits(view, card)})")
        strength = "{}/{}".format(*self.words.printed(view, card))
        return (
            [styled(marks[0], "bold").append(f"{creature['cost']}"), Text(strength), name],
            [
                styled(marks[1], "bold").append(f"{spell['cost']}"),
                Text(self.words.spell_type(view, card)),
                self.words.name(view, card, "spell"),
            ],
        )

    # --- drafts -------------------------------------------------------------------------------------------------------

    def draft_lord(self, scene: Scene, seat: int) -> list[Text]:
        """A lord while decks are made: how many cards there are, of which spheres where that is known."""
        view, say = scene.view, self.texts.say
        deck = view["seats"][seat]["deck"]
        size = deck if isinstance(deck, int) else len(deck)
        parts = [say("lord.deck_so_far", n=size)]
        if isinstance(deck, list) and deck:
            counts: dict[str, int] = {}
            for card in deck:
                key = "/".join(self.words.spheres(card, view))
                counts[key] = counts.get(key, 0) + 1
            order = sorted(counts, key=lambda key: [SPHERES.index(sphere) for sphere in key.split("/")])
            parts += [self.words.codes(key.split("/")).append(f" {counts[key]}") for key in order]
        packs = view["assembly"]["packs"]
        if packs:
            pack = packs[seat]
            parts.append(say("lord.pack", n=pack if isinstance(pack, int) else len(pack)))
        return self.lord_title(scene, seat, parts)


def mana_of(lord: JsonObject) -> dict[str, int]:
    """FS-6.5: the mana a lord has left, and how much it is in all; crystals may have been lost since it was spent."""
    return {"left": max(lord["mana"], 0), "all": lord["mana"] + lord["mana_spent"]}

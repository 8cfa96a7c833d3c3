"""Vediic in words: colours, planets and pawns by name, events and actions as sentences, and the forecast."""

from __future__ import annotations

from fractions import Fraction

from rich.text import Text

from orrery.core.data import JsonObject
from orrery.games.vediic.board import Board
from orrery.games.vediic.cards import COLOR_INDEX, COLORS
from orrery.games.vediic.forecast import Chance, Outlook, after, board_of, forecast
from orrery.terminal.drawing import Glyphs, styled
from orrery.terminal.games.vediic.picture import COLOR_STYLES, SEATS, planet_sign
from orrery.terminal.sheet import Scene
from orrery.terminal.texts import Texts

Facts = dict[str, Text | str | int]


class Words:
    """Speaks of Vediic in the language of the texts."""

    def __init__(self, texts: Texts, glyphs: Glyphs) -> None:
        self.texts = texts
        self.glyphs = glyphs
        self.next: tuple[JsonObject | None, list[Outlook]] = (None, [])
        """The next planets' turn of the view looked at last."""

    # --- names --------------------------------------------------------------------------------------------------------

    def color(self, name: str) -> Text:
        """A colour by its name, in it."""
        return styled(self.texts.raw(f"color.{name}"), COLOR_STYLES[name])

    def colors(self, names: list[str]) -> Text:
        """Cards in a row; equal ones are counted."""
        parts: list[Text] = []
        for name in dict.fromkeys(names):
            count = names.count(name)
            parts.append(self.color(name) if count == 1 else self.texts.say("cards.some", n=count, c=self.color(name)))
        return self.texts.join(parts)

    def code(self, name: str) -> Text:
        """The letters of a colour."""
        return styled(self.texts.raw(f"code.{name}"), COLOR_STYLES[name])

    def planet(self, name: str) -> Text:
        """A planet by its name, with its colour in words."""
        return styled(
            self.texts.line(
                "planet.called", planet=self.texts.raw(f"planet.{name}"), color=self.texts.raw(f"color.{name}")
            ),
            COLOR_STYLES[name],
        )

    def sign(self, name: str, retrograde: bool) -> Text:
        """A planet as the chart shows it."""
        return styled(planet_sign(retrograde) + self.texts.raw(f"code.{name}"), COLOR_STYLES[name])

    def who(self, scene: Scene, seat: int) -> Text:
        """A player at the beginning of a sentence."""
        color = scene.view["players"][seat]["color"]
        return styled(scene.names[seat], COLOR_STYLES.get(color or "", "bold"))

    def whom(self, scene: Scene, seat: int) -> Text:
        """A player within a sentence."""
        if scene.names[seat] == self.texts.raw("who.you"):
            return Text(self.texts.raw("event.you"))
        return self.who(scene, seat)

    def pile(self, pile: JsonObject) -> Text:
        """A pile by colours with their numbers, those that there are."""
        items = [self.code(name).append(f" {pile[name]}") for name in COLORS if pile[name]]
        return Text("  ").join(items) if items else self.texts.say("cards.none")

    def cards(self, pile: JsonObject) -> Text:
        """A pile in words."""
        names = [name for name in COLORS for _ in range(pile[name])]
        return self.colors(names) if names else self.texts.say("cards.none")

    def pawn_place(self, place: str | None) -> str:
        """Where a pawn is."""
        if place is None:
            return self.texts.raw("pawn.waiting")
        return self.texts.raw("pawn.promoted") if place == "promoted" else place

    # --- events -------------------------------------------------------------------------------------------------------

    def tell(self, scene: Scene, events: list[JsonObject]) -> list[Text]:
        """Events in sentences; the planets' moves in one."""
        lines: list[Text] = []
        moves: list[Text] = []
        dice: list[int] = []
        for i, event in enumerate(events):
            name = event["event"]
            if name == "planet_roll":
                dice = event["dice"]
                if i + 1 == len(events) or events[i + 1]["event"] != "planet_move":
                    lines.append(self.sentence(scene, event))
            elif name == "planet_move":
                moves.append(self.planet_move(event, dice))
                dice = []
            if moves and (name != "planet_move" or i + 1 == len(events)) and name != "planet_roll":
                lines.append(self.texts.say("event.planet_moves", moves=self.listed(moves)))
                moves = []
            if name not in ("planet_roll", "planet_move"):
                lines.append(self.sentence(scene, event))
        return lines

    def listed(self, parts: list[Text]) -> Text:
        """Parts in a row without a last word between them."""
        return Text(self.texts.raw("list.between")).join(parts)

    def planet_move(self, event: JsonObject, dice: list[int]) -> Text:
        """A planet's move as a part of a sentence."""
        facts: Facts = {"planet": self.planet(event["planet"]), "from": event["from"], "to": event["to"]}
        part = self.texts.say("event.planet_move", **facts)
        notes = [self.texts.line("event.planet_dice", dice="+".join([str(die) for die in dice]))] if dice else []
        notes += [self.texts.raw("event.retrograde")] if event["retrograde"] else []
        if notes:
            part.append_text(self.texts.say("event.note", note=self.texts.raw("list.between").join(notes)))
        return part

    def sentence(self, scene: Scene, event: JsonObject) -> Text:
        """One event as a sentence."""
        name: str = event["event"]
        say = self.texts.say
        facts: Facts = {}
        if "seat" in event:
            facts["who"] = self.who(scene, event["seat"])
        for key in ("pawn", "circle", "from", "to", "round"):
            if key in event:
                facts[key] = event[key]
        if "count" in event:
            facts["n"] = event["count"]
        if event.get("color") is not None:
            facts["color"] = self.color(event["color"])
        if "cards" in event:
            facts["cards"] = self.colors(event["cards"])
        if "planet" in event:
            facts["planet"] = self.planet(event["planet"])
            facts["color"] = self.color(event["planet"])
        if "dice" in event:
            facts["dice"] = "+".join([str(die) for die in event["dice"]])
            facts["n"] = sum(event["dice"])
        if name == "order_tie":
            facts["seats"] = self.texts.join([self.whom(scene, seat) for seat in event["seats"]])
        elif name == "enlightenment":
            facts["planet"] = self.planet(event["color"])
        elif name == "round":
            facts["start"] = self.whom(scene, event["start"])
            line = styled(self.glyphs.dash * 2 + " ", "dim").append_text(say("event.round", **facts))
            line.stylize("bold")
            return line
        elif name == "trade":
            facts |= {"gave": self.colors(event["gave"]), "got": self.color(event["got"])}
        elif name == "purple":
            if not event["targets"]:
                return say("event.purple_nobody", **facts)
            facts["seats"] = self.texts.join([self.whom(scene, seat) for seat in event["targets"]])
        elif name == "steal":
            facts["victim"] = self.whom(scene, event["victim"])
            return say("event.steal_unseen" if event["color"] is None else "event.steal", **facts)
        elif name == "move" and event["cards"]:
            return say("event.move_cards", **facts)
        elif name == "over":
            return say(f"event.over_{event['reason']}")
        return say(f"event.{name}", **facts)

    # --- actions ------------------------------------------------------------------------------------------------------

    def action(self, scene: Scene, word: str) -> Text:
        """An action in words."""
        parts = word.split(" ")
        name, say = parts[0], self.texts.say
        if name in ("color", "charity", "pay"):
            return say(f"action.{name}", color=self.color(parts[1]))
        if name == "enlightenment":
            return say("action.enlightenment", planet=self.planet(parts[1]))
        if name == "take":
            return say("action.take", cards=self.colors(parts[1:]))
        if name == "put":
            return say("action.put", circle=parts[1]).append_text(self.coming(scene, parts[1]))
        if name == "trade":
            return say("action.trade", gave=self.colors(parts[1].split(",")), got=self.color(parts[3]))
        if name == "donate":
            return say("action.donate", cards=self.colors(parts[1].split(",")))
        if name == "promote":
            place = scene.view["players"][scene.view["to_act"]]["pawns"][int(parts[1])]
            return say("action.promote", pawn=parts[1], circle=str(place))
        if name == "steal":
            if len(parts) == 1:
                return say("action.steal_nobody")
            return say("action.steal", seats=self.texts.join([self.whom(scene, int(seat)) for seat in parts[1:]]))
        if name == "move":
            key = "action.move" if len(parts) == 3 else "action.move_cards"
            cards = self.colors(parts[4].split(",")) if len(parts) > 3 else ""
            said = say(key, pawn=parts[1], circle=parts[2], cards=cards)
            return said.append_text(self.coming(scene, parts[2]))
        return say(f"action.{name}")

    def coming(self, scene: Scene, circle: str) -> Text:
        """Which planets will or may reach a circle at the next planets' turn; empty if none."""
        if self.next[0] is not scene.view:
            self.next = (scene.view, forecast(scene.view, 1))
        outlooks = self.next[1]
        chances = outlooks[0].circles[circle] if outlooks else []
        if not chances or scene.view["phase"] != "turn":
            return Text()
        return Text("  ").append_text(self.chances(chances))

    # --- the forecast -------------------------------------------------------------------------------------------------

    def chances(self, chances: list[Chance]) -> Text:
        """The planets that may reach a circle, with how likely; nothing stands by what is certain."""
        items: list[Text] = []
        for chance in chances:
            for part, retrograde in ((chance.local, False), (chance.retrograde, True)):
                if part:
                    items.append(self.sign(chance.planet, retrograde).append(percent(part)))
        return Text(" ").join(items)

    def houses(self, board: Board, outlook: Outlook) -> list[Text]:
        """Where the planets will or may stand."""
        found: list[Text] = []
        for name, houses in outlook.houses.items():
            home = board.retrograde[COLOR_INDEX[name]]
            item = self.sign(name, houses.get(home) == 1)
            places = [
                f"{house}{'!' if house == home else ''}{percent(chance)}"
                for house, chance in sorted(houses.items(), key=lambda item: -item[1])
            ]
            item.append(" " + " ".join(places[:6]) + (" ..." if len(places) > 6 else ""))
            found.append(item)
        return found

    def planet_rows(self, view: JsonObject) -> list[list[Text]]:
        """Each planet: its house, what it activates there, and the same for the next house."""
        board = board_of(view)
        rows: list[list[Text]] = []
        for color, name in enumerate(COLORS):
            house, retrograde = view["planets"][name]["house"], view["planets"][name]["retrograde"]
            lamp = "@" if view["enlightenment"] == name else ""
            row = [self.sign(name, retrograde).append(lamp), Text(self.texts.raw(f"planet.{name}"))]
            if house is None:
                rows.append([*row, self.texts.say("planets.coming", house=board.retrograde[color])])
                continue
            row.append(self.texts.say("planets.house", house=house))
            if retrograde:
                row += [self.texts.say("planets.everywhere", color=self.color(name)), self.texts.say("planets.leap")]
            else:
                following = after(house, 1)
                key = "planets.next_home" if board.retrograde[color] == following else "planets.next"
                there = "" if key == "planets.next_home" else self.lit(board, color, following)
                row += [Text(self.lit(board, color, house)), self.texts.say(key, house=following, circles=there)]
            rows.append(row)
        return rows

    def lit(self, board: Board, color: int, house: int) -> str:
        """The circles that a planet activates locally in a house."""
        circles = [board.ids[circle] for circle in board.local_lists[color][house]]
        shown = " ".join(circles[:4]) + (" ..." if len(circles) > 4 else "")
        return shown or self.texts.raw("planets.nothing")


def pawns_by_circle(view: JsonObject) -> dict[str, list[tuple[int, int]]]:
    """The pawns on the board by circle, as seat and number."""
    found: dict[str, list[tuple[int, int]]] = {}
    for seat, player in enumerate(view["players"]):
        for pawn, place in enumerate(player["pawns"]):
            if place not in (None, "promoted"):
                found.setdefault(place, []).append((seat, pawn))
    return found


def pawn_names(pawns: list[tuple[int, int]]) -> str:
    """All pawns of a circle by their marks."""
    return " ".join([f"{SEATS[seat]}{pawn}" for seat, pawn in pawns])


def percent(chance: Fraction) -> str:
    """How likely, in brackets; nothing where it is certain."""
    if chance == 1:
        return ""
    number = round(float(chance) * 100)
    return "(<1%)" if number < 1 else "(>99%)" if number > 99 else f"({number}%)"

"""Vediic at the table: the chart and what lies beside it, the questions of a turn, and the forecast."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from rich.text import Text

from orrery.core.data import JsonObject
from orrery.core.game import Game
from orrery.games.vediic.board import HOUSES
from orrery.games.vediic.cards import COLORS
from orrery.games.vediic.forecast import after, board_of, forecast, present
from orrery.games.vediic.rules.words import WORDS
from orrery.terminal.drawing import columns, fit, flow, paragraphs, spread, styled, trim, width, wrap
from orrery.terminal.games.vediic.picture import BROAD, COLOR_STYLES, LOWER, LOWEST, ROWS, SEATS, Chart
from orrery.terminal.games.vediic.words import Words, pawn_names, pawns_by_circle
from orrery.terminal.screen import Screen
from orrery.terminal.sheet import Choice, Move, Offer, Reading, Scene, Sheet, Tried, Unclear
from orrery.terminal.texts import Texts

FEW: Final = 12
"""So many actions at most are listed at once; of more, kinds are offered first."""
FEWER: Final = 7
"""The same in a low window."""
LOW: Final = 32
"""A window of fewer rows than this is low."""
ALIASES: Final = {"again": "second"}
"""Actions whose word is a command of the table as well have the texts of their short forms under another name."""
GAP: Final = "  "
"""What stands between the chart and the lists beside it."""
ROUNDS: Final = 3
MOST_ROUNDS: Final = 12
SETUP: Final = ("order", "color", "take", "enlightenment", "place")


class GameSheet(Sheet):
    """Vediic as it is drawn and typed."""

    quiet = frozenset(("turn", "end", "round", "planet_roll", "planet_move", "purple", "owes", "spared"))

    def __init__(self, game: Game, texts: Texts, screen: Screen) -> None:
        super().__init__(game, texts, screen)
        self.words = Words(texts, screen.glyphs)

    # --- pictures -----------------------------------------------------------------------------------------------------

    def picture(self, scene: Scene, room: int | None = None, offer: Offer | None = None) -> list[Text]:
        if room is not None and room <= ROWS:
            return self.squeezed(scene, room)
        lists = [*self.planets(scene), *self.players(scene), *self.piles(scene), *self.hand(scene)]
        heading = self.heading(scene)
        if room is None or ROWS + 1 + len(heading) + len(lists) <= room:
            return [*self.chart(scene, self.screen.room, ROWS), *heading, *lists]
        return self.squeezed(scene, room)

    def squeezed(self, scene: Scene, room: int) -> list[Text]:
        """The picture in so many rows: a lower chart that still shows all, with players and planets beside it where
        the window is wide, else in a few words below it as far as there is room, and the hand.
        """
        below, top = self.hand(scene), self.heading_in_short(scene)
        beside = [*self.players_in_short(scene), *self.planets_in_short(scene)]
        wide = self.screen.room - max([width(line) for line in beside], default=0) - len(GAP)
        rows = room - len(below) - 1
        if wide < BROAD:
            players, planets = self.players_in_a_line(scene), self.planets_in_a_line(scene)
            for more in ([*players, *planets], players, []):
                for head in (top, []):
                    spare = rows - len(head) - len(more)
                    if spare >= LOWER[-1]:
                        high = next(high for high in (ROWS, *LOWER) if high <= spare)
                        return [*head, *self.chart(scene, self.screen.room, high), *more, *below]
            return [*self.chart(scene, self.screen.room, max(LOWEST, min(rows, LOWER[-1]))), *below]
        spare = rows - len(top)
        high = next((high for high in (ROWS, *LOWER) if high <= spare), LOWEST)
        drawn = self.chart(scene, wide, high)
        lines: list[Text] = []
        for i in range(max(len(drawn), min(len(beside), high + 1))):
            line = fit(drawn[i] if i < len(drawn) else "", wide)
            line.append(GAP).append_text(beside[i] if i < len(beside) else Text()).rstrip()
            lines.append(line)
        return [*top, *lines, *below]

    def least(self, scene: Scene, offer: Offer) -> int:
        lines = [*self.players_in_a_line(scene), *self.heading_in_short(scene), *self.hand(scene)]
        return LOWER[-1] + 1 + len(lines)

    def heading_in_short(self, scene: Scene) -> list[Text]:
        """The heading in one line."""
        return [trim(line, self.screen.room) for line in self.heading(scene)[:1]]

    def players_in_short(self, scene: Scene) -> list[Text]:
        """A short line for each seat: mark, name, colour, pawns, cards, enlightenment; what it still has to pay."""
        view, pending = scene.view, scene.view["pending"]
        rows: list[list[Text]] = []
        for seat, player in enumerate(view["players"]):
            hand = player["hand"]
            facts = {"n": hand if isinstance(hand, int) else sum(hand.values()), "light": player["enlightenment"]}
            places = " ".join([self.words.pawn_place(place) for place in player["pawns"]])
            row = [
                styled((">" if seat == view["to_act"] else " ") + SEATS[seat], "bold"),
                trim(self.words.who(scene, seat), 8),
                self.words.code(player["color"]) if player["color"] else Text("-"),
                Text(places),
                self.texts.say("short.hand", **facts),
            ]
            if pending is not None and (pending["owed"][seat] or pending["shield"][seat]):
                key = "short.shield" if pending["shield"][seat] else "short.owes"
                row.append(styled(self.texts.line(key, n=pending["owed"][seat]), "bold"))
            rows.append(row)
        return columns(rows, 1)

    def players_in_a_line(self, scene: Scene) -> list[Text]:
        """The seats with what the chart does not tell: colour, cards and enlightenment, promoted pawns, debts."""
        view, pending = scene.view, scene.view["pending"]
        items = [self.texts.say("short.seats")]
        for seat, player in enumerate(view["players"]):
            hand, up = player["hand"], player["pawns"].count("promoted")
            item = styled((">" if seat == view["to_act"] else "") + SEATS[seat], "bold")
            item.append(" ").append_text(trim(self.words.who(scene, seat), 8))
            if player["color"]:
                item.append(" ").append_text(self.words.code(player["color"]))
            item.append(f" {hand if isinstance(hand, int) else sum(hand.values())}/{player['enlightenment']}")
            if up:
                item.append(" ").append_text(self.texts.say("short.up", n=up))
            if pending is not None and (pending["owed"][seat] or pending["shield"][seat]):
                key = "short.shield" if pending["shield"][seat] else "short.owes"
                item.append(" ").append_text(styled(self.texts.line(key, n=pending["owed"][seat]), "bold"))
            items.append(item)
        return flow(items, self.screen.room, 0, 2)

    def planets_in_a_line(self, scene: Scene) -> list[Text]:
        """Each planet with its house and its next one."""
        rows = self.planets_in_short(scene)
        items: list[Text] = []
        for row, name in zip(rows, COLORS, strict=True):
            planet = scene.view["planets"][name]
            sign = self.words.sign(name, planet["retrograde"]).append(
                "@" if scene.view["enlightenment"] == name else ""
            )
            following = row.plain.rpartition(">")
            house = "-" if planet["house"] is None else str(planet["house"])
            items.append(sign.append(f" {house}").append(f">{following[2]}" if following[1] else "", "dim"))
        return flow(items, self.screen.room, 0, 3)

    def planets_in_short(self, scene: Scene) -> list[Text]:
        """A short line for each planet: where it stands, the circles that it reaches, and its next house."""
        view = scene.view
        board = board_of(view)
        rows: list[list[Text]] = []
        for color, name in enumerate(COLORS):
            planet = view["planets"][name]
            house, retrograde = planet["house"], planet["retrograde"]
            row = [self.words.sign(name, retrograde).append("@" if view["enlightenment"] == name else "")]
            if house is None:
                rows.append([*row, Text("-"), self.texts.say("short.coming", house=board.retrograde[color])])
                continue
            lit = self.texts.raw("short.everywhere") if retrograde else self.words.lit(board, color, house)
            following = after(house, 1)
            back = "!" if board.retrograde[color] == following else ""
            then = self.texts.raw("short.leap") if retrograde else f"{following}{back}"
            rows.append([*row, Text(f"{house:>2}"), Text(lit), styled(f">{then}", "dim")])
        return columns(rows, 1)

    def chart(self, scene: Scene, room: int, high: int) -> list[Text]:
        """The board with pawns and planets, in this room."""
        view = scene.view
        codes = {name: self.texts.raw(f"code.{name}") for name in COLORS}
        planets = {
            name: (int(row["house"]), bool(row["retrograde"]))
            for name, row in view["planets"].items()
            if row["house"] is not None
        }
        chart = Chart(board_of(view), self.screen.glyphs, room, codes, high)
        return chart.draw(pawns_by_circle(view), planets, scene.seat, view["enlightenment"])

    def heading(self, scene: Scene) -> list[Text]:
        """Round, start seat, and what is going on."""
        view = scene.view
        key = "order" if view["phase"] == "order" else "setup" if view["phase"] in SETUP else view["phase"]
        start = self.words.whom(scene, view["start"])
        facts = {"round": view["round"], "most": view["options"]["max_rounds"]}
        line = self.texts.say(f"heading.{key}", start=start, mark=SEATS[view["start"]], **facts)
        if view["phase"] == "turn":
            stage = "second" if view["turn"]["leg"] == 2 else view["turn"]["stage"]
            who = self.words.who(scene, view["to_act"])
            line.append_text(self.texts.say("heading.stage", who=who, stage=self.texts.raw(f"stage.{stage}")))
        line.stylize("bold")
        return wrap(line, self.screen.room, indent=2, first=0)

    def planets(self, scene: Scene) -> list[Text]:
        """The planets with their houses, and where they go next."""
        return [trim(line, self.screen.room) for line in columns(self.words.planet_rows(scene.view))]

    def players(self, scene: Scene) -> list[Text]:
        """A line for each seat: colour, pawns, cards, points; and what it still has to pay."""
        view, say = scene.view, self.texts.say
        rows: list[list[Text]] = []
        pending = view["pending"]
        for seat, player in enumerate(view["players"]):
            hand = player["hand"]
            count = hand if isinstance(hand, int) else sum(hand.values())
            places = [f"{pawn} {self.words.pawn_place(place)}" for pawn, place in enumerate(player["pawns"])]
            row = [
                styled((">" if seat == view["to_act"] else " ") + SEATS[seat], "bold"),
                trim(self.words.who(scene, seat), 14),
                self.words.color(player["color"]) if player["color"] else Text("-"),
                say("players.pawns", pawns=self.texts.raw("list.between").join(places)),
                say("players.hand", n=count),
                say("players.light", n=player["enlightenment"]),
                say("players.points", n=(scene.result.scores or [0] * 7)[seat]),
            ]
            if pending is not None and (pending["owed"][seat] or pending["shield"][seat]):
                key = "players.shield" if pending["shield"][seat] else "players.owes"
                row.append(styled(self.texts.line(key, n=pending["owed"][seat]), "bold"))
            rows.append(row)
        lines = [trim(line, self.screen.room) for line in columns(rows, 1)]
        for seat, player in enumerate(view["players"]):
            if seat != scene.seat and isinstance(player["hand"], dict):
                shown = say("players.open", mark=SEATS[seat], cards=self.words.pile(player["hand"]))
                lines += wrap(shown, self.screen.room, indent=4, first=2)
        return lines

    def piles(self, scene: Scene) -> list[Text]:
        """Supply and charity pile."""
        supply = scene.view["supply"]
        lines = [
            self.texts.say("piles.supply", cards=self.words.pile(supply), n=supply["enlightenment"]),
            self.texts.say("piles.charity", cards=self.words.pile(scene.view["charity"])),
        ]
        return [line for text in lines for line in wrap(text, self.screen.room, indent=4, first=0)]

    def hand(self, scene: Scene) -> list[Text]:
        """The seat's own hand."""
        if scene.seat is None:
            return []
        player = scene.view["players"][scene.seat]
        said = self.texts.say("piles.hand", cards=self.words.cards(player["hand"]), n=player["enlightenment"])
        return wrap(said, self.screen.room, indent=4, first=0)

    def seat_label(self, view: JsonObject, seat: int) -> Text:
        color = view["players"][seat]["color"]
        if color is None:
            return Text(f"({SEATS[seat]})")
        return Text(f"({SEATS[seat]}, ").append_text(self.words.color(color)).append(")")

    def turn_key(self, scene: Scene) -> object:
        view = scene.view
        phase = view["phase"]
        return view["round"], scene.seat, "setup" if phase in SETUP and phase != "place" else phase

    def card(self, scene: Scene, words: str) -> list[Text] | None:
        name = self.color_named(words)
        if name is None:
            return None
        meaning = self.texts.raw(f"meaning.{name}")
        lines = [
            self.texts.say("card.power", color=self.words.color(name), power=self.texts.raw(f"power.{name}")),
            self.texts.say("meaning.said", planet=self.texts.raw(f"planet.{name}"), meaning=meaning),
        ]
        if scene.seat is not None:
            own = scene.view["players"][scene.seat]["hand"][name]
            supply, charity = scene.view["supply"][name], scene.view["charity"][name]
            lines.append(self.texts.say("card.where", n=own, supply=supply, charity=charity))
        return paragraphs(self.screen.room, lines)

    def look(self, scene: Scene, words: str) -> list[Text] | None:
        board = board_of(scene.view)
        if words in board.index:
            return self.look_circle(scene, words)
        found = re.fullmatch(r"(?:house|h|ハウス)? ?\[?([0-9]{1,2})\]?", words)
        if found and 1 <= int(found.group(1)) <= HOUSES:
            return self.look_house(scene, int(found.group(1)))
        return None

    def look_circle(self, scene: Scene, id: str) -> list[Text]:
        """A circle: its paths, tiles and pawns, and the planets that reach it now and later."""
        board, say = board_of(scene.view), self.texts.say
        circle = board.index[id]
        tiles = [
            say("look.tile", color=self.words.color(COLORS[tile.color]), house=tile.house)
            for tile in board.tiles
            if circle in tile.circles
        ]
        pawns = pawn_names(pawns_by_circle(scene.view).get(id, [])) or self.texts.raw("cards.none")
        lines = [
            say("look.circle", circle=id, pawns=pawns),
            say("look.paths", circles=" ".join([board.ids[other] for other in board.neighbours[circle]])),
            say("look.tiles", tiles=self.words.listed(tiles)),
        ]
        now = present(scene.view)
        if now is not None:
            reached = self.words.chances(now.circles[id])
            lines.append(say("look.now", planets=reached if reached.plain else self.texts.raw("cards.none")))
        return [*paragraphs(self.screen.room, lines), *self.forecast_circle(scene, id, ROUNDS)]

    def look_house(self, scene: Scene, house: int) -> list[Text]:
        """A house: its tiles with their circles, its R, and the planets in it."""
        board, say = board_of(scene.view), self.texts.say
        lines = [say("look.house", house=house)]
        lines += [
            say("look.home", planet=self.words.planet(COLORS[color]))
            for color, home in enumerate(board.retrograde)
            if home == house
        ]
        for tile in board.tiles:
            if tile.house == house:
                circles = " ".join([board.ids[circle] for circle in tile.circles])
                lines.append(say("look.house_tile", color=self.words.color(COLORS[tile.color]), circles=circles))
        here = [name for name in COLORS if scene.view["planets"][name]["house"] == house]
        if here:
            lines.append(say("look.planets", planets=self.words.listed([self.words.planet(name) for name in here])))
        return paragraphs(self.screen.room, lines)

    def score(self, scene: Scene) -> list[Text]:
        """VE-13.2: points come from promoted pawns and enlightenment cards."""
        lines: list[Text] = []
        for seat, player in enumerate(scene.view["players"]):
            up = player["pawns"].count("promoted")
            total = (scene.result.scores or [0] * 7)[seat]
            facts = {"up": up, "lights": player["enlightenment"], "n": total}
            lines.append(self.texts.say("score.seat", who=self.words.who(scene, seat), **facts))
        return lines

    # --- words --------------------------------------------------------------------------------------------------------

    def tell(self, scene: Scene, events: list[JsonObject]) -> list[Text]:
        return self.words.tell(scene, events)

    def is_quiet(self, scene: Scene, event: JsonObject) -> bool:
        """What planets give to others is to be seen in the numbers of their cards."""
        gift = event["event"] in ("reward", "shortage")
        return super().is_quiet(scene, event) or (gift and event["seat"] != scene.seat)

    def prompt(self, scene: Scene) -> str:
        return self.texts.line(f"asked.{scene.view['phase']}") if scene.actions else super().prompt(scene)

    def ask(self, scene: Scene) -> Offer:
        if not scene.actions:
            return Offer()
        view, phase = scene.view, scene.view["phase"]
        facts: dict[str, Text | str | int] = {}
        key = phase
        if phase == "turn":
            turn = view["turn"]
            key = "turn_second" if turn["leg"] == 2 else f"turn_{turn['stage']}"
        elif phase == "penalty":
            facts["n"] = view["pending"]["owed"][view["to_act"]]
        elif phase == "place":
            facts["pawn"] = 1 if view["players"][view["to_act"]]["pawns"][0] is not None else 0
        enter = scene.actions[0] if len(scene.actions) == 1 else None
        hinted = self.texts.has(f"hint.{phase}") and len(scene.actions) > 1
        hint = self.texts.say(f"hint.{phase}") if hinted else None
        return Offer(
            self.texts.say(f"ask.{key}", **facts), choices=self.kinds(scene), enter=enter, topic=phase, hint=hint
        )

    def kinds(self, scene: Scene) -> list[Choice]:
        """All actions in words if they are few, else by kinds: a kind of several is opened by choosing it."""
        groups: dict[str, list[str]] = {}
        for action in sorted(scene.actions, key=order):
            parts = action.split(" ")
            groups.setdefault(" ".join(parts[:2]) if parts[0] == "move" else parts[0], []).append(action)
        choices: list[Choice] = []
        for kind, actions in groups.items():
            if len(scene.actions) <= self.few() or len(actions) == 1 or len(groups) == 1:
                choices += self.group(scene, kind, actions)
                continue
            facts = {"n": len(actions)}
            if kind.startswith("move "):
                pawn = int(kind[5:])
                place = scene.view["players"][scene.view["to_act"]]["pawns"][pawn]
                label = self.texts.say("kind.move", pawn=pawn, circle=str(place), **facts)
            else:
                label = self.texts.say(f"kind.{kind}", **facts)
            choices.append(Choice(label, kind if kind not in scene.actions else f"{kind} ?"))
        return choices

    def few(self) -> int:
        """How many actions are listed at once."""
        return FEWER if self.screen.tall is not None and self.screen.tall < LOW else FEW

    def group(self, scene: Scene, kind: str, actions: list[str]) -> list[Choice]:
        """The actions of a kind; moves of a pawn without cards one by one, those with cards by their cards."""
        if self.screen.tall is not None and len(actions) > FEW and kind in ("take", "put"):
            shown = {action: action.split(" ")[1:] for action in actions}
            return [
                Choice(self.words.colors(parts) if kind == "take" else Text(parts[0]), action)
                for action, parts in shown.items()
            ]
        if not kind.startswith("move ") or len(actions) <= FEW or " with " in kind:
            return [Choice(self.words.action(scene, action), action) for action in actions]
        choices: list[Choice] = []
        by_cards: dict[str, list[str]] = {}
        for action in actions:
            by_cards.setdefault(action.partition(" with ")[2], []).append(action)
        for cards, some in sorted(by_cards.items(), key=lambda item: (item[0].count(",") + bool(item[0]), item[0])):
            if not cards or len(some) == 1:
                choices += [Choice(self.words.action(scene, action), action) for action in some]
            else:
                label = self.texts.say("kind.cards", cards=self.words.colors(cards.split(",")), n=len(some))
                choices.append(Choice(label, f"{kind} with {cards}"))
        return choices

    def listing(self, scene: Scene, words: str) -> Offer | Unclear:
        if not words:
            return self.ask(scene)
        line = self.translated(words)
        reading = self.opened(scene, line)
        if reading is None:
            found = [action for action in scene.actions if set(line.split(" ")) <= set(re.split("[ ,]", action))]
            if not found:
                return Unclear(self.texts.say("actions.none", words=words))
            choices = [Choice(self.words.action(scene, action), action) for action in found[:200]]
            return Offer(self.texts.say("actions.title", n=len(found)), choices=choices)
        return reading

    def action(self, scene: Scene, word: str) -> Text:
        return self.words.action(scene, word)

    def opened(self, scene: Scene, line: str) -> Offer | None:
        """The actions that a part of an action may become; None if there is none."""
        line = line.removesuffix(" ?").strip()
        found = [action for action in scene.actions if action == line or action.startswith(line + " ")]
        parts = line.split(" ")
        if len(parts) > 3 and parts[0] == "move" and parts[2] == "with":
            found = [a for a in scene.actions if a.startswith(f"move {parts[1]} ") and a.endswith(f" with {parts[3]}")]
        elif len(parts) == 1 and parts[0] in board_of(scene.view).index:
            found = [action for action in scene.actions if line in action.split(" ")]
        if not found:
            return None
        return Offer(self.texts.say("actions.title", n=len(found)), choices=self.group(scene, line, found))

    def read(self, scene: Scene, line: str) -> Reading | None:
        if not scene.actions:
            return None
        line = self.translated(line)
        if line in scene.actions:
            return Move(line)
        offer = self.opened(scene, line)
        if offer is not None:
            first = offer.choices[0].line
            return Move(first) if len(offer.choices) == 1 and first in scene.actions else offer
        if line in board_of(scene.view).index:
            place = scene.view["phase"] == "place"
            return Move(f"put {line}") if place else Tried([f"move 0 {line}", f"move 1 {line}"])
        return self.alone(scene, line) or (Move(line) if line.split(" ")[0] in WORDS else None)

    def alone(self, scene: Scene, word: str) -> Tried | None:
        """A word without what belongs to it, where there is no way to go on: what could have been meant, so that the
        rules say why not. It is tried with the cards of the hand.
        """
        if scene.seat is None:
            return None
        view = scene.view
        player = view["players"][scene.seat]
        held = [name for name in COLORS for _ in range(player["hand"][name])]
        if word == "promote":
            return Tried(["promote 0", "promote 1"])
        if word == "donate":
            chosen = [*dict.fromkeys(held), *held, *([] if held else COLORS)]
            chosen += chosen[:1] * 2
            return Tried([f"donate {','.join(sorted(chosen[:3], key=COLORS.index))}"])
        if word == "charity":
            lying = [name for name in COLORS if view["charity"][name]]
            why = None if lying else self.texts.say("nothing.charity")
            return Tried([f"charity {name}" for name in lying or COLORS[:1]], why)
        if word == "trade":
            now = present(view)
            reached = [] if now is None else [now.circles[place] for place in player["pawns"] if place in now.circles]
            near = dict.fromkeys([chance.planet for some in reached for chance in some if chance.local])
            why = None if near or view["phase"] != "turn" else self.texts.say("nothing.trade")
            return Tried([f"trade {','.join(self.two_for(held, name))} for {name}" for name in near or COLORS[:1]], why)
        return None

    @staticmethod
    def two_for(held: list[str], planet: str) -> list[str]:
        """Two cards to offer a planet: of other colours, if there are such."""
        some = [*[name for name in held if name != planet], *held] or [COLORS[0]]
        return sorted([*some, *some][:2], key=COLORS.index)

    def translated(self, line: str) -> str:
        """A typed line with other words, colours and seats as actions write them."""
        parts = line.split(" ")
        for name in WORDS:
            if parts[0] == name or parts[0] in self.texts.words(f"alias.{ALIASES.get(name, name)}"):
                parts[0] = name
                break
        if parts[0] == "steal":
            parts[1:] = [str(SEATS.index(p.upper())) if len(p) == 1 and p.upper() in SEATS else p for p in parts[1:]]
        parts[1:] = [",".join([self.color_named(p) or p for p in part.split(",")]) for part in parts[1:]]
        if parts[0] in ("skip", "again", "shield") and len(parts) == 1:
            parts += ["with", "orange" if parts[0] == "shield" else "yellow"]
        if parts[0] in ("donate", "trade") or "with" in parts:
            for i, part in enumerate(parts):
                names = part.split(",")
                if all(name in COLORS for name in names):
                    parts[i] = ",".join(sorted(names, key=COLORS.index))
        return " ".join(parts)

    def color_named(self, word: str) -> str | None:
        """The colour that was typed: its name, its letters or its planet, in any language."""
        for name in COLORS:
            known = [name]
            for key in ("color", "code", "planet"):
                known += [typed.lower() for typed in self.texts.words(f"{key}.{name}")]
            if word.lower() in known:
                return name
        return None

    def lines(self, scene: Scene) -> list[str]:
        ids = board_of(scene.view).ids
        found = [f"look {id}" for id in ids] + [f"look house {house}" for house in range(1, HOUSES + 1)]
        found += [f"card {name}" for name in COLORS]
        found += [f"forecast {n}" for n in range(1, MOST_ROUNDS + 1)] + [f"forecast {id}" for id in ids]
        return found

    def help(self) -> list[Text]:
        return paragraphs(self.screen.room, [self.texts.say(f"typing.{key}") for key in ("choose", "full", "short")])

    # --- the sheet's own commands -------------------------------------------------------------------------------------

    def extras(self) -> dict[str, Callable[[Scene, str], list[Text]]]:
        return {
            "forecast": self.show_forecast,
            "planets": lambda scene, words: self.planets(scene),
            "hand": lambda scene, words: self.hand(scene) or [self.texts.say("piles.no_hand")],
            "piles": lambda scene, words: self.piles(scene),
            "legend": self.show_legend,
        }

    def show_forecast(self, scene: Scene, words: str) -> list[Text]:
        """Which planets will or may reach which circles: `forecast [ROUNDS] [CIRCLE]`."""
        rounds, circle = ROUNDS, ""
        for word in words.split():
            if word.isascii() and word.isdigit() and 1 <= int(word[:6]) <= MOST_ROUNDS:
                rounds = int(word)
            elif word in board_of(scene.view).index:
                circle = word
            else:
                return wrap(self.texts.say("forecast.wrong", tried=word, most=MOST_ROUNDS), self.screen.room)
        if circle:
            return self.forecast_circle(scene, circle, rounds)
        outlooks = forecast(scene.view, rounds)
        if not outlooks:
            return [self.texts.say("forecast.none")]
        lines: list[Text] = []
        room = self.screen.room
        pawns = pawns_by_circle(scene.view)
        for outlook in outlooks:
            lines.append(styled(self.texts.line("forecast.round", round=outlook.round), "bold"))
            lines += flow(self.words.houses(board_of(scene.view), outlook), room, 2)
            items = [
                Text(f"  {id}")
                .append(f" {pawn_names(pawns[id])}" if id in pawns else "", "bold")
                .append(": ")
                .append_text(self.words.chances(chances))
                for id, chances in outlook.circles.items()
                if chances
            ]
            lines += spread([trim(item, room) for item in items], room, 2)
        return [*lines, *wrap(self.texts.say("forecast.key"), room)]

    def forecast_circle(self, scene: Scene, circle: str, rounds: int) -> list[Text]:
        """The forecast for one circle, round by round."""
        lines: list[Text] = []
        for outlook in forecast(scene.view, rounds):
            reached = self.words.chances(outlook.circles[circle])
            planets = reached if reached.plain else Text(self.texts.raw("cards.none"))
            lines.append(self.texts.say("forecast.circle", round=outlook.round, circle=circle, planets=planets))
        return paragraphs(self.screen.room, lines or [self.texts.say("forecast.none")])

    def show_legend(self, scene: Scene, words: str) -> list[Text]:
        """How to read the chart."""
        colors = [
            styled(self.texts.raw(f"code.{name}"), COLOR_STYLES[name]).append(" ").append_text(self.words.planet(name))
            for name in COLORS
        ]
        seats = [Text(f"{SEATS[seat]} ").append_text(self.words.who(scene, seat)) for seat in range(len(scene.names))]
        keys = ("circles", "tiles", "houses", "planets", "retrograde", "lamp", "pawns", "many")
        lines = [self.texts.say(f"legend.{key}") for key in keys]
        return [
            *paragraphs(self.screen.room, lines),
            *flow(colors, self.screen.room, 2),
            *flow(seats, self.screen.room, 2),
        ]


def order(action: str) -> tuple[int, list[int], str]:
    """Actions as they are listed: in the order of a turn, then by colours in canonical order."""
    parts = re.split("[ ,]", action)
    colors = [] if parts[0] == "move" else [COLORS.index(part) for part in parts if part in COLORS]
    return WORDS.index(parts[0]), colors, action

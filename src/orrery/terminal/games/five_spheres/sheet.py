"""Five Spheres at the table: the zones of the lords, their cards with all texts, and the commands of this game."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from rich.text import Text

from orrery.core.clause import Refusal
from orrery.core.data import JsonObject
from orrery.core.game import Game
from orrery.games.five_spheres.cards import collections
from orrery.games.five_spheres.cards.vocabulary import SPHERES
from orrery.games.five_spheres.guide import USUAL_DECKS
from orrery.terminal.drawing import paragraphs, wrap
from orrery.terminal.games.five_spheres.decisions import Decisions, draft_cards
from orrery.terminal.games.five_spheres.log import Log, set_cards
from orrery.terminal.games.five_spheres.picture import MARKS, Picture
from orrery.terminal.games.five_spheres.words import TEAM_MODES, WHOLE, Piece, Words
from orrery.terminal.screen import Screen
from orrery.terminal.sheet import Offer, Question, Reading, Scene, Sheet, Unclear
from orrery.terminal.texts import Texts

KIND: Final = "kind"
"""The question before a match; its answer becomes options of the game in `seated`."""
TEAMS: Final = {"team": "team_play", "tag_team": "tag_team", "citadel": "citadel"}
"""By kind of match: the mode in which lords are partners."""
READY: Final = ("duel", "free", *TEAMS)
"""The kinds of match with ready-made decks: of two lords, of more, in teams. The others are assemblies of the rules."""
KINDS: Final = (*READY, "sets", "open_draft", "closed_draft", "blind_draft", "random")
LATE_STEPS: Final = ("discard", "draw", "end")
MOST_FOUND: Final = 20


class GameSheet(Sheet):
    """Five Spheres as it is drawn and typed."""

    quiet = frozenset(("turn",))

    def __init__(self, game: Game, texts: Texts, screen: Screen) -> None:
        super().__init__(game, texts, screen)
        self.words = Words(texts)
        self.log = Log(self.words, screen.glyphs)
        self.drawing = Picture(self.words, screen)
        self.decisions = Decisions(self.words, self.drawing, screen)
        self.turn: object = None
        """What changes when the picture should be shown again."""

    # --- before a match -----------------------------------------------------------------------------------------------

    def questions(self) -> list[Question]:
        return [Question(KIND, "setup.kind", [(kind, f"setup.{kind}") for kind in KINDS])]

    def seats(self, options: JsonObject) -> tuple[int, int]:
        kind = options.get(KIND)
        low, high = super().seats(as_options(options))
        return (low + 1, high) if kind == "free" else (low, low if kind == "duel" else high)

    def side(self, view: JsonObject, seat: int) -> int:
        """FS-11.1: a team wins together."""
        team: int = view["seats"][seat]["team"]
        return team

    def seated(self, options: JsonObject, count: int, wishes: list[str | None]) -> JsonObject:
        """The answer about the kind of match becomes options. With the standard collection the ready-made decks are the
        usual ones.
        """
        options = as_options(options)
        guide = self.game.guide()
        only = guide.rows().row("mode").seats_with(options.get("mode"))
        if only is not None and count not in only:
            raise ValueError(self.texts.line("setup.team_count", n=count))
        options = guide.with_seats(options, count)
        standard = (collections.STANDARD, collections.standard().cards)
        if options.get("cards", collections.STANDARD) in standard and "decks" not in options:
            options.setdefault("assembly", "predesign")
        if options.get("assembly") == "predesign":
            options["deck_numbers"] = self.decks(options, count, wishes)
        elif any(wishes):
            raise ValueError(self.texts.line("setup.no_wish"))
        return options

    def decks(self, options: JsonObject, count: int, wishes: list[str | None]) -> list[int]:
        """The ready-made decks of the seats: those wished for, for the others the usual ones."""
        given = options.get("deck_numbers")
        found: list[int] = [*given] if isinstance(given, list) else self.game.guide().usual(count)["deck_numbers"]
        wished: dict[int, int] = {}
        most = len(collections.standard().decks)
        for seat, wish in enumerate(wishes):
            if wish is not None:
                if not (wish.isascii() and wish.isdigit() and 1 <= int(wish[:3]) <= most):
                    raise ValueError(self.texts.line("setup.no_deck", wish=wish, n=most))
                wished[seat] = int(wish)
        if wished:
            left = [number for number in USUAL_DECKS if number not in wished.values()] + [*USUAL_DECKS]
            found = [wished[seat] if seat in wished else left.pop(0) for seat in range(count)]
        return found

    # --- pictures -----------------------------------------------------------------------------------------------------

    def picture(self, scene: Scene, room: int | None = None, offer: Offer | None = None) -> list[Text]:
        return self.drawing.draw(scene, room)

    def seat_label(self, view: JsonObject, seat: int) -> Text:
        if view["options"]["mode"] not in TEAM_MODES:
            return Text(f"(p{seat})")
        return (
            Text(f"(p{seat}, ").append_text(self.texts.say("lord.team", n=view["seats"][seat]["team"] + 1)).append(")")
        )

    def turn_key(self, scene: Scene) -> object:
        """At the start of a turn, of the own battle, of the defence in another's turn, and of each round of a draft.

        The last steps of a turn bring nothing new, so the picture of the steps before serves for them.
        """
        view = scene.view
        if view["step"] == "assembly":
            self.turn = ("assembly", view["assembly"]["round"], scene.seat)
        elif view["active"] != scene.seat or view["step"] not in LATE_STEPS:
            self.turn = (view["turn"], scene.seat, view["active"] == scene.seat and view["step"] == "battle")
        return self.turn

    def card(self, scene: Scene, words: str) -> list[Text] | None:
        piece = self.piece_named(scene, words)
        if piece is not None:
            return paragraphs(self.screen.room, self.piece_details(scene, piece))
        found = self.find(scene, words)
        if not found:
            return None
        view = scene.view
        if len(found) > 1:
            names = [Text("  ").append_text(self.decisions.brief(view, id)) for id in found[:MOST_FOUND]]
            return paragraphs(self.screen.room, [self.texts.say("details.several"), *names])
        if found[0].startswith("?"):
            sphere = self.words.sphere_names(self.words.spheres(found[0], view))
            return [self.texts.say("details.back", sphere=sphere)]
        return paragraphs(self.screen.room, self.words.details(view, found[0]))

    def piece_named(self, scene: Scene, words: str) -> Piece | None:
        """A card in play by its word."""
        if not re.fullmatch("u[0-9]{1,9}", words):
            return None
        return next((piece for piece in self.words.lying(scene.view) if piece.uid == int(words[1:])), None)

    def find(self, scene: Scene, words: str) -> list[str]:
        """The cards that were typed: by a word of the table, an id, a name or a part of one in any language."""
        view = scene.view
        pile = self.pile_card(scene, words)
        if pile is not None:
            return [pile]
        if words in view["cards"]:
            return [words]
        wanted = words.lower()
        exact: list[str] = []
        part: list[str] = []
        known = self.words.collection(view["cards"])
        for id, card in view["cards"].items():
            names = [str(card.get("name", id)), *[str(card[half].get("name", "")) for half in ("creature", "spell")]]
            if known is not None:
                names += [name for lang in known.names for name in known.names[lang][id].values()]
            lowered = [name.lower() for name in names]
            if wanted in lowered:
                exact.append(id)
            elif any(wanted in name for name in lowered):
                part.append(id)
        return exact or part

    def pile_card(self, scene: Scene, words: str) -> str | None:
        """A card in a hand, a groove, a trash or a draft by its word, as far as the seat sees it."""
        view = scene.view
        found = re.fullmatch(r"(?:p([0-5])\.)?([hxecm])([0-9]{1,5})", words)
        if found is None:
            return None
        number = int(found.group(3))
        pile: object = None
        if found.group(2) == "m":
            pile = draft_cards(view)
        else:
            seat = scene.seat if found.group(1) is None else int(found.group(1))
            if seat is not None and seat < len(view["seats"]):
                pile = view["seats"][seat][{"h": "hand", "x": "trash", "e": "groove", "c": "deck"}[found.group(2)]]
        return str(pile[number]) if isinstance(pile, list) and number < len(pile) else None

    def piece_details(self, scene: Scene, piece: Piece) -> list[Text]:
        """A card in play: what is printed on it as far as it is seen, where it lies, and how it stands."""
        view, say = scene.view, self.texts.say
        lines: list[Text] = []
        if piece.card.startswith("?"):
            lines.append(say("details.back", sphere=self.words.sphere_names(self.words.spheres(piece.card, view))))
        else:
            lines += self.words.details(view, piece.card)
        zone, whose = self.texts.raw(f"zone.{piece.zone}"), self.words.whose(scene, piece.seat)
        lines.append(say("details.place", uid=f"u{piece.uid}", whose=whose, zone=zone))
        row = piece.row or {}
        if piece.zone == "battlefield":
            statuses = ["engaged" if row["engaged"] else "ready", *[mark for mark in MARKS if row[mark]]]
            words = self.texts.raw("name.traits").join([self.texts.raw(f"status.{status}") for status in statuses])
            lines.append(say("details.creature_now", n=row["strength"], statuses=words))
            if piece.facedown:
                generic = view["options"]["generic_creature"]
                lines.append(say("details.generic", strength=f"{generic['strength']}/{generic['afflicted']}"))
            if row["granted"]:
                words = self.texts.raw("name.traits").join([self.texts.raw(f"word.{word}") for word in row["granted"]])
                lines.append(say("details.granted", words=words))
        if row.get("attached"):
            cards = self.drawing.attached(view, row)
            lines.append(say("details.attached", cards=cards[1:]))
        return lines

    def look(self, scene: Scene, words: str) -> list[Text] | None:
        view = scene.view
        piece = self.piece_named(scene, words)
        if piece is not None:
            return paragraphs(self.screen.room, self.piece_details(scene, piece))
        draft = view["assembly"]
        letter = words.removeprefix("set ").upper()
        if draft is not None and letter in draft["sets"]:
            ids = set_cards(view, letter)
            rows = self.drawing.rows(scene, [""] * len(ids), ids)
            return [self.texts.say("details.set", letter=letter.lower()), *rows]
        for seat, name in enumerate(scene.names):
            if words in (f"p{seat}", str(seat), name.lower()) and seat < len(view["seats"]):
                return self.look_lord(scene, seat)
        return None

    def look_lord(self, scene: Scene, seat: int) -> list[Text]:
        """A lord with all zones, the trash by name, and the texts of his creatures and spells."""
        view = scene.view
        if view["step"] == "assembly":
            return [*self.drawing.draft_lord(scene, seat), *self.deck_of(scene, seat)]
        lines = [*self.drawing.lord(scene, seat), *self.trash_of(scene, seat)]
        shown: list[Text] = []
        for piece in self.words.lying(view):
            if piece.seat != seat or piece.card.startswith("?") or piece.zone in ("vault", "tower"):
                continue
            on_field = piece.zone == "battlefield"
            text = self.words.creature_text(view, piece.card) if on_field else self.words.spell_text(view, piece.card)
            if text:
                shown.append(self.words.piece(view, piece).append(": ").append(text.replace("\n", " ")))
        return [*lines, *paragraphs(self.screen.room, shown)]

    def score(self, scene: Scene) -> list[Text]:
        """FS-11.3: there are no scores, but what decides if the last turn has gone by."""
        view, say = scene.view, self.texts.say
        lines: list[Text] = []
        for seat, lord in enumerate(view["seats"]):
            who = self.words.who(scene, seat)
            if lord["out"]:
                lines.append(say("score.out", who=who))
                continue
            deck = lord["deck"] if isinstance(lord["deck"], int) else len(lord["deck"])
            towers = len([row for row in lord["fortress"] if row["kind"] == "tower"])
            creatures, crystals = len(lord["battlefield"]), len(lord["vault"])
            lines.append(say("score.lord", who=who, towers=towers, creatures=creatures, crystals=crystals, deck=deck))
        return [*lines, say("score.limit", n=view["options"]["max_turns"])]

    def ending(self, scene: Scene) -> list[Text]:
        return self.score(scene)[:-1]

    # --- words --------------------------------------------------------------------------------------------------------

    def tell(self, scene: Scene, events: list[JsonObject]) -> list[Text]:
        return self.log.tell(scene, events)

    def dress(self, scene: Scene, refusal: Refusal) -> Refusal:
        """Refusals call cards by the names of the table; people see those of their language."""
        facts = dict(refusal.facts)
        names = self.called(scene.view)
        for key, value in facts.items():
            if isinstance(value, str) and value in names:
                facts[key] = names[value]
        return Refusal(refusal.kind, refusal.code, refusal.clause, facts)

    def called(self, view: JsonObject) -> dict[str, str]:
        """Ids and names of cards as they stand in the table, with the names in the language."""
        found: dict[str, str] = {}
        for id, card in view["cards"].items():
            for half in ("spell", "creature"):
                if "name" in card[half]:
                    found[card[half]["name"]] = self.words.half(view, id, half)
            found[str(card.get("name", id))] = found[id] = self.words.half(view, id, WHOLE)
        return found

    def prompt(self, scene: Scene) -> str:
        return self.texts.line(f"asked.{self.decisions.kind(scene)}") if scene.actions else super().prompt(scene)

    def ask(self, scene: Scene) -> Offer:
        return self.decisions.ask(scene)

    def read(self, scene: Scene, line: str) -> Reading | None:
        return self.decisions.read(scene, line)

    def listing(self, scene: Scene, words: str) -> Offer | Unclear:
        return self.decisions.listing(scene, words)

    def action(self, scene: Scene, word: str) -> Text:
        label = self.decisions.described(scene, [word])[0].label
        name = word.partition(" ")[0]
        return self.texts.say(f"said.{name}", what=label) if name in ("crystal", "target", "pick", "drop") else label

    def lines(self, scene: Scene) -> list[str]:
        view = scene.view
        words = [f"u{piece.uid}" for piece in self.words.lying(view)]
        if scene.seat is not None and isinstance(view["seats"][scene.seat]["hand"], list):
            words += [f"h{i}" for i in range(len(view["seats"][scene.seat]["hand"]))]
        words += [f"m{i}" for i in range(len(draft_cards(view)))]
        found = [f"card {word}" for word in words]
        found += [f"look p{seat}" for seat in range(len(view["seats"]))]
        if view["assembly"] is not None:
            found += [f"look {letter.lower()}" for letter in view["assembly"]["sets"]]
        return found

    def help(self) -> list[Text]:
        return paragraphs(self.screen.room, [self.texts.say(f"typing.{key}") for key in ("choose", "full", "short")])

    # --- the sheet's own commands -------------------------------------------------------------------------------------

    def extras(self) -> dict[str, Callable[[Scene, str], list[Text]]]:
        return {
            "hand": lambda scene, words: self.drawing.hand(scene),
            "texts": self.show_texts,
            "trash": self.show_trash,
            "deck": self.show_deck,
            "waiting": self.show_waiting,
            "legend": self.show_legend,
        }

    def show_texts(self, scene: Scene, words: str) -> list[Text]:
        """All hand cards, or in a draft all cards that can be taken, with their texts."""
        view = scene.view
        cards: list[str] = []
        letter = "h"
        if view["step"] == "assembly":
            cards, letter = draft_cards(view), "m"
        elif scene.seat is not None:
            cards = view["seats"][scene.seat]["hand"]
        lines: list[Text] = []
        for i, card in enumerate(cards):
            if not card.startswith("?"):
                first, *rest = self.words.details(view, card)
                lines += [Text(f"{letter}{i} ").append_text(first), *rest]
        return paragraphs(self.screen.room, lines) if lines else self.drawing.hand(scene)

    def show_trash(self, scene: Scene, words: str) -> list[Text]:
        """The trash of all lords."""
        return [line for seat in range(len(scene.view["seats"])) for line in self.trash_of(scene, seat)]

    def trash_of(self, scene: Scene, seat: int) -> list[Text]:
        """The trash of a lord by name."""
        trash = scene.view["seats"][seat]["trash"]
        cards = self.words.listed(scene.view, [*trash]) if trash else self.texts.say("lord.none")
        line = self.texts.say("details.trash_of", whose=self.words.whose(scene, seat), n=len(trash), cards=cards)
        return wrap(self.log.upper(line), self.screen.room, indent=4, first=0)

    def show_deck(self, scene: Scene, words: str) -> list[Text]:
        """The own deck while it is made; later only how many cards are left."""
        view, say = scene.view, self.texts.say
        if view["step"] == "assembly":
            open_to = [s for s, lord in enumerate(view["seats"]) if isinstance(lord["deck"], list)]
            own = [scene.seat] if scene.seat in open_to else open_to
            return [line for seat in own if seat is not None for line in self.deck_of(scene, seat)]
        sizes = [
            say("details.deck_size", who=self.words.whom(scene, seat), n=lord["deck"])
            for seat, lord in enumerate(view["seats"])
            if isinstance(lord["deck"], int)
        ]
        between = Text(self.texts.raw("list.between"))
        return wrap(say("details.deck_unknown", sizes=between.join(sizes)), self.screen.room)

    def deck_of(self, scene: Scene, seat: int) -> list[Text]:
        """A deck while it is made, by cards."""
        view, say = scene.view, self.texts.say
        deck = view["seats"][seat]["deck"]
        if not isinstance(deck, list):
            return []
        key = "details.deck" if seat == scene.seat else "details.deck_of"
        title = self.log.upper(say(key, n=len(deck), whose=self.words.whose(scene, seat)))
        cards = view["cards"]
        ids = sorted(dict.fromkeys(deck), key=lambda id: ([SPHERES.index(s) for s in cards[id]["spheres"]], id))
        rows = self.drawing.rows(scene, [f"{deck.count(id)}x" for id in ids], ids)
        return [title, *rows]

    def show_waiting(self, scene: Scene, words: str) -> list[Text]:
        """The attack, what runs and what waits."""
        lines = self.words.waiting(scene) or [self.texts.say("waiting.nothing")]
        return paragraphs(self.screen.room, lines)

    def show_legend(self, scene: Scene, words: str) -> list[Text]:
        """How to read the signs."""
        say = self.texts.say
        codes = [
            self.words.codes([sphere]).append(" ").append_text(self.words.sphere_names([sphere])) for sphere in SPHERES
        ]
        marks = {mark: self.texts.raw(f"mark.{mark}") for mark in MARKS}
        lines = [
            say("legend.words"),
            say("legend.spheres", codes=Text(self.texts.raw("list.between")).join(codes)),
            say("legend.strength"),
            say("legend.marks", **marks),
            say("legend.attached"),
            say("legend.mana"),
            say("legend.hand"),
        ]
        return paragraphs(self.screen.room, lines)


def as_options(options: JsonObject) -> JsonObject:
    """Options in which the answer about the kind of match has become options of the game; a new object."""
    found = {key: value for key, value in options.items() if key != KIND}
    kind = options.get(KIND)
    if kind is not None:
        found["assembly"] = "predesign" if kind in READY else kind
    if kind in TEAMS:
        found["mode"] = TEAMS[kind]
    return found

"""Decisions of Space Editor at the keyboard: the questions, the cells where cards fit, and what typed lines mean.

Short forms become action words here; whether those are legal is not decided here but read off the list of actions.
"""

from __future__ import annotations

import re
from typing import Final

from rich.text import Text

from orrery.terminal.drawing import paragraphs, row_of_boxes, styled
from orrery.terminal.games.space_editor.picture import MEDIUM, Cell, side_text, sides_shown
from orrery.terminal.games.space_editor.words import CardWords
from orrery.terminal.screen import Screen
from orrery.terminal.sheet import Choice, Move, Offer, Reading, Scene, Tried, Unclear
from orrery.terminal.texts import Texts

CELL: Final = re.compile(r"\(?(-?[0-9]{1,3}),(-?[0-9]{1,3})\)?")
LOW: Final = 32
"""In a window of fewer rows than this a question comes without pictures of its own."""
ACTION_WORDS: Final = {
    "place": 3,
    "discard": 1,
    "face": 2,
    "rotate": 2,
    "target": 1,
    "relocate": 2,
    "use": 0,
    "pass": 0,
    "basepoint": 1,
}
"""The words that actions begin with, and how many parts follow them when they are written in full."""


class Decisions:
    """What a seat is asked, and how it may answer."""

    def __init__(self, words: CardWords, texts: Texts, screen: Screen) -> None:
        self.words = words
        self.texts = texts
        self.screen = screen

    def step(self, scene: Scene) -> str:
        """The sort of decision that is asked for: the word of its actions."""
        word = scene.actions[0].split(" ")[0]
        return "use" if word == "pass" else word

    def ask(self, scene: Scene) -> Offer:
        if not scene.actions:
            return Offer()
        step = self.step(scene)
        say, view = self.texts.say, scene.view
        if step == "basepoint":
            enter = "basepoint 0,0" if "basepoint 0,0" in scene.actions else scene.actions[0]
            return Offer(say("ask.basepoint", card=self.words.called(view, view["basepoint"])), enter=enter)
        if step == "place":
            _, id, cell, _ = scene.actions[0].split(" ")
            hint = say("ask.place_hint", i=self.hand_ids(scene).index(id) + 1, cell=cell)
            if view["now"] is None:
                return Offer(say("ask.place"), topic="place", hint=hint)
            return Offer(say("ask.place_ability", card=self.source(scene)[0]), topic="place", hint=hint)
        if step == "discard":
            choices = [
                Choice(say("choice.discard", card=self.words.called(view, word.split(" ")[1])), word)
                for word in scene.actions
            ]
            return Offer(say("ask.discard"), choices=choices)
        if step in ("face", "rotate"):
            return self.ask_rotation(scene, step)
        if step == "relocate":
            return self.ask_relocation(scene)
        return self.ask_ability(scene, step)

    def source(self, scene: Scene) -> tuple[Text, str, str]:
        """The card whose ability is being resolved: its name, its cell, its id."""
        return self.numbered_card(scene, scene.view["now"]["no"])

    def numbered_card(self, scene: Scene, no: int) -> tuple[Text, str, str]:
        """A placed card by its serial number: its name, its cell, its id (empty if it is not known)."""
        for row in scene.view["board"]:
            if row["no"] == no:
                cell = f"{row['x']},{row['y']}"
                known = {lying.no: lying.id for lying in self.words.lying(scene).values()}
                told = [e["card"] for e in scene.seen if e.get("no") == no and isinstance(e.get("card"), str)]
                id = row["card"] or known.get(no) or (told[-1] if told else "")
                name = self.words.called(scene.view, id) if id else Text(self.texts.raw("event.a_card"))
                return name, cell, id
        return Text(self.texts.raw("event.a_card")), "", ""

    def acting(self, scene: Scene) -> list[Cell]:
        """The cells of the cards that the question is about."""
        view = scene.view
        numbers = [row["no"] for row in view["faces"][:1]]
        if view["now"] is not None:
            numbers += [view["now"]["no"], view["now"].get("subject")]
        return [(row["x"], row["y"]) for row in view["board"] if row["no"] in numbers]

    def ask_rotation(self, scene: Scene, step: str) -> Offer:
        """The four rotations of one card, drawn."""
        no = scene.view["faces"][0]["no"] if step == "face" else scene.view["now"]["subject"]
        name, cell, id = self.numbered_card(scene, no)
        now = next((row["r"] for row in scene.view["board"] if row["no"] == no), 0)
        title = self.texts.say(f"ask.{step}", card=name, cell=cell, r=now or 0)
        return self.rotation_offer(scene, title, id, sorted(scene.actions))

    def rotation_offer(self, scene: Scene, title: Text, id: str, words: list[str]) -> Offer:
        """Actions that differ by their rotation, with pictures of the card. Those that look alike are offered once, and
        any word for one of them means it.
        """
        definition = scene.view["cards"][id]
        by_look: dict[tuple[str, ...], list[str]] = {}
        for word in words:
            by_look.setdefault(tuple(sides_shown(definition, int(word[-1]))), []).append(word)
        outcomes = self.outcomes(scene, [alike[0] for alike in by_look.values()])
        boxes: list[tuple[Text, list[Text]]] = []
        choices: list[Choice] = []
        for i, (sides, alike) in enumerate(by_look.items(), 1):
            word = alike[0]
            piece = self.words.card_piece(scene.view, id, int(word[-1]))
            boxes.append((styled(f"{i}) r{word[-1]}", "bold"), piece.draw(MEDIUM)))
            label = Text(f"r{word[-1]}  ").append_text(Text(" ").join([side_text(side) for side in sides]))
            down, up = outcomes.get(word, ([], []))
            for key, cells in (("choice.turns_down", down), ("choice.turns_up", up)):
                if cells:
                    label.append("  ").append_text(self.texts.say(key, cells=" ".join(cells)))
            also = [said for one in alike for said in self.rotation_words(int(one[-1]))]
            choices.append(Choice(label, word, tuple(also)))
        others = {said: f"{words[0][:-1]}{r}" for r in range(4) for said in self.rotation_words(r)}
        picture = row_of_boxes(self.screen.glyphs, boxes, MEDIUM.inner, self.screen.room)
        return Offer(title, [] if self.is_low() else picture, choices, others=others)

    def is_low(self) -> bool:
        """Is the window so low that the picture needs all the room there is?"""
        return self.screen.tall is not None and self.screen.tall < LOW

    def rotation_words(self, rotation: int) -> list[str]:
        """How a rotation may be typed where one is asked for."""
        return [f"r{rotation}", *self.texts.words(f"rotation.r{rotation}")]

    def rotation_named(self, word: str) -> int | None:
        """The rotation that was typed."""
        return next((r for r in range(4) if word in (str(r), *self.rotation_words(r))), None)

    def ask_relocation(self, scene: Scene) -> Offer:
        """The cells that a card may be moved to."""
        name, cell, id = self.numbered_card(scene, scene.view["now"]["subject"])
        return self.cells_offer(scene, self.texts.say("ask.relocate", card=name, cell=cell), "relocate", id, "m")

    def ask_ability(self, scene: Scene, step: str) -> Offer:
        """Use or pass, or which card an effect takes, with the printed text of the ability."""
        name, cell, id = self.source(scene)
        view, say, now = scene.view, self.texts.say, scene.view["now"]
        picture: list[Text] = []
        printed = self.words.abilities(view, id) if id else []
        if now["ability"] < len(printed):
            picture = paragraphs(
                self.screen.room, [Text("  ").append_text(say("ask.ability_text", text=printed[now["ability"]]))]
            )
        verb = self.verb(scene)
        if step == "use":
            if scene.actions == ["pass"]:
                return Offer(say("ask.pass_only", card=name, cell=cell), picture, enter="pass")
            use = say("choice.use_verb", verb=self.texts.raw(f"verb_bare.{verb}")) if verb else say("choice.use")
            choices = [Choice(use, "use"), Choice(say("choice.pass"), "pass")]
            return Offer(say("ask.use", card=name, cell=cell), picture, choices)
        choices = [Choice(self.target_label(scene, word, verb), word) for word in self.by_cell(scene.actions)]
        return Offer(say("ask.target", card=name, cell=cell), picture, choices)

    def action(self, scene: Scene, word: str) -> Text:
        """An action in words."""
        name, *parts = word.split(" ")
        say, view = self.texts.say, scene.view
        if name == "place":
            return say("said.place", card=self.words.called(view, parts[0]), cell=parts[1], r=parts[2])
        if name == "discard":
            return say("choice.discard", card=self.words.called(view, parts[0]))
        if name == "relocate":
            card = self.numbered_card(scene, view["now"]["subject"])[0]
            return say("said.relocate", card=card, cell=parts[0], r=parts[1])
        if name in ("face", "rotate"):
            no = view["faces"][0]["no"] if name == "face" else view["now"]["subject"]
            card, cell, _ = self.numbered_card(scene, no)
            return say("said.rotate", card=card, cell=cell, r=parts[-1])
        if name == "basepoint":
            return say("said.basepoint", cell=parts[0])
        verb = self.verb(scene)
        if name == "use":
            return say("choice.use_verb", verb=self.texts.raw(f"verb_bare.{verb}")) if verb else say("choice.use")
        return say("choice.pass") if name == "pass" else self.target_label(scene, word, verb)

    def verb(self, scene: Scene) -> str:
        """What the ability does that is being resolved; empty if its card is not known."""
        now, id = scene.view["now"], self.source(scene)[2]
        return str(scene.view["cards"][id]["abilities"][now["ability"]]["do"][now["effect"]]["effect"]) if id else ""

    def target_label(self, scene: Scene, word: str, verb: str) -> Text:
        """What choosing a card would do to it."""
        cell = word.split(" ")[1]
        x, y = cell.split(",")
        lying = self.words.lying(scene).get((int(x), int(y)))
        if lying is None or lying.id is None:
            card = Text(self.texts.raw("event.a_card"))
        else:
            card = self.words.quoted(scene.view, lying.id)
        return self.texts.say(f"verb.{verb}", card=card, cell=cell) if verb else Text(word)

    @staticmethod
    def by_cell(words: list[str]) -> list[str]:
        """Actions with a cell, from the upper left to the lower right of the picture."""

        def place(word: str) -> tuple[int, int]:
            x, y = word.split(" ")[1].split(",")
            return -int(y), int(x)

        return sorted(words, key=place)

    # --- where cards fit ----------------------------------------------------------------------------------------------

    def hand_ids(self, scene: Scene) -> list[str]:
        """The seat's hand."""
        if scene.seat is None:
            return []
        hand = scene.view["hands"][scene.seat]
        return list(hand) if isinstance(hand, list) else []

    def fitting(self, scene: Scene, word: str, id: str) -> dict[Cell, list[str]]:
        """The legal actions of a card by cell, from the upper left to the lower right."""
        found: dict[Cell, list[str]] = {}
        for action in scene.actions:
            parts = action.split(" ")
            if parts[0] == word and (word != "place" or parts[1] == id):
                x, y = parts[-2].split(",")
                found.setdefault((int(x), int(y)), []).append(action)
        return dict(sorted(found.items(), key=lambda item: (-item[0][1], item[0][0])))

    def rotations(self, scene: Scene, word: str, id: str, cell: Cell) -> list[int]:
        """The rotations in which a card may be put in a cell."""
        return [int(action[-1]) for action in self.fitting(scene, word, id).get(cell, [])]

    def outcomes(self, scene: Scene, words: list[str]) -> dict[str, tuple[list[str], list[str]]]:
        """For each action the cells whose cards its energies turn down, and up. Abilities are not looked at."""
        found: dict[str, tuple[list[str], list[str]]] = {}
        world = self.words.world(scene)
        for word in words[:400]:
            action = world.read(word)
            if action is None or word.split(" ")[0] not in ("place", "relocate"):
                continue
            down: list[str] = []
            up: list[str] = []
            for event in world.clone().act(action):
                said = event.as_json()
                if said["event"] in ("turned_down", "turned_up") and said["rules"]:
                    (up if said["event"] == "turned_up" else down).append(f"{said['x']},{said['y']}")
            found[word] = (down, up)
        return found

    def cells_offer(self, scene: Scene, title: Text, word: str, id: str, short: str) -> Offer:
        """The cells for a card with their rotations; choosing one asks for the rotation if there are several."""
        cells = self.fitting(scene, word, id)
        outcomes = self.outcomes(scene, [action for actions in cells.values() for action in actions])
        glyphs = self.screen.glyphs
        choices: list[Choice] = []
        marked = False
        for (x, y), actions in cells.items():
            label = styled(f"{x},{y}", "bold")
            for action in actions:
                down, up = outcomes.get(action, ([], []))
                marks = (glyphs.down if down else "") + (glyphs.up if up else "")
                marked = marked or bool(marks)
                written = action[-1] if self.is_low() and action != actions[0] else f" {action[-2:]}"
                label.append(f"{written}{marks}")
            choices.append(Choice(label, actions[0] if len(actions) == 1 else f"{short} {x},{y}", (f"{x},{y}",)))
        hint = self.texts.say("choice.turns", down=glyphs.down, up=glyphs.up) if marked else None
        written_on = {
            f"{x},{y}": "r" + "".join([action[-1] for action in actions]) for (x, y), actions in cells.items()
        }
        others = {" ".join(action.split(" ")[-2:]): action for actions in cells.values() for action in actions}
        return Offer(title, choices=choices, topic="turns", hint=hint, marks=written_on, others=others)

    def hand_offer(self, scene: Scene) -> Offer:
        """The cards of the hand, each with the number of its cells."""
        choices: list[Choice] = []
        for i, id in enumerate(self.hand_ids(scene), 1):
            count = len(self.fitting(scene, "place", id))
            key = "choice.places" if count else "choice.nowhere"
            choices.append(Choice(self.texts.say(key, card=self.words.called(scene.view, id), n=count), f"p {i}"))
        return Offer(self.texts.say("choice.which_hand"), choices=choices)

    def places_offer(self, scene: Scene, index: int) -> Offer | Unclear:
        """The cells for a card of the hand."""
        id = self.hand_ids(scene)[index]
        name = self.words.called(scene.view, id)
        cells = self.fitting(scene, "place", id)
        if not cells:
            return Unclear(self.texts.say("choice.fits_nowhere", card=name, index=index + 1))
        title = self.texts.say("choice.which_cell", card=name, n=len(cells))
        return self.cells_offer(scene, title, "place", id, f"p {index + 1}")

    # --- typed lines --------------------------------------------------------------------------------------------------

    def read(self, scene: Scene, line: str) -> Reading | None:
        if not scene.actions:
            return None
        line = re.sub(r"\s*,\s*", ",", line)
        word, *rest = line.split(" ")
        step = self.step(scene)
        if CELL.fullmatch(word):
            return self.read_cell(scene, step, word, rest)
        if re.fullmatch("r[0-3]", word) and step in ("face", "rotate"):
            return Move(f"{step} {scene.actions[0].split(' ')[1]} {word}")
        if step == "place" and word.isdigit() and self.find_in_hand(scene, word) is not None:
            return self.read_place(scene, [word, *rest])
        for name in ACTION_WORDS:
            if word == name or word in self.texts.words(f"alias.{name}"):
                return self.read_action(scene, name, rest)
        return None

    def read_action(self, scene: Scene, name: str, rest: list[str]) -> Reading:
        """A line that begins with an action's word or a short form of it."""
        step = self.step(scene)
        full = Move(" ".join([name, *rest]))
        if name != step and len(rest) != ACTION_WORDS[name] and {name, step} != {"face", "rotate"}:
            return Unclear(self.texts.say("choice.not_now", tried=name, asked=self.texts.raw(f"asked.{step}")))
        if name == "place":
            return self.read_place(scene, rest) if step == "place" else full
        if name == "discard" and rest:
            index = self.find_in_hand(scene, " ".join(rest))
            return full if index is None else Move(f"discard {self.hand_ids(scene)[index]}")
        if name in ("face", "rotate") and step in ("face", "rotate") and len(rest) <= 1:
            found = self.rotation_named(rest[0]) if rest else None
            return self.ask(scene) if found is None else Move(f"{step} {scene.actions[0].split(' ')[1]} r{found}")
        if name == step and name in ("target", "basepoint", "relocate"):
            if not rest:
                return self.ask(scene)
            cell, further = take_cell(rest)
            if cell is not None:
                return self.read_cell(scene, step, cell, further)
        return full

    def read_cell(self, scene: Scene, step: str, text: str, rest: list[str]) -> Reading:
        """A cell alone: what that means depends on what is asked."""
        cell = text.strip("()")
        x, y = cell.split(",")
        here = (int(x), int(y))
        cell = f"{here[0]},{here[1]}"
        if step in ("basepoint", "target"):
            return Move(f"{step} {cell}")
        if step == "relocate":
            id = self.numbered_card(scene, scene.view["now"]["subject"])[2]
            return self.put(scene, "relocate", id, here, rest, "relocate")
        if step == "place":
            fits = [
                Choice(self.words.called(scene.view, id), f"p {self.hand_ids(scene).index(id) + 1} {cell}")
                for id in dict.fromkeys(self.hand_ids(scene))
                if here in self.fitting(scene, "place", id)
            ]
            if fits:
                return Offer(self.texts.say("choice.which_card", cell=cell), choices=fits)
            ids = list(dict.fromkeys(self.hand_ids(scene)))
            return Tried([f"place {id} {cell} r{r}" for id in ids for r in range(4)])
        return Move(f"{step} {cell}" + "".join([f" {part}" for part in rest]))

    def read_place(self, scene: Scene, rest: list[str]) -> Reading:
        """`place` or `p` with a card of the hand, perhaps a cell, perhaps a rotation."""
        if not rest:
            return self.hand_offer(scene)
        cut = next((i for i, part in enumerate(rest) if i and take_cell(rest[i:])[0] is not None), len(rest))
        words = " ".join(rest[:cut])
        index = self.find_in_hand(scene, words)
        if index is None:
            if len(rest) == 3 and cut == 1 and re.fullmatch("r[0-3]", rest[2]):
                return Move(" ".join(["place", *rest]))
            return self.no_hand_card(scene, words)
        if cut == len(rest):
            return self.places_offer(scene, index)
        cell, further = take_cell(rest[cut:])
        assert cell is not None
        x, y = cell.strip("()").split(",")
        id = self.hand_ids(scene)[index]
        return self.put(scene, "place", id, (int(x), int(y)), further, f"place {id}")

    def put(self, scene: Scene, word: str, id: str, cell: Cell, rest: list[str], begin: str) -> Reading:
        """A card and a cell: with a rotation one action, without one a choice among those that are legal."""
        place = f"{begin} {cell[0]},{cell[1]}"
        if rest:
            found = self.rotation_named(" ".join(rest))
            if found is None:
                return Unclear(self.texts.say("choice.no_rotation", tried=" ".join(rest)))
            return Move(f"{place} r{found}")
        legal = self.rotations(scene, word, id, cell)
        if not legal:
            return Tried([f"{place} r{r}" for r in range(4)])
        title = self.texts.say(
            "choice.which_rotation", card=self.words.called(scene.view, id), cell=f"{cell[0]},{cell[1]}"
        )
        offer = self.rotation_offer(scene, title, id, [f"{place} r{r}" for r in sorted(legal)])
        offer.marks[f"{cell[0]},{cell[1]}"] = "?"
        return Move(offer.choices[0].line) if len(offer.choices) == 1 else offer

    def find_in_hand(self, scene: Scene, words: str) -> int | None:
        """The place in the hand of a card that was typed: its number there, its id, or its name."""
        hand = self.hand_ids(scene)
        if words.isascii() and words.isdigit() and 1 <= int(words[:6]) <= len(hand) and words[0] != "0":
            return int(words) - 1
        if words in hand:
            return hand.index(words)
        fits = self.matching(scene, words, hand)
        return hand.index(fits[0]) if len(fits) == 1 else None

    def find_cards(self, scene: Scene, words: str) -> list[str]:
        """The cards that what was typed may mean: of the hand by number, else by id, else by name, else of a cell."""
        hand = self.hand_ids(scene)
        if words.isascii() and words.isdigit() and len(words) < 3 and 1 <= int(words) <= len(hand):
            return [hand[int(words) - 1]]
        if words in scene.view["cards"]:
            return [words]
        found = CELL.fullmatch(words)
        if found:
            lying = self.words.lying(scene).get((int(found.group(1)), int(found.group(2))))
            return [lying.id] if lying is not None and lying.id is not None else []
        return self.matching(scene, words, sorted(scene.view["cards"]))

    def matching(self, scene: Scene, words: str, ids: list[str]) -> list[str]:
        """Those of the cards whose name is what was typed, or begins with it, or holds it: the best sort there is."""
        if not words:
            return []
        names = {id: self.words.all_names(scene.view, id) for id in dict.fromkeys(ids)}
        exact = [id for id, own in names.items() if words in own]
        first = [id for id, own in names.items() if any(name.startswith(words) for name in own)]
        return exact or first or [id for id, own in names.items() if any(words in name for name in own)]

    def no_hand_card(self, scene: Scene, words: str) -> Unclear:
        """A card was typed that is not in the hand."""
        return Unclear(self.texts.say("choice.no_hand_card", tried=words, n=len(self.hand_ids(scene))))


def take_cell(parts: list[str]) -> tuple[str | None, list[str]]:
    """A cell at the beginning of some words, written 1,0 or (1,0) or 1 0, and what follows it."""
    if parts and CELL.fullmatch(parts[0]):
        return parts[0], parts[1:]
    if len(parts) >= 2 and CELL.fullmatch(f"{parts[0]},{parts[1]}"):
        return f"{parts[0]},{parts[1]}", parts[2:]
    return None, parts


def cell_of(text: str) -> Cell:
    """A cell as it is typed."""
    x, y = text.split(",")
    return int(x), int(y)

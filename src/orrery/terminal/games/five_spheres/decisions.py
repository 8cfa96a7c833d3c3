"""The decisions of Five Spheres: each asked in words with its options described, and typed lines understood."""

from __future__ import annotations

import re
from typing import Final

from rich.text import Text

from orrery.core.data import JsonObject
from orrery.games.five_spheres.cards.vocabulary import FACE_DOWN_COST
from orrery.games.five_spheres.rules.words import FIRST_WORDS
from orrery.terminal.games.five_spheres.log import set_cards
from orrery.terminal.games.five_spheres.picture import Picture, mana_of
from orrery.terminal.games.five_spheres.words import Piece, Words
from orrery.terminal.screen import Screen
from orrery.terminal.sheet import Choice, Move, Offer, Reading, Scene, Tried, Unclear

FEW: Final = 12
"""So many actions at most are listed at once; of more, kinds are offered first."""
DECLINING: Final = ("end", "noblock", "noretaliate", "target none", "keep")
"""What `pass` may mean."""
ORDER: Final = (
    "tag", "cure", "crystal", "summon", "cast", "generic", "crystal2", "attack", "use", "block", "retaliate", "destroy",
    "pay", "target", "pick", "set", "drop", "keep", "trashhand", "noblock", "noretaliate", "end",
)  # fmt: skip
"""The kinds of actions as they are listed; what declines comes last."""
PART: Final = re.compile(r"[uhemxc][0-9]+|p[0-5](\.[hxec][0-9]+)?")


class Decisions:
    """Asks, lists and reads."""

    def __init__(self, words: Words, picture: Picture, screen: Screen) -> None:
        self.words = words
        self.picture = picture
        self.texts = words.texts
        self.screen = screen

    # --- asking -------------------------------------------------------------------------------------------------------

    def kind(self, scene: Scene) -> str:
        """What is asked: a pending decision, a step, or what a draft wants."""
        view = scene.view
        if view["pending"] is not None:
            return str(view["pending"]["kind"])
        if view["step"] == "assembly":
            return {"sets": "set", "random": "drop"}.get(view["assembly"]["method"], "pick")
        return str(view["step"])

    def ask(self, scene: Scene) -> Offer:
        """The question that the seat has to answer now."""
        if not scene.actions:
            return Offer()
        kind = self.kind(scene)
        enter = scene.actions[0] if len(scene.actions) == 1 else "keep" if kind == "discard" else None
        hinted = self.texts.has(f"hint.{kind}") and len(scene.actions) > 1
        hint = self.texts.say(f"hint.{kind}") if hinted else None
        return Offer(self.title(scene, kind), choices=self.choices(scene), enter=enter, topic=kind, hint=hint)

    def title(self, scene: Scene, kind: str) -> Text:
        """The question in words."""
        view, say, seat = scene.view, self.texts.say, scene.view["to_act"]
        lord = view["seats"][seat]
        if kind in ("pick", "set", "drop"):
            return self.draft_title(scene, kind, len(lord["deck"]))
        if kind == "casting":
            return say("ask.casting" if len(scene.actions) > 1 else "ask.casting_nothing", **mana_of(lord))
        if kind == "discard":
            return say("ask.discard", n=len(lord["hand"]))
        if kind == "tag":
            return say("ask.tag", partner=self.words.whom(scene, self.words.partner(view, seat)))
        if kind in ("block", "siege", "retaliate", "pay"):
            return self.attack_title(scene, kind)
        if kind in ("target", "lord"):
            return self.target_title(scene, kind)
        return say(f"ask.{kind}")

    def draft_title(self, scene: Scene, kind: str, size: int) -> Text:
        """The question of a draft."""
        draft, say = scene.view["assembly"], self.texts.say
        if kind == "set":
            return say("ask.set", n=size // 12)
        if kind == "drop":
            return say("ask.drop", n=draft["left"])
        if draft["left"] > 1:
            return say("ask.pick_more", left=draft["left"], n=size)
        if draft["method"] != "closed_draft":
            return say("ask.pick_market", n=size)
        step = 1 if draft["round"] % 2 else -1
        to = (scene.view["to_act"] + step) % len(scene.view["seats"])
        return say("ask.pick_pack", whom=self.words.whom(scene, to), n=size)

    def attack_title(self, scene: Scene, kind: str) -> Text:
        """The questions of an attack."""
        view, say, words = scene.view, self.texts.say, self.words
        attack = view["attack"]
        known = words.pieces(scene)
        card = words.strong(scene, attack["attacker"], known)
        who = words.who(scene, attack["by"])
        lord = view["seats"][attack["defender"]]
        energies = Text("  ").join(
            self.picture.grouped(view, [(f"e{i}", back) for i, back in enumerate(lord["groove"])])
        )
        citadel = words.is_citadel(view)
        if kind == "siege" and citadel:
            return say("ask.siege_citadel", card=card, lords=words.lords(scene, attack["defender"]))
        if kind == "siege":
            return say("ask.siege", card=card, whom=words.whom(scene, attack["defender"]))
        if kind == "retaliate":
            return say("ask.retaliate_citadel" if citadel else "ask.retaliate", n=attack["energy"], have=energies)
        if kind == "pay":
            id = lord["hand"][attack["spell"]["hand"]]
            cost = view["cards"][id]["spell"]["cost"]
            return say("ask.pay", n=cost, card=words.name(view, id, "spell"), have=energies)
        if attack["target"] is None:
            key = "ask.block_citadel" if citadel else "ask.block_fortress"
            return say(key, who=who, card=card, towers=words.towers(view, attack["defender"]))
        return say("ask.block_creature", who=who, card=card, target=words.owned(scene, attack["target"], known))

    def target_title(self, scene: Scene, kind: str) -> Text:
        """An effect that asks for cards or for a lord: what it says, and how many."""
        view, say = scene.view, self.texts.say
        pending, program = view["pending"], view["programs"][-1]
        if program["card"] is None:
            return say("ask.target_draw")
        source, text = self.words.program_source(view, program), self.words.program_text(view, program)
        if kind == "lord":
            return say("ask.lord", source=source, text=text)
        verb = self.texts.raw(f"verb.{pending['verb']}")
        line = say("ask.target", source=source, text=text).append("\n")
        named = len(pending["picked"])
        key = "target_more" if pending["need"] + named > 1 else "target_one"
        return line.append_text(say(f"ask.{key}", verb=verb, n=pending["need"], named=named))

    # --- choices ------------------------------------------------------------------------------------------------------

    def choices(self, scene: Scene) -> list[Choice]:
        """All actions in words if they are few, else by kinds: a kind of several is opened by choosing it."""
        known = self.words.pieces(scene)
        groups: dict[str, list[str]] = {}
        for action in sorted(scene.actions, key=order):
            parts = action.split(" ")
            several = parts[0] in ("attack", "cure") or (parts[0] in ("cast", "retaliate") and len(parts) > 2)
            groups.setdefault(" ".join(parts[:2]) if several else parts[0], []).append(action)
        choices: list[Choice] = []
        for key, actions in groups.items():
            name = key.split(" ")[0]
            few = len(scene.actions) <= FEW or not self.texts.has(f"kind.{name}") or (" " not in key and name == "cast")
            if few or len(actions) == 1 or len(groups) == 1 or (" " not in key and name == "retaliate"):
                choices += self.described(scene, actions, known)
            else:
                choices.append(Choice(self.group(scene, key, len(actions), known), key))
        return choices

    def described(self, scene: Scene, actions: list[str], known: dict[int, Piece] | None = None) -> list[Choice]:
        """Actions as choices."""
        known = self.words.pieces(scene) if known is None else known
        if actions and actions[0].split(" ")[0] in ("pick", "drop"):
            return self.draft_choices(scene, actions)
        return [Choice(self.action(scene, action, known), action) for action in actions]

    def draft_choices(self, scene: Scene, actions: list[str]) -> list[Choice]:
        """The cards of a market, a pack or a deck in short."""
        cards = draft_cards(scene.view)
        found: list[Choice] = []
        for action in sorted(actions, key=lambda word: int(word.split(" ")[1][1:])):
            word = action.split(" ")[1]
            card = cards[int(word[1:])]
            if card.startswith("?"):
                label = Text(f"{word} ").append_text(self.words.name(scene.view, card))
            else:
                label = Text(f"{word} ").append_text(self.brief(scene.view, card))
            found.append(Choice(label, action))
        return found

    def brief(self, view: JsonObject, card: str) -> Text:
        """A card in one running line."""
        creature, spell = view["cards"][card]["creature"], view["cards"][card]["spell"]
        line = self.words.codes(self.words.spheres(card, view)).append(f" {creature['cost']} ")
        line.append_text(self.words.name(view, card, "creature"))
        line.append(" {}/{}".format(*self.words.printed(view, card))).append(f" ({self.words.traits(view, card)})")
        line.append(f" | {spell['cost']} ").append_text(self.words.name(view, card, "spell"))
        return line.append(f" ({self.words.spell_type(view, card)})")

    def group(self, scene: Scene, key: str, n: int, known: dict[int, Piece]) -> Text:
        """Several actions of one kind as one choice."""
        view, say = scene.view, self.texts.say
        name, _, word = key.partition(" ")
        if name in ("attack", "cure"):
            return say(f"kind.{name}", card=self.words.strong(scene, int(word[1:]), known), n=n)
        if name in ("cast", "retaliate"):
            id = self.hand_card(scene, word)
            cost = self.spell_cost(view, id)
            kind = self.words.spell_type(view, id, whole=True)
            card = self.words.name(view, id, "spell")
            return say(f"kind.{name}", card=card, hand=word, cost=cost, type=kind, n=n)
        return say(f"kind.{name}", n=n)

    def hand_card(self, scene: Scene, word: str) -> str:
        """A card of the hand of the seat to act."""
        return str(scene.view["seats"][scene.view["to_act"]]["hand"][int(word[1:])])

    def spell_cost(self, view: JsonObject, id: str) -> int:
        """What a spell half costs as printed; a hidden one always 3."""
        return int(view["cards"][id]["spell"]["cost"])

    def action(self, scene: Scene, action: str, known: dict[int, Piece]) -> Text:
        """An action in words."""
        view, say, words = scene.view, self.texts.say, self.words
        parts = action.split(" ")
        name = parts[0]
        if name == "end":
            return say(f"action.end_{view['step']}")
        if name in ("summon", "generic", "crystal", "crystal2", "cast", "retaliate"):
            return self.hand_action(scene, parts, known)
        if name == "cure":
            card, crystal = words.at(scene, int(parts[1][1:]), known), words.at(scene, int(parts[3][1:]), known)
            return say("action.cure", card=card, crystal=crystal)
        if name == "attack":
            return self.attack_action(scene, parts, known)
        if name == "use":
            uid = int(parts[1][1:])
            text = words.used_text(view, known[uid].card) if uid in known else ""
            return say("action.use", card=words.at(scene, uid, known), text=text)
        if name in ("block", "destroy"):
            return say(f"action.{name}", card=words.strong(scene, int(parts[1][1:]), known))
        if name == "pay":
            groove = view["seats"][view["to_act"]]["groove"]
            rows = [(word, groove[int(word[1:])]) for word in parts[1].split(",")]
            return say("action.pay", cards=Text("  ").join(self.picture.grouped(view, rows)))
        if name == "target":
            choice = words.option(scene, parts[1], known)
            return choice if parts[1] == "none" else choice.append(f"  {parts[1]}" if "." in parts[1] else "", "dim")
        if name == "set":
            return self.set_label(view, parts[1])
        if name == "tag":
            return say("action.tag", partner=words.whom(scene, words.partner(view, view["to_act"])))
        return say(f"action.{name}")

    def set_label(self, view: JsonObject, letter: str) -> Text:
        """A set by its letter and cards."""
        between = self.texts.raw("list.between")
        cards: list[Text] = []
        for id in set_cards(view, letter):
            codes = self.words.codes(self.words.spheres(id, view))
            cards.append(codes.append(" ").append_text(self.words.name(view, id, "creature")))
        return self.texts.say("action.set", letter=letter, cards=Text(between).join(cards))

    def hand_action(self, scene: Scene, parts: list[str], known: dict[int, Piece]) -> Text:
        """An action with a hand card."""
        view, say, words = scene.view, self.texts.say, self.words
        name, hand = parts[0], parts[1]
        id = self.hand_card(scene, hand)
        card: JsonObject = view["cards"][id]
        if name in ("crystal", "crystal2"):
            sphere = words.sphere_names(card["spheres"])
            key = "crystal_dual" if len(card["spheres"]) > 1 else name
            return say(f"action.{key}", hand=hand, sphere=sphere, card=words.name(view, id))
        if name in ("summon", "generic"):
            inverted = bool(card["creature"].get("inverted"))
            cost = FACE_DOWN_COST if inverted else card["creature"]["cost"]
            strength = "{}/{}".format(*words.printed(view, id))
            key = "summon_down" if name == "summon" and inverted else name
            creature = words.name(view, id, "creature")
            return say(f"action.{key}", hand=hand, card=creature, cost=cost, strength=strength)
        key = name if len(parts) == 2 else f"{name}_at"
        host = words.strong(scene, int(parts[3][1:]), known) if len(parts) > 3 else ""
        return say(
            f"action.{key}",
            hand=hand,
            card=words.name(view, id, "spell"),
            cost=self.spell_cost(view, id),
            type=words.spell_type(view, id, whole=True),
            host=host,
            text=words.spell_text(view, id).replace("\n", " "),
        )

    def attack_action(self, scene: Scene, parts: list[str], known: dict[int, Piece]) -> Text:
        """An attack that can be made."""
        say, words = self.texts.say, self.words
        card = words.strong(scene, int(parts[1][1:]), known)
        if parts[2] != "fortress":
            return say("action.attack_creature", card=card, target=words.owned(scene, int(parts[2][1:]), known))
        seat = int(parts[3])
        towers = words.towers(scene.view, seat)
        if words.is_citadel(scene.view):
            key = "action.attack_citadel" if towers else "action.attack_citadel_last"
            return say(key, card=card, lords=words.lords(scene, seat), n=towers)
        lord = words.whom(scene, seat)
        return say("action.attack_fortress" if towers else "action.attack_last", card=card, lord=lord, n=towers)

    # --- reading ------------------------------------------------------------------------------------------------------

    def translated(self, scene: Scene, line: str) -> str:
        """A typed line with other words as actions write them."""
        parts = line.split(" ")
        if line in self.texts.words("typed.pass"):
            return next((word for word in DECLINING if word in scene.actions), line)
        for name in FIRST_WORDS:
            if parts[0] == name or parts[0] in self.texts.words(f"typed.{name}"):
                parts[0] = name
                break
        if parts[0] == "attack" and len(parts) == 3 and re.fullmatch("p?[0-5]", parts[2]):
            parts[2:] = ["fortress", parts[2][-1]]
        if parts[0] == "attack" and len(parts) == 4 and re.fullmatch("p[0-5]", parts[3]):
            parts[3] = parts[3][1:]
        if parts[0] in ("cast", "retaliate") and len(parts) == 3 and parts[2].startswith("u"):
            parts[2:] = ["at", parts[2]]
        if parts[0] == "cure" and len(parts) == 3 and parts[2].startswith("u"):
            parts[2:] = ["with", parts[2]]
        return " ".join(parts)

    def opened(self, scene: Scene, line: str) -> Offer | None:
        """The actions that a part of an action may become, or that name a thing; None if there is none."""
        found = [action for action in scene.actions if action == line or action.startswith(line + " ")]
        if not found:
            wanted = line.split(" ")
            found = [action for action in scene.actions if all(word in things(action) for word in wanted)]
        if not found:
            return None
        found.sort(key=order)
        return Offer(self.texts.say("actions.title", n=len(found)), choices=self.described(scene, found))

    def by_name(self, scene: Scene, line: str) -> Offer | None:
        """The actions in whose words all that was typed occurs: a part of a card's name finds what it can do."""
        if len(line.replace(" ", "")) < 2:
            return None
        wanted = line.lower().split(" ")
        choices = [
            choice
            for choice in self.described(scene, sorted(scene.actions, key=order))
            if all(word in f"{choice.line} {choice.label.plain.lower()}" for word in wanted)
        ]
        if not choices:
            return None
        return Offer(self.texts.say("actions.title", n=len(choices)), choices=choices)

    def read(self, scene: Scene, typed: str) -> Reading | None:
        """What a typed line means."""
        if not scene.actions:
            return None
        line = self.translated(scene, typed)
        if line in scene.actions:
            return Move(line)
        offer = self.opened(scene, line)
        if offer is not None:
            only = offer.choices[0].line
            whole = len(offer.choices) == 1 and only.startswith(f"{line} ")
            return Move(only) if whole else offer
        name = line.split(" ")[0]
        if name in FIRST_WORDS:
            named = None if PART.search(line) or " " not in line else self.by_name(scene, line)
            return named or Move(line)
        if re.fullmatch("h[0-9]+", line):
            return Tried(self.tries(scene, line))
        return self.by_name(scene, line)

    def tries(self, scene: Scene, word: str) -> list[str]:
        """What a hand card alone may have been meant for, none of it legal."""
        kind = self.kind(scene)
        names = {"casting": ["summon", "cast", "generic"], "crystal": ["crystal"], "retaliate": ["retaliate"]}
        return [f"{name} {word}" for name in names.get(kind, ["summon", "cast"])]

    def listing(self, scene: Scene, words: str) -> Offer | Unclear:
        """The legal actions, numbered; words may narrow them down."""
        if not words:
            found = self.described(scene, sorted(scene.actions, key=order)[:200])
            return Offer(self.texts.say("actions.title", n=len(scene.actions)), choices=found)
        offer = self.opened(scene, self.translated(scene, words)) or self.by_name(scene, words)
        return offer or Unclear(self.texts.say("actions.none", words=words))


def order(action: str) -> tuple[int, list[int], str]:
    """Actions as they are listed: by kinds, then by their numbers; what declines comes last."""
    name = action.partition(" ")[0]
    last = action == "target none"
    return ORDER.index(name) + last, [int(number) for number in re.findall("[0-9]+", action)], action


def things(action: str) -> list[str]:
    """The words of things in an action; a fortress is its lord, too."""
    parts = re.split("[ ,]", action)
    if "fortress" in parts:
        parts.append(f"p{parts[-1]}")
    return parts


def draft_cards(view: JsonObject) -> list[str]:
    """The cards that mN means in a draft: the market, the pack in hand, or the own deck; none outside of drafts."""
    draft = view["assembly"]
    if draft is None or view["to_act"] is None:
        return []
    seat = view["to_act"]
    cards = draft["market"]
    if draft["method"] == "closed_draft":
        cards = draft["packs"][seat]
    elif draft["method"] == "random":
        cards = view["seats"][seat]["deck"]
    return [*cards] if isinstance(cards, list) else []

"""What the views, events and answers of Five Spheres look like.

Conformance holds every view and event against these shapes, and the page's types are made from them; the rules
themselves know nothing of them. A card that is seen from its back only stands in views as its back: `?science`,
`?science/chaos`.
"""

# The clauses: FS-19 for views, FS-20 for events, FS-12 for cards. No docstring names them: shapes implement no rule.

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

from orrery.core.shapes import OPEN, Shapes

Sphere = Literal["science", "ether", "spirit", "chaos", "nature"]
Mode = Literal["free_for_all", "limited_range", "team_play", "tag_team", "citadel"]
Method = Literal["custom", "mirror", "predesign", "sets", "random", "open_draft", "blind_draft", "closed_draft"]
Step = Literal["assembly", "tag", "regroup", "cure", "crystal", "casting", "battle", "discard", "draw", "end", "over"]
Stage = Literal["block", "partner", "resolve", "fight", "siege", "retaliate", "pay", "done"]
Question = Literal["target", "lord", "block", "siege", "retaliate", "pay"]
Zone = Literal["battlefield", "tower", "spell", "vault", "attached", "casting", "hand", "deck", "trash", "groove"]
Verb = Literal[
    "return",
    "recover",
    "crystallise",
    "energise",
    "fortify",
    "summon",
    "cast",
    "trash",
    "destroy",
    "afflict",
    "cure",
    "engage",
    "ready",
    "strengthen",
    "unveil",
    "grant",
    "evoke",
    "draw",
    "shuffle",
    "replace",
    "generic",
    "retaliate",
    "reveal",
]
Moment = Literal[
    "summoned",
    "unveiled",
    "attacks",
    "attacked",
    "targeted",
    "blocks",
    "blocked",
    "battle",
    "wins",
    "sieges",
    "destroyed",
    "tower_lost",
    "spell_lost",
    "afflicted",
    "cured",
    "regroup",
    "turn_end",
    "crystallised",
    "cast",
    "retaliates",
    "used",
]
Passive = Literal[
    "cannot_attack",
    "cannot_siege",
    "cannot_block",
    "must_be_blocked",
    "unblockable",
    "strength",
    "immune_afflict",
    "untargetable",
    "ranged",
    "swift",
    "stays_engaged",
    "wins_ties",
    "cost",
    "mana",
    "ward",
]
Reason = Literal["last_lord", "max_turns"]
Pile = int | list[str]
"""Cards by name where they may be seen, else how many they are."""


class GenericCreature(TypedDict):
    """What a face-down creature is."""

    strength: int
    afflicted: int


class Options(TypedDict):
    """The options of a match, complete."""

    lords: int
    mode: Mode
    tag_loss: NotRequired[Annotated[Literal["both", "first"], "In tag team."]]
    assembly: Method
    max_turns: int
    ties: Literal["both", "none"]
    generic: bool
    generic_creature: GenericCreature
    towers: int
    hand: int
    first: int | None
    draft_batch: int
    pool_copies: int
    random_extra: int


# --- cards ------------------------------------------------------------------------------------------------------------


class Effect(TypedDict):
    """An effect; what more it says depends on its verb."""

    do: Verb


class Ability(TypedDict):
    """A trigger with its moment, or a passive; what more it says is the card language's."""

    when: NotRequired[Moment]
    passive: NotRequired[Passive]
    do: NotRequired[list[Annotated[Effect, OPEN]]]


class CreatureHalf(TypedDict):
    """The creature half of a card."""

    name: NotRequired[str]
    race: str
    keyword: NotRequired[str]
    cost: int
    strength: int
    afflicted: NotRequired[int]
    inverted: NotRequired[bool]
    abilities: NotRequired[list[Annotated[Ability, OPEN]]]


_Condition = TypedDict("_Condition", {"if": NotRequired[Any]})


class SpellHalf(_Condition):
    """The spell half of a card; a hidden one is a trigger itself."""

    name: NotRequired[str]
    type: Literal["instant", "active", "attached", "hidden"]
    host: NotRequired[Literal["creature", "tower"]]
    cost: int
    when: NotRequired[Moment]
    by: NotRequired[str]
    filter: NotRequired[Any]
    do: NotRequired[list[Annotated[Effect, OPEN]]]
    abilities: NotRequired[list[Annotated[Ability, OPEN]]]


class SphereCard(TypedDict):
    """A card as the rules read it."""

    name: NotRequired[str]
    code: NotRequired[str]
    spheres: list[Sphere]
    creature: CreatureHalf
    spell: SpellHalf


# --- the view ---------------------------------------------------------------------------------------------------------


class Below(TypedDict):
    """A card in play: in the vault, in casting, or attached below another."""

    uid: int
    card: str


class CreatureRow(TypedDict):
    """A creature on a battlefield."""

    uid: int
    card: str
    engaged: bool
    afflicted: bool
    dizzy: bool
    facedown: bool
    bonus: int
    granted: list[Passive]
    attached: list[Below]
    strength: Annotated[int, "As it is now (FS-7.6)."]


class FortressRow(TypedDict):
    """A tower, or a spell that lies with the towers."""

    uid: int
    card: str
    kind: Literal["tower", "spell"]
    facedown: bool
    attached: list[Below]


_In = TypedDict("_In", {"in": NotRequired[Annotated[bool, "In tag team: he is the one who fights."]]})


class LordRow(_In):
    """A lord and his zones."""

    out: bool
    team: int
    mana_spent: int
    deck: Pile
    hand: Pile
    trash: list[str]
    groove: list[str]
    battlefield: list[CreatureRow]
    fortress: list[FortressRow]
    vault: list[Below]
    casting: list[Below]
    removed: int
    placed: NotRequired[Annotated[list[list[Sphere]], "In a citadel: what he has placed in this turn."]]
    played: NotRequired[Annotated[bool, "In a citadel: he has played a card in this turn."]]
    mana: Annotated[int, "What is left of it (FS-6.5)."]


class WaitingSpell(TypedDict):
    """The spell of a retaliation that waits for its payment."""

    hand: int
    host: int | None


class Attack(TypedDict):
    """The attack that is going on. In the stage `partner` the defender's partner is asked to block."""

    attacker: int
    by: int
    defender: int
    target: Annotated[int | None, "The creature attacked; null: the fortress."]
    blocker: int | None
    stage: Stage
    energy: int
    spell: Annotated[WaitingSpell | None, "The defender's secret."]


class Subject(TypedDict):
    """What an ability is about."""

    uid: int
    seat: int
    card: str


class Program(TypedDict):
    """What a card does: in the queue, or running."""

    seat: int
    uid: int | None
    card: str | None
    bearer: int | None
    subject: Subject | None
    event: Moment | None
    do: list[Annotated[Effect, OPEN]]


class WaitingProgram(Program):
    """An entry of the queue; hidden ones are shown to their lord alone."""

    hidden: bool


class RunningProgram(Program):
    """A running program: what it has done, and what was named so far."""

    last: list[int]
    did: int
    finish: bool
    picked: list[str | None]
    first: str | None
    stop: bool


class Pending(TypedDict):
    """What is to be decided inside a step."""

    kind: Question
    seat: int
    options: Annotated[list[str] | None, "Null for other seats."]
    verb: Verb | None
    source: Below | None
    need: int
    picked: list[str | None]


class Draft(TypedDict):
    """The assembly of decks."""

    method: Method
    pool: int
    market: list[str]
    packs: list[Pile]
    sets: Annotated[dict[str, int], "By letter, how many of each set are left."]
    round: int
    first: int
    to_pick: int | None
    left: int
    taken: int


class Outcome(TypedDict):
    """How a match ended."""

    winners: list[int]
    reason: Reason


class SpheresView(TypedDict):
    """What a seat or a spectator may know of a position."""

    game: Literal["five_spheres"]
    version: int
    options: Options
    cards: dict[str, SphereCard]
    to_act: int | None
    pending: Pending | None
    turn: int
    first: int
    active: int
    step: Step
    done: bool
    placed: list[list[Sphere]]
    played: bool
    acts: int
    chain: int
    next_uid: int
    attack: Attack | None
    programs: list[RunningProgram]
    queue: list[WaitingProgram]
    seats: list[LordRow]
    assembly: Draft | None
    result: Outcome | None
    fate: None


# --- events -----------------------------------------------------------------------------------------------------------


class Chance(TypedDict):
    """A chance number has been taken. No seat is shown it."""

    event: Literal["random"]
    n: int
    v: int


class TurnBegan(TypedDict):
    """A turn begins."""

    event: Literal["turn"]
    turn: int
    seat: int


class StepBegan(TypedDict):
    """A step begins, also one that is skipped."""

    event: Literal["step"]
    step: Step
    seat: NotRequired[Annotated[int, "In a citadel: whose part of the step it is."]]


_Way = TypedDict("_Way", {"from": Zone, "to": Zone})


class Moved(_Way):
    """One card has moved; its name, its back, or null for whom it is hidden."""

    event: Literal["move"]
    verb: Verb
    seat: int
    card: str | None
    uid: Annotated[int | None, "Before the move."]
    new: Annotated[int | None, "After it."]
    host: Annotated[int | None, "What it is attached to now."]
    facedown: bool


class ManaSpent(TypedDict):
    """So much was paid for a card."""

    event: Literal["mana"]
    seat: int
    spent: int


class StatusChanged(TypedDict):
    """A creature became engaged, ready, afflicted or cured."""

    event: Literal["status"]
    uid: int
    status: Literal["engaged", "afflicted"]
    on: bool


class Strengthened(TypedDict):
    """A creature got a bonus for the turn."""

    event: Literal["strengthen"]
    uid: int
    n: int


class Granted(TypedDict):
    """A creature got a word for the turn."""

    event: Literal["grant"]
    uid: int
    word: Passive


class Unveiled(TypedDict):
    """A face-down creature was turned face up for good."""

    event: Literal["unveil"]
    uid: int
    card: str


class PieceNote(TypedDict):
    """A lord uses one of his creatures, or blocks with it."""

    event: Literal["use", "block"]
    seat: int
    uid: int


class LordNote(TypedDict):
    """About a lord, without more."""

    event: Literal["noblock", "noretaliate", "deckout"]
    seat: int


class AttackDeclared(TypedDict):
    """A creature attacks a lord's fortress or one of his creatures."""

    event: Literal["attack"]
    seat: int
    attacker: int
    lord: int
    target: int | None


class BattleFought(TypedDict):
    """Two creatures compared their strengths."""

    event: Literal["battle"]
    attacker: int
    defender: int
    strengths: tuple[int, int]
    outcome: Literal["attacker", "defender", "tie"]


class SiegeBegan(TypedDict):
    """An attack on a fortress was not blocked."""

    event: Literal["siege"]
    attacker: int
    lord: int


class Retaliated(TypedDict):
    """A defender pays for a spell with energies; others see only the back of a hidden spell."""

    event: Literal["retaliate"]
    seat: int
    card: str
    energy: list[int]


class AttackOver(TypedDict):
    """The attack is over."""

    event: Literal["attack_over"]
    attacker: int


class Warded(TypedDict):
    """A ward saved its host."""

    event: Literal["ward"]
    uid: int
    by: int


class Triggered(TypedDict):
    """An ability of the queue begins."""

    event: Literal["trigger"]
    seat: int
    uid: int | None
    card: str | None
    when: Moment | None


class Evoked(TypedDict):
    """A creature does what its spell half says."""

    event: Literal["evoke"]
    seat: int
    uid: int
    card: str


class Targeted(TypedDict):
    """A lord named a card or a lord; of a hand or a deck others are told only whose."""

    event: Literal["target"]
    seat: int
    choice: str


class Searched(TypedDict):
    """A lord has looked through a zone."""

    event: Literal["search"]
    seat: int
    lord: int
    zone: Zone


class Shuffled(TypedDict):
    """A pile was shuffled."""

    event: Literal["shuffle"]
    seat: int
    zone: Zone


class LoopCut(TypedDict):
    """Too many abilities in a chain; the rest was dropped."""

    event: Literal["loop_cut"]


class LordDestroyed(TypedDict):
    """A lord is out."""

    event: Literal["lord_destroyed"]
    seat: int
    by: int


class Tagged(TypedDict):
    """In tag team: a partner comes in for a lord, who is outside now, or destroyed."""

    event: Literal["tag"]
    seat: int
    partner: int


class Split(TypedDict):
    """A lord split his deck and showed a card."""

    event: Literal["split"]
    seat: int
    card: str


class Picked(TypedDict):
    """A lord took a set or a card in a draft, or put one back; its name, its back, or null for whom it is hidden."""

    event: Literal["pick", "drop"]
    seat: int
    what: str | None


class GameOver(TypedDict):
    """The match is over."""

    event: Literal["over"]
    winners: list[int]
    reason: Reason


# --- answers ----------------------------------------------------------------------------------------------------------


class LordScore(TypedDict):
    """What a lord has."""

    seat: int
    out: bool
    towers: int
    creatures: int
    crystals: int
    spheres: Annotated[dict[Sphere, int], "His crystals by sphere."]
    mana: int
    mana_all: int
    deck: int
    hand: int


class CreatureScore(TypedDict):
    """A creature's strength now, what it would be well and afflicted, and what is printed."""

    uid: int
    seat: int
    strength: int
    well: int
    afflicted: int
    printed: tuple[int, int]


class Price(TypedDict):
    """What a half costs now, and why it cannot be paid, if it cannot."""

    cost: int
    missing: str | None


class HandScore(TypedDict):
    """What a card of the own hand costs now."""

    index: int
    card: str
    creature: Price
    spell: Price
    generic: Price


class Score(TypedDict):
    """The answer to the question `score`."""

    seats: list[LordScore]
    creatures: list[CreatureScore]
    hand: list[HandScore]


SHAPES: Final = Shapes(
    SpheresView,
    (
        *(Chance, TurnBegan, StepBegan, Moved, ManaSpent, StatusChanged, Strengthened, Granted, Unveiled, PieceNote),
        *(LordNote, AttackDeclared, BattleFought, SiegeBegan, Retaliated, AttackOver, Warded, Triggered, Evoked),
        *(Targeted, Searched, Shuffled, LoopCut, LordDestroyed, Tagged, Split, Picked, GameOver),
    ),
    {"score": Score},
)

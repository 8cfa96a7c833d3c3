// What the views, events and answers of five_spheres look like. Made from orrery.games.five_spheres.shapes by
// python -m orrery.server.live.typescript five_spheres; do not edit.

/** What a seat or a spectator may know of a position. */
export interface SpheresView {
  game: "five_spheres";
  version: number;
  options: Options;
  cards: Record<string, SphereCard>;
  to_act: number | null;
  pending: Pending | null;
  turn: number;
  first: number;
  active: number;
  step: Step;
  done: boolean;
  placed: Array<Array<Sphere>>;
  played: boolean;
  acts: number;
  chain: number;
  next_uid: number;
  attack: Attack | null;
  programs: Array<RunningProgram>;
  queue: Array<WaitingProgram>;
  seats: Array<LordRow>;
  assembly: Draft | null;
  result: Outcome | null;
  fate: null;
}

/** The options of a match, complete. */
export interface Options {
  lords: number;
  mode: Mode;
  /** In tag team. */
  tag_loss?: "both" | "first";
  assembly: Method;
  max_turns: number;
  ties: "both" | "none";
  generic: boolean;
  generic_creature: GenericCreature;
  towers: number;
  hand: number;
  first: number | null;
  draft_batch: number;
  pool_copies: number;
  random_extra: number;
}

export type Mode = "free_for_all" | "limited_range" | "team_play" | "tag_team" | "citadel";

export type Method = "custom" | "mirror" | "predesign" | "sets" | "random" | "open_draft" | "blind_draft" | "closed_draft";

/** What a face-down creature is. */
export interface GenericCreature {
  strength: number;
  afflicted: number;
}

/** A card as the rules read it. */
export interface SphereCard {
  name?: string;
  code?: string;
  spheres: Array<Sphere>;
  creature: CreatureHalf;
  spell: SpellHalf;
}

export type Sphere = "science" | "ether" | "spirit" | "chaos" | "nature";

/** The creature half of a card. */
export interface CreatureHalf {
  name?: string;
  race: string;
  keyword?: string;
  cost: number;
  strength: number;
  afflicted?: number;
  inverted?: boolean;
  abilities?: Array<Ability>;
}

/** A trigger with its moment, or a passive; what more it says is the card language's. */
export interface Ability {
  when?: Moment;
  passive?: Passive;
  do?: Array<Effect>;
}

export type Moment = "summoned" | "unveiled" | "attacks" | "attacked" | "targeted" | "blocks" | "blocked" | "battle" | "wins" | "sieges" | "destroyed" | "tower_lost" | "spell_lost" | "afflicted" | "cured" | "regroup" | "turn_end" | "crystallised" | "cast" | "retaliates" | "used";

export type Passive = "cannot_attack" | "cannot_siege" | "cannot_block" | "must_be_blocked" | "unblockable" | "strength" | "immune_afflict" | "untargetable" | "ranged" | "swift" | "stays_engaged" | "wins_ties" | "cost" | "mana" | "ward";

/** An effect; what more it says depends on its verb. */
export interface Effect {
  do: Verb;
}

export type Verb = "return" | "recover" | "crystallise" | "energise" | "fortify" | "summon" | "cast" | "trash" | "destroy" | "afflict" | "cure" | "engage" | "ready" | "strengthen" | "unveil" | "grant" | "evoke" | "draw" | "shuffle" | "replace" | "generic" | "retaliate" | "reveal";

/** The spell half of a card; a hidden one is a trigger itself. */
export interface SpellHalf {
  if?: unknown;
  name?: string;
  type: "instant" | "active" | "attached" | "hidden";
  host?: "creature" | "tower";
  cost: number;
  when?: Moment;
  by?: string;
  filter?: unknown;
  do?: Array<Effect>;
  abilities?: Array<Ability>;
}

/** What is to be decided inside a step. */
export interface Pending {
  kind: Question;
  seat: number;
  /** Null for other seats. */
  options: Array<string> | null;
  verb: Verb | null;
  source: Below | null;
  need: number;
  picked: Array<string | null>;
}

export type Question = "target" | "lord" | "block" | "siege" | "retaliate" | "pay";

/** A card in play: in the vault, in casting, or attached below another. */
export interface Below {
  uid: number;
  card: string;
}

export type Step = "assembly" | "tag" | "regroup" | "cure" | "crystal" | "casting" | "battle" | "discard" | "draw" | "end" | "over";

/** The attack that is going on. In the stage `partner` the defender's partner is asked to block. */
export interface Attack {
  attacker: number;
  by: number;
  defender: number;
  /** The creature attacked; null: the fortress. */
  target: number | null;
  blocker: number | null;
  stage: Stage;
  energy: number;
  /** The defender's secret. */
  spell: WaitingSpell | null;
}

export type Stage = "block" | "partner" | "resolve" | "fight" | "siege" | "retaliate" | "pay" | "done";

/** The spell of a retaliation that waits for its payment. */
export interface WaitingSpell {
  hand: number;
  host: number | null;
}

/** A running program: what it has done, and what was named so far. */
export interface RunningProgram {
  seat: number;
  uid: number | null;
  card: string | null;
  bearer: number | null;
  subject: Subject | null;
  event: Moment | null;
  do: Array<Effect>;
  last: Array<number>;
  did: number;
  finish: boolean;
  picked: Array<string | null>;
  first: string | null;
  stop: boolean;
}

/** What an ability is about. */
export interface Subject {
  uid: number;
  seat: number;
  card: string;
}

/** An entry of the queue; hidden ones are shown to their lord alone. */
export interface WaitingProgram {
  seat: number;
  uid: number | null;
  card: string | null;
  bearer: number | null;
  subject: Subject | null;
  event: Moment | null;
  do: Array<Effect>;
  hidden: boolean;
}

/** A lord and his zones. */
export interface LordRow {
  /** In tag team: he is the one who fights. */
  in?: boolean;
  out: boolean;
  team: number;
  mana_spent: number;
  deck: Pile;
  hand: Pile;
  trash: Array<string>;
  groove: Array<string>;
  battlefield: Array<CreatureRow>;
  fortress: Array<FortressRow>;
  vault: Array<Below>;
  casting: Array<Below>;
  removed: number;
  /** In a citadel: what he has placed in this turn. */
  placed?: Array<Array<Sphere>>;
  /** In a citadel: he has played a card in this turn. */
  played?: boolean;
  /** What is left of it (FS-6.5). */
  mana: number;
}

export type Pile = number | Array<string>;

/** A creature on a battlefield. */
export interface CreatureRow {
  uid: number;
  card: string;
  engaged: boolean;
  afflicted: boolean;
  dizzy: boolean;
  facedown: boolean;
  bonus: number;
  granted: Array<Passive>;
  attached: Array<Below>;
  /** As it is now (FS-7.6). */
  strength: number;
}

/** A tower, or a spell that lies with the towers. */
export interface FortressRow {
  uid: number;
  card: string;
  kind: "tower" | "spell";
  facedown: boolean;
  attached: Array<Below>;
}

/** The assembly of decks. */
export interface Draft {
  method: Method;
  pool: number;
  market: Array<string>;
  packs: Array<Pile>;
  /** By letter, how many of each set are left. */
  sets: Record<string, number>;
  round: number;
  first: number;
  to_pick: number | null;
  left: number;
  taken: number;
}

/** How a match ended. */
export interface Outcome {
  winners: Array<number>;
  reason: Reason;
}

export type Reason = "last_lord" | "max_turns";

/** A chance number has been taken. No seat is shown it. */
export interface Chance {
  event: "random";
  n: number;
  v: number;
}

/** A turn begins. */
export interface TurnBegan {
  event: "turn";
  turn: number;
  seat: number;
}

/** A step begins, also one that is skipped. */
export interface StepBegan {
  event: "step";
  step: Step;
  /** In a citadel: whose part of the step it is. */
  seat?: number;
}

/** One card has moved; its name, its back, or null for whom it is hidden. */
export interface Moved {
  from: Zone;
  to: Zone;
  event: "move";
  verb: Verb;
  seat: number;
  card: string | null;
  /** Before the move. */
  uid: number | null;
  /** After it. */
  new: number | null;
  /** What it is attached to now. */
  host: number | null;
  facedown: boolean;
}

export type Zone = "battlefield" | "tower" | "spell" | "vault" | "attached" | "casting" | "hand" | "deck" | "trash" | "groove";

/** So much was paid for a card. */
export interface ManaSpent {
  event: "mana";
  seat: number;
  spent: number;
}

/** A creature became engaged, ready, afflicted or cured. */
export interface StatusChanged {
  event: "status";
  uid: number;
  status: "engaged" | "afflicted";
  on: boolean;
}

/** A creature got a bonus for the turn. */
export interface Strengthened {
  event: "strengthen";
  uid: number;
  n: number;
}

/** A creature got a word for the turn. */
export interface Granted {
  event: "grant";
  uid: number;
  word: Passive;
}

/** A face-down creature was turned face up for good. */
export interface Unveiled {
  event: "unveil";
  uid: number;
  card: string;
}

/** A lord uses one of his creatures, or blocks with it. */
export interface PieceNote {
  event: "use" | "block";
  seat: number;
  uid: number;
}

/** About a lord, without more. */
export interface LordNote {
  event: "noblock" | "noretaliate" | "deckout";
  seat: number;
}

/** A creature attacks a lord's fortress or one of his creatures. */
export interface AttackDeclared {
  event: "attack";
  seat: number;
  attacker: number;
  lord: number;
  target: number | null;
}

/** Two creatures compared their strengths. */
export interface BattleFought {
  event: "battle";
  attacker: number;
  defender: number;
  strengths: [number, number];
  outcome: "attacker" | "defender" | "tie";
}

/** An attack on a fortress was not blocked. */
export interface SiegeBegan {
  event: "siege";
  attacker: number;
  lord: number;
}

/** A defender pays for a spell with energies; others see only the back of a hidden spell. */
export interface Retaliated {
  event: "retaliate";
  seat: number;
  card: string;
  energy: Array<number>;
}

/** The attack is over. */
export interface AttackOver {
  event: "attack_over";
  attacker: number;
}

/** A ward saved its host. */
export interface Warded {
  event: "ward";
  uid: number;
  by: number;
}

/** An ability of the queue begins. */
export interface Triggered {
  event: "trigger";
  seat: number;
  uid: number | null;
  card: string | null;
  when: Moment | null;
}

/** A creature does what its spell half says. */
export interface Evoked {
  event: "evoke";
  seat: number;
  uid: number;
  card: string;
}

/** A lord named a card or a lord; of a hand or a deck others are told only whose. */
export interface Targeted {
  event: "target";
  seat: number;
  choice: string;
}

/** A lord has looked through a zone. */
export interface Searched {
  event: "search";
  seat: number;
  lord: number;
  zone: Zone;
}

/** A pile was shuffled. */
export interface Shuffled {
  event: "shuffle";
  seat: number;
  zone: Zone;
}

/** Too many abilities in a chain; the rest was dropped. */
export interface LoopCut {
  event: "loop_cut";
}

/** A lord is out. */
export interface LordDestroyed {
  event: "lord_destroyed";
  seat: number;
  by: number;
}

/** In tag team: a partner comes in for a lord, who is outside now, or destroyed. */
export interface Tagged {
  event: "tag";
  seat: number;
  partner: number;
}

/** A lord split his deck and showed a card. */
export interface Split {
  event: "split";
  seat: number;
  card: string;
}

/** A lord took a set or a card in a draft, or put one back; its name, its back, or null for whom it is hidden. */
export interface Picked {
  event: "pick" | "drop";
  seat: number;
  what: string | null;
}

/** The match is over. */
export interface GameOver {
  event: "over";
  winners: Array<number>;
  reason: Reason;
}

/** The answer to the question `score`. */
export interface Score {
  seats: Array<LordScore>;
  creatures: Array<CreatureScore>;
  hand: Array<HandScore>;
}

/** What a lord has. */
export interface LordScore {
  seat: number;
  out: boolean;
  towers: number;
  creatures: number;
  crystals: number;
  /** His crystals by sphere. */
  spheres: Partial<Record<Sphere, number>>;
  mana: number;
  mana_all: number;
  deck: number;
  hand: number;
}

/** A creature's strength now, what it would be well and afflicted, and what is printed. */
export interface CreatureScore {
  uid: number;
  seat: number;
  strength: number;
  well: number;
  afflicted: number;
  printed: [number, number];
}

/** What a card of the own hand costs now. */
export interface HandScore {
  index: number;
  card: string;
  creature: Price;
  spell: Price;
  generic: Price;
}

/** What a half costs now, and why it cannot be paid, if it cannot. */
export interface Price {
  cost: number;
  missing: string | null;
}

/** An event as a seat is shown it; its field `event` tells which. */
export type SeenEvent = Chance | TurnBegan | StepBegan | Moved | ManaSpent | StatusChanged | Strengthened | Granted | Unveiled | PieceNote | LordNote | AttackDeclared | BattleFought | SiegeBegan | Retaliated | AttackOver | Warded | Triggered | Evoked | Targeted | Searched | Shuffled | LoopCut | LordDestroyed | Tagged | Split | Picked | GameOver;

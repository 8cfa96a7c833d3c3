// What the views, events and answers of space_editor look like. Made from orrery.games.space_editor.shapes by
// python -m orrery.server.live.typescript space_editor; do not edit.

/** What a seat or a spectator may know of a position. */
export interface SpaceView {
  game: "space_editor";
  version: number;
  options: Options;
  to_act: number | null;
  cards: Record<string, Definition>;
  elements: Array<Element>;
  basepoint: string | null;
  phase: Phase;
  turn: number;
  active: number;
  final: boolean;
  discards: Array<Array<string>>;
  faces: Array<Facing>;
  queue: Array<Waiting>;
  now: Pending | null;
  used: Array<[number, number, number | null]>;
  board: Array<Row>;
  hands: Array<Pile>;
  decks: Array<Pile>;
  fate: null;
}

/** The options of a match, complete. */
export interface Options {
  mode: "half" | "full";
  final_star: "void" | "forbid";
  face_down: "hidden" | "shown";
  half_end: "hands" | "decks";
  split: "allow" | "forbid";
  deck_rules: "strict" | "cost" | "none";
  players: number;
  /** Width and height. */
  table: [number, number];
}

/** A card as the rules read it, given back as it was sent. */
export interface Definition {
  name?: string;
  element?: Element | null;
  kind: Kind;
  level?: Level | null;
  vp?: number;
  cost?: number;
  /** North, east, south, west, as printed. */
  sides: Array<string>;
  abilities?: Array<Ability>;
  text?: unknown;
  set?: unknown;
}

export type Element = "water" | "wind" | "earth" | "fire";

export type Kind = "star" | "planet" | "ability" | "basepoint";

export type Level = "bronze" | "silver" | "gold";

/** An ability of a card: when and what it does, or what it changes for good. */
export interface Ability {
  do?: Array<Effect>;
}

/** An effect of an ability; what more it says depends on the effect. */
export interface Effect {
  effect: string;
}

export type Phase = "basepoint" | "place" | "resolve" | "end" | "over";

/** A card that was turned up, and the seat that chooses its rotation. */
export interface Facing {
  no: number;
  seat: number;
}

/** A triggered ability that waits in the queue. */
export interface Waiting {
  /** The card that has the ability. */
  no: number;
  ability: number;
  /** The card whose event triggered it; null for the end of the game. */
  event: number | null;
  actor: number;
  decider: number;
}

/** The ability that is being resolved, and what is asked. */
export interface Pending {
  /** The card that has the ability. */
  no: number;
  ability: number;
  /** The card whose event triggered it; null for the end of the game. */
  event: number | null;
  actor: number;
  decider: number;
  effect: number;
  stage: Stage;
  /** The card chosen last. */
  subject: number | null;
}

export type Stage = "use" | "target" | "rotate" | "relocate" | "place" | "start";

/** A placed card as a seat sees it; what its back hides is null. */
export interface Row {
  x: number;
  y: number;
  card: string | null;
  /** Quarters turned clockwise. */
  r: number | null;
  up: boolean;
  placer: number;
  turn: number;
  /** Serial number, which stays with the card. */
  no: number;
  /** The last turn through which it holds; 0: none. */
  guard: number | null;
  silence: number | null;
  void: boolean | null;
}

export type Pile = number | Array<string>;

/** The basepoint was placed in the setup. */
export interface BasepointPlaced {
  event: "basepoint";
  seat: number;
  card: string;
  x: number;
  y: number;
}

/** Cards were drawn; other seats see their number only. */
export interface Drawn {
  event: "drawn";
  seat: number;
  cards: Pile;
}

/** A turn starts. */
export interface TurnStarted {
  event: "turn";
  turn: number;
  seat: number;
}

/** Something that concerns a seat as a whole. */
export interface SeatNote {
  event: "final" | "skipped" | "stuck";
  seat: number;
}

/** A card was placed from a hand. */
export interface Placed {
  event: "placed";
  seat: number;
  no: number;
  card: string;
  x: number;
  y: number;
  r: number;
  void: boolean;
}

/** A card was turned over, by the energies named in `rules` or (none) by an ability. */
export interface Turned {
  event: "turned_up" | "turned_down";
  seat: number;
  no: number;
  card: string;
  x: number;
  y: number;
  rules: Array<Rule>;
}

export type Rule = "nn" | "ng" | "gg" | "kb" | "kf";

/** A rotation was chosen for a card where it lies. */
export interface Spun {
  event: "faced" | "rotated";
  seat: number;
  no: number;
  x: number;
  y: number;
  r: number;
}

/** An ability was triggered and waits in the queue; seat is its decider. */
export interface Triggered {
  event: "triggered";
  no: number;
  card: string;
  x: number;
  y: number;
  ability: number;
  seat: number;
}

/** An ability starts to be resolved. */
export interface Resolving {
  event: "resolving";
  no: number;
  ability: number;
  seat: number;
}

/** An effect had no subject and was skipped. */
export interface Fizzled {
  event: "fizzled";
  no: number;
  ability: number;
  effect: number;
}

/** An optional effect was declined. */
export interface Declined {
  event: "declined";
  seat: number;
  no: number;
  ability: number;
  effect: number;
}

/** A subject was chosen. */
export interface Targeted {
  event: "targeted";
  seat: number;
  no: number;
  subject: number;
  x: number;
  y: number;
}

/** A card was moved to another cell. */
export interface Relocated {
  from: [number, number];
  event: "relocated";
  seat: number;
  no: number;
  card: string;
  x: number;
  y: number;
  r: number;
}

/** A card got a mark that holds through a turn. */
export interface Marked {
  event: "guarded" | "silenced";
  seat: number;
  no: number;
  x: number;
  y: number;
  until: number;
}

/** A card went to a discard pile, which is open. */
export interface Discarded {
  event: "discarded";
  seat: number;
  card: string;
}

/** The last turn is over. */
export interface Ending {
  event: "ending";
  turn: number;
}

/** The match is over. */
export interface GameOver {
  event: "over";
  scores: Array<number>;
  winners: Array<number>;
}

/** The answer to the question `score`: the points part by part. */
export interface Score {
  seats: Array<SeatScore>;
  stars: Array<StarWorth>;
}

/** The points of a seat and what makes them up. */
export interface SeatScore {
  seat: number;
  score: number;
  parts: Array<ScorePart>;
}

/** Points of a seat: by one star, by a pair of its own, or by one with another's. */
export interface ScorePart {
  kind: "single" | "pair" | "mixed";
  nos: Array<number>;
  points: number;
}

/** A placed star that the seat can see: what it is worth now. */
export interface StarWorth {
  no: number;
  x: number;
  y: number;
  card: string;
  /** As printed. */
  base: number;
  value: number;
  bonuses: Array<Bonus>;
  /** Why it counts for nothing, if it does. */
  nothing: "face_down" | "void" | null;
}

/** An ability that changes what a star is worth. */
export interface Bonus {
  no: number;
  card: string;
  ability: number;
  vp: number;
}

/** An event as a seat is shown it; its field `event` tells which. */
export type SeenEvent = BasepointPlaced | Drawn | TurnStarted | SeatNote | Placed | Turned | Spun | Triggered | Resolving | Fizzled | Declined | Targeted | Relocated | Marked | Discarded | Ending | GameOver;

// What the views, events and answers of vediic look like. Made from orrery.games.vediic.shapes by
// python -m orrery.server.live.typescript vediic; do not edit.

/** What a seat or a spectator may know of a position. */
export interface VediicView {
  game: "vediic";
  version: number;
  options: Options;
  /** By its name, or whole where the match brought a board of its own. */
  board: string | Record<string, unknown>;
  phase: Phase;
  round: number;
  start: number;
  to_act: number | null;
  /** In phase order, by seat: null has to roll, 0 is out of a tie-break. */
  rolls: Array<number | null> | null;
  planets: Planets;
  /** The planet of enlightenment. */
  enlightenment: Color | null;
  players: Array<Player>;
  supply: Supply;
  charity: Pile;
  turn: Turn | null;
  pending: Pending | null;
  fate: null;
}

/** The options of a match, complete. */
export interface Options {
  players: number;
  order: "dice" | "seat0";
  hands: "hidden" | "open";
  trade: "other" | "distinct" | "any";
  teleport: "any" | "gray";
  green_stack: boolean;
  stack_planet: boolean;
  pooja_per_pass: boolean;
  donor_waits: boolean;
  pass_rule: "free" | "none";
  penalty_to: "supply" | "charity";
  /** Only where it is not the book's rule. */
  steals?: "one";
  max_rounds: number;
}

export type Phase = "order" | "color" | "take" | "enlightenment" | "place" | "turn" | "penalty" | "over";

/** The planets by colour. */
export interface Planets {
  yellow: PlanetNow;
  purple: PlanetNow;
  orange: PlanetNow;
  blue: PlanetNow;
  green: PlanetNow;
  red: PlanetNow;
  gray: PlanetNow;
}

/** Where a planet stands; in the setup in no house. */
export interface PlanetNow {
  house: number | null;
  retrograde: boolean;
}

export type Color = "yellow" | "purple" | "orange" | "blue" | "green" | "red" | "gray";

/** What is known of a player. */
export interface Player {
  color: Color | null;
  /** Each on a circle, `promoted`, or null before it is placed. */
  pawns: Array<string | null>;
  /** All cards by colour where they may be seen, else how many there are. */
  hand: Pile | number;
  enlightenment: number;
}

/** Benefit cards by colour, all seven. */
export interface Pile {
  yellow: number;
  purple: number;
  orange: number;
  blue: number;
  green: number;
  red: number;
  gray: number;
}

/** What can still be had: benefit cards by colour, and enlightenment cards. */
export interface Supply {
  yellow: number;
  purple: number;
  orange: number;
  blue: number;
  green: number;
  red: number;
  gray: number;
  enlightenment: number;
}

/** How far a turn has come. */
export interface Turn {
  stage: Stage;
  leg: 1 | 2;
  /** A card may still be taken from the charity pile. */
  charity: boolean;
  /** A yellow card was played. */
  yellow: boolean;
  /** The transaction is used up. */
  pooja: boolean;
  donated: boolean;
  /** By pawn. */
  moved: [boolean, boolean];
  /** A purple card was played, in a match that allows one in a turn. */
  stole?: boolean;
}

export type Stage = "before" | "steal" | "after";

/** What is owed to the planets, by seat. */
export interface Pending {
  owed: Array<number>;
  /** Who has played orange. */
  shield: Array<boolean>;
  /** Whoever pays has paid a card already. */
  paid: boolean;
}

/** Something that a seat does or that begins for it. */
export interface SeatNote {
  event: "first" | "turn" | "shield" | "skip" | "again" | "pass" | "end";
  seat: number;
}

/** A seat names a colour, takes or pays a card of it. */
export interface ColorNote {
  event: "color" | "enlightenment" | "charity" | "pay";
  seat: number;
  color: Color;
}

/** A number of cards that a seat owes, or no longer owes because its hand is empty. */
export interface CountNote {
  event: "owes" | "spared";
  seat: number;
  count: number;
}

/** A seat rolled two dice for the order. */
export interface OrderRolled {
  event: "order_roll";
  seat: number;
  dice: [number, number];
}

/** The highest rolls are equal; these seats roll again. */
export interface OrderTied {
  event: "order_tie";
  seats: Array<number>;
}

/** A seat took its first two cards. */
export interface Taken {
  event: "take";
  seat: number;
  cards: [Color, Color];
}

/** A pawn came to a circle in the setup, or left the board from it for good. */
export interface PawnNote {
  event: "put" | "promote";
  seat: number;
  pawn: number;
  circle: string;
}

/** Dice were rolled for a planet: one, or two in the setup. */
export interface PlanetRolled {
  event: "planet_roll";
  planet: Color;
  dice: Array<number>;
}

/** A planet went to another house. */
export interface PlanetMoved {
  from: number;
  to: number;
  event: "planet_move";
  planet: Color;
  /** After the move. */
  retrograde: boolean;
}

/** Cards that a planet gave for a pawn, or that the supply did not have. */
export interface Rewarded {
  event: "reward" | "shortage";
  seat: number;
  pawn: number;
  planet: Color;
  count: number;
}

/** A round begins. */
export interface RoundStarted {
  event: "round";
  round: number;
  start: number;
}

/** Two cards were given for one of a planet's colour. */
export interface Traded {
  event: "trade";
  seat: number;
  gave: [Color, Color];
  got: Color;
}

/** Three cards went to the charity pile for an enlightenment card. */
export interface Donated {
  event: "donate";
  seat: number;
  cards: Array<Color>;
}

/** A purple card was played against these seats. */
export interface PurplePlayed {
  event: "purple";
  seat: number;
  targets: Array<number>;
}

/** A card went from one hand to another. With hidden hands only thief and victim see its colour, and no seat the index. */
export interface Stolen {
  event: "steal";
  seat: number;
  victim: number;
  index: number | null;
  color: Color | null;
}

/** A pawn moved, playing cards. */
export interface Moved {
  from: string;
  to: string;
  event: "move";
  seat: number;
  pawn: number;
  cards: Array<Color>;
}

/** A pawn was displaced by a red card. */
export interface Displaced {
  from: string;
  to: string;
  event: "displace";
  seat: number;
  pawn: number;
}

/** The match is over. */
export interface GameOver {
  event: "over";
  reason: "promotion" | "max_rounds";
  winners: Array<number>;
}

/** The answer to the question `score`. */
export interface Score {
  seats: Array<SeatScore>;
}

/** Points come from promoted pawns and enlightenment cards. */
export interface SeatScore {
  seat: number;
  score: number;
  promoted: number;
  enlightenment: number;
}

/** The answer to the question `forecast`: what the planets do now, and in their coming turns. */
export interface Forecast {
  now: Outlook | null;
  turns: Array<Outlook>;
}

/** One planets' turn to come. */
export interface Outlook {
  /** At whose end it is. */
  round: number;
  /** By planet: its houses, each with its chance. */
  planets: Partial<Record<Color, Record<string, number>>>;
  /** By circle: the planets that will or may activate it. */
  circles: Record<string, Array<Chance>>;
  worth?: Worths;
}

/** The chance that a planet activates a circle. */
export interface Chance {
  planet: Color;
  certain: boolean;
  chance: number;
  /** The chance as a fraction. */
  exact: string;
  /** The part of the chance in which the planet is retrograde. */
  retrograde: number;
}

/** What a planets' turn may bring the seat that asks: if all stay where they are and nobody plays orange. */
export interface Worths {
  /** By circle: what a pawn there would bring. */
  alone: Record<string, Worth>;
  /** By own pawn, then by circle: what both pawns would bring if it stood there; of a promoted one nothing. */
  own: Array<Record<string, Worth>>;
}

/** What a planets' turn may bring a seat, in cards. */
export interface Worth {
  /** How many cards the seat gets, on average. */
  gain: number;
  /** How many it loses, on average. */
  loss: number;
  /** How many cards it may lose, each number with its chance; none is left out. */
  losses: Record<string, number>;
}

/** An event as a seat is shown it; its field `event` tells which. */
export type SeenEvent = SeatNote | ColorNote | CountNote | OrderRolled | OrderTied | Taken | PawnNote | PlanetRolled | PlanetMoved | Rewarded | RoundStarted | Traded | Donated | PurplePlayed | Stolen | Moved | Displaced | GameOver;

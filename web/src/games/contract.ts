/** What the table asks of a game's folder, and what it gives to it. A game draws views and says events; it knows no rule:
 * what may be done comes from the server as `actions`, what would happen as previews, what things are worth as answers. */
import type { Component } from "svelte";
import type { Texts } from "../lib/texts";
import type { Details } from "../wire";

/** A view, or a part of one, as the server sends it; each game narrows it in its own types. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;
export type View = Record<string, Json>;
export interface GameEvent {
  event: string;
  [fact: string]: Json;
}

/** What a part of a sentence points at, as "kind:id": "cell:9,10", "card:046", "seat:1", "circle:c20", "uid:27". The board
 * lights what is pointed at; each game chooses its kinds, "seat:" and "card:" are shared. */
export type Ref = string;

/** A part of a sentence: words, perhaps in a tone (a CSS class such as `tone-water`), perhaps pointing at something. */
export interface Part {
  text: string;
  tone?: string;
  ref?: Ref;
}
export type Sentence = Part[];

/** A line of the log. `head` begins a turn or a round; `minor` is told in small print. */
export interface Line {
  sentence: Sentence;
  kind?: "head" | "minor";
}

/** A card as people read it, in the language spoken now. */
export interface CardText {
  name: string;
  /** The printed lines: abilities, spell texts. */
  lines: string[];
  [more: string]: Json;
}

/** The cards of a match: as the rules write them, and as people read them. */
export interface CardBook {
  cards: Record<string, Json>;
  text(id: string): CardText;
}

/** All that one person at the table may know at one moment. */
export interface Scene {
  game: string;
  /** Whose eyes; null is a spectator's. */
  seat: number | null;
  view: View;
  /** The legal actions if it is this seat's decision, else empty. */
  actions: string[];
  /** Who decides now; null when nobody does. */
  toAct: number | null;
  /** Who sits where; one's own seat is called “You”. */
  names: string[];
  over: boolean;
  texts: Texts;
  cards: CardBook;
}

/** What has just happened, to be shown in motion: the events that led from one view to the next. */
export interface Happening {
  number: number;
  events: GameEvent[];
  before: View;
  after: View;
  /** How many times as fast as usual it is to be shown: what somebody has chosen, and more when others wait. */
  pace: number;
}

/** What would happen by an action or by an answer to one, as far as the seat can know. */
export interface Foreseen {
  word: string;
  events: GameEvent[];
  /** False when something of it, or something more, cannot be foreseen. */
  whole: boolean;
  /** The seat that has to choose then; null where that cannot be foreseen, or where the match is over. */
  next: number | null;
}

export interface Preview extends Foreseen {
  /** What each answer of the next seat would lead to, where it only answers what was begun. */
  answers: Foreseen[];
  /** It would only cost something and have no effect. */
  idle: boolean;
  /** What the question "score" would be answered then; null where that cannot be foreseen. */
  score: Json | null;
}

/** What a board may do at the table. Reactive: reading it in a template or an effect follows changes. */
export interface TableHandle {
  /** Sends an action. Nothing is drawn as done before the server has said so; a refusal is explained by the table. True when it was done. */
  act(word: string): Promise<boolean>;
  /** An action is on its way: show that, and take no other. */
  readonly busy: boolean;
  /** What would visibly happen by an action; null if that cannot be said. */
  preview(word: string): Promise<Preview | null>;
  /** What the server reckons from this seat's view: "score", "forecast"; null if it cannot be had now. */
  ask(what: "score" | "forecast", more?: Details): Promise<Json | null>;
  /** What the log, a hint or a refusal points at: light it. */
  readonly lit: ReadonlySet<Ref>;
  /** Points at things (the log's lines about them are marked, the board lights them); none: at nothing. */
  point(refs: Ref[]): void;
  /** Opens the large reading of a card; of one that lies on the board perhaps as it lies, in the terms of the game. */
  showCard(id: string, lies?: Json): void;
  /** What has just happened, while it is to be shown in motion; null when all is at rest. */
  readonly happening: Happening | null;
  /** The board says when it has shown a happening (or at once, if it shows nothing): the next may come. */
  shown(number: number): void;
  /** No motion wanted: show at once. */
  readonly calm: boolean;
  /** Tells screen readers something, politely. */
  say(text: string): void;
  /** Plays a small sound if sounds are on. */
  sound(name: "place" | "turn" | "move" | "good" | "bad" | "draw"): void;
  /** Is this a replay or a spectator's seat, where nothing can be done? */
  readonly idle: boolean;
}

export interface BoardProps {
  scene: Scene;
  table: TableHandle;
}

/** What a game's index.ts exports as default. */
export interface GameModule {
  /** The whole playing area: board, hands, what to choose; fills the box it is given at any size from 360 px wide. */
  Board: Component<BoardProps>;
  /** Events as lines of the log. `scene` is the one after them. */
  tell(scene: Scene, events: GameEvent[]): Line[];
  /** An action in words, for lists, hints and screen readers. */
  sayAction(scene: Scene, word: string): Sentence;
  /** Why something is refused, in the words of the game: its cards by their names, its sides and seats as people say them; null
   * leaves the sentence to the table. */
  sayRefusal?(scene: Scene, reason: string, facts: Record<string, Json>): string | null;
  /** What is asked of the one who decides now, in words; for others: what is being waited for. */
  ask(scene: Scene): Sentence;
  /** The parts of the board that an action is about. */
  refsOf(scene: Scene, word: string): Ref[];
  /** What a seat is called besides its player's name (element, colour, lord): short, perhaps empty. */
  seatLabel(scene: Scene, seat: number): Sentence;
  /** What is known of a seat at a glance (points, cards in hand, towers): short parts for the strip of seats. */
  seatFacts(scene: Scene, seat: number): { label: string; value: string }[];
  /** A card drawn large, with everything that can be read on it, where it lies as it lies. `id` as in the view's `cards`; games
   * without cards: none. */
  CardFace?: Component<{ id: string; book: CardBook; texts: Texts; lies?: Json }>;
  /** The living picture of the game for the home page; decorative, still when `calm`. */
  Picture: Component<{ calm: boolean }>;
}

/** What the table asks of a game's folder, and what it gives to it. A game draws views and says events; it knows no rule:
 * what may be done comes from the server as `actions`, what would happen as previews, what things are worth as answers. */
import type { Component } from "svelte";
import type { Lang, Rows, Texts } from "../lib/texts";
import type { SoundName } from "../lib/sound";
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
  /** Asks why an action may not be done; the table tells. Nothing is done, and nothing is told where it may. */
  why(word: string): Promise<void>;
  /** An action is on its way: show that, and take no other. */
  readonly busy: boolean;
  /** What would visibly happen by an action; null if that cannot be said. */
  preview(word: string): Promise<Preview | null>;
  /** What the server reckons from this seat's view: "score", "forecast", "hint"; null if it cannot be had now. */
  ask(what: "score" | "forecast" | "hint", more?: Details): Promise<Json | null>;
  /** What the log, a hint or a refusal points at: light it. */
  readonly lit: ReadonlySet<Ref>;
  /** Points at things (the log's lines about them are marked, the board lights them); none: at nothing. */
  point(refs: Ref[]): void;
  /** An action that is looked at but not done (a hint, an analysed action): draw it on the board as it would be done. */
  readonly suggested: string | null;
  /** Draws an action on the board without doing it; null: none. */
  suggest(word: string | null): void;
  /** What others changed on the board since this seat's last action (who looks on: by the last action). It stays marked. */
  readonly marks: ReadonlySet<Ref>;
  /** Shows a card large beside an element, as long as one looks at it; of one that lies on the board perhaps as it lies. null: none. */
  lens(id: string | null, beside?: Element, lies?: Json): void;
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
  sound(name: SoundName): void;
  /** Is this a replay or a spectator's seat, where nothing can be done? */
  readonly idle: boolean;
}

export interface BoardProps {
  scene: Scene;
  table: TableHandle;
  /** It is a figure of a book: only what lies on the table and in the hand of the seat that looks, nothing to be done. There may be
   * several of them beside a table that is played at, so it keeps nothing that outlives it. */
  small?: boolean;
}

/** Something that is known of a seat. */
export interface SeatFact {
  label: string;
  value: string;
  /** An icon that stands for the label, as a path in a box of 16 by 16. */
  sign?: string;
  /** Hardly worth telling (nothing yet): left out where there is little room. */
  slight?: boolean;
}

/** The sign of a seat: a path in the box of a viewBox, what it is called, perhaps in a tone. */
export interface SeatSign {
  path: string;
  box: string;
  label: string;
  tone?: string;
}

/** What a game's coach.ts exports as default: words for those who are new to it. It is loaded when they are wanted. */
export interface Coach {
  /** `win`: how one wins, in a sentence; `mark.NAME` and `mark.NAME.words`: a mark and what it means; `first.NAME`: a word at the
   * first time something happens. */
  texts: Rows;
  /** The marks of the legend, each with its picture as SVG text of the game's own, where it has one. */
  marks: readonly { name: string; picture?: string }[];
  /** What is new in what happened or in what this seat is asked now, for those to whom it is new: names of `first`, what matters
   * most first. */
  firsts(scene: Scene, events: readonly GameEvent[]): string[];
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
  /** What events changed on the board: what stays marked until one's next action. Without it, nothing is. */
  marksOf?(scene: Scene, events: GameEvent[]): Ref[];
  /** Is what events tell seen only when the board has shown them (dice that are thrown)? Log and strip of seats are silent till then. */
  late?(events: readonly GameEvent[]): boolean;
  /** What events did to a seat (cards taken, turned over, beaten), each in a short sentence; none if nothing was. */
  sufferedBy?(scene: Scene, events: GameEvent[], seat: number): Sentence[];
  /** How it came out, where a match has ended by its rules: the parts of the score, or what decided it. */
  sayResult?(scene: Scene): Sentence[];
  /** How high the board of a figure is in a book, in pixels: in a column of a desk and on a phone. */
  figureHigh?: number;
  figureHighNarrow?: number;
  /** The theme in which its table is shown to those who have chosen none. */
  theme?: "dark" | "light";
  /** What a seat is called besides its player's name (element, colour, lord): short, perhaps empty. */
  seatLabel(scene: Scene, seat: number): Sentence;
  /** The side that a seat is on, where seats win together; without it each is on its own. Winners of several sides have tied. */
  side?(scene: Scene, seat: number): number;
  /** What is known of a seat at a glance (points, cards in hand, towers): short parts for the strip of seats. */
  seatFacts(scene: Scene, seat: number): SeatFact[];
  /** The sign by which a seat's things are known on the board, for the strip of seats. */
  seatSign?(scene: Scene, seat: number): SeatSign | null;
  /** A card drawn large, with everything that can be read on it, where it lies as it lies. `id` as in the view's `cards`; games
   * without cards: none. */
  CardFace?: Component<{ id: string; book: CardBook; texts: Texts; lies?: Json }>;
  /** The living picture of the game for the home page; decorative, still when `calm`. */
  Picture?: Component<{ calm: boolean }>;
}

// --- what a game's folder may bring besides its board ------------------------------------------------------------------
//
// All of it may be missing. `index.ts` exports the board (a GameModule; without it the game is played on the plain board),
// `coach.ts` a Coach, `form.ts` a FormLayout, `cards.ts` a CardShelf, `figures/index.ts` Figures, `artist.ts` an Artist, `Picture.svelte` the living
// picture, `Still.svelte` what stands in its place until it comes. Names, options and seats are never written here: the server tells
// them by the game's guide.

/** What is chosen for a table, by the options' keys. */
export type Chosen = Record<string, string | boolean | number>;

/** What somebody at a seat has chosen, by the keys of the seats' choices. */
export type Place = Record<string, string | number>;

/** An option that is asked for above the seats; its words stand in its row. */
export interface Choice {
  key: string;
  /** A few that are laid out, or many in a list. */
  look: "tiles" | "list";
}

/** What each seat may choose for itself. Its caption is `seat.KEY`. */
export interface SeatChoice {
  key: string;
  values: readonly (string | number)[];
  /** What the seats have as long as nobody chooses, in their order. */
  usual: readonly (string | number)[];
  /** No two seats have the same. */
  apart?: boolean;
  /** The values are the game's ready-made decks, by their numbers from 1; else their words are `KEY.VALUE`. */
  ready?: boolean;
}

/** How the form for a new table is laid out: which options are asked for first, and what a seat may choose. */
export interface FormLayout {
  /** Where the game stands among the others; those that do not say come last. */
  order: number;
  /** Among them `about.KEY`: what is to be said about an option, whatever its value. */
  texts: Rows;
  choices: readonly Choice[];
  seatChoices?: readonly SeatChoice[];
  /** Which of the seats' choices a seat is asked for, by what is chosen for the table; null: none. */
  seatChoice?(chosen: Chosen, seat: number): string | null;
  /** A sign of the side to which a seat belongs, where there are sides; `seats`: how many sit there. `chosen` may also be the options of a table. */
  seatSide?(chosen: Record<string, unknown>, seat: number, seats: number): string | null;
  /** May one bring a deck of one's own? `chosen` may also be the options of a table. */
  takesDecks?(chosen: Record<string, unknown>): boolean;
  /** What is chosen for a table to which one brings a deck. */
  chosenForDeck?: Chosen;
  /** What is chosen, as options of a match; without it, each option that is not as usual. */
  options?(chosen: Chosen, places: readonly Place[]): Record<string, unknown>;
  /** The options of a match as newcomers should meet the game; without it, none. */
  usual?(seats: number): Record<string, unknown>;
  /** Decks that go with the wish when one brings `code` to the seat `mine`; `isOpen`: somebody else may bring one too. */
  decks?(chosen: Chosen, places: readonly Place[], code: string | null, mine: number, isOpen: boolean): { decks?: string[]; deck?: string };
  /** Keys at the board that are not everybody's: their texts are `keys.NAME`. */
  keys?: readonly { signs: readonly string[]; name: string }[];
}

/** By what cards are found. */
export interface Facet {
  name: string;
  caption: string;
  values: readonly string[];
  /** Which of the values a card has. */
  of(card: Json): readonly string[];
  say(value: string): string;
}

/** What the server tells of a game's own set beyond the cards. */
export interface SetMore {
  basic?: Record<string, string[]>;
  races?: Record<Lang, Record<string, string>>;
  keywords?: Record<Lang, Record<string, string>>;
}

/** What is counted of a deck while it is built. */
export interface DeckCount {
  label: string;
  n: number;
  /** What it should be, in signs, where a rule says so. */
  right?: string;
  fits?: boolean;
  /** The code of the fault by which the server says the same. */
  fault?: string;
}

/** The cards of a game on the page: how they are found, shown small and built into decks. The texts that it is given have those of the
 * folder's form as well. */
export interface CardShelf {
  /** The decks that can be built: how many cards each has, and of which elements one must be, where all cards of a deck are of one. */
  deck: { size: number; elements?: readonly string[] };
  /** What is counted of a deck, whether its rules are kept or not; `cards`: with their copies. */
  counts?(cards: readonly Json[], texts: Texts): readonly DeckCount[];
  facets(texts: Texts, more: SetMore): Facet[];
  /** A card in a few words, for lists beside its picture. */
  shortly(card: Json, texts: Texts): string;
  /** Where a card stands among the others, by one number after the other; then they go by their names. */
  rank(card: Json): number[];
  /** The picture of a card, small, and whether it is square. */
  Thumb: Component<{ id: string; cards: Record<string, Json> }>;
  square?: boolean;
}

/** Boxes and arrows in a field of so many units; texts are `figure.NAME.TEXT`. */
export interface Diagram {
  width: number;
  height: number;
  boxes: { x: number; y: number; w: number; h: number; text: string; tone?: string; isBack?: boolean; isRound?: boolean; isNote?: boolean }[];
  arrows: { from: [number, number]; to: [number, number]; text?: string; tone?: string }[];
}

/** A figure of the rulebook: what stands after which clause; its caption is `figure.NAME`. */
export type Figure = { name: string; after: string } & (
  | { kind: "diagram"; diagram: Diagram }
  /** Steps in their order; their texts are `figure.NAME.1`, `figure.NAME.2`, ... */
  | { kind: "steps"; count: number }
  /** Drawn by the game itself; `texts` are those of the figures. */
  | { kind: "own"; Drawing: Component<{ texts: Texts; of: Json }>; of?: Json }
);

export interface Figures {
  figures: readonly Figure[];
  texts: Rows;
}

// --- art without a page --------------------------------------------------------------------------------------------------

/** What the package ships of a game, as the artist gets it: the cards of its own set by their ids with their names, and the files
 * of its boards by their names. */
export interface Shipped {
  cards: Record<string, Json>;
  names: Partial<Record<Lang, Record<string, Json>>>;
  boards: Record<string, Json>;
}

/** What a game's artist.ts exports as default. The build writes its pictures into the package; it runs without a page. */
export interface Artist {
  /** The art of everything that is shipped, as self-contained SVG text by the name of its file: a card's is its id, that of a
   * board is `board-NAME` (`paper-NAME` on white), and `piece-NAME` is something that printed cards are put together from. In a
   * card's art an element with `data-part="picture"` is its picture without signs and words. */
  pictures(shipped: Shipped): [name: string, svg: string][];
}

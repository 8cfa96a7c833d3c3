// The messages between browser and server. Made from src/orrery/server/live/wire.py by
// python -m orrery.server.live.typescript; do not edit.
export const PROTOCOL = 1;

/** The first message: which protocol the client speaks, and the last number it has seen. */
export interface Hello {
  type: "hello";
  protocol: number;
  have?: number | null;
}

/** Are you there? Answered by `pong`. A client with nothing else to say sends one at least every 5 seconds. */
export interface Ping {
  type: "ping";
  id: number;
}

/** An action of the game, meant for the state with the number `at`. */
export interface Act {
  type: "act";
  id: number;
  at: number;
  action: string;
}

/** What would visibly happen by this action? Answered by `previewed`. */
export interface Preview {
  type: "preview";
  id: number;
  at: number;
  action: string;
}

/** Why may this action not be done now? Answered by `reason`; nothing is done. For any seat at any time: who is not to act is told so. */
export interface Why {
  type: "why";
  id: number;
  at: number;
  action: string;
}

/** A question about the state with the number `at`, the last or an earlier one, answered by `told`. `score`: how the points come about. `forecast`: what the planets of Vediic will do. `hint`: the best actions of a decision of one's own. `analysis`: the same with more actions, and if one was taken there, what it lost. */
export interface Ask {
  type: "ask";
  id: number;
  at: number;
  what: "analysis" | "forecast" | "hint" | "score";
  more?: Details;
}

/** More about a question: how many planets' turns a forecast goes, and once the match is over whose eyes it is about. */
export interface Details {
  turns?: number;
  seat?: number | null;
}

/** Back to where so many actions stood, as far as the seat may go alone (`undo_to` in updates). */
export interface Undo {
  type: "undo";
  id: number;
  at: number;
  to: number;
}

/** A proposal to the other people: a draw, a pause, or an undo (`to` says how far). */
export interface Offer {
  type: "offer";
  id: number;
  at: number;
  what: "draw" | "pause" | "undo";
  to?: number | null;
}

/** Yes or no to the proposal that stands. The one who made it takes it back by no. */
export interface Answer {
  type: "answer";
  id: number;
  at: number;
  yes: boolean;
}

/** Gives up. At a table of two the other wins; at a larger one a bot plays on. */
export interface Resign {
  type: "resign";
  id: number;
  at: number;
}

/** Ends a pause. */
export interface GoOn {
  type: "go_on";
  id: number;
  at: number;
}

/** A bot shall play a seat: one's own, by a `bot` of one's choice, or that of a person who has vanished, by the bot that the table chose for this, whatever is named here. */
export interface StandIn {
  type: "stand_in";
  id: number;
  at: number;
  seat: number;
  bot?: string | null;
}

/** One's own seat back from the bot that plays it. */
export interface TakeBack {
  type: "take_back";
  id: number;
  at: number;
}

/** Yes or no to a newcomer who asks for the seat of a bot that one plays against. */
export interface Welcome {
  type: "welcome";
  id: number;
  at: number;
  yes: boolean;
}

/** Says something to the table. */
export interface Chat {
  type: "chat";
  id: number;
  text: string;
}

/** Everything that a seat may know (`seat` null: a spectator), and what happened since the number that the client had. */
export interface MatchNow {
  type: "state";
  match: string;
  game: string;
  rules: number;
  seat: number | null;
  number: number;
  standing: Standing;
  view: Record<string, unknown>;
  past: Array<Past>;
  actions?: Array<string> | null;
  undo_to?: number | null;
}

/** How the match stands, the same for everybody. `clocks` are milliseconds left, `running` whose clock runs. */
export interface Standing {
  to_act: number | null;
  bots: Array<string | null>;
  paused: boolean;
  proposal: Proposal | null;
  clocks: Array<number> | null;
  running: number | null;
  outcome: Outcome | null;
  newcomer?: Newcomer | null;
}

/** A proposal that stands: by whom, what (`draw`, `pause`, `undo 12`), and who has agreed. */
export interface Proposal {
  seat: number;
  what: string;
  agreed: Array<number>;
}

/** How a match ended: by the game's rules, by resigning, by agreement or by the clock. */
export interface Outcome {
  by: "draw" | "game" | "resign" | "time";
  winners: Array<number>;
  scores: Array<number> | null;
}

/** Somebody who asks for a bot's seat in a running match, and which seats have agreed. When all people have, the newcomer sits down at the next moment between two moves. */
export interface Newcomer {
  seat: number;
  person: string;
  name: string;
  agreed: Array<number>;
}

/** An entry of the history as a seat may know it. `action` is there for the seat's own actions only. `back`: by this entry actions were taken back, and so many of all before it stand. What everybody saw of the setup, if anything, is the entry 0 of the kind `setup`. */
export interface Past {
  number: number;
  kind: string;
  seat: number;
  time: number;
  events?: unknown;
  action?: string;
  word?: string;
  back?: number;
}

/** One more entry. `view` holds the parts of the view that changed, `gone` those that are no more. */
export interface Update {
  type: "update";
  number: number;
  past: Past;
  standing: Standing;
  view?: Record<string, unknown>;
  gone?: Array<string>;
  actions?: Array<string> | null;
  undo_to?: number | null;
}

/** A request was carried out and is on disk; `number` is that of its entry. */
export interface Done {
  type: "done";
  id: number;
  number: number;
}

/** A request was refused and nothing has changed. `code` is for programs, `message` for people. With `illegal_action` come the rules' own reasons: the kind of fault, its reason, the clause, the facts with their numbers, and up to three legal actions near it. */
export interface Refused {
  type: "refused";
  id: number | null;
  code: string;
  message: string;
  number?: number | null;
  kind?: string | null;
  reason?: string | null;
  clause?: string | null;
  facts?: Record<string, unknown> | null;
  near?: Array<string> | null;
}

/** What an action would visibly lead to, one's own steps without a choice included. `whole` is false when something of it, or something more, cannot be foreseen. `next` is the seat that has to choose then; where it only answers what was begun, and all see what it can answer, `answers` tells what would come of each. `idle`: it would only cost something and have no effect. `score` is what the question `score` would be answered then. What cannot be foreseen is left out. */
export interface Previewed {
  type: "previewed";
  id: number;
  at: number;
  events: Array<Record<string, unknown>>;
  whole: boolean;
  score?: Record<string, unknown> | null;
  next?: number | null;
  answers?: Array<Foreseen>;
  idle?: boolean;
}

/** What an answer (`word`) of the seat that is next would lead to, told as in `previewed`. */
export interface Foreseen {
  word: string;
  events: Array<Record<string, unknown>>;
  whole: boolean;
  next: number | null;
}

/** Why an action may not be done, told as in `refused`; `allowed` where it may. */
export interface Reason {
  type: "reason";
  id: number;
  at: number;
  allowed: boolean;
  code?: string | null;
  message?: string | null;
  kind?: string | null;
  reason?: string | null;
  clause?: string | null;
  facts?: Record<string, unknown> | null;
  near?: Array<string> | null;
}

/** The answer to a question; docs/server.md says what each holds. */
export interface Told {
  type: "told";
  id: number;
  at: number;
  what: string;
  answer: Record<string, unknown>;
}

/** Somebody said something. */
export interface Said {
  type: "said";
  chat: number;
  person: string;
  name: string;
  text: string;
  time: number;
}

/** The table changed: who sits there, who is present, whether it has started. */
export interface TableNow {
  type: "table";
  table: TableInfo;
}

/** A table as everybody may know it; `invite`, `you` and `yours` only for those who sit there. `yours` are all seats that one plays, companions' included; `you` is the first of them. */
export interface TableInfo {
  id: string;
  game: string;
  rules: number;
  options: Record<string, unknown>;
  settings: TableSettings;
  state: "open" | "over" | "playing";
  seats: Array<SeatInfo>;
  owner: string | null;
  created: number;
  started: number | null;
  number: number;
  turn: number | null;
  outcome: Outcome | null;
  rematch: string | null;
  you: number | null;
  invite: string | null;
  yours: Array<number>;
}

/** What was agreed about a table. `delay` is by how many entries spectators lag behind; `own_decks` says whether one may bring a deck, `hints` whether one may ask for hints while another person plays. */
export interface TableSettings {
  open: boolean;
  watch: boolean;
  delay: number;
  stand_in: string;
  clock: Record<string, unknown> | null;
  own_decks: boolean;
  hints: boolean;
}

/** Who sits at a seat. `kind` is who plays now: a person, a bot, or nobody yet. `own_deck`: somebody brought a deck, which nobody else sees before the match does. `keeper` is who plays for a companion, at a table on one screen. `kept` is for whom a free seat is kept, at a rematch: then `name` is that person's. `program`: the guest who sits here is a program, which came over `orrery bridge`. */
export interface SeatInfo {
  seat: number;
  kind: "bot" | "open" | "person";
  name: string;
  person: string | null;
  bot: string | null;
  present: boolean;
  own_deck: boolean;
  keeper: string | null;
  kept: string | null;
  program: boolean;
}

/** Yes, I am here. */
export interface Pong {
  type: "pong";
  id: number;
}

/** Sent when there was nothing else to say for some seconds: a client that hears nothing for 10 s has lost the link. */
export interface Beat {
  type: "beat";
}

/** The server is about to be restarted: in so many seconds at the latest it says bye. Nothing is lost by it. */
export interface Restart {
  type: "restart";
  seconds: number;
}

/** The server closes the socket, and why. With `again` the client may come back and resume. */
export interface Bye {
  type: "bye";
  code: string;
  message: string;
  again: boolean;
}

/** A game: examples of options, its name in both languages, what it is about, whose it is (`by`) and its tale (each perhaps empty), how many play, and its options. */
export interface GameInfo {
  game: string;
  rules: number;
  examples: Array<Record<string, unknown>>;
  title: InWords;
  about: InWords;
  by: InWords;
  tale: InWords;
  seats: SeatCounts;
  options: Array<OptionInfo>;
}

/** A text in both languages. */
export interface InWords {
  en: string;
  ja: string;
}

/** How many may sit at a match of a game, and how many do when nobody says. */
export interface SeatCounts {
  counts: Array<number>;
  usual: number;
}

/** An option of a match. A `word` is one of the `values`, in the order in which people are offered them; a `number`, or the number of `seats` (its key is the rules' own word for it), lies from `least` to `most`; `data` is anything else, described by `about`. `default` is what holds if it is left out; null: what the clause says. `house`: a ruling that most tables leave as it is. `seats`: the numbers of seats that go with a value, where not all do. `only`: the option exists only where these other options have one of these values, and must be left out elsewhere. `words` are what people read for the values, `abouts` a sentence more about some of them. */
export interface OptionInfo {
  key: string;
  kind: "data" | "flag" | "number" | "seats" | "word";
  default: unknown;
  clause: string;
  house: boolean;
  name: InWords;
  about?: InWords;
  values?: Array<string>;
  least?: number;
  most?: number;
  seats?: Record<string, Array<number>>;
  only?: Record<string, Array<string>>;
  words?: Record<string, InWords>;
  abouts?: Record<string, InWords>;
}

/** A bot as people are told of it. `short`: the games in which the clock cuts its decisions short on this machine, each with the share of its simulations that it gets, in per cent. `games`: those that a bot of the host's plays; ours play all. */
export interface Level {
  bot: string;
  name_en: string;
  name_ja: string;
  about_en: string;
  about_ja: string;
  short?: Record<string, number>;
  games?: Array<string>;
}

/** How decks of a game can be tried: in which modes (the usual one first), by which bots (the quickest first), by which of them if nobody says, and for how many matches at most. With another `version` the same matches may end otherwise: cards and bots change. */
export interface TrialOffer {
  modes: Array<TrialMode>;
  bots: Array<string>;
  usual_bot: string;
  most: number;
  version: string;
}

/** A mode in which decks are tried; a game of one mode has one without a name. */
export interface TrialMode {
  mode: string;
  name: InWords;
}

/** How the matches from number `start` on ended for the deck: 0 lost, 1 drawn, 2 won. Matches 0 and 1 are against the first of the `field`, with the deck at the first and at the second seat and the same luck, 2 and 3 against the next, and so on in turn; there are `most` in all. If there are none, it was not one's turn yet: `before` are first. */
export interface TrialPart {
  mode: string;
  bot: string;
  field: Array<TrialRival>;
  most: number;
  start: number;
  halves: Array<number>;
  before: number;
}

/** A ready deck that the deck meets. */
export interface TrialRival {
  id: string;
  name: InWords;
}

/** A lesson of a game: its name and what one learns; how many steps it has. */
export interface LessonInfo {
  game: string;
  lesson: string;
  title: InWords;
  about: InWords;
  steps: number;
}

/** A moment of a lesson. `step` is counted from 0; at the end it is `steps`, and `say` tells what was learned. Where an action is asked for (`asks`), `actions` are those that the rules allow; the lesson may accept fewer, `example` among them. `view` is null where the entries lead on from one that is known. */
export interface LessonNow {
  game: string;
  lesson: string;
  title: InWords;
  seat: number;
  names: Array<InWords>;
  step: number;
  steps: number;
  say: InWords;
  point: Array<string>;
  asks: boolean;
  actions: Array<string>;
  example: string | null;
  to_act: number | null;
  number: number;
  entries: Array<LessonEntry>;
  view: Record<string, unknown> | null;
}

/** An action that was done in a lesson or a puzzle, as the one who plays there saw it. `view` holds the parts of the view that changed by it, `gone` those that are no more; both are empty where they are not needed. */
export interface LessonEntry {
  number: number;
  seat: number;
  action: string | null;
  events: Array<Record<string, unknown>>;
  view: Record<string, unknown>;
  gone: Array<string>;
}

/** Would this action be done? If it is not `accepted`, either the rules forbid it (then it is told as in `refused`), or it is not what the lesson asks for. `note`: what this lesson has to say about it. */
export interface LessonAnswer {
  accepted: boolean;
  allowed: boolean;
  note: InWords | null;
  message: string;
  kind: string | null;
  reason: string | null;
  clause: string | null;
  facts: Record<string, unknown> | null;
  near: Array<string> | null;
}

/** The puzzles of all games that hold for their present versions, and the one of a day. */
export interface PuzzleList {
  day: string;
  today: PuzzleInfo | null;
  puzzles: Array<PuzzleInfo>;
}

/** A puzzle: its name, what it is about, and how hard it is, from 1 to 3. */
export interface PuzzleInfo {
  game: string;
  puzzle: string;
  title: InWords;
  theme: "chart" | "one" | "survive" | "win";
  hard: number;
}

/** A moment of a puzzle. `actions` are those that the rules allow. `solution` is null until it is solved. `view` is null where the entries lead on from one that is known. */
export interface PuzzleNow {
  game: string;
  puzzle: string;
  title: InWords;
  theme: "chart" | "one" | "survive" | "win";
  hard: number;
  task: InWords;
  seat: number;
  seats: number;
  actions: Array<string>;
  to_act: number | null;
  number: number;
  solved: boolean;
  solution: PuzzleSolution | null;
  entries: Array<LessonEntry>;
  view: Record<string, unknown> | null;
}

/** What is told when a puzzle is solved, or given up: an answer from the first action to the last, other first actions that do as well, why, and how that was proved. */
export interface PuzzleSolution {
  line: Array<string>;
  others: Array<string>;
  why: InWords;
  proof: InWords;
}

/** Is this action right? If it is not `accepted`, either the rules forbid it (then it is told as in `refused`), or it misses the goal: then `entries` are what it leads to, the action itself first, and `says` what is said of it. */
export interface PuzzleAnswer {
  accepted: boolean;
  allowed: boolean;
  says: InWords | null;
  entries: Array<LessonEntry>;
  message: string;
  kind: string | null;
  reason: string | null;
  clause: string | null;
  facts: Record<string, unknown> | null;
  near: Array<string> | null;
}

/** A hint in words; the second one also names a few actions, one of which is right. */
export interface PuzzleHint {
  says: InWords;
  actions: Array<string>;
}

/** What is known of a match so far. `judged` of the `choices` have been looked at; `before` people have their turn before. Accounts come when all has been looked at. */
export interface ReviewNow {
  table: string;
  game: string;
  state: "done" | "idle" | "spent" | "waiting" | "working";
  before: number;
  judged: number;
  choices: number;
  length: number;
  yours: Array<number>;
  curves: Array<Array<ReviewPoint>>;
  summaries: Array<ReviewSummary>;
  accounts: Array<ReviewAccount>;
  turnings: Array<ReviewTurning>;
  losses: Array<ReviewLoss>;
}

/** A seat's chance to win at a moment, as far as it could know. */
export interface ReviewPoint {
  at: number;
  chance: number;
}

/** How one seat decided. */
export interface ReviewSummary {
  seat: number;
  decisions: number;
  mean_loss: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  accuracy: number;
}

/** Luck apart from skill: where a seat's chance began, what its own decisions gave away, what luck brought, what the others' decisions did, and where it ended. */
export interface ReviewAccount {
  seat: number;
  start: number;
  lost: number;
  luck: number;
  others: number;
  end: number;
}

/** Where the match turned: by a `mistake` or `blunder`, by `luck`, by a `surprise`, or where it was decided. */
export interface ReviewTurning {
  kind: "blunder" | "decisive" | "luck" | "mistake" | "surprise";
  seat: number;
  at: number;
  until: number;
  before: number;
  after: number;
}

/** A decision by which something was lost: what was done, and the chances after it and after the best. `why` says what the best has over it where the features tell; of one's own decisions it is left out. */
export interface ReviewLoss {
  at: number;
  seat: number;
  word: string;
  chance: number;
  best_chance: number;
  name: "blunder" | "inaccuracy" | "mistake";
  yours: boolean;
  why: InWords | null;
}

/** A decision to be tried again: what the seat knew, and what it might have done. Nothing of how it was judged. */
export interface ReviewMoment {
  table: string;
  game: string;
  number: number;
  seat: number;
  view: Record<string, unknown>;
  actions: Array<string>;
}

/** Was an action good? Where it is `accepted`, `answer` says what was best; else `leads` says what it leads to, and `chance` is the chance after it. Where the rules forbid it, it is told as in `refused`. */
export interface ReviewTried {
  accepted: boolean;
  allowed: boolean;
  chance: number | null;
  best_chance: number | null;
  leads: Array<ReviewNext>;
  answer: ReviewAnswer | null;
  message: string;
  kind: string | null;
  reason: string | null;
  clause: string | null;
  facts: Record<string, unknown> | null;
  near: Array<string> | null;
}

/** A decision that is likely to follow, in one of the worlds that the seat could imagine. */
export interface ReviewNext {
  seat: number;
  word: string;
}

/** What was best at a decision, and why where the features tell; and what was done instead. */
export interface ReviewAnswer {
  word: string;
  chance: number;
  best: string;
  best_chance: number;
  good: Array<string>;
  why: InWords | null;
}

/** Of one game, how many decisions in how many of one's matches were looked at, and which mistakes come again. */
export interface GameHabits {
  game: string;
  decisions: number;
  matches: number;
  habits: Array<Habit>;
}

/** A mistake that comes again: what was overlooked, how often, how much was lost by it in all, and positions in which to do it better. `what` is null for those of which the features tell nothing. */
export interface Habit {
  game: string;
  feature: string;
  what: InWords | null;
  times: number;
  lost: number;
  positions: Array<TrainingPosition>;
}

/** A position of one's own in which one lost something: at which table and moment, and how much. */
export interface TrainingPosition {
  table: string;
  at: number;
  loss: number;
  name: string;
}

export type ClientMessage = Hello | Ping | Act | Preview | Why | Ask | Undo | Offer | Answer | Resign | GoOn | StandIn | TakeBack | Welcome | Chat;

export type ServerMessage = MatchNow | Update | Done | Refused | Previewed | Reason | Told | Said | TableNow | Pong | Beat | Restart | Bye;

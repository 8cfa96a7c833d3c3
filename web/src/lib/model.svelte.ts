/** A table as the page shows it: what comes from a link or a replay, one happening after the other, and what a board may do.
 * A model is made once for its source and lives as long: whoever holds one holds the one that hears. */
import type { Ask, Details, InWords, Past, Reason, Refused, ServerMessage, Standing, TableInfo, Told } from "../wire";
import type { CardBook, Foreseen, GameEvent, GameModule, Happening, Json, Line, Preview, Ref, Scene, Sentence, TableHandle, View } from "../games/contract";
import { Between, type Sides } from "./between";
import { standingEntries } from "./line";
import { Link, LinkLost } from "./link.svelte";
import { bookOf, loadRefusals, type CardList } from "./loading";
import { shared } from "./sharing";
import { page } from "./page.svelte";
import { momentOf } from "./replay.svelte";
import { settings } from "./settings.svelte";
import { play as playSound, type SoundName } from "./sound";
import { plain, Texts, type Rows } from "./texts";
import { toasts } from "../shell/toast.svelte";
import tableRows from "../texts/table.json";

export type Question = Ask["what"];

/** Where a table's state comes from: a live link, or a replay. */
export interface Source {
  readonly seat: number | null | undefined;
  readonly view: View | null;
  readonly number: number;
  readonly actions: string[] | null;
  readonly standing: Standing | null;
  readonly past: Past[];
  readonly info: TableInfo | null;
  /** Asks about the moment that is shown; raises LinkLost. */
  ask(what: Question, more?: Details): Promise<Told | Refused>;
  /** Who hears of entries; null until there is a model. */
  onEntry: ((past: Past, before: View | null) => void) | null;
}

/** Why something is not done; a lesson may say it in words of its own. */
export type Refusing = Refused & { said?: InWords };

/** A source at which one plays: a table's link, or a lesson. */
export interface Played extends Source {
  readonly status: Link["status"];
  /** Does an action, asks why it may not be done, or what would come of it; raises LinkLost. */
  request(message: { type: "act" | "why" | "preview"; at: number; action: string }): Promise<ServerMessage | Refusing | Reason>;
}
const isPlayed = (source: Source): source is Played => "request" in source;

/** A board says when it has shown a happening. One that does not for so long is broken: the table goes on without it. */
const OVERDUE = 8000;
/** By so much faster a happening is shown for each other one that waits behind it, as a part of the usual pace. */
const QUICKER = 0.5;
/** Nothing is shown faster than so many times the usual pace: each moment is still drawn. */
const FASTEST = 16;
/** What is shown once more begins after so many milliseconds: the board is seen to have gone back. */
const SET_BACK = 450;
/** Where nothing is to move, each moment that is shown once more stands so long. */
const STILL = 1200;
/** So many of the sentences told to screen readers stay. */
const SPOKEN = 6;

export interface LogEntry {
  past: Past;
  lines: Line[];
  /** It was taken back. */
  undone: boolean;
}

/** What happened is being shown once more. */
interface Again {
  /** The view that stands while nothing moves; null until the first one is there. */
  view: View | null;
  /** The last entry of those that were shown again so far. */
  number: number;
  /** The entry up to which all was told when it began. */
  last: number;
}

export class Model implements TableHandle {
  busy = $state(false);
  refusal: Refusing | null = $state.raw(null);
  /** What was tried when the refusal came. */
  tried: string | null = $state(null);
  /** The card that is read, and how it lies. */
  card: { id: string; lies: Json } | null = $state.raw(null);
  /** What screen readers are told, the newest last: each is told once. */
  spoken: { id: number; text: string }[] = $state.raw([]);
  private lastSpoken = 0;
  happening: Happening | null = $state.raw(null);
  /** What happened since one's last action is shown once more: nothing can be done meanwhile. */
  again: Again | null = $state.raw(null);
  suggested: string | null = $state(null);
  /** The card under the lens, what it is shown beside, and how it lies. */
  lensed: { id: string; beside: Element; lies: Json } | null = $state.raw(null);
  private pointed: ReadonlySet<Ref> = $state.raw(new Set<Ref>());
  /** What stays lit while nothing else is pointed at. */
  private aims: readonly Ref[] = [];
  /** The actions that are kept drawn, by those who keep them, the last one last. */
  private readonly held = new Map<object, string>();
  private called: string[] = [];
  private queue: Omit<Happening, "pace">[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The views between which others' actions since one's own happened. */
  private readonly between = new Between((number) => this.then(number));
  /** Which showing of what happened is the current one; others have been ended. */
  private showings = 0;
  /** Goes on with what is shown once more, when the board has shown a happening of it. */
  private goOn: (() => void) | null = null;
  /** How many look on: boards that are there to show what happens. */
  private watchers = 0;
  /** What was said of an entry, in which language and with which names: said again only if these change. */
  private readonly said = new WeakMap<Past, { lang: string; names: readonly string[]; entry: LogEntry }>();

  constructor(
    readonly source: Source,
    readonly game: string,
    readonly module: GameModule,
    private readonly rows: Rows,
    private readonly list: CardList,
    /** Is this one of several sides on one screen? */
    readonly hotSeat = false,
  ) {
    if (source.onEntry !== null) throw new Error("this source is shown by a model already: the one before would hear nothing any more");
    source.onEntry = (past, before) => this.enter(past, before);
  }

  /** What is said of refusals in this game, once something was refused. */
  private reasons: Rows = $state.raw({});

  // --- what is shown ---------------------------------------------------------------------------------------------------

  readonly texts: Texts = $derived.by(() => new Texts(settings.kept.lang, [this.rows, tableRows]));
  /** The same with what is said of refusals. Apart from the others: when these come, the board and what is chosen on it stay. */
  readonly reasonTexts: Texts = $derived.by(() => new Texts(settings.kept.lang, [this.rows, this.reasons, tableRows]));
  /** The match's own cards, where its views tell them: one table for all moments. */
  private readonly own: Json = $derived.by(() => this.source.view?.["cards"]);
  readonly cards: CardBook = $derived.by(() => bookOf(this.own ? { ...this.list, cards: this.own } : this.list, settings.kept.lang));
  /** What each at the table is called; bots of one level are called alike. */
  private readonly given: string[] = $derived.by(() => {
    const you = this.texts.raw("who.you");
    return (this.source.info?.seats ?? []).map((seat) => {
      if (seat.seat === this.source.seat && !this.hotSeat && !this.idle) return you;
      const bot = seat.kind === "bot" ? this.botName(seat.bot) : "";
      return bot && (seat.name === seat.bot || !seat.name) ? bot : seat.name || this.texts.line("who.nth", { n: seat.seat + 1 });
    });
  });
  /** Those who are called alike are told apart by the letter of their seat. */
  letter(seat: number): string | null {
    const name = this.given[seat];
    return name === undefined || this.given.indexOf(name) === this.given.lastIndexOf(name) ? null : String.fromCharCode(65 + seat);
  }
  readonly names: string[] = $derived.by(() => {
    const told = this.given.map((name, seat) => {
      const letter = this.letter(seat);
      return letter === null ? name : `${name} ${letter}`;
    });
    // The same list while nobody is called otherwise: all that was said with the names stays as it is.
    return (this.called = shared(this.called, told));
  });
  readonly scene: Scene | null = $derived.by(() => {
    const view = this.happening?.after ?? this.again?.view ?? this.source.view;
    if (view === null || this.source.seat === undefined) return null;
    const standing = this.source.standing;
    // What ended it is seen before it is over.
    const over = this.outcome !== null;
    const rest = this.resting && !over && !standing?.paused;
    return {
      game: this.game,
      seat: this.source.seat,
      view,
      actions: rest ? (this.source.actions ?? []) : [],
      // While something is shown the standing is ahead of it; the view is not.
      toAct: over ? null : ((this.resting ? standing?.to_act : view["to_act"]) ?? null),
      names: this.names,
      over,
      texts: this.texts,
      cards: this.cards,
    };
  });
  /** How it ended, once all that led there was shown. */
  readonly outcome: Standing["outcome"] = $derived.by(() => (this.resting ? (this.source.standing?.outcome ?? null) : null));
  /** What happens is told by the board first: until it has, nothing else at the table tells it. */
  private readonly late: boolean = $derived.by(() => this.happening !== null && this.again === null && this.module.late?.(this.happening.events) === true);
  /** What the strip of seats tells. */
  readonly told: Scene | null = $derived.by(() => {
    const { scene, happening } = this;
    return this.late && scene !== null && happening !== null ? { ...scene, view: happening.before } : scene;
  });
  /** The present is shown, and nothing moves. */
  get resting(): boolean {
    return this.happening === null && this.again === null;
  }
  /** Did the match end level, with winners who are not on one side? */
  readonly tied: boolean = $derived.by(() => {
    const scene = this.scene;
    if (scene === null || this.outcome?.by !== "game") return false;
    return new Set(this.outcome.winners.map((seat) => this.module.side?.(scene, seat) ?? seat)).size > 1;
  });
  /** What has happened up to what is shown: the log does not run ahead of the board. */
  readonly log: LogEntry[] = $derived.by(() => {
    const scene = this.scene;
    const now = this.happening;
    const last = this.again?.last ?? (now === null ? Infinity : this.late ? now.number - 1 : now.number);
    if (scene === null) return [];
    const told = this.source.past.filter((past) => past.number <= last);
    const standing = new Set(standingEntries(told));
    return told.map((past) => this.entryOf(scene, past, past.kind === "act" && !standing.has(past)));
  });

  /** What others have done since this seat's last action, as far as it is shown; to those who look on: the last action. */
  readonly since: LogEntry[] = $derived.by(() => {
    const acts = this.log.filter((entry) => entry.past.kind === "act" && !entry.undone);
    if (this.idle) return acts.slice(-1);
    return acts.slice(acts.findLastIndex((entry) => entry.past.seat === this.source.seat) + 1);
  });
  readonly marks: ReadonlySet<Ref> = $derived.by(() => {
    const scene = this.scene;
    // While it is shown once more, what comes later is not marked yet.
    const last = this.again === null ? Infinity : (this.happening?.number ?? this.again.number);
    const shown = this.since.filter((entry) => entry.past.number <= last);
    return new Set(scene === null ? [] : shown.flatMap((entry) => this.module.marksOf?.(scene, eventsIn(entry.past)) ?? []));
  });
  /** What they did to this seat, in short sentences. */
  readonly suffered: Sentence[] = $derived.by(() => {
    const scene = this.scene;
    const { seat } = this.source;
    if (scene === null || seat === null || seat === undefined || this.idle) return [];
    return this.since.flatMap((entry) => this.module.sufferedBy?.(scene, eventsIn(entry.past), seat) ?? []);
  });

  /** A bot by the name people know it by. */
  botName(bot: string | null): string {
    if (bot === null) return "";
    return this.texts.has(`bot.${bot}`) ? this.texts.raw(`bot.${bot}`) : bot;
  }

  /** Why something other than a move was refused, in words. */
  refusedWords(refusal: Refused): string {
    const key = `refused.${refusal.code}`;
    return this.texts.has(key) ? this.texts.raw(key) : page.refused(refusal);
  }

  /** Why an action is refused, in the words of the game; null if it has none. */
  sayReason(reason: string, facts: Record<string, Json>): string | null {
    return (this.scene && this.module.sayRefusal?.({ ...this.scene, texts: this.reasonTexts }, reason, facts)) ?? null;
  }

  /** An action in words, also one that is not possible. */
  sayAny(word: string): Sentence {
    try {
      if (this.scene !== null) return this.module.sayAction(this.scene, word);
    } catch {
      // A game that has no words for what cannot be done: the word itself must do.
    }
    return [{ text: word }];
  }

  private entryOf(scene: Scene, past: Past, undone = false): LogEntry {
    const { names } = this;
    const kept = this.said.get(past);
    const same = kept !== undefined && kept.lang === this.texts.lang && kept.names === names ? kept.entry : null;
    if (same !== null && same.undone === undone) return same;
    const told = same?.lines ?? (Array.isArray(past.events) ? this.module.tell(scene, past.events as GameEvent[]) : [this.entryLine(scene, past)]);
    const entry = { past, lines: told, undone };
    this.said.set(past, { lang: this.texts.lang, names, entry });
    return entry;
  }

  /** An entry that is no action of the game. */
  private entryLine(scene: Scene, past: Past): Line {
    const who = { text: this.names[past.seat] ?? "?", tone: "tone-who", ref: `seat:${past.seat}` };
    const [word, more] = (past.word ?? "").split(" ");
    // Where there is nobody to ask, what is proposed is done.
    const done = past.kind === "offer" && past.back !== undefined;
    const keys = done ? ["entry.undo"] : [`entry.${past.kind}_${word}`, `entry.${past.kind}`];
    const key = keys.find((one) => this.texts.has(one)) ?? "entry.other";
    const n = past.kind === "undo" || word === "undo" ? this.goneFirst(scene, Number(more ?? word), past.number).n : "";
    return { sentence: this.texts.say(key, { who, bot: this.botName(word ?? ""), what: past.kind, n }), kind: "minor" };
  }

  /** Where the log tells the first of the actions that go when only so many are left: its number and its words. `before`
   * is the number of the entry by which they go, or would. */
  goneFirst(scene: Scene, left: number, before: number): { n: number; what: string } {
    const earlier = this.source.past.filter((past) => past.number < before);
    const gone = standingEntries(earlier).slice(left);
    const told = gone.map((past) => this.entryOf(scene, past)).find((entry) => entry.lines.length);
    const line = told?.lines.find((one) => one.kind !== "head") ?? told?.lines[0];
    return { n: told?.past.number ?? gone[0]?.number ?? before, what: plain(line?.sentence ?? []) };
  }

  // --- happenings ------------------------------------------------------------------------------------------------------

  private enter(past: Past, before: View | null): void {
    const after = this.source.view;
    const events = eventsIn(past);
    const own = past.seat === this.source.seat;
    if (this.refusal !== null && own) this.refusal = null;
    // What was looked at is of the moment before.
    this.held.clear();
    this.glance(null);
    if (past.kind === "act" && (own || this.idle)) this.between.forget();
    if (before !== null && after !== null && events.length && this.source instanceof Link) this.between.keep(past.number, { before, after });
    const scene = this.scene;
    if (scene !== null) this.tell(this.entryOf({ ...scene, view: after ?? scene.view }, past).lines);
    // Where nobody looks, or what lies between is not known, only the present counts.
    if (before === null || after === null || document.hidden || this.watchers === 0) {
      this.skip();
      return;
    }
    if (this.calm) {
      // What is shown once more goes on; the present comes after it.
      if (this.again === null) this.skip();
      return;
    }
    // Words that change nothing on the board: what waits is shown all the same.
    if (!events.length) return;
    this.queue.push({ number: past.number, events, before, after });
    if (this.resting) this.next();
  }

  /** Somebody looks on from now on: what happens is shown, one after the other. Gives how to look away. */
  watch(): () => void {
    const hide = (): void => {
      if (document.hidden) this.skip();
    };
    this.watchers += 1;
    document.addEventListener("visibilitychange", hide);
    return () => {
      this.watchers -= 1;
      document.removeEventListener("visibilitychange", hide);
      if (this.watchers === 0) this.skip();
    };
  }

  private tell(lines: Line[]): void {
    const words = lines.map((line) => line.sentence.map((part) => part.text).join("")).join(" ");
    if (words) this.say(words);
  }

  private next(): void {
    const happening = this.queue.shift();
    if (happening === undefined) this.rest();
    else this.begin({ ...happening, pace: this.pace });
  }

  private begin(happening: Happening): void {
    clearTimeout(this.timer);
    this.happening = happening;
    this.timer = setTimeout(() => this.overdue(happening.number), OVERDUE);
  }

  private rest(): void {
    clearTimeout(this.timer);
    this.happening = null;
  }

  /** How fast to show what comes next: the more waits behind it, the faster, so that nothing need be left out. */
  private get pace(): number {
    return Math.min(FASTEST, settings.kept.speed * (1 + QUICKER * this.queue.length));
  }

  /** A fault of the board, told to whoever looks for it; the tests fail by it. */
  private overdue(number: number): void {
    console.warn(`the board of ${this.game} did not say that it has shown entry ${number}`);
    this.shown(number);
  }

  shown(number: number): void {
    if (this.happening?.number !== number) return;
    if (this.goOn === null) this.next();
    else this.goOn();
  }

  /** Shows everything as it is now. */
  skip(): void {
    this.queue = [];
    this.endAgain();
    this.rest();
  }

  /** Shows what happened since one's last action once more, from the view before it on. What comes meanwhile is shown after it. */
  async playAgain(): Promise<void> {
    const entries = this.since.map((entry) => entry.past).filter((past) => eventsIn(past).length);
    const first = entries[0];
    if (!this.resting || first === undefined || !(this.source instanceof Link)) return;
    const showing = ++this.showings;
    this.held.clear();
    this.glance(null);
    this.again = { view: null, number: first.number - 1, last: this.source.number };
    try {
      for (const [i, past] of entries.entries()) {
        const sides = await this.between.of(past.number);
        if (showing !== this.showings) return;
        const next = entries[i + 1];
        // Ahead of time, so that one follows the other without a gap; who waits for it hears of a failure.
        if (next !== undefined) void this.between.of(next.number).catch(() => undefined);
        if (i === 0) await this.stand(sides.before, past.number - 1, SET_BACK);
        if (showing === this.showings) await this.showAgain(past, sides);
        if (showing !== this.showings) return;
      }
    } catch (fault) {
      if (showing === this.showings) toasts.tell(page.fault(fault), "bad");
    }
    if (showing !== this.showings) return;
    this.endAgain();
    this.next();
  }

  private async showAgain(past: Past, { before, after }: Sides): Promise<void> {
    if (this.calm) return this.stand(after, past.number, STILL);
    await new Promise<void>((done) => {
      this.goOn = done;
      this.begin({ number: past.number, events: eventsIn(past), before, after, pace: settings.kept.speed });
    });
    this.goOn = null;
    await this.stand(after, past.number, 0);
  }

  /** Of what is shown once more, a view stands for a while. */
  private async stand(view: View, number: number, ms: number): Promise<void> {
    if (this.again === null) return;
    this.again = { ...this.again, view, number };
    this.rest();
    if (ms) await new Promise((done) => setTimeout(done, ms / settings.kept.speed));
  }

  private endAgain(): void {
    this.showings += 1;
    this.again = null;
    this.goOn = null;
  }

  /** The view of an earlier moment, through the same eyes. */
  private async then(number: number): Promise<View> {
    const link = this.source;
    if (!(link instanceof Link)) throw new Error("only a table tells its earlier moments");
    return (await momentOf({ kind: "table", id: link.table }, number, link.seat ?? null)).view as View;
  }

  get calm(): boolean {
    return settings.calm;
  }

  // --- what a board may do ---------------------------------------------------------------------------------------------

  get idle(): boolean {
    return !isPlayed(this.source) || this.source.seat === null || this.source.seat === undefined;
  }

  /** Comes when a refusal can be told in the words of the game. Where they cannot be had, those of the server serve. */
  async learnReasons(): Promise<void> {
    const found = await loadRefusals(this.game).catch(() => null);
    if (found !== null) this.reasons = found;
  }

  async act(word: string): Promise<boolean> {
    const link = this.source;
    if (!isPlayed(link) || this.busy) return false;
    this.busy = true;
    this.refusal = null;
    this.tried = word;
    try {
      const answer = await link.request({ type: "act", at: link.number, action: word });
      if (answer.type === "refused") {
        await this.learnReasons();
        this.refusal = answer;
        this.sound("bad");
        return false;
      }
      return answer.type === "done";
    } catch (fault) {
      if (!(fault instanceof LinkLost)) throw fault;
      // Whoever has left the table need not be told.
      if (link.status !== "closed") toasts.tell(this.texts.line("link.lost_request"), "bad");
      return false;
    } finally {
      this.busy = false;
    }
  }

  async why(word: string): Promise<void> {
    const link = this.source;
    if (!isPlayed(link) || this.idle) return;
    this.refusal = null;
    this.tried = word;
    try {
      const answer = await link.request({ type: "why", at: link.number, action: word });
      // What is allowed needs no reason, and a question that came too late is about what is no more.
      if (answer.type !== "reason" || answer.allowed || this.tried !== word) return;
      await this.learnReasons();
      if (this.tried !== word) return;
      const { id, code, message, kind, reason, clause, facts, near } = answer;
      this.refusal = { type: "refused", id, code: code ?? "", message: message ?? "", kind, reason, clause, facts, near } as Refused;
    } catch (fault) {
      if (!(fault instanceof LinkLost)) throw fault;
    }
  }

  async preview(word: string): Promise<Preview | null> {
    const link = this.source;
    if (!isPlayed(link)) return null;
    try {
      const answer = await link.request({ type: "preview", at: link.number, action: word });
      if (answer.type !== "previewed") return null;
      const { events, whole, score = null, next = null, answers = [], idle = false } = answer;
      return { word, events: events as GameEvent[], whole, score, next, answers: answers as Foreseen[], idle };
    } catch {
      return null;
    }
  }

  async ask(what: Question, more?: Details): Promise<Json | null> {
    try {
      const answer = await this.source.ask(what, more);
      if (answer.type === "refused" && (what === "hint" || what === "analysis")) {
        this.tried = null;
        this.refusal = answer;
      }
      return answer.type === "told" ? answer.answer : null;
    } catch {
      return null;
    }
  }

  get lit(): ReadonlySet<Ref> {
    return this.pointed;
  }

  point(refs: Ref[]): void {
    this.pointed = new Set([...this.aims, ...refs]);
  }

  suggest(word: string | null): void {
    this.suggested = word;
  }

  /** Keeps an action drawn on the board for somebody (a hint, an analysis) until they give null: the last one that is kept shows. */
  hold(keeper: object, word: string | null): void {
    this.held.delete(keeper);
    if (word !== null) this.held.set(keeper, word);
    this.glance(null);
  }

  /** Draws an action on the board and points at what it is about, as long as it is looked at; null: what is kept, or nothing. */
  glance(word: string | null): void {
    const shown = word ?? [...this.held.values()].at(-1) ?? null;
    this.suggest(shown);
    this.point(shown === null ? [] : this.refsOf(shown));
  }

  /** Keeps parts of the board lit, whatever else is pointed at: a finger that taps points, too. None: no more. */
  aim(refs: readonly Ref[]): void {
    this.aims = refs;
    this.glance(null);
  }

  /** The parts of the board that an action is about, also one that is not possible. */
  private refsOf(word: string): Ref[] {
    try {
      if (this.scene !== null) return this.module.refsOf(this.scene, word);
    } catch {
      // A game that knows nothing about what cannot be done: nothing is pointed at.
    }
    return [];
  }

  lens(id: string | null, beside?: Element, lies: Json = null): void {
    this.lensed = id === null || beside === undefined ? null : { id, beside, lies };
  }

  showCard(id: string, lies: Json = null): void {
    this.lensed = null;
    this.card = { id, lies };
  }

  say(text: string): void {
    this.spoken = [...this.spoken.slice(1 - SPOKEN), { id: ++this.lastSpoken, text }];
  }

  sound(name: SoundName): void {
    if (settings.kept.sound) playSound(name);
  }
}

/** The events of an entry; one that is no action of the game has none. */
const eventsIn = (past: Past): GameEvent[] => (Array.isArray(past.events) ? (past.events as GameEvent[]) : []);

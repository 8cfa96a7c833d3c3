/** A prepared position at which one plays: a lesson's, or a puzzle's. The server keeps nothing: it is asked with the trail, all that
 * was done so far, which is kept here on the device; so it goes on where it was left. */
import type { Ask, Details, LessonEntry, Past, Reason, Refused, ServerMessage, Standing, TableInfo, Told } from "../wire";
import type { View } from "../games/contract";
import { post, Refusal } from "./api";
import { LinkLost, type LinkStatus } from "./link.svelte";
import type { Played, Refusing } from "./model.svelte";
import { settings } from "./settings.svelte";
import { sharedView } from "./sharing";

/** A moment, as the server tells it. */
export interface Moment {
  seat: number;
  number: number;
  actions: string[];
  to_act: number | null;
  entries: LessonEntry[];
  view: View | null;
}

/** What the server says of an action that somebody would take. */
export interface Judged {
  accepted: boolean;
  allowed: boolean;
  message?: string;
  kind?: string | null;
  reason?: string | null;
  clause?: string | null;
  facts?: Record<string, unknown> | null;
  near?: string[] | null;
}

export abstract class PreparedSource<Now extends Moment, Answer extends Judged> implements Played {
  readonly status: LinkStatus = "open";
  seat: number | null | undefined = $state(undefined);
  view: View | null = $state.raw(null);
  number = $state(0);
  actions: string[] | null = $state.raw(null);
  standing: Standing | null = $state.raw(null);
  past: Past[] = $state.raw([]);
  now: Now | null = $state.raw(null);
  trail: readonly string[] = $state.raw([]);
  /** A step is on its way. */
  going = $state(false);
  onEntry: ((past: Past, before: View | null) => void) | null = null;

  constructor(
    readonly game: string,
    /** Where on the server it is asked for. */
    protected readonly path: string,
    /** By this the server says that a trail does not fit. */
    private readonly strayed: string,
    /** Who keeps the trail. */
    private readonly keep: (trail: readonly string[], isOver: boolean) => void,
  ) {}

  /** The table that this would be, and whether it is over. */
  protected abstract infoOf(now: Now, lang: "en" | "ja"): TableInfo;
  protected abstract isOver(now: Now): boolean;
  /** What is answered to an action that the rules allow and that is not accepted. */
  protected abstract missed(found: Answer): ServerMessage | Refusing;

  readonly info: TableInfo | null = $derived.by(() => {
    const now = this.now;
    return now === null ? null : this.infoOf(now, settings.kept.lang);
  });

  /** Stands at the end of a trail, as if one came in there. A trail that does not fit (any more) leads to the beginning. */
  async stand(trail: readonly string[]): Promise<void> {
    const now = await this.read(trail, null).catch((fault: unknown) => {
      if (fault instanceof Refusal && fault.code === this.strayed && trail.length) return this.read((trail = []), null);
      throw fault;
    });
    this.trail = trail;
    this.past = now.entries.map(pastOf);
    this.view = sharedView(this.view, now.view ?? {});
    this.number = now.number;
    this.take(now);
  }

  /** Goes one step on; what happens by it is shown. Raises LinkLost. */
  async goOn(word: string): Promise<void> {
    if (this.going) return;
    this.going = true;
    try {
      const trail = [...this.trail, word];
      const now = await this.read(trail, this.number).catch(lost);
      this.trail = trail;
      this.actions = [];
      this.show(now.entries);
      this.take(now);
    } finally {
      this.going = false;
    }
  }

  /** Lets happen what happened. */
  protected show(entries: readonly LessonEntry[]): void {
    for (const entry of entries) {
      const before = this.view ?? {};
      const view: View = { ...before, ...sharedView(before, entry.view) };
      for (const name of entry.gone) delete view[name];
      const past = pastOf(entry);
      this.view = view;
      this.number = entry.number;
      this.past = [...this.past, past];
      this.onEntry?.(past, before);
    }
  }

  private read(trail: readonly string[], have: number | null): Promise<Now> {
    return post<Now>(this.path, { trail, have });
  }

  protected take(now: Now): void {
    this.now = now;
    this.seat = now.seat;
    this.actions = now.actions;
    const seats = this.infoOf(now, settings.kept.lang).seats;
    this.standing = { to_act: now.to_act, bots: seats.map(() => null), paused: false, proposal: null, clocks: null, running: null, outcome: null };
    this.keep(this.trail, this.isOver(now));
  }

  // --- what a board asks -------------------------------------------------------------------------------------------------

  async request(message: { type: "act" | "why" | "preview"; at: number; action: string }): Promise<ServerMessage | Refusing | Reason> {
    const asked = { trail: this.trail, action: message.action };
    if (message.type === "preview") {
      try {
        return { ...(await post<Extract<ServerMessage, { type: "previewed" }>>(`${this.path}/preview`, asked)), type: "previewed" };
      } catch (fault) {
        if (fault instanceof Refusal) return { type: "refused", id: 0, code: fault.code, message: fault.message };
        throw fault;
      }
    }
    if (message.type === "why" && this.actions?.includes(message.action)) return { type: "reason", id: 0, at: message.at, allowed: true };
    const found = await post<Answer>(`${this.path}/try`, asked).catch(lost);
    const { kind = null, reason = null, clause = null, facts = null, near = null } = found;
    if (message.type === "why") {
      if (found.allowed) return { type: "reason", id: 0, at: message.at, allowed: true };
      return { type: "reason", id: 0, at: message.at, allowed: false, code: "illegal_action", message: found.message ?? "", kind, reason, clause, facts, near };
    }
    if (found.accepted) {
      await this.goOn(message.action);
      return { type: "done", id: 0, number: this.number };
    }
    if (found.allowed) return this.missed(found);
    return { type: "refused", id: 0, code: "illegal_action", message: found.message ?? "", kind, reason, clause, facts, near, ...this.about(found) };
  }

  /** What else is said of an action that the rules refuse. */
  protected about(_found: Answer): Partial<Refusing> {
    return {};
  }

  async ask(what: Ask["what"], more: Details = {}): Promise<Told | Refused> {
    if (what === "hint" || what === "analysis") return { type: "refused", id: 0, code: `no_${what}`, message: "" };
    const { answer } = await post<{ answer: Record<string, unknown> }>(`${this.path}/told`, { trail: this.trail, what, ...(more.turns ? { turns: more.turns } : {}) });
    return { type: "told", id: 0, at: this.number, what, answer };
  }
}

/** A request that was refused for want of a server, or of patience, may be made again. */
export function lost(fault: unknown): never {
  throw fault instanceof Refusal ? new LinkLost() : fault;
}

/** An action as an entry of a history. */
const pastOf = (entry: LessonEntry): Past => ({
  number: entry.number,
  kind: "act",
  seat: entry.seat,
  time: 0,
  events: entry.events,
  ...(entry.action === null ? {} : { action: entry.action }),
});

/** A prepared position as a table at which one sits. */
export const tableOf = (id: string, game: string, you: number, names: readonly string[], now: Moment): TableInfo => ({
  id,
  game,
  rules: 0,
  options: {},
  settings: { open: false, watch: false, delay: 0, stand_in: "", clock: null, own_decks: false, hints: false },
  state: "playing",
  seats: names.map((name, seat) => ({ seat, kind: "person", name, person: null, bot: null, present: true, own_deck: false, keeper: null, kept: null, program: false })),
  owner: null,
  created: 0,
  started: 0,
  number: now.number,
  turn: now.to_act,
  outcome: null,
  rematch: null,
  you,
  yours: [you],
  invite: null,
});

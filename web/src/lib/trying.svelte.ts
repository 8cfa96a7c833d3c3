/** A decision of a match that is over, tried again: one plays one action, and is told how good it is. What is best is not known here
 * before it was found, or given up for. */
import type { Ask, Details, Past, Reason, Refused, ReviewAnswer, ReviewMoment, ReviewNext, ReviewTried, ServerMessage, Standing, TableInfo, Told } from "../wire";
import type { View } from "../games/contract";
import { get, post, Refusal, type ReplayInfo } from "./api";
import { LinkLost, type Link, type LinkStatus } from "./link.svelte";
import type { Played, Refusing } from "./model.svelte";
import { answerAt, reviewPath } from "./review.svelte";

/** An action that was tried, and what it leads to. */
export interface Wrong {
  word: string;
  chance: number | null;
  best: number | null;
  leads: ReviewNext[];
}

export class TrySource implements Played {
  readonly status: LinkStatus = "open";
  seat: number | null | undefined = $state(undefined);
  view: View | null = $state.raw(null);
  number = $state(0);
  actions: string[] | null = $state.raw(null);
  standing: Standing | null = $state.raw(null);
  past: Past[] = $state.raw([]);
  /** What was best, once it was found or asked for. */
  answer: ReviewAnswer | null = $state.raw(null);
  /** The action that was found good; null if the answer was asked for. */
  found: string | null = $state(null);
  wrong: Wrong | null = $state.raw(null);
  onEntry: ((past: Past, before: View | null) => void) | null = null;

  constructor(
    readonly table: string,
    readonly at: number,
    readonly match: TableInfo,
    private readonly link: Link,
  ) {}

  /** One sits at the seat whose decision it was. */
  readonly info: TableInfo = $derived.by(() => ({ ...this.match, state: "playing", outcome: null, you: this.seat ?? null, yours: this.seat === null || this.seat === undefined ? [] : [this.seat] }));

  private get path(): string {
    return `${reviewPath(this.table)}/${this.at}`;
  }

  async stand(): Promise<void> {
    const moment = await get<ReviewMoment>(this.path);
    const told = await get<ReplayInfo>(`/api/tables/${encodeURIComponent(this.table)}/replay?seat=${moment.seat}`);
    // What came after is not known yet.
    this.past = told.past.filter((entry) => entry.number <= this.at);
    this.seat = moment.seat;
    this.number = moment.number;
    this.view = moment.view;
    this.actions = moment.actions;
    this.standing = { to_act: moment.seat, bots: this.match.seats.map(() => null), paused: false, proposal: null, clocks: null, running: null, outcome: null };
  }

  /** Gives up: what was best is told. */
  async show(): Promise<void> {
    this.answer = await answerAt(this.table, this.at);
  }

  async request(message: { type: "act" | "why" | "preview"; at: number; action: string }): Promise<ServerMessage | Refusing | Reason> {
    const asked = { action: message.action };
    if (message.type === "preview") {
      try {
        return { ...(await post<Extract<ServerMessage, { type: "previewed" }>>(`${this.path}/preview`, asked)), type: "previewed" };
      } catch (fault) {
        if (fault instanceof Refusal) return { type: "refused", id: 0, code: fault.code, message: fault.message };
        throw fault;
      }
    }
    // Why something is forbidden is asked of what is not in the list; what is in it is never judged for that.
    if (message.type === "why" && this.actions?.includes(message.action)) return { type: "reason", id: 0, at: message.at, allowed: true };
    let found: ReviewTried;
    try {
      found = await post<ReviewTried>(`${this.path}/try`, asked);
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      if (fault.status === 0) throw new LinkLost();
      return { type: "refused", id: 0, code: fault.code, message: fault.message, ...(fault.reason === null ? {} : { reason: fault.reason, facts: fault.facts }) } as Refused;
    }
    const { message: said, kind, reason, clause, facts, near } = found;
    if (!found.allowed) {
      if (message.type === "why") return { type: "reason", id: 0, at: message.at, allowed: false, code: "illegal_action", message: said, kind, reason, clause, facts, near } as Reason;
      return { type: "refused", id: 0, code: "illegal_action", message: said, kind, reason, clause, facts, near } as Refused;
    }
    if (found.accepted) {
      this.found = message.action;
      this.answer = found.answer ?? null;
      this.wrong = null;
    } else {
      this.answer = this.found = null;
      this.wrong = { word: message.action, chance: found.chance ?? null, best: found.best_chance ?? null, leads: found.leads ?? [] };
    }
    return { type: "done", id: 0, number: this.number };
  }

  /** The table's own link answers what is asked about a moment. */
  async ask(what: Ask["what"], more: Details = {}): Promise<Told | Refused> {
    if (what === "hint" || what === "analysis") return { type: "refused", id: 0, code: `no_${what}`, message: "" };
    return this.link.ask(what, { ...more, ...(this.seat === null || this.seat === undefined ? {} : { seat: this.seat }) }, this.at);
  }
}

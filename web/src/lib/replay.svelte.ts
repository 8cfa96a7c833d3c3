/** A match looked back at, moment by moment, through somebody's eyes: of a table, or of a record that was brought along. */
import type { Ask, Details, Past, Refused, Standing, MatchNow, TableInfo, Told as Answer } from "../wire";
import type { GameEvent, View } from "../games/contract";
import { get, Refusal, type ReplayInfo } from "./api";
import type { Link } from "./link.svelte";
import type { Source } from "./model.svelte";
import { sharedView } from "./sharing";

export interface Place {
  kind: "table" | "record";
  id: string;
}

/** A moment as the server tells it: of a table a whole state, of a record a little less. */
type Told = MatchNow | { number: number; seat: number | null; to_act: number | null; events: GameEvent[]; view: View };

/** A moment of a match, as a seat saw it then; null are a spectator's eyes, or one's own where the match is not over. */
export const momentOf = (place: Place, number: number, seat: number | null): Promise<Told> => get<Told>(momentPath(place, number, seat));

const basePath = (place: Place): string => `/api/${place.kind}s/${encodeURIComponent(place.id)}/replay`;
const momentPath = (place: Place, number: number, seat: number | null): string => `${basePath(place)}/${number}${seat === null ? "" : `?seat=${seat}`}`;

const KEPT = 64;
const AHEAD = 60;

export class ReplaySource implements Source {
  seat: number | null | undefined = $state(undefined);
  view: View | null = $state.raw(null);
  number = $state(0);
  /** The moment that is wished for: that of `number`, or one on its way. */
  aim = $state(0);
  readonly actions: string[] | null = null;
  standing: Standing | null = $state.raw(null);
  /** What has happened up to the moment that is shown. */
  readonly past: Past[] = $derived.by(() => this.all.filter((entry) => entry.number <= this.number));
  all: Past[] = $state.raw([]);
  /** Why a moment could not be told. */
  fault: unknown = $state.raw(null);
  onEntry: ((past: Past, before: View | null) => void) | null = null;
  private readonly moments = new Map<string, Promise<Told>>();
  private wanted = 0;
  private eyes = 0;

  constructor(
    readonly place: Place,
    readonly info: TableInfo,
    private readonly link: Link | null = null,
  ) {}

  private get base(): string {
    return basePath(this.place);
  }

  /** How many entries there are. */
  get length(): number {
    return this.all.at(-1)?.number ?? 0;
  }

  /** Looks through other eyes, at the same moment; or at the one that somebody has gone to meanwhile. */
  async through(seat: number | null, number: number): Promise<void> {
    const eyes = ++this.eyes;
    const wish = ++this.wanted;
    try {
      const told = await get<ReplayInfo>(this.base + (seat === null ? "" : `?seat=${seat}`));
      if (eyes !== this.eyes) return; // others' eyes were asked for meanwhile
      this.all = told.past;
      this.moments.clear();
      this.view = null;
      await this.goTo(Math.min(Math.max(0, wish === this.wanted ? number : this.aim), this.length), told.seat);
    } catch (problem) {
      if (eyes === this.eyes) this.fault = problem;
    }
  }

  /** Goes to a moment; the next one is shown in motion. */
  async goTo(number: number, seat: number | null = this.seat ?? null): Promise<void> {
    const wish = ++this.wanted;
    this.aim = number;
    const step = number === this.number + 1 ? this.view : null;
    try {
      const told = await this.moment(number, seat);
      if (wish !== this.wanted) return; // somebody has gone on meanwhile
      this.fault = null;
      this.seat = told.seat;
      this.view = sharedView(this.view, told.view);
      this.number = number;
      this.standing = "standing" in told ? told.standing : standingOf(told.to_act);
      const entry = this.all.find((one) => one.number === number);
      if (entry) this.onEntry?.(entry, step);
      // The next one is fetched ahead, when this one is drawn.
      setTimeout(() => wish === this.wanted && void this.moment(Math.min(number + 1, this.length), seat).catch(() => undefined), AHEAD);
    } catch (problem) {
      if (wish !== this.wanted) return;
      this.fault = problem;
      this.aim = this.number;
    }
  }

  /** Of a table its link is asked, of a record the archive. */
  async ask(what: Ask["what"], more: Details = {}): Promise<Answer | Refused> {
    const at = this.number;
    if (this.link !== null) return this.link.ask(what, more, at);
    const seat = more.seat ?? this.seat;
    const query = new URLSearchParams({ what, ...(seat === null || seat === undefined ? {} : { seat: String(seat) }), ...(more.turns ? { turns: String(more.turns) } : {}) });
    try {
      const { answer } = await get<{ answer: Record<string, unknown> }>(`${this.base}/${at}/told?${query}`);
      return { type: "told", id: 0, at, what, answer };
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      return { type: "refused", id: null, code: fault.code, message: fault.message };
    }
  }

  private moment(number: number, seat: number | null): Promise<Told> {
    const path = momentPath(this.place, number, seat);
    let found = this.moments.get(path);
    if (found === undefined) {
      found = momentOf(this.place, number, seat);
      found.catch(() => this.moments.delete(path));
      this.moments.set(path, found);
      const oldest = this.moments.keys().next().value;
      if (this.moments.size > KEPT && oldest !== undefined) this.moments.delete(oldest);
    }
    return found;
  }
}

function standingOf(toAct: number | null): Standing {
  return { to_act: toAct, bots: [], paused: false, proposal: null, clocks: null, running: null, outcome: null };
}

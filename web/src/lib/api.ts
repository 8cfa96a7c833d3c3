/** The server over HTTP. A refusal comes as an exception with the server's own code and sentence, and what else it says. */
import type { TableInfo, Past, MatchNow } from "../wire";
import { faultRows } from "./faultrows.svelte";
import type { DeckFault, Fault } from "./faults";

export class Refusal extends Error implements Fault {
  readonly reason: string | null;
  readonly facts: Record<string, unknown>;
  readonly faults: DeckFault[];

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    more: Partial<Fault> = {},
  ) {
    super(message);
    this.reason = more.reason ?? null;
    this.facts = more.facts ?? {};
    this.faults = more.faults ?? [];
  }
}

export interface Me {
  person: string;
  name: string;
  has_passphrase: boolean;
}

/** An answer of the server, whatever it says. */
async function reach(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      credentials: "same-origin",
      ...(signal === undefined ? {} : { signal }),
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal(0, "no_link", "the server cannot be reached");
  }
}

async function ask<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const answer = await reach(method, path, body, signal);
  return read<T>(answer);
}

async function read<T>(answer: Response): Promise<T> {
  const text = await answer.text();
  let found: unknown = null;
  try {
    found = text ? JSON.parse(text) : null;
  } catch {
    throw new Refusal(answer.status, "not_json", "the server's answer cannot be read");
  }
  if (!answer.ok) {
    const fault = (found ?? {}) as Partial<Fault> & { detail?: string };
    // Whoever is nobody yet becomes somebody, and is told nothing.
    if (fault.code !== "no_identity") await faultRows.come();
    throw new Refusal(answer.status, fault.code ?? "failed", fault.message ?? fault.detail ?? answer.statusText, fault);
  }
  return found as T;
}

/** What the server sets for print. */
export async function pdf(path: string, body: unknown): Promise<Blob> {
  const answer = await reach("POST", path, body);
  return answer.ok ? answer.blob() : read<Blob>(answer);
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>("POST", path, body);
/** The same, to be broken off: then it is as if the server could not be reached. */
export const postUntil = <T>(signal: AbortSignal, path: string, body: unknown): Promise<T> => ask<T>("POST", path, body, signal);
export const put = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>("PUT", path, body);
export const patch = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>("PATCH", path, body);
export const remove = <T>(path: string): Promise<T> => ask<T>("DELETE", path);

export interface ReplayInfo {
  match: string;
  game: string;
  seat: number | null;
  past: Past[];
}

/** A wish for a table, as POST /api/tables takes it. */
export interface Wish {
  game: string;
  seats: string[];
  names?: string[];
  options?: Record<string, unknown>;
  decks?: string[];
  clock?: { type: "live"; seconds: number; increment: number } | { type: "slow"; days: number } | null;
  open?: boolean;
  watch?: boolean;
  delay?: number;
  stand_in?: string;
  own_decks?: boolean;
  hints?: boolean;
  deck?: string | null;
}

export const makeTable = (wish: Wish): Promise<TableInfo> => post<TableInfo>("/api/tables", wish);
export const readTable = (id: string): Promise<TableInfo> => get<TableInfo>(`/api/tables/${encodeURIComponent(id)}`);
export const readMoment = (id: string, number: number, seat: number | null): Promise<MatchNow> =>
  get<MatchNow>(`/api/tables/${encodeURIComponent(id)}/replay/${number}${seat === null ? "" : `?seat=${seat}`}`);

// --- somebody to play with ------------------------------------------------------------------------------------------------

/** A match against a bot whose seat one may ask for. */
export interface RunningMatch {
  table: string;
  name: string;
  /** Where the bot sits. */
  seat: number;
  moves: number;
  turn: number | null;
  scores: number[] | null;
}

/** How one's waiting stands; `table` once there is somebody. */
export interface Waiting {
  game: string;
  waited: number;
  others: number;
  bot: boolean;
  offer: RunningMatch | null;
  asking: string | null;
  table: string | null;
  tag: string;
}

const queue = (game: string): string => `/api/quick/${encodeURIComponent(game)}`;
/** Waits on. The answer comes when there is something else than what is `known`, or after some seconds. */
export const waitFor = (game: string, known: string, skip: string[]): Promise<Waiting> => post<Waiting>(queue(game), { known, skip });
export const waitNoMore = (game: string): Promise<{ table: string | null }> => remove<{ table: string | null }>(queue(game));
export const playBotMeanwhile = (game: string, bot: string): Promise<{ table: string }> => post<{ table: string }>(`${queue(game)}/bot`, { bot });
export const askForSeat = (table: string): Promise<null> => post<null>(`/api/tables/${encodeURIComponent(table)}/take_over`);
export const whoWaits = (): Promise<{ game: string; waiting: number }[]> => get<{ game: string; waiting: number }[]>("/api/quick");

/** How others come to a table: links, each with its QR code as the path of an SVG of `size` units. */
export interface Invitation {
  links: { address: string; code: string; size: number }[];
  can_open: boolean;
}

export const readInvitation = (table: string): Promise<Invitation> =>
  get<Invitation>(`/api/tables/${encodeURIComponent(table)}/invitation?origin=${encodeURIComponent(location.origin)}`);
export const openToNetwork = (): Promise<{ addresses: string[] }> => post<{ addresses: string[] }>("/api/lan");

/** Plays on against a bot from a moment of a match that is over; gives the new table. */
export const makePlay = async (table: string, at: number, bot: string): Promise<string> =>
  (await post<{ table: string }>(`/api/tables/${encodeURIComponent(table)}/replay/${at}/play`, { bot })).table;

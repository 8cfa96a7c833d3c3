/** The server over HTTP. A refusal comes as an exception with the server's own code and sentence, and what else it says. */
import type { TableInfo, Past, MatchNow } from "../wire";
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

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      credentials: "same-origin",
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal(0, "no_link", "the server cannot be reached");
  }
  const text = await answer.text();
  let found: unknown = null;
  try {
    found = text ? JSON.parse(text) : null;
  } catch {
    throw new Refusal(answer.status, "not_json", "the server's answer cannot be read");
  }
  if (!answer.ok) {
    const fault = (found ?? {}) as Partial<Fault> & { detail?: string };
    throw new Refusal(answer.status, fault.code ?? "failed", fault.message ?? fault.detail ?? answer.statusText, fault);
  }
  return found as T;
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>("POST", path, body);
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

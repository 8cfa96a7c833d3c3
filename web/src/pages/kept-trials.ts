/** How decks did, kept in this browser: who comes back, or takes a change back, need not have it played again, and a changed deck can
 * be held against the one before. */

import type { TrialRival } from "../wire";

/** What a trial depends on, but for the deck: with anything else the matches are others. */
export interface Terms {
  game: string;
  mode: string;
  bot: string;
  /** Of the server's program: cards and bots change with it. */
  version: string;
}

export interface KeptTrial extends Terms {
  /** The deck, as `deckKey` writes it. */
  deck: string;
  /** The place where it was built, as "GAME/WHICH". */
  desk: string;
  /** The rivals it met, in their order. */
  field: readonly TrialRival[];
  /** How the matches ended: a 0, 1 or 2 for each. */
  halves: string;
}

const KEY = "orrery.trials";
/** How many are kept; of more, those that were looked at longest ago are forgotten. */
const MOST = 40;

const ids = (field: readonly TrialRival[]): string => field.map(({ id }) => id).join(" ");

/** The same for decks of the same cards, in whatever order and under whatever name. */
export function deckKey(cards: Record<string, number>, element = ""): string {
  const rows = Object.entries(cards).map(([id, n]) => `${id}*${n}`);
  return [element, ...rows.sort()].join(" ");
}

function isTrial(value: unknown): value is KeptTrial {
  const trial = value as Partial<KeptTrial> | null;
  const words = [trial?.game, trial?.mode, trial?.bot, trial?.version, trial?.deck, trial?.desk];
  const isField = Array.isArray(trial?.field) && trial.field.every((rival: unknown) => typeof (rival as TrialRival | null)?.name?.en === "string");
  return words.every((word) => typeof word === "string") && isField && /^[012]*$/.test(trial.halves ?? "-");
}

function read(): KeptTrial[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isTrial) : [];
  } catch {
    return []; // a browser that keeps nothing, or something that is not ours
  }
}

const fits = (kept: KeptTrial, terms: Terms): boolean =>
  kept.game === terms.game && kept.mode === terms.mode && kept.bot === terms.bot && kept.version === terms.version;

/** How a deck did, if that is known. */
export const findTrial = (terms: Terms, deck: string): KeptTrial | undefined =>
  read().findLast((kept) => fits(kept, terms) && kept.deck === deck);

/** How the deck did that was tried at the same desk before this one, against the same rivals. */
export const findBefore = (terms: Terms, deck: string, desk: string, field: readonly TrialRival[]): KeptTrial | undefined =>
  read().findLast((kept) => fits(kept, terms) && kept.deck !== deck && kept.desk === desk && ids(kept.field) === ids(field));

/** Keeps how a deck did, in place of what was known of it. */
export function keepTrial(trial: KeptTrial): void {
  const others = read().filter((kept) => !(fits(kept, trial) && kept.deck === trial.deck && kept.desk === trial.desk));
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, trial].slice(-MOST)));
  } catch {
    // then it is played again another time
  }
}

export const digits = (halves: readonly number[]): string => halves.join("");
export const numbers = (halves: string): number[] => [...halves].map(Number);

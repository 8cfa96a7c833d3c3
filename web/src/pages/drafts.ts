/** Decks on which somebody is at work, kept in this browser by their addresses until they are saved or given up: a page that is
 * loaded again, or left and come back to, has lost nothing. */
export interface Draft {
  name: string;
  element?: string;
  cards: Record<string, number>;
}

const KEY = "orrery.drafts";
/** How many are kept; of more, those that were left longest ago are forgotten. */
const MOST = 20;

/** The address of the deck, as "GAME/WHICH". */
export const draftKey = (game: string, which: string): string => `${game}/${which}`;

function isDraft(value: unknown): value is Draft {
  const draft = value as Partial<Draft> | null;
  return typeof draft?.name === "string" && typeof draft.cards === "object" && draft.cards !== null;
}

function read(): Map<string, Draft> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return new Map(Array.isArray(kept) ? kept.filter((one): one is [string, Draft] => Array.isArray(one) && isDraft(one[1])) : []);
  } catch {
    return new Map(); // a browser that keeps nothing, or something that is not ours
  }
}

function write(drafts: Map<string, Draft>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...drafts].slice(-MOST)));
  } catch {
    // then it holds until the page is closed
  }
}

export function findDraft(key: string): Draft | undefined {
  return read().get(key);
}

export function keepDraft(key: string, draft: Draft): void {
  const drafts = read();
  drafts.delete(key);
  write(drafts.set(key, draft));
}

export function dropDraft(key: string): void {
  const drafts = read();
  if (drafts.delete(key)) write(drafts);
}

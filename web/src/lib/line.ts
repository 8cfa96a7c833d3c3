/** Which actions of a match stand: the server says with each entry whether actions were taken back by it, and to where. */
import type { Past, TableInfo } from "../wire";

/** The entries of the actions that stand, in their sequence. */
export function standingEntries(past: readonly Past[]): Past[] {
  const line: Past[] = [];
  for (const entry of past) {
    if (entry.kind === "act") line.push(entry);
    else if (entry.back !== undefined) line.length = Math.min(line.length, entry.back);
  }
  return line;
}

/** How many people have a say at a table; companions at one screen are one. */
export function peopleAt(info: TableInfo | null): number {
  const persons = (info?.seats ?? []).filter((seat) => seat.kind === "person");
  return new Set(persons.map((seat) => seat.keeper ?? seat.person ?? `seat ${seat.seat}`)).size;
}

/** Where to ask to go back to: before the last action of one's own that one cannot take back alone. */
export function askBackTo(line: readonly number[], seat: number, alone: number | null): number {
  const limit = alone ?? line.length;
  const own = line.lastIndexOf(seat, limit - 1);
  return limit > 0 && own >= 0 ? own : Math.max(0, limit - 1);
}

/** What taking back would do now: how far, and whether it is proposed (which is done at once where only bots are asked); or why it
 * cannot be done. */
export type Undo = { to: number; proposed: boolean } | { why: "bot" | "paused" | "proposal" | "wait" | "nothing" | "ask" };

export interface UndoFacts {
  seat: number;
  /** The seats of the actions that stand. */
  line: readonly number[];
  /** How far one may go back alone. */
  alone: number | null;
  /** How many people have a say. */
  people: number;
  /** It is one's own decision now, or one has just decided and nobody else has the screen. */
  mine: boolean;
  /** A bot plays the seat. */
  bot: boolean;
  paused: boolean;
  /** A proposal stands. */
  proposal: boolean;
}

/** One action back where one may alone; else, where only bots sit at the table besides, to one's own last decision. */
export function undoOf({ seat, line, alone, people, mine, bot, paused, proposal }: UndoFacts): Undo {
  if (bot) return { why: "bot" };
  if (paused) return { why: "paused" };
  if (alone !== null) return { to: Math.max(alone, line.length - 1), proposed: false };
  if (!line.includes(seat)) return { why: "nothing" };
  if (people > 1) return { why: "ask" };
  if (proposal) return { why: "proposal" };
  return mine ? { to: askBackTo(line, seat, null), proposed: true } : { why: "wait" };
}

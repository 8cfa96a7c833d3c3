/** What lists of tables need to know about a table. */
import type { TableInfo } from "../wire";

/** The seats that I play, those of companions at this screen included. */
export function mySeats(table: TableInfo): number[] {
  return table.yours;
}

export function isMyTurn(table: TableInfo): boolean {
  return table.state === "playing" && table.turn !== null && mySeats(table).includes(table.turn);
}

export const freeSeats = (table: TableInfo): number =>
  table.seats.filter((seat) => seat.kind === "open" && seat.person === null).length;

/** How a match ended for me; null if I did not play, or it never began. */
export function howItEnded(table: TableInfo): "won" | "lost" | "tie" | null {
  const mine = mySeats(table);
  const outcome = table.outcome;
  if (mine.length !== 1 || outcome === null) return null;
  const { by, winners, scores } = outcome;
  if (by === "draw" || winners.length === 0) return "tie";
  if (!winners.some((seat) => mine.includes(seat))) return "lost";
  // Several winners have the same score. Where there are no scores they are a team, unless everybody won.
  const level = by === "game" && winners.length > 1 && (scores !== null || winners.length === table.seats.length);
  return level ? "tie" : "won";
}

/** For how long a table has waited for people, as a key of a text with its facts. */
export function waitOf(table: TableInfo, now: number): { key: string; facts: Record<string, number> } {
  const minutes = Math.max(0, Math.floor((now - table.created) / 60_000));
  if (minutes < 1) return { key: "wait.now", facts: {} };
  if (minutes < 60) return { key: "wait.minutes", facts: { n: minutes } };
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? { key: "wait.hours", facts: { n: hours } } : { key: "wait.days", facts: { n: Math.floor(hours / 24) } };
}

/** Is somebody at a table who waits there? */
export const isAttended = (table: TableInfo): boolean => table.seats.some((seat) => seat.kind === "person" && seat.present);

/** Tables in the order in which one would join them: where somebody is there comes first, then where the fewest seats are
 * free; among those, who is there and has waited longest, or the newest where nobody is. */
export function byWaiting(tables: readonly TableInfo[]): TableInfo[] {
  return [...tables].sort((a, b) => {
    const here = Number(isAttended(b)) - Number(isAttended(a));
    const old = isAttended(a) ? a.created - b.created : b.created - a.created;
    return here || freeSeats(a) - freeSeats(b) || old;
  });
}

/** A span of time as clocks write it: 0:07, 12:30. */
export function clockWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The clock of a table as a key of a text with its facts; null if there is none. */
export function clockOf(table: TableInfo): { key: string; facts: Record<string, number> } | null {
  const clock = table.settings.clock;
  if (clock?.["type"] === "live") {
    const minutes = Math.round(Number(clock["seconds"]) / 60);
    return { key: "clock.live_short", facts: { minutes, increment: Number(clock["increment"] ?? 0) } };
  }
  if (clock?.["type"] === "slow") return { key: "clock.slow_short", facts: { n: Number(clock["days"]) } };
  return null;
}

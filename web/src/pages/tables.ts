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

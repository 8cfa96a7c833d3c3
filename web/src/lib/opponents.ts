/** Who is the next opponent for somebody: from the results of their matches against one level, as the server lists them. So it is the
 * same on every device of a person, and needs nothing to be kept. */
import type { TableInfo } from "../wire";
import { howItEnded } from "../pages/tables";

export const LADDER = ["level1", "level2", "level3", "level4", "level5"] as const;
export type Level = (typeof LADDER)[number];
/** So many of the latest matches against a level count. */
const LATEST = 3;
/** With so many of them won the next level is due; with so many lost the one below. */
const WON = 2;
const LOST = 3;

/** The level against which somebody played a match alone, if all others were bots of the same one; null of any other match. */
export function levelOf(table: TableInfo): Level | null {
  if (table.state !== "over" || table.yours.length !== 1) return null;
  const others = table.seats.filter((seat) => !table.yours.includes(seat.seat));
  const bots = new Set(others.map((seat) => (seat.kind === "bot" && seat.person === null ? seat.bot : null)));
  const bot = [...bots][0];
  return bots.size === 1 ? (LADDER.find((level) => level === bot) ?? null) : null;
}

/** The next opponent in a game, and why: `new` to whoever has not played, `up` and `down` from the level of the latest match, or the
 * `same` once more. */
export function nextOpponent(tables: readonly TableInfo[], game: string): { bot: Level; why: "new" | "up" | "down" | "same" } {
  const played = tables
    .map((table) => ({ table, level: table.game === game ? levelOf(table) : null, ended: howItEnded(table) }))
    .filter((one) => one.level !== null && one.ended !== null)
    .toSorted((a, b) => (b.table.started ?? 0) - (a.table.started ?? 0));
  const level = played[0]?.level;
  if (level === null || level === undefined) return { bot: "level1", why: "new" };
  const latest = played.filter((one) => one.level === level).slice(0, LATEST);
  const at = LADDER.indexOf(level);
  const count = (how: string): number => latest.filter((one) => one.ended === how).length;
  const above = LADDER[at + 1];
  const below = LADDER[at - 1];
  if (count("won") >= WON && above !== undefined) return { bot: above, why: "up" };
  if (count("lost") >= LOST && below !== undefined) return { bot: below, why: "down" };
  return { bot: level, why: "same" };
}

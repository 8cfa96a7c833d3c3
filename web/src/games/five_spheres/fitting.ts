/** How large creatures are drawn: as large as the room allows, all of them in sight. */

/** No creature is drawn lower than this, and none higher: a card that fills the table shows no more. */
const LOWEST = 46;
const HIGHEST = 230;
/** The share of its height that a creature is wide, the gap beside it, and the room in which one that is chosen rises. */
const WIDE = 0.9;
const GAP = 8;
const RISE = 4;

interface Room {
  width: number;
  height: number;
}

/** How high creatures are in so many rows that all of them fit. */
function inRows(rows: number, n: number, room: Room): number {
  const high = room.height / rows - GAP - RISE;
  const wide = ((room.width - GAP) / Math.ceil(n / rows) - GAP) / WIDE;
  return Math.floor(Math.min(high, wide, HIGHEST));
}

/** The largest height at which so many creatures fit into the room, in as many rows as are best; null: they have to be scrolled. */
export function fitting(n: number, room: Room): number | null {
  const count = Math.max(1, n);
  let best = 0;
  for (let rows = 1; rows <= count; rows++) best = Math.max(best, inRows(rows, count, room));
  return best >= LOWEST ? best : null;
}

/** The height of one row of creatures that fills the room: they are more than fit there and are scrolled sideways. */
export const inRow = ({ height }: Room): number => Math.max(LOWEST, Math.min(HIGHEST, Math.floor(height - GAP - RISE)));

/** How large creatures are drawn so that all of them are seen. */

const SCALES = [1, 0.88, 0.78, 0.7, 0.62] as const;
/** No creature is drawn lower than this. */
const LOWEST = 56;
/** The share of its height that a creature is wide, and the gap beside it. */
const WIDE = 0.9;
const GAP = 8;

/** The scale at which one row of creatures is as high as the room. */
export const inRow = (height: number, tile: number): number => Math.min(1, Math.max(least(tile), (height - GAP - 2) / tile));

export const least = (tile: number): number => Math.min(1, Math.max(0.62, LOWEST / tile));

/** The largest scale at which so many creatures of a height fit into the room; null: they have to be scrolled. */
export function fitting(n: number, room: { width: number; height: number }, tile: number): number | null {
  if (n === 0 || room.width <= 0) return 1;
  const fits = (scale: number): boolean => {
    const inRow = Math.max(1, Math.floor((room.width - 10) / (tile * WIDE * scale + GAP)));
    return Math.ceil(n / inRow) * (tile * scale + GAP) <= room.height - 2;
  };
  return SCALES.find((scale) => tile * scale >= LOWEST && fits(scale)) ?? null;
}

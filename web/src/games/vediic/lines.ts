/** Points in a row as SVG writes them, and the room round the chart. */
import type { Point } from "./chart";

/** How wide the ground is round the chart. */
export const MARGIN = 62;

export const points = (polygon: readonly Point[]): string => polygon.map(([x, y]) => `${x},${y}`).join(" ");

/** A polygon drawn a little smaller, towards a point in it. */
export const inset = (polygon: readonly Point[], at: Point, share: number): string =>
  points(polygon.map(([x, y]) => [x + (at[0] - x) * share, y + (at[1] - y) * share]));

export const line = (list: readonly Point[]): string => list.map(([x, y], i) => `${i ? "L" : "M"}${x} ${y}`).join("");

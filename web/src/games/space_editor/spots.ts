/** Stepping over the universe by arrow keys, from spot to spot. A spot is a cell in words: "3,-1". */
import { readCell, type Cell } from "./model";

export const ARROWS: Readonly<Record<string, Cell>> = {
  ArrowUp: { x: 0, y: 1 },
  ArrowRight: { x: 1, y: 0 },
  ArrowDown: { x: 0, y: -1 },
  ArrowLeft: { x: -1, y: 0 },
};

/** The spot that an arrow leads to: the nearest ahead, rather straight than aside; null if there is none. */
export function ahead(spots: readonly string[], standing: string, way: Cell): string | null {
  const from = readCell(standing);
  let best: string | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const cell = readCell(spot);
    const forward = (cell.x - from.x) * way.x + (cell.y - from.y) * way.y;
    const aside = Math.abs((cell.x - from.x) * way.y) + Math.abs((cell.y - from.y) * way.x);
    const cost = forward + aside * 2.5;
    if (forward > 0 && cost < least) {
      least = cost;
      best = spot;
    }
  }
  return best;
}

/** The cell nearest to a place, if one is within reach. */
export function nearest(cells: readonly string[], at: Cell, reach: number): Cell | null {
  let best: Cell | null = null;
  let least = reach;
  for (const spot of cells) {
    const cell = readCell(spot);
    const far = Math.hypot(cell.x - at.x, cell.y - at.y);
    if (far < least) {
      least = far;
      best = cell;
    }
  }
  return best;
}

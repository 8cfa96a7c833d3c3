/** The board as data: where circles, houses and tiles lie, which circles a planet lights, and ways along the lines. The
 * drawing is 1000 units wide, with the chart's own 0..1 spread over it. */
import { COLORS, isColor } from "./reading";
import type { Color, VediicView } from "./view";

/** The part of a view that says where the planets are. */
export type Sky = Pick<VediicView, "planets">;

export const SIZE = 1000;
export type Point = readonly [x: number, y: number];

export interface Circle {
  id: string;
  at: Point;
  neighbours: string[];
  tiles: Tile[];
}
export interface Tile {
  house: number;
  color: Color;
  circles: string[];
  polygon: Point[];
  at: Point;
}
export interface House {
  house: number;
  polygon: Point[];
  at: Point;
  /** Whose R house it is. */
  home: Color | null;
  tiles: Tile[];
  /** Where planets stand, by how many there are, and how large. */
  slots(count: number): { places: Point[]; size: number };
  /** Where its number is written, and beside it the R. */
  label: Point;
  mark: Point;
}
export interface Chart {
  name: string;
  circles: Circle[];
  circle: Map<string, Circle>;
  houses: House[];
  links: [Point, Point][];
  homes: Record<Color, number>;
}

interface RawTile {
  color: string;
  circles: string[];
  polygon?: [number, number][];
}
interface RawHouse {
  house: number;
  polygon?: [number, number][];
  centre?: [number, number];
  retrograde: string | null;
  tiles: RawTile[];
}
/** A board file, as the server hands it on. */
export interface RawBoard {
  name: string;
  circles: { id: string; x: number; y: number; neighbours: string[] }[];
  houses: RawHouse[];
}

const mean = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / Math.max(points.length, 1),
  points.reduce((sum, [, y]) => sum + y, 0) / Math.max(points.length, 1),
];
const mix = (a: Point, b: Point, share: number): Point => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];

/** Reads a board file, whatever the scale of its coordinates. */
export function readBoard(raw: RawBoard): Chart {
  const xs = raw.circles.map((circle) => circle.x);
  const ys = raw.circles.map((circle) => circle.y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const scale = SIZE / (Math.max(Math.max(...xs) - left, Math.max(...ys) - top) || 1);
  const place = (x: number, y: number): Point => [(x - left) * scale, (y - top) * scale];

  const circles: Circle[] = raw.circles.map((one) => ({
    id: one.id,
    at: place(one.x, one.y),
    neighbours: [...one.neighbours],
    tiles: [],
  }));
  const circle = new Map(circles.map((one) => [one.id, one]));
  const spot = (id: string): Point => circle.get(id)?.at ?? [0, 0];
  const homes = Object.fromEntries(COLORS.map((color) => [color, 0])) as Record<Color, number>;

  const houses = raw.houses.map((one): House => {
    const tiles = one.tiles.filter((tile) => isColor(tile.color)).map((tile): Tile => {
      const polygon = (tile.polygon ?? []).map(([x, y]) => place(x, y));
      const made: Tile = {
        house: one.house,
        color: tile.color as Color,
        circles: tile.circles,
        polygon,
        at: mean(polygon.length ? polygon : tile.circles.map(spot)),
      };
      for (const id of tile.circles) circle.get(id)?.tiles.push(made);
      return made;
    });
    const polygon = (one.polygon ?? []).map(([x, y]) => place(x, y));
    const at = one.centre ? place(...one.centre) : mean(tiles.flatMap((tile) => tile.circles.map(spot)));
    const home = isColor(one.retrograde ?? undefined) ? (one.retrograde as Color) : null;
    if (home) homes[home] = one.house;
    return { house: one.house, polygon, at, home, tiles, ...(polygon.length === 3 ? inTriangle(polygon) : inSquare(at)) };
  });

  const links: [Point, Point][] = [];
  for (const one of circles) for (const other of one.neighbours) if (one.id < other) links.push([one.at, spot(other)]);
  return { name: raw.name, circles, circle, houses, links, homes };
}

/** Places in a square that stands on a corner: its middle is roomy on all sides. */
function inSquare(at: Point): Pick<House, "slots" | "label" | "mark"> {
  const rows: Record<number, [number, number][]> = {
    0: [],
    1: [[0, 8]],
    2: [[-60, 8], [60, 8]],
    3: [[-60, -22], [60, -22], [0, 62]],
    4: [[-58, -40], [58, -40], [-58, 54], [58, 54]],
  };
  return {
    label: [at[0] - 22, at[1] - 92],
    mark: [at[0] + 22, at[1] - 92],
    slots(count) {
      const known = rows[count];
      if (known) return { places: known.map(([x, y]) => [at[0] + x, at[1] + y]), size: [0, 48, 44, 40, 38][count] ?? 38 };
      const round = Array.from({ length: count }, (_, i): Point => {
        const angle = (i / count) * 2 * Math.PI - Math.PI / 2;
        return [at[0] + 78 * Math.cos(angle), at[1] + 78 * Math.sin(angle)];
      });
      return { places: round, size: 31 };
    },
  };
}

/** Places in a triangle: its middle is itself a small triangle with the longest side inwards, where most room is. */
function inTriangle(polygon: Point[]): Pick<House, "slots" | "label" | "mark"> {
  // The long side of the house lies on the rim; the corner opposite to it points to the middle of the board.
  const [a, b, c] = polygon as [Point, Point, Point];
  const sides: [Point, Point, Point][] = [[a, b, c], [b, c, a], [c, a, b]];
  const length = ([p, q]: readonly [Point, Point, Point]): number => Math.hypot(p[0] - q[0], p[1] - q[1]);
  const [p, q, tip] = sides.reduce((best, side) => (length(side) > length(best) ? side : best));
  const rim = mix(p, q, 0.5);
  const base = mix(rim, tip, 0.5);
  const along: Point = [(q[0] - p[0]) / length([p, q, tip]), (q[1] - p[1]) / length([p, q, tip])];
  const depth = Math.hypot(rim[0] - base[0], rim[1] - base[1]) || 1;
  const out: Point = [(rim[0] - base[0]) / depth, (rim[1] - base[1]) / depth];
  const at = (s: number, t: number): Point => [base[0] + along[0] * s + out[0] * t, base[1] + along[1] * s + out[1] * t];
  const rows: [number, number][][] = [
    [],
    [[0, 46]],
    [[-40, 38], [40, 38]],
    [[-42, 28], [42, 28], [0, 76]],
    [[-54, 24], [0, 24], [54, 24], [0, 76]],
    [[-54, 22], [0, 22], [54, 22], [-28, 70], [28, 70]],
    [[-60, 18], [-20, 18], [20, 18], [60, 18], [-22, 60], [22, 60]],
    [[-60, 16], [-20, 16], [20, 16], [60, 16], [-40, 56], [0, 56], [40, 56]],
  ];
  /** The number stands outside, beside the middle of the rim: within, planets need the room. */
  const outside = (s: number): Point => [rim[0] + along[0] * s + out[0] * 33, rim[1] + along[1] * s + out[1] * 33];
  return {
    label: outside(-70),
    mark: outside(70),
    slots(count) {
      const row = rows[Math.min(count, rows.length - 1)] ?? [];
      return { places: row.map(([s, t]) => at(s, t)), size: [0, 42, 36, 29, 25, 24, 19, 19][count] ?? 19 };
    },
  };
}

/** The tiles that a planet lights where it stands: those of its house, or in retrograde all of its colour. */
export function litTiles(chart: Chart, view: Sky, planet: Color): Tile[] {
  const now = view.planets[planet];
  if (now.house === null) return [];
  return chart.houses
    .filter((house) => now.retrograde || house.house === now.house)
    .flatMap((house) => house.tiles.filter((tile) => tile.color === planet));
}

/** The planets that light each circle now, in canonical order. */
export function litCircles(chart: Chart, view: Sky): Map<string, Color[]> {
  const found = new Map<string, Color[]>();
  for (const planet of COLORS) {
    const touched = new Set(litTiles(chart, view, planet).flatMap((tile) => tile.circles));
    for (const id of touched) found.set(id, [...(found.get(id) ?? []), planet]);
  }
  return found;
}

/** A way along the lines, shortest, round the circles in `barred` if there is one as short; the ends included. */
export function way(chart: Chart, from: string, to: string, barred: ReadonlySet<string>): string[] {
  return search(chart, from, to, barred) ?? [from, to];
}

function search(chart: Chart, from: string, to: string, barred: ReadonlySet<string>): string[] | null {
  // Breadth first; a barred circle costs a little, so that it is passed only where every shortest way leads through it.
  let front: { at: string; path: string[]; met: number }[] = [{ at: from, path: [from], met: 0 }];
  const seen = new Set([from]);
  while (front.length) {
    const next = new Map<string, { at: string; path: string[]; met: number }>();
    for (const one of front) {
      for (const other of chart.circle.get(one.at)?.neighbours ?? []) {
        if (seen.has(other)) continue;
        const met = one.met + (barred.has(other) && other !== to ? 1 : 0);
        const known = next.get(other);
        if (!known || met < known.met) next.set(other, { at: other, path: [...one.path, other], met });
      }
    }
    const found = next.get(to);
    if (found) return found.path;
    for (const id of next.keys()) seen.add(id);
    front = [...next.values()];
  }
  return null;
}

/** The houses that a planet goes through, its own first. */
export function journey(from: number, to: number): number[] {
  const found = [from];
  let at = from;
  do {
    at = (at % 12) + 1;
    found.push(at);
  } while (at !== to && found.length < 13);
  return found;
}

/** What lies next in a direction, for arrow keys: near, and rather straight ahead. */
export function nextIn<T extends { at: Point }>(all: readonly T[], from: Point, dx: number, dy: number): T | null {
  let best: T | null = null;
  let least = Infinity;
  for (const one of all) {
    const [x, y] = [one.at[0] - from[0], one.at[1] - from[1]];
    const ahead = x * dx + y * dy;
    if (ahead < 10) continue;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (aside > ahead * 1.2 + 1) continue;
    const cost = ahead + aside * 2;
    if (cost < least) [best, least] = [one, cost];
  }
  return best;
}

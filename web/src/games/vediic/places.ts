/** What circles and pawns are called: by what everybody sees on the chart, the numbers of the houses and how things stand to
 * each other. Circles have numbers only in what is sent. */
import type { Texts } from "../../lib/texts";
import { SIZE, type Chart, type Circle } from "./chart";
import { PROMOTED } from "./reading";
import type { VediicView } from "./view";

/** The row of a name in `page.place`, and what is filled in. */
export interface Place {
  row: string;
  facts: Record<string, string | number>;
}

const NEAR = 1;
const HOUSES = 12;
const named = (circle: string): Place => ({ row: "circle", facts: { circle } });

/** The houses that a circle touches, in the sequence in which planets go through them, from the first after a gap. */
export function housesAt(circle: Circle): number[] {
  const found = [...new Set(circle.tiles.map((tile) => tile.house))].sort((a, b) => a - b);
  const start = found.findIndex((house, i) => house - (found[i - 1] ?? (found[found.length - 1] ?? 0) - HOUSES) > 1);
  return start > 0 ? [...found.slice(start), ...found.slice(0, start)] : found;
}

function placeOf(circle: Circle): Place {
  const [x, y] = circle.at;
  const side = (at: number, low: string, high: string): string | null => (at < NEAR ? low : at > SIZE - NEAR ? high : null);
  const [across, down] = [side(x, "left", "right"), side(y, "top", "bottom")];
  if (across && down) return { row: `${down}_${across}`, facts: {} };
  if (Math.hypot(x - SIZE / 2, y - SIZE / 2) < NEAR) return { row: "centre", facts: {} };
  const houses = housesAt(circle);
  const [a, b] = [houses[0], houses[houses.length - 1]];
  if (a === undefined || b === undefined) return named(circle.id);
  if (houses.length === 1) return { row: "edge", facts: { house: a } };
  if (houses.length === 2) return { row: "between", facts: { a, b } };
  const inRow = houses.every((house, i) => i === 0 || house === ((houses[i - 1] ?? 0) % HOUSES) + 1);
  return inRow ? { row: "crossing", facts: { a, b } } : named(circle.id);
}

const places = new WeakMap<Chart, Map<string, Place>>();

/** The places of a chart; circles that would be called alike keep their own names. */
export function placesOf(chart: Chart): Map<string, Place> {
  const known = places.get(chart);
  if (known) return known;
  const found = new Map(chart.circles.map((circle) => [circle.id, placeOf(circle)]));
  const count = new Map<string, number>();
  for (const place of found.values()) count.set(JSON.stringify(place), (count.get(JSON.stringify(place)) ?? 0) + 1);
  for (const [id, place] of found) if ((count.get(JSON.stringify(place)) ?? 0) > 1) found.set(id, named(id));
  places.set(chart, found);
  return found;
}

/** What a circle is called. */
export function placeName(texts: Texts, chart: Chart | undefined, id: string): string {
  const { row, facts } = (chart && placesOf(chart).get(id)) ?? named(id);
  return texts.line(`page.place.${row}`, facts);
}

/** Which of a seat's pawns one is, by how it stands to the other: the row of its name in `page.pawn`. */
export function pawnRow(chart: Chart | undefined, view: VediicView, seat: number | null, pawn: number): string {
  const pawns = (seat === null ? undefined : view.players[seat]?.pawns) ?? [];
  const [mine, other] = [pawns[pawn], pawns[1 - pawn]].map((place) => (place && place !== PROMOTED ? chart?.circle.get(place)?.at : undefined));
  if (!mine || !other) return "only";
  const [dx, dy] = [mine[0] - other[0], mine[1] - other[1]];
  if (Math.hypot(dx, dy) < NEAR) return "either";
  if (Math.abs(dx) >= Math.abs(dy)) return dx < 0 ? "left" : "right";
  return dy < 0 ? "upper" : "lower";
}

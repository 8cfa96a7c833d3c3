/** The chart as it is drawn at a moment: what each circle, house, planet and pawn looks like, as plain data. Equal parts of
 * two moments can be told from each other by comparing, and only what differs is drawn anew. */
import type { Action } from "./actions";
import type { Ref } from "../contract";
import { trailOf } from "./account";
import { sector, stacked } from "./art";
import { litCircles, litTiles, SIZE, way, type Chart, type Point, type Sky } from "./chart";
import { inset, line, points } from "./lines";
import { COLORS, pawnsByCircle, PROMOTED } from "./reading";
import type { Chance, Color, Outlook, VediicView } from "./view";
import { percent, signed } from "./words";

// --- lines -------------------------------------------------------------------------------------------------------------

/** The point to which a bow from one point to another bends: towards the middle of the chart. */
export function bow(from: Point, to: Point): Point {
  const [mx, my] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const away = long * 0.22;
  const [nx, ny] = [-(to[1] - from[1]) / long, (to[0] - from[0]) / long];
  const side = (mx - SIZE / 2) * nx + (my - SIZE / 2) * ny > 0 ? -1 : 1;
  return [mx + nx * away * side, my + ny * away * side];
}

export function arc(from: Point, to: Point): string {
  const over = bow(from, to);
  return `M${from[0]} ${from[1]}Q${over[0]} ${over[1]} ${to[0]} ${to[1]}`;
}

const REACH = 48;
const LENGTH = 26;
const WIDTH = 15;

/** The head of an arrow that comes from a point and ends before what stands at another. */
export function head(from: Point, to: Point): string {
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [ux, uy] = [(to[0] - from[0]) / long, (to[1] - from[1]) / long];
  const at = (along: number, aside: number): string =>
    [to[0] - ux * along - uy * aside, to[1] - uy * along + ux * aside].map((part) => Math.round(part * 10) / 10).join(" ");
  return `M${at(REACH, 0)}L${at(REACH + LENGTH, WIDTH)}L${at(REACH + LENGTH, -WIDTH)}Z`;
}

/** The way of a move: along the lines, or a bow over them. */
export function drawnWay(path: readonly Point[] | null, jump: boolean): string {
  const [first, last] = [path?.[0], path?.[path.length - 1]];
  if (!path || path.length < 2 || !first || !last) return "";
  return jump ? arc(first, last) : line(path);
}

/** The head of the arrow at the end of such a way. */
export function headOf(path: readonly Point[] | null, jump: boolean): string {
  const [first, before, last] = [path?.[0], path?.[path.length - 2], path?.[path.length - 1]];
  if (!first || !before || !last) return "";
  return head(jump ? bow(first, last) : before, last);
}

/** A pawn where it would stand. */
export interface Ghost {
  seat: number;
  color: Color | null;
  x: number;
  y: number;
}

/** Where something went since one's last action. */
export interface TrailLook {
  key: string;
  kind: "walk" | "push" | "wander";
  color: Color | null;
  from: Point;
  path: string;
  head: string;
}

/** What is marked as trails, drawn: pawns from circle to circle in the colour of their seat, planets from house to house. */
export function trailLooks(chart: Chart, view: VediicView, marks: ReadonlySet<Ref>): TrailLook[] {
  const found: TrailLook[] = [];
  for (const key of marks) {
    const trail = trailOf(key);
    if (trail?.kind === "wander") {
      const [from, to] = [trail.from, trail.to].map((house) => chart.houses.find((one) => one.house === Number(house))?.at);
      if (from && to) found.push({ key, kind: "wander", color: trail.color, from, path: arc(from, to), head: "" });
    } else if (trail) {
      const circles = trail.kind === "walk" ? way(chart, trail.from, trail.to, new Set()) : [trail.from, trail.to];
      const path = circles.map((id) => chart.circle.get(id)?.at).filter((at) => at !== undefined);
      const from = path[0];
      if (!from || path.length < 2) continue;
      const bent = trail.kind !== "walk";
      const color = view.players[trail.seat]?.color ?? null;
      found.push({ key, kind: trail.kind === "push" ? "push" : "walk", color, from, path: drawnWay(path, bent), head: headOf(path, bent) });
    }
  }
  return found;
}

// --- circles -----------------------------------------------------------------------------------------------------------

/** What has been chosen, and may be chosen, as far as the chart shows it. */
export interface Chosen {
  /** Where one may go now, with the ways. */
  goals: ReadonlyMap<string, readonly Action[]>;
  /** The own pawns that may be chosen. */
  movable: ReadonlySet<number>;
  pawn: number | null;
  circle: string | null;
}

/** A share of a circle that a planet may reach, in the forecast. */
export interface Coming {
  color: Color;
  harm: boolean;
  path: string;
  opacity: number;
}
export interface CircleLook {
  id: string;
  x: number;
  y: number;
  goal: boolean;
  /** It can be gone to without cards. */
  free: boolean;
  /** An own pawn that may be chosen stands there. */
  mine: boolean;
  chosen: boolean;
  /** Null where nothing can be chosen. */
  pressed: boolean | null;
  /** The cards of the cheapest way, if each way takes some; and are there other ways? */
  need: Color[];
  more: boolean;
  /** The forecast, if it is shown; then also the cards that a pawn there may expect, or to who looks on how likely any planet comes. */
  coming: Coming[] | null;
  expected: string;
  /** Is that good or bad? */
  bodes: "well" | "ill" | null;
}

/** Any chance at all that a planet reaches a circle: planets move each on its own. */
export const any = (list: readonly { chance: number }[]): number => 1 - list.reduce((none, one) => none * (1 - one.chance), 1);

function comingTo(list: readonly Chance[]): Coming[] {
  const whole = list.reduce((sum, each) => sum + each.chance, 0);
  if (whole <= 0) return [];
  let from = 0;
  return list.map((each) => {
    const to = from + each.chance / whole;
    const made = { color: each.planet, harm: each.retrograde > each.chance / 2, path: sector(41, from, to), opacity: 0.22 + 0.6 * each.chance };
    from = to;
    return made;
  });
}

/** The own pawns on each circle that may be chosen. */
export function chosable(view: VediicView, movable: ReadonlySet<number>): Map<string, number[]> {
  const found = new Map<string, number[]>();
  if (!movable.size || view.to_act === null) return found;
  view.players[view.to_act]?.pawns.forEach((place, pawn) => {
    if (place === null || place === PROMOTED || !movable.has(pawn)) return;
    found.set(place, [...(found.get(place) ?? []), pawn]);
  });
  return found;
}

export function circleLooks(chart: Chart, view: VediicView, chosen: Chosen, outlook: Outlook | null): CircleLook[] {
  const own = chosable(view, chosen.movable);
  return chart.circles.map(({ id, at }): CircleLook => {
    const ways = chosen.goals.get(id);
    const free = ways?.some((way) => !way.cards.length) ?? false;
    const mine = own.get(id);
    const list = outlook?.circles[id] ?? [];
    const worth = outlook?.worth?.alone[id];
    const net = worth ? Math.round((worth.gain - worth.loss) * 10) : 0;
    return {
      id, x: at[0], y: at[1], free,
      goal: ways !== undefined,
      mine: mine !== undefined,
      chosen: chosen.circle === id,
      pressed: ways || mine ? chosen.circle === id || (chosen.pawn !== null && (mine?.includes(chosen.pawn) ?? false)) : null,
      need: free ? [] : [...(ways?.[0]?.cards ?? [])],
      more: (ways?.length ?? 0) > 1,
      coming: outlook ? comingTo(list) : null,
      expected: !list.length ? "" : worth ? signed(net / 10) : percent(any(list)),
      bodes: net > 0 ? "well" : net < 0 ? "ill" : null,
    };
  });
}

/** What a planet lights, as marks below the circles: dots, or where it asks for cards triangles with a stroke in them. */
export interface PipsLook {
  color: Color;
  marks: string;
  strokes: string;
}

/** The marks of each planet; those of one circle stand in a bow below it. */
export function pipsLooks(chart: Chart, sky: Sky): PipsLook[] {
  const found = new Map(COLORS.map((color) => [color, { color, marks: "", strokes: "" }]));
  for (const [id, by] of litCircles(chart, sky)) {
    const at = chart.circle.get(id)?.at ?? [0, 0];
    by.forEach((color, i) => {
      const angle = ((i - (by.length - 1) / 2) * 40 + 90) * (Math.PI / 180);
      const [x, y] = [at[0] + 40 * Math.cos(angle), at[1] + 40 * Math.sin(angle)].map((part) => Math.round(part * 10) / 10);
      const look = found.get(color);
      if (!look) return;
      if (sky.planets[color].retrograde) {
        look.marks += `M${x} ${y}m0-11l10 18h-20z`;
        look.strokes += `M${x} ${y}m0-5v6m0 3.2v.4`;
      } else look.marks += `M${x} ${y}m-8.5 0a8.5 8.5 0 1 1 17 0a8.5 8.5 0 1 1-17 0z`;
    });
  }
  return [...found.values()];
}

// --- houses ------------------------------------------------------------------------------------------------------------

export interface TileLook {
  color: Color;
  points: string;
  x: number;
  y: number;
  shining: boolean;
  harm: boolean;
}
export interface HouseLook {
  house: number;
  points: string;
  tiles: TileLook[];
}

export function houseLooks(chart: Chart, sky: Sky): HouseLook[] {
  const shining = new Map(COLORS.flatMap((color) => litTiles(chart, sky, color).map((tile) => [tile, sky.planets[color].retrograde] as const)));
  return chart.houses.map((house) => ({
    house: house.house,
    points: points(house.polygon),
    tiles: house.tiles.map((tile) => ({
      color: tile.color, points: inset(tile.polygon, tile.at, 0.07), x: tile.at[0], y: tile.at[1],
      shining: shining.has(tile), harm: shining.get(tile) ?? false,
    })),
  }));
}

// --- planets and pawns -------------------------------------------------------------------------------------------------

export interface PlanetLook {
  color: Color;
  x: number;
  y: number;
  size: number;
  /** There is room for its name. */
  named: boolean;
  retrograde: boolean;
  lamp: boolean;
}

/** Planets with their places; those of one house share its room. `sky` says which are in retrograde. */
export function planetLooks(chart: Chart, view: VediicView, sky: Sky): PlanetLook[] {
  const found: PlanetLook[] = [];
  for (const house of chart.houses) {
    const here = COLORS.filter((color) => view.planets[color].house === house.house);
    if (!here.length) continue;
    const { places, size } = house.slots(here.length);
    here.forEach((color, i) => {
      const at = places[i] ?? house.at;
      const named = house.polygon.length === 4 && here.length <= 2;
      found.push({ color, x: at[0], y: at[1], size, named, retrograde: sky.planets[color].retrograde, lamp: view.enlightenment === color });
    });
  }
  return found.sort((a, b) => COLORS.indexOf(a.color) - COLORS.indexOf(b.color));
}

export interface PawnLook {
  seat: number;
  pawn: number;
  color: Color | null;
  x: number;
  y: number;
  scale: number;
  chosen: boolean;
  movable: boolean;
  moved: boolean;
}

/** Pawns with the place where each is drawn, in a steady sequence so that their elements stay; beside the forecast small. */
export function pawnLooks(chart: Chart, view: VediicView, movable: ReadonlySet<number>, chosenPawn: number | null, aside: boolean): PawnLook[] {
  const pawns = pawnsByCircle(view);
  const found: PawnLook[] = [];
  view.players.forEach((player, seat) =>
    player.pawns.forEach((place, pawn) => {
      const on = place === null || place === PROMOTED ? undefined : chart.circle.get(place);
      if (!on) return;
      const there = pawns.get(on.id) ?? [];
      const { places, scale } = stacked(there.length);
      const [dx, dy] = places[there.findIndex(([s, p]) => s === seat && p === pawn)] ?? [0, 0];
      const small = aside ? 0.62 : 1;
      const [ox, oy] = aside ? [34, -34] : [0, 0];
      const own = seat === view.to_act;
      found.push({
        seat, pawn, color: player.color,
        x: on.at[0] + dx * small + ox, y: on.at[1] + dy * small + oy, scale: scale * small,
        chosen: own && chosenPawn === pawn && movable.has(pawn),
        movable: own && movable.has(pawn),
        moved: view.turn !== null && own && (view.turn.moved[pawn] ?? false),
      });
    }),
  );
  return found;
}

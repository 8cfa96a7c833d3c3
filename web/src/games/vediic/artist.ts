/** The artist of Vediic: the chart as SVG text, from a board's data alone and without a page, for printing and previews. What
 * lies below the chart is drawn by the same strokes on the table, there in the colours of the page. */
import type { Json } from "../contract";
import { DROP, figure, SIGNS, stars, TINTS, TURNS_BACK } from "./art";
import { readBoard, SIZE, type Chart, type House, type RawBoard } from "./chart";
import { inset, MARGIN, points } from "./lines";
import { COLORS } from "./reading";
import type { Color } from "./view";

/** The colours that a drawing is made in. */
export interface Paint {
  ground: string;
  frame: string;
  star: string;
  floor: string;
  line: string;
  dot: string;
  number: string;
  tones: Record<Color, string>;
}

/** Those of the page, whatever its theme. */
export const LIVING: Paint = {
  ground: "var(--bg-2)", frame: "var(--accent)", star: "var(--text)", floor: "var(--surface)", line: "var(--accent)", dot: "var(--bg)", number: "var(--muted)",
  tones: Object.fromEntries(COLORS.map((color) => [color, `var(--${color})`])) as Record<Color, string>,
};
/** Those of a drawing that stands alone. */
export const NIGHT: Paint = {
  ground: "#11152b", frame: "#f4c95d", star: "#eef0fc", floor: "#171c36", line: "#f4c95d", dot: "#0c0f1f", number: "#b4badb",
  tones: { yellow: "#f5d547", purple: "#c79bff", orange: "#ffa34d", blue: "#78a9ff", green: "#6fd68a", red: "#ff7f7f", gray: "#c3c7d6" },
};

/** Those of a drawing on white paper, which saves ink. */
export const PAPER: Paint = {
  ground: "#ffffff", frame: "#3b3524", star: "#ffffff", floor: "#ffffff", line: "#3b3524", dot: "#ffffff", number: "#23252f",
  tones: { yellow: "#8a6d00", purple: "#7a3fc0", orange: "#b35900", blue: "#1f57b8", green: "#1c7a3a", red: "#b32222", gray: "#565b6b" },
};

const WHOLE = SIZE + 2 * MARGIN;
const STROKES = 'fill="none" stroke-linecap="round" stroke-linejoin="round"';
const tidy = (text: string): string => text.replace(/-?\d+\.\d{2,}/g, (number) => String(Math.round(Number(number) * 10) / 10));

/** What lies below the chart: the ground with a few stars. */
export function ground(paint: Paint): string {
  const sky = stars("vediic", 70, WHOLE).map((star) => `<circle cx="${star.x - MARGIN}" cy="${star.y - MARGIN}" r="${star.r}" fill="${paint.star}" opacity="${star.glow}"/>`);
  const size = WHOLE - 12;
  return `<rect x="${6 - MARGIN}" y="${6 - MARGIN}" width="${size}" height="${size}" rx="30" fill="${paint.ground}" stroke="${paint.frame}" stroke-width="2" stroke-opacity="0.55"/>${sky.join("")}`;
}

const sign = (color: Color, x: number, y: number, size: number, tone: string, width: number): string =>
  `<path d="${SIGNS[color]}" transform="translate(${x} ${y}) scale(${size})" ${STROKES} stroke="${tone}" stroke-width="${width}"/>`;

function houseOf(house: House, paint: Paint): string {
  const tiles = house.tiles.map((tile) => {
    const tone = paint.tones[tile.color];
    return `<polygon points="${inset(tile.polygon, tile.at, 0.07)}" fill="${tone}" fill-opacity="0.24"/>${sign(tile.color, tile.at[0], tile.at[1], 1.75, tone, 2)}`;
  });
  const number = `<text x="${house.label[0]}" y="${house.label[1]}" dy="0.35em" font-family="serif" font-size="36" text-anchor="middle" fill="${paint.number}">${house.house}</text>`;
  const [x, y] = house.mark;
  const home = house.home
    ? sign(house.home, x, y, 1.2, paint.tones[house.home], 2) + `<path d="${TURNS_BACK}" transform="translate(${x} ${y}) scale(2)" ${STROKES} stroke="${paint.tones[house.home]}" stroke-width="1.5"/>`
    : "";
  return `<polygon points="${points(house.polygon)}" fill="${paint.floor}" fill-opacity="0.72"/>${tiles.join("")}${number}${home}`;
}

/** A planet as it stands in the house where it turns back, with its sign. */
function planetOf(color: Color, x: number, y: number): string {
  const [light, middle, dark] = TINTS[color];
  const body = `<radialGradient id="body-${color}" cx="0.34" cy="0.3" r="0.78"><stop offset="0" stop-color="${light}"/><stop offset="0.5" stop-color="${middle}"/><stop offset="1" stop-color="${dark}"/></radialGradient>`;
  return `<defs>${body}</defs><circle cx="${x}" cy="${y}" r="34" fill="url(#body-${color})"/>${sign(color, x, y, 1.6, "#0a0c1a", 4.4)}${sign(color, x, y, 1.6, "#fff", 1.9)}`;
}

/** A whole board: ground, houses with their tiles and numbers, lines, circles, and each planet where it turns back. The
 * planets are a part of their own: a board that is printed for play is without them, for there disks are moved on it. */
export function board(chart: Chart, paint: Paint): string {
  const houses = chart.houses.map((house) => houseOf(house, paint));
  const lines = chart.links.map(([a, b]) => `<path d="M${a[0]} ${a[1]}L${b[0]} ${b[1]}" stroke="${paint.line}" stroke-width="3" stroke-opacity="0.75"/>`);
  const circles = chart.circles.map(({ at }) => `<circle cx="${at[0]}" cy="${at[1]}" r="22" fill="${paint.dot}" stroke="${paint.line}" stroke-width="3.5"/>`);
  const planets = chart.houses.flatMap((house) => (house.home ? [planetOf(house.home, ...(house.slots(1).places[0] ?? house.at))] : []));
  const parts = [ground(paint), ...houses, ...lines, ...circles, `<g data-part="planets">${planets.join("")}</g>`].join("");
  const box = `${-MARGIN} ${-MARGIN} ${WHOLE} ${WHOLE}`;
  return tidy(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${WHOLE}" height="${WHOLE}" role="img" aria-label="Vediic, ${chart.name}">${parts}</svg>`);
}

const piece = (box: string, inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${inside}</svg>\n`;

/** What printed cards, disks and pawns are put together from. */
function pieces(): [string, string][] {
  const night = `<g data-part="picture"><rect width="100" height="100" fill="${NIGHT.ground}"/>${stars("card", 46, 100).map((one) => `<circle cx="${one.x}" cy="${one.y}" r="${(one.r / 3).toFixed(1)}" fill="${NIGHT.star}" opacity="${one.glow}"/>`).join("")}</g>`;
  const lamp =
    `<radialGradient id="lamp" cx="0.34" cy="0.3" r="0.78"><stop offset="0" stop-color="#4a5170"/><stop offset="0.6" stop-color="#141830"/><stop offset="1" stop-color="#05060d"/></radialGradient>` +
    `<circle r="33" fill="url(#lamp)" stroke="${NIGHT.frame}" stroke-width="2.500"/><path d="${DROP}" transform="translate(-24 -25) scale(3)" fill="${NIGHT.frame}"/>`;
  const found: [string, string][] = [["night", piece("0 0 100 100", night)], ["lamp", piece("-36 -36 72 72", lamp)], ["turns-back", piece("-12 -12 24 24", `<path d="${TURNS_BACK}" ${STROKES} stroke="currentColor" stroke-width="2"/>`)]];
  COLORS.forEach((color, seat) => {
    found.push([`planet-${color}`, piece("-36 -36 72 72", planetOf(color, 0, 0))]);
    found.push([`sign-${color}`, piece("-12 -12 24 24", `<path d="${SIGNS[color]}" ${STROKES} stroke="currentColor" stroke-width="2"/>`)]);
    found.push([`figure-${color}`, piece("-36 -38 72 72", `<path d="${figure(seat)}" fill="${TINTS[color][1]}" stroke="#0a0c1a" stroke-width="2" stroke-linejoin="round" fill-rule="evenodd"/>`)]);
  });
  return found.map(([name, svg]) => [`piece-${name}`, svg]);
}

/** A picture of each board that the package ships, dark and on white paper, and the pieces. */
export function pictures(shipped: Json): [name: string, svg: string][] {
  const boards = Object.values((shipped?.boards ?? {}) as Record<string, RawBoard>);
  const drawn = (raw: RawBoard, name: string, paint: Paint): [string, string] => [`${name}-${raw.name}`, board(readBoard(raw), paint)];
  return [...boards.flatMap((raw) => [drawn(raw, "board", NIGHT), drawn(raw, "paper", PAPER)]), ...pieces()];
}

export default { pictures };

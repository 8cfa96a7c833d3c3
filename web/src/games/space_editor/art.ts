/** Pictures of cards, drawn from their data: what a card is decides its sort of picture, its id decides everything else.
 * A picture is the inside of an SVG of 100 by 100; `§` stands for a prefix that makes the names of gradients unique. */
import type { Side } from "./model";
import type { Definition, Element, Kind } from "./view";
import { readSide } from "./model";

type Random = () => number;

/** A small generator of numbers from 0 to 1 that starts from a text. */
export function seeded(text: string): Random {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return () => {
    h = (h + 0x6d2b79f5) | 0;
    let t = Math.imul(h ^ (h >>> 15), 1 | h);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const f = (n: number): string => String(Math.round(n * 10) / 10);
const between = (next: Random, low: number, high: number): number => low + next() * (high - low);
const pick = <T>(next: Random, items: readonly T[]): T => items[Math.floor(next() * items.length)] as T;
const polar = (angle: number, radius: number, cx = 50, cy = 50): [number, number] => [
  cx + Math.cos(angle) * radius,
  cy + Math.sin(angle) * radius,
];
const hsl = (h: number, s: number, l: number): string => `hsl(${Math.round((h + 360) % 360)} ${Math.round(s)}% ${Math.round(l)}%)`;
const circle = (x: number, y: number, r: number, more: string): string => `<circle cx="${f(x)}" cy="${f(y)}" r="${f(r)}" ${more}/>`;
const ellipse = (x: number, y: number, rx: number, ry: number, more: string): string =>
  `<ellipse cx="${f(x)}" cy="${f(y)}" rx="${f(rx)}" ry="${f(ry)}" ${more}/>`;
const path = (d: string, more: string): string => `<path d="${d}" ${more}/>`;
/** A round dot as a piece of a path that is stroked with round ends: many dots of one look are one thing to draw. */
const dot = (x: number, y: number): string => `M${f(x)} ${f(y)}h0`;
const dots = (d: string, colour: string, wide: number, opacity: number): string =>
  path(d, `fill="none" stroke="${colour}" stroke-width="${f(wide)}" stroke-linecap="round" opacity="${f(opacity)}"`);
/** A disc as a piece of a path. */
const disc = (x: number, y: number, r: number): string => `M${f(x - r)} ${f(y)}a${f(r)} ${f(r)} 0 1 0 ${f(2 * r)} 0a${f(r)} ${f(r)} 0 1 0 ${f(-2 * r)} 0`;

/** The colours of an element: of its sky, of what glows in it, and of its lines. */
interface Palette {
  sky: [number, number, number];
  hue: number;
  spread: number;
  /** How strong its colours are, in parts of the whole. */
  strong: number;
  line: string;
}

const PALETTES: Record<Element | "none", Palette> = {
  water: { sky: [222, 62, 20], hue: 208, spread: 26, strong: 1, line: "#7cc4ff" },
  wind: { sky: [168, 46, 16], hue: 160, spread: 24, strong: 0.62, line: "#86e5b6" },
  earth: { sky: [34, 42, 17], hue: 40, spread: 18, strong: 1, line: "#f0c473" },
  fire: { sky: [352, 50, 18], hue: 14, spread: 20, strong: 1, line: "#ff9d86" },
  none: { sky: [258, 40, 17], hue: 46, spread: 8, strong: 1, line: "#f4d58a" },
};

export const lineOf = (element: Element | null): string => PALETTES[element ?? "none"].line;

function radial(name: string, stops: [number, string, number?][], more = ""): string {
  const inner = stops
    .map(([at, colour, opacity]) => `<stop offset="${at}%" stop-color="${colour}"${opacity === undefined ? "" : ` stop-opacity="${opacity}"`}/>`)
    .join("");
  return `<radialGradient id="§${name}" ${more}>${inner}</radialGradient>`;
}

/** How wide and how strong far stars are. */
const FAR = [
  [0.7, 0.4],
  [1.1, 0.6],
  [1.6, 0.9],
] as const;

/** The sky of a card: its element's colour, far stars, and the element's own strokes. */
function sky(next: Random, element: Element | null): string {
  const palette = PALETTES[element ?? "none"];
  const [h, s, l] = palette.sky;
  const hue = h + between(next, -7, 7);
  const cx = between(next, 25, 75);
  const cy = between(next, 20, 70);
  let drawn = radial("sky", [[0, hsl(hue, s, l + 12)], [60, hsl(hue + 6, s, l)], [100, hsl(hue + 12, s, l * 0.5)]], `cx="${f(cx)}%" cy="${f(cy)}%" r="85%"`);
  drawn += `<rect width="100" height="100" fill="url(#§sky)"/>`;
  const strokes = `fill="none" stroke="${palette.line}" stroke-opacity="0.2" stroke-width="1"`;
  const shift = between(next, -6, 6);
  let lines = "";
  if (element === "water") {
    for (let i = 0; i < 4; i++) {
      const y = 68 + i * 9 + shift;
      const a = between(next, 2.5, 5);
      lines += `M-5 ${f(y)}q13 ${f(-a)} 27 0t27 0t27 0t27 0`;
    }
  } else if (element === "wind") {
    for (let i = 0; i < 3; i++) {
      const y = 20 + i * 27 + shift;
      const x = between(next, 55, 85);
      lines += `M-4 ${f(y)}C${f(x * 0.4)} ${f(y - 9)} ${f(x * 0.7)} ${f(y + 9)} ${f(x)} ${f(y)}c9 -5 6 -14 -1 -12c-6 2 -4 9 2 8`;
    }
  } else if (element === "earth") {
    for (let i = 0; i < 3; i++) {
      const y = 96 - i * 9;
      const a = between(next, 20, 42);
      lines += `M-4 ${y + 5}L${f(a)} ${f(y - 16 + i * 3)}L${f(a + 22)} ${y + 2}L${f(a + 38)} ${f(y - 11)}L104 ${y + 6}`;
    }
  } else if (element === "fire") {
    for (let i = 0; i < 4; i++) {
      const x = 10 + i * 26 + shift;
      const a = between(next, 26, 44);
      lines += `M${f(x - 11)} 104C${f(x - 13)} ${f(104 - a * 0.5)} ${f(x + 4)} ${f(104 - a * 0.5)} ${f(x - 1)} ${f(104 - a)}C${f(x + 13)} ${f(104 - a * 0.6)} ${f(x + 9)} ${f(104 - a * 0.3)} ${f(x + 11)} 104`;
    }
  } else {
    for (const r of [30, 38, 46]) lines += disc(50, 50, r);
  }
  drawn += path(lines, strokes);
  // Far stars are dim and small, or middling, or bright.
  const far = ["", "", ""];
  for (let i = 0, n = 9 + Math.floor(next() * 8); i < n; i++) {
    const one = dot(between(next, 3, 97), between(next, 3, 97));
    far[Math.floor(next() * 3)] += one;
  }
  FAR.forEach(([wide, opacity], i) => (drawn += far[i] ? dots(far[i], "#fff", wide, opacity) : ""));
  return drawn;
}

/** A soft cloud of gas behind what is in the middle. */
function cloud(next: Random, hue: number, name: string): string {
  let drawn = radial(name, [[0, hsl(hue, 80, 62), 0.5], [100, hsl(hue, 70, 40), 0]]);
  for (let i = 0, n = 3 + Math.floor(next() * 3); i < n; i++) {
    const [x, y] = polar(next() * 7, between(next, 4, 20));
    drawn += ellipse(x, y, between(next, 14, 27), between(next, 9, 20), `fill="url(#§${name})" transform="rotate(${f(next() * 180)} ${f(x)} ${f(y)})"`);
  }
  return drawn;
}

function sun(next: Random, hue: number, strong: number, x: number, y: number, r: number, name: string): string {
  const white = between(next, 84, 97);
  let drawn =
    radial(`${name}g`, [[30, hsl(hue, 95 * strong, 70), 0.75], [62, hsl(hue, 90 * strong, 58), 0.24], [100, hsl(hue, 90 * strong, 50), 0]]) +
    radial(name, [[0, hsl(hue + 12, 90, white)], [55, hsl(hue + 4, 92 * strong, 72)], [100, hsl(hue - 10, 85 * strong, 50)]], `cx="${f(between(next, 36, 50))}%" cy="${f(between(next, 34, 48))}%"`);
  drawn += circle(x, y, r * 2.1, `fill="url(#§${name}g)"`);
  const form = Math.floor(next() * 5);
  const rays = 7 + Math.floor(next() * 10);
  const turn = next() * 7;
  if (form === 0) {
    let d = "";
    for (let i = 0; i < rays; i++) {
      const a = turn + (i / rays) * Math.PI * 2;
      const [x1, y1] = polar(a - 0.1, r * 1.08, x, y);
      const [x2, y2] = polar(a, r * (i % 2 ? 1.45 : 1.8), x, y);
      const [x3, y3] = polar(a + 0.1, r * 1.08, x, y);
      d += `M${f(x1)} ${f(y1)}L${f(x2)} ${f(y2)}L${f(x3)} ${f(y3)}z`;
    }
    drawn += path(d, `fill="${hsl(hue + 6, 95, 76)}" opacity="0.85"`);
  } else if (form === 1) {
    for (const [a, long] of [[turn, 2.3], [turn + Math.PI / 2, 1.6]] as const) {
      const [x1, y1] = polar(a, r * long, x, y);
      const [x2, y2] = polar(a + Math.PI, r * long, x, y);
      drawn += `<line x1="${f(x1)}" y1="${f(y1)}" x2="${f(x2)}" y2="${f(y2)}" stroke="${hsl(hue, 90, 88)}" stroke-width="1.1" stroke-linecap="round" opacity="0.8"/>`;
    }
  } else if (form === 2) {
    for (let i = 0; i < 4; i++) {
      const a = turn + i * between(next, 1.2, 1.9);
      const [x1, y1] = polar(a, r * 0.96, x, y);
      const [cx, cy] = polar(a + 0.3, r * between(next, 1.4, 1.9), x, y);
      const [x2, y2] = polar(a + 0.6, r * 0.96, x, y);
      drawn += path(`M${f(x1)} ${f(y1)}Q${f(cx)} ${f(cy)} ${f(x2)} ${f(y2)}`, `fill="none" stroke="${hsl(hue - 6, 95, 72)}" stroke-width="1.5" opacity="0.9"`);
    }
  } else if (form === 3) {
    drawn += circle(x, y, r * 1.32, `fill="none" stroke="${hsl(hue, 90, 78)}" stroke-width="0.8" stroke-dasharray="${f(between(next, 1, 5))} ${f(between(next, 1.5, 4))}" opacity="0.8"`);
  }
  drawn += circle(x, y, r, `fill="url(#§${name})"`);
  for (let i = 0, n = Math.floor(next() * 4); i < n; i++) {
    const [sx, sy] = polar(next() * 7, r * between(next, 0.15, 0.7), x, y);
    drawn += ellipse(sx, sy, r * between(next, 0.06, 0.16), r * between(next, 0.04, 0.1), `fill="${hsl(hue - 20, 70, 40)}" opacity="0.35"`);
  }
  return drawn;
}

function star(next: Random, definition: Definition): string {
  const palette = PALETTES[definition.element ?? "none"];
  const hue = palette.hue + between(next, -palette.spread, palette.spread);
  const twin = definition.sides.some((side) => readSide(side).mark);
  let drawn = next() < 0.45 ? cloud(next, hue + between(next, -32, 32), "c") : "";
  const r = 9.5 + Math.min(definition.vp ?? 0, 8) * 1.15;
  if (!twin) return drawn + sun(next, hue, palette.strong, 50 + between(next, -2, 2), 50 + between(next, -2, 2), r, "s");
  const a = next() * 7;
  const far = between(next, 10, 12.5);
  const [x1, y1] = polar(a, far * 0.75);
  const [x2, y2] = polar(a + Math.PI, far * 1.2);
  drawn += ellipse(50, 50, far * 1.5, far * 0.85, `fill="none" stroke="${palette.line}" stroke-width="0.7" stroke-dasharray="1.5 2" opacity="0.7" transform="rotate(${f((a * 180) / Math.PI)} 50 50)"`);
  return drawn + sun(next, hue, palette.strong, x1, y1, r * 0.78, "s") + sun(next, hue + between(next, -34, 34), palette.strong, x2, y2, r * between(next, 0.4, 0.55), "t");
}

function planet(next: Random, definition: Definition): string {
  const palette = PALETTES[definition.element ?? "none"];
  const hue = palette.hue + between(next, -palette.spread * 1.4, palette.spread * 1.4);
  const r = between(next, 15, 20.5);
  const light = between(next, 50, 64);
  const tilt = between(next, -32, 32);
  const other = hue + pick(next, [-34, -20, 22, 40]);
  let drawn =
    radial("p", [[0, hsl(hue, 62, light + 20)], [60, hsl(hue, 52, light)], [100, hsl(hue - 8, 52, light * 0.5)]], `cx="36%" cy="32%" r="78%"`) +
    radial("n", [[0, "#000", 0], [58, "#000", 0.05], [100, "#02030c", 0.75]], `cx="34%" cy="30%" r="80%"`) +
    radial("a", [[70, hsl(hue, 80, 70), 0.38], [100, hsl(hue, 80, 60), 0]]);
  drawn += circle(50, 50, r * 1.35, `fill="url(#§a)"`);
  const ringed = next() < 0.4;
  const wide = between(next, 1.55, 1.9);
  const ring = (front: boolean): string =>
    [0, 0.17, 0.3]
      .map((inset, i) =>
        path(
          `M${f(50 - r * (wide - inset))} 50A${f(r * (wide - inset))} ${f(r * (wide - inset) * 0.28)} 0 0 ${front ? 0 : 1} ${f(50 + r * (wide - inset))} 50`,
          `fill="none" stroke="${hsl(other, 55, 74)}" stroke-width="${f([1.7, 1, 2.1][i] ?? 1)}" opacity="0.82" transform="rotate(${f(tilt)} 50 50)"`,
        ),
      )
      .join("");
  if (ringed) drawn += ring(false);
  drawn += circle(50, 50, r, `fill="url(#§p)"`);
  drawn += `<clipPath id="§k"><circle cx="50" cy="50" r="${f(r)}"/></clipPath><g clip-path="url(#§k)" transform="rotate(${f(tilt)} 50 50)">`;
  const form = Math.floor(next() * 5);
  if (form === 0) {
    for (let y = 50 - r; y < 50 + r; y += between(next, 3, 6.5)) {
      drawn += `<rect x="20" y="${f(y)}" width="60" height="${f(between(next, 1, 3.6))}" fill="${hsl(next() < 0.5 ? other : hue, 55, between(next, 34, 78))}" opacity="${f(between(next, 0.3, 0.7))}"/>`;
    }
    if (next() < 0.6) drawn += ellipse(50 + between(next, -8, 8), 50 + between(next, -6, 8), 4.6, 2.6, `fill="${hsl(other, 70, 66)}" stroke="${hsl(other, 60, 40)}" stroke-width="0.6"`);
  } else if (form === 1) {
    let [edges, floors] = ["", ""];
    for (let i = 0; i < 9; i++) {
      const [x, y] = polar(next() * 7, r * Math.sqrt(next()) * 0.9);
      const size = between(next, 1.2, 4.4);
      edges += disc(x, y, size);
      floors += disc(x + 0.5, y + 0.6, size * 0.85);
    }
    drawn += path(edges, `fill="${hsl(hue, 35, 28)}" opacity="0.42"`) + path(floors, `fill="${hsl(hue, 45, 62)}" opacity="0.4"`);
  } else if (form === 2) {
    for (let i = 0; i < 4; i++) {
      const [x, y] = polar(next() * 7, r * next() * 0.8);
      let d = "";
      const n = 7;
      for (let j = 0; j < n; j++) {
        const [px, py] = polar((j / n) * 6.28, between(next, 2.4, 8), x, y);
        d += `${j ? "L" : "M"}${f(px)} ${f(py)}`;
      }
      drawn += path(`${d}z`, `fill="${hsl(other, 50, between(next, 34, 60))}" stroke-linejoin="round" stroke="${hsl(other, 50, 44)}" stroke-width="1.6" opacity="0.75"`);
    }
    for (const pole of [-1, 1]) if (next() < 0.6) drawn += ellipse(50, 50 + pole * r, r * 0.6, r * between(next, 0.16, 0.3), `fill="#fff" opacity="0.8"`);
  } else if (form === 3) {
    for (let i = 0; i < 5; i++) {
      let [x, y] = polar(next() * 7, r * next());
      let d = `M${f(x)} ${f(y)}`;
      for (let j = 0; j < 5; j++) {
        x += between(next, -7, 7);
        y += between(next, -5, 5);
        d += `L${f(x)} ${f(y)}`;
      }
      drawn += path(d, `fill="none" stroke="${hsl(hue + 20, 95, 76)}" stroke-width="${f(between(next, 0.6, 1.4))}" opacity="0.85"`);
    }
  } else {
    for (let i = 0; i < 5; i++) {
      const y = 50 - r + (i + 0.5) * ((2 * r) / 5);
      drawn += path(`M28 ${f(y)}q6 ${f(between(next, -5, 5))} 11 0t11 0t11 0t11 0`, `fill="none" stroke="${hsl(other, 60, between(next, 60, 88))}" stroke-width="${f(between(next, 1, 2.6))}" opacity="0.6"`);
    }
  }
  drawn += `</g>` + circle(50, 50, r, `fill="url(#§n)"`);
  if (ringed) drawn += ring(true);
  for (let i = 0, n = Math.floor(next() * 3); i < n; i++) {
    const [x, y] = polar(next() * 7, r + between(next, 5, 9));
    drawn += circle(x, y, between(next, 1.3, 2.7), `fill="${hsl(other, 30, 78)}"`);
  }
  return drawn;
}

/** Comets, whirls, dark suns, signs of stars: what bends the course of events. */
function wonder(next: Random, definition: Definition): string {
  const palette = PALETTES[definition.element ?? "none"];
  const hue = palette.hue + between(next, -palette.spread, palette.spread);
  let drawn = cloud(next, hue + between(next, -36, 36), "c");
  const turn = next() * 360;
  const form = Math.floor(next() * 5);
  const spin = `transform="rotate(${f(turn)} 50 50)"`;
  if (form === 0) {
    drawn += radial("h", [[0, "#fff"], [35, hsl(hue, 95, 82)], [100, hsl(hue, 90, 60), 0]]);
    drawn += `<g ${spin}>`;
    for (let i = 0; i < 7; i++) {
      const bend = between(next, -15, 15);
      drawn += path(`M63 50Q44 ${f(50 + bend * 0.35)} ${f(between(next, 18, 30))} ${f(50 + bend)}`, `fill="none" stroke="${hsl(hue + between(next, -15, 25), 90, between(next, 68, 90))}" stroke-width="${f(between(next, 0.6, 2.6))}" stroke-linecap="round" opacity="${f(between(next, 0.4, 0.85))}"`);
    }
    drawn += circle(63, 50, 8.5, `fill="url(#§h)"`) + circle(63, 50, 3.2, `fill="#fff"`) + `</g>`;
  } else if (form === 1) {
    drawn += radial("h", [[0, "#fff"], [45, hsl(hue, 90, 80)], [100, hsl(hue, 90, 60), 0]]);
    const flat = between(next, 0.5, 0.85);
    const arms = 2 + Math.floor(next() * 3);
    drawn += `<g ${spin}>`;
    // From the middle outwards the arms grow dim; small and large stars of a stretch are drawn at once.
    for (let i = 0; i < 15; i += 3) {
      const sizes = ["", ""];
      for (let arm = 0; arm < arms; arm++) {
        for (let j = i; j < i + 3; j++) {
          const [x, y] = polar((arm / arms) * 6.28 + j * 0.23, 4 + j * 1.35);
          const one = dot(x + between(next, -1, 1), 50 + (y - 50) * flat + between(next, -1, 1));
          sizes[Math.floor(next() * 2)] += one;
        }
      }
      sizes.forEach((d, k) => {
        const colour = hsl(hue + between(next, -25, 25), 90, between(next, 70, 94));
        if (d) drawn += dots(d, colour, k ? 3 : 1.8, 1 - i / 22);
      });
    }
    drawn += ellipse(50, 50, 7.5, 7.5 * flat, `fill="url(#§h)"`) + `</g>`;
  } else if (form === 2) {
    drawn += `<g ${spin}>`;
    for (let i = 0; i < 5; i++) drawn += ellipse(50, 50, 24 - i * 2.4, 8 - i * 0.7, `fill="none" stroke="${hsl(hue + i * 9, 95, 58 + i * 8)}" stroke-width="1.3" opacity="0.85"`);
    const r = between(next, 8.5, 11);
    drawn += circle(50, 50, r, `fill="#04040a" stroke="${hsl(hue, 95, 82)}" stroke-width="1.3"`);
    drawn += path(`M26 50A24 8 0 0 0 74 50`, `fill="none" stroke="${hsl(hue, 95, 84)}" stroke-width="1.8"`) + `</g>`;
  } else if (form === 3) {
    const points: [number, number][] = [];
    const n = 5 + Math.floor(next() * 3);
    for (let i = 0; i < n; i++) points.push(polar((i / n) * 6.28 + between(next, -0.3, 0.3) + turn, between(next, 11, 24)));
    drawn += path(points.map(([x, y], i) => `${i ? "L" : "M"}${f(x)} ${f(y)}`).join("") + (next() < 0.5 ? "z" : ""), `fill="none" stroke="${hsl(hue, 80, 84)}" stroke-width="0.9" opacity="0.75"`);
    for (const [x, y] of points) {
      const size = between(next, 2.2, 4.2);
      drawn += path(`M${f(x)} ${f(y - size)}Q${f(x)} ${f(y)} ${f(x + size)} ${f(y)}Q${f(x)} ${f(y)} ${f(x)} ${f(y + size)}Q${f(x)} ${f(y)} ${f(x - size)} ${f(y)}Q${f(x)} ${f(y)} ${f(x)} ${f(y - size)}z`, `fill="${hsl(hue + between(next, -20, 20), 90, 92)}"`);
    }
  } else {
    drawn += `<g ${spin}>`;
    for (const way of [-1, 1]) drawn += path(`M50 50L${f(50 - 7 * way)} ${f(50 + 27 * way)}A28 28 0 0 0 ${f(50 + 7 * way)} ${f(50 + 27 * way)}z`, `fill="${hsl(hue, 95, 76)}" opacity="0.42"`);
    for (let i = 0; i < 3; i++) drawn += ellipse(50, 50, 9 + i * 5, 3.4 + i * 1.8, `fill="none" stroke="${hsl(hue + 12, 90, 80)}" stroke-width="0.9" opacity="0.8"`);
    drawn += circle(50, 50, between(next, 4, 6), `fill="#fff" stroke="${hsl(hue, 95, 72)}" stroke-width="1.6"`) + `</g>`;
  }
  return drawn;
}

const BASEPOINTS: Record<string, (next: Random) => string> = {
  "181": () =>
    radial("e", [[0, "#fff8dc"], [45, "#f7cf63"], [100, "#93610f"]], `cx="40%" cy="32%" r="75%"`) +
    ellipse(50, 50, 13, 17.5, `fill="url(#§e)"`) +
    path("M40 44q5 -6 10 0t10 0M38.500 54q5.800 6 11.500 0t11.500 0", `fill="none" stroke="#7a4c08" stroke-width="1" opacity="0.6"`),
  p01: () => petals(16, 25, "#e89bd0") + petals(12, 18, "#f6c4e4") + petals(8, 11, "#fff0fa") + circle(50, 50, 4, `fill="#f7cf63"`),
  p02: () => radial("e", [[0, "#fff"], [40, "#cfd3f2"], [100, "#3a3566"]], `cx="36%" cy="32%" r="75%"`) + circle(50, 50, 16, `fill="url(#§e)"`) + circle(50, 50, 21, `fill="none" stroke="#d9c9ff" stroke-width="0.8"`) + ellipse(50, 50, 25, 6, `fill="none" stroke="#d9c9ff" stroke-width="1" transform="rotate(-18 50 50)"`),
  p03: () => {
    let drawn = circle(50, 50, 21, `fill="none" stroke="#f4d58a" stroke-width="3"`) + circle(50, 50, 16, `fill="none" stroke="#f4d58a" stroke-width="1"`);
    for (let i = 0; i < 12; i++) {
      const [x1, y1] = polar((i / 12) * 6.283, 5);
      const [x2, y2] = polar((i / 12) * 6.283, 24);
      drawn += `<line x1="${f(x1)}" y1="${f(y1)}" x2="${f(x2)}" y2="${f(y2)}" stroke="#f4d58a" stroke-width="1.4"/>`;
    }
    return drawn + circle(50, 50, 5, `fill="#f7cf63"`);
  },
  p04: () => circle(50, 50, 17, `fill="#05040c" stroke="#ffd9a0" stroke-width="1.6"`) + path("M50 24A26 26 0 1 1 25 43c-2 8 6 9 8 4s-3 -8 -8 -4", `fill="none" stroke="#7fd6b0" stroke-width="3.2" stroke-linecap="round"`) + circle(27, 42, 1, `fill="#05040c"`),
  p05: () => path("M26 66L43 34L50 24L57 34L74 66z", `fill="#8b8fb8"`) + path("M50 24L57 34L53 37L50 33L46 37L43 34z", `fill="#fff"`) + path("M50 24L57 34L74 66H54z", `fill="#565a86"`) + path("M22 66q7 -5 14 0t14 0t14 0t14 0M26 71q6 -4 12 0t12 0t12 0t12 0", `fill="none" stroke="#8fd0ff" stroke-width="1.6"`),
};

function petals(n: number, r: number, colour: string): string {
  let drawn = "";
  for (let i = 0; i < n; i++) drawn += ellipse(50, 50 - r * 0.62, r * 0.17, r * 0.4, `fill="${colour}" stroke="#8a3d74" stroke-width="0.4" opacity="0.92" transform="rotate(${f((i / n) * 360)} 50 50)"`);
  return drawn;
}

function basepoint(next: Random, id: string): string {
  let drawn = radial("b", [[0, "#ffe9a8", 0.75], [55, "#f4c95d", 0.2], [100, "#f4c95d", 0]]) + circle(50, 50, 36, `fill="url(#§b)"`);
  let rays = "";
  for (let i = 0; i < 32; i++) {
    const [x1, y1] = polar((i / 32) * 6.283, 28);
    const [x2, y2] = polar((i / 32) * 6.283, i % 2 ? 31 : 34);
    rays += `M${f(x1)} ${f(y1)}L${f(x2)} ${f(y2)}`;
  }
  drawn += path(rays, `stroke="#f4d58a" stroke-width="0.8" stroke-linecap="round"`) + circle(50, 50, 26.5, `fill="none" stroke="#f4d58a" stroke-width="0.7"`);
  const own = Object.hasOwn(BASEPOINTS, id) ? BASEPOINTS[id] : undefined;
  return drawn + (own ? own(next) : petals(6 + Math.floor(next() * 8), between(next, 18, 26), hsl(next() * 360, 60, 80)) + circle(50, 50, 7, `fill="#f7cf63"`));
}

const PAINTERS: Record<Kind, (next: Random, definition: Definition, id: string) => string> = {
  star,
  planet,
  ability: wonder,
  basepoint: (next, _definition, id) => basepoint(next, id),
};

const painted = new Map<string, string>();

/** The picture of a card, without its sides. */
export function artOf(id: string, definition: Definition): string {
  // The same id may be another card in another match.
  const name = [id, definition.name, definition.kind, definition.element, definition.vp, ...definition.sides].join(" ");
  const kept = painted.get(name);
  if (kept !== undefined) return kept;
  const next = seeded(`${id} ${definition.name}`);
  const drawn = sky(next, definition.element ?? null) + PAINTERS[definition.kind](next, definition, id);
  painted.set(name, drawn);
  return drawn;
}

/** The sky of an element alone, for cards that nobody has drawn and for print. */
export const groundOf = (element: Element | null): string => sky(seeded(`plain ${element ?? "none"}`), element);

/** Signs of the elements in a square of 16 by 16: a drop, a gust, a mountain, a flame; a ring for none. */
export const ELEMENT_SIGNS: Record<Element | "none", string> = {
  water: "M8 1.200C10.500 4.800 13 7.500 13 10.200A5 5 0 0 1 3 10.200C3 7.500 5.500 4.800 8 1.200z",
  wind: "M1 6h8.200a2.300 2.300 0 1 0 -2.100 -3.300l1.500 .7a.7 .7 0 1 1 .6 1H1zM1 7.500h11.300a2.500 2.500 0 1 1 -2.200 3.700l1.500 -.8a.9 .9 0 1 0 .7 -1.300H1zM1 10.600h6a2 2 0 1 1 -1.800 2.900l1.400 -.7a.5 .5 0 1 0 .4 -.6H1z",
  earth: "M0.500 14L6 3.500L9 8.500L10.800 5.800L15.500 14z",
  fire: "M8.300 0.800C9 4 12.800 5.900 12.800 10A4.800 4.800 0 0 1 3.200 10C3.200 7.800 4.300 6.500 5.200 5.300C5.500 6.700 6 7.300 6.700 7.700C6.400 5.200 6.900 2.700 8.300 0.800z",
  none: "M8 2A6 6 0 1 1 8 14A6 6 0 1 1 8 2zM8 4.200A3.800 3.800 0 1 0 8 11.800A3.800 3.800 0 1 0 8 4.200z",
};

/** The outlines of the energies around 0,0: a burst for nuclear, a ringed disc for gravity, an arrow head for kinetic. */
export const BURST = (() => {
  let d = "";
  for (let i = 0; i < 20; i++) {
    const [x, y] = polar((i / 20) * Math.PI * 2 - Math.PI / 2, i % 2 ? 9.6 : 12.6, 0, 0);
    d += `${i ? "L" : "M"}${f(x)} ${f(y)}`;
  }
  return `${d}z`;
})();
export const ARROW = "M0 -11.5L10.5 5.5L4 4V10.500H-4V4L-10.500 5.500z";

export const ENERGY_COLOURS: Record<Side["energy"], { fill: string; line: string }> = {
  n: { fill: "#5b1a78", line: "#ff9df5" },
  g: { fill: "#0c4a63", line: "#7be7ff" },
  k: { fill: "#fff4d6", line: "#7a4a00" },
  "-": { fill: "none", line: "#ffffff" },
};
export const LEVEL_COLOURS = { bronze: "#d89a6a", silver: "#d5dbe8", gold: "#ffd65c" } as const;

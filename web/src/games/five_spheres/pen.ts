/** What the drawings of Five Spheres are made with: numbers that follow from a word, colours, and pieces of SVG. `§` stands for a
 * prefix that makes the names of gradients unique on a page. */

/** Numbers from 0 to 1 that follow from a word. */
export function seeded(word: string): Dice {
  let h = 2166136261;
  for (let i = 0; i < word.length; i++) h = Math.imul(h ^ word.charCodeAt(i), 16777619);
  return () => {
    h = (h + 0x6d2b79f5) | 0;
    let t = Math.imul(h ^ (h >>> 15), 1 | h);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export type Dice = () => number;
export type Point = [number, number];

export const between = (dice: Dice, low: number, high: number): number => low + dice() * (high - low);
export const whole = (dice: Dice, low: number, high: number): number => Math.floor(between(dice, low, high + 1));
export const r = (n: number): string => String(Math.round(n * 10) / 10);
export const at = (x: number, y: number, angle: number, far: number): Point => [x + Math.cos(angle) * far, y + Math.sin(angle) * far];
export const points = (list: readonly Point[]): string => list.map(([x, y]) => `${r(x)} ${r(y)}`).join("L");
export const hsl = (h: number, s: number, l: number): string => `hsl(${Math.round((h + 360) % 360)} ${Math.round(s)}% ${Math.round(l)}%)`;

export const solid = (d: string, colour: string, opacity = 1): string => `<path d="${d}" fill="${colour}"${faint("fill-opacity", opacity)}/>`;
export const line = (d: string, colour: string, width: number, opacity = 1): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${r(width)}"${faint("stroke-opacity", opacity)} stroke-linecap="round" stroke-linejoin="round"/>`;
export const disc = (x: number, y: number, radius: number, colour: string, opacity = 1): string =>
  `<circle cx="${r(x)}" cy="${r(y)}" r="${r(radius)}" fill="${colour}"${faint("fill-opacity", opacity)}/>`;
export const ring = (x: number, y: number, radius: number, colour: string, width: number, opacity = 1): string =>
  `<circle cx="${r(x)}" cy="${r(y)}" r="${r(radius)}" fill="none" stroke="${colour}" stroke-width="${r(width)}"${faint("stroke-opacity", opacity)}/>`;
const faint = (name: string, opacity: number): string => (opacity === 1 ? "" : ` ${name}="${Math.round(opacity * 100) / 100}"`);

/** A round dot as a piece of a path with round ends: many of one look are one thing to draw. */
export const dot = (x: number, y: number): string => `M${r(x)} ${r(y)}h0`;
/** A circle as a piece of a path. */
export const round = (x: number, y: number, radius: number): string =>
  `M${r(x - radius)} ${r(y)}a${r(radius)} ${r(radius)} 0 1 0 ${r(2 * radius)} 0a${r(radius)} ${r(radius)} 0 1 0 ${r(-2 * radius)} 0`;
/** A line that waves from left to right, beyond both edges. */
export function wave(y: number, high: number, long: number, shift = 0): string {
  let d = `M${r(-60 - shift)} ${r(y)}`;
  for (let x = -60; x < 170; x += long) d += `q${r(long / 4)} ${r(-high)} ${r(long / 2)} 0t${r(long / 2)} 0`;
  return d;
}
/** A leaf or petal that points away from a middle. */
export function petal(x: number, y: number, angle: number, from: number, to: number, width: number): string {
  const [x1, y1] = at(x, y, angle, from);
  const [x2, y2] = at(x, y, angle, to);
  const [c1, d1] = at(x, y, angle - width, (from + to) / 2);
  const [c2, d2] = at(x, y, angle + width, (from + to) / 2);
  return `M${r(x1)} ${r(y1)}Q${r(c1)} ${r(d1)} ${r(x2)} ${r(y2)}Q${r(c2)} ${r(d2)} ${r(x1)} ${r(y1)}Z`;
}
/** A wheel with teeth. */
export function cog(x: number, y: number, radius: number, teeth: number, turn: number): string {
  const rim: Point[] = [];
  const w = Math.PI / teeth;
  for (let i = 0; i < teeth; i++) {
    const a = turn + i * 2 * w;
    rim.push(at(x, y, a - w * 0.55, radius * 0.86), at(x, y, a - w * 0.35, radius), at(x, y, a + w * 0.35, radius), at(x, y, a + w * 0.55, radius * 0.86));
  }
  return `M${points(rim)}Z`;
}
/** A tongue of fire that stands on a line. */
export const flame = (x: number, y: number, wide: number, high: number, lean: number): string =>
  `M${r(x - wide)} ${r(y)}C${r(x - wide * 1.3)} ${r(y - high * 0.5)} ${r(x + lean - wide * 0.1)} ${r(y - high * 0.5)} ${r(x + lean)} ${r(y - high)}C${r(x + lean + wide * 0.5)} ${r(y - high * 0.55)} ${r(x + wide * 1.4)} ${r(y - high * 0.45)} ${r(x + wide)} ${r(y)}Z`;

/** Colours, each where it begins in percent, and perhaps how strong. */
export type Stop = [number, string, number?];
const stops = (list: readonly Stop[]): string =>
  list.map(([where, colour, opacity]) => `<stop offset="${where}%" stop-color="${colour}"${opacity === undefined ? "" : ` stop-opacity="${opacity}"`}/>`).join("");
export const radial = (name: string, list: readonly Stop[], more: string): string => `<radialGradient id="§${name}" ${more}>${stops(list)}</radialGradient>`;
export const linear = (name: string, list: readonly Stop[], more: string): string => `<linearGradient id="§${name}" ${more}>${stops(list)}</linearGradient>`;

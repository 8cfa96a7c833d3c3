/** How planets look: their signs as strokes in a box from -10 to 10, and the tints of their bodies. */
import type { Color } from "./view";

/** The old signs of the seven planets; they stand for the colours wherever colour alone would not do. */
export const SIGNS: Record<Color, string> = {
  yellow: "M-6-5C-5-9.4 1.4-9.4 1.4-4C1.4 0-2.6 2.6-7 3.6H7.4M4.2-8.4V9",
  purple: "M-3.4-9.4V4.4M-7-6H1.4M-3.4-.6C-1.4-4.6 5.2-4.4 4.8.6C4.5 3.6 1.6 5 2.6 7.8C3.2 9.4 5 9.2 6.2 8",
  orange: "M0-7.6A7.6 7.6 0 1 1-.01-7.6ZM0-1A1 1 0 1 1-.01-1Z",
  blue: "M0-8.6A4.9 4.9 0 1 1-.01-8.6ZM0 1.2V9.4M-4 5.3H4",
  green: "M0-5.4A4.1 4.1 0 1 1-.01-5.4ZM0 2.8V9.6M-3.6 6.3H3.6M-4.4-9.6C-4-6.8-2.2-5.4 0-5.4C2.2-5.4 4-6.8 4.4-9.6",
  red: "M-2-3.2A5.2 5.2 0 1 1-2 7.2A5.2 5.2 0 1 1-2-3.2ZM1.8-1.6L7.6-7.6M2.8-7.8H7.8V-2.8",
  gray: "M3.2-8.6A8.6 8.6 0 1 0 3.2 8.6A10 10 0 0 1 3.2-8.6Z",
};

/** The sign of an enlightenment card, a drop of light in a box from 0 to 16. */
export const DROP = "M8 1.5C10 4.5 12.5 6 12.5 9.4A4.5 4.5 0 0 1 3.5 9.4C3.5 6 6 4.5 8 1.5Z";

/** A stack of cards and a star, in boxes from 0 to 16. */
export const CARDS = "M5.5 1.5H12A1.5 1.5 0 0 1 13.5 3V11.5A1.5 1.5 0 0 1 12 13H6A1.5 1.5 0 0 1 4.5 11.5V2.5ZM3 4.5V13A1.8 1.8 0 0 0 4.8 14.8H10";
export const STAR = "M8 1.4L9.9 5.8L14.6 6.2L11 9.3L12.1 14L8 11.5L3.9 14L5 9.3L1.4 6.2L6.1 5.8Z";

/** A round arrow against the sequence of the houses: where a planet turns back. In a box from -12 to 12. */
export const TURNS_BACK = "M9-3.6A9.6 9.6 0 1 0 8.4 5M9.6-10.4L9-3.4L2.4-4.6";

const FOOT = "M-21 30Q-21 21-12 19L-6 0H6L12 19Q21 21 21 30Z";
/** What the figures of the seats carry upon the same foot, so that they are told apart by more than their colours: a ball, a
 * tower, a flame, a star, a crescent, a diamond, a ring. In a box from -32 to 32. */
const HEADS: readonly string[] = [
  "M0-29A14 14 0 1 1-.01-29Z",
  "M-15-29H-8V-22H-4V-29H4V-22H8V-29H15V-8L9-1H-9L-15-8Z",
  "M0-34C7-25 15-19 15-10A15 12 0 0 1-15-10C-15-19-7-25 0-34Z",
  "M0-33L5.2-20.4L18.5-19.4L8.4-10.7L11.5 2L0-4.8L-11.5 2L-8.4-10.7L-18.5-19.4L-5.2-20.4Z",
  "M-17-32A19 19 0 1 0 17-32A13.5 13.5 0 1 1-17-32Z",
  "M0-34L17-16L0 2L-17-16Z",
  "M0-32A16 16 0 1 1-.01-32ZM0-23.5A7.5 7.5 0 1 0 .01-23.5Z",
];
/** The pawns of a seat as one path. */
export const figure = (seat: number): string => FOOT + (HEADS[seat % HEADS.length] ?? "");

/** Light, middle and dark of each body. */
export const TINTS: Record<Color, readonly [light: string, middle: string, dark: string]> = {
  yellow: ["#fff0b8", "#dcae4a", "#6d4a12"],
  purple: ["#eadcff", "#9a78cf", "#3d2369"],
  orange: ["#fff3c4", "#ff9f38", "#b8430e"],
  blue: ["#e4f1ff", "#6f9fe8", "#22407f"],
  green: ["#dcfbe4", "#5fb57c", "#1d5634"],
  red: ["#ffd9c9", "#d0593f", "#63190f"],
  gray: ["#ffffff", "#c2c7d4", "#62687c"],
};

/** Numbers from 0 to 1 that are the same each time, from a word. */
export function chancesFrom(word: string): () => number {
  let state = 2166136261;
  for (const letter of word) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A few stars for the ground of a drawing. */
export function stars(word: string, count: number, size: number): { x: number; y: number; r: number; glow: number }[] {
  const chance = chancesFrom(word);
  return Array.from({ length: count }, () => ({
    x: Math.round(chance() * size),
    y: Math.round(chance() * size),
    r: Math.round((0.8 + chance() * 2.2) * 10) / 10,
    glow: Math.round((0.15 + chance() * 0.5) * 100) / 100,
  }));
}

/** How pawns on one circle stand together: places around it, and their scale. */
export function stacked(count: number): { places: [number, number][]; scale: number } {
  if (count <= 1) return { places: [[0, 0]], scale: 1 };
  const scale = [0, 1, 0.84, 0.76, 0.7, 0.6, 0.56][count] ?? 0.5;
  const radius = [0, 0, 29, 31, 34, 38, 40][count] ?? 46;
  const turn = count === 2 ? 0 : -Math.PI / 2;
  const places = Array.from({ length: count }, (_, i): [number, number] => {
    const angle = turn + (i / count) * 2 * Math.PI;
    return [Math.round(radius * Math.cos(angle) * 10) / 10, Math.round(radius * Math.sin(angle) * 10) / 10];
  });
  return { places, scale };
}

/** A sector of a circle as a path, from a share of the whole to another, beginning at the top. */
export function sector(radius: number, from: number, to: number): string {
  if (to - from > 0.9999) return `M0${-radius}A${radius} ${radius} 0 1 1-.01${-radius}Z`;
  const point = (share: number): string => {
    const angle = share * 2 * Math.PI - Math.PI / 2;
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
  };
  return `M0 0L${point(from)}A${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${point(to)}Z`;
}

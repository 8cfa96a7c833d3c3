/** The face of a card and its back, as pieces of SVG text in a box of 100 by 100: Face.svelte puts them together so that the sides
 * can turn, the artist once and for all. Nothing that anybody typed comes into them. */
import { ARROW, artOf, BURST, ELEMENT_SIGNS, ENERGY_COLOURS, LEVEL_COLOURS, lineOf } from "./art";
import { readSide, type Side } from "./model";
import type { Definition, Element } from "./view";

export const NIGHT = "#0a0c1c";
const FONT = `style="font-family:var(--font,system-ui,sans-serif);font-weight:750" text-anchor="middle"`;
const PIPS = { bronze: 1, silver: 2, gold: 3 } as const;
export const FLAG = "M0 13V0H11L8 3.700L11 7.400H2.500V13z";
export const GEM = "M0 -4.200L4 0L0 4.200L-4 0z";

export const STAR = (() => {
  let d = "";
  for (let i = 0; i < 10; i++) {
    const a = (i / 10) * Math.PI * 2 - Math.PI / 2;
    const r = i % 2 ? 8.2 : 14.5;
    d += `${i ? "L" : "M"}${(Math.cos(a) * r).toFixed(1)} ${(Math.sin(a) * r).toFixed(1)}`;
  }
  return `${d}z`;
})();

const levelOf = ({ level }: Definition): string => (level === null || level === undefined ? "#f4d58a" : LEVEL_COLOURS[level]);

/** The border: its level outside, its element inside. */
export const border = (card: Definition): string =>
  `<rect x="1" y="1" width="98" height="98" rx="6" fill="none" stroke="${levelOf(card)}" stroke-width="2"/>` +
  `<rect x="3.200" y="3.200" width="93.600" height="93.600" rx="4.500" fill="none" stroke="${lineOf(card.element ?? null)}" stroke-opacity="0.55" stroke-width="0.700"/>`;

/** The mark of a binary star at the northern edge; sides are drawn there and turned to where they belong. */
export const binary = (): string =>
  `<circle cx="50" cy="1" r="8.500" fill="#2a2005" stroke="#ffd65c" stroke-width="2.200" clip-path="inset(1px 0 0 0)"/><circle cx="50" cy="4" r="2.600" fill="#ffd65c"/>`;

/** How far from the northern edge the energy of a side stands. */
export const depthOf = (side: Side): number => (side.energy === "-" ? (side.mark ? 15 : 6) : side.mark ? 22 : 15.5);

/** Does the sign of an energy stay upright when the card is turned? An arrow points where it goes; nothing has no way up. */
export const staysUpright = (side: Side): boolean => side.energy === "n" || side.energy === "g";

/** The sign of an energy around 0,0, with its value. */
export function energy({ energy: kind, value }: Pick<Side, "energy" | "value">): string {
  const { fill, line } = ENERGY_COLOURS[kind];
  // A set of somebody's own is data as well: only figures are written.
  const figures = value.replace(/[^0-9]/g, "");
  const number = figures === "" ? "" : `<text y="5.200" font-size="${figures.length > 1 ? 12 : 15}" fill="#fff" ${FONT}>${figures}</text>`;
  if (kind === "-") return `<rect x="-8" y="-1.300" width="16" height="2.600" rx="1.300" fill="none" stroke="#fff" stroke-opacity="0.6" stroke-width="0.900"/>`;
  if (kind === "k") return `<path d="${ARROW}" fill="${fill}" stroke="${line}" stroke-width="1.300" stroke-linejoin="round"/>`;
  if (kind === "n") return `<path d="${BURST}" fill="${fill}" stroke="${line}" stroke-width="1.300" stroke-linejoin="round"/>${number}`;
  return `<circle r="12" fill="${fill}" stroke="${line}" stroke-width="1.200"/><circle r="9.600" fill="none" stroke="${line}" stroke-width="0.800" stroke-dasharray="2.500 1.500"/>${number}`;
}

/** The sign in the corner that says what a card is: a star with its points, a planet, an ability. */
export function kindOf(card: Definition, points: number, isVoid: boolean): string {
  const line = lineOf(card.element ?? null);
  if (card.kind === "star") {
    const inner = isVoid ? `<path d="M-10 10L10 -10" stroke="#fff" stroke-width="2"/>` : `<text y="5" font-size="${points > 9 ? 11 : 14}" fill="#2a1c00" ${FONT}>${points}</text>`;
    return `<g transform="translate(84 85)"><path d="${STAR}" fill="${isVoid ? NIGHT : "#ffdc73"}" stroke="${isVoid ? "#fff" : "#3d2a00"}" stroke-width="1.200" stroke-linejoin="round"/>${inner}</g>`;
  }
  if (card.kind === "planet") return `<circle cx="87" cy="88" r="5.500" fill="${NIGHT}" fill-opacity="0.720" stroke="${line}" stroke-width="1.600"/>`;
  if (card.kind === "ability")
    return `<path d="M86 76.500L95 87L86 97.500L77 87z" transform="translate(0 -1)" fill="${NIGHT}" fill-opacity="0.720" stroke="${line}" stroke-width="1.600" stroke-linejoin="round"/><path d="M86 82v5.500M86 90.200v.6" stroke="${line}" stroke-width="2.200" stroke-linecap="round"/>`;
  return "";
}

export interface Standing {
  /** The present value of a star, where it is known. */
  value?: number | null;
  isVoid?: boolean;
  guard?: boolean;
  silence?: boolean;
  placer?: Element | null;
}

/** The signs that never turn: element, level and points, and how the card stands. */
export function signs(card: Definition, { value = null, isVoid = false, guard = false, silence = false, placer = null }: Standing = {}): string {
  const level = levelOf(card);
  let drawn = `<g transform="translate(4.500 4.500)"><circle cx="9" cy="9" r="9" fill="${NIGHT}" fill-opacity="0.72"/><path d="${ELEMENT_SIGNS[card.element ?? "none"]}" transform="translate(2.600 2.200) scale(0.8)" fill="${lineOf(card.element ?? null)}"/></g>`;
  for (let i = 0; i < (card.level ? PIPS[card.level] : 0); i++) drawn += `<path d="${GEM}" transform="translate(${91 - i * 6.5} 10)" fill="${level}" stroke="${NIGHT}" stroke-width="0.800"/>`;
  drawn += kindOf(card, isVoid ? 0 : Number(value ?? card.vp ?? 0), isVoid);
  if (placer !== null) drawn += `<path d="${FLAG}" transform="translate(5 82.500)" fill="${lineOf(placer)}" stroke="${NIGHT}" stroke-width="0.900"/>`;
  if (guard)
    drawn +=
      `<g transform="translate(24 73)"><path d="M0 -2C4 -2 7 -3.500 9 -5.500C11 -3.500 14 -2 18 -2C18 7 15 13 9 16C3 13 0 7 0 -2z" transform="scale(0.9)" fill="#0e3b25" stroke="#8ff0b8" stroke-width="1.600"/><path d="M5 5l2.500 3l4.500 -6" fill="none" stroke="#8ff0b8" stroke-width="1.800"/></g>` +
      `<rect x="5.500" y="5.500" width="89" height="89" rx="4" fill="none" stroke="#8ff0b8" stroke-width="1.600" stroke-dasharray="5 3"/>`;
  if (silence) drawn += `<g transform="translate(70 70)"><circle r="9" fill="#3a1030" stroke="#ffb3ec" stroke-width="1.500"/><path d="M-3.500 -3.500H3.500L-3.500 3.500H3.500" fill="none" stroke="#ffb3ec" stroke-width="1.800" stroke-linejoin="round"/></g>`;
  return drawn;
}

/** The whole face as it lies, turned by `r` quarters. */
export function face(id: string, card: Definition, r = 0, standing: Standing = {}): string {
  const sides = card.sides.map(readSide).map((side, i) => {
    const upright = staysUpright(side) ? ` rotate(${-(i + r) * 90})` : "";
    return `<g transform="rotate(${i * 90} 50 50)">${side.mark ? binary() : ""}<g transform="translate(50 ${depthOf(side)})${upright}">${energy(side)}</g></g>`;
  });
  const art = `<g data-part="picture"${standing.isVoid ? ` opacity="0.35"` : ""}>${artOf(id, card)}</g>`;
  return `<rect width="100" height="100" fill="${NIGHT}"/>${art}${border(card)}<g transform="rotate(${r * 90} 50 50)">${sides.join("")}</g>${signs(card, standing)}`;
}

/** The back of a card: an old chart of the heavens, with the flag of who placed it. */
export function back(placer: Element | null = null): string {
  const orbits = [12, 20, 28, 36].map((r, i) => `<circle cx="50" cy="50" r="${r}" stroke-opacity="${(0.95 - i * 0.15).toFixed(2)}"${i % 2 ? ` stroke-dasharray="2 2.500"` : ""}/>`).join("");
  return (
    `<rect width="100" height="100" fill="#12142a"/><g fill="none" stroke="#8f8358" stroke-width="0.800">${orbits}<path d="M50 8V92M8 50H92M20 20L80 80M80 20L20 80" stroke-opacity="0.5"/></g>` +
    `<circle cx="50" cy="50" r="5" fill="#cdb667"/><circle cx="70" cy="50" r="2.600" fill="#cdb667"/><circle cx="36" cy="26" r="2.200" fill="#cdb667"/><circle cx="42" cy="77" r="3" fill="#cdb667"/>` +
    `<rect x="1" y="1" width="98" height="98" rx="6" fill="none" stroke="#8f8358" stroke-width="2"/><rect x="5" y="5" width="90" height="90" rx="4" fill="none" stroke="#8f8358" stroke-opacity="0.7" stroke-width="0.800"/>` +
    (placer === null ? "" : `<path d="${FLAG}" transform="translate(8 79.500)" fill="${lineOf(placer)}" stroke="${NIGHT}" stroke-width="0.900"/>`)
  );
}

/** A whole card as SVG text, for print and for other pages: its picture, what its halves cost, its strengths, its keyword and what it
 * can do by their marks; its names where they are given. */
import { BOX, picture, type Emblem } from "./art";
import { tonesOf } from "./grounds";
import { ABILITY_MARKS, MARKS } from "./marks";
import { hsl } from "./pen";
import { printed } from "./reading";
import { SIGNS } from "./signs";
import { markOf } from "./traits";
import type { SphereCard } from "./view";

export const WIDE = 250;
export const HIGH = 350;
const FONT = "font-family=\"Inter,system-ui,sans-serif\"";
const PLATE = "#0c0d1a";

/** The marks of abilities in a box of 128, by their names. */
export type Marks = Readonly<Record<string, { d: string }>>;
/** What the halves are called, in one language or in several. */
export interface Names {
  creature: readonly string[];
  spell: readonly string[];
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[letter] ?? "");

function mark(name: string, marks: Marks, x: number, y: number, size: number): string {
  const own = ABILITY_MARKS[name];
  const [d, box] = own === undefined ? [marks[name]?.d, 128] : [MARKS[own], 24];
  return d === undefined ? "" : `<path d="${d}" fill="#f7f5ff" fill-rule="evenodd" transform="translate(${x} ${y}) scale(${(size / box).toFixed(4)})"/>`;
}

/** The gem of a cost, with its number. */
const gem = (x: number, y: number, cost: number): string =>
  `<path d="M${x} ${y - 17}l15 8.500v17l-15 8.500-15-8.500v-17z" fill="#f4c95d" stroke="${PLATE}" stroke-width="2"/><text x="${x}" y="${y + 7}" ${FONT} font-size="20" font-weight="700" text-anchor="middle" fill="#2a1c00">${Number(cost)}</text>`;

/** A name that begins at the left: the first large, the others small under it. */
function words(names: readonly string[], y: number, room: number): string {
  const sizes = names.length > 1 ? [15, 10.5] : [17];
  return names
    .map((name, i) => {
      const size = sizes[i] ?? 10.5;
      // Letters are at most two thirds as wide as high, on the whole; a name that would not fit is drawn closer.
      const tight = /^[\x20-\x7e]*$/.test(name) && name.length * size * 0.62 > room ? ` textLength="${room}" lengthAdjust="spacingAndGlyphs"` : "";
      const top = y + (names.length > 1 ? -1 + i * 13 : 6);
      return `<text x="46" y="${top}" ${FONT} font-size="${size}" font-weight="${i ? 400 : 600}" fill="${i ? "#b9b6d0" : "#f7f5ff"}"${tight}>${escaped(name)}</text>`;
    })
    .join("");
}

export function face(id: string, card: SphereCard, emblem: Emblem | null, marks: Marks, names?: Names): string {
  const { creature, spell, spheres } = card;
  const [well, ill] = printed(card).map(Number);
  const [first, second] = [spheres[0] ?? "ether", spheres[1] ?? spheres[0] ?? "ether"].map((sphere) => tonesOf(sphere, 0).bright);
  const abilities = (creature.abilities ?? []).map(markOf);
  const signs = spheres.map((sphere, i) => `<path d="${SIGNS[sphere]}" fill="${tonesOf(sphere, 0).bright}" fill-rule="evenodd" transform="translate(20 ${54 + i * 30})"/>`).join("");
  const shelf = spheres.length * 30 + (creature.keyword === undefined ? 0 : 30);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDE} ${HIGH}" width="${WIDE * 2}" height="${HIGH * 2}">` +
    `<linearGradient id="${id}-edge" x1="0" y1="0" x2="1" y2="1"><stop offset="30%" stop-color="${first}"/><stop offset="70%" stop-color="${second}"/></linearGradient>` +
    `<rect x="2" y="2" width="${WIDE - 4}" height="${HIGH - 4}" rx="16" fill="${PLATE}" stroke="url(#${id}-edge)" stroke-width="4"/>` +
    `<svg data-part="picture" x="12" y="44" width="226" height="246" viewBox="${BOX}" preserveAspectRatio="xMidYMid meet">${picture(id, card, emblem).replaceAll("§", `${id}-`)}</svg>` +
    `<rect x="12" y="44" width="226" height="246" rx="4" fill="none" stroke="url(#${id}-edge)" stroke-width="1.5"/>` +
    `<rect x="16" y="50" width="32" height="${shelf + 4}" rx="16" fill="${PLATE}" fill-opacity="0.82"/>${signs}` +
    (creature.keyword === undefined ? "" : mark(creature.keyword, marks, 20, 54 + spheres.length * 30, 24)) +
    abilities.map((name, i) => mark(name, marks, 20 + i * 32, 258, 26)).join("") +
    `<path d="M150 290v-24a14 14 0 0 1 14-14h74v38z" fill="${PLATE}" fill-opacity="0.88"/><text x="196" y="282" ${FONT} font-size="32" font-weight="700" text-anchor="middle" fill="#f7f5ff">${well}<tspan font-size="18" fill="${hsl(0, 80, 78)}">/${ill}</tspan></text>` +
    gem(24, 24, creature.inverted ? 3 : creature.cost) +
    gem(24, 320, spell.cost) +
    mark(spell.type, marks, 214, 308, 22) +
    (names === undefined ? "" : words(names.creature, 24, 192) + words(names.spell, 319, 164)) +
    `</svg>\n`
  );
}

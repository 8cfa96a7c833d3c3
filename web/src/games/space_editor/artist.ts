/** The cards of Space Editor as whole pictures, each upright, and their back; and the pieces that printed cards are put together
 * from, so that cards of one's own can be printed too. */
import type { Artist } from "../contract";
import { ELEMENT_SIGNS, groundOf, LEVEL_COLOURS, lineOf } from "./art";
import { back, binary, energy, face, GEM, kindOf, NIGHT, STAR } from "./face";
import type { Definition, Element } from "./view";

const WIDE = 400;
const ELEMENTS: readonly (Element | null)[] = ["water", "wind", "earth", "fire", null];
const ENERGIES = { n: "nuclear", g: "gravity", k: "kinetic", "-": "blank" } as const;

const sheet = (name: string, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${WIDE}" height="${WIDE}"><clipPath id="${name}-edge"><rect width="100" height="100" rx="7"/></clipPath><g clip-path="url(#${name}-edge)">${inside.replaceAll("§", `${name}-`)}</g></svg>\n`;

const piece = (box: string, inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${inside}</svg>\n`;

/** A sign of an element on its dark disc, in a box of 18. */
const disc = (element: Element | null): string =>
  `<circle cx="9" cy="9" r="9" fill="${NIGHT}"/><path d="${ELEMENT_SIGNS[element ?? "none"]}" transform="translate(2.600 2.200) scale(0.8)" fill="${lineOf(element)}"/>`;

function pieces(): [string, string][] {
  const plain = (kind: Definition["kind"]): Definition => ({ kind, element: null }) as Definition;
  const found: [string, string][] = [
    ["star", piece("-15.500 -15.500 31 31", `<path d="${STAR}" fill="#ffdc73" stroke="#3d2a00" stroke-width="1.200" stroke-linejoin="round"/>`)],
    ["planet", piece("77 76 20 22", kindOf(plain("planet"), 0, false))],
    ["ability", piece("76 75 20 22", kindOf(plain("ability"), 0, false))],
    ["binary", piece("40 0 20 12", binary())],
  ];
  for (const [kind, name] of Object.entries(ENERGIES) as [keyof typeof ENERGIES, string][]) found.push([`energy-${name}`, piece("-14 -14 28 28", energy({ energy: kind, value: "" }))]);
  for (const [level, colour] of Object.entries(LEVEL_COLOURS)) found.push([`level-${level}`, piece("-5 -5 10 10", `<path d="${GEM}" fill="${colour}" stroke="${NIGHT}" stroke-width="0.800"/>`)]);
  for (const element of ELEMENTS) {
    const name = element ?? "none";
    const seal = `<circle cx="50" cy="50" r="17" fill="${NIGHT}" stroke="#8f8358" stroke-width="1.200"/><path d="${ELEMENT_SIGNS[name]}" transform="translate(36 36) scale(1.75)" fill="${lineOf(element)}"/>`;
    const ground = `<g data-part="picture">${groundOf(element).replaceAll("§", "g-")}</g>`;
    found.push([`element-${name}`, piece("0 0 18 18", disc(element))], [`ground-${name}`, piece("0 0 100 100", ground)], [`back-${name}`, piece("0 0 100 100", back() + seal)]);
  }
  return found.map(([name, svg]) => [`piece-${name}`, svg]);
}

export default {
  pictures({ cards }) {
    const faces = Object.entries(cards as Record<string, Definition>).map(([id, card]): [string, string] => [id, sheet(`c${id}`, face(id, card))]);
    return [...faces, ["back", sheet("back", back())], ...pieces()];
  },
} satisfies Artist;

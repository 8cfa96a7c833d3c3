/** The cards of Five Spheres as whole pictures, and the pieces that printed cards are put together from. */
import type { Artist, Shipped } from "../contract";
import { LANGS } from "../../lib/texts";
import { back, BOX, isOf, type Emblem } from "./art";
import { face } from "./face";
import { ground, tonesOf, vignette } from "./grounds";
import { ABILITY_MARKS, MARKS } from "./marks";
import { motif } from "./motifs";
import { seeded } from "./pen";
import { SPHERES } from "./reading";
import { SIGNS } from "./signs";
import type { SphereCard } from "./view";

const PARTS = import.meta.glob<{ default: Record<string, Emblem> }>("../../generated/emblems/five_spheres/*.json", { eager: true });
const part = (name: string): Record<string, Emblem> => PARTS[`../../generated/emblems/five_spheres/${name}.json`]?.default ?? {};

/** The names of a half in all languages. */
const named = (names: Shipped["names"], id: string, half: "creature" | "spell"): string[] => LANGS.flatMap((lang) => names[lang]?.[id]?.[half] ?? []);

const piece = (box: string, inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${inside}</svg>\n`;
/** A picture that runs on beyond its box. */
const picture = (name: string, inside: string): string => piece(BOX, `<g data-part="picture">${inside.replaceAll("§", `${name}-`)}</g>`);
const sign = (d: string, box: number): string => piece(`0 0 ${box} ${box}`, `<path d="${d}" fill="currentColor" fill-rule="evenodd"/>`);

function pieces(): [string, string][] {
  const found: [string, string][] = Object.entries(part("marks")).map(([name, { d }]) => [`mark-${name}`, sign(d, 128)]);
  for (const [name, mark] of Object.entries(ABILITY_MARKS)) found.push([`mark-${name}`, sign(MARKS[mark], 24)]);
  for (const mark of ["crystal", "energy", "tower", "mana"] as const) found.push([`sign-${mark}`, sign(MARKS[mark], 24)]);
  for (const sphere of SPHERES) {
    const tones = tonesOf(sphere, 0);
    const plain = ground(sphere, tones, seeded(`plain ${sphere}`)) + vignette() + `<g color="${tones.pale}">${motif("plain", sphere, 0.5)}</g>`;
    // Its colour stands on the sign: it is that of the sphere everywhere.
    found.push([`sphere-${sphere}`, sign(SIGNS[sphere], 24).replace("<svg ", `<svg color="${tones.bright}" `)], [`ground-${sphere}`, picture(`g${sphere}`, plain)], [`back-${sphere}`, picture(`b${sphere}`, back([sphere]))]);
    for (const other of SPHERES) if (other !== sphere) found.push([`back-${sphere}-${other}`, picture(`b${sphere}-${other}`, back([sphere, other]))]);
  }
  return found.map(([name, svg]) => [`piece-${name}`, svg]);
}

export default {
  pictures: ({ cards, names }) => {
    const faces = Object.entries(cards as Record<string, SphereCard>).map(([id, card]): [string, string] => {
      const found = part(card.spheres[0] ?? "")[id];
      return [id, face(id, card, isOf(card, found) ? found : null, part("marks"), { creature: named(names, id, "creature"), spell: named(names, id, "spell") })];
    });
    return [...faces, ...pieces()];
  },
} satisfies Artist;

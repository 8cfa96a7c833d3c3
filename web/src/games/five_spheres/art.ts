/** Pictures of cards as SVG text, without a page: an emblem of what the card's name says, on the ground of its spheres, in the
 * frame of its race. A card that has no emblem (of somebody's own collection) gets a motif of its sphere instead. */
import { frame, studs } from "./frames";
import { ground, metalOf, SLOPE, tonesOf, vignette, type Tones } from "./grounds";
import { motif } from "./motifs";
import { between, line, linear, r, seeded, solid } from "./pen";
import { scene } from "./scenes";
import { SIGNS } from "./signs";
import type { Sphere, SphereCard } from "./view";

/** What a card shows: the outline of its emblem in a box of 512, and the scene round it. It belongs to the card whose creature
 * has that name: another collection may use the same id. */
export interface Emblem {
  name: string;
  scene?: string;
  /** The colour that its metal takes below, in degrees; else that of its sphere. */
  hue?: number;
  d: string;
}

/** A picture is drawn round this box and runs on beyond it. */
export const BOX = "0 0 100 100";
const WHOLE = 512;

/** The grounds of all spheres of a card, parted by a slope where there are two. */
function grounds(spheres: readonly Sphere[], tones: readonly Tones[], word: string): string {
  let drawn = "";
  spheres.forEach((sphere, i) => {
    const one = ground(sphere, tones[i] as Tones, seeded(`${word} ${sphere}`));
    drawn += i ? `<clipPath id="§k"><path d="M${SLOPE}Z"/></clipPath><g clip-path="url(#§k)">${one}</g>` : one;
  });
  return spheres.length > 1 ? drawn + line("M72 -70L28 170", "#fff3d0", 1, 0.5) : drawn;
}

/** The emblem: its shadow, a dark edge, its body in the light from above, and the light along its rim. */
function emblem({ d, hue }: Emblem, tones: Tones, power: number): string {
  const size = (64 + power * 10) / WHOLE;
  const place = (x: number, y: number): string => `transform="translate(${r(50 + x - WHOLE * size * 0.5)} ${r(48 + y - WHOLE * size * 0.5)}) scale(${size.toFixed(4)})"`;
  return (
    linear("e", [[0, "#fffdf4"], [45, tones.pale], [100, hue === undefined ? tones.metal : metalOf(hue)]], `x1="0.3" y1="0" x2="0.6" y2="1"`) +
    linear("r", [[0, "#fff"], [55, "#fff", 0]], `x1="0.2" y1="0" x2="0.7" y2="1"`) +
    `<defs><path id="§p" d="${d}"/></defs>` +
    `<use href="#§p" ${place(1.6, 2.4)} fill="#000" fill-opacity="0.5" stroke="#000" stroke-opacity="0.5" stroke-width="20"/>` +
    `<use href="#§p" ${place(0, 0)} fill="${tones.deep}" stroke="${tones.deep}" stroke-width="24" stroke-linejoin="round"/>` +
    `<use href="#§p" ${place(0, 0)} fill="url(#§e)" stroke="url(#§r)" stroke-width="5"/>`
  );
}

/** Does an emblem belong to this card? */
export const isOf = (card: SphereCard, found: Emblem | undefined): found is Emblem => found !== undefined && found.name === card.creature.name;

const drawn = new Map<string, string>();

/** The picture of a card, as the inside of an SVG with the box BOX. Until its emblem has come (undefined), the emblem is
 * missing; a card that has none (null) shows a motif. */
export function picture(id: string, card: SphereCard, found: Emblem | null | undefined): string {
  const key = `${id} ${card.creature.name} ${card.spheres.join("/")} ${card.creature.race} ${card.creature.keyword} ${card.creature.cost} ${card.creature.strength} ${found === undefined ? "" : (found?.d.length ?? 0)}`;
  let kept = drawn.get(key);
  if (kept === undefined) drawn.set(key, (kept = paint(id, card, found)));
  return kept;
}

function paint(id: string, { spheres, creature }: SphereCard, found: Emblem | null | undefined): string {
  const dice = seeded(`${id} ${creature.name}`);
  const shift = between(seeded(creature.race), -1, 1);
  const tones = spheres.map((sphere) => tonesOf(sphere, shift));
  const first = tones[0] ?? tonesOf("ether", 0);
  const power = Math.min(1, creature.strength / 12);
  const base = grounds(spheres, tones, id);
  const around = frame(creature.race, creature.keyword, first);
  const cost = studs(creature.cost, first);
  if (found === null) return base + vignette() + `<g color="${first.pale}">${motif(id, spheres[0] ?? "ether", power)}</g>` + around + cost;
  const { behind, before = "" } = scene(found?.scene, first, dice);
  return base + vignette() + behind + around + (found === undefined ? "" : emblem(found, first, power)) + before + cost;
}

/** The back of a card, which shows its spheres only. */
export function back(spheres: readonly Sphere[]): string {
  const tones = spheres.map((sphere) => tonesOf(sphere, 0));
  const signs = spheres.map((sphere, i) => {
    const x = spheres.length > 1 ? (i ? 52 : 16) : 32;
    return `<g transform="translate(${x} ${spheres.length > 1 ? 34 : 32}) scale(${spheres.length > 1 ? 1.35 : 1.5})">${solid(SIGNS[sphere], tones[i]?.pale ?? "#fff", 0.95)}</g>`.replaceAll("<path ", '<path fill-rule="evenodd" ');
  });
  const edge = tones[0]?.pale ?? "#fff";
  return grounds(spheres, tones, "back") + vignette() + line("M50 2L98 50L50 98L2 50ZM50 12L88 50L50 88L12 50Z", edge, 0.9, 0.6) + signs.join("");
}

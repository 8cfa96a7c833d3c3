/** The grounds on which emblems stand: a colour and a texture for each sphere. A picture is drawn round a square of 100 by 100
 * and runs on beyond its edges, so that it fills a box of any shape. */
import { at, between, cog, dot, flame, hsl, line, petal, points, r, radial, solid, wave, whole, type Dice } from "./pen";
import type { Sphere } from "./view";

/** The colours of a picture, from the darkest to the palest; `metal` is what the emblem is made of. */
export interface Tones {
  light: string;
  glow: string;
  metal: string;
  deep: string;
  mid: string;
  bright: string;
  pale: string;
}

const HUES: Record<Sphere, { hue: number; strong: number; spread: number; metal: number }> = {
  science: { hue: 39, strong: 64, spread: 9, metal: 32 },
  ether: { hue: 212, strong: 62, spread: 22, metal: 206 },
  spirit: { hue: 278, strong: 48, spread: 24, metal: 296 },
  chaos: { hue: 0, strong: 70, spread: 12, metal: 20 },
  nature: { hue: 122, strong: 42, spread: 38, metal: 98 },
};

export const metalOf = (hue: number): string => hsl(hue, 82, 66);

/** The colours of a sphere, moved a little for each race: `shift` from -1 to 1. */
export function tonesOf(sphere: Sphere, shift: number): Tones {
  const { hue: first, strong, spread, metal } = HUES[sphere];
  const hue = first + shift * spread;
  return {
    deep: hsl(hue + 8, strong, 8),
    mid: hsl(hue, strong, 25),
    light: hsl(hue - 2, strong, 38),
    glow: hsl(hue - 10, strong + 14, 54),
    bright: hsl(hue - 4, strong + 20, 64),
    pale: hsl(hue - 8, 90, 92),
    metal: metalOf(metal + shift * spread),
  };
}

const FAR = `x="-70" y="-70" width="240" height="240"`;

/** The lines of a drawing office, and wheels in the corners. */
function science(dice: Dice, { bright, deep }: Tones): string {
  let grid = "";
  for (let i = -60; i <= 160; i += 10) grid += `M${i} -70V170M-70 ${i}H170`;
  const wheels = [between(dice, -4, 8), between(dice, 92, 104)].map((x, i) => cog(x, i ? between(dice, 4, 20) : between(dice, 78, 94), between(dice, 16, 24), whole(dice, 9, 13), dice())).join("");
  return line(grid, bright, 0.3, 0.2) + solid(wheels, deep, 0.55) + line(wheels, bright, 0.5, 0.35);
}

/** Bands of moving air under far stars. */
function ether(dice: Dice, { bright, deep, pale }: Tones): string {
  let stars = "";
  for (let i = 0; i < 26; i++) stars += dot(between(dice, -60, 160), between(dice, -20, 62));
  let found = line(stars, pale, 0.9, 0.6);
  for (let i = 0; i < 4; i++) found += solid(`${wave(70 + i * 11, between(dice, 4, 9), between(dice, 38, 62), dice() * 30)}V170H-70Z`, i % 2 ? bright : deep, i % 2 ? 0.1 : 0.35);
  return found;
}

/** Petals that open from below. */
function spirit(dice: Dice, { bright, deep }: Tones): string {
  const n = whole(dice, 9, 12);
  let [wide, thin] = ["", ""];
  for (let i = 0; i < n; i++) {
    const a = -Math.PI * (i + 0.5) / n;
    wide += petal(50, 104, a, 10, between(dice, 84, 100), 0.17);
    thin += petal(50, 104, a, 10, 62, 0.14);
  }
  let lights = "";
  for (let i = 0; i < 14; i++) lights += dot(between(dice, -50, 150), between(dice, -10, 80));
  return solid(wide, bright, 0.1) + line(wide, bright, 0.5, 0.3) + solid(thin, deep, 0.3) + line(lights, bright, 1.8, 0.5);
}

/** Cracks that run to the edges, with fire along the foot. */
function chaos(dice: Dice, { bright, deep }: Tones): string {
  let cracks = "";
  for (let i = 0; i < 7; i++) {
    let a = (i / 7) * Math.PI * 2 + between(dice, -0.3, 0.3);
    let [x, y] = at(50, 50, a, 14);
    cracks += `M${r(x)} ${r(y)}`;
    for (let k = 0; k < 7; k++) {
      a += between(dice, -0.5, 0.5);
      [x, y] = at(x, y, a, between(dice, 9, 16));
      cracks += `L${r(x)} ${r(y)}`;
    }
  }
  let fire = "";
  for (let x = -60; x < 165; x += between(dice, 11, 18)) fire += flame(x, 108, between(dice, 7, 11), between(dice, 22, 40), between(dice, -6, 6));
  return line(cracks, deep, 2.4, 0.6) + line(cracks, bright, 0.6, 0.55) + solid(fire, deep, 0.55);
}

/** Hills behind one another, and leaves that hang in from above. */
function nature(dice: Dice, { bright, deep }: Tones): string {
  let found = "";
  for (let i = 0; i < 3; i++) {
    const y = 62 + i * 14;
    found += solid(`M-70 ${y}Q${r(between(dice, -30, 0))} ${r(y - between(dice, 8, 22))} ${r(between(dice, 20, 40))} ${y}T${r(between(dice, 80, 110))} ${y}T175 ${y}V170H-70Z`, i % 2 ? bright : deep, i % 2 ? 0.12 : 0.42);
  }
  let leaves = "";
  for (const [x, way] of [[-6, 1], [106, -1]] as const) {
    for (let i = 0; i < 6; i++) leaves += petal(x + way * i * 3.4, -4 + i * 5, way > 0 ? between(dice, 0.1, 1.2) : Math.PI - between(dice, 0.1, 1.2), 0, between(dice, 13, 22), 0.42);
  }
  return found + solid(leaves, deep, 0.6) + line(leaves, bright, 0.4, 0.35);
}

const TEXTURES: Record<Sphere, (dice: Dice, tones: Tones) => string> = { science, ether, spirit, chaos, nature };

/** The ground of a sphere. The light comes from above, a little from the side. */
export function ground(sphere: Sphere, tones: Tones, dice: Dice): string {
  const [x, y] = [between(dice, 34, 66), between(dice, 22, 40)];
  const name = `g${sphere}`;
  return (
    radial(name, [[0, tones.glow], [28, tones.light], [60, tones.mid], [100, tones.deep]], `gradientUnits="userSpaceOnUse" cx="${r(x)}" cy="${r(y)}" r="${r(between(dice, 84, 98))}"`) +
    `<rect ${FAR} fill="url(#§${name})"/>` +
    TEXTURES[sphere](dice, tones)
  );
}

/** A darkness towards the edges, which holds the picture together. */
export const vignette = (): string =>
  radial("v", [[55, "#000", 0], [100, "#000", 0.55]], `gradientUnits="userSpaceOnUse" cx="50" cy="46" r="86"`) + `<rect ${FAR} fill="url(#§v)"/>`;

/** The edge between the two grounds of a card of two spheres. */
export const SLOPE = points([[72, -70], [170, -70], [170, 170], [28, 170]]);

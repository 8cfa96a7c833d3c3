/** What is to be seen behind an emblem, and here and there before it: a sun, rain, a gate. Emblems.json names one for each card. */
import { at, between, cog, disc, dot, flame, hsl, line, petal, points, r, ring, round, solid, wave, whole, type Dice, type Point } from "./pen";
import type { Tones } from "./grounds";

export interface Scene {
  behind: string;
  before?: string;
}
type Painter = (tones: Tones, dice: Dice) => Scene;

const GOLD = "#ffd98a";
const SILVER = "#e6eeff";
const X = 50;
const Y = 48;

/** Rays from a middle, every other one shorter. */
function rays(n: number, near: number, far: number, turn: number, width: number): string {
  let d = "";
  for (let i = 0; i < n; i++) {
    const a = turn + (i / n) * Math.PI * 2;
    d += `M${points([at(X, Y, a - width, near), at(X, Y, a, far * (i % 2 ? 0.78 : 1)), at(X, Y, a + width, near)])}Z`;
  }
  return d;
}

function scattered(dice: Dice, n: number, low = -20, high = 120, top = -10, foot = 100): Point[] {
  return Array.from({ length: n }, () => [between(dice, low, high), between(dice, top, foot)]);
}

const crescent = (x: number, y: number, radius: number): string =>
  `M${r(x + radius * 0.35)} ${r(y - radius * 0.94)}A${r(radius)} ${r(radius)} 0 1 0 ${r(x + radius * 0.94)} ${r(y + radius * 0.35)}A${r(radius * 0.82)} ${r(radius * 0.82)} 0 0 1 ${r(x + radius * 0.35)} ${r(y - radius * 0.94)}Z`;

const sun: Painter = (_tones, dice) => ({
  behind: solid(rays(20, 34, 62, dice(), 0.07), GOLD, 0.4) + disc(X, Y, 36, GOLD, 0.3) + disc(X, Y, 30, "#fff3c4", 0.5),
});

const dawn: Painter = (_tones, dice) => {
  let beams = "";
  for (let i = 0; i < 13; i++) {
    const a = -Math.PI + (Math.PI * (i + 0.5)) / 13;
    beams += `M${points([[X, 76], at(X, 76, a - 0.06, 130), at(X, 76, a + 0.06, 130)])}Z`;
  }
  return { behind: solid(beams, GOLD, 0.32) + disc(X, 76, 40, GOLD, 0.35) + disc(X, 76, 31, "#fff0bd", 0.6), before: solid(`${wave(91, 3, 60, dice() * 20)}V170H-70Z`, "#000", 0.42) };
};

const moon: Painter = (_tones, dice) => {
  const [x, y] = [between(dice, 56, 66), between(dice, 30, 38)];
  return { behind: disc(x, y, 34, SILVER, 0.16) + disc(x, y, 27, SILVER, 0.34) + disc(x, y, 24, SILVER, 0.55) + solid(round(x - 8, y - 6, 4) + round(x + 7, y + 8, 5.5) + round(x + 9, y - 9, 2.6), "#8492c4", 0.4) };
};

const moons: Painter = (tones) => ({
  behind: disc(26, 26, 19, SILVER, 0.2) + disc(26, 26, 15, SILVER, 0.8) + disc(78, 34, 13, GOLD, 0.2) + solid(crescent(78, 34, 10), GOLD, 0.9),
  before: solid(`${wave(83, 3, 24)}V170H-70Z`, tones.deep, 0.75) + line(wave(83, 3, 24) + wave(90, 3, 30, 9), tones.bright, 0.9, 0.7),
});

const eclipse: Painter = (tones, dice) => ({
  behind: solid(rays(26, 32, between(dice, 54, 62), dice(), 0.06), tones.bright, 0.55) + disc(X, Y, 38, tones.bright, 0.45) + disc(X, Y, 33, tones.deep) + ring(X, Y, 33.5, tones.pale, 1.4, 0.9),
});

const stars: Painter = (tones, dice) => {
  let found = "";
  for (const [x, y] of scattered(dice, 15, -16, 116, 0, 78)) {
    const s = between(dice, 1.4, 4.6);
    found += `M${r(x)} ${r(y - s)}Q${r(x)} ${r(y)} ${r(x + s)} ${r(y)}Q${r(x)} ${r(y)} ${r(x)} ${r(y + s)}Q${r(x)} ${r(y)} ${r(x - s)} ${r(y)}Q${r(x)} ${r(y)} ${r(x)} ${r(y - s)}Z`;
  }
  return { behind: disc(X, Y, 42, tones.bright, 0.14) + solid(found, tones.pale, 0.9) };
};

const comet: Painter = (tones, dice) => {
  let [tails, heads] = ["", ""];
  for (const [x, y] of [[84, 12], [between(dice, 10, 22), between(dice, 26, 40)], [between(dice, 84, 100), between(dice, 56, 76)]] as Point[]) {
    const s = between(dice, 3, 4.6);
    tails += `M${points([[x - s, y - s * 0.2], [x + 46, y - 46], [x + s * 0.3, y + s]])}Z`;
    heads += round(x, y, s);
  }
  return { behind: solid(tails, tones.pale, 0.4) + solid(heads, "#fff", 0.95) };
};

const rain: Painter = (tones, dice) => {
  const drops = scattered(dice, 46, -50, 150).map(([x, y]) => `M${r(x)} ${r(y)}l-3 8`).join("");
  const near = scattered(dice, 9, -30, 130, 10, 90).map(([x, y]) => `M${r(x)} ${r(y)}l-4 11`).join("");
  return { behind: solid(round(22, 8, 20) + round(48, 2, 24) + round(78, 8, 20), tones.deep, 0.45) + line(drops, tones.pale, 0.8, 0.5), before: line(near, "#fff", 1, 0.55) };
};

const waves: Painter = (tones, dice) => {
  const shift = dice() * 12;
  return {
    behind: line(wave(60, 6, 26, shift) + wave(70, 6, 26, shift + 9), tones.pale, 1.2, 0.35),
    before: solid(`${wave(82, 5, 26, shift)}V170H-70Z`, tones.deep, 0.6) + line(wave(82, 5, 26, shift) + wave(91, 5, 26, shift + 12), tones.pale, 1.3, 0.65),
  };
};

const mist: Painter = (tones, dice) => {
  const bank = (y: number, strong: number): string => solid(`${wave(y, between(dice, 4, 7), between(dice, 44, 66), dice() * 40)}V${r(y + 10)}${"H-70"}Z`, tones.pale, strong);
  return { behind: bank(30, 0.16) + bank(48, 0.18), before: bank(70, 0.26) + bank(80, 0.34) + bank(91, 0.42) };
};

const wind: Painter = (tones, dice) => {
  let d = "";
  for (let i = 0; i < 6; i++) {
    const [y, x, s] = [8 + i * 16 + between(dice, -4, 4), between(dice, 60, 112), between(dice, 4, 7.5)];
    d += `M${r(-60)} ${r(y)}H${r(x)}a${r(s)} ${r(s)} 0 1 ${i % 2} ${r(-s)} ${r(i % 2 ? s : -s)}`;
  }
  return { behind: line(d, tones.pale, 1.5, 0.5) };
};

const veil: Painter = (tones, dice) => {
  let [folds, edges] = ["", ""];
  for (let x = -60; x < 165; x += between(dice, 9, 15)) {
    const bend = between(dice, -5, 5);
    folds += `M${r(x)} -70C${r(x + bend)} 0 ${r(x - bend)} 60 ${r(x + bend)} 170h${r(between(dice, 4, 7))}C${r(x - bend + 6)} 60 ${r(x + bend + 6)} 0 ${r(x + 6)} -70Z`;
    edges += `M${r(x)} -70C${r(x + bend)} 0 ${r(x - bend)} 60 ${r(x + bend)} 170`;
  }
  return { behind: disc(X, Y, 40, tones.bright, 0.25) + solid(folds, tones.pale, 0.12) + line(edges, tones.pale, 0.6, 0.4) };
};

const tongues = (dice: Dice, y: number, low: number, high: number): string => {
  let d = "";
  for (let x = -64; x < 165; x += between(dice, 9, 14)) d += flame(x, y, between(dice, 6, 10), between(dice, low, high), between(dice, -7, 7));
  return d;
};

const flames: Painter = (_tones, dice) => ({
  behind: solid(tongues(dice, 108, 62, 92), "#ff7a1f", 0.5) + solid(tongues(dice, 110, 42, 64), "#ffb52e", 0.6),
  before: solid(tongues(dice, 116, 18, 32), "#ffd45e", 0.8),
});

const embers: Painter = (tones, dice) => {
  const small = scattered(dice, 26, -30, 130).map(([x, y]) => dot(x, y)).join("");
  const large = scattered(dice, 10, -10, 110).map(([x, y]) => dot(x, y)).join("");
  return { behind: disc(X, 58, 42, "#ff9a3d", 0.3) + disc(X, 62, 28, "#ffc45e", 0.35) + line(small, "#ffb35c", 1.4, 0.9) + line(large, "#fff0c9", 2.2, 0.9) + line(rays(9, 44, 58, dice(), 0.01), tones.bright, 0.7, 0.5) };
};

const curls = (dice: Dice, n: number): string => {
  let d = "";
  for (let i = 0; i < n; i++) {
    let [x, y] = [between(dice, -10, 110), 112];
    d += `M${r(x)} ${r(y)}`;
    for (let k = 0; k < 4; k++) {
      const way = (k + i) % 2 ? 1 : -1;
      d += `q${r(way * between(dice, 10, 17))} -15 0 -30`;
    }
  }
  return d;
};
const smoke: Painter = (tones, dice) => ({ behind: line(curls(dice, 7), tones.pale, 6, 0.14) + line(curls(dice, 5), tones.pale, 2, 0.35) });

const miasma: Painter = (_tones, dice) => {
  const bubbles = scattered(dice, 14, -20, 120).map(([x, y]) => round(x, y, between(dice, 1.2, 4.6))).join("");
  return { behind: disc(X, Y, 42, "#c6e04a", 0.22) + line(curls(dice, 7), "#c6e04a", 5, 0.2) + line(bubbles, "#dff07a", 0.8, 0.75) + solid(bubbles, "#dff07a", 0.2) };
};

const beams: Painter = (tones, dice) => ({ behind: solid(rays(24, 8, 120, dice(), 0.05), tones.pale, 0.28) + disc(X, Y, 37, tones.pale, 0.2) });

const lamp: Painter = (_tones, dice) => ({ behind: disc(X, Y, 46, GOLD, 0.16) + disc(X, Y, 37, GOLD, 0.24) + disc(X, Y, 28, "#fff0c2", 0.4) + line(rays(16, 40, 47, dice(), 0.008), GOLD, 1.2, 0.8) });

const orbits: Painter = (tones, dice) => {
  let found = "";
  for (const [i, radius] of [26, 36, 46, 58].entries()) {
    const [x, y] = at(X, Y, between(dice, 0, 6.28), radius);
    found += ring(X, Y, radius, tones.pale, i % 2 ? 0.5 : 0.9, 0.5) + disc(x, y, between(dice, 1.6, 3.4), tones.pale, 0.9);
  }
  return { behind: found };
};

const rings: Painter = (tones) => ({ behind: [28, 37, 46, 56, 68].map((radius, i) => ring(X, Y, radius, tones.pale, 2.2 - i * 0.3, 0.6 - i * 0.1)).join("") });

const gears: Painter = (tones, dice) => {
  const parts = [[18, 26, 20], [84, 70, 25], [88, 14, 13]].map(([x = 0, y = 0, size = 0]) => cog(x, y, size, Math.round(size * 0.55) + 3, dice()) + round(x, y, size * 0.45)).join("");
  return { behind: `<path d="${parts}" fill="${tones.bright}" fill-opacity="0.34" fill-rule="evenodd"/>` + line(parts, tones.pale, 0.6, 0.5) };
};

const bricks: Painter = (tones, dice) => {
  let d = "";
  for (let row = 0; row < 16; row++) for (let i = -5; i < 13; i++) if (dice() < 0.82) d += `M${r(i * 15 + (row % 2) * 7.5)} ${row * 8 - 16}h13v6.400h-13z`;
  return { behind: solid(d, tones.bright, 0.2) + line(d, tones.deep, 0.6, 0.5) };
};

const arch: Painter = (tones) => ({
  behind:
    solid("M12 112V46a38 38 0 0 1 76 0V112z", tones.deep, 0.6) +
    `<path d="M4 112V46a46 46 0 0 1 92 0V112H84V46a34 34 0 0 0-68 0V112z" fill="${tones.bright}" fill-opacity="0.4"/>` +
    line("M4 112V46a46 46 0 0 1 92 0V112M16 112V46a34 34 0 0 1 68 0V112M4 66H16M84 66H96M18 13l8 10M82 13l-8 10M50 0V12M5 38l12 3M95 38l-12 3", tones.pale, 0.8, 0.6),
});

const furrows: Painter = (tones, dice) => {
  let d = "";
  for (let x = -100; x <= 200; x += 15) d += `M${r(50 + (x - 50) * 0.35)} 76L${r(x)} 116`;
  const clods = scattered(dice, 16, -20, 120, 74, 80).map(([x, y]) => round(x, y, between(dice, 1, 3))).join("");
  return { behind: disc(X, 76, 46, tones.bright, 0.22), before: solid(`${wave(77, 3, 34, dice() * 20)}V170H-70Z`, hsl(28, 42, 12), 0.92) + line(d, hsl(30, 45, 42), 1.4, 0.6) + solid(clods, hsl(28, 40, 22)) };
};

const road: Painter = (tones) => ({ behind: solid("M46 40L54 40L120 170H-20z", tones.pale, 0.22) + line("M50 46v4M50 56v6M50 70v8M50 88v12", tones.pale, 1.6, 0.5) + disc(50, 34, 16, GOLD, 0.4) + disc(50, 34, 11, "#fff2c6", 0.6) });

const halo: Painter = (tones, dice) => {
  const n = whole(dice, 10, 14);
  let [outer, inner] = ["", ""];
  for (let i = 0; i < n; i++) {
    outer += petal(X, Y, (i / n) * Math.PI * 2, 20, 50, 0.3);
    inner += petal(X, Y, ((i + 0.5) / n) * Math.PI * 2, 16, 40, 0.3);
  }
  return { behind: solid(outer, tones.bright, 0.32) + line(outer, tones.pale, 0.6, 0.6) + solid(inner, tones.pale, 0.22) };
};

const shards: Painter = (tones, dice) => {
  let [light, dark] = ["", ""];
  for (let i = 0; i < 11; i++) {
    const a = (i / 11) * Math.PI * 2 + between(dice, -0.15, 0.15);
    const w = between(dice, 0.1, 0.24);
    const shard = `M${points([at(X, Y, a - w, between(dice, 22, 30)), at(X, Y, a - w * 0.4, between(dice, 52, 66)), at(X, Y, a + w, between(dice, 44, 58)), at(X, Y, a + w * 0.5, between(dice, 20, 28))])}Z`;
    if (i % 2) light += shard;
    else dark += shard;
  }
  return { behind: solid(light, tones.pale, 0.34) + solid(dark, tones.bright, 0.22) + line(light + dark, tones.pale, 0.6, 0.75) };
};

const bolts: Painter = (tones, dice) => {
  let d = "";
  for (let [i, x] = [0, -4]; i < 4; i++, x += 34) {
    let [bx, by] = [x + between(dice, -6, 6), -20];
    d += `M${r(bx)} ${r(by)}`;
    while (by < 60) {
      bx += between(dice, -13, 13);
      by += between(dice, 10, 17);
      d += `L${r(bx)} ${r(by)}`;
    }
  }
  return { behind: line(d, tones.bright, 4, 0.3) + line(d, "#fff8dc", 1.3, 0.9) };
};

const script: Painter = (tones, dice) => {
  let d = "";
  for (let y = -14; y < 120; y += 7) {
    for (let x = -56; x < 150; ) {
      const word = between(dice, 5, 16);
      d += `M${r(x)} ${y}q1.500 -3 3 0t3 0t3 0h${r(Math.max(1, word - 9))}`;
      x += word + 6;
    }
  }
  return { behind: line(d, tones.pale, 0.9, 0.34) + disc(82, 82, 9, "#d3202a", 0.75) + ring(82, 82, 6, "#ffb3a8", 1, 0.7) };
};

const dice: Painter = (tones, throws) => {
  let found = "";
  for (const [x, y, size] of [[14, 22, 9], [86, 16, 11], [90, 78, 8], [10, 80, 10]] as [number, number, number][]) {
    const turn = between(throws, -40, 40);
    const pips = [[-1, -1], [1, 1], [0, 0], [1, -1], [-1, 1]].slice(0, whole(throws, 1, 5)).map(([px = 0, py = 0]) => dot(px * size * 0.5, py * size * 0.5)).join("");
    found += `<g transform="translate(${x} ${y}) rotate(${r(turn)})"><rect x="${-size}" y="${-size}" width="${2 * size}" height="${2 * size}" rx="${r(size * 0.3)}" fill="${tones.pale}" fill-opacity="0.75"/>${line(pips, tones.deep, size * 0.36, 0.9)}</g>`;
  }
  return { behind: found };
};

const hills: Painter = (tones, throws) => ({
  behind: disc(between(throws, 28, 72), 30, 24, tones.pale, 0.34) + solid(`M-70 64Q-20 30 26 60T110 52T175 60V170H-70Z`, tones.mid, 0.8) + line(`M-70 64Q-20 30 26 60T110 52T175 60`, tones.pale, 0.8, 0.4),
  before: solid(`${wave(90, 5, 80, throws() * 40)}V170H-70Z`, tones.deep, 0.7),
});

const peaks: Painter = (tones, throws) => {
  const high = between(throws, 8, 16);
  return {
    behind: solid(`M-70 84L-20 40L4 62L34 ${r(high)}L62 54L84 26L122 66L175 40V170H-70Z`, tones.mid, 0.85) + line(`M-20 40L4 62L34 ${r(high)}L62 54L84 26L122 66`, tones.pale, 0.8, 0.5) + solid(`M34 ${r(high)}l9 13.500-5-2-4 4-5-5-3.500 4zM84 26l7 8-4-1-3 3-4-4z`, tones.pale, 0.8),
    before: solid(`${wave(91, 4, 70, throws() * 30)}V170H-70Z`, tones.deep, 0.7),
  };
};

const roots: Painter = (tones, throws) => {
  let d = "";
  const grow = (x: number, y: number, angle: number, long: number, depth: number): void => {
    const [ex, ey] = at(x, y, angle, long);
    d += `M${r(x)} ${r(y)}Q${r((x + ex) / 2 + between(throws, -7, 7))} ${r((y + ey) / 2)} ${r(ex)} ${r(ey)}`;
    if (depth) for (const way of [-0.5, 0.45]) grow(ex, ey, angle + way * between(throws, 0.6, 1.3), long * 0.72, depth - 1);
  };
  for (const x of [8, 30, 70, 92]) grow(x, 108, -Math.PI / 2 + between(throws, -0.3, 0.3), 30, 2);
  return { behind: disc(X, 40, 38, tones.pale, 0.22) + line(d, tones.deep, 3.4, 0.6) + line(d, tones.bright, 0.8, 0.4) };
};

const world: Painter = (tones) => ({
  behind:
    disc(50, 30, 36, "#9fd8ff", 0.25) +
    disc(50, 30, 29, "#2f7fc4") +
    solid("M32 16q8-9 17-7l4 6-7 4-3 8-8-2-5 4zM56 24l11-8 8 6 2 10-8 6-9-3-5-6zM36 40l9-2 6 6-4 9-9-2z", "#7fd08a") +
    ring(50, 30, 29, tones.pale, 1, 0.8) +
    ring(50, 30, 40, tones.pale, 0.6, 0.5),
});

const SCENES: Record<string, Painter> = {
  arch, bolts, bricks, comet, dawn, dice, eclipse, embers, flames, furrows, gears, halo, hills, lamp, miasma, mist, moon, moons, orbits, peaks, rain, rays: beams, rings, road, roots,
  script, shards, smoke, stars, sun, veil, waves, wind, world,
}; // prettier-ignore

/** The scene of that name; without one there is nothing but the ground. */
export const scene = (name: string | undefined, tones: Tones, dice: Dice): Scene =>
  (name !== undefined && Object.hasOwn(SCENES, name) ? SCENES[name]?.(tones, dice) : undefined) ?? { behind: "" };

export const SCENE_NAMES = Object.keys(SCENES);

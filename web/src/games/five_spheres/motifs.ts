/** Motifs for cards without an emblem, drawn from their ids alone: one look for each sphere, no two cards alike. A motif lies in a
 * box of 100 by 100, in the one colour that it inherits. */
import { at, between, petal, points, r, seeded, whole, type Dice } from "./pen";
import type { Sphere } from "./view";

const WIDTH = 120;
const HEIGHT = 80;

const solid = (d: string, opacity: number): string => `<path d="${d}" fill="currentColor" fill-opacity="${opacity}"/>`;
const stroke = (d: string, width: number, opacity: number): string =>
  `<path d="${d}" fill="none" stroke="currentColor" stroke-width="${r(width)}" stroke-opacity="${opacity}" stroke-linecap="round" stroke-linejoin="round"/>`;
const disc = (x: number, y: number, radius: number, opacity: number): string =>
  `<circle cx="${r(x)}" cy="${r(y)}" r="${r(radius)}" fill="currentColor" fill-opacity="${opacity}"/>`;
const ring = (x: number, y: number, radius: number, width: number, opacity: number): string =>
  `<circle cx="${r(x)}" cy="${r(y)}" r="${r(radius)}" fill="none" stroke="currentColor" stroke-width="${r(width)}" stroke-opacity="${opacity}"/>`;

/** Dust behind everything: stars, embers, pollen, sparks. */
function dust(dice: Dice, n: number, opacity: number): string {
  let found = "";
  for (let i = 0; i < n; i++) found += disc(dice() * WIDTH, dice() * HEIGHT, between(dice, 0.4, 1.2), opacity);
  return found;
}

// --- science: wheels that turn each other, and the lines that drive them ------------------------------------------------

function gear(dice: Dice, x: number, y: number, radius: number, opacity: number): string {
  const teeth = Math.max(7, Math.round(radius * between(dice, 0.5, 0.7)));
  const depth = radius * between(dice, 0.13, 0.22);
  const turn = dice() * Math.PI;
  const rim: [number, number][] = [];
  for (let i = 0; i < teeth; i++) {
    const a = turn + (i / teeth) * Math.PI * 2;
    const w = Math.PI / teeth;
    rim.push(at(x, y, a - w * 0.55, radius), at(x, y, a - w * 0.35, radius + depth), at(x, y, a + w * 0.35, radius + depth), at(x, y, a + w * 0.55, radius));
  }
  let d = `M${points(rim)}Z`;
  // Windows between the spokes, cut out of the wheel.
  const spokes = whole(dice, 3, 6);
  const inner = radius * between(dice, 0.28, 0.4);
  const outer = radius * between(dice, 0.7, 0.82);
  for (let i = 0; i < spokes; i++) {
    const a = turn + (i / spokes) * Math.PI * 2;
    const gap = (Math.PI / spokes) * 0.72;
    const [x1, y1] = at(x, y, a - gap, outer);
    const [x2, y2] = at(x, y, a + gap, outer);
    const [x3, y3] = at(x, y, a + gap * 0.7, inner);
    const [x4, y4] = at(x, y, a - gap * 0.7, inner);
    d += `M${r(x1)} ${r(y1)}A${r(outer)} ${r(outer)} 0 0 1 ${r(x2)} ${r(y2)}L${r(x3)} ${r(y3)}A${r(inner)} ${r(inner)} 0 0 0 ${r(x4)} ${r(y4)}Z`;
  }
  return `<path d="${d}" fill="currentColor" fill-opacity="${opacity}" fill-rule="evenodd"/>` + ring(x, y, radius * 0.14, radius * 0.07, 0.9);
}

function science(dice: Dice, power: number): string {
  let found = "";
  for (let i = whole(dice, 3, 5); i > 0; i--) {
    let x = dice() * WIDTH;
    let y = dice() * HEIGHT;
    let d = `M${r(x)} ${r(y)}`;
    for (let k = whole(dice, 2, 4); k > 0; k--) {
      if (k % 2) x += between(dice, -40, 40);
      else y += between(dice, -30, 30);
      d += `L${r(x)} ${r(y)}`;
    }
    found += stroke(d, 0.9, 0.35) + ring(x, y, 1.8, 0.9, 0.55);
  }
  const radius = 14 + power * 13;
  const x = between(dice, 42, 78);
  const y = between(dice, 32, 48);
  const side = dice() * Math.PI * 2;
  const small = radius * between(dice, 0.42, 0.66);
  const [sx, sy] = at(x, y, side, radius + small * 1.12);
  found += gear(dice, sx, sy, small, 0.4) + gear(dice, x, y, radius, 0.72);
  if (dice() < 0.6) {
    const [tx, ty] = at(x, y, side + between(dice, 1.9, 3.6), radius * 1.55);
    found += gear(dice, tx, ty, radius * between(dice, 0.3, 0.45), 0.5);
  }
  if (dice() < 0.5) found += `<ellipse cx="${r(x)}" cy="${r(y)}" rx="${r(radius * 1.7)}" ry="${r(radius * 0.55)}" fill="none" stroke="currentColor" stroke-opacity="0.6" transform="rotate(${r(between(dice, -40, 40))} ${r(x)} ${r(y)})"/>`;
  return found;
}

// --- ether: a moon over moving air ---------------------------------------------------------------------------------------

function ether(dice: Dice, power: number): string {
  let found = dust(dice, whole(dice, 10, 18), 0.5);
  const x = between(dice, 36, 84);
  const y = between(dice, 22, 36);
  const radius = 9 + power * 11;
  const phase = between(dice, 0.25, 0.95) * (dice() < 0.5 ? -1 : 1);
  // A moon in its phase: a half circle closed by half an ellipse.
  const bulge = Math.abs(phase) * radius;
  found += disc(x, y, radius * 1.6, 0.1) + disc(x, y, radius, 0.18);
  found += solid(`M${r(x)} ${r(y - radius)}A${r(radius)} ${r(radius)} 0 0 ${phase > 0 ? 1 : 0} ${r(x)} ${r(y + radius)}A${r(bulge)} ${r(radius)} 0 0 ${phase > 0 ? 0 : 1} ${r(x)} ${r(y - radius)}Z`, 0.9);
  for (let i = whole(dice, 1, 3); i > 0; i--)
    found += `<ellipse cx="${r(x)}" cy="${r(y)}" rx="${r(radius * between(dice, 1.5, 2.9))}" ry="${r(radius * between(dice, 0.3, 0.9))}" fill="none" stroke="currentColor" stroke-width="0.9" stroke-opacity="0.5" transform="rotate(${r(between(dice, -60, 60))} ${r(x)} ${r(y)})"/>`;
  const bands = whole(dice, 3, 5);
  for (let i = 0; i < bands; i++) {
    const base = 46 + i * (32 / bands) + between(dice, -3, 3);
    const high = between(dice, 3, 8);
    const step = between(dice, 18, 34);
    let d = `M${r(-10 - dice() * 20)} ${r(base)}`;
    for (let k = 0; k < 8; k++) d += `q${r(step / 2)} ${r(k % 2 ? high : -high)} ${r(step)} 0`;
    found += stroke(d, between(dice, 1, 2.6), 0.3 + i * 0.1);
    // A curl at the head of the wind.
    const cx = between(dice, 10, 110);
    const cr = between(dice, 2.5, 5.5);
    if (dice() < 0.6) found += stroke(`M${r(cx - cr * 3)} ${r(base)}h${r(cr * 3)}a${r(cr)} ${r(cr)} 0 1 0 ${r(-cr)} ${r(-cr)}`, 1.3, 0.65);
  }
  return found;
}

// --- spirit: petals around a flame -----------------------------------------------------------------------------------------

function spirit(dice: Dice, power: number): string {
  let found = "";
  const x = 60 + between(dice, -8, 8);
  const y = 40 + between(dice, -4, 4);
  const n = whole(dice, 5, 12);
  const big = 20 + power * 15;
  const turn = -Math.PI / 2 + (dice() < 0.5 ? 0 : Math.PI / n);
  for (let i = whole(dice, 2, 4); i > 0; i--) found += ring(x, y, big * between(dice, 1.02, 1.6), between(dice, 0.5, 1.2), 0.28);
  const layers = whole(dice, 2, 3);
  for (let layer = 0; layer < layers; layer++) {
    const to = big * (1 - layer * 0.27);
    const from = to * between(dice, 0.16, 0.4);
    const width = (Math.PI / n) * between(dice, 0.75, 1.15);
    let d = "";
    for (let i = 0; i < n; i++) d += petal(x, y, turn + ((i + layer / 2) / n) * Math.PI * 2, from, to, width);
    found += layer % 2 ? stroke(d, 1.1, 0.8) : solid(d, 0.28 + layer * 0.14);
  }
  if (dice() < 0.7) for (let i = 0; i < n; i++) { const [bx, by] = at(x, y, turn + ((i + 0.5) / n) * Math.PI * 2, big * 1.14); found += disc(bx, by, 1.3, 0.75); } // prettier-ignore
  // The flame in the middle.
  const f = big * between(dice, 0.3, 0.42);
  found += disc(x, y, f * 1.05, 0.22);
  found += solid(`M${r(x)} ${r(y - f * 1.25)}C${r(x + f * between(dice, 0.6, 1))} ${r(y - f * 0.2)} ${r(x + f * 0.7)} ${r(y + f * 0.8)} ${r(x)} ${r(y + f * 0.8)}C${r(x - f * 0.7)} ${r(y + f * 0.8)} ${r(x - f * between(dice, 0.6, 1))} ${r(y - f * 0.2)} ${r(x)} ${r(y - f * 1.25)}Z`, 0.95);
  for (let i = whole(dice, 3, 8); i > 0; i--) {
    const lx = between(dice, 4, 116);
    const ly = between(dice, 6, 74);
    found += solid(petal(lx, ly, -Math.PI / 2, -1.5, between(dice, 3, 6), 0.8), 0.5);
  }
  return found;
}

// --- chaos: something that has burst ---------------------------------------------------------------------------------------

function chaos(dice: Dice, power: number): string {
  let found = "";
  const x = between(dice, 40, 80);
  const y = between(dice, 34, 50);
  const n = whole(dice, 7, 13);
  const turn = dice() * Math.PI * 2;
  for (let layer = 0; layer < 2; layer++) {
    let d = "";
    for (let i = 0; i < n; i++) {
      const a = turn + ((i + layer * 0.5) / n) * Math.PI * 2 + between(dice, -0.2, 0.2);
      const far = (18 + power * 16) * between(dice, 0.6, 1.55) * (layer ? 0.62 : 1);
      const w = between(dice, 0.08, 0.22);
      const near = between(dice, 3, 8);
      const bend = between(dice, -0.25, 0.25);
      d += `M${points([at(x, y, a - w, near), at(x, y, a + bend, far * 0.55), at(x, y, a + bend * 0.4, far), at(x, y, a + w * 1.4 + bend, far * 0.5), at(x, y, a + w, near)])}Z`;
    }
    found += solid(d, layer ? 0.85 : 0.4);
  }
  // Cracks that run to the edge.
  for (let i = whole(dice, 2, 4); i > 0; i--) {
    let a = dice() * Math.PI * 2;
    let [cx, cy] = at(x, y, a, 8);
    let d = `M${r(cx)} ${r(cy)}`;
    for (let k = 0; k < 6; k++) {
      a += between(dice, -0.7, 0.7);
      [cx, cy] = at(cx, cy, a, between(dice, 6, 14));
      d += `L${r(cx)} ${r(cy)}`;
    }
    found += stroke(d, 1.1, 0.55);
  }
  for (let i = whole(dice, 8, 16); i > 0; i--) {
    const [ex, ey] = at(x, y, dice() * Math.PI * 2, between(dice, 18, 62));
    const s = between(dice, 0.8, 2.6);
    found += solid(`M${points([[ex, ey - s * 1.6], [ex + s, ey], [ex, ey + s * 1.1], [ex - s * 0.8, ey]])}Z`, 0.65);
  }
  return found + disc(x, y, between(dice, 4, 7), 0.25) + disc(x, y, between(dice, 2, 3.6), 1);
}

// --- nature: what grows ---------------------------------------------------------------------------------------------------

function nature(dice: Dice, power: number): string {
  let found = "";
  const sun = between(dice, 7, 13);
  const sx = between(dice, 16, 104);
  found += disc(sx, between(dice, 14, 30), sun, 0.25) + dust(dice, whole(dice, 4, 9), 0.4);
  for (let i = 0; i < 2; i++) {
    const h = between(dice, 56, 66) + i * 7;
    found += solid(`M0 ${r(h)}Q${r(between(dice, 20, 50))} ${r(h - between(dice, 4, 16))} ${r(between(dice, 55, 75))} ${r(h)}T120 ${r(h + between(dice, -6, 6))}V80H0Z`, 0.2 + i * 0.15);
  }
  const leafy = between(dice, 0.6, 1.3);
  const spread = between(dice, 0.28, 0.72);
  const shape = between(dice, 0.45, 1);
  let wood = "";
  let leaves = "";
  const grow = (x: number, y: number, angle: number, length: number, depth: number): void => {
    const [mx, my] = at(x, y, angle + between(dice, -0.2, 0.2), length * 0.55);
    const [ex, ey] = at(x, y, angle, length);
    wood += `M${r(x)} ${r(y)}Q${r(mx)} ${r(my)} ${r(ex)} ${r(ey)}`;
    if (depth === 0 || dice() < 0.18) leaves += petal(ex, ey, angle + between(dice, -0.6, 0.6), -1, (5 + power * 4) * leafy, shape);
    if (depth === 0) return;
    if (dice() < 0.5) leaves += petal(mx, my, angle + (dice() < 0.5 ? -1 : 1) * between(dice, 0.7, 1.3), 0, 6 * leafy, shape);
    for (const side of [-1, 1]) grow(ex, ey, angle + side * spread * between(dice, 0.6, 1.4), length * between(dice, 0.62, 0.8), depth - 1);
  };
  const trunks = dice() < 0.35 ? 2 : 1;
  for (let i = 0; i < trunks; i++) {
    const x = trunks === 1 ? between(dice, 46, 74) : 34 + i * 50 + between(dice, -8, 8);
    grow(x, 74, -Math.PI / 2 + between(dice, -0.18, 0.18), (13 + power * 9) * (trunks === 1 ? 1 : 0.85), 3);
  }
  return found + stroke(wood, 1.6, 0.7) + solid(leaves, 0.85);
}

const LOOKS: Record<Sphere, (dice: Dice, power: number) => string> = { science, ether, spirit, chaos, nature };

/** The motif of a card in one of its spheres; `power` from 0 to 1 makes it larger. */
export const motif = (id: string, sphere: Sphere, power: number): string =>
  `<g transform="translate(-10 10)">${LOOKS[sphere](seeded(`${id}/${sphere}`), power)}</g>`;

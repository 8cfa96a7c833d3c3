/** The frame round an emblem: its kind by the creature's keyword, its measures by the race, so that both cards of a race have
 * the same. */
import { at, between, cog, dot, line, points, r, ring, round, seeded, solid, whole, type Dice } from "./pen";
import type { Tones } from "./grounds";

const X = 50;
const Y = 48;
const FAR = 41;
const GOLD = "#ffe2a0";

type Painter = (tones: Tones, dice: Dice) => string;

/** Something at equal steps round the frame. */
function around(n: number, turn: number, draw: (angle: number) => string): string {
  let d = "";
  for (let i = 0; i < n; i++) d += draw(turn + (i / n) * Math.PI * 2);
  return d;
}

const machine: Painter = ({ pale, deep }, dice) => {
  const rim = cog(X, Y, FAR + 4, whole(dice, 18, 26), dice()) + round(X, Y, FAR - 2);
  return `<path d="${rim}" fill="${pale}" fill-opacity="0.42" fill-rule="evenodd" stroke="${deep}" stroke-width="0.6"/>`;
};

const flyer: Painter = ({ pale }, dice) => {
  const lift = between(dice, 0.35, 0.6);
  let d = "";
  for (const way of [-1, 1]) {
    for (let i = 0; i < 5; i++) {
      const a = way > 0 ? -lift + i * 0.26 : Math.PI + lift - i * 0.26;
      const [x1, y1] = at(X, Y, a, FAR - 1);
      const [x2, y2] = at(X, Y, a - way * 0.42, FAR + 15 - i * 1.6);
      const [cx, cy] = at(X, Y, a - way * 0.05, FAR + 10);
      d += `M${r(x1)} ${r(y1)}Q${r(cx)} ${r(cy)} ${r(x2)} ${r(y2)}`;
    }
  }
  return ring(X, Y, FAR, pale, 1, 0.55) + line(d, pale, 2, 0.6);
};

const beast: Painter = ({ pale }, dice) => {
  const n = whole(dice, 7, 12);
  const claws = around(n, dice() * 3, (a) => `M${points([at(X, Y, a - 0.1, FAR + 1), at(X, Y, a + 0.12, FAR - 7), at(X, Y, a + 0.1, FAR + 1)])}Z`);
  return ring(X, Y, FAR + 1, pale, 1.6, 0.5) + solid(claws, pale, 0.55);
};

const giant: Painter = ({ pale, deep }, dice) => {
  const n = whole(dice, 8, 12);
  const joints = around(n, dice(), (a) => `M${points([at(X, Y, a, FAR - 3.5), at(X, Y, a, FAR + 4)])}`);
  return ring(X, Y, FAR, pale, 7, 0.32) + ring(X, Y, FAR + 3.8, pale, 0.8, 0.7) + ring(X, Y, FAR - 3.6, pale, 0.8, 0.7) + line(joints, deep, 1.4, 0.7);
};

const shade: Painter = ({ pale }, dice) => {
  const turn = dice() * 360;
  return `<g transform="rotate(${r(turn)} ${X} ${Y})">${line(`M${X - FAR} ${Y}a${FAR} ${FAR} 0 0 1 ${2 * FAR} 0`, pale, 1.2, 0.6)}${solid(`M${X - FAR} ${Y}a${FAR} ${FAR} 0 0 0 ${2 * FAR} 0a${FAR} ${FAR * 0.84} 0 0 1 ${-2 * FAR} 0Z`, pale, 0.4)}</g>`;
};

const sage: Painter = ({ pale }, dice) => {
  const n = whole(dice, 16, 26);
  const turn = dice();
  return ring(X, Y, FAR - 2.5, pale, 0.7, 0.6) + ring(X, Y, FAR + 2.5, pale, 0.7, 0.6) + line(around(n, turn, (a) => dot(...at(X, Y, a, FAR))), pale, 2.4, 0.75);
};

const plain: Painter = ({ pale }, dice) => {
  const n = whole(dice, 3, 6);
  const turn = -Math.PI / 2 + (dice() < 0.5 ? 0 : Math.PI / n);
  const gems = around(n, turn, (a) => `M${points([at(X, Y, a, FAR - 4), at(X, Y, a - 0.09, FAR), at(X, Y, a, FAR + 4), at(X, Y, a + 0.09, FAR)])}Z`);
  return ring(X, Y, FAR, pale, 1.1, 0.6) + solid(gems, pale, 0.85);
};

const FAMILIES: Record<string, Painter> = { machine, flyer, beast, giant, shade, sage };

export function frame(race: string, keyword: string | undefined, tones: Tones): string {
  const family = (keyword !== undefined && Object.hasOwn(FAMILIES, keyword) ? FAMILIES[keyword] : undefined) ?? plain;
  return family(tones, seeded(`race ${race}`));
}

/** A stud for each mana of the cost, at the foot of the frame. */
export function studs(cost: number, tones: Tones): string {
  let d = "";
  for (let i = 0; i < cost; i++) d += dot(...at(X, Y, Math.PI / 2 + (i - (cost - 1) / 2) * 0.15, FAR + 6));
  return line(d, tones.deep, 4.6, 0.85) + line(d, GOLD, 3);
}

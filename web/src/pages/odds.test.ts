import { expect, test } from "vitest";
import { CLOSE, compare, estimate, ofHundred, overall, reach, rounds } from "./odds";

/** Numbers from 0 to 1 that are the same in every run. */
function dice(seed: number): () => number {
  let now = seed >>> 0;
  return () => {
    now = (now + 0x6d2b79f5) >>> 0;
    let t = Math.imul(now ^ (now >>> 15), 1 | now);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A round of two matches, each won with this chance. */
const round = (roll: () => number, chance: number): number => (Number(roll() < chance) + Number(roll() < chance)) / 2;

test("matches make rounds, both ways round against one rival after the other", () => {
  expect(rounds([2, 0, 2, 2, 1, 0, 0, 0, 2], 2)).toEqual([[0.5, 0.25], [1, 0]]);
  expect(rounds([2], 3)).toEqual([[], [], []]);
  expect(rounds([], 0)).toEqual([]);
});

test("the reach is that of the tables", () => {
  for (const [freedom, known] of [[5, 2.571], [10, 2.228], [30, 2.042], [1000, 1.962]] as const) expect(reach(freedom)).toBeCloseTo(known, 2);
});

test("a few rounds tell little, and more of them tell more", () => {
  expect(estimate([])).toBeNull();
  expect(estimate([1])).toEqual({ share: 1, least: 0, most: 1, rounds: 1 });
  const some = estimate(Array<number>(4).fill(1));
  expect(some?.most).toBe(1);
  expect(some?.least).toBeLessThan(0.5);
  const many = estimate(Array<number>(60).fill(1));
  expect(many?.least).toBeGreaterThan(0.9);
  expect(overall([[1, 0.5], []])).toBeNull();
  expect(overall([])).toBeNull();
});

test.each([0.08, 0.3, 0.5, 0.95])("19 of 20 intervals hold the true share, at %s and at few rounds or many", (chance) => {
  const roll = dice(7);
  for (const n of [3, 10, 40]) {
    let [alone, all] = [0, 0];
    const trials = 600;
    for (let i = 0; i < trials; i++) {
      const field = [chance, chance / 2, (1 + chance) / 2].map((each) => Array.from({ length: n }, () => round(roll, each)));
      const one = estimate(field[0] ?? []);
      const both = overall(field);
      const truth = (chance + chance / 2 + (1 + chance) / 2) / 3;
      if (one && one.least <= chance && chance <= one.most) alone++;
      if (both && both.least <= truth && truth <= both.most) all++;
    }
    expect(alone / trials, `${n} rounds against one`).toBeGreaterThan(0.93);
    expect(all / trials, `${n} rounds against all`).toBeGreaterThan(0.93);
  }
});

test("the same deck differs in nothing, and is close to itself once that is certain", () => {
  const roll = dice(1);
  const field = [0, 1, 2].map(() => Array.from({ length: 100 }, () => round(roll, 0.5)));
  expect(compare(field, field)).toMatchObject({ difference: 0, verdict: "close", rounds: 100 });
  const few = field.map((shares) => shares.slice(0, 3));
  expect(compare(few, few)).toMatchObject({ difference: 0, verdict: "open" });
  expect(compare(few, field)?.rounds).toBe(3);
  expect(compare(field, field.slice(1))).toBeNull();
  expect(compare([[], []], [[], []])).toBeNull();
});

/** Rounds of a deck and of another that turns some lost matches into won ones, and as many the other way but for a `gain`. */
function pair(roll: () => number, n: number, turned: number, gain: number): [number[][], number[][]] {
  const before = [0, 1, 2].map(() => Array.from({ length: n }, () => round(roll, 0.5)));
  const now = before.map((shares) =>
    shares.map((share) => {
      const luck = roll();
      if (luck < turned + gain) return Math.min(1, share + 0.5);
      return luck < 2 * turned + gain ? Math.max(0, share - 0.5) : share;
    }),
  );
  return [now, before];
}

test("who looks after every round and stops at the first verdict is seldom wrong", () => {
  const roll = dice(3);
  let alarms = 0;
  const trials = 300;
  for (let i = 0; i < trials; i++) {
    const [now, before] = pair(roll, 100, 0.2, 0);
    const looks = Array.from({ length: 100 }, (_, k) => compare(now.map((one) => one.slice(0, k + 1)), before)?.verdict);
    if (looks.includes("better") || looks.includes("worse")) alarms++;
  }
  expect(alarms / trials).toBeLessThan(0.05);
});

test("a change that turns one round in four is found", () => {
  const roll = dice(5);
  let found = 0;
  for (let i = 0; i < 100; i++) if (compare(...pair(roll, 100, 0.05, 0.25))?.verdict === "better") found++;
  expect(found).toBeGreaterThan(95);
  const [now, before] = pair(roll, 100, 0.05, 0.25);
  expect(compare(before, now)?.verdict).toBe("worse");
  expect(CLOSE).toBeLessThan(0.05);
});

test("of a hundred is rounded outwards", () => {
  expect(ofHundred({ least: 0.412, most: 0.548 })).toEqual({ least: 41, most: 55 });
  expect(ofHundred({ least: 0.41, most: 0.55 })).toEqual({ least: 41, most: 55 });
});

import { beforeEach, expect, it } from "vitest";
import type { Json, TableHandle, View } from "../contract";
import { isAbout, points, signed } from "./points.svelte";
import type { Score, SpaceView } from "./view";

const score = (...seats: number[]): Score => ({ seats: seats.map((n, seat) => ({ seat, score: n, parts: [] })), stars: [] });
const view: View = { elements: ["water", "wind"], board: [], cards: {} };
const table = (answer: Json): TableHandle => ({ ask: () => Promise.resolve(answer) }) as unknown as TableHandle;

beforeEach(() => points.forget());

it("the points that a view has are told until the next are known, and none at another table", async () => {
  expect(points.of(view)).toBeNull();
  points.reach(view);
  await points.follow(view, table(score(3, 5)));
  expect(points.of(view)?.seats.map((seat) => seat.score)).toEqual([3, 5]);
  expect(points.of({ ...view })?.seats.map((seat) => seat.score)).toEqual([3, 5]);
  points.forget();
  expect(points.of(view)).toBeNull();
});

it("changes are told against the points of just this view", async () => {
  expect(points.changes(view, score(4, 4))).toBeNull();
  points.reach(view);
  await points.follow(view, table(score(3, 5)));
  expect(points.changes(view, score(7, 3))).toEqual([4, -2]);
  expect(points.changes(view, null)).toBeNull();
  expect(points.changes({ ...view }, score(7, 3))).toBeNull();
});

it("changes are written with their signs", () => {
  expect([4, -2, 0].map(signed)).toEqual(["+4", "−2", "0"]);
});

it("points wait for the board to come to them, and an answer about a later view is none", async () => {
  const star = { no: 3, x: 1, y: 0, card: "046", base: 2, value: 2, bonuses: [], nothing: null };
  const row = { no: 3, x: 1, y: 0, card: "046", up: true };
  const later: View = { ...view, board: [row], cards: { "046": { kind: "star" } } };
  const worth: Score = { ...score(2, 0), stars: [star] };
  points.reach(view);
  await points.follow(later, table(worth));
  expect(points.of(later)).toBeNull();
  points.reach(later);
  expect(points.of(later)?.seats[0]?.score).toBe(2);
  expect(isAbout(worth, later as SpaceView)).toBe(true);
  expect(isAbout(worth, view as SpaceView)).toBe(false);
  expect(isAbout(score(2, 0), later as SpaceView)).toBe(false);
  expect(isAbout(worth, { ...later, board: [{ ...row, up: false }] } as unknown as SpaceView)).toBe(false);
});

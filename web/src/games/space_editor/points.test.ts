import { beforeEach, expect, it } from "vitest";
import type { Json, Scene, TableHandle, View } from "../contract";
import { points, signed } from "./points.svelte";
import type { Score } from "./view";

const score = (...seats: number[]): Score => ({ seats: seats.map((n, seat) => ({ seat, score: n, parts: [] })), stars: [] });
const view: View = { elements: ["water", "wind"] };
const scene = { view } as unknown as Scene;
const table = (answer: Json): TableHandle => ({ ask: () => Promise.resolve(answer) }) as unknown as TableHandle;

beforeEach(() => points.forget());

it("the points that a view has are told until the next are known, and none at another table", async () => {
  expect(points.of(view)).toBeNull();
  await points.follow(scene, table(score(3, 5)));
  expect(points.of(view)?.seats.map((seat) => seat.score)).toEqual([3, 5]);
  expect(points.of({ ...view })?.seats.map((seat) => seat.score)).toEqual([3, 5]);
  points.forget();
  expect(points.of(view)).toBeNull();
});

it("changes are told against the points of just this view", async () => {
  expect(points.changes(view, score(4, 4))).toBeNull();
  await points.follow(scene, table(score(3, 5)));
  expect(points.changes(view, score(7, 3))).toEqual([4, -2]);
  expect(points.changes(view, null)).toBeNull();
  expect(points.changes({ ...view }, score(7, 3))).toBeNull();
});

it("changes are written with their signs", () => {
  expect([4, -2, 0].map(signed)).toEqual(["+4", "−2", "0"]);
});

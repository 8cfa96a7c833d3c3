import { beforeEach, expect, test, vi } from "vitest";
import type { PuzzleInfo } from "../wire";

let stored: Record<string, string> = {};
vi.stubGlobal("localStorage", { getItem: (key: string) => stored[key] ?? null, setItem: (key: string, text: string) => (stored[key] = text) });
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));

const info = (puzzle: string): PuzzleInfo => ({ game: "g", puzzle, title: { en: puzzle, ja: puzzle }, theme: "win", hard: 1 });

beforeEach(() => {
  stored = {};
  vi.resetModules();
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ day: "2026-03-01", today: info("a"), puzzles: [info("a"), info("b"), info("c")] })));
});

test("a row of days counts up to today, or up to yesterday as long as today's may still come", async () => {
  const { streakOf, longestOf } = await import("./solved.svelte");
  const days = ["2026-02-27", "2026-02-28", "2026-03-01", "2026-01-01"];
  expect(streakOf(days, "2026-03-01")).toBe(3);
  expect(streakOf(days, "2026-03-02")).toBe(3);
  expect(streakOf(days, "2026-03-03")).toBe(0);
  expect(streakOf([], "2026-03-03")).toBe(0);
  expect(longestOf([...days, "2026-03-05"])).toBe(3);
});

test("the day of the puzzle counts when it is solved by oneself, and is kept", async () => {
  const { SolvedPuzzles } = await import("./solved.svelte");
  const mine = new SolvedPuzzles();
  await mine.load("2026-03-01");
  mine.keep("g", "b", ["x"], true);
  expect(mine.days).toEqual([]);
  mine.helped("g", "a", 2);
  mine.keep("g", "a", ["x"], false);
  expect(mine.at("g", "a")).toMatchObject({ trail: ["x"], done: false, help: 2 });
  mine.keep("g", "a", ["x", "y"], true);
  expect(mine.days).toEqual(["2026-03-01"]);
  expect(mine.isOwn("g", "a")).toBe(true);
  expect(new SolvedPuzzles().days).toEqual(["2026-03-01"]);
});

test("who was shown the solution has not solved it, and no day counts for it", async () => {
  const { SolvedPuzzles, GIVEN_UP } = await import("./solved.svelte");
  const mine = new SolvedPuzzles();
  await mine.load("2026-03-01");
  mine.helped("g", "a", GIVEN_UP);
  mine.keep("g", "a", ["x"], true);
  expect(mine.isOwn("g", "a")).toBe(false);
  expect(mine.days).toEqual([]);
  // What was solved once stays as it was solved.
  mine.keep("g", "b", [], true);
  mine.helped("g", "b", GIVEN_UP);
  expect(mine.isOwn("g", "b")).toBe(true);
});

test("the next puzzle is the first after this one that is not solved", async () => {
  const { SolvedPuzzles } = await import("./solved.svelte");
  const mine = new SolvedPuzzles();
  const list = ["a", "b", "c"].map(info);
  expect(mine.next(list, "c")?.puzzle).toBe("a");
  mine.keep("g", "a", [], true);
  expect(mine.next(list, "c")?.puzzle).toBe("b");
  mine.keep("g", "b", [], true);
  expect(mine.next(list, "c")).toBeUndefined();
});

test("what is kept and is none of ours is passed over", async () => {
  stored["orrery.puzzles"] = '{"puzzles": {"g/a": {"trail": 3}}, "days": ["yesterday", "2026-03-01"]}';
  const { SolvedPuzzles } = await import("./solved.svelte");
  const mine = new SolvedPuzzles();
  expect(mine.at("g", "a").done).toBe(false);
  expect(mine.days).toEqual(["2026-03-01"]);
});

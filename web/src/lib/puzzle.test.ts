import { beforeEach, expect, test, vi } from "vitest";
import type { PuzzleNow } from "../wire";

const asked: { path: string; body: Record<string, unknown> }[] = [];
let answers: Record<string, (body: Record<string, unknown>) => [status: number, body: unknown]> = {};

const text = (words: string): { en: string; ja: string } => ({ en: words, ja: words });
const now = (more: Partial<PuzzleNow> = {}): PuzzleNow => ({
  game: "g", puzzle: "p", title: text("P"), theme: "win", hard: 1, task: text("win"), seat: 1, seats: 2, actions: ["go", "stay"], to_act: 1,
  number: 0, solved: false, solution: null, entries: [], view: { at: 0 }, ...more,
});

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("sessionStorage", { getItem: () => null, setItem: () => undefined });

beforeEach(() => {
  asked.length = 0;
  answers = { at: () => [200, now()] };
  vi.stubGlobal("fetch", async (path: string, how: { body: string }) => {
    const body = JSON.parse(how.body) as Record<string, unknown>;
    asked.push({ path, body });
    const [status, found] = answers[path.split("/").at(-1) ?? ""]?.(body) ?? answers["at"]?.(body) ?? [500, {}];
    return new Response(JSON.stringify(found), { status });
  });
});

const begin = async (keep = vi.fn()): Promise<{ puzzle: import("./puzzle.svelte").PuzzleSource; keep: typeof keep }> => {
  const { PuzzleSource } = await import("./puzzle.svelte");
  const puzzle = new PuzzleSource("g", "p", keep);
  await puzzle.stand([]);
  return { puzzle, keep };
};

test("a wrong action happens on the board with all that it leads to, and is taken back to where one was", async () => {
  const { puzzle, keep } = await begin();
  const entry = (number: number, seat: number): unknown => ({ number, seat, action: seat === 1 ? "stay" : null, events: [{ event: "moved" }], view: { at: number }, gone: [] });
  answers["try"] = () => [200, { accepted: false, allowed: true, says: text("lost"), entries: [entry(1, 1), entry(2, 0)] }];
  const told: number[] = [];
  puzzle.onEntry = (past) => told.push(past.number);
  expect(await puzzle.request({ type: "act", at: 0, action: "stay" })).toMatchObject({ type: "done", number: 2 });
  expect(told).toEqual([1, 2]);
  expect(puzzle.wrong).toEqual(text("lost"));
  expect([puzzle.view, puzzle.actions, puzzle.standing?.to_act, puzzle.tries]).toEqual([{ at: 2 }, [], null, 1]);
  // It is no part of the trail, and nobody keeps it.
  expect(puzzle.trail).toEqual([]);
  expect(keep).toHaveBeenCalledTimes(1);
  await puzzle.stand(puzzle.trail);
  expect([puzzle.wrong, puzzle.view, puzzle.actions]).toEqual([null, { at: 0 }, ["go", "stay"]]);
});

test("a right action goes on, and the last one solves it", async () => {
  const { puzzle, keep } = await begin();
  answers["try"] = () => [200, { accepted: true, allowed: true, says: null, entries: [] }];
  answers["at"] = () => [200, now({ number: 1, solved: true, actions: [], to_act: null, view: null, entries: [{ number: 1, seat: 1, action: "go", events: [], view: { at: 1 }, gone: [] }] })];
  expect(await puzzle.request({ type: "act", at: 0, action: "go" })).toMatchObject({ type: "done" });
  expect(keep).toHaveBeenLastCalledWith(["go"], true);
  expect(puzzle.now?.solved).toBe(true);
});

test("what the rules refuse is told as at a table, and is no wrong try", async () => {
  const { puzzle } = await begin();
  answers["try"] = () => [200, { accepted: false, allowed: false, says: null, entries: [], reason: "too_far", clause: "XX-1", facts: {}, near: ["go"], kind: "not_allowed", message: "m" }];
  expect(await puzzle.request({ type: "act", at: 0, action: "fly" })).toMatchObject({ type: "refused", code: "illegal_action", reason: "too_far" });
  expect([puzzle.tries, puzzle.wrong]).toEqual([0, null]);
});

test("hints and the solution are asked for, never sent before", async () => {
  const { puzzle } = await begin();
  expect(asked.map((one) => one.path)).toEqual(["/api/games/g/puzzles/p"]);
  answers["hint"] = () => [200, { says: text("look"), actions: [] }];
  expect((await puzzle.hint(1)).says.en).toBe("look");
  expect(asked.at(-1)).toMatchObject({ path: "/api/games/g/puzzles/p/hint", body: { trail: [], hint: 1 } });
});

/** Waiting for somebody to play with, without a server: what the page makes of its answers. */
import { afterEach, expect, test, vi } from "vitest";
import type { RunningMatch, Waiting } from "../lib/api";

const asked: { path: string; body: unknown }[] = [];
let answers: ((path: string) => unknown)[] = [];

vi.stubGlobal("fetch", (path: string, init: { body?: string }) => {
  asked.push({ path, body: init.body === undefined ? undefined : (JSON.parse(init.body) as unknown) });
  const next = answers.shift();
  if (next === undefined) return new Promise(() => undefined); // held back
  const found = next(path);
  const refused = found as { code?: string; status?: number } | null;
  return Promise.resolve({ ok: refused?.code === undefined, status: refused?.status ?? 200, text: () => Promise.resolve(JSON.stringify(found)) });
});
const { QuickWait } = await import("./quick.svelte");

const waiting = (more: Partial<Waiting> = {}): Waiting => ({
  game: "tides",
  waited: 0,
  others: 0,
  bot: false,
  offer: null,
  asking: null,
  table: null,
  tag: "t",
  ...more,
});
const match: RunningMatch = { table: "T", name: "Ann", seat: 1, moves: 3, turn: 0, scores: [1, 2] };
const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 5));

afterEach(() => {
  asked.length = 0;
  answers = [];
});

test("who is paired lands at the table, once", async () => {
  const landed: string[] = [];
  answers = [() => waiting({ tag: "1" }), () => waiting({ table: "M", tag: "2" })];
  const wait = new QuickWait("tides", (table) => landed.push(table), () => landed.push("fault"));
  await settled();
  await wait.leave();
  expect(landed).toEqual(["M"]);
  expect(asked.map((one) => one.body)).toEqual([
    { known: "", skip: [] },
    { known: "1", skip: [] },
  ]);
});

test("who is refused is told, and asks no more", async () => {
  const faults: unknown[] = [];
  answers = [() => ({ code: "too_many_tables", message: "", status: 429 })];
  new QuickWait("tides", () => undefined, (fault) => faults.push(fault));
  await settled();
  expect(faults).toHaveLength(1);
  expect(asked).toHaveLength(1);
});

test("who cancels while somebody comes plays all the same", async () => {
  const landed: string[] = [];
  answers = [() => waiting()];
  const wait = new QuickWait("tides", (table) => landed.push(table), () => undefined);
  await settled();
  answers = [() => ({ table: "M" })];
  await wait.leave();
  expect(landed).toEqual(["M"]);
});

test("who is turned away is told by whom, and is not offered that seat again", async () => {
  let decide: (found: Waiting) => void = () => undefined;
  answers = [() => waiting({ offer: match })];
  const wait = new QuickWait("tides", () => undefined, () => undefined);
  await settled();
  expect(wait.now?.offer).toEqual(match);
  answers = [() => null];
  await wait.ask(match);
  expect(wait.asked).toEqual(match);
  expect(asked.at(-1)?.path).toBe("/api/tables/T/take_over");
  decide = (found) => (wait as unknown as { take(found: Waiting): void }).take(found);
  decide(waiting({ asking: "T" }));
  expect(wait.asked).toEqual(match);
  decide(waiting());
  expect(wait.asked).toBeNull();
  expect(wait.declined).toBe("Ann");
});

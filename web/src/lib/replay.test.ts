import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** Answers that come when they are let go. */
const waiting = new Map<string, (body: unknown) => void>();
const asked = (part: string): string => [...waiting.keys()].find((path) => path.endsWith(part)) ?? "";
function answer(part: string, body: unknown): Promise<void> {
  const path = asked(part);
  const done = waiting.get(path);
  expect(done, `${part} was not asked for: ${[...waiting.keys()].join(", ")}`).toBeDefined();
  waiting.delete(path);
  done?.(body);
  return new Promise((turn) => setTimeout(turn, 0));
}
const past = Array.from({ length: 9 }, (_, i) => ({ number: i + 1, kind: "act", seat: 0, time: 0, events: [] }));
const moment = (number: number, seat: number | null): unknown => ({ seat, view: { number }, to_act: null, events: [] });

beforeEach(() => {
  waiting.clear();
  vi.stubGlobal("fetch", (path: string) => new Promise((done) => waiting.set(path, (body) => done(new Response(JSON.stringify(body), { status: 200 })))));
});
afterEach(() => vi.unstubAllGlobals());

test("who goes on while other eyes are being asked for stays where they went, with those eyes", async () => {
  const { ReplaySource } = await import("./replay.svelte");
  const replay = new ReplaySource({ kind: "table", id: "t" }, null as never);
  const first = replay.through(null, 4);
  await answer("/replay", { seat: null, past });
  await answer("/replay/4", moment(4, null));
  await first;
  expect(replay.number).toBe(4);
  const eyes = replay.through(1, 4);
  const gone = replay.goTo(0);
  await answer("/replay/0", moment(0, null));
  await gone;
  await answer("/replay?seat=1", { seat: 1, past });
  await answer("/replay/0?seat=1", moment(0, 1));
  await eyes;
  expect([replay.number, replay.seat]).toEqual([0, 1]);
});

/** What others did since one's last action: what is marked, and how it is shown once more. With a real link, whose server is made. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MatchNow, Past, Standing, TableInfo, Update } from "../wire";
import type { GameEvent, GameModule, Scene } from "../games/contract";
import type { Model } from "./model.svelte";

class Socket {
  static readonly OPEN = 1;
  static last: Socket;
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    Socket.last = this;
  }
  send(): void {}
  close(): void {}
  says(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const STANDING: Standing = { to_act: 0, bots: [null, "level1"], paused: false, proposal: null, clocks: null, running: null, outcome: null };
const past = (number: number, seat: number): Past => ({ number, kind: "act", seat, time: 0, events: [{ event: "moved", to: number }] });
const now = (number: number, entries: Past[], seat: number | null): MatchNow => ({
  type: "state", match: "m", game: "vediic", rules: 1, seat, number, standing: STANDING, view: { at: number }, past: entries, actions: seat === null ? null : ["go"],
});
const update = (number: number, seat: number): Update => ({ type: "update", number, past: past(number, seat), standing: STANDING, view: { at: number }, actions: ["go"] });

const GAME = {
  tell: (_: Scene, events: GameEvent[]) => events.map((event) => ({ sentence: [{ text: `moved to ${event["to"]}` }] })),
  marksOf: (_: Scene, events: GameEvent[]) => events.map((event) => `cell:${event["to"]}`),
  sufferedBy: (_: Scene, events: GameEvent[], seat: number) => events.filter((event) => event["to"] === 3).map(() => [{ text: `done to ${seat}` }]),
  refsOf: (_: Scene, word: string) => [`cell:${word}`],
} as unknown as GameModule;
const INFO = { seats: [{ seat: 0, kind: "person", name: "Ann" }, { seat: 1, kind: "bot", name: "level1", bot: "level1" }], started: 1 } as unknown as TableInfo;
const ROWS = { "who.you": { en: "You", ja: "あなた" } };

const documentNow = { hidden: false, documentElement: { lang: "", dataset: {} }, addEventListener: () => undefined, removeEventListener: () => undefined };
let calm = false;
/** The moments of the table that were asked for. */
let asked: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  calm = false;
  asked = [];
  documentNow.hidden = false;
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", { protocol: "http:", host: "table.test", pathname: "/table/t1" });
  vi.stubGlobal("document", documentNow);
  vi.stubGlobal("navigator", { language: "en-GB" });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("sessionStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: calm && query.includes("motion"), addEventListener: () => undefined }));
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    const number = Number(/replay\/(\d+)/.exec(path)?.[1]);
    return Promise.resolve(new Response(JSON.stringify(now(number, [], 0)), { status: 200 }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Somebody at a table whose history has come so far; `seats` did what, in their sequence. */
async function sit(seats: number[], seat: number | null = 0): Promise<{ model: Model; socket: Socket }> {
  const { Link } = await import("./link.svelte");
  const { Model } = await import("./model.svelte");
  const link = new Link("t1");
  const model = new Model(link, "vediic", GAME, ROWS, { cards: {} });
  model.watch();
  const socket = Socket.last;
  socket.onopen?.();
  socket.says({ type: "table", table: INFO });
  socket.says(now(seats.length, seats.map((one, i) => past(i + 1, one)), seat));
  return { model, socket };
}
const numbers = (model: Model): number[] => model.since.map((entry) => entry.past.number);
/** Lets what was fetched come, and a board show all that is to be shown: the numbers, and the views between which each happened. */
async function watchAll(model: Model): Promise<string[]> {
  const seen: string[] = [];
  while (!model.resting) {
    await vi.advanceTimersByTimeAsync(50);
    if (model.happening === null) continue;
    expect(model.scene?.actions).toEqual([]);
    const { number, before, after } = model.happening;
    seen.push(`${number}: ${before["at"]} to ${after["at"]}`);
    model.shown(number);
  }
  return seen;
}

test("what others did is marked until one's next action", async () => {
  const { model, socket } = await sit([1, 0, 1, 1]);
  expect(numbers(model)).toEqual([3, 4]);
  expect([...model.marks]).toEqual(["cell:3", "cell:4"]);
  expect(model.suffered).toEqual([[{ text: "done to 0" }]]);
  socket.says(update(5, 0));
  model.skip();
  expect([numbers(model), [...model.marks], model.suffered]).toEqual([[], [], []]);
});

test("what was taken back is not among it; who looks on sees the last action", async () => {
  const { model, socket } = await sit([0, 1, 1]);
  socket.says({ ...update(4, 0), past: { number: 4, kind: "agree", seat: 0, time: 0, back: 2 } });
  expect(numbers(model)).toEqual([2]);
  const { model: watcher } = await sit([0, 1, 1], null);
  expect([numbers(watcher), watcher.suffered]).toEqual([[3], []]);
});

test("what was heard is shown once more from what is kept, and the present comes after it", async () => {
  const { model, socket } = await sit([0]);
  for (const number of [2, 3]) socket.says(update(number, 1));
  expect(await watchAll(model)).toEqual(["2: 1 to 2", "3: 2 to 3"]);
  void model.playAgain();
  await vi.advanceTimersByTimeAsync(0);
  // The board has gone back first, with nothing of it marked; the log stays as it is.
  expect([model.scene?.view, model.scene?.actions, [...model.marks], model.log.length]).toEqual([{ at: 1 }, [], [], 3]);
  expect(await watchAll(model)).toEqual(["2: 1 to 2", "3: 2 to 3"]);
  expect([model.scene?.view, model.scene?.actions, model.again]).toEqual([{ at: 3 }, ["go"], null]);
  expect(asked).toEqual([]);
});

test("after a reload, and for what came while the tab was hidden or the link lost, the moments are fetched through one's own eyes", async () => {
  const { model, socket } = await sit([0, 1]);
  documentNow.hidden = true;
  socket.says(update(3, 1));
  documentNow.hidden = false;
  socket.says(now(4, [past(4, 1)], 0));
  expect(model.resting).toBe(true);
  void model.playAgain();
  expect(await watchAll(model)).toEqual(["2: 1 to 2", "3: 2 to 3", "4: 3 to 4"]);
  expect(asked.sort()).toEqual(["/api/tables/t1/replay/1?seat=0", "/api/tables/t1/replay/4?seat=0"]);
});

test("what comes meanwhile is shown after it, and is among it from then on", async () => {
  const { model, socket } = await sit([0, 1]);
  void model.playAgain();
  await vi.advanceTimersByTimeAsync(0);
  socket.says(update(3, 1));
  expect([model.again === null, model.log.length]).toEqual([false, 2]);
  expect(await watchAll(model)).toEqual(["2: 1 to 2", "3: 2 to 3"]);
  expect([numbers(model), model.scene?.view]).toEqual([[2, 3], { at: 3 }]);
});

test("skipping ends it, and so does hiding the tab when something comes", async () => {
  const { model, socket } = await sit([0, 1, 1]);
  void model.playAgain();
  await vi.advanceTimersByTimeAsync(500);
  expect(model.happening?.number).toBe(2);
  model.skip();
  await vi.advanceTimersByTimeAsync(2000);
  expect([model.again, model.happening, model.scene?.actions]).toEqual([null, null, ["go"]]);
  void model.playAgain();
  await vi.advanceTimersByTimeAsync(0);
  documentNow.hidden = true;
  socket.says(update(4, 1));
  await vi.advanceTimersByTimeAsync(2000);
  expect([model.again, model.scene?.view]).toEqual([null, { at: 4 }]);
});

test("without motion each moment stands for a while", async () => {
  calm = true;
  const { model } = await sit([0, 1, 1]);
  void model.playAgain();
  const seen: unknown[] = [];
  while (!model.resting) {
    const at = model.scene?.view["at"];
    if (seen.at(-1) !== at) seen.push(at);
    expect(model.happening).toBeNull();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(seen).toEqual([3, 1, 2, 3]);
});

test("moments that cannot be fetched end it with a word, and the present is shown", async () => {
  const { model } = await sit([0, 1]);
  const { toasts } = await import("../shell/toast.svelte");
  const told = vi.spyOn(toasts, "tell");
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  await model.playAgain();
  expect([model.resting, model.scene?.view]).toEqual([true, { at: 2 }]);
  expect(told).toHaveBeenCalledOnce();
});

test("a kept action is drawn until it is given up, another one only while it is looked at", async () => {
  const { model, socket } = await sit([0, 1]);
  const [hint, refusal] = [{}, {}];
  model.hold(hint, "a");
  model.glance("b");
  expect([model.suggested, [...model.lit]]).toEqual(["b", ["cell:b"]]);
  model.glance(null);
  expect([model.suggested, [...model.lit]]).toEqual(["a", ["cell:a"]]);
  model.hold(refusal, "c");
  model.hold(refusal, null);
  expect(model.suggested).toBe("a");
  // With the moment all of it goes.
  socket.says(update(3, 1));
  expect([model.suggested, model.lit.size]).toEqual([null, 0]);
});

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Past, Standing, MatchNow, Update } from "../wire";

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((closing: { code: number; reason: string }) => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
  }
  says(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const STANDING: Standing = { to_act: 0, bots: [null, null], paused: false, proposal: null, clocks: null, running: null, outcome: null };
const past = (number: number): Past => ({ number, kind: "act", seat: 0, time: number, events: [] });
const state = (number: number, entries: Past[] = []): MatchNow => ({
  type: "state", match: "m", game: "vediic", rules: 1, seat: 0, number, standing: STANDING,
  view: { round: number, kept: "as it was" }, past: entries, actions: ["roll"],
});
const update = (number: number): Update => ({ type: "update", number, past: past(number), standing: STANDING, view: { round: number } });

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "table.test" });
  vi.stubGlobal("document", { addEventListener: () => undefined, removeEventListener: () => undefined, visibilityState: "visible" });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function opened(): Promise<{ link: import("./link.svelte").Link; socket: FakeSocket }> {
  const { Link } = await import("./link.svelte");
  const link = new Link("t1");
  const socket = FakeSocket.all[0];
  if (!socket) throw new Error("no socket");
  socket.onopen?.();
  return { link, socket };
}

describe("the link to a table", () => {
  test("knows that the server will be restarted until it is back at the next one", async () => {
    const { link, socket } = await opened();
    socket.says(state(3));
    expect(link.restarting).toBe(false);
    socket.says({ type: "restart", seconds: 30 });
    expect([link.restarting, link.status]).toEqual([true, "open"]);
    socket.says({ type: "bye", code: "restart", message: "", again: true });
    socket.onclose?.({ code: 1012, reason: "restart" });
    expect([link.restarting, link.status]).toEqual([true, "lost"]);
    vi.advanceTimersByTime(1000);
    expect([link.restarting, FakeSocket.all.length]).toEqual([false, 2]);
    link.close();
  });

  test("is doubted when the browser has no network, and kept where the server answers all the same", async () => {
    const heard = new Map<string, () => void>();
    vi.stubGlobal("addEventListener", (name: string, listener: () => void) => heard.set(name, listener));
    const { link, socket } = await opened();
    socket.says(state(1));
    vi.advanceTimersByTime(100);
    heard.get("offline")?.();
    expect(socket.sent.at(-1)).toMatchObject({ type: "ping" });
    socket.says({ type: "pong", id: 1 });
    vi.advanceTimersByTime(2000);
    expect(link.status).toBe("open");
    heard.get("offline")?.();
    vi.advanceTimersByTime(2000);
    expect(link.status).toBe("lost");
  });

  test("says hello and takes the state with its history", async () => {
    const { link, socket } = await opened();
    expect(socket.url).toBe("ws://table.test/api/tables/t1/live");
    expect(socket.sent).toEqual([{ type: "hello", protocol: 1, have: 0 }]);
    socket.says(state(2, [past(1), past(2)]));
    expect(link.status).toBe("open");
    expect(link.number).toBe(2);
    expect(link.past.map((entry) => entry.number)).toEqual([1, 2]);
    link.close();
  });

  test("an update changes the parts it names, and comes once", async () => {
    const { link, socket } = await opened();
    socket.says(state(1));
    const seen: number[] = [];
    link.onEntry = (entry) => seen.push(entry.number);
    socket.says(update(2));
    socket.says(update(2));
    expect(link.view).toEqual({ round: 2, kept: "as it was" });
    expect(link.actions).toBeNull();
    expect(seen).toEqual([2]);
    link.close();
  });

  test("a part that is gone is gone", async () => {
    const { link, socket } = await opened();
    socket.says(state(1));
    socket.says({ ...update(2), gone: ["kept"] });
    expect(link.view).toEqual({ round: 2 });
    link.close();
  });

  test("after a loss it comes back by itself, says what it has, and gets each entry once", async () => {
    const { link, socket } = await opened();
    socket.says(state(3, [past(1), past(2), past(3)]));
    const asked = link.request({ type: "act", at: 3, action: "roll" });
    const lost = expect(asked).rejects.toThrow();
    socket.onclose?.({ code: 1006, reason: "" });
    await lost;
    expect(link.status).toBe("lost");
    vi.advanceTimersByTime(1000);
    const next = FakeSocket.all[1];
    next?.onopen?.();
    expect(next?.sent[0]).toEqual({ type: "hello", protocol: 1, have: 3 });
    next?.says(state(5, [past(4), past(5)]));
    expect(link.past.map((entry) => entry.number)).toEqual([1, 2, 3, 4, 5]);
    expect(link.status).toBe("open");
    link.close();
  });

  test("nothing is sent on a socket that is closing: whoever asks hears that the link is lost", async () => {
    const { link, socket } = await opened();
    socket.says(state(0));
    const sent = socket.sent.length;
    socket.readyState = 2;
    await expect(link.request({ type: "act", at: 0, action: "roll" })).rejects.toThrow();
    expect(socket.sent).toHaveLength(sent);
  });

  test("a link that says nothing for ten seconds is lost", async () => {
    const { link, socket } = await opened();
    socket.says(state(1));
    vi.advanceTimersByTime(8_000);
    expect(socket.sent.some((message) => message["type"] === "ping")).toBe(true);
    expect(link.status).toBe("open");
    vi.advanceTimersByTime(8_000);
    expect(link.status).toBe("lost");
    link.close();
  });

  test("each answer goes to the one who asked", async () => {
    const { link, socket } = await opened();
    socket.says(state(1));
    const one = link.request({ type: "act", at: 1, action: "roll" });
    const two = link.request({ type: "preview", at: 1, action: "roll" });
    const [first, second] = socket.sent.slice(-2).map((message) => message["id"]);
    socket.says({ type: "previewed", id: second, at: 1, events: [], whole: true });
    socket.says({ type: "done", id: first, number: 2 });
    expect((await one).type).toBe("done");
    expect((await two).type).toBe("previewed");
    link.close();
  });

  test("a table that is not there is said to be closed, and not tried again", async () => {
    const { link, socket } = await opened();
    socket.onclose?.({ code: 4004, reason: "no_such_table" });
    vi.advanceTimersByTime(60_000);
    expect(link.closed).toBe("no_such_table");
    expect(FakeSocket.all).toHaveLength(1);
  });

  test("a table that starts while one waits sends its state", async () => {
    const { link, socket } = await opened();
    socket.says({ type: "table", table: { state: "open", started: null } });
    expect(link.status).toBe("open");
    socket.says({ type: "table", table: { state: "playing", started: 5 } });
    expect(socket.sent.at(-1)).toEqual({ type: "hello", protocol: 1, have: 0 });
    link.close();
  });
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callTab, notify } from "./turn";

const WORDS = { title: "Vediic", turn: "Your turn" };
const listeners = new Set<() => void>();
const documentNow = {
  title: "",
  hidden: false,
  addEventListener: (_: string, listener: () => void) => listeners.add(listener),
  removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
};
const hide = (hidden: boolean): void => {
  documentNow.hidden = hidden;
  for (const listener of [...listeners]) listener();
};

/** The notices that a browser shows. */
const notices: { title: string; tag: string; closed: boolean }[] = [];
class Notice {
  static permission = "granted";
  onclick: (() => void) | null = null;
  private readonly shown: (typeof notices)[number];
  constructor(title: string, { tag }: { tag: string }) {
    this.shown = { title, tag, closed: false };
    notices.push(this.shown);
  }
  close(): void {
    this.shown.closed = true;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  listeners.clear();
  notices.length = 0;
  documentNow.hidden = false;
  Notice.permission = "granted";
  vi.stubGlobal("document", documentNow);
  vi.stubGlobal("window", { Notification: Notice });
  vi.stubGlobal("Notification", Notice);
  vi.stubGlobal("navigator", {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the title says whose turn it is, and blinks only where nobody looks", () => {
  const stop = callTab(WORDS, true);
  vi.advanceTimersByTime(1200);
  expect(documentNow.title).toBe("● Vediic");
  hide(true);
  const seen = new Set<string>();
  for (let i = 0; i < 4; i++) {
    vi.advanceTimersByTime(1200);
    seen.add(documentNow.title);
  }
  expect([...seen].sort()).toEqual(["● Vediic", "● Your turn"]);
  hide(false);
  expect(documentNow.title).toBe("● Vediic");
  stop();
  expect([documentNow.title, listeners.size]).toEqual(["Orrery", 0]);
  callTab(WORDS, false);
  expect(documentNow.title).toBe("Vediic");
});

test("a notice is shown to who looks elsewhere and allows it, until they come back", async () => {
  notify(WORDS, "t1", "en");
  await vi.advanceTimersByTimeAsync(0);
  expect(notices).toEqual([]); // the tab is in sight
  hide(true);
  notify(WORDS, "t1", "en");
  await vi.advanceTimersByTimeAsync(0);
  expect(notices).toEqual([{ title: "Your turn", tag: "t1", closed: false }]);
  hide(false);
  expect(notices[0]?.closed).toBe(true);
  hide(true);
  Notice.permission = "default";
  notify(WORDS, "t1", "en");
  await vi.advanceTimersByTimeAsync(0);
  expect(notices).toHaveLength(1);
});

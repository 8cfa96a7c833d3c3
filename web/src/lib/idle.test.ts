import { afterEach, expect, test, vi } from "vitest";
import { afterFrame, whenIdle } from "./idle";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("pieces are done one after the other, later, and not after they were called off", () => {
  vi.useFakeTimers();
  const done: number[] = [];
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const stop = whenIdle(
    [1, 2, 3, 4].map((n) => () => {
      done.push(n);
      now += 3; // two of these fill a slice
    }),
  );
  expect(done).toEqual([]);
  vi.advanceTimersByTime(60);
  expect(done).toEqual([1, 2]);
  stop();
  vi.advanceTimersByTime(1000);
  expect(done).toEqual([1, 2]);
});

test("all is done in the end", () => {
  vi.useFakeTimers();
  const done: number[] = [];
  whenIdle([1, 2, 3].map((n) => () => void done.push(n)));
  vi.advanceTimersByTime(1000);
  expect(done).toEqual([1, 2, 3]);
});

test("what can wait comes so many frames later, at once in a page that nobody sees, and not when it was called off", () => {
  vi.useFakeTimers();
  const page = { hidden: false };
  vi.stubGlobal("document", page);
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => Number(setTimeout(run, 16)));
  vi.stubGlobal("cancelAnimationFrame", (id: number) => clearTimeout(id));
  const done: string[] = [];
  afterFrame(() => done.push("soon"));
  afterFrame(() => done.push("later"), 3);
  afterFrame(() => done.push("never"), 2)();
  expect(done).toEqual([]);
  vi.advanceTimersByTime(17);
  expect(done).toEqual(["soon"]);
  vi.advanceTimersByTime(16);
  expect(done).toEqual(["soon"]);
  vi.advanceTimersByTime(17);
  expect(done).toEqual(["soon", "later"]);
  page.hidden = true;
  afterFrame(() => done.push("unseen"), 3);
  expect(done).toEqual(["soon", "later", "unseen"]);
});

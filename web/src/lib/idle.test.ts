import { afterEach, expect, test, vi } from "vitest";
import { whenIdle } from "./idle";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
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

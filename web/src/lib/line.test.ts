import { describe, expect, test } from "vitest";
import type { Past } from "../wire";
import { askBackTo, standingEntries, undoOf, type UndoFacts } from "./line";

const entries = (...list: [kind: string, seat: number, back?: number][]): Past[] =>
  list.map(([kind, seat, back], i) => ({ number: i + 1, kind, seat, time: 0, ...(back === undefined ? {} : { back }) }));

test("the actions that stand are those that no entry took back, whatever kind of entry it was", () => {
  const past = entries(["act", 0], ["act", 0], ["act", 1], ["undo", 1, 1], ["act", 1], ["offer", 0], ["agree", 1], ["agree", 2, 1], ["act", 2]);
  expect(standingEntries(past).map((entry) => entry.number)).toEqual([1, 9]);
  expect(standingEntries(past.slice(0, 7)).map((entry) => entry.number)).toEqual([1, 5]);
});

test("what was proposed and not carried out takes nothing back, also when somebody leaves later", () => {
  const past = entries(["act", 0], ["act", 1], ["offer", 0], ["agree", 1], ["decline", 2], ["act", 2], ["resign", 2]);
  expect(standingEntries(past).map((entry) => entry.number)).toEqual([1, 2, 6]);
});

describe("asking to take back more", () => {
  test("goes to before one's own last action that others would have to allow", () => {
    expect(askBackTo([0, 1, 0, 1, 1], 0, null)).toBe(2);
    expect(askBackTo([0, 1, 0, 0], 0, 3)).toBe(2);
  });

  test("goes one action back where one has done nothing yet", () => {
    expect(askBackTo([1, 1], 0, null)).toBe(1);
    expect(askBackTo([], 0, null)).toBe(0);
  });
});

describe("taking back", () => {
  const facts: UndoFacts = { seat: 0, line: [0, 1, 1], alone: null, people: 1, mine: true, bot: false, paused: false, proposal: false };

  test("is one action where one may go back alone, and no further than that", () => {
    expect(undoOf({ ...facts, line: [1, 0, 0, 0], alone: 1 })).toEqual({ to: 3, proposed: false });
    expect(undoOf({ ...facts, line: [1, 0], alone: 1 })).toEqual({ to: 1, proposed: false });
  });

  test("goes to one's own last decision where only bots have moved since", () => {
    expect(undoOf(facts)).toEqual({ to: 0, proposed: true });
    expect(undoOf({ ...facts, line: [0, 1, 0, 1, 1] })).toEqual({ to: 2, proposed: true });
  });

  test("says why it cannot be done", () => {
    expect(undoOf({ ...facts, line: [1, 1] })).toEqual({ why: "nothing" });
    expect(undoOf({ ...facts, people: 2 })).toEqual({ why: "ask" });
    expect(undoOf({ ...facts, mine: false })).toEqual({ why: "wait" });
    expect(undoOf({ ...facts, bot: true, alone: 0 })).toEqual({ why: "bot" });
    expect(undoOf({ ...facts, paused: true, alone: 0 })).toEqual({ why: "paused" });
    expect(undoOf({ ...facts, proposal: true })).toEqual({ why: "proposal" });
  });
});

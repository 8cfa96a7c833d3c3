import { describe, expect, test } from "vitest";
import type { Past } from "../wire";
import { askBackTo, standingEntries, standingLine, undoOf, type UndoFacts } from "./line";

const entries = (...list: [kind: string, seat: number, word?: string][]): Past[] =>
  list.map(([kind, seat, word], i) => ({ number: i + 1, kind, seat, time: 0, ...(word === undefined ? {} : { word }) }));

describe("the actions that stand", () => {
  test("are those that nobody took back", () => {
    expect(standingLine(entries(["act", 0], ["act", 0], ["act", 1], ["undo", 1, "1"], ["act", 1]), 2)).toEqual([0, 1]);
  });

  test("go back by agreement when all who have a say agree", () => {
    const asked = entries(["act", 0], ["act", 1], ["act", 2], ["offer", 0, "undo 1"], ["agree", 1]);
    expect(standingLine(asked, 3)).toEqual([0, 1, 2]);
    expect(standingLine([...asked, ...entries(["agree", 2])], 3)).toEqual([0]);
  });

  test("go back at once where there is nobody to ask, and not when somebody declines", () => {
    expect(standingLine(entries(["act", 0], ["act", 1], ["offer", 0, "undo 0"]), 1)).toEqual([]);
    expect(standingLine(entries(["act", 0], ["act", 1], ["offer", 0, "undo 0"], ["decline", 1], ["agree", 1]), 2)).toEqual([0, 1]);
  });
});

test("an action that stands is known by its number in the log", () => {
  const past = entries(["act", 0], ["act", 1], ["offer", 0, "draw"], ["decline", 1], ["act", 0], ["undo", 0, "2"], ["act", 1]);
  expect(standingEntries(past, 2).map((entry) => entry.number)).toEqual([1, 2, 7]);
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

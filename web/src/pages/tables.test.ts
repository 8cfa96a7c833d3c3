/** How a match ended, as the lists of matches say it. */
import { describe, expect, test } from "vitest";
import type { Outcome, TableInfo } from "../wire";
import { byWaiting, clockWords, howItEnded, waitOf } from "./tables";

const table = (outcome: Outcome | null, seats = 2, yours = [0]): TableInfo =>
  ({ state: "over", yours, outcome, seats: Array.from({ length: seats }, (_, seat) => ({ seat })) }) as unknown as TableInfo;
const game = (winners: number[], scores: number[] | null): Outcome => ({ by: "game", winners, scores });

describe("a match ended for me", () => {
  test("by winning or losing alone", () => {
    expect(howItEnded(table(game([0], [9, 4])))).toBe("won");
    expect(howItEnded(table(game([1], [4, 9])))).toBe("lost");
    expect(howItEnded(table({ by: "resign", winners: [0], scores: null }))).toBe("won");
  });
  test("in a tie if the highest scores are equal", () => {
    expect(howItEnded(table(game([0, 1], [7, 7])))).toBe("tie");
    expect(howItEnded(table(game([0, 2], [7, 3, 7]), 3))).toBe("tie");
    expect(howItEnded(table(game([1, 2], [3, 7, 7]), 3))).toBe("lost");
  });
  test("in a tie if it was agreed on, or nobody won, or everybody did", () => {
    expect(howItEnded(table({ by: "draw", winners: [0, 1], scores: [3, 8] }))).toBe("tie");
    expect(howItEnded(table(game([], null)))).toBe("tie");
    expect(howItEnded(table(game([0, 1], null)))).toBe("tie");
  });
  test("by winning with others: as a team, or because somebody else left", () => {
    expect(howItEnded(table(game([0, 2], null), 4))).toBe("won");
    expect(howItEnded(table({ by: "time", winners: [0, 2], scores: [1, 5, 2] }, 3))).toBe("won");
  });
  test("and is not told to who did not play, or played for several", () => {
    expect(howItEnded(table(null))).toBeNull();
    expect(howItEnded(table(game([0], [9, 4]), 2, []))).toBeNull();
    expect(howItEnded(table(game([0], [9, 4]), 2, [0, 1]))).toBeNull();
  });
});

describe("tables that wait for people", () => {
  const NOW = 1_700_000_000_000;
  const waiting = (id: string, minutes: number, free: number, present: boolean): TableInfo =>
    ({
      id,
      created: NOW - minutes * 60_000,
      seats: [{ kind: "person", person: "p", present }, ...Array.from({ length: free }, () => ({ kind: "open", person: null, present: false }))],
    }) as unknown as TableInfo;

  test("say for how long, in words of their own", () => {
    expect(waitOf(waiting("a", 0, 1, true), NOW)).toEqual({ key: "wait.now", facts: {} });
    expect(waitOf(waiting("a", 59, 1, true), NOW)).toEqual({ key: "wait.minutes", facts: { n: 59 } });
    expect(waitOf(waiting("a", 60, 1, true), NOW)).toEqual({ key: "wait.hours", facts: { n: 1 } });
    expect(waitOf(waiting("a", 3 * 1440, 1, true), NOW)).toEqual({ key: "wait.days", facts: { n: 3 } });
    // A clock that goes wrong does not make a table wait from tomorrow on.
    expect(waitOf(waiting("a", -5, 1, true), NOW).key).toBe("wait.now");
  });
  test("come in the order in which one would join them", () => {
    const tables = [waiting("old", 900, 1, false), waiting("new", 3, 1, false), waiting("many", 9, 3, true), waiting("late", 1, 1, true), waiting("long", 8, 1, true)];
    expect(byWaiting(tables).map((table) => table.id)).toEqual(["long", "late", "many", "new", "old"]);
  });
  test("and a wait is counted as clocks do", () => {
    expect([clockWords(-1), clockWords(7_900), clockWords(750_000)]).toEqual(["0:00", "0:07", "12:30"]);
  });
});

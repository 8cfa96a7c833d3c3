/** How a match ended, as the lists of matches say it. */
import { describe, expect, test } from "vitest";
import type { Outcome, TableInfo } from "../wire";
import { howItEnded } from "./tables";

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

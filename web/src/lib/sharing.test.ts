import { describe, expect, test } from "vitest";
import { shared, sharedView } from "./sharing";

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe("sharing between views", () => {
  const older = { turn: 3, board: [{ no: 1, up: true }, { no: 2, up: true }], hands: [4, ["a", "b"]], now: null };

  test("an equal value is the older one", () => {
    expect(shared(older, copy(older))).toBe(older);
  });

  test("what changed is new, what did not is the same object", () => {
    const newer = copy(older);
    newer.board[1] = { no: 2, up: false };
    const found = shared(older, newer);
    expect(found).toEqual({ ...older, board: [{ no: 1, up: true }, { no: 2, up: false }] });
    expect(found.board[0]).toBe(older.board[0]);
    expect(found.board[1]).not.toBe(older.board[1]);
    expect(found.hands).toBe(older.hands);
    expect(older.board[1]).toEqual({ no: 2, up: true });
  });

  test.each([
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: undefined }, { b: undefined }],
    [[1, 2], [1]],
    [[], {}],
    [null, {}],
    [{ a: null }, { a: {} }],
    [{ a: [1] }, { a: { 0: 1 } }],
  ])("%j is not taken for %j", (before, after) => {
    const expected = JSON.stringify(after);
    const found = shared(before, after);
    expect(found).not.toBe(before);
    expect(JSON.stringify(found)).toBe(expected);
  });

  test("the cards of a match are those it began with", () => {
    const first = { cards: { "001": { name: "Sun" } }, turn: 1 };
    const next = sharedView(first, { cards: { "001": { name: "Sun" } }, turn: 2 });
    expect(next["cards"]).toBe(first.cards);
    expect(next["turn"]).toBe(2);
    expect(sharedView(null, first)).toBe(first);
  });
});

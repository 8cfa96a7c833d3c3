import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { draftKey, dropDraft, findDraft, keepDraft } from "./drafts";

let kept: Record<string, string> = {};

beforeEach(() => {
  kept = {};
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, text: string) => void (kept[key] = text),
  });
});
afterEach(() => vi.unstubAllGlobals());

const draft = { name: "Tides", cards: { "001": 2 } };

test("a draft is found under its address until it is dropped", () => {
  const key = draftKey("some_game", "new");
  expect(findDraft(key)).toBeUndefined();
  keepDraft(key, draft);
  expect(findDraft(key)).toEqual(draft);
  expect(findDraft(draftKey("other_game", "new"))).toBeUndefined();
  dropDraft(key);
  expect(findDraft(key)).toBeUndefined();
});

test("of many drafts those that were left longest ago are forgotten", () => {
  keepDraft("g/first", draft);
  keepDraft("g/second", draft);
  for (let i = 0; i < 18; i++) keepDraft(`g/${i}`, draft);
  keepDraft("g/first", { ...draft, name: "again" });
  keepDraft("g/last", draft);
  expect(findDraft("g/first")?.name).toBe("again");
  expect(findDraft("g/second")).toBeUndefined();
});

test.each(["", "{", "{}", '[["a", 3]]', "null"])("what is not ours (%s) is no draft", (text) => {
  kept["orrery.drafts"] = text;
  expect(findDraft("a")).toBeUndefined();
  keepDraft("a", draft);
  expect(findDraft("a")).toEqual(draft);
});

test("a browser that keeps nothing does no harm", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem: () => {
      throw new Error("full");
    },
  });
  expect(() => keepDraft("a", draft)).not.toThrow();
});

import { expect, test } from "vitest";
import type { TableInfo } from "../wire";
import { LADDER, nextOpponent } from "./opponents";
import { PORTRAITS, portrait } from "./portraits";
import pageRows from "../texts/page.json";
import tableRows from "../texts/table.json";

let last = 0;
/** A match of mine at the first seat against bots, the later the newer. */
const match = (bots: string[], won: boolean, more: Partial<TableInfo> = {}): TableInfo =>
  ({
    game: "vediic", state: "over", you: 0, yours: [0], started: ++last,
    seats: [null, ...bots].map((bot, seat) => ({ seat, kind: bot === null ? "person" : "bot", bot, person: bot === null ? "me" : null })),
    outcome: { by: "game", winners: [won ? 0 : 1], scores: null },
    ...more,
  }) as unknown as TableInfo;

test("whoever has not played begins with the first", () => {
  expect(nextOpponent([], "vediic")).toEqual({ bot: "level1", why: "new" });
  expect(nextOpponent([match(["level4"], true)], "tides")).toEqual({ bot: "level1", why: "new" });
});

test("two of three won lead to the next, three lost to the one before", () => {
  const won = [match(["level2"], true), match(["level2"], false), match(["level2"], true)];
  expect(nextOpponent(won, "vediic")).toEqual({ bot: "level3", why: "up" });
  const lost = [match(["level3"], false), match(["level3"], false), match(["level3"], false)];
  expect(nextOpponent([...won, ...lost], "vediic")).toEqual({ bot: "level2", why: "down" });
  expect(nextOpponent(lost.slice(1), "vediic")).toEqual({ bot: "level3", why: "same" });
});

test("nobody is above the last and below the first", () => {
  expect(nextOpponent([match(["level5"], true), match(["level5"], true)], "vediic")).toEqual({ bot: "level5", why: "same" });
  expect(nextOpponent([1, 2, 3].map(() => match(["level1"], false)), "vediic")).toEqual({ bot: "level1", why: "same" });
});

test("only matches against one level alone count", () => {
  const tables = [match(["level1"], true), match(["level4", "level2"], true), match(["level5"], true, { state: "playing" }), match(["greedy"], true), match(["level5"], true, { yours: [0, 1] })];
  expect(nextOpponent(tables, "vediic")).toEqual({ bot: "level1", why: "same" });
});

test("every level has a picture, a name and a sentence in both languages", () => {
  const rows: Record<string, { en: string; ja: string }> = { ...tableRows, ...pageRows };
  for (const bot of PORTRAITS) {
    expect(portrait(bot)).toMatch(/^<svg [^>]+>.+<\/svg>$/s);
    for (const key of [`bot.${bot}`, `bot.plays.${bot}`]) expect([rows[key]?.en, rows[key]?.ja].every(Boolean), key).toBe(true);
  }
  LADDER.forEach((bot, i) => {
    expect(PORTRAITS).toContain(bot);
    for (const texts of [tableRows, pageRows] as Record<string, { en: string; ja: string }>[]) {
      expect(texts[`bot.${bot}`]?.en).toContain(`Level ${i + 1}`);
      expect(texts[`bot.${bot}`]?.ja).toContain(`レベル${i + 1}`);
    }
  });
  expect(portrait("mcts:800")).toBeNull();
});

test("two pictures on one page share no part", () => {
  expect(portrait("level1", "a")).toContain('id="a"');
  expect(portrait("level1", "a")).not.toContain('"b"');
});

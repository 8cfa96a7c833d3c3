import { describe, expect, test } from "vitest";
import { faultWords, type Fault } from "./faults";
import { Texts, type Rows } from "./texts";
import faults from "../texts/faults.json";
import page from "../texts/page.json";
import shared from "../generated/shared.json";

const SOURCES = [page, faults, shared] as Rows[];
const TOWERS = { en: "Towers at the start", ja: "最初の塔の数" };
const say = (lang: "en" | "ja", fault: Fault): string =>
  faultWords(new Texts(lang, SOURCES), fault, {
    option: (game, key) => (game === "five_spheres" && key === "towers" ? TOWERS[lang] : undefined),
    game: (name) => (name === "vediic" ? { en: "Vediic", ja: "ヴェディック" }[lang] : undefined),
  });

describe("what the server refuses", () => {
  const badDeck: Fault = {
    code: "bad_deck",
    message: "deck: 12 cards; right is 24; 3 gold cards; right is 4",
    faults: [
      { code: "size", message_en: "12 cards; right is 24", message_ja: "カードが12枚あります。正しくは24枚です" },
      { code: "level", message_en: "3 gold cards; right is 4", message_ja: "金のカードが3枚あります。正しくは4枚です" },
    ],
  };

  test("a bad deck is told in the language spoken, rule by rule", () => {
    expect(say("ja", badDeck)).toBe("このデッキは使えません: カードが12枚あります。正しくは24枚です。金のカードが3枚あります。正しくは4枚です。");
    expect(say("en", badDeck)).toBe("This deck cannot be played here: 12 cards; right is 24; 3 gold cards; right is 4.");
  });

  test("of many faults some are told, and how many more there are", () => {
    const many = { ...badDeck, faults: Array.from({ length: 5 }, () => badDeck.faults![0]!) };
    expect(say("ja", many)).toContain("(ほかに2件)");
    expect(say("en", many)).toContain("(and 2 more)");
  });

  test("bad options are told in the language spoken, and which of them it is", () => {
    const full: Fault = {
      code: "bad_options",
      message: "options.players: full mode is for 2 players, not 3",
      reason: "full_mode",
      facts: { game: "space_editor", field: "players", players: 3 },
    };
    expect(say("ja", full)).toBe("この設定では対戦を始められません: フルゲームモードは2人用です。3人では遊べません。");
    const towers: Fault = {
      code: "bad_options",
      message: "options.towers: 12 is out of range; allowed is from 1 to 10",
      reason: "out_of_range",
      facts: { game: "five_spheres", field: "towers", value: 12, low: 1, high: 10 },
    };
    expect(say("ja", towers)).toBe(`この設定では対戦を始められません: 「${TOWERS.ja}」: 12にはできません。1から10までです。`);
    expect(say("en", towers)).toContain(TOWERS.en);
  });

  test("words in facts are words of the language, lists of them too", () => {
    const other: Fault = {
      code: "bad_deck",
      message: "deck: it is of fire, and this table is for water, wind",
      reason: "other_element",
      facts: { element: "fire", elements: ["water", "wind"] },
    };
    expect(say("ja", other)).toBe("このデッキは使えません: 火のデッキです。ここで使うのは水と風です。");
  });

  test("games in facts are called by their titles, and one that is not known by its name", () => {
    const record: Fault = { code: "bad_record", message: "", reason: "other_game", facts: { game: "vediic", right: "stranger" } };
    expect(say("ja", record)).toContain("strangerではなくヴェディック");
    expect(say("en", record)).toContain("(Vediic, not stranger)");
  });

  test("a reason may have a sentence of its own for a code", () => {
    expect(say("ja", { code: "not_open", message: "", reason: "closed", facts: {} })).toBe("このテーブルは対戦が始まる前に閉じられました。");
    expect(say("ja", { code: "not_open", message: "" })).toBe("この対戦はもう始まっています。");
  });

  test("a reason that the page does not know is marked as the server's own words", () => {
    const strange: Fault = { code: "bad_options", message: "options.x: it is odd", reason: "odd", facts: {} };
    expect(say("ja", strange)).toBe("この設定では対戦を始められません: サーバーの説明(英語): it is odd");
    expect(say("en", strange)).toBe("No match can begin like this: it is odd");
    expect(say("en", { code: "never_heard_of", message: "name: it is odd" })).toBe("It is odd");
  });
});

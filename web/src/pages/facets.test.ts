import { describe, expect, test } from "vitest";
import { bookOf, type CardList } from "../lib/loading";
import { Texts, type Rows } from "../lib/texts";
import shelf from "../games/space_editor/cards";
import { filtered, ordered } from "./facets";
import { layoutTexts } from "./games";
import { keyBytes } from "./push";

const row = (en: string, ja: string): Rows[string] => ({ en, ja });
const rows: Rows = {
  "kind.star": row("star", "恒星"),
  "kind.planet": row("planet", "惑星"),
  "level.gold": row("gold", "ゴールド"),
  "level.bronze": row("bronze", "ブロンズ"),
  "element.water": row("water", "水"),
  "element.fire": row("fire", "火"),
};
const list: CardList = {
  cards: {
    "001": { element: "water", kind: "star", level: "gold", vp: 5, sides: ["n1", "-", "-", "-"] },
    "002": { element: "water", kind: "planet", level: "bronze", vp: 0, sides: ["k", "-", "-", "-"] },
    "136": { element: "fire", kind: "star", level: "bronze", vp: 2, sides: ["n1", "-", "-", "-"] },
  },
  names: { en: { "001": "Deep Pool", "002": "Reef", "136": "Ember" }, ja: { "001": "深い淵", "002": "礁", "136": "残り火" } },
  texts: { en: { "001": ["Glows at night."], "002": [], "136": [] }, ja: { "001": ["夜に光る。"], "002": [], "136": [] } },
};

describe("finding cards", () => {
  const texts = new Texts("en", [rows, layoutTexts("space_editor")]);
  const book = bookOf(list, "en");
  const facets = shelf.facets(texts);

  test("a card has all chosen traits", () => {
    expect(filtered(book, facets, { element: "water" }, "")).toEqual(["001", "002"]);
    expect(filtered(book, facets, { element: "water", kind: "star" }, "")).toEqual(["001"]);
  });

  test("words are found in names and texts, wide letters too", () => {
    expect(filtered(book, facets, {}, "GLOWS")).toEqual(["001"]);
    expect(filtered(book, facets, {}, "Ｒｅｅｆ")).toEqual(["002"]);
    expect(filtered(bookOf(list, "ja"), facets, {}, "夜")).toEqual(["001"]);
    expect(filtered(book, facets, {}, "pool nothing")).toEqual([]);
  });

  test("cards lie by element, then kind", () => {
    expect(ordered(shelf, list.cards, ["136", "002", "001"], "en", (id) => book.text(id).name)).toEqual([
      "001",
      "002",
      "136",
    ]);
  });

  test("a card is told in a few words", () => {
    expect(shelf.shortly(list.cards["001"], texts)).toBe("gold · star · ★5");
  });
});

test("the server's key becomes bytes", () => {
  expect([...keyBytes("_-8A")]).toEqual([255, 239, 0]);
});

import { expect, test } from "vitest";
import { cardsIn } from "./cards";

const KNOWN = { "004": { name: "four" }, na_2: {}, "181": {} };

test("cards are found wherever a view names them, each once and in its order", () => {
  const view = { turn: 4, universe: [{ cell: [0, 1], card: "181" }, { cell: [1, 1], card: "004" }], hands: [["004", "na_2"], 2] };
  expect(cardsIn(view, KNOWN)).toEqual(["181", "004", "na_2"]);
});

test("what is known of cards and decks that do not lie there is left out", () => {
  expect(cardsIn({ cards: { "004": { like: "181" } }, options: { decks: [["na_2"]] }, decks: [["na_2"], 4], over: null }, KNOWN)).toEqual([]);
});

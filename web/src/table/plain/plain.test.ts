import { describe, expect, test } from "vitest";
import type { Scene } from "../../games/contract";
import { plain as words, Texts } from "../../lib/texts";
import { ask, factsOf, grouped, isBySeat, refsOf, sayAction, sayRefusal, seatFacts, tell } from "./words";

function scene(more: Partial<Scene> = {}, lang: "en" | "ja" = "en"): Scene {
  const texts = new Texts(lang, [{}]);
  const cards = { cards: {}, text: (id: string) => ({ name: id, lines: [] }) };
  return { game: "stranger", seat: 0, view: {}, actions: [], toAct: 0, names: ["You", "Ben"], over: false, texts, cards, ...more };
}
const told = (now: Scene, event: { event: string; [fact: string]: unknown }): string => words(tell(now, [event])[0]!.sentence);

describe("the plain board", () => {
  test("tells an event by its name, whose it is and its facts", () => {
    expect(told(scene(), { event: "card_played", seat: 1, card: 5, face: null })).toBe("Ben: card played · card 5");
    expect(told(scene(), { event: "deal", cards: [3, 4], to: { left: true } })).toBe("Deal · cards 3, 4, to left yes");
    expect(told(scene({}, "ja"), { event: "deal", cards: [3, 4] })).toBe("Deal · cards 3、4");
    expect(told(scene(), { event: "end", winners: [0, 1] })).toBe("End · winners You, Ben");
    expect(told(scene(), { event: "odd", seat: 7 })).toBe("Odd · seat 7");
  });

  test("points at the seats of which it tells", () => {
    const line = tell(scene(), [{ event: "played", seat: 1 }])[0]!;
    expect(line.sentence.map((part) => part.ref)).toContain("seat:1");
  });

  test("says actions by their own words, and points at what they name", () => {
    expect(words(sayAction(scene(), "play_card red_5"))).toBe("Play card red 5");
    expect(refsOf(scene(), "move a1 b2")).toEqual(["word:a1", "word:b2"]);
    expect(refsOf(scene(), "pass")).toEqual([]);
  });

  test("groups actions by their first word, and finds them by any", () => {
    const actions = ["play 5", "roll", "play 12"];
    expect(grouped(actions)).toEqual([
      { name: "play", words: ["play 5", "play 12"] },
      { name: "roll", words: ["roll"] },
    ]);
    expect(grouped(actions, "PLAY 1")).toEqual([{ name: "play", words: ["play 12"] }]);
    expect(grouped(actions, "fly")).toEqual([]);
  });

  test("says who has to decide", () => {
    expect(words(ask(scene()))).toBe("Choose an action.");
    expect(words(ask(scene({ toAct: 1 })))).toBe("Ben decides.");
    expect(words(ask(scene({ toAct: 1 }, "ja")))).toBe("Benの番です。");
    expect(words(ask(scene({ over: true, toAct: null })))).toBe("The match is over.");
  });

  test("says a refusal by its code and its facts", () => {
    expect(sayRefusal(scene(), "not_in_hand", { card: 5 })).toBe("Not possible: not in hand (card 5).");
  });

  test("knows seats in lists that have a part for each, not in those that have as many by chance", () => {
    const view = { hands: [[1, 2, 3], 4], hand: [8, 9], rows: [[1], [2]], scores: [7, 0], round: 2 };
    const names = Object.entries(view).filter(([name, value]) => isBySeat(scene({ view }), name, value));
    expect(names.map(([name]) => name)).toEqual(["hands", "scores"]);
    expect(seatFacts(scene({ view }), 0).map((fact) => `${fact.label} ${fact.value}`)).toEqual(["Hands 3", "Scores 7"]);
    expect(seatFacts(scene({ view }), 1).map((fact) => `${fact.label} ${fact.value}`)).toEqual(["Hands 4", "Scores 0"]);
    expect(seatFacts(scene({ view: { seats: [{ score: 4, hand: [1], name: "x" }, { score: 1, hand: [] }] } }), 0)).toEqual([
      { label: "Score", value: "4" },
      { label: "Hand", value: "1" },
    ]);
  });

  test("leaves out what stands elsewhere, and options come last", () => {
    const view = { game: "stranger", version: 1, options: { players: 2 }, to_act: 0, round: 3, fate: null };
    expect(factsOf(scene({ view })).map(([name]) => name)).toEqual(["round", "options"]);
  });
});

import { describe, expect, it } from "vitest";
import { parse, parseAll, type Action } from "./actions";
import { Choosing } from "./choosing.svelte";
import { some } from "./samples";
import type { VediicView } from "./view";

const { view } = some("4_move");
const seat = view.to_act ?? 0;
/** A table where the seat that decides has its pawns on c01 and c09. */
const standing: VediicView = { ...view, players: view.players.map((player, i) => (i === seat ? { ...player, pawns: ["c01", "c09"] } : { ...player, pawns: [null, null] })) };

function choosing(words: string[], more: { quiet?: boolean; view?: VediicView } = {}): Choosing {
  return new Choosing({ actions: parseAll(words), view: more.view ?? standing, quiet: more.quiet ?? false });
}
const MOVES = ["move 0 c02", "move 0 c02 with green", "move 0 c03 with red", "move 1 c02", "move 1 c01 with blue", "end"];

describe("choosing", () => {
  it("lights no goals until a pawn, a card or a circle is chosen; with one pawn at once", () => {
    expect(choosing(MOVES).goals.size).toBe(0);
    expect([...choosing(["move 0 c02", "end"]).goals.keys()]).toEqual(["c02"]);
    expect([...choosing(["put c02", "put c05"]).goals.keys()]).toEqual(["c02", "c05"]);
    expect(choosing(["put c02"], { quiet: true }).goals.size).toBe(0);
  });

  it("takes a pawn up, goes to a circle and is sure when the circle is pressed again", () => {
    const one = choosing(MOVES);
    expect(one.circle("c01")).toBe(true);
    expect(one.choice.pawn).toBe(0);
    expect([...one.goals.keys()].sort()).toEqual(["c02", "c03"]);
    expect(one.circle("c02")).toBe(true);
    expect(one.considered?.word).toBe("move 0 c02");
    expect((one.circle("c02") as Action).word).toBe("move 0 c02");
  });

  it("puts a pawn down when it is pressed again", () => {
    const one = choosing(MOVES);
    one.circle("c01");
    expect(one.circle("c01")).toBe(true);
    expect(one.choice.pawn).toBeNull();
  });

  it("asks which pawn is meant before it goes where both may go", () => {
    const one = choosing(["move 0 c02", "move 1 c02"]);
    one.change({ circle: "c02" });
    expect(one.circle("c02")).toBe(true);
    expect(one.choice.circle).toBe("c02");
  });

  it("goes to the circle of the other pawn only with the card to join it", () => {
    const one = choosing(MOVES);
    one.circle("c09");
    one.card("blue");
    expect(one.circle("c01")).toBe(true);
    expect(one.considered?.word).toBe("move 1 c01 with blue");
    const other = choosing(MOVES);
    other.circle("c09");
    other.circle("c01");
    expect(other.choice).toMatchObject({ pawn: 0, circle: null });
  });

  it("lets what cannot be chosen be read about", () => {
    const one = choosing(MOVES);
    expect(one.circle("c36")).toBe(false);
    expect(one.card("yellow")).toBe(false);
    expect(one.seat(1)).toBe(false);
    expect(choosing(MOVES, { quiet: true }).circle("c01")).toBe(false);
    expect(choosing(MOVES, { quiet: true }).card("green")).toBe(false);
    expect(one.isNothing).toBe(true);
  });

  it("takes cards as many as can be used, and gives them back when pressed once more", () => {
    const one = choosing(["move 0 c02 with red", "move 0 c03 with red,red"]);
    one.card("red");
    one.card("red");
    expect(one.choice.cards).toEqual(["red", "red"]);
    one.card("red");
    expect(one.choice.cards).toEqual([]);
  });

  it("takes a card instead of one that it does not go with", () => {
    const one = choosing(["move 0 c02 with green", "move 0 c03 with gray", "end"]);
    one.card("green");
    one.card("gray");
    expect(one.choice.cards).toEqual(["gray"]);
    const paying = choosing(["pay orange", "pay blue", "shield with orange"]);
    expect([...paying.open].sort()).toEqual(["blue", "orange"]);
    paying.card("orange");
    expect([...paying.open].sort()).toEqual(["blue", "orange"]);
    paying.card("blue");
    expect(paying.choice.cards).toEqual(["blue"]);
    paying.card("blue");
    expect(paying.choice.cards).toEqual([]);
  });

  it("chooses rivals for a steal only, up to as many as there may be", () => {
    const one = choosing(["steal 1", "steal 2", "steal 1 2", "move 0 c02"]);
    expect(one.seats.size).toBe(0);
    one.change({ kinds: ["steal"] });
    expect([...one.seats].sort()).toEqual([1, 2]);
    one.seat(2);
    one.seat(1);
    expect(one.choice.seats).toEqual([1, 2]);
    one.seat(2);
    expect(one.choice.seats).toEqual([1]);
  });

  it("can lead to every move of a real decision by what is pressed", () => {
    const found = some("4_move");
    const parsed = parseAll(found.actions);
    const moves = parsed.filter((action) => action.kind === "move");
    expect(moves.length).toBeGreaterThan(5);
    for (const { word } of moves) {
      const action = parse(word);
      const one = choosing(found.actions, { view: found.view });
      const from = found.view.players[found.seat]?.pawns[action?.pawn ?? 0] ?? "";
      one.circle(from);
      if (one.choice.pawn !== action?.pawn) one.circle(from);
      for (const card of action?.cards ?? []) one.card(card);
      expect(one.choice.cards.length, word).toBe(action?.cards.length);
      one.circle(action?.circle ?? "");
      expect(one.considered?.word).toBe(word);
    }
  });

  it("asks why not only at rest and from a seat", () => {
    expect(choosing(MOVES).unlawful("c36", seat).map((action) => action.word)).toEqual(["move 0 c36", "move 1 c36"]);
    expect(choosing(MOVES).unlawful("c36", null)).toEqual([]);
    expect(choosing(MOVES, { quiet: true }).unlawful("c36", seat)).toEqual([]);
  });
});

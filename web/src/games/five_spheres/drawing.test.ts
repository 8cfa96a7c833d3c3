/** What is drawn and told besides the moves themselves: actions that are only looked at, what others did, how it ended, decks so far. */
import { describe, expect, it } from "vitest";
import type { GameEvent } from "../contract";
import { plain } from "../../lib/texts";
import { onlyAs, parse } from "./actions";
import { coachOf } from "./advice";
import { costOf, curveOf, listed, spheresIn } from "./drafting";
import { tell } from "./log";
import { acts, isFall } from "./motion";
import { viewOf } from "./reading";
import { sayResult } from "./result";
import { BATCHES, CARDS, MOMENTS, sceneAfter, sceneOf } from "./samples";
import { marksOf, sufferedBy } from "./since";
import { drawnOf } from "./suggesting";
import type { Moved, SeenEvent } from "./view";
import { lying } from "./words";

const LANGS = ["en", "ja"] as const;
const move = (more: Partial<Moved>): Moved => ({ event: "move", verb: "destroy", seat: 0, card: "ch_0", uid: 3, new: null, host: null, facedown: false, from: "battlefield", to: "groove", ...more });
const battle: SeenEvent = { event: "battle", attacker: 9, defender: 3, strengths: [5, 4], outcome: "attacker" };

describe("an action that is looked at", () => {
  it("is drawn, whatever it is: by a ghost, an arrow, light, or its own button", () => {
    const bare = new Set<string>();
    for (const moment of MOMENTS) {
      const scene = sceneOf(moment, "en");
      for (const word of moment.actions) {
        const drawn = drawnOf(scene, word);
        expect(drawn.word).toBe(word);
        if (drawn.ghost === null && !drawn.arrows.length && !drawn.lit.length) bare.add(word);
      }
    }
    expect([...bare].filter((word) => !["end", "noblock", "noretaliate", "target none"].includes(word))).toEqual([]);
  });
  it("comes from the hand to where the card would lie", () => {
    for (const [kind, place] of [["summon", "battlefield"], ["crystal", "vault"]] as const) {
      const moment = MOMENTS.find((one) => one.actions.some((word) => word.startsWith(`${kind} `)));
      const word = moment?.actions.find((one) => one.startsWith(`${kind} `)) ?? "";
      const drawn = drawnOf(sceneOf(moment as (typeof MOMENTS)[number], "en"), word);
      expect(drawn.ghost?.place).toBe(place);
      expect(drawn.arrows).toEqual([{ from: parse(word).things[0], to: "ghost", kind: "suggested" }]);
    }
  });
  it("of another moment, or none, draws nothing", () => {
    const scene = sceneOf(MOMENTS[0] as (typeof MOMENTS)[number], "en");
    expect(drawnOf(scene, "attack u1 u2").arrows).toEqual([]);
    expect(drawnOf(scene, null).word).toBeNull();
  });
});

describe("what others did", () => {
  it("marks only what the board shows", () => {
    let marked = 0;
    for (const batch of BATCHES) {
      const scene = sceneAfter(batch, "en");
      const here = new Set(lying(viewOf(scene)).map((piece) => `uid:${piece.uid}`));
      for (const ref of marksOf(scene, batch.events as GameEvent[])) {
        marked += 1;
        expect(ref).toMatch(/^(uid|fort|seat):\d+$|^zone:\d\.(vault|groove|trash|hand)$/);
        if (ref.startsWith("uid:")) expect(here).toContain(ref);
      }
    }
    expect(marked).toBeGreaterThan(10);
  });
  it("is told to whom it was done, as whole sentences", () => {
    const scene = sceneAfter({ seat: 0 }, "en");
    const said = (...events: SeenEvent[]): string[] => sufferedBy(scene, events as GameEvent[], 0).map(plain);
    expect(said(battle, move({}))).toHaveLength(1);
    expect(said(move({ from: "tower" }), move({ from: "tower", uid: 4 }))).toEqual(["2 of your towers fell."]);
    expect(said(move({ verb: "return", to: "hand" }))[0]).toMatch(/^Sent back to your hand: /);
    expect(said(move({ verb: "trash", from: "hand", to: "trash", uid: null }))).toEqual(["You lost a card of your hand."]);
    // What befalls others, and what one plays oneself, is no loss.
    expect(said(move({ seat: 1 }), move({ verb: "summon", from: "hand", to: "battlefield" }))).toEqual([]);
    for (const lang of LANGS)
      for (const batch of BATCHES)
        for (const seat of [0, 1]) for (const line of sufferedBy(sceneAfter(batch, lang), batch.events as GameEvent[], seat)) expect(plain(line)).not.toMatch(/[{}]|undefined/);
  });
});

describe("a fight", () => {
  it("is shown before what it destroys is gone, and what comes after it later", () => {
    const draw = move({ verb: "draw", from: "deck", to: "hand", uid: null });
    const [first, second] = acts([battle, move({}), draw]);
    expect(first).toEqual([battle, move({})]);
    expect(second).toEqual([move({}), draw]);
    expect(acts([draw])).toEqual([[], [draw]]);
    expect(isFall(draw)).toBe(false);
    expect(acts([{ event: "lord_destroyed", seat: 1, by: 0 }, { event: "over", winners: [0], reason: "last_lord" }])[0]).toHaveLength(1);
  });
});

describe("how it ended", () => {
  const over = (lang: (typeof LANGS)[number], reason: "last_lord" | "max_turns"): ReturnType<typeof sceneAfter> => {
    const scene = sceneAfter({ seat: 0 }, lang);
    const view = viewOf(scene);
    const seats = view.seats.map((lord, i) => (i === 1 && reason === "last_lord" ? { ...lord, out: true } : lord));
    return { ...scene, over: true, view: { ...view, seats, cards: { ...view.cards }, result: { winners: [0], reason } } };
  };
  it.each(LANGS)("says who fell by what, or what each side had, in %s", (lang) => {
    const scene = over(lang, "last_lord");
    const attacker = viewOf(scene).seats[0]?.battlefield[0]?.uid ?? -1;
    expect(sayResult(scene).map(plain)[0]).toMatch(lang === "en" ? /was destroyed\.$/ : /滅びました。$/);
    tell(scene, [{ event: "siege", attacker, lord: 1 }, { event: "lord_destroyed", seat: 1, by: 0 }]);
    expect(sayResult(scene).map(plain)[0]).toMatch(lang === "en" ? /^The last blow: your .+ broke into Ren's fortress/ : /^最後の一撃: .+Renの要塞/);
    const limit = sayResult(over(lang, "max_turns")).map(plain);
    expect(limit).toHaveLength(3);
    expect(sayResult({ ...scene, view: { ...scene.view, result: null } })).toEqual([]);
  });
});

describe("cards in the hand", () => {
  it("that cannot be paid for are told from those that can", () => {
    expect(onlyAs(["crystal2 h0"].map(parse))).toBe("crystal");
    expect(onlyAs(["crystal2 h0", "generic h0"].map(parse))).toBe("facedown");
    expect(onlyAs(["crystal2 h0", "cast h0"].map(parse))).toBeNull();
    expect(onlyAs(["crystal h0"].map(parse))).toBeNull();
  });
  it("are explained in the casting step as they look", () => {
    const casting = MOMENTS.find((one) => one.actions.some((word) => word.startsWith("crystal2 ")));
    const scene = sceneOf(casting as (typeof MOMENTS)[number], "en");
    const early = { ...scene, view: { ...scene.view, turn: 1 }, actions: ["crystal2 h0", "summon h1", "end"] };
    expect(coachOf(early)).toMatch(/crystal sign/);
    expect(coachOf({ ...early, actions: ["generic h0", "summon h1", "end"] })).toMatch(/face-down sign/);
    expect(coachOf({ ...early, actions: ["summon h1", "end"] })).not.toMatch(/sign/);
  });
});

describe("a deck so far", () => {
  const ids = Object.keys(CARDS).slice(0, 6);
  const deck = [...ids, ids[0] ?? ""];
  it("has a curve, its spheres, and its cards by cost", () => {
    for (const half of ["creature", "spell"] as const) expect(curveOf(CARDS, deck, half).reduce((sum, n) => sum + n, 0)).toBe(7);
    const counted = spheresIn(CARDS, deck);
    expect(counted.reduce((sum, { n }) => sum + n, 0)).toBe(deck.reduce((sum, id) => sum + (CARDS[id]?.spheres.length ?? 0), 0));
    expect(counted.map(({ n }) => n)).toEqual(counted.map(({ n }) => n).sort((a, b) => b - a));
    const rows = listed(CARDS, deck);
    expect(rows.find((row) => row.id === ids[0])?.n).toBe(2);
    expect(rows.map((row) => row.cost)).toEqual(rows.map((row) => row.cost).sort((a, b) => a - b));
    const down = Object.values(CARDS).find((card) => card.creature.inverted);
    if (down !== undefined) expect(costOf(down, "creature")).toBe(3);
  });
});

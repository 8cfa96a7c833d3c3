import { describe, expect, it } from "vitest";
import { plain } from "../../lib/texts";
import { parse, type Deed } from "./actions";
import { coachOf, doubtOf, hintOf } from "./advice";
import { arrowsOf } from "./arrows";
import type { Choosing } from "./choosing.svelte";
import { decisionOf } from "./decisions";
import { meantBy } from "./dragging.svelte";
import { fitting, inRow } from "./fitting";
import { MOMENTS, sceneOf, type Moment } from "./samples";
import { actor, isStill } from "./showing.svelte";
import { asideThings, cardAt, openThings, pickedThings } from "./things";
import { viewOf } from "./reading";
import type { SpheresView } from "./view";
import { wordsOf } from "./words";

const at = (decision: string): Moment => {
  const found = MOMENTS.find((one) => decisionOf(viewOf(sceneOf(one, "en"))) === decision);
  if (found === undefined) throw new Error(`No sample of ${decision}.`);
  return found;
};
const viewAt = (decision: string): SpheresView => viewOf(sceneOf(at(decision), "en"));
const deeds = (...words: string[]): Deed[] => words.map(parse);
const chosen = (path: string[], proposal: Deed | null = null, lit: string[] = []): Choosing =>
  ({ path, proposal, menu: [], lit: new Set(lit), kind: null, open: proposal === null ? [] : [proposal] }) as unknown as Choosing;

describe("where things lie", () => {
  it("towers of a fortress that is drawn small are asked for in a list", () => {
    const view = viewAt("siege");
    const targets = at("siege").actions.map(parse);
    const foe = view.attack?.defender ?? 1;
    const own = at("siege").seat;
    const wide = openThings(view, own, () => false);
    const narrow = openThings(view, own, (seat) => seat === foe);
    expect(asideThings(targets, [], false, wide)).toEqual([]);
    const listed = asideThings(targets, [], false, narrow);
    expect(listed.length).toBe(view.seats[foe]?.fortress.filter((row) => row.kind === "tower").length);
    // What was chosen from the list stays in it.
    expect(asideThings(targets, [listed[0] ?? ""], true, narrow)).toEqual(listed);
  });

  it("what was named already for an effect is marked", () => {
    const view = viewAt("target");
    expect(pickedThings({ ...view, pending: view.pending && { ...view.pending, picked: ["u3", null, "p0.x1"] } })).toEqual(new Set(["uid:3"]));
    // Nothing is the same nothing each time.
    expect(pickedThings({ ...view, pending: null })).toBe(pickedThings(viewAt("crystal")));
  });

  it("a card is read only where its face is seen", () => {
    for (const moment of MOMENTS) {
      const scene = sceneOf(moment, "en");
      const words = wordsOf(scene);
      for (const [uid, piece] of words.known) expect(cardAt(words, [], `uid:${uid}`)).toBe(piece.card.startsWith("?") ? null : piece.card);
    }
    const words = wordsOf(sceneOf(at("casting"), "en"));
    expect(cardAt(words, ["ch_0", "ch_1"], "hand:1")).toBe("ch_1");
    expect(cardAt(words, ["ch_0"], "hand:4")).toBeNull();
    expect(cardAt(words, ["ch_0"], undefined)).toBeNull();
  });
});

describe("arrows", () => {
  it("lead from the attacker to what it attacks, and from a chosen blocker to the attacker", () => {
    const view = viewAt("block");
    const attack = view.attack;
    if (attack === null) throw new Error("No attack in the sample.");
    const [arrow] = arrowsOf(view, chosen([]), new Set());
    expect(arrow).toEqual({ from: `uid:${attack.attacker}`, to: attack.target === null ? `fort:${attack.defender}` : `uid:${attack.target}`, kind: "attack" });
    const block = parse("block u31");
    expect(arrowsOf(view, chosen(["uid:31"], block), new Set())[1]).toEqual({ from: "uid:31", to: `uid:${attack.attacker}`, kind: "chosen" });
  });

  it("show what could be attacked, but only what lies open", () => {
    const view = { ...viewAt("battle"), attack: null };
    const open = arrowsOf(view, chosen(["uid:7"], null, ["fort:1", "uid:22", "uid:99"]), new Set(["fort:1", "uid:22"]));
    expect(open.map((arrow) => arrow.to)).toEqual(["fort:1", "uid:22"]);
    expect(arrowsOf(view, chosen(["uid:7", "uid:22"], parse("attack u7 u22")), new Set())).toEqual([{ from: "uid:7", to: "uid:22", kind: "chosen" }]);
  });
});

describe("dropping", () => {
  const attacks = deeds("attack u7 fortress 1", "attack u7 fortress 2", "attack u7 u22", "use u7");
  it("a creature on another attacks that one", () => expect(meantBy(attacks, { thing: "uid:22", zone: "battlefield", seat: 1 }, 0)).toEqual({ deed: attacks[2] }));
  it("a creature on any tower, spell or head of another lord attacks the fortress", () => {
    expect(meantBy(attacks, { thing: "uid:5", zone: "fortress", seat: 1 }, 0)).toEqual({ deed: attacks[0] });
    expect(meantBy(attacks, { thing: "seat:2", zone: "vault", seat: 2 }, 0)).toEqual({ deed: attacks[1] });
    expect(meantBy(attacks, { thing: "fort:2", zone: "battlefield", seat: 2 }, 0)).toEqual({ deed: attacks[1] });
  });
  it("a creature beside others, on one's own or on nothing means nothing", () => {
    expect(meantBy(attacks, { thing: "uid:23", zone: "battlefield", seat: 1 }, 0)).toBeNull();
    expect(meantBy(attacks, { zone: "fortress", seat: 0 }, 0)).toBeNull();
    expect(meantBy(attacks, {}, 0)).toBeNull();
  });
  it("a hand card becomes what belongs to the zone", () => {
    const ways = deeds("crystal2 h2", "summon h2", "generic h2", "cast h2 at u9", "cast h2 at u10");
    expect(meantBy(ways, { zone: "battlefield", seat: 0 }, 0)).toEqual({ kind: "summon" });
    expect(meantBy(ways, { thing: "seat:0", zone: "vault", seat: 0 }, 0)).toEqual({ kind: "crystal2" });
    expect(meantBy(ways, { zone: "fortress", seat: 0 }, 0)).toEqual({ kind: "cast" });
    expect(meantBy(ways, { thing: "uid:10", zone: "battlefield", seat: 0 }, 0)).toEqual({ deed: ways[4] });
    expect(meantBy(ways, { zone: "battlefield", seat: 1 }, 0)).toBeNull();
  });
});

describe("creatures", () => {
  it("are as large as the band allows, and scrolled before they are too small", () => {
    const band = { width: 1040, height: 165 };
    expect(fitting(3, band)).toBe(153);
    expect(fitting(6, band)).toBe(153);
    expect(fitting(9, band)).toBeLessThan(153);
    // In two rows where these are larger than one.
    expect(fitting(8, { width: 400, height: 220 })).toBe(98);
    expect(fitting(60, band)).toBeNull();
    expect(inRow(band)).toBe(153);
    expect(inRow({ width: 300, height: 40 })).toBe(46);
    // However large the table is, a card is not as large as it.
    expect(fitting(1, { width: 3000, height: 2000 })).toBe(230);
  });
});

describe("what is said beside the buttons", () => {
  const battle = sceneOf(at("battle"), "en");
  it("what is still to be chosen", () => {
    expect(hintOf(battle, chosen([]))).toBeNull();
    const attack = parse("attack u7 u22");
    expect(plain(hintOf(battle, { ...chosen(["uid:7"]), open: [attack] } as Choosing) ?? [])).toMatch(/^Choose what /);
    expect(hintOf(battle, chosen(["uid:7", "uid:22"], attack))).toBeNull();
  });
  it("what cannot be chosen, as a sentence", () => {
    const own = `uid:${viewOf(battle).seats[at("battle").seat]?.battlefield[0]?.uid}`;
    expect(plain(doubtOf(battle, own))).toMatch(/^Your .* cannot be chosen now\.$/);
    expect(plain(doubtOf(battle, `fort:${1 - at("battle").seat}`))).toMatch(/fortress cannot be chosen now\.$/);
  });
  it("what a step is for, in the first turns only, and to those who decide", () => {
    const early = { ...battle, view: { ...battle.view, turn: 1 } };
    expect(coachOf(early)).toMatch(/^Tap a creature/);
    expect(coachOf({ ...early, actions: [] })).toBeNull();
    expect(coachOf({ ...battle, view: { ...battle.view, turn: 9 } })).toBeNull();
  });
});

describe("what happens", () => {
  it("passes without motion where nothing moves", () => {
    expect(isStill([{ event: "step" }, { event: "pick" }])).toBe(true);
    expect(isStill([{ event: "step" }, { event: "attack" }])).toBe(false);
  });
  it("is looked for at the attacker, else at the lord whose turn it is", () => {
    const view = viewAt("block");
    expect(actor(view)).toBe(`uid:${view.attack?.attacker}`);
    expect(actor({ ...view, attack: null, active: 3 })).toBe("seat:3");
  });
});

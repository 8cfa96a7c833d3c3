import { describe, expect, it } from "vitest";
import { LANGS, type Lang } from "../../lib/texts";
import type { Scene } from "../contract";
import rows from "../../generated/refusals/five_spheres.json";
import { KINDS } from "./actions";
import { sayRefusal } from "./refusals";
import { CARDS, MOMENTS, sceneOf } from "./samples";
import { viewOf } from "./reading";
import { lying } from "./words";

const TEXTS = rows as Record<string, { en: string; ja: string }>;
const CODES = Object.keys(TEXTS)
  .filter((key) => key.startsWith("refusal."))
  .map((key) => key.slice("refusal.".length));
const holes = (key: string): string[] => LANGS.flatMap((lang) => [...(TEXTS[key]?.[lang] ?? "").matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? ""));

/** A moment with creatures of both sides, towers and a hand. */
const moment = MOMENTS.find((one) => viewOf(sceneOf(one, "en")).seats.slice(0, 2).every((lord) => lord.battlefield.length && lord.fortress.length));
if (moment === undefined) throw new Error("No sample with creatures on both sides.");
const SCENES: Record<Lang, Scene> = { en: sceneOf(moment, "en"), ja: sceneOf(moment, "ja") };
const scene = (lang: Lang): Scene => SCENES[lang];
const pieces = lying(viewOf(scene("en")));
const uid = (seat: number, zone: string): string => `u${pieces.find((piece) => piece.seat === seat && piece.zone === zone)?.uid}`;
const SEAT = scene("en").seat ?? 0;
const MINE = uid(SEAT, "battlefield");
const OTHER = uid(1 - SEAT, "battlefield");
const TOWER = uid(SEAT, "tower");
const NAME = CARDS["ch_0"]?.creature.name ?? "";

/** Facts as the server writes them, each by its name. */
const FACTS: Record<string, string | number> = {
  attacker: OTHER, by: NAME, card: NAME, choices: 20, cost: 2, crystal: "u77", energies: 4, expected: "crystal2 hN / summon hN / cast hN at uN / end", form: "attack uN fortress S / attack uN uN",
  hand: 4, have: 3, host: "a creature", hosts: `${MINE}, ${TOWER}`, last: "h2", left: "a, c", lords: "0, 1", mana: 1, method: "closed_draft", missing: "chaos", named: 1, need: 2, needs: "battle step", new: 1,
  older: "e0", options: `${MINE}, ${TOWER}, ${TOWER}, p0.x0, p1, p1.h0, none …`, other: "ether", owner: 1, part: MINE, placed: 2, problem: "fate[0] is 9, not below 4", right: "cast h0 at u9", seat: 1 - SEAT, seats: "0, 1", gate: SEAT, set: "q",
  sphere: "science/chaos", step: "casting step", target: OTHER, tried: "summon", turn: 1, wanted: "a tower", what: "a creature", words: "crystal2, summon, generic, cast, end",
}; // prettier-ignore
/** What else the named part may be. */
const PARTS = [MINE, OTHER, TOWER, uid(1 - SEAT, "tower"), "u9999", "h2", "h99", "e0", "m31", "p0.x0", "p1.h9"];

/** What nobody should read: numbers of cards, words of actions, holes, backs, words with an underscore. */
const NOTATION = /\{|\}|undefined|null|NaN|\b[uhemx]\d+\b|\bp\d\b|\b[uhem]N\b|\?(science|ether|spirit|chaos|nature)|\w_\w|\bseat \d|席\d/;
/** Words of actions that are no words of the games' own sentences. */
const COMMANDS = KINDS.filter((kind) => /^(no|trash|crystal2)/.test(kind));

describe.each(LANGS)("every refusal in %s", (lang) => {
  it.each(CODES)("%s says names and no notation", (code) => {
    for (const part of PARTS) {
      for (const name of [NAME, "a face-down creature"]) {
        const said = sayRefusal(scene(lang), code, { ...FACTS, part, card: name, other: code === "no_shared_sphere" ? "ether" : name });
        expect(said).not.toBeNull();
        expect(said).not.toMatch(NOTATION);
        for (const word of COMMANDS) expect(said).not.toContain(word);
        expect(said).toMatch(lang === "ja" ? /[。）…]$/ : /^[^a-z].*[.…]$/s);
        if (lang === "ja") expect(said, "a card by its name here").not.toContain(NAME);
      }
    }
  });
});

describe("the rows of refusals", () => {
  it("are all there", () => expect(CODES).toHaveLength(97));

  it("use no fact that the server does not tell", () => {
    for (const code of CODES) for (const hole of holes(`page.refusal.${code}`)) expect(holes(`refusal.${code}`), code).toContain(hole);
  });

  it("of the page are all about codes that there are", () => {
    for (const key of Object.keys(TEXTS)) if (key.startsWith("page.refusal.")) expect(CODES).toContain(key.slice("page.refusal.".length));
  });
});

describe("a refusal", () => {
  it("calls a card by what the seat sees of it, and one that is gone by the name that came with it", () => {
    const own = (lang: Lang): string => scene(lang).cards.text("ch_0")["names"].creature;
    for (const lang of LANGS) {
      expect(sayRefusal(scene(lang), "is_dizzy", { part: "u9999", card: NAME })).toContain(own(lang));
      expect(sayRefusal(scene(lang), "no_mana", { card: NAME, cost: 3, mana: 1 })).toContain(own(lang));
    }
    expect(sayRefusal(scene("en"), "is_engaged", { part: MINE, card: "x" })).toMatch(/^Your /);
  });

  it("counts choices that read alike and does not name all of very many", () => {
    const towers = pieces.filter((piece) => piece.zone === "tower").map((piece) => `u${piece.uid}`);
    const said = sayRefusal(scene("en"), "target_unfit", { part: MINE, card: NAME, what: "a creature", choices: 3, options: [TOWER, TOWER, TOWER].join(", ") });
    expect(said).toMatch(/Possible: 3x your tower of \w+/);
    const all = pieces.map((piece) => `u${piece.uid}`).join(", ");
    expect(sayRefusal(scene("en"), "target_unfit", { part: MINE, card: NAME, what: "a creature", choices: 40, options: `${all} …` })).toMatch(/[^.]…$/);
    expect(towers.length).toBeGreaterThan(1);
  });

  it("names lords, and oneself as one is spoken to", () => {
    const names = scene("en").names;
    expect(sayRefusal(scene("en"), "out_of_range", { seat: 1 - SEAT, lords: "2, 3" })).toBe(`${names[1 - SEAT]} is out of range. You can attack: ${names[2]} and ${names[3]}.`);
    expect(sayRefusal(scene("en"), "block_asked", { tried: "end", expected: "block uN", part: OTHER, card: NAME, seat: SEAT, choices: 2 })).toContain("attacks you");
  });

  it("of no known code is left to the table", () => expect(sayRefusal(scene("en"), "no_such_reason", {})).toBeNull());
});

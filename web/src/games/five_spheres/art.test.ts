import { describe, expect, it } from "vitest";
import data from "./emblems.json";
import { back, isOf, picture, type Emblem } from "./art";
import artist from "./artist";
import { face } from "./face";
import { ABILITY_MARKS } from "./marks";
import { SPHERES } from "./reading";
import { SCENE_NAMES } from "./scenes";
import { bookIn, CARDS } from "./samples";
import { SIGNS, TINTS } from "./signs";
import { abilitiesOf, keywordOf, markedLines, markOf } from "./traits";
import type { SphereCard } from "./view";

const PARTS = import.meta.glob<{ default: Record<string, Emblem> }>("../../generated/emblems/five_spheres/*.json", { eager: true });
const part = (name: string): Record<string, Emblem> => PARTS[`../../generated/emblems/five_spheres/${name}.json`]?.default ?? {};
const EMBLEMS: Record<string, Emblem> = Object.assign({}, ...SPHERES.map(part));
const MARKS = part("marks");

/** The cards of the samples that an emblem belongs to, and all others. */
const emblemOf = (id: string, card: SphereCard): Emblem | null => (isOf(card, EMBLEMS[id]) ? EMBLEMS[id] : null);

describe("emblems", () => {
  it("are another for every card, and each is somebody's", () => {
    const rows = SPHERES.flatMap((sphere) => Object.values<{ name: string; drawing: string; scene: string }>(data[sphere]));
    expect(rows).toHaveLength(80);
    expect(new Set(rows.map((row) => row.drawing)).size).toBe(rows.length);
    const known = Object.values(data.authors).flat();
    expect(new Set(known).size).toBe(known.length);
    const used = new Set([...rows, ...Object.values(data.marks)].map((row) => row.drawing));
    expect([...used].filter((drawing) => !known.includes(drawing))).toEqual([]);
    expect(known.filter((drawing) => !used.has(drawing))).toEqual([]);
    expect(rows.map((row) => row.scene).filter((scene) => !SCENE_NAMES.includes(scene))).toEqual([]);
  });

  it("stand on a grid and stay light", () => {
    for (const [id, { d }] of Object.entries({ ...EMBLEMS, ...MARKS })) {
      expect(d, id).toMatch(/^M[\d\s\-.a-zA-Z]+$/);
      expect(d, id).not.toMatch(/NaN|undefined/);
    }
    expect(JSON.stringify(EMBLEMS).length).toBeLessThan(90_000);
    expect(JSON.stringify(MARKS).length).toBeLessThan(20_000);
  });

  it("belong to the card of that name alone", () => {
    const [id = "", card] = Object.entries(CARDS).find(([one, each]) => emblemOf(one, each) !== null) ?? [];
    expect(card).toBeDefined();
    if (card === undefined) return;
    const other = { ...card, creature: { ...card.creature, name: "Somebody Else" } };
    expect(emblemOf(id, other)).toBeNull();
    expect(picture(id, other, null)).not.toBe(picture(id, card, emblemOf(id, card)));
  });
});

describe("pictures", () => {
  it("differ for all cards, with an emblem, before it has come, and without one", () => {
    const all = Object.entries(CARDS).flatMap(([id, card]) => [picture(id, card, EMBLEMS[id]), picture(id, card, undefined), picture(id, card, null)]);
    expect(new Set(all).size).toBe(all.length);
  });

  it("hold only numbers that a browser can draw, and stay light", () => {
    const all = Object.entries(CARDS).flatMap(([id, card]) => [picture(id, card, EMBLEMS[id]), picture(id, card, null)]);
    all.push(...SPHERES.map((sphere) => back([sphere])), back(["chaos", "nature"]), back([]));
    for (const drawn of all) {
      expect(drawn).not.toMatch(/NaN|Infinity|undefined|null/);
      expect(drawn.length).toBeLessThan(24_000);
    }
  });

  it("keep the frame of a race, and tell two cards of it apart", () => {
    const [first, second] = [{ ...card("na_2") }, { ...card("na_3") }];
    expect(first.creature.race).toBe(second.creature.race);
    expect(picture("na_2", first, EMBLEMS["na_2"])).not.toBe(picture("na_3", second, EMBLEMS["na_3"]));
  });

  it("show a back for each sphere that no other has", () => {
    expect(new Set(SPHERES.map((sphere) => back([sphere]))).size).toBe(SPHERES.length);
    expect(Object.keys(SIGNS)).toEqual([...SPHERES]);
    expect(Object.keys(TINTS)).toEqual([...SPHERES]);
  });
});

const card = (id: string): SphereCard => CARDS[id] as SphereCard;

describe("marks", () => {
  it("are there for every keyword and for all that abilities answer to", () => {
    for (const [id, one] of Object.entries(CARDS)) {
      const names = [one.creature.keyword, ...[...(one.creature.abilities ?? []), ...(one.spell.abilities ?? [])].map((ability) => ability.when ?? ability.passive), one.spell.when, one.spell.type];
      for (const name of names) if (name !== undefined) expect(ABILITY_MARKS[name] ?? MARKS[name]?.d, `${id}: ${name}`).toBeDefined();
    }
  });

  it("stand with the line that says the same", () => {
    const book = bookIn("en");
    for (const id of Object.keys(CARDS))
      for (const half of ["creature", "spell"] as const) {
        const lines = markedLines(book, id, half);
        expect(abilitiesOf(book, id, half)).toEqual(lines.slice(lines.length - (card(id)[half].abilities ?? []).length));
        for (const { words } of lines) expect(words).not.toBe("");
      }
    expect(keywordOf(book, "na_2")?.mark).toBe("beast");
    expect(keywordOf(book, "na_0")).toBeNull();
  });
});

describe("the artist", () => {
  it("draws each card once, as a picture of its own", () => {
    const drawn = artist.pictures({ cards: CARDS, names: {}, boards: {} });
    expect(drawn.map(([name]) => name).filter((name) => !name.startsWith("piece-"))).toEqual(Object.keys(CARDS));
    const faces = drawn.filter(([name]) => !name.startsWith("piece-"));
    expect(new Set(faces.map(([, svg]) => svg)).size).toBe(faces.length);
    for (const [, svg] of drawn) expect(svg).not.toMatch(/§|<script|NaN|undefined/);
  });

  it("draws the pieces of printed cards: a back for each sphere and pair of spheres, a mark for each ability", () => {
    const pieces = new Map(artist.pictures({ cards: {}, names: {}, boards: {} }));
    expect([...pieces.keys()].filter((name) => name.startsWith("piece-back-")).length).toBe(25);
    for (const name of Object.values(CARDS).flatMap((each) => (each.creature.abilities ?? []).map(markOf))) expect(pieces.has(`piece-mark-${name}`), name).toBe(true);
  });

  it("writes names as they are, whatever is in them", () => {
    const drawn = face("na_2", card("na_2"), EMBLEMS["na_2"] ?? null, MARKS, { creature: [`<b>&"`], spell: ["x"] });
    expect(drawn).toContain("&lt;b&gt;&amp;&quot;");
  });
});

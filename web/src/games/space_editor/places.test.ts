import { beforeEach, describe, expect, it } from "vitest";
import shared from "../../generated/shared.json";
import rows from "../../generated/space_editor.json";
import reasons from "../../generated/refusals/space_editor.json";
import { LANGS, Texts, plain, type Lang, type Rows } from "../../lib/texts";
import type { CardBook, GameEvent, Scene } from "../contract";
import { rememberEvent } from "./memory.svelte";
import { Places } from "./places";
import { points } from "./points.svelte";
import { doing } from "./stage.svelte";
import { drawn } from "./suggestion.svelte";
import type { Row, Score, SpaceView } from "./view";
import { ask, marksOf, sayAction, sayRefusal, sayResult, sayRow, sufferedBy, tell } from "./words";
import cards from "./samples/cards.json";
import scenes from "./samples/scenes.json";

const NAMES: Record<string, string> = { a: "Heron World", b: "Soma Bowl", c: "Reed Moon", d: "Reed Moon", e: "Golden Egg" };
const kinds: Record<string, object> = {
  a: { kind: "star", vp: 4, element: "water", sides: ["-", "-", "-", "-"] },
  b: { kind: "planet", element: "wind", sides: ["-", "-", "-", "-"] },
  c: { kind: "planet", element: "water", sides: ["-", "-", "-", "-"] },
  d: { kind: "planet", element: "water", sides: ["-", "-", "-", "-"] },
  e: { kind: "basepoint", element: null, sides: ["-", "-", "-", "-"] },
};
const book: CardBook = { cards: kinds, text: (id) => ({ name: NAMES[id] ?? id, lines: [] }) };
const row = (no: number, card: string | null, x: number, y: number, more: Partial<Row> = {}): Row => ({ no, card, x, y, r: 0, up: card !== null, placer: no % 2, turn: no, guard: 0, silence: 0, void: false, ...more });

/** Egg in the middle, Heron World above it, Soma Bowl right of it; two moons further right, and a card that nobody knows. */
const board: Row[] = [row(0, "e", 0, 0), row(1, "a", 0, 1), row(2, "b", 1, 0), row(3, "c", 3, 0), row(4, "d", 3, 2), row(99, null, 4, 2)];

function sceneOf(lang: Lang = "en", change: Partial<SpaceView> = {}, more: Partial<Scene> = {}): Scene {
  const view = { ...(scenes.place.view as unknown as SpaceView), board, elements: ["water", "wind"], now: null, faces: [], ...change };
  return { game: "space_editor", seat: 0, view: view as unknown as Scene["view"], actions: [], toAct: 0, names: ["You", "Ben"], over: false, texts: new Texts(lang, [rows as Rows, reasons as Rows, shared as Rows]), cards: book, ...more };
}

beforeEach(() => {
  rememberEvent({ event: "basepoint", seat: 0, card: "e", x: 0, y: 0 });
  points.forget();
});

describe("places", () => {
  const where = (x: number, y: number, lang: Lang = "en", before?: number): string => new Places(sceneOf(lang), board).where({ x, y }, before);

  it.each<[number, number, string, string]>([
    [-1, 0, "left of Golden Egg", "「Golden Egg」の左"],
    [1, 1, "above Soma Bowl and right of Heron World", "「Soma Bowl」の上、「Heron World」の右"],
    [0, -1, "below Golden Egg", "「Golden Egg」の下"],
    [2, 0, "between Soma Bowl and the Reed Moon 2 right from Soma Bowl", "「Soma Bowl」と「Soma Bowl」から右に2マスのところの「Reed Moon」の間"],
    [-3, 5, "3 left and 4 up from Heron World", "「Heron World」から左に3マス、上に4マスのところ"],
  ])("%i,%i is told by its neighbours", (x, y, en, ja) => {
    expect(where(x, y)).toBe(en);
    expect(where(x, y, "ja")).toBe(ja);
  });

  it("are told as they were before a card came", () => {
    expect(where(1, 1, "en", 2)).toBe("right of Heron World");
  });

  it("tell cards apart that are called alike, or that nobody has seen", () => {
    const places = new Places(sceneOf(), board);
    const names = board.map((one) => places.name(one));
    expect(new Set(names).size).toBe(board.length);
    expect(names[1]).toBe("Heron World");
    expect(names[5]).toMatch(/^the face-down card /);
    expect(places.card(board[3] as Row)).toMatchObject({ ref: "cell:3,0", tone: "tone-water" });
  });

  it.each(LANGS)("are told from the middle of an empty table in %s", (lang) => {
    const empty = sceneOf(lang, { board: [] }, { actions: ["basepoint 0,0", "basepoint -2,3"] });
    const told = ["basepoint 0,0", "basepoint -2,3"].map((word) => plain(sayAction(empty, word)));
    expect(told[0]).not.toBe(told[1]);
    expect(told[0]).not.toMatch(/\d/);
  });
});

const refusals = Object.fromEntries(Object.keys(reasons).flatMap((name) => (name.startsWith("page.refusal.") ? [[name.slice("page.refusal.".length), true]] : [])));

/** A cell as programs write it: nobody can find it on the board. */
const CELL = /-?\d+,\s?-?\d+/;

describe.each(LANGS)("no sentence speaks in coordinates in %s", (lang) => {
  it("neither of actions nor of refusals", () => {
    for (const [name, sample] of Object.entries(scenes as unknown as Record<string, { view: SpaceView; actions: string[] }>)) {
      const scene: Scene = { ...sceneOf(lang), view: sample.view as unknown as Scene["view"], actions: sample.actions, cards: { cards, text: (id) => ({ name: (cards as Record<string, { name: string }>)[id]?.name ?? id, lines: [] }) } };
      for (const word of sample.actions) expect(plain(sayAction(scene, word)), `${name}: ${word}`).not.toMatch(CELL);
      for (const one of sample.view.board) expect(sayRow(scene, one)).not.toMatch(CELL);
    }
    for (const reason of Object.keys(refusals)) {
      const facts = { x: 0, y: 1, r: 1, card: "a", by: "b", direction: "north", mine: "n3", theirs: "-", rules: "nn", face: "face_up", area: "line" };
      const said = sayRefusal(sceneOf(lang), reason, facts) ?? "";
      expect(said.length, reason).toBeGreaterThan(4);
      expect(said).not.toMatch(CELL);
      expect(said[0]).toBe(said[0]?.toUpperCase());
    }
  });

  it("nor of events, whose first word is written large", () => {
    const events: GameEvent[] = [
      { event: "placed", seat: 1, no: 2, card: "b", x: 1, y: 0, r: 0, void: false },
      { event: "turned_down", seat: 1, no: 99, card: "b", x: 4, y: 2, rules: ["nn"] },
      { event: "relocated", seat: 1, no: 3, card: "c", from: [7, 7], x: 3, y: 0, r: 1 },
      { event: "targeted", seat: 1, no: 2, subject: 1, x: 0, y: 1 },
      { event: "silenced", seat: 1, no: 1, x: 0, y: 1, until: 9 },
    ];
    for (const { sentence } of tell(sceneOf(lang), events)) {
      const said = plain(sentence);
      expect(said).not.toMatch(CELL);
      expect(said[0]).toBe(said[0]?.toUpperCase());
      expect(sentence.some((part) => part.ref?.startsWith("cell:"))).toBe(true);
    }
  });
});

describe("what events leave", () => {
  const events: GameEvent[] = [
    { event: "placed", seat: 1, no: 2, card: "b", x: 1, y: 0, r: 0, void: false },
    { event: "turned_down", seat: 1, no: 1, card: "a", x: 0, y: 1, rules: ["nn"] },
    { event: "relocated", seat: 1, no: 3, card: "c", from: [7, 7], x: 3, y: 0, r: 1 },
    { event: "drawn", seat: 1, cards: 2 },
  ];

  it("marks what they changed", () => {
    expect(marksOf(sceneOf(), events)).toEqual(["cell:1,0", "cell:0,1", "cell:7,7", "cell:3,0"]);
  });

  it("tells a seat what was done to its own cards by others", () => {
    for (const event of events) rememberEvent(event as never);
    expect(sufferedBy(sceneOf(), events, 0).map(plain)).toEqual([
      "Your star Heron World was turned face down: it was worth 4.",
      "Your Reed Moon was moved to the place 2 right from Soma Bowl.",
    ]);
    expect(sufferedBy(sceneOf(), events, 1)).toEqual([]);
  });

  it.each(LANGS)("tells how it came out, the winner first, in %s", async (lang) => {
    const scene = sceneOf(lang, { board: [], cards: {} });
    expect(sayResult(scene)).toEqual([]);
    const parts = [{ kind: "single" as const, nos: [1], points: 3 }, { kind: "pair" as const, nos: [2, 4], points: 12 }, { kind: "mixed" as const, nos: [5, 6], points: -4 }];
    const score: Score = { seats: [{ seat: 0, score: 0, parts: [] }, { seat: 1, score: 11, parts }], stars: [] };
    points.reach(scene.view);
    await points.follow(scene.view, { ask: () => Promise.resolve(score) } as never);
    const told = sayResult(scene).map(plain);
    expect(told[0]).toContain("Ben");
    for (const n of ["3", "12", "−4"]) expect(told[0]).toContain(n);
    expect(told[1]).not.toMatch(/\d/);
  });
});

describe("a proposed action is drawn", () => {
  it("as the card would lie, with the card of the hand", () => {
    expect(drawn(sceneOf(), "place b -1,0 r2")).toMatchObject({ ghost: { id: "b", cell: { x: -1, y: 0 }, r: 2 }, hand: "b", cells: [{ x: -1, y: 0 }] });
    // What was done long ago lies there already.
    expect(drawn(sceneOf(), "place b 1,0 r2")).toMatchObject({ ghost: null, card: "1,0" });
  });

  it("over the card that is turned, and by an arrow from what acts to what it acts on", () => {
    expect(drawn(sceneOf(), "rotate 0,1 r3")).toMatchObject({ ghost: { id: "a", r: 3 }, under: 1 });
    const now = { no: 2, ability: 0, event: null, actor: 0, decider: 0, effect: 0, stage: "target" as const, subject: 3 };
    expect(drawn(sceneOf("en", { now }), "target 0,1")).toMatchObject({ card: "0,1", arrow: { from: { x: 1, y: 0 }, to: { x: 0, y: 1 } } });
    expect(drawn(sceneOf("en", { now }), "relocate -1,0 r1")).toMatchObject({ ghost: { id: "c", r: 1 }, arrow: { from: { x: 3, y: 0 }, to: { x: -1, y: 0 } } });
    expect(drawn(sceneOf("en", { now }), "use")).toMatchObject({ card: "1,0" });
    expect(drawn(sceneOf(), "discard a")).toMatchObject({ hand: "a", ghost: null });
  });
});

it("the prompt asks for the next step once a card is taken up", () => {
  const scene = sceneOf("en", {}, { actions: ["place a -1,0 r0"] });
  const first = plain(ask(scene));
  doing.card = "a";
  const told = (["where", "nowhere", "turn", "confirm"] as const).map((stage) => {
    doing.stage = stage;
    return plain(ask(scene));
  });
  doing.stage = "begun";
  doing.card = null;
  expect(new Set([first, ...told]).size).toBe(5);
  for (const one of told) expect(one).toContain("Heron World");
  expect(plain(ask(scene))).toBe(first);
});

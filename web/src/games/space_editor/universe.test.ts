import { describe, expect, it, vi } from "vitest";
import shared from "../../generated/shared.json";
import rows from "../../generated/space_editor.json";
import { Texts, type Rows } from "../../lib/texts";
import type { CardBook, Scene } from "../contract";
import { Camera, READABLE, SIZE } from "./camera.svelte";
import { Fingers } from "./fingers";
import { Looks, type Moment } from "./looks";
import { key } from "./model";
import type { Row, SpaceView } from "./view";
import { ARROWS, ahead, nearest } from "./spots";
import cards from "./samples/cards.json";
import scenes from "./samples/scenes.json";

const book: CardBook = { cards, text: (id) => ({ name: (cards as Record<string, { name: string }>)[id]?.name ?? id, lines: [] }) };
const texts = new Texts("en", [rows as Rows, shared as Rows]);
const sample = (scenes as unknown as Record<string, { view: SpaceView }>)["relocate"];
if (sample === undefined) throw new Error("no sample");
const names = ["You", "Ben"];
const scene: Scene = { game: "space_editor", seat: 0, view: sample.view, actions: [], toAct: 0, names, over: false, texts, cards: book };
const board: readonly Row[] = sample.view.board;

const moment = (change: Partial<Moment> = {}): Moment => ({
  scene,
  play: { targets: new Set(), step: null, draft: null, doubted: null },
  values: new Map(),
  turning: new Map(),
  lit: new Set(),
  marks: new Set(),
  proposed: null,
  flashes: new Map(),
  fresh: null,
  moving: null,
  under: null,
  standing: "",
  ...change,
});

describe("looks", () => {
  it("stay the same while nothing about a card changes, though all rows are new", () => {
    const looks = new Looks();
    const before = looks.of(board, moment());
    const after = looks.of(board.map((row) => ({ ...row })), moment({ scene: { ...scene } }));
    expect(board.length).toBeGreaterThan(2);
    after.forEach((look, i) => expect(look).toBe(before[i]));
  });

  it.each<[string, (row: Row) => Partial<Moment>]>([
    ["fresh", (row) => ({ fresh: row.no })],
    ["lit", (row) => ({ lit: new Set([`cell:${key(row)}`]) })],
    ["marked", (row) => ({ marks: new Set([`cell:${key(row)}`]) })],
    ["proposed", (row) => ({ proposed: key(row) })],
    ["flash", (row) => ({ flashes: new Map([[row.no, { by: "n", from: 0 }]]) })],
    ["value", (row) => ({ values: new Map([[row.no, 77]]) })],
    ["way", (row) => ({ turning: new Map([[row.no, "turned_down"]]) })],
    ["moving", (row) => ({ moving: row.no })],
    ["under", (row) => ({ under: row.no })],
    ["stop", (row) => ({ standing: key(row) })],
    ["target", (row) => ({ play: { targets: new Set([key(row)]), step: null, draft: null, doubted: null } })],
  ])("are new for the one card that is %s, and for no other", (field, change) => {
    const looks = new Looks();
    const before = looks.of(board, moment());
    const row = board[1];
    if (row === undefined) throw new Error("too few cards");
    const after = looks.of(board, moment(change(row)));
    after.forEach((look, i) => (i === 1 ? expect(look).not.toBe(before[i]) : expect(look).toBe(before[i])));
    expect(after[1]?.[field as "fresh"]).not.toEqual(before[1]?.[field as "fresh"]);
  });

  it("are new when a card has turned over, and said anew", () => {
    const looks = new Looks();
    const before = looks.of(board, moment());
    const after = looks.of(board.map((row, i) => (i === 1 ? { ...row, up: !row.up } : row)), moment());
    expect(after[1]?.label).not.toBe(before[1]?.label);
    expect(after[0]).toBe(before[0]);
  });

  it("are all said anew when a card is to be chosen, and in another language", () => {
    const looks = new Looks();
    const before = looks.of(board, moment());
    const asked = looks.of(board, moment({ play: { targets: new Set(), step: "target", draft: null, doubted: null } }));
    asked.forEach((look, i) => expect(look.label).not.toBe(before[i]?.label));
    const ja = looks.of(board, moment({ scene: { ...scene, texts: new Texts("ja", [rows as Rows, shared as Rows]) } }));
    ja.forEach((look, i) => expect(look.label).not.toBe(before[i]?.label));
  });
});

function camera(wide = 800, high = 600): Camera {
  const made = new Camera(() => false);
  made.wide = wide;
  made.high = high;
  return made;
}

describe("the window", () => {
  it("shows all that it is fitted to, in wide and in narrow windows", () => {
    const cells = [{ x: -3, y: 2 }, { x: 4, y: -5 }, { x: 0, y: 0 }];
    for (const [wide, high] of [[1280, 700], [360, 420], [3840, 1900]] as const) {
      const one = camera(wide, high);
      one.fit(cells);
      expect(cells.every((cell) => one.sees(cell))).toBe(true);
    }
  });

  const rowOf = (length: number) => Array.from({ length }, (_, x) => ({ x, y: 0 }));

  it.each([
    [1040, 490, READABLE.wide],
    [360, 290, READABLE.narrow],
  ])("rests on all that is played as long as it can be read, in a window of %i by %i", (wide, high, least) => {
    const one = camera(wide, high);
    one.rest(rowOf(4));
    expect(rowOf(4).every((cell) => one.sees(cell))).toBe(true);
    expect(one.crowds(rowOf(4))).toBe(false);
    const long = rowOf(40);
    one.rest(long, [{ x: 30, y: 0 }]);
    expect(one.crowds(long)).toBe(true);
    expect(one.k * SIZE).toBeCloseTo(least);
    expect([29, 30, 31].every((x) => one.sees({ x, y: 0 }))).toBe(true);
    expect(one.overview).toBe(false);
    one.fit(long);
    expect(one.overview).toBe(true);
    expect(one.k * SIZE).toBeLessThan(least);
  });

  it("has arrived after a glide, also where nothing moved", () => {
    vi.useFakeTimers();
    const one = camera();
    one.rest(rowOf(3));
    one.glide(() => one.rest(rowOf(3)));
    expect(one.gliding).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(one.gliding).toBe(false);
    one.glide(() => one.rest(rowOf(4)));
    one.halt();
    expect(one.gliding).toBe(false);
    vi.useRealTimers();
  });

  it("follows no further than it must, and does not look past what there is", () => {
    const one = camera(1040, 490);
    const long = rowOf(40);
    one.rest(long, [{ x: 20, y: 0 }]);
    const before = one.cellAt(0, 0);
    one.rest(long, [{ x: 17, y: 0 }]);
    expect(one.cellAt(0, 0)).toEqual(before);
    one.rest(long, [{ x: 39, y: 0 }]);
    expect(one.sees({ x: 39, y: 0 })).toBe(true);
    expect(one.cellAt(1040, 245).x).toBeLessThan(40);
    expect(one.cellAt(520, 245).y).toBeCloseTo(0);
  });

  it("says where something lies that is not seen, and shows it", () => {
    const one = camera(1040, 490);
    one.rest(rowOf(40), [{ x: 20, y: 0 }]);
    expect(one.beyond({ x: 20, y: 0 })).toBeNull();
    for (const [cell, way] of [[{ x: 0, y: 0 }, "west"], [{ x: 39, y: 0 }, "east"], [{ x: 20, y: 9 }, "north"], [{ x: 20, y: -9 }, "south"]] as const) {
      expect(one.beyond(cell)).toBe(way);
    }
    one.reveal({ x: 39, y: 0 }, { x: 38, y: 0 });
    expect(one.sees({ x: 39, y: 0 }) && one.sees({ x: 38, y: 0 })).toBe(true);
    expect(one.own).toBe(false);
  });

  it("keeps the point under the pointer where it is when it zooms", () => {
    const one = camera();
    one.fit(board);
    const before = one.cellAt(123, 456);
    one.zoom(1.7, 123, 456);
    const after = one.cellAt(123, 456);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
    expect(one.own).toBe(true);
  });

  it("zooms neither in nor out without end", () => {
    const one = camera();
    for (let i = 0; i < 60; i++) one.zoom(1.5);
    const most = one.k;
    one.zoom(1.5);
    expect(one.k).toBe(most);
    for (let i = 0; i < 60; i++) one.zoom(0.5);
    expect(one.k).toBeGreaterThan(0.1);
  });

  it("moves just as far as it must to show a cell, and leaves it a choice of the page's", () => {
    const one = camera();
    one.fit([{ x: 0, y: 0 }]);
    const far = { x: 30, y: -20 };
    expect(one.sees(far)).toBe(false);
    one.reveal(far);
    expect(one.sees(far)).toBe(true);
    expect(one.own).toBe(false);
    const { transform } = one;
    one.reveal(far);
    expect(one.transform).toBe(transform);
  });
});

describe("fingers", () => {
  const pointer = (pointerId: number, clientX: number, clientY: number): PointerEvent => ({ pointerId, clientX, clientY, button: 0 }) as PointerEvent;
  const frame = { setPointerCapture: vi.fn(), getBoundingClientRect: () => ({ left: 0, top: 0 }) } as unknown as HTMLElement;

  it("tap while they hardly move, and drag the universe along when they do", () => {
    const one = camera();
    const fingers = new Fingers(one, () => frame);
    const before = one.cellAt(400, 300);
    fingers.down(pointer(1, 400, 300));
    fingers.move(pointer(1, 403, 301));
    expect(fingers.dragged).toBe(false);
    fingers.move(pointer(1, 500, 300));
    expect(fingers.dragged).toBe(true);
    fingers.up(pointer(1, 500, 300));
    const after = one.cellAt(500, 300);
    expect(after.x).toBeCloseTo(before.x);
    fingers.move(pointer(1, 700, 300));
    expect(one.cellAt(500, 300)).toEqual(after);
  });

  it("zoom when two of them part", () => {
    const one = camera();
    const fingers = new Fingers(one, () => frame);
    const { k } = one;
    fingers.down(pointer(1, 350, 300));
    fingers.down(pointer(2, 450, 300));
    fingers.move(pointer(2, 550, 300));
    expect(one.k).toBeCloseTo(k * 2);
    fingers.up(pointer(2, 550, 300));
    fingers.move(pointer(1, 340, 300));
    expect(one.k).toBeCloseTo(k * 2);
  });
});

describe("arrow keys", () => {
  const spots = ["0,0", "1,0", "2,0", "0,1", "3,2", "-1,0"];
  it.each([
    ["ArrowRight", "0,0", "1,0"],
    ["ArrowRight", "1,0", "2,0"],
    ["ArrowUp", "0,0", "0,1"],
    ["ArrowRight", "2,0", "3,2"],
    ["ArrowLeft", "0,0", "-1,0"],
    ["ArrowDown", "0,0", null],
  ])("%s from %s leads to %s", (arrow, from, to) => {
    const way = ARROWS[arrow];
    expect(way).toBeDefined();
    expect(ahead(spots, from, way ?? { x: 0, y: 0 })).toBe(to);
  });

  it("the nearest place is found within reach only", () => {
    expect(nearest(spots, { x: 1.8, y: 0.3 }, 0.95)).toEqual({ x: 2, y: 0 });
    expect(nearest(spots, { x: 9, y: 9 }, 0.95)).toBeNull();
  });
});

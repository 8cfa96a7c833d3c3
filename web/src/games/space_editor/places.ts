/** Where things lie, in words. The board shows no numbers, so a place is told by its neighbours, and a card by its name; cards
 * that are called alike, or whose names nobody has seen, are told apart by theirs. */
import type { Part, Scene } from "../contract";
import { idOf, memory } from "./memory.svelte";
import { DIRECTIONS, STEPS, key, type Cell } from "./model";
import type { Definition, Row, SpaceView } from "./view";

/** Neighbours told of one place: more would be hard to follow. */
const TOLD = 2;

const cardAt = (scene: Scene, id: string): Definition => scene.cards.cards[id] as Definition;

/** How far apart two cells are, in steps. */
const apart = (one: Cell, two: Cell): number => Math.abs(one.x - two.x) + Math.abs(one.y - two.y);

export class Places {
  private readonly byCell: ReadonlyMap<string, Row>;
  /** How many cards are called alike; counted when it is first asked for. */
  private alike: Map<string, number> | null = null;
  private readonly names = new Map<number, string>();

  constructor(
    private readonly scene: Scene,
    private readonly rows: readonly Row[],
  ) {
    this.byCell = new Map(rows.map((row) => [key(row), row]));
  }

  /** The cards beside a cell by their numbers: while they are the same, the cell is told in the same words. */
  beside(cell: Cell): string {
    return STEPS.map((step) => this.byCell.get(`${cell.x + step.x},${cell.y + step.y}`)?.no ?? "").join();
  }

  /** A card on the board by its name, pointing at where it lies. */
  card(row: Row): Part {
    const id = idOf(row);
    const element = id === null ? null : cardAt(this.scene, id)?.element;
    const part: Part = { text: this.name(row), ref: `cell:${key(row)}` };
    if (element) part.tone = `tone-${element}`;
    return part;
  }

  /** A cell, pointing at it: beside which cards it is. `before`: as it was before a card with that number came. */
  cell(cell: Cell, before = Infinity): Part {
    return { text: this.where(cell, before), ref: `cell:${key(cell)}` };
  }

  /** Is there but one card? */
  get isAlone(): boolean {
    return this.rows.length < 2;
  }

  at(cell: Cell): Row | undefined {
    return this.byCell.get(key(cell));
  }

  where(cell: Cell, before = Infinity): string {
    const { texts } = this.scene;
    const found = STEPS.flatMap((step, d) => {
      const row = this.byCell.get(`${cell.x - step.x},${cell.y - step.y}`);
      return row !== undefined && row.no < before ? [{ row, d }] : [];
    }).sort((one, two) => Number(this.isPlain(two.row)) - Number(this.isPlain(one.row)));
    const [one, two] = found;
    if (one === undefined) return this.far(cell, before);
    // Of those on both sides one need not be told the side.
    const facing = found.find((other) => other.d === (one.d + 2) % 4);
    if (facing !== undefined) return texts.line("page.beside.between", { one: this.name(one.row), two: this.name(facing.row) });
    const told = (two === undefined ? [one] : found.slice(0, TOLD)).map(({ row, d }) => texts.line(`page.beside.${DIRECTIONS[d] ?? "north"}`, { card: this.name(row) }));
    return told.length === 1 ? (told[0] ?? "") : texts.line("page.beside.both", { one: told[0] ?? "", two: told[1] ?? "" });
  }

  /** A place beside nothing: so many steps from the nearest card, or from the middle of an empty table. */
  private far(cell: Cell, before: number): string {
    const { texts } = this.scene;
    const known = this.rows.filter((row) => row.no < before && key(row) !== key(cell) && this.isPlain(row));
    const near = known.sort((one, two) => apart(one, cell) - apart(two, cell) || one.no - two.no)[0];
    const from = near ?? { x: 0, y: 0 };
    const steps = this.steps(cell.x - from.x, cell.y - from.y);
    if (near !== undefined) return texts.line("page.beside.far", { steps, card: this.name(near) });
    return steps ? texts.line("page.beside.off_middle", { steps }) : texts.raw("page.beside.middle");
  }

  private steps(x: number, y: number): string {
    const { texts } = this.scene;
    const told: string[] = [];
    if (x) told.push(texts.line(x > 0 ? "page.steps.east" : "page.steps.west", { n: Math.abs(x) }));
    if (y) told.push(texts.line(y > 0 ? "page.steps.north" : "page.steps.south", { n: Math.abs(y) }));
    return told.length === 2 ? texts.line("page.steps.both", { one: told[0] ?? "", two: told[1] ?? "" }) : (told[0] ?? "");
  }

  /** What a card is called, apart from all others. */
  name(row: Row): string {
    const kept = this.names.get(row.no);
    if (kept !== undefined) return kept;
    const { texts } = this.scene;
    const bare = this.bare(row);
    const plain = bare === null ? texts.raw("page.beside.face_down") : texts.line("quoted.card", { card: bare });
    const name = this.isPlain(row) ? plain : texts.line("page.beside.one_of", { card: plain, where: this.anchored(row) });
    this.names.set(row.no, name);
    return name;
  }

  /** Where a card lies that its name does not tell: beside one that is known by its name, or some steps from one. */
  private anchored(row: Row): string {
    const { texts } = this.scene;
    for (const [d, step] of STEPS.entries()) {
      const other = this.byCell.get(`${row.x - step.x},${row.y - step.y}`);
      if (other !== undefined && this.isPlain(other)) return texts.line(`page.beside.${DIRECTIONS[d] ?? "north"}`, { card: this.name(other) });
    }
    return this.far(row, Infinity);
  }

  private bare(row: Row): string | null {
    const id = idOf(row);
    return id === null ? null : this.scene.cards.text(id).name;
  }

  private counted(): Map<string, number> {
    const found = new Map<string, number>();
    for (const row of this.rows) {
      const name = this.bare(row);
      if (name !== null) found.set(name, (found.get(name) ?? 0) + 1);
    }
    return found;
  }

  /** Does its name alone tell which card is meant? */
  private isPlain(row: Row): boolean {
    const bare = this.bare(row);
    return bare !== null && (this.alike ??= this.counted()).get(bare) === 1;
  }
}

/** The places of a board, kept as long as they are told in the same words. */
const kept = new WeakMap<readonly Row[], { said: readonly unknown[]; places: Places }>();

export function placesOf(scene: Scene, board: readonly Row[] = (scene.view as SpaceView).board): Places {
  const said = [scene.texts, scene.cards, memory.size];
  const found = kept.get(board);
  if (found !== undefined && found.said.every((one, i) => one === said[i])) return found.places;
  const places = new Places(scene, board);
  kept.set(board, { said, places });
  return places;
}

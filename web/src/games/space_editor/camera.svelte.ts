/** The window through which the universe is seen: where it looks, how large things are, and how it moves there. It rests on the
 * played part, as large as the room allows; where that would be too small to read it keeps a readable size and follows what
 * happens. */
import type { Cell } from "./model";

/** A card's side, in units of the world. */
export const SIZE = 100;
const LOW = 0.22;
const HIGH = 2.4;
/** A window narrower than this is a phone's. */
const NARROW = 640;
/** Where one plays no card is drawn smaller than this, in pixels. */
export const READABLE = { wide: 72, narrow: 54 } as const;
/** Around what is shown stays a little room, in cells. */
const AIR = 0.14;
/** What is followed keeps so much of its surroundings in sight, in cells. */
const AROUND = 1;
/** How long a glide lasts, in milliseconds: the half second of the styles, and a frame or two. */
const GLIDE = 540;

const clamp = (k: number): number => Math.min(Math.max(k, LOW), HIGH);
/** A number kept between two others; in their middle where they leave no room. */
const within = (n: number, low: number, high: number): number => (low > high ? (low + high) / 2 : Math.min(Math.max(n, low), high));

/** Where a cell is drawn in the world. */
export const placed = (cell: Cell): string => `translate(${cell.x * SIZE}px, ${-cell.y * SIZE}px)`;

interface Box {
  x1: number;
  x2: number;
  y1: number;
  y2: number;
}

/** What holds all cells, in units of the world, with room around. */
function boxOf(cells: readonly Cell[], room: number): Box {
  const shown = cells.length ? cells : [{ x: 0, y: 0 }];
  const xs = shown.map((cell) => cell.x);
  const ys = shown.map((cell) => -cell.y);
  const half = 0.5 + room;
  return { x1: (Math.min(...xs) - half) * SIZE, x2: (Math.max(...xs) + half) * SIZE, y1: (Math.min(...ys) - half) * SIZE, y2: (Math.max(...ys) + half) * SIZE };
}

export type Way = "north" | "east" | "south" | "west";

export class Camera {
  wide = $state(0);
  high = $state(0);
  private at = $state.raw({ x: 0, y: 0, k: 1 });
  /** It is on its way to where it looks: for as long as that takes, also where nothing moves and no transition ends. */
  gliding = $state(false);
  private arrival: ReturnType<typeof setTimeout> | undefined;
  /** The person has chosen the part to look at; it stays until something would be missed. */
  own = false;
  /** Everything is shown, however small. */
  overview = $state(false);

  readonly transform: string = $derived.by(() => {
    const { x, y, k } = this.at;
    return `translate(${this.wide / 2 - x * k}px, ${this.high / 2 - y * k}px) scale(${k})`;
  });
  /** How large signs must be drawn on the cards so that they can be read. */
  readonly signs: "large" | "middle" | "small" = $derived.by(() => (this.at.k >= 0.85 ? "large" : this.at.k >= 0.64 ? "middle" : "small"));

  constructor(private readonly calm: () => boolean) {}

  get k(): number {
    return this.at.k;
  }

  /** Where it looks, in pixels of the world as it is drawn: what lies far behind moves a little with it. */
  get gaze(): { x: number; y: number } {
    return { x: this.at.x * this.at.k, y: this.at.y * this.at.k };
  }

  /** The scale at which a card is just large enough to be read. */
  private get least(): number {
    return (this.wide < NARROW ? READABLE.narrow : READABLE.wide) / SIZE;
  }

  /** The scale at which a box fills the window. */
  private filling(box: Box): number {
    const most = Math.min(1.45, Math.max(1, this.wide / NARROW));
    return clamp(Math.min(this.wide / (box.x2 - box.x1), this.high / (box.y2 - box.y1), most));
  }

  /** Would all these cells be too small to read if all were shown? */
  crowds(cells: readonly Cell[]): boolean {
    return this.wide > 0 && this.filling(boxOf(cells, AIR)) < this.least;
  }

  /** Shows all these cells, however small they get. */
  fit(cells: readonly Cell[]): void {
    if (!this.wide || !this.high) return;
    const box = boxOf(cells, AIR);
    this.at = { x: (box.x1 + box.x2) / 2, y: (box.y1 + box.y2) / 2, k: this.filling(box) };
    this.own = false;
    this.overview = this.at.k < this.least;
  }

  /** Rests on these cells: on all of them if they can be read then, else in readable size on those that matter now. */
  rest(cells: readonly Cell[], focus: readonly Cell[] = []): void {
    if (!this.wide || !this.high) return;
    const all = boxOf(cells, AIR);
    const k = this.filling(all);
    this.own = false;
    this.overview = false;
    if (k >= this.least) {
      this.at = { x: (all.x1 + all.x2) / 2, y: (all.y1 + all.y2) / 2, k };
      return;
    }
    const [halfWide, halfHigh] = [this.wide / 2 / this.least, this.high / 2 / this.least];
    const near = boxOf(focus, AROUND);
    const follow = (now: number, low: number, high: number, half: number): number => (focus.length ? within(now, high - half, low + half) : now);
    const x = follow(this.at.x, near.x1, near.x2, halfWide);
    const y = follow(this.at.y, near.y1, near.y2, halfHigh);
    // It does not look past the edge of what there is.
    this.at = { x: within(x, all.x1 + halfWide, all.x2 - halfWide), y: within(y, all.y1 + halfHigh, all.y2 - halfHigh), k: this.least };
  }

  /** Larger or smaller; the given point of the window stays where it is. */
  zoom(factor: number, px = this.wide / 2, py = this.high / 2): void {
    const { x, y, k: before } = this.at;
    const k = clamp(before * factor);
    const [dx, dy] = [px - this.wide / 2, py - this.high / 2];
    this.at = { k, x: x + dx / before - dx / k, y: y + dy / before - dy / k };
    this.own = true;
    this.overview = false;
  }

  /** Moves the world by pixels of the window. */
  pan(dx: number, dy: number): void {
    const { x, y, k } = this.at;
    this.at = { k, x: x - dx / k, y: y - dy / k };
    this.own = true;
  }

  /** Does something so that it is seen happening. */
  glide(what: () => void): void {
    this.leave();
    what();
  }

  /** From here on it is seen moving, until it has arrived. */
  leave(): void {
    this.halt();
    if (this.calm()) return;
    this.gliding = true;
    this.arrival = setTimeout(this.halt, GLIDE);
  }

  /** What moves it next happens at once. */
  halt = (): void => {
    clearTimeout(this.arrival);
    this.gliding = false;
  };

  /** The middle of a cell in the window. */
  middle(cell: Cell): [number, number] {
    const { x, y, k } = this.at;
    return [(cell.x * SIZE - x) * k + this.wide / 2, (-cell.y * SIZE - y) * k + this.high / 2];
  }

  /** Is a cell seen whole? */
  sees(cell: Cell): boolean {
    const [px, py] = this.middle(cell);
    const half = (SIZE / 2) * this.k;
    return px - half >= -2 && py - half >= -2 && px + half <= this.wide + 2 && py + half <= this.high + 2;
  }

  /** Where a cell lies whose middle is not seen; null: it is. */
  beyond(cell: Cell): Way | null {
    const [px, py] = this.middle(cell);
    const off: readonly [Way, number][] = [
      ["west", -px],
      ["east", px - this.wide],
      ["north", -py],
      ["south", py - this.high],
    ];
    const [way, most] = off.reduce((one, two) => (two[1] > one[1] ? two : one));
    return most > 0 ? way : null;
  }

  /** Moves so far that these cells are seen with a little room, or as much of them as there is room for. */
  reveal(...cells: readonly Cell[]): void {
    if (!this.wide || !cells.length) return;
    const { x, y, k } = this.at;
    const box = boxOf(cells, 0.2);
    const [halfWide, halfHigh] = [this.wide / 2 / k, this.high / 2 / k];
    const to = { k, x: within(x, box.x2 - halfWide, box.x1 + halfWide), y: within(y, box.y2 - halfHigh, box.y1 + halfHigh) };
    if (to.x === x && to.y === y) return;
    this.leave();
    this.at = to;
  }

  /** The place in the universe, in cells and parts of cells, at a point of the window. */
  cellAt(px: number, py: number): Cell {
    const { x, y, k } = this.at;
    return { x: (x + (px - this.wide / 2) / k) / SIZE, y: -(y + (py - this.high / 2) / k) / SIZE };
  }
}

/** The window through which the universe is seen: where it looks, how large things are, and how it moves there. */
import type { Cell } from "./model";

/** A card's side, in units of the world. */
export const SIZE = 100;
const LOW = 0.22;
const HIGH = 2.4;
/** In a window narrower than this the points lie across its top. */
const NARROW = 640;
const TOP = 46;

const clamp = (k: number): number => Math.min(Math.max(k, LOW), HIGH);

/** Where a cell is drawn in the world. */
export const placed = (cell: Cell): string => `translate(${cell.x * SIZE}px, ${-cell.y * SIZE}px)`;

export class Camera {
  wide = $state(0);
  high = $state(0);
  private at = $state.raw({ x: 0, y: 0, k: 1 });
  gliding = $state(false);
  /** The person has chosen the part to look at; it stays until something would be missed. */
  own = false;

  readonly transform: string = $derived.by(() => {
    const { x, y, k } = this.at;
    return `translate(${this.wide / 2 - x * k}px, ${this.high / 2 - y * k}px) scale(${k})`;
  });

  constructor(private readonly calm: () => boolean) {}

  get k(): number {
    return this.at.k;
  }

  /** Shows all these cells, with room around them. */
  fit(cells: readonly Cell[], room: number): void {
    if (!this.wide || !this.high) return;
    const shown = cells.length ? cells : [{ x: 0, y: 0 }];
    const xs = shown.map((cell) => cell.x);
    const ys = shown.map((cell) => -cell.y);
    const [x1, x2, y1, y2] = [Math.min(...xs) - room, Math.max(...xs) + room, Math.min(...ys) - room, Math.max(...ys) + room];
    const top = this.wide < NARROW ? TOP : 0;
    const most = Math.min(1.45, Math.max(1, this.wide / NARROW));
    const k = clamp(Math.min(this.wide / ((x2 - x1 + 1) * SIZE), (this.high - top) / ((y2 - y1 + 1) * SIZE), most));
    this.at = { x: ((x1 + x2) / 2) * SIZE, y: ((y1 + y2) / 2) * SIZE - top / 2 / k, k };
    this.own = false;
  }

  /** Larger or smaller; the given point of the window stays where it is. */
  zoom(factor: number, px = this.wide / 2, py = this.high / 2): void {
    const { x, y, k: before } = this.at;
    const k = clamp(before * factor);
    const [dx, dy] = [px - this.wide / 2, py - this.high / 2];
    this.at = { k, x: x + dx / before - dx / k, y: y + dy / before - dy / k };
    this.own = true;
  }

  /** Moves the world by pixels of the window. */
  pan(dx: number, dy: number): void {
    const { x, y, k } = this.at;
    this.at = { k, x: x - dx / k, y: y - dy / k };
    this.own = true;
  }

  /** Does something so that it is seen happening. */
  glide(what: () => void): void {
    this.gliding = !this.calm();
    what();
  }

  /** The middle of a cell in the window. */
  private middle(cell: Cell): [number, number] {
    const { x, y, k } = this.at;
    return [(cell.x * SIZE - x) * k + this.wide / 2, (-cell.y * SIZE - y) * k + this.high / 2];
  }

  /** Is a cell seen whole? */
  sees(cell: Cell): boolean {
    const [px, py] = this.middle(cell);
    const half = (SIZE / 2) * this.k;
    return px - half >= -2 && py - half >= -2 && px + half <= this.wide + 2 && py + half <= this.high + 2;
  }

  /** Moves so far that a cell is seen whole. */
  reveal(cell: Cell): void {
    if (this.sees(cell)) return;
    const half = SIZE * 0.65 * this.k;
    const [px, py] = this.middle(cell);
    const dx = Math.min(0, px - half) + Math.max(0, px + half - this.wide);
    const dy = Math.min(0, py - half) + Math.max(0, py + half - this.high);
    const { own } = this;
    this.glide(() => this.pan(-dx, -dy));
    this.own = own;
  }

  /** The place in the universe, in cells and parts of cells, at a point of the window. */
  cellAt(px: number, py: number): Cell {
    const { x, y, k } = this.at;
    return { x: (x + (px - this.wide / 2) / k) / SIZE, y: -(y + (py - this.high / 2) / k) / SIZE };
  }
}

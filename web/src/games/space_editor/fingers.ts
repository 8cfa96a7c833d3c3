/** Fingers and the mouse on the universe: one pulls it, two pull and zoom it. */
import type { Camera } from "./camera.svelte";

/** So far a pointer may move and still tap. */
const SLIP = 7;

export class Fingers {
  private readonly held = new Map<number, { x: number; y: number }>();
  private start: { x: number; y: number; moved: boolean } | null = null;
  private apart = 0;
  /** The click that ends a drag is none. */
  dragged = false;

  constructor(
    private readonly camera: Camera,
    private readonly frame: () => HTMLElement,
  ) {}

  readonly down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.held.size === 1) this.start = { x: event.clientX, y: event.clientY, moved: false };
    else if (this.start !== null) this.start.moved = true;
    this.apart = this.spread();
    this.dragged = false;
  };

  readonly move = (event: PointerEvent): void => {
    const last = this.held.get(event.pointerId);
    if (last === undefined) return;
    if (this.start !== null && !this.start.moved) {
      if (Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) < SLIP) return;
      this.start.moved = true;
      this.frame().setPointerCapture(event.pointerId);
    }
    const dx = event.clientX - last.x;
    const dy = event.clientY - last.y;
    this.held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.camera.halt();
    this.dragged = true;
    if (this.held.size === 1) {
      this.camera.pan(dx, dy);
      return;
    }
    const now = this.spread();
    const [a, b] = [...this.held.values()];
    if (a !== undefined && b !== undefined && this.apart > 0 && now > 0) {
      const box = this.frame().getBoundingClientRect();
      this.camera.pan(dx / 2, dy / 2);
      this.camera.zoom(now / this.apart, (a.x + b.x) / 2 - box.left, (a.y + b.y) / 2 - box.top);
    }
    this.apart = now;
  };

  readonly up = (event: PointerEvent): void => {
    this.held.delete(event.pointerId);
    this.apart = this.spread();
    if (!this.held.size) this.start = null;
  };

  private spread(): number {
    const [a, b] = [...this.held.values()];
    return a === undefined || b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y);
  }
}

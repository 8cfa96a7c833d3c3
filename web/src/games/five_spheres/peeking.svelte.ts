/** Looking closer: a card under the mouse, under the keyboard's focus or under a finger that stays is shown large by the table's lens. */
import type { TableHandle } from "../contract";

/** So long (ms) somebody stays at a card before it is shown. */
const HOVER = 450;
const PRESS = 420;
/** A finger that goes farther does not stay. */
const STILL = 10;

interface Looked {
  table: () => TableHandle;
  /** The card that a thing of the board is, if its face is seen. */
  card: (thing: string | undefined) => string | null;
  dragged: () => boolean;
}

const thingAt = (target: EventTarget | null): HTMLElement | null => (target as Element | null)?.closest<HTMLElement>("[data-thing]") ?? null;

export class Peeking {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private open = false;
  private finger: { x: number; y: number } | null = null;

  constructor(private readonly looked: Looked) {}

  /** The mouse came to a card, or (null) left it. */
  readonly at = (id: string | null, event?: PointerEvent): void => {
    if (event !== undefined && event.pointerType !== "mouse") return;
    this.close();
    if (id !== null && event?.buttons === 0 && !this.looked.dragged()) this.soon(id, event.currentTarget as Element, HOVER);
  };

  /** The focus came to something. */
  readonly focused = (event: FocusEvent): void => {
    const thing = thingAt(event.target);
    const id = thing === null || !thing.matches(":focus-visible") ? null : this.looked.card(thing.dataset["thing"]);
    this.close();
    if (id !== null && thing !== null) this.soon(id, thing, HOVER);
  };

  /** Who presses a button has seen enough; a finger that stays wants to look. */
  readonly pressed = (event: PointerEvent): void => {
    this.close();
    const thing = event.pointerType === "mouse" ? null : thingAt(event.target);
    const id = thing === null ? null : this.looked.card(thing.dataset["thing"]);
    if (thing === null || id === null) return;
    this.finger = { x: event.clientX, y: event.clientY };
    this.soon(id, thing, PRESS);
  };

  readonly moved = (event: PointerEvent): void => {
    if (this.finger !== null && Math.hypot(event.clientX - this.finger.x, event.clientY - this.finger.y) > STILL) this.close();
  };

  readonly released = (): void => {
    if (this.finger === null) return;
    const looked = this.open;
    this.close();
    if (!looked) return;
    // The tap that follows was no tap.
    const swallow = (click: MouseEvent): void => click.stopPropagation();
    addEventListener("click", swallow, { capture: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 60);
  };

  /** A finger that stays opens the lens and no menu of the browser. */
  readonly menu = (event: Event): void => {
    if (this.finger !== null) event.preventDefault();
  };

  readonly close = (): void => {
    clearTimeout(this.timer);
    this.finger = null;
    if (this.open) this.looked.table().lens(null);
    this.open = false;
  };

  private soon(id: string, beside: Element, after: number): void {
    this.timer = setTimeout(() => {
      if (this.looked.dragged() || !beside.isConnected) return;
      this.open = true;
      this.looked.table().lens(id, beside);
    }, after);
  }
}

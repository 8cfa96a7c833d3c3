/** Looking closer at cards: what lies under the mouse for a moment, has the keyboard's focus, or is held by a finger is shown
 * large beside itself. One listener serves all cards of an area. */
import type { Attachment } from "svelte/attachments";
import type { Json, TableHandle } from "../games/contract";

export interface Looked {
  id: string;
  beside: HTMLElement;
  /** How it lies, in the terms of the game. */
  lies?: Json;
}

/** Milliseconds after which a card under the mouse is shown; less while one goes from card to card. */
const HOVER = 380;
const NEXT = 90;
/** A finger that stays so long on a card reads it. */
const HOLD = 420;
/** So far a finger may move and still hold. */
const SLIP = 9;

/** `find`: the card that an element belongs to; null where there is none to read. */
export function lensing(table: () => TableHandle, find: (element: Element) => Looked | null): Attachment<HTMLElement> {
  return (area) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** The card that is looked at, or is about to be. */
    let at: HTMLElement | null = null;
    let shown = false;
    let closed = 0;
    /** A finger on a card: where it was put down. */
    let finger: { x: number; y: number } | null = null;
    /** A card was read by holding it: what follows is no tap. */
    let held = false;

    const close = (): void => {
      clearTimeout(timer);
      if (shown) {
        table().lens(null);
        closed = performance.now();
      }
      at = null;
      shown = false;
    };
    const look = (target: EventTarget | null, after: number): boolean => {
      const found = target instanceof Element ? find(target) : null;
      if (found === null) {
        close();
        return false;
      }
      if (found.beside === at) return true;
      close();
      at = found.beside;
      timer = setTimeout(() => {
        // It may have changed meanwhile: turned over, or be gone.
        const now = at?.isConnected === true ? find(at) : null;
        if (now === null) return;
        shown = true;
        if (finger !== null) held = true;
        table().lens(now.id, now.beside, now.lies ?? null);
      }, after);
      return true;
    };

    const over = (event: PointerEvent): void => {
      if (event.pointerType !== "mouse" || event.buttons) return;
      look(event.target, shown || performance.now() - closed < HOVER ? NEXT : HOVER);
    };
    const out = (event: PointerEvent): void => {
      if (event.pointerType === "mouse" && !(event.relatedTarget instanceof Node && at?.contains(event.relatedTarget) === true)) close();
    };
    const focus = (event: FocusEvent): void => {
      if (event.target instanceof HTMLElement && event.target.matches(":focus-visible") && finger === null) look(event.target, HOVER);
    };
    const down = (event: PointerEvent): void => {
      held = false;
      finger = null;
      close();
      if (event.pointerType === "mouse" || !event.isPrimary) return;
      finger = { x: event.clientX, y: event.clientY };
      look(event.target, HOLD);
    };
    const move = (event: PointerEvent): void => {
      if (finger === null || Math.hypot(event.clientX - finger.x, event.clientY - finger.y) < SLIP) return;
      finger = null;
      close();
    };
    const up = (): void => {
      // Once it is shown it stays, so that it can be read without a finger in the way; the next tap puts it away.
      if (finger !== null && !shown) close();
      finger = null;
    };
    const click = (event: MouseEvent): void => {
      if (!held) return;
      held = false;
      event.preventDefault();
      event.stopPropagation();
    };
    const menu = (event: Event): void => {
      if (finger === null && !held) return;
      event.preventDefault();
      event.stopPropagation();
    };

    const ended = new AbortController();
    const { signal } = ended;
    const first = { signal, capture: true };
    area.addEventListener("pointerover", over, { signal });
    area.addEventListener("pointerout", out, { signal });
    area.addEventListener("focusin", focus, { signal });
    area.addEventListener("focusout", close, { signal });
    area.addEventListener("pointerdown", down, first);
    area.addEventListener("pointermove", move, { signal });
    area.addEventListener("pointerup", up, { signal });
    area.addEventListener("pointercancel", up, { signal });
    area.addEventListener("click", click, first);
    area.addEventListener("contextmenu", menu, first);
    return () => {
      close();
      ended.abort();
    };
  };
}

interface Room {
  width: number;
  height: number;
}

/** Free space between a lens and what it is shown beside, and the edges of the window. */
const EDGE = 8;

/** Where a lens of a size goes: beside a card, never over it, whole within the window. Where there is not so much room it takes the
 * side with the most, and `high` says how much of it there is. */
export function lensPlace(box: { left: number; right: number; top: number; bottom: number }, lens: Room, room: Room): { x: number; y: number; high: number } {
  const clamped = (n: number, size: number, most: number): number => Math.max(EDGE, Math.min(n, most - size - EDGE));
  const y = clamped((box.top + box.bottom - lens.height) / 2, lens.height, room.height);
  const x = clamped((box.left + box.right - lens.width) / 2, lens.width, room.width);
  const high = room.height - 2 * EDGE;
  if (room.width - box.right - 2 * EDGE >= lens.width) return { x: box.right + EDGE, y, high };
  if (box.left - 2 * EDGE >= lens.width) return { x: box.left - EDGE - lens.width, y, high };
  const [above, below] = [box.top - 2 * EDGE, room.height - box.bottom - 2 * EDGE];
  if (below >= lens.height || below >= above) return { x, y: box.bottom + EDGE, high: below };
  return { x, y: Math.max(EDGE, box.top - EDGE - lens.height), high: above };
}

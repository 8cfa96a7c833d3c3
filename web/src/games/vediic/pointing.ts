/** Hands on the chart: presses, keys and the pointer, by one listener for the whole drawing, which has many small parts. */
import type { Ref } from "../contract";
import { nextIn, type Point } from "./chart";

/** Something that arrow keys go to. */
export interface Spot {
  ref: Ref;
  at: Point;
}
export interface Hands {
  spots(): readonly Spot[];
  press(ref: Ref): void;
  read(ref: Ref): void;
  /** What the keyboard or the mouse is at. */
  point(refs: Ref[]): void;
  focus(ref: Ref): void;
}

const ARROWS: Record<string, readonly [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const refOf = (target: EventTarget | null): Ref | null => (target as Element | null)?.closest?.("[data-ref]")?.getAttribute("data-ref") ?? null;

/** Listens to a drawing; gives how to stop. */
export function listen(svg: SVGSVGElement, hands: Hands): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  svg.addEventListener("click", (event) => press(event.target), { signal });
  svg.addEventListener("keydown", key, { signal });
  svg.addEventListener("focusin", focus, { signal });
  svg.addEventListener("pointerover", over, { signal });
  for (const name of ["focusout", "pointerleave"]) svg.addEventListener(name, () => hands.point([]), { signal });
  return () => ended.abort();

  function press(target: EventTarget | null): void {
    const ref = refOf(target);
    if (ref) hands.press(ref);
  }
  function key(event: KeyboardEvent): void {
    const ref = (event.target as Element).getAttribute("data-ref");
    if (!ref) return;
    const arrow = ARROWS[event.key];
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      press(event.target);
    } else if (event.key === "i") {
      hands.read(ref);
    } else if (arrow && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      const from = hands.spots().find((spot) => spot.ref === ref);
      const next = from && nextIn(hands.spots(), from.at, ...arrow);
      if (next) svg.querySelector<SVGElement>(`[data-ref="${next.ref}"]`)?.focus();
    }
  }
  function focus(event: FocusEvent): void {
    const ref = (event.target as Element).getAttribute("data-ref");
    if (!ref) return;
    hands.focus(ref);
    hands.point([ref]);
  }
  function over(event: PointerEvent): void {
    if (event.pointerType !== "mouse") return;
    const ref = refOf(event.target);
    hands.point(ref ? [ref] : []);
  }
}

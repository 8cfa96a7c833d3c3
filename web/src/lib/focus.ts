/** Where the keyboard is after what had its focus is gone. */

const NOWHERE = 3000;

/** Is the focus at nothing in particular? */
export function isLost(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || !active.isConnected;
}

/** Focuses the heading of what is shown now, as soon as it is there, so that it is read out and Tab goes on from it.
 * Gives up when somebody has gone elsewhere meanwhile. */
export function focusHeading(): void {
  const [before, since] = [document.activeElement, performance.now()];
  const look = (): void => {
    if (!isLost() && document.activeElement !== before) return;
    const heading = document.querySelector<HTMLElement>("main h1");
    if (heading !== null) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    } else if (performance.now() - since < NOWHERE) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** For a part of the page: when the element in it that had the focus is gone or can no longer have it, the part has it. */
export function keepFocus(part: HTMLElement): () => void {
  const out = (event: FocusEvent): void => {
    if (event.relatedTarget !== null) return;
    // What goes because of an answer goes a moment later than what is pressed; the browser lets go of it at the next frame.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (part.isConnected && document.hasFocus() && isLost()) part.focus({ preventScroll: true });
      }),
    );
  };
  part.addEventListener("focusout", out);
  return () => part.removeEventListener("focusout", out);
}

/** One stop of the Tab key for a row of things; the arrow keys lead on from there, to the nearest thing in their direction. */

const THINGS = "[data-nav]";

/** For the element that holds the row; a row within a row has no stop of its own. */
export function roving(row: HTMLElement, isRow = true): { destroy(): void } {
  if (!isRow) return { destroy() {} };
  const all = (): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(THINGS)];
  const settle = (): void => {
    const things = all();
    const now = things.find((one) => one === document.activeElement) ?? things.find((one) => one.tabIndex === 0) ?? things[0];
    for (const one of things) one.tabIndex = one === now ? 0 : -1;
  };
  const focused = (event: FocusEvent): void => {
    const here = (event.target as HTMLElement).closest<HTMLElement>(THINGS);
    if (here !== null) for (const one of all()) one.tabIndex = one === here ? 0 : -1;
  };
  const watch = new MutationObserver(settle);
  watch.observe(row, { childList: true, subtree: true });
  row.addEventListener("focusin", focused);
  settle();
  return {
    destroy() {
      watch.disconnect();
      row.removeEventListener("focusin", focused);
    },
  };
}

const TURNS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Moves the focus by an arrow key among all things of the board. */
export function stride(board: HTMLElement, event: KeyboardEvent): void {
  const turn = TURNS[event.key];
  const here = (event.target as HTMLElement).closest<HTMLElement>(THINGS);
  if (turn === undefined || here === null || event.altKey || event.ctrlKey || event.metaKey) return;
  const from = middle(here);
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const one of board.querySelectorAll<HTMLElement>(THINGS)) {
    if (one === here) continue;
    const to = middle(one);
    const along = (to.x - from.x) * turn[0] + (to.y - from.y) * turn[1];
    const aside = Math.abs((to.x - from.x) * turn[1]) + Math.abs((to.y - from.y) * turn[0]);
    if (along < 4 || (turn[1] === 0 && aside > along * 2 + 30)) continue;
    const far = along + aside * (turn[1] === 0 ? 3 : 1.2);
    if (far < least) [best, least] = [one, far];
  }
  event.preventDefault();
  if (best === null) return;
  best.focus();
  best.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function middle(element: HTMLElement): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

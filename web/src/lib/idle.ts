/** Work that can wait: done piece by piece while the page has nothing else to do, never so long that a frame is late. */
import { untrack } from "svelte";

/** A slice of work ends after so many milliseconds, or earlier if the browser needs the time. */
const SLICE = 4;

interface Deadline {
  timeRemaining(): number;
}
type Run = (deadline: Deadline) => void;

// Safari has no idle callbacks; a moment later is the next best.
const soon: (run: Run) => number =
  typeof requestIdleCallback === "function" ? requestIdleCallback : (run) => Number(setTimeout(() => run({ timeRemaining: () => SLICE }), 50));
const never: (id: number) => void = typeof cancelIdleCallback === "function" ? cancelIdleCallback : (id) => clearTimeout(id);

/** Does pieces of work when there is time; gives a way to leave the rest undone. */
export function whenIdle(pieces: Iterable<() => void>): () => void {
  const rest = pieces[Symbol.iterator]();
  let asked = soon(run);
  function run(deadline: Deadline): void {
    const end = performance.now() + Math.min(SLICE, deadline.timeRemaining());
    do {
      const next = rest.next();
      if (next.done) return;
      next.value();
    } while (performance.now() < end);
    asked = soon(run);
  }
  return () => never(asked);
}

/** Does something when what has changed by now is drawn, or some frames later, so that not all that can wait comes at once; gives
 * a way to call it off. A page that nobody sees draws nothing: there it is done at once, and whoever asked for it does not follow
 * what is read in it, as little as when it is done later. */
export function afterFrame(what: () => void, frames = 1): () => void {
  if (document.hidden) {
    untrack(what);
    return () => undefined;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  let left = frames;
  const drawn = (): void => {
    left -= 1;
    if (left > 0) frame = requestAnimationFrame(drawn);
    else timer = setTimeout(what);
  };
  let frame = requestAnimationFrame(drawn);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

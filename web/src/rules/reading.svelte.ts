/** Which chapter of a book is being read: the last one whose heading has passed the upper part of what one sees. */

/** So far below its upper edge the part lies in which one reads, as a share of the height. */
const READ_AT = 0.3;

export class Reading {
  /** The id of the heading; null before the first one. */
  now: string | null = $state(null);

  /** Follows the scrolling of whatever holds the book; `headings` are the ids in their order. Gives how to stop. */
  follow(box: HTMLElement, headings: () => readonly string[]): () => void {
    let waiting = 0;
    const look = (): void => {
      waiting = 0;
      const [top, bottom] = seen(box);
      const line = top + (bottom - top) * READ_AT;
      const passed = headings().filter((id) => {
        const place = box.querySelector(`[id="${CSS.escape(id)}"]`);
        return place !== null && place.getBoundingClientRect().top <= line;
      });
      this.now = passed.at(-1) ?? headings()[0] ?? null;
    };
    const later = (): void => {
      waiting ||= requestAnimationFrame(look);
    };
    // What scrolls may be the page or a part of it: scrolling is heard on its way down.
    addEventListener("scroll", later, { capture: true, passive: true });
    addEventListener("resize", later);
    later();
    return () => {
      cancelAnimationFrame(waiting);
      removeEventListener("scroll", later, { capture: true });
      removeEventListener("resize", later);
    };
  }
}

/** The upper and the lower edge of what is seen of the page, or of the part of it that scrolls and holds a box. */
function seen(box: HTMLElement): [number, number] {
  for (let part = box.parentElement; part !== null; part = part.parentElement) {
    if (part.scrollHeight > part.clientHeight && /auto|scroll/.test(getComputedStyle(part).overflowY)) {
      const { top, bottom } = part.getBoundingClientRect();
      if (part !== document.documentElement && part !== document.body) return [top, bottom];
    }
  }
  return [0, innerHeight];
}

/** Which cards were seen face up in the match that is told, by serial number: everybody saw them, so everybody may recall
 * them. A match is told from its first event on, the basepoint, which begins the memory anew. */
import type { Row, SeenEvent, SpaceView } from "./view";

class Memory {
  private readonly seen = new Map<number, string>();
  /** Counted up when there is more to recall: whoever draws what is recalled follows it. */
  grown = $state(0);
  private told = false;

  note(no: number, card: string): void {
    if (this.seen.get(no) === card) return;
    this.seen.set(no, card);
    if (this.told) return;
    // A moment later: things are noted while sentences are made, where nothing may change that is drawn.
    this.told = true;
    queueMicrotask(() => {
      this.told = false;
      this.grown += 1;
    });
  }

  /** How much there is to recall, for whoever keeps what was said with it; nothing follows it. */
  get size(): number {
    return this.seen.size;
  }

  recall(no: number): string | null {
    return this.seen.get(no) ?? null;
  }

  clear(): void {
    this.seen.clear();
  }
}

export const memory = new Memory();

/** Notes the cards that a view shows face up. */
export function rememberView(view: SpaceView): void {
  for (const row of view.board) if (row.card !== null) memory.note(row.no, row.card);
  if (view.basepoint !== null && view.board.length) memory.note(0, view.basepoint);
}

/** Notes the card that an event names. */
export function rememberEvent(event: SeenEvent): void {
  if (event.event === "basepoint") {
    memory.clear();
    memory.note(0, event.card);
  }
  if ("no" in event && "card" in event) memory.note(event.no, event.card);
}

/** A placed card's id by its serial number, if it was ever seen. */
export const recall = (no: number): string | null => memory.recall(no);

/** A placed card's id: shown, or recalled, or unknown. */
export const idOf = (row: Row): string | null => row.card ?? recall(row.no);

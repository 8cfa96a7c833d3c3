/** What the universe is worth now, as the server reckons it; shared by the board and the words about how it came out. */
import type { TableHandle, View } from "../contract";
import type { Score, SpaceView } from "./view";

/** A change as it is written: with its sign, a true minus. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

interface Known {
  view: View;
  score: Score;
}

class Points {
  /** The last answer that is shown, and the view it was given for. */
  private last: Known | null = $state.raw(null);
  /** An answer that waits until the board has come to its view. */
  private coming: Known | null = null;
  private wanted: View | null = null;
  /** The view that the board has come to. */
  private reached: View | null = null;

  /** The score at a view; an older one of the same table is better than none while the new one is on its way. */
  of(view: View): Score | null {
    return this.last !== null && this.last.score.seats.length === view["elements"].length ? this.last.score : null;
  }

  /** Is anything known of this table? */
  get known(): boolean {
    return this.last !== null;
  }

  /** By how much each seat's points would change by what is foreseen; null where that cannot be said. */
  changes(view: View, foreseen: Score | null): number[] | null {
    const now = this.last?.view === view ? this.last.score : null;
    if (now === null || foreseen === null) return null;
    return now.seats.map(({ score }, seat) => (foreseen.seats[seat]?.score ?? score) - score);
  }

  /** Asks for the score at a view that the board is coming to; of several answers the one to the last question counts. */
  async follow(view: View, table: TableHandle): Promise<void> {
    if (this.last?.view === view || this.wanted === view) return;
    this.wanted = view;
    const answer: Score | null = await table.ask("score");
    if (this.wanted !== view) return;
    this.wanted = null;
    // While moves come faster than they are shown the answer may be about a later one: it is asked for again then.
    if (answer === null || !Array.isArray(answer.seats) || !isAbout(answer, view as SpaceView)) return;
    this.coming = { view, score: answer };
    if (this.reached === view) this.last = this.coming;
  }

  /** The board shows a view now: what it is worth may be shown too. */
  reach(view: View): void {
    this.reached = view;
    if (this.coming?.view === view) this.last = this.coming;
  }

  /** Another table: what was known is of no use. */
  forget(): void {
    this.last = null;
    this.coming = null;
    this.wanted = null;
    this.reached = null;
  }
}

/** Is an answer about this view: do the same stars lie in the same places? */
export function isAbout(score: Score, view: SpaceView): boolean {
  const told = new Set(score.stars.map((star) => star.no));
  const isTold = view.board.every((row) => !row.up || row.card === null || view.cards[row.card]?.kind !== "star" || told.has(row.no));
  return isTold && score.stars.every((star) => {
    const row = view.board.find((one) => one.no === star.no);
    return row !== undefined && row.x === star.x && row.y === star.y && row.up === (star.nothing !== "face_down");
  });
}

export const points = new Points();

/** What the universe is worth now, as the server reckons it; shared by the board and the strip of seats. */
import type { Scene, TableHandle, View } from "../contract";
import type { Score } from "./view";

/** A change as it is written: with its sign, a true minus. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

class Points {
  /** The last answer, and the view it was given for. */
  private last: { view: View; score: Score } | null = $state.raw(null);
  private wanted: View | null = null;

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

  /** Asks for the score at a scene; of several answers the one to the last question counts. */
  async follow(scene: Scene, table: TableHandle): Promise<void> {
    if (this.last?.view === scene.view) return;
    this.wanted = scene.view;
    const answer: Score | null = await table.ask("score");
    if (answer !== null && Array.isArray(answer.seats) && this.wanted === scene.view) this.last = { view: scene.view, score: answer };
  }

  /** Another table: what was known is of no use. */
  forget(): void {
    this.last = null;
    this.wanted = null;
  }
}

export const points = new Points();

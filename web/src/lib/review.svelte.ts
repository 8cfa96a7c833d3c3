/** The review of a match: begun when it is looked at, and followed as long as somebody looks. */
import type { ReviewAnswer, ReviewNow, TableInfo } from "../wire";
import { get, makePlay, post, Refusal } from "./api";
import { myself } from "./me.svelte";

const AGAIN = 1500;

export const reviewPath = (table: string): string => `/api/tables/${encodeURIComponent(table)}/review`;
/** What was best at a decision. */
export const answerAt = (table: string, at: number): Promise<ReviewAnswer> => get<ReviewAnswer>(`${reviewPath(table)}/${at}/answer`);
/** A new table from a moment of a match; gives its id. */
export const playOnFrom = makePlay;

export class Review {
  now: ReviewNow | null = $state.raw(null);
  fault: unknown = $state.raw(null);
  private gone = false;

  constructor(readonly table: string) {}

  /** Asks for the review, and follows it. Gives how to look away. */
  follow(): () => void {
    this.gone = false;
    void this.begin();
    return () => (this.gone = true);
  }

  async begin(): Promise<void> {
    this.fault = null;
    try {
      await myself.be();
      this.now = await post<ReviewNow>(reviewPath(this.table));
    } catch (fault) {
      this.fault = fault;
      // What was judged before is shown all the same.
      this.now = await get<ReviewNow>(reviewPath(this.table)).catch(() => null);
      return;
    }
    while (!this.gone && this.goesOn) {
      try {
        this.now = await get<ReviewNow>(`${reviewPath(this.table)}?known=${this.now?.judged ?? -1}`);
      } catch (fault) {
        if (!(fault instanceof Refusal)) throw fault;
        // The link may come back; the server goes on meanwhile.
        await new Promise((done) => setTimeout(done, AGAIN));
      }
    }
  }

  private get goesOn(): boolean {
    return this.now?.state === "working" || this.now?.state === "waiting";
  }
}

/** May a match be reviewed? It was played, and is over. */
export const isReviewed = (info: TableInfo): boolean => info.state === "over" && info.started !== null && info.outcome !== null;

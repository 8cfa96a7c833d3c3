/** What a preview leaves open. */
import type { Preview } from "../contract";

/** The turn is over with one of these. */
const OVER = new Set(["turn", "ending", "over"]);

/** Who decides about something before the turn is over, so that the points are not the last word; null: nobody, as far as one can know. */
export function undecided(preview: Preview): number | null {
  return preview.events.some((event) => OVER.has(event.event)) ? null : preview.next;
}

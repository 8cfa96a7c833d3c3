/** What others did since one's last action, in short. */
import type { Sentence } from "../games/contract";
import type { Model } from "../lib/model.svelte";

/** The sentences of it, without headings and small print. */
export function told(model: Model): Sentence[] {
  return model.since.flatMap((entry) => entry.lines.filter((line) => line.kind === undefined).map((line) => line.sentence));
}

/** Sentences at the table. */
import type { Sentence } from "../games/contract";
import { large } from "../lib/texts";

/** A sentence that stands by itself: it begins with a capital letter. */
export function begun(sentence: Sentence): Sentence {
  const first = sentence.findIndex((part) => part.text.trim() !== "");
  return sentence.map((part, i) => (i === first ? { ...part, text: large(part.text) } : part));
}

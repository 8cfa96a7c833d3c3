/** The cards that can be seen in a view. */
import type { Json, View } from "../../games/contract";

/** What names cards that do not lie there: what is known of cards and options, and what is left of the decks. */
const ELSEWHERE: readonly string[] = ["cards", "options", "decks"];

/** The ids of all cards that a view names, in the order in which it does, each once; `known`: the cards of the match. */
export function cardsIn(view: View, known: Record<string, Json>): string[] {
  const found = new Set<string>();
  const walk = (value: Json): void => {
    if (typeof value === "string") {
      if (Object.hasOwn(known, value)) found.add(value);
    } else if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(walk);
  };
  for (const [name, part] of Object.entries(view)) if (!ELSEWHERE.includes(name)) walk(part);
  return [...found];
}

/** By what cards are found: their words, and the few traits that each game's cards have. */
import type { CardBook, CardShelf, Facet, Json } from "../games/contract";
import type { Lang } from "../lib/texts";

/** Letters for comparing: wide and large ones count as plain ones. */
const folded = (text: string): string => text.normalize("NFKC").toLowerCase();

/** All words on a card, wherever they stand in its texts, for searching. */
function wordsOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(wordsOf).join(" ");
  return typeof value === "object" && value !== null ? Object.values(value).map(wordsOf).join(" ") : "";
}

/** The ids of the cards that have all chosen traits and all typed words. */
export function filtered(book: CardBook, facets: readonly Facet[], chosen: Record<string, string>, words: string): string[] {
  const wanted = folded(words).split(/\s+/).filter(Boolean);
  return Object.keys(book.cards).filter((id) => {
    const card = book.cards[id];
    for (const facet of facets) {
      const value = chosen[facet.name];
      if (value && !facet.of(card).includes(value)) return false;
    }
    if (!wanted.length) return true;
    const text = folded(`${id} ${card.code ?? ""} ${wordsOf(book.text(id))}`);
    return wanted.every((word) => text.includes(word));
  });
}

/** The cards in the order in which people look for them. */
export function ordered(shelf: Pick<CardShelf, "rank">, cards: Record<string, Json>, ids: string[], lang: Lang, nameOf: (id: string) => string): string[] {
  const ranks = new Map(ids.map((id) => [id, shelf.rank(cards[id])]));
  return [...ids].sort((a, b) => {
    const [left, right] = [ranks.get(a) ?? [], ranks.get(b) ?? []];
    for (let i = 0; i < left.length; i++) {
      const difference = (left[i] ?? 0) - (right[i] ?? 0);
      if (difference) return difference;
    }
    return nameOf(a).localeCompare(nameOf(b), lang);
  });
}

/** Decks as the server tells of them, and where on the page they are. */
import type { Lang } from "../lib/texts";

/** What the server finds of a deck. */
export interface DeckChecked {
  ok: boolean;
  name: string;
  element: string | null;
  cards: Record<string, number>;
  code: string | null;
  faults: { code: string; message_en: string; message_ja: string }[];
}

/** A deck that comes with a game. */
export interface ShippedDeck {
  id: string;
  name: string;
  cards: Record<string, number>;
  code: string;
  /** How it wants to be played, where the game says so. */
  plan?: string;
}

/** Stands in an address where no deck is yet. */
export const NEW = "new";

/** The place where a deck is built: one of one's own by its id, another by its name or code. */
export const deskOf = (game: string, which = NEW): string => `/decks/${game}/${encodeURIComponent(which)}`;

/** All that is wrong with a deck, in words. */
export const faultWords = ({ faults }: DeckChecked, lang: Lang): string =>
  faults.map((one) => (lang === "ja" ? one.message_ja : one.message_en)).join(" ");

export const cardCount = (cards: Record<string, number>): number => Object.values(cards).reduce((sum, n) => sum + n, 0);

/** The decks that somebody has built, kept in this browser. */
export interface KeptDeck {
  id: string;
  game: string;
  name: string;
  /** How many copies of each card. */
  cards: Record<string, number>;
  /** The element that all its cards have, in games where they do. */
  element?: string;
  /** The code for others and for the server; null while the deck breaks a rule. */
  code: string | null;
}

const KEY = "orrery.decks";

function read(): KeptDeck[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isDeck) : [];
  } catch {
    return []; // a browser that keeps nothing, or something that is not ours
  }
}

function isDeck(value: unknown): value is KeptDeck {
  const deck = value as Partial<KeptDeck> | null;
  return typeof deck?.id === "string" && typeof deck.game === "string" && typeof deck.cards === "object";
}

class KeptDecks {
  all: KeptDeck[] = $state.raw(read());

  constructor() {
    addEventListener("storage", (change) => {
      if (change.key === KEY) this.all = read();
    });
  }

  of(game: string): KeptDeck[] {
    return this.all.filter((deck) => deck.game === game);
  }

  find(id: string | null): KeptDeck | undefined {
    return this.all.find((deck) => deck.id === id);
  }

  /** Keeps a deck, in place of the one with its id if there is one. */
  keep(deck: KeptDeck): void {
    this.write(this.find(deck.id) ? this.all.map((one) => (one.id === deck.id ? deck : one)) : [...this.all, deck]);
  }

  drop(id: string): void {
    this.write(this.all.filter((deck) => deck.id !== id));
  }

  private write(decks: KeptDeck[]): void {
    this.all = decks;
    try {
      localStorage.setItem(KEY, JSON.stringify(decks));
    } catch {
      // they hold until the page is closed
    }
  }
}

export const keptDecks = new KeptDecks();

/** A new id for a deck. Not crypto.randomUUID: that is missing on pages without https. */
export function newId(): string {
  return Math.random().toString(36).slice(2, 10);
}

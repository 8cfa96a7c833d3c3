/** The cards of a game with all that is needed to show them: the drawing, the words, the texts of the cards. */
import type { CardBook, GameModule, Json } from "../games/contract";
import { get } from "../lib/api";
import { bookOf, loadGame, loadTexts, type CardList, type GameName } from "../lib/loading";
import { settings } from "../lib/settings.svelte";
import { Texts, type Lang, type Rows } from "../lib/texts";

/** What the server tells of a game's own set beyond the cards. */
export interface SetMore {
  basic?: Record<string, string[]>;
  races?: Record<Lang, Record<string, string>>;
  keywords?: Record<Lang, Record<string, string>>;
}

interface Loaded {
  module: GameModule;
  rows: Rows;
  list: CardList;
}

export class Shelf {
  private loaded: Loaded | null = $state.raw(null);
  fault: unknown = $state.raw(null);

  constructor(readonly game: GameName) {
    void this.load();
  }

  async load(): Promise<void> {
    this.fault = null;
    try {
      const [module, rows, list] = await Promise.all([
        loadGame(this.game),
        loadTexts(this.game),
        get<CardList>(`/api/games/${this.game}/cards`),
      ]);
      this.loaded = { module, rows, list };
    } catch (fault) {
      this.fault = fault;
    }
  }

  get isReady(): boolean {
    return this.loaded !== null;
  }
  get module(): GameModule | null {
    return this.loaded?.module ?? null;
  }
  readonly texts: Texts = $derived(new Texts(settings.kept.lang, [this.loaded?.rows ?? {}]));
  readonly book: CardBook = $derived(bookOf(this.loaded?.list ?? { cards: {} }, settings.kept.lang));
  readonly cards: Record<string, Json> = $derived(this.loaded?.list.cards ?? {});
  readonly more: SetMore = $derived((this.loaded?.list as { more?: SetMore } | undefined)?.more ?? {});
}

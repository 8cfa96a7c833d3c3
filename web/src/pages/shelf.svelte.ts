/** The cards of a game with all that is needed to show them: the drawing, the words, the texts of the cards. */
import type { CardBook, CardShelf, GameModule, Json, SetMore } from "../games/contract";
import { get } from "../lib/api";
import { bookOf, loadGame, loadShelf, loadTexts, type CardList } from "../lib/loading";
import { settings } from "../lib/settings.svelte";
import { Texts, type Rows } from "../lib/texts";
import { layoutTexts } from "./games";

interface Loaded {
  module: GameModule;
  layout: CardShelf;
  rows: Rows;
  list: CardList;
}

export class Shelf {
  private loaded: Loaded | null = $state.raw(null);
  fault: unknown = $state.raw(null);

  constructor(readonly game: string) {
    void this.load();
  }

  async load(): Promise<void> {
    this.fault = null;
    try {
      const [module, layout, rows, list] = await Promise.all([
        loadGame(this.game),
        loadShelf(this.game),
        loadTexts(this.game),
        get<CardList>(`/api/games/${this.game}/cards`),
      ]);
      if (layout === null) throw new Error(`no cards of ${this.game} are laid out`);
      this.loaded = { module, layout, rows: { ...layoutTexts(this.game), ...rows }, list };
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
  /** How the cards are laid out; null until they are there. */
  get layout(): CardShelf | null {
    return this.loaded?.layout ?? null;
  }
  readonly texts: Texts = $derived(new Texts(settings.kept.lang, [this.loaded?.rows ?? {}]));
  readonly book: CardBook = $derived(bookOf(this.loaded?.list ?? { cards: {} }, settings.kept.lang));
  readonly cards: Record<string, Json> = $derived(this.loaded?.list.cards ?? {});
  readonly more: SetMore = $derived((this.loaded?.list as { more?: SetMore } | undefined)?.more ?? {});
}

/** What is loaded only when it is needed: a game's folder, its texts, the cards of a match. */
import type { CardBook, CardText, GameModule, Json } from "../games/contract";
import { get } from "./api";
import shared from "../generated/shared.json";
import type { Lang, Row, Rows } from "./texts";

export const GAMES = ["space_editor", "vediic", "five_spheres"] as const;
export type GameName = (typeof GAMES)[number];

const MODULES: Record<GameName, () => Promise<{ default: GameModule }>> = {
  space_editor: () => import("../games/space_editor/index"),
  vediic: () => import("../games/vediic/index"),
  five_spheres: () => import("../games/five_spheres/index"),
};
const TEXTS: Record<GameName, () => Promise<{ default: Record<string, Row> }>> = {
  space_editor: () => import("../generated/space_editor.json"),
  vediic: () => import("../generated/vediic.json"),
  five_spheres: () => import("../generated/five_spheres.json"),
};

export function isGame(name: string | undefined): name is GameName {
  return name !== undefined && (GAMES as readonly string[]).includes(name);
}

export const loadGame = async (name: GameName): Promise<GameModule> => (await MODULES[name]()).default;
export const loadTexts = async (name: GameName): Promise<Rows> => ({ ...(shared as Rows), ...(await TEXTS[name]()).default });

/** The cards of a match or of a game's own set, as the server tells them in both languages. Cards of two halves have a name
 * and lines for each. */
export interface CardList {
  cards: Record<string, Json>;
  names?: Partial<Record<Lang, Record<string, string | Halves<string>>>>;
  texts?: Partial<Record<Lang, Record<string, string[] | Halves<string[]>>>>;
  /** Words and figures that a game needs to draw its cards. */
  more?: Record<string, Json>;
}
interface Halves<T> {
  creature: T;
  spell: T;
  card?: T;
}

const NONE: CardList = { cards: {} };

/** Games whose cards are all alike but for a colour: there is nothing to load. */
const PLAIN: readonly GameName[] = ["vediic"];

/** The cards of a game at a path of the server. */
export const loadCards = async (game: GameName, path: string): Promise<CardList> => (PLAIN.includes(game) ? NONE : get<CardList>(path));

/** The cards as they are read in a language. */
export function bookOf(list: CardList, lang: Lang): CardBook {
  return {
    cards: list.cards,
    text(id) {
      const card: Json = list.cards[id];
      const names = list.names?.[lang]?.[id] ?? String(card?.name ?? id);
      const lines = list.texts?.[lang]?.[id] ?? [];
      const text: CardText =
        typeof names === "string" ? { name: names, lines: [] } : { name: names.card ?? names.creature, lines: [], names };
      if (Array.isArray(lines)) text.lines = lines;
      else Object.assign(text, { lines: [...lines.creature, ...lines.spell], creature: lines.creature, spell: lines.spell });
      for (const trait of ["race", "keyword"]) {
        const word: Json = card?.creature?.[trait];
        if (word) text[trait] = list.more?.[`${trait}s`]?.[lang]?.[word] ?? String(word).replaceAll("_", " ");
      }
      const strengths: Json = list.more?.["strengths"]?.[id];
      if (strengths) text["strengths"] = strengths;
      return text;
    },
  };
}

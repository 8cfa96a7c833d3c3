/** What is loaded only when it is needed: a game's folder, its texts, the cards of a match. */
import type { CardBook, CardShelf, CardText, Coach, Figures, GameModule, Json } from "../games/contract";
import { get } from "./api";
import { games } from "./games.svelte";
import shared from "../generated/shared.json";
import type { Lang, Rows } from "./texts";

/** The games' folders: each file is found by its place, and loaded when it is needed. A game without one gets what is plain. */
const MODULES = import.meta.glob<{ default: GameModule }>("../games/*/index.ts");
const CARDS = import.meta.glob<{ default: CardShelf }>("../games/*/cards.ts");
const COACHES = import.meta.glob<{ default: Coach }>("../games/*/coach.ts");
const FIGURES = import.meta.glob<{ default: Figures }>("../games/*/figures/index.ts");
const TEXTS = import.meta.glob<{ default: Rows }>(["../generated/*.json", "!../generated/shared.json"]);

const REFUSALS = import.meta.glob<{ default: Rows }>("../generated/refusals/*.json");

const NO_FIGURES: Figures = { figures: [], texts: {} };

/** A game as the table shows it: by its own board, or by the plain one. */
export async function loadGame(name: string): Promise<GameModule> {
  const found = MODULES[`../games/${name}/index.ts`];
  return (found ? await found() : await import("../table/plain")).default;
}

/** The texts of a game. One whose texts are not here has at least its title, as the server tells it. */
export async function loadTexts(name: string): Promise<Rows> {
  const found = TEXTS[`../generated/${name}.json`];
  if (found) return { ...(shared as Rows), ...(await found()).default };
  const title = (await games.load()).find((one) => one.game === name)?.title;
  return { ...(shared as Rows), "game.title": title ?? { en: name, ja: name } };
}

/** What is said of refusals in a game. */
export const loadRefusals = async (name: string): Promise<Rows> => (await REFUSALS[`../generated/refusals/${name}.json`]?.())?.default ?? {};

/** Are there cards of a game to look at, and decks to build of them? */
export const hasCards = (name: string): boolean => `../games/${name}/cards.ts` in CARDS;

/** How the cards of a game are laid out on the page; null for a game without. */
export const loadShelf = async (name: string): Promise<CardShelf | null> => (await CARDS[`../games/${name}/cards.ts`]?.())?.default ?? null;

/** Is there anything to be said to those who are new to a game? */
export const hasCoach = (name: string): boolean => `../games/${name}/coach.ts` in COACHES;

/** What is said to those who are new to a game; null for a game that says nothing. */
export const loadCoach = async (name: string): Promise<Coach | null> => (await COACHES[`../games/${name}/coach.ts`]?.())?.default ?? null;

/** The figures of a game's rulebook. */
export const loadFigures = async (name: string): Promise<Figures> =>
  (await FIGURES[`../games/${name}/figures/index.ts`]?.())?.default ?? NO_FIGURES;

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

/** The cards of a game at a path of the server. Where none are laid out, there is nothing to load. */
export const loadCards = async (game: string, path: string): Promise<CardList> => (hasCards(game) ? get<CardList>(path) : NONE);

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

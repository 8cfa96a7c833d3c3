/** What is marked on a card besides its numbers: its keyword, and each of its abilities with the printed line. */
import type { CardBook } from "../contract";
import { cardOf, halfText } from "./book";
import type { Ability } from "./view";

export interface Trait {
  /** A keyword, a moment or a passive, by which its mark is found. */
  mark: string;
  /** What is said of it. */
  words: string;
}

export const markOf = (ability: Ability): string => ability.when ?? ability.passive ?? "";

/** The keyword of a creature. */
export function keywordOf(book: CardBook, id: string): Trait | null {
  const keyword = cardOf(book, id)?.creature.keyword;
  if (keyword === undefined) return null;
  const words = book.text(id)["keyword"];
  return { mark: keyword, words: typeof words === "string" ? words : keyword.replaceAll("_", " ") };
}

/** The abilities of a half, each with its line. A spell may say first what it does once; its abilities are the last lines. */
export function abilitiesOf(book: CardBook, id: string, half: "creature" | "spell"): Trait[] {
  const abilities = cardOf(book, id)?.[half].abilities ?? [];
  const lines = halfText(book, id, half).lines;
  const first = Math.max(0, lines.length - abilities.length);
  return abilities.map((ability, i) => ({ mark: markOf(ability), words: lines[first + i] ?? "" }));
}

/** The lines of a half as they are read, each with the mark of its ability, where it is one. */
export function markedLines(book: CardBook, id: string, half: "creature" | "spell"): Trait[] {
  const card = cardOf(book, id);
  const abilities = card?.[half].abilities ?? [];
  const lines = halfText(book, id, half).lines;
  const first = Math.max(0, lines.length - abilities.length);
  const once = half === "spell" ? (card?.spell.when ?? "") : "";
  return lines.map((words, i) => {
    const ability = abilities[i - first];
    return { mark: ability === undefined ? once : markOf(ability), words };
  });
}

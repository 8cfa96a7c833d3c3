/** The handbook of a game: the book for people, with figures that the engine has played. Each is read once. */
import { get } from "../lib/api";
import type { Lang } from "../lib/texts";
import type { GameEvent, View } from "../games/contract";
import { read, type Block } from "./markdown";

interface HandbookInfo {
  title: string;
  opening: string;
  chapters: { name: string; title: string; text: string; tells: string[] }[];
  programmers: string[];
}

/** A part of a chapter: text, or the place of a figure. */
export type Piece = { kind: "text"; blocks: Block[] } | { kind: "figure"; name: string };

export interface Chapter {
  name: string;
  title: string;
  pieces: Piece[];
  /** The clauses of the reference that say the same exactly. */
  tells: string[];
}

export interface Handbook {
  title: string;
  opening: Block[];
  /** None where a game has no handbook. */
  chapters: Chapter[];
  /** The sections of the reference that nobody needs in order to play. */
  programmers: ReadonlySet<string>;
}

/** A step of a figure: what is said, what was done or tried, and what lies there then. */
export interface Moment {
  say: Record<Lang, string>;
  word: string | null;
  seat: number | null;
  events: GameEvent[];
  view: View;
  score: Record<string, unknown>;
  to_act: number | null;
  refusal: { clause: string; code: string; facts: Record<string, unknown>; text: Record<Lang, string> } | null;
}

export interface Figures {
  names: Record<Lang, string[]>;
  figures: Record<string, { seat: number | null; moments: Moment[] }>;
}

const PLACE = /^\{figure ([a-z0-9_]+)\}$/m;

/** A chapter's text with the places of its figures told apart. */
export function pieces(text: string): Piece[] {
  // What is split by a pattern with a group has its matches at the odd places.
  return text.split(PLACE).flatMap((part, i): Piece[] => {
    if (i % 2) return [{ kind: "figure", name: part }];
    return part.trim() ? [{ kind: "text", blocks: read(part) }] : [];
  });
}

const books = new Map<string, Promise<Handbook>>();
const drawn = new Map<string, Promise<Figures>>();

export function handbookOf(game: string, lang: Lang): Promise<Handbook> {
  return once(books, `${game} ${lang}`, async () => {
    const info = await get<HandbookInfo>(`/api/games/${game}/handbook?lang=${lang}`);
    const chapters = info.chapters.map(({ text, ...chapter }) => ({ ...chapter, pieces: pieces(text) }));
    return { title: info.title, opening: read(info.opening), chapters, programmers: new Set(info.programmers) };
  });
}

/** The figures of a game, in all languages. */
export const figuresOf = (game: string): Promise<Figures> => once(drawn, game, () => get<Figures>(`/api/games/${game}/handbook/figures`));

function once<T>(kept: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  let found = kept.get(key);
  if (found === undefined) {
    found = ask();
    found.catch(() => kept.delete(key)); // to be asked for again
    kept.set(key, found);
  }
  return found;
}

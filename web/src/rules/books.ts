/** The rulebooks, each read once. */
import { get } from "../lib/api";
import type { Lang } from "../lib/texts";
import { read, type Block } from "./markdown";

interface RulesInfo {
  /** The whole book, chapter by chapter; what stands between clauses is a part without one. */
  chapters: { level: number; section: string | null; title: string; parts: { clause: string | null; text: string }[] }[];
}

/** The book as it was written. */
function whole(info: RulesInfo): string {
  const lines: string[] = [];
  for (const { level, section, title, parts } of info.chapters) {
    lines.push(`${"#".repeat(level)} ${section === null ? "" : `${section} `}${title}`);
    for (const { clause, text } of parts) lines.push(clause === null ? text : `**${clause}** ${text}`);
  }
  return lines.join("\n\n");
}

const books = new Map<string, Promise<Block[]>>();

/** The rulebook of a game in a language. */
export function bookOf(game: string, lang: Lang): Promise<Block[]> {
  const key = `${game} ${lang}`;
  let found = books.get(key);
  if (found === undefined) {
    found = get<RulesInfo>(`/api/games/${game}/rules?lang=${lang}`).then((info) => read(whole(info)));
    found.catch(() => books.delete(key)); // to be asked for again
    books.set(key, found);
  }
  return found;
}

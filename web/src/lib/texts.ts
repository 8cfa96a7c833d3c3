/** Texts in two languages, as the data files of the games and of this page hold them: a row by its dotted name. Words in
 * braces are filled in; a row may have `en_one` for the English text that goes with n = 1. */
import type { Part, Sentence } from "../games/contract";

export type Lang = "en" | "ja";
export const LANGS: readonly Lang[] = ["en", "ja"];
export type Row = { en: string; ja: string; en_one?: string };
export type Rows = Record<string, Row>;
export type Fact = string | number | Sentence | Part;

/** The texts of the page and of one game, in the language spoken now. */
export class Texts {
  constructor(
    readonly lang: Lang,
    private readonly sources: readonly Rows[],
  ) {}

  has(key: string): boolean {
    return this.row(key) !== undefined;
  }

  /** The text as it stands in the file, braces and all. */
  raw(key: string, facts: Record<string, Fact> = {}): string {
    const row = this.row(key);
    if (row === undefined) throw new Error(`no text ${key}`);
    if (this.lang === "en" && row.en_one !== undefined && String(facts["n"]) === "1") return row.en_one;
    return row[this.lang];
  }

  /** The text with its facts filled in; facts keep their tones and what they point at. */
  say(key: string, facts: Record<string, Fact> = {}): Sentence {
    return fill(this.raw(key, facts), facts);
  }

  /** The same as plain words. */
  line(key: string, facts: Record<string, Fact> = {}): string {
    return plain(this.say(key, facts));
  }

  /** Things in a row, as the language counts them up. */
  join(items: readonly (Sentence | Part | string)[]): Sentence {
    const joined: Sentence = [];
    items.forEach((item, i) => {
      if (i) joined.push({ text: this.raw(i === items.length - 1 ? "list.last" : "list.between") });
      joined.push(...parts(item));
    });
    return joined;
  }

  private row(key: string): Row | undefined {
    for (const source of this.sources) if (source[key] !== undefined) return source[key];
    return undefined;
  }
}

/** A template with its words in braces replaced. */
export function fill(template: string, facts: Record<string, Fact>): Sentence {
  const found: Sentence = [];
  for (const piece of template.split(/(\{[a-z_0-9]+\})/)) {
    if (piece.startsWith("{") && piece.endsWith("}")) {
      const name = piece.slice(1, -1);
      const fact = facts[name];
      if (fact === undefined) throw new Error(`nothing to fill in for {${name}} in: ${template}`);
      found.push(...parts(fact));
    } else if (piece) {
      found.push({ text: piece });
    }
  }
  return found;
}

export function parts(fact: Fact): Sentence {
  if (Array.isArray(fact)) return fact;
  return typeof fact === "object" ? [fact] : [{ text: String(fact) }];
}

/** A sentence without its tones. */
export function plain(sentence: Sentence): string {
  return sentence.map((part) => part.text).join("");
}

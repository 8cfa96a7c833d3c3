/** Texts in two languages, as the data files of the games and of this page hold them: a row by its dotted name. Words in
 * braces are filled in; a row may have `en_one` for the English text that goes with n = 1, and `en_you` and `ja_you` for the
 * texts that go with somebody who is called “You”: the `who` of the sentence, where it has none its `whom`, then its `lord`. */
import type { Part, Sentence } from "../games/contract";

export type Lang = "en" | "ja";
export const LANGS: readonly Lang[] = ["en", "ja"];
export type Row = { en: string; ja: string; en_one?: string; en_you?: string; ja_you?: string };
export type Rows = Record<string, Row>;
export type Fact = string | number | Sentence | Part;

/** The facts that name whom a sentence is about: the first of them that it has. */
const PERSONS = ["who", "whom", "lord"] as const;

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
    const you = row[`${this.lang}_you`];
    if (you !== undefined && this.isAboutYou(row[this.lang], facts)) return you;
    if (this.lang === "en" && row.en_one !== undefined && String(facts["n"]) === "1") return row.en_one;
    return row[this.lang];
  }

  /** Is the one whom a sentence is about called “You”? Within a sentence it may be written small. */
  private isAboutYou(template: string, facts: Record<string, Fact>): boolean {
    const person = facts[PERSONS.find((one) => template.includes(`{${one}}`)) ?? ""];
    if (person === undefined || !this.has("who.you")) return false;
    return plain(parts(person)).toLowerCase() === this.raw("who.you").toLowerCase();
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

/** A word as it begins a line. */
export const large = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

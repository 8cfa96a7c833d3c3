/** What the server refuses, in words of the language spoken now. A refusal has a code; some say more by a `reason` with its facts, or, of
 * decks, by a list of `faults`. The rows are in texts/faults.json; the server's own sentence is for programs. */
import { large, plain, type Fact, type Texts } from "./texts";

/** A rule that a deck breaks, or why it cannot be read. */
export interface DeckFault {
  code: string;
  message_en: string;
  message_ja: string;
}

export interface Fault {
  code: string;
  message: string;
  reason?: string | null;
  facts?: Record<string, unknown> | null;
  faults?: DeckFault[] | null;
}

/** What games and their options are called, where that is known. */
export interface Known {
  option(game: unknown, key: unknown): string | undefined;
  game(name: string): string | undefined;
}
const NOTHING: Known = { option: () => undefined, game: () => undefined };

type Spoken = Pick<Texts, "lang" | "has" | "line" | "raw" | "join">;

/** So many faults of a deck are told at once. */
const SHOWN = 3;

/** A refusal as people read it. */
export function faultWords(texts: Spoken, fault: Fault, known: Known = NOTHING): string {
  const own = `fault.${fault.code}.${fault.reason ?? ""}`;
  if (fault.reason && texts.has(own)) return texts.line(own, factsOf(texts, fault, known));
  const key = `fault.${fault.code}`;
  const message = whyWords(texts, fault, known);
  return texts.has(key) ? texts.line(key, { message }) : large(message);
}

/** What a refusal says beside its code. */
function whyWords(texts: Spoken, fault: Fault, known: Known): string {
  if (fault.faults?.length) return deckWords(texts, fault.faults);
  const key = `fault.reason.${fault.reason ?? ""}`;
  if (fault.reason && texts.has(key)) {
    const what = texts.line(key, factsOf(texts, fault, known));
    const field = known.option(fault.facts?.["game"], fault.facts?.["field"]);
    return field === undefined ? what : texts.line("fault.about", { field, what });
  }
  // The server names the field first, which the page shows by the place.
  const message = fault.message.replace(/^(?:[a-z_]+(?:\.[a-z_]+|\[\d+\])*: )+/, "");
  return texts.lang === "en" ? message : texts.line("fault.reason.untold", { message });
}

/** What is wrong with a deck, one thing after the other. */
function deckWords(texts: Spoken, faults: readonly DeckFault[]): string {
  const said = faults.slice(0, SHOWN).map((one) => (texts.lang === "ja" ? one.message_ja : one.message_en));
  const more = faults.length - said.length;
  return said.join(texts.raw("fault.between")) + (more ? texts.line("fault.more", { n: more }) : "") + texts.raw("fault.end");
}

/** The facts, those that are words in the words of the language. */
function factsOf(texts: Spoken, fault: Fault, known: Known): Record<string, Fact> {
  const word = (value: unknown): string => {
    const key = `fault.word.${String(value)}`;
    return texts.has(key) ? texts.line(key) : (known.game(String(value)) ?? String(value));
  };
  const said = (value: unknown): string => (Array.isArray(value) ? plain(texts.join(value.map(word))) : word(value));
  return Object.fromEntries(Object.entries(fault.facts ?? {}).map(([name, value]) => [name, said(value)]));
}

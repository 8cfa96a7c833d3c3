/** Cards as people read them, half by half. */
import type { CardBook } from "../contract";
import type { Texts } from "../../lib/texts";
import { isBack, type Half, type Program } from "./reading";
import type { SphereCard } from "./view";

export interface HalfText {
  name: string;
  lines: string[];
}

export const cardOf = (book: CardBook, id: string): SphereCard | undefined => book.cards[id] as SphereCard | undefined;

/** What is printed on one half: its name and a line for each ability. */
export function halfText(book: CardBook, id: string, half: "creature" | "spell"): HalfText {
  const lines: unknown = book.text(id)[half];
  return { name: nameOf(book, id, half), lines: Array.isArray(lines) ? lines.map(String) : [] };
}

/** The name of a card, or of one of its halves. */
export function nameOf(book: CardBook, id: string, half: Half): string {
  const text = book.text(id);
  const names = text["names"] as Partial<Record<Half, string>> | undefined;
  const card = cardOf(book, id);
  return names?.[half] ?? (half === "card" ? undefined : card?.[half].name) ?? card?.name ?? text.name ?? id;
}

/** Race and keyword of the creature half in words. */
export function traitsOf(book: CardBook, id: string, texts: Texts): string {
  const creature = cardOf(book, id)?.creature;
  if (creature === undefined) return "";
  const text = book.text(id);
  const race = typeof text["race"] === "string" ? text["race"] : creature.race.replaceAll("_", " ");
  const keyword = typeof text["keyword"] === "string" ? text["keyword"] : creature.keyword?.replaceAll("_", " ");
  return [race, ...(keyword ? [keyword] : []), ...(creature.inverted ? [texts.raw("name.inverted")] : [])].join(texts.raw("name.traits"));
}

/** The type of the spell half in words; an attached one says to what. */
export function typeOf(book: CardBook, id: string, texts: Texts): string {
  const spell = cardOf(book, id)?.spell;
  if (spell === undefined) return "";
  return texts.raw(spell.type === "attached" ? `type.attached_${spell.host ?? "creature"}` : `type.${spell.type}`);
}

const joined = (lines: string[], texts: Texts): string => lines.join(texts.lang === "ja" ? "" : " ");

/** The spell half in one line. */
export const spellLine = (book: CardBook, id: string, texts: Texts): string => joined(halfText(book, id, "spell").lines, texts);

/** What a creature does when it is used. */
export function usedLine(book: CardBook, id: string, texts: Texts): string {
  return joined(answering(cardOf(book, id)?.creature.abilities ?? [], halfText(book, id, "creature").lines, "used"), texts);
}

function answering(abilities: { when?: string }[], lines: string[], event: string): string[] {
  return lines.filter((_, i) => abilities[i]?.when === event);
}

/** What half of its card a program comes from. */
export function programHalf(book: CardBook, program: Program, onField: boolean | null): "creature" | "spell" {
  const card = program.card === null ? undefined : cardOf(book, program.card);
  if (card === undefined || program.event === null) return "spell";
  if (onField !== null) return onField ? "creature" : "spell";
  return card.creature.abilities?.some((row) => row.when === program.event) ? "creature" : "spell";
}

/** What a program says, as it is printed on its card: the ability that answers its event, else the whole half. */
export function programLine(book: CardBook, program: Program, half: "creature" | "spell", texts: Texts): string {
  if (program.card === null || isBack(program.card)) return texts.raw("page.board.draw_rest");
  const card = cardOf(book, program.card);
  const lines = halfText(book, program.card, half).lines;
  if (card === undefined || program.event === null) return joined(lines, texts);
  const abilities = card[half].abilities ?? [];
  // A spell that stays may say first what it does once; its abilities are the last lines.
  const told = answering(abilities, lines.slice(lines.length - abilities.length), program.event);
  return joined(told.length ? told : lines, texts);
}

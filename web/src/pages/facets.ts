/** By what cards are found: their words, and the few traits that each game's cards have. */
import type { CardBook, Json } from "../games/contract";
import type { GameName } from "../lib/loading";
import type { Fact, Lang, Texts } from "../lib/texts";
import type { SetMore } from "./shelf.svelte";

export interface Facet {
  /** The caption is the text `facet.NAME`. */
  name: string;
  values: readonly string[];
  /** Which of the values a card has. */
  of(card: Json): readonly string[];
  say(value: string): string;
}

const ELEMENTS = ["water", "wind", "earth", "fire"];
const KINDS = ["star", "planet", "ability", "basepoint"];
const LEVELS = ["bronze", "silver", "gold"];
const SPHERES = ["science", "ether", "spirit", "chaos", "nature"];
const TYPES = ["instant", "active", "attached", "hidden"];

const large = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

export function facetsOf(game: GameName, texts: Texts, more: SetMore): Facet[] {
  const row = (kind: string) => (value: string) => large(texts.raw(`${kind}.${value}`));
  if (game === "space_editor")
    return [
      { name: "element", values: ELEMENTS, of: (card) => [card.element], say: row("element") },
      { name: "kind", values: KINDS, of: (card) => [card.kind], say: row("kind") },
      { name: "level", values: LEVELS, of: (card) => [card.level], say: row("level") },
    ];
  if (game !== "five_spheres") return [];
  const races = more.races?.[texts.lang] ?? {};
  const keywords = more.keywords?.[texts.lang] ?? {};
  return [
    { name: "sphere", values: SPHERES, of: (card) => card.spheres, say: row("sphere") },
    { name: "race", values: Object.keys(races), of: (card) => [card.creature.race], say: (value) => races[value] ?? value },
    { name: "keyword", values: Object.keys(keywords), of: (card) => [card.creature.keyword], say: (value) => keywords[value] ?? value },
    { name: "type", values: TYPES, of: (card) => [card.spell.type], say: row("type") },
    { name: "cost", values: ["1", "2", "3", "4", "5", "6", "7", "8", "9"], of: (card) => [String(card.creature.cost)], say: (value) => value },
  ];
}

/** Letters for comparing: wide and large ones count as plain ones. */
const folded = (text: string): string => text.normalize("NFKC").toLowerCase();

/** All words on a card, wherever they stand in its texts, for searching. */
function wordsOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(wordsOf).join(" ");
  return typeof value === "object" && value !== null ? Object.values(value).map(wordsOf).join(" ") : "";
}

/** The ids of the cards that have all chosen traits and all typed words. */
export function filtered(book: CardBook, facets: readonly Facet[], chosen: Record<string, string>, words: string): string[] {
  const wanted = folded(words).split(/\s+/).filter(Boolean);
  return Object.keys(book.cards).filter((id) => {
    const card = book.cards[id];
    for (const facet of facets) {
      const value = chosen[facet.name];
      if (value && !facet.of(card).includes(value)) return false;
    }
    if (!wanted.length) return true;
    const text = folded(`${id} ${card.code ?? ""} ${wordsOf(book.text(id))}`);
    return wanted.every((word) => text.includes(word));
  });
}

/** A card in a few words, for lists beside its picture. `say` has the page's texts. */
export function shortly(
  game: GameName,
  card: Json,
  texts: Texts,
  say: (key: string, facts: Record<string, Fact>) => string,
): string {
  if (game === "space_editor") {
    const parts = [texts.raw(`kind.${card.kind}`)];
    if (card.level) parts.unshift(texts.raw(`level.${card.level}`));
    if (card.vp) parts.push(`★${card.vp}`);
    return parts.join(" · ");
  }
  const { creature, spell, spheres } = card;
  return [
    spheres.map((sphere: string) => texts.raw(`sphere.${sphere}`)).join("/"),
    say("cards.creature", { cost: creature.cost, strength: creature.strength }),
    say("cards.spell", { type: texts.raw(`type.${spell.type}`), cost: spell.cost }),
  ].join(" · ");
}

/** The cards in the order in which people look for them. */
export function ordered(game: GameName, cards: Record<string, Json>, ids: string[], lang: Lang, nameOf: (id: string) => string): string[] {
  const rank = (id: string): number[] => {
    const card = cards[id];
    if (game === "space_editor") return [card.element ? ELEMENTS.indexOf(card.element) : 9, KINDS.indexOf(card.kind), LEVELS.indexOf(card.level)];
    return [SPHERES.indexOf(card.spheres[0]), card.spheres.length, card.creature.cost];
  };
  const ranks = new Map(ids.map((id) => [id, rank(id)]));
  return [...ids].sort((a, b) => {
    const [left, right] = [ranks.get(a) ?? [], ranks.get(b) ?? []];
    for (let i = 0; i < left.length; i++) {
      const difference = (left[i] ?? 0) - (right[i] ?? 0);
      if (difference) return difference;
    }
    return nameOf(a).localeCompare(nameOf(b), lang);
  });
}

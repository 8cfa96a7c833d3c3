/** The cards of Space Editor on the page: how they are found, and what a deck is. */
import type { CardShelf } from "../contract";
import { large } from "../../lib/texts";
import { ELEMENTS } from "./elements";
import Thumb from "./Thumb.svelte";

const KINDS = ["star", "planet", "ability", "basepoint"];
const LEVELS = ["bronze", "silver", "gold"];
/** SE-10.1, SE-10.2: so many of each level, and what all of them cost together. */
const SHARES: Record<string, number> = { bronze: 13, silver: 7, gold: 4 };
const COST: readonly [number, number] = [380, 420];

export default {
  deck: { size: 24, elements: ELEMENTS },
  counts(cards, texts) {
    const levels = LEVELS.map((level) => {
      const n = cards.filter((card) => card.level === level).length;
      return { label: large(texts.raw(`level.${level}`)), n, right: String(SHARES[level]), fits: n === SHARES[level], fault: "level" };
    });
    const cost = cards.reduce((sum, card) => sum + (card.cost ?? 0), 0);
    return [...levels, { label: texts.raw("decks.cost"), n: cost, right: COST.join("–"), fits: COST[0] <= cost && cost <= COST[1], fault: "cost" }];
  },
  facets(texts) {
    const row = (kind: string) => (value: string) => large(texts.raw(`${kind}.${value}`));
    const caption = (name: string): string => texts.line(`facet.${name}`);
    return [
      { name: "element", caption: caption("element"), values: ELEMENTS, of: (card) => [card.element], say: row("element") },
      { name: "kind", caption: caption("kind"), values: KINDS, of: (card) => [card.kind], say: row("facet.kind") },
      { name: "level", caption: caption("level"), values: LEVELS, of: (card) => [card.level], say: row("level") },
    ];
  },
  shortly(card, texts) {
    const parts = [texts.raw(`kind.${card.kind}`)];
    if (card.level) parts.unshift(texts.raw(`level.${card.level}`));
    if (card.vp) parts.push(`★${card.vp}`);
    return parts.join(" · ");
  },
  rank: (card) => [card.element ? ELEMENTS.indexOf(card.element) : 9, KINDS.indexOf(card.kind), LEVELS.indexOf(card.level)],
  Thumb,
  square: true,
} satisfies CardShelf;

/** The cards of Five Spheres on the page: how they are found, and what a deck is. */
import type { CardShelf } from "../contract";
import { large } from "../../lib/texts";
import Thumb from "./Thumb.svelte";

const SPHERES = ["science", "ether", "spirit", "chaos", "nature"];
const TYPES = ["instant", "active", "attached", "hidden"];
const COSTS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

export default {
  deck: { size: 48 },
  counts(cards, texts) {
    const spheres = SPHERES.map((sphere) => ({ label: large(texts.raw(`sphere.${sphere}`)), n: cards.filter((card) => card.spheres.includes(sphere)).length }));
    // Which cards can be cast in the first turns, the middle and the end.
    const costs = ([[0, 3], [4, 6], [7, 99]] as const).map(([least, most]) => ({
      label: texts.line(most === 99 ? "decks.costs_from" : "decks.costs", { least: Math.max(1, least), most }),
      n: cards.filter((card) => least <= card.creature.cost && card.creature.cost <= most).length,
    }));
    return [...spheres, ...costs];
  },
  facets(texts, more) {
    const row = (kind: string) => (value: string) => large(texts.raw(`${kind}.${value}`));
    const caption = (name: string): string => texts.line(`facet.${name}`);
    const races = more.races?.[texts.lang] ?? {};
    const keywords = more.keywords?.[texts.lang] ?? {};
    return [
      { name: "sphere", caption: caption("sphere"), values: SPHERES, of: (card) => card.spheres, say: row("sphere") },
      { name: "race", caption: caption("race"), values: Object.keys(races), of: (card) => [card.creature.race], say: (value) => races[value] ?? value },
      {
        name: "keyword",
        caption: caption("keyword"),
        values: Object.keys(keywords),
        of: (card) => [card.creature.keyword],
        say: (value) => keywords[value] ?? value,
      },
      { name: "type", caption: caption("type"), values: TYPES, of: (card) => [card.spell.type], say: row("type") },
      { name: "cost", caption: caption("cost"), values: COSTS, of: (card) => [String(card.creature.cost)], say: (value) => value },
    ];
  },
  shortly({ creature, spell, spheres }, texts) {
    return [
      spheres.map((sphere: string) => texts.raw(`sphere.${sphere}`)).join("/"),
      texts.line("cards.creature", { cost: creature.cost, strength: creature.strength }),
      texts.line("cards.spell", { type: texts.raw(`type.${spell.type}`), cost: spell.cost }),
    ].join(" · ");
  },
  rank: (card) => [SPHERES.indexOf(card.spheres[0]), card.spheres.length, card.creature.cost],
  Thumb,
} satisfies CardShelf;

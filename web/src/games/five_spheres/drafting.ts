/** The deck that is being made, at a glance: what its cards cost, of which spheres they are, and what is in it. */
import { printed, spheresOf, SPHERES } from "./reading";
import type { Sphere, SphereCard } from "./view";

type Cards = Record<string, SphereCard>;

/** What costs as much or more shares the last column. */
export const DEAREST = 7;
/** FS-1.9: what a card costs that is played face down. */
const FACE_DOWN = 3;

export function costOf(card: SphereCard, half: "creature" | "spell"): number {
  return half === "creature" ? (card.creature.inverted ? FACE_DOWN : card.creature.cost) : card.spell.cost;
}

/** How many cards cost 1, 2, ... and the most. */
export function curveOf(cards: Cards, deck: readonly string[], half: "creature" | "spell"): number[] {
  const found = Array.from({ length: DEAREST }, () => 0);
  for (const id of deck) {
    const card = cards[id];
    if (card === undefined) continue;
    const at = Math.min(DEAREST, Math.max(1, costOf(card, half))) - 1;
    found[at] = (found[at] ?? 0) + 1;
  }
  return found;
}

/** How many cards can be played with each sphere, most first; a card of two spheres counts for both. */
export function spheresIn(cards: Cards, deck: readonly string[]): { sphere: Sphere; n: number }[] {
  const counts = SPHERES.map((sphere) => ({ sphere, n: deck.filter((id) => spheresOf(cards, id).includes(sphere)).length }));
  return counts.filter(({ n }) => n > 0).sort((a, b) => b.n - a.n);
}

/** The cards of a deck with their numbers, by cost, then by strength. */
export function listed(cards: Cards, deck: readonly string[]): { id: string; n: number; cost: number }[] {
  const rank = (id: string): number => {
    const card = cards[id];
    return card === undefined ? 0 : costOf(card, "creature") * 100 + printed(card)[0];
  };
  return [...new Set(deck)]
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .map((id) => ({ id, n: deck.filter((one) => one === id).length, cost: cards[id] === undefined ? 0 : costOf(cards[id], "creature") }));
}

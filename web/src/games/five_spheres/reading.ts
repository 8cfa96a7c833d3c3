/** How the page reads a view of Five Spheres (FS-19); what is in one stands in view.ts. */
import type { GameEvent, Scene } from "../contract";
import type { FortressRow, LordRow, Pile, RunningProgram, SeenEvent, Sphere, SphereCard, SpheresView, WaitingProgram } from "./view";

export const SPHERES: readonly Sphere[] = ["science", "ether", "spirit", "chaos", "nature"];

/** A part of a card that can be read. */
export type Half = "card" | "creature" | "spell";

/** What a card does, running or waiting. */
export type Program = RunningProgram | WaitingProgram;

export const viewOf = (scene: Scene): SpheresView => scene.view as SpheresView;

/** Events as they are known to be. */
export const eventsOf = (events: readonly GameEvent[]): readonly SeenEvent[] => events as readonly SeenEvent[];

/** How many cards a pile has, whether they are shown or counted. */
export const size = (pile: Pile): number => (typeof pile === "number" ? pile : pile.length);

/** FS-19.6: is this the back of a card? */
export const isBack = (card: string): boolean => card.startsWith("?");

/** The spheres of a card or of a back. */
export function spheresOf(cards: Record<string, SphereCard>, card: string): Sphere[] {
  if (isBack(card)) return card.slice(1).split("/").filter((one): one is Sphere => (SPHERES as readonly string[]).includes(one));
  return cards[card]?.spheres ?? [];
}

/** FS-1.8: the printed strengths of a creature half. */
export function printed(card: SphereCard): [number, number] {
  const strong = card.creature.strength;
  return [strong, card.creature.afflicted ?? Math.floor(strong / 2)];
}

/** FS-6.5: the mana a lord has left, and how much it is in all. */
export const manaOf = (lord: LordRow): { left: number; all: number } => ({ left: Math.max(lord.mana, 0), all: lord.mana + lord.mana_spent });

export const towersOf = (lord: LordRow): FortressRow[] => lord.fortress.filter((row) => row.kind === "tower");

/** FS-18.2: the cards whose codes name a set, in order. */
export const setCards = (cards: Record<string, SphereCard>, letter: string): string[] =>
  Object.keys(cards)
    .filter((id) => (cards[id]?.code ?? "").slice(-1) === letter.toUpperCase())
    .sort();

/** The cards that mN means in a draft: the market, the pack in hand, or the own deck. */
export function draftCards(view: SpheresView, seat: number | null): string[] {
  const draft = view.assembly;
  if (draft === null) return [];
  let cards: Pile = draft.market;
  if (draft.method === "closed_draft") cards = seat === null ? 0 : (draft.packs[seat] ?? 0);
  else if (draft.method === "random") cards = seat === null ? 0 : (view.seats[seat]?.deck ?? 0);
  return Array.isArray(cards) ? cards : [];
}

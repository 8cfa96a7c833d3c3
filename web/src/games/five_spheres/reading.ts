/** How the page reads a view of Five Spheres (FS-19); what is in one stands in view.ts. */
import type { GameEvent, Scene } from "../contract";
import type { FortressRow, LordRow, Mode, Pile, RunningProgram, SeenEvent, Sphere, SphereCard, SpheresView, WaitingProgram } from "./view";

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

export const towersOf = (lord: Pick<LordRow, "fortress">): FortressRow[] => lord.fortress.filter((row) => row.kind === "tower");

// --- teams --------------------------------------------------------------------------------------------------------------

const TEAMED: ReadonlySet<Mode> = new Set<Mode>(["team_play", "tag_team", "citadel"]);
/** The signs of the teams, so that no colour has to tell them apart. */
const TEAM_SIGNS = ["◆", "●", "▲"] as const;

/** FS-15.5, FS-21.1: are there partners? */
export const hasTeams = (view: SpheresView): boolean => TEAMED.has(view.options.mode);
export const isTag = (view: SpheresView): boolean => view.options.mode === "tag_team";
export const isCitadel = (view: SpheresView): boolean => view.options.mode === "citadel";

export const teamSign = (team: number): string => `${TEAM_SIGNS[team] ?? "■"}${team + 1}`;

/** The other lord of the team. */
export function partnerOf(view: SpheresView, seat: number): number | null {
  if (!hasTeams(view)) return null;
  const found = view.seats.findIndex((lord, i) => i !== seat && lord.team === view.seats[seat]?.team);
  return found < 0 ? null : found;
}

/** FS-21.4: a lord who lives and waits outside. */
export const isOutside = (view: SpheresView, seat: number): boolean => isTag(view) && view.seats[seat]?.in === false && !view.seats[seat]?.out;

/** FS-21.11: whose fortresses are one: both lords of a citadel, the lower seat first; elsewhere the lord alone. */
export function holders(view: SpheresView, seat: number): number[] {
  const partner = isCitadel(view) ? partnerOf(view, seat) : null;
  return partner === null ? [seat] : [Math.min(seat, partner), Math.max(seat, partner)];
}

/** The seat by which a fortress is named: of a citadel the lower one. */
export const gateOf = (view: SpheresView, seat: number): number => holders(view, seat)[0] ?? seat;

/** How many towers an attack on a lord's fortress meets. */
export const towersHeld = (view: SpheresView, seat: number): number =>
  holders(view, seat).reduce((sum, one) => sum + towersOf(view.seats[one] ?? { fortress: [] }).length, 0);

export interface Side {
  team: number;
  /** In their order, in which partners play a common turn. */
  seats: number[];
}

/** FS-21.3: the teams as they stand together at the table, that of a seat first, then as the turns pass; null where lords stand alone. */
export function sidesOf(view: SpheresView, own: number): Side[] | null {
  if (!isTag(view) && !isCitadel(view)) return null;
  const count = view.seats.length / 2;
  const first = view.seats[own]?.team ?? 0;
  return Array.from({ length: count }, (_, i) => {
    const team = (first + i) % count;
    return { team, seats: view.seats.flatMap((lord, seat) => (lord.team === team ? [seat] : [])) };
  });
}

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

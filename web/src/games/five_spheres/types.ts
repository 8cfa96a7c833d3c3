/** The view of Five Spheres (FS-19) as far as the page draws it. */
import type { Scene, View } from "../contract";

export const SPHERES = ["science", "ether", "spirit", "chaos", "nature"] as const;
export type Sphere = (typeof SPHERES)[number];

export type Half = "card" | "creature" | "spell";
export type Zone = "battlefield" | "tower" | "spell" | "vault" | "attached" | "casting" | "hand" | "deck" | "trash" | "groove";

export interface Below {
  uid: number;
  card: string;
}

export interface CreatureRow {
  uid: number;
  card: string;
  engaged: boolean;
  afflicted: boolean;
  dizzy: boolean;
  facedown: boolean;
  bonus: number;
  granted: string[];
  attached: Below[];
  strength: number;
}

export interface FortressRow {
  uid: number;
  card: string;
  kind: "tower" | "spell";
  facedown: boolean;
  attached: Below[];
}

export interface LordRow {
  out: boolean;
  team: number;
  mana: number;
  mana_spent: number;
  deck: number | string[];
  hand: number | string[];
  trash: string[];
  groove: string[];
  battlefield: CreatureRow[];
  fortress: FortressRow[];
  vault: Below[];
  casting: Below[];
  removed: number;
}

export interface Attack {
  attacker: number;
  by: number;
  defender: number;
  target: number | null;
  blocker: number | null;
  stage: string;
  energy: number;
  spell: { hand: number; host: number | null } | null;
}

export interface Program {
  seat: number;
  uid: number | null;
  card: string | null;
  event: string | null;
  do: { do: string }[];
}

export interface Pending {
  kind: "target" | "lord" | "block" | "siege" | "retaliate" | "pay";
  seat: number;
  options: string[] | null;
  verb: string | null;
  source: { uid: number; card: string } | null;
  need: number;
  picked: (string | null)[];
}

export interface Draft {
  method: "sets" | "random" | "open_draft" | "blind_draft" | "closed_draft";
  pool: number;
  market: string[];
  packs: (number | string[])[];
  /** By letter, how many of each set are left. */
  sets: Record<string, number>;
  round: number;
  first: number;
  to_pick: number | null;
  left: number;
}

export interface SphereCard {
  name?: string;
  code?: string;
  spheres: Sphere[];
  creature: {
    name?: string;
    race: string;
    keyword?: string;
    cost: number;
    strength: number;
    afflicted?: number;
    inverted?: boolean;
    abilities?: { when?: string; passive?: string }[];
  };
  spell: {
    name?: string;
    type: "instant" | "active" | "attached" | "hidden";
    host?: "creature" | "tower";
    cost: number;
    when?: string;
    do?: unknown[];
    abilities?: { when?: string; passive?: string }[];
  };
}

export interface SpheresView extends View {
  options: {
    lords: number;
    mode: "free_for_all" | "limited_range" | "team_play";
    assembly: string;
    max_turns: number;
    generic_creature: { strength: number; afflicted: number };
  };
  cards: Record<string, SphereCard>;
  to_act: number | null;
  pending: Pending | null;
  turn: number;
  active: number;
  step: string;
  attack: Attack | null;
  programs: Program[];
  queue: Program[];
  seats: LordRow[];
  assembly: Draft | null;
  result: { winners: number[]; reason: string } | null;
}

export const viewOf = (scene: Scene): SpheresView => scene.view as SpheresView;

/** How many cards a pile has, whether they are shown or counted. */
export const size = (pile: number | string[]): number => (typeof pile === "number" ? pile : pile.length);

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
  let cards: number | string[] = draft.market;
  if (draft.method === "closed_draft") cards = seat === null ? 0 : (draft.packs[seat] ?? 0);
  else if (draft.method === "random") cards = seat === null ? 0 : (view.seats[seat]?.deck ?? 0);
  return Array.isArray(cards) ? cards : [];
}

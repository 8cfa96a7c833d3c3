/** The parts of a Vediic view, as docs/notation.md and the rulebook (VE-14) write them. */
import type { View } from "../contract";

/** The seven colours in canonical order. */
export const COLORS = ["yellow", "purple", "orange", "blue", "green", "red", "gray"] as const;
export type Color = (typeof COLORS)[number];
export type Pile = Record<Color, number>;
export type Place = string | null;
export const PROMOTED = "promoted";
/** The marks of the seats; a pawn is a mark and its number. */
export const MARKS = "ABCDEFG";

export interface PlanetNow {
  house: number | null;
  retrograde: boolean;
}
export interface Player {
  color: Color | null;
  pawns: Place[];
  /** All cards by colour where they may be seen, else how many there are. */
  hand: Pile | number;
  enlightenment: number;
}
export interface Turn {
  stage: "before" | "steal" | "after";
  leg: number;
  charity: boolean;
  yellow: boolean;
  pooja: boolean;
  donated: boolean;
  moved: boolean[];
}
export interface Pending {
  owed: number[];
  shield: boolean[];
  paid: boolean;
}
export type Phase = "order" | "color" | "take" | "enlightenment" | "place" | "turn" | "penalty" | "over";
export interface VediicView extends View {
  options: { players: number; max_rounds: number; penalty_to: "supply" | "charity"; [more: string]: unknown };
  board: string;
  phase: Phase;
  round: number;
  start: number;
  to_act: number | null;
  rolls: (number | null)[] | null;
  planets: Record<Color, PlanetNow>;
  enlightenment: Color | null;
  players: Player[];
  supply: Pile & { enlightenment: number };
  charity: Pile;
  turn: Turn | null;
  pending: Pending | null;
}

export const SETUP: readonly Phase[] = ["order", "color", "take", "enlightenment", "place"];

export function isColor(word: string | undefined): word is Color {
  return word !== undefined && (COLORS as readonly string[]).includes(word);
}

export function handSize(player: Player): number {
  return typeof player.hand === "number" ? player.hand : pileSize(player.hand);
}

export function pileSize(pile: Pile): number {
  return COLORS.reduce((sum, color) => sum + pile[color], 0);
}

/** The cards of a pile one by one, in canonical order. */
export function cardsOf(pile: Pile): Color[] {
  return COLORS.flatMap((color) => Array.from({ length: pile[color] }, () => color));
}

/** The pawns on the board by circle, as seat and number. */
export function pawnsByCircle(view: VediicView): Map<string, [seat: number, pawn: number][]> {
  const found = new Map<string, [number, number][]>();
  view.players.forEach((player, seat) =>
    player.pawns.forEach((place, pawn) => {
      if (place === null || place === PROMOTED) return;
      const there = found.get(place);
      if (there) there.push([seat, pawn]);
      else found.set(place, [[seat, pawn]]);
    }),
  );
  return found;
}

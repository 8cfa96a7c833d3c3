/** How the page reads a view of Vediic (VE-14); what is in one stands in view.ts. */
import type { GameEvent } from "../contract";
import type { Color, Phase, Pile, Player, SeenEvent, VediicView } from "./view";

/** Events as they are known to be. */
export const eventsOf = (events: readonly GameEvent[]): readonly SeenEvent[] => events as readonly SeenEvent[];

/** The seven colours in canonical order. */
export const COLORS: readonly Color[] = ["yellow", "purple", "orange", "blue", "green", "red", "gray"];
export const PROMOTED = "promoted";

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

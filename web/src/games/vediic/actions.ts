/** The action words of Vediic taken apart, and how a choice narrows them: a person chooses pawns, circles, cards, planets
 * and rivals in any sequence, and what is left over decides what lights up. No rule stands here: what is not in the
 * list cannot be chosen. */
import { COLORS, isColor, PROMOTED } from "./reading";
import type { Color } from "./view";

export const KINDS = [
  "roll", "color", "take", "enlightenment", "put", "charity", "trade", "donate", "promote", "steal",
  "move", "skip", "again", "pass", "end", "pay", "shield",
] as const;
export type Kind = (typeof KINDS)[number];

export interface Action {
  word: string;
  kind: Kind;
  /** The cards that it takes out of the hand, in canonical order; for `take` those out of the supply. */
  cards: Color[];
  pawn: number | null;
  circle: string | null;
  /** The planet, or colour, that it is about: what is traded for, the colour chosen, the charity card. */
  color: Color | null;
  seats: number[];
}

const colors = (list: string | undefined): Color[] => (list ?? "").split(",").filter(isColor);
const color = (word: string | undefined): Color | null => (isColor(word) ? word : null);

/** An action word taken apart; null for a word that is none of this game. */
export function parse(word: string): Action | null {
  const parts = word.split(" ");
  const kind = parts[0] as Kind;
  if (!KINDS.includes(kind)) return null;
  const action: Action = { word, kind, cards: [], pawn: null, circle: null, color: null, seats: [] };
  switch (kind) {
    case "color":
    case "charity":
    case "enlightenment":
      action.color = color(parts[1]);
      break;
    case "take":
      action.cards = parts.slice(1).filter(isColor);
      break;
    case "put":
      action.circle = parts[1] ?? null;
      break;
    case "pay":
    case "donate":
      action.cards = colors(parts[1]);
      break;
    case "trade":
      action.cards = colors(parts[1]);
      action.color = color(parts[3]);
      break;
    case "promote":
      action.pawn = Number(parts[1]);
      break;
    case "steal":
      action.cards = ["purple"];
      action.seats = parts.slice(1).map(Number);
      break;
    case "move":
      action.pawn = Number(parts[1]);
      action.circle = parts[2] ?? null;
      action.cards = colors(parts[4]);
      break;
    case "skip":
    case "again":
    case "shield":
      action.cards = colors(parts[2]);
      break;
  }
  return action;
}

export function parseAll(words: readonly string[]): Action[] {
  return words.map(parse).filter((action) => action !== null);
}

/** What has been chosen so far. */
export interface Choice {
  /** The kinds that are meant, such as all exchanges; null: any. */
  kinds: readonly Kind[] | null;
  pawn: number | null;
  circle: string | null;
  color: Color | null;
  cards: Color[];
  seats: number[];
}
export const NOTHING: Choice = { kinds: null, pawn: null, circle: null, color: null, cards: [], seats: [] };

export function isNothing(choice: Choice): boolean {
  return (
    choice.kinds === null && choice.pawn === null && choice.circle === null && choice.color === null &&
    !choice.cards.length && !choice.seats.length
  );
}

/** What is left of `cards` when `some` are taken out; null if they are not all there. */
export function without(cards: readonly Color[], some: readonly Color[]): Color[] | null {
  const rest = [...cards];
  for (const card of some) {
    const at = rest.indexOf(card);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}

/** The actions that what has been chosen may still become. */
export function narrow(actions: readonly Action[], choice: Choice): Action[] {
  return actions.filter(
    (action) =>
      (choice.kinds === null || choice.kinds.includes(action.kind)) &&
      (choice.pawn === null || action.pawn === choice.pawn) &&
      (choice.circle === null || action.circle === choice.circle) &&
      (choice.color === null || action.color === choice.color) &&
      choice.seats.every((seat) => action.seats.includes(seat)) &&
      without(action.cards, choice.cards) !== null,
  );
}

/** The actions that need no further card or rival: those with just what has been chosen. Cards that an action always
 * costs, such as the yellow one of `skip`, need not be chosen; nor need those of a move whose goal is chosen. */
export function complete(actions: readonly Action[], choice: Choice): Action[] {
  return narrow(actions, choice)
    .filter((action) => {
      if (action.kind === "move") return choice.circle !== null;
      if (action.kind === "put") return choice.circle !== null;
      if (action.kind === "steal") return action.seats.length === choice.seats.length;
      if (action.kind === "charity") return action.color === choice.color;
      if (["take", "trade", "donate", "pay"].includes(action.kind)) {
        return action.cards.length === choice.cards.length;
      }
      return true;
    })
    .sort(byCards);
}

/** Fewest cards first, then by colours in canonical order. */
export function byCards(a: Action, b: Action): number {
  if (a.cards.length !== b.cards.length) return a.cards.length - b.cards.length;
  for (let i = 0; i < a.cards.length; i++) {
    const one = a.cards[i];
    const other = b.cards[i];
    if (one !== undefined && other !== undefined && one !== other) return COLORS.indexOf(one) - COLORS.indexOf(other);
  }
  return (a.pawn ?? 0) - (b.pawn ?? 0);
}

/** The cards that may be chosen besides those chosen already. */
export function openCards(actions: readonly Action[], choice: Choice): Set<Color> {
  const found = new Set<Color>();
  for (const action of narrow(actions, choice)) for (const card of without(action.cards, choice.cards) ?? []) found.add(card);
  return found;
}

/** The circles that may be chosen, each with the ways to get there, fewest cards first. */
export function goals(actions: readonly Action[], choice: Choice): Map<string, Action[]> {
  const found = new Map<string, Action[]>();
  for (const action of narrow(actions, { ...choice, circle: null })) {
    if (action.circle === null) continue;
    const ways = found.get(action.circle);
    if (ways) ways.push(action);
    else found.set(action.circle, [action]);
  }
  for (const ways of found.values()) ways.sort(byCards);
  return found;
}

/** The words of what cannot be done at a circle but might be meant there, with the cards that are chosen: for each pawn on
 * the board that has no such move, or for the pawn that is to be put. The server says why not. */
export function unlawful(actions: readonly Action[], choice: Choice, circle: string, pawns: readonly (string | null)[]): Action[] {
  if (!actions.length) return [];
  const placing = actions.some((action) => action.kind === "put");
  const cards = [...choice.cards].sort((a, b) => COLORS.indexOf(a) - COLORS.indexOf(b));
  const meant = placing
    ? [`put ${circle}`]
    : pawns
        .map((place, pawn) => ({ place, pawn }))
        .filter(({ place, pawn }) => place !== null && place !== PROMOTED && place !== circle && (choice.pawn === null || choice.pawn === pawn))
        .map(({ pawn }) => `move ${pawn} ${circle}${cards.length ? ` with ${cards.join(",")}` : ""}`);
  const lawful = new Set(actions.map((action) => action.word));
  const open = narrow(actions, { ...choice, circle });
  return parseAll(meant.filter((word) => !lawful.has(word))).filter((wish) => !open.some((action) => action.kind === wish.kind && action.pawn === wish.pawn));
}

/** So few ways to give cards are offered as they are, before any card is chosen. */
const FEW = 4;

/** The actions that have a button of their own now: those that are ready, and where few ways are left all of them. Moves stand
 * on the chart, colours and charity cards are chosen as such. */
export function buttons(actions: readonly Action[], choice: Choice): Action[] {
  const kinds = kindsOf(actions);
  const kind = choice.kinds?.length === 1 ? choice.kinds[0] : undefined;
  if (kind === "charity" || kinds.has("color") || kinds.has("enlightenment")) return [];
  const left = narrow(actions, choice);
  if ((kind === "trade" || kind === "donate") && left.length <= FEW) return left.sort(byCards);
  const ready = complete(actions, choice);
  if (kinds.has("pay")) return ready.filter((action) => action.kind !== "pay" || choice.cards.length > 0);
  if (kind !== undefined || choice.circle !== null || kinds.has("roll") || kinds.has("take")) return ready;
  // Cards were chosen first: what can be done with just these, moves apart, which the chart shows.
  return choice.cards.length ? ready.filter((action) => action.kind !== "move" && action.cards.length === choice.cards.length) : [];
}

/** What is chosen when the button of a kind is pressed: the kind, and whatever can only be meant by it. */
export function opening(actions: readonly Action[], kind: Kind): Partial<Choice> {
  const ways = actions.filter((action) => action.kind === kind);
  const rivals = [...new Set(ways.flatMap((action) => action.seats))];
  const pawns = [...new Set(ways.flatMap((action) => (kind === "promote" ? (action.pawn ?? []) : [])))];
  return { kinds: [kind], pawn: pawns.length === 1 ? (pawns[0] ?? null) : null, circle: null, color: null, seats: rivals.length === 1 ? rivals : [] };
}

/** The kinds that there are. */
export function kindsOf(actions: readonly Action[]): Set<Kind> {
  return new Set(actions.map((action) => action.kind));
}

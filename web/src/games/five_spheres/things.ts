/** Where the things of the table lie: what can be touched, and what has to be asked for in a list. */
import type { Deed, Thing } from "./actions";
import { isBack } from "./reading";
import type { SpheresView } from "./view";
import type { Words } from "./words";

const NOTHING: ReadonlySet<Thing> = new Set<Thing>();

/** Cards that were named already for the effect that asks. */
export function pickedThings(view: SpheresView): ReadonlySet<Thing> {
  const named = (view.pending?.picked ?? []).filter((word) => word?.startsWith("u") === true);
  return named.length ? new Set(named.map((word) => `uid:${(word ?? "").slice(1)}`)) : NOTHING;
}

/** What lies open on the board. Where a fortress is drawn small its towers are one thing. */
export function openThings(view: SpheresView, own: number, isSmall: (seat: number) => boolean): ReadonlySet<Thing> {
  const found = new Set<Thing>();
  view.seats.forEach((lord, seat) => {
    found.add(`seat:${seat}`).add(`fort:${seat}`);
    for (const row of lord.battlefield) found.add(`uid:${row.uid}`);
    for (const row of lord.fortress) if (row.kind === "spell" || !isSmall(seat)) found.add(`uid:${row.uid}`);
  });
  const hand = view.seats[own]?.hand;
  if (Array.isArray(hand)) hand.forEach((_, i) => found.add(`hand:${i}`).add(`pile:${own}.h${i}`));
  return found;
}

/** What can be chosen but does not lie open: asked for in a list. What has been chosen there stays in it. */
export function asideThings(deeds: readonly Deed[], path: readonly Thing[], isWhole: boolean, open: ReadonlySet<Thing>): Thing[] {
  const at = isWhole ? path.length - 1 : path.length;
  const before = path.slice(0, at);
  const found = new Set<Thing>();
  for (const deed of deeds) {
    const thing = deed.things[at];
    if (thing !== undefined && !open.has(thing) && before.every((one, i) => deed.things[i] === one)) found.add(thing);
  }
  return [...found];
}

/** The card that a thing is, if its face is seen: to be read. */
export function cardAt(words: Words, hand: readonly string[], thing: Thing | undefined): string | null {
  const [sort, rest = ""] = (thing ?? "").split(":");
  const card = sort === "uid" ? words.known.get(Number(rest))?.card : sort === "hand" ? hand[Number(rest)] : undefined;
  return card === undefined || isBack(card) ? null : card;
}

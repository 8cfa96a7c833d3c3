/** What others did: what it changed on the board, and what it did to a seat. */
import type { GameEvent, Ref, Scene, Sentence } from "../contract";
import { isFall } from "./motion";
import { eventsOf, gateOf, viewOf } from "./reading";
import type { Moved, SeenEvent, Zone } from "./view";
import { lying, Words } from "./words";

/** Piles whose cards are counted at their lord. */
const PILED: ReadonlySet<Zone> = new Set<Zone>(["vault", "groove", "trash"]);

/** What stays marked: cards that came, fought or were changed, and the places where some are fewer or more now. */
export function marksOf(scene: Scene, events: readonly GameEvent[]): Ref[] {
  const view = viewOf(scene);
  const found = new Set<Ref>();
  for (const event of eventsOf(events)) for (const ref of changed(event)) found.add(ref.startsWith("fort:") ? `fort:${gateOf(view, Number(ref.slice(5)))}` : ref);
  const here = new Set(lying(view).map((piece) => `uid:${piece.uid}`));
  return [...found].filter((ref) => !ref.startsWith("uid:") || here.has(ref));
}

function changed(event: SeenEvent): Ref[] {
  switch (event.event) {
    case "move":
      return moved(event);
    case "status":
      // Who is ready again is so in every turn.
      return event.on || event.status === "afflicted" ? [`uid:${event.uid}`] : [];
    case "strengthen":
    case "grant":
    case "unveil":
    case "use":
    case "block":
    case "ward":
    case "evoke":
      return [`uid:${event.uid}`];
    case "attack":
      return [`uid:${event.attacker}`, event.target === null ? `fort:${event.lord}` : `uid:${event.target}`];
    case "battle":
      return [`uid:${event.attacker}`, `uid:${event.defender}`];
    case "lord_destroyed":
      return [`seat:${event.seat}`];
    case "tag":
      return [`seat:${event.seat}`, `seat:${event.partner}`];
    default:
      return [];
  }
}

function moved({ seat, from, to, new: came, verb }: Moved): Ref[] {
  const found: Ref[] = [];
  if (from === "tower" || to === "tower") found.push(`fort:${seat}`);
  if (PILED.has(to)) found.push(`zone:${seat}.${to}`);
  else if (came !== null) found.push(`uid:${came}`);
  else if (to === "hand" && verb !== "draw") found.push(`zone:${seat}.hand`);
  if (from === "vault") found.push(`zone:${seat}.vault`);
  return found;
}

// --- what was done to somebody --------------------------------------------------------------------------------------------

/** How a loss is told, by where the card was; what goes to the hand is told apart. */
const LOSSES: Partial<Record<Zone, string>> = { battlefield: "creature", tower: "tower", spell: "spell", attached: "spell", vault: "crystal", hand: "hand", deck: "deck", groove: "energy" };

/** What events did to a seat, each in a short sentence; losses of one kind share one. */
export function sufferedBy(scene: Scene, events: readonly GameEvent[], seat: number): Sentence[] {
  const seen = eventsOf(events);
  const words = new Words(scene, seen);
  const mine = (uid: number): boolean => words.known.get(uid)?.seat === seat;
  const lost = new Map<string, Moved[]>();
  const found: Sentence[] = [];
  const sick = new Set<number>();
  for (const event of seen) {
    if (event.event === "move" && event.seat === seat) {
      const kind = lossIn(event);
      if (kind !== null) lost.set(kind, [...(lost.get(kind) ?? []), event]);
    } else if (event.event === "status" && event.status === "afflicted" && mine(event.uid)) {
      if (event.on) sick.add(event.uid);
      else sick.delete(event.uid);
    } else if (event.event === "lord_destroyed" && event.seat === seat) found.push(words.say("page.suffered.lord", { by: words.who(event.by) }));
  }
  const cards = (moves: readonly Moved[]): Sentence => scene.texts.join(moves.map((move) => (move.uid === null ? words.name(move.card) : words.at(move.uid))));
  for (const [kind, moves] of lost) found.push(words.say(`page.suffered.${kind}`, { n: moves.length, cards: cards(moves) }));
  if (sick.size) found.push(words.say("page.suffered.afflicted", { cards: scene.texts.join([...sick].map((uid) => words.at(uid))) }));
  return found;
}

/** What a lord loses by a move, if anything. Paying, curing and playing are his own doing. */
function lossIn(event: Moved): string | null {
  const { from, to, verb } = event;
  if (isFall(event)) return from === "battlefield" ? "beaten" : (LOSSES[from] ?? null);
  if (to === "hand" && (from === "battlefield" || from === "spell")) return "returned";
  if (verb !== "trash" && verb !== "destroy" && verb !== "shuffle") return null;
  return to === "trash" || to === "groove" || to === "deck" ? (LOSSES[from] ?? null) : null;
}

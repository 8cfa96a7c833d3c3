/** The account of what happened: what stays marked on the board, what was done to somebody, and how the match came out. */
import type { GameEvent, Ref, Scene, Sentence } from "../contract";
import { eventsOf, handSize, isColor, PROMOTED } from "./reading";
import type { Color } from "./view";
import { cards, circle, color, viewOf, who } from "./words";

// --- what stays marked ---------------------------------------------------------------------------------------------------

/** Where something went: a pawn along the lines, in a jump or by a push, or a planet from house to house. Written as a
 * reference of its own kind, "trail:KIND:WHAT:FROM:TO". */
export type Trail =
  | { kind: "walk" | "jump" | "push"; seat: number; pawn: number; from: string; to: string }
  | { kind: "wander"; color: Color; from: string; to: string };

export function trailOf(ref: Ref): Trail | null {
  const [head, kind, what = "", from, to] = ref.split(":");
  if (head !== "trail" || from === undefined || to === undefined) return null;
  if (kind === "wander") return isColor(what) ? { kind, color: what, from, to } : null;
  const [seat, pawn] = what.split("-").map(Number);
  if ((kind !== "walk" && kind !== "jump" && kind !== "push") || seat === undefined || pawn === undefined) return null;
  return { kind, seat, pawn, from, to };
}

/** What events changed on the board. */
export function marksOf(_: Scene, events: GameEvent[]): Ref[] {
  const found: Ref[] = [];
  for (const event of eventsOf(events)) {
    switch (event.event) {
      case "move":
        found.push(`trail:${event.cards.includes("gray") ? "jump" : "walk"}:${event.seat}-${event.pawn}:${event.from}:${event.to}`, `pawn:${event.seat}-${event.pawn}`);
        break;
      case "displace":
        found.push(`trail:push:${event.seat}-${event.pawn}:${event.from}:${event.to}`, `pawn:${event.seat}-${event.pawn}`);
        break;
      case "put":
        found.push(`pawn:${event.seat}-${event.pawn}`);
        break;
      case "promote":
        found.push(`circle:${event.circle}`, `seat:${event.seat}`);
        break;
      case "planet_move":
        found.push(`trail:wander:${event.planet}:${event.from}:${event.to}`, `planet:${event.planet}`);
        break;
      case "steal":
        found.push(`seat:${event.seat}`, `seat:${event.victim}`);
        break;
      case "take":
      case "charity":
      case "trade":
      case "donate":
      case "pay":
      case "shield":
      case "reward":
        found.push(`seat:${event.seat}`);
        break;
    }
  }
  return found;
}

// --- what was done to somebody --------------------------------------------------------------------------------------------

export function sufferedBy(scene: Scene, events: GameEvent[], seat: number): Sentence[] {
  const { texts } = scene;
  const found: Sentence[] = [];
  const got: Color[] = [];
  for (const event of eventsOf(events)) {
    if (event.event === "steal" && event.victim === seat) {
      const thief = who(scene, event.seat);
      found.push(event.color ? texts.say("page.suffered.stolen", { who: thief, color: color(texts, event.color) }) : texts.say("page.suffered.stolen_unseen", { who: thief }));
    }
    if (!("seat" in event) || event.seat !== seat) continue;
    if (event.event === "displace") found.push(texts.say("page.suffered.pushed", { from: circle(scene, event.from), to: circle(scene, event.to) }));
    if (event.event === "owes") found.push(texts.say("page.suffered.owes", { n: event.count }));
    if (event.event === "shortage") found.push(texts.say("page.suffered.missed", { n: event.count, color: color(texts, event.planet) }));
    if (event.event === "reward") got.push(...Array.from({ length: event.count }, () => event.planet));
  }
  if (got.length) found.push(texts.say("page.suffered.got", { cards: cards(texts, got) }));
  return found;
}

// --- how it came out ------------------------------------------------------------------------------------------------------

/** What decided the match, then everybody by what counts: promoted pawns, enlightenment cards, fewest other cards. */
export function sayResult(scene: Scene): Sentence[] {
  const { texts } = scene;
  const view = viewOf(scene);
  if (view.phase !== "over") return [];
  const seats = view.players.map((player, seat) => ({
    seat, up: player.pawns.filter((place) => place === PROMOTED).length, lights: player.enlightenment, n: handSize(player),
  }));
  seats.sort((a, b) => b.up - a.up || b.lights - a.lights || a.n - b.n);
  const risen = seats.find((one) => one.up === 2);
  return [
    risen ? texts.say("page.result.promotion", { who: who(scene, risen.seat) }) : texts.say("page.result.rounds"),
    ...seats.map(({ seat, ...facts }) => texts.say("page.result.seat", { who: who(scene, seat), ...facts })),
  ];
}

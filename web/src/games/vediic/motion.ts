/** What happened, as things that move: pawns along the lines, planets from house to house, cards between piles and hands. */
import type { GameEvent } from "../contract";
import { journey, way, type Chart } from "./chart";
import { pawnsByCircle } from "./reading";
import type { Color, SeenEvent, VediicView } from "./view";

/** A card on its way. Places are anchors of the page, the first that can be seen is meant. */
export interface Flight {
  color: Color | null;
  /** An enlightenment card. */
  light: boolean;
  from: string[];
  via: string | null;
  to: string[];
}
export interface Travel {
  seat: number;
  pawn: number;
  kind: "put" | "move" | "promote";
  circles: string[];
}
export interface Wander {
  planet: Color;
  houses: number[];
}
/** Dice that were thrown together: somebody's, or a planet's. */
export interface Thrown {
  planet: Color | null;
  eyes: number[];
}
export interface Beats {
  dice: Thrown[];
  travels: Travel[];
  /** Cards that move with what was done. */
  deeds: Flight[];
  planets: Wander[];
  /** Cards that planets give. */
  rewards: Flight[];
  owing: number[];
  /** The planet at which somebody was enlightened. */
  enlightened: Color | null;
}

const supply = (color: Color | "light"): string[] => [`supply:${color}`, "supply", "overview"];
const pile = (color: Color): string[] => [`charity:${color}`, "charity", "overview"];
const seatOf = (seat: number, own: number | null, color: Color | null): string[] => [
  ...(seat === own ? [...(color ? [`hand:${color}`] : []), "hand"] : []),
  `seat:${seat}`,
  "overview",
];

/** The events as movements, as the seat `own` sees them. */
export function beatsOf(chart: Chart, before: VediicView, after: VediicView, events: readonly SeenEvent[], own: number | null): Beats {
  const beats: Beats = { dice: [], travels: [], deeds: [], planets: [], rewards: [], owing: [], enlightened: null };
  const taken = new Set(pawnsByCircle(before).keys());
  const fly = (list: Flight[], color: Color | null, from: string[], to: string[], via: string | null = null, light = false): void => {
    list.push({ color, light, from, to, via });
  };
  for (const event of events) {
    const seat = "seat" in event ? event.seat : -1;
    const at = (color: Color | null): string[] => seatOf(seat, own, color);
    switch (event.event) {
      case "order_roll":
        beats.dice.push({ planet: null, eyes: event.dice });
        break;
      case "planet_roll":
        beats.dice.push({ planet: event.planet, eyes: event.dice });
        break;
      case "take":
        for (const card of event.cards) fly(beats.deeds, card, supply(card), at(card));
        break;
      case "charity":
        fly(beats.deeds, event.color, pile(event.color), at(event.color));
        break;
      case "trade":
        for (const card of event.gave) fly(beats.deeds, card, at(card), supply(card));
        fly(beats.deeds, event.got, supply(event.got), at(event.got), `planet:${event.got}`);
        break;
      case "donate":
        for (const card of event.cards) fly(beats.deeds, card, at(card), pile(card));
        beats.enlightened = before.enlightenment;
        fly(beats.deeds, null, supply("light"), at(null), before.enlightenment ? `planet:${before.enlightenment}` : null, true);
        break;
      case "promote":
        beats.travels.push({ seat, pawn: event.pawn, kind: "promote", circles: [event.circle] });
        for (let i = 0; i < 2; i++) fly(beats.deeds, null, at(null), supply("light"), null, true);
        break;
      case "purple":
        fly(beats.deeds, "purple", at("purple"), supply("purple"));
        break;
      case "steal":
        fly(beats.deeds, event.color, seatOf(event.victim, own, event.color), at(event.color));
        break;
      case "put":
        beats.travels.push({ seat, pawn: event.pawn, kind: "put", circles: [event.circle] });
        break;
      case "move": {
        const { cards } = event;
        const jump = cards.includes("gray");
        const circles = jump ? [event.from, event.to] : way(chart, event.from, event.to, taken);
        beats.travels.push({ seat, pawn: event.pawn, kind: "move", circles });
        for (const card of cards) fly(beats.deeds, card, at(card), supply(card));
        break;
      }
      case "displace":
        beats.travels.push({ seat, pawn: event.pawn, kind: "move", circles: [event.from, event.to] });
        break;
      case "pay":
        fly(beats.deeds, event.color, at(event.color), after.options.penalty_to === "charity" ? pile(event.color) : supply(event.color));
        break;
      case "shield":
        fly(beats.deeds, "orange", at("orange"), supply("orange"));
        break;
      case "skip":
      case "again":
        fly(beats.deeds, "yellow", at("yellow"), supply("yellow"));
        break;
      case "planet_move":
        beats.planets.push({ planet: event.planet, houses: journey(event.from, event.to) });
        break;
      case "owes":
        beats.owing.push(seat);
        break;
      case "reward": {
        const circle = after.players[seat]?.pawns[event.pawn];
        for (let i = 0; i < event.count; i++) fly(beats.rewards, event.planet, supply(event.planet), at(event.planet), circle ? `circle:${circle}` : null);
        break;
      }
    }
  }
  return beats;
}

const STILL: ReadonlySet<string> = new Set([
  "order_tie", "first", "color", "enlightenment", "owes", "spared", "shortage", "round", "turn", "pass", "end", "over",
]);

/** Are dice thrown? What they show is told when they lie still. */
export const late = (events: readonly GameEvent[]): boolean => events.some((event) => event.event === "order_roll" || event.event === "planet_roll");

/** Is there nothing in these events that moves? Said before anything is reckoned. */
export function isStill(events: readonly GameEvent[]): boolean {
  return events.every((event) => STILL.has(event.event));
}

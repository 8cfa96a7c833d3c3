/** Space Editor for those who are new to it: its marks, and a word when something happens for the first time. */
import type { Coach, GameEvent, Scene } from "../contract";
import texts from "./coach.json";
import { binary, energy, STAR } from "./face";

/** A drawing around 0,0, as wide as a sign on a card. */
const drawn = (inside: string): string => `<svg viewBox="-15 -15 30 30">${inside}</svg>`;

const EVENTS = ["final", "turned_up", "turned_down", "triggered"] as const;

const coach: Coach = {
  texts,
  marks: [
    { name: "nuclear", picture: drawn(energy({ energy: "n", value: "3" })) },
    { name: "gravity", picture: drawn(energy({ energy: "g", value: "2" })) },
    { name: "kinetic", picture: drawn(energy({ energy: "k", value: "" })) },
    { name: "blank", picture: drawn(energy({ energy: "-", value: "" })) },
    { name: "binary", picture: `<svg viewBox="35 -5 30 30">${binary()}</svg>` },
    { name: "star", picture: drawn(`<path d="${STAR}" fill="#ffdc73"/>`) },
    { name: "ability", picture: drawn(`<path d="M0 -11L10 0L0 11L-10 0z" fill="none" stroke="currentColor" stroke-width="1.800"/><path d="M0 -5.500v6M0 3.500v.8" stroke="currentColor" stroke-width="2.400" stroke-linecap="round"/>`) },
    { name: "flag" },
  ],
  firsts(scene: Scene, events: readonly GameEvent[]): string[] {
    const found: string[] = [];
    const asked = scene.actions[0]?.split(" ")[0];
    if (asked === "basepoint" || asked === "place") found.push(asked);
    if (events.some((one) => one.event === "discarded" && one["seat"] === scene.seat)) found.push("discarded");
    for (const name of EVENTS) if (events.some((one) => one.event === name)) found.push(name);
    return found;
  },
};
export default coach;

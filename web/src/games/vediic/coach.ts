/** Vediic for those who are new to it: its marks, and a word when something happens for the first time. */
import type { Coach, GameEvent, Scene } from "../contract";
import { DROP, SIGNS, TURNS_BACK } from "./art";
import texts from "./coach.json";
import { COLORS } from "./reading";
import { viewOf } from "./words";

const drawn = (path: string): string =>
  `<svg viewBox="-13 -13 26 26"><path d="${path}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** Decisions by the first words of what can be done, what is rarer first. */
const ASKED = ["promote", "donate", "pay", "color", "take", "enlightenment", "put", "move", "end"] as const;

const coach: Coach = {
  texts,
  marks: [
    { name: "planet" },
    { name: "retrograde", picture: drawn(TURNS_BACK) },
    { name: "light", picture: `<svg viewBox="0 0 16 16"><path d="${DROP}" fill="none" stroke="currentColor" stroke-width="1.300"/></svg>` },
    ...COLORS.map((name) => ({ name, picture: drawn(SIGNS[name]) })),
  ],
  firsts(scene: Scene, events: readonly GameEvent[]): string[] {
    const found: string[] = [];
    const words = new Set(scene.actions.map((action) => action.split(" ")[0]));
    if (events.some((one) => one.event === "reward" && one["seat"] === scene.seat)) found.push("reward");
    for (const word of ASKED) if (words.has(word) && !(word === "end" && words.has("move"))) found.push(word);
    if (Object.values(viewOf(scene).planets).some((planet) => planet.retrograde)) found.push("retrograde");
    if (events.some((one) => one.event === "displace")) found.push("displace");
    return found;
  },
};
export default coach;

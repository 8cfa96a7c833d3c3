/** Five Spheres for those who are new to it: its marks, and a word when something happens for the first time. */
import type { Coach, GameEvent, Scene } from "../contract";
import texts from "./coach.json";
import { SIGNS } from "./signs";
import type { Sphere } from "./view";

const SPHERES: readonly Sphere[] = ["science", "ether", "spirit", "chaos", "nature"];
const sphere = (name: Sphere): { name: string; picture: string } => ({
  name,
  picture: `<svg viewBox="0 0 24 24"><path d="${SIGNS[name]}" fill="currentColor" fill-rule="evenodd"/></svg>`,
});

/** What is new about a decision, by the first words of what can be done. */
const ASKED: readonly (readonly [word: string, name: string])[] = [
  ["retaliate", "retaliate"],
  ["block", "block"],
  ["crystal", "crystal"],
  ["summon", "casting"],
  ["attack", "attack"],
  ["trashhand", "hand"],
];

const coach: Coach = {
  texts,
  marks: [...SPHERES.map(sphere), { name: "cost" }, { name: "strength" }, { name: "tower" }, { name: "energy" }],
  firsts(scene: Scene, events: readonly GameEvent[]): string[] {
    const words = new Set(scene.actions.map((action) => action.split(" ")[0]));
    const found = ASKED.filter(([word]) => words.has(word)).map(([, name]) => name);
    if (events.some((one) => one.event === "siege")) found.push("siege");
    if (events.some((one) => one.event === "status" && one["status"] === "afflicted" && one["on"] === true)) found.push("afflicted");
    return found;
  },
};
export default coach;

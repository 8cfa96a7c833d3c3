import { expect, test } from "vitest";
import type { Coach } from "./contract";

const COACHES = import.meta.glob<{ default: Coach }>("./*/coach.ts", { eager: true });
const SOURCES = import.meta.glob<string>("./*/coach.ts", { eager: true, query: "?raw", import: "default" });

test.each(Object.entries(COACHES))("%s says in both languages how one wins, what its marks mean and what is new", (path, { default: coach }) => {
  expect(coach.texts["win"]?.en).toBeTruthy();
  for (const { name, picture } of coach.marks) {
    expect(coach.texts[`mark.${name}`], name).toBeDefined();
    expect(coach.texts[`mark.${name}.words`], name).toBeDefined();
    if (picture !== undefined) expect(picture).toMatch(/^<svg viewBox="[-0-9 .]+">.*<\/svg>$/);
  }
  for (const [name, row] of Object.entries(coach.texts)) {
    expect(row.ja, name).toMatch(/[ぁ-んァ-ヶ一-龠]|^8 \/ 4$/);
    expect(row.en, name).not.toMatch(/[ぁ-んァ-ヶ一-龠]/);
  }
  // Nothing is written that is never said: each first is named where it is looked for.
  const source = SOURCES[path] ?? "";
  for (const name of Object.keys(coach.texts).filter((one) => one.startsWith("first."))) expect(source).toContain(`"${name.slice("first.".length)}"`);
});

const asked = (coach: Coach, actions: string[], events: { event: string; [fact: string]: unknown }[] = [], view: object = {}): string[] =>
  coach.firsts({ seat: 0, actions, view } as never, events);
const of = (game: string): Coach => {
  const found = COACHES[`./${game}/coach.ts`];
  if (found === undefined) throw new Error(`no coach of ${game}`);
  return found.default;
};

test("one's own card that is thrown away is told, a rival's is not", () => {
  const coach = of("space_editor");
  expect(asked(coach, ["place 001 0,1 r0"], [{ event: "discarded", seat: 0 }])).toEqual(["place", "discarded"]);
  expect(asked(coach, [], [{ event: "discarded", seat: 1 }])).toEqual([]);
  expect(asked(coach, [], [{ event: "turned_down" }])).toEqual(["turned_down"]);
});

test("a planet in retrograde is told when it first stands so", () => {
  const coach = of("vediic");
  expect(asked(coach, ["move 0 c01", "end"], [], { planets: { red: { house: 1, retrograde: true } } })).toEqual(["move", "retrograde"]);
  expect(asked(coach, ["end"], [{ event: "reward", seat: 0 }], { planets: {} })).toEqual(["reward", "end"]);
});

test("whoever may block or strike back is told what that is", () => {
  const coach = of("five_spheres");
  expect(asked(coach, ["block u1", "noblock"])).toEqual(["block"]);
  expect(asked(coach, ["retaliate h0", "noretaliate"], [{ event: "siege" }])).toEqual(["retaliate", "siege"]);
});

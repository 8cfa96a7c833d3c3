import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import rows from "../../generated/refusals/vediic.json";
import { LANGS, plain } from "../../lib/texts";
import type { Json } from "../contract";
import { sayRefusal } from "./refusals";
import { sceneOf, some } from "./samples";
import { ask } from "./words";

/** Facts as the server sends them: colours by their English words, planets by their colours, seats by numbers, cards played
 * as numbers, and what was tried as it would be typed. */
const FACTS: Record<string, Json> = {
  tried: "again with yellow", words: "roll, color, take", form: "move PAWN CIRCLE [with COLOR,...]", expected: "move PAWN CIRCLE / end", right: "steal 1 2",
  part: "pink", colors: "yellow, purple, orange, blue, green, red, gray", first: "c00", last: "c36", problem: "dice 7",
  color: "red", planet: "blue", card: "green", seat: 1, house: 4, circle: "c10", from: "c05", circles: "c10, c21", through: "c06",
  need: 2, have: 1, owed: 2, most: 3, pawns: 1, pawn: 0, played: 2, steps: 5, limit: 2, greens: 2, foes: 2, reds: 1,
};

const CODES = Object.keys(rows).flatMap((name) => (name.startsWith("refusal.") ? [name.slice(8)] : []));
const source = ["refusals.py", "move_refusals.py"].map((name) => readFileSync(new URL(`../../../../src/orrery/games/vediic/rules/${name}`, import.meta.url), "utf8")).join("\n");

describe("refusals", () => {
  it("are all there that the rules can give", () => {
    const given = [...source.matchAll(/(?:Refusal\(\s*NOT_[A-Z]+,|code = |if foes else|else) *"([a-z_]+)"/g)].map((found) => found[1] ?? "");
    expect(new Set(given).size).toBeGreaterThan(45);
    for (const code of given) expect(CODES).toContain(code);
  });
});

describe.each(LANGS)("refusals in %s", (lang) => {
  const found = some("4_move");
  const scene = { ...sceneOf(found, lang), names: ["Ann", "Ben", "Cleo", "Dai"] };

  it.each(CODES)("%s is said without notation", (code) => {
    // In a donation the colours are counted, elsewhere they are named.
    const said = sayRefusal(scene, code, code === "not_three_colors" ? { ...FACTS, colors: 2 } : FACTS) ?? "";
    expect(said).toMatch(/[.。]$/);
    expect(said).not.toMatch(/undefined|NaN|\{|\?|[“”「」]/);
    expect(said).not.toMatch(/with yellow|PAWN|CIRCLE|steal 1|,\S|[Pp]awn \d|コマ\d/);
    if (!code.startsWith("unknown_circle")) expect(said).not.toMatch(/c\d\d/);
    if (lang === "en") {
      expect(said).toMatch(/^[A-Z]/);
      expect(said).not.toMatch(/\bseat \d|The blue planet/i);
    } else {
      expect(said).not.toMatch(/席\d/);
      // Names of circles and of people are all the Latin letters that are left.
      expect(said.replace(/c\d\d|Ben/g, "")).not.toMatch(/[A-Za-z]/);
    }
  });

  it("names players, planets and what is asked now", () => {
    expect(sayRefusal(scene, "color_taken", { color: "red", seat: 1 })).toContain("Ben");
    expect(sayRefusal(scene, "circle_taken", { circle: "c10", seat: 1 })).toContain("Ben");
    expect(sayRefusal(scene, "circle_taken", { circle: "c10", seat: found.seat })).not.toContain(scene.names[found.seat]);
    expect(sayRefusal(scene, "no_contact", { planet: "red", house: 3, circles: "c10" })).toContain(lang === "en" ? "Mars (red)" : "火星(赤)");
    expect(sayRefusal(scene, "wrong_step", { tried: "roll", expected: "end" })).toContain(plain(ask(scene)));
    expect(sayRefusal(scene, "no_such_code", {})).toBeNull();
  });
});

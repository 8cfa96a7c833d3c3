import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { inline, joined, lastly, read, search, type Block } from "./markdown";
import { loadFigures } from "../lib/loading";

const book = (game: string, lang: string): string =>
  readFileSync(new URL(`../../../src/orrery/games/${game}/rulebook/${lang}.md`, import.meta.url), "utf8");
const clausesOf = (blocks: Block[]): string[] =>
  blocks.flatMap((block) => (block.kind === "paragraph" && block.clause ? [block.clause] : []));

describe("reading a rulebook", () => {
  test("emphasis, code and clauses are told apart", () => {
    expect(inline("a *star* of `n3*` as **SE-4.2** or SE-5.2a says")).toEqual([
      { kind: "plain", text: "a " },
      { kind: "em", text: "star" },
      { kind: "plain", text: " of " },
      { kind: "code", text: "n3*" },
      { kind: "plain", text: " as " },
      { kind: "strong", text: "SE-4.2" },
      { kind: "plain", text: " or " },
      { kind: "clause", text: "SE-5.2a" },
      { kind: "plain", text: " says" },
    ]);
  });

  test("a clause is found inside Japanese words", () => {
    expect(inline("SE-1からSE-6まで").filter((part) => part.kind === "clause")).toHaveLength(2);
  });

  test("English lines join with a space, Japanese lines without", () => {
    expect(joined(["one", "two"])).toBe("one two");
    expect(joined(["正方形の", "カード"])).toBe("正方形のカード");
  });

  test("clauses, lists, tables and pictures become blocks", () => {
    const blocks = read(
      "# T\n\n## SE-1 Goal\n\n**SE-1.1** One\ntwo. <!-- prose -->\n\n1. a\n   b\n2. c\n\n| x | y |\n| --- | --- |\n| `a|b` | 2 |\n\n```\n| pic |\n```\n",
    );
    expect(blocks.map((block) => block.kind)).toEqual(["heading", "heading", "paragraph", "list", "table", "picture"]);
    expect(blocks[1]).toMatchObject({ id: "SE-1" });
    expect(blocks[2]).toMatchObject({ clause: "SE-1.1", text: [{ text: "One two." }] });
    expect(blocks[3]).toMatchObject({ ordered: true, items: [[{ text: "a b" }], [{ text: "c" }]] });
    expect(blocks[4]).toMatchObject({ rows: [[[{ kind: "code", text: "a|b" }], [{ text: "2" }]]] });
    expect(blocks[5]).toMatchObject({ text: "| pic |" });
  });

  test("the sections for programmers stand last, under a heading of their own, and nothing is lost", () => {
    const blocks = read("# T\n\n## SE-1 Goal\n\nOne.\n\n## SE-2 Bytes\n\nTwo.\n\n## Words\n\nThree.\n");
    const moved = lastly(blocks, new Set(["SE-2"]), "For programmers");
    expect(moved.flatMap((block) => (block.kind === "heading" ? [block.id] : []))).toEqual(["top", "SE-1", "part-1", "programmers", "SE-2"]);
    expect(moved).toHaveLength(blocks.length + 1);
    expect(lastly(blocks, new Set(), "For programmers")).toEqual(blocks);
  });

  test("a search names the clause, and finds a clause by its number", () => {
    const blocks = read("## SE-1 Goal\n\n**SE-1.1** Cards lie on cells.\n\n**SE-1.2** Seats.\n");
    expect(search(blocks, "CELLS").map((one) => one.id)).toEqual(["SE-1.1"]);
    expect(search(blocks, "se-1.2").map((one) => one.id)).toEqual(["SE-1.2"]);
    expect(search(blocks, "nothing of the kind")).toEqual([]);
  });

  test("a search shows the item of a list and the row of a table that it found, and no others", () => {
    const blocks = read("## SE-1 Goal\n\n- one star\n- two moons\n\n## SE-2 Signs\n\n| sign | name |\n| --- | --- |\n| n | core |\n| g | gravity |\n");
    expect(search(blocks, "moons")).toMatchObject([{ id: "SE-1", before: "two ", hit: "moons", after: "" }]);
    expect(search(blocks, "gravity")).toMatchObject([{ id: "SE-2", before: "g · ", hit: "gravity", after: "" }]);
  });
});

describe.each(["space_editor", "vediic", "five_spheres"] as const)("the rulebook of %s", (game) => {
  test("has the same clauses in both languages, none twice", () => {
    const [en, ja] = [clausesOf(read(book(game, "en"))), clausesOf(read(book(game, "ja")))];
    expect(en.length).toBeGreaterThan(90);
    expect(new Set(en).size).toBe(en.length);
    expect(ja).toEqual(en);
  });

  test("leaves no mark of Markdown in its text", () => {
    for (const lang of ["en", "ja"]) {
      for (const block of read(book(game, lang))) {
        if (block.kind !== "paragraph") continue;
        for (const part of block.text) if (part.kind === "plain") expect(part.text).not.toMatch(/\*\*|<!--|```/);
      }
    }
  });

  test("has every place at which a figure stands, and at least four figures", async () => {
    const places = new Set(
      read(book(game, "en")).flatMap((block) =>
        block.kind === "heading" ? [block.id] : block.kind === "paragraph" && block.clause ? [block.clause] : [],
      ),
    );
    const { figures } = await loadFigures(game);
    expect(figures.length).toBeGreaterThanOrEqual(4);
    for (const figure of figures) expect(places).toContain(figure.after);
  });
});

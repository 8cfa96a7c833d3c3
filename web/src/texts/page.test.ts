import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Figures, FormLayout } from "../games/contract";
import plain from "../table/plain/texts.json";
import rows from "./page.json";
import type { Rows } from "../lib/texts";

const all = rows as Rows;
const SOURCE = new URL("../", import.meta.url);

/** All keys that stand as plain words in the sources of the pages. */
function usedKeys(): Set<string> {
  const found = new Set<string>();
  for (const folder of ["pages", "pages/new", "shell", "rules", "rules/figures"]) {
    for (const file of readdirSync(new URL(`${folder}/`, SOURCE))) {
      if (!/\.(svelte|ts)$/.test(file) || file.endsWith(".test.ts")) continue;
      const text = readFileSync(new URL(`${folder}/${file}`, SOURCE), "utf8");
      for (const call of text.matchAll(/page\.(?:line|say|raw)\(([^`]*?)[),]/g))
        for (const word of (call[1] ?? "").matchAll(/"([a-z_]+\.[a-z_.0-9]+)"/g)) found.add(word[1] ?? "");
    }
  }
  return found;
}

describe("the page's texts", () => {
  test("every key that the pages use is there", () => {
    const shared = ["who.nth", "who.you"];
    const used = [...usedKeys()].filter((key) => !shared.includes(key));
    expect(used.length).toBeGreaterThan(120);
    expect(used.filter((key) => all[key] === undefined)).toEqual([]);
  });

  test("every text is there in both languages, with the same facts", () => {
    const facts = (text: string): string[] => [...new Set(text.match(/\{[a-z_]+\}/g))].sort();
    const own = Object.values(import.meta.glob<{ default: Rows }>("../games/*/**/texts.json", { eager: true }));
    expect(own.length).toBe(5);
    for (const [key, row] of [all, plain, ...own.map((file) => file.default)].flatMap((file) => Object.entries(file as Rows))) {
      expect(row.en, key).not.toBe("");
      expect(row.ja, key).not.toBe("");
      expect(facts(row.ja), key).toEqual(facts(row.en));
    }
  });

  test("every figure has its caption and its words", () => {
    const books = Object.values(import.meta.glob<{ default: Figures }>("../games/*/figures/index.ts", { eager: true }));
    expect(books.length).toBe(3);
    for (const { figure, all } of books.flatMap(({ default: { figures, texts } }) => figures.map((figure) => ({ figure, all: texts })))) {
      const keys = [`figure.${figure.name}`];
      if (figure.kind === "steps") for (let i = 1; i <= figure.count; i++) keys.push(`figure.${figure.name}.${i}`);
      if (figure.kind === "diagram") {
        const { boxes, arrows } = figure.diagram;
        for (const part of [...boxes, ...arrows]) if (part.text) keys.push(`figure.${figure.name}.${part.text}`);
      }
      for (const key of keys) expect(all[key], key).toBeDefined();
    }
  });

  test("what a seat may choose, and a game's own keys, have their words", () => {
    const forms = Object.values(import.meta.glob<{ default: FormLayout }>("../games/*/form.ts", { eager: true }));
    for (const { default: { texts, seatChoices = [], keys = [] } } of forms) {
      const wanted = seatChoices.flatMap(({ key, values, ready }) => [`seat.${key}`, ...(ready ? [] : values.map((value) => `${key}.${value}`))]);
      for (const key of [...wanted, ...keys.map(({ name }) => `keys.${name}`)]) expect(texts[key], key).toBeDefined();
    }
  });
});

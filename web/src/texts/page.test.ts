import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FIGURES } from "../rules/figures";
import { HOUSE_RULES } from "../pages/wishes";
import rows from "./page.json";
import type { Rows } from "../lib/texts";

const all = rows as Rows;
const SOURCE = new URL("../", import.meta.url);

/** All keys that stand as plain words in the sources of the pages. */
function usedKeys(): Set<string> {
  const found = new Set<string>();
  for (const folder of ["pages", "shell", "rules", "rules/figures"]) {
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
    for (const [key, row] of Object.entries(all)) {
      expect(row.en, key).not.toBe("");
      expect(row.ja, key).not.toBe("");
      expect(facts(row.ja), key).toEqual(facts(row.en));
    }
  });

  test("every house rule and each of its values has its words", () => {
    for (const [game, rules] of Object.entries(HOUSE_RULES)) {
      for (const rule of rules) {
        const key = `option.${game}.${rule.key}`;
        const keys = rule.kind === "word" ? [key, ...rule.values.map((value) => `${key}.${value}`)] : [key];
        for (const one of keys) expect(all[one], one).toBeDefined();
      }
    }
  });

  test("every figure has its caption and its words", () => {
    for (const figure of Object.values(FIGURES).flat()) {
      const keys = [`figure.${figure.name}`];
      if (figure.kind === "steps") for (let i = 1; i <= figure.count; i++) keys.push(`figure.${figure.name}.${i}`);
      if (figure.kind === "diagram") {
        const { boxes, arrows } = figure.diagram;
        for (const part of [...boxes, ...arrows]) if (part.text) keys.push(`figure.${figure.name}.${part.text}`);
      }
      for (const key of keys) expect(all[key], key).toBeDefined();
    }
  });
});

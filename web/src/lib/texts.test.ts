import { describe, expect, test } from "vitest";
import { fill, plain, Texts, type Rows } from "./texts";
import faults from "../texts/faults.json";
import page from "../texts/page.json";
import table from "../texts/table.json";
import shared from "../generated/shared.json";
import spaceEditor from "../generated/space_editor.json";
import vediic from "../generated/vediic.json";
import fiveSpheres from "../generated/five_spheres.json";
import spaceEditorRefusals from "../generated/refusals/space_editor.json";
import vediicRefusals from "../generated/refusals/vediic.json";
import fiveSpheresRefusals from "../generated/refusals/five_spheres.json";

const ROWS: Rows = {
  "list.between": { en: ", ", ja: "、" },
  "list.last": { en: " and ", ja: "と" },
  "cards.some": { en: "{n} cards", en_one: "one card", ja: "{n}枚" },
  "who.you": { en: "You", ja: "あなた" },
  "thinks": { en: "{who} is thinking of {lord}.", en_you: "You are thinking of {lord}.", ja: "{who}が考えています。", ja_you: "お待ちください。" },
  "fort": { en: "The fortress of {lord}", en_you: "Your fortress", ja: "{lord}の要塞" },
  "took": { en: "{who} took {what}.", ja: "{who}が{what}を取りました。" },
};

describe("texts", () => {
  test("facts keep their tone and what they point at", () => {
    const texts = new Texts("en", [ROWS]);
    const who = { text: "Ann", tone: "tone-who", ref: "seat:0" };
    expect(texts.say("took", { who, what: "it" })).toEqual([who, { text: " took " }, { text: "it" }, { text: "." }]);
  });

  test("one thing is counted in the singular, in English only", () => {
    expect(new Texts("en", [ROWS]).line("cards.some", { n: 1 })).toBe("one card");
    expect(new Texts("en", [ROWS]).line("cards.some", { n: 2 })).toBe("2 cards");
    expect(new Texts("ja", [ROWS]).line("cards.some", { n: 1 })).toBe("1枚");
  });

  test("whoever is called You is spoken to, if the sentence is about them", () => {
    const [en, ja] = [new Texts("en", [ROWS]), new Texts("ja", [ROWS])];
    const you = { text: "You", tone: "tone-who", ref: "seat:0" };
    expect(en.line("thinks", { who: you, lord: "Ann" })).toBe("You are thinking of Ann.");
    expect(en.line("thinks", { who: "Ann", lord: you })).toBe("Ann is thinking of You.");
    expect(ja.line("thinks", { who: "あなた", lord: "アン" })).toBe("お待ちください。");
    expect(en.line("fort", { who: "Ann", lord: "you" })).toBe("Your fortress");
    expect(ja.line("fort", { lord: "あなた" })).toBe("あなたの要塞");
  });

  test("things in a row are joined as the language does it", () => {
    expect(plain(new Texts("en", [ROWS]).join(["a", "b", "c"]))).toBe("a, b and c");
    expect(plain(new Texts("ja", [ROWS]).join(["a", "b", "c"]))).toBe("a、bとc");
  });

  test("the first source that has a row says it", () => {
    expect(new Texts("en", [{ took: { en: "!", ja: "!" } }, ROWS]).raw("took")).toBe("!");
  });

  test("a row that is not there, or a fact that is missing, is a fault and not an empty sentence", () => {
    expect(() => new Texts("en", [ROWS]).raw("nothing")).toThrow("no text nothing");
    expect(() => fill("{who} came", {})).toThrow("{who}");
  });
});

describe("the files of texts", () => {
  const files: Record<string, Rows> = { faults, page, table, shared, spaceEditor, vediic, fiveSpheres, spaceEditorRefusals, vediicRefusals, fiveSpheresRefusals } as Record<string, Rows>;
  const facts = (text: string): string[] => [...new Set(text.match(/\{[a-z_0-9]+\}/g) ?? [])].sort();

  test.each(Object.keys(files))("%s says everything in both languages with the same facts", (name) => {
    for (const [key, row] of Object.entries(files[name] ?? {})) {
      expect(row.en, key).toBeTruthy();
      expect(row.ja, key).toBeTruthy();
      expect(facts(row.ja).filter((fact) => !facts(row.en).includes(fact)), key).toEqual([]);
      for (const you of [row.en_you ?? "", row.ja_you ?? ""]) expect(facts(you).filter((fact) => !facts(row.en).includes(fact)), key).toEqual([]);
    }
  });
});

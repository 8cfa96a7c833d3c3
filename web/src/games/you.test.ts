/** The one who reads is called “You” (あなた): sentences about them are in the second person, in the log, in what is asked and in
 * what is said while something is shown, and words of one moment can be said at any other. */
import { describe, expect, test } from "vitest";
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
import { LANGS, plain, Texts, type Lang, type Row, type Rows } from "../lib/texts";
import type { GameEvent, GameModule, Scene } from "./contract";
import * as spheresDecisions from "./five_spheres/decisions";
import { tell as tellSpheres } from "./five_spheres/log";
import * as spheres from "./five_spheres/samples";
import cards from "./space_editor/samples/cards.json";
import spaceEvents from "./space_editor/samples/events.json";
import scenes from "./space_editor/samples/scenes.json";
import * as space from "./space_editor/words";
import * as vediicSamples from "./vediic/samples";
import * as vediicWords from "./vediic/words";

const FILES: Record<string, Rows> = { faults, page, table, shared, spaceEditor, vediic, fiveSpheres, spaceEditorRefusals, vediicRefusals, fiveSpheresRefusals } as unknown as Record<string, Rows>;

/** A third person's verb right behind a person, or a person in the middle of a sentence, where “You” would stand large. */
const THIRD = /\{(who|whom|lord)\}['’]s|\{(who|whom|lord)\} (is|was|has|does|[a-z]{2,}[^s]s)\b/;
const WITHIN = /[a-z] \{who\}/;

/** Rows that are never about the one who reads: what one does to another, what several share, and people who share a screen. */
const ABOUT_OTHERS = new Set([
  "fiveSpheres who.of", // one's own is "your"
  "fiveSpheres event.attack_fortress_you", // somebody else attacks
  "fiveSpheres event.attack_citadel_you",
  "fiveSpheres ask.block_fortress",
  "fiveSpheres ask.block_citadel",
  "fiveSpheres ask.block_creature",
  "fiveSpheres event.attack_citadel_you",
  "fiveSpheres ask.block_citadel",
  "fiveSpheres page.citadel.ask_block",
  "table prompt.for", // on one screen everybody has a name
  "table pass.next",
  "table pass.title",
  "table pass.ready",
  "table chat.mute",
  "table chat.muted",
  "table chat.report",
  "table chat.report_why",
  "table seats.let_bot",
  "table entry.newcomer", // the seat of a bot
]);

describe("rows about somebody", () => {
  const about = Object.entries(FILES).flatMap(([file, rows]) =>
    Object.entries(rows).flatMap(([key, row]) => (THIRD.test(row.en) || WITHIN.test(row.en) ? [[`${file} ${key}`, row] as [string, Row]] : [])),
  );

  test("are found", () => expect(about.length).toBeGreaterThan(25));

  test.each(about.filter(([name]) => !ABOUT_OTHERS.has(name)))("%s speaks to whom it is about", (_name, row) => {
    expect(row.en_you).toBeDefined();
    expect(row.en_you?.replace(/\{(who|whom|lord)\}/, "You")).not.toMatch(/\bYou (is|was|has|does|[a-z]{2,}[^s]s)\b/);
  });

  test("and those that are about others only are still there", () => {
    const known = new Set(about.map(([name]) => name));
    const gone = [...ABOUT_OTHERS].filter((name) => !known.has(name));
    expect(gone).toEqual([]);
  });

  test("what somebody waits for is not told to themselves as news, in Japanese either", () => {
    for (const [file, rows] of Object.entries(FILES)) {
      for (const [key, row] of Object.entries(rows)) {
        if (/^(page\.(ask\.wait|wait)|prompt\.bot)/.test(key) && row.ja.includes("{who}") && row.en_you !== undefined) expect(row.ja_you, `${file} ${key}`).toBeDefined();
      }
    }
  });
});

// --- as matches say them --------------------------------------------------------------------------------------------------

const WRONG: Record<Lang, RegExp> = {
  en: /\bYou (is|was|has|does|[a-z]{2,}[^s]s)\b|\b[Yy]ou['’]s\b|[a-z;] You\b/,
  ja: /あなた(が|は)(考えて|待って|選んで|決めて|取って|置いて|支払って)い/,
};

type Sample = { seat: number; view: Scene["view"]; actions: string[] };
type Words = Pick<GameModule, "tell" | "ask" | "sayAction">;

function spaceScene(sample: Sample, lang: Lang, you: number): Scene {
  const texts = new Texts(lang, [spaceEditor as Rows, shared as Rows]);
  const names = ["Ann", "Ben", "Cho", "Dee"].map((name, seat) => (seat === you ? texts.raw("who.you") : name));
  const book = { cards, text: (id: string) => ({ name: (cards as Record<string, { name: string }>)[id]?.name ?? id, lines: ["A printed line."] }) };
  return { game: "space_editor", seat: you, view: sample.view, actions: sample.actions, toAct: sample.seat, names, over: false, texts, cards: book };
}

interface Played {
  name: string;
  words: Words;
  /** Moments, each through the eyes of the one who decides. */
  scenes: (lang: Lang) => Scene[];
  /** Events with the scene after them, through the eyes of each seat that they are about. */
  told: (lang: Lang) => [Scene, GameEvent[]][];
}

const samples = Object.values(scenes as unknown as Record<string, Sample>);
const PLAYED: Played[] = [
  {
    name: "space_editor",
    words: space,
    scenes: (lang) => samples.map((sample) => spaceScene(sample, lang, sample.seat)),
    told: (lang) => (spaceEvents.events as GameEvent[]).map((event) => [spaceScene(samples[0] as Sample, lang, (event["seat"] as number | undefined) ?? 0), [event]]),
  },
  {
    name: "vediic",
    words: vediicWords,
    scenes: (lang) => Object.values(vediicSamples.DECISIONS).map((found) => vediicSamples.sceneOf(found, lang)),
    told: (lang) =>
      vediicSamples.EVENTS.map((event) => {
        const found = Object.values(vediicSamples.DECISIONS)[0] as vediicSamples.Decision;
        return [vediicSamples.sceneOf({ ...found, seat: "seat" in event ? event.seat : 0 }, lang), [event]];
      }),
  },
  {
    name: "five_spheres",
    words: { tell: (scene, events) => tellSpheres(scene, events), ask: spheresDecisions.ask, sayAction: (scene, word) => spheresDecisions.sayAction(scene, word) },
    scenes: (lang) => spheres.MOMENTS.map((moment) => spheres.sceneOf(moment, lang)),
    told: (lang) => spheres.BATCHES.flatMap((batch) => [0, 1].map((seat): [Scene, GameEvent[]] => [spheres.sceneAfter({ seat }, lang), batch.events])),
  },
];

describe.each(PLAYED)("$name", ({ words, scenes, told }) => {
  describe.each(LANGS)("in %s", (lang) => {
    test("asks and tells in the second person whoever reads it", () => {
      for (const scene of scenes(lang)) {
        expect(plain(words.ask(scene))).not.toMatch(WRONG[lang]);
        // While what led to a decision is shown, nothing is offered yet.
        expect(plain(words.ask({ ...scene, actions: [] }))).not.toMatch(WRONG[lang]);
      }
      for (const [scene, events] of told(lang)) for (const line of words.tell(scene, events)) expect(plain(line.sentence)).not.toMatch(WRONG[lang]);
    });

    test("can say the actions of one moment at any other", () => {
      const all = scenes(lang);
      const each = new Set(all.flatMap((scene) => [...new Map(scene.actions.map((word) => [word.split(" ")[0], word])).values()]));
      for (const scene of all) for (const word of each) expect(plain(words.sayAction(scene, word)), word).not.toBe("");
    });
  });
});

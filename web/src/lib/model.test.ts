import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Details, Past, Refused, Standing, TableInfo, Told } from "../wire";
import type { GameModule, View } from "../games/contract";
import type { Model, Source } from "./model.svelte";

const STANDING: Standing = { to_act: 0, bots: [null, "level2"], paused: false, proposal: null, clocks: null, running: null, outcome: null };

function seat(number: number, name: string, bot: string | null): TableInfo["seats"][number] {
  return { seat: number, kind: bot ? "bot" : "person", name, person: bot ? null : "p", bot, present: true, own_deck: false, keeper: null, kept: null, program: false };
}

class Made implements Source {
  seat: number | null = 0;
  view: View = { round: 0 };
  number = 0;
  actions: string[] | null = ["roll"];
  standing: Standing = STANDING;
  past: Past[] = [];
  info = { seats: [seat(0, "Ann", null), seat(1, "level2", "level2")] } as TableInfo;
  onEntry: ((past: Past, before: View | null) => void) | null = null;

  /** What is answered next, and what was asked. */
  answer: Told | Refused = { type: "told", id: 1, at: 0, what: "score", answer: { seats: [] } };
  readonly asked: [string, Details | undefined][] = [];
  ask(what: string, more?: Details): Promise<Told | Refused> {
    this.asked.push([what, more]);
    return Promise.resolve(this.answer);
  }

  /** An entry with an event comes. */
  comes(number: number): void {
    const before = this.view;
    const past = { number, kind: "act", seat: 1, time: 0, events: [{ event: "round", round: number }] };
    this.view = { round: number };
    this.number = number;
    this.past = [...this.past, past];
    this.onEntry?.(past, before);
  }
}

const GAME = {
  tell: (_scene: unknown, events: { event: string; round: number }[]) => events.map((event) => ({ sentence: [{ text: `round ${event.round}` }] })),
} as unknown as GameModule;

/** Who waits for the tab to be hidden or seen. */
const waiting = new Set<() => void>();
const documentNow = {
  hidden: false,
  documentElement: { lang: "", dataset: {} },
  addEventListener: (_: string, listener: () => void) => waiting.add(listener),
  removeEventListener: (_: string, listener: () => void) => waiting.delete(listener),
};

beforeEach(() => {
  vi.useFakeTimers();
  documentNow.hidden = false;
  waiting.clear();
  vi.stubGlobal("document", documentNow);
  vi.stubGlobal("navigator", { language: "en-GB" });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal("addEventListener", () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ROWS = { "who.you": { en: "You", ja: "あなた" }, "who.nth": { en: "Player {n}", ja: "プレイヤー{n}" } };

/** A table that somebody looks at, or not. */
async function table(watched = true): Promise<{ source: Made; model: Model; away: () => void }> {
  const { Model } = await import("./model.svelte");
  const source = new Made();
  const model = new Model(source, "vediic", GAME, ROWS, { cards: {} });
  return { source, model, away: watched ? model.watch() : () => undefined };
}

describe("questions", () => {
  test("are put to where the table's state comes from", async () => {
    const { source, model } = await table();
    expect(await model.ask("forecast", { turns: 2 })).toEqual({ seats: [] });
    expect(source.asked).toEqual([["forecast", { turns: 2 }]]);
  });

  test("that are refused are explained where somebody waits for the answer, and nowhere else", async () => {
    const { source, model } = await table();
    source.answer = { type: "refused", id: 1, code: "too_fast", message: "wait a little" };
    expect(await model.ask("score")).toBeNull();
    expect(model.refusal).toBeNull();
    expect(await model.ask("analysis", { seat: 1 })).toBeNull();
    expect(model.refusal?.code).toBe("too_fast");
  });
});

test("the log shows what was taken back as taken back, by the entry that did it", async () => {
  const { source, model } = await table(false);
  for (const number of [1, 2, 3]) source.comes(number);
  source.past = [...source.past, { number: 4, kind: "agree", seat: 0, time: 0, word: "", back: 1 }];
  expect(model.log.map((entry) => entry.undone)).toEqual([false, true, true, false]);
  expect(model.log[1]?.lines).toEqual([{ sentence: [{ text: "round 2" }] }]);
});

describe("a table as it is shown", () => {
  test("happenings come one after the other, each when the one before was shown", async () => {
    const { source, model } = await table();
    source.comes(1);
    source.comes(2);
    expect(model.happening?.number).toBe(1);
    expect(model.happening?.before).toEqual({ round: 0 });
    expect(model.happening?.after).toEqual({ round: 1 });
    model.shown(1);
    expect(model.happening?.number).toBe(2);
    model.shown(2);
    expect(model.happening).toBeNull();
  });

  test("a source has one model: a second one would leave the first without news", async () => {
    const { Model } = await import("./model.svelte");
    const { source } = await table();
    expect(() => new Model(source, "vediic", GAME, ROWS, { cards: {} })).toThrow("already");
  });

  test("however many moves come at once, each is shown, and the more wait the faster", async () => {
    const { source, model } = await table();
    const shown: number[] = [];
    const paces: number[] = [];
    for (let number = 1; number <= 40; number++) source.comes(number);
    while (model.happening !== null) {
      shown.push(model.happening.number);
      paces.push(model.happening.pace);
      model.shown(model.happening.number);
    }
    expect(shown).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    expect(paces[0]).toBe(1); // it began before the others came
    expect(paces[1]).toBe(16); // nothing goes faster than that
    expect(paces.slice(1)).toEqual([...paces.slice(1)].sort((a, b) => b - a));
    expect(paces.slice(-3)).toEqual([2, 1.5, 1]);
  });

  test("the pace that somebody has chosen counts as well", async () => {
    const { settings } = await import("./settings.svelte");
    const { source, model } = await table();
    settings.change({ speed: 2 });
    source.comes(1);
    source.comes(2);
    expect(model.happening?.pace).toBe(2);
    settings.change({ speed: 1 });
  });

  test("an entry that changes nothing on the board takes nothing away that waits", async () => {
    const { source, model } = await table();
    source.comes(1);
    source.comes(2);
    source.onEntry?.({ number: 3, kind: "offer", seat: 1, time: 0, word: "draw" }, source.view);
    expect(model.happening?.number).toBe(1);
    model.shown(1);
    expect(model.happening?.number).toBe(2);
  });

  test("the log tells what was shown, and the end comes after all that led to it", async () => {
    const { source, model } = await table();
    const outcome = { winners: [0], by: "game", scores: null } as unknown as NonNullable<Standing["outcome"]>;
    source.standing = { ...STANDING, to_act: null, outcome };
    source.comes(1);
    source.comes(2);
    expect(model.log.map((entry) => entry.past.number)).toEqual([1]);
    expect([model.outcome, model.scene?.over]).toEqual([null, false]);
    model.shown(1);
    model.shown(2);
    expect(model.log.map((entry) => entry.past.number)).toEqual([1, 2]);
    expect([model.outcome, model.scene?.over]).toEqual([outcome, true]);
  });

  test("several winners have tied, unless they are on one side or the rules did not end it", async () => {
    const { source, model } = await table();
    const ended = (by: string): void => {
      source.standing = { ...STANDING, to_act: null, outcome: { winners: [0, 1], by, scores: [4, 4] } as unknown as Standing["outcome"] };
      source.view = { round: 1 };
    };
    ended("game");
    expect(model.tied).toBe(true);
    ended("time");
    expect(model.tied).toBe(false);
    ended("game");
    model.module.side = () => 0;
    expect(model.tied).toBe(false);
    delete model.module.side;
  });

  test("a board that never says that it has shown something does not hold up the table, and is complained about", async () => {
    const told = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { source, model } = await table();
    source.comes(1);
    vi.advanceTimersByTime(7_999);
    expect(model.happening?.number).toBe(1);
    vi.advanceTimersByTime(1);
    expect(model.happening).toBeNull();
    expect(told).toHaveBeenCalledOnce();
    told.mockRestore();
  });

  test("skipping shows everything at once", async () => {
    const { source, model } = await table();
    source.comes(1);
    source.comes(2);
    model.skip();
    expect(model.happening).toBeNull();
  });

  test("what happens while the tab is hidden is not shown in motion, nor is what waited then", async () => {
    const { source, model } = await table();
    source.comes(1);
    source.comes(2);
    documentNow.hidden = true;
    for (const hear of waiting) hear();
    expect(model.happening).toBeNull();
    source.comes(3);
    expect(model.happening).toBeNull();
    documentNow.hidden = false;
    source.comes(4);
    expect(model.happening?.number).toBe(4);
  });

  test("what happens while no board is there is not shown later", async () => {
    const { source, model } = await table(false);
    source.comes(1);
    expect(model.happening).toBeNull();
    const away = model.watch();
    source.comes(2);
    expect(model.happening?.number).toBe(2);
    away();
    expect(model.happening).toBeNull();
    expect(waiting.size).toBe(0);
  });

  test("what happened is told to screen readers", async () => {
    const { source, model } = await table();
    source.comes(1);
    expect(model.spoken.map((one) => one.text)).toEqual(["round 1"]);
  });

  test("those who are called alike are told apart by a number", async () => {
    const { source, model } = await table();
    source.info = { seats: [seat(0, "level2", "level2"), seat(1, "Ann", null), seat(2, "level2", "level2")] } as TableInfo;
    expect(model.names).toEqual(["Rowan · Level 2 A", "Ann", "Rowan · Level 2 C"]);
  });

  test("a bot is called by its strength, an unnamed seat by its number", async () => {
    const { source, model } = await table();
    source.info = { seats: [seat(0, "", null), seat(1, "level2", "level2")] } as TableInfo;
    expect(model.names[1]).toBe("Rowan · Level 2");
    expect(model.names[0]).toBe("Player 1");
  });
});

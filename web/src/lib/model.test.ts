import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Details, Past, Refused, Standing, TableInfo, Told } from "../wire";
import type { GameModule, View } from "../games/contract";
import type { Model, Source } from "./model.svelte";

const STANDING: Standing = { to_act: 0, bots: [null, "level2"], paused: false, proposal: null, clocks: null, running: null, outcome: null };

function seat(number: number, name: string, bot: string | null): TableInfo["seats"][number] {
  return { seat: number, kind: bot ? "bot" : "person", name, person: bot ? null : "p", bot, present: true, own_deck: false, keeper: null, kept: null };
}

class Made implements Source {
  seat: number | null = 0;
  view: View = { round: 0 };
  number = 0;
  actions: string[] | null = ["roll"];
  standing: Standing = STANDING;
  past: Past[] = [];
  info = { seats: [seat(0, "Ann", null), seat(1, "level2", "level2")] } as TableInfo;
  onEntry: (past: Past, before: View | null) => void = () => {};

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
    this.onEntry(past, before);
  }
}

const GAME = {
  tell: (_scene: unknown, events: { event: string; round: number }[]) => events.map((event) => ({ sentence: [{ text: `round ${event.round}` }] })),
} as unknown as GameModule;

const documentNow = { hidden: false, documentElement: { lang: "", dataset: {} } };

beforeEach(() => {
  vi.useFakeTimers();
  documentNow.hidden = false;
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

async function table(): Promise<{ source: Made; model: Model }> {
  const { Model } = await import("./model.svelte");
  const source = new Made();
  const rows = { "who.you": { en: "You", ja: "あなた" }, "who.nth": { en: "Player {n}", ja: "プレイヤー{n}" } };
  return { source, model: new Model(source, "vediic", GAME, rows, { cards: {} }) };
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

  test("a board that never says that it has shown something does not hold up the table", async () => {
    const { source, model } = await table();
    source.comes(1);
    vi.advanceTimersByTime(4_000);
    expect(model.happening).toBeNull();
  });

  test("skipping shows everything at once", async () => {
    const { source, model } = await table();
    source.comes(1);
    source.comes(2);
    model.skip();
    expect(model.happening).toBeNull();
  });

  test("what happens while nobody looks is not shown in motion", async () => {
    const { source, model } = await table();
    documentNow.hidden = true;
    source.comes(1);
    expect(model.happening).toBeNull();
  });

  test("what happened is told to screen readers", async () => {
    const { source, model } = await table();
    source.comes(1);
    expect(model.spoken.map((one) => one.text)).toEqual(["round 1"]);
  });

  test("those who are called alike are told apart by a number", async () => {
    const { source, model } = await table();
    source.info = { seats: [seat(0, "level2", "level2"), seat(1, "Ann", null), seat(2, "level2", "level2")] } as TableInfo;
    expect(model.names).toEqual(["Level 2 A", "Ann", "Level 2 C"]);
  });

  test("a bot is called by its strength, an unnamed seat by its number", async () => {
    const { source, model } = await table();
    source.info = { seats: [seat(0, "", null), seat(1, "level2", "level2")] } as TableInfo;
    expect(model.names[1]).toBe("Level 2");
    expect(model.names[0]).toBe("Player 1");
  });
});

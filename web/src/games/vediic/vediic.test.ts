import { describe, expect, it } from "vitest";
import type { GameEvent } from "../contract";
import { LANGS, plain } from "../../lib/texts";
import { buttons, complete, goals, KINDS, narrow, NOTHING, openCards, opening, parse, parseAll, unlawful, without, type Choice } from "./actions";
import { figure, sector, SIGNS, stacked, stars, TINTS } from "./art";
import { journey, litCircles, litTiles, nextIn, way } from "./chart";
import { beatsOf, isStill } from "./motion";
import { CHART, DECISIONS, EVENTS, MOMENTS, sceneOf, some, textsIn } from "./samples";
import { stepsOf } from "./steps";
import { COLORS } from "./reading";
import type { Color, VediicView, Worth } from "./view";
import { ask, chances, percent, refsOf, sayAction, seatFacts, seatLabel, seatSign, signed, tell, worthOf } from "./words";

const choose = (part: Partial<Choice>): Choice => ({ ...NOTHING, ...part });

describe("actions", () => {
  it("takes every action word of the samples apart", () => {
    const kinds = new Set<string>();
    for (const { actions } of Object.values(DECISIONS)) {
      const parsed = parseAll(actions);
      expect(parsed.map((action) => action.word)).toEqual(actions);
      for (const action of parsed) kinds.add(action.kind);
    }
    expect([...kinds].sort()).toEqual([...KINDS].sort());
  });

  it("reads pawn, circle and cards of a move", () => {
    expect(parse("move 0 c26 with red,red,gray")).toEqual({ word: "move 0 c26 with red,red,gray", kind: "move", cards: ["red", "red", "gray"], pawn: 0, circle: "c26", color: null, seats: [] });
    expect(parse("trade blue,blue for green")).toMatchObject({ kind: "trade", cards: ["blue", "blue"], color: "green" });
    expect(parse("steal 1 2")).toMatchObject({ kind: "steal", cards: ["purple"], seats: [1, 2] });
    expect(parse("fly away")).toBeNull();
  });

  it("narrows by cards, counting each of them", () => {
    const moves = parseAll(["move 0 c01", "move 0 c01 with green", "move 0 c02 with red,red", "move 1 c02 with red"]);
    expect(narrow(moves, choose({ cards: ["red", "red"] })).map((action) => action.word)).toEqual(["move 0 c02 with red,red"]);
    expect(openCards(moves, choose({ cards: ["red"] }))).toEqual(new Set(["red"]));
    expect([...goals(moves, choose({ pawn: 0 })).keys()]).toEqual(["c01", "c02"]);
    expect(complete(moves, choose({ circle: "c01" })).map((action) => action.cards)).toEqual([[], ["green"]]);
    expect(without(["red", "blue"], ["blue", "blue"])).toBeNull();
  });

  it("calls a steal complete with just the rivals chosen, and a trade with both cards", () => {
    const list = parseAll(["steal", "steal 1", "steal 1 2", "trade blue,blue for red", "trade blue,gray for red"]);
    expect(complete(list, choose({ kinds: ["steal"], seats: [1] })).map((action) => action.word)).toEqual(["steal 1"]);
    expect(complete(list, choose({ kinds: ["trade"], cards: ["blue"] }))).toEqual([]);
    expect(complete(list, choose({ kinds: ["trade"], cards: ["blue", "gray"] })).map((action) => action.word)).toEqual(["trade blue,gray for red"]);
  });

  it("has buttons for what is ready, and for all ways to give cards where there are few", () => {
    const words = (list: string[], part: Partial<Choice>): string[] => buttons(parseAll(list), choose(part)).map((action) => action.word);
    const few = ["donate red,blue,gray", "donate orange,blue,gray", "move 0 c01", "end"];
    expect(words(few, {})).toEqual([]);
    expect(words(few, { kinds: ["donate"] }).sort()).toEqual(["donate orange,blue,gray", "donate red,blue,gray"]);
    const many = COLORS.flatMap((color) => [`trade ${color},${color} for red`]);
    expect(words(many, { kinds: ["trade"] })).toEqual([]);
    expect(words(many, { kinds: ["trade"], cards: ["blue"] })).toEqual(["trade blue,blue for red"]);
    expect(words(["pay red", "pay blue", "shield with orange"], {})).toEqual(["shield with orange"]);
    expect(words(["pay red", "pay blue", "shield with orange"], { cards: ["red"] })).toEqual(["pay red"]);
    expect(words(["charity red"], { kinds: ["charity"] })).toEqual([]);
    expect(words(["roll"], {})).toEqual(["roll"]);
    expect(words(["move 0 c01", "move 0 c01 with green"], { circle: "c01" })).toEqual(["move 0 c01", "move 0 c01 with green"]);
  });

  it("chooses by itself what can only be meant: the one rival, the one pawn", () => {
    const steals = parseAll(["steal", "steal 1", "move 0 c01"]);
    expect(opening(steals, "steal")).toMatchObject({ kinds: ["steal"], seats: [1], pawn: null });
    expect(opening(parseAll(["steal", "steal 1", "steal 2", "steal 1 2"]), "steal").seats).toEqual([]);
    expect(opening(parseAll(["promote 1", "end"]), "promote").pawn).toBe(1);
    expect(opening(parseAll(["promote 0", "promote 1"]), "promote").pawn).toBeNull();
    expect(opening(parseAll(["trade red,red for blue"]), "trade")).toMatchObject({ kinds: ["trade"], pawn: null, color: null, seats: [] });
  });

  it("leads to every legal action by what can be chosen", () => {
    for (const { actions } of Object.values(DECISIONS)) {
      const parsed = parseAll(actions);
      for (const action of parsed) {
        const full = choose({ kinds: [action.kind], pawn: action.pawn, circle: action.circle, color: action.color, seats: action.seats, cards: action.cards });
        expect(complete(parsed, full).map((one) => one.word)).toContain(action.word);
      }
    }
  });

  it("knows what cannot be done at a circle, and never asks about what can", () => {
    const moves = parseAll(["move 0 c02", "move 0 c03 with red", "move 1 c02 with green", "end"]);
    const words = (choice: Choice, circle: string): string[] => unlawful(moves, choice, circle, ["c01", "c09"]).map((action) => action.word);
    expect(words(NOTHING, "c02")).toEqual([]);
    expect(words(NOTHING, "c03")).toEqual(["move 1 c03"]);
    expect(words(choose({ pawn: 0 }), "c07")).toEqual(["move 0 c07"]);
    expect(words(choose({ pawn: 0, cards: ["green", "blue"] }), "c02")).toEqual(["move 0 c02 with blue,green"]);
    expect(words(NOTHING, "c01")).toEqual(["move 1 c01"]);
    expect(unlawful([], NOTHING, "c07", ["c01", "c09"])).toEqual([]);
    expect(unlawful(moves, NOTHING, "c07", [null, "promoted"])).toEqual([]);
    const puts = parseAll(["put c02"]);
    expect(unlawful(puts, NOTHING, "c02", [null, null])).toEqual([]);
    expect(unlawful(puts, NOTHING, "c03", [null, null]).map((action) => action.word)).toEqual(["put c03"]);
    for (const { seat, view, actions } of Object.values(DECISIONS))
      for (const circle of CHART.circles)
        for (const wish of unlawful(parseAll(actions), NOTHING, circle.id, view.players[seat]?.pawns ?? [])) expect(actions).not.toContain(wish.word);
  });
});

describe("the chart", () => {
  it("has the circles, lines and tiles of the board", () => {
    expect(CHART.circles.length).toBe(37);
    expect(CHART.links.length).toBe(48);
    expect(CHART.houses.flatMap((house) => house.tiles).length).toBe(40);
    expect(CHART.homes).toEqual({ yellow: 12, purple: 8, orange: 5, blue: 3, green: 10, red: 1, gray: 6 });
  });

  it("lights the circles that the rulebook names", () => {
    const { view } = some("4_move");
    const planets = Object.fromEntries(COLORS.map((color) => [color, { house: 2, retrograde: false }])) as unknown as VediicView["planets"];
    const yellow = { ...view, planets: { ...planets, yellow: { house: 4, retrograde: false }, red: { house: 1, retrograde: true } } };
    expect(new Set(litTiles(CHART, yellow, "yellow").flatMap((tile) => tile.circles))).toEqual(new Set(["c20", "c21", "c25"]));
    expect(new Set(litTiles(CHART, yellow, "red").flatMap((tile) => tile.circles)).size).toBe(15);
    expect(litCircles(CHART, yellow).get("c25")).toEqual(["yellow", "red"]);
  });

  it("finds the shortest way, and round pawns where another is as short", () => {
    expect(way(CHART, "c10", "c02", new Set()).length).toBe(3);
    expect(way(CHART, "c00", "c17", new Set(["c09"]))).toEqual(["c00", "c09", "c17"]);
    expect(way(CHART, "c02", "c18", new Set(["c10"]))).not.toContain("c10");
    expect(way(CHART, "c02", "c18", new Set(["c11"]))).not.toContain("c11");
  });

  it("counts the houses of a journey past the twelfth", () => {
    expect(journey(11, 2)).toEqual([11, 12, 1, 2]);
    expect(journey(8, 8).length).toBe(13);
  });

  it("keeps planets of one house apart", () => {
    for (const house of CHART.houses) {
      for (let count = 1; count <= 7; count++) {
        const { places, size } = house.slots(count);
        expect(places.length).toBe(count);
        for (const [i, a] of places.entries()) {
          for (const b of places.slice(i + 1)) expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeGreaterThan(size * 1.7);
        }
      }
    }
  });

  it("can be walked through by arrow keys to every circle", () => {
    const reached = new Set(["c18"]);
    const queue = ["c18"];
    for (const id of queue) {
      const from = CHART.circle.get(id);
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
        const next = from && nextIn(CHART.circles, from.at, dx, dy);
        if (next && !reached.has(next.id)) {
          reached.add(next.id);
          queue.push(next.id);
        }
      }
    }
    expect(reached.size).toBe(37);
  });
});

describe.each(LANGS)("words in %s", (lang) => {
  it("say every event of the samples", () => {
    const scene = sceneOf(some("7_move"), lang);
    const kinds = new Set<string>();
    for (const event of EVENTS) {
      kinds.add(event.event);
      const lines = tell(scene, [event]);
      expect(lines.length).toBe(1);
      expect(plain(lines[0]?.sentence ?? [])).not.toMatch(/undefined|\{|NaN|c\d\d|pawn \d|コマ\d/);
    }
    for (const name of ["shortage", "displace", "spared", "promote", "over", "steal", "purple", "order_tie"]) expect(kinds).toContain(name);
  });

  it("say a planets' turn in one line, with dice and retrograde", () => {
    const moves: GameEvent[] = [
      { event: "planet_roll", planet: "yellow", dice: [4] },
      { event: "planet_move", planet: "yellow", from: 12, to: 4, retrograde: false },
      { event: "planet_move", planet: "red", from: 12, to: 1, retrograde: true },
    ];
    const lines = tell(sceneOf(some("4_move"), lang), moves);
    expect(lines.length).toBe(1);
    const said = plain(lines[0]?.sentence ?? []);
    expect(said).toContain(textsIn(lang).raw("event.retrograde"));
    expect(said).toContain("4");
  });

  it("say what the planets gave in one line for each seat", () => {
    const gave = (seat: number, pawn: number, planet: string, count: number): GameEvent => ({ event: "reward", seat, pawn, planet, count });
    const lines = tell(sceneOf(some("4_move"), lang), [gave(1, 0, "red", 2), gave(2, 0, "red", 1), gave(1, 1, "blue", 1), { event: "round", round: 4, start: 1 }]);
    expect(lines.length).toBe(3);
    expect(plain(lines[0]?.sentence ?? [])).toContain(lang === "en" ? "blue and 2 red" : "赤2枚");
  });

  it("ask only for what can be done", () => {
    const found = some("4_end");
    const asked = (actions: string[], turn: Partial<NonNullable<VediicView["turn"]>>): string => {
      const view = { ...found.view, turn: { ...found.view.turn, leg: 1, ...turn } } as VediicView;
      return plain(ask(sceneOf({ ...found, view, actions }, lang)));
    };
    const texts = textsIn(lang);
    expect(asked(["end"], { stage: "after" })).toBe(texts.raw("page.ask.turn_end"));
    expect(asked(["trade red,red for blue", "end"], { stage: "after" })).toBe(texts.line("page.ask.turn_after", { deeds: texts.raw("page.deed.trade") }));
    expect(asked(["move 0 c01"], { stage: "before" })).toBe(texts.raw("page.ask.turn_move"));
    expect(asked(["pass"], { stage: "before" })).toBe(texts.raw("page.ask.turn_pass"));
    expect(asked(["steal 1", "move 0 c01"], { stage: "before" })).toContain(texts.raw("page.deed.steal"));
  });

  it("say what a turn of the planets brings, good or bad by its sign", () => {
    const texts = textsIn(lang);
    const said = (worth: Worth): string => plain(worthOf(texts, "mine", worth));
    expect(said({ gain: 0.9, loss: 0.1, losses: { "1": 0.1 } })).toContain("+0.8");
    expect(said({ gain: 0.9, loss: 0.1, losses: { "1": 0.1 } })).toContain("10%");
    expect(said({ gain: 0, loss: 2, losses: { "2": 1 } })).toBe(texts.line("page.forecast.mine", { cards: "−2" }) + texts.line("page.forecast.loses", { n: 2 }));
    expect(said({ gain: 0, loss: 0, losses: {} })).toContain(texts.raw("page.forecast.safe"));
    expect([signed(0.04), signed(-0.04), signed(1), signed(-0.25)]).toEqual(["0", "0", "+1", "−0.2"]);
  });

  it("say every action, what is asked and who sits there", () => {
    for (const found of Object.values(DECISIONS)) {
      for (const seat of [found.seat, (found.seat + 1) % found.view.players.length, null]) {
        const scene = sceneOf(found, lang, seat);
        expect(plain(ask(scene))).toBeTruthy();
        found.view.players.forEach((_, i) => {
          expect(plain(seatLabel(scene, i))).toBe(found.view.players[i]?.color ? scene.texts.raw(`color.${found.view.players[i]?.color}`) : "");
          expect(seatSign(scene, i).label).toBeTruthy();
          for (const fact of seatFacts(scene, i)) expect(fact.value).toMatch(/^(−?[0-9/]+|✓)$/);
        });
      }
      const scene = sceneOf(found, lang);
      for (const word of found.actions) {
        const said = plain(sayAction(scene, word));
        expect(said).not.toMatch(/undefined|\{|null|NaN/);
        expect(said.length).toBeGreaterThan(2);
        expect(said, word).not.toMatch(/c\d\d|pawn \d|コマ\d/);
      }
    }
  });

  it("say chances, with a warning where cards are asked for", () => {
    const texts = textsIn(lang);
    const said = plain(chances(texts, [{ planet: "red", certain: true, chance: 1, exact: "1", retrograde: 1 }, { planet: "gray", certain: false, chance: 0.25, exact: "1/4", retrograde: 0 }]));
    expect(said).toContain(texts.raw("page.forecast.certain"));
    expect(said).toContain("25%");
    expect(plain(chances(texts, []))).toBe(texts.raw("page.forecast.nobody"));
    expect([percent(0.001), percent(0.999), percent(1), percent(0.5)]).toEqual(["<1%", ">99%", "100%", "50%"]);
  });

  it("have a text for every key that the table's files name", async () => {
    const { readdirSync, readFileSync } = await import("node:fs");
    const texts = textsIn(lang);
    const folder = new URL(".", import.meta.url);
    let found = 0;
    for (const name of readdirSync(folder)) {
      if (!/\.(svelte|ts)$/.test(name) || name.endsWith(".test.ts")) continue;
      for (const [, key] of readFileSync(new URL(name, folder), "utf8").matchAll(/texts\.(?:raw|line|say)\("([a-z_.]+)"/g)) {
        found += 1;
        expect(texts.has(key ?? ""), `${name}: ${key}`).toBe(true);
      }
    }
    expect(found).toBeGreaterThan(60);
    for (const color of COLORS) for (const table of ["color", "planet", "page.power", "page.short"]) expect(texts.has(`${table}.${color}`)).toBe(true);
    for (const kind of ["charity", "trade", "donate", "promote", "steal", "skip", "pass", "again", "end"]) expect(texts.has(`page.do.${kind}`)).toBe(true);
  });
});

describe("what points where", () => {
  it("names pawn, both circles and cards of a move", () => {
    const found = some("4_move");
    const scene = sceneOf(found, "en");
    const word = found.actions.find((one) => /^move 0 \S+ with /.test(one)) ?? found.actions.find((one) => one.startsWith("move 0"));
    const refs = refsOf(scene, word ?? "");
    expect(refs).toContain(`pawn:${found.seat}-0`);
    expect(refs).toContain(`circle:${found.view.players[found.seat]?.pawns[0]}`);
    expect(refs).toContain(`circle:${word?.split(" ")[2]}`);
  });
});

describe("steps", () => {
  it("say what is open, and tick what is past", () => {
    const found = some("4_move");
    const steps = stepsOf(found.view, parseAll(found.actions));
    expect(steps.map((step) => step.name)).toEqual(["charity", "exchange", "steal", "move", "exchange", "again"]);
    expect(steps.filter((step) => step.state === "now").length).toBe(1);
    const ending = some("4_end");
    const state = stepsOf(ending.view, parseAll(ending.actions)).find((step) => step.name === "move")?.state;
    expect(state).toBe(ending.view.turn?.stage === "after" ? "done" : "now");
    expect(stepsOf(some("4_put").view, []).map((step) => step.state)).toEqual(["done", "done", "done", "now"]);
    expect(stepsOf(some("4_pay").view, [])[1]).toEqual({ name: "penalty", state: "now" });
  });
});

describe("motion", () => {
  it("moves all seven planets and brings every reward", () => {
    for (const { events: list, before, after } of Object.values(MOMENTS)) {
      const beats = beatsOf(CHART, before, after, list, 0);
      expect(beats.dice.length).toBe(list.filter((event) => event.event === "planet_roll").length);
      expect(beats.planets.length).toBe(list.filter((event) => event.event === "planet_move").length);
      const rewarded = list.reduce((sum, event) => sum + (event.event === "reward" ? event.count : 0), 0);
      expect(beats.rewards.length).toBe(rewarded);
      for (const { houses } of beats.planets) expect(houses.length).toBeGreaterThan(1);
    }
  });

  it("knows where cards come from and go to", () => {
    const { view } = some("4_move");
    const beats = beatsOf(CHART, view, view, [{ event: "donate", seat: 1, cards: ["red", "blue", "gray"] }, { event: "steal", seat: 0, victim: 2, index: null, color: null }], 0);
    expect(beats.deeds.map((flight) => flight.to[0])).toEqual(["charity:red", "charity:blue", "charity:gray", "seat:1", "hand"]);
    expect(beats.deeds[3]?.light).toBe(true);
  });

  it("knows by the events alone whether anything moves", () => {
    const { view } = some("4_move");
    for (const event of EVENTS) {
      const { owing: _, enlightened: __, ...beats } = beatsOf(CHART, view, view, [event], 0);
      expect(isStill([event]), event.event).toBe(Object.values(beats).every((list) => !list.length));
    }
    expect(isStill([{ event: "end", seat: 0 }, { event: "turn", seat: 1 }])).toBe(true);
    expect(isStill([{ event: "end", seat: 0 }, { event: "planet_move", planet: "red", from: 1, to: 2 }])).toBe(false);
  });

  it("walks along the lines, but jumps with gray", () => {
    const { view } = some("4_move");
    const move = (cards: Color[]): string[] | undefined => beatsOf(CHART, view, view, [{ event: "move", seat: 0, pawn: 0, from: "c00", to: "c36", cards }], 0).travels[0]?.circles;
    expect(move(["green"])?.length).toBeGreaterThan(4);
    expect(move(["gray"])).toEqual(["c00", "c36"]);
  });
});

describe("art", () => {
  it("is the same each time", () => {
    expect(stars("vediic", 9, 100)).toEqual(stars("vediic", 9, 100));
    expect(stars("vediic", 9, 100)).not.toEqual(stars("other", 9, 100));
  });

  it("gives each planet a sign and tints of its own", () => {
    expect(new Set(Object.values(SIGNS)).size).toBe(7);
    expect(new Set(Object.values(TINTS).map((tint) => tint.join())).size).toBe(7);
    expect(new Set([0, 1, 2, 3, 4, 5, 6].map(figure)).size).toBe(7);
  });

  it("stands pawns of one circle apart", () => {
    for (let count = 2; count <= 8; count++) {
      const { places, scale } = stacked(count);
      const [a, b] = places;
      expect(Math.hypot((a?.[0] ?? 0) - (b?.[0] ?? 0), (a?.[1] ?? 0) - (b?.[1] ?? 0))).toBeGreaterThan(30 * scale);
    }
  });

  it("closes a whole sector as a circle", () => {
    expect(sector(40, 0, 1)).toContain("A40 40 0 1 1");
    expect(sector(40, 0, 0.25)).toMatch(/^M0 0L/);
  });
});

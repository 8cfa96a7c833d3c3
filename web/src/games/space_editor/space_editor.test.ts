import { describe, expect, it } from "vitest";
import shared from "../../generated/shared.json";
import rows from "../../generated/space_editor.json";
import reasons from "../../generated/refusals/space_editor.json";
import { LANGS, Texts, plain, type Lang, type Rows } from "../../lib/texts";
import type { CardBook, GameEvent, Preview, Scene, TableHandle } from "../contract";
import { artOf, seeded } from "./art";
import { undecided } from "./foresight";
import { idOf, recall, rememberEvent } from "./memory.svelte";
import { after, key, nextRotation, readAction, readOffer, readSide, sidesShown, tableEdges, wordFor } from "./model";
import type { Definition, Row, SpaceView } from "./view";
import { Play } from "./play.svelte";
import { ask, refsOf, sayAction, sayHandCard, sayRefusal, sayRow, saySides, sayWhere, seatLabel, seatPiles, tell } from "./words";
import cards from "./samples/cards.json";
import samples from "./samples/events.json";
import scenes from "./samples/scenes.json";

const book: CardBook = { cards, text: (id) => ({ name: (cards as Record<string, { name: string }>)[id]?.name ?? id, lines: ["A printed line."] }) };

type Sample = { seat: number; view: unknown; actions: string[] };
const all = scenes as unknown as Record<string, Sample>;

function sceneOf(name: string, lang: Lang, change: Partial<Scene> = {}): Scene {
  const sample = all[name] ?? { seat: 0, view: {}, actions: [] };
  const view = sample.view as SpaceView;
  return {
    game: "space_editor",
    seat: sample.seat,
    view,
    actions: sample.actions,
    toAct: sample.seat,
    names: ["You", "Ben", "Cho", "Dee"],
    over: false,
    texts: new Texts(lang, [rows as Rows, reasons as Rows, shared as Rows]),
    cards: book,
    ...change,
  };
}

/** No sentence may show its brackets, or run out. */
function isSaid(words: string): void {
  expect(words.length).toBeGreaterThan(2);
  expect(words).not.toMatch(/[{}]|undefined|null|NaN/);
}

const events: GameEvent[] = [...(samples.events as GameEvent[]), { event: "stuck", seat: 0 }, { event: "skipped", seat: 1 }];

describe.each(LANGS)("sentences in %s", (lang) => {
  it.each(events.map((event) => [`${event.event} ${JSON.stringify(event["rules"] ?? event["cards"] ?? "")}`, event] as const))("tell %s", (_name, event) => {
    const lines = tell(sceneOf("place", lang), [event]);
    expect(lines).toHaveLength(1);
    for (const line of lines) isSaid(plain(line.sentence));
  });

  it.each(Object.keys(all))("say every action of %s", (name) => {
    const scene = sceneOf(name, lang);
    const told = new Set<string>();
    for (const word of scene.actions) {
      const said = plain(sayAction(scene, word));
      isSaid(said);
      told.add(said);
    }
    expect(told.size).toBe(scene.actions.length);
  });

  it("say a discard, and a pass without anything else", () => {
    const scene = sceneOf("place", lang);
    const hand = scene.view["hands"][scene.seat ?? 0] as string[];
    const word = `discard ${hand[0]}`;
    isSaid(plain(sayAction({ ...scene, actions: [word] }, word)));
    isSaid(plain(ask({ ...scene, actions: [word] })));
    const use = sceneOf("use", lang, { actions: ["pass"] });
    isSaid(plain(ask(use)));
    expect(plain(ask(use))).not.toBe(plain(ask(sceneOf("use", lang))));
  });

  it.each(Object.keys(all))("ask for a decision of %s, and wait for it", (name) => {
    const scene = sceneOf(name, lang);
    isSaid(plain(ask(scene)));
    const waiting = ask({ ...scene, seat: null, actions: [], names: ["Ann", "Ben", "Cho", "Dee"] });
    isSaid(plain(waiting));
    expect(waiting.some((part) => part.ref === `seat:${scene.seat}`)).toBe(true);
  });

  it("say that it is over", () => isSaid(plain(ask(sceneOf("place", lang, { over: true, actions: [], toAct: null })))));

  it("name cards on the board, in the hand, and empty places", () => {
    for (const name of Object.keys(all)) {
      const scene = sceneOf(name, lang);
      const view = scene.view as SpaceView;
      for (const row of view.board) isSaid(sayRow(scene, { ...row, guard: row.up ? 7 : null, silence: row.up ? 8 : null, void: row.up }));
      const hand = view.hands[scene.seat ?? 0];
      if (Array.isArray(hand)) for (const id of hand) isSaid(sayHandCard(scene, id, 3));
      for (const { cell } of readOffer(scene.actions).actions) if (cell) isSaid(sayWhere(scene, cell));
    }
  });

  it("label seats", () => {
    const scene = sceneOf("place", lang);
    isSaid(`  ${plain(seatLabel(scene, 0))}`);
    expect(seatPiles(scene, 0)).toHaveLength(2);
  });
});

describe("the log", () => {
  it("heads each turn, and points at cards, cells and seats", () => {
    const placed = samples.events.find((event) => event.event === "placed") as unknown as GameEvent;
    const [head, line] = tell(sceneOf("place", "en"), [{ event: "turn", turn: 3, seat: 1 }, placed]);
    expect(head?.kind).toBe("head");
    const refs = line?.sentence.map((part) => part.ref);
    expect(refs).toContain(`card:${placed["card"]}`);
    expect(refs).toContain(`cell:${placed["x"]},${placed["y"]}`);
    expect(refs).toContain(`seat:${placed["seat"]}`);
  });

  it("does not say twice that an ability was triggered and is resolved", () => {
    const triggered = { event: "triggered", no: 4, card: "037", x: 1, y: 1, ability: 0, seat: 1 };
    expect(tell(sceneOf("place", "en"), [triggered, { event: "resolving", no: 4, ability: 0, seat: 1 }])).toHaveLength(1);
  });

  it("recalls a card that was seen before it was turned down, until another match begins", () => {
    rememberEvent({ event: "placed", seat: 0, no: 77, card: "046", x: 0, y: 1, r: 0, void: false });
    expect(recall(77)).toBe("046");
    expect(idOf({ no: 77, card: null } as Row)).toBe("046");
    rememberEvent({ event: "basepoint", seat: 1, card: "181", x: 0, y: 0 });
    expect(recall(77)).toBeNull();
    expect(recall(0)).toBe("181");
  });
});

describe("actions", () => {
  it("are read", () => {
    expect(readAction("place 046 -3,10 r2")).toEqual({ word: "place 046 -3,10 r2", verb: "place", card: "046", cell: { x: -3, y: 10 }, r: 2 });
    expect(readAction("relocate 1,-2 r3")).toEqual({ word: "relocate 1,-2 r3", verb: "relocate", cell: { x: 1, y: -2 }, r: 3 });
    expect(readAction("discard r1")).toEqual({ word: "discard r1", verb: "discard", card: "r1" });
    expect(readAction("place r1 0,1 r1")).toEqual({ word: "place r1 0,1 r1", verb: "place", card: "r1", cell: { x: 0, y: 1 }, r: 1 });
    expect(readAction("pass")).toEqual({ word: "pass", verb: "pass" });
  });

  it("are sorted by card and cell, and written back as they were", () => {
    for (const [name, { actions }] of Object.entries(all)) {
      const offer = readOffer(actions);
      expect(offer.step).toBe(name === "pass" ? "use" : name);
      if (offer.step === null || offer.step === "use" || offer.step === "discard") continue;
      for (const action of offer.actions) {
        if (action.cell === undefined) continue;
        expect(wordFor(offer.step, action.card ?? "", action.cell, action.r ?? 0)).toBe(action.word);
        if (action.r !== undefined) expect(offer.places.get(action.card ?? "")?.get(key(action.cell))).toContain(action.r);
      }
    }
  });

  it("skip rotations that are not legal", () => {
    expect(nextRotation([0, 2], 0, 1)).toBe(2);
    expect(nextRotation([0, 2, 3], 0, -1)).toBe(3);
    expect(nextRotation([1], 1, 1)).toBe(1);
  });

  it("point at what they are about", () => {
    const scene = sceneOf("place", "en");
    const word = scene.actions[0] ?? "";
    const { card, cell } = readAction(word);
    expect(refsOf(scene, word)).toEqual([`card:${card}`, `cell:${cell ? key(cell) : ""}`]);
  });
});

describe("cards", () => {
  it("show their sides where a rotation puts them", () => {
    expect(sidesShown(["n3", "g2", "k", "-*"], 1)).toEqual(["-*", "n3", "g2", "k"]);
    expect(readSide("n12*")).toEqual({ energy: "n", value: "12", mark: true });
    expect(readSide("-*")).toEqual({ energy: "-", value: "", mark: true });
    const texts = new Texts("en", [rows as Rows, reasons as Rows, shared as Rows]);
    expect(saySides(texts, { sides: ["n3", "g2", "k", "-*"] } as Definition, 0)).toBe("top nuclear 3, right gravity 2, bottom kinetic, left blank with a binary mark");
  });

  it("are drawn alike every time, and no two alike", () => {
    const pictures = new Set<string>();
    for (const [id, card] of Object.entries(cards as unknown as Record<string, Definition>)) {
      const picture = artOf(id, card);
      expect(artOf(id, { ...card })).toBe(picture);
      expect(picture).not.toMatch(/NaN|undefined|Infinity/);
      pictures.add(picture);
    }
    expect(pictures.size).toBe(Object.keys(cards).length);
  });

  it("take their numbers from their ids alone", () => {
    const [one, same, other] = ["a", "a", "b"].map((seed) => seeded(seed)());
    expect(one).toBe(same);
    expect(one).not.toBe(other);
  });
});

describe("the board", () => {
  const view = all["place"]?.view as SpaceView;

  it("follows events one by one", () => {
    const first = after([], { event: "basepoint", seat: 1, card: "181", x: 0, y: 0 }, view);
    const second = after(first, { event: "placed", seat: 0, no: 1, card: "046", x: 0, y: 1, r: 2, void: false }, view);
    expect(second.map((row) => [row.no, row.card, row.x, row.y, row.r, row.up])).toEqual([[0, "181", 0, 0, 0, true], [1, "046", 0, 1, 2, true]]);
    const third = after(second, { event: "turned_down", seat: 0, no: 1, card: "046", x: 0, y: 1, rules: ["nn"] }, view);
    expect(third[1]?.up).toBe(false);
    const fourth = after(third, { event: "turned_up", seat: 0, no: 1, card: "046", x: 0, y: 1, rules: ["kf"] }, view);
    const fifth = after(fourth, { event: "relocated", seat: 0, no: 1, card: "046", from: [0, 1], x: 1, y: 0, r: 3 }, view);
    expect([fifth[1]?.up, fifth[1]?.x, fifth[1]?.y, fifth[1]?.r]).toEqual([true, 1, 0, 3]);
    expect(after(fifth, { event: "turn", turn: 2, seat: 1 }, view)).toBe(fifth);
  });

  it("has the edges of its table", () => {
    expect(tableEdges({ ...view, options: { ...view.options, table: [21, 21] } })).toEqual({ low: { x: -10, y: -10 }, high: { x: 10, y: 10 } });
    expect(tableEdges({ ...view, options: { ...view.options, table: [5, 4] } })).toEqual({ low: { x: -2, y: -2 }, high: { x: 2, y: 1 } });
  });
});

describe("asking why not", () => {
  function playAt(name: string): { play: Play; sent: string[]; scene: Scene } {
    const sent: string[] = [];
    const table = { busy: false, idle: false, sound() {}, preview: () => Promise.resolve(null), why: (word: string) => (sent.push(word), Promise.resolve(false)) } as unknown as TableHandle;
    const scene = sceneOf(name, "en");
    const play = new Play(() => scene, () => table);
    play.begin();
    return { play, sent, scene };
  }
  const far = { x: 8, y: 8 };

  it("a place that is not lit is asked for, turned in every way, and sent only when it is wanted", async () => {
    const { play, sent, scene } = playAt("place");
    play.doubt(far);
    expect(play.doubted).toBeNull();
    play.take(0);
    play.doubt(far);
    for (let i = 0; i < 4; i++) {
      expect(play.whyWord).toBe(`place ${play.hand[0]} 8,8 r${i}`);
      expect(scene.actions).not.toContain(play.whyWord);
      play.turn(1);
    }
    expect(sent).toEqual([]);
    await play.why(play.whyWord);
    expect(sent).toEqual([`place ${play.hand[0]} 8,8 r0`]);
    play.back();
    expect(play.doubted).toBeNull();
    expect(play.taken).toBe(0);
  });

  it.each(LANGS)("is answered in words, without ids and codes, in %s", (lang) => {
    const scene = sceneOf("place", lang);
    const id = Object.keys(cards)[0] ?? "";
    const facts = { x: 1, y: 2, r: 1, card: id, direction: "north", mine: "n3", theirs: "-", rules: "nn" };
    const said = sayRefusal(scene, "does_not_connect", facts) ?? "";
    isSaid(said);
    expect(said).toContain(book.text(id).name);
    expect(said).not.toMatch(/\br1\b|\bn3\b/);
    expect(sayRefusal(scene, "no_such_reason", facts)).toBeNull();
  });

  it("a lit place is never asked about, and no legal action is sent", async () => {
    const { play, sent, scene } = playAt("place");
    play.take(0);
    for (const place of play.cells) {
      const [x, y] = place.split(",").map(Number);
      play.doubt({ x: x ?? 0, y: y ?? 0 });
      expect(play.doubted).toBeNull();
      play.lay({ x: x ?? 0, y: y ?? 0 });
      if (play.whyTurn !== null) expect(scene.actions).not.toContain(play.whyTurn);
    }
    for (const word of scene.actions) await play.why(word);
    expect(sent).toEqual([]);
  });
});

it("says who still decides before a turn is over, and not that the next turn is another's", () => {
  const preview = (names: string[], next: number | null): Preview => ({ word: "", events: names.map((event) => ({ event })), whole: true, next, answers: [], idle: false, score: null });
  expect(undecided(preview(["placed", "triggered", "resolving"], 0))).toBe(0);
  expect(undecided(preview(["placed", "turned_up"], 1))).toBe(1);
  expect(undecided(preview(["placed", "discarded", "drawn", "turn"], 1))).toBeNull();
  expect(undecided(preview(["placed"], null))).toBeNull();
});

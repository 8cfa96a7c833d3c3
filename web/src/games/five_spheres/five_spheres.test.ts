import { describe, expect, it } from "vitest";
import { LANGS, plain } from "../../lib/texts";
import type { Foreseen, GameEvent, Preview, Scene, TableHandle } from "../contract";
import { choicesOf, KINDS, parse, refsOf, refusable } from "./actions";
import { Choosing, reckoned } from "./choosing.svelte";
import { ask, decisionOf, sayAction } from "./decisions";
import { followed, outlook } from "./foresight";
import { tell, upper } from "./log";
import { BATCHES, CARDS, MOMENTS, sceneAfter, sceneOf } from "./samples";
import { viewOf } from "./reading";
import { lying, Words } from "./words";

/** What must never be read: a word of the notation, a missing word, a hole. */
const RAW = /\{|\}|undefined|null|NaN|\bu\d+\b|\bp\d\b|\?(science|ether|spirit|chaos|nature)/;

describe.each(LANGS)("in %s", (lang) => {
  it("every event that matches brought forth is a sentence without notation", () => {
    for (const batch of BATCHES) {
      for (const line of tell(sceneAfter(batch, lang), batch.events)) {
        const words = plain(line.sentence);
        expect(words, JSON.stringify(batch.events)).not.toMatch(RAW);
        expect(words.trim()).not.toBe("");
      }
    }
  });

  it("events that matches seldom bring forth are sentences too", () => {
    const seldom = [
      { event: "ward", uid: 1, by: 2 },
      { event: "loop_cut" },
      { event: "split", seat: 1, card: "ch_0" },
      { event: "mana", seat: 1, spent: 2 },
      { event: "evoke", seat: 1, uid: null, card: "ch_0" },
      { event: "trigger", seat: 0, uid: null, card: null, when: "regroup" },
      { event: "over", winners: [0], reason: "max_turns" },
    ];
    const lines = tell(sceneAfter({ seat: 0 }, lang), seldom);
    expect(lines).toHaveLength(seldom.length);
    for (const line of lines) expect(plain(line.sentence)).not.toMatch(RAW);
  });

  it("every action is a sentence without notation", () => {
    for (const moment of MOMENTS) {
      const scene = sceneOf(moment, lang);
      for (const word of moment.actions) {
        const words = plain(sayAction(scene, word));
        expect(words, word).not.toMatch(RAW);
        expect(words.trim(), word).not.toBe("");
      }
    }
  });

  it("two different actions of one decision read differently unless they name equal backs", () => {
    for (const moment of MOMENTS) {
      const scene = sceneOf(moment, lang);
      const kinds = new Map<string, string>();
      for (const word of moment.actions) {
        const words = plain(sayAction(scene, word));
        const before = kinds.get(words);
        if (before !== undefined) expect(before.split(" ")[0], `${before} and ${word}`).toBe(word.split(" ")[0]);
        kinds.set(words, word);
      }
    }
  });

  it("every decision is asked in words, and others read what is waited for", () => {
    for (const moment of MOMENTS) {
      const scene = sceneOf(moment, lang);
      expect(plain(ask(scene)), decisionOf(viewOf(scene))).not.toMatch(RAW);
      expect(plain(ask(scene)).length).toBeGreaterThan(5);
      const other = sceneOf({ ...moment, seat: 5, actions: [] }, lang);
      expect(plain(ask(other))).not.toMatch(RAW);
      expect(plain(ask(other))).toContain(other.names[moment.seat]);
    }
  });

  it("what runs and what waits is told with the words of its card", () => {
    const lines = MOMENTS.flatMap((moment) => new Words(sceneOf(moment, lang)).waiting().map(plain));
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) expect(line).not.toMatch(RAW);
  });
});

it("the samples hold every kind of action", () => {
  const kinds = new Set(MOMENTS.flatMap((moment) => moment.actions.map((word) => parse(word).kind)));
  expect([...KINDS].filter((kind) => !kinds.has(kind))).toEqual([]);
});

it("the samples hold every event that a seat is shown", () => {
  const kinds = new Set<string>(BATCHES.flatMap((batch) => batch.events.map((event) => event.event)));
  const told = ["turn", "step", "move", "mana", "status", "strengthen", "grant", "unveil", "use", "attack", "block", "noblock", "battle", "siege", "retaliate", "noretaliate", "attack_over", "trigger", "evoke", "target", "search", "shuffle", "deckout", "lord_destroyed", "pick", "drop", "tag", "over"];
  expect(told.filter((kind) => !kinds.has(kind))).toEqual([]);
});

describe("actions", () => {
  it("name their things in the order of choosing", () => {
    expect(parse("cure u12 with u30").things).toEqual(["uid:12", "uid:30"]);
    expect(parse("attack u7 fortress 1").things).toEqual(["uid:7", "fort:1"]);
    expect(parse("attack u7 u22").things).toEqual(["uid:7", "uid:22"]);
    expect(parse("cast h4 at u9").things).toEqual(["hand:4", "uid:9"]);
    expect(parse("retaliate h1").things).toEqual(["hand:1"]);
    expect(parse("target p0.x4").things).toEqual(["pile:0.x4"]);
    expect(parse("target p1").things).toEqual(["seat:1"]);
    expect(parse("pick m3").things).toEqual(["draft:3"]);
    expect(parse("set a").things).toEqual(["set:a"]);
    for (const word of ["end", "keep", "noblock", "target none", "pay e0,e2"]) expect(parse(word).things).toEqual([]);
  });

  it("can all be reached: by a thing, by a button, or as a payment", () => {
    for (const moment of MOMENTS) {
      const scene = sceneOf(moment, "en");
      const { by, plain: buttons, payments } = choicesOf(scene);
      for (const word of moment.actions) {
        const deed = parse(word);
        const first = deed.things[0];
        if (first !== undefined) expect(by.get(first)?.some((one) => one.word === word), word).toBe(true);
        else if (deed.kind !== "pay") expect(buttons.some((one) => one.word === word), word).toBe(true);
        else expect(payments.length).toBeGreaterThan(0);
      }
    }
  });

  it("offer each way to pay once, and first the one that leaves most", () => {
    const moment = MOMENTS.find((one) => one.actions.some((word) => word.startsWith("pay ")));
    expect(moment).toBeDefined();
    const { payments } = choicesOf(sceneOf(moment as (typeof MOMENTS)[number], "en"));
    const keys = payments.map((way) => [...way.backs].sort().join());
    expect(new Set(keys).size).toBe(keys.length);
    for (const way of payments) expect(moment?.actions).toContain(way.word);
  });

  it("point at things of the board", () => {
    for (const moment of MOMENTS) {
      const scene = sceneOf(moment, "en");
      for (const word of moment.actions) for (const ref of refsOf(scene, word)) expect(ref).toMatch(/^(hand|uid|fort|seat|draft|set):\w+$|^zone:\d\.(hand|trash|groove|deck)$/);
    }
  });

});

describe("what is foreseen", () => {
  const blocking = (lang: "en" | "ja" = "en") => {
    const moment = MOMENTS.find((one) => one.actions.some((word) => word.startsWith("block ")));
    const scene = sceneOf(moment as (typeof MOMENTS)[number], lang);
    const word = scene.actions.find((one) => one.startsWith("block ")) as string;
    const uid = Number(word.slice(7));
    const { attack } = scene.view;
    const seat = scene.seat as number;
    const fight = (a: number, d: number, outcome: string): GameEvent[] => [
      { event: "block", seat, uid },
      { event: "status", uid, status: "engaged", on: true },
      { event: "strengthen", uid: attack.attacker, n: 6 },
      { event: "battle", attacker: attack.attacker, defender: uid, strengths: [a, d], outcome },
    ];
    const preview = (more: Partial<Preview>): Preview => ({ word, events: [], whole: true, next: seat, answers: [], idle: false, score: null, ...more });
    return { scene, word, uid, seat, rival: attack.by as number, attacker: attack.attacker as number, fight, preview };
  };
  const said = (scene: Scene, preview: Preview): string[] => outlook(scene, preview).map(plain);

  it("says who wins by the fight that is foreseen, not by the strengths that are printed", () => {
    const { scene, fight, preview } = blocking();
    const told = preview({ events: fight(11, 6, "attacker") });
    expect(said(scene, told)).toEqual(["11 against 6: the attacker would win"]);
    const lines = followed(scene, told).map(plain);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/\+6/);
  });

  it("says nothing of a winner where somebody chooses first, or where nobody can know", () => {
    const { scene, seat, rival, fight, preview } = blocking();
    const begun = fight(0, 0, "").slice(0, 2);
    expect(said(scene, preview({ events: begun, next: rival }))[0]).toMatch(/has a choice to make before it is decided/);
    expect(said(scene, preview({ events: begun, next: seat }))[0]).toMatch(/^You have a choice/);
    expect(said(scene, preview({ events: begun, next: null, whole: false }))).toEqual(["How it ends cannot be foreseen: it hangs on cards that you cannot see."]);
    expect(said(scene, preview({ events: fight(3, 2, "attacker"), whole: false }))[1]).toBe("Cards that you cannot see may change this.");
  });

  it("says what each block of an attack would come to, in both languages", () => {
    for (const lang of ["en", "ja"] as const) {
      const { scene, uid, rival, attacker, fight, preview } = blocking(lang);
      const course = (word: string, events: GameEvent[]): Foreseen => ({ word, events, whole: true, next: null });
      const told = preview({
        word: `attack u${attacker} fortress ${rival}`,
        events: [{ event: "attack", seat: scene.seat, attacker, lord: rival, target: null }],
        next: rival,
        answers: [course(`block u${uid}`, fight(5, 6, "defender")), course("noblock", [{ event: "noblock", seat: rival }, { event: "siege", attacker, lord: rival }])],
      });
      const [free, blocked, ...rest] = said(scene, told);
      expect(rest).toEqual([]);
      expect(free).toMatch(lang === "en" ? /^If nobody blocks, / : /ブロックされなければ/);
      expect(blocked).toMatch(lang === "en" ? /can block with .+ \(5 against 6: the defender would win\)\.$/ : /5対6で防御側の勝ち/);
    }
  });
});

describe("words", () => {
  it("know every card in play by its uid", () => {
    for (const moment of MOMENTS) {
      const scene = sceneOf(moment, "en");
      const words = new Words(scene);
      for (const piece of lying(viewOf(scene))) expect(words.known.get(piece.uid)?.card).toBe(piece.card);
    }
  });

  it("remember a card that is gone for the seat that saw it, and for no other", () => {
    const [moment] = MOMENTS;
    const cards = { ...CARDS };
    const at = (seat: number): ReturnType<typeof sceneOf> => {
      const scene = sceneOf({ ...(moment as (typeof MOMENTS)[number]), seat }, "en");
      return { ...scene, view: { ...scene.view, cards } };
    };
    const event = { event: "move", verb: "generic", seat: 0, card: "ch_0", from: "hand", to: "battlefield", uid: null, new: 9001, host: null, facedown: true };
    tell(at(0), [event]);
    const attack = { event: "attack", seat: 0, attacker: 9001, lord: 1, target: null };
    expect(plain(tell(at(0), [attack])[0]?.sentence ?? [])).toContain("Spark Runner");
    expect(plain(tell(at(1), [attack])[0]?.sentence ?? [])).not.toContain("Spark Runner");
  });

  it("forget what was only foreseen", () => {
    const [moment] = MOMENTS;
    const scene = sceneOf(moment as (typeof MOMENTS)[number], "en");
    const own = { ...scene, view: { ...scene.view, cards: { ...CARDS } } };
    const event = { event: "move", verb: "summon", seat: 0, card: "ch_0", from: "hand", to: "battlefield", uid: null, new: 9002, host: null, facedown: false };
    tell(own, [event], false);
    expect(new Words(own).known.has(9002)).toBe(false);
  });

  it("begin a sentence with a capital and leave names alone", () => {
    expect(plain(upper([{ text: "your " }, { text: "deck" }]))).toBe("Your deck");
    expect(plain(upper([{ text: "ren" }]))).toBe("ren");
  });
});

it("what the server reckons is read, and anything else is nothing", () => {
  const told = reckoned({ creatures: [{ uid: 3, well: 5, afflicted: 2, printed: [4, 2] }], hand: [{ index: 0, card: "x", creature: { cost: 2 }, spell: { cost: 1 }, generic: { cost: 3 } }] });
  expect(told.creatures.get(3)?.well).toBe(5);
  expect(told.hand.get(0)).toEqual({ creature: 2, spell: 1, generic: 3 });
  for (const odd of [null, 3, "score", {}]) expect(reckoned(odd).hand.size).toBe(0);
});

describe("asking why not", () => {
  /** A table that notes what is sent to it. */
  function choosingAt(moment: (typeof MOMENTS)[number]): { choosing: Choosing; sent: string[] } {
    const sent: string[] = [];
    const table = { busy: false, idle: false, sound() {}, why: (word: string) => (sent.push(word), Promise.resolve(false)) } as unknown as TableHandle;
    const scene = sceneOf(moment, "en");
    return { choosing: new Choosing(() => scene, () => table), sent };
  }
  const handOf = (moment: (typeof MOMENTS)[number]): string[] => {
    const hand = viewOf(sceneOf(moment, "en")).seats[moment.seat]?.hand;
    return Array.isArray(hand) ? hand.map((_, i) => `hand:${i}`) : [];
  };

  it("never names a legal action, whatever is touched", () => {
    let asked = 0;
    for (const moment of MOMENTS) {
      const scene = sceneOf(moment, "en");
      const things = [...handOf(moment), ...lying(viewOf(scene)).map((piece) => `uid:${piece.uid}`), "fort:0", "fort:1", "seat:0", "seat:1"];
      const firsts = [undefined, ...choicesOf(scene).by.keys()];
      for (const thing of things) {
        for (const first of firsts) {
          for (const word of refusable(scene, thing, first === undefined ? [] : [first])) {
            asked += 1;
            expect(moment.actions).not.toContain(word);
            expect(plain(sayAction(scene, word))).not.toMatch(RAW);
          }
        }
      }
    }
    expect(asked).toBeGreaterThan(50);
  });

  it("is offered for a hand card that cannot be played, and sends nothing until it is wanted", async () => {
    const casting = MOMENTS.find((one) => decisionOf(viewOf(sceneOf(one, "en"))) === "casting");
    if (casting === undefined) throw new Error("No sample of the casting step.");
    const { choosing, sent } = choosingAt({ ...casting, actions: casting.actions.filter((word) => !/ h0\b/.test(word)) });
    const thing = "hand:0";
    expect(choosing.tap(thing)).toBe(true);
    expect(choosing.closed.map((deed) => deed.kind)).toEqual(["summon", "cast"]);
    expect(sent).toEqual([]);
    await choosing.why(choosing.closed[0]?.word ?? "");
    expect(sent).toEqual([`summon h${thing.slice(5)}`]);
    // Touched again, the card is read.
    expect(choosing.tap(thing)).toBe(false);
  });

  it("does no legal action, even if it is asked about one", async () => {
    for (const moment of MOMENTS) {
      const { choosing, sent } = choosingAt(moment);
      for (const word of moment.actions) await choosing.why(word);
      expect(sent).toEqual([]);
    }
  });

  it("is not offered to those who do not decide", () => {
    for (const moment of MOMENTS) for (const thing of handOf(moment)) expect(refusable(sceneOf({ ...moment, actions: [] }, "en"), thing)).toEqual([]);
  });
});

describe("a card that would be spent for nothing", () => {
  function casting(idle: boolean): { choosing: Choosing; sent: string[]; asked: string[]; kind: string } {
    const moment = MOMENTS.find((one) => one.actions.some((word) => /^cast h\d+$/.test(word)));
    if (moment === undefined) throw new Error("No sample in which a spell can be cast.");
    const word = moment.actions.find((one) => /^cast h\d+$/.test(one)) as string;
    const sent: string[] = [];
    const asked: string[] = [];
    const answer = (one: string): Preview => ({ word: one, events: [], whole: true, next: null, answers: [], idle, score: null });
    const table = {
      busy: false,
      idle: false,
      sound() {},
      act: (one: string) => (sent.push(one), Promise.resolve(true)),
      preview: (one: string) => (asked.push(one), Promise.resolve(answer(one))),
    } as unknown as TableHandle;
    const scene = sceneOf(moment, "en");
    const choosing = new Choosing(() => scene, () => table);
    choosing.tap(`hand:${word.slice(6)}`);
    return { choosing, sent, asked, kind: word };
  }
  const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 5));

  it("waits for a confirmation", async () => {
    const { choosing, sent, kind } = casting(true);
    choosing.choose("cast");
    await settled();
    expect(sent).toEqual([]);
    expect(choosing.proposal?.word).toBe(kind);
    await choosing.act(kind);
    expect(sent).toEqual([kind]);
  });

  it("does not keep others waiting, and is asked about once", async () => {
    const { choosing, sent, asked, kind } = casting(false);
    await choosing.foresee(kind);
    choosing.choose("cast");
    choosing.choose("cast");
    await settled();
    expect(sent).toEqual([kind]);
    expect(asked).toEqual([kind]);
  });
});

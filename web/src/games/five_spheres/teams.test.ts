/** Tag team and citadel: who is in, what two lords hold together, whose part it is, and what is said of it. */
import { describe, expect, it } from "vitest";
import { LANGS, plain } from "../../lib/texts";
import type { GameEvent, Preview, Scene } from "../contract";
import { choicesOf, parse, refusable } from "./actions";
import { adviceOf, coachOf, doubtOf } from "./advice";
import { arrowsOf } from "./arrows";
import type { Choosing } from "./choosing.svelte";
import { ask, sayAction } from "./decisions";
import { behindWalls, meantBy } from "./dragging.svelte";
import { outlook } from "./foresight";
import form from "./form";
import { tell } from "./log";
import { gateOf, hasTeams, holders, isOutside, partnerOf, sidesOf, towersHeld, towersOf, viewOf } from "./reading";
import { sayRefusal } from "./refusals";
import { BATCHES, MOMENTS, sceneAfter, sceneOf, TEAMS, type Batch, type Moment } from "./samples";
import { isStill } from "./showing.svelte";
import { seatLabel } from "./words";

const en = (moment: Moment): Scene => sceneOf(moment, "en");
const batch = (name: string): Batch => {
  const found = BATCHES.find((one) => one.name === name);
  if (found === undefined) throw new Error(`No sample of ${name}.`);
  return found;
};
const told = (name: string, lang: "en" | "ja" = "en"): string[] => tell(sceneAfter(batch(name), lang), batch(name).events).map((line) => plain(line.sentence));
const nothing = { path: [], proposal: null, menu: [], lit: new Set() } as unknown as Choosing;

describe("teams", () => {
  it("are there only in the modes that have them", () => {
    const duel = viewOf(en(MOMENTS[0] as Moment));
    expect(hasTeams(duel)).toBe(false);
    expect(sidesOf(duel, 0)).toBeNull();
    expect(partnerOf(duel, 0)).toBeNull();
    expect(holders(duel, 1)).toEqual([1]);
  });

  it("sit opposite in tag team and side by side in a citadel; one's own stands first", () => {
    const tag = viewOf(en(TEAMS.tag));
    const own = TEAMS.tag.seat;
    expect(partnerOf(tag, own)).toBe((own + 2) % 4);
    expect(sidesOf(tag, 1)).toEqual([{ team: 1, seats: [1, 3] }, { team: 0, seats: [0, 2] }]);
    const citadel = viewOf(en(TEAMS.citadel_block));
    expect(partnerOf(citadel, 3)).toBe(2);
    expect(sidesOf(citadel, 3)).toEqual([{ team: 1, seats: [2, 3] }, { team: 0, seats: [0, 1] }]);
  });

  it("the form says which seat belongs to which, as the rules seat them", () => {
    const signs = (mode: string, seats: number): unknown[] => Array.from({ length: seats }, (_, seat) => form.seatSide({ mode }, seat, seats));
    expect(signs("tag_team", 4)).toEqual(["◆1", "●2", "◆1", "●2"]);
    expect(signs("team_play", 6)).toEqual(["◆1", "●2", "▲3", "◆1", "●2", "▲3"]);
    expect(signs("citadel", 6)).toEqual(["◆1", "◆1", "●2", "●2", "▲3", "▲3"]);
    expect(signs("free_for_all", 3)).toEqual([null, null, null]);
  });

  it("stand beside each name at the table, with who is in and who waits", () => {
    const scene = en(TEAMS.tag_outside);
    const { seat } = TEAMS.tag_outside;
    expect(plain(seatLabel(scene, seat))).toMatch(/^team .+ · outside$/);
    expect(plain(seatLabel(scene, partnerOf(viewOf(scene), seat) ?? 0))).toMatch(/^team .+ · fights$/);
    expect(plain(seatLabel(en(TEAMS.citadel_block), 0))).toBe("team ◆1");
  });
});

describe("tag team", () => {
  it("asks whether to tag, names the partner, and has a button for each answer", () => {
    const scene = en(TEAMS.tag);
    const partner = scene.names[partnerOf(viewOf(scene), TEAMS.tag.seat) ?? 0] ?? "";
    expect(plain(ask(scene))).toContain(partner);
    const { plain: buttons, by } = choicesOf(scene);
    expect(by.size).toBe(0);
    expect(buttons.map((deed) => plain(sayAction(scene, deed.word)))).toEqual(["Fight on", `Tag ${partner} in`]);
    expect(coachOf({ ...scene, view: { ...scene.view, turn: 1 } })).toMatch(/draw nothing/);
  });

  it("knows who waits outside, and tells the one who does what to wait for", () => {
    const scene = en(TEAMS.tag_outside);
    const { seat } = TEAMS.tag_outside;
    const view = viewOf(scene);
    expect(isOutside(view, seat)).toBe(true);
    expect(isOutside(view, partnerOf(view, seat) ?? 0)).toBe(false);
    expect(plain(adviceOf(scene) ?? [])).toMatch(/^You wait outside: /);
    expect(adviceOf(en(TEAMS.tag))).toBeNull();
    const fallen = { ...scene, view: { ...view, seats: view.seats.map((lord, i) => (i === seat ? { ...lord, out: true } : lord)) } };
    expect(plain(adviceOf(fallen) ?? [])).toMatch(/fights on/);
  });

  it.each(LANGS)("a tag is told in %s, by choice and after a fall, and is shown in motion", (lang) => {
    const lines = ["tag_own", "tag_partner", "tag_other", "fall_own", "fall_partner", "fall_other"].map((name) => {
      const found = told(name, lang).find((line) => (lang === "en" ? /tagged|comes? in/ : /出場しました/).test(line));
      expect(found, name).toBeDefined();
      return found ?? "";
    });
    expect(new Set(lines).size).toBe(6);
    if (lang === "en") {
      expect(lines[0]).toMatch(/^You tagged \w+ in and wait outside\.$/);
      expect(lines[1]).toMatch(/^\w+ tagged you in and waits outside\.$/);
      expect(lines[3]).toMatch(/^\w+ comes in for you\.$/);
      expect(lines[4]).toMatch(/^You come in for \w+\.$/);
    }
    expect(isStill(batch("tag_own").events as unknown as GameEvent[])).toBe(false);
  });

  it("why nobody outside can be attacked is asked for the fortress that is touched", () => {
    const scene = en(TEAMS.tag_battle);
    const view = viewOf(scene);
    const outside = view.seats.findIndex((lord, seat) => isOutside(view, seat) && lord.team !== view.seats[TEAMS.tag_battle.seat]?.team);
    const attacker = parse(scene.actions.find((word) => word.startsWith("attack ")) ?? "").things[0] ?? "";
    expect(refusable(scene, `fort:${outside}`, [attacker])).toEqual([`attack u${attacker.slice(4)} fortress ${outside}`]);
    expect(sayRefusal(scene, "lord_outside", { seat: outside, lords: "1" })).toContain(`${scene.names[outside]} waits outside`);
    // A creature that was only touched is asked about with somebody who could be attacked.
    const own = view.seats[TEAMS.tag_battle.seat]?.battlefield[0]?.uid;
    const words = refusable({ ...scene, actions: ["end"] }, `uid:${own}`);
    expect(words).toHaveLength(1);
    const foe = Number(words[0]?.split(" ")[3]);
    expect(isOutside(view, foe)).toBe(false);
    expect(view.seats[foe]?.team).not.toBe(view.seats[TEAMS.tag_battle.seat]?.team);
  });
});

describe("a citadel", () => {
  it("is one fortress by its lower seat, with the towers of both lords", () => {
    const view = viewOf(en(TEAMS.citadel_siege));
    const { defender } = view.attack ?? { defender: 0 };
    const [low = 0, high = 1] = holders(view, defender);
    expect(high).toBe(low + 1);
    expect(gateOf(view, high)).toBe(low);
    const counts = [low, high].map((seat) => towersOf(view.seats[seat] ?? { fortress: [] }).length);
    expect(towersHeld(view, high)).toBe((counts[0] ?? 0) + (counts[1] ?? 0));
    expect(counts.every((n) => n > 0)).toBe(true);
    const fallen = new Set(choicesOf(en(TEAMS.citadel_siege)).deeds.map((deed) => view.seats.findIndex((lord) => lord.fortress.some((row) => `uid:${row.uid}` === deed.things[0]))));
    expect(fallen).toEqual(new Set([low, high]));
  });

  it("is attacked as a whole, and named by both who hold it", () => {
    const scene = en(TEAMS.citadel_battle);
    const word = scene.actions.find((one) => one.includes(" fortress ")) ?? "";
    const gate = Number(word.split(" ")[3]);
    expect(plain(sayAction(scene, word))).toContain(`the citadel of ${scene.names[gate]} and ${scene.names[gate + 1]}`);
    const deeds = [parse(word)];
    const drop = (seat: number, zone: string) => meantBy(deeds, behindWalls(viewOf(scene), TEAMS.citadel_battle.seat, { seat, zone, thing: "uid:9999" }), TEAMS.citadel_battle.seat);
    // The walls of the partner, and either head, are as good as the gate.
    for (const seat of [gate, gate + 1]) for (const zone of ["fortress", "vault"]) expect(drop(seat, zone)).toEqual({ deed: deeds[0] });
    expect(drop(gate + 1, "battlefield")).toBeNull();
  });

  it("one's own walls are one's own wherever a spell is dropped on them", () => {
    const view = viewOf(en(TEAMS.citadel_battle));
    const own = 1;
    const cast = [parse("cast h0"), parse("crystal h0"), parse("summon h0")];
    const drop = (seat: number, zone: string) => meantBy(cast, behindWalls(view, own, { seat, zone }), own);
    expect(drop(0, "fortress")).toEqual({ kind: "cast" });
    expect(drop(1, "fortress")).toEqual({ kind: "cast" });
    expect(drop(0, "battlefield")).toBeNull();
    expect(drop(0, "vault")).toBeNull();
    expect(drop(1, "vault")).toEqual({ kind: "crystal" });
  });

  it("an attack on it is drawn to its gate, whoever defends", () => {
    const view = viewOf(en(TEAMS.citadel_block));
    const attack = view.attack;
    if (attack === null) throw new Error("No attack in the sample.");
    for (const defender of holders(view, attack.defender)) {
      const [arrow] = arrowsOf({ ...view, attack: { ...attack, defender } }, nothing, new Set());
      expect(arrow?.to).toBe(`fort:${gateOf(view, defender)}`);
    }
  });

  it("says who is asked to block after whom", () => {
    const first = en(TEAMS.citadel_block);
    const { attack } = viewOf(first);
    expect(plain(ask(first))).toMatch(/ attacks your citadel /);
    expect(plain(adviceOf(first) ?? [])).toContain(`leave it to ${first.names[partnerOf(viewOf(first), attack?.defender ?? 0) ?? 0]}, who is asked next`);
    const second = en(TEAMS.citadel_partner);
    expect(plain(adviceOf(second) ?? [])).toContain(`${second.names[viewOf(second).attack?.defender ?? 0]} does not block.`);
    const seen = en(TEAMS.citadel_partner_seen);
    expect(plain(ask(seen))).toContain("may block");
    expect(plain(ask(seen))).toContain("for the partner");
  });

  it("only its owner commands a creature: the partner's can be asked about", () => {
    const scene = en(TEAMS.citadel_block);
    const view = viewOf(scene);
    const partner = partnerOf(view, TEAMS.citadel_block.seat) ?? 0;
    const row = { ...view.seats[TEAMS.citadel_block.seat]?.battlefield[0], uid: 9009 };
    const seats = view.seats.map((lord, i) => (i === partner ? { ...lord, battlefield: [row] } : lord));
    const other = { ...scene, view: { ...view, seats } } as unknown as Scene;
    expect(refusable(other, "uid:9009")).toEqual(["block u9009"]);
    expect(sayRefusal(other, "partners_creature", { part: "u9009", card: "x", seat: partner })).toMatch(/your partner's creature/);
  });

  it("with a crystal of one's own the partner's creature can be cured", () => {
    const scene = en(TEAMS.citadel_cure);
    const view = viewOf(scene);
    const partner = partnerOf(view, TEAMS.citadel_cure.seat) ?? 0;
    const theirs = scene.actions.map(parse).filter((deed) => view.seats[partner]?.battlefield.some((row) => `uid:${row.uid}` === deed.things[0]));
    expect(theirs.length).toBeGreaterThan(0);
    for (const deed of theirs) expect(choicesOf(scene).by.get(deed.things[0] ?? "")).toContainEqual(deed);
  });

  it("who waits for the partner's part of a step is told so in the first turns", () => {
    const scene = en(TEAMS.citadel_waiting);
    expect(plain(adviceOf({ ...scene, view: { ...scene.view, turn: 2 } }) ?? [])).toMatch(/^Your common turn: \w+ does this step too/);
    const higher = sceneOf({ ...TEAMS.citadel_second_part, actions: [], view: { ...TEAMS.citadel_second_part.view, turn: 2, active: TEAMS.citadel_second_part.seat - 1 } }, "en");
    expect(plain(adviceOf(higher) ?? [])).toMatch(/^Your common turn: \w+ does this step first, then you/);
    expect(adviceOf({ ...scene, view: { ...scene.view, turn: 20 } })).toBeNull();
    expect(plain(adviceOf(en(TEAMS.citadel_second_part)) ?? [])).toMatch(/^Crystals pay /);
  });

  it.each(LANGS)("its turns, attacks, sieges and its end are told in %s of both lords", (lang) => {
    const is = (name: string, there: RegExp): void => expect(told(name, lang).join("\n"), name).toMatch(there);
    is("turn_citadel", lang === "en" ? /Turn \d+: team \d, \w+ and \w+/ : /ターン\d+: チーム\d、.+と.+/);
    is("attack_own_citadel", lang === "en" ? /attacks your citadel with / : /あなたの城塞を攻撃します/);
    is("attack_citadel", lang === "en" ? /You attack the citadel of \w+ and \w+ with / : /と.+の城塞を攻撃します/);
    is("siege_citadel", lang === "en" ? /besieges (your citadel|the citadel of)/ : /城塞に攻城/);
    const fell = told("citadel_falls", lang).filter((line) => (lang === "en" ? / destroyed / : /滅ぼしました/).test(line));
    expect(fell).toHaveLength(2);
    for (const name of ["turn_citadel", "attack_own_citadel", "siege_citadel"]) expect(told(name, lang).join()).not.toMatch(lang === "en" ? /fortress/ : /要塞を攻撃|要塞に攻城/);
  });

  it("what cannot be chosen is named as what it is, and refusals name what can be attacked", () => {
    const scene = en(TEAMS.citadel_battle);
    const gate = gateOf(viewOf(scene), TEAMS.citadel_battle.seat);
    expect(plain(doubtOf(scene, `fort:${gate}`))).toBe("Your citadel cannot be chosen now.");
    const foes = holders(viewOf(scene), (gate + 2) % 4);
    const said = sayRefusal(scene, "partner", { seat: TEAMS.citadel_battle.seat ^ 1, lords: String(foes[0]) });
    expect(said).toContain(`the citadel of ${foes.map((seat) => scene.names[seat]).join(" and ")}`);
  });

  it.each(LANGS)("what an attack on it comes to counts both lords, in %s", (lang) => {
    const scene = sceneOf(TEAMS.citadel_battle, lang);
    const word = scene.actions.find((one) => one.includes(" fortress ")) ?? "";
    const gate = Number(word.split(" ")[3]);
    const preview = (more: Partial<Preview>): Preview => ({ word, events: [], whole: true, next: null, answers: [], idle: false, score: null, ...more });
    const say = (found: Preview): string => outlook(scene, found).map(plain).join(" ");
    const siege: GameEvent = { event: "siege", attacker: 1, lord: gate };
    const falls: GameEvent[] = [gate, gate + 1].map((seat) => ({ event: "lord_destroyed", seat, by: 0 }));
    expect(say(preview({ events: [siege] }))).toContain(String(towersHeld(viewOf(scene), gate)));
    expect(say(preview({ events: [siege, ...falls] }))).toMatch(lang === "en" ? /and \w+ will both be destroyed\.$/ : /2人とも滅びます。$/);
    // Who does not block leaves it to the partner.
    const asked = preview({ next: gate, answers: [{ word: "noblock", events: [{ event: "noblock", seat: gate }], whole: true, next: gate + 1 }] });
    expect(say(asked)).toBe(lang === "en" ? `If ${scene.names[gate]} does not block, ${scene.names[gate + 1]} may.` : `${scene.names[gate]}がブロックしなければ、次に${scene.names[gate + 1]}が決めます。`);
  });
});

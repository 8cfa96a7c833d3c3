/** Vediic in words: the sentences of the texts with colours, planets, pawns and players filled in. */
import type { GameEvent, Line, Part, Ref, Scene, SeatFact, SeatSign, Sentence } from "../contract";
import { plain, type Fact, type Texts } from "../../lib/texts";
import { kindsOf, parse, parseAll, type Action, type Kind } from "./actions";
import { CARDS, DROP, figure, STAR } from "./art";
import { chartNamed } from "./boards";
import { pawnRow, placeName } from "./places";
import { COLORS, eventsOf, handSize, PROMOTED, SETUP } from "./reading";
import type { Chance, Color, PlanetMoved, SeenEvent, VediicView, Worth } from "./view";

export const viewOf = (scene: Scene): VediicView => scene.view as VediicView;

// --- names -------------------------------------------------------------------------------------------------------------

export function color(texts: Texts, name: Color): Part {
  return { text: texts.raw(`color.${name}`), tone: `tone-${name}`, ref: `color:${name}` };
}

/** Cards in a row; equal ones are counted. */
export function cards(texts: Texts, names: readonly Color[]): Sentence {
  if (!names.length) return texts.say("cards.none");
  const items = COLORS.filter((name) => names.includes(name)).map((name) => {
    const n = names.filter((other) => other === name).length;
    return n === 1 ? [color(texts, name)] : texts.say("cards.some", { n, c: color(texts, name) });
  });
  return texts.join(items);
}

/** A planet by its name, with its colour in words. */
export function planet(texts: Texts, name: Color): Part {
  const called = texts.line("planet.called", { planet: texts.raw(`planet.${name}`), color: texts.raw(`color.${name}`) });
  return { text: called, tone: `tone-${name}`, ref: `planet:${name}` };
}

/** A circle by where it lies. */
export function circle(scene: Scene, id: string): Part {
  return { text: placeName(scene.texts, chartNamed(viewOf(scene).board), id), ref: `circle:${id}` };
}

/** One of a seat's two pawns, by how they stand to each other now. */
export function pawnOf(scene: Scene, seat: number | null, pawn: number): Part {
  const row = pawnRow(chartNamed(viewOf(scene).board), viewOf(scene), seat, pawn);
  return { text: scene.texts.raw(`page.pawn.${row}`), ref: `pawn:${seat}-${pawn}` };
}

/** The pawn that is put next. */
export function nextPawn(scene: Scene): string {
  const view = viewOf(scene);
  const isSecond = view.to_act !== null && view.players[view.to_act]?.pawns[0] != null;
  return scene.texts.raw(isSecond ? "page.pawn.second" : "page.pawn.first");
}

/** A player at the beginning of a sentence. */
export function who(scene: Scene, seat: number): Part {
  const chosen = viewOf(scene).players[seat]?.color;
  return { text: scene.names[seat] ?? "", tone: chosen ? `tone-who tone-${chosen}` : "tone-who", ref: `seat:${seat}` };
}

/** A player within a sentence. */
export function whom(scene: Scene, seat: number): Part {
  const part = who(scene, seat);
  return part.text === scene.texts.raw("who.you") ? { ...part, text: scene.texts.raw("event.you") } : part;
}

/** Parts in a row without a last word between them. */
export function listed(texts: Texts, items: readonly (Sentence | Part)[]): Sentence {
  return items.flatMap((item, i) => [
    ...(i ? [{ text: texts.raw("list.between") }] : []),
    ...(Array.isArray(item) ? item : [item]),
  ]);
}

export function percent(chance: number): string {
  const whole = Math.round(chance * 100);
  if (whole < 1) return "<1%";
  return whole > 99 && chance < 0.99999 ? ">99%" : `${whole}%`;
}

// --- events ------------------------------------------------------------------------------------------------------------

/** Events in sentences; the planets' moves in one, and what they gave in one for each seat. */
export function tell(scene: Scene, told: GameEvent[]): Line[] {
  const { texts } = scene;
  const events = eventsOf(told);
  const lines: Line[] = [];
  let moves: Sentence[] = [];
  let dice: number[] = [];
  const given = new Map<number, Color[]>();
  const flush = (): void => {
    if (moves.length) lines.push({ sentence: texts.say("event.planet_moves", { moves: listed(texts, moves) }), kind: "minor" });
    moves = [];
    for (const [seat, got] of given) lines.push({ sentence: texts.say("page.event.reward", { who: who(scene, seat), cards: cards(texts, got) }) });
    given.clear();
  };
  events.forEach((event, i) => {
    if (event.event === "planet_roll") {
      dice = event.dice;
      if (events[i + 1]?.event !== "planet_move") lines.push({ sentence: sentence(scene, event), kind: "minor" });
      return;
    }
    if (event.event === "planet_move") {
      moves.push(planetMove(texts, event, dice));
      dice = [];
      return;
    }
    if (event.event === "reward") {
      given.set(event.seat, [...(given.get(event.seat) ?? []), ...Array.from({ length: event.count }, () => event.planet)]);
      return;
    }
    flush();
    const line: Line = { sentence: sentence(scene, event) };
    if (event.event === "round") line.kind = "head";
    else if (["turn", "end", "order_roll"].includes(event.event)) line.kind = "minor";
    lines.push(line);
  });
  flush();
  return lines;
}

/** A planet's move as a part of a sentence. */
function planetMove(texts: Texts, event: PlanetMoved, dice: readonly number[]): Sentence {
  const part = texts.say("event.planet_move", {
    planet: planet(texts, event.planet),
    from: { text: String(event.from), ref: `house:${event.from}` },
    to: { text: String(event.to), ref: `house:${event.to}` },
  });
  const notes: Sentence[] = [];
  if (dice.length) notes.push(texts.say("event.planet_dice", { dice: dice.join("+") }));
  if (event.retrograde) notes.push([{ text: texts.raw("event.retrograde"), tone: "tone-bad" }]);
  return notes.length ? [...part, ...texts.say("event.note", { note: listed(texts, notes) })] : part;
}

/** One event as a sentence. */
function sentence(scene: Scene, event: SeenEvent): Sentence {
  const { texts } = scene;
  const facts: Record<string, Fact> = {};
  if ("seat" in event) facts["who"] = who(scene, event.seat);
  if ("circle" in event) facts["circle"] = circle(scene, event.circle);
  if ("pawn" in event && "from" in event) {
    facts["from"] = circle(scene, event.from);
    facts["to"] = circle(scene, event.to);
  }
  if ("round" in event) facts["round"] = event.round;
  if ("count" in event) facts["n"] = event.count;
  if ("color" in event && event.color !== null) facts["color"] = color(texts, event.color);
  if ("cards" in event) facts["cards"] = cards(texts, event.cards);
  if ("planet" in event) {
    facts["planet"] = planet(texts, event.planet);
    facts["color"] = color(texts, event.planet);
  }
  if ("dice" in event) {
    const dice: number[] = event.dice;
    facts["dice"] = dice.join("+");
    facts["n"] = dice.reduce((sum, die) => sum + die, 0);
  }
  const seats = (list: number[]): Sentence => texts.join(list.map((seat) => whom(scene, seat)));
  const say = (name: string): Sentence => texts.say(texts.has(`page.event.${name}`) ? `page.event.${name}` : `event.${name}`, facts);
  switch (event.event) {
    case "order_tie":
      return texts.say("event.order_tie", { seats: seats(event.seats) });
    case "enlightenment":
      return texts.say("event.enlightenment", { ...facts, planet: planet(texts, event.color) });
    case "round":
      return texts.say("event.round", { ...facts, start: whom(scene, event.start) });
    case "trade":
      return texts.say("event.trade", { ...facts, gave: cards(texts, event.gave), got: color(texts, event.got) });
    case "purple":
      return event.targets.length
        ? texts.say("event.purple", { ...facts, seats: seats(event.targets) })
        : texts.say("event.purple_nobody", facts);
    case "steal":
      facts["victim"] = whom(scene, event.victim);
      return texts.say(event.color === null ? "event.steal_unseen" : "event.steal", facts);
    case "move":
      return say(event.cards.length ? "move_cards" : "move");
    case "over":
      return texts.say(`event.over_${event.reason}`);
    default:
      return say(event.event);
  }
}

// --- actions -----------------------------------------------------------------------------------------------------------

/** An action in words. */
export function sayAction(scene: Scene, word: string): Sentence {
  const action = parse(word);
  return action ? sayParsed(scene, action) : [{ text: word }];
}

export function sayParsed(scene: Scene, action: Action): Sentence {
  const { texts } = scene;
  const { kind } = action;
  const pawn = action.pawn === null ? "" : pawnOf(scene, scene.toAct, action.pawn);
  switch (kind) {
    case "color":
    case "charity":
      return texts.say(`action.${kind}`, { color: action.color ? color(texts, action.color) : "" });
    case "enlightenment":
      return texts.say("action.enlightenment", { planet: action.color ? planet(texts, action.color) : "" });
    case "pay":
      return texts.say("action.pay", { color: cards(texts, action.cards) });
    case "take":
    case "donate":
      return texts.say(`action.${kind}`, { cards: cards(texts, action.cards) });
    case "put":
      return texts.say("page.action.put", { circle: circle(scene, action.circle ?? "") });
    case "trade":
      return texts.say("action.trade", { gave: cards(texts, action.cards), got: action.color ? color(texts, action.color) : "" });
    case "promote":
      return texts.say("page.action.promote", { pawn });
    case "steal":
      return action.seats.length
        ? texts.say("action.steal", { seats: texts.join(action.seats.map((seat) => whom(scene, seat))) })
        : texts.say("action.steal_nobody");
    case "move":
      return texts.say(action.cards.length ? "page.action.move_cards" : "page.action.move", {
        pawn,
        circle: circle(scene, action.circle ?? ""),
        cards: cards(texts, action.cards),
      });
    default:
      return texts.say(`action.${kind}`);
  }
}

/** Where a pawn of the seat that decides stands. */
export function placeOf(scene: Scene, pawn: number | null): string | null {
  const view = viewOf(scene);
  const place = view.to_act === null || pawn === null ? null : view.players[view.to_act]?.pawns[pawn];
  return place === PROMOTED ? null : (place ?? null);
}

/** The parts of the board that an action is about. */
export function refsOf(scene: Scene, word: string): Ref[] {
  const action = parse(word);
  if (!action) return [];
  const found: Ref[] = [];
  const from = placeOf(scene, action.pawn);
  if (action.pawn !== null && scene.toAct !== null) found.push(`pawn:${scene.toAct}-${action.pawn}`);
  if (from) found.push(`circle:${from}`);
  if (action.circle) found.push(`circle:${action.circle}`);
  if (action.color) found.push(`${action.kind === "charity" ? "color" : "planet"}:${action.color}`);
  for (const card of new Set(action.cards)) found.push(`color:${card}`);
  for (const seat of action.seats) found.push(`seat:${seat}`);
  return found;
}

// --- what is asked, and who sits there -----------------------------------------------------------------------------------

/** What is asked of the one who decides, or what is being waited for. */
export function ask(scene: Scene): Sentence {
  const { texts } = scene;
  const view = viewOf(scene);
  const { phase } = view;
  if (phase === "over" || view.to_act === null) return texts.say("page.ask.over");
  if (scene.seat !== view.to_act) {
    const facts: Record<string, Fact> = { who: who(scene, view.to_act) };
    if (phase === "turn") facts["stage"] = texts.raw(`stage.${view.turn?.leg === 2 ? "second" : (view.turn?.stage ?? "before")}`);
    return texts.say(`page.wait.${phase}`, facts);
  }
  switch (phase) {
    case "turn":
      return askTurn(scene, view);
    case "penalty":
      return texts.say("page.ask.penalty", { n: view.pending?.owed[view.to_act] ?? 0 });
    case "place":
      return texts.say("page.ask.place", { pawn: nextPawn(scene) });
    case "color":
      return texts.say("ask.color");
    default:
      return texts.say(`page.ask.${phase}`);
  }
}

const DEEDS: readonly Kind[] = ["charity", "trade", "donate", "promote", "steal", "again"];

/** What is asked in a turn names only what can be done. */
function askTurn(scene: Scene, view: VediicView): Sentence {
  const { texts } = scene;
  const kinds = kindsOf(parseAll(scene.actions));
  const deeds = texts.join(DEEDS.filter((kind) => kinds.has(kind)).map((kind) => texts.raw(`page.deed.${kind}`)));
  if (view.turn?.leg === 2) return texts.say("page.ask.turn_second");
  if (view.turn?.stage === "after") return deeds.length ? texts.say("page.ask.turn_after", { deeds }) : texts.say("page.ask.turn_end");
  if (kinds.has("pass")) return texts.say("page.ask.turn_pass");
  if (view.turn?.stage === "steal" && kinds.has("steal")) return texts.say("page.ask.turn_steal");
  return deeds.length ? texts.say("page.ask.turn_before", { deeds }) : texts.say("page.ask.turn_move");
}

export function seatLabel(scene: Scene, seat: number): Sentence {
  const chosen = viewOf(scene).players[seat]?.color;
  return chosen ? [color(scene.texts, chosen)] : [];
}

/** The figure of a seat's pawns, in its colour. */
export function seatSign(scene: Scene, seat: number): SeatSign {
  const chosen = viewOf(scene).players[seat]?.color;
  return { path: figure(seat), box: "-32 -34 64 66", label: scene.texts.raw(`page.figure.${seat}`), ...(chosen ? { tone: `tone-${chosen}` } : {}) };
}

export function seatFacts(scene: Scene, seat: number): SeatFact[] {
  const { texts } = scene;
  const view = viewOf(scene);
  const player = view.players[seat];
  if (!player) return [];
  const roll = view.rolls?.[seat];
  if (view.phase === "order") return roll ? [{ label: texts.raw("page.step.order"), value: String(roll) }] : [];
  const owed = view.pending?.owed[seat] ?? 0;
  const up = player.pawns.filter((place) => place === PROMOTED).length;
  const facts: SeatFact[] = [{ label: texts.raw("page.label.cards"), value: String(handSize(player)), sign: CARDS }];
  if (owed) facts.push({ label: texts.raw("page.label.owed"), value: `−${owed}` });
  if (view.pending?.shield[seat]) facts.push({ label: texts.raw("page.label.shielded"), value: "✓" });
  if (SETUP.includes(view.phase)) return facts;
  return [
    ...facts,
    { label: texts.raw("page.label.light"), value: String(player.enlightenment), sign: DROP, slight: player.enlightenment === 0 },
    { label: texts.raw("page.label.pawns_up"), value: `${up}/2`, sign: STAR, slight: up === 0 },
  ];
}

// --- what the planets may bring ------------------------------------------------------------------------------------------

/** A number of cards with its sign, to a tenth. */
export function signed(cards: number): string {
  const tenths = Math.round(cards * 10) / 10;
  return tenths < 0 ? `−${Math.abs(tenths)}` : tenths > 0 ? `+${tenths}` : "0";
}

/** What a planets' turn brings: expected cards, and how likely it costs how many. `row`: how the sentence begins. */
export function worthOf(texts: Texts, row: string, worth: Worth, facts: Record<string, Fact> = {}): Sentence {
  const net = worth.gain - worth.loss;
  const tone = net > 0.05 ? "tone-good" : net < -0.05 ? "tone-bad" : undefined;
  const cards: Part = { text: signed(net), ...(tone ? { tone } : {}) };
  const dangers = Object.entries(worth.losses).sort(([a], [b]) => Number(a) - Number(b));
  const said = dangers.flatMap(([n, chance]) => texts.say(chance > 0.9999 ? "page.forecast.loses" : "page.forecast.danger", { n, percent: percent(chance) }));
  return [...texts.say(`page.forecast.${row}`, { ...facts, cards }), ...(dangers.length ? said : texts.say("page.forecast.safe"))];
}

/** The planets that will or may reach a circle, what each of them does there, and how likely. `favourite`: the colour of whoever
 * asks. */
export function chances(texts: Texts, list: readonly Chance[], favourite: Color | null = null): Sentence {
  if (!list.length) return texts.say("page.forecast.nobody");
  const items = list.flatMap((one): Sentence[] => {
    const name = { ...planet(texts, one.planet), text: texts.raw(`planet.${one.planet}`) };
    const said = (chance: number): string => (chance > 0.99999 ? texts.raw("page.forecast.certain") : percent(chance));
    if (one.planet === favourite) return [texts.say("page.forecast.chance_two", { planet: name, percent: said(one.chance) })];
    const local = one.chance - one.retrograde;
    return [
      ...(local > 1e-9 ? [texts.say("page.forecast.chance", { planet: name, percent: said(local) })] : []),
      ...(one.retrograde > 1e-9 ? [texts.say("page.forecast.harms", { planet: name, percent: said(one.retrograde) })] : []),
    ];
  });
  return listed(texts, items);
}

export const words = (sentence: Sentence): string => plain(sentence);

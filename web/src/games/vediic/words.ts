/** Vediic in words: the sentences of the texts with colours, planets, pawns and players filled in. */
import type { GameEvent, Line, Part, Ref, Scene, Sentence } from "../contract";
import { plain, type Fact, type Texts } from "../../lib/texts";
import { parse, type Action } from "./actions";
import { COLORS, eventsOf, handSize, MARKS, PROMOTED, SETUP } from "./reading";
import type { Chance, Color, PlanetMoved, SeenEvent, VediicView } from "./view";

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

export function circle(id: string): Part {
  return { text: id, ref: `circle:${id}` };
}

/** A player at the beginning of a sentence. */
export function who(scene: Scene, seat: number): Part {
  const chosen = viewOf(scene).players[seat]?.color;
  return { text: scene.names[seat] ?? MARKS[seat] ?? "", tone: chosen ? `tone-who tone-${chosen}` : "tone-who", ref: `seat:${seat}` };
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

/** Events in sentences; the planets' moves in one. */
export function tell(scene: Scene, told: GameEvent[]): Line[] {
  const { texts } = scene;
  const events = eventsOf(told);
  const lines: Line[] = [];
  let moves: Sentence[] = [];
  let dice: number[] = [];
  const flush = (): void => {
    if (moves.length) lines.push({ sentence: texts.say("event.planet_moves", { moves: listed(texts, moves) }), kind: "minor" });
    moves = [];
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
  if ("pawn" in event) facts["pawn"] = { text: String(event.pawn), ref: `pawn:${event.seat}-${event.pawn}` };
  if ("circle" in event) facts["circle"] = circle(event.circle);
  if ("from" in event) {
    facts["from"] = circle(String(event.from));
    facts["to"] = circle(String(event.to));
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
      return texts.say(event.cards.length ? "event.move_cards" : "event.move", facts);
    case "over":
      return texts.say(`event.over_${event.reason}`);
    default:
      return texts.say(`event.${event.event}`, facts);
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
  const pawn = { text: String(action.pawn), ref: `pawn:${scene.toAct}-${action.pawn}` };
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
      return texts.say("action.put", { circle: circle(action.circle ?? "") });
    case "trade":
      return texts.say("action.trade", { gave: cards(texts, action.cards), got: action.color ? color(texts, action.color) : "" });
    case "promote":
      return texts.say("action.promote", { pawn, circle: circle(placeOf(scene, action.pawn) ?? "") });
    case "steal":
      return action.seats.length
        ? texts.say("action.steal", { seats: texts.join(action.seats.map((seat) => whom(scene, seat))) })
        : texts.say("action.steal_nobody");
    case "move":
      return texts.say(action.cards.length ? "action.move_cards" : "action.move", {
        pawn,
        circle: circle(action.circle ?? ""),
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
  const player = view.players[view.to_act];
  switch (phase) {
    case "turn":
      return texts.say(`page.ask.${view.turn?.leg === 2 ? "turn_second" : `turn_${view.turn?.stage ?? "before"}`}`);
    case "penalty":
      return texts.say("page.ask.penalty", { n: view.pending?.owed[view.to_act] ?? 0 });
    case "place":
      return texts.say("page.ask.place", { pawn: player && player.pawns[0] !== null ? 1 : 0 });
    case "color":
      return texts.say("ask.color");
    default:
      return texts.say(`page.ask.${phase}`);
  }
}

export function seatLabel(scene: Scene, seat: number): Sentence {
  const mark = MARKS[seat] ?? String(seat);
  const chosen = viewOf(scene).players[seat]?.color;
  // Those who are called alike have the letter in their names already.
  if (scene.names[seat]?.endsWith(` ${mark}`)) return chosen ? [color(scene.texts, chosen)] : [];
  return chosen ? [{ text: `${mark} ` }, color(scene.texts, chosen)] : [{ text: mark }];
}

export function seatFacts(scene: Scene, seat: number): { label: string; value: string }[] {
  const { texts } = scene;
  const view = viewOf(scene);
  const player = view.players[seat];
  if (!player) return [];
  const roll = view.rolls?.[seat];
  if (view.phase === "order") return roll ? [{ label: texts.raw("page.step.order"), value: String(roll) }] : [];
  const facts = [{ label: texts.raw("page.label.cards"), value: String(handSize(player)) }];
  if (SETUP.includes(view.phase)) return facts;
  return [
    ...facts,
    { label: texts.raw("page.label.light"), value: String(player.enlightenment) },
    { label: texts.raw("page.label.pawns_up"), value: `${player.pawns.filter((place) => place === PROMOTED).length}/2` },
  ];
}

/** The planets that will or may reach a circle, with how likely. */
export function chances(texts: Texts, list: readonly Chance[]): Sentence {
  if (!list.length) return texts.say("page.forecast.nobody");
  const items = list.flatMap((one): Sentence[] => {
    const name = { ...planet(texts, one.planet), text: texts.raw(`planet.${one.planet}`) };
    const local = one.chance - one.retrograde;
    const said = (chance: number): string => (chance > 0.99999 ? texts.raw("page.forecast.certain") : percent(chance));
    return [
      ...(local > 1e-9 ? [texts.say("page.forecast.chance", { planet: name, percent: said(local) })] : []),
      ...(one.retrograde > 1e-9 ? [texts.say("page.forecast.harms", { planet: name, percent: said(one.retrograde) })] : []),
    ];
  });
  return listed(texts, items);
}

export const words = (sentence: Sentence): string => plain(sentence);

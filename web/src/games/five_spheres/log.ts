/** The log: the events of FS-20.3 in sentences, as the seat was shown them. Several that belong together share one. */
import type { GameEvent, Line, Scene, Sentence } from "../contract";
import type { Fact } from "../../lib/texts";
import { spellLine } from "./book";
import { isBack, setCards } from "./types";
import { HALF, PILES, Words, type Piece } from "./words";

/** Events that say nothing which others do not say. */
const QUIET = new Set(["attack_over", "random", "step"]);
/** Events that are followed by the engaging of their creature, which needs no sentence then. */
const ENGAGING = new Set(["attack", "block", "use"]);
const PLAYED = new Set(["summon", "generic", "cast"]);
/** What is told in small print. */
const MINOR = new Set(["status", "target", "search", "shuffle", "noblock", "noretaliate", "mana", "split"]);

/** Events as lines. `happened` is false for those that a preview foresees. */
export function tell(scene: Scene, events: GameEvent[], happened = true): Line[] {
  const words = new Words(scene, events, happened);
  const shown = worthTelling(events, scene.seat);
  const lines: Line[] = [];
  for (let i = 0; i < shown.length; ) {
    const event = shown[i] as GameEvent;
    const next = shown[i + 1];
    if (event.event === "mana" && next !== undefined && isPlay(next, event["seat"])) {
      i += 1;
      continue;
    }
    let n = 1;
    let sentence: Sentence;
    if (event.event === "move") {
      n = alike(shown, i);
      sentence = moved(words, shown.slice(i, i + n), shown[i - 1]);
    } else if (event.event === "status") {
      n = alike(shown, i);
      const cards = scene.texts.join(shown.slice(i, i + n).map((one) => words.at(one["uid"])));
      sentence = words.say(`event.${event["status"]}_${event["on"] ? "on" : "off"}`, { cards });
    } else {
      sentence = one(words, event);
    }
    const line: Line = { sentence: upper(sentence) };
    if (event.event === "turn") line.kind = "head";
    else if (MINOR.has(event.event)) line.kind = "minor";
    lines.push(line);
    i += n;
  }
  return lines;
}

/** The events without those that others say: the engaging of an attacker, energies that are paid, an instant that is trashed
 * when it is over, what the seat itself has just named, cards of piles whose move tells them better. */
function worthTelling(events: GameEvent[], seat: number | null): GameEvent[] {
  const kept: GameEvent[] = [];
  let paying: GameEvent | null = null;
  let left = 0;
  events.forEach((event, i) => {
    const before = events[i - 1];
    if (event.event === "status" && before !== undefined && event["status"] === "engaged" && event["on"]) {
      if (ENGAGING.has(before.event) && event["uid"] === (before["attacker"] ?? before["uid"])) return;
    }
    if (event.event === "retaliate") {
      paying = event;
      left = event["energy"].length;
    } else if (event.event === "move" && paying !== null && event["seat"] === paying["seat"]) {
      if (left && event["from"] === "groove") {
        left -= 1;
        return;
      }
      if (event["verb"] === "retaliate") {
        paying = null;
        if (event["to"] === "casting") return;
      }
    }
    if (event.event === "move" && event["from"] === "casting" && event["verb"] === "trash") return;
    if (event.event === "target" && (event["seat"] === seat || String(event["choice"]).includes("."))) return;
    if (!QUIET.has(event.event)) kept.push(event);
  });
  return kept;
}

const isPlay = (event: GameEvent, seat: number): boolean => event.event === "move" && event["seat"] === seat && PLAYED.has(event["verb"]);

/** How many events from here on can share a sentence. */
function alike(events: GameEvent[], start: number): number {
  const first = events[start] as GameEvent;
  if (first.event === "move" && PLAYED.has(first["verb"])) return 1;
  const keys = first.event === "status" ? ["event", "status", "on"] : ["event", "verb", "seat", "from", "to"];
  let n = 1;
  while (start + n < events.length && keys.every((key) => events[start + n]?.[key] === first[key])) n += 1;
  return n;
}

/** Cards that moved in the same way. */
function moved(words: Words, events: GameEvent[], before: GameEvent | undefined): Sentence {
  const event = events[0] as GameEvent;
  const { verb, seat, from, to, card } = event as unknown as { verb: string; seat: number; from: string; to: string; card: string | null };
  const facts: Record<string, Fact> = {
    who: words.who(seat),
    whose: words.whose(seat),
    zone: words.raw(`zone.${from}`),
    to: words.raw(`zone.${to}`),
    cards: movedCards(words, events),
    from: from === "hand" || from === "casting" ? "" : words.say("event.from_zone", { zone: words.raw(`zone.${from}`) }),
    cost: "",
    text: "",
  };
  if (before?.event === "mana" && PLAYED.has(verb)) facts["cost"] = words.say("event.for_mana", { n: before["spent"] });
  const host = event["host"] as number | null;
  if (host !== null) facts["host"] = words.at(host);
  let key = verb;
  if (verb === "summon" && event["facedown"]) key = "generic";
  else if (verb === "cast" && to === "attached") key = "cast_under";
  else if (verb === "cast" && event["facedown"]) key = "cast_hidden";
  else if ((verb === "cast" || verb === "reveal") && seat !== words.scene.seat && card !== null && !isBack(card)) {
    key = `${verb}_says`;
    facts["text"] = spellLine(words.scene.cards, card, words.scene.texts);
  } else if (verb === "trash" && (from === "hand" || from === "deck")) key = `trash_${from}`;
  else if (verb === "retaliate") key = host === null ? "retaliate_to" : "cast_under";
  return words.say(`event.${key}`, facts);
}

/** The cards of moves: by the place that counts for their name. */
function movedCards(words: Words, events: GameEvent[]): Sentence {
  const first = events[0] as GameEvent;
  const toPlay = typeof first["new"] === "number";
  if (!toPlay && typeof first["uid"] !== "number")
    return words.listed(
      events.map((event) => event["card"] as string | null),
      HALF[first["to"]] ?? HALF[first["from"]] ?? "card",
    );
  return words.scene.texts.join(
    events.map((event) => {
      const card = event["card"] as string | null;
      if (card === null) return words.say("name.some");
      const facedown = toPlay ? Boolean(event["facedown"]) : isBack(card);
      const piece: Piece = { uid: toPlay ? event["new"] : event["uid"], seat: event["seat"], zone: toPlay ? event["to"] : event["from"], card, facedown };
      return words.piece(piece);
    }),
  );
}

/** One event as a sentence. */
function one(words: Words, event: GameEvent): Sentence {
  const facts: Record<string, Fact> = {};
  const seat = event["seat"] as number | undefined;
  if (typeof seat === "number") {
    facts["who"] = words.who(seat);
    facts["whose"] = words.whose(seat);
  }
  if (typeof event["lord"] === "number") facts["lord"] = words.whom(event["lord"]);
  if (typeof event["uid"] === "number") facts["card"] = words.at(event["uid"]);
  if (typeof event["zone"] === "string") facts["zone"] = words.raw(`zone.${event["zone"]}`);
  let key = event.event;
  switch (event.event) {
    case "turn":
      facts["turn"] = event["turn"];
      break;
    case "mana":
      facts["n"] = event["spent"];
      break;
    case "strengthen":
      facts["n"] = event["n"] < 0 ? String(event["n"]) : `+${event["n"]}`;
      break;
    case "grant":
      facts["word"] = words.raw(`word.${event["word"]}`);
      break;
    case "unveil":
      facts["card"] = words.piece({ uid: event["uid"], seat: 0, zone: "battlefield", card: event["card"], facedown: false });
      break;
    case "attack": {
      const kind = event["target"] === null ? "fortress" : "creature";
      key = `attack_${kind}`;
      facts["card"] = words.at(event["attacker"]);
      if (event["target"] !== null) facts["target"] = words.at(event["target"]);
      if (kind === "fortress" && words.isYou(event["lord"])) key += "_you";
      break;
    }
    case "battle":
      key = `battle_${event["outcome"]}`;
      facts["attacker"] = words.at(event["attacker"]);
      facts["defender"] = words.at(event["defender"]);
      facts["a"] = event["strengths"][0];
      facts["d"] = event["strengths"][1];
      break;
    case "siege":
      facts["card"] = words.at(event["attacker"]);
      break;
    case "retaliate":
      facts["card"] = words.name(event["card"], "spell");
      facts["n"] = event["energy"].length;
      if (seat !== words.scene.seat && !isBack(event["card"])) {
        key = "retaliate_says";
        facts["text"] = spellLine(words.scene.cards, event["card"], words.scene.texts);
      }
      break;
    case "ward":
      facts["ward"] = words.at(event["by"]);
      break;
    case "trigger":
    case "evoke":
      key = ability(words, event, facts);
      break;
    case "target":
      key = event["choice"] === "none" ? "target_none" : "target";
      facts["choice"] = named(words, String(event["choice"]));
      break;
    case "search":
      key = event["lord"] === event["seat"] ? "search_own" : "search";
      facts["whose"] = words.whose(event["lord"]);
      facts["whom"] = words.whom(event["seat"]);
      break;
    case "lord_destroyed":
      facts["who"] = words.who(event["by"]);
      facts["lord"] = words.whom(event["seat"]);
      break;
    case "split":
      facts["card"] = words.name(event["card"]);
      break;
    case "pick":
    case "drop": {
      const what = event["what"] as string | null;
      if (what !== null && what.length === 1) {
        key = "pick_set";
        facts["letter"] = what.toUpperCase();
        facts["cards"] = words.listed(setCards(words.view.cards, what), "creature");
      } else facts["card"] = words.name(what);
      break;
    }
    case "over":
      key = `over_${event["reason"]}`;
      break;
  }
  return words.say(`event.${key}`, facts);
}

/** An ability that begins: the card by the half that acts. */
function ability(words: Words, event: GameEvent, facts: Record<string, Fact>): string {
  if (event.event === "trigger") facts["when"] = words.raw(`when.${event["when"]}`);
  if (event["card"] === null) return "trigger_plain";
  const uid = event["uid"] as number | null;
  const piece = uid === null ? undefined : words.known.get(uid);
  const name = words.name(event["card"], piece === undefined ? "card" : (HALF[piece.zone] ?? "card"));
  facts["card"] = uid === null ? name : name.map((part) => ({ ...part, ref: `uid:${uid}` }));
  return event.event;
}

/** What was named. A pile has changed since, so of its cards only the place is told. */
function named(words: Words, choice: string): Sentence {
  if (choice === "none") return [];
  if (choice.startsWith("u")) return words.at(Number(choice.slice(1)));
  const [lord = "p0", part = ""] = choice.split(".");
  const seat = Number(lord.slice(1));
  if (!part) return words.whom(seat);
  const zone = PILES[part[0] as keyof typeof PILES];
  const key = zone === "hand" || zone === "deck" ? `choice.${zone}_some` : `choice.${zone}`;
  return words.say(key, { card: words.say("name.some"), whose: words.whose(seat) });
}

/** A sentence that begins with a small word gets its capital. */
export function upper(sentence: Sentence): Sentence {
  const first = sentence.findIndex((part) => part.text !== "");
  const part = sentence[first];
  if (part === undefined || !/^[a-z]/.test(part.text) || !/^(your|a|an|the|of)\b/.test(sentence.map((one) => one.text).join(""))) return sentence;
  return sentence.map((one, i) => (i === first ? { ...one, text: one.text.slice(0, 1).toUpperCase() + one.text.slice(1) } : one));
}

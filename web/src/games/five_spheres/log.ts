/** The log: the events of FS-20.3 in sentences, as the seat was shown them. Several that belong together share one. */
import type { GameEvent, Line, Scene, Sentence } from "../contract";
import type { Fact } from "../../lib/texts";
import { spellLine } from "./book";
import { eventsOf, isBack, setCards } from "./reading";
import type { Evoked, Moved, Retaliated, SeenEvent, Triggered, Verb } from "./view";
import { HALF, PILES, Words, type Piece } from "./words";

/** Events that say nothing which others do not say. */
const QUIET: ReadonlySet<SeenEvent["event"]> = new Set(["attack_over", "random", "step"]);
const PLAYED: ReadonlySet<Verb> = new Set(["summon", "generic", "cast"]);
/** What is told in small print. */
const MINOR: ReadonlySet<SeenEvent["event"]> = new Set(["status", "target", "search", "shuffle", "noblock", "noretaliate", "mana", "split"]);

/** Events as lines. `happened` is false for those that a preview foresees. */
export function tell(scene: Scene, events: GameEvent[], happened = true): Line[] {
  const seen = eventsOf(events);
  const words = new Words(scene, seen, happened);
  const shown = worthTelling(seen, scene.seat);
  const lines: Line[] = [];
  let skip = 0;
  for (const [i, event] of shown.entries()) {
    // Events that share a sentence with one before them were told with it.
    if (i < skip) continue;
    const next = shown[i + 1];
    if (event.event === "mana" && next !== undefined && isPlay(next, event.seat)) continue;
    let n = 1;
    let sentence: Sentence;
    if (event.event === "move") {
      const moves = PLAYED.has(event.verb) ? [event] : alike(shown.slice(i), event, ["event", "verb", "seat", "from", "to"]);
      n = moves.length;
      sentence = moved(words, event, moves, shown[i - 1]);
    } else if (event.event === "status") {
      const changes = alike(shown.slice(i), event, ["event", "status", "on"]);
      n = changes.length;
      const cards = scene.texts.join(changes.map((one) => words.at(one.uid)));
      sentence = words.say(`event.${event.status}_${event.on ? "on" : "off"}`, { cards });
    } else {
      sentence = one(words, event);
    }
    const line: Line = { sentence: upper(sentence) };
    if (event.event === "turn") line.kind = "head";
    else if (MINOR.has(event.event)) line.kind = "minor";
    lines.push(line);
    skip = i + n;
  }
  return lines;
}

/** The events without those that others say: the engaging of an attacker, energies that are paid, an instant that is trashed
 * when it is over, what the seat itself has just named, cards of piles whose move tells them better. */
function worthTelling(events: readonly SeenEvent[], seat: number | null): SeenEvent[] {
  const kept: SeenEvent[] = [];
  let paying: Retaliated | null = null;
  let left = 0;
  events.forEach((event, i) => {
    const before = events[i - 1];
    if (event.event === "status" && before !== undefined && event.status === "engaged" && event.on && event.uid === engaging(before)) return;
    if (event.event === "retaliate") {
      paying = event;
      left = event.energy.length;
    } else if (event.event === "move" && paying !== null && event.seat === paying.seat) {
      if (left && event.from === "groove") {
        left -= 1;
        return;
      }
      if (event.verb === "retaliate") {
        paying = null;
        if (event.to === "casting") return;
      }
    }
    if (event.event === "move" && event.from === "casting" && event.verb === "trash") return;
    if (event.event === "target" && (event.seat === seat || event.choice.includes("."))) return;
    if (!QUIET.has(event.event)) kept.push(event);
  });
  return kept;
}

/** The creature that is engaged right after an event, which needs no sentence then. */
const engaging = (event: SeenEvent): number | null => (event.event === "attack" ? event.attacker : event.event === "block" || event.event === "use" ? event.uid : null);

const isPlay = (event: SeenEvent, seat: number): boolean => event.event === "move" && event.seat === seat && PLAYED.has(event.verb);

/** The first of some events, and those after it that can share its sentence: they say the same of these things. */
function alike<E extends SeenEvent>(events: readonly SeenEvent[], first: E, keys: readonly (keyof E)[]): E[] {
  const end = events.findIndex((event) => !keys.every((key) => (event as E)[key] === first[key]));
  return events.slice(0, end < 0 ? events.length : end) as E[];
}

/** Cards that moved in the same way. */
function moved(words: Words, event: Moved, events: readonly Moved[], before: SeenEvent | undefined): Sentence {
  const { verb, seat, from, to, card, host, facedown } = event;
  const facts: Record<string, Fact> = {
    who: words.who(seat),
    whose: words.whose(seat),
    zone: words.raw(`zone.${from}`),
    to: words.raw(`zone.${to}`),
    cards: movedCards(words, event, events),
    from: from === "hand" || from === "casting" ? "" : words.say("event.from_zone", { zone: words.raw(`zone.${from}`) }),
    cost: "",
    text: "",
  };
  if (before?.event === "mana" && PLAYED.has(verb)) facts["cost"] = words.say("event.for_mana", { n: before.spent });
  if (host !== null) facts["host"] = words.at(host);
  let key: string = verb;
  if (verb === "summon" && facedown) key = "generic";
  else if (verb === "cast" && to === "attached") key = "cast_under";
  else if (verb === "cast" && facedown) key = "cast_hidden";
  else if ((verb === "cast" || verb === "reveal") && seat !== words.scene.seat && card !== null && !isBack(card)) {
    key = `${verb}_says`;
    facts["text"] = spellLine(words.scene.cards, card, words.scene.texts);
  } else if (verb === "trash" && (from === "hand" || from === "deck")) key = `trash_${from}`;
  else if (verb === "retaliate") key = host === null ? "retaliate_to" : "cast_under";
  return words.say(`event.${key}`, facts);
}

/** The cards of moves: by the place that counts for their name. */
function movedCards(words: Words, first: Moved, events: readonly Moved[]): Sentence {
  const toPlay = first.new !== null;
  if (!toPlay && first.uid === null)
    return words.listed(
      events.map((event) => event.card),
      HALF[first.to] ?? HALF[first.from] ?? "card",
    );
  return words.scene.texts.join(
    events.map((event) => {
      const { card, seat } = event;
      const uid = toPlay ? event.new : event.uid;
      if (card === null || uid === null) return words.say("name.some");
      const facedown = toPlay ? event.facedown : isBack(card);
      const piece: Piece = { uid, seat, zone: toPlay ? event.to : event.from, card, facedown };
      return words.piece(piece);
    }),
  );
}

/** One event as a sentence. */
function one(words: Words, event: SeenEvent): Sentence {
  const facts: Record<string, Fact> = {};
  if ("seat" in event && event.seat !== undefined) {
    facts["who"] = words.who(event.seat);
    facts["whose"] = words.whose(event.seat);
  }
  if ("lord" in event) facts["lord"] = words.whom(event.lord);
  if ("uid" in event && event.uid !== null) facts["card"] = words.at(event.uid);
  if ("zone" in event) facts["zone"] = words.raw(`zone.${event.zone}`);
  let key: string = event.event;
  switch (event.event) {
    case "turn":
      facts["turn"] = event.turn;
      break;
    case "mana":
      facts["n"] = event.spent;
      break;
    case "strengthen":
      facts["n"] = event.n < 0 ? String(event.n) : `+${event.n}`;
      break;
    case "grant":
      facts["word"] = words.raw(`word.${event.word}`);
      break;
    case "unveil":
      facts["card"] = words.piece({ uid: event.uid, seat: 0, zone: "battlefield", card: event.card, facedown: false });
      break;
    case "attack": {
      const kind = event.target === null ? "fortress" : "creature";
      key = `attack_${kind}`;
      facts["card"] = words.at(event.attacker);
      if (event.target !== null) facts["target"] = words.at(event.target);
      if (kind === "fortress" && words.isYou(event.lord)) key += "_you";
      break;
    }
    case "battle":
      key = `battle_${event.outcome}`;
      facts["attacker"] = words.at(event.attacker);
      facts["defender"] = words.at(event.defender);
      facts["a"] = event.strengths[0];
      facts["d"] = event.strengths[1];
      break;
    case "siege":
      facts["card"] = words.at(event.attacker);
      break;
    case "retaliate":
      facts["card"] = words.name(event.card, "spell");
      facts["n"] = event.energy.length;
      if (event.seat !== words.scene.seat && !isBack(event.card)) {
        key = "retaliate_says";
        facts["text"] = spellLine(words.scene.cards, event.card, words.scene.texts);
      }
      break;
    case "ward":
      facts["ward"] = words.at(event.by);
      break;
    case "trigger":
    case "evoke":
      key = ability(words, event, facts);
      break;
    case "target":
      key = event.choice === "none" ? "target_none" : "target";
      facts["choice"] = named(words, event.choice);
      break;
    case "search":
      key = event.lord === event.seat ? "search_own" : "search";
      facts["whose"] = words.whose(event.lord);
      facts["whom"] = words.whom(event.seat);
      break;
    case "lord_destroyed":
      facts["who"] = words.who(event.by);
      facts["lord"] = words.whom(event.seat);
      break;
    case "split":
      facts["card"] = words.name(event.card);
      break;
    case "pick":
    case "drop": {
      const { what } = event;
      if (what !== null && what.length === 1) {
        key = "pick_set";
        facts["letter"] = what.toUpperCase();
        facts["cards"] = words.listed(setCards(words.view.cards, what), "creature");
      } else facts["card"] = words.name(what);
      break;
    }
    case "over":
      key = `over_${event.reason}`;
      break;
  }
  return words.say(`event.${key}`, facts);
}

/** An ability that begins: the card by the half that acts. */
function ability(words: Words, event: Triggered | Evoked, facts: Record<string, Fact>): string {
  if (event.event === "trigger") facts["when"] = words.raw(`when.${event.when}`);
  if (event.card === null) return "trigger_plain";
  const { uid } = event;
  const piece = uid === null ? undefined : words.known.get(uid);
  const name = words.name(event.card, piece === undefined ? "card" : (HALF[piece.zone] ?? "card"));
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

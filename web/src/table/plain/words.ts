/** Views, events and actions of a game that nobody has written words for, as readable as they can be made without knowing what they
 * mean: their own words, with the players called by their names. */
import type { GameEvent, Json, Line, Part, Ref, Scene, Sentence } from "../../games/contract";
import { large, plain as words, Texts, type Lang } from "../../lib/texts";
import rows from "./texts.json";

const SPOKEN: Record<Lang, Texts> = { en: new Texts("en", [rows]), ja: new Texts("ja", [rows]) };

/** The plain board's own texts. */
export const textsOf = (scene: Scene): Texts => SPOKEN[scene.texts.lang];

/** Facts that every game calls alike: whose they are. */
const SEATS: ReadonlySet<string> = new Set(["seat", "seats", "to_act", "winner", "winners", "by", "player"]);
/** Lists with a part for every seat. */
const BY_SEAT: ReadonlySet<string> = new Set(["seats", "players", "scores", "points"]);
/** What stands elsewhere at the table, or is no news. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set(["game", "version", "to_act", "seat", "fate"]);
/** What is of interest last: it does not change in a match. */
const LAST: readonly string[] = ["options", "cards"];

/** A word of a program as people write it. */
export const spaced = (word: string): string => word.replaceAll("_", " ").trim();
export const titled = (word: string): string => large(spaced(word));

export const isPlainValue = (value: Json): boolean => value === null || typeof value !== "object";

/** Who sits somewhere, pointing there. */
function seatPart(scene: Scene, seat: number): Part {
  return { text: scene.names[seat] ?? String(seat + 1), tone: "tone-who", ref: `seat:${seat}` };
}

/** Is this the number of somebody at the table? */
export const isSeat = (scene: Scene, value: Json): value is number => Number.isInteger(value) && value >= 0 && value < scene.names.length;

/** A value that is not made of others, by its name. */
export function sayValue(scene: Scene, value: Json, name = ""): Sentence {
  const texts = textsOf(scene);
  if (value === null || value === undefined || value === "") return [{ text: texts.raw("plain.nothing") }];
  if (typeof value === "boolean") return [{ text: texts.raw(value ? "plain.yes" : "plain.no") }];
  if (SEATS.has(name) && isSeat(scene, value)) return [seatPart(scene, value)];
  return [{ text: typeof value === "string" ? spaced(value) : String(value) }];
}

/** Anything in one line. */
export function sayAll(scene: Scene, value: Json, name = ""): Sentence {
  if (isPlainValue(value)) return sayValue(scene, value, name);
  const texts = textsOf(scene);
  const items: Sentence[] = Array.isArray(value)
    ? value.map((one) => sayAll(scene, one, name))
    : Object.entries(value).map(([key, one]) => texts.say("plain.fact", { name: spaced(key), value: sayAll(scene, one, key) }));
  if (!items.length) return [{ text: texts.raw("plain.nothing") }];
  return items.flatMap((item, i) => (i ? [{ text: texts.raw("plain.list_between") }, ...item] : item));
}

/** Events as lines: who, what, and the facts that are there. */
export function tell(scene: Scene, events: GameEvent[]): Line[] {
  const texts = textsOf(scene);
  return events.map(({ event, ...facts }) => {
    const who = isSeat(scene, facts["seat"]) ? seatPart(scene, facts["seat"]) : null;
    const told = Object.entries(facts).filter(([key, value]) => value !== null && (key !== "seat" || who === null));
    const what: Sentence = [{ text: who ? spaced(event) : titled(event) }];
    told.forEach(([key, value], i) => {
      what.push({ text: i ? texts.raw("plain.list_between") : " · " });
      what.push(...texts.say("plain.fact", { name: spaced(key), value: sayAll(scene, value, key) }));
    });
    return { sentence: who ? texts.say("plain.event", { who, what }) : what };
  });
}

/** An action: its own words. */
export const sayAction = (_scene: Scene, word: string): Sentence => [{ text: titled(word) }];

/** An action is about what it names beside its first word: the board lights what is called so. */
export const refsOf = (_scene: Scene, word: string): Ref[] => word.split(/\s+/).slice(1).map((one) => `word:${one}`);

/** What is asked of the one who decides now. */
export function ask(scene: Scene): Sentence {
  const texts = textsOf(scene);
  if (scene.over) return texts.say("plain.over");
  if (scene.toAct === null) return texts.say("plain.nobody");
  if (scene.toAct === scene.seat) return texts.say("plain.yours");
  return texts.say("plain.hers", { who: seatPart(scene, scene.toAct) });
}

/** A reason that has no sentence: its code and its facts as words. */
export function sayRefusal(scene: Scene, reason: string, facts: Record<string, Json>): string {
  const told = Object.keys(facts).length ? ` (${words(sayAll(scene, facts))})` : "";
  return textsOf(scene).line("plain.refused", { why: spaced(reason) + told });
}

/** What is known of each seat: of lists with a part for every seat the values, or how many there are. */
export function seatFacts(scene: Scene, seat: number): { label: string; value: string }[] {
  const found: { label: string; value: string }[] = [];
  for (const [name, value] of Object.entries(scene.view)) {
    if (!isBySeat(scene, name, value)) continue;
    const own = value[seat];
    if (isPlainValue(own)) found.push({ label: titled(name), value: words(sayValue(scene, own)) });
    else if (Array.isArray(own)) found.push({ label: titled(name), value: String(own.length) });
    else
      for (const [key, one] of Object.entries(own as Record<string, Json>))
        if (typeof one === "number") found.push({ label: titled(key), value: String(one) });
        else if (Array.isArray(one)) found.push({ label: titled(key), value: String(one.length) });
  }
  return found.slice(0, 3);
}

/** Is this a list with a part for every seat? Others have as many by chance; those are known by what they are called, or because one
 * sees one's own part and of the others how many there are. */
export function isBySeat(scene: Scene, name: string, value: Json): value is Json[] {
  if (!Array.isArray(value) || value.length !== scene.names.length) return false;
  return BY_SEAT.has(name) || (value.some(isPlainValue) && value.some(Array.isArray));
}

/** Does a part of the view stay as it is for the whole match? */
export const isSteady = (name: string): boolean => LAST.includes(name);

/** The view in the order in which it is read. */
export function factsOf(scene: Scene): [string, Json][] {
  const rank = ([name]: [string, Json]): number => LAST.indexOf(name) + 1;
  return Object.entries(scene.view)
    .filter(([name]) => !TOLD_ELSEWHERE.has(name))
    .sort((a, b) => rank(a) - rank(b));
}

export interface Group {
  /** The first word of its actions. */
  name: string;
  words: string[];
}

/** The actions by their first words, those that have all the words looked for. */
export function grouped(actions: readonly string[], find = ""): Group[] {
  const wanted = spaced(find).toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, string[]>();
  for (const word of actions) {
    const text = spaced(word).toLowerCase();
    if (!wanted.every((one) => text.includes(one))) continue;
    const first = word.split(/[\s:(]/)[0] ?? word;
    const group = groups.get(first);
    if (group === undefined) groups.set(first, [word]);
    else group.push(word);
  }
  return [...groups].map(([name, words]) => ({ name, words }));
}

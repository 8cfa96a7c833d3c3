/** Why something is refused, in people's words: cards by their names in the language spoken now, lords by those who sit there. */
import type { Json, Scene, Sentence } from "../contract";
import { plain, type Fact } from "../../lib/texts";
import { nameOf } from "./book";
import { upper } from "./log";
import { isCitadel, viewOf } from "./reading";
import { wordsOf, type Words } from "./words";

/** Facts that name a card in play as the rules write it, each with the fact that has its name. */
const PARTS: Partial<Record<string, string>> = { part: "card", target: "other", attacker: "other" };
/** Refusals whose lords are those that can be attacked: where two hold a citadel, it. */
const ATTACKED = new Set(["own_fortress", "partner", "lord_outside", "out_of_range"]);
/** So many choices are named. */
const NAMED = 6;

export function sayRefusal(scene: Scene, reason: string, facts: Record<string, Json>): string | null {
  const { texts } = scene;
  const row = [`page.refusal.${reason}`, `refusal.${reason}`].find((one) => texts.has(one));
  if (row === undefined) return null;
  const words = wordsOf(scene);
  const told: Record<string, Fact> = {};
  for (const [name, value] of Object.entries(facts)) told[name] = sayFact(words, reason, name, String(value), facts);
  return plain(upper(texts.say(row, told))).replace(/…[.。]$/, "…");
}

function sayFact(words: Words, reason: string, name: string, value: string, facts: Record<string, Json>): Fact {
  switch (name) {
    case "seat":
    case "gate":
    case "owner":
      return words.whom(Number(value));
    case "lords": {
      const gates = isCitadel(words.view) && ATTACKED.has(reason);
      return several(words, split(value).map((seat) => (gates ? words.citadel(Number(seat)) : words.whom(Number(seat)))));
    }
    case "seats":
      return several(words, split(value).map((seat) => words.whom(Number(seat))));
    case "hosts":
    case "options":
      return several(words, split(value).filter((one) => one !== "none" && one !== "…").map((one) => words.option(one)), value.endsWith("…"));
    case "set":
    case "left":
      return value.toUpperCase();
    case "part":
    case "target":
    case "attacker":
      return partOf(words, value, facts[PARTS[name] ?? ""]);
    default:
      return spoken(words.scene, value);
  }
}

const split = (value: string): string[] => value.split(/[ ,]+/).filter((one) => one !== "");

/** A card by what the seat sees of it; one that is not in play by the name that came with it. */
function partOf(words: Words, value: string, name: Json): Sentence {
  if (/^p\d/.test(value)) return words.option(value);
  const uid = /^u\d+$/.test(value) ? Number(value.slice(1)) : null;
  if (uid !== null && (words.known.has(uid) || name === undefined)) return words.owned(uid);
  return name === undefined ? words.say("name.some") : [{ text: spoken(words.scene, String(name)) }];
}

/** Things in a row, equal ones counted; not all of very many. */
function several(words: Words, things: Sentence[], more = false): Sentence {
  const found = new Map<string, { thing: Sentence; n: number }>();
  for (const thing of things) {
    const group = found.get(plain(thing)) ?? { thing, n: 0 };
    group.n += 1;
    found.set(plain(thing), group);
  }
  const groups = [...found.values()].map(({ thing, n }) => (n > 1 ? words.say("name.times", { n, card: thing }) : thing));
  if (!groups.length) return words.say("page.ask.no_energies");
  const said = words.scene.texts.join(groups.slice(0, NAMED));
  return more || groups.length > NAMED ? [...said, { text: " …" }] : said;
}

/** A word of a refusal; the server calls cards by their English names. */
function spoken(scene: Scene, value: string): string {
  if (scene.texts.has(`refusal_word.${value}`)) return scene.texts.raw(`refusal_word.${value}`);
  for (const [id, card] of Object.entries(viewOf(scene).cards)) {
    if (card.creature.name === value) return nameOf(scene.cards, id, "creature");
    if (card.spell.name === value) return nameOf(scene.cards, id, "spell");
    if (`${card.creature.name} / ${card.spell.name}` === value) return nameOf(scene.cards, id, "card");
  }
  return value;
}

/** What an attack or a block would come to, and what else would follow: all of it from what the server foresees, nothing reckoned here. */
import type { Foreseen, GameEvent, Line, Preview, Scene, Sentence } from "../contract";
import { parse } from "./actions";
import { tell } from "./log";
import { eventsOf, isCitadel, partnerOf, towersHeld } from "./reading";
import type { SeenEvent } from "./view";
import { Words, wordsOf } from "./words";

/** So many lines besides what it comes to. */
const LINES = 3;
/** What comes after these is the course of the turn. */
const COURSE = new Set(["attack_over", "noretaliate", "step", "turn"]);
/** Events that the headline or the sentence about the action says already. */
const SAID = new Set(["attack", "block", "battle", "siege", "noblock"]);

/** The events that belong to an action itself. */
function own(events: readonly GameEvent[]): GameEvent[] {
  const end = events.findIndex((event) => COURSE.has(event.event));
  return events.slice(0, end < 0 ? events.length : end);
}

const has = (events: readonly GameEvent[], name: string): boolean => events.some((event) => event.event === name);

interface Fight {
  way: "wins" | "loses" | "tie";
  a: number;
  d: number;
}
function fightIn(events: readonly GameEvent[]): Fight | null {
  const found = eventsOf(events).find((event) => event.event === "battle");
  if (found === undefined) return null;
  const [a, d] = found.strengths;
  return { way: found.outcome === "attacker" ? "wins" : found.outcome === "defender" ? "loses" : "tie", a, d };
}

/** What an attack or a block comes to, in sentences; of other actions nothing. */
export function outlook(scene: Scene, preview: Preview): Sentence[] {
  const deed = parse(preview.word);
  if (deed.kind !== "attack" && deed.kind !== "block") return [];
  const words = wordsOf(scene);
  const target = deed.things[1] ?? "";
  const lord = target.startsWith("fort:") ? Number(target.slice(5)) : null;
  const found: Sentence[] = [];
  const sure = ending(words, preview, lord, true);
  if (sure !== null) found.push(sure);
  else if (preview.answers.length) found.push(...answered(words, preview, lord));
  else found.push(open(words, preview));
  const decided = sure !== null || preview.answers.length > 0;
  if (!preview.whole && decided) found.push(words.say("page.fight.unsure"));
  else if (sure !== null && preview.next !== null && preview.next !== scene.seat && !has(preview.events, "attack_over")) found.push(words.say("page.fight.then", { who: words.who(preview.next) }));
  return found;
}

/** How it ends, where that is foreseen: `sure` if nobody can hinder it. */
function ending(words: Words, course: Foreseen, lord: number | null, sure: boolean): Sentence | null {
  const fight = fightIn(course.events);
  if (fight !== null) {
    const what = words.say(`page.fight.${fight.way}`, { a: fight.a, d: fight.d });
    return sure ? what : words.say("page.fight.unblocked", { what });
  }
  if (has(course.events, "siege") && lord !== null) {
    const dies = has(course.events, "lord_destroyed");
    const end = sure ? "_sure" : "";
    if (dies && isCitadel(words.view)) return words.say(`page.citadel.fight_last${end}`, { team: words.team(lord) });
    return words.say(`page.fight.${dies ? "last" : "siege"}${end}`, { n: towersHeld(words.view, lord), lord: words.whom(lord) });
  }
  return has(course.events, "attack_over") ? words.say("page.fight.none") : null;
}

/** Who can block with what, and what comes of each. */
function answered(words: Words, preview: Preview, lord: number | null): Sentence[] {
  const found: Sentence[] = [];
  const free = preview.answers.find((one) => one.word === "noblock");
  if (free !== undefined) found.push(ending(words, free, lord, false) ?? askedNext(words, preview.next, free) ?? open(words, free));
  const blocks = preview.answers.filter((one) => parse(one.word).kind === "block");
  if (blocks.length && preview.next !== null) {
    const list = blocks.map((one) => {
      const card = words.at(Number((parse(one.word).things[0] ?? "").slice(4)));
      const fight = fightIn(one.events);
      return fight === null ? words.say("page.fight.block_open", { card }) : words.say(`page.fight.block_${fight.way}`, { card, a: fight.a, d: fight.d });
    });
    found.push(words.say("page.fight.blockers", { who: words.who(preview.next), list: words.scene.texts.join(list) }));
  }
  return found;
}

/** FS-21.11: who does not block leaves it to the partner. */
function askedNext(words: Words, seat: number | null, { next }: Foreseen): Sentence | null {
  if (seat === null || next === null || !isCitadel(words.view) || partnerOf(words.view, seat) !== next) return null;
  return words.say("page.citadel.fight_partner", { who: words.who(seat), partner: words.whom(next) });
}

/** Why it is not known how it ends. */
function open(words: Words, course: Foreseen): Sentence {
  if (course.next === null) return words.say("page.fight.open");
  return words.say("page.fight.open_who", { who: words.who(course.next) });
}

/** What else would follow, as lines of the log. */
export function followed(scene: Scene, preview: Preview): Sentence[] {
  const events = own(preview.events);
  const seen = eventsOf(events);
  const kept = events.filter((event, i) => !SAID.has(event.event) && !engages(seen[i], seen[i - 1]));
  return tell(scene, kept, false)
    .filter((line: Line) => line.kind !== "head")
    .slice(0, LINES)
    .map((line) => line.sentence);
}

/** Is this the engaging of the creature that attacks or blocks? */
function engages(event: SeenEvent | undefined, before: SeenEvent | undefined): boolean {
  return event?.event === "status" && event.status === "engaged" && (before?.event === "attack" || before?.event === "block");
}

/** What is said beside the buttons: what is still to be chosen, why nothing happens, what a step is for. */
import type { Scene, Sentence } from "../contract";
import { choicesOf, onlyAs, type Thing } from "./actions";
import type { Choosing } from "./choosing.svelte";
import { decisionOf } from "./decisions";
import { upper } from "./log";
import { isCitadel, isOutside, isTag, partnerOf, viewOf } from "./reading";
import { wordsOf } from "./words";

/** The first turns, in which each step says what it is for. */
const FIRST = 8;

/** What is still to be chosen; null where nothing is. */
export function hintOf(scene: Scene, choosing: Pick<Choosing, "path" | "proposal" | "menu" | "kind" | "open">): Sentence | null {
  const { texts } = scene;
  const first = choosing.path[0];
  if (first === undefined || choosing.proposal !== null || (first.startsWith("hand:") && choosing.menu.length)) return null;
  const card = first.startsWith("uid:") ? wordsOf(scene).at(Number(first.slice(4))) : [];
  const kind = choosing.kind ?? choosing.open[0]?.kind;
  if (kind === "attack") return texts.say("page.menu.choose_target", { card });
  if (kind === "cure") return texts.say("page.menu.choose_crystal", { card });
  return texts.say("page.menu.choose_host");
}

/** A thing that was touched though it cannot be chosen, in words. */
export function doubtOf(scene: Scene, thing: Thing): Sentence {
  const words = wordsOf(scene);
  const [sort, rest = ""] = thing.split(":");
  const n = Number(rest);
  const what = sort === "uid" ? words.owned(n) : sort === "fort" ? (isCitadel(words.view) ? words.citadel(n) : words.say("page.board.fortress", { whose: words.whose(n) })) : words.whom(n);
  return upper(words.say("page.why.cannot", { what }));
}

/** What the step is for, in the first turns; null later. */
export function coachOf(scene: Scene): string | null {
  const view = viewOf(scene);
  const key = `page.coach.${decisionOf(view)}${scene.actions.length === 1 ? "_nothing" : castingWays(scene)}`;
  return scene.actions.length && view.turn <= FIRST && scene.texts.has(key) ? scene.texts.raw(key) : null;
}

/** In the casting step, which signs hand cards may have that cannot be played as they are printed. */
function castingWays(scene: Scene): string {
  if (decisionOf(viewOf(scene)) !== "casting") return "";
  const { by } = choicesOf(scene);
  const ways = new Set([...by.values()].map(onlyAs));
  return ways.has("crystal") ? "_crystal" : ways.has("facedown") ? "_facedown" : "";
}

/** What stands beside the buttons while nothing is chosen: what a team has to know, else what the step is for; null where nothing is to be said. */
export function adviceOf(scene: Scene): Sentence | null {
  const coach = coachOf(scene);
  return teamAdvice(scene) ?? (coach === null ? null : [{ text: coach }]);
}

function teamAdvice(scene: Scene): Sentence | null {
  const view = viewOf(scene);
  const { seat } = scene;
  const partner = seat === null ? null : partnerOf(view, seat);
  if (seat === null || partner === null || scene.over || view.step === "over") return null;
  const words = wordsOf(scene);
  if (scene.actions.length) {
    if (!isCitadel(view) || view.pending?.kind !== "block") return null;
    // FS-21.11: both lords of a citadel are asked, one after the other.
    return words.say(`page.citadel.block_${view.attack?.stage === "partner" ? "second" : "first"}`, { partner: words.who(partner) });
  }
  const say = (name: string): Sentence => words.say(`page.team.${name}`, { partner: words.whom(partner) });
  if (isOutside(view, seat)) return say("you_outside");
  if (isTag(view) && view.seats[seat]?.out && !view.seats[partner]?.out) return say("you_fell");
  const plays = isCitadel(view) && view.active === partner && view.attack === null && view.turn <= FIRST;
  return plays ? say(partner < seat ? "partner_first" : "partner_second") : null;
}

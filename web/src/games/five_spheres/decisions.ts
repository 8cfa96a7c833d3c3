/** Decisions in words: what is asked, and each action as a sentence. */
import type { Scene, Sentence } from "../contract";
import { typeOf, usedLine } from "./book";
import { parse, type Deed } from "./actions";
import { draftCards, isCitadel, manaOf, printed, setCards, size, towersHeld, viewOf } from "./reading";
import type { SpheresView } from "./view";
import { Words, wordsOf } from "./words";

/** FS-1.9: what a card costs that is played face down. */
const FACE_DOWN = 3;

/** What is decided now: a pending decision, a step, or what a draft wants. */
export function decisionOf(view: SpheresView): string {
  if (view.pending !== null) return view.pending.kind;
  if (view.step === "assembly") {
    const method = view.assembly?.method;
    return method === "sets" ? "set" : method === "random" ? "drop" : "pick";
  }
  return view.step;
}

export function ask(scene: Scene): Sentence {
  const view = viewOf(scene);
  const words = wordsOf(scene);
  if (scene.over || view.step === "over") return words.say("page.ask.over");
  const kind = decisionOf(view);
  const decides = scene.toAct ?? view.to_act;
  if (!scene.actions.length || decides === null) return waitingFor(words, decides, kind);
  const lord = view.seats[decides];
  if (lord === undefined) return [];
  switch (kind) {
    case "set":
      return words.say("page.ask.set", { n: Math.floor(size(lord.deck) / 12) });
    case "drop":
      return words.say("ask.drop", { n: view.assembly?.left ?? 1 });
    case "pick":
      return askPick(words, decides);
    case "casting": {
      const able = scene.actions.length > 1;
      const second = able && scene.actions.some((word) => word.startsWith("crystal2 "));
      return words.say(second ? "page.ask.casting_crystal2" : able ? "page.ask.casting" : "page.ask.casting_nothing", manaOf(lord));
    }
    case "discard":
      return words.say("page.ask.discard", { n: size(lord.hand) });
    case "tag":
      return words.say("page.ask.tag", { partner: words.partner(decides) });
    case "block":
    case "siege":
    case "retaliate":
    case "pay":
      return askAttack(words, kind);
    case "target":
    case "lord":
      return askTarget(words, kind);
    default:
      return words.scene.texts.has(`page.ask.${kind}`) ? words.say(`page.ask.${kind}`) : [];
  }
}

function waitingFor(words: Words, seat: number | null, kind: string): Sentence {
  if (seat === null) return [];
  if (seat === words.scene.seat && words.isYou(seat)) return words.say("page.ask.waiting_you");
  const { pending, attack, programs } = words.view;
  let key = `page.doing.${kind}`;
  let card: Sentence = [];
  if (kind === "target" || kind === "lord") {
    const program = programs[programs.length - 1];
    if (program === undefined || program.card === null) key = "page.doing.target_draw";
    else card = words.program(program).source;
  } else if (attack !== null) {
    card = words.strong(attack.attacker);
    if (attack.stage === "partner") key = "page.citadel.doing_partner";
  }
  if (pending === null && !words.scene.texts.has(key)) return words.who(seat);
  return words.say("page.ask.waiting", { who: words.who(seat), what: words.say(key, { card }) });
}

function askPick(words: Words, seat: number): Sentence {
  const draft = words.view.assembly;
  const n = size(words.view.seats[seat]?.deck ?? 0);
  if (draft === null) return [];
  if (draft.left > 1) return words.say("page.ask.pick_more", { left: draft.left, n });
  if (draft.method !== "closed_draft") return words.say("page.ask.pick_market", { n });
  const lords = words.view.seats.length;
  const to = (seat + (draft.round % 2 ? 1 : lords - 1)) % lords;
  return words.say("page.ask.pick_pack", { whom: words.whom(to), n });
}

function askAttack(words: Words, kind: string): Sentence {
  const { attack, seats, cards } = words.view;
  if (attack === null) return [];
  const lord = seats[attack.defender];
  if (lord === undefined) return [];
  const card = words.strong(attack.attacker);
  const have = words.backs(lord.groove);
  if (kind === "siege" && isCitadel(words.view)) return words.say("ask.siege_citadel", { card, lords: words.team(attack.defender) });
  if (kind === "siege") return words.say("ask.siege", { card, whom: words.whom(attack.defender) });
  if (kind === "retaliate") {
    const able = words.scene.actions.length > 1;
    return able ? words.say("page.ask.retaliate", { have }) : words.say("page.ask.retaliate_nothing", { have });
  }
  if (kind === "pay") {
    const id = Array.isArray(lord.hand) && attack.spell !== null ? lord.hand[attack.spell.hand] : undefined;
    if (id === undefined) return [];
    return words.say("ask.pay", { n: cards[id]?.spell.cost ?? 0, card: words.name(id, "spell"), have });
  }
  const facts = { who: words.who(attack.by), card, towers: towersHeld(words.view, attack.defender) };
  if (attack.target !== null) return words.say("ask.block_creature", { ...facts, target: words.owned(attack.target) });
  return words.say(isCitadel(words.view) ? "page.citadel.ask_block" : "ask.block_fortress", facts);
}

/** An effect that asks for cards or for a lord: what it says, and how many. */
function askTarget(words: Words, kind: string): Sentence {
  const { pending, programs } = words.view;
  const program = programs[programs.length - 1];
  if (pending === null || program === undefined) return [];
  if (program.card === null) return words.say("ask.target_draw");
  const { source, text } = words.program(program);
  if (kind === "lord") return words.say("ask.lord", { source, text });
  const named = pending.picked.length;
  const key = pending.need + named > 1 ? "ask.target_more" : "ask.target_one";
  const more = words.say(key, { verb: words.raw(`verb.${pending.verb ?? "trash"}`), n: pending.need, named });
  return [...words.say("ask.target", { source, text }), { text: " " }, ...more];
}

// --- actions ------------------------------------------------------------------------------------------------------------

/** What ends a step is called by the step; of a step that is not ended so, which a word from another moment may meet, by none. */
export function endKey({ texts }: Scene, view: SpheresView): string {
  const key = `page.action.end_${view.step}`;
  return texts.has(key) ? key : "page.action.end";
}

/** What hand cards cost as things stand, if the server has told. */
export type Costs = ReadonlyMap<number, { creature: number; spell: number; generic: number }>;
const NO_COSTS: Costs = new Map();

export function sayAction(scene: Scene, word: string, costs: Costs = NO_COSTS): Sentence {
  const words = wordsOf(scene);
  const deed = parse(word);
  const uid = (i: number): number => Number((deed.things[i] ?? "").slice(4));
  switch (deed.kind) {
    case "end":
      return words.say(endKey(words.scene, words.view));
    case "crystal":
    case "crystal2":
    case "summon":
    case "generic":
    case "cast":
    case "retaliate":
      return handAction(words, deed, costs);
    case "cure":
      return words.say("page.action.cure", { card: words.at(uid(0)), crystal: words.at(uid(1)) });
    case "attack":
      return attackAction(words, deed);
    case "use": {
      const piece = words.known.get(uid(0));
      return words.say("page.action.use", { card: words.at(uid(0)), text: piece === undefined ? "" : usedLine(scene.cards, piece.card, scene.texts) });
    }
    case "tag":
      return words.say("page.action.tag", { partner: words.partner(words.view.active) });
    case "block":
    case "destroy":
      return words.say(`page.action.${deed.kind}`, { card: words.strong(uid(0)) });
    case "pay": {
      const seat = words.view.to_act;
      const groove = seat === null ? [] : (words.view.seats[seat]?.groove ?? []);
      const paid = (word.split(" ")[1] ?? "").split(",").map((one) => groove[Number(one.slice(1))] ?? "?");
      return words.say("page.action.pay", { cards: words.backs(paid) });
    }
    case "target":
      if (!deed.things.length) return words.say("page.action.target_none");
      return words.say("page.action.target", { choice: words.option(word.split(" ")[1] ?? "none") });
    case "pick":
    case "drop": {
      const card = draftCards(words.view, words.view.to_act)[Number((deed.things[0] ?? "").slice(6))];
      return words.say(`page.action.${deed.kind}`, { card: words.name(card ?? null) });
    }
    case "set": {
      const letter = (deed.things[0] ?? "").slice(4);
      return words.say("page.action.set", { letter: letter.toUpperCase(), cards: words.listed(setCards(words.view.cards, letter), "creature") });
    }
    default:
      return words.say(`page.action.${deed.kind}`);
  }
}

/** The card of the hand that an action names. */
export function handCard(view: SpheresView, index: number): string | undefined {
  const hand = view.to_act === null ? undefined : view.seats[view.to_act]?.hand;
  return Array.isArray(hand) ? hand[index] : undefined;
}

function handAction(words: Words, deed: Deed, costs: Costs): Sentence {
  const index = Number((deed.things[0] ?? "").slice(5));
  const id = handCard(words.view, index);
  const card = id === undefined ? undefined : words.view.cards[id];
  if (id === undefined || card === undefined) return words.say("name.some");
  const now = costs.get(index);
  if (deed.kind === "crystal" || deed.kind === "crystal2") {
    const key = card.spheres.length > 1 ? "crystal_dual" : deed.kind;
    return words.say(`page.action.${key}`, { sphere: words.sphereNames(card.spheres), card: words.name(id) });
  }
  if (deed.kind === "generic") {
    const { strength, afflicted } = words.view.options.generic_creature;
    return words.say("page.action.generic", { card: words.name(id), cost: now?.generic ?? FACE_DOWN, strength: `${strength}/${afflicted}` });
  }
  if (deed.kind === "summon") {
    const down = card.creature.inverted === true;
    const cost = now?.creature ?? (down ? FACE_DOWN : card.creature.cost);
    return words.say(`page.action.${down ? "summon_down" : "summon"}`, { card: words.name(id, "creature"), cost, strength: printed(card).join("/") });
  }
  const host = deed.things[1];
  const cost = deed.kind === "retaliate" ? card.spell.cost : (now?.spell ?? card.spell.cost);
  return words.say(`page.action.${deed.kind}${host === undefined ? "" : "_at"}`, {
    card: words.name(id, "spell"),
    cost,
    n: cost,
    type: typeOf(words.scene.cards, id, words.scene.texts),
    host: host === undefined ? "" : words.strong(Number(host.slice(4))),
  });
}

function attackAction(words: Words, deed: Deed): Sentence {
  const card = words.strong(Number((deed.things[0] ?? "").slice(4)));
  const target = deed.things[1] ?? "";
  if (target.startsWith("uid:")) return words.say("page.action.attack_creature", { card, target: words.owned(Number(target.slice(4))) });
  const seat = Number(target.slice(5));
  const towers = towersHeld(words.view, seat);
  if (isCitadel(words.view)) return words.say(`page.citadel.action_${towers ? "attack" : "last"}`, { card, citadel: words.citadel(seat) });
  return words.say(`page.action.${towers ? "attack_fortress" : "attack_last"}`, { card, lord: words.whom(seat) });
}

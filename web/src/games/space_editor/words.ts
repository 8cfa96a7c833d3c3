/** Space Editor in words: events, actions, questions, cards. All sentences stand in the game's data file of texts. */
import type { GameEvent, Json, Line, Part, Ref, Scene, Sentence } from "../contract";
import type { Fact, Texts } from "../../lib/texts";
import { large } from "../../lib/texts";
import { idOf, recall, rememberEvent } from "./memory.svelte";
import { DIRECTIONS, countOf, eventsOf, handOf, key, readAction, readOffer, readSide, rowNumbered, sidesShown, type Cell, type Step } from "./model";
import { Places, placesOf } from "./places";
import { points, signed } from "./points.svelte";
import { doing } from "./stage.svelte";
import type { Definition, Row, ScorePart, SeenEvent, SpaceView } from "./view";

export const viewOf = (scene: Scene): SpaceView => scene.view as SpaceView;
export const cardOf = (scene: Scene, id: string): Definition => scene.cards.cards[id] as Definition;

// --- names --------------------------------------------------------------------------------------------------------------

/** A card's name in the tone of its element, pointing at the card. */
export function called(scene: Scene, id: string | null): Part {
  if (id === null) return { text: scene.texts.raw("page.label.unknown") };
  const element = cardOf(scene, id)?.element;
  const part: Part = { text: scene.cards.text(id).name, ref: `card:${id}` };
  if (element) part.tone = `tone-${element}`;
  return part;
}

export function who(scene: Scene, seat: number): Part {
  return { text: scene.names[seat] ?? "", tone: `tone-${viewOf(scene).elements[seat] ?? "who"}`, ref: `seat:${seat}` };
}

/** A card on the board, apart from others that are called alike; one that is not there any more by its name. */
function lying(scene: Scene, no: number, id: string | null, cell: Cell | null): Part {
  const row = rowNumbered(viewOf(scene), no);
  if (row !== undefined) return placesOf(scene).card(row);
  const { text, ...more } = called(scene, id);
  const quoted = id === null ? text : scene.texts.line("quoted.card", { card: text });
  return { ...more, text: quoted, ...(cell === null ? {} : { ref: `cell:${key(cell)}` }) };
}

export function elementName(texts: Texts, element: string | null): Part {
  const part: Part = { text: texts.raw(`element.${element ?? "none"}`) };
  if (element) part.tone = `tone-${element}`;
  return part;
}

/** A side in words, such as: nuclear 3 with a binary mark. */
export function saySide(texts: Texts, side: string): string {
  const { energy, value, mark } = readSide(side);
  if (mark && energy === "-") return texts.raw("side.mark_blank");
  const words = texts.line(`side.${energy === "-" ? "blank" : energy}`, { value });
  return mark ? texts.line("side.mark", { side: words }) : words;
}

export function saySides(texts: Texts, card: Definition, r: number): string {
  return sidesShown(card.sides, r)
    .map((side, d) => texts.line("details.side", { direction: texts.raw(`page.direction.${DIRECTIONS[d] ?? "north"}`), side: saySide(texts, side) }))
    .join(texts.raw("list.between"));
}

/** What a card is: its element, its kind, the points of a star. */
export function sayKind(texts: Texts, card: Definition, value: number | null = null): string {
  if (card.kind === "basepoint") return texts.raw("page.label.base");
  const element = texts.raw(`element.${card.element ?? "none"}`);
  if (card.kind === "star") return texts.line("page.label.star", { element, n: value ?? card.vp ?? 0 });
  return texts.line("page.label.card", { element, kind: texts.raw(`kind.${card.kind}`) });
}

/** A placed card in words, with what holds of it. */
export function sayRow(scene: Scene, row: Row, value: number | null = null, where = sayWhereLies(placesOf(scene), scene.texts, row)): string {
  const { texts } = scene;
  const facts: Record<string, Fact> = { where, who: who(scene, row.placer) };
  const id = idOf(row);
  if (!row.up) return texts.line(id === null ? "page.label.down" : "page.label.down_known", { ...facts, card: called(scene, id) });
  if (id === null) return texts.line("page.label.down", facts);
  const card = cardOf(scene, id);
  const told = [texts.line("page.label.up", { ...facts, card: called(scene, id), what: sayKind(texts, card, value), sides: saySides(texts, card, row.r ?? 0) })];
  if (row.guard) told.push(texts.line("page.label.guard", { turn: row.guard }));
  if (row.silence) told.push(texts.line("page.label.silence", { turn: row.silence }));
  if (row.void) told.push(texts.raw("page.label.void"));
  return told.join(" ");
}

/** Where a cell is: beside which cards. */
export const sayWhere = (scene: Scene, cell: Cell): string => placesOf(scene).where(cell);

/** Where a card lies among the others. */
export function sayWhereLies(places: Places, texts: Texts, row: Row): string {
  return places.isAlone ? texts.raw("page.beside.alone") : places.where(row);
}

export const sayTurned = (texts: Texts, r: number): string => texts.raw(`page.turned.r${r}`);

/** Why a card is turned over, by the codes of the rules. */
export function sayWhy(texts: Texts, rules: readonly string[]): string {
  return rules.map((code) => texts.raw(`rule.${code}`)).join(texts.raw("list.between"));
}

// --- events -------------------------------------------------------------------------------------------------------------

export function tell(scene: Scene, events: GameEvent[]): Line[] {
  const lines: Line[] = [];
  let before: SeenEvent | null = null;
  for (const event of eventsOf(events)) {
    rememberEvent(event);
    const line = sentence(scene, event, before);
    if (line !== null) lines.push(line);
    before = event;
  }
  return lines;
}

/** Events that go without much saying. */
const MINOR: ReadonlySet<string> = new Set(["drawn", "discarded", "resolving", "fizzled", "targeted", "faced"]);

/** Events about a card that lies on the board: it is told apart from others of its name. */
const LYING: ReadonlySet<string> = new Set(["basepoint", "turned_down", "turned_up", "faced", "rotated", "triggered", "targeted", "guarded", "silenced"]);

/** A sentence as it begins a line. */
const begun = ([first, ...rest]: Sentence): Sentence => (first === undefined ? [] : [{ ...first, text: large(first.text) }, ...rest]);

function sentence(scene: Scene, event: SeenEvent, before: SeenEvent | null): Line | null {
  const { texts } = scene;
  const name = event.event;
  const facts: Record<string, Fact> = {};
  if ("seat" in event) facts["who"] = who(scene, event.seat);
  if ("x" in event) facts["where"] = placesOf(scene).cell(event, event.event === "placed" ? event.no : Infinity);
  if (LYING.has(name)) {
    const no = event.event === "targeted" ? event.subject : "no" in event ? event.no : 0;
    facts["card"] = lying(scene, no, "card" in event ? event.card : recall(no), "x" in event ? event : null);
  } else if ("card" in event) facts["card"] = called(scene, event.card);
  else if ("no" in event) facts["card"] = called(scene, recall(event.no) ?? rowNumbered(viewOf(scene), event.no)?.card ?? null);
  if ("turn" in event) facts["turn"] = event.turn;
  const said = (row: string): Line => ({ sentence: begun(texts.say(texts.has(`page.event.${row}`) ? `page.event.${row}` : `event.${row}`, facts)), ...(MINOR.has(name) ? { kind: "minor" as const } : {}) });
  switch (event.event) {
    case "drawn": {
      const { cards } = event;
      if (typeof cards === "number") {
        facts["n"] = cards;
        return said("drawn_count");
      }
      facts["cards"] = texts.join(cards.map((id) => texts.say("quoted.card", { card: called(scene, id) })));
      return said("drawn");
    }
    case "placed":
      return said(event.void ? "placed_void" : "placed");
    case "turned_down":
    case "turned_up":
      if (!event.rules.length) return said(`${name}_ability`);
      facts["why"] = sayWhy(texts, event.rules);
      return said(name);
    case "guarded":
    case "silenced":
      facts["turn"] = event.until;
      return said(name);
    case "resolving":
      return before?.event === "triggered" ? null : said(name);
    case "over":
      facts["scores"] = texts.join(event.scores.map((n, seat) => texts.say("event.score", { who: who(scene, seat), n })));
      return said(name);
    case "turn":
      return { ...said(name), kind: "head" };
    default:
      return said(name);
  }
}

// --- actions and questions ------------------------------------------------------------------------------------------------

/** The placed card that a decision is about: turned up, rotated or moved; or the one whose ability asks. */
export function subjectOf(scene: Scene): Row | undefined {
  const view = viewOf(scene);
  const step = readOffer(scene.actions).step;
  if (step === "face") return rowNumbered(view, view.faces[0]?.no ?? -1);
  const no = step === "rotate" || step === "relocate" ? view.now?.subject : view.now?.no;
  return no === undefined || no === null ? undefined : rowNumbered(view, no);
}

/** The card whose ability is being resolved, and what it does; null if it was never seen. */
export function sourceOf(scene: Scene): { row: Row | undefined; id: string | null; verb: string | null; text: string } | null {
  const view = viewOf(scene);
  if (view.now === null) return null;
  const row = rowNumbered(view, view.now.no);
  const id = row === undefined ? recall(view.now.no) : idOf(row);
  if (id === null) return { row, id, verb: null, text: "" };
  const ability = cardOf(scene, id).abilities?.[view.now.ability];
  return { row, id, verb: ability?.do?.[view.now.effect]?.effect ?? null, text: scene.cards.text(id).lines[view.now.ability] ?? "" };
}

export function sayAction(scene: Scene, word: string): Sentence {
  const { texts } = scene;
  const { verb, card, cell, r } = readAction(word);
  const facts: Record<string, Fact> = {};
  if (cell !== undefined) facts["where"] = placesOf(scene).cell(cell);
  if (r !== undefined) facts["turned"] = sayTurned(texts, r);
  const subject = subjectOf(scene);
  facts["card"] = called(scene, card ?? (subject === undefined ? null : idOf(subject)));
  const source = sourceOf(scene);
  switch (verb) {
    case "place":
    case "relocate":
    case "basepoint":
      return texts.say(`page.said.${verb}`, facts);
    case "face":
    case "rotate":
      return texts.say("page.said.rotate", facts);
    case "discard":
      return texts.say("choice.discard", facts);
    case "target": {
      const row = cell === undefined ? undefined : placesOf(scene).at(cell);
      facts["card"] = row === undefined ? called(scene, null) : placesOf(scene).card(row);
      return texts.say(`page.verb.${source?.verb ?? "turn_over"}`, facts);
    }
    case "use":
      return source?.verb ? texts.say("choice.use_verb", { verb: texts.raw(`verb_bare.${source.verb}`) }) : texts.say("choice.use");
    case "pass":
      return texts.say("choice.pass");
    default:
      return [{ text: word }];
  }
}

/** Why a card cannot lie where it was tried: by its name, with its sides in words. */
export function sayRefusal(scene: Scene, reason: string, facts: Record<string, Json>): string | null {
  const { texts } = scene;
  const row = `page.refusal.${reason}`;
  if (!texts.has(row)) return null;
  const side = (value: Json): string => (/^(-|[ngk]\d*)\*?$/.test(String(value)) ? saySide(texts, String(value)) : texts.raw("page.label.unknown"));
  const name = (fact: Json): Fact => (String(fact) in scene.cards.cards ? called(scene, String(fact)) : String(fact ?? ""));
  const cell = "x" in facts ? { x: Number(facts["x"]), y: Number(facts["y"]) } : null;
  const there = cell === null ? undefined : placesOf(scene).at(cell);
  const said = texts.line(row, {
    card: name(facts["card"]),
    by: name(facts["by"]),
    there: there === undefined ? texts.raw("page.label.unknown") : placesOf(scene).name(there),
    where: cell === null ? "" : sayWhere(scene, cell),
    turned: "r" in facts ? sayTurned(texts, Number(facts["r"])) : "",
    direction: "direction" in facts ? texts.raw(`page.direction.${facts["direction"]}`) : "",
    mine: side(facts["mine"]),
    theirs: side(facts["theirs"]),
    face: texts.raw(facts["face"] === "face_up" ? "details.up" : "details.down"),
    area: texts.has(`page.area.${facts["area"]}`) ? texts.raw(`page.area.${facts["area"]}`) : "",
    why: "rules" in facts ? sayWhy(texts, String(facts["rules"]).split(", ")) : "",
  });
  return large(said);
}

/** What is asked now; for others what is being waited for. */
export function ask(scene: Scene): Sentence {
  const { texts } = scene;
  const view = viewOf(scene);
  if (scene.over || scene.toAct === null) return texts.say("page.ask.over");
  const source = sourceOf(scene);
  const { step } = readOffer(scene.actions);
  if (step === null) {
    const facts = { who: who(scene, scene.toAct), card: called(scene, source?.id ?? null) };
    if (view.phase === "basepoint") return texts.say("page.ask.wait_basepoint", facts);
    return texts.say(source === null || source.id === null ? "page.ask.wait" : "page.ask.wait_ability", facts);
  }
  if (step === "basepoint") return texts.say("page.ask.basepoint", { card: called(scene, view.basepoint) });
  const next = askNext(scene, step);
  if (next !== null) return next;
  if (step === "place" && source !== null) return texts.say("ask.place_ability", { card: called(scene, source.id) });
  if (step === "use" && scene.actions.length === 1) return texts.say("page.ask.pass_only", { card: called(scene, source?.id ?? null) });
  const subject = subjectOf(scene);
  return texts.say(`page.ask.${step}`, { card: called(scene, subject === undefined ? (source?.id ?? null) : idOf(subject)) });
}

/** What is to be done next with a card that has been taken up at the board; null while none is. */
function askNext(scene: Scene, step: Step): Sentence | null {
  const id = doing.card;
  if (id === null || doing.stage === "begun") return null;
  const row = step === "place" ? `page.ask.place_${doing.stage}` : `page.ask.${step}_confirm`;
  return scene.texts.has(row) ? scene.texts.say(row, { card: called(scene, id) }) : null;
}

export function refsOf(scene: Scene, word: string): Ref[] {
  const { card, cell } = readAction(word);
  const refs: Ref[] = [];
  if (card !== undefined) refs.push(`card:${card}`);
  if (cell !== undefined) refs.push(`cell:${key(cell)}`);
  const subject = subjectOf(scene);
  if (subject !== undefined) refs.push(`cell:${key(subject)}`);
  return [...new Set(refs)];
}

// --- what stays of events ---------------------------------------------------------------------------------------------------

/** Events that change something in a cell. */
const CHANGING: ReadonlySet<string> = new Set(["basepoint", "placed", "turned_down", "turned_up", "faced", "rotated", "relocated", "guarded", "silenced"]);

/** The cells that events changed. */
export function marksOf(_: Scene, events: GameEvent[]): Ref[] {
  const found = new Set<Ref>();
  for (const event of eventsOf(events)) {
    if (!CHANGING.has(event.event) || !("x" in event)) continue;
    // One sees where a card came from, too.
    if (event.event === "relocated") found.add(`cell:${event.from[0]},${event.from[1]}`);
    found.add(`cell:${key(event)}`);
  }
  return [...found];
}

/** Is a card on the board a seat's own: of its element, or where it has none, placed by it? */
function isOwn(scene: Scene, no: number, seat: number): boolean {
  const view = viewOf(scene);
  const row = rowNumbered(view, no);
  const id = row === undefined ? recall(no) : idOf(row);
  const element = id === null ? null : (cardOf(scene, id)?.element ?? null);
  return element === null ? row?.placer === seat && no !== 0 : element === view.elements[seat];
}

/** What others' events did to the cards of a seat. */
export function sufferedBy(scene: Scene, events: GameEvent[], seat: number): Sentence[] {
  const { texts } = scene;
  const told: Sentence[] = [];
  for (const event of eventsOf(events)) {
    const { event: name } = event;
    if (!("x" in event) || !("no" in event) || !texts.has(`page.suffered.${name}`)) continue;
    if (event.seat === seat || !isOwn(scene, event.no, seat)) continue;
    const id = recall(event.no);
    const card = name === "relocated" ? called(scene, id) : lying(scene, event.no, id, event);
    const points = id === null || name !== "turned_down" ? 0 : (cardOf(scene, id)?.vp ?? 0);
    told.push(texts.say(points ? "page.suffered.turned_star" : `page.suffered.${name}`, { card, n: points, where: placesOf(scene).cell(event), turn: "until" in event ? event.until : "" }));
  }
  return told;
}

/** The sorts of which points are made up, in the order in which they are told. */
const SORTS: readonly ScorePart["kind"][] = ["single", "pair", "mixed"];

/** What made up the points of each seat, the most first; nothing while they are not known. */
export function sayResult(scene: Scene): Sentence[] {
  const { texts } = scene;
  const view = viewOf(scene);
  const seats = points.of(view)?.seats ?? [];
  return [...seats]
    .sort((one, two) => two.score - one.score)
    .map(({ seat, parts }) => {
      const facts = { who: who(scene, seat), element: elementName(texts, view.elements[seat] ?? null) };
      const told = SORTS.flatMap((kind) => {
        const some = parts.filter((part) => part.kind === kind);
        return some.length ? [texts.say(`page.result.${kind}`, { n: some.length, points: signed(some.reduce((sum, part) => sum + part.points, 0)).replace("+", "") })] : [];
      });
      if (!told.length) return texts.say("page.result.none", facts);
      return texts.say("page.result.parts", { ...facts, parts: told.flatMap((one, i) => (i ? [{ text: texts.raw("list.between") }, ...one] : one)) });
    });
}

// --- seats --------------------------------------------------------------------------------------------------------------

export function seatLabel(scene: Scene, seat: number): Sentence {
  const element = viewOf(scene).elements[seat];
  return element === undefined ? [] : [elementName(scene.texts, element)];
}

export function seatPiles(scene: Scene, seat: number): { label: string; value: string }[] {
  const view = viewOf(scene);
  const piles = { hand: countOf(view.hands[seat]), deck: countOf(view.decks[seat]) };
  return Object.entries(piles).map(([pile, n]) => ({ label: scene.texts.raw(`page.fact.${pile}`), value: String(n) }));
}

/** How a hand card is read out: what it is, its sides, and in how many places it fits. */
export function sayHandCard(scene: Scene, id: string, places: number | null): string {
  const { texts } = scene;
  const card = cardOf(scene, id);
  const told = texts.line("page.label.hand_card", { card: called(scene, id), what: sayKind(texts, card), sides: saySides(texts, card, 0) });
  if (places === null) return told;
  return `${told} ${places ? texts.line("page.label.fits", { n: places }) : texts.raw("page.label.nowhere")}`;
}

export { handOf };

/** Actions (FS-20.1) taken apart: what kind they are, and which things of the table they name, in the order of choosing. */
import type { Ref, Scene } from "../contract";
import { gateOf, hasTeams, holders, isOutside, spheresOf, viewOf } from "./reading";
import type { SpheresView } from "./view";

export const KINDS = [
  "cure", "crystal", "summon", "cast", "generic", "crystal2", "attack", "use", "block", "retaliate", "destroy", "pay",
  "target", "pick", "set", "drop", "keep", "trashhand", "noblock", "noretaliate", "end", "tag",
] as const; // prettier-ignore
export type Kind = (typeof KINDS)[number];

/** A thing that can be chosen: "hand:2", "uid:9", "fort:1" (a fortress; a citadel by its lower seat), "seat:1" (a lord), "pile:0.x4" (a card of a pile), "draft:3", "set:a". */
export type Thing = string;

export interface Deed {
  word: string;
  kind: Kind;
  things: Thing[];
}

/** What declines, or names nothing of the table: it stands as a button of its own. */
const DECLINING = new Set(["tag", "end", "keep", "trashhand", "noblock", "noretaliate", "target none"]);

export function parse(word: string): Deed {
  const parts = word.split(" ");
  const kind = parts[0] as Kind;
  const [, a = "", b = "", c = ""] = parts;
  return { word, kind, things: things(kind, a, b, c) };
}

function things(kind: Kind, a: string, b: string, c: string): Thing[] {
  const uid = (word: string): Thing => `uid:${word.slice(1)}`;
  switch (kind) {
    case "cure":
      return [uid(a), uid(c)];
    case "crystal":
    case "crystal2":
    case "summon":
    case "generic":
      return [`hand:${a.slice(1)}`];
    case "cast":
    case "retaliate":
      return c ? [`hand:${a.slice(1)}`, uid(c)] : [`hand:${a.slice(1)}`];
    case "attack":
      return [uid(a), b === "fortress" ? `fort:${c}` : uid(b)];
    case "use":
    case "block":
    case "destroy":
      return [uid(a)];
    case "target":
      if (a === "none") return [];
      if (a.startsWith("u")) return [uid(a)];
      return a.includes(".") ? [`pile:${a.slice(1)}`] : [`seat:${a.slice(1)}`];
    case "pick":
    case "drop":
      return [`draft:${a.slice(1)}`];
    case "set":
      return [`set:${a}`];
    default:
      return [];
  }
}

/** The actions that a person who touches a thing may have meant, as words that are not legal now: the server says of each why
 * not. `path` is what was chosen before it, `kind` what is to be done with that. */
export function refusable(scene: Scene, thing: Thing, path: readonly Thing[] = [], kind: Kind | null = null): string[] {
  const view = viewOf(scene);
  const legal = new Set(scene.actions);
  return legal.size ? meant(view, scene.seat ?? 0, thing, path[0], kind).filter((word) => !legal.has(word)) : [];
}

function meant(view: SpheresView, seat: number, thing: Thing, first: Thing | undefined, kind: Kind | null): string[] {
  const [sort = "", rest = ""] = thing.split(":");
  const asked = view.pending?.kind ?? view.step;
  const chosen = first === undefined || first === thing ? undefined : first.split(":");
  if (sort === "uid" && chosen?.[0] === "hand" && (kind === "cast" || kind === "retaliate")) return [`${kind} h${chosen[1]} at u${rest}`];
  const own = holders(view, seat).some((one) => view.seats[one]?.battlefield.some((row) => String(row.uid) === rest));
  switch (asked) {
    case "crystal":
      return sort === "hand" ? [`crystal h${rest}`] : [];
    case "casting":
    case "battle":
      if (sort === "hand") return [`summon h${rest}`, `cast h${rest}`];
      if (asked === "casting") return [];
      if (chosen?.[0] === "uid" && sort === "fort") return [`attack u${chosen[1]} fortress ${rest}`];
      if (chosen?.[0] === "uid" && sort === "uid") return [`attack u${chosen[1]} u${rest}`];
      return sort === "uid" && own ? [`attack u${rest} fortress ${anyFoe(view, seat)}`] : [];
    case "block":
      return sort === "uid" && own ? [`block u${rest}`] : [];
    case "siege":
      return sort === "uid" ? [`destroy u${rest}`] : [];
    case "retaliate":
      return sort === "hand" ? [`retaliate h${rest}`] : [];
    case "target":
      return sort === "uid" ? [`target u${rest}`] : [];
    case "lord":
      return sort === "seat" ? [`target p${rest}`] : [];
    default:
      return [];
  }
}

/** The first fortress that is not of one's own side. */
function anyFoe(view: SpheresView, seat: number): number {
  const team = view.seats[seat]?.team;
  const isFoe = (i: number): boolean => i !== seat && !(hasTeams(view) && view.seats[i]?.team === team) && view.seats[i]?.out === false && !isOutside(view, i);
  return gateOf(view, view.seats.findIndex((_, i) => isFoe(i)));
}

/** What a hand card can become where it cannot be played as it is printed: a creature face down, or no more than a second crystal;
 * null where it can, or where something else is asked. */
export function onlyAs(deeds: readonly Deed[]): "facedown" | "crystal" | null {
  const kinds = new Set(deeds.map((deed) => deed.kind));
  if (kinds.has("summon") || kinds.has("cast") || kinds.has("retaliate")) return null;
  return kinds.has("generic") ? "facedown" : kinds.has("crystal2") ? "crystal" : null;
}

/** A number to sort by: the kinds in their order, then the numbers. */
export function inOrder(a: Deed, b: Deed): number {
  return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || a.word.localeCompare(b.word, "en", { numeric: true });
}

export interface Choices {
  deeds: Deed[];
  /** The deeds that begin with a thing. */
  by: Map<Thing, Deed[]>;
  /** What stands as buttons: declining, keeping, going on. */
  plain: Deed[];
  payments: Payment[];
}

export interface Payment {
  word: string;
  /** The energies paid, as backs. */
  backs: string[];
}

export function choicesOf(scene: Scene): Choices {
  const deeds = scene.actions.map(parse).sort(inOrder);
  const by = new Map<Thing, Deed[]>();
  for (const deed of deeds) {
    const first = deed.things[0];
    if (first !== undefined) by.set(first, [...(by.get(first) ?? []), deed]);
  }
  return { deeds, by, plain: deeds.filter((deed) => DECLINING.has(deed.word)), payments: payments(viewOf(scene), deeds) };
}

/** The ways to pay, those that cost the same spheres once; first the one that leaves most spheres and the evenest rest. */
function payments(view: SpheresView, deeds: Deed[]): Payment[] {
  const groove = view.to_act === null ? [] : (view.seats[view.to_act]?.groove ?? []);
  const found = new Map<string, { payment: Payment; worth: number }>();
  for (const deed of deeds) {
    if (deed.kind !== "pay") continue;
    const paid = (deed.word.split(" ")[1] ?? "").split(",").map((word) => Number(word.slice(1)));
    const backs = paid.map((i) => groove[i] ?? "?");
    const key = [...backs].sort().join(" ");
    if (!found.has(key)) found.set(key, { payment: { word: deed.word, backs }, worth: evenness(view, groove.filter((_, i) => !paid.includes(i))) });
  }
  return [...found.values()].sort((a, b) => b.worth - a.worth).map((one) => one.payment);
}

function evenness(view: SpheresView, rest: string[]): number {
  const counts = new Map<string, number>();
  for (const back of rest) for (const sphere of spheresOf(view.cards, back)) counts.set(sphere, (counts.get(sphere) ?? 0) + 1);
  return [...counts.values()].reduce((sum, n) => sum + Math.sqrt(n), 0);
}

/** What of the table an action is about, for lighting it. */
export function refsOf(scene: Scene, word: string): Ref[] {
  const view = viewOf(scene);
  const deed = parse(word);
  if (deed.kind === "pay" && view.to_act !== null) return [`zone:${view.to_act}.groove`];
  return deed.things.map((thing) => refOf(view, thing));
}

/** A thing as the log and the board point at it. */
export function refOf(view: SpheresView, thing: Thing): Ref {
  const [kind = "", rest = ""] = thing.split(":");
  if (kind === "fort") return `fort:${rest}`;
  if (kind === "pile") {
    const [seat = "0", part = "h"] = rest.split(".");
    const zone = part[0] === "x" ? "trash" : part[0] === "e" ? "groove" : part[0] === "c" ? "deck" : "hand";
    return part[0] === "h" && Number(seat) === view.to_act ? `hand:${part.slice(1)}` : `zone:${seat}.${zone}`;
  }
  return thing;
}

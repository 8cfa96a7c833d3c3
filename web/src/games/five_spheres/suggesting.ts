/** An action that is looked at but not done, drawn as it would be done: a ghost of the card where it would lie, an arrow to what it is
 * aimed at, and light on all that it is about. */
import type { Ref, Scene } from "../contract";
import { parse, refOf, type Deed } from "./actions";
import type { Arrow } from "./arrows";
import { handCard } from "./decisions";
import { partnerOf, viewOf } from "./reading";
import type { SpheresView } from "./view";

/** A card that is not there yet, by the place where it would lie. */
export interface Ghost {
  seat: number;
  place: "battlefield" | "spell" | "vault";
  card: string;
  facedown: boolean;
}

export interface Drawn {
  word: string | null;
  arrows: Arrow[];
  lit: Ref[];
  ghost: Ghost | null;
}

export const NOTHING_DRAWN: Drawn = { word: null, arrows: [], lit: [], ghost: null };
/** What the board calls the ghost. */
export const GHOST = "ghost";

export function drawnOf(scene: Scene, word: string | null): Drawn {
  const view = viewOf(scene);
  // A word of another moment names other cards of the hand.
  if (word === null || view.to_act === null || (scene.actions.length > 0 && !scene.actions.includes(word))) return NOTHING_DRAWN;
  const deed = parse(word);
  const ghost = ghostOf(view, deed, view.to_act);
  const line = lineOf(view, deed, view.to_act, ghost);
  const lit = [...deed.things.map((thing) => refOf(view, thing)), ...(line ?? []), ...handOf(view, deed, view.to_act)].filter((ref) => ref !== GHOST);
  return { word, arrows: line === null ? [] : [{ from: line[0], to: line[1], kind: "suggested" }], lit: [...new Set(lit)], ghost };
}

function ghostOf(view: SpheresView, deed: Deed, seat: number): Ghost | null {
  const card = deed.things[0]?.startsWith("hand:") ? handCard(view, Number(deed.things[0].slice(5))) : undefined;
  if (card === undefined) return null;
  switch (deed.kind) {
    case "summon":
    case "generic":
      return { seat, place: "battlefield", card, facedown: deed.kind === "generic" || view.cards[card]?.creature.inverted === true };
    case "cast":
    case "retaliate":
      // What is attached is drawn by its arrow.
      return deed.things[1] === undefined ? { seat, place: "spell", card, facedown: view.cards[card]?.spell.type === "hidden" } : null;
    case "crystal":
    case "crystal2":
      return { seat, place: "vault", card, facedown: true };
    default:
      return null;
  }
}

/** What is about the whole hand lights all of it. */
function handOf(view: SpheresView, deed: Deed, seat: number): Ref[] {
  const hand = view.seats[seat]?.hand;
  if ((deed.kind !== "trashhand" && deed.kind !== "keep") || !Array.isArray(hand)) return [];
  return hand.map((_, i) => `hand:${i}`);
}

/** From where to where it goes; null where nothing does. */
function lineOf(view: SpheresView, deed: Deed, seat: number, ghost: Ghost | null): [Ref, Ref] | null {
  const [first, second] = deed.things;
  const { attack, pending } = view;
  switch (deed.kind) {
    case "cure":
      return first === undefined ? null : [`zone:${seat}.vault`, first];
    case "block":
      return first === undefined || attack === null ? null : [first, `uid:${attack.attacker}`];
    case "destroy":
      return first === undefined || attack === null ? null : [`uid:${attack.attacker}`, first];
    case "target":
      return first === undefined || pending?.source == null ? null : [`uid:${pending.source.uid}`, refOf(view, first)];
    case "pay":
      return attack?.spell == null ? null : [`zone:${seat}.groove`, `hand:${attack.spell.hand}`];
    case "tag": {
      const partner = partnerOf(view, seat);
      return partner === null ? null : [`seat:${seat}`, `seat:${partner}`];
    }
    default:
      if (first !== undefined && second !== undefined) return [first, second];
      return first !== undefined && ghost !== null ? [first, GHOST] : null;
  }
}

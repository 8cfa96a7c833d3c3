/** Five Spheres in words: cards, lords, cards in play, what runs and what waits. All of it is read from what the seat was shown. */
import type { Part, Scene, Sentence } from "../contract";
import type { Fact } from "../../lib/texts";
import { nameOf, programHalf, programLine } from "./book";
import { gateOf, hasTeams, holders, isBack, isCitadel, isOutside, isTag, partnerOf, spheresOf, SPHERES, teamSign, viewOf, type Half, type Program } from "./reading";
import type { Below, CreatureRow, FortressRow, SeenEvent, Sphere, SpheresView, Zone } from "./view";

/** Which half of a card counts where it lies; elsewhere it is called by both. */
export const HALF: Partial<Record<Zone, Half>> = { battlefield: "creature", spell: "spell", attached: "spell", casting: "spell" };

export interface Piece {
  uid: number;
  seat: number;
  zone: Zone;
  /** An id, or a back. */
  card: string;
  facedown: boolean;
  /** What the view says of it, if it still lies there. */
  row?: CreatureRow | FortressRow | Below;
}

/** Cards in play that a seat has been shown, for sentences about those that are gone. One store for each seat: people who share a screen share no secrets. */
interface Memory {
  known: Map<number, Piece>;
  falls: Map<number, Fall>;
}
const remembered = new WeakMap<object, Map<number | null, Memory>>();

/** How a lord fell: by whom, and by which creature. */
export interface Fall {
  by: number;
  attacker: number | null;
}

function memory(scene: Scene): Memory {
  const cards = viewOf(scene).cards;
  let seats = remembered.get(cards);
  if (seats === undefined) remembered.set(cards, (seats = new Map()));
  let kept = seats.get(scene.seat);
  if (kept === undefined) seats.set(scene.seat, (kept = { known: new Map(), falls: new Map() }));
  return kept;
}

/** How the lords fell that a seat was told of. */
export const fallsOf = (scene: Scene): ReadonlyMap<number, Fall> => memory(scene).falls;

/** All cards in play, as the view shows them. */
export function lying(view: SpheresView): Piece[] {
  const found: Piece[] = [];
  view.seats.forEach((lord, seat) => {
    for (const row of lord.battlefield) found.push({ uid: row.uid, seat, zone: "battlefield", card: row.card, facedown: row.facedown, row });
    for (const row of lord.fortress) found.push({ uid: row.uid, seat, zone: row.kind, card: row.card, facedown: row.facedown, row });
    for (const row of [...lord.battlefield, ...lord.fortress])
      for (const below of row.attached) found.push({ uid: below.uid, seat, zone: "attached", card: below.card, facedown: false, row: below });
    for (const row of lord.vault) found.push({ uid: row.uid, seat, zone: "vault", card: row.card, facedown: true, row });
    for (const row of lord.casting) found.push({ uid: row.uid, seat, zone: "casting", card: row.card, facedown: false, row });
  });
  return found;
}

/** Remembers the cards that events tell of, and by what lords fell. */
function learn({ known, falls }: Memory, events: readonly SeenEvent[]): void {
  let attacker: number | null = null;
  for (const event of events) {
    if (event.event === "siege") attacker = event.attacker;
    else if (event.event === "lord_destroyed") falls.set(event.seat, { by: event.by, attacker });
    if (event.event === "move") {
      const { card, uid, new: came, seat, from, to, facedown } = event;
      if (card === null) continue;
      if (uid !== null && (!known.has(uid) || isBack(known.get(uid)?.card ?? "?")))
        known.set(uid, { uid, seat, zone: from, card, facedown: from === "tower" || isBack(card) });
      if (came !== null) known.set(came, { uid: came, seat, zone: to, card, facedown });
    } else if (event.event === "unveil") {
      const { uid, card } = event;
      known.set(uid, { uid, seat: known.get(uid)?.seat ?? 0, zone: "battlefield", card, facedown: false });
    }
  }
}

export class Words {
  readonly view: SpheresView;
  readonly known: Map<number, Piece>;

  constructor(
    readonly scene: Scene,
    events: readonly SeenEvent[] = [],
    /** Have these events happened? What only might happen is not remembered. */
    happened = true,
  ) {
    this.view = viewOf(scene);
    const kept = memory(scene);
    for (const piece of lying(this.view)) kept.known.set(piece.uid, { ...piece, row: undefined });
    if (happened) learn(kept, events);
    this.known = new Map(kept.known);
    if (!happened) learn({ known: this.known, falls: new Map() }, events);
    for (const piece of lying(this.view)) this.known.set(piece.uid, piece);
  }

  say(key: string, facts: Record<string, Fact> = {}): Sentence {
    return this.scene.texts.say(key, facts);
  }

  raw(key: string): string {
    return this.scene.texts.raw(key);
  }

  // --- cards -----------------------------------------------------------------------------------------------------------

  sphereNames(spheres: readonly Sphere[]): Sentence {
    const parts: Sentence = [];
    spheres.forEach((sphere, i) => {
      if (i) parts.push({ text: this.raw("name.spheres") });
      parts.push({ text: this.raw(`sphere.${sphere}`), tone: `tone-${sphere}` });
    });
    return parts;
  }

  spheres(card: string): Sphere[] {
    return spheresOf(this.view.cards, card);
  }

  /** A card by its name, by its back, or as an unknown one. */
  name(card: string | null, half: Half = "card"): Sentence {
    if (card === null) return this.say("name.some");
    if (isBack(card)) return this.say("name.back", { sphere: this.sphereNames(this.spheres(card)) });
    const sphere = this.spheres(card)[0];
    const part: Part = { text: nameOf(this.scene.cards, card, half), ref: `card:${card}` };
    if (sphere !== undefined) part.tone = `tone-${sphere}`;
    return [part];
  }

  /** Cards in a row; equal ones are counted. */
  listed(cards: readonly (string | null)[], half: Half = "card"): Sentence {
    const parts: Sentence[] = [];
    for (const card of new Set(cards)) {
      const n = cards.filter((one) => one === card).length;
      if (card === null) parts.push(n === 1 ? this.say("name.some") : this.say("name.many", { n }));
      else parts.push(n === 1 ? this.name(card, half) : this.say("name.times", { n, card: this.name(card, half) }));
    }
    return this.scene.texts.join(parts);
  }

  // --- lords -----------------------------------------------------------------------------------------------------------

  who(seat: number): Sentence {
    return [{ text: this.scene.names[seat] ?? "?", tone: "tone-who", ref: `seat:${seat}` }];
  }

  isYou(seat: number): boolean {
    return this.scene.names[seat] === this.raw("who.you");
  }

  whom(seat: number): Sentence {
    return this.isYou(seat) ? [{ text: this.raw("who.you_within"), ref: `seat:${seat}` }] : this.who(seat);
  }

  whose(seat: number): Sentence {
    return this.isYou(seat) ? this.say("who.your") : this.say("who.of", { who: this.who(seat) });
  }

  /** The partner of a lord, within a sentence. */
  partner(seat: number): Sentence {
    const partner = partnerOf(this.view, seat);
    return partner === null ? [] : this.whom(partner);
  }

  /** FS-21.11: those who hold a fortress together, as they stand within a sentence. */
  team(seat: number): Sentence {
    return this.scene.texts.join(holders(this.view, seat).map((one) => this.whom(one)));
  }

  /** Is the fortress of a lord also one's own? */
  private holds(seat: number): boolean {
    return holders(this.view, seat).some((one) => this.isYou(one));
  }

  /** The row of texts about a citadel: there is another for one's own. */
  ofCitadel(key: string, seat: number): string {
    return this.holds(seat) ? `${key}_you` : key;
  }

  /** The citadel in which a lord stands; it points at it. */
  citadel(seat: number): Sentence {
    const said = this.holds(seat) ? this.say("page.citadel.your") : this.say("page.citadel.of", { team: this.team(seat) });
    return said.map((part) => (part.ref === undefined ? { ...part, ref: `fort:${gateOf(this.view, seat)}` } : part));
  }

  // --- cards in play ---------------------------------------------------------------------------------------------------

  /** A card in play by its name, perhaps with its owner; it points at the card. */
  piece(piece: Piece, whose?: Sentence): Sentence {
    const seen = !isBack(piece.card);
    let key: string;
    if (piece.zone === "tower") key = "tower";
    else if (piece.zone === "vault") key = "crystal";
    else if (piece.facedown && piece.zone === "battlefield") key = "down";
    else if (piece.facedown && piece.zone === "spell") key = "hidden";
    else key = seen ? "open" : "unknown";
    const name = seen ? this.name(piece.card, HALF[piece.zone] ?? "card") : "";
    const sphere = this.sphereNames(this.spheres(piece.card));
    if (seen && key !== "open" && key !== "unknown") key += "_known";
    const said = whose === undefined ? this.say(`page.piece.${key}`, { name, sphere }) : this.say(`page.owned.${key}`, { whose, name, sphere });
    const ref = `uid:${piece.uid}`;
    return said.map((part) => (part.ref?.startsWith("seat:") ? part : { ...part, ref }));
  }

  at(uid: number | null): Sentence {
    const piece = uid === null ? undefined : this.known.get(uid);
    return piece === undefined ? this.say("page.piece.unknown") : this.piece(piece);
  }

  /** A card in play; a creature with its strength now. */
  strong(uid: number, whose?: Sentence): Sentence {
    const piece = this.known.get(uid);
    if (piece === undefined) return this.at(uid);
    const said = this.piece(piece, whose);
    const n = strengthOf(piece);
    return n === null ? said : this.say("page.piece.strong", { card: said, n });
  }

  /** A card in play with strength and owner. */
  owned(uid: number): Sentence {
    const piece = this.known.get(uid);
    return this.strong(uid, piece === undefined ? undefined : this.whose(piece.seat));
  }

  /** FS-20.1: what a target names, in words. */
  option(word: string): Sentence {
    if (word === "none") return this.say("page.action.target_none");
    if (word.startsWith("u")) return this.owned(Number(word.slice(1)));
    const [lord = "p0", part = ""] = word.split(".");
    const seat = Number(lord.slice(1));
    if (!part) return this.whom(seat);
    const zone = PILES[part[0] as keyof typeof PILES];
    const whose = this.whose(seat);
    const pile = this.view.seats[seat]?.[zone];
    const card = part.length > 1 && Array.isArray(pile) ? pile[Number(part.slice(1))] : undefined;
    if (card !== undefined) return this.say(`choice.${zone}`, { card: this.name(card), whose });
    if (zone === "hand" || zone === "deck") return this.say(`choice.${zone}_some`, { whose });
    return this.say(`choice.${zone}`, { card: this.say("name.some"), whose });
  }

  // --- what runs and what waits ----------------------------------------------------------------------------------------

  program(program: Program): { source: Sentence; text: string } {
    const piece = program.uid === null ? undefined : this.known.get(program.uid);
    const onField = piece?.row === undefined ? null : piece.zone === "battlefield";
    const half = programHalf(this.scene.cards, program, onField);
    const text = programLine(this.scene.cards, program, half, this.scene.texts);
    if (program.card === null) return { source: [], text };
    const ref = program.uid === null ? `card:${program.card}` : `uid:${program.uid}`;
    return { source: this.name(program.card, half).map((part) => ({ ...part, ref })), text };
  }

  /** The attack, the effects under way and the abilities that wait. */
  waiting(): Sentence[] {
    const lines: Sentence[] = [];
    const attack = this.view.attack;
    if (attack !== null) {
      const card = this.strong(attack.attacker);
      const line =
        attack.target !== null
          ? this.say("waiting.attack_creature", { card, target: this.owned(attack.target) })
          : isCitadel(this.view)
            ? this.say(this.ofCitadel("waiting.attack_citadel", attack.defender), { card, lords: this.team(attack.defender) })
            : this.say("waiting.attack_fortress", { card, whom: this.whom(attack.defender) });
      if (attack.blocker !== null) line.push(...this.say("waiting.blocked", { blocker: this.strong(attack.blocker) }));
      lines.push(line);
    }
    for (const program of [...this.view.programs].reverse()) {
      const { source, text } = this.program(program);
      if (program.card === null) lines.push(this.say("waiting.running_draw", { text }));
      else if (program.do.length) lines.push(this.say("waiting.running", { card: source, text }));
    }
    this.view.queue.forEach((row, i) => {
      const { source, text } = this.program(row);
      lines.push(this.say("waiting.queued", { n: i + 1, card: source, text }));
    });
    return lines;
  }

  /** Backs by sphere, counted: "2x science and nature". */
  backs(cards: readonly string[]): Sentence {
    const parts = grouped(this.view, cards).map(({ spheres, cards: same }) => {
      const names = this.sphereNames(spheres);
      return same.length === 1 ? names : this.say("name.times", { n: same.length, card: names });
    });
    return parts.length ? this.scene.texts.join(parts) : this.say("page.ask.no_energies");
  }
}

const spoken = new WeakMap<Scene, Words>();

/** The words of a scene, made once for all parts of the table. */
export function wordsOf(scene: Scene): Words {
  let words = spoken.get(scene);
  if (words === undefined) spoken.set(scene, (words = new Words(scene)));
  return words;
}

/** What a lord is called beside the name: the team, in tag team whether he fights, and that he is destroyed. */
export function seatLabel(scene: Scene, seat: number): Sentence {
  const view = viewOf(scene);
  const lord = view.seats[seat];
  if (lord === undefined) return [];
  const said: Sentence = hasTeams(view) ? scene.texts.say("page.team.in_team", { sign: teamSign(lord.team) }) : [];
  if (lord.out) return [...said, { text: said.length ? " · " : "" }, { text: scene.texts.raw("lord.out"), tone: "tone-bad" }];
  if (!isTag(view) || view.step === "assembly") return said;
  return [...said, { text: ` · ${scene.texts.raw(`page.team.${isOutside(view, seat) ? "outside" : "fights"}`)}` }];
}

export const PILES = { h: "hand", x: "trash", e: "groove", c: "deck" } as const;

export function strengthOf(piece: Piece): number | null {
  return piece.row !== undefined && "strength" in piece.row ? piece.row.strength : null;
}

/** Cards by their spheres, in the order of the spheres. */
export function grouped(view: SpheresView, cards: readonly string[]): { key: string; spheres: Sphere[]; cards: string[] }[] {
  const found = new Map<string, { key: string; spheres: Sphere[]; cards: string[] }>();
  for (const card of cards) {
    const spheres = spheresOf(view.cards, card);
    const key = spheres.join("/");
    const group = found.get(key) ?? { key, spheres, cards: [] };
    group.cards.push(card);
    found.set(key, group);
  }
  const order = (spheres: Sphere[]): number => spheres.reduce((sum, sphere) => sum * 6 + SPHERES.indexOf(sphere) + 1, 0) + (spheres.length - 1) * 100;
  return [...found.values()].sort((a, b) => order(a.spheres) - order(b.spheres));
}

/** Choosing at the table: first a thing, perhaps what to do with it, perhaps a second thing, then the confirmation. */
import type { Preview, Scene, TableHandle, View } from "../contract";
import { choicesOf, parse, refusable, type Choices, type Deed, type Kind, type Thing } from "./actions";

/** What may cost something and do nothing: it is looked at before it is done. */
const SPENDING: ReadonlySet<Kind> = new Set<Kind>(["cast", "retaliate", "use"]);
/** So long (ms) one waits for that. */
const PATIENCE = 1000;

export class Choosing {
  /** The things chosen so far, in the order of the action's words. */
  path: Thing[] = $state.raw([]);
  kind: Kind | null = $state(null);
  /** A thing that was touched though nothing can be done with it now; the server can say why. */
  doubted: Thing | null = $state(null);
  readonly choices: Choices = $derived.by(() => choicesOf(this.scene()));

  constructor(
    private readonly scene: () => Scene,
    private readonly table: () => TableHandle,
  ) {}

  /** The deeds that go on from what has been chosen. */
  readonly open: Deed[] = $derived.by(() => {
    const path = this.path;
    return this.choices.deeds.filter((deed) => (this.kind === null || deed.kind === this.kind) && path.every((thing, i) => deed.things[i] === thing));
  });

  /** What can be chosen next. */
  readonly lit: ReadonlySet<Thing> = $derived.by(() => {
    const found = new Set<Thing>();
    for (const deed of this.open) {
      const next = deed.things[this.path.length];
      if (next !== undefined) found.add(next);
    }
    return found;
  });

  /** The kinds among which to decide for a chosen thing; a hand card always asks, since a slip of the hand would cost it. */
  readonly menu: Kind[] = $derived.by(() => {
    if (this.path.length !== 1 || this.kind !== null) return [];
    const kinds = [...new Set(this.open.map((deed) => deed.kind))];
    return kinds.length > 1 || this.path[0]?.startsWith("hand:") ? kinds : [];
  });

  /** The one deed that has been chosen and waits for its confirmation. */
  readonly proposal: Deed | null = $derived.by(() => {
    if (!this.path.length || this.menu.length) return null;
    const whole = this.open.filter((deed) => deed.things.length === this.path.length);
    return whole.length === 1 && this.open.length === 1 ? (whole[0] ?? null) : null;
  });

  /** What may be asked about the doubted thing, or about the ways that are closed to the chosen hand card. */
  readonly closed: Deed[] = $derived.by(() => {
    const thing = this.doubted ?? (this.path.length === 1 && this.kind === null && this.path[0]?.startsWith("hand:") ? this.path[0] : undefined);
    if (thing === undefined) return [];
    const open = new Set(this.menu);
    return refusable(this.scene(), thing, this.path, this.kind)
      .map(parse)
      .filter((deed) => !open.has(deed.kind));
  });

  can(thing: Thing): boolean {
    return this.choices.by.has(thing) || this.lit.has(thing);
  }

  has(thing: Thing): boolean {
    return this.path.includes(thing);
  }

  /** A thing was touched. False if nothing can be done with it. */
  tap(thing: Thing): boolean {
    if (this.table().busy) return true;
    const again = this.doubted === thing;
    this.doubted = null;
    if (this.proposal !== null && this.path[this.path.length - 1] === thing) void this.act(this.proposal.word);
    else if (this.path.length && this.lit.has(thing)) this.path = [...this.path, thing];
    else if (this.path.length === 1 && this.path[0] === thing) this.reset();
    else if (this.choices.by.has(thing)) {
      this.kind = null;
      this.path = [thing];
    } else if (this.path.length === 2 && this.wouldSwap(thing)) this.path = [this.path[0] as Thing, thing];
    else return !again && this.doubt(thing);
    return true;
  }

  /** Asks for a thing that cannot be chosen. False if there is nothing to ask about it. */
  private doubt(thing: Thing): boolean {
    if (this.table().idle || !refusable(this.scene(), thing, this.path, this.kind).length) return false;
    if (thing.startsWith("hand:")) this.reset();
    this.doubted = thing;
    return true;
  }

  /** Lets the server say why an action is not allowed. */
  async why(word: string): Promise<void> {
    if (!this.scene().actions.includes(word)) await this.table().why(word);
  }

  /** Another second thing instead of the one that was chosen. */
  private wouldSwap(thing: Thing): boolean {
    return this.choices.deeds.some((deed) => deed.things[0] === this.path[0] && deed.things[1] === thing && (this.kind === null || deed.kind === this.kind));
  }

  choose(kind: Kind): void {
    const only = this.only(kind);
    if (only === null) this.kind = kind;
    else if (SPENDING.has(kind)) void this.spend(only);
    else void this.act(only.word);
  }

  /** The one deed of a kind that needs no further choice. */
  only(kind: Kind): Deed | null {
    const deeds = this.open.filter((deed) => deed.kind === kind);
    const [first] = deeds;
    return deeds.length === 1 && first !== undefined && first.things.length === this.path.length ? first : null;
  }

  /** Does it, unless it would have no effect: then it waits for a confirmation, beside which that is said. */
  private async spend(deed: Deed): Promise<void> {
    if (this.weighing) return;
    this.weighing = true;
    const late = new Promise<null>((done) => setTimeout(() => done(null), PATIENCE));
    const preview = await Promise.race([this.foresee(deed.word), late]);
    this.weighing = false;
    if (!this.open.some((one) => one.word === deed.word)) return;
    if (preview?.idle) this.kind = deed.kind;
    else await this.act(deed.word);
  }
  private weighing = false;

  /** What an action would lead to, asked once in each situation, one question after the other. */
  foresee(word: string): Promise<Preview | null> {
    const { view } = this.scene();
    if (this.foreseen.view !== view) this.foreseen = { view, told: new Map() };
    const { told } = this.foreseen;
    const kept = told.get(word);
    if (kept !== undefined) return kept;
    const table = this.table();
    const answer = this.last.then(() => table.preview(word));
    this.last = answer;
    told.set(word, answer);
    void answer.then((preview) => preview === null && told.delete(word));
    return answer;
  }
  private foreseen: { view: View | null; told: Map<string, Promise<Preview | null>> } = { view: null, told: new Map() };
  private last: Promise<unknown> = Promise.resolve();

  async act(word: string): Promise<void> {
    if (this.table().busy) return;
    this.table().sound("place");
    if (await this.table().act(word)) this.reset();
  }

  reset(): void {
    this.doubted = null;
    this.path = [];
    this.kind = null;
  }
}

/** What the server reckons: costs of hand cards as they stand, and the strengths of creatures. */
export interface Reckoned {
  creatures: Map<number, { well: number; afflicted: number; printed: [number, number] }>;
  hand: Map<number, { creature: number; spell: number; generic: number }>;
}

export const NOTHING_RECKONED: Reckoned = { creatures: new Map(), hand: new Map() };

/** The server's answer to "score", or nothing if it is something else. */
export function reckoned(answer: unknown): Reckoned {
  const found: Reckoned = { creatures: new Map(), hand: new Map() };
  if (typeof answer !== "object" || answer === null) return found;
  const { creatures, hand } = answer as { creatures?: unknown; hand?: unknown };
  for (const row of Array.isArray(creatures) ? creatures : []) found.creatures.set(row.uid, { well: row.well, afflicted: row.afflicted, printed: row.printed });
  for (const row of Array.isArray(hand) ? hand : [])
    found.hand.set(row.index, { creature: row.creature.cost, spell: row.spell.cost, generic: row.generic.cost });
  return found;
}

/** What a person at the table has chosen so far for one decision, and what that leaves open: which circles, pawns, cards and
 * rivals may be chosen next, and which action is ready. What is pressed changes it; the actions say what may be. */
import { complete, goals, isNothing, narrow, NOTHING, openCards, unlawful, type Action, type Choice } from "./actions";
import { chosable, type Chosen } from "./drawing";
import type { Color, VediicView } from "./view";

/** What choosing needs to know, as it is now. */
export interface Seen {
  readonly actions: readonly Action[];
  readonly view: VediicView;
  /** Nothing can be chosen now: something moves, or is on its way. */
  readonly quiet: boolean;
}

const NO_GOALS: ReadonlyMap<string, Action[]> = new Map();
const NOBODY: ReadonlySet<number> = new Set();
const NO_CARDS: ReadonlySet<Color> = new Set();

export class Choosing {
  choice: Choice = $state.raw(NOTHING);

  constructor(private readonly seen: Seen) {}

  reset = (): void => {
    this.choice = NOTHING;
  };
  change = (part: Partial<Choice>): void => {
    this.choice = { ...this.choice, ...part };
  };
  get isNothing(): boolean {
    return isNothing(this.choice);
  }

  // --- what is open -----------------------------------------------------------------------------------------------------

  /** The circles that may be gone to, with the ways: once it is clear what is meant, so that not all of them are lit always. */
  readonly goals: ReadonlyMap<string, Action[]> = $derived.by(() => {
    const { actions, quiet } = this.seen;
    if (quiet || !actions.length) return NO_GOALS;
    const { choice } = this;
    const movers = new Set(actions.filter((action) => action.kind === "move").map((action) => action.pawn));
    const placing = actions.some((action) => action.kind === "put");
    const single = movers.size === 1 && choice.kinds === null;
    const meant = placing || single || choice.pawn !== null || choice.cards.length > 0 || choice.circle !== null || choice.kinds?.includes("move");
    return meant ? goals(actions, choice) : NO_GOALS;
  });
  /** The own pawns that may be chosen. */
  readonly movable: ReadonlySet<number> = $derived.by(() => {
    if (!this.seen.actions.length) return NOBODY;
    return new Set(narrow(this.seen.actions, { ...this.choice, pawn: null, circle: null }).flatMap((action) => action.pawn ?? []));
  });
  /** The cards of the hand that may be chosen besides those chosen already; where one is paid, any of them instead. */
  readonly open: ReadonlySet<Color> = $derived.by(() => {
    const { actions } = this.seen;
    if (!actions.length || actions.some((action) => action.kind === "take")) return NO_CARDS;
    return openCards(actions, actions.some((action) => action.kind === "pay") ? { ...this.choice, cards: [] } : this.choice);
  });
  /** The rivals that may be chosen. */
  readonly seats: ReadonlySet<number> = $derived.by(() => {
    if (!this.choice.kinds?.includes("steal")) return NOBODY;
    return new Set(narrow(this.seen.actions, { ...this.choice, seats: [] }).flatMap((action) => action.seats));
  });
  /** The actions that lead to the chosen circle. */
  private readonly ready: readonly Action[] = $derived.by(() => {
    const { choice } = this;
    return choice.circle === null ? [] : complete(this.seen.actions, choice).filter((action) => action.circle === choice.circle);
  });
  /** The action that choosing the circle again would take. */
  readonly considered: Action | null = $derived(this.ready[0] ?? null);
  /** As the chart shows it. */
  readonly chosen: Chosen = $derived.by(() => ({
    goals: this.goals,
    movable: this.seen.quiet ? NOBODY : this.movable,
    pawn: this.choice.pawn ?? this.considered?.pawn ?? null,
    circle: this.choice.circle,
  }));

  // --- what is pressed ----------------------------------------------------------------------------------------------------

  /** A circle is pressed: gives the action that is thereby decided, true if something was chosen, false if there is nothing to
   * choose and it may be read about. */
  circle(id: string): Action | boolean {
    const { choice, seen } = this;
    const own = chosable(seen.view, this.movable).get(id) ?? [];
    const ways = this.goals.get(id);
    // An own pawn is taken up rather than gone to, unless a pawn and the cards to join it are chosen.
    const joins = choice.pawn !== null && !own.includes(choice.pawn) && choice.cards.length > 0;
    if (ways && (!own.length || choice.circle === id || joins)) {
      const sure = choice.circle === id && new Set(this.ready.map((action) => action.pawn)).size === 1;
      if (sure && this.considered) return this.considered;
      this.change({ circle: id });
      return true;
    }
    if (!own.length || !seen.actions.length || seen.quiet) return false;
    // Pressed again, the pawn is put down; two on one circle take turns.
    const at = choice.pawn === null ? -1 : own.indexOf(choice.pawn);
    const next = own[at + 1];
    const pawn = at >= 0 && next === undefined ? null : (next ?? own[0] ?? null);
    this.change({ pawn, circle: null, kinds: choice.kinds?.includes("promote") ? choice.kinds : null });
    return true;
  }

  /** A card of the hand is pressed: it is chosen besides the others, or given back, or chosen instead of those that it does not
   * go with. False if it cannot be chosen and may be read about. */
  card(color: Color): boolean {
    const { choice, seen } = this;
    if (!seen.actions.length || seen.quiet || seen.actions.some((action) => action.kind === "take")) return false;
    const fits = (cards: Color[]): boolean => narrow(seen.actions, { ...choice, circle: null, cards }).length > 0;
    const more = [...choice.cards, color];
    const cards = fits(more) ? more : choice.cards.includes(color) ? choice.cards.filter((one) => one !== color) : fits([color]) ? [color] : null;
    if (cards) this.change({ cards, circle: null });
    return cards !== null;
  }

  /** A seat is pressed: false if it is no rival to choose. */
  seat(seat: number): boolean {
    const { choice } = this;
    if (!this.seats.has(seat)) return false;
    const seats = choice.seats.includes(seat) ? choice.seats.filter((one) => one !== seat) : [...choice.seats, seat].sort();
    if (narrow(this.seen.actions, { ...choice, seats }).length) this.change({ seats });
    return true;
  }

  /** What cannot be done at a circle by a seat, but might be meant. */
  unlawful(id: string, seat: number | null): Action[] {
    const { actions, quiet, view } = this.seen;
    return quiet || seat === null ? [] : unlawful(actions, this.choice, id, view.players[seat]?.pawns ?? []);
  }
}

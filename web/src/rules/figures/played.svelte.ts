/** A figure of a handbook as a table that one steps through: its moments are all there from the start. */
import type { View } from "../../games/contract";
import type { Source } from "../../lib/model.svelte";
import type { Past, Refused, Standing, TableInfo, Told } from "../../wire";
import type { Moment } from "../handbook";

export class FigureSource implements Source {
  readonly actions = null;
  readonly past: Past[] = [];
  readonly info: TableInfo;
  number = $state(0);
  onEntry: ((past: Past, before: View | null) => void) | null = null;

  constructor(
    game: string,
    readonly seat: number | null,
    readonly moments: readonly Moment[],
    names: readonly string[],
  ) {
    this.info = infoOf(game, names);
  }

  get moment(): Moment {
    return this.moments[this.number] as Moment;
  }
  get view(): View {
    return this.moment.view;
  }
  get standing(): Standing {
    return { to_act: this.moment.to_act, bots: [], paused: false, proposal: null, clocks: null, running: null, outcome: null };
  }

  /** Goes to a step; the next one is shown in motion. */
  goTo(number: number): void {
    const before = this.view;
    const isNext = number === this.number + 1;
    this.number = Math.min(Math.max(0, number), this.moments.length - 1);
    const { word, seat, events, refusal } = this.moment;
    if (refusal !== null) return;
    const past: Past = { number: this.number, time: 0, kind: "act", seat: seat ?? 0, events, ...(word === null ? {} : { word }) };
    this.onEntry?.(past, isNext && word !== null ? before : null);
  }

  /** How it stands is known at every step. */
  ask(what: Told["what"]): Promise<Told | Refused> {
    if (what !== "score") return Promise.resolve({ type: "refused", id: null, code: "not_here", message: "a figure tells only how it stands" });
    return Promise.resolve({ type: "told", id: 0, at: this.number, what, answer: this.moment.score });
  }
}

/** A figure seen as a table that is over: nobody sits there to be waited for. */
function infoOf(game: string, names: readonly string[]): TableInfo {
  return {
    id: "",
    game,
    rules: 1,
    options: {},
    settings: { open: false, watch: true, delay: 0, stand_in: "", clock: null, own_decks: false, hints: false },
    state: "over",
    seats: names.map((name, seat) => ({ seat, kind: "person", name, person: null, bot: null, present: true, own_deck: false, keeper: null, kept: null, program: false })),
    owner: null,
    created: 0,
    started: 0,
    number: 0,
    turn: null,
    outcome: null,
    rematch: null,
    you: null,
    yours: [],
    invite: null,
  };
}

/** The forecast: what the server reckons about the planets' next turns, and how far ahead somebody looks. */
import { untrack } from "svelte";
import type { Scene, TableHandle } from "../contract";
import { shared } from "../../lib/sharing";
import { COLORS, PROMOTED } from "./reading";
import { viewOf } from "./words";
import type { Outlook, Worth } from "./view";

const TURNS = 3;

/** What the forecast depends on, as a word: the planets, and for whoever decides now also pawns and cards. */
export function skyOf(scene: Scene): string {
  const view = viewOf(scene);
  const sky = `${view.round} ${view.phase === "turn"} ${COLORS.map((color) => view.planets[color].house).join()} ${scene.over}`;
  if (scene.seat === null || scene.toAct !== scene.seat) return sky;
  return `${sky} ${JSON.stringify([view.supply, view.players.map((player) => [player.color, player.pawns]), view.players[scene.seat]?.hand])}`;
}

/** What the planets' next turn brings the seat with a pawn on a circle, the other one where it is; null where that is not known. */
export function worthAt(outlook: Outlook | null | undefined, pawn: number | null, circle: string | null): Worth | null {
  return (pawn !== null && circle !== null && outlook?.worth?.own[pawn]?.[circle]) || null;
}

/** The same for where its pawns stand now. */
export function worthNow(outlook: Outlook | null | undefined, pawns: readonly (string | null)[]): Worth | null {
  const on = pawns.findIndex((place) => place !== null && place !== PROMOTED);
  return on < 0 ? null : worthAt(outlook, on, pawns[on] ?? null);
}

export class Forecast {
  /** One planets' turn after the other, as far as they are known. */
  outlooks: Outlook[] = $state.raw([]);
  /** How many turns ahead it is shown; 0: not at all. */
  ahead = $state(0);
  /** The turn that is shown. */
  readonly outlook: Outlook | null = $derived(this.ahead > 0 ? (this.outlooks[Math.min(this.ahead, this.outlooks.length) - 1] ?? null) : null);

  constructor(private readonly table: () => TableHandle) {}

  /** Asks the server; gives how to forget about the answer. */
  ask(): () => void {
    let stale = false;
    void untrack(() => this.table().ask("forecast", { turns: TURNS })).then((answer) => {
      if (stale) return;
      const found = Array.isArray(answer) ? answer : Array.isArray(answer?.turns) ? answer.turns : [];
      this.outlooks = shared(this.outlooks, found as Outlook[]);
    });
    return () => (stale = true);
  }

  /** One turn further ahead, and from the last one back to now. */
  turn(): void {
    this.ahead = (this.ahead + 1) % (Math.min(TURNS, this.outlooks.length) + 1);
  }
}

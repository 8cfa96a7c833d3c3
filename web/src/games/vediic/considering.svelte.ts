/** The action that is considered, chosen or only looked at: the way it would go, where a pawn would stand then, and whom it would
 * push away, as the server foresees it. */
import type { Scene, Sentence, TableHandle } from "../contract";
import type { Action } from "./actions";
import { way, type Chart, type Point } from "./chart";
import type { Ghost } from "./drawing";
import { pawnsByCircle } from "./reading";
import type { VediicView } from "./view";
import { circle, listed, placeOf, who } from "./words";

export interface Considered {
  readonly scene: Scene;
  readonly chart: Chart | null;
  readonly view: VediicView;
  readonly action: Action | null;
}
interface Displaced {
  word: string;
  pawns: [seat: number, pawn: number][];
  from: string;
  to: string;
}

export class Considering {
  private displaced: Displaced | null = $state.raw(null);

  constructor(
    private readonly table: () => TableHandle,
    private readonly seen: Considered,
  ) {}

  /** From circle to circle; a jump has only its ends. */
  readonly path: Point[] | null = $derived.by(() => {
    const { action, chart, scene, view } = this.seen;
    const from = action?.kind === "move" ? placeOf(scene, action.pawn) : null;
    if (!chart || !action || from === null || action.circle === null) return null;
    return way(chart, from, action.circle, new Set(pawnsByCircle(view).keys())).map((id) => chart.circle.get(id)?.at ?? [0, 0]);
  });
  /** The pawn where it would stand. */
  readonly ghost: Ghost | null = $derived.by(() => {
    const { action, chart, view } = this.seen;
    const at = action?.circle ? chart?.circle.get(action.circle)?.at : undefined;
    if (!action || !at || view.to_act === null || (action.kind !== "move" && action.kind !== "put")) return null;
    return { seat: view.to_act, color: view.players[view.to_act]?.color ?? null, x: at[0], y: at[1] };
  });
  get jump(): boolean {
    return this.seen.action?.cards.includes("gray") ?? false;
  }

  private readonly pushing: Displaced | null = $derived.by(() => (this.displaced?.word === this.seen.action?.word ? this.displaced : null));
  /** Where pawns would be pushed from and to. */
  readonly pushed: { from: Point; to: Point } | null = $derived.by(() => {
    const [from, to] = this.pushing ? [this.pushing.from, this.pushing.to].map((id) => this.seen.chart?.circle.get(id)?.at) : [];
    return from && to ? { from, to } : null;
  });
  /** The same in words. */
  readonly pushes: Sentence | null = $derived.by(() => {
    if (!this.pushing) return null;
    const { scene } = this.seen;
    const pawns = this.pushing.pawns.map(([seat]) => scene.texts.say("page.label.pawn", { who: who(scene, seat) }));
    return scene.texts.say("page.tip.displaces", { pawns: listed(scene.texts, pawns), circle: circle(scene, this.pushing.to) });
  });

  /** Asks the server what a move with red would push away; gives how to forget about the answer. */
  ask(): (() => void) | undefined {
    const { action } = this.seen;
    if (action?.kind !== "move" || !action.cards.includes("red")) return undefined;
    let stale = false;
    void this.table().preview(action.word).then((preview) => {
      if (stale || !preview) return;
      const moved = preview.events.filter((event) => event.event === "displace");
      const first = moved[0];
      this.displaced = first ? { word: action.word, pawns: moved.map((event) => [event["seat"], event["pawn"]]), from: first["from"], to: first["to"] } : null;
    });
    return () => (stale = true);
  }
}

/** Shows what has just happened in motion, and keeps the one who acts in sight. */
import { tick, untrack } from "svelte";
import type { GameEvent, Happening, Scene, Sentence, TableHandle } from "../contract";
import { tell } from "./log";
import { acts, places, play } from "./motion";
import { eventsOf, viewOf } from "./reading";
import type { Moved, PieceNote, Retaliated, SeenEvent, SpheresView } from "./view";
import { wordsOf } from "./words";

/** Steps that are skipped and cards that are taken for a deck pass without motion. */
const STILL = new Set(["step", "pick", "drop"]);
export const isStill = (events: readonly GameEvent[]): boolean => events.every((event) => STILL.has(event.event));

/** A spell that somebody plays, for as long as it is shown. */
export interface Played {
  card: string;
  sentence: Sentence;
  /** In milliseconds. */
  lasts: number;
}

interface Stage {
  scene: () => Scene;
  table: () => TableHandle;
  board: () => HTMLElement | undefined;
  layer: () => HTMLElement | undefined;
}

/** For the board: plays each happening and says when it is over. */
export class Showing {
  /** The happening whose first act is over. */
  private turned = $state(-1);
  /** What another one plays, large enough to be seen wherever one looks. */
  played: Played | null = $state.raw(null);
  /** The happening that is shown in motion, if any. */
  private readonly moving: Happening | null = $derived.by(() => {
    const { happening, calm } = this.stage.table();
    return happening === null || calm || isStill(happening.events) ? null : happening;
  });
  /** What the table looks like: as it was before as long as what ends there is still to be seen. */
  readonly scene: Scene = $derived.by(() => {
    const [scene, happening] = [this.stage.scene(), this.moving];
    const isHeld = happening !== null && this.turned !== happening.number && acts(eventsOf(happening.events))[0].length > 0;
    return isHeld ? { ...scene, view: heldOf(happening) } : scene;
  });

  constructor(private readonly stage: Stage) {
    let before: ReturnType<typeof places> = new Map();
    $effect.pre(() => {
      const wanted = this.moving !== null;
      untrack(() => {
        const element = stage.board();
        if (wanted && element) before = places(element);
      });
    });
    $effect(() => {
      const happening = stage.table().happening;
      if (happening === null) return;
      if (this.moving === null || !stage.board() || !stage.layer()) {
        stage.table().shown(happening.number);
        return;
      }
      let gone = false;
      let stop: (() => void) | undefined;
      const act = async (events: readonly SeenEvent[], isFirst: boolean): Promise<void> => {
        // In the next frame, before it is drawn: what is measured there has to be laid out for it anyway.
        await new Promise(requestAnimationFrame);
        const [board, layer] = [stage.board(), stage.layer()];
        if (gone || !board || !layer) return;
        const table = stage.table();
        const motion = play(
          { board, layer, before, after: viewOf({ ...untrack(stage.scene), view: happening.after }), fallen: (seat) => fallen(untrack(stage.scene), seat), crash: () => table.sound("fall"), own: untrack(stage.scene).seat, present: this.present },
          events,
          happening.pace,
          isFirst,
        );
        stop = motion.stop;
        await motion.done;
      };
      const [first, second] = acts(eventsOf(happening.events));
      void (async () => {
        if (first.length) {
          await act(first, true);
          if (gone) return;
          const element = stage.board();
          if (element) before = places(element);
          this.turned = happening.number;
          await tick();
          stop?.();
        }
        if (!gone) await act(second, false);
        if (!gone) stage.table().shown(happening.number);
      })();
      return () => {
        gone = true;
        this.played = null;
        stop?.();
      };
    });
  }

  private readonly present = async (event: Moved | Retaliated, lasts: number): Promise<void> => {
    const scene = untrack(this.stage.scene);
    const sentence = tell(scene, [event as unknown as GameEvent])[0]?.sentence ?? [];
    const shown = { card: event.card ?? "?", sentence, lasts };
    this.played = shown;
    await new Promise((done) => setTimeout(done, lasts));
    if (this.played === shown) this.played = null;
  };
}

/** The table as it was before, with the one who blocks already in the way. */
function heldOf({ before, events }: Happening): Happening["before"] {
  const blocked = eventsOf(events).find((event): event is PieceNote => event.event === "block");
  const { attack } = before as SpheresView;
  return blocked === undefined || attack === null ? before : { ...before, attack: { ...attack, blocker: blocked.uid } };
}

const fallen = (scene: Scene, seat: number): string => scene.texts.line("page.board.falls", { who: wordsOf(scene).who(seat) });

/** Who is looked at where the lords lie in a row: the attacker, else the one whose turn it is. */
export const actor = (view: SpheresView): string => (view.attack === null ? `seat:${view.active}` : `uid:${view.attack.attacker}`);

/** Brings a thing of the other lords into sight, once for each and when the room changes: its lord in the row, itself on the field. */
export function keepInSight(thing: () => string, board: () => HTMLElement | undefined, calm: () => boolean, room: () => unknown): void {
  $effect(() => {
    const wanted = thing();
    room();
    const waiting = requestAnimationFrame(() => {
      const found = board()?.querySelector(`.others [data-thing="${wanted}"]`);
      if (!found) return;
      centre(found.closest(".ground"), found, true);
      centre(found.closest(".others"), found, untrack(calm));
    });
    return () => cancelAnimationFrame(waiting);
  });
}

/** Moves a row, and nothing around it, until a thing in it is seen. */
function centre(row: Element | null, thing: Element, atOnce: boolean): void {
  if (row === null || row.scrollWidth <= row.clientWidth) return;
  const [outer, inner] = [row.getBoundingClientRect(), thing.getBoundingClientRect()];
  row.scrollBy({ left: inner.x + inner.width / 2 - outer.x - outer.width / 2, behavior: atOnce ? "auto" : "smooth" });
}

/** Shows what has just happened in motion, and keeps the one who acts in sight. */
import { untrack } from "svelte";
import type { GameEvent, Scene, TableHandle } from "../contract";
import { places, play } from "./motion";
import { eventsOf, viewOf } from "./reading";
import type { SpheresView } from "./view";

/** Steps that are skipped and cards that are taken for a deck pass without motion. */
const STILL = new Set(["step", "pick", "drop"]);
export const isStill = (events: readonly GameEvent[]): boolean => events.every((event) => STILL.has(event.event));

interface Stage {
  scene: () => Scene;
  table: () => TableHandle;
  board: () => HTMLElement | undefined;
  layer: () => HTMLElement | undefined;
}

/** For the board: plays each happening and says when it is over. */
export function showHappenings({ scene, table, board, layer }: Stage): void {
  let before: ReturnType<typeof places> = new Map();
  const moves = (): boolean => {
    const happening = table().happening;
    return happening !== null && !table().calm && !isStill(happening.events);
  };
  $effect.pre(() => {
    const wanted = moves();
    untrack(() => {
      const element = board();
      if (wanted && element) before = places(element);
    });
  });
  $effect(() => {
    const happening = table().happening;
    if (happening === null) return;
    const [element, above] = [board(), layer()];
    if (!element || !above || !moves()) {
      table().shown(happening.number);
      return;
    }
    const stage = { board: element, layer: above, before, after: viewOf({ ...untrack(scene), view: happening.after }) };
    let motion: ReturnType<typeof play> | null = null;
    let gone = false;
    // In the next frame, before it is drawn: what is measured there has to be laid out for it anyway.
    const waiting = requestAnimationFrame(() => {
      motion = play(stage, eventsOf(happening.events), happening.pace);
      void motion.done.then(() => {
        if (!gone) table().shown(happening.number);
      });
    });
    return () => {
      gone = true;
      cancelAnimationFrame(waiting);
      motion?.stop();
    };
  });
}

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

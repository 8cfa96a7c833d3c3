/** Dragging a card or a creature onto what it is for. */
import type { TableHandle } from "../contract";
import type { Deed, Kind, Thing } from "./actions";
import type { Choosing } from "./choosing.svelte";
import { gateOf, holders } from "./reading";
import type { SpheresView } from "./view";

/** So far a pointer moves before a touch is a drag. */
const FAR = 14;
/** What a hand card becomes in a zone of one's own. */
const BECOMES: Partial<Record<string, readonly Kind[]>> = {
  battlefield: ["summon", "generic"],
  vault: ["crystal", "crystal2"],
  fortress: ["cast", "retaliate"],
};

/** Where something was dropped: the thing there, and the zone of a lord. */
export interface Place {
  thing?: Thing | undefined;
  zone?: string | undefined;
  seat?: number | undefined;
}

/** What dropping there means: the one deed with this target, or the way of playing that belongs to the zone; null: nothing.
 * All of another lord's fortress and head stand for the fortress. */
export function meantBy(deeds: readonly Deed[], place: Place, own: number): { deed: Deed } | { kind: Kind } | null {
  const aims = [place.thing, ...(place.seat !== own && place.zone !== "battlefield" ? [`fort:${place.seat}`] : [])];
  for (const target of aims) {
    const aimed = target === undefined ? [] : deeds.filter((deed) => deed.things[1] === target);
    if (aimed.length === 1 && aimed[0] !== undefined) return { deed: aimed[0] };
  }
  const kinds = place.seat === own ? (BECOMES[place.zone ?? ""] ?? []) : [];
  const fitting = deeds.find((deed) => kinds.includes(deed.kind));
  return fitting === undefined ? null : { kind: fitting.kind };
}

/** FS-21.11: the walls of a citadel are one: those of one's own are one's own, those of others stand for the lower seat. */
export function behindWalls(view: SpheresView, own: number, place: Place): Place {
  if (place.seat === undefined || place.zone === "battlefield") return place;
  if (!holders(view, own).includes(place.seat)) return { ...place, seat: gateOf(view, place.seat) };
  return place.zone === "fortress" ? { ...place, seat: own } : place;
}

function placeAt(x: number, y: number): Place {
  const on = document.elementFromPoint(x, y);
  const zone = on?.closest<HTMLElement>("[data-drop]")?.dataset;
  return { thing: on?.closest<HTMLElement>("[data-thing]")?.dataset["thing"], zone: zone?.["drop"], seat: zone?.["seat"] === undefined ? undefined : Number(zone["seat"]) };
}

export class Dragging {
  /** What is dragged now, and where it is on the board. */
  now: { thing: Thing; x: number; y: number } | null = $state.raw(null);

  constructor(
    private readonly choosing: Choosing,
    private readonly table: () => TableHandle,
    private readonly board: () => HTMLElement | undefined,
    private readonly own: () => number,
    private readonly view: () => SpheresView,
    private readonly begins: () => void,
  ) {}

  /** A pointer went down on a thing. */
  readonly start = (thing: Thing, event: PointerEvent): void => {
    const { choosing } = this;
    if (event.button !== 0 || this.table().busy || !choosing.choices.by.has(thing)) return;
    const start = { x: event.clientX, y: event.clientY };
    const move = (now: PointerEvent): void => {
      if (this.now === null) {
        if (Math.hypot(now.clientX - start.x, now.clientY - start.y) < FAR) return;
        this.begins();
        choosing.reset();
        choosing.tap(thing);
      }
      const origin = this.board()?.getBoundingClientRect();
      this.now = { thing, x: now.clientX - (origin?.x ?? 0), y: now.clientY - (origin?.y ?? 0) };
    };
    const stop = (): boolean => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", cancelled);
      const was = this.now !== null;
      this.now = null;
      return was;
    };
    const end = (now: PointerEvent): void => {
      if (!stop()) return;
      // The click that follows a drag is none.
      const swallow = (click: MouseEvent): void => click.stopPropagation();
      addEventListener("click", swallow, { capture: true });
      setTimeout(() => {
        removeEventListener("click", swallow, { capture: true });
        this.drop(thing, placeAt(now.clientX, now.clientY));
      });
    };
    const cancelled = (): void => {
      if (stop()) choosing.reset();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", cancelled);
  };

  private drop(thing: Thing, place: Place): void {
    const { choosing } = this;
    const meant = meantBy(choosing.choices.by.get(thing) ?? [], behindWalls(this.view(), this.own(), place), this.own());
    if (meant === null) choosing.reset();
    else if ("kind" in meant) choosing.choose(meant.kind);
    else {
      choosing.kind = meant.deed.kind;
      choosing.path = meant.deed.things;
    }
  }
}

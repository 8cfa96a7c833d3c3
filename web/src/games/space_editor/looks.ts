/** How each placed card looks now. A card whose look has not changed keeps the same one, so that a new moment draws anew
 * only the cards that it touches: a universe has dozens, and a moment changes a few. */
import type { Ref, Scene } from "../contract";
import { idOf } from "./memory.svelte";
import { key } from "./model";
import type { Definition, Element, Row } from "./view";
import type { Play } from "./play.svelte";
import { placesOf, type Places } from "./places";
import { cardOf, sayRow, sayWhereLies, viewOf } from "./words";

export interface Look {
  row: Row;
  /** Its cell in words. */
  at: string;
  id: string | null;
  card: Definition | null;
  name: string;
  placer: Element | null;
  value: number | null;
  fresh: boolean;
  /** Some card is to be chosen; this one may be. */
  asked: boolean;
  target: boolean;
  chosen: boolean;
  doubted: boolean;
  lit: boolean;
  /** Somebody else has changed it since one's last action. */
  marked: boolean;
  /** It is proposed to choose it. */
  proposed: boolean;
  /** The energy by which it is turned over in this moment. */
  flash: Flash | null;
  /** The cards beside it, by their numbers. */
  near: string;
  /** What the action that is being thought of would do to it. */
  way: string | null;
  /** It is being moved elsewhere. */
  moving: boolean;
  /** It is drawn as the ghost instead. */
  under: boolean;
  /** Its ability is being resolved. */
  source: boolean;
  /** It is the one stop for the keyboard. */
  stop: boolean;
  label: string;
}

/** What turns a card over: an energy or an ability, and from which side it comes, as the directions are counted; null: unknown. */
export interface Flash {
  by: "n" | "g" | "k" | "ability";
  from: number | null;
}

/** All that looks depend on besides the cards themselves. */
export interface Moment {
  scene: Scene;
  play: Pick<Play, "targets" | "step" | "draft" | "doubted">;
  values: ReadonlyMap<number, number>;
  turning: ReadonlyMap<number, string>;
  lit: ReadonlySet<Ref>;
  marks: ReadonlySet<Ref>;
  proposed: string | null;
  flashes: ReadonlyMap<number, Flash>;
  fresh: number | null;
  moving: number | null;
  under: number | null;
  standing: string;
}

type Silent = Omit<Look, "label">;

export class Looks {
  private kept = new Map<number, Look>();
  /** What all labels are said with. */
  private said: readonly unknown[] = [];

  of(rows: readonly Row[], moment: Moment): Look[] {
    const { texts, names, cards } = moment.scene;
    const said = [texts, names, cards];
    const old = same(said, this.said) ? this.kept : new Map<number, Look>();
    this.said = said;
    this.kept = new Map();
    const places = placesOf(moment.scene, rows);
    return rows.map((row) => {
      const now = silent(row, moment, places);
      const before = old.get(row.no);
      const look = before !== undefined && alike(now, before) ? before : { ...now, label: label(now, moment, places) };
      this.kept.set(row.no, look);
      return look;
    });
  }
}

function silent(row: Row, moment: Moment, places: Places): Silent {
  const { scene, play } = moment;
  const id = idOf(row);
  const at = key(row);
  const aimed = play.step === "target";
  const view = viewOf(scene);
  return {
    row,
    at,
    id,
    card: id === null ? null : cardOf(scene, id),
    name: id === null ? "" : scene.cards.text(id).name,
    placer: view.elements[row.placer] ?? null,
    value: moment.values.get(row.no) ?? null,
    fresh: moment.fresh === row.no,
    asked: aimed,
    target: play.targets.has(at),
    chosen: aimed && play.draft !== null && key(play.draft.cell) === at,
    doubted: aimed && play.doubted !== null && key(play.doubted.cell) === at,
    lit: moment.lit.has(`cell:${at}`) || (id !== null && moment.lit.has(`card:${id}`)),
    marked: moment.marks.has(`cell:${at}`),
    proposed: moment.proposed === at,
    flash: moment.flashes.get(row.no) ?? null,
    near: places.beside(row),
    way: moment.turning.get(row.no) ?? null,
    moving: moment.moving === row.no,
    under: moment.under === row.no,
    source: view.now?.no === row.no,
    stop: moment.standing === at && moment.under !== row.no,
  };
}

/** A placed card as it is read out. */
function label(look: Silent, { scene }: Moment, places: Places): string {
  const { texts } = scene;
  const told = [sayRow(scene, look.row, look.value, sayWhereLies(places, texts, look.row))];
  if (look.target) told.push(texts.raw("page.label.can_choose"));
  else if (look.asked) told.push(texts.raw("page.label.cannot_choose"));
  if (look.way !== null) told.push(texts.raw(look.way === "turned_down" ? "page.label.would_down" : "page.label.would_up"));
  return told.join(" ");
}

function same(one: readonly unknown[], two: readonly unknown[]): boolean {
  return one.length === two.length && one.every((value, i) => value === two[i]);
}

function alike(now: Silent, before: Look): boolean {
  for (const field in now) {
    const name = field as keyof Silent;
    if (name !== "row" && now[name] !== before[name]) return false;
  }
  return sameRow(now.row, before.row);
}

function sameRow(one: Row, two: Row): boolean {
  if (one === two) return true;
  for (const field in one) if (one[field as keyof Row] !== two[field as keyof Row]) return false;
  return true;
}

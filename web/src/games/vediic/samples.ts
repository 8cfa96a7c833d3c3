/** Moments of real matches and the chart they are played on, for the tests of this folder. */
import type { CardBook, Scene } from "../contract";
import rows from "../../generated/vediic.json";
import reasons from "../../generated/refusals/vediic.json";
import shared from "../../generated/shared.json";
import { Texts, type Lang, type Rows } from "../../lib/texts";
import { chartNamed } from "./boards";
import type { Chart } from "./chart";
import decisions from "./samples/decisions.json";
import events from "./samples/events.json";
import happenings from "./samples/happenings.json";
import type { SeenEvent, VediicView } from "./view";

export interface Decision {
  seat: number;
  view: VediicView;
  actions: string[];
}
export interface Moment {
  events: SeenEvent[];
  before: VediicView;
  after: VediicView;
}
export const DECISIONS = decisions as unknown as Record<string, Decision>;
export const EVENTS = events as unknown as SeenEvent[];
export const MOMENTS = happenings as unknown as Record<string, Moment>;
export const CHART: Chart = chartNamed("kundli-1") ?? (() => { throw new Error("the standard board is not there"); })();
const NO_CARDS: CardBook = { cards: {}, text: (id) => ({ name: id, lines: [] }) };

export const textsIn = (lang: Lang): Texts => new Texts(lang, [rows as Rows, reasons as Rows, shared as Rows]);

export function sceneOf(found: Decision, lang: Lang, seat: number | null = found.seat): Scene {
  const texts = textsIn(lang);
  const names = found.view.players.map((_, i) => (i === seat ? texts.raw("who.you") : texts.line("who.nth", { n: i + 1 })));
  return {
    game: "vediic", seat, view: found.view, actions: seat === found.view.to_act ? found.actions : [], toAct: found.view.to_act,
    names, over: found.view.phase === "over", texts, cards: NO_CARDS,
  };
}
export const some = (name: string): Decision => {
  const found = DECISIONS[name];
  if (!found) throw new Error(name);
  return found;
};

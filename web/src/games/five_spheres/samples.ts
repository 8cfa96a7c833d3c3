/** Real moments of matches for the tests, put together as the table would show them. */
import type { CardBook, Scene } from "../contract";
import { Texts, type Lang, type Rows } from "../../lib/texts";
import rows from "../../generated/five_spheres.json";
import reasons from "../../generated/refusals/five_spheres.json";
import shared from "../../generated/shared.json";
import cards from "./samples/cards.json";
import first from "./samples/decisions.0.json";
import second from "./samples/decisions.1.json";
import told from "./samples/events.json";
import linesEn from "./samples/lines.en.json";
import linesJa from "./samples/lines.ja.json";
import teams from "./samples/teams.json";
import type { SeenEvent, SphereCard } from "./view";

type Halves = Record<string, [string[], string[]]>;
const LINES: Record<Lang, Halves> = { en: linesEn as unknown as Halves, ja: linesJa as unknown as Halves };
const NAMES = cards.names as unknown as Record<Lang, Record<string, [string, string]>>;
export const CARDS = cards.cards as unknown as Record<string, SphereCard>;

export function bookIn(lang: Lang): CardBook {
  return {
    cards: CARDS,
    text(id) {
      const [creature = id, spell = id] = NAMES[lang][id] ?? [];
      const [above = [], below = []] = LINES[lang][id] ?? [];
      const card = `${creature} / ${spell}`;
      return { name: card, lines: [...above, ...below], names: { card, creature, spell }, creature: above, spell: below };
    },
  };
}

export interface Moment {
  seat: number;
  view: Record<string, unknown>;
  actions: string[];
}
/** Moments of tag team and citadel, by what they show. */
export const TEAMS = teams.moments as unknown as Record<keyof typeof teams.moments, Moment>;
export const MOMENTS = [...first, ...second, ...Object.values(TEAMS).filter((one) => one.actions.length)] as unknown as Moment[];

export interface Batch {
  seat: number;
  events: SeenEvent[];
  /** What it led to, where it is not the usual one. */
  view?: Record<string, unknown>;
  name?: string;
}
export const BATCHES = [...told.batches, ...teams.batches] as unknown as Batch[];

export function sceneOf(moment: Moment, lang: Lang): Scene {
  const texts = new Texts(lang, [rows as Rows, reasons as Rows, shared as Rows]);
  const names = ["Mika", "Ren", "Aoi", "Sora", "Yui", "Kai"];
  names[moment.seat] = texts.raw("who.you");
  const view = { ...moment.view, cards: CARDS };
  return { game: "five_spheres", seat: moment.seat, view, actions: moment.actions, toAct: moment.view["to_act"] as number | null, names, over: false, texts, cards: bookIn(lang) };
}

/** A scene in which a batch of events was told. */
export const sceneAfter = (batch: Pick<Batch, "seat" | "view">, lang: Lang): Scene =>
  sceneOf({ seat: batch.seat, view: batch.view ?? (told.view as unknown as Record<string, unknown>), actions: [] }, lang);

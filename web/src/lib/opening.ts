/** What a table needs before it can be drawn, asked for all at once and as early as possible: each wait is a way to a server that
 * may be far. */
import type { GameModule } from "../games/contract";
import type { TableInfo } from "../wire";
import { readTable, Refusal } from "./api";
import { loadCards, loadGame, loadTexts, type CardList } from "./loading";
import { myself } from "./me.svelte";
import type { Rows } from "./texts";

export interface Parts {
  module: GameModule;
  rows: Rows;
}

export interface Opening {
  info: Promise<TableInfo>;
  parts: Promise<Parts>;
  /** The cards of a match that has started; null before. */
  cards: Promise<CardList | null>;
}

/** The table that was asked for before anything was drawn. */
let ahead: { table: string; opening: Opening } | null = null;

/** Asks ahead for the table that an address names, if it names one. */
export function askAhead(path: string): void {
  const table = /^\/table\/([^/]+)\/?$/.exec(path)?.[1];
  if (table === undefined) return;
  void import("../table/TablePage.svelte").catch(() => undefined); // whoever draws it hears of a failure
  ahead = { table: decodeURIComponent(table), opening: open(decodeURIComponent(table)) };
}

/** What the table needs: what was asked for ahead, once, or asked for now. */
export function opened(table: string): Opening {
  const found = ahead?.table === table ? ahead.opening : open(table);
  ahead = null;
  return found;
}

function open(table: string): Opening {
  const me = myself.be();
  // Who is known here is so by a cookie; a newcomer becomes somebody meanwhile, and asks again where only somebody may.
  const asked = readTable(table).catch((fault: unknown) => {
    if (fault instanceof Refusal && (fault.status === 401 || fault.status === 403)) return me.then(() => readTable(table));
    throw fault;
  });
  const info = Promise.all([asked, me]).then(([found]) => found);
  const parts = asked.then(async (found) => {
    const [module, rows] = await Promise.all([loadGame(found.game), loadTexts(found.game)]);
    return { module, rows };
  });
  const cards = asked.then((found) => (found.started === null ? null : loadCards(found.game, `/api/tables/${table}/cards`)));
  // Whoever takes a part up hears of its failure; those that nobody takes up fail in silence.
  for (const part of [info, parts, cards]) part.catch(() => undefined);
  return { info, parts, cards };
}

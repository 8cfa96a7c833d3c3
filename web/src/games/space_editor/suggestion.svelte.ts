/** An action that is looked at but not done, as the board draws it: the card where it would lie, what would turn over, what it
 * is about. */
import type { Preview, Scene, TableHandle } from "../contract";
import { idOf } from "./memory.svelte";
import { key, readAction, type Action, type Cell } from "./model";
import { sourceOf, viewOf } from "./words";
import type { Row, SpaceView } from "./view";

/** Two cells with an arrow from one to the other. */
export interface Arrow {
  from: Cell;
  to: Cell;
}

export interface Drawn {
  action: Action;
  /** The card as it would lie. */
  ghost: { id: string; cell: Cell; r: number } | null;
  /** A card of the board that is meant: its cell. */
  card: string | null;
  /** A card of the board that is drawn as the ghost instead. */
  under: number | null;
  arrow: Arrow | null;
  /** A card of the hand that is meant. */
  hand: string | null;
  /** What the camera brings into sight. */
  cells: Cell[];
}

const lying = (view: SpaceView, cell: Cell | undefined): Row | undefined => (cell === undefined ? undefined : view.board.find((row) => row.x === cell.x && row.y === cell.y));

/** How an action is drawn at a scene; also one that was done long ago, of which only the place is shown. */
export function drawn(scene: Scene, word: string): Drawn {
  const view = viewOf(scene);
  const action = readAction(word);
  const { verb, cell, card, r = 0 } = action;
  const there = lying(view, cell);
  const found: Drawn = { action, ghost: null, card: null, under: null, arrow: null, hand: null, cells: cell === undefined ? [] : [cell] };
  const subject = view.now?.subject ?? null;
  const source = sourceOf(scene)?.row;
  switch (verb) {
    case "place":
    case "basepoint": {
      const id = verb === "place" ? (card ?? null) : view.basepoint;
      if (cell !== undefined && there === undefined && id !== null && id in scene.cards.cards) found.ghost = { id, cell, r };
      else if (there !== undefined) found.card = key(there);
      if (verb === "place") found.hand = card ?? null;
      break;
    }
    case "relocate": {
      const moved = view.board.find((row) => row.no === subject);
      const id = moved === undefined ? null : idOf(moved);
      if (cell !== undefined && moved !== undefined && id !== null && (there === undefined || there === moved)) {
        found.ghost = { id, cell, r };
        found.arrow = { from: moved, to: cell };
        found.cells.push(moved);
      }
      break;
    }
    case "face":
    case "rotate": {
      const id = there === undefined ? null : idOf(there);
      if (cell !== undefined && there !== undefined && id !== null) {
        found.ghost = { id, cell, r };
        found.under = there.no;
      }
      break;
    }
    case "target":
      found.card = there === undefined ? null : key(there);
      if (there !== undefined && source !== undefined && source !== there) {
        found.arrow = { from: source, to: there };
        found.cells.push(source);
      }
      break;
    case "use":
    case "pass":
      if (source !== undefined) {
        found.card = key(source);
        found.cells = [source];
      }
      break;
    case "discard":
      found.hand = card ?? null;
      break;
  }
  return found;
}

/** Milliseconds for which an action must be looked at before it is asked what would come of it. */
const SETTLED = 120;

export class Suggestion {
  preview: Preview | null = $state.raw(null);

  constructor(
    private readonly sceneNow: () => Scene,
    private readonly tableNow: () => TableHandle,
  ) {
    // What would come of it is known only where it can be done now.
    $effect(() => {
      const table = this.tableNow();
      const word = table.suggested;
      this.preview = null;
      if (word === null || !this.sceneNow().actions.includes(word)) return;
      let gone = false;
      const asking = setTimeout(() => {
        void table.preview(word).then((found) => {
          if (!gone) this.preview = found;
        });
      }, SETTLED);
      return () => {
        gone = true;
        clearTimeout(asking);
      };
    });
  }

  readonly drawn: Drawn | null = $derived.by(() => {
    const word = this.tableNow().suggested;
    return word === null ? null : drawn(this.sceneNow(), word);
  });
}

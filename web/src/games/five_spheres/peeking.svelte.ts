/** Looking closer: a card under the mouse is shown large beside itself after a moment. */

export const PEEK = 280;
/** A card shown so is at most about this high. */
const HIGH = 430;
const AFTER = 550;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Peek {
  id: string;
  x: number;
  top: string;
  bottom: string;
}

/** Where a card is shown large. One at the bottom is shown above itself, so that its neighbours stay in sight; others beside themselves. */
export function peekAt(id: string, box: Box, board: Box): Peek {
  const within = (x: number): number => Math.max(4, Math.min(x, board.width - PEEK - 4));
  const [x, y] = [box.x - board.x, box.y - board.y];
  if (y > board.height * 0.6) return { id, x: within(x + box.width / 2 - PEEK / 2), top: "auto", bottom: `${board.height - y + 12}px` };
  const beside = x > board.width / 2 ? x - PEEK - 8 : x + box.width + 8;
  return { id, x: within(beside), top: `${Math.max(4, Math.min(y, board.height - HIGH))}px`, bottom: "auto" };
}

export class Peeking {
  shown: Peek | null = $state.raw(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly board: () => HTMLElement | undefined,
    private readonly dragged: () => boolean,
  ) {}

  /** The pointer came to a card, or (null) left it. */
  readonly at = (id: string | null, event?: PointerEvent): void => {
    const board = this.board();
    this.close();
    if (id === null || event?.pointerType !== "mouse" || event.buttons !== 0 || this.dragged() || !board) return;
    const found = peekAt(id, (event.currentTarget as HTMLElement).getBoundingClientRect(), board.getBoundingClientRect());
    this.timer = setTimeout(() => (this.shown = found), AFTER);
  };

  /** Who presses a button has seen enough. */
  readonly close = (): void => {
    clearTimeout(this.timer);
    this.shown = null;
  };
}

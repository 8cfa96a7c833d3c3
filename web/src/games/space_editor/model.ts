/** How the page reads views, actions and events of Space Editor; what is in them stands in view.ts. No rule stands here. */
import type { GameEvent } from "../contract";
import type { Pile, Row, SeenEvent, SpaceView } from "./view";

/** Events as they are known to be. */
export const eventsOf = (events: readonly GameEvent[]): readonly SeenEvent[] => events as readonly SeenEvent[];

export interface Cell {
  x: number;
  y: number;
}

export const DIRECTIONS = ["north", "east", "south", "west"] as const;
export type Direction = (typeof DIRECTIONS)[number];
/** The cells around a cell, as the directions are counted: y grows to the north. */
export const STEPS: readonly Cell[] = [
  { x: 0, y: 1 },
  { x: 1, y: 0 },
  { x: 0, y: -1 },
  { x: -1, y: 0 },
];

export const key = (cell: Cell): string => `${cell.x},${cell.y}`;

export function readCell(text: string): Cell {
  const [x, y] = text.split(",");
  return { x: Number(x), y: Number(y) };
}

/** The sorts of decisions: the first word of their actions; `use` stands for use and pass. */
export type Step = "basepoint" | "place" | "discard" | "face" | "rotate" | "use" | "target" | "relocate";

export interface Action {
  word: string;
  verb: string;
  card?: string;
  cell?: Cell;
  r?: number;
}

export function readAction(word: string): Action {
  const [verb = "", ...parts] = word.split(" ");
  const found: Action = { word, verb };
  for (const part of verb === "discard" ? [] : parts) {
    if (/^-?\d+,-?\d+$/.test(part)) found.cell = readCell(part);
    else if (found.cell !== undefined && /^r[0-3]$/.test(part)) found.r = Number(part[1]);
    else found.card = part;
  }
  if (verb === "discard") found.card = parts[0];
  return found;
}

/** What may be done now, sorted for drawing. */
export interface Offer {
  step: Step | null;
  actions: Action[];
  /** Legal rotations by cell, by card; moves of a placed card stand under "". */
  places: Map<string, Map<string, number[]>>;
  words: ReadonlySet<string>;
}

export function readOffer(words: readonly string[]): Offer {
  const actions = words.map(readAction);
  const first = actions[0]?.verb;
  const step = first === undefined ? null : ((first === "pass" ? "use" : first) as Step);
  const places = new Map<string, Map<string, number[]>>();
  for (const action of actions) {
    if (action.cell === undefined || action.r === undefined) continue;
    const id = action.card ?? "";
    const cells = places.get(id) ?? new Map<string, number[]>();
    places.set(id, cells);
    const at = key(action.cell);
    cells.set(at, [...(cells.get(at) ?? []), action.r].sort((a, b) => a - b));
  }
  return { step, actions, places, words: new Set(words) };
}

/** The action word for putting a card into a cell in a rotation. */
export function wordFor(step: Step, id: string, cell: Cell, r: number): string {
  if (step === "basepoint" || step === "target") return `${step} ${key(cell)}`;
  return step === "place" ? `place ${id} ${key(cell)} r${r}` : `${step} ${key(cell)} r${r}`;
}

/** The next rotation that is legal, in steps of one quarter forwards or backwards. */
export function nextRotation(legal: readonly number[], from: number, step: 1 | -1): number {
  for (let i = 1; i <= 4; i++) {
    const r = (from + step * i + 8) % 4;
    if (legal.includes(r)) return r;
  }
  return from;
}

/** The side that a card shows in each direction when it has been turned so often clockwise. */
export function sidesShown(sides: readonly string[], r: number): string[] {
  return [0, 1, 2, 3].map((d) => sides[(d - r + 4) % 4] ?? "-");
}

export interface Side {
  energy: "n" | "g" | "k" | "-";
  value: string;
  mark: boolean;
}

export function readSide(side: string): Side {
  const mark = side.endsWith("*");
  const body = mark ? side.slice(0, -1) : side;
  return { energy: (body[0] ?? "-") as Side["energy"], value: body.slice(1), mark };
}

/** The lowest and highest cells of the table. */
export function tableEdges(view: SpaceView): { low: Cell; high: Cell } {
  const [w, h] = view.options.table;
  const low = { x: -Math.floor(w / 2), y: -Math.floor(h / 2) };
  return { low, high: { x: low.x + w - 1, y: low.y + h - 1 } };
}

export function handOf(view: SpaceView, seat: number | null): string[] {
  const hand = seat === null ? undefined : view.hands[seat];
  return Array.isArray(hand) ? hand : [];
}

export function countOf(pile: Pile | undefined): number {
  return Array.isArray(pile) ? pile.length : (pile ?? 0);
}

export function rowNumbered(view: SpaceView, no: number): Row | undefined {
  return view.board.find((row) => row.no === no);
}

/** The board as it looks after an event that changes it; the same list if it does not. `later` is the view after all that
 * happened: it tells how a card lies that came face up. */
export function after(board: readonly Row[], event: SeenEvent, later: SpaceView): readonly Row[] {
  const change = (no: number, what: Partial<Row>): Row[] => board.map((row) => (row.no === no ? { ...row, ...what } : row));
  switch (event.event) {
    case "basepoint":
    case "placed": {
      const { x, y, card, seat } = event;
      const lies = event.event === "placed" ? { r: event.r, no: event.no, void: event.void } : { r: 0, no: 0, void: false };
      return [...board, { x, y, card, up: true, placer: seat, turn: later.turn, guard: 0, silence: 0, ...lies }];
    }
    case "turned_down":
      return change(event.no, { up: false });
    case "turned_up":
      return change(event.no, { up: true, card: event.card, r: rowNumbered(later, event.no)?.r ?? 0, guard: 0, silence: 0, void: false });
    case "faced":
    case "rotated":
      return change(event.no, { r: event.r });
    case "relocated":
      return change(event.no, { x: event.x, y: event.y, r: event.r });
    case "guarded":
      return change(event.no, { guard: event.until });
    case "silenced":
      return change(event.no, { silence: event.until });
    default:
      return board;
  }
}

/** The boards that matches are played on: those of the package are built into the page, another one is asked for, and one that a
 * match brought stands whole in its views. */
import { get } from "../../lib/api";
import { readBoard, type Chart, type RawBoard } from "./chart";

/** A board as a view has it: by its name, or whole. */
export type ShownBoard = string | Record<string, unknown>;

const SHIPPED = import.meta.glob<RawBoard>("../../../../src/orrery/games/vediic/data/boards/*.json", { eager: true, import: "default" });
const known = new Map<string, Chart>(Object.values(SHIPPED).map((raw) => [raw.name, readBoard(raw)]));
const coming = new Map<string, Promise<Chart>>();
/** The boards that matches brought, by their text, and by the objects of views that were looked at. */
const brought = new Map<string, Chart>();
const looked = new WeakMap<object, Chart>();

/** A board that a match brought. Views come one after the other with the same board, which stays one chart. */
function chartBrought(board: Record<string, unknown>): Chart {
  const seen = looked.get(board);
  if (seen) return seen;
  const text = JSON.stringify(board);
  const chart = brought.get(text) ?? readBoard(board as unknown as RawBoard);
  brought.set(text, chart);
  looked.set(board, chart);
  return chart;
}

/** A board that is here already. What is said about places needs it, and is said at once. */
export const chartNamed = (board: ShownBoard): Chart | undefined => (typeof board === "string" ? known.get(board) : chartBrought(board));

/** A board by its name; asked for once. */
export function boardNamed(board: ShownBoard): Promise<Chart> {
  const here = chartNamed(board);
  if (here) return Promise.resolve(here);
  const name = String(board);
  const asked = coming.get(name);
  if (asked) return asked;
  const answer = get<{ source: RawBoard }>(`/api/games/vediic/board?name=${encodeURIComponent(name)}`).then(({ source }) => {
    const chart = readBoard(source);
    known.set(name, chart);
    return chart;
  });
  answer.catch(() => coming.delete(name)); // another try is made when somebody asks again
  coming.set(name, answer);
  return answer;
}

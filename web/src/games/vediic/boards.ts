/** The boards that matches are played on: those of the package are built into the page, another one is asked for. */
import { get } from "../../lib/api";
import { readBoard, type Chart, type RawBoard } from "./chart";

const SHIPPED = import.meta.glob<RawBoard>("../../../../src/orrery/games/vediic/data/boards/*.json", { eager: true, import: "default" });
const known = new Map<string, Chart>(Object.values(SHIPPED).map((raw) => [raw.name, readBoard(raw)]));
const coming = new Map<string, Promise<Chart>>();

/** A board that is here already. What is said about places needs it, and is said at once. */
export const chartNamed = (name: string): Chart | undefined => known.get(name);

/** A board by its name; asked for once. */
export function boardNamed(name: string): Promise<Chart> {
  const here = known.get(name);
  if (here) return Promise.resolve(here);
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

/** What somebody has solved, kept in this browser: which puzzles, with how much help, and on which days the puzzle of the day. */
import { get } from "./api";
import type { PuzzleInfo, PuzzleList } from "../wire";

/** How far somebody came with a puzzle. */
export interface Solved {
  /** What they did so far; nothing once it is solved. */
  trail: readonly string[];
  done: boolean;
  /** The most that they saw before they solved it: 0 nothing, 1 or 2 that hint, 3 the solution. */
  help: number;
  /** Wrong actions before it was solved. */
  wrong: number;
}

const KEY = "orrery.puzzles";
const NOTHING: Solved = { trail: [], done: false, help: 0, wrong: 0 };
/** The help that gives everything away. */
export const GIVEN_UP = 3;

interface Kept {
  puzzles: Record<string, Solved>;
  /** The days on which the puzzle of the day was solved, each as 2026-11-19. */
  days: string[];
}

/** A day where somebody is, as the server is asked for it. */
export function dayOf(when: Date): string {
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`;
}

/** The day before. */
export function dayBefore(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  // Noon: no change of the clocks makes it another day.
  return dayOf(new Date(year, month - 1, date - 1, 12));
}

/** How many days in a row were solved, up to today, or up to yesterday as long as today's may still come. */
export function streakOf(days: readonly string[], today: string): number {
  const had = new Set(days);
  let day = had.has(today) ? today : dayBefore(today);
  let count = 0;
  for (; had.has(day); day = dayBefore(day)) count++;
  return count;
}

/** The longest row of days ever. */
export function longestOf(days: readonly string[]): number {
  const had = new Set(days);
  return Math.max(0, ...[...had].map((day) => (had.has(dayBefore(day)) ? 0 : count(had, day))));
}
function count(had: ReadonlySet<string>, first: string): number {
  let n = 0;
  const [year = 0, month = 1, date = 1] = first.split("-").map(Number);
  while (had.has(dayOf(new Date(year, month - 1, date + n, 12)))) n++;
  return n;
}

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof kept !== "object" || kept === null) return { puzzles: {}, days: [] };
    const { puzzles, days } = kept as Partial<Kept>;
    const whole = Object.entries(puzzles ?? {}).filter(([, one]) => Array.isArray(one?.trail) && one.trail.every((word) => typeof word === "string"));
    return {
      puzzles: Object.fromEntries(whole.map(([name, one]) => [name, { trail: one.trail, done: one.done === true, help: Number(one.help) || 0, wrong: Number(one.wrong) || 0 }])),
      days: Array.isArray(days) ? days.filter((day) => /^\d{4}-\d\d-\d\d$/.test(String(day))) : [],
    };
  } catch {
    return { puzzles: {}, days: [] }; // a browser that keeps nothing, or something that is not ours
  }
}

export class SolvedPuzzles {
  private kept: Kept = $state.raw(read());
  list: PuzzleList | null = $state.raw(null);
  private asking: { day: string; list: Promise<PuzzleList> } | null = null;

  /** The puzzles there are, and today's: the day is the one where somebody is, so that it changes at their midnight. */
  load(today = dayOf(new Date())): Promise<PuzzleList> {
    if (this.asking?.day !== today) {
      const list = get<PuzzleList>(`/api/puzzles?day=${today}`).then(
        (found) => (this.list = found),
        (fault: unknown) => {
          this.asking = null;
          throw fault;
        },
      );
      this.asking = { day: today, list };
    }
    return this.asking.list;
  }

  at(game: string, puzzle: string): Solved {
    return this.kept.puzzles[`${game}/${puzzle}`] ?? NOTHING;
  }

  /** The days that were solved. */
  get days(): readonly string[] {
    return this.kept.days;
  }

  /** Keeps how far somebody came. What is solved stays so, as it was solved the first time. */
  keep(game: string, puzzle: string, trail: readonly string[], isSolved: boolean): void {
    const before = this.at(game, puzzle);
    this.put(game, puzzle, { ...before, trail: isSolved ? [] : trail, done: before.done || isSolved });
    if (isSolved && before.help < GIVEN_UP) this.dayDone(game, puzzle);
  }

  /** Somebody saw a hint, or the solution, or did something wrong, before they had it. */
  helped(game: string, puzzle: string, help: number): void {
    const before = this.at(game, puzzle);
    if (!before.done && before.help < help) this.put(game, puzzle, { ...before, help });
  }
  missed(game: string, puzzle: string): void {
    const before = this.at(game, puzzle);
    if (!before.done) this.put(game, puzzle, { ...before, wrong: before.wrong + 1 });
  }

  /** Was a puzzle solved by oneself, perhaps with hints? */
  isOwn(game: string, puzzle: string): boolean {
    const found = this.at(game, puzzle);
    return found.done && found.help < GIVEN_UP;
  }

  /** Has somebody looked at no puzzle here yet? */
  get isNew(): boolean {
    return !Object.keys(this.kept.puzzles).length;
  }

  /** The first puzzle of a list that somebody has not solved, after the one where they are. */
  next(puzzles: readonly PuzzleInfo[], after?: string): PuzzleInfo | undefined {
    const at = puzzles.findIndex((one) => one.puzzle === after) + 1;
    return [...puzzles.slice(at), ...puzzles.slice(0, at)].find((one) => !this.at(one.game, one.puzzle).done && one.puzzle !== after);
  }

  private dayDone(game: string, puzzle: string): void {
    const { today, day } = this.list ?? {};
    if (day === undefined || today?.game !== game || today.puzzle !== puzzle || this.kept.days.includes(day)) return;
    this.store({ ...this.kept, days: [...this.kept.days, day] });
  }

  private put(game: string, puzzle: string, one: Solved): void {
    this.store({ ...this.kept, puzzles: { ...this.kept.puzzles, [`${game}/${puzzle}`]: one } });
  }

  private store(kept: Kept): void {
    this.kept = kept;
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // it holds until the page is closed
    }
  }
}

export const solved = new SolvedPuzzles();

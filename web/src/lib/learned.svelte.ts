/** What somebody has learned, kept in this browser: how far they came in each lesson, and which first matches they have played. */
import { get } from "./api";
import type { LessonInfo } from "../wire";

/** How far somebody came: what they did, and whether they were once through. */
export interface Course {
  trail: readonly string[];
  done: boolean;
}

const KEY = "orrery.lessons";
const NOTHING: Course = { trail: [], done: false };
/** What the first match of a game is called among its lessons; no file of a lesson can have this name. */
const MATCH = "-match";

function read(): Record<string, Course> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    const whole = Object.entries(kept as Record<string, Course>).filter(([, one]) => Array.isArray(one?.trail) && one.trail.every((word) => typeof word === "string"));
    return Object.fromEntries(whole.map(([name, one]) => [name, { trail: one.trail, done: one.done === true }]));
  } catch {
    return {}; // a browser that keeps nothing, or something that is not ours
  }
}

export class Learned {
  private courses: Record<string, Course> = $state.raw(read());
  list: LessonInfo[] | null = $state.raw(null);
  private asking: Promise<LessonInfo[]> | null = null;

  /** The lessons there are. */
  load(): Promise<LessonInfo[]> {
    this.asking ??= get<LessonInfo[]>("/api/lessons").then(
      (found) => (this.list = found),
      (fault: unknown) => {
        this.asking = null;
        throw fault;
      },
    );
    return this.asking;
  }

  of(game: string): LessonInfo[] {
    return (this.list ?? []).filter((one) => one.game === game);
  }

  at(game: string, lesson: string): Course {
    return this.courses[`${game}/${lesson}`] ?? NOTHING;
  }

  /** Keeps how far somebody came; who was once through stays so. */
  keep(game: string, lesson: string, trail: readonly string[], isDone: boolean): void {
    const done = isDone || this.at(game, lesson).done;
    // Who takes a finished lesson again begins at its beginning.
    this.courses = { ...this.courses, [`${game}/${lesson}`]: { trail: isDone ? [] : trail, done } };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.courses));
    } catch {
      // it holds until the page is closed
    }
  }

  /** The lesson with which somebody would go on: the first that they have not been through. */
  next(game: string): LessonInfo | undefined {
    return this.of(game).find((one) => !this.at(game, one.lesson).done);
  }

  /** The table of somebody's first match of a game, while it is played; "" once it has ended. */
  matchAt(game: string): string | undefined {
    const course = this.courses[`${game}/${MATCH}`];
    return course === undefined ? undefined : (course.trail[0] ?? "");
  }
  began(game: string, table: string): void {
    this.keep(game, MATCH, [table], false);
  }
  ended(game: string): void {
    this.keep(game, MATCH, [], true);
  }
  hasPlayed(game: string): boolean {
    return this.at(game, MATCH).done;
  }

  /** Has somebody begun to learn anything here? */
  get isNew(): boolean {
    return !Object.keys(this.courses).length;
  }
}

export const learned = new Learned();

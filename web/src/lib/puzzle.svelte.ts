/** A puzzle as the page plays it. A wrong action is played on the board, with all that it leads to, until it is taken back. */
import type { InWords, PuzzleAnswer, PuzzleHint, PuzzleNow, PuzzleSolution, ServerMessage, TableInfo } from "../wire";
import { post } from "./api";
import type { Refusing } from "./model.svelte";
import { page } from "./page.svelte";
import { lost, PreparedSource, tableOf } from "./prepared.svelte";

export class PuzzleSource extends PreparedSource<PuzzleNow, PuzzleAnswer> {
  /** What is said of a wrong action that stands on the board. */
  wrong: InWords | null = $state.raw(null);
  /** How many wrong actions were tried since one came in. */
  tries = $state(0);

  constructor(
    game: string,
    readonly puzzle: string,
    keep: (trail: readonly string[], isSolved: boolean) => void,
  ) {
    super(game, `/api/games/${encodeURIComponent(game)}/puzzles/${encodeURIComponent(puzzle)}`, "strayed", keep);
  }

  override async stand(trail: readonly string[]): Promise<void> {
    await super.stand(trail);
    this.wrong = null;
  }

  /** A hint: the first says what to look for, the second names a few actions, one of which is right. */
  hint(which: number): Promise<PuzzleHint> {
    return post<PuzzleHint>(`${this.path}/hint`, { trail: this.trail, hint: which }).catch(lost);
  }

  /** The solution, for who gives it up. */
  solution(): Promise<PuzzleSolution> {
    return post<PuzzleSolution>(`${this.path}/solution`, {}).catch(lost);
  }

  protected override infoOf(now: PuzzleNow, _lang: "en" | "ja"): TableInfo {
    const names = Array.from({ length: now.seats }, (_, seat) => {
      const place = (seat - now.seat + now.seats) % now.seats;
      return now.seats > 2 ? page.line("puzzle.rival_nth", { n: place }) : page.line("puzzle.rival");
    });
    return tableOf(now.puzzle, now.game, now.seat, names, now);
  }

  protected override isOver(now: PuzzleNow): boolean {
    return now.solved;
  }

  protected override missed(found: PuzzleAnswer): ServerMessage | Refusing {
    this.tries += 1;
    this.actions = [];
    this.show(found.entries);
    if (this.standing) this.standing = { ...this.standing, to_act: null };
    this.wrong = found.says;
    return { type: "done", id: 0, number: this.number };
  }
}

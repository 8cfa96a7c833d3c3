/** Which games there are, as the server tells: their names, how many may sit down, and the options of their matches. The page
 * knows none by itself. */
import type { GameInfo, InWords } from "../wire";
import { get } from "./api";

class Games {
  /** Null until they are known. */
  list: readonly GameInfo[] | null = $state.raw(null);
  fault: unknown = $state.raw(null);
  private asked: Promise<readonly GameInfo[]> | null = null;

  /** Asks which games there are, once; after a failure again. */
  load(): Promise<readonly GameInfo[]> {
    this.asked ??= get<GameInfo[]>("/api/games?examples=false").then(
      (found) => {
        this.fault = null;
        return (this.list = found);
      },
      (fault: unknown) => {
        this.asked = null;
        this.fault = fault;
        throw fault;
      },
    );
    return this.asked;
  }

  /** The same for those who only look: a failure stands in `fault`. */
  look(): void {
    this.load().catch(() => undefined);
  }

  find(game: string | undefined): GameInfo | undefined {
    return this.list?.find((one) => one.game === game);
  }

  /** What a house rule of a game is called; undefined where that is not known. The other options have a place of their own on the
   * form, which says what a fault is about. */
  houseName(game: string, key: string): InWords | undefined {
    return this.find(game)?.options.find((row) => row.key === key && row.house)?.name;
  }
}

export const games = new Games();

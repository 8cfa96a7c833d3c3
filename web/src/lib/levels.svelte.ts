/** Which levels think shorter than they are meant to on the server's machine, because the clock cuts their decisions short. */
import type { Level } from "../wire";
import { get, Refusal } from "./api";

class Levels {
  private short: Record<string, Record<string, number>> = $state.raw({});
  private brought: readonly Level[] = $state.raw([]);

  /** Asks the server. Where it does not answer, what was known stays: nobody needs it in order to play. */
  async look(): Promise<void> {
    try {
      const found = await get<Level[]>("/api/levels");
      this.short = Object.fromEntries(found.map(({ bot, short }) => [bot, short ?? {}]));
      this.brought = found.filter(({ games }) => games !== undefined);
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
    }
  }

  /** The bots that the host of the server has brought, as far as they play a game. */
  hosted(game: string): string[] {
    return this.brought.filter(({ games }) => games?.includes(game)).map(({ bot }) => bot);
  }

  /** The share of its simulations that a bot gets there, in per cent; null where it gets enough of them, or nothing is known. */
  share(game: string | undefined, bot: string | null): number | null {
    return this.short[bot ?? ""]?.[game ?? ""] ?? null;
  }
}

export const levels = new Levels();

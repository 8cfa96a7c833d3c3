/** A suggestion while a deck is made: what a strong player would take, asked for once, or again and again until the deck is done. */
import type { Scene, TableHandle } from "../contract";

/** The server answers so many questions at once, then one in so many ms. */
const AT_ONCE = 15;
const APART = 2100;
/** So often it may fail to answer before it is left to the person again. */
const FAILURES = 4;

interface Suggestion {
  action: string;
  why: string;
}

export class Advising {
  /** What is suggested now. */
  now: Suggestion | null = $state.raw(null);
  thinking = $state(false);
  /** All that is left is taken as suggested. */
  finishing = $state(false);
  /** They stay the same while nothing is done. */
  private readonly actions = $derived.by(() => this.scene().actions);
  private asked = 0;
  private last = 0;

  constructor(
    private readonly scene: () => Scene,
    private readonly table: () => TableHandle,
  ) {
    // A suggestion belongs to its moment.
    $effect(() => {
      const { actions } = this;
      let left = false;
      if (this.finishing && actions.length) void this.go(() => left);
      return () => {
        left = true;
        if (this.now !== null) this.table().suggest(null);
        this.now = null;
      };
    });
  }

  /** Asks once, and shows what is answered. */
  async ask(): Promise<void> {
    if (this.thinking) return;
    this.thinking = true;
    const { actions } = this;
    const found = await this.answer();
    this.thinking = false;
    if (found === null || this.actions !== actions) return;
    this.now = found;
    this.table().suggest(found.action);
  }

  stop(): void {
    this.finishing = false;
  }

  /** Takes what is suggested, unless somebody has stopped it or something else was done meanwhile. */
  private async go(isOver: () => boolean): Promise<void> {
    for (let failures = 0; failures < FAILURES; failures++) {
      const wait = this.asked < AT_ONCE ? 0 : this.last + APART - Date.now();
      if (wait > 0) await new Promise((done) => setTimeout(done, wait));
      if (isOver() || !this.finishing) return;
      const found = await this.answer();
      if (isOver() || !this.finishing) return;
      if (found !== null && (await this.table().act(found.action))) return;
      await new Promise((done) => setTimeout(done, APART));
    }
    this.stop();
  }

  private async answer(): Promise<Suggestion | null> {
    this.asked += 1;
    this.last = Date.now();
    const told = (await this.table().ask("hint")) as { hints?: { action: string; why: Record<string, string> }[] } | null;
    const best = told?.hints?.[0];
    return best === undefined || !this.actions.includes(best.action) ? null : { action: best.action, why: best.why[this.scene().texts.lang] ?? "" };
  }
}

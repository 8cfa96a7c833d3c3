/** Waiting for somebody to play with: asks on and on, and says where the match is when there is one. */
import { askForSeat, playBotMeanwhile, Refusal, waitFor, waitNoMore, type RunningMatch, type Waiting } from "../lib/api";

/** After a fault, so many milliseconds until one asks again. */
const AGAIN = 2000;

export class QuickWait {
  /** How it stands; null until the first answer. */
  now: Waiting | null = $state.raw(null);
  /** When one began to wait, by this browser's clock. */
  since = $state(0);
  /** The last question got no answer. */
  lost = $state(false);
  /** Whom one asked for a seat, while they are asked. */
  asked: RunningMatch | null = $state.raw(null);
  /** Who did not give it. */
  declined: string | null = $state(null);
  busy = $state(false);
  private skip: string[] = [];
  private over = false;

  /** `land` is called once with the table at which one plays, `fail` with what keeps one from waiting. */
  constructor(
    readonly game: string,
    private readonly land: (table: string) => void,
    private readonly fail: (fault: unknown) => void,
  ) {
    this.since = Date.now();
    void this.run();
  }

  private async run(): Promise<void> {
    let known = "";
    while (!this.over) {
      try {
        const found = await waitFor(this.game, known, this.skip);
        if (this.over) return;
        known = found.tag;
        this.take(found);
      } catch (fault) {
        if (this.over) return;
        if (fault instanceof Refusal && fault.status >= 400 && fault.status < 500 && fault.status !== 429) return this.end(() => this.fail(fault));
        if (fault instanceof Refusal && fault.code === "too_many_tables") return this.end(() => this.fail(fault));
        this.lost = true;
        known = "";
        await new Promise((done) => setTimeout(done, AGAIN));
      }
    }
  }

  private take(found: Waiting): void {
    this.lost = false;
    this.since = Date.now() - found.waited;
    if (this.asked !== null && found.asking === null && found.table === null && !this.busy) {
      this.declined = this.asked.name;
      this.pass(this.asked.table);
      this.asked = null;
    }
    this.now = found;
    const table = found.table;
    if (table !== null) this.end(() => this.land(table));
  }

  private end(then: () => void): void {
    if (this.over) return;
    this.over = true;
    then();
  }

  /** One does not want the bot's seat there, or did not get it. */
  pass(table: string): void {
    this.skip = [...this.skip, table].slice(-20);
    if (this.now?.offer?.table === table) this.now = { ...this.now, offer: null };
  }

  /** Asks for the bot's seat in somebody's match. */
  async ask(match: RunningMatch): Promise<void> {
    this.busy = true;
    this.declined = null;
    try {
      await askForSeat(match.table);
      this.asked = match;
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      this.declined = match.name;
      this.pass(match.table);
    } finally {
      this.busy = false;
    }
  }

  /** Plays against a bot meanwhile. */
  async playBot(bot: string): Promise<void> {
    this.busy = true;
    try {
      const { table } = await playBotMeanwhile(this.game, bot);
      this.end(() => this.land(table));
    } catch (fault) {
      this.end(() => this.fail(fault));
    } finally {
      this.busy = false;
    }
  }

  /** Waits no longer; if somebody came at this very moment, one plays with them all the same. */
  async leave(): Promise<void> {
    if (this.over) return;
    this.over = true;
    try {
      const { table } = await waitNoMore(this.game);
      if (table !== null) this.land(table);
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault; // who does not ask any more is forgotten soon
    }
  }
}

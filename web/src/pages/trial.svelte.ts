/** A deck being tried: asks the server for one slice of matches after the other, until it is told to stop or all are played. The server
 * keeps nothing of it: what goes wrong on the way is asked for again, from the match at which it went wrong. */
import { postUntil, Refusal } from "../lib/api";
import { myself } from "../lib/me.svelte";
import type { TrialPart, TrialRival } from "../wire";
import { digits, keepTrial, numbers, type KeptTrial, type Terms } from "./kept-trials";

/** A deck as it is tried. */
export interface Tried {
  terms: Terms;
  /** As `deckKey` writes it. */
  key: string;
  desk: string;
  cards: Record<string, number>;
  element?: string;
}

export type TrialState = "none" | "running" | "stopped" | "done" | "failed";

/** Seconds after which something that failed is asked for again; after the last of them it has failed. */
const PAUSES = [1, 2, 4];
/** What may be another time. */
const PASSING = new Set(["no_link", "not_tried", "failed", "too_fast"]);

/** Waits until somebody looks at the page. */
async function seen(signal: AbortSignal): Promise<void> {
  while (document.hidden && !signal.aborted) {
    await new Promise((done) => {
      document.addEventListener("visibilitychange", done, { once: true });
      signal.addEventListener("abort", done, { once: true });
    });
  }
}

const rest = (seconds: number): Promise<void> => new Promise((done) => setTimeout(done, 1000 * seconds));

export class Trial {
  state: TrialState = $state("none");
  /** The deck whose matches these are; null while there are none. */
  of: Tried | null = $state.raw(null);
  halves: readonly number[] = $state.raw([]);
  field: readonly TrialRival[] = $state.raw([]);
  /** How many matches there are at most. */
  most = $state(0);
  /** How many have their turn first. */
  before = $state(0);
  fault: unknown = $state.raw(null);

  private going: AbortController | null = null;

  /** Shows what is known of a deck, without asking. */
  show(tried: Tried, kept: KeptTrial, most: number): void {
    this.stop();
    [this.of, this.halves, this.field, this.most, this.fault] = [tried, numbers(kept.halves), kept.field, most, null];
    this.state = this.halves.length >= most ? "done" : "stopped";
  }

  /** Shows nothing any more. */
  clear(): void {
    this.stop();
    [this.of, this.halves, this.state, this.fault] = [null, [], "none", null];
  }

  /** Tries a deck; goes on if it is the one of which some matches are known. */
  async start(tried: Tried, known: readonly number[] = []): Promise<void> {
    this.stop();
    const going = (this.going = new AbortController());
    [this.of, this.halves, this.before, this.fault, this.state] = [tried, known, 0, null, "running"];
    let failures = 0;
    while (!going.signal.aborted) {
      try {
        await seen(going.signal);
        await myself.be();
        const part = await this.ask(going.signal);
        if (going.signal.aborted) return;
        this.take(part);
        failures = 0;
        if (this.halves.length >= this.most) {
          this.state = "done";
          return;
        }
      } catch (fault) {
        if (going.signal.aborted) return;
        const pause = PAUSES[failures++];
        if (!(fault instanceof Refusal) || !PASSING.has(fault.code) || pause === undefined) {
          [this.state, this.fault] = ["failed", fault];
          return;
        }
        await rest(pause);
      }
    }
  }

  /** Has no more matches played. */
  stop(): void {
    this.going?.abort();
    this.going = null;
    if (this.state === "running") this.state = "stopped";
  }

  private ask(signal: AbortSignal): Promise<TrialPart> {
    const { terms, cards, element } = this.of as Tried;
    const deck = { cards, ...(element ? { element } : {}) };
    const wish = { deck, mode: terms.mode, bot: terms.bot, start: this.halves.length };
    return postUntil<TrialPart>(signal, `/api/games/${terms.game}/decks/trial`, wish);
  }

  private take(part: TrialPart): void {
    [this.field, this.most, this.before] = [part.field, part.most, part.before];
    if (!part.halves.length) return;
    this.halves = [...this.halves, ...part.halves];
    const { terms, key, desk } = this.of as Tried;
    keepTrial({ ...terms, deck: key, desk, field: part.field, halves: digits(this.halves) });
  }
}

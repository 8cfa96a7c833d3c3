/** A word at the first time something new happens at a table: each once, and none for those who want none. */
import { untrack } from "svelte";
import type { Coach, GameEvent } from "../games/contract";
import { loadCoach } from "./loading";
import type { Model } from "./model.svelte";
import { settings } from "./settings.svelte";

export const WIN = "win";

export class Coaching {
  coach: Coach | null = $state.raw(null);
  /** What waits to be read, the first first: names of texts. */
  waiting: readonly string[] = $state.raw([]);
  private seen = 0;

  constructor(private readonly model: Model) {}

  /** What is to be read now; null: nothing. */
  readonly now: string | null = $derived.by(() => (settings.kept.coach ? (this.waiting[0] ?? null) : null));

  /** Follows the table; call in an effect. What is told first is how one wins. */
  follow(): void {
    const { scene, resting, log } = this.model;
    if (!settings.kept.coach || scene === null || !resting || scene.over || scene.seat === null) return;
    if (this.coach === null) {
      void loadCoach(this.model.game).then(
        (found) => (this.coach = found),
        () => undefined, // it is missed by nobody who plays
      );
      return;
    }
    const { coach } = this;
    untrack(() => {
      const fresh = log.filter((entry) => entry.past.number > this.seen && entry.past.kind === "act");
      this.seen = log.at(-1)?.past.number ?? this.seen;
      const events = fresh.flatMap((entry) => (Array.isArray(entry.past.events) ? (entry.past.events as GameEvent[]) : []));
      for (const name of [WIN, ...coach.firsts(scene, events).map((one) => `first.${one}`)]) this.add(name);
    });
  }

  private add(name: string): void {
    if (this.waiting.includes(name) || settings.kept.told.includes(this.key(name))) return;
    this.waiting = [...this.waiting, name];
  }

  private key(name: string): string {
    return `${this.model.game}:${name}`;
  }

  /** It was read, and is not said again. */
  read(): void {
    const name = this.waiting[0];
    if (name === undefined) return;
    this.waiting = this.waiting.slice(1);
    settings.change({ told: [...settings.kept.told, this.key(name)] });
  }

  /** No more of these. */
  stop(): void {
    this.waiting = [];
    settings.change({ coach: false });
  }
}

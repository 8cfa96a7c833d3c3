/** The page's own texts in the language spoken now. Reading them in a template follows a change of language. */
import shared from "../generated/shared.json";
import own from "../texts/page.json";
import { Refusal } from "./api";
import { faultRows } from "./faultrows.svelte";
import { faultWords, type Fault } from "./faults";
import { games } from "./games.svelte";
import { settings } from "./settings.svelte";
import { Texts, type Fact, type Lang, type Rows } from "./texts";
import type { Part, Sentence } from "../games/contract";

class PageTexts {
  private readonly now: Texts = $derived(new Texts(settings.kept.lang, [own as Rows, faultRows.now ?? {}, shared as Rows]));

  get lang(): Lang {
    return this.now.lang;
  }
  has(key: string): boolean {
    return this.now.has(key);
  }
  raw(key: string, facts?: Record<string, Fact>): string {
    return this.now.raw(key, facts);
  }
  say(key: string, facts?: Record<string, Fact>): Sentence {
    return this.now.say(key, facts);
  }
  line(key: string, facts?: Record<string, Fact>): string {
    return this.now.line(key, facts);
  }
  join(items: readonly (Sentence | Part | string)[]): Sentence {
    return this.now.join(items);
  }

  /** What went wrong, in words. */
  fault(fault: unknown): string {
    return fault instanceof Refusal ? this.refused(fault) : this.line("fault.unknown");
  }

  /** What the server refused, in words. Where the words cannot be had, no more than that. */
  refused(fault: Fault): string {
    if (faultRows.now === null) {
      void faultRows.come();
      return this.line(this.has(`fault.${fault.code}`) ? `fault.${fault.code}` : "fault.unknown");
    }
    const of = (game: unknown, key: unknown): string | undefined => games.houseName(String(game), String(key))?.[this.lang];
    return faultWords(this.now, fault, { option: of, game: (name) => games.find(name)?.title[this.lang] });
  }

  /** A game by its title, once that is known; one that is not offered here by its name. */
  game(name: string): string {
    return games.list === null ? "" : (games.find(name)?.title[this.lang] ?? name);
  }

  /** How many may play. */
  seats(counts: readonly number[]): string {
    const [least = 0, most = 0] = [counts[0], counts.at(-1)];
    if (counts.length < 2) return this.line("facts.seats_one", { n: least });
    if (most - least === counts.length - 1) return this.line("facts.seats", { least, most });
    return this.line("facts.seats_some", { some: counts.slice(0, -1).join(this.raw("list.between")), last: most });
  }

  /** For how many people a table waits. */
  waiting(n: number): string {
    return n ? this.line("state.waiting", { n }) : this.line("state.ready");
  }

  /** A player as people call it: bots by the name of their strength, others as they are. */
  player(name: string): string {
    const key = `bot.${name}`;
    return this.has(key) ? this.line(key) : name;
  }

  /** A moment, as short as it can be understood: today a time, else a day. */
  moment(ms: number): string {
    const then = new Date(ms);
    const today = then.toDateString() === new Date().toDateString();
    const form: Intl.DateTimeFormatOptions = today
      ? { hour: "2-digit", minute: "2-digit" }
      : { month: "short", day: "numeric" };
    return new Intl.DateTimeFormat(this.lang, form).format(then);
  }
}

export const page = new PageTexts();

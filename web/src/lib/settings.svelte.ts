/** What a person has chosen about the page itself, kept in this browser. */
import type { Lang } from "./texts";

interface Kept {
  lang: Lang;
  theme: "auto" | "dark" | "light";
  motion: "auto" | "full" | "none";
  sound: boolean;
  /** Where sounds were offered: at no table yet (null), at this one, or wherever it was answered (""). */
  soundOffered: string | null;
  speed: number;
  /** A word at the first time that something new happens at a table. */
  coach: boolean;
  /** What was told by then, as GAME:NAME. */
  told: readonly string[];
  /** The level of the opponent that “Play now” takes, by game. */
  levels: Record<string, string>;
}

export type Theme = "dark" | "light";

const KEY = "orrery.settings";
/** At which path a table had a theme of its own, so that the page has it from the start when it is loaded again. */
const LENT = "orrery.theme";

interface Lent {
  path: string;
  theme: Theme;
}

function lentBefore(): Theme | null {
  try {
    const lent = JSON.parse(sessionStorage.getItem(LENT) ?? "null") as Lent | null;
    return lent !== null && lent.path === location.pathname ? lent.theme : null;
  } catch {
    return null;
  }
}

function read(): Kept {
  const usual: Kept = {
    lang: navigator.language.startsWith("ja") ? "ja" : "en",
    theme: "auto",
    motion: "auto",
    sound: false,
    soundOffered: null,
    speed: 1,
    coach: true,
    told: [],
    levels: {},
  };
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? { ...usual, ...(kept as Partial<Kept>) } : usual;
  } catch {
    return usual; // a browser that keeps nothing, or something that is not ours
  }
}

class Settings {
  kept: Kept = $state(read());
  private readonly still = matchMedia("(prefers-reduced-motion: reduce)");
  private readonly light = matchMedia("(prefers-color-scheme: light)");
  private prefersStill = $state(this.still.matches);
  private prefersLight = $state(this.light.matches);
  /** The theme of the table one is at, for those who have chosen none. */
  private lent: Theme | null = $state(lentBefore());

  constructor() {
    this.still.addEventListener("change", (change) => {
      this.prefersStill = change.matches;
      this.apply();
    });
    this.light.addEventListener("change", (change) => {
      this.prefersLight = change.matches;
      this.apply();
    });
    // Another tab of the same person changed something.
    addEventListener("storage", (change) => {
      if (change.key !== KEY) return;
      this.kept = read();
      this.apply();
    });
  }

  /** No motion is wanted. */
  get calm(): boolean {
    return this.kept.motion === "none" || (this.kept.motion === "auto" && this.prefersStill);
  }

  /** The theme that is shown. */
  get theme(): Theme {
    if (this.kept.theme !== "auto") return this.kept.theme;
    return this.lent ?? (this.prefersLight ? "light" : "dark");
  }

  /** A table has a theme of its own, for those who have chosen none; null: as everywhere. */
  lend(theme: Theme | null): void {
    this.lent = theme;
    try {
      if (theme === null) sessionStorage.removeItem(LENT);
      else sessionStorage.setItem(LENT, JSON.stringify({ path: location.pathname, theme } satisfies Lent));
    } catch {
      // it comes a moment late after the page is loaded again
    }
    this.apply();
  }

  change(what: Partial<Kept>): void {
    this.kept = { ...this.kept, ...what };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // it holds until the page is closed
    }
    this.apply();
  }

  /** Sets language, theme and motion on the document. */
  apply(): void {
    const root = document.documentElement;
    root.lang = this.kept.lang;
    root.dataset["theme"] = this.theme;
    root.dataset["calm"] = String(this.calm);
  }
}

export const settings = new Settings();

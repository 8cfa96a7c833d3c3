/** What a person has chosen about the page itself, kept in this browser. */
import type { Lang } from "./texts";

interface Kept {
  lang: Lang;
  theme: "auto" | "dark" | "light";
  motion: "auto" | "full" | "none";
  sound: boolean;
  speed: number;
  /** The level of the opponent that “Play now” takes, by game. */
  levels: Record<string, string>;
}

const KEY = "orrery.settings";

function read(): Kept {
  const usual: Kept = {
    lang: navigator.language.startsWith("ja") ? "ja" : "en",
    theme: "auto",
    motion: "auto",
    sound: false,
    speed: 1,
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

  constructor() {
    this.still.addEventListener("change", (change) => {
      this.prefersStill = change.matches;
      this.apply();
    });
    this.light.addEventListener("change", () => this.apply());
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
    root.dataset["theme"] = this.kept.theme === "auto" ? (this.light.matches ? "light" : "dark") : this.kept.theme;
    root.dataset["calm"] = String(this.calm);
  }
}

export const settings = new Settings();

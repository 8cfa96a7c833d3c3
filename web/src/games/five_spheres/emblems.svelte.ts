/** What pictures are drawn with, loaded when one is to be drawn: the painter, the emblems of the cards (each sphere by itself,
 * because a match has cards of a few) and the small marks of abilities. What reads them is drawn again when they have come. */
import type { Emblem } from "./art";
import type { Sphere, SphereCard } from "./view";

/** Where the parts lie. They are fetched as data: as modules they would be put together with code. */
const PARTS = import.meta.glob<string>("../../generated/emblems/five_spheres/*.json", { query: "?url&no-inline", import: "default", eager: true });
const MARKS = "marks";
const PAINTER = "painter";

class Emblems {
  private parts = $state.raw<Record<string, Record<string, Emblem>>>({});
  private painter = $state.raw<typeof import("./art") | null>(null);
  private readonly asked = new Set<string>();

  /** The picture of a card as the inside of an SVG; null until there is a painter, without an emblem until that is here. */
  picture(id: string, card: SphereCard): string | null {
    const rows = this.part(card.spheres[0] ?? MARKS);
    const painter = this.wanted();
    if (painter === null) return null;
    const found = rows?.[id];
    return painter.picture(id, card, rows === undefined ? undefined : painter.isOf(card, found) ? found : null);
  }

  /** The back of a card; null until there is a painter. */
  back(spheres: readonly Sphere[]): string | null {
    return this.wanted()?.back(spheres) ?? null;
  }

  /** The outline of a mark in a box of 128, once it is here. */
  mark(name: string): string | undefined {
    return this.part(MARKS)?.[name]?.d;
  }

  private part(name: string): Record<string, Emblem> | undefined {
    const here = this.parts[name];
    if (here === undefined && !this.asked.has(name)) void this.load(name);
    return here;
  }

  private wanted(): typeof import("./art") | null {
    if (this.painter === null && !this.asked.has(PAINTER)) void this.once(PAINTER, async () => (this.painter = await import("./art")));
    return this.painter;
  }

  private load(name: string): Promise<void> {
    return this.once(name, async () => {
      const place = PARTS[`../../generated/emblems/five_spheres/${name}.json`];
      const found = place === undefined ? {} : ((await (await fetch(place)).json()) as Record<string, Emblem>);
      this.parts = { ...this.parts, [name]: found };
    });
  }

  /** Loads something, unless it is under way. Where the link is lost, whoever draws next asks again. */
  private async once(name: string, work: () => Promise<unknown>): Promise<void> {
    this.asked.add(name);
    try {
      await work();
    } catch {
      this.asked.delete(name);
    }
  }
}

export const emblems = new Emblems();

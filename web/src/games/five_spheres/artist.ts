/** The cards of Five Spheres as whole pictures. */
import type { Artist, Shipped } from "../contract";
import { LANGS } from "../../lib/texts";
import { isOf, type Emblem } from "./art";
import { face } from "./face";
import type { SphereCard } from "./view";

const PARTS = import.meta.glob<{ default: Record<string, Emblem> }>("../../generated/emblems/five_spheres/*.json", { eager: true });
const part = (name: string): Record<string, Emblem> => PARTS[`../../generated/emblems/five_spheres/${name}.json`]?.default ?? {};

/** The names of a half in all languages. */
const named = (names: Shipped["names"], id: string, half: "creature" | "spell"): string[] => LANGS.flatMap((lang) => names[lang]?.[id]?.[half] ?? []);

export default {
  pictures: ({ cards, names }) =>
    Object.entries(cards as Record<string, SphereCard>).map(([id, card]) => {
      const found = part(card.spheres[0] ?? "")[id];
      return [id, face(id, card, isOf(card, found) ? found : null, part("marks"), { creature: named(names, id, "creature"), spell: named(names, id, "spell") })];
    }),
} satisfies Artist;

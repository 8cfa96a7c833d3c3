/** The cards of Space Editor as whole pictures, each upright, and their back. */
import type { Artist } from "../contract";
import { back, face } from "./face";
import type { Definition } from "./view";

const WIDE = 400;

const sheet = (name: string, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${WIDE}" height="${WIDE}"><clipPath id="${name}-edge"><rect width="100" height="100" rx="7"/></clipPath><g clip-path="url(#${name}-edge)">${inside.replaceAll("§", `${name}-`)}</g></svg>\n`;

export default {
  pictures({ cards }) {
    const faces = Object.entries(cards as Record<string, Definition>).map(([id, card]): [string, string] => [id, sheet(`c${id}`, face(id, card))]);
    return [...faces, ["back", sheet("back", back())]];
  },
} satisfies Artist;

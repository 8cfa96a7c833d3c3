/** The art of all games that bring an artist, for the build: it runs without a page. */
import type { Artist, Shipped } from "../games/contract";

const ARTISTS = import.meta.glob<{ default: Artist }>("../games/*/artist.ts");

/** What a picture may be called: it becomes the name of a file and a part of an address. */
const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/i;

/** The pictures of a game by the names of their files; none of a game without an artist. */
export async function paint(game: string, shipped: Shipped): Promise<[string, string][]> {
  const found = await ARTISTS[`../games/${game}/artist.ts`]?.();
  const pictures = found?.default.pictures(shipped) ?? [];
  for (const [name] of pictures) if (!NAME.test(name)) throw new Error(`${game}: ${name} is no name for the file of a picture`);
  return pictures;
}

/** The name of a card in a few short lines, for a small square. */

/** Where a name without spaces may be parted: after these. */
const JOINTS = /[のとをにへはが・〜ー]/;

/** So wide is a letter, counted in letters of the alphabet. */
const wideOf = (text: string): number => [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0x2e80 ? 1.8 : 1), 0);

/** The name in at most so many lines, as even as can be; a word is only parted where there are no spaces. */
export function wrapped(name: string, most: number): string[] {
  const parts = name.includes(" ") ? name.split(" ") : pieces(name);
  const glue = name.includes(" ") ? " " : "";
  let best = [name];
  const cut = (from: number, lines: string[]): void => {
    if (from === parts.length) {
      if (longest(lines) < longest(best)) best = lines;
      return;
    }
    if (lines.length === most) return;
    for (let to = from + 1; to <= parts.length; to++) cut(to, [...lines, parts.slice(from, to).join(glue)]);
  };
  cut(0, []);
  return best;
}

export const longest = (lines: readonly string[]): number => Math.max(...lines.map(wideOf));

/** A short name stays whole; another one is parted at its joints, or in its middle if it has none. */
function pieces(name: string): string[] {
  const letters = [...name];
  if (letters.length < 5 || wideOf(name) === letters.length) return [name];
  const found: string[] = [];
  let piece = "";
  letters.forEach((letter, i) => {
    piece += letter;
    if (JOINTS.test(letter) && i > 0 && i < letters.length - 1) {
      found.push(piece);
      piece = "";
    }
  });
  found.push(piece);
  if (found.length > 1) return found;
  const half = Math.ceil(letters.length / 2);
  return [letters.slice(0, half).join(""), letters.slice(half).join("")];
}

// Takes the drawings that the games use out of the collection game-icons, and only those:
//     node emblems.mjs
// A game's `emblems.json` has parts with rows, each with the name of its `drawing`, and `authors`: whose the drawings are.
// Each part becomes `src/generated/emblems/GAME/PART.json`, where a row has the outline `d` instead of the name. Outlines are
// drawn again on a grid of whole numbers, which halves them: emblems in a box of 512, the small marks in one of 128.
// `src/generated/emblems/authors.json` names all authors, those with the most drawings first.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { redrawn } from "./outline.mjs";

const HERE = import.meta.dirname;
const BOX = 512;
const MARKS = "marks";
const MARK_BOX = 128;

const read = (place) => JSON.parse(readFileSync(place, "utf8"));
const { icons } = read(join(HERE, "node_modules/@iconify-json/game-icons/icons.json"));

/** The outline of a drawing: all of the collection are one path in one colour. */
function outline(name, box) {
  const found = /^<path fill="currentColor" d="([^"]+)"\/>$/.exec(icons[name]?.body ?? "");
  if (found === null) throw new Error(`game-icons has no drawing ${name} of one outline`);
  return redrawn(found[1], box / BOX);
}

/** Writes a file where it would become another. */
function write(file, value) {
  const text = JSON.stringify(value) + "\n";
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
}

const drawings = new Map();
for (const game of readdirSync(join(HERE, "src/games"))) {
  const place = join(HERE, "src/games", game, "emblems.json");
  if (!existsSync(place)) continue;
  const { authors, ...parts } = read(place);
  const known = new Set(Object.values(authors).flat());
  const folder = join(HERE, "src/generated/emblems", game);
  mkdirSync(folder, { recursive: true });
  for (const [part, rows] of Object.entries(parts)) {
    const made = {};
    for (const [id, { drawing, ...row }] of Object.entries(rows)) {
      if (!known.has(drawing)) throw new Error(`${place}: nobody is named as the author of ${drawing}`);
      made[id] = { ...row, d: outline(drawing, part === MARKS ? MARK_BOX : BOX) };
    }
    write(join(folder, `${part}.json`), made);
  }
  for (const [author, theirs] of Object.entries(authors)) drawings.set(author, (drawings.get(author) ?? 0) + theirs.length);
}
const byNumber = [...drawings].sort(([one, n], [other, m]) => m - n || one.localeCompare(other)).map(([author]) => author);
write(join(HERE, "src/generated/emblems/authors.json"), byNumber);

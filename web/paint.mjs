// Writes the art of everything that the package ships as SVG files, GAME/NAME.svg:
//     node paint.mjs SHIPPED.json FOLDER
// SHIPPED.json (tools/shipped.py) has what is shipped by game; the artists of the games' folders draw it.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createServer } from "vite";

const [place, folder] = process.argv.slice(2);
if (place === undefined || folder === undefined) throw new Error("node paint.mjs SHIPPED.json FOLDER");
const shipped = JSON.parse(readFileSync(place, "utf8"));
// Nobody is served: Vite only reads the TypeScript.
const vite = await createServer({
  root: import.meta.dirname,
  configFile: false,
  appType: "custom",
  logLevel: "error",
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
});
try {
  const { paint } = await vite.ssrLoadModule("/src/lib/gallery.ts");
  for (const [game, things] of Object.entries(shipped)) {
    const pictures = await paint(game, things);
    if (pictures.length) mkdirSync(join(folder, game), { recursive: true });
    for (const [name, svg] of pictures) writeFileSync(join(folder, game, `${name}.svg`), svg);
  }
} finally {
  await vite.close();
}

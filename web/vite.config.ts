import { svelte } from "@sveltejs/vite-plugin-svelte";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// `npm run dev` shows the page from its sources; a server (`orrery serve --port 8765`) must run beside it.
const server = process.env.ORRERY_SERVER ?? "http://127.0.0.1:8765";

/** The pictures that links to a game show where people share them: beside the page, under names that the server knows. */
const previews: Plugin = {
  name: "orrery-previews",
  apply: "build",
  generateBundle() {
    const games = new URL("src/games/", import.meta.url);
    for (const game of readdirSync(games)) {
      for (const [file, name] of [["preview", game], ["preview-deck", `${game}-deck`], ["preview-question", `${game}-question`]]) {
        const picture = new URL(`${game}/${file}.jpg`, games);
        if (existsSync(picture)) this.emitFile({ type: "asset", fileName: `previews/${name}.jpg`, source: readFileSync(picture) });
      }
    }
  },
};

export default defineConfig({
  plugins: [svelte(), previews],
  build: {
    outDir: "../src/orrery/server/page",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    // Pieces of a few hundred bytes cost more to ask for than they hold; with a larger measure a table would get pieces of other
    // games and pages together with what it needs.
    // What everything is made with stands by itself, so that no part of it is put into the piece of a game.
    rollupOptions: {
      output: {
        experimentalMinChunkSize: 4_000,
        manualChunks: (id) => (id.includes("/node_modules/svelte/") ? "svelte" : undefined),
      },
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": { target: server, ws: true } },
    // Boards are read from the package's own data.
    fs: { allow: [".."] },
  },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});

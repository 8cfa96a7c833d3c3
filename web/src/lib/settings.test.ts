import { afterEach, beforeEach, expect, test, vi } from "vitest";

const root = { lang: "", dataset: {} as Record<string, string> };
let light = false;
let kept: string | null = null;
let session = new Map<string, string>();

beforeEach(() => {
  vi.resetModules();
  light = true;
  kept = null;
  session = new Map();
  vi.stubGlobal("document", { documentElement: root });
  vi.stubGlobal("location", { pathname: "/table/t1" });
  vi.stubGlobal("navigator", { language: "en-GB" });
  vi.stubGlobal("localStorage", { getItem: () => kept, setItem: (_: string, text: string) => (kept = text) });
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => session.get(name) ?? null,
    setItem: (name: string, text: string) => session.set(name, text),
    removeItem: (name: string) => session.delete(name),
  });
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: light && query.includes("light"), addEventListener: () => undefined }));
  vi.stubGlobal("addEventListener", () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

test("a table's own theme is for those who have chosen none, and only there", async () => {
  const { settings } = await import("./settings.svelte");
  settings.apply();
  expect(root.dataset["theme"]).toBe("light");
  settings.lend("dark");
  expect([root.dataset["theme"], settings.theme]).toEqual(["dark", "dark"]);
  settings.change({ theme: "light" });
  expect(root.dataset["theme"]).toBe("light");
  settings.change({ theme: "auto" });
  expect(root.dataset["theme"]).toBe("dark");
  settings.lend(null);
  expect(root.dataset["theme"]).toBe("light");
});

test("a table that is loaded again has its theme from the start, another place has not", async () => {
  (await import("./settings.svelte")).settings.lend("dark");
  vi.resetModules();
  expect((await import("./settings.svelte")).settings.theme).toBe("dark");
  vi.resetModules();
  vi.stubGlobal("location", { pathname: "/" });
  expect((await import("./settings.svelte")).settings.theme).toBe("light");
});

import { afterEach, expect, test, vi } from "vitest";
import { levels } from "./levels.svelte";

afterEach(() => void vi.unstubAllGlobals());

const answer = (body: unknown, status = 200): void =>
  void vi.stubGlobal("fetch", async () => new Response(JSON.stringify(body), { status }));

test("a level is short in the games that the server names, and in no other", async () => {
  expect(levels.share("vediic", "level5")).toBeNull();
  answer([{ bot: "level4" }, { bot: "level5", short: { vediic: 60 } }]);
  await levels.look();
  expect(levels.share("vediic", "level5")).toBe(60);
  expect(levels.share("five_spheres", "level5")).toBeNull();
  expect(levels.share("vediic", "level4")).toBeNull();
  expect(levels.share("vediic", null)).toBeNull();
  expect(levels.share(undefined, "level5")).toBeNull();
});

test("what was known stays where the server does not answer, and goes when it is no longer so", async () => {
  answer({ code: "too_fast", message: "" }, 429);
  await levels.look();
  expect(levels.share("vediic", "level5")).toBe(60);
  answer([{ bot: "level5" }]);
  await levels.look();
  expect(levels.share("vediic", "level5")).toBeNull();
});

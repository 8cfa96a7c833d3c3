import { afterEach, expect, test, vi } from "vitest";
import type { GameInfo } from "../wire";

vi.mock("../table/plain", () => ({ default: "plain" }));
vi.mock("../games/vediic/index.ts", () => ({ default: "vediic" }));

afterEach(() => void vi.unstubAllGlobals());

/** A server that knows one game. */
function serve(): string[] {
  const asked: string[] = [];
  const known: Partial<GameInfo>[] = [{ game: "stranger", title: { en: "Stranger", ja: "よそ者" } }];
  vi.stubGlobal("fetch", async (path: string) => (asked.push(path), new Response(JSON.stringify(known))));
  return asked;
}

test("a game with a folder has its own board, any other the plain one", async () => {
  const { loadGame } = await import("./loading");
  expect(await loadGame("vediic")).toBe("vediic");
  expect(await loadGame("stranger")).toBe("plain");
  expect(await loadGame("constructor")).toBe("plain");
});

test("a game without texts has the title that the server tells, or its name", async () => {
  const asked = serve();
  const { loadTexts } = await import("./loading");
  expect((await loadTexts("stranger"))["game.title"]).toEqual({ en: "Stranger", ja: "よそ者" });
  expect((await loadTexts("stranger"))["who.you"]).toBeDefined();
  expect((await loadTexts("nobody"))["game.title"]).toEqual({ en: "nobody", ja: "nobody" });
  expect(asked).toEqual(["/api/games?examples=false"]);
});

test("nothing is asked for about cards and figures of a game that lays none out", async () => {
  const asked = serve();
  const { loadCards, loadFigures, loadShelf } = await import("./loading");
  expect(await loadCards("stranger", "/api/games/stranger/cards")).toEqual({ cards: {} });
  expect(await loadCards("vediic", "/api/games/vediic/cards")).toEqual({ cards: {} });
  expect(await loadShelf("stranger")).toBeNull();
  expect((await loadFigures("stranger")).figures).toEqual([]);
  expect(asked).toEqual([]);
});

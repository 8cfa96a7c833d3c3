import { afterEach, beforeEach, expect, test, vi } from "vitest";

const INFO = { id: "t1", game: "space_editor", started: 5, yours: [] };
const asked: string[] = [];
class Refusal extends Error {
  constructor(readonly status: number) {
    super(String(status));
  }
}
let answers: Record<string, () => unknown>;

beforeEach(() => {
  vi.resetModules();
  asked.length = 0;
  answers = { "/api/me": () => ({ person: "p", name: "Ann" }), "/api/tables/t1": () => INFO, "/api/tables/t1/cards": () => ({ cards: { a: 1 } }) };
  vi.doMock("../table/TablePage.svelte", () => ({ default: null }));
  vi.doMock("./loading", () => ({
    loadGame: async () => "module",
    loadTexts: async () => "rows",
    loadCards: async (_game: string, path: string) => (asked.push(path), answers[path]?.()),
  }));
  vi.doMock("./me.svelte", () => ({ myself: { be: async () => (asked.push("/api/me"), answers["/api/me"]?.()) } }));
  vi.doMock("./api", () => ({ Refusal, readTable: async (id: string) => (asked.push(`/api/tables/${id}`), answers[`/api/tables/${id}`]?.()) }));
});
afterEach(() => void vi.doUnmock("./loading"));

test("what an address names is asked for at once, and taken up once", async () => {
  const { askAhead, opened } = await import("./opening");
  askAhead("/table/t1");
  expect(asked).toEqual(["/api/me", "/api/tables/t1"]);
  const opening = opened("t1");
  expect(await opening.info).toBe(INFO);
  expect(await opening.parts).toEqual({ module: "module", rows: "rows" });
  expect(await opening.cards).toEqual({ cards: { a: 1 } });
  expect(asked).toEqual(["/api/me", "/api/tables/t1", "/api/tables/t1/cards"]);
  await opened("t1").info;
  expect(asked.filter((path) => path === "/api/tables/t1")).toHaveLength(2);
});

test("other addresses ask for nothing, and another table is asked for anew", async () => {
  const { askAhead, opened } = await import("./opening");
  askAhead("/rules/vediic");
  expect(asked).toEqual([]);
  askAhead("/table/t1");
  answers["/api/tables/t2"] = () => ({ ...INFO, id: "t2", started: null });
  const opening = opened("t2");
  expect((await opening.info).id).toBe("t2");
  expect(await opening.cards).toBeNull();
});

test("who may ask only as somebody asks again when he is", async () => {
  const { opened } = await import("./opening");
  let tries = 0;
  answers["/api/tables/t1"] = () => {
    if (!tries++) throw new Refusal(403);
    return INFO;
  };
  expect(await opened("t1").info).toBe(INFO);
  expect(tries).toBe(2);
});

test("a failure is heard by whoever takes it up", async () => {
  const { askAhead, opened } = await import("./opening");
  answers["/api/tables/t1"] = () => {
    throw new Refusal(404);
  };
  askAhead("/table/t1");
  await new Promise((done) => setTimeout(done, 5));
  await expect(opened("t1").info).rejects.toThrow("404");
  expect(asked.filter((path) => path === "/api/tables/t1")).toHaveLength(1);
});

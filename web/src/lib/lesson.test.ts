import { beforeEach, expect, test, vi } from "vitest";
import type { LessonNow } from "../wire";

/** What the server is asked, and what it answers, by the end of the path. */
const asked: { path: string; body: Record<string, unknown> }[] = [];
let answers: Record<string, (body: Record<string, unknown>) => [status: number, body: unknown]> = {};

const text = (words: string): { en: string; ja: string } => ({ en: words, ja: words });
const now = (step: number, more: Partial<LessonNow> = {}): LessonNow => ({
  game: "g", lesson: "l", title: text("L"), seat: 0, names: [text("You"), text("Ren")], step, steps: 2, say: text(`step ${step}`), point: [],
  asks: step === 0, actions: step === 0 ? ["go"] : [], example: step === 0 ? "go" : null, to_act: 0, number: step, entries: [], view: { at: step, cards: 1 }, ...more,
});

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("sessionStorage", { getItem: () => null, setItem: () => undefined });

beforeEach(() => {
  asked.length = 0;
  answers = {};
  vi.stubGlobal("fetch", async (path: string, how: { body: string }) => {
    const body = JSON.parse(how.body) as Record<string, unknown>;
    asked.push({ path, body });
    const [status, found] = answers[path.endsWith("/try") ? "try" : "at"]?.(body) ?? [500, {}];
    return new Response(JSON.stringify(found), { status });
  });
});

const begin = async (keep = vi.fn()): Promise<{ lesson: import("./lesson.svelte").LessonSource; keep: typeof keep }> => {
  const { LessonSource } = await import("./lesson.svelte");
  answers["at"] = () => [200, now(0)];
  const lesson = new LessonSource("g", "l", keep);
  await lesson.stand([]);
  return { lesson, keep };
};

test("an accepted action goes one step on: each thing that happens is told with the view before it, and the trail is kept", async () => {
  const { lesson, keep } = await begin();
  answers["try"] = () => [200, { accepted: true, allowed: true, note: null }];
  answers["at"] = () => [
    200,
    now(1, { view: null, number: 2, entries: [{ number: 1, seat: 0, action: "go", events: [{ event: "gone" }], view: { at: 1 }, gone: [] }, { number: 2, seat: 1, action: null, events: [], view: { at: 2 }, gone: ["cards"] }] }),
  ];
  const told: unknown[] = [];
  lesson.onEntry = (past, before) => told.push([past.number, past.seat, before, lesson.view]);
  expect(await lesson.request({ type: "act", at: 0, action: "go" })).toMatchObject({ type: "done" });
  expect(told).toEqual([[1, 0, { at: 0, cards: 1 }, { at: 1, cards: 1 }], [2, 1, { at: 1, cards: 1 }, { at: 2 }]]);
  expect(asked.at(-1)?.body).toEqual({ trail: ["go"], have: 0 });
  expect(keep).toHaveBeenLastCalledWith(["go"], false);
});

test("what the lesson does not ask for is not done, and is met by its words", async () => {
  const { lesson, keep } = await begin();
  answers["try"] = () => [200, { accepted: false, allowed: true, note: text("not this") }];
  expect(await lesson.request({ type: "act", at: 0, action: "stay" })).toMatchObject({ type: "refused", code: "not_asked", said: text("not this") });
  answers["try"] = () => [200, { accepted: false, allowed: false, note: null, reason: "too_far", clause: "XX-1", facts: {}, near: ["go"], kind: "not_allowed", message: "m" }];
  expect(await lesson.request({ type: "act", at: 0, action: "fly" })).toMatchObject({ type: "refused", code: "illegal_action", reason: "too_far", near: ["go"] });
  expect(await lesson.request({ type: "why", at: 0, action: "fly" })).toMatchObject({ type: "reason", allowed: false, clause: "XX-1" });
  expect(keep).toHaveBeenCalledTimes(1);
  expect(lesson.trail).toEqual([]);
});

test("a trail of a lesson that has changed leads to its beginning", async () => {
  const { LessonSource } = await import("./lesson.svelte");
  answers["at"] = (body) => ((body["trail"] as string[]).length ? [400, { code: "astray", message: "" }] : [200, now(0)]);
  const lesson = new LessonSource("g", "l", vi.fn());
  await lesson.stand(["gone"]);
  expect(lesson.trail).toEqual([]);
  expect(lesson.now?.step).toBe(0);
});

test("a step that does not reach the server is not taken", async () => {
  const { lesson } = await begin();
  const { LinkLost } = await import("./link.svelte");
  answers["try"] = () => [429, { code: "too_fast", message: "" }];
  await expect(lesson.request({ type: "act", at: 0, action: "go" })).rejects.toBeInstanceOf(LinkLost);
  expect(lesson.trail).toEqual([]);
});

test("who was once through a lesson stays so, and begins it anew", async () => {
  const { Learned } = await import("./learned.svelte");
  const learned = new Learned();
  expect(learned.isNew).toBe(true);
  learned.keep("g", "l", ["a"], false);
  expect(learned.at("g", "l")).toEqual({ trail: ["a"], done: false });
  learned.keep("g", "l", ["a", "b"], true);
  expect(learned.at("g", "l")).toEqual({ trail: [], done: true });
  learned.keep("g", "l", ["a"], false);
  expect(learned.at("g", "l")).toEqual({ trail: ["a"], done: true });
  learned.began("g", "table");
  expect([learned.matchAt("g"), learned.hasPlayed("g")]).toEqual(["table", false]);
  learned.ended("g");
  expect([learned.matchAt("g"), learned.hasPlayed("g")]).toEqual(["", true]);
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { leadsHere } from "./copying";
import { copy, toasts } from "./toast.svelte";

const field = { value: "", className: "", select: vi.fn(), remove: vi.fn() };
const marked = vi.fn(() => true);

beforeEach(() => {
  vi.stubGlobal("document", { activeElement: null, body: { append: vi.fn() }, createElement: () => field, execCommand: marked });
  vi.stubGlobal("HTMLElement", class {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  marked.mockClear();
});

test("a text is copied by the clipboard where there is one", async () => {
  const written: string[] = [];
  vi.stubGlobal("navigator", { clipboard: { writeText: (text: string) => Promise.resolve(void written.push(text)) } });
  const told = vi.spyOn(toasts, "tell").mockReturnValue(undefined);
  await copy("a link", "Copied.");
  expect(written).toEqual(["a link"]);
  expect(marked).not.toHaveBeenCalled();
  expect(told).toHaveBeenCalledWith("Copied.", "good");
});

test("without a clipboard it is marked and copied, and the mark goes again", async () => {
  vi.stubGlobal("navigator", {});
  const told = vi.spyOn(toasts, "tell").mockReturnValue(undefined);
  await copy("a link", "Copied.");
  expect([field.value, field.select.mock.calls.length, field.remove.mock.calls.length]).toEqual(["a link", 1, 1]);
  expect(told).toHaveBeenCalledWith("Copied.", "good");
});

test("where nothing helps the text is shown", async () => {
  vi.stubGlobal("navigator", {});
  marked.mockReturnValueOnce(false);
  const told = vi.spyOn(toasts, "tell").mockReturnValue(undefined);
  await copy("a link", "Copied.");
  expect(told).toHaveBeenCalledWith("a link");
});

test.each(["localhost", "orrery.localhost", "127.0.0.1", "127.8.0.1", "[::1]", "::1"])("%s leads to this machine alone", (host) => {
  expect(leadsHere(host)).toBe(true);
});

test.each(["orrery.example", "192.0.2.7", "localhost.example", "1127.0.0.1", "[2001:db8::1]"])("%s may lead others here", (host) => {
  expect(leadsHere(host)).toBe(false);
});

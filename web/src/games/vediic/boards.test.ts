import { describe, expect, it } from "vitest";
import raw from "../../../../src/orrery/games/vediic/data/boards/kundli-1.json";
import { boardNamed, chartNamed } from "./boards";

/** As a view has it: a new object each time. */
const brought = (more = {}): Record<string, unknown> => ({ ...(JSON.parse(JSON.stringify(raw)) as Record<string, unknown>), ...more });

describe("a board that a match brought", () => {
  it("is drawn from the view, and is one chart in all views of the match", async () => {
    const first = chartNamed(brought());
    expect(first?.circles.map(({ id }) => id)).toEqual(raw.circles.map(({ id }) => id));
    expect(chartNamed(brought())).toBe(first);
    expect(await boardNamed(brought())).toBe(first);
  });

  it("is another one than ours, and than another of the same name", () => {
    const moved = brought({ circles: raw.circles.map((circle, i) => (i === 0 ? { ...circle, x: circle.x + 1 } : circle)) });
    expect(chartNamed(moved)).not.toBe(chartNamed(brought()));
    expect(chartNamed(brought())).not.toBe(chartNamed("kundli-1"));
  });
});

import { describe, expect, it } from "vitest";
import { redrawn } from "../../outline.mjs";

describe("an outline that is drawn again", () => {
  it("has every point where it stood, to the next whole number, and lets no error grow", () => {
    expect(redrawn("M0 0l.4 .4l.4 .4l.4 .4", 1)).toBe("M0 0l1 1");
    expect(redrawn("M10.4 10.4L20.6 10.4L20.6 30", 1)).toBe("M10 10h11v20");
    expect(redrawn("M0 0H10V10z", 2)).toBe("M0 0h20v20z");
  });

  it("goes on from where it began after it was closed", () => {
    expect(redrawn("M5 5h10v10zl1 1", 1)).toBe("M5 5h10v10zl1 1");
    expect(redrawn("m5 5h10v10zm1 1h2", 1)).toBe("M5 5h10v10zM6 6h2");
  });

  it("reads points that follow a move as lines, and numbers without anything between them", () => {
    expect(redrawn("M1 1 5 9-3-2", 1)).toBe("M1 1l4 8-8-11");
    expect(redrawn("M0 0c1.5.5-2.6 3 4 4", 1)).toBe("M0 0c2 1-3 3 4 4");
    expect(redrawn("M0 0a2 2 0 014 0", 1)).toBe("M0 0a2 2 0 0 1 4 0");
    expect(redrawn("M0 0A2 2 0 1 0 4 8", 0.5)).toBe("M0 0a1 1 0 1 0 2 4");
  });

  it("takes curves with their handles, from here or from the corner", () => {
    expect(redrawn("M10 10C12 12 14 14 16 10S20 6 22 10Q24 12 26 10T30 10", 1)).toBe("M10 10c2 2 4 4 6 0s4-4 6 0q2 2 4 0t4 0");
  });

  it("refuses what it does not know", () => {
    expect(() => redrawn("M0 0B1 2", 1)).toThrow("command B");
  });
});

import { describe, expect, it } from "vitest";
import { lost, percent } from "./chances";

describe("chances", () => {
  it("a loss is the difference of the chances that are shown", () => {
    // 63.5 is shown as 64, 56.4 as 56: who reads them must not be told 7.
    expect([percent(0.635), percent(0.564), lost(0.635, 0.564)]).toEqual(["64 %", "56 %", "8 %"]);
    expect(lost(0.5, 0.5)).toBe("0 %");
  });
});

import { describe, expect, it } from "vitest";
import { wrapped } from "./wrapping";

describe("the name of a card that lies face down", () => {
  it("is told whole, in lines as even as its words allow", () => {
    expect(wrapped("Pearl of Varuna", 3)).toEqual(["Pearl", "of", "Varuna"]);
    expect(wrapped("Pearl of Varuna", 2)).toEqual(["Pearl of", "Varuna"]);
    expect(wrapped("Cataract", 3)).toEqual(["Cataract"]);
    expect(wrapped("Swan and Shadow", 2).join(" ")).toBe("Swan and Shadow");
  });

  it("is parted at its joints where it has no spaces", () => {
    expect(wrapped("ヴァルナの真珠", 2)).toEqual(["ヴァルナの", "真珠"]);
    expect(wrapped("とんぼ", 2)).toEqual(["とんぼ"]);
    expect(wrapped("彗星反射望遠鏡", 2)).toEqual(["彗星反射", "望遠鏡"]);
  });
});

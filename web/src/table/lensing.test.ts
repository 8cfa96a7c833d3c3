import { expect, it } from "vitest";
import { lensPlace } from "./lensing";

const LENS = { width: 320, height: 260 };

it.each([
  ["in the middle of a wide window", { left: 600, right: 672, top: 300, bottom: 372 }, { width: 1440, height: 900 }],
  ["at the right edge", { left: 1360, right: 1432, top: 10, bottom: 82 }, { width: 1440, height: 900 }],
  ["at the top of a phone", { left: 150, right: 212, top: 170, bottom: 232 }, { width: 390, height: 844 }],
  ["at the bottom of a phone", { left: 10, right: 88, top: 620, bottom: 700 }, { width: 390, height: 844 }],
])("a lens beside a card %s is whole in the window and does not cover the card", (_, box, room) => {
  const { x, y, high } = lensPlace(box, LENS, room);
  expect(x).toBeGreaterThanOrEqual(0);
  expect(y).toBeGreaterThanOrEqual(0);
  expect(x + LENS.width).toBeLessThanOrEqual(room.width);
  expect(high).toBeGreaterThanOrEqual(LENS.height);
  expect(y + LENS.height).toBeLessThanOrEqual(room.height);
  const covers = x < box.right && x + LENS.width > box.left && y < box.bottom && y + LENS.height > box.top;
  expect(covers).toBe(false);
});

it("where there is no room for all of it, it takes the side with the most and says how much that is", () => {
  const room = { width: 360, height: 500 };
  const { y, high } = lensPlace({ left: 100, right: 160, top: 240, bottom: 300 }, { width: 340, height: 400 }, room);
  expect(high).toBeLessThan(400);
  expect(y >= 300 || y + high <= 240).toBe(true);
});

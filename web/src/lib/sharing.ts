/** Two views of a match are mostly alike. What is equal in the newer one is taken from the older one, part by part, so that
 * whoever compares by identity sees what has changed and draws no more than that. */
import type { Json, View } from "../games/contract";

/** The newer value with everything in it that equals the older one replaced by that. */
export function shared<T>(older: Json, newer: T): T {
  if (older === newer || typeof newer !== "object" || newer === null) return newer;
  if (typeof older !== "object" || older === null || Array.isArray(older) !== Array.isArray(newer)) return newer;
  const target = newer as Record<string, Json>;
  const keys = Object.keys(target);
  let same = keys.length === Object.keys(older as object).length;
  for (const key of keys) {
    const before: Json = older[key];
    const now = shared(before, target[key]);
    if (now !== target[key]) target[key] = now;
    if (now !== before || !(key in older)) same = false;
  }
  return same ? (older as T) : newer;
}

/** A newer view of the same match. Its cards are those it began with: they are large, and not compared. */
export function sharedView(older: View | null, newer: View): View {
  if (older === null) return newer;
  const cards: Json = older["cards"];
  if (cards !== undefined && newer["cards"] !== undefined) newer["cards"] = cards;
  return shared(older, newer);
}

/** Why something is refused, in the words of the table: players by their names, planets and colours as people call them. */
import type { Json, Scene } from "../contract";
import { plain } from "../../lib/texts";
import { ask, circle, color, planet } from "./words";
import { COLORS, isColor } from "./reading";

/** The facts that name circles. */
const PLACES: readonly string[] = ["circle", "circles", "from", "through"];

export function sayRefusal(scene: Scene, reason: string, facts: Record<string, Json>): string | null {
  const { texts } = scene;
  const own = scene.seat !== null && facts["seat"] === scene.seat;
  const rows = [...(own ? [`page.refusal.${reason}_own`] : []), `page.refusal.${reason}`, `refusal.${reason}`];
  const row = rows.find((one) => texts.has(one));
  if (row === undefined) return null;
  const told: Record<string, string> = { asked: plain(ask(scene)), who: scene.names[Number(facts["seat"])] ?? "?" };
  for (const [name, value] of Object.entries(facts)) {
    const word = String(value);
    if (PLACES.includes(name)) {
      told[name] = plain(texts.join(word.split(", ").map((id) => circle(scene, id))));
      continue;
    }
    told[name] = !isColor(word) ? word : name === "planet" ? planet(texts, word).text : color(texts, word).text;
    if (name === "planet" && isColor(word)) told["color"] ??= color(texts, word).text;
  }
  if ("colors" in facts && typeof facts["colors"] === "string") told["colors"] = plain(texts.join(COLORS.map((name) => [color(texts, name)])));
  return texts.line(row, told);
}

/** Which arrows are drawn: the attack under way, what was chosen, what could be chosen next. */
import type { Thing } from "./actions";
import type { Choosing } from "./choosing.svelte";
import { gateOf } from "./reading";
import type { SpheresView } from "./view";

export interface Arrow {
  from: Thing;
  to: Thing;
  /** How it looks: an attack, a choice that was made, one that could be, or an action that is only looked at. */
  kind: "attack" | "chosen" | "open" | "suggested";
}

export function arrowsOf(view: SpheresView, choosing: Pick<Choosing, "path" | "proposal" | "menu" | "lit">, open: ReadonlySet<Thing>): Arrow[] {
  const found: Arrow[] = [];
  const { attack, pending } = view;
  const { proposal } = choosing;
  const aimed = proposal?.things[0] ?? "";
  if (attack !== null) {
    const target = attack.blocker ?? attack.target;
    found.push({ from: `uid:${attack.attacker}`, to: target === null ? `fort:${gateOf(view, attack.defender)}` : `uid:${target}`, kind: "attack" });
    if (proposal?.kind === "block") found.push({ from: aimed, to: `uid:${attack.attacker}`, kind: "chosen" });
  }
  const [first, second] = choosing.path;
  if (first !== undefined && second !== undefined) found.push({ from: first, to: second, kind: "chosen" });
  else if (first !== undefined && !(first.startsWith("hand:") && choosing.menu.length))
    for (const thing of choosing.lit) if (open.has(thing)) found.push({ from: first, to: thing, kind: "open" });
  if (pending?.kind === "target" && pending.source !== null && proposal !== null) found.push({ from: `uid:${pending.source.uid}`, to: aimed, kind: "chosen" });
  return found;
}

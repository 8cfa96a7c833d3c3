/** Where a turn, the setup or the planets' turn has got to, step by step, as the view tells it. */
import { kindsOf, type Action, type Kind } from "./actions";
import { SETUP } from "./reading";
import type { VediicView } from "./view";

export type StepState = "done" | "now" | "open" | "closed";
export interface Step {
  /** The name of its text: page.step.NAME. */
  name: string;
  state: StepState;
}

const SETUP_STEPS = ["order", "color", "enlightenment", "place"] as const;
/** What belongs to each step; the seat that decides has the actions, for the others the view's flags must do. */
const OPENS: Record<string, readonly Kind[]> = {
  charity: ["charity"],
  exchange: ["trade", "donate", "promote"],
  steal: ["steal"],
};

export function stepsOf(view: VediicView, actions: readonly Action[]): Step[] {
  if (SETUP.includes(view.phase)) {
    const at = SETUP_STEPS.indexOf(view.phase === "take" ? "color" : (view.phase as (typeof SETUP_STEPS)[number]));
    return SETUP_STEPS.map((name, i) => ({ name, state: i < at ? "done" : i === at ? "now" : "closed" }));
  }
  if (view.phase === "penalty") {
    return [
      { name: "planets", state: "done" },
      { name: "penalty", state: "now" },
      { name: "reward", state: "closed" },
    ];
  }
  const { turn } = view;
  if (!turn) return [];
  const after = turn.stage === "after";
  const kinds = kindsOf(actions);
  /** Those who look on cannot know what is open to the one who plays; for them a step is open while it is not past. */
  const open = (name: string, past: boolean): StepState => {
    const can = actions.length ? (OPENS[name] ?? []).some((kind) => kinds.has(kind)) : !past;
    return can ? "open" : past ? "done" : "closed";
  };
  return [
    { name: "charity", state: open("charity", !turn.charity) },
    { name: "exchange", state: after ? "done" : open("exchange", turn.stage !== "before") },
    { name: "steal", state: open("steal", after) },
    { name: "move", state: after ? "done" : "now" },
    { name: "exchange", state: after ? "now" : "closed" },
    { name: "again", state: turn.leg === 2 ? "done" : kinds.has("again") ? "open" : "closed" },
  ];
}

/** How far a decision has come at the board, for the prompt that asks for the next step of it. */

export type Stage = "begun" | "where" | "nowhere" | "turn" | "confirm";

class Doing {
  stage: Stage = $state("begun");
  /** The card that has been taken up; null: none. */
  card: string | null = $state(null);
}

export const doing = new Doing();

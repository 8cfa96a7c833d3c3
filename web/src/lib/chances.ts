/** Chances to win as people read them. */

const points = (chance: number): number => Math.round(100 * chance);

export const percent = (chance: number): string => `${points(chance)} %`;

/** What was lost from the best chance to another: the difference of the two as they are shown, so that who takes one from the
 * other comes to the same. */
export const lost = (best: number, chance: number): string => `${points(best) - points(chance)} %`;

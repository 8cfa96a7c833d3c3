/** What matches of a deck tell, and what luck still allows. One round, the same luck played both ways round against one rival, is one
 * observation: a share of 0 to 1. Intervals are for 95 of 100 trials. */

/** Each meeting is played both ways round. */
export const WAYS = 2;
/** Below so many rounds against each rival two decks are not told apart. */
const FEWEST = 5;
/** The comparison is sharpest near so many rounds against each rival, and holds at all others. */
const TUNED = 6;
const WRONG = 0.05;
const Z = 1.959964;

export interface Estimate {
  share: number;
  least: number;
  most: number;
  rounds: number;
}

export type Verdict = "better" | "worse" | "close" | "open";

/** How much better a deck does than another with the same luck; in shares, -1 to 1. */
export interface Comparison {
  difference: number;
  least: number;
  most: number;
  rounds: number;
  verdict: Verdict;
}

/** Fewer points than this make no difference that anybody would notice. */
export const CLOSE = 0.03;

/** The shares of whole rounds, for each rival: matches come as halves of a win, both ways round against one rival after the other. */
export function rounds(halves: readonly number[], rivals: number): number[][] {
  const found: number[][] = Array.from({ length: rivals }, () => []);
  for (let i = 0; i + 1 < halves.length; i += WAYS) found[(i / WAYS) % rivals]?.push(((halves[i] ?? 0) + (halves[i + 1] ?? 0)) / 4);
  return found;
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;

/** The variance of observations. */
function variance(values: readonly number[]): number {
  const middle = mean(values);
  return sum(values.map((one) => (one - middle) ** 2)) / (values.length - 1);
}

/** How many standard errors an interval reaches to each side, with so many degrees of freedom. */
export function reach(freedom: number): number {
  const [z3, z5, z7] = [Z ** 3, Z ** 5, Z ** 7];
  return (
    Z +
    (z3 + Z) / (4 * freedom) +
    (5 * z5 + 16 * z3 + 3 * Z) / (96 * freedom ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * Z) / (384 * freedom ** 3)
  );
}

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** The share against one rival. So that a few rounds which all ended alike do not seem to be certain, a round won and a round lost count
 * along for the interval. */
export function estimate(shares: readonly number[]): Estimate | null {
  if (!shares.length) return null;
  const padded = [...shares, 0, 1];
  const half = reach(padded.length - 1) * Math.sqrt(variance(padded) / padded.length);
  const [middle, share] = [mean(padded), mean(shares)];
  return { share, least: Math.min(share, within(middle - half, 0, 1)), most: Math.max(share, within(middle + half, 0, 1)), rounds: shares.length };
}

/** The share against the field, in which every rival counts alike; null until each was met. */
export function overall(field: readonly (readonly number[])[]): Estimate | null {
  if (!field.length || field.some((shares) => !shares.length)) return null;
  const share = mean(field.map(mean));
  const spread = Math.sqrt(sum(field.map((shares) => variance([...shares, 0, 1]) / shares.length))) / field.length;
  const n = sum(field.map((shares) => shares.length));
  const half = reach(n) * spread;
  return { share, least: within(share - half, 0, 1), most: within(share + half, 0, 1), rounds: n };
}

/** How a deck does against how another did with the same luck, round by round. The interval holds whenever one looks, however often, so
 * that stopping when it looks good is no cheating: it is wider than one that is looked at once. */
export function compare(now: readonly (readonly number[])[], before: readonly (readonly number[])[]): Comparison | null {
  const n = Math.min(...now.map((shares, i) => Math.min(shares.length, before[i]?.length ?? 0)));
  if (!now.length || now.length !== before.length || n < 1) return null;
  const apart = now.map((shares, i) => shares.slice(0, n).map((share, round) => share - (before[i]?.[round] ?? 0)));
  const difference = mean(apart.map(mean));
  // Here too something counts along for the spread: a match that turned to the better, and one to the worse.
  const one = sum(apart.map((each) => variance([...each, 0.5, -0.5]))) / apart.length ** 2;
  const half = Math.sqrt((one * (n + TUNED) * Math.log((n + TUNED) / (TUNED * WRONG ** 2))) / n ** 2);
  const [least, most] = [within(difference - half, -1, 1), within(difference + half, -1, 1)];
  return { difference, least, most, rounds: n, verdict: n < FEWEST ? "open" : verdict(least, most) };
}

function verdict(least: number, most: number): Verdict {
  if (least > 0) return "better";
  if (most < 0) return "worse";
  return least > -CLOSE && most < CLOSE ? "close" : "open";
}

/** An interval of shares as whole matches of a hundred, rounded outwards. */
export const ofHundred = ({ least, most }: { least: number; most: number }): { least: number; most: number } => ({
  least: Math.floor(100 * least + 1e-9),
  most: Math.ceil(100 * most - 1e-9),
});

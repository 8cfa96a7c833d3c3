/** What lies on the chart. */
export interface ChartPlan {
  /** Planets by colour and house. */
  planets?: { color: string; house: number; retrograde?: boolean }[];
  /** Circles that are lit. */
  lit?: string[];
  pawns?: { circle: string; sign: string; isMine: boolean }[];
  /** Ways that a pawn can take: from circle to circle. */
  ways?: [string, string][];
  numbers?: boolean;
  circles?: boolean;
}

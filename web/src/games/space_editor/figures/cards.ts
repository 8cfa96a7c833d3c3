/** Square cards on a grid. A side is written as in the rules: n3, g2, k, -, -*. */
export interface SquareCard {
  x: number;
  y: number;
  name: string;
  /** North, east, south, west. */
  sides: [string, string, string, string];
  isDown?: boolean;
  isNew?: boolean;
  points?: number;
}

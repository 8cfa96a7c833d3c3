/** The figures of the rulebooks, as simple data: what stands after which clause, and its caption `figure.NAME`. */
import type { GameName } from "../../lib/loading";

/** Space Editor: square cards on a grid. A side is written as in the rules: n3, g2, k, -, -*. */
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

/** Vediic: what lies on the chart. */
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

/** Boxes and arrows in a field of so many units; texts are `figure.NAME.TEXT`. */
export interface Diagram {
  width: number;
  height: number;
  boxes: { x: number; y: number; w: number; h: number; text: string; tone?: string; isBack?: boolean; isRound?: boolean; isNote?: boolean }[];
  arrows: { from: [number, number]; to: [number, number]; text?: string; tone?: string }[];
}

export type Figure = { name: string; after: string } & (
  | { kind: "cards"; panels: SquareCard[][] }
  | { kind: "connect" }
  | { kind: "chart"; plan: ChartPlan }
  | { kind: "diagram"; diagram: Diagram }
  /** Steps in their order; their texts are `figure.NAME.1`, `figure.NAME.2`, ... */
  | { kind: "steps"; count: number }
);

const BLANK: SquareCard["sides"] = ["-", "-", "-", "-"];

export const FIGURES: Record<GameName, readonly Figure[]> = {
  space_editor: [
    { name: "se_card", after: "SE-2.5", kind: "cards", panels: [[{ x: 0, y: 0, name: "A", sides: ["n3", "g2", "k", "-*"], points: 4 }]] },
    { name: "se_connect", after: "SE-4.2", kind: "connect" },
    {
      name: "se_nuclear",
      after: "SE-5.2a",
      kind: "cards",
      panels: [
        [
          { x: 0, y: 1, name: "Q", sides: ["-", "n4", "-", "-"] },
          { x: 1, y: 1, name: "T", sides: ["n2", "g5", "-", "n1"] },
          { x: 1, y: 0, name: "P", sides: ["-", "-", "n3", "-"], isNew: true },
        ],
        [
          { x: 0, y: 1, name: "Q", sides: ["-", "n4", "-", "-"] },
          { x: 1, y: 1, name: "T", sides: BLANK, isDown: true },
          { x: 1, y: 0, name: "P", sides: ["-", "-", "n3", "-"] },
        ],
      ],
    },
    {
      name: "se_kinetic",
      after: "SE-5.3",
      kind: "cards",
      panels: [
        [
          { x: 0, y: 0, name: "P", sides: ["-", "k", "-", "-"], isNew: true },
          { x: 1, y: 0, name: "T", sides: BLANK, isDown: true },
        ],
        [
          { x: 0, y: 0, name: "P", sides: ["-", "k", "-", "-"] },
          { x: 1, y: 0, name: "T", sides: ["-", "n4", "n4", "n4"] },
        ],
      ],
    },
    { name: "se_turn", after: "SE-6.1", kind: "steps", count: 4 },
    {
      name: "se_pair",
      after: "SE-9.2",
      kind: "cards",
      panels: [
        [
          { x: 0, y: 0, name: "A", sides: ["-", "-*", "g1", "-"], points: 3 },
          { x: 1, y: 0, name: "B", sides: ["n1", "-", "-", "-*"], points: 4 },
        ],
      ],
    },
  ],
  vediic: [
    { name: "ve_chart", after: "VE-2.1", kind: "chart", plan: { numbers: true } },
    { name: "ve_turn", after: "VE-5.1", kind: "steps", count: 6 },
    {
      name: "ve_local",
      after: "VE-6.2",
      kind: "chart",
      plan: { planets: [{ color: "yellow", house: 4 }], lit: ["c20", "c21", "c25"], circles: true },
    },
    {
      name: "ve_global",
      after: "VE-6.3",
      kind: "chart",
      plan: {
        planets: [{ color: "red", house: 1, retrograde: true }],
        lit: ["c05", "c07", "c08", "c10", "c11", "c13", "c22", "c23", "c25", "c26", "c28", "c29", "c30", "c34", "c35"],
        circles: true,
      },
    },
    { name: "ve_light", after: "VE-10.7", kind: "steps", count: 4 },
    {
      name: "ve_walk",
      after: "VE-11.3",
      kind: "chart",
      plan: {
        circles: true,
        pawns: [
          { circle: "c10", sign: "M", isMine: true },
          { circle: "c05", sign: "R", isMine: false },
          { circle: "c14", sign: "N", isMine: false },
        ],
        lit: ["c06", "c13", "c02", "c17"],
        ways: [
          ["c10", "c02"],
          ["c10", "c17"],
        ],
      },
    },
  ],
  five_spheres: [
    {
      name: "fs_five",
      after: "part-1",
      kind: "diagram",
      diagram: {
        width: 420,
        height: 330,
        boxes: [
          { x: 0, y: 125, w: 110, h: 80, text: "card", tone: "accent" },
          { x: 230, y: 0, w: 190, h: 58, text: "creature" },
          { x: 230, y: 68, w: 190, h: 58, text: "spell" },
          { x: 230, y: 136, w: 190, h: 58, text: "crystal" },
          { x: 230, y: 204, w: 190, h: 58, text: "tower", isBack: true },
          { x: 230, y: 272, w: 190, h: 58, text: "energy", isBack: true },
        ],
        arrows: [
          { from: [112, 145], to: [226, 29] },
          { from: [112, 155], to: [226, 97] },
          { from: [112, 165], to: [226, 165] },
          { from: [112, 175], to: [226, 233] },
          { from: [112, 185], to: [226, 301] },
        ],
      },
    },
    { name: "fs_turn", after: "part-3", kind: "steps", count: 8 },
    {
      name: "fs_card",
      after: "FS-1.3",
      kind: "diagram",
      diagram: {
        width: 420,
        height: 250,
        boxes: [
          { x: 135, y: 5, w: 150, h: 116, text: "creature" },
          { x: 135, y: 126, w: 150, h: 116, text: "spell" },
          { x: 117, y: 15, w: 36, h: 36, text: "cost", tone: "accent", isRound: true },
          { x: 267, y: 76, w: 36, h: 36, text: "strength", tone: "bad", isRound: true },
          { x: 117, y: 136, w: 36, h: 36, text: "cost", tone: "accent", isRound: true },
          { x: 0, y: 15, w: 90, h: 36, text: "to_cost", isNote: true },
          { x: 330, y: 76, w: 90, h: 36, text: "to_strength", isNote: true },
          { x: 0, y: 136, w: 90, h: 36, text: "to_spell", isNote: true },
        ],
        arrows: [
          { from: [92, 33], to: [113, 33] },
          { from: [332, 94], to: [307, 94] },
          { from: [92, 154], to: [113, 154] },
        ],
      },
    },
    {
      name: "fs_attack",
      after: "FS-7.4",
      kind: "diagram",
      diagram: {
        width: 420,
        height: 240,
        boxes: [
          { x: 0, y: 70, w: 116, h: 64, text: "attacker", tone: "accent" },
          { x: 304, y: 0, w: 116, h: 64, text: "fortress", isBack: true },
          { x: 304, y: 150, w: 116, h: 64, text: "engaged" },
          { x: 128, y: 172, w: 124, h: 64, text: "blocker", tone: "good" },
        ],
        arrows: [
          { from: [118, 92], to: [300, 34], text: "siege" },
          { from: [118, 112], to: [300, 176], text: "battle" },
          { from: [176, 168], to: [176, 84], tone: "good" },
        ],
      },
    },
    {
      name: "fs_retaliate",
      after: "FS-9.1",
      kind: "diagram",
      diagram: {
        width: 420,
        height: 76,
        boxes: [
          { x: 0, y: 2, w: 116, h: 70, text: "tower", isBack: true },
          { x: 152, y: 2, w: 116, h: 70, text: "groove", isBack: true },
          { x: 304, y: 2, w: 116, h: 70, text: "spell", tone: "accent" },
        ],
        arrows: [
          { from: [118, 37], to: [148, 37] },
          { from: [270, 37], to: [300, 37] },
        ],
      },
    },
  ],
};

/** The figures of Five Spheres' rulebook. */
import type { Figures } from "../../contract";
import texts from "./texts.json";

const figures: Figures["figures"] = [
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
];

export default { figures, texts } satisfies Figures;

/** The figures of Vediic's rulebook. */
import type { Figures } from "../../contract";
import Chart from "./Chart.svelte";
import texts from "./texts.json";

const figures: Figures["figures"] = [
  { name: "ve_chart", after: "VE-2.1", kind: "own", Drawing: Chart, of: { numbers: true } },
  { name: "ve_turn", after: "VE-5.1", kind: "steps", count: 6 },
  {
    name: "ve_local",
    after: "VE-6.2",
    kind: "own",
    Drawing: Chart,
    of: { planets: [{ color: "yellow", house: 4 }], lit: ["c20", "c21", "c25"], circles: true },
  },
  {
    name: "ve_global",
    after: "VE-6.3",
    kind: "own",
    Drawing: Chart,
    of: {
      planets: [{ color: "red", house: 1, retrograde: true }],
      lit: ["c05", "c07", "c08", "c10", "c11", "c13", "c22", "c23", "c25", "c26", "c28", "c29", "c30", "c34", "c35"],
      circles: true,
    },
  },
  { name: "ve_light", after: "VE-10.7", kind: "steps", count: 4 },
  {
    name: "ve_walk",
    after: "VE-11.3",
    kind: "own",
    Drawing: Chart,
    of: {
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
];

export default { figures, texts } satisfies Figures;

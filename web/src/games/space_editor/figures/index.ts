/** The figures of Space Editor's rulebook. */
import type { Figures } from "../../contract";
import Cards from "./Cards.svelte";
import Connect from "./Connect.svelte";
import type { SquareCard } from "./cards";
import texts from "./texts.json";

const BLANK: SquareCard["sides"] = ["-", "-", "-", "-"];

const figures: Figures["figures"] = [
  { name: "se_card", after: "SE-2.5", kind: "own", Drawing: Cards, of: [[{ x: 0, y: 0, name: "A", sides: ["n3", "g2", "k", "-*"], points: 4 }]] },
  { name: "se_connect", after: "SE-4.2", kind: "own", Drawing: Connect },
  {
    name: "se_nuclear",
    after: "SE-5.2a",
    kind: "own",
    Drawing: Cards,
    of: [
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
    kind: "own",
    Drawing: Cards,
    of: [
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
    kind: "own",
    Drawing: Cards,
    of: [
      [
        { x: 0, y: 0, name: "A", sides: ["-", "-*", "g1", "-"], points: 3 },
        { x: 1, y: 0, name: "B", sides: ["n1", "-", "-", "-*"], points: 4 },
      ],
    ],
  },
];

export default { figures, texts } satisfies Figures;

/** The form for a table of Space Editor: which mode, and which element each seat plays. */
import type { FormLayout } from "../contract";
import { ELEMENTS } from "./elements";
import texts from "./texts.json";

export default {
  order: 1,
  texts,
  choices: [{ key: "mode", look: "tiles" }],
  seatChoices: [{ key: "element", values: ELEMENTS, usual: ELEMENTS, apart: true }],
  seatChoice: () => "element",
  takesDecks: () => true,
  options: (chosen, places) => ({ mode: chosen["mode"], elements: places.map((place) => place["element"]) }),
  keys: [
    { signs: ["R", "Shift R"], name: "rotate" },
    { signs: ["+", "−", "0"], name: "zoom" },
  ],
} satisfies FormLayout;

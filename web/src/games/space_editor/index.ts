/** Space Editor at the table. */
import type { GameModule } from "../contract";
import Board from "./Board.svelte";
import CardFace from "./CardFace.svelte";
import Picture from "./Picture.svelte";
import { ask, marksOf, refsOf, sayAction, sayRefusal, sayResult, seatLabel, seatPiles, sufferedBy, tell } from "./words";

const spaceEditor: GameModule = {
  Board,
  tell,
  sayAction,
  sayRefusal,
  ask,
  refsOf,
  seatLabel,
  // Points stand in one place, on the board, where one can see what makes them up.
  seatFacts: seatPiles,
  marksOf,
  sufferedBy,
  sayResult,
  theme: "dark",
  figureHigh: 300,
  figureHighNarrow: 240,
  CardFace,
  Picture,
};

export default spaceEditor;

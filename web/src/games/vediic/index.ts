/** Vediic at the table. */
import type { GameModule } from "../contract";
import { marksOf, sayResult, sufferedBy } from "./account";
import Board from "./Board.svelte";
import Picture from "./Picture.svelte";
import { late } from "./motion";
import { sayRefusal } from "./refusals";
import { ask, refsOf, sayAction, seatFacts, seatLabel, seatSign, tell } from "./words";

const vediic: GameModule = {
  Board, tell, sayAction, sayRefusal, ask, refsOf, marksOf, late, sufferedBy, sayResult, seatLabel, seatFacts, seatSign, Picture,
  figureHigh: 560,
  figureHighNarrow: 420,
};
export default vediic;

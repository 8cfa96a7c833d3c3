/** Vediic at the table. */
import type { GameModule } from "../contract";
import Board from "./Board.svelte";
import Picture from "./Picture.svelte";
import { sayRefusal } from "./refusals";
import { ask, refsOf, sayAction, seatFacts, seatLabel, tell } from "./words";

const vediic: GameModule = { Board, tell, sayAction, sayRefusal, ask, refsOf, seatLabel, seatFacts, Picture };
export default vediic;

/** The plain board: what any game gets that brings none of its own. It knows no game. */
import type { GameModule } from "../../games/contract";
import Board from "./Board.svelte";
import { ask, refsOf, sayAction, sayRefusal, seatFacts, tell } from "./words";

const plain: GameModule = { Board, tell, sayAction, sayRefusal, ask, refsOf, seatLabel: () => [], seatFacts };

export default plain;

/** Space Editor at the table. */
import type { GameModule } from "../contract";
import Board from "./Board.svelte";
import CardFace from "./CardFace.svelte";
import Picture from "./Picture.svelte";
import { points } from "./points.svelte";
import { ask, refsOf, sayAction, sayRefusal, seatLabel, seatPiles, tell, viewOf } from "./words";

const spaceEditor: GameModule = {
  Board,
  tell,
  sayAction,
  sayRefusal,
  ask,
  refsOf,
  seatLabel,
  seatFacts(scene, seat) {
    const score = points.of(viewOf(scene))?.seats[seat]?.score;
    const piles = seatPiles(scene, seat);
    return score === undefined ? piles : [{ label: scene.texts.raw("page.fact.points"), value: String(score) }, ...piles];
  },
  CardFace,
  Picture,
};

export default spaceEditor;

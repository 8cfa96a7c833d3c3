/** Five Spheres in the browser. */
import type { GameModule } from "../contract";
import { refsOf } from "./actions";
import Board from "./Board.svelte";
import CardFace from "./CardFace.svelte";
import { ask, sayAction } from "./decisions";
import { tell } from "./log";
import Picture from "./Picture.svelte";
import { sayRefusal } from "./refusals";
import { manaOf, size, towersOf, viewOf } from "./reading";
import { sayResult } from "./result";
import { marksOf, sufferedBy } from "./since";
import { seatLabel } from "./words";

const game: GameModule = {
  Board,
  CardFace,
  Picture,
  figureHigh: 560,
  figureHighNarrow: 520,
  tell: (scene, events) => tell(scene, events),
  ask,
  sayRefusal,
  refsOf,
  marksOf,
  sufferedBy,
  sayResult,
  sayAction: (scene, word) => sayAction(scene, word),
  side: (scene, seat) => viewOf(scene).seats[seat]?.team ?? seat,
  seatLabel,
  seatFacts(scene, seat) {
    const view = viewOf(scene);
    const lord = view.seats[seat];
    if (lord === undefined || lord.out) return [];
    const raw = (key: string): string => scene.texts.raw(key);
    if (view.step === "assembly") return [{ label: raw("page.zone.deck"), value: view.assembly?.method === "random" ? String(size(lord.deck)) : `${size(lord.deck)}/48` }];
    const { left, all } = manaOf(lord);
    return [
      { label: raw("page.zone.towers"), value: String(towersOf(lord).length) },
      { label: raw("page.zone.mana"), value: `${left}/${all}` },
      { label: raw("page.zone.hand"), value: String(size(lord.hand)) },
    ];
  },
};

export default game;

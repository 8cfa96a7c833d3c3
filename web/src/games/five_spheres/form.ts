/** The form for a table of Five Spheres: where the decks come from, who may attack whom, and the lords' ready-made decks. */
import type { FormLayout, Place } from "../contract";
import { teamSign } from "./reading";
import texts from "./texts.json";

/** The ready-made decks, and those of the seats if nobody wishes for others. */
const READY_DECKS = [1, 2, 3, 4, 5] as const;
const USUAL_DECKS = [5, 4, 3, 2, 1, 5] as const;

/** FS-15.5, FS-21.1: partners sit opposite, in a citadel side by side. */
function teamOf(mode: string, seat: number, seats: number): number | null {
  if (mode === "citadel") return Math.floor(seat / 2);
  return mode === "team_play" || mode === "tag_team" ? seat % (seats / 2) : null;
}

const deckOf = (place: Place | undefined): string => `genesis-${place?.["deck"] ?? 1}`;

export default {
  order: 3,
  texts,
  choices: [
    { key: "assembly", look: "list" },
    { key: "mode", look: "list" },
    { key: "tag_loss", look: "list" },
  ],
  seatChoices: [{ key: "deck", values: READY_DECKS, usual: USUAL_DECKS, ready: true }],
  seatChoice: (chosen, seat) =>
    chosen["assembly"] === "predesign" || (chosen["assembly"] === "mirror" && seat === 0) ? "deck" : null,
  seatSide: (chosen, seat, seats) => {
    const team = teamOf(String(chosen["mode"]), seat, seats);
    return team === null ? null : teamSign(team);
  },
  takesDecks: (chosen) => chosen["assembly"] === "custom",
  chosenForDeck: { assembly: "custom" },
  options: (chosen, places) => ({
    assembly: chosen["assembly"],
    ...(chosen["mode"] === "free_for_all" ? {} : { mode: chosen["mode"] }),
    ...(chosen["mode"] === "tag_team" && chosen["tag_loss"] === "first" ? { tag_loss: "first" } : {}),
    ...(chosen["assembly"] === "predesign" ? { deck_numbers: places.map((place) => place["deck"]) } : {}),
  }),
  usual: (seats) => ({ assembly: "predesign", deck_numbers: USUAL_DECKS.slice(0, seats) }),
  decks(chosen, places, code, mine, isOpen) {
    // Nobody else will come with a deck: the others get ready-made ones.
    if (code !== null && !isOpen) return { decks: places.map((place, i) => (i === mine ? code : deckOf(place))) };
    if (code !== null) return { deck: code };
    return chosen["assembly"] === "mirror" ? { decks: [deckOf(places[0])] } : {};
  },
} satisfies FormLayout;

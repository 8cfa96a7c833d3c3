/** What the forms for tables need to know about each game, in one place: how many play, what there is to choose, which house
 * rules there are, and how all that is said to the server, which alone decides what goes. */
import type { Wish } from "../lib/api";
import { GAMES, isGame, type GameName } from "../lib/loading";

export const ELEMENTS = ["water", "wind", "earth", "fire"] as const;

export interface Range {
  least: number;
  most: number;
  /** Seats come and go by so many. */
  step?: number;
}

/** A choice that is made for the whole table. Its texts are `new.KEY`, and for each value `TEXT.VALUE` and
 * `TEXT.VALUE_about`. The first value is the usual one. */
export interface Choice {
  key: string;
  text: string;
  /** A few that are laid out, or many in a list. */
  look: "tiles" | "list";
  values: readonly [string, ...string[]];
}
export type Chosen = Record<string, string>;

/** An option of the house rules. Its texts are `option.GAME.KEY` and, for each value, `option.GAME.KEY.VALUE`. */
export type HouseRule = { key: string; usual: string | boolean | number } & (
  | { kind: "word"; values: readonly string[] }
  | { kind: "flag" }
  | { kind: "number"; least: number; most: number }
);

/** What a seat of the form holds that is about its game. */
export interface Place {
  /** Space Editor: what the seat plays. */
  element: string;
  /** Five Spheres: the number of a ready-made deck. */
  deck: number;
}

export interface GameForm {
  seats: Range & { usual: number };
  /** The decks that can be built of the game's cards: how many cards each has, and whether all are of one element; none: no cards. */
  deck?: { size: number; ofElement: boolean };
  choices: readonly Choice[];
  house: readonly HouseRule[];
  /** How many may sit there by what is chosen, if not as many as always. */
  room?(chosen: Chosen): Range | null;
  /** What somebody at a seat may choose. */
  placeChoice?(chosen: Chosen, seat: number): keyof Place | null;
  /** May one bring a deck of one's own? `chosen` may also be the options of a table. */
  takesDecks?(chosen: Record<string, unknown>): boolean;
  /** What is chosen for a table to which one brings a deck. */
  chosenForDeck?: Chosen;
  /** What is chosen, as options of a match. */
  options?(chosen: Chosen, places: readonly Place[]): Record<string, unknown>;
  /** Decks that go with the wish when one brings `code` to the seat `mine`; `isOpen`: somebody else may bring one too. */
  decks?(chosen: Chosen, places: readonly Place[], code: string | null, mine: number, isOpen: boolean): Pick<Wish, "decks" | "deck">;
}

const word = (key: string, ...values: [string, ...string[]]): HouseRule => ({ kind: "word", key, values, usual: values[0] });
const flag = (key: string, usual: boolean): HouseRule => ({ kind: "flag", key, usual });
const number = (key: string, usual: number, least: number, most: number): HouseRule => ({ kind: "number", key, usual, least, most });

/** How many ready-made decks of Five Spheres there are, and those of the seats if nobody wishes for others. */
export const READY_DECKS = [1, 2, 3, 4, 5] as const;
const USUAL_DECKS = [5, 4, 3, 2, 1, 5] as const;
const POOL = { cards: 80, copies: 3 };

/** How many copies of each card a pool needs so that all lords get their decks; the server says so if it is too few. */
export function poolCopies(assembly: string, lords: number): number {
  const needed: Record<string, number> = {
    random: 48 * lords,
    open_draft: 48 * (lords + 1),
    blind_draft: 48 * (lords + 1),
    closed_draft: 52 * lords,
  };
  if (assembly === "sets") return POOL.copies * Math.max(1, Math.ceil((4 * lords) / 20));
  return Math.max(POOL.copies, Math.ceil((needed[assembly] ?? 0) / POOL.cards));
}

export const FORMS: Record<GameName, GameForm> = {
  space_editor: {
    seats: { least: 2, most: 4, usual: 2 },
    deck: { size: 24, ofElement: true },
    choices: [{ key: "mode", text: "new.mode", look: "tiles", values: ["half", "full"] }],
    house: [
      word("final_star", "void", "forbid"),
      word("face_down", "hidden", "shown"),
      word("half_end", "hands", "decks"),
      word("split", "allow", "forbid"),
    ],
    room: (chosen) => (chosen["mode"] === "full" ? { least: 2, most: 2 } : null),
    placeChoice: () => "element",
    takesDecks: () => true,
    options: (chosen, places) => ({ mode: chosen["mode"], elements: places.map((place) => place.element) }),
  },
  vediic: {
    seats: { least: 2, most: 7, usual: 3 },
    choices: [],
    house: [
      number("max_rounds", 60, 1, 200),
      word("hands", "hidden", "open"),
      word("order", "dice", "seat0"),
      word("trade", "other", "distinct", "any"),
      word("teleport", "any", "gray"),
      word("pass_rule", "free", "none"),
      word("penalty_to", "supply", "charity"),
      flag("green_stack", false),
      flag("stack_planet", true),
      flag("pooja_per_pass", false),
      flag("donor_waits", true),
    ],
  },
  five_spheres: {
    seats: { least: 2, most: 6, usual: 2 },
    deck: { size: 48, ofElement: false },
    choices: [
      {
        key: "assembly",
        text: "assembly",
        look: "list",
        values: ["predesign", "custom", "mirror", "sets", "open_draft", "closed_draft", "blind_draft", "random"],
      },
      { key: "range", text: "range", look: "list", values: ["free_for_all", "limited_range", "team_play"] },
    ],
    house: [
      number("towers", 5, 1, 10),
      number("hand", 5, 0, 10),
      number("max_turns", 200, 1, 1000),
      word("ties", "both", "none"),
      flag("generic", true),
    ],
    room: (chosen) => (chosen["range"] === "team_play" ? { least: 4, most: 6, step: 2 } : null),
    placeChoice: (chosen, seat) =>
      chosen["assembly"] === "predesign" || (chosen["assembly"] === "mirror" && seat === 0) ? "deck" : null,
    takesDecks: (chosen) => chosen["assembly"] === "custom",
    chosenForDeck: { assembly: "custom" },
    options(chosen, places) {
      const assembly = chosen["assembly"] ?? "predesign";
      const copies = poolCopies(assembly, places.length);
      return {
        assembly,
        ...(chosen["range"] === "free_for_all" ? {} : { mode: chosen["range"] }),
        ...(assembly === "predesign" ? { deck_numbers: places.map((place) => place.deck) } : {}),
        ...(copies > POOL.copies ? { pool_copies: copies } : {}),
      };
    },
    decks(chosen, places, code, mine, isOpen) {
      if (code !== null && !isOpen)
        // Nobody else will come with a deck: the others get ready-made ones.
        return { decks: places.map((place, i) => (i === mine ? code : `genesis-${place.deck}`)) };
      if (code !== null) return { deck: code };
      return chosen["assembly"] === "mirror" ? { decks: [`genesis-${places[0]?.deck ?? 1}`] } : {};
    },
  },
};

export const HOUSE_RULES: Record<GameName, readonly HouseRule[]> = {
  space_editor: FORMS.space_editor.house,
  vediic: FORMS.vediic.house,
  five_spheres: FORMS.five_spheres.house,
};

/** The games with cards to look at and decks to build. */
export const WITH_DECKS: readonly GameName[] = GAMES.filter((game) => FORMS[game].deck !== undefined);

/** How many sit at a table: at least, at most, and when one just wants to play. */
export const seatsOf = (game: GameName): Range & { usual: number } => FORMS[game].seats;

/** What is chosen as long as nobody chooses. */
export const usualChoices = (game: GameName): Chosen =>
  Object.fromEntries(FORMS[game].choices.map((choice) => [choice.key, choice.values[0]]));

/** What a seat holds as long as nobody chooses. */
export const usualPlace = (seat: number): Place => ({ element: ELEMENTS[seat % ELEMENTS.length] ?? "water", deck: USUAL_DECKS[seat] ?? 1 });

/** The options of a match as newcomers should meet the game. */
export function usualOptions(game: GameName, seats: number): Record<string, unknown> {
  if (game !== "five_spheres") return {};
  return { assembly: "predesign", deck_numbers: USUAL_DECKS.slice(0, seats) };
}

/** May one bring a deck to a table of a game with these options? */
export const takesDecks = (game: string, options: Record<string, unknown>): boolean =>
  isGame(game) && (FORMS[game].takesDecks?.(options) ?? false);

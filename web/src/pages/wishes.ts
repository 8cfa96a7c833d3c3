/** Wishes for tables: the ones that one button makes, and what the form for a new table asks. */
import type { Wish } from "../lib/api";
import type { GameName } from "../lib/loading";

export const LEVELS = ["level1", "level2", "level3", "level4", "level5"] as const;
export const ELEMENTS = ["water", "wind", "earth", "fire"] as const;
export const ASSEMBLIES = [
  "predesign",
  "custom",
  "mirror",
  "sets",
  "open_draft",
  "closed_draft",
  "blind_draft",
  "random",
] as const;
export type Assembly = (typeof ASSEMBLIES)[number];

/** How many sit at a table: at least, at most, and when one just wants to play. */
export const SEATS: Record<GameName, { least: number; most: number; usual: number }> = {
  space_editor: { least: 2, most: 4, usual: 2 },
  vediic: { least: 2, most: 7, usual: 3 },
  five_spheres: { least: 2, most: 6, usual: 2 },
};

/** The ready-made decks of the seats, if nobody wishes for others. */
export const USUAL_DECKS = [5, 4, 3, 2, 1, 5] as const;

/** Who sits at a seat: oneself, somebody else at this screen, whoever comes, or a bot. */
export type Who = "me" | "companion" | "open" | (typeof LEVELS)[number];

/** An option of the house rules. Its texts are `option.GAME.KEY` and, for each value, `option.GAME.KEY.VALUE`. */
export type HouseRule = { key: string; usual: string | boolean | number } & (
  | { kind: "word"; values: readonly string[] }
  | { kind: "flag" }
  | { kind: "number"; least: number; most: number }
);

const word = (key: string, ...values: [string, ...string[]]): HouseRule => ({
  kind: "word",
  key,
  values,
  usual: values[0],
});
const flag = (key: string, usual: boolean): HouseRule => ({ kind: "flag", key, usual });
const number = (key: string, usual: number, least: number, most: number): HouseRule => ({
  kind: "number",
  key,
  usual,
  least,
  most,
});

export const HOUSE_RULES: Record<GameName, readonly HouseRule[]> = {
  space_editor: [
    word("final_star", "void", "forbid"),
    word("face_down", "hidden", "shown"),
    word("half_end", "hands", "decks"),
    word("split", "allow", "forbid"),
  ],
  vediic: [
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
  five_spheres: [
    number("towers", 5, 1, 10),
    number("hand", 5, 0, 10),
    number("max_turns", 200, 1, 1000),
    word("ties", "both", "none"),
    flag("generic", true),
  ],
};

/** How many copies of each card a pool needs so that all lords get their decks; the server says so if it is too few. */
export function poolCopies(assembly: Assembly, lords: number): number {
  const cards = 80;
  const needed: Partial<Record<Assembly, number>> = {
    random: 48 * lords,
    open_draft: 48 * (lords + 1),
    blind_draft: 48 * (lords + 1),
    closed_draft: 52 * lords,
  };
  if (assembly === "sets") return 3 * Math.max(1, Math.ceil((4 * lords) / 20));
  return Math.max(3, Math.ceil((needed[assembly] ?? 0) / cards));
}

/** The options of a match as newcomers should meet the game. */
export function usualOptions(game: GameName, seats: number): Record<string, unknown> {
  if (game !== "five_spheres") return {};
  return { assembly: "predesign", deck_numbers: USUAL_DECKS.slice(0, seats) };
}

/** Oneself against bots of one's level, at once. */
export function playNow(game: GameName, level: string): Wish {
  const seats = SEATS[game].usual;
  return {
    game,
    seats: ["me", ...Array<string>(seats - 1).fill(level)],
    options: usualOptions(game, seats),
    open: false,
  };
}

/** A table for so many people, to which one gives away the link. */
export function withFriends(game: GameName, seats: number): Wish {
  return {
    game,
    seats: ["me", ...Array<string>(seats - 1).fill("open")],
    options: usualOptions(game, seats),
    open: false,
  };
}

/** Several people at this screen. */
export function onOneScreen(game: GameName, names: string[]): Wish {
  return {
    game,
    seats: names.map(() => "me"),
    names,
    options: usualOptions(game, names.length),
    open: false,
    watch: false,
  };
}

// --- the form for a new table ------------------------------------------------------------------------------------------

export interface SeatForm {
  who: Who;
  /** What a companion at this screen is called. */
  name: string;
  /** Space Editor: what the seat plays. */
  element: string;
  /** Five Spheres: the number of a ready-made deck. */
  deck: number;
}

export interface TableForm {
  game: GameName;
  seats: SeatForm[];
  /** Space Editor: half or full. */
  mode: "half" | "full";
  /** Five Spheres: who may reach whom, and where the decks come from. */
  range: "free_for_all" | "limited_range" | "team_play";
  assembly: Assembly;
  house: Record<string, string | boolean | number>;
  clock: "none" | "live" | "slow";
  minutes: number;
  increment: number;
  days: number;
  open: boolean;
  watch: boolean;
  delay: number;
  hints: boolean;
  ownDecks: boolean;
  standIn: string;
  /** The code of the deck that one brings. */
  deck: string | null;
}

export function newSeat(i: number, who: Who): SeatForm {
  return { who, name: "", element: ELEMENTS[i % 4] ?? "water", deck: USUAL_DECKS[i] ?? 1 };
}

/** The form as it is first shown: oneself against a bot, with friends, or at one screen. */
export function newForm(game: GameName, others: Who): TableForm {
  const seats = Array.from({ length: SEATS[game].usual }, (_, i) => newSeat(i, i ? others : "me"));
  return {
    game,
    seats,
    mode: "half",
    range: "free_for_all",
    assembly: "predesign",
    house: Object.fromEntries(HOUSE_RULES[game].map((rule) => [rule.key, rule.usual])),
    clock: "none",
    minutes: 15,
    increment: 10,
    days: 3,
    open: false,
    watch: true,
    delay: 0,
    hints: true,
    ownDecks: true,
    standIn: "level2",
    deck: null,
  };
}

/** How many seats the options so far allow. */
export function seatRange(form: TableForm): { least: number; most: number } {
  if (form.game === "space_editor" && form.mode === "full") return { least: 2, most: 2 };
  if (form.game === "five_spheres" && form.range === "team_play") return { least: 4, most: 6 };
  return SEATS[form.game];
}

/** May one bring a deck to such a table? */
export function takesDecks(form: TableForm): boolean {
  return form.game === "space_editor" || (form.game === "five_spheres" && form.assembly === "custom");
}

/** What the form asks of the server. Only what differs from the rules' usual ways is said. */
export function toWish(form: TableForm): Wish {
  const count = form.seats.length;
  const options: Record<string, unknown> = {};
  for (const rule of HOUSE_RULES[form.game]) {
    const value = form.house[rule.key];
    if (value !== undefined && value !== rule.usual) options[rule.key] = value;
  }
  const wish: Wish = {
    game: form.game,
    seats: form.seats.map((seat) => (seat.who === "companion" ? "me" : seat.who)),
    options,
    clock: clockWish(form),
    open: form.open,
    watch: form.watch,
    delay: form.delay,
    stand_in: form.standIn,
    hints: form.hints,
    own_decks: form.ownDecks,
  };
  if (form.seats.some((seat) => seat.who === "companion")) wish.names = form.seats.map((seat) => seat.name.trim());
  if (form.game === "space_editor") {
    options["mode"] = form.mode;
    options["elements"] = form.seats.map((seat) => seat.element);
  }
  if (form.game === "five_spheres") {
    options["assembly"] = form.assembly;
    if (form.range !== "free_for_all") options["mode"] = form.range;
    if (form.assembly === "predesign") options["deck_numbers"] = form.seats.map((seat) => seat.deck);
    const copies = poolCopies(form.assembly, count);
    if (copies > 3) options["pool_copies"] = copies;
  }
  const mine = form.seats.findIndex((seat) => seat.who === "me" || seat.who === "companion");
  if (form.deck !== null && mine >= 0 && takesDecks(form)) {
    const code = form.deck;
    if (form.game === "five_spheres" && !form.seats.some((seat) => seat.who === "open"))
      // Nobody else will come with a deck: the others get ready-made ones.
      wish.decks = form.seats.map((seat, i) => (i === mine ? code : `genesis-${seat.deck}`));
    else wish.deck = code;
  } else if (form.game === "five_spheres" && form.assembly === "mirror") {
    wish.decks = [`genesis-${form.seats[0]?.deck ?? 1}`];
  }
  return wish;
}

function clockWish(form: TableForm): NonNullable<Wish["clock"]> | null {
  if (form.clock === "live") return { type: "live", seconds: form.minutes * 60, increment: form.increment };
  if (form.clock === "slow") return { type: "slow", days: form.days };
  return null;
}

/** The field of the form that a server's sentence is about. */
export function faultyField(code: string, message: string): "seats" | "deck" | "options" | "clock" | "form" {
  const about = /^(?:options\.)?([a-z_]+)/.exec(message)?.[1] ?? "";
  if (code === "bad_deck" || code === "no_own_decks" || about === "deck" || about === "decks") return "deck";
  if (code === "no_such_bot" || code === "bad_seats" || ["seats", "players", "lords", "elements", "names"].includes(about))
    return "seats";
  if (about === "clock") return "clock";
  if (code === "bad_options") return "options";
  return "form";
}

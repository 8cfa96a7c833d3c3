/** Wishes for tables: the ones that one button makes, and what the form for a new table asks. */
import type { Wish } from "../lib/api";
import type { GameName } from "../lib/loading";
import { ELEMENTS, FORMS, seatsOf, takesDecks, usualChoices, usualOptions, usualPlace, type Chosen, type Place, type Range } from "./games";

export { HOUSE_RULES } from "./games";
export const LEVELS = ["level1", "level2", "level3", "level4", "level5"] as const;

/** Who sits at a seat: oneself, somebody else at this screen, whoever comes, or a bot. */
export type Who = "me" | "companion" | "open" | (typeof LEVELS)[number];

/** Oneself against bots of one's level, at once. */
export function playNow(game: GameName, level: string): Wish {
  const seats = seatsOf(game).usual;
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

export interface SeatForm extends Place {
  who: Who;
  /** What a companion at this screen is called. */
  name: string;
}

export interface TableForm {
  game: GameName;
  seats: SeatForm[];
  /** What is chosen of the game's own choices. */
  chosen: Chosen;
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

export const newSeat = (i: number, who: Who): SeatForm => ({ who, name: "", ...usualPlace(i) });

/** The form as it is first shown: oneself against a bot, with friends, or at one screen. */
export function newForm(game: GameName, others: Who): TableForm {
  return {
    game,
    seats: Array.from({ length: seatsOf(game).usual }, (_, i) => newSeat(i, i ? others : "me")),
    chosen: usualChoices(game),
    house: Object.fromEntries(FORMS[game].house.map((rule) => [rule.key, rule.usual])),
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
export const seatRange = (form: TableForm): Range => FORMS[form.game].room?.(form.chosen) ?? seatsOf(form.game);

/** Adds a seat for somebody like the last one; what the others have chosen is left to them. */
export function addSeat(form: TableForm): void {
  const last = form.seats[form.seats.length - 1]?.who ?? "level1";
  const seat = newSeat(form.seats.length, last === "me" ? "level1" : last);
  const taken = form.seats.map((one) => one.element);
  if (taken.includes(seat.element)) seat.element = ELEMENTS.find((element) => !taken.includes(element)) ?? seat.element;
  form.seats.push(seat);
}

/** Seats a table as its options ask: so many, and by their step. */
export function fitSeats(form: TableForm): void {
  const { least, most, step = 1 } = seatRange(form);
  while (form.seats.length < least) addSeat(form);
  if (form.seats.length > most) form.seats.length = most;
  while (form.seats.length % step) form.seats.pop();
}

/** Gives an element to a seat; whoever had it takes the other. */
export function giveElement(form: TableForm, seat: number, element: string): void {
  const mine = form.seats[seat];
  const other = form.seats.find((one) => one.element === element);
  if (mine === undefined) return;
  if (other !== undefined) other.element = mine.element;
  mine.element = element;
}

/** Lets somebody sit down. One has one seat: whoever sits down elsewhere gets up here. */
export function sitDown(form: TableForm, seat: number, who: Who): void {
  const place = form.seats[seat];
  if (place === undefined) return;
  if (who === "me") for (const one of form.seats) if (one.who === "me") one.who = place.who === "me" ? "level1" : place.who;
  place.who = who;
}

/** What the form asks of the server. Only what differs from the rules' usual ways is said. */
export function toWish(form: TableForm): Wish {
  const game = FORMS[form.game];
  const options: Record<string, unknown> = { ...game.options?.(form.chosen, form.seats) };
  for (const rule of game.house) {
    const value = form.house[rule.key];
    if (value !== undefined && value !== rule.usual) options[rule.key] = value;
  }
  const mine = form.seats.findIndex((seat) => seat.who === "me" || seat.who === "companion");
  const isOpen = form.seats.some((seat) => seat.who === "open");
  const code = mine >= 0 && takesDecks(form.game, form.chosen) ? form.deck : null;
  const decks = game.decks?.(form.chosen, form.seats, code, mine, isOpen) ?? (code === null ? {} : { deck: code });
  return {
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
    ...(form.seats.some((seat) => seat.who === "companion") ? { names: form.seats.map((seat) => seat.name.trim()) } : {}),
    ...decks,
  };
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

/** Wishes for tables: the ones that one button makes, and what the form for a new table asks. */
import type { Wish } from "../lib/api";
import type { Chosen, Place } from "../games/contract";
import { unusual, type Asked, type Sheet } from "./games";

export const LEVELS = ["level1", "level2", "level3", "level4", "level5"] as const;

/** Who sits at a seat: oneself, somebody else at this screen, whoever comes, or a bot, perhaps one of the host's. */
export type Who = "me" | "companion" | "open" | (typeof LEVELS)[number] | (string & {});

const PLACES: readonly Who[] = ["me", "companion", "open"];

/** What somebody at a seat is called; `say` finds a text. A bot of the host's is called by its own name. */
export function calledWho(who: Who, say: (key: string) => string): string {
  if (PLACES.includes(who)) return say(`who.${who}`);
  return (LEVELS as readonly string[]).includes(who) ? say(`bot.${who}`) : `◈ ${who}`;
}

/** Oneself against bots of one's level, at once. */
export function playNow(sheet: Sheet, level: string): Wish {
  const seats = sheet.info.seats.usual;
  return {
    game: sheet.game,
    seats: ["me", ...Array<string>(seats - 1).fill(level)],
    options: sheet.usualOptions(seats),
    open: false,
  };
}

/** A table for so many people, to which one gives away the link. */
export function withFriends(sheet: Sheet, seats: number): Wish {
  return {
    game: sheet.game,
    seats: ["me", ...Array<string>(seats - 1).fill("open")],
    options: sheet.usualOptions(seats),
    open: false,
  };
}

/** Several people at this screen. */
export function onOneScreen(sheet: Sheet, names: string[]): Wish {
  return {
    game: sheet.game,
    seats: names.map(() => "me"),
    names,
    options: sheet.usualOptions(names.length),
    open: false,
    watch: false,
  };
}

// --- the form for a new table ------------------------------------------------------------------------------------------

export interface SeatForm {
  who: Who;
  /** What the seat has chosen for itself. */
  place: Place;
  /** What a companion at this screen is called. */
  name: string;
}

export interface TableForm {
  sheet: Sheet;
  seats: SeatForm[];
  /** What is chosen of the game's own choices. */
  chosen: Chosen;
  house: Chosen;
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

export const newSeat = (sheet: Sheet, i: number, who: Who): SeatForm => ({ who, name: "", place: sheet.usualPlace(i) });

/** The form as it is first shown: oneself against a bot, with friends, or at one screen. */
export function newForm(sheet: Sheet, others: Who): TableForm {
  return {
    sheet,
    seats: Array.from({ length: sheet.info.seats.usual }, (_, i) => newSeat(sheet, i, i ? others : "me")),
    chosen: sheet.usualChoices,
    house: sheet.usualHouse,
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
export const seatCounts = (form: TableForm): readonly number[] => form.sheet.counts({ ...form.chosen, ...form.house });

/** The house rules that there are beside what is chosen. */
export const houseOf = ({ sheet, chosen, house }: TableForm): Asked[] => sheet.house.filter((row) => sheet.exists(row, { ...chosen, ...house }));

/** Adds a seat for somebody like the last one; what the others have chosen is left to them. */
export function addSeat(form: TableForm): void {
  const last = form.seats[form.seats.length - 1]?.who ?? "level1";
  const seat = newSeat(form.sheet, form.seats.length, last === "me" ? "level1" : last);
  for (const { key, values, apart } of form.sheet.seatChoices) {
    const taken = form.seats.map((one) => one.place[key]);
    if (apart && taken.includes(seat.place[key])) seat.place[key] = values.find((value) => !taken.includes(value)) ?? seat.place[key] ?? "";
  }
  form.seats.push(seat);
}

/** As many seats more as the options ask for. */
export function growSeats(form: TableForm): void {
  const goal = seatCounts(form).find((n) => n > form.seats.length);
  while (goal !== undefined && form.seats.length < goal) addSeat(form);
}

/** Takes a seat away, and as many others as the options ask for. */
export function dropSeat(form: TableForm, seat: number): void {
  form.seats.splice(seat, 1);
  fitSeats(form);
}

/** Seats a table as its options ask: as many as there are, or else the next fewer. */
export function fitSeats(form: TableForm): void {
  const counts = seatCounts(form);
  const goal = counts.filter((n) => n <= form.seats.length).at(-1) ?? counts[0] ?? form.seats.length;
  while (form.seats.length < goal) addSeat(form);
  form.seats.length = goal;
}

/** Gives what a seat chooses to it; where no two may have the same, whoever had it takes the other. */
export function givePlace(form: TableForm, seat: number, key: string, value: string | number): void {
  const mine = form.seats[seat]?.place;
  if (mine === undefined || mine[key] === undefined) return;
  const other = form.seats.find((one) => one.place[key] === value)?.place;
  if (other !== undefined && form.sheet.seatChoices.find((choice) => choice.key === key)?.apart) other[key] = mine[key];
  mine[key] = value;
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
  const { sheet } = form;
  const places = form.seats.map((seat) => seat.place);
  const options = { ...sheet.options(form.chosen, places), ...unusual(houseOf(form), form.house) };
  const mine = form.seats.findIndex((seat) => seat.who === "me" || seat.who === "companion");
  const isOpen = form.seats.some((seat) => seat.who === "open");
  const code = mine >= 0 && sheet.takesDecks(form.chosen) ? form.deck : null;
  const decks = sheet.decks(form.chosen, places, code, mine, isOpen);
  return {
    game: sheet.game,
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

/** The field of the form that a server's sentence is about. `seatsKey` is what the game's rules call the number of seats. */
export function faultyField(code: string, message: string, seatsKey: string | undefined): "seats" | "deck" | "options" | "clock" | "form" {
  const about = /^(?:options\.)?([a-z_]+)/.exec(message)?.[1] ?? "";
  if (code === "bad_deck" || code === "no_own_decks" || about === "deck" || about === "decks") return "deck";
  if (code === "no_such_bot" || code === "bad_seats" || ["seats", seatsKey, "elements", "names"].includes(about))
    return "seats";
  if (about === "clock") return "clock";
  if (code === "bad_options") return "options";
  return "form";
}

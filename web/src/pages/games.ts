/** The games as the forms for tables know them: what the server tells of each, laid out as its folder says. A game without a
 * folder is laid out by its rows alone. */
import type { Choice, Chosen, FormLayout, Place, SeatChoice } from "../games/contract";
import { games } from "../lib/games.svelte";
import { hasCards } from "../lib/loading";
import { Texts, type Fact, type Lang, type Rows } from "../lib/texts";
import type { GameInfo, OptionInfo } from "../wire";

// They are small, and the first page needs them all.
const LAYOUTS = import.meta.glob<{ default: FormLayout }>("../games/*/form.ts", { eager: true });

const layoutOf = (game: string): FormLayout | undefined => LAYOUTS[`../games/${game}/form.ts`]?.default;

/** What a game's folder says on the pages, as rows. */
export const layoutTexts = (game: string): Rows => layoutOf(game)?.texts ?? {};

/** An option of the kinds that a form can ask for. */
export type Asked = OptionInfo & { kind: "word" | "flag" | "number" };
const isAsked = (row: OptionInfo): row is Asked => row.kind === "word" || row.kind === "flag" || row.kind === "number";

/** The form of one game. */
export class Sheet {
  /** What is asked for above the seats, in order, and how it looks. */
  readonly choices: readonly { row: Asked; look: Choice["look"]; usual: string | boolean | number }[];
  /** The rulings that most tables leave as they are. */
  readonly house: readonly Asked[];
  readonly seatChoices: readonly SeatChoice[];
  private readonly layout: FormLayout | undefined;

  constructor(
    readonly info: GameInfo,
    layout = layoutOf(info.game),
  ) {
    this.layout = layout;
    const asked = info.options.filter(isAsked);
    // Without a layout all is asked for that is no house rule.
    const wanted: readonly Choice[] = layout?.choices ?? asked.filter((row) => !row.house).map(({ key }) => ({ key, look: "list" }));
    this.choices = wanted.flatMap(({ key, look }) => {
      const row = asked.find((one) => one.key === key);
      return row === undefined ? [] : [{ row, look, usual: (row.kind === "word" ? row.values?.[0] : undefined) ?? usualOf(row) }];
    });
    this.house = asked.filter((row) => row.house && !wanted.some(({ key }) => key === row.key));
    this.seatChoices = layout?.seatChoices ?? [];
  }

  get game(): string {
    return this.info.game;
  }
  get order(): number {
    return this.layout?.order ?? Infinity;
  }
  get hasCards(): boolean {
    return hasCards(this.game);
  }
  get keys(): FormLayout["keys"] & object {
    return this.layout?.keys ?? [];
  }
  /** What the rules call the number of seats. */
  get seatsKey(): string | undefined {
    return this.info.options.find((row) => row.kind === "seats")?.key;
  }
  get chosenForDeck(): Chosen {
    return this.layout?.chosenForDeck ?? {};
  }

  /** What is chosen as long as nobody chooses. */
  get usualChoices(): Chosen {
    return Object.fromEntries(this.choices.map(({ row, usual }) => [row.key, usual]));
  }
  get usualHouse(): Chosen {
    return Object.fromEntries(this.house.map((row) => [row.key, usualOf(row)]));
  }

  /** What a seat holds as long as nobody chooses. */
  usualPlace(seat: number): Place {
    const of = ({ values, usual, apart }: SeatChoice): string | number => usual[apart ? seat % usual.length : seat] ?? values[0] ?? "";
    return Object.fromEntries(this.seatChoices.map((choice) => [choice.key, of(choice)]));
  }

  /** What somebody at a seat is asked for. */
  seatChoice(chosen: Chosen, seat: number): SeatChoice | null {
    const key = this.layout?.seatChoice?.(chosen, seat) ?? null;
    return this.seatChoices.find((choice) => choice.key === key) ?? null;
  }

  /** How many may sit there by what is chosen, in order; all that the game allows if nothing would fit. */
  counts(chosen: Chosen): readonly number[] {
    let counts = this.info.seats.counts;
    for (const row of this.info.options) {
      const allowed = row.seats?.[String(chosen[row.key])];
      if (allowed) counts = counts.filter((n) => allowed.includes(n));
    }
    return counts.length ? counts : this.info.seats.counts;
  }

  /** Is there such an option beside what is chosen? */
  exists(row: OptionInfo, chosen: Chosen): boolean {
    return Object.entries(row.only ?? {}).every(([key, words]) => chosen[key] === undefined || words.includes(String(chosen[key])));
  }

  /** The side to which a seat belongs. */
  seatSide(chosen: Chosen, seat: number, seats: number): string | null {
    return this.layout?.seatSide?.(chosen, seat, seats) ?? null;
  }

  takesDecks(chosen: Record<string, unknown>): boolean {
    return this.layout?.takesDecks?.(chosen) ?? false;
  }

  /** What is chosen, as options of a match. */
  options(chosen: Chosen, places: readonly Place[]): Record<string, unknown> {
    return this.layout?.options?.(chosen, places) ?? unusual(this.choices.map(({ row }) => row).filter((row) => this.exists(row, chosen)), chosen);
  }

  /** The options of a match as newcomers should meet the game. */
  usualOptions(seats: number): Record<string, unknown> {
    return this.layout?.usual?.(seats) ?? {};
  }

  decks(chosen: Chosen, places: readonly Place[], code: string | null, mine: number, isOpen: boolean): { decks?: string[]; deck?: string } {
    return this.layout?.decks?.(chosen, places, code, mine, isOpen) ?? (code === null ? {} : { deck: code });
  }

  // --- words -------------------------------------------------------------------------------------------------------------

  /** A text of the game's folder, if it has it. */
  text(lang: Lang, key: string, facts: Record<string, Fact> = {}): string | null {
    const texts = new Texts(lang, [layoutTexts(this.game)]);
    return texts.has(key) ? texts.line(key, facts) : null;
  }

  /** What is said about an option beside its name. A layout says what is to be said. */
  about(row: OptionInfo, lang: Lang): string {
    return (this.layout ? this.text(lang, `about.${row.key}`) : row.about?.[lang]) ?? "";
  }
}

/** What a value of an option is called. */
export const valueName = (row: OptionInfo, value: string, lang: Lang): string => row.words?.[value]?.[lang] ?? value.replaceAll("_", " ");

/** What an option is in the rules when nobody says anything. */
function usualOf(row: Asked): string | boolean | number {
  const usual = row.default;
  if (typeof usual === "string" || typeof usual === "boolean" || typeof usual === "number") return usual;
  return row.kind === "flag" ? false : row.kind === "number" ? (row.least ?? 0) : (row.values?.[0] ?? "");
}

/** Only what differs from the rules' usual ways is said. */
export function unusual(rows: readonly Asked[], chosen: Chosen): Record<string, unknown> {
  const said = rows.filter((row) => chosen[row.key] !== undefined && chosen[row.key] !== usualOf(row));
  return Object.fromEntries(said.map((row) => [row.key, chosen[row.key]]));
}

let made: { of: readonly GameInfo[]; sheets: readonly Sheet[] } | null = null;

/** The games there are, in the order in which they are shown; null while that is not known. */
export function offered(): readonly Sheet[] | null {
  const { list } = games;
  if (list === null) return null;
  if (made?.of !== list) {
    const sheets = list.map((info) => new Sheet(info));
    made = { of: list, sheets: sheets.sort((a, b) => (a.order === b.order ? 0 : a.order - b.order)) };
  }
  return made.sheets;
}

export const sheetOf = (game: string | undefined): Sheet | undefined => offered()?.find((sheet) => sheet.game === game);

/** The side to which a seat of a table of a game with these options belongs. */
export const seatSide = (game: string, options: Record<string, unknown>, seat: number, seats: number): string | null =>
  layoutOf(game)?.seatSide?.(options, seat, seats) ?? null;

/** May one bring a deck to a table of a game with these options? */
export const takesDecks = (game: string, options: Record<string, unknown>): boolean => layoutOf(game)?.takesDecks?.(options) ?? false;

import { describe, expect, test } from "vitest";
import { hasCards } from "../lib/loading";
import type { GameInfo, OptionInfo, InWords } from "../wire";
import { seatSide, Sheet, takesDecks, valueName } from "./games";
import {
  addSeat, calledWho, dropSeat, faultyField, fitSeats, givePlace, growSeats, houseOf, newForm, newSeat, onOneScreen, playNow, seatCounts, sitDown, toWish, withFriends,
} from "./wishes";

const said = (en: string): InWords => ({ en, ja: `${en}の` });
const word = (key: string, values: string[], more: Partial<OptionInfo> = {}): OptionInfo => ({
  key, kind: "word", values, default: values[0], clause: "", house: false, name: said(key), words: Object.fromEntries(values.map((one) => [one, said(one)])), ...more,
});
const info = (game: string, counts: number[], usual: number, options: OptionInfo[]): GameInfo => ({
  game, rules: 1, examples: [], title: said(game), about: said("about"), by: said("by"), tale: said("tale"), seats: { counts, usual }, options,
});
const editor = new Sheet(
  info("space_editor", [2, 3, 4], 2, [
    word("mode", ["half", "full"], { seats: { full: [2] } }),
    word("final_star", ["void", "forbid"], { house: true }),
    word("deck_rules", ["strict", "none"]),
    { key: "players", kind: "seats", least: 2, most: 4, default: 2, clause: "", house: false, name: said("How many") },
    { key: "elements", kind: "data", default: null, clause: "", house: false, name: said("Elements") },
  ]),
);
const vediic = new Sheet(info("vediic", [2, 3, 4, 5, 6, 7], 3, [{ key: "max_rounds", kind: "number", least: 1, most: 200, default: 60, clause: "", house: true, name: said("Rounds") }]));
const spheres = new Sheet(
  info("five_spheres", [2, 3, 4, 5, 6], 2, [
    word("mode", ["free_for_all", "limited_range", "team_play", "tag_team", "citadel"], { seats: { team_play: [4, 6], tag_team: [4, 6], citadel: [4, 6] } }),
    word("tag_loss", ["both", "first"], { house: true, only: { mode: ["tag_team"] } }),
    word("assembly", ["predesign", "custom", "mirror"], { default: "custom" }),
  ]),
);

describe("wishes for tables", () => {
  test("one button makes a table with oneself first and bots of one's level", () => {
    expect(playNow(vediic, "level2").seats).toEqual(["me", "level2", "level2"]);
    expect(playNow(spheres, "level1")).toMatchObject({ options: { assembly: "predesign", deck_numbers: [5, 4] } });
  });

  test("friends get open seats at a table that is not in the list", () => {
    expect(withFriends(editor, 3)).toMatchObject({ seats: ["me", "open", "open"], open: false });
  });

  test("people at one screen are all me, by their names", () => {
    expect(onOneScreen(editor, ["Ann", "Ben"])).toMatchObject({ seats: ["me", "me"], names: ["Ann", "Ben"] });
  });

  test("what is as usual is not said", () => {
    const wish = toWish(newForm(vediic, "level1"));
    expect(wish.options).toEqual({});
    expect(wish).not.toHaveProperty("names");
    expect(wish.clock).toBeNull();
  });

  test("house rules, elements and clocks are said", () => {
    const form = newForm(editor, "open");
    form.house["final_star"] = "forbid";
    form.chosen["mode"] = "full";
    form.clock = "live";
    expect(toWish(form)).toMatchObject({
      options: { mode: "full", final_star: "forbid", elements: ["water", "wind"] },
      clock: { type: "live", seconds: 900, increment: 10 },
    });
  });

  test("a companion is a further seat of one's own, with a name", () => {
    const form = newForm(editor, "companion");
    form.seats[1] = { ...newSeat(editor, 1, "companion"), name: " Ben " };
    expect(toWish(form)).toMatchObject({ seats: ["me", "me"], names: ["", "Ben"] });
  });

  test("one's own deck of Five Spheres goes with ready-made ones for bots, alone where others bring theirs", () => {
    const form = { ...newForm(spheres, "level1"), chosen: { assembly: "custom", mode: "free_for_all" }, deck: "FS1-X" };
    expect(toWish(form).decks).toEqual(["FS1-X", "genesis-4"]);
    form.seats[1] = newSeat(spheres, 1, "open");
    expect(toWish(form)).toMatchObject({ deck: "FS1-X" });
    expect(toWish(form)).not.toHaveProperty("decks");
  });

  test("options narrow the seats", () => {
    const full = newForm(editor, "level1");
    full.chosen["mode"] = "full";
    expect(seatCounts(full)).toEqual([2]);
    const teams = newForm(spheres, "level1");
    teams.chosen["mode"] = "team_play";
    expect(seatCounts(teams)).toEqual([4, 6]);
  });

  test("seats are added and taken away as many as the options ask for", () => {
    const teams = newForm(spheres, "level1");
    teams.chosen["mode"] = "team_play";
    fitSeats(teams);
    growSeats(teams);
    expect(teams.seats.length).toBe(6);
    dropSeat(teams, 1);
    expect(teams.seats.length).toBe(4);
    growSeats(teams);
    growSeats(teams);
    expect(teams.seats.length).toBe(6);
  });

  test("seats come and go until the options fit, in pairs where there are teams", () => {
    const form = newForm(spheres, "level3");
    addSeat(form);
    form.chosen["mode"] = "team_play";
    fitSeats(form);
    expect(form.seats.map((seat) => seat.who)).toEqual(["me", "level3", "level3", "level3"]);
    addSeat(form);
    fitSeats(form);
    expect(form.seats.length).toBe(4);
    const full = newForm(editor, "open");
    addSeat(full);
    full.chosen["mode"] = "full";
    fitSeats(full);
    expect(full.seats.length).toBe(2);
  });

  test("each seat has an element of its own, and whoever takes one gives theirs", () => {
    const form = newForm(editor, "level1");
    givePlace(form, 0, "element", "earth");
    addSeat(form);
    expect(form.seats.map((seat) => seat.place["element"])).toEqual(["earth", "wind", "water"]);
    givePlace(form, 0, "element", "wind");
    expect(form.seats.map((seat) => seat.place["element"])).toEqual(["wind", "earth", "water"]);
  });

  test("one sits at one seat", () => {
    const form = newForm(vediic, "level2");
    sitDown(form, 2, "me");
    expect(form.seats.map((seat) => seat.who)).toEqual(["level2", "level2", "me"]);
  });

  test("decks are brought where a game lets them be", () => {
    expect(["space_editor", "vediic", "five_spheres", "stranger"].filter(hasCards)).toEqual(["space_editor", "five_spheres"]);
    expect(takesDecks("space_editor", {})).toBe(true);
    expect(takesDecks("five_spheres", { assembly: "custom" })).toBe(true);
    expect(takesDecks("five_spheres", { assembly: "predesign" })).toBe(false);
    expect(takesDecks("vediic", {})).toBe(false);
    expect(takesDecks("stranger", {})).toBe(false);
  });

  test("whoever sits down at a table with teams is told which is whose", () => {
    const sides = (game: string, mode: string): unknown[] => [0, 1, 2, 3].map((seat) => seatSide(game, { mode }, seat, 4));
    expect(sides("five_spheres", "citadel")).toEqual(["◆1", "◆1", "●2", "●2"]);
    expect(sides("five_spheres", "tag_team")).toEqual(["◆1", "●2", "◆1", "●2"]);
    expect(sides("five_spheres", "free_for_all")).toEqual([null, null, null, null]);
    expect(sides("vediic", "citadel")).toEqual([null, null, null, null]);
  });

  test("a mirror gives all the same deck, and teams are said", () => {
    const form = newForm(spheres, "level1");
    form.chosen = { assembly: "mirror", mode: "team_play" };
    expect(toWish(form)).toMatchObject({ decks: ["genesis-5"], options: { assembly: "mirror", mode: "team_play" } });
  });

  test("an option that belongs to one way of playing is asked for there and said there only", () => {
    const form = newForm(spheres, "level1");
    const row = spheres.choices.find((choice) => choice.row.key === "tag_loss")?.row;
    if (row === undefined) throw new Error("The form does not know the option.");
    form.chosen["tag_loss"] = "first";
    for (const mode of ["free_for_all", "team_play", "citadel"]) {
      form.chosen["mode"] = mode;
      expect(spheres.exists(row, form.chosen)).toBe(false);
      expect(toWish(form).options).not.toHaveProperty("tag_loss");
    }
    form.chosen["mode"] = "tag_team";
    fitSeats(form);
    expect(form.seats.length).toBe(4);
    expect(spheres.exists(row, form.chosen)).toBe(true);
    expect(toWish(form).options).toMatchObject({ mode: "tag_team", tag_loss: "first" });
    form.chosen["tag_loss"] = "both";
    expect(toWish(form).options).not.toHaveProperty("tag_loss");
    // The sentence about the choice stands beside it whatever is chosen.
    expect(spheres.about(spheres.choices.find((choice) => choice.row.key === "mode")!.row, "en")).toMatch(/four .*everyone/);
  });

  test("a server's sentence is shown at the field that it is about", () => {
    expect(faultyField("bad_options", "options.players: full mode is for 2 players, not 3", "players")).toBe("seats");
    expect(faultyField("bad_options", "options.players: 9 is too many", "lords")).toBe("options");
    expect(faultyField("bad_options", "options.towers: 12 is too many", "players")).toBe("options");
    expect(faultyField("bad_deck", "deck: it is of water", "players")).toBe("deck");
    expect(faultyField("too_many_tables", "you have 20 tables", "players")).toBe("form");
  });
});

describe("the form of a game without a folder", () => {
  const stranger = new Sheet(
    info("stranger", [1, 2, 4], 2, [
      word("deck", ["large", "small_one"], { seats: { small_one: [1, 2] }, abouts: { large: said("All cards.") } }),
      { key: "open", kind: "flag", default: false, clause: "", house: false, name: said("Open hands"), about: said("Nothing is hidden.") },
      { key: "rounds", kind: "number", least: 1, most: 9, default: 3, clause: "", house: true, name: said("Rounds") },
      { key: "players", kind: "seats", least: 1, most: 4, default: 2, clause: "", house: false, name: said("How many") },
      { key: "pack", kind: "data", default: null, clause: "", house: false, name: said("The pack") },
    ]),
  );

  test("asks for what its rows say: words, flags and numbers, house rules apart", () => {
    expect(stranger.choices.map(({ row, look, usual }) => [row.key, look, usual])).toEqual([
      ["deck", "list", "large"],
      ["open", "list", false],
    ]);
    expect(stranger.house.map((row) => row.key)).toEqual(["rounds"]);
    expect(stranger.about(stranger.choices[1]!.row, "en")).toBe("Nothing is hidden.");
    expect(valueName(stranger.choices[0]!.row, "small_one", "ja")).toBe("small_oneの");
    expect(stranger.hasCards).toBe(false);
    expect(stranger.order).toBe(Infinity);
  });

  test("an option or house rule that depends on another goes with it", () => {
    const deep = new Sheet(info("deep", [2], 2, [word("way", ["a", "b"]), word("more", ["x", "y"], { only: { way: ["b"] } }), word("rule", ["p", "q"], { house: true, only: { way: ["a"] } })]));
    const form = newForm(deep, "level1");
    Object.assign(form.chosen, { more: "y" });
    Object.assign(form.house, { rule: "q" });
    expect(toWish(form).options).toEqual({ rule: "q" });
    expect(houseOf(form).map((row) => row.key)).toEqual(["rule"]);
    form.chosen["way"] = "b";
    expect(toWish(form).options).toEqual({ way: "b", more: "y" });
    expect(houseOf(form)).toEqual([]);
  });

  test("says only what is not as usual", () => {
    const form = newForm(stranger, "level1");
    expect(toWish(form)).toMatchObject({ game: "stranger", seats: ["me", "level1"], options: {} });
    form.chosen["open"] = true;
    form.house["rounds"] = 5;
    expect(toWish(form).options).toEqual({ open: true, rounds: 5 });
  });

  test("seats as many as its rows allow", () => {
    const form = newForm(stranger, "open");
    growSeats(form);
    expect(form.seats.length).toBe(4);
    form.chosen["deck"] = "small_one";
    fitSeats(form);
    expect(form.seats.length).toBe(2);
    dropSeat(form, 1);
    expect(form.seats.map((seat) => seat.who)).toEqual(["me"]);
    expect(playNow(stranger, "level2")).toEqual({ game: "stranger", seats: ["me", "level2"], options: {}, open: false });
  });
});

test("who sits at a seat is called by our words, and a bot of the host's by its own name", () => {
  const say = (key: string): string => `<${key}>`;
  expect(["me", "companion", "open", "level3", "scorer", "level_up"].map((who) => calledWho(who, say))).toEqual([
    "<who.me>", "<who.companion>", "<who.open>", "<bot.level3>", "◈ scorer", "◈ level_up",
  ]);
});

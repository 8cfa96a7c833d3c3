import { describe, expect, test } from "vitest";
import { poolCopies, takesDecks, WITH_DECKS } from "./games";
import { addSeat, faultyField, fitSeats, giveElement, newForm, newSeat, onOneScreen, playNow, seatRange, sitDown, toWish, withFriends } from "./wishes";

describe("wishes for tables", () => {
  test("one button makes a table with oneself first and bots of one's level", () => {
    expect(playNow("vediic", "level2").seats).toEqual(["me", "level2", "level2"]);
    expect(playNow("five_spheres", "level1")).toMatchObject({ options: { assembly: "predesign", deck_numbers: [5, 4] } });
  });

  test("friends get open seats at a table that is not in the list", () => {
    expect(withFriends("space_editor", 3)).toMatchObject({ seats: ["me", "open", "open"], open: false });
  });

  test("people at one screen are all me, by their names", () => {
    expect(onOneScreen("space_editor", ["Ann", "Ben"])).toMatchObject({ seats: ["me", "me"], names: ["Ann", "Ben"] });
  });

  test("what is as usual is not said", () => {
    const wish = toWish(newForm("vediic", "level1"));
    expect(wish.options).toEqual({});
    expect(wish).not.toHaveProperty("names");
    expect(wish.clock).toBeNull();
  });

  test("house rules, elements and clocks are said", () => {
    const form = newForm("space_editor", "open");
    form.house["final_star"] = "forbid";
    form.chosen["mode"] = "full";
    form.clock = "live";
    expect(toWish(form)).toMatchObject({
      options: { mode: "full", final_star: "forbid", elements: ["water", "wind"] },
      clock: { type: "live", seconds: 900, increment: 10 },
    });
  });

  test("a companion is a further seat of one's own, with a name", () => {
    const form = newForm("space_editor", "companion");
    form.seats[1] = { ...newSeat(1, "companion"), name: " Ben " };
    expect(toWish(form)).toMatchObject({ seats: ["me", "me"], names: ["", "Ben"] });
  });

  test("one's own deck of Five Spheres goes with ready-made ones for bots, alone where others bring theirs", () => {
    const form = { ...newForm("five_spheres", "level1"), chosen: { assembly: "custom", range: "free_for_all" }, deck: "FS1-X" };
    expect(toWish(form).decks).toEqual(["FS1-X", "genesis-4"]);
    form.seats[1] = newSeat(1, "open");
    expect(toWish(form)).toMatchObject({ deck: "FS1-X" });
    expect(toWish(form)).not.toHaveProperty("decks");
  });

  test("a pool grows with the lords", () => {
    expect(poolCopies("open_draft", 2)).toBe(3);
    expect(poolCopies("closed_draft", 6)).toBe(4);
    expect(poolCopies("sets", 6)).toBe(6);
    expect(poolCopies("predesign", 6)).toBe(3);
  });

  test("options narrow the seats", () => {
    const full = newForm("space_editor", "level1");
    full.chosen["mode"] = "full";
    expect(seatRange(full)).toEqual({ least: 2, most: 2 });
    const teams = newForm("five_spheres", "level1");
    teams.chosen["range"] = "team_play";
    expect(seatRange(teams).least).toBe(4);
  });

  test("seats come and go until the options fit, in pairs where there are teams", () => {
    const form = newForm("five_spheres", "level3");
    addSeat(form);
    form.chosen["range"] = "team_play";
    fitSeats(form);
    expect(form.seats.map((seat) => seat.who)).toEqual(["me", "level3", "level3", "level3"]);
    addSeat(form);
    fitSeats(form);
    expect(form.seats.length).toBe(4);
    const full = newForm("space_editor", "open");
    addSeat(full);
    full.chosen["mode"] = "full";
    fitSeats(full);
    expect(full.seats.length).toBe(2);
  });

  test("each seat has an element of its own, and whoever takes one gives theirs", () => {
    const form = newForm("space_editor", "level1");
    giveElement(form, 0, "earth");
    addSeat(form);
    expect(form.seats.map((seat) => seat.element)).toEqual(["earth", "wind", "water"]);
    giveElement(form, 0, "wind");
    expect(form.seats.map((seat) => seat.element)).toEqual(["wind", "earth", "water"]);
  });

  test("one sits at one seat", () => {
    const form = newForm("vediic", "level2");
    sitDown(form, 2, "me");
    expect(form.seats.map((seat) => seat.who)).toEqual(["level2", "level2", "me"]);
  });

  test("decks are brought where a game lets them be", () => {
    expect(WITH_DECKS).toEqual(["space_editor", "five_spheres"]);
    expect(takesDecks("space_editor", {})).toBe(true);
    expect(takesDecks("five_spheres", { assembly: "custom" })).toBe(true);
    expect(takesDecks("five_spheres", { assembly: "predesign" })).toBe(false);
    expect(takesDecks("vediic", {})).toBe(false);
  });

  test("a mirror gives all the same deck, and teams are said", () => {
    const form = newForm("five_spheres", "level1");
    form.chosen = { assembly: "mirror", range: "team_play" };
    expect(toWish(form)).toMatchObject({ decks: ["genesis-5"], options: { assembly: "mirror", mode: "team_play" } });
  });

  test("a server's sentence is shown at the field that it is about", () => {
    expect(faultyField("bad_options", "options.players: full mode is for 2 players, not 3")).toBe("seats");
    expect(faultyField("bad_options", "options.towers: 12 is too many")).toBe("options");
    expect(faultyField("bad_deck", "deck: it is of water")).toBe("deck");
    expect(faultyField("too_many_tables", "you have 20 tables")).toBe("form");
  });
});

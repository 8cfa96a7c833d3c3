import { describe, expect, test } from "vitest";
import { faultyField, newForm, newSeat, onOneScreen, playNow, poolCopies, seatRange, toWish, withFriends } from "./wishes";

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
    form.mode = "full";
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
    const form = { ...newForm("five_spheres", "level1"), assembly: "custom" as const, deck: "FS1-X" };
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
    expect(seatRange({ ...newForm("space_editor", "level1"), mode: "full" })).toEqual({ least: 2, most: 2 });
    expect(seatRange({ ...newForm("five_spheres", "level1"), range: "team_play" }).least).toBe(4);
  });

  test("a server's sentence is shown at the field that it is about", () => {
    expect(faultyField("bad_options", "options.players: full mode is for 2 players, not 3")).toBe("seats");
    expect(faultyField("bad_options", "options.towers: 12 is too many")).toBe("options");
    expect(faultyField("bad_deck", "deck: it is of water")).toBe("deck");
    expect(faultyField("too_many_tables", "you have 20 tables")).toBe("form");
  });
});

import { COLORS } from "./reading";
import { describe, expect, it } from "vitest";
import ours from "../../../../src/orrery/games/vediic/data/boards/kundli-1.json";
import { LANGS } from "../../lib/texts";
import { marksOf, sayResult, sufferedBy, trailOf } from "./account";
import { SIGNS } from "./art";
import artist from "./artist";
import { pawnRow, placeName, placesOf } from "./places";
import { CHART, EVENTS, sceneOf, some, textsIn } from "./samples";
import type { VediicView } from "./view";
import { plain } from "../../lib/texts";

const { view } = some("4_move");
const standing = (...pawns: (string | null)[]): VediicView => ({ ...view, players: view.players.map((player, seat) => (seat === 0 ? { ...player, pawns } : player)) });

describe.each(LANGS)("places in %s", (lang) => {
  const texts = textsIn(lang);

  it("have names by what the board shows, each its own, none of them a number of ours", () => {
    const names = CHART.circles.map(({ id }) => placeName(texts, CHART, id));
    expect(new Set(names).size).toBe(37);
    for (const name of names) expect(name).not.toMatch(/c\d\d|\{/);
  });

  it("are called by corners, edges, lines and crossings", () => {
    const name = (id: string): string => placeName(texts, CHART, id);
    expect(["c00", "c18", "c01", "c05", "c02", "c11"].map(name)).toEqual(
      lang === "en"
        ? ["the top left corner", "the centre", "the edge of house 2", "the line between houses 2 and 3", "the crossing of houses 12 to 2", "the crossing of houses 10 to 1"]
        : ["左上の隅", "中央", "ハウス2の外側", "ハウス2と3の境目", "ハウス12〜2の交点", "ハウス10〜1の交点"],
    );
  });
});

describe("names", () => {
  it("fall back to the circle's own where two would be called alike, or where the board is not known", () => {
    const twin = { ...CHART, circles: [...CHART.circles, { ...CHART.circles[1]!, id: "x1" }] };
    expect(placesOf(twin).get("c01")?.row).toBe("circle");
    expect(placeName(textsIn("en"), undefined, "c10")).toBe("circle c10");
  });

  it("tell a seat's pawns apart by how they stand to each other", () => {
    const row = (pawn: number, ...pawns: (string | null)[]): string => pawnRow(CHART, standing(...pawns), 0, pawn);
    expect([row(0, "c00", "c04"), row(1, "c00", "c04")]).toEqual(["left", "right"]);
    expect([row(0, "c32", "c00"), row(1, "c32", "c00")]).toEqual(["lower", "upper"]);
    expect(row(0, "c10", "c10")).toBe("either");
    expect([row(0, "c10", "promoted"), row(0, "c10", null)]).toEqual(["only", "only"]);
  });
});

describe("the account", () => {
  const scene = sceneOf(some("4_move"), "en", 0);

  it("marks where pawns and planets went, and whose cards changed", () => {
    const refs = marksOf(scene, [
      { event: "move", seat: 1, pawn: 0, from: "c10", to: "c14", cards: ["gray"] },
      { event: "displace", seat: 2, pawn: 1, from: "c14", to: "c10" },
      { event: "planet_move", planet: "red", from: 12, to: 1, retrograde: true },
      { event: "steal", seat: 1, victim: 0, index: null, color: null },
    ]);
    expect(refs).toEqual(expect.arrayContaining(["pawn:1-0", "pawn:2-1", "planet:red", "seat:1", "seat:0"]));
    expect(refs.map(trailOf).filter((trail) => trail !== null)).toEqual([
      { kind: "jump", seat: 1, pawn: 0, from: "c10", to: "c14" },
      { kind: "push", seat: 2, pawn: 1, from: "c14", to: "c10" },
      { kind: "wander", color: "red", from: "12", to: "1" },
    ]);
    for (const event of EVENTS) expect(marksOf(scene, [event]).join()).not.toMatch(/undefined/);
  });

  it("says what was done to a seat, and nothing of what was done to others", () => {
    const events = [
      { event: "steal", seat: 1, victim: 0, index: null, color: "red" },
      { event: "steal", seat: 1, victim: 2, index: null, color: null },
      { event: "displace", seat: 0, pawn: 0, from: "c18", to: "c00" },
      { event: "owes", seat: 0, count: 2 },
      { event: "reward", seat: 0, pawn: 0, planet: "blue", count: 1 },
      { event: "reward", seat: 0, pawn: 1, planet: "gray", count: 1 },
    ];
    expect(sufferedBy(scene, events, 0).map(plain)).toEqual([
      "Player 2 stole one red card from you.", "Your pawn was pushed from the centre to the top left corner.", "Planets in retrograde asked you for 2 cards.", "The planets gave you blue and gray.",
    ]);
    expect(sufferedBy(scene, events, 3)).toEqual([]);
  });

  it("says how it came out, the best first", () => {
    const players = view.players.map((player, seat) => ({ ...player, pawns: seat === 2 ? ["promoted", "promoted"] : player.pawns, enlightenment: seat }));
    const over = { ...scene, over: true, view: { ...view, phase: "over", players } };
    const said = sayResult(over).map(plain);
    expect(said[0]).toBe("Player 3 promoted both pawns.");
    expect(said[1]).toContain("Player 3: 2 of 2");
    expect(said.length).toBe(1 + players.length);
    expect(sayResult(scene)).toEqual([]);
  });
});

describe("the artist", () => {
  it("writes the sign of every planet as it is: rounded, an arc could end where it begins, and would not be seen", () => {
    const [[, svg] = ["", ""]] = artist.pictures({ boards: { ours } });
    for (const color of COLORS) expect(svg).toContain(SIGNS[color]);
  });

  it("draws every board it is given, whole and by itself", () => {
    const raw = { name: "small", circles: CHART.circles.map(({ id, at, neighbours }) => ({ id, x: at[0], y: at[1], neighbours })), houses: [] };
    const [[name, svg] = ["", ""]] = artist.pictures({ boards: { small: raw } });
    expect(name).toBe("board-small");
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(svg.match(/r="22"/g)?.length).toBe(37);
    expect(svg).not.toMatch(/var\(|href|url\(http|NaN|undefined/);
    const names = artist.pictures({}).map(([name]) => name);
    expect(names.filter((name) => !name.startsWith("piece-"))).toEqual([]);
    for (const color of COLORS) expect(names).toEqual(expect.arrayContaining([`piece-planet-${color}`, `piece-sign-${color}`, `piece-figure-${color}`]));
  });
});

import { describe, expect, it } from "vitest";
import { shared } from "../../lib/sharing";
import { goals, NOTHING, parseAll } from "./actions";
import { litCircles } from "./chart";
import { any, arc, chosable, circleLooks, drawnWay, headOf, houseLooks, pawnLooks, pipsLooks, planetLooks, trailLooks, type Chosen } from "./drawing";
import { Names } from "./naming";
import { CHART, MOMENTS, sceneOf, some } from "./samples";
import { COLORS, PROMOTED } from "./reading";
import type { Outlook, VediicView } from "./view";

const found = some("4_move");
const { view } = found;
const actions = parseAll(found.actions);
const NONE: Chosen = { goals: new Map(), movable: new Set(), pawn: null, circle: null };
const ACTIVE: Chosen = { goals: goals(actions, NOTHING), movable: new Set(actions.flatMap((action) => action.pawn ?? [])), pawn: null, circle: null };
const OUTLOOK: Outlook = { round: 3, planets: {}, circles: { c10: [{ planet: "red", certain: false, chance: 0.5, exact: "1/2", retrograde: 0.5 }, { planet: "gray", certain: false, chance: 0.5, exact: "1/2", retrograde: 0 }] } };
const circle = (chosen: Chosen, id: string, outlook: Outlook | null = null) => circleLooks(CHART, view, chosen, outlook).find((one) => one.id === id);

describe("circles as they are drawn", () => {
  it("show where one may go, and the cheapest cards where it takes some", () => {
    for (const look of circleLooks(CHART, view, ACTIVE, null)) {
      const ways = ACTIVE.goals.get(look.id);
      expect(look.goal).toBe(ways !== undefined);
      expect(look.free).toBe(ways?.some((way) => !way.cards.length) ?? false);
      if (look.free) expect(look.need).toEqual([]);
      else expect(look.need).toEqual(ways?.[0]?.cards ?? []);
    }
  });

  it("are pressed where they, or the pawn on them, are chosen", () => {
    const [id, pawns] = [...chosable(view, ACTIVE.movable)][0] ?? ["", []];
    expect(circle(NONE, id)?.pressed).toBeNull();
    expect(circle(ACTIVE, id)?.pressed).toBe(false);
    expect(circle({ ...ACTIVE, pawn: pawns[0] ?? null }, id)?.pressed).toBe(true);
    expect(circle({ ...ACTIVE, circle: id }, id)).toMatchObject({ pressed: true, chosen: true });
  });

  it("show the forecast as shares of a whole, with the cards to expect; to who looks on, how likely a planet comes", () => {
    const look = circle(NONE, "c10", OUTLOOK);
    expect(look).toMatchObject({ expected: "75%", bodes: null });
    const worth = (gain: number, loss: number) => ({ ...OUTLOOK, worth: { alone: { c10: { gain, loss, losses: {} } }, own: [] } });
    expect(circle(NONE, "c10", worth(1, 0.25))).toMatchObject({ expected: "+0.8", bodes: "well" });
    expect(circle(NONE, "c10", worth(0, 0.5))).toMatchObject({ expected: "−0.5", bodes: "ill" });
    expect(circle(NONE, "c10", worth(0.5, 0.52))).toMatchObject({ expected: "0", bodes: null });
    expect(look?.coming?.map(({ color, harm }) => [color, harm])).toEqual([["red", true], ["gray", false]]);
    expect(circle(NONE, "c11", OUTLOOK)).toMatchObject({ coming: [], expected: "", bodes: null });
    expect(circle(NONE, "c10")?.coming).toBeNull();
    expect(any([])).toBe(0);
  });

  it("keep what is as it was: only the circles that a pawn leaves and reaches are drawn again", () => {
    const before = circleLooks(CHART, view, NONE, null);
    const after = shared(before, circleLooks(CHART, structuredClone(view), NONE, null));
    expect(after).toBe(before);
    const chosen = shared(before, circleLooks(CHART, view, { ...NONE, circle: "c10" }, null));
    expect(chosen.filter((one, i) => one !== before[i]).map((one) => one.id)).toEqual(["c10"]);
  });
});

describe("what planets light", () => {
  const planets = Object.fromEntries(COLORS.map((color) => [color, { house: 2, retrograde: false }])) as unknown as VediicView["planets"];
  const sky = { planets: { ...planets, red: { house: 1, retrograde: true } } };

  it("has a mark for each circle, a triangle with a stroke where cards are asked for", () => {
    const looks = pipsLooks(CHART, sky);
    const marks = (path: string): number => path.split("M").length - 1;
    const by = [...litCircles(CHART, sky).values()].flat();
    for (const { color, marks: drawn, strokes } of looks) {
      expect(marks(drawn)).toBe(by.filter((one) => one === color).length);
      expect(marks(strokes)).toBe(color === "red" ? marks(drawn) : 0);
    }
    expect(marks(looks.find((one) => one.color === "red")?.marks ?? "")).toBe(15);
  });

  it("is on its tiles too, and those of one that asks for cards are marked", () => {
    const tiles = houseLooks(CHART, sky).flatMap((house) => house.tiles.map((tile) => ({ ...tile, house: house.house })));
    for (const tile of tiles) {
      expect(tile.shining).toBe(tile.color === "red" || tile.house === 2);
      expect(tile.harm).toBe(tile.color === "red");
    }
  });

  it("turns when planets arrive, not when they leave", () => {
    const { before, after } = Object.values(MOMENTS)[0] ?? { before: view, after: view };
    const leaving = planetLooks(CHART, { ...before, planets: after.planets }, before);
    for (const look of leaving) expect(look.retrograde).toBe(before.planets[look.color].retrograde);
    expect(leaving.map(({ color, x, y }) => [color, x, y])).toEqual(planetLooks(CHART, after, after).map(({ color, x, y }) => [color, x, y]));
  });
});

describe("pawns as they are drawn", () => {
  it("stand on the board only, apart from each other, and small beside the forecast", () => {
    const looks = pawnLooks(CHART, view, ACTIVE.movable, 0, false);
    const places = view.players.flatMap((player) => player.pawns).filter((place) => place !== null && place !== PROMOTED);
    expect(looks.length).toBe(places.length);
    expect(new Set(looks.map(({ x, y }) => `${x} ${y}`)).size).toBe(looks.length);
    expect(looks.filter((one) => one.chosen).map(({ seat, pawn }) => [seat, pawn])).toEqual([[view.to_act, 0]]);
    for (const [i, one] of pawnLooks(CHART, view, ACTIVE.movable, 0, true).entries()) expect(one.scale).toBeLessThan(looks[i]?.scale ?? 0);
  });
});

describe("ways", () => {
  it("go along the lines, or in a bow", () => {
    expect(drawnWay([[0, 0], [10, 0], [10, 10]], false)).toBe("M0 0L10 0L10 10");
    expect(drawnWay([[0, 0], [10, 0], [10, 10]], true)).toBe(arc([0, 0], [10, 10]));
    expect(drawnWay([[0, 0]], false)).toBe("");
    expect(drawnWay(null, true)).toBe("");
  });

  it("end in the head of an arrow before what stands there", () => {
    const [, x, y] = /^M([-\d.]+) ([-\d.]+)L/.exec(headOf([[0, 0], [0, 500]], false)) ?? [];
    expect([Number(x), Number(y)]).toEqual([0, 452]);
    expect(headOf([[0, 0]], false)).toBe("");
    expect(headOf(null, true)).toBe("");
  });

  it("stay drawn where others went, each in its own manner", () => {
    const marks = new Set(["trail:walk:1-0:c10:c18", "trail:jump:2-1:c00:c36", "trail:push:0-0:c18:c10", "trail:wander:red:1:2", "seat:1", "trail:walk:1-0:c10"]);
    const looks = trailLooks(CHART, view, marks);
    expect(looks.map(({ kind }) => kind)).toEqual(["walk", "walk", "push", "wander"]);
    expect(looks.map(({ color }) => color)).toEqual([view.players[1]?.color, view.players[2]?.color, view.players[0]?.color, "red"]);
    expect(looks[0]?.path.split("L").length).toBe(3);
    expect(looks[1]?.path).toContain("Q");
  });
});

describe("names on the chart", () => {
  it("say pawns, ways, what shines and what may come", () => {
    const scene = sceneOf(found, "en");
    const names = new Names().all(CHART, scene, view, ACTIVE, OUTLOOK);
    expect(names.size).toBe(CHART.circles.length + CHART.houses.length);
    const own = view.players[found.seat]?.pawns[0] ?? "";
    expect(names.get(`circle:${own}`)).toMatch(/^The .*your pawn/);
    expect(names.get("circle:c10")).toContain("After round 3");
    const free = [...ACTIVE.goals].find(([, ways]) => !ways[0]?.cards.length)?.[0] ?? "";
    expect(names.get(`circle:${free}`)).toContain("can be reached without cards");
  });

  it("are said again when the language or a name changes", () => {
    const names = new Names();
    const said = (lang: "en" | "ja", called?: string): string => {
      const scene = sceneOf(found, lang);
      if (called) scene.names = scene.names.map(() => called);
      return [...names.all(CHART, scene, view, NONE, null).values()].join("\n");
    };
    expect(said("en")).toContain("The top left corner");
    expect(said("ja")).toContain("左上の隅");
    expect(said("en")).not.toMatch(/c\d\d|pawn \d/);
    expect(said("en", "Zoe")).toContain("of Zoe");
    expect(said("en")).not.toContain("Zoe");
  });
});

/** Shows what happened in motion: dice, pawns along the lines, planets from house to house, cards between piles and hands.
 * What comes is spread over frames: nothing is measured in the frame in which something was drawn. */
import { tick } from "svelte";
import type { Happening, TableHandle } from "../contract";
import type { Chart, Point } from "./chart";
import { beatsOf, isStill, type Beats, type Flight, type Thrown } from "./motion";
import { eventsOf } from "./reading";
import type { Color, VediicView } from "./view";

/** A card on its way, from point to point of the board's box. */
export interface Flying extends Flight {
  id: number;
  points: [number, number][];
  wait: number;
}

/** Light that breaks out at a point of the chart. */
export interface Light {
  id: number;
  x: number;
  y: number;
  large: boolean;
  duration: number;
}

/** How long dice tumble and then lie, and how long a light shines, in milliseconds. */
const TUMBLE = 620;
const LIE = 260;
const SHINE = 900;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
/** What was changed is drawn, and the page is at rest: nothing that is measured has to be laid out for it. */
const drawn = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));

/** All of these, and the frame in which the last one ended is over: what follows is not laid out in it as well. */
const ended = async (moves: Promise<void>[]): Promise<void> => {
  await Promise.all(moves);
  await pause(0);
};

export class Show {
  /** While something is shown in motion, a moment on the way; else null. */
  moment: VediicView | null = $state.raw(null);
  flying: Flying[] = $state.raw([]);
  dice: Thrown[] = $state.raw([]);
  /** How long the dice tumble. */
  tumble = $state(TUMBLE);
  bursts: Light[] = $state.raw([]);
  /** While planets are on their way, what they light is as it was where they came from. */
  lights: VediicView["planets"] | null = $state.raw(null);
  private running: Animation[] = [];
  private play = 0;
  private flights = 0;

  constructor(
    private readonly table: () => TableHandle,
    private readonly box: () => HTMLElement | undefined,
  ) {}

  /** To the end of it at once. */
  stop(): void {
    this.clear();
    if (this.moment !== null) this.moment = null;
  }

  private clear(): void {
    this.play += 1;
    for (const animation of this.running) animation.cancel();
    this.running = [];
    if (this.flying.length) this.flying = [];
    if (this.dice.length) this.dice = [];
    if (this.bursts.length) this.bursts = [];
    if (this.lights !== null) this.lights = null;
  }

  /** Shows a happening as the seat `own` sees it, and says so at its end. */
  async show(happening: Happening, chart: Chart, own: number | null): Promise<void> {
    this.clear();
    const mine = this.play;
    const [before, after] = [happening.before as VediicView, happening.after as VediicView];
    if (isStill(happening.events)) {
      this.moment = null;
      this.table().shown(happening.number);
      return;
    }
    this.moment = before;
    await drawn();
    if (mine !== this.play) return;
    const beats = beatsOf(chart, before, after, eventsOf(happening.events), own);
    for await (const step of this.steps(beats, chart, happening)) {
      if (mine !== this.play) return;
      if (step !== null) this.moment = step;
    }
    if (mine !== this.play) return;
    this.moment = null;
    this.table().shown(happening.number);
  }

  /** The beats one after the other; each moment that it gives is drawn before it goes on. */
  private async *steps(beats: Beats, chart: Chart, happening: Happening): AsyncGenerator<VediicView | null, void> {
    const [before, after] = [happening.before as VediicView, happening.after as VediicView];
    const pace = 1 / happening.pace;
    let moment = before;
    if (beats.dice.length) {
      this.tumble = TUMBLE * pace;
      this.dice = beats.dice;
      this.table().sound("dice");
      await pause((TUMBLE + LIE) * pace);
      yield null;
      this.dice = [];
    }
    if (beats.travels.length || beats.deeds.length) {
      const cards = this.fly(beats.deeds, 620 * pace, pace);
      const rising = beats.travels.filter((travel) => travel.kind === "promote");
      const going = beats.travels.filter((travel) => travel.kind !== "promote");
      if (rising.length) this.table().sound("cheer");
      for (const { circles } of rising) this.shine(chart.circle.get(circles[0] ?? "")?.at, true, SHINE * pace);
      if (beats.enlightened) this.shine(this.planetAt(beats.enlightened), false, SHINE * pace);
      await ended(rising.map((travel) => this.rise(travel.seat, travel.pawn, 900 * pace)));
      moment = { ...moment, players: before.players.map((player, seat) => ({ ...player, pawns: after.players[seat]?.pawns ?? player.pawns })) };
      if (beats.travels.length) yield moment;
      await tick();
      if (going.length) this.table().sound(going[0]?.kind === "put" ? "place" : "move");
      else if (beats.enlightened) this.table().sound("good");
      await ended([cards, ...going.map((travel) => this.walk(chart, travel.seat, travel.pawn, travel.circles, pace))]);
      yield null;
    }
    if (beats.planets.length) {
      const old = new Map(beats.planets.map(({ planet }) => [planet, this.element(`[data-planet="${planet}"]`)?.style.transform ?? ""]));
      moment = { ...moment, planets: after.planets };
      this.lights = before.planets;
      yield moment;
      await tick();
      this.table().sound("move");
      await ended(beats.planets.map(({ planet, houses }, i) => this.wander(chart, planet, houses, old.get(planet) ?? "", i * 45 * pace, 1000 * pace)));
      yield null;
      this.lights = null;
      await drawn();
      yield null;
    }
    if (beats.owing.length) this.table().sound("bad");
    if (beats.rewards.length) {
      this.table().sound("draw");
      await ended([this.fly(beats.rewards, 900 * pace, pace)]);
      yield null;
    }
    // What the cards did to hands and piles is drawn before the table goes on.
    yield after;
    await drawn();
  }

  // --- how things move ----------------------------------------------------------------------------------------------------

  private element(selector: string): SVGElement | null {
    return this.box()?.querySelector<SVGElement>(selector) ?? null;
  }

  private async run(target: Element | null, frames: Keyframe[], options: KeyframeAnimationOptions): Promise<void> {
    if (!target || frames.length < 2) return;
    const animation = target.animate(frames, options);
    this.running.push(animation);
    await animation.finished.catch(() => undefined); // cancelled when somebody skips it
  }

  private walk(chart: Chart, seat: number, pawn: number, circles: string[], pace: number): Promise<void> {
    const target = this.element(`[data-pawn="${seat}-${pawn}"]`);
    const end = target?.style.transform ?? "";
    const spots = circles.map((id) => chart.circle.get(id)?.at).filter((at) => at !== undefined);
    const frames: Keyframe[] = spots.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px) scale(1.2)` }));
    const last = spots[spots.length - 1];
    if (spots.length === 1 && last) frames[0] = { transform: `translate(${last[0]}px, ${last[1] - 90}px) scale(1.5)`, opacity: 0 };
    else frames.pop();
    return this.run(target, [...frames, { transform: end, opacity: 1 }], { duration: Math.max(480, 240 * (spots.length - 1)) * pace, easing: "ease-in-out" });
  }

  /** Light breaks out at a point for a while; nothing waits for its end. */
  private shine(at: Point | null | undefined, large: boolean, duration: number): void {
    if (!at) return;
    const light = { id: this.flights++, x: at[0], y: at[1], large, duration };
    this.bursts = [...this.bursts, light];
    setTimeout(() => (this.bursts = this.bursts.filter((one) => one !== light)), duration);
  }

  /** Where a planet is drawn. */
  private planetAt(planet: Color): Point | null {
    const found = /translate\(([-\d.]+)px, ([-\d.]+)px\)/.exec(this.element(`[data-planet="${planet}"]`)?.style.transform ?? "");
    return found ? [Number(found[1]), Number(found[2])] : null;
  }

  private rise(seat: number, pawn: number, duration: number): Promise<void> {
    const target = this.element(`[data-pawn="${seat}-${pawn}"]`);
    const from = target?.style.transform ?? "";
    const frames: Keyframe[] = [
      { transform: from, opacity: 1 },
      { transform: `${from} translate(0px, -60px) scale(1.7)`, opacity: 1, offset: 0.55 },
      { transform: `${from} translate(0px, -190px) scale(2.1)`, opacity: 0 },
    ];
    return this.run(target, frames, { duration, easing: "ease-in" });
  }

  private wander(chart: Chart, planet: Color, houses: number[], old: string, delay: number, duration: number): Promise<void> {
    const target = this.element(`[data-planet="${planet}"]`);
    const end = target?.style.transform ?? "";
    const between = houses.slice(old ? 1 : 0, -1).map((house): Keyframe => {
      const at = chart.houses.find((one) => one.house === house)?.at ?? [0, 0];
      return { transform: `translate(${at[0]}px, ${at[1]}px) scale(1.05)` };
    });
    return this.run(target, [...(old ? [{ transform: old }] : []), ...between, { transform: end }], { duration, delay, easing: "ease-in-out", fill: "backwards" });
  }

  /** Cards fly between places of the page; all are measured before any moves. */
  private async fly(list: readonly Flight[], duration: number, pace: number): Promise<void> {
    const box = this.box();
    if (!box || !list.length) return;
    const made = placed(box, list, pace, () => this.flights++);
    this.flying = [...this.flying, ...made];
    await tick();
    const last = (one: Flying): number => one.points.length - 1;
    await Promise.all(
      made.map((one) =>
        this.run(
          box.querySelector(`[data-flight="${one.id}"]`),
          one.points.map(([x, y], i) => ({
            transform: `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${i === 0 ? 0.6 : i === last(one) ? 0.75 : 1.15})`,
          })),
          { duration, delay: one.wait, easing: "ease-in-out", fill: "both" },
        ),
      ),
    );
    const ids = new Set(made.map((one) => one.id));
    this.flying = this.flying.filter((one) => !ids.has(one.id));
  }
}

/** Flights with the points in the box that their places have now. */
function placed(box: HTMLElement, list: readonly Flight[], pace: number, number: () => number): Flying[] {
  const ground = box.getBoundingClientRect();
  const known = new Map<string, [number, number] | null>();
  const find = (name: string): [number, number] | null => {
    if (!known.has(name)) {
      // Seats stand above the board, in the table's own strip.
      const where = name.startsWith("seat:") ? document.querySelector(`[data-seat="${name.slice(5)}"]`) : box.querySelector(`[data-anchor="${name}"]`);
      const rect = where?.getBoundingClientRect();
      known.set(name, rect && rect.width > 0 ? [rect.left + rect.width / 2 - ground.left, rect.top + rect.height / 2 - ground.top] : null);
    }
    return known.get(name) ?? null;
  };
  const first = (names: readonly string[]): [number, number] => names.map(find).find((at) => at !== null) ?? [ground.width / 2, 0];
  const gap = Math.min(90, 700 / list.length) * pace;
  return list.map((flight, i): Flying => {
    const via = flight.via ? find(flight.via) : null;
    return { ...flight, id: number(), points: [first(flight.from), ...(via ? [via] : []), first(flight.to)], wait: i * gap };
  });
}

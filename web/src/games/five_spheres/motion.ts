/** What has just happened, in motion: cards fly from zone to zone, attackers rush, strengths clash, what is beaten falls. Only transforms and opacity
 * move; everything is drawn on a layer above the board that is gone afterwards. */
import { SIGNS } from "./signs";
import { MARKS } from "./marks";
import { gateOf, isCitadel, spheresOf } from "./reading";
import type { BattleFought, Moved, Retaliated, SeenEvent, Sphere, SpheresView, Tagged, Zone } from "./view";

const FLY = 420;
const RUSH = 380;
const PULSE = 420;
const CLASH = 900;
/** What is destroyed falls, and longest a lord. */
const FALL = 460;
const TOPPLE = 1100;
/** What another one plays can be read. */
const PLAYED = 1500;
/** Cards that move together start so long after each other. */
const APART = 70;
/** How large what flies is. */
const CHIP = { w: 34, h: 46 } as const;
/** A happening takes no longer than this. */
const LONGEST = 2800;

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Stage {
  board: HTMLElement;
  layer: HTMLElement;
  /** Where things lay before. */
  before: Map<string, Box>;
  after: SpheresView;
  /** What is said where a lord falls. */
  fallen: (seat: number) => string;
  /** Something comes down. */
  crash: () => void;
  /** Who looks on. */
  own: number | null;
  /** Shows what somebody plays, for so many milliseconds. */
  present: (event: Moved | Retaliated, lasts: number) => Promise<void>;
}

/** Where all things and zones lie now, by their names. */
export function places(board: HTMLElement): Map<string, Box> {
  const origin = board.getBoundingClientRect();
  const found = new Map<string, Box>();
  for (const element of board.querySelectorAll<HTMLElement>("[data-thing], [data-zone]")) {
    const box = element.getBoundingClientRect();
    const place = { x: box.x - origin.x, y: box.y - origin.y, w: box.width, h: box.height };
    if (element.dataset["thing"]) found.set(element.dataset["thing"], place);
    if (element.dataset["zone"]) found.set(`zone:${element.dataset["zone"]}`, place);
  }
  return found;
}

/** Zones that have no place of their own on the board lie with the lord. */
function zoneAt(at: Map<string, Box>, seat: number, zone: Zone): Box | undefined {
  const near = zone === "casting" ? "spell" : zone === "attached" ? "battlefield" : zone;
  return at.get(`zone:${seat}.${near}`) ?? at.get(`fort:${seat}`) ?? at.get(`seat:${seat}`);
}

/** Where a fortress stands; a citadel by its gate. */
function fortressAt(at: Map<string, Box>, view: SpheresView, seat: number): Box | undefined {
  return (isCitadel(view) ? at.get(`fort:${gateOf(view, seat)}`) : undefined) ?? zoneAt(at, seat, "tower");
}

/** Does a card leave the table by this because it is destroyed? */
export const isFall = (event: SeenEvent): event is Moved =>
  event.event === "move" && event.verb === "destroy" && event.uid !== null && (event.from === "battlefield" || event.from === "tower" || event.from === "spell");

/** Events in two acts. The first is shown upon the table as it was before them: numbers over the creatures that fight, then the
 * fall of what is destroyed, or of a lord. The second is shown upon what it has become. */
export function acts(events: readonly SeenEvent[]): [readonly SeenEvent[], readonly SeenEvent[]] {
  const end = events.findLastIndex((event) => event.event === "battle" || event.event === "lord_destroyed" || isFall(event)) + 1;
  return [events.slice(0, end), [...events.slice(0, end).filter(isFall), ...events.slice(end)]];
}

/** Plays events, so many times as fast as usual; the promise comes back when all is shown, or at once after `stop`. What has fallen
 * stays out of sight until then. `first`: it is the first of two acts, in which what is destroyed falls. */
export function play(stage: Stage, events: readonly SeenEvent[], wished = 1, first = false): { done: Promise<void>; stop(): void } {
  const running = new Set<Animation>();
  /** Of what has fallen. */
  const gone: Animation[] = [];
  let stopped = false;
  const after = places(stage.board);
  const steps = gather(events, first, stage.own);
  const whole = steps.reduce((sum, step) => sum + lasting(step, stage.own), 0);
  const pace = wished * Math.max(1, whole / LONGEST);

  async function animate(element: Element, frames: Keyframe[], duration: number, delay = 0, stays = false): Promise<void> {
    const animation = element.animate(frames, { duration: duration / pace, delay: delay / pace, easing: "cubic-bezier(0.3, 0.7, 0.2, 1)", fill: "both" });
    running.add(animation);
    try {
      await animation.finished;
    } catch {
      // stopped
    }
    running.delete(animation);
    if (stays) gone.push(animation);
    else animation.cancel();
  }

  function where(uid: number): Box | undefined {
    return after.get(`uid:${uid}`) ?? stage.before.get(`uid:${uid}`);
  }

  async function fly(event: Moved, delay: number): Promise<void> {
    const { seat, uid, new: came } = event;
    const from = (uid === null ? undefined : stage.before.get(`uid:${uid}`)) ?? zoneAt(stage.before, seat, event.from) ?? zoneAt(after, seat, event.from);
    const target = came === null ? null : board(`uid:${came}`);
    const to = (came === null ? undefined : after.get(`uid:${came}`)) ?? zoneAt(after, seat, event.to);
    if (from === undefined || to === undefined) return;
    if (target !== null) void animate(target, [{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], FLY, delay);
    await cross(chip(spheresOf(stage.after.cards, event.card ?? "?")), from, to, delay);
  }

  /** Something flies from one place to another. */
  async function cross(thing: HTMLElement, from: Box, to: Box, delay = 0): Promise<void> {
    stage.layer.append(thing);
    const path = (box: Box): string => `translate(${box.x + box.w / 2 - CHIP.w / 2}px, ${box.y + box.h / 2 - CHIP.h / 2}px)`;
    await animate(thing, [{ transform: `${path(from)} scale(0.7)`, opacity: 0.2 }, { opacity: 1, offset: 0.25 }, { transform: `${path(to)} scale(1)`, opacity: 0.9 }], FLY, delay);
    thing.remove();
  }

  /** The sword is handed over to the partner who comes in. */
  async function handOver(event: Tagged): Promise<void> {
    const [from, to] = [after.get(`seat:${event.seat}`), after.get(`seat:${event.partner}`)];
    if (from !== undefined && to !== undefined) await cross(sword(), from, to);
    await pulse(`seat:${event.partner}`);
  }

  function board(thing: string): Element | null {
    return stage.board.querySelector(`[data-thing="${thing}"]`);
  }

  /** A creature rushes at something: a copy above the board does, which no edge cuts off. */
  async function rush(uid: number, to: Box | undefined): Promise<void> {
    const element = board(`uid:${uid}`);
    const from = where(uid);
    if (!(element instanceof HTMLElement) || from === undefined || to === undefined) return;
    const [wide, high] = [element.offsetWidth, element.offsetHeight];
    const copy = element.cloneNode(true) as HTMLElement;
    delete copy.dataset["thing"];
    copy.style.cssText = `position: absolute; inset: 0 auto auto 0; width: ${wide}px; height: ${high}px; --tile-h: ${high}px`;
    stage.layer.append(copy);
    const [x, y] = [from.x + from.w / 2 - wide / 2, from.y + from.h / 2 - high / 2];
    const far = (part: number): string => `translate(${x + (to.x + to.w / 2 - from.x - from.w / 2) * part}px, ${y + (to.y + to.h / 2 - from.y - from.h / 2) * part}px)`;
    await Promise.all([
      animate(element, [{ opacity: 0 }, { opacity: 0 }], RUSH),
      animate(copy, [{ transform: far(0) }, { transform: `${far(0.6)} scale(1.08)`, offset: 0.45 }, { transform: far(0) }], RUSH),
    ]);
    copy.remove();
  }

  async function clash(event: BattleFought): Promise<void> {
    const shown: Promise<void>[] = [];
    const [a, d] = event.strengths;
    for (const [uid, n, won] of [
      [event.attacker, a, event.outcome === "attacker"],
      [event.defender, d, event.outcome === "defender"],
    ] as const) {
      const box = where(uid);
      if (box === undefined) continue;
      const mark = document.createElement("span");
      mark.className = `clash ${won ? "won" : "lost"}`;
      mark.textContent = String(n);
      stage.layer.append(mark);
      const spot = `translate(${box.x + box.w / 2 - 24}px, ${box.y + box.h / 2 - 24}px)`;
      shown.push(
        animate(mark, [{ transform: `${spot} scale(0.4)`, opacity: 0 }, { transform: `${spot} scale(1.25)`, opacity: 1, offset: 0.25 }, { transform: `${spot} scale(1)`, opacity: 1, offset: 0.8 }, { transform: `${spot} scale(${won ? 1 : 0.6})`, opacity: 0 }], CLASH).then(() => mark.remove()),
      );
    }
    await Promise.all(shown);
  }

  /** What is destroyed comes down where it stands; of a tower that is only a number, the fortress shakes. */
  async function fall({ uid, seat, from }: Moved, delay: number): Promise<void> {
    const own = board(`uid:${uid}`);
    const element = own ?? board(`fort:${gateOf(stage.after, seat)}`);
    if (element === null) return;
    if (from === "tower") void crumble(element, delay);
    const shake = [{ transform: "none" }, { transform: "translateX(-5px) rotate(-3deg)", offset: 0.15 }, { transform: "translateX(5px) rotate(3deg)", offset: 0.3 }];
    if (own === null) await animate(element, [...shake, { transform: "none" }], FALL, delay);
    else await animate(element, [...shake, { transform: "translateY(4px)", opacity: 1, offset: 0.5 }, { transform: "translateY(46px) rotate(14deg) scale(0.7)", opacity: 0 }], FALL, delay, true);
  }

  /** Stones that fall from a place. */
  async function crumble(element: Element, delay: number): Promise<void> {
    const [origin, box] = [stage.board.getBoundingClientRect(), element.getBoundingClientRect()];
    stage.crash();
    await Promise.all(
      STONES.map(async ([x, far, turn], i) => {
        const stone = document.createElement("span");
        stone.className = "stone";
        stage.layer.append(stone);
        const at = (dx: number, dy: number, turned: number): string => `translate(${box.x - origin.x + box.width * x + dx}px, ${box.y - origin.y + box.height * 0.4 + dy}px) rotate(${turned}deg)`;
        await animate(stone, [{ transform: at(0, 0, 0), opacity: 1 }, { transform: at(far / 2, -8, turn / 2), opacity: 1, offset: 0.3 }, { transform: at(far, 52, turn), opacity: 0 }], FALL, delay + i * 30);
        stone.remove();
      }),
    );
  }

  /** The fall of a lord: all that is his comes down, and it is said. */
  async function topple(seat: number): Promise<void> {
    const element = stage.board.querySelector(`[data-lord="${seat}"]`);
    if (element === null) return;
    const [origin, box] = [stage.board.getBoundingClientRect(), element.getBoundingClientRect()];
    const words = document.createElement("span");
    words.className = "fallen";
    words.textContent = stage.fallen(seat);
    stage.layer.append(words);
    words.style.left = `${box.x - origin.x}px`;
    words.style.width = `${box.width}px`;
    words.style.top = `${Math.max(8, box.y - origin.y + box.height / 2 - 24)}px`;
    void crumble(element, 0);
    const shake = [0.06, 0.12, 0.18, 0.24, 0.3].map((offset, i) => ({ transform: `translateX(${i % 2 ? 7 : -7}px)`, opacity: 1, offset }));
    await Promise.all([
      animate(element, [{ transform: "none", opacity: 1 }, ...shake, { transform: "translateY(8px)", opacity: 0.9, offset: 0.4 }, { transform: "translateY(40px) rotate(-1.5deg)", opacity: 0.08 }], TOPPLE, 0, true),
      animate(words, [{ transform: "scale(0.6)", opacity: 0 }, { transform: "scale(1.1)", opacity: 1, offset: 0.35 }, { transform: "scale(1)", opacity: 1 }], TOPPLE),
    ]);
    words.remove();
  }

  async function pulse(thing: string): Promise<void> {
    const element = board(thing);
    if (element !== null) await animate(element, [{ transform: "scale(1)" }, { transform: "scale(1.1)", offset: 0.4 }, { transform: "scale(1)" }], PULSE);
  }

  async function show(step: SeenEvent[]): Promise<void> {
    const event = step[0];
    const played = playedBy(event, stage.own);
    if (played !== null) await stage.present(played, PLAYED / pace);
    switch (event?.event) {
      case "lord_destroyed":
        await Promise.all(step.filter((one) => one.event === "lord_destroyed").map((one) => topple(one.seat)));
        break;
      case "move":
        if (first && isFall(event)) await Promise.all(step.filter(isFall).map((one, i) => fall(one, i * APART)));
        else await Promise.all(step.filter((one) => one.event === "move").map((one, i) => fly(one, i * APART)));
        break;
      case "attack":
        await rush(event.attacker, event.target === null ? fortressAt(after, stage.after, event.lord) : where(event.target));
        break;
      case "siege":
        await rush(event.attacker, fortressAt(after, stage.after, event.lord));
        break;
      case "tag":
        await handOver(event);
        break;
      case "battle":
        await clash(event);
        break;
      default:
        await Promise.all(step.flatMap((one) => ("uid" in one ? [pulse(`uid:${one.uid}`)] : [])));
    }
  }

  const done = (async (): Promise<void> => {
    for (const step of steps) {
      if (stopped) return;
      await show(step);
    }
  })();
  return {
    done,
    stop() {
      stopped = true;
      for (const animation of [...running, ...gone]) animation.cancel();
      stage.layer.replaceChildren();
    },
  };
}

/** A spell of somebody else, if an event is one. */
export const playedBy = (event: SeenEvent | undefined, own: number | null): Moved | Retaliated | null =>
  (event?.event === "retaliate" || (event?.event === "move" && event.verb === "cast" && event.from === "hand")) && event.seat !== own ? event : null;

const PULSING: ReadonlySet<SeenEvent["event"]> = new Set(["trigger", "evoke", "strengthen", "grant", "unveil", "use", "block", "ward"]);

/** The events worth a motion; moves in a row go together, and those of what falls. */
function gather(events: readonly SeenEvent[], first: boolean, own: number | null): SeenEvent[][] {
  const steps: SeenEvent[][] = [];
  for (const event of events) {
    const last = steps[steps.length - 1];
    const before = last?.[0];
    if (playedBy(event, own) !== null) steps.push([event]);
    else if (event.event === "move") {
      if (before?.event === "move" && last !== undefined && (!first || isFall(before) === isFall(event))) last.push(event);
      else steps.push([event]);
    } else if (event.event === "lord_destroyed") {
      if (before?.event === "lord_destroyed" && last !== undefined) last.push(event);
      else steps.push([event]);
    } else if (event.event === "attack" || event.event === "battle" || event.event === "siege" || event.event === "tag") steps.push([event]);
    else if (PULSING.has(event.event) && "uid" in event && event.uid !== null) steps.push([event]);
  }
  return steps;
}

/** Where stones break off, as a part of the width, how far they fly sideways, and how they turn. */
const STONES = [[0.1, -26, -140], [0.3, -12, 90], [0.5, 4, -60], [0.7, 14, 120], [0.9, 28, 160]] as const; // prettier-ignore

function lasting(step: readonly SeenEvent[], own: number | null): number {
  return (playedBy(step[0], own) === null ? 0 : PLAYED) + moving(step);
}

function moving(step: readonly SeenEvent[]): number {
  const event = step[0];
  switch (event?.event) {
    case "move":
      return FLY + (step.length - 1) * APART;
    case "tag":
      return FLY + PULSE;
    case "battle":
      return CLASH;
    case "lord_destroyed":
      return TOPPLE;
    case "attack":
    case "siege":
      return RUSH;
    case "retaliate":
      return 0;
    default:
      return PULSE;
  }
}

/** A card in flight: its back with the sign of its sphere. */
const chip = (spheres: Sphere[]): HTMLElement => flying(spheres.map((sphere) => ({ d: SIGNS[sphere], fill: `var(--${sphere})` })));

const sword = (): HTMLElement => flying([{ d: MARKS.sword, fill: "var(--accent)" }]);

/** What flies over the board: signs side by side. */
function flying(signs: { d: string; fill: string }[]): HTMLElement {
  const found = document.createElement("span");
  found.className = "flying";
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", signs.length > 1 ? "0 0 48 24" : "0 0 24 24");
  signs.forEach(({ d, fill }, i) => {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", d);
    path.setAttribute("fill", fill);
    path.setAttribute("fill-rule", "evenodd");
    if (i) path.setAttribute("transform", "translate(24 0)");
    svg.append(path);
  });
  found.append(svg);
  return found;
}

/** What the circles and houses of the chart are called, for those who hear it. */
import type { Ref, Scene, Sentence } from "../contract";
import { chosable, type Chosen } from "./drawing";
import { litCircles, type Chart } from "./chart";
import { large, plain } from "../../lib/texts";
import { placeName } from "./places";
import { cards, chances, listed, planet, who, worthOf } from "./words";
import { COLORS, pawnsByCircle } from "./reading";
import type { Color, Outlook, VediicView } from "./view";

/** Says names, and says them again only where something has changed about them. */
export class Names {
  private readonly known = new Map<Ref, { about: string; name: string }>();
  private voice = "";

  all(chart: Chart, scene: Scene, view: VediicView, chosen: Chosen, outlook: Outlook | null): Map<Ref, string> {
    const voice = [scene.texts.lang, ...scene.names].join("\n");
    if (voice !== this.voice) this.known.clear();
    this.voice = voice;
    const [pawns, shining, own] = [pawnsByCircle(view), litCircles(chart, view), chosable(view, chosen.movable)];
    const favourite = scene.seat === null ? null : (view.players[scene.seat]?.color ?? null);
    const found = new Map<Ref, string>();
    for (const { id } of chart.circles) {
      const there = pawns.get(id) ?? [];
      const ways = chosen.goals.get(id);
      const by = shining.get(id) ?? [];
      const coming = outlook?.circles[id] ?? [];
      const worth = outlook?.worth?.alone[id];
      const about = `${there.join()} ${ways?.[0]?.word} ${ways?.length} ${own.has(id)} ${said(view, by)} ${outlook ? outlook.round + JSON.stringify([coming, worth]) : ""}`;
      const say = (): string => {
        const { texts } = scene;
        const parts = [placeName(texts, chart, id)];
        for (const [seat] of there) parts.push(texts.line("page.label.pawn", { who: who(scene, seat) }));
        const best = ways?.[0];
        if (ways && best) {
          if (best.kind === "put") parts.push(texts.line("page.label.put_here"));
          else if (!best.cards.length) parts.push(texts.line("page.label.goal_free"));
          else {
            const need = cards(texts, best.cards);
            parts.push(texts.line("page.label.goal_cards", { cards: ways.length > 1 ? texts.say("page.label.goal_more", { cards: need }) : need }));
          }
        } else if (own.has(id)) parts.push(texts.line("page.label.can_move"));
        if (by.length) parts.push(texts.line("page.label.lit_by", { planets: sayPlanets(scene, view, by) }));
        if (outlook) parts.push(texts.line("page.forecast.circle", { round: outlook.round, planets: chances(texts, coming, favourite) }));
        if (worth && outlook) parts.push(plain(worthOf(texts, "there", worth, { round: outlook.round })));
        return large(parts.join(texts.raw("list.between")));
      };
      found.set(`circle:${id}`, this.name(`circle:${id}`, about, say));
    }
    for (const { house } of chart.houses) {
      const here = COLORS.filter((color) => view.planets[color].house === house);
      const say = (): string =>
        here.length
          ? scene.texts.line("page.label.house_planets", { house, planets: sayPlanets(scene, view, here) })
          : scene.texts.line("page.label.house", { house });
      found.set(`house:${house}`, this.name(`house:${house}`, said(view, here), say));
    }
    return found;
  }

  private name(ref: Ref, about: string, say: () => string): string {
    const known = this.known.get(ref);
    if (known?.about === about) return known.name;
    const name = say();
    this.known.set(ref, { about, name });
    return name;
  }
}

const said = (view: VediicView, list: readonly Color[]): string => list.map((color) => `${color}${view.planets[color].retrograde ? "!" : ""}`).join();

/** Planets in a row, with a word where one is in retrograde. */
function sayPlanets(scene: Scene, view: VediicView, list: readonly Color[]): Sentence {
  const { texts } = scene;
  return listed(
    texts,
    list.map((color) => {
      const name = [planet(texts, color)];
      return view.planets[color].retrograde ? [...name, { text: ` ${texts.raw("page.planet.retrograde")}` }] : name;
    }),
  );
}

/** What decided a match: who fell and by what, or at the last turn what each side still had. */
import type { Scene, Sentence } from "../contract";
import { hasTeams, size, towersOf, viewOf } from "./reading";
import type { SpheresView } from "./view";
import { fallsOf, wordsOf, type Words } from "./words";

export function sayResult(scene: Scene): Sentence[] {
  const view = viewOf(scene);
  if (view.result === null) return [];
  const words = wordsOf(scene);
  return view.result.reason === "max_turns" ? [words.say("page.result.limit"), ...standings(words)] : [...falls(words), ...kept(words)];
}

/** Those who were destroyed, in the order in which they fell as far as it is known. */
function falls(words: Words): Sentence[] {
  const told = fallsOf(words.scene);
  const out = words.view.seats.flatMap((lord, seat) => (lord.out ? [seat] : []));
  const order = [...told.keys()].filter((seat) => out.includes(seat));
  return [...order, ...out.filter((seat) => !order.includes(seat))].map((seat) => {
    const fall = told.get(seat);
    const lord = words.whose(seat);
    if (fall?.attacker == null) return words.say("page.result.fell", { who: words.who(seat) });
    return words.say("page.result.fell_to", { lord, card: words.owned(fall.attacker) });
  });
}

/** What the winners had left to lose. */
function kept(words: Words): Sentence[] {
  const { view } = words;
  return (view.result?.winners ?? []).flatMap((seat) => {
    const lord = view.seats[seat];
    return lord === undefined || lord.out ? [] : [words.say("page.result.kept", { whom: words.whom(seat), n: towersOf(lord).length })];
  });
}

/** FS-11.3: what is compared, side by side: towers, creatures, crystals, cards in the deck. */
function standings(words: Words): Sentence[] {
  const { view } = words;
  return sides(view).map((seats) => {
    const sum = (of: (seat: number) => number): number => seats.filter((seat) => !view.seats[seat]?.out).reduce((all, seat) => all + of(seat), 0);
    return words.say("page.result.standing", {
      who: words.scene.texts.join(seats.map((seat) => words.who(seat))),
      towers: sum((seat) => towersOf(view.seats[seat] ?? { fortress: [] }).length),
      creatures: sum((seat) => view.seats[seat]?.battlefield.length ?? 0),
      crystals: sum((seat) => view.seats[seat]?.vault.length ?? 0),
      deck: sum((seat) => size(view.seats[seat]?.deck ?? 0)),
    });
  });
}

function sides(view: SpheresView): number[][] {
  const all = view.seats.map((_, seat) => seat);
  if (!hasTeams(view)) return all.map((seat) => [seat]);
  return [...new Set(view.seats.map((lord) => lord.team))].map((team) => all.filter((seat) => view.seats[seat]?.team === team));
}

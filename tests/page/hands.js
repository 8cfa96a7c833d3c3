// Where a person would touch the board next: something that is lit, pressed or asked for, by chance, at a point where nothing
// else lies above it and that does not move. Gives { touch: [x, y, what] }, or { state } while there is nothing to touch.
async ({ game, chance, passes }) => {
  const BOARD = "section.board ";
  const find = (what) => document.querySelector(what);
  const any = (list) => list[Math.floor(chance[0] * list.length)];
  const seldom = (often) => chance[1] < often;
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const isOpen = (one) => {
    if (one.disabled || one.ariaDisabled === "true" || !one.getClientRects().length) return false;
    const top = document.elementFromPoint(...middle(one));
    return top !== null && (one.contains(top) || top.contains(one));
  };
  const open = (what) => [...document.querySelectorAll(what)].filter(isOpen);
  const on = (what) => open(BOARD + what);

  // What is to be chosen from, in the order in which somebody looks: the first group that has something.
  const GROUPS = {
    space_editor: () => {
      const ghost = find(BOARD + ".ghost.no") ? [] : on(".decision .button.main");
      if (find(BOARD + ".decision")?.querySelectorAll(".button:not(.round, .plain)").length === 2 && !find(BOARD + ".ghost")) {
        const verbs = on(".decision .button:not(.plain)");
        if (!on("button.spot").length && !on("button.card.target").length && !find(BOARD + ".hand .taken")) return [verbs];
      }
      return [ghost, on("button.card.target:not(.chosen)"), on("button.spot"), on(".hand button[aria-pressed=false]:not(.nowhere)")];
    },
    vediic: () => {
      const main = on(".choices .button.main");
      const ways = [".circle.goal:not(.chosen)", ".circle.mine", ".choices .button.kind", ".choices .pick[aria-pressed=false]", ".hand .stack.open", ".choices .line .stack.open", ".choices .button:has(.said)"];
      const others = on(ways.join(", " + BOARD));
      const back = on(".choices .back");
      return [on(".choices .body"), main.length && seldom(0.85) ? main : [], others.length && seldom(0.97) ? others : [], main, others, back];
    },
    five_spheres: () => {
      const chosen = find(BOARD + ".chosen") !== null;
      const plain = chosen || find(BOARD + ".menu") ? [] : on(".bar > .button:not(.info)");
      const things = on(".can:not(.chosen)");
      const tags = seldom(0.4) ? on(".bar [data-deed=tag]") : [];
      const picks = on(".options .pick[aria-pressed=false], " + BOARD + ".options .fold[aria-expanded=false]");
      return [on(".menu .way:not(.closed)"), tags, on(".bar .button.main"), picks, plain.length && seldom(0.3) ? plain : [], things, plain, on(".menu .foot .button:last-child"), on(".bar .button")];
    },
  };

  // The board of a game that brings none.
  const plain = () => [on(".plain [data-action]")];

  const look = () => {
    const refused = find(".note[role=alert]");
    if (refused !== null) return { state: "refused", words: refused.textContent };
    if (find("section.over") !== null) return { state: "over" };
    if (find(".pass-on") !== null && !passes) return { state: "pass" };
    const first = [".curtain button", ".pass-on", "dialog[open] .button.plain"].flatMap(open)[0];
    if (first !== undefined) return { one: first };
    if (find(".asked strong") === null || find("button.skip") !== null) return { state: "wait" };
    const group = (GROUPS[game] ?? plain)().find((list) => list.length);
    return group === undefined ? { state: "wait" } : { one: any(group) };
  };

  const seen = look();
  if (seen.one === undefined) return seen;
  const before = middle(seen.one);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const after = seen.one.isConnected && isOpen(seen.one) ? middle(seen.one) : [];
  if (before.some((at, i) => at !== after[i])) return { state: "wait" };
  const { one } = seen;
  return { touch: [...after, one.dataset.thing ?? one.dataset.cell ?? one.dataset.ref ?? (one.textContent.trim() || one.ariaLabel || one.className)] };
};

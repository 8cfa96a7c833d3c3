// Plays in the page by its list of actions, as somebody would who only reads: opens the list, takes an entry by chance,
// waits for what follows. Ends when the match is over or `most` actions were done.
async ({ seed, most, patience }) => {
  let state = seed >>> 0 || 1;
  const chance = (n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % n;
  };
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  const find = (what) => document.querySelector(what);
  const offered = () => [...document.querySelectorAll("[data-action]")].filter((one) => !one.disabled);
  const words = () => offered().map((one) => one.dataset.action).join("\n");
  const isShown = (one) => one !== null && one.getClientRects().length > 0;

  let acted = 0;
  let since = performance.now();
  for (;;) {
    const refused = find("[data-clause]")?.closest("section")?.textContent ?? find(".note[role=alert]")?.textContent;
    const over = find("section.over") !== null;
    if (over || refused || acted >= most) return { acted, over, refused: refused ?? null };
    for (const screen of [".pass-on", ".curtain button"]) find(screen)?.click();
    const tab = find("#tab-actions");
    if (tab !== null && (tab.ariaSelected !== "true" || !isShown(find("#tab-panel")))) tab.click();
    const choices = offered();
    if (choices.length) {
      const before = words();
      choices[chance(choices.length)].click();
      acted += 1;
      since = performance.now();
      // Until it was done: nothing is offered, or something else. It may look the same: then a moment has to do.
      const waits = () => find("[data-action]") !== null && (words() === "" || words() === before);
      while (waits() && performance.now() - since < 600) await sleep(5);
    } else {
      await sleep(10);
    }
    if (performance.now() - since > patience) throw new Error(`nothing to do for too long: ${document.body.innerText.slice(0, 800)}`);
  }
};

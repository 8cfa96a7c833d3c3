// Whether the table stays in its place: how much the document was ever larger than the window, and how far the hand jumped
// sideways when a turn began, with the same cards in it. In pixels, the worst so far.
(() => {
  const steady = (window.steady = { taller: 0, wider: 0, jumped: 0, where: "" });
  const FRAMES = 20;
  let before = null;
  let since = 0;

  const find = (what) => document.querySelector(what);
  // Where something lies in the row, not where it flies.
  const leftOf = (one) => {
    let left = 0;
    for (let at = one; at instanceof HTMLElement; at = at.offsetParent) left += at.offsetLeft - (at === one ? 0 : at.scrollLeft);
    return left;
  };
  // Each card by its words and how many like it are left of it.
  const hand = () => {
    const found = new Map();
    for (const one of document.querySelectorAll("section.board .hand button")) {
      if (!one.getClientRects().length) continue;
      const words = (one.querySelector(".name, .title")?.textContent ?? one.ariaLabel ?? one.textContent).trim();
      let key = words;
      for (let n = 2; found.has(key); n++) key = `${words} ${n}`;
      found.set(key, leftOf(one));
    }
    return found;
  };
  const same = (a, b) => a.size === b.size && [...a.keys()].every((key) => b.has(key));

  const look = () => {
    if (find("section.board") !== null && find("main.page") === null) {
      const page = document.documentElement;
      steady.taller = Math.max(steady.taller, page.scrollHeight - innerHeight);
      steady.wider = Math.max(steady.wider, page.scrollWidth - innerWidth);
      const mine = find(".asked strong") !== null && find("button.skip") === null;
      if (!mine) [before, since] = [hand(), 0];
      else if (before !== null && before.size > 0 && since++ < FRAMES) {
        const after = hand();
        for (const [key, left] of same(before, after) ? after : []) {
          const far = Math.abs(left - before.get(key));
          if (far > steady.jumped) [steady.jumped, steady.where] = [far, key];
        }
      }
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();

// Every text that can be seen in the page now: its words, the height of its letters on the screen in pixels (the font's size as
// all that is around it scales it), and where it stands. Only what is smaller than `least` is given, each place once.
({ least, allowed }) => {
  const scaleOf = (m) => Math.sqrt(Math.abs(m.a * m.d - m.b * m.c));

  // How much the boxes around an element scale it. What is drawn in SVG is measured by the matrix to the screen.
  const boxScales = new Map();
  const boxScale = (one) => {
    if (one === null || one === document.documentElement) return 1;
    const known = boxScales.get(one);
    if (known !== undefined) return known;
    const style = getComputedStyle(one);
    let own = Number(style.zoom) || 1;
    if (style.transform !== "none") own *= scaleOf(new DOMMatrix(style.transform));
    if (style.scale !== "none") own *= Number(style.scale.split(" ")[0]);
    const scale = own * boxScale(one.parentElement);
    boxScales.set(one, scale);
    return scale;
  };
  const drawnScale = (one) => scaleOf(one.getScreenCTM() ?? new DOMMatrix());

  const clipped = (one, box) => {
    let [left, top, right, bottom] = [Math.max(0, box.left), Math.max(0, box.top), Math.min(innerWidth, box.right), Math.min(innerHeight, box.bottom)];
    for (let at = one; at !== null && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.clipPath !== "none" && style.clipPath.startsWith("inset(50%")) return true;
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      if (at instanceof SVGElement && !(at instanceof SVGSVGElement)) continue;
      const edge = at.getBoundingClientRect();
      [left, top, right, bottom] = [Math.max(left, edge.left), Math.max(top, edge.top), Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return right - left < 2 || bottom - top < 2;
  };

  const nameOf = (one) => {
    const kind = (at) => at.localName + [...at.classList].filter((word) => !word.startsWith("svelte-")).map((word) => `.${word}`).join("");
    const names = [];
    for (let at = one; at !== null && names.length < 4; at = at.parentElement) names.unshift(kind(at));
    return names.join(" > ");
  };

  const found = new Map();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
    const words = node.data.trim();
    const one = node.parentElement;
    // Signs without a letter or a digit are pictures.
    if (!/[\p{L}\p{N}]/u.test(words) || one === null || one.closest("script, style, title, desc, template, noscript")) continue;
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    // In a drawing a group that is not displayed does not count there.
    if (one instanceof SVGElement && getComputedStyle(one.parentElement).display === "none") continue;
    if (allowed.some((what) => one.closest(what) !== null)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    if (clipped(one, range.getBoundingClientRect())) continue;
    const drawn = one instanceof SVGElement && !(one instanceof SVGSVGElement);
    const size = parseFloat(getComputedStyle(one).fontSize) * (drawn ? drawnScale(one) : boxScale(one));
    if (size >= least) continue;
    const name = nameOf(one);
    const before = found.get(name);
    if (before === undefined || before.size > size) found.set(name, { name, size: Math.round(size * 10) / 10, words: words.slice(0, 30) });
  }
  return [...found.values()].sort((a, b) => a.size - b.size);
};

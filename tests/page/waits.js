// How long somebody waits without anything new on the screen: from the last change of the page, or the last frame in which
// something moved, while it is not their own decision. `whole` counts all of it, `page` only what is the page's own doing: not
// the time in which the server had sent nothing that could be shown.
(() => {
  const waits = (window.waits = { whole: 0, page: 0, where: "" });
  let [changed, heard] = [performance.now(), 0];

  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", (message) => {
        if (/^\{"type":"(update|state)"/.test(message.data)) heard = performance.now();
      });
    }
  };

  // What is only read out is not on the screen.
  const isSeen = ({ target }) => (target instanceof Element ? target : target.parentElement)?.closest(".hidden") === null;
  new MutationObserver((changes) => {
    if (changes.some(isSeen)) changed = performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

  const find = (what) => document.querySelector(what) !== null;
  const moves = (one) => one.playState === "running" && Number.isFinite(one.effect?.getComputedTiming().endTime);
  const look = () => {
    const now = performance.now();
    const showing = find("button.skip");
    const theirs = !find("section.board") || find("section.over") || find(".curtain") || (find(".asked strong") && !showing);
    if (theirs || document.getAnimations().some(moves)) changed = now;
    const whole = now - changed;
    const page = showing ? whole : heard > changed ? now - heard : 0;
    if (whole > waits.whole) waits.whole = whole;
    if (page > waits.page) [waits.page, waits.where] = [page, document.querySelector(".asked")?.textContent ?? ""];
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();

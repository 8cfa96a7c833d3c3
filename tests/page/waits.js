// How many frames somebody waits without anything new on the screen: from the last change of the page, or the last frame in
// which something moved, while it is not their own decision. `whole` counts all of them, `page` only what is the page's own
// doing: not those in which the server had sent nothing that could be shown. Frames and no seconds: a busy machine draws fewer,
// and what it makes people wait is not the page's doing.
(() => {
  const waits = (window.waits = { whole: 0, page: 0, where: "" });
  let [frame, changed, heard] = [0, 0, 0];

  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", (message) => {
        if (/^\{"type":"(update|state)"/.test(message.data)) heard = frame;
      });
    }
  };

  // What is only read out is not on the screen.
  const isSeen = ({ target }) => (target instanceof Element ? target : target.parentElement)?.closest(".hidden") === null;
  new MutationObserver((changes) => {
    if (changes.some(isSeen)) changed = frame;
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

  const find = (what) => document.querySelector(what) !== null;
  const moves = (one) => one.playState === "running" && Number.isFinite(one.effect?.getComputedTiming().endTime);
  const look = () => {
    frame += 1;
    const showing = find("button.skip");
    const theirs = !find("section.board") || find("section.over") || find(".curtain") || (find(".asked strong") && !showing);
    if (theirs || document.getAnimations().some(moves)) changed = frame;
    const whole = frame - changed;
    const page = showing ? whole : heard > changed ? frame - heard : 0;
    if (whole > waits.whole) waits.whole = whole;
    if (page > waits.page) [waits.page, waits.where] = [page, document.querySelector(".asked")?.textContent ?? ""];
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();

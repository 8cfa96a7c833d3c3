/** Tells by the class `cut` that a text goes on below what is seen of it, so that it can be shown that it scrolls. */
export function overflowing(element: HTMLElement): () => void {
  const look = (): void => {
    element.classList.toggle("cut", element.scrollHeight - element.clientHeight - element.scrollTop > 3);
  };
  const sized = new ResizeObserver(look);
  const written = new MutationObserver(look);
  sized.observe(element);
  written.observe(element, { childList: true, characterData: true, subtree: true });
  element.addEventListener("scroll", look, { passive: true });
  look();
  return () => {
    sized.disconnect();
    written.disconnect();
    element.removeEventListener("scroll", look);
  };
}

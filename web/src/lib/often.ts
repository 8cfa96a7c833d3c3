/** Looks now and then again, as long as somebody looks at the page; gives what ends it, for an effect to give back. */
export function lookOften(look: () => Promise<void>, every: number): () => void {
  void look();
  const timer = setInterval(() => {
    if (!document.hidden) void look();
  }, every);
  return () => clearInterval(timer);
}

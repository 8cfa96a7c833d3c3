/** Where in the page one is. Links are ordinary links; clicks on them do not load the page anew. */

/** What has moved, from where and to where: old links and bookmarks still lead there. */
const MOVED: Record<string, string> = { "/records": "/mine#record" };

class Route {
  path = $state("");
  query = $state(new URLSearchParams());
  hash = $state("");

  constructor() {
    this.read();
  }

  /** The parts of the path: "/rules/vediic" is ["rules", "vediic"]. */
  get parts(): string[] {
    return this.path.split("/").filter(Boolean).map(decodeURIComponent);
  }

  read(): void {
    const moved = MOVED[location.pathname];
    if (moved !== undefined) history.replaceState(null, "", moved);
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
    this.hash = location.hash.slice(1);
  }
}

export const route = new Route();

/** Goes to another place. */
export function go(path: string, replace = false): void {
  const before = location.pathname;
  history[replace ? "replaceState" : "pushState"](null, "", path);
  route.read();
  if (location.pathname !== before) scrollTo(0, 0);
}

/** Changes the query of the place one is at, without a step to go back to. */
export function setQuery(changes: Record<string, string | null>): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  go(location.pathname + (text ? `?${text}` : "") + location.hash, true);
}

/** Begins to follow clicks on links and the browser's back and forward. */
export function follow(): void {
  addEventListener("popstate", () => route.read());
  addEventListener("hashchange", () => route.read());
  document.addEventListener("click", (click) => {
    if (click.defaultPrevented || click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey) return;
    const anchor = (click.target as Element | null)?.closest?.("a");
    if (!anchor || anchor.target || anchor.hasAttribute("download") || anchor.origin !== location.origin) return;
    if (anchor.pathname.startsWith("/api/")) return;
    click.preventDefault();
    go(anchor.pathname + anchor.search + anchor.hash);
  });
}

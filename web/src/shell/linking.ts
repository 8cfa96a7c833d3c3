/** Links that somebody passes on. */
import { page } from "../lib/page.svelte";
import { leadsHere } from "./copying";
import { copy } from "./toast.svelte";

/** Copies the address of a place of this page. Where it leads to this machine and nobody else's, that is said. */
export async function copyLink(path: string, done: string): Promise<void> {
  await copy(location.origin + path, leadsHere(location.hostname) ? page.line("do.copied_here") : done);
}

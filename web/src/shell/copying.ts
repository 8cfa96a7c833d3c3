/** Copying a text for somebody, and saying so. */
import { toasts } from "./toast.svelte";

/** Copies a text and says `done`. Where a page comes without https, as from a computer at home, browsers let it copy only what is
 * marked; where that fails too the text itself is shown, to be copied by hand. */
export async function copy(text: string, done: string): Promise<void> {
  if ((await byClipboard(text)) || byMark(text)) toasts.tell(done, "good");
  else toasts.tell(text);
}

async function byClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function byMark(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "hidden";
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}

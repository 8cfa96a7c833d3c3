/** Copying a text for somebody. Where a page comes without https, as from a computer at home, browsers let it copy only what is
 * marked. */
export const copied = async (text: string): Promise<boolean> => (await byClipboard(text)) || byMark(text);

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
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}

/** Does a name lead to the machine itself, so that an address with it is of no use to anybody else? */
export const leadsHere = (host: string): boolean => /^(localhost|.*\.localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);

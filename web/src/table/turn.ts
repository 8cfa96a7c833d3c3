/** Tells somebody who looks elsewhere that it is their turn: by the title of the tab, and by a notice of the browser where they have
 * allowed one. The server tells only those who have no page of the table open, so nobody is told twice. */

export interface TurnWords {
  /** What the tab is called. */
  title: string;
  /** “Your turn”. */
  turn: string;
}

const BLINK = 1200;
const MARK = "● ";

/** Calls the tab so, and calls for attention while it is one's turn and the tab is hidden; gives how to stop. */
export function callTab(words: TurnWords, mine: boolean): () => void {
  let even = false;
  const write = (): void => {
    document.title = mine ? MARK + (document.hidden && even ? words.turn : words.title) : words.title;
  };
  const blink = (): void => {
    even = !even;
    write();
  };
  write();
  const timer = mine ? setInterval(blink, BLINK) : undefined;
  document.addEventListener("visibilitychange", write);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", write);
    document.title = "Orrery";
  };
}

/** A notice of the browser, as long as the tab is hidden, if there may be one; gives how to take it away. */
export function notify(words: TurnWords, table: string, lang: string): () => void {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return () => undefined;
  let gone = false;
  let close = (): void => undefined;
  // By the same tag and with the same data as the notices of the server (public/sw.js): one takes the place of the other.
  const options = { body: words.title, tag: table, lang, icon: "/icon.svg", data: { table } };
  const show = async (): Promise<void> => {
    const worker = await navigator.serviceWorker?.getRegistration("/");
    if (gone) return;
    if (worker?.active) {
      await worker.showNotification(words.turn, options);
      const there = await worker.getNotifications({ tag: table });
      close = () => there.forEach((one) => one.close());
    } else {
      const made = new Notification(words.turn, options);
      made.onclick = () => {
        window.focus();
        made.close();
      };
      close = () => made.close();
    }
    if (gone) close();
  };
  // A browser that shows none here: the title tells it.
  show().catch(() => undefined);
  const end = (): void => {
    gone = true;
    close();
    document.removeEventListener("visibilitychange", end);
  };
  document.addEventListener("visibilitychange", end);
  return end;
}

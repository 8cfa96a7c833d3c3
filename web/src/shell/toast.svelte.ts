/** Short news that go away by themselves: said once, shown for some seconds. */
import { copied } from "./copying";

export type Tone = "good" | "bad" | "plain";
export interface News {
  id: number;
  text: string;
  tone: Tone;
}

const SECONDS = 6;

class Toasts {
  news: News[] = $state([]);
  private last = 0;

  /** Says something. What still stands there is not said twice, but stays longer. */
  tell(text: string, tone: Tone = "plain"): void {
    const id = ++this.last;
    this.news = [...this.news.filter((one) => one.text !== text).slice(-2), { id, text, tone }];
    setTimeout(() => this.drop(id), SECONDS * 1000);
  }

  drop(id: number): void {
    this.news = this.news.filter((one) => one.id !== id);
  }
}

export const toasts = new Toasts();

/** Copies a text and says `done`; where that fails the text itself is shown, to be copied by hand. */
export async function copy(text: string, done: string): Promise<void> {
  if (await copied(text)) toasts.tell(done, "good");
  else toasts.tell(text);
}

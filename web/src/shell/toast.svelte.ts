/** Short news that go away by themselves: said once, shown for some seconds. */
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

  tell(text: string, tone: Tone = "plain"): void {
    const id = ++this.last;
    this.news = [...this.news.slice(-2), { id, text, tone }];
    setTimeout(() => this.drop(id), SECONDS * 1000);
  }

  drop(id: number): void {
    this.news = this.news.filter((one) => one.id !== id);
  }
}

export const toasts = new Toasts();

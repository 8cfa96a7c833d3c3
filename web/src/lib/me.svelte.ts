/** Who one is here: a guest, made without a question when first needed, who may take a name. */
import { get, patch, post, Refusal, type Me } from "./api";
import { settings } from "./settings.svelte";

const NAMES = {
  en: ["Comet", "Nova", "Quasar", "Aurora", "Zenith", "Meteor", "Halo", "Eclipse", "Lyra", "Vega", "Altair", "Rigel"],
  ja: ["すばる", "ほうき星", "あかつき", "みかづき", "ひので", "しずく", "かすみ", "いなずま", "こだま", "つむじ", "あられ", "なぎ"],
};

class Myself {
  me: Me | null = $state(null);
  private asking: Promise<Me> | null = null;

  /** Who one is, if one has been here before. */
  async look(): Promise<Me | null> {
    try {
      this.me = await get<Me | null>("/api/me"); // null: nobody yet
    } catch (fault) {
      if (!(fault instanceof Refusal) || fault.status !== 401) throw fault;
      this.me = null;
    }
    return this.me;
  }

  /** Who one is; a new guest if need be. */
  be(): Promise<Me> {
    if (this.me !== null) return Promise.resolve(this.me);
    this.asking ??= this.become().finally(() => (this.asking = null));
    return this.asking;
  }

  private async become(): Promise<Me> {
    const known = await this.look();
    if (known !== null) return known;
    const names = NAMES[settings.kept.lang];
    const name = `${names[Math.floor(Math.random() * names.length)]} ${Math.floor(Math.random() * 90) + 10}`;
    this.me = await post<Me>("/api/me", { name });
    return this.me;
  }

  async rename(name: string): Promise<void> {
    await this.be();
    this.me = await patch<Me>("/api/me", { name });
  }
}

export const myself = new Myself();

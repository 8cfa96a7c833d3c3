/** Whom one does not want to read: known at every table, so that it can always be taken back. */
import { get, put, remove } from "../lib/api";

export interface Muted {
  person: string;
  name: string;
}

class Mutes {
  list: Muted[] = $state.raw([]);

  /** Those whom one muted at any time, on any device. */
  async look(): Promise<void> {
    this.list = await get<Muted[]>("/api/mutes");
  }

  has(person: string): boolean {
    return this.list.some((one) => one.person === person);
  }

  async add(one: Muted): Promise<void> {
    await put(`/api/mutes/${one.person}`);
    if (!this.has(one.person)) this.list = [...this.list, one];
  }

  async drop(person: string): Promise<void> {
    await remove(`/api/mutes/${person}`);
    this.list = this.list.filter((one) => one.person !== person);
  }
}

export const mutes = new Mutes();

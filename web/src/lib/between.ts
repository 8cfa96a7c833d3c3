/** The views between which something happened: kept as they were heard, else fetched as the seat saw them then. So it can be
 * shown once more, also to whoever was not there. */
import type { View } from "../games/contract";

export interface Sides {
  before: View;
  after: View;
}

export class Between {
  private readonly heard = new Map<number, Sides>();
  private readonly fetched = new Map<number, Promise<View>>();

  constructor(private readonly moment: (number: number) => Promise<View>) {}

  keep(number: number, sides: Sides): void {
    this.heard.set(number, sides);
  }

  /** Nobody will want to see again what was kept. */
  forget(): void {
    this.heard.clear();
    this.fetched.clear();
  }

  async of(number: number): Promise<Sides> {
    const [before, after] = await Promise.all([this.at(number - 1), this.at(number)]);
    return this.heard.get(number) ?? { before, after };
  }

  private at(number: number): View | Promise<View> {
    const known = this.heard.get(number)?.after ?? this.heard.get(number + 1)?.before;
    if (known !== undefined) return known;
    let found = this.fetched.get(number);
    if (found === undefined) {
      found = this.moment(number);
      found.catch(() => this.fetched.delete(number));
      this.fetched.set(number, found);
    }
    return found;
  }
}

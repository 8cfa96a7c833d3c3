/** The sentences of what the server refuses. They are many, and most who come never need one: they are loaded when the server first
 * refuses something, before anybody hears of it. */
import type { Rows } from "./texts";

class FaultRows {
  /** Null until they are here. */
  now: Rows | null = $state.raw(null);
  private coming: Promise<void> | null = null;

  /** Comes when they are here, or cannot be had; then the next refusal asks for them again. */
  come(): Promise<void> {
    this.coming ??= import("../texts/faults.json").then(
      (found) => {
        this.now = found.default;
      },
      () => {
        this.coming = null;
      },
    );
    return this.coming;
  }
}

export const faultRows = new FaultRows();

/** What a person at the table is about to do: the card taken up, the place and the rotation, and what would follow. */
import type { Preview, Scene, TableHandle } from "../contract";
import { idOf, recall } from "./memory.svelte";
import { handOf, key, nextRotation, readOffer, tableEdges, wordFor, type Cell, type Offer, type Step } from "./model";
import { points } from "./points.svelte";
import type { Stage } from "./stage.svelte";
import { sourceOf, subjectOf, viewOf } from "./words";
import type { Score } from "./view";

export interface Draft {
  cell: Cell;
  r: number;
}

/** Decisions after which something on the board may turn over. */
const FORESEEN: ReadonlySet<Step> = new Set<Step>(["place", "relocate", "target"]);

export class Play {
  /** The card taken up: its place in the hand. */
  taken: number | null = $state(null);
  draft: Draft | null = $state.raw(null);
  /** The card of the hand that is to be taken up as soon as that may be done. */
  wished: string | null = $state(null);
  /** A place, or a card, that is not offered, but was asked for: the server can say why it is not. */
  doubted: Draft | null = $state.raw(null);
  preview: Preview | null = $state.raw(null);
  looking = $state(false);
  private known = new Map<string, Preview | null>();
  private wanted: string | null = null;
  private asking = false;
  private over = false;

  constructor(
    private readonly sceneNow: () => Scene,
    private readonly tableNow: () => TableHandle,
  ) {}

  readonly offer: Offer = $derived.by(() => readOffer(this.tableNow().idle ? [] : this.sceneNow().actions));
  readonly step: Step | null = $derived(this.offer.step);
  readonly hand: string[] = $derived.by(() => handOf(viewOf(this.sceneNow()), this.sceneNow().seat));

  /** The card that would be put down or turned. */
  readonly id: string | null = $derived.by(() => {
    if (this.step === "place" || this.step === "discard") return this.taken === null ? null : (this.hand[this.taken] ?? null);
    if (this.step === "basepoint") return viewOf(this.sceneNow()).basepoint;
    if (this.step === "target") return null;
    const row = subjectOf(this.sceneNow());
    return row === undefined ? null : idOf(row);
  });

  /** Legal rotations by cell for what is being put down or turned now. */
  readonly places: ReadonlyMap<string, number[]> = $derived.by(() => {
    if (this.step === "place") return (this.id === null ? undefined : this.offer.places.get(this.id)) ?? new Map<string, number[]>();
    return this.offer.places.get("") ?? new Map<string, number[]>();
  });

  /** The cells of the cards that may be chosen. */
  readonly targets: ReadonlySet<string> = $derived.by(
    () => new Set(this.step === "target" ? this.offer.actions.flatMap((action) => (action.cell ? [key(action.cell)] : [])) : []),
  );

  /** Where a card may be put down, as cells to light; turning a card where it lies lights none. */
  readonly cells: string[] = $derived.by(() => (this.step === "place" || this.step === "relocate" ? [...this.places.keys()] : []));

  readonly rotations: readonly number[] = $derived.by(() => (this.draft === null ? [] : (this.places.get(key(this.draft.cell)) ?? [])));

  /** The action that confirming would send; null while it is not whole. */
  readonly word: string | null = $derived.by(() => {
    let word: string | null = null;
    if (this.step === "discard") word = this.id === null ? null : `discard ${this.id}`;
    else if (this.step !== null && this.draft !== null) word = wordFor(this.step, this.id ?? "", this.draft.cell, this.draft.r);
    return word !== null && this.offer.words.has(word) ? word : null;
  });

  /** May places and cards be doubted now: is there something that could be put or aimed at them? */
  readonly doubts: boolean = $derived.by(() => (this.step === "place" && this.id !== null) || this.step === "relocate" || this.step === "target");

  /** The action that asks why what was doubted is not allowed. It is never one of the legal ones. */
  readonly whyWord: string | null = $derived.by(() => this.illegal(this.doubted));

  /** The action that asks why a card may not be turned otherwise where it would lie. */
  readonly whyTurn: string | null = $derived.by(() => {
    if (this.draft === null || !this.rotations.length) return null;
    const r = [1, 2, 3].map((more) => ((this.draft?.r ?? 0) + more) % 4).find((one) => !this.rotations.includes(one));
    return r === undefined ? null : this.illegal({ ...this.draft, r });
  });

  private illegal(draft: Draft | null): string | null {
    if (draft === null || this.step === null) return null;
    const word = wordFor(this.step, this.id ?? "", draft.cell, draft.r);
    return this.offer.words.has(word) ? null : word;
  }

  /** By how much each seat's points would change. */
  readonly changes: number[] | null = $derived.by(() => points.changes(this.sceneNow().view, (this.preview?.score ?? null) as Score | null));

  /** Can the choice made so far be taken back? */
  readonly canGoBack: boolean = $derived.by(
    () =>
      this.doubted !== null || (this.draft !== null && (this.step === "place" || this.step === "relocate" || this.step === "target")) || this.taken !== null,
  );

  /** Begins a new decision. */
  begin(): void {
    this.taken = null;
    this.draft = null;
    this.doubted = null;
    this.preview = null;
    this.looking = false;
    this.known = new Map();
    this.wanted = null;
    const scene = this.sceneNow();
    if (this.step === "basepoint") this.draft = { cell: { x: 0, y: 0 }, r: 0 };
    else if (this.step === "face" || this.step === "rotate") {
      const row = subjectOf(scene);
      if (row !== undefined) this.draft = { cell: { x: row.x, y: row.y }, r: row.r ?? 0 };
    } else if (this.step === "place" || this.step === "discard") {
      const wished = this.wished === null ? -1 : this.hand.indexOf(this.wished);
      if (wished >= 0) this.taken = wished;
      else if (this.hand.length === 1) this.taken = 0;
      this.wished = null;
    }
  }

  /** Wishes for a card of the hand while nothing can be done yet; the same again takes the wish back. */
  wish(index: number): void {
    const id = this.hand[index] ?? null;
    this.wished = this.wished === id ? null : id;
  }

  /** How far the decision has come, for the prompt. */
  readonly stage: Stage = $derived.by(() => {
    if (this.step === "place") {
      if (this.id === null) return "begun";
      if (this.draft === null) return this.cells.length ? "where" : "nowhere";
      return this.rotations.length > 1 ? "turn" : "confirm";
    }
    return (this.step === "discard" || this.step === "relocate") && this.word !== null ? "confirm" : "begun";
  });

  /** The board is gone: an answer that comes late is nobody's any more. */
  end(): void {
    this.over = true;
    this.wanted = null;
  }

  /** Takes up a card of the hand; the same again puts it back. */
  take(index: number, again = true): void {
    if (this.step !== "place" && this.step !== "discard") return;
    const same = this.taken === index;
    if (same && this.draft === null && this.doubted === null && again) this.taken = null;
    else this.taken = index;
    if (!same || again) this.settle(null);
  }

  /** Lays the card as a ghost into a cell, in the first legal rotation. */
  lay(cell: Cell): boolean {
    const legal = this.places.get(key(cell));
    const first = legal?.[0];
    if (legal === undefined || first === undefined) return false;
    const now = this.draft?.r;
    this.settle({ cell, r: now !== undefined && legal.includes(now) ? now : first });
    return true;
  }

  /** Chooses a card that an effect works on. */
  aim(cell: Cell): void {
    if (this.targets.has(key(cell))) this.settle({ cell, r: 0 });
  }

  /** Asks for a place or a card that is not offered. */
  doubt(cell: Cell): void {
    if (!this.doubts || this.places.has(key(cell)) || this.targets.has(key(cell))) return;
    this.settle(null);
    this.doubted = { cell, r: 0 };
  }

  /** Lets the server say why it is not allowed. */
  async why(word: string | null): Promise<void> {
    if (word !== null && !this.offer.words.has(word)) await this.tableNow().why(word);
  }

  /** Moves the ghost of the basepoint, staying on the table. */
  shift(cell: Cell): void {
    const { low, high } = tableEdges(viewOf(this.sceneNow()));
    const x = Math.min(Math.max(cell.x, low.x), high.x);
    const y = Math.min(Math.max(cell.y, low.y), high.y);
    this.settle({ cell: { x, y }, r: 0 });
  }

  /** Turns the ghost to the next legal rotation. */
  turn(step: 1 | -1): void {
    if (this.doubted !== null && this.step !== "target") this.doubted = { ...this.doubted, r: (this.doubted.r + step + 4) % 4 };
    if (this.draft === null || this.rotations.length < 2) return;
    this.settle({ ...this.draft, r: nextRotation(this.rotations, this.draft.r, step) });
    this.tableNow().sound("turn");
  }

  back(): void {
    if (this.doubted !== null) this.doubted = null;
    else if (this.draft !== null && this.step !== "basepoint" && this.step !== "face" && this.step !== "rotate") this.settle(null);
    else if (this.draft === null) this.taken = null;
  }

  async confirm(): Promise<void> {
    if (this.word !== null && !this.tableNow().busy) await this.tableNow().act(this.word);
  }

  private settle(draft: Draft | null): void {
    this.draft = draft;
    this.doubted = null;
    this.preview = null;
    this.looking = false;
    const word = this.word;
    if (word !== null && this.step !== null && FORESEEN.has(this.step)) void this.look(word);
  }

  /** Asks what would happen, one question at a time; only the last one wanted is shown. */
  private async look(word: string): Promise<void> {
    const kept = this.known.get(word);
    if (kept !== undefined) {
      this.preview = kept;
      return;
    }
    this.wanted = word;
    this.looking = true;
    if (this.asking) return;
    this.asking = true;
    while (this.wanted !== null) {
      const asked: string = this.wanted;
      const known = this.known;
      this.wanted = null;
      const answer = await this.tableNow().preview(asked);
      if (this.over) return;
      known.set(asked, answer);
      if (this.word === asked && known === this.known) {
        this.preview = answer;
        this.looking = false;
      }
    }
    this.asking = false;
    if (this.wanted === null) this.looking = false;
  }

  /** The card that “read” opens now, as it lies or would lie; r is null where that is not seen. */
  readonly readable: { id: string; r: number | null } | null = $derived.by(() => {
    const at = this.draft ?? this.doubted;
    if (this.step === "target" && at !== null) {
      const row = viewOf(this.sceneNow()).board.find((one) => one.x === at.cell.x && one.y === at.cell.y);
      const id = row === undefined ? null : (row.card ?? recall(row.no));
      return id === null ? null : { id, r: row?.up ? (row.r ?? null) : null };
    }
    if (this.id !== null) return { id: this.id, r: at?.r ?? null };
    const source = sourceOf(this.sceneNow());
    return source?.id ? { id: source.id, r: source.row?.up ? (source.row.r ?? null) : null } : null;
  });
}

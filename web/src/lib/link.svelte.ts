/** The link to a table: a socket that heals itself. It holds what the seat may know and nothing else; every entry of the
 * history comes once, by number. After a loss it says what it has, and one message brings the rest. */
import { faultRows } from "./faultrows.svelte";
import { PROTOCOL } from "../wire";
import type { Ask, ClientMessage, Details, Past, Refused, Said, ServerMessage, Standing, MatchNow, TableInfo, Told, Update } from "../wire";
import type { View } from "../games/contract";
import { shared, sharedView } from "./sharing";

export type LinkStatus = "connecting" | "open" | "lost" | "closed";
type Answer = Extract<ServerMessage, { id: number } | { id: number | null }>;
type Request = ClientMessage extends infer Message ? (Message extends { id: number } ? Omit<Message, "id"> : never) : never;

const SILENT = 10_000;
const PING = 4_000;
/** So long an answer may take when the browser says that it has no network; a server on the same machine gives it all the same. */
const DOUBT = 1_500;
/** Close codes after which there is no use in trying again: no identity, a foreign page, no such table, not one's seat. */
const FOR_GOOD = [4001, 4003, 4004, 4007];
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8_000;

/** A request got no answer because the link was lost; whether it was done is seen after the resync. */
export class LinkLost extends Error {}

export class Link {
  status: LinkStatus = $state("connecting");
  /** Why the server closed for good, if it did. */
  closed: string | null = $state(null);
  info: TableInfo | null = $state.raw(null);
  /** The seat whose eyes these are; null is a spectator's. Undefined until the first state came. */
  seat: number | null | undefined = $state(undefined);
  number = $state(0);
  view: View | null = $state.raw(null);
  actions: string[] | null = $state.raw(null);
  undoTo: number | null = $state(null);
  standing: Standing | null = $state.raw(null);
  /** When the standing came, by this browser's clock: clocks run on from there. */
  standingAt = $state(0);
  past: Past[] = $state.raw([]);
  chat: Said[] = $state.raw([]);
  /** The server has said that it is about to be restarted; over once one is back at the next one. */
  restarting = $state(false);

  /** Called for each new entry, with the view before it; by the one model that shows this link. */
  onEntry: ((past: Past, before: View | null) => void) | null = null;

  private socket: WebSocket | null = null;
  private waiting = new Map<number, { done: (answer: Answer) => void; failed: (fault: Error) => void }>();
  private nextId = 1;
  private heard = 0;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setInterval> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;
  private over = false;

  constructor(
    readonly table: string,
    /** The seat that was asked for, where one person has several; null takes the one there is. */
    readonly ofSeat: number | null = null,
  ) {
    addEventListener("online", this.hurry);
    addEventListener("offline", this.doubt);
    document.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  /** Ends the link for good. */
  close(): void {
    this.over = true;
    this.status = "closed";
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.doubt);
    document.removeEventListener("visibilitychange", this.hurry);
    clearTimeout(this.again);
    this.drop();
  }

  /** Asks about a moment: the one that is shown, or an earlier one. */
  async ask(what: Ask["what"], more?: Details, at: number = this.number): Promise<Told | Refused> {
    const answer = await this.request({ type: "ask", at, what, ...(more ? { more } : {}) });
    return answer as Told | Refused; // nothing else answers a question
  }

  /** Asks for something and waits for the answer to it. Rejects with LinkLost when the link goes before it comes. */
  async request(message: Request): Promise<Answer> {
    const socket = this.socket;
    if (socket?.readyState !== WebSocket.OPEN || this.status !== "open") throw new LinkLost();
    const id = this.nextId++;
    const answer = await new Promise<Answer>((done, failed) => {
      this.waiting.set(id, { done, failed });
      socket.send(JSON.stringify({ ...message, id }));
    });
    if (answer.type === "refused") await faultRows.come();
    return answer;
  }

  private readonly hurry = (): void => {
    if (this.over || document.visibilityState === "hidden") return;
    if (this.status === "lost") {
      this.wait = FIRST_WAIT;
      clearTimeout(this.again);
      this.connect();
    } else if (this.status === "open" && performance.now() - this.heard > PING) {
      this.send({ type: "ping", id: this.nextId++ });
    }
  };

  private readonly doubt = (): void => {
    const [socket, asked] = [this.socket, performance.now()];
    this.send({ type: "ping", id: this.nextId++ });
    setTimeout(() => {
      if (socket !== null && socket === this.socket && this.heard < asked) this.lose(0, "offline");
    }, DOUBT);
  };

  private connect(): void {
    if (this.over) return;
    this.drop();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const seat = this.ofSeat === null ? "" : `?seat=${this.ofSeat}`;
    const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${encodeURIComponent(this.table)}/live${seat}`);
    this.socket = socket;
    this.restarting = false;
    this.heard = performance.now();
    socket.onopen = () => {
      // From 0 on means the whole history: the log tells it.
      this.send({ type: "hello", protocol: PROTOCOL, have: this.view === null ? 0 : this.number });
    };
    socket.onmessage = (message) => {
      if (socket !== this.socket) return;
      this.heard = performance.now();
      this.take(JSON.parse(String(message.data)) as ServerMessage);
    };
    socket.onclose = (closing) => {
      if (socket === this.socket) this.lose(closing.code, closing.reason);
    };
    this.timer = setInterval(() => {
      const silence = performance.now() - this.heard;
      if (silence > SILENT) this.lose(0, "silent");
      else if (socket.readyState === WebSocket.OPEN) this.send({ type: "ping", id: this.nextId++ });
    }, PING);
  }

  private send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private drop(): void {
    clearInterval(this.timer);
    const socket = this.socket;
    this.socket = null;
    if (socket !== null) {
      socket.onclose = socket.onmessage = socket.onopen = null;
      socket.close();
    }
    for (const { failed } of this.waiting.values()) failed(new LinkLost());
    this.waiting.clear();
  }

  private lose(code: number, reason: string): void {
    this.drop();
    if (this.over) return;
    if (FOR_GOOD.includes(code)) {
      this.closed = reason;
      this.status = "closed";
      this.over = true;
      return;
    }
    this.status = "lost";
    clearTimeout(this.again);
    this.again = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  private take(message: ServerMessage): void {
    switch (message.type) {
      case "state":
        this.status = "open";
        this.wait = FIRST_WAIT;
        this.takeState(message);
        break;
      case "update":
        this.takeUpdate(message);
        break;
      case "table":
        this.info = message.table;
        // Before a match there is no state: the link is open all the same.
        if (message.table.state === "open" || message.table.started === null) {
          this.status = "open";
          this.wait = FIRST_WAIT;
        } else if (this.view === null && this.status === "open") {
          this.send({ type: "hello", protocol: PROTOCOL, have: 0 });
        }
        break;
      case "said":
        // What somebody said whom one hears again comes late, and stands where it was said.
        if (!this.chat.some((line) => line.chat === message.chat)) this.chat = [...this.chat, message].sort((a, b) => a.chat - b.chat);
        break;
      case "restart":
        this.restarting = true;
        break;
      case "bye":
        if (!message.again) this.closed = message.code;
        break;
      case "beat":
      case "pong":
        break;
      default: {
        const id = message.id;
        const asked = id === null ? undefined : this.waiting.get(id);
        if (asked !== undefined && id !== null) {
          this.waiting.delete(id);
          asked.done(message);
        }
      }
    }
  }

  private takeState(state: MatchNow): void {
    const before = this.view;
    const known = before === null ? -1 : this.number;
    this.seat = state.seat;
    this.view = sharedView(before, state.view);
    this.number = state.number;
    this.setStanding(state.standing);
    this.actions = state.actions ?? null;
    this.undoTo = state.undo_to ?? null;
    const fresh = state.past.filter((entry) => entry.number > known);
    this.past = before === null ? fresh : [...this.past, ...fresh];
    if (before !== null) for (const entry of fresh) this.onEntry?.(entry, null);
  }

  private takeUpdate(update: Update): void {
    if (this.view === null || update.number <= this.number) return;
    const before = this.view;
    const view: View = { ...before, ...shared(before, update.view ?? {}) };
    for (const name of update.gone ?? []) delete view[name];
    this.view = view;
    this.number = update.number;
    this.setStanding(update.standing);
    this.actions = update.actions ?? null;
    this.undoTo = update.undo_to ?? null;
    this.past = [...this.past, update.past];
    this.onEntry?.(update.past, before);
  }

  private setStanding(standing: Standing): void {
    this.standing = standing;
    this.standingAt = performance.now();
  }
}

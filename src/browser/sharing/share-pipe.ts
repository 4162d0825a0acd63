import type { CdpListeners, CdpTransport } from '../cdp/cdp-transport.ts';

/** A driver, as the pipe sees it. */
export interface PipeUser {
  /** The answer to one of its calls: the text of the browser and where its id ends. */
  onAnswer(call: SentCall, text: string, idEndsAt: number): void;
  /** An event of one of its sessions. */
  onEvent(sessionId: string, text: string): void;
  /** Nothing comes any more. */
  onClose(): void;
  /** The browser reads what it is sent, or does not for now. */
  onSlow(isSlow: boolean): void;
}

export interface SentCall {
  /** As the driver numbered it. */
  id: number;
  /** As the driver named it; undefined: its root. */
  sessionId: string | undefined;
}

/** One conversation with a browser that is shared by our own calls and any number of drivers. */
export interface SharedPipe {
  /** Everything that is no driver's. */
  readonly own: CdpTransport;
  /** Sends the rest of a call (`"method":...}`) under an id of its own; the answer goes to the user. */
  send(user: PipeUser, call: SentCall, rest: string): void;
  /** Events of the session go to the user. */
  claim(sessionId: string, user: PipeUser): void;
  disclaim(sessionId: string): void;
  userOf(sessionId: string): PipeUser | undefined;
  join(user: PipeUser): void;
  /** Its sessions and calls are forgotten: what still comes for them is dropped. */
  leave(user: PipeUser): void;
  /** Leaves what the browser says where it is for as long as any user wants it. */
  hold(user: PipeUser, isHolding: boolean): void;
}

/** Our own calls have smaller ids, and Chromium takes 31 bits. */
const FIRST_ID = 2 ** 30;
const LAST_ID = 2 ** 31 - 1;
/** When so much waits for the browser, no driver is read until it has gone. */
const MAX_WAITING_BYTES = 16 * 2 ** 20;

/** As Chromium writes messages: the id of an answer first, the session last. */
const ANSWER_HEAD = /^\{"id":(\d+),/;
const HEAD_LENGTH = 24;
const TAIL = /,"sessionId":"(\w+)"\}$/;
const TAIL_LENGTH = 80;

/** Shares a transport: answers find their way by the number at the head, events by the session at the tail, unread. */
export function sharePipe(transport: CdpTransport): SharedPipe {
  return new Pipe(transport);
}

class Pipe implements SharedPipe {
  readonly own: CdpTransport;
  readonly #transport: CdpTransport;
  readonly #users = new Set<PipeUser>();
  readonly #holding = new Set<PipeUser>();
  readonly #sessions = new Map<string, PipeUser>();
  readonly #calls = new Map<number, { user: PipeUser; call: SentCall }>();
  #lastId = FIRST_ID - 1;
  #listeners: CdpListeners | undefined;
  #isSlow = false;

  constructor(transport: CdpTransport) {
    this.#transport = transport;
    this.own = {
      listen: (listeners) => this.#listen(listeners),
      send: (message) => transport.send(message),
      get queuedBytes() {
        return transport.queuedBytes;
      },
      setPaused: (isPaused) => transport.setPaused(isPaused),
      close: (reason) => transport.close(reason),
    };
  }

  send(user: PipeUser, call: SentCall, rest: string): void {
    this.#lastId = this.#lastId === LAST_ID ? FIRST_ID : this.#lastId + 1;
    this.#calls.set(this.#lastId, { user, call });
    this.#transport.send(`{"id":${this.#lastId},${rest}`);
    if (this.#transport.queuedBytes > MAX_WAITING_BYTES) this.#noteSlow(true);
  }

  claim(sessionId: string, user: PipeUser): void {
    this.#sessions.set(sessionId, user);
  }

  disclaim(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }

  userOf(sessionId: string): PipeUser | undefined {
    return this.#sessions.get(sessionId);
  }

  join(user: PipeUser): void {
    this.#users.add(user);
    if (this.#isSlow) user.onSlow(true);
  }

  leave(user: PipeUser): void {
    this.hold(user, false);
    this.#users.delete(user);
    for (const [id, { user: caller }] of this.#calls) if (caller === user) this.#calls.delete(id);
    for (const [id, owner] of this.#sessions) if (owner === user) this.#sessions.delete(id);
  }

  hold(user: PipeUser, isHolding: boolean): void {
    const wasHeld = this.#holding.size > 0;
    if (isHolding) this.#holding.add(user);
    else this.#holding.delete(user);
    const isHeld = this.#holding.size > 0;
    if (isHeld !== wasHeld) this.#transport.setPaused(isHeld);
  }

  #listen(listeners: CdpListeners): void {
    this.#listeners = listeners;
    this.#transport.listen({
      onMessage: (text) => this.#receive(text),
      onClose: (reason) => {
        listeners.onClose(reason);
        for (const user of this.#users) user.onClose();
      },
      onDrain: () => {
        this.#noteSlow(false);
        listeners.onDrain?.();
      },
    });
  }

  #receive(text: string): void {
    const [, number] = ANSWER_HEAD.exec(text.slice(0, HEAD_LENGTH)) ?? [];
    if (number === undefined) return this.#passEvent(text);
    const id = Number(number);
    if (id < FIRST_ID) return this.#listeners?.onMessage(text);
    const sent = this.#calls.get(id);
    this.#calls.delete(id);
    sent?.user.onAnswer(sent.call, text, ID_STARTS_AT + number.length);
  }

  #passEvent(text: string): void {
    const [, sessionId] = TAIL.exec(text.slice(-TAIL_LENGTH)) ?? [];
    const user = sessionId === undefined ? undefined : this.#sessions.get(sessionId);
    if (user && sessionId !== undefined) user.onEvent(sessionId, text);
    else this.#listeners?.onMessage(text);
  }

  #noteSlow(isSlow: boolean): void {
    if (this.#isSlow === isSlow) return;
    this.#isSlow = isSlow;
    for (const user of this.#users) user.onSlow(isSlow);
  }
}

const ID_STARTS_AT = '{"id":'.length;

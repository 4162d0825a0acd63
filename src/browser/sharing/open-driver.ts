import type { DriverLink, DriverPeer } from '../../lib/driver-link.ts';
import { readCall, type DriverCall } from '../cdp/read-call.ts';
import { OwnedSessions } from './owned-sessions.ts';
import { checkDriverCall } from './session-policy.ts';
import type { PipeUser, SentCall, SharedPipe } from './share-pipe.ts';

export interface DriverParts {
  pipe: SharedPipe;
  /** A session on the browser itself, under which all that the driver attaches to lies. */
  attachRoot(): Promise<string>;
  /** Ends that session with all below it; never rejects. */
  detachRoot(sessionId: string): Promise<void>;
  /** The driver has shown this page to whoever looks. */
  onShown(targetId: string): void;
  /** Nothing is left of it but how pages look. */
  onLeft(): Promise<void>;
}

/** When so much waits for a driver, the browser is not read until it has gone. */
const MAX_WAITING_BYTES = 16 * 2 ** 20;
/** A driver that holds the browser up and takes nothing for so long is sent away. */
const STALLED_MS = 10_000;
/** More calls than that wait for no answer at once. */
const MAX_CALLS = 20_000;
/** Calls that may come before its root is there. */
const MAX_EARLY_CALLS = 1_000;

/** Codes of JSON-RPC as Chromium uses them. */
const REFUSED = -32_000;
const NO_SESSION = -32_001;
/** Close codes of WebSocket: the driver broke the rules, something here failed. */
const CLOSE_POLICY = 1008;
const CLOSE_FAILED = 1011;

/** Lets a program drive the browser of a session: what the policy passes, on sessions of its own. */
export function openDriver(peer: DriverPeer, parts: DriverParts): DriverLink {
  return new Driver(peer, parts);
}

class Driver implements DriverLink, PipeUser {
  readonly #peer: DriverPeer;
  readonly #parts: DriverParts;
  readonly #sessions: OwnedSessions;
  readonly #early: DriverCall[] = [];
  readonly #attaching: Promise<string | undefined>;
  #root: string | undefined;
  #isBrowserSlow = false;
  #calls = 0;
  #stall: NodeJS.Timeout | undefined;
  #ended: Promise<void> | undefined;

  constructor(peer: DriverPeer, parts: DriverParts) {
    this.#peer = peer;
    this.#parts = parts;
    this.#sessions = new OwnedSessions(
      (id) => parts.pipe.claim(id, this),
      (id) => parts.pipe.disclaim(id),
    );
    // Until its root is there, what it says is left where it is.
    peer.setPaused(true);
    parts.pipe.join(this);
    this.#attaching = parts.attachRoot().then(
      (root) => this.#begin(root),
      () => {
        this.#hangUp(CLOSE_FAILED, 'The browser does not answer');
        return undefined;
      },
    );
  }

  take(message: string): void {
    if (this.#ended) return;
    const call = readCall(message);
    if (!call) return this.#hangUp(CLOSE_POLICY, 'Only calls of the DevTools protocol are understood');
    if (this.#root !== undefined) return this.#pass(call, this.#root);
    if (this.#early.push(call) > MAX_EARLY_CALLS) this.#hangUp(CLOSE_POLICY, 'Too many calls at once');
  }

  noteDrained(): void {
    this.#hold(false);
  }

  onAnswer({ id, sessionId }: SentCall, text: string, idEndsAt: number): void {
    this.#calls -= 1;
    const named = tailOf(sessionId ?? this.#root ?? '');
    const bodyEndsAt = text.length - (text.endsWith(named) ? named.length : 1);
    this.#tell(`{"id":${id}${text.slice(idEndsAt, bodyEndsAt)}${sessionId === undefined ? '}' : named}`);
  }

  onEvent(sessionId: string, text: string): void {
    if (text.startsWith('{"method":"Target.')) this.#sessions.note(sessionId, text);
    if (sessionId !== this.#root) return this.#tell(text);
    this.#tell(`${text.slice(0, -tailOf(sessionId).length)}}`);
  }

  onClose(): void {
    this.#hangUp(CLOSE_FAILED, 'The browser has ended');
  }

  onSlow(isSlow: boolean): void {
    this.#isBrowserSlow = isSlow;
    this.#listen();
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#ended ??= this.#end();
    return this.#ended;
  }

  async #end(): Promise<void> {
    const { pipe, detachRoot, onLeft } = this.#parts;
    this.#hold(false);
    const root = await this.#attaching;
    if (root !== undefined) await detachRoot(root);
    pipe.leave(this);
    await onLeft();
  }

  #begin(root: string): string {
    this.#parts.pipe.claim(root, this);
    this.#root = root;
    this.#listen();
    for (const call of this.#early.splice(0)) if (!this.#ended) this.#pass(call, root);
    return root;
  }

  /** Or not for now. */
  #listen(): void {
    if (!this.#ended) this.#peer.setPaused(this.#isBrowserSlow || this.#root === undefined);
  }

  #pass(call: DriverCall, root: string): void {
    const { id, method, sessionId } = call;
    if (sessionId !== undefined && !this.#sessions.has(sessionId)) {
      return this.#refuse(call, 'Session with given id not found.', NO_SESSION);
    }
    const verdict = checkDriverCall(call);
    if ('result' in verdict) return this.#answer(call, { result: verdict.result });
    if ('refusal' in verdict) return this.#refuse(call, verdict.refusal);
    if (method.startsWith('Target.attachTo') && this.#sessions.isFull) {
      return this.#refuse(call, 'There are too many sessions');
    }
    if (this.#calls >= MAX_CALLS) return this.#hangUp(CLOSE_POLICY, 'Too many calls at once');
    this.#calls += 1;
    this.#noteShown(call);
    // Written anew: two parsers may read one text in two ways.
    const rest = JSON.stringify({ method, params: verdict.params, sessionId: sessionId ?? root });
    this.#parts.pipe.send(this, { id, sessionId }, rest.slice(1));
  }

  #noteShown({ method, params, sessionId }: DriverCall): void {
    const shown =
      method === 'Target.activateTarget'
        ? params['targetId']
        : method === 'Page.bringToFront'
          ? this.#sessions.targetOf(sessionId)
          : undefined;
    if (typeof shown === 'string') this.#parts.onShown(shown);
  }

  #refuse(call: DriverCall, message: string, code = REFUSED): void {
    this.#answer(call, { error: { code, message } });
  }

  #answer({ id, sessionId }: DriverCall, outcome: object): void {
    this.#tell(JSON.stringify({ id, ...outcome, ...(sessionId !== undefined && { sessionId }) }));
  }

  #tell(message: string): void {
    if (this.#ended) return;
    this.#peer.send(message);
    if (this.#peer.queuedBytes > MAX_WAITING_BYTES) this.#hold(true);
  }

  /** Whether the browser is left unread for the sake of this driver. */
  #hold(isHolding: boolean): void {
    this.#parts.pipe.hold(this, isHolding);
    if (isHolding) return this.#watchStall();
    clearInterval(this.#stall);
    this.#stall = undefined;
  }

  /** Others wait for the browser too. */
  #watchStall(): void {
    if (this.#stall) return;
    const seen = { bytes: this.#peer.queuedBytes };
    this.#stall = setInterval(() => {
      const { queuedBytes } = this.#peer;
      if (queuedBytes >= seen.bytes) this.#hangUp(CLOSE_POLICY, 'The driver does not read');
      seen.bytes = queuedBytes;
    }, STALLED_MS).unref();
  }

  #hangUp(code: number, reason: string): void {
    if (this.#ended) return;
    const ending = this[Symbol.asyncDispose]();
    this.#peer.close(code, reason);
    void ending;
  }
}

function tailOf(sessionId: string): string {
  return `,"sessionId":"${sessionId}"}`;
}

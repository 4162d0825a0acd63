import type { Protocol } from 'devtools-protocol';

interface OwnedSession {
  targetId: string;
  parent: string;
}

/** More are a fault of the driver. */
const MAX_SESSIONS = 2_000;

/** The sessions that one driver has attached to, by the events that announce them. */
export class OwnedSessions {
  readonly #sessions = new Map<string, OwnedSession>();
  readonly #onAdded: (sessionId: string) => void;
  readonly #onRemoved: (sessionId: string) => void;

  constructor(onAdded: (sessionId: string) => void, onRemoved: (sessionId: string) => void) {
    this.#onAdded = onAdded;
    this.#onRemoved = onRemoved;
  }

  get isFull(): boolean {
    return this.#sessions.size >= MAX_SESSIONS;
  }

  has(sessionId: string): boolean {
    return this.#sessions.has(sessionId);
  }

  targetOf(sessionId: string | undefined): string | undefined {
    return sessionId === undefined ? undefined : this.#sessions.get(sessionId)?.targetId;
  }

  /** Reads an event of the domain `Target` that came on a session. */
  note(parent: string, text: string): void {
    const { method, params } = JSON.parse(text) as { method: string; params: unknown };
    if (method === 'Target.attachedToTarget') {
      const { sessionId, targetInfo } = params as Protocol.Target.AttachedToTargetEvent;
      this.#sessions.set(sessionId, { targetId: targetInfo.targetId, parent });
      this.#onAdded(sessionId);
    } else if (method === 'Target.detachedFromTarget') {
      this.#remove((params as Protocol.Target.DetachedFromTargetEvent).sessionId);
    }
  }

  /** With those below it, of which nobody tells. */
  #remove(sessionId: string): void {
    const leaving = [sessionId];
    for (const one of leaving) {
      if (!this.#sessions.delete(one)) continue;
      this.#onRemoved(one);
      for (const [child, { parent }] of this.#sessions) if (parent === one) leaving.push(child);
    }
  }
}

import type { ConnectDriver, DriverPeer } from '../../src/lib/driver-link.ts';

interface Answer {
  id: number;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
  sessionId?: string;
}

interface Event {
  method: string;
  params: Record<string, unknown>;
  sessionId?: string;
}

/** A driver that says what it likes. */
export interface RawDriver extends AsyncDisposable {
  readonly events: Event[];
  /** Why it was sent away. */
  readonly closed: Promise<{ code: number; reason: string }>;
  call(method: string, params?: object, sessionId?: string): Promise<Answer>;
  /** Sends a text as it is; the answer to this id. */
  say(text: string, id: number): Promise<Answer>;
  /** A session on a page of its own choice. */
  attach(targetId: string): Promise<string>;
}

export function openRawDriver(connect: ConnectDriver, peer: Partial<DriverPeer> = {}): RawDriver {
  const events: Event[] = [];
  const waiting = new Map<number, (answer: Answer) => void>();
  const closed = Promise.withResolvers<{ code: number; reason: string }>();
  let lastId = 0;
  const link = connect({
    send(text) {
      const message = JSON.parse(text) as Answer | Event;
      if ('id' in message) waiting.get(message.id)?.(message);
      else events.push(message);
    },
    queuedBytes: 0,
    setPaused: () => undefined,
    close: (code, reason) => closed.resolve({ code, reason }),
    ...peer,
  });
  const say = (text: string, id: number): Promise<Answer> => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    waiting.set(id, resolve);
    link.take(text);
    return promise;
  };
  const call: RawDriver['call'] = (method, params = {}, sessionId) => {
    lastId += 1;
    return say(JSON.stringify({ id: lastId, method, params, sessionId }), lastId);
  };
  return {
    events,
    closed: closed.promise,
    call,
    say,
    async attach(targetId) {
      const { result } = await call('Target.attachToTarget', { targetId, flatten: true });
      return String(result?.['sessionId']);
    },
    [Symbol.asyncDispose]: () => link[Symbol.asyncDispose](),
  };
}

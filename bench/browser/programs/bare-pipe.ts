import type { Readable, Writable } from 'node:stream';

interface Message {
  id?: number;
  result?: unknown;
  error?: { message: string };
}

interface Call {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Sends a call and returns its result: nothing else, and no deadline. */
export type BareSend = <Result>(method: string, params?: object, sessionId?: string) => Promise<Result>;

/** The least that speaks the DevTools protocol over a pipe; events are dropped. */
export function openBarePipe(toBrowser: Writable, fromBrowser: Readable): BareSend {
  const calls = new Map<number, Call>();
  const state = { lastId: 0, rest: '' };

  function receive(text: string): void {
    const { id, result, error } = JSON.parse(text) as Message;
    if (id === undefined) return;
    const call = calls.get(id);
    calls.delete(id);
    if (error) call?.reject(new Error(error.message));
    else call?.resolve(result);
  }

  fromBrowser.setEncoding('utf8').on('data', (chunk: string) => {
    const messages = (state.rest + chunk).split('\0');
    state.rest = messages.pop() ?? '';
    for (const message of messages) receive(message);
  });
  fromBrowser.on('close', () => {
    for (const { reject } of calls.values()) reject(new Error('The browser has ended'));
  });
  return <Result>(method: string, params: object = {}, sessionId?: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const id = ++state.lastId;
    calls.set(id, { resolve, reject });
    toBrowser.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`);
    return promise as Promise<Result>;
  };
}

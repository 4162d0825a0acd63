import type { ServerResponse } from 'node:http';

/** Disposes `resource` when the answer has left: a client that reads slowly leaves all of it here. */
export function keepUntilClosed(response: ServerResponse, resource: Disposable): void {
  if (response.destroyed) resource[Symbol.dispose]();
  else response.once('close', () => resource[Symbol.dispose]());
}

import type { Readable } from 'node:stream';
import type { Connection } from './connection-pool.ts';

/** Once the body has been read its connection can be used again; one that is left early closes it. */
export function giveBack(body: Readable, connection: Connection, release: () => void): void {
  body.once('end', release);
  body.once('close', () => {
    if (!body.readableEnded) connection.destroy();
  });
  // A reader gets the error as well; without a reader it must not bring the process down.
  body.on('error', () => connection.destroy());
}

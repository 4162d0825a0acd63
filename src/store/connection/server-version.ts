import { Client, type ClientConfig } from 'pg';
import type { Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { sleep } from '../../lib/time/sleep.ts';
import { untilAborted } from '../../lib/time/until-aborted.ts';
import { isConnectionFailure } from '../connection-failure.ts';

/** The oldest server whose SQL ours is written for. */
const OLDEST_MAJOR = 15;

export interface ServerVersionOptions {
  connection: ClientConfig;
  /** The server's name in messages, without a password. */
  name: string;
  /** How long a server that does not answer yet is waited for. */
  patienceMs: number;
  /** Ends the wait, with its reason. */
  signal?: AbortSignal | undefined;
  log: Log;
}

/** Waits until the server answers and gives its version, such as `18.4`. Rejects with one sentence for the operator. */
export async function readServerVersion({
  connection,
  name,
  patienceMs,
  signal,
  log,
}: ServerVersionOptions): Promise<string> {
  const giveUpAt = performance.now() + patienceMs;
  for (let delayMs = 100; ; delayMs = Math.min(delayMs * 2, 2_000)) {
    try {
      const version = await (signal ? untilAborted(ask(connection), signal) : ask(connection));
      if (Number.parseInt(version, 10) >= OLDEST_MAJOR) return version;
      throw refusal(`${name} is PostgreSQL ${version}: version ${OLDEST_MAJOR} or newer is needed`);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ServiceError) throw error;
      if (!isConnectionFailure(error))
        throw refusal(`${name} refused the connection: ${textOf(error)}`, error);
      if (performance.now() + delayMs > giveUpAt) {
        const seconds = Math.round(patienceMs / 1000);
        throw refusal(`${name} did not answer within ${seconds} s: ${textOf(error)}`, error);
      }
      log.info('Waiting for the database server', { server: name, error: textOf(error) });
      await sleep(delayMs, signal);
    }
  }
}

async function ask(connection: ClientConfig): Promise<string> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on('error', () => {
    // The failing call rejects with the same error; unheard it would end the process.
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    // Packagers add their own text: `18.4 (Debian 18.4-1)`.
    return rows[0]?.server_version.split(' ')[0] ?? '';
  } finally {
    await client.end().catch(() => undefined);
  }
}

function refusal(message: string, cause?: unknown): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', { message, cause });
}

function textOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(textOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

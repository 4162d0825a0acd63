import type { ClientConfig } from 'pg';
import { ServiceError } from '../../lib/service-error.ts';

export interface RemoteConnection {
  connection: ClientConfig;
  /** The server for messages: the URL without its password and options. */
  name: string;
}

/** A server that has vanished without a word is given up on somewhat later than it would have given up the statement. */
const ANSWER_MS = 40_000;

/** Reads DATABASE_URL. Throws one sentence when it is not a PostgreSQL URL. */
export function readRemoteConnection(url: string): RemoteConnection {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    throw new ServiceError('SERVICE_UNAVAILABLE', {
      message: 'DATABASE_URL must look like postgres://user:password@host:5432/database',
    });
  }
  const user = parsed.username === '' ? '' : `${parsed.username}@`;
  return {
    name: `The database server of DATABASE_URL (${parsed.protocol}//${user}${parsed.host}${parsed.pathname})`,
    connection: {
      connectionString: url,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      query_timeout: ANSWER_MS,
      application_name: 'decant',
    },
  };
}

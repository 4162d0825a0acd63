import { hostname } from 'node:os';
import { ServiceError } from '../lib/service-error.ts';
import type { SessionRow } from './session-row.ts';

/** Where a process takes calls of other processes for its sessions, below its address. */
export const HOST_PATH = '/internal/sessions';

/** This process as the others find it. */
export interface SessionHost {
  processId: string;
  /** DECANT_INTERNAL_URL, or what HOST says; null: processes of the same machine only, by the port. */
  address: string | null;
  port: () => number | null;
  machine: string;
}

const LOOPBACK_OR_ANY = new Set(['127.0.0.1', 'localhost', '::1', '0.0.0.0', '::']);

export interface SessionHostOptions {
  processId: string;
  internalUrl: string | undefined;
  /** HOST. */
  host: string;
  ownPorts: () => Iterable<number>;
}

/** Describes this process. */
export function describeHost({ processId, internalUrl, host, ownPorts }: SessionHostOptions): SessionHost {
  const port = (): number | null => {
    for (const one of ownPorts()) return one;
    return null;
  };
  const given = host.includes(':') ? `[${host}]` : host;
  return {
    processId,
    get address() {
      if (internalUrl !== undefined) return internalUrl;
      return LOOPBACK_OR_ANY.has(host) || port() === null ? null : `http://${given}:${port()}`;
    },
    port,
    machine: hostname(),
  };
}

/** The address of a session's host; SERVICE_UNAVAILABLE when it has told none that leads there from here. */
export function addressOf(row: SessionRow, { machine }: SessionHost): string {
  if (row.address !== null) return row.address;
  if (row.machine === machine && row.port !== null) return `http://127.0.0.1:${row.port}`;
  throw new ServiceError('SERVICE_UNAVAILABLE', {
    message:
      'This session lives in another process of the service, which has not told where it is reached: set DECANT_INTERNAL_URL there',
    details: { variable: 'DECANT_INTERNAL_URL' },
  });
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../lib/time/clock.ts';
import { deriveKey } from '../store/sealed-box.ts';

/** A call between processes is taken for so long after it was written. */
const VALID_MS = 60_000;

/** A call of one process to another, as it is signed. */
export interface HostCall {
  method: string;
  path: string;
  body: string;
}

/** Signs the calls between processes of one installation: each knows its secret, no configuration is needed. */
export interface HostCalls {
  /** The value of the header `authorization`. */
  sign(call: HostCall): string;
  isSigned(call: HostCall, authorization: string | undefined): boolean;
}

export function createHostCalls({ secret, clock }: { secret: string; clock: Clock }): HostCalls {
  const key = deriveKey(secret, 'calls between processes');
  const signatureOf = ({ method, path, body }: HostCall, until: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([until, method, path, body]))
      .digest();
  return {
    sign(call) {
      const until = String(clock.now() + VALID_MS);
      return `Decant ${until}.${signatureOf(call, until).toString('base64url')}`;
    },
    isSigned(call, authorization = '') {
      const [, until = '', signature = ''] = /^Decant (\d{1,15})\.([\w-]{1,100})$/.exec(authorization) ?? [];
      const offered = Buffer.from(signature, 'base64url');
      const expected = signatureOf(call, until);
      const isOurs = offered.length === expected.length && timingSafeEqual(offered, expected);
      return isOurs && clock.now() < Number(until);
    },
  };
}

import { createHmac } from 'node:crypto';
import {
  SIGNATURE_HEADERS,
  TIMESTAMP_HEADER,
  TIMESTAMPED_SIGNATURE_HEADER,
} from '../../contract/requests/webhook-events.ts';
import { createTimeSlices } from '../../lib/turns/time-slices.ts';

export interface SignedWith {
  /** Undefined: nothing is signed. */
  secret: string | undefined;
  /** When the attempt is made, ms since the epoch. */
  now: number;
}

/** The headers of a delivery: ours, those that the caller configured, the signatures when there is a secret. */
export async function deliveryHeaders(
  body: Buffer,
  configured: Readonly<Record<string, string>>,
  { secret, now }: SignedWith,
): Promise<Record<string, string>> {
  const names = new Set(Object.keys(configured).map((name) => name.toLowerCase()));
  return {
    'Content-Type': 'application/json',
    ...(!names.has('user-agent') && { 'User-Agent': 'Decant-Webhook' }),
    ...configured,
    ...(secret !== undefined && (await signatureHeaders(body, secret, Math.floor(now / 1_000)))),
  };
}

/** Bytes that are signed at a time: they take a millisecond or some. */
const SIGNED_AT_ONCE = 512 * 1024;

/** A body of many megabytes is signed in slices, between which everything else has its turn. */
async function signatureHeaders(
  body: Buffer,
  secret: string,
  seconds: number,
): Promise<Record<string, string>> {
  const plain = createHmac('sha256', secret);
  const timestamped = createHmac('sha256', secret).update(`${seconds}.`);
  const slices = createTimeSlices();
  for (let from = 0; from < body.length; from += SIGNED_AT_ONCE) {
    if (slices.isOver()) await slices.rest();
    const part = body.subarray(from, from + SIGNED_AT_ONCE);
    plain.update(part);
    timestamped.update(part);
  }
  const signature = `sha256=${plain.digest('hex')}`;
  return {
    ...Object.fromEntries(SIGNATURE_HEADERS.map((name) => [name, signature])),
    [TIMESTAMP_HEADER]: String(seconds),
    [TIMESTAMPED_SIGNATURE_HEADER]: `sha256=${timestamped.digest('hex')}`,
  };
}

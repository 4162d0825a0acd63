import { createHmac } from 'node:crypto';
import {
  SIGNATURE_HEADERS,
  TIMESTAMP_HEADER,
  TIMESTAMPED_SIGNATURE_HEADER,
} from '../../contract/requests/webhook-events.ts';

export interface SignedWith {
  /** Undefined: nothing is signed. */
  secret: string | undefined;
  /** When the attempt is made, ms since the epoch. */
  now: number;
}

/** The headers of a delivery: ours, those that the caller configured, the signatures when there is a secret. */
export function deliveryHeaders(
  body: Buffer,
  configured: Readonly<Record<string, string>>,
  { secret, now }: SignedWith,
): Record<string, string> {
  const names = new Set(Object.keys(configured).map((name) => name.toLowerCase()));
  return {
    'Content-Type': 'application/json',
    ...(!names.has('user-agent') && { 'User-Agent': 'Decant-Webhook' }),
    ...configured,
    ...(secret !== undefined && signatureHeaders(body, secret, Math.floor(now / 1_000))),
  };
}

function signatureHeaders(body: Buffer, secret: string, seconds: number): Record<string, string> {
  const signature = sign(secret, body);
  return {
    ...Object.fromEntries(SIGNATURE_HEADERS.map((name) => [name, signature])),
    [TIMESTAMP_HEADER]: String(seconds),
    [TIMESTAMPED_SIGNATURE_HEADER]: sign(secret, `${seconds}.`, body),
  };
}

function sign(secret: string, ...parts: ReadonlyArray<string | Buffer>): string {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  return `sha256=${hmac.digest('hex')}`;
}

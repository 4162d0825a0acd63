import { createHmac } from 'node:crypto';
import { SIGNATURE_HEADERS } from '../../contract/webhook-events.ts';

/** The headers of a delivery: ours, those that the caller configured, the signature when there is a secret. */
export function deliveryHeaders(
  body: Buffer,
  configured: Readonly<Record<string, string>>,
  secret: string | undefined,
): Record<string, string> {
  const names = new Set(Object.keys(configured).map((name) => name.toLowerCase()));
  return {
    'Content-Type': 'application/json',
    ...(!names.has('user-agent') && { 'User-Agent': 'Decant-Webhook' }),
    ...configured,
    ...(secret !== undefined && signatureHeaders(body, secret)),
  };
}

function signatureHeaders(body: Buffer, secret: string): Record<string, string> {
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  return Object.fromEntries(SIGNATURE_HEADERS.map((name) => [name, signature]));
}

import { ExchangeError } from './exchange-error.ts';

const LOST_CONNECTION: ReadonlySet<string> = new Set([
  'UND_ERR_SOCKET', // the other side closed
  'UND_ERR_DESTROYED', // it had closed before the request was written
  'ECONNRESET',
  'EPIPE',
]);

/**
 * Tells whether to send a request a second time: its connection was lost before a byte of the answer came, as happens
 * when a server closes an idle connection in the very moment it is used again (RFC 9112 section 9.3.1).
 */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ExchangeError) || error.hasResponseStarted) return false;
  const { cause } = error;
  return cause instanceof Error && 'code' in cause && LOST_CONNECTION.has(String(cause.code));
}

/** The rest that an answer asks for, ms: in milliseconds, in seconds, or until a date (RFC 9110 section 10.2.3). Undefined when it asks for none. */
export function readRetryAfterMs(
  headers: Readonly<Record<string, string>>,
  now: number = Date.now(),
): number | undefined {
  const ms = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (ms >= 0) return ms;
  const after = headers['retry-after'] ?? '';
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(after)) return Number(after) * 1_000;
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

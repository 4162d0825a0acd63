/** These belong to one connection (RFC 9110 section 7.6.1); framing and Host are written anew. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Picks the headers of a message (name, value, name, value) that are meant for the other end: neither hop-by-hop ones
 * nor those that its Connection header names. Content-Length always stays, since it says where the message ends.
 */
export function endToEndHeaders(raw: readonly string[]): string[] {
  const named = new Set<string>();
  for (let i = 0; i + 1 < raw.length; i += 2) {
    if (raw[i]?.toLowerCase() !== 'connection') continue;
    for (const option of raw[i + 1]?.split(',') ?? []) named.add(option.trim().toLowerCase());
  }
  named.delete('content-length');
  const kept: string[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const [name = '', value = ''] = [raw[i], raw[i + 1]];
    const lower = name.toLowerCase();
    if (!HOP_BY_HOP.has(lower) && !named.has(lower)) kept.push(name, value);
  }
  return kept;
}

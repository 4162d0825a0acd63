/** One line of a robots.txt that says something; `value` has one character an octet. */
export interface RobotsRecord {
  readonly field: 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'crawl-delay' | 'other';
  readonly value: string;
}

/** RFC 9309 section 2.5: at least 500 KiB must be parsed. */
const MAX_BYTES = 500 * 1024;
/** Google's parser keeps so much of a line: eight times the 2,083 characters of the longest URL in old browsers. */
const MAX_LINE_BYTES = 2083 * 8 - 1;

/** Spellings that are understood: those of the RFC, and slips that are common enough for Google to read them too. */
const FIELDS: ReadonlyMap<string, RobotsRecord['field']> = new Map([
  ['user-agent', 'user-agent'],
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['sitemap', 'sitemap'],
  ['site-map', 'sitemap'],
  ['crawl-delay', 'crawl-delay'],
  ['crawldelay', 'crawl-delay'],
]);

/** The records of the first 500 KiB, in order; a line that this limit cuts is left out. */
export function* readRecords(body: Uint8Array | string): Generator<RobotsRecord> {
  for (const line of withinLimit(octetsOf(body)).split(/\r\n|\n|\r/)) {
    const record = readRecord(line.slice(0, MAX_LINE_BYTES));
    if (record !== undefined) yield record;
  }
}

/** One character an octet: rules are compared by octet, and a file need not be valid UTF-8. */
function octetsOf(body: Uint8Array | string): string {
  const bytes = typeof body === 'string' ? Buffer.from(body) : fromUtf16(body);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_BYTES + 4));
  // Some servers send only the start of the byte order mark.
  return head.toString('latin1').replace(/^\xef(?:\xbb\xbf?)?/, '');
}

function fromUtf16(bytes: Uint8Array): Uint8Array {
  const isLittleEndian = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (!isLittleEndian && !(bytes[0] === 0xfe && bytes[1] === 0xff)) return bytes;
  const head = bytes.subarray(0, 2 * MAX_BYTES);
  return Buffer.from(new TextDecoder(isLittleEndian ? 'utf-16le' : 'utf-16be').decode(head));
}

function withinLimit(octets: string): string {
  if (octets.length <= MAX_BYTES) return octets;
  const lastEnd = Math.max(octets.lastIndexOf('\n', MAX_BYTES), octets.lastIndexOf('\r', MAX_BYTES));
  return octets.slice(0, lastEnd === -1 ? MAX_BYTES : lastEnd);
}

function readRecord(line: string): RobotsRecord | undefined {
  const comment = line.indexOf('#');
  const text = trim(comment === -1 ? line : line.slice(0, comment));
  const colon = text.indexOf(':');
  const [name, value] = colon === -1 ? splitAtSpace(text) : [text.slice(0, colon), text.slice(colon + 1)];
  if (name === '') return undefined;
  return { field: FIELDS.get(trim(name).toLowerCase()) ?? 'other', value: trim(value) };
}

/** A forgotten colon is forgiven where the line is one word and its value. */
function splitAtSpace(text: string): [name: string, value: string] {
  const [, name = '', value = ''] = /^([^\t ]+)[\t ]+([^\t ]+)$/.exec(text) ?? [];
  return [name, value];
}

/** White space of ASCII only: `String.trim` would take the octet A0 from the end of a UTF-8 sequence. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

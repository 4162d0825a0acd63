import { inflateSync } from 'node:zlib';
import { isAsciiDigit } from '../../../lib/ascii.ts';

const CATALOG = '/Catalog';
/** A catalogue of ordinary size lies this far around its type, bytes. */
const CATALOG_AREA = 4_096;
const METADATA = /\/Metadata\s+(\d{1,8})\s+(\d{1,5})\s+R/;
const PACKET = '<x:xmpmeta';
const PACKET_END = '</x:xmpmeta>';
const MAX_PACKETS = 200;
const MAX_LENGTH = 1_000_000;
/** Names that stand in the packet of the file, and in no picture's packet. */
const OF_FILE = /\bpdf:Producer\b|\bpdfaid:|\bpdfuaid:/;

/**
 * The XMP packet of a PDF (ISO 32000-1, 14.3.2): the one that its catalogue names, else the one that is alone or speaks of a PDF, for
 * pictures have packets as well. Undefined when none is found, as in a file that is encrypted.
 */
export function findXmp(file: Uint8Array): string | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  return ofCatalog(bytes) ?? amongPackets(bytes);
}

function ofCatalog(bytes: Buffer): string | undefined {
  const at = bytes.lastIndexOf(CATALOG);
  if (at === -1) return undefined;
  const before = bytes.toString('latin1', Math.max(0, at - CATALOG_AREA), at);
  const after = bytes.toString('latin1', at, at + CATALOG_AREA);
  const start = before.lastIndexOf('obj') + 1;
  const end = after.indexOf('endobj');
  const reference = METADATA.exec(before.slice(start) + (end === -1 ? after : after.slice(0, end)));
  if (reference === null) return undefined;
  const name = `${reference[1]} ${reference[2]} obj`;
  let place = bytes.lastIndexOf(name);
  // Not the end of a longer number.
  if (place > 0 && isAsciiDigit(bytes[place - 1])) place = bytes.lastIndexOf(`\n${name}`);
  return place === -1 ? undefined : readStream(bytes, place);
}

function readStream(bytes: Buffer, at: number): string | undefined {
  const head = bytes.toString('latin1', at, at + 1_024);
  const begin = /\bstream\r?\n/.exec(head);
  if (begin === null) return undefined;
  const dictionary = head.slice(0, begin.index);
  const start = at + begin.index + begin[0].length;
  const end = bytes.indexOf('endstream', start);
  const content = bytes.subarray(start, Math.min(end === -1 ? bytes.length : end, start + MAX_LENGTH));
  if (!dictionary.includes('/Filter')) return content.includes(PACKET) ? content.toString() : undefined;
  if (!/\/Filter\s*\[?\s*\/FlateDecode\s*(?:\]|\/(?!\w*Decode)|>|$)/.test(dictionary)) return undefined;
  try {
    return inflateSync(content, { maxOutputLength: MAX_LENGTH }).toString();
  } catch (error) {
    // A broken packet costs no more than a title.
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

function amongPackets(bytes: Buffer): string | undefined {
  const packets: string[] = [];
  let at = bytes.indexOf(PACKET);
  while (at !== -1 && packets.length < MAX_PACKETS) {
    const end = bytes.indexOf(PACKET_END, at);
    if (end === -1) break;
    if (end - at < MAX_LENGTH) packets.push(bytes.toString('utf8', at, end + PACKET_END.length));
    at = bytes.indexOf(PACKET, end);
  }
  return packets.length === 1 ? packets[0] : packets.findLast((packet) => OF_FILE.test(packet));
}

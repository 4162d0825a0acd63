import { KINDS, type ContentKind } from '../index.ts';

const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1');
const LOCAL_HEADER_LENGTH = 30;
const HAS_DATA_DESCRIPTOR = 0x08;
const MAX_ENTRIES = 200;

const MARKS = KINDS.flatMap(([kind, { zip }]) => (zip === undefined ? [] : [{ kind, ...zip }]));
const MIMETYPES = MARKS.filter((mark) => 'mimetype' in mark);
const FOLDERS = MARKS.filter((mark) => 'folder' in mark);

/**
 * Tells the kind of a ZIP container by the names in its local headers (APPNOTE 4.3.7): OpenDocument and EPUB begin with
 * an uncompressed entry `mimetype`; Office Open XML has one folder for each of its applications.
 */
export function zipKind(bytes: Uint8Array): ContentKind {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  for (
    let entry = 0;
    entry < MAX_ENTRIES && at !== -1 && at + LOCAL_HEADER_LENGTH <= buffer.length;
    entry++
  ) {
    const nameEnd = at + LOCAL_HEADER_LENGTH + buffer.readUInt16LE(at + 26);
    const name = buffer.toString('latin1', at + LOCAL_HEADER_LENGTH, nameEnd);
    const dataStart = nameEnd + buffer.readUInt16LE(at + 28);
    if (entry === 0 && name === 'mimetype') {
      const text = buffer.toString('latin1', dataStart, dataStart + 60);
      return MIMETYPES.find(({ mimetype }) => text.startsWith(mimetype))?.kind ?? 'archive';
    }
    const kind = FOLDERS.find(({ folder }) => name.startsWith(folder))?.kind;
    if (kind !== undefined) return kind;
    at = nextHeader(buffer, at, dataStart);
  }
  return 'archive';
}

/** Jumps over the data where its size is known, so that headers inside a stored inner archive do not count. */
function nextHeader(buffer: Buffer, header: number, dataStart: number): number {
  const hasSize = (buffer.readUInt16LE(header + 6) & HAS_DATA_DESCRIPTOR) === 0;
  const from = hasSize ? dataStart + buffer.readUInt32LE(header + 18) : dataStart;
  return buffer.indexOf(LOCAL_HEADER, from);
}

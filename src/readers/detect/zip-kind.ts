import type { ContentKind } from '../index.ts';

type ZipKind = Extract<
  ContentKind,
  'docx' | 'xlsx' | 'pptx' | 'odt' | 'ods' | 'epub' | 'presentation' | 'archive'
>;

const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1');
const LOCAL_HEADER_LENGTH = 30;
const HAS_DATA_DESCRIPTOR = 0x08;
const MAX_ENTRIES = 200;

const KIND_BY_MIMETYPE: ReadonlyArray<readonly [prefix: string, kind: ZipKind]> = [
  ['application/epub+zip', 'epub'],
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['application/vnd.oasis.opendocument.presentation', 'presentation'],
];
const KIND_BY_FOLDER: ReadonlyArray<readonly [folder: string, kind: ZipKind]> = [
  ['word/', 'docx'],
  ['xl/', 'xlsx'],
  ['ppt/', 'pptx'],
];

/**
 * What a ZIP container holds, by the names in its local headers (APPNOTE 4.3.7): OpenDocument and EPUB begin with an
 * uncompressed entry `mimetype`; Office Open XML has one folder for each of its applications.
 */
export function zipKind(bytes: Uint8Array): ZipKind {
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
      const mimetype = buffer.toString('latin1', dataStart, dataStart + 60);
      return KIND_BY_MIMETYPE.find(([prefix]) => mimetype.startsWith(prefix))?.[1] ?? 'archive';
    }
    const kind = KIND_BY_FOLDER.find(([folder]) => name.startsWith(folder))?.[1];
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

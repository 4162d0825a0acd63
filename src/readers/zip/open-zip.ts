import { promisify } from 'node:util';
import { constants, inflateRawSync } from 'node:zlib';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { DocumentError } from '../document-error.ts';
import { entryName, type PlacedEntry, scanEntries } from './scan-entries.ts';

export interface ZipLimits {
  /** Entries of the archive. */
  maxEntries: number;
  /** Bytes of one entry after inflation. */
  maxEntryBytes: number;
  /** Bytes of all entries that are read, after inflation. */
  maxTotalBytes: number;
}

/** The most that documents may hold; sizes that an archive states are not believed (documents.md, section 5). */
const ZIP_LIMITS: ZipLimits = {
  maxEntries: 20_000,
  maxEntryBytes: 200_000_000,
  maxTotalBytes: 500_000_000,
};

/** Bytes that are unpacked at once: steps that are too small cost more than the unpacking. */
const MIN_STEP = 16_384;
const MAX_STEP = 16_777_216;
/** Bytes that a packed byte becomes in most parts. */
const COMMON_RATIO = 6;

const STORED = 0;
const DEFLATED = 8;

/** The entries of a ZIP archive. Reading is synchronous: it runs in a process that reads one file at a time. */
export interface ZipArchive {
  /** In the order of the directory. */
  names: readonly string[];
  /** Its directory is lost: parts may be missing, and one may be cut off. */
  isDamaged: boolean;
  has(name: string): boolean;
  /** Undefined when there is none; throws SCRAPE_DOCUMENT_DAMAGED or SCRAPE_DOCUMENT_TOO_COMPLEX. */
  read(name: string): Buffer | undefined;
}

/** For the caller, of an archive that `isDamaged`. */
export const DAMAGED_ARCHIVE = 'The file is damaged: only a part of it could be read.';

/**
 * An archive that was cut off has lost its directory: then the headers of its entries tell what there is. Throws
 * SCRAPE_DOCUMENT_DAMAGED when there are none either, and SCRAPE_DOCUMENT_TOO_COMPLEX beyond the limits.
 */
export async function openZip(bytes: Uint8Array, limits: ZipLimits = ZIP_LIMITS): Promise<ZipArchive> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { entries, isDamaged } = await findEntries(buffer, limits);
  let total = 0;
  /** Bytes of parts that were too large: what they have cost is lost, and many of them cost many times that. */
  let lost = 0;
  return {
    names: [...entries.keys()],
    isDamaged,
    has: (name) => entries.has(name),
    read(name) {
      const entry = entries.get(name);
      if (entry === undefined) return undefined;
      const maxBytes = lost < limits.maxTotalBytes ? limits.maxTotalBytes - total : 0;
      const content = inflate(buffer, entry, {
        maxBytes: Math.min(limits.maxEntryBytes, maxBytes),
        isDamaged,
        onTooLarge: (length) => (lost += length),
      });
      total += content.length;
      return content;
    },
  };
}

interface FoundEntries {
  /** By name; the first of two with one name counts. */
  entries: ReadonlyMap<string, PlacedEntry>;
  isDamaged: boolean;
}

async function findEntries(buffer: Buffer, limits: ZipLimits): Promise<FoundEntries> {
  let problem: DocumentError;
  try {
    const entries = await readDirectory(buffer, limits);
    if (entries.size > 0) return { entries, isDamaged: false };
    problem = damaged('it has no parts');
  } catch (error) {
    if (!(error instanceof DocumentError) || error.code !== 'SCRAPE_DOCUMENT_DAMAGED') throw error;
    problem = error;
  }
  const entries = new Map<string, PlacedEntry>();
  const found = scanEntries(buffer, limits.maxEntries + 1);
  if (found.length > limits.maxEntries) throw tooManyParts(found.length, limits);
  for (const entry of found) if (!entries.has(entry.name)) entries.set(entry.name, entry);
  if (entries.size === 0) throw problem;
  return { entries, isDamaged: true };
}

async function readDirectory(buffer: Buffer, limits: ZipLimits): Promise<Map<string, PlacedEntry>> {
  const entries = new Map<string, PlacedEntry>();
  let zip: ZipFile;
  try {
    // Sizes are checked while inflating.
    zip = await promisify(openBuffer)(buffer);
  } catch (error) {
    throw damaged('it has no directory of its parts', error);
  }
  if (zip.entryCount > limits.maxEntries) {
    throw tooManyParts(zip.entryCount, limits);
  }
  await new Promise<void>((resolve, reject) => {
    zip.on('error', (error: Error) => reject(damaged('the directory of its parts is broken', error)));
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      zip.readLocalFileHeader(entry, { minimal: true }, (error, header) => {
        // A broken part does not matter until it is read; the first of two with one name counts.
        const name = entryName(entry.fileName as unknown as Buffer);
        if (!error && !entries.has(name)) {
          entries.set(name, {
            name,
            method: entry.compressionMethod,
            isEncrypted: entry.isEncrypted(),
            start: header.fileDataStart,
            length: entry.compressedSize,
          });
        }
        zip.readEntry();
      });
    });
    zip.readEntry();
  });
  return entries;
}

function openBuffer(buffer: Buffer, done: (error: Error | null, zip: ZipFile) => void): void {
  // Names are decoded here: one that leads out of its folder must not keep us from the others.
  fromBuffer(buffer, { lazyEntries: true, validateEntrySizes: false, decodeStrings: false }, done);
}

interface Inflation {
  maxBytes: number;
  isDamaged: boolean;
  /** Called with the bytes that were unpacked in vain. */
  onTooLarge(length: number): void;
}

function inflate(buffer: Buffer, entry: PlacedEntry, { maxBytes, isDamaged, onTooLarge }: Inflation): Buffer {
  if (entry.isEncrypted) {
    throw new DocumentError('SCRAPE_DOCUMENT_ENCRYPTED', 'The file is protected with a password');
  }
  const packed = buffer.subarray(entry.start, entry.start + entry.length);
  if (maxBytes <= 0 || (entry.method === STORED && packed.length > maxBytes)) throw tooLarge(entry.name);
  if (entry.method === STORED) return packed;
  if (entry.method !== DEFLATED) {
    throw damaged(`its part ${entry.name} is packed in a way that is not known (${entry.method})`);
  }
  try {
    // A part that is cut off can be read up to the cut.
    const finishFlush = isDamaged ? constants.Z_SYNC_FLUSH : constants.Z_FINISH;
    const chunkSize = Math.min(Math.max(packed.length * COMMON_RATIO, MIN_STEP), MAX_STEP);
    return inflateRawSync(packed, { maxOutputLength: maxBytes, finishFlush, chunkSize });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      onTooLarge(maxBytes);
      throw tooLarge(entry.name);
    }
    throw damaged(`its part ${entry.name} cannot be unpacked`, error);
  }
}

function tooLarge(name: string): DocumentError {
  return new DocumentError(
    'SCRAPE_DOCUMENT_TOO_COMPLEX',
    `The file unpacks to more than can be read (${name})`,
  );
}

function tooManyParts(count: number, { maxEntries }: ZipLimits): DocumentError {
  return new DocumentError(
    'SCRAPE_DOCUMENT_TOO_COMPLEX',
    `The file has ${count} parts; at most ${maxEntries} are read`,
  );
}

function damaged(what: string, cause?: unknown): DocumentError {
  return new DocumentError('SCRAPE_DOCUMENT_DAMAGED', `The file is damaged: ${what}`, { cause });
}

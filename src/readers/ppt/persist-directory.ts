import { ByteView } from '../cfb/byte-view.ts';
import type { CompoundFile } from '../cfb/open-cfb.ts';
import { PPT_RECORD, type PptRecord, type Records } from './records.ts';

/** Edits of one file, each with the one before it; more are a circle. */
const MAX_EDITS = 10_000;
/** Objects that a file may name; a directory entry takes 4 bytes. */
const MAX_OBJECTS = 1_000_000;
/** Header tokens of `Current User` ([MS-PPT] 2.3.2). */
const ENCRYPTED_TOKEN = 0xf3d1c4df;
/** The length of a user edit that names the key of an encrypted file ([MS-PPT] 2.3.3). */
const ENCRYPTED_EDIT = 32;

/** Where the newest version of each object of a file stands. */
export interface PersistDirectory {
  /** Offsets of records by their persist id. */
  offsets: ReadonlyMap<number, number>;
  document: PptRecord | undefined;
  isEncrypted: boolean;
}

/** Follows the edits of a file from the newest to the first one ([MS-PPT] 2.1.2). */
export function readPersistDirectory(container: CompoundFile, records: Records): PersistDirectory {
  const user = new ByteView(container.stream('Current User') ?? new Uint8Array());
  const edits = editsFrom(user.u32(16), records);
  const { view } = records;
  const objects: Objects = { offsets: new Map(), left: MAX_OBJECTS };
  for (const { at } of edits) {
    const directory = records.at(view.u32(at + 12));
    if (directory?.type === PPT_RECORD.persistDirectory) readEntries(records.content(directory), objects);
  }
  const { offsets } = objects;
  const [newest] = edits;
  const documentId = newest === undefined ? -1 : view.u32(newest.at + 16);
  const document = records.at(offsets.get(documentId) ?? -1);
  const hasKey = edits.some(({ at, length }) => length >= ENCRYPTED_EDIT && view.u32(at + 28) !== 0);
  return {
    offsets,
    document: document?.type === PPT_RECORD.document ? document : undefined,
    isEncrypted: hasKey || user.u32(12) === ENCRYPTED_TOKEN,
  };
}

/** The edits of a file, the newest first. */
function editsFrom(newest: number, records: Records): PptRecord[] {
  const edits: PptRecord[] = [];
  const seen = new Set<number>();
  let offset = newest;
  while (seen.size < MAX_EDITS && !seen.has(offset)) {
    seen.add(offset);
    const edit = records.at(offset);
    if (edit?.type !== PPT_RECORD.userEdit) break;
    edits.push(edit);
    offset = records.view.u32(edit.at + 8);
    // The first edit has none before it.
    if (offset === 0) break;
  }
  return edits;
}

interface Objects {
  offsets: Map<number, number>;
  /** Entries that may still be read. */
  left: number;
}

/** Entries of later edits, which were read before, count ([MS-PPT] 2.3.4). */
function readEntries(directory: ByteView, objects: Objects): void {
  let at = 0;
  while (at + 8 <= directory.length && objects.left > 0) {
    const head = directory.u32(at);
    const first = head & 0xf_ff_ff;
    const room = Math.floor((directory.length - at - 4) / 4);
    const count = Math.min(head >>> 20, room, objects.left);
    for (let i = 0; i < count; i++) {
      if (!objects.offsets.has(first + i)) objects.offsets.set(first + i, directory.u32(at + 4 + i * 4));
    }
    objects.left -= count + 1;
    at += 4 + count * 4;
  }
}

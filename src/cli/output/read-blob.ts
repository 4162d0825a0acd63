import type { Document } from '../../contract/documents/document.ts';
import { extensionForType } from '../../lib/blob-key.ts';

/** The formats that are a file. The text of any other is the page's: it may look like one, of a type of its choice. */
const FORMATS: ReadonlySet<string> = new Set(['screenshot', 'audio', 'video'] satisfies (keyof Document)[]);

/** The file of a format that stands in its document as `data:TYPE;base64,...`; undefined for a link and for any text. */
export function readBlob(format: string, value: unknown): { bytes: Buffer; extension: string } | undefined {
  if (!FORMATS.has(format) || typeof value !== 'string') return undefined;
  const [head, type] = /^data:([\w.+-]+\/[\w.+-]+);base64,/.exec(value) ?? [];
  if (head === undefined || type === undefined) return undefined;
  return { bytes: Buffer.from(value.slice(head.length), 'base64'), extension: extensionForType(type) };
}

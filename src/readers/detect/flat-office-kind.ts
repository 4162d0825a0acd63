import { KINDS, type ContentKind } from '../index.ts';

/** The root element says what the file is, behind declarations of names that take some kilobytes. */
const HEAD_BYTES = 16_384;
const MIMETYPES = KINDS.flatMap(([kind, { zip }]) =>
  zip !== undefined && 'mimetype' in zip ? [{ kind, mimetype: zip.mimetype }] : [],
);

/** Tells a file of OpenDocument that is one XML document (ODF 1.3 part 3, section 3.1.2); undefined for other XML. */
export function flatOfficeKind(bytes: Uint8Array): ContentKind | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES));
  const text = head.toString('latin1').replaceAll('\0', '');
  const start = text.indexOf('<office:document');
  if (start < 0) return undefined;
  const end = text.indexOf('>', start);
  const root = text.slice(start, end < 0 ? undefined : end);
  const mimetype = /\soffice:mimetype\s*=\s*["']([^"']{1,100})/.exec(root)?.[1];
  return MIMETYPES.find((known) => mimetype?.startsWith(known.mimetype))?.kind;
}

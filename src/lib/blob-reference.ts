import type { Document } from '../contract/documents/document.ts';
import { BLOB_KEY_PATTERN, isBlobKey, type BlobKey } from './blob-key.ts';

const PREFIX = 'decant-blob:';
/**
 * A JSON string that is a reference and nothing else. A quote behind a backslash stands inside of a string, and a
 * string before a colon is the name of a member.
 */
const REFERENCE_IN_JSON = new RegExp(String.raw`(?<!\\)"${PREFIX}(${BLOB_KEY_PATTERN})"(?!\s*:)`, 'g');

/** Where each reference in a JSON text begins. */
export const REFERENCE_START = `"${PREFIX}`;

/** The fields of a document that can hold blobs. */
type WithBlobs = Pick<Document, 'screenshot' | 'audio' | 'video' | 'actions' | 'metadata'>;

/** Makes the URL under which a blob can be read for a while. */
export type SignBlob = (key: BlobKey) => string;

/** How a stored document names a blob; the URL is made when an answer is written. */
export function blobReference(key: BlobKey): string {
  return `${PREFIX}${key}`;
}

/**
 * Replaces each string of a JSON text that refers to a blob by its URL, wherever it stands: whoever knows a key may
 * read that blob, so keys must not be shown to anyone.
 */
export function signBlobReferences(jsonText: string, sign: SignBlob): string {
  if (!jsonText.includes(REFERENCE_START)) return jsonText;
  return jsonText.replace(REFERENCE_IN_JSON, (_text, key: BlobKey) => JSON.stringify(sign(key)));
}

/** The same for a document, of which only the fields that can hold blobs are looked at; it is not changed itself. */
export function signBlobsOfDocument<D extends WithBlobs>(document: D, sign: SignBlob): D {
  const signed = (value: string): string => {
    const key = value.startsWith(PREFIX) ? value.slice(PREFIX.length) : '';
    return isBlobKey(key) ? sign(key) : value;
  };
  const { screenshot, audio, video, actions } = document;
  return {
    ...document,
    ...(screenshot !== undefined && { screenshot: signed(screenshot) }),
    ...(audio !== undefined && { audio: signed(audio) }),
    ...(video !== undefined && { video: signed(video) }),
    ...(actions && {
      actions: {
        ...actions,
        ...(actions.screenshots && { screenshots: actions.screenshots.map(signed) }),
        ...(actions.pdfs && { pdfs: actions.pdfs.map(signed) }),
      },
    }),
  };
}

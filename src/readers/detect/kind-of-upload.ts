import { kindByName } from './detect-content-kind.ts';
import { READERS, type ContentKind } from '../index.ts';
import type { FileKind, RefusedKind } from '../reader.ts';
import { refusalOfKind } from '../refusal-of-kind.ts';

/** The kind that an uploaded file is taken for before anybody looks inside. */
export type Upload =
  | { isRefused: false; contentType: string | undefined }
  /** Why, in words. */
  | { isRefused: true; reason: string };

/**
 * By the extension of its name, else by the content type of its part (wire contract 5.12); the bytes have the last word
 * later. Refused is what neither tells, and what nothing reads.
 */
export function kindOfUpload(name: string, contentType: string | undefined): Upload {
  const { named, declared } = kindByName(name, contentType);
  const kind = named ?? declared;
  if (kind === undefined) {
    return {
      isRefused: true,
      reason: 'neither the extension of its name nor its content type says what it is',
    };
  }
  const entry: FileKind | RefusedKind = READERS[kind];
  if ('isRefused' in entry) return { isRefused: true, reason: refusalOfKind(entry) };
  // The type of the part may be a guess of the client; the name is the better one.
  const isConsistent = named === undefined || named === declared;
  return { isRefused: false, contentType: isConsistent ? contentType : typeOfName(name, kind) };
}

/** The types of pictures whose names differ from their extensions. */
const IMAGE_TYPES: Readonly<Record<string, string>> = { jpg: 'jpeg', tif: 'tiff', ico: 'x-icon' };

function typeOfName(name: string, kind: ContentKind): string | undefined {
  if (kind !== 'image') return READERS[kind].mediaTypes[0];
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return `image/${IMAGE_TYPES[extension] ?? extension}`;
}

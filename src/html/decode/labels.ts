import { normalizeEncoding } from '@exodus/bytes/encoding.js';

/**
 * Name in lower case of the encoding that a label means (WHATWG Encoding 4.2), or undefined for no known label. 7-bit
 * encodings too dangerous to read are "replacement".
 */
export function encodingOfLabel(label: string): string | undefined {
  return normalizeEncoding(label) ?? undefined;
}

/** The encoding in the `charset` parameter of a Content-Type header. */
export function encodingOfContentType(contentType: string): string | undefined {
  const match = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(contentType);
  const label = match?.[1] ?? match?.[2] ?? match?.[3];
  return label === undefined ? undefined : encodingOfLabel(label);
}

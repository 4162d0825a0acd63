import { hash } from 'node:crypto';

/** The text of a page that is compared with other versions of the page. */
export interface ComparedText {
  /** UTF-8. */
  bytes: Uint8Array;
  /** SHA-256 of it. */
  contentHash: Uint8Array;
}

/** White space at the ends of lines and empty lines at the end do not count (wire contract 4.1). */
export function comparedText(markdown: string): ComparedText {
  const lines = markdown.split('\n').map((line) => line.trimEnd());
  let length = lines.length;
  while (lines[length - 1] === '') length--;
  lines.length = length;
  // Lone surrogates become what the database would give back.
  const bytes = new TextEncoder().encode(lines.join('\n'));
  return { bytes, contentHash: hash('sha256', bytes, 'buffer') };
}

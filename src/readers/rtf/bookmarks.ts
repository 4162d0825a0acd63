/**
 * The part of an instruction from `\l`, whose backslash is written twice, to the name of a bookmark; LibreOffice writes
 * it as an address.
 */
const LINK = /(?:\\\\l[\s{}\\a-z\d-]{0,200}?"|HYPERLINK\s{1,9}"#)([^"{}\\]{1,100})"/gi;
const BOOKMARK = /\\bkmkstart ?([^{}\\]{1,100})\}/g;

/** Names of the bookmarks that links of a file lead to, by a look at its bytes; without those beyond ASCII. */
export function linkedBookmarks(bytes: Uint8Array): Set<string> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.includes('\\bkmkstart') || !file.includes('HYPERLINK')) return new Set();
  const text = file.toString('latin1');
  const linked = new Set(Array.from(text.matchAll(LINK), ([, name]) => cleanName(name!)));
  const bookmarks = Array.from(text.matchAll(BOOKMARK), ([, name]) => cleanName(name!));
  return new Set(bookmarks.filter((name) => linked.has(name)));
}

/** Line ends of the file are no part of a name. */
export function cleanName(name: string): string {
  return name.replaceAll(/[\r\n]/g, '').trim();
}

/** An id may have no white space. */
export function bookmarkId(name: string): string {
  return name.replaceAll(/\s/g, '_');
}

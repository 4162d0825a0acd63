import { hash } from 'node:crypto';

/** Bytes of one part of a path, without ending; file systems take 255, some 143. */
const MAX_PART_BYTES = 80;
/** Bytes and parts of a whole path, so that it fits into 260 characters together with the folder it is in. */
const MAX_PATH_BYTES = 180;
const MAX_PARTS = 12;
/** Characters of a part that are looked at; what follows them shows in the digest only. */
const MAX_READ = 400;

/** Endings that say how a page is made, or that what we write has anyway. */
const PAGE_ENDING = /\.(?:html?|xhtml|shtml|php|aspx?|jsp|md|markdown)$/i;
/** Endings of files that we write: no folder may end so, since its name could be that of a file. */
const OWN_ENDING = /\.(md|html|txt|jsonl?)$/i;
/** Names that Windows keeps for devices, whatever their ending. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/** Names for the files of a crawl's pages. */
export interface PageFiles {
  /**
   * A path below the crawl's folder for a page, `/` between its parts, without ending: readable, safe on every file
   * system, and such that with none of the endings it is a path that was given before, not even in other case.
   */
  nameOf(url: URL, endings: readonly string[]): string;
  /** Takes a path with its ending that was given in an earlier run. */
  take(path: string): void;
}

/** Pages of other hosts than the one of the start go into a folder with the name of their host. */
export function createPageFiles(start: URL): PageFiles {
  const taken = new Set<string>();
  const isFree = (path: string, endings: readonly string[]): boolean =>
    endings.every((ending) => !taken.has(comparable(path + ending)));

  function nameOf(url: URL, endings: readonly string[]): string {
    const path = pathOf(url, siteOf(url) === siteOf(start) ? [] : [hostFolder(url)]);
    const digest = shortDigest(url.href);
    let name = path;
    for (let attempt = 1; !isFree(name, endings); attempt++)
      name = attempt === 1 ? `${path}-${digest}` : `${path}-${digest}-${attempt}`;
    for (const ending of endings) taken.add(comparable(name + ending));
    return name;
  }

  return { nameOf, take: (path) => void taken.add(comparable(path)) };
}

/** The folder that is named after the host of a URL, without `www.`. */
export function hostFolder(url: URL): string {
  return folderPart(siteOf(url));
}

function siteOf({ host }: URL): string {
  return host.replace(/^www\./, '');
}

function pathOf(url: URL, above: readonly string[]): string {
  const raw = url.pathname.split('/').filter(Boolean).map(decoded);
  const last = (raw.pop() ?? 'index').replace(PAGE_ENDING, '');
  const query = url.search.slice(1);
  const name = query === '' ? last : `${last}_${queryText(query)}`;
  const parts = [...above, ...raw.map(folderPart), safePart(name)];
  const path = parts.join('/');
  if (parts.length <= MAX_PARTS && Buffer.byteLength(path) <= MAX_PATH_BYTES) return path;
  return shortened(parts, shortDigest(url.href));
}

/** The first folders that fit, and the last part with a digest of the whole. */
function shortened(parts: readonly string[], digest: string): string {
  const kept: string[] = [];
  let bytes = 0;
  for (const part of parts.slice(0, -1)) {
    bytes += Buffer.byteLength(part) + 1;
    if (kept.length === MAX_PARTS - 1 || bytes > MAX_PATH_BYTES - MAX_PART_BYTES) break;
    kept.push(part);
  }
  return [...kept, `${cut(parts.at(-1) ?? '', MAX_PART_BYTES - 10)}-${digest}`].join('/');
}

function folderPart(text: string): string {
  return safePart(text).replace(OWN_ENDING, '-$1');
}

/** `a=1&b=two%20words` as `a=1,b=two words`. */
function queryText(query: string): string {
  return query
    .split('&')
    .map((each) => decoded(each.replaceAll('+', ' ')))
    .join(',');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** One part of a path: letters, digits and a few marks that neither file systems nor shells read anything into. */
function safePart(text: string): string {
  const clean = trimmed(
    text
      .slice(0, MAX_READ)
      .toWellFormed()
      .normalize('NFC')
      .replaceAll(/[^\p{L}\p{M}\p{N}._=,@+-]+/gu, '-'),
  );
  const safe = clean === '' ? '_' : clean.replace(DEVICE, '$1_');
  if (text.length <= MAX_READ && Buffer.byteLength(safe) <= MAX_PART_BYTES) return safe;
  return `${cut(safe, MAX_PART_BYTES - 10)}-${shortDigest(text)}`;
}

/** Without what hides a file (dots in front), looks like an option (dashes), or what Windows drops (dots at the end). */
function trimmed(text: string): string {
  let from = 0;
  let until = text.length;
  while (from < until && '.-'.includes(text.charAt(from))) from++;
  while (until > from && '.-'.includes(text.charAt(until - 1))) until--;
  return text.slice(from, until);
}

/** The first characters, at most so many bytes. */
function cut(text: string, maxBytes: number): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    kept += character;
  }
  return kept;
}

function shortDigest(text: string): string {
  return hash('sha256', text.toWellFormed(), 'hex').slice(0, 8);
}

/** Equal for names that some file system takes for one: whatever their case and however their accents are written. */
function comparable(path: string): string {
  return path.normalize('NFKD').toUpperCase().normalize('NFKD').toLowerCase();
}

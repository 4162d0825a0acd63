import { foldWord } from '../text/words/fold-word.ts';
import { MAX_TERM_BYTES } from './block.ts';
import type { IndexedImage } from './indexed-page.ts';

/** Begins a term that is no word: of the title, address, host, file type, page type, language, pictures. */
export type TermPrefix = 't' | 'u' | 'h' | 'f' | 'k' | 'l' | 'i';

const NOT_ASCII = /[^\0-\x7f]/;
/** Letters and digits apart, as `page2` and `v1.2` are asked for. */
const LETTERS_AND_DIGITS = /\p{L}[\p{L}\p{M}]*|\p{N}+/gu;

/** A term that no word can be: words have no colon. */
export function nameTerm(prefix: TermPrefix, value: string): string {
  const term = `${prefix}:${foldWord(value)}`;
  if (!NOT_ASCII.test(term)) return term.slice(0, MAX_TERM_BYTES);
  const bytes = Buffer.from(term);
  if (bytes.length <= MAX_TERM_BYTES) return term;
  // A sign that is cut through becomes one that says so; it is left out.
  return bytes.toString('utf8', 0, MAX_TERM_BYTES).replace(/\ufffd+$/, '');
}

/** The host of a URL and every domain above it: `docs.example.com`, `example.com`, `com`. */
export function hostTerms(url: string): string[] {
  const host = URL.parse(url)?.hostname ?? '';
  if (host === '') return [];
  // The parts of an IPv4 address are no domains.
  if (/^\[|^[\d.]+$/.test(host)) return [nameTerm('h', host)];
  const labels = host.replace(/\.$/, '').split('.');
  return labels.map((_, index) => nameTerm('h', labels.slice(index).join('.')));
}

/** Host, path and query of a URL as words: everything that is no letter or digit parts them. */
export function urlWords(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return '';
  const { hostname, pathname, search } = parsed;
  return readableUrl(hostname.replace(/^www\./, '') + pathname + search);
}

/** A URL, or a part of one, as people write it: without percent-encoding. */
export function readableUrl(url: string): string {
  if (!url.includes('%')) return url;
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** The words of a picture: its alternative text, and its file name where that has words. */
export function imageWords({ url, alt }: IndexedImage): string {
  const name = readableUrl(URL.parse(url)?.pathname.split('/').at(-1) ?? '').replace(/\.\w{1,5}$/, '');
  const words = name.match(LETTERS_AND_DIGITS) ?? [];
  return `${alt} ${words.filter((word) => word.length > 2).join(' ')}`;
}

import { decodeInPieces } from '../../html/decode.ts';
import { withoutCredentials } from '../../lib/addresses/url.ts';
import { MAX_BARREN_LENGTH, type SitemapContent, type SitemapReadOptions } from './sitemap-content.ts';
import { gunzipSitemap, type SitemapFile } from './sitemap-gunzip.ts';
import { readTextSitemap } from './sitemap-text.ts';
import { readXmlSitemap } from './sitemap-xml.ts';
import { createTurns } from './turns.ts';

/**
 * The protocol allows 50 MB (sitemaps.org, "Sitemap file limits"); a generator that counts a little differently need
 * not lose its whole file.
 */
export const MAX_SITEMAP_BYTES = 64 * 1024 * 1024;
/** A file that does not look like a sitemap within so many bytes is none: a gigabyte is a megabyte of gzip. */
const HEAD_BYTES = 1_500_000;
/** The protocol allows 50,000. */
const MAX_ENTRIES = 200_000;

/**
 * Reads a sitemap or sitemap index (sitemaps.org protocol 0.9), a text file of URLs, RSS or Atom, plain or in gzip
 * whatever its label says. Broken XML is read as far as it goes, and what is no sitemap is `unknown`: rejects with the
 * signal's reason only. Large files are read in turns with whatever else the process does.
 */
export async function readSitemap(
  bytes: Uint8Array,
  contentType: string | undefined,
  { baseUrl, signal }: { baseUrl: URL; signal?: AbortSignal },
): Promise<SitemapContent> {
  const options = { baseUrl: withoutCredentials(baseUrl), maxEntries: MAX_ENTRIES, signal };
  const head = await gunzipSitemap(bytes, HEAD_BYTES, signal);
  const content = await readFile(head, contentType, options);
  if (!head.isTruncated || content.kind === 'unknown') return content;
  return readFile(await gunzipSitemap(bytes, MAX_SITEMAP_BYTES, signal), contentType, options);
}

async function readFile(
  file: SitemapFile,
  contentType: string | undefined,
  options: SitemapReadOptions,
): Promise<SitemapContent> {
  const text = await decode(file.bytes, contentType, options.signal);
  const isXml = /^\s*</.test(text.slice(0, MAX_BARREN_LENGTH));
  const content = await (isXml ? readXmlSitemap(text, options) : readText(text, options));
  return { ...content, isTruncated: content.isTruncated || file.isTruncated };
}

async function decode(
  bytes: Uint8Array,
  contentType: string | undefined,
  signal: AbortSignal | undefined,
): Promise<string> {
  const turns = createTurns(signal);
  let text = '';
  for (const piece of decodeInPieces(bytes, contentType)) {
    text += piece;
    if (turns.isDue(text.length)) await turns.give();
  }
  return text;
}

/** XML may stand below the warnings of the program that wrote it. */
async function readText(text: string, options: SitemapReadOptions): Promise<SitemapContent> {
  const xml = text.includes('<') ? await readXmlSitemap(text, options) : undefined;
  return xml === undefined || xml.kind === 'unknown' ? readTextSitemap(text, options) : xml;
}

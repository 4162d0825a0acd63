import { hash } from 'node:crypto';
import { collectContentImages, type ContentImage } from '../../html/content-images.ts';
import type { PageMetadata } from '../../html/metadata.ts';
import type { Tree } from '../../html/tree.ts';
import { compressSync } from '../../lib/bytes/compress.ts';
import { storable } from '../../lib/storable.ts';
import type { ContentKind } from '../../readers/index.ts';
import { plainOfMarkdown } from '../../text/plain-of-markdown.ts';
import { simhashOf } from '../../text/words/simhash.ts';
import { markdown as markdownFormat } from '../formats/markdown.ts';
import type { PreparedPage } from '../formats/prepared-page.ts';
import { transforms } from '../transforms/index.ts';
import type { TransformOptions, TransformState } from '../transforms/transform.ts';
import type { PageType } from '../../html/main-content/classify/page-type.ts';

/** The facts of a page that the search index keeps. Plain data, which can cross to a thread. */
export interface IndexedFacts {
  title: string;
  description: string;
  headings: string;
  language: string | undefined;
  pageType: string | undefined;
  /** pdf, docx, ...; undefined for a web page. */
  fileType: string | undefined;
  /** As the page states it, in the form of ISO 8601 where the metadata could give it that. */
  published: string | undefined;
  images: ContentImage[];
  imageUrl: string | undefined;
  /** The main content as plain text, zstd-compressed, and its size before. */
  text: Uint8Array<ArrayBuffer>;
  textBytes: number;
  /** 16 bytes of the digest of all of these. */
  textHash: Uint8Array;
  /** The signature by which copies of the text are known; undefined for a short one. */
  simhash: bigint | undefined;
}

/** Characters that are kept of a page: 200 pages of a book. Beyond them a search would not look. */
const MAX_TEXT = 400_000;
/** Characters that the signature of a text is made of. */
const SIGNED = 4_000;
const MAX_TITLE = 500;
const MAX_DESCRIPTION = 2_000;
const MAX_HEADINGS = 8_000;
const MAX_NAME = 40;
const MAIN_CONTENT = { includeTags: [], excludeTags: [], isWithoutBanners: true };
const FILE_TYPES: Readonly<Partial<Record<ContentKind, string>>> = { text: 'txt', markdown: 'md' };
/** Kinds of many file types. */
const VARIED: ReadonlySet<ContentKind> = new Set(['code', 'image', 'text']);
const EXTENSION = /^[^?#]*\/[^/?#]*\.([a-z0-9]{1,8})(?:[?#]|$)/i;
const NEWS = /"(?:[A-Za-z]+:)?(?:Reportage|Analysis|Opinion|Review|Background)?NewsArticle"/;

/** A converted page, of which the facts are collected. */
interface ConvertedSource {
  page: PreparedPage;
  state: TransformState;
  /** The options that cut the page down. */
  options: TransformOptions;
  kind: ContentKind;
  /** Final URL. */
  url: string;
  metadata: PageMetadata;
  /** The Markdown of the page, where it was written already. */
  markdown: string | undefined;
}

/**
 * Collects what the search index keeps of a page. That is the main content always, also for a caller who wants all of the
 * page or chose a part of it.
 */
export function collectIndexedFacts(source: ConvertedSource): IndexedFacts {
  const { metadata, state, options, kind } = source;
  // A file has nothing around its content.
  const isFile = kind !== 'html';
  const isWhole = isFile || options.onlyMainContent;
  const isMain = isWhole && options.includeTags.length + options.excludeTags.length === 0;
  const { page, pageType } = isMain ? { page: source.page, pageType: state.pageType } : mainContentOf(source);
  const written = (isMain ? source.markdown : undefined) ?? writeMarkdown(page);
  const plain = plainOfMarkdown(written, MAX_TEXT);
  const facts = {
    title: textOf(metadata['title'], MAX_TITLE) ?? '',
    description: textOf(metadata['description'], MAX_DESCRIPTION) ?? '',
    headings: storable(plain.headings.join('\n').slice(0, MAX_HEADINGS)),
    language: textOf(metadata['language'], MAX_NAME),
    pageType: isNews(page.tree) ? 'news' : pageType,
    fileType: isFile ? fileTypeOf(kind, source.url) : undefined,
    published: textOf(metadata['publishedTime'], MAX_NAME) ?? textOf(metadata['modifiedTime'], MAX_NAME),
    images: collectContentImages(page.tree, page.base, page.removed).map(storableImage),
    imageUrl: textOf(metadata['ogImage'], MAX_DESCRIPTION),
  };
  // Lone surrogates become what a reader of UTF-8 would make of them.
  const text = new TextEncoder().encode(plain.text);
  const digest = hash('sha256', `${JSON.stringify(facts)}\n${hash('sha256', text)}`, 'buffer');
  return {
    ...facts,
    // In a buffer of its own, which can be handed over.
    text: new Uint8Array(compressSync(text)),
    textBytes: text.length,
    textHash: new Uint8Array(digest.subarray(0, 16)),
    simhash: simhashOf(plain.text.slice(0, SIGNED)),
  };
}

/** The name that people know a kind of file by. */
function fileTypeOf(kind: ContentKind, url: string): string {
  const named = EXTENSION.exec(url)?.[1]?.toLowerCase();
  return VARIED.has(kind) && named !== undefined ? named : (FILE_TYPES[kind] ?? kind);
}

/** The page cut down to its main content. */
function mainContentOf({ page, state, options, kind }: ConvertedSource): {
  page: PreparedPage;
  pageType: PageType | undefined;
} {
  const cut: TransformState = { ...state, removed: new Uint8Array(0), shown: undefined, warnings: [] };
  for (const transform of transforms)
    transform(cut, { ...options, ...MAIN_CONTENT, onlyMainContent: kind === 'html' });
  const { removed, shown, pageType } = cut;
  const own = { removed: { value: removed }, shown: { value: shown } };
  return { page: Object.create(page, own) as PreparedPage, pageType };
}

/** With warnings of its own, which nobody reads. */
function writeMarkdown(page: PreparedPage): string {
  const quiet = Object.create(page, { warnings: { value: [] } }) as PreparedPage;
  return markdownFormat.write(quiet, { type: 'markdown' }).markdown ?? '';
}

/** A page of JSON-LD that calls itself news. */
function isNews(tree: Tree): boolean {
  return tree
    .elementsWith('type')
    .some(
      (node) =>
        /^application\/ld\+json/i.test(tree.attribute(node, 'type') ?? '') &&
        NEWS.test(contentOf(tree, node)),
    );
}

function contentOf(tree: Tree, script: number): string {
  return tree.end[script]! > script + 1 ? tree.text(script + 1) : '';
}

function textOf(value: unknown, maxCharacters: number): string | undefined {
  const text = Array.isArray(value) ? value[0] : value;
  if (typeof text !== 'string' || text === '') return undefined;
  return storable(text.slice(0, maxCharacters));
}

function storableImage({ url, alt, ...size }: ContentImage): ContentImage {
  return { url: storable(url), alt: storable(alt), ...size };
}

import type { LiveMedia } from '../../browser/find-live-media.ts';
import type { RequestedFormat } from '../../contract/options/formats.ts';
import { findBaseUrl } from '../../html/base-url.ts';
import { openSource } from '../../html/decode.ts';
import { collectMetadata, type PageMetadata } from '../../html/metadata.ts';
import { withoutMarks } from '../../html/marks.ts';
import type { PageSource } from '../../html/page-source.ts';
import { parseHtml } from '../../html/parse.ts';
import { withFrameDocuments } from '../../html/with-frame-documents.ts';
import { findShownChallenge } from '../../html/render-need/find-challenge.ts';
import { findLoadingText, findRenderNeed, type RenderNeed } from '../../html/render-need.ts';
import type { RequestedPdf } from '../../contract/options/parsers.ts';
import type { DocumentContent } from '../../readers/document.ts';
import { documentHtml } from '../../readers/document-html.ts';
import { isDocumentKind, readerFor, type ContentKind } from '../../readers/index.ts';
import { isXhtml } from '../../readers/is-xhtml.ts';
import { comparedText, type ComparedText } from '../compared-text.ts';
import { writeDocumentPages } from './document-pages.ts';
import { markdown as markdownFormat } from '../formats/markdown.ts';
import { collectIndexedFacts, type IndexedFacts } from './collect-indexed-facts.ts';
import { discover, type Discovery } from './discover.ts';
import { formats } from '../formats/index.ts';
import { findMedia, type MediaCandidate } from '../media/find-media.ts';
import { modelPageOf, type ModelPage } from '../formats/by-model/model-page.ts';
import type { FormatOutput } from '../formats/format.ts';
import type { PreparedPage } from '../formats/prepared-page.ts';
import { deselectedOf } from '../transforms/include-tags.ts';
import { transforms } from '../transforms/index.ts';
import type { TransformOptions, TransformState } from '../transforms/transform.ts';
import type { BlockKeys } from '../../html/main-content/site-frame/block-keys.ts';
import { outlineConverted, type ConvertedOutline } from './outline-converted.ts';
import type { PageType } from '../../html/main-content/classify/page-type.ts';
import type { RemovalTrace } from '../../html/main-content/trace-removals.ts';

/** Formats that can carry a file. */
export const BASE64_FIELDS = ['markdown', 'html', 'rawHtml'] as const;
const RENDERED_TYPE = 'text/html; charset=utf-8';

/**
 * The input of a conversion: a body, and the options that its formats depend on. Plain data, so that it can cross to a
 * thread.
 */
export interface ConvertRequest extends TransformOptions {
  body: Uint8Array;
  /** The kind of the body, from `detectContentKind`. */
  kind: ContentKind;
  contentType: string | undefined;
  /** The document that a reader made of a file; the body is not looked at then. */
  document?: { content: DocumentContent; pdf: RequestedPdf } | undefined;
  /** The bytes of the body are the answer, as base64 in the place of texts; nothing parses them. */
  isVerbatim?: boolean;
  /** The body goes to the cache: a thread compresses it while it has it. The main thread does that when it is stored. */
  isKept?: boolean;
  /** A browser has shown the page: the body is HTML as UTF-8, whatever the content type says. */
  isRendered?: boolean;
  contentLanguage: string | undefined;
  /** Final URL of the page. */
  url: string;
  formats: readonly RequestedFormat[];
  removeBase64Images: boolean;
  /** The result also says why each block was removed. */
  isExplained: boolean;
  /** The result also lists the parts of the page; `marked`: with the page itself, its removed blocks shaded. */
  outline?: 'parts' | 'marked' | undefined;
  /** The result also says where the page leads. */
  isDiscovering: boolean;
  /** The result also has the text that is compared with other versions of the page. */
  isTracked?: boolean;
  /** The result also has what the search index keeps of the page. */
  isIndexed?: boolean;
  /** The result also has what a language model is shown of the page. */
  hasModel?: boolean;
  /** Rules may stand in for the model. */
  isLearnt?: boolean;
  /** The model cleans the Markdown. */
  isCleaned?: boolean;
  /** The result also has sound and film, together with those that a browser saw. */
  media?: { live: LiveMedia | undefined } | undefined;
}

/** The result of a conversion: the formats, the metadata, and the facts that the next steps of a scrape need. */
export interface ConvertedPage {
  content: FormatOutput;
  metadata: PageMetadata;
  warnings: string[];
  /** Milliseconds by stage. */
  timings: Record<string, number>;
  /** The removed blocks and the rules that removed them, only when asked for. */
  removals: RemovalTrace[] | undefined;
  /** The parts of the page, only when asked for, and of HTML alone: a file is kept whole. */
  outline: ConvertedOutline | undefined;
  /** The places of the values of `json`, where no model fills it. */
  evidence: PreparedPage['evidence'];
  /** The type of page that the main-content filter saw; undefined when the filter did not run. */
  pageType: PageType | undefined;
  /** The blocks of the page, for those of its site after it; undefined when the page is taken by itself. */
  blocks: BlockKeys | undefined;
  discovery: Discovery | undefined;
  /** The text for comparisons, only when asked for and there is Markdown. */
  compared: ComparedText | undefined;
  /** The facts for the search index, only when asked for. */
  indexed: IndexedFacts | undefined;
  /** The page for a language model, where there is one and a format wants it. */
  forModel: ModelPage | undefined;
  /** The pages of a file that has pages: how many were read, and how many there are. */
  pageCounts: PageCounts | undefined;
  /** Sound and film, the most likely first; only when asked for. */
  media: MediaCandidate[] | undefined;
  /** The body is HTML: its scripts may show more than it says. */
  isHtml: boolean;
  /**
   * The reason why a browser should show the page, or that the page is still loading in a browser; undefined when the
   * HTML says enough.
   */
  renderNeed: RenderNeed | undefined;
}

/** The pages of a document, as its metadata state them. */
export interface PageCounts {
  numPages: number;
  totalPages: number;
}

/** Turns bytes into formats. Pure, linear in the page, and the whole CPU cost of a scrape. */
export function convertPage(request: ConvertRequest): ConvertedPage {
  const stopwatch = createStopwatch();
  const source = openBody(request);
  stopwatch.lap('decode');
  const pageUrl = new URL(request.url);
  const read = readSource(source, request, pageUrl);
  const { page, state } = preparePage(read, request, pageUrl, stopwatch);
  const metadata = collectMetadata(page.tree, page.base, request.contentLanguage);
  stopwatch.lap('metadata');
  const content: FormatOutput = {};
  const remarks: ModelPage['remarks'] = {};
  for (const format of request.formats) {
    const before = page.warnings.length;
    Object.assign(content, writeFormat(page, format));
    if (request.hasModel && !request.isVerbatim && formats[format.type].isByModel)
      remarks[format.type] = page.warnings.splice(before);
    stopwatch.lap(format.type);
  }
  if (page.jsonEvidence !== undefined) metadata['jsonEvidence'] = page.jsonEvidence;
  noteBlank(page, content, request);
  if (request.isVerbatim) putBase64(content, request.body);
  const discovery = request.isDiscovering ? discover(page, content) : undefined;
  stopwatch.lap('discovery');
  const pageCounts = addPages(content, request, pageUrl);
  stopwatch.lap('pages');
  const { markdown } = content;
  const compared = request.isTracked && markdown !== undefined ? comparedText(markdown) : undefined;
  stopwatch.lap('compared');
  const { kind, url, isIndexed } = request;
  const indexed = isIndexed
    ? collectIndexedFacts({ page, state, options: request, kind, url, metadata, markdown })
    : undefined;
  stopwatch.lap('indexed');
  const forModel = forModelOf(page, request, { remarks, document: markdown });
  stopwatch.lap('forModel');
  const media = request.media && findMedia({ tree: page.tree, base: page.base, live: request.media.live });
  return {
    content,
    metadata,
    warnings: page.warnings,
    timings: stopwatch.laps,
    removals: request.isExplained ? page.explainRemovals() : undefined,
    outline: outlineOf(page, request),
    evidence: page.evidence,
    pageType: state.pageType,
    blocks: state.blocks,
    discovery,
    compared,
    indexed,
    forModel,
    pageCounts,
    media,
    isHtml: kind === 'html',
    renderNeed: request.kind === 'html' ? needOf(request, state) : undefined,
  };
}

function outlineOf(page: PreparedPage, request: ConvertRequest): ConvertedOutline | undefined {
  const { outline, kind } = request;
  if (outline === undefined || kind !== 'html') return undefined;
  return outlineConverted(page, request, { hasMarked: outline === 'marked' });
}

/** Undefined when no model has anything to do with the page. */
function forModelOf(
  page: PreparedPage,
  { hasModel, isVerbatim, isCleaned, isLearnt = false, url, kind, formats: wanted }: ConvertRequest,
  { remarks, document }: Pick<ModelPage, 'remarks' | 'document'>,
): ModelPage | undefined {
  if (!hasModel || isVerbatim) return undefined;
  return modelPageOf(page, wanted, {
    remarks,
    document: isCleaned ? document : undefined,
    placesFor: kind === 'html' && wanted.some(({ type }) => type === 'json') ? new URL(url) : undefined,
    isLearnt,
  });
}

/** Parses the HTML and runs the transforms over it. */
function preparePage(
  read: ReadHtml,
  request: ConvertRequest,
  pageUrl: URL,
  stopwatch?: Stopwatch,
): { page: PreparedPage; state: TransformState } {
  const parsed = parseHtml(read.html);
  // A browser has shown the frames that it shows.
  const tree = request.isRendered ? parsed : withFrameDocuments(parsed);
  const base = findBaseUrl(tree, pageUrl);
  stopwatch?.lap('parse');
  const state: TransformState = {
    tree,
    removed: new Uint8Array(0),
    shown: undefined,
    warnings: [...(request.document?.content.warnings ?? [])],
    explainRemovals: () => [],
    pageType: undefined,
    blocks: undefined,
  };
  const options = request.kind === 'html' ? request : { ...request, onlyMainContent: false };
  for (const transform of transforms) transform(state, options);
  stopwatch?.lap('transforms');
  const page: PreparedPage = {
    tree,
    // Decoding all of a page takes time, and few ask for it.
    get rawHtml() {
      return read.rawHtml();
    },
    base,
    removed: state.removed,
    get unlisted() {
      return options.onlyMainContent ? page.removed : page.deselected;
    },
    get deselected() {
      return deselectedOf(state.removed);
    },
    shown: state.shown,
    readyMarkdown: read.markdown,
    removeBase64Images: request.removeBase64Images,
    hasModel: request.hasModel === true,
    warnings: state.warnings,
    explainRemovals: state.explainRemovals,
  };
  return { page, state };
}

/** Adds the output that is asked for page by page, for a file that has pages. */
function addPages(content: FormatOutput, request: ConvertRequest, pageUrl: URL): PageCounts | undefined {
  const { document } = request;
  const pages = document?.content.pages;
  if (document === undefined || pages === undefined) return undefined;
  const toMarkdown = (html: string): string => {
    const { page } = preparePage({ html, rawHtml: () => html }, request, pageUrl);
    return markdownFormat.write(page, { type: 'markdown' }).markdown ?? '';
  };
  const { markdown } = content;
  Object.assign(content, writeDocumentPages({ pages, options: document.pdf, markdown }, toMarkdown));
  return { numPages: pages.length, totalPages: document.content.totalPages ?? pages.length };
}

/**
 * A page that a browser has shown is judged by what its readers see: the other signs stay in the HTML when all is well.
 */
function needOf(
  { onlyMainContent, isRendered }: ConvertRequest,
  { tree, removed }: TransformState,
): RenderNeed | undefined {
  if (!isRendered) return findRenderNeed(tree, onlyMainContent ? { removed } : {});
  const challenge = findShownChallenge(tree);
  if (challenge !== undefined) return { reason: 'challenge', evidence: challenge };
  const evidence = findLoadingText(tree);
  return evidence === undefined ? undefined : { reason: 'loading text', evidence };
}

/** A page whose Markdown is empty says so: the caller could take it for a fault. Where selectors were given, they say it. */
function noteBlank({ warnings }: PreparedPage, { markdown }: FormatOutput, request: ConvertRequest): void {
  const { kind, isVerbatim, includeTags, excludeTags } = request;
  const isChosen = includeTags.length > 0 || excludeTags.length > 0;
  if (markdown === '' && kind === 'html' && !isVerbatim && !isChosen) warnings.push('The page has no text.');
}

/** Opens the text of the body; undefined when a reader has made HTML of the file. */
function openBody(request: ConvertRequest): PageSource | undefined {
  const { body, contentType, isRendered, isVerbatim, document } = request;
  if (document !== undefined) return undefined;
  return openSource(isVerbatim ? body.subarray(0, 0) : body, isRendered ? RENDERED_TYPE : contentType);
}

/** In the place of each text that was asked for. */
function putBase64(content: FormatOutput, { buffer, byteOffset, byteLength }: Uint8Array): void {
  const text = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
  for (const field of BASE64_FIELDS) if (content[field] !== undefined) content[field] = text;
}

/** A page's HTML, whatever it was made of. */
interface ReadHtml {
  html: string | PageSource;
  markdown?: string;
  rawHtml: () => string;
}

/** Gives HTML as it came, and the HTML that a reader makes of any other text, XHTML among it. */
function readSource(
  source: PageSource | undefined,
  { kind, contentType, isRendered, document }: ConvertRequest,
  url: URL,
): ReadHtml {
  if (document !== undefined) {
    const html = documentHtml(document.content);
    return { html, rawHtml: () => html };
  }
  if (source === undefined || isDocumentKind(kind)) throw new Error(`A ${kind} file was not read`);
  const rawHtml = (): string => (isRendered ? withoutMarks(source.text) : source.text);
  if (kind === 'html' && (isRendered || !isXhtml({ contentType, url }))) return { html: source, rawHtml };
  return { ...readerFor(kind).read({ text: source.text, contentType, url }), rawHtml };
}

function writeFormat(page: PreparedPage, spec: RequestedFormat): FormatOutput {
  const format = formats[spec.type];
  // Made elsewhere: of a page in a browser, of its history, of its media.
  if (!format.write) throw new Error(`The format ${spec.type} is not made of HTML`);
  // The registry pairs each name with its own options; the compiler cannot follow that through the lookup.
  return (format.write as (page: PreparedPage, options: RequestedFormat) => FormatOutput)(page, spec);
}

interface Stopwatch {
  /** ms by stage. */
  laps: Record<string, number>;
  lap(name: string): void;
}

function createStopwatch(): Stopwatch {
  const laps: Record<string, number> = {};
  let from = performance.now();
  return {
    laps,
    lap(name) {
      const now = performance.now();
      laps[name] = Math.round(((laps[name] ?? 0) + now - from) * 1000) / 1000;
      from = now;
    },
  };
}

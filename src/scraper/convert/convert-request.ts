import { FREE_BODY_BYTES } from '../../net/connection/admit-body.ts';
import { isUpload } from '../../lib/addresses/upload-url.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { detectContentKind } from '../../readers/detect/detect-content-kind.ts';
import { misnamedUpload } from '../../readers/detect/misnamed-upload.ts';
import { isDocumentKind, READERS, readerFor, type ContentKind } from '../../readers/index.ts';
import { BASE64_FIELDS, type ConvertRequest } from './convert-page.ts';
import type { PackedPage } from './conversion-threads.ts';
import type { Converter } from './converter.ts';
import { asksFor } from '../formats/asks-for.ts';
import { isCleaned, needsModel } from '../formats/by-model/needs-model.ts';
import { formats } from '../formats/index.ts';
import type { Page } from '../page.ts';
import { pdfOptionsOf, treatmentOf, type ReadDocumentFile } from './read-document.ts';
import { turnOf, type RunningScrape } from '../page-task.ts';
import type { SiteMemory, SitePage } from '../site-memory/site-memory.ts';
import { weighPage } from './weigh-page.ts';
import { weighResult } from './weigh-result.ts';

/** The means of a conversion: the converter for HTML and text, the reader for documents. */
export interface ConvertParts {
  converter: Converter;
  readDocument: ReadDocumentFile;
  /** The memory of what pages of a site have in common; undefined where nothing is kept. */
  siteMemory?: SiteMemory | undefined;
  /** A language model is configured. */
  hasModel?: boolean;
}

/**
 * Reads and converts a page as its task asks. Throws SCRAPE_UNSUPPORTED_FILE_ERROR for kinds that cannot be read,
 * SCRAPE_DOCUMENT_EMPTY for a file without bytes.
 */
export async function convertRequest(
  parts: ConvertParts,
  request: RunningScrape,
  page: Page,
): Promise<PackedPage> {
  const { options, trace } = request;
  const kind = kindOf(page);
  if (!isDocumentKind(kind)) {
    // This throws for kinds that cannot be read, before a thread is woken for them.
    readerFor(kind);
    return convert(parts, request, page, { kind });
  }
  const treatment = treatmentOf(kind, options.parsers);
  if (treatment === 'base64') return asBase64(parts, request, page);
  if (treatment === 'refuse') {
    throw new ServiceError('SCRAPE_UNSUPPORTED_FILE_ERROR', {
      message: `There is no parser for ${READERS[kind].label} in the option parsers: add "${kind}"`,
      details: { kind },
    });
  }
  if (page.body.length === 0) throw new ServiceError('SCRAPE_DOCUMENT_EMPTY');
  const pdf = pdfOptionsOf(options.parsers);
  const content = await trace.measure('read', async function readFile(details) {
    details['kind'] = kind;
    await request.memory.expectArrival();
    const read = await parts.readDocument({
      bytes: page.body,
      kind,
      pdf,
      hasImages: wantsImages(request),
      deadline: request.deadline,
      teamId: request.teamId,
    });
    request.memory.noteArrival(read.html.length);
    return read;
  });
  return convert(parts, request, page, { kind, document: { content, pdf } });
}

const NO_BYTES = new Uint8Array(0);

/** A page that a browser showed is HTML; a file is of the kind that its bytes tell. An upload must be what it is called. */
function kindOf({ isSnapshot, contentType, body, url: address }: Page): ContentKind {
  if (isSnapshot === true) return 'html';
  const url = new URL(address);
  const kind = detectContentKind(contentType, body, url);
  const called = isUpload(url) ? misnamedUpload(kind, url, contentType) : undefined;
  if (called === undefined) return kind;
  throw new ServiceError('SCRAPE_UNSUPPORTED_FILE_ERROR', {
    message: `it is called as ${called} are, and its content is text`,
    details: { kind },
  });
}

/** Whether a requested format can hold pictures; otherwise nobody needs their bytes. */
function wantsImages({ options }: RunningScrape): boolean {
  return options.formats.some(
    ({ type }) =>
      type === 'html' ||
      type === 'rawHtml' ||
      type === 'images' ||
      (type === 'markdown' && !options.removeBase64Images),
  );
}

type ConvertSource = Pick<ConvertRequest, 'kind' | 'document' | 'isVerbatim'>;

function convert(
  { converter, siteMemory, hasModel = false }: ConvertParts,
  request: RunningScrape,
  page: Page,
  source: ConvertSource,
): Promise<PackedPage> {
  const { deadline, trace, memory } = request;
  return trace.measure('convert', async function convertWithin(details) {
    const site = siteMemory && sitePageOf(request, page, source);
    const seen = site && (await siteMemory.recall(site, deadline.signal));
    const wanted = { ...wantedOf(request, page, source, hasModel), seen };
    const isLarge = Math.max(wanted.body.length, source.document?.content.html.length ?? 0) > FREE_BODY_BYTES;
    if (isLarge) await memory.takeWork(weighPage(wanted));
    else memory.noteSmall();
    const converted = await converter.convert(wanted, deadline, turnOf(request));
    if (site && converted.blocks) siteMemory.note(site, converted.blocks);
    // The thread has given the body back.
    if (!source.document) page.body = wanted.body;
    if (converted.kept) page.encoded = { bytes: asBuffer(converted.kept), codings: ['zstd'] };
    if (isLarge) memory.noteResult(weighResult(converted));
    Object.assign(details, { kind: source.kind, timings: converted.timings });
    if (converted.evidence) details['evidence'] = converted.evidence;
    if (converted.pageType) details['pageType'] = converted.pageType;
    if (converted.removals) details['removals'] = converted.removals;
    return converted;
  });
}

/**
 * Tells whose memory of a site a page belongs to: pages of jobs that are cut down to their main content. Undefined where
 * nothing may be kept, and for pages that are compared with themselves: the memory must not make a difference.
 */
function sitePageOf(
  { job, teamId, options }: RunningScrape,
  { status, url }: Page,
  { kind }: ConvertSource,
): SitePage | undefined {
  if (job === undefined || teamId === undefined || kind !== 'html' || status >= 400) return undefined;
  const isCutDown = options.onlyMainContent && (options.includeTags ?? []).length === 0;
  const mayKeep = !options.zeroDataRetention && !options.lockdown;
  return isCutDown && mayKeep && !asksFor(options, 'history') ? { teamId, url: new URL(url) } : undefined;
}

/**
 * Tells whether rules may stand in for a language model: on pages of jobs that are asked for by a schema. Nothing is learnt
 * where nothing may be kept.
 */
function mayLearn(
  { job, teamId, options }: RunningScrape,
  { status }: Page,
  { kind }: ConvertSource,
): boolean {
  if (job === undefined || teamId === undefined || kind !== 'html' || status >= 400) return false;
  if (options.zeroDataRetention || options.lockdown) return false;
  return options.formats.some((format) => format.type === 'json' && format.schema !== undefined);
}

function asBuffer({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

/** Bytes that nobody parsed have no words, and an error page has none of its own. */
function isIndexed({ mayIndex }: RunningScrape, page: Page, { isVerbatim }: ConvertSource): boolean {
  return isVerbatim !== true && page.status < 300 && mayIndex?.(page) === true;
}

function wantedOf(
  request: RunningScrape,
  page: Page,
  source: ConvertSource,
  hasModel: boolean,
): ConvertRequest {
  const { options } = request;
  return {
    ...source,
    body: source.document ? NO_BYTES : page.body,
    contentType: page.contentType,
    isKept: !source.document && page.encoded === undefined && request.mayKeep?.(page) === true,
    isRendered: page.isSnapshot === true,
    contentLanguage: page.headers['content-language'],
    url: page.url,
    formats: options.formats.filter(({ type }) => formats[type].write !== undefined),
    onlyMainContent: options.onlyMainContent,
    includeTags: options.includeTags ?? [],
    excludeTags: options.excludeTags ?? [],
    // A dialogue that is there after actions is one that they are about.
    isWithoutBanners: options.blockAds && options.actions.length === 0,
    removeBase64Images: options.removeBase64Images,
    isExplained: request.isExplained ?? false,
    outline: request.outline,
    isDiscovering: request.isDiscovering ?? false,
    isTracked: asksFor(options, 'history'),
    isIndexed: isIndexed(request, page, source),
    hasModel: hasModel && needsModel(options),
    isLearnt: hasModel && mayLearn(request, page, source),
    isCleaned: isCleaned(options),
    media: asksFor(options, 'media') ? { live: page.rendered?.media } : undefined,
  };
}

/** Gives the bytes of a file as the answer, for callers who list no parser for its kind. */
async function asBase64(parts: ConvertParts, request: RunningScrape, page: Page): Promise<PackedPage> {
  const converted = await convert(parts, request, page, { kind: 'text', isVerbatim: true });
  const names = new Set<string>(request.options.formats.map(({ type }) => type));
  const carriers = BASE64_FIELDS.filter((name) => names.has(name));
  if (carriers.length < names.size) {
    const where = carriers.length > 0 ? carriers.join(', ') : `none: ask for ${BASE64_FIELDS.join(' or ')}`;
    converted.warnings.push(
      `The file was not parsed, because no parser is listed for it. Its bytes are in ${where}; other formats are empty.`,
    );
  }
  return converted;
}

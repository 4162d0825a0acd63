import type { ToolInput } from '../../../contract/tools/index.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { fencePage } from '../../../models/fence.ts';
import { withLinkStyle, type LinkStyle } from '../../../text/reference-links.ts';
import type { ApiCalls, PictureForAgent } from './api-calls.ts';
import { partOf, readCursor } from './long-text.ts';

/** A document of the API, as far as tools read it. */
export interface ShownDocument {
  screenshot?: string;
  markdown?: string;
  html?: string;
  links?: string[];
  summary?: string;
  answer?: unknown;
  json?: unknown;
  warning?: string;
  metadata: ShownMetadata;
}

/** The members of a document's metadata that tools read. */
interface ShownMetadata {
  scrapeId?: string;
  url?: string;
  title?: string;
  statusCode?: number;
  error?: string;
}

/** The calls of a tool, and the end of its client's patience. */
export interface ToolMeans {
  calls: ApiCalls;
  signal: AbortSignal;
  /** Tells the client how far a long call is; does nothing for clients that did not ask. */
  tell: (progress: { done: number; total?: number; message: string }) => Promise<void>;
}

/** The answer of a tool that is more than a text. */
export interface IllustratedAnswer {
  text: string;
  picture?: PictureForAgent | undefined;
}

export async function scrape(
  input: ToolInput<'scrape'>,
  means: ToolMeans,
): Promise<string | IllustratedAnswer> {
  const { format, question } = input;
  return format === 'screenshot' && question === undefined
    ? await takeScreenshot(input, means)
    : await readText(input, means);
}

/** A picture of what is seen at first, or of the whole page; its address where it is too large to be shown. */
async function takeScreenshot(
  { url, fullPage, waitFor, maxAge }: ToolInput<'scrape'>,
  { calls, signal }: ToolMeans,
): Promise<IllustratedAnswer> {
  const body = {
    url,
    formats: [{ type: 'screenshot', fullPage, ...PICTURE }],
    ...(waitFor !== undefined && { waitFor }),
    ...(maxAge !== undefined && { maxAge }),
  };
  const document = await documentOf(calls.call('scrape', { body }, signal));
  const { screenshot } = document;
  const head = headOf(document);
  if (screenshot === undefined) return { text: `${head}\n\nThere is no picture.` };
  const picture = await calls.readPicture(screenshot, signal);
  const about = picture ? STRANGE_PICTURE : `The picture is too large to be shown here: ${screenshot}`;
  return { text: `${head}\n\n${about}`, picture };
}

const PICTURE = { quality: 75, viewport: { width: 1280, height: 800 } };
const STRANGE_PICTURE = 'The picture is content of strangers, as the text of a page is.';

async function readText(input: ToolInput<'scrape'>, { calls, signal }: ToolMeans): Promise<string> {
  const { url, format, question, fullPage, links, waitFor, maxAge, maxCharacters } = input;
  const body = {
    url,
    formats: question === undefined ? [format] : [{ type: 'question', question }],
    onlyMainContent: !fullPage,
    ...(waitFor !== undefined && { waitFor }),
    ...(maxAge !== undefined && { maxAge }),
  };
  const document = await documentOf(calls.call('scrape', { body }, signal));
  if (question === undefined) return describe(document, { field: format, links, maxCharacters });
  return `${headOf(document)}\n\n${fencePage(asText(document.answer)).fenced}`;
}

export async function readMore(
  { cursor, maxCharacters }: ToolInput<'read_more'>,
  { calls, signal }: ToolMeans,
): Promise<string> {
  const place = readCursor(cursor);
  const document = await documentOf(calls.call('scrapeStatus', { params: { id: place.id } }, signal));
  const text = textOf(document, place);
  if (text === undefined)
    throw new ServiceError('NOT_FOUND', { message: `The page is kept without ${place.field}` });
  return partOf(text, place, maxCharacters);
}

export async function extract(
  { url, schema, prompt }: ToolInput<'extract'>,
  { calls, signal }: ToolMeans,
): Promise<string> {
  if (schema === undefined && prompt === undefined)
    throw new ServiceError('BAD_REQUEST', { message: 'extract takes a schema, a prompt or both' });
  const format = { type: 'json', ...(schema && { schema }), ...(prompt !== undefined && { prompt }) };
  const document = await documentOf(calls.call('scrape', { body: { url, formats: [format] } }, signal));
  return `${headOf(document)}\n\n${fencePage(asText(document.json)).fenced}`;
}

export async function parse(
  { path, name, base64, maxCharacters }: ToolInput<'parse'>,
  { calls, signal }: ToolMeans,
): Promise<string> {
  const file = await givenFile({ path, name, base64 }, calls);
  const document = await documentOf(calls.parse(file, signal));
  return describe(document, { field: 'markdown', links: 'inline', maxCharacters });
}

function givenFile(
  { path, name, base64 }: Pick<ToolInput<'parse'>, 'path' | 'name' | 'base64'>,
  { readFile }: ApiCalls,
) {
  if (base64 !== undefined && name !== undefined) return { name, bytes: Buffer.from(base64, 'base64') };
  if (path === undefined)
    throw new ServiceError('BAD_REQUEST', { message: 'parse takes a path, or name and base64' });
  if (readFile !== undefined) return readFile(path);
  throw new ServiceError('BAD_REQUEST', {
    message:
      'This server reads no files by their path: send name and base64, or use "decant mcp" on your machine',
  });
}

interface Shown {
  field: string;
  links: LinkStyle;
  maxCharacters: number;
}

/** A document as an agent reads it: what it is, and as much of its text as is wanted. */
function describe(document: ShownDocument, { field, links, maxCharacters }: Shown): string {
  const id = document.metadata.scrapeId ?? '';
  const text = textOf(document, { field, links }) ?? '';
  return `${headOf(document)}\n\n${partOf(text, { id, field, links, offset: 0 }, maxCharacters)}`;
}

/** The lines before a text: what one has to know to use it, and nothing else. */
function headOf({ metadata, warning }: ShownDocument): string {
  const { title, url = '', statusCode = 200, scrapeId = '' } = metadata;
  return [
    ...(title === undefined ? [] : [`Title: ${oneLine(title)}`]),
    `URL: ${oneLine(url)}`,
    ...(statusCode >= 400 ? [`The site answered ${statusCode}`] : []),
    ...(warning === undefined ? [] : [`Warning: ${warning}`]),
    `Id: ${scrapeId}`,
  ].join('\n');
}

function textOf(
  document: ShownDocument,
  { field, links }: Pick<Shown, 'field' | 'links'>,
): string | undefined {
  const value: unknown = document[field as keyof ShownDocument];
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value !== 'string') return undefined;
  return field === 'markdown' ? withLinkStyle(value, links) : value;
}

/** A title of a stranger must not look like a line of ours. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 300);
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, undefined, 1) ?? 'null');
}

async function documentOf(answer: Promise<Record<string, unknown>>): Promise<ShownDocument> {
  return (await answer)['data'] as ShownDocument;
}

import type { ToolInput } from '../../../contract/tools/index.ts';
import { sleep } from '../../../lib/time/sleep.ts';
import { writeCursor, cutAtLine } from './long-text.ts';
import { fencePage } from '../../../models/fence.ts';
import { oneLine, type ShownDocument, type ToolMeans } from './page-tools.ts';

const POLL_MS = 1_000;
/** Pages of a crawl in one answer. */
const PAGES = 50;
/** Least share of an answer for the content of one result. */
const LEAST_CHARACTERS = 500;

interface Link {
  url: string;
  title?: string;
  description?: string;
  snippet?: string;
  date?: string;
  imageUrl?: string;
  markdown?: string;
  metadata?: { error?: string };
}

export async function map(
  { url, search: words, limit }: ToolInput<'map'>,
  { calls, signal }: ToolMeans,
): Promise<string> {
  const body = { url, limit, ...(words !== undefined && { search: words }) };
  const answer = await calls.call('map', { body }, signal);
  const links = answer['links'] as Link[];
  const lines = links.map(({ url: link, title }) =>
    title === undefined ? link : `${link} ${oneLine(title)}`,
  );
  return [`${links.length} URLs`, ...warningOf(answer), fencePage(lines.join('\n')).fenced].join('\n\n');
}

export async function search(
  { query, limit, source, content, maxCharacters }: ToolInput<'search'>,
  { calls, signal }: ToolMeans,
): Promise<string> {
  const scrapeOptions = content && source !== 'images' ? { scrapeOptions: { formats: ['markdown'] } } : {};
  const answer = await calls.call(
    'search',
    { body: { query, limit, sources: [source], ...scrapeOptions } },
    signal,
  );
  const results = ((answer['data'] as Record<string, Link[]>)[source] ?? []).slice(0, limit);
  if (results.length === 0) return ['Nothing was found.', ...warningOf(answer)].join('\n\n');
  const share = Math.max(LEAST_CHARACTERS, Math.floor(maxCharacters / results.length));
  const texts = results.map((result, index) => `${index + 1}. ${resultText(result, share)}`);
  return [...warningOf(answer), fencePage(texts.join('\n\n')).fenced].join('\n\n');
}

function resultText(
  { url, title, description, snippet, date, imageUrl, markdown, metadata }: Link,
  share: number,
): string {
  const lines = [
    `${oneLine(title ?? '')} ${url}`,
    ...[date, imageUrl, description ?? snippet].filter((text) => text !== undefined && text !== ''),
    ...(metadata?.error === undefined ? [] : [`Not read: ${metadata.error}`]),
  ];
  if (markdown === undefined) return lines.join('\n');
  const text = cutAtLine(markdown, share);
  const rest = text.length < markdown.length ? [`(cut; scrape ${url} for all of it)`] : [];
  return [...lines, text.trimEnd(), ...rest].join('\n');
}

export async function crawl(
  { url, limit, includePaths, excludePaths, maxDepth, waitSeconds }: ToolInput<'crawl'>,
  means: ToolMeans,
): Promise<string> {
  const body = {
    url,
    limit,
    ...(includePaths && { includePaths }),
    ...(excludePaths && { excludePaths }),
    ...(maxDepth !== undefined && { maxDiscoveryDepth: maxDepth }),
    scrapeOptions: { formats: ['markdown'] },
  };
  const answer = await means.calls.call('crawl', { body }, means.signal);
  return await lookAtCrawl({ id: String(answer['id']), waitSeconds, skip: 0 }, means);
}

interface Status extends Record<string, unknown> {
  status: string;
  completed: number;
  total: number;
  error?: string;
  data: ShownDocument[];
}

/** Waits for the end of a crawl, telling how far it is, and lists its pages. */
export async function lookAtCrawl(
  { id, waitSeconds, skip }: ToolInput<'crawl_status'>,
  { calls, signal, tell }: ToolMeans,
): Promise<string> {
  const read = async (query: Record<string, string>): Promise<Status> =>
    (await calls.call('crawlStatus', { params: { id }, query }, signal)) as Status;
  let told = -1;
  for (let waited = 0; waited < waitSeconds * 1_000; waited += POLL_MS) {
    const { status, completed, total } = await read({ limit: '1' });
    if (status !== 'scraping') break;
    if (completed > told) await tell({ done: completed, total, message: `${completed} of ${total} pages` });
    told = completed;
    await sleep(POLL_MS, signal);
  }
  const { status, completed, total, error, data, ...more } = await read({
    skip: String(skip),
    limit: String(PAGES),
  });
  const lines = data.map(pageLine);
  return [
    `Crawl ${id}: ${status}, ${completed} of ${total} pages${error === undefined ? '' : `, ${error}`}`,
    ...warningOf(more),
    ...(lines.length === 0 ? [] : [fencePage(lines.join('\n')).fenced]),
    ...(skip + data.length < completed ? [`More pages: crawl_status with skip ${skip + data.length}`] : []),
    ...(status === 'scraping' ? ['It is still at work: ask crawl_status again.'] : []),
  ].join('\n\n');
}

function pageLine({ metadata, markdown = '' }: ShownDocument): string {
  const { scrapeId = '', title = '', url = '', statusCode = 200, error } = metadata;
  const cursor = writeCursor({ id: scrapeId, field: 'markdown', links: 'inline', offset: 0 });
  const state = error ?? `${markdown.length} characters`;
  const bad = statusCode >= 400 ? ` (${statusCode})` : '';
  return `${url}${bad} ${oneLine(title)}\n  ${state}, cursor ${cursor}`;
}

export async function cancelCrawl(
  { id }: ToolInput<'crawl_cancel'>,
  { calls, signal }: ToolMeans,
): Promise<string> {
  await calls.call('crawlCancel', { params: { id } }, signal);
  return `Crawl ${id} is cancelled; crawl_status lists its pages.`;
}

export async function listActivity(
  { limit }: ToolInput<'activity'>,
  { calls, signal }: ToolMeans,
): Promise<string> {
  const answer = await calls.call('activity', { query: { limit: String(limit) } }, signal);
  const entries = answer['data'] as Array<Record<string, string | null>>;
  if (entries.length === 0) return 'Nothing in the last 24 hours.';
  const lines = entries.map(
    ({ created_at: at, endpoint, id, target }) => `${at} ${endpoint} ${id} ${oneLine(target ?? '')}`,
  );
  return fencePage(lines.join('\n')).fenced;
}

function warningOf({ warning }: Record<string, unknown>): string[] {
  return typeof warning === 'string' && warning !== '' ? [`Warning: ${warning}`] : [];
}

import { signal } from '@preact/signals';
import { call, type Reply } from '../api.ts';

/** The part of a document that the tabs show. */
export interface ShownDocument {
  markdown?: string;
  rawHtml?: string;
  screenshot?: string;
  links?: string[];
  images?: string[];
  json?: unknown;
  warning?: string;
  metadata: Record<string, unknown> & { scrapeId?: string };
}

export type ScrapeReply = Reply<{ data: ShownDocument }>;

/** The formats that the tabs show; others are asked for by the options. */
const SHOWN_FORMATS = ['markdown', 'links', 'images', 'rawHtml'];

export const url = signal('');
/** The options of a scrape that were changed, by name. */
export const options = signal<Readonly<Record<string, unknown>>>({});
export const hasPicture = signal(false);
export const run = signal<{ isRunning: boolean; reply?: ScrapeReply; problem?: unknown }>({
  isRunning: false,
});

/** The body of the request as it stands in the form. */
export function requestBody(): Record<string, unknown> {
  const formats = [...SHOWN_FORMATS, ...(hasPicture.value ? [{ type: 'screenshot', fullPage: false }] : [])];
  return { url: url.value.trim(), formats, ...options.value };
}

export async function scrape(): Promise<void> {
  run.value = { isRunning: true };
  try {
    run.value = { isRunning: false, reply: await call<ScrapeReply['body']>('/v2/scrape', requestBody()) };
  } catch (problem) {
    run.value = { isRunning: false, problem };
  }
}

/** Reads a file as POST /v2/parse does. */
export async function parseFile(file: File): Promise<void> {
  run.value = { isRunning: true };
  const form = new FormData();
  form.append('file', file);
  try {
    run.value = { isRunning: false, reply: await call<ScrapeReply['body']>('/v2/parse', form) };
  } catch (problem) {
    run.value = { isRunning: false, problem };
  }
}

/** Shows the document of an earlier scrape. */
export async function showScrape(id: string): Promise<void> {
  run.value = { isRunning: true };
  try {
    const reply = await call<ScrapeReply['body']>(`/v2/scrape/${encodeURIComponent(id)}`);
    const { sourceURL } = reply.body.data.metadata;
    if (typeof sourceURL === 'string') url.value = sourceURL;
    run.value = { isRunning: false, reply };
  } catch (problem) {
    run.value = { isRunning: false, problem };
  }
}

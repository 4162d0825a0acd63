import { signal } from '@preact/signals';
import { call, type Reply } from '../api.ts';
import { file, isDropped, requestBody, task, url } from './request.ts';
import type { FoundReply, Given, ScrapeReply } from './request.ts';
import { TASKS, type TaskId } from './tasks.ts';

/** The task that was run last, and what came of it. */
interface Run {
  isRunning: boolean;
  /** A page or a file. */
  reply?: ScrapeReply;
  /** The answer of a map or a search. */
  found?: { by: 'map' | 'search'; reply: FoundReply };
  problem?: unknown;
}

export const run = signal<Run>({ isRunning: false });
/** The answer of the map or search from whose list a page was scraped. */
export const foundBefore = signal<Run['found']>(undefined);

/** Does what the form says. */
export async function runTask(): Promise<void> {
  foundBefore.value = undefined;
  await attempt(WAYS[task.value]);
}

/** Scrapes a page of a list, to which there is a way back. */
export async function scrapeFound(address: string): Promise<void> {
  foundBefore.value = run.value.found;
  task.value = 'scrape';
  url.value = address;
  await attempt(WAYS.scrape);
}

/** Shows the list again that a page was taken of. */
export function showFound(): void {
  const found = foundBefore.value;
  if (found === undefined) return;
  task.value = found.by;
  url.value = found.reply.subject;
  foundBefore.value = undefined;
  run.value = { isRunning: false, found };
}

/** Reads a file as POST /v2/parse does. */
export async function parseFile(given: File): Promise<void> {
  file.value = given;
  isDropped.value = true;
  task.value = 'parse';
  await runTask();
}

/** Shows a document that was made of what the tabs show. */
export function showReply(reply: ScrapeReply): void {
  run.value = { isRunning: false, reply };
}

/** Reads the chosen file with options. */
export async function sendFile(options: Given): Promise<ScrapeReply> {
  if (file.value === undefined) throw new Error('Choose a file, or drop one here.');
  const form = new FormData();
  form.append('file', file.value);
  if (Object.keys(options).length > 0) form.append('options', JSON.stringify(options));
  return { ...(await call<ScrapeReply['body']>(TASKS.parse.path, form)), isFile: true };
}

/** Shows the document of an earlier scrape. */
export async function showScrape(id: string): Promise<void> {
  await attempt(async () => {
    const reply = await call<ScrapeReply['body']>(`/v2/scrape/${encodeURIComponent(id)}`);
    const { sourceURL } = reply.body.data.metadata;
    task.value = 'scrape';
    if (typeof sourceURL === 'string') url.value = sourceURL;
    return { reply };
  });
}

async function attempt(work: () => Promise<Partial<Run>>): Promise<void> {
  run.value = { isRunning: true };
  try {
    run.value = { isRunning: false, ...(await work()) };
  } catch (problem) {
    run.value = { isRunning: false, problem };
  }
}

/** The call of each task, which gives what is shown then. */
const WAYS: Readonly<Record<TaskId, () => Promise<Partial<Run>>>> = {
  scrape: async () => ({ reply: await send<ScrapeReply['body']>('scrape') }),
  map: () => find('map'),
  search: () => find('search'),
  async crawl() {
    const { body } = await send<{ id: string }>('crawl');
    location.hash = `#/jobs/${body.id}`;
    return {};
  },
  parse: async () => ({ reply: await sendFile(requestBody()) }),
};

function send<Body>(id: TaskId): Promise<Reply<Body>> {
  return call<Body>(TASKS[id].path, requestBody());
}

async function find(by: 'map' | 'search'): Promise<Partial<Run>> {
  const subject = url.value;
  return { found: { by, reply: { ...(await send<FoundReply['body']>(by)), subject } } };
}

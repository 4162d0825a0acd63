import assert from 'node:assert/strict';
import type { CalledService, CallInit } from './test-service.ts';

export type JobPath = 'crawl' | 'batch/scrape';

/** A job that has ended, with all that can be read of it. */
export interface EndedJob {
  id: string;
  /** First page of the status, without the documents. */
  status: Record<string, any>;
  documents: any[];
  /** Path and query of the URL of each document, in order of the alphabet. */
  paths: string[];
  /** As the errors endpoint lists them. */
  errors: { id: string; timestamp: string; url: string; code: string; error: string }[];
  robotsBlocked: string[];
}

/** Pauses grow from the first to the second: each look costs the service as much as a small page. */
const FIRST_POLL_MS = 20;
const LONGEST_POLL_MS = 400;
const MAX_POLLS = 300;

/** Starts a job and waits for its end. */
export async function runJob(
  service: CalledService,
  path: JobPath,
  body: Record<string, unknown>,
  init: CallInit = {},
): Promise<EndedJob> {
  return awaitJob(service, path, await startJob(service, path, body, init), init);
}

/** Starts a job; resolves to its id. */
export async function startJob(
  service: CalledService,
  path: JobPath,
  body: Record<string, unknown>,
  init: CallInit = {},
): Promise<string> {
  const started = await service.call(`/v2/${path}`, body, init);
  assert.equal(started.status, 200, JSON.stringify(started.body));
  assert.equal(started.body.success, true);
  assert.equal(started.body.url, `${service.url}/v2/${path}/${started.body.id}`);
  return started.body.id;
}

/** Asks for the status until the job has ended; fails after two minutes. */
export async function awaitJob(
  service: CalledService,
  path: JobPath,
  id: string,
  init: CallInit = {},
): Promise<EndedJob> {
  const route = `/v2/${path}/${id}`;
  for (let poll = 0; ; poll++) {
    const { status, body } = await service.call(`${route}?limit=1`, undefined, init);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.success, true);
    if (body.status !== 'scraping') break;
    assert.ok(poll < MAX_POLLS, `still running: ${JSON.stringify(body)}`);
    await new Promise((resolve) =>
      setTimeout(resolve, Math.min(FIRST_POLL_MS * (poll + 1), LONGEST_POLL_MS)),
    );
  }
  const { status, documents } = await readJob(service, path, id, init);
  const { body: troubles } = await service.call(`${route}/errors`, undefined, init);
  const { errors, robotsBlocked } = troubles;
  return { id, status, documents, paths: documents.map(pathOf).toSorted(), errors, robotsBlocked };
}

/** Reads a job along `next`; the status of the first answer. */
export async function readJob(
  service: CalledService,
  path: JobPath,
  id: string,
  init: CallInit = {},
): Promise<Pick<EndedJob, 'status' | 'documents'>> {
  const first = await service.call(`/v2/${path}/${id}`, undefined, init);
  assert.equal(first.status, 200, JSON.stringify(first.body));
  const { data, ...status } = first.body;
  const documents = [...data];
  let { next } = status;
  while (next !== undefined) {
    assert.ok(next.startsWith(`${service.url}/v2/${path}/${id}?skip=`), next);
    const { status: code, body } = await service.call(next.slice(service.url.length), undefined, init);
    assert.equal(code, 200, JSON.stringify(body));
    assert.ok(body.data.length > 0, 'an answer that a next led to has documents');
    documents.push(...body.data);
    ({ next } = body);
  }
  return { status, documents };
}

function pathOf(document: { metadata: { sourceURL: string } }): string {
  const { pathname, search } = new URL(document.metadata.sourceURL);
  return pathname + search;
}

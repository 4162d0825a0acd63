import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scrapeRequest } from '../../contract/requests/scrape.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { convertPage, type ConvertRequest } from '../convert/convert-page.ts';
import { createTrace } from '../trace.ts';
import { PageFetcher, type PageFetcherParts } from './page-fetcher.ts';
import { createRenderMemory } from './render-memory.ts';
import { systemClock } from '../../lib/time/clock.ts';
import type { RunningScrape } from '../page-task.ts';

const SHELL = '<!doctype html><title>App</title><div id=root></div><script src=app.js></script>';

/** Fetches a page that needs a browser while none answers. */
async function fetchShell(problem: string | undefined): Promise<readonly string[]> {
  const url = new URL('http://site.test/app');
  const parts = {
    engines: {
      http: {
        fetch: async () => ({
          kind: 'page',
          page: {
            url: url.href,
            status: 200,
            headers: {},
            contentType: 'text/html',
            body: Buffer.from(SHELL),
          },
        }),
      },
      browser: { name: 'browser', fetch: () => Promise.reject(new ServiceError('SERVICE_UNAVAILABLE')) },
    },
    converter: { convert: async (request: ConvertRequest) => convertPage(request) },
    readDocument: undefined,
    memory: createRenderMemory({ clock: systemClock }),
    browserProblem: async () => problem,
  } as unknown as PageFetcherParts;
  using deadline = new Deadline(60_000);
  const memory = {
    noteSmall() {},
    setAside: () => true,
    expectArrival: async () => {},
    noteArrival() {},
  };
  const request = {
    url,
    options: scrapeRequest.parse({ url: url.href }),
    deadline,
    memory,
    trace: createTrace(),
  } as unknown as RunningScrape;
  const way = { identity: 'plain', upstream: undefined } as unknown as Parameters<PageFetcher['fetch']>[1];
  return (await new PageFetcher(parts).fetch(request, way)).warnings;
}

test('a page that needs a browser fails while browsers are away, and is told to be a shell where none can be had', async () => {
  await assert.rejects(fetchShell(undefined), { code: 'SERVICE_UNAVAILABLE' });
  const [warning] = await fetchShell('No browser was found');
  assert.match(warning ?? '', /next to nothing without JavaScript/);
});

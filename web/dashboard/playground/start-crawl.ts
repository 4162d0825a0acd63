import { signal } from '@preact/signals';
import { call } from '../api.ts';
import { requestBody, run } from './request.ts';

/** Pages of a crawl, at most, when the field is empty. */
export const USUAL_LIMIT = 100;
/** The text of that field. */
export const crawlLimit = signal(String(USUAL_LIMIT));

/** Crawls the site of the address with the options of the form, and shows the job. */
export async function startCrawl(): Promise<void> {
  const { url, ...scrapeOptions } = requestBody();
  const limit = crawlLimit.value === '' ? USUAL_LIMIT : Number(crawlLimit.value);
  run.value = { isRunning: true };
  try {
    const { body } = await call<{ id: string }>('/v2/crawl', { url, limit, scrapeOptions });
    run.value = { isRunning: false };
    location.hash = `#/jobs/${body.id}`;
  } catch (problem) {
    run.value = { isRunning: false, problem };
  }
}

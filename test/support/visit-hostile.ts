import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Deadline } from '../../src/lib/time/deadline.ts';
import { ServiceError } from '../../src/lib/service-error.ts';
import { HONEST, type HostileVisit, type HostileVisits } from './hostile-visits/hostile-visit.ts';
import type { TestScraper } from './open-test-scraper.ts';
import { pickSize } from './pick-size.ts';
import { startTestSite } from './test-site.ts';

/**
 * A scrape that may end with its deadline has so often what an ordinary page takes in the same run, within these bounds: a
 * page that loops burns a core until then.
 */
const ORDINARY_PAGES = pickSize(3, 10);
const LEAST_DEADLINE_MS = 300;
const MOST_DEADLINE_MS = 1_200;
/** The deadline of a scrape that should not come near it. */
const LONG_DEADLINE_MS = 30_000;
/** What an answer may come after its deadline, and a place that was used be free after it: measured it is some 50 ms. */
const LATE_MS = 1_000;
/** Beyond that, so often what an ordinary page takes in the same run: machines are busy. */
const ROOM = 10;

const ORDINARY_PAGE =
  '<!doctype html><title>t</title><p>A page as most are, with so much text that nobody takes it for a shell and waits.</p>' +
  '<h1 id="x"></h1><script>x.textContent = "Honest " + "text"</script>';

export interface HostileRun {
  /** What went wrong, a sentence each. */
  problems: string[];
  /** How each ended, for whoever wants to know. */
  ends: string[];
}

/** Scrapes all of them in the browser, some at a time, and an ordinary page before and after. */
export async function visitAll(
  house: TestScraper,
  visits: HostileVisits,
  { atOnce }: { atOnce: number },
): Promise<HostileRun> {
  const run: HostileRun = { problems: [], ends: [] };
  const queue = Object.entries(visits);
  const busy = { count: 0 };
  const late: Array<{ name: string; answerMs: number; placeMs: number }> = [];
  const earlierMs = await scrapeOrdinaryPage(house);
  const shortMs = Math.min(MOST_DEADLINE_MS, Math.max(LEAST_DEADLINE_MS, ORDINARY_PAGES * earlierMs));
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name, visit] = next;
      const deadlineMs = visit.code?.test('SCRAPE_TIMEOUT') ? shortMs : LONG_DEADLINE_MS;
      busy.count += 1;
      const from = performance.now();
      const end = await visitOne(house, visit, deadlineMs);
      const tookMs = performance.now() - from;
      busy.count -= 1;
      const freeMs = await untilFree(house, () => busy.count);
      run.ends.push(`${name}: ${end.said} (${tookMs.toFixed(0)} ms)`);
      if (!end.isExpected) run.problems.push(`${name}: ${end.said}`);
      late.push({ name, answerMs: tookMs - deadlineMs, placeMs: freeMs });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const mostMs = LATE_MS + ROOM * Math.max(earlierMs, await scrapeOrdinaryPage(house));
  for (const { name, answerMs, placeMs } of late) {
    if (answerMs > mostMs) run.problems.push(`${name}: ${answerMs.toFixed(0)} ms after its deadline`);
    if (placeMs > mostMs) run.problems.push(`${name}: its place was free after ${placeMs.toFixed(0)} ms`);
  }
  return run;
}

/** Fails unless an ordinary page comes out as it should; resolves to the time that it took, ms. */
export async function scrapeOrdinaryPage(house: TestScraper): Promise<number> {
  await using site = await startTestSite({ '/': ORDINARY_PAGE });
  const from = performance.now();
  const { document } = await house.scrape({ url: `${site.origin}/`, waitFor: 1, timeout: 60_000 });
  assert.match(document.markdown ?? '', HONEST);
  return performance.now() - from;
}

async function visitOne(
  house: TestScraper,
  visit: HostileVisit,
  deadlineMs: number,
): Promise<{ said: string; isExpected: boolean }> {
  const { pages, text, code, host = '127.0.0.1' } = visit;
  await using site = await startTestSite(pages);
  // Callers of the service cannot ask for one of less than a second.
  using deadline = new Deadline(deadlineMs);
  try {
    const url = `http://${host}:${site.port}/`;
    const { document } = await house.scrape({ url, waitFor: 1 }, { deadline });
    const { markdown = '' } = document;
    return { said: `"${markdown.slice(0, 60)}"`, isExpected: text?.test(markdown) ?? false };
  } catch (error) {
    if (!(error instanceof ServiceError)) return { said: `a bug: ${String(error)}`, isExpected: false };
    return { said: `${error.code}: ${error.message}`, isExpected: code?.test(error.code) ?? false };
  }
}

/** How long, ms, until no more places are taken than there are visits. */
async function untilFree({ pool }: TestScraper, visits: () => number): Promise<number> {
  const from = performance.now();
  while (pool.stats().pages > visits() && performance.now() - from < 30_000) await sleep(5);
  return performance.now() - from;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { HOSTILE_PAGES } from '../../test/support/hostile-pages.ts';
import { startTestService } from '../../test/support/test-service.ts';
import { startTestSite, type TestPage } from '../../test/support/test-site.ts';
import { SIEGE_ENVIRONMENT } from '../../test/support/sieges/lay-siege.ts';
import { memoryOf } from '../process-tree.ts';
import { figure } from '../table.ts';
import type { SafetySection } from './measure-sieges.ts';

const MIB = 2 ** 20;
/** Of each hostile page, characters: large enough for a thread. */
const PAGE_SIZE = 2_000_000;
const SCRAPES_AT_ONCE = 4;
/** Every second one is shown to the browser. */
const BROWSER_EVERY = 2;
const COMES_BACK_WITHIN_MS = 30_000;
/** More than at first: code that has been compiled, and what malloc keeps. */
const MAX_GROWTH = 1.6;

/** Memory of the service, its database and its browsers, before, after and half a minute after hostile pages. */
export async function measureMemory(signal: AbortSignal): Promise<SafetySection> {
  const names = Object.keys(HOSTILE_PAGES);
  const pages = Object.fromEntries(
    names.map((name, index) => [`/${index}`, HOSTILE_PAGES[name]?.(PAGE_SIZE) as TestPage]),
  );
  await using site = await startTestSite(pages);
  await using service = await startTestService({ environment: SIEGE_ENVIRONMENT });
  const root = service.process.pid!;
  const megabytes = (): number => memoryOf(root).pssBytes / MIB;
  await service.call('/v2/scrape', { url: `${site.origin}/0`, maxAge: 0 });
  await sleep(COMES_BACK_WITHIN_MS, undefined, { signal });
  const before = megabytes();
  let next = 0;
  let most = before;
  const work = async (): Promise<void> => {
    while (next < names.length && !signal.aborted) {
      const index = next++;
      const needsBrowser = index % BROWSER_EVERY === 0;
      await service.call('/v2/scrape', {
        url: `${site.origin}/${index}`,
        maxAge: 0,
        timeout: 20_000,
        ...(needsBrowser && { waitFor: 1 }),
      });
      most = Math.max(most, megabytes());
    }
  };
  await Promise.all(Array.from({ length: SCRAPES_AT_ONCE }, work));
  const after = megabytes();
  await sleep(COMES_BACK_WITHIN_MS, undefined, { signal });
  const left = megabytes();
  return {
    table: {
      title: `Memory around ${names.length} hostile pages, MiB of all processes (PSS)`,
      columns: ['', 'MiB'],
      rows: Object.entries({ 'at rest before': before, most, 'at the end': after, '30 s later': left }).map(
        ([name, value]) => [name, figure(value)],
      ),
    },
    bars: [
      {
        name: 'memory 30 s after hostile pages, in that before',
        value: left / before,
        bar: MAX_GROWTH,
        isMoreBetter: false,
        unit: 'x',
        limit: '1',
      },
    ],
    raw: { before, most, after, left },
  };
}

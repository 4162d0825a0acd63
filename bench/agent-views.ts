// Tokens of a page as the agent of sessions is shown it, beside its HTML and the snapshot that Playwright makes for models.
// usage: node bench/agent-views.ts [DATASET] [--pages N]
//   DATASET    the WCXB dev split: its folder, or wcxb-dev.tar.zst. Default: DECANT_WCXB.
//   --pages N  how many pages, spread over the set; 46
import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { goTo } from '../src/browser/page/go-to.ts';
import { settle } from '../src/browser/page/settle.ts';
import { readSeenHtml } from '../src/browser/sight/read-seen-html.ts';
import { readView } from '../src/browser/sight/read-view.ts';
import { showView, USUAL_VIEW } from '../src/sessions/agent/show-view.ts';
import { estimateTokens } from '../src/text/estimate-tokens.ts';
import { connectPlaywright } from '../test/support/connect-drivers.ts';
import { openTestSession } from '../test/support/open-test-session.ts';
import { answer, startTestSite } from '../test/support/test-site.ts';
import { readLabelledPages } from './content/labelled-pages.ts';
import { unpackArchive } from './content/unpack-archive.ts';
import { quantile } from './statistics.ts';
import { formatTable } from './table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: 'string', default: '46' } },
});
const PAGE_MS = 30_000;
const NAMES = [
  'HTML',
  'Playwright, for models',
  'view, uncut',
  'view, as shown',
  'visible text',
  'ms of a view',
  'ms of Playwright',
] as const;

const dataset = positionals[0] ?? process.env['DECANT_WCXB'];
if (dataset === undefined)
  print('skipped: no pages. Give the WCXB dev split as an argument or in DECANT_WCXB.');
else await measure(statSync(dataset).isDirectory() ? dataset : await unpackArchive(dataset));

async function measure(folder: string): Promise<void> {
  const all = readLabelledPages(folder);
  const count = Math.min(all.length, Number(values.pages));
  const pages = Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]!);
  await using site = await startTestSite(
    Object.fromEntries(pages.map(({ id, htmlFile }) => [`/${id}`, answer(readFileSync(htmlFile))])),
  );
  await using house = await openTestSession();
  if (house === undefined) throw new Error('there is no browser');
  const { session } = house;
  const driver = await connectPlaywright(session.connectDriver);
  const [page] = driver.contexts()[0]!.pages();
  const figures: number[][] = NAMES.map(() => []);
  for (const { id, htmlFile } of pages) {
    const signal = AbortSignal.timeout(PAGE_MS);
    const live = await session.activePage(signal);
    await goTo(live, `http://page.test:${site.port}/${id}`, { signal, timeoutMs: PAGE_MS });
    await settle(live, { signal, maxMs: 5_000 });
    const from = performance.now();
    const view = await readView(live, 1, { signal, timeoutMs: PAGE_MS });
    const between = performance.now();
    const snapshot = await page!.locator('body').ariaSnapshot({ mode: 'ai' });
    const until = performance.now();
    const seen = await readSeenHtml(live, { signal, timeoutMs: PAGE_MS });
    if (seen.html.length < 100) print(`${id} has nothing to be seen`);
    const whole = { tokens: Infinity, elements: Infinity };
    const row = [
      estimateTokens(readFileSync(htmlFile, 'utf8')),
      estimateTokens(snapshot),
      estimateTokens(showView(view, whole)),
      estimateTokens(showView(view, USUAL_VIEW)),
      estimateTokens(view.texts.join('\n')),
      between - from,
      until - between,
    ];
    for (const [index, value] of row.entries()) figures[index]!.push(value);
  }
  await driver.close();
  const rows = NAMES.map((name, index) => [
    name,
    ...[0.25, 0.5, 0.75, 1].map((share) => Math.round(quantile(figures[index]!, share)).toLocaleString('en')),
  ]);
  const title = `Estimated tokens of ${count} pages`;
  print(formatTable({ title, columns: ['', 'quartile', 'median', 'quartile', 'largest'], rows }));
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

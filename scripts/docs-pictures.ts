// `npm run docs:pictures [-- NAME...]`: takes the pictures of the dashboard in `docs/pictures/`, all or those that are
// named: a service of its own, a shop on loopback, and the bundled Chromium.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { openDnsServer } from '../test/support/dns-server.ts';
import { startTestService, type TestService } from '../test/support/test-service.ts';
import { openViewerBrowser } from '../test/support/viewer-browser.ts';
import { openPicturedSite, type PicturedSite } from './docs/pictured-site.ts';

const FOLDER = 'docs/pictures';
const SHOP = 'kettles.test';
const MAX_BYTES = 60_000;
/** Of WebP, the best first. */
const QUALITIES = [85, 75, 65, 50, 35];

interface Scene {
  page: Page;
  site: PicturedSite;
  service: TestService;
  /** The address of the shop. */
  shop: string;
}

/** What is done on the screen before each picture; in this order, one after the other. */
const SCENES: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  async playground({ page, shop }) {
    await page.getByLabel('Address of a page or file').fill(`${shop}/kettles/copper`);
    await page.getByRole('button', { name: 'Scrape', exact: true }).click();
    await page.getByRole('heading', { name: 'Copper kettle' }).waitFor();
    await page.frameLocator('iframe.page').getByRole('heading', { name: 'Copper kettle' }).waitFor();
  },
  async explain({ page }) {
    await page.getByRole('tab', { name: 'Explain' }).click();
    await page.getByRole('heading', { name: /^Time line/ }).waitFor();
    await page.frameLocator('iframe[title^="The page, with"]').locator('footer').waitFor();
  },
  async job({ page, shop }) {
    await page.getByRole('link', { name: 'Playground' }).click();
    await page.getByLabel('What to do').selectOption('Crawl');
    await page.getByLabel('Address of a page or file').fill(shop);
    await page.getByLabel('pages, at most').fill('200');
    await page.getByRole('button', { name: 'Crawl', exact: true }).click();
    await page.getByText('2 × SCRAPE_').waitFor();
    const waiting = page.locator('.counts > div', { hasText: 'Waiting' }).locator('dd');
    await waiting.getByText('6', { exact: true }).waitFor();
  },
  async usage({ page, site }) {
    site.letGo();
    await page.getByRole('status').getByText('completed').waitFor();
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByText('Credits left').waitFor();
  },
  async system({ page }) {
    await page.getByRole('link', { name: 'System' }).click();
    await page.getByRole('heading', { name: 'Database' }).waitFor();
  },
};

const wanted = process.argv.slice(2);
await using dns = await openDnsServer(({ name }) =>
  name === SHOP ? { addresses: ['127.0.0.1'] } : { code: 'NXDOMAIN' },
);
await using site = await openPicturedSite();
await using service = await startTestService({
  environment: { DECANT_ALLOW_ADDRESSES: '127.0.0.0/8', DECANT_DNS_SERVERS: dns.address },
});
await using browser = await openViewerBrowser();
if (!browser) throw new Error('there is no browser here: pictures are taken on Linux');
const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
const page = await context.newPage();
await page.goto(service.url);
await page.getByLabel('API key').fill(service.key);
await page.getByRole('button', { name: 'Sign in' }).click();
await page.getByRole('button', { name: 'Sign out' }).waitFor();

mkdirSync(FOLDER, { recursive: true });
const shop = site.origin.replace('127.0.0.1', SHOP);
for (const [name, show] of Object.entries(SCENES)) {
  await show({ page, site, service, shop });
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const bytes = await pictureOf(page);
  writeFileSync(`${FOLDER}/${name}.webp`, bytes);
  process.stdout.write(`${FOLDER}/${name}.webp ${bytes.length} bytes\n`);
}

/** The screen at rest, at the best quality that fits. */
async function pictureOf(screen: Page): Promise<Buffer> {
  await screen.evaluate('document.activeElement?.blur()');
  const devtools = await screen.context().newCDPSession(screen);
  for (const quality of QUALITIES) {
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality });
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length <= MAX_BYTES) return bytes;
  }
  throw new Error(`the picture has more than ${MAX_BYTES} bytes at every quality`);
}

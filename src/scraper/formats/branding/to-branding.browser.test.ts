import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { shareTestBrowser } from '../../../../test/support/share-test-browser.ts';
import { answer, startTestSite } from '../../../../test/support/test-site.ts';
import { useAgain } from '../../../../test/support/use-again.ts';
import { readBranding, type BrandingFacts } from '../../../browser/read-branding.ts';
import { goTo } from '../../../browser/page/go-to.ts';
import { settle } from '../../../browser/page/settle.ts';
import { branding as schema, type Branding } from '../../../contract/documents/branding.ts';
import { findBaseUrl } from '../../../html/base-url.ts';
import { collectMetadata } from '../../../html/metadata.ts';
import { parseHtml } from '../../../html/parse.ts';
import { toBranding } from './to-branding.ts';

const FIXTURES = join(import.meta.dirname, '../../../../test/fixtures/branding');
const CASES = ['saas', 'dark-docs', 'shop', 'newspaper', 'kids'];

const house = await shareTestBrowser();
const openTab = useAgain(() => house!.openPage());
after(() => house?.[Symbol.asyncDispose]());

const MANY_VARIABLES = Array.from({ length: 20_000 }, (_, index) => `--brand-primary-${index}:#123456`).join(
  ';',
);
const HOSTILE = `<!doctype html><title>Hostile</title><style>:root{${MANY_VARIABLES};--primary:${'x'.repeat(500_000)}}p{color:#123456}</style>
<script>getComputedStyle = () => { throw new Error('mine') }; document.querySelectorAll = () => { throw new Error('mine') };
Element.prototype.getAttribute = () => 'mine'; Array.prototype.map = () => []; Map.prototype.set = () => {};</script>
<form><input name="children"><input name="firstChild"><input name="parentNode"><input name="localName"><button>Send it all</button></form><img name="body"><img name="createTreeWalker">
<div id="many"></div><script>{ const many = []; for (let i = 0; i < 20000; i++) many.push('<p class="b' + i + '">text ' + i + '</p>'); document.getElementById('many').innerHTML = many.join(''); }</script>`;

const read = (name: string, file: string): string => readFileSync(join(FIXTURES, name, file), 'utf8');
const other = await startTestSite({
  '/docs.css': answer(read('dark-docs', 'other.css'), { 'content-type': 'text/css' }),
});
const site = await startTestSite({
  ...Object.fromEntries(
    CASES.map((name) => [
      `/${name}`,
      read(name, 'page.html').replaceAll('{other}', `http://other.test:${other.port}`),
    ]),
  ),
  '/hostile': HOSTILE,
  '/empty': '',
  '/data.json': answer('{"a":1}', { 'content-type': 'application/json' }),
});

after(() => Promise.all([other, site].map((one) => one[Symbol.asyncDispose]())));

/** For all elements, however busy the machine is. */
const MOST_MS = 20_000;

async function visit(path: string, stylesMs = MOST_MS): Promise<BrandingFacts> {
  await using live = await openTab();
  const signal = AbortSignal.timeout(2 * MOST_MS);
  await goTo(live, site.origin + path, { signal, timeoutMs: 10_000 });
  await settle(live, { signal, maxMs: 5_000 });
  return await readBranding(live, { signal, timeoutMs: MOST_MS, stylesMs });
}

function brandingOf(path: string, facts: BrandingFacts): Branding {
  const url = site.origin + path;
  const html = path === '/hostile' || path === '/empty' ? '' : read(path.slice(1), 'page.html');
  const tree = parseHtml(html);
  return toBranding(facts, { url, metadata: collectMetadata(tree, findBaseUrl(tree, new URL(url))) });
}

/** Every field that the case names, with a path for messages. Those that it does not name may be anything. */
function compare(actual: unknown, expected: unknown, path: string, wrong: string[]): void {
  if (typeof expected === 'object' && expected !== null && !Array.isArray(expected)) {
    for (const [key, value] of Object.entries(expected)) {
      compare((actual as Record<string, unknown> | undefined)?.[key], value, `${path}.${key}`, wrong);
    }
    return;
  }
  const wanted = JSON.stringify(expected).replaceAll('{origin}', site.origin);
  if (JSON.stringify(actual) !== wanted) wrong.push(`${path}: ${JSON.stringify(actual)}, not ${wanted}`);
}

describe('branding of', { skip: house === undefined && 'no browser here' }, () => {
  for (const name of CASES) {
    test(name, async () => {
      const facts = await visit(`/${name}`);
      const actual = brandingOf(`/${name}`, facts);
      const expected = JSON.parse(read(name, 'expected.json')) as Branding;
      const wrong: string[] = [];
      compare(actual, expected, name, wrong);
      // A colour that the page does not have is not made up.
      for (const part of ['colors', 'typography'] as const) {
        const named = Object.keys(expected[part] ?? {});
        for (const key of Object.keys(actual[part] ?? {})) {
          if (name !== 'kids' && !named.includes(key))
            wrong.push(`${name}.${part}.${key} should not be there: ${JSON.stringify(actual.colors)}`);
        }
      }
      assert.deepEqual(wrong, []);
      assert.deepEqual(schema.parse(actual), actual);
    });
  }

  test('an inline logo stands alone', async () => {
    const facts = await visit('/dark-docs');
    const { logo = '' } = brandingOf('/dark-docs', facts);
    assert.match(logo, /^data:image\/svg\+xml;base64,/);
    const svg = Buffer.from(logo.split(',')[1] ?? '', 'base64').toString();
    assert.match(svg, /fill="rgb\(45, 212, 191\)"/);
  });

  test('a hostile page is read in part', async () => {
    const facts = await visit('/hostile');
    assert.equal(facts.styles.isComplete, false);
    assert.ok(facts.styles.elements > 100, String(facts.styles.elements));
    assert.ok(JSON.stringify(facts).length < 500_000);
    assert.equal(brandingOf('/hostile', facts).colors?.textPrimary, '#123456');
  });

  test('what the time is not enough for is left out', async () => {
    const facts = await visit('/saas', 0);
    assert.equal(facts.styles.isComplete, false);
    assert.ok(facts.styles.elements < 16, String(facts.styles.elements));
  });

  test('an empty page has a background and no more', async () => {
    const facts = await visit('/empty');
    const { colors, logo, fonts } = brandingOf('/empty', facts);
    assert.deepEqual([colors, logo, fonts], [{ background: '#ffffff' }, undefined, []]);
  });

  test('what is not HTML has no branding', async () => {
    await assert.rejects(visit('/data.json'), { code: 'SCRAPE_BRANDING_NOT_SUPPORTED' });
  });
});

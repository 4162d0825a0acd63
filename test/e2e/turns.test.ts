import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addTestTeam, type TestTeam } from '../support/add-test-team.ts';
import { eventually } from '../support/eventually.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { pickSize } from '../support/pick-size.ts';
import { NARROW_HOST, shareNarrowService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

const PARAGRAPH = '<p class=x1>A <b>paragraph</b> of a page, as long as all the others of it are.</p>';

describe('two teams', () => {
  let site: LoopbackSite;
  let service: CalledService;
  let other: TestTeam;

  before(async () => {
    site = await startTestSite(
      {
        '/app': `<title>App</title><main><h1>App</h1>${PARAGRAPH.repeat(5)}</main>`,
        '/modest': `<main><h1>Modest</h1>${PARAGRAPH.repeat(1_300)}</main>`,
        '/long': `<main><h1>Long</h1>${PARAGRAPH.repeat(40_000)}</main>`,
      },
      { host: NARROW_HOST },
    );
    // It has one place in the browser and one thread.
    service = await shareNarrowService();
    other = await addTestTeam(service);
  });

  after(() => site?.[Symbol.asyncDispose]());

  const scrape = (route: string, options: object, init = {}) =>
    service.call('/v2/scrape', { url: `${site.origin}${route}`, maxAge: 0, ...options }, init);

  /** The first team's, until the work of the other is done. */
  async function against(options: { route: string; body: object; count: number }, work: () => Promise<void>) {
    const { route, body, count } = options;
    const leaving = new AbortController();
    const seen = site.requests.length;
    const held = Array.from({ length: count }, () =>
      scrape(route, body, { signal: leaving.signal }).then(
        ({ status }) => status,
        () => 'gone',
      ),
    );
    await eventually(async () => assert.ok(site.requests.length > seen));
    await work();
    leaving.abort();
    assert.deepEqual(new Set(await Promise.all(held)), new Set(['gone']));
  }

  test(
    'one that holds all browser places for long is nothing to the other',
    { skip: process.platform !== 'linux' && 'no bundled browser here' },
    async () => {
      await against({ route: '/app', body: { waitFor: 40_000, timeout: 100_000 }, count: 5 }, async () => {
        const { status, body } = await scrape('/app', { waitFor: 10, timeout: 30_000 }, other);
        assert.equal(status, 200, JSON.stringify(body));
        assert.match(body.data.markdown, /^# App/);
      });
    },
  );

  test('one that keeps all conversion threads busy is nothing to the other', async () => {
    const includeTags = Array.from({ length: 160 }, () => ':has(:has(:has(p.x1)))');
    const excludeTags = Array.from({ length: 800 }, () => 'main > p:nth-of-type(3n+1) b:last-child');
    const body = { includeTags, excludeTags, timeout: 200_000 };
    await against({ route: '/long', body, count: pickSize(8, 20) }, async () => {
      const modest = { excludeTags: ['.a', '.b', '.c', '.d', '.e'], timeout: 30_000 };
      const answer = await scrape('/modest', modest, other);
      assert.equal(answer.status, 200, JSON.stringify(answer.body).slice(0, 500));
      assert.match(answer.body.data.markdown, /^# Modest/);
    });
  });

  test('selectors that could only be there to keep it busy are refused, saying which', async () => {
    const includeTags = Array.from({ length: 1_000 }, () => ':has(:has(:has(p.x1)))');
    const { status, body } = await scrape('/modest', { includeTags });
    assert.deepEqual([status, body.success], [400, false]);
    assert.match(JSON.stringify(body), /includeTags.*500 :has\(\)/);
  });
});

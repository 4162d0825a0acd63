import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addTestTeam, type TestTeam } from '../support/add-test-team.ts';
import type { DnsServer } from '../support/dns-server.ts';
import { eventually } from '../support/eventually.ts';
import { openLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts';
import { startJob } from '../support/run-job.ts';
import { shareNamedService } from '../support/share-test-service.ts';
import { SILENT_ZONE } from '../support/sieges/siege.ts';
import type { CalledService } from '../support/test-service.ts';

const SLOW = `.slow.${SILENT_ZONE}`;
const SLOW_NAMES = 300;
/** What one team may ask for at a time. */
const SHARE = 32;

describe('host names whose name servers never answer', () => {
  let dns: DnsServer;
  let site: LoopbackSite;
  let service: CalledService;
  let others: TestTeam;

  before(async () => {
    ({ service, names: dns } = await shareNamedService());
    site = await openLoopbackSite((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', connection: 'close' });
      response.end('<title>Page</title><p>Some text that is long enough to be a page of its own.</p>');
    });
    others = await addTestTeam(service);
  });

  after(() => site?.[Symbol.asyncDispose]());

  /** As another team; every page on a host of its own, so that each is looked up. */
  async function scrape(host: string): Promise<number> {
    const from = performance.now();
    const url = `http://${host}.test:${site.port}/`;
    const { status, body } = await service.call('/v2/scrape', { url, maxAge: 0, timeout: 8_000 }, others);
    assert.deepEqual(
      [status, body.success, body.data?.metadata.title],
      [200, true, 'Page'],
      JSON.stringify(body),
    );
    return performance.now() - from;
  }

  async function medianOf(name: string): Promise<number> {
    const times: number[] = [];
    for (let count = 0; count < 9; count += 1) times.push(await scrape(`${name}${count}`));
    return times.toSorted((a, b) => a - b)[4] ?? Number.NaN;
  }

  const slowNames = (): Set<string> =>
    new Set(dns.queries.map(({ name }) => name).filter((name) => name.endsWith(SLOW)));

  test(
    'keep no other team waiting, and are given up with their batch',
    { timeout: 120_000 },
    async (context) => {
      await medianOf('warm');
      const usual = await medianOf('before');
      const urls = Array.from({ length: SLOW_NAMES }, (_, index) => `http://n${index}${SLOW}/`);
      const id = await startJob(service, 'batch/scrape', { urls });
      await eventually(async () => assert.equal(slowNames().size, SHARE));
      const during = await medianOf('during');
      context.diagnostic(
        `median ms of another team: ${usual.toFixed(0)} before, ${during.toFixed(0)} meanwhile`,
      );
      const { status } = await service.call(`/v2/batch/scrape/${id}`, undefined, { method: 'DELETE' });
      assert.equal(status, 200);
      // Those that were sent again, and those that began before the batch was gone from every memory.
      await eventually(async () => {
        const { length } = dns.queries;
        await scrape(`quiet${length}`);
        assert.deepEqual(
          dns.queries.slice(length).filter(({ name }) => name.endsWith(SLOW)),
          [],
        );
      });
      const known = slowNames().size;
      const afterwards = await medianOf('after');
      context.diagnostic(`${afterwards.toFixed(0)} afterwards`);
      assert.equal(slowNames().size, known, 'nothing of it goes on');
      // A tenth of what it was before: there each of these failed after ten seconds.
      assert.ok(
        during < 1_000 + 2 * usual && afterwards < 1_000 + 2 * usual,
        `${usual} ${during} ${afterwards}`,
      );
    },
  );

  test('of a page in the browser keep no other team waiting either', { timeout: 120_000 }, async () => {
    await using page = await openLoopbackSite((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const pictures = Array.from({ length: 200 }, (_, n) => `<img src="http://p${n}${SLOW}/">`).join('');
      response.end(`<title>Pictures</title><p>Prose.</p>${pictures}`);
    });
    const seen = slowNames().size;
    const leaving = new AbortController();
    const showing = service
      .call(
        '/v2/scrape',
        { url: `http://127.0.0.1:${page.port}/`, formats: ['screenshot'], timeout: 60_000, maxAge: 0 },
        { signal: leaving.signal },
      )
      .catch(() => undefined);
    await eventually(async () => assert.ok(slowNames().size > seen));
    await medianOf('beside');
    leaving.abort();
    await showing;
  });
});

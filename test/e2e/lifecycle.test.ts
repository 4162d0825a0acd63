import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempDisposable, readdir, readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readFirstKey } from '../../src/accounts/first-key.ts';
import { eventually } from '../support/eventually.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { pickSize } from '../support/pick-size.ts';
import { openServiceDatabase } from '../support/service-database.ts';
import { runCli } from '../support/run-cli.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

/** Ids of living processes whose command line or working folder names `folder`. */
async function processesOf(folder: string): Promise<number[]> {
  const { findServerProcesses } = await import('../../src/store/embedded/processes/server-processes.ts');
  return findServerProcesses(path.join(folder, 'postgres'));
}

describe('the life of a service', { concurrency: 3 }, () => {
  describe('on one data folder, start after start', { concurrency: false }, () => {
    let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;
    let site: LoopbackSite;
    let environment: Record<string, string>;
    const held: Array<() => void> = [];
    let firstKey = '';
    let firstMs = 0;
    let third: TestService | undefined;

    before(async () => {
      folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-life-'));
      site = await startTestSite({
        '/held': (_request, response) =>
          void held.push(() => response.end('<h1>Held</h1><p>The words of a page that took its time.</p>')),
        '*': '<title>Page</title><main><h1>Page</h1><p>Some words that make up a page of prose, for the sake of it.</p></main>',
      });
      environment = { DECANT_ALLOW_ADDRESSES: `127.0.0.1:${site.port}` };
    });
    after(async () => {
      await third?.[Symbol.asyncDispose]();
      await site?.[Symbol.asyncDispose]();
      await folder?.[Symbol.asyncDispose]();
    });

    test('first start, clean stop: a key that is kept, nothing left running', async () => {
      const first = await startTestService({ dataDir: folder.path, environment });
      firstMs = first.startedInMs;
      firstKey = first.key;
      assert.match(first.key, /^fc-[0-9a-f]{32}$/);
      const keyFile = path.join(folder.path, 'api-key');
      assert.equal((await stat(keyFile)).mode & 0o777, 0o600);
      // What is no terminal is a log that is kept: it gets the place of the key.
      assert.ok(!first.printed().includes(first.key) && !first.logs().includes(first.key));
      assert.match(
        first.printed(),
        new RegExp(`API key +kept in ${keyFile}; "node \\S+decant\\.mjs keys" shows it`),
      );
      assert.ok(first.printed().includes(`-H "Authorization: Bearer $(cat ${keyFile})"`));
      assert.equal((await stat(path.join(folder.path, 'secret'))).mode & 0o777, 0o600);
      assert.deepEqual((await first.call('/health/ready')).body, {
        success: true,
        status: 'ready',
        checks: { database: 'ok', conversion: 'ok' },
      });
      assert.notDeepEqual(await processesOf(folder.path), []);
      assert.equal(await first.stop('SIGINT'), 0);
      assert.deepEqual(await processesOf(folder.path), []);
    });

    test('second start, killed during scrapes: the third is quick, and everything acknowledged is there', async () => {
      const acknowledged: string[] = [];

      async function scrapeUntilDead(service: TestService, worker: number): Promise<void> {
        for (let count = 0; ; count++) {
          try {
            const { body } = await service.call('/v2/scrape', { url: `${site.origin}/${worker}/${count}` });
            acknowledged.push(body.data.metadata.scrapeId as string);
          } catch {
            return;
          }
        }
      }

      async function scrapeAndKill(service: TestService): Promise<void> {
        const earlier = acknowledged.length;
        const workers = Array.from({ length: 8 }, (_, worker) => scrapeUntilDead(service, worker));
        await eventually(async () => assert.ok(acknowledged.length >= earlier + 40));
        await service.stop('SIGKILL');
        await Promise.all(workers);
      }

      {
        await using second = await startTestService({ dataDir: folder.path, environment });
        assert.equal(second.key, firstKey);
        const refused = await runCli(['serve'], { DECANT_DATA_DIR: folder.path, PORT: '0' });
        assert.equal(refused.code, 1);
        assert.match(refused.stderr, new RegExp(`in use by process ${second.process.pid}`));
        // Whoever reads the log may go away.
        second.process.stderr?.destroy();
        for (let count = 0; count < 20; count++)
          assert.equal((await second.call('/v2/concurrency-check')).status, 200);
        await scrapeAndKill(second);
      }
      for (let round = 1; round < pickSize(1, 2); round++) {
        await using again = await startTestService({ dataDir: folder.path, environment });
        await scrapeAndKill(again);
      }
      third = await startTestService({ dataDir: folder.path, environment });
      const service = third;
      // Nothing of the dead process is waited for: its leases last 20 seconds.
      assert.ok(
        service.startedInMs < 3 * firstMs + 6_000,
        `${service.startedInMs} ms, at first ${firstMs} ms`,
      );
      for (const id of acknowledged) assert.equal((await service.call(`/v2/scrape/${id}`)).status, 200, id);
      assert.equal((await service.call('/v2/concurrency-check')).body.concurrency, 0, 'no slot stays taken');
      await using db = await openServiceDatabase({ dataDir: folder.path });
      const { rows } = await db.query<{ calls: number; scrapes: number; credits: number; used: number }>(
        `select (select sum(calls)::integer from credit_usage) as calls, (select count(*) from scrape) as scrapes,
       (select sum(credits)::integer from credit_usage) as credits, (select sum(credits_used)::integer from team) as used`,
      );
      const [{ calls, scrapes, credits, used } = { calls: 0, scrapes: 0, credits: 0, used: 0 }] = rows;
      assert.ok(scrapes >= acknowledged.length, `${scrapes} of ${acknowledged.length}`);
      assert.deepEqual(
        [calls, credits, used],
        [scrapes, scrapes, scrapes],
        'the ledger agrees with the scrapes',
      );
    });

    test('asked to end: running requests are answered, connections without one are closed', async () => {
      assert.ok(third);
      await using service = third;
      const { port } = new URL(service.url);
      const silent = connect(Number(port), '127.0.0.1');
      const isSilentClosed = once(silent, 'close');
      const running = service.call('/v2/scrape', { url: `${site.origin}/held` });
      await eventually(async () => assert.equal(held.length, 1));
      const ended = service.stop('SIGTERM');
      await isSilentClosed;
      held.pop()?.();
      const { status, headers, body } = await running;
      assert.deepEqual([status, headers.get('connection')], [200, 'close']);
      assert.match(body.data.markdown, /took its time/);
      const answeredAt = performance.now();
      assert.equal(await ended, 0);
      // Requests that run have ten seconds: more than this on a machine where a start takes less than three.
      const tookMs = performance.now() - answeredAt;
      assert.ok(tookMs < 3_000 + 2 * firstMs, `${tookMs} ms, ${firstMs} to start`);
      assert.deepEqual(await processesOf(folder.path), []);
    });

    test('with another secret than before it does not start', async () => {
      const stranger = await runCli(['serve'], {
        DECANT_DATA_DIR: folder.path,
        PORT: '0',
        DECANT_SECRET: 'another secret than before',
      });
      assert.equal(stranger.code, 1);
      assert.match(stranger.stderr, /DECANT_SECRET/);
    });
  });

  test('a port that is taken is one clear sentence', async () => {
    const service = await shareTestService();
    const { port } = new URL(service.url);
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-port-'));
    const refused = await runCli(['serve'], { DECANT_DATA_DIR: folder.path, PORT: port });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, new RegExp(`${port}.*PORT`));
    assert.deepEqual(await processesOf(folder.path), []);
  });

  test('keys and the secret are in no log line and no file that others can read', async () => {
    const service = await shareTestService();
    const firstKey = await readFirstKey(service.dataDir);
    assert.ok(firstKey);
    for (const key of [firstKey, service.key]) {
      const headers = { authorization: `Bearer ${key}` };
      assert.equal((await service.call('/v2/concurrency-check', undefined, { headers })).status, 200);
      assert.ok(!service.logs().includes(key));
    }
    const secret = (await readFile(path.join(service.dataDir, 'secret'), 'utf8')).trim();
    assert.ok(!service.logs().includes(secret));
    for (const name of await readdir(service.dataDir)) {
      const { mode } = await stat(path.join(service.dataDir, name));
      if (/^(?:secret|api-key|database-password)$/.test(name)) assert.equal(mode & 0o077, 0, name);
    }
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { callCli, runCli } from '../support/run-cli.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

describe('decant interact and decant browser', { concurrency: true }, () => {
  let site: LoopbackSite;
  let service: CalledService;

  before(async () => {
    site = await startTestSite({ '/': '<!doctype html><title>Shop</title><h1>Shoes</h1>' });
    service = await shareTestService();
  });
  after(() => site?.[Symbol.asyncDispose]());

  const url = () => `http://127.0.0.1:${site.port}/`;
  const decant = (args: string[], input?: string) =>
    runCli(
      [...args, '--service', service.url],
      { DECANT_API_KEY: service.key },
      input === undefined ? {} : { input },
    );

  /** Where it does not matter how a process ends. */
  const call = (args: string[]) =>
    callCli([...args, '--service', service.url], { DECANT_API_KEY: service.key });

  test('one call prints what it gives, and its exit code tells how it went', async () => {
    const well = await decant(['interact', url(), '-c', 'console.log("a"); await page.title()']);
    assert.deepEqual([well.code, well.stdout], [0, 'a\nShop\n'], well.stderr);
    const failed = await call(['interact', url(), '-c', 'throw new Error("no shoes")']);
    assert.equal(failed.code, 1);
    assert.match(failed.stderr, /no shoes/);
  });

  test('a prompt keeps its state from line to line', async () => {
    const lines = [
      'const a = 41',
      'a + \\',
      '1',
      '.python',
      'print(page.title())',
      '.live',
      '.quit',
      '.exit',
      '',
    ];
    const { code, stdout, stderr } = await decant(['interact', url()], lines.join('\n'));
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^42\nShop\nwatch {2}http\S+\/live\/\S+\nsteer {2}http\S+\n$/);
    assert.match(stderr, /There is no \.quit here/);
  });

  test('sessions are opened, listed and ended', async () => {
    const opened = await call(['browser', 'open', '--ttl', '60', '--json']);
    assert.equal(opened.code, 0, opened.stderr);
    const { id } = JSON.parse(opened.stdout) as { id: string };
    const listed = await call(['browser', 'list', '--status', 'active']);
    assert.match(listed.stdout, new RegExp(`^${id}  active`, 'm'));
    const killed = await call(['browser', 'kill', id]);
    assert.match(killed.stdout, new RegExp(`^${id} ended after \\d+ s, 2 credits\n$`));
    const unknown = await call(['browser', 'kill', '0190aaaa-1111-7222-8333-444455556666']);
    assert.deepEqual([unknown.code, unknown.stdout], [1, '']);
  });
});

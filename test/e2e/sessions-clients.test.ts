import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { startMcpClient } from '../support/mcp-client.ts';
import { runPublicCli } from '../support/run-public-cli.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

const PAGE = '<!doctype html><title>Shop</title><main><h1>Shoes</h1><button>Buy</button></main>';

describe('browser sessions through the public clients', { concurrency: true }, () => {
  let site: LoopbackSite;
  let service: CalledService;

  before(async () => {
    site = await startTestSite({ '/': PAGE });
    service = await shareTestService();
  });
  after(() => site?.[Symbol.asyncDispose]());

  const url = () => `http://127.0.0.1:${site.port}/`;

  test('MCP: interact by URL and by scrape, interact_stop', async () => {
    await using mcp = await startMcpClient(service);
    const first = await mcp.call('firecrawl_interact', { url: url(), code: 'await page.title()' });
    assert.ok(!first.isError, JSON.stringify(first));
    const { scrapeId, result, exitCode } = first.structuredContent;
    assert.deepEqual([result, exitCode], ['Shop', 0]);
    const second = await mcp.call('firecrawl_interact', {
      scrapeId,
      code: 'agent-browser get text h1',
      language: 'bash',
    });
    assert.match(JSON.stringify(second.content), /Shoes/);
    const stopped = await mcp.call('firecrawl_interact_stop', { scrapeId });
    assert.ok(!stopped.isError, JSON.stringify(stopped));
    const over = await mcp.call('firecrawl_interact', { scrapeId, code: '1' });
    assert.match(JSON.stringify(over), /has been destroyed/);
  });

  test('command line: scrape, interact -c, interact stop', async () => {
    await using home = await mkdtempDisposable(path.join(tmpdir(), 'decant-cli-'));
    const cli = (...args: string[]) => runPublicCli(args, { home: home.path, service });
    const scraped = await cli('scrape', url());
    assert.equal(scraped.code, 0, scraped.stderr);
    const ran = await cli('interact', '-c', 'await page.title()');
    assert.deepEqual([ran.code, ran.stdout.trim()], [0, 'Shop'], ran.stderr);
    const python = await cli('interact', '-c', 'print(await page.title())', '--python');
    assert.deepEqual([python.code, python.stdout.trim()], [0, 'Shop'], python.stderr);
    const failed = await cli('interact', '-c', 'nothing.here');
    assert.equal(failed.code, 1);
    const stopped = await cli('interact', 'stop');
    assert.equal(stopped.code, 0, stopped.stderr);
  });

  test('command line: browser launch-session, execute, list, close', async () => {
    await using home = await mkdtempDisposable(path.join(tmpdir(), 'decant-cli-'));
    const cli = (...args: string[]) => runPublicCli(args, { home: home.path, service });
    const launched = await cli('browser', 'launch-session');
    assert.equal(launched.code, 0, launched.stderr);
    const [id = ''] = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(launched.stdout) ?? [];
    assert.notEqual(id, '', launched.stdout);
    const opened = await cli('browser', 'execute', `open ${url()}`);
    assert.equal(opened.code, 0, opened.stderr);
    const title = await cli('browser', 'execute', '--node', 'await page.title()');
    assert.deepEqual([title.code, title.stdout.trim()], [0, 'Shop'], title.stderr);
    const listed = await cli('browser', 'list', 'active');
    assert.ok(listed.stdout.includes(id), listed.stdout + listed.stderr);
    const closed = await cli('browser', 'close');
    assert.equal(closed.code, 0, closed.stderr);
    const { body } = await service.call('/v2/browser?status=destroyed');
    assert.ok(body.sessions.some((session: { id: string }) => session.id === id));
  });
});

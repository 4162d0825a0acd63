import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { startMcpClient } from '../support/mcp-client.ts';
import { prepareDocsFolder, readDocsBlocks, runDocsBlock } from '../support/run-docs-block.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

const PAGE = `<title>Kettles</title><main><h1>Kettles</h1><p>They boil two litres of water within four minutes.</p></main>`;

describe('docs/moving.md', () => {
  let site: LoopbackSite;
  let service: CalledService;

  before(async () => {
    site = await startTestSite({ '/': PAGE });
    service = await shareTestService();
  });
  after(() => site?.[Symbol.asyncDispose]());

  test('every block gives the page', async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-moving-'));
    await prepareDocsFolder(folder.path);
    const replaced = {
      'https://example.com': site.origin,
      'http://127.0.0.1:3002': service.url,
      'fc-YOUR-KEY': service.key,
    };
    const blocks = await readDocsBlocks('moving.md');
    assert.deepEqual(
      blocks.map(({ language }) => language),
      ['js', 'sh', 'json', 'sh'],
    );
    for (const block of blocks.filter(({ language }) => language !== 'json')) {
      const { stdout } = await runDocsBlock(block, { folder: folder.path, replaced });
      assert.match(stdout, /boil two litres/, block.code);
    }
    const { mcpServers } = JSON.parse(blocks[2]!.code) as {
      mcpServers: {
        decant: { args: string[]; env: { FIRECRAWL_API_URL: string; FIRECRAWL_API_KEY: string } };
      };
    };
    const { args, env } = mcpServers.decant;
    assert.deepEqual(args, ['-y', 'firecrawl-mcp']);
    assert.deepEqual(env, { FIRECRAWL_API_URL: 'http://127.0.0.1:3002', FIRECRAWL_API_KEY: 'fc-YOUR-KEY' });
    await using client = await startMcpClient(service);
    const { content } = await client.call('firecrawl_scrape', { url: site.origin, formats: ['markdown'] });
    assert.match(content[0]!.text, /boil two litres/);
  });

  test('what differs and what is not there is as it says', async () => {
    const ask = async (pathname: string, body: unknown): Promise<[status: number, text: string]> => {
      const answer = await fetch(`${service.url}${pathname}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return [answer.status, await answer.text()];
    };
    const url = site.origin;
    for (const [pathname, body, status, said] of [
      ['/v2/scrape', { url, pageOptions: {} }, 400, /onlyMainContent|scrapeOptions|pageOptions/],
      ['/v2/search', { query: 'x'.repeat(501) }, 400, /500/],
      ['/v2/scrape/0190aaaa-1111-7222-8333-444455556666/interact', { code: '1', prompt: 'x' }, 400, /prompt/],
      ['/v2/agent', { prompt: 'x' }, 404, /NOT_FOUND/],
      ['/v2/monitor', { url }, 404, /NOT_FOUND/],
      ['/v2/deep-research', { query: 'x' }, 404, /NOT_FOUND/],
      ['/v2/extract', { urls: [url] }, 404, /NOT_FOUND/],
      ['/v1/scrape', { url }, 404, /version 2/],
    ] as const) {
      const [answered, text] = await ask(pathname, body);
      assert.equal(answered, status, `${pathname} ${text}`);
      assert.match(text, said);
    }
    assert.equal((await fetch(`${service.url}/v2/nothing`)).status, 401);
  });
});

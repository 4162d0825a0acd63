import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import { INSTALLING, installPackages } from '../support/install-packages.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { pickSize } from '../support/pick-size.ts';
import { addDecant, readDocsBlocks, runDocsBlock } from '../support/run-docs-block.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { startTestSite } from '../support/test-site.ts';

const PAGE =
  '<title>Home</title><main><h1>Home</h1><p>Welcome to <a href="/copper">copper kettles</a>.</p></main>';
/** 110 MB come from the registry. */
const isInstalled = pickSize(0, 1) === 1;

describe('docs/agents.md', () => {
  let site: LoopbackSite;

  before(async () => {
    site = await startTestSite({ '/': PAGE, '/copper': PAGE });
  });
  after(() => site?.[Symbol.asyncDispose]());

  test('shows settings that agents can read, and how the inspector is started', async () => {
    const blocks = await readDocsBlocks('agents.md');
    const [http, stdio] = blocks
      .filter(({ language }) => language === 'json')
      .map(({ code }) => JSON.parse(code).mcpServers.decant);
    assert.match(http.url, /^http:\/\/127\.0\.0\.1:3002\/mcp$/);
    assert.match(http.headers.Authorization, /^Bearer fc-/);
    assert.deepEqual(stdio, { command: 'node', args: ['/path/to/decant/bin/decant.mjs', 'mcp'] });
    assert.equal(blocks.filter(({ language }) => language === 'sh').length, 1);
  });

  const inspect = async (t: TestContext): Promise<void> => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-inspector-'));
    if (!(await installPackages(folder.path, ['@modelcontextprotocol/inspector@2.12.0'])))
      return t.skip('no registry can be reached');
    await addDecant(folder.path);
    const service = await shareTestService();
    const [block] = (await readDocsBlocks('agents.md')).filter(({ language }) => language === 'sh');
    const replaced = {
      'https://example.com': site.origin,
      'http://127.0.0.1:3002': service.url,
      'fc-YOUR-KEY': service.key,
    };
    const { stdout } = await runDocsBlock(block!, { folder: folder.path, replaced });
    assert.match(stdout, /# Home\\n\\nWelcome to/);
    assert.match(stdout, /\/copper/);
  };
  if (isInstalled) test('the inspector calls tools over both transports', INSTALLING, inspect);
});

import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import { INSTALLING, installPackages } from '../support/install-packages.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { pickSize } from '../support/pick-size.ts';
import { playLoader, RAG_PACKAGES } from '../support/rag-packages.ts';
import { readDocsBlocks, runDocsBlock, type DocsBlock } from '../support/run-docs-block.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

const page = (title: string, text: string): string =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${text}</p></main>`;
/** Hundreds of megabytes come from the registry. */
const isInstalled = pickSize(0, 1) === 1;
const PATIENCE = isInstalled ? INSTALLING : {};

describe('docs/rag.md with loaders of other frameworks', PATIENCE, () => {
  let site: LoopbackSite;
  let service: CalledService;
  let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;
  let blocks: DocsBlock[];
  let isReady = true;

  before(async () => {
    site = await startTestSite({
      '/': page('Kettles', 'They boil two litres of <a href="/copper">water within four minutes</a>.'),
      '/copper': page('Copper', 'Copper conducts heat better than steel, and is cleaned with lemon.'),
    });
    service = await shareTestService();
    folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-loaders-'));
    blocks = (await readDocsBlocks('rag.md')).slice(4);
    if (isInstalled) isReady = await installPackages(folder.path, RAG_PACKAGES);
    else await playLoader(folder.path);
  }, PATIENCE);
  after(async () => {
    await site?.[Symbol.asyncDispose]();
    await folder?.remove();
  });

  const run = async ({ language, code }: DocsBlock): Promise<string> => {
    const replaced = {
      'https://example.com': site.origin,
      'http://127.0.0.1:3002': service.url,
      'fc-YOUR-KEY': service.key,
    };
    return (await runDocsBlock({ language, code }, { folder: folder.path, replaced })).stdout;
  };

  test('the page names the packages that are run', async () => {
    const shown = blocks.map(({ code }) => code).join('\n');
    for (const name of RAG_PACKAGES.map((one) => one.replace(/@[^@]*$/, ''))) {
      const isHelper = name === '@llamaindex/core' || name === '@llamaindex/env';
      assert.equal(shown.includes(`from '${name}`), !isHelper, name);
    }
  });

  test('LangChain loads a site, its pages and its addresses by the client of the protocol', async (t) => {
    if (!isReady) return t.skip('no registry can be reached');
    const [block] = blocks;
    const crawled = await run(block!);
    assert.match(crawled, /\/copper\n# Copper\n\nCopper conducts heat/);
    assert.match(crawled, /# Kettles\n\nThey boil two litres/);
    const inMode = (mode: string, params: string): DocsBlock => ({
      ...block!,
      code: block!.code.replace("mode: 'crawl', params", `mode: '${mode}', params: ${params}`),
    });
    assert.match(await run(inMode('scrape', "{ formats: ['markdown'] }")), /# Kettles/);
    const mapped = {
      ...inMode('map', '{}'),
      code: inMode('map', '{}').code.replace('metadata.sourceURL', '1'),
    };
    assert.match(await run(mapped), /"url":"[^"]*\/copper"/);
    // The page says that it fails without; when it does not any more, the page says too much.
    const bare = { ...block!, code: block!.code.replace('success: true,', '') };
    await assert.rejects(run(bare), /Failed to crawl URL\. Error: undefined/);
  });

  const ofPieces = async (t: TestContext): Promise<void> => {
    if (!isReady) return t.skip('no registry can be reached');
    const piece = {
      url: 'https://a.example/',
      anchor: 'https://a.example/#b',
      headings: ['B'],
      text: 'Words.',
    };
    await writeFile(path.join(folder.path, 'chunks.jsonl'), `${JSON.stringify(piece)}\n`);
    assert.equal((await run(blocks[1]!)).trim(), 'https://a.example/#b\nWords.');
    await mkdir(path.join(folder.path, 'site'));
    await writeFile(path.join(folder.path, 'site', 'a.md'), '# A\n\nSome text.\n');
    await writeFile(path.join(folder.path, 'site', 'index.jsonl'), '{"file":"a.md"}\n');
    const read = await run(blocks[2]!);
    assert.match(read, /^a\.md\n\s*# A\n\nSome text\./);
    assert.doesNotMatch(read, /index/);
  };
  if (isInstalled) test('pieces and files become documents of LangChain and LlamaIndex', ofPieces);
});

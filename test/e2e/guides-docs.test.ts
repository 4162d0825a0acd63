import assert from 'node:assert/strict';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { openLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts';
import { prepareDocsFolder, readDocsBlocks, runDocsBlock } from '../support/run-docs-block.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { startTestSite } from '../support/test-site.ts';

const page = (title: string, text: string): string =>
  `<!doctype html><title>${title}</title><header><nav><a href="/">Home</a> <a href="/start">Start</a></nav></header><main><h1>${title}</h1>${text}</main><footer>Copyright Example Inc. All rights reserved.</footer>`;
const KETTLES = page(
  'Kettles',
  `<p>Our <a href="/copper">copper kettle</a> and our <a href="/steel">steel kettle</a> boil two litres of water within four minutes on any stove.</p>
  <h2>Delivery</h2><p>We deliver within three working days to every address in the country.</p>
  <div class="share-buttons"><a href="/s">Share</a></div><div class="newsletter"><h3>Newsletter</h3><form><input type=email></form></div>`,
);
const DELIVERY = page(
  'Delivery',
  '<p>Delivery takes three working days to every address in the country, and two days to shops that have it in stock.</p>',
);
const COPPER = page(
  'Copper kettle',
  '<p>The copper kettle holds two litres of water and boils them within four minutes on any stove.</p>',
);
const HOME = page(
  'Kettles of Acme',
  '<p>We have made <a href="/copper">copper kettles</a> since 1921 and tell all about <a href="/delivery">how they come to you</a>.</p>',
);

describe('the guides', () => {
  let site: LoopbackSite;
  let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;
  let environment: Record<string, string>;

  before(async () => {
    site = await startTestSite({ '/': HOME, '/kettles': KETTLES, '/copper': COPPER, '/delivery': DELIVERY });
    folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-guides-'));
    await prepareDocsFolder(folder.path);
    environment = {
      DECANT_ALLOW_ADDRESSES: '127.0.0.0/8',
      DECANT_DATA_DIR: path.join(folder.path, 'data'),
    };
  });
  after(async () => {
    await site?.[Symbol.asyncDispose]();
    await folder?.remove();
  });

  test('docs/how-it-works.md: a page is explained as it says, and its filter is overridden', async () => {
    const blocks = await readDocsBlocks('how-it-works.md');
    assert.deepEqual(
      blocks.map(({ language }) => language),
      ['sh', 'text', 'sh'],
    );
    const running = { folder: folder.path, replaced: { 'https://example.com': site.origin }, environment };
    const { stdout, stderr } = await runDocsBlock(blocks[0]!, running);
    assert.match(stdout, /^# Kettles\n/);
    // Bytes and time of the transfer are those of the moment, and addresses are longer or shorter by the port.
    const bare = (text: string): string =>
      text.trim().replaceAll(/\d+ bytes|\d+\.\d+ s\b|\d+ chars of/g, '-');
    assert.equal(bare(stderr), bare(blocks[1]!.code));
    const overridden = await runDocsBlock(blocks[2]!, running);
    const parts = overridden.stdout.split('### Newsletter');
    assert.equal(parts.length, 3, overridden.stdout);
    assert.match(parts[0]!, /Share/);
    assert.doesNotMatch(parts[2]!, /## Delivery/);
    assert.match(parts[2]!, /We deliver within/);
  });

  test('docs/rag.md: a site becomes an index that answers', async () => {
    const service = await shareTestService();
    await using embeddings = await openEmbeddings();
    const running = {
      folder: folder.path,
      replaced: {
        'https://example.com': site.origin,
        'http://127.0.0.1:3002': service.url,
        'fc-YOUR-KEY': service.key,
      },
      environment: { ...environment, EMBEDDINGS_URL: embeddings.origin, EMBEDDINGS_MODEL: 'words' },
    };
    const blocks = await readDocsBlocks('rag.md');
    assert.deepEqual(
      blocks.map(({ language }) => language),
      // Those of other frameworks are run in `rag-loaders.test.ts`.
      ['sh', 'sh', 'js', 'sh', 'js', 'js', 'js'],
    );
    await runDocsBlock(blocks[0]!, running);
    const pieces = await readFile(path.join(folder.path, 'chunks.jsonl'), 'utf8');
    assert.match(pieces, /"headings":\["Delivery"\]/);
    // `/start`, which every page links to, is not there.
    assert.doesNotMatch(pieces, /Not here/);
    const files = await runDocsBlock(blocks[1]!, running);
    assert.match(files.stdout, /^\{"file":"index\.md",.*"url":"[^"]*\/",/);
    const answered = await runDocsBlock(blocks[2]!, running);
    assert.match(answered.stdout.split('\n')[0]!, /\/delivery#/);
    assert.match(answered.stdout, /three working days/);
    const found = await runDocsBlock(blocks[3]!, running);
    assert.ok(found.stdout.includes(`"url":"${site.origin}/delivery"`), found.stdout);
  });

  test('docs/peers.md: every row of a table stands in a page that measures it', async () => {
    const read = (name: string): Promise<string> =>
      readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
    const measured = `${await read('benchmarks.md')}\n${await read('content-quality.md')}`;
    const peers = await read('peers.md');
    const rows = peers.split('\n').filter((line) => line.startsWith('|'));
    assert.ok(rows.length > 25);
    for (const row of rows) assert.ok(measured.includes(`${row}\n`), row);
    for (const figure of ['.8808', '.791', '.859', '1,497']) {
      assert.ok(peers.includes(figure) && measured.includes(figure), figure);
    }
  });
});

/** Embeddings that are alike when words of texts begin alike, in the form of OpenAI's protocol. */
function openEmbeddings(): Promise<LoopbackSite> {
  const known: string[] = [];
  const vectorOf = (text: string): number[] => {
    const vector = Array.from({ length: 512 }, () => 0);
    for (const word of text.toLowerCase().match(/\b[a-z]{4}/g) ?? []) {
      if (!known.includes(word)) known.push(word);
      vector[known.indexOf(word)] = 1;
    }
    return vector;
  };
  return openLoopbackSite((request, response) => {
    void json(request).then((body) => {
      const { input } = body as { input: string[] };
      const data = input.map((text) => ({ embedding: vectorOf(text) }));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data }));
    });
  });
}

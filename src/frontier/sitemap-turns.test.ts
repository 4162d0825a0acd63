import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { pickSize } from '../../test/support/pick-size.ts';
import { longestTurn } from '../../test/support/longest-turn.ts';
import { readSitemap } from './sitemap/sitemap.ts';
import type { SitemapContent } from './sitemap/sitemap-content.ts';

const SIZE = pickSize(6_000_000, 48_000_000);
/** A slice is 10 ms; what flattens, slices and collects takes its time as well, and a slow machine ten times as long. */
const MAX_TURN_MS = SIZE / 48_000;
const baseUrl = new URL('https://site.test/');

/** One memory holds the files in turn: to make each of them anew costs more than to read it. */
const memory = Buffer.alloc(SIZE + 100);

function fileOf(head: string, run: string): Buffer {
  const start = memory.write(head);
  return memory.subarray(0, start + SIZE).fill(run, start);
}

interface Read {
  content: SitemapContent;
  turnMs: number;
}

async function read(file: Uint8Array, contentType = 'text/xml; charset=utf-8'): Promise<Read> {
  const state: { content?: SitemapContent } = {};
  const turnMs = await longestTurn(async () => {
    state.content = await readSitemap(file, contentType, { baseUrl });
  });
  assert.ok(state.content);
  return { content: state.content, turnMs };
}

describe('a sitemap that is made to be read slowly', () => {
  const runs = ['<', '<a', '<a ', '<!---->', '<?a?>', '</a>', '<![CDATA[]]>', '&amp;', '\n', ' ', 'http://'];
  const heads = ['', '<urlset><url><loc>', 'x', '<urlset>'];
  for (const head of heads.slice(0, pickSize(2, heads.length))) {
    it(`leaves others their turn and is given up early: ${head} and ${SIZE / 1_000_000} MB of the same`, async () => {
      for (const run of runs) {
        const { content, turnMs } = await read(fileOf(head, run));
        const what = `${head}${run}`;
        assert.ok(turnMs < MAX_TURN_MS, `${what}: ${turnMs.toFixed(0)} ms`);
        assert.deepEqual(content.entries, [], what);
        assert.equal(content.kind, head.startsWith('<urlset') ? 'urlset' : 'unknown', what);
        assert.equal(content.isTruncated, true, what);
      }
    });
  }

  it('of a thousandth of that in gzip is given up after a megabyte', async () => {
    const file = gzipSync(Buffer.alloc(SIZE, '<'), { level: 9 });
    assert.ok(file.length < SIZE / 960);
    const { content, turnMs } = await read(file);
    assert.deepEqual(content, { kind: 'unknown', entries: [], isTruncated: true });
    assert.ok(turnMs < MAX_TURN_MS, `${turnMs.toFixed(0)} ms`);
  });

  it('in EUC-KR, which is slow to decode, leaves others their turn', async () => {
    const { turnMs } = await read(
      Buffer.concat([Buffer.from('<urlset>'), Buffer.alloc(SIZE / 4, 0xb0)]),
      'text/xml; charset=euc-kr',
    );
    assert.ok(turnMs < MAX_TURN_MS, `${turnMs.toFixed(0)} ms`);
  });

  it('keeps what came before, and what comes after less than a megabyte', async () => {
    const entry = (name: string): string => `<url><loc>/${name}</loc></url>`;
    const text = `<urlset>${entry('a')}${'<'.repeat(900_000)}${entry('b')}${'<'.repeat(1_100_000)}${entry('c')}</urlset>`;
    const { content } = await read(Buffer.from(text));
    assert.deepEqual(content, {
      kind: 'urlset',
      entries: [{ url: 'https://site.test/a' }, { url: 'https://site.test/b' }],
      isTruncated: true,
    });
  });

  it('ends with its signal', async () => {
    const file = Buffer.from(`<urlset>${`<url>${'<'.repeat(900_000)}`.repeat(50)}`);
    const abort = new AbortController();
    setImmediate(() => abort.abort(new Error('the time is over')));
    const { signal } = abort;
    await assert.rejects(readSitemap(file, 'text/xml', { baseUrl, signal }), { message: 'the time is over' });
  });
});

import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { countTurns } from '../../../test/support/count-turns.ts';
import { plainText } from '../../../test/support/plain-text.ts';
import { threadMs } from '../../../test/support/thread-ms.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import { PackedJson } from '../../lib/json/packed-json.ts';
import type { Visit } from '../../lib/turns/team-line.ts';
import { convertPage, type ConvertRequest } from './convert-page.ts';
import { openConverter, type Converter } from './converter.ts';

function requestFor(paragraphs: number, changes: Partial<ConvertRequest> = {}): ConvertRequest {
  const text = '<p class=x1>A <b>paragraph</b> of a page, as long as the others are.</p>'.repeat(paragraphs);
  return {
    body: Buffer.from(`<main><h1>Page</h1>${text}</main>`),
    kind: 'html',
    contentType: 'text/html; charset=utf-8',
    contentLanguage: undefined,
    url: 'http://site.test/',
    formats: [{ type: 'markdown' }],
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    isExplained: false,
    isDiscovering: false,
    ...changes,
  };
}

test('a team that has nothing converted waits for no other team, however much of that is under way', async () => {
  await using converter = openConverter({ threads: 1 });
  const endless = requestFor(20_000, {
    includeTags: Array.from({ length: 900 }, () => ':has(:has(:has(p.x1)))'),
  });
  const caller = new AbortController();
  using held = new Deadline(300_000, caller.signal);
  const gone = Array.from({ length: 6 }, () =>
    assert.rejects(converter.convert(endless, held, { teamId: 'a' }), { message: 'gone' }),
  );
  // More work than is done on the main thread.
  const modest = requestFor(1_400, { excludeTags: ['.a', '.b', '.c', '.d', '.e'] });
  using deadline = new Deadline(25_000);
  const { content } = await converter.convert(modest, deadline, { teamId: 'b' });
  assert.match(plainText(content.markdown), /^# Page/);
  caller.abort(new Error('gone'));
  await Promise.all(gone);
});

test('between pages that are converted on the main thread everybody else has a turn', async () => {
  await using converter = openConverter({ threads: 1 });
  const medium = requestFor(2_000);
  using deadline = new Deadline(60_000);
  const pages = 20;
  const turns = await countTurns(async () => {
    await Promise.all(
      Array.from({ length: pages }, () => converter.convert(medium, deadline, { teamId: 'a' })),
    );
  });
  assert.ok(turns >= pages / 2, `${turns} turns`);
});

test('teams take turns on the main thread', async () => {
  await using converter = openConverter({ threads: 1 });
  const medium = requestFor(2_000);
  using deadline = new Deadline(60_000);
  const order: string[] = [];
  const convert = async (teamId: string): Promise<void> => {
    await converter.convert(medium, deadline, { teamId });
    order.push(teamId);
  };
  await Promise.all(['a', 'a', 'a', 'a', 'a', 'b'].map(convert));
  assert.ok(order.indexOf('b') <= 1, order.join(' '));
});

/** A page that a few ms are enough for. */
const modest = (): ConvertRequest => requestFor(100);

/** How many of so many pages that come at once are converted in threads: what comes from there is JSON already. */
async function countInThreads(converter: Converter, pages: number, turn: Visit): Promise<number> {
  using deadline = new Deadline(60_000);
  const converted = await Promise.all(
    Array.from({ length: pages }, () => converter.convert(modest(), deadline, turn)),
  );
  const here = convertPage(modest()).content.markdown;
  for (const { content } of converted) {
    const { markdown } = content;
    assert.equal(markdown instanceof PackedJson ? markdown.parse() : markdown, here);
  }
  return converted.filter(({ content }) => content.markdown instanceof PackedJson).length;
}

const somebodyWaits = { teamId: 'a' };
const ofCrawl = { teamId: 'a', isBackground: true };

/** A thread is started for the first page of a crawl already. */
const atOnce = { threads: 1, pagesBeforeThread: 0 };

test('while it is not, and on two cores always, a scrape stays on the main thread; a crawl is shared', async () => {
  await using idle = openConverter({ ...atOnce, spareCores: 3, isMainThreadBusy: () => false });
  assert.equal(await countInThreads(idle, 12, somebodyWaits), 0);
  assert.equal(await countInThreads(idle, 30, ofCrawl), 18);
  await using small = openConverter({ ...atOnce, spareCores: 1, isMainThreadBusy: () => true });
  assert.equal(await countInThreads(small, 12, somebodyWaits), 0);
  assert.equal(await countInThreads(small, 12, ofCrawl), 1);
  await using single = openConverter({ ...atOnce, spareCores: 0, isMainThreadBusy: () => true });
  assert.equal(await countInThreads(single, 12, ofCrawl), 0);
});

test('a thread is started for crawls when they have had some pages, and has those after them', async () => {
  for (const spareCores of [1, 2]) {
    await using converter = openConverter({
      threads: 1,
      spareCores,
      isMainThreadBusy: () => false,
      pagesBeforeThread: 5,
    });
    assert.equal(await countInThreads(converter, 5, ofCrawl), 0);
    for (let page = 0; page < 3; page++) assert.equal(await countInThreads(converter, 1, ofCrawl), 1);
    assert.equal(await countInThreads(converter, 1, somebodyWaits), 0);
  }
});

/** They share its threads, each of which loads all that converts: the start takes more than the pages. */
describe('while the main thread is busy and two cores are to spare', () => {
  let converter: Converter;
  before(() => {
    converter = openConverter({ threads: 1, spareCores: 2, isMainThreadBusy: () => true });
  });
  after(() => converter[Symbol.asyncDispose]());

  test('scrapes are converted in threads as far as those have room', async () => {
    assert.equal(await countInThreads(converter, 12, somebodyWaits), 12);
    assert.equal(await countInThreads(converter, 20, somebodyWaits), 12);
  });

  test('of pages that are converted in threads the main thread has less than half the work', async () => {
    await using here = openConverter({ threads: 1, spareCores: 2, isMainThreadBusy: () => false });
    const mainThreadMs = async (measured: Converter): Promise<number> => {
      const from = threadMs();
      for (let round = 0; round < 4; round++) await convertAll(measured, 4);
      return threadMs() - from;
    };
    // What is not compiled yet, or collected meanwhile, only ever adds to the time: the least of some tries counts.
    let [alone, less] = [Infinity, Infinity];
    for (let tries = 0; tries < 5 && !(tries > 1 && less < alone / 2); tries++) {
      alone = Math.min(alone, await mainThreadMs(here));
      less = Math.min(less, await mainThreadMs(converter));
    }
    assert.ok(less < alone / 2, `${less} ms, ${alone} ms without threads`);
  });

  test('a small page that costs much goes to the threads of large ones, whole', async () => {
    const pictures = '<p><img SRCset="a 1x" src=a></p>'.repeat(4_000);
    const request = requestFor(0, { body: Buffer.from(pictures) });
    using deadline = new Deadline(60_000);
    const { content } = await converter.convert(request, deadline, somebodyWaits);
    // The threads of small pages would give JSON at this length.
    assert.equal(content.markdown, convertPage(request).content.markdown);
    assert.equal(Buffer.from(request.body).toString(), pictures);
  });

  test('a thread compresses the body that is kept, and no other', async () => {
    using deadline = new Deadline(60_000);
    for (const paragraphs of [100, 2_000, 10_000]) {
      const request = requestFor(paragraphs, { isKept: true });
      const body = Buffer.from(request.body);
      const { kept } = await converter.convert(request, deadline, somebodyWaits);
      assert.ok(kept && zstdDecompressSync(kept).equals(body));
      assert.ok(body.equals(request.body));
      const other = await converter.convert(requestFor(paragraphs), deadline, somebodyWaits);
      assert.equal(other.kept, undefined);
    }
  });

  test('a page that a few ms are enough for waits for no large one, whoever has them', async () => {
    const includeTags = Array.from({ length: 900 }, () => ':has(:has(:has(p.x1)))');
    const caller = new AbortController();
    using held = new Deadline(300_000, caller.signal);
    const gone = ['a', 'b', 'c', 'd', 'e'].map((teamId) =>
      assert.rejects(converter.convert(requestFor(20_000, { includeTags }), held, { teamId }), {
        message: 'gone',
      }),
    );
    await countInThreads(converter, 12, somebodyWaits);
    caller.abort(new Error('gone'));
    await Promise.all(gone);
  });

  test('a page whose caller goes away leaves its thread to those that wait', async () => {
    // From now on there is a thread.
    await countInThreads(converter, 1, somebodyWaits);
    const caller = new AbortController();
    using held = new Deadline(60_000, caller.signal);
    const ends = Array.from({ length: 8 }, () =>
      converter.convert(requestFor(1_000), held, somebodyWaits).then(
        () => 'converted before',
        ({ message }: Error) => message,
      ),
    );
    const next = countInThreads(converter, 1, somebodyWaits);
    await nextTurn();
    caller.abort(new Error('gone'));
    assert.equal((await Promise.all(ends)).at(-1), 'gone');
    assert.equal(await next, 1);
  });
});

async function convertAll(converter: Converter, pages: number): Promise<void> {
  using deadline = new Deadline(60_000);
  const work = Array.from({ length: pages }, () =>
    converter.convert(requestFor(1_000), deadline, somebodyWaits),
  );
  await Promise.all(work);
}

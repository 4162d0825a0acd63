import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTurns } from '../../test/support/count-turns.ts';
import { openJobHouse } from '../../test/support/job-house.ts';
import { judgeLinks } from './crawl-links.ts';

test('a page of many links, each new and combined anew, leaves others their turns', async () => {
  await using house = await openJobHouse();
  const job = await house.start(['http://site.test/'], { isSecret: true });
  assert.ok(job.crawl);
  const { crawl } = job;
  const urls = Array.from({ length: 20_000 }, (_, n) => `http://site.test/s/${n}/?a=${n}&b=2&c=${n % 7}`);
  const turns = await countTurns(async () => {
    const { links } = await judgeLinks(job, crawl, urls, { depth: 1, isFromExternal: false });
    assert.equal(links.length, urls.length);
  });
  assert.ok(turns > 3, `others had ${turns} turns meanwhile`);
});

test('of a page of more links than may wait no more is kept, and the rest may come again', async () => {
  await using house = await openJobHouse();
  const job = await house.start(['http://site.test/']);
  assert.ok(job.crawl && job.request.crawl);
  job.request.crawl.limit = 1;
  const urls = Array.from({ length: 12_000 }, (_, n) => `http://site.test/s/${n}`);
  const found = await judgeLinks(job, job.crawl, urls, { depth: 1, isFromExternal: false });
  assert.equal(found.links.length, 10_010);
  found.markSeen();
  const rest = await judgeLinks(job, job.crawl, urls, { depth: 1, isFromExternal: false });
  assert.equal(rest.links.length, 1_990);
});

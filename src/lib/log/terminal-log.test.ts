import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTerminalStream } from './terminal-log.ts';

function lineOf(fields: Record<string, unknown>, isColoured = false): string {
  let text = '';
  const out = { write: (part: string) => void (text += part) };
  const line = { level: 'info', time: '2026-01-02T15:02:35.123Z', ...fields };
  createTerminalStream(out, { isColoured }).write(JSON.stringify(line));
  return text;
}

const REQUEST = { msg: 'request answered', requestId: 'id-1', route: '/v2/scrape', method: 'POST' };

test('a request is one short line', () => {
  assert.equal(
    lineOf({
      ...REQUEST,
      kind: 'scrape',
      status: 200,
      durationMs: 87.4,
      target: 'example.com/docs',
      credits: 1,
    }),
    '15:02:35 scrape   200  0.09 s  example.com/docs  1 credit  id-1\n',
  );
  assert.equal(
    lineOf({
      ...REQUEST,
      kind: 'scrape',
      status: 500,
      durationMs: 40,
      target: 'example.com/reset',
      credits: 0,
      code: 'SCRAPE_SITE_ERROR',
      reason: 'The site\u001b[2J closed the connection',
    }),
    '15:02:35 scrape   500  0.04 s  example.com/reset  SCRAPE_SITE_ERROR The site\ufffd[2J closed the connection  id-1\n',
  );
  assert.equal(
    lineOf({ ...REQUEST, route: 'none', kind: 'none', status: 404, durationMs: 1, code: 'NOT_FOUND' }),
    '15:02:35 POST ?   404  0.00 s  NOT_FOUND  id-1\n',
  );
});

test('the begin and the end of a job are one short line each', () => {
  const job = { kind: 'crawl', jobId: 'id-2', target: 'docs.example.com' };
  assert.equal(
    lineOf({ msg: 'job started', ...job, limit: 100 }),
    '15:02:35 crawl    started  id-2  docs.example.com  limit 100\n',
  );
  assert.equal(
    lineOf({ msg: 'job completed', ...job, pages: 98, errorPages: 0, errors: 2, durationMs: 8_100 }),
    '15:02:35 crawl    completed  id-2  docs.example.com  98 pages, 2 errors  8.10 s\n',
  );
  assert.equal(
    lineOf({ msg: 'job completed', ...job, pages: 98, errorPages: 5, errors: 0, durationMs: 8_100 }),
    '15:02:35 crawl    completed  id-2  docs.example.com  98 pages, 5 of them error pages  8.10 s\n',
  );
  const failed = { pages: 0, errorPages: 0, errors: 1, durationMs: 100, code: 'SCRAPE_SITE_ERROR' };
  assert.equal(
    lineOf({ msg: 'job failed', ...job, ...failed }),
    '15:02:35 crawl    failed  id-2  docs.example.com  0 pages, 1 error  SCRAPE_SITE_ERROR  0.10 s\n',
  );
});

test('every other line shows its fields, in colour where that is wanted', () => {
  assert.equal(lineOf({ msg: 'ready', port: 1 }), '15:02:35 info  ready port=1\n');
  assert.match(lineOf({ msg: 'ready', port: 1 }, true), /\u001b\[36minfo \u001b\[0m ready/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSettings, settleStyle } from './differing-settings.ts';
import { readCrawlCall } from './read-crawl-call.ts';

/** What a crawl that was called like this keeps of its settings. */
function started(...args: string[]) {
  const call = readCrawlCall(['a.example', ...args]);
  assert.ok(call.kind === 'start');
  const { scrapeOptions, url, zeroDataRetention, ...crawl } = call.input;
  const settings = { ...scrapeOptions, zeroDataRetention, ...crawl };
  return { url, settings: JSON.parse(JSON.stringify(settings)) as Record<string, unknown> };
}

function resume(args: string[], job: ReturnType<typeof started>): void {
  const call = readCrawlCall(['a.example', '--resume', ...args]);
  assert.ok(call.kind === 'resume folder');
  checkSettings(call.given, job);
}

test('a crawl goes on with the settings that it has, however often they are given', () => {
  const args = ['--limit', '7', '--include-tags', 'main', '--format', 'links,markdown', '--no-block-ads'];
  const job = started(...args);
  resume([], job);
  resume(args, job);
  resume(['--limit', '7'], job);
  resume(['--timeout', '60000', '--sitemap', 'include'], started());
});

test('other settings are refused, each by its flag and with what it was', () => {
  const job = started('--limit', '7', '--format', 'markdown,links', '--zero-data-retention');
  assert.throws(() => resume(['--limit', '8', '--include-tags', 'p', '--format', 'html'], job), {
    code: 'CONFLICT',
    message:
      /^This crawl was started with other settings: --limit was 7, --include-tags was not given, --format was markdown,links\. Leave them out/,
  });
  assert.throws(() => resume(['--no-zero-data-retention'], job), /--zero-data-retention was true/);
});

test('files of a folder are written in one style', () => {
  const plain = { skipsErrors: false, hasFrontMatter: false, chunkWords: undefined };
  const state = { jobId: 'x', url: 'http://a.example', written: 1, isComplete: false };
  const styled = { ...state, hasFrontMatter: true, chunkWords: 50 };
  assert.deepEqual(settleStyle(plain, styled), { ...plain, hasFrontMatter: true, chunkWords: 50 });
  assert.deepEqual(settleStyle({ ...plain, skipsErrors: true }, state), { ...plain, skipsErrors: true });
  assert.throws(
    () => settleStyle({ ...plain, skipsErrors: true }, { ...state, isComplete: true }),
    /--skip-errors was not given/,
  );
  assert.throws(() => settleStyle({ ...plain, hasFrontMatter: true }, state), /--front-matter was not given/);
  assert.throws(() => settleStyle({ ...plain, chunkWords: 60 }, styled), /--chunks was 50/);
  assert.throws(() => settleStyle({ ...plain, chunkWords: 60 }, state), /--chunks was not given/);
});

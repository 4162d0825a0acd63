import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SiteFile, SiteFileRequest } from '../fetch-site-file.ts';
import { createPatientFetch } from './patient-fetch.ts';

/** Reads files of a site that refuses the first `refusals` requests; tells what was asked for, and when. */
function openReading({ refusals, retryAfterMs }: { refusals: number; retryAfterMs?: number }) {
  const asked: Array<{ path: string; at: number }> = [];
  const fetchPatiently = createPatientFetch(async (url): Promise<SiteFile> => {
    asked.push({ path: url.pathname, at: performance.now() });
    const status = asked.length <= refusals ? 503 : 200;
    return { status, url, contentType: undefined, body: new Uint8Array(), retryAfterMs };
  });
  const read = async (path: string, signal = new AbortController().signal): Promise<number> => {
    const request: SiteFileRequest = { timeoutMs: 1_000, maxBytes: 1_000, teamId: undefined, signal };
    return (await fetchPatiently(new URL(path, 'https://site.test'), request)).status;
  };
  return { asked, read };
}

test('a busy site is asked again, and for no other file before its rest is over', async () => {
  const { asked, read } = openReading({ refusals: 1 });
  const first = read('/a.xml');
  await new Promise(setImmediate);
  const second = read('/b.xml');
  assert.deepEqual(await Promise.all([first, second]), [200, 200]);
  assert.deepEqual(asked.map(({ path }) => path).toSorted(), ['/a.xml', '/a.xml', '/b.xml']);
  for (const { at } of asked.slice(1)) assert.ok(at - asked[0]!.at >= 990, `${at - asked[0]!.at} ms`);
});

test('a site that asks for a long rest is not waited for', async () => {
  const { asked, read } = openReading({ refusals: 1, retryAfterMs: 61_000 });
  assert.equal(await read('/a.xml'), 503);
  assert.equal(asked.length, 1);
});

test('whoever leaves does not wait for the rest', async () => {
  const { asked, read } = openReading({ refusals: 1, retryAfterMs: 60_000 });
  const caller = new AbortController();
  const reading = read('/a.xml', caller.signal);
  caller.abort(new Error('gone'));
  await assert.rejects(reading, { message: 'gone' });
  assert.equal(asked.length, 1);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobStatus } from '../../../contract/job.ts';
import { JsonText } from '../../../lib/json/json-text.ts';
import type { JobProgress } from '../../../jobs/status/job-status.ts';
import type { JobNews } from '../../../jobs/status/watch-feed.ts';
import { watchFrames } from './watch-frames.ts';

const PROGRESS: JobProgress = {
  status: 'scraping',
  completed: 1,
  total: 3,
  creditsUsed: 1,
  expiresAt: '2026-11-21T04:30:00.000Z',
  createdAt: '2026-11-20T04:30:00.000Z',
  duration: 1.5,
};
const ENDED = { ...PROGRESS, completedAt: '2026-11-20T04:31:00.000Z' };
const DOCUMENT = { markdown: '"a"\n', metadata: { sourceURL: 'http://a.test/', scrapeId: '1' } };

const framesOf = (news: JobNews): unknown[] => watchFrames(news).map((frame) => frame.parse());

test('a catchup that is all says what the job has come to', () => {
  const documents = [JsonText.of(JSON.stringify(DOCUMENT))];
  for (const status of ['completed', 'cancelled'] as const) {
    const progress = { ...ENDED, status };
    assert.deepEqual(framesOf({ kind: 'catchup', progress, documents, isAll: true }), [
      { type: 'catchup', data: { success: true, ...progress, data: [DOCUMENT] } },
    ]);
  }
});

test('a catchup that documents follow is a status answer that runs, whatever the job has come to', () => {
  const documents = [JSON.stringify(DOCUMENT), '{}'].map((text) => JsonText.of(text));
  for (const progress of [PROGRESS, { ...ENDED, status: 'failed', error: 'why' } as const]) {
    const frames = framesOf({ kind: 'catchup', progress, documents, isAll: false });
    assert.deepEqual(frames, [
      { type: 'catchup', data: { success: true, ...PROGRESS, data: [DOCUMENT, {}] } },
    ]);
  }
});

test('a frame for each document', () => {
  const news: JobNews = { kind: 'documents', documents: [JsonText.of('{"a":1}'), JsonText.of('{"a":2}')] };
  assert.deepEqual(framesOf(news), [
    { type: 'document', data: { a: 1 } },
    { type: 'document', data: { a: 2 } },
  ]);
});

test('done for a completed job, a catchup that says so for others', () => {
  const completed = { ...ENDED, status: 'completed', warning: 'w' } as const;
  assert.deepEqual(framesOf({ kind: 'end', progress: completed }), [
    {
      type: 'done',
      data: { status: 'completed', total: 3, completed: 1, creditsUsed: 1, warning: 'w', data: [] },
    },
  ]);
  for (const progress of [
    { ...ENDED, status: 'failed', error: 'why' },
    { ...ENDED, status: 'cancelled' },
  ] as const) {
    const frames = framesOf({ kind: 'end', progress });
    assert.deepEqual(frames, [{ type: 'catchup', data: { success: true, ...progress, data: [] } }]);
    jobStatus.parse((frames[0] as { data: unknown }).data);
  }
});

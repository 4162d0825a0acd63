import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BATCH_PAGES, BatchWait } from './batch-wait.ts';

describe('pages that wait to be indexed', () => {
  it('wait while more come, and no longer', () => {
    const wait = new BatchWait();
    assert.deepEqual(
      [3, 9, 9].map((newest) => wait.isOver('a', { count: newest, newest })),
      [false, false, true],
    );
    assert.equal(wait.isOver('a', { count: 1, newest: 9 }), false, 'what was indexed is forgotten');
  });

  it('wait for some looks only', () => {
    const wait = new BatchWait();
    const looks = Array.from({ length: 9 }, (_, look) => wait.isOver('a', { count: look, newest: look }));
    assert.equal(looks.indexOf(true), 8);
  });

  it('do not wait when they are a batch, whatever other teams do', () => {
    const wait = new BatchWait();
    assert.equal(wait.isOver('a', { count: 1, newest: 1 }), false);
    assert.equal(wait.isOver('b', { count: BATCH_PAGES, newest: 900 }), true);
    wait.keep(new Set(['b']));
    assert.equal(wait.isOver('a', { count: 1, newest: 1 }), false);
    assert.equal(wait.isOver('a', { count: 1, newest: 1 }), true);
  });
});

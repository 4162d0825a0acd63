import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSpeechMeter } from './speech-meter.ts';

test('so many frames, and so many bytes, are borne in a second', () => {
  let now = 0;
  const isBearable = createSpeechMeter(() => now);
  const count = (): number => {
    let heard = 0;
    while (isBearable(1)) heard++;
    return heard;
  };
  const first = count();
  assert.ok(first >= 10_000);
  now = 999;
  assert.equal(isBearable(1), false);
  now = 1_000;
  assert.equal(count(), first);
  now = 2_000;
  assert.equal(isBearable(200 * 2 ** 20), true);
  assert.equal(isBearable(200 * 2 ** 20), false);
});

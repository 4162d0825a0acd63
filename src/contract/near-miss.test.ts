import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearMiss } from './near-miss.ts';

const NAMES = ['markdown', 'html', 'rawHtml', 'links', 'changeTracking'];

test('finds what a slip of the finger meant', () => {
  assert.equal(nearMiss('markdwon', NAMES), 'markdown');
  assert.equal(nearMiss('MARKDOWN', NAMES), 'markdown');
  assert.equal(nearMiss('link', NAMES), 'links');
  assert.equal(nearMiss('changetraking', NAMES), 'changeTracking');
  assert.equal(nearMiss('hmtl', NAMES), 'html');
});

test('prefers the nearest', () => {
  assert.equal(nearMiss('rawhtm', NAMES), 'rawHtml');
});

test('says nothing when nothing is near', () => {
  assert.equal(nearMiss('screenshot', NAMES), undefined);
  assert.equal(nearMiss('', NAMES), undefined);
  assert.equal(nearMiss('markdown'.repeat(1000), NAMES), undefined);
  assert.equal(nearMiss('x', []), undefined);
});

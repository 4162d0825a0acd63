import assert from 'node:assert/strict';
import { test } from 'node:test';
import { safeOutput } from './safe-output.ts';

const PAGE = 'a\u001b[31mb\u202ec\r\nd\n';

function write(isTTY: boolean): string {
  const written: string[] = [];
  safeOutput({ isTTY, columns: 80, write: (text) => written.push(String(text)) }).write(PAGE);
  return written.join('');
}

test('a terminal is not steered', () => {
  assert.equal(write(true), 'a\ufffd[31mbc\nd\n');
});

test('a file or a pipe gets every byte', () => {
  assert.equal(write(false), PAGE);
});

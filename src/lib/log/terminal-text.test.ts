import assert from 'node:assert/strict';
import { test } from 'node:test';
import { terminalText } from './terminal-text.ts';

test('nothing that steers a terminal is left', () => {
  const page =
    '# Title\r\n\u001b]0;owned\u0007\u001b[2J\tone\u009b31m\u0085two\rover\b\u007f \u202etxt.exe\u2066\u200f';
  assert.equal(
    terminalText(page),
    '# Title\n\ufffd]0;owned\ufffd\ufffd[2J\tone\ufffd31m\ufffdtwo\ufffdover\ufffd\ufffd txt.exe',
  );
});

test('all else is as it was', () => {
  const page =
    'Grüße, \u05e9\u05dc\u05d5\u05dd, \u{1f469}\u200d\u{1f469}\u200d\u{1f467}, e\u0301, \u00a0, `code`\n\n';
  assert.equal(terminalText(page), page);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveReference, uploadUrl } from './upload-url.ts';

test('an upload has an address that no host can have', () => {
  assert.equal(uploadUrl('a b/ü.pdf').href, 'https://upload.invalid/a%20b%2F%C3%BC.pdf');
});

test('links within an upload stay as they were written, all others become absolute', () => {
  const upload = uploadUrl('report.docx');
  const cases = [
    ['#part-2', '#part-2'],
    [' other.html ', 'other.html'],
    ['https://example.com/x', 'https://example.com/x'],
    ['javascript:alert(1)', undefined],
  ] as const;
  for (const [raw, expected] of cases) assert.equal(resolveReference(raw, upload), expected, raw);
  const page = new URL('https://example.com/report');
  assert.equal(resolveReference('#part-2', page), 'https://example.com/report#part-2');
  assert.equal(resolveReference('https://upload.invalid/x', page), 'https://upload.invalid/x');
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildZip } from '../../../test/support/documents/build-zip.ts';
import { openZip } from './open-zip.ts';

const LIMITS = { maxEntries: 10, maxEntryBytes: 1_000, maxTotalBytes: 1_500 };

describe('openZip', () => {
  test('parts by name, whatever writers make of names', async () => {
    const zip = await openZip(
      buildZip({ 'a.xml': 'one', '/b.xml': 'two', 'c\\d.xml': 'three', '../e.xml': 'four', 'ü.xml': 'five' }),
    );
    assert.deepEqual(zip.names, ['a.xml', 'b.xml', 'c/d.xml', '../e.xml', 'ü.xml']);
    assert.deepEqual(
      zip.names.map((name) => zip.read(name)?.toString()),
      ['one', 'two', 'three', 'four', 'five'],
    );
    assert.equal(zip.read('f.xml'), undefined);
    assert.equal(zip.has('a.xml'), true);
  });

  test('what unpacks to more than it may is refused, one part alone and all together', async () => {
    const zip = await openZip(
      buildZip({ large: 'x'.repeat(1_001), a: 'x'.repeat(900), b: 'x'.repeat(900) }),
      LIMITS,
    );
    assert.throws(() => zip.read('large'), { code: 'SCRAPE_DOCUMENT_TOO_COMPLEX' });
    assert.equal(zip.read('a')?.length, 900);
    assert.throws(() => zip.read('b'), { code: 'SCRAPE_DOCUMENT_TOO_COMPLEX' });
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`${index}`, '']));
    await assert.rejects(openZip(buildZip(many), LIMITS), { code: 'SCRAPE_DOCUMENT_TOO_COMPLEX' });
  });

  test('a broken part is told of when it is read, and leaves the others alone', async () => {
    const bytes = buildZip({ a: 'first '.repeat(50), b: 'second' });
    // The local header of `a` takes 31 bytes.
    bytes.fill(0xff, 31, 40);
    const zip = await openZip(bytes);
    assert.throws(() => zip.read('a'), { code: 'SCRAPE_DOCUMENT_DAMAGED' });
    assert.equal(zip.read('b')?.toString(), 'second');
  });

  test('what is no archive, or has lost its directory, is damaged', async () => {
    const whole = buildZip({ a: 'one' });
    for (const bytes of [Buffer.alloc(0), Buffer.from('text'), whole.subarray(0, whole.length - 30)])
      await assert.rejects(openZip(bytes), { code: 'SCRAPE_DOCUMENT_DAMAGED' });
  });
});

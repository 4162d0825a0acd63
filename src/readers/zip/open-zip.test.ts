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

  test('what was unpacked in vain is counted too', async () => {
    const zip = await openZip(buildZip({ large: 'x'.repeat(5_000), a: 'a' }), LIMITS);
    assert.equal(zip.read('a')?.length, 1);
    for (let times = 0; times * LIMITS.maxEntryBytes < LIMITS.maxTotalBytes; times++) {
      assert.throws(() => zip.read('large'), { code: 'SCRAPE_DOCUMENT_TOO_COMPLEX' });
    }
    assert.throws(() => zip.read('a'), { code: 'SCRAPE_DOCUMENT_TOO_COMPLEX' });
  });

  test('a broken part is told of when it is read, and leaves the others alone', async () => {
    const bytes = buildZip({ a: 'first '.repeat(50), b: 'second' });
    // The local header of `a` takes 31 bytes.
    bytes.fill(0xff, 31, 40);
    const zip = await openZip(bytes);
    assert.throws(() => zip.read('a'), { code: 'SCRAPE_DOCUMENT_DAMAGED' });
    assert.equal(zip.read('b')?.toString(), 'second');
  });

  test('without a directory the parts are found by their headers, the last one as far as it goes', async () => {
    const whole = buildZip(
      { a: 'one', 'b\\c': noise(4_000), d: buildZip({ inner: 'two' }), e: noise(2_000) },
      { stored: ['d'] },
    );
    assert.equal((await openZip(whole)).isDamaged, false);
    const noDirectory = await openZip(whole.subarray(0, whole.length - 30));
    assert.equal(noDirectory.isDamaged, true);
    assert.deepEqual(noDirectory.names, ['a', 'b/c', 'd', 'e']);
    assert.equal(noDirectory.read('e')?.toString(), noise(2_000));
    const cut = await openZip(whole.subarray(0, whole.lastIndexOf('PK\x03\x04', undefined, 'latin1') + 900));
    assert.deepEqual(cut.names, ['a', 'b/c', 'd', 'e']);
    assert.equal(cut.read('b/c')?.toString(), noise(4_000));
    const end = cut.read('e')?.toString() ?? '';
    assert.ok(end.length > 300 && end.length < 2_000 && noise(2_000).startsWith(end), String(end.length));
  });

  test('limits hold for archives without a directory', async () => {
    const cut = (entries: Record<string, string>): Buffer => buildZip(entries).subarray(0, -30);
    const zip = await openZip(cut({ large: 'x'.repeat(1_001) }), LIMITS);
    assert.throws(() => zip.read('large'), { code: 'SCRAPE_DOCUMENT_TOO_COMPLEX' });
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`${index}`, '']));
    await assert.rejects(openZip(cut(many), LIMITS), { code: 'SCRAPE_DOCUMENT_TOO_COMPLEX' });
  });

  test('what has neither a directory nor parts is damaged', async () => {
    const signatures = Buffer.from('PK\x03\x04'.repeat(5_000), 'latin1');
    for (const bytes of [Buffer.alloc(0), Buffer.from('text'), signatures, buildZip({})])
      await assert.rejects(openZip(bytes), { code: 'SCRAPE_DOCUMENT_DAMAGED' });
  });
});

/** Text that does not pack well, the same each time. */
function noise(length: number): string {
  let state = 7;
  let text = '';
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    text += (state >> 8).toString(36);
  }
  return text.slice(0, length);
}

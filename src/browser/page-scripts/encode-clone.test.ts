import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CloneNode } from './clone-nodes.js';
import { decodeClone } from './decode-clone.js';
import { encodeClone, finishClone } from './encode-clone.js';

async function pass<T>(value: T): Promise<T> {
  const encoded = encodeClone(structuredClone(value), { left: 1e6 });
  const nodes = await finishClone(encoded);
  return decodeClone(JSON.parse(JSON.stringify(nodes)) as CloneNode[]) as T;
}

test('plain values', async () => {
  const values = [
    '',
    'a\u0000b',
    '\ud800 lone',
    0,
    -0,
    1.5,
    NaN,
    Infinity,
    -Infinity,
    true,
    false,
    null,
    undefined,
  ];
  for (const value of [...values, 12345678901234567890n, -5n, 0n])
    assert.ok(Object.is(await pass(value), value));
});

test('objects, lists with and without holes, and what is named like a prototype', async () => {
  const hostile = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}') as object;
  // oxlint-disable-next-line no-sparse-arrays
  const holes = Object.assign([1, , 3], { extra: 'here' });
  const value = { a: { b: [[], {}, [[1]]] }, holes, hostile, '': 0, list: [undefined, null] };
  const back = await pass(value);
  assert.deepEqual(back, value);
  assert.equal(1 in back.holes, false);
  assert.equal(back.holes.extra, 'here');
  assert.deepEqual(Object.keys(back.hostile), ['__proto__', 'constructor']);
  assert.equal(Object.getPrototypeOf(back.hostile), Object.prototype);
  const long: unknown[] = [];
  long.length = 4_000_000_000;
  assert.equal((await pass(long)).length, 4_000_000_000);
});

test('dates, patterns, maps, sets, errors, boxes', async () => {
  const value = {
    date: new Date(1e12),
    noDate: new Date(NaN),
    pattern: /a\/b"/giu,
    map: new Map<unknown, unknown>([
      ['k', new Map([[{ deep: 1 }, new Set([1, 'two', [3]])]])],
      [NaN, 0],
    ]),
    boxes: [Object(1), Object('s'), Object(false), Object(7n)],
    error: new TypeError('bad'),
  };
  const back = await pass(value);
  assert.deepEqual(back, value);
  assert.ok(back.error instanceof TypeError);
  assert.equal(back.error.stack, value.error.stack);
  assert.equal(typeof back.boxes[0], 'object');
});

test('bytes in every view, and views that share theirs', async () => {
  const { buffer } = new Uint8Array(Array.from({ length: 20_000 }, (_, index) => index * 7));
  const value = {
    whole: buffer,
    part: new Uint8Array(buffer, 4, 5),
    floats: new Float64Array(buffer, 8, 2),
    view: new DataView(buffer, 3, 9),
    big: new BigInt64Array([-1n, 2n ** 60n]),
    none: new Int16Array(0),
  };
  const back = await pass(value);
  assert.deepEqual(back, value);
  assert.equal(back.part.buffer, back.whole);
  assert.equal(back.view.buffer, back.whole);
});

test('blobs and files', async () => {
  const file = new File(['content'], 'name.txt', { type: 'text/plain', lastModified: 5 });
  const encoded = encodeClone(
    { blob: new Blob([new Uint8Array([0, 255])], { type: 'x/y' }), file },
    { left: 1e4 },
  );
  const back = decodeClone(await finishClone(encoded)) as { blob: Blob; file: File };
  assert.deepEqual(new Uint8Array(await back.blob.arrayBuffer()), new Uint8Array([0, 255]));
  assert.equal(back.blob.type, 'x/y');
  assert.equal(await back.file.text(), 'content');
  assert.deepEqual([back.file.name, back.file.type, back.file.lastModified], ['name.txt', 'text/plain', 5]);
});

test('what is shared stays shared, circles are no end, and depth does not matter', async () => {
  const shared = { x: 1 };
  const circle: { self?: unknown; list: unknown[] } = { list: [shared, shared] };
  circle.self = circle;
  const back = await pass(circle);
  assert.equal(back.self, back);
  assert.equal(back.list[0], back.list[1]);
  let deep: unknown[] = [];
  for (let depth = 0; depth < 20_000; depth++) deep = [deep];
  const encoded = encodeClone(deep, { left: 1e7 });
  let level = decodeClone(JSON.parse(JSON.stringify(encoded.nodes)) as CloneNode[]) as unknown[];
  let levels = 0;
  for (; level.length > 0; level = level[0] as unknown[]) levels++;
  assert.equal(levels, 20_000);
});

test('too much is given up before it is written', () => {
  assert.throws(() => encodeClone(new Uint8Array(1_000), { left: 1_000 }), { message: 'too large' });
  assert.throws(() => encodeClone(new Blob(['x'.repeat(1_000)]), { left: 1_000 }), { message: 'too large' });
  assert.throws(() => encodeClone('x'.repeat(1_000), { left: 1_000 }), { message: 'too large' });
  assert.throws(
    () =>
      encodeClone(
        Array.from({ length: 500 }, () => ({})),
        { left: 1_000 },
      ),
    { message: 'too large' },
  );
});

test('keys are not written', async () => {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 128 }, false, ['encrypt']);
  assert.throws(() => encodeClone({ key }, { left: 1e4 }), /cannot be kept: CryptoKey/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import CFB from 'cfb';
import { openCfb } from './open-cfb.ts';

const SECTOR = 512;

function build(streams: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const file = CFB.utils.cfb_new();
  for (const [name, bytes] of Object.entries(streams)) CFB.utils.cfb_add(file, name, Buffer.from(bytes));
  return new Uint8Array(CFB.write(file, { type: 'buffer' }) as Buffer);
}

function pattern(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = i % 251;
  return bytes;
}

test('reads short streams from the small sectors and long ones from the large', () => {
  const file = openCfb(build({ Short: pattern(100), Long: pattern(100_000), Empty: new Uint8Array() }))!;
  assert.deepEqual(file.stream('Short'), pattern(100));
  assert.deepEqual(file.stream('long'), pattern(100_000));
  assert.equal(file.stream('Empty')?.length, 0);
  assert.equal(file.stream('Missing'), undefined);
});

test('reads a file whose table of sectors needs sectors of its own', () => {
  // 109 sectors of the table, which the header names, are enough for 7 MB.
  const bytes = pattern(7_500_000);
  assert.equal(Buffer.compare(openCfb(build({ Long: bytes }))!.stream('Long')!, bytes), 0);
});

test('prefers the streams of the root to those of embedded objects', () => {
  const file = openCfb(build({ 'ObjectPool/_1/Data': pattern(10), Data: pattern(20) }))!;
  assert.equal(file.stream('Data')?.length, 20);
});

test('is nothing without its signature', () => {
  assert.equal(openCfb(new Uint8Array(2_000)), undefined);
  assert.equal(openCfb(build({ A: pattern(10) }).subarray(0, 400)), undefined);
});

test('a chain that goes in a circle ends', () => {
  const bytes = build({ Long: pattern(50_000) });
  const view = new DataView(bytes.buffer);
  const table = (view.getUint32(76, true) + 1) * SECTOR;
  // Every sector is followed by itself.
  for (let i = 0; i < SECTOR / 4; i++) view.setUint32(table + i * 4, i, true);
  const stream = openCfb(bytes)?.stream('Long');
  assert.ok((stream?.length ?? 0) <= bytes.length);
});

test('sizes and places that are nonsense give what is there', () => {
  const good = build({ Long: pattern(5_000), Short: pattern(50) });
  for (let at = 24; at < good.length - 4; at += 4) {
    const bytes = good.slice();
    // Only what the format itself says: header, directory, tables.
    new DataView(bytes.buffer).setUint32(at, at % 8 === 0 ? 0xff_ff_ff_f0 : 3, true);
    const file = openCfb(bytes);
    for (const name of ['Long', 'Short']) assert.ok((file?.stream(name)?.length ?? 0) <= bytes.length);
  }
});
